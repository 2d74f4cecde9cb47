// The databases of the page's first lab, for the browser's own console: `await lab.database("producer", "b")`.
// Loaded when that is called for the first time (see boot.js); the tools have the bytes.
export async function database(site, on = "producer", panel = "a") {
  const bytes = await new Promise((resolve, reject) => {
    const detail = { on, panel, resolve, reject: (why) => reject(new Error(why)) };
    document.dispatchEvent(new CustomEvent("console:file", { detail }));
  });
  const { default: initSqlJs } = await import(new URL("sql/sql.js", site).href);
  const SQL = await initSqlJs();
  return new SQL.Database(bytes);
}
