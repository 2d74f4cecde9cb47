//! The space-time diagram on the page: a list of rows that can be walked with the arrow keys, over a drawing
//! of the lanes. A long run is drawn around the cursor only.

use super::draw::{self, ROW};
use super::now::decide;
use super::pieces::{hue_or_none, icon, icons, letter};
use super::state::{Shown, Store};
use super::dom;
use crate::view::diagram::{Row, Shape, lane_name};
use crate::view::matrix::Panel;
use crate::view::texts;
use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;
use std::sync::Arc;

/// A run of so many rows is drawn whole.
const WHOLE: usize = 300;
/// The window of a longer run moves by so many rows.
const SHIFT: usize = 60;

/// The rows that are drawn with the cursor at this entry.
pub fn window(step: Option<usize>, length: usize) -> (usize, usize) {
    if length <= WHOLE {
        return (0, length);
    }
    let anchor = step.unwrap_or(0) / SHIFT * SHIFT;
    (anchor.saturating_sub(2 * SHIFT), (anchor + 3 * SHIFT).min(length))
}

/// Where an arrow key leads from the cursor, for a list of entries; `None`: not a key of the list.
pub fn walk(key: &str, cursor: usize, total: usize) -> Option<usize> {
    Some(match key {
        "ArrowDown" | "ArrowRight" => cursor + 1,
        "ArrowUp" | "ArrowLeft" => cursor.saturating_sub(1),
        "PageDown" => cursor + 10,
        "PageUp" => cursor.saturating_sub(10),
        "Home" => 0,
        "End" => total,
        _ => return None,
    })
    .map(|n: usize| n.min(total))
}

/// The diagram of a panel.
pub fn diagram(store: Store, panel: Panel) -> impl IntoView {
    let t = store.t;
    let step = store.step(panel);
    let shown = store.shown[panel as usize];
    // Which run, and which rows of it.
    let drawn = Memo::new(move |_| {
        shown.with(|s| {
            let s = s.as_ref()?;
            let (from, to) = window(step.get(), s.run.entries.len());
            Some((s.generation, from, to))
        })
    });
    let menu = RwSignal::new(None::<usize>);
    let scroller = NodeRef::<html::Div>::new();
    Effect::new(move |_| {
        drawn.track();
        let step = step.get();
        dom::next_frame(move || {
            let Some(scroller) = scroller.try_get_untracked().flatten() else { return };
            match step {
                Some(step) => dom::keep_in_sight(&scroller, &store.row_id(panel, step)),
                None => scroller.set_scroll_top(0),
            }
        });
    });
    let heads = move || {
        let shown = store.run(panel)?;
        let dead = Arc::new(draw::dead(&shown.diagram));
        let lanes = shown.diagram.lanes.len();
        let heads = shown
            .diagram
            .lanes
            .iter()
            .enumerate()
            .map(|(i, &lane)| {
                let dead = dead.clone();
                let down = move || {
                    let Some(step) = step.get() else { return false };
                    dead.iter().any(|&(lane, crash, back)| lane == i && (crash..back).contains(&step))
                };
                let (long, short) = (lane_name(lane, store.lang, false), lane_name(lane, store.lang, true));
                view! {
                    <span class="lane" class:down=down>
                        <span class="long">{long}</span>
                        <span class="short">{short}</span>
                    </span>
                }
            })
            .collect_view();
        Some(view! { <div class=format!("lanes of-{lanes}")>{heads}</div> })
    };
    let under = move || {
        let (_, from, to) = drawn.get()?;
        let shown = shown.get_untracked()?;
        let tops = draw::tops(&shown.diagram, from, to);
        let height = tops.last().copied().unwrap_or(0.0);
        let lines = draw::under(&shown.diagram, &tops, from);
        // What lies ahead is veiled.
        let top = move || match step.get() {
            None => 0.0,
            Some(step) if step < from => 0.0,
            Some(step) => tops.get(step - from).map_or(height, |y| y + ROW),
        };
        Some(view! {
            <div class="under" style:height=format!("{height}px") aria-hidden="true">
                <svg class="lifelines" inner_html=lines></svg>
                <div class="veil" style:top=move || format!("{}px", top())></div>
            </div>
        })
    };
    let rows = move || {
        let Some((generation, from, to)) = drawn.get() else { return Vec::new() };
        let Some(shown) = shown.get_untracked() else { return Vec::new() };
        (from..to).map(|i| (generation, i, shown.clone())).collect()
    };
    let more = move |before: bool| {
        let (_, from, to) = drawn.get()?;
        let length = shown.with_untracked(|s| s.as_ref().map_or(0, |s| s.run.entries.len()));
        let (hidden, place) = if before { (from, from) } else { (length - to, to + 1) };
        let text = format!("{} · {hidden}", if before { t.earlier_steps } else { t.later_steps });
        (hidden > 0).then(|| view! { <button type="button" class="more-rows" on:click=move |_| store.go(place)>{text}</button> })
    };
    let keys = move |event: KeyboardEvent| {
        if event.key() == "Escape" {
            menu.set(None);
        }
        let cursor = step.get_untracked().map_or(0, |step| step + 1);
        let total = shown.with_untracked(|s| s.as_ref().map_or(0, |s| s.run.entries.len()));
        if !dom::plain_key(&event) || !dom::is_in(&event, ".row-hit") {
            return;
        }
        if let Some(to) = walk(&event.key(), cursor, total) {
            event.prevent_default();
            store.pause();
            store.go(to);
            dom::next_frame(move || dom::focus(&store.row_id(panel, to.saturating_sub(1))));
        }
    };
    view! {
        <section class="diagram" aria-label=format!("{} · {}", t.diagram, letter(panel))>
            <div class="scroll" node_ref=scroller>
                {heads} {move || more(true)}
                <div class="drawing">
                    {under}
                    <ol class="rows" on:keydown=keys>
                        <For each=rows key=|(generation, i, _)| (*generation, *i) let((_, i, shown))>
                            {row(store, panel, &shown, i, step, menu)}
                        </For>
                    </ol>
                </div>
                {move || more(false)}
            </div>
        </section>
    }
}

/// A row: where it stands, what is drawn, what can be decided.
fn row(
    store: Store,
    panel: Panel,
    shown: &Arc<Shown>,
    i: usize,
    step: Memo<Option<usize>>,
    menu: RwSignal<Option<usize>>,
) -> impl IntoView + use<> {
    let t = store.t;
    let Some(row) = shown.diagram.rows.get(i) else { return ().into_any() };
    let lanes = shown.diagram.lanes.len();
    let length = shown.diagram.rows.len();
    let previous = i.checked_sub(1).map(|i| &shown.diagram.rows[i]);
    let tear = row.pause_before_ms.map(|ms| {
        view! { <p class="tear"><span>{texts::duration(ms, store.lang)}</span></p> }
    });
    let torn = tear.is_some();
    let time = (previous.is_none_or(|p| p.at != row.at)).then(|| short_time(row.at.0));
    let event = row.event.map(|event| event.to_string());
    // What the drawing says, for ears.
    let place = format!("{}: ", texts::step_of(i + 1, length, row.at, store.lang));
    let label = format!(" {}", row.label);
    let current = Memo::new(move |_| step.get() == Some(i));
    let ahead = move || step.get().is_none_or(|step| i > step);
    let moving = moving(store, row, lanes, current);
    let decide_here = (!row.decisions.is_empty()).then(|| decisions(store, panel, row, length, menu, current));
    let class = format!("row {}{}", hue_or_none(row.event), if row.bad { " bad" } else { "" });
    view! {
        <li class=class class:current=move || current.get() class:ahead=ahead class:torn=torn>
            {tear} <div class="row-box">
                <button
                    type="button"
                    class="row-hit"
                    id=store.row_id(panel, i)
                    aria-current=move || current.get().then_some("step")
                    tabindex=move || {
                        let first = i == 0 && step.get().is_none();
                        if current.get() || first { "0" } else { "-1" }
                    }
                    on:click=move |_| {
                        store.pause();
                        menu.set(None);
                        store.go(i + 1);
                    }
                >
                    <span class="hidden">{place}</span>
                    <span class="when">{time}</span>
                    <span class="who">{event}</span>
                    <span class="hidden">{label}</span>
                    <span class="art">
                        <svg aria-hidden="true" inner_html=draw::row(row, lanes)></svg>
                        {moving}
                    </span>
                </button>
                {move || {
                    (store.parting.get() == Some(i)).then(|| view! { <span class="parting">{t.first_parting}</span> })
                }}
                {decide_here}
            </div>
        </li>
    }
    .into_any()
}

/// The message on its way, while the cursor has just come here.
fn moving(store: Store, row: &Row, lanes: usize, current: Memo<bool>) -> impl IntoView + use<> {
    let way = draw::way(row, lanes);
    let lost = matches!(row.shape, Shape::Arrow { lost: true, .. });
    move || {
        let (from, to) = way?;
        (current.get() && store.forward.get()).then(|| {
            view! {
                <span
                    class="traveller"
                    class:lost=lost
                    style=("--from", format!("{from:.2}%"))
                    style=("--to", format!("{to:.2}%"))
                ></span>
            }
        })
    }
}

/// The button by which a row's decisions open, and their menu.
fn decisions(
    store: Store,
    panel: Panel,
    row: &Row,
    length: usize,
    menu: RwSignal<Option<usize>>,
    current: Memo<bool>,
) -> impl IntoView + use<> {
    let (t, i) = (store.t, row.step);
    let open = Memo::new(move |_| menu.get() == Some(i));
    let list = Arc::new(row.decisions.clone());
    let up = i + 5 > length && length > 8;
    let items = move || {
        open.get().then(|| {
            let items = list
                .iter()
                .map(|decision| {
                    let command = decision.command;
                    let act = move |_| {
                        menu.set(None);
                        decide(store, panel, i, command);
                    };
                    view! { <li><button type="button" on:click=act>{decision.label.clone()}</button></li> }
                })
                .collect_view();
            view! { <ul class="menu" class:up=up>{items}</ul> }
        })
    };
    view! {
        <div class="decide" class:open=move || open.get()>
            <button
                type="button"
                class="decide-hit"
                aria-label=t.decide_here
                aria-expanded=move || open.get().to_string()
                tabindex=move || if current.get() { "0" } else { "-1" }
                on:click=move |_| menu.update(|m| *m = if *m == Some(i) { None } else { Some(i) })
            >
                {icon(icons::BOLT)}
            </button>
            {items}
        </div>
    }
}

/// A moment for the gutter: seconds with as many decimals as a reader needs.
fn short_time(ms: u64) -> String {
    let (s, rest) = (ms / 1000, ms % 1000);
    if s < 1_000 { format!("{s}.{rest:03}") } else { format!("{}:{:02}", s / 60, s % 60) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_run_is_drawn_whole_and_a_long_one_around_the_cursor() {
        assert_eq!(window(Some(7), 300), (0, 300));
        let (from, to) = window(Some(700), 1_000);
        assert!(from < 640 && to > 760 && to - from <= WHOLE);
        assert_eq!(window(Some(999), 1_000).1, 1_000);
        assert_eq!(window(None, 1_000).0, 0);
    }

    #[test]
    fn arrow_keys_stay_inside_the_run() {
        assert_eq!(walk("ArrowDown", 9, 9), Some(9));
        assert_eq!(walk("ArrowUp", 0, 9), Some(0));
        assert_eq!(walk("End", 2, 9), Some(9));
        assert_eq!(walk("a", 2, 9), None);
    }
}
