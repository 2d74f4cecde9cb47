// What sql.js and `sql/sql.js` are both asked, in a page. Each case gets the library and a new database and returns
// what is compared; what it throws is compared, too.

const rows = (db, sql, params, config) => db.exec(sql, params, config).map((result) => result.values);
const value = (db, sql, params, config) => db.exec(sql, params, config)[0]?.values[0]?.[0];
const attempt = (work) => {
  try {
    return work();
  } catch (error) {
    return { thrown: error };
  }
};
const people = (db) =>
  db.run("CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, age INT CHECK (age >= 0));" +
    "INSERT INTO people VALUES (1, 'Ling', 1), (2, 'Paul', 18), (3, '妮', 40)");
const kinds = (db, bound) => db.exec("SELECT ?1, typeof(?1)", [bound])[0].values;
const call = (db, func, args = "") => (db.create_function("f", func), rows(db, `SELECT f(${args}), typeof(f(${args}))`));
const freed = (db) => {
  const statement = db.prepare("SELECT 1 AS a");
  statement.free();
  return statement;
};
const closed = (db) => (db.close(), db);
/** What a function of the two libraries has been called with. */
const calls = (work) => {
  const seen = [];
  const result = attempt(() => work((...args) => void seen.push(args)));
  return { seen, result };
};

export const CASES = {
  // Values on their way in and out.
  "bind a string": (_, db) => kinds(db, "text"),
  "bind an empty string": (_, db) => kinds(db, ""),
  "bind a string with a NUL": (_, db) => rows(db, "SELECT ?1, length(?1), hex(?1)", ["a\0b"]),
  "bind emoji and Chinese": (_, db) => rows(db, "SELECT ?1, length(?1), hex(?1)", ["👩‍👩‍👧 妮"]),
  "bind a long text": (_, db) => value(db, "SELECT ?", ["妮a".repeat(5000)]),
  "bind a lone surrogate": (_, db) => rows(db, "SELECT hex(?)", ["\ud800"]),
  "bind a text that starts with a byte order mark": (_, db) => kinds(db, "\ufeffabc"),
  "bind a long text that starts with a byte order mark": (_, db) => kinds(db, "\ufeffa text of more than sixteen bytes"),
  "bind zero": (_, db) => kinds(db, 0),
  "bind minus zero": (_, db) => kinds(db, -0),
  "bind an integer": (_, db) => kinds(db, 42),
  "bind a negative integer": (_, db) => kinds(db, -2147483648),
  "bind the largest of 32 bits": (_, db) => kinds(db, 2147483647),
  "bind one more": (_, db) => kinds(db, 2147483648),
  "bind a real": (_, db) => kinds(db, 1.5),
  "bind a large number": (_, db) => kinds(db, 1e300),
  "bind the largest safe integer": (_, db) => kinds(db, Number.MAX_SAFE_INTEGER),
  "bind NaN": (_, db) => kinds(db, NaN),
  "bind infinity": (_, db) => kinds(db, Infinity),
  "bind minus infinity": (_, db) => kinds(db, -Infinity),
  "bind true": (_, db) => kinds(db, true),
  "bind false": (_, db) => kinds(db, false),
  "bind null": (_, db) => kinds(db, null),
  "bind undefined": (_, db) => kinds(db, undefined),
  "bind a hole": (_, db) => db.exec("SELECT ?, ?", [, 1]),
  "bind a bigint": (_, db) => kinds(db, 42n),
  "bind a bigint of 64 bits": (_, db) => kinds(db, 9223372036854775807n),
  "bind a bigint into an INTEGER column": (_, db) =>
    (db.run("CREATE TABLE t (a INTEGER)"), db.run("INSERT INTO t VALUES (?)", [9007199254740993n]),
    rows(db, "SELECT a, typeof(a) FROM t", null, { useBigInt: true })),
  "bind bytes": (_, db) => kinds(db, new Uint8Array([0, 1, 254, 255])),
  "bind no bytes": (_, db) => kinds(db, new Uint8Array()),
  "bind an array": (_, db) => kinds(db, [1, 2, 300, -1]),
  "bind an Int8Array": (_, db) => kinds(db, new Int8Array([-1, 1])),
  "bind a Uint16Array": (_, db) => kinds(db, new Uint16Array([1, 256, 257])),
  "bind what has a length": (_, db) => kinds(db, { length: 2, 0: 7, 1: 8 }),
  "bind a part of a buffer": (_, db) => kinds(db, new Uint8Array([1, 2, 3, 4]).subarray(1, 3)),
  "bind an ArrayBuffer": (_, db) => kinds(db, new ArrayBuffer(2)),
  "bind a Date": (_, db) => kinds(db, new Date(0)),
  "bind an object": (_, db) => kinds(db, { a: 1 }),
  "bind a function": (_, db) => kinds(db, () => 1),
  "bind a symbol": (_, db) => kinds(db, Symbol("s")),
  "read an integer beyond 2^53": (_, db) => rows(db, "SELECT 9007199254740993, 9223372036854775807, -9223372036854775808"),
  "read bigints": (_, db) => rows(db, "SELECT 9007199254740993, -1, 1.5, 'x', NULL, x'01'", null, { useBigInt: true }),
  "read infinities": (_, db) => rows(db, "SELECT 9e999, -9e999"),
  "read a blob": (_, db) => value(db, "SELECT x'00ff10'"),
  "read an empty blob": (_, db) => value(db, "SELECT x''"),
  "read a zero blob": (_, db) => value(db, "SELECT zeroblob(5)"),
  "read a text with a NUL": (_, db) => value(db, "SELECT 'a' || char(0) || 'b'"),
  "read what is no UTF-8": (_, db) => value(db, "SELECT CAST(x'61ff62' AS TEXT)"),
  "read much that is no UTF-8": (_, db) => value(db, "SELECT CAST(x'61ff62' AS TEXT) || 'twenty more characters'"),
  "read a real that is whole": (_, db) => rows(db, "SELECT 2.0, typeof(2.0), 1e15"),

  // Database.exec
  "exec nothing": (_, db) => db.exec(""),
  "exec spaces": (_, db) => db.exec("  \n\t "),
  "exec a comment": (_, db) => db.exec("-- nothing\n/* at all */"),
  "exec semicolons": (_, db) => db.exec(";;; ;"),
  "exec one row": (_, db) => db.exec("SELECT 1 AS a, 'x' AS b"),
  "exec no row": (_, db) => db.exec("SELECT 1 WHERE 0"),
  "exec many statements": (_, db) => db.exec("SELECT 1; SELECT 2 AS two; CREATE TABLE t (a); SELECT 3 WHERE 0; SELECT 4, 5;"),
  "exec statements and comments": (_, db) => db.exec("SELECT 1; -- one\n;; /* two */ SELECT 2"),
  "exec the documentation's example": (_, db) =>
    db.exec(
      "DROP TABLE IF EXISTS test;\nCREATE TABLE test (id INTEGER, age INTEGER, name TEXT);" +
        "INSERT INTO test VALUES ($id1, :age1, @name1);INSERT INTO test VALUES ($id2, :age2, @name2);" +
        "SELECT id FROM test;SELECT age,name FROM test WHERE id=$id1",
      { $id1: 1, ":age1": 1, "@name1": "Ling", $id2: 2, ":age2": 18, "@name2": "Paul" },
    ),
  "exec columns of one name": (_, db) => db.exec("SELECT 1 AS a, 2 AS a"),
  "exec a column without name": (_, db) => db.exec("SELECT 1 + 1, 'x' || 'y'"),
  "exec with too many values": (_, db) => db.exec("SELECT ?", [1, 2]),
  "exec with too many nulls": (_, db) => db.exec("SELECT ?", [1, null, null]),
  "exec with too few values": (_, db) => db.exec("SELECT ?, ?", [1]),
  "exec with values for the second statement": (_, db) => db.exec("SELECT 1; SELECT ?", [2]),
  "exec bad syntax": (_, db) => db.exec("SELEC 1"),
  "exec half a statement": (_, db) => db.exec("SELECT"),
  "exec an open string": (_, db) => db.exec("SELECT 'abc"),
  "exec an unknown table": (_, db) => db.exec("SELECT * FROM nowhere"),
  "exec an unknown column": (_, db) => (people(db), db.exec("SELECT size FROM people")),
  "exec an unknown function": (_, db) => db.exec("SELECT nothing(1)"),
  "exec an unknown module": (_, db) => db.exec("CREATE VIRTUAL TABLE t USING nothing(a)"),
  "exec with an error in the middle": (_, db) =>
    [attempt(() => db.exec("CREATE TABLE t (a); INSERT INTO t VALUES (1); SELECT b FROM t; INSERT INTO t VALUES (2)")), rows(db, "SELECT * FROM t")],
  "exec what runs into an error": (_, db) => [attempt(() => db.exec("SELECT abs(-9223372036854775808)")), db.exec("SELECT 1")],
  "exec SQL with a NUL": (_, db) => db.exec("SELECT 1;\0 SELECT 2"),
  "exec a number": (_, db) => db.exec(1),
  "exec undefined": (_, db) => db.exec(undefined),
  "exec null": (_, db) => db.exec(null),
  "exec an object": (_, db) => db.exec({}),
  "exec with a string for values": (_, db) => db.exec("SELECT ?", "abc"),
  "exec bytes for values": (_, db) => db.exec("SELECT ?, :a", new Uint8Array([1])),

  // Constraints, transactions, counts.
  "a unique constraint": (_, db) => (people(db), db.run("INSERT INTO people VALUES (4, 'Ling', 2)")),
  "a primary key": (_, db) => (people(db), db.run("INSERT INTO people VALUES (1, 'Ann', 2)")),
  "a constraint on NULL": (_, db) => (people(db), db.run("INSERT INTO people VALUES (4, NULL, 2)")),
  "a CHECK": (_, db) => (people(db), db.run("INSERT INTO people VALUES (4, 'Ann', ?)", [-1])),
  "foreign keys are off": (_, db) =>
    (db.run("CREATE TABLE a (id PRIMARY KEY); CREATE TABLE b (a REFERENCES a); INSERT INTO b VALUES (1)"), value(db, "PRAGMA foreign_keys")),
  "foreign keys when on": (_, db) =>
    db.run("PRAGMA foreign_keys = on; CREATE TABLE a (id PRIMARY KEY); CREATE TABLE b (a REFERENCES a); INSERT INTO b VALUES (1)"),
  "a STRICT table": (_, db) => db.run("CREATE TABLE t (a INT) STRICT; INSERT INTO t VALUES ('x')"),
  "RAISE in a trigger": (_, db) =>
    (people(db), db.run("CREATE TRIGGER no BEFORE DELETE ON people BEGIN SELECT RAISE(ABORT, 'not these'); END"), db.run("DELETE FROM people")),
  "a transaction rolled back": (_, db) => (people(db), db.run("BEGIN; DELETE FROM people; ROLLBACK"), value(db, "SELECT count(*) FROM people")),
  "a transaction in a transaction": (_, db) => db.run("BEGIN; BEGIN"),
  "COMMIT without BEGIN": (_, db) => db.run("COMMIT"),
  "a savepoint": (_, db) =>
    (people(db), db.run("SAVEPOINT a; DELETE FROM people WHERE id = 1; ROLLBACK TO a; RELEASE a"), value(db, "SELECT count(*) FROM people")),
  "an error keeps the transaction": (_, db) => {
    people(db);
    db.run("BEGIN; INSERT INTO people VALUES (4, 'Ann', 1)");
    const failed = attempt(() => db.run("INSERT INTO people VALUES (4, 'Bob', 1)"));
    db.run("COMMIT");
    return [failed, value(db, "SELECT count(*) FROM people")];
  },
  "getRowsModified of a new database": (_, db) => db.getRowsModified(),
  "getRowsModified": (_, db) => {
    people(db);
    const counts = [db.getRowsModified()];
    for (const sql of ["UPDATE people SET age = 2", "SELECT 1", "DELETE FROM people WHERE id < 3", "CREATE TABLE t (a)", "DELETE FROM people"]) {
      db.run(sql);
      counts.push(db.getRowsModified());
    }
    return counts;
  },
  "DROP TABLE while a statement is open": (_, db) => {
    people(db);
    const statement = db.prepare("SELECT * FROM people");
    statement.step();
    return [attempt(() => db.run("DROP TABLE people")), statement.free(), attempt(() => db.run("DROP TABLE people") === db)];
  },
  "read only": (_, db) => db.run("PRAGMA query_only = 1; CREATE TABLE t (a)"),

  // Database.run
  "run returns the database": (_, db) => db.run("SELECT 1") === db,
  "run with values returns the database": (_, db) => db.run("SELECT ?", [1]) === db,
  "run many statements": (_, db) => (db.run("CREATE TABLE t (a); INSERT INTO t VALUES (1); INSERT INTO t VALUES (2)"), rows(db, "SELECT * FROM t")),
  "run many statements with values": (_, db) =>
    (db.run("CREATE TABLE t (a)"), db.run("INSERT INTO t VALUES (?); INSERT INTO t VALUES (2)", [1]), rows(db, "SELECT * FROM t")),
  "run with an error in the middle": (_, db) =>
    [attempt(() => db.run("CREATE TABLE t (a); INSERT INTO t VALUES (1); oh no; INSERT INTO t VALUES (2)")), rows(db, "SELECT * FROM t")],
  "run with no values in an array": (_, db) => (db.run("CREATE TABLE t (a)"), db.run("INSERT INTO t VALUES (1); INSERT INTO t VALUES (2)", []), rows(db, "SELECT * FROM t")),
  "run nothing": (_, db) => db.run("") === db,
  "run nothing with values": (_, db) => db.run("", [1]),
  "run undefined": (_, db) => db.run(),
  "run with a wrong value": (_, db) => (db.run("CREATE TABLE t (a)"), db.run("INSERT INTO t VALUES (?)", [{}])),
  "run with names": (_, db) =>
    (people(db), db.run("INSERT INTO people VALUES (:id, $name, @age)", { ":id": 9, $name: "Zoë", "@age": 3, ":unknown": {} }), rows(db, "SELECT * FROM people WHERE id = 9")),

  // Statements.
  "prepare nothing": (_, db) => db.prepare(""),
  "prepare a comment": (_, db) => db.prepare("-- nothing"),
  "prepare bad syntax": (_, db) => db.prepare("SELECT FROM"),
  "prepare undefined": (_, db) => db.prepare(undefined),
  "prepare the first of two": (_, db) => db.prepare("SELECT 1; SELECT 2").getSQL(),
  "prepare with values": (_, db) => {
    const statement = db.prepare("SELECT ? + ?", [1, 2]);
    return [statement.step(), statement.get(), statement.step(), statement.get()];
  },
  "prepare with wrong values": (_, db) => db.prepare("SELECT ?", [{}]),
  "a statement's life": (_, db) => {
    people(db);
    const statement = db.prepare("SELECT * FROM people WHERE age BETWEEN $min AND $max");
    const seen = [statement.bind({ $min: 1, $max: 20 }), statement.getColumnNames()];
    while (statement.step()) seen.push(statement.get(), statement.getAsObject());
    seen.push(statement.step(), statement.reset(), statement.step(), statement.get(), statement.free());
    return seen;
  },
  "get without a row": (_, db) => db.prepare("SELECT 1 AS a").get(),
  "getAsObject without a row": (_, db) => db.prepare("SELECT 1 AS a, 2 AS b").getAsObject(),
  "get with values": (_, db) => db.prepare("SELECT ?").get([7]),
  "get with names": (_, db) => db.prepare("SELECT :a").get({ ":a": "x" }),
  "get with values and bigints": (_, db) => db.prepare("SELECT ?").get([7], { useBigInt: true }),
  "get with an empty array": (_, db) => db.prepare("SELECT 5").get([]),
  "get with a wrong value": (_, db) => db.prepare("SELECT ?").get([Symbol.iterator]),
  "getAsObject with values": (_, db) => db.prepare("SELECT ? AS a, 'x' AS b").getAsObject([7]),
  "getAsObject with bigints": (_, db) => db.prepare("SELECT 7 AS a").getAsObject({}, { useBigInt: true }),
  "getAsObject with columns of one name": (_, db) => db.prepare("SELECT 1 AS a, 2 AS a").getAsObject([]),
  "getAsObject with a column named __proto__": (_, db) => Object.entries(db.prepare("SELECT 1 AS __proto__").getAsObject([])),
  "getColumnNames before a step": (_, db) => db.prepare("SELECT 1 AS a, 2 AS 妮").getColumnNames(),
  "getColumnNames of no query": (_, db) => db.prepare("CREATE TABLE t (a)").getColumnNames(),
  "getSQL": (_, db) => db.prepare("SELECT ?  -- and\n , 'x' ", [1]).getSQL(),
  "getNormalizedSQL": (_, db) => (people(db), db.prepare("select  *  from people where age=42 and NAME like 'x%' -- so").getNormalizedSQL()),
  "getNormalizedSQL of lists": (_, db) => db.prepare("SELECT 1 IN (1, 2, 3), x'00', NULL, :a").getNormalizedSQL(),
  "bind returns true": (_, db) => [db.prepare("SELECT ?").bind([1]), db.prepare("SELECT ?").bind(), db.prepare("SELECT ?").bind(null), db.prepare("SELECT ?").bind("x")],
  "bind resets": (_, db) => {
    const statement = db.prepare("SELECT ?, ?");
    statement.bind([1, 2]);
    statement.step();
    statement.bind([3]);
    return [statement.step(), statement.get()];
  },
  "bind nothing forgets": (_, db) => {
    const statement = db.prepare("SELECT ?", [1]);
    statement.bind();
    return [statement.step(), statement.get()];
  },
  "bind names without their sign": (_, db) => db.prepare("SELECT :a, @b, $c").get({ a: 1, b: 2, c: 3 }),
  "bind numbers by name": (_, db) => db.prepare("SELECT ?1, ?2, ?").get({ "?1": "x", "?2": "y", 3: "z" }),
  "bind an array to names": (_, db) => db.prepare("SELECT :b, :a, :b").get([1, 2]),
  "bind values with gaps in their numbers": (_, db) => db.prepare("SELECT ?5, ?2").get([1, 2, 3, 4, 5]),
  "bind beyond the last": (_, db) => db.prepare("SELECT ?").bind([1, "x"]),
  "bind bytes beyond the last": (_, db) => db.prepare("SELECT ?").bind([1, new Uint8Array(1)]),
  "bind after an error": (_, db) => {
    const statement = db.prepare("SELECT ?");
    return [attempt(() => statement.bind([1, 2])), statement.bind([3]), statement.step(), statement.get()];
  },
  "statement.run": (_, db) => {
    db.run("CREATE TABLE t (a UNIQUE)");
    const statement = db.prepare("INSERT INTO t VALUES (?)");
    const seen = [statement.run([1]), statement.run([2]), attempt(() => statement.run([1])), statement.run(), statement.run([5])];
    return [...seen, rows(db, "SELECT * FROM t")];
  },
  "step after an error": (_, db) => {
    const statement = db.prepare("SELECT abs(?)");
    statement.bind([-9223372036854775808n]);
    return [attempt(() => statement.step()), statement.reset(), statement.free()];
  },
  "free after an error": (_, db) => {
    db.run("CREATE TABLE t (a UNIQUE); INSERT INTO t VALUES (1)");
    const statement = db.prepare("INSERT INTO t VALUES (1)");
    return [attempt(() => statement.step()), statement.free()];
  },
  "step through an end": (_, db) => {
    const statement = db.prepare("SELECT 1");
    return [statement.step(), statement.step(), statement.step(), statement.step()];
  },
  "two statements side by side": (_, db) => {
    people(db);
    const [a, b] = [db.prepare("SELECT id FROM people"), db.prepare("SELECT name FROM people")];
    return [a.step(), b.step(), a.get(), b.get(), b.step(), a.get(), b.get(), a.free(), b.get()];
  },
  "a change of the schema under a statement": (_, db) => {
    db.run("CREATE TABLE t (a); INSERT INTO t VALUES (1)");
    const statement = db.prepare("SELECT * FROM t");
    db.run("ALTER TABLE t ADD COLUMN b DEFAULT 'x'");
    return [statement.step(), statement.get(), statement.getColumnNames()];
  },
  "freemem": (_, db) => {
    const statement = db.prepare("SELECT ?", ["x"]);
    return [statement.step(), statement.get(), statement.freemem()];
  },
  "a freed statement: step": (_, db) => freed(db).step(),
  "a freed statement: bind": (_, db) => freed(db).bind([1]),
  "a freed statement: run": (_, db) => freed(db).run(),
  "a freed statement: run with values": (_, db) => freed(db).run([1]),
  "a freed statement: get": (_, db) => freed(db).get(),
  "a freed statement: get with values": (_, db) => freed(db).get([1]),
  "a freed statement: getAsObject": (_, db) => freed(db).getAsObject(),
  "a freed statement: the rest": (_, db) => {
    const statement = freed(db);
    return [statement.getColumnNames(), statement.getSQL(), statement.getNormalizedSQL(), statement.reset(), statement.freemem(), statement.free()];
  },
  "a statement of a closed database": (_, db) => {
    const statement = db.prepare("SELECT 1");
    db.close();
    return [attempt(() => statement.step()), statement.get(), statement.free()];
  },

  // A closed database.
  "closed: run": (_, db) => closed(db).run("SELECT 1"),
  "closed: exec": (_, db) => closed(db).exec("SELECT 1"),
  "closed: prepare": (_, db) => closed(db).prepare("SELECT 1"),
  "closed: each": (_, db) => closed(db).each("SELECT 1", () => {}),
  "closed: export": (_, db) => closed(db).export(),
  "closed: iterateStatements": (_, db) => [...closed(db).iterateStatements("SELECT 1")],
  "closed: getRowsModified": (_, db) => closed(db).getRowsModified(),
  "closed by a function: exec": (_, db) => (db.create_function("f", () => (db.close(), 1)), [attempt(() => db.exec("SELECT f(); SELECT 2")), attempt(() => db.exec("SELECT 1"))]),
  "closed by a function: run": (_, db) => (db.create_function("f", () => (db.close(), 1)), [attempt(() => db.run("SELECT f()") === db), attempt(() => db.run("SELECT 1"))]),
  "closed: close": (_, db) => closed(db).close(),
  "closed: handleError": (_, db) => [closed(db).handleError(0), attempt(() => db.handleError(1))],
  "closed: updateHook": (_, db) => closed(db).updateHook(null) === db,
  "closed between two steps of each": (_, db) => calls((seen) => db.each("SELECT 1 AS a", (row) => seen(row), () => db.close())),
  "close returns nothing": (_, db) => db.close(),
  "handleError": (_, db) => [db.handleError(0), attempt(() => db.exec("oh")), attempt(() => db.handleError(1))],

  // Database.each
  "each": (_, db) => (people(db), calls((seen) => db.each("SELECT * FROM people", (row) => seen(row)))),
  "each with values": (_, db) => (people(db), calls((seen) => db.each("SELECT name FROM people WHERE age >= $min", { $min: 18 }, (row) => seen(row), () => "done"))),
  "each without values, with done": (_, db) => calls((seen) => db.each("SELECT 1 AS a", seen, () => (seen("done"), 5))),
  "each with bigints": (_, db) => calls((seen) => db.each("SELECT 1 AS a", null, seen, null, { useBigInt: true })),
  "each without a row": (_, db) => calls((seen) => db.each("SELECT 1 WHERE 0", seen, () => seen("done"))),
  "each that throws": (_, db) => [calls(() => db.each("SELECT 1 UNION SELECT 2", () => { throw new TypeError("enough"); })), attempt(() => db.run("CREATE TABLE t (a); DROP TABLE t") === db)],
  "each that runs into an error": (_, db) => calls((seen) => db.each("SELECT abs(column1) AS a FROM (VALUES (1), (-9223372036854775808))", seen, () => seen("done"))),
  "each without a callback": (_, db) => attempt(() => db.each("SELECT 1")).thrown.name,
  "each of bad SQL": (_, db) => calls((seen) => db.each("oh no", seen)),
  "each of nothing": (_, db) => calls((seen) => db.each("", seen)),

  // Database.iterateStatements
  "iterateStatements": (_, db) => {
    const seen = [];
    for (const statement of db.iterateStatements("SELECT 1 AS x; -- and\nSELECT '2' as y")) seen.push(statement.getSQL(), statement.getAsObject({}));
    return seen;
  },
  "iterateStatements of nothing": (_, db) => [...db.iterateStatements("")].length,
  "iterateStatements of a comment": (_, db) => [...db.iterateStatements("-- nothing")].length,
  "iterateStatements with empty statements": (_, db) => Array.from(db.iterateStatements(";; SELECT 1;; ; SELECT 2;"), (statement) => statement.getSQL()),
  "iterateStatements ends a statement": (_, db) => {
    const [first, second] = db.iterateStatements("SELECT 1; SELECT 2");
    return [attempt(() => first.step()), attempt(() => second.step())];
  },
  "iterateStatements: getRemainingSQL": (_, db) => {
    const iterator = db.iterateStatements("SELECT 1; SELECT 2; SELECT 3");
    const seen = [iterator.getRemainingSQL()];
    iterator.next();
    seen.push(iterator.getRemainingSQL());
    iterator.next();
    return [...seen, iterator.getRemainingSQL()];
  },
  "iterateStatements: next": (_, db) => {
    const iterator = db.iterateStatements("SELECT 1");
    const { value, done } = iterator.next();
    return [value.get([]), done, iterator.next(), iterator.next(), iterator[Symbol.iterator]() === iterator];
  },
  "iterateStatements of bad SQL": (_, db) => {
    const iterator = db.iterateStatements("SELECT 1; oh no; SELECT 2");
    iterator.next();
    return [attempt(() => iterator.next()), iterator.getRemainingSQL(), iterator.next()];
  },
  "iterateStatements sees what was created": (_, db) => {
    for (const statement of db.iterateStatements("CREATE TABLE t (a); INSERT INTO t VALUES (1)")) statement.step();
    return rows(db, "SELECT * FROM t");
  },
  "iterateStatements of what is not there yet": (_, db) => {
    const iterator = db.iterateStatements("CREATE TABLE t (a); SELECT b FROM t");
    return [attempt(() => { for (const statement of iterator) statement.step(); }), iterator.getRemainingSQL()];
  },
  "iterateStatements left early": (_, db) => {
    const iterator = db.iterateStatements("SELECT 1; SELECT 2");
    let kept;
    for (const statement of iterator) {
      kept = statement;
      break;
    }
    return [attempt(() => kept.step()), iterator.next()];
  },
  "iterateStatements: return": (_, db) => {
    const iterator = db.iterateStatements("SELECT 1; SELECT 2");
    return [iterator.return(), iterator.next(), iterator.return()];
  },
  "iterateStatements with a freed statement": (_, db) => {
    const iterator = db.iterateStatements("SELECT 1; SELECT 2");
    iterator.next().value.free();
    return iterator.next().value.get([]);
  },
  "iterateStatements of undefined": (_, db) => db.iterateStatements(),
  "iterateStatements: closed in between": (_, db) => {
    const iterator = db.iterateStatements("SELECT 1; SELECT 2");
    iterator.next();
    db.close();
    return [attempt(() => iterator.next()), iterator.next()];
  },

  // Functions.
  "create_function returns the database": (_, db) => db.create_function("f", () => 1) === db,
  "a function of one": (_, db) => call(db, (a) => a + 1, "41"),
  "a function of none": (_, db) => call(db, () => "x"),
  "a function of any number": (_, db) => attempt(() => call(db, (...all) => all.length, "1, 2, 3")),
  "a function with too few arguments": (_, db) => call(db, (a, b) => a + b, "1"),
  "a function with a default": (_, db) => call(db, (a, b = 5) => a + b, "1"),
  "functions of one name": (_, db) => (db.create_function("f", (a) => "one"), db.create_function("F", (a, b) => "two"), rows(db, "SELECT f(1), f(1, 2)")),
  "a function anew": (_, db) => (call(db, (a) => "old", "1"), call(db, (a) => "new", "1")),
  "a function in place of SQLite's": (_, db) => (db.create_function("upper", (a) => "mine"), rows(db, "SELECT upper('x')")),
  "a function's arguments": (_, db) => calls((seen) => (db.create_function("f", (a, b, c, d, e, f) => seen(a, b, c, d, e, f)), rows(db, "SELECT f(1, 1.5, 'a' || char(0) || '妮', x'00ff', NULL, 9007199254740993)"))),
  "a function returns a real": (_, db) => call(db, () => 1.5),
  "a function returns an integer": (_, db) => call(db, () => 7),
  "a function returns NaN": (_, db) => call(db, () => NaN),
  "a function returns true": (_, db) => call(db, () => true),
  "a function returns null": (_, db) => call(db, () => null),
  "a function returns undefined": (_, db) => call(db, () => undefined),
  "a function returns a text": (_, db) => call(db, () => "妮\0👩"),
  "a function returns an empty text": (_, db) => call(db, () => ""),
  "a function returns a bigint": (_, db) => call(db, () => 7n),
  "a function returns a symbol": (_, db) => call(db, () => Symbol.iterator),
  "a function returns a function": (_, db) => call(db, () => () => 1),
  "a function returns bytes": (_, db) => call(db, () => new Uint8Array([1, 2])),
  "a function returns no bytes": (_, db) => call(db, () => new Uint8Array()),
  "a function returns an array": (_, db) => call(db, () => [1, 300]),
  "a function returns an object": (_, db) => call(db, () => ({ a: 1 })),
  "a function returns a Date": (_, db) => call(db, () => new Date(NaN)),
  "a function throws an Error": (_, db) => call(db, () => { throw new Error("my fault"); }),
  "a function throws a TypeError": (_, db) => call(db, (a) => a.b.c, "1"),
  "a function throws a text": (_, db) => call(db, () => { throw "words"; }),
  "a function throws nothing": (_, db) => call(db, () => { throw undefined; }),
  "a function throws an empty Error": (_, db) => call(db, () => { throw new Error(); }),
  "a function throws in an INSERT": (_, db) => {
    db.run("CREATE TABLE t (a)");
    db.create_function("f", (a) => { if (a > 1) throw new Error("no"); return a; });
    return [attempt(() => db.run("INSERT INTO t SELECT f(column1) FROM (VALUES (1), (2))")), value(db, "SELECT count(*) FROM t"), rows(db, "SELECT f(1)")];
  },
  "a function that asks the database": (_, db) => (people(db), call(db, (id) => value(db, "SELECT name FROM people WHERE id = ?", [id]), "2")),
  "a function in an index": (_, db) => (db.create_function("f", (a) => a), db.run("CREATE TABLE t (a); CREATE INDEX i ON t (f(a))")),
  "a function with too many arguments": (_, db) => db.create_function("f", Object.defineProperty(() => 1, "length", { value: 2000 })) && 1,
  "a function of the empty name": (_, db) => (db.create_function("", () => 3), rows(db, `SELECT ""()`)),
  "a function that is none": (_, db) => db.create_function("f", undefined),

  // Aggregates.
  "an aggregate": (_, db) => (db.create_aggregate("js_sum", { init: () => 0, step: (state, a) => state + a, finalize: (state) => state }), rows(db, "SELECT js_sum(column1), typeof(js_sum(column1)) FROM (VALUES (1), (2), (3))")),
  "an aggregate with a step alone": (_, db) => (db.create_aggregate("last", { step: (state, a) => a }), rows(db, "SELECT last(column1) FROM (VALUES ('a'), ('b'))")),
  "an aggregate's first state": (_, db) => calls((seen) => (db.create_aggregate("f", { step: (...all) => (seen(...all), 5) }), rows(db, "SELECT f() FROM (VALUES (1), (2))"))),
  "an aggregate without a step": (_, db) => db.create_aggregate("f", { init: () => 0 }),
  "an aggregate of no rows": (_, db) => (db.create_aggregate("f", { init: () => "empty", step: (state, a) => a }), rows(db, "SELECT f(1) WHERE 0")),
  "an aggregate by groups": (_, db) => (db.create_aggregate("f", { init: () => [], step: (state, a) => [...state, a], finalize: (state) => state.join() }), rows(db, "SELECT column1, f(column2) FROM (VALUES (1, 'a'), (2, 'b'), (1, 'c')) GROUP BY 1")),
  "two aggregates at once": (_, db) => (db.create_aggregate("f", { init: () => 0, step: (state, a) => state + a }), rows(db, "SELECT f(column1), f(column2) FROM (VALUES (1, 10), (2, 20))")),
  "an aggregate that throws": (_, db) => (db.create_aggregate("f", { step: (state, a) => { throw new Error("no step"); } }), [attempt(() => rows(db, "SELECT f(1)")), rows(db, "SELECT 1")]),
  "an aggregate that throws at the end": (_, db) => (db.create_aggregate("f", { step: (state, a) => a, finalize: () => { throw "no end"; } }), rows(db, "SELECT f(1)")),
  "an aggregate that throws at the start": (_, db) => (db.create_aggregate("f", { init: () => { throw new Error("no start"); }, step: (state, a) => a }), rows(db, "SELECT f(1)")),
  "an aggregate returns an object": (_, db) => (db.create_aggregate("f", { step: () => ({}) }), db.create_aggregate("g", { step: (state, a) => ({}) }), rows(db, "SELECT g(1)")),
  "an aggregate with DISTINCT": (_, db) => (db.create_aggregate("f", { init: () => 0, step: (state, a) => state + a }), rows(db, "SELECT f(DISTINCT column1) FROM (VALUES (1), (1), (2))")),
  "an aggregate as a window": (_, db) => (db.create_aggregate("f", { step: (state, a) => a }), rows(db, "SELECT f(column1) OVER () FROM (VALUES (1))")),
  "create_aggregate returns the database": (_, db) => db.create_aggregate("f", { step: (state, a) => a }) === db,

  // The update hook.
  "updateHook": (_, db) => (people(db), calls((seen) => {
    db.updateHook(seen);
    db.run("INSERT INTO people VALUES (4, 'Ann', 1); UPDATE people SET age = 5 WHERE id = 4; DELETE FROM people WHERE id = 4");
    return db.updateHook(null) === db;
  })),
  "updateHook and a rollback": (_, db) => (people(db), calls((seen) => (db.updateHook(seen), void db.run("BEGIN; UPDATE people SET age = 1; ROLLBACK")))),
  "updateHook in its place": (_, db) => (people(db), calls((seen) => (db.updateHook(() => seen("old")), db.updateHook(() => seen("new")), void db.run("DELETE FROM people WHERE id = 1")))),
  "updateHook no more": (_, db) => (people(db), calls((seen) => (db.updateHook(seen), db.updateHook(null), void db.run("DELETE FROM people WHERE id = 1")))),
  "updateHook and all rows deleted": (_, db) => (people(db), calls((seen) => (db.updateHook(seen), void db.run("DELETE FROM people")))),
  "updateHook and a temporary table": (_, db) => calls((seen) => (db.run("CREATE TEMP TABLE t (a)"), db.updateHook(seen), void db.run("INSERT INTO t VALUES (1)"))),
  "updateHook and REPLACE": (_, db) => (people(db), calls((seen) => (db.updateHook(seen), void db.run("REPLACE INTO people VALUES (1, 'Paul', 1)")))),
  "updateHook and a table without rowid": (_, db) => calls((seen) => (db.run("CREATE TABLE t (a PRIMARY KEY) WITHOUT ROWID"), db.updateHook(seen), void db.run("INSERT INTO t VALUES (1)"))),
  "updateHook and a rowid below zero": (_, db) => (people(db), calls((seen) => (db.updateHook(seen), void db.run("INSERT INTO people VALUES (-7, 'x', 1)")))),
  "updateHook and a rowid too large": (_, db) => (people(db), calls((seen) => (db.updateHook(seen), void db.run("INSERT INTO people VALUES (9007199254740993, 'x', 1)")))),
  "updateHook that throws": (_, db) => (people(db), db.updateHook(() => { throw new Error("seen enough"); }), db.run("DELETE FROM people WHERE id = 1")),
  "updateHook that throws: afterwards": (_, db) => {
    people(db);
    db.updateHook(() => { throw new Error("seen enough"); });
    attempt(() => db.run("DELETE FROM people WHERE id = 1"));
    db.updateHook(null);
    return attempt(() => db.export().length > 0);
  },

  // Files.
  "export of an empty database": (_, db) => db.export().length,
  "export keeps statements": (_, db) => {
    people(db);
    const statement = db.prepare("SELECT id FROM people");
    statement.step();
    db.create_function("f", () => 3);
    const file = db.export();
    return [file instanceof Uint8Array, statement.get(), statement.step(), statement.get(), rows(db, "SELECT f()")];
  },
  "export and open": ({ Database }, db) => {
    people(db);
    const again = new Database(db.export());
    const found = [rows(again, "SELECT * FROM people; SELECT sql FROM sqlite_schema; PRAGMA integrity_check")];
    again.run("DELETE FROM people WHERE id = 1");
    found.push(value(again, "SELECT count(*) FROM people"), value(db, "SELECT count(*) FROM people"));
    again.close();
    return found;
  },
  "export's first bytes": (_, db) => (people(db), [...db.export().subarray(0, 24)]),
  "export's length": (_, db) => (people(db), db.export().length),
  "export with another page size": (_, db) => (db.run("PRAGMA page_size = 1024"), people(db), db.export().length),
  "export within a transaction": (_, db) => (people(db), db.run("BEGIN; DELETE FROM people"), [attempt(() => db.export()), value(db, "SELECT count(*) FROM people")]),
  "export within a transaction that has only read": (_, db) => (people(db), db.run("BEGIN; SELECT * FROM people"), db.export().length),
  "export twice": (_, db) => (people(db), String(db.export()) === String(db.export())),
  "open bytes of another kind": ({ Database }, db) => (people(db), rows(new Database([...db.export()]), "SELECT * FROM people")),
  "open a file as a text": ({ Database }, db) => (people(db), rows(new Database(String.fromCharCode(...db.export())), "SELECT * FROM people")),
  "open no bytes": ({ Database }) => rows(new Database(new Uint8Array()), "SELECT count(*) FROM sqlite_schema"),
  "open null": ({ Database }) => rows(new Database(null), "SELECT 1"),
  "open what is no database": ({ Database }) => new Database(new TextEncoder().encode("hello, this is a letter. ".repeat(200))).exec("SELECT * FROM sqlite_schema"),
  "open what is no database: other calls": ({ Database }) => {
    const db = new Database(new TextEncoder().encode("hello, this is a letter. ".repeat(200)));
    return [attempt(() => db.run("CREATE TABLE t (a)")), attempt(() => db.prepare("SELECT 1").get([])), attempt(() => db.export()), attempt(() => db.close())];
  },
  "open some bytes": ({ Database }) => new Database(new Uint8Array([1, 2, 3])).exec("SELECT * FROM sqlite_schema"),
  "open half a database": ({ Database }, db) => {
    db.run("CREATE TABLE t (a); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000) INSERT INTO t SELECT i FROM n");
    const file = db.export();
    const half = new Database(file.subarray(0, file.length >> 1));
    return [attempt(() => value(half, "SELECT count(*) FROM t")), attempt(() => value(half, "PRAGMA integrity_check").slice(0, 60))];
  },
  "open a damaged database": ({ Database }, db) => {
    people(db);
    const file = db.export().fill(0xaa, 4096, 8192);
    return rows(new Database(file), "SELECT * FROM people");
  },
  "a database in another's name": ({ Database }) => new Database().constructor === Database,
  "a database without new": ({ Database }) => { try { Database(); } catch (error) { return error instanceof TypeError; } },
  "a class of one's own": ({ Database }) => {
    class Mine extends Database { twice(sql) { return [this.exec(sql), this.exec(sql)]; } }
    return new Mine().twice("SELECT 1");
  },
  "VACUUM": (_, db) => (people(db), db.run("DELETE FROM people; VACUUM"), db.export().length),
  "VACUUM INTO and ATTACH": (_, db) => (people(db), db.run("VACUUM INTO '/copy.db'; ATTACH '/copy.db' AS other; DELETE FROM other.people WHERE id = 1"), rows(db, "SELECT count(*) FROM people; SELECT count(*) FROM other.people")),
  "a temporary table is not exported": ({ Database }, db) => (db.run("CREATE TEMP TABLE t (a)"), rows(new Database(db.export()), "SELECT * FROM t")),
  "journal_mode": (_, db) => value(db, "PRAGMA journal_mode"),
  "journal_mode = wal": (_, db) => value(db, "PRAGMA journal_mode = wal"),
  "page_size, encoding, auto_vacuum, synchronous, cache_size": (_, db) => rows(db, "PRAGMA page_size; PRAGMA encoding; PRAGMA auto_vacuum; PRAGMA synchronous; PRAGMA cache_size; PRAGMA temp_store; PRAGMA recursive_triggers"),
  "encoding = UTF-16": (_, db) => (db.run("PRAGMA encoding = 'UTF-16le'"), people(db), rows(db, "SELECT name, hex(name) FROM people; PRAGMA encoding")),

  // SQLite itself.
  "sqlite_version": (_, db) => value(db, "SELECT sqlite_version()"),
  "compile_options": (_, db) => rows(db, "PRAGMA compile_options"),
  "modules": (_, db) => rows(db, "SELECT name FROM pragma_module_list ORDER BY 1"),
  "functions": (_, db) => rows(db, "SELECT DISTINCT name FROM pragma_function_list ORDER BY 1"),
  "JSON": (_, db) => rows(db, `SELECT json('{"a":[1,2]}'), '{"a":[1,2]}' -> '$.a', '{"a":[1,2]}' ->> '$.a[1]', json_group_array(value) FROM json_each('[1,"x",null]')`),
  "JSON that is none": (_, db) => rows(db, "SELECT json('{oops')"),
  "JSONB": (_, db) => rows(db, "SELECT jsonb('[1]'), json(jsonb('[1]'))"),
  "FTS3": (_, db) => (db.run("CREATE VIRTUAL TABLE t USING fts3(a); INSERT INTO t VALUES ('the quick fox'), ('a lazy dog')"), rows(db, "SELECT a, snippet(t), offsets(t) FROM t WHERE t MATCH 'quick OR (dog NOT fox)'")),
  "FTS4": (_, db) => (db.run("CREATE VIRTUAL TABLE t USING fts4(a, tokenize=porter); INSERT INTO t VALUES ('running')"), rows(db, "SELECT a, hex(matchinfo(t)) FROM t WHERE t MATCH 'run'")),
  "FTS5": (_, db) => db.run("CREATE VIRTUAL TABLE t USING fts5(a)"),
  "R-tree": (_, db) => db.run("CREATE VIRTUAL TABLE t USING rtree(id, a, b)"),
  "window functions": (_, db) => (people(db), rows(db, "SELECT name, row_number() OVER (ORDER BY age DESC), sum(age) OVER (ORDER BY age) FROM people")),
  "recursion": (_, db) => rows(db, "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i * 2 FROM n WHERE i < 100) SELECT group_concat(i) FROM n"),
  "RETURNING": (_, db) => (people(db), rows(db, "DELETE FROM people WHERE age > 10 RETURNING id, name")),
  "upsert": (_, db) => (people(db), db.run("INSERT INTO people VALUES (1, 'Ling', 5) ON CONFLICT (id) DO UPDATE SET age = excluded.age"), rows(db, "SELECT age FROM people WHERE id = 1")),
  "generated columns": (_, db) => (db.run("CREATE TABLE t (a, b AS (a * 2) STORED); INSERT INTO t VALUES (4)"), rows(db, "SELECT * FROM t")),
  "dates": (_, db) => rows(db, "SELECT date(0, 'unixepoch'), strftime('%Y-%m-%dT%H:%M:%f', 1.5, 'unixepoch'), julianday('2000-01-01'), datetime('2024-02-30')"),
  "local time": (_, db) => rows(db, "SELECT datetime(0, 'unixepoch', 'localtime'), datetime('2024-07-01 12:00', 'utc')"),
  "now": (_, db) => Math.abs(value(db, "SELECT unixepoch('now')") - Date.now() / 1000) < 5,
  "random": (_, db) => rows(db, "SELECT random() <> random(), length(randomblob(8))"),
  "printf": (_, db) => rows(db, "SELECT printf('%05d|%-5s|%.3f|%q|%!.20g', 42, 'ab', 1.0/3, 'it''s', 0.1)"),
  "real numbers": (_, db) => rows(db, "SELECT 0.1 + 0.2, 1e100, 1.0/3, CAST(0.1 AS TEXT), CAST('1e2x' AS REAL), round(2.5), 5 / 2, 5 % 3, -5 / 2"),
  "mathematics": (_, db) => rows(db, "SELECT ln(2), log2(8), log(2, 8), mod(7, 3), pow(2, 3), trunc(1.5), ceiling(1.2), atan2(1, 2)"),
  "LIKE, GLOB": (_, db) => rows(db, "SELECT 'ABC' LIKE 'a%', 'abc' GLOB 'A*', 'Ä' LIKE 'ä', upper('ä')"),
  "REGEXP": (_, db) => rows(db, "SELECT 'a' REGEXP 'a'"),
  "collations": (_, db) => rows(db, "SELECT 'a' = 'A' COLLATE NOCASE, 'a' = 'a ' COLLATE RTRIM, 'a' = 'b' COLLATE nothing"),
  "EXPLAIN QUERY PLAN": (_, db) => (people(db), rows(db, "EXPLAIN QUERY PLAN SELECT * FROM people WHERE name = 'x'").map((all) => all.map((row) => row[3]))),
  "a double-quoted string": (_, db) => rows(db, `SELECT "no column"`),
  "integrity_check": (_, db) => (people(db), value(db, "PRAGMA integrity_check")),
  "table_info": (_, db) => (people(db), rows(db, "PRAGMA table_info(people)")),
  "ALTER, triggers, views": (_, db) => (people(db), db.run("ALTER TABLE people RENAME COLUMN age TO years; CREATE VIEW v AS SELECT years FROM people; CREATE TABLE log (a); CREATE TRIGGER tr AFTER INSERT ON people BEGIN INSERT INTO log VALUES (new.name); END; INSERT INTO people VALUES (7, 'x', 7)"), rows(db, "SELECT * FROM v; SELECT * FROM log")),
  "a URI for a file": (_, db) => (db.run("ATTACH 'file:x?mode=memory' AS y"), rows(db, "SELECT name FROM pragma_database_list")),
  "a text too long": (_, db) => db.exec("SELECT length(hex(zeroblob(600000000)))"),
  "an expression too deep": (_, db) => db.exec("SELECT " + "(".repeat(1200) + "1" + ")".repeat(1200)),
  "an expression deep enough": (_, db) => db.exec("SELECT " + "1+".repeat(900) + "1"),
  "many rows": (_, db) => value(db, "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000) SELECT sum(i) FROM n"),
  "many values": (_, db) => db.exec(`SELECT ${Array(500).fill("?").join("+")}`, Array(500).fill(1)),
  "too many columns": (_, db) => db.exec(`SELECT ${Array(3000).fill("1").join()}`),

  // What sql.js adds to SQLite.
  "legacy: mathematics": (_, db) => rows(db, "SELECT log(100), log10(100), exp(0), sqrt(16), sqrt(-1), square(3), square(1.5), power(2, 10), sign(-3.5), sign(0), cot(1), coth(1), atn2(1, 2), degrees(1), radians(1), pi()"),
  "legacy: angles": (_, db) => rows(db, "SELECT acos(0.5), asin(0.5), atan(0.5), acosh(2), asinh(2), atanh(0.5), sin(1), cos(1), tan(1), sinh(1), cosh(0), tanh(1), acos(2)"),
  "legacy: the last digit": (_, db) => rows(db, "SELECT exp(1), cosh(1)"),
  "legacy: ceil, floor": (_, db) => rows(db, "SELECT ceil(1.5), floor(1.5), typeof(ceil(1.5)), ceil(-1.5), floor(-1.5), ceil(3), floor('2.5')"),
  "legacy: mathematics of NULL and text": (_, db) => rows(db, "SELECT square(NULL), sqrt(NULL), log('x'), sign('x'), power(NULL, 2), cot(0), ceil(NULL), log(0)"),
  "legacy: parts of a text": (_, db) => rows(db, "SELECT leftstr('妮abc', 2), rightstr('abc妮', 2), leftstr('abc', 9), leftstr('abc', 0), leftstr('abc', -1), rightstr('abc', 9), rightstr('abc', 0), leftstr(NULL, 1), rightstr(12345, 2)"),
  "legacy: less than nothing of a text": (_, db) => rows(db, "SELECT rightstr('abc', -1)"),
  "legacy: charindex": (_, db) => rows(db, "SELECT charindex('b', 'abcb'), charindex('b', 'abcb', 3), charindex('x', 'abc'), charindex('妮', 'a妮'), charindex('', 'abc'), charindex(NULL, 'a'), charindex('a', NULL), charindex('b', 'abcb', 2), charindex('b', 'abcb', 0)"),
  "legacy: reverse, proper": (_, db) => rows(db, "SELECT reverse('aß妮'), reverse(''), reverse(NULL), reverse(123), proper('hello wORLD of o''neil-smith'), proper(NULL), proper('ÄÖ ü')"),
  "legacy: padding": (_, db) => rows(db, "SELECT padl('a', 3), padr('a', 3), padc('a', 4), padc('ab', 5), padl('abc', 2), padr('妮', 3), padl(NULL, 3), padc(7, 3), padl('a', 0)"),
  "legacy: padding by less than nothing": (_, db) => rows(db, "SELECT padl('a', -1)"),
  "legacy: replicate, strfilter": (_, db) => rows(db, "SELECT replicate('ab', 3), replicate('妮', 2), replicate(NULL, 2), strfilter('hello', 'lo'), strfilter('妮a妮', '妮'), strfilter(NULL, 'a'), strfilter('abc', '')"),
  "legacy: replicate less than nothing": (_, db) => rows(db, "SELECT replicate('x', -1)"),
  "legacy: difference": (_, db) => rows(db, "SELECT difference('smith', 'smyth'), difference('smith', 'jones'), difference('', 'a'), difference(NULL, 'a'), difference('Robert', 'Rupert'), difference('x', 'x')"),
  "legacy: folds": (_, db) => rows(db, "SELECT stdev(column1), variance(column1), mode(column1), median(column1), lower_quartile(column1), upper_quartile(column1) FROM (VALUES (1), (2), (2), (5))"),
  "legacy: folds of reals": (_, db) => rows(db, "SELECT stdev(column1), variance(column1), mode(column1), median(column1), lower_quartile(column1), upper_quartile(column1) FROM (VALUES (1.5), (2.5), (9), (2.5), (-3))"),
  "legacy: folds of five": (_, db) => rows(db, "SELECT mode(column1), median(column1), typeof(median(column1)), lower_quartile(column1), upper_quartile(column1) FROM (VALUES (1), (2), (3), (4), (5))"),
  "legacy: folds of two modes": (_, db) => rows(db, "SELECT mode(column1), median(column1), lower_quartile(column1), upper_quartile(column1) FROM (VALUES (1), (2))"),
  "legacy: folds of one": (_, db) => rows(db, "SELECT stdev(7), variance(7), mode(7), median(7), lower_quartile(7), upper_quartile(7)"),
  "legacy: folds of nothing": (_, db) => rows(db, "SELECT stdev(column1), variance(column1), mode(column1), median(column1), lower_quartile(column1), upper_quartile(column1) FROM (VALUES (NULL))"),
  "legacy: folds of no rows": (_, db) => rows(db, "SELECT stdev(1), variance(1), mode(1), median(1), lower_quartile(1), upper_quartile(1) WHERE 0"),
  "legacy: folds of text": (_, db) => rows(db, "SELECT stdev(column1), mode(column1), median(column1) FROM (VALUES ('1'), ('x'), (3))"),
  "legacy: folds of large integers": (_, db) => rows(db, "SELECT mode(5000000000), median(5000000000)"),
  "legacy: folds by groups": (_, db) => rows(db, "SELECT column1, median(column2), stdev(column2) FROM (VALUES (1, 4), (2, 5), (1, 6), (2, 5.5)) GROUP BY 1"),
  "legacy: too few arguments": (_, db) => rows(db, "SELECT leftstr('a')"),
};

/** Runs all cases on a library; what each comes to, as a text. */
export function answers(SQL) {
  const found = {};
  for (const [name, work] of Object.entries(CASES)) {
    const db = new SQL.Database();
    found[name] = spell(attempt(() => work(SQL, db)));
    attempt(() => db.close());
  }
  return found;
}

/** A value as a text that tells apart what is not the same. */
function spell(value) {
  if (Array.isArray(value)) return `[${value.map(spell).join(", ")}]`;
  if (value instanceof Uint8Array) return `bytes(${[...value]})`;
  if (value instanceof Error) return `${value.name}(${JSON.stringify(value.message)})`;
  if (typeof value === "bigint") return `${value}n`;
  if (Object.is(value, -0)) return "-0";
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value !== "object" || value === null) return String(value);
  return `{${Object.entries(value).map(([key, it]) => `${key}: ${spell(it)}`).join(", ")}}`;
}
