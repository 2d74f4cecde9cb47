//! Names by content, and the service worker's list of files.

use std::{
    fs,
    hash::{DefaultHasher, Hasher},
    path::Path,
};

use anyhow::{Context, Result, ensure};

/// Where a page finds a Web Worker, such as its engine.
pub struct Worker {
    /// What pages know it by.
    pub name: String,
    /// The worker's script, from the site's root.
    pub loader: String,
    /// The hash of its files.
    pub version: String,
}

/// Moves a worker that a script of its own loads.
pub fn move_loaded(staging: &Path, name: &str) -> Result<Worker> {
    let loader = format!("{name}_loader.js");
    let (folder, version) = move_worker(staging, name, &[&loader])?;
    Ok(Worker { name: name.to_owned(), loader: format!("{folder}/{loader}"), version })
}

/// Trunk gives the files of what it takes for a worker plain names, and they name each other. Moves them into a
/// folder that is named by their content: a page kept somewhere from another build then finds its own or none.
/// Returns the folder and the hash in its name.
pub fn move_worker(staging: &Path, name: &str, more: &[&str]) -> Result<(String, String)> {
    let own = [format!("{name}.js"), format!("{name}_bg.wasm")];
    let files = || own.iter().map(String::as_str).chain(more.iter().copied());
    let mut hash = DefaultHasher::new();
    for file in files() {
        let bytes = fs::read(staging.join(file)).with_context(|| format!("Trunk has left no {file}"))?;
        hash.write(&bytes);
    }
    let version = format!("{:016x}", hash.finish());
    let folder = format!("{name}-{version}");
    fs::create_dir_all(staging.join(&folder))?;
    for file in files() {
        fs::rename(staging.join(file), staging.join(&folder).join(file))?;
    }
    check_imports(&own[0], &fs::read_to_string(staging.join(&folder).join(&own[0]))?)?;
    Ok((folder, version))
}

/// A script that was moved stands alone.
pub fn check_imports(name: &str, script: &str) -> Result<()> {
    for line in script.lines().filter(|line| line.starts_with("import ")) {
        ensure!(
            !line.contains("\"env\""),
            "{name} calls C functions that no browser has, so it would not start: the SQLITE_WASM_RS_FLAGS \
             that it was built with leave SQLite something to look for"
        );
        // Trunk puts all binaries' snippets into one folder, and each script looks beside itself.
        ensure!(
            !line.contains("/snippets/"),
            "{name} has JavaScript snippets now: they must move along with it"
        );
    }
    Ok(())
}

/// All files below a folder, sorted, with forward slashes.
pub fn files(folder: &Path) -> Result<Vec<String>> {
    fn walk(folder: &Path, prefix: &str, found: &mut Vec<String>) -> Result<()> {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
            if entry.file_type()?.is_dir() {
                walk(&entry.path(), &format!("{name}/"), found)?;
            } else {
                found.push(name);
            }
        }
        Ok(())
    }
    let mut found = Vec::new();
    walk(folder, "", &mut found)?;
    found.sort();
    Ok(found)
}

/// Writes the release's list of files and its version into `sw.js`.
pub fn write_service_worker(staging: &Path) -> Result<()> {
    let mut hash = DefaultHasher::new();
    let mut kept = Vec::new();
    for file in files(staging)? {
        if !is_kept(&file) {
            continue;
        }
        hash.write(file.as_bytes());
        hash.write(&fs::read(staging.join(&file))?);
        kept.push(address(&file));
    }
    let path = staging.join("sw.js");
    let worker = fill_worker(&fs::read_to_string(&path)?, &format!("{:016x}", hash.finish()), &kept)?;
    fs::write(path, worker)?;
    Ok(())
}

/// Not the service worker itself, nor what only another machine asks for: the host, a search engine, a link preview.
fn is_kept(file: &str) -> bool {
    !["sw.js", "404.html", "robots.txt", "sitemap.xml"].contains(&file) && !file.starts_with("social-")
}

/// A page is asked for by its folder.
fn address(file: &str) -> String {
    match file.strip_suffix("index.html") {
        Some("") => "./".to_owned(),
        Some(folder) => folder.to_owned(),
        None => file.to_owned(),
    }
}

fn fill_worker(worker: &str, version: &str, files: &[String]) -> Result<String> {
    const VERSION: &str = "const VERSION = \"\";";
    const FILES: &str = "const FILES = [];";
    ensure!(
        worker.contains(VERSION) && worker.contains(FILES),
        "public/sw.js: wants the lines {VERSION} and {FILES}"
    );
    let list: String = files.iter().map(|file| format!("  {file:?},\n")).collect();
    Ok(worker
        .replace(VERSION, &format!("const VERSION = \"{version}\";"))
        .replace(FILES, &format!("const FILES = [\n{list}];")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_asked_for_by_its_folder() {
        assert_eq!(address("index.html"), "./");
        assert_eq!(address("en/workbench/index.html"), "en/workbench/");
        assert_eq!(address("favicon.svg"), "favicon.svg");
    }

    #[test]
    fn a_reader_keeps_what_a_reader_asks_for() {
        assert!(is_kept("icon-192.png") && is_kept("en/index.html"));
        assert!(!is_kept("social-en.png") && !is_kept("sitemap.xml") && !is_kept("404.html"));
    }

    #[test]
    fn an_engine_that_cannot_start_is_not_published() {
        assert!(check_imports("engine.js", "function start() {}\n").is_ok());
        assert!(check_imports("engine.js", "import * as import1 from \"env\"\n").is_err());
        assert!(check_imports("engine.js", "import { a } from './snippets/b/inline0.js';\n").is_err());
    }

    #[test]
    fn the_worker_takes_version_and_files() {
        let template = include_str!("../../../public/sw.js");
        let worker = fill_worker(template, "0123", &["./".into(), "a.css".into()]).unwrap();
        assert!(worker.contains("const VERSION = \"0123\";"));
        assert!(worker.contains("const FILES = [\n  \"./\",\n  \"a.css\",\n];"));
        assert!(fill_worker("nothing", "0123", &[]).is_err());
    }
}
