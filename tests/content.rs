//! Every lab that a page pins is a link that can be read, and shows a difference.
#![cfg(feature = "engine")]

use effectively_once::domain::command::Plan;
use effectively_once::domain::link::Lab;
use effectively_once::domain::scenario::Handler;
use effectively_once::domain::sql::Table;
use effectively_once::sim;
use std::path::{Path, PathBuf};

fn pages(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("content/ is there").flatten() {
        let path = entry.path();
        if path.is_dir() {
            pages(&path, found);
        } else if path.extension().is_some_and(|ext| ext == "md") {
            found.push(path);
        }
    }
}

/// Every page's path and text.
fn all_pages() -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    pages(&Path::new(env!("CARGO_MANIFEST_DIR")).join("content"), &mut found);
    let text = |page: &PathBuf| std::fs::read_to_string(page).expect("a page can be read");
    found.into_iter().map(|page| (page.clone(), text(&page))).collect()
}

/// A cell would show 0 for a figure that does not exist.
#[test]
fn every_figure_of_a_table_of_runs_is_one_of_the_outcome() {
    let mut plan = Plan::default();
    plan.scenario.consumer.handlers = Handler::ALL.to_vec();
    let known: Vec<String> = sim::outcome(&plan).fields().into_iter().map(|(name, _)| name).collect();
    let is_known = |name: &str| {
        let table = name.strip_prefix("rows.").and_then(Table::from_word);
        table.is_some() || known.iter().any(|known| known == name)
    };
    let mut figures = 0;
    for (page, text) in all_pages() {
        for show in text.lines().filter_map(|line| line.strip_prefix("show = [")) {
            for pair in show.split('[').filter(|pair| !pair.is_empty()) {
                let name = pair.split('"').nth(1).expect("a figure has a name");
                assert!(is_known(name), "{}: {name}", page.display());
                figures += 1;
            }
        }
    }
    assert!(figures >= 40, "{figures} figures");
}

#[test]
fn every_pinned_lab_runs_and_its_two_panels_differ() {
    let mut labs = 0;
    for (page, text) in all_pages() {
        for line in text.lines() {
            let Some(link) = line.strip_prefix("link = \"").and_then(|rest| rest.strip_suffix('"')) else {
                continue;
            };
            let lab =
                Lab::from_fragment(link).unwrap_or_else(|problem| panic!("{}: {problem}", page.display()));
            let [a, b] = [&lab.a, &lab.b].map(sim::outcome);
            // Where one panel is shown there is nothing to differ from.
            let alone = text.contains(&format!("link = \"{link}\"\nonly = "));
            assert_eq!(a == b, alone, "{}: {link}", page.display());
            labs += 1;
        }
    }
    assert!(labs >= 50, "{labs} labs");
}

/// What the page says in numbers, left and right: pushes, charges, rows in `payments`, runs.
#[test]
fn the_payment_page_says_what_its_labs_do() {
    for language in ["en", "zh-Hant"] {
        let page =
            format!("{}/content/{language}/labs/payment-and-notification.md", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(page).expect("the page is there");
        let links = text.lines().filter_map(|line| line.strip_prefix("link = \"")?.strip_suffix('"'));
        let count = |plan: &Plan| {
            let run = sim::outcome(plan);
            let rows = run.rows.iter().find(|(table, _)| *table == Table::Payments).map_or(0, |(_, n)| *n);
            let of = |handler| run.handler(handler).map_or((0, 0), |h| (h.effects, h.runs));
            [of(Handler::Push).0, of(Handler::Payment).0, rows, of(Handler::Payment).1]
        };
        let counts: Vec<_> = links
            .map(|link| Lab::from_fragment(link).expect("a link"))
            .map(|lab| (count(&lab.a), count(&lab.b)))
            .collect();
        let said = [([0, 0, 0, 0], [2, 0, 0, 0]), ([0, 2, 1, 2], [0, 1, 1, 1]), ([0, 2, 1, 2], [0, 1, 1, 2])];
        assert_eq!(counts, said, "{language}");
    }
}
