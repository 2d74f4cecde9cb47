// The tutorial as a learner meets it: a wrong guess, the run that refutes it, goals, the next day; and what teachers
// take out of a lab.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { LANGUAGES, audit, newPage, sideways } from "./lib.mjs";
import { Panel, eventually } from "./pages.mjs";

const WORDS = {
  en: {
    begin: "Begin with chapter 1", goOn: "Go on where you were", number: "Your number", commit: "That is my guess",
    again: "Guess again", skip: "Show me", wrong: /^Not so\. The run says: 1/, right: /^Right: Two mails/, refuted: "See it in a run",
    twoMails: "Two mails", oneMail: /^One mail/, perIntent: "a key per intent", off: "off", loseAck: /^lose this ack/, reached: "reached",
    done: "done", open: "in progress", forget: "Forget my progress", share: "Share", lesson: "For a lesson",
    task: "A task that stands above the lab", locked: "Put settings and faults away", presented: /As a presentation/,
    link: "Permalink", unlock: "Show the controls", leave: "End the presentation", mermaid: "Mermaid · B", close: "Close",
    toEnd: "To the end", layer1: /^Layer 1/, layer2: /^Layer 2/,
  },
  "zh-Hant": {
    begin: "從第 1 章開始", goOn: "從上次的地方繼續", number: "你猜幾", commit: "就猜這個",
    again: "重猜一次", skip: "直接看", wrong: /^不是。跑出來是：1/, right: /^猜對了：兩封信/, refuted: "用一個 run 看看",
    twoMails: "兩封信", oneMail: /^一封信/, perIntent: "一個 intent 一個 key", off: "關", loseAck: /^弄丟這個 ack/, reached: "達成",
    done: "讀完了", open: "讀到一半", forget: "清除我的進度", share: "分享", lesson: "教學用連結",
    toEnd: "到結尾", layer1: /^第 1 層/, layer2: /^第 2 層/,
  },
};

/** A chapter, as a person reads it. */
class Chapter {
  constructor(page, lang) {
    this.page = page;
    this.words = WORDS[lang];
  }

  static async open(t, slug, { lang = "en", ...options } = {}) {
    const page = await newPage(t, { lang, ...options });
    await page.goto(`${lang}/learn/${slug}/`);
    const chapter = new Chapter(page, lang);
    await chapter.isThere();
    return chapter;
  }

  isThere() {
    const waiting = '[data-island="learn"]:not([data-live="true"])';
    return this.page.waitForFunction((waiting) => !document.querySelector(waiting), waiting, { timeout: 60_000 });
  }

  /** Comes to the nth lab, which then begins. */
  async comeTo(n) {
    await this.lab(n).scrollIntoViewIfNeeded();
    await this.lab(n).locator(".lab:not(.opening)").waitFor({ timeout: 60_000 });
  }

  /** The nth prediction, from 1. */
  prediction(n) {
    return this.page.locator("[data-predict]").nth(n - 1);
  }

  /** The nth lab, from 1. */
  lab(n) {
    return this.page.locator('[data-island="lab"]').nth(n - 1);
  }

  /** A panel of the nth lab. */
  panel(n, letter) {
    return Object.assign(new Panel(this.page, letter), { root: this.lab(n).getByTestId(`panel-${letter}`) });
  }

  button(name, within = this.page) {
    return within.getByRole("button", { name, exact: typeof name === "string" });
  }
}

for (const lang of LANGUAGES) {
  test(`chapter 1 to its end, and the next day (${lang})`, async (t) => {
    const page = await newPage(t, { lang });
    const words = WORDS[lang];
    await page.goto(`${lang}/`);
    await page.getByRole("main").locator(".call").click();
    await page.getByRole("link", { name: words.begin }).click();
    const chapter = new Chapter(page, lang);
    await chapter.isThere();

    // A wrong guess is told which misunderstanding it is, and shown the run that refutes it. Nothing ran before.
    const first = chapter.prediction(1);
    assert.equal(await chapter.lab(1).isVisible(), false);
    await first.getByLabel(words.number).fill("2");
    await chapter.button(words.commit, first).click();
    await first.getByText(words.wrong).waitFor();
    assert.match(await first.getByRole("link", { name: words.refuted }).getAttribute("href"), /workbench\/#v=1&/);
    await chapter.comeTo(1);
    await chapter.panel(1, "b").shows([1, 1, 2, 2, "duplicated"]);

    // A second guess, wrong at first, then right.
    const second = chapter.prediction(2);
    await second.getByRole("radio", { name: words.oneMail }).check();
    await chapter.button(words.commit, second).click();
    assert.equal(await second.locator(".says.here").count(), 2);
    // What lies behind the guess comes before what is right.
    assert.match(await second.locator(".says").first().getAttribute("class"), /\bown\b/);
    await chapter.button(words.again, second).click();
    await second.getByRole("radio", { name: words.twoMails }).check();
    await chapter.button(words.commit, second).click();
    await second.getByText(words.right).waitFor();

    // Both goals, by the lab's own controls.
    const goals = page.locator(".goals li");
    const lab = chapter.lab(2);
    await chapter.comeTo(2);
    await lab.getByRole("group", { name: words.layer1 }).getByRole("radio", { name: words.perIntent }).check();
    await goals.nth(0).getByText(words.reached).waitFor();
    await lab.getByRole("group", { name: words.layer2 }).getByRole("radio", { name: words.off, exact: true }).check();
    const b = chapter.panel(2, "b");
    await b.shows([1, 1, 2, 2, "duplicated"]);
    await b.root.getByRole("list").getByRole("button", { name: /basic\.ack/ }).last().click();
    await b.decide(words.loseAck);
    await goals.nth(1).getByText(words.reached).waitFor();
    // It is reached by what the run comes to; the panel has not gone there yet.
    await lab.getByRole("button", { name: words.toEnd, exact: true }).click();
    await eventually(() => b.count("mails"), 3);

    // All is answered and reached, so the chapter is done; and it still is tomorrow.
    await page.locator(".finish").getByText(words.done, { exact: true }).waitFor();
    const tomorrow = await page.context().newPage();
    await tomorrow.goto(`${lang}/learn/`);
    await tomorrow.getByRole("listitem").first().getByText(words.done).waitFor();
    await tomorrow.getByRole("link", { name: words.goOn }).click();
    await tomorrow.locator(".goals li.done").nth(1).waitFor();
    await tomorrow.getByText(words.right).waitFor();
    await tomorrow.goto(`${lang}/learn/`);
    await chapter.button(words.forget, tomorrow).click();
    await tomorrow.getByRole("link", { name: words.begin }).waitFor();
    assert.equal(await tomorrow.getByRole("listitem").first().getByText(words.done).isVisible(), false);
  });
}

test("without JavaScript a chapter is whole, and so it is on paper", async (t) => {
  const plain = await newPage(t, { javaScriptEnabled: false });
  plain.expected = [/was preloaded using link preload/];
  await plain.goto("en/learn/two-mails/");
  assert.equal(await plain.locator(".gated").first().isVisible(), true);
  await plain.getByText("What the run says").first().click();
  await plain.getByText(/it saw one request/).first().waitFor();
  assert.equal(await plain.getByRole("button", { name: "That is my guess" }).count(), 0);
  const { page } = await Chapter.open(t, "two-mails");
  const chapter = new Chapter(page, "en");
  await chapter.button(chapter.words.skip, chapter.prediction(1)).click();
  await chapter.comeTo(1);
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.locator(".gated").nth(1).isVisible(), true);
  assert.equal(await page.getByTestId("verdict").first().isVisible(), true);
});

test("a chapter works where storage is refused", async (t) => {
  const page = await newPage(t);
  await page.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage"]) {
      Object.defineProperty(window, name, { get: () => { throw new DOMException("refused", "SecurityError"); } });
    }
  });
  await page.goto("en/learn/two-mails/");
  const chapter = new Chapter(page, "en");
  await chapter.isThere();
  await chapter.button(chapter.words.skip, chapter.prediction(1)).click();
  await chapter.comeTo(1);
  await page.getByText("The run says: 1.", { exact: true }).waitFor();
});

test("a term says what it means, on hover and on focus, and goes away with Escape", async (t) => {
  const { page } = await Chapter.open(t, "two-mails");
  const term = page.getByRole("link", { name: "worker", exact: true }).first();
  const meaning = page.locator(".term", { has: term }).getByRole("tooltip").first();
  assert.equal(await meaning.isVisible(), false);
  await term.hover();
  await meaning.waitFor();
  await page.keyboard.press("Escape");
  await meaning.waitFor({ state: "hidden" });
  await page.mouse.move(0, 0);
  await term.focus();
  await meaning.waitFor();
  assert.deepEqual(await audit(page), []);
  await term.click();
  await page.waitForURL(/\/en\/glossary\/#worker$/);
});

test("the reader's own system: the form sets the lab and says what it comes to", async (t) => {
  const chapter = await Chapter.open(t, "losing-and-doubling");
  const { page, words } = chapter;
  await chapter.button(words.skip).click();
  await chapter.comeTo(2);
  const mails = page.locator('[data-figure="mails"]');
  const before = Number(await mails.textContent());
  await page.getByLabel(/^Failed jobs/).fill("2");
  await page.getByLabel(/^Failed jobs/).blur();
  await eventually(async () => Number(await mails.textContent()), (before / 5) * 2);
  await eventually(() => chapter.panel(2, "a").count("intents"), 2);
  // What is out of range changes nothing, and is told beside its field.
  await page.getByLabel(/^Failed jobs/).fill("2000");
  await page.getByLabel(/^Failed jobs/).blur();
  await page.getByText("A whole number from 1 to 20").waitFor();
  await page.getByLabel(/^Before the handler runs/).selectOption("one_transaction");
  assert.equal(await chapter.panel(2, "a").count("intents"), 2);
  await page.getByLabel(/^Failed jobs/).fill("3");
  await page.getByLabel(/^Failed jobs/).blur();
  await eventually(async () => Number(await mails.textContent()), 3);
});

test("a step of the text is shown in the lab above it, and back leads to where one was", async (t) => {
  const chapter = await Chapter.open(t, "two-mails");
  const { page, words } = chapter;
  await chapter.button(words.skip, chapter.prediction(1)).click();
  await chapter.comeTo(1);
  await page.getByRole("link", { name: /^step \d+$/ }).first().click();
  await eventually(() => chapter.lab(1).getAttribute("data-now").then((now) => /&step=\d+/.test(now)), true);
  assert.match(page.url(), /\/en\/learn\/two-mails\/$/);
  const heading = page.getByRole("heading", { name: "Side by side" });
  await heading.scrollIntoViewIfNeeded();
  await heading.evaluate((it) => scrollTo(0, it.getBoundingClientRect().top + scrollY - 200));
  const before = await heading.evaluate((it) => it.getBoundingClientRect().top);
  await page.goto("en/glossary/");
  await page.goBack();
  await chapter.isThere();
  await chapter.lab(1).locator(".lab:not(.opening)").waitFor();
  await eventually(() => heading.evaluate((it, was) => Math.abs(it.getBoundingClientRect().top - was) < 300, before), true);
});

test("a run that the text names opens alone", async (t) => {
  const page = await newPage(t);
  await page.goto("en/workbench/#v=1&fault=worker_crash;gap:before_ack&step=18&alone=true");
  await page.getByRole("heading", { name: "The run" }).waitFor();
  await eventually(() => page.getByTestId("panel-a").getByTestId("count-mails").textContent(), "2");
  assert.equal(await page.getByTestId("panel-b").isVisible(), false);
  // Whoever compares it sees both.
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  await page.locator(".choose-story").getByRole("button").first().click();
  await page.getByTestId("panel-b").waitFor();
});

test("on a phone a run alone is in sight, whichever tab was chosen before", async (t) => {
  const page = await newPage(t, { width: 360 });
  await page.goto("en/workbench/");
  await page.getByRole("tab").nth(1).click();
  await page.getByTestId("panel-b").waitFor();
  await page.evaluate(() => { location.hash = "v=1&fault=worker_crash;gap:before_ack&alone=true"; });
  await page.getByTestId("panel-a").waitFor();
  assert.equal(await page.getByTestId("panel-b").isVisible(), false);
});

test("a lab in a chapter is passed by one press", async (t) => {
  const chapter = await Chapter.open(t, "two-mails");
  const { page, words } = chapter;
  await chapter.button(words.skip, chapter.prediction(1)).click();
  await chapter.comeTo(1);
  const past = page.getByRole("link", { name: "Past this lab" }).first();
  await past.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  assert.ok(await page.evaluate(() => {
    const lab = document.querySelector('[data-island="lab"]');
    return lab.compareDocumentPosition(document.activeElement) & Node.DOCUMENT_POSITION_FOLLOWING && !lab.contains(document.activeElement);
  }));
});

test("the commands of a chapter can be read and run, and what is sent to is open", async (t) => {
  const chapter = await Chapter.open(t, "the-demo");
  const { page, words } = chapter;
  await chapter.button(words.skip).first().click();
  const run = page.getByRole("button", { name: /^Run/ }).nth(1);
  await run.waitFor({ timeout: 60_000 });
  const [ink, paper] = await run.evaluate((it) => [getComputedStyle(it).color, getComputedStyle(it).backgroundColor]);
  assert.notEqual(paper, "rgba(0, 0, 0, 0)");
  assert.notEqual(ink, paper);
  // What it prints stands under it: the screen may be out of sight.
  await page.locator(".offer").nth(0).getByRole("button", { name: /^Run/ }).click();
  await page.locator(".offer").nth(0).locator(".came").getByText("Nothing is downloaded").waitFor();
  await page.locator(".offer").nth(1).getByRole("button", { name: /^Run/ }).click();
  await page.locator(".offer").nth(1).locator(".came").getByText('"status":"accepted"').waitFor();
  // The lab begins when one comes near it, with all that was sent before.
  assert.equal(await page.locator("[data-island=lab] .lab").count(), 0);
  await chapter.comeTo(1);
  await eventually(() => chapter.panel(1, "a").count("requests"), 1);
  assert.equal(await page.getByText("no longer part of this run").count(), 0);
  await page.goto("en/learn/two-mails/#layers");
  await page.getByRole("heading", { name: "Which layer stops which" }).waitFor();
});

test("the other language opens with the labs as they stand", async (t) => {
  const chapter = await Chapter.open(t, "two-mails");
  const { page, words } = chapter;
  await chapter.button(words.skip, chapter.prediction(1)).click();
  await chapter.button(words.skip, chapter.prediction(2)).click();
  await chapter.comeTo(2);
  await chapter.lab(2).getByRole("group", { name: words.layer1 }).getByRole("radio", { name: words.perIntent }).check();
  await eventually(() => chapter.panel(2, "a").count("orders"), 1);
  await eventually(() => chapter.lab(2).getAttribute("data-now").then((now) => now.includes("per_intent")), true);
  await chapter.lab(2).getByRole("button", { name: "One step back" }).click();
  const place = () => chapter.lab(2).getByRole("slider").inputValue();
  const step = await place();
  await page.getByRole("banner").getByRole("link", { name: "中文" }).click();
  await page.waitForURL(/zh-Hant\/learn\/two-mails/);
  await chapter.isThere();
  // What was answered in one language is answered in the other.
  await chapter.comeTo(2);
  await eventually(() => chapter.panel(2, "a").count("orders"), 1);
  await eventually(place, step);
});

test("a link for a lesson: a task, the controls put away, a presentation", async (t) => {
  const page = await newPage(t);
  const words = WORDS.en;
  await page.goto("en/workbench/");
  await page.getByRole("button", { name: words.share }).click();
  const dialog = page.getByRole("dialog", { name: words.share });
  await dialog.getByText(words.lesson).click();
  await dialog.getByLabel(words.task).fill("Which layer stops B? <Why> 100 %?");
  await dialog.getByLabel(words.locked).check();
  const link = await dialog.getByLabel(words.link).inputValue();
  assert.match(link, /\/en\/workbench\/#v=1&.*&task=.*&locked=true$/);

  await page.goto("about:blank");
  await page.goto(link);
  await page.getByRole("note").getByText("Which layer stops B? <Why> 100 %?").waitFor();
  await eventually(() => new Panel(page, "b").count("mails"), 2);
  assert.equal(await page.getByRole("radio", { name: words.perIntent }).count(), 0);
  assert.equal(await page.getByRole("button", { name: "All settings" }).count(), 0);
  // Nothing of what is put away leaves its room behind.
  assert.ok((await page.locator(".switches").boundingBox()).height < 120);
  assert.deepEqual(await audit(page), []);
  await page.getByRole("button", { name: words.unlock }).click();
  await page.getByRole("radio", { name: words.perIntent }).waitFor();

  await page.getByRole("button", { name: words.share }).click();
  await dialog.getByLabel(words.presented).check();
  await dialog.getByRole("button", { name: "Show it so" }).click();
  const step = async () => /^step (\d+)/.exec(await page.locator(".place").textContent())?.[1];
  await eventually(step, "0");
  await page.locator(".panel").first().click({ position: { x: 5, y: 5 } });
  await eventually(step, "1");
  await page.keyboard.press("ArrowRight");
  await eventually(step, "2");
  assert.equal(await sideways(page), 0);
  await page.getByRole("button", { name: words.leave }).click();
  await page.getByRole("button", { name: "All settings" }).waitFor();
});

test("a run leaves as SVG, PNG, Mermaid and TOML", async (t) => {
  const page = await newPage(t, { lang: "zh-Hant" });
  await page.goto("zh-Hant/workbench/");
  await page.getByRole("button", { name: "分享" }).click();
  const dialog = page.getByRole("dialog", { name: "分享" });
  await dialog.getByText("把 run 畫成圖").click();
  const mermaid = dialog.getByLabel("Mermaid · B", { exact: true });
  await eventually(() => mermaid.inputValue().then((text) => text.includes("sequenceDiagram")), true);
  assert.match(await mermaid.inputValue(), /\n {4}L\d+->>L\d+: 1\. /);
  const save = async (name) => {
    const [download] = await Promise.all([page.waitForEvent("download"), dialog.getByRole("button", { name, exact: true }).click()]);
    return [download.suggestedFilename(), await readFile(await download.path())];
  };
  const [svgName, svg] = await save("SVG · B");
  assert.equal(svgName, "effectively-once-b.svg");
  assert.match(svg.toString(), /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
  const parsed = await page.evaluate((text) => new DOMParser().parseFromString(text, "image/svg+xml").documentElement.nodeName, svg.toString());
  assert.equal(parsed, "svg");
  const [pngName, png] = await save("PNG · A");
  assert.equal(pngName, "effectively-once-a.png");
  assert.equal(png.subarray(1, 4).toString(), "PNG");
  assert.ok(png.readUInt32BE(16) === 1920 && png.length > 20_000, `${png.length}`);
  const [tomlName, toml] = await save("存成檔案 · TOML · B");
  assert.equal(tomlName, "effectively-once-b.toml");
  assert.match(toml.toString(), /version = 1[\s\S]*\[\[fault\]\]\nat = "worker_crash"/);
});
