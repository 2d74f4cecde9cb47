// `sql/sql.js` against sql.js itself, in one page; and as somebody else would use it.

import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { newPage, stage, watch } from "./lib.mjs";
import { DIST, serve } from "./server.mjs";

/** Where the two differ on purpose or by nature; each must still differ. */
const ACCEPTED = {
  "bind a lone surrogate": "half a character is U+FFFD here, as everywhere on the web; sql.js stores bytes that are no UTF-8",
  "bind a text that starts with a byte order mark": "the mark is kept; sql.js drops it where it reads",
  "bind a long text that starts with a byte order mark": "the same, by sql.js' other way of reading",
  "updateHook and all rows deleted": "the hook sees every row; in sql.js it sees none of a DELETE without WHERE",
  "updateHook that throws: afterwards": "the statement has ended in order; in sql.js it hangs, with its transaction open",
  "journal_mode = wal": "files in memory have no shared memory beside them, so SQLite stays with the rollback journal",
  "compile_options": "another compiler, and what the other entries say",
  "legacy: the last digit": "another library of mathematics, a last digit apart",
  "legacy: folds of large integers": "mode and median of integers beyond 32 bits are right; sql.js cuts them",
};

const require = createRequire(import.meta.url);
const PEER = {
  "sql-wasm.js": ["text/javascript", require.resolve("sql.js/dist/sql-wasm.js")],
  "sql-wasm.wasm": ["application/wasm", require.resolve("sql.js/dist/sql-wasm.wasm")],
  "cases.js": ["text/javascript", fileURLToPath(new URL("sqljs-cases.mjs", import.meta.url))],
};

/** A page whose requests are its own. */
async function unserved(t) {
  const page = await newPage(t, { serviceWorkers: "block" });
  page.expected.push(/Service Worker registration blocked/);
  return page;
}

/** A page of the site, under its Content-Security-Policy, with sql.js in it as `peer` and ours as `own`. */
async function bothIn(t) {
  const page = await unserved(t);
  page.expected.push(/sql\.js: legacy function/);
  await page.route("**/peer/*", (route) => {
    const [contentType, path] = PEER[new URL(route.request().url()).pathname.split("/").at(-1)];
    return route.fulfill({ contentType, path });
  });
  await page.goto("en/");
  const url = (file) => new URL(file, new URL("..", page.url())).href;
  await page.addScriptTag({ url: url("peer/sql-wasm.js") });
  await page.evaluate(
    async ([own, peer]) => {
      window.peer = await window.initSqlJs({ locateFile: (file) => peer + file });
      window.own = await (await import(own)).default();
    },
    [url("sql/sql.js"), url("peer/")],
  );
  return { page, url };
}

test("what sql.js does, in what it returns and in how it fails", async (t) => {
  const { page, url } = await bothIn(t);
  const [theirs, ours] = await page.evaluate(async (cases) => {
    const { answers } = await import(cases);
    return [answers(window.peer), answers(window.own)];
  }, url("peer/cases.js"));
  assert.ok(Object.keys(theirs).length > 300);
  const differ = Object.keys(theirs).filter((name) => theirs[name] !== ours[name]);
  const surprises = differ.filter((name) => !(name in ACCEPTED));
  assert.deepEqual(surprises.map((name) => ({ name, theirs: theirs[name], ours: ours[name] })), []);
  assert.deepEqual(Object.keys(ACCEPTED).filter((name) => !differ.includes(name)), [], "differ no more");
});

test("each opens the other's files, and they are the same", async (t) => {
  const { page } = await bothIn(t);
  const found = await page.evaluate(() => {
    const sql = `CREATE TABLE a (id INTEGER PRIMARY KEY, t TEXT, r REAL, b BLOB);
      CREATE INDEX i ON a (t); CREATE VIEW v AS SELECT t FROM a; CREATE VIRTUAL TABLE f USING fts4(t);
      CREATE TABLE w (k PRIMARY KEY, v) WITHOUT ROWID;
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
        INSERT INTO a SELECT i, 'text ' || i, i / 7.0, zeroblob(i % 50) FROM n;
      INSERT INTO f SELECT t FROM a WHERE id < 50; INSERT INTO w SELECT t, id FROM a WHERE id < 99;
      DELETE FROM a WHERE id % 3 = 0; PRAGMA user_version = 7`;
    const all = "PRAGMA integrity_check; SELECT * FROM sqlite_schema; SELECT id, t, r, hex(b) FROM a; SELECT * FROM w; SELECT * FROM f; PRAGMA user_version";
    const file = (SQL) => new SQL.Database().run(sql).export();
    const read = (SQL, bytes) => JSON.stringify(new SQL.Database(bytes).exec(all));
    const [theirs, ours] = [file(window.peer), file(window.own)];
    return {
      bytes: theirs.length === ours.length && theirs.every((byte, i) => byte === ours[i]),
      contents: [read(window.peer, ours), read(window.own, theirs), read(window.own, ours)].map((it) => it === read(window.peer, theirs)),
      length: read(window.own, ours).length > 100_000,
    };
  });
  assert.deepEqual(found, { bytes: true, contents: [true, true, true], length: true });
});

test("somebody else's page needs the folder alone, and may say where the binary is", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "sql-elsewhere-"));
  t.after(() => rmSync(folder, { recursive: true }));
  cpSync(join(DIST, "sql"), join(folder, "lib"), { recursive: true });
  const script = (config, sql) => `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>waiting</title>
    <script type="module">
      import initSqlJs, { initSqlJs as named } from "./lib/sql.js";
      const SQL = await initSqlJs(${config});
      const again = (await named()) === SQL;
      const db = new SQL.Database();
      let answer;
      try { answer = db.exec("${sql}")[0].values[0][0]; } catch (error) { answer = error.message; }
      document.title = JSON.stringify([answer, again, Object.keys(SQL)]);
    </script>`;
  writeFileSync(join(folder, "index.html"), script("", "SELECT 'here'"));
  writeFileSync(join(folder, "located.html"), script('{ locateFile: (file, folder) => folder + "../lib/" + file }', "SELECT log(100) < 4.7"));
  writeFileSync(join(folder, "bytes.html"), script('{ wasmBinary: await (await fetch("lib/sqlite_bg.wasm")).arrayBuffer() }', "SELECT 'bytes'"));
  writeFileSync(join(folder, "native.html"), script("{ useOldExtensionFunctions: false }", "SELECT log(100) || reverse('x')"));

  const { browser } = await stage();
  const site = await serve({ folder });
  t.after(() => site.close());
  const context = await browser.newContext({ baseURL: site.url });
  t.after(() => context.close());
  const title = async (file) => {
    const page = await context.newPage();
    const problems = watch(page, new URL(site.url).origin);
    await page.goto(file);
    await page.waitForFunction(() => document.title !== "waiting");
    assert.deepEqual(problems, []);
    return JSON.parse(await page.title());
  };
  assert.deepEqual(await title("index.html"), ["here", true, ["Database", "Statement"]]);
  assert.deepEqual(await title("located.html"), [1, true, ["Database", "Statement"]]);
  assert.deepEqual(await title("bytes.html"), ["bytes", true, ["Database", "Statement"]]);
  assert.equal((await title("native.html"))[0], "no such function: reverse");
});

test("a binary that cannot be had is told, and asked for again", async (t) => {
  const page = await unserved(t);
  page.expected.push(/404/, /WebAssembly/);
  await page.goto("en/");
  const told = await page.evaluate(async (own) => {
    const { initSqlJs } = await import(own);
    const first = await initSqlJs({ locateFile: () => "./nowhere.wasm" }).then(() => "loaded", () => "refused");
    const second = await initSqlJs().then((SQL) => new SQL.Database().exec("SELECT 7")[0].values[0][0]);
    return [first, second];
  }, new URL("sql/sql.js", new URL("..", page.url())).href);
  assert.deepEqual(told, ["refused", 7]);
});

test("it is kept for offline use, and no page of the site loads it", async (t) => {
  const kept = readFileSync(join(DIST, "sw.js"), "utf8");
  for (const file of ["sql/sql.js", "sql/sqlite.js", "sql/sqlite_bg.wasm"]) assert.ok(kept.includes(`"${file}"`), file);
  const page = await unserved(t);
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto("en/workbench/");
  await page.getByTestId("panel-a").getByTestId("verdict").waitFor();
  assert.deepEqual(asked.filter((url) => url.includes("/sql/")), []);
});
