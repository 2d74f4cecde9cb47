//! The two languages, and sentences made of pieces.

pub use crate::domain::lang::{Lang, Said};

use crate::domain::ids::EventNo;

/// A piece of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Span {
    /// Running text.
    Text(String),
    /// A technical name: handler, table, statement.
    Code(String),
    /// An event, shown as its coloured tag.
    Event(EventNo),
    /// What the sentence is about.
    Strong(String),
}

/// A sentence.
pub type Sentence = Vec<Span>;

/// A sentence as plain text, for the live region and for tests.
pub fn plain(sentence: &[Span]) -> String {
    sentence
        .iter()
        .map(|span| match span {
            Span::Text(t) | Span::Code(t) | Span::Strong(t) => t.clone(),
            Span::Event(no) => no.to_string(),
        })
        .collect()
}
