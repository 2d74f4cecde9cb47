// Starts what runs a page's islands, and makes the site work offline.
// Everything that this needs to know stands in the page, so this file is the same for all pages.
const root = document.documentElement;
const site = new URL(root.dataset.base, location.href);

for (const app of document.querySelectorAll('meta[name="app"]')) {
  try {
    const { default: init } = await import(new URL(app.dataset.js, location.href).href);
    await init({ module_or_path: new URL(app.dataset.wasm, location.href) });
  } catch (error) {
    console.error(error);
    for (const message of document.querySelectorAll(".island-error")) message.hidden = false;
  }
}

if ("serviceWorker" in navigator) {
  // Last, so that filling the cache does not compete with what the page itself needs.
  if (document.readyState !== "complete") {
    await new Promise((resolve) => addEventListener("load", resolve, { once: true }));
  }
  navigator.serviceWorker
    .register(new URL("sw.js", site), { scope: site.pathname, updateViaCache: "none" })
    .catch((error) => console.warn("Works online only:", error.message));
}
