//! Words for every setting, fault point and command, in both languages, and their grouping on the page.

use super::lang::Lang;
use crate::domain::command::Command;
use crate::domain::fault::{Fault, Gap, Point};
use crate::domain::settings::{self as domain, Setting};

/// Where a setting stands on the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// Layer 1: the producer's idempotency.
    Layer1,
    /// Layer 2: dedup in the consumer.
    Layer2,
    /// What the customer does.
    Client,
    /// Producer and relay.
    Producer,
    /// The broker.
    Broker,
    /// Workers and handlers.
    Consumer,
    /// Faults drawn from the seed.
    Faults,
    /// Where everything random comes from.
    Seed,
}

impl Group {
    /// Every group, in the order of the page.
    pub const ALL: [Group; 8] = [
        Group::Layer1,
        Group::Layer2,
        Group::Client,
        Group::Producer,
        Group::Broker,
        Group::Consumer,
        Group::Faults,
        Group::Seed,
    ];
}

/// The settings by group, in the order of the page.
pub fn groups() -> [(Group, Vec<&'static Setting>); 8] {
    Group::ALL.map(|group| (group, domain::SETTINGS.iter().filter(|s| group_of(s.path) == group).collect()))
}

/// The group of the setting with this path.
pub fn group_of(path: &str) -> Group {
    match path {
        "seed" => Group::Seed,
        "client.key" => Group::Layer1,
        "consumer.dedup"
        | "consumer.dedup_key"
        | "consumer.setnx_ttl_ms"
        | "consumer.claim_lease_ms"
        | "consumer.sql"
        | "consumer.mail_key" => Group::Layer2,
        _ => match path.split('.').next() {
            Some("client") => Group::Client,
            Some("producer" | "relay") => Group::Producer,
            Some("broker") => Group::Broker,
            Some("rates") => Group::Faults,
            _ => Group::Consumer,
        },
    }
}

/// A group's title.
pub fn group_title(group: Group, lang: Lang) -> &'static str {
    let (en, zh) = match group {
        Group::Layer1 => ("Layer 1 · Idempotency-Key", "第 1 層 · Idempotency-Key"),
        Group::Layer2 => ("Layer 2 · Consumer dedup", "第 2 層 · consumer 去重"),
        Group::Client => ("Client", "Client"),
        Group::Producer => ("Producer and relay", "Producer 與 relay"),
        Group::Broker => ("Broker", "Broker"),
        Group::Consumer => ("Workers and handlers", "Worker 與 handler"),
        Group::Faults => ("Random faults", "隨機故障"),
        Group::Seed => ("Seed", "亂數種子"),
    };
    match lang {
        Lang::En => en,
        Lang::ZhHant => zh,
    }
}

/// A setting's name; for an unknown path the path itself.
pub fn label(path: &str, lang: Lang) -> &str {
    let _ = lang;
    path
}

/// What a setting is about, in one line.
pub fn help(path: &str, lang: Lang) -> &str {
    let _ = lang;
    path
}

/// One word of a choice, as the page says it.
pub fn word<'a>(path: &str, word: &'a str, lang: Lang) -> &'a str {
    let _ = (path, lang);
    word
}

/// A fault point in words.
pub fn point(point: Point, lang: Lang) -> &'static str {
    let _ = lang;
    point.word()
}

/// A gap in words.
pub fn gap(gap: Gap, lang: Lang) -> &'static str {
    let _ = lang;
    gap.word()
}

/// A scripted fault in words.
pub fn fault(fault: &Fault, lang: Lang) -> String {
    point(fault.at, lang).into()
}

/// A command in words.
pub fn command(command: &Command, lang: Lang) -> String {
    let _ = lang;
    format!("{command:?}")
}
