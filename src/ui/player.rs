//! Time's controls, and the sentences that are read out.

use super::diagram::walk;
use super::dom;
use super::now::said;
use super::pieces::{icon, icons, letter, sentence};
use super::state::{SPEEDS, Shown, Store};
use crate::domain::ids::Millis;
use crate::view::lang::plain;
use crate::view::matrix::Panel;
use crate::view::texts;
use gloo_timers::callback::Timeout;
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use std::fmt::Write;

/// While time runs, so often at most is a sentence read out, in milliseconds.
const SPEECH_MS: u32 = 2_500;
/// Otherwise so long after the cursor has come to rest.
const REST_MS: u32 = 120;

/// The bar.
pub fn player(store: Store) -> impl IntoView {
    let t = store.t;
    let moment = move |n: usize| {
        let at = Panel::ALL.into_iter().filter_map(|panel| {
            let shown = store.run(panel)?;
            let i = n.min(shown.run.entries.len()).checked_sub(1)?;
            shown.run.entries.get(i).map(|entry| entry.at)
        });
        at.max().unwrap_or(Millis(0))
    };
    let place = move || {
        let n = store.cursor.get();
        texts::step_of(n, store.total.get(), moment(n), store.lang)
    };
    let at_start = move || store.cursor.get() == 0;
    let at_end = move || store.cursor.get() >= store.total.get();
    let hold = move |to: isize| {
        move |_| {
            store.pause();
            store.go_by(to);
        }
    };
    let toggle = move || if store.playing.get_untracked() { store.pause() } else { store.play() };
    let ticks = move || {
        let total = store.total.get().max(1);
        let mut svg = String::new();
        for panel in Panel::ALL {
            let Some(shown) = store.run(panel) else { continue };
            for n in faults(&shown) {
                let (x, y) = (n as f64 * 100.0 / total as f64, if panel == Panel::A { 0 } else { 21 });
                let _ = write!(svg, "<rect x=\"{x:.3}%\" y=\"{y}\" width=\"2\" height=\"7\"/>");
            }
            if panel == Panel::A
                && let Some(parting) = store.parting.get()
            {
                let x = (parting + 1) as f64 * 100.0 / total as f64;
                let _ = write!(svg, "<rect class=\"part\" x=\"{x:.3}%\" y=\"0\" width=\"2\" height=\"28\"/>");
            }
        }
        svg
    };
    let keys = move |event: KeyboardEvent| {
        if !dom::plain_key(&event) || dom::is_in(&event, "select") {
            return;
        }
        // The slider's own keys go by a tenth of the run; here they go by ten steps. A button's space presses it.
        let slider = dom::is_in(&event, "input");
        if slider && event.key() == " " {
            event.prevent_default();
            toggle();
            return;
        }
        if let Some(to) =
            walk_along(&event.key(), slider, store.cursor.get_untracked(), store.total.get_untracked())
        {
            event.prevent_default();
            store.pause();
            store.go(to);
        }
    };
    let speeds = SPEEDS
        .map(|percent| {
            let label = format!("{}×", f64::from(percent) / 100.0);
            view! { <option value=percent.to_string() prop:selected=move || store.speed.get() == percent>{label}</option> }
        })
        .into_iter()
        .collect_view();
    let parting = move || {
        let parting = store.parting.get()?;
        let jump = move |_| {
            store.pause();
            store.go(parting + 1);
        };
        Some(view! { <button type="button" class="tool to-parting" on:click=jump>{t.first_parting}</button> })
    };
    let help = format!("keys-{}", store.id);
    let never = move || {
        let same = store.lab.with(|lab| lab.compare)
            && store.run(Panel::A).is_some()
            && store.run(Panel::B).is_some()
            && store.parting.get().is_none();
        same.then(|| view! { <span class="aside">{t.never_part}</span> })
    };
    view! {
        <div class="player" role="group" aria-label=t.transport on:keydown=keys>
            {subtitles(store)}
            <div class="controls">
                <div class="buttons">
                    <button type="button" aria-label=t.to_start title=t.to_start disabled=at_start on:click=move |_| {
                        store.pause();
                        store.go(0);
                    }>{icon(icons::START)}</button>
                    <button type="button" aria-label=t.back title=t.back disabled=at_start on:click=hold(-1)>
                        {icon(icons::BACK)}
                    </button>
                    <button type="button" class="play" on:click=move |_| toggle()>
                        {move || icon(if store.playing.get() { icons::PAUSE } else { icons::PLAY })}
                        <span>{move || if store.playing.get() { t.pause } else { t.play }}</span>
                    </button>
                    <button type="button" aria-label=t.step title=t.step disabled=at_end on:click=hold(1)>
                        {icon(icons::STEP)}
                    </button>
                    <button type="button" aria-label=t.to_end title=t.to_end disabled=at_end on:click=move |_| {
                        store.pause();
                        store.go(store.total.get_untracked());
                    }>{icon(icons::END)}</button>
                </div>
                <div class="track">
                    <svg class="ticks" aria-hidden="true" inner_html=ticks></svg>
                    <input
                        type="range"
                        min="0"
                        max=move || store.total.get().to_string()
                        step="1"
                        aria-label=t.scrubber
                        aria-describedby=help.clone()
                        aria-valuetext=place
                        prop:value=move || {
                            store.total.track();
                            store.cursor.get().to_string()
                        }
                        on:input=move |event| {
                            store.pause();
                            store.go(event_target_value(&event).parse().unwrap_or(0));
                        }
                    />
                    <span class="hidden" id=help.clone()>{t.keyboard_help}</span>
                </div>
                {parting} {never}
                <span class="place">{place}</span>
                <label class="speed">
                    <span class="hidden">{t.speed}</span>
                    <select on:change=move |event| store.speed.set(event_target_value(&event).parse().unwrap_or(100))>
                        {speeds}
                    </select>
                </label>
            </div>
        </div>
    }
}

/// Where a key leads. On a slider, up and right lead on; in a row of buttons, down and right.
fn walk_along(key: &str, slider: bool, cursor: usize, total: usize) -> Option<usize> {
    let key = match (key, slider) {
        ("ArrowUp", true) => "ArrowDown",
        ("ArrowDown", true) => "ArrowUp",
        ("PageUp", true) => "PageDown",
        ("PageDown", true) => "PageUp",
        _ => key,
    };
    walk(key, cursor, total)
}

/// After how many entries a fault has fired.
fn faults(shown: &Shown) -> impl Iterator<Item = usize> {
    let fired = |entry: &crate::domain::trace::Entry| entry.met.iter().any(|met| met.fired.is_some());
    shown.run.entries.iter().enumerate().filter(move |(_, entry)| fired(entry)).map(|(i, _)| i + 1)
}

/// Where only one panel's card is in sight, its sentence stands over the controls.
fn subtitles(store: Store) -> impl IntoView {
    let steps = Panel::ALL.map(|panel| store.step(panel));
    move || {
        let panel = store.narrow.get().then(|| store.tab.get())?;
        let shown = store.run(panel)?;
        let spans = said(&shown, steps[panel as usize].get(), store.lang);
        Some(view! { <p class="subtitle" aria-hidden="true">{sentence(spans)}</p> })
    }
}

/// Both panels' sentences, for those who listen.
pub fn live(store: Store) -> impl IntoView {
    let steps = Panel::ALL.map(|panel| store.step(panel));
    let text = move || {
        let say = |panel: Panel| {
            let shown = store.shown[panel as usize].get_untracked()?;
            let sentence = said(&shown, steps[panel as usize].get_untracked(), store.lang);
            let name = letter(panel);
            Some(format!("{name}: {}", plain(&sentence)))
        };
        Panel::ALL.into_iter().filter_map(say).collect::<Vec<_>>().join(" ")
    };
    let spoken = RwSignal::new(String::new());
    let timer = StoredValue::new_local(None::<Timeout>);
    Effect::new(move |_| {
        steps[0].track();
        steps[1].track();
        store.shown[0].track();
        let playing = store.playing.get();
        if playing && timer.with_value(Option::is_some) {
            return;
        }
        let ms = if playing { SPEECH_MS } else { REST_MS };
        let say = Timeout::new(ms, move || {
            timer.set_value(None);
            spoken.set(text());
        });
        timer.set_value(Some(say));
    });
    view! { <p class="hidden" aria-live="polite" data-testid="live">{move || spoken.get()}</p> }
}
