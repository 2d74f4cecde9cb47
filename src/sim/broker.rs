//! The queue kernel: ready messages, deliveries in flight, deadlines, attempts, the dead-letter queue.
//!
//! The broker knows only what reaches it. A worker that finished and whose ack was lost looks to it exactly
//! like a worker that never started.

use super::faults::Place;
use super::{Tick, World, timing};
use crate::domain::command::Operation;
use crate::domain::fault::Point;
use crate::domain::ids::{DeliveryNo, EventNo, MessageNo, WorkerNo};
use crate::domain::scenario::AckMode;
use crate::domain::trace::{Back, Publisher, What};
use litemap::LiteMap;
use std::collections::VecDeque;

/// The broker's durable state.
#[derive(Default)]
pub struct Broker {
    messages: LiteMap<MessageNo, Message>,
    envelopes: u32,
    ready: VecDeque<MessageNo>,
    in_flight: LiteMap<DeliveryNo, Flight>,
    deliveries: u32,
    dead: Vec<MessageNo>,
    /// Events of which a message ever arrived: what an operator can replay.
    seen: LiteMap<EventNo, ()>,
    /// Who got a delivery last: the next goes to another, if one is free.
    last_worker: u8,
}

struct Message {
    event: EventNo,
    attempts: u32,
}

/// A delivery that the broker waits for.
#[derive(Clone, Copy)]
pub struct Flight {
    /// Which envelope.
    pub message: MessageNo,
    /// Of which event.
    pub event: EventNo,
    /// To whom.
    pub worker: WorkerNo,
    /// Which attempt.
    pub attempt: u32,
}

impl Broker {
    pub(super) fn next_message(&mut self) -> MessageNo {
        self.envelopes += 1;
        MessageNo(self.envelopes)
    }
}

impl World {
    pub(super) fn message_arrives(&mut self, by: Publisher, event: EventNo, message: MessageNo, life: u32) {
        self.broker.messages.insert(message, Message { event, attempts: 0 });
        self.broker.ready.push_back(message);
        self.broker.seen.insert(event, ());
        if by != Publisher::Operator {
            let met = self.faults.meet(Point::ConfirmLost, Place::default());
            let lost = met.fired.is_some();
            let step = self.note(What::Confirmed { by, message, event, lost });
            self.recorder.met(step, met);
            if let Publisher::Relay(relay) = by
                && !lost
                && !self.relay_may_die(step, relay, life, event)
            {
                self.after(timing::HOP_MS, Tick::ConfirmArrives { relay, life, event });
            }
        }
        self.after(0, Tick::Dispatch);
    }

    /// Hands ready messages to free workers, in turn.
    pub(super) fn dispatch(&mut self) {
        while !self.broker.ready.is_empty() {
            let Some(worker) = self.free_worker() else { return };
            let Some(message) = self.broker.ready.pop_front() else { return };
            self.deliver(message, worker);
        }
    }

    /// A connected worker with nothing in hand, neither by its own account nor by the broker's.
    fn free_worker(&self) -> Option<WorkerNo> {
        let count = self.workers.len() as u8;
        let last = self.broker.last_worker;
        (0..count).map(|i| WorkerNo((last + i) % count + 1)).find(|no| {
            self.workers[usize::from(no.0) - 1].is_free()
                && !self.broker.in_flight.values().any(|flight| flight.worker == *no)
        })
    }

    fn deliver(&mut self, no: MessageNo, worker: WorkerNo) {
        let broker = &mut self.broker;
        broker.deliveries += 1;
        broker.last_worker = worker.0;
        let delivery = DeliveryNo(broker.deliveries);
        let message = broker.messages.get_mut(&no).expect("a ready message is known");
        message.attempts += 1;
        let (event, attempt) = (message.event, message.attempts);
        let flight = Flight { message: no, event, worker, attempt };
        broker.in_flight.insert(delivery, flight);
        let place = Place { attempt: Some(attempt), ..Place::default() };
        let met = self.faults.meet(Point::DeliveryLost, place);
        let lost = met.fired.is_some();
        let step = self.note(What::Delivered { delivery, message: no, event, worker, attempt, lost });
        self.recorder.met(step, met);
        if !lost {
            self.worker_expects(worker, delivery, flight, step);
            self.after(timing::HOP_MS, Tick::DeliveryArrives { delivery });
        }
        match self.plan.scenario.broker.ack {
            // Done for the broker as soon as it has left.
            AckMode::Auto => {
                self.broker.in_flight.remove(&delivery);
            }
            AckMode::Manual => {
                let deadline = self.plan.scenario.broker.ack_deadline_ms;
                self.after(deadline, Tick::Deadline { delivery });
            }
        }
    }

    /// An ack reaches the broker: the message is done with, unless it was taken back before.
    pub(super) fn ack(&mut self, delivery: DeliveryNo) {
        if let Some(flight) = self.broker.in_flight.remove(&delivery) {
            self.broker.messages.remove(&flight.message);
        }
    }

    /// A nack reaches the broker: the message is ready again after a pause, unless it was taken back before.
    pub(super) fn nack(&mut self, delivery: DeliveryNo, pause_ms: u64) {
        if let Some(flight) = self.broker.in_flight.remove(&delivery) {
            self.after(pause_ms, Tick::Ready { message: flight.message });
        }
    }

    /// A delivery that the broker still waits for.
    pub(super) fn in_flight(&self, delivery: DeliveryNo) -> bool {
        self.broker.in_flight.contains_key(&delivery)
    }

    pub(super) fn deadline(&mut self, delivery: DeliveryNo) {
        self.take_back(delivery, Back::DeadlinePassed);
    }

    pub(super) fn connection_lost(&mut self, worker: WorkerNo) {
        let held: Vec<DeliveryNo> = self
            .broker
            .in_flight
            .iter()
            .filter(|(_, flight)| flight.worker == worker)
            .map(|(delivery, _)| *delivery)
            .collect();
        for delivery in held {
            self.take_back(delivery, Back::ConnectionLost);
        }
    }

    fn take_back(&mut self, delivery: DeliveryNo, back: Back) {
        let Some(Flight { message, event, worker, .. }) = self.broker.in_flight.remove(&delivery) else {
            return;
        };
        self.note(What::Requeued { delivery, message, event, worker, back });
        self.ready(message);
    }

    /// The message may be delivered again, if it has deliveries left.
    pub(super) fn ready(&mut self, no: MessageNo) {
        let max = self.plan.scenario.broker.max_deliveries;
        let Some(message) = self.broker.messages.get(&no) else { return };
        let (event, attempts) = (message.event, message.attempts);
        if max > 0 && attempts >= max {
            self.broker.dead.push(no);
            self.note(What::DeadLettered { message: no, event, attempts });
        } else {
            self.broker.ready.push_back(no);
        }
        self.after(0, Tick::Dispatch);
    }

    pub(super) fn operate(&mut self, run: Operation) {
        let dead = match run {
            Operation::Replay => Vec::new(),
            Operation::RetryAll | Operation::Redrive => std::mem::take(&mut self.broker.dead),
        };
        let events: Vec<EventNo> = match run {
            Operation::Replay => self.broker.seen.keys().copied().collect(),
            _ => dead.iter().filter_map(|no| self.broker.messages.get(no)).map(|m| m.event).collect(),
        };
        self.note(What::Operated { run, events: events.clone() });
        match run {
            Operation::Replay | Operation::RetryAll => {
                for no in &dead {
                    self.broker.messages.remove(no);
                }
                for event in events {
                    self.publish(Publisher::Operator, event, 0);
                }
            }
            Operation::Redrive => {
                for no in dead {
                    if let Some(message) = self.broker.messages.get_mut(&no) {
                        message.attempts = 0;
                    }
                    self.broker.ready.push_back(no);
                }
                self.after(0, Tick::Dispatch);
            }
        }
    }
}
