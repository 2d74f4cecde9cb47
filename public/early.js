// What must happen before the first paint, on every page and without Wasm: the stored theme, the theme
// button, the remembered language. Everything works when storage throws; then nothing is remembered.
(() => {
  "use strict";
  const root = document.documentElement;
  // One origin may hold several sites in different folders: keys carry this site's path.
  const site = new URL(root.dataset.base, location.href).pathname;
  const key = (name) => `effectively-once:${site}:${name}`;
  const load = (name) => {
    try { return localStorage.getItem(key(name)); } catch { return null; }
  };
  const store = (name, value) => {
    try { localStorage.setItem(key(name), value); } catch { /* not remembered */ }
  };

  // What waits for the reader's word is hidden only where something can hear it (see `learn.css`).
  if ("noModule" in HTMLScriptElement.prototype && typeof WebAssembly === "object") root.classList.add("js");

  // The front page of all languages leads on to the reader's own.
  if (root.dataset.choose) {
    const choices = root.dataset.choose.split(" ");
    const known = (tag) => choices.find((lang) => lang.split("-")[0] === tag.toLowerCase().split("-")[0]);
    const stored = load("language");
    const language = choices.includes(stored) ? stored : navigator.languages.map(known).find(Boolean) ?? choices[0];
    location.replace(`${language}/${location.search}${location.hash}`);
  }

  // Search engines want these addresses whole, and a site that works in any folder learns its host only here,
  // unless it was built for one (SITE_URL).
  for (const link of document.querySelectorAll("link[hreflang]")) link.href = link.href;

  const themes = ["system", "light", "dark"];
  const marks = { system: "◐", light: "○", dark: "●" };
  let theme = themes.includes(load("theme")) ? load("theme") : "system";
  const apply = () => {
    if (theme === "system") delete root.dataset.theme;
    else root.dataset.theme = theme;
  };
  apply();

  // Where the reader was: what has been answered is open, and what was there is as high as it was, before the browser
  // goes back to its place.
  const heights = `heights:${location.pathname}`;
  const islands = () => [...document.querySelectorAll(".island")];
  addEventListener("pagehide", () => {
    try { sessionStorage.setItem(key(heights), islands().map((it) => it.offsetHeight).join(" ")); } catch { /* not kept */ }
  });
  document.addEventListener("DOMContentLoaded", () => {
    const slug = document.querySelector("[data-chapter]")?.dataset.chapter;
    const said = slug && load("learn")?.split(" ").find((it) => it.startsWith(`${slug};`));
    for (const gate of said ? document.querySelectorAll(".gated") : []) {
      gate.classList.toggle("open", said.includes(`;said:${gate.dataset.gate}:`));
    }
    if (["reload", "back_forward"].includes(performance.getEntriesByType("navigation")[0]?.type)) {
      let kept = [];
      try { kept = sessionStorage.getItem(key(heights))?.split(" ") ?? []; } catch { /* not kept */ }
      islands().forEach((it, i) => {
        if (kept[i] > 0) it.style.minBlockSize = `${kept[i]}px`;
      });
    }
  });
  addEventListener("beforeprint", () => {
    for (const answers of document.querySelectorAll(".answers")) answers.open = true;
  });

  document.addEventListener("DOMContentLoaded", () => {
    const island = document.querySelector('[data-island="theme"]');
    if (island) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "theme-button";
      const mark = document.createElement("span");
      mark.className = "theme-mark";
      mark.setAttribute("aria-hidden", "true");
      const text = document.createElement("span");
      text.className = "theme-text";
      button.append(mark, text);
      const show = () => {
        mark.textContent = marks[theme];
        text.textContent = `${island.dataset.label}${island.dataset[theme]}`;
      };
      button.addEventListener("click", () => {
        theme = themes[(themes.indexOf(theme) + 1) % themes.length];
        store("theme", theme);
        apply();
        show();
      });
      show();
      island.append(button);
    }

    // A term's meaning goes away with Escape; where nothing hovers, a first tap shows it and a second one follows it.
    let shown;
    document.addEventListener("keydown", ({ key }) => {
      if (key === "Escape") root.classList.add("no-tips");
    });
    for (const event of ["pointermove", "focusin"]) {
      document.addEventListener(event, () => root.classList.remove("no-tips"), { passive: true });
    }
    document.addEventListener("click", (event) => {
      const term = event.target.closest?.(".term > a");
      if (term && term !== shown && matchMedia("(hover: none)").matches) event.preventDefault();
      shown = term;
    });

    // The same page in the other language, at the same place: a lab keeps its run in the fragment.
    const other = document.getElementById("language-switch");
    other?.addEventListener("click", () => {
      store("language", other.hreflang);
      other.hash = location.hash;
    });
  });
})();
