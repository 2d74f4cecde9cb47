// Offline after the first visit. `cargo xtask pages` writes the two constants of the release build; in
// development the list stays empty, and this worker then only clears what an earlier build has left.
//
// Pages come from the network first, so a new deployment is seen at once; everything else comes from the
// cache first. They cannot be mixed up: a page names its scripts, styles and engine by content hash, and
// an old page keeps its old files, because a new worker waits until no old page is open.
const VERSION = "";
const FILES = [];

const scope = new URL(self.registration.scope);
const PREFIX = `effectively-once:${scope.pathname}:`;
const CACHE = PREFIX + VERSION;
const PATIENCE_MS = 4000;

self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(CACHE);
    // `no-cache`: ask the server, never an HTTP cache that may still hold the last deployment.
    await cache.addAll(FILES.map((file) => new Request(new URL(file, scope), { cache: "no-cache" })));
  })());
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith(PREFIX) && name !== CACHE) await caches.delete(name);
    }
  })());
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  const ours = url.origin === scope.origin && url.pathname.startsWith(scope.pathname);
  if (FILES.length === 0 || event.request.method !== "GET" || !ours) return;
  event.respondWith(event.request.mode === "navigate" ? page(event.request, url) : asset(event.request));
});

async function asset(request) {
  const cache = await caches.open(CACHE);
  // The content hash is in the path; a version in the query says the same again.
  return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
}

async function page(request, url) {
  try {
    return await fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) });
  } catch (error) {
    const cache = await caches.open(CACHE);
    const folder = url.origin + url.pathname.replace(/index\.html$/, "");
    const kept = await cache.match(folder);
    if (kept) return kept;
    // What a static host does with a folder's name without its slash.
    if (await cache.match(folder + "/")) return Response.redirect(folder + "/" + url.search);
    throw error;
  }
}
