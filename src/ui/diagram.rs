//! The space-time diagram on the page: a list of rows that can be walked with the arrow keys, over a drawing
//! of the lanes. A long run is drawn around the cursor only. The rows are written as one text and marked by
//! hand, so that a step costs what it changes and not what is on the screen.

use super::dom::{self, Rows};
use super::draw::{self, ROW};
use super::now::decide;
use super::pieces::{hue_or_none, letter};
use super::state::{Shown, Store};
use super::tables::escape;
use crate::view::diagram::lane_name;
use crate::view::matrix::Panel;
use crate::view::texts;
use leptos::ev::{KeyboardEvent, MouseEvent};
use leptos::html;
use leptos::prelude::*;
use std::fmt::Write;
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
    (anchor.saturating_sub(SHIFT), (anchor + 2 * SHIFT).min(length))
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

/// Which run is drawn (its generation), and which of its rows: from, up to.
pub type Drawn = Option<(u32, usize, usize)>;

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
    let list = NodeRef::<html::Ol>::new();
    Effect::new(move |before: Option<(Drawn, Option<usize>, Option<usize>)>| {
        let (drawn, step, parting) = (drawn.get(), step.get(), store.parting.get());
        let (Some(list), Some(scroller)) = (list.get(), scroller.get()) else { return (None, None, None) };
        if let Some((_, from, to)) = drawn {
            match before {
                Some((d, was, p)) if d == drawn && p == parting => {
                    Rows { list: &list, from, to }.mark(was, step)
                }
                _ => {
                    let html = shown.with_untracked(|s| {
                        s.as_ref().map(|s| rows(store, panel, s, from, to, step, parting))
                    });
                    list.set_inner_html(&html.unwrap_or_default());
                }
            }
        }
        dom::next_frame(move || match step {
            Some(step) => dom::keep_in_sight(&scroller, &store.row_id(panel, step)),
            None => scroller.set_scroll_top(0),
        });
        (drawn, step, parting)
    });
    let heads = move || {
        let shown = store.run(panel)?;
        let dead = Arc::new(draw::dead(&shown.diagram));
        let lanes = shown.diagram.lanes.iter().enumerate();
        let heads = lanes
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
        Some(view! { <div class="lanes">{heads}</div> })
    };
    // The tops of the rows on the screen, and the number of the first.
    let tops = Memo::new(move |_| {
        let (_, from, to) = drawn.get()?;
        shown.with_untracked(|s| s.as_ref().map(|s| (from, Arc::new(draw::tops(&s.diagram, from, to)))))
    });
    let under = move || {
        let (from, tops) = tops.get()?;
        let lines = shown.with_untracked(|s| s.as_ref().map(|s| draw::under(&s.diagram, &tops, from)))?;
        let height = tops.last().copied().unwrap_or(0.0);
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
    // The message on its way, while the cursor has just come here.
    let traveller = move || {
        let step = step.get()?;
        if !store.forward.get() {
            return None;
        }
        let (from, tops) = tops.get_untracked()?;
        let shown = shown.get_untracked()?;
        let row = shown.diagram.rows.get(step)?;
        let (x1, x2) = draw::way(row, shown.diagram.lanes.len())?;
        let lost = if draw::lost(row) { "lost" } else { "" };
        // Another class each time, so that the movement starts anew.
        let class = format!("traveller {} {lost} turn-{}", hue_or_none(row.event), step % 2);
        Some(view! {
            <div class="flight" aria-hidden="true">
                <span
                    class=class
                    style:top=format!("{}px", tops.get(step.checked_sub(from)?)? + draw::LINE)
                    style=("--from", format!("{x1:.2}%"))
                    style=("--to", format!("{x2:.2}%"))
                ></span>
            </div>
        })
    };
    let more = move |before: bool| {
        let (_, from, to) = drawn.get()?;
        let length = shown.with_untracked(|s| s.as_ref().map_or(0, |s| s.run.entries.len()));
        let (hidden, place) = if before { (from, from) } else { (length - to, to + 1) };
        let text = format!("{} · {hidden}", if before { t.earlier_steps } else { t.later_steps });
        (hidden > 0).then(|| {
            view! { <button type="button" class="more-rows" on:click=move |_| store.go(place)>{text}</button> }
        })
    };
    let click = move |event: MouseEvent| {
        let Some(row) = dom::row_of(&event) else { return };
        if dom::is_in(&event, ".decide-hit") {
            menu.update(|m| *m = if *m == Some(row) { None } else { Some(row) });
            dom::next_frame(move || dom::focus(&menu_id(store, panel)));
        } else {
            menu.set(None);
            store.pause();
            store.go(row + 1);
        }
    };
    let keys = move |event: KeyboardEvent| {
        if event.key() == "Escape"
            && let Some(row) = menu.get_untracked()
        {
            menu.set(None);
            dom::focus(&store.row_id(panel, row));
        }
        if !dom::plain_key(&event) || !dom::is_in(&event, ".row-hit") {
            return;
        }
        let cursor = step.get_untracked().map_or(0, |step| step + 1);
        let total = shown.with_untracked(|s| s.as_ref().map_or(0, |s| s.run.entries.len()));
        if let Some(to) = walk(&event.key(), cursor, total) {
            event.prevent_default();
            menu.set(None);
            store.pause();
            store.go(to);
            dom::next_frame(move || dom::focus(&store.row_id(panel, to.saturating_sub(1))));
        }
    };
    let open_menu = move || {
        let row = menu.get()?;
        let (from, tops) = tops.get()?;
        let shown = shown.get()?;
        let (y, bottom) = (*tops.get(row.checked_sub(from)?)?, tops.last().copied().unwrap_or(0.0));
        let decisions = &shown.diagram.rows.get(row)?.decisions;
        let first = menu_id(store, panel);
        let items = decisions
            .iter()
            .enumerate()
            .map(|(n, decision)| {
                let command = decision.command;
                let act = move |_| {
                    menu.set(None);
                    decide(store, panel, row, command);
                };
                let id = (n == 0).then(|| first.clone());
                view! { <li><button type="button" id=id on:click=act>{decision.label.clone()}</button></li> }
            })
            .collect_view();
        let up = bottom - y < 6.0 * ROW && y > 6.0 * ROW;
        let place = if up { y } else { y + ROW };
        Some(view! {
            <ul class="menu" class:up=up style:top=format!("{place}px") aria-label=t.decide_here>
                {items}
            </ul>
        })
    };
    view! {
        <section class="diagram" aria-label=format!("{} · {}", t.diagram, letter(panel))>
            <div class="scroll" node_ref=scroller>
                {heads} {move || more(true)}
                <div class="drawing" class:forward=move || store.forward.get() on:keydown=keys>
                    {under} <ol class="rows" node_ref=list on:click=click></ol> {traveller} {open_menu}
                </div>
                {move || more(false)}
            </div>
            <ul class="legend" inner_html=legend(store)></ul>
        </section>
    }
}

/// What the signs mean.
fn legend(store: Store) -> String {
    let t = store.t;
    [
        ("<path class=\"line\" d=\"M2 8h20\"/><path class=\"head\" d=\"M19 3.5 28 8l-9 4.5z\"/>", t.legend_arrow),
        ("<path class=\"line reply\" d=\"M6 8h22\"/><path class=\"open\" d=\"M10 3.5 2 8l8 4.5\"/>", t.legend_reply),
        ("<path class=\"line\" d=\"M2 8h16\"/><path class=\"cross\" d=\"m15 3 10 10m0-10-10 10\"/>", t.legend_lost),
        ("<path class=\"cross\" d=\"m9 2 12 12m0-12-12 12\"/>", t.legend_crash),
        ("<g transform=\"translate(15 8)\"><circle class=\"hollow\" r=\"6\"/><path class=\"stroke\" d=\"M-2.5-3 .5 0l-3 3M1-3 4 0 1 3\"/></g>", t.legend_skip),
        ("<path class=\"hold\" d=\"M15 0v16\"/>", t.legend_hold),
    ]
    .iter()
    .map(|(drawn, text)| {
        format!("<li><svg class=\"row\" viewBox=\"0 0 30 16\" aria-hidden=\"true\">{drawn}</svg> {}</li>", escape(text))
    })
    .collect()
}

fn menu_id(store: Store, panel: Panel) -> String {
    format!("menu-{}-{}", store.id, panel as usize)
}

/// Rows as HTML: where each stands, what is drawn, whether something can be decided.
fn rows(
    store: Store,
    panel: Panel,
    shown: &Shown,
    from: usize,
    to: usize,
    step: Option<usize>,
    parting: Option<usize>,
) -> String {
    let t = store.t;
    let all = &shown.diagram.rows;
    let lanes = shown.diagram.lanes.len();
    let bolt = super::pieces::icon_html(super::pieces::icons::BOLT);
    let mut html = String::with_capacity((to - from) * 900);
    for (i, row) in all.iter().enumerate().take(to).skip(from) {
        let time = match i.checked_sub(1) {
            Some(before) if all[before].at == row.at => String::new(),
            _ => short_time(row.at.0),
        };
        let state = Rows::state(i, step);
        let class =
            format!("row {}{}{}", hue_or_none(row.event), if row.bad { " bad" } else { "" }, state.class);
        let _ = write!(html, "<li class=\"{class}\" data-row=\"{i}\">");
        if let Some(ms) = row.pause_before_ms {
            let _ = write!(html, "<p class=\"tear\"><span>{}</span></p>", texts::duration(ms, store.lang));
        }
        let _ = write!(
            html,
            "<div class=\"row-box\"><button type=\"button\" class=\"row-hit\" id=\"{}\" tabindex=\"{}\"{}>\
             <span class=\"hidden\">{}: </span><span class=\"when\">{time}</span>\
             <span class=\"who\">{}</span><span class=\"hidden\"> {}</span>\
             <span class=\"art\"><svg aria-hidden=\"true\">{}</svg></span></button>",
            store.row_id(panel, i),
            state.tabindex,
            state.current,
            texts::step_of(i + 1, all.len(), row.at, store.lang),
            row.event.map(|event| event.to_string()).unwrap_or_default(),
            escape(&row.label),
            draw::row(row, lanes),
        );
        if parting == Some(i) {
            let _ = write!(html, "<span class=\"parting\">{}</span>", t.first_parting);
        }
        if !row.decisions.is_empty() {
            let _ = write!(
                html,
                "<button type=\"button\" class=\"decide-hit\" tabindex=\"{}\" aria-label=\"{}\">{bolt}</button>",
                state.tabindex, t.decide_here
            );
        }
        html.push_str("</div></li>");
    }
    html
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
        assert!(from <= 640 && to >= 760 && to - from <= WHOLE);
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
