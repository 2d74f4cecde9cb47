// What is measured in the browser, on the release build in dist/ below a deep path: node e2e/bench.mjs
// Prints; never fails for being slow.

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import lighthouse from "lighthouse";

import { launch } from "./browser.mjs";
import { measure } from "./sql-bench.mjs";
import { DIST, serve } from "./server.mjs";

const BUDGET_KB = 450;
const PORT = 9333;

const site = await serve();
const browser = await launch([`--remote-debugging-port=${PORT}`]);

for (const lang of ["en", "zh-Hant"]) await sizes(`${lang}/workbench/`);
await sizes("en/learn/two-mails/");
others();
for (const viewport of [{ width: 1280, height: 720 }, { width: 1440, height: 900 }]) {
  await toggle("en/workbench/", viewport);
  await scrub("en/workbench/", viewport);
}
await measure(browser, site);
for (const path of ["en/", "en/learn/two-mails/", "en/workbench/"]) await scores(path);

await browser.close();
await site.close();

/** What the first page does without, and loads when it is used. */
function others() {
  console.log("\nall binaries, most of them loaded when used (bytes)");
  for (const name of readdirSync(DIST, { recursive: true }).filter((it) => it.endsWith(".wasm")).sort()) {
    const body = readFileSync(join(DIST, name));
    console.log(`${name.padEnd(50)} ${String(body.length).padStart(9)} ${String(brotli(body)).padStart(9)}`);
  }
}

function brotli(body) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
  return brotliCompressSync(body, { params }).length;
}

/** Everything that a page asks for until its labs have run; the budget is that of the first lab page. */
async function sizes(path) {
  const context = await browser.newContext({ baseURL: site.url, serviceWorkers: "block" });
  const page = await context.newPage();
  const files = new Set();
  context.on("request", (request) => files.add(new URL(request.url()).pathname));
  await page.goto(path);
  await page.waitForLoadState("networkidle");
  await context.close();

  console.log(`\nsizes of ${path} (bytes)`);
  const row = (name, raw, small) => console.log(`${name.padEnd(50)} ${String(raw).padStart(9)} ${String(small).padStart(9)}`);
  row("", "raw", "brotli 11");
  let total = 0;
  for (const pathname of [...files].sort()) {
    const relative = pathname.slice(new URL(site.url).pathname.length);
    const body = readFileSync(join(DIST, relative.endsWith("/") || !relative ? `${relative}index.html` : relative));
    const small = brotli(body);
    total += small;
    row(relative, body.length, small);
  }
  const kb = (total / 1000).toFixed(1);
  console.log(`${"all".padEnd(50)} ${`${kb} KB of ${BUDGET_KB} KB: ${total <= BUDGET_KB * 1000 ? "within" : "OVER"}`.padStart(19)}`);
}

/** Nothing that a page does after it has opened is still to come. */
async function atRest(page) {
  await page.waitForLoadState("networkidle");
  await page.waitForFunction(() => !document.querySelector(".lab .later"));
}

/** From choosing a layer to the frame after the last thing in sight that changes with it; what is out of sight follows. */
async function toggle(path, viewport) {
  const context = await browser.newContext({ baseURL: site.url, serviceWorkers: "block", viewport });
  const page = await context.newPage();
  await page.goto(path);
  await page.getByTestId("panel-b").getByTestId("verdict").waitFor();
  await atRest(page);
  const times = await page.evaluate(async () => {
    const lab = document.querySelector('[data-island="lab"]');
    const groups = () => [...lab.querySelectorAll("fieldset")].filter((it) => /^Layer 2/.test(it.textContent.trim()));
    const layer2 = () => [...groups()[0].querySelectorAll('input[type="radio"]')];
    const verdicts = () => [...lab.querySelectorAll('[data-testid="verdict"]')].map((it) => it.dataset.verdict).join();
    const seen = new Set();
    const watch = new IntersectionObserver((entries) => entries.forEach((it) => it.isIntersecting && seen.add(it.target)));
    lab.querySelectorAll("[data-part], .drawing, .logs ol").forEach((part) => watch.observe(part));
    await new Promise((resolve) => setTimeout(resolve, 300));
    const inSight = (node) => {
      const part = (node.closest ? node : node.parentElement)?.closest("[data-part], .drawing, .logs ol");
      return !part || seen.has(part) || getComputedStyle(part).display === "contents";
    };
    const times = [];
    for (let i = 0; i < 20; i++) {
      const before = verdicts();
      const start = performance.now();
      let last = NaN;
      let quiet;
      const shown = new Promise((resolve) => {
        const observer = new MutationObserver((changes) => {
          // What is read out comes when the cursor has come to rest.
          // What the lab's own element tells the rest of the page (`data-now`) nobody sees.
          if (changes.every(({ target }) => target === lab || target.parentElement?.closest("[aria-live]") || target.matches?.("[aria-live]") || !inSight(target))) return;
          clearTimeout(quiet);
          requestAnimationFrame(() => setTimeout(() => (last = performance.now() - start)));
          quiet = setTimeout(() => {
            observer.disconnect();
            resolve(verdicts() === before ? NaN : last);
          }, 400);
        });
        observer.observe(lab, { attributes: true, childList: true, characterData: true, subtree: true });
      });
      layer2()[i % 2 === 0 ? 1 : 0].click();
      times.push(await Promise.race([shown, new Promise((resolve) => setTimeout(resolve, 3000, NaN))]));
    }
    return times;
  });
  const good = times.filter(Number.isFinite).sort((a, b) => a - b);
  console.log(
    good.length
      ? `\nlayer toggle → shown, ${viewport.width} × ${viewport.height}: median ${good[good.length >> 1].toFixed(1)} ms, worst ${good.at(-1).toFixed(1)} ms of 50 ms (${good.length} of ${times.length} seen)`
      : "\nlayer toggle: no switch found that changes a verdict",
  );
  await context.close();
}

/** The slider is dragged through a run of a thousand entries: the longest task on the page's thread. */
async function scrub(path, viewport) {
  const context = await browser.newContext({ baseURL: site.url, serviceWorkers: "block", viewport });
  const page = await context.newPage();
  await page.goto(`${path}#v=1&client.intents=67`);
  const slider = page.getByRole("slider", { name: "Step of the run" }).first();
  await slider.waitFor();
  await atRest(page);
  const { total, longest, over } = await slider.evaluate(async (slider) => {
    const tasks = [];
    new PerformanceObserver((list) => tasks.push(...list.getEntries())).observe({ entryTypes: ["longtask"] });
    const total = Number(slider.max);
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let i = 0; i <= 120; i++) {
      slider.value = Math.round((total * i) / 120);
      slider.dispatchEvent(new Event("input", { bubbles: true }));
      await frame();
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
    return { total, longest: Math.max(0, ...tasks.map((task) => task.duration)), over: tasks.length };
  });
  console.log(`\nscrubbing, ${viewport.width} × ${viewport.height}: ${total} entries in 120 frames: ${over} tasks over 50 ms, longest ${longest || "under 50"} ms`);
  await context.close();
}

/** Lighthouse's mobile scores. */
async function scores(path) {
  const { lhr } = await lighthouse(new URL(path, site.url).href, { port: PORT, logLevel: "error" });
  console.log(`\nLighthouse mobile, ${path}`);
  for (const { title, score } of Object.values(lhr.categories)) console.log(`  ${title.padEnd(16)} ${Math.round(score * 100)}`);
  const failed = Object.values(lhr.audits).filter((audit) => audit.score !== null && audit.score < 0.9);
  for (const audit of failed) console.log(`    ${audit.title}${audit.displayValue ? `: ${audit.displayValue}` : ""}`);
}
