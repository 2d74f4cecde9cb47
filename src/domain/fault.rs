//! Fault points: every place where something can go wrong, by name.
//!
//! A run meets its fault points in a fixed order. Whether one fires is decided in one place
//! (`sim::faults`), from three sources: the scenario's plan, a rate drawn from the seed, and the learner's
//! command. All three are data of this module.

use super::scenario::Handler;
use serde::{Deserialize, Serialize};

words! {
    /// What can go wrong.
    pub enum Point {
        /// The request never reaches the producer.
        RequestLost = "request_lost",
        /// The producer's answer never reaches the client.
        ResponseLost = "response_lost",
        /// The producer dies; see the gaps `before_commit` and `after_commit`.
        ProducerCrash = "producer_crash",
        /// The relay dies after publishing and before marking the row.
        RelayCrash = "relay_crash",
        /// The broker has the message; its confirm is lost.
        ConfirmLost = "confirm_lost",
        /// The broker handed the message over; no worker ever sees it.
        DeliveryLost = "delivery_lost",
        /// The handler throws at the start of its body, before its effect.
        HandlerThrows = "handler_throws",
        /// The handler takes longer than the ack deadline, before its effect.
        HandlerSlow = "handler_slow",
        /// The worker's process dies; see the gaps from `received` to `before_ack`.
        WorkerCrash = "worker_crash",
        /// The ack leaves the worker and never arrives.
        AckLost = "ack_lost",
        /// The worker's connection breaks under its ack: the broker takes back what it holds, and sees why.
        ConnectionLost = "connection_lost",
        /// The broker restarts and forgets its newest acks.
        BrokerRestart = "broker_restart",
        /// A log's worker is taken for gone between handlers and commit; its partitions move.
        Rebalance = "rebalance",
        /// The producer's database refuses the commit: nothing is written, the client gets a 500.
        CommitFails = "commit_fails",
        /// The worker's process stands still in a gap (garbage collection, a throttled machine), for as long as a
        /// slow handler takes; then it goes on as if nothing had been.
        WorkerPause = "worker_pause",
    }
}

words! {
    /// Between which two things a process dies.
    pub enum Gap {
        /// Worker: the delivery is here, no handler has started.
        Received = "received",
        /// Worker: this handler's dedup check has been made (or its transaction opened).
        Checked = "checked",
        /// Worker: the effect is done, nothing is recorded yet.
        EffectDone = "effect_done",
        /// Worker: the mark is written (in a transaction: not yet committed).
        Marked = "marked",
        /// Worker: this handler's transaction is committed.
        Committed = "committed",
        /// Worker: all handlers are done, the ack is not sent.
        BeforeAck = "before_ack",
        /// Producer: the key is claimed and committed, the order not begun.
        Claimed = "claimed",
        /// Producer: order and outbox row are written, not committed.
        BeforeCommit = "before_commit",
        /// Producer: committed, nothing answered and (dual write) nothing published.
        AfterCommit = "after_commit",
        /// Relay: published, the row not marked.
        BeforeMark = "before_mark",
    }
}

impl Point {
    /// The gaps in which this point is met; empty where it has no gaps.
    pub const fn gaps(self) -> &'static [Gap] {
        match self {
            Point::WorkerCrash => {
                &[Gap::Received, Gap::Checked, Gap::EffectDone, Gap::Marked, Gap::Committed, Gap::BeforeAck]
            }
            Point::ProducerCrash => &[Gap::Claimed, Gap::BeforeCommit, Gap::AfterCommit],
            Point::RelayCrash => &[Gap::BeforeMark],
            Point::WorkerPause => &[Gap::Checked, Gap::EffectDone, Gap::Marked],
            _ => &[],
        }
    }

    /// Does this point belong to one handler (in some of its gaps)?
    pub const fn has_handler(self) -> bool {
        matches!(self, Point::HandlerThrows | Point::HandlerSlow | Point::WorkerCrash | Point::WorkerPause)
    }

    /// Does this point know an attempt number?
    pub const fn has_delivery(self) -> bool {
        self.has_handler() || matches!(self, Point::DeliveryLost | Point::AckLost | Point::ConnectionLost)
    }
}

/// A scripted fault: fires at the `nth` time that its point is met under its filters, `times` in a row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// Which point.
    pub at: Point,
    /// Only in this gap.
    pub gap: Option<Gap>,
    /// Only in this handler.
    pub handler: Option<Handler>,
    /// Only in the delivery with this attempt number (1, 2, …).
    pub delivery: Option<u32>,
    /// From which meeting on, counted from 1 under the filters above.
    pub nth: u32,
    /// How often in a row; 0: always.
    pub times: u32,
}

impl Fault {
    /// Fires once, at the first meeting of this point.
    pub const fn once(at: Point) -> Fault {
        Fault { at, gap: None, handler: None, delivery: None, nth: 1, times: 1 }
    }

    /// The same, only in this gap.
    pub const fn in_gap(at: Point, gap: Gap) -> Fault {
        Fault { gap: Some(gap), ..Fault::once(at) }
    }
}

/// A fault point as a run met it: enough to name exactly this meeting in a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Met {
    /// Which point.
    pub at: Point,
    /// In which gap, if the point has gaps.
    pub gap: Option<Gap>,
    /// In which handler, if in one.
    pub handler: Option<Handler>,
    /// How often this point was met in this gap, this meeting included, whatever handler or delivery.
    pub nth: u32,
    /// Did it fire?
    pub fired: Option<Cause>,
}

/// Why a fault fired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Cause {
    /// The scenario's plan: index into `Scenario::faults`.
    Plan(u16),
    /// A rate, drawn from the seed.
    Rate,
    /// The learner: index into `Plan::commands`.
    Command(u16),
}
