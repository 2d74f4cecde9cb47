//! A panel's log: each line is the way to its step, and the step's line is marked.

use super::diagram::Drawn;
use super::dom::{self, Rows};
use super::pieces::{hue_or_none, letter};
use super::state::{Shown, Store};
use super::tables::escape;
use crate::view::log::Level;
use crate::view::matrix::Panel;
use leptos::ev::{KeyboardEvent, MouseEvent};
use leptos::html;
use leptos::prelude::*;
use std::fmt::Write;

/// A log of so many lines is shown whole; of a longer one the lines around the cursor.
const WHOLE: usize = 300;

/// The log.
pub fn log(store: Store, panel: Panel) -> impl IntoView {
    let t = store.t;
    let step = store.step(panel);
    let shown = store.shown[panel as usize];
    // The newest line that has been written.
    let line = Memo::new(move |_| {
        let step = step.get()?;
        shown.with(|s| s.as_ref()?.lines.partition_point(|line| line.step <= step).checked_sub(1))
    });
    let drawn = Memo::new(move |_| {
        shown.with(|s| {
            let s = s.as_ref()?;
            let length = s.lines.len();
            if length <= WHOLE {
                return Some((s.generation, 0, length));
            }
            let anchor = line.get().unwrap_or(0) / 50 * 50;
            Some((s.generation, anchor.saturating_sub(50), (anchor + 100).min(length)))
        })
    });
    let id = move |i: usize| format!("log-{}-{}-{i}", store.id, panel as usize);
    let scroller = NodeRef::<html::Div>::new();
    let list = NodeRef::<html::Ol>::new();
    Effect::new(move |before: Option<(Drawn, Option<usize>)>| {
        let (drawn, line) = (drawn.get(), line.get());
        let (Some(list), Some(scroller)) = (list.get(), scroller.get()) else { return (None, None) };
        if let Some((_, from, to)) = drawn {
            match before {
                Some((d, was)) if d == drawn => Rows { list: &list, from, to }.mark(was, line),
                _ => {
                    let html = shown.with_untracked(|s| s.as_ref().map(|s| lines(s, from, to, line, id)));
                    list.set_inner_html(&html.unwrap_or_default());
                }
            }
        }
        dom::next_frame(move || match line {
            Some(line) => dom::keep_in_sight(&scroller, &id(line)),
            None => scroller.set_scroll_top(0),
        });
        (drawn, line)
    });
    let go = move |i: usize| {
        let step = shown.with_untracked(|s| s.as_ref()?.lines.get(i).map(|line| line.step));
        if let Some(step) = step {
            store.pause();
            store.go(step + 1);
        }
    };
    let click = move |event: MouseEvent| {
        if let Some(i) = dom::row_of(&event) {
            go(i);
        }
    };
    let keys = move |event: KeyboardEvent| {
        let line = line.get_untracked();
        let next = match event.key().as_str() {
            "ArrowDown" => line.map_or(0, |line| line + 1),
            "ArrowUp" => line.unwrap_or(0).saturating_sub(1),
            _ => return,
        };
        event.prevent_default();
        go(next);
        dom::next_frame(move || dom::focus(&id(next)));
    };
    let heading = format!("logs-{}-{}", store.id, panel as usize);
    view! {
        <section class="log" aria-labelledby=heading>
            <h3 id=heading.clone()>{t.log} " " {letter(panel)}</h3>
            <div class="scroll" node_ref=scroller>
                <ol node_ref=list on:click=click on:keydown=keys translate="no"></ol>
            </div>
        </section>
    }
}

/// Lines as HTML.
fn lines(shown: &Shown, from: usize, to: usize, line: Option<usize>, id: impl Fn(usize) -> String) -> String {
    let mut html = String::with_capacity((to - from) * 400);
    for (i, entry) in shown.lines.iter().enumerate().take(to).skip(from) {
        let level = match entry.level {
            Level::Info => "info",
            Level::Warn => "warn",
            Level::Error => "error",
        };
        let skip = if entry.name == "dedup.skip" { " skip" } else { "" };
        let state = Rows::state(i, line);
        let _ = write!(
            html,
            "<li class=\"{level} {}{skip}{}\" data-row=\"{i}\"><button type=\"button\" id=\"{}\" tabindex=\"{}\"{}>\
             <span class=\"when\">{}</span> <span class=\"level\">{}</span> <span class=\"who\">{}</span> <b>{}</b>",
            hue_or_none(entry.event),
            state.class,
            id(i),
            state.tabindex,
            state.current,
            entry.at,
            entry.level.word(),
            entry.event.map(|event| event.to_string()).unwrap_or_default(),
            entry.name,
        );
        for (key, value) in entry.fields.iter().filter(|(key, _)| *key != "step") {
            // An id's first digits tell it apart.
            let (value, cut) = if value.len() == 36 { (&value[..8], "…") } else { (value.as_str(), "") };
            let _ = write!(html, " <i>{key}</i>={}{cut}", escape(value));
        }
        html.push_str("</button></li>");
    }
    html
}
