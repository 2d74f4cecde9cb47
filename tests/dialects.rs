//! Each product's facts are what the kernel does once they are applied.
#![cfg(feature = "engine")]

use effectively_once::domain::dialect::{FACTS, apply};
use effectively_once::domain::fault::{Fault, Gap, Point};
use effectively_once::domain::scenario::{Dialect, Kernel, LateAck, OnExhausted, Redelivers, Scenario};
use effectively_once::domain::settings;
use effectively_once::domain::trace::{Run, What};
use effectively_once::sim;

fn scenario(dialect: Dialect, faults: Vec<Fault>) -> Scenario {
    let mut scenario = Scenario { faults, ..Scenario::default() };
    apply(dialect, &mut scenario).unwrap();
    scenario
}

fn deliveries(run: &Run) -> Vec<u64> {
    let handed =
        |entry: &&effectively_once::domain::trace::Entry| matches!(entry.what, What::Delivered { .. });
    run.entries.iter().filter(handed).map(|entry| entry.at.0).collect()
}

#[test]
fn facts_stand_in_order_and_are_settings() {
    for (facts, &dialect) in FACTS.iter().zip(Dialect::ALL) {
        assert_eq!(facts.dialect, dialect);
        assert!(!facts.docs.is_empty() && facts.docs.iter().all(|link| link.starts_with("https://")));
        let fresh = scenario(dialect, Vec::new());
        for (path, value) in facts.settings {
            let setting = settings::find(path).unwrap_or_else(|| panic!("{dialect}: {path}"));
            assert_eq!(setting.written(&fresh), *value, "{dialect}: {path}");
        }
    }
}

/// Choosing another product leaves nothing of the first behind, and what the visitor set alone stays.
#[test]
fn choosing_again_leaves_nothing_behind() {
    for &first in Dialect::ALL {
        for &second in Dialect::ALL {
            let mut twice = scenario(first, Vec::new());
            twice.client.clicks = 2;
            apply(second, &mut twice).unwrap();
            let mut once = scenario(second, Vec::new());
            once.client.clicks = 2;
            assert_eq!(twice, once, "{first}, then {second}");
        }
    }
}

/// A worker dies with the message in hand: how long until another has it?
#[test]
fn what_brings_a_message_back() {
    for facts in &FACTS {
        let crash = Fault { gap: Some(Gap::Received), ..Fault::once(Point::WorkerCrash) };
        let scenario = scenario(facts.dialect, vec![crash]);
        let (broker, log) = (scenario.broker.clone(), scenario.log.clone());
        let at = deliveries(&sim::run(&scenario.into()));
        let waited = at.get(1).map(|second| second - at[0]);
        match (facts.kernel(), broker.redelivers) {
            (Kernel::Log, _) => assert!(waited.unwrap() >= log.session_timeout_ms, "{}", facts.dialect),
            (_, Redelivers::ConnectionOrDeadline) => assert!(waited.unwrap() < 1_000, "{}", facts.dialect),
            (_, Redelivers::Deadline) => {
                assert_eq!(waited, Some(broker.ack_deadline_ms), "{}", facts.dialect)
            }
            (_, Redelivers::Never) => assert_eq!(waited, None, "{}", facts.dialect),
        }
    }
}

/// A message that always fails, with a limit of three: three hand-overs, and what becomes of it then.
#[test]
fn what_follows_the_last_attempt() {
    for facts in FACTS.iter().filter(|facts| facts.kernel() == Kernel::Queue) {
        let poison = Fault { times: 0, ..Fault::once(Point::HandlerThrows) };
        let mut scenario = scenario(facts.dialect, vec![poison]);
        scenario.broker.max_deliveries = 3;
        let on_exhausted = scenario.broker.on_exhausted;
        let run = sim::run(&scenario.into());
        assert_eq!(run.outcome.deliveries, 3, "{}", facts.dialect);
        let ends = (run.outcome.dead_letters, run.outcome.parked);
        let expected = match on_exhausted {
            OnExhausted::DeadLetter => (1, 0),
            OnExhausted::Park => (0, 1),
            OnExhausted::Drop => (0, 0),
        };
        assert_eq!(ends, expected, "{}", facts.dialect);
    }
}

/// RabbitMQ's limit counts redeliveries, the others' count deliveries.
#[test]
fn rabbitmq_hands_over_once_more_than_its_limit() {
    let poison = Fault { times: 0, ..Fault::once(Point::HandlerThrows) };
    let run = sim::run(&scenario(Dialect::Rabbitmq, vec![poison]).into());
    assert_eq!(run.outcome.deliveries, 20 + 1);
}

/// An ack after the deadline, with the message at another worker by then.
#[test]
fn what_a_late_ack_does() {
    for facts in FACTS.iter().filter(|facts| facts.kernel() == Kernel::Queue) {
        let slow = Fault { times: 2, ..Fault::once(Point::HandlerSlow) };
        let mut scenario = scenario(facts.dialect, vec![slow]);
        if scenario.broker.redelivers == Redelivers::Never {
            scenario.broker.redelivers = Redelivers::Deadline;
        }
        let rule = scenario.broker.late_ack;
        let run = sim::run(&scenario.into());
        let told = run.entries.iter().any(|entry| matches!(entry.what, What::LateAck { .. }));
        let silent = matches!(rule, LateAck::Ignore | LateAck::AcceptUnlessRedelivered);
        assert_eq!(told, !silent, "{}", facts.dialect);
    }
}

/// A relay repeats after its confirm was lost: inside the window one message, after it two.
#[test]
fn the_dedup_window_is_as_long_as_it_says() {
    for facts in FACTS.iter().filter(|facts| facts.kernel() == Kernel::Queue) {
        for (late, swallowed) in [(false, true), (true, false)] {
            let mut scenario = scenario(facts.dialect, vec![Fault::once(Point::ConfirmLost)]);
            let window = scenario.broker.dedup_window_ms;
            assert_eq!(window > 0, !facts.words.dedup_id.is_empty(), "{}", facts.dialect);
            scenario.relay.confirm_timeout_ms = if late { window + 1_000 } else { window.max(2_000) - 1_000 };
            let messages = if window > 0 && swallowed { 1 } else { 2 };
            let outcome = sim::outcome(&scenario.into());
            assert_eq!((outcome.published, outcome.deliveries), (2, messages), "{}", facts.dialect);
        }
    }
}
