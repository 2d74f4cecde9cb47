//! HTML as text. Markup is what stands in the program; everything else is escaped, so nothing that a visitor
//! wrote or pasted can become markup.
//!
//! Why text and not a view for every piece: what changes with a step is many small pieces, and a compiled view
//! for each of them was half of the page's Wasm. So the parts of the lab are pure functions from state to HTML
//! ([`super::paint`]), which tests read without a browser, and one place puts them on the page.

use std::fmt::{Display, Write};

/// A growing piece of HTML.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Html(String);

impl Html {
    /// Nothing yet.
    pub fn new() -> Html {
        Html::default()
    }

    /// Markup.
    pub fn m(&mut self, markup: &'static str) -> &mut Html {
        self.0.push_str(markup);
        self
    }

    /// Text, in content or in a quoted attribute.
    pub fn t(&mut self, text: &str) -> &mut Html {
        for c in text.chars() {
            match c {
                '&' => self.0.push_str("&amp;"),
                '<' => self.0.push_str("&lt;"),
                '>' => self.0.push_str("&gt;"),
                '"' => self.0.push_str("&quot;"),
                c => self.0.push(c),
            }
        }
        self
    }

    /// What writes itself as text.
    pub fn d(&mut self, value: &dyn Display) -> &mut Html {
        let mut text = String::new();
        let _ = write!(text, "{value}");
        self.t(&text)
    }

    /// A number.
    pub fn n(&mut self, n: usize) -> &mut Html {
        self.d(&n)
    }

    /// Hundredths as a decimal: 1250 is `12.50`.
    pub fn hundredths(&mut self, n: i32) -> &mut Html {
        let (whole, rest) = (n.unsigned_abs() / 100, n.unsigned_abs() % 100);
        if n < 0 {
            self.m("-");
        }
        self.n(whole as usize);
        if rest > 0 {
            self.m(if rest < 10 { ".0" } else { "." }).n(rest as usize);
        }
        self
    }

    /// Markup where this holds.
    pub fn m_if(&mut self, holds: bool, markup: &'static str) -> &mut Html {
        if holds { self.m(markup) } else { self }
    }

    /// Another piece.
    pub fn h(&mut self, html: &Html) -> &mut Html {
        self.0.push_str(&html.0);
        self
    }

    /// As text for the page.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Is there nothing?
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_cannot_become_markup() {
        let mut html = Html::new();
        html.m("<p title=\"").t("\"><script>").m("\">").t("a < b & c").m("</p>");
        assert_eq!(html.as_str(), "<p title=\"&quot;&gt;&lt;script&gt;\">a &lt; b &amp; c</p>");
    }

    #[test]
    fn hundredths_are_decimals() {
        let text = |n| Html::new().hundredths(n).as_str().to_string();
        assert_eq!([text(1250), text(5), text(-705), text(300)], ["12.50", "0.05", "-7.05", "3"]);
    }
}
