//! The one table of settings. The TOML form, the link, the page's controls, the error messages and the
//! comparison of two scenarios all read it; a new knob is a field of [`Scenario`] and a line here.

use super::fault::Point;
use super::limits;
use super::problem::{Problem, Wrong};
use super::scenario::*;
use super::words::Worded;
use std::sync::LazyLock;

/// A setting's value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Yes or no.
    Flag(bool),
    /// A whole number.
    Number(u64),
    /// A probability.
    Rate(Rate),
    /// One word of a choice.
    Word(String),
    /// Several words in an order.
    Words(Vec<String>),
}

/// What a number counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Things.
    Count,
    /// Simulated milliseconds.
    Millis,
}

/// What values a setting takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Yes or no.
    Flag,
    /// A whole number in a range.
    Number {
        /// Smallest.
        min: u64,
        /// Largest.
        max: u64,
        /// What it counts.
        unit: Unit,
    },
    /// A probability.
    Rate,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// Some of these words, each at most once, in any order.
    Subset(&'static [&'static str]),
}

/// One knob: its place in the scenario, what it takes, how to read and write it.
pub struct Setting {
    /// As written in TOML (`[client] clicks` is `client.clicks`) and in links.
    pub path: &'static str,
    /// What it takes.
    pub kind: Kind,
    get: Get,
    put: Put,
}

type Get = fn(&Scenario) -> &dyn Field;
type Put = fn(&mut Scenario) -> &mut dyn Field;

impl Setting {
    /// The value in this scenario.
    pub fn get(&self, scenario: &Scenario) -> Value {
        (self.get)(scenario).read(self.words())
    }

    /// The words of a choice, or of a list of them.
    fn words(&self) -> &'static [&'static str] {
        match self.kind {
            Kind::Choice(words) | Kind::Subset(words) => words,
            _ => &[],
        }
    }

    /// Sets the value, or says what is wrong with it and changes nothing.
    pub fn set(&self, scenario: &mut Scenario, value: Value) -> Result<(), Problem> {
        let fail = |wrong| Err(Problem::at(self.path, wrong));
        match (&self.kind, &value) {
            (Kind::Flag, Value::Flag(_)) | (Kind::Rate, Value::Rate(_)) => {}
            (Kind::Number { min, max, .. }, Value::Number(n)) => {
                if !(min..=max).contains(&n) {
                    return fail(Wrong::OutOfRange { got: n.to_string(), min: *min, max: *max });
                }
            }
            (Kind::Choice(words), Value::Word(word)) => {
                if !words.contains(&word.as_str()) {
                    return fail(not_one_of(word, words));
                }
            }
            (Kind::Subset(words), Value::Words(list)) => {
                for (i, word) in list.iter().enumerate() {
                    if !words.contains(&word.as_str()) {
                        return fail(not_one_of(word, words));
                    }
                    if list[..i].contains(word) {
                        return fail(Wrong::Syntax(format!("{word:?} stands there twice")));
                    }
                }
            }
            (kind, value) => {
                let expected = match kind {
                    Kind::Flag => "true or false",
                    Kind::Number { .. } => "number",
                    Kind::Rate => "fraction from 0 to 1",
                    Kind::Choice(_) => "word",
                    Kind::Subset(_) => "list of words",
                };
                return fail(Wrong::WrongKind { got: write(value), expected: expected.into() });
            }
        }
        (self.put)(scenario).write(value, self.words());
        Ok(())
    }

    /// The value as a link writes it.
    pub fn written(&self, scenario: &Scenario) -> String {
        write(&self.get(scenario))
    }

    /// Reads a value as a link writes it (and as a form field gives it).
    pub fn read(&self, text: &str) -> Result<Value, Problem> {
        let wrong = |expected: &str| {
            Problem::at(
                self.path,
                Wrong::WrongKind { got: format!("{:?}", short(text)), expected: expected.into() },
            )
        };
        Ok(match self.kind {
            Kind::Flag => Value::Flag(text.parse().map_err(|_| wrong("true or false"))?),
            Kind::Number { .. } => Value::Number(text.trim().parse().map_err(|_| wrong("number"))?),
            Kind::Rate => Value::Rate(text.trim().parse().map_err(|()| wrong("fraction from 0 to 1"))?),
            Kind::Choice(_) => Value::Word(short(text)),
            Kind::Subset(_) if text.is_empty() => Value::Words(Vec::new()),
            Kind::Subset(_) => Value::Words(text.split(',').map(short).collect()),
        })
    }

    /// Does this scenario have the default here?
    pub fn is_default(&self, scenario: &Scenario) -> bool {
        self.get(scenario) == self.get(&DEFAULT)
    }
}

static DEFAULT: LazyLock<Scenario> = LazyLock::new(Scenario::default);

fn not_one_of(got: &str, allowed: &[&str]) -> Wrong {
    Wrong::NotOneOf { got: short(got), allowed: allowed.iter().map(|s| (*s).to_string()).collect() }
}

/// At most 60 characters of a text, for use in a message.
pub fn short(text: &str) -> String {
    let mut cut: String = text.chars().take(60).collect();
    if cut.len() < text.len() {
        cut.push('…');
    }
    cut
}

fn write(value: &Value) -> String {
    match value {
        Value::Flag(flag) => flag.to_string(),
        Value::Number(n) => n.to_string(),
        Value::Rate(rate) => rate.to_string(),
        Value::Word(word) => word.clone(),
        Value::Words(words) => words.join(","),
    }
}

/// The setting with this path.
pub fn find(path: &str) -> Option<&'static Setting> {
    SETTINGS.iter().find(|s| s.path == path)
}

/// A field of the scenario, read and written through one small vtable, so that a setting costs two addresses.
trait Field {
    /// `words`: those of a choice, in the order of its variants.
    fn read(&self, words: &'static [&'static str]) -> Value;
    /// A value of another kind changes nothing.
    fn write(&mut self, value: Value, words: &'static [&'static str]);
}

macro_rules! numbers {
    ($($ty:ty)+) => {
        $(impl Field for $ty {
            fn read(&self, _: &'static [&'static str]) -> Value {
                Value::Number(u64::from(*self))
            }
            fn write(&mut self, value: Value, _: &'static [&'static str]) {
                if let Value::Number(n) = value { *self = n as $ty; }
            }
        })+
    };
}
numbers!(u8 u32 u64);

impl Field for bool {
    fn read(&self, _: &'static [&'static str]) -> Value {
        Value::Flag(*self)
    }
    fn write(&mut self, value: Value, _: &'static [&'static str]) {
        if let Value::Flag(flag) = value {
            *self = flag;
        }
    }
}

impl Field for Rate {
    fn read(&self, _: &'static [&'static str]) -> Value {
        Value::Rate(*self)
    }
    fn write(&mut self, value: Value, _: &'static [&'static str]) {
        if let Value::Rate(rate) = value {
            *self = rate;
        }
    }
}

/// A variant of a choice by its place among the words; [`Setting::set`] has seen that it has one.
fn variant<T: Worded>(word: &str, words: &[&str]) -> Option<T> {
    T::ALL.get(words.iter().position(|known| *known == word)?).copied()
}

impl<T: Worded> Field for T {
    fn read(&self, words: &'static [&'static str]) -> Value {
        Value::Word(words[self.index()].into())
    }
    fn write(&mut self, value: Value, words: &'static [&'static str]) {
        if let Value::Word(word) = value
            && let Some(variant) = variant(&word, words)
        {
            *self = variant;
        }
    }
}

impl<T: Worded> Field for Vec<T> {
    fn read(&self, words: &'static [&'static str]) -> Value {
        Value::Words(self.iter().map(|variant| words[variant.index()].into()).collect())
    }
    fn write(&mut self, value: Value, words: &'static [&'static str]) {
        if let Value::Words(list) = value {
            *self = list.iter().filter_map(|word| variant(word, words)).collect();
        }
    }
}

/// A line of the table: a path, what it takes, and the field.
macro_rules! setting {
    ($path:literal, $kind:expr, $($field:ident).+) => {
        Setting { path: $path, kind: $kind, get: |s| &s.$($field).+, put: |s| &mut s.$($field).+ }
    };
}
macro_rules! number {
    ($path:literal, $min:expr, $max:expr, $unit:ident, $($field:ident).+) => {
        setting!($path, Kind::Number { min: $min, max: $max, unit: Unit::$unit }, $($field).+)
    };
}
macro_rules! choice {
    ($path:literal, $ty:ty, $($field:ident).+) => { setting!($path, Kind::Choice(<$ty>::WORDS), $($field).+) };
}
macro_rules! flag {
    ($path:literal, $($field:ident).+) => { setting!($path, Kind::Flag, $($field).+) };
}
macro_rules! subset {
    ($path:literal, $ty:ty, $($field:ident).+) => { setting!($path, Kind::Subset(<$ty>::WORDS), $($field).+) };
}
macro_rules! rate {
    ($path:literal, $point:ident) => {
        Setting {
            path: $path,
            kind: Kind::Rate,
            get: |s| &s.rates.0[Point::$point as usize],
            put: |s| &mut s.rates.0[Point::$point as usize],
        }
    };
}

/// Longest ack deadline, lease and lock, in milliseconds (7 days).
const WEEK_MS: u64 = 7 * 24 * 3_600_000;
/// Longest memory, and longest run, in milliseconds (30 days).
const MONTH_MS: u64 = limits::TIME_MS;

/// Every setting, in the order in which it is written and offered.
pub static SETTINGS: &[Setting] = &[
    number!("seed", 0, u32::MAX as u64, Count, seed),
    number!("until_ms", 0, MONTH_MS, Millis, until_ms),
    number!("client.intents", 0, limits::INTENTS, Count, client.intents),
    number!("client.clicks", 1, 5, Count, client.clicks),
    number!("client.retries", 0, 10, Count, client.retries),
    number!("client.retry_after_ms", 1, WEEK_MS, Millis, client.retry_after_ms),
    choice!("client.key", KeyPolicy, client.key),
    flag!("client.changed_body", client.changed_body),
    choice!("producer.publish", Publish, producer.publish),
    choice!("producer.key_store", KeyStore, producer.key_store),
    choice!("producer.remember", Remember, producer.remember),
    number!("producer.key_kept_ms", 0, MONTH_MS, Millis, producer.key_kept_ms),
    choice!("producer.event_id", EventIdFrom, producer.event_id),
    choice!("producer.unique", Unique, producer.unique),
    choice!("producer.unique_id", UniqueId, producer.unique_id),
    number!("producer.unique_for_ms", 0, MONTH_MS, Millis, producer.unique_for_ms),
    number!("relay.count", 1, 2, Count, relay.count),
    number!("relay.confirm_timeout_ms", 10, WEEK_MS, Millis, relay.confirm_timeout_ms),
    flag!("relay.idempotent", relay.idempotent),
    choice!("broker.dialect", Dialect, broker.dialect),
    choice!("broker.ack", AckMode, broker.ack),
    number!("broker.ack_deadline_ms", 0, WEEK_MS, Millis, broker.ack_deadline_ms),
    number!("broker.max_deliveries", 0, 1_000, Count, broker.max_deliveries),
    choice!("broker.max_check", MaxCheck, broker.max_check),
    subset!("broker.counts", Ending, broker.counts),
    choice!("broker.on_exhausted", OnExhausted, broker.on_exhausted),
    number!("broker.dead_letters_kept_ms", 0, MONTH_MS, Millis, broker.dead_letters_kept_ms),
    choice!("broker.redelivers", Redelivers, broker.redelivers),
    choice!("broker.deadline_takes", DeadlineTakes, broker.deadline_takes),
    choice!("broker.late_ack", LateAck, broker.late_ack),
    number!("broker.prefetch", 1, 1_000, Count, broker.prefetch),
    number!("broker.retry_delay_ms", 0, WEEK_MS, Millis, broker.retry_delay_ms),
    flag!("broker.retry_doubles", broker.retry_doubles),
    number!("broker.dedup_window_ms", 0, WEEK_MS, Millis, broker.dedup_window_ms),
    number!("broker.restart_forgets", 0, 1_000, Count, broker.restart_forgets),
    choice!("broker.group", MessageGroup, broker.group),
    choice!("broker.requeue", Requeue, broker.requeue),
    flag!("broker.retry_copies", broker.retry_copies),
    number!("log.partitions", 1, 12, Count, log.partitions),
    choice!("log.key", RecordKey, log.key),
    choice!("log.commit", Commit, log.commit),
    number!("log.commit_interval_ms", 1, WEEK_MS, Millis, log.commit_interval_ms),
    choice!("log.stored", Stored, log.stored),
    number!("log.max_poll_interval_ms", 1, WEEK_MS, Millis, log.max_poll_interval_ms),
    number!("log.session_timeout_ms", 1, WEEK_MS, Millis, log.session_timeout_ms),
    flag!("log.output", log.output),
    choice!("log.revoke", Revoke, log.revoke),
    number!("consumer.workers", 1, 4, Count, consumer.workers),
    number!("consumer.others_join_ms", 0, MONTH_MS, Millis, consumer.others_join_ms),
    subset!("consumer.handlers", Handler, consumer.handlers),
    choice!("consumer.dedup", Dedup, consumer.dedup),
    choice!("consumer.dedup_key", DedupKey, consumer.dedup_key),
    number!("consumer.setnx_ttl_ms", 1, 30 * 86_400_000, Millis, consumer.setnx_ttl_ms),
    number!("consumer.claim_lease_ms", 0, WEEK_MS, Millis, consumer.claim_lease_ms),
    choice!("consumer.on_failure", OnFailure, consumer.on_failure),
    choice!("consumer.sql", HandlerSql, consumer.sql),
    flag!("consumer.mail_key", consumer.mail_key),
    flag!("consumer.card_key", consumer.card_key),
    number!("consumer.mail_down_from_ms", 0, MONTH_MS, Millis, consumer.mail_down_from_ms),
    number!("consumer.mail_down_to_ms", 0, MONTH_MS, Millis, consumer.mail_down_to_ms),
    number!("consumer.retention_ms", 0, MONTH_MS, Millis, consumer.retention_ms),
    choice!("consumer.on_lock_held", OnLockHeld, consumer.on_lock_held),
    choice!("consumer.on_claim_held", OnLockHeld, consumer.on_claim_held),
    choice!("consumer.overlap_key", OverlapKey, consumer.overlap_key),
    choice!("consumer.on_conflict", OnConflict, consumer.on_conflict),
    choice!("consumer.on_duplicate", OnDuplicate, consumer.on_duplicate),
    choice!("consumer.handler_id", HandlerId, consumer.handler_id),
    choice!("consumer.on_redelivered", OnRedelivered, consumer.on_redelivered),
    choice!("consumer.on_nack", OnNack, consumer.on_nack),
    number!("consumer.slow_ms", 0, WEEK_MS, Millis, consumer.slow_ms),
    number!("consumer.heartbeat_ms", 0, WEEK_MS, Millis, consumer.heartbeat_ms),
    choice!("consumer.heartbeat_for", HeartbeatFor, consumer.heartbeat_for),
    number!("consumer.hold_ms", 0, WEEK_MS, Millis, consumer.hold_ms),
    number!("consumer.batch", 1, 1_000, Count, consumer.batch),
    number!("consumer.batch_window_ms", 1, WEEK_MS, Millis, consumer.batch_window_ms),
    choice!("consumer.settle", Settle, consumer.settle),
    rate!("rates.request_lost", RequestLost),
    rate!("rates.response_lost", ResponseLost),
    rate!("rates.producer_crash", ProducerCrash),
    rate!("rates.relay_crash", RelayCrash),
    rate!("rates.confirm_lost", ConfirmLost),
    rate!("rates.delivery_lost", DeliveryLost),
    rate!("rates.handler_throws", HandlerThrows),
    rate!("rates.handler_slow", HandlerSlow),
    rate!("rates.worker_crash", WorkerCrash),
    rate!("rates.ack_lost", AckLost),
    rate!("rates.connection_lost", ConnectionLost),
    rate!("rates.broker_restart", BrokerRestart),
    rate!("rates.rebalance", Rebalance),
    rate!("rates.commit_fails", CommitFails),
    rate!("rates.worker_pause", WorkerPause),
];

/// Is every value of a plan within its limits? What [`Setting::set`] checks one by one, for a plan that came
/// from elsewhere.
pub fn check(plan: &super::command::Plan) -> Result<(), Problem> {
    let scenario = &plan.scenario;
    let mut copy = scenario.clone();
    SETTINGS.iter().try_for_each(|setting| setting.set(&mut copy, setting.get(scenario)))?;
    let too_many = |place: &str, max: usize| Err(Problem::at(place, Wrong::TooMany { max: max as u64 }));
    if scenario.faults.len() > limits::FAULTS {
        return too_many("fault", limits::FAULTS);
    }
    if scenario.commands.len() + plan.commands.len() > 2 * limits::COMMANDS {
        return too_many("command", limits::COMMANDS);
    }
    if plan.commands.iter().any(|command| command.sql_is_too_long()) {
        return Err(Problem::at("sql", Wrong::TooLong { max: limits::COMMAND_SQL_BYTES as u64 }));
    }
    if let Some(rate) = scenario.rates.0.iter().find(|rate| **rate > Rate::ONE) {
        return Err(Problem::at("rates", Wrong::OutOfRange { got: rate.to_string(), min: 0, max: 1 }));
    }
    Ok(())
}
