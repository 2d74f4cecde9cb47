//! The sentences in English. Each stands on one line, however long, so that it can be read and found whole.

use super::{Gone, Holder, Past, Why, tag, tags};
use crate::domain::command::{Operation, Route};
use crate::domain::fault::Gap;
use crate::domain::scenario::{Commit, Handler, LateAck};
use crate::domain::sql::Table;
use crate::domain::trace::{
    At, Back, Declined, GaveUp, KeyState, Memory, Publisher, Rebalance, Rollback, Status, Swallowed, What,
};

fn ordinal(n: usize) -> String {
    const WORDS: [&str; 6] = ["first", "second", "third", "fourth", "fifth", "sixth"];
    match n.checked_sub(1).and_then(|n| WORDS.get(n)) {
        Some(word) => (*word).into(),
        None => match (n % 10, n % 100) {
            (1, x) if x != 11 => format!("{n}st"),
            (2, x) if x != 12 => format!("{n}nd"),
            (3, x) if x != 13 => format!("{n}rd"),
            _ => format!("{n}th"),
        },
    }
}

/// What entry `what` does, with markup.
pub fn sentence(past: &Past<'_>, what: &What) -> String {
    match what {
        What::Requested { click: 0, route, key, changed_body, lost, .. } => {
            let known = key.is_some_and(|key| past.key_known(key));
            let text = match (route, key, known) {
                (Route::Naive, ..) => "A request by hand, to the naive path: the order is committed, then published, and no handler asks whether it has seen the event.",
                (_, None, _) => "A request by hand, without a key: nobody can tell whether it repeats another.",
                (_, _, true) if *changed_body => "A request by hand, with a key that was used before and another body.",
                (_, _, true) => "A request by hand, with an `Idempotency-Key` that was used before: the producer can recognise it.",
                (_, _, false) => "A request by hand. Its `Idempotency-Key` becomes the event's id.",
            };
            text.to_string() + if *lost { " It is lost on its way." } else { "" }
        }
        What::RequestFailed { request } => format!(
            "SQLite refuses: {}. All that {request} has written is rolled back.",
            past.refusal().unwrap_or("the order is gone")
        ),
        What::RelayStopped { relay } => format!(
            "SQLite refuses: {}. {relay} stops, and what is not published stays in `outbox`.",
            past.refusal().unwrap_or_default()
        ),
        What::Queried { on } => match (past.refusal(), past.rows()) {
            _ if past.busy() => format!("Your SQL meets a transaction of a worker's: the {on}'s database is locked, and nothing is done."),
            (None, 0) => format!("Your SQL on the {on}'s database changes nothing."),
            (Some(error), _) => format!("Your SQL on the {on}'s database is refused: {error}."),
            (None, 1) => format!("Your SQL changes one row of the {on}'s database. Nobody in the pipeline was asked."),
            (None, n) => format!("Your SQL changes {n} rows of the {on}'s database. Nobody in the pipeline was asked."),
        },
        What::Requested { click, retry, key, changed_body, lost, .. } => {
            let known = key.is_some_and(|key| past.key_known(key));
            let text = match (retry, click, key.is_some(), known) {
                (1.., _, true, _) => {
                    "No answer came, so the client sends the request again, with the same `Idempotency-Key`: \
                     the producer can recognise it."
                }
                (1.., _, false, _) => {
                    "No answer came, so the client sends the request again, without a key: to the producer \
                     this is a new purchase."
                }
                (_, 2.., true, true) if *changed_body => {
                    "Another click with the same `Idempotency-Key`, but the cart has changed: one key, two \
                     different bodies."
                }
                (_, 2.., true, true) => {
                    "Another click for the same purchase, with the same `Idempotency-Key`: the producer can \
                     recognise it."
                }
                (_, 2.., true, false) => {
                    "Another click for the same purchase, with a new `Idempotency-Key`: layer 1 is on, and to \
                     it this is another purchase."
                }
                (_, 2.., false, _) => {
                    "Another click for the same purchase, without a key: nothing tells the producer that it \
                     has seen this one."
                }
                (_, _, true, _) if past.keys_apart() => {
                    "The customer clicks *buy*. The request carries an `Idempotency-Key`, which the producer keeps in a table of its own."
                }
                (_, _, true, _) => {
                    "The customer clicks *buy*. The request carries an `Idempotency-Key`, which becomes the \
                     event's id."
                }
                (_, _, false, _) => "The customer clicks *buy*. The request carries no `Idempotency-Key`.",
            };
            match lost {
                false => text.into(),
                true => format!(
                    "{} It is lost on its way, and the client cannot know.",
                    text.split_once(". ").map_or(text, |(first, _)| first).trim_end_matches('.').to_owned()
                        + "."
                ),
            }
        }
        What::TimedOut { request, again } if past.told_to_wait(*request).is_some() => format!(
            "{request} was answered {}, {}.",
            past.told_to_wait(*request).unwrap_or(0),
            if *again { "so the client tries again" } else { "and the client gives up" }
        ),
        What::KeyChecked { request, state } => match state {
            KeyState::Free => format!("{request}: nothing is stored for its key, so the work begins."),
            KeyState::InProgress => {
                format!("{request}: its key is claimed, and no result is stored with it yet.")
            }
            KeyState::Done => format!("{request}: its key is known, so the stored order is the answer."),
            KeyState::Failed => format!(
                "{request}: a failure is stored for its key, and that is the answer, even if it would succeed now."
            ),
        },
        What::KeyStored { request, state } => match state {
            KeyState::Free => format!("{request} lets its key go: another try may claim it."),
            KeyState::InProgress => format!(
                "{request} claims its key in a transaction of its own. A crash from here on leaves the claim, and no order."
            ),
            KeyState::Done => format!(
                "{request}: the key is stored after the order, in a statement of its own. Whoever looked in between saw nothing."
            ),
            KeyState::Failed => format!(
                "{request}: the failure is stored for the key, outside the transaction that was rolled back."
            ),
        },
        What::CommitFailed { request, .. } => {
            format!("The database refuses the commit of {request}: order and event are rolled back together.")
        }
        What::TimedOut { request, again } => {
            let made = past.committed(*request);
            let end = if *again { "tries again" } else { "gives up" };
            match made {
                true => format!(
                    "No answer to {request} came in time, so the client {end}. The order exists all the same; only the answer is missing."
                ),
                false => format!(
                    "No answer to {request} came in time: the client cannot tell a lost request from a lost answer, and {end}."
                ),
            }
        }
        What::Responded { request, status, order, lost } => {
            let order = order.map_or(String::new(), |order| format!(" {order}"));
            let second = past.intent_of(*request).is_some_and(|intent| past.orders(intent, *request) > 0);
            match (status, lost, second) {
                (Status::Created, true, _) => format!(
                    "Order{order} exists, but the answer is lost on its way: the client will take this for a failure."
                ),
                (Status::Created, false, true) => {
                    format!("201: order{order}, the second order for one purchase. Neither side has noticed.")
                }
                (Status::Created, false, false) => {
                    format!("201: order{order} is made, and the client knows it.")
                }
                (Status::Stored, false, _) => {
                    format!("200 with the stored order{order}: the repeated request made nothing new.")
                }
                (Status::Stored, true, _) => format!(
                    "200 with the stored order{order} is lost on its way; with the same key, asking again does no harm."
                ),
                (Status::Refused, false, _) => {
                    "422: this key belongs to another body. Nothing was written.".into()
                }
                (Status::Conflict, ..) => {
                    "409: a request with this key is said to be in progress. Try again later.".into()
                }
                (Status::Failed, ..) => "500: the producer failed.".into(),
                (Status::Refused, true, _) => {
                    "422, and even the refusal is lost on its way. Nothing was written.".into()
                }
            }
        }
        What::OrderWritten { event, order, intent, request } => {
            let e = tag(*event);
            let again =
                if past.orders(*intent, *request) > 0 { ", a second one for the same purchase" } else { "" };
            match past.outbox() {
                true => format!(
                    "In one transaction the producer writes order {order}{again}{} {e} into `outbox`. Nobody sees any of it before the commit.",
                    past.producer_charges(", its charge, and", " and")
                ),
                false => format!(
                    "The producer writes order {order}{again}{}; {e} is in no table. A dual write: the broker is told in a step of its own.",
                    past.producer_charges(", and its charge", "")
                ),
            }
        }
        What::OrderCommitted { event, order, intent, request } => {
            let e = tag(*event);
            match (past.orders(*intent, *request) > 0, past.outbox(), past.published(*event)) {
                (true, ..) => format!(
                    "Order {order} is committed with an event of its own, {e}: a second order for one purchase{}.",
                    past.producer_charges(", and the card is charged again", "")
                ),
                (false, true, _) => {
                    let charge = past.producer_charges(", its charge", "");
                    format!("Commit: order {order}{charge} and {e} exist from here on, all together.")
                }
                (false, false, false) => format!(
                    "Commit: order {order} exists{}. {e} is not published yet, and no table remembers that it is due.",
                    past.producer_charges(" and the card is charged", "")
                ),
                (false, false, true) => {
                    format!("Commit: order {order}, of which {e} has already told the broker, now exists.")
                }
            }
        }
        What::OrderFound { event, order, .. } => format!(
            "`ON CONFLICT (event_id) DO NOTHING` changed 0 rows: this key is {}, and its order {order} exists. Layer 1 writes nothing and answers with the stored order.",
            tag(*event)
        ),
        What::KeyReused { event, .. } => format!(
            "The key of {} comes with another body, so the request is refused and nothing is written: one key must mean one request.",
            tag(*event)
        ),
        What::ProducerCrashed { gap, request } => {
            let event = past.written(*request);
            let published = event.is_some_and(|event| past.published(event));
            let e = event.map_or("the event".into(), tag);
            match (gap, published, past.outbox()) {
                (Gap::Claimed, ..) => {
                    "The producer is killed with the key claimed and nothing done: the claim is committed, and nobody owns it any more.".into()
                }
                (Gap::BeforeCommit, true, _) => format!("The producer is killed after publishing and before its commit: {e} tells of an order that does not exist."),
                (Gap::BeforeCommit, false, _) => "The producer is killed before its commit. The transaction is rolled back: neither order nor event exists.".into(),
                (_, false, false) => format!("The producer is killed between commit and publish: the order exists, and {e} will never be sent. No table remembers it."),
                (_, true, false) => "The producer is killed before its answer. Order and event exist; the client only knows that nothing came back.".into(),
                (_, _, true) => format!("The producer is killed after its commit and before its answer. Order and {e} are safe in the database; the client only knows that nothing came back."),
            }
        }
        What::ProducerRestarted => "The producer is back. Only what was committed is still there.".into(),
        What::OutboxRead { relay, events } => {
            let again = past.published_of(events);
            match (events.is_empty(), again.is_empty(), past.read_by_other(*relay, events)) {
                (true, ..) => format!("{relay} finds no row in `outbox` that is still to be published."),
                (_, false, true) => format!(
                    "{relay} finds {} not marked as published, though the other relay has sent {}: without a lock, both carry the same row.",
                    tags(events, ", "),
                    tags(&again, ", ")
                ),
                (_, false, false) => format!(
                    "{relay} finds {} not marked as published, though {} went out before: without a mark it is sent again.",
                    tags(events, ", "),
                    tags(&again, ", ")
                ),
                (_, true, true) => format!(
                    "{relay} finds {}, which the other relay has in hand too: without a lock, both will publish it.",
                    tags(events, ", ")
                ),
                (_, true, false) => format!(
                    "{relay} reads the rows of `outbox` that are not marked as published: {}.",
                    tags(events, ", ")
                ),
            }
        }
        What::Published { by: _, event, message, row: Some(row) } => format!(
            "{} is published again as {message}, under an id that was drawn for this publish: {}. To everybody downstream it is another event.",
            tag(*row),
            tag(*event)
        ),
        What::Published { by, event, message, .. } => {
            let e = tag(*event);
            match (by, past.published(*event)) {
                (Publisher::Operator, _) => format!(
                    "The operator publishes {e} once more, in a new envelope {message}: the event id stays the same."
                ),
                (Publisher::Relay(relay), false) => format!(
                    "{relay} publishes {e} in the envelope {message}{} and waits for the broker's confirm.",
                    past.own(past.words.publish)
                ),
                (Publisher::Relay(relay), true) => format!(
                    "{relay} publishes {e} again, in a new envelope {message} with the same event id: an outbox prevents loss, never duplicates."
                ),
                (Publisher::Worker(worker), _) => format!(
                    "{worker} publishes {e} anew for another try, as {message}, and then acks the old envelope. The event id stays, the message id does not."
                ),
                (Publisher::Producer, _) => format!(
                    "The producer publishes {e} itself, in the envelope {message}{}, outside its transaction.",
                    past.own(past.words.publish)
                ),
            }
        }
        What::Confirmed { by, message, lost, .. } => match (lost, by) {
            (false, _) => format!(
                "The broker has {message} and confirms it{}: from here on, delivering is its business.",
                past.own(past.words.confirm)
            ),
            (true, Publisher::Relay(relay)) => format!(
                "The broker has {message}, but its confirm is lost on its way: to {relay} this looks like a failed publish."
            ),
            (true, _) => format!("The broker has {message}, but its confirm is lost on its way."),
        },
        What::ConfirmTimedOut { relay, event } => format!(
            "No confirm for {} in time. {relay} cannot know whether the broker has it, leaves the row unmarked and will publish again.",
            tag(*event)
        ),
        What::OutboxMarked { relay, event } => {
            format!("{relay} marks {} as published: this row will not be read again.", tag(*event))
        }
        What::RelayCrashed { relay, event, .. } => format!(
            "{relay} is killed after publishing {} and before marking the row: the broker has it, and `outbox` still calls it unpublished.",
            tag(*event)
        ),
        What::RelayRestarted { relay } => {
            format!("{relay} is back and begins with whatever `outbox` calls unpublished.")
        }
        What::Delivered { event, worker, lost, acked: true, .. } => match lost {
            true => format!(
                "The broker hands {} to {worker}{} and forgets it at once. It never arrives, and nobody has it any more.",
                tag(*event),
                past.own(past.words.auto_ack)
            ),
            false => format!(
                "The broker hands {} to {worker}{} and forgets it at once: whatever happens now, it will not come again.",
                tag(*event),
                past.own(past.words.auto_ack)
            ),
        },
        What::Delivered { delivery, message, event, worker, attempt, lost, .. } => {
            let e = tag(*event);
            let earlier = past.earlier(*event, *delivery);
            let by = past.own(past.words.deliver);
            let told = past.again(*attempt);
            if *lost {
                return format!(
                    "The broker hands {e} to {worker}{by}, attempt {attempt}, and it never arrives: a delivery for the broker, nothing for the worker."
                );
            }
            match earlier {
                None if past.log => format!("The broker hands {e} to {worker}{by}: its first delivery."),
                None => format!(
                    "The broker hands {e} to {worker}{by}: its first delivery, with a {} of its own.",
                    past.words.delivery
                ),
                Some(before) if before.message != *message => match past.publisher(*message) {
                    Some(Publisher::Operator) => format!(
                        "{e} again, because the operator asked for it: a new message {message} for the broker, the same event for {worker}."
                    ),
                    _ => format!(
                        "{e} again, in another envelope: {message} is a new message for the broker, and the same event for {worker}."
                    ),
                },
                Some(before) => {
                    let to = if before.worker == *worker {
                        format!("to {worker} again")
                    } else {
                        format!("now to {worker}")
                    };
                    match (past.any_effect(*event), before.why) {
                        (_, Why::Operator) => format!(
                            "{e} again, because the operator brought it back: attempt {attempt}, {to}."
                        ),
                        (true, Why::Nacked) => format!(
                            "The same event again: {e}, attempt {attempt}{told}, {to}. One handler had failed; those that succeeded are asked again as well."
                        ),
                        (true, Why::Held) => format!(
                            "The same event again: {e}, attempt {attempt}{told}, {to}. The claim that was in the way may be settled or expired by now."
                        ),
                        (true, Why::Silence) => format!(
                            "The same event again: {e}, attempt {attempt}{told}, {to}. Work has been done for it already, and the broker never heard of that."
                        ),
                        (false, _) => format!(
                            "The same event again: {e}, attempt {attempt}{told}, {to}. Nothing has come of it so far: this is what at-least-once delivery is for."
                        ),
                    }
                }
            }
        }
        What::HeldBack { message, event, behind } => format!(
            "A worker is free, but {message} ({}) stays in the queue: {behind} of the same message group is not acked yet, and a group goes in order.",
            tag(*event)
        ),
        What::Requeued { message, event, worker, back, .. } => match back {
            Back::ConnectionLost => format!(
                "The connection of {worker} is gone and {message} was never acked. The broker requeues {}, and cannot know whether the work was done.",
                tag(*event)
            ),
            Back::ChannelClosed => format!(
                "The channel of {worker} is closed, so {message} ({}) goes back with everything else that it held.",
                tag(*event)
            ),
            Back::DeadlinePassed if past.claims() => format!(
                "{message} ({}) has been pending for the whole deadline{}, so another worker may claim it from {worker}{}. Its holder may be dead, slow, or done.",
                tag(*event),
                past.own(past.words.deadline),
                past.own(past.words.claim)
            ),
            Back::DeadlinePassed => format!(
                "The ack deadline{} has passed, so the broker takes {message} ({}) back from {worker}. The worker may be dead, slow, or done.",
                past.own(past.words.deadline),
                tag(*event)
            ),
        },
        What::Appended { message, event, partition, offset } => format!(
            "The log appends {message} ({}) to partition {partition}, at offset {offset}. There it stays, read or not.",
            tag(*event)
        ),
        What::Rebalanced { why, generation, owners } => {
            let why = match why {
                Rebalance::Start => "The consumer group begins".into(),
                Rebalance::Joined(worker) => format!("{worker} wants to take part"),
                Rebalance::Dead(worker) => format!(
                    "Nobody has heard of {worker} within the session timeout{}",
                    past.own(past.words.session)
                ),
                Rebalance::TooSlow(worker) => {
                    format!(
                        "{worker} has not polled within the poll interval{}, so the group goes on without it",
                        past.own(past.words.deadline)
                    )
                }
                Rebalance::Missed(worker) => {
                    format!("The group takes {worker} for gone, though it is not")
                }
                Rebalance::Restart => "The broker was away, so everybody joins anew".into(),
            };
            let shares: Vec<String> = owners
                .iter()
                .enumerate()
                .map(|(partition, owner)| {
                    format!("{partition} to {}", owner.map_or("nobody".into(), |no| no.to_string()))
                })
                .collect();
            format!(
                "{why}: generation {generation}, partition {}. Reading begins at the committed offset.",
                shares.join(", ")
            )
        }
        What::Polled { worker, partition, offset, records } => {
            let records = if *records == 1 { "one record".into() } else { format!("{records} records") };
            format!("{worker} polls {records} of partition {partition}, from offset {offset}.")
        }
        What::Produced { worker, event, open } => match open {
            true => format!(
                "{worker} writes the output for {} to another topic, in an open transaction: readers of committed records do not see it yet.",
                tag(*event)
            ),
            false => format!("{worker} writes the output for {} to another topic.", tag(*event)),
        },
        What::OffsetCommitted { worker, partition, offset, event, how, refused, lost } => {
            let e = tag(*event);
            match (refused, lost, how) {
                (true, _, Commit::Database) => format!(
                    "The offset in the database has moved on without {worker}: 0 rows changed, and all rows for {e} are rolled back with it."
                ),
                (true, ..) => format!(
                    "{worker} commits offset {offset} of partition {partition}, and is refused{}: the group has a newer generation. The work for {e} is done all the same.",
                    past.own(past.words.fenced)
                ),
                (_, true, _) => format!(
                    "The commit of offset {offset} is lost on its way: {worker} reads on, and the group still knows the old place."
                ),
                (.., Commit::BeforeRun) => format!(
                    "{worker} commits offset {offset} of partition {partition}{} before it runs anything: if it dies now, {e} is never read again.",
                    past.own(past.words.commit)
                ),
                (.., Commit::AfterRun) => format!(
                    "{worker} commits offset {offset} of partition {partition}{}: everything up to {e} is done, and will not be read again.",
                    past.own(past.words.commit)
                ),
                (.., Commit::Periodic) if past.in_hand(*worker, *event) => format!(
                    "The timer{} commits offset {offset} of partition {partition} while {worker} is still at {e}: to the group it counts as done.",
                    past.own(past.words.timer)
                ),
                (.., Commit::Periodic) => format!(
                    "The timer{} commits offset {offset} of partition {partition}, after {worker} has done {e}.",
                    past.own(past.words.timer)
                ),
                (.., Commit::Transaction) => format!(
                    "Offset {offset} and the output become visible together, in one transaction of the log{}. Mails and rows elsewhere are no part of it.",
                    past.own(past.words.transaction)
                ),
                (.., Commit::Database) if past.entry.effects.is_empty() => format!(
                    "Offset {offset} is stored in the consumer's database, without any row for {e}: the partition goes on."
                ),
                (.., Commit::Database) => format!(
                    "`COMMIT`: the rows of all handlers for {e} and offset {offset} become real in the same moment, in one database. A mail is no part of it."
                ),
            }
        }
        What::Swallowed { by, message, event, why } => match why {
            Swallowed::Window => format!(
                "The broker has seen the id of {}{} within its dedup window: {message} is confirmed and swallowed. The window runs from the first copy, whatever became of that.",
                tag(*event),
                past.own(past.words.dedup_id)
            ),
            Swallowed::Unique => format!(
                "A job with the unique id of {} is still queued or running, so {message} never gets into the queue. The lock says nothing about what happens to the job inside.",
                tag(*event)
            ),
            Swallowed::Sequence => format!(
                "The broker knows this sequence number{} from the same session of {}: {message} is a repeat and is swallowed. A new session would have a new number.",
                past.own(past.words.dedup_id),
                publisher(*by)
            ),
        },
        What::GaveUp { message, event, attempts, how } => match how {
            GaveUp::Dropped => format!(
                "After {}{} {message} ({}) is dropped: no dead-letter queue is set, and nobody is told.",
                deliveries(*attempts),
                past.own(past.words.limit),
                tag(*event)
            ),
            GaveUp::Parked => format!(
                "After {}{} {message} ({}) stays stored and will not be delivered again. At most a notice tells of it; there is no queue in which to look.",
                deliveries(*attempts),
                past.own(past.words.limit),
                tag(*event)
            ),
            GaveUp::Expired => format!(
                "{message} ({}) has been in the dead-letter queue for as long as that keeps anything, and is deleted. Nobody can bring it back from there now.",
                tag(*event)
            ),
        },
        What::LateAck { event, worker, rule, .. } => {
            let e = tag(*event);
            match rule {
                LateAck::Ignore => format!("The broker ignores the late ack of {worker} for {e}."),
                LateAck::Accept => format!(
                    "The broker asks for no owner: the late ack of {worker} settles {e}, whoever holds it by now."
                ),
                LateAck::AcceptUnlessRedelivered => format!(
                    "{e} has not been handed over again yet, so the late ack of {worker} still settles it."
                ),
                LateAck::Refuse => format!(
                    "The broker refuses the late ack of {worker} with an error{}. So the worker learns that it was late; what it did for {e} is done.",
                    past.own(past.words.unknown)
                ),
                LateAck::CloseChannel => format!(
                    "To the broker this delivery is unknown, so it closes the channel of {worker}{}: everything that it holds goes back.",
                    past.own(past.words.unknown)
                ),
            }
        }
        What::BrokerRestarted { forgot } => match forgot.is_empty() {
            true => format!(
                "The broker restarts. No {} is forgotten; whoever was connected must connect again.",
                if past.log { "offset" } else { "ack" }
            ),
            false => format!(
                "The broker restarts, and its newest acks had not been stored: {} will be handed over again, though the work is done and was acked.",
                tags(forgot, ", ")
            ),
        },
        What::Extended { event, worker, held, .. } => match held {
            true => format!(
                "{worker} asks for more time for {}{}: the deadline starts over.",
                tag(*event),
                past.own(past.words.extend)
            ),
            false => format!(
                "{worker} asks for more time for {}{}, too late: the broker has taken it back.",
                tag(*event),
                past.own(past.words.extend)
            ),
        },
        What::Held { event, worker, until, .. } => format!(
            "{worker} has {} early and keeps it in memory until {}. The deadline{} runs meanwhile.",
            tag(*event),
            crate::view::texts::moment(*until, past.lang),
            past.own(past.words.deadline)
        ),
        What::TakenUp { event, worker, .. } => format!(
            "{worker} takes {} from its buffer, where it has waited. Its deadline{} has been running since the hand-over.",
            tag(*event),
            past.own(past.words.deadline)
        ),
        What::Declined { event, worker, why, .. } => {
            let e = tag(*event);
            match why {
                Declined::Redelivered if past.any_effect(*event) => format!(
                    "{worker} sees the redelivered flag on {e}, takes it for done and drops it. The flag only says that it was handed over before."
                ),
                Declined::Redelivered => format!(
                    "{worker} sees the redelivered flag on {e} and drops it as done. Nothing was done: the flag only says that it was handed over before."
                ),
                Declined::AttemptsUsedUp => format!(
                    "{worker} looks at the attempt number of {e} before it runs anything: too many. The message counts as failed, though an earlier worker may still be at it."
                ),
            }
        }
        What::WorkerJoined { worker } => format!("{worker} starts and takes its share."),
        What::Purged { table: Table::IdempotencyKeys, .. } => {
            "Keys that have been kept for long enough are deleted. To the producer, whoever comes back with one is a new customer.".into()
        }
        What::Purged { rows, .. } => format!(
            "{rows} old {} deleted. What comes back from now on will look new.",
            if *rows == 1 { "row of `processed_events` is" } else { "rows of `processed_events` are" }
        ),
        What::DeadLettered { message, event, attempts } => {
            let e = tag(*event);
            let part = if past.any_effect(*event) {
                "Some of its work is done, some is not"
            } else {
                "Nothing of its work is done"
            };
            let times = deliveries(*attempts);
            let limit = if past.by_limit() { past.own(past.words.limit) } else { String::new() };
            let place = if past.log { "topic" } else { "queue" };
            format!(
                "After {times}{limit} {message} ({e}) is set aside in the dead-letter {place}. {part}; an operator can still bring it back."
            )
        }
        What::Checked { at, seen } => checked(past, *at, *seen),
        What::Claimed { at, memory, inserted } => claimed(past, *at, *memory, *inserted),
        What::ClaimHeld { at } => format!(
            "Another worker's claim on {} is still alive. `{}` is neither run nor skipped: the message goes back to the broker and comes again later.",
            tag(at.event),
            at.handler
        ),
        What::ClaimTakenOver { at } => {
            let (e, w) = (tag(at.event), at.worker);
            match past.marked(at.handler, at.event).is_some_and(|mark| past.crashed(mark.delivery)) {
                true => format!(
                    "The claim on {e} has expired, so {w} takes it over with a token of its own: what a crash left undone is done now."
                ),
                false => format!(
                    "The claim on {e} has expired, so {w} takes it over with a token of its own. The first worker may be dead, or merely slow."
                ),
            }
        }
        What::Overlaps { at, dropped: true } => format!(
            "`{}` is running elsewhere, so it is dropped here. The lock knows that something runs, and not whether it will succeed.",
            at.handler
        ),
        What::Overlaps { at, dropped: false } => format!(
            "`{}` is running elsewhere: {} goes back to the broker and runs when that one is over.",
            at.handler,
            tag(at.event)
        ),
        What::Unlocked { at } => format!(
            "`{}` is done and frees its lock. With the lock goes all memory of {}.",
            at.handler,
            tag(at.event)
        ),
        What::Began { at } => format!(
            "`BEGIN`: what `{}` writes for {} becomes real together, or not at all.",
            at.handler,
            tag(at.event)
        ),
        What::Waits { at, holder } => {
            let (w, h) = (at.worker, at.handler);
            match past.holder(*at, *holder) {
                Holder::OtherEvent { holder, shared: false } => format!(
                    "{w} waits: the transaction of {} for {} is open, and SQLite locks the whole database. PostgreSQL, which locks rows, would not wait here.",
                    holder.worker,
                    tag(holder.event)
                ),
                Holder::OtherEvent { holder, shared: true } => format!(
                    "{w} waits: the transaction of {} for {} is open, and SQLite locks the whole database. PostgreSQL locks rows and would not wait here, only later at a row that both change.",
                    holder.worker,
                    tag(holder.event)
                ),
                Holder::Same(holder) => format!(
                    "{w} waits: {} has its transaction for the same {} open. PostgreSQL would wait too, at its `INSERT` of the same key, until the other commits or rolls back.",
                    holder.worker,
                    tag(holder.event)
                ),
                Holder::OtherKey(holder) => format!(
                    "`{h}` waits: {} has the transaction of `{}` for the same {} open, and SQLite locks the whole database. PostgreSQL locks rows, the two write different keys, and neither would wait here.",
                    holder.worker,
                    holder.handler,
                    tag(holder.event)
                ),
                Holder::Unknown => format!(
                    "{w} waits: another connection has a transaction open, and SQLite locks the whole database."
                ),
            }
        }
        What::Slow { at, ms, too_long: false } => format!(
            "`{}` takes {}. That alone passes no deadline.",
            at.handler,
            crate::view::texts::duration(*ms, past.lang)
        ),
        What::Slow { at, ms, .. } => format!(
            "`{}` takes {}, longer than the {}{}: to the broker a slow worker and a dead one look the same.",
            at.handler,
            crate::view::texts::duration(*ms, past.lang),
            if past.log { "poll interval" } else { "ack deadline" },
            past.own(past.words.deadline)
        ),
        What::Paused { at, gap, ms } => format!(
            "In `{}`, {}, the process of {} stands still for {}. When it goes on, it does not know that time has passed.",
            at.handler,
            crate::view::settings::gap(*gap, past.lang),
            at.worker,
            crate::view::texts::duration(*ms, past.lang)
        ),
        What::Failed { at } if let Some(error) = past.refusal() => {
            format!("`{}` fails on {}, because SQLite refuses: {error}.", at.handler, tag(at.event))
        }
        What::Failed { at } => match past.failures(*at) {
            1 => {
                format!(
                    "`{}` throws before its effect: in this delivery nothing of its work is done.",
                    at.handler
                )
            }
            n @ 2 => format!("`{}` throws on {} for the {} time.", at.handler, tag(at.event), ordinal(n)),
            n => format!(
                "`{}` throws on {} for the {} time: a message that fails whatever one does is called poison.",
                at.handler,
                tag(at.event),
                ordinal(n)
            ),
        },
        What::Sent { at, order, refused } => {
            let (same, all) =
                (past.effects(at.handler, at.event), past.effects_of_intent(at.handler, at.event));
            let e = tag(at.event);
            let Out { thing, leaves, goes, .. } = out(at.handler);
            match (refused, same, all, past.open(at.worker)) {
                (true, ..) if at.handler == Handler::Payment => {
                    "The card provider knows this `payment_intent_id` and charges nothing. The handler ran again; the customer sees one charge.".into()
                }
                (true, ..) => format!(
                    "The provider knows {e} by its own idempotency key and sends nothing. The handler ran again; the customer sees one mail."
                ),
                (false, 0, 0, false) => {
                    format!("The {thing} for order {order} {leaves}. No rollback calls it back.")
                }
                (false, 0, 0, true) => format!(
                    "The {thing} for order {order} {leaves} while the transaction is still open: a rollback would undo rows, never this."
                ),
                (false, 0, n, _) => format!(
                    "The {thing} for order {order} {goes}, the {} one for a single purchase: the pipeline sees two different events.",
                    ordinal(n + 1)
                ),
                (false, n, ..) => format!(
                    "The {} {thing} for the same order {order} {goes}: {e} was delivered again, and nothing stopped the handler.",
                    ordinal(n + 1)
                ),
            }
        }
        What::NoAnswer { at, until } => format!(
            "`{}` asks the mail provider, which is down until {}: no mail leaves.",
            at.handler,
            crate::view::texts::moment(*until, past.lang)
        ),
        What::Wrote { at, changed } => wrote(past, *at, *changed),
        What::Marked { at, inserted } => marked(past, *at, *inserted),
        What::Committed { at } => match past.sent(at.delivery, at.handler) {
            true => {
                let (h, Out { thing, gone, .. }) = (at.handler, out(at.handler));
                let rows = if h.writes() {
                    format!("mark and row of `{h}` become real in one moment")
                } else {
                    format!("the mark of `{h}` becomes real")
                };
                format!("`COMMIT`: {rows}. The {thing} had {gone} before, outside of this.")
            }
            false => format!(
                "`COMMIT`: the mark and the work of `{}` for {} become real in one moment.",
                at.handler,
                tag(at.event)
            ),
        },
        What::RolledBack { at, why } => {
            let sent = past.sent(at.delivery, at.handler);
            let (h, Out { thing, gone, another, .. }) = (at.handler, out(at.handler));
            match (why, sent) {
                (Rollback::AlreadyMarked, true) => format!(
                    "`ROLLBACK`: the other worker was faster, so the {} of `{h}` {} undone. Its {thing} is not: that has {gone}.",
                    if h.writes() { "rows" } else { "transaction" },
                    if h.writes() { "are" } else { "is" },
                ),
                (Rollback::AlreadyMarked, false) => format!(
                    "`ROLLBACK`: {} is done already, so nothing of this transaction remains, and nothing should.",
                    tag(at.event)
                ),
                (Rollback::Failed, true) => format!(
                    "`ROLLBACK`: neither mark nor row of `{h}` remains, but its {thing} has {gone}. The next delivery will {another}."
                ),
                (Rollback::Failed, false) => format!(
                    "`ROLLBACK`: neither mark nor row of `{}` remains, so the next delivery starts clean.",
                    at.handler
                ),
            }
        }
        What::WorkerCrashed { worker, gap, delivery, event, handler } => {
            let e = tag(*event);
            let h = handler.map_or("the handler".into(), |handler| format!("`{handler}`"));
            let left = past.remains(*worker, *delivery, *handler);
            let Out { thing, gone, .. } = out(handler.unwrap_or(Handler::Email));
            match gap {
                _ if past.settled(*delivery) && *gap != Gap::BeforeAck => format!(
                    "{worker} is killed in the middle of {e}, which counts as done for the broker. Nobody will bring it again: what is not done by now is *lost*."
                ),
                Gap::BeforeAck if left.open => format!(
                    "{worker} is killed with the rows of all handlers for {e} written and nothing committed: SQLite rolls them back, the offset with them. A mail that has left stays out."
                ),
                Gap::Received => format!(
                    "{worker} is killed with {e} in hand, before any handler has started: nothing is done."
                ),
                Gap::Checked if left.open => format!(
                    "{worker} is killed with the transaction of {h} open and nothing in it: for {e} nothing is done there."
                ),
                Gap::Checked => format!(
                    "{worker} is killed after the check and before the effect of {h}: nothing is done, and nothing says that it was."
                ),
                Gap::EffectDone if left.open && left.sent => format!(
                    "{worker} is killed before the commit: SQLite rolls {} back. The {thing} of {h} has {gone}, and nothing remembers it.",
                    if *handler == Some(Handler::Email) { "row and mark" } else { "the transaction" }
                ),
                Gap::EffectDone if left.open => format!(
                    "{worker} is killed before the commit: SQLite rolls the work of {h} back together with its mark, and a redelivery can do both."
                ),
                Gap::EffectDone if left.claimed => format!(
                    "{worker} is killed after the effect of {h}; its claim was written before, so a redelivery finds it."
                ),
                Gap::EffectDone => format!(
                    "{worker} is killed after the effect of {h} and before anything records it: a redelivery will find no mark and do it again."
                ),
                Gap::Marked if left.open && left.sent => format!(
                    "{worker} is killed with the mark written and not committed: SQLite rolls everything back, except the {thing} of {h}, which has {gone}."
                ),
                Gap::Marked if left.open => format!(
                    "{worker} is killed with the mark written and not committed: SQLite rolls it back, so it claims nothing that was not done."
                ),
                Gap::Marked
                    if left.claimed && past.effects(handler.unwrap_or(Handler::Email), *event) == 0 =>
                {
                    format!(
                        "{worker} is killed between claim and effect: the record says that {h} has taken {e}, and nothing has been done."
                    )
                }
                Gap::Marked => format!(
                    "{worker} is killed after {h} has its mark: this much is remembered, the handlers after it have not run."
                ),
                Gap::Committed => format!(
                    "{worker} is killed after the commit of {h}: its work and its mark are safe together, the handlers after it have not run."
                ),
                _ => format!(
                    "{worker} is killed after all its handlers are done and before {}: the broker cannot tell this from a worker that did nothing.",
                    if past.log { "its offset is committed" } else { "its ack" }
                ),
            }
        }
        What::WorkerRestarted { worker } => {
            format!("{worker} is back, empty-handed: what it was doing is gone from its memory.")
        }
        What::Acked { delivery, event, worker, lost, late } => {
            let e = tag(*event);
            let by = past.own(past.words.ack);
            let old = past.old_name().map_or(String::new(), |name| format!(" by its old {name}"));
            let gone =
                if past.claims() { "its deadline is over" } else { "the broker has taken the message back" };
            match (lost, late) {
                (true, _) => format!(
                    "The ack of {worker} for {e}{by} is lost on its way: the work is done, and the broker will never know."
                ),
                (false, true) if past.late_ack_matters() => {
                    format!("{worker} acks {delivery}{old}{by}, too late: {gone}.")
                }
                (false, true) => format!(
                    "{worker} acks {delivery}{old}{by}, too late: {gone}, and the ack changes nothing."
                ),
                (false, false) if past.not_begun(*delivery) => format!(
                    "{worker} acks {e}{by} before it begins: the broker is done with this message, whatever happens now."
                ),
                (false, false) => format!("{worker} acks {e}{by}: the broker is done with this message."),
            }
        }
        What::LeftUnacked { event, worker, .. } => format!(
            "{worker} knows all of {} and returns before its ack. To the broker nobody has answered, so the message will come again, as often as it may.",
            tag(*event)
        ),
        What::Nacked { event, worker, late: false, requeue: false, .. } => format!(
            "{worker} nacks {}{} and does not want it back: it goes to the dead-letter queue at once.",
            tag(*event),
            past.own(past.words.reject)
        ),
        What::Nacked { delivery, event, worker, late, .. } => {
            let e = tag(*event);
            let by = past.own(past.words.nack);
            match (late, past.held(*delivery) && !past.threw(*delivery)) {
                (true, _) => format!(
                    "{worker} nacks {delivery}{by}, too late: the broker has taken the message back already."
                ),
                (_, true) => format!(
                    "{worker} nacks {e}{by}: another worker's claim is in the way, so the message comes back later."
                ),
                (_, false) => format!(
                    "{worker} nacks {e}{by}: one handler failed, and the whole message comes back, for the handlers that succeeded too."
                ),
            }
        }
        What::Operated { run, events } => match (run, events.is_empty()) {
            (Operation::Replay, false) => format!(
                "An operator publishes {} once more. The ids stay the same, and only layer 2 can tell.",
                tags(events, ", ")
            ),
            (Operation::Replay, true) => {
                "An operator asks for a replay, but no event has been published yet.".into()
            }
            (Operation::RetryAll, false) => format!(
                "An operator retries all that failed, as fresh messages: {}. Every handler gets them, even those that succeeded.",
                tags(events, ", ")
            ),
            (Operation::Resend, false) => format!(
                "An operator sends the dead letters once more under their old message ids, and deletes them: {}.",
                tags(events, ", ")
            ),
            (Operation::Deploy, _) => {
                "A new version is deployed. It does the same, but the class of `emailHandler` has a new name."
                    .into()
            }
            (Operation::RestartBroker, _) => "An operator restarts the broker.".into(),
            (Operation::Redrive, false) => format!(
                "An operator redrives the dead letters, each as the message that it was: {}.",
                tags(events, ", ")
            ),
            (_, true) => "An operator looks into the dead-letter queue, and it is empty.".into(),
        },
    }
}

fn checked(past: &Past<'_>, at: At, seen: bool) -> String {
    let (e, h) = (tag(at.event), at.handler);
    let own = past.marked(h, at.event);
    if seen && past.looks() {
        return format!(
            "`payments` has a row with this `payment_intent_id`: paid before, so `{h}` is *skipped* and the card left alone."
        );
    }
    if seen {
        return match (own, past.earlier(at.event, at.delivery)) {
            (None, _) => format!(
                "There is a row for {e}, but not from `{h}`: the key is `event_id` alone, so another handler's row silences it, and its work is never done."
            ),
            (Some(_), Some(before)) if before.worker != at.worker => format!(
                "The same event again, to the other worker: `{h}` has a row for {e}, so it is *skipped*."
            ),
            (Some(_), Some(_)) => {
                format!("The same event again: `{h}` has a row for {e}, so it is *skipped*.")
            }
            (Some(_), None) => format!("`{h}` has a row for {e}, so it is *skipped*."),
        };
    }
    if let Some(rival) = past.rival(at) {
        return format!(
            "No row for {e} yet, because {} is still at it: both workers pass the check, and both will run `{h}`.",
            rival.worker
        );
    }
    if past.looks() {
        return match past.charged(at.event) {
            true => format!(
                "`payments` has no row with this `payment_intent_id`, although the card was charged: that row never came to be. So `{h}` asks for the charge once more."
            ),
            false => format!(
                "`payments` has no row with this `payment_intent_id`: not paid yet, so `{h}` charges the card."
            ),
        };
    }
    match own.map(|mark| past.gone(mark)) {
        Some(Gone::Purged) => {
            return format!("`{h}` has done {e}, and its mark was deleted since: too old. So it runs again.");
        }
        Some(Gone::Renamed) => {
            return format!(
                "`{h}` has done {e}, but its mark carries the old name of the class: under the new one nothing was ever done."
            );
        }
        _ => {}
    }
    if let Some(mark) = own
        && past.message(mark.delivery) != past.message(at.delivery)
    {
        return format!(
            "`{h}` has done {e}, but its mark names the old envelope: with the message id as the key, the same fact is not recognised."
        );
    }
    match (past.effects(h, at.event), past.twin(h, at.event)) {
        (1.., _) => format!(
            "No row for {e}, although the effect of `{h}` is real: its worker died before that was written down. It runs again."
        ),
        (0, Some(twin)) => format!(
            "{e} is an event with an id of its own: `{h}` has never seen it, so it runs. That {} was for the same purchase, layer 2 cannot know.",
            tag(twin)
        ),
        (0, None) => format!("`{h}` has no row for {e}: not done yet, so it runs."),
    }
}

fn claimed(past: &Past<'_>, at: At, memory: Memory, inserted: bool) -> String {
    let (e, h) = (tag(at.event), at.handler);
    let own = past.marked(h, at.event);
    match (memory, inserted) {
        (Memory::Transaction, true) => match (own, past.twin(h, at.event)) {
            (Some(mark), _) if past.gone(mark) == Gone::Purged => format!(
                "`ON CONFLICT DO NOTHING` changed 1 row although `{h}` has done {e} before: that mark was deleted, too old to be kept."
            ),
            (Some(mark), _) if past.gone(mark) == Gone::Renamed => format!(
                "`ON CONFLICT DO NOTHING` changed 1 row although `{h}` has done {e} before: that mark carries the old name of its class."
            ),
            (Some(_), _) => format!(
                "`ON CONFLICT DO NOTHING` changed 1 row although `{h}` has done {e} before: the key is the message id, and the envelope is new."
            ),
            (None, Some(_)) => format!(
                "1 row changed: {e} is an event with an id of its own, so its mark is new and `{h}` runs. That the purchase is the same, layer 2 cannot know."
            ),
            (None, None) if past.effects(h, at.event) > 0 => format!(
                "`ON CONFLICT DO NOTHING` changed 1 row: the earlier mark was rolled back, so {e} counts as new and `{h}` runs. Its first effect has happened all the same."
            ),
            (None, None) => format!(
                "`ON CONFLICT DO NOTHING` changed 1 row: the mark for {e} is new, so `{h}` runs. The mark becomes real only together with the work."
            ),
        },
        (Memory::Table, true) => format!(
            "`{h}` claims {e} in a statement of its own, real at once. From here until the effect, a crash leaves a claim without the work."
        ),
        (Memory::Process, true) if past.effects(h, at.event) > 0 => format!(
            "The memory of {} holds nothing of {e}: `{h}` has done it in another process, or before a restart. So it runs again.",
            at.worker
        ),
        (Memory::Process, true) => format!(
            "`{h}` notes {e} in the memory of {}, and runs. No other process sees that note, and none survives its own.",
            at.worker
        ),
        (Memory::Lock, true) if past.unlocks(h) => format!(
            "The lock of `{h}` is free, so {e} runs. Such a lock keeps runs apart, and remembers none of them."
        ),
        (Memory::Lock, true) if own.is_some() => format!(
            "`SET … NX` succeeds once more: the old lock of `{h}` for {e} has expired or had another key, so it runs again."
        ),
        (Memory::Lock, true) => format!(
            "`SET … NX` succeeds: `{h}` holds the lock for {e}. It lives in another system, so no transaction ties it to the work."
        ),
        (_, false) => {
            let sign = match memory {
                Memory::Lock => "`SET … NX` finds the lock",
                Memory::Process => "The note is in its memory",
                _ => "`ON CONFLICT DO NOTHING` changed 0 rows",
            };
            match own {
                None => format!(
                    "{sign}: there is a mark for {e}, but not from `{h}`. With `event_id` alone as the key, another handler silences it."
                ),
                Some(mark) if past.effects(h, at.event) == 0 && past.crashed(mark.delivery) => format!(
                    "{sign}: {e} is taken, so `{h}` is *skipped*. But {} died between claim and effect: nobody will do it.",
                    mark.worker
                ),
                Some(mark) if past.effects(h, at.event) == 0 => {
                    format!("{sign}: {} has {e} in hand, so `{h}` is *skipped* here.", mark.worker)
                }
                Some(_) if memory == Memory::Transaction => format!(
                    "{sign}: the mark for {e} is there, so `{h}` is *skipped*. The row count decides, not an error: after one, PostgreSQL refuses the rest of the transaction."
                ),
                Some(_) => format!("{sign}: `{h}` has had {e}, so it is *skipped*."),
            }
        }
    }
}

/// How one speaks of what a handler sends out.
struct Out {
    thing: &'static str,
    leaves: &'static str,
    goes: &'static str,
    gone: &'static str,
    another: &'static str,
    table: &'static str,
}

fn out(handler: Handler) -> Out {
    let mail = Out {
        thing: "mail",
        leaves: "leaves the building",
        goes: "leaves",
        gone: "left",
        another: "send another",
        table: "emails_sent",
    };
    match handler {
        Handler::Payment => Out {
            thing: "charge",
            leaves: "goes through",
            goes: "goes through",
            gone: "gone through",
            another: "charge once more",
            table: "payments",
        },
        Handler::Push => Out { thing: "push", ..mail },
        _ => mail,
    }
}

fn wrote(past: &Past<'_>, at: At, changed: u64) -> String {
    let (e, h) = (tag(at.event), at.handler);
    let again = past.effects(h, at.event) > 0;
    let twin = past.twin(h, at.event).is_some();
    let hidden = if past.open(at.worker) { " Others see it after the commit." } else { "" };
    let Out { thing, gone, table, .. } = out(h);
    match (h, changed) {
        (Handler::Email | Handler::Payment, 0) => format!(
            "`ON CONFLICT DO NOTHING` changed 0 rows: `{table}` has its row for {e}. That guards the row, not the {thing}, which had {gone} before."
        ),
        (Handler::Inventory, 0) => format!(
            "The reservation for {e} is there, 0 rows changed, so `stock` stays as it is: the SQL itself is idempotent."
        ),
        (Handler::Analytics, 0) => format!(
            "The fact row for {e} is there, 0 rows changed: the order is counted once, however often this runs."
        ),
        (Handler::Recommender, 0) => format!(
            "0 rows changed: {e} is not newer than what stands there, and the version guard keeps the value."
        ),
        // What left is the effect, and in this delivery it has left by now.
        (Handler::Email | Handler::Payment, _) if past.effects(h, at.event) > 1 && past.wrote(at) => format!(
            "`{table}` gets another row for {e}: one more {thing}, one more row, no constraint in the way."
        ),
        (Handler::Email | Handler::Payment | Handler::Push, _) => {
            format!("After the {thing}, `{h}` writes its row into `{table}`.{hidden}")
        }
        (Handler::Inventory, _) if again => format!(
            "`stock` goes down again for the same order: `quantity - 1` means something else each time it runs.{hidden}"
        ),
        (Handler::Inventory, _) if twin => {
            format!("`stock` goes down by one for {e}, a second time for one purchase.{hidden}")
        }
        (Handler::Inventory, _) => format!("`{h}` lowers `stock` by one for {e}.{hidden}"),
        (Handler::Analytics, _) if again => format!(
            "`{h}` counts the same order again: the figure is now too high, and looks like any other.{hidden}"
        ),
        (Handler::Analytics, _) if twin => {
            format!("`{h}` counts {e} as well: two orders, though one purchase was wanted.{hidden}")
        }
        (Handler::Analytics, _) => format!("`{h}` counts the order of {e}.{hidden}"),
        (Handler::Recommender, _) => match past.newer(at) {
            Some(newer) => format!(
                "{e} is older than {} and overwrites it: setting a value is idempotent, and still wrong out of order.{hidden}",
                tag(newer)
            ),
            None if again => format!(
                "`{h}` sets the same value again, and nothing is different: this one is idempotent by nature."
            ),
            None => format!("`{h}` sets \"last bought\" to the order of {e}.{hidden}"),
        },
    }
}

fn marked(past: &Past<'_>, at: At, inserted: bool) -> String {
    let (e, h) = (tag(at.event), at.handler);
    match (past.claimed(at.delivery, h), past.open(at.worker), inserted) {
        (true, _, true) => format!("`{h}` settles its claim on {e}: from now on it means done."),
        (true, _, false) => format!(
            "`{h}` wants to settle its claim on {e}, but the token is another's by now: {} was too slow, and the work is done twice.",
            at.worker
        ),
        (false, true, true) => {
            format!("The mark for {e} is written last, in the same transaction as the work of `{h}`.")
        }
        (false, true, false) => format!(
            "`ON CONFLICT DO NOTHING` changed 0 rows: while `{h}` was at it, another worker marked {e}. This transaction must go."
        ),
        (false, false, true) => format!(
            "`{h}` marks {e} as done, in a statement of its own, after the effect: had the worker died between the two, the work would be done and on no record."
        ),
        (false, false, false) => match past.effects(h, at.event) {
            2.. => format!(
                "`ON CONFLICT DO NOTHING` changed 0 rows: another worker marked {e} meanwhile. Too late to stop anything, `{h}` has run twice."
            ),
            _ => format!("`ON CONFLICT DO NOTHING` changed 0 rows: a mark for {e} is there already."),
        },
    }
}

fn deliveries(attempts: u32) -> String {
    if attempts == 1 { "its one delivery".into() } else { format!("{attempts} deliveries") }
}

fn publisher(by: Publisher) -> String {
    match by {
        Publisher::Relay(relay) => relay.to_string(),
        Publisher::Producer => "the producer".into(),
        Publisher::Operator => "the operator".into(),
        Publisher::Worker(worker) => worker.to_string(),
    }
}
