//! The terminal's language: a POSIX-like shell as a pure function of a [`Session`], a [`Host`] and a text.
//!
//! [`run`] reads a text (`parse`), executes it (`interpreter`, `expand`, `arithmetic`) and gives back what it
//! printed. Everything outside is the [`Host`]'s: the requests that curl sends, the time that `sleep` takes, the rows
//! that `sqlite3` shows. Files are entries of the session. Stages of a pipe run one after the other, each to its end;
//! a stage whose reader could no longer hold what it writes is stopped, as by SIGPIPE.
//!
//! Whatever is typed ends, and says why where it is stopped ([`limits`]). Only a jq program that computes without
//! writing can go on for ever: whoever runs the shell ends it from outside.
//!
//! What is absent says so by name and place: `&`, arrays, process substitution, `for ((…))`, `select`, aliases.
//!
// Why a parser of its own: brush-parser 0.4 weighs 102 KB brotli (this one about 10), takes 7 s for twelve nested
// "((", lets 4,000 nested "$(" overflow the stack, and names no place for what we leave out.
// The weight of it all, after wasm-opt, brotli 11: 320 KB; 142 of them are jq, 25 regex-lite (regex: 81).

mod arithmetic;
mod commands;
mod complete;
mod escapes;
mod expand;
mod host;
mod interpreter;
pub mod limits;
mod parse;
mod pattern;
mod session;
mod syntax;

pub use complete::{Completion, Known, complete};
pub use host::{Host, Rows};
pub use interpreter::{Chunk, Output, Stream};
pub use session::Session;

/// Runs a text (one line or a pasted block) and gives back all that it showed.
///
/// A text that is no script says why, with line and column, and nothing of it runs: status 2.
pub fn run(session: &mut Session, host: &mut dyn Host, text: &str) -> Output {
    interpreter::run(session, host, text)
}

/// Whether a text wants to go on: an open quote, a backslash at the end, a `for` without its `done`, a
/// here-document without its end. The page then asks for another line instead of running it.
pub fn unfinished(text: &str) -> bool {
    parse::unfinished(text)
}
