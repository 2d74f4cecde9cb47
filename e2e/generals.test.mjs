// The board of the two generals, played by role and name, with the keyboard.

import assert from "node:assert/strict";
import { test } from "node:test";

import { newPage } from "./lib.mjs";
import { eventually } from "./pages.mjs";

/** The board, as a person uses it. */
class Board {
  constructor(page) {
    this.page = page;
    this.sentence = page.locator("[aria-live].say");
  }

  async open() {
    await this.page.goto("en/labs/two-generals/");
    await this.lose(1).waitFor();
    return this;
  }

  lose(i) {
    return this.page.getByRole("button", { name: `lose ${i}`, exact: true });
  }

  button(name) {
    return this.page.getByRole("button", { name, exact: true });
  }

  comesTo(result) {
    return eventually(() => this.page.getByTestId("result").locator("span").last().textContent(), result);
  }

  async knows(side, text) {
    const [known] = await this.page.getByTestId(`knows-${side}`).locator("p").allTextContents();
    assert.equal(known, text);
  }
}

test("two generals lose their acks one by one, by keyboard, and a broker finds the way out", async (t) => {
  const page = await newPage(t);
  const board = await new Board(page).open();
  await board.comesTo("both attack");
  await board.knows("a", "A knows that B knows that A knows that B knows the hour.");

  await board.lose(4).focus();
  await page.keyboard.press("Space");
  await board.comesTo("B attacks alone");
  assert.equal(await board.lose(4).getAttribute("aria-pressed"), "true");
  assert.ok(await board.lose(4).evaluate((it) => it === document.activeElement), "the focus stays");
  await board.knows("a", "A knows that B knows the hour.");
  assert.match(await board.sentence.textContent(), /^No\. 4, the last one, is lost\./);

  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await board.comesTo("nobody attacks");
  assert.ok(await board.lose(4).isDisabled(), "it is never sent");

  // Left out, one after the other, down to the first.
  await board.button("Leave out the last one").focus();
  for (const [left, result] of [[3, "A attacks alone"], [2, "both attack"], [1, "both attack"], [1, "both attack"]]) {
    await page.keyboard.press("Enter");
    await board.comesTo(result);
    assert.equal(await page.getByRole("button", { name: /^lose \d$/ }).count(), left);
  }

  // The same board, read otherwise: one lost delivery, then one lost ack.
  assert.equal(await page.getByRole("heading", { name: "The way out" }).count(), 1);
  await page.getByRole("radio", { name: "two generals" }).focus();
  await page.keyboard.press("ArrowRight");
  await board.comesTo("processed, then forgotten");
  assert.equal(await page.getByRole("heading", { name: "The way out" }).count(), 2);
  await board.lose(1).press("Enter");
  await board.comesTo("lost");
  await board.button("One more ack").press("Enter");
  await board.lose(1).press("Enter");
  await board.lose(2).press("Enter");
  await board.comesTo("processed, will come again");
  const out = page.getByRole("listitem").filter({ hasText: "not inserted: skip" });
  assert.equal(await out.count(), 1);
  assert.match(await page.getByRole("link", { name: "Run it in the workbench" }).getAttribute("href"), /workbench\/#.*fault=ack_lost/);
});

test("without JavaScript the two generals are a drawing and a table", async (t) => {
  const page = await newPage(t, { javaScriptEnabled: false });
  await page.goto("en/labs/two-generals/");
  await page.getByRole("img", { name: /^Four messengers/ }).waitFor();
  assert.equal(await page.getByRole("cell", { name: "A knows that B knows the hour.", exact: true }).count(), 2);
});
