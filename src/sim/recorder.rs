//! The trace as it grows.

use crate::domain::fault::Met;
use crate::domain::ids::Millis;
use crate::domain::outcome::Tally;
use crate::domain::sql::{Change, Statement};
use crate::domain::trace::{Effect, Entry, What};

/// How much of a run is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// Every entry with its statements and rows.
    Whole,
    /// Only what it came to.
    Outcome,
}

/// Collects entries, and counts them as it goes.
pub struct Recorder {
    detail: Detail,
    entries: Vec<Entry>,
    count: usize,
    tally: Tally,
}

/// An entry's place in the trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step(usize);

impl Recorder {
    /// Nothing happened yet.
    pub fn new(detail: Detail, tally: Tally) -> Recorder {
        Recorder { detail, entries: Vec::new(), count: 0, tally }
    }

    /// Appends an entry.
    pub fn add(
        &mut self,
        at: Millis,
        what: What,
        sql: Vec<Statement>,
        changes: Vec<Change>,
        effects: Vec<Effect>,
    ) -> Step {
        let entry = Entry { at, what, met: Vec::new(), sql, changes, effects };
        self.tally.add(&entry);
        let step = Step(self.count);
        self.count += 1;
        if self.detail == Detail::Whole {
            self.entries.push(entry);
        }
        step
    }

    /// Notes that a fault point was met in an entry.
    pub fn met(&mut self, step: Step, met: Met) {
        if let Some(entry) = self.entries.get_mut(step.0) {
            entry.met.push(met);
        }
    }

    /// Is the whole run kept, to be shown?
    pub fn shows(&self) -> bool {
        self.detail == Detail::Whole
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Ends the recording.
    pub fn finish(self) -> (Vec<Entry>, Tally) {
        (self.entries, self.tally)
    }
}
