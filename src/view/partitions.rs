//! The log as a log: what each partition holds at a step, who reads it, how far the group has committed and how
//! far its reader has got.

use crate::domain::ids::{EventNo, WorkerNo};
use crate::domain::trace::{Run, What};

/// One partition at a step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Partition {
    /// Its records by offset.
    pub records: Vec<EventNo>,
    /// Who reads it.
    pub owner: Option<WorkerNo>,
    /// The next offset to be read, as the group knows it.
    pub committed: u64,
    /// The next offset to be read, as its reader knows it: what lies between the two is read again if the
    /// partition moves.
    pub position: u64,
}

/// The partitions after entry `step` (`None`: before the first), by number; empty for a run over a queue.
pub fn at(run: &Run, step: Option<usize>) -> Vec<Partition> {
    let mut all: Vec<Partition> = Vec::new();
    for entry in run.entries.iter().take(step.map_or(0, |step| step + 1)) {
        match &entry.what {
            What::Rebalanced { owners, .. } => {
                all.resize(owners.len().max(all.len()), Partition::default());
                for (partition, owner) in all.iter_mut().zip(owners) {
                    partition.owner = *owner;
                    partition.position = partition.committed;
                }
            }
            What::Appended { event, partition, .. } => {
                if let Some(of) = all.get_mut(*partition as usize) {
                    of.records.push(*event);
                }
            }
            What::Polled { partition, offset, records, .. } => {
                if let Some(of) = all.get_mut(*partition as usize) {
                    of.position = offset + u64::from(*records);
                }
            }
            What::OffsetCommitted { partition, offset, refused: false, lost: false, .. } => {
                if let Some(of) = all.get_mut(*partition as usize) {
                    of.committed = *offset;
                }
            }
            What::BrokerRestarted { forgot } => {
                // Commits are forgotten from the newest on: as many records as there are events.
                for of in &mut all {
                    let kept = of.records[..of.committed as usize].iter();
                    let lost = kept.rev().take_while(|event| forgot.contains(event)).count();
                    of.committed -= lost as u64;
                }
            }
            _ => {}
        }
    }
    all
}
