//! Every setting as a control, made from the one table of settings: a new knob needs no line here.

use super::dom;
use super::edit::{Msg, Scope};
use super::faults;
use super::pieces::segmented;
use super::state::Store;
use crate::domain::problem::Problem;
use crate::domain::settings::{Kind, Setting, Unit, Value};
use crate::view::matrix::Panel;
use crate::view::settings::{self, Group};
use crate::view::{problem, texts};
use leptos::prelude::*;

/// All settings, with the panels that they are for.
pub fn all(store: Store, close: impl Fn() + 'static) -> impl IntoView {
    let t = store.t;
    let start = if store.lab.with_untracked(|lab| lab.compare) { Scope::Only(Panel::A) } else { Scope::Both };
    let scope = RwSignal::new(start);
    let word = |scope: Scope| match scope {
        Scope::Both => "both",
        Scope::Only(Panel::A) => "a",
        Scope::Only(Panel::B) => "b",
    };
    let scopes = [
        (Scope::Both, t.for_both_panels),
        (Scope::Only(Panel::A), t.for_a),
        (Scope::Only(Panel::B), t.for_b),
    ];
    let options = scopes.iter().map(|(s, label)| (word(*s).to_string(), (*label).to_string())).collect();
    let choose = move |chosen: String| {
        if let Some((s, _)) = scopes.iter().find(|(s, _)| word(*s) == chosen) {
            scope.set(*s);
        }
    };
    let picker = segmented(t.settings, "scope", options, move || Some(word(scope.get()).to_string()), choose);
    let groups = settings::groups()
        .into_iter()
        .map(|(group, list)| {
            let fields = list.into_iter().map(|setting| field(store, scope.into(), setting)).collect_view();
            // Scripted ones and decisions first, then what is left to chance.
            let extra = (group == Group::Faults).then(|| {
                view! {
                    <div class="by-hand">
                        {faults::interventions(store)}
                        {faults::add(store, scope.into())}
                    </div>
                    <h3>{t.random_faults}</h3>
                }
            });
            let title =
                if group == Group::Faults { t.faults } else { settings::group_title(group, store.lang) };
            view! {
                <section class="group" class:wide=group == Group::Faults>
                    <h2>{title}</h2>
                    {extra}
                    <div class="fields">{fields}</div>
                </section>
            }
        })
        .collect_view();
    let reset = move |_| store.act(Msg::Replace(Box::new(store.opening())));
    view! {
        <section class="all-settings" aria-label=t.all_settings>
            <div class="settings-head">
                {picker}
                <span class="settings-tools">
                    <button type="button" class="tool" on:click=reset>{t.reset_all}</button>
                    <button type="button" class="tool" on:click=move |_| close()>{t.close}</button>
                </span>
            </div>
            <div class="groups">{groups}</div>
        </section>
    }
}

/// One setting.
fn field(store: Store, scope: Signal<Scope>, setting: &'static Setting) -> impl IntoView {
    let t = store.t;
    let path = setting.path;
    let value =
        Memo::new(move |_| store.lab.with(|lab| setting.get(&scope.get().first().plan(lab).scenario)));
    let differs = Memo::new(move |_| {
        scope.get() == Scope::Both
            && store.lab.with(|lab| setting.get(&lab.a.scenario) != setting.get(&lab.b.scenario))
    });
    let changed = Memo::new(move |_| {
        store.lab.with(|lab| {
            Panel::ALL.into_iter().any(|p| scope.get().has(p) && !setting.is_default(&p.plan(lab).scenario))
        })
    });
    let wrong = RwSignal::new(None::<Problem>);
    let id = format!("field-{}", dom::unique());
    let help = format!("{id}-help");
    let set = move |value: Value| {
        wrong.set(store.dispatch(Msg::Set(scope.get_untracked(), path, value)).err());
    };
    let read = move |text: &str| match setting.read(text) {
        Ok(value) => set(value),
        Err(problem) => wrong.set(Some(problem)),
    };
    let control = match setting.kind {
        Kind::Flag => view! {
            <input
                type="checkbox"
                id=id.clone()
                aria-describedby=help.clone()
                prop:checked=move || value.get() == Value::Flag(true)
                on:change=move |event| set(Value::Flag(event_target_checked(&event)))
            />
        }
        .into_any(),
        Kind::Number { min, max, unit } => {
            let current = move || match value.get() {
                Value::Number(n) => n,
                _ => 0,
            };
            view! {
                <span class="with-unit">
                    <input
                        type="number"
                        inputmode="numeric"
                        id=id.clone()
                        min=min.to_string()
                        max=max.to_string()
                        aria-describedby=help.clone()
                        aria-invalid=move || wrong.get().is_some().then_some("true")
                        prop:value=move || current().to_string()
                        on:change=move |event| read(&event_target_value(&event))
                    />
                    {(unit == Unit::Millis)
                        .then(|| view! { <span class="unit">"ms · "<i>{move || texts::duration(current(), store.lang)}</i></span> })}
                </span>
            }
            .into_any()
        }
        Kind::Rate => {
            let rate = move || match value.get() {
                Value::Rate(rate) => rate,
                _ => crate::domain::scenario::Rate(0),
            };
            let shown = RwSignal::new(None::<f64>);
            let words = move || match shown.get() {
                Some(percent) => format!("{percent} %"),
                None => settings::percent(rate()),
            };
            view! {
                <span class="with-unit">
                    <input
                        type="range"
                        id=id.clone()
                        min="0"
                        max="100"
                        step="5"
                        aria-describedby=help.clone()
                        aria-valuetext=words
                        prop:value=move || (rate().fraction() * 100.0).to_string()
                        on:input=move |event| shown.set(event_target_value(&event).parse().ok())
                        on:change=move |event| {
                            shown.set(None);
                            let percent = event_target_value(&event).parse::<f64>().unwrap_or(0.0);
                            read(&(percent / 100.0).to_string());
                        }
                    />
                    <output class="unit">{words}</output>
                </span>
            }
            .into_any()
        }
        Kind::Choice(words) => {
            let options = words
                .iter()
                .map(|&word| {
                    let chosen = move || value.get() == Value::Word(word.into());
                    view! { <option value=word prop:selected=chosen>{settings::word(path, word, store.lang)}</option> }
                })
                .collect_view();
            view! {
                <select
                    id=id.clone()
                    aria-describedby=help.clone()
                    on:change=move |event| set(Value::Word(event_target_value(&event)))
                >
                    {options}
                </select>
            }
            .into_any()
        }
        Kind::Subset(words) => {
            let boxes = words
                .iter()
                .map(|&word| {
                    let has =
                        move || matches!(value.get(), Value::Words(list) if list.iter().any(|w| w == word));
                    let toggle = move |event| {
                        let on = event_target_checked(&event);
                        let Value::Words(mut list) = value.get_untracked() else { return };
                        list.retain(|w| w != word);
                        if on {
                            list.push(word.into());
                        }
                        // In the order in which they are offered.
                        list.sort_by_key(|w| words.iter().position(|known| known == w));
                        set(Value::Words(list));
                    };
                    view! {
                        <label class="one">
                            <input type="checkbox" prop:checked=has on:change=toggle />
                            <span>{settings::word(path, word, store.lang)}</span>
                        </label>
                    }
                })
                .collect_view();
            view! { <span class="boxes" role="group" aria-labelledby=format!("{id}-label")>{boxes}</span> }
                .into_any()
        }
    };
    let label = settings::label(path, store.lang);
    let label = if matches!(setting.kind, Kind::Subset(_)) {
        view! { <span class="label" id=format!("{id}-label")>{label}</span> }.into_any()
    } else {
        view! { <label class="label" for=id>{label}</label> }.into_any()
    };
    let reset = move || {
        changed.get().then(|| {
            let was = settings::value(
                setting,
                &setting.get(&crate::domain::scenario::Scenario::default()),
                store.lang,
            );
            let text = format!("{} ({}: {was})", t.reset, t.default_is);
            let name = format!("{}: {}", t.reset, settings::label(path, store.lang));
            view! {
                <button
                    type="button"
                    class="reset"
                    aria-label=name
                    on:click=move |_| {
                        wrong.set(None);
                        store.act(Msg::Reset(scope.get_untracked(), path));
                    }
                >
                    {text}
                </button>
            }
        })
    };
    view! {
        <div class="setting" class:flag=setting.kind == Kind::Flag class:changed=move || changed.get()>
            {label} {control}
            <p class="help" id=help>{settings::help(path, store.lang)}</p>
            {move || {
                differs
                    .get()
                    .then(|| {
                        let of = |p: Panel| {
                            store.lab.with(|lab| settings::value(setting, &setting.get(&p.plan(lab).scenario), store.lang))
                        };
                        let text = format!("{} (A: {} · B: {})", t.differs_between_panels, of(Panel::A), of(Panel::B));
                        view! { <p class="differs">{text}</p> }
                    })
            }}
            {reset}
            {move || wrong.get().map(|p| view! { <p class="wrong" role="alert">{problem::message(&p, store.lang)}</p> })}
        </div>
    }
}
