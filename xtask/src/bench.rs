//! What is measured: sizes and times in the browser, then the native benchmarks.

use anyhow::Result;

use crate::tools;

/// Prints all measurements of the site in `dist/`.
pub fn run() -> Result<()> {
    tools::run(&["node", "e2e/bench.mjs"], &[])?;
    let natives = std::fs::read_dir(tools::root().join("benches"))
        .into_iter()
        .flatten()
        .flatten()
        .any(|entry| entry.path().extension().is_some_and(|e| e == "rs"));
    if natives {
        tools::run(&["cargo", "bench", "--package", "effectively-once"], &[])?;
    }
    Ok(())
}
