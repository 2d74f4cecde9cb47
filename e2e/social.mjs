// Draws the pictures that stand for the site elsewhere, into public/: node e2e/social.mjs
// One for link previews in each language, from what its front page says, and the icons, from favicon.svg. Look at
// them before you commit them; the fonts are those of the machine that draws.

import { readFile, writeFile } from "node:fs/promises";

import { LANGUAGES, launch } from "./browser.mjs";

const root = new URL("../", import.meta.url);
const read = (path) => readFile(new URL(path, root), "utf8");
const browser = await launch();

/** A picture of an HTML page in this many pixels; what has no ground is transparent. */
async function draw(file, html, width, height) {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme: "light" });
  await page.setContent(html);
  await page.evaluate(() => document.fonts.ready);
  const png = await page.screenshot({ omitBackground: true });
  await page.close();
  await writeFile(new URL(`public/${file}`, root), png);
  console.log(`${file}: ${png.length} bytes`);
}

const tokens = await read("style/tokens.css");
for (const lang of LANGUAGES) {
  const front = await read(`content/${lang}/index.md`);
  const all = (pattern) => [...front.matchAll(pattern)].map(([, said]) => said);
  const [title] = all(/^# (.*)$/gm);
  const results = all(/class="result"[^>]*>([^<]*)</g);
  // A is two events, B is one event twice.
  const stories = all(/<figcaption>(.*)<\/figcaption>/g).map((caption, n) => `
    <figure><figcaption>${caption}</figcaption>
    <svg viewBox="0 0 500 150" width="500" height="150">
      <path class="life" d="M24 8V142M404 8V142"/>
      ${[1, n === 0 ? 2 : 1].map((event, row) => `<g class="e${event}" transform="translate(0 ${row * 64 + 42})">
        <path class="line" d="M24 0H390"/><path class="head" d="M404 0l-18-9v18z"/><circle cx="24" r="7"/>
        <rect x="182" y="-17" width="52" height="34" rx="6"/><text x="208" y="7">e${event}</text>
        <path class="mail" d="M428 -14h44v28h-44zl22 17 22-17"/></g>`).join("")}
    </svg><p>${results[n]}</p></figure>`);
  await draw(`social-${lang}.png`, `<!doctype html><html lang="${lang}"><style>${tokens}
    * { margin: 0; box-sizing: border-box; }
    body { width: 1200px; height: 630px; padding: 52px 72px 0; background: var(--paper); color: var(--ink); font: 26px/1.4 var(--serif); }
    header { display: flex; justify-content: space-between; padding-bottom: 18px; border-bottom: 3px solid var(--rule); }
    header b { font-weight: 700; }
    h1 { font-size: 72px; line-height: 1.1; letter-spacing: -0.01em; margin: 44px 0 48px; }
    main { display: flex; justify-content: space-between; }
    figure { width: 500px; border-top: 2px solid var(--rule); padding-top: 12px; }
    figcaption strong { display: block; }
    svg { display: block; margin-top: 10px; }
    .life { stroke: var(--hair); stroke-width: 3; }
    .e1 { --event: var(--e1); } .e2 { --event: var(--e2); }
    .line, .mail { stroke: var(--event); stroke-width: 4; fill: none; stroke-linejoin: round; }
    .head, circle, rect { fill: var(--event); }
    text { fill: var(--paper); font: 700 22px var(--mono); text-anchor: middle; }
    figure p { color: var(--bad); font-weight: 700; text-align: end; width: 474px; }
    </style><header><b>Effectively Once</b></header><h1>${title}</h1><main>${stories.join("")}</main>`, 1200, 630);
}

const favicon = await read("public/favicon.svg");
const icon = (svg, size) => `<!doctype html><style>* { margin: 0; } svg { display: block; width: ${size}px; height: ${size}px; }</style>${svg}`;
for (const size of [192, 512]) await draw(`icon-${size}.png`, icon(favicon, size), size, size);
// Where the system cuts the shape, the ground goes to the edges and the mark keeps away from them (the safe zone is
// a circle of four fifths).
const cut = favicon.replace('viewBox="0 0 32 32"', 'viewBox="-3 -3 38 38"').replace('width="32" height="32" rx="7"', 'x="-3" y="-3" width="38" height="38"');
await draw("icon-maskable.png", icon(cut, 512), 512, 512);
await draw("apple-touch-icon.png", icon(cut, 180), 180, 180);
await browser.close();
