//! Every lab that a page pins is a link that can be read, and shows a difference.
#![cfg(feature = "engine")]

use effectively_once::domain::link::Lab;
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

#[test]
fn every_pinned_lab_runs_and_its_two_panels_differ() {
    let mut found = Vec::new();
    pages(&Path::new(env!("CARGO_MANIFEST_DIR")).join("content"), &mut found);
    let mut labs = 0;
    for page in found {
        let text = std::fs::read_to_string(&page).expect("a page can be read");
        for line in text.lines() {
            let Some(link) = line.strip_prefix("link = \"").and_then(|rest| rest.strip_suffix('"')) else {
                continue;
            };
            let lab =
                Lab::from_fragment(link).unwrap_or_else(|problem| panic!("{}: {problem}", page.display()));
            let [a, b] = [&lab.a, &lab.b].map(sim::outcome);
            assert_ne!(a, b, "{}: {link}", page.display());
            labs += 1;
        }
    }
    assert!(labs >= 50, "{labs} labs");
}
