//! Exhaustive before random: every single fault point, in every gap and handler, under every layer
//! combination, as one table.
#![cfg(feature = "engine")]

use effectively_once::domain::command::Plan;
use effectively_once::domain::fault::{Fault, Gap, Point};
use effectively_once::domain::outcome::{Outcome, Verdict};
use effectively_once::domain::scenario::{Dedup, Handler, HandlerSql, KeyPolicy, Publish, Scenario};
use effectively_once::domain::sql::Table;
use effectively_once::sim;
use expect_test::expect_file;
use std::fmt::Write;

/// Every single fault: each point in each of its gaps, and in each of these handlers where it belongs to one.
fn single_faults(handlers: &[Handler]) -> Vec<Fault> {
    let mut list = Vec::new();
    for &at in Point::ALL {
        let gaps: Vec<Option<Gap>> =
            if at.gaps().is_empty() { vec![None] } else { at.gaps().iter().copied().map(Some).collect() };
        for gap in gaps {
            let whole_delivery = matches!(gap, Some(Gap::Received | Gap::BeforeAck));
            if at.has_handler() && !whole_delivery {
                let of = |&handler| Fault { gap, handler: Some(handler), ..Fault::once(at) };
                list.extend(handlers.iter().map(of));
            } else {
                list.push(Fault { gap, ..Fault::once(at) });
            }
        }
    }
    list
}

fn name(fault: &Fault) -> String {
    let gap = fault.gap.map_or(String::new(), |gap| format!(" {gap}"));
    let handler = fault.handler.map_or(String::new(), |h| format!(" {}", h.word().replace("Handler", "")));
    format!("{}{gap}{handler}", fault.at)
}

/// Effects of the handlers as digits, and what the run came to in a letter.
fn cell(outcome: &Outcome) -> String {
    let digits: String = outcome.handlers.iter().map(|(_, h)| h.effects.to_string()).collect();
    let letter = match outcome.worst() {
        Verdict::Once => "·",
        Verdict::Duplicated => "D",
        Verdict::Lost => "L",
        Verdict::DeadLettered => "X",
        Verdict::Pending => "…",
    };
    format!("{digits}{letter}")
}

/// One purchase with these handlers under every single fault, every key policy of these, and every dedup mode.
fn table(handlers: &[Handler], keys: &[KeyPolicy]) -> String {
    let names: Vec<&str> = handlers.iter().map(|handler| handler.word()).collect();
    let mut table = format!(
        "Effects of {} for one purchase;\n\
         the client retries once; D duplicated, L lost, X dead-lettered, · once.\n",
        names.join(", ")
    );
    for &key in keys {
        let _ = write!(table, "\nkey = {key}\n{:<38}", "");
        for dedup in Dedup::ALL {
            let _ = write!(
                table,
                "{:>15}",
                dedup
                    .word()
                    .replace("one_transaction", "one_tx")
                    .replace("without_overlapping", "no_overlap")
            );
        }
        table.push('\n');
        for fault in single_faults(handlers) {
            let _ = write!(table, "{:<38}", name(&fault));
            for &dedup in Dedup::ALL {
                let mut scenario = Scenario { faults: vec![fault.clone()], ..Scenario::default() };
                scenario.client.retries = 1;
                scenario.client.key = key;
                scenario.consumer.handlers = handlers.to_vec();
                scenario.consumer.dedup = dedup;
                let _ = write!(table, "{:>15}", cell(&sim::outcome(&scenario.into())));
            }
            table.push('\n');
        }
    }
    table
}

#[test]
fn every_fault_under_every_layer_combination() {
    expect_file![concat!(env!("CARGO_MANIFEST_DIR"), "/tests/traces/every-single-fault.table")]
        .assert_eq(&table(&Handler::DEMO, KeyPolicy::ALL));
}

#[test]
fn every_fault_in_the_payment_and_the_push() {
    expect_file![concat!(env!("CARGO_MANIFEST_DIR"), "/tests/traces/every-single-fault-payment-push.table")]
        .assert_eq(&table(&[Handler::Payment, Handler::Push], &[KeyPolicy::PerIntent]));
}

/// Everything on: nothing can double, and nothing is lost once faults stop.
fn armoured() -> Scenario {
    let mut scenario = Scenario::default();
    scenario.client.retries = 3;
    scenario.client.key = KeyPolicy::PerIntent;
    scenario.consumer.dedup = Dedup::OneTransaction;
    scenario.consumer.sql = HandlerSql::Idempotent;
    scenario.consumer.mail_key = true;
    scenario
}

/// All plans of one and of two single faults, with one and with two clicks, with one and with two relays.
fn plans(base: &Scenario) -> impl Iterator<Item = Plan> + '_ {
    let faults = single_faults(&base.consumer.handlers);
    let mut sets: Vec<Vec<Fault>> = vec![Vec::new()];
    for (i, first) in faults.iter().enumerate() {
        sets.push(vec![first.clone()]);
        sets.extend(faults[i..].iter().map(|second| vec![first.clone(), second.clone()]));
    }
    sets.into_iter().flat_map(move |faults| {
        [(1, 1), (2, 1), (1, 2)].map(|(clicks, relays)| {
            let mut scenario = Scenario { faults: faults.clone(), ..base.clone() };
            scenario.client.clicks = clicks;
            scenario.relay.count = relays;
            scenario.into()
        })
    })
}

/// The first plan under which something is doubled or lost.
fn broken_by(base: &Scenario) -> Option<(Plan, Outcome)> {
    plans(base).find_map(|plan| {
        let outcome = sim::outcome(&plan);
        (outcome.verdict != [Verdict::Once]).then_some((plan, outcome))
    })
}

#[test]
fn with_everything_on_no_two_faults_break_it() {
    assert_eq!(plans(&armoured()).count() % 3, 0);
    if let Some((plan, outcome)) = broken_by(&armoured()) {
        panic!("{:?} under {:#?}", outcome.verdict, plan.scenario);
    }
}

#[test]
fn without_the_key_two_clicks_double() {
    for key in [KeyPolicy::None, KeyPolicy::PerClick] {
        let mut scenario = armoured();
        scenario.client.key = key;
        let (_, outcome) = broken_by(&scenario).expect("some plan breaks it");
        assert_eq!(outcome.worst(), Verdict::Duplicated);
    }
}

#[test]
fn without_the_outbox_a_crash_loses() {
    for publish in [Publish::CommitThenPublish, Publish::PublishThenCommit] {
        let mut scenario = armoured();
        scenario.producer.publish = publish;
        scenario.client.retries = 0;
        let lost = plans(&scenario).any(|plan| {
            plan.scenario.faults.iter().all(|fault| fault.at == Point::ProducerCrash)
                && sim::outcome(&plan).verdict.contains(&Verdict::Lost)
        });
        assert!(lost, "{publish}: no crash of the producer loses anything");
    }
}

/// A payment with everything on, too; without the provider's key, its row stands once and its charge does not.
#[test]
fn a_payment_needs_the_card_providers_key() {
    let mut scenario = armoured();
    scenario.consumer.handlers = vec![Handler::Payment];
    scenario.consumer.sql = HandlerSql::Plain;
    scenario.consumer.card_key = true;
    assert!(broken_by(&scenario).is_none());
    scenario.consumer.card_key = false;
    let mut doubled = false;
    for plan in plans(&scenario) {
        let outcome = sim::outcome(&plan);
        assert!(outcome.rows.contains(&(Table::Payments, 1)), "{:#?}", plan.scenario);
        doubled |= outcome.charges == 2;
    }
    assert!(doubled, "no plan charges twice");
}

#[test]
fn without_the_mail_key_a_crash_doubles_the_mail() {
    let mut scenario = armoured();
    scenario.consumer.mail_key = false;
    let (_, outcome) = broken_by(&scenario).expect("some plan breaks it");
    assert_eq!(outcome.handler(Handler::Email).unwrap().verdict, [Verdict::Duplicated]);
    assert_eq!(outcome.handler(Handler::Inventory).unwrap().verdict, [Verdict::Once]);
}

/// Layer 2 in one transaction and idempotent effects (SQL and the provider's key) are two belts: either alone
/// holds for rows; without both, everything doubles.
#[test]
fn layer_2_and_idempotent_effects_are_two_belts() {
    let mut no_table = armoured();
    no_table.consumer.dedup = Dedup::Off;
    assert!(broken_by(&no_table).is_none(), "idempotent effects need no table");

    let mut plain_sql = armoured();
    plain_sql.consumer.sql = HandlerSql::Plain;
    assert!(broken_by(&plain_sql).is_none(), "one transaction needs no idempotent SQL");

    let mut neither = plain_sql.clone();
    neither.consumer.dedup = Dedup::Off;
    let (_, outcome) = broken_by(&neither).expect("some plan breaks it");
    assert_eq!(outcome.worst(), Verdict::Duplicated);
}

/// With check, run, mark the second belt is needed: the crash between a row and its mark.
#[test]
fn check_run_mark_needs_idempotent_sql() {
    let mut scenario = armoured();
    scenario.consumer.dedup = Dedup::CheckRunMark;
    assert!(broken_by(&scenario).is_none());
    scenario.consumer.sql = HandlerSql::Plain;
    let (_, outcome) = broken_by(&scenario).expect("some plan breaks it");
    assert_eq!(outcome.worst(), Verdict::Duplicated);
}
