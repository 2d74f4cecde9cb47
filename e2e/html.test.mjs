// Every page in dist/ as it is written, before any script has run: valid HTML, and no address that leads nowhere.
// Needs no browser.

import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { HtmlValidate, StaticConfigLoader } from "html-validate";

import { LANGUAGES } from "./browser.mjs";
import { DIST } from "./server.mjs";

const validator = new HtmlValidate(
  new StaticConfigLoader({
    extends: ["html-validate:recommended", "html-validate:document"],
    rules: {
      // The site works in any folder of any host.
      "allowed-links": ["error", { allowAbsolute: false }],
      // One of the two had to be chosen.
      "doctype-style": ["error", { style: "lowercase" }],
      "no-style-tag": "error",
      "no-unknown-elements": "error",
      // What is ours has no hash, as a wrong one in a cached page would leave it blank (Trunk.toml); nothing is
      // anybody else's.
      "require-sri": ["error", { target: "crossorigin" }],
      "valid-id": ["error", { relaxed: false }],
    },
  }),
);

/** All files of the site, with forward slashes. */
async function files() {
  const entries = await readdir(DIST, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, path, name }) => join(parentPath ?? path, name));
  return paths.map((path) => path.slice(DIST.length + 1).replaceAll("\\", "/"));
}

const read = (file) => readFile(join(DIST, file), "utf8");

/** The values of these attributes (an alternation), as a browser understands them. */
function values(html, names) {
  const found = [...html.matchAll(new RegExp(`\\s(?:${names})="([^"]*)"`, "g"))].map(([, value]) => value);
  return found.map((value) => value.replaceAll("&quot;", '"').replaceAll("&amp;", "&"));
}

test("every page is valid HTML", async () => {
  const pages = (await files()).filter((file) => file.endsWith(".html"));
  for (const lang of LANGUAGES) assert.ok(pages.includes(`${lang}/index.html`), lang);
  const wrong = [];
  for (const page of pages) {
    const { results } = await validator.validateString(await read(page), page);
    for (const { line, column, ruleId, message } of results.flatMap((result) => result.messages)) {
      wrong.push(`${page}:${line}:${column}: ${message} (${ruleId})`);
    }
  }
  assert.deepEqual(wrong, []);
});

test("every address of the site's own leads to a file, and to a place in it", async () => {
  const all = new Set(await files());
  const pages = new Map();
  // The page for a dead address is shown at any depth: only the host knows what it links to.
  for (const page of all) if (page.endsWith(".html") && page !== "404.html") pages.set(page, await read(page));
  const ids = new Map([...pages].map(([page, html]) => [page, new Set(values(html, "id"))]));
  const site = "http://site.example/some/folder/";
  const dead = [];
  for (const [page, html] of pages) {
    const pictures = values(html, "content").filter((content) => content.endsWith(".png"));
    for (const address of [...values(html, "href|src|data-js|data-wasm|data-css"), ...pictures]) {
      const url = new URL(address, new URL(page, site));
      const isOurs = url.host === new URL(site).host;
      if (!isOurs) continue;
      const path = decodeURIComponent(url.pathname).slice(new URL(site).pathname.length);
      const file = path === "" || path.endsWith("/") ? `${path}index.html` : path;
      const place = decodeURIComponent(url.hash.slice(1));
      // A run is no place: the lab opens it.
      const isThere = place === "" || place.startsWith("v=") || ids.get(file)?.has(place);
      if (!url.href.startsWith(site) || !all.has(file) || !isThere) dead.push(`${page}: ${address}`);
    }
  }
  assert.deepEqual(dead, []);
});
