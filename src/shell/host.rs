//! The world around the shell, as a trait: the shell itself has no IO, no clock and no randomness.

/// What the shell asks of the world around it.
pub trait Host {
    /// Sends a request; simulated time passes until the answer is there, or until there is none.
    fn http(&mut self, request: &HttpRequest) -> Result<HttpResponse, NoAnswer>;
    /// Simulated time passes.
    fn sleep(&mut self, ms: u64);
    /// The simulated moment, in milliseconds since 1970 (UTC).
    fn now_ms(&self) -> u64;
    /// A UUID drawn from the seed; each call gives another one.
    fn uuid(&mut self) -> String;
    /// Runs SQL on a database of the pipeline; one [`Rows`] for each statement that returns columns.
    /// The error is SQLite's own text, or that no such database is here.
    fn sqlite(&mut self, database: &str, sql: &str) -> Result<Vec<Rows>, String>;
    /// The simulation starts afresh (`docker compose up`, `restart`, `down`).
    fn restart(&mut self);
    /// What the demo has logged so far, line by line: of one compose service, or of all.
    /// The error says that there is no such service.
    fn logs(&mut self, service: Option<&str>) -> Result<Vec<String>, String>;
    /// The compose services that run.
    fn services(&self) -> Vec<String>;
}

/// A request as curl puts it together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HttpRequest {
    /// `GET`, `POST`, …, as written.
    pub method: String,
    /// The whole URL with its scheme (`http://` where none was given), without a fragment.
    pub url: String,
    /// Header lines in their order, names as written; curl's own (`Host`, `User-Agent`, `Accept`) come first.
    pub headers: Vec<(String, String)>,
    /// The body; empty where there is none.
    pub body: String,
    /// How long the caller waits (`curl -m`), in simulated milliseconds.
    pub max_time_ms: Option<u64>,
}

impl HttpRequest {
    /// The value of a header, whatever the case of its name.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(own, _)| own.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }
}

/// An answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HttpResponse {
    /// The status code.
    pub status: u16,
    /// The status line's words (`OK`).
    pub reason: String,
    /// Header lines in their order.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: String,
}

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoAnswer {
    /// Nobody listens there: curl's exit code 7.
    Refused,
    /// The connection was closed without an answer, as by a crash: curl's exit code 52.
    Empty,
    /// The caller stopped waiting: curl's exit code 28.
    TimedOut {
        /// How long it had waited, in simulated milliseconds.
        after_ms: u64,
    },
    /// No such host is in this page: curl's exit code 6.
    UnknownHost(String),
}

/// What a statement returned, rendered.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rows {
    /// The columns' names.
    pub columns: Vec<String>,
    /// The rows; `None` is NULL.
    pub rows: Vec<Vec<Option<String>>>,
}
