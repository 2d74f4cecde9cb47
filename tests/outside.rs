//! What leaves the building, as the page shows it: on the card, in the inbox, on the phone, in the log, in lanes.
#![cfg(feature = "engine")]

use effectively_once::domain::log;
use effectively_once::domain::scenario::Handler;
use effectively_once::domain::text::{self, File};
use effectively_once::domain::trace::Run;
use effectively_once::sim;
use effectively_once::view::lang::Lang;
use effectively_once::view::{customer, diagram};
use std::path::Path;

fn folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios")
}

fn run(path: &Path) -> Run {
    let File { scenario, .. } = text::file(&std::fs::read_to_string(path).unwrap()).unwrap();
    sim::run(&scenario.into())
}

/// The counters are a fold over effects and rows; the customer's view is another.
#[test]
fn the_customer_sees_what_the_counters_count() {
    for entry in std::fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        let run = run(&path);
        let seen = customer::at(&run, Some(run.entries.len() - 1));
        let pushes = run.outcome.handler(Handler::Push).map_or(0, |push| push.effects);
        let counted = [run.outcome.charges, run.outcome.mails, pushes].map(|n| n as usize);
        let lists = [seen.charges.len(), seen.mails.len(), seen.pushes.len()];
        assert_eq!(lists, counted, "{}", path.display());
        assert!(seen.charges.iter().all(|charge| charge.cents == 4_000), "{}", path.display());
    }
}

#[test]
fn each_provider_has_its_lane_and_its_lines() {
    let told = |name: &str| {
        let run = run(&folder().join(name).with_extension("toml"));
        let lane = *diagram::lanes(&run).last().unwrap();
        let names = Lang::ALL.iter().map(|&lang| diagram::lane_name(lane, lang, false)).collect::<Vec<_>>();
        let lines = log::lines(&run, "bus").into_iter().map(|line| line.name);
        let outside =
            |name: &&str| ["card.", "push.", "mail.", "handler.done"].iter().any(|s| name.starts_with(s));
        (names.join(" "), lines.filter(outside).collect::<Vec<_>>().join(" "))
    };
    let said = |lane: &str, lines: &str| (lane.to_string(), lines.to_string());
    assert_eq!(
        told("payment-crash-before-ack-card-key"),
        said("card 金流", "card.charged handler.done card.known handler.done")
    );
    assert_eq!(
        told("push-manual-ack-crash-before-ack"),
        said("phone 手機", "push.sent handler.done push.sent handler.done")
    );
    assert_eq!(
        told("push-one-transaction-crash-effect-done"),
        said("phone 手機", "push.sent push.sent handler.done")
    );
}
