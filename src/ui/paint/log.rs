//! A panel's log: each line is the way to its step.

use super::super::action::Action;
use super::super::html::Html;
use super::super::state::State;
use super::lists::{Look, window};
use super::{hue, letter};
use crate::domain::log::{Level, Line};
use crate::view::matrix::Panel;

/// Lines on the page.
pub fn look(state: &State, panel: Panel) -> Option<Look> {
    let (now, cursor) = (state.now(panel)?, state.line(panel));
    let (from, to) = window(cursor, now.shown.lines().len());
    let id = cursor.map(|line| state.line_id(panel, line));
    Some(Look { window: (now.shown.generation, from, to, None), cursor, id })
}

/// The title.
pub fn title(state: &State, panel: Panel) -> Vec<Html> {
    let mut h = Html::new();
    h.m("<h3>").t(state.t.log).m(" ").m(letter(panel)).m("</h3>");
    vec![h]
}

/// Lines `from..to` of the log. How a line stands to the cursor is marked on the page.
pub fn lines(state: &State, panel: Panel, from: usize, to: usize) -> Vec<Html> {
    let Some(now) = state.now(panel) else { return Vec::new() };
    let lines = now.shown.lines();
    (from..to.min(lines.len())).map(|i| line(state, panel, i, &lines[i])).collect()
}

fn line(state: &State, panel: Panel, i: usize, line: &Line) -> Html {
    let mut h = Html::new();
    let level = match line.level {
        Level::Info => "info ",
        Level::Warn => "warn ",
        Level::Error => "error ",
    };
    h.m("<li class=\"").m(level).m(hue(line.event)).m_if(line.name == "dedup.skip", " skip");
    h.m("\"><button type=\"button\" id=\"").t(&state.line_id(panel, i)).m("\"").act(Action::Line(panel, i));
    h.m(" tabindex=\"-1\"><span class=\"when\">").d(&line.at);
    h.m("</span> <span class=\"level\">").m(line.level.word()).m("</span> <span class=\"who\">");
    if let Some(event) = line.event {
        h.d(&event);
    }
    h.m("</span> <b>").m(line.name).m("</b>");
    for (key, value) in line.fields.iter().filter(|(key, _)| *key != "step") {
        h.m(" <i>").m(key).m("</i>=");
        // An id's first digits tell it apart.
        if value.len() == 36 && value.is_ascii() {
            h.t(&value[..8]).m("…");
        } else {
            h.t(value);
        }
    }
    h.m("</button></li>");
    h
}
