// The terminal beside its lab: the article's session by its buttons and by pasting, the keyboard, what happens when
// the lab is changed behind its back.

import assert from "node:assert/strict";
import { test } from "node:test";

import { LANGUAGES, WIDTHS, audit, newPage, sideways } from "./lib.mjs";
import { Panel, eventually } from "./pages.mjs";

const WORDS = {
  en: { prompt: /^Command/, run: "Run", put: "Put into the prompt", stop: "Stop", output: "Output", here: "Go on from here", drop: "Drop and go on", back: "One step back", toStart: "To the start" },
  "zh-Hant": { prompt: /^指令/, run: "執行", put: "放進命令列", stop: "停止", output: "輸出", here: "從這裡接著執行", drop: "捨棄並繼續", back: "退一步", toStart: "到開頭" },
};

/** The terminal, as a person uses it. */
class Terminal {
  constructor(page, lang) {
    this.page = page;
    this.words = WORDS[lang];
    this.prompt = page.getByRole("textbox", { name: this.words.prompt });
    this.output = page.getByRole("log", { name: this.words.output });
    this.lab = new Panel(page, "a");
  }

  static async open(t, { lang = "en", fragment = "", ...options } = {}) {
    const page = await newPage(t, { lang, ...options });
    await page.goto(`${lang}/terminal/${fragment}`);
    const terminal = new Terminal(page, lang);
    await page.waitForFunction(() => document.querySelector('[data-island="lab"]')?.dataset.now);
    await page.locator(".so-far dd").first().waitFor({ state: "attached", timeout: 60_000 });
    return terminal;
  }

  blocks() {
    return this.output.getByRole("listitem");
  }

  /** What the newest line printed. */
  async last() {
    return (await this.blocks().last().locator(".printed").textContent()) ?? "";
  }

  /** Does something, waits for the line that comes of it, and gives what that printed. */
  async after(act) {
    const before = await this.blocks().count();
    await act();
    await eventually(async () => (await this.blocks().count()) > before, true);
    const printed = this.blocks().last().locator(".printed");
    return (await printed.count()) ? printed.textContent() : "";
  }

  type(line) {
    return this.after(async () => {
      await this.prompt.fill(line);
      await this.prompt.press("Enter");
    });
  }

  /** The Run button of the nth command of the page, from 1. */
  offered(n, what = this.words.run) {
    return this.page.getByRole("button", { name: `${what} ${n}`, exact: true });
  }

  run(n) {
    return this.after(() => this.offered(n).click());
  }
}

/** What the article's session shows, whichever way it is typed. */
async function session(terminal, run) {
  await run(1);
  assert.match(await run(2), /7f8a0000-0000-0000-0000-000000000001/);
  assert.equal((await run(3)).match(/"handler"/g)?.length, 4);
  assert.match(await run(4), /replayed/);
  assert.equal((await run(5)).match(/"handler"/g)?.length, 4);
  await eventually(() => terminal.lab.count("deliveries"), 2);
  assert.equal(await terminal.lab.count("mails"), 1);
  assert.equal((await run(6)).match(/dedup\.skip/g)?.length >= 4, true);
  await run(7);
  assert.match(await run(8), /^1\s+4\s*$/);
  await eventually(() => terminal.lab.count("orders"), 2);
  assert.equal(await terminal.lab.count("requests"), 3);
  assert.equal(await terminal.lab.verdict(), "once");
}

for (const lang of LANGUAGES) {
  test(`the article's session runs by its buttons, and the lab follows (${lang})`, async (t) => {
    const terminal = await Terminal.open(t, { lang });
    await session(terminal, (n) => terminal.run(n));
    assert.equal(await terminal.page.locator(".offer .tick").filter({ hasText: "✓" }).count(), 8);
  });
}

test("the same session pasted into the prompt, and on from there", async (t) => {
  const terminal = await Terminal.open(t);
  const texts = await terminal.page.locator(".offer pre").allTextContents();
  await session(terminal, (n) => terminal.type(texts[n - 1]));
  for (let n = 9; n <= texts.length; n++) await terminal.type(texts[n - 1]);
  // Two through the naive path, one more with a key; the reused key brought nothing.
  await eventually(() => terminal.lab.count("mails"), 5);
});

test("a line that never ends is stopped with Ctrl+C, and nothing is lost", async (t) => {
  const terminal = await Terminal.open(t);
  await terminal.type("NAME=kept");
  await terminal.prompt.fill("jq -n 'def f: f; f'");
  await terminal.prompt.press("Enter");
  await terminal.page.getByRole("button", { name: terminal.words.stop, exact: true }).waitFor();
  await terminal.after(() => terminal.page.keyboard.press("Control+c"));
  assert.equal(await terminal.type("echo $NAME"), "kept\n");
});

test("everything by keyboard: recall, completion, a way out of the field", async (t) => {
  const terminal = await Terminal.open(t);
  const focused = () => terminal.prompt.evaluate((it) => it === document.activeElement);
  await terminal.type("echo one");
  await terminal.type("echo two");
  await terminal.prompt.press("ArrowUp");
  await terminal.prompt.press("ArrowUp");
  assert.equal(await terminal.prompt.inputValue(), "echo one");
  await terminal.prompt.press("ArrowDown");
  await terminal.prompt.press("ArrowDown");
  assert.equal(await terminal.prompt.inputValue(), "");
  // Nothing to complete: Tab goes on, and comes back.
  await terminal.prompt.press("Tab");
  assert.equal(await focused(), false);
  await terminal.page.keyboard.press("Shift+Tab");
  assert.equal(await focused(), true);
  await terminal.prompt.pressSequentially("sqli");
  await terminal.prompt.press("Tab");
  await eventually(() => terminal.prompt.inputValue(), "sqlite3 ");
  assert.equal(await focused(), true);
  await terminal.prompt.press("Escape");
  await terminal.prompt.press("Tab");
  assert.equal(await focused(), false, "Escape, then Tab leaves");
  // An open quote waits for its end.
  await terminal.prompt.fill("echo 'a");
  await terminal.prompt.press("Enter");
  await eventually(() => terminal.prompt.inputValue(), "echo 'a\n");
  await terminal.prompt.press("End");
  assert.equal(
    await terminal.after(async () => {
      await terminal.page.keyboard.type("b'");
      await terminal.prompt.press("Enter");
    }),
    "a\nb\n",
  );
  await terminal.prompt.press("Control+l");
  await eventually(() => terminal.blocks().count(), 0);
});

test("what is changed in the lab is told, and a lab that stands back says so", async (t) => {
  const terminal = await Terminal.open(t);
  const { page, words } = terminal;
  await terminal.type("sleep 1");
  await terminal.run(2);
  await terminal.type("sleep 2");
  await terminal.run(4);
  await page.getByRole("button", { name: words.toStart, exact: true }).click();
  const here = page.getByRole("button", { name: words.here });
  await here.click();
  await page.getByText(/This drops 2 commands/).waitFor();
  // Behind the terminal's back: the history goes back by one command.
  await page.goto(new URL(page.url()).pathname + "#v=1&client.intents=0&consumer.dedup=check_run_mark");
  await terminal.output.getByText(/no longer part of this run/).waitFor();
  await page.goBack();
  await here.click();
  await page.getByRole("button", { name: words.drop }).click();
  await eventually(() => terminal.lab.count("requests"), 0);
  await here.waitFor({ state: "hidden" });
  await terminal.run(2);
  await eventually(() => terminal.lab.count("orders"), 1);
});

test("the link holds what was typed", async (t) => {
  const terminal = await Terminal.open(t);
  await terminal.run(2);
  await eventually(() => terminal.lab.count("orders"), 1);
  const again = await Terminal.open(t, { fragment: new URL(terminal.page.url()).hash });
  await eventually(() => again.lab.count("orders"), 1);
  assert.equal((await again.run(3)).match(/"handler"/g)?.length, 4);
});

for (const lang of LANGUAGES) {
  for (const width of WIDTHS) {
    test(`the terminal's page is accessible and fits (${lang}, ${width} px)`, async (t) => {
      const terminal = await Terminal.open(t, { lang, width });
      await terminal.run(2);
      await terminal.type("nonsense");
      assert.deepEqual(await audit(terminal.page), []);
      assert.equal(await sideways(terminal.page), 0);
    });
  }
}
