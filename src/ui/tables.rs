//! The live tables of a panel, and values as they stand in rows and statements.

use super::pieces::{hue, letter};
use super::state::{Shown, Store};
use crate::domain::sql::{Cell, Database};
use crate::view::matrix::Panel;
use crate::view::tables::{Part, RowView, TableView, Touch};
use crate::view::texts::{Noun, count};
use leptos::prelude::*;
use std::fmt::Write;

/// So many rows of a table are shown.
const ROWS: usize = 12;

/// A text safe inside HTML, in content and in quoted attributes.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

/// A value as HTML: an event's id as its coloured name with its first digits. `quoted`: as a SQL literal.
pub fn cell(cell: &Cell, shown: &Shown, quoted: bool) -> String {
    let Cell::Text(text) = cell else {
        return match cell {
            Cell::Null => "<i class=\"null\">NULL</i>".into(),
            other => other.to_string(),
        };
    };
    let quote = if quoted { "'" } else { "" };
    let full = escape(&if quoted { text.replace('\'', "''") } else { text.clone() });
    let is_id = text.len() == 36 && text.bytes().filter(|b| *b == b'-').count() == 4;
    let mut html = String::new();
    if let Some(event) = shown.tables.event_of(cell) {
        let _ = write!(html, "<span class=\"tag {}\">{event}</span>\u{2009}", hue(event));
    }
    if is_id {
        let _ = write!(html, "<span class=\"id\" title=\"{full}\">{quote}{}…{quote}</span>", &full[..8]);
    } else {
        let _ = write!(html, "{quote}{full}{quote}");
    }
    html
}

/// The tables as they stand at the cursor.
pub fn tables(store: Store, panel: Panel) -> impl IntoView {
    let step = store.step(panel);
    let t = store.t;
    // One text for each database: a step that changes nothing of it touches nothing on the page.
    let html = Memo::new(move |_| {
        let Some(shown) = store.run(panel) else { return [String::new(), String::new()] };
        let parts = shown.tables.near(step.get(), ROWS);
        Database::ALL
            .iter()
            .map(|&database| {
                database_html(
                    store,
                    &shown,
                    parts.iter().filter(|p| p.table.info.table.database() == database),
                )
            })
            .collect::<Vec<_>>()
            .try_into()
            .unwrap_or_default()
    });
    view! {
        <section class="tables-of" aria-label=format!("{} · {}", t.tables, letter(panel))>
            <h3>{t.database_producer}</h3>
            <div class="tables" inner_html=move || html.with(|html| html[0].clone())></div>
            <h3>{t.database_consumer}</h3>
            <div class="tables" inner_html=move || html.with(|html| html[1].clone())></div>
        </section>
    }
}

fn database_html<'a>(store: Store, shown: &Shown, parts: impl Iterator<Item = &'a Part>) -> String {
    let mut html = String::new();
    let mut empty = String::new();
    for part in parts {
        if part.table.rows.is_empty() {
            let _ = write!(empty, "<code translate=\"no\">{}</code> ", part.table.info.table.word());
        } else {
            table_html(&mut html, store, shown, part);
        }
    }
    if !empty.is_empty() {
        let _ = write!(html, "<p class=\"empty-tables\">{}: {empty}</p>", store.t.table_empty);
    }
    html
}

/// One table. A wide one may have to be scrolled, so it must be reachable without a mouse.
fn table_html(html: &mut String, store: Store, shown: &Shown, part: &Part) {
    let t = store.t;
    let TableView { info, rows } = &part.table;
    let name = info.table.word();
    if info.columns.len() > 4 {
        let _ = write!(
            html,
            "<div class=\"table-box wide\" tabindex=\"0\" role=\"group\" aria-label=\"{name}\">"
        );
    } else {
        html.push_str("<div class=\"table-box\">");
    }
    let key = if info.primary_key.is_empty() {
        t.no_primary_key.to_string()
    } else {
        format!("{} ({})", t.primary_key, escape(&info.primary_key.join(", ")))
    };
    let _ = write!(
        html,
        "<table class=\"live\"><caption><span class=\"name\" translate=\"no\">{name}</span>\
         <span class=\"key-of\">{key}</span></caption>\
         <thead><tr><th class=\"mark\"><span class=\"hidden\">{}</span></th>",
        t.now
    );
    for (i, column) in info.columns.iter().enumerate() {
        let key = if info.primary_key.contains(column) { "key" } else { "" };
        // A column of numbers stands under the end of its name.
        let number = rows.iter().any(|row| matches!(row.cells.get(i), Some(Cell::Integer(_))));
        let number = if number { " n" } else { "" };
        let _ = write!(html, "<th scope=\"col\" class=\"{key}{number}\">{}</th>", escape(column));
    }
    html.push_str("</tr></thead><tbody>");
    for row in rows {
        row_html(html, row, &info.columns, shown, store);
    }
    html.push_str("</tbody>");
    if part.hidden > 0 {
        let more = count(part.hidden as u32, Noun::Row, store.lang);
        let columns = info.columns.len();
        let _ = write!(html, "<tfoot><tr><td></td><td colspan=\"{columns}\">+ {more}</td></tr></tfoot>");
    }
    html.push_str("</table></div>");
}

fn row_html(html: &mut String, row: &RowView, columns: &[String], shown: &Shown, store: Store) {
    let t = store.t;
    let (class, mark, word) = match row.touch {
        Touch::No => ("", "", ""),
        Touch::Inserted => ("inserted", "+", t.inserted),
        Touch::Updated => ("updated", "±", t.updated),
        Touch::Deleted => ("deleted", "−", t.deleted),
        Touch::Committed => ("committed", "✓", t.committed),
    };
    let pending = if row.pending { " pending" } else { "" };
    let hue = row.event.map(|event| format!(" {}", hue(event))).unwrap_or_default();
    let word = match (word.is_empty(), row.pending) {
        (true, true) => t.pending_row.to_string(),
        (false, true) => format!("{word}, {}", t.pending_row),
        _ => word.to_string(),
    };
    let (mark, word) = (if row.pending && mark.is_empty() { "…" } else { mark }, escape(&word));
    let _ = write!(
        html,
        "<tr class=\"{class}{pending}{hue}\"><td class=\"mark\"><span aria-hidden=\"true\" title=\"{word}\">{mark}</span>\
         <span class=\"hidden\">{word}</span></td>"
    );
    for (value, column) in row.cells.iter().zip(columns) {
        let number = if matches!(value, Cell::Integer(_)) { " class=\"n\"" } else { "" };
        let _ =
            write!(html, "<td{number} data-column=\"{}\">{}</td>", escape(column), cell(value, shown, false));
    }
    html.push_str("</tr>");
}
