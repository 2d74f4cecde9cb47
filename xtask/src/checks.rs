//! Every check that a change must pass, in the order in which they are cheap.

use std::{
    fs,
    time::{Duration, Instant},
};

use anyhow::{Result, bail};

use crate::{
    report::seconds,
    setup::{self, Need},
    tools,
};

/// One step of `cargo xtask test`.
struct Check {
    name: &'static str,
    /// Command lines, words apart by spaces.
    run: &'static [&'static str],
}

/// The flags of the two wings; each must build without the other, natively and in Wasm.
const CHECKS: &[Check] = &[
    Check { name: "format", run: &["cargo fmt --all --check"] },
    Check {
        name: "lints",
        run: &[
            "cargo clippy --quiet --package xtask --all-targets -- -D warnings",
            "cargo clippy --quiet --all-targets -- -D warnings",
            "cargo clippy --quiet --no-default-features --features ui,en,zh-hant --all-targets -- -D warnings",
            "cargo clippy --quiet --target wasm32-unknown-unknown --no-default-features --features engine --lib --bin engine -- -D warnings",
            "cargo clippy --quiet --target wasm32-unknown-unknown --no-default-features --features sqljs --lib --bin sql -- -D warnings",
            "cargo clippy --quiet --target wasm32-unknown-unknown --no-default-features --features workshop --lib --bin workshop -- -D warnings",
            "cargo clippy --quiet --target wasm32-unknown-unknown --no-default-features --features ui,en,zh-hant --lib --bin app --bin app-zh-hant --bin generals --bin learn --bin tools -- -D warnings",
        ],
    },
    Check {
        name: "native",
        run: &[
            "cargo test --quiet --package xtask",
            "cargo test --quiet",
            "cargo test --quiet --no-default-features --features ui,en,zh-hant --lib",
        ],
    },
    Check { name: "site", run: &["trunk build --release"] },
    Check {
        name: "browser",
        // The tests compare with what the same scenario does natively. `node --test` is followed by the files:
        // what it makes of a folder depends on its version.
        run: &["cargo build --quiet --bin simulate", "node --test --test-reporter=spec"],
    },
];

/// What the steps are called.
pub fn names() -> impl Iterator<Item = &'static str> {
    CHECKS.iter().map(|check| check.name)
}

/// Runs all checks after setting up, or only those named.
pub fn run(only: &[String]) -> Result<()> {
    let mut times = Vec::new();
    if only.is_empty() {
        let start = Instant::now();
        setup::run(Need::Test)?;
        times.push(("setup", start.elapsed()));
    }
    for check in CHECKS {
        if !only.is_empty() && !only.iter().any(|name| name == check.name) {
            continue;
        }
        println!("\n== {}", check.name);
        let start = Instant::now();
        let result = check.run();
        times.push((check.name, start.elapsed()));
        if let Err(error) = result {
            print_table(&times, Some(check.name));
            bail!("{error}\nOnly this step again: cargo xtask test --only {}", check.name);
        }
    }
    print_table(&times, None);
    Ok(())
}

impl Check {
    fn run(&self) -> Result<()> {
        for line in self.run {
            let words: Vec<_> = line.split(' ').collect();
            let files = if words[0] == "node" { browser_tests()? } else { Vec::new() };
            tools::run(&words, &files)?;
        }
        Ok(())
    }
}

fn browser_tests() -> Result<Vec<String>> {
    let mut files: Vec<_> = fs::read_dir(tools::root().join("e2e"))?
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name.ends_with(".test.mjs"))
        .map(|name| format!("e2e/{name}"))
        .collect();
    files.sort();
    Ok(files)
}

fn print_table(times: &[(&str, Duration)], failed: Option<&str>) {
    println!();
    for (name, time) in times {
        let verdict = if Some(*name) == failed { "FAILED" } else { "ok" };
        println!("{name:<10} {verdict:<7} {:>13}", seconds(*time));
    }
    let total = times.iter().map(|(_, time)| *time).sum();
    println!("{:<18} {:>13}", "all", seconds(total));
}
