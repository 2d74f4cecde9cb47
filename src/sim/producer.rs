//! The service that takes orders: layer 1, the outbox, and the two dual writes.

use super::broker::PublishId;
use super::client::Request;
use super::faults::Place;
use super::recorder::Step;
use super::{Tick, World, names, timing};
use crate::domain::command::Route;
use crate::domain::fault::{Gap, Point};
use crate::domain::ids::{EventId, EventNo, IdempotencyKey, Millis, OrderId, RequestNo};
use crate::domain::scenario::{EventIdFrom, KeyStore, Publish, Remember};
use crate::domain::sql::{Database, Table};
use crate::domain::trace::{EventInfo, KeyState, Publisher, Status, What};
use crate::store::{Conn, NewOrder, Refusal};

/// The producer's process; `None` while it is down.
pub struct Producer {
    conn: Option<Conn>,
}

/// Why the producer does not go on with a request.
enum Halt {
    /// Its process dies.
    Dies(Gap),
    /// Its database refused a statement: learners may do to the tables what they like.
    Refused,
}

impl From<Refusal> for Halt {
    fn from(_: Refusal) -> Halt {
        Halt::Refused
    }
}

/// What an order costs.
pub(super) const AMOUNT_CENTS: i64 = 4_000;

impl Producer {
    pub(super) fn new(conn: Conn) -> Producer {
        Producer { conn: Some(conn) }
    }
    pub(super) fn hang_up(self) -> Option<Conn> {
        self.conn
    }
    pub(super) fn is_up(&self) -> bool {
        self.conn.is_some()
    }
}

impl World {
    pub(super) fn request_arrives(&mut self, no: RequestNo) {
        // A request that arrives at a dead process is answered by nobody.
        let Some(mut conn) = self.producer.conn.take() else { return };
        let request = self.request(no);
        let Some(key) = request.key.filter(|_| self.plan.scenario.keeps_keys()) else {
            return self.order(no, conn);
        };
        match self.look_key_up(no, key, &mut conn) {
            Ok(None) => self.order(no, conn),
            Ok(Some((KeyState::Free, _))) => {
                self.producer.conn = Some(conn);
                self.after(timing::WORK_MS, Tick::ProducerWorked { request: no });
            }
            Ok(Some((state, order))) => {
                let status = match state {
                    KeyState::Done => Status::Stored,
                    KeyState::Failed => Status::Failed,
                    KeyState::InProgress | KeyState::Free => Status::Conflict,
                };
                self.producer.conn = Some(conn);
                self.respond(no, status, order);
            }
            Err(halt) => self.producer_halts(no, conn, halt),
        }
    }

    /// What the table of keys says; `None`: the order can be taken at once. `Free`: after some work.
    fn look_key_up(
        &mut self,
        no: RequestNo,
        key: IdempotencyKey,
        conn: &mut Conn,
    ) -> Result<Option<(KeyState, Option<OrderId>)>, Halt> {
        let store = self.plan.scenario.producer.key_store;
        self.forget_keys(conn)?;
        if store == KeyStore::ClaimFirst && conn.claim_key(key, KeyState::InProgress.word(), self.now)? {
            let what = What::KeyStored { request: no, state: KeyState::InProgress };
            let step = self.note_sql(what, conn, Vec::new());
            return self.producer_dies(step, Gap::Claimed).map(|()| None);
        }
        let found = conn.find_key(key)?;
        let (state, order) = found.map_or((KeyState::Free, None), |(status, order)| {
            (KeyState::from_word(&status).unwrap_or(KeyState::Free), order)
        });
        self.note_sql(What::KeyChecked { request: no, state }, conn, Vec::new());
        let at_once = state == KeyState::Free && store != KeyStore::GetThenPut;
        Ok((!at_once).then_some((state, order)))
    }

    /// Deletes what is too old to be answered from.
    fn forget_keys(&mut self, conn: &mut Conn) -> Result<(), Halt> {
        let kept = self.plan.scenario.producer.key_kept_ms;
        let Some(until) = self.now.0.checked_sub(kept).filter(|_| kept > 0) else { return Ok(()) };
        match conn.forget_keys(Millis(until))? {
            0 => {
                let _ = conn.take_log();
            }
            rows => {
                self.note_sql(What::Purged { table: Table::IdempotencyKeys, rows }, conn, Vec::new());
            }
        }
        Ok(())
    }

    pub(super) fn producer_worked(&mut self, no: RequestNo) {
        if let Some(conn) = self.producer.conn.take() {
            self.order(no, conn);
        }
    }

    /// Takes the order and answers, or dies over it.
    fn order(&mut self, no: RequestNo, mut conn: Conn) {
        match self.take_order_and_key(no, &mut conn) {
            Ok((status, order)) => {
                self.producer.conn = Some(conn);
                self.respond(no, status, order);
            }
            Err(halt) => self.producer_halts(no, conn, halt),
        }
    }

    fn take_order_and_key(
        &mut self,
        no: RequestNo,
        conn: &mut Conn,
    ) -> Result<(Status, Option<OrderId>), Halt> {
        let request = self.request(no);
        let producer = &self.plan.scenario.producer;
        let (store, remember) = (producer.key_store, producer.remember);
        // A key in a table of its own is not the event's id.
        let own = request.key.filter(|_| store == KeyStore::InTransaction && request.route != Route::Naive);
        let id = own.map_or_else(|| names::event(self.plan.scenario.seed, no), EventId::from);
        let (status, order) = self.take_order(conn, no, &request, id)?;
        let state = match status {
            Status::Created if store != KeyStore::InTransaction => Some(KeyState::Done),
            Status::Failed if remember == Remember::EveryStatus => Some(KeyState::Failed),
            Status::Failed if store == KeyStore::ClaimFirst => Some(KeyState::Free),
            _ => None,
        };
        if let (Some(key), Some(state)) = (request.key, state) {
            match state {
                KeyState::Free => conn.drop_key(key)?,
                _ => conn.put_key(key, state.word(), order, self.now)?,
            };
            self.note_sql(What::KeyStored { request: no, state }, conn, Vec::new());
        }
        Ok((status, order))
    }

    /// It dies, or answers that it failed.
    fn producer_halts(&mut self, no: RequestNo, mut conn: Conn, halt: Halt) {
        let gap = match halt {
            Halt::Dies(gap) => gap,
            Halt::Refused => {
                if conn.in_transaction() {
                    let _ = conn.rollback();
                }
                self.note_sql(What::RequestFailed { request: no }, &mut conn, Vec::new());
                self.producer.conn = Some(conn);
                return self.respond(no, Status::Failed, None);
            }
        };
        self.producer_crashes(no, conn, gap);
    }

    /// The rows of an open transaction go with the process.
    fn producer_crashes(&mut self, no: RequestNo, conn: Conn, gap: Gap) {
        let changes = conn.crash(&self.store);
        let what = What::ProducerCrashed { gap, request: no };
        self.recorder.add(self.now, what, Vec::new(), changes, Vec::new());
        self.after(timing::RESTART_MS, Tick::ProducerUp);
    }

    /// Takes the order, or dies over it in a gap.
    fn take_order(
        &mut self,
        conn: &mut Conn,
        no: RequestNo,
        request: &Request,
        id: EventId,
    ) -> Result<(Status, Option<OrderId>), Halt> {
        let naive = request.route == Route::Naive;
        let publish = if naive { Publish::CommitThenPublish } else { self.plan.scenario.producer.publish };
        let bus = self.bus;
        conn.begin()?;
        let fresh = publish != Publish::Outbox || conn.insert_outbox(id, bus, &request.body, self.now)?;
        let order = if fresh { self.write_order(conn, request, id)? } else { None };
        let Some(order) = order else {
            conn.rollback()?;
            return self.stored_order(conn, no, request, id);
        };
        let event = self.event_no(id, request.intent);
        if naive {
            self.naive.push(event);
        }
        self.events[event.0 as usize - 1].order = order;
        let step = self.note_sql(
            What::OrderWritten { request: no, intent: request.intent, event, order },
            conn,
            Vec::new(),
        );
        if publish == Publish::PublishThenCommit {
            self.publish(Publisher::Producer, event, 0, PublishId::OfEvent);
        }
        self.producer_dies(step, Gap::BeforeCommit)?;
        if self.meets(step, Point::CommitFails, Place::default()) {
            conn.rollback()?;
            self.note_sql(What::CommitFailed { request: no, event }, conn, Vec::new());
            return Ok((Status::Failed, None));
        }
        conn.commit()?;
        let what = What::OrderCommitted { request: no, intent: request.intent, event, order };
        let step = self.note_sql(what, conn, Vec::new());
        if publish == Publish::Outbox {
            self.outbox_has_rows();
        }
        self.producer_dies(step, Gap::AfterCommit)?;
        if publish == Publish::CommitThenPublish {
            self.publish(Publisher::Producer, event, 0, PublishId::OfEvent);
        }
        Ok((Status::Created, Some(order)))
    }

    fn write_order(
        &mut self,
        conn: &mut Conn,
        request: &Request,
        id: EventId,
    ) -> Result<Option<OrderId>, Halt> {
        let written = conn.insert_order(&NewOrder {
            event: id,
            user: request.cart.user.into(),
            item: &request.cart.item,
            amount_cents: AMOUNT_CENTS,
            body: &request.body,
            at: self.now,
        })?;
        // Where a handler charges the card, the producer does not.
        if let Some(order) = written
            && !self.plan.scenario.charges_by_event()
        {
            conn.insert_charge(order, AMOUNT_CENTS, self.now)?;
        }
        Ok(written)
    }

    /// The key was here before: the stored order is the answer, unless the body is another one.
    fn stored_order(
        &mut self,
        conn: &mut Conn,
        no: RequestNo,
        request: &Request,
        id: EventId,
    ) -> Result<(Status, Option<OrderId>), Halt> {
        // An event in the outbox has its order, as long as nobody deletes it.
        let Some((order, body)) = conn.find_order(id)? else { return Err(Halt::Refused) };
        let event = self.event_no(id, request.intent);
        Ok(if body == request.body {
            self.note_sql(What::OrderFound { request: no, event, order }, conn, Vec::new());
            (Status::Stored, Some(order))
        } else {
            self.note_sql(What::KeyReused { request: no, event }, conn, Vec::new());
            (Status::Refused, None)
        })
    }

    fn respond(&mut self, request: RequestNo, status: Status, order: Option<OrderId>) {
        let met = self.faults.meet(Point::ResponseLost, Place::default());
        let lost = met.fired.is_some();
        let step = self.note(What::Responded { request, status, order, lost });
        self.recorder.met(step, met);
        if !lost {
            self.after(timing::REQUEST_MS, Tick::ResponseArrives { request, status });
        }
    }

    fn producer_dies(&mut self, step: Step, gap: Gap) -> Result<(), Halt> {
        if self.meets(step, Point::ProducerCrash, Place::gap(gap)) { Err(Halt::Dies(gap)) } else { Ok(()) }
    }

    pub(super) fn producer_up(&mut self) {
        self.producer.conn = Some(self.store.connect(Database::Producer));
        self.note(What::ProducerRestarted);
    }

    /// Sends an event to the broker in a new envelope. `life` is the relay's, if a relay sends.
    pub(super) fn publish(&mut self, by: Publisher, event: EventNo, life: u32, id: PublishId) {
        let message = self.broker.next_message();
        let row = event;
        let again = self.broker.published.insert(row, ()).is_some();
        let drawn = again && self.plan.scenario.producer.event_id == EventIdFrom::Publish;
        let mut event = row;
        if drawn {
            let EventInfo { intent, order, .. } = self.event(row);
            event = self.event_no(names::event_of_publish(self.plan.scenario.seed, message.0), intent);
            self.events[event.0 as usize - 1].order = order;
        }
        self.note(What::Published { by, event, message, row: drawn.then_some(row) });
        self.after(timing::HOP_MS, Tick::MessageArrives { by, event, row, message, life, id });
    }
}
