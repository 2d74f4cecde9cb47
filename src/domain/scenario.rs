//! A scenario: plain data that determines a run. Text forms: a TOML file (`domain::text`) and a link
//! (`domain::link`), both driven by the one table of settings (`domain::settings`).

use super::command::{Command, Operation};
use super::fault::{Fault, Point};
use super::ids::Millis;
use serde::{Deserialize, Serialize};

words! {
    /// Which `Idempotency-Key` the client sends (layer 1).
    pub enum KeyPolicy {
        /// No key: the producer draws an event id for each request.
        None = "none",
        /// A new key for each click: looks like layer 1 and does not help against a second click.
        PerClick = "per_click",
        /// One key for one purchase, whatever the number of requests.
        PerIntent = "per_intent",
    }
}

words! {
    /// How the producer gets its event to the broker.
    pub enum Publish {
        /// A row in the order's transaction; the relay publishes it.
        Outbox = "outbox",
        /// Dual write: commit the order, then publish.
        CommitThenPublish = "commit_then_publish",
        /// Dual write: publish, then commit the order.
        PublishThenCommit = "publish_then_commit",
    }
}

words! {
    /// Whose words, defaults and limits the broker has.
    pub enum Dialect {
        /// RabbitMQ: a queue; an unacked message returns when its connection is lost.
        Rabbitmq = "rabbitmq",
        /// Kafka: a log; nothing returns, a partition is read again from its committed offset.
        Kafka = "kafka",
        /// SQS, standard queue: a message is invisible for a while, and then it is not.
        Sqs = "sqs",
        /// SQS, FIFO queue: as the standard queue, with a dedup window at the front door.
        SqsFifo = "sqs_fifo",
        /// NATS JetStream: an unacked message returns after AckWait.
        Nats = "nats",
        /// Redis Streams: a pending entry stays with its consumer until somebody claims it.
        Redis = "redis",
    }
}

/// How a broker keeps what it delivers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernel {
    /// Each message is handed over and acked by itself.
    Queue,
    /// Partitions are read in order, and the reader keeps its place.
    Log,
}

impl Dialect {
    /// Which kernel this product stands on.
    pub const fn kernel(self) -> Kernel {
        match self {
            Dialect::Kafka => Kernel::Log,
            _ => Kernel::Queue,
        }
    }
}

words! {
    /// When a consumer of the log commits its offset, and where.
    pub enum Commit {
        /// Before it runs the handlers: at most once.
        BeforeRun = "before_run",
        /// After the handlers of all that it polled: at least once.
        AfterRun = "after_run",
        /// A timer commits, whatever the handlers do at that moment.
        Periodic = "periodic",
        /// With its output, in one transaction of the log: nothing outside the log is part of it.
        Transaction = "transaction",
        /// In the consumer's own database, in one transaction with the handlers' rows.
        Database = "database",
    }
}

words! {
    /// Which position the timer of [`Commit::Periodic`] finds.
    pub enum Stored {
        /// That after the handlers.
        AfterRun = "after_run",
        /// That after the poll: records in hand count as done.
        AtPoll = "at_poll",
    }
}

words! {
    /// When a partition moves to another worker of the group.
    pub enum Revoke {
        /// When its worker is between two polls: it has finished and committed.
        AfterCommit = "after_commit",
        /// At once: its worker goes on with what it has, and commits in vain.
        AtOnce = "at_once",
    }
}

words! {
    /// What decides a record's partition.
    pub enum RecordKey {
        /// The customer: all events of one customer in one partition, in order.
        Customer = "customer",
        /// The order: each event by itself.
        Order = "order",
    }
}

words! {
    /// When a delivery counts as done for the broker.
    pub enum AckMode {
        /// When the worker says so, after its handlers.
        Manual = "manual",
        /// At hand-over.
        Auto = "auto",
        /// When the worker says so, before its handlers.
        BeforeRun = "before_run",
    }
}

words! {
    /// What makes the broker hand a message over again that nobody acked.
    pub enum Redelivers {
        /// A lost connection, or the ack deadline.
        ConnectionOrDeadline = "connection_or_deadline",
        /// The ack deadline alone: a dead worker looks like a slow one.
        Deadline = "deadline",
        /// Nothing: the message stays with a worker that may be dead (Redis Streams without a claim).
        Never = "never",
    }
}

words! {
    /// What a passed ack deadline takes back.
    pub enum DeadlineTakes {
        /// The one delivery.
        Delivery = "delivery",
        /// The channel is closed: everything that its worker holds.
        Channel = "channel",
    }
}

words! {
    /// What an ack does that comes after the message was taken back.
    pub enum LateAck {
        /// Nothing, and nobody is told.
        Ignore = "ignore",
        /// It settles the message, whoever has it by now.
        Accept = "accept",
        /// It settles the message unless that was handed over again meanwhile.
        AcceptUnlessRedelivered = "accept_unless_redelivered",
        /// It is refused with an error; the work is done all the same.
        Refuse = "refuse",
        /// The channel is closed: what its worker holds goes back as well.
        CloseChannel = "close_channel",
    }
}

words! {
    /// Ways in which a delivery ends without success; which of them use an attempt up is a rule of the broker.
    pub enum Ending {
        /// The worker nacked it.
        Nack = "nack",
        /// Its worker's connection broke.
        ConnectionLost = "connection_lost",
        /// No ack within the deadline.
        Deadline = "deadline",
    }
}

words! {
    /// Who looks whether the attempts have run out.
    pub enum MaxCheck {
        /// The broker, before it would hand the message over once more.
        Broker = "broker",
        /// The worker, before its handlers: one more hand-over, refused without a run. After a failure at once.
        Worker = "worker",
    }
}

words! {
    /// What becomes of a message whose attempts have run out.
    pub enum OnExhausted {
        /// It is set aside in the dead-letter queue.
        DeadLetter = "dead_letter",
        /// It is dropped: nobody has it any more.
        Drop = "drop",
        /// It stays where it is and is never delivered again.
        Park = "park",
    }
}

words! {
    /// Which messages make a group: while one of it is not acked, no later one of it is handed over.
    pub enum MessageGroup {
        /// None: each message by itself.
        Off = "off",
        /// All messages of one customer.
        Customer = "customer",
        /// All messages of one order.
        Order = "order",
    }
}

words! {
    /// Where a message stands that comes back into its queue.
    pub enum Requeue {
        /// Behind everything that is ready.
        Tail = "tail",
        /// Where it stood, as far as what was behind it is still there.
        Place = "place",
    }
}

words! {
    /// What a worker does with a delivery that carries the broker's "redelivered" flag.
    pub enum OnRedelivered {
        /// The same as with any other.
        Handle = "handle",
        /// Takes it for done, drops and acks it.
        Drop = "drop",
    }
}

words! {
    /// Where a nack sends the message.
    pub enum OnNack {
        /// Back into its queue.
        Requeue = "requeue",
        /// Into the dead-letter queue at once.
        DeadLetter = "dead_letter",
        /// Nowhere: the worker publishes a copy under a new message id, and then acks the old one.
        Copy = "copy",
    }
}

words! {
    /// Which deliveries a heartbeat keeps alive.
    pub enum HeartbeatFor {
        /// The one that is worked on.
        Running = "running",
        /// Everything that the worker holds.
        Buffer = "buffer",
    }
}

words! {
    /// What an ack or nack covers.
    pub enum Settle {
        /// One delivery.
        Each = "each",
        /// The whole batch: one failure sends all of it back.
        Batch = "batch",
    }
}

words! {
    /// What a worker does when it meets somebody else's lock.
    pub enum OnLockHeld {
        /// Takes the event for done and skips the handler.
        Skip = "skip",
        /// Gives the delivery back, to try again later.
        Release = "release",
    }
}

words! {
    /// Layer 2, as the code that it is.
    pub enum Dedup {
        /// Run, whatever was before.
        Off = "off",
        /// `SELECT`, effect, `INSERT`, each its own statement.
        CheckRunMark = "check_run_mark",
        /// `BEGIN`, `INSERT … ON CONFLICT DO NOTHING`, business row, `COMMIT`.
        OneTransaction = "one_transaction",
        /// `SELECT`; then `BEGIN`, business row, `INSERT`, `COMMIT`.
        OneTransactionMarkLast = "one_transaction_mark_last",
        /// `INSERT` on its own, then run.
        Claim = "claim",
        /// A lock with a time to live in another system.
        Setnx = "setnx",
        /// A set in the worker's own process: no other worker sees it, and a crash forgets it.
        InProcess = "in_process",
        /// A lock that is held while the handler runs, and no longer: no memory at all (Laravel's
        /// `WithoutOverlapping`).
        WithoutOverlapping = "without_overlapping",
    }
}

words! {
    /// What layer 2 takes as "the same".
    pub enum DedupKey {
        /// `(event_id, handler)`.
        EventAndHandler = "event_and_handler",
        /// `(event_id)`: the first handler silences the others.
        Event = "event",
        /// `(message_id, handler)`: the envelope instead of the fact.
        MessageAndHandler = "message_and_handler",
        /// The code's `(event_id, handler)`, in a table that has no key at all.
        None = "none",
    }
}

words! {
    /// What a failed handler means for the handlers after it in the same delivery.
    pub enum OnFailure {
        /// They run; then the whole message comes back.
        Continue = "continue",
        /// They do not run in this delivery.
        Stop = "stop",
    }
}

words! {
    /// The SQL inside the handlers.
    pub enum HandlerSql {
        /// As one writes it first.
        Plain = "plain",
        /// Harmless to repeat for the same event.
        Idempotent = "idempotent",
    }
}

words! {
    /// Handlers, each with an effect of another nature: those of the article's demo, then two that a scenario may
    /// name.
    pub enum Handler {
        /// A mail leaves the building, outside every transaction; then a row in `emails_sent`.
        Email = "emailHandler",
        /// `stock = stock - 1`: not idempotent by nature.
        Inventory = "inventoryHandler",
        /// A counter.
        Analytics = "analyticsHandler",
        /// "Last bought" set to a value: idempotent by nature.
        Recommender = "recommenderHandler",
        /// A card is charged, outside every transaction; then a row in `payments`.
        Payment = "paymentHandler",
        /// A push goes to a phone, outside every transaction, and nothing is written down.
        Push = "pushHandler",
    }
}

words! {
    /// Who outside carries a handler's effect out, where no rollback reaches it.
    pub enum Provider {
        /// Takes mails.
        Mail = "mail",
        /// Charges cards.
        Card = "card",
        /// Pushes to phones.
        Phone = "phone",
    }
}

impl Handler {
    /// The article's demo.
    pub const DEMO: [Handler; 4] =
        [Handler::Email, Handler::Inventory, Handler::Analytics, Handler::Recommender];

    /// Who carries its effect out, if somebody outside does.
    pub const fn provider(self) -> Option<Provider> {
        match self {
            Handler::Email => Some(Provider::Mail),
            Handler::Payment => Some(Provider::Card),
            Handler::Push => Some(Provider::Phone),
            _ => None,
        }
    }

    /// Does it write a row of its own?
    pub const fn writes(self) -> bool {
        !matches!(self, Handler::Push)
    }

    /// Its effect sets a value: set twice to the same, it is seen once.
    pub const fn overwrites(self) -> bool {
        matches!(self, Handler::Recommender)
    }
}

words! {
    /// Where and when the producer keeps the `Idempotency-Key` (layer 1).
    pub enum KeyStore {
        /// As the event's id, in the order's own transaction.
        InTransaction = "in_transaction",
        /// Looked up, then the work, then stored: each its own statement.
        GetThenPut = "get_then_put",
        /// Claimed in a transaction of its own, then the work.
        ClaimFirst = "claim_first",
    }
}

words! {
    /// Which answers the producer keeps for a key.
    pub enum Remember {
        /// Those of committed orders.
        Commits = "commits",
        /// Every answer, failures as well.
        EveryStatus = "every_status",
    }
}

words! {
    /// Where a message's event id is from.
    pub enum EventIdFrom {
        /// The outbox row: the same with every publish.
        Row = "row",
        /// Drawn when the message is built: another with every publish.
        Publish = "publish",
    }
}

words! {
    /// What it means to a worker that its mark was there already when it wrote it.
    pub enum OnConflict {
        /// Nothing: the handler is skipped, or was run for nothing.
        Ignore = "ignore",
        /// An error: the delivery has failed.
        Raise = "raise",
    }
}

words! {
    /// How a worker leaves a delivery of which layer 2 skipped every handler.
    pub enum OnDuplicate {
        /// It acks it.
        Ack = "ack",
        /// It returns before its ack: to the broker nobody has answered.
        NoAck = "no_ack",
    }
}

words! {
    /// The name under which a handler leaves its marks.
    pub enum HandlerId {
        /// One that stays when the class is renamed.
        Fixed = "fixed",
        /// The class's name.
        ClassName = "class_name",
    }
}

words! {
    /// A lock at the front door that keeps a second job with the same id out of the queue (Laravel's
    /// `ShouldBeUnique`).
    pub enum Unique {
        /// None.
        Off = "off",
        /// From dispatch until the job is done or has failed.
        UntilDone = "until_done",
        /// From dispatch until a worker begins with it (`ShouldBeUniqueUntilProcessing`).
        UntilStart = "until_start",
    }
}

words! {
    /// What the id of a unique job names.
    pub enum UniqueId {
        /// The event.
        Event = "event",
        /// The purchase: what the customer wanted, whatever the number of orders.
        Intent = "intent",
    }
}

words! {
    /// What may not overlap under [`Dedup::WithoutOverlapping`].
    pub enum OverlapKey {
        /// Two runs of one handler, whatever the event.
        Handler = "handler",
        /// Two runs of one handler for one event.
        EventAndHandler = "event_and_handler",
    }
}

/// A probability in millionths; exact, so that equal scenarios are equal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Rate(pub u32);

impl Rate {
    /// Certainty.
    pub const ONE: Rate = Rate(1_000_000);
    /// Digits after the point.
    const PLACES: usize = 6;

    /// In hundredths, as people say it.
    pub fn percent(self) -> String {
        decimal(self.0, Rate::PLACES - 2)
    }
}

/// As a fraction: `0.25`.
impl std::fmt::Display for Rate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&decimal(self.0, Rate::PLACES))
    }
}

/// A fraction from 0 to 1 in decimal digits, cut to a millionth. Whole numbers do it: floating point would
/// cost each binary some kilobytes.
impl std::str::FromStr for Rate {
    type Err = ();
    fn from_str(text: &str) -> Result<Rate, ()> {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
        if whole.len() + fraction.len() == 0 || !digits(whole) || !digits(fraction) {
            return Err(());
        }
        let whole: u32 = if whole.is_empty() { 0 } else { whole.parse().map_err(|_| ())? };
        let millionths = fraction.bytes().chain(std::iter::repeat(b'0')).take(Rate::PLACES);
        let millionths = millionths.fold(0, |n, digit| n * 10 + u32::from(digit - b'0'));
        let rest = fraction.bytes().skip(Rate::PLACES).any(|digit| digit != b'0');
        match (whole, millionths, rest) {
            (0, n, _) => Ok(Rate(n)),
            (1, 0, false) => Ok(Rate::ONE),
            _ => Err(()),
        }
    }
}

/// A whole number of which the last `places` digits stand after the point, without zeros at its end.
fn decimal(n: u32, places: usize) -> String {
    let digits = format!("{n:0width$}", width = places + 1);
    let (whole, fraction) = digits.split_at(digits.len() - places);
    match fraction.trim_end_matches('0') {
        "" => whole.into(),
        fraction => format!("{whole}.{fraction}"),
    }
}

/// What the customer does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Client {
    /// Purchases wanted.
    pub intents: u32,
    /// Requests sent in a row for each intent (2: the double submit).
    pub clicks: u32,
    /// Further requests for a click when no response comes.
    pub retries: u32,
    /// How long the client waits for a response, in milliseconds.
    pub retry_after_ms: u64,
    /// Which key the requests carry.
    pub key: KeyPolicy,
    /// From the second click on the body is another one (the cart was changed).
    pub changed_body: bool,
}

/// The service that takes orders.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Producer {
    /// Outbox, or one of the two dual writes.
    pub publish: Publish,
    /// Where and when it keeps the `Idempotency-Key`.
    pub key_store: KeyStore,
    /// Which answers it keeps for a key.
    pub remember: Remember,
    /// How long it keeps keys in a table of their own, in milliseconds; 0: for ever.
    pub key_kept_ms: u64,
    /// Where a message's event id is from.
    pub event_id: EventIdFrom,
    /// A lock at the front door of the queue.
    pub unique: Unique,
    /// What it locks.
    pub unique_id: UniqueId,
    /// Life of that lock, in milliseconds; 0: until it is released.
    pub unique_for_ms: u64,
}

/// What carries outbox rows to the broker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Relay {
    /// How many, without a lock between them.
    pub count: u8,
    /// How long it waits for a confirm before it publishes again, in milliseconds.
    pub confirm_timeout_ms: u64,
    /// An idempotent producer: the broker recognises a repeat within one session of the relay by its sequence
    /// number, and only that.
    pub idempotent: bool,
}

/// The broker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Broker {
    /// Whose words and rules.
    pub dialect: Dialect,
    /// When a delivery counts as done.
    pub ack: AckMode,
    /// How long an unacked delivery stays with its worker, in milliseconds.
    pub ack_deadline_ms: u64,
    /// After so many deliveries the message is dead-lettered; 0: no limit.
    pub max_deliveries: u32,
    /// How many unacked deliveries one worker may hold.
    pub prefetch: u32,
    /// What makes it hand a message over again.
    pub redelivers: Redelivers,
    /// What a passed ack deadline takes back.
    pub deadline_takes: DeadlineTakes,
    /// What an ack after the deadline does.
    pub late_ack: LateAck,
    /// Which endings of a delivery use an attempt up.
    pub counts: Vec<Ending>,
    /// Who looks whether the attempts have run out.
    pub max_check: MaxCheck,
    /// What becomes of the message then.
    pub on_exhausted: OnExhausted,
    /// How long the dead-letter queue keeps a message, in milliseconds; 0: for ever.
    pub dead_letters_kept_ms: u64,
    /// Pause before a nacked message is ready again, in milliseconds.
    pub retry_delay_ms: u64,
    /// The pause doubles with every attempt.
    pub retry_doubles: bool,
    /// How long the broker remembers a message id and swallows a second publish of it, in milliseconds, counted
    /// from the first; 0: not at all.
    pub dedup_window_ms: u64,
    /// How many of the newest acks a restart forgets; 0: all of them.
    pub restart_forgets: u32,
    /// Which messages are handed over in order, one after the other.
    pub group: MessageGroup,
    /// "Retry all" sends copies, and what failed stays where it is.
    pub retry_copies: bool,
    /// Where a message stands that comes back. In a group always at its place.
    pub requeue: Requeue,
}

/// The log kernel: a topic and its consumer group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Topic {
    /// How many partitions.
    pub partitions: u32,
    /// What decides a record's partition.
    pub key: RecordKey,
    /// When offsets are committed, and where.
    pub commit: Commit,
    /// How often the timer commits, in milliseconds.
    pub commit_interval_ms: u64,
    /// Which position the timer finds.
    pub stored: Stored,
    /// A worker that does not poll for so long is taken for stuck, in milliseconds.
    pub max_poll_interval_ms: u64,
    /// A worker that is dead is missed after so long, in milliseconds.
    pub session_timeout_ms: u64,
    /// Each record handled gives one record to another topic.
    pub output: bool,
    /// When partitions move.
    pub revoke: Revoke,
}

/// Workers and their handlers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Consumer {
    /// How many workers.
    pub workers: u8,
    /// Which handlers a delivery fans out to, in this order.
    pub handlers: Vec<Handler>,
    /// Layer 2.
    pub dedup: Dedup,
    /// What layer 2 takes as "the same".
    pub dedup_key: DedupKey,
    /// Life of a SETNX lock, in milliseconds.
    pub setnx_ttl_ms: u64,
    /// Life of a claim after which another worker may take it over, in milliseconds; 0: no lease.
    pub claim_lease_ms: u64,
    /// What a failure means for the handlers after it.
    pub on_failure: OnFailure,
    /// The SQL inside the handlers.
    pub sql: HandlerSql,
    /// The mail provider refuses a second mail for the same event.
    pub mail_key: bool,
    /// The card provider refuses a second charge for the same `payment_intent_id`.
    pub card_key: bool,
    /// From when on the mail provider does not answer, in milliseconds.
    pub mail_down_from_ms: u64,
    /// Until when.
    pub mail_down_to_ms: u64,
    /// When the workers after the first one start, in milliseconds.
    pub others_join_ms: u64,
    /// How long a slow handler takes, in milliseconds; 0: ten seconds longer than the ack deadline.
    pub slow_ms: u64,
    /// The worker asks for more time so often, in milliseconds; 0: never.
    pub heartbeat_ms: u64,
    /// For which deliveries it asks.
    pub heartbeat_for: HeartbeatFor,
    /// A message is due so long after its publish; a worker that has it earlier keeps it in memory until then.
    pub hold_ms: u64,
    /// What the "redelivered" flag means to the worker.
    pub on_redelivered: OnRedelivered,
    /// Where a nack sends the message.
    pub on_nack: OnNack,
    /// How many deliveries a worker takes together before it starts.
    pub batch: u32,
    /// It starts with fewer after so long, in milliseconds.
    pub batch_window_ms: u64,
    /// What its acks and nacks cover.
    pub settle: Settle,
    /// How long `processed_events` keeps its rows, in milliseconds; 0: for ever.
    pub retention_ms: u64,
    /// What it does when a lock is held by another.
    pub on_lock_held: OnLockHeld,
    /// What it does when another's claim is still alive.
    pub on_claim_held: OnLockHeld,
    /// What may not overlap.
    pub overlap_key: OverlapKey,
    /// What a conflict at writing the mark means.
    pub on_conflict: OnConflict,
    /// What a delivery that is a duplicate through and through ends with.
    pub on_duplicate: OnDuplicate,
    /// The name under which handlers leave their marks.
    pub handler_id: HandlerId,
}

/// Probabilities of the fault points, drawn from the seed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rates(
    /// One per [`Point::ALL`], in that order.
    pub [Rate; Point::ALL.len()],
);

impl Rates {
    /// The rate of one point.
    pub fn of(&self, at: Point) -> Rate {
        self.0[at as usize]
    }
    /// The rate of one point, to change it.
    pub fn of_mut(&mut self, at: Point) -> &mut Rate {
        &mut self.0[at as usize]
    }
}

/// An operator's intervention that belongs to the scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scheduled {
    /// When, in simulated time.
    pub at_ms: Millis,
    /// What.
    pub run: Operation,
}

impl From<Scheduled> for Command {
    fn from(s: Scheduled) -> Command {
        Command::Operate { at_ms: s.at_ms, run: s.run }
    }
}

/// Pipeline settings, client behaviour, fault plan, seed. The default is the article's demo, without layers
/// and without faults.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scenario {
    /// Where ids and drawn faults come from.
    pub seed: u32,
    /// The run is cut at this moment, in milliseconds; 0: it goes on until it comes to rest.
    pub until_ms: u64,
    /// `[client]`
    pub client: Client,
    /// `[producer]`
    pub producer: Producer,
    /// `[relay]`
    pub relay: Relay,
    /// `[broker]`
    pub broker: Broker,
    /// `[log]`
    pub log: Topic,
    /// `[consumer]`
    pub consumer: Consumer,
    /// `[rates]`
    pub rates: Rates,
    /// `[[fault]]`
    pub faults: Vec<Fault>,
    /// `[[command]]`
    pub commands: Vec<Scheduled>,
}

impl Scenario {
    /// Is the broker a log?
    pub const fn is_log(&self) -> bool {
        matches!(self.broker.dialect.kernel(), Kernel::Log)
    }

    /// Does the producer keep keys in a table of their own?
    pub const fn keeps_keys(&self) -> bool {
        !matches!(self.producer.key_store, KeyStore::InTransaction)
            || matches!(self.producer.remember, Remember::EveryStatus)
    }

    /// Is the card charged from the event, by a handler, and not with the order?
    pub fn charges_by_event(&self) -> bool {
        self.consumer.handlers.contains(&Handler::Payment)
    }

    /// Does a transaction of the consumer's database hold offset and rows together?
    pub const fn keeps_offsets(&self) -> bool {
        self.is_log() && matches!(self.log.commit, Commit::Database)
    }
}

impl Default for Scenario {
    fn default() -> Self {
        Scenario {
            seed: 42,
            until_ms: 0,
            client: Client {
                intents: 1,
                clicks: 1,
                retries: 0,
                retry_after_ms: 3_000,
                key: KeyPolicy::None,
                changed_body: false,
            },
            producer: Producer {
                publish: Publish::Outbox,
                key_store: KeyStore::InTransaction,
                remember: Remember::Commits,
                key_kept_ms: 0,
                event_id: EventIdFrom::Row,
                unique: Unique::Off,
                unique_id: UniqueId::Event,
                unique_for_ms: 0,
            },
            relay: Relay { count: 1, confirm_timeout_ms: 1_000, idempotent: false },
            broker: Broker {
                dialect: Dialect::Rabbitmq,
                ack: AckMode::Manual,
                ack_deadline_ms: 30_000,
                max_deliveries: 0,
                prefetch: 1,
                redelivers: Redelivers::ConnectionOrDeadline,
                deadline_takes: DeadlineTakes::Delivery,
                late_ack: LateAck::Ignore,
                counts: Ending::ALL.to_vec(),
                max_check: MaxCheck::Broker,
                on_exhausted: OnExhausted::DeadLetter,
                dead_letters_kept_ms: 0,
                retry_delay_ms: 0,
                retry_doubles: false,
                dedup_window_ms: 0,
                restart_forgets: 1,
                group: MessageGroup::Off,
                retry_copies: false,
                requeue: Requeue::Tail,
            },
            log: Topic {
                partitions: 1,
                key: RecordKey::Customer,
                commit: Commit::AfterRun,
                commit_interval_ms: 5_000,
                stored: Stored::AfterRun,
                max_poll_interval_ms: 300_000,
                session_timeout_ms: 45_000,
                output: false,
                revoke: Revoke::AfterCommit,
            },
            consumer: Consumer {
                workers: 2,
                handlers: Handler::DEMO.to_vec(),
                dedup: Dedup::Off,
                dedup_key: DedupKey::EventAndHandler,
                setnx_ttl_ms: 86_400_000,
                claim_lease_ms: 0,
                on_failure: OnFailure::Continue,
                sql: HandlerSql::Plain,
                mail_key: false,
                card_key: false,
                mail_down_from_ms: 0,
                mail_down_to_ms: 0,
                others_join_ms: 0,
                slow_ms: 0,
                heartbeat_ms: 0,
                heartbeat_for: HeartbeatFor::Running,
                hold_ms: 0,
                on_redelivered: OnRedelivered::Handle,
                on_nack: OnNack::Requeue,
                batch: 1,
                batch_window_ms: 1_000,
                settle: Settle::Each,
                retention_ms: 0,
                on_lock_held: OnLockHeld::Skip,
                on_claim_held: OnLockHeld::Release,
                overlap_key: OverlapKey::Handler,
                on_conflict: OnConflict::Ignore,
                on_duplicate: OnDuplicate::Ack,
                handler_id: HandlerId::Fixed,
            },
            rates: Rates::default(),
            faults: Vec::new(),
            commands: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rate_reads_as_it_is_written() {
        for n in (0..=Rate::ONE.0).step_by(37).chain([1, 10, 999_999, 1_000_000]) {
            assert_eq!(Rate(n).to_string().parse(), Ok(Rate(n)));
        }
        let written = [0, 1, 250_000, 1_000_000].map(|n| Rate(n).to_string());
        assert_eq!(written, ["0", "0.000001", "0.25", "1"]);
        assert_eq!([Rate(500).percent(), Rate(300_000).percent()], ["0.05", "30"]);
    }

    #[test]
    fn what_is_no_fraction_is_refused() {
        for text in ["", ".", "-0.1", "1.0000001", "1.1", "2", "0.5x", "1e-3", "٣", "99999999999", "0.5.5"] {
            assert_eq!(text.parse::<Rate>(), Err(()), "{text:?}");
        }
        assert_eq!(
            [".5", "1.", "1.000", "0.1234567"].map(|t| t.parse::<Rate>().unwrap().0),
            [500_000, 1_000_000, 1_000_000, 123_456]
        );
    }
}
