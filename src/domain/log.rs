//! The log that the services of this run would write.

use super::command::Operation;
use super::fault::Gap;
use super::ids::{DeliveryNo, EventNo, Millis};
use super::scenario::Handler;
use super::sql::Database;
use super::trace::{Back, Memory, Publisher, Rollback, Run, Status, What};
use litemap::LiteMap;
use std::fmt::Display;

/// How serious a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Business as usual.
    Info,
    /// Something to know of.
    Warn,
    /// Something failed.
    Error,
}

impl Level {
    /// As logs write it.
    pub const fn word(self) -> &'static str {
        match self {
            Level::Info => "INFO",
            Level::Warn => "WARN",
            Level::Error => "ERROR",
        }
    }
}

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The trace entry behind it.
    pub step: usize,
    /// When.
    pub at: Millis,
    /// How serious.
    pub level: Level,
    /// Which kind of line; `sim.…` where no service can know of it and only the simulation does.
    pub name: &'static str,
    /// `key=value` pairs in order.
    pub fields: Vec<(&'static str, String)>,
    /// The event that it is about.
    pub event: Option<EventNo>,
}

impl Line {
    /// The line as a file would hold it: `INFO dedup.skip step=dedup.skip event_id=… bus=… handler=…`.
    pub fn text(&self) -> String {
        let mut text = format!("{} {}", self.level.word(), self.name);
        for (key, value) in &self.fields {
            text.push_str(&format!(" {key}={value}"));
        }
        text
    }
}

/// The whole log. `bus` is the broker's name.
pub fn lines(run: &Run, bus: &str) -> Vec<Line> {
    let done = last_acts(run);
    let mut lines = Vec::new();
    for (step, entry) in run.entries.iter().enumerate() {
        for Said { level, name, fields: more } in said(run, &entry.what, done[step]) {
            let mut fields = vec![("step", name.to_string())];
            if let Some(info) = entry.what.event().and_then(|event| run.event(event)) {
                fields.push(("event_id", info.id.to_string()));
                fields.push(("bus", bus.to_string()));
            }
            if let Some(at) = entry.what.at() {
                fields.push(("handler", at.handler.word().into()));
            }
            fields.extend(more);
            if level == Level::Error
                && let Some(error) = entry.refusal()
            {
                fields.push(("error", format!("{error:?}")));
            }
            lines.push(Line { step, at: entry.at, level, name, fields, event: entry.what.event() });
        }
    }
    lines
}

/// What one line says, apart from what every line of its entry has.
struct Said {
    level: Level,
    name: &'static str,
    fields: Vec<(&'static str, String)>,
}

/// For each step: is a handler run through with it (its last write, unless it is undone)?
fn last_acts(run: &Run) -> Vec<bool> {
    let mut last: LiteMap<(DeliveryNo, Handler), usize> = LiteMap::new();
    for (step, entry) in run.entries.iter().enumerate() {
        match entry.what {
            What::Wrote { at, .. } | What::Marked { at, .. } | What::Committed { at } => {
                last.insert((at.delivery, at.handler), step);
            }
            What::Sent { at, .. } if !at.handler.writes() => {
                last.insert((at.delivery, at.handler), step);
            }
            What::RolledBack { at, .. } => {
                last.remove(&(at.delivery, at.handler));
            }
            // An open transaction goes with its worker; what was committed before stays.
            What::WorkerCrashed {
                delivery,
                handler: Some(handler),
                gap: Gap::EffectDone | Gap::Marked,
                ..
            } => {
                last.remove(&(delivery, handler));
            }
            _ => {}
        }
    }
    let mut acts = vec![false; run.entries.len()];
    last.values().for_each(|&step| acts[step] = true);
    acts
}

fn said(run: &Run, what: &What, done: bool) -> Vec<Said> {
    use Level::{Error, Info, Warn};
    use What::*;
    let line = |level, name, fields: &[(&'static str, &dyn Display)]| Said {
        level,
        name,
        fields: fields.iter().map(|(key, value)| (*key, value.to_string())).collect(),
    };
    // The line that only the simulation can write, after the service's own.
    let and_lost = |mut lines: Vec<Said>, lost: bool, name| {
        if lost {
            lines.push(line(Warn, name, &[]));
        }
        lines
    };
    match what {
        Requested { request, lost: true, .. } => {
            vec![line(Warn, "sim.request.lost", &[("request", request)])]
        }
        Requested { request, key, lost: false, .. } => {
            let key = key.map_or("none".to_string(), |key| key.to_string());
            vec![line(Info, "http.request", &[("request", request), ("idempotency_key", &key)])]
        }
        TimedOut { request, again } => {
            vec![line(Warn, "client.timeout", &[("request", request), ("retry", again)])]
        }
        Responded { request, status, lost, .. } => {
            let level = match status {
                Status::Created | Status::Stored => Info,
                Status::Refused | Status::Conflict => Warn,
                Status::Failed => Error,
            };
            let said = line(level, "http.response", &[("request", request), ("status", &status.code())]);
            and_lost(vec![said], *lost, "sim.response.lost")
        }
        OrderCommitted { request, order, .. } => {
            vec![line(Info, "order.created", &[("request", request), ("order", order)])]
        }
        OrderFound { request, order, .. } => {
            vec![line(Info, "idempotency.hit", &[("request", request), ("order", order)])]
        }
        KeyReused { request, .. } => vec![line(Warn, "idempotency.mismatch", &[("request", request)])],
        KeyChecked { request, state } => {
            vec![line(Info, "idempotency.lookup", &[("request", request), ("state", state)])]
        }
        KeyStored { request, state } => {
            vec![line(Info, "idempotency.store", &[("request", request), ("state", state)])]
        }
        RequestFailed { request } => vec![line(Error, "db.error", &[("request", request)])],
        RelayStopped { relay } => vec![line(Error, "db.error", &[("relay", &relay.0)])],
        Queried { on } => vec![line(Warn, "db.by_hand", &[("database", on)])],
        CommitFailed { request, .. } => vec![line(Error, "db.commit_failed", &[("request", request)])],
        ProducerCrashed { gap, request } => {
            vec![line(Warn, "sim.producer.killed", &[("gap", gap), ("request", request)])]
        }
        RelayCrashed { relay, gap, .. } => {
            vec![line(Warn, "sim.relay.killed", &[("relay", &relay.0), ("gap", gap)])]
        }
        WorkerCrashed { worker, gap, delivery, handler, .. } => {
            let place: [(&str, &dyn Display); 3] =
                [("worker", &worker.0), ("delivery", &delivery.0), ("gap", gap)];
            match handler {
                Some(handler) => {
                    let [worker, delivery, gap] = place;
                    vec![line(Warn, "sim.worker.killed", &[("handler", handler), worker, delivery, gap])]
                }
                None => vec![line(Warn, "sim.worker.killed", &place)],
            }
        }
        ProducerRestarted => vec![line(Info, "process.start", &[("process", &"producer")])],
        RelayRestarted { relay } => vec![line(Info, "process.start", &[("relay", &relay.0)])],
        WorkerRestarted { worker } => vec![line(Info, "process.start", &[("worker", &worker.0)])],
        OutboxRead { relay, events } if !events.is_empty() => {
            vec![line(Info, "outbox.read", &[("relay", &relay.0), ("rows", &events.len())])]
        }
        Published { by, message, .. } => {
            let name = match by {
                Publisher::Relay(_) => "outbox.publish",
                Publisher::Producer => "event.publish",
                Publisher::Operator => "replay.publish",
                Publisher::Worker(_) => "retry.publish",
            };
            vec![line(Info, name, &[("message", message)])]
        }
        Confirmed { message, lost: true, .. } => {
            vec![line(Warn, "sim.confirm.lost", &[("message", message)])]
        }
        ConfirmTimedOut { relay, .. } => vec![line(Warn, "outbox.confirm_timeout", &[("relay", &relay.0)])],
        OutboxMarked { relay, .. } => vec![line(Info, "outbox.mark", &[("relay", &relay.0)])],
        Delivered { delivery, message, worker, attempt, lost, .. } => {
            let redelivered = *attempt > 1;
            let said = line(
                Info,
                "deliver",
                &[
                    ("message", message),
                    ("delivery", &delivery.0),
                    ("worker", &worker.0),
                    ("attempt", attempt),
                    ("redelivered", &redelivered),
                ],
            );
            and_lost(vec![said], *lost, "sim.delivery.lost")
        }
        HeldBack { message, behind, .. } => {
            vec![line(Info, "broker.group_waits", &[("message", message), ("behind", behind)])]
        }
        Requeued { delivery, message, back, .. } => {
            let reason = match back {
                Back::ConnectionLost => "connection_lost",
                Back::DeadlinePassed => "deadline_passed",
                Back::ChannelClosed => "channel_closed",
            };
            vec![line(
                Warn,
                "broker.requeue",
                &[("message", message), ("delivery", &delivery.0), ("reason", &reason)],
            )]
        }
        Appended { message, partition, offset, .. } => vec![line(
            Info,
            "log.append",
            &[("message", message), ("partition", partition), ("offset", offset)],
        )],
        Rebalanced { generation, owners, .. } => {
            let owners: Vec<String> =
                owners.iter().map(|owner| owner.map_or("-".into(), |no| no.0.to_string())).collect();
            vec![line(Info, "group.rebalance", &[("generation", generation), ("owners", &owners.join(","))])]
        }
        Polled { worker, partition, offset, records } => vec![line(
            Info,
            "group.poll",
            &[("worker", &worker.0), ("partition", partition), ("offset", offset), ("records", records)],
        )],
        Produced { worker, open, .. } => {
            vec![line(Info, "log.produce", &[("worker", &worker.0), ("in_transaction", open)])]
        }
        OffsetCommitted { worker, partition, offset, refused, lost, .. } => {
            let (level, name) = if *refused { (Error, "offset.refused") } else { (Info, "offset.commit") };
            let said =
                line(level, name, &[("worker", &worker.0), ("partition", partition), ("offset", offset)]);
            and_lost(vec![said], *lost, "sim.offset.lost")
        }
        GaveUp { message, attempts, how, .. } => {
            let (level, name) = match how {
                super::trace::GaveUp::Dropped => (Warn, "broker.drop"),
                super::trace::GaveUp::Parked => (Info, "broker.max_deliver_advisory"),
                super::trace::GaveUp::Expired => (Warn, "broker.dead_letter_expired"),
            };
            vec![line(level, name, &[("message", message), ("attempts", attempts)])]
        }
        Swallowed { message, why, .. } => {
            let name = match why {
                super::trace::Swallowed::Window => "broker.duplicate",
                super::trace::Swallowed::Unique => "queue.not_unique",
                super::trace::Swallowed::Sequence => "broker.duplicate_sequence",
            };
            vec![line(Info, name, &[("message", message)])]
        }
        LateAck { delivery, rule, .. } => {
            vec![line(Warn, "broker.late_ack", &[("delivery", &delivery.0), ("rule", rule)])]
        }
        BrokerRestarted { forgot } => {
            let ids: Vec<String> =
                forgot.iter().filter_map(|&e| run.event(e)).map(|info| info.id.to_string()).collect();
            vec![
                line(Info, "process.start", &[("process", &"broker")]),
                line(Warn, "sim.broker.forgot", &[("event_ids", &ids.join(","))]),
            ]
        }
        Extended { delivery, held, .. } => {
            let level = if *held { Info } else { Warn };
            vec![line(level, "ack.extend", &[("delivery", &delivery.0), ("held", held)])]
        }
        Held { delivery, until, .. } => {
            vec![line(Info, "deliver.hold", &[("delivery", &delivery.0), ("until_ms", &until.0)])]
        }
        TakenUp { delivery, .. } => vec![line(Info, "deliver.take", &[("delivery", &delivery.0)])],
        Declined { delivery, why, .. } => {
            let (level, name) = match why {
                super::trace::Declined::Redelivered => (Info, "deliver.skip_redelivered"),
                super::trace::Declined::AttemptsUsedUp => (Error, "job.max_attempts"),
            };
            vec![line(level, name, &[("delivery", &delivery.0)])]
        }
        WorkerJoined { worker } => vec![line(Info, "process.start", &[("worker", &worker.0)])],
        Purged { table, rows } => {
            let name = match table.database() {
                Database::Producer => "idempotency.purge",
                Database::Consumer => "dedup.purge",
            };
            vec![line(Info, name, &[("rows", rows)])]
        }
        DeadLettered { message, attempts, .. } => {
            vec![line(Error, "broker.dead_letter", &[("message", message), ("attempts", attempts)])]
        }
        Checked { seen: true, .. } | Claimed { inserted: false, .. } => vec![line(Info, "dedup.skip", &[])],
        Claimed { memory: Memory::Table, .. } => vec![line(Info, "dedup.claim", &[])],
        Claimed { memory: Memory::Process, .. } => vec![line(Info, "dedup.remember", &[])],
        Claimed { memory: Memory::Lock, .. } => vec![line(Info, "dedup.lock", &[])],
        ClaimHeld { .. } => vec![line(Warn, "dedup.held", &[])],
        Overlaps { dropped: true, .. } => vec![line(Info, "job.overlap_dropped", &[])],
        Overlaps { .. } => vec![line(Warn, "job.overlap_released", &[])],
        Unlocked { .. } => Vec::new(),
        ClaimTakenOver { .. } => vec![line(Warn, "dedup.takeover", &[])],
        Waits { holder, .. } => {
            let by = holder.map_or("unknown".to_string(), |holder| holder.worker.0.to_string());
            vec![line(Warn, "db.busy", &[("held_by_worker", &by)])]
        }
        Slow { ms, .. } => vec![line(Warn, "handler.slow", &[("ms", ms)])],
        Paused { at, gap, ms } => vec![line(
            Warn,
            "sim.worker.paused",
            &[("handler", &at.handler), ("worker", &at.worker.0), ("gap", gap), ("ms", ms)],
        )],
        Failed { at } => vec![line(Error, "handler.failed", &[("delivery", &at.delivery.0)])],
        Sent { at, order, refused } => {
            let name = match (at.handler, refused) {
                (Handler::Payment, false) => "card.charged",
                (Handler::Payment, true) => "card.known",
                (Handler::Push, _) => "push.sent",
                (_, false) => "mail.sent",
                (_, true) => "mail.known",
            };
            let mut lines = vec![line(Info, name, &[("order", order)])];
            if done {
                lines.push(line(Info, "handler.done", &[("delivery", &at.delivery.0)]));
            }
            lines
        }
        NoAnswer { .. } => vec![line(Warn, "mail.no_answer", &[])],
        Wrote { .. } | Marked { .. } | Committed { .. } if done => {
            let at = what.at();
            let delivery = at.map_or(0, |at| at.delivery.0);
            let late = matches!(what, Marked { inserted: false, .. });
            let mut lines = vec![line(Info, "handler.done", &[("delivery", &delivery)])];
            if late {
                lines.push(line(Warn, "dedup.late", &[("delivery", &delivery)]));
            }
            lines
        }
        RolledBack { why, .. } => {
            let reason = match why {
                Rollback::AlreadyMarked => "already_marked",
                Rollback::Failed => "failed",
            };
            vec![line(Warn, "tx.rollback", &[("reason", &reason)])]
        }
        Acked { delivery, worker, lost, late, .. } => {
            let (level, name) = if *late { (Warn, "ack.late") } else { (Info, "ack") };
            let said = line(level, name, &[("delivery", &delivery.0), ("worker", &worker.0)]);
            and_lost(vec![said], *lost, "sim.ack.lost")
        }
        LeftUnacked { .. } => Vec::new(),
        Nacked { delivery, worker, .. } => {
            vec![line(Warn, "nack", &[("delivery", &delivery.0), ("worker", &worker.0)])]
        }
        Operated { run: operation, events } => {
            let name = match operation {
                Operation::Replay => "operator.replay",
                Operation::RetryAll => "operator.retry_all",
                Operation::Redrive => "operator.redrive",
                Operation::Resend => "operator.resend",
                Operation::RestartBroker => "operator.restart_broker",
                Operation::Deploy => "operator.deploy",
            };
            let ids: Vec<String> =
                events.iter().filter_map(|&e| run.event(e)).map(|info| info.id.to_string()).collect();
            vec![line(Warn, name, &[("event_ids", &ids.join(","))])]
        }
        // Nobody logs a poll that finds nothing, an open transaction, a check that finds nothing.
        OrderWritten { .. } | OutboxRead { .. } | Confirmed { .. } | Began { .. } => Vec::new(),
        Checked { .. } | Claimed { .. } | Wrote { .. } | Marked { .. } | Committed { .. } => Vec::new(),
    }
}
