//! The commands, one file per family. A command gets its arguments and gives a status; it reads and writes through
//! the [`Shell`].

pub mod builtin;
pub mod curl;
pub mod date;
pub mod files;
pub mod grep;
pub mod jq;
pub mod places;
pub mod print;
pub mod sed;
pub mod sqlite;
pub mod test;
pub mod text;

use super::interpreter::{Flow, Shell};

type Run = fn(&mut Shell, &[String]) -> Flow;

/// Every command: its name, what runs it, and what `help` says of it (nothing: it is not listed).
pub const COMMANDS: &[(&str, Run, &str)] = &[
    (":", |_, _| Ok(0), ""),
    (".", builtin::source, ""),
    ("[", test::bracket, ""),
    ("basename", files::basename, ""),
    ("bash", builtin::sh, ""),
    ("break", builtin::leave_loop, ""),
    ("cat", text::cat, "cat [FILE…]: show files or what is piped in"),
    ("cd", files::cd, "cd [FOLDER], pwd, ls, mkdir, rm, touch, cp, mv: folders and files of this session"),
    ("clear", builtin::clear, "clear: empty the screen"),
    ("command", builtin::command, ""),
    ("continue", builtin::continue_loop, ""),
    ("cp", files::cp, ""),
    (
        "curl",
        curl::run,
        "curl [-X METHOD] [-H HEADER] [-d DATA] [-s] [-i] [-f] [-w FORMAT] URL: send a request",
    ),
    ("cut", text::cut, "cut -d C -f N, tr, sort, uniq, wc: work on lines"),
    ("date", date::run, "date [-u] [+FORMAT]: the simulated time, in UTC"),
    ("declare", builtin::local, ""),
    ("dirname", files::dirname, ""),
    ("docker", places::docker, "docker compose up | ps | logs | restart | down: the demo's services"),
    ("docker-compose", places::compose, ""),
    ("echo", print::echo, "echo [-n] [-e] WORD…, printf FORMAT WORD…: write"),
    ("env", builtin::env, ""),
    ("eval", builtin::eval, ""),
    ("exit", builtin::exit, ""),
    (
        "export",
        builtin::export,
        "export NAME=VALUE, unset, env, set -e -u -x -o pipefail: variables and options",
    ),
    ("false", |_, _| Ok(1), ""),
    ("git", places::git, ""),
    ("grep", grep::run, "grep [-i] [-v] [-c] [-n] [-o] [-E] [-F] PATTERN [FILE…]: lines that match"),
    ("head", text::head, "head [-n N], tail [-n N]: the first or last lines"),
    ("help", builtin::help, ""),
    ("history", builtin::history, ""),
    ("jq", jq::run, "jq [-r] [-c] [-n] [-s] [-e] [--arg N V] PROGRAM [FILE…]: query JSON"),
    ("less", text::cat, ""),
    ("let", builtin::let_, ""),
    ("local", builtin::local, ""),
    ("ls", files::ls, ""),
    ("mkdir", files::mkdir, ""),
    ("more", text::cat, ""),
    ("mv", files::mv, ""),
    ("printf", print::printf, ""),
    ("pwd", files::pwd, ""),
    ("read", builtin::read, "read NAME…: a line of what is piped in, into variables"),
    ("readonly", builtin::readonly, ""),
    ("return", builtin::return_, ""),
    ("rev", text::rev, ""),
    ("rm", files::rm, ""),
    ("sed", sed::run, "sed [-n] [-E] 's/PATTERN/WITH/g': edit lines (s, p, d, q)"),
    ("seq", print::seq, "seq [FIRST [STEP]] LAST: numbers"),
    ("set", builtin::set, ""),
    ("sh", builtin::sh, ""),
    ("shift", builtin::shift, ""),
    ("sleep", date::sleep, "sleep SECONDS: let simulated time pass"),
    ("sort", text::sort, ""),
    ("source", builtin::source, ""),
    (
        "sqlite3",
        sqlite::run,
        "sqlite3 [-header] [-column] [-json] DATABASE 'SQL': a statement on producer or consumer",
    ),
    ("tac", text::tac, ""),
    ("tail", text::tail, ""),
    ("tee", text::tee, "tee FILE: write what is piped in to a file as well"),
    ("test", test::run, "test …, [ … ], [[ … ]]: compare texts and numbers"),
    ("touch", files::touch, ""),
    ("tr", text::tr, ""),
    ("true", |_, _| Ok(0), ""),
    ("type", builtin::type_, ""),
    ("typeset", builtin::local, ""),
    ("uniq", text::uniq, ""),
    ("unset", builtin::unset, ""),
    ("uuidgen", |shell, _| uuidgen(shell), "uuidgen: a new UUID, from the seed"),
    ("wc", text::wc, ""),
    ("which", builtin::which, ""),
    ("xargs", builtin::xargs, "xargs [-n N] [-I X] COMMAND: words that are piped in become arguments"),
    ("yes", print::yes, ""),
];

/// What people type that is not here, and what to use.
const ABSENT: &[(&str, &str)] = &[
    ("alias", "aliases are not supported; a function is: name() { …; }"),
    ("awk", "use cut, grep or jq"),
    ("bg", "nothing runs in the background here"),
    ("cargo", "nothing is built here"),
    ("emacs", "write a file with cat > FILE <<'EOF'"),
    ("exec", "exec is not supported here"),
    ("fg", "nothing runs in the background here"),
    ("http", "use curl"),
    ("jobs", "nothing runs in the background here"),
    ("kill", "ask the demo to crash a worker instead"),
    ("man", "use help"),
    ("mysql", "the databases are SQLite: sqlite3 producer 'SELECT …'"),
    ("nano", "write a file with cat > FILE <<'EOF'"),
    ("npm", "nothing is installed here"),
    ("node", "nothing is installed here"),
    ("psql", "the databases are SQLite here: sqlite3 producer 'SELECT …'"),
    ("python", "nothing is installed here"),
    ("python3", "nothing is installed here"),
    ("rabbitmqctl", "ask the demo's HTTP surface with curl"),
    ("redis-cli", "ask the demo's HTTP surface with curl"),
    ("sqlite", "use sqlite3"),
    ("sudo", "nobody is root here, and nobody needs to be"),
    ("time", "curl -w '%{time_total}' tells how long a request took"),
    ("trap", "trap is not supported here"),
    ("vi", "write a file with cat > FILE <<'EOF'"),
    ("vim", "write a file with cat > FILE <<'EOF'"),
    ("watch", "use a loop: while sleep 1; do …; done"),
    ("wget", "use curl"),
];

/// The command of a name.
pub fn find(name: &str) -> Option<Run> {
    COMMANDS.iter().find(|(own, _, _)| *own == name).map(|(_, run, _)| *run)
}

/// Calls a command by its first word.
pub fn call(shell: &mut Shell, words: &[String]) -> Flow {
    let Some((name, args)) = words.split_first() else { return Ok(0) };
    let plain = ["/usr/bin/", "/bin/"].iter().find_map(|folder| name.strip_prefix(folder)).unwrap_or(name);
    if let Some(run) = find(plain) {
        return run(shell, args);
    }
    let shown = shorten(name);
    if let Some((_, hint)) = ABSENT.iter().find(|(own, _)| own == name) {
        return shell.fail(127, format!("sh: {shown}: command not found ({hint})"));
    }
    match nearest(name) {
        Some(known) => shell.fail(127, format!("sh: {shown}: command not found (did you mean {known}?)")),
        None => shell.fail(127, format!("sh: {shown}: command not found")),
    }
}

fn uuidgen(shell: &mut Shell) -> Flow {
    let uuid = shell.host.uuid();
    shell.out(&format!("{uuid}\n"))?;
    Ok(0)
}

/// A text for a message, not longer than a line.
pub fn shorten(text: &str) -> String {
    let mut short: String = text.chars().take(60).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

/// The command whose name is a slip of the fingers away.
fn nearest(name: &str) -> Option<&'static str> {
    if name.len() > 16 {
        return None;
    }
    let near = if name.chars().count() < 4 { 1 } else { 2 };
    let candidates = COMMANDS.iter().map(|(own, _, _)| *own).filter(|own| own.len() > 1);
    candidates.map(|own| (distance(name, own), own)).filter(|(d, _)| *d <= near).min().map(|(_, own)| own)
}

/// How many slips lie between two names: a letter more, less, another, or two swapped.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows = vec![(0..=b.len()).collect::<Vec<_>>()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let other = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = other.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

/// Options of a command as getopt reads them: single letters, combined or not, and long names for them.
pub struct Options {
    given: Vec<(char, String)>,
    /// What is no option.
    pub rest: Vec<String>,
}

impl Options {
    /// Reads arguments. `letters` names each option; a colon after it says that it takes a value. The error is
    /// getopt's own words.
    pub fn read(
        command: &str,
        args: &[String],
        letters: &str,
        long: &[(&str, char)],
    ) -> Result<Self, String> {
        let takes = |letter: char| {
            letters
                .find(letter)
                .filter(|_| letter != ':')
                .map(|at| letters[at + letter.len_utf8()..].starts_with(':'))
        };
        let mut options = Self { given: Vec::new(), rest: Vec::new() };
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            if arg == "--" {
                options.rest.extend(args.cloned());
                break;
            }
            if let Some(name) = arg.strip_prefix("--") {
                let (name, value) =
                    name.split_once('=').map_or((name, None), |(name, value)| (name, Some(value)));
                let letter = long.iter().find(|(own, _)| *own == name).map(|(_, letter)| *letter);
                let letter =
                    letter.ok_or_else(|| format!("{command}: unrecognized option '--{}'", shorten(name)))?;
                let value = match (takes(letter), value) {
                    (Some(true), Some(value)) => value.to_owned(),
                    (Some(true), None) => args
                        .next()
                        .cloned()
                        .ok_or_else(|| format!("{command}: option '--{name}' requires an argument"))?,
                    _ => String::new(),
                };
                options.given.push((letter, value));
            } else if let Some(cluster) = arg.strip_prefix('-').filter(|cluster| !cluster.is_empty()) {
                for (at, letter) in cluster.char_indices() {
                    match takes(letter) {
                        None => return Err(format!("{command}: invalid option -- '{letter}'")),
                        Some(false) => options.given.push((letter, String::new())),
                        Some(true) => {
                            let attached = &cluster[at + letter.len_utf8()..];
                            let value = if attached.is_empty() {
                                args.next().cloned()
                            } else {
                                Some(attached.to_owned())
                            };
                            let value = value.ok_or_else(|| {
                                format!("{command}: option requires an argument -- '{letter}'")
                            })?;
                            options.given.push((letter, value));
                            break;
                        }
                    }
                }
            } else {
                options.rest.push(arg.clone());
            }
        }
        Ok(options)
    }

    pub fn has(&self, letter: char) -> bool {
        self.given.iter().any(|(own, _)| *own == letter)
    }

    /// The value of an option; of several, the last.
    pub fn value(&self, letter: char) -> Option<&str> {
        self.given.iter().rev().find(|(own, _)| *own == letter).map(|(_, value)| value.as_str())
    }

    pub fn values(&self, letter: char) -> impl Iterator<Item = &str> {
        self.given.iter().filter(move |(own, _)| *own == letter).map(|(_, value)| value.as_str())
    }

    /// All that was given, in order.
    pub fn given(&self) -> impl Iterator<Item = (char, &str)> {
        self.given.iter().map(|(letter, value)| (*letter, value.as_str()))
    }
}
