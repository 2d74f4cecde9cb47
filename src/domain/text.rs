//! Text forms: the scenario file (TOML) and the trace as text, which snapshots, `simulate` and the page's
//! "trace as text" all print.

use super::command::Route;
use super::outcome::Outcome;
use super::scenario::{Handler, Scenario};
use super::trace::{Lane, Memory, Publisher, Rollback, Run, What};
use std::fmt::Write;

/// A figure that a scenario file expects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    /// As in [`Outcome::fields`].
    pub name: String,
    /// The figure, written as there.
    pub value: String,
}

/// Compares what a file expects with what came out: one line per difference, empty if none.
pub fn differences(expected: &[Expected], outcome: &Outcome) -> Vec<String> {
    let fields = outcome.fields();
    let mut lines = Vec::new();
    for e in expected {
        match fields.iter().find(|(name, _)| *name == e.name) {
            None if e.name.starts_with("rows.") && e.value == "0" => {}
            None => {
                lines.push(format!("{}: expected {}, but the outcome has no such figure", e.name, e.value))
            }
            Some((_, got)) if got.to_string() == e.value => {}
            Some((_, got)) => lines.push(format!("{}: expected {}, got {got}", e.name, e.value)),
        }
    }
    lines
}

/// The outcome as text, one figure a line.
pub fn outcome(outcome: &Outcome) -> String {
    let mut text = String::new();
    for (name, field) in outcome.fields() {
        let _ = writeln!(text, "{name} = {field}");
    }
    text
}

/// The run as text: one line per entry, then what it came to.
pub fn run(run: &Run) -> String {
    let mut text = String::new();
    for (step, entry) in run.entries.iter().enumerate() {
        let lane = lane(entry.what.lane());
        let at = entry.at.to_string();
        let _ = write!(text, "{:>4} {at:>9} {lane:<9} {}", step + 1, what(&entry.what));
        for met in entry.met.iter().filter(|met| met.fired.is_some()) {
            let gap = met.gap.map(|gap| format!(" {gap}")).unwrap_or_default();
            let _ = write!(text, "  ! {}{gap} #{}", met.at, met.nth);
        }
        for effect in &entry.effects {
            let _ = write!(text, "  * {} {}", effect.handler, effect.event);
        }
        text.push('\n');
    }
    if let Some(cut) = run.cut {
        let _ = writeln!(text, "cut: {cut:?}");
    }
    for (database, digest) in &run.digests {
        let _ = writeln!(text, "{database} database {digest:016x}");
    }
    text
}

fn lane(lane: Lane) -> String {
    match lane {
        Lane::Client => "client".into(),
        Lane::Producer => "producer".into(),
        Lane::Relay(no) => no.to_string(),
        Lane::Broker => "broker".into(),
        Lane::Worker(no) => no.to_string(),
        Lane::Outside(provider) => provider.to_string(),
    }
}

fn by(publisher: Publisher) -> String {
    match publisher {
        Publisher::Operator => "operator".into(),
        other => lane(other.into()),
    }
}

fn what(what: &What) -> String {
    use What::*;
    let lost = |lost: bool| if lost { ", lost on its way" } else { "" };
    match what {
        Requested { request, intent, route, click, retry, key, changed_body, lost: l } => {
            let key = key.map_or("no key".to_string(), |key| format!("key {key}"));
            let changed = if *changed_body { ", another body" } else { "" };
            let how = match route {
                Route::Shop => format!("click {click}, retry {retry}"),
                Route::Outbox => "by hand".into(),
                Route::Naive => "by hand to the naive path".into(),
            };
            format!("POST {request} for {intent}, {how}, {key}{changed}{}", lost(*l))
        }
        TimedOut { request, again } => {
            format!("no answer to {request}: {}", if *again { "tries again" } else { "gives up" })
        }
        Responded { request, status, order, lost: l } => {
            let order = order.map_or(String::new(), |order| format!(" order {order}"));
            format!("{} to {request}{order}{}", status.code(), lost(*l))
        }
        OrderWritten { request, event, order, .. } => format!("{request}: writes order {order}, {event}"),
        OrderCommitted { request, event, order, .. } => format!("{request}: commits order {order}, {event}"),
        OrderFound { request, event, order } => format!("{request}: key known, {event}, order {order}"),
        KeyReused { request, event } => format!("{request}: key of {event} with another body, refused"),
        KeyChecked { request, state } => format!("{request}: looks its key up, {state}"),
        KeyStored { request, state } => format!("{request}: stores its key as {state}"),
        CommitFailed { request, event } => format!("{request}: commit refused, no {event}"),
        RequestFailed { request } => format!("{request}: a statement was refused"),
        ProducerCrashed { gap, request } => format!("dies {gap} at {request}"),
        ProducerRestarted | RelayRestarted { .. } | WorkerRestarted { .. } => "is back".into(),
        OutboxRead { events, .. } => {
            let list: Vec<String> = events.iter().map(ToString::to_string).collect();
            format!("finds {} unpublished", list.join(" "))
        }
        Published { by: p, event, message, row } => {
            let row = row.map_or(String::new(), |row| format!(", drawn anew for {row}"));
            format!("{} publishes {event} as {message}{row}", by(*p))
        }
        Confirmed { by: p, message, lost: l, .. } => format!("confirms {message} to {}{}", by(*p), lost(*l)),
        ConfirmTimedOut { event, .. } => format!("no confirm for {event}"),
        OutboxMarked { event, .. } => format!("marks {event} as published"),
        RelayCrashed { gap, event, .. } => format!("dies {gap} with {event}"),
        Delivered { delivery, message, event, worker, attempt, lost: l, .. } => {
            format!("{delivery}: {message} ({event}) to {worker}, attempt {attempt}{}", lost(*l))
        }
        HeldBack { message, event, behind } => format!("keeps {message} ({event}) behind {behind}"),
        Requeued { delivery, message, back, .. } => format!("{delivery}: {message} returns, {back:?}"),
        Appended { message, event, partition, offset } => {
            format!("appends {message} ({event}) to partition {partition} at {offset}")
        }
        Rebalanced { why, generation, owners } => {
            let owners: Vec<String> =
                owners.iter().map(|owner| owner.map_or("-".into(), |no| no.0.to_string())).collect();
            format!("generation {generation}, {why:?}, partitions to {}", owners.join(" "))
        }
        Polled { partition, offset, records, .. } => {
            format!("polls {records} from partition {partition} at {offset}")
        }
        Produced { event, open, .. } => {
            format!("writes the output of {event}{}", if *open { ", not committed" } else { "" })
        }
        OffsetCommitted { partition, offset, how, refused, lost: l, .. } => {
            let refused = if *refused { ", refused" } else { "" };
            format!("commits {offset} of partition {partition} {how}{refused}{}", lost(*l))
        }
        Swallowed { by: p, message, event, why } => {
            format!("swallows {message} ({event}) of {}, {why:?}", by(*p))
        }
        GaveUp { message, event, attempts, how } => {
            format!("gives {message} ({event}) up after {attempts} deliveries, {how:?}")
        }
        LateAck { delivery, rule, .. } => format!("late ack of {delivery}: {rule}"),
        BrokerRestarted { forgot } => {
            let list: Vec<String> = forgot.iter().map(ToString::to_string).collect();
            format!("restarts, has forgotten the acks of: {}", list.join(" "))
        }
        Extended { delivery, held, .. } => {
            format!("extends {delivery}{}", if *held { "" } else { ", too late" })
        }
        Held { delivery, event, until, .. } => format!("holds {delivery} ({event}) until {until}"),
        TakenUp { delivery, event, .. } => format!("takes {delivery} ({event}) up from its buffer"),
        Declined { delivery, event, why, .. } => format!("declines {delivery} ({event}), {why:?}"),
        WorkerJoined { .. } => "joins".into(),
        Purged { table, rows } => format!("purges {rows} rows of {table}"),
        DeadLettered { message, event, attempts } => {
            format!("sets {message} ({event}) aside after {attempts} deliveries")
        }
        Checked { at, seen } => {
            let word = if *seen { "seen, skip" } else { "not seen" };
            format!("{} {}: {word}", at.event, at.handler)
        }
        Claimed { at, memory, inserted } => {
            let memory = match memory {
                Memory::Transaction => "marks first",
                Memory::Table => "claims",
                Memory::Lock => "locks",
                Memory::Process => "remembers",
            };
            let word = if *inserted { "new" } else { "there already, skip" };
            format!("{} {}: {memory}, {word}", at.event, at.handler)
        }
        ClaimHeld { at } => format!("{} {}: claimed by another worker", at.event, at.handler),
        ClaimTakenOver { at } => format!("{} {}: takes the expired claim over", at.event, at.handler),
        Overlaps { at, dropped } => {
            let word = if *dropped { "drops it" } else { "gives it back" };
            format!("{} {}: runs elsewhere, {word}", at.event, at.handler)
        }
        Unlocked { at } => format!("{} {}: unlocks", at.event, at.handler),
        Began { at } => format!("{} {}: begins", at.event, at.handler),
        Waits { at, holder } => {
            let holder = holder.map_or("another connection".to_string(), |h| {
                format!("{} ({} {})", h.worker, h.event, h.handler)
            });
            format!("{} {}: waits, database locked by {holder}", at.event, at.handler)
        }
        Slow { at, ms, .. } => format!("{} {}: takes {ms} ms", at.event, at.handler),
        Paused { at, gap, ms } => format!("{} {}: stands still {gap} for {ms} ms", at.event, at.handler),
        Failed { at } => format!("{} {}: throws", at.event, at.handler),
        Sent { at, order, refused } => {
            let word = match at.handler {
                _ if *refused => "known to the provider, not sent",
                Handler::Payment => "card charged",
                Handler::Push => "push sent",
                _ => "mail sent",
            };
            format!("{} {}: {word}, order {order}", at.event, at.handler)
        }
        NoAnswer { at, until } => format!("{} {}: no answer before {until}", at.event, at.handler),
        Wrote { at, changed } => format!("{} {}: writes {changed} row", at.event, at.handler),
        Marked { at, inserted } => {
            let word = if *inserted { "new" } else { "there already" };
            format!("{} {}: marks, {word}", at.event, at.handler)
        }
        Committed { at } => format!("{} {}: commits", at.event, at.handler),
        RolledBack { at, why } => {
            let why = match why {
                Rollback::AlreadyMarked => "already marked",
                Rollback::Failed => "failed",
            };
            format!("{} {}: rolls back, {why}", at.event, at.handler)
        }
        WorkerCrashed { gap, delivery, event, handler, .. } => {
            let handler = handler.map_or(String::new(), |h| format!(" in {h}"));
            format!("dies {gap}{handler} with {delivery} ({event})")
        }
        Acked { delivery, lost: l, late, .. } => {
            format!("acks {delivery}{}{}", lost(*l), if *late { ", too late" } else { "" })
        }
        LeftUnacked { delivery, .. } => format!("has skipped all of {delivery}, no ack"),
        Nacked { delivery, late, requeue, .. } => {
            let late = if *late { ", too late" } else { "" };
            format!("nacks {delivery}{late}{}", if *requeue { "" } else { ", not to be requeued" })
        }
        RelayStopped { .. } => "stops".into(),
        Queried { on } => format!("runs SQL on the {on} database"),
        Operated { run, events } => {
            let list: Vec<String> = events.iter().map(ToString::to_string).collect();
            format!("operator: {run} {}", list.join(" "))
        }
    }
}

/// The scenario as a TOML file; what has its default is left out.
pub fn scenario(scenario: &Scenario) -> String {
    use super::settings::{SETTINGS, Value};
    let mut text = String::from("version = 1\n");
    let mut table = "";
    for setting in SETTINGS.iter().filter(|s| !s.is_default(scenario)) {
        let (section, key) = setting.path.split_once('.').unwrap_or(("", setting.path));
        if section != table {
            table = section;
            let _ = writeln!(text, "\n[{section}]");
        }
        let _ = match setting.get(scenario) {
            Value::Word(word) => writeln!(text, "{key} = \"{word}\""),
            Value::Words(words) => {
                let list: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
                writeln!(text, "{key} = [{}]", list.join(", "))
            }
            Value::Flag(flag) => writeln!(text, "{key} = {flag}"),
            Value::Number(n) => writeln!(text, "{key} = {n}"),
            Value::Rate(rate) => writeln!(text, "{key} = {rate}"),
        };
    }
    for fault in &scenario.faults {
        let _ = writeln!(text, "\n[[fault]]\nat = \"{}\"", fault.at);
        if let Some(gap) = fault.gap {
            let _ = writeln!(text, "gap = \"{gap}\"");
        }
        if let Some(handler) = fault.handler {
            let _ = writeln!(text, "handler = \"{handler}\"");
        }
        if let Some(delivery) = fault.delivery {
            let _ = writeln!(text, "delivery = {delivery}");
        }
        if fault.nth != 1 {
            let _ = writeln!(text, "nth = {}", fault.nth);
        }
        if fault.times != 1 {
            let _ = writeln!(text, "times = {}", fault.times);
        }
    }
    for command in &scenario.commands {
        let _ = writeln!(text, "\n[[command]]\nat_ms = {}\nrun = \"{}\"", command.at_ms.0, command.run);
    }
    text
}

/// A scenario file that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// What to run.
    pub scenario: Scenario,
    /// What to expect; `None`: the file has no `[expect]`.
    pub expect: Option<Vec<Expected>>,
}

// Only natively: reading TOML would cost the first page 25 KB, and a link holds the same.
#[cfg(all(feature = "engine", not(target_arch = "wasm32")))]
mod read {
    use super::{Expected, File, Outcome, Scenario};
    use crate::domain::command::Operation;
    use crate::domain::fault::{Fault, Point};
    use crate::domain::outcome::Field;
    use crate::domain::problem::{Problem, Wrong};
    use crate::domain::scenario::{Handler, Rate, Scheduled};
    use crate::domain::settings::{self, Kind, Setting, Value, short};
    use crate::domain::{limits, link};
    use toml::Spanned;
    use toml::de::{DeTable, DeValue};

    type Item<'a> = (&'a Spanned<std::borrow::Cow<'a, str>>, &'a Spanned<DeValue<'a>>);

    /// Reads a scenario file. Every complaint says where.
    pub fn file(text: &str) -> Result<File, Problem> {
        if text.len() > limits::SCENARIO_BYTES {
            return Err(Problem::at("", Wrong::TooLong { max: limits::SCENARIO_BYTES as u64 }));
        }
        let position = |offset: usize| {
            let before = text.get(..offset).unwrap_or(text);
            let line = before.matches('\n').count() + 1;
            let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
            format!("line {line}, column {column}")
        };
        let root = DeTable::parse(text).map_err(|error| {
            let place = error.span().map(|span| position(span.start)).unwrap_or_default();
            Problem::at(place, Wrong::Syntax(error.message().to_string()))
        })?;
        let root = root.get_ref();
        let version = root.get("version").ok_or_else(|| Problem::at("", Wrong::NoVersion))?;
        if !matches!(version.get_ref(), DeValue::Integer(i) if i.as_str() == "1") {
            let place = position(version.span().start);
            return Err(Problem::at(place, Wrong::UnknownVersion(short(&show(version.get_ref())))));
        }
        let mut file = File { scenario: Scenario::default(), expect: None };
        for (key, value) in root.iter() {
            let here = |problem: Problem| problem.within(&position(key.span().start));
            match (key.get_ref().as_ref(), value.get_ref()) {
                ("version", _) => {}
                ("fault", DeValue::Array(list)) => {
                    if list.len() > limits::FAULTS {
                        let wrong = Wrong::TooMany { max: limits::FAULTS as u64 };
                        return Err(here(Problem::at("fault", wrong)));
                    }
                    for item in list.iter() {
                        let here = |problem: Problem| problem.within(&position(item.span().start));
                        file.scenario.faults.push(fault(item.get_ref()).map_err(here)?);
                    }
                }
                ("command", DeValue::Array(list)) => {
                    if list.len() > limits::COMMANDS {
                        let wrong = Wrong::TooMany { max: limits::COMMANDS as u64 };
                        return Err(here(Problem::at("command", wrong)));
                    }
                    for item in list.iter() {
                        let here = |problem: Problem| problem.within(&position(item.span().start));
                        file.scenario.commands.push(command(item.get_ref()).map_err(here)?);
                    }
                }
                ("expect", DeValue::Table(table)) => {
                    let mut expected = Vec::new();
                    for item in table.iter() {
                        let here = |problem: Problem| problem.within(&position(item.0.span().start));
                        expect(item, "", &mut expected).map_err(here)?;
                    }
                    file.expect = Some(expected);
                }
                (section, DeValue::Table(table)) => {
                    for (key, value) in table.iter() {
                        let here = |problem: Problem| problem.within(&position(key.span().start));
                        let path = format!("{}.{}", short(section), short(key.get_ref()));
                        set(&mut file.scenario, &path, value.get_ref()).map_err(here)?;
                    }
                }
                (key, value) => set(&mut file.scenario, &short(key), value).map_err(here)?,
            }
        }
        Ok(file)
    }

    fn set(scenario: &mut Scenario, path: &str, value: &DeValue<'_>) -> Result<(), Problem> {
        let setting = settings::find(path).ok_or_else(|| Problem::at(path, Wrong::UnknownKey))?;
        setting.set(scenario, read(setting, value)?)
    }

    fn read(setting: &Setting, value: &DeValue<'_>) -> Result<Value, Problem> {
        let expected = |expected: &str| {
            Problem::at(setting.path, Wrong::WrongKind { got: show(value), expected: expected.into() })
        };
        Ok(match (value, &setting.kind) {
            (DeValue::Boolean(flag), _) => Value::Flag(*flag),
            (DeValue::String(word), _) => Value::Word(short(word)),
            (DeValue::Integer(i), Kind::Rate) => match i.as_str() {
                "0" => Value::Rate(Rate(0)),
                "1" => Value::Rate(Rate::ONE),
                _ => return Err(expected("fraction from 0 to 1")),
            },
            (DeValue::Float(x), _) => {
                Value::Rate(x.as_str().parse().map_err(|()| expected("fraction from 0 to 1"))?)
            }
            (DeValue::Integer(i), Kind::Number { min, max, .. }) => {
                let (min, max, got) = (*min, *max, short(i.as_str()));
                let number =
                    whole(i).ok_or_else(|| Problem::at(setting.path, Wrong::OutOfRange { got, min, max }))?;
                Value::Number(number)
            }
            (DeValue::Array(list), _) => {
                let words: Option<Vec<String>> =
                    list.iter().map(|item| item.get_ref().as_str().map(short)).collect();
                Value::Words(words.ok_or_else(|| expected("list of words"))?)
            }
            _ => return Err(expected("word, number or list")),
        })
    }

    /// A whole number that is not negative; TOML also writes them `1_000` and `0x3e8`.
    fn whole(integer: &toml::de::DeInteger<'_>) -> Option<u64> {
        u64::from_str_radix(integer.as_str(), integer.radix()).ok()
    }

    fn table<'a>(value: &'a DeValue<'a>) -> Result<&'a DeTable<'a>, Problem> {
        value
            .as_table()
            .ok_or_else(|| Problem::at("", Wrong::WrongKind { got: show(value), expected: "table".into() }))
    }

    fn text_of(key: &str, value: &DeValue<'_>) -> Result<String, Problem> {
        match value {
            DeValue::String(word) => Ok(short(word)),
            DeValue::Integer(i) => Ok(whole(i).map_or_else(|| short(i.as_str()), |n| n.to_string())),
            other => {
                let wrong = Wrong::WrongKind { got: show(other), expected: "word or number".into() };
                Err(Problem::at(key, wrong))
            }
        }
    }

    fn fault(value: &DeValue<'_>) -> Result<Fault, Problem> {
        let table = table(value)?;
        let at = table.get("at").ok_or_else(|| {
            let allowed = Point::WORDS.iter().map(|w| (*w).to_string()).collect();
            Problem::at("at", Wrong::NotOneOf { got: String::new(), allowed })
        })?;
        let at = link::point(&text_of("at", at.get_ref())?).map_err(|problem| problem.within("at"))?;
        let mut fault = Fault::once(at);
        for (key, value) in table.iter().filter(|(key, _)| key.get_ref() != "at") {
            let key = short(key.get_ref());
            let value = text_of(&key, value.get_ref())?;
            link::set_fault_part(&mut fault, &key, &value)
                .map_err(|problem| if problem.place.is_empty() { problem.within(&key) } else { problem })?;
        }
        Ok(fault)
    }

    fn command(value: &DeValue<'_>) -> Result<Scheduled, Problem> {
        let (mut at_ms, mut run) = (None, None);
        for (key, value) in table(value)?.iter() {
            let key = short(key.get_ref());
            let text = text_of(&key, value.get_ref())?;
            match key.as_str() {
                "at_ms" => at_ms = Some(link::moment(&text)?),
                "run" => run = Some(text),
                _ => return Err(Problem::at(key, Wrong::UnknownKey)),
            }
        }
        let got = run.unwrap_or_default();
        let run = Operation::from_word(&got).ok_or_else(|| {
            let allowed = Operation::WORDS.iter().map(|w| (*w).to_string()).collect();
            Problem::at("run", Wrong::NotOneOf { got, allowed })
        })?;
        Ok(Scheduled { at_ms: at_ms.unwrap_or_default(), run })
    }

    fn expect(item: Item<'_>, prefix: &str, into: &mut Vec<Expected>) -> Result<(), Problem> {
        let name = format!("{prefix}{}", short(item.0.get_ref()));
        let value = match item.1.get_ref() {
            DeValue::Table(table) if prefix.is_empty() => {
                return table.iter().try_for_each(|item| expect(item, &format!("{name}."), into));
            }
            DeValue::Array(list) => {
                let words: Vec<&str> = list.iter().filter_map(|item| item.get_ref().as_str()).collect();
                words.join(", ")
            }
            DeValue::Boolean(flag) => flag.to_string(),
            other => text_of(&name, other)?,
        };
        let known = Outcome {
            handlers: Handler::ALL.iter().map(|&h| (h, Default::default())).collect(),
            rows: crate::domain::sql::Table::ALL.iter().map(|&t| (t, 0)).collect(),
            ..Outcome::default()
        };
        let fields: Vec<(String, Field)> = known.fields();
        if !fields.iter().any(|(known, _)| *known == name) {
            return Err(Problem::at(name, Wrong::UnknownKey));
        }
        into.push(Expected { name, value });
        Ok(())
    }

    fn show(value: &DeValue<'_>) -> String {
        match value {
            DeValue::String(word) => format!("{:?}", short(word)),
            DeValue::Integer(i) => short(i.as_str()),
            DeValue::Float(x) => short(x.as_str()),
            DeValue::Boolean(flag) => flag.to_string(),
            DeValue::Datetime(_) => "a date".into(),
            DeValue::Array(_) => "a list".into(),
            DeValue::Table(_) => "a table".into(),
        }
    }
}

#[cfg(all(feature = "engine", not(target_arch = "wasm32")))]
pub use read::file;
