//! What five products (one of them in two forms) promise, as data over the two kernels: what brings a message
//! back, how long it stays away, how attempts are counted, what follows the last one, and the product's own words.
//!
//! [`Facts::settings`] says a product's defaults in the words of [`super::settings`]; choosing a product on the
//! page means applying them ([`apply`]). `tests/dialects.rs` holds each fact against what the kernel then does.

use super::lang::Said;
use super::problem::Problem;
use super::scenario::{Dialect, Kernel, Scenario};
use super::settings;

/// Can a consumer rely on the number of attempts that it is told?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// The broker counts every hand-over.
    EveryHandOver,
    /// The broker counts, but not every ending of a delivery.
    SomeEndings,
    /// The broker counts nothing; frameworks keep a count of their own.
    Nothing,
    /// Whoever claims counts, unless it chooses not to.
    ByTheClaimer,
}

/// What a product calls things; technical names, the same in every language. Empty: it has no word of its own,
/// and a sentence does without. `#` stands for a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Words {
    /// What names one hand-over.
    pub delivery: &'static str,
    /// What ends one well.
    pub ack: &'static str,
    /// How long the broker waits for that.
    pub deadline: &'static str,
    /// The number of attempts.
    pub attempts: &'static str,
    /// Where a message goes that had its attempts.
    pub dead_letters: &'static str,
    /// The id of the dedup window; empty: there is none.
    pub dedup_id: &'static str,
    /// How a message is sent.
    pub publish: &'static str,
    /// What tells the sender that it was taken.
    pub confirm: &'static str,
    /// How a message gets to a worker.
    pub deliver: &'static str,
    /// What tells the worker that it was handed over before; `#`: so many times, this one included.
    pub again: &'static str,
    /// Delivering without waiting for an ack.
    pub auto_ack: &'static str,
    /// Giving a message back.
    pub nack: &'static str,
    /// Giving it up for good.
    pub reject: &'static str,
    /// Asking for more time.
    pub extend: &'static str,
    /// How often it may be handed over.
    pub limit: &'static str,
    /// What an ack by an old or unknown name gets.
    pub unknown: &'static str,
    /// How another worker takes over what nobody acked; empty: the broker sees to that.
    pub claim: &'static str,
    /// A log: committing an offset.
    pub commit: &'static str,
    /// A log: committing by a timer.
    pub timer: &'static str,
    /// A log: what a commit gets after the group has moved on.
    pub fenced: &'static str,
    /// A log: how long a silent worker stays in the group.
    pub session: &'static str,
    /// A log: committing an offset together with the output.
    pub transaction: &'static str,
}

/// A product's facts.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// Which product.
    pub dialect: Dialect,
    /// Its name, form and version for which the facts hold.
    pub product: &'static str,
    /// Its words.
    pub words: Words,
    /// Can the number of attempts be relied on?
    pub count: Count,
    /// Its defaults: path and value, as in [`super::settings`].
    pub settings: &'static [(&'static str, &'static str)],
    /// What of it this simulation does not do. Empty: nothing worth saying.
    pub not_here: Said,
    /// Where the facts are from.
    pub docs: &'static [&'static str],
}

/// No words of its own.
const NONE: Words = Words {
    delivery: "",
    ack: "",
    deadline: "",
    attempts: "",
    dead_letters: "",
    dedup_id: "",
    publish: "",
    confirm: "",
    deliver: "",
    again: "",
    auto_ack: "",
    nack: "",
    reject: "",
    extend: "",
    limit: "",
    unknown: "",
    claim: "",
    commit: "",
    timer: "",
    fenced: "",
    session: "",
    transaction: "",
};

/// What both kinds of SQS queues call things; only one has an id for its dedup window. A receipt handle belongs
/// to one receive, and each receive gives another (API reference, `DeleteMessage`). There is no nack: a consumer
/// sets the visibility timeout to 0 (API reference, `ChangeMessageVisibility`), which also extends it.
const SQS: Words = Words {
    delivery: "receipt handle",
    ack: "DeleteMessage",
    deadline: "visibility timeout",
    attempts: "ApproximateReceiveCount",
    dead_letters: "dead-letter queue",
    publish: "SendMessage",
    deliver: "ReceiveMessage",
    again: "ApproximateReceiveCount=#",
    nack: "ChangeMessageVisibility 0",
    extend: "ChangeMessageVisibility",
    limit: "maxReceiveCount",
    ..NONE
};

/// Every product, in the order of [`Dialect::ALL`].
pub const FACTS: [Facts; Dialect::ALL.len()] = [
    // A message that was redelivered more often than the limit (20 since 4.0) is dead-lettered, or dropped where
    // no dead-letter exchange is set: 21 hand-overs. The acknowledgement timeout is 30 minutes and takes the
    // whole channel; an unknown delivery tag closes the channel (406). The words are AMQP 0-9-1's. Giving back is
    // `basic.reject` here, because every 4.x counts it towards the limit, and 4.3 no longer counts `basic.nack`.
    // A worker is told `redelivered`, yes or no; `x-delivery-count` counts the failures before, not the hand-overs.
    Facts {
        dialect: Dialect::Rabbitmq,
        product: "RabbitMQ 4.0 to 4.2, quorum queue",
        words: Words {
            delivery: "delivery tag",
            ack: "basic.ack",
            deadline: "consumer_timeout",
            attempts: "x-delivery-count",
            dead_letters: "dead-letter exchange",
            publish: "basic.publish",
            deliver: "basic.deliver",
            again: "redelivered=true",
            auto_ack: "no-ack",
            nack: "basic.reject requeue=true",
            reject: "basic.reject requeue=false",
            limit: "delivery-limit",
            unknown: "406 PRECONDITION_FAILED",
            ..NONE
        },
        count: Count::SomeEndings,
        settings: &[
            ("broker.ack_deadline_ms", "1800000"),
            ("broker.max_deliveries", "21"),
            ("broker.on_exhausted", "drop"),
            ("broker.redelivers", "connection_or_deadline"),
            ("broker.deadline_takes", "channel"),
            ("broker.late_ack", "close_channel"),
            ("broker.requeue", "place"),
        ],
        not_here: Said::new(
            "RabbitMQ looks for missed deadlines once a minute. Without a delivery limit a quorum queue requeues at its tail. From 4.3 on, a passed timeout cancels the consumer instead of closing its channel, if the client understands that, and neither a timeout nor basic.nack counts as an attempt.",
            "RabbitMQ 每分鐘才檢查一次逾期。沒有設投遞上限的 quorum queue 會把退回的訊息排到尾端。從 4.3 起，client 支援的話，逾時只取消 consumer，不再關閉 channel；逾時和 basic.nack 都不再算一次嘗試。",
        ),
        docs: &[
            "https://www.rabbitmq.com/docs/quorum-queues",
            "https://www.rabbitmq.com/docs/consumers",
            "https://www.rabbitmq.com/docs/confirms",
            "https://www.rabbitmq.com/docs/4.3/nack",
            "https://github.com/rabbitmq/rabbitmq-server/releases/tag/v4.3.7",
        ],
    },
    // Nothing comes back by itself. max.poll.interval.ms is 5 minutes, session.timeout.ms 45 seconds (since
    // 3.0), auto.commit.interval.ms 5 seconds; the Java client commits by the timer within poll(), so what was
    // polled before has been worked on. The words are the Java client's; a commit after the group has moved on
    // gets a CommitFailedException. acks=all is the default since 3.0 (kafka.apache.org/30/getting-started/upgrade).
    Facts {
        dialect: Dialect::Kafka,
        product: "Apache Kafka 3 and 4, classic consumer group",
        words: Words {
            delivery: "offset",
            ack: "commit",
            deadline: "max.poll.interval.ms",
            attempts: "–",
            dead_letters: "dead-letter topic",
            dedup_id: "producer id + sequence",
            publish: "send()",
            confirm: "acks=all",
            deliver: "poll()",
            commit: "commitSync()",
            timer: "enable.auto.commit",
            fenced: "CommitFailedException",
            session: "session.timeout.ms",
            transaction: "sendOffsetsToTransaction()",
            ..NONE
        },
        count: Count::Nothing,
        settings: &[
            ("log.commit", "periodic"),
            ("log.commit_interval_ms", "5000"),
            ("log.stored", "after_run"),
            ("log.max_poll_interval_ms", "300000"),
            ("log.session_timeout_ms", "45000"),
            ("relay.idempotent", "true"),
        ],
        not_here: Said::new(
            "Here the timer commits on its own; the Java client does it inside poll(). max.poll.records is 500 there, and the batch here is as large as you set it. The producer's sequence numbers stand for those of the relay.",
            "這裡的定時器自己 commit，Java client 則在 poll() 裡做。max.poll.records 預設是 500，這裡的批次大小由你決定。Producer 的序號在這裡算在 relay 身上。",
        ),
        docs: &[
            "https://kafka.apache.org/documentation/#consumerconfigs",
            "https://kafka.apache.org/documentation/#semantics",
            "https://kafka.apache.org/44/javadoc/org/apache/kafka/clients/consumer/CommitFailedException.html",
        ],
    },
    // The visibility timeout is 30 seconds (0 s to 12 h). maxReceiveCount n: after n receives the message is
    // moved when it would be received once more. Without a redrive policy it comes back until its retention ends.
    Facts {
        dialect: Dialect::Sqs,
        product: "Amazon SQS, standard queue",
        words: SQS,
        count: Count::EveryHandOver,
        settings: &[
            ("broker.ack_deadline_ms", "30000"),
            ("broker.max_deliveries", "0"),
            ("broker.redelivers", "deadline"),
            ("broker.late_ack", "accept_unless_redelivered"),
        ],
        not_here: Said::new(
            "A standard queue may also hand over a second copy without any reason, and in any order.",
            "標準佇列也可能毫無理由多送一份，順序也不保證。",
        ),
        docs: &[
            "https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-visibility-timeout.html",
            "https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-dead-letter-queues.html",
            "https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_ChangeMessageVisibility.html",
        ],
    },
    // As above, with a dedup window of five minutes from the first copy, which a delete does not end; an expired
    // receipt handle is refused ("The receipt handle has expired").
    Facts {
        dialect: Dialect::SqsFifo,
        product: "Amazon SQS, FIFO queue",
        words: Words { dedup_id: "MessageDeduplicationId", unknown: "InvalidParameterValue", ..SQS },
        count: Count::EveryHandOver,
        settings: &[
            ("broker.ack_deadline_ms", "30000"),
            ("broker.max_deliveries", "0"),
            ("broker.redelivers", "deadline"),
            ("broker.late_ack", "refuse"),
            ("broker.dedup_window_ms", "300000"),
            ("broker.group", "customer"),
        ],
        not_here: Said::new(
            "One receive can bring several messages of a group there; here each is handed over by itself.",
            "在那裡，一次 receive 可以拿到同一個 group 的好幾則訊息，這裡一次只交出一則。",
        ),
        docs: &[
            "https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/FIFO-queues-exactly-once-processing.html",
            "https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_DeleteMessage.html",
            "https://repost.aws/knowledge-center/sqs-receipt-handle-error",
        ],
    },
    // AckWait is 30 seconds, MaxDeliver has no limit; a late ack settles the newest delivery (nats-server#4786).
    // After MaxDeliver an advisory is published, and the message stays in the stream. Duplicates of a Nats-Msg-Id
    // are swallowed for two minutes from the first copy. An ack is a message to the delivery's reply subject:
    // +ACK, -NAK, +WPI (work in progress), +TERM; that subject also says how often the message was delivered,
    // NumDelivered in the clients' metadata.
    Facts {
        dialect: Dialect::Nats,
        product: "NATS JetStream 2.10 to 2.12, work on one durable consumer",
        words: Words {
            delivery: "reply subject",
            ack: "+ACK",
            deadline: "AckWait",
            attempts: "delivered count",
            dead_letters: "max deliveries advisory",
            dedup_id: "Nats-Msg-Id",
            confirm: "PubAck",
            again: "NumDelivered=#",
            auto_ack: "AckNone",
            nack: "-NAK",
            reject: "+TERM",
            extend: "+WPI",
            limit: "MaxDeliver",
            ..NONE
        },
        count: Count::EveryHandOver,
        settings: &[
            ("broker.ack_deadline_ms", "30000"),
            ("broker.max_deliveries", "0"),
            ("broker.on_exhausted", "park"),
            ("broker.redelivers", "deadline"),
            ("broker.late_ack", "accept"),
            ("broker.dedup_window_ms", "120000"),
        ],
        not_here: Said::new("", ""),
        docs: &[
            "https://docs.nats.io/learn/jetstream/acknowledgment",
            "https://docs.nats.io/learn/jetstream/delivery-semantics",
            "https://docs.nats.io/reference/jetstream/api/stream/pub-ack",
        ],
    },
    // A pending entry stays with its consumer until somebody claims it; each claim adds one to the delivery
    // counter, except with JUSTID. XACK asks for no owner. XCLAIM by its own consumer resets the idle time, which
    // is how one asks for more time.
    Facts {
        dialect: Dialect::Redis,
        product: "Redis 6.2 to 8.4, Streams",
        words: Words {
            delivery: "pending entry",
            ack: "XACK",
            deadline: "min-idle-time",
            attempts: "delivery counter",
            dead_letters: "–",
            publish: "XADD",
            deliver: "XREADGROUP",
            again: "XAUTOCLAIM, delivery counter #",
            auto_ack: "NOACK",
            extend: "XCLAIM JUSTID",
            claim: "XAUTOCLAIM",
            ..NONE
        },
        count: Count::ByTheClaimer,
        settings: &[
            ("broker.max_deliveries", "0"),
            ("broker.redelivers", "never"),
            ("broker.late_ack", "accept"),
        ],
        not_here: Said::new(
            "A nack does not exist there: where a handler fails, its entry stays pending. Set what brings a message back to the deadline for a consumer that runs XAUTOCLAIM. Newer ones go further: from 8.6 on XADD can drop a repeat by itself (IDMP, if asked for), from 8.8 on XNACK gives an entry back at once.",
            "那裡沒有 nack：handler 失敗，entry 就一直是 pending。若有 consumer 會執行 XAUTOCLAIM，請把觸發重投的條件設成逾期。更新的版本能做的更多：8.6 起，XADD 可以自己丟掉重複的訊息（IDMP，要指定才生效）；8.8 起，XNACK 能馬上把 entry 退回去。",
        ),
        docs: &[
            "https://redis.io/docs/latest/commands/xautoclaim/",
            "https://redis.io/docs/latest/commands/xclaim/",
            "https://redis.io/docs/latest/commands/xack/",
        ],
    },
];

impl Dialect {
    /// This product's facts.
    pub const fn facts(self) -> &'static Facts {
        &FACTS[self as usize]
    }
}

impl Facts {
    /// Which kernel it stands on.
    pub const fn kernel(&self) -> Kernel {
        self.dialect.kernel()
    }
}

/// Chooses a product: its rules and defaults for everything that it decides, and nothing else.
pub fn apply(dialect: Dialect, scenario: &mut Scenario) -> Result<(), Problem> {
    let fresh = Scenario::default();
    scenario.broker.dialect = dialect;
    // What another product decided and this one does not goes back to its default.
    let decided = FACTS.iter().flat_map(|facts| facts.settings).map(|(path, _)| *path);
    for path in decided {
        if let Some(setting) = settings::find(path) {
            setting.set(scenario, setting.get(&fresh))?;
        }
    }
    for (path, value) in dialect.facts().settings {
        if let Some(setting) = settings::find(path) {
            setting.set(scenario, setting.read(value)?)?;
        }
    }
    Ok(())
}
