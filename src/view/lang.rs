//! The two languages, and sentences made of pieces.

use crate::domain::ids::EventNo;

/// A language of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lang {
    /// English.
    En,
    /// Traditional Chinese as written in Taiwan.
    ZhHant,
}

impl Lang {
    /// Both.
    pub const ALL: [Lang; 2] = [Lang::En, Lang::ZhHant];
    /// As in `lang="…"` and in the site's folders.
    pub const fn tag(self) -> &'static str {
        match self {
            Lang::En => "en",
            Lang::ZhHant => "zh-Hant",
        }
    }
    /// The language with this tag; anything Chinese is `zh-Hant`, everything else English.
    pub fn from_tag(tag: &str) -> Lang {
        if tag.to_ascii_lowercase().starts_with("zh") { Lang::ZhHant } else { Lang::En }
    }
}

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
