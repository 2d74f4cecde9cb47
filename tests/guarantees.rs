//! What each guarantee promises, under every plan of one or two faults; and the six reasons for a redelivery.
#![cfg(feature = "engine")]

use effectively_once::domain::fault::{Fault, Gap, Point};
use effectively_once::domain::lang::Lang;
use effectively_once::domain::outcome::{Outcome, Verdict};
use effectively_once::domain::presets::Redelivery;
use effectively_once::domain::scenario::*;
use effectively_once::domain::trace::{Back, Rebalance, What};
use effectively_once::sim;

/// Every single fault on the way from the broker to the ack: each point in each of its gaps, and in two of the
/// handlers where it belongs to one.
fn faults() -> Vec<Fault> {
    let before = [
        Point::RequestLost,
        Point::ResponseLost,
        Point::ProducerCrash,
        Point::CommitFails,
        Point::RelayCrash,
        Point::ConfirmLost,
    ];
    let mut list = Vec::new();
    for &at in Point::ALL.iter().filter(|at| !before.contains(at)) {
        let gaps: Vec<Option<Gap>> =
            if at.gaps().is_empty() { vec![None] } else { at.gaps().iter().copied().map(Some).collect() };
        for gap in gaps {
            let whole_delivery = matches!(gap, Some(Gap::Received | Gap::BeforeAck));
            if at.has_handler() && !whole_delivery {
                let of = |handler| Fault { gap, handler: Some(handler), ..Fault::once(at) };
                list.extend([Handler::Email, Handler::Recommender].map(of));
            } else {
                list.push(Fault { gap, ..Fault::once(at) });
            }
        }
    }
    list
}

/// No fault, each fault, and each pair of faults.
fn pairs() -> Vec<Vec<Fault>> {
    let faults = faults();
    let mut sets: Vec<Vec<Fault>> = vec![Vec::new()];
    for (i, first) in faults.iter().enumerate() {
        sets.push(vec![first.clone()]);
        sets.extend(faults[i..].iter().map(|second| vec![first.clone(), second.clone()]));
    }
    sets
}

/// The outcomes of this scenario under each of them, with the plan.
fn outcomes(base: &Scenario) -> Vec<(Vec<Fault>, Outcome)> {
    pairs()
        .into_iter()
        .map(|faults| {
            let scenario = Scenario { faults: faults.clone(), ..base.clone() };
            (faults, sim::outcome(&scenario.into()))
        })
        .collect()
}

/// No plan comes to this verdict, and (so that the test tests something) some plan comes to the other.
fn never(base: &Scenario, verdict: Verdict, though: Verdict) {
    let all = outcomes(base);
    if let Some((faults, outcome)) = all.iter().find(|(_, outcome)| outcome.verdict.contains(&verdict)) {
        panic!("{:?} under {faults:#?}", outcome.verdict);
    }
    assert!(all.iter().all(|(_, outcome)| !outcome.verdict.contains(&Verdict::Pending)));
    assert!(all.iter().any(|(_, outcome)| outcome.verdict.contains(&though)), "no plan is {though}");
}

fn two_intents() -> Scenario {
    let mut scenario = Scenario::default();
    scenario.client.intents = 2;
    scenario.consumer.handlers = vec![Handler::Email, Handler::Inventory, Handler::Recommender];
    scenario
}

fn log(commit: Commit) -> Scenario {
    let mut scenario = two_intents();
    scenario.broker.dialect = Dialect::Kafka;
    scenario.log.commit = commit;
    scenario.consumer.batch = 2;
    scenario
}

#[test]
fn at_most_once_never_duplicates() {
    let mut scenario = two_intents();
    scenario.broker.ack = AckMode::Auto;
    never(&scenario, Verdict::Duplicated, Verdict::Lost);
}

#[test]
fn at_least_once_never_loses_once_faults_stop() {
    for redelivers in [Redelivers::ConnectionOrDeadline, Redelivers::Deadline] {
        for late_ack in LateAck::ALL {
            let mut scenario = two_intents();
            scenario.broker.redelivers = redelivers;
            scenario.broker.late_ack = *late_ack;
            scenario.broker.prefetch = 2;
            never(&scenario, Verdict::Lost, Verdict::Duplicated);
        }
    }
}

#[test]
fn at_least_once_with_layer_2_doubles_no_row() {
    let mut scenario = two_intents();
    scenario.consumer.handlers = vec![Handler::Inventory, Handler::Analytics];
    scenario.consumer.dedup = Dedup::OneTransaction;
    let all = outcomes(&scenario);
    assert!(all.iter().all(|(_, outcome)| outcome.verdict == [Verdict::Once]));
}

#[test]
fn commit_after_never_skips() {
    for commit in [Commit::AfterRun, Commit::Periodic, Commit::Transaction, Commit::Database] {
        never(&log(commit), Verdict::Lost, Verdict::Duplicated);
    }
}

/// As long as the broker keeps what was committed: one that forgets commits breaks this promise as well.
#[test]
fn commit_before_never_repeats() {
    let forgets = |faults: &[Fault]| faults.iter().any(|fault| fault.at == Point::BrokerRestart);
    let all = outcomes(&log(Commit::BeforeRun));
    let duplicated = |outcome: &Outcome| outcome.verdict.contains(&Verdict::Duplicated);
    for (faults, outcome) in all.iter().filter(|(faults, _)| !forgets(faults)) {
        assert!(!duplicated(outcome), "{faults:#?}");
    }
    assert!(all.iter().any(|(_, outcome)| outcome.verdict.contains(&Verdict::Lost)));
    assert!(all.iter().any(|(faults, outcome)| forgets(faults) && duplicated(outcome)));
}

/// The offset in the database's own transaction doubles no row; only what is outside of it.
#[test]
fn an_offset_with_its_rows_doubles_no_row() {
    for (faults, outcome) in outcomes(&log(Commit::Database)) {
        let inventory = outcome.handler(Handler::Inventory).unwrap();
        assert_eq!(inventory.verdict, [Verdict::Once], "{faults:#?}");
    }
}

/// A timer that commits what is only polled can do both.
#[test]
fn a_timer_that_commits_what_is_only_polled_loses() {
    let mut scenario = log(Commit::Periodic);
    scenario.log.stored = Stored::AtPoll;
    scenario.log.commit_interval_ms = 50;
    let all = outcomes(&scenario);
    assert!(all.iter().any(|(_, outcome)| outcome.verdict.contains(&Verdict::Lost)));
}

#[test]
fn six_reasons_and_six_mechanisms() {
    for &reason in Redelivery::ALL {
        let run = sim::run(&reason.plan());
        assert_eq!(run.outcome.verdict, [Verdict::Duplicated], "{reason}");
        let told = |is: fn(&What) -> bool| run.entries.iter().any(|entry| is(&entry.what));
        let crashed = told(|what| matches!(what, What::WorkerCrashed { .. }));
        let returned = |back: Back| {
            run.entries.iter().any(|e| matches!(e.what, What::Requeued { back: b, .. } if b == back))
        };
        let seen = [
            crashed && returned(Back::DeadlinePassed),
            !crashed && returned(Back::ConnectionLost),
            crashed && returned(Back::ConnectionLost),
            told(|what| matches!(what, What::Operated { .. })),
            told(|what| matches!(what, What::Rebalanced { why: Rebalance::Missed(_), .. })),
            told(|what| matches!(what, What::BrokerRestarted { forgot } if !forgot.is_empty())),
        ];
        let expected: Vec<bool> = Redelivery::ALL.iter().map(|other| *other == reason).collect();
        assert_eq!(seen.to_vec(), expected, "{reason}");
        assert!(
            [reason.name(), reason.why()]
                .iter()
                .all(|said| Lang::ALL.iter().all(|&lang| !said.say(lang).is_empty()))
        );
    }
}

/// Under every fault, and every pair: once a message of a group is handed over, no other of it is until that one
/// is acked or set aside.
#[test]
fn a_group_goes_one_by_one() {
    let mut base = two_intents();
    base.broker.group = MessageGroup::Customer;
    base.broker.max_deliveries = 3;
    base.consumer.slow_ms = 40_000;
    for faults in pairs() {
        let run = sim::run(&Scenario { faults: faults.clone(), ..base.clone() }.into());
        let (mut out, mut of) = (None, Vec::new());
        for entry in &run.entries {
            match entry.what {
                What::Delivered { message, delivery, .. } => {
                    assert!(out.is_none_or(|other| other == message), "{message} under {faults:#?}");
                    out = Some(message);
                    of.push((delivery, message));
                }
                What::Acked { delivery, lost: false, late: false, .. } => {
                    out = out.filter(|message| !of.contains(&(delivery, *message)));
                }
                What::DeadLettered { message, .. } => out = out.filter(|other| *other != message),
                // Every connection is gone, and what it forgot stands before the rest again.
                What::BrokerRestarted { .. } => out = None,
                _ => {}
            }
        }
        assert!(of.len() >= 2, "nothing happened under {faults:#?}");
    }
}
