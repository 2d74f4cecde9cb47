//! What happens, in words: one sentence for each trace entry, two at most. A sentence explains, so it looks
//! back: is this the event's second delivery, has its mail left already, who wrote that mark?
//!
//! A trace names no product, so one run can be told in the words of any ([`Dialect`]). There is one set of
//! sentences per language; where the product has a word of its own, it stands in brackets behind the plain one
//! ([`Past::own`]), which fits every grammar.

mod en;
mod zh;

use super::lang::{Lang, Sentence, Span};
use crate::domain::dialect::Words;
use crate::domain::ids::{DeliveryNo, EventNo, IntentNo, MessageNo, RequestNo, WorkerNo};
use crate::domain::scenario::{Dialect, Handler, Kernel};
use crate::domain::sql::{Answer, Table};
use crate::domain::trace::{At, Entry, Memory, Publisher, Run, What};

/// What entry `step` does and why it matters, in a product's words. Empty if there is no such entry.
pub fn sentence(run: &Run, step: usize, dialect: Dialect, lang: Lang) -> Sentence {
    let Some(entry) = run.entries.get(step) else { return Sentence::new() };
    let (words, log) = (&dialect.facts().words, dialect.kernel() == Kernel::Log);
    let past = Past { run, entry, before: &run.entries[..step], words, log, lang };
    parse(&match lang {
        Lang::En(_) => en::sentence(&past, &entry.what),
        Lang::ZhHant(_) => zh::sentence(&past, &entry.what),
    })
}

/// Before the first step.
pub fn start(lang: Lang) -> Sentence {
    let text = match lang {
        Lang::En(_) => "Nothing has happened yet. Press play, or go one step.",
        Lang::ZhHant(_) => "還沒有任何事發生。按播放，或走一步看看。",
    };
    vec![Span::Text(text.into())]
}

/// Stands around an event's number inside a written sentence.
const EVENT: char = '\u{1}';

/// An event inside a written sentence.
fn tag(event: EventNo) -> String {
    format!("{EVENT}{}{EVENT}", event.0)
}

/// Events inside a written sentence.
fn tags(events: &[EventNo], between: &str) -> String {
    events.iter().map(|&event| tag(event)).collect::<Vec<_>>().join(between)
}

/// A product's words as they stand in a sentence: names as code, plain words (receipt handle) as they are.
fn written(words: &str) -> String {
    let plain = |word: &str| {
        word.contains(' ') && word.bytes().all(|b| matches!(b, b'a'..=b'z' | b'0'..=b'9' | b' ' | b'-'))
    };
    let all = words.split(", ").map(|word| if plain(word) { word.into() } else { format!("`{word}`") });
    all.collect::<Vec<_>>().join(", ")
}

/// A written sentence as pieces: `` `code` ``, `*strong*`, events by [`tag`].
fn parse(text: &str) -> Sentence {
    let mut spans = Sentence::new();
    let mut rest = text;
    while let Some(start) = rest.find(['`', '*', EVENT]) {
        let sign = if rest[start..].starts_with(EVENT) { EVENT } else { rest.as_bytes()[start] as char };
        let Some(length) = rest[start + 1..].find(sign) else { break };
        if start > 0 {
            spans.push(Span::Text(rest[..start].into()));
        }
        let inner = &rest[start + 1..start + 1 + length];
        spans.push(match sign {
            '`' => Span::Code(inner.into()),
            '*' => Span::Strong(inner.into()),
            _ => Span::Event(EventNo(inner.parse().unwrap_or(0))),
        });
        rest = &rest[start + length + 2..];
    }
    if !rest.is_empty() {
        spans.push(Span::Text(rest.into()));
    }
    spans
}

/// An entry and what came before it: the questions that a sentence asks.
struct Past<'a> {
    run: &'a Run,
    entry: &'a Entry,
    before: &'a [Entry],
    words: &'static Words,
    /// The product is a log, not a queue.
    log: bool,
    lang: Lang,
}

impl Past<'_> {
    /// What SQLite said, where it refused a statement of this entry.
    fn refusal(&self) -> Option<&str> {
        self.entry.refusal()
    }

    /// Did the last statement of this entry meet another connection's lock?
    fn busy(&self) -> bool {
        self.entry.sql.last().is_some_and(|statement| statement.answer == Answer::Busy)
    }

    /// So many rows did this entry change.
    fn rows(&self) -> usize {
        self.entry.changes.len()
    }
}

/// What is known of an event's earlier delivery.
struct Earlier {
    worker: WorkerNo,
    message: MessageNo,
    why: Why,
}

/// Why an event comes again after an earlier delivery.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Why {
    /// A handler failed, so the worker nacked it.
    Nacked,
    /// Another worker's claim was in the way, so the worker nacked it.
    Held,
    /// An operator brought it back.
    Operator,
    /// The broker heard nothing.
    Silence,
}

/// Why a mark that was written is not found.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Gone {
    /// It was deleted: too old.
    Purged,
    /// It stands under the handler's old name.
    Renamed,
    /// It stands under another envelope's id.
    OtherEnvelope,
}

/// Who a worker waits for.
enum Holder {
    /// Another event's transaction; `shared`: both change one row (stock, counter).
    OtherEvent { holder: At, shared: bool },
    /// The same event and handler: another delivery of it.
    Same(At),
    /// The same event, but under another key of layer 2: another handler, another envelope.
    OtherKey(At),
    /// Nobody that the trace could name.
    Unknown,
}

/// What a crash leaves behind.
struct Remains {
    /// A transaction was open.
    open: bool,
    /// The handler's effect had left in this delivery.
    sent: bool,
    /// The handler's mark or claim had been written before its effect.
    claimed: bool,
}

impl Past<'_> {
    /// The product's own word, in brackets; nothing where it has none.
    fn own(&self, word: &str) -> String {
        match self.lang {
            _ if word.is_empty() => String::new(),
            Lang::En(_) => format!(" ({})", written(word)),
            Lang::ZhHant(_) => format!("（{}）", written(word)),
        }
    }

    /// What tells a worker that this is the `attempt`th hand-over.
    fn again(&self, attempt: u32) -> String {
        self.own(&self.words.again.replace('#', &attempt.to_string()))
    }

    /// Does nothing come back unless a worker claims it?
    fn claims(&self) -> bool {
        !self.words.claim.is_empty()
    }

    /// What names a delivery, where that changes with each: an old one is known as old.
    fn old_name(&self) -> Option<&'static str> {
        (!self.log && !self.claims()).then_some(self.words.delivery)
    }

    /// Is a message set aside because it was handed over too often, and not at a worker's wish?
    fn by_limit(&self) -> bool {
        !matches!(self.before.last().map(|entry| &entry.what), Some(What::Nacked { requeue: false, .. }))
    }

    fn whats(&self) -> impl DoubleEndedIterator<Item = &What> {
        self.before.iter().map(|entry| &entry.what)
    }

    fn intent(&self, event: EventNo) -> Option<IntentNo> {
        self.run.event(event).map(|info| info.intent)
    }

    /// How often this handler's effect became real for this event.
    fn effects(&self, handler: Handler, event: EventNo) -> usize {
        let all = self.before.iter().flat_map(|entry| &entry.effects);
        all.filter(|effect| effect.handler == handler && effect.event == event).count()
    }

    /// How often this handler's effect became real for the purchase behind this event.
    fn effects_of_intent(&self, handler: Handler, event: EventNo) -> usize {
        let intent = self.intent(event);
        let all = self.before.iter().flat_map(|entry| &entry.effects);
        all.filter(|effect| effect.handler == handler && self.intent(effect.event) == intent).count()
    }

    /// Did anything become real for this event?
    fn any_effect(&self, event: EventNo) -> bool {
        self.before.iter().flat_map(|entry| &entry.effects).any(|effect| effect.event == event)
    }

    /// Another event of the same purchase whose effect in this handler is real.
    fn twin(&self, handler: Handler, event: EventNo) -> Option<EventNo> {
        let intent = self.intent(event);
        let all = self.before.iter().flat_map(|entry| &entry.effects);
        all.map(|effect| (effect.handler, effect.event))
            .find(|&(h, e)| h == handler && e != event && self.intent(e) == intent)
            .map(|(_, event)| event)
    }

    /// The last delivery of this event before the given one.
    fn earlier(&self, event: EventNo, than: DeliveryNo) -> Option<Earlier> {
        let mut why = Why::Silence;
        self.whats().rev().find_map(|what| match what {
            What::Delivered { delivery, event: e, worker, message, .. }
                if *e == event && *delivery != than =>
            {
                Some(Earlier { worker: *worker, message: *message, why })
            }
            What::Operated { events, .. } if events.contains(&event) => {
                why = Why::Operator;
                None
            }
            What::Nacked { delivery, event: e, late: false, .. } if *e == event && why == Why::Silence => {
                let held = self.held(*delivery) && !self.threw(*delivery);
                why = if held { Why::Held } else { Why::Nacked };
                None
            }
            _ => None,
        })
    }

    /// The envelope of a delivery.
    fn message(&self, of: DeliveryNo) -> Option<MessageNo> {
        self.whats().rev().find_map(|what| match *what {
            What::Delivered { delivery, message, .. } if delivery == of => Some(message),
            _ => None,
        })
    }

    /// Has this worker a transaction open?
    fn open(&self, worker: WorkerNo) -> bool {
        self.whats()
            .rev()
            .find_map(|what| match *what {
                What::Began { at } if at.worker == worker => Some(true),
                What::Committed { at }
                | What::RolledBack { at, .. }
                | What::Claimed { at, memory: Memory::Transaction, inserted: false }
                    if at.worker == worker =>
                {
                    Some(false)
                }
                What::WorkerCrashed { worker: w, .. } if w == worker => Some(false),
                What::OffsetCommitted {
                    worker: w, how: crate::domain::scenario::Commit::Database, ..
                } if w == worker => Some(false),
                _ => None,
            })
            .unwrap_or(false)
    }

    /// Did this handler's effect leave in this delivery?
    fn sent(&self, delivery: DeliveryNo, handler: Handler) -> bool {
        self.whats().any(|what| {
            matches!(*what, What::Sent { at, refused: false, .. }
                if at.delivery == delivery && at.handler == handler)
        })
    }

    /// Has this handler written a row for this event before?
    fn wrote(&self, here: At) -> bool {
        self.whats().any(|what| {
            matches!(*what, What::Wrote { at, changed: 1.. }
                if at.handler == here.handler && at.event == here.event)
        })
    }

    /// Is this a look into `payments`, where the handler's own row is its mark?
    fn looks(&self) -> bool {
        self.entry.sql.iter().any(|statement| statement.sql.contains("FROM payments"))
    }

    /// The first words where the producer charges the card, the others where a handler does.
    fn producer_charges(&self, with: &'static str, without: &'static str) -> &'static str {
        if self.run.outcome.handler(Handler::Payment).is_some() { without } else { with }
    }

    /// Was the card charged for this event's order?
    fn charged(&self, event: EventNo) -> bool {
        let order = |event| self.run.event(event).map(|info| (info.intent, info.order));
        let mut all = self.before.iter().flat_map(|entry| &entry.effects);
        all.any(|effect| effect.handler == Handler::Payment && order(effect.event) == order(event))
    }

    /// Did this handler put its mark first in this delivery?
    fn claimed(&self, delivery: DeliveryNo, handler: Handler) -> bool {
        self.whats().any(|what| match *what {
            What::Claimed { at, inserted: true, .. } | What::ClaimTakenOver { at } => {
                at.delivery == delivery && at.handler == handler
            }
            _ => false,
        })
    }

    /// Where the last lasting mark or claim of this handler for this event was written.
    fn marked(&self, handler: Handler, event: EventNo) -> Option<At> {
        self.whats().rev().find_map(|what| match *what {
            What::Marked { at, inserted: true }
            | What::Claimed { at, inserted: true, .. }
            | What::ClaimTakenOver { at }
                if at.handler == handler && at.event == event && self.lasting(at) =>
            {
                Some(at)
            }
            _ => None,
        })
    }

    /// Was what this handler wrote in this delivery not (or no longer) part of an open transaction?
    fn lasting(&self, here: At) -> bool {
        let did = |is: fn(&What) -> bool| self.whats().any(|what| is(what) && what.at() == Some(here));
        !did(|what| matches!(what, What::Began { .. })) || did(|what| matches!(what, What::Committed { .. }))
    }

    fn crashed(&self, delivery: DeliveryNo) -> bool {
        self.whats().any(|what| matches!(*what, What::WorkerCrashed { delivery: d, .. } if d == delivery))
    }

    /// Another worker that is at this event in this handler right now.
    fn rival(&self, here: At) -> Option<At> {
        let other =
            self.whats().rev().filter_map(What::at).find(|at| {
                at.event == here.event && at.handler == here.handler && at.worker != here.worker
            })?;
        // Later entries of the same delivery in another handler, an ack or a crash end its work here.
        let last = self.whats().rev().find_map(|what| match what {
            What::WorkerCrashed { worker, .. } | What::Acked { worker, .. } | What::Nacked { worker, .. }
                if *worker == other.worker =>
            {
                Some(None)
            }
            _ => what.at().filter(|at| at.worker == other.worker).map(Some),
        });
        (last == Some(Some(other))).then_some(other)
    }

    /// What a worker's death leaves behind.
    fn remains(&self, worker: WorkerNo, delivery: DeliveryNo, handler: Option<Handler>) -> Remains {
        let open = self.open(worker);
        match handler {
            Some(handler) => {
                Remains { open, sent: self.sent(delivery, handler), claimed: self.claimed(delivery, handler) }
            }
            None => Remains { open, sent: false, claimed: false },
        }
    }

    fn holder(&self, here: At, holder: Option<At>) -> Holder {
        match holder {
            None => Holder::Unknown,
            Some(h) if h.event != here.event => Holder::OtherEvent {
                holder: h,
                shared: h.handler == here.handler
                    && matches!(h.handler, Handler::Inventory | Handler::Analytics),
            },
            Some(h) if self.same_key(here, h) => Holder::Same(h),
            Some(h) => Holder::OtherKey(h),
        }
    }

    /// Would layer 2 write one and the same key for both, which are at the same event?
    fn same_key(&self, a: At, b: At) -> bool {
        let marks = self.run.tables.iter().find(|info| info.table == Table::ProcessedEvents);
        let in_key =
            |name: &str| marks.is_some_and(|info| info.primary_key.iter().any(|column| column == name));
        (a.handler == b.handler || !in_key("handler"))
            && (!in_key("message_id") || self.message(a.delivery) == self.message(b.delivery))
    }

    /// How often this handler threw on this event, this time included.
    fn failures(&self, here: At) -> usize {
        let same = |what: &&What| matches!(**what, What::Failed { at } if at.handler == here.handler && at.event == here.event);
        1 + self.whats().filter(same).count()
    }

    /// A newer event whose value the recommender has written already.
    fn newer(&self, here: At) -> Option<EventNo> {
        self.whats().rev().find_map(|what| match *what {
            What::Wrote { at, changed: 1.. } if at.handler == here.handler && at.event > here.event => {
                Some(at.event)
            }
            _ => None,
        })
    }

    fn published(&self, event: EventNo) -> bool {
        self.whats().any(|what| matches!(*what, What::Published { event: e, .. } if e == event))
    }

    /// Events of this list that have been published although they are not marked.
    fn published_of(&self, events: &[EventNo]) -> Vec<EventNo> {
        events.iter().copied().filter(|&event| self.published(event)).collect()
    }

    /// Events of this list that another relay has read and not yet marked.
    fn read_by_other(&self, relay: crate::domain::ids::RelayNo, events: &[EventNo]) -> bool {
        self.whats().any(|what| match what {
            What::OutboxRead { relay: r, events: theirs } => {
                *r != relay && theirs.iter().any(|event| events.contains(event))
            }
            _ => false,
        })
    }

    /// Did a producer's transaction write an outbox row? Otherwise this run is a dual write.
    fn outbox(&self) -> bool {
        let to_outbox = |entry: &Entry| entry.changes.iter().any(|change| change.table == Table::Outbox);
        self.before.iter().any(to_outbox) || to_outbox(self.entry)
    }

    /// The event of a request that wrote an order.
    fn written(&self, request: RequestNo) -> Option<EventNo> {
        self.whats().rev().find_map(|what| match *what {
            What::OrderWritten { request: r, event, .. } if r == request => Some(event),
            _ => None,
        })
    }

    /// Did this request make an order?
    fn committed(&self, request: RequestNo) -> bool {
        self.whats().any(|what| matches!(*what, What::OrderCommitted { request: r, .. } if r == request))
    }

    /// How many orders this purchase has had before this entry, other than by this request.
    fn orders(&self, intent: IntentNo, except: RequestNo) -> usize {
        let same = |what: &&What| matches!(**what, What::OrderCommitted { intent: i, request, .. } if i == intent && request != except);
        self.whats().filter(same).count()
    }

    /// The purchase behind a request.
    fn intent_of(&self, request: RequestNo) -> Option<IntentNo> {
        self.whats().rev().find_map(|what| match *what {
            What::Requested { request: r, intent, .. } if r == request => Some(intent),
            _ => None,
        })
    }

    /// Was this key sent before?
    fn key_known(&self, key: crate::domain::ids::IdempotencyKey) -> bool {
        self.whats().any(|what| matches!(*what, What::Requested { key: Some(k), .. } if k == key))
    }

    /// Did a live claim of another worker end this delivery?
    fn held(&self, delivery: DeliveryNo) -> bool {
        self.whats().any(|what| {
            matches!(*what, What::ClaimHeld { at } | What::Overlaps { at, dropped: false }
                if at.delivery == delivery)
        })
    }

    /// Does the broker do something with the late ack that this entry is?
    fn late_ack_matters(&self) -> bool {
        let next = self.run.entries.get(self.before.len() + 1);
        next.is_some_and(|entry| matches!(entry.what, What::LateAck { .. }))
    }

    /// Has no handler of this delivery begun, and was it not dropped on purpose?
    fn not_begun(&self, delivery: DeliveryNo) -> bool {
        !self.whats().any(|what| match *what {
            What::Declined { delivery: d, .. } => d == delivery,
            _ => what.at().is_some_and(|at| at.delivery == delivery),
        })
    }

    /// Is this worker still at its newest delivery of this event?
    fn in_hand(&self, worker: WorkerNo, event: EventNo) -> bool {
        let newest = self.whats().rev().find_map(|what| match *what {
            What::Delivered { delivery, event: e, worker: w, .. } if e == event && w == worker => {
                Some(delivery)
            }
            _ => None,
        });
        let Some(delivery) = newest else { return false };
        // A log's consumer leaves no entry at the end of a record; its last handler's last write does.
        let handlers = self.run.outcome.handlers.len();
        let mut done: Vec<Handler> = Vec::new();
        for what in self.whats() {
            let ended = match what {
                What::Sent { at, .. } => !at.handler.writes(),
                _ => matches!(what, What::Wrote { .. } | What::Committed { .. }) || what.skips(),
            };
            if let Some(at) = what.at().filter(|at| ended && at.delivery == delivery)
                && !done.contains(&at.handler)
            {
                done.push(at.handler);
            }
        }
        done.len() < handlers && !self.crashed(delivery)
    }

    /// Does the broker count this delivery as done, whatever becomes of it?
    fn settled(&self, delivery: DeliveryNo) -> bool {
        let mut of = None;
        self.whats().any(|what| match *what {
            What::Delivered { delivery: d, event, worker, acked, .. } if d == delivery => {
                of = Some((event, worker));
                acked
            }
            What::Acked { delivery: d, lost: false, late: false, .. } => d == delivery,
            What::OffsetCommitted { event, worker, refused: false, lost: false, .. } => {
                of.is_some_and(|(e, w)| w == worker && event >= e)
            }
            _ => false,
        })
    }

    /// Is this handler's lock one that is freed after each run?
    fn unlocks(&self, handler: Handler) -> bool {
        self.whats().any(|what| {
            matches!(*what, What::Unlocked { at } | What::Overlaps { at, .. } if at.handler == handler)
        })
    }

    /// Does the producer keep keys in a table of their own?
    fn keys_apart(&self) -> bool {
        self.run.tables.iter().any(|info| info.table == Table::IdempotencyKeys)
    }

    /// Was this request answered, with a status that asks to try again?
    fn told_to_wait(&self, request: RequestNo) -> Option<u16> {
        self.whats().rev().find_map(|what| match *what {
            What::Responded { request: r, status, lost: false, .. } if r == request => Some(status.code()),
            _ => None,
        })
    }

    /// Why a lasting mark is no longer found under its key.
    fn gone(&self, mark: At) -> Gone {
        let since = self.whats().rev().take_while(|what| what.at() != Some(mark));
        let mut gone = Gone::OtherEnvelope;
        for what in since {
            match what {
                What::Purged { table: Table::ProcessedEvents, .. } => return Gone::Purged,
                What::Operated { run: crate::domain::command::Operation::Deploy, .. } => gone = Gone::Renamed,
                _ => {}
            }
        }
        gone
    }

    /// Did a handler throw in this delivery?
    fn threw(&self, delivery: DeliveryNo) -> bool {
        self.whats().any(|what| matches!(*what, What::Failed { at } if at.delivery == delivery))
    }

    /// Did an operator or a relay, rather than the broker, bring this event again?
    fn publisher(&self, message: MessageNo) -> Option<Publisher> {
        self.whats().find_map(|what| match *what {
            What::Published { by, message: m, .. } if m == message => Some(by),
            _ => None,
        })
    }
}
