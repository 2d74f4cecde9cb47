// The site around the labs: languages, themes, links, accessibility, offline.

import assert from "node:assert/strict";
import { test } from "node:test";

import { LANGUAGES, THEMES, WIDTHS, audit, newPage, sideways, stage } from "./lib.mjs";
import { Frame, Workbench } from "./pages.mjs";

/** Every page of the site, found as a reader finds them: by following links. */
async function crawl(page) {
  const site = (await stage()).site.url;
  const found = new Set();
  const queue = LANGUAGES.map((lang) => new URL(`${lang}/`, site).href);
  while (queue.length) {
    const url = queue.shift();
    if (found.has(url)) continue;
    found.add(url);
    const response = await page.request.get(url);
    assert.equal(response.status(), 200, url);
    if (!response.headers()["content-type"].startsWith("text/html")) continue;
    for (const [, href] of (await response.text()).matchAll(/\shref="([^"]*)"/g)) {
      const target = new URL(href.replaceAll("&amp;", "&"), url);
      target.hash = target.search = "";
      if (target.href.startsWith(site)) queue.push(target.href);
    }
  }
  // The root only leads on.
  return [...found].filter((url) => url.endsWith("/") && url !== site).map((url) => url.slice(site.length));
}

/** Until all that runs in the page has begun to; the theme's button is no such thing, and a lab waits until one comes to it. */
async function islandsAreThere(page) {
  const waiting = '[data-island]:not([data-island="theme"], [data-live="true"]):visible';
  for (const island of await page.locator('[data-island="lab"]:visible').all()) {
    await island.scrollIntoViewIfNeeded();
    await island.locator(".lab:not(.opening)").waitFor({ timeout: 60_000 });
  }
  await page.locator(waiting).first().waitFor({ state: "hidden", timeout: 60_000 });
  await page.evaluate(() => scrollTo(0, 0));
}

test("the front page leads to the reader's language", async (t) => {
  for (const [locale, lang] of [["en-GB", "en"], ["zh-TW", "zh-Hant"], ["zh-CN", "zh-Hant"], ["de-DE", "en"]]) {
    const page = await newPage(t, { locale });
    await page.goto("#kept");
    await page.waitForURL(`**/${lang}/#kept`);
    assert.equal(await page.evaluate(() => document.documentElement.lang), lang);
  }
});

test("a chosen language is remembered", async (t) => {
  const page = await newPage(t, { lang: "en" });
  const frame = await new Frame(page).goto("en/");
  await frame.languageSwitch.click();
  await page.waitForURL("**/zh-Hant/");
  await frame.goto("");
  await page.waitForURL("**/zh-Hant/");
});

test("the language switch stays on the page and at its place", async (t) => {
  const page = await newPage(t);
  const frame = await new Frame(page).goto("en/#causes");
  await frame.languageSwitch.click();
  await page.waitForURL("**/zh-Hant/#causes");
  await frame.languageSwitch.click();
  await page.waitForURL("**/en/#causes");
});

test("the theme button goes round and is remembered", async (t) => {
  const page = await newPage(t);
  const frame = await new Frame(page).goto("en/");
  const themes = [];
  for (let i = 0; i < 3; i++) {
    themes.push(await frame.theme());
    await frame.themeButton.click();
  }
  assert.deepEqual(themes, ["system", "light", "dark"]);
  await frame.themeButton.click();
  await frame.goto("zh-Hant/");
  assert.equal(await frame.theme(), "light");
  assert.match(await frame.themeButton.textContent(), /淺色/);
});

test("all works where storage is refused", async (t) => {
  const page = await newPage(t, { lang: "zh-Hant" });
  await page.addInitScript(() => {
    Object.defineProperty(window, "localStorage", { get: () => { throw new DOMException("refused", "SecurityError"); } });
  });
  const frame = await new Frame(page).goto("");
  await page.waitForURL("**/zh-Hant/");
  await frame.themeButton.click();
  assert.equal(await frame.theme(), "light");
});

test("without JavaScript every page can be read", async (t) => {
  const page = await newPage(t, { javaScriptEnabled: false });
  await page.goto("");
  await page.getByRole("link", { name: "中文" }).click();
  await page.waitForURL("**/zh-Hant/");
  await page.goto("en/workbench/");
  assert.match(await page.getByRole("main").textContent(), /needs JavaScript and WebAssembly/);
});

test("a page without a lab downloads no Wasm", async (t) => {
  const page = await newPage(t);
  const wasm = [];
  page.on("request", (request) => request.url().includes(".wasm") && wasm.push(request.url()));
  await page.goto("en/");
  await page.waitForLoadState("load");
  assert.deepEqual(wasm, []);
});

// Two at a time: an audit keeps one processor busy, and there are a hundred and more.
test("every page, in both themes, from phone to laptop", { concurrency: 2 }, async (t) => {
  const paths = await crawl(await newPage(t));
  assert.ok(paths.includes("en/workbench/") && paths.includes("zh-Hant/workbench/"));
  await Promise.all(paths.flatMap((path) => THEMES.map((theme) =>
    t.test(`${path} ${theme}`, async (t) => {
      const page = await newPage(t, { theme });
      await page.goto(path);
      const lang = path.split("/")[0];
      assert.equal(await page.evaluate(() => document.documentElement.lang), lang);
      assert.equal(await page.locator("h1").count(), 1);
      // A lab is measured when it is there.
      await islandsAreThere(page);
      // A chapter is looked at as it opens, and with all that waits for a guess.
      if (theme === "light") {
        const skip = page.getByRole("button", { name: /^(Show me|直接看)$/ });
        while (await skip.count()) await skip.first().click();
        await islandsAreThere(page);
      }
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        assert.equal(await sideways(page), 0, `scrolls sideways at ${width} px`);
      }
      assert.deepEqual(await audit(page), []);
    }))));
});

test("every cell of every table of runs says what its run came to", async (t) => {
  const page = await newPage(t);
  let tables = 0;
  for (const path of (await crawl(page)).filter((path) => /\/labs\/./.test(path))) {
    await page.goto(path);
    await islandsAreThere(page);
    const cells = await page.locator("[data-run]").evaluateAll((all) => all.map((it) => it.querySelector(".v-once, .v-duplicated, .v-lost, .v-dead_lettered") ? "" : it.dataset.run));
    assert.deepEqual(cells.filter(Boolean), [], path);
    tables += await page.locator(".runs").count();
  }
  assert.ok(tables >= 16, `${tables} tables`);
});

test("a crash is moved along the axis by keyboard, and each custom of acking shows its price", async (t) => {
  const page = await newPage(t);
  await page.goto("en/labs/when-to-ack/");
  const slider = page.getByRole("slider", { name: "The worker dies" });
  const now = page.locator(".along-now");
  await slider.focus();
  await page.keyboard.press("End");
  assert.match(await now.textContent(), /^never/);
  assert.equal(await now.locator(".v-once .sign, .v-once.sign").count(), 4);
  await page.keyboard.press("Home");
  assert.match(await now.textContent(), /^as it arrives/);
  assert.equal(await now.locator(".cell-verdict.v-lost").count(), 2);
  assert.equal(await now.locator(".cell-verdict.v-once").count(), 2);
  await page.keyboard.press("ArrowRight");
  assert.equal(await now.locator(".cell-verdict.v-duplicated").count(), 2);
});

test("a guarantee is chosen before its bill is shown, and a cell opens its run", async (t) => {
  const page = await newPage(t);
  await page.goto("en/labs/which-guarantee/");
  const table = page.getByRole("table", { name: "Ten purchases to be counted" });
  await table.getByRole("button").first().waitFor();
  assert.equal(await table.getByRole("link").count(), 0);
  await table.getByRole("button", { name: "Choose this" }).first().click();
  assert.equal(await table.getByRole("link").count(), 3);
  await table.getByRole("link", { name: /lost/ }).click();
  await page.waitForURL("**/en/workbench/#v=1&compare=true*");
  await page.getByTestId("panel-a").locator('[data-verdict="lost"]').waitFor();
});

test("the front page is a good page where it stays", async (t) => {
  const page = await newPage(t);
  page.expected.push(/ERR_FAILED/);
  await page.route("**/early-*.js", (route) => route.abort());
  await page.goto("");
  assert.deepEqual(await audit(page), []);
});

test("a dead address says so in both languages", async (t) => {
  const page = await newPage(t);
  page.expected.push(/404/);
  const response = await page.goto("en/nothing/here/");
  assert.equal(response.status(), 404);
  for (const lang of LANGUAGES) await page.locator(`section[lang="${lang}"] a`).waitFor();
});

test("after the first visit the site works offline", async (t) => {
  const page = await newPage(t);
  await page.goto("en/");
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.context().setOffline(true);
  for (const path of ["zh-Hant/", "en/"]) {
    await page.goto(path);
    await page.locator("h1").waitFor();
  }
  const bench = await new Workbench(page).open("zh-Hant");
  assert.equal(await bench.a.verdict(), "duplicated");
});
