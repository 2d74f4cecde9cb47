//! A learner's own SQL: in a console, where nothing is kept, and in a run, where it is a command like any other.
#![cfg(feature = "workshop")]

use effectively_once::domain::command::{Command, Plan};
use effectively_once::domain::ids::Millis;
use effectively_once::domain::limits;
use effectively_once::domain::link::Lab;
use effectively_once::domain::scenario::{Dedup, DedupKey, Scenario};
use effectively_once::domain::sql::{self, Cell, Database, Table};
use effectively_once::domain::trace::{Run, What};
use effectively_once::domain::workshop::{Answer, Ask, Limit, Queried, Source, Value};
use effectively_once::domain::{protocol, settings, text};
use effectively_once::engine::workshop::reply;
use effectively_once::sim;
use effectively_once::store::console;
use effectively_once::view::tables;
use proptest::prelude::*;
use proptest::sample::select;

fn plan() -> Plan {
    let mut scenario = Scenario::default();
    scenario.consumer.dedup = Dedup::OneTransaction;
    scenario.into()
}

fn bytes_at(plan: &Plan, entries: usize, on: Database) -> Vec<u8> {
    let found = sim::databases(plan, entries).into_iter().find(|(database, _)| *database == on);
    found.expect("both databases are there").1
}

/// Both databases at the end of the default run.
fn ended(on: Database) -> Vec<u8> {
    bytes_at(&plan(), usize::MAX, on)
}

fn query(sql: &str) -> Queried {
    console::query(&ended(Database::Consumer), sql, Some(Millis(1_500)))
}

fn message(queried: &Queried) -> &str {
    queried.refused.as_ref().map_or("", |refused| refused.message.as_str())
}

fn rows(queried: &Queried) -> Vec<Vec<Value>> {
    assert_eq!(queried.refused, None);
    queried.results.last().expect("a statement was run").rows.clone()
}

fn int(queried: &Queried) -> i64 {
    match rows(queried).concat()[..] {
        [Value::Integer(n)] => n,
        ref other => panic!("{other:?}"),
    }
}

fn with_sql(plan: &Plan, texts: &[(u32, Database, &str)]) -> Plan {
    let sql = texts.iter().map(|&(after, on, text)| Command::Sql { after, on, text: text.into() });
    Plan { commands: plan.commands.iter().cloned().chain(sql).collect(), ..plan.clone() }
}

/// The step after the first entry like this.
fn after(run: &Run, like: fn(&What) -> bool) -> u32 {
    run.entries.iter().position(|entry| like(&entry.what)).expect("it happens") as u32 + 1
}

fn queried(run: &Run) -> Vec<&sql::Statement> {
    let by_hand = run.entries.iter().filter(|entry| matches!(entry.what, What::Queried { .. }));
    by_hand.flat_map(|entry| &entry.sql).collect()
}

#[test]
fn a_console_reads() {
    let queried = query("SELECT item, quantity FROM stock; SELECT count(*) FROM processed_events");
    assert_eq!(queried.results[0].columns, ["item", "quantity"]);
    assert_eq!(queried.results[0].sql, "SELECT item, quantity FROM stock");
    assert!(queried.results.iter().all(|set| set.writes.is_none() && set.cut.is_none()));
    assert_eq!(int(&queried), 4);
    let all = rows(&query("SELECT NULL, 1, 1.5, 'x', x'00ff'"));
    let text = Value::Text("x".into());
    assert_eq!(all, [[Value::Null, Value::Integer(1), Value::Real(1.5), text, Value::Blob(vec![0, 255])]]);
}

#[test]
fn an_error_is_sqlites_own_with_its_position() {
    let text = "SELECT 1;\n-- a comment\nSELECT item FROM stok; SELECT 2";
    let queried = query(text);
    assert_eq!(queried.results.len(), 1);
    assert_eq!(message(&queried), "no such table: stok");
    let refused = queried.refused.unwrap();
    // SQLite gives no position for a table; for a column and for syntax it does.
    assert!(refused.at.is_none_or(|at| text[at as usize..].starts_with("stok")), "{refused:?}");
    for (text, wrong, said) in [
        ("SELECT 1; SELECT itm FROM stock", "itm", "no such column: itm"),
        ("SELECT 1;  SELEC 2", "SELEC", "near \"SELEC\": syntax error"),
        ("SELECT '貨' ; SELECT 貨 FROM stock", "貨 FROM", "no such column: 貨"),
    ] {
        let refused = query(text).refused.unwrap();
        assert_eq!(refused.message, said);
        assert!(text[refused.at.unwrap() as usize..].starts_with(wrong), "{text}: {refused:?}");
    }
    assert_eq!(message(&query("SELECT 1;\nSELECT (")), "incomplete input");
    assert_eq!(query("SELECT 1\0; DROP TABLE stock").refused.unwrap().at, Some(8));
}

#[test]
fn a_write_is_tried_and_not_kept() {
    let queried = query("UPDATE stock SET quantity = 0; SELECT sum(quantity) FROM stock");
    assert!(queried.results[0].writes.is_some_and(|n| n > 0));
    assert_eq!(int(&queried), 0);
    assert!(int(&query("SELECT sum(quantity) FROM stock")) > 0);
    assert_eq!(query("CREATE TABLE t (x)").results[0].writes, Some(0));
    let queried =
        query("BEGIN IMMEDIATE; DELETE FROM stock RETURNING item; ROLLBACK; SELECT count(*) > 0 FROM stock");
    assert_eq!(queried.results[0].writes, None);
    assert_eq!(queried.results[1].columns, ["item"]);
    assert_eq!(queried.results[1].writes, Some(queried.results[1].rows.len() as u64));
    assert_eq!(int(&queried), 1);
}

#[test]
fn too_much_is_cut_with_a_notice() {
    let many = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c LIMIT 501)";
    let set = query(&format!("{many} SELECT n FROM c")).results.remove(0);
    assert_eq!((set.rows.len(), set.cut), (500, Some(Limit::Rows(500))));
    let set = query(&format!("{many} SELECT n FROM c LIMIT 500")).results.remove(0);
    assert_eq!((set.rows.len(), set.cut), (500, None));
    let queried =
        query(&format!("{many} SELECT hex(zeroblob(5000)) FROM c; SELECT 1; SELECT hex(zeroblob(99000))"));
    assert_eq!(queried.results[0].cut, Some(Limit::Bytes(256 * 1024)));
    let bytes: usize = queried
        .results
        .iter()
        .flat_map(|set| set.rows.iter().flatten())
        .map(|value| if let Value::Text(text) = value { text.len() } else { 0 })
        .sum();
    assert!(bytes <= 256 * 1024);
    let queried = query(
        "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT max(n) FROM c; SELECT 1",
    );
    assert_eq!(queried.results.len(), 1);
    assert_eq!(queried.results[0].cut, Some(Limit::Steps(20_000_000)));
    assert_eq!(queried.refused, None);
}

#[test]
fn explain_query_plan_tells_the_plan() {
    let plan = |sql: &str| match &rows(&query(sql))[0][3] {
        Value::Text(detail) => detail.clone(),
        other => panic!("{other:?}"),
    };
    let asked = "EXPLAIN QUERY PLAN SELECT * FROM processed_events WHERE event_id = 'x' AND handler = 'y'";
    assert!(plan(asked).starts_with("SEARCH processed_events USING INDEX"), "{}", plan(asked));
    assert!(plan("EXPLAIN QUERY PLAN SELECT * FROM emails_sent").starts_with("SCAN emails_sent"));
    assert_eq!(query("EXPLAIN DELETE FROM stock").results[0].writes, None);
}

#[test]
fn what_leaves_the_database_is_refused_in_words() {
    for (sql, said) in [
        ("ATTACH 'x.sqlite' AS x", "not authorized: this database stands alone"),
        ("DETACH main", "not authorized: this database stands alone"),
        ("VACUUM INTO 'copy.sqlite'", "authorization denied: this database stands alone"),
        ("PRAGMA writable_schema = 1", "not authorized: only a PRAGMA that reads"),
        ("PRAGMA journal_mode = WAL", "not authorized: only a PRAGMA that reads"),
        ("PRAGMA user_version = 3", "not authorized: only a PRAGMA that reads"),
        ("PRAGMA database_list", "not authorized: only a PRAGMA that reads"),
        ("PRAGMA hard_heap_limit = 0", "not authorized: only a PRAGMA that reads"),
        ("SELECT * FROM pragma_database_list", "not authorized: only a PRAGMA that reads"),
        ("SELECT load_extension('x')", "not authorized to use function: load_extension: nothing is loaded"),
        ("CREATE VIRTUAL TABLE t USING fts5(x)", "not authorized: virtual tables"),
        ("INSERT INTO sqlite_schema VALUES (1,2,3,4,5)", "table sqlite_master may not be modified"),
        ("CREATE VIEW v AS SELECT * FROM stock; DELETE FROM v", "cannot modify v because it is a view"),
        ("SELECT zeroblob(1000000000)", "string or blob too big"),
        ("SELECT randomblob(1000000000)", "string or blob too big"),
        ("SELECT printf('%*c', 1000000000, 'x')", "string or blob too big"),
        ("SELECT datetime('now', 'localtime')", "local time unavailable"),
        ("SELECT readfile('x')", "no such function: readfile"),
    ] {
        let queried = query(sql);
        assert!(message(&queried).starts_with(said), "{sql}: {queried:?}");
    }
    assert_eq!(rows(&query("PRAGMA user_version")), [[Value::Integer(0)]]);
    assert_eq!(rows(&query("PRAGMA table_info(processed_events)")).len(), 4);
    assert_eq!(rows(&query("SELECT name FROM pragma_table_info('stock')")).len(), 2);
    assert!(!rows(&query("PRAGMA index_list(processed_events)")).is_empty());
    assert_eq!(rows(&query("PRAGMA quick_check")), [[Value::Text("ok".into())]]);
    assert!(query("PRAGMA foreign_key_list(stock)").refused.is_none());
}

#[test]
fn nesting_and_size_have_limits() {
    let deep = |n: usize| format!("SELECT {}1{}", "(".repeat(n), ")".repeat(n));
    let from = |n: usize| format!("SELECT * FROM {}stock{}", "(SELECT * FROM ".repeat(n), ")".repeat(n));
    let case = "CASE WHEN 1 THEN ".repeat(3_000) + "1" + &" END".repeat(3_000);
    let views: String =
        (1..40).map(|n| format!("CREATE VIEW v{n} AS SELECT a.x FROM v{} a, v{} b;", n - 1, n - 1)).collect();
    let sums = format!("SELECT {}1", "1+".repeat(20_000));
    let union = format!("SELECT 1 {}", "UNION ALL SELECT 1 ".repeat(2_000));
    for sql in [
        deep(5_000),
        from(3_000),
        format!("SELECT {case}"),
        sums,
        union,
        format!("CREATE VIEW v0 AS SELECT 1 x; {views} SELECT * FROM v39"),
        format!("SELECT json('{}{}')", "[".repeat(30_000), "]".repeat(30_000)),
        format!("SELECT '{}' LIKE '{}'", "a".repeat(20_000), "%a".repeat(10_000)),
        "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM c) SELECT zeroblob(900000), n FROM c ORDER BY 1, 2".into(),
        "CREATE TABLE t(x); WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM c) INSERT INTO t SELECT zeroblob(900000) FROM c".into(),
        "WITH RECURSIVE c(x) AS (SELECT 'ab' UNION ALL SELECT x || x FROM c) SELECT count(*) FROM c".into(),
    ] {
        let queried = query(&sql);
        let stopped = queried.refused.is_some() || queried.results.iter().any(|set| set.cut.is_some());
        let short = sql.chars().take(60).collect::<String>();
        assert!(stopped, "{short}: {} results", queried.results.len());
    }
    assert_eq!(message(&query(&deep(5_000))), "Recursion limit");
    assert_eq!(query(&format!("SELECT 1;{}", ";".repeat(60_000))).results.len(), 1);
    assert_eq!(query(&"SELECT 1; ".repeat(6_000)).results.len(), 6_000);
    assert_eq!(rows(&query(&from(20))).len(), rows(&query("SELECT * FROM stock")).len());
    let long = console::query(&[], &" ".repeat(limits::SQL_BYTES + 1), None);
    assert_eq!(message(&long), "the text is longer than 65536 bytes");
}

#[test]
fn nothing_in_a_console_depends_on_when_it_is_asked() {
    let sql = "SELECT random(), hex(randomblob(9)), datetime('now'), CURRENT_TIMESTAMP, unixepoch(), strftime('%f')";
    assert_eq!(query(sql), query(sql));
    let now = query("SELECT datetime('now'), strftime('%f')");
    let text = |text: &str| Value::Text(text.into());
    assert_eq!(rows(&now), [[text("1970-01-01 00:00:01"), text("01.500")]]);
    // A visitor's own file is not simulated.
    let outside = console::query(&ended(Database::Consumer), "SELECT unixepoch() > 1700000000", None);
    assert_eq!(int(&outside), 1);
}

#[test]
fn a_schema_names_what_is_there() {
    let items = console::schema(&ended(Database::Consumer)).unwrap();
    let marks = items.iter().find(|item| item.name == "processed_events").unwrap();
    assert_eq!((marks.kind.as_str(), marks.rows), ("table", 4));
    let columns: Vec<_> = marks.columns.iter().map(|(name, of)| format!("{name} {of}")).collect();
    assert_eq!(columns, ["event_id TEXT", "handler TEXT", "bus TEXT", "processed_ms INTEGER"]);
    assert!(marks.sql.starts_with("CREATE TABLE processed_events"));
    let made = "CREATE VIEW \"a \"\"b\" AS SELECT item FROM stock; CREATE INDEX i ON stock (quantity, item);";
    let plan = with_sql(&plan(), &[(0, Database::Consumer, made)]);
    let items = console::schema(&bytes_at(&plan, 99, Database::Consumer)).unwrap();
    let view = items.iter().find(|item| item.kind == "view").unwrap();
    assert_eq!((view.name.as_str(), view.columns.len()), ("a \"b", 1));
    let index = items.last().unwrap();
    let columns: Vec<_> = index.columns.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!((index.kind.as_str(), columns), ("index", vec!["quantity", "item"]));
}

/// SQLite's tables at a step, against those that the trace tells of.
#[test]
fn a_console_at_a_step_sees_what_is_committed_there() {
    let mut plan = plan();
    plan.scenario.client.clicks = 2;
    let run = sim::run(&plan);
    for step in 0..=run.entries.len() {
        let views = tables::at(&run, step.checked_sub(1));
        for (on, bytes) in sim::databases(&plan, step) {
            for view in views.iter().filter(|view| view.info.table.database() == on) {
                if view.rows.iter().any(|row| row.pending) {
                    continue;
                }
                let told = view.rows.iter().filter(|row| row.touch != tables::Touch::Deleted).count();
                let count =
                    console::query(&bytes, &format!("SELECT count(*) FROM {}", view.info.table), None);
                assert_eq!(int(&count), told as i64, "step {step}, {}", view.info.table);
            }
        }
    }
    assert_eq!(sim::databases(&plan, run.entries.len()), sim::databases(&plan, usize::MAX));
    assert_eq!(sim::databases_at(&plan, Millis(u64::MAX)), sim::databases(&plan, usize::MAX));
    let first = run.entries.iter().position(|entry| entry.at > Millis(40)).unwrap();
    assert_eq!(sim::databases_at(&plan, Millis(40)), sim::databases(&plan, first));
}

#[test]
fn rows_of_an_open_transaction_are_not_seen() {
    let run = sim::run(&plan());
    let step = after(&run, |what| matches!(what, What::Wrote { .. }));
    assert!(run.entries[step as usize - 1].changes.iter().any(|change| change.pending));
    let source = Source::Run { plan: Box::new(plan()), entries: step, on: Database::Consumer };
    let Answer::Queried(queried) = reply(Ask::Query(source, "SELECT count(*) FROM processed_events".into()))
    else {
        panic!("not answered");
    };
    assert_eq!(int(&queried), 0);
    let commit = after(&run, |what| matches!(what, What::Committed { .. }));
    let bytes = bytes_at(&plan(), commit as usize, Database::Consumer);
    assert_eq!(int(&console::query(&bytes, "SELECT count(*) FROM processed_events", None)), 1);
}

#[test]
fn a_database_downloads_and_opens_elsewhere() {
    for on in Database::ALL {
        let source = Source::Run { plan: Box::new(plan()), entries: u32::MAX, on: *on };
        let Answer::File(bytes) = reply(Ask::File(source)) else { panic!("no file") };
        let path = std::env::temp_dir().join(format!("console-test-{}-{on}.sqlite", std::process::id()));
        std::fs::write(&path, &bytes).unwrap();
        let conn = rusqlite::Connection::open(&path).unwrap();
        let check: String = conn.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
        assert_eq!(check, "ok");
        for item in console::schema(&bytes).unwrap().iter().filter(|item| item.kind == "table") {
            let count = |row: &rusqlite::Row<'_>| row.get::<_, i64>(0);
            let there = conn.query_row(&format!("SELECT count(*) FROM {}", item.name), [], count).unwrap();
            assert_eq!(there as u64, item.rows, "{}", item.name);
        }
        drop(conn);
        if let Ok(shell) = std::process::Command::new("sqlite3").arg(&path).arg(".schema").output() {
            assert!(shell.status.success(), "{}", String::from_utf8_lossy(&shell.stderr));
            assert!(String::from_utf8_lossy(&shell.stdout).contains("CREATE TABLE"));
        }
        let Answer::Schema(items) = reply(Ask::Schema(Source::File(std::fs::read(&path).unwrap()))) else {
            panic!("no schema");
        };
        assert!(!items.is_empty());
        std::fs::remove_file(&path).unwrap();
    }
}

#[test]
fn a_file_of_ones_own_is_opened_with_care() {
    let good = ended(Database::Consumer);
    let asked = |bytes: &[u8]| console::query(bytes, "SELECT count(*) FROM stock", None);
    assert_eq!(
        message(&asked(
            b"not a database, but long enough to have a header if it were one; really, it is long enough"
        )),
        "file is not a database"
    );
    assert_eq!(message(&asked(&[])), "no such table: stock");
    assert_eq!(message(&asked(&vec![0; limits::FILE_BYTES + 1])), "the file is larger than 8388608 bytes");
    let cut = asked(&good[..good.len() / 2 + 7]);
    assert!(cut.refused.is_some(), "{cut:?}");
    // Left in WAL mode, as many real files are.
    let mut wal = good.clone();
    (wal[18], wal[19]) = (2, 2);
    assert_eq!(int(&asked(&wal)), int(&asked(&good)));
    // In another encoding, with pages of another size.
    let path = std::env::temp_dir().join(format!("console-test-{}-utf16.sqlite", std::process::id()));
    let made = "PRAGMA encoding = 'UTF-16le'; PRAGMA page_size = 512; CREATE TABLE 貨 (名 TEXT); INSERT INTO 貨 VALUES ('書')";
    rusqlite::Connection::open(&path).unwrap().execute_batch(made).unwrap();
    let wide = std::fs::read(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    let queried = console::query(&wide, "INSERT INTO 貨 VALUES ('筆'); SELECT 名 FROM 貨; SELECT x", None);
    assert_eq!(queried.results[1].columns, ["名"]);
    assert_eq!(queried.results[1].rows, [[Value::Text("書".into())], [Value::Text("筆".into())]]);
    assert_eq!(message(&queried), "no such column: x");
    let large = Source::File(vec![0; limits::FILE_BYTES + 1]);
    assert!(matches!(reply(Ask::Query(large, "SELECT 1".into())), Answer::Problem(_)));
    let long = "x".repeat(limits::SQL_BYTES + 1);
    assert!(matches!(reply(Ask::Query(Source::File(good), long)), Answer::Problem(_)));
    // Names that are no UTF-8.
    let made = console::query(&[], "CREATE TABLE \"caf?\" (\"na?f\" TEXT)", None);
    assert_eq!(made.refused, None);
    let path = std::env::temp_dir().join(format!("console-test-{}-names.sqlite", std::process::id()));
    rusqlite::Connection::open(&path)
        .unwrap()
        .execute_batch(
            "CREATE TABLE \"caf~\" (\"na~f\" TEXT); INSERT INTO \"caf~\" VALUES (CAST(x'ff' AS TEXT))",
        )
        .unwrap();
    let mut bytes = std::fs::read(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    bytes.iter_mut().filter(|byte| **byte == b'~').for_each(|byte| *byte = 0xff);
    let _ = console::schema(&bytes);
    let all = console::query(&bytes, "SELECT * FROM sqlite_schema; SELECT name FROM pragma_table_list", None);
    assert!(!all.results.is_empty());
}

#[test]
fn a_learners_sql_is_a_command() {
    let run = sim::run(&plan());
    let step = after(&run, |what| matches!(what, What::Acked { .. }));
    let sql = "DELETE FROM processed_events; SELECT count(*) FROM processed_events;";
    let forked = with_sql(&plan(), &[(step, Database::Consumer, sql)]);
    let again = sim::run(&forked);
    let entry = &again.entries[step as usize];
    assert_eq!(entry.what, What::Queried { on: Database::Consumer });
    assert_eq!(entry.sql[0].answer, sql::Answer::Changed(4));
    assert_eq!(entry.sql[1].answer, sql::Answer::Rows(vec![vec![Cell::Integer(0)]]));
    assert_eq!(entry.changes.iter().filter(|change| change.row.is_none()).count(), 4);
    // What lay before is the same, and replay repeats it.
    assert_eq!(again.entries[..step as usize], run.entries[..step as usize]);
    assert_eq!(again, sim::run(&forked));
    assert_eq!(sim::outcome(&forked), again.outcome);
    // It is in the permalink.
    let lab = Lab { a: forked.clone(), ..Lab::default() };
    assert_eq!(Lab::from_fragment(&lab.to_fragment()).unwrap().a, forked);
    let Answer::Engine(protocol::Answer::Runs(runs)) = reply(Ask::Engine(protocol::Ask::Runs(vec![forked])))
    else {
        panic!("not answered");
    };
    assert_eq!(runs, [again]);
}

#[test]
fn what_a_learner_forgets_runs_again() {
    // The ack is lost; before the redelivery the learner deletes the marks.
    let lost =
        text::file("version = 1\n[consumer]\ndedup = \"one_transaction\"\n[[fault]]\nat = \"ack_lost\"")
            .unwrap();
    let plan = Plan::from(lost.scenario);
    let run = sim::run(&plan);
    assert_eq!(run.outcome.mails, 1);
    let step = after(&run, |what| matches!(what, What::Acked { .. }));
    let forked = sim::run(&with_sql(&plan, &[(step, Database::Consumer, "DELETE FROM processed_events")]));
    assert_eq!(forked.outcome.mails, 2);
}

#[test]
fn at_rest_a_learner_can_wake_the_relay() {
    let run = sim::run(&plan());
    let end = run.entries.len() as u32;
    let sql = "UPDATE outbox SET published_ms = NULL";
    let woken = sim::run(&with_sql(&plan(), &[(end, Database::Producer, sql)]));
    assert!(woken.entries.len() > run.entries.len() + 5);
    assert_eq!((woken.outcome.published, woken.outcome.mails), (2, 1));
    let never = sim::run(&with_sql(&plan(), &[(end + 1, Database::Producer, sql)]));
    assert_eq!(never.entries.len(), run.entries.len());
}

/// The limits of a run with a learner's SQL are far from what the pipeline itself needs.
#[test]
fn a_large_run_is_the_same_with_a_guard() {
    let mut plan = plan();
    plan.scenario.client.intents = 1_000;
    plan.scenario.producer.key_kept_ms = 0;
    let sql = "SELECT count(*) FROM orders; SELECT max(created_ms) FROM outbox";
    let guarded = with_sql(&plan, &[(1, Database::Producer, sql), (5_000, Database::Producer, sql)]);
    assert_eq!(sim::outcome(&guarded), sim::outcome(&plan));
    assert!(
        sim::databases(&plan, usize::MAX).iter().all(|(_, bytes)| bytes.len() < limits::RUN_FILE_BYTES / 2)
    );
}

#[test]
fn a_learner_meets_a_workers_lock() {
    let run = sim::run(&plan());
    let step = after(&run, |what| matches!(what, What::Wrote { .. }));
    let busy = sim::run(&with_sql(
        &plan(),
        &[(step, Database::Consumer, "SELECT count(*) FROM stock; DELETE FROM stock")],
    ));
    let answers: Vec<_> = queried(&busy).iter().map(|statement| statement.answer.clone()).collect();
    // An in-memory database is locked for readers, too; a console looks at its bytes and is not.
    assert_eq!(answers, [sql::Answer::Busy]);
    assert_eq!(busy.outcome, run.outcome);
}

#[test]
fn a_transaction_left_open_is_rolled_back_and_said_so() {
    let sql = "BEGIN; DELETE FROM stock";
    let run = sim::run(&with_sql(&plan(), &[(0, Database::Consumer, sql)]));
    let last = queried(&run).pop().unwrap();
    assert_eq!(last.sql, "ROLLBACK -- the transaction was left open");
    assert_eq!(run.entries[0].changes, []);
    assert_eq!(run.outcome, sim::run(&plan()).outcome);
}

#[test]
fn the_literal_error_of_a_changed_schema() {
    let error = |plan: &Plan| {
        let run = sim::run(plan);
        let all = run.entries.iter().flat_map(|entry| &entry.sql);
        all.filter_map(|statement| match &statement.answer {
            sql::Answer::Error(message) => Some(message.clone()),
            _ => None,
        })
        .next()
    };
    let none = "ON CONFLICT clause does not match any PRIMARY KEY or UNIQUE constraint";
    let mut keyless = plan();
    keyless.scenario.consumer.dedup_key = DedupKey::None;
    assert_eq!(error(&keyless).as_deref(), Some(none));
    for (on, sql, said) in [
        (
            Database::Consumer,
            "DROP TABLE processed_events; CREATE TABLE processed_events (event_id, handler, bus, processed_ms)",
            none,
        ),
        (Database::Consumer, "DROP TABLE processed_events", "no such table: processed_events"),
        (
            Database::Consumer,
            "ALTER TABLE emails_sent RENAME COLUMN sent_ms TO at",
            "table emails_sent has no column named sent_ms",
        ),
        (Database::Producer, "DROP TABLE orders", "no such table: orders"),
        (Database::Producer, "ALTER TABLE outbox DROP COLUMN published_ms", "no such column: published_ms"),
    ] {
        assert_eq!(error(&with_sql(&plan(), &[(0, on, sql)])).as_deref(), Some(said), "{sql}");
    }
    let mut refused = sim::run(&with_sql(&plan(), &[(0, Database::Producer, "DROP TABLE orders")]));
    assert!(refused.entries.iter().any(|entry| matches!(entry.what, What::RequestFailed { .. })));
    refused = sim::run(&with_sql(
        &plan(),
        &[(0, Database::Producer, "ALTER TABLE outbox DROP COLUMN published_ms")],
    ));
    assert!(refused.entries.iter().any(|entry| matches!(entry.what, What::RelayStopped { .. })));
}

#[test]
fn sql_that_is_too_long_for_a_link_is_refused() {
    let long = "x".repeat(limits::COMMAND_SQL_BYTES + 1);
    let plan = with_sql(&plan(), &[(0, Database::Consumer, &long)]);
    assert!(settings::check(&plan).is_err());
    let lab = Lab { a: plan.clone(), ..Lab::default() };
    assert!(Lab::from_fragment(&lab.to_fragment()).is_err());
    let asked = reply(Ask::Engine(protocol::Ask::Runs(vec![plan])));
    assert!(matches!(asked, Answer::Engine(protocol::Answer::Problem(_))));
}

/// What a learner may do to a run that is not nice. (For the highest rowid see `tests/draws.rs`.)
const NASTY: &[&str] = &[
    "DROP TABLE orders",
    "DROP TABLE outbox",
    "DROP TABLE processed_events",
    "DROP TABLE stock; DROP TABLE emails_sent",
    "DROP TABLE orders; CREATE VIEW orders AS SELECT 1 AS order_id, 'x' AS event_id",
    "DROP TABLE orders; CREATE VIEW orders AS WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT n AS order_id, printf('%.*c', 60000, 'x') AS body, 'x' AS event_id FROM c",
    "DROP TABLE stock; CREATE TABLE stock (item TEXT PRIMARY KEY, quantity) WITHOUT ROWID",
    "DROP TABLE emails_sent; CREATE TABLE emails_sent (rowid TEXT, event_id, order_id, sent_ms)",
    "ALTER TABLE orders ADD COLUMN note TEXT DEFAULT 'x'",
    "ALTER TABLE orders DROP COLUMN item",
    "ALTER TABLE outbox RENAME COLUMN published_ms TO done",
    "ALTER TABLE processed_events RENAME TO other",
    "ALTER TABLE emails_sent ADD COLUMN twice AS (order_id * 2)",
    "DELETE FROM orders",
    "DELETE FROM outbox",
    "DELETE FROM processed_events",
    "DELETE FROM stock",
    "DELETE FROM idempotency_keys; DELETE FROM charges",
    "UPDATE outbox SET published_ms = NULL",
    "UPDATE outbox SET event_id = 'nobody'; UPDATE outbox SET published_ms = NULL",
    "UPDATE outbox SET event_id = x'00ff', payload = 1.5, published_ms = NULL",
    "UPDATE orders SET order_id = 9223372036854775807",
    "INSERT INTO orders SELECT 9223372036854775807, 'e', 1, 'A', 1, 'b', 1",
    "UPDATE orders SET order_id = -order_id, body = x'ff'",
    "UPDATE orders SET body = CAST(x'ff' AS TEXT)",
    "UPDATE stock SET quantity = 1e300",
    "UPDATE stock SET quantity = 'many', item = NULL",
    "UPDATE processed_events SET processed_ms = -9223372036854775808",
    "UPDATE processed_events SET processed_ms = 9223372036854775807",
    "INSERT INTO processed_events (event_id, handler, bus, processed_ms) VALUES (1, 2, 3, 9223372036854775807)",
    "INSERT INTO processed_events SELECT event_id || 'x', handler, bus, -5 FROM processed_events",
    "INSERT INTO emails_sent (event_id, order_id, sent_ms) WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c LIMIT 300) SELECT n, n, n FROM c",
    "INSERT INTO emails_sent (event_id, order_id, sent_ms) WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT hex(randomblob(30000)), n, n FROM c",
    "UPDATE consumer_offsets SET next_offset = -1",
    "DELETE FROM consumer_offsets",
    "UPDATE idempotency_keys SET status = 'odd', order_id = 'x'",
    "CREATE UNIQUE INDEX one ON emails_sent (order_id)",
    "CREATE UNIQUE INDEX one ON orders (user_id)",
    "CREATE TRIGGER t BEFORE INSERT ON orders BEGIN SELECT RAISE(ABORT, 'no orders today'); END",
    "CREATE TRIGGER t BEFORE INSERT ON outbox BEGIN SELECT RAISE(IGNORE); END",
    "CREATE TRIGGER t BEFORE UPDATE ON outbox BEGIN SELECT RAISE(IGNORE); END",
    "CREATE TRIGGER t AFTER INSERT ON processed_events BEGIN SELECT RAISE(ROLLBACK, 'rolled back'); END",
    "CREATE TRIGGER t AFTER INSERT ON emails_sent BEGIN SELECT RAISE(ROLLBACK, 'rolled back'); END",
    "CREATE TRIGGER t BEFORE DELETE ON processed_events BEGIN SELECT RAISE(IGNORE); END",
    "CREATE TRIGGER t AFTER INSERT ON emails_sent BEGIN INSERT INTO emails_sent (event_id, order_id, sent_ms) VALUES (random(), 1, datetime('now')); END",
    "CREATE TRIGGER t AFTER INSERT ON emails_sent BEGIN UPDATE emails_sent SET event_id = hex(randomblob(20000)); END",
    "CREATE TRIGGER t AFTER INSERT ON processed_events BEGIN DELETE FROM processed_events; END",
    "CREATE TRIGGER t AFTER UPDATE ON stock BEGIN DELETE FROM emails_sent; END",
    "CREATE TRIGGER t AFTER INSERT ON orders BEGIN DELETE FROM outbox; END",
    "CREATE TRIGGER t AFTER INSERT ON emails_sent BEGIN INSERT INTO emails_sent (event_id, order_id, sent_ms) WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT n, n, n FROM c; END",
    "CREATE TRIGGER t AFTER INSERT ON outbox BEGIN UPDATE outbox SET payload = (WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT max(n) FROM c); END",
    "CREATE TABLE big (x); INSERT INTO big WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c LIMIT 29) SELECT zeroblob(60000) FROM c",
    "CREATE TABLE big (x); WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) INSERT INTO big SELECT zeroblob(60000) FROM c",
    "BEGIN IMMEDIATE; DELETE FROM orders",
    "BEGIN; SAVEPOINT s; DELETE FROM stock; RELEASE s; COMMIT",
    "CREATE TEMP TABLE stock (x); INSERT INTO stock VALUES (1); SELECT * FROM stock",
    "CREATE TEMP TRIGGER t AFTER INSERT ON main.emails_sent BEGIN SELECT RAISE(ABORT, 'x'); END",
    "SELECT random(), randomblob(3), datetime('now'), CURRENT_TIMESTAMP, julianday(), total_changes(), last_insert_rowid()",
    "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT count(*) FROM c",
    "PRAGMA writable_schema = 1; UPDATE sqlite_schema SET sql = 'x'",
    "ATTACH ':memory:' AS x; VACUUM; REINDEX; ANALYZE",
    "ANALYZE; REINDEX",
    "DROP TABLE processed_events; CREATE TABLE processed_events (event_id, handler, bus, processed_ms, PRIMARY KEY (event_id, handler) ON CONFLICT ROLLBACK)",
    "DROP TABLE processed_events; CREATE TABLE processed_events (event_id, handler, bus, processed_ms, x DEFAULT (random()), PRIMARY KEY (event_id, handler))",
    "CREATE TABLE parent (id PRIMARY KEY); DROP TABLE emails_sent; CREATE TABLE emails_sent (event_id REFERENCES parent (id) DEFERRABLE INITIALLY DEFERRED, order_id, sent_ms)",
    "no sql at all",
    "",
    ";;;",
    "SELECT ?1, :x",
];

fn learners_plan() -> impl Strategy<Value = Plan> {
    let text = (0..120_u32, select(Database::ALL), select(NASTY));
    let dedup = select(Dedup::ALL);
    let key = select(DedupKey::ALL);
    (proptest::collection::vec(text, 1..4), dedup, key, any::<[bool; 8]>()).prop_map(
        |(texts, dedup, key, flags)| {
            let [retention, idempotent, kafka, offsets, keys, publish, stop, lease] = flags;
            let mut lines = vec![
                "version = 1\n[client]\nintents = 3\nclicks = 2\nretries = 1\nkey = \"per_intent\""
                    .to_string(),
            ];
            let mut put = |table: &str, list: &[(bool, &str)]| {
                lines.push(format!("[{table}]"));
                lines.extend(list.iter().filter(|(yes, _)| *yes).map(|(_, line)| (*line).to_string()));
            };
            put(
                "producer",
                &[(keys, "key_store = \"claim_first\""), (publish, "publish = \"commit_then_publish\"")],
            );
            put("broker", &[(kafka, "dialect = \"kafka\""), (true, "max_deliveries = 3")]);
            put("log", &[(kafka && offsets, "commit = \"database\"")]);
            put(
                "consumer",
                &[
                    (retention, "retention_ms = 300"),
                    (idempotent, "sql = \"idempotent\""),
                    (stop, "on_failure = \"stop\""),
                    (lease, "claim_lease_ms = 500"),
                ],
            );
            lines.push("[[fault]]\nat = \"ack_lost\"".into());
            let mut plan = Plan::from(text::file(&lines.join("\n")).unwrap().scenario);
            plan.scenario.consumer.dedup = dedup;
            plan.scenario.consumer.dedup_key = key;
            with_sql(&plan, &texts)
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_a_learner_does_the_run_ends_and_is_the_same_again(plan in learners_plan()) {
        let plain = Plan { commands: Vec::new(), ..plan.clone() };
        let before = sim::run(&plain);
        let run = sim::run(&plan);
        prop_assert!(run == sim::run(&plan), "not the same again");
        prop_assert!(sim::databases(&plan, usize::MAX) == sim::databases(&plan, usize::MAX));
        let history = tables::History::new(&run);
        for step in 0..run.entries.len() {
            history.near(Some(step), 20);
        }
        let _ = text::run(&run);
        prop_assert!(before == sim::run(&plain), "a plain run is another than before");
    }

    #[test]
    fn any_text_is_answered(text in "\\PC{0,60}", bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        query(&text);
        query(&format!("SELECT {text}; {text}"));
        let _ = console::schema(&bytes);
        console::query(&bytes, "SELECT 1", None);
    }

    #[test]
    fn any_damage_to_a_file_is_answered(
        hits in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..40),
    ) {
        let mut bytes = ended(Database::Consumer);
        for (at, byte) in hits {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        let _ = console::schema(&bytes);
        console::query(&bytes, "SELECT * FROM processed_events; SELECT * FROM stock; PRAGMA integrity_check; DELETE FROM processed_events", None);
    }
}

#[test]
fn every_nasty_text_alone() {
    for sql in NASTY {
        for on in Database::ALL {
            for after in [0, 14] {
                let plan = with_sql(&plan(), &[(after, *on, sql)]);
                let run = sim::run(&plan);
                assert!(run == sim::run(&plan), "{sql}");
            }
        }
    }
    // No table of the pipeline is unknown to these texts.
    for table in [Table::Orders, Table::Outbox, Table::ProcessedEvents, Table::Stock] {
        assert!(NASTY.iter().any(|sql| sql.contains(table.word())));
    }
}
