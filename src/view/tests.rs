//! Tests of every view over runs made by hand: no engine, no browser, milliseconds.

use super::lang::{Lang, plain};
use super::matrix::{Layers, Panel};
use super::tables::Touch;
use super::{compare, counts, customer, diagram, matrix, narrate, picture, problem, settings, tables, texts};
use crate::domain::command::{Command, Operation, Post, Route};
use crate::domain::dialect::{FACTS, Words};
use crate::domain::fault::{Cause, Fault, Gap, Met, Point};
use crate::domain::ids::*;
use crate::domain::link::Lab;
use crate::domain::log;
use crate::domain::outcome::{HandlerOutcome, Outcome, Verdict};
use crate::domain::problem::{Problem, Wrong};
use crate::domain::scenario::{Commit, Dedup, Dialect, Handler, KeyPolicy, LateAck as LateAckRule, Scenario};
use crate::domain::settings::{Kind, SETTINGS};
use crate::domain::sql::{Cell, Change, Database, Table, TableInfo};
use crate::domain::trace::{self, *};
use uuid::Uuid;

const W1: WorkerNo = WorkerNo(1);
const W2: WorkerNo = WorkerNo(2);
const R1: RelayNo = RelayNo(1);
const E1: EventNo = EventNo(1);
const E2: EventNo = EventNo(2);
const M1: MessageNo = MessageNo(1);
const D1: DeliveryNo = DeliveryNo(1);
const D2: DeliveryNo = DeliveryNo(2);
const REQUEST: RequestNo = RequestNo(1);
const INTENT: IntentNo = IntentNo(1);
const ORDER: OrderId = OrderId(1001);

fn id(no: u128) -> EventId {
    EventId(Uuid::from_u128(0x7f8a_0000_0000_0000_0000_0000_0000_0000 + no))
}

fn entry(ms: u64, what: What) -> Entry {
    Entry { at: Millis(ms), what, met: vec![], sql: vec![], changes: vec![], effects: vec![] }
}

fn run(entries: Vec<Entry>) -> Run {
    let info = |table, columns: &[&str], key: &[&str]| TableInfo {
        table,
        columns: columns.iter().map(ToString::to_string).collect(),
        primary_key: key.iter().map(ToString::to_string).collect(),
        create: String::new(),
    };
    Run {
        entries,
        events: vec![
            EventInfo { id: id(1), intent: INTENT, order: ORDER },
            EventInfo { id: id(2), intent: INTENT, order: OrderId(1002) },
        ],
        relays: 1,
        workers: 2,
        tables: vec![
            info(Table::Charges, &["charge_id", "order_id", "amount_cents", "charged_ms"], &["charge_id"]),
            info(Table::ProcessedEvents, &["event_id", "handler", "bus"], &["event_id", "handler"]),
            info(Table::Stock, &["item", "quantity"], &["item"]),
        ],
        initial: vec![stock(10, false)],
        outcome: Outcome::default(),
        cut: None,
        digests: vec![],
    }
}

fn stock(quantity: i64, pending: bool) -> Change {
    let row = Some(vec![Cell::Text("A".into()), Cell::Integer(quantity)]);
    Change { table: Table::Stock, rowid: 1, row, pending }
}

fn mark(event: EventNo, handler: Handler, pending: bool) -> Change {
    let event_id = id(u128::from(event.0)).to_string();
    let row = [event_id.as_str(), handler.word(), "rabbitmq"].map(|text| Cell::Text(text.into()));
    Change { table: Table::ProcessedEvents, rowid: 1, row: Some(row.into()), pending }
}

fn charge(order: OrderId) -> Change {
    let row = [i64::from(order.0) - 1000, i64::from(order.0), 4_000, 40].map(Cell::Integer);
    Change { table: Table::Charges, rowid: row_id(order), row: Some(row.into()), pending: false }
}

fn row_id(order: OrderId) -> i64 {
    i64::from(order.0) - 1000
}

fn at(worker: WorkerNo, delivery: DeliveryNo, event: EventNo, handler: Handler) -> At {
    At { worker, delivery, event, handler }
}

fn delivered(delivery: DeliveryNo, worker: WorkerNo, attempt: u32) -> What {
    What::Delivered { delivery, message: M1, event: E1, worker, attempt, acked: false, lost: false }
}

/// B as it opens: the worker dies before its ack, the other one gets the event again; layer 2 by
/// `check_run_mark`, one handler.
fn redelivery() -> Run {
    let first = at(W1, D1, E1, Handler::Email);
    let second = at(W2, D2, E1, Handler::Email);
    let key = None;
    let mut entries = vec![
        entry(
            0,
            What::Requested {
                request: REQUEST,
                intent: INTENT,
                route: Route::Shop,
                click: 1,
                retry: 0,
                key,
                changed_body: false,
                lost: false,
            },
        ),
        entry(40, What::OrderWritten { request: REQUEST, intent: INTENT, event: E1, order: ORDER }),
        entry(42, What::OrderCommitted { request: REQUEST, intent: INTENT, event: E1, order: ORDER }),
        entry(142, What::OutboxRead { relay: R1, events: vec![E1] }),
        entry(142, What::Published { by: Publisher::Relay(R1), event: E1, message: M1, row: None }),
        entry(150, delivered(D1, W1, 1)),
        entry(152, What::Checked { at: first, seen: false }),
        entry(232, What::Sent { at: first, order: ORDER, refused: false }),
        entry(234, What::Wrote { at: first, changed: 1 }),
        entry(236, What::Marked { at: first, inserted: true }),
        entry(
            236,
            What::WorkerCrashed { worker: W1, gap: Gap::BeforeAck, delivery: D1, event: E1, handler: None },
        ),
        entry(
            256,
            What::Requeued { delivery: D1, message: M1, event: E1, worker: W1, back: Back::ConnectionLost },
        ),
        entry(2_000, delivered(D2, W2, 2)),
        entry(2_002, What::Checked { at: second, seen: true }),
        entry(2_010, What::Acked { delivery: D2, event: E1, worker: W2, lost: false, late: false }),
    ];
    entries[2].changes = vec![charge(ORDER)];
    entries[7].effects = vec![Effect { handler: Handler::Email, event: E1 }];
    entries[9].changes = vec![mark(E1, Handler::Email, false)];
    let crash = Met {
        at: Point::WorkerCrash,
        gap: Some(Gap::BeforeAck),
        handler: None,
        nth: 1,
        fired: Some(Cause::Plan(0)),
    };
    entries[9].met = vec![crash];
    let slow = Met { at: Point::HandlerSlow, gap: None, handler: Some(Handler::Email), nth: 1, fired: None };
    let ack = Met { at: Point::AckLost, gap: None, handler: None, nth: 1, fired: None };
    entries[14].met = vec![slow, Met { nth: 2, fired: None, ..crash }, ack];
    run(entries)
}

const BOTH: [Lang; 2] = [Lang::EN, Lang::ZH_HANT];

fn say(run: &Run, step: usize, lang: Lang) -> String {
    tell(run, step, Dialect::Rabbitmq, lang)
}

fn tell(run: &Run, step: usize, dialect: Dialect, lang: Lang) -> String {
    plain(&narrate::sentence(run, step, dialect, lang))
}

/// A run for every [`What`]: alone, after a first delivery, after a whole story, and with a transaction open.
fn every_entry() -> Vec<Run> {
    let began = What::Began { at: at(W1, D1, E1, Handler::Email) };
    let before_it: [Vec<Entry>; 4] = [
        vec![],
        vec![entry(0, delivered(D2, W2, 1))],
        redelivery().entries,
        vec![entry(0, delivered(D1, W1, 1)), entry(1, began)],
    ];
    let after = |before: &Vec<Entry>, what: &What| {
        run(before.iter().cloned().chain([entry(10_000, what.clone())]).collect())
    };
    every_what().iter().flat_map(|what| before_it.iter().map(|before| after(before, what))).collect()
}

/// The words that a product's sentences may use.
fn words_of(words: &Words) -> Vec<&'static str> {
    let Words {
        delivery,
        ack,
        deadline,
        attempts: _,
        dead_letters: _,
        dedup_id,
        publish,
        confirm,
        deliver,
        again,
        auto_ack,
        nack,
        reject,
        extend,
        limit,
        unknown,
        claim,
        commit,
        timer,
        fenced,
        session,
        transaction,
    } = *words;
    let all = [
        delivery,
        ack,
        deadline,
        dedup_id,
        publish,
        confirm,
        deliver,
        again,
        auto_ack,
        nack,
        reject,
        extend,
        limit,
        unknown,
        claim,
        commit,
        timer,
        fenced,
        session,
        transaction,
    ];
    let parts = all.into_iter().flat_map(|word| word.split(", "));
    parts.map(|word| word.trim_end_matches([' ', '#'])).filter(|word| !word.is_empty()).collect()
}

/// One `What` of every kind, with the flags that change its sentence.
fn every_what() -> Vec<What> {
    use What::*;
    let here = at(W1, D1, E1, Handler::Email);
    let key = Some(IdempotencyKey(id(1).0));
    let mut all = vec![
        ProducerRestarted,
        RelayRestarted { relay: R1 },
        RelayStopped { relay: R1 },
        RequestFailed { request: REQUEST },
        WorkerRestarted { worker: W1 },
    ];
    all.extend(Database::ALL.iter().map(|&on| Queried { on }));
    for flag in [false, true] {
        for (click, retry, key) in [
            (0, 0, None),
            (0, 1, key),
            (1, 0, None),
            (1, 0, key),
            (2, 0, None),
            (2, 0, key),
            (1, 1, None),
            (1, 1, key),
        ] {
            all.push(Requested {
                request: REQUEST,
                intent: INTENT,
                route: if click == 0 && flag {
                    Route::Naive
                } else if click == 0 {
                    Route::Outbox
                } else {
                    Route::Shop
                },
                click,
                retry,
                key,
                changed_body: flag,
                lost: flag,
            });
        }
        all.push(TimedOut { request: REQUEST, again: flag });
        for status in [Status::Created, Status::Stored, Status::Refused, Status::Conflict, Status::Failed] {
            all.push(Responded { request: REQUEST, status, order: Some(ORDER), lost: flag });
        }
        for by in [Publisher::Producer, Publisher::Relay(R1), Publisher::Operator, Publisher::Worker(W1)] {
            all.push(Published { by, event: E1, message: M1, row: None });
            all.push(Published { by, event: E2, message: M1, row: Some(E1) });
            all.push(Confirmed { by, message: M1, event: E1, lost: flag });
        }
        all.push(Delivered {
            delivery: D1,
            message: M1,
            event: E1,
            worker: W1,
            attempt: 1,
            acked: false,
            lost: flag,
        });
        all.push(Delivered {
            delivery: D1,
            message: M1,
            event: E1,
            worker: W1,
            attempt: 1,
            acked: true,
            lost: flag,
        });
        all.push(Checked { at: here, seen: flag });
        for memory in [Memory::Transaction, Memory::Table, Memory::Lock, Memory::Process] {
            all.push(Claimed { at: here, memory, inserted: flag });
        }
        for handler in Handler::ALL {
            all.push(Wrote { at: at(W1, D1, E1, *handler), changed: u64::from(flag) });
        }
        for &handler in Handler::ALL.iter().filter(|handler| handler.provider().is_some()) {
            all.push(Sent { at: at(W1, D1, E1, handler), order: ORDER, refused: flag });
        }
        all.push(Marked { at: here, inserted: flag });
        all.push(Acked { delivery: D1, event: E1, worker: W1, lost: flag, late: false });
        all.push(Acked { delivery: D1, event: E1, worker: W1, lost: false, late: flag });
        all.push(Nacked { delivery: D1, event: E1, worker: W1, late: flag, requeue: flag });
    }
    all.push(OrderWritten { request: REQUEST, intent: INTENT, event: E1, order: ORDER });
    all.push(OrderCommitted { request: REQUEST, intent: INTENT, event: E1, order: ORDER });
    all.push(OrderFound { request: REQUEST, event: E1, order: ORDER });
    all.push(KeyReused { request: REQUEST, event: E1 });
    for gap in Gap::ALL {
        all.push(ProducerCrashed { gap: *gap, request: REQUEST });
        all.push(RelayCrashed { relay: R1, gap: *gap, event: E1 });
        all.push(WorkerCrashed {
            worker: W1,
            gap: *gap,
            delivery: D1,
            event: E1,
            handler: Some(Handler::Email),
        });
    }
    for events in [vec![], vec![E1, E2]] {
        all.push(OutboxRead { relay: R1, events: events.clone() });
        all.extend(Operation::ALL.iter().map(|&run| Operated { run, events: events.clone() }));
    }
    all.push(ConfirmTimedOut { relay: R1, event: E1 });
    all.push(OutboxMarked { relay: R1, event: E1 });
    for back in [Back::ConnectionLost, Back::DeadlinePassed, Back::ChannelClosed] {
        all.push(Requeued { delivery: D1, message: M1, event: E1, worker: W1, back });
    }
    all.push(NoAnswer { at: here, until: Millis(1_000) });
    all.push(LeftUnacked { delivery: D1, event: E1, worker: W1 });
    all.push(HeldBack { message: M1, event: E1, behind: MessageNo(2) });
    all.push(Appended { message: M1, event: E1, partition: 0, offset: 7 });
    for why in [
        Rebalance::Start,
        Rebalance::Joined(W2),
        Rebalance::Dead(W1),
        Rebalance::TooSlow(W1),
        Rebalance::Missed(W1),
        Rebalance::Restart,
    ] {
        all.push(Rebalanced { why, generation: 2, owners: vec![Some(W1), None] });
    }
    all.extend([1, 3].map(|records| Polled { worker: W1, partition: 0, offset: 7, records }));
    all.extend([false, true].map(|open| Produced { worker: W1, event: E1, open }));
    for &how in Commit::ALL {
        for (refused, lost) in [(false, false), (true, false), (false, true)] {
            all.push(OffsetCommitted { worker: W1, partition: 0, offset: 8, event: E1, how, refused, lost });
        }
    }
    for by in [Publisher::Producer, Publisher::Relay(R1), Publisher::Operator, Publisher::Worker(W1)] {
        for why in [trace::Swallowed::Window, trace::Swallowed::Sequence, trace::Swallowed::Unique] {
            all.push(Swallowed { by, message: M1, event: E1, why });
        }
    }
    for how in [trace::GaveUp::Dropped, trace::GaveUp::Parked, trace::GaveUp::Expired] {
        all.push(GaveUp { message: M1, event: E1, attempts: 3, how });
    }
    for &rule in LateAckRule::ALL {
        all.push(LateAck { delivery: D1, event: E1, worker: W1, rule });
    }
    all.extend([vec![], vec![E1, E2]].map(|forgot| BrokerRestarted { forgot }));
    all.extend([false, true].map(|held| Extended { delivery: D1, event: E1, worker: W1, held }));
    all.push(Held { delivery: D1, event: E1, worker: W1, until: Millis(5_000) });
    all.extend([false, true].map(|dropped| Overlaps { at: here, dropped }));
    all.push(Unlocked { at: here });
    for &state in KeyState::ALL {
        all.push(KeyChecked { request: REQUEST, state });
        all.push(KeyStored { request: REQUEST, state });
    }
    all.push(CommitFailed { request: REQUEST, event: E1 });
    all.push(TakenUp { delivery: D1, event: E1, worker: W1 });
    for why in [trace::Declined::Redelivered, trace::Declined::AttemptsUsedUp] {
        all.push(Declined { delivery: D1, event: E1, worker: W1, why });
    }
    all.push(WorkerJoined { worker: W1 });
    for table in [Table::ProcessedEvents, Table::IdempotencyKeys] {
        all.push(Purged { table, rows: 4 });
    }
    all.push(DeadLettered { message: M1, event: E1, attempts: 3 });
    all.extend([
        ClaimHeld { at: here },
        ClaimTakenOver { at: here },
        Began { at: here },
        Committed { at: here },
    ]);
    for holder in [
        None,
        Some(at(W2, D2, E2, Handler::Email)),
        Some(at(W2, D2, E1, Handler::Email)),
        Some(at(W2, D2, E1, Handler::Inventory)),
    ] {
        all.push(Waits { at: here, holder });
    }
    all.extend([
        Slow { at: here, ms: 40_000, too_long: true },
        Slow { at: here, ms: 4_000, too_long: false },
        Failed { at: here },
    ]);
    for &gap in Gap::ALL {
        all.push(Paused { at: here, gap, ms: 40_000 });
    }
    for why in [Rollback::AlreadyMarked, Rollback::Failed] {
        all.push(RolledBack { at: here, why });
    }
    all
}

fn is_chinese(text: &str) -> bool {
    text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c))
}

/// English text has no Chinese in it; Chinese text has, with full-width signs, and a space between the two
/// scripts.
fn assert_written(what: &str, en: &str, zh: &str) {
    assert!(!en.trim().is_empty() && !is_chinese(en), "{what}: {en:?}");
    assert!(is_chinese(zh), "{what}: {zh:?}");
    assert_spaced(what, zh);
    for text in [en, zh] {
        assert!(!text.contains(['!', '！', '\u{1}']) && !text.contains("  "), "{what}: {text:?}");
    }
}

fn assert_spaced(what: &str, zh: &str) {
    let chars: Vec<char> = zh.chars().collect();
    let ideograph = |c: char| ('\u{4e00}'..='\u{9fff}').contains(&c);
    for pair in chars.windows(2) {
        let (a, b) = (pair[0], pair[1]);
        let touching = ideograph(a) && b.is_ascii_alphanumeric() || a.is_ascii_alphanumeric() && ideograph(b);
        assert!(!touching, "{what}: {a}{b} without a space in {zh:?}");
        assert!(
            !(ideograph(a) && matches!(b, ',' | ';' | ':' | '?' | '.' | '(')),
            "{what}: half-width in {zh:?}"
        );
    }
}

#[test]
fn every_entry_has_a_sentence_and_a_label_in_both_languages() {
    for run in every_entry() {
        let last = run.entries.len() - 1;
        let what = format!("{:?}", run.entries[last].what);
        for &dialect in Dialect::ALL {
            let [en, zh] = BOTH.map(|lang| tell(&run, last, dialect, lang));
            assert_written(&what, &en, &zh);
            let stops = |text: &str, stop: &[char]| text.matches(stop).count();
            assert!(en.ends_with('.') && zh.ends_with('。'), "{what}: {en:?} {zh:?}");
            assert!(stops(&zh, &['。']) <= 2, "{zh:?}");
            assert!(en.matches(". ").count() <= 1, "{en:?}");
        }
        for lang in BOTH {
            assert!(!diagram::layout(&run, Dialect::Rabbitmq, lang).rows[last].label.is_empty());
        }
    }
    assert_written("start", &plain(&narrate::start(Lang::EN)), &plain(&narrate::start(Lang::ZH_HANT)));
}

#[test]
fn each_product_speaks_its_own_words_and_no_other_s() {
    // A log's plain words, which every product's sentence about a log uses.
    const PLAIN: [&str; 2] = ["offset", "commit"];
    let runs = every_entry();
    for facts in &FACTS {
        let own = words_of(&facts.words);
        for lang in BOTH {
            let told: Vec<String> =
                runs.iter().map(|run| tell(run, run.entries.len() - 1, facts.dialect, lang)).collect();
            for word in &own {
                assert!(
                    told.iter().any(|said| said.contains(word)),
                    "{}: nothing says {word}",
                    facts.dialect
                );
            }
            for foreign in FACTS.iter().flat_map(|other| words_of(&other.words)) {
                // "ChangeMessageVisibility 0" holds "ChangeMessageVisibility".
                if !PLAIN.contains(&foreign) && !own.iter().any(|word| word.contains(foreign)) {
                    let said = told.iter().find(|said| said.contains(foreign));
                    assert_eq!(said, None, "{}: {foreign}", facts.dialect);
                }
            }
        }
    }
}

#[test]
fn one_run_is_told_in_any_product_s_words() {
    let run = redelivery();
    let again = |dialect| tell(&run, 12, dialect, Lang::EN);
    assert!(again(Dialect::Rabbitmq).contains("attempt 2 (redelivered=true), now to worker 2"));
    assert!(again(Dialect::Sqs).contains("attempt 2 (ApproximateReceiveCount=2)"));
    assert!(again(Dialect::Nats).contains("attempt 2 (NumDelivered=2)"));
    assert!(again(Dialect::Redis).contains("attempt 2 (XAUTOCLAIM, delivery counter 2)"));
    assert!(again(Dialect::Kafka).contains("attempt 2, now to worker 2"));
    let ack = |dialect, lang| diagram::layout(&run, dialect, lang).rows[14].label.clone();
    assert_eq!(ack(Dialect::Rabbitmq, Lang::EN), "basic.ack");
    assert_eq!(ack(Dialect::Sqs, Lang::ZH_HANT), "DeleteMessage");
    assert_eq!(
        tell(&run, 14, Dialect::Sqs, Lang::ZH_HANT),
        "worker 2 ack e1（DeleteMessage），broker 不會再送這則訊息。"
    );
    // Names are code, plain words are not.
    let spans = narrate::sentence(&run, 5, Dialect::Sqs, Lang::EN);
    assert!(spans.contains(&super::lang::Span::Code("ReceiveMessage".into())));
    assert!(plain(&spans).contains("with a receipt handle of its own"));
}

#[test]
fn sentences_look_back() {
    let run = redelivery();
    assert_eq!(say(&run, 6, Lang::EN), "emailHandler has no row for e1: not done yet, so it runs.");
    assert_eq!(
        say(&run, 13, Lang::EN),
        "The same event again, to the other worker: emailHandler has a row for e1, so it is skipped."
    );
    assert_eq!(
        say(&run, 10, Lang::EN),
        "worker 1 is killed after all its handlers are done and before its ack: the broker cannot tell this \
         from a worker that did nothing."
    );
    assert!(say(&run, 12, Lang::EN).contains("attempt 2 (redelivered=true), now to worker 2"));
    assert!(narrate::sentence(&run, 99, Dialect::Rabbitmq, Lang::EN).is_empty());

    let mut twice = redelivery();
    twice.entries[13].what = What::Sent { at: at(W2, D2, E1, Handler::Email), order: ORDER, refused: false };
    assert!(say(&twice, 13, Lang::EN).starts_with("The second mail for the same order 1001"));
    assert!(say(&twice, 13, Lang::ZH_HANT).starts_with("同一筆訂單 1001 的第二封信"));
}

#[test]
fn a_wait_says_what_postgresql_would_do() {
    let waits = |holder| {
        let here = at(W1, D1, E1, Handler::Email);
        say(&run(vec![entry(0, What::Waits { at: here, holder: Some(holder) })]), 0, Lang::EN)
    };
    assert!(
        waits(at(W2, D2, E2, Handler::Email)).contains("PostgreSQL, which locks rows, would not wait here")
    );
    assert!(waits(at(W2, D2, E1, Handler::Email)).contains("PostgreSQL would wait too, at its INSERT"));
    assert!(waits(at(W2, D2, E1, Handler::Inventory)).contains("neither would wait here"));
}

#[test]
fn the_event_key_silences_the_other_handlers_and_the_sentence_says_so() {
    let email = at(W1, D1, E1, Handler::Email);
    let stock = at(W1, D1, E1, Handler::Inventory);
    let run = run(vec![
        entry(0, delivered(D1, W1, 1)),
        entry(1, What::Marked { at: email, inserted: true }),
        entry(2, What::Checked { at: stock, seen: true }),
    ]);
    assert!(say(&run, 2, Lang::EN).contains("the key is event_id alone"));
}

#[test]
fn the_log_has_the_article_s_form_and_keeps_what_no_service_knows_apart() {
    let mut run = redelivery();
    run.entries[14].what = What::Acked { delivery: D2, event: E1, worker: W2, lost: true, late: false };
    let lines = log::lines(&run, "rabbitmq");
    let skip = lines.iter().find(|line| line.name == "dedup.skip").unwrap();
    let expected =
        format!("INFO dedup.skip step=dedup.skip event_id={} bus=rabbitmq handler=emailHandler", id(1));
    assert_eq!((skip.text(), skip.step, skip.event), (expected, 13, Some(E1)));
    let names: Vec<&str> = lines.iter().map(|line| line.name).collect();
    assert_eq!(
        names,
        [
            "http.request",
            "order.created",
            "outbox.read",
            "outbox.publish",
            "deliver",
            "mail.sent",
            "handler.done",
            "sim.worker.killed",
            "broker.requeue",
            "deliver",
            "dedup.skip",
            "ack",
            "sim.ack.lost"
        ]
    );
    assert!(lines.is_sorted_by_key(|line| line.step));
    for line in lines.iter().filter(|line| line.name.starts_with("sim.")) {
        assert_eq!(line.level, log::Level::Warn);
    }
}

#[test]
fn the_diagram_has_lanes_arrows_bars_and_decisions() {
    let run = redelivery();
    let diagram = diagram::layout(&run, Dialect::Rabbitmq, Lang::EN);
    let names: Vec<String> =
        diagram.lanes.iter().map(|&lane| diagram::lane_name(lane, Lang::EN, false)).collect();
    assert_eq!(names, ["client", "producer", "relay 1", "broker", "worker 1", "worker 2", "mail"]);
    assert_eq!(diagram.rows.len(), run.entries.len());
    assert_eq!(diagram.rows[12].pause_before_ms, Some(1_744));
    assert_eq!(diagram.rows[12].shape, diagram::Shape::Arrow { from: 3, to: 5, lost: false, reply: false });
    assert_eq!(diagram.rows[14].shape, diagram::Shape::Arrow { from: 5, to: 3, lost: false, reply: true });
    assert_eq!(diagram.rows[13].shape, diagram::Shape::Point { lane: 5, mark: diagram::Mark::Skip });
    assert!(diagram.rows[10].bad && !diagram.rows[13].bad);

    let bars: Vec<(usize, usize, usize)> =
        diagram.spans.iter().map(|s| (s.lane, s.from_row, s.to_row)).collect();
    assert_eq!(bars, [(4, 6, 9), (5, 13, 13)]);
    assert_eq!((diagram.holds.len(), diagram.holds[0].from_row, diagram.holds[0].to_row), (1, 1, 2));
    assert!(diagram.holds[0].committed);

    let labels: Vec<&str> = diagram.rows[14].decisions.iter().map(|d| d.label.as_str()).collect();
    assert_eq!(
        labels,
        ["lose this ack", "crash here (before the ack)", "let emailHandler run past the deadline"]
    );
    // The fault is met in the entry before; it can be spared there and at the crash.
    let spare = &diagram.rows[10].decisions[0];
    assert_eq!(diagram.rows[9].decisions.last(), Some(spare));
    assert_eq!(spare.label, "no crash here (before the ack)");
    let expected =
        Command::Decide { at: Point::WorkerCrash, gap: Some(Gap::BeforeAck), nth: 1, fires: false };
    assert_eq!(spare.command, expected);
}

#[test]
fn a_transaction_that_a_crash_ends_is_held_until_then() {
    let here = at(W1, D1, E1, Handler::Inventory);
    let run = run(vec![
        entry(0, What::Began { at: here }),
        entry(1, What::Wrote { at: here, changed: 1 }),
        entry(
            2,
            What::WorkerCrashed {
                worker: W1,
                gap: Gap::EffectDone,
                delivery: D1,
                event: E1,
                handler: Some(Handler::Inventory),
            },
        ),
        entry(3, What::Began { at: at(W2, D2, E1, Handler::Inventory) }),
    ]);
    let diagram = diagram::layout(&run, Dialect::Rabbitmq, Lang::EN);
    let holds: Vec<(usize, usize, bool)> =
        diagram.holds.iter().map(|hold| (hold.from_row, hold.to_row, hold.committed)).collect();
    assert_eq!(holds, [(0, 2, false), (3, 3, false)]);
    assert_eq!(diagram.spans[0].to_row, 2);
}

#[test]
fn a_second_effect_for_one_purchase_is_bad() {
    let mut run = redelivery();
    run.entries[13].effects = vec![Effect { handler: Handler::Email, event: E2 }];
    let rows = diagram::layout(&run, Dialect::Rabbitmq, Lang::EN).rows;
    assert!(!rows[7].bad && rows[13].bad);
}

#[test]
fn tables_show_pending_rows_commits_and_what_is_rolled_back() {
    let here = at(W1, D1, E1, Handler::Inventory);
    let mut run = run(vec![
        entry(0, What::Began { at: here }),
        entry(1, What::Wrote { at: here, changed: 1 }),
        entry(2, What::Committed { at: here }),
        entry(3, What::Wrote { at: here, changed: 1 }),
        entry(4, What::RolledBack { at: here, why: Rollback::Failed }),
        entry(5, What::WorkerRestarted { worker: W1 }),
    ]);
    let gone = Change { row: None, ..mark(E1, Handler::Inventory, false) };
    run.entries[1].changes = vec![mark(E1, Handler::Inventory, true), stock(9, true)];
    run.entries[2].changes = vec![mark(E1, Handler::Inventory, false), stock(9, false)];
    run.entries[3].changes = vec![Change { rowid: 2, ..mark(E2, Handler::Inventory, true) }, stock(8, true)];
    run.entries[4].changes = vec![Change { rowid: 2, ..gone }, stock(9, false)];
    let history = tables::History::new(&run);
    let rows = |step: Option<usize>, table: usize| -> Vec<(Touch, bool, Option<EventNo>, Cell)> {
        let view = history.at(step).swap_remove(table);
        view.rows.into_iter().map(|row| (row.touch, row.pending, row.event, row.cells[1].clone())).collect()
    };
    let handler = || Cell::Text("inventoryHandler".into());
    let (marks, stocks) = (1, 2);
    assert_eq!(rows(None, marks), []);
    assert_eq!(rows(None, stocks), [(Touch::No, false, None, Cell::Integer(10))]);
    assert_eq!(rows(Some(0), stocks), [(Touch::No, false, None, Cell::Integer(10))]);
    assert_eq!(rows(Some(1), marks), [(Touch::Inserted, true, Some(E1), handler())]);
    assert_eq!(rows(Some(1), stocks), [(Touch::Updated, true, None, Cell::Integer(9))]);
    assert_eq!(rows(Some(2), marks), [(Touch::Committed, false, Some(E1), handler())]);
    assert_eq!(rows(Some(3), marks)[1], (Touch::Inserted, true, Some(E2), handler()));
    assert_eq!(rows(Some(4), marks)[1], (Touch::Deleted, false, Some(E2), handler()));
    assert_eq!(rows(Some(4), stocks), [(Touch::Updated, false, None, Cell::Integer(9))]);
    assert_eq!(rows(Some(5), marks), [(Touch::No, false, Some(E1), handler())]);
    // A value set again to the same and rolled back was not committed by that.
    let mut same = run.clone();
    same.entries[3].changes = vec![stock(9, true)];
    assert_eq!(tables::at(&same, Some(4))[stocks].rows[0].touch, Touch::Updated);
    assert_eq!(tables::at(&run, Some(4)), history.at(Some(4)));
    assert!(history.at(Some(4))[stocks].touched() && !history.at(Some(5))[stocks].touched());
}

#[test]
fn the_customer_sees_mails_and_charges_when_they_happen() {
    let mut run = redelivery();
    let again = at(W2, D2, E1, Handler::Email);
    run.entries[13].what = What::Sent { at: again, order: ORDER, refused: false };
    run.entries[13].effects = vec![Effect { handler: Handler::Email, event: E1 }];
    assert_eq!(customer::at(&run, None), customer::View::default());
    let middle = customer::at(&run, Some(7));
    assert_eq!((middle.mails.len(), middle.charges.len()), (1, 1));
    assert_eq!(
        (middle.charges[0].cents, middle.charges[0].order, middle.charges[0].event),
        (4_000, ORDER, E1)
    );
    let end = customer::at(&run, Some(14));
    assert_eq!(end.mails.iter().map(|mail| mail.second).collect::<Vec<_>>(), [false, true]);
    assert_eq!(customer::amount(4_005), "$40.05");

    run.entries[13].what = What::Sent { at: again, order: ORDER, refused: true };
    run.entries[13].effects = vec![];
    assert_eq!(customer::at(&run, Some(14)).mails.len(), 1);
}

#[test]
fn counters_from_checkpoints_equal_counters_from_the_start() {
    let mut scenario = Scenario::default();
    scenario.consumer.handlers = vec![Handler::Email];
    let once = redelivery();
    let mut long = redelivery();
    for _ in 0..12 {
        long.entries.extend(once.entries.clone());
    }
    let history = counts::History::new(&scenario, &long);
    for step in std::iter::once(None).chain((0..long.entries.len()).map(Some)) {
        assert_eq!(history.at(&long, step), counts::at(&scenario, &long, step), "{step:?}");
    }
    assert_eq!(counts::at(&scenario, &once, Some(13)).verdict, [Verdict::Pending]);
    let end = counts::at(&scenario, &once, Some(14));
    assert_eq!((end.verdict.as_slice(), end.deliveries, end.mails), (&[Verdict::Once][..], 2, 1));
    let cut = Run { cut: Some(Cut::Entries), ..once };
    assert_eq!(counts::at(&scenario, &cut, Some(14)).verdict, [Verdict::Pending]);
}

#[test]
fn the_matrix_switches_two_layers_and_nothing_else() {
    let lab = Lab::opening();
    let cells = matrix::cells(&lab);
    let places: Vec<(Panel, Layers)> = cells.iter().map(|(panel, layers, _)| (*panel, *layers)).collect();
    let expected: Vec<(Panel, Layers)> =
        Panel::ALL.into_iter().flat_map(|panel| Layers::ALL.map(|layers| (panel, layers))).collect();
    assert_eq!(places, expected);
    for (panel, layers, plan) in &cells {
        let consumer = &plan.scenario.consumer;
        assert_eq!(plan.scenario.client.key == KeyPolicy::PerIntent, layers.one());
        assert_eq!(consumer.dedup, if layers.two() { Dedup::CheckRunMark } else { Dedup::Off });
        assert_eq!(matrix::layers(&plan.scenario), Some(*layers));
        let back = matrix::apply(&plan.scenario, Layers::None);
        assert_eq!(back, panel.plan(&lab).scenario);
    }
    let mut own = Scenario::default();
    own.consumer.dedup = Dedup::Claim;
    assert_eq!(matrix::apply(&own, Layers::Both).consumer.dedup, Dedup::Claim);
    assert_eq!(matrix::on_screen(&lab, Panel::A), Some(Layers::None));
    own.client.key = KeyPolicy::PerClick;
    assert_eq!(matrix::layers(&own), None);
}

#[test]
fn two_runs_part_where_they_first_differ() {
    let (a, mut b) = (redelivery(), redelivery());
    assert_eq!(compare::first_parting(&a, &b), None);
    b.entries[13].what = What::Checked { at: at(W2, D2, E1, Handler::Email), seen: false };
    assert_eq!(compare::first_parting(&a, &b), Some(13));
    b = redelivery();
    b.entries.truncate(5);
    assert_eq!(compare::first_parting(&a, &b), Some(5));
}

#[test]
fn every_setting_and_every_word_is_named_in_both_languages() {
    for setting in SETTINGS.iter() {
        let path = setting.path;
        let [en, zh] = BOTH.map(|lang| (settings::label(path, lang), settings::help(path, lang)));
        assert_written(path, en.1, zh.1);
        assert_spaced(path, zh.0);
        for label in [en.0, zh.0] {
            assert!(!label.is_empty() && label != path, "{path}");
        }
        if let Kind::Choice(words) | Kind::Subset(words) = setting.kind {
            for word in words {
                let [en, zh] = BOTH.map(|lang| settings::word(path, word, lang));
                assert_written(path, en, zh);
            }
        }
        let value = setting.get(&Scenario::default());
        assert!(!settings::value(setting, &value, Lang::ZH_HANT).is_empty());
    }
    let grouped: usize = settings::groups().iter().map(|(_, list)| list.len()).sum();
    assert_eq!(grouped, SETTINGS.len());
    assert_eq!(settings::groups()[0].1[0].path, "client.key");
    assert_eq!(settings::groups()[1].1[0].path, "consumer.dedup");
}

#[test]
fn every_fault_is_named_in_both_languages() {
    for &point in Point::ALL {
        assert_written(point.word(), settings::point(point, Lang::EN), settings::point(point, Lang::ZH_HANT));
        let gaps: Vec<Option<Gap>> = if point.gaps().is_empty() {
            vec![None]
        } else {
            point.gaps().iter().copied().map(Some).collect()
        };
        for gap in gaps {
            for (nth, times) in [(1, 1), (1, 0), (1, 3), (2, 1), (2, 0), (3, 2)] {
                let fault = Fault { gap, nth, times, delivery: Some(1), ..Fault::once(point) };
                let [en, zh] = BOTH.map(|lang| settings::fault(&fault, lang));
                assert_written("fault", &en, &zh);
            }
            for fires in [true, false] {
                let command = Command::Decide { at: point, gap, nth: 2, fires };
                let [en, zh] = BOTH.map(|lang| settings::command(&command, lang));
                assert_written("command", &en, &zh);
            }
        }
    }
    for &gap in Gap::ALL {
        assert_written(gap.word(), settings::gap(gap, Lang::EN), settings::gap(gap, Lang::ZH_HANT));
    }
    for &run in Operation::ALL {
        let command = Command::Operate { at_ms: Millis(60_000), run };
        let [en, zh] = BOTH.map(|lang| settings::command(&command, lang));
        assert_written("command", &en, &zh);
        assert!(en.starts_with("at 60.0 s: "));
    }
    let (at_ms, event) = (Millis(60_000), id(1));
    for command in [
        Command::Post(Post {
            at_ms,
            route: Route::Outbox,
            key: Some(IdempotencyKey(id(1).0)),
            user: 1,
            item: 'A',
        }),
        Command::Post(Post { at_ms, route: Route::Naive, key: None, user: 1, item: 'A' }),
        Command::Replay { at_ms, event },
        Command::Sql { after: 3, on: Database::Consumer, text: "DELETE FROM processed_events".into() },
    ] {
        let [en, zh] = BOTH.map(|lang| settings::command(&command, lang));
        assert_written("command", &en, &zh);
    }
    let fault = Fault { gap: Some(Gap::BeforeAck), ..Fault::once(Point::WorkerCrash) };
    assert_eq!(settings::fault(&fault, Lang::EN), "the worker is killed before the ack");
}

#[test]
fn every_complaint_is_made_in_both_languages() {
    let word = || "x".to_string();
    for wrong in [
        Wrong::UnknownKey,
        Wrong::UnknownVersion(word()),
        Wrong::NoVersion,
        Wrong::NotOneOf { got: word(), allowed: vec![word()] },
        Wrong::NotOneOf { got: String::new(), allowed: vec![word()] },
        Wrong::OutOfRange { got: word(), min: 0, max: 9 },
        Wrong::WrongKind { got: "7".into(), expected: "list of words".into() },
        Wrong::TooLong { max: 10 },
        Wrong::TooMany { max: 10 },
        Wrong::DoesNotApply { to: word() },
        Wrong::Syntax("this is not key=value".into()),
        Wrong::Syntax("expected a newline".into()),
    ] {
        let problem = Problem::at("client.clicks", wrong).within("line 3, column 5");
        let [en, zh] = BOTH.map(|lang| problem::message(&problem, lang));
        assert_written("problem", &en, &zh);
        assert!(en.starts_with("line 3, column 5: client.clicks: "), "{en}");
        assert!(zh.starts_with("第 3 行第 5 字，client.clicks："), "{zh}");
    }
    let bare = Problem::at("", Wrong::TooLong { max: 10 });
    assert_eq!(problem::message(&bare, Lang::EN), "the text is longer than 10 bytes");
}

#[test]
fn every_text_of_the_page_exists_in_both_languages() {
    // Proper names, and words that Taiwan's engineers leave in English.
    let same = ["handler", "log", "intents", "requests", "deliveries", "acks", "partition", "effects"];
    for (name, en, zh) in texts::ALL {
        assert!(!en.trim().is_empty() && !zh.trim().is_empty(), "{name}");
        if !same.contains(name) {
            assert!(is_chinese(zh), "{name}: {zh:?}");
            assert!(!is_chinese(en), "{name}: {en:?}");
        }
        assert_spaced(name, zh);
        assert!(!en.contains('!') && !zh.contains('！'), "{name}");
    }
    for &verdict in Verdict::ALL {
        let [en, zh] = BOTH.map(|lang| texts::verdict_help(verdict, lang));
        assert_written(verdict.word(), en, zh);
        assert_written(
            verdict.word(),
            texts::verdict(verdict, Lang::EN),
            texts::verdict(verdict, Lang::ZH_HANT),
        );
        assert!(!texts::verdict_sign(verdict).is_empty());
    }
}

#[test]
fn numbers_come_with_their_nouns() {
    let outcome = Outcome {
        mails: 2,
        charges: 1,
        verdict: vec![Verdict::Duplicated],
        handlers: vec![(Handler::Email, Default::default())],
        ..Outcome::default()
    };
    assert_eq!(texts::verdict_line(&outcome, Lang::EN), "doubled: 2 mails, 1 charge");
    let stock = HandlerOutcome { verdict: vec![Verdict::Duplicated], ..HandlerOutcome::default() };
    let unseen = Outcome { mails: 1, handlers: vec![(Handler::Inventory, stock)], ..outcome.clone() };
    assert_eq!(texts::verdict_line(&unseen, Lang::EN), "doubled (inventory): 1 charge");
    assert_eq!(texts::verdict_line(&unseen, Lang::ZH_HANT), "重複（inventory）：1 筆扣款");
    assert_eq!(texts::verdict_line(&outcome, Lang::ZH_HANT), "重複：2 封信、1 筆扣款");
    assert_eq!(texts::step_of(13, 18, Millis(30_605), Lang::EN), "step 13 of 18 · 30.6 s");
    assert_eq!(texts::step_of(13, 18, Millis(30_605), Lang::ZH_HANT), "第 13 步，共 18 步 · 30.6 秒");
    assert_eq!(texts::duration(86_400_000, Lang::EN), "24 h");
    assert_eq!(texts::duration(30_000, Lang::ZH_HANT), "30 秒");
    assert_eq!(texts::duration(1_744, Lang::EN), "1.7 s");
    let long = [125_000, 7_200_000, 172_800_000, 176_400_000].map(|ms| texts::moment(Millis(ms), Lang::EN));
    assert_eq!(long, ["2 min 5 s", "2 h", "2 days", "2 days 1 h"]);
    assert_eq!(texts::moment(Millis(172_860_000), Lang::ZH_HANT), "2 天");
    assert_eq!(texts::pause(518_399_968, Lang::EN), "6 days");
    assert_eq!(texts::duration(604_800_000, Lang::EN), "7 days");
}

/// What the ground floor says in both languages reads like the rest.
#[test]
fn presets_and_products_are_told_in_both_languages() {
    use crate::domain::{dialect::FACTS, presets::Redelivery};
    for reason in Redelivery::ALL {
        for said in [reason.name(), reason.why()] {
            let [en, zh] = BOTH.map(|lang| said.say(lang));
            assert_written(reason.word(), en, zh);
        }
    }
    for oddity in crate::domain::oddities::Oddity::ALL {
        let [en, zh] = BOTH.map(|lang| oddity.meaning().say(lang));
        assert_written(oddity.word(), en, zh);
    }
    for facts in FACTS.iter().filter(|facts| !facts.not_here.say(Lang::EN).is_empty()) {
        let [en, zh] = BOTH.map(|lang| facts.not_here.say(lang));
        assert_written(facts.product, en, zh);
    }
}

#[test]
fn a_picture_stands_alone_and_holds_every_step() {
    let (plan, run) = (Lab::opening().b, redelivery());
    for &lang in Lang::ALL {
        let svg = picture::svg(&plan, &run, "B <&> \"x\"", lang);
        assert!(
            svg.starts_with("<svg xmlns=") && svg.ends_with("</svg>\n") && !svg.contains("B <&>"),
            "{svg}"
        );
        for tag in ["text", "svg", "title"] {
            assert_eq!(svg.matches(&format!("<{tag}")).count(), svg.matches(&format!("</{tag}>")).count());
        }
        for step in 1..=run.entries.len() {
            assert!(svg.contains(&format!(">{step} · ")), "step {step}: {svg}");
        }
        assert!(picture::height(&run) > run.entries.len() * 20);
    }
}

#[test]
fn a_sequence_diagram_has_a_line_for_every_step() {
    let (plan, run) = (Lab::opening().b, redelivery());
    let text = picture::mermaid(&plan, &run, "B; x", Lang::EN);
    assert!(
        text.starts_with("---\ntitle: B, x\n---\nsequenceDiagram\n    participant L0 as client\n"),
        "{text}"
    );
    for step in 1..=run.entries.len() {
        assert_eq!(text.matches(&format!(": {step}. ")).count(), 1, "step {step}: {text}");
    }
    assert!(text.contains("->>L"), "{text}");
}
