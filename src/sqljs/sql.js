/**
 * SQLite in the page, with the API of sql.js 1.16 (https://sql.js.org/documentation/): what is written for sql.js
 * runs here, gets the same values and meets the same failures. On the site it is `sql/sql.js`, beside the two files
 * that it loads; all three work from any folder of any host.
 *
 *     import initSqlJs from "./sql/sql.js";
 *     const SQL = await initSqlJs();
 *     const db = new SQL.Database();
 *     db.run("CREATE TABLE t (a, b); INSERT INTO t VALUES (1, 'one')");
 *     console.log(db.exec("SELECT * FROM t WHERE a = ?", [1])); // [{ columns: ["a", "b"], values: [[1, "one"]] }]
 *
 * Everything but `initSqlJs` is synchronous. A database lives in memory until it is closed; `export` makes a file
 * of it, `new SQL.Database(bytes)` opens one.
 *
 * @module
 */

/**
 * What a column holds or a parameter takes: NULL, INTEGER or REAL, TEXT, BLOB. A bigint is bound as text; it is
 * returned, for an INTEGER, where the configuration says `{ useBigInt: true }`.
 * @typedef {null | number | bigint | string | Uint8Array} SqlValue
 */

/**
 * Values for a statement's parameters: in their order, or by their names with the `:`, `@` or `$`. Names that the
 * statement does not have are ignored, parameters that are not named are NULL.
 * @typedef {SqlValue[] | Record<string, SqlValue>} BindParams
 */

/** @typedef {{ useBigInt?: boolean }} ReadConfig */

/** @typedef {{ columns: string[], values: SqlValue[][] }} QueryExecResult */

/** Which build's files belong together, so that no cache mixes two. `cargo xtask pages` fills it in. */
const BUILD = "";
const BINARY = "sqlite_bg.wasm";

/** What the binary exports. */
let core;
/** Whether new databases get the functions that sql.js adds to SQLite's. */
let legacy = true;
let loading;

/**
 * Loads SQLite, once: every further call gets the same answer, whatever its configuration.
 *
 * @param {object} [config]
 * @param {(file: string, folder: string) => string} [config.locateFile] Where to find the binary, if not beside
 *   this script; it is asked for `sqlite_bg.wasm`.
 * @param {BufferSource | WebAssembly.Module} [config.wasmBinary] The binary itself.
 * @param {boolean} [config.useOldExtensionFunctions] `false`: only SQLite's own functions in new databases.
 * @returns {Promise<{ Database: typeof Database, Statement: typeof Statement }>}
 */
export function initSqlJs(config) {
  loading ??= load(config ?? {}).catch((error) => {
    loading = undefined; // a network that is back deserves another try
    throw error;
  });
  return loading;
}

export default initSqlJs;

async function load({ locateFile, wasmBinary, useOldExtensionFunctions }) {
  const version = BUILD && `?v=${BUILD}`;
  const folder = new URL("./", import.meta.url).href;
  const address = locateFile ? locateFile(BINARY, folder) : folder + BINARY + version;
  const loaded = await import(`./sqlite.js${version}`);
  await loaded.default({ module_or_path: wasmBinary ?? address });
  core = loaded;
  legacy = useOldExtensionFunctions !== false;
  return { Database, Statement };
}

/** SQLite's words for a database that is closed, where sql.js lets SQLite find out. */
const NO_DATABASE = "out of memory";

/** SQL as sql.js takes it: what has no length is an empty text. */
function text(sql) {
  return typeof sql === "string" ? sql : sql.length ? String(sql) : "";
}

/** Bytes as sql.js takes them: whatever has a length. */
function bytes(data) {
  return data instanceof Uint8Array ? data : new Uint8Array(data);
}

/**
 * A prepared statement; `Database.prepare` makes them. It must be freed, or be closed along with its database.
 * @see Database#prepare
 */
export class Statement {
  #prepared;
  #of;

  /** Made by a database, which keeps its statements in the set `of`. */
  constructor(prepared, of) {
    this.#prepared = prepared;
    this.#of = of;
    of?.add(this);
  }

  #open() {
    if (!this.#prepared) throw "Statement closed";
    return this.#prepared;
  }

  /**
   * Starts anew with these values; without values, and with the old ones forgotten, if there are none.
   * A number is an INTEGER where it is one of 32 bits, a boolean one, what has a length a BLOB.
   * @param {BindParams | null} [values]
   * @returns {true}
   * @throws {Error | string} SQLite's error, or a word about a value that SQLite has no type for
   */
  bind(values) {
    const prepared = this.#open();
    this.reset();
    if (Array.isArray(values)) {
      for (let i = 0; i < values.length; i++) bindValue(prepared, i + 1, values[i]);
    } else if (values != null && typeof values === "object") {
      for (const [name, value] of Object.entries(values)) {
        const parameter = prepared.parameter(name);
        if (parameter) bindValue(prepared, parameter, value);
      }
    }
    return true;
  }

  /**
   * Goes on to the next row.
   * @returns {boolean} whether there is one
   */
  step() {
    return this.#open().step();
  }

  /**
   * The row that `step` has led to; with `params`, binds them and steps first. Empty where there is no row.
   * @param {BindParams | null} [params]
   * @param {ReadConfig} [config]
   * @returns {SqlValue[]}
   */
  get(params, config) {
    if (params != null && this.bind(params)) this.step();
    return this.#prepared ? this.#prepared.row(Boolean(config?.useBigInt)) : [];
  }

  /**
   * The same row by its columns' names; `undefined` in all of them where there is no row.
   * @param {BindParams | null} [params]
   * @param {ReadConfig} [config]
   * @returns {Record<string, SqlValue>}
   */
  getAsObject(params, config) {
    const values = this.get(params, config);
    return Object.fromEntries(this.getColumnNames().map((name, i) => [name, values[i]]));
  }

  /** @returns {string[]} */
  getColumnNames() {
    return this.#prepared ? this.#prepared.columns() : [];
  }

  /** @returns {string} the statement's text */
  getSQL() {
    return this.#prepared ? this.#prepared.sql() : "";
  }

  /** @returns {string} the statement's text in SQLite's own spelling, a `?` for each value */
  getNormalizedSQL() {
    return this.#prepared ? this.#prepared.normalized_sql() : "";
  }

  /**
   * Binds (where there are values), runs to the first row, and resets.
   * @param {BindParams | null} [values]
   * @returns {boolean}
   */
  run(values) {
    if (values != null) this.bind(values);
    this.step();
    return this.reset();
  }

  /**
   * Back to before the first row, without values.
   * @returns {boolean} false where the last step has failed
   */
  reset() {
    return this.#prepared ? this.#prepared.reset() : true;
  }

  /** Nothing: SQLite keeps copies of what is bound, and drops them by itself. */
  freemem() {}

  /**
   * Ends the statement.
   * @returns {boolean} false where the last step has failed
   */
  free() {
    const prepared = this.#prepared;
    this.#prepared = undefined;
    this.#of?.delete(this);
    return prepared ? prepared.finalize() : true;
  }
}

function bindValue(prepared, parameter, value) {
  switch (typeof value) {
    case "number":
    case "boolean":
      return prepared.bind_number(parameter, Number(value));
    case "string":
    case "bigint":
      return prepared.bind_text(parameter, String(value));
    case "object":
      if (value === null) return prepared.bind_null(parameter);
      if (value.length != null) return prepared.bind_blob(parameter, bytes(value));
  }
  throw "Wrong API use : tried to bind a value of an unknown type (" + value + ").";
}

/**
 * The statements of a text, each prepared when the one before has done its work, which ends with that.
 * @see Database#iterateStatements
 */
class StatementIterator {
  #script;
  #prepare;
  #active;
  #rest;

  constructor(script, prepare) {
    this.#script = script;
    this.#prepare = prepare;
  }

  /** @returns {IteratorResult<Statement>} */
  next() {
    if (!this.#script) return { done: true };
    this.#active?.free();
    try {
      this.#active = this.#prepare(this.#script);
    } catch (error) {
      this.#end();
      throw error;
    }
    if (this.#active) return { value: this.#active, done: false };
    this.#end();
    return { done: true };
  }

  /** Ends before the end; leaving a loop calls it. */
  return() {
    this.#active?.free();
    this.#end();
    return { done: true };
  }

  /** @returns {string} what has not been prepared; after an error, from the wrong statement on */
  getRemainingSQL() {
    return this.#script ? this.#script.rest() : this.#rest;
  }

  [Symbol.iterator]() {
    return this;
  }

  #end() {
    this.#active = undefined;
    this.#rest ??= this.#script?.rest() ?? "";
    this.#script?.free();
    this.#script = undefined;
  }
}

let opened = 0;

/** A database in memory. */
export class Database {
  #connection;
  #statements = new Set();

  /** @param {ArrayLike<number> | null} [data] the bytes of a database file; without, an empty database */
  constructor(data) {
    const file = data == null ? undefined : contents(data);
    this.#connection = core.Connection.open(`/dbfile_${++opened}`, file, legacy);
  }

  #open() {
    if (!this.#connection) throw new Error(NO_DATABASE);
    return this.#connection;
  }

  /**
   * Runs SQL, its rows dropped: with `params` one statement up to its first row, without any number of them.
   * @param {string} sql
   * @param {BindParams} [params]
   * @returns {this}
   */
  run(sql, params) {
    if (!this.#connection) throw "Database closed";
    if (params) {
      const statement = this.prepare(sql, params);
      try {
        statement.step();
      } finally {
        statement.free();
      }
    } else {
      this.#connection.run(text(sql));
    }
    return this;
  }

  /**
   * Runs any number of statements, all with the same parameters.
   * @param {string} sql
   * @param {BindParams | null} [params]
   * @param {ReadConfig} [config]
   * @returns {QueryExecResult[]} one for each statement that has given a row
   */
  exec(sql, params, config) {
    if (!this.#connection) throw "Database closed";
    const script = new core.Script(text(sql));
    const results = [];
    let statement;
    try {
      while (!script.done()) {
        const prepared = script.next(this.#open());
        if (!prepared) continue;
        statement = new Statement(prepared);
        if (params != null) statement.bind(params);
        let result;
        while (statement.step()) {
          if (!result) results.push((result = { columns: statement.getColumnNames(), values: [] }));
          result.values.push(statement.get(null, config));
        }
        statement.free();
      }
    } finally {
      statement?.free();
      script.free();
    }
    return results;
  }

  /**
   * Calls `callback` with each row of a query, as an object, then `done`; `params` may be left out.
   * @param {string} sql
   * @param {BindParams | null} params
   * @param {(row: Record<string, SqlValue>) => void} callback
   * @param {() => any} [done]
   * @param {ReadConfig} [config]
   * @returns what `done` returns
   */
  each(sql, params, callback, done, config) {
    if (typeof params === "function") {
      done = callback;
      callback = params;
      params = undefined;
    }
    const statement = this.prepare(sql, params);
    try {
      while (statement.step()) callback(statement.getAsObject(null, config));
    } finally {
      statement.free();
    }
    if (typeof done === "function") return done();
  }

  /**
   * Prepares the first statement of a text.
   * @param {string} sql
   * @param {BindParams | null} [params] values to bind at once
   * @returns {Statement}
   */
  prepare(sql, params) {
    const script = new core.Script(text(sql));
    let prepared;
    try {
      prepared = script.next(this.#open());
    } finally {
      script.free();
    }
    if (!prepared) throw "Nothing to prepare";
    const statement = new Statement(prepared, this.#statements);
    if (params == null) return statement;
    try {
      statement.bind(params);
    } catch (error) {
      statement.free();
      throw error;
    }
    return statement;
  }

  /**
   * The statements of a text, one after the other; each is freed when the next is asked for.
   * @param {string} sql
   * @returns {StatementIterator}
   */
  iterateStatements(sql) {
    return new StatementIterator(new core.Script(text(sql)), (script) => {
      if (!this.#connection) throw new Error("Database closed");
      const prepared = script.next(this.#connection);
      return prepared && new Statement(prepared, this.#statements);
    });
  }

  /**
   * The database as the bytes of a file. Statements, functions, settings stay as they are; a write transaction
   * must have ended.
   * @returns {Uint8Array}
   */
  export() {
    if (!this.#connection) throw new Error("Database closed");
    return this.#connection.export();
  }

  /** Ends the database and all its statements. */
  close() {
    if (!this.#connection) return;
    for (const statement of this.#statements) statement.free();
    this.#connection.close();
    this.#connection = undefined;
  }

  /**
   * Throws SQLite's message for a result that is not 0.
   * @param {number} code
   * @returns {null}
   */
  handleError(code) {
    if (code === 0) return null;
    throw new Error(this.#connection ? this.#connection.message() : NO_DATABASE);
  }

  /** @returns {number} how many rows the last INSERT, UPDATE or DELETE has changed */
  getRowsModified() {
    return this.#connection ? this.#connection.changes() : 0;
  }

  /**
   * Lets SQL call `func`, with as many arguments as it names.
   * @param {string} name
   * @param {(...values: SqlValue[]) => any} func
   * @returns {this}
   */
  create_function(name, func) {
    this.#open().create_function(text(name), func.length, func);
    return this;
  }

  /**
   * Lets SQL fold rows: `init` makes the first state (without, it is null), `step` the next one of the state and
   * the arguments that it names, `finalize` the result (without, it is the last state).
   * @param {string} name
   * @param {{ init?: () => any, step: (state: any, ...values: SqlValue[]) => any, finalize?: (state: any) => any }} functions
   * @returns {this}
   */
  create_aggregate(name, { init, step, finalize }) {
    if (!step) throw "An aggregate function must have a step function in " + name;
    const arity = step.length - 1;
    this.#open().create_aggregate(text(name), arity, init || (() => null), step, finalize || ((state) => state));
    return this;
  }

  /**
   * Calls `callback` for every row that is inserted, updated or deleted, the rows of a `DELETE` without `WHERE`
   * included; it must not change the database. There is one at a time, and none after `null`.
   * @param {((operation: "insert" | "update" | "delete", database: string, table: string, rowId: number) => void) | null} callback
   * @returns {this}
   */
  updateHook(callback) {
    const told = (operation, database, table, rowId) => {
      if (rowId > Number.MAX_SAFE_INTEGER) throw "rowId too big to fit inside a Number";
      callback(operation, database, table, Number(rowId));
    };
    this.#connection?.update_hook(callback ? told : undefined);
    return this;
  }
}

/** A file's bytes as sql.js takes them: those of a text, too. */
function contents(data) {
  return typeof data === "string" ? new TextEncoder().encode(data) : bytes(data);
}
