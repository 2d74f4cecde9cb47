//! What happened: the append-only list of trace entries that diagram, tables, log, sentences and outcome are
//! read from. Looking back moves a cursor over it and touches no SQL.

use super::command::Route;
use super::fault::{Gap, Met};
use super::ids::*;
use super::outcome::Outcome;
use super::scenario::{Handler, Provider};
use super::sql::{Answer, Change, Database, Statement, Table, TableInfo};
use serde::{Deserialize, Serialize};

/// Who publishes to the broker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Publisher {
    /// The producer itself (dual write).
    Producer,
    /// A relay.
    Relay(RelayNo),
    /// An operator's replay.
    Operator,
    /// A worker's retry.
    Worker(WorkerNo),
}

/// A party in the diagram, from left to right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Lane {
    /// Who buys.
    Client,
    /// Who takes orders.
    Producer,
    /// Who carries outbox rows.
    Relay(RelayNo),
    /// Who hands messages over.
    Broker,
    /// Who runs handlers.
    Worker(WorkerNo),
    /// A provider, outside: of mails, cards, pushes.
    Outside(Provider),
}

impl Lane {
    /// The service that owns a database.
    pub fn of(database: Database) -> Lane {
        match database {
            Database::Producer => Lane::Producer,
            Database::Consumer => Lane::Worker(WorkerNo(1)),
        }
    }
}

impl From<Publisher> for Lane {
    fn from(p: Publisher) -> Lane {
        match p {
            Publisher::Producer => Lane::Producer,
            Publisher::Relay(no) => Lane::Relay(no),
            Publisher::Operator => Lane::Broker,
            Publisher::Worker(no) => Lane::Worker(no),
        }
    }
}

/// One execution of one handler's surroundings: which worker, for which delivery, which handler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct At {
    /// Where.
    pub worker: WorkerNo,
    /// For which delivery.
    pub delivery: DeliveryNo,
    /// Of which event.
    pub event: EventNo,
    /// Which handler.
    pub handler: Handler,
}

/// What layer 2 keeps its memory in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Memory {
    /// `processed_events`, in the handler's transaction.
    Transaction,
    /// `processed_events`, in a statement of its own.
    Table,
    /// A lock in another system (`SET … NX`).
    Lock,
    /// A set in the worker's own process.
    Process,
}

/// Why a transaction was rolled back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Rollback {
    /// The mark was already there: another worker was faster.
    AlreadyMarked,
    /// The handler threw.
    Failed,
}

/// Why a message goes back into the queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Back {
    /// Its worker's connection broke.
    ConnectionLost,
    /// No ack within the deadline.
    DeadlinePassed,
    /// Its channel was closed, over another delivery's deadline or over a late ack.
    ChannelClosed,
}

/// Why a broker takes a publish and makes no message of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Swallowed {
    /// Its message id is within the dedup window.
    Window,
    /// The relay's own repeat, by its sequence number (idempotent producer).
    Sequence,
    /// A job with the same unique id is queued or running.
    Unique,
}

/// Why a consumer group shares its partitions out anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Rebalance {
    /// The group begins.
    Start,
    /// A worker wants to take part (again).
    Joined(WorkerNo),
    /// A worker was missed for the session timeout.
    Dead(WorkerNo),
    /// A worker did not poll within the poll interval.
    TooSlow(WorkerNo),
    /// A worker was taken for gone though it was not (a long pause, a network fault).
    Missed(WorkerNo),
    /// The broker restarted.
    Restart,
}

/// Why a worker does not run a delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Declined {
    /// It carries the "redelivered" flag, which the worker takes for "done".
    Redelivered,
    /// It has had its attempts.
    AttemptsUsedUp,
}

/// How a broker ends with a message whose attempts have run out, without a dead-letter queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum GaveUp {
    /// It is gone.
    Dropped,
    /// It stays stored and is never delivered again.
    Parked,
    /// It has been in the dead-letter queue for as long as that keeps anything.
    Expired,
}

/// HTTP status of the producer's answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Status {
    /// 201: a new order.
    Created,
    /// 200: the stored order of an earlier request with the same key.
    Stored,
    /// 422: the key was used with another body.
    Refused,
    /// 409: a request with this key is in progress.
    Conflict,
    /// 500: the producer failed, and wrote nothing.
    Failed,
}

words! {
    /// What the producer has stored for a key.
    pub enum KeyState {
        /// Nothing.
        Free = "free",
        /// Somebody has claimed it.
        InProgress = "in_progress",
        /// An order was committed.
        Done = "done",
        /// A failure was answered.
        Failed = "failed",
    }
}

impl Status {
    /// The number.
    pub const fn code(self) -> u16 {
        match self {
            Status::Created => 201,
            Status::Stored => 200,
            Status::Refused => 422,
            Status::Conflict => 409,
            Status::Failed => 500,
        }
    }
}

/// What can happen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum What {
    /// The client sends a request. Client → producer.
    Requested {
        /// Which request.
        request: RequestNo,
        /// For which purchase.
        intent: IntentNo,
        /// By which way; if not the shop's, somebody sent it by hand.
        route: Route,
        /// Which click of this intent, from 1.
        click: u32,
        /// 0: the click itself; 1, 2, …: retries after a time-out, or later requests by hand with the same key.
        retry: u32,
        /// The `Idempotency-Key` header.
        key: Option<IdempotencyKey>,
        /// The body differs from the intent's first (the cart was changed).
        changed_body: bool,
        /// Never arrives.
        lost: bool,
    },
    /// The client waited long enough.
    TimedOut {
        /// Which request got no answer.
        request: RequestNo,
        /// Does it try again?
        again: bool,
    },
    /// The producer answers. Producer → client.
    Responded {
        /// Which request.
        request: RequestNo,
        /// With which status.
        status: Status,
        /// Which order.
        order: Option<OrderId>,
        /// Never arrives.
        lost: bool,
    },
    /// The producer's transaction has written order, charge and (outbox) event; not committed.
    OrderWritten {
        /// For which request.
        request: RequestNo,
        /// Which purchase.
        intent: IntentNo,
        /// Which event.
        event: EventNo,
        /// Which order.
        order: OrderId,
    },
    /// The producer's transaction is committed: the order exists, the card will be charged.
    OrderCommitted {
        /// For which request.
        request: RequestNo,
        /// Which purchase.
        intent: IntentNo,
        /// Which event.
        event: EventNo,
        /// Which order.
        order: OrderId,
    },
    /// The key was there already, with the same body: nothing is written, the stored order is the answer.
    OrderFound {
        /// For which request.
        request: RequestNo,
        /// Which event.
        event: EventNo,
        /// Which order.
        order: OrderId,
    },
    /// The key was there already, with another body: refused, nothing is written.
    KeyReused {
        /// For which request.
        request: RequestNo,
        /// Which event has the key.
        event: EventNo,
    },
    /// The producer looked a key up.
    KeyChecked {
        /// For which request.
        request: RequestNo,
        /// What it found.
        state: KeyState,
    },
    /// The producer stored something for a key; `Free`: it has let it go.
    KeyStored {
        /// For which request.
        request: RequestNo,
        /// What.
        state: KeyState,
    },
    /// The database refused the producer's commit: everything is rolled back.
    CommitFailed {
        /// For which request.
        request: RequestNo,
        /// Which event there would have been.
        event: EventNo,
    },
    /// The database refused a statement of the producer's, which no fault asked for: everything is rolled back.
    RequestFailed {
        /// Which request.
        request: RequestNo,
    },
    /// The producer's process dies.
    ProducerCrashed {
        /// Between what.
        gap: Gap,
        /// While working on which request.
        request: RequestNo,
    },
    /// The producer is back.
    ProducerRestarted,
    /// A relay read the rows that are not yet published.
    OutboxRead {
        /// Which relay.
        relay: RelayNo,
        /// The events it found, in order.
        events: Vec<EventNo>,
    },
    /// An event goes to the broker in a new envelope. Publisher → broker.
    Published {
        /// From where.
        by: Publisher,
        /// Which event.
        event: EventNo,
        /// In which envelope.
        message: MessageNo,
        /// Of which outbox row, where the event's id was drawn anew for this publish.
        row: Option<EventNo>,
    },
    /// The broker confirms. Broker → publisher.
    Confirmed {
        /// To whom.
        by: Publisher,
        /// Which envelope.
        message: MessageNo,
        /// Of which event.
        event: EventNo,
        /// Never arrives.
        lost: bool,
    },
    /// The relay waited for the confirm long enough; the row stays unpublished and is read again.
    ConfirmTimedOut {
        /// Which relay.
        relay: RelayNo,
        /// Which event.
        event: EventNo,
    },
    /// The relay marked the row as published.
    OutboxMarked {
        /// Which relay.
        relay: RelayNo,
        /// Which event.
        event: EventNo,
    },
    /// The relay's process dies.
    RelayCrashed {
        /// Which relay.
        relay: RelayNo,
        /// Between what.
        gap: Gap,
        /// While carrying which event.
        event: EventNo,
    },
    /// The relay is back.
    RelayRestarted {
        /// Which relay.
        relay: RelayNo,
    },
    /// The broker hands a message over. Broker → worker.
    Delivered {
        /// This hand-over.
        delivery: DeliveryNo,
        /// Which envelope.
        message: MessageNo,
        /// Of which event.
        event: EventNo,
        /// To whom.
        worker: WorkerNo,
        /// Which hand-over of this message, from 1.
        attempt: u32,
        /// It counts as done for the broker as soon as it has left.
        acked: bool,
        /// Never arrives.
        lost: bool,
    },
    /// A worker is free, and the broker does not hand this message over: its group is not done with another.
    HeldBack {
        /// Which envelope.
        message: MessageNo,
        /// Of which event.
        event: EventNo,
        /// Behind which envelope.
        behind: MessageNo,
    },
    /// The broker takes an unacked message back.
    Requeued {
        /// Which hand-over ended so.
        delivery: DeliveryNo,
        /// Which envelope.
        message: MessageNo,
        /// Of which event.
        event: EventNo,
        /// Who had it.
        worker: WorkerNo,
        /// Why.
        back: Back,
    },
    /// The log has appended a record.
    Appended {
        /// Which envelope.
        message: MessageNo,
        /// Of which event.
        event: EventNo,
        /// To which partition.
        partition: u32,
        /// At which offset.
        offset: u64,
    },
    /// A consumer group shares its partitions out.
    Rebalanced {
        /// Why.
        why: Rebalance,
        /// Its generation; commits of older ones are refused.
        generation: u32,
        /// Who has which partition, by number.
        owners: Vec<Option<WorkerNo>>,
    },
    /// A worker polls: it reads records from its place in a partition.
    Polled {
        /// Which worker.
        worker: WorkerNo,
        /// Which partition.
        partition: u32,
        /// From which offset.
        offset: u64,
        /// How many records.
        records: u32,
    },
    /// A worker writes a record to another topic. Worker → broker.
    Produced {
        /// Which worker.
        worker: WorkerNo,
        /// For which event.
        event: EventNo,
        /// In a transaction that is still open: readers of committed records do not see it yet.
        open: bool,
    },
    /// A worker commits its place in a partition. Worker → broker, or in the consumer's database.
    OffsetCommitted {
        /// Which worker.
        worker: WorkerNo,
        /// Which partition.
        partition: u32,
        /// The next offset to be read.
        offset: u64,
        /// The last event before it.
        event: EventNo,
        /// How.
        how: super::scenario::Commit,
        /// The group has moved on without this worker (or the database has): nothing is committed.
        refused: bool,
        /// Never arrives.
        lost: bool,
    },
    /// The broker takes a publish and makes no message of it, for it remembers the first.
    Swallowed {
        /// Whose publish.
        by: Publisher,
        /// Which envelope.
        message: MessageNo,
        /// Of which event.
        event: EventNo,
        /// Why.
        why: Swallowed,
    },
    /// The message had its deliveries, and there is no dead-letter queue.
    GaveUp {
        /// Which envelope.
        message: MessageNo,
        /// Of which event.
        event: EventNo,
        /// After how many deliveries.
        attempts: u32,
        /// How.
        how: GaveUp,
    },
    /// What the broker makes of an ack that came too late, where it does not just ignore it.
    LateAck {
        /// Which delivery.
        delivery: DeliveryNo,
        /// Of which event.
        event: EventNo,
        /// From whom.
        worker: WorkerNo,
        /// What it does.
        rule: super::scenario::LateAck,
    },
    /// The broker restarted; it has forgotten its newest acks.
    BrokerRestarted {
        /// The events of the messages that are ready again, though they were acked.
        forgot: Vec<EventNo>,
    },
    /// The message had its deliveries; it is set aside.
    DeadLettered {
        /// Which envelope.
        message: MessageNo,
        /// Of which event.
        event: EventNo,
        /// After how many deliveries.
        attempts: u32,
    },
    /// The worker asks for more time. Worker → broker.
    Extended {
        /// For which delivery.
        delivery: DeliveryNo,
        /// Of which event.
        event: EventNo,
        /// Who.
        worker: WorkerNo,
        /// It is still the worker's; otherwise the broker had taken it back before.
        held: bool,
    },
    /// The worker has a delivery early and keeps it in memory.
    Held {
        /// Which delivery.
        delivery: DeliveryNo,
        /// Of which event.
        event: EventNo,
        /// Who.
        worker: WorkerNo,
        /// Until when.
        until: Millis,
    },
    /// The worker takes a delivery up that has waited in its buffer.
    TakenUp {
        /// Which delivery.
        delivery: DeliveryNo,
        /// Of which event.
        event: EventNo,
        /// Who.
        worker: WorkerNo,
    },
    /// The worker does not run a delivery.
    Declined {
        /// Which delivery.
        delivery: DeliveryNo,
        /// Of which event.
        event: EventNo,
        /// Who.
        worker: WorkerNo,
        /// Why.
        why: Declined,
    },
    /// A further worker starts.
    WorkerJoined {
        /// Which worker.
        worker: WorkerNo,
    },
    /// Old rows of a memory (`processed_events`, `idempotency_keys`) were deleted.
    Purged {
        /// Of which table.
        table: Table,
        /// How many.
        rows: u64,
    },
    /// Layer 2 looked for a mark. `seen`: the handler is skipped.
    Checked {
        /// Where.
        at: At,
        /// Was it there?
        seen: bool,
    },
    /// Layer 2 put its mark first. Not `inserted`: it was there, the handler is skipped.
    Claimed {
        /// Where.
        at: At,
        /// In what.
        memory: Memory,
        /// Was it new?
        inserted: bool,
    },
    /// Another worker's claim is still alive: the delivery goes back.
    ClaimHeld {
        /// Where.
        at: At,
    },
    /// An expired claim was taken over.
    ClaimTakenOver {
        /// Where.
        at: At,
    },
    /// The handler is running elsewhere, and may not overlap.
    Overlaps {
        /// Where.
        at: At,
        /// It is not run at all; otherwise the delivery goes back.
        dropped: bool,
    },
    /// The lock that keeps runs apart is free again.
    Unlocked {
        /// Where.
        at: At,
    },
    /// A transaction was opened.
    Began {
        /// Where.
        at: At,
    },
    /// A statement met `SQLITE_BUSY` and waits.
    Waits {
        /// Where.
        at: At,
        /// Who has the transaction open, for which event.
        holder: Option<At>,
    },
    /// The handler is taking its time.
    Slow {
        /// Where.
        at: At,
        /// How long, in milliseconds.
        ms: u64,
        /// Longer than the broker waits (an ack deadline, a poll interval).
        too_long: bool,
    },
    /// The worker's process stands still.
    Paused {
        /// Where.
        at: At,
        /// Between what.
        gap: Gap,
        /// How long, in milliseconds.
        ms: u64,
    },
    /// The handler threw.
    Failed {
        /// Where.
        at: At,
    },
    /// An effect is handed to its provider: a mail, a charge, a push. Worker → provider.
    Sent {
        /// Where.
        at: At,
        /// For which order.
        order: OrderId,
        /// The provider knew it already and did nothing (its idempotency key).
        refused: bool,
    },
    /// The mail provider does not answer. Worker → mail, lost.
    NoAnswer {
        /// Where.
        at: At,
        /// Until when it will not.
        until: Millis,
    },
    /// The handler's business row is written (not yet visible if a transaction is open).
    Wrote {
        /// Where.
        at: At,
        /// How many rows changed; 0: the idempotent SQL found its work done.
        changed: u64,
    },
    /// Layer 2 wrote its mark after the handler. Not `inserted`: it was there meanwhile.
    Marked {
        /// Where.
        at: At,
        /// Was it new?
        inserted: bool,
    },
    /// The handler's transaction is committed.
    Committed {
        /// Where.
        at: At,
    },
    /// The handler's transaction is rolled back.
    RolledBack {
        /// Where.
        at: At,
        /// Why.
        why: Rollback,
    },
    /// The worker's process dies; an open transaction is rolled back by SQLite.
    WorkerCrashed {
        /// Which worker.
        worker: WorkerNo,
        /// Between what.
        gap: Gap,
        /// Working on which delivery.
        delivery: DeliveryNo,
        /// Of which event.
        event: EventNo,
        /// In which handler, if in one.
        handler: Option<Handler>,
    },
    /// The worker is back, empty-handed.
    WorkerRestarted {
        /// Which worker.
        worker: WorkerNo,
    },
    /// Ack. Worker → broker.
    Acked {
        /// Which delivery.
        delivery: DeliveryNo,
        /// Of which event.
        event: EventNo,
        /// From whom.
        worker: WorkerNo,
        /// Never arrives.
        lost: bool,
        /// The broker had taken the message back before: the ack changes nothing.
        late: bool,
    },
    /// Every handler was skipped, and the worker is through with the delivery without a word to the broker.
    LeftUnacked {
        /// Which delivery.
        delivery: DeliveryNo,
        /// Of which event.
        event: EventNo,
        /// Who.
        worker: WorkerNo,
    },
    /// Negative ack: the message comes back, or is set aside. Worker → broker.
    Nacked {
        /// Which delivery.
        delivery: DeliveryNo,
        /// Of which event.
        event: EventNo,
        /// From whom.
        worker: WorkerNo,
        /// The broker had taken the message back before.
        late: bool,
        /// It comes back; otherwise it is set aside at once.
        requeue: bool,
    },
    /// A relay met an error of its database, and stays down.
    RelayStopped {
        /// Which relay.
        relay: RelayNo,
    },
    /// The learner ran SQL; its statements and rows are the entry's.
    Queried {
        /// Where.
        on: Database,
    },
    /// An operator intervened.
    Operated {
        /// How.
        run: super::command::Operation,
        /// On which events.
        events: Vec<EventNo>,
    },
}

/// An effect that became real: the outside world can see it from here on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Effect {
    /// Whose.
    pub handler: Handler,
    /// For which event.
    pub event: EventNo,
}

/// One entry of the trace. Its step number is its place in the list, counted from 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// When, in simulated time.
    pub at: Millis,
    /// What happened.
    pub what: What,
    /// The fault points met in this entry, fired or not: what the learner can decide otherwise.
    pub met: Vec<Met>,
    /// The statements that ran.
    pub sql: Vec<Statement>,
    /// The rows that changed.
    pub changes: Vec<Change>,
    /// The effects that became real.
    pub effects: Vec<Effect>,
}

impl Entry {
    /// What SQLite said, where it refused a statement for more than a moment.
    pub fn refusal(&self) -> Option<&str> {
        self.sql.iter().rev().find_map(|statement| match &statement.answer {
            Answer::Error(text) => Some(text.as_str()),
            _ => None,
        })
    }
}

/// An event of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventInfo {
    /// Its identity.
    pub id: EventId,
    /// The purchase behind it.
    pub intent: IntentNo,
    /// The order that it tells of.
    pub order: OrderId,
}

/// Why a run was cut before it came to rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Cut {
    /// Too many entries.
    Entries,
    /// Too much simulated time.
    Time,
}

/// A run, whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    /// What happened, in order.
    pub entries: Vec<Entry>,
    /// The events by [`EventNo`] (`e1` is the first).
    pub events: Vec<EventInfo>,
    /// How many relays and workers there are: the diagram's lanes.
    pub relays: u8,
    /// See `relays`.
    pub workers: u8,
    /// The tables, in the order of [`super::sql::Table::ALL`].
    pub tables: Vec<TableInfo>,
    /// Rows that stand there before anything happens.
    pub initial: Vec<Change>,
    /// What it came to.
    pub outcome: Outcome,
    /// Was it cut?
    pub cut: Option<Cut>,
    /// FNV-1a hash of each database's bytes at the end.
    pub digests: Vec<(Database, u64)>,
}

impl Run {
    /// The event with this number.
    pub fn event(&self, no: EventNo) -> Option<&EventInfo> {
        self.events.get((no.0 as usize).wrapping_sub(1))
    }
}

impl What {
    /// From where to where, if it crosses lanes.
    pub fn arrow(&self) -> Option<(Lane, Lane)> {
        use What::*;
        Some(match *self {
            Requested { .. } => (Lane::Client, Lane::Producer),
            Responded { .. } => (Lane::Producer, Lane::Client),
            Published { by, .. } if by != Publisher::Operator => (by.into(), Lane::Broker),
            Confirmed { by, .. } => (Lane::Broker, by.into()),
            Delivered { worker, .. } => (Lane::Broker, Lane::Worker(worker)),
            Sent { at, .. } | NoAnswer { at, .. } => {
                (Lane::Worker(at.worker), Lane::Outside(at.handler.provider()?))
            }
            Acked { worker, .. }
            | Nacked { worker, .. }
            | Extended { worker, .. }
            | Produced { worker, .. }
            | OffsetCommitted { worker, .. } => (Lane::Worker(worker), Lane::Broker),
            _ => return None,
        })
    }

    /// Where it happens (the sender's lane of an arrow).
    pub fn lane(&self) -> Lane {
        use What::*;
        match *self {
            Requested { .. } | TimedOut { .. } => Lane::Client,
            Responded { .. }
            | OrderWritten { .. }
            | OrderCommitted { .. }
            | OrderFound { .. }
            | KeyReused { .. }
            | KeyChecked { .. }
            | KeyStored { .. }
            | CommitFailed { .. }
            | RequestFailed { .. }
            | ProducerCrashed { .. }
            | ProducerRestarted => Lane::Producer,
            Published { by, .. } => by.into(),
            OutboxRead { relay, .. }
            | ConfirmTimedOut { relay, .. }
            | OutboxMarked { relay, .. }
            | RelayCrashed { relay, .. }
            | RelayRestarted { relay }
            | RelayStopped { relay } => Lane::Relay(relay),
            Confirmed { .. }
            | Appended { .. }
            | Rebalanced { .. }
            | Swallowed { .. }
            | Delivered { .. }
            | HeldBack { .. }
            | Requeued { .. }
            | GaveUp { .. }
            | LateAck { .. }
            | BrokerRestarted { .. }
            | DeadLettered { .. }
            | Operated { .. } => Lane::Broker,
            // Whoever works on a table from outside works in the service whose table it is.
            Purged { table, .. } => Lane::of(table.database()),
            Queried { on } => Lane::of(on),
            Checked { at, .. }
            | Claimed { at, .. }
            | ClaimHeld { at }
            | ClaimTakenOver { at }
            | Overlaps { at, .. }
            | Unlocked { at }
            | Began { at }
            | Waits { at, .. }
            | Slow { at, .. }
            | Paused { at, .. }
            | Failed { at }
            | Sent { at, .. }
            | NoAnswer { at, .. }
            | Wrote { at, .. }
            | Marked { at, .. }
            | Committed { at }
            | RolledBack { at, .. } => Lane::Worker(at.worker),
            WorkerCrashed { worker, .. }
            | WorkerRestarted { worker }
            | WorkerJoined { worker }
            | Extended { worker, .. }
            | Held { worker, .. }
            | Polled { worker, .. }
            | Produced { worker, .. }
            | OffsetCommitted { worker, .. }
            | TakenUp { worker, .. }
            | Declined { worker, .. }
            | LeftUnacked { worker, .. }
            | Acked { worker, .. }
            | Nacked { worker, .. } => Lane::Worker(worker),
        }
    }

    /// Did this arrow get lost on its way?
    pub fn lost(&self) -> bool {
        use What::*;
        matches!(
            self,
            Requested { lost: true, .. }
                | Responded { lost: true, .. }
                | Confirmed { lost: true, .. }
                | Delivered { lost: true, .. }
                | Acked { lost: true, .. }
                | OffsetCommitted { lost: true, .. }
                | NoAnswer { .. }
        )
    }

    /// The event that it is about, if about one.
    pub fn event(&self) -> Option<EventNo> {
        use What::*;
        match *self {
            OrderWritten { event, .. }
            | OrderCommitted { event, .. }
            | OrderFound { event, .. }
            | KeyReused { event, .. }
            | CommitFailed { event, .. }
            | Published { event, .. }
            | Confirmed { event, .. }
            | ConfirmTimedOut { event, .. }
            | OutboxMarked { event, .. }
            | RelayCrashed { event, .. }
            | Delivered { event, .. }
            | HeldBack { event, .. }
            | Requeued { event, .. }
            | DeadLettered { event, .. }
            | Swallowed { event, .. }
            | GaveUp { event, .. }
            | LateAck { event, .. }
            | Extended { event, .. }
            | Held { event, .. }
            | Appended { event, .. }
            | Produced { event, .. }
            | OffsetCommitted { event, .. }
            | TakenUp { event, .. }
            | Declined { event, .. }
            | WorkerCrashed { event, .. }
            | LeftUnacked { event, .. }
            | Acked { event, .. }
            | Nacked { event, .. } => Some(event),
            _ => self.at().map(|at| at.event),
        }
    }

    /// The handler's surroundings, if inside one.
    pub fn at(&self) -> Option<At> {
        use What::*;
        match *self {
            Checked { at, .. }
            | Claimed { at, .. }
            | ClaimHeld { at }
            | ClaimTakenOver { at }
            | Overlaps { at, .. }
            | Unlocked { at }
            | Began { at }
            | Waits { at, .. }
            | Slow { at, .. }
            | Paused { at, .. }
            | Failed { at }
            | Sent { at, .. }
            | NoAnswer { at, .. }
            | Wrote { at, .. }
            | Marked { at, .. }
            | Committed { at }
            | RolledBack { at, .. } => Some(at),
            _ => None,
        }
    }

    /// Does this end a transaction without its rows?
    pub fn undoes(&self) -> bool {
        matches!(
            self,
            What::RolledBack { .. }
                | What::WorkerCrashed { .. }
                | What::ProducerCrashed { .. }
                | What::Claimed { inserted: false, .. }
        )
    }

    /// Does layer 2 keep the handler from running here?
    pub fn skips(&self) -> bool {
        matches!(
            self,
            What::Checked { seen: true, .. }
                | What::Claimed { inserted: false, .. }
                | What::Overlaps { dropped: true, .. }
        )
    }
}
