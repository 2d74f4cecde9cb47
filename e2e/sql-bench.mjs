// The engine in Chromium, and the pipeline's statements through sql.js and `sql/sql.js` in the same browser. `cargo bench` writes
// what is run here: the same purchases as a question to the engine, and as the bare statements.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const MADE = (name) => fileURLToPath(new URL(`../target/bench/${name}`, import.meta.url));
const ROUNDS = 5;

export async function measure(browser, site) {
  let question, answer, work;
  try {
    [question, answer] = ["question.bin", "answer.bin"].map((name) => [...readFileSync(MADE(name))]);
    work = JSON.parse(readFileSync(MADE("statements.json"), "utf8"));
  } catch {
    console.log("\nSQL in Chromium: run `cargo bench` first, it writes what is measured here");
    return;
  }
  const engine = await inEngine(browser, site, question, answer);
  if (!engine) {
    console.log("\nSQL in Chromium: the engine does not answer as it did natively; run `cargo bench` again, both must be of one build");
    return;
  }
  const peer = await inSqlJs(browser, site, work);
  const own = await inSqlJs(browser, site, work, `${site.url}sql/sql.js`);
  const [statements, events] = [work.statements.length, work.intents];
  const rate = (n, ms) => Math.round((n / ms) * 1000).toLocaleString("en");
  console.log(`\n${events} purchases, one transaction per handler: ${statements} statements (medians of ${ROUNDS})`);
  console.log(`  engine in its worker, simulation included: ${engine.toFixed(1)} ms, ${rate(events, engine)} events a second`);
  console.log(`  sql.js, the bare statements:               ${peer.toFixed(1)} ms, ${rate(events, peer)} events a second`);
  console.log(`  sql/sql.js, the same:                      ${own.toFixed(1)} ms, ${rate(events, own)} events a second`);
  console.log(`  sql.js / engine = ${(peer / engine).toFixed(2)} (budget: at least 3)`);
}

const median = (times) => times.sort((a, b) => a - b)[times.length >> 1];

/** Milliseconds for one run of the plan (the question asks for ten); nothing where the answer is another. */
async function inEngine(browser, site, question, answer) {
  const context = await browser.newContext({ baseURL: site.url, serviceWorkers: "block" });
  const page = await context.newPage();
  await page.goto("en/workbench/");
  const times = await page.evaluate(
    async ([bytes, expected, rounds]) => {
      const { base, engine, engineVersion } = document.documentElement.dataset;
      const url = new URL(`${base}${engine}?v=${engineVersion}`, document.baseURI);
      const worker = new Worker(url, { type: "module" });
      const next = () => new Promise((resolve) => worker.addEventListener("message", resolve, { once: true }));
      await next();
      const times = [];
      for (let i = 0; i <= rounds; i++) {
        const start = performance.now();
        worker.postMessage(new Uint8Array(bytes));
        const { data } = await next();
        const took = (performance.now() - start) / 10;
        if (data.length !== expected.length || expected.some((byte, at) => data[at] !== byte)) return [];
        if (i > 0) times.push(took);
      }
      worker.terminate();
      return times;
    },
    [question, answer, ROUNDS],
  );
  await context.close();
  return median(times);
}

/** Milliseconds for the statements of one run, prepared once, on databases of their own; by sql.js, or by this module. */
async function inSqlJs(browser, site, work, module) {
  const require = createRequire(import.meta.url);
  const wasm = readFileSync(require.resolve("sql.js/dist/sql-wasm.wasm")).toString("base64");
  const context = await browser.newContext({ baseURL: site.url, serviceWorkers: "block", bypassCSP: true });
  const page = await context.newPage();
  await page.goto("404.html");
  await page.addScriptTag({ path: require.resolve("sql.js/dist/sql-wasm.js") });
  const times = await page.evaluate(
    async ([base64, { creates, statements }, rounds, module]) => {
      const wasmBinary = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
      const SQL = await (module ? (await import(module)).default() : initSqlJs({ wasmBinary }));
      const times = [];
      for (let i = 0; i <= rounds; i++) {
        const databases = { producer: new SQL.Database(), consumer: new SQL.Database() };
        for (const create of creates) for (const db of Object.values(databases)) {
          if (!create.includes("REFERENCES") || db === databases.producer) db.run(create);
        }
        databases.consumer.run("INSERT INTO stock SELECT char(64 + value), 100 FROM (WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 26) SELECT value FROM n)");
        const prepared = new Map();
        const start = performance.now();
        for (const [database, sql, values] of statements) {
          const key = database + sql;
          let statement = prepared.get(key);
          if (!statement) prepared.set(key, (statement = databases[database].prepare(sql)));
          statement.bind(values);
          while (statement.step()) statement.get();
          statement.reset();
        }
        if (i > 0) times.push(performance.now() - start);
        for (const db of Object.values(databases)) db.close();
      }
      return times;
    },
    [wasm, work, ROUNDS, module],
  );
  await context.close();
  return median(times);
}
