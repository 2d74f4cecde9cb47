//! What a run came to. One pure fold over the trace ([`Tally`]) gives the counters at any step and the
//! outcome at the end, so page, tests and command line cannot disagree.

use super::command::Route;
use super::ids::{EventNo, IntentNo, OrderId, WorkerNo};
use super::scenario::{Commit, Handler, LateAck, Scenario};
use super::sql::{Cell, Table};
use super::trace::{Entry, GaveUp, Status, What};
use litemap::LiteMap;
use serde::{Deserialize, Serialize};

words! {
    /// How a handler (or a whole run) ended; worst first.
    pub enum Verdict {
        /// An effect never happens, and nothing is left that could still bring it.
        Lost = "lost",
        /// A second effect for one intent.
        Duplicated = "duplicated",
        /// An effect is missing, but kept where an operator finds it.
        DeadLettered = "dead_lettered",
        /// The run goes on.
        Pending = "pending",
        /// One effect for each intent.
        Once = "once",
    }
}

/// What one handler came to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HandlerOutcome {
    /// Bodies entered.
    pub runs: u32,
    /// Skipped by layer 2.
    pub skips: u32,
    /// Bodies that threw.
    pub failures: u32,
    /// Its rows in `processed_events`.
    pub processed_rows: u32,
    /// What the outside world sees.
    pub effects: u32,
    /// Intents whose effect never happens.
    pub lost: u32,
    /// Worst first; `once` only where nothing else holds.
    pub verdict: Vec<Verdict>,
}

/// What a run came to. Field names are relied upon by others (DESIGN §5).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// Purchases wanted.
    pub intents: u32,
    /// HTTP POSTs sent.
    pub requests: u32,
    /// Rows in `orders`.
    pub orders: u32,
    /// Charges on the card: rows in `charges`, or paymentHandler's.
    pub charges: u32,
    /// Rows in `outbox`.
    pub outbox_rows: u32,
    /// Messages that the broker took.
    pub published: u32,
    /// Hand-overs by the broker, those included that no worker saw.
    pub deliveries: u32,
    /// Acks that the broker took.
    pub acks: u32,
    /// Messages in the dead-letter queue.
    pub dead_letters: u32,
    /// Messages that stay stored and are never delivered again, of which no queue tells.
    pub parked: u32,
    /// Records that the consumer wrote to another topic and that readers of committed records see.
    pub outputs: u32,
    /// "Last bought" is older than the newest order that was written there: 1, else 0.
    pub stale: u32,
    /// Mails in the customer's inbox.
    pub mails: u32,
    /// Rows written and committed, one that was written twice counted twice.
    pub rows_written: u32,
    /// When the last entry happened, in simulated milliseconds.
    pub took_ms: u32,
    /// Requests that got an answer other than 200 or 201.
    pub refused: u32,
    /// By handler, in the scenario's order.
    pub handlers: Vec<(Handler, HandlerOutcome)>,
    /// Committed rows by table.
    pub rows: Vec<(Table, u32)>,
    /// Over orders and all handlers; worst first.
    pub verdict: Vec<Verdict>,
    /// Something was lost or doubled, and nothing in the run reported an error.
    pub looks_healthy: bool,
}

impl Outcome {
    /// What this handler came to.
    pub fn handler(&self, handler: Handler) -> Option<&HandlerOutcome> {
        self.handlers.iter().find(|(h, _)| *h == handler).map(|(_, o)| o)
    }
    /// The worst word.
    pub fn worst(&self) -> Verdict {
        self.verdict.first().copied().unwrap_or(Verdict::Pending)
    }
}

/// One figure of an outcome, as `--json` and `[expect]` name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Field {
    /// A count.
    Count(u32),
    /// Yes or no.
    Flag(bool),
    /// Words, worst first.
    Words(Vec<&'static str>),
}

impl std::fmt::Display for Field {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Field::Count(n) => n.fmt(f),
            Field::Flag(flag) => flag.fmt(f),
            Field::Words(words) => f.write_str(&words.join(", ")),
        }
    }
}

impl Outcome {
    /// Every figure with its name: `orders`, `emailHandler.runs`, `rows.emails_sent`, `verdict`, ….
    pub fn fields(&self) -> Vec<(String, Field)> {
        let words = |list: &[Verdict]| Field::Words(list.iter().map(|v| v.word()).collect());
        let mut all: Vec<(String, Field)> = [
            ("intents", self.intents),
            ("requests", self.requests),
            ("refused", self.refused),
            ("orders", self.orders),
            ("charges", self.charges),
            ("outbox_rows", self.outbox_rows),
            ("published", self.published),
            ("deliveries", self.deliveries),
            ("acks", self.acks),
            ("dead_letters", self.dead_letters),
            ("parked", self.parked),
            ("outputs", self.outputs),
            ("stale", self.stale),
            ("mails", self.mails),
            ("rows_written", self.rows_written),
            ("took_ms", self.took_ms),
        ]
        .map(|(name, n)| (name.to_string(), Field::Count(n)))
        .into();
        for (handler, h) in &self.handlers {
            for (name, n) in [
                ("runs", h.runs),
                ("skips", h.skips),
                ("failures", h.failures),
                ("processed_rows", h.processed_rows),
                ("effects", h.effects),
                ("lost", h.lost),
            ] {
                all.push((format!("{handler}.{name}"), Field::Count(n)));
            }
            all.push((format!("{handler}.verdict"), words(&h.verdict)));
        }
        all.extend(self.rows.iter().map(|(table, n)| (format!("rows.{table}"), Field::Count(*n))));
        all.push(("verdict".into(), words(&self.verdict)));
        all.push(("looks_healthy".into(), Field::Flag(self.looks_healthy)));
        all
    }
}

/// A running count over a trace.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    outcome: Outcome,
    /// Which purchase an event belongs to.
    intent_of: LiteMap<EventNo, IntentNo>,
    orders_of: LiteMap<IntentNo, u32>,
    effects: LiteMap<(IntentNo, Handler), u32>,
    /// Committed rows by `rowid`, with the handler that one of their cells names (`processed_events`).
    rows: LiteMap<Table, LiteMap<i64, Option<Handler>>>,
    /// Events with at least one message in the dead-letter queue, with their number.
    dead: LiteMap<EventNo, u32>,
    /// Bodies entered, by delivery, so that mail and row of one body count as one run.
    bodies: LiteMap<(super::ids::DeliveryNo, Handler), ()>,
    errors: u32,
    /// What failed stays in the dead-letter queue when it is retried.
    copies: bool,
    /// Output of a worker's open transaction.
    open_outputs: LiteMap<WorkerNo, u32>,
    /// The order whose value "last bought" shows, and the newest that was ever written there.
    last_bought: (Option<OrderId>, Option<OrderId>),
}

impl Tally {
    /// Nothing happened yet. `initial` rows are not counted as anything's doing.
    pub fn new(scenario: &Scenario) -> Tally {
        let handlers = scenario.consumer.handlers.iter().map(|&h| (h, HandlerOutcome::default())).collect();
        Tally {
            outcome: Outcome { intents: scenario.client.intents, handlers, ..Outcome::default() },
            copies: scenario.broker.retry_copies,
            ..Tally::default()
        }
    }

    fn handler(&mut self, handler: Handler) -> Option<&mut HandlerOutcome> {
        self.outcome.handlers.iter_mut().find(|(h, _)| *h == handler).map(|(_, o)| o)
    }

    /// Takes one entry into account.
    pub fn add(&mut self, entry: &Entry) {
        let o = &mut self.outcome;
        o.took_ms = u32::try_from(entry.at.0).unwrap_or(u32::MAX);
        if !entry.what.undoes() {
            o.rows_written += entry.changes.iter().filter(|c| !c.pending && c.row.is_some()).count() as u32;
        }
        match &entry.what {
            What::Requested { route, intent, .. } => {
                o.requests += 1;
                // What is sent by hand comes on top of the purchases of the scenario.
                if *route != Route::Shop {
                    o.intents = o.intents.max(intent.0);
                }
            }
            What::Responded { status: Status::Refused | Status::Conflict | Status::Failed, .. } => {
                o.refused += 1;
                self.errors += 1;
            }
            What::OrderWritten { intent, event, .. } => {
                self.intent_of.insert(*event, *intent);
            }
            What::OrderCommitted { intent, .. } => {
                *self.orders_of.entry(*intent).or_default() += 1;
            }
            What::Published { event, row, .. } => {
                o.published += 1;
                // Another id, and the same purchase.
                if let Some(&intent) = row.as_ref().and_then(|row| self.intent_of.get(row)) {
                    self.intent_of.insert(*event, intent);
                }
            }
            What::Delivered { .. } => o.deliveries += 1,
            What::Acked { lost: false, late: false, .. } => o.acks += 1,
            What::DeadLettered { event, .. } => {
                o.dead_letters += 1;
                self.errors += 1;
                *self.dead.entry(*event).or_default() += 1;
            }
            What::LateAck { rule: LateAck::Accept | LateAck::AcceptUnlessRedelivered, .. } => o.acks += 1,
            What::LateAck { .. } => self.errors += 1,
            // Nobody is told that a message was dropped or parked; a parked one can still be found.
            What::GaveUp { event, how: GaveUp::Parked, .. } => {
                o.parked += 1;
                *self.dead.entry(*event).or_default() += 1;
            }
            What::GaveUp { event, how: GaveUp::Expired, .. } => self.no_longer_dead(*event),
            What::BrokerRestarted { .. } => self.errors += 1,
            What::Operated { run, events } => {
                use super::command::Operation::*;
                let stays = *run == RetryAll && self.copies;
                if matches!(run, RetryAll | Redrive | Resend) && !stays {
                    o.parked = 0;
                    events.iter().for_each(|event| self.no_longer_dead(*event));
                }
            }
            What::Failed { at } => {
                let at = *at;
                self.errors += 1;
                if let Some(h) = self.handler(at.handler) {
                    h.failures += 1;
                }
                self.body(at);
            }
            What::Produced { open: false, .. } => o.outputs += 1,
            What::Produced { worker, .. } => *self.open_outputs.entry(*worker).or_default() += 1,
            What::OffsetCommitted { worker, how: Commit::Transaction, refused, lost, .. } => {
                let open = self.open_outputs.remove(worker).unwrap_or(0);
                if !refused && !lost {
                    o.outputs += open;
                }
                self.errors += u32::from(*refused);
            }
            What::OffsetCommitted { refused: true, .. } => self.errors += 1,
            What::WorkerCrashed { worker, .. } => {
                self.open_outputs.remove(worker);
                self.errors += 1;
            }
            What::ProducerCrashed { .. } | What::RelayCrashed { .. } | What::RelayStopped { .. } => {
                self.errors += 1
            }
            What::TimedOut { .. } | What::ConfirmTimedOut { .. } | What::Nacked { .. } => self.errors += 1,
            What::Sent { at, .. } | What::Wrote { at, .. } | What::Slow { at, .. } => self.body(*at),
            _ => {}
        }
        if entry.what.skips()
            && let Some(at) = entry.what.at()
            && let Some(h) = self.handler(at.handler)
        {
            h.skips += 1;
        }
        for change in entry.changes.iter().filter(|c| !c.pending) {
            let rows = self.rows.entry(change.table).or_default();
            match &change.row {
                None => {
                    rows.remove(&change.rowid);
                }
                Some(row) => {
                    if change.table == Table::Recommendations
                        && let Some(&Cell::Integer(order)) = row.last()
                    {
                        let order = Some(OrderId(order as u32));
                        self.last_bought = (order, self.last_bought.1.max(order));
                    }
                    let handler = row.iter().find_map(|cell| match cell {
                        Cell::Text(t) => Handler::from_word(t),
                        _ => None,
                    });
                    rows.insert(change.rowid, handler);
                }
            }
        }
        for effect in &entry.effects {
            if let Some(&intent) = self.intent_of.get(&effect.event) {
                let seen = self.effects.entry((intent, effect.handler)).or_default();
                // A value set twice to the same is seen once.
                *seen = if effect.handler.overwrites() { 1 } else { *seen + 1 };
            }
        }
    }

    /// One of an event's messages has left the place where an operator looks.
    fn no_longer_dead(&mut self, event: EventNo) {
        self.outcome.dead_letters = self.outcome.dead_letters.saturating_sub(1);
        if let Some(n) = self.dead.get_mut(&event) {
            *n = n.saturating_sub(1);
        }
    }

    fn body(&mut self, at: super::trace::At) {
        if self.bodies.insert((at.delivery, at.handler), ()).is_none()
            && let Some(h) = self.handler(at.handler)
        {
            h.runs += 1;
        }
    }

    fn count(&self, table: Table) -> u32 {
        self.rows.get(&table).map_or(0, |rows| rows.len() as u32)
    }

    /// The outcome so far. `at_rest`: nothing is scheduled any more, so what is missing stays missing.
    pub fn outcome(&self, at_rest: bool) -> Outcome {
        let mut o = self.outcome.clone();
        o.orders = self.count(Table::Orders);
        o.charges = self.count(Table::Charges);
        o.outbox_rows = self.count(Table::Outbox);
        o.rows = self.rows.iter().map(|(&t, rows)| (t, rows.len() as u32)).collect();
        let intents: Vec<IntentNo> = (1..=o.intents).map(IntentNo).collect();
        let dead: Vec<IntentNo> = self
            .dead
            .iter()
            .filter(|(_, n)| **n > 0)
            .filter_map(|(event, _)| self.intent_of.get(event).copied())
            .collect();
        let mut all = Vec::new();
        for (handler, h) in &mut o.handlers {
            h.processed_rows = self
                .rows
                .get(&Table::ProcessedEvents)
                .map_or(0, |rows| rows.values().filter(|name| **name == Some(*handler)).count() as u32);
            let mut words = Vec::new();
            for intent in &intents {
                match self.effects.get(&(*intent, *handler)).copied().unwrap_or(0) {
                    0 if !at_rest => {
                        put(&mut words, Verdict::Pending);
                    }
                    0 if dead.contains(intent) => {
                        put(&mut words, Verdict::DeadLettered);
                    }
                    0 => {
                        h.lost += 1;
                        put(&mut words, Verdict::Lost);
                    }
                    1 => {}
                    _ => {
                        put(&mut words, Verdict::Duplicated);
                    }
                }
            }
            h.effects = self.effects.iter().filter(|((_, name), _)| name == handler).map(|(_, n)| n).sum();
            if !at_rest || intents.is_empty() {
                put(&mut words, Verdict::Pending);
            }
            words.iter().for_each(|&word| put(&mut all, word));
            h.verdict = once_if_empty(words);
        }
        o.stale = u32::from(self.last_bought.0 < self.last_bought.1);
        o.mails = o.handler(Handler::Email).map_or(0, |h| h.effects);
        o.charges += o.handler(Handler::Payment).map_or(0, |h| h.effects);
        for intent in &intents {
            match self.orders_of.get(intent).copied().unwrap_or(0) {
                0 => {
                    put(&mut all, if at_rest { Verdict::Lost } else { Verdict::Pending });
                }
                1 => {}
                _ => {
                    put(&mut all, Verdict::Duplicated);
                }
            }
        }
        if !at_rest || o.intents == 0 {
            put(&mut all, Verdict::Pending);
        }
        let wrong = all.contains(&Verdict::Lost) || all.contains(&Verdict::Duplicated);
        o.looks_healthy = wrong && at_rest && self.errors == 0;
        o.verdict = once_if_empty(all);
        o
    }
}

/// Adds a word where it belongs, worst first.
fn put(words: &mut Vec<Verdict>, word: Verdict) {
    if let Err(at) = words.binary_search(&word) {
        words.insert(at, word);
    }
}

fn once_if_empty(words: Vec<Verdict>) -> Vec<Verdict> {
    if words.is_empty() { vec![Verdict::Once] } else { words }
}
