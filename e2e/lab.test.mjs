// The lab, as a person uses it: by role and name, on the release build, below a deep path.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { LANGUAGES, THEMES, WIDTHS, audit, newPage, sideways } from "./lib.mjs";
import { Workbench, eventually } from "./pages.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

const open = async (t, { lang = "en", fragment = "", ...options } = {}) =>
  new Workbench(await newPage(t, { lang, ...options })).open(lang, fragment);

/** What the issue's table says: orders, charges, deliveries, mails, verdict of A and of B. */
const TABLE = [
  ["none", "off", [2, 2, 2, 2, "duplicated"], [1, 1, 2, 2, "duplicated"]],
  ["per_click", "off", [2, 2, 2, 2, "duplicated"], [1, 1, 2, 2, "duplicated"]],
  ["per_intent", "off", [1, 1, 1, 1, "once"], [1, 1, 2, 2, "duplicated"]],
  ["none", "check_run_mark", [2, 2, 2, 2, "duplicated"], [1, 1, 2, 1, "once"]],
  ["per_intent", "check_run_mark", [1, 1, 1, 1, "once"], [1, 1, 2, 1, "once"]],
];

for (const lang of LANGUAGES) {
  test(`both panels show the counts of every layer combination (${lang})`, async (t) => {
    const bench = await open(t, { lang });
    for (const [key, dedup, a, b] of TABLE) {
      await bench.layer1(key);
      await bench.layer2(dedup);
      await bench.a.shows(a);
      await bench.b.shows(b);
      assert.equal(await bench.a.count("intents"), 1);
      assert.equal(await bench.a.count("requests"), 2);
      assert.equal(await bench.b.count("requests"), 1);
    }
  });
}

test("the matrix holds the eight runs, and a cell opens its run", async (t) => {
  const bench = await open(t);
  const cells = await bench.cells();
  assert.deepEqual(
    cells.map((text) => /doubled|once/.exec(text)[0]),
    ["doubled", "once", "doubled", "once", "doubled", "doubled", "once", "once"],
  );
  await bench.cell(6).click();
  await bench.b.shows([1, 1, 2, 1, "once"]);
  await bench.a.shows([2, 2, 2, 2, "duplicated"]);
});

test("step, back and scrub move both panels and undo nothing", async (t) => {
  const bench = await open(t);
  const end = await bench.place();
  await bench.button("toStart").click();
  assert.equal(await bench.a.count("requests"), 0);
  assert.equal(await bench.a.verdict(), "pending");
  await bench.button("step").click();
  assert.equal(await bench.place(), 1);
  assert.equal(await bench.a.count("requests"), 1);
  await bench.button("step").click();
  await bench.button("back").click();
  assert.equal(await bench.place(), 1);
  await bench.scrubTo(end);
  await bench.a.shows([2, 2, 2, 2, "duplicated"]);
  await bench.b.shows([1, 1, 2, 2, "duplicated"]);
});

test("play runs to the end by itself", async (t) => {
  const bench = await open(t);
  const end = await bench.place();
  await bench.scrubTo(end - 2);
  await bench.button("play").click();
  await bench.page.waitForFunction((n) => document.querySelector('.player input[type="range"]').value === String(n), end);
});

test("crashing a worker in the past forks the run, and the link keeps it", async (t) => {
  const bench = await open(t, { fragment: "#v=1&client.key=per_intent&a.client.clicks=2" });
  await bench.b.shows([1, 1, 1, 1, "once"]);
  const step = await bench.b.rowNumber(/mail|Mail/);
  await bench.scrubTo(step + 1);
  await bench.forking(() => bench.b.decide(/crash|die|kill/i));
  assert.ok((await bench.place()) <= step + 1, "the cursor stays where the decision was made");
  await bench.toEnd();
  await bench.b.shows([1, 1, 2, 2, "duplicated"]);
  await bench.a.shows([1, 1, 1, 1, "once"]);
  // At the end the link names no step.
  await bench.page.waitForURL((url) => /b\.do=worker_crash/.test(url.hash) && !/step=/.test(url.hash));
  await bench.page.reload();
  await bench.b.shows([1, 1, 2, 2, "duplicated"]);
});

test("losing an ack by hand redelivers", async (t) => {
  const bench = await open(t, { fragment: "#v=1&consumer.dedup=check_run_mark" });
  const step = await bench.b.rowNumber(/\back\b/);
  await bench.scrubTo(step);
  await bench.forking(() => bench.b.decide(/lose|lost/i));
  await bench.toEnd();
  await bench.b.shows([1, 1, 2, 1, "once"]);
});

test("a link restores the exact step; back goes back; reload stays", async (t) => {
  const bench = await open(t);
  await bench.layer1("per_intent");
  await bench.a.shows([1, 1, 1, 1, "once"]);
  await bench.layer2("check_run_mark");
  await bench.b.shows([1, 1, 2, 1, "once"]);
  await bench.scrubTo(7);
  await bench.page.waitForURL(/step=7/);
  const link = bench.page.url();
  await bench.page.reload();
  await bench.b.root.waitFor();
  await bench.placeIs(7);
  await bench.page.goBack();
  await bench.toEnd();
  await bench.b.shows([1, 1, 2, 2, "duplicated"]);

  const other = await open(t, { lang: "zh-Hant", fragment: new URL(link).hash });
  await other.placeIs(7);
  await other.button("toEnd").click();
  await other.b.shows([1, 1, 2, 1, "once"]);
});

test("a wrong link says what is wrong and the lab opens as usual", async (t) => {
  for (const [lang, said] of [["en", /client\.clicks.*1.*5/], ["zh-Hant", /client\.clicks.*1.*5/]]) {
    const bench = await open(t, { lang, fragment: "#v=1&client.clicks=99" });
    await bench.a.shows([2, 2, 2, 2, "duplicated"]);
    const alert = bench.page.getByRole("alert").first();
    assert.match(await alert.textContent(), said);
    assert.match(await alert.getByRole("textbox").inputValue(), /client\.clicks=99/);
  }
});

test("an engine that is killed is replaced, at the same step", async (t) => {
  const bench = await open(t);
  await bench.scrubTo(9);
  await bench.page.waitForURL(/step=9/);
  for (const worker of bench.page.workers()) await worker.evaluate(() => self.close()).catch(() => {});
  await bench.layer2("check_run_mark");
  await bench.page.getByRole("status").filter({ hasText: /started again/ }).waitFor({ timeout: 15_000 });
  await bench.placeIs(9);
  await bench.toEnd();
  await bench.b.shows([1, 1, 2, 1, "once"]);
});

test("an engine that hangs is replaced, at the same step", async (t) => {
  const bench = await open(t);
  await bench.scrubTo(9);
  for (const worker of bench.page.workers()) {
    worker.evaluate(() => setTimeout(() => { for (;;); })).catch(() => {});
  }
  await bench.layer1("per_intent");
  await bench.page.getByRole("status").filter({ hasText: /started again/ }).waitFor({ timeout: 20_000 });
  await bench.placeIs(9);
});

test("the whole flow by keyboard alone", async (t) => {
  const bench = await open(t);
  const { page } = bench;
  const focused = () => page.evaluate(() => {
    const it = document.activeElement;
    return it.getAttribute("aria-label") || it.closest("label")?.textContent || it.textContent || "";
  });
  const tabTo = async (name) => {
    for (let i = 0; i < 200; i++) {
      await page.keyboard.press("Tab");
      if (name.test(await focused())) return;
    }
    assert.fail(`Tab never reaches ${name}`);
  };
  await tabTo(/no key|a key per/);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await bench.a.shows([1, 1, 1, 1, "once"]);
  await tabTo(/^off$/);
  await page.keyboard.press("ArrowRight");
  await bench.b.shows([1, 1, 2, 1, "once"]);
  await tabTo(/To the start/);
  await page.keyboard.press("Enter");
  await bench.placeIs(0);
  await tabTo(/Step of the run/);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await bench.placeIs(2);
  await page.keyboard.press("End");
  await bench.b.shows([1, 1, 2, 1, "once"]);
});

test("the focus stays with what was decided, and a decision taken back leaves nothing", async (t) => {
  const bench = await open(t);
  const { page } = bench;
  const focused = () => page.evaluate(() => document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent);
  const ack = page.getByTestId("panel-a").getByRole("button", { name: /^step \d+ .*basic\.ack$/ }).first();
  const step = /^step \d+/.exec(await ack.getAttribute("aria-label"))[0];
  const decide = async (what) => {
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    assert.equal(await focused(), "Decide here");
    await page.keyboard.press("Enter");
    await eventually(focused, what);
    await page.keyboard.press("Enter");
    await eventually(async () => /^step \d+/.exec(await focused())?.[0], step);
  };
  await ack.focus();
  await decide("lose this ack");
  await eventually(async () => / lost$/.test(await focused()), true);
  const inForce = page.getByRole("group", { name: "In force" });
  await inForce.getByText(/ack is lost/).waitFor();
  await decide("let this ack through");
  await eventually(() => inForce.getByText(/ack/).count(), 0);
  // Escape leads back to what opened the menu.
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await eventually(focused, "lose this ack");
  await page.keyboard.press("Escape");
  await eventually(focused, "Decide here");
  // What closes the settings is their own button, and that is where one is then.
  await bench.button("allSettings").focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Close", exact: true }).focus();
  await page.keyboard.press("Enter");
  await eventually(focused, "All settings");
});

test("a panel whose story has gone is not called after it any more", async (t) => {
  const bench = await open(t);
  const { page } = bench;
  await page.getByRole("region", { name: "A · The double submit" }).waitFor();
  await page.getByRole("button", { name: /^Remove: A Clicks per purchase/ }).click();
  await page.getByRole("region", { name: "A · The run" }).waitFor();
  await page.getByRole("rowheader", { name: "A · The run" }).waitFor();
  await page.getByRole("region", { name: "B · The redelivery" }).waitFor();
});

test("scenarios' traces in Chromium are the native ones, byte for byte", async (t) => {
  const bench = await open(t);
  const simulate = `${process.env.CARGO_TARGET_DIR ?? `${ROOT}target`}/debug/simulate`;
  // Every third, in the order of their names: each costs a second, and each kind has several.
  const files = readdirSync(`${ROOT}scenarios`).filter((name) => name.endsWith(".toml")).sort().filter((_, i) => i % 3 === 0);
  assert.ok(files.length >= 60);
  for (const name of files) {
    const natively = (...words) => execFileSync(simulate, [...words, `${ROOT}scenarios/${name}`], { encoding: "utf8" });
    const trace = await bench.traceOf(natively("--link"));
    const native = natively();
    assert.ok(trace.length > 100 && native.startsWith(trace), `${name}\n${trace}`);
  }
});

test("each of the six reasons brings B's message again by one click, and layer 2 holds", async (t) => {
  const bench = await open(t);
  await bench.page.getByRole("button", { name: "Why it comes again" }).click();
  const reasons = bench.page.getByRole("region", { name: "Why it comes again" }).getByRole("button", { name: /show in B/ });
  assert.equal(await reasons.count(), 6);
  for (let n = 0; n < 6; n++) {
    await reasons.nth(n).click();
    await eventually(async () => (await reasons.nth(n).getAttribute("aria-pressed")) === "true", true);
    await eventually(async () => (await bench.b.count("deliveries")) >= 2 && (await bench.b.verdict()) === "duplicated", true);
    await bench.layer2("one_transaction");
    await eventually(async () => (await bench.b.count("deliveries")) >= 2 && (await bench.b.verdict()), "once");
    await bench.layer2("off");
  }
});

test("choosing Kafka brings the log, its rules and its words", async (t) => {
  const bench = await open(t);
  await bench.settings();
  await bench.page.getByRole("combobox", { name: "Broker" }).selectOption("kafka");
  await bench.b.root.getByRole("region", { name: /^The log/ }).getByText(/partition 0/).waitFor();
  await bench.page.getByText(/max\.poll\.interval\.ms/).first().waitFor();
  assert.match(await bench.page.getByRole("group", { name: "In force" }).textContent(), /Kafka/);
});

test("what is not a link is refused in place, and nothing is lost", async (t) => {
  const bench = await open(t);
  for (const [wrong, said] of [["version = 1\n[client]\nclicks = 2\n", /simulate/], ["#v=1&client.click=2", /client\.click/]]) {
    await bench.paste(wrong);
    assert.match(await bench.page.getByRole("dialog").getByRole("alert").textContent(), said);
    assert.equal(await bench.loadBox().inputValue(), wrong);
    await bench.page.keyboard.press("Escape");
  }
});

test("the same story under two settings: the parting step is marked", async (t) => {
  const bench = await open(t, { fragment: "#v=1&compare=true&fault=worker_crash;gap:before_ack&b.consumer.dedup=check_run_mark" });
  await bench.a.shows([1, 1, 2, 2, "duplicated"]);
  await bench.b.shows([1, 1, 2, 1, "once"]);
  await bench.page.getByRole("button", { name: /Here they part/ }).click();
  assert.ok((await bench.place()) > 5);
});

for (const lang of LANGUAGES) {
  for (const theme of THEMES) {
    test(`the workbench is accessible and never scrolls sideways (${lang}, ${theme})`, async (t) => {
      for (const width of WIDTHS) {
        const bench = await open(t, { lang, theme, width });
        await bench.ready();
        assert.equal(await sideways(bench.page), 0, `${width} px`);
        assert.deepEqual(await audit(bench.page), [], `${width} px`);
        if (width !== 768) {
          await bench.settings();
          // So tall that the player, which sticks to the bottom, lies over none of the settings.
          await bench.page.setViewportSize({ width, height: 8_000 });
          assert.equal(await sideways(bench.page), 0, `${width} px with all settings`);
          assert.deepEqual(await audit(bench.page), [], `${width} px with all settings`);
        }
      }
    });
  }
}

test("on a phone both verdicts stay in sight while one mechanism is shown", async (t) => {
  const bench = await open(t, { width: 360, hasTouch: true });
  await bench.ready();
  const tabs = bench.page.getByRole("tab");
  assert.equal(await tabs.count(), 2);
  assert.match(await tabs.nth(0).textContent(), /doubled/);
  await tabs.nth(1).tap();
  assert.ok(await bench.b.root.isVisible());
  assert.ok(!(await bench.a.root.isVisible()));
});
