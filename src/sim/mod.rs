//! The simulation: a pure function from a [`Plan`] to a [`Run`].
//!
//! One loop ([`World::run`]) takes the next [`Tick`] in order of (time, sequence) and lets the party that it
//! concerns do its part: client, producer, relay, broker, workers, each in its own file. Parties never call
//! each other; they schedule ticks. Every place where something can go wrong asks [`faults::Faults`].
//!
//! What a crash drops and what it keeps are different things: a party's volatile state is in its struct and is
//! replaced on a crash; what survives is in SQLite, in the broker, at the mail provider.

mod broker;
mod client;
mod faults;
#[cfg(feature = "workshop")]
mod learner;
mod log;
mod names;
mod outside;
mod producer;
mod program;
mod recorder;
mod relay;
pub mod timing;
mod worker;

#[cfg(feature = "workshop")]
pub use learner::{databases, databases_and_moment, databases_at};
#[cfg(feature = "workshop")]
pub use names::by_hand;
pub use recorder::Detail;

use crate::domain::command::{Command, Operation, Plan, Post};
use crate::domain::fault::Point;
use crate::domain::ids::*;
use crate::domain::limits;
use crate::domain::outcome::{Outcome, Tally};
use crate::domain::sql::{Database, Statement, Table};
use crate::domain::trace::{Cut, Effect, EventInfo, Publisher, Run, Status, What};
use crate::store::{Conn, Shape, Store};
use faults::{Faults, Place};
use litemap::LiteMap;
use recorder::{Recorder, Step};
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

/// Everything of each item that is on the shelf before a run.
const STOCK: i64 = 100;

/// What can happen next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tick {
    /// A customer clicks.
    Click { intent: IntentNo, click: u32 },
    /// Somebody sends a request by hand.
    Post { post: Post },
    /// A client's patience with a request ends.
    ClientWaited { request: RequestNo },
    /// A request reaches the producer.
    RequestArrives { request: RequestNo },
    /// An answer reaches the client.
    ResponseArrives { request: RequestNo, status: Status },
    /// The producer has done the work before the order.
    ProducerWorked { request: RequestNo },
    /// The producer's process is back.
    ProducerUp,
    /// A relay looks into the outbox.
    RelayPolls { relay: RelayNo },
    /// A relay publishes the next event of its batch.
    RelayPublishes { relay: RelayNo, life: u32 },
    /// A confirm reaches a relay.
    ConfirmArrives { relay: RelayNo, life: u32, event: EventNo },
    /// A relay's patience with a confirm ends.
    RelayWaited { relay: RelayNo, life: u32, event: EventNo },
    /// A relay's process is back.
    RelayUp { relay: RelayNo },
    /// A message reaches the broker.
    MessageArrives {
        by: Publisher,
        event: EventNo,
        row: EventNo,
        message: MessageNo,
        life: u32,
        id: broker::PublishId,
    },
    /// The broker hands over what it can.
    Dispatch,
    /// A delivery reaches its worker.
    DeliveryArrives { delivery: DeliveryNo },
    /// A delivery's ack deadline.
    Deadline { delivery: DeliveryNo },
    /// The broker notices that a worker's connection is gone.
    ConnectionLost { worker: WorkerNo },
    /// A nacked message is ready again.
    Ready { message: MessageNo },
    /// A worker asks for more time for a delivery.
    Heartbeat { worker: WorkerNo, life: u32, delivery: DeliveryNo },
    /// A delivery that a worker kept in memory is due.
    HoldEnds { worker: WorkerNo, life: u32, delivery: DeliveryNo },
    /// A worker looks for the next delivery in its buffer.
    TakesUp { worker: WorkerNo, life: u32 },
    /// A worker has waited long enough for a full batch.
    BatchWindow { worker: WorkerNo, life: u32, batch: u32 },
    /// A further worker starts.
    WorkerJoins { worker: WorkerNo },
    /// A log's timer commits.
    CommitTimer { worker: WorkerNo, life: u32 },
    /// A worker should have polled again by now.
    PollInterval { worker: WorkerNo, life: u32, polls: u32 },
    /// A dead worker is missed.
    SessionEnds { worker: WorkerNo, life: u32 },
    /// Old rows of `processed_events` are deleted.
    Purge,
    /// A dead letter has been kept for as long as any.
    DeadLetterExpires {
        /// Which envelope.
        message: MessageNo,
    },
    /// A worker does its next operation.
    WorkerSteps { worker: WorkerNo, life: u32 },
    /// A worker's process is back.
    WorkerUp { worker: WorkerNo },
    /// An operator intervenes.
    Operate { run: Operation },
    /// An operator publishes one event once more.
    Replay { event: EventId },
}

/// What happens when. The earliest is the greatest, so that a heap gives it first; of one moment, what was
/// scheduled first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Due {
    at: Millis,
    nth: u64,
    tick: Tick,
}

impl Ord for Due {
    fn cmp(&self, other: &Due) -> Ordering {
        Reverse((self.at, self.nth)).cmp(&Reverse((other.at, other.nth)))
    }
}

impl PartialOrd for Due {
    fn partial_cmp(&self, other: &Due) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A run in progress.
struct World {
    plan: Plan,
    bus: &'static str,
    now: Millis,
    queue: BinaryHeap<Due>,
    scheduled: u64,
    faults: Faults,
    recorder: Recorder,
    store: Store,
    events: Vec<EventInfo>,
    numbers: LiteMap<EventId, EventNo>,
    /// Those that came in by the naive path.
    naive: Vec<EventNo>,
    client: client::Client,
    producer: producer::Producer,
    relays: Vec<relay::Relay>,
    broker: broker::Broker,
    log: log::Log,
    workers: Vec<worker::Worker>,
    floor: worker::Floor,
    #[cfg(feature = "workshop")]
    learner: learner::Learner,
}

/// Runs a plan to its end (or to a limit) and tells everything.
pub fn run(plan: &Plan) -> Run {
    World::new(plan, Detail::Whole).run()
}

/// Runs a plan and tells only what it came to.
pub fn outcome(plan: &Plan) -> Outcome {
    World::new(plan, Detail::Outcome).run().outcome
}

impl World {
    fn new(plan: &Plan, detail: Detail) -> World {
        let scenario = &plan.scenario;
        let shape = Shape::of(scenario);
        // Only the workshop runs a learner's SQL; what is left out of the first page's engine is refused there.
        #[cfg(feature = "workshop")]
        let guard = learner::guard(plan);
        #[cfg(not(feature = "workshop"))]
        let guard = None;
        let mut store = Store::open(shape, detail == Detail::Whole, guard);
        store.fill_stock(&World::items(plan), STOCK);
        let producer = producer::Producer::new(store.connect(Database::Producer));
        let relays = (1..=scenario.relay.count).map(|_| relay::Relay::new(&mut store)).collect();
        let late = scenario.consumer.others_join_ms;
        let workers: Vec<_> =
            (1..=scenario.consumer.workers)
                .map(|no| {
                    if no > 1 && late > 0 {
                        worker::Worker::absent()
                    } else {
                        worker::Worker::new(&mut store)
                    }
                })
                .collect();
        let mut world = World {
            plan: plan.clone(),
            bus: scenario.broker.dialect.word(),
            now: Millis(0),
            queue: BinaryHeap::new(),
            scheduled: 0,
            faults: Faults::new(plan),
            recorder: Recorder::new(detail, Tally::new(scenario)),
            store,
            events: Vec::new(),
            numbers: LiteMap::new(),
            naive: Vec::new(),
            client: client::Client::default(),
            producer,
            relays,
            broker: broker::Broker::default(),
            log: log::Log::new(scenario.log.partitions),
            workers,
            floor: worker::Floor::default(),
            #[cfg(feature = "workshop")]
            learner: learner::Learner::new(plan),
        };
        if scenario.is_log() {
            world.log_starts();
        }
        world.schedule_clicks();
        if late > 0 {
            for no in 2..=scenario.consumer.workers {
                world.at(Millis(late), Tick::WorkerJoins { worker: WorkerNo(no) });
            }
        }
        let scheduled = scenario.commands.iter().map(|&command| command.into());
        for command in scheduled.chain(plan.commands.iter().cloned()) {
            match command {
                Command::Operate { at_ms, run } => world.at(at_ms, Tick::Operate { run }),
                Command::Replay { at_ms, event } => world.at(at_ms, Tick::Replay { event }),
                Command::Post(post) => world.at(post.at_ms, Tick::Post { post }),
                Command::Decide { .. } | Command::Sql { .. } => {}
            }
        }
        world
    }

    /// Lets everything happen, and tells it.
    fn run(mut self) -> Run {
        let (tables, initial) = if self.recorder.shows() {
            let stock = self.store.observer(Database::Consumer).all_rows(Table::Stock);
            (self.store.table_infos().to_vec(), stock)
        } else {
            (Vec::new(), Vec::new())
        };
        let cut = self.go();
        let (relays, workers) = (self.relays.len() as u8, self.workers.len() as u8);
        // Whoever is still connected hangs up.
        let conns = std::iter::once(self.producer.hang_up())
            .chain(self.relays.into_iter().map(relay::Relay::hang_up))
            .chain(self.workers.into_iter().map(worker::Worker::hang_up));
        for conn in conns.flatten() {
            self.store.give_back(conn);
        }
        let digests = if self.recorder.shows() {
            Database::ALL.iter().map(|&database| (database, fnv1a(&self.store.bytes(database)))).collect()
        } else {
            Vec::new()
        };
        self.store.recycle();
        let (entries, tally) = self.recorder.finish();
        let outcome = tally.outcome(cut.is_none());
        Run { entries, events: self.events, relays, workers, tables, initial, outcome, cut, digests }
    }

    /// Takes ticks until none is left; why it stopped, if it did before.
    fn go(&mut self) -> Option<Cut> {
        let wanted = self.plan.scenario.client.intents + self.plan.commands.len() as u32;
        let limit = limits::entries(wanted);
        let limit = if self.recorder.shows() { limit.min(limits::SHOWN_ENTRIES) } else { limit };
        let until = match self.plan.scenario.until_ms {
            0 => limits::TIME_MS,
            ms => ms,
        };
        loop {
            #[cfg(feature = "workshop")]
            {
                self.learner_acts();
                if self.seen_enough() {
                    return None;
                }
            }
            let Due { at, tick, .. } = self.queue.pop()?;
            // Whatever happens without leaving a trace must end as well.
            let endless = self.scheduled > 50 * limit as u64;
            if self.recorder.len() >= limit || self.recorder.is_full() || endless {
                return Some(Cut::Entries);
            }
            if at.0 > until {
                return Some(Cut::Time);
            }
            self.now = at;
            self.tick(tick);
        }
    }

    fn tick(&mut self, tick: Tick) {
        match tick {
            Tick::Click { intent, click } => self.click(intent, click),
            Tick::ClientWaited { request } => self.client_waited(request),
            Tick::RequestArrives { request } => self.request_arrives(request),
            Tick::ResponseArrives { request, status } => self.response_arrives(request, status),
            Tick::ProducerWorked { request } => self.producer_worked(request),
            Tick::ProducerUp => self.producer_up(),
            Tick::RelayPolls { relay } => self.relay_polls(relay),
            Tick::RelayPublishes { relay, life } => self.relay_publishes(relay, life),
            Tick::ConfirmArrives { relay, life, event } => self.confirm_arrives(relay, life, event),
            Tick::RelayWaited { relay, life, event } => self.relay_waited(relay, life, event),
            Tick::RelayUp { relay } => self.relay_up(relay),
            Tick::MessageArrives { by, event, row, message, life, id } => {
                self.message_arrives(by, (event, row), message, life, id)
            }
            Tick::Dispatch => self.dispatch(),
            Tick::DeliveryArrives { delivery } => self.delivery_arrives(delivery),
            Tick::Deadline { delivery } => self.deadline(delivery),
            Tick::ConnectionLost { worker } => self.connection_lost(worker),
            Tick::Ready { message } => self.ready(message, true),
            Tick::Heartbeat { worker, life, delivery } => self.heartbeat(worker, life, delivery),
            Tick::HoldEnds { worker, life, delivery } => self.hold_ends(worker, life, delivery),
            Tick::TakesUp { worker, life } => self.takes_up(worker, life),
            Tick::BatchWindow { worker, life, batch } => self.batch_window_ends(worker, life, batch),
            Tick::WorkerJoins { worker } => self.worker_joins(worker),
            Tick::CommitTimer { worker, life } => self.commit_timer(worker, life),
            Tick::PollInterval { worker, life, polls } => self.poll_interval_ends(worker, life, polls),
            Tick::SessionEnds { worker, life } => self.session_ends(worker, life),
            Tick::Purge => self.purge(),
            Tick::DeadLetterExpires { message } => self.dead_letter_expires(message),
            Tick::WorkerSteps { worker, life } => self.worker_steps(worker, life),
            Tick::WorkerUp { worker } => self.worker_up(worker),
            Tick::Operate { run } => self.operate(run),
            Tick::Post { post } => self.post(post),
            Tick::Replay { event } => self.replay(event),
        }
    }

    fn at(&mut self, at: Millis, tick: Tick) {
        self.queue.push(Due { at, nth: self.scheduled, tick });
        self.scheduled += 1;
    }

    fn after(&mut self, ms: u64, tick: Tick) {
        self.at(self.now + ms, tick);
    }

    /// Records something without SQL.
    fn note(&mut self, what: What) -> Step {
        self.recorder.add(self.now, what, Vec::new(), Vec::new(), Vec::new())
    }

    /// Records something that a connection did.
    fn note_sql(&mut self, what: What, conn: &mut Conn, effects: Vec<Effect>) -> Step {
        let (sql, changes) = (conn.take_log(), conn.take_changes());
        self.recorder.add(self.now, what, sql, changes, effects)
    }

    /// Records something with statements that are not SQL's.
    fn note_other(&mut self, what: What, sql: Vec<Statement>) -> Step {
        self.recorder.add(self.now, what, sql, Vec::new(), Vec::new())
    }

    /// Meets a fault point at an entry that is there already; does it fire?
    fn meets(&mut self, step: Step, at: Point, place: Place) -> bool {
        let met = self.faults.meet(at, place);
        self.recorder.met(step, met);
        met.fired.is_some()
    }

    /// The number of an event; a new one if it was never heard of.
    fn event_no(&mut self, id: EventId, intent: IntentNo) -> EventNo {
        if let Some(no) = self.numbers.get(&id) {
            return *no;
        }
        let no = EventNo(self.events.len() as u32 + 1);
        self.numbers.insert(id, no);
        self.events.push(EventInfo { id, intent, order: OrderId(0) });
        no
    }

    fn event(&self, no: EventNo) -> EventInfo {
        self.events[no.0 as usize - 1]
    }
}

/// FNV-1a, 64 bits: a short name for a database's bytes.
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
