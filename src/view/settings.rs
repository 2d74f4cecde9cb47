//! Words for every setting, fault point and command, in both languages, and their grouping on the page.

use super::lang::{Lang, Said};
use super::texts::{duration, seconds, texts};
use crate::domain::command::{Command, Operation};
use crate::domain::fault::{Fault, Gap, Point};
use crate::domain::scenario::Rate;
use crate::domain::settings::{self as domain, Kind, Setting, Unit, Value};

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
        Lang::En(_) => en,
        Lang::ZhHant(_) => zh,
    }
}

/// A setting's words: path, label, help.
type Words = (&'static str, Said, Said);

/// The words of every setting.
const SETTINGS: &[Words] = &[
    (
        "seed",
        Said::new("Seed", "亂數種子"),
        Said::new(
            "The same seed draws the same ids and the same random faults.",
            "同一個種子，抽出同樣的 id 與同樣的隨機故障。",
        ),
    ),
    (
        "client.intents",
        Said::new("Purchases wanted", "想買幾次"),
        Said::new(
            "How many purchases the customer wants, one after the other.",
            "客人一次接一次，總共想買幾次。",
        ),
    ),
    (
        "client.clicks",
        Said::new("Clicks per purchase", "每次購買點幾下"),
        Said::new(
            "Requests sent for one purchase; two are the double submit.",
            "一次購買送出幾個 request，兩個就是連點兩下。",
        ),
    ),
    (
        "client.retries",
        Said::new("Retries", "重試次數"),
        Said::new(
            "Further requests for a click that gets no answer.",
            "一次點擊等不到回應時，最多再送幾次。",
        ),
    ),
    (
        "client.retry_after_ms",
        Said::new("Time-out", "逾時"),
        Said::new("How long the client waits for an answer.", "Client 等回應等多久。"),
    ),
    (
        "client.key",
        Said::new("Idempotency-Key", "Idempotency-Key"),
        Said::new(
            "Which key the requests carry; the producer takes it as the event's id.",
            "Request 帶哪一種 key，producer 拿它當 event id。",
        ),
    ),
    (
        "client.changed_body",
        Said::new("Cart changes between clicks", "兩次點擊之間改了購物車"),
        Said::new("From the second click on, the body is another one.", "從第二下起，送出的 body 不一樣。"),
    ),
    (
        "producer.publish",
        Said::new("How events are published", "Event 怎麼送出"),
        Said::new(
            "From an outbox, or as a dual write in one order or the other.",
            "經過 outbox，或是兩種順序的 dual write。",
        ),
    ),
    (
        "relay.count",
        Said::new("Relays", "Relay 數量"),
        Said::new(
            "Two relays without a lock between them publish the same rows twice.",
            "兩個 relay 之間沒有鎖，同一列會送出兩次。",
        ),
    ),
    (
        "broker.dialect",
        Said::new("Broker", "Broker"),
        Said::new("Whose rules and words the broker has.", "採用哪一家的規則與用語。"),
    ),
    (
        "broker.ack",
        Said::new("Ack", "Ack"),
        Said::new(
            "When a delivery counts as done for the broker.",
            "Broker 什麼時候把一次 delivery 當作完成。",
        ),
    ),
    (
        "broker.ack_deadline_ms",
        Said::new("Ack deadline", "Ack 期限"),
        Said::new(
            "After so long without an ack the message goes to another worker.",
            "超過這麼久沒有 ack，訊息就交給別的 worker。",
        ),
    ),
    (
        "broker.max_deliveries",
        Said::new("Maximum deliveries", "投遞上限"),
        Said::new(
            "Then the message goes to the dead-letter queue; 0: no limit.",
            "達到上限就進死信佇列，0 表示不限。",
        ),
    ),
    (
        "consumer.workers",
        Said::new("Workers", "Worker 數量"),
        Said::new("How many take messages at the same time.", "同時有幾個 worker 在拿訊息。"),
    ),
    (
        "consumer.handlers",
        Said::new("Handlers", "Handler"),
        Said::new(
            "Which handlers each delivery runs, in this order.",
            "每次 delivery 依序要跑哪些 handler。",
        ),
    ),
    (
        "consumer.dedup",
        Said::new("Dedup", "去重方式"),
        Said::new(
            "How a handler finds out that it has done this event before.",
            "Handler 怎麼知道這個 event 自己做過了。",
        ),
    ),
    (
        "consumer.dedup_key",
        Said::new("Dedup key", "去重的 key"),
        Said::new("What counts as the same.", "什麼算是同一件事。"),
    ),
    (
        "consumer.setnx_ttl_ms",
        Said::new("Lock's time to live", "鎖的存活時間"),
        Said::new(
            "When a SETNX lock expires; after that, the same event runs again.",
            "SETNX 的鎖多久過期，過期之後同一個 event 會再跑一次。",
        ),
    ),
    (
        "consumer.claim_lease_ms",
        Said::new("Claim's lease", "Claim 的租期"),
        Said::new(
            "When another worker may take a claim over; 0: never.",
            "多久之後別的 worker 可以接手，0 表示永遠不行。",
        ),
    ),
    (
        "consumer.on_failure",
        Said::new("After a failure", "失敗之後"),
        Said::new(
            "What one handler's failure means for the handlers after it.",
            "一個 handler 失敗，後面的 handler 怎麼辦。",
        ),
    ),
    (
        "consumer.sql",
        Said::new("SQL in the handlers", "Handler 裡的 SQL"),
        Said::new(
            "As one writes it first, or harmless to repeat.",
            "一般人第一次會寫的樣子，或是重跑也無妨的寫法。",
        ),
    ),
    (
        "consumer.mail_key",
        Said::new("Mail provider's own key", "郵件服務商的冪等 key"),
        Said::new(
            "The provider gets the event id and sends one mail for it.",
            "把 event id 交給郵件服務商，同一個只寄一封。",
        ),
    ),
    (
        "rates.request_lost",
        Said::new("Requests lost", "Request 遺失"),
        Said::new("How likely a request never reaches the producer.", "Request 到不了 producer 的機率。"),
    ),
    (
        "rates.response_lost",
        Said::new("Responses lost", "回應遺失"),
        Said::new("How likely an answer never reaches the client.", "回應到不了 client 的機率。"),
    ),
    (
        "rates.producer_crash",
        Said::new("Producer crashes", "Producer crash"),
        Said::new("How likely the producer dies, at each of its gaps.", "Producer 在每個空隙死掉的機率。"),
    ),
    (
        "rates.relay_crash",
        Said::new("Relay crashes", "Relay crash"),
        Said::new(
            "How likely a relay dies between publishing and marking.",
            "Relay 在送出與標記之間死掉的機率。",
        ),
    ),
    (
        "rates.confirm_lost",
        Said::new("Confirms lost", "Confirm 遺失"),
        Said::new("How likely a publisher confirm never arrives.", "Broker 的 confirm 送不到的機率。"),
    ),
    (
        "rates.delivery_lost",
        Said::new("Deliveries lost", "Delivery 遺失"),
        Said::new(
            "How likely a message is handed over and never seen by a worker.",
            "Broker 交出訊息，worker 卻沒收到的機率。",
        ),
    ),
    (
        "rates.handler_throws",
        Said::new("Handlers throw", "Handler 拋出錯誤"),
        Said::new("How likely a handler throws before its effect.", "Handler 在 effect 之前拋出錯誤的機率。"),
    ),
    (
        "rates.handler_slow",
        Said::new("Handlers are slow", "Handler 太慢"),
        Said::new(
            "How likely a handler takes longer than the ack deadline.",
            "Handler 超過 ack 期限的機率。",
        ),
    ),
    (
        "rates.worker_crash",
        Said::new("Worker crashes", "Worker crash"),
        Said::new("How likely a worker dies, at each of its gaps.", "Worker 在每個空隙死掉的機率。"),
    ),
    (
        "rates.ack_lost",
        Said::new("Acks lost", "Ack 遺失"),
        Said::new(
            "How likely an ack leaves the worker and never arrives.",
            "Worker 送出的 ack 到不了 broker 的機率。",
        ),
    ),
];

/// The words of every choice: path, word, how the page says it.
const CHOICES: &[(&str, &str, Said)] = &[
    ("client.key", "none", Said::new("no key", "沒有 key")),
    ("client.key", "per_click", Said::new("a key per click", "每點一下換一個 key")),
    ("client.key", "per_intent", Said::new("a key per intent", "一個 intent 一個 key")),
    ("producer.publish", "outbox", Said::new("outbox", "經過 outbox")),
    ("producer.publish", "commit_then_publish", Said::new("commit, then publish", "先 commit 再 publish")),
    ("producer.publish", "publish_then_commit", Said::new("publish, then commit", "先 publish 再 commit")),
    ("broker.dialect", "rabbitmq", Said::new("RabbitMQ", "RabbitMQ（佇列）")),
    ("broker.ack", "manual", Said::new("after the handlers", "handler 做完之後")),
    ("broker.ack", "auto", Said::new("at hand-over", "一交出就算")),
    ("consumer.dedup", "off", Said::new("off", "關")),
    ("consumer.dedup", "check_run_mark", Said::new("check, run, mark", "先查、再做、最後標記")),
    ("consumer.dedup", "one_transaction", Said::new("one transaction, mark first", "同一個交易，先標記")),
    (
        "consumer.dedup",
        "one_transaction_mark_last",
        Said::new("one transaction, mark last", "同一個交易，後標記"),
    ),
    ("consumer.dedup", "claim", Said::new("claim first", "先 claim")),
    ("consumer.dedup", "setnx", Said::new("SETNX lock", "SETNX 鎖")),
    ("consumer.dedup_key", "event_and_handler", Said::new("event and handler", "event 加 handler")),
    ("consumer.dedup_key", "event", Said::new("event alone", "只看 event")),
    ("consumer.dedup_key", "message_and_handler", Said::new("message and handler", "訊息加 handler")),
    ("consumer.on_failure", "continue", Said::new("the others run", "其他照跑")),
    ("consumer.on_failure", "stop", Said::new("the rest is skipped", "後面都不跑")),
    ("consumer.sql", "plain", Said::new("plain", "一般寫法")),
    ("consumer.sql", "idempotent", Said::new("idempotent", "冪等寫法")),
    ("consumer.handlers", "emailHandler", Said::new("emailHandler: a mail", "emailHandler：寄信")),
    (
        "consumer.handlers",
        "inventoryHandler",
        Said::new("inventoryHandler: stock − 1", "inventoryHandler：庫存減一"),
    ),
    (
        "consumer.handlers",
        "analyticsHandler",
        Said::new("analyticsHandler: count + 1", "analyticsHandler：計數加一"),
    ),
    (
        "consumer.handlers",
        "recommenderHandler",
        Said::new("recommenderHandler: last bought", "recommenderHandler：上次買的"),
    ),
];

/// A setting's name; for an unknown path the path itself.
pub fn label(path: &str, lang: Lang) -> &str {
    words(path).map_or(path, |(_, label, _)| label.say(lang))
}

/// What a setting is about, in one line; empty for an unknown path.
pub fn help(path: &str, lang: Lang) -> &'static str {
    words(path).map_or("", |(_, _, help)| help.say(lang))
}

fn words(path: &str) -> Option<&'static Words> {
    SETTINGS.iter().find(|(known, ..)| *known == path)
}

/// One word of a choice (or a handler's), as the page says it; an unknown word is given back.
pub fn word<'a>(path: &str, word: &'a str, lang: Lang) -> &'a str {
    let known = CHOICES.iter().find(|(p, w, ..)| *p == path && *w == word);
    known.map_or(word, |(_, _, said)| said.say(lang))
}

/// A setting's value, as the page says it.
pub fn value(setting: &Setting, value: &Value, lang: Lang) -> String {
    match (value, setting.kind) {
        (Value::Flag(flag), _) => {
            let t = texts(lang);
            if *flag { t.on } else { t.off }.into()
        }
        (Value::Number(0), _) if setting.path == "broker.max_deliveries" => texts(lang).unlimited.into(),
        (Value::Number(n), Kind::Number { unit: Unit::Millis, .. }) => duration(*n, lang),
        (Value::Number(n), _) => n.to_string(),
        (Value::Rate(rate), _) => percent(*rate),
        (Value::Word(w), _) => word(setting.path, w, lang).into(),
        (Value::Words(list), _) => list.join(pick(lang, ", ", "、")),
    }
}

/// A probability as people write it: `30 %`, `0.05 %`.
pub fn percent(rate: Rate) -> String {
    format!("{} %", rate.percent())
}

fn pick<T>(lang: Lang, en: T, zh: T) -> T {
    match lang {
        Lang::En(_) => en,
        Lang::ZhHant(_) => zh,
    }
}

/// A fault point in words: what goes wrong.
pub fn point(point: Point, lang: Lang) -> &'static str {
    let (en, zh) = match point {
        Point::RequestLost => ("the request is lost", "request 遺失"),
        Point::ResponseLost => ("the response is lost", "回應遺失"),
        Point::ProducerCrash => ("the producer is killed", "producer 被砍掉"),
        Point::RelayCrash => ("the relay is killed", "relay 被砍掉"),
        Point::ConfirmLost => ("the confirm is lost", "confirm 遺失"),
        Point::DeliveryLost => ("the delivery is lost", "delivery 遺失"),
        Point::HandlerThrows => ("the handler throws", "handler 拋出錯誤"),
        Point::HandlerSlow => ("the handler is too slow", "handler 太慢"),
        Point::WorkerCrash => ("the worker is killed", "worker 被砍掉"),
        Point::AckLost => ("the ack is lost", "ack 遺失"),
    };
    pick(lang, en, zh)
}

/// A gap in words: between which two things.
pub fn gap(gap: Gap, lang: Lang) -> &'static str {
    let (en, zh) = match gap {
        Gap::Received => ("before the first handler", "handler 開始之前"),
        Gap::Checked => ("after the check", "檢查之後"),
        Gap::EffectDone => ("after the effect", "effect 之後"),
        Gap::Marked => ("after the mark", "標記之後"),
        Gap::Committed => ("after the commit", "commit 之後"),
        Gap::BeforeAck => ("before the ack", "ack 之前"),
        Gap::BeforeCommit => ("before the commit", "commit 之前"),
        Gap::AfterCommit => ("after the commit", "commit 之後"),
        Gap::BeforeMark => ("before the row is marked", "標記那一列之前"),
    };
    pick(lang, en, zh)
}

/// An operator's intervention in words.
pub fn operation(operation: Operation, lang: Lang) -> &'static str {
    let (en, zh) = match operation {
        Operation::Replay => ("replay every event", "重放全部 event"),
        Operation::RetryAll => ("retry all failed", "失敗的全部重試"),
        Operation::Redrive => ("redrive dead letters", "撈回死信"),
    };
    pick(lang, en, zh)
}

/// A scripted fault in words: "the worker is killed before the ack, in delivery 1".
pub fn fault(fault: &Fault, lang: Lang) -> String {
    let mut text = place(fault.at, fault.gap, lang);
    match lang {
        Lang::En(_) => {
            if let Some(handler) = fault.handler {
                text.push_str(&format!(", in {handler}"));
            }
            if let Some(delivery) = fault.delivery {
                text.push_str(&format!(", in delivery {delivery}"));
            }
            match (fault.nth, fault.times) {
                (1, 1) => {}
                (1, 0) => text.push_str(", every time"),
                (1, times) => text.push_str(&format!(", the first {times} times")),
                (nth, 1) => text.push_str(&format!(", the {} time", ordinal(nth))),
                (nth, 0) => text.push_str(&format!(", from the {} time on", ordinal(nth))),
                (nth, times) => text.push_str(&format!(", {times} times from the {} on", ordinal(nth))),
            }
        }
        Lang::ZhHant(_) => {
            if let Some(handler) = fault.handler {
                text.push_str(&format!("，在 {handler}"));
            }
            if let Some(delivery) = fault.delivery {
                text.push_str(&format!("，第 {delivery} 次 delivery"));
            }
            match (fault.nth, fault.times) {
                (1, 1) => {}
                (1, 0) => text.push_str("，每一次"),
                (1, times) => text.push_str(&format!("，前 {times} 次")),
                (nth, 1) => text.push_str(&format!("，第 {nth} 次遇到時")),
                (nth, 0) => text.push_str(&format!("，第 {nth} 次起每一次")),
                (nth, times) => text.push_str(&format!("，第 {nth} 次起連續 {times} 次")),
            }
        }
    }
    text
}

/// A command in words: "the ack is lost, the 2nd time", "not: …", "at 60.0 s: replay every event".
pub fn command(command: &Command, lang: Lang) -> String {
    match *command {
        Command::Decide { at, gap, nth, fires } => {
            let place = place(at, gap, lang);
            match (lang, fires) {
                (Lang::En(_), true) => format!("{place}, the {} time", ordinal(nth)),
                (Lang::En(_), false) => format!("spared, the {} time: {place}", ordinal(nth)),
                (Lang::ZhHant(_), true) => format!("{place}，第 {nth} 次遇到時"),
                (Lang::ZhHant(_), false) => format!("第 {nth} 次遇到時放過：{place}"),
            }
        }
        Command::Operate { at_ms, run } => {
            let (time, what) = (seconds(at_ms), operation(run, lang));
            pick(lang, format!("at {time}: {what}"), format!("{time}：{what}"))
        }
    }
}

/// A decision of the learner's with the step of the run at which it is met, counted from 1.
pub fn decided_at(command: &Command, step: usize, lang: Lang) -> String {
    let Command::Decide { at, gap, fires, .. } = *command else { return self::command(command, lang) };
    let place = place(at, gap, lang);
    match (lang, fires) {
        (Lang::En(_), true) => format!("{place}, at step {step}"),
        (Lang::En(_), false) => format!("spared at step {step}: {place}"),
        (Lang::ZhHant(_), true) => format!("第 {step} 步：{place}"),
        (Lang::ZhHant(_), false) => format!("第 {step} 步放過：{place}"),
    }
}

/// A point in its gap: "the worker is killed before the ack".
fn place(at: Point, in_gap: Option<Gap>, lang: Lang) -> String {
    let what = point(at, lang);
    match (in_gap, lang) {
        (None, _) => what.into(),
        (Some(g), Lang::En(_)) => format!("{what} {}", gap(g, lang)),
        (Some(g), Lang::ZhHant(_)) => format!("{what}（{}）", gap(g, lang)),
    }
}

fn ordinal(n: u32) -> String {
    let ending = match (n % 10, n % 100) {
        (1, x) if x != 11 => "st",
        (2, x) if x != 12 => "nd",
        (3, x) if x != 13 => "rd",
        _ => "th",
    };
    format!("{n}{ending}")
}
