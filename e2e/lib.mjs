// What every browser test stands on: the built site below a deep path, one browser for a file of tests, and
// pages that fail their test for anything that went wrong behind its back.

import assert from "node:assert/strict";
import { after } from "node:test";

import { launch, watch } from "./browser.mjs";
import { serve } from "./server.mjs";

export * from "./browser.mjs";

const LOCALES = { en: "en-US", "zh-Hant": "zh-TW" };
const HEIGHTS = { 360: 780, 768: 1024, 1440: 900 };

let shared;
/** The site and the browser of this test file; closed when the file ends. */
export function stage() {
  shared ??= Promise.all([serve(), launch()]).then(([site, browser]) => ({ site, browser }));
  return shared;
}
after(async () => {
  if (!shared) return;
  const { site, browser } = await shared;
  await browser.close();
  await site.close();
});

/**
 * A page of its own context, closed with the test `t`. The test fails if the page logs an error or a warning,
 * throws, asks another host for anything, or gets an answer of 400 or above that the test did not announce in
 * `page.expected` (an array of regular expressions).
 */
export async function newPage(t, { lang = "en", theme = "light", width = 1440, ...context } = {}) {
  const { site, browser } = await stage();
  const own = await browser.newContext({
    baseURL: site.url,
    locale: LOCALES[lang] ?? lang,
    colorScheme: theme,
    viewport: { width, height: HEIGHTS[width] ?? 900 },
    ...context,
  });
  const page = await own.newPage();
  const problems = watch(page, new URL(site.url).origin);
  page.expected = [];
  page.setDefaultTimeout(10_000);
  t.after(async () => {
    await own.close();
    assert.deepEqual(problems.filter((problem) => !page.expected.some((it) => it.test(problem))), []);
  });
  return page;
}
