//! The world around the shell, as a trait: the shell itself has no IO, no clock and no randomness.

use crate::service::http::{HttpRequest, HttpResponse, NoAnswer};

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

/// What a statement returned, rendered.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rows {
    /// The columns' names.
    pub columns: Vec<String>,
    /// The rows; `None` is NULL.
    pub rows: Vec<Vec<Option<String>>>,
}
