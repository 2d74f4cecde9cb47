//! The space-time diagram: a list of rows over a drawing of the lanes. A long run is drawn around the cursor
//! only. Rows are painted once for each window; the cursor is then marked in them, so that a step costs what
//! it changes and not what is on the page.

use super::super::action::Action;
use super::super::html::Html;
use super::super::state::State;
use super::draw::{self, ROW};
use super::hue;
use super::lists::{Look, window};
use crate::view::diagram::{Row, lane_name};
use crate::view::matrix::Panel;
use crate::view::texts;

/// The part of a run that is on the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Window {
    /// Of which run.
    pub generation: u32,
    /// From this row.
    pub from: usize,
    /// To before this one.
    pub to: usize,
}

/// The window on a panel's run.
fn on_page(state: &State, panel: Panel) -> Option<Window> {
    let now = state.now(panel)?;
    let (from, to) = window(now.step, now.shown.run.entries.len());
    Some(Window { generation: now.shown.generation, from, to })
}

/// Rows on the page.
pub fn look(state: &State, panel: Panel) -> Option<Look> {
    let Window { generation, from, to } = on_page(state, panel)?;
    let cursor = state.step(panel);
    let id = cursor.map(|step| state.row_id(panel, step));
    Some(Look { window: (generation, from, to, state.parting), cursor, id })
}

/// The heads of the lanes; a dead process hangs.
pub fn heads(state: &State, panel: Panel) -> Vec<Html> {
    let mut h = Html::new();
    let Some(now) = state.now(panel) else { return vec![h] };
    let dead = draw::dead(now.shown.diagram());
    for (i, &lane) in now.shown.diagram().lanes.iter().enumerate() {
        let down = now.step.is_some_and(|step| {
            dead.iter().any(|&(lane, crash, back)| lane == i && (crash..back).contains(&step))
        });
        h.m("<span class=\"lane").m_if(down, " down").m("\"><span class=\"long\">");
        h.t(&lane_name(lane, state.lang, false)).m("</span><span class=\"short\">");
        h.t(&lane_name(lane, state.lang, true)).m("</span></span>");
    }
    vec![h]
}

/// What lies under the rows: the drawing of the lanes, and the veil over what lies ahead in it.
pub fn under(state: &State, panel: Panel) -> Vec<Html> {
    let (mut svg, mut veil) = (Html::new(), Html::new());
    let (Some(now), Some(window)) = (state.now(panel), on_page(state, panel)) else { return Vec::new() };
    let tops = draw::tops(now.shown.diagram(), window.from, window.to);
    let bottom = tops.last().copied().unwrap_or(0);
    svg.m("<svg class=\"lifelines\" width=\"100%\" aria-hidden=\"true\" height=\"").d(&bottom).m("\">");
    draw::under(&mut svg, now.shown.diagram(), &tops, window.from);
    svg.m("</svg>");
    let seen = now.step.map_or(0, |step| top(&tops, window, step).map_or(bottom, |y| y + ROW));
    veil.m("<svg class=\"veil\" width=\"100%\" aria-hidden=\"true\" height=\"")
        .d(&bottom)
        .m("\"><rect width=\"100%\" y=\"");
    veil.d(&seen).m("\" height=\"").d(&(bottom - seen).max(0)).m("\"/></svg>");
    vec![svg, veil]
}

fn top(tops: &[i32], window: Window, row: usize) -> Option<i32> {
    row.checked_sub(window.from).and_then(|i| tops.get(i).copied())
}

/// Rows `from..to`: what is drawn, whether something can be decided. How a row stands to the cursor is marked
/// on the page.
pub fn rows(state: &State, panel: Panel, from: usize, to: usize) -> Vec<Html> {
    let Some(now) = state.now(panel) else { return Vec::new() };
    let rows = &now.shown.diagram().rows;
    (from..to.min(rows.len()))
        .map(|i| {
            let fresh = i == 0 || rows[i - 1].at != rows[i].at;
            let time = if fresh { gutter(&rows[..=i]) } else { String::new() };
            row(state, panel, &rows[i], now.shown.diagram().lanes.len(), &time)
        })
        .collect()
}

fn row(state: &State, panel: Panel, row: &Row, lanes: usize, time: &str) -> Html {
    let (i, t) = (row.step, state.t);
    let mut h = Html::new();
    h.m("<li class=\"row ").m(hue(row.event)).m_if(row.bad, " bad");
    h.m_if(state.parting == Some(i), " parts").m("\">");
    if let Some(ms) = row.pause_before_ms {
        h.m("<p class=\"tear\"><span>").t(&texts::pause(ms, state.lang)).m("</span></p>");
    }
    h.m("<div class=\"row-box\"><button type=\"button\" class=\"row-hit\" id=\"")
        .t(&state.row_id(panel, i))
        .m("\"");
    // The drawing is for eyes; what is said are its words in the same order.
    h.act(Action::Row(panel, i)).m(" tabindex=\"-1\" aria-label=\"");
    h.t(&texts::step(i + 1, row.at, state.lang)).m(":");
    let event = row.event.map_or_else(String::new, |event| event.to_string());
    for words in [time, &event, &row.label] {
        h.m_if(!words.is_empty(), " ").t(words);
    }
    h.m("\"><span class=\"when\">").t(time).m("</span> <span class=\"who\">").t(&event);
    h.m("</span> <span class=\"art\"><svg aria-hidden=\"true\">");
    draw::row(&mut h, row, lanes);
    h.m("</svg></span></button>");
    if !row.decisions.is_empty() {
        h.m("<button type=\"button\" class=\"decide-hit\" tabindex=\"-1\" aria-label=\"");
        h.t(t.decide_here).m("\"").act(Action::Menu(panel, i)).m("></button>");
    }
    if state.parting == Some(i) {
        h.m("<span class=\"parting\">").t(t.first_parting).m("</span>");
    }
    h.m("</div></li>");
    h
}

/// What lies over the rows: the message on its way, the open menu.
pub fn over(state: &State, panel: Panel) -> Vec<Html> {
    let (mut flight, mut menu) = (Html::new(), Html::new());
    let (Some(now), Some(window)) = (state.now(panel), on_page(state, panel)) else { return Vec::new() };
    let diagram = now.shown.diagram();
    let tops = draw::tops(diagram, window.from, window.to);
    let top = |row: usize| top(&tops, window, row);
    let bottom = tops.last().copied().unwrap_or(0);
    if let Some(step) = now.step
        && state.forward
        && let Some(row) = diagram.rows.get(step)
        && let Some((x1, x2)) = draw::way(row, diagram.lanes.len())
        && let Some(y) = top(step)
    {
        flight
            .m("<svg class=\"flight ")
            .m(hue(row.event))
            .m_if(draw::lost(row), " lost")
            .m("\" aria-hidden=\"true\" data-from=\"");
        flight.hundredths(x1).m("%\" data-to=\"").hundredths(x2).m("%\">");
        flight
            .m("<circle class=\"traveller\" r=\"5.5\" cy=\"")
            .d(&(y + draw::LINE))
            .m("\" cx=\"")
            .hundredths(x2);
        flight.m("%\"/></svg>");
    }
    if let Some((_, i)) = state.menu.filter(|(of, _)| *of == panel)
        && let (Some(y), Some(row)) = (top(i), diagram.rows.get(i))
    {
        let up = bottom - y < 6 * ROW && y > 6 * ROW;
        menu.m("<ul class=\"menu").m_if(up, " up").m("\" data-top=\"").d(&if up { y } else { y + ROW });
        menu.m("\" aria-label=\"").t(state.t.decide_here).m("\">");
        for (n, decision) in row.decisions.iter().enumerate() {
            menu.m("<li>").button("", Action::Decide(panel, i, n), &decision.label).m("</li>");
        }
        menu.m("</ul>");
    }
    vec![flight, menu]
}

/// How many steps lie before the window, and after it.
pub fn earlier(state: &State, panel: Panel) -> Vec<Html> {
    let mut h = Html::new();
    if let Some(window) = on_page(state, panel).filter(|window| window.from > 0) {
        more(&mut h, state.t.earlier_steps, window.from, window.from);
    }
    vec![h]
}

/// See [`earlier`].
pub fn later(state: &State, panel: Panel) -> Vec<Html> {
    let mut h = Html::new();
    let length = state.length(panel);
    if let Some(window) = on_page(state, panel).filter(|window| window.to < length) {
        more(&mut h, state.t.later_steps, length - window.to, window.to + 1);
    }
    vec![h]
}

fn more(h: &mut Html, text: &str, hidden: usize, to: usize) {
    h.m("<button type=\"button\" class=\"more-rows\"")
        .act(Action::Go(to))
        .m(">")
        .t(text)
        .m(" · ")
        .n(hidden)
        .m("</button>");
}

/// What the signs mean.
pub fn legend(state: &State, _: Panel) -> Vec<Html> {
    let t = state.t;
    let mut h = Html::new();
    let signs: [(&'static str, &str); 6] = [
        (
            "<path class=\"line\" d=\"M2 8h20\"/><path class=\"head\" d=\"M19 3.5 28 8l-9 4.5z\"/>",
            t.legend_arrow,
        ),
        (
            "<path class=\"line reply\" d=\"M6 8h22\"/><path class=\"open\" d=\"M10 3.5 2 8l8 4.5\"/>",
            t.legend_reply,
        ),
        (
            "<path class=\"line\" d=\"M2 8h16\"/><path class=\"cross\" d=\"m15 3 10 10m0-10-10 10\"/>",
            t.legend_lost,
        ),
        ("<path class=\"cross\" d=\"m9 2 12 12m0-12-12 12\"/>", t.legend_crash),
        (draw::SKIP, t.legend_skip),
        ("<path class=\"hold\" d=\"M15 0v16\"/>", t.legend_hold),
    ];
    h.m("<details class=\"legend-box\"><summary>").t(t.legend).m("</summary><ul class=\"legend\">");
    for (drawn, text) in signs {
        let box_ = if drawn == draw::SKIP { "-15 -8 30 16" } else { "0 0 30 16" };
        h.m("<li><svg class=\"row\" viewBox=\"").m(box_).m("\" aria-hidden=\"true\">").m(drawn).m("</svg> ");
        h.t(text).m("</li>");
    }
    h.m("</ul></details>");
    vec![h]
}

/// The last row's moment for the gutter: seconds since the run began, or since its last long pause.
fn gutter(rows: &[Row]) -> String {
    let Some(at) = rows.last().map(|row| row.at.0) else { return String::new() };
    let (sign, ms) = if at < 1_000_000 {
        ("", at)
    } else {
        let paused = rows.iter().rev().find(|row| row.pause_before_ms.is_some());
        ("+", at - paused.map_or(0, |row| row.at.0))
    };
    format!("{sign}{}.{:03}", ms / 1_000, ms % 1_000)
}
