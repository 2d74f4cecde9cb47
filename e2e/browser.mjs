// What every browser script stands on: Chromium, the sizes and languages to look at, and a watch for what goes
// wrong behind a page's back.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { chromium } from "playwright-core";

export const LANGUAGES = ["en", "zh-Hant"];
export const THEMES = ["light", "dark"];
/** A small phone, a tablet, a laptop. */
export const WIDTHS = [360, 768, 1440];

/** Starts Chromium: Debian's, or the one that CHROMIUM names. */
export function launch(args = []) {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      ...args,
    ],
  });
}

/** Collects everything that goes wrong on a page. */
export function watch(page, origin) {
  const problems = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) problems.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => problems.push(`thrown: ${error.stack ?? error}`));
  page.context().on("request", (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith("http") && url.origin !== origin) problems.push(`left the site: ${url}`);
  });
  page.context().on("response", (response) => {
    if (response.status() >= 400) problems.push(`${response.status()}: ${response.url()}`);
  });
  return problems;
}

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds on the page as it is now: `rule: element`, empty where all is well. */
export async function audit(page) {
  // Through the debugger, which the page's Content-Security-Policy does not bind.
  const debuggee = await page.context().newCDPSession(page);
  const evaluate = async (expression) => {
    const answer = await debuggee.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
    assert.equal(answer.exceptionDetails, undefined);
    return answer.result.value;
  };
  // What is out of sight the browser does not lay out, and then it seems to lie over what follows; and what a bar that
  // sticks lies over just now, one scrolls out from under it.
  await evaluate(`for (const it of document.querySelectorAll("*")) {
    const { contentVisibility, position } = getComputedStyle(it);
    if (contentVisibility === "auto") it.style.contentVisibility = "visible";
    if (position === "sticky") it.style.position = "static";
  }`);
  await evaluate(`${axe}\n;undefined`);
  const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
  const found = await evaluate(
    `axe.run(document, { runOnly: ${JSON.stringify(rules)} }).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map((node) => id + ": " + node.target.join(" ") + " — " + node.failureSummary)))`,
  );
  await debuggee.detach();
  return found;
}

/** How far the page can be scrolled sideways, in pixels; a good page: 0. */
export function sideways(page) {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
