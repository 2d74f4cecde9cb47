//! Faults by hand: the frequent ones as switches for each panel, all others by form, and the list of what is
//! scripted and decided.

use super::edit::{Msg, Scope};
use super::pieces::{icon, icons, letter};
use super::state::Store;
use crate::domain::fault::{Fault, Gap, Point};
use crate::domain::link::{self, Lab};
use crate::domain::problem::Problem;
use crate::domain::scenario::Handler;
use crate::domain::settings::SETTINGS;
use crate::view::matrix::Panel;
use crate::view::texts::Texts;
use crate::view::{problem, settings};
use leptos::prelude::*;

/// The faults that one meets most, as they are scripted by one click, with short names.
fn presets(t: &Texts) -> [(&'static str, Fault); 6] {
    let crash = |gap| Fault { gap: Some(gap), ..Fault::once(Point::WorkerCrash) };
    let mail = |fault| Fault { handler: Some(Handler::Email), ..fault };
    [
        (t.preset_before_ack, crash(Gap::BeforeAck)),
        (t.preset_ack_lost, Fault::once(Point::AckLost)),
        (t.preset_after_effect, mail(crash(Gap::EffectDone))),
        (t.preset_after_mark, mail(crash(Gap::Marked))),
        (t.preset_slow, mail(Fault::once(Point::HandlerSlow))),
        (t.preset_relay, Fault { gap: Some(Gap::BeforeMark), ..Fault::once(Point::RelayCrash) }),
    ]
}

/// The frequent faults: a name, and a switch for each panel.
pub fn frequent(store: Store) -> impl IntoView {
    let t = store.t;
    let list = presets(t)
        .into_iter()
        .map(|(name, fault)| {
            let long = settings::fault(&fault, store.lang);
            let switches = Panel::ALL
                .map(|panel| {
                    let (wanted, added) = (fault.clone(), fault.clone());
                    let place = Memo::new(move |_| {
                        store
                            .lab
                            .with(|lab| panel.plan(lab).scenario.faults.iter().position(|f| *f == wanted))
                    });
                    view! {
                        <button
                            type="button"
                            aria-pressed=move || place.get().is_some().to_string()
                            aria-label=format!("{}: {long}", letter(panel))
                            on:click=move |_| {
                                store
                                    .act(
                                        match place.get_untracked() {
                                            Some(i) => Msg::RemoveFault(panel, i),
                                            None => Msg::AddFault(Scope::Only(panel), added.clone()),
                                        },
                                    )
                            }
                        >
                            {letter(panel)}
                        </button>
                    }
                })
                .into_iter()
                .collect_view();
            view! {
                <li>
                    <span class="fault-name" title=long>{name}</span>
                    <span class="pair">{switches}</span>
                </li>
            }
        })
        .collect_view();
    view! {
        <div class="frequent" role="group" aria-label=t.faults>
            <span class="board-label">{t.faults}</span>
            <ul>{list}</ul>
        </div>
    }
}

/// What shapes the runs and no switch in sight tells: settings away from their defaults, scripted faults,
/// decisions; each with its remover.
pub fn in_force(store: Store) -> impl IntoView {
    let t = store.t;
    move || {
        let lab = store.lab.get();
        let switched: Vec<Fault> = presets(t).into_iter().map(|(_, fault)| fault).collect();
        let mut items = Vec::new();
        let both = settings_in_force(&lab, Panel::A, store);
        let of_b = settings_in_force(&lab, Panel::B, store);
        for (path, text) in both.iter().filter(|item| of_b.contains(item)) {
            items.push(item(store, "A B", text.clone(), Msg::Reset(Scope::Both, path)));
        }
        for panel in Panel::ALL {
            let (mine, other) = if panel == Panel::A { (&both, &of_b) } else { (&of_b, &both) };
            for (path, text) in mine.iter().filter(|item| !other.contains(item)) {
                items.push(item(store, letter(panel), text.clone(), Msg::Reset(Scope::Only(panel), path)));
            }
            let plan = panel.plan(&lab);
            for (i, fault) in plan.scenario.faults.iter().enumerate() {
                // What a switch shows need not be said again, where the switches are in sight.
                if store.narrow.get() || !switched.contains(fault) {
                    let text = settings::fault(fault, store.lang);
                    items.push(item(store, letter(panel), text, Msg::RemoveFault(panel, i)));
                }
            }
            for (i, command) in plan.scenario.commands.iter().enumerate() {
                let text = settings::command(&(*command).into(), store.lang);
                items.push(item(store, letter(panel), text, Msg::RemoveScheduled(panel, i)));
            }
            for (i, command) in plan.commands.iter().enumerate() {
                let text = settings::command(command, store.lang);
                items.push(item(store, letter(panel), text, Msg::RemoveCommand(panel, i)));
            }
        }
        (!items.is_empty()).then(|| {
            view! {
                <div class="in-force" role="group" aria-label=t.in_force>
                    <span class="board-label">{t.in_force}</span>
                    <ul>{items.into_iter().collect_view()}</ul>
                </div>
            }
        })
    }
}

/// Settings away from their defaults, except those that the switches show.
fn settings_in_force(lab: &Lab, panel: Panel, store: Store) -> Vec<(&'static str, String)> {
    let scenario = &panel.plan(lab).scenario;
    let told = ["client.key", "consumer.dedup", "seed"];
    SETTINGS
        .iter()
        .filter(|setting| !told.contains(&setting.path) && !setting.is_default(scenario))
        .map(|setting| {
            let value = settings::value(setting, &setting.get(scenario), store.lang);
            (setting.path, format!("{}: {value}", settings::label(setting.path, store.lang)))
        })
        .collect()
}

/// One thing in force, with its remover.
fn item(store: Store, whose: &'static str, text: String, remove: Msg) -> impl IntoView + use<> {
    view! {
        <li>
            <b>{whose}</b>
            <span>{text.clone()}</span>
            <button
                type="button"
                class="remove"
                aria-label=format!("{}: {whose} {text}", store.t.remove)
                on:click=move |_| store.act(remove.clone())
            >
                {icon(icons::CROSS)}
            </button>
        </li>
    }
}

/// What is scripted and what was decided, each with its remover.
pub fn interventions(store: Store) -> impl IntoView {
    let t = store.t;
    let scripted = move || {
        let lab = store.lab.get();
        let mut items = Vec::new();
        for panel in Panel::ALL {
            let scenario = &panel.plan(&lab).scenario;
            for (i, fault) in scenario.faults.iter().enumerate() {
                items.push(item(
                    store,
                    letter(panel),
                    settings::fault(fault, store.lang),
                    Msg::RemoveFault(panel, i),
                ));
            }
            for (i, command) in scenario.commands.iter().enumerate() {
                let text = settings::command(&(*command).into(), store.lang);
                items.push(item(store, letter(panel), text, Msg::RemoveScheduled(panel, i)));
            }
        }
        list(items, t.no_faults)
    };
    let decided = move || {
        let lab = store.lab.get();
        let mut items = Vec::new();
        for panel in Panel::ALL {
            for (i, command) in panel.plan(&lab).commands.iter().enumerate() {
                items.push(item(
                    store,
                    letter(panel),
                    settings::command(command, store.lang),
                    Msg::RemoveCommand(panel, i),
                ));
            }
        }
        list(items, t.no_decisions)
    };
    view! {
        <div class="interventions">
            <h3>{t.scripted_faults}</h3>
            {scripted}
            <h3>{t.decisions}</h3>
            {decided}
        </div>
    }
}

fn list(items: Vec<impl IntoView + 'static>, none: &'static str) -> AnyView {
    if items.is_empty() {
        view! { <p class="aside">{none}</p> }.into_any()
    } else {
        view! { <ul class="list">{items.into_iter().collect_view()}</ul> }.into_any()
    }
}

/// A form for any fault.
pub fn add(store: Store, scope: Signal<Scope>) -> impl IntoView {
    let t = store.t;
    let lang = store.lang;
    let at = RwSignal::new(Point::AckLost);
    let gap = RwSignal::new(String::new());
    let handler = RwSignal::new(String::new());
    let delivery = RwSignal::new(String::new());
    let nth = RwSignal::new(String::from("1"));
    let times = RwSignal::new(String::from("1"));
    let wrong = RwSignal::new(None::<Problem>);
    let fault = move || -> Result<Fault, Problem> {
        let mut fault = Fault::once(at.get_untracked());
        let parts =
            [("gap", gap), ("handler", handler), ("delivery", delivery), ("nth", nth), ("times", times)];
        for (name, signal) in parts {
            let value = signal.get_untracked();
            if !value.trim().is_empty() {
                link::set_fault_part(&mut fault, name, value.trim())?;
            }
        }
        Ok(fault)
    };
    let add = move |_| match fault().and_then(|f| store.dispatch(Msg::AddFault(scope.get_untracked(), f))) {
        Ok(()) => wrong.set(None),
        Err(problem) => wrong.set(Some(problem)),
    };
    let choose_point = move |event| {
        if let Some(point) = Point::from_word(&event_target_value(&event)) {
            gap.set(String::new());
            handler.set(String::new());
            delivery.set(String::new());
            at.set(point);
        }
    };
    let points = Point::ALL
        .iter()
        .map(|&point| view! { <option value=point.word() selected=point == Point::AckLost>{settings::point(point, lang)}</option> })
        .collect_view();
    let gaps = move || {
        let gaps = at.get().gaps();
        (!gaps.is_empty()).then(|| {
            let options = gaps
                .iter()
                .map(|&g| view! { <option value=g.word()>{settings::gap(g, lang)}</option> })
                .collect_view();
            select(t.fault_gap, t.any, options.into_any(), gap)
        })
    };
    let handlers = move || {
        at.get().has_handler().then(|| {
            let options =
                Handler::WORDS.iter().map(|&w| view! { <option value=w>{w}</option> }).collect_view();
            select(t.fault_handler, t.any, options.into_any(), handler)
        })
    };
    let deliveries =
        move || at.get().has_delivery().then(|| number(t.fault_delivery, t.any.to_string(), delivery));
    view! {
        <form
            class="add-fault"
            on:submit=move |event| {
                event.prevent_default();
                add(());
            }
        >
            <label class="field">
                <span>{t.fault_at}</span>
                <select on:change=choose_point>{points}</select>
            </label>
            {gaps} {handlers} {deliveries} {number(t.fault_nth, "1".into(), nth)}
            {number(t.fault_times, format!("0: {}", t.always), times)}
            <button type="submit" class="tool">{t.add_fault}</button>
            {move || wrong.get().map(|p| view! { <p class="wrong" role="alert">{problem::message(&p, lang)}</p> })}
        </form>
    }
}

fn select(
    label: &'static str,
    any: &'static str,
    options: AnyView,
    value: RwSignal<String>,
) -> impl IntoView {
    view! {
        <label class="field">
            <span>{label}</span>
            <select on:change=move |event| value.set(event_target_value(&event))>
                <option value="">{any}</option>
                {options}
            </select>
        </label>
    }
}

fn number(label: &'static str, hint: String, value: RwSignal<String>) -> impl IntoView {
    view! {
        <label class="field">
            <span>{label}</span>
            <input
                type="text"
                inputmode="numeric"
                placeholder=hint
                prop:value=move || value.get()
                on:input=move |event| value.set(event_target_value(&event))
            />
        </label>
    }
}
