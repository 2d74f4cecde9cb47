//! What could stand at the cursor.

use super::{commands, session::Session};

/// What somebody outside knows and a line may name.
#[derive(Debug, Clone, Copy, Default)]
pub struct Known<'a> {
    /// URLs of the demo.
    pub urls: &'a [&'a str],
    /// Compose services.
    pub services: &'a [&'a str],
    /// Databases of the pipeline.
    pub databases: &'a [&'a str],
}

/// What could replace the text from `from` to the cursor.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Completion {
    /// Where the word begins, as a byte offset into the text.
    pub from: usize,
    /// Words in order; those that are complete end with a space, folders with a slash.
    pub words: Vec<String>,
}

/// What could stand at the cursor (a byte offset into `text`).
pub fn complete(session: &Session, known: Known, text: &str, cursor: usize) -> Completion {
    let before = &text[..text.floor_char_boundary(cursor.min(text.len()))];
    // The current command: what follows the last separator outside quotes.
    let mut quote: Option<char> = None;
    let mut command_start = 0;
    let mut word_start = 0;
    let mut escaped = false;
    for (at, c) in before.char_indices() {
        let next = at + c.len_utf8();
        match (quote, c) {
            _ if escaped => escaped = false,
            (_, '\\') if quote != Some('\'') => escaped = true,
            (Some(open), c) if c == open => quote = None,
            (Some('"'), '$') => {}
            (Some(_), _) => {}
            (None, '\'' | '"') => {
                if word_start == at {
                    word_start = next;
                }
                quote = Some(c);
            }
            (None, ';' | '&' | '|' | '\n' | '(' | '`') => {
                command_start = next;
                word_start = next;
            }
            (None, c) if c.is_whitespace() || matches!(c, '<' | '>') => word_start = next,
            _ => {}
        }
    }
    let word = &before[word_start..];
    if let Some(at) = word.rfind('$').filter(|_| quote != Some('\'')) {
        let name = word[at + 1..].strip_prefix('{').unwrap_or(&word[at + 1..]);
        if name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
            let braces = word[at + 1..].starts_with('{');
            let from = word_start + at + 1 + usize::from(braces);
            let names = session.scope.variables.keys().filter(|own| own.starts_with(name));
            return Completion {
                from,
                words: names.map(|own| format!("{own}{}", if braces { "}" } else { "" })).collect(),
            };
        }
    }
    let mut before_word: Vec<&str> = before[command_start..word_start].split_whitespace().collect();
    while before_word.first().is_some_and(|first| {
        matches!(*first, "do" | "then" | "else" | "if" | "while" | "until" | "!" | "{" | "time")
            || first.contains('=')
    }) {
        before_word.remove(0);
    }
    let start = |list: Vec<String>| -> Vec<String> {
        let mut list: Vec<String> =
            list.into_iter().filter(|own| own.starts_with(word) && own.trim_end() != word).collect();
        list.sort();
        list.dedup();
        list
    };
    let spaced = |name: &str| format!("{name} ");
    let Some(command) = before_word.first() else {
        let own = commands::COMMANDS.iter().map(|(name, _, _)| *name).filter(|name| name.len() > 1);
        let mut names: Vec<String> = own.chain(["for", "while", "if"]).map(spaced).collect();
        names.extend(session.scope.functions.keys().map(|name| spaced(name)));
        let mut words = start(names);
        if word.contains('/') {
            words = paths(session, word);
        }
        return Completion { from: word_start, words };
    };
    let redirected = before[..word_start].trim_end().ends_with(['<', '>']);
    let mut words = match *command {
        _ if redirected => paths(session, word),
        "curl" if word.starts_with('-') => {
            start(commands::curl::LONG.iter().map(|(name, _, _)| format!("--{name} ")).collect())
        }
        "curl" if !word.starts_with('@') => start(known.urls.iter().map(|url| (*url).to_owned()).collect()),
        "curl" => {
            let list = paths(session, &word[1..]);
            list.into_iter().map(|path| format!("@{path}")).collect()
        }
        "jq" if word.starts_with('-') => {
            start(commands::jq::LONG.iter().map(|name| format!("--{name} ")).collect())
        }
        "sqlite3" if word.starts_with('-') => start(
            ["-box ", "-column ", "-csv ", "-header ", "-json ", "-line ", "-table "]
                .map(String::from)
                .to_vec(),
        ),
        "sqlite3" => start(known.databases.iter().map(|name| spaced(name)).collect()),
        "docker" if before_word.len() == 1 => start(vec!["compose ".into(), "logs ".into(), "ps ".into()]),
        "docker" | "docker-compose" => {
            let last = before_word.last().copied().unwrap_or("");
            if matches!(last, "-f" | "--file") {
                start(vec!["infra/docker-compose.yml ".into()])
            } else if before_word
                .iter()
                .any(|word| matches!(*word, "logs" | "restart" | "up" | "stop" | "ps"))
            {
                start(known.services.iter().map(|name| spaced(name)).collect())
            } else {
                start(
                    ["down", "logs", "ps", "restart", "stop", "up"].iter().map(|name| spaced(name)).collect(),
                )
            }
        }
        "git" if before_word.len() == 1 => start(vec!["clone ".into()]),
        "export" | "unset" | "read" | "local" => start(session.scope.variables.keys().cloned().collect()),
        "help" | "which" | "type" => {
            start(commands::COMMANDS.iter().map(|(name, _, _)| spaced(name)).collect())
        }
        "cd" | "mkdir" => paths(session, word).into_iter().filter(|path| path.ends_with('/')).collect(),
        _ => paths(session, word),
    };
    words.truncate(100);
    Completion { from: word_start, words }
}

/// Paths of the session that begin so.
fn paths(session: &Session, word: &str) -> Vec<String> {
    let (folder, name) = word.rfind('/').map_or(("", word), |at| word.split_at(at + 1));
    let absolute = session.absolute(if folder.is_empty() { "." } else { folder });
    let entries = session.entries(&absolute).into_iter();
    entries
        .filter(|entry| entry.starts_with(name) && (name.starts_with('.') || !entry.starts_with('.')))
        .map(
            |entry| {
                if entry.ends_with('/') { format!("{folder}{entry}") } else { format!("{folder}{entry} ") }
            },
        )
        .collect()
}
