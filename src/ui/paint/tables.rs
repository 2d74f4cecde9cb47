//! The live tables of a panel, and values as they stand in rows and statements.

use super::super::html::Html;
use super::super::state::{Shown, State};
use super::hue;
use crate::domain::sql::{Cell, Database};
use crate::view::matrix::Panel;
use crate::view::tables::{Part, RowView, Touch};
use crate::view::texts::{Noun, count};

/// So many rows of a table are shown.
const ROWS: usize = 12;

/// A value: an event's id as its coloured name with its first digits. `quoted`: as a SQL literal.
pub fn cell(h: &mut Html, cell: &Cell, shown: &Shown, quoted: bool) {
    let Cell::Text(text) = cell else {
        match cell {
            Cell::Null => h.m("<i class=\"null\">NULL</i>"),
            other => h.d(other),
        };
        return;
    };
    if let Some(event) = shown.tables().event_of(cell) {
        h.tag(event).m("\u{2009}");
    }
    if text.len() == 36 && text.is_ascii() && text.bytes().filter(|b| *b == b'-').count() == 4 {
        h.m("<span class=\"id\" title=\"")
            .t(text)
            .m("\">")
            .m_if(quoted, "'")
            .t(&text[..8])
            .m("…")
            .m_if(quoted, "'");
        h.m("</span>");
    } else if quoted {
        h.d(cell);
    } else {
        h.t(text);
    }
}

/// The tables as they stand at the cursor, one part each, those of the producer first; then for each database
/// which of its tables are empty.
pub fn tables(state: &State, panel: Panel) -> Vec<Html> {
    let Some(now) = state.now(panel) else { return Vec::new() };
    let all = now.shown.tables().near(now.step, ROWS);
    let mut parts = Vec::with_capacity(all.len() + 4);
    for &database in Database::ALL {
        let mut head = Html::new();
        head.m("<h3>").t(match database {
            Database::Producer => state.t.database_producer,
            Database::Consumer => state.t.database_consumer,
        });
        head.m("</h3>");
        parts.push(head);
        let mut empty = Html::new();
        for part in all.iter().filter(|part| part.table.info.table.database() == database) {
            let mut h = Html::new();
            if part.table.rows.is_empty() {
                empty.m(" <code translate=\"no\">").m(part.table.info.table.word()).m("</code>");
            } else {
                table(&mut h, state, &now.shown, part);
            }
            parts.push(h);
        }
        let mut h = Html::new();
        if !empty.is_empty() {
            h.m("<p class=\"empty-tables\">")
                .t(state.t.table_empty)
                .m(state.lang.colon())
                .h(&empty)
                .m("</p>");
        }
        parts.push(h);
    }
    parts
}

/// One table. A wide one may have to be scrolled, so it must be reachable without a mouse.
fn table(h: &mut Html, state: &State, shown: &Shown, part: &Part) {
    let t = state.t;
    let (info, rows) = (&part.table.info, &part.table.rows);
    let name = info.table.word();
    // On a phone four columns are wider than the window: who has no mouse scrolls a box that has the focus.
    let (wide, reachable) = (info.columns.len() > 4, info.columns.len() > 3);
    h.m("<div class=\"table-box").m_if(wide, " wide").m("\"");
    if reachable {
        h.m(" tabindex=\"0\" role=\"group\" aria-label=\"").m(name).m("\"");
    }
    h.m(">");
    h.m("<table class=\"live\"><caption><span class=\"name\" translate=\"no\">")
        .m(name)
        .m("</span><span class=\"key-of\">");
    if info.primary_key.is_empty() {
        h.t(t.no_primary_key);
    } else {
        let [open, close] = state.lang.brackets();
        h.t(t.primary_key).m(open).t(&info.primary_key.join(", ")).m(close);
    }
    h.m("</span></caption><thead><tr><th class=\"mark\"><span class=\"hidden\">").t(t.now).m("</span></th>");
    for (i, column) in info.columns.iter().enumerate() {
        // A column of numbers stands under the end of its name.
        let number = rows.iter().any(|row| matches!(row.cells.get(i), Some(Cell::Integer(_))));
        h.m("<th scope=\"col\" class=\"").m_if(info.primary_key.contains(column), "key").m_if(number, " n");
        h.m("\">").t(column).m("</th>");
    }
    h.m("</tr></thead><tbody>");
    for row in rows {
        table_row(h, state, shown, row);
    }
    h.m("</tbody>");
    if part.hidden > 0 {
        h.m("<tfoot><tr><td></td><td colspan=\"").n(info.columns.len()).m("\">+ ");
        h.t(&count(part.hidden as u32, Noun::Row, state.lang)).m("</td></tr></tfoot>");
    }
    h.m("</table></div>");
}

fn table_row(h: &mut Html, state: &State, shown: &Shown, row: &RowView) {
    let t = state.t;
    let (class, mark, word) = match row.touch {
        Touch::No if row.pending => ("", "…", ""),
        Touch::No => ("", "", ""),
        Touch::Inserted => ("inserted ", "+", t.inserted),
        Touch::Updated => ("updated ", "±", t.updated),
        Touch::Deleted => ("deleted ", "−", t.deleted),
        Touch::Committed => ("committed ", "✓", t.committed),
    };
    h.m("<tr class=\"").m(class).m_if(row.pending, "pending ").m(hue(row.event)).m("\"><td class=\"mark\">");
    h.m("<span aria-hidden=\"true\">").m(mark).m("</span><span class=\"hidden\">").t(word).m(" ");
    h.t(if row.pending { t.pending_row } else { "" }).m("</span></td>");
    for value in &row.cells {
        h.m(if matches!(value, Cell::Integer(_)) { "<td class=\"n\">" } else { "<td>" });
        cell(h, value, shown, false);
        h.m("</td>");
    }
    h.m("</tr>");
}
