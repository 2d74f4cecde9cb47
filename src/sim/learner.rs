//! What the workshop does with a run: a learner's SQL in it, and its databases at any step.

use super::recorder::Detail;
use super::{World, recorder};
use crate::domain::command::{Command, Plan};
use crate::domain::ids::Millis;
use crate::domain::sql::Database;
use crate::domain::trace::What;
use crate::store::{Guard, set_clock};

/// A text that waits for its moment.
struct Text {
    after: u32,
    on: Database,
    text: String,
}

/// The learner, in a run.
pub struct Learner {
    /// In the order in which they happen, the last first.
    texts: Vec<Text>,
    /// Nothing after this moment is looked at.
    until: Option<Millis>,
}

impl Learner {
    pub(super) fn new(plan: &Plan) -> Learner {
        let text = |command: &Command| match command {
            Command::Sql { after, on, text } => Some(Text { after: *after, on: *on, text: text.clone() }),
            _ => None,
        };
        let mut texts: Vec<Text> = plan.commands.iter().filter_map(text).collect();
        // Of one moment, in the order in which they were given.
        texts.sort_by_key(|text| text.after);
        texts.reverse();
        Learner { texts, until: None }
    }
}

/// A guard, if the learner's SQL happens in this run.
pub(super) fn guard(plan: &Plan) -> Option<Guard> {
    let any = plan.commands.iter().any(|command| matches!(command, Command::Sql { .. }));
    any.then(|| Guard::of_run(plan.scenario.seed.into()))
}

impl World {
    /// Runs the learner's texts whose moment has come.
    pub(super) fn learner_acts(&mut self) {
        set_clock(Some(self.now));
        while let Some(Text { on, text, .. }) =
            self.learner.texts.pop_if(|text| text.after as usize <= self.recorder.len())
        {
            let done = self.store.by_hand(on, &text);
            let changed = !done.changes.is_empty();
            self.recorder.add(self.now, What::Queried { on }, done.sql, done.changes, Vec::new());
            match on {
                Database::Producer if changed => self.outbox_has_rows(),
                Database::Consumer if changed => self.purge_later(),
                _ => {}
            }
        }
    }

    /// Has everything happened that is asked for?
    pub(super) fn seen_enough(&self) -> bool {
        let later = |until: Millis| self.queue.peek().is_none_or(|due| due.at > until);
        self.recorder.has_seen() || self.learner.until.is_some_and(later)
    }
}

/// Both databases of a plan's run as any other connection sees them when the trace has so many entries. 0: before
/// anything happens; more than there are: at the end.
pub fn databases(plan: &Plan, entries: usize) -> Vec<(Database, Vec<u8>)> {
    let (databases, _) = look(plan, entries, None);
    databases
}

/// The same, with the moment of the last entry that has happened.
pub fn databases_and_moment(plan: &Plan, entries: usize) -> (Vec<(Database, Vec<u8>)>, Millis) {
    look(plan, entries, None)
}

/// Both databases of a plan's run as any other connection sees them when everything has happened up to a moment,
/// that moment included.
pub fn databases_at(plan: &Plan, at: Millis) -> Vec<(Database, Vec<u8>)> {
    let (databases, _) = look(plan, usize::MAX, Some(at));
    databases
}

fn look(plan: &Plan, entries: usize, until: Option<Millis>) -> (Vec<(Database, Vec<u8>)>, Millis) {
    let mut world = World::new(plan, Detail::Whole);
    let lens = world.store.lens();
    if entries == 0 {
        return (lens.bytes(), Millis(0));
    }
    world.learner.until = until;
    world.recorder.watch(recorder::Watch { lens, entries, seen: None });
    world.go();
    world.recorder.seen(world.now)
}
