//! The terminal's shell: compared with bash and jq, on the article's session, and against hostile lines.
#![cfg(feature = "workshop")]

use effectively_once::service::http::{HttpRequest, HttpResponse, NoAnswer};
use effectively_once::shell::*;
use proptest::prelude::*;
use std::process::{Command, Stdio};

/// A world that answers what a test needs: an outbox, an audit, a log.
#[derive(Default)]
struct World {
    now_ms: u64,
    requests: Vec<HttpRequest>,
    restarts: usize,
    uuids: u64,
}

fn answer(status: u16, reason: &str, body: &str) -> Result<HttpResponse, NoAnswer> {
    let headers = vec![
        ("Content-Type".into(), "application/json".into()),
        ("Content-Length".into(), body.len().to_string()),
    ];
    Ok(HttpResponse { status, reason: reason.into(), headers, body: body.into() })
}

impl Host for World {
    fn http(&mut self, request: &HttpRequest) -> Result<HttpResponse, NoAnswer> {
        self.now_ms += 250;
        self.requests.push(request.clone());
        let path = request.url.strip_prefix("http://localhost:8000");
        match path {
            None if request.url.starts_with("http://localhost:") => Err(NoAnswer::Refused),
            None => Err(NoAnswer::UnknownHost(request.url.split('/').nth(2).unwrap_or("").into())),
            Some("/crash") => Err(NoAnswer::Empty),
            Some("/slow") => {
                let after_ms = request.max_time_ms.unwrap_or(60_000);
                self.now_ms += after_ms;
                Err(NoAnswer::TimedOut { after_ms })
            }
            Some("/big") => answer(200, "OK", &"x".repeat(3_000_000)),
            Some("/missing") => answer(404, "Not Found", "{\"error\":\"no such thing\"}"),
            Some(path) if path.starts_with("/audit/event/") => answer(
                200,
                "OK",
                r#"{"outbox":{"count":1},"processed":[{"handler":"emailHandler"},{"handler":"inventoryHandler"},{"handler":"analyticsHandler"},{"handler":"recommenderHandler"}]}"#,
            ),
            Some(path) if path.starts_with("/demo/replay-event/") => {
                answer(200, "OK", "{\"status\":\"replayed\"}")
            }
            Some(_) => answer(200, "OK", "{\"status\":\"accepted\"}"),
        }
    }
    fn sleep(&mut self, ms: u64) {
        self.now_ms += ms;
    }
    fn now_ms(&self) -> u64 {
        1_790_000_000_000 + self.now_ms
    }
    fn uuid(&mut self) -> String {
        self.uuids += 1;
        format!("00000000-0000-4000-8000-{:012}", self.uuids)
    }
    fn sqlite(&mut self, database: &str, sql: &str) -> Result<Vec<Rows>, String> {
        if database != "producer" && database != "consumer" {
            return Err(format!("unable to open database \"{database}\""));
        }
        if !sql.contains("orders") {
            return Err("in prepare, no such table: nothing".into());
        }
        let row = |id: &str, item: Option<&str>| vec![Some(id.to_owned()), item.map(String::from)];
        Ok(vec![Rows {
            columns: vec!["id".into(), "item".into()],
            rows: vec![row("1", Some("a lamp")), row("2", None)],
        }])
    }
    fn restart(&mut self) {
        self.restarts += 1;
    }
    fn logs(&mut self, service: Option<&str>) -> Result<Vec<String>, String> {
        match service {
            None | Some("backend-node") => Ok((1..=6)
                .map(|n| format!("INFO {} n={n}", if n % 3 == 0 { "relay" } else { "dedup.skip" }))
                .collect()),
            Some(name) => Err(format!("no such service: {name}")),
        }
    }
    fn services(&self) -> Vec<String> {
        vec!["backend-node".into(), "rabbitmq".into()]
    }
}

struct Ran {
    out: String,
    err: String,
    output: Output,
}

fn ran_in(session: &mut Session, world: &mut World, text: &str) -> Ran {
    let output = run(session, world, text);
    Ran { out: output.text(Stream::Stdout), err: output.text(Stream::Stderr), output }
}

fn ran(text: &str) -> Ran {
    ran_in(&mut Session::default(), &mut World::default(), text)
}

#[track_caller]
fn check(text: &str, out: &str, status: i32) {
    let ran = ran(text);
    assert_eq!((ran.out.as_str(), ran.output.status), (out, status), "\n{text}\nstderr: {}", ran.err);
}

// The table.

struct Case {
    name: &'static str,
    script: &'static str,
    status: i32,
    out: &'static str,
}

fn cases() -> Vec<Case> {
    let text = include_str!("shell/cases.txt");
    let list: Vec<Case> = text
        .split("\n### ")
        .skip(1)
        .map(|case| {
            let (name, rest) = case.split_once('\n').unwrap();
            let (script, rest) = rest.split_once("\n=== ").unwrap();
            let (status, rest) = rest.split_once('\n').unwrap();
            let out = rest.rsplit_once("%%%").unwrap().0;
            Case { name, script, status: status.parse().unwrap(), out }
        })
        .collect();
    assert!(list.len() > 100, "the table is there");
    list
}

#[test]
fn scripts_answer_as_bash_and_jq_do() {
    let mut wrong = String::new();
    for case in cases() {
        let ran = ran(case.script);
        if (ran.out.as_str(), ran.output.status) != (case.out, case.status) {
            wrong += &format!(
                "\n{}\nexpected {}:\n{}got {}:\n{}{}",
                case.name, case.status, case.out, ran.output.status, ran.out, ran.err
            );
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// The version that a program tells of itself, if it is installed.
fn version(program: &str) -> Option<String> {
    let output = Command::new(program).arg("--version").stdin(Stdio::null()).output().ok()?;
    Some(String::from_utf8_lossy(&output.stdout).lines().next().unwrap_or("").to_owned())
}

#[test]
fn the_table_is_what_the_real_bash_and_jq_answer() {
    let bash =
        version("bash").is_some_and(|version| version.contains("version 5.")) && cfg!(target_os = "linux");
    let jq = version("jq").is_some_and(|version| version == "jq-1.6");
    if !bash {
        println!("skipped: no bash 5 on Linux here; the table itself is tested all the same");
        return;
    }
    if !jq {
        println!("skipped for jq: no jq 1.6 here; what it answered stands in the table");
    }
    let folder = std::env::temp_dir().join(format!("shell-cases-{}", std::process::id()));
    for case in cases().iter().filter(|case| jq || !case.script.contains("jq")) {
        std::fs::create_dir_all(&folder).unwrap();
        let mut command = Command::new("bash");
        command.args(["-c", case.script]).current_dir(&folder).env_clear();
        command
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .env("LC_ALL", "C")
            .env("HOME", &folder);
        let output = command.stdin(Stdio::null()).output().unwrap();
        std::fs::remove_dir_all(&folder).unwrap();
        let out = String::from_utf8_lossy(&output.stdout);
        assert_eq!((out.as_ref(), output.status.code()), (case.out, Some(case.status)), "{}", case.name);
    }
}

// The article's session.

#[test]
fn the_articles_blocks_run_unchanged() {
    let mut session = Session::default();
    let mut world = World::default();
    let mut go = |text: &str| {
        let ran = ran_in(&mut session, &mut world, text);
        assert_eq!(ran.output.status, 0, "{text}\n{}", ran.err);
        ran
    };
    let started = go(
        "git clone https://gitlab.com/tools3455147/mq-event-driven-demo\ncd mq-event-driven-demo\ndocker compose -f infra/docker-compose.yml up -d --build\n",
    );
    assert!(
        started.err.contains("Nothing is downloaded") && started.err.contains("starts afresh"),
        "{}",
        started.err
    );

    let posted = go(
        "curl -X POST 'http://localhost:8000/events-outbox/rabbitmq' \\\n  -H 'Content-Type: application/json' \\\n  -H 'Idempotency-Key: 7f8a0000-0000-0000-0000-000000000001' \\\n  -d '{\"user_id\":1,\"items\":[\"A\"]}'\n",
    );
    assert_eq!(posted.out, "{\"status\":\"accepted\"}");

    let audit = go(
        "curl -s http://localhost:8000/audit/event/7f8a0000-0000-0000-0000-000000000001 | jq '.processed'",
    );
    assert!(audit.out.starts_with("[\n  {\n    \"handler\": \"emailHandler\"\n  },\n"), "{}", audit.out);

    go("curl -X POST 'http://localhost:8000/demo/replay-event/7f8a0000-0000-0000-0000-000000000001'");
    let log = go(
        "docker compose -f infra/docker-compose.yml logs backend-node | grep dedup.skip | head -4\n# INFO dedup.skip step=dedup.skip\n",
    );
    assert_eq!(
        log.out,
        "INFO dedup.skip n=1\nINFO dedup.skip n=2\nINFO dedup.skip n=4\nINFO dedup.skip n=5\n"
    );

    let twice = go(
        "KEY=7f8a0000-0000-0000-0000-000000000002\nfor i in 1 2; do\n  curl -X POST 'http://localhost:8000/events-outbox/rabbitmq' \\\n    -H 'Content-Type: application/json' \\\n    -H \"Idempotency-Key: $KEY\" \\\n    -d '{\"user_id\":1,\"items\":[\"A\"]}'\n  echo\ndone\n",
    );
    assert_eq!(twice.out, "{\"status\":\"accepted\"}\n{\"status\":\"accepted\"}\n");

    let counts = go(
        "curl -s \"http://localhost:8000/audit/event/$KEY\" | jq '.outbox.count, .processed | length'\n# 1\n# 4\n",
    );
    assert_eq!(counts.out, "1\n4\n");

    assert_eq!(world.restarts, 1);
    assert_eq!(session.prompt_folder(), "~/mq-event-driven-demo");
    let last_post = &world.requests[4];
    assert_eq!(last_post.method, "POST");
    assert_eq!(last_post.header("idempotency-key"), Some("7f8a0000-0000-0000-0000-000000000002"));
    assert_eq!(last_post.header("content-type"), Some("application/json"));
    assert_eq!(last_post.body, "{\"user_id\":1,\"items\":[\"A\"]}");
}

// Commands that need a world.

#[test]
fn curl_says_why_there_is_no_answer_with_its_own_exit_codes() {
    for (line, status, words) in [
        (
            "curl http://localhost:9",
            7,
            "curl: (7) Failed to connect to localhost port 9 after 250 ms: Couldn't connect to server\n",
        ),
        ("curl -sS http://nowhere.example/", 6, "curl: (6) Could not resolve host: nowhere.example\n"),
        ("curl localhost:8000/crash", 52, "curl: (52) Empty reply from server\n"),
        (
            "curl -m 1.5 localhost:8000/slow",
            28,
            "curl: (28) Operation timed out after 1500 milliseconds with 0 bytes received\n",
        ),
        ("curl -f localhost:8000/missing", 22, "curl: (22) The requested URL returned error: 404\n"),
        ("curl -s localhost:8000/crash", 52, ""),
        ("curl --foo", 2, "curl: option --foo: is unknown\ncurl: try 'curl --help' for more information\n"),
        ("curl", 2, "curl: (2) no URL specified\ncurl: try 'curl --help' for more information\n"),
        ("curl -X", 2, "curl: option -X: requires parameter\ncurl: try 'curl --help' for more information\n"),
        ("curl ftp://x", 1, "curl: (1) Protocol \"ftp\" not supported\n"),
    ] {
        let ran = ran(line);
        assert_eq!((ran.output.status, ran.err.as_str(), ran.out.as_str()), (status, words, ""), "{line}");
    }
}

#[test]
fn curl_shows_what_it_is_asked_for() {
    check(
        "curl -s -o /dev/null -w '%{http_code} %{time_total} %{size_download}\\n' localhost:8000/missing",
        "404 0.250000 25\n",
        0,
    );
    check("curl -si localhost:8000/missing | head -1 | tr -d '\\r'", "HTTP/1.1 404 Not Found\n", 0);
    check("curl -sI localhost:8000/ | grep -ci content", "2\n", 0);
    check(
        "curl -s localhost:8000/a localhost:8000/b",
        "{\"status\":\"accepted\"}{\"status\":\"accepted\"}",
        0,
    );
    check("curl -s localhost:8000/a -o f; jq -r .status f", "accepted\n", 0);
    let mut world = World::default();
    let line = "echo '{\"a\":\n1}' > f; curl -d @f -d x=1 localhost:8000/p; curl --json @f localhost:8000; curl -G -d q=1 -d r=2 localhost:8000/s; echo in | curl --data-binary @- -H 'X: y' -H 'Accept:' localhost:8000";
    ran_in(&mut Session::default(), &mut world, line);
    let [form, json, get, binary] = world.requests.as_slice() else { panic!("four requests") };
    assert_eq!((form.method.as_str(), form.body.as_str()), ("POST", "{\"a\":1}&x=1"));
    assert_eq!(form.header("content-type"), Some("application/x-www-form-urlencoded"));
    assert_eq!((json.body.as_str(), json.header("accept")), ("{\"a\":\n1}\n", Some("application/json")));
    assert_eq!((get.method.as_str(), get.url.as_str()), ("GET", "http://localhost:8000/s?q=1&r=2"));
    assert_eq!(
        (binary.body.as_str(), binary.header("x"), binary.header("accept")),
        ("in\n", Some("y"), None)
    );
}

#[test]
fn curl_tries_again_when_told_to() {
    let mut world = World::default();
    let ran = ran_in(
        &mut Session::default(),
        &mut world,
        "curl -s --retry 2 -m 1 localhost:8000/slow; curl -s --retry 3 localhost:8000/crash",
    );
    assert_eq!((ran.output.status, world.requests.len()), (52, 4));
}

#[test]
fn sqlite3_shows_rows_in_its_forms() {
    check("sqlite3 producer 'SELECT * FROM orders'", "1|a lamp\n2|\n", 0);
    check("echo 'SELECT * FROM orders' | sqlite3 -header producer.db", "id|item\n1|a lamp\n2|\n", 0);
    check(
        "sqlite3 -json producer 'SELECT * FROM orders'",
        "[{\"id\":1,\"item\":\"a lamp\"},\n{\"id\":2,\"item\":null}]\n",
        0,
    );
    check("sqlite3 -json producer 'SELECT * FROM orders' | jq -r '.[0].item'", "a lamp\n", 0);
    check(
        "sqlite3 -csv -header producer 'SELECT * FROM orders' | tr -d '\\r'",
        "id,item\n1,\"a lamp\"\n2,\n",
        0,
    );
    check("sqlite3 -column producer 'SELECT * FROM orders'", "id  item\n--  ------\n1   a lamp\n2\n", 0);
    check("sqlite3 -box producer 'SELECT * FROM orders' | head -2", "┌────┬────────┐\n│ id │  item  │\n", 0);
    let ran = ran("sqlite3 producer 'SELECT * FROM nothing'");
    assert_eq!((ran.err.as_str(), ran.output.status), ("Error: in prepare, no such table: nothing\n", 1));
}

#[test]
fn time_is_the_worlds() {
    check(
        "date -u '+%F %T'; sleep 90; date +%T; sleep 0.5m; date +%s",
        "2026-09-21 14:13:20\n14:14:50\n1790000120\n",
        0,
    );
    check("date", "Mon Sep 21 14:13:20 UTC 2026\n", 0);
    check("jq -n 'now|todate'", "\"2026-09-21T14:13:20Z\"\n", 0);
    check(
        "uuidgen; uuidgen",
        "00000000-0000-4000-8000-000000000001\n00000000-0000-4000-8000-000000000002\n",
        0,
    );
}

#[test]
fn what_is_not_here_is_named_with_a_hint() {
    for (line, words) in [
        ("crul x", "sh: crul: command not found (did you mean curl?)\n"),
        ("frobnicate", "sh: frobnicate: command not found\n"),
        (
            "psql -c x",
            "sh: psql: command not found (the databases are SQLite here: sqlite3 producer 'SELECT …')\n",
        ),
        (
            "git pull",
            "git: \"git pull\" is not here: there is no repository in this page, only the running demo\n",
        ),
        (
            "docker run x",
            "docker: \"docker run\" is not here; docker compose up | ps | logs | restart | down is\n",
        ),
        ("docker compose logs nothing", "no such service: nothing\n"),
        ("set -o vi", "sh: set: vi: is not supported here\n"),
        ("grep -z x", "grep: invalid option -- 'z'\n"),
        ("jq --stream .", "jq: error: the option stream is not supported here\n"),
    ] {
        let ran = ran(line);
        assert_eq!(ran.err, words, "{line}");
        assert_ne!(ran.output.status, 0, "{line}");
    }
}

#[test]
fn jq_says_what_is_wrong_in_its_manner() {
    for (line, words, status) in [
        ("echo 5 | jq '.[]'", "jq: error (at <stdin>:1): Cannot iterate over number (5)\n", 5),
        ("echo null | jq '.[]'", "jq: error (at <stdin>:1): Cannot iterate over null (null)\n", 5),
        ("echo '{\"a\":1}' | jq '.a.b'", "jq: error (at <stdin>:1): Cannot index number with \"b\"\n", 5),
        (
            "echo '\"a\"' | jq '.+1'",
            "jq: error (at <stdin>:1): string (\"a\") and number (1) cannot be added\n",
            5,
        ),
        ("printf 1 | jq 'error({a:1})'", "jq: error (at <stdin>:0) (not a string): {\"a\":1}\n", 5),
        (
            "jq -n 'foo'",
            "jq: error: foo/0 is not defined at <top-level>, line 1:\nfoo\njq: 1 compile error\n",
            3,
        ),
        ("echo '{\"a\": x}' | jq .", "jq: error (at <stdin>:1): value expected at line 1, column 7\n", 2),
    ] {
        let ran = ran(line);
        assert_eq!((ran.err.as_str(), ran.output.status), (words, status), "{line}");
    }
    let ran = ran("jq -n '1 +'");
    assert!(ran.err.starts_with("jq: error: syntax error, unexpected end of file"), "{}", ran.err);
}

#[test]
fn clear_empties_what_was_shown() {
    let ran = ran("echo a; clear; echo b");
    assert!(ran.output.clear);
    assert_eq!(ran.out, "b\n");
}

#[test]
fn streams_keep_their_order() {
    let ran = ran("echo a; echo b >&2; echo c; nosuch; echo d");
    let streams: Vec<Stream> = ran.output.chunks.iter().map(|chunk| chunk.stream).collect();
    use Stream::{Stderr, Stdout};
    assert_eq!(streams, [Stdout, Stderr, Stdout, Stderr, Stdout]);
}

#[test]
fn a_session_goes_on_and_can_be_stored() {
    let mut session = Session::default();
    let mut world = World::default();
    ran_in(
        &mut session,
        &mut world,
        "x='a b'; f() { echo \"f $x\"; }; echo text > file; mkdir d; cd d; false",
    );
    let bytes = postcard::to_allocvec(&session).unwrap();
    let mut restored: Session = postcard::from_bytes(&bytes).unwrap();
    assert_eq!(restored, session);
    let ran = ran_in(&mut restored, &mut world, "echo $?; f; cat ../file; pwd");
    assert_eq!(ran.out, "1\nf a b\ntext\n/home/you/d\n");
}

// What is not supported, and where.

#[test]
fn unsupported_constructs_are_named_with_line_and_column() {
    for (text, words) in [
        ("sleep 1 &", "sh: line 1, column 9: \"&\" (running in the background) is not supported here"),
        ("echo a\n  x=(1 2)", "sh: line 2, column 5: an array is not supported here"),
        ("x[1]=2", "sh: line 1, column 1: an array is not supported here"),
        ("echo ${x[0]}", "sh: line 1, column 6: an array is not supported here"),
        ("diff <(echo a) b", "sh: line 1, column 6: process substitution is not supported here"),
        ("for ((i=0;i<3;i++)); do :; done", "sh: line 1, column 1: \"for ((…))\" is not supported here"),
        ("select x in a; do :; done", "sh: line 1, column 1: \"select\" is not supported here"),
        ("a |& b", "sh: line 1, column 3: \"|&\" is not supported here"),
        ("echo x 3> f", "sh: line 1, column 8: file descriptor 3 is not supported here"),
        ("echo ${!x}", "sh: line 1, column 6: \"${!x}\" is not supported here"),
        ("echo a\n\n  fi", "sh: line 3, column 3: \"fi\" is unexpected here"),
        ("if true; then echo; done", "sh: line 1, column 21: \"done\" is unexpected here"),
        ("echo a | | b", "sh: line 1, column 10: \"|\" is unexpected here"),
        ("echo )", "sh: line 1, column 6: \")\" is unexpected here"),
        ("echo 'abc", "sh: line 1, column 6: the quote is not closed"),
        ("echo $(echo a", "sh: line 1, column 6: \"$(\" is not closed"),
        ("for i in 1 2", "sh: line 1, column 13: the text ends too early"),
        ("while true; do echo", "sh: line 1, column 1: \"while\" is not closed"),
        ("cat <<EOF\nabc\n", "sh: line 1, column 5: the here-document ends without \"EOF\""),
    ] {
        let ran = ran(text);
        assert_eq!((ran.err.trim_end(), ran.output.status, ran.out.as_str()), (words, 2, ""), "{text}");
    }
}

#[test]
fn an_unfinished_text_asks_for_more() {
    for text in [
        "echo 'a",
        "echo \"a",
        "echo a \\",
        "for i in 1 2; do",
        "for i in 1 2",
        "if true",
        "if true; then x",
        "while true; do",
        "{ echo",
        "( echo",
        "echo $(",
        "echo ${x",
        "echo $((1+",
        "cat <<EOF",
        "cat <<EOF\nabc",
        "a |",
        "a &&",
        "a ||",
        "case x in",
        "f() {",
        "echo `a",
        "[[ a ==",
        "curl -X POST \\\n",
        "for i in 1 2; do\n  echo $i\n",
    ] {
        assert!(unfinished(text), "{text}");
    }
    for text in [
        "",
        "echo a",
        "echo 'a'",
        "fi",
        "echo )",
        "a | | b",
        "cat <<EOF\nabc\nEOF",
        "x=(",
        "for i in 1; do echo; done",
        "# it's",
        "sleep 1 &",
    ] {
        assert!(!unfinished(text), "{text}");
    }
}

#[test]
fn completion_knows_commands_paths_variables_and_the_demo() {
    let mut session = Session::default();
    run(&mut session, &mut World::default(), "KEY=1; mkdir demo; echo > data.json; f() { :; }");
    let known = Known {
        urls: &["http://localhost:8000/audit/event/", "http://localhost:8000/events-outbox/rabbitmq"],
        services: &["backend-node", "rabbitmq"],
        databases: &["producer", "consumer"],
    };
    let words = |text: &str| {
        let completion = complete(&session, known, text, text.len());
        completion
            .words
            .into_iter()
            .map(|word| format!("{}{word}", &text[..completion.from]))
            .collect::<Vec<_>>()
    };
    assert_eq!(words("cur"), ["curl "]);
    assert_eq!(words("echo a | gre"), ["echo a | grep "]);
    assert_eq!(words("curl -s http://localhost:8000/au"), ["curl -s http://localhost:8000/audit/event/"]);
    assert_eq!(words("curl --inc"), ["curl --include "]);
    assert_eq!(words("curl -d @da"), ["curl -d @data.json "]);
    assert_eq!(words("cat d"), ["cat data.json ", "cat demo/"]);
    assert_eq!(words("cd d"), ["cd demo/"]);
    assert_eq!(words("echo \"$KE"), ["echo \"$KEY"]);
    assert_eq!(words("echo ${KE"), ["echo ${KEY}"]);
    assert_eq!(
        words("docker compose -f infra/docker-compose.yml logs back"),
        ["docker compose -f infra/docker-compose.yml logs backend-node "]
    );
    assert_eq!(words("docker compose lo"), ["docker compose logs "]);
    assert_eq!(words("sqlite3 con"), ["sqlite3 consumer "]);
    assert_eq!(words("jq --raw-o"), ["jq --raw-output "]);
    assert_eq!(words("for i in 1; do ech"), ["for i in 1; do echo "]);
    assert_eq!(complete(&session, known, "é", 2).words, Vec::<String>::new());
}

// Hostile lines: each ends, and says why where it was stopped.

#[track_caller]
fn stopped(text: &str, words: &str) {
    let ran = ran(text);
    let end: String = ran.err.chars().take(300).collect();
    assert!(ran.err.contains(words), "{}\n{end}", &text[..text.floor_char_boundary(80)]);
    let shown: usize = ran.output.chunks.iter().map(|chunk| chunk.text.len()).sum();
    assert!(shown < limits::OUTPUT + 4096, "{shown} bytes were shown");
}

#[test]
fn endless_loops_end() {
    stopped("while true; do :; done", "a loop went round 10000 times");
    stopped("until false; do x=1; done", "a loop went round 10000 times");
    stopped("for a in {1..200}; do for b in {1..200}; do :; done; done", "30000 commands were executed");
    stopped("f() { f; }; f", "call each other");
    stopped("f() { echo $(f); }; f", "call each other");
    stopped("f() { f | f; }; f", "call each other");
    stopped("x='eval \"$x\"'; eval \"$x\"", "call each other");
    stopped("echo '. ./s' > s; . ./s", "call each other");
    stopped("x='x+x'; echo $((x))", "");
    stopped("x='y+y'; y='x+x'; echo $((x))", "nested too deep");
}

#[test]
fn endless_output_is_cut() {
    stopped("yes", "the output is cut here: 256 KB are shown");
    stopped(
        "while true; do echo aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa; done",
        "the output is cut here",
    );
    stopped("seq 1000000000", "the output is cut here");
    stopped("curl -s localhost:8000/big", "the output is cut here");
    stopped("jq -n 'repeat(1)'", "the output is cut here");
    stopped("jq -n 'range(1e12)'", "the output is cut here");
    stopped("jq -n 'def f: 1, f; f'", "the output is cut here");
    stopped("yes | cat", "the pipe was cut");
    stopped("yes > /dev/null", "MB were read and written");
    stopped("yes > f", "a file holds at most");
    stopped("x=$(yes)", "gave more than");
    stopped("jq -n '[range(1e12)] | length'", "a million numbers");
    assert!(ran("seq 1000000000").output.cut);
    check("yes | head -2; seq 1000000000 | head -1; jq -n 'repeat(1)' | head -1", "y\ny\n1\n1\n", 0);
}

#[test]
fn growing_values_are_refused() {
    stopped("x=aaaaaaaaaa; while true; do x=$x$x; done", "a variable holds at most");
    stopped("x=$(seq 100000)", "a variable holds at most");
    stopped("while true; do x=$x$(seq 1000); done", "");
    stopped("echo {1..100}{1..100}{1..100}", "an expansion gave more than");
    stopped("printf '%1000000000d' 1 | wc -c", "");
    stopped("for i in {1..300}; do echo > f$i; done", "No space left");
    stopped("x=$(printf 'a%.0s' {1..9000}); x=$x$x$x; y=${x//a/$x}", "");
    // Long values are taken apart all the same.
    check(
        "x=$(seq 10000); y=${x//1/one}; echo ${#y}; z=${x%5*}; echo ${#z}; case $x in *9999*) echo in;; esac",
        "56895\n48866\nin\n",
        0,
    );
    stopped("sleep 1e18", "at most a day");
}

#[test]
fn deep_nesting_is_refused() {
    for open in [
        "( ",
        "{ ",
        "((",
        "$(",
        "$((",
        "${x:-",
        "\"$(",
        "if ",
        "while ",
        "$(( (",
        "case x in x) ",
        "for i in 1; do ",
        "[[ ( ",
        "\"${",
        "f() { ",
    ] {
        let text = format!("echo a; {}", open.repeat(60_000 / open.len()));
        let ran = ran(&text);
        assert_eq!(ran.output.status, 2, "{open}");
        assert!(ran.err.len() < 300, "{open}: {}", ran.err.len());
        let _ = unfinished(&text);
    }
    stopped(&format!("echo $(({}1))", "(".repeat(5000)), "");
    stopped(&format!("echo $(({}1))", "-".repeat(5000)), "nested too deep");
    stopped(&format!("x=1{}; echo $((x))", "**1".repeat(5000)), "nested too deep");
    stopped(&format!("[ {} a ]", "! ".repeat(5000)), "nested too deep");
    stopped(&format!("[[ {} a ]]", "( ".repeat(5000)), "");
    stopped(&"! ".repeat(30_000), "");
    stopped(&format!("echo {}", "{a,b}".repeat(5000)), "");
    stopped(&format!("echo a | grep -E '{}a{}'", "(".repeat(5000), ")".repeat(5000)), "grep:");
    stopped(&format!("x={}", "a".repeat(1_000_000)), "the text is too long: at most 64 KB are read");
    let text = "a".repeat(60_000);
    stopped(&format!("x={text}; case $x in *a*a*a*a*a*a*a*b) ;; esac; echo ${{x%%*a*a*a*b}}"), "");
}

#[test]
fn jqs_deep_data_and_programs_are_refused() {
    stopped(&format!("echo '{}' | jq .", "[".repeat(50_000)), "Exceeds depth limit for parsing");
    stopped(&format!("jq -n '{}1'", "[".repeat(3_000)), "too involved");
    stopped(&format!("jq -n '1|{}1'", "-".repeat(3_000)), "too involved");
    stopped(&format!("jq -n '.{}'", "|.".repeat(1_500)), "too involved");
    stopped(&format!("jq -n '{}1'", "if 1 then ".repeat(300)), "too involved");
    stopped(&format!("jq -n '{}'", "1".repeat(50_000)), "too long");
    stopped("jq -n '\"[\"*100000 | fromjson'", "Exceeds depth limit for parsing");
    stopped("jq -n 'reduce range(1000) as $i (0; [.])'", "nests too deep");
    // What is just allowed does not overflow the stack.
    stopped(&format!("jq -n '.{}'", "|.".repeat(99)), "");
    stopped(&format!("jq -n '{}1{}'", "[".repeat(100), "]".repeat(100)), "");
    stopped(&format!("jq -n '1{}'", "+1".repeat(199)), "");
    stopped(&format!("jq -n '1{}' > /dev/null", ",1".repeat(199)), "");
    stopped(&format!("jq -n '1|{}1'", "-".repeat(199)), "");
    stopped(&format!("jq -n '{}1{}'", "{a:".repeat(100), "}".repeat(100)), "");
    stopped(&format!("jq -n '{}1'", "def f: 1; ".repeat(80)), "");
    stopped(&format!("jq -n '{}1'", "try ".repeat(80)), "");
    stopped(&format!("jq -n '{}1{}'", "if 1 then ".repeat(70), " end".repeat(70)), "");
    stopped(&format!("echo '{}{}' | jq -c .", "[".repeat(256), "]".repeat(256)), "");
}

/// Tokens that a shell's grammar is made of, and commands that take them apart.
fn token() -> impl Strategy<Value = String> {
    let fixed = [
        "echo",
        "a",
        "$x",
        "\"",
        "'",
        "$(",
        ")",
        "(",
        "((",
        "))",
        "$((",
        "${x",
        "${x:-",
        "}",
        "{",
        "|",
        "||",
        "&&",
        "&",
        ";",
        ";;",
        "\n",
        "if",
        "then",
        "else",
        "fi",
        "for",
        "in",
        "do",
        "done",
        "while",
        "case",
        "esac",
        "<<E",
        "E",
        "\nE\n",
        ">f",
        "<f",
        ">>f",
        "2>&1",
        "*",
        "?",
        "[",
        "]",
        "[[",
        "]]",
        "==",
        "=~",
        "x=1",
        "x+=2",
        "\\",
        "#",
        "!",
        "true",
        "false",
        "break",
        "f()",
        "f",
        "return",
        "$@",
        "\"$@\"",
        "$'",
        "~",
        "é",
        "\0",
        "\u{feff}",
        "{1..3}",
        "{a,b}",
        "jq",
        ".",
        "-n",
        "range(3)",
        "grep",
        "-E",
        "a*",
        "head",
        "-1",
        "sort",
        "-k2",
        "cut",
        "-f1-",
        "-d:",
        "tr",
        "a-z",
        "printf",
        "%s",
        "%5d",
        "%b",
        "sed",
        "s/a/b/",
        "seq",
        "3",
        "curl",
        "-d",
        "@f",
        "localhost:8000/",
        "sqlite3",
        "producer",
        "orders",
        "xargs",
        "read",
        "x",
        "eval",
        "test",
        "-f",
        "set",
        "-e",
        "--",
        "date",
        "+%Y",
        "-1",
        "99999999999999999999",
        "docker",
        "compose",
        "logs",
        "git",
        "clone",
        "wc",
        "-c",
        "tail",
        "+2",
    ];
    proptest::sample::select(fixed.to_vec())
        .prop_flat_map(|word| prop_oneof![3 => Just(format!("{word} ")), 1 => Just(word.to_owned())])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_makes_it_panic_or_go_on(text in "\\PC{0,80}|(?s).{0,80}") {
        let _ = ran(&text);
        let _ = unfinished(&text);
        let _ = complete(&Session::default(), Known::default(), &text, text.len() / 2);
    }

    #[test]
    fn no_soup_of_tokens_makes_it_panic_or_go_on(tokens in proptest::collection::vec(token(), 0..40)) {
        let text = tokens.concat();
        let _ = ran(&text);
        let _ = unfinished(&text);
        let _ = complete(&Session::default(), Known::default(), &text, text.len());
    }

    #[test]
    fn no_arguments_make_a_command_panic(
        command in proptest::sample::select(vec![
            "curl", "jq", "jq -n", "grep", "grep -E", "head", "tail", "wc", "sort", "uniq", "cut", "tr", "printf", "seq", "sed", "date", "sqlite3", "xargs",
            "test", "echo -e", "read", "set", "docker compose", "git", "ls", "let", "sleep", "export", "local", "cd", "mkdir", "cp", "tee", "env", "sh -c",
        ]),
        arguments in proptest::collection::vec("[-+a-z0-9%{}.*/\\\\|()\\[\\]$@:, é]{0,12}", 0..4),
        input in "[a-z0-9\\[\\]{}\": ,\\n\\\\é]{0,60}",
    ) {
        let quoted: Vec<String> = arguments.iter().map(|argument| format!("'{argument}'")).collect();
        let _ = ran(&format!("{command} {} <<'THE END'\n{input}\nTHE END\n", quoted.join(" ")));
    }
}
