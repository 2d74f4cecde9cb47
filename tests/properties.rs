//! What must hold for every scenario, every text and every message.
#![cfg(feature = "engine")]

use effectively_once::domain::command::{Command, Operation, Plan, Post, Route};
use effectively_once::domain::fault::{Cause, Fault, Gap, Point};
use effectively_once::domain::ids::{EventId, IdempotencyKey, Millis};
use effectively_once::domain::link::{Lab, Lesson};
use effectively_once::domain::outcome::Verdict;
use effectively_once::domain::protocol::{Answer, Ask, Question, Reply, decode, encode};
use effectively_once::domain::scenario::*;
use effectively_once::domain::settings::{Kind, SETTINGS, Value};
use effectively_once::domain::text;
use effectively_once::domain::trace::Run;
use effectively_once::{engine, sim};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use uuid::Uuid;

fn fault() -> impl Strategy<Value = Fault> {
    let point = select(Point::ALL);
    (point, any::<prop::sample::Index>(), prop::option::of(select(Handler::ALL)), 1..4_u32, 1..3_u32)
        .prop_map(|(at, gap, handler, nth, times)| Fault {
            gap: (!at.gaps().is_empty()).then(|| at.gaps()[gap.index(at.gaps().len())]),
            handler: handler.filter(|_| at.has_handler()),
            nth,
            times,
            ..Fault::once(at)
        })
}

fn command() -> impl Strategy<Value = Command> {
    let decide = (select(Point::ALL), any::<prop::sample::Index>(), 1..5_u32, any::<bool>()).prop_map(
        |(at, gap, nth, fires)| Command::Decide {
            at,
            gap: (!at.gaps().is_empty()).then(|| at.gaps()[gap.index(at.gaps().len())]),
            nth,
            fires,
        },
    );
    let operate = (0..100_000_u64, select(Operation::ALL))
        .prop_map(|(ms, run)| Command::Operate { at_ms: Millis(ms), run });
    // Few keys, so that they meet.
    let key = (0..3_u128).prop_map(Uuid::from_u128);
    let post = (
        0..100_000_u64,
        select(&Route::ALL[1..]),
        prop::option::of(key.clone()),
        1..4_u32,
        select(vec!['A', 'Z']),
    );
    let post = post.prop_map(|(ms, route, key, user, item)| {
        Command::Post(Post { at_ms: Millis(ms), route, key: key.map(IdempotencyKey), user, item })
    });
    let replay = (0..100_000_u64, key)
        .prop_map(|(ms, event)| Command::Replay { at_ms: Millis(ms), event: EventId(event) });
    prop_oneof![3 => decide, 1 => operate, 2 => post, 1 => replay]
}

/// Any value that the table of settings allows, small enough to run in no time.
fn setting(index: usize) -> impl Strategy<Value = Value> {
    match SETTINGS[index].kind {
        Kind::Flag => any::<bool>().prop_map(Value::Flag).boxed(),
        Kind::Rate => (0..300_000_u32).prop_map(|r| Value::Rate(Rate(r))).boxed(),
        Kind::Choice(words) => select(words).prop_map(|w| Value::Word(w.into())).boxed(),
        Kind::Subset(words) => proptest::sample::subsequence(words, 0..=words.len())
            .prop_shuffle()
            .prop_map(|list| Value::Words(list.into_iter().map(String::from).collect()))
            .boxed(),
        Kind::Number { min, max, .. } => {
            let small = max.min(min.max(1) * 4);
            prop_oneof![(min..=small).prop_map(Value::Number), Just(Value::Number(max.min(120_000)))].boxed()
        }
    }
}

fn scenario() -> impl Strategy<Value = Scenario> {
    let settings: Vec<_> = (0..SETTINGS.len()).map(|i| (any::<bool>(), setting(i)).boxed()).collect();
    (settings, vec(fault(), 0..4)).prop_map(|(settings, faults)| {
        let mut scenario = Scenario { faults, ..Scenario::default() };
        for (setting, (changed, value)) in SETTINGS.iter().zip(settings) {
            if changed {
                setting.set(&mut scenario, value).unwrap();
            }
        }
        scenario.client.intents = scenario.client.intents.min(4);
        scenario
    })
}

fn plan() -> impl Strategy<Value = Plan> {
    (scenario(), vec(command(), 0..4)).prop_map(|(scenario, commands)| Plan { scenario, commands })
}

/// Everything that the thesis asks for, under any faults that stop.
fn armoured() -> impl Strategy<Value = Plan> {
    (plan(), vec(fault(), 0..6)).prop_map(|(mut plan, faults)| {
        let scenario = &mut plan.scenario;
        scenario.faults = faults;
        scenario.rates = Rates::default();
        scenario.client.key = KeyPolicy::PerIntent;
        scenario.client.changed_body = false;
        scenario.client.intents = scenario.client.intents.max(1);
        // What is sent by hand is sent once, and by the naive path nothing is promised.
        plan.commands.retain(|command| !matches!(command, Command::Post(_)));
        // A client that gives up loses its purchase itself.
        scenario.client.retries = 10;
        scenario.client.retry_after_ms = 3_000;
        scenario.producer.publish = Publish::Outbox;
        scenario.producer.key_store = KeyStore::InTransaction;
        scenario.producer.remember = Remember::Commits;
        scenario.producer.event_id = EventIdFrom::Row;
        // Patience shorter than the way there and back is a fault that never stops, too.
        scenario.relay.confirm_timeout_ms = scenario.relay.confirm_timeout_ms.max(1_000);
        scenario.broker.ack = AckMode::Manual;
        // A deadline shorter than the work itself is a fault that never stops.
        scenario.broker.ack_deadline_ms = scenario.broker.ack_deadline_ms.max(2_000);
        // Settings that lose or forget on purpose.
        scenario.until_ms = 0;
        if scenario.broker.redelivers == Redelivers::Never {
            scenario.broker.redelivers = Redelivers::Deadline;
        }
        scenario.broker.on_exhausted = OnExhausted::DeadLetter;
        scenario.broker.dedup_window_ms = 0;
        if scenario.log.commit == Commit::BeforeRun {
            scenario.log.commit = Commit::AfterRun;
        }
        scenario.log.stored = Stored::AfterRun;
        scenario.log.max_poll_interval_ms = scenario.log.max_poll_interval_ms.max(2_000);
        // A duplicate that counts as an error is an error that never stops, and so is one that nobody acks.
        scenario.consumer.on_conflict = OnConflict::Ignore;
        scenario.consumer.on_duplicate = OnDuplicate::Ack;
        // Nor does a hot loop through a long outage come to rest within the limit of entries.
        scenario.consumer.mail_down_to_ms = scenario.consumer.mail_down_to_ms.min(500);
        scenario.consumer.on_redelivered = OnRedelivered::Handle;
        scenario.consumer.retention_ms = 0;
        scenario.producer.key_kept_ms = 0;
        scenario.broker.dead_letters_kept_ms = 0;
        if scenario.consumer.heartbeat_ms > 0 {
            scenario.consumer.heartbeat_ms = scenario.consumer.heartbeat_ms.max(5_000);
        }
        // Copies held for longer than the deadline come to rest as well, but not within the limit of entries.
        scenario.consumer.hold_ms = scenario.consumer.hold_ms.min(scenario.broker.ack_deadline_ms);
        // So do ten deadlines of each slow handler, each for all that its worker holds.
        scenario.consumer.slow_ms = scenario.consumer.slow_ms.min(5_000);
        // Waiting for a full batch until the deadline is over is a fault that never stops as well.
        scenario.consumer.batch_window_ms = scenario.consumer.batch_window_ms.min(500);
        scenario.consumer.dedup = Dedup::OneTransaction;
        scenario.consumer.dedup_key = DedupKey::EventAndHandler;
        scenario.consumer.sql = HandlerSql::Idempotent;
        // A push has no key at its provider: nothing keeps it from coming twice.
        scenario.consumer.handlers.retain(|handler| *handler != Handler::Push);
        scenario.consumer.mail_key = true;
        scenario.consumer.card_key = true;
        plan
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_plan_runs_and_runs_the_same_again(plan in plan()) {
        let run = sim::run(&plan);
        prop_assert_eq!(&run, &sim::run(&plan));
        if run.cut.is_none() {
            prop_assert_eq!(&run.outcome, &sim::outcome(&plan));
        }
    }

    #[test]
    fn armoured_never_doubles_and_never_loses(plan in armoured()) {
        let run = sim::run(&plan);
        prop_assert_eq!(run.cut, None);
        let bad: Vec<_> = run.outcome.verdict.iter()
            .filter(|v| !matches!(v, Verdict::Once | Verdict::DeadLettered)).collect();
        prop_assert!(bad.is_empty(), "{:?}\n{}", bad, text::run(&run));
        if run.outcome.verdict.contains(&Verdict::DeadLettered) {
            prop_assert!(run.outcome.dead_letters > 0);
        }
    }

    #[test]
    fn layer_2_in_one_transaction_never_doubles_rows(mut plan in armoured()) {
        plan.scenario.consumer.sql = HandlerSql::Plain;
        plan.scenario.consumer.mail_key = false;
        plan.scenario.consumer.card_key = false;
        let outcome = sim::outcome(&plan);
        for (handler, h) in outcome.handlers.iter().filter(|(handler, _)| handler.provider().is_none()) {
            prop_assert!(!h.verdict.contains(&Verdict::Duplicated), "{handler}");
        }
    }

    /// What lay before a command is as it was; the command takes effect where it was given.
    #[test]
    fn a_command_keeps_the_past(plan in plan(), pick in any::<prop::sample::Index>()) {
        let mut plan = plan;
        plan.commands.clear();
        let before = sim::run(&plan);
        let met: Vec<_> = before.entries.iter().enumerate()
            .flat_map(|(step, entry)| entry.met.iter().map(move |met| (step, *met))).collect();
        prop_assume!(!met.is_empty());
        let (step, met) = met[pick.index(met.len())];
        let fires = met.fired.is_none();
        plan.commands.push(Command::Decide { at: met.at, gap: met.gap, nth: met.nth, fires });
        let after: Run = sim::run(&plan);
        // A point is noted at the entry where it can be decided, and may be met a moment after that: what
        // happened is the past, the number of a meeting is not.
        let past = |run: &Run| -> Vec<_> {
            let told = run.entries[..step].iter().cloned();
            told.map(|entry| effectively_once::domain::trace::Entry { met: Vec::new(), ..entry }).collect()
        };
        prop_assert_eq!(past(&before), past(&after));
        let again = after.entries[step].met.iter()
            .find(|m| (m.at, m.gap, m.nth) == (met.at, met.gap, met.nth)).copied();
        prop_assert_eq!(again.map(|m| m.fired), Some(fires.then_some(Cause::Command(0))));
    }

    #[test]
    fn text_forms_lose_nothing(
        plan in plan(),
        step in prop::option::of(0..1_000_u32),
        compare in any::<bool>(),
        task in ".{0,40}",
        locked in any::<bool>(),
    ) {
        let again = text::file(&text::scenario(&plan.scenario)).unwrap().scenario;
        prop_assert_eq!(&again, &plan.scenario);
        let lesson = Lesson { task, locked, presented: !locked, alone: compare };
        let lab = Lab { compare, a: plan, b: Plan::default(), step, lesson };
        let link = lab.to_fragment();
        prop_assume!(link.len() < 8_000);
        prop_assert_eq!(Lab::from_fragment(&link).unwrap(), lab);
    }

    #[test]
    fn no_message_panics_the_engine(bytes in vec(any::<u8>(), 0..200)) {
        prop_assert!(decode::<Reply>(&engine::answer(&bytes)).is_some());
    }

    /// A valid question with some bytes changed: closer to what a newer page might send.
    #[test]
    fn no_spoilt_question_panics_the_engine(
        plan in plan(),
        spoil in vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
    ) {
        let mut bytes = encode(&Question { number: 7, ask: Ask::Outcomes(vec![plan]) });
        for (at, byte) in spoil {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        prop_assert!(decode::<Reply>(&engine::answer(&bytes)).is_some());
    }

    #[test]
    fn no_text_panics_a_reader(text in "\\PC{0,200}") {
        let _ = Lab::from_fragment(&text);
        let _ = text::file(&text);
    }

    /// Texts that look nearly right.
    #[test]
    fn no_near_miss_panics_a_reader(
        pieces in vec(select(vec![
            "version = 1\n", "v=1", "&", "[client]\n", "clicks = 2\n", "client.clicks=", "2", "-1", "1e9", "nan",
            "[[fault]]\n", "at = \"ack_lost\"\n", "fault=", "worker_crash", ";gap:", "before_ack", ";nth:0", "a.",
            "b.", "step=", "99999999999999999999", "[expect]\n", "orders = [1, \"x\"]\n", "= \n", "\"", "é冪等",
            "consumer.handlers=", "emailHandler,emailHandler", "do=", "replay;at_ms:", "[rates]\n", "ack_lost = 2.0\n",
        ]), 0..12),
    ) {
        let text = pieces.concat();
        let _ = Lab::from_fragment(&text);
        let _ = text::file(&text);
    }
}

#[test]
fn a_plan_beyond_the_limits_is_refused_in_words() {
    let mut plan = Plan::default();
    plan.scenario.client.intents = 4_000_000_000;
    let reply = engine::answer(&encode(&Question { number: 3, ask: Ask::Runs(vec![plan]) }));
    let Some(Reply { number: 3, answer: Answer::Problem(problem) }) = decode(&reply) else {
        panic!("not refused")
    };
    assert_eq!(problem.to_string(), "client.intents: 4000000000 is outside 0 to 1000");
}

#[test]
fn a_message_that_comes_back_for_ever_is_cut_and_pending() {
    let faults = vec![Fault { times: 0, ..Fault::once(Point::HandlerThrows) }];
    let scenario = Scenario { faults, ..Scenario::default() };
    let run = sim::run(&scenario.into());
    assert!(run.cut.is_some());
    assert!(run.outcome.verdict.contains(&Verdict::Pending));
}

#[test]
fn a_gap_that_a_point_does_not_have_is_refused() {
    let problem = Lab::from_fragment("v=1&fault=ack_lost;gap:before_ack").unwrap_err();
    assert_eq!(problem.to_string(), "fault: does not apply to ack_lost");
    let problem = Lab::from_fragment("v=1&fault=relay_crash;gap:before_ack").unwrap_err();
    assert_eq!(problem.to_string(), "fault: \"before_ack\" is not one of: before_mark");
    assert_eq!(Gap::from_word("before_ack"), Some(Gap::BeforeAck));
}

#[test]
fn complaints_about_a_file_say_where() {
    let of = |text: &str| text::file(text).unwrap_err().to_string();
    assert_eq!(of(""), "the version is missing; write version = 1 (in a link: v=1)");
    assert_eq!(of("version = 2"), "line 1, column 11: version \"2\" is not known here; this reads version 1");
    assert_eq!(
        of("version = 1\n[client]\nclick = 2"),
        "line 3, column 1: client.click: there is no such key"
    );
    assert_eq!(
        of("version = 1\n[client]\nclicks = 9"),
        "line 3, column 1: client.clicks: 9 is outside 1 to 5"
    );
    assert_eq!(
        of("version = 1\n[[fault]]\nat = \"ack_lost\"\nnth = 0"),
        "line 2, column 1: nth: 0 is outside 1 to 1000000"
    );
    assert_eq!(of("version = 1\n[expect]\nmail = 1"), "line 3, column 1: mail: there is no such key");
}
