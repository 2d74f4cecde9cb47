//! What the project needs on a machine, as data: how to see that it is there, and how to get it.

use std::{env, fs, time::Instant};

use anyhow::{Context, Result, bail};

use crate::{report::seconds, tools};

/// The Trunk that this project builds with; 0.22 wants a newer Rust.
const TRUNK: &str = "0.21.14";
/// The oldest Node.js that runs the browser tests.
const NODE: u32 = 20;

/// What the machine is set up for; each needs what stands before it, too.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Need {
    /// `trunk serve`.
    Serve,
    /// The release site.
    Build,
    /// All checks.
    Test,
}

/// One thing that must be there.
struct Step {
    name: &'static str,
    what: &'static str,
    need: Need,
    done: fn() -> bool,
    remedy: fn() -> Result<Remedy>,
}

/// How to get it.
#[derive(Debug, PartialEq)]
enum Remedy {
    /// Commands to run, one after the other.
    Run(Vec<Vec<String>>),
    /// Something only the reader can do: what to type.
    ByHand(String),
}

const STEPS: &[Step] = &[
    Step {
        name: "wasm target",
        what: "Rust's standard library for WebAssembly",
        need: Need::Serve,
        done: || {
            tools::output(&["rustc", "--print", "target-libdir", "--target", "wasm32-unknown-unknown"])
                .is_some_and(|folder| fs::read_dir(folder.trim()).is_ok_and(|mut d| d.next().is_some()))
        },
        remedy: || Ok(rustup(&["target", "add", "wasm32-unknown-unknown"])),
    },
    Step {
        name: "clang",
        what: "clang and llvm-ar, which compile SQLite to WebAssembly (Apple's clang cannot)",
        need: Need::Serve,
        done: || {
            tools::succeeds(&["clang", "--target=wasm32", "-x", "c", "-c", "/dev/null", "-o", "/dev/null"])
                && tools::succeeds(&["llvm-ar", "--version"])
        },
        remedy: || {
            Ok(install(
                &manager(),
                &Packages {
                    apt: "clang llvm",
                    dnf: "clang llvm",
                    brew: "llvm",
                    after: "with Homebrew, put its LLVM first: export PATH=\"$(brew --prefix llvm)/bin:$PATH\"",
                },
            ))
        },
    },
    Step {
        name: "trunk",
        what: "Trunk 0.21.14, which builds and serves the site (some minutes)",
        need: Need::Serve,
        done: || has_version(&["trunk", "--version"], TRUNK),
        remedy: || {
            Ok(Remedy::Run(vec![words(&["cargo", "install", "trunk", "--version", TRUNK, "--locked"])]))
        },
    },
    Step {
        name: "wasm-bindgen",
        what: "wasm-bindgen's program, of exactly the version in Cargo.lock (some minutes)",
        need: Need::Serve,
        done: || wasm_bindgen().is_ok_and(|version| has_version(&["wasm-bindgen", "--version"], &version)),
        // Without --locked: its lock file names a version that has been withdrawn.
        remedy: || {
            Ok(Remedy::Run(vec![words(&[
                "cargo",
                "install",
                "wasm-bindgen-cli",
                "--version",
                &wasm_bindgen()?,
            ])]))
        },
    },
    Step {
        name: "npm packages",
        what: "wasm-opt and esbuild, which shrink a release, and the browser tests' libraries",
        need: Need::Build,
        done: || {
            let lock = fs::read(tools::root().join("package-lock.json"));
            lock.is_ok_and(|lock| fs::read(tools::root().join(INSTALLED)).is_ok_and(|it| it == lock))
        },
        remedy: || {
            let node = tools::output(&["node", "--version"]);
            if node.as_deref().and_then(major).is_none_or(|version| version < NODE) {
                return Ok(install(
                    &manager(),
                    &Packages {
                        apt: "nodejs npm",
                        dnf: "nodejs",
                        brew: "node",
                        after: "Node.js 20 or newer is needed; older distributions find it on nodejs.org",
                    },
                ));
            }
            Ok(Remedy::Run(vec![
                words(&["npm", "ci", "--no-audit", "--no-fund"]),
                words(&["cp", "package-lock.json", INSTALLED]),
            ]))
        },
    },
    Step {
        name: "rust tools",
        what: "clippy and rustfmt",
        need: Need::Test,
        done: || {
            tools::succeeds(&["cargo", "clippy", "--version"])
                && tools::succeeds(&["cargo", "fmt", "--version"])
        },
        remedy: || Ok(rustup(&["component", "add", "clippy", "rustfmt"])),
    },
    Step {
        name: "browser",
        what: "Chromium, for the browser tests",
        need: Need::Test,
        done: || {
            let chromium = env::var("CHROMIUM").unwrap_or_else(|_| "chromium".to_owned());
            tools::succeeds(&[&chromium, "--version"])
        },
        remedy: || {
            Ok(install(
                &manager(),
                &Packages {
                    apt: "chromium",
                    dnf: "chromium",
                    brew: "--cask chromium",
                    after: "a Chromium or Chrome elsewhere is found through the variable CHROMIUM",
                },
            ))
        },
    },
    Step {
        name: "fonts",
        what: "a font with Chinese characters, for the screenshots",
        need: Need::Test,
        done: || {
            cfg!(not(target_os = "linux"))
                || tools::output(&["fc-list", ":lang=zh-tw"]).is_some_and(|fonts| !fonts.trim().is_empty())
        },
        remedy: || {
            Ok(install(
                &manager(),
                &Packages {
                    apt: "fontconfig fonts-noto-cjk",
                    dnf: "google-noto-sans-cjk-fonts",
                    brew: "--cask font-noto-sans-cjk",
                    after: "",
                },
            ))
        },
    },
];

/// A copy of the lock file that `node_modules` was installed from.
const INSTALLED: &str = "node_modules/.installed-lock.json";

/// Gets what is missing; what is there is passed over in a moment.
pub fn run(need: Need) -> Result<()> {
    for step in STEPS.iter().filter(|step| step.need <= need) {
        if (step.done)() {
            println!("setup: {:<13} is there", step.name);
            continue;
        }
        println!("setup: {:<13} {}", step.name, step.what);
        let start = Instant::now();
        match (step.remedy)()? {
            Remedy::Run(commands) => {
                for command in commands {
                    tools::run(&[&command[0]], &command[1..])
                        .with_context(|| format!("setup cannot get {}: {}", step.name, step.what))?;
                }
            }
            Remedy::ByHand(advice) => bail!("{} is missing: {}.\n{advice}", step.name, step.what),
        }
        if !(step.done)() {
            bail!("{} was installed and is still not found: {}", step.name, step.what);
        }
        println!("setup: {:<13} took {}", step.name, seconds(start.elapsed()));
    }
    Ok(())
}

fn words(line: &[&str]) -> Vec<String> {
    line.iter().map(|&word| word.to_owned()).collect()
}

fn rustup(arguments: &[&str]) -> Remedy {
    if tools::succeeds(&["rustup", "--version"]) {
        Remedy::Run(vec![words(&[&["rustup"], arguments].concat())])
    } else {
        Remedy::ByHand(format!(
            "This Rust does not come from rustup. Install rustup (https://rustup.rs), then type: rustup {}",
            arguments.join(" ")
        ))
    }
}

/// The same thing under the names of three package managers.
struct Packages {
    apt: &'static str,
    dnf: &'static str,
    brew: &'static str,
    /// What else to know, or nothing.
    after: &'static str,
}

/// How this machine installs packages.
#[derive(Debug, PartialEq)]
enum Manager {
    /// apt-get, with what must stand before it to be allowed.
    Apt(&'static [&'static str]),
    /// apt-get, but this user may not.
    AptForbidden,
    Dnf,
    Brew,
    Unknown,
}

fn manager() -> Manager {
    let has = |program| tools::succeeds(&[program, "--version"]);
    if has("apt-get") {
        if tools::output(&["id", "-u"]).is_some_and(|id| id.trim() == "0") {
            Manager::Apt(&[])
        } else if tools::succeeds(&["sudo", "-n", "true"]) {
            Manager::Apt(&["sudo", "-n"])
        } else {
            Manager::AptForbidden
        }
    } else if has("dnf") {
        Manager::Dnf
    } else if has("brew") {
        Manager::Brew
    } else {
        Manager::Unknown
    }
}

fn install(manager: &Manager, packages: &Packages) -> Remedy {
    let Packages { apt, dnf, brew, after } = packages;
    let by_apt = format!("sudo apt-get install -y {apt}");
    let by_dnf = format!("sudo dnf install -y {dnf}");
    let by_brew = format!("brew install {brew}");
    let advice = match manager {
        Manager::Apt(before) => {
            let apt_get = [before, &["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq"][..]].concat();
            let names: Vec<_> = apt.split(' ').collect();
            return Remedy::Run(vec![
                words(&[&apt_get[..], &["update"]].concat()),
                words(&[&apt_get[..], &["install", "-y", "--no-install-recommends"], &names].concat()),
            ]);
        }
        Manager::AptForbidden => format!("Type: {by_apt}"),
        Manager::Dnf => format!("Type: {by_dnf}"),
        Manager::Brew => format!("Type: {by_brew}"),
        Manager::Unknown => format!("Type what fits your system: {by_apt} | {by_dnf} | {by_brew}"),
    };
    if after.is_empty() { Remedy::ByHand(advice) } else { Remedy::ByHand(format!("{advice}\n({after})")) }
}

/// Whether a program's answer ends in just this version: `trunk 0.21.14`.
fn has_version(line: &[&str], version: &str) -> bool {
    tools::output(line).is_some_and(|answer| says_version(&answer, version))
}

fn says_version(answer: &str, version: &str) -> bool {
    answer.split_whitespace().any(|word| word == version)
}

/// `v20.20.2` → 20.
fn major(version: &str) -> Option<u32> {
    version.trim().trim_start_matches('v').split('.').next()?.parse().ok()
}

fn wasm_bindgen() -> Result<String> {
    let lock = fs::read_to_string(tools::root().join("Cargo.lock")).context("Cargo.lock cannot be read")?;
    locked_version(&lock, "wasm-bindgen").context("Cargo.lock names no wasm-bindgen")
}

fn locked_version(lock: &str, package: &str) -> Option<String> {
    let name = format!("name = \"{package}\"");
    let mut lines = lock.lines().skip_while(|line| *line != name);
    lines.next()?;
    let version = lines.next()?.strip_prefix("version = \"")?.strip_suffix('"')?;
    Some(version.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLANG: Packages =
        Packages { apt: "clang llvm", dnf: "clang llvm", brew: "llvm", after: "mind the path" };

    #[test]
    fn the_lock_file_tells_the_version() {
        let lock = "[[package]]\nname = \"wasm-bindgen-macro\"\nversion = \"9.9.9\"\n\n\
                    [[package]]\nname = \"wasm-bindgen\"\nversion = \"0.2.130\"\nsource = \"x\"\n";
        assert_eq!(locked_version(lock, "wasm-bindgen").unwrap(), "0.2.130");
        assert_eq!(locked_version(lock, "wasm"), None);
    }

    #[test]
    fn versions_are_compared_whole() {
        assert!(says_version("trunk 0.21.14\n", "0.21.14"));
        assert!(says_version("wasm-bindgen 0.2.130 (abc)\n", "0.2.130"));
        assert!(!says_version("trunk 0.21.140\n", "0.21.14"));
        assert_eq!(major("v20.20.2\n"), Some(20));
        assert_eq!(major("nothing"), None);
    }

    #[test]
    fn root_installs_by_itself() {
        let Remedy::Run(commands) = install(&Manager::Apt(&[]), &CLANG) else {
            panic!("apt as root needs no hand");
        };
        assert_eq!(
            commands[1].join(" "),
            "env DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends clang llvm"
        );
    }

    #[test]
    fn others_are_told_what_to_type() {
        for (manager, line) in [
            (Manager::AptForbidden, "sudo apt-get install -y clang llvm"),
            (Manager::Dnf, "sudo dnf install -y clang llvm"),
            (Manager::Brew, "brew install llvm"),
            (Manager::Unknown, "brew install llvm"),
        ] {
            let Remedy::ByHand(advice) = install(&manager, &CLANG) else {
                panic!("{manager:?} cannot be driven");
            };
            assert!(advice.contains(line) && advice.contains("mind the path"), "{advice}");
        }
    }
}
