//! What is measured: the native benchmarks, then sizes and times in the browser.

use anyhow::Result;

use crate::tools;

/// Prints all measurements of the site in `dist/`.
pub fn run() -> Result<()> {
    // The native ones first: they write what the browser's run.
    let natives = std::fs::read_dir(tools::root().join("benches"))
        .into_iter()
        .flatten()
        .flatten()
        .any(|entry| entry.path().extension().is_some_and(|e| e == "rs"));
    if natives {
        tools::run(&["cargo", "bench", "--package", "effectively-once", "--bench", "pipeline"], &[])?;
    }
    tools::run(&["node", "e2e/bench.mjs"], &[])
}
