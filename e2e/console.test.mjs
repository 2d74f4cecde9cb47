// The console: a panel's databases asked with SQL at the step that the lab shows.

import assert from "node:assert/strict";
import { test } from "node:test";

import { LANGUAGES, audit, newPage, sideways } from "./lib.mjs";
import { Workbench, eventually } from "./pages.mjs";

const WORDS = {
  en: { open: "Ask with SQL", query: "Query", run: "Run", close: "Close", doIt: "Do it here", producer: /producer/, consumer: /consumer/, again: "Run again", change: "Change the schema", noHandler: "A key without the handler", before: "As it was before", file: "As a file", download: /^Download/ },
  "zh-Hant": { open: "用 SQL 查", query: "查詢", run: "執行", close: "關閉", doIt: "在這裡執行", producer: /producer/, consumer: /consumer/, again: "再執行一次", change: "改改 schema", noHandler: "主鍵不含 handler", before: "恢復原狀", file: "檔案", download: /^下載/ },
};

/** The console of a panel. */
class Console {
  constructor(bench, lang, letter) {
    this.bench = bench;
    this.page = bench.page;
    this.words = WORDS[lang];
    this.letter = letter;
    this.root = this.page.getByRole("dialog", { name: /^SQL/ });
    this.query = this.root.getByRole("textbox", { name: this.words.query });
  }

  static async open(t, { lang = "en", letter = "b", fragment = "", ...options } = {}) {
    const page = await newPage(t, { lang, ...options });
    const bench = await new Workbench(page).open(lang, fragment);
    const console = new Console(bench, lang, letter);
    await console.opener().click();
    await console.root.waitFor({ timeout: 60_000 });
    return console;
  }

  opener() {
    return this.page.getByTestId(`panel-${this.letter}`).getByRole("button", { name: this.words.open });
  }

  button(name) {
    return this.root.getByRole("button", { name: this.words[name], exact: typeof this.words[name] === "string" });
  }

  on(name) {
    return this.root.getByRole("radio", { name: this.words[name] }).check();
  }

  async ask(sql) {
    await this.query.fill(sql);
    await this.query.press("Control+Enter");
  }

  /** The cells of the first result. */
  cells() {
    return this.root.locator(".rows-box tbody td").allTextContents();
  }

  gives(expected) {
    return eventually(() => this.cells(), expected);
  }
}

for (const lang of LANGUAGES) {
  test(`a panel's databases answer at the step that the lab shows (${lang})`, async (t) => {
    const console = await Console.open(t, { lang });
    await console.ask("SELECT count(*) FROM emails_sent");
    await console.gives(["2"]);
    await console.on("producer");
    await console.ask("SELECT count(*) FROM orders; SELECT NULL, 'a', x'00ff', 1.5");
    await console.gives(["1", "NULL", "a", "X'00ff'", "1.5"]);
    // Before the cursor goes back: what then lies ahead is faint on purpose.
    assert.deepEqual(await audit(console.page), []);
    // It follows the cursor.
    await console.bench.scrubTo(0);
    await console.gives(["0", "NULL", "a", "X'00ff'", "1.5"]);
    await console.button("close").click();
    await eventually(() => console.opener().evaluate((it) => it === document.activeElement), true);
  });
}

test("an error stands with its place, and a name is completed", async (t) => {
  const console = await Console.open(t);
  await console.ask("SELECT 1;\nSELECT nowhere FROM emails_sent");
  await console.root.getByRole("alert").filter({ hasText: "no such column: nowhere" }).waitFor();
  await console.query.fill("");
  await console.query.pressSequentially("SELECT count(*) FROM emai");
  await console.root.getByRole("option", { name: "emails_sent" }).waitFor();
  await console.query.press("Tab");
  assert.equal(await console.query.inputValue(), "SELECT count(*) FROM emails_sent");
  await console.query.press("Tab");
  assert.equal(await console.query.evaluate((it) => it === document.activeElement), false, "no trap");
});

test("a write says what it would change, and is done in the run when it is told to", async (t) => {
  const console = await Console.open(t);
  const { bench } = console;
  await bench.b.shows([1, 1, 2, 2, "duplicated"]);
  await bench.scrubTo(0);
  await console.ask("DELETE FROM stock");
  await console.root.getByText(/This would change \d+ row/).first().waitFor();
  await console.button("doIt").click();
  await eventually(async () => /do=sql/.test(bench.page.url()), true);
  await eventually(() => bench.place(), 1);
  await console.ask("SELECT count(*) FROM stock");
  await console.gives(["0"]);
  const long = `DELETE FROM stock WHERE item IN (${Array(600).fill("'x'").join()})`;
  await console.ask(long);
  await console.root.getByRole("alert").filter({ hasText: "2048" }).waitFor();
});

test("another schema shows what it does, and goes back", async (t) => {
  const console = await Console.open(t, { fragment: "#v=1&a.client.clicks=2&consumer.dedup=one_transaction" });
  const { bench } = console;
  await console.root.getByText(console.words.change).click();
  await console.button("noHandler").click();
  await eventually(() => bench.b.verdict(), "lost");
  await console.button("before").click();
  await eventually(() => bench.b.verdict(), "once");
});

test("a database is taken away as a file and opened again", async (t) => {
  const console = await Console.open(t);
  await console.root.locator("summary").filter({ hasText: console.words.file }).last().click();
  const [download] = await Promise.all([console.page.waitForEvent("download"), console.button("download").click()]);
  assert.match(download.suggestedFilename(), /^consumer-step-\d+\.sqlite$/);
  await console.root.locator("#console-file").setInputFiles(await download.path());
  await console.ask("SELECT count(*) FROM emails_sent");
  await console.gives(["2"]);
  await console.root.locator("#console-file").setInputFiles({ name: "large.sqlite", mimeType: "application/octet-stream", buffer: Buffer.alloc(9 * 1024 * 1024) }, { timeout: 60_000 });
  await console.root.getByRole("alert").filter({ hasText: "8 MB" }).waitFor();
});

test("the browser's own console gets a database with sql.js' API", async (t) => {
  const page = await newPage(t);
  await new Workbench(page).open();
  const rows = await page.evaluate(async () => {
    const db = await window.lab.database("consumer", "b");
    return db.exec("SELECT count(*) FROM emails_sent")[0].values;
  });
  assert.deepEqual(rows, [[2]]);
});

test("a phone has the console on the whole screen", async (t) => {
  const console = await Console.open(t, { width: 360, letter: "a" });
  await console.ask("SELECT * FROM processed_events");
  assert.equal(await sideways(console.page), 0);
  assert.deepEqual(await audit(console.page), []);
  await console.page.keyboard.press("Escape");
  await console.root.waitFor({ state: "hidden" });
});
