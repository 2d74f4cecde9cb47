//! Every setting as a control, made from the one table of settings: a new knob needs no line here.

use super::super::action::Action;
use super::super::edit::Scope;
use super::super::html::Html;
use super::super::state::{Below, State};
use super::faults::{self, option};
use crate::domain::scenario::Scenario;
use crate::domain::settings::{Kind, Setting, Unit, Value};
use crate::view::matrix::Panel;
use crate::view::settings::{self, Group};
use crate::view::{problem, texts};

/// All settings, with the panels that they are for.
pub fn all(state: &State) -> Vec<Html> {
    let t = state.t;
    let (mut head, mut before, mut hand, mut after) = (Html::new(), Html::new(), Html::new(), Html::new());
    head.m("<div class=\"settings-head\">");
    let scopes = [
        (Scope::Both, t.for_both_panels),
        (Scope::Only(Panel::A), t.for_a),
        (Scope::Only(Panel::B), t.for_b),
    ];
    let options = scopes.into_iter().map(|(scope, text)| (Action::Scope(scope), text, state.scope == scope));
    head.segmented(&format!("scope-{}", state.id), "scope", t.settings, options);
    head.m("<span class=\"settings-tools\">").button("tool", Action::ResetAll, t.reset_all);
    head.m("<button type=\"button\" class=\"tool\"").act(Action::Rarer).m(" aria-pressed=\"");
    head.m(if state.rarer { "true" } else { "false" }).m("\">").t(t.rarer_settings).m("</button>");
    head.button("tool", Action::Below(Below::Settings), t.close).m("</span></div>");
    before.m("<div class=\"groups\">");
    for (group, list) in settings::groups() {
        if group == Group::Faults {
            hand.m("<section class=\"group\"><h2>").t(t.faults).m("</h2>");
            faults::interventions(&mut hand, state);
            hand.m("</section>");
            after.m("<div class=\"group\"><h3>").t(t.random_faults).m("</h3><div class=\"rates\">");
            list.iter().for_each(|setting| field(&mut after, state, setting));
            after.m("</div></div>");
        } else {
            before.m("<section class=\"group\"><h2>").t(settings::group_title(group, state.lang)).m("</h2>");
            list.iter()
                .filter(|setting| is_offered(state, setting))
                .for_each(|s| field(&mut before, state, s));
            before.m("</section>");
        }
    }
    before.m("</div>");
    // The form keeps what stands in it as long as its own part stays the same.
    vec![head, before, hand, faults::form(state), faults::form_problem(state), after]
}

/// A setting that the chosen kernel reads, and that many need, or the visitor asks for all, or has set it.
fn is_offered(state: &State, setting: &Setting) -> bool {
    let plans =
        Panel::ALL.into_iter().filter(|panel| state.scope.has(*panel)).map(|panel| panel.plan(&state.lab));
    plans.map(|plan| &plan.scenario).any(|scenario| {
        !setting.is_default(scenario)
            || (settings::applies(setting.path, scenario)
                && (state.rarer || !settings::is_rare(setting.path)))
    })
}

/// What the chosen product is, and where it is another one than here.
fn product(h: &mut Html, state: &State) {
    let facts = state.scope.first().plan(&state.lab).scenario.broker.dialect.facts();
    h.m("<p class=\"help\">").t(facts.product);
    for (n, link) in facts.docs.iter().enumerate() {
        h.m(" <a rel=\"external\" href=\"").t(link).m("\">").t(state.t.docs).m(" ").n(n + 1).m("</a>");
    }
    let words = &facts.words;
    h.m("</p><p class=\"help\" translate=\"no\">");
    let all = [words.delivery, words.ack, words.deadline, words.attempts, words.dead_letters, words.dedup_id];
    for (n, word) in all.into_iter().filter(|word| !word.is_empty() && *word != "–").enumerate() {
        h.m_if(n > 0, " · ").t(word);
    }
    h.m("</p><p class=\"help\">").t(facts.not_here.say(state.lang)).m("</p>");
}

/// One setting.
fn field(h: &mut Html, state: &State, setting: &'static Setting) {
    let (t, lang, scope, path) = (state.t, state.lang, state.scope, setting.path);
    let of = |panel: Panel| setting.get(&panel.plan(&state.lab).scenario);
    let value = of(scope.first());
    let changed =
        Panel::ALL.into_iter().any(|p| scope.has(p) && !setting.is_default(&p.plan(&state.lab).scenario));
    let wrong = state.wrong.iter().find(|wrong| wrong.path == path);
    let id = format!("field-{}-{path}", state.id);
    let is_list = matches!(setting.kind, Kind::Subset(_));
    h.m("<div class=\"setting").m_if(setting.kind == Kind::Flag, " flag").m_if(changed, " changed").m("\">");
    if is_list {
        h.m("<span class=\"label\" id=\"").t(&id).m("\">").t(settings::label(path, lang)).m("</span>");
    } else {
        h.m("<label class=\"label\" for=\"").t(&id).m("\">").t(settings::label(path, lang)).m("</label>");
    }
    let own = |h: &mut Html| {
        h.m(" id=\"")
            .t(&id)
            .m("\" aria-describedby=\"")
            .t(&id)
            .m("-help\"")
            .m_if(wrong.is_some(), " aria-invalid=\"true\"");
    };
    match (setting.kind, &value) {
        (Kind::Flag, _) => {
            h.m("<input type=\"checkbox\"").act(Action::Set(scope, path));
            own(h);
            h.m_if(value == Value::Flag(true), " checked").m(">");
        }
        (Kind::Number { min, max, unit }, &Value::Number(n)) => {
            h.m("<span class=\"with-unit\"><input type=\"number\" inputmode=\"numeric\"")
                .act(Action::Set(scope, path));
            own(h);
            h.m(" min=\"").d(&min).m("\" max=\"").d(&max).m("\" value=\"");
            match wrong {
                Some(wrong) => h.t(&wrong.text),
                None => h.d(&n),
            };
            h.m("\">");
            if unit == Unit::Millis {
                h.m("<span class=\"unit\">ms · <i>").t(&texts::duration(n, lang)).m("</i></span>");
            }
            h.m("</span>");
        }
        (Kind::Rate, Value::Rate(rate)) => {
            let words = settings::percent(*rate);
            h.m("<span class=\"with-unit\"><input type=\"range\" min=\"0\" max=\"100\" step=\"5\" data-live");
            h.act(Action::Set(scope, path));
            own(h);
            h.m(" value=\"")
                .n(rate.0 as usize / 10_000)
                .m("\" aria-valuetext=\"")
                .t(&words)
                .m("\"><output class=\"unit\">");
            h.t(&words).m("</output></span>");
        }
        (Kind::Choice(words), Value::Word(word)) => {
            h.m("<select").act(Action::Set(scope, path));
            own(h);
            h.m(">");
            for known in words {
                option(h, known, settings::word(path, known, lang), known == word);
            }
            h.m("</select>");
        }
        (Kind::Subset(words), Value::Words(list)) => {
            h.m("<span class=\"boxes\" role=\"group\" aria-labelledby=\"").t(&id).m("\">");
            for (n, known) in words.iter().enumerate() {
                h.m("<label class=\"one\"><input type=\"checkbox\"").act(Action::Include(scope, path, n));
                h.m_if(list.iter().any(|word| word == known), " checked").m("><span>");
                h.t(settings::word(path, known, lang)).m("</span></label>");
            }
            h.m("</span>");
        }
        _ => {}
    }
    h.m("<p class=\"help\" id=\"").t(&id).m("-help\">").t(settings::help(path, lang)).m("</p>");
    if path == "broker.dialect" {
        product(h, state);
    }
    let [open, close] = lang.brackets();
    if scope == Scope::Both && of(Panel::A) != of(Panel::B) {
        h.m("<p class=\"differs\">").t(t.differs_between_panels).m(open).m("A").m(lang.colon());
        h.t(&settings::value(setting, &of(Panel::A), lang)).m(" · B").m(lang.colon());
        h.t(&settings::value(setting, &of(Panel::B), lang)).m(close).m("</p>");
    }
    if changed || wrong.is_some() {
        let default = settings::value(setting, &setting.get(&Scenario::default()), lang);
        h.m("<button type=\"button\" class=\"reset\"")
            .act(Action::Reset(scope, path))
            .m(">")
            .t(t.reset)
            .m("<span>")
            .m(open);
        h.t(t.default_is)
            .m(lang.colon())
            .t(&default)
            .m(close)
            .m("</span><span class=\"hidden\">")
            .m(lang.colon())
            .t(settings::label(path, lang));
        h.m("</span></button>");
    }
    if let Some(wrong) = wrong {
        h.m("<p class=\"wrong\" role=\"alert\">").t(&problem::message(&wrong.problem, lang)).m("</p>");
    }
    h.m("</div>");
}
