//! The article's session in the terminal, command by command, over the real simulation.
#![cfg(feature = "workshop")]

use effectively_once::domain::command::Plan;
use effectively_once::domain::ids::Millis;
use effectively_once::domain::outcome::Verdict;
use effectively_once::domain::scenario::{Dedup, Scenario};
use effectively_once::domain::workshop::{Answer, Ask, Lined, Terminal};
use effectively_once::engine::workshop;
use effectively_once::sim;
use proptest::prelude::*;

/// As on the terminal's page: nobody buys anything by himself, and layer 2 is on.
fn terminal() -> Terminal {
    let mut scenario = Scenario::default();
    scenario.client.intents = 0;
    scenario.consumer.dedup = Dedup::CheckRunMark;
    Terminal { plan: scenario.into(), ..Terminal::default() }
}

fn run(terminal: &mut Terminal, text: &str) -> Lined {
    let Answer::Lined(lined) = workshop::reply(Ask::Line(terminal.clone(), text.into())) else {
        panic!("{text:?} has no answer")
    };
    *terminal = lined.terminal.clone();
    *lined
}

fn said(terminal: &mut Terminal, text: &str) -> String {
    let lined = run(terminal, text);
    assert_eq!(lined.status, 0, "{text}: {:?}", lined.output);
    lined.output.into_iter().map(|chunk| chunk.text).collect()
}

#[test]
fn every_block_of_the_article_runs_unchanged_and_gives_its_counts() {
    let mut t = terminal();
    said(
        &mut t,
        "git clone https://gitlab.com/tools3455147/mq-event-driven-demo\n\
         cd mq-event-driven-demo\n\
         docker compose -f infra/docker-compose.yml up -d --build",
    );
    let posted = said(
        &mut t,
        "curl -X POST 'http://localhost:8000/events-outbox/rabbitmq' \\\n  \
           -H 'Content-Type: application/json' \\\n  \
           -H 'Idempotency-Key: 7f8a0000-0000-0000-0000-000000000001' \\\n  \
           -d '{\"user_id\":1,\"items\":[\"A\"]}'",
    );
    assert!(posted.contains("\"event_id\":\"7f8a0000-0000-0000-0000-000000000001\""), "{posted}");
    let audit =
        "curl -s http://localhost:8000/audit/event/7f8a0000-0000-0000-0000-000000000001 | jq '.processed'";
    let handlers = |text: &str| text.matches("\"handler\"").count();
    assert_eq!(handlers(&said(&mut t, audit)), 4);

    let replayed = said(
        &mut t,
        "curl -X POST 'http://localhost:8000/demo/replay-event/7f8a0000-0000-0000-0000-000000000001'",
    );
    assert!(replayed.contains("\"status\":\"replayed\""), "{replayed}");
    assert_eq!(handlers(&said(&mut t, audit)), 4, "still one row for each handler");
    let mails =
        "curl -s http://localhost:8000/audit/event/7f8a0000-0000-0000-0000-000000000001 | jq .emails.count";
    assert_eq!(said(&mut t, mails), "1\n");
    let skips = said(
        &mut t,
        "docker compose -f infra/docker-compose.yml logs backend-node | grep dedup.skip | head -4",
    );
    let lines: Vec<&str> = skips.lines().collect();
    assert_eq!(lines.len(), 4);
    assert_eq!(
        lines[1],
        "INFO dedup.skip step=dedup.skip event_id=7f8a0000-0000-0000-0000-000000000001 bus=rabbitmq handler=inventoryHandler"
    );

    let twice = said(
        &mut t,
        "KEY=7f8a0000-0000-0000-0000-000000000002\n\
         for i in 1 2; do\n  \
           curl -X POST 'http://localhost:8000/events-outbox/rabbitmq' \\\n    \
             -H 'Content-Type: application/json' \\\n    \
             -H \"Idempotency-Key: $KEY\" \\\n    \
             -d '{\"user_id\":1,\"items\":[\"A\"]}'\n  \
           echo\n\
         done",
    );
    let answers: Vec<&str> = twice.lines().collect();
    assert_eq!(answers.len(), 2);
    assert_eq!(answers[0], answers[1]);
    let counts =
        "curl -s \"http://localhost:8000/audit/event/$KEY\" | jq '.outbox.count, .processed | length'";
    assert_eq!(said(&mut t, counts), "1\n4\n");

    let outcome = sim::outcome(&t.plan);
    assert_eq!((outcome.orders, outcome.outbox_rows, outcome.mails), (2, 2, 2));
    assert_eq!(outcome.verdict, [Verdict::Once]);
}

#[test]
fn the_databases_answer_in_the_terminal_and_take_no_writes() {
    let mut t = terminal();
    said(
        &mut t,
        "curl -s -X POST localhost:8000/events-outbox/rabbitmq --json '{\"user_id\":1,\"items\":[\"A\"]}'",
    );
    assert_eq!(said(&mut t, "sqlite3 consumer 'SELECT count(*) FROM processed_events'"), "4\n");
    let before = t.plan.clone();
    for sql in ["DELETE FROM orders", "DROP TABLE orders", "ATTACH 'x' AS y", "SELECT nonsense"] {
        let lined = run(&mut t, &format!("sqlite3 producer \"{sql}\""));
        assert_ne!(lined.status, 0, "{sql}");
        assert!(lined.output.iter().any(|chunk| chunk.error), "{sql}");
    }
    assert_eq!(t.plan, before);
}

#[test]
fn ids_that_are_drawn_differ_and_come_from_the_seed() {
    let (mut t, mut again) = (terminal(), terminal());
    let [one, two] = [0, 1].map(|_| said(&mut t, "uuidgen"));
    assert_ne!(one, two);
    assert_eq!(one, said(&mut again, "uuidgen"));
}

#[test]
fn time_passes_while_one_types_and_not_within_a_line() {
    let mut t = terminal();
    assert_eq!(said(&mut t, "date +%T; date +%T"), "02:13:02\n02:13:02\n");
    assert_eq!(said(&mut t, "date +%T"), "02:13:04\n");
    said(&mut t, "sleep 60");
    assert_eq!(t.now, Millis(66_000));
    said(&mut t, "docker compose restart");
    assert_eq!(t.now, Millis(0));
}

#[test]
fn an_unfinished_line_runs_nothing() {
    let mut t = terminal();
    let lined = run(&mut t, "for i in 1 2; do");
    assert!(lined.unfinished && lined.output.is_empty());
    assert_eq!(lined.terminal, terminal());
}

#[test]
fn a_session_that_is_no_session_begins_anew() {
    let mut t = Terminal { session: vec![255; 40], ..terminal() };
    assert_eq!(said(&mut t, "echo hello"), "hello\n");
}

#[test]
fn a_line_that_would_never_end_ends_with_a_reason() {
    for text in [
        "while true; do sleep 1; done",
        "sqlite3 producer 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n) SELECT count(*) FROM n'",
        "jq -n 'repeat(1)'",
    ] {
        let mut t = terminal();
        let lined = run(&mut t, text);
        assert!(lined.output.iter().any(|chunk| chunk.error && !chunk.text.is_empty()), "{text}");
        assert_eq!(t.plan, terminal().plan);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_typed_ends_and_leaves_a_plan_that_runs(lines in proptest::collection::vec(line(), 1..5)) {
        let mut t = terminal();
        for line in lines {
            run(&mut t, &line);
        }
        let Plan { .. } = t.plan;
        prop_assert_eq!(sim::run(&t.plan), sim::run(&t.plan));
    }
}

fn line() -> impl Strategy<Value = String> {
    prop_oneof![
        "\\PC{0,60}",
        "(curl|jq|grep|for|while|do|done|;|\\||&&|\\$\\(|\\)|'|\"|\\\\|sleep|sqlite3|docker|compose|[0-9]| ){0,30}",
        Just("curl -s -X POST localhost:8000/events-outbox/rabbitmq --json '{\"user_id\":1,\"items\":[\"A\"]}'".into()),
    ]
}
