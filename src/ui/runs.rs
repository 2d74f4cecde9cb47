//! A table of runs: the page brings it as a table of links; here each cell's run is asked for and what it came to
//! is written into the link. Nothing in it is typed in.

use super::dom;
use super::engine::{Topic, engine};
use super::html::Html;
use super::paint::verdict_class;
use crate::domain::command::Plan;
use crate::domain::link::Lab;
use crate::domain::outcome::{Field, Outcome};
use crate::domain::protocol::{Answer, Ask};
use crate::domain::scenario::Handler;
use crate::view::lang::Lang;
use crate::view::texts::{self, texts};
use web_sys::{Element, HtmlElement};

/// What a cell shows.
struct Look {
    /// Whose verdict; `None`: of all handlers.
    of: Option<Handler>,
    /// Figures of the outcome, each with its name.
    show: Vec<(String, String)>,
    lang: Lang,
}

/// Brings a table to life.
pub fn mount(island: HtmlElement, lang: Lang) {
    let data = |name: &str| island.get_attribute(&format!("data-{name}"));
    let show = data("show").unwrap_or_default();
    let show = show.split(';').filter_map(|pair| pair.split_once('=')).map(|(f, n)| (f.into(), n.into()));
    let look = Look { of: data("of").and_then(|word| Handler::from_word(&word)), show: show.collect(), lang };
    let cells: Vec<(Element, Plan)> = dom::all(&island, "[data-run]")
        .into_iter()
        .filter_map(|cell| {
            let lab = Lab::from_fragment(&cell.get_attribute("data-run")?).ok()?;
            Some((cell, lab.a))
        })
        .collect();
    if data("choose").is_some() {
        choose(&island, lang);
    }
    let along = data("along");
    let plans = cells.iter().map(|(_, plan)| plan.clone()).collect();
    engine().ask(Topic { lab: dom::unique(), of: "table" }, Ask::Outcomes(plans), move |answer| {
        if let Some(Answer::Outcomes(outcomes)) = answer {
            for ((cell, _), outcome) in cells.iter().zip(&outcomes) {
                cell.set_inner_html(figures(outcome, &look).as_str());
            }
        }
        if let Some(name) = along {
            walk(&island, &name);
        }
        dom::unveil(&island);
    });
}

/// What a run came to, in a cell.
fn figures(outcome: &Outcome, look: &Look) -> Html {
    let verdict = match look.of.and_then(|handler| outcome.handler(handler)) {
        Some(of) => of.verdict.first().copied().unwrap_or(outcome.worst()),
        None => outcome.worst(),
    };
    let mut h = Html::new();
    h.m("<span class=\"cell-verdict ").m(verdict_class(verdict)).m("\">").sign(verdict).m(" ");
    h.t(texts::verdict(verdict, look.lang)).m("</span>");
    let fields = outcome.fields();
    for (field, name) in &look.show {
        let value =
            fields.iter().find(|(known, _)| known == field).map_or(Field::Count(0), |(_, v)| v.clone());
        h.m(" <span class=\"figure\">").t(name).m(" <b>").d(&value).m("</b></span>");
    }
    h
}

/// The first row is shown beside a slider; moving that walks through the others.
fn walk(island: &HtmlElement, name: &str) {
    let rows = dom::all(island, "tbody tr");
    let (Some(table), Ok(place)) = (dom::first(island, "table"), dom::document().create_element("div"))
    else {
        return;
    };
    place.set_class_name("along");
    let mut h = Html::new();
    h.m("<label><span>").t(name).m("</span><input type=\"range\" min=\"0\" value=\"0\" max=\"");
    h.n(rows.len().saturating_sub(1)).m("\"></label><div class=\"along-now\" aria-live=\"polite\"></div>");
    place.set_inner_html(h.as_str());
    let _ = island.insert_before(&place, Some(&table));
    let (Some(slider), Some(now)) = (dom::first(&place, "input"), dom::first(&place, ".along-now")) else {
        return;
    };
    let columns: Vec<String> = dom::all(island, "thead th").iter().map(Element::inner_html).collect();
    let at = slider.clone();
    let show = move || {
        let chosen: usize = dom::value(&at).parse().unwrap_or(0);
        for (i, row) in rows.iter().enumerate() {
            let _ = row.class_list().toggle_with_force("here", i == chosen);
        }
        let Some(row) = rows.get(chosen) else { return };
        let Some(name) = dom::first(row, "th") else { return };
        let _ = at.set_attribute("aria-valuetext", &name.text_content().unwrap_or_default());
        let cells: String = columns
            .iter()
            .zip(dom::all(row, "td"))
            .map(|(column, cell)| format!("<div><h3>{column}</h3>{}</div>", cell.inner_html()))
            .collect();
        // All of it stood on the page already.
        let name = name.inner_html();
        now.set_inner_html(&format!("<p class=\"stop\">{name}</p><div class=\"outcomes\">{cells}</div>"));
    };
    show();
    dom::on(&slider, "input", move |_| show());
}

/// A column is chosen first; then it is shown, and the others when they are chosen as well.
fn choose(island: &HtmlElement, lang: Lang) {
    let _ = island.class_list().add_1("closed");
    for (column, head) in dom::all(island, "thead th").into_iter().enumerate() {
        let mut h = Html::new();
        h.m("<button type=\"button\" class=\"choose\">").t(texts(lang).choose_this).m("</button>");
        let _ = head.insert_adjacent_html("beforeend", h.as_str());
        let Some(button) = dom::first(&head, ".choose") else { continue };
        // The rows' heads come first.
        let cells = dom::all(island, &format!("tbody > tr > :nth-child({})", column + 2));
        let chosen = button.clone();
        dom::on(&button, "click", move |_| {
            for cell in &cells {
                let _ = cell.class_list().add_1("shown");
            }
            let _ = chosen.set_attribute("aria-pressed", "true");
        });
    }
}
