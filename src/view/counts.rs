//! The counters at any step: the same fold that gives the outcome at the end ([`Tally`]), with checkpoints so
//! that scrubbing re-counts few entries.

use crate::domain::outcome::{Outcome, Tally};
use crate::domain::scenario::Scenario;
use crate::domain::trace::Run;

/// Entries between two checkpoints.
const EVERY: usize = 64;

/// Checkpoints of one run's counters.
#[derive(Clone, Debug)]
pub struct History {
    /// The count before entry `n * EVERY`.
    checkpoints: Vec<Tally>,
}

impl History {
    /// Counts the run once.
    pub fn new(scenario: &Scenario, run: &Run) -> History {
        let mut tally = Tally::new(scenario);
        let mut checkpoints = vec![tally.clone()];
        for chunk in run.entries.chunks_exact(EVERY) {
            chunk.iter().for_each(|entry| tally.add(entry));
            checkpoints.push(tally.clone());
        }
        History { checkpoints }
    }

    /// What the run has come to after entry `step` (`None`: before the first). `run` is the run that this was
    /// made of.
    pub fn at(&self, run: &Run, step: Option<usize>) -> Outcome {
        let counted = step.map_or(0, |step| step + 1).min(run.entries.len());
        let from = (counted / EVERY).min(self.checkpoints.len() - 1);
        let mut tally = self.checkpoints[from].clone();
        run.entries[from * EVERY..counted].iter().for_each(|entry| tally.add(entry));
        tally.outcome(counted == run.entries.len() && run.cut.is_none())
    }
}

/// One look at the counters; for many looks at the same run keep a [`History`].
pub fn at(scenario: &Scenario, run: &Run, step: Option<usize>) -> Outcome {
    let counted = step.map_or(0, |step| step + 1).min(run.entries.len());
    let mut tally = Tally::new(scenario);
    run.entries[..counted].iter().for_each(|entry| tally.add(entry));
    tally.outcome(counted == run.entries.len() && run.cut.is_none())
}
