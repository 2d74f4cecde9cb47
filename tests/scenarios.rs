//! Every file in `scenarios/`: its `[expect]` holds, its trace is the one that was looked at, and running it
//! twice gives the same trace and the same database bytes.
#![cfg(feature = "engine")]

use effectively_once::domain::command::Plan;
use effectively_once::domain::link::Lab;
use effectively_once::domain::scenario::Handler;
use effectively_once::domain::text::{self, File};
use effectively_once::domain::trace::Run;
use effectively_once::sim;
use expect_test::expect_file;
use std::path::{Path, PathBuf};

fn files() -> Vec<(String, File)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let files: Vec<_> = paths
        .iter()
        .map(|path| {
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            let file = text::file(&std::fs::read_to_string(path).unwrap());
            (name.clone(), file.unwrap_or_else(|problem| panic!("{name}: {problem}")))
        })
        .collect();
    assert!(files.len() >= 40, "only {} scenarios found", files.len());
    files
}

#[test]
fn every_expectation_holds() {
    let mut wrong = Vec::new();
    for (name, file) in files() {
        let expected = file.expect.unwrap_or_else(|| panic!("{name}: no [expect]"));
        assert!(!expected.is_empty(), "{name}: [expect] is empty");
        for line in text::differences(&expected, &sim::outcome(&Plan::from(file.scenario))) {
            wrong.push(format!("{name}: {line}"));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn traces_are_the_ones_that_were_looked_at() {
    for (name, file) in files() {
        let run = sim::run(&file.scenario.into());
        let path = format!("{}/tests/traces/{name}.txt", env!("CARGO_MANIFEST_DIR"));
        expect_file![path].assert_eq(&text::run(&run));
    }
}

#[test]
fn a_run_twice_is_the_same_to_the_byte() {
    for (name, file) in files() {
        let plan = Plan::from(file.scenario);
        let (first, second): (Run, Run) = (sim::run(&plan), sim::run(&plan));
        assert_eq!(first, second, "{name}");
        assert_eq!(first.outcome, sim::outcome(&plan), "{name}: counted without a trace");
    }
}

/// The counters are a fold over the trace; the tables are SQLite's. Both must tell the same.
#[test]
fn counters_agree_with_the_tables() {
    use effectively_once::domain::sql::{Cell, Table};
    use std::collections::BTreeMap;
    for (name, file) in files() {
        let run = sim::run(&file.scenario.clone().into());
        let mut rows: BTreeMap<(Table, i64), Vec<Cell>> = BTreeMap::new();
        for change in run.initial.iter().chain(run.entries.iter().flat_map(|entry| &entry.changes)) {
            match &change.row {
                Some(row) => rows.insert((change.table, change.rowid), row.clone()),
                None => rows.remove(&(change.table, change.rowid)),
            };
        }
        let count = |table: Table| rows.keys().filter(|(t, _)| *t == table).count() as u32;
        // A handler's charges are at the card provider, whatever its table says.
        let by_event = run.outcome.handler(Handler::Payment).map_or(0, |payment| payment.effects);
        let figures = [run.outcome.orders, run.outcome.charges - by_event, run.outcome.outbox_rows];
        assert_eq!(figures, [Table::Orders, Table::Charges, Table::Outbox].map(count), "{name}");
        if let Some(inventory) = run.outcome.handler(Handler::Inventory) {
            let taken: i64 = run
                .initial
                .iter()
                .filter_map(|change| {
                    let quantity = |row: &[Cell]| match row.last() {
                        Some(Cell::Integer(n)) => Some(*n),
                        _ => None,
                    };
                    let now = quantity(rows.get(&(change.table, change.rowid))?)?;
                    Some(quantity(change.row.as_ref()?)? - now)
                })
                .sum();
            assert_eq!(i64::from(inventory.effects), taken, "{name}: stock");
        }
    }
}

#[test]
fn a_scenario_survives_its_text_forms() {
    for (name, file) in files() {
        let again = text::file(&text::scenario(&file.scenario)).unwrap();
        assert_eq!(again.scenario, file.scenario, "{name}: TOML");
        let plan = Plan::from(file.scenario);
        let lab = Lab { a: plan.clone(), b: Plan::default(), ..Lab::default() };
        assert_eq!(Lab::from_fragment(&lab.to_fragment()).unwrap(), lab, "{name}: link");
    }
}
