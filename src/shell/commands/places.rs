//! docker and git: what a reader of the demo's instructions types first. They answer honestly: nothing is fetched
//! and nothing is built, for the pipeline is in the page already.

use super::{
    super::interpreter::{Flow, Shell},
    files,
};

pub fn git(shell: &mut Shell, args: &[String]) -> Flow {
    match args.first().map(String::as_str) {
        Some("clone") => clone(shell, &args[1..]),
        Some("--version" | "version") => shell.fail(1, "git: only \"git clone\" has an answer here"),
        Some(name) => shell.fail(
            1,
            format!(
                "git: \"git {}\" is not here: there is no repository in this page, only the running demo",
                super::shorten(name)
            ),
        ),
        None => shell.fail(1, "usage: git clone URL"),
    }
}

fn clone(shell: &mut Shell, args: &[String]) -> Flow {
    let mut rest = Vec::new();
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "-b" | "--branch" | "--depth" => drop(args.next()),
            arg if arg.starts_with('-') => {}
            arg => rest.push(arg),
        }
    }
    let Some(url) = rest.first() else {
        return shell.fail(129, "fatal: You must specify a repository to clone.");
    };
    let last = url.trim_end_matches('/').rsplit(['/', ':']).next().unwrap_or("");
    let folder = rest.get(1).copied().unwrap_or(last.strip_suffix(".git").unwrap_or(last)).to_owned();
    if folder.is_empty() {
        return shell.fail(128, format!("fatal: repository '{}' does not exist", super::shorten(url)));
    }
    if let Err(why) = files::make_folder(shell, &folder, false) {
        let why = match why.as_str() {
            "File exists" => format!("fatal: destination path '{folder}' already exists."),
            why => format!("fatal: could not create '{}': {why}", super::shorten(&folder)),
        };
        return shell.fail(128, why);
    }
    shell.err(&format!(
        "Nothing is downloaded: the demo's pipeline already runs in this page.\nThe empty folder '{folder}' is here so that cd works.\n"
    ))?;
    Ok(0)
}

pub fn docker(shell: &mut Shell, args: &[String]) -> Flow {
    match args.first().map(String::as_str) {
        Some("compose") => compose(shell, &args[1..]),
        Some("ps") => ps(shell),
        Some("logs") => logs(shell, &args[1..]),
        Some(name) => shell.fail(
            1,
            format!(
                "docker: \"docker {}\" is not here; docker compose up | ps | logs | restart | down is",
                super::shorten(name)
            ),
        ),
        None => shell.fail(1, "usage: docker compose up | ps | logs | restart | down"),
    }
}

pub fn compose(shell: &mut Shell, args: &[String]) -> Flow {
    // Options that stand before the subcommand; the file is not read.
    let mut at = 0;
    while let Some(arg) = args.get(at).filter(|arg| arg.starts_with('-')) {
        let takes = matches!(
            arg.as_str(),
            "-f" | "--file" | "-p" | "--project-name" | "--profile" | "--env-file" | "--ansi"
        );
        at += if takes { 2 } else { 1 };
    }
    let rest = args.get(at + 1..).unwrap_or_default();
    match args.get(at).map(String::as_str) {
        Some("up") => {
            let services = shell.host.services();
            let named: Vec<&String> = rest.iter().filter(|arg| !arg.starts_with('-')).collect();
            if let Some(unknown) = named.iter().find(|name| !services.contains(name)) {
                return shell.fail(1, format!("no such service: {}", super::shorten(unknown)));
            }
            shell.host.restart();
            shell.err(&format!(
                "Nothing is built or started: what this would bring up already runs in this page ({}).\nThe simulation starts afresh.\n",
                services.join(", ")
            ))?;
            Ok(0)
        }
        Some(word @ ("down" | "restart" | "stop" | "start")) => {
            shell.host.restart();
            let what = match word {
                "restart" | "start" => "The simulation starts afresh.",
                _ => "The pipeline belongs to the page and cannot stop; the simulation starts afresh instead.",
            };
            shell.err(&format!("{what}\n"))?;
            Ok(0)
        }
        Some("ps") => ps(shell),
        Some("logs") => logs(shell, rest),
        Some(word @ ("exec" | "run")) => shell.fail(
            1,
            format!("docker compose {word}: there is no container to enter; for the tables: sqlite3 producer 'SELECT …'"),
        ),
        Some(name) => shell.fail(
            1,
            format!("docker compose: \"{}\" is not here; up, ps, logs, restart, stop and down are", super::shorten(name)),
        ),
        None => shell.fail(1, "usage: docker compose [-f FILE] up | ps | logs [SERVICE] | restart | down"),
    }
}

fn ps(shell: &mut Shell) -> Flow {
    let services = shell.host.services();
    let width = services.iter().map(|name| name.chars().count() + 2).max().unwrap_or(0).max(4);
    let mut text = format!("{:width$}   {:width$}   STATUS\n", "NAME", "SERVICE");
    for name in services {
        let container = format!("{name}-1");
        text.push_str(&format!("{container:width$}   {name:width$}   running (in this page)\n"));
    }
    shell.out(&text)?;
    Ok(0)
}

fn logs(shell: &mut Shell, args: &[String]) -> Flow {
    let mut services: Vec<&str> = Vec::new();
    let mut most = None;
    let mut follows = false;
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "-f" | "--follow" => follows = true,
            "-n" | "--tail" => most = args.next().and_then(|n| n.parse::<usize>().ok()),
            "--since" | "--until" => drop(args.next()),
            arg if arg.starts_with("--tail=") => most = arg["--tail=".len()..].parse().ok(),
            arg if arg.starts_with('-') => {}
            arg => services.push(arg),
        }
    }
    let asked: Vec<Option<&str>> =
        if services.is_empty() { vec![None] } else { services.into_iter().map(Some).collect() };
    for service in asked {
        match shell.host.logs(service) {
            Ok(lines) => {
                let skip = most.map_or(0, |most| lines.len().saturating_sub(most));
                for line in &lines[skip..] {
                    shell.out(&format!("{line}\n"))?;
                }
            }
            Err(why) => return shell.fail(1, why),
        }
    }
    if follows {
        shell.err("docker compose logs: this is all so far; -f does not wait, for simulated time moves only with what you do\n")?;
    }
    Ok(0)
}
