//! Binaries on a whole SQLite.
//!
//! The engine's SQLite has only what the pipeline's own statements use (`.cargo/config.toml`). Where people write the
//! SQL, all of it must be there; but the flags that decide it belong to a build, not to a binary. So these binaries
//! are built by a Cargo of their own, with a target folder of its own, which keeps both SQLites from being compiled
//! again and again; then they join what Trunk has built, and are shrunk and moved along with it.

use std::{
    env, fs,
    hash::{DefaultHasher, Hasher},
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, ensure};

use super::offline::{self, Worker};
use crate::tools;

/// A binary of the package's, and how the site holds it.
struct Whole {
    name: &'static str,
    features: &'static str,
    place: Place,
}

enum Place {
    /// A Web Worker, in a folder named by its content like the engine. Pages learn its address in the slots of its
    /// name: `data-NAME="{{NAME}}" data-NAME-version="{{NAME_version}}"` in `index.html`.
    Worker,
    /// A module of an address that stays, `NAME/NAME.js`: this script, which loads the binary beside it by the names
    /// in [`INNER`].
    Module { script: &'static str },
}

const WHOLE: &[Whole] = &[
    Whole { name: "workshop", features: "workshop", place: Place::Worker },
    Whole { name: "sql", features: "sqljs", place: Place::Module { script: "src/sqljs/sql.js" } },
];

/// What a module's binary and its bindings are called.
const INNER: &str = "sqlite";

/// As sql.js compiles SQLite, so that SQL that runs there runs here: what the flags of sqlite-wasm-rs add beyond that
/// is taken out, full-text search and normalized SQL come in. The optimization that is left out would keep a hook from
/// seeing the rows of a DELETE without WHERE.
const SQLITE: &str = "\
    -USQLITE_USE_URI -USQLITE_OMIT_DEPRECATED -USQLITE_ENABLE_UNLOCK_NOTIFY -USQLITE_ENABLE_API_ARMOR \
    -USQLITE_ENABLE_BYTECODE_VTAB -USQLITE_ENABLE_DBPAGE_VTAB -USQLITE_ENABLE_DBSTAT_VTAB \
    -USQLITE_ENABLE_STMTVTAB -USQLITE_ENABLE_FTS5 -USQLITE_ENABLE_RTREE -USQLITE_ENABLE_SESSION \
    -USQLITE_ENABLE_PREUPDATE_HOOK -USQLITE_ENABLE_OFFSET_SQL_FUNC -USQLITE_ENABLE_UNKNOWN_SQL_FUNCTION \
    -USQLITE_ENABLE_COLUMN_METADATA -DSQLITE_ENABLE_FTS3 -DSQLITE_ENABLE_FTS3_PARENTHESIS \
    -DSQLITE_ENABLE_NORMALIZE -DSQLITE_OMIT_TRUNCATE_OPTIMIZATION \
    -DSQLITE_DEFAULT_PAGE_SIZE=4096 -DSQLITE_DEFAULT_CACHE_SIZE=-2000";

/// The line of a module's script that takes the build's name.
const BUILD: &str = "const BUILD = \"\";";

const TARGET: &str = "wasm32-unknown-unknown";

/// Builds what has changed, and leaves all of it in `staging` as Trunk would.
pub fn build(root: &Path, staging: &Path, release: bool) -> Result<()> {
    let target = target(root);
    for whole in WHOLE {
        let (folder, inner) = match whole.place {
            Place::Worker => (staging.to_owned(), whole.name),
            Place::Module { .. } => (staging.join(whole.name), INNER),
        };
        let made = bind(&compile(whole, &target, release)?, whole, inner)?;
        fs::create_dir_all(&folder)?;
        for file in [format!("{inner}.js"), format!("{inner}_bg.wasm")] {
            fs::copy(made.join(&file), folder.join(&file))?;
        }
        match whole.place {
            Place::Worker => fs::write(
                folder.join(format!("{inner}_loader.js")),
                format!("import init from \"./{inner}.js\";\nawait init();\n"),
            )?,
            Place::Module { script } => {
                let name = folder.join(format!("{}.js", whole.name));
                fs::copy(root.join(script), name).with_context(|| format!("{script} is missing"))?;
            }
        }
    }
    Ok(())
}

/// Gives the files, shrunk or not, the names by which pages find them. Returns the workers.
pub fn name(staging: &Path) -> Result<Vec<Worker>> {
    let mut workers = Vec::new();
    for whole in WHOLE {
        match whole.place {
            Place::Worker => workers.push(offline::move_loaded(staging, whole.name)?),
            Place::Module { .. } => name_module(&staging.join(whole.name), whole.name)?,
        }
    }
    Ok(workers)
}

/// A module keeps its address, so it asks for the rest by what is in it: a cache that holds another build's has no
/// answer to that.
fn name_module(folder: &Path, name: &str) -> Result<()> {
    let bindings = format!("{INNER}.js");
    offline::check_imports(&bindings, &fs::read_to_string(folder.join(&bindings))?)?;
    let mut hash = DefaultHasher::new();
    for file in offline::files(folder)? {
        hash.write(&fs::read(folder.join(file))?);
    }
    let script = folder.join(format!("{name}.js"));
    let named = fill(&fs::read_to_string(&script)?, &format!("{:016x}", hash.finish()))?;
    fs::write(script, named)?;
    Ok(())
}

fn fill(script: &str, build: &str) -> Result<String> {
    ensure!(script.contains(BUILD), "a module's script wants the line {BUILD}");
    Ok(script.replace(BUILD, &BUILD.replace("\"\"", &format!("\"{build}\""))))
}

/// Beside what Cargo builds otherwise.
fn target(root: &Path) -> PathBuf {
    root.join(env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), PathBuf::from)).join("whole")
}

/// Compiles a binary, if it has changed; returns its file. Each on its own: what one exports would weigh on the other.
fn compile(whole: &Whole, target: &Path, release: bool) -> Result<PathBuf> {
    let (profile, folder) = if release { ("release", "release") } else { ("dev", "debug") };
    let target_dir = target.to_string_lossy();
    let mut line =
        vec!["cargo", "build", "--target", TARGET, "--target-dir", &target_dir, "--profile", profile];
    line.extend(["--no-default-features", "--features", whole.features, "--bin", whole.name]);
    // Unlike the engine, these talk to JavaScript all the time: with the binary's own word on what it understands,
    // wasm-bindgen hands values over directly. wasm-opt strips the rest.
    tools::run_with(
        &[("SQLITE_WASM_RS_FLAGS", SQLITE), ("CARGO_PROFILE_RELEASE_STRIP", "debuginfo")],
        &line,
    )?;
    Ok(target.join(TARGET).join(folder).join(format!("{}.wasm", whole.name)))
}

/// Makes a binary's bindings, if it has changed; returns the folder with both.
fn bind(wasm: &Path, whole: &Whole, inner: &str) -> Result<PathBuf> {
    let folder = wasm.with_file_name(format!("{}-bindings", whole.name));
    let time = |file: &Path| fs::metadata(file).and_then(|it| it.modified());
    // The last file that wasm-bindgen writes is no older than the binary that it was made of.
    let made = time(&folder.join(format!("{inner}_bg.wasm")));
    if made.is_ok_and(|made| time(wasm).is_ok_and(|compiled| compiled <= made)) {
        return Ok(folder);
    }
    let (out, input) = (folder.to_string_lossy(), wasm.to_string_lossy());
    let line = [
        "wasm-bindgen",
        "--target",
        "web",
        "--no-typescript",
        "--out-name",
        inner,
        "--out-dir",
        &out,
        &input,
    ];
    tools::run_with(&[], &line)?;
    Ok(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_knows_its_build() {
        let script = include_str!("../../../src/sqljs/sql.js");
        assert!(fill(script, "0123").unwrap().contains("const BUILD = \"0123\";"));
        assert!(fill("nothing", "0123").is_err());
    }
}
