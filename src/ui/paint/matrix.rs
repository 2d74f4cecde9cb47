//! The matrix: both stories under every combination of layers, computed; each cell opens its run.

use super::super::action::Action;
use super::super::html::Html;
use super::super::state::State;
use super::{title, verdict_class};
use crate::view::matrix::{self, Layers, Panel};
use crate::view::texts::{self, Noun, count};

/// Its title, and the table.
pub fn matrix(state: &State, _: Panel) -> Vec<Html> {
    let t = state.t;
    let (mut head, mut h) = (Html::new(), Html::new());
    head.m("<h2>").t(t.matrix).m("</h2><p class=\"aside\">").t(t.matrix_caption).m("</p>");
    let here = Panel::ALL.map(|panel| matrix::on_screen(&state.lab, panel));
    if here == [None, None] {
        head.m("<p class=\"aside\">").t(t.matrix_none_here).m("</p>");
    }
    h.m("<table><thead><tr><th scope=\"col\"><span class=\"hidden\">").t(t.matrix_story).m("</span></th>");
    for layers in Layers::ALL {
        h.m("<th scope=\"col\">").t(column(state, layers)).m("</th>");
    }
    h.m("</tr></thead><tbody>");
    for (panel, here) in Panel::ALL.into_iter().zip(here) {
        h.m("<tr><th scope=\"row\">").t(title(state, panel, true)).m("</th>");
        for layers in Layers::ALL {
            cell(&mut h, state, panel, layers, here == Some(layers));
        }
        h.m("</tr>");
    }
    h.m("</tbody></table>");
    vec![head, h]
}

fn column(state: &State, layers: Layers) -> &'static str {
    let t = state.t;
    match layers {
        Layers::None => t.no_layer,
        Layers::One => t.layer_1,
        Layers::Two => t.layer_2,
        Layers::Both => t.both_layers,
    }
}

fn cell(h: &mut Html, state: &State, panel: Panel, layers: Layers, here: bool) {
    let t = state.t;
    h.m(if here { "<td class=\"here\"" } else { "<td" })
        .m("><button type=\"button\"")
        .act(Action::Cell(panel, layers));
    h.m(" aria-pressed=\"").m(if here { "true" } else { "false" }).m("\" title=\"").t(t.matrix_open);
    h.m("\"><span class=\"cell-layers\">").t(column(state, layers)).m("</span> ");
    let known = state.cells.as_ref();
    match known.and_then(|cells| cells.iter().find(|(p, l, _)| (*p, *l) == (panel, layers))) {
        None => {
            h.m("<span class=\"aside\">…</span>");
        }
        Some((_, _, outcome)) => {
            let worst = outcome.worst();
            h.m("<span class=\"cell-mails\">").t(&count(outcome.mails, Noun::Mail, state.lang)).m("</span> ");
            h.m("<span aria-hidden=\"true\">·</span> ").sign(worst).m(" <span class=\"cell-verdict ");
            h.m(verdict_class(worst)).m("\">").t(texts::verdict(worst, state.lang)).m("</span>");
        }
    }
    if here {
        h.m(" <span class=\"here-mark\">").t(t.matrix_here).m("</span>");
    }
    h.m("</button></td>");
}
