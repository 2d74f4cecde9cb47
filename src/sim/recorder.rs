//! The trace as it grows.

use crate::domain::fault::Met;
use crate::domain::ids::Millis;
#[cfg(feature = "workshop")]
use crate::domain::limits;
use crate::domain::outcome::Tally;
#[cfg(feature = "workshop")]
use crate::domain::sql::{Answer, Cell};
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
    /// How much memory statements and rows take. A learner's trigger can make every entry a large one.
    #[cfg(feature = "workshop")]
    bytes: usize,
    #[cfg(feature = "workshop")]
    watch: Option<Watch>,
}

/// Somebody wants to see the databases when there are so many entries.
#[cfg(feature = "workshop")]
pub struct Watch {
    /// Through this.
    pub lens: crate::store::Lens,
    /// So many.
    pub entries: usize,
    /// What was seen, and at which moment.
    pub seen: Option<Seen>,
}

#[cfg(feature = "workshop")]
type Seen = (Vec<(crate::domain::sql::Database, Vec<u8>)>, Millis);

/// An entry's place in the trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step(usize);

impl Recorder {
    /// Nothing happened yet.
    pub fn new(detail: Detail, tally: Tally) -> Recorder {
        Recorder {
            detail,
            entries: Vec::new(),
            count: 0,
            tally,
            #[cfg(feature = "workshop")]
            bytes: 0,
            #[cfg(feature = "workshop")]
            watch: None,
        }
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
        #[cfg(feature = "workshop")]
        self.look(&entry);
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

    /// Is there too much in the entries to go on?
    pub fn is_full(&self) -> bool {
        #[cfg(feature = "workshop")]
        return self.bytes > limits::RUN_TRACE_BYTES;
        #[cfg(not(feature = "workshop"))]
        return false;
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

#[cfg(feature = "workshop")]
impl Recorder {
    /// The databases are looked at through this from here on.
    pub fn watch(&mut self, watch: Watch) {
        self.watch = Some(watch);
    }

    /// Has that been seen which was to be seen?
    pub fn has_seen(&self) -> bool {
        self.watch.as_ref().is_some_and(|watch| watch.seen.is_some())
    }

    /// What was seen; if there were never so many entries: what is seen now.
    pub fn seen(self, now: Millis) -> Seen {
        let Some(watch) = self.watch else { return (Vec::new(), now) };
        watch.seen.unwrap_or_else(|| (watch.lens.bytes(), now))
    }

    /// Every entry comes by here, before anything else happens.
    fn look(&mut self, entry: &Entry) {
        if self.detail == Detail::Whole {
            let size = |row: &Vec<Cell>| row.iter().map(Cell::bytes).sum::<usize>();
            let rows = entry.changes.iter().filter_map(|change| change.row.as_ref());
            let answers = entry.sql.iter().map(|statement| match &statement.answer {
                Answer::Rows(rows) => rows.iter().map(size).sum(),
                _ => size(&statement.values),
            });
            self.bytes += rows.map(size).sum::<usize>() + answers.sum::<usize>();
        }
        if let Some(watch) = self.watch.as_mut().filter(|watch| watch.entries == self.count) {
            watch.seen = Some((watch.lens.bytes(), entry.at));
        }
    }
}
