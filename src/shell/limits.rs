//! How much a line may ask for: whatever is typed, it ends, and soon.

/// Longest text that is read as a script, in bytes.
pub const TEXT: usize = 64 * 1024;
/// How deep commands, substitutions and quotes may nest in a text.
pub const NESTING: usize = 40;
/// How deep functions and substitutions may run inside each other.
pub const CALLS: usize = 24;
/// Commands that one line may execute, all in all.
pub const COMMANDS: usize = 30_000;
/// Rounds of one `while` or `until`.
pub const ROUNDS: usize = 10_000;
/// Words that one expansion may give.
pub const WORDS: usize = 10_000;
/// What one line may show, in bytes.
pub const OUTPUT: usize = 256 * 1024;
/// What a pipe holds, in bytes.
pub const PIPE: usize = 4 * 1024 * 1024;
/// What one line may move in all, read or written, in bytes: the bound on its work.
pub const MOVED: usize = 96 * 1024 * 1024;
/// What a variable holds, in bytes.
pub const VARIABLE: usize = 64 * 1024;
/// What all variables and functions hold together, in bytes.
pub const VARIABLES: usize = 256 * 1024;
/// What a file holds, in bytes.
pub const FILE: usize = 1024 * 1024;
/// What all files hold together, in bytes.
pub const FILES: usize = 2 * 1024 * 1024;
/// How many files and folders there are.
pub const PATHS: usize = 256;
/// Longest sleep, in milliseconds: a day.
pub const SLEEP_MS: u64 = 24 * 60 * 60 * 1000;
/// How deep JSON may nest for jq, and a jq program its brackets.
pub const JSON_NESTING: usize = 256;
/// Longest jq program, in bytes.
pub const JQ_PROGRAM: usize = 4 * 1024;
