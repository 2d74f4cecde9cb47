//! Sharing: the permalink, the texts, and the way back in.

use super::super::action::Action;
use super::super::html::Html;
use super::super::state::State;
use super::letter;
use crate::domain::workshop::Papers;
use crate::view::matrix::Panel;
use crate::view::problem;

/// What stands in the dialog while it is open. Boxes have numbers, by which they are copied.
pub fn share(state: &State, _: Panel) -> Vec<Html> {
    let t = state.t;
    if !state.sharing {
        return Vec::new();
    }
    let (mut head, mut link, mut open) = (Html::new(), Html::new(), Html::new());
    head.m("<div class=\"dialog-head\"><h2>")
        .t(t.share)
        .m("</h2>")
        .button("tool", Action::Close, t.close)
        .m("</div>");
    let fragment = state.lab.to_fragment();
    copyable(&mut link, state, 0, t.permalink, t.copy_link, "2", &fragment, true);
    link.m("<p class=\"aside\">").t(t.share_hint).m("</p><p class=\"aside\">").t(t.run_natively);
    link.m("</p><pre class=\"shell\" translate=\"no\"><code>cargo run --bin simulate -- '")
        .t(&fragment)
        .m("'</code></pre>");
    let mut texts = Html::new();
    texts.m("<div class=\"share-texts\">");
    for panel in Panel::ALL {
        let n = 1 + 2 * panel as usize;
        let name = |text: &str| format!("{text} · {}", letter(panel));
        let Papers { trace, scenario } = match &state.papers[panel as usize] {
            Some(Ok(papers)) => papers.clone(),
            told => {
                let mut why = "…".to_string();
                if let Some(Err(problem)) = told {
                    let said = problem.as_ref().map(|problem| problem::message(problem, state.lang));
                    why = said.unwrap_or_else(|| t.papers_failed.into());
                }
                Papers { trace: why.clone(), scenario: why }
            }
        };
        texts.m("<div>");
        copyable(&mut texts, state, n, &name(t.trace_as_text), t.copy_text, "10", &trace, false);
        copyable(&mut texts, state, n + 1, &name(t.scenario_as_text), t.copy_text, "8", &scenario, false);
        texts.m("</div>");
    }
    texts.m("</div>");
    let id = format!("load-{}", state.id);
    open.m("<div class=\"load\"><label for=\"")
        .t(&id)
        .m("\">")
        .t(t.load_link)
        .m("</label><p class=\"aside\">");
    open.t(t.load_hint)
        .m("</p><textarea class=\"pasted\" rows=\"3\" spellcheck=\"false\" translate=\"no\" id=\"")
        .t(&id);
    open.m("\"></textarea></div>");
    let mut wrong = Html::new();
    if let Some(why) = &state.paste_wrong {
        wrong.m("<p class=\"wrong\" role=\"alert\">").t(why).m("</p>");
    }
    let mut tools = Html::new();
    tools.m("<div class=\"load-tools\">").button("tool", Action::OpenLink, t.load).m("</div>");
    vec![head, link, texts, open, wrong, tools]
}

/// A text to read and to copy. `address`: the page puts its own address before it.
#[expect(clippy::too_many_arguments, reason = "each is one attribute of one element")]
fn copyable(
    h: &mut Html,
    state: &State,
    n: usize,
    label: &str,
    copy: &str,
    rows: &'static str,
    text: &str,
    address: bool,
) {
    let id = format!("text-{}-{n}", state.id);
    h.m("<div class=\"copyable\"><label for=\"")
        .t(&id)
        .m("\">")
        .t(label)
        .m("</label><button type=\"button\" class=\"tool\"");
    h.act(Action::Copy(n)).m(">").t(copy).m("<span class=\"hidden\">: ").t(label).m("</span></button>");
    h.m("<span class=\"aside\" role=\"status\">");
    if let Some((_, done)) = state.copied.filter(|(of, _)| *of == n) {
        h.t(if done { state.t.copied } else { state.t.copy_failed });
    }
    h.m("</span><textarea readonly spellcheck=\"false\" translate=\"no\" rows=\"")
        .m(rows)
        .m("\" id=\"")
        .t(&id)
        .m("\"");
    h.m_if(address, " data-address").m(">").t(text).m("</textarea></div>");
}
