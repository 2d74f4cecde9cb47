// Page objects: what a person does and sees, by role and name; test ids only for values (DESIGN, "What others
// may rely on").

import assert from "node:assert/strict";

/** The frame that every page has. */
export class Frame {
  constructor(page) {
    this.page = page;
    this.themeButton = page.getByRole("button", { name: /^(Theme|主題)/ });
    this.languageSwitch = page.getByRole("banner").getByRole("link", { name: /^(English|中文)$/ });
  }

  async goto(path) {
    await this.page.goto(path);
    return this;
  }

  theme() {
    return this.page.evaluate(() => document.documentElement.dataset.theme ?? "system");
  }
}

const WORDS = {
  en: {
    layer1: /^Layer 1/,
    layer2: /^Layer 2/,
    none: "no key",
    per_click: "a key per click",
    per_intent: "a key per intent",
    off: "off",
    check_run_mark: "check, run, mark",
    one_transaction: "one tx, mark first",
    toStart: "To the start",
    back: "One step back",
    play: "Play",
    step: "One step",
    toEnd: "To the end",
    scrubber: "Step of the run",
    allSettings: "All settings",
    share: "Share",
    close: "Close",
    load: "Open a link",
    open: "Open",
    trace: "Trace as text · A",
  },
  "zh-Hant": {
    layer1: /^第 1 層/,
    layer2: /^第 2 層/,
    none: "沒有 key",
    per_click: "每點一下換一個 key",
    per_intent: "一個 intent 一個 key",
    off: "關",
    check_run_mark: "先查、再做、最後標記",
    one_transaction: "同一個交易，先標記",
    toStart: "到開頭",
    back: "退一步",
    play: "播放",
    step: "走一步",
    toEnd: "到結尾",
    scrubber: "目前步驟",
    allSettings: "全部設定",
    share: "分享",
    close: "關閉",
    load: "打開連結",
    open: "打開",
    trace: "文字版 trace · A",
  },
};

/** Waits until `read` gives what is expected, and says what it gave if it never does. */
export async function eventually(read, expected) {
  const wanted = JSON.stringify(expected);
  let got;
  for (let i = 0; i < 100; i++) {
    got = JSON.stringify(await read().catch((error) => String(error)));
    if (got === wanted) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.equal(got, wanted);
}

/** One of the two panels of a lab. */
export class Panel {
  constructor(page, letter) {
    this.page = page;
    this.root = page.getByTestId(`panel-${letter}`);
  }

  /** A counter's value: intents, requests, orders, charges, deliveries, mails. */
  async count(name) {
    return Number(await this.root.getByTestId(`count-${name}`).textContent());
  }

  verdict() {
    return this.root.getByTestId("verdict").getAttribute("data-verdict");
  }

  /** Waits for these orders, charges, deliveries, mails and this verdict. */
  async shows(expected) {
    const names = ["orders", "charges", "deliveries", "mails"];
    await eventually(async () => [...(await Promise.all(names.map((n) => this.count(n)))), await this.verdict()], expected);
  }

  /** The step number of the first row in the diagram whose name matches. */
  async rowNumber(name) {
    const rows = this.root.getByRole("list").getByRole("button", { name });
    const said = await rows.first().getAttribute("aria-label");
    return Number(/\d+/.exec(said)[0]);
  }

  /** Presses the decision of the current step whose name matches. */
  async decide(name) {
    await this.root.locator(".choices").getByRole("button", { name }).first().click();
  }
}

/** The workbench; its controls are found by role and name, in the page's language. */
export class Workbench extends Frame {
  constructor(page) {
    super(page);
    this.a = new Panel(page, "a");
    this.b = new Panel(page, "b");
  }

  async open(lang = "en", fragment = "") {
    this.words = WORDS[lang];
    await this.goto(`${lang}/workbench/${fragment}`);
    await this.ready();
    return this;
  }

  /** Both panels have a run. */
  async ready() {
    await this.page.waitForFunction(
      () => [...document.querySelectorAll('[data-testid="count-intents"]')].filter((it) => it.textContent).length === 2,
    );
  }

  button(name) {
    return this.page.getByRole("button", { name: this.words[name], exact: true });
  }

  async choose(group, word) {
    await this.page.getByRole("group", { name: this.words[group] }).first().getByRole("radio", { name: this.words[word], exact: true }).check();
  }

  layer1(word) {
    return this.choose("layer1", word);
  }

  layer2(word) {
    return this.choose("layer2", word);
  }

  scrubber() {
    return this.page.getByRole("slider", { name: this.words.scrubber });
  }

  async place() {
    return Number(await this.scrubber().inputValue());
  }

  placeIs(step) {
    return eventually(() => this.place(), step);
  }

  async scrubTo(step) {
    await this.scrubber().fill(String(step));
    await this.placeIs(step);
  }

  async toEnd() {
    if (await this.button("toEnd").isEnabled()) await this.button("toEnd").click();
  }

  /** Does what makes another run, and waits until it is there (it is longer or shorter than the one before). */
  async forking(act) {
    const before = await this.scrubber().getAttribute("max");
    await act();
    await eventually(async () => (await this.scrubber().getAttribute("max")) !== before, true);
  }

  cell(index) {
    return this.page.locator(".matrix").getByRole("button").nth(index);
  }

  /** The texts of the matrix's cells, once all are computed. */
  async cells() {
    const cells = this.page.locator(".matrix").getByRole("button").filter({ hasText: /\d/ });
    await eventually(() => cells.count(), 8);
    return cells.allTextContents();
  }

  async settings() {
    await this.button("allSettings").click();
  }

  loadBox() {
    return this.page.getByRole("dialog").getByLabel(this.words.load);
  }

  /** Pastes a text into the share dialog and opens it. */
  async paste(text) {
    await this.button("share").click();
    await this.loadBox().fill(text);
    await this.page.getByRole("dialog").getByRole("button", { name: this.words.open, exact: true }).click();
  }

  /** Opens a link, and gives the trace of A that the page then shows as text. */
  async traceOf(link) {
    await this.paste(link);
    await this.page.getByRole("dialog").waitFor({ state: "hidden" });
    await this.button("share").click();
    const dialog = this.page.getByRole("dialog");
    const box = dialog.getByRole("textbox", { name: this.words.trace });
    let trace = "";
    // The run arrives a moment after the link: wait until the text stands still.
    for (let last = null; trace !== last || !trace; await new Promise((r) => setTimeout(r, 120))) {
      last = trace;
      trace = await box.inputValue();
    }
    await dialog.getByRole("button", { name: this.words.close, exact: true }).click();
    return trace;
  }
}
