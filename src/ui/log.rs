//! A panel's log: each line is the way to its step, and the step's line is marked.

use super::dom;
use super::pieces::{hue_or_none, letter};
use super::state::{Shown, Store};
use crate::view::log::Level;
use crate::view::matrix::Panel;
use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;
use std::sync::Arc;

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
            Some((s.generation, anchor.saturating_sub(100), (anchor + 150).min(length)))
        })
    });
    let rows = move || {
        let Some((generation, from, to)) = drawn.get() else { return Vec::new() };
        let Some(shown) = shown.get_untracked() else { return Vec::new() };
        (from..to).map(|i| (generation, i, shown.clone())).collect()
    };
    let id = move |i: usize| format!("log-{}-{}-{i}", store.id, panel as usize);
    let scroller = NodeRef::<html::Div>::new();
    Effect::new(move |_| {
        drawn.track();
        let line = line.get();
        dom::next_frame(move || {
            let Some(scroller) = scroller.try_get_untracked().flatten() else { return };
            match line {
                Some(line) => dom::keep_in_sight(&scroller, &id(line)),
                None => scroller.set_scroll_top(0),
            }
        });
    });
    let keys = move |event: KeyboardEvent| {
        let down = match event.key().as_str() {
            "ArrowDown" => true,
            "ArrowUp" => false,
            _ => return,
        };
        let next = line.get_untracked().map_or(Some(0), |line| line.checked_add_signed(if down { 1 } else { -1 }));
        let step = next.and_then(|i| shown.with_untracked(|s| s.as_ref()?.lines.get(i).map(|line| line.step)));
        event.prevent_default();
        if let (Some(next), Some(step)) = (next, step) {
            store.pause();
            store.go(step + 1);
            dom::next_frame(move || dom::focus(&id(next)));
        }
    };
    let heading = format!("logs-{}-{}", store.id, panel as usize);
    view! {
        <section class="log" aria-labelledby=heading>
            <h3 id=heading.clone()>{t.log} " " {letter(panel)}</h3>
            <div class="scroll" node_ref=scroller>
                <ol on:keydown=keys translate="no">
                    <For each=rows key=|(generation, i, _)| (*generation, *i) let((_, i, shown))>
                        {entry(store, &shown, i, line, id(i))}
                    </For>
                </ol>
            </div>
        </section>
    }
}

fn entry(
    store: Store,
    shown: &Arc<Shown>,
    i: usize,
    current: Memo<Option<usize>>,
    id: String,
) -> impl IntoView + use<> {
    let Some(line) = shown.lines.get(i) else { return ().into_any() };
    let step = line.step;
    let fields = line
        .fields
        .iter()
        .filter(|(key, _)| *key != "step")
        .map(|(key, value)| {
            // An id's first digits tell it apart; the whole id is one click away in the tables.
            let value = if value.len() == 36 { format!("{}…", &value[..8]) } else { value.clone() };
            view! { " " <i>{*key}</i> "=" {value} }
        })
        .collect_view();
    let level = match line.level {
        Level::Info => "info",
        Level::Warn => "warn",
        Level::Error => "error",
    };
    let skip = line.name == "dedup.skip";
    let is_current = Memo::new(move |_| current.get() == Some(i));
    let event = line.event.map(|event| event.to_string());
    view! {
        <li
            class=format!("{level} {}", hue_or_none(line.event))
            class:skip=skip
            class:current=move || is_current.get()
            class:ahead=move || current.get().is_none_or(|current| i > current)
        >
            <button
                type="button"
                id=id
                aria-current=move || is_current.get().then_some("step")
                tabindex=move || if is_current.get() || (i == 0 && current.get().is_none()) { "0" } else { "-1" }
                on:click=move |_| {
                    store.pause();
                    store.go(step + 1);
                }
            >
                <span class="when">{line.at.to_string()}</span>
                " "
                <span class="level">{line.level.word()}</span>
                " "
                <span class="who">{event}</span>
                " "
                <b>{line.name}</b>
                {fields}
            </button>
        </li>
    }
    .into_any()
}
