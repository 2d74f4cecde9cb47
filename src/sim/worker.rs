//! Workers: take one delivery, run the handlers in order, ack when all are done.
//!
//! A worker executes the programs of [`super::program`], one operation a tick, so that two workers really
//! interleave. Its transaction is a real one on a connection of its own: it stays open between ticks, a second
//! writer really meets `SQLITE_BUSY`, and a crash drops the connection.

use super::broker::Flight;
use super::faults::Place;
use super::outside::{LockStore, MailProvider};
use super::program::{Op, program};
use super::recorder::Step;
use super::{Tick, World, names, timing};
use crate::domain::fault::{Gap, Point};
use crate::domain::ids::{DeliveryNo, WorkerNo};
use crate::domain::scenario::{AckMode, DedupKey, Handler, OnFailure};
use crate::domain::sql::{Answer, Cell, Database, Statement};
use crate::domain::trace::{At, Effect, Memory, Rollback, What};
use crate::store::{Claim, Conn, Fact, Mark, Refusal, Store};
use litemap::LiteMap;

/// A worker's process.
pub struct Worker {
    /// `None` while it is down (or while one of its operations runs).
    conn: Option<Conn>,
    up: bool,
    /// Counts restarts; ticks of an earlier life are void.
    life: u32,
    work: Option<Work>,
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
    /// This operation met `SQLITE_BUSY` before; the wait is told once.
    waiting: bool,
    /// Effects of the open transaction: real when it commits.
    effects: Vec<Effect>,
    token: String,
    /// Its newest entry: where a fault point is noted.
    step: Step,
    arrived: bool,
}

/// What the workers share: the outside world, and who has a transaction open.
#[derive(Default)]
pub struct Floor {
    mail: MailProvider,
    locks: LockStore,
    holder: Option<At>,
    /// Deliveries on their way, with the entry that sent them.
    coming: LiteMap<DeliveryNo, (WorkerNo, Flight, Step)>,
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
        Worker { conn: Some(store.connect(Database::Consumer)), up: true, life: 0, work: None }
    }

    pub(super) fn hang_up(self) -> Option<Conn> {
        self.conn
    }

    pub(super) fn is_free(&self) -> bool {
        self.up && self.work.is_none()
    }
}

impl World {
    fn worker(&mut self, no: WorkerNo) -> &mut Worker {
        &mut self.workers[usize::from(no.0) - 1]
    }

    /// A delivery is on its way to a worker.
    pub(super) fn worker_expects(&mut self, no: WorkerNo, delivery: DeliveryNo, flight: Flight, step: Step) {
        self.floor.coming.insert(delivery, (no, flight, step));
        self.worker(no).work = Some(Work {
            delivery,
            flight,
            handler: 0,
            program: Vec::new(),
            next: 0,
            failed: false,
            held: false,
            waiting: false,
            effects: Vec::new(),
            token: String::new(),
            step,
            arrived: false,
        });
    }

    pub(super) fn delivery_arrives(&mut self, delivery: DeliveryNo) {
        let Some((no, flight, step)) = self.floor.coming.remove(&delivery) else { return };
        let worker = self.worker(no);
        let life = worker.life;
        let Some(work) = worker.work.as_mut().filter(|work| work.delivery == delivery) else { return };
        work.arrived = true;
        let place = Place { gap: Some(Gap::Received), handler: None, attempt: Some(flight.attempt) };
        if self.meets(step, Point::WorkerCrash, place) {
            self.worker_dies(no, Gap::Received, None);
            return;
        }
        self.load_handler(no);
        self.worker_steps(no, life);
    }

    /// Loads the program of the current handler.
    fn load_handler(&mut self, no: WorkerNo) {
        let consumer = self.plan.scenario.consumer.clone();
        if let Some(work) = self.worker(no).work.as_mut() {
            let handler = consumer.handlers.get(work.handler);
            work.program = handler.map_or(Vec::new(), |&handler| program(&consumer, handler));
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
            let Some(work) = worker.work.as_ref().filter(|work| work.arrived) else { return };
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
        let (step, place) = self.place(no, at.handler, None);
        if self.meets(step, Point::HandlerThrows, place) {
            let mut conn = self.worker(no).conn.take().expect("a worker that is up has its connection");
            let next = self.fails(no, at, &mut conn);
            self.worker(no).conn = Some(conn);
            return next;
        }
        if self.meets(step, Point::HandlerSlow, place) {
            let ms = self.plan.scenario.broker.ack_deadline_ms + timing::SLOW_EXTRA_MS;
            let step = self.note(What::Slow { at, ms });
            self.arrived_at(no, step);
            return Next::In(ms);
        }
        Next::In(0)
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
            handler: at.handler,
            bus: self.bus,
            at: self.now,
        }
    }

    fn statement(&mut self, no: WorkerNo, at: At, op: Op, conn: &mut Conn) -> Result<Next, Refusal> {
        let mark = self.mark(no, at);
        let next = Next::In(timing::STATEMENT_MS);
        match op {
            Op::Check => {
                let seen = conn.is_marked(&mark)?;
                self.did(What::Checked { at, seen }, conn, Vec::new());
                Ok(if seen { Next::HandlerDone } else { next })
            }
            Op::Begin => {
                conn.begin()?;
                self.floor.holder = Some(at);
                self.did(What::Began { at }, conn, Vec::new());
                Ok(next)
            }
            Op::MarkFirst => {
                let inserted = conn.insert_mark(&mark)?;
                if !inserted {
                    conn.rollback()?;
                }
                self.did(What::Claimed { at, memory: Memory::Transaction, inserted }, conn, Vec::new());
                if inserted {
                    return Ok(next);
                }
                self.transaction_ended();
                Ok(Next::HandlerDone)
            }
            Op::Claim if self.plan.scenario.consumer.claim_lease_ms > 0 => self.claim(no, at, &mark, conn),
            Op::Claim => {
                let inserted = conn.insert_mark(&mark)?;
                self.did(What::Claimed { at, memory: Memory::Table, inserted }, conn, Vec::new());
                Ok(if inserted { next } else { Next::HandlerDone })
            }
            Op::Lock => {
                let inserted = self.lock(at, &mark);
                Ok(if inserted { next } else { Next::HandlerDone })
            }
            Op::Mail => {
                let info = self.event(at.event);
                let accepted = self.floor.mail.accept(info.id, self.plan.scenario.consumer.mail_key);
                let effects =
                    if accepted { vec![Effect { handler: at.handler, event: at.event }] } else { Vec::new() };
                self.did(What::Mailed { at, order: info.order, refused: !accepted }, conn, effects);
                Ok(Next::In(timing::MAIL_MS))
            }
            Op::Write => self.write(no, at, conn).map(|()| next),
            Op::MarkAfter => {
                let inserted = conn.insert_mark(&mark)?;
                self.did(What::Marked { at, inserted }, conn, Vec::new());
                Ok(next)
            }
            Op::MarkLast => {
                let inserted = conn.insert_mark(&mark)?;
                self.did(What::Marked { at, inserted }, conn, Vec::new());
                if inserted {
                    return Ok(next);
                }
                self.roll_back(no, at, Rollback::AlreadyMarked, conn);
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
        let what = if conn.insert_claim(mark, &claim)? {
            What::Claimed { at, memory: Memory::Table, inserted: true }
        } else if conn.is_settled(mark)? {
            What::Claimed { at, memory: Memory::Table, inserted: false }
        } else if conn.take_over(mark, &claim)? {
            What::ClaimTakenOver { at }
        } else {
            What::ClaimHeld { at }
        };
        let (skips, held) = (what.skips(), matches!(what, What::ClaimHeld { .. }));
        self.did(what, conn, Vec::new());
        if let Some(work) = self.worker(no).work.as_mut() {
            work.token = claim.token;
            // Somebody else may still do it: this delivery must come again.
            work.failed |= held;
            work.held |= held;
        }
        Ok(if skips || held { Next::HandlerDone } else { next })
    }

    fn lock(&mut self, at: At, mark: &Mark<'_>) -> bool {
        let id = match mark.key {
            DedupKey::MessageAndHandler => mark.message.to_string(),
            _ => mark.event.to_string(),
        };
        let name = match mark.key {
            DedupKey::Event => format!("dedup:{id}"),
            _ => format!("dedup:{id}:{}", at.handler),
        };
        let ttl_ms = self.plan.scenario.consumer.setnx_ttl_ms;
        let inserted = self.floor.locks.set_nx(&name, ttl_ms, self.now);
        let reply = if inserted { Cell::Text("OK".into()) } else { Cell::Null };
        let statement = Statement {
            database: Database::Consumer,
            sql: "SET ?1 1 NX PX ?2".into(),
            values: vec![Cell::Text(name), Cell::Integer(ttl_ms as i64)],
            answer: Answer::Rows(vec![vec![reply]]),
        };
        let what = What::Claimed { at, memory: Memory::Lock, inserted };
        let step = self.note_other(what, vec![statement]);
        self.arrived_at(at.worker, step);
        inserted
    }

    fn write(&mut self, no: WorkerNo, at: At, conn: &mut Conn) -> Result<(), Refusal> {
        let info = self.event(at.event);
        let item = names::item(info.intent);
        let fact = Fact { event: info.id, order: info.order, user: 1, item: &item, at: self.now };
        let changed = conn.write_business_row(at.handler, self.plan.scenario.consumer.sql, &fact)?;
        // The mail was the effect; its row only tells of it. An older value than the one that stands there is
        // superseded, not lost.
        let counts = at.handler != Handler::Email && (changed > 0 || at.handler.overwrites());
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
        if conn.in_transaction() {
            self.roll_back(no, at, Rollback::Failed, conn);
        }
        let handlers = self.plan.scenario.consumer.handlers.len();
        let stop = self.plan.scenario.consumer.on_failure == OnFailure::Stop;
        if let Some(work) = self.worker(no).work.as_mut() {
            work.failed = true;
            if stop {
                work.handler = handlers;
            }
        }
        Next::HandlerDone
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
        let (delivery, event, failed, held) = (work.delivery, work.flight.event, work.failed, work.held);
        let (step, attempt) = (work.step, work.flight.attempt);
        let place = Place { gap: Some(Gap::BeforeAck), handler: None, attempt: Some(attempt) };
        if self.meets(step, Point::WorkerCrash, place) {
            self.worker_dies(no, Gap::BeforeAck, None);
            return;
        }
        self.worker(no).work = None;
        if self.plan.scenario.broker.ack == AckMode::Auto {
            // The broker was done with it long ago.
            self.after(0, Tick::Dispatch);
            return;
        }
        let late = !self.in_flight(delivery);
        if failed {
            self.note(What::Nacked { delivery, event, worker: no, late });
            self.nack(delivery, if held { timing::CLAIM_RETRY_MS } else { timing::HOP_MS });
        } else {
            let met = self.faults.meet(Point::AckLost, Place { attempt: Some(attempt), ..Place::default() });
            let lost = met.fired.is_some();
            let step = self.note(What::Acked { delivery, event, worker: no, lost, late });
            self.recorder.met(step, met);
            if !lost {
                self.ack(delivery);
            }
        }
        self.after(timing::HOP_MS, Tick::Dispatch);
    }

    /// The process dies: SQLite rolls back what it had open, the broker will notice the broken connection.
    fn worker_dies(&mut self, no: WorkerNo, gap: Gap, handler: Option<Handler>) {
        let worker = self.worker(no);
        worker.up = false;
        worker.life += 1;
        let conn = worker.conn.take();
        let Some(work) = worker.work.take() else { return };
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
        self.after(timing::NOTICE_MS, Tick::ConnectionLost { worker: no });
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
