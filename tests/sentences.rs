//! What the page says, step by step, in both languages: read as a story, and kept.
#![cfg(feature = "engine")]

use effectively_once::domain::scenario::{Dialect, Redelivers, Scenario};
use effectively_once::domain::{dialect, text};
use effectively_once::sim;
use effectively_once::view::lang::{Lang, plain};
use effectively_once::view::narrate;
use expect_test::expect_file;
use std::fmt::Write;

/// Runs that between them say most of what can be said.
const STORIES: &[&str] = &[
    "double-submit-none",
    "double-submit-both",
    "redelivery-none",
    "redelivery-layer-2",
    "two-relays-mark-last",
    "two-relays-mark-first",
    "claimed-then-killed-lease",
    "mail-down-pause",
    "retry-as-copy-message-key",
    "duplicate-skipped-without-ack",
    "fifo-group-keeps-order",
    "requeue-at-the-tail",
    "claim-busy-acked-as-duplicate",
    "in-process-set-other-worker",
    "parked-at-the-stock-check-run-mark",
    "killed-between-effect-and-commit-mail-key",
    "payment-checked-crash-effect-done",
    "payment-checked-crash-marked",
    "payment-checked-two-workers-idempotent-sql",
    "payment-crash-before-ack",
    "payment-one-transaction-crash-effect-done-card-key",
    "push-one-transaction-crash-effect-done",
    "push-auto-ack-delivery-lost",
    "poison-message-redrive",
    "publish-crash",
    "deadline-runs-in-the-buffer",
    "false-failure-retry-all",
    "timeout-takes-the-channel-one-transaction",
    "dedup-window-too-long",
    "broker-restart-after-the-purge",
    "handler-renamed",
    "key-claimed-then-killed",
    "event-id-per-publish",
    "laravel-without-overlapping-keeps-apart",
    "log-rebalance",
    "log-revoke-at-once",
    "log-periodic-at-poll-crash",
    "log-transaction-crash",
    "log-offset-in-the-database-crash",
    "log-too-slow-one-transaction",
];

#[test]
fn the_stories_are_told_as_they_were_read() {
    for name in STORIES {
        let root = env!("CARGO_MANIFEST_DIR");
        let file = std::fs::read_to_string(format!("{root}/scenarios/{name}.toml")).unwrap();
        let told = told(name, text::file(&file).unwrap().scenario, false);
        expect_file![format!("{root}/tests/traces/{name}.story")].assert_eq(&told);
    }
}

/// A run's sentences in every language; `differ`: those that another product would say otherwise.
fn told(name: &str, scenario: Scenario, differ: bool) -> String {
    let dialect = scenario.broker.dialect;
    let run = sim::run(&scenario.into());
    let mut told = String::new();
    for &lang in Lang::ALL {
        let _ = writeln!(told, "[{}]", lang.tag());
        for step in 0..run.entries.len() {
            let say = |dialect| plain(&narrate::sentence(&run, step, dialect, lang));
            let sentence = say(dialect);
            if differ && Dialect::ALL.iter().all(|&other| say(other) == sentence) {
                continue;
            }
            assert!(!sentence.trim().is_empty(), "{name}, step {step}");
            let _ = writeln!(told, "{:>3} {sentence}", step + 1);
        }
    }
    told
}

/// A handler takes too long, and its event comes again: what brings it back, and in which words, is the product's.
const TOO_SLOW: &str = r#"
version = 1
[consumer]
handlers = ["emailHandler"]
dedup = "one_transaction"
slow_ms = 2000000
[[fault]]
at = "handler_slow"
"#;

#[test]
fn one_redelivery_is_told_in_the_words_of_every_product() {
    let mut all = String::new();
    for &product in Dialect::ALL {
        let mut scenario = text::file(TOO_SLOW).unwrap().scenario;
        dialect::apply(product, &mut scenario).unwrap();
        // Redis brings nothing back by itself; here a worker runs XAUTOCLAIM.
        if product == Dialect::Redis {
            scenario.broker.redelivers = Redelivers::Deadline;
        }
        let _ = writeln!(all, "# {}\n\n{}", product.facts().product, told(product.word(), scenario, true));
    }
    let root = env!("CARGO_MANIFEST_DIR");
    expect_file![format!("{root}/tests/traces/one-redelivery-in-every-dialect.story")].assert_eq(&all);
}
