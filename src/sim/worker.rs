//! Workers: take one delivery, run the handlers in order, ack when all are done.
//!
//! A worker executes the programs of [`super::program`], one operation a tick, so that two workers really
//! interleave. Its transaction is a real one on a connection of its own: it stays open between ticks, a second
//! writer really meets `SQLITE_BUSY`, and a crash drops the connection.

use super::broker::Flight;
use super::faults::Place;
use super::log::RecordAt;
use super::outside::{LockStore, Providers};
use super::producer::AMOUNT_CENTS;
use super::program::{Op, program};
use super::recorder::Step;
use super::{Tick, World, names, timing};
use crate::domain::fault::{Gap, Point};
use crate::domain::ids::{DeliveryNo, Millis, PaymentIntentId, WorkerNo};
use crate::domain::scenario::{
    AckMode, Commit, Dedup, DedupKey, Handler, HandlerId, HeartbeatFor, MaxCheck, OnConflict, OnDuplicate,
    OnFailure, OnLockHeld, OnNack, OnRedelivered, OverlapKey, Settle, Unique,
};
use crate::domain::sql::{Answer, Cell, Database, Statement, Table};
use crate::domain::trace::{At, Declined, Effect, Memory, Rollback, What};
use crate::store::{Claim, Conn, Fact, Mark, Refusal, Store};
use litemap::LiteMap;
use std::collections::VecDeque;

/// A worker's process.
pub struct Worker {
    /// `None` while it is down (or while one of its operations runs).
    conn: Option<Conn>,
    up: bool,
    /// Counts restarts; ticks of an earlier life are void.
    life: u32,
    work: Option<Work>,
    /// Deliveries that have come and wait for their turn.
    buffer: VecDeque<Work>,
    /// Deliveries that are not due yet; they take no room.
    held: Vec<Work>,
    /// Deliveries that take room: on their way, in the buffer, worked on, or waiting for the rest of their batch.
    in_hand: Vec<DeliveryNo>,
    /// So many deliveries of the running batch are still to be worked on.
    batch_left: usize,
    /// The broker closed its channel while it worked; it opens a new one when it is done.
    channel_closed: bool,
    /// Counts batches.
    batch: u32,
    /// How long it has waited for the next one to be full.
    window: Window,
    /// Deliveries of the running batch that are done and not settled.
    done: Vec<DoneWith>,
    /// What it remembers of its own work (`dedup = "in_process"`).
    seen: LockStore,
    /// Its process stands still until then.
    stands: Millis,
    /// Where it reads in a log.
    pub(super) reader: super::log::Reader,
}

/// The time in which a worker waits for a full batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Window {
    /// Nothing has come for the next batch.
    Closed,
    /// It waits.
    Open,
    /// It has waited long enough.
    Over,
}

/// A delivery that a worker is through with.
#[derive(Clone, Copy)]
pub struct DoneWith {
    delivery: DeliveryNo,
    /// What was delivered.
    pub flight: Flight,
    /// Some handler failed (or met a live claim): it will be nacked.
    pub failed: bool,
    /// Some handler met a live claim: coming again at once would be too early.
    held: bool,
}

/// What a worker has in hand: all of it is gone after a crash.
struct Work {
    delivery: DeliveryNo,
    flight: Flight,
    /// Index into the scenario's handlers; past the end: all are done.
    handler: usize,
    program: Vec<Op>,
    /// Next operation.
    next: usize,
    /// Some handler of this delivery failed (or met a live claim): it will be nacked.
    failed: bool,
    /// Some handler met a live claim: coming again at once would be too early.
    held: bool,
    /// Some handler's body was entered.
    ran: bool,
    /// This operation met `SQLITE_BUSY` before; the wait is told once.
    waiting: bool,
    /// Effects of the open transaction: real when it commits.
    effects: Vec<Effect>,
    token: String,
    /// Its newest entry: where a fault point is noted.
    step: Step,
}

/// What the workers share: the outside world, and who has a transaction open.
#[derive(Default)]
pub struct Floor {
    outside: Providers,
    locks: LockStore,
    holder: Option<At>,
    /// Deliveries on their way, with the entry that sent them.
    coming: LiteMap<DeliveryNo, (WorkerNo, Flight, Step)>,
    /// Somebody will look for old marks.
    purge_scheduled: bool,
    /// A deploy has renamed emailHandler's class, and marks carry class names.
    renamed: bool,
}

/// How an operation ended.
enum Next {
    /// The next operation, after so many milliseconds.
    In(u64),
    /// This handler is done with; the next one.
    HandlerDone,
    /// `SQLITE_BUSY`: the same operation again, when the other transaction has ended.
    Wait,
    /// The process is gone.
    Dead,
}

impl Worker {
    pub(super) fn new(store: &mut Store) -> Worker {
        Worker { conn: Some(store.connect(Database::Consumer)), up: true, ..Worker::absent() }
    }

    /// A worker that has not started yet.
    pub(super) fn absent() -> Worker {
        Worker {
            conn: None,
            up: false,
            life: 0,
            work: None,
            buffer: VecDeque::new(),
            held: Vec::new(),
            in_hand: Vec::new(),
            batch_left: 0,
            channel_closed: false,
            batch: 0,
            window: Window::Closed,
            done: Vec::new(),
            seen: LockStore::default(),
            stands: Millis(0),
            reader: super::log::Reader::default(),
        }
    }

    pub(super) fn hang_up(self) -> Option<Conn> {
        self.conn
    }

    /// Is it connected, with less in hand than it may have?
    pub(super) fn has_room(&self, room: usize) -> bool {
        self.up && !self.channel_closed && self.in_hand.len() < room
    }

    pub(super) fn is_up(&self) -> bool {
        self.up
    }

    /// Has it nothing in hand at all?
    pub(super) fn is_idle(&self) -> bool {
        self.work.is_none() && self.in_hand.is_empty()
    }

    /// So many deliveries of one poll are coming.
    pub(super) fn expects_batch(&mut self, count: usize) {
        self.batch_left = count;
    }

    pub(super) fn life(&self) -> u32 {
        self.life
    }

    /// Forgets everything that was only in memory, and says what it was working on.
    fn forget(&mut self) -> Option<Work> {
        self.buffer.clear();
        self.held.clear();
        self.in_hand.clear();
        self.done.clear();
        self.seen = LockStore::default();
        self.reader = super::log::Reader::default();
        self.batch_left = 0;
        self.channel_closed = false;
        self.batch += 1;
        self.window = Window::Closed;
        self.work.take()
    }
}

impl Work {
    fn new(delivery: DeliveryNo, flight: Flight, step: Step) -> Work {
        Work {
            delivery,
            flight,
            handler: 0,
            program: Vec::new(),
            next: 0,
            failed: false,
            held: false,
            ran: false,
            waiting: false,
            effects: Vec::new(),
            token: String::new(),
            step,
        }
    }
}

impl World {
    pub(super) fn worker(&mut self, no: WorkerNo) -> &mut Worker {
        &mut self.workers[usize::from(no.0) - 1]
    }

    /// A delivery is on its way to a worker.
    pub(super) fn worker_expects(&mut self, no: WorkerNo, delivery: DeliveryNo, flight: Flight, step: Step) {
        self.floor.coming.insert(delivery, (no, flight, step));
        self.worker(no).in_hand.push(delivery);
    }

    /// The worker, if it is up and still lives the life that something was meant for.
    fn living(&mut self, no: WorkerNo, life: u32) -> Option<&mut Worker> {
        Some(self.worker(no)).filter(|worker| worker.up && worker.life == life)
    }

    pub(super) fn delivery_arrives(&mut self, delivery: DeliveryNo) {
        let Some((no, flight, step)) = self.floor.coming.remove(&delivery) else { return };
        let Flight { event, life, published, .. } = flight;
        if self.living(no, life).is_none() {
            return;
        }
        let consumer = &self.plan.scenario.consumer;
        let is_log = self.plan.scenario.is_log();
        // A log knows neither delays nor requests for more time.
        let (hold, beats) = if is_log { (0, 0) } else { (consumer.hold_ms, consumer.heartbeat_ms) };
        let due = published + hold;
        let whole = consumer.heartbeat_for == HeartbeatFor::Buffer;
        let mut work = Work::new(delivery, flight, step);
        if beats > 0 && whole {
            self.after(beats, Tick::Heartbeat { worker: no, life, delivery });
        }
        if due > self.now {
            work.step = self.note(What::Held { delivery, event, worker: no, until: due });
            let worker = self.worker(no);
            worker.in_hand.retain(|held| *held != delivery);
            worker.held.push(work);
            self.at(due, Tick::HoldEnds { worker: no, life, delivery });
            self.after(0, Tick::Dispatch);
            return;
        }
        self.take_in(no, work, Some(delivery));
    }

    pub(super) fn hold_ends(&mut self, no: WorkerNo, life: u32, delivery: DeliveryNo) {
        let Some(worker) = self.living(no, life) else { return };
        let Some(found) = worker.held.iter().position(|work| work.delivery == delivery) else { return };
        let work = worker.held.remove(found);
        worker.in_hand.push(delivery);
        self.take_in(no, work, None);
    }

    fn take_in(&mut self, no: WorkerNo, work: Work, arrived: Option<DeliveryNo>) {
        self.worker(no).buffer.push_back(work);
        self.start_next(no, arrived);
    }

    pub(super) fn batch_window_ends(&mut self, no: WorkerNo, life: u32, batch: u32) {
        if let Some(worker) = self.living(no, life).filter(|worker| worker.batch == batch) {
            worker.window = Window::Over;
            self.start_next(no, None);
        }
    }

    /// Begins with the next delivery of the buffer, once a batch is together. What did not just arrive waited.
    fn start_next(&mut self, no: WorkerNo, arrived: Option<DeliveryNo>) {
        let consumer = &self.plan.scenario.consumer;
        let (size, patience) = (consumer.batch as usize, consumer.batch_window_ms);
        let worker = self.worker(no);
        if !worker.up || worker.work.is_some() || worker.buffer.is_empty() {
            return;
        }
        if worker.batch_left == 0 {
            if worker.buffer.len() < size && worker.window != Window::Over {
                if worker.window == Window::Closed {
                    worker.window = Window::Open;
                    let (life, batch) = (worker.life, worker.batch);
                    self.after(patience, Tick::BatchWindow { worker: no, life, batch });
                }
                return;
            }
            worker.window = Window::Closed;
            worker.batch += 1;
            worker.batch_left = worker.buffer.len().min(size);
        }
        let Some(mut work) = worker.buffer.pop_front() else { return };
        let Work { delivery, flight: Flight { event, .. }, .. } = work;
        if arrived != Some(delivery) {
            work.step = self.note(What::TakenUp { delivery, event, worker: no });
        }
        self.start(no, work);
    }

    /// A worker that is through with one delivery looks for the next, in a tick of its own: a long buffer must not
    /// become a deep stack.
    fn take_up_soon(&mut self, no: WorkerNo) {
        let worker = self.worker(no);
        let life = worker.life;
        if !worker.buffer.is_empty() {
            self.after(0, Tick::TakesUp { worker: no, life });
        }
    }

    pub(super) fn takes_up(&mut self, no: WorkerNo, life: u32) {
        if self.living(no, life).is_some() {
            self.start_next(no, None);
        }
    }

    fn start(&mut self, no: WorkerNo, work: Work) {
        let Work { delivery, flight, step, .. } = work;
        let Flight { event, attempt, .. } = flight;
        let life = self.worker(no).life;
        self.worker(no).work = Some(work);
        if let Some(why) = self.declines(&flight) {
            let step = self.note(What::Declined { delivery, event, worker: no, why });
            self.arrived_at(no, step);
            if why == Declined::Redelivered {
                self.delivery_done(no);
                return;
            }
            self.refused(delivery);
            let worker = self.worker(no);
            worker.work = None;
            worker.batch_left = worker.batch_left.saturating_sub(1);
            worker.in_hand.retain(|held| *held != delivery);
            self.after(timing::HOP_MS, Tick::Dispatch);
            self.take_up_soon(no);
            return;
        }
        if self.plan.scenario.producer.unique == Unique::UntilStart {
            self.unique_free(event);
        }
        let is_log = self.plan.scenario.is_log();
        if self.plan.scenario.broker.ack == AckMode::BeforeRun && !is_log {
            self.send_ack(no, delivery, flight);
        }
        let place = Place { gap: Some(Gap::Received), handler: None, attempt: Some(attempt) };
        if self.meets(step, Point::WorkerCrash, place) {
            self.worker_dies(no, Gap::Received, None);
            return;
        }
        let consumer = &self.plan.scenario.consumer;
        let beats = consumer.heartbeat_ms;
        if beats > 0 && !is_log && consumer.heartbeat_for == HeartbeatFor::Running {
            self.after(beats, Tick::Heartbeat { worker: no, life, delivery });
        }
        self.load_handler(no);
        self.worker_steps(no, life);
    }

    /// Does a worker turn this delivery away before its handlers?
    fn declines(&self, flight: &Flight) -> Option<Declined> {
        let (broker, consumer) = (&self.plan.scenario.broker, &self.plan.scenario.consumer);
        let max = broker.max_deliveries;
        if self.plan.scenario.is_log() {
            return None;
        }
        if consumer.on_redelivered == OnRedelivered::Drop && flight.attempt > 1 {
            Some(Declined::Redelivered)
        } else if broker.max_check == MaxCheck::Worker && max > 0 && flight.attempt > max {
            Some(Declined::AttemptsUsedUp)
        } else {
            None
        }
    }

    /// A worker asks for more time, as long as it has the delivery.
    pub(super) fn heartbeat(&mut self, no: WorkerNo, life: u32, delivery: DeliveryNo) {
        let (beats, now) = (self.plan.scenario.consumer.heartbeat_ms, self.now);
        let Some(worker) = self.living(no, life) else { return };
        if worker.stands > now {
            let goes_on = worker.stands;
            return self.at(goes_on, Tick::Heartbeat { worker: no, life, delivery });
        }
        let mut all = worker.work.iter().chain(&worker.buffer).chain(&worker.held);
        let Some(work) = all.find(|work| work.delivery == delivery) else { return };
        let event = work.flight.event;
        let held = self.extend(delivery);
        self.note(What::Extended { delivery, event, worker: no, held });
        if held {
            self.after(beats, Tick::Heartbeat { worker: no, life, delivery });
        }
    }

    /// What a worker has polled and not begun is dropped: it will read it again.
    pub(super) fn give_up_batch(&mut self, no: WorkerNo) -> Vec<RecordAt> {
        let coming = self.floor.coming.values().filter(|(to, ..)| *to == no).map(|(_, flight, _)| flight);
        let mut records: Vec<RecordAt> = coming.filter_map(|flight| flight.record).collect();
        self.floor.coming.retain(|_, (to, ..)| *to != no);
        let worker = self.worker(no);
        records.extend(worker.buffer.iter().filter_map(|work| work.flight.record));
        worker.buffer.clear();
        worker.in_hand.clear();
        worker.batch_left = 0;
        records
    }

    /// The broker closed the worker's channel: what has not begun is dropped.
    pub(super) fn drop_buffer(&mut self, no: WorkerNo) {
        let worker = self.worker(no);
        let running = worker.work.as_ref().map(|work| work.delivery);
        worker.buffer.clear();
        worker.held.clear();
        worker.in_hand.retain(|delivery| Some(*delivery) == running);
        worker.batch_left = usize::from(running.is_some());
        worker.channel_closed = running.is_some();
        self.floor.coming.retain(|_, (to, ..)| *to != no);
    }

    pub(super) fn worker_joins(&mut self, no: WorkerNo) {
        let conn = self.store.connect(Database::Consumer);
        let worker = self.worker(no);
        worker.conn = Some(conn);
        worker.up = true;
        self.note(What::WorkerJoined { worker: no });
        self.after(0, Tick::Dispatch);
    }

    /// A new version runs, in which emailHandler's class has another name.
    pub(super) fn deployed(&mut self) {
        self.floor.renamed = self.plan.scenario.consumer.handler_id == HandlerId::ClassName;
    }

    /// Somebody will delete this moment's marks when they are old enough.
    pub(super) fn purge_later(&mut self) {
        let retention = self.plan.scenario.consumer.retention_ms;
        if retention > 0 && !std::mem::replace(&mut self.floor.purge_scheduled, true) {
            self.after(retention, Tick::Purge);
        }
    }

    /// Deletes the marks that are older than the retention.
    pub(super) fn purge(&mut self) {
        self.floor.purge_scheduled = false;
        let retention = self.plan.scenario.consumer.retention_ms;
        let Some(until) = self.now.0.checked_sub(retention) else { return };
        let mut conn = self.store.connect(Database::Consumer);
        match conn.purge(Millis(until)) {
            Ok(0) => {
                let _ = conn.take_log();
            }
            Ok(rows) => {
                self.note_sql(What::Purged { table: Table::ProcessedEvents, rows }, &mut conn, Vec::new());
            }
            Err(_) => {
                let _ = conn.take_log();
                self.floor.purge_scheduled = true;
                self.after(timing::PURGE_RETRY_MS, Tick::Purge);
            }
        }
        if !self.floor.purge_scheduled
            && let Some(oldest) = conn.oldest_mark()
        {
            self.floor.purge_scheduled = true;
            // A row that nobody can delete is met again and again, but time goes on.
            self.at((oldest + retention).max(self.now + 1), Tick::Purge);
        }
        self.store.give_back(conn);
    }

    /// Loads the program of the current handler.
    fn load_handler(&mut self, no: WorkerNo) {
        let mut consumer = self.plan.scenario.consumer.clone();
        let whole = self.plan.scenario.keeps_offsets();
        let event = self.worker(no).work.as_ref().map(|work| work.flight.event);
        if event.is_some_and(|event| self.naive.contains(&event)) {
            consumer.dedup = Dedup::Off;
        }
        if let Some(work) = self.worker(no).work.as_mut() {
            let handler = consumer.handlers.get(work.handler);
            work.program = handler.map_or(Vec::new(), |&handler| program(&consumer, handler));
            if whole {
                // One transaction around all handlers and the offset, and none inside it.
                work.program.retain(|op| !matches!(op, Op::Begin | Op::Commit | Op::Gap(Gap::Committed)));
                work.program.insert(0, Op::Begin);
            }
            work.next = 0;
        }
    }

    /// A worker does its next operations, up to one that takes time.
    pub(super) fn worker_steps(&mut self, no: WorkerNo, life: u32) {
        loop {
            let handlers = self.plan.scenario.consumer.handlers.clone();
            let worker = self.worker(no);
            if worker.life != life || !worker.up {
                return;
            }
            let Some(work) = worker.work.as_ref() else { return };
            let Some(&handler) = handlers.get(work.handler) else {
                self.delivery_done(no);
                return;
            };
            let Some(&op) = work.program.get(work.next) else {
                self.next_handler(no);
                continue;
            };
            let at = At { worker: no, delivery: work.delivery, event: work.flight.event, handler };
            match self.operation(no, at, op) {
                Next::In(ms) => {
                    if let Some(work) = self.worker(no).work.as_mut() {
                        work.next += 1;
                        work.waiting = false;
                    }
                    if ms > 0 {
                        self.after(ms, Tick::WorkerSteps { worker: no, life });
                        return;
                    }
                }
                Next::HandlerDone => {
                    self.next_handler(no);
                    self.after(timing::STATEMENT_MS, Tick::WorkerSteps { worker: no, life });
                    return;
                }
                Next::Wait | Next::Dead => return,
            }
        }
    }

    fn next_handler(&mut self, no: WorkerNo) {
        if let Some(work) = self.worker(no).work.as_mut() {
            work.handler += 1;
            work.waiting = false;
        }
        self.load_handler(no);
    }

    fn place(&mut self, no: WorkerNo, handler: Handler, gap: Option<Gap>) -> (Step, Place) {
        let work = self.worker(no).work.as_ref().expect("a worker in an operation has work");
        (work.step, Place { gap, handler: Some(handler), attempt: Some(work.flight.attempt) })
    }

    fn operation(&mut self, no: WorkerNo, at: At, op: Op) -> Next {
        match op {
            Op::Gap(gap) => {
                let (step, place) = self.place(no, at.handler, Some(gap));
                if self.meets(step, Point::WorkerCrash, place) {
                    self.worker_dies(no, gap, Some(at.handler));
                    return Next::Dead;
                }
                if Point::WorkerPause.gaps().contains(&gap) && self.meets(step, Point::WorkerPause, place) {
                    let ms = self.slow_ms();
                    let step = self.note(What::Paused { at, gap, ms });
                    self.arrived_at(no, step);
                    self.worker(no).stands = self.now + ms;
                    return Next::In(ms);
                }
                return Next::In(0);
            }
            Op::Enter => return self.enter(no, at),
            _ => {}
        }
        let mut conn = self.worker(no).conn.take().expect("a worker that is up has its connection");
        let result = self.statement(no, at, op, &mut conn);
        let next = match result {
            Ok(next) => next,
            Err(Refusal::Busy) => {
                self.waits(no, at, &mut conn);
                Next::Wait
            }
            // The statements of the pipeline meet no other refusal; should one, it is the handler's failure.
            Err(Refusal::Error(_)) => self.fails(no, at, &mut conn),
        };
        self.worker(no).conn = Some(conn);
        next
    }

    /// The body starts: it may throw, or be slow.
    fn enter(&mut self, no: WorkerNo, at: At) -> Next {
        if let Some(work) = self.worker(no).work.as_mut() {
            work.ran = true;
        }
        let (step, place) = self.place(no, at.handler, None);
        if self.meets(step, Point::HandlerThrows, place) {
            let mut conn = self.worker(no).conn.take().expect("a worker that is up has its connection");
            let next = self.fails(no, at, &mut conn);
            self.worker(no).conn = Some(conn);
            return next;
        }
        if self.meets(step, Point::HandlerSlow, place) {
            let ms = self.slow_ms();
            let scenario = &self.plan.scenario;
            let patience = if scenario.is_log() {
                scenario.log.max_poll_interval_ms
            } else {
                scenario.broker.ack_deadline_ms
            };
            let step = self.note(What::Slow { at, ms, too_long: ms > patience });
            self.arrived_at(no, step);
            return Next::In(ms);
        }
        Next::In(0)
    }

    fn payment_intent(&self, at: At) -> PaymentIntentId {
        let info = self.event(at.event);
        names::payment_intent(self.plan.scenario.seed, info.intent, info.order)
    }

    fn mail_is_down(&self) -> bool {
        let consumer = &self.plan.scenario.consumer;
        (consumer.mail_down_from_ms..consumer.mail_down_to_ms).contains(&self.now.0)
    }

    /// How long what is slow takes.
    fn slow_ms(&self) -> u64 {
        match self.plan.scenario.consumer.slow_ms {
            0 => self.plan.scenario.broker.ack_deadline_ms + timing::SLOW_EXTRA_MS,
            ms => ms,
        }
    }

    fn arrived_at(&mut self, no: WorkerNo, step: Step) {
        if let Some(work) = self.worker(no).work.as_mut() {
            work.step = step;
        }
    }

    /// Records an operation's entry as the worker's newest.
    fn did(&mut self, what: What, conn: &mut Conn, effects: Vec<Effect>) {
        let at = what.at();
        let step = self.note_sql(what, conn, effects);
        if let Some(at) = at {
            self.arrived_at(at.worker, step);
        }
    }

    fn mark(&mut self, no: WorkerNo, at: At) -> Mark<'static> {
        let work = self.worker(no).work.as_ref().expect("a worker in an operation has work");
        let message = work.flight.message;
        Mark {
            key: self.plan.scenario.consumer.dedup_key,
            event: self.event(at.event).id,
            message,
            handler: match (self.floor.renamed, at.handler) {
                (true, Handler::Email) => "OrderMailHandler",
                (_, handler) => handler.word(),
            },
            bus: self.bus,
            at: self.now,
        }
    }

    fn statement(&mut self, no: WorkerNo, at: At, op: Op, conn: &mut Conn) -> Result<Next, Refusal> {
        let mark = self.mark(no, at);
        let next = Next::In(timing::STATEMENT_MS);
        if matches!(op, Op::MarkFirst | Op::MarkAfter | Op::MarkLast | Op::Claim) {
            self.purge_later();
        }
        match op {
            Op::Check => {
                let seen = conn.is_marked(&mark)?;
                self.did(What::Checked { at, seen }, conn, Vec::new());
                Ok(if seen { Next::HandlerDone } else { next })
            }
            Op::Look => {
                let seen = conn.is_paid(self.payment_intent(at))?;
                self.did(What::Checked { at, seen }, conn, Vec::new());
                Ok(if seen { Next::HandlerDone } else { next })
            }
            Op::Begin if conn.in_transaction() => Ok(Next::In(0)),
            Op::Begin => {
                conn.begin()?;
                self.floor.holder = Some(at);
                self.did(What::Began { at }, conn, Vec::new());
                Ok(next)
            }
            Op::MarkFirst => {
                let inserted = conn.insert_mark(&mark)?;
                let whole = self.plan.scenario.keeps_offsets();
                if !inserted && !whole {
                    conn.rollback()?;
                }
                self.did(What::Claimed { at, memory: Memory::Transaction, inserted }, conn, Vec::new());
                if inserted {
                    return Ok(next);
                }
                if !whole {
                    self.transaction_ended();
                }
                self.conflict(no);
                Ok(Next::HandlerDone)
            }
            Op::Claim if self.plan.scenario.consumer.claim_lease_ms > 0 => self.claim(no, at, &mark, conn),
            Op::Claim => {
                let inserted = conn.insert_mark(&mark)?;
                self.did(What::Claimed { at, memory: Memory::Table, inserted }, conn, Vec::new());
                Ok(if inserted { next } else { Next::HandlerDone })
            }
            Op::Lock => {
                let inserted = self.lock(no, at, &mark);
                Ok(if inserted { next } else { Next::HandlerDone })
            }
            Op::Overlap => {
                let name = self.overlap_name(at);
                let (ttl_ms, on_held) = {
                    let consumer = &self.plan.scenario.consumer;
                    (consumer.setnx_ttl_ms, consumer.on_lock_held)
                };
                if self.floor.locks.set_nx(&name, ttl_ms, self.now) {
                    self.lock_told(What::Claimed { at, memory: Memory::Lock, inserted: true }, &name, "OK");
                    return Ok(next);
                }
                let dropped = on_held == OnLockHeld::Skip;
                self.lock_told(What::Overlaps { at, dropped }, &name, "");
                if !dropped {
                    self.comes_again(no);
                }
                Ok(Next::HandlerDone)
            }
            Op::Unlock => {
                let name = self.overlap_name(at);
                self.floor.locks.del(&name);
                self.did(What::Unlocked { at }, conn, Vec::new());
                Ok(next)
            }
            Op::Send if at.handler == Handler::Email && self.mail_is_down() => {
                let until = Millis(self.plan.scenario.consumer.mail_down_to_ms);
                self.did(What::NoAnswer { at, until }, conn, Vec::new());
                Ok(self.fails(no, at, conn))
            }
            Op::Send => {
                let info = self.event(at.event);
                let consumer = &self.plan.scenario.consumer;
                let (key, with_key) = match at.handler {
                    Handler::Payment => (self.payment_intent(at).0, consumer.card_key),
                    handler => (info.id.0, handler == Handler::Email && consumer.mail_key),
                };
                let provider = at.handler.provider().expect("a handler that sends has a provider");
                let accepted = self.floor.outside.accept(provider, key, with_key);
                let effects =
                    if accepted { vec![Effect { handler: at.handler, event: at.event }] } else { Vec::new() };
                self.did(What::Sent { at, order: info.order, refused: !accepted }, conn, effects);
                Ok(Next::In(timing::PROVIDER_MS))
            }
            Op::Write => self.write(no, at, conn).map(|()| next),
            Op::MarkAfter => {
                let inserted = conn.insert_mark(&mark)?;
                self.did(What::Marked { at, inserted }, conn, Vec::new());
                Ok(if !inserted && self.conflict(no) { Next::HandlerDone } else { next })
            }
            Op::MarkLast => {
                let inserted = conn.insert_mark(&mark)?;
                self.did(What::Marked { at, inserted }, conn, Vec::new());
                if inserted {
                    return Ok(next);
                }
                self.roll_back(no, at, Rollback::AlreadyMarked, conn);
                self.conflict(no);
                Ok(Next::HandlerDone)
            }
            Op::Settle => {
                let token = self.worker(no).work.as_ref().map(|w| w.token.clone()).unwrap_or_default();
                let inserted = conn.settle(&mark, &token)?;
                self.did(What::Marked { at, inserted }, conn, Vec::new());
                Ok(next)
            }
            Op::Commit => {
                conn.commit()?;
                let effects =
                    self.worker(no).work.as_mut().map(|w| std::mem::take(&mut w.effects)).unwrap_or_default();
                self.did(What::Committed { at }, conn, effects);
                self.transaction_ended();
                Ok(next)
            }
            Op::Enter | Op::Gap(_) => Ok(Next::In(0)),
        }
    }

    /// A claim with a lease: alive it keeps others out, settled it is a mark, expired it is taken over.
    fn claim(&mut self, no: WorkerNo, at: At, mark: &Mark<'_>, conn: &mut Conn) -> Result<Next, Refusal> {
        let token = names::token(self.plan.scenario.seed, no, self.now);
        let claim = Claim { until: self.now + self.plan.scenario.consumer.claim_lease_ms, token };
        let next = Next::In(timing::STATEMENT_MS);
        let busy_skips = self.plan.scenario.consumer.on_claim_held == OnLockHeld::Skip;
        let what = if conn.insert_claim(mark, &claim)? {
            What::Claimed { at, memory: Memory::Table, inserted: true }
        } else if conn.is_settled(mark)? {
            What::Claimed { at, memory: Memory::Table, inserted: false }
        } else if conn.take_over(mark, &claim)? {
            What::ClaimTakenOver { at }
        } else if busy_skips {
            What::Claimed { at, memory: Memory::Table, inserted: false }
        } else {
            What::ClaimHeld { at }
        };
        let (skips, held) = (what.skips(), matches!(what, What::ClaimHeld { .. }));
        self.did(what, conn, Vec::new());
        if let Some(work) = self.worker(no).work.as_mut() {
            work.token = claim.token;
        }
        if held {
            self.comes_again(no);
        }
        Ok(if skips || held { Next::HandlerDone } else { next })
    }

    fn lock(&mut self, no: WorkerNo, at: At, mark: &Mark<'_>) -> bool {
        let id = match mark.key {
            DedupKey::MessageAndHandler => mark.message.to_string(),
            _ => mark.event.to_string(),
        };
        let name = match mark.key {
            DedupKey::Event => format!("dedup:{id}"),
            _ => format!("dedup:{id}:{}", at.handler),
        };
        if self.plan.scenario.consumer.dedup == Dedup::InProcess {
            let now = self.now;
            let inserted = self.worker(no).seen.set_nx(&name, u64::MAX, now);
            let step = self.note(What::Claimed { at, memory: Memory::Process, inserted });
            self.arrived_at(no, step);
            return inserted;
        }
        let ttl_ms = self.plan.scenario.consumer.setnx_ttl_ms;
        let inserted = self.floor.locks.set_nx(&name, ttl_ms, self.now);
        let release = !inserted && self.plan.scenario.consumer.on_lock_held == OnLockHeld::Release;
        let what = if release {
            What::ClaimHeld { at }
        } else {
            What::Claimed { at, memory: Memory::Lock, inserted }
        };
        if release {
            self.comes_again(no);
        }
        self.lock_told(what, &name, if inserted { "OK" } else { "" });
        inserted
    }

    fn overlap_name(&self, at: At) -> String {
        match self.plan.scenario.consumer.overlap_key {
            OverlapKey::Handler => format!("overlap:{}", at.handler),
            OverlapKey::EventAndHandler => format!("overlap:{}:{}", at.handler, self.event(at.event).id),
        }
    }

    /// Records what came of asking for a lock.
    fn lock_told(&mut self, what: What, name: &str, reply: &str) {
        let Some(at) = what.at() else { return };
        let reply = if reply.is_empty() { Cell::Null } else { Cell::Text(reply.into()) };
        let ttl_ms = self.plan.scenario.consumer.setnx_ttl_ms;
        let statement = Statement {
            database: Database::Consumer,
            sql: "SET ?1 1 NX PX ?2".into(),
            values: vec![Cell::Text(name.into()), Cell::Integer(ttl_ms as i64)],
            answer: Answer::Rows(vec![vec![reply]]),
        };
        let step = self.note_other(what, vec![statement]);
        self.arrived_at(at.worker, step);
    }

    fn write(&mut self, no: WorkerNo, at: At, conn: &mut Conn) -> Result<(), Refusal> {
        let info = self.event(at.event);
        let cart = self.cart(info.intent);
        let fact = Fact {
            event: info.id,
            order: info.order,
            payment_intent: self.payment_intent(at),
            cents: AMOUNT_CENTS,
            user: cart.user.into(),
            item: &cart.item,
            at: self.now,
        };
        let changed = conn.write_business_row(at.handler, self.plan.scenario.consumer.sql, &fact)?;
        // What left was the effect; its row only tells of it. An older value than the one that stands there is
        // superseded, not lost.
        let counts = at.handler.provider().is_none() && (changed > 0 || at.handler.overwrites());
        let mut effects = Vec::new();
        if counts {
            let effect = Effect { handler: at.handler, event: at.event };
            match self.worker(no).work.as_mut() {
                Some(work) if conn.in_transaction() => work.effects.push(effect),
                _ => effects.push(effect),
            }
        }
        self.did(What::Wrote { at, changed }, conn, effects);
        Ok(())
    }

    fn waits(&mut self, no: WorkerNo, at: At, conn: &mut Conn) {
        let told = self.worker(no).work.as_mut().is_some_and(|w| std::mem::replace(&mut w.waiting, true));
        if told {
            let _ = conn.take_log();
        } else {
            let holder = self.floor.holder;
            self.did(What::Waits { at, holder }, conn, Vec::new());
        }
    }

    /// The handler throws: what it has open is rolled back, the delivery will be nacked.
    fn fails(&mut self, no: WorkerNo, at: At, conn: &mut Conn) -> Next {
        self.did(What::Failed { at }, conn, Vec::new());
        if self.plan.scenario.consumer.dedup == Dedup::WithoutOverlapping {
            let name = self.overlap_name(at);
            self.floor.locks.del(&name);
        }
        if conn.in_transaction() {
            self.roll_back(no, at, Rollback::Failed, conn);
        } else if self.floor.holder.is_some_and(|holder| holder.worker == no) {
            // Some errors roll back by themselves: a full database, a trigger's RAISE(ROLLBACK).
            if let Some(work) = self.worker(no).work.as_mut() {
                work.effects.clear();
            }
            self.transaction_ended();
        }
        let handlers = self.plan.scenario.consumer.handlers.len();
        // What shares one transaction fails together.
        let scenario = &self.plan.scenario;
        let stop = scenario.consumer.on_failure == OnFailure::Stop || scenario.keeps_offsets();
        if let Some(work) = self.worker(no).work.as_mut() {
            work.failed = true;
            if stop {
                work.handler = handlers;
            }
        }
        Next::HandlerDone
    }

    /// Somebody else may still do it: this delivery must come again.
    fn comes_again(&mut self, no: WorkerNo) {
        let consumer = &self.plan.scenario.consumer;
        let (stop, handlers) = (consumer.on_failure == OnFailure::Stop, consumer.handlers.len());
        if let Some(work) = self.worker(no).work.as_mut() {
            work.failed = true;
            work.held = true;
            if stop {
                work.handler = handlers;
            }
        }
    }

    /// The mark was there when it was to be written. Is that an error here?
    fn conflict(&mut self, no: WorkerNo) -> bool {
        let consumer = &self.plan.scenario.consumer;
        let raises = consumer.on_conflict == OnConflict::Raise;
        let (stop, handlers) = (consumer.on_failure == OnFailure::Stop, consumer.handlers.len());
        if let Some(work) = self.worker(no).work.as_mut().filter(|_| raises) {
            work.failed = true;
            if stop {
                work.handler = handlers;
            }
        }
        raises
    }

    fn roll_back(&mut self, no: WorkerNo, at: At, why: Rollback, conn: &mut Conn) {
        let _ = conn.rollback();
        if let Some(work) = self.worker(no).work.as_mut() {
            work.effects.clear();
        }
        self.did(What::RolledBack { at, why }, conn, Vec::new());
        self.transaction_ended();
    }

    /// Whoever waits for the database tries again, in the order of the workers.
    fn transaction_ended(&mut self) {
        self.floor.holder = None;
        let waiting: Vec<(WorkerNo, u32)> = self
            .workers
            .iter()
            .enumerate()
            .filter(|(_, worker)| worker.work.as_ref().is_some_and(|work| work.waiting))
            .map(|(i, worker)| (WorkerNo(i as u8 + 1), worker.life))
            .collect();
        for (worker, life) in waiting {
            self.after(0, Tick::WorkerSteps { worker, life });
        }
    }

    /// All handlers are done: ack, or nack if one failed.
    fn delivery_done(&mut self, no: WorkerNo) {
        let Some(work) = self.worker(no).work.as_ref() else { return };
        let Work { delivery, flight, failed, held, mut step, .. } = *work;
        let skipped = work.handler > 0 && !work.ran && !failed;
        let (output, commit) = (self.plan.scenario.log.output, self.plan.scenario.log.commit);
        if flight.record.is_some() && output && !failed {
            let open = commit == Commit::Transaction;
            step = self.note(What::Produced { worker: no, event: flight.event, open });
        }
        let place = Place { gap: Some(Gap::BeforeAck), handler: None, attempt: Some(flight.attempt) };
        if self.meets(step, Point::WorkerCrash, place) {
            self.worker_dies(no, Gap::BeforeAck, None);
            return;
        }
        if !failed {
            self.unique_free(flight.event);
        }
        if self.plan.scenario.keeps_offsets() && !failed {
            self.commit_in_database(no, flight);
        }
        let scenario = &self.plan.scenario;
        let (ack, settle) = (scenario.broker.ack, scenario.consumer.settle);
        let forgets = scenario.consumer.on_duplicate == OnDuplicate::NoAck;
        let worker = self.worker(no);
        worker.work = None;
        worker.channel_closed = false;
        worker.batch_left = worker.batch_left.saturating_sub(1);
        let last = worker.batch_left == 0;
        if flight.record.is_some() {
            worker.in_hand.retain(|held| *held != delivery);
            self.record_done(no, DoneWith { delivery, flight, failed, held }, step);
            self.take_up_soon(no);
            return;
        }
        if ack != AckMode::Manual {
            // The broker was done with it long ago.
            worker.in_hand.retain(|held| *held != delivery);
            self.after(0, Tick::Dispatch);
            self.take_up_soon(no);
            return;
        }
        if skipped && forgets {
            worker.in_hand.retain(|held| *held != delivery);
            self.note(What::LeftUnacked { delivery, event: flight.event, worker: no });
        } else {
            worker.done.push(DoneWith { delivery, flight, failed, held });
        }
        let worker = self.worker(no);
        if last || settle == Settle::Each {
            let done = std::mem::take(&mut worker.done);
            worker.in_hand.retain(|held| !done.iter().any(|with| with.delivery == *held));
            let failed = done.iter().any(|with| with.failed);
            for with in done {
                self.settle(no, DoneWith { failed, ..with });
            }
        }
        self.after(timing::HOP_MS, Tick::Dispatch);
        self.take_up_soon(no);
    }

    /// The transaction around all handlers ends with the offset, if that stands where it should.
    pub(super) fn commit_in_database(&mut self, no: WorkerNo, flight: Flight) {
        let Some(RecordAt { partition, offset }) = flight.record else { return };
        let Some(mut conn) = self.worker(no).conn.take() else { return };
        let mut effects =
            self.worker(no).work.as_mut().map(|w| std::mem::take(&mut w.effects)).unwrap_or_default();
        let mut moved = conn.store_offset(partition, offset, offset + 1) == Ok(true);
        if moved && conn.in_transaction() {
            moved = conn.commit().is_ok();
        }
        if conn.in_transaction() {
            let _ = conn.rollback();
        }
        if moved {
            self.committed(partition, offset + 1);
        } else {
            effects.clear();
        }
        let what = What::OffsetCommitted {
            worker: no,
            partition,
            offset: offset + 1,
            event: flight.event,
            how: Commit::Database,
            refused: !moved,
            lost: false,
        };
        self.note_sql(what, &mut conn, effects);
        self.worker(no).conn = Some(conn);
        self.transaction_ended();
    }

    fn settle(&mut self, no: WorkerNo, with: DoneWith) {
        let DoneWith { delivery, flight, failed, held } = with;
        if !failed {
            self.send_ack(no, delivery, flight);
            return;
        }
        if self.copies() && !held {
            self.retry_as_copy(no, flight);
            self.send_ack(no, delivery, flight);
            return;
        }
        let late = !self.in_flight(delivery);
        let requeue = held || self.plan.scenario.consumer.on_nack == OnNack::Requeue;
        self.note(What::Nacked { delivery, event: flight.event, worker: no, late, requeue });
        self.nack(delivery, if held { timing::CLAIM_RETRY_MS } else { timing::HOP_MS }, requeue);
    }

    fn send_ack(&mut self, no: WorkerNo, delivery: DeliveryNo, flight: Flight) {
        let Flight { event, attempt, .. } = flight;
        let late = !self.in_flight(delivery);
        let place = Place { attempt: Some(attempt), ..Place::default() };
        let lost = self.faults.meet(Point::AckLost, place);
        let broken = self.faults.meet(Point::ConnectionLost, place);
        let gone = lost.fired.is_some() || broken.fired.is_some();
        let step = self.note(What::Acked { delivery, event, worker: no, lost: gone, late });
        self.recorder.met(step, lost);
        self.recorder.met(step, broken);
        if broken.fired.is_some() {
            self.after(timing::NOTICE_MS, Tick::ConnectionLost { worker: no });
        }
        if gone {
            return;
        }
        if late {
            self.late_ack(delivery, flight);
        } else {
            self.ack(delivery);
        }
        if self.meets(step, Point::BrokerRestart, Place::default()) {
            self.broker_restarts();
        }
    }

    /// The process dies: SQLite rolls back what it had open, the broker will notice the broken connection.
    fn worker_dies(&mut self, no: WorkerNo, gap: Gap, handler: Option<Handler>) {
        let worker = self.worker(no);
        worker.up = false;
        worker.life += 1;
        let conn = worker.conn.take();
        let Some(work) = worker.forget() else { return };
        let held = conn.as_ref().is_some_and(Conn::in_transaction);
        let changes = conn.map(|conn| conn.crash(&self.store)).unwrap_or_default();
        let what = What::WorkerCrashed {
            worker: no,
            gap,
            delivery: work.delivery,
            event: work.flight.event,
            handler,
        };
        self.recorder.add(self.now, what, Vec::new(), changes, Vec::new());
        if held {
            self.transaction_ended();
        }
        if self.plan.scenario.is_log() {
            // Nobody misses a dead reader before its session is over.
            let life = self.worker(no).life - 1;
            self.after(self.plan.scenario.log.session_timeout_ms, Tick::SessionEnds { worker: no, life });
        } else {
            self.after(timing::NOTICE_MS, Tick::ConnectionLost { worker: no });
        }
        self.after(timing::RESTART_MS, Tick::WorkerUp { worker: no });
    }

    pub(super) fn worker_up(&mut self, no: WorkerNo) {
        let conn = self.store.connect(Database::Consumer);
        let worker = self.worker(no);
        worker.conn = Some(conn);
        worker.up = true;
        self.note(What::WorkerRestarted { worker: no });
        self.after(0, Tick::Dispatch);
    }
}
