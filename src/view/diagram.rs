//! The space-time diagram: lanes from left to right, one row for each trace entry from top to bottom.
//! Layout only; drawing is the page's.

use super::lang::Lang;
use crate::domain::command::{Command, Operation};
use crate::domain::dialect::Words;
use crate::domain::fault::{Met, Point};
use crate::domain::ids::{DeliveryNo, EventNo, IntentNo, Millis, RelayNo, WorkerNo};
use crate::domain::scenario::{Commit, Dialect, Handler, Provider};
use crate::domain::sql::Table;
use crate::domain::trace::{Back, Entry, Lane, Memory, Publisher, Run, Status, What};
use litemap::LiteMap;

/// The whole diagram.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagram {
    /// From left to right.
    pub lanes: Vec<Lane>,
    /// From top to bottom; row `n` is entry `n`.
    pub rows: Vec<Row>,
    /// One handler in one delivery: a bar on its worker's lane.
    pub spans: Vec<Span>,
    /// Open transactions.
    pub holds: Vec<Hold>,
}

/// One trace entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Which entry.
    pub step: usize,
    /// When.
    pub at: Millis,
    /// How long nothing happened before, where that is a second or more.
    pub pause_before_ms: Option<u64>,
    /// What is drawn.
    pub shape: Shape,
    /// The event that it is about: its colour.
    pub event: Option<EventNo>,
    /// A few words in the reader's language.
    pub label: String,
    /// Something goes wrong here.
    pub bad: bool,
    /// What the learner can decide otherwise here.
    pub decisions: Vec<Decision>,
}

/// What is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// From lane to lane.
    Arrow {
        /// Index of the sender's lane.
        from: usize,
        /// Index of the receiver's lane.
        to: usize,
        /// Never arrives: a cross where it ends.
        lost: bool,
        /// An answer (response, confirm, ack, nack): dashed.
        reply: bool,
    },
    /// On one lane.
    Point {
        /// Index of the lane.
        lane: usize,
        /// As what.
        mark: Mark,
    },
}

/// A point's sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Rows are written.
    Write,
    /// Rows are read.
    Read,
    /// Layer 2 skips a handler.
    Skip,
    /// A process dies.
    Crash,
    /// A process is back.
    Restart,
    /// Waits for a lock or for somebody else.
    Wait,
    /// A handler throws, a request is refused.
    Fail,
    /// A transaction becomes real.
    Commit,
    /// A transaction is undone.
    Rollback,
    /// A message goes back into its queue.
    Return,
    /// A message is set aside.
    Dead,
    /// An operator intervenes.
    Operator,
    /// Time runs out.
    Clock,
}

/// Something that the learner can decide at a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// What to send to the engine.
    pub command: Command,
    /// "lose this ack".
    pub label: String,
}

/// One handler in one delivery, from its first row to its last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// Index of the worker's lane.
    pub lane: usize,
    /// Which handler.
    pub handler: Handler,
    /// For which event.
    pub event: EventNo,
    /// First row.
    pub from_row: usize,
    /// Last row.
    pub to_row: usize,
}

/// A transaction, from the row that opens it to the row that ends it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hold {
    /// Index of the lane.
    pub lane: usize,
    /// In which handler; `None`: the producer's.
    pub handler: Option<Handler>,
    /// For which event.
    pub event: EventNo,
    /// Opened here.
    pub from_row: usize,
    /// Ended here, or the last row.
    pub to_row: usize,
    /// Did it end with a commit?
    pub committed: bool,
}

/// A pause of so many milliseconds is worth a word.
const PAUSE_MS: u64 = 1_000;

/// Lays the run out; an ack is labelled with the product's word for it.
pub fn layout(run: &Run, dialect: Dialect, lang: Lang) -> Diagram {
    let lanes = lanes(run);
    let mut seen = LiteMap::new();
    let words = &dialect.facts().words;
    let rows = (0..run.entries.len()).map(|step| row(run, step, &lanes, &mut seen, words, lang)).collect();
    Diagram { spans: spans(run, &lanes), holds: holds(run, &lanes), lanes, rows }
}

fn row(
    run: &Run,
    step: usize,
    lanes: &[Lane],
    seen: &mut LiteMap<(Handler, IntentNo), ()>,
    words: &Words,
    lang: Lang,
) -> Row {
    let entry = &run.entries[step];
    let before = step.checked_sub(1).map_or(Millis(0), |step| run.entries[step].at);
    let pause = entry.at.0.saturating_sub(before.0);
    let doubled = doubles(run, entry, seen);
    let mut label = label(&entry.what, words, lang);
    if doubled {
        label.push_str(match lang {
            Lang::En(_) => ", again",
            Lang::ZhHant(_) => "，又一次",
        });
    }
    Row {
        step,
        at: entry.at,
        pause_before_ms: (pause >= PAUSE_MS).then_some(pause),
        shape: shape(&entry.what, lanes),
        event: entry.what.event(),
        label,
        bad: bad(&entry.what) || doubled,
        decisions: decisions(run, step, lang),
    }
}

/// Notes the purchases that this entry's effects serve; is one of them served a second time?
fn doubles(run: &Run, entry: &Entry, seen: &mut LiteMap<(Handler, IntentNo), ()>) -> bool {
    let mut doubled = false;
    for effect in entry.effects.iter().filter(|effect| !effect.handler.overwrites()) {
        if let Some(info) = run.event(effect.event) {
            doubled |= seen.insert((effect.handler, info.intent), ()).is_some();
        }
    }
    doubled
}

fn index(lanes: &[Lane], lane: Lane) -> usize {
    lanes.iter().position(|&l| l == lane).unwrap_or(0)
}

fn shape(what: &What, lanes: &[Lane]) -> Shape {
    match what.arrow() {
        Some((from, to)) => Shape::Arrow {
            from: index(lanes, from),
            to: index(lanes, to),
            lost: what.lost(),
            reply: matches!(
                what,
                What::Responded { .. }
                    | What::Confirmed { .. }
                    | What::Acked { .. }
                    | What::Nacked { .. }
                    | What::Extended { .. }
                    | What::OffsetCommitted { .. }
            ),
        },
        None => Shape::Point { lane: index(lanes, what.lane()), mark: mark(what) },
    }
}

fn mark(what: &What) -> Mark {
    use What::*;
    match what {
        OrderWritten { .. } | OutboxMarked { .. } | Wrote { .. } | Began { .. } => Mark::Write,
        Marked { inserted: true, .. } | Claimed { inserted: true, .. } | ClaimTakenOver { .. } => Mark::Write,
        OutboxRead { .. } | OrderFound { .. } | Checked { seen: false, .. } => Mark::Read,
        Checked { seen: true, .. }
        | Claimed { inserted: false, .. }
        | Marked { inserted: false, .. }
        | LeftUnacked { .. } => Mark::Skip,
        ProducerCrashed { .. } | RelayCrashed { .. } | WorkerCrashed { .. } => Mark::Crash,
        ProducerRestarted | RelayRestarted { .. } | WorkerRestarted { .. } => Mark::Restart,
        Waits { .. } | HeldBack { .. } | ClaimHeld { .. } | Overlaps { dropped: false, .. } => Mark::Wait,
        Overlaps { .. } => Mark::Skip,
        Unlocked { .. } => Mark::Write,
        Slow { .. } | Paused { .. } | TimedOut { .. } | ConfirmTimedOut { .. } => Mark::Clock,
        Requeued { back: Back::DeadlinePassed, .. } => Mark::Clock,
        Requeued { back: Back::ConnectionLost | Back::ChannelClosed, .. } => Mark::Return,
        Appended { .. } => Mark::Write,
        Rebalanced { .. } => Mark::Return,
        Polled { .. } => Mark::Read,
        KeyChecked { .. } => Mark::Read,
        KeyStored { .. } => Mark::Write,
        CommitFailed { .. } | RequestFailed { .. } => Mark::Rollback,
        RelayStopped { .. } => Mark::Crash,
        Queried { .. } => Mark::Operator,
        GaveUp { .. } => Mark::Dead,
        Swallowed { .. } | Declined { .. } | Purged { .. } => Mark::Skip,
        LateAck { .. } => Mark::Clock,
        BrokerRestarted { .. } | WorkerJoined { .. } => Mark::Restart,
        Held { .. } => Mark::Wait,
        TakenUp { .. } => Mark::Read,
        Failed { .. } | KeyReused { .. } => Mark::Fail,
        OrderCommitted { .. } | Committed { .. } => Mark::Commit,
        RolledBack { .. } => Mark::Rollback,
        DeadLettered { .. } => Mark::Dead,
        Operated { .. } | Published { .. } => Mark::Operator,
        // These cross lanes and are drawn as arrows.
        Requested { .. } | Responded { .. } | Confirmed { .. } | Delivered { .. } | Sent { .. } => {
            Mark::Write
        }
        Acked { .. } | Nacked { .. } | Extended { .. } | NoAnswer { .. } => Mark::Write,
        Produced { .. } | OffsetCommitted { .. } => Mark::Write,
    }
}

/// Does something go wrong here, whatever was before?
fn bad(what: &What) -> bool {
    use What::*;
    what.lost()
        || matches!(
            what,
            ProducerCrashed { .. }
                | RelayCrashed { .. }
                | WorkerCrashed { .. }
                | Failed { .. }
                | Slow { .. }
                | Paused { .. }
                | LeftUnacked { .. }
                | DeadLettered { .. }
                | GaveUp { .. }
                | Declined { .. }
                | BrokerRestarted { .. }
                | Extended { held: false, .. }
                | OffsetCommitted { refused: true, .. }
                | TimedOut { .. }
                | ConfirmTimedOut { .. }
                | KeyReused { .. }
                | Responded { status: Status::Refused | Status::Conflict | Status::Failed, .. }
                | CommitFailed { .. }
                | RequestFailed { .. }
                | RelayStopped { .. }
                | Acked { late: true, .. }
                | Nacked { .. }
        )
}

/// One bar for each handler in each delivery.
fn spans(run: &Run, lanes: &[Lane]) -> Vec<Span> {
    let mut spans: Vec<Span> = Vec::new();
    let mut by_run: LiteMap<(DeliveryNo, Handler), usize> = LiteMap::new();
    for (row, entry) in run.entries.iter().enumerate() {
        let key = match entry.what {
            What::WorkerCrashed { delivery, handler: Some(handler), .. } => Some((delivery, handler)),
            _ => entry.what.at().map(|at| (at.delivery, at.handler)),
        };
        let Some(key) = key else { continue };
        if let Some(&known) = by_run.get(&key) {
            spans[known].to_row = row;
        } else if let Some(at) = entry.what.at() {
            by_run.insert(key, spans.len());
            let lane = index(lanes, Lane::Worker(at.worker));
            spans.push(Span { lane, handler: at.handler, event: at.event, from_row: row, to_row: row });
        }
    }
    spans
}

/// One hold for each transaction.
fn holds(run: &Run, lanes: &[Lane]) -> Vec<Hold> {
    let mut holds: Vec<Hold> = Vec::new();
    // Which hold is open on a lane.
    let mut open: LiteMap<Lane, usize> = LiteMap::new();
    let last = run.entries.len().saturating_sub(1);
    for (row, entry) in run.entries.iter().enumerate() {
        let lane = entry.what.lane();
        let opens = match entry.what {
            What::Began { at } => Some((Some(at.handler), at.event)),
            What::OrderWritten { event, .. } => Some((None, event)),
            _ => None,
        };
        let ends = match entry.what {
            What::Committed { .. } | What::OrderCommitted { .. } => Some(true),
            What::OffsetCommitted { how: Commit::Database, refused, .. } => Some(!refused),
            What::RolledBack { .. }
            | What::WorkerCrashed { .. }
            | What::ProducerCrashed { .. }
            | What::CommitFailed { .. }
            | What::RequestFailed { .. } => Some(false),
            // Finding its mark there, a transaction rolls back in the same breath.
            What::Claimed { memory: Memory::Transaction, inserted: false, .. } => Some(false),
            _ => None,
        };
        if let Some((handler, event)) = opens {
            open.insert(lane, holds.len());
            let lane = index(lanes, lane);
            holds.push(Hold { lane, handler, event, from_row: row, to_row: last, committed: false });
        } else if let Some(committed) = ends
            && let Some(hold) = open.remove(&lane)
        {
            holds[hold].to_row = row;
            holds[hold].committed = committed;
        }
    }
    holds
}

/// What the learner can decide at an entry: lost things first, then crashes, throws, slowness. A fault that
/// fired is met one entry before its consequence; it can be spared at both.
fn decisions(run: &Run, step: usize, lang: Lang) -> Vec<Decision> {
    let met = || run.entries[step].met.iter().chain(cause(run, step));
    (0..RANKS)
        .flat_map(|wanted| met().filter(move |met| rank(met.at) == wanted))
        .map(|met| {
            let fires = met.fired.is_none();
            Decision {
                command: Command::Decide { at: met.at, gap: met.gap, nth: met.nth, fires },
                label: decision(met, fires, lang),
            }
        })
        .collect()
}

/// The fault, met in an earlier entry, whose consequence this entry is.
fn cause(run: &Run, step: usize) -> Option<&Met> {
    let (point, in_gap) = match run.entries[step].what {
        What::ProducerCrashed { gap, .. } => (Point::ProducerCrash, Some(gap)),
        What::RelayCrashed { gap, .. } => (Point::RelayCrash, Some(gap)),
        What::WorkerCrashed { gap, .. } => (Point::WorkerCrash, Some(gap)),
        What::Failed { .. } => (Point::HandlerThrows, None),
        What::Slow { .. } => (Point::HandlerSlow, None),
        What::Paused { gap, .. } => (Point::WorkerPause, Some(gap)),
        _ => return None,
    };
    let is_it = |met: &&Met| met.at == point && met.gap == in_gap && met.fired.is_some();
    if run.entries[step].met.iter().any(|met| is_it(&met)) {
        return None;
    }
    run.entries[..step].iter().rev().flat_map(|entry| entry.met.iter().rev()).find(is_it)
}

/// How many ranks there are.
const RANKS: u8 = 4;

const fn rank(at: Point) -> u8 {
    match at {
        Point::RequestLost
        | Point::ResponseLost
        | Point::ConfirmLost
        | Point::DeliveryLost
        | Point::AckLost => 0,
        Point::ConnectionLost | Point::CommitFails => 1,
        Point::ProducerCrash
        | Point::RelayCrash
        | Point::WorkerCrash
        | Point::BrokerRestart
        | Point::Rebalance => 1,
        Point::HandlerThrows => 2,
        Point::HandlerSlow | Point::WorkerPause => 3,
    }
}

/// What deciding a fault point means, in words of the place: "lose this ack".
fn decision(met: &Met, fires: bool, lang: Lang) -> String {
    let handler = met.handler.map_or("handler", |handler| handler.word());
    let gap = met.gap.map_or("", |gap| super::settings::gap(gap, lang));
    let lost = match met.at {
        Point::RequestLost => Some(("request", "個請求")),
        Point::ResponseLost => Some(("response", "個回應")),
        Point::ConfirmLost => Some(("confirm", "個 confirm")),
        Point::DeliveryLost => Some(("delivery", "次投遞")),
        Point::AckLost => Some(("ack", "個 ack")),
        _ => None,
    };
    match (lang, lost, met.at, fires) {
        (Lang::En(_), Some((what, _)), _, true) => format!("lose this {what}"),
        (Lang::En(_), Some((what, _)), _, false) => format!("let this {what} through"),
        (Lang::En(_), None, Point::HandlerThrows, true) => format!("let {handler} throw here"),
        (Lang::En(_), None, Point::HandlerThrows, false) => format!("do not let {handler} throw here"),
        (Lang::En(_), None, Point::HandlerSlow, true) => format!("let {handler} run past the deadline"),
        (Lang::En(_), None, Point::HandlerSlow, false) => format!("let {handler} be in time here"),
        (Lang::En(_), None, Point::WorkerPause, true) => format!("pause here ({gap})"),
        (Lang::En(_), None, Point::WorkerPause, false) => format!("no pause here ({gap})"),
        (Lang::ZhHant(_), None, Point::WorkerPause, true) => format!("讓 worker 停頓（{gap}）"),
        (Lang::ZhHant(_), None, Point::WorkerPause, false) => format!("不讓 worker 停頓（{gap}）"),
        (Lang::En(_), None, Point::ConnectionLost, true) => "break the connection under this ack".into(),
        (Lang::En(_), None, Point::ConnectionLost, false) => "let this connection hold".into(),
        (Lang::En(_), None, Point::CommitFails, true) => "let the commit fail here".into(),
        (Lang::En(_), None, Point::CommitFails, false) => "let this commit succeed".into(),
        (Lang::ZhHant(_), None, Point::CommitFails, true) => "讓這裡的 commit 失敗".into(),
        (Lang::ZhHant(_), None, Point::CommitFails, false) => "讓這次 commit 成功".into(),
        (Lang::En(_), None, Point::Rebalance, true) => "let the group miss this worker".into(),
        (Lang::En(_), None, Point::Rebalance, false) => "let this worker keep its partitions".into(),
        (Lang::ZhHant(_), None, Point::Rebalance, true) => "讓 group 以為這個 worker 不見了".into(),
        (Lang::ZhHant(_), None, Point::Rebalance, false) => "讓這個 worker 保住它的 partition".into(),
        (Lang::En(_), None, Point::BrokerRestart, true) => "restart the broker here".into(),
        (Lang::En(_), None, Point::BrokerRestart, false) => "do not restart the broker here".into(),
        (Lang::ZhHant(_), None, Point::ConnectionLost, true) => "讓連線在 ack 途中斷掉".into(),
        (Lang::ZhHant(_), None, Point::ConnectionLost, false) => "讓這條連線撐住".into(),
        (Lang::ZhHant(_), None, Point::BrokerRestart, true) => "讓 broker 在這裡重啟".into(),
        (Lang::ZhHant(_), None, Point::BrokerRestart, false) => "不讓 broker 在這裡重啟".into(),
        (Lang::En(_), None, _, true) => format!("crash here ({gap})"),
        (Lang::En(_), None, _, false) => format!("no crash here ({gap})"),
        (Lang::ZhHant(_), Some((_, what)), _, true) => format!("弄丟這{what}"),
        (Lang::ZhHant(_), Some((_, what)), _, false) => format!("讓這{what}送到"),
        (Lang::ZhHant(_), None, Point::HandlerThrows, true) => format!("讓 {handler} 在這裡拋例外"),
        (Lang::ZhHant(_), None, Point::HandlerThrows, false) => format!("不讓 {handler} 在這裡拋例外"),
        (Lang::ZhHant(_), None, Point::HandlerSlow, true) => format!("讓 {handler} 拖過期限"),
        (Lang::ZhHant(_), None, Point::HandlerSlow, false) => format!("讓 {handler} 準時做完"),
        (Lang::ZhHant(_), None, _, true) => format!("在這裡 crash（{gap}）"),
        (Lang::ZhHant(_), None, _, false) => format!("這裡不要 crash（{gap}）"),
    }
}

/// A few words for a row.
fn label(what: &What, words: &Words, lang: Lang) -> String {
    use What::*;
    let say = |en: &str, zh: &str| match lang {
        Lang::En(_) => en.to_string(),
        Lang::ZhHant(_) => zh.to_string(),
    };
    let ack = if words.ack.is_empty() { "ack" } else { words.ack };
    match what {
        Requested { click, retry, .. } => match (click, retry) {
            (0 | 1, 0) => "POST".into(),
            (_, 0) => say(&format!("POST, click {click}"), &format!("POST，第 {click} 下")),
            _ => say(&format!("POST, retry {retry}"), &format!("POST，第 {retry} 次重試")),
        },
        TimedOut { again: true, .. } => say("no answer, again", "沒有回應，再試"),
        TimedOut { again: false, .. } => say("no answer, gives up", "沒有回應，放棄"),
        Responded { status: Status::Stored, .. } => say("200, stored order", "200，先前的訂單"),
        Responded { status: Status::Refused, .. } => say("422, refused", "422，拒絕"),
        Responded { status: Status::Conflict, .. } => say("409, in progress", "409，處理中"),
        Responded { status: Status::Failed, .. } => say("500, failed", "500，失敗"),
        KeyChecked { state, .. } => {
            say(&format!("key: {state}"), &format!("key：{}", super::settings::key_state(*state, lang)))
        }
        KeyStored { state, .. } => {
            say(&format!("key := {state}"), &format!("key 記為{}", super::settings::key_state(*state, lang)))
        }
        CommitFailed { .. } => say("commit fails", "commit 失敗"),
        RequestFailed { .. } => say("SQL error", "SQL 錯誤"),
        RelayStopped { .. } => say("SQL error, stops", "SQL 錯誤，停了"),
        Queried { .. } => say("your SQL", "你的 SQL"),
        Responded { status: Status::Created, order, .. } => {
            let order = order.map_or(String::new(), |order| order.to_string());
            say(&format!("201, order {order}"), &format!("201，訂單 {order}"))
        }
        OrderWritten { order, .. } => {
            say(&format!("order {order}, open"), &format!("訂單 {order}，未 commit"))
        }
        OrderCommitted { order, .. } => {
            say(&format!("order {order}, commit"), &format!("訂單 {order}，commit"))
        }
        OrderFound { .. } => say("key known", "key 已有"),
        KeyReused { .. } => say("key with another body", "key 配了別的 body"),
        ProducerCrashed { gap, .. } | RelayCrashed { gap, .. } | WorkerCrashed { gap, .. } => {
            let gap = super::settings::gap(*gap, lang);
            say(&format!("killed {gap}"), &format!("被砍：{gap}"))
        }
        ProducerRestarted | RelayRestarted { .. } | WorkerRestarted { .. } => say("is back", "回來了"),
        OutboxRead { events, .. } if events.is_empty() => say("nothing to send", "沒有要送的"),
        OutboxRead { events, .. } => {
            let list = events.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
            say(&format!("reads {list}"), &format!("讀到 {list}"))
        }
        Published { by: Publisher::Operator, message, .. } => {
            say(&format!("replay {message}"), &format!("重放 {message}"))
        }
        Published { message, .. } => format!("publish {message}"),
        Confirmed { message, .. } => format!("confirm {message}"),
        ConfirmTimedOut { .. } => say("no confirm", "沒有 confirm"),
        OutboxMarked { .. } => say("marks the row", "標記已送"),
        Delivered { attempt: 1, message, .. } => {
            say(&format!("deliver {message}"), &format!("投遞 {message}"))
        }
        Delivered { attempt, message, .. } => {
            say(&format!("deliver {message}, again ({attempt})"), &format!("再投遞 {message}（{attempt}）"))
        }
        HeldBack { message, behind, .. } => {
            say(&format!("{message} waits for {behind}"), &format!("{message} 等 {behind}"))
        }
        Requeued { back: Back::ConnectionLost, .. } => say("connection lost, returns", "斷線，回到佇列"),
        Requeued { back: Back::DeadlinePassed, .. } => say("deadline passed, returns", "逾期，回到佇列"),
        Requeued { back: Back::ChannelClosed, .. } => {
            say("channel closed, returns", "channel 關閉，回到佇列")
        }
        DeadLettered { .. } => say("dead-letter queue", "死信佇列"),
        Appended { partition, offset, .. } => format!("partition {partition} @ {offset}"),
        Rebalanced { generation, .. } => {
            say(&format!("rebalance, generation {generation}"), &format!("rebalance，第 {generation} 代"))
        }
        Polled { partition, offset, .. } => {
            say(&format!("poll {partition} @ {offset}"), &format!("從 {partition} @ {offset} 讀取"))
        }
        Produced { open: true, .. } => say("output, open", "輸出，未 commit"),
        Produced { .. } => say("output", "輸出"),
        OffsetCommitted { refused: true, .. } => say("commit refused", "commit 被拒"),
        OffsetCommitted { lost: true, .. } => say("commit lost", "commit 遺失"),
        OffsetCommitted { offset, .. } => format!("commit offset {offset}"),
        GaveUp { how: crate::domain::trace::GaveUp::Dropped, .. } => say("dropped", "丟棄"),
        GaveUp { how: crate::domain::trace::GaveUp::Expired, .. } => say("expires", "過期刪除"),
        GaveUp { .. } => say("parked, no more deliveries", "擱置，不再投遞"),
        Swallowed { message, .. } => {
            say(&format!("{message} swallowed as known"), &format!("{message} 視為重複，吞掉"))
        }
        LateAck { rule, .. } => super::settings::word("broker.late_ack", rule.word(), lang).into(),
        BrokerRestarted { .. } => say("broker restarts", "broker 重啟"),
        Extended { held: true, .. } => say("asks for more time", "要求延長"),
        Extended { held: false, .. } => say("asks too late", "要求延長，太晚"),
        Held { until, .. } => {
            let time = super::texts::moment(*until, lang);
            say(&format!("holds until {time}"), &format!("先留到 {time}"))
        }
        TakenUp { .. } => say("from the buffer", "從 buffer 取出"),
        Declined { why: crate::domain::trace::Declined::Redelivered, .. } => {
            say("redelivered flag, drops it", "帶 redelivered 旗標，丟掉")
        }
        Declined { .. } => say("attempts used up, not run", "次數用完，不跑"),
        WorkerJoined { .. } => say("joins", "加入"),
        Purged { table: Table::IdempotencyKeys, .. } => say("old keys deleted", "刪掉舊的 key"),
        Purged { rows, .. } => say(&format!("purges {rows} marks"), &format!("清掉 {rows} 筆標記")),
        Checked { at, seen: true } | Claimed { at, inserted: false, .. } => {
            say(&format!("skip {}", short(at.handler)), &format!("略過 {}", short(at.handler)))
        }
        Checked { at, seen: false } => {
            say(&format!("check {}", short(at.handler)), &format!("檢查 {}", short(at.handler)))
        }
        Claimed { at, memory, .. } => {
            let handler = short(at.handler);
            match memory {
                Memory::Transaction => {
                    say(&format!("mark {handler}, open"), &format!("標記 {handler}，未 commit"))
                }
                Memory::Table => format!("claim {handler}"),
                Memory::Process => say(&format!("remember {handler}"), &format!("記下 {handler}")),
                Memory::Lock => say(&format!("lock {handler}"), &format!("上鎖 {handler}")),
            }
        }
        ClaimHeld { at } => {
            say(&format!("{} is claimed", short(at.handler)), &format!("{} 已被 claim", short(at.handler)))
        }
        ClaimTakenOver { at } => {
            say(&format!("takes {} over", short(at.handler)), &format!("接手 {}", short(at.handler)))
        }
        Overlaps { at, dropped: true } => say(
            &format!("{} runs, drops it", short(at.handler)),
            &format!("{} 執行中，丟掉", short(at.handler)),
        ),
        Overlaps { at, .. } => {
            say(&format!("{} runs, back", short(at.handler)), &format!("{} 執行中，退回", short(at.handler)))
        }
        Unlocked { at } => {
            say(&format!("unlock {}", short(at.handler)), &format!("解鎖 {}", short(at.handler)))
        }
        Began { .. } => "BEGIN".into(),
        Waits { holder: Some(holder), .. } => {
            say(&format!("waits for {}", holder.worker), &format!("等 {}", holder.worker))
        }
        Waits { holder: None, .. } => say("waits, locked", "等鎖"),
        Slow { ms, .. } => {
            let time = super::texts::duration(*ms, lang);
            say(&format!("slow, {time}"), &format!("很慢，{time}"))
        }
        Paused { ms, .. } => {
            let time = super::texts::duration(*ms, lang);
            say(&format!("stands still, {time}"), &format!("停頓 {time}"))
        }
        Failed { at } => {
            say(&format!("{} throws", short(at.handler)), &format!("{} 拋例外", short(at.handler)))
        }
        NoAnswer { .. } => say("mail, no answer", "寄信，沒有回應"),
        Sent { at, refused: true, .. } if at.handler == Handler::Payment => {
            say("known, not charged", "已扣過，不扣")
        }
        Sent { refused: true, .. } => say("known, not sent", "已寄過，不寄"),
        Sent { at, order, .. } => {
            let (en, zh) = match at.handler {
                Handler::Payment => ("charge", "扣款"),
                Handler::Push => ("push", "推播"),
                _ => ("mail", "信"),
            };
            say(&format!("{en}, order {order}"), &format!("{zh}，訂單 {order}"))
        }
        Wrote { at, changed: 0 } => {
            say(&format!("{}: 0 rows", short(at.handler)), &format!("{}：0 列", short(at.handler)))
        }
        Wrote { at, .. } => {
            say(&format!("{} row", short(at.handler)), &format!("{} 寫入", short(at.handler)))
        }
        Marked { at, inserted: true } => {
            say(&format!("mark {}", short(at.handler)), &format!("標記 {}", short(at.handler)))
        }
        Marked { at, inserted: false } => {
            say(&format!("{} marked before", short(at.handler)), &format!("{} 早有標記", short(at.handler)))
        }
        Committed { .. } => "COMMIT".into(),
        RolledBack { .. } => "ROLLBACK".into(),
        Acked { lost: true, .. } => say(&format!("{ack} lost"), &format!("{ack} 遺失")),
        Acked { late: true, .. } => say(&format!("{ack}, too late"), &format!("{ack}，太晚")),
        Acked { .. } => ack.into(),
        LeftUnacked { .. } => say("all skipped, no ack", "全部略過，沒有 ack"),
        Nacked { late: true, .. } => say("nack, too late", "nack，太晚"),
        Nacked { requeue: false, .. } => say("nack, no requeue", "nack，不放回"),
        Nacked { .. } => "nack".into(),
        // Of one event or of all.
        Operated { run: Operation::Replay, .. } => say("replay", "重放"),
        Operated { run, .. } => super::settings::operation(*run, lang).into(),
    }
}

/// A handler's name without "Handler": a diagram has little room.
fn short(handler: Handler) -> &'static str {
    let word = handler.word();
    word.strip_suffix("Handler").unwrap_or(word)
}

/// The lanes of a run, from left to right.
pub fn lanes(run: &Run) -> Vec<Lane> {
    let mut lanes = vec![Lane::Client, Lane::Producer];
    lanes.extend((1..=run.relays).map(|no| Lane::Relay(RelayNo(no))));
    lanes.push(Lane::Broker);
    lanes.extend((1..=run.workers).map(|no| Lane::Worker(WorkerNo(no))));
    // Who carries effects out, and the mailbox where nobody does.
    let of_handlers: Vec<_> =
        run.outcome.handlers.iter().filter_map(|(handler, _)| handler.provider()).collect();
    let is_there =
        |it: &&Provider| of_handlers.contains(it) || of_handlers.is_empty() && **it == Provider::Mail;
    lanes.extend(Provider::ALL.iter().filter(is_there).map(|it| Lane::Outside(*it)));
    lanes
}

/// A lane's name; `narrow`: at most a few letters, for phones.
pub fn lane_name(lane: Lane, lang: Lang, narrow: bool) -> String {
    match (lane, lang, narrow) {
        (Lane::Client, ..) => "client".into(),
        (Lane::Producer, _, false) => "producer".into(),
        (Lane::Producer, _, true) => "prod.".into(),
        (Lane::Relay(no), _, false) => no.to_string(),
        (Lane::Relay(no), _, true) => format!("R{}", no.0),
        (Lane::Broker, ..) => "broker".into(),
        (Lane::Worker(no), _, false) => no.to_string(),
        (Lane::Worker(no), _, true) => format!("W{}", no.0),
        (Lane::Outside(provider), Lang::En(_), _) => provider.to_string(),
        (Lane::Outside(provider), Lang::ZhHant(_), _) => match provider {
            Provider::Mail => "信箱",
            Provider::Card => "金流",
            Provider::Phone => "手機",
        }
        .into(),
    }
}
