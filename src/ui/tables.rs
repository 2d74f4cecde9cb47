//! The live tables of a panel, and values as they stand in rows and statements.

use super::pieces::hue;
use super::state::{Shown, Store};
use crate::domain::sql::{Cell, Database, Table};
use crate::view::matrix::Panel;
use crate::view::tables::{RowView, TableView, Touch};
use crate::view::texts::{Noun, count};
use leptos::prelude::*;
use std::fmt::Write;
use std::sync::Arc;

/// So many rows of a table are shown at once.
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
    let all = move |database: Database| {
        let shown = store.run(panel)?;
        let views: Vec<TableView> =
            shown.tables.at(step.get()).into_iter().filter(|v| v.info.table.database() == database).collect();
        let empty: Vec<Table> = views.iter().filter(|v| v.rows.is_empty()).map(|v| v.info.table).collect();
        let full = views.into_iter().filter(|v| !v.rows.is_empty()).map(|v| table(store, &shown, v)).collect_view();
        Some(
            view! {
                <div class="tables">{full}</div>
                {(!empty.is_empty())
                    .then(|| {
                        let names = empty.iter().map(|t| view! { <code translate="no">{t.word()}</code> " " }).collect_view();
                        view! { <p class="empty-tables">{t.table_empty} ": " {names}</p> }
                    })}
            }
            .into_any(),
        )
    };
    view! {
        <section class="tables-of">
            <h3>{t.database_producer}</h3>
            {move || all(Database::Producer)}
            <h3>{t.database_consumer}</h3>
            {move || all(Database::Consumer)}
        </section>
    }
}

/// One table. A long one shows what this step touched, and around it.
fn table(store: Store, shown: &Arc<Shown>, view: TableView) -> impl IntoView + use<> {
    let t = store.t;
    let all = view.rows.len();
    let last = view.rows.iter().rposition(|row| row.touch != Touch::No).unwrap_or(all - 1);
    let to = (last + 3).min(all).max(ROWS.min(all));
    let from = to.saturating_sub(ROWS);
    let hidden = all - (to - from);
    let columns = view.info.columns.len();
    let mut body = String::new();
    for row in &view.rows[from..to] {
        row_html(&mut body, row, &view.info.columns, shown, store);
    }
    let head = view
        .info
        .columns
        .iter()
        .enumerate()
        .map(|(i, column)| {
            let key = view.info.primary_key.contains(column);
            // A column of numbers stands under the end of its name.
            let number = view.rows.iter().any(|row| matches!(row.cells.get(i), Some(Cell::Integer(_))));
            view! { <th scope="col" class:key=key class:n=number>{column.clone()}</th> }
        })
        .collect_view();
    let key = if view.info.primary_key.is_empty() {
        t.no_primary_key.to_string()
    } else {
        format!("{} ({})", t.primary_key, view.info.primary_key.join(", "))
    };
    let touched = view.touched();
    let wide = columns > 4;
    // A wide table may have to be scrolled, so it must be reachable without a mouse.
    view! {
        <div
            class="table-box"
            class:wide=wide
            tabindex=wide.then_some("0")
            role=wide.then_some("group")
            aria-label=wide.then_some(view.info.table.word())
        >
        <table class="live" class:touched=touched>
            <caption>
                <span class="name" translate="no">{view.info.table.word()}</span>
                <span class="key-of">{key}</span>
            </caption>
            <thead>
                <tr><th class="mark"><span class="hidden">{t.now}</span></th>{head}</tr>
            </thead>
            <tbody inner_html=body></tbody>
            {(hidden > 0)
                .then(|| {
                    let text = format!("+ {}", count(hidden as u32, Noun::Row, store.lang));
                    view! { <tfoot><tr><td></td><td colspan=columns.to_string()>{text}</td></tr></tfoot> }
                })}
        </table>
        </div>
    }
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
        let _ = write!(html, "<td{number} data-column=\"{}\">{}</td>", escape(column), cell(value, shown, false));
    }
    html.push_str("</tr>");
}
