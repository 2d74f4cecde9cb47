//! The log kernel: partitions, offsets, a consumer group.
//!
//! The log hands nothing over and takes nothing back: a worker reads from its place in a partition, and the only
//! thing that the group remembers is the committed offset. What is read twice is what lies between that offset
//! and the place that a worker had reached when its partition moved.

use super::broker::Flight;
use super::faults::Place;
use super::recorder::Step;
use super::{Tick, World, timing};
use crate::domain::fault::Point;
use crate::domain::ids::{EventNo, MessageNo, Millis, WorkerNo};
use crate::domain::scenario::{Commit, RecordKey, Revoke, Stored};
use crate::domain::trace::{Rebalance, What};
use litemap::LiteMap;

/// The log's durable state, and its view of the consumer group.
#[derive(Default)]
pub struct Log {
    partitions: Vec<Partition>,
    generation: u32,
    /// Whom the group takes for alive: worker and life.
    members: Vec<(WorkerNo, u32)>,
    /// Who wants to take part from the next generation on.
    joining: Vec<(WorkerNo, u32)>,
    /// Partitions are to be shared out anew, once every member is between two polls.
    rebalancing: Option<Rebalance>,
    /// Commits in order, with the offset that stood there before: what a restart may forget.
    commits: Vec<(u32, u64)>,
}

#[derive(Clone, Default)]
struct Partition {
    records: Vec<Record>,
    /// The next offset to be read, as far as the group knows.
    committed: u64,
    owner: Option<WorkerNo>,
}

#[derive(Clone, Copy)]
struct Record {
    message: MessageNo,
    event: EventNo,
    published: Millis,
    attempts: u32,
}

/// Where a record stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordAt {
    /// In which partition.
    pub partition: u32,
    /// At which offset.
    pub offset: u64,
}

/// What a worker knows of its partitions; gone after a crash.
#[derive(Default)]
pub struct Reader {
    generation: u32,
    /// Its place in each partition.
    position: LiteMap<u32, u64>,
    /// What may be committed: the next offset of each partition, and the last event before it.
    handled: LiteMap<u32, (u64, EventNo)>,
    /// Counts polls.
    polls: u32,
    timer: bool,
}

impl Log {
    pub(super) fn new(partitions: u32) -> Log {
        Log { partitions: vec![Partition::default(); partitions as usize], ..Log::default() }
    }
}

impl World {
    /// Every worker that is there joins the group.
    pub(super) fn log_starts(&mut self) {
        for no in (1..=self.workers.len() as u8).map(WorkerNo) {
            if self.worker(no).is_up() {
                self.log.joining.push((no, 0));
            }
        }
        self.rebalance(Rebalance::Start);
    }

    pub(super) fn append(&mut self, event: EventNo, message: MessageNo, attempts: u32) {
        let count = self.log.partitions.len() as u32;
        let partition = match self.plan.scenario.log.key {
            RecordKey::Customer => 0,
            RecordKey::Order => (event.0 - 1) % count,
        };
        let published = self.now;
        let records = &mut self.log.partitions[partition as usize].records;
        let offset = records.len() as u64;
        records.push(Record { message, event, published, attempts });
        self.note(What::Appended { message, event, partition, offset });
    }

    /// Every member that is between two polls polls; who is none any more wants to be one again.
    pub(super) fn poll(&mut self) {
        self.share_out();
        let workers = self.workers.iter().enumerate();
        let idle: Vec<(WorkerNo, u32)> = workers
            .filter(|(_, worker)| worker.is_up() && worker.is_idle())
            .map(|(i, worker)| (WorkerNo(i as u8 + 1), worker.life()))
            .collect();
        for (no, life) in &idle {
            if self.log.rebalancing.is_none() && self.log.members.contains(&(*no, *life)) {
                self.poll_of(*no, *life);
            }
        }
        for (no, life) in idle {
            if !self.log.members.contains(&(no, life)) && !self.log.joining.contains(&(no, life)) {
                self.log.joining.push((no, life));
                self.rebalance(Rebalance::Joined(no));
            }
        }
    }

    fn poll_of(&mut self, no: WorkerNo, life: u32) {
        let scenario = &self.plan.scenario;
        let (mut room, interval) = (scenario.consumer.batch, scenario.log.max_poll_interval_ms);
        let (commit, stored) = (scenario.log.commit, scenario.log.stored);
        let mut polled = Vec::new();
        for partition in 0..self.log.partitions.len() as u32 {
            let of = &self.log.partitions[partition as usize];
            if of.owner != Some(no) {
                continue;
            }
            let position = self.worker(no).reader.position.get(&partition).copied().unwrap_or(0);
            let of = &self.log.partitions[partition as usize];
            let records = (of.records.len() as u64).saturating_sub(position).min(room.into()) as u32;
            if records == 0 {
                continue;
            }
            room -= records;
            self.note(What::Polled { worker: no, partition, offset: position, records });
            polled.extend((0..u64::from(records)).map(|i| RecordAt { partition, offset: position + i }));
            self.worker(no).reader.position.insert(partition, position + u64::from(records));
        }
        if polled.is_empty() {
            return;
        }
        let reader = &mut self.worker(no).reader;
        reader.polls += 1;
        let polls = reader.polls;
        self.worker(no).expects_batch(polled.len());
        self.after(interval, Tick::PollInterval { worker: no, life, polls });
        let ahead = commit == Commit::BeforeRun || (commit == Commit::Periodic && stored == Stored::AtPoll);
        for at in polled {
            let record = &mut self.log.partitions[at.partition as usize].records[at.offset as usize];
            record.attempts += 1;
            let Record { message, event, published, attempts: attempt } = *record;
            let delivery = self.next_delivery();
            let deadline = Millis(u64::MAX);
            let flight =
                Flight { message, event, worker: no, life, attempt, published, deadline, record: Some(at) };
            let step = self.note(What::Delivered {
                delivery,
                message,
                event,
                worker: no,
                attempt,
                acked: false,
                lost: false,
            });
            self.worker_expects(no, delivery, flight, step);
            self.after(timing::HOP_MS, Tick::DeliveryArrives { delivery });
            if ahead {
                self.worker(no).reader.handled.insert(at.partition, (at.offset + 1, event));
            }
        }
        match commit {
            Commit::BeforeRun => self.commit(no),
            Commit::Periodic => self.start_timer(no),
            _ => {}
        }
    }

    /// A worker is through with a record, well or with a failure. The rest of its batch may have to be read
    /// again.
    pub(super) fn record_done(&mut self, no: WorkerNo, with: super::worker::DoneWith, step: Step) {
        let (flight, failed) = (with.flight, with.failed);
        let Some(at) = flight.record else { return };
        let life = self.worker(no).life();
        let commit = self.plan.scenario.log.commit;
        let max = self.plan.scenario.broker.max_deliveries;
        let gives_up = failed && (max > 0 && flight.attempt >= max || self.nack_sets_aside());
        let pause = self.plan.scenario.broker.retry_delay_ms;
        if gives_up {
            self.dead_letter_topic(flight);
        }
        let copies = failed && !gives_up && self.copies();
        if copies {
            self.retry_as_copy(no, flight);
        }
        if failed && (gives_up || copies) && commit == Commit::Database {
            // The rows went back; its place must not.
            self.commit_in_database(no, flight);
        }
        // Who commits before it runs does not come back for a failure.
        let again = failed && !gives_up && !copies && commit != Commit::BeforeRun;
        if again {
            // Back to this record: what was polled with it and comes later is read again.
            for RecordAt { partition, offset } in self.give_up_batch(no).into_iter().chain([at]) {
                let position = self.worker(no).reader.position.entry(partition).or_default();
                *position = offset.min(*position);
            }
        } else if commit != Commit::BeforeRun && commit != Commit::Database {
            self.worker(no).reader.handled.insert(at.partition, (at.offset + 1, flight.event));
        }
        if self.log.members.contains(&(no, life)) && self.meets(step, Point::Rebalance, Place::default()) {
            self.evict(no, life, Rebalance::Missed(no));
        }
        if self.worker(no).is_idle() {
            match commit {
                Commit::AfterRun | Commit::Transaction => self.commit(no),
                Commit::Periodic => self.start_timer(no),
                Commit::BeforeRun | Commit::Database => {}
            }
        }
        self.after(timing::HOP_MS + if again { pause } else { 0 }, Tick::Dispatch);
    }

    fn start_timer(&mut self, no: WorkerNo) {
        let interval = self.plan.scenario.log.commit_interval_ms;
        let worker = self.worker(no);
        let life = worker.life();
        if !worker.reader.handled.is_empty() && !std::mem::replace(&mut worker.reader.timer, true) {
            self.after(interval, Tick::CommitTimer { worker: no, life });
        }
    }

    pub(super) fn commit_timer(&mut self, no: WorkerNo, life: u32) {
        let worker = self.worker(no);
        if worker.is_up() && worker.life() == life {
            worker.reader.timer = false;
            self.commit(no);
        }
    }

    /// Is this worker's place in the group its own? Otherwise its commits are refused.
    fn in_good_standing(&mut self, no: WorkerNo, partition: u32) -> bool {
        let (life, generation) = (self.worker(no).life(), self.worker(no).reader.generation);
        self.log.members.contains(&(no, life))
            && generation == self.log.generation
            && self.log.partitions[partition as usize].owner == Some(no)
    }

    /// A worker commits what it may.
    fn commit(&mut self, no: WorkerNo) {
        let how = self.plan.scenario.log.commit;
        let handled: Vec<(u32, (u64, EventNo))> =
            std::mem::take(&mut self.worker(no).reader.handled).into_iter().collect();
        for (partition, (offset, event)) in handled {
            let refused = !self.in_good_standing(no, partition);
            let met = self.faults.meet(Point::AckLost, Place::default());
            let lost = met.fired.is_some();
            let what = What::OffsetCommitted { worker: no, partition, offset, event, how, refused, lost };
            let step = self.note(what);
            self.recorder.met(step, met);
            if (refused || lost) && how == Commit::BeforeRun {
                // Without its commit it does not begin: it polls again.
                let again: Vec<RecordAt> = self.give_up_batch(no);
                for RecordAt { partition, offset } in again {
                    let position = self.worker(no).reader.position.entry(partition).or_default();
                    *position = offset.min(*position);
                }
                self.after(timing::HOP_MS, Tick::Dispatch);
            }
            if !refused && !lost {
                self.committed(partition, offset);
                if self.meets(step, Point::BrokerRestart, Place::default()) {
                    self.broker_restarts();
                }
            }
        }
    }

    /// A commit has arrived.
    pub(super) fn committed(&mut self, partition: u32, offset: u64) {
        let of = &mut self.log.partitions[partition as usize];
        self.log.commits.push((partition, of.committed));
        of.committed = offset;
    }

    /// The newest commits are forgotten; the events between are read again.
    pub(super) fn forget_commits(&mut self, forgets: usize) -> Vec<EventNo> {
        let log = &mut self.log;
        let keep = if forgets == 0 { 0 } else { log.commits.len().saturating_sub(forgets) };
        let before: Vec<u64> = log.partitions.iter().map(|of| of.committed).collect();
        for (partition, offset) in log.commits.split_off(keep).into_iter().rev() {
            log.partitions[partition as usize].committed = offset;
        }
        let mut events = Vec::new();
        for (of, before) in log.partitions.iter().zip(before) {
            // A worker that lost a partition and got it back may have committed backwards.
            let again = of.committed as usize..before.max(of.committed) as usize;
            events.extend(of.records[again].iter().map(|record| record.event));
        }
        events
    }

    /// Everybody must join anew: nobody's place in memory counts any more.
    pub(super) fn log_restarts(&mut self) {
        self.log.joining.clear();
        let all = std::mem::take(&mut self.log.members);
        for (no, life) in all {
            if self.worker(no).is_up() && self.worker(no).life() == life && self.worker(no).is_idle() {
                self.log.joining.push((no, life));
            }
        }
        self.rebalance(Rebalance::Restart);
    }

    /// A worker that works for longer than the poll interval is put out of the group.
    pub(super) fn poll_interval_ends(&mut self, no: WorkerNo, life: u32, polls: u32) {
        let worker = self.worker(no);
        let stuck =
            worker.is_up() && worker.life() == life && worker.reader.polls == polls && !worker.is_idle();
        if stuck && self.log.members.contains(&(no, life)) {
            self.evict(no, life, Rebalance::TooSlow(no));
        }
    }

    /// A dead worker is missed.
    pub(super) fn session_ends(&mut self, no: WorkerNo, life: u32) {
        if self.log.members.contains(&(no, life)) {
            self.evict(no, life, Rebalance::Dead(no));
        }
    }

    fn evict(&mut self, no: WorkerNo, life: u32, why: Rebalance) {
        self.log.members.retain(|member| *member != (no, life));
        self.rebalance(why);
    }

    fn rebalance(&mut self, why: Rebalance) {
        self.log.rebalancing = Some(why);
        self.share_out();
    }

    /// Shares the partitions out, if that is due and (unless they move at once) every member is between two polls.
    fn share_out(&mut self) {
        let Some(why) = self.log.rebalancing else { return };
        let waits = self.plan.scenario.log.revoke == Revoke::AfterCommit;
        let busy = |&(no, life): &(WorkerNo, u32)| {
            let worker = &self.workers[usize::from(no.0) - 1];
            // A dead member is waited for until its session ends.
            worker.life() != life || !worker.is_up() || waits && !worker.is_idle()
        };
        if self.log.members.iter().any(busy) {
            return;
        }
        let log = &mut self.log;
        log.rebalancing = None;
        let workers = &self.workers;
        let alive = |&(no, life): &(WorkerNo, u32)| {
            let worker = &workers[usize::from(no.0) - 1];
            worker.is_up() && worker.life() == life
        };
        log.members.append(&mut log.joining);
        log.members.retain(alive);
        log.members.sort();
        log.members.dedup();
        log.generation += 1;
        let generation = log.generation;
        let owners_before: Vec<Option<WorkerNo>> = log.partitions.iter().map(|of| of.owner).collect();
        for (number, partition) in log.partitions.iter_mut().enumerate() {
            let count = log.members.len();
            partition.owner = (count > 0).then(|| log.members[number % count].0);
        }
        let owners = log.partitions.iter().map(|partition| partition.owner).collect();
        let places: Vec<(u64, Option<WorkerNo>)> =
            log.partitions.iter().map(|partition| (partition.committed, partition.owner)).collect();
        let members = log.members.clone();
        self.note(What::Rebalanced { why, generation, owners });
        for (no, _) in members {
            let idle = self.worker(no).is_idle();
            let reader = &mut self.worker(no).reader;
            reader.generation = generation;
            if idle {
                reader.handled = LiteMap::new();
            }
            for (partition, (committed, owner)) in (0..).zip(&places) {
                // From the committed offset, wherever anybody had got to; who is in the middle of a partition that
                // it keeps goes on.
                let goes_on = !idle && *owner == Some(no) && owners_before[partition as usize] == Some(no);
                if !goes_on {
                    reader.position.insert(partition, *committed);
                }
            }
        }
        self.after(0, Tick::Dispatch);
    }
}
