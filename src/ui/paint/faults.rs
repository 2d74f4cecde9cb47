//! Faults by hand: the frequent ones as switches for each panel, all others by form, and the list of what is
//! scripted and decided.

use super::super::action::Action;
use super::super::edit::Scope;
use super::super::html::Html;
use super::super::state::State;
use super::{icons, letter};
use crate::domain::command::Command;
use crate::domain::fault::{Fault, Gap, Met, Point};
use crate::domain::link::Lab;
use crate::domain::oddities;
use crate::domain::scenario::Handler;
use crate::domain::settings::SETTINGS;
use crate::domain::trace::Run;
use crate::view::matrix::Panel;
use crate::view::texts::Texts;
use crate::view::{problem, settings};

/// The faults that one meets most, as they are scripted by one click, with short names: in the handler whose effect
/// is outside, that of the mail if there are several.
pub fn presets(t: &Texts, lab: &Lab) -> [(&'static str, Fault); 6] {
    let crash = |gap| Fault::in_gap(Point::WorkerCrash, gap);
    let handlers = &lab.a.scenario.consumer.handlers;
    let handler = handlers.iter().copied().filter(|h| h.provider().is_some()).min().unwrap_or(Handler::Email);
    let outside = |fault| Fault { handler: Some(handler), ..fault };
    let (after, slow) = match handler {
        Handler::Payment => (t.preset_after_charge, t.preset_charge_slow),
        Handler::Push => (t.preset_after_push, t.preset_push_slow),
        _ => (t.preset_after_effect, t.preset_slow),
    };
    [
        (t.preset_before_ack, crash(Gap::BeforeAck)),
        (t.preset_ack_lost, Fault::once(Point::AckLost)),
        (after, outside(crash(Gap::EffectDone))),
        (t.preset_after_mark, outside(crash(Gap::Marked))),
        (slow, outside(Fault::once(Point::HandlerSlow))),
        (t.preset_relay, Fault::in_gap(Point::RelayCrash, Gap::BeforeMark)),
    ]
}

/// The frequent faults: a name, and a switch for each panel.
pub fn frequent(h: &mut Html, state: &State) {
    let t = state.t;
    h.m("<div class=\"frequent\" role=\"group\" aria-label=\"")
        .t(t.faults)
        .m("\"><span class=\"board-label\">");
    h.t(t.faults).m("</span><ul>");
    for (n, (name, fault)) in presets(t, &state.lab).into_iter().enumerate() {
        let long = settings::fault(&fault, state.lang);
        h.m("<li><span title=\"").t(&long).m("\">").t(name).m("</span><span class=\"pair\">");
        for panel in Panel::ALL {
            let on = panel.plan(&state.lab).scenario.faults.contains(&fault);
            h.m("<button type=\"button\"").act(Action::Preset(panel, n)).m(" aria-pressed=\"");
            h.m(if on { "true" } else { "false" })
                .m("\" aria-label=\"")
                .m(letter(panel))
                .m(": ")
                .t(&long)
                .m("\">");
            h.m(letter(panel)).m("</button>");
        }
        h.m("</span></li>");
    }
    h.m("</ul></div>");
}

/// What shapes the runs and no switch in sight tells: settings away from their defaults, scripted faults,
/// decisions; each with its remover.
pub fn in_force(h: &mut Html, state: &State) {
    let (t, lab) = (state.t, &state.lab);
    let mut items = Html::new();
    for setting in SETTINGS.iter() {
        // The switches show these; in a comparison they are what differs.
        let switched = ["client.key", "consumer.dedup"].contains(&setting.path) && !lab.compare;
        if switched || setting.path == "seed" {
            continue;
        }
        let (a, b) = (setting.get(&lab.a.scenario), setting.get(&lab.b.scenario));
        let whose = if a == b { &[Scope::Both][..] } else { &[Scope::Only(Panel::A), Scope::Only(Panel::B)] };
        for &scope in whose {
            let scenario = &scope.first().plan(lab).scenario;
            if !setting.is_default(scenario) {
                let value = settings::value(setting, &setting.get(scenario), state.lang);
                let text =
                    format!("{}{}{value}", settings::label(setting.path, state.lang), state.lang.colon());
                item(&mut items, state, scope, &text, Action::Reset(scope, setting.path));
            }
        }
    }
    let switched = presets(t, lab).map(|(_, fault)| fault);
    for panel in Panel::ALL {
        let rowless = state.narrow || state.brief || lab.compare;
        let untold = |fault: &Fault| rowless || !switched.contains(fault);
        scripted(&mut items, state, panel, untold);
        decided(&mut items, state, panel);
    }
    let mut odd = Html::new();
    for panel in Panel::ALL {
        for oddity in oddities::of(&panel.plan(lab).scenario) {
            odd.m("<p class=\"odd").m_if(panel == Panel::B, " of-b").m("\" role=\"note\"><b>");
            odd.m(letter(panel)).m("</b> ");
            odd.t(oddity.meaning().say(state.lang)).m("</p>");
        }
    }
    if !items.is_empty() {
        h.m("<div class=\"in-force\" role=\"group\" aria-label=\"")
            .t(t.in_force)
            .m("\"><span class=\"board-label\">");
        h.t(t.in_force).m("</span><ul>").h(&items).m("</ul></div>");
    }
    h.h(&odd);
}

fn scripted(h: &mut Html, state: &State, panel: Panel, told: impl Fn(&Fault) -> bool) {
    let scenario = &panel.plan(&state.lab).scenario;
    for (i, fault) in scenario.faults.iter().enumerate().filter(|(_, fault)| told(fault)) {
        let text = settings::fault(fault, state.lang);
        item(h, state, Scope::Only(panel), &text, Action::DropFault(panel, i));
    }
    for (i, command) in scenario.commands.iter().enumerate() {
        let text = settings::command(&(*command).into(), state.lang);
        item(h, state, Scope::Only(panel), &text, Action::DropScheduled(panel, i));
    }
}

fn decided(h: &mut Html, state: &State, panel: Panel) {
    for (i, command) in panel.plan(&state.lab).commands.iter().enumerate() {
        let step = state.run(panel).and_then(|run| met_at(run, command));
        let text = match step {
            Some(step) => settings::decided_at(command, step + 1, state.lang),
            None => settings::command(command, state.lang),
        };
        item(h, state, Scope::Only(panel), &text, Action::DropCommand(panel, i));
    }
}

/// The entry at which a run met the fault point that was decided.
fn met_at(run: &Run, command: &Command) -> Option<usize> {
    let Command::Decide { at, gap, nth, .. } = *command else { return None };
    let here = |met: &Met| met.at == at && met.gap == gap && met.nth == nth;
    run.entries.iter().position(|entry| entry.met.iter().any(here))
}

/// One thing in force, with its remover.
fn item(h: &mut Html, state: &State, scope: Scope, text: &str, remove: Action) {
    let whose = match scope {
        Scope::Both => "A B",
        Scope::Only(panel) => letter(panel),
    };
    h.m("<li")
        .m_if(scope == Scope::Only(Panel::B), " class=\"of-b\"")
        .m("><b>")
        .m(whose)
        .m("</b><span>")
        .t(text)
        .m("</span>");
    h.icon_button("remove", remove, icons::CROSS, &format!("{}: {whose} {text}", state.t.remove)).m("</li>");
}

/// What is scripted and what was decided, each with its remover.
pub fn interventions(h: &mut Html, state: &State) {
    let t = state.t;
    let mut lists = [Html::new(), Html::new()];
    for panel in Panel::ALL {
        scripted(&mut lists[0], state, panel, |_| true);
        decided(&mut lists[1], state, panel);
    }
    h.m("<div class=\"interventions\">");
    for (list, title, none) in
        [(&lists[0], t.scripted_faults, t.no_faults), (&lists[1], t.decisions, t.no_decisions)]
    {
        h.m("<h3>").t(title).m("</h3>");
        if list.is_empty() {
            h.m("<p class=\"aside\">").t(none).m("</p>");
        } else {
            h.m("<ul class=\"list\">").h(list).m("</ul>");
        }
    }
    h.m("</div>");
}

/// A form for any fault. The names of its fields are those of a fault's parts.
pub fn form(state: &State) -> Html {
    let (t, lang, at) = (state.t, state.lang, state.add_at);
    let mut h = Html::new();
    h.m("<div class=\"add-fault\" role=\"group\" aria-label=\"")
        .t(t.add_fault)
        .m("\"><label class=\"field\"><span>");
    h.t(t.fault_at).m("</span><select").act(Action::AddPoint).m(">");
    for &point in Point::ALL {
        option(&mut h, point.word(), settings::point(point, lang), point == at);
    }
    h.m("</select></label>");
    let mut select = |name: &'static str, label: &str, options: &[(&'static str, &str)]| {
        if !options.is_empty() {
            h.m("<label class=\"field\"><span>").t(label).m("</span><select name=\"").m(name).m("\">");
            option(&mut h, "", t.any, true);
            options.iter().for_each(|(word, text)| option(&mut h, word, text, false));
            h.m("</select></label>");
        }
    };
    let gaps: Vec<_> = at.gaps().iter().map(|&gap| (gap.word(), settings::gap(gap, lang))).collect();
    select("gap", t.fault_gap, &gaps);
    let handlers: Vec<_> = Handler::WORDS.iter().map(|&word| (word, word)).collect();
    select("handler", t.fault_handler, if at.has_handler() { &handlers } else { &[] });
    let mut number = |name: &'static str, label: &str, value: &'static str, hint: &str| {
        h.m("<label class=\"field\"><span>")
            .t(label)
            .m("</span><input type=\"text\" inputmode=\"numeric\" name=\"")
            .m(name);
        h.m("\" value=\"").m(value).m("\" placeholder=\"").t(hint).m("\"></label>");
    };
    if at.has_delivery() {
        number("delivery", t.fault_delivery, "", t.any);
    }
    number("nth", t.fault_nth, "1", "1");
    number("times", t.fault_times, "1", &format!("0{}{}", state.lang.colon(), t.always));
    h.button("tool", Action::AddFault, t.add_fault).m("</div>");
    h
}

/// Why the fault of the form cannot be added.
pub fn form_problem(state: &State) -> Html {
    let mut h = Html::new();
    if let Some(wrong) = &state.add_wrong {
        h.m("<p class=\"wrong\" role=\"alert\">").t(&problem::message(wrong, state.lang)).m("</p>");
    }
    h
}

/// One option of a select.
pub fn option(h: &mut Html, word: &'static str, text: &str, chosen: bool) {
    h.m("<option value=\"").m(word).m("\"").m_if(chosen, " selected").m(">").t(text).m("</option>");
}
