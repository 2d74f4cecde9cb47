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
    }
}

words! {
    /// When a delivery counts as done for the broker.
    pub enum AckMode {
        /// When the worker says so, after its handlers.
        Manual = "manual",
        /// At hand-over.
        Auto = "auto",
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
    /// The handlers of the article's demo, each with an effect of another nature.
    pub enum Handler {
        /// A mail leaves the building, outside every transaction; then a row in `emails_sent`.
        Email = "emailHandler",
        /// `stock = stock - 1`: not idempotent by nature.
        Inventory = "inventoryHandler",
        /// A counter.
        Analytics = "analyticsHandler",
        /// "Last bought" set to a value: idempotent by nature.
        Recommender = "recommenderHandler",
    }
}

impl Handler {
    /// Its effect sets a value: set twice to the same, it is seen once.
    pub const fn overwrites(self) -> bool {
        matches!(self, Handler::Recommender)
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
}

/// What carries outbox rows to the broker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Relay {
    /// How many, without a lock between them.
    pub count: u8,
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
    /// `[client]`
    pub client: Client,
    /// `[producer]`
    pub producer: Producer,
    /// `[relay]`
    pub relay: Relay,
    /// `[broker]`
    pub broker: Broker,
    /// `[consumer]`
    pub consumer: Consumer,
    /// `[rates]`
    pub rates: Rates,
    /// `[[fault]]`
    pub faults: Vec<Fault>,
    /// `[[command]]`
    pub commands: Vec<Scheduled>,
}

impl Default for Scenario {
    fn default() -> Self {
        Scenario {
            seed: 42,
            client: Client {
                intents: 1,
                clicks: 1,
                retries: 0,
                retry_after_ms: 3_000,
                key: KeyPolicy::None,
                changed_body: false,
            },
            producer: Producer { publish: Publish::Outbox },
            relay: Relay { count: 1 },
            broker: Broker {
                dialect: Dialect::Rabbitmq,
                ack: AckMode::Manual,
                ack_deadline_ms: 30_000,
                max_deliveries: 0,
            },
            consumer: Consumer {
                workers: 2,
                handlers: Handler::ALL.to_vec(),
                dedup: Dedup::Off,
                dedup_key: DedupKey::EventAndHandler,
                setnx_ttl_ms: 86_400_000,
                claim_lease_ms: 0,
                on_failure: OnFailure::Continue,
                sql: HandlerSql::Plain,
                mail_key: false,
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
