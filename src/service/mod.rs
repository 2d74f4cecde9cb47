//! The demo's HTTP surface over a running simulation: pure functions from a request to a response.
//!
//! A [`Demo`] is a plan and a simulated moment. A request that changes something becomes a command of the plan; what
//! is answered is read from the run that this gives, and from its databases at that moment, by SQL. So whatever the
//! terminal shows, the lab beside it shows as well.

pub mod http;
mod orders;

use crate::domain::command::{Command, Plan};
use crate::domain::ids::{EventId, Millis};
use crate::domain::sql::Database;
use crate::domain::trace::{Lane, Run};
use crate::domain::workshop::{Queried, Value};
use crate::domain::{limits, log};
use crate::sim;
use crate::store::console;
use http::{HttpRequest, HttpResponse, NoAnswer};
use serde_json::{Map, Value as Json, json};
use uuid::Uuid;

/// Where the demo listens: `http://localhost:8000`.
pub const PORT: &str = "8000";
/// Longest body that the demo reads, in bytes.
pub const BODY_BYTES: usize = 16 * 1024;
/// When a run starts, in milliseconds since 1970: 2026-05-27 02:13:00 UTC, a bad hour for two mails.
pub const START_UNIX_MS: u64 = 1_779_847_980_000;

/// A running simulation, as its HTTP clients see it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Demo {
    /// What has been done to the pipeline so far.
    pub plan: Plan,
    /// The simulated moment.
    pub now: Millis,
}

/// What the demo answers on, and what for.
pub const ROUTES: &[(&str, &str, &str)] = &[
    ("GET", "/", "this list"),
    (
        "POST",
        "/events-outbox/{bus}",
        "an order through the outbox; an Idempotency-Key (a UUID) becomes the event's id",
    ),
    (
        "POST",
        "/events/{bus}",
        "an order by the naive path: commit, then publish; no key counts, no handler dedups",
    ),
    ("GET", "/audit/event/{id}", "what the databases hold of an event"),
    ("POST", "/demo/replay-event/{id}", "publishes an event to the broker once more"),
];

/// What is answered if a request cannot be served: status and words.
type Refusal = (u16, String);

/// What a path asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Path<'a> {
    List,
    Order { bus: &'a str, naive: bool },
    Audit(&'a str),
    Replay(&'a str),
}

impl Path<'_> {
    fn of(path: &str) -> Option<Path<'_>> {
        let mut parts = path.trim_matches('/').split('/');
        let path = match (parts.next().unwrap_or(""), parts.next(), parts.next()) {
            ("", None, None) => Path::List,
            ("events-outbox", Some(bus), None) => Path::Order { bus, naive: false },
            ("events", Some(bus), None) => Path::Order { bus, naive: true },
            ("audit", Some("event"), Some(id)) => Path::Audit(id),
            ("demo", Some("replay-event"), Some(id)) => Path::Replay(id),
            _ => return None,
        };
        parts.next().is_none().then_some(path)
    }

    fn method(self) -> &'static str {
        match self {
            Path::List | Path::Audit(_) => "GET",
            Path::Order { .. } | Path::Replay(_) => "POST",
        }
    }
}

impl Demo {
    /// Answers a request; time passes until the answer is there.
    pub fn request(&mut self, request: &HttpRequest) -> Result<HttpResponse, NoAnswer> {
        let path = route(&request.url)?;
        let patience = request.max_time_ms.unwrap_or(u64::MAX);
        let start = self.now;
        let answer = self.answer(request, path);
        let took = self.now.0 - start.0;
        if took > patience {
            self.now = start + patience;
            return Err(NoAnswer::TimedOut { after_ms: patience });
        }
        answer
    }

    fn answer(&mut self, request: &HttpRequest, path: &str) -> Result<HttpResponse, NoAnswer> {
        let found = Path::of(path);
        let method = request.method.as_str();
        let refused = match found {
            None => Some((404, format!("nothing is at {path}; GET / lists what is here"))),
            Some(found) if found.method() != method && !(found.method() == "GET" && method == "HEAD") => {
                Some((405, format!("{path} takes {}", found.method())))
            }
            Some(_) if request.body.len() > BODY_BYTES => {
                Some((413, format!("the body is longer than {BODY_BYTES} bytes")))
            }
            Some(_) => None,
        };
        if let Some(refusal) = refused {
            self.there_and_back();
            let mut response = complain(refusal);
            if let (405, Some(found)) = (response.status, found) {
                response.headers.insert(0, ("Allow".into(), found.method().into()));
            }
            return Ok(response);
        }
        match found {
            None | Some(Path::List) => {
                self.there_and_back();
                let routes: Vec<Json> = ROUTES
                    .iter()
                    .map(|(method, path, what)| json!({ "method": method, "path": path, "what": what }))
                    .collect();
                Ok(reply(200, &json!({ "bus": self.bus(), "routes": routes })))
            }
            Some(Path::Order { bus, naive }) => self.order(request, bus, naive),
            Some(Path::Audit(id)) => {
                self.there();
                let answer = self.event(id).and_then(|event| self.audit(event));
                self.back();
                Ok(answer.map_or_else(complain, |body| reply(200, &body)))
            }
            Some(Path::Replay(id)) => {
                self.there();
                let answer = self.event(id).and_then(|event| self.replay(event));
                self.back();
                Ok(answer.map_or_else(complain, |body| reply(200, &body)))
            }
        }
    }

    /// The name of the broker, in paths.
    pub fn bus(&self) -> &'static str {
        self.plan.scenario.broker.dialect.word()
    }

    /// A request's way.
    fn there(&mut self) {
        self.now = self.now + sim::timing::REQUEST_MS;
    }

    /// Its answer's way.
    fn back(&mut self) {
        self.now = self.now + sim::timing::REQUEST_MS;
    }

    fn there_and_back(&mut self) {
        self.there();
        self.back();
    }

    /// The simulation starts afresh, with the same settings.
    pub fn restart(&mut self) {
        self.plan.commands.clear();
        self.now = Millis(0);
    }

    /// Time passes.
    pub fn sleep(&mut self, ms: u64) {
        self.now = Millis(self.now.0.saturating_add(ms).min(limits::TIME_MS));
    }

    /// Adds a command to the plan, if there is room and time for one.
    fn command(&mut self, command: Command) -> Result<(), Refusal> {
        if self.plan.commands.len() >= limits::COMMANDS {
            let most = limits::COMMANDS;
            return Err((503, format!("this run holds at most {most} commands; start it afresh")));
        }
        if self.now.0 >= limits::TIME_MS {
            return Err((503, "this run has reached its last day; start it afresh".into()));
        }
        self.plan.commands.push(command);
        Ok(())
    }

    /// Everything up to now, and nothing after it.
    fn run(&self) -> Run {
        let mut plan = self.plan.clone();
        plan.scenario.until_ms = self.now.0.max(1);
        sim::run(&plan)
    }

    /// Runs SQL on a database as it stands now.
    pub fn query(&self, on: Database, sql: &str) -> Queried {
        let all = sim::databases_at(&self.plan, self.now);
        let bytes = all.into_iter().find(|(database, _)| *database == on).map(|(_, bytes)| bytes);
        console::query(&bytes.unwrap_or_default(), sql, Some(self.now))
    }

    fn rows(&self, on: Database, sql: &str) -> Result<Vec<Json>, Refusal> {
        let Queried { mut results, refused } = self.query(on, sql);
        if let Some(refused) = refused {
            return Err((500, refused.message));
        }
        let Some(set) = results.pop() else { return Ok(Vec::new()) };
        let object = |row: &Vec<Value>| {
            set.columns.iter().cloned().zip(row.iter().map(value)).collect::<Map<String, Json>>().into()
        };
        Ok(set.rows.iter().map(object).collect())
    }

    fn event(&self, id: &str) -> Result<EventId, Refusal> {
        let id = Uuid::try_parse(id).map_err(|_| (400, format!("{id:?} is not a UUID")))?;
        Ok(EventId(id))
    }

    fn audit(&self, event: EventId) -> Result<Json, Refusal> {
        let [created, published, processed, sent] =
            ["created_ms", "published_ms", "processed_ms", "sent_ms"].map(iso);
        let of = format!("WHERE event_id = '{event}' ORDER BY rowid");
        let outbox = self.rows(
            Database::Producer,
            &format!("SELECT bus, {created} AS created_at, {published} AS published_at FROM outbox {of}"),
        )?;
        let orders = self.rows(
            Database::Producer,
            &format!("SELECT order_id, {created} AS created_at FROM orders {of}"),
        )?;
        let processed = self.rows(
            Database::Consumer,
            &format!("SELECT handler, bus, {processed} AS processed_at FROM processed_events {of}"),
        )?;
        let emails = self
            .rows(Database::Consumer, &format!("SELECT order_id, {sent} AS sent_at FROM emails_sent {of}"))?;
        if [&outbox, &orders, &processed, &emails].iter().all(|rows| rows.is_empty()) {
            return Err((404, format!("no database holds anything of event {event}")));
        }
        let counted = |rows: Vec<Json>| json!({ "count": rows.len(), "rows": rows });
        Ok(json!({
            "event_id": event.to_string(),
            "outbox": counted(outbox),
            "orders": counted(orders),
            "processed": processed,
            "emails": counted(emails),
        }))
    }

    fn replay(&mut self, event: EventId) -> Result<Json, Refusal> {
        if !self.run().events.iter().any(|info| info.id == event) {
            return Err((404, format!("there is no event {event} to replay")));
        }
        self.command(Command::Replay { at_ms: self.now, event })?;
        Ok(json!({
            "event_id": event.to_string(),
            "status": "replayed",
            "note": format!("published to the broker once more, under the same id; see /audit/event/{event}"),
        }))
    }

    /// What the demo has logged up to now: of `backend-node` (producer, relay and workers), of the broker, or of both.
    pub fn logs(&self, service: Option<&str>) -> Result<Vec<String>, String> {
        if let Some(unknown) = service.filter(|name| !self.services().iter().any(|known| known == name)) {
            return Err(format!("no such service: {unknown}"));
        }
        let run = self.run();
        let of = |line: &log::Line| match run.entries[line.step].what.lane() {
            Lane::Broker => self.bus(),
            _ => BACKEND,
        };
        let lines = log::lines(&run, self.bus());
        // What only the simulation knows stands in no log.
        let told = |line: &&log::Line| {
            !line.name.starts_with("sim.") && service.is_none_or(|service| of(line) == service)
        };
        Ok(lines.iter().filter(told).map(log::Line::text).collect())
    }

    /// The compose services.
    pub fn services(&self) -> Vec<String> {
        vec![BACKEND.into(), self.bus().into()]
    }
}

/// The compose service that holds producer, relay and workers.
const BACKEND: &str = "backend-node";

/// A moment of a run as a JSON text, made by SQLite; NULL stays NULL.
fn iso(column: &str) -> String {
    // In whole numbers, so that no millisecond is rounded away.
    format!(
        "strftime('%Y-%m-%dT%H:%M:%S', ({START_UNIX_MS} + {column}) / 1000, 'unixepoch') \
         || '.' || substr('000' || ({START_UNIX_MS} + {column}) % 1000, -3) || 'Z'"
    )
}

fn value(value: &Value) -> Json {
    match value {
        Value::Null => Json::Null,
        Value::Integer(n) => json!(n),
        Value::Real(x) => json!(x),
        Value::Text(text) => json!(text),
        Value::Blob(bytes) => json!(format!("{} bytes", bytes.len())),
    }
}

/// The path of a URL that leads here.
fn route(url: &str) -> Result<&str, NoAnswer> {
    let (scheme, rest) = url.split_once("://").unwrap_or(("http", url));
    let end = rest.find(['/', '?']).unwrap_or(rest.len());
    let (authority, path) = rest.split_at(end);
    let (host, port) = authority.split_once(':').unwrap_or((authority, "80"));
    if !matches!(host, "localhost" | "127.0.0.1") {
        return Err(NoAnswer::UnknownHost(host.into()));
    }
    if port != PORT || scheme != "http" {
        return Err(NoAnswer::Refused);
    }
    let path = path.split('?').next().unwrap_or("");
    Ok(if path.is_empty() { "/" } else { path })
}

/// An answer with a JSON body.
fn reply(status: u16, body: &Json) -> HttpResponse {
    let reason = match status {
        200 => "OK",
        201 => "Created",
        400 => "Bad Request",
        404 => "Not Found",
        405 => "Method Not Allowed",
        409 => "Conflict",
        413 => "Content Too Large",
        415 => "Unsupported Media Type",
        422 => "Unprocessable Content",
        503 => "Service Unavailable",
        _ => "Internal Server Error",
    };
    let body = body.to_string();
    let headers = vec![
        ("Content-Type".into(), "application/json".into()),
        ("Content-Length".into(), body.len().to_string()),
    ];
    HttpResponse { status, reason: reason.into(), headers, body }
}

fn complain((status, error): Refusal) -> HttpResponse {
    reply(status, &json!({ "error": error }))
}
