// Pictures to look at: node e2e/shots.mjs FOLDER [PATH…]
// Each page in both languages and themes at three widths: the whole page, and the first screen.
// A path is one below the language: "" (the front page), "workbench/", "workbench/#v1…".

import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import { LANGUAGES, THEMES, WIDTHS, launch, watch } from "./browser.mjs";
import { serve } from "./server.mjs";

const [folder, ...given] = process.argv.slice(2);
if (!folder) {
  console.error("node e2e/shots.mjs FOLDER [PATH…]");
  process.exit(2);
}
const paths = given.length ? given : ["", "workbench/"];
await mkdir(folder, { recursive: true });
const site = await serve();
const browser = await launch();
for (const lang of LANGUAGES) {
  for (const theme of THEMES) {
    for (const width of WIDTHS) {
      const context = await browser.newContext({
        baseURL: site.url,
        colorScheme: theme,
        viewport: { width, height: width < 500 ? 780 : 900 },
      });
      const page = await context.newPage();
      const problems = watch(page, new URL(site.url).origin);
      for (const [index, path] of paths.entries()) {
        await page.goto(`${lang}/${path}`);
        await page.waitForLoadState("networkidle");
        // What a lab lays out when it has been at rest for a while.
        await page.waitForFunction(() => !document.querySelector(".lab .later"));
        const slug = path.split("#")[0].replaceAll("/", "-").replace(/-$/, "") || "front";
        const name = join(folder, `${slug}${path.includes("#") ? index : ""}-${lang}-${theme}-${width}`);
        await page.screenshot({ path: `${name}.png` });
        await page.screenshot({ path: `${name}-full.png`, fullPage: true });
      }
      for (const problem of problems) console.error(`${lang} ${theme} ${width}: ${problem}`);
      await context.close();
    }
  }
}
await browser.close();
await site.close();
