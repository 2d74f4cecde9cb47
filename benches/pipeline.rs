//! How fast the engine is natively: `cargo bench`. Prints; never fails for being slow.
//!
//! Also writes what the browser's measurement (`e2e/bench.mjs`) runs: the same work as a question to the engine
//! (`target/bench/question.bin`, and `answer.bin` beside it) and as the bare statements (`statements.json`).
#![allow(clippy::disallowed_types, reason = "a measurement reads the clock")]

use effectively_once::domain::command::Plan;
use effectively_once::domain::protocol::{Ask, Question, encode};
use effectively_once::domain::scenario::{Dedup, KeyPolicy, Scenario};
use effectively_once::domain::sql::Cell;
use effectively_once::domain::trace::Run;
use effectively_once::engine::answer;
use effectively_once::sim;
use serde_json::{Value, json};
use std::time::Instant;

/// Few enough that the whole trace is kept (see `limits::SHOWN_ENTRIES`).
const INTENTS: u32 = 100;

fn plan(dedup: Dedup) -> Plan {
    let mut scenario = Scenario::default();
    scenario.client.intents = INTENTS;
    scenario.client.key = KeyPolicy::PerIntent;
    scenario.consumer.dedup = dedup;
    scenario.into()
}

/// Median seconds of `times` calls.
fn median(times: usize, mut work: impl FnMut()) -> f64 {
    let mut seconds: Vec<f64> = (0..times)
        .map(|_| {
            let start = Instant::now();
            work();
            start.elapsed().as_secs_f64()
        })
        .collect();
    seconds.sort_by(f64::total_cmp);
    seconds[times / 2]
}

fn cell(cell: &Cell) -> Value {
    match cell {
        Cell::Null => Value::Null,
        Cell::Integer(n) => json!(n),
        Cell::Text(text) => json!(text),
    }
}

/// The run's statements in the order in which they ran.
fn statements(run: &Run) -> Value {
    let creates: Vec<&String> = run.tables.iter().map(|table| &table.create).collect();
    let statements: Vec<Value> = run
        .entries
        .iter()
        .flat_map(|entry| &entry.sql)
        .map(|s| json!([s.database.word(), s.sql, s.values.iter().map(cell).collect::<Vec<_>>()]))
        .collect();
    json!({ "creates": creates, "statements": statements, "intents": INTENTS })
}

fn main() {
    let small = Plan::from(Scenario::default());
    let seconds = median(51, || drop(sim::outcome(&small)));
    println!("one purchase, no layer: {:.0} complete runs a second (native)", 1.0 / seconds);
    let seconds = median(51, || drop(sim::run(&small)));
    println!("one purchase, no layer, with its whole trace: {:.1} ms (native)", 1_000.0 * seconds);
    for dedup in [Dedup::CheckRunMark, Dedup::OneTransaction] {
        let plan = plan(dedup);
        let run = sim::run(&plan);
        assert!(run.cut.is_none(), "the measured run comes to rest");
        let count = run.entries.iter().map(|entry| entry.sql.len()).sum::<usize>();
        let seconds = median(11, || drop(sim::outcome(&plan)));
        println!(
            "{INTENTS} purchases, {dedup}: {:.0} events, {:.0} trace entries, {:.0} statements a second (native)",
            f64::from(INTENTS) / seconds,
            run.entries.len() as f64 / seconds,
            count as f64 / seconds,
        );
        if dedup == Dedup::OneTransaction {
            let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/target/bench");
            let question = encode(&Question { number: 1, ask: Ask::Outcomes(vec![plan; 10]) });
            std::fs::create_dir_all(folder)
                .and_then(|()| std::fs::write(format!("{folder}/question.bin"), &question))
                .and_then(|()| std::fs::write(format!("{folder}/answer.bin"), answer(&question)))
                .and_then(|()| {
                    std::fs::write(format!("{folder}/statements.json"), statements(&run).to_string())
                })
                .expect("target/ can be written");
        }
    }
}
