//! SQLite draws a rowid where the highest is taken, from a generator that all threads of a process share. One test,
//! so that nobody else draws. (The page's engine has one thread.)
#![cfg(feature = "workshop")]

use effectively_once::domain::command::{Command, Plan};
use effectively_once::domain::scenario::Scenario;
use effectively_once::domain::sql::{Database, Table};
use effectively_once::sim;

#[test]
fn a_drawn_rowid_is_the_same_again() {
    let text = "INSERT INTO emails_sent (rowid, event_id, order_id, sent_ms) VALUES (9223372036854775807, 'x', 1, 1)";
    let sql = Command::Sql { after: 0, on: Database::Consumer, text: text.into() };
    let plan = Plan { commands: vec![sql], ..Plan::default() };
    let run = sim::run(&plan);
    let changes = run.entries.iter().flat_map(|entry| &entry.changes);
    let rowids: Vec<i64> =
        changes.filter(|change| change.table == Table::EmailsSent).map(|change| change.rowid).collect();
    assert!(matches!(rowids[..], [i64::MAX, drawn, ..] if drawn > 1), "{rowids:?}");
    for _ in 0..5 {
        sim::run(&Plan::default());
        assert!(run == sim::run(&plan), "another rowid was drawn");
    }
    let other = Plan { scenario: Scenario { seed: 7, ..Scenario::default() }, ..plan };
    assert!(run != sim::run(&other));
}
