//! Everything that is done to this project, as one command: `cargo xtask help`.

mod bench;
mod checks;
mod report;
mod setup;
mod site;
mod tools;

use std::{env, path::PathBuf, process::ExitCode};

use anyhow::{Context, Result};
use clap::{Parser, Subcommand, builder::PossibleValuesParser};

use setup::Need;

#[derive(Parser)]
#[command(name = "cargo xtask", about = "Sets up, serves, builds, tests and measures Effectively Once.")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Install what is missing to serve, build and test.
    Setup,
    /// Set up, then serve on http://127.0.0.1:8080/ and rebuild on every change.
    Serve {
        /// For `trunk serve`: --release, --port 9000, --open, …
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        trunk: Vec<String>,
    },
    /// Set up, then make the site in dist/.
    Build,
    /// Set up, then run every check: format, lints, native tests, the site, the browser.
    Test {
        /// Run only these steps, without setting up.
        #[arg(long, value_name = "STEP", value_parser = PossibleValuesParser::new(checks::names()))]
        only: Vec<String>,
    },
    /// Set up, then build and measure: sizes against the budget, the browser, the native benchmarks.
    Bench,
    /// What Trunk calls after a build: write the pages into its staging folder.
    #[command(hide = true)]
    Pages,
}

fn main() -> ExitCode {
    match perform(Arguments::parse().task) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // In words; a backtrace of this program helps nobody.
            eprintln!("\n{error:#}");
            ExitCode::FAILURE
        }
    }
}

fn perform(task: Task) -> Result<()> {
    // Told before anything takes its time.
    let address = site::Address::from_env()?;
    match task {
        Task::Setup => setup::run(Need::Test),
        Task::Serve { trunk } => {
            let release = trunk.iter().any(|argument| argument == "--release");
            setup::run(if release { Need::Build } else { Need::Serve })?;
            tools::run(&["trunk", "serve"], &trunk)
        }
        Task::Build => {
            setup::run(Need::Build)?;
            build()
        }
        Task::Test { only } => checks::run(&only),
        Task::Bench => {
            setup::run(Need::Test)?;
            build()?;
            bench::run()
        }
        Task::Pages => pages(&address),
    }
}

/// The release site in `dist/`.
fn build() -> Result<()> {
    tools::run(&["trunk", "build", "--release"], &[])
}

fn pages(address: &site::Address) -> Result<()> {
    let staging = env::var_os("TRUNK_STAGING_DIR")
        .map(PathBuf::from)
        .context("Trunk calls this after a build; type `cargo xtask build` or `trunk serve`")?;
    let release = env::var("TRUNK_PROFILE").is_ok_and(|profile| profile == "release");
    site::build(&tools::root(), &staging, release, address)
}
