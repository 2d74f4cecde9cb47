// Starts what runs a page's islands, and makes the site work offline.
// Everything that this needs to know stands in the page, so this file is the same for all pages.
const root = document.documentElement;
const site = new URL(root.dataset.base, location.href);

const start = async ({ dataset: { js, wasm } }) => {
  const { default: init } = await import(new URL(js, location.href).href);
  await init({ module_or_path: new URL(wasm, location.href) });
};

for (const app of document.querySelectorAll('meta[name="app"]')) {
  try {
    await start(app);
  } catch (error) {
    console.error(error);
    for (const message of document.querySelectorAll(".island-error")) message.hidden = false;
    root.classList.remove("js");
  }
}

// Console and share dialog are heavy and rare: they come when somebody opens one for the first time, unless the page
// has them already.
const tools = document.querySelector('meta[name="tools"]');
let coming;
const withTools = () => (coming ??= tools && load().catch((error) => {
  coming = undefined;
  throw error;
}));
const load = async () => {
  const sheet = Object.assign(document.createElement("link"), { rel: "stylesheet", href: tools.dataset.css });
  await new Promise((onload, onerror) => document.head.append(Object.assign(sheet, { onload, onerror })));
  await start(tools);
};
addEventListener("click", async ({ target }) => {
  const button = target.closest?.("[data-console], [data-share]");
  if (!button) return;
  try {
    await withTools();
    button.dispatchEvent(new CustomEvent("tools:open", { bubbles: true }));
  } catch (error) {
    console.error(error);
    if (button.nextElementSibling?.role !== "alert") {
      button.after(Object.assign(document.createElement("p"), { role: "alert", textContent: tools.dataset.error }));
    }
  }
});
if (document.querySelector('[data-island="lab"]')) {
  const database = async (...which) => {
    await withTools();
    const lab = await import(new URL(`lab.js?v=${root.dataset.workshopVersion}`, site).href);
    return lab.database(site, ...which);
  };
  globalThis.lab = { database };
}

if ("serviceWorker" in navigator) {
  // Last, when the page has come to rest: filling the cache would take the processor from what the visitor waits for.
  if (document.readyState !== "complete") {
    await new Promise((resolve) => addEventListener("load", resolve, { once: true }));
  }
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  navigator.serviceWorker
    .register(new URL("sw.js", site), { scope: site.pathname, updateViaCache: "none" })
    .catch((error) => console.warn("Works online only:", error.message));
}
