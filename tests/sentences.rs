//! What the page says, step by step, in both languages: read as a story, and kept.
#![cfg(feature = "engine")]

use effectively_once::domain::text;
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
        let run = sim::run(&text::file(&file).unwrap().scenario.into());
        let mut told = String::new();
        for &lang in Lang::ALL {
            let _ = writeln!(told, "[{}]", lang.tag());
            for step in 0..run.entries.len() {
                let sentence = plain(&narrate::sentence(&run, step, lang));
                assert!(!sentence.trim().is_empty(), "{name}, step {step}");
                let _ = writeln!(told, "{step:>3} {sentence}");
            }
        }
        expect_file![format!("{root}/tests/traces/{name}.story")].assert_eq(&told);
    }
}
