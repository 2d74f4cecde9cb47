//! The switches over both panels: the two layers first, then the faults that one meets most, the seed, and
//! the way to everything else.

use super::dom;
use super::edit::{Msg, Scope};
use super::faults;
use super::fields;
use super::pieces::{icon, icons, segmented};
use super::state::Store;
use crate::domain::link::Lab;
use crate::domain::settings::{self as domain, Kind, Value};
use crate::view::matrix::Panel;
use crate::view::settings;
use leptos::prelude::*;

/// What stands open below the switches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Open {
    /// Nothing.
    Nothing,
    /// Every setting.
    Settings,
    /// The frequent faults, where there is no room for them all the time.
    Faults,
    /// The choice of the story to compare.
    Compare,
}

/// The switches.
pub fn board(store: Store, share: RwSignal<bool>) -> impl IntoView {
    let t = store.t;
    let open = RwSignal::new(Open::Nothing);
    let compare = move || store.lab.with(|lab| lab.compare);
    let toggle =
        move |what: Open| move |_| open.update(|o| *o = if *o == what { Open::Nothing } else { what });
    let expanded = move |what: Open| move || (open.get() == what).to_string();
    let below = move || match open.get() {
        Open::Settings => fields::all(store, move || open.set(Open::Nothing)).into_any(),
        Open::Faults if store.narrow.get() => view! { {faults::frequent(store)} {seed(store)} }.into_any(),
        Open::Compare => choose_story(store, open).into_any(),
        _ => ().into_any(),
    };
    let compare_button = move || {
        if compare() {
            view! { <button type="button" class="tool" on:click=move |_| stop_comparing(store)>{t.stop_comparing}</button> }
                .into_any()
        } else {
            view! {
                <button type="button" class="tool" aria-expanded=expanded(Open::Compare) on:click=toggle(Open::Compare)>
                    {t.compare}
                </button>
            }
            .into_any()
        }
    };
    view! {
        <div class="board">
            <div class="switches">
                {move || {
                    if compare() {
                        view! { <p class="comparing-what">{t.compare_hint}</p> }.into_any()
                    } else {
                        layers(store, Scope::Both).into_any()
                    }
                }}
                <div class="tools">
                    {move || {
                        store.narrow.get().then(|| {
                            view! {
                                <button type="button" class="tool" aria-expanded=expanded(Open::Faults) on:click=toggle(Open::Faults)>
                                    {t.faults}
                                </button>
                            }
                        })
                    }}
                    <button type="button" class="tool" aria-expanded=expanded(Open::Settings) on:click=toggle(Open::Settings)>
                        {t.all_settings}
                    </button>
                    {compare_button}
                    <button type="button" class="tool" aria-haspopup="dialog" on:click=move |_| share.set(true)>
                        {t.share}
                    </button>
                </div>
            </div>
            {move || {
                (!store.narrow.get()).then(|| view! { <div class="second">{faults::frequent(store)} {seed(store)}</div> })
            }}
            {faults::in_force(store)}
            <div class="below">{below}</div>
        </div>
    }
}

/// The two layers' switches, for these panels.
pub fn layers(store: Store, scope: Scope) -> impl IntoView {
    let t = store.t;
    view! {
        {choice(store, scope, "client.key", t.layer_1_long, "layer-1")}
        {choice(store, scope, "consumer.dedup", t.layer_2_long, "layer-2")}
    }
}

fn choice(
    store: Store,
    scope: Scope,
    path: &'static str,
    legend: &'static str,
    class: &'static str,
) -> impl IntoView {
    let setting = domain::find(path);
    let words: &[&str] = match setting.map(|s| s.kind) {
        Some(Kind::Choice(words)) => words,
        _ => &[],
    };
    let options = words
        .iter()
        .map(|word| ((*word).to_string(), settings::word(path, word, store.lang).to_string()))
        .collect();
    let current = move || {
        let setting = setting?;
        store.lab.with(|lab| {
            let mut values =
                Panel::ALL.into_iter().filter(|p| scope.has(*p)).map(|p| setting.get(&p.plan(lab).scenario));
            let first = values.next()?;
            match first {
                Value::Word(word) if values.all(|value| value == Value::Word(word.clone())) => Some(word),
                _ => None,
            }
        })
    };
    let legend = match scope {
        Scope::Both => legend.to_string(),
        Scope::Only(Panel::A) => format!("{legend} · A"),
        Scope::Only(Panel::B) => format!("{legend} · B"),
    };
    segmented(legend, class, options, current, move |word| {
        store.act(Msg::Set(scope, path, Value::Word(word)))
    })
}

fn seed(store: Store) -> impl IntoView {
    let t = store.t;
    let current = move || store.lab.with(|lab| lab.a.scenario.seed);
    let id = format!("seed-{}", store.id);
    view! {
        <div class="seed">
            <label for=id.clone()>{t.seed}</label>
            <input
                id=id
                type="number"
                inputmode="numeric"
                min="0"
                max="4294967295"
                prop:value=move || current().to_string()
                on:change=move |event| {
                    match event_target_value(&event).trim().parse::<u32>() {
                        Ok(seed) => store.act(Msg::Seed(seed)),
                        Err(_) => store.lab.notify(),
                    }
                }
            />
            <button
                type="button"
                class="redraw"
                aria-label=t.new_seed
                title=t.new_seed
                on:click=move |_| store.act(Msg::Seed(dom::random(10_000)))
            >
                {icon(icons::AGAIN)}
            </button>
        </div>
    }
}

fn choose_story(store: Store, open: RwSignal<Open>) -> impl IntoView {
    let t = store.t;
    let choose = move |panel: Panel| {
        move |_| {
            store.before_compare.set_value(Some(store.lab.get_untracked()));
            open.set(Open::Nothing);
            store.act(Msg::Compare(panel));
        }
    };
    view! {
        <div class="choose-story" role="group" aria-label=t.compare>
            <p>{t.compare_hint}</p>
            <button type="button" class="tool" on:click=choose(Panel::A)>{t.panel_a}</button>
            <button type="button" class="tool" on:click=choose(Panel::B)>{t.panel_b}</button>
        </div>
    }
}

fn stop_comparing(store: Store) {
    let before = store.before_compare.get_value().unwrap_or_else(Lab::opening);
    store.act(Msg::Replace(Box::new(before)));
}
