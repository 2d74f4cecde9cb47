//! The fence `runs`: a table of links to runs, which the app fills with what they come to.

use std::fmt::Write as _;

use anyhow::{Context as _, Result, bail};
use effectively_once::domain::{outcome::Outcome, scenario::Handler};
use effectively_once::view::{lang::Lang, texts};
use serde::Deserialize;

use super::content::Words;
use super::html::escape;
use super::markdown::workbench;

/// A table of runs: each cell is the run of what its row and its column set together. Until the app has run them,
/// and for good without it, each is the way to that run in the workbench.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Runs {
    caption: String,
    /// What all have in common, as in a link.
    #[serde(default)]
    base: String,
    /// Rows lie along an axis of this name; a slider walks along it.
    along: Option<String>,
    /// Beside a cell's run stands the same column's in the row before, not the same row's in the first column.
    #[serde(default)]
    beside_before: bool,
    /// A column is chosen before anything is shown.
    #[serde(default)]
    choose: bool,
    /// Whose verdict a cell tells; all handlers' if nothing is said.
    of: Option<String>,
    /// Figures of the outcome that a cell shows, each with its name.
    #[serde(default)]
    show: Vec<[String; 2]>,
    column: Vec<Side>,
    row: Vec<Side>,
}

/// A row or a column.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Side {
    name: String,
    /// What it sets, as in a link. A column may leave a place for the row's: `{}`.
    #[serde(default)]
    with: String,
    /// A few words under its name.
    #[serde(default)]
    note: String,
}

impl Runs {
    /// What a cell's run is set to.
    fn pairs(&self, row: &Side, column: &Side) -> Vec<String> {
        let own = if column.with.contains("{}") {
            column.with.replace("{}", &row.with)
        } else {
            format!("{}&{}", column.with, row.with)
        };
        let all = format!("{}&{own}", self.base);
        all.split('&').filter(|pair| !pair.is_empty()).map(str::to_owned).collect()
    }

    /// A cell's run beside another, as a lab compares two.
    fn comparison(&self, row: usize, column: usize) -> String {
        let pair = |at: usize| [at.saturating_sub(1), at.max(1)];
        let [a, b] = if self.beside_before && self.row.len() > 1 {
            pair(row).map(|row| self.pairs(&self.row[row], &self.column[column]))
        } else {
            [0, column.max(1)].map(|column| self.pairs(&self.row[row], &self.column[column]))
        };
        let side = |name: &str, own: &[String], other: &[String]| -> String {
            own.iter().filter(|pair| !other.contains(pair)).map(|pair| format!("&{name}.{pair}")).collect()
        };
        let both: String = a.iter().filter(|pair| b.contains(pair)).map(|pair| format!("&{pair}")).collect();
        format!("v=1&compare=true{both}{}{}", side("a", &a, &b), side("b", &b, &a))
    }

    /// What a run came to, as the app paints it, too (`src/ui/runs.rs`).
    fn cell(&self, outcome: &Outcome, lang: Lang) -> String {
        let fields = outcome.fields();
        let of = self.of.as_deref().and_then(Handler::from_word).and_then(|it| outcome.handler(it));
        let verdict = of.and_then(|of| of.verdict.first().copied()).unwrap_or(outcome.worst());
        let mut html =
            format!("<span class=\"cell-verdict\">{}</span>", escape(texts::verdict(verdict, lang)));
        for [figure, name] in &self.show {
            let value =
                fields.iter().find(|(known, _)| known == figure).map_or("0".into(), |(_, it)| it.to_string());
            html += &format!(" <span class=\"figure\">{} <b>{value}</b></span>", escape(name));
        }
        html
    }

    /// The table, for the page with this slug.
    ///
    /// `ran` tells what a link's left run comes to: each cell says it before the app does, and in print.
    pub fn html(
        &self,
        slug: &str,
        words: &Words,
        lang: Lang,
        ran: impl Fn(&str) -> Result<Outcome>,
        place: &str,
    ) -> Result<String> {
        if self.column.len() < 2 || self.row.is_empty() || self.column.len() * self.row.len() > 64 {
            bail!("{place}: two columns or more, a row or more, and at most 64 cells are wanted");
        }
        let mut html = String::from("<div class=\"island runs\" data-island=\"runs\"");
        for (name, value) in [("along", &self.along), ("of", &self.of)] {
            if let Some(value) = value {
                write!(html, " data-{name}=\"{}\"", escape(value))?;
            }
        }
        if self.choose {
            html.push_str(" data-choose=\"true\"");
        }
        let show: Vec<String> = self.show.iter().map(|pair| pair.join("=")).collect();
        writeln!(html, " data-show=\"{}\">", escape(&show.join(";")))?;
        let name = |side: &Side| match side.note.as_str() {
            "" => escape(&side.name),
            note => format!("{} <span class=\"note\">{}</span>", escape(&side.name), escape(note)),
        };
        write!(html, "<table><caption>{}</caption>\n<thead><tr><td></td>", escape(&self.caption))?;
        for column in &self.column {
            write!(html, "<th scope=\"col\">{}</th>", name(column))?;
        }
        html.push_str("</tr></thead>\n<tbody>");
        for (line, row) in self.row.iter().enumerate() {
            write!(html, "<tr><th scope=\"row\">{}</th>", name(row))?;
            for (at, column) in self.column.iter().enumerate() {
                let link = format!("v=1&{}", self.pairs(row, column).join("&"));
                let outcome = ran(&link).with_context(|| place.to_owned())?;
                write!(
                    html,
                    "<td data-column=\"{}\"><a href=\"{}\" data-run=\"{}\">{}</a></td>",
                    escape(&column.name),
                    workbench(slug, &self.comparison(line, at)),
                    escape(&link),
                    self.cell(&outcome, lang)
                )?;
            }
            html.push_str("</tr>\n");
        }
        html.push_str("</tbody></table>\n");
        writeln!(
            html,
            "<p class=\"island-error\" role=\"alert\" hidden>{}</p></div>",
            escape(&words.island_error)
        )?;
        Ok(html)
    }
}
