//! The words of the site: what each means, and what it must not be called. `content/<language>/glossary.toml`.

use std::{fmt::Write as _, fs, path::Path};

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use super::content::{Source, Words, parse_toml};
use super::html::escape;

/// The page that explains them, in every language.
pub const SLUG: &str = "glossary";

/// All terms of one language.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Glossary {
    term: Vec<Term>,
}

/// One term.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Term {
    /// What the prose refers to, the same in every language.
    pub id: String,
    /// Heading of the group that begins here.
    part: Option<String>,
    /// As it stands in the prose.
    name: String,
    /// What it means, in a sentence or two.
    pub text: String,
    /// One more, for its place in the glossary, in Markdown.
    more: Option<String>,
    /// What it must not be called, anywhere on the site.
    avoid: Vec<String>,
}

impl Glossary {
    /// Reads a language's.
    pub fn read(root: &Path, language: &str) -> Result<Glossary> {
        let file = Path::new("content").join(language).join("glossary.toml");
        let text = fs::read_to_string(root.join(&file))
            .with_context(|| format!("{}: cannot be read", file.display()))?;
        parse_toml(&text, &file, 1)
    }

    /// The term with this id.
    pub fn find(&self, id: &str) -> Option<&Term> {
        self.term.iter().find(|term| term.id == id)
    }

    /// Every term's id, name and meaning, in order.
    pub fn terms(&self) -> impl Iterator<Item = (&str, &str, &str)> {
        self.term.iter().map(|term| (term.id.as_str(), term.name.as_str(), term.text.as_str()))
    }

    /// The ids, in order.
    pub fn ids(&self) -> Vec<&str> {
        self.term.iter().map(|term| term.id.as_str()).collect()
    }

    /// The whole list. `inline` renders Markdown.
    pub fn html(&self, words: &Words, inline: impl Fn(&str) -> Result<String>) -> Result<String> {
        let mut html = String::new();
        for (n, term) in self.term.iter().enumerate() {
            if let Some(part) = &term.part {
                html += if n > 0 { "</dl>\n" } else { "" };
                writeln!(html, "<h2>{}</h2>\n<dl class=\"terms\">", escape(part))?;
            }
            ensure!(n > 0 || term.part.is_some(), "the first term of the glossary begins a part");
            write!(
                html,
                "<div id=\"{}\"><dt>{}</dt><dd>{}",
                term.id,
                escape(&term.name),
                escape(&term.text)
            )?;
            if let Some(more) = &term.more {
                write!(html, "{}<span class=\"more\">{}</span>", words.gap, inline(more)?)?;
            }
            if !term.avoid.is_empty() {
                let avoid: Vec<String> =
                    term.avoid.iter().map(|word| format!("<s>{}</s>", escape(word))).collect();
                let not = escape(&words.avoid).replace("{words}", &avoid.join(&words.comma));
                write!(html, "{}<span class=\"avoid\">{not}</span>", words.gap)?;
            }
            html += "</dd></div>\n";
        }
        Ok(html + "</dl>\n")
    }

    /// Every place of a page where something is called what it must not be called.
    pub fn misnomers(&self, source: &Source) -> Vec<String> {
        let front = [&source.front.title, &source.front.description].into_iter();
        let front = front.chain(&source.front.question).chain(&source.front.cures).chain(&source.front.truth);
        let front = front.chain(&source.front.summary).map(|text| (2, text.as_str()));
        let body = source.body.lines().enumerate().map(|(n, line)| (source.body_line + n, line));
        let mut found = Vec::new();
        for (line, text) in front.chain(body) {
            for term in &self.term {
                for word in term.avoid.iter().filter(|word| says(text, word)) {
                    found.push(format!("{}:{line}: not {word:?} but {:?}", source.file.display(), term.name));
                }
            }
        }
        found
    }
}

/// Does the text say this word? Letters before and after make it another word.
fn says(text: &str, word: &str) -> bool {
    let (text, word) = (text.to_lowercase(), word.to_lowercase());
    let is_letter = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    text.match_indices(&word).any(|(at, _)| {
        let whole = word.is_ascii();
        !whole
            || !is_letter(text[..at].chars().next_back())
                && !is_letter(text[at + word.len()..].chars().next())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_found_whole() {
        assert!(says("A Dead Letter Queue.", "dead letter queue"));
        assert!(!says("dedupes", "dedupe"));
        assert!(says("這是冥等性", "冥等"));
    }
}
