//! The demo's HTTP surface: what a careful service answers, and that nothing anybody sends breaks it.
#![cfg(feature = "workshop")]

use effectively_once::domain::command::Command;
use effectively_once::domain::fault::{Fault, Gap, Point};
use effectively_once::domain::ids::Millis;
use effectively_once::domain::outcome::Verdict;
use effectively_once::domain::scenario::{Dedup, Dialect, KeyStore, Scenario};
use effectively_once::service::Demo;
use effectively_once::service::http::{HttpRequest, HttpResponse, NoAnswer};
use effectively_once::sim;
use proptest::prelude::*;
use serde_json::{Value, json};

const KEY: &str = "7f8a0000-0000-0000-0000-000000000001";
const OTHER: &str = "7f8a0000-0000-0000-0000-000000000002";
const BODY: &str = r#"{"user_id":1,"items":["A"]}"#;
/// Long enough for an event to reach every handler.
const A_MOMENT: u64 = 2_000;

fn demo() -> Demo {
    let mut scenario = Scenario::default();
    scenario.client.intents = 0;
    scenario.consumer.dedup = Dedup::CheckRunMark;
    Demo { plan: scenario.into(), now: Millis(0) }
}

fn request(method: &str, path: &str, key: Option<&str>, body: &str) -> HttpRequest {
    let mut headers = vec![("Content-Type".to_string(), "application/json".to_string())];
    headers.extend(key.map(|key| ("idempotency-key".to_string(), key.to_string())));
    let url = format!("http://localhost:8000{path}");
    HttpRequest { method: method.into(), url, headers, body: body.into(), max_time_ms: None }
}

fn post(demo: &mut Demo, path: &str, key: Option<&str>, body: &str) -> HttpResponse {
    demo.request(&request("POST", path, key, body)).unwrap()
}

fn audit(demo: &mut Demo, id: &str) -> Value {
    let response = demo.request(&request("GET", &format!("/audit/event/{id}"), None, "")).unwrap();
    assert_eq!(response.status, 200, "{}", response.body);
    parsed(&response)
}

fn parsed(response: &HttpResponse) -> Value {
    serde_json::from_str(&response.body).unwrap()
}

#[test]
fn before_the_first_request_nothing_has_been_done_once() {
    let run = sim::run(&demo().plan);
    assert_eq!(run.outcome.verdict, [Verdict::Pending]);
    assert!(run.outcome.handlers.iter().all(|(_, handler)| handler.verdict == [Verdict::Pending]));
}

#[test]
fn the_session_of_the_article_has_the_counts_of_the_article() {
    let mut demo = demo();
    let first = post(&mut demo, "/events-outbox/rabbitmq", Some(KEY), BODY);
    assert_eq!((first.status, parsed(&first)["event_id"].as_str()), (201, Some(KEY)));
    demo.sleep(A_MOMENT);
    let seen = audit(&mut demo, KEY);
    let handlers: Vec<_> =
        seen["processed"].as_array().unwrap().iter().map(|row| row["handler"].clone()).collect();
    assert_eq!(handlers, ["emailHandler", "inventoryHandler", "analyticsHandler", "recommenderHandler"]);
    assert_eq!(seen["processed"][0]["processed_at"], "2026-05-27T02:13:00.236Z");
    assert_eq!((&seen["emails"]["count"], &seen["outbox"]["count"]), (&json!(1), &json!(1)));

    let replayed = post(&mut demo, &format!("/demo/replay-event/{KEY}"), None, "");
    assert_eq!((replayed.status, &parsed(&replayed)["status"]), (200, &json!("replayed")));
    demo.sleep(A_MOMENT);
    assert_eq!(audit(&mut demo, KEY)["processed"].as_array().unwrap().len(), 4);
    assert_eq!(audit(&mut demo, KEY)["emails"]["count"], 1);
    let skips: Vec<String> = demo
        .logs(Some("backend-node"))
        .unwrap()
        .into_iter()
        .filter(|line| line.contains("dedup.skip"))
        .collect();
    assert_eq!(skips.len(), 4);
    assert_eq!(
        skips[0],
        format!("INFO dedup.skip step=dedup.skip event_id={KEY} bus=rabbitmq handler=emailHandler")
    );

    let [one, two] = [0, 1].map(|_| post(&mut demo, "/events-outbox/rabbitmq", Some(OTHER), BODY));
    assert_eq!((one.status, two.status), (201, 200));
    assert_eq!(one.body, two.body, "a key that comes again is answered with what is stored");
    assert!(two.headers.contains(&("Idempotency-Replayed".into(), "true".into())));
    demo.sleep(A_MOMENT);
    let seen = audit(&mut demo, OTHER);
    assert_eq!(seen["outbox"]["count"], 1);
    assert_eq!(seen["processed"].as_array().unwrap().len(), 4);
    let outcome = sim::outcome(&demo.plan);
    assert_eq!((outcome.intents, outcome.requests, outcome.orders, outcome.mails), (2, 3, 2, 2));
    assert_eq!(outcome.verdict, [effectively_once::domain::outcome::Verdict::Once]);
}

#[test]
fn the_naive_path_has_no_key_and_no_dedup() {
    let mut demo = demo();
    let [one, two] = [0, 1].map(|_| post(&mut demo, "/events/rabbitmq", Some(KEY), BODY));
    assert_eq!((one.status, two.status), (201, 201));
    let id = parsed(&one)["event_id"].as_str().unwrap().to_string();
    assert_ne!(id, KEY);
    demo.sleep(A_MOMENT);
    post(&mut demo, &format!("/demo/replay-event/{id}"), None, "");
    demo.sleep(A_MOMENT);
    let seen = audit(&mut demo, &id);
    assert_eq!(seen["outbox"]["count"], 0);
    assert_eq!(seen["processed"], json!([]));
    assert_eq!(seen["emails"]["count"], 2, "the replay sends the mail again");
    assert_eq!(sim::outcome(&demo.plan).intents, 2, "without a key nobody can tell");
}

#[test]
fn what_is_wrong_with_a_request_has_its_status_and_changes_nothing() {
    let long = format!(r#"{{"user_id":1,"items":["{}"]}}"#, "A".repeat(20_000));
    for (method, path, key, body, status, words) in [
        ("GET", "/nowhere", None, "", 404, "nothing is at /nowhere"),
        ("POST", "/", None, "", 405, "/ takes GET"),
        ("GET", "/events-outbox/rabbitmq", None, "", 405, "takes POST"),
        ("DELETE", "/audit/event/x", None, "", 405, "takes GET"),
        ("POST", "/events-outbox/kafka", None, BODY, 404, "this pipeline's broker is rabbitmq"),
        ("POST", "/events-outbox/rabbitmq", Some("1"), BODY, 400, "is not a UUID"),
        ("POST", "/events-outbox/rabbitmq", None, "{", 400, "is not JSON"),
        ("POST", "/events-outbox/rabbitmq", None, "{}", 400, "user_id has to be"),
        ("POST", "/events-outbox/rabbitmq", None, &long, 413, "longer than 16384 bytes"),
        ("GET", "/audit/event/1", None, "", 400, "is not a UUID"),
        ("GET", &format!("/audit/event/{KEY}"), None, "", 404, "no database holds anything"),
        ("POST", &format!("/demo/replay-event/{KEY}"), None, "", 404, "there is no event"),
    ] {
        let mut demo = demo();
        let response = demo.request(&request(method, path, key, body)).unwrap();
        assert_eq!(response.status, status, "{method} {path}");
        let error = parsed(&response)["error"].as_str().unwrap().to_string();
        assert!(error.contains(words), "{method} {path}: {error}");
        assert!(demo.plan.commands.is_empty(), "{method} {path}");
        assert_eq!(status == 405, response.headers.iter().any(|(name, _)| name == "Allow"));
    }
    let mut form = request("POST", "/events-outbox/rabbitmq", None, BODY);
    form.headers[0].1 = "application/x-www-form-urlencoded".into();
    assert_eq!(demo().request(&form).unwrap().status, 415);
}

#[test]
fn a_key_with_another_body_is_refused_and_the_first_order_stays() {
    let mut demo = demo();
    let one = post(&mut demo, "/events-outbox/rabbitmq", Some(KEY), BODY);
    let other = post(&mut demo, "/events-outbox/rabbitmq", Some(KEY), r#"{"user_id":1,"items":["B"]}"#);
    assert_eq!(other.status, 422);
    let same = post(&mut demo, "/events-outbox/rabbitmq", Some(KEY), BODY);
    assert_eq!((same.status, same.body), (200, one.body));
    assert_eq!(sim::outcome(&demo.plan).orders, 1);
}

#[test]
fn the_list_names_every_path() {
    let response = demo().request(&request("GET", "/", None, "")).unwrap();
    assert_eq!((response.status, parsed(&response)["routes"].as_array().unwrap().len()), (200, 5));
}

#[test]
fn what_gets_lost_is_seen_by_the_client_as_nothing() {
    let answer = |fault: Fault| {
        let mut demo = demo();
        demo.plan.scenario.faults = vec![fault];
        (demo.request(&request("POST", "/events-outbox/rabbitmq", Some(KEY), BODY)), demo)
    };
    let waited = Err(NoAnswer::TimedOut { after_ms: 3_000 });
    assert_eq!(answer(Fault::once(Point::RequestLost)).0, waited);
    let (nothing, mut demo) = answer(Fault::once(Point::ResponseLost));
    assert_eq!((nothing, demo.now), (waited, Millis(3_000)));
    assert_eq!(audit(&mut demo, KEY)["orders"]["count"], 1, "the order is there, only the answer is not");
    let (nothing, mut demo) = answer(Fault::in_gap(Point::ProducerCrash, Gap::BeforeCommit));
    assert_eq!(nothing, Err(NoAnswer::Empty));
    // The process is down for a while.
    let again = demo.request(&request("POST", "/events-outbox/rabbitmq", Some(KEY), BODY));
    assert_eq!(again, Err(NoAnswer::Refused));
    demo.sleep(3_000);
    assert_eq!(post(&mut demo, "/events-outbox/rabbitmq", Some(KEY), BODY).status, 201);
}

#[test]
fn nobody_else_listens() {
    let to = |url: &str| {
        demo().request(&HttpRequest { method: "GET".into(), url: url.into(), ..HttpRequest::default() })
    };
    assert_eq!(to("http://example.org/"), Err(NoAnswer::UnknownHost("example.org".into())));
    assert_eq!(to("http://localhost/"), Err(NoAnswer::Refused));
    assert_eq!(to("https://localhost:8000/"), Err(NoAnswer::Refused));
    assert_eq!(to("http://127.0.0.1:8000").map(|response| response.status), Ok(200));
}

#[test]
fn a_caller_without_patience_gets_no_answer_and_the_order_is_taken() {
    let mut demo = demo();
    let hasty =
        HttpRequest { max_time_ms: Some(10), ..request("POST", "/events-outbox/rabbitmq", Some(KEY), BODY) };
    assert_eq!(demo.request(&hasty), Err(NoAnswer::TimedOut { after_ms: 10 }));
    assert_eq!(demo.now, Millis(10));
    demo.sleep(A_MOMENT);
    assert_eq!(audit(&mut demo, KEY)["orders"]["count"], 1);
}

#[test]
fn a_fresh_start_forgets_the_orders_and_keeps_the_settings() {
    let mut demo = demo();
    let before = demo.plan.clone();
    post(&mut demo, "/events-outbox/rabbitmq", Some(KEY), BODY);
    demo.restart();
    assert_eq!((demo.plan, demo.now), (before, Millis(0)));
}

fn any_request() -> impl Strategy<Value = (HttpRequest, u64)> {
    let method = prop_oneof![Just("GET".to_string()), Just("POST".into()), Just("PUT".into()), "[A-Z]{0,6}"];
    let path = prop_oneof![
        Just("/events-outbox/rabbitmq".to_string()),
        Just("/events/rabbitmq".into()),
        Just(format!("/audit/event/{KEY}")),
        Just(format!("/demo/replay-event/{KEY}")),
        Just("/".into()),
        "/[a-z/%?&#é ]{0,30}",
        "\\PC{0,40}",
    ];
    let key = prop_oneof![Just(None), Just(Some(KEY.to_string())), "\\PC{0,50}".prop_map(Some)];
    let body = prop_oneof![
        Just(BODY.to_string()),
        (0..3_u32, "[A-C]").prop_map(|(user, item)| format!(r#"{{"user_id":{user},"items":["{item}"]}}"#)),
        "\\PC{0,80}",
        Just("[".repeat(10_000)),
    ];
    (method, path, key, body, 0..5_000_u64)
        .prop_map(|(method, path, key, body, pause)| (request(&method, &path, key.as_deref(), &body), pause))
}

fn pipeline() -> impl Strategy<Value = Scenario> {
    let dialects = proptest::sample::select(Dialect::ALL);
    let stores = proptest::sample::select(KeyStore::ALL);
    let dedups = proptest::sample::select(Dedup::ALL);
    (dialects, stores, dedups, 0..300_000_u32).prop_map(|(dialect, store, dedup, rate)| {
        let mut scenario = demo().plan.scenario;
        scenario.broker.dialect = if rate % 2 == 0 { dialect } else { scenario.broker.dialect };
        scenario.producer.key_store = store;
        scenario.consumer.dedup = dedup;
        scenario.rates.0.iter_mut().for_each(|each| each.0 = rate);
        scenario
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_sent_is_answered_and_time_only_goes_on(
        scenario in pipeline(),
        requests in proptest::collection::vec(any_request(), 1..8),
    ) {
        let mut demo = Demo { plan: scenario.into(), now: Millis(0) };
        for (request, pause) in requests {
            let (before, commands) = (demo.now, demo.plan.commands.len());
            let mut again = demo.clone();
            let answer = demo.request(&request);
            prop_assert_eq!(&answer, &again.request(&request), "the same twice");
            prop_assert_eq!(&demo, &again);
            prop_assert!(demo.now >= before);
            if let Ok(response) = answer {
                prop_assert!((200..600).contains(&response.status));
                prop_assert!(serde_json::from_str::<Value>(&response.body).is_ok());
                if (400..500).contains(&response.status) && !matches!(response.status, 409 | 422) {
                    prop_assert_eq!(demo.plan.commands.len(), commands, "a bad request leaves no trace");
                }
            }
            demo.sleep(pause);
        }
        let own = demo.plan.commands.iter().all(|c| matches!(c, Command::Post(_) | Command::Replay { .. }));
        prop_assert!(own);
        prop_assert!(demo.logs(None).is_ok());
    }
}
