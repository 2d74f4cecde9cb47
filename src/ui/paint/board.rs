//! The switches over both panels: the two layers first, then the faults that one meets most, the seed, what
//! else is in force, and the way to everything.

use super::super::action::Action;
use super::super::edit::Scope;
use super::super::html::Html;
use super::super::state::{Below, State};
use super::{faults, fields, icons, title};
use crate::domain::presets::Redelivery;
use crate::domain::settings::{self as domain, Kind, Value};
use crate::view::matrix::Panel;
use crate::view::{settings, why};

/// The switches that stay in sight.
pub fn switches(state: &State, _: Panel) -> Vec<Html> {
    let t = state.t;
    let (mut left, mut tools) = (Html::new(), Html::new());
    if state.lab.compare {
        left.m("<p class=\"comparing-what\">").t(t.compare_hint).m("</p>");
    } else {
        layers(&mut left, state, Scope::Both);
    }
    tools.m("<div class=\"tools\">");
    let mut toggle = |below: Below, text: &str| {
        tools.m("<button type=\"button\" class=\"tool\"").act(Action::Below(below)).m(" aria-expanded=\"");
        tools.m(if state.below == below { "true" } else { "false" }).m("\">").t(text).m("</button>");
    };
    if state.narrow {
        toggle(Below::Faults, t.faults);
    }
    toggle(Below::Settings, t.all_settings);
    toggle(Below::Reasons, t.reasons);
    if !state.lab.compare {
        toggle(Below::Compare, t.compare);
    } else {
        tools.button("tool", Action::StopComparing, t.stop_comparing);
    }
    tools.m("<button type=\"button\" class=\"tool\" aria-haspopup=\"dialog\" data-share>").t(t.share);
    tools.m("</button></div>");
    vec![left, tools]
}

/// The two layers' switches, for these panels.
pub fn layers(h: &mut Html, state: &State, scope: Scope) {
    choice(h, state, scope, "client.key", state.t.layer_1_long, "layer-1");
    choice(h, state, scope, "consumer.dedup", state.t.layer_2_long, "layer-2");
}

fn choice(h: &mut Html, state: &State, scope: Scope, path: &'static str, legend: &str, class: &'static str) {
    let Some(setting) = domain::find(path) else { return };
    let Kind::Choice(words) = setting.kind else { return };
    let values = |panel: Panel| match setting.get(&panel.plan(&state.lab).scenario) {
        Value::Word(word) => word,
        _ => String::new(),
    };
    // Where the panels differ, nothing is chosen.
    let current = values(scope.first());
    let agree = Panel::ALL.into_iter().all(|panel| !scope.has(panel) || values(panel) == current);
    let (legend, name) = match scope {
        Scope::Both => (legend.to_string(), format!("{class}-{}", state.id)),
        Scope::Only(panel) => {
            let letter = super::letter(panel);
            (format!("{legend} · {letter}"), format!("{class}-{}-{letter}", state.id))
        }
    };
    let options = words.iter().enumerate().map(|(n, word)| {
        (Action::Choose(scope, path, n), settings::word(path, word, state.lang), agree && current == *word)
    });
    h.m("<div class=\"layer\">").segmented(&name, class, &legend, options);
    h.m("<p class=\"mode\">")
        .t(if agree { why::mode(path, &current, state.lang) } else { "" })
        .m("</p></div>");
}

/// The second line: frequent faults and the seed, where there is room; then what else shapes the runs.
pub fn second(state: &State, _: Panel) -> Vec<Html> {
    let mut h = Html::new();
    if !state.narrow && !state.brief {
        h.m("<div class=\"second\">");
        faults::frequent(&mut h, state);
        seed(&mut h, state);
        h.m("</div>");
    }
    let mut force = Html::new();
    faults::in_force(&mut force, state);
    vec![h, force]
}

fn seed(h: &mut Html, state: &State) {
    let t = state.t;
    let id = format!("seed-{}", state.id);
    h.m("<div class=\"seed\"><label for=\"")
        .t(&id)
        .m("\">")
        .t(t.seed)
        .m("</label><input type=\"number\" inputmode=\"numeric\"");
    h.m(" min=\"0\" max=\"4294967295\" id=\"")
        .t(&id)
        .m("\" value=\"")
        .n(state.lab.a.scenario.seed as usize)
        .m("\"");
    h.act(Action::Seed).m(">").icon_button("redraw", Action::NewSeed, icons::AGAIN, t.new_seed).m("</div>");
}

/// The six reasons for which a message comes again, each with what the broker could not know.
fn reasons(h: &mut Html, state: &State) {
    let t = state.t;
    h.m("<section class=\"reasons\" aria-label=\"").t(t.reasons).m("\"><p>").t(t.reasons_hint).m("</p><ol>");
    for &reason in Redelivery::ALL {
        h.m("<li><h3>").t(reason.name().say(state.lang)).m("</h3><p>").t(reason.why().say(state.lang));
        h.m("</p><div class=\"pair\">");
        for panel in Panel::ALL {
            let shown = state.now(panel).is_some_and(|now| now.shown.reason == Some(reason));
            h.m("<button type=\"button\"").act(Action::Reason(panel, reason)).m(" aria-pressed=\"");
            h.m(if shown { "true" } else { "false" })
                .m("\" aria-label=\"")
                .t(t.show_in)
                .m(" ")
                .m(super::letter(panel));
            h.m(": ")
                .t(reason.name().say(state.lang))
                .m("\">")
                .t(t.show_in)
                .m(" ")
                .m(super::letter(panel))
                .m("</button>");
        }
        h.m("</div></li>");
    }
    h.m("</ol></section>");
}

/// What stands open below the switches.
pub fn below(state: &State, _: Panel) -> Vec<Html> {
    let mut h = Html::new();
    match state.below {
        Below::Settings => return fields::all(state),
        Below::Faults if state.narrow => {
            faults::frequent(&mut h, state);
            h.m("<div class=\"second\">");
            seed(&mut h, state);
            h.m("</div>");
        }
        Below::Reasons => reasons(&mut h, state),
        Below::Compare => {
            h.m("<div class=\"choose-story\" role=\"group\" aria-label=\"").t(state.t.compare).m("\"><p>");
            h.t(state.t.compare_hint).m("</p>");
            for panel in Panel::ALL {
                h.button("tool", Action::Compare(panel), title(state, panel, false));
            }
            h.m("</div>");
        }
        _ => {}
    }
    vec![h]
}
