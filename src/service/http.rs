//! Requests and answers, as `curl` makes and shows them.

/// A request.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HttpRequest {
    /// `GET`, `POST`, …, as written.
    pub method: String,
    /// The whole URL with its scheme, without a fragment.
    pub url: String,
    /// Header lines in their order, names as written.
    pub headers: Vec<(String, String)>,
    /// The body; empty where there is none.
    pub body: String,
    /// How long the caller waits, in simulated milliseconds.
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
    /// Nobody listens there.
    Refused,
    /// The connection was closed without an answer, as by a crash.
    Empty,
    /// The caller stopped waiting.
    TimedOut {
        /// How long it had waited, in simulated milliseconds.
        after_ms: u64,
    },
    /// No such host is in this page.
    UnknownHost(String),
}
