//! Other programs, run from the project's root with the project's own tools first on the path.

use std::{
    env,
    ffi::{OsStr, OsString},
    path::PathBuf,
    process::{Command, Stdio},
};

use anyhow::{Context, Result, ensure};

/// The project's root: where Cargo runs us from rather than where it compiled us, as a target folder may be
/// shared between checkouts.
pub fn root() -> PathBuf {
    env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from)
        .parent()
        .expect("xtask lies in the project")
        .to_owned()
}

/// `node_modules/.bin` (wasm-opt), then Cargo's folder for programs (trunk, wasm-bindgen), then the rest.
fn path() -> OsString {
    let cargo_home = env::var_os("CARGO_HOME")
        .map(PathBuf::from)
        .or_else(|| env::home_dir().map(|home| home.join(".cargo")));
    let mut folders = vec![root().join("node_modules/.bin")];
    folders.extend(cargo_home.map(|home| home.join("bin")));
    folders.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
    env::join_paths(folders).unwrap_or_else(|_| env::var_os("PATH").unwrap_or_default())
}

fn command(program: &str) -> Command {
    let path = path();
    // The operating system would look for the program on our path, not on the one that we hand over.
    let found = env::split_paths(&path)
        .map(|folder| folder.join(program).with_extension(env::consts::EXE_EXTENSION))
        .find(|file| file.is_file());
    let mut command = Command::new(found.as_deref().map_or(OsStr::new(program), |file| file.as_os_str()));
    command
        .current_dir(root())
        .env("PATH", path)
        // Trunk 0.21 takes NO_COLOR=1 for a wrong command-line argument and ends.
        .env_remove("NO_COLOR");
    command
}

/// Runs a program, its output on ours.
pub fn run(fixed: &[&str], further: &[String]) -> Result<()> {
    run_in(&[], fixed, further)
}

/// Runs a program with these variables in its environment.
pub fn run_with(variables: &[(&str, &str)], fixed: &[&str]) -> Result<()> {
    run_in(variables, fixed, &[])
}

fn run_in(variables: &[(&str, &str)], fixed: &[&str], further: &[String]) -> Result<()> {
    let line = line(fixed, further);
    println!("$ {line}");
    let status = command(fixed[0])
        .args(&fixed[1..])
        .args(further)
        .envs(variables.iter().copied())
        .stdin(Stdio::null())
        .status()
        .with_context(|| format!("{} cannot be started", fixed[0]))?;
    ensure!(status.success(), "failed ({status}): {line}");
    Ok(())
}

/// Runs a program quietly; its output where it succeeds.
pub fn output(line: &[&str]) -> Option<String> {
    let output = command(line[0]).args(&line[1..]).stdin(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Whether a program runs and succeeds.
pub fn succeeds(line: &[&str]) -> bool {
    output(line).is_some()
}

fn line(fixed: &[&str], further: &[String]) -> String {
    let mut words = fixed.to_vec();
    words.extend(further.iter().map(String::as_str));
    words.join(" ")
}
