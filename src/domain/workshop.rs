//! What the page says to its second engine, the workshop: a whole SQLite, the terminal, and what else is too heavy
//! for the first page or too rare.
//!
//! Like the first engine it keeps nothing between questions. What a terminal has to remember goes along with each
//! line and comes back changed, so a line that never ends is stopped by ending the worker, and nothing is lost.

use super::command::Plan;
use super::ids::Millis;
use super::problem::Problem;
use super::protocol;
use super::sql::Database;
use serde::{Deserialize, Serialize};

/// What the page can ask.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Ask {
    /// What the first engine answers, too. Plans with SQL in them must come here.
    Engine(protocol::Ask),
    /// A line (or a pasted block) of the terminal.
    Line(Terminal, String),
    /// What could stand at the end of this beginning of a line.
    Complete(Terminal, String),
    /// Statements of a console.
    Query(Source, String),
    /// What there is in a database.
    Schema(Source),
    /// A database as a file.
    File(Source),
    /// A plan's run as texts.
    Papers(Plan),
}

/// A terminal's whole state.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Terminal {
    /// What has been done to the pipeline so far.
    pub plan: Plan,
    /// The simulated moment.
    pub now: Millis,
    /// Variables, files, folder and the like; empty at first. Only the workshop reads it.
    pub session: Vec<u8>,
}

/// A piece of what a command prints.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chunk {
    /// It goes to standard error.
    pub error: bool,
    /// The text.
    pub text: String,
}

/// What came of a line.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Lined {
    /// The terminal after it.
    pub terminal: Terminal,
    /// What it printed.
    pub output: Vec<Chunk>,
    /// Its exit status.
    pub status: i32,
    /// The screen is to be cleared first.
    pub clear: bool,
    /// The line is not finished (an open quote, a `for` without its `done`): nothing was run, more is to come.
    pub unfinished: bool,
    /// Where the next prompt stands: the folder.
    pub folder: String,
}

/// What could stand at the end of a beginning.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Completion {
    /// From this byte of the text on it would be replaced.
    pub from: u32,
    /// By one of these.
    pub words: Vec<String>,
}

/// A database to look at.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Source {
    /// One of a run's, when its trace has so many entries, as any other connection would see it.
    Run {
        /// The run's plan.
        plan: Box<Plan>,
        /// So many entries have happened; more than there are: all.
        entries: u32,
        /// Which database.
        on: Database,
    },
    /// A file of the visitor's own.
    File(Vec<u8>),
}

/// A value of a row.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Value {
    /// `NULL`
    Null,
    /// An integer.
    Integer(i64),
    /// A floating-point number.
    Real(f64),
    /// A text.
    Text(String),
    /// Bytes.
    Blob(Vec<u8>),
}

/// What one statement of a console gave.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ResultSet {
    /// Its text.
    pub sql: String,
    /// Names of the columns; empty if it gives no rows.
    pub columns: Vec<String>,
    /// The rows, up to a limit.
    pub rows: Vec<Vec<Value>>,
    /// Why there are no more rows, where there might be some.
    pub cut: Option<Limit>,
    /// It would write, and changes so many rows; nothing of it was kept.
    pub writes: Option<u64>,
}

/// Where a console stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Limit {
    /// So many rows.
    Rows(u32),
    /// So many bytes.
    Bytes(u32),
    /// So many steps of SQLite's virtual machine.
    Steps(u64),
}

/// Why a statement was refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refused {
    /// In SQLite's own words, or the console's where it forbids something.
    pub message: String,
    /// Where in the text, as a byte offset, if SQLite says so.
    pub at: Option<u32>,
}

/// What came of a console's text: what the statements gave, up to the first that was refused.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Queried {
    /// One for each statement.
    pub results: Vec<ResultSet>,
    /// Why it did not go on.
    pub refused: Option<Refused>,
}

/// A table, view or index of a database.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SchemaItem {
    /// `table`, `view`, `index`, `trigger`.
    pub kind: String,
    /// Its name.
    pub name: String,
    /// Its columns with their types, in order.
    pub columns: Vec<(String, String)>,
    /// How many rows a table or view has.
    pub rows: u64,
    /// The statement that made it.
    pub sql: String,
}

/// A plan's run as texts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Papers {
    /// The trace.
    pub trace: String,
    /// The scenario file.
    pub scenario: String,
}

/// What the workshop answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Answer {
    /// To [`Ask::Engine`].
    Engine(protocol::Answer),
    /// To [`Ask::Line`].
    Lined(Box<Lined>),
    /// To [`Ask::Complete`].
    Completion(Completion),
    /// To [`Ask::Query`].
    Queried(Queried),
    /// To [`Ask::Schema`].
    Schema(Vec<SchemaItem>),
    /// To [`Ask::File`].
    File(Vec<u8>),
    /// To [`Ask::Papers`].
    Papers(Papers),
    /// The question could not be answered.
    Problem(Problem),
}

/// What a lab asks, in the same bytes as [`Ask`]: its binary has no code for the rest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum LabAsk {
    /// See [`Ask::Engine`].
    Engine(protocol::Ask),
    /// Never asked.
    Line,
    /// Never asked.
    Complete,
    /// Never asked.
    Query,
    /// Never asked.
    Schema,
    /// Never asked.
    File,
    /// Never asked.
    Papers,
}

/// What a lab gets, in the same bytes as [`Answer`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum LabAnswer {
    /// See [`Answer::Engine`].
    Engine(protocol::Answer),
    /// Never got.
    Lined,
    /// Never got.
    Completion,
    /// Never got.
    Queried,
    /// Never got.
    Schema,
    /// Never got.
    File,
    /// Never got.
    Papers,
    /// See [`Answer::Problem`].
    Problem(Problem),
}

#[cfg(test)]
mod tests {
    use super::protocol::{decode, encode};
    use super::*;
    use crate::domain::problem::Wrong;

    #[test]
    fn a_lab_and_the_workshop_mean_the_same_bytes() {
        let ask = protocol::Ask::Runs(vec![Plan::default()]);
        assert_eq!(encode(&LabAsk::Engine(ask.clone())), encode(&Ask::Engine(ask)));
        let problem = Problem::at("", Wrong::NoVersion);
        let outcomes = protocol::Answer::Outcomes(Vec::new());
        for (answer, got) in [
            (Answer::Problem(problem.clone()), LabAnswer::Problem(problem)),
            (Answer::Engine(outcomes.clone()), LabAnswer::Engine(outcomes)),
        ] {
            assert_eq!(decode(&encode(&answer)), Some(got));
        }
    }
}
