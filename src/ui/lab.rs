//! The lab: switches, two panels, what both come to, time.

use super::board::board;
use super::dom;
use super::edit::Msg;
use super::engine::News;
use super::log::log;
use super::matrix::matrix;
use super::panel::{customer_view, outcome, panel, panel_id};
use super::pieces::{sign, tag};
use super::player::{live, player};
use super::share::share;
use super::state::Store;
use crate::domain::outcome::{Outcome, Verdict};
use crate::view::matrix::Panel;
use crate::view::{problem, settings, texts};
use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;

/// The lab.
pub fn lab(store: Store) -> impl IntoView {
    let t = store.t;
    let sharing = RwSignal::new(false);
    let loading = move || {
        let waits = store.run(Panel::A).is_none() && store.news.get() != Some(News::Failed);
        waits.then(|| view! { <p class="loading" role="status">{t.engine_loading}</p> })
    };
    view! {
        <div class="lab" class:comparing=move || store.lab.with(|lab| lab.compare)>
            {notices(store)}
            {move || store.narrow.get().then(|| tabs(store))}
            {board(store, sharing)}
            {loading}
            <div class="panels">{panel(store, Panel::A)} {panel(store, Panel::B)}</div>
            <div class="both">
                {matrix(store)}
                <section class="logs" aria-label=t.log>
                    <p class="aside">{t.log_hint}</p>
                    <div class="logs-of">{log(store, Panel::A)} {log(store, Panel::B)}</div>
                </section>
            </div>
            {player(store)} {live(store)} {share(store, sharing)} {fork(store)}
        </div>
    }
}

/// What the visitor must know: nothing of it is lost, all of it can be put away.
fn notices(store: Store) -> impl IntoView {
    let t = store.t;
    let close = move |put_away: fn(Store)| {
        view! { <button type="button" class="tool" on:click=move |_| put_away(store)>{t.close}</button> }
    };
    let news = move || {
        match store.news.get()? {
        News::Restarted => Some(
            view! {
                <div class="notice" role="status">
                    <p>{t.engine_restarted}</p>
                    {close(|store| store.news.set(None))}
                </div>
            }
            .into_any(),
        ),
        News::Failed => Some(
            view! {
                <div class="notice bad" role="alert">
                    <p>{t.engine_failed}</p>
                    <textarea readonly rows="2" aria-label=t.permalink prop:value=move || store.link()></textarea>
                    <button type="button" class="tool" on:click=move |_| store.ask_again()>{t.engine_retry}</button>
                </div>
            }
            .into_any(),
        ),
    }
    };
    let link = move || {
        let (text, problem) = store.wrong_link.get()?;
        Some(view! {
            <div class="notice bad" role="alert">
                <p>{t.link_wrong} " " {problem::message(&problem, store.lang)}</p>
                <textarea readonly rows="2" aria-label=t.permalink prop:value=text></textarea>
                {close(|store| store.wrong_link.set(None))}
            </div>
        })
    };
    let refused = move || {
        let problem = store.refused.get()?;
        Some(view! {
            <div class="notice bad" role="alert">
                <p>{problem::message(&problem, store.lang)}</p>
                {close(|store| store.refused.set(None))}
            </div>
        })
    };
    view! { <div class="notices">{news} {link} {refused}</div> }
}

/// A narrow window's way between the panels, which shows what both have come to all the time.
fn tabs(store: Store) -> impl IntoView {
    let t = store.t;
    let id = move |panel: Panel| format!("tab-{}-{}", store.id, panel as usize);
    let keys = move |event: KeyboardEvent| {
        let other = match event.key().as_str() {
            "ArrowLeft" | "Home" => Panel::A,
            "ArrowRight" | "End" => Panel::B,
            _ => return,
        };
        event.prevent_default();
        store.tab.set(other);
        dom::focus(&id(other));
    };
    let one = move |panel: Panel| {
        let outcome = outcome(store, panel);
        let view = customer_view(store, panel);
        let worst = move || outcome.with(|o| o.as_ref().map_or(Verdict::Pending, Outcome::worst));
        let title = move || match (store.lab.with(|lab| lab.compare), panel) {
            (false, Panel::A) => t.panel_a_short,
            (false, Panel::B) => t.panel_b_short,
            (true, Panel::A) => t.panel_left,
            (true, Panel::B) => t.panel_right,
        };
        // A tag for each mail and each charge; where there are too many, their number.
        let tags = |events: Vec<_>| {
            if events.len() > 4 {
                view! { <b>{events.len()}</b> }.into_any()
            } else if events.is_empty() {
                view! { <b>"0"</b> }.into_any()
            } else {
                events.into_iter().map(tag).collect_view().into_any()
            }
        };
        let mails =
            move || tags(view.get().map_or_else(Vec::new, |v| v.mails.iter().map(|m| m.event).collect()));
        let charges =
            move || tags(view.get().map_or_else(Vec::new, |v| v.charges.iter().map(|c| c.event).collect()));
        let chosen = move || store.tab.get() == panel;
        view! {
            <button
                type="button"
                role="tab"
                id=id(panel)
                class="tab"
                aria-selected=move || chosen().to_string()
                aria-controls=panel_id(store, panel)
                tabindex=move || if chosen() { "0" } else { "-1" }
                on:click=move |_| store.tab.set(panel)
            >
                <span class="tab-title">{title}</span>
                <span class=move || format!("tab-verdict v-{}", worst().word())>
                    {move || sign(worst())}
                    <span>{move || texts::verdict(worst(), store.lang)}</span>
                </span>
                <span class="tab-got">
                    <span>{t.mails} " " {mails}</span>
                    <span>{t.charges} " " {charges}</span>
                </span>
            </button>
        }
    };
    view! {
        <div class="tabs" role="tablist" aria-label=t.panels on:keydown=keys>
            {one(Panel::A)} {one(Panel::B)}
        </div>
    }
}

/// Asks before what lies ahead is dropped.
fn fork(store: Store) -> impl IntoView {
    let t = store.t;
    let dialog = NodeRef::<html::Dialog>::new();
    Effect::new(move |_| {
        let open = store.fork.with(Option::is_some);
        if let Some(dialog) = dialog.get() {
            dom::show_dialog(&dialog, open);
        }
    });
    let dropped = move || {
        let fork = store.fork.get()?;
        let list = fork
            .dropped
            .iter()
            .map(|command| view! { <li>{settings::command(command, store.lang)}</li> })
            .collect_view();
        Some(view! { <ul class="list">{list}</ul> })
    };
    let go_on = move |_| {
        if let Some(fork) = store.fork.get_untracked() {
            store.fork.set(None);
            store.act(Msg::Fork(fork.panel, fork.cursor, fork.command));
        }
    };
    let title = format!("fork-{}", store.id);
    view! {
        <dialog class="fork" node_ref=dialog aria-labelledby=title on:close=move |_| store.fork.set(None)>
            <h2 id=title.clone()>{t.fork_title}</h2>
            <p>{t.fork}</p>
            {dropped}
            <div class="load-tools">
                <button type="button" class="tool main" on:click=go_on>{t.fork_yes}</button>
                <button type="button" class="tool" on:click=move |_| store.fork.set(None)>{t.cancel}</button>
            </div>
        </dialog>
    }
}
