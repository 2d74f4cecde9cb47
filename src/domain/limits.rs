//! Limits on everything that a visitor can make large; each has its message in [`super::problem`].

/// Longest scenario file, in bytes.
pub const SCENARIO_BYTES: usize = 64 * 1024;
/// Longest permalink fragment, in bytes.
pub const LINK_BYTES: usize = 8 * 1024;
/// Longest task that a teacher puts into a link, in characters.
pub const TASK: usize = 400;
/// Most scripted faults in one scenario.
pub const FAULTS: usize = 200;
/// Most commands (operator's and learner's) in one plan.
pub const COMMANDS: usize = 200;
/// Most intents in one run.
pub const INTENTS: u64 = 1_000;
/// A run that is shown step by step is cut after so many trace entries: what the page can still scrub and draw.
pub const SHOWN_ENTRIES: usize = 4_000;

/// A run of so many intents is cut after so many trace entries: a few times what a run needs that comes to
/// rest. (A poison message without a limit comes back for ever.)
pub const fn entries(intents: u32) -> usize {
    2_000 + 100 * intents as usize
}

/// Simulated time after which a run is cut, in milliseconds (30 days).
pub const TIME_MS: u64 = 30 * 24 * 3_600_000;
/// Most runs in one request to the engine.
pub const RUNS: usize = 64;
/// Longest message to the engine, in bytes.
pub const MESSAGE_BYTES: usize = 1024 * 1024;
/// Longest message to the workshop, in bytes: a visitor's own database file fits.
pub const WORKSHOP_BYTES: usize = 12 * 1024 * 1024;
/// Longest line (or pasted block) of the terminal, in bytes.
pub const LINE_BYTES: usize = 64 * 1024;
/// Largest database file of a visitor's own, in bytes.
pub const FILE_BYTES: usize = 8 * 1024 * 1024;
/// Longest text of a console, in bytes.
pub const SQL_BYTES: usize = 64 * 1024;
/// Longest SQL that a plan can hold, in bytes: it is in the link.
pub const COMMAND_SQL_BYTES: usize = 2 * 1024;
/// Most rows that a console shows of one statement.
pub const CONSOLE_ROWS: usize = 500;
/// Most bytes that a console shows of one text.
pub const CONSOLE_BYTES: usize = 256 * 1024;
/// Longest value that a console handles, in bytes.
pub const CONSOLE_VALUE_BYTES: usize = 1024 * 1024;
/// Steps of SQLite's virtual machine after which a text is stopped: a second, or less.
pub const CONSOLE_STEPS: u64 = 20_000_000;
/// Most tables, views, indexes and triggers that a console lists, and columns of each.
pub const SCHEMA_ITEMS: usize = 500;
/// Most rows that a trace keeps of one statement of the learner's.
pub const COMMAND_ROWS: usize = 100;
/// Most bytes that a trace keeps of the learner's rows, for each text.
pub const COMMAND_BYTES: usize = 16 * 1024;
/// Steps that a run takes for the learner's SQL and all that it leaves behind.
pub const RUN_STEPS: u64 = 40_000_000;
/// Longest value in a run with the learner's SQL, in bytes.
pub const RUN_VALUE_BYTES: usize = 64 * 1024;
/// Largest database of such a run, in bytes: several times what a thousand intents need.
pub const RUN_FILE_BYTES: usize = 2 * 1024 * 1024;
/// Most bytes of values in the trace of such a run; then it is cut.
pub const RUN_TRACE_BYTES: usize = 16 * 1024 * 1024;
