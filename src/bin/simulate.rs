//! Runs a scenario without a browser: `simulate [--json | --check] FILE.toml | PERMALINK`.

use effectively_once::domain::command::Plan;
use effectively_once::domain::link::Lab;
use effectively_once::domain::outcome::{Field, Outcome};
use effectively_once::domain::{limits, text};
use effectively_once::sim;
use serde_json::{Map, Value, json};
use std::process::ExitCode;

const USAGE: &str = "\
usage: simulate [--json | --check | --link] FILE.toml
       simulate [--json] 'PERMALINK'

Prints the run's trace as text. --json prints the outcome; --check compares it with the file's [expect]
table and exits 1 where they differ; --link prints the fragment that opens the file in the workbench.
A permalink of two panels prints both.";

#[derive(Clone, Copy, PartialEq)]
enum Print {
    Trace,
    Json,
    Check,
    Link,
}

fn main() -> ExitCode {
    match simulate(std::env::args().skip(1).collect()) {
        Ok(code) => code,
        Err(message) => {
            eprintln!("simulate: {message}");
            ExitCode::from(2)
        }
    }
}

fn simulate(arguments: Vec<String>) -> Result<ExitCode, String> {
    let (mut print, mut source) = (Print::Trace, None);
    for argument in arguments {
        match argument.as_str() {
            "--json" => print = Print::Json,
            "--check" => print = Print::Check,
            "--link" => print = Print::Link,
            "--help" | "-h" => {
                println!("{USAGE}");
                return Ok(ExitCode::SUCCESS);
            }
            _ if argument.starts_with("--") => return Err(format!("{argument} is unknown\n{USAGE}")),
            _ if source.is_some() => return Err(format!("one file or link at a time\n{USAGE}")),
            _ => source = Some(argument),
        }
    }
    let source = source.ok_or(USAGE)?;
    if source.contains('#') || source.starts_with("v=") {
        if matches!(print, Print::Check | Print::Link) {
            return Err("--check and --link need a file".into());
        }
        let lab = Lab::from_fragment(&source).map_err(|problem| problem.to_string())?;
        print_lab(&lab, print);
        return Ok(ExitCode::SUCCESS);
    }
    let content = read(&source)?;
    let file = text::file(&content).map_err(|problem| format!("{source}: {problem}"))?;
    let plan = Plan::from(file.scenario);
    if print == Print::Link {
        println!("#{}", Lab { a: plan.clone(), b: plan, ..Lab::default() }.to_fragment());
        return Ok(ExitCode::SUCCESS);
    }
    if print != Print::Check {
        show(&plan, print);
        return Ok(ExitCode::SUCCESS);
    }
    let expected =
        file.expect.ok_or_else(|| format!("{source}: there is no [expect] table to compare with"))?;
    let differences = text::differences(&expected, &sim::outcome(&plan));
    if differences.is_empty() {
        println!("{source}: all {} figures as expected", expected.len());
        return Ok(ExitCode::SUCCESS);
    }
    for line in differences {
        println!("{source}: {line}");
    }
    Ok(ExitCode::FAILURE)
}

fn read(path: &str) -> Result<String, String> {
    let size = std::fs::metadata(path).map_err(|error| format!("{path}: {error}"))?.len();
    if size > limits::SCENARIO_BYTES as u64 {
        return Err(format!("{path}: longer than {} bytes", limits::SCENARIO_BYTES));
    }
    std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))
}

fn print_lab(lab: &Lab, print: Print) {
    if lab.a == lab.b {
        return show(&lab.a, print);
    }
    match print {
        Print::Json => {
            let both = json!({ "a": outcome(&sim::outcome(&lab.a)), "b": outcome(&sim::outcome(&lab.b)) });
            println!("{both:#}");
        }
        _ => {
            for (name, plan) in [("A", &lab.a), ("B", &lab.b)] {
                println!("# {name}");
                show(plan, print);
            }
        }
    }
}

fn show(plan: &Plan, print: Print) {
    if print == Print::Json {
        println!("{:#}", outcome(&sim::outcome(plan)));
    } else {
        let run = sim::run(plan);
        print!("{}{}", text::run(&run), text::outcome(&run.outcome));
    }
}

/// The outcome with the names of DESIGN §5: handlers under `handlers.<name>`.
fn outcome(outcome: &Outcome) -> Value {
    let mut root = Map::new();
    for (name, field) in outcome.fields() {
        let value = match field {
            Field::Count(n) => json!(n),
            Field::Flag(flag) => json!(flag),
            Field::Words(words) => json!(words),
        };
        match name.split_once('.') {
            None => {
                root.insert(name, value);
            }
            Some(("rows", table)) => {
                put(&mut root, "rows").insert(table.into(), value);
            }
            Some((handler, figure)) => {
                let handlers = put(&mut root, "handlers");
                put(handlers, handler).insert(figure.into(), value);
            }
        }
    }
    Value::Object(root)
}

fn put<'a>(map: &'a mut Map<String, Value>, key: &str) -> &'a mut Map<String, Value> {
    let entry = map.entry(key).or_insert_with(|| Value::Object(Map::new()));
    entry.as_object_mut().expect("only objects are put there")
}
