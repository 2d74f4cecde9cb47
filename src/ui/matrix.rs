//! The matrix: both stories under every combination of layers, computed; each cell opens its run.

use super::edit::Msg;
use super::pieces::sign;
use super::state::Store;
use crate::view::matrix::{self, Layers, Panel};
use crate::view::texts::{self, Noun, count};
use leptos::prelude::*;

/// The table.
pub fn matrix(store: Store) -> impl IntoView {
    let t = store.t;
    let heads = Layers::ALL
        .map(|layers| view! { <th scope="col">{column(store, layers)}</th> })
        .into_iter()
        .collect_view();
    let rows = Panel::ALL
        .map(|panel| {
            let cells = Layers::ALL.map(|layers| cell(store, panel, layers)).into_iter().collect_view();
            let title = move || match (store.lab.with(|lab| lab.compare), panel) {
                (false, Panel::A) => t.panel_a_short,
                (false, Panel::B) => t.panel_b_short,
                (true, Panel::A) => t.panel_left,
                (true, Panel::B) => t.panel_right,
            };
            view! {
                <tr>
                    <th scope="row">{title}</th>
                    {cells}
                </tr>
            }
        })
        .into_iter()
        .collect_view();
    let nowhere = move || {
        let none = store.lab.with(|lab| Panel::ALL.iter().all(|&p| matrix::on_screen(lab, p).is_none()));
        none.then(|| view! { <p class="aside">{t.matrix_none_here}</p> })
    };
    let title = format!("matrix-{}", store.id);
    view! {
        <section class="matrix" aria-labelledby=title>
            <div class="matrix-head">
                <h2 id=title.clone()>{t.matrix}</h2>
                <p class="aside">{t.matrix_caption}</p>
                {nowhere}
            </div>
            <table>
                <thead>
                    <tr>
                        <th scope="col"><span class="hidden">{t.matrix_story}</span></th>
                        {heads}
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </section>
    }
}

fn column(store: Store, layers: Layers) -> &'static str {
    let t = store.t;
    match layers {
        Layers::None => t.no_layer,
        Layers::One => t.layer_1,
        Layers::Two => t.layer_2,
        Layers::Both => t.both_layers,
    }
}

fn cell(store: Store, panel: Panel, layers: Layers) -> impl IntoView {
    let t = store.t;
    let outcome = Memo::new(move |_| {
        let cells = store.cells.get()?;
        let found = cells.iter().find(|(p, l, _)| (*p, *l) == (panel, layers));
        found.map(|(_, _, outcome)| (outcome.mails, outcome.worst(), outcome.looks_healthy))
    });
    let here = Memo::new(move |_| store.lab.with(|lab| matrix::on_screen(lab, panel)) == Some(layers));
    let body = move || {
        match outcome.get() {
        None => view! { <span class="aside">"…"</span> }.into_any(),
        Some((mails, verdict, _)) => view! {
            <span class="cell-mails">{count(mails, Noun::Mail, store.lang)}</span>
            <span class="cell-dot" aria-hidden="true">" · "</span>
            {sign(verdict)}
            <span class=format!("cell-verdict v-{}", verdict.word())>{texts::verdict(verdict, store.lang)}</span>
        }
        .into_any(),
    }
    };
    view! {
        <td class:here=move || here.get()>
            <button
                type="button"
                aria-pressed=move || here.get().to_string()
                title=t.matrix_open
                on:click=move |_| store.act(Msg::Open(panel, layers))
            >
                <span class="cell-layers">{column(store, layers)}</span>
                {body}
                {move || here.get().then(|| view! { <span class="here-mark">{t.matrix_here}</span> })}
            </button>
        </td>
    }
}
