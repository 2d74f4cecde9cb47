// Page objects: what a person does and sees, by role and name; test ids only for values (DESIGN, "What others
// may rely on").

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

/** One of the two panels of a lab. */
export class Panel {
  constructor(page, letter) {
    this.root = page.getByTestId(`panel-${letter}`);
  }

  /** A counter's value: intents, requests, orders, charges, deliveries, mails. */
  async count(name) {
    return Number(await this.root.getByTestId(`count-${name}`).textContent());
  }

  verdict() {
    return this.root.getByTestId("verdict").getAttribute("data-verdict");
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
    await this.goto(`${lang}/workbench/${fragment}`);
    await this.a.root.waitFor();
    return this;
  }
}
