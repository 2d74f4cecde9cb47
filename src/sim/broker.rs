//! The queue kernel: ready messages, deliveries in flight, deadlines, attempts, the dead-letter queue.
//!
//! The broker knows only what reaches it. A worker that finished and whose ack was lost looks to it exactly
//! like a worker that never started.

use super::faults::Place;
use super::log::RecordAt;
use super::{Tick, World, timing};
use crate::domain::command::Operation;
use crate::domain::fault::Point;
use crate::domain::ids::{DeliveryNo, EventId, EventNo, MessageNo, Millis, RelayNo, WorkerNo};
use crate::domain::scenario::{
    AckMode, DeadlineTakes, Ending, LateAck, MaxCheck, MessageGroup, OnExhausted, OnNack, Redelivers,
    Requeue, Unique, UniqueId,
};
use crate::domain::trace::{Back, GaveUp, Publisher, Swallowed, What};
use litemap::LiteMap;
use std::collections::VecDeque;

/// The broker's durable state.
#[derive(Default)]
pub struct Broker {
    messages: LiteMap<MessageNo, Message>,
    envelopes: u32,
    ready: VecDeque<MessageNo>,
    /// Nacked, and not ready before their pause is over.
    paused: Vec<MessageNo>,
    /// Counts places in the queue.
    places: u64,
    /// Copies on their way, with the attempts that their originals had.
    copies: LiteMap<MessageNo, u32>,
    /// Messages of which it was told that their group holds them back.
    held_back: LiteMap<MessageNo, ()>,
    in_flight: LiteMap<DeliveryNo, Flight>,
    deliveries: u32,
    /// Set aside: in the dead-letter queue, or parked.
    dead: Vec<MessageNo>,
    /// Acked messages, oldest first: what a restart may bring back.
    acked: Vec<(MessageNo, Message)>,
    /// Events of which a message ever arrived: what an operator can replay.
    seen: LiteMap<EventNo, ()>,
    /// When the first copy of a message id was taken: the dedup window runs from there.
    taken: LiteMap<EventNo, Millis>,
    /// What an idempotent producer sent in a session: relay, its life, event.
    sequences: LiteMap<(RelayNo, u32, EventNo), ()>,
    /// Locks of unique jobs, with the moment at which they expire.
    unique: LiteMap<u32, Millis>,
    /// Outbox rows of which something was published.
    pub(super) published: LiteMap<EventNo, ()>,
    /// Who got a delivery last: the next goes to another, if one is free.
    last_worker: u8,
}

#[derive(Clone, Copy)]
struct Message {
    event: EventNo,
    published: Millis,
    /// Hand-overs so far.
    attempts: u32,
    /// Those that count against the limit.
    counted: u32,
    /// Where it stands in the queue.
    place: u64,
    /// When it came into the dead-letter queue, if it did.
    set_aside: Millis,
}

impl Message {
    /// With the attempts that its envelope tells of.
    fn new(event: EventNo, published: Millis, attempts: u32) -> Message {
        Message { event, published, attempts, counted: attempts, place: 0, set_aside: Millis(0) }
    }
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
    /// In which of its lives.
    pub life: u32,
    /// Which attempt.
    pub attempt: u32,
    /// When the message was published.
    pub published: Millis,
    /// When the broker takes it back.
    pub deadline: Millis,
    /// Where it stands in a log, if the broker is one.
    pub record: Option<RecordAt>,
}

/// Under which id something is published.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PublishId {
    /// The event's: the same with every publish.
    OfEvent,
    /// A new one.
    Fresh,
}

impl Broker {
    pub(super) fn next_message(&mut self) -> MessageNo {
        self.envelopes += 1;
        MessageNo(self.envelopes)
    }
}

impl World {
    pub(super) fn message_arrives(
        &mut self,
        by: Publisher,
        (event, row): (EventNo, EventNo),
        message: MessageNo,
        life: u32,
        id: PublishId,
    ) {
        let attempts = self.broker.copies.remove(&message).unwrap_or(0);
        if let Some(why) = self.swallows(by, event, life, id) {
            self.note(What::Swallowed { by, message, event, why });
        } else if self.plan.scenario.is_log() {
            self.append(event, message, attempts);
            self.broker.seen.insert(event, ());
        } else {
            let published = self.now;
            self.broker.messages.insert(message, Message::new(event, published, attempts));
            if !self.out_of_attempts(message) {
                self.enqueue_last(message);
            }
            self.broker.seen.insert(event, ());
        }
        if matches!(by, Publisher::Producer | Publisher::Relay(_)) {
            let met = self.faults.meet(Point::ConfirmLost, Place::default());
            let lost = met.fired.is_some();
            let step = self.note(What::Confirmed { by, message, event, lost });
            self.recorder.met(step, met);
            if let Publisher::Relay(relay) = by
                && !lost
                && !self.relay_may_die(step, relay, life, row)
            {
                self.after(timing::HOP_MS, Tick::ConfirmArrives { relay, life, event: row });
            }
        }
        self.after(0, Tick::Dispatch);
    }

    /// What a unique job's lock is named after.
    fn unique_id(&self, event: EventNo) -> u32 {
        match self.plan.scenario.producer.unique_id {
            UniqueId::Event => event.0,
            UniqueId::Intent => self.event(event).intent.0,
        }
    }

    /// The lock of a unique job is released.
    pub(super) fn unique_free(&mut self, event: EventNo) {
        let id = self.unique_id(event);
        self.broker.unique.remove(&id);
    }

    /// Is a job with this unique id queued or running? Otherwise it is from now on.
    fn unique_taken(&mut self, event: EventNo) -> bool {
        let producer = &self.plan.scenario.producer;
        let life = match producer.unique_for_ms {
            0 => u64::MAX,
            ms => ms,
        };
        if producer.unique == Unique::Off {
            return false;
        }
        let (id, now) = (self.unique_id(event), self.now);
        if self.broker.unique.get(&id).is_some_and(|until| *until > now) {
            return true;
        }
        self.broker.unique.insert(id, now + life);
        false
    }

    /// Does the broker remember this publish? It counts from the first copy, and no ack makes it forget.
    fn swallows(&mut self, by: Publisher, event: EventNo, life: u32, id: PublishId) -> Option<Swallowed> {
        let scenario = &self.plan.scenario;
        if let Publisher::Relay(relay) = by
            && scenario.relay.idempotent
            && self.broker.sequences.insert((relay, life, event), ()).is_some()
        {
            return Some(Swallowed::Sequence);
        }
        // A retried job is pushed past the lock.
        if id == PublishId::OfEvent && self.unique_taken(event) {
            return Some(Swallowed::Unique);
        }
        let window = self.plan.scenario.broker.dedup_window_ms;
        if window == 0 || id == PublishId::Fresh {
            return None;
        }
        if self.broker.taken.get(&event).is_some_and(|first| *first + window > self.now) {
            return Some(Swallowed::Window);
        }
        self.broker.taken.insert(event, self.now);
        None
    }

    /// Hands ready messages to free workers, in turn.
    pub(super) fn dispatch(&mut self) {
        if self.plan.scenario.is_log() {
            return self.poll();
        }
        while !self.broker.ready.is_empty() {
            let Some(worker) = self.free_worker() else { return };
            let Some(next) = self.next_ready() else { return };
            let Some(message) = self.broker.ready.remove(next) else { return };
            self.deliver(message, worker);
        }
    }

    /// A message gets a place of its own at the end of the queue.
    fn enqueue_last(&mut self, no: MessageNo) {
        let broker = &mut self.broker;
        broker.places += 1;
        if let Some(message) = broker.messages.get_mut(&no) {
            message.place = broker.places;
        }
        broker.ready.push_back(no);
    }

    /// A message comes back: to the tail, or to the place that it had.
    fn enqueue_again(&mut self, no: MessageNo) {
        let broker = &mut self.broker;
        let of = |no: &MessageNo| broker.messages.get(no).map_or(0, |message| message.place);
        let behind = broker.ready.iter().position(|other| of(other) > of(&no));
        let rules = &self.plan.scenario.broker;
        let in_place = rules.requeue == Requeue::Place || rules.group != MessageGroup::Off;
        let at = behind.filter(|_| in_place).unwrap_or(broker.ready.len());
        broker.ready.insert(at, no);
    }

    fn group_of(&self, event: EventNo) -> u32 {
        match self.plan.scenario.broker.group {
            MessageGroup::Order => self.event(event).order.0,
            MessageGroup::Off | MessageGroup::Customer => 0,
        }
    }

    /// The first ready message whose group does not wait for another: for one in flight, or for a retry.
    fn next_ready(&mut self) -> Option<usize> {
        if self.plan.scenario.broker.group == MessageGroup::Off {
            return Some(0);
        }
        let broker = &self.broker;
        let out = broker.in_flight.values().map(|flight| flight.message).chain(broker.paused.iter().copied());
        let known = |no: MessageNo| broker.messages.get(&no).map(|message| self.group_of(message.event));
        let busy: Vec<(u32, MessageNo)> = out.filter_map(|no| known(no).map(|group| (group, no))).collect();
        let mut held = Vec::new();
        let next = broker.ready.iter().position(|&no| {
            let behind = busy.iter().find(|(group, _)| Some(*group) == known(no));
            held.extend(behind.map(|(_, behind)| (no, *behind)));
            behind.is_none()
        });
        for (message, behind) in held {
            if let Some(&Message { event, .. }) = self.broker.messages.get(&message)
                && self.broker.held_back.insert(message, ()).is_none()
            {
                self.note(What::HeldBack { message, event, behind });
            }
        }
        next
    }

    /// A message is done with: the next of its group may go.
    fn group_goes_on(&mut self) {
        if self.plan.scenario.broker.group != MessageGroup::Off {
            self.after(0, Tick::Dispatch);
        }
    }

    /// How many deliveries a worker may hold: its prefetch, or its batch.
    fn room(&self) -> usize {
        let scenario = &self.plan.scenario;
        scenario.broker.prefetch.max(scenario.consumer.batch) as usize
    }

    /// A connected worker with room in its hands, by its own account and by the broker's.
    fn free_worker(&self) -> Option<WorkerNo> {
        let count = self.workers.len() as u8;
        let last = self.broker.last_worker;
        let room = self.room();
        (0..count).map(|i| WorkerNo((last + i) % count + 1)).find(|no| {
            let worker = &self.workers[usize::from(no.0) - 1];
            let owes = |flight: &&Flight| flight.worker == *no && flight.life == worker.life();
            worker.has_room(room) && self.broker.in_flight.values().filter(owes).count() < room
        })
    }

    fn deliver(&mut self, no: MessageNo, worker: WorkerNo) {
        let life = self.workers[usize::from(worker.0) - 1].life();
        let patience = self.plan.scenario.broker.ack_deadline_ms;
        let deadline = self.now + patience;
        let delivery = self.next_delivery();
        let broker = &mut self.broker;
        broker.last_worker = worker.0;
        let message = broker.messages.get_mut(&no).expect("a ready message is known");
        message.attempts += 1;
        let Message { event, attempts: attempt, published, .. } = *message;
        let flight = Flight { message: no, event, worker, life, attempt, published, deadline, record: None };
        broker.in_flight.insert(delivery, flight);
        let place = Place { attempt: Some(attempt), ..Place::default() };
        let met = self.faults.meet(Point::DeliveryLost, place);
        let lost = met.fired.is_some();
        let acked = self.plan.scenario.broker.ack == AckMode::Auto;
        let step = self.note(What::Delivered { delivery, message: no, event, worker, attempt, acked, lost });
        self.recorder.met(step, met);
        if !lost {
            self.worker_expects(worker, delivery, flight, step);
            self.after(timing::HOP_MS, Tick::DeliveryArrives { delivery });
        }
        match self.plan.scenario.broker.ack {
            // Done for the broker as soon as it has left.
            AckMode::Auto => {
                self.ack(delivery);
            }
            AckMode::Manual | AckMode::BeforeRun => self.after(patience, Tick::Deadline { delivery }),
        }
    }

    pub(super) fn next_delivery(&mut self) -> DeliveryNo {
        self.broker.deliveries += 1;
        DeliveryNo(self.broker.deliveries)
    }

    /// Does a failure send a message to the dead letters at once?
    pub(super) fn nack_sets_aside(&self) -> bool {
        self.plan.scenario.consumer.on_nack == OnNack::DeadLetter
    }

    /// A log's consumer gives a record up and publishes it to a topic of dead letters.
    pub(super) fn dead_letter_topic(&mut self, flight: Flight) {
        let Flight { message, event, published, attempt, .. } = flight;
        self.broker.messages.insert(message, Message::new(event, published, attempt));
        self.set_aside(message);
    }

    /// An ack reaches the broker: the message is done with, unless it was taken back before.
    pub(super) fn ack(&mut self, delivery: DeliveryNo) {
        if let Some(flight) = self.broker.in_flight.remove(&delivery)
            && let Some(message) = self.broker.messages.remove(&flight.message)
        {
            self.broker.acked.push((flight.message, message));
            self.group_goes_on();
        }
    }

    /// An ack reaches the broker after the message was taken back.
    pub(super) fn late_ack(&mut self, delivery: DeliveryNo, flight: Flight) {
        let Flight { message: no, event, worker, .. } = flight;
        let rule = self.plan.scenario.broker.late_ack;
        let again = self.broker.in_flight.values().any(|flight| flight.message == no);
        let known = self.broker.messages.contains_key(&no) && !self.broker.dead.contains(&no);
        match rule {
            LateAck::Accept if known => {}
            LateAck::AcceptUnlessRedelivered if known && !again => {}
            LateAck::Refuse | LateAck::CloseChannel => {}
            _ => return,
        }
        self.note(What::LateAck { delivery, event, worker, rule });
        match rule {
            LateAck::Accept | LateAck::AcceptUnlessRedelivered => {
                let broker = &mut self.broker;
                broker.ready.retain(|ready| *ready != no);
                broker.paused.retain(|paused| *paused != no);
                broker.in_flight.retain(|_, flight| flight.message != no);
                if let Some(message) = broker.messages.remove(&no) {
                    broker.acked.push((no, message));
                }
                self.group_goes_on();
            }
            LateAck::CloseChannel => self.close_channel(worker),
            LateAck::Ignore | LateAck::Refuse => {}
        }
    }

    /// A nack reaches the broker: the message is ready again after a pause or set aside at once, unless it was
    /// taken back before.
    pub(super) fn nack(&mut self, delivery: DeliveryNo, pause_ms: u64, requeue: bool) {
        let Some(flight) = self.broker.in_flight.remove(&delivery) else { return };
        self.uses_up(flight.message, Ending::Nack);
        if !requeue {
            self.set_aside(flight.message);
            return;
        }
        let pause_ms = pause_ms + self.pause_ms(flight.attempt);
        self.broker.paused.push(flight.message);
        self.after(pause_ms, Tick::Ready { message: flight.message });
    }

    /// How long a message rests between two attempts.
    fn pause_ms(&self, attempt: u32) -> u64 {
        let broker = &self.plan.scenario.broker;
        let doublings = if broker.retry_doubles { attempt.saturating_sub(1).min(20) } else { 0 };
        broker.retry_delay_ms << doublings
    }

    /// Is a failed message published anew?
    pub(super) fn copies(&self) -> bool {
        self.plan.scenario.consumer.on_nack == OnNack::Copy
    }

    /// A worker publishes a failed message anew, with the number of its attempts.
    pub(super) fn retry_as_copy(&mut self, no: WorkerNo, flight: Flight) {
        let (by, event, message) = (Publisher::Worker(no), flight.event, self.broker.next_message());
        self.note(What::Published { by, event, message, row: None });
        self.broker.copies.insert(message, flight.attempt);
        let arrives = Tick::MessageArrives { by, event, row: event, message, life: 0, id: PublishId::Fresh };
        self.after(timing::HOP_MS + self.pause_ms(flight.attempt), arrives);
    }

    fn uses_up(&mut self, no: MessageNo, ending: Ending) {
        if self.plan.scenario.broker.counts.contains(&ending)
            && let Some(message) = self.broker.messages.get_mut(&no)
        {
            message.counted += 1;
        }
    }

    /// A delivery that the broker still waits for.
    pub(super) fn in_flight(&self, delivery: DeliveryNo) -> bool {
        self.broker.in_flight.contains_key(&delivery)
    }

    /// A worker asks for more time; false if the delivery is no longer its own.
    pub(super) fn extend(&mut self, delivery: DeliveryNo) -> bool {
        let patience = self.plan.scenario.broker.ack_deadline_ms;
        let deadline = self.now + patience;
        let Some(flight) = self.broker.in_flight.get_mut(&delivery) else { return false };
        flight.deadline = deadline;
        self.after(patience, Tick::Deadline { delivery });
        true
    }

    pub(super) fn deadline(&mut self, delivery: DeliveryNo) {
        let now = self.now;
        let Some(flight) = self.broker.in_flight.get(&delivery).filter(|flight| flight.deadline <= now)
        else {
            return;
        };
        let worker = flight.worker;
        if self.plan.scenario.broker.redelivers == Redelivers::Never {
            return;
        }
        self.take_back(delivery, Back::DeadlinePassed);
        if self.plan.scenario.broker.deadline_takes == DeadlineTakes::Channel {
            self.close_channel(worker);
        }
    }

    pub(super) fn connection_lost(&mut self, worker: WorkerNo) {
        if self.plan.scenario.broker.redelivers == Redelivers::ConnectionOrDeadline {
            self.take_all_back(worker, Back::ConnectionLost);
        }
    }

    /// The broker closes a worker's channel: what it holds goes back, and what it has not begun is forgotten
    /// there.
    fn close_channel(&mut self, worker: WorkerNo) {
        self.drop_buffer(worker);
        self.take_all_back(worker, Back::ChannelClosed);
    }

    fn take_all_back(&mut self, worker: WorkerNo, back: Back) {
        let flights = self.broker.in_flight.iter();
        let held: Vec<DeliveryNo> =
            flights.filter(|(_, flight)| flight.worker == worker).map(|(delivery, _)| *delivery).collect();
        for delivery in held {
            self.take_back(delivery, back);
        }
    }

    fn take_back(&mut self, delivery: DeliveryNo, back: Back) {
        let Some(Flight { message, event, worker, .. }) = self.broker.in_flight.remove(&delivery) else {
            return;
        };
        self.note(What::Requeued { delivery, message, event, worker, back });
        self.uses_up(
            message,
            match back {
                Back::ConnectionLost | Back::ChannelClosed => Ending::ConnectionLost,
                Back::DeadlinePassed => Ending::Deadline,
            },
        );
        // A worker that looks itself will see that there are no attempts left.
        let broker_looks = self.plan.scenario.broker.max_check == MaxCheck::Broker;
        self.ready(message, broker_looks);
    }

    /// The message may be delivered again, if (where the limit holds here) it has deliveries left.
    pub(super) fn ready(&mut self, no: MessageNo, limit: bool) {
        self.broker.paused.retain(|paused| *paused != no);
        if !self.broker.messages.contains_key(&no) {
            return;
        }
        if !limit || !self.out_of_attempts(no) {
            self.enqueue_again(no);
        }
        self.after(0, Tick::Dispatch);
    }

    /// Has the message had its deliveries? Then that is the end of it.
    fn out_of_attempts(&mut self, no: MessageNo) -> bool {
        let max = self.plan.scenario.broker.max_deliveries;
        let out = max > 0 && self.broker.messages.get(&no).is_some_and(|message| message.counted >= max);
        if out {
            self.exhausted(no);
        }
        out
    }

    /// The attempts of a message have run out.
    fn exhausted(&mut self, no: MessageNo) {
        let Some(&Message { event, attempts, .. }) = self.broker.messages.get(&no) else { return };
        let how = match self.plan.scenario.broker.on_exhausted {
            OnExhausted::DeadLetter => return self.set_aside(no),
            OnExhausted::Drop => {
                self.broker.messages.remove(&no);
                GaveUp::Dropped
            }
            OnExhausted::Park => {
                self.broker.dead.push(no);
                GaveUp::Parked
            }
        };
        self.note(What::GaveUp { message: no, event, attempts, how });
    }

    fn set_aside(&mut self, no: MessageNo) {
        let now = self.now;
        let Some(message) = self.broker.messages.get_mut(&no) else { return };
        message.set_aside = now;
        let Message { event, attempts, .. } = *message;
        self.broker.dead.push(no);
        self.unique_free(event);
        self.note(What::DeadLettered { message: no, event, attempts });
        let kept = self.plan.scenario.broker.dead_letters_kept_ms;
        if kept > 0 {
            self.after(kept, Tick::DeadLetterExpires { message: no });
        }
    }

    /// A message has been in the dead-letter queue for long enough, unless it was redriven meanwhile.
    pub(super) fn dead_letter_expires(&mut self, no: MessageNo) {
        let kept = self.plan.scenario.broker.dead_letters_kept_ms;
        let Some(&Message { event, attempts, set_aside, .. }) = self.broker.messages.get(&no) else { return };
        let place = self.broker.dead.iter().position(|other| *other == no);
        if let Some(place) = place.filter(|_| set_aside + kept == self.now) {
            self.broker.dead.remove(place);
            self.broker.messages.remove(&no);
            self.note(What::GaveUp { message: no, event, attempts, how: GaveUp::Expired });
        }
    }

    /// A worker refused a delivery because its attempts have run out.
    pub(super) fn refused(&mut self, delivery: DeliveryNo) {
        if let Some(flight) = self.broker.in_flight.remove(&delivery) {
            self.exhausted(flight.message);
        }
    }

    /// The broker restarts: every connection is gone, and so are its newest acks.
    pub(super) fn broker_restarts(&mut self) {
        if self.plan.scenario.is_log() {
            let forgot = self.forget_commits(self.plan.scenario.broker.restart_forgets as usize);
            self.note(What::BrokerRestarted { forgot });
            return self.log_restarts();
        }
        let acked = &mut self.broker.acked;
        let forgets = match self.plan.scenario.broker.restart_forgets {
            0 => acked.len(),
            n => acked.len().min(n as usize),
        };
        let forgotten = acked.split_off(acked.len() - forgets);
        let forgot = forgotten.iter().map(|(_, message)| message.event).collect();
        self.note(What::BrokerRestarted { forgot });
        for worker in 1..=self.workers.len() as u8 {
            self.connection_lost(WorkerNo(worker));
        }
        for (no, message) in forgotten {
            self.broker.messages.insert(no, message);
            self.enqueue_again(no);
        }
        self.after(0, Tick::Dispatch);
    }

    /// An operator publishes one event once more, if there is one with this id.
    pub(super) fn replay(&mut self, event: EventId) {
        let Some(&event) = self.numbers.get(&event) else { return };
        self.note(What::Operated { run: Operation::Replay, events: vec![event] });
        self.publish(Publisher::Operator, event, 0, PublishId::OfEvent);
    }

    pub(super) fn operate(&mut self, run: Operation) {
        let dead = match run {
            Operation::Replay => Vec::new(),
            Operation::RetryAll if self.plan.scenario.broker.retry_copies => self.broker.dead.clone(),
            Operation::RetryAll | Operation::Redrive | Operation::Resend => {
                std::mem::take(&mut self.broker.dead)
            }
            Operation::RestartBroker => return self.broker_restarts(),
            Operation::Deploy => {
                self.note(What::Operated { run, events: Vec::new() });
                return self.deployed();
            }
        };
        let events: Vec<EventNo> = match run {
            Operation::Replay => self.broker.seen.keys().copied().collect(),
            _ => dead.iter().filter_map(|no| self.broker.messages.get(no)).map(|m| m.event).collect(),
        };
        self.note(What::Operated { run, events: events.clone() });
        // A log takes nothing back: whoever redrives appends once more.
        let appends = run == Operation::Redrive && self.plan.scenario.is_log();
        let id = if run == Operation::RetryAll || appends { PublishId::Fresh } else { PublishId::OfEvent };
        match run {
            Operation::Replay | Operation::RetryAll | Operation::Resend | Operation::Redrive
                if run != Operation::Redrive || appends =>
            {
                for no in dead.iter().filter(|no| !self.broker.dead.contains(no)) {
                    self.broker.messages.remove(no);
                }
                for event in events {
                    self.publish(Publisher::Operator, event, 0, id);
                }
            }
            _ => {
                for no in dead {
                    if let Some(message) = self.broker.messages.get_mut(&no) {
                        message.attempts = 0;
                        message.counted = 0;
                    }
                    self.enqueue_last(no);
                }
                self.after(0, Tick::Dispatch);
            }
        }
    }
}
