//! The log as the page draws it is the log as the run had it.
#![cfg(feature = "engine")]

use effectively_once::domain::ids::{EventNo, WorkerNo};
use effectively_once::domain::text;
use effectively_once::domain::trace::{Run, What};
use effectively_once::sim;
use effectively_once::view::partitions::{self, Partition};

fn run(name: &str) -> Run {
    let path = format!("{}/scenarios/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    sim::run(&text::file(&std::fs::read_to_string(path).unwrap()).unwrap().scenario.into())
}

/// The partitions at the first entry that is so.
fn when(run: &Run, is: fn(&What) -> bool) -> Vec<Partition> {
    partitions::at(run, run.entries.iter().position(|entry| is(&entry.what)))
}

#[test]
fn a_rebalance_takes_the_place_back_to_the_commit() {
    let run = run("log-rebalance");
    let polled = when(&run, |what| matches!(what, What::Polled { .. }));
    let record = Partition { records: vec![EventNo(1)], owner: Some(WorkerNo(1)), committed: 0, position: 1 };
    assert_eq!(polled.first(), Some(&record));
    let moved = when(&run, |what| matches!(what, What::Rebalanced { generation: 2, .. }));
    assert_eq!(moved, [Partition { owner: Some(WorkerNo(2)), position: 0, ..record.clone() }]);
    let end = partitions::at(&run, Some(run.entries.len() - 1));
    assert_eq!(end, [Partition { committed: 1, ..record }]);
}

#[test]
fn a_restart_takes_the_commit_back() {
    let run = run("log-broker-restart");
    let restarted = when(&run, |what| matches!(what, What::BrokerRestarted { .. }));
    assert_eq!((restarted[0].committed, restarted[0].records.len()), (0, 3));
    assert_eq!(partitions::at(&run, Some(run.entries.len() - 1))[0].committed, 3);
}

#[test]
fn a_queue_has_none() {
    let run = run("healthy");
    assert!(partitions::at(&run, Some(run.entries.len() - 1)).is_empty());
}
