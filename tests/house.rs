//! The house keeps its order: modules depend one way only, the wings never on each other (DESIGN §8).

use std::path::Path;

/// What each module may use of this crate.
const MAY_USE: &[(&str, &[&str])] = &[
    ("domain", &["domain"]),
    ("store", &["domain", "store"]),
    ("sim", &["domain", "store", "sim"]),
    ("service", &["domain", "store", "sim", "service"]),
    ("shell", &["domain", "service", "shell"]),
    ("engine", &["domain", "store", "sim", "service", "shell", "engine"]),
    ("sqljs", &["sqljs"]),
    ("tutorial", &["domain", "tutorial"]),
    ("view", &["domain", "view"]),
    ("ui", &["domain", "tutorial", "view", "ui"]),
];

/// What a module must not name, whatever the layer says.
const NEVER: &[(&str, &[&str])] = &[
    ("domain", &["rusqlite", "leptos", "web_sys", "std::fs", "std::time::Instant"]),
    ("store", &["leptos", "web_sys"]),
    ("sim", &["rusqlite", "leptos", "web_sys", "std::time::Instant", "SystemTime"]),
    ("service", &["rusqlite", "leptos", "web_sys", "std::time::Instant", "SystemTime"]),
    ("shell", &["rusqlite", "leptos", "web_sys", "std::fs", "std::time::Instant", "SystemTime"]),
    ("engine", &["leptos"]),
    ("sqljs", &["leptos", "web_sys"]),
    ("tutorial", &["rusqlite", "leptos", "web_sys"]),
    ("view", &["rusqlite", "leptos", "web_sys"]),
    ("ui", &["rusqlite"]),
];

fn sources(folder: &Path, into: &mut Vec<(String, String)>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, into);
        } else if path.extension().is_some_and(|e| e == "rs") {
            into.push((path.display().to_string(), std::fs::read_to_string(&path).unwrap()));
        }
    }
}

fn of(module: &str) -> Vec<(String, String)> {
    let mut list = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(module), &mut list);
    assert!(!list.is_empty(), "{module} has no sources");
    list
}

/// The code of a line, without what a comment says.
fn code(line: &str) -> &str {
    line.split("//").next().unwrap_or("")
}

/// The crate's modules that a line names.
fn used(line: &str) -> Vec<&str> {
    line.match_indices("crate::")
        .filter_map(|(at, prefix)| {
            let rest = &line[at + prefix.len()..];
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            (end > 0).then(|| &rest[..end])
        })
        .collect()
}

#[test]
fn modules_depend_one_way_only() {
    let mut wrong = Vec::new();
    for (module, allowed) in MAY_USE {
        for (path, text) in of(module) {
            for (number, line) in text.lines().enumerate() {
                for name in used(code(line)).into_iter().filter(|name| !allowed.contains(name)) {
                    wrong.push(format!("{path}:{}: {module} uses {name}", number + 1));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn every_module_has_a_layer() {
    let lib = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs")).unwrap();
    for line in lib.lines() {
        if let Some(module) = line.strip_prefix("pub mod ").and_then(|rest| rest.strip_suffix(';')) {
            assert!(MAY_USE.iter().any(|(name, _)| *name == module), "{module} has no layer in this test");
        }
    }
}

#[test]
fn modules_keep_away_from_what_is_not_theirs() {
    let mut wrong = Vec::new();
    for (module, names) in NEVER {
        for (path, text) in of(module) {
            for (number, line) in text.lines().enumerate() {
                for name in names.iter().filter(|name| code(line).contains(**name)) {
                    wrong.push(format!("{path}:{}: {module} names {name}", number + 1));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn the_binaries_are_ten_lines() {
    for file in ["src/main.rs", "src/bin/engine.rs", "src/bin/sql.rs"] {
        let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
        let lines = text.lines().filter(|line| !code(line).trim().is_empty()).count();
        assert!(lines <= 10, "{file} has {lines} lines of code");
    }
}
