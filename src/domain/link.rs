//! The permalink: a lab's whole state in a URL fragment, as `key=value` pairs that a person can read.
//!
//! `v=1&client.clicks=2&b.fault=worker_crash;gap:before_ack&step=13`: what differs from the default and
//! nothing else. A key without a prefix holds for both panels, `a.` and `b.` for one. Unknown keys, versions
//! and values are a [`Problem`] and change nothing.

use super::command::{Command, Operation, Plan, Post, Route};
use super::fault::{Fault, Gap, Point};
use super::ids::{EventId, IdempotencyKey, Millis};
use super::limits;
use super::problem::{Problem, Wrong};
use super::scenario::{Handler, Scenario, Scheduled};
use super::settings::{self, SETTINGS};
use super::sql::Database;
use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// A lab: two plans side by side, and where the cursor stands.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lab {
    /// One story under two settings, instead of two stories under the same settings.
    pub compare: bool,
    /// The left panel.
    pub a: Plan,
    /// The right panel.
    pub b: Plan,
    /// The cursor; `None`: at the end.
    pub step: Option<u32>,
    /// What a teacher has put into the link.
    pub lesson: Lesson,
}

/// What a teacher puts into a link: it changes what is asked and shown, and no run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lesson {
    /// What is to be done with the lab; empty: nothing.
    pub task: String,
    /// Settings, faults and decisions are put away.
    pub locked: bool,
    /// Large, and a step a click.
    pub presented: bool,
    /// Panel A is shown, and nothing beside it.
    pub alone: bool,
}

impl Lab {
    /// The workbench as it opens: A, the double submit, beside B, the redelivery, without layers.
    pub fn opening() -> Lab {
        let mut lab = Lab::default();
        lab.a.scenario.client.clicks = 2;
        lab.b.scenario.faults = vec![Lab::opening_fault()];
        lab
    }

    /// What goes wrong in B as the workbench opens: the worker dies with all done and nothing acked.
    pub fn opening_fault() -> Fault {
        Fault::in_gap(Point::WorkerCrash, Gap::BeforeAck)
    }

    /// The fragment, without `#`.
    pub fn to_fragment(&self) -> String {
        let (a, b) = (pairs(&self.a), pairs(&self.b));
        let mut parts = vec!["v=1".to_string()];
        if self.compare {
            parts.push("compare=true".into());
        }
        // A key may stand several times (faults); it is common if both panels have the same list of it.
        let list = |pairs: &[(String, String)], key: &str| -> Vec<String> {
            pairs.iter().filter(|(k, _)| k == key).map(|(_, v)| v.clone()).collect()
        };
        let mut keys: Vec<&String> = Vec::new();
        for (key, _) in a.iter().chain(&b) {
            if !keys.contains(&key) {
                keys.push(key);
            }
        }
        for key in keys {
            let (in_a, in_b) = (list(&a, key), list(&b, key));
            if in_a == in_b {
                parts.extend(in_a.iter().map(|v| format!("{key}={v}")));
            } else {
                parts.extend(in_a.iter().map(|v| format!("a.{key}={v}")));
                parts.extend(in_b.iter().map(|v| format!("b.{key}={v}")));
            }
        }
        if let Some(step) = self.step {
            parts.push(format!("step={step}"));
        }
        let Lesson { task, locked, presented, alone } = &self.lesson;
        if !task.is_empty() {
            parts.push(format!("task={}", utf8_percent_encode(task, SQL)));
        }
        parts.extend(locked.then(|| "locked=true".into()));
        parts.extend(presented.then(|| "presented=true".into()));
        parts.extend(alone.then(|| "alone=true".into()));
        parts.join("&")
    }

    /// Reads a fragment, with or without `#`, or a whole address that ends in one.
    pub fn from_fragment(text: &str) -> Result<Lab, Problem> {
        let text = text.trim();
        if text.len() > limits::LINK_BYTES {
            return Err(Problem::at("", Wrong::TooLong { max: limits::LINK_BYTES as u64 }));
        }
        let fragment = text.rsplit_once('#').map_or(text, |(_, fragment)| fragment);
        let mut pairs = Vec::new();
        for part in fragment.split('&').filter(|part| !part.is_empty()) {
            let (key, value) = part.split_once('=').ok_or_else(|| {
                Problem::at(settings::short(part), Wrong::Syntax("this is not key=value".into()))
            })?;
            pairs.push((key, value));
        }
        match pairs.iter().find(|(key, _)| *key == "v") {
            None => return Err(Problem::at("", Wrong::NoVersion)),
            Some((_, "1")) => {}
            Some((_, other)) => {
                return Err(Problem::at("v", Wrong::UnknownVersion(settings::short(other))));
            }
        }
        let mut lab = Lab::default();
        for (key, value) in pairs {
            match key {
                "v" => {}
                "compare" => lab.compare = flag(key, value)?,
                "task" => {
                    let task = percent_decode_str(value).decode_utf8_lossy().into_owned();
                    if task.chars().count() > limits::TASK {
                        return Err(Problem::at(key, Wrong::TooLong { max: limits::TASK as u64 }));
                    }
                    lab.lesson.task = task;
                }
                "locked" => lab.lesson.locked = flag(key, value)?,
                "presented" => lab.lesson.presented = flag(key, value)?,
                "alone" => lab.lesson.alone = flag(key, value)?,
                "step" => lab.step = Some(value.parse().map_err(|_| wrong(key, value, "number"))?),
                _ => {
                    let plans: &mut [&mut Plan] = match key.split_once('.') {
                        Some(("a", _)) => &mut [&mut lab.a],
                        Some(("b", _)) => &mut [&mut lab.b],
                        _ => &mut [&mut lab.a, &mut lab.b],
                    };
                    let bare = key.strip_prefix("a.").or(key.strip_prefix("b.")).unwrap_or(key);
                    for plan in plans {
                        put(plan, bare, value)
                            .map_err(|problem| Problem { place: settings::short(key), ..problem })?;
                    }
                }
            }
        }
        Ok(lab)
    }
}

fn flag(key: &str, value: &str) -> Result<bool, Problem> {
    value.parse().map_err(|_| wrong(key, value, "true or false"))
}

fn wrong(key: &str, got: &str, expected: &str) -> Problem {
    Problem::at(
        key,
        Wrong::WrongKind { got: format!("{:?}", settings::short(got)), expected: expected.into() },
    )
}

/// What differs from the default, as pairs.
fn pairs(plan: &Plan) -> Vec<(String, String)> {
    let scenario = &plan.scenario;
    let mut pairs: Vec<(String, String)> = SETTINGS
        .iter()
        .filter(|setting| !setting.is_default(scenario))
        .map(|setting| (setting.path.to_string(), setting.written(scenario)))
        .collect();
    pairs.extend(scenario.faults.iter().map(|fault| ("fault".into(), write_fault(fault))));
    pairs.extend(
        scenario.commands.iter().map(|c| ("command".into(), format!("{};at_ms:{}", c.run, c.at_ms.0))),
    );
    pairs.extend(plan.commands.iter().map(|command| ("do".into(), write_command(command))));
    pairs
}

fn put(plan: &mut Plan, key: &str, value: &str) -> Result<(), Problem> {
    let scenario: &mut Scenario = &mut plan.scenario;
    let too_many = |max: usize| Problem::at(key, Wrong::TooMany { max: max as u64 });
    match key {
        "fault" => {
            if scenario.faults.len() >= limits::FAULTS {
                return Err(too_many(limits::FAULTS));
            }
            scenario.faults.push(read_fault(value)?);
        }
        "command" => {
            if scenario.commands.len() >= limits::COMMANDS {
                return Err(too_many(limits::COMMANDS));
            }
            let Command::Operate { at_ms, run } = read_command(value)? else {
                return Err(wrong(key, value, "operation"));
            };
            scenario.commands.push(Scheduled { at_ms, run });
        }
        "do" => {
            if plan.commands.len() >= limits::COMMANDS {
                return Err(too_many(limits::COMMANDS));
            }
            plan.commands.push(read_command(value)?);
        }
        _ => {
            let setting =
                settings::find(key).ok_or_else(|| Problem::at(settings::short(key), Wrong::UnknownKey))?;
            setting.set(scenario, setting.read(value)?)?;
        }
    }
    Ok(())
}

/// `worker_crash;gap:before_ack;handler:emailHandler;delivery:1;nth:2;times:0`
fn write_fault(fault: &Fault) -> String {
    let mut text = fault.at.word().to_string();
    let mut part = |name: &str, value: &str| {
        text.push_str(&format!(";{name}:{value}"));
    };
    if let Some(gap) = fault.gap {
        part("gap", gap.word());
    }
    if let Some(handler) = fault.handler {
        part("handler", handler.word());
    }
    if let Some(delivery) = fault.delivery {
        part("delivery", &delivery.to_string());
    }
    if fault.nth != 1 {
        part("nth", &fault.nth.to_string());
    }
    if fault.times != 1 {
        part("times", &fault.times.to_string());
    }
    text
}

fn write_command(command: &Command) -> String {
    match command {
        Command::Decide { at, gap, nth, fires } => {
            let fault = Fault { gap: *gap, nth: *nth, ..Fault::once(*at) };
            format!("{}{}", write_fault(&fault), if *fires { "" } else { ";spare" })
        }
        Command::Operate { at_ms, run } => format!("{run};at_ms:{}", at_ms.0),
        Command::Post(Post { at_ms, route, key, user, item }) => {
            let key = key.map_or(String::new(), |key| format!(";key:{key}"));
            format!("{route};at_ms:{}{key};user:{user};item:{item}", at_ms.0)
        }
        Command::Replay { at_ms, event } => format!("{};at_ms:{};event:{event}", Operation::Replay, at_ms.0),
        Command::Sql { after, on, text } => {
            format!("sql;after:{after};on:{on};text:{}", utf8_percent_encode(text, SQL))
        }
    }
}

/// What is written otherwise in a link: what a link gives a meaning to, and what addresses do not hold.
const SQL: &AsciiSet =
    &CONTROLS.add(b'%').add(b'&').add(b'#').add(b';').add(b' ').add(b'"').add(b'<').add(b'>').add(b'`');

fn parts(text: &str) -> (&str, Vec<(&str, &str)>) {
    let mut split = text.split(';');
    let head = split.next().unwrap_or("");
    (head, split.map(|part| part.split_once(':').unwrap_or((part, ""))).collect())
}

fn read_fault(text: &str) -> Result<Fault, Problem> {
    let (head, parts) = parts(text);
    let mut fault = Fault::once(point(head)?);
    for (name, value) in parts {
        set_fault_part(&mut fault, name, value)?;
    }
    Ok(fault)
}

/// The fault point with this name, or a complaint that lists them.
pub fn point(word: &str) -> Result<Point, Problem> {
    one_of(word, Point::from_word(word), Point::WORDS)
}

fn one_of<T>(got: &str, found: Option<T>, allowed: &[&str]) -> Result<T, Problem> {
    found.ok_or_else(|| {
        Problem::at(
            "",
            Wrong::NotOneOf {
                got: settings::short(got),
                allowed: allowed.iter().map(|w| (*w).to_string()).collect(),
            },
        )
    })
}

/// Sets one filter of a fault (`gap`, `handler`, `delivery`, `nth`, `times`) from text, checked against its
/// point.
pub fn set_fault_part(fault: &mut Fault, name: &str, value: &str) -> Result<(), Problem> {
    let number = |min: u32, max: u32| -> Result<u32, Problem> {
        let n = value.parse::<u32>().map_err(|_| wrong(name, value, "number"))?;
        if (min..=max).contains(&n) {
            Ok(n)
        } else {
            let (min, max) = (u64::from(min), u64::from(max));
            Err(Problem::at(name, Wrong::OutOfRange { got: n.to_string(), min, max }))
        }
    };
    let applies = |yes: bool| {
        if yes { Ok(()) } else { Err(Problem::at(name, Wrong::DoesNotApply { to: fault.at.word().into() })) }
    };
    match name {
        "gap" => {
            applies(!fault.at.gaps().is_empty())?;
            let gap = Gap::from_word(value).filter(|gap| fault.at.gaps().contains(gap));
            let words: Vec<&str> = fault.at.gaps().iter().map(|gap| gap.word()).collect();
            fault.gap = Some(one_of(value, gap, &words)?);
        }
        "handler" => {
            applies(fault.at.has_handler())?;
            fault.handler = Some(one_of(value, Handler::from_word(value), Handler::WORDS)?);
        }
        "delivery" => {
            applies(fault.at.has_delivery())?;
            fault.delivery = Some(number(1, 1_000_000)?);
        }
        "nth" => fault.nth = number(1, 1_000_000)?,
        "times" => fault.times = number(0, 1_000_000)?,
        _ => return Err(Problem::at(settings::short(name), Wrong::UnknownKey)),
    }
    Ok(())
}

fn read_command(text: &str) -> Result<Command, Problem> {
    let (head, list) = parts(text);
    if let Some(run) = Operation::from_word(head) {
        let (mut at_ms, mut one) = (Millis(0), None);
        for (name, value) in list {
            match name {
                "at_ms" => at_ms = moment(value)?,
                "event" if run == Operation::Replay => one = Some(EventId(id(name, value)?)),
                _ => return Err(Problem::at(settings::short(name), Wrong::UnknownKey)),
            }
        }
        return Ok(match one {
            Some(event) => Command::Replay { at_ms, event },
            None => Command::Operate { at_ms, run },
        });
    }
    if let Some(route) = Route::from_word(head).filter(|route| *route != Route::Shop) {
        let mut post = Post { at_ms: Millis(0), route, key: None, user: 1, item: 'A' };
        for (name, value) in list {
            match name {
                "at_ms" => post.at_ms = moment(value)?,
                "key" => post.key = Some(IdempotencyKey(id(name, value)?)),
                "user" => post.user = value.parse().map_err(|_| wrong(name, value, "number"))?,
                "item" => post.item = item(value).ok_or_else(|| wrong(name, value, "letter from A to Z"))?,
                _ => return Err(Problem::at(settings::short(name), Wrong::UnknownKey)),
            }
        }
        return Ok(Command::Post(post));
    }
    if head == "sql" {
        let (mut after, mut on, mut text) = (0, Database::Producer, String::new());
        for (name, value) in list {
            match name {
                "after" => after = value.parse().map_err(|_| wrong(name, value, "number"))?,
                "on" => on = one_of(value, Database::from_word(value), Database::WORDS)?,
                "text" => text = percent_decode_str(value).decode_utf8_lossy().into_owned(),
                _ => return Err(Problem::at(settings::short(name), Wrong::UnknownKey)),
            }
        }
        let command = Command::Sql { after, on, text };
        if command.sql_is_too_long() {
            return Err(Problem::at("sql", Wrong::TooLong { max: limits::COMMAND_SQL_BYTES as u64 }));
        }
        return Ok(command);
    }
    let fires = !list.contains(&("spare", ""));
    let mut fault = Fault::once(point(head)?);
    for (name, value) in list {
        match name {
            "gap" | "nth" => set_fault_part(&mut fault, name, value)?,
            "spare" if value.is_empty() => {}
            _ => return Err(Problem::at(settings::short(name), Wrong::UnknownKey)),
        }
    }
    if fault.gap.is_none() && !fault.at.gaps().is_empty() {
        let words: Vec<&str> = fault.at.gaps().iter().map(|gap| gap.word()).collect();
        one_of("", None::<()>, &words).map_err(|p| p.within("gap"))?;
    }
    Ok(Command::Decide { at: fault.at, gap: fault.gap, nth: fault.nth, fires })
}

fn id(name: &str, text: &str) -> Result<Uuid, Problem> {
    Uuid::try_parse(text).map_err(|_| wrong(name, text, "UUID"))
}

/// What the shop sells: a letter from A to Z.
pub fn item(text: &str) -> Option<char> {
    let mut letters = text.chars();
    letters.next().filter(char::is_ascii_uppercase).filter(|_| letters.next().is_none())
}

/// Reads a moment in simulated time.
pub fn moment(text: &str) -> Result<Millis, Problem> {
    let ms = text.parse::<u64>().map_err(|_| wrong("at_ms", text, "number"))?;
    if ms > limits::TIME_MS {
        let wrong = Wrong::OutOfRange { got: ms.to_string(), min: 0, max: limits::TIME_MS };
        return Err(Problem::at("at_ms", wrong));
    }
    Ok(Millis(ms))
}
