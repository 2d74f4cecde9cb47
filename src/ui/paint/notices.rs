//! What a visitor must know, the way between the panels of a narrow window, and the question before a fork.

use super::super::action::Action;
use super::super::html::Html;
use super::super::state::{News, Now, State};
use super::{title, verdict_class};
use crate::domain::ids::EventNo;
use crate::domain::outcome::Verdict;
use crate::view::matrix::Panel;
use crate::view::{problem, settings, texts};

/// What happened to the engine, what could not be read, what could not be done. Nothing of it is lost.
pub fn notices(state: &State, _: Panel) -> Vec<Html> {
    let t = state.t;
    let (mut news, mut link, mut refused, mut loading) = (Html::new(), Html::new(), Html::new(), Html::new());
    let (lesson, mut task) = (&state.lab.lesson, Html::new());
    if lesson.locked || lesson.presented || !lesson.task.is_empty() {
        task.m("<div class=\"task\" role=\"note\">");
        if !lesson.task.is_empty() {
            task.m("<p><b>").t(t.task).m("</b> ").t(&lesson.task).m("</p>");
        }
        if lesson.locked {
            task.button("tool", Action::Unlock, t.unlock);
        }
        if lesson.presented {
            task.button("tool", Action::Leave, t.leave);
        }
        task.m("</div>");
    }
    match state.news {
        Some(News::Restarted) => {
            news.m("<div class=\"notice\" role=\"status\"><p>").t(t.engine_restarted).m("</p>");
            news.button("tool", Action::Dismiss, t.close).m("</div>");
        }
        Some(News::Failed) => {
            news.m("<div class=\"notice bad\" role=\"alert\"><p>").t(t.engine_failed).m("</p>");
            kept(&mut news, state, &state.lab.to_fragment(), true);
            news.button("tool", Action::Retry, t.engine_retry).m("</div>");
        }
        None => {}
    }
    if let Some((text, why)) = &state.wrong_link {
        link.m("<div class=\"notice bad\" role=\"alert\"><p>").t(t.link_wrong).m(" ");
        link.t(&problem::message(why, state.lang)).m("</p>");
        kept(&mut link, state, text, false);
        link.button("tool", Action::Dismiss, t.close).m("</div>");
    }
    if let Some(why) = &state.refused {
        refused
            .m("<div class=\"notice bad\" role=\"alert\"><p>")
            .t(&problem::message(why, state.lang))
            .m("</p>");
        refused.button("tool", Action::Dismiss, t.close).m("</div>");
    }
    if state.now(Panel::A).is_none() && state.news != Some(News::Failed) {
        loading.m("<p class=\"loading\" role=\"status\">").t(t.engine_loading).m("</p>");
    }
    vec![task, news, link, refused, loading]
}

/// A text that can be copied out by hand. `address`: the page puts its own address before it.
fn kept(h: &mut Html, state: &State, text: &str, address: bool) {
    h.m("<textarea readonly rows=\"2\" aria-label=\"")
        .t(state.t.permalink)
        .m("\"")
        .m_if(address, " data-address")
        .m(">");
    h.t(text).m("</textarea>");
}

/// The tabs of a narrow window: what both have come to stays in sight.
pub fn tabs(state: &State, _: Panel) -> Vec<Html> {
    let t = state.t;
    let mut h = Html::new();
    if !state.narrow {
        return vec![h];
    }
    h.m("<div class=\"tabs\" role=\"tablist\" aria-label=\"").t(t.panels).m("\">");
    for panel in Panel::ALL {
        let worst = state.now(panel).map_or(Verdict::Pending, Now::worst);
        let chosen = state.tab == panel;
        h.m("<button type=\"button\" role=\"tab\" class=\"tab\" id=\"").t(&tab_id(state, panel)).m("\"");
        h.act(Action::Tab(panel))
            .m(" aria-selected=\"")
            .m(if chosen { "true" } else { "false" })
            .m("\" tabindex=\"");
        h.m(if chosen { "0" } else { "-1" }).m("\" aria-controls=\"").t(&panel_id(state, panel));
        h.m("\"><span class=\"tab-title\">")
            .t(title(state, panel, true))
            .m("</span><span class=\"tab-verdict ");
        h.m(verdict_class(worst)).m("\">").sign(worst).m(" <span>").t(texts::verdict(worst, state.lang));
        h.m("</span></span><span class=\"tab-got\"><span>").t(t.mails).m(" ");
        let mails =
            state.now(panel).map_or_else(Vec::new, |n| n.customer.mails.iter().map(|m| m.event).collect());
        tags(&mut h, &mails);
        h.m("</span> <span>").t(t.charges).m(" ");
        let charges =
            state.now(panel).map_or_else(Vec::new, |n| n.customer.charges.iter().map(|c| c.event).collect());
        tags(&mut h, &charges);
        h.m("</span></span></button>");
    }
    h.m("</div>");
    vec![h]
}

/// A tag for each; where there are too many, their number.
fn tags(h: &mut Html, events: &[EventNo]) {
    match events.len() {
        1..=4 => events.iter().for_each(|event| {
            h.tag(*event);
        }),
        n => {
            h.m("<b>").n(n).m("</b>");
        }
    }
}

/// The id of a tab.
pub fn tab_id(state: &State, panel: Panel) -> String {
    format!("tab-{}-{}", state.id, panel as usize)
}

/// The id of a panel.
pub fn panel_id(state: &State, panel: Panel) -> String {
    format!("panel-{}-{}", state.id, panel as usize)
}

/// Asks before what lies ahead is dropped.
pub fn fork(state: &State, _: Panel) -> Vec<Html> {
    let t = state.t;
    let mut h = Html::new();
    if let Some(fork) = &state.fork {
        h.m("<h2>").t(t.fork_title).m("</h2><p>").t(t.fork).m("</p><ul class=\"list\">");
        for command in &fork.dropped {
            h.m("<li>").t(&settings::command(command, state.lang)).m("</li>");
        }
        h.m("</ul><div class=\"load-tools\">").button("tool main", Action::Fork, t.fork_yes);
        h.button("tool", Action::Close, t.cancel).m("</div>");
    }
    vec![h]
}
