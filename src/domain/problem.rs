//! What is wrong with a text that somebody wrote, pasted or followed: data, so that the page says it in the
//! reader's language and a terminal in English.

use serde::{Deserialize, Serialize};
use std::fmt;

/// One complaint, and where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// A key (`client.clicks`), a position (`line 3, column 5`), or both; may be empty.
    pub place: String,
    /// What is wrong there.
    pub wrong: Wrong,
}

/// Kinds of complaint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Wrong {
    /// No such key.
    UnknownKey,
    /// A version that this build does not read.
    UnknownVersion(String),
    /// The version is missing.
    NoVersion,
    /// Not one of the words that are allowed here.
    NotOneOf {
        /// What stood there.
        got: String,
        /// What may stand there.
        allowed: Vec<String>,
    },
    /// A number outside its range.
    OutOfRange {
        /// What stood there.
        got: String,
        /// Smallest allowed.
        min: u64,
        /// Largest allowed.
        max: u64,
    },
    /// Another kind of value than expected here.
    WrongKind {
        /// What stood there.
        got: String,
        /// What is expected: `number`, `true or false`, `word`, `list`, `fraction`.
        expected: String,
    },
    /// The text is longer than the limit.
    TooLong {
        /// The limit.
        max: u64,
    },
    /// More entries than the limit.
    TooMany {
        /// The limit.
        max: u64,
    },
    /// This point has no such gap, handler or delivery.
    DoesNotApply {
        /// To what.
        to: String,
    },
    /// The text does not parse; the parser's own words.
    Syntax(String),
}

impl Problem {
    /// A complaint about a place.
    pub fn at(place: impl Into<String>, wrong: Wrong) -> Problem {
        Problem { place: place.into(), wrong }
    }

    /// The same complaint, its place seen from further out.
    pub fn within(mut self, outer: &str) -> Problem {
        self.place = match (outer.is_empty(), self.place.is_empty()) {
            (true, _) => self.place,
            (_, true) => outer.to_string(),
            _ => format!("{outer}: {}", self.place),
        };
        self
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.place.is_empty() {
            write!(f, "{}: ", self.place)?;
        }
        match &self.wrong {
            Wrong::UnknownKey => write!(f, "there is no such key"),
            Wrong::UnknownVersion(v) => write!(f, "version {v:?} is not known here; this reads version 1"),
            Wrong::NoVersion => write!(f, "the version is missing; write version = 1 (in a link: v=1)"),
            Wrong::NotOneOf { got, allowed } => write!(f, "{got:?} is not one of: {}", allowed.join(", ")),
            Wrong::OutOfRange { got, min, max } => write!(f, "{got} is outside {min} to {max}"),
            Wrong::WrongKind { got, expected } => write!(f, "{got} stands where a {expected} is expected"),
            Wrong::TooLong { max } => write!(f, "the text is longer than {max} bytes"),
            Wrong::TooMany { max } => write!(f, "more than {max} entries"),
            Wrong::DoesNotApply { to } => write!(f, "does not apply to {to}"),
            Wrong::Syntax(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for Problem {}
