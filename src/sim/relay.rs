//! The relay: reads unpublished rows in order, publishes, waits for the confirm, marks. It prevents loss,
//! never duplicates: whatever goes wrong between publish and mark publishes the same event again.

use super::broker::PublishId;
use super::faults::Place;
use super::{Tick, World, timing};
use crate::domain::fault::{Gap, Point};
use crate::domain::ids::{EventId, EventNo, RelayNo};
use crate::domain::sql::Database;
use crate::domain::trace::{Publisher, What};
use crate::store::{Conn, Store};
use std::collections::VecDeque;
use uuid::Uuid;

/// A relay's process; its volatile part is gone after a crash.
pub struct Relay {
    /// `None` while it is down.
    conn: Option<Conn>,
    /// Counts restarts; ticks of an earlier life are void.
    life: u32,
    /// Events of the batch that it works on; the first is with the broker.
    batch: VecDeque<EventNo>,
    /// A look into the outbox is scheduled.
    polls: bool,
}

impl Relay {
    pub(super) fn new(store: &mut Store) -> Relay {
        Relay { conn: Some(store.connect(Database::Producer)), life: 0, batch: VecDeque::new(), polls: false }
    }

    pub(super) fn hang_up(self) -> Option<Conn> {
        self.conn
    }
}

impl World {
    /// Every relay that is up and idle looks into the outbox soon.
    pub(super) fn outbox_has_rows(&mut self) {
        for relay in 1..=self.relays.len() as u8 {
            self.poll_soon(RelayNo(relay));
        }
    }

    fn relay(&mut self, relay: RelayNo) -> &mut Relay {
        &mut self.relays[usize::from(relay.0) - 1]
    }

    fn poll_soon(&mut self, no: RelayNo) {
        let relay = self.relay(no);
        if relay.conn.is_some() && !relay.polls {
            relay.polls = true;
            self.after(timing::POLL_MS, Tick::RelayPolls { relay: no });
        }
    }

    /// The relay, if it is up and still lives the life that a tick was meant for.
    fn alive(&mut self, no: RelayNo, life: u32) -> Option<&mut Relay> {
        let relay = self.relay(no);
        (relay.conn.is_some() && relay.life == life).then_some(relay)
    }

    pub(super) fn relay_polls(&mut self, no: RelayNo) {
        let relay = self.relay(no);
        relay.polls = false;
        if !relay.batch.is_empty() {
            // It looks again when the batch is done.
            return;
        }
        let Some(mut conn) = relay.conn.take() else { return };
        let Ok(found) = conn.unpublished() else { return self.relay_stops(no, conn) };
        let events: VecDeque<EventNo> = found
            .iter()
            .filter_map(|id| Uuid::parse_str(id).ok())
            .filter_map(|id| self.numbers.get(&EventId(id)).copied())
            .collect();
        if events.is_empty() {
            let _ = conn.take_log();
        } else {
            let list = events.iter().copied().collect();
            self.note_sql(What::OutboxRead { relay: no, events: list }, &mut conn, Vec::new());
        }
        let relay = self.relay(no);
        relay.conn = Some(conn);
        relay.batch = events;
        let life = relay.life;
        if !relay.batch.is_empty() {
            self.after(timing::STATEMENT_MS, Tick::RelayPublishes { relay: no, life });
        }
    }

    pub(super) fn relay_publishes(&mut self, no: RelayNo, life: u32) {
        let Some(relay) = self.alive(no, life) else { return };
        let Some(&event) = relay.batch.front() else { return };
        self.publish(Publisher::Relay(no), event, life, PublishId::OfEvent);
        let patience = self.plan.scenario.relay.confirm_timeout_ms;
        self.after(patience, Tick::RelayWaited { relay: no, life, event });
    }

    pub(super) fn confirm_arrives(&mut self, no: RelayNo, life: u32, event: EventNo) {
        let id = self.event(event).id;
        let now = self.now;
        let Some(relay) = self.alive(no, life).filter(|relay| relay.batch.front() == Some(&event)) else {
            return;
        };
        let Some(mut conn) = relay.conn.take() else { return };
        if conn.mark_published(id, now).is_err() {
            return self.relay_stops(no, conn);
        }
        self.note_sql(What::OutboxMarked { relay: no, event }, &mut conn, Vec::new());
        let relay = self.relay(no);
        relay.conn = Some(conn);
        relay.batch.pop_front();
        if relay.batch.is_empty() {
            self.poll_soon(no);
        } else {
            self.after(timing::STATEMENT_MS, Tick::RelayPublishes { relay: no, life });
        }
    }

    /// Its database refused a statement: nobody restarts it into the same error.
    fn relay_stops(&mut self, no: RelayNo, mut conn: Conn) {
        let relay = self.relay(no);
        relay.life += 1;
        relay.batch.clear();
        self.note_sql(What::RelayStopped { relay: no }, &mut conn, Vec::new());
        self.store.give_back(conn);
    }

    /// The relay dies between publish and mark.
    pub(super) fn relay_dies(&mut self, no: RelayNo, event: EventNo) {
        let relay = self.relay(no);
        relay.conn = None;
        relay.life += 1;
        relay.batch.clear();
        relay.polls = false;
        self.note(What::RelayCrashed { relay: no, gap: Gap::BeforeMark, event });
        self.after(timing::RESTART_MS, Tick::RelayUp { relay: no });
    }

    pub(super) fn relay_waited(&mut self, no: RelayNo, life: u32, event: EventNo) {
        let Some(relay) = self.alive(no, life).filter(|relay| relay.batch.front() == Some(&event)) else {
            return;
        };
        relay.batch.clear();
        self.note(What::ConfirmTimedOut { relay: no, event });
        self.poll_soon(no);
    }

    pub(super) fn relay_up(&mut self, no: RelayNo) {
        let conn = self.store.connect(Database::Producer);
        self.relay(no).conn = Some(conn);
        self.note(What::RelayRestarted { relay: no });
        self.poll_soon(no);
    }

    /// The point at which a relay may die: it has the broker's confirm, the row is not marked.
    pub(super) fn relay_may_die(
        &mut self,
        step: super::Step,
        no: RelayNo,
        life: u32,
        event: EventNo,
    ) -> bool {
        let dies = self.alive(no, life).is_some()
            && self.meets(step, Point::RelayCrash, Place::gap(Gap::BeforeMark));
        if dies {
            self.relay_dies(no, event);
        }
        dies
    }
}
