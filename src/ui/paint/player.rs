//! Time's controls, and the sentences that are read out.

use super::super::action::Action;
use super::super::html::Html;
use super::super::state::{SPEEDS, State};
use super::{icons, letter};
use crate::view::lang::plain;
use crate::view::matrix::Panel;
use crate::view::texts;

/// The buttons.
pub fn buttons(state: &State, _: Panel) -> Vec<Html> {
    let t = state.t;
    let mut h = Html::new();
    let (start, end) = (state.cursor() == 0, state.cursor() >= state.total());
    button(&mut h, Action::Start, icons::START, t.to_start, start);
    button(&mut h, Action::Back, icons::BACK, t.back, start);
    h.m("<button type=\"button\" class=\"play\"").act(Action::Play).m(">");
    h.icon(if state.playing { icons::PAUSE } else { icons::PLAY }).m("<span>");
    h.t(if state.playing { t.pause } else { t.play }).m("</span></button>");
    button(&mut h, Action::Step, icons::STEP, t.step, end);
    button(&mut h, Action::End, icons::END, t.to_end, end);
    vec![h]
}

/// A button that has nothing to do keeps the focus.
fn button(h: &mut Html, action: Action, icon: &'static str, name: &str, idle: bool) {
    h.m("<button type=\"button\"").act(action).m(" aria-label=\"").t(name).m("\" title=\"").t(name).m("\"");
    h.m_if(idle, " aria-disabled=\"true\"").m(">").icon(icon).m("</button>");
}

/// Marks along the slider: where a fault fired, A above and B below; where the two runs part.
pub fn ticks(state: &State, _: Panel) -> Vec<Html> {
    let mut svg = Html::new();
    let total = state.total().max(1);
    let place = |n: usize| (n as i64 * 10_000 / total as i64) as i32;
    svg.m("<svg class=\"ticks\" aria-hidden=\"true\">");
    for &panel in state.panels() {
        let Some(run) = state.run(panel) else { continue };
        for (i, entry) in run.entries.iter().enumerate() {
            if entry.met.iter().any(|met| met.fired.is_some()) {
                svg.m("<rect width=\"2\" height=\"7\" x=\"").hundredths(place(i + 1));
                svg.m(if panel == Panel::A { "%\" y=\"0\"/>" } else { "%\" y=\"21\"/>" });
            }
        }
    }
    if let Some(parting) = state.parting {
        svg.m("<rect class=\"part\" width=\"2\" height=\"28\" y=\"0\" x=\"")
            .hundredths(place(parting + 1))
            .m("%\"/>");
    }
    svg.m("</svg>");
    vec![svg]
}

/// In words where the cursor is, and the way to where the runs part.
pub fn place(state: &State, _: Panel) -> Vec<Html> {
    let t = state.t;
    let (mut part, mut h) = (Html::new(), Html::new());
    if let Some(parting) = state.parting {
        part.button("tool to-parting", Action::Go(parting + 1), t.to_parting);
    } else if state.lab.compare && state.total() > 0 {
        part.m("<span class=\"aside\">").t(t.never_part).m("</span>");
    }
    if let Some(new) = state.new_ahead.filter(|_| state.cursor() < state.total()) {
        h.m("<span class=\"aside\" role=\"status\">").t(&texts::new_steps(new, state.lang)).m("</span> ");
    }
    h.m("<span class=\"place\">").t(&in_words(state)).m("</span>");
    vec![part, h]
}

/// "step 13 of 38 · 30.6 s"
pub fn in_words(state: &State) -> String {
    texts::step_of(state.cursor(), state.total(), state.moment(), state.lang)
}

/// How fast.
pub fn speed(state: &State, _: Panel) -> Vec<Html> {
    let mut h = Html::new();
    h.m("<label class=\"speed\"><span class=\"hidden\">")
        .t(state.t.speed)
        .m("</span><select")
        .act(Action::Speed)
        .m(">");
    for (percent, word, text) in SPEEDS {
        super::faults::option(&mut h, word, text, state.speed == percent);
    }
    h.m("</select></label>");
    vec![h]
}

/// The panels' sentences stand over the controls, so that they are read where time is moved.
pub fn subtitle(state: &State, _: Panel) -> Vec<Html> {
    let mut h = Html::new();
    for &panel in state.panels().iter().filter(|panel| !state.narrow || **panel == state.tab()) {
        h.m("<p class=\"subtitle\" aria-hidden=\"true\">");
        if let Some(now) = state.now(panel) {
            if !state.is_alone() {
                h.m("<b>").m(letter(panel)).m("</b> ");
            }
            match state.closing(panel) {
                Some(closing) => h.m("<strong>").t(closing).m("</strong>"),
                None => h.sentence(&now.said(state.lang)),
            };
        }
        h.m("</p>");
    }
    vec![h]
}

/// Both panels' sentences, for those who listen.
pub fn spoken(state: &State) -> String {
    let mut text = String::new();
    // The same plan twice is one story, as in a lab of one panel.
    let panels = if state.lab.a == state.lab.b { 1 } else { 2 };
    for panel in Panel::ALL.into_iter().take(panels) {
        if let Some(now) = state.now(panel) {
            text.push_str(letter(panel));
            text.push_str(": ");
            text.push_str(&plain(&now.said(state.lang)));
            text.push(' ');
            if let Some(closing) = state.closing(panel) {
                text.push_str(closing);
                text.push(' ');
            }
        }
    }
    text.trim_end().to_string()
}
