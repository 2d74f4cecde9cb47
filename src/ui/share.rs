//! Sharing: the permalink, the texts, and the way back in.

use super::dom;
use super::edit::{self, Msg};
use super::pieces::letter;
use super::state::Store;
use crate::domain::text;
use crate::view::matrix::Panel;
use crate::view::problem;
use leptos::html;
use leptos::prelude::*;

/// The dialog.
pub fn share(store: Store, open: RwSignal<bool>) -> impl IntoView {
    let t = store.t;
    let dialog = NodeRef::<html::Dialog>::new();
    Effect::new(move |_| {
        let open = open.get();
        if let Some(dialog) = dialog.get() {
            dom::show_dialog(&dialog, open);
        }
    });
    let title = format!("share-{}", store.id);
    // Long texts are only made while somebody looks.
    let body = move || {
        open.get().then(|| {
            let texts = Panel::ALL.map(|panel| panel_texts(store, panel)).into_iter().collect_view();
            view! {
                {copyable(store, t.permalink, t.copy_link, 2, Signal::derive(move || store.link()))}
                <p class="aside">{t.share_hint}</p>
                <p class="aside">{t.run_natively}</p>
                <pre class="shell" translate="no"><code>{move || format!("cargo run --bin simulate -- '{}'", store.link())}</code></pre>
                <div class="share-texts">{texts}</div>
                {load(store, open)}
            }
        })
    };
    view! {
        <dialog class="share" node_ref=dialog aria-labelledby=title on:close=move |_| open.set(false)>
            <div class="dialog-head">
                <h2 id=title.clone()>{t.share}</h2>
                <button type="button" class="tool" on:click=move |_| open.set(false)>{t.close}</button>
            </div>
            {body}
        </dialog>
    }
}

fn panel_texts(store: Store, panel: Panel) -> impl IntoView {
    let t = store.t;
    let letter = letter(panel);
    let trace = Signal::derive(move || store.run(panel).map(|s| text::run(&s.run)).unwrap_or_default());
    let file = Signal::derive(move || store.lab.with(|lab| edit::scenario_file(panel.plan(lab))));
    let name = |text: &str| format!("{text} · {letter}");
    view! {
        <div>
            {copyable(store, name(t.trace_as_text), t.copy_text, 10, trace)}
            {copyable(store, name(t.scenario_as_text), t.copy_text, 8, file)}
        </div>
    }
}

/// A text to read and to copy.
fn copyable(
    store: Store,
    label: impl Into<String>,
    copy: &'static str,
    rows: u32,
    text: Signal<String>,
) -> impl IntoView {
    let t = store.t;
    let id = format!("text-{}", dom::unique());
    let said = RwSignal::new(None::<&'static str>);
    let label = label.into();
    let act = move |_| {
        dom::copy(&text.get_untracked(), move |done| {
            said.set(Some(if done { t.copied } else { t.copy_failed }))
        });
    };
    view! {
        <div class="copyable">
            <label for=id.clone()>{label.clone()}</label>
            <button type="button" class="tool" aria-label=format!("{copy}: {label}") on:click=act>{copy}</button>
            <span class="aside" role="status">{move || said.get()}</span>
            <textarea id=id readonly rows=rows.to_string() spellcheck="false" translate="no" prop:value=move || text.get()></textarea>
        </div>
    }
}

/// Opens a link that somebody pasted.
fn load(store: Store, open: RwSignal<bool>) -> impl IntoView {
    let t = store.t;
    let pasted = RwSignal::new(String::new());
    let wrong = RwSignal::new(None::<String>);
    let id = format!("load-{}", store.id);
    let take = move |_| match edit::pasted(&pasted.get_untracked()) {
        Some(Ok(lab)) => {
            store.act(Msg::Replace(Box::new(lab)));
            open.set(false);
        }
        Some(Err(problem)) => wrong.set(Some(problem::message(&problem, store.lang))),
        None => wrong.set(Some(t.load_file.into())),
    };
    view! {
        <div class="load">
            <label for=id.clone()>{t.load_link}</label>
            <p class="aside">{t.load_hint}</p>
            <textarea
                id=id
                rows="3"
                spellcheck="false"
                translate="no"
                aria-invalid=move || wrong.get().is_some().then_some("true")
                prop:value=move || pasted.get()
                on:input=move |event| {
                    wrong.set(None);
                    pasted.set(event_target_value(&event));
                }
            ></textarea>
            {move || wrong.get().map(|text| view! { <p class="wrong" role="alert">{text}</p> })}
            <div class="load-tools">
                <button type="button" class="tool" on:click=take>{t.load}</button>
            </div>
        </div>
    }
}
