// A static host as simple as any: serves a folder below a path, compressed as hosts do it.
// By hand: node e2e/server.mjs [FOLDER] [PORT] [PATH]

import { createServer } from "node:http";
import { access, readFile, stat } from "node:fs/promises";
import { join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";

export const DIST = fileURLToPath(new URL("../dist", import.meta.url));
/** Deep on purpose: the site must not care where it lies. */
export const SUBFOLDER = "/some/sub/folder/";

const TYPES = {
  html: "text/html; charset=utf-8",
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml",
  wasm: "application/wasm",
  webmanifest: "application/manifest+json",
  png: "image/png",
  toml: "text/plain; charset=utf-8",
};

/** Resolves to `{ url, close }`; `url` ends with the subfolder's slash. */
export async function serve({ folder = DIST, port = 0, path = SUBFOLDER } = {}) {
  await access(join(folder, "index.html")).catch(() => {
    throw new Error(`${folder} holds no site; type: cargo xtask build`);
  });
  const compressed = new Map();
  const compress = (file, body) => {
    if (!compressed.has(file)) {
      const quality = { [constants.BROTLI_PARAM_QUALITY]: 9 };
      compressed.set(file, brotliCompressSync(body, { params: quality }));
    }
    return compressed.get(file);
  };

  const server = createServer(async (request, response) => {
    const answer = (status, headers, body = "") => response.writeHead(status, headers).end(body);
    const { pathname, search } = new URL(request.url, "http://localhost");
    if (!pathname.startsWith(path)) return answer(404, { "content-type": TYPES.html }, "outside of the site");
    let file = join(folder, normalize("/" + decodeURIComponent(pathname.slice(path.length))));
    try {
      if ((await stat(file)).isDirectory()) {
        if (!pathname.endsWith("/")) return answer(301, { location: pathname + "/" + search });
        file = join(file, "index.html");
      }
      const body = await readFile(file);
      const type = TYPES[file.split(".").pop()] ?? "application/octet-stream";
      const headers = { "content-type": type, "cache-control": "max-age=600" };
      const brotli = /\bbr\b/.test(request.headers["accept-encoding"] ?? "") && type !== TYPES.png;
      if (brotli) answer(200, { ...headers, "content-encoding": "br" }, compress(file, body));
      else answer(200, headers, body);
    } catch {
      answer(404, { "content-type": TYPES.html }, await readFile(join(folder, "404.html")).catch(() => ""));
    }
  });
  await new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}${path}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder = DIST, port = 8081, path = SUBFOLDER] = process.argv.slice(2);
  const { url } = await serve({ folder, port: Number(port), path });
  console.log(url);
}
