//! What a terminal remembers between two lines: plain data.

use super::limits;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Where a session begins.
pub const HOME: &str = "/home/you";

/// What a terminal remembers between two lines.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Session {
    pub(super) scope: Scope,
    pub(super) files: BTreeMap<String, String>,
    pub(super) folders: BTreeSet<String>,
    pub(super) status: i32,
}

/// What a subshell has a copy of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Scope {
    pub variables: BTreeMap<String, Variable>,
    /// Functions as they were written.
    pub functions: BTreeMap<String, String>,
    /// `$1`, `$2`, …
    pub arguments: Vec<String>,
    pub folder: String,
    pub options: Options,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Variable {
    pub value: String,
    pub exported: bool,
    pub readonly: bool,
}

/// `set -…`
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Options {
    pub errexit: bool,
    pub xtrace: bool,
    pub nounset: bool,
    pub pipefail: bool,
    pub noglob: bool,
}

impl Default for Session {
    fn default() -> Self {
        let exported = |value: &str| Variable { value: value.into(), exported: true, readonly: false };
        let variables =
            [("HOME", HOME), ("PWD", HOME), ("USER", "you"), ("SHELL", "/bin/sh"), ("PATH", "/usr/bin:/bin")];
        Self {
            scope: Scope {
                variables: variables.iter().map(|(name, value)| ((*name).into(), exported(value))).collect(),
                functions: BTreeMap::new(),
                arguments: Vec::new(),
                folder: HOME.into(),
                options: Options::default(),
            },
            files: BTreeMap::new(),
            folders: ["/", "/home", HOME, "/tmp"].into_iter().map(String::from).collect(),
            status: 0,
        }
    }
}

impl Session {
    /// The current folder, absolute.
    pub fn folder(&self) -> &str {
        &self.scope.folder
    }

    /// The current folder as a prompt shows it: `~` for home.
    pub fn prompt_folder(&self) -> String {
        match self.scope.folder.strip_prefix(HOME) {
            Some("") => "~".into(),
            Some(rest) if rest.starts_with('/') => format!("~{rest}"),
            _ => self.scope.folder.clone(),
        }
    }

    /// The status of the last command (`$?`).
    pub fn status(&self) -> i32 {
        self.status
    }

    /// The value of a variable.
    pub fn variable(&self, name: &str) -> Option<&str> {
        self.scope.variables.get(name).map(|variable| variable.value.as_str())
    }

    /// A path from the root, without `.` and `..`.
    pub(super) fn absolute(&self, path: &str) -> String {
        let whole =
            if path.starts_with('/') { path.to_owned() } else { format!("{}/{path}", self.scope.folder) };
        let mut steps: Vec<&str> = Vec::new();
        for step in whole.split('/') {
            match step {
                "" | "." => {}
                ".." => drop(steps.pop()),
                step => steps.push(step),
            }
        }
        format!("/{}", steps.join("/"))
    }

    pub(super) fn is_folder(&self, path: &str) -> bool {
        self.folders.contains(path)
    }

    /// Names in a folder, folders with a slash after them.
    pub(super) fn entries(&self, folder: &str) -> Vec<String> {
        let prefix = if folder == "/" { "/".to_owned() } else { format!("{folder}/") };
        let own = |path: &str| {
            path.strip_prefix(&prefix)
                .filter(|rest| !rest.is_empty() && !rest.contains('/'))
                .map(String::from)
        };
        let folders = self.folders.iter().filter_map(|path| own(path)).map(|name| format!("{name}/"));
        let mut names: Vec<String> = folders.chain(self.files.keys().filter_map(|path| own(path))).collect();
        names.sort();
        names
    }

    /// Sets a variable and keeps whether it is exported.
    pub(super) fn set(&mut self, name: &str, value: impl Into<String>) -> Result<(), String> {
        let value = value.into();
        if value.len() > limits::VARIABLE {
            return Err(format!("{name}: a variable holds at most {} KB here", limits::VARIABLE / 1024));
        }
        let variables = &mut self.scope.variables;
        if variables.get(name).is_some_and(|variable| variable.readonly) {
            return Err(format!("{name}: readonly variable"));
        }
        let others: usize =
            variables.iter().filter(|(own, _)| *own != name).map(|(own, v)| own.len() + v.value.len()).sum();
        let functions: usize =
            self.scope.functions.iter().map(|(name, source)| name.len() + source.len()).sum();
        if others + functions + name.len() + value.len() > limits::VARIABLES || variables.len() > 1000 {
            return Err(format!(
                "{name}: all variables together hold at most {} KB here",
                limits::VARIABLES / 1024
            ));
        }
        variables.entry(name.into()).or_default().value = value;
        Ok(())
    }

    /// Makes a file, or empties it.
    pub(super) fn create(&mut self, path: &str) -> Result<(), String> {
        if self.is_folder(path) {
            return Err("Is a directory".into());
        }
        let folder =
            path.rsplit_once('/').map_or("/", |(folder, _)| if folder.is_empty() { "/" } else { folder });
        if self.files.contains_key(folder) {
            return Err("Not a directory".into());
        }
        if !self.is_folder(folder) {
            return Err("No such file or directory".into());
        }
        if !self.files.contains_key(path) {
            self.room(path)?;
        }
        self.files.insert(path.into(), String::new());
        Ok(())
    }

    /// Whether another path may come.
    pub(super) fn room(&self, path: &str) -> Result<(), String> {
        if self.files.len() + self.folders.len() >= limits::PATHS {
            return Err(format!("No space left: at most {} files and folders are kept here", limits::PATHS));
        }
        if path.len() > 1024 || path.rsplit('/').next().is_some_and(|name| name.len() > 255) {
            return Err("File name too long".into());
        }
        Ok(())
    }

    /// Adds to a file.
    pub(super) fn append(&mut self, path: &str, text: &str) -> Result<(), String> {
        let all: usize = self.files.values().map(String::len).sum();
        if all + text.len() > limits::FILES {
            return Err(format!(
                "No space left: all files together hold at most {} MB here",
                limits::FILES >> 20
            ));
        }
        let file = self.files.entry(path.into()).or_default();
        if file.len() + text.len() > limits::FILE {
            return Err(format!("No space left: a file holds at most {} MB here", limits::FILE >> 20));
        }
        file.push_str(text);
        Ok(())
    }
}
