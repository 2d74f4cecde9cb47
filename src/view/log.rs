//! The log that the services of this run would write.

use crate::domain::ids::{EventNo, Millis};
use crate::domain::trace::Run;

/// How serious a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Business as usual.
    Info,
    /// Something to know of.
    Warn,
    /// Something failed.
    Error,
}

impl Level {
    /// As logs write it.
    pub const fn word(self) -> &'static str {
        match self {
            Level::Info => "INFO",
            Level::Warn => "WARN",
            Level::Error => "ERROR",
        }
    }
}

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The trace entry behind it.
    pub step: usize,
    /// When.
    pub at: Millis,
    /// How serious.
    pub level: Level,
    /// Which kind of line; `sim.…` where no service can know of it and only the simulation does.
    pub name: &'static str,
    /// `key=value` pairs in order.
    pub fields: Vec<(&'static str, String)>,
    /// The event that it is about.
    pub event: Option<EventNo>,
}

/// The whole log. `bus` is the broker's name.
pub fn lines(run: &Run, bus: &str) -> Vec<Line> {
    let _ = (run, bus);
    Vec::new()
}
