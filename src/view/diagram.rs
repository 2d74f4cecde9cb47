//! The space-time diagram: lanes from left to right, one row for each trace entry from top to bottom.
//! Layout only; drawing is the page's.

use super::lang::Lang;
use crate::domain::command::Command;
use crate::domain::ids::{EventNo, Millis, RelayNo, WorkerNo};
use crate::domain::scenario::Handler;
use crate::domain::trace::{Lane, Run};

/// The whole diagram.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagram {
    /// From left to right.
    pub lanes: Vec<Lane>,
    /// From top to bottom; row `n` is entry `n`.
    pub rows: Vec<Row>,
    /// One handler in one delivery: a bar on its worker's lane.
    pub spans: Vec<Span>,
    /// Open transactions.
    pub holds: Vec<Hold>,
}

/// One trace entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Which entry.
    pub step: usize,
    /// When.
    pub at: Millis,
    /// How long nothing happened before, where that is a second or more.
    pub pause_before_ms: Option<u64>,
    /// What is drawn.
    pub shape: Shape,
    /// The event that it is about: its colour.
    pub event: Option<EventNo>,
    /// A few words in the reader's language.
    pub label: String,
    /// Something goes wrong here.
    pub bad: bool,
    /// What the learner can decide otherwise here.
    pub decisions: Vec<Decision>,
}

/// What is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// From lane to lane.
    Arrow {
        /// Index of the sender's lane.
        from: usize,
        /// Index of the receiver's lane.
        to: usize,
        /// Never arrives: a cross where it ends.
        lost: bool,
        /// An answer (response, confirm, ack, nack): dashed.
        reply: bool,
    },
    /// On one lane.
    Point {
        /// Index of the lane.
        lane: usize,
        /// As what.
        mark: Mark,
    },
}

/// A point's sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Rows are written.
    Write,
    /// Rows are read.
    Read,
    /// Layer 2 skips a handler.
    Skip,
    /// A process dies.
    Crash,
    /// A process is back.
    Restart,
    /// Waits for a lock or for somebody else.
    Wait,
    /// A handler throws, a request is refused.
    Fail,
    /// A transaction becomes real.
    Commit,
    /// A transaction is undone.
    Rollback,
    /// A message goes back into its queue.
    Return,
    /// A message is set aside.
    Dead,
    /// An operator intervenes.
    Operator,
    /// Time runs out.
    Clock,
}

/// Something that the learner can decide at a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// What to send to the engine.
    pub command: Command,
    /// "lose this ack".
    pub label: String,
}

/// One handler in one delivery, from its first row to its last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// Index of the worker's lane.
    pub lane: usize,
    /// Which handler.
    pub handler: Handler,
    /// For which event.
    pub event: EventNo,
    /// First row.
    pub from_row: usize,
    /// Last row.
    pub to_row: usize,
}

/// A transaction, from the row that opens it to the row that ends it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hold {
    /// Index of the lane.
    pub lane: usize,
    /// In which handler; `None`: the producer's.
    pub handler: Option<Handler>,
    /// For which event.
    pub event: EventNo,
    /// Opened here.
    pub from_row: usize,
    /// Ended here, or the last row.
    pub to_row: usize,
    /// Did it end with a commit?
    pub committed: bool,
}

/// Lays the run out.
pub fn layout(run: &Run, lang: Lang) -> Diagram {
    let _ = lang;
    Diagram { lanes: lanes(run), ..Diagram::default() }
}

/// The lanes of a run, from left to right.
pub fn lanes(run: &Run) -> Vec<Lane> {
    let mut lanes = vec![Lane::Client, Lane::Producer];
    lanes.extend((1..=run.relays).map(|no| Lane::Relay(RelayNo(no))));
    lanes.push(Lane::Broker);
    lanes.extend((1..=run.workers).map(|no| Lane::Worker(WorkerNo(no))));
    lanes.push(Lane::Mail);
    lanes
}

/// A lane's name; `narrow`: at most a few letters, for phones.
pub fn lane_name(lane: Lane, lang: Lang, narrow: bool) -> String {
    use Lang::{En, ZhHant};
    match (lane, lang, narrow) {
        (Lane::Client, ..) => "client".into(),
        (Lane::Producer, _, false) => "producer".into(),
        (Lane::Producer, _, true) => "prod.".into(),
        (Lane::Relay(no), _, false) => no.to_string(),
        (Lane::Relay(no), _, true) => format!("R{}", no.0),
        (Lane::Broker, ..) => "broker".into(),
        (Lane::Worker(no), _, false) => no.to_string(),
        (Lane::Worker(no), _, true) => format!("W{}", no.0),
        (Lane::Mail, En, _) => "mail".into(),
        (Lane::Mail, ZhHant, _) => "信箱".into(),
    }
}
