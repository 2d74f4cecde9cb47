//! Small pieces that stand everywhere: an event's coloured name, a sentence, an icon, a segmented control.

use super::dom;
use crate::domain::ids::EventNo;
use crate::domain::outcome::Verdict;
use crate::view::lang::Span;
use crate::view::matrix::Panel;
use crate::view::texts::verdict_sign;
use leptos::prelude::*;
use std::sync::Arc;

/// How many event colours there are; beyond them they come again, and the name still tells.
const COLOURS: u32 = 8;

/// A panel's letter.
pub fn letter(panel: Panel) -> &'static str {
    match panel {
        Panel::A => "A",
        Panel::B => "B",
    }
}

/// The class that gives an event its colour.
pub fn hue(event: EventNo) -> String {
    format!("e{}", event.0.saturating_sub(1) % COLOURS + 1)
}

/// The same where there may be no event.
pub fn hue_or_none(event: Option<EventNo>) -> String {
    event.map_or_else(|| "e0".into(), hue)
}

/// An event's name in its colour.
pub fn tag(event: EventNo) -> impl IntoView {
    view! { <span class=format!("tag {}", hue(event))>{event.to_string()}</span> }
}

/// A sentence.
pub fn sentence(spans: Vec<Span>) -> impl IntoView {
    spans
        .into_iter()
        .map(|span| match span {
            Span::Text(text) => text.into_any(),
            Span::Code(code) => view! { <code translate="no">{code}</code> }.into_any(),
            Span::Strong(text) => view! { <strong>{text}</strong> }.into_any(),
            Span::Event(event) => tag(event).into_any(),
        })
        .collect_view()
}

/// A drawn sign of a control; 20 units square, in the text's colour.
pub fn icon(path: &'static str) -> impl IntoView {
    view! {
        <svg class="icon" viewBox="0 0 20 20" aria-hidden="true" inner_html=format!("<path d=\"{path}\"/>")></svg>
    }
}

/// The same inside a text.
pub fn icon_html(path: &str) -> String {
    format!("<svg class=\"icon\" viewBox=\"0 0 20 20\" aria-hidden=\"true\"><path d=\"{path}\"/></svg>")
}

/// Paths for [`icon`].
pub mod icons {
    /// To the start.
    pub const START: &str = "M4 4h2.2v12H4zM16 4v12L7 10z";
    /// One step back.
    pub const BACK: &str = "M13.5 4v12L5 10z";
    /// Play.
    pub const PLAY: &str = "M5.5 3.5v13L16.5 10z";
    /// Pause.
    pub const PAUSE: &str = "M5 4h3.4v12H5zM11.6 4H15v12h-3.4z";
    /// One step forward.
    pub const STEP: &str = "M6.5 4v12L15 10z";
    /// To the end.
    pub const END: &str = "M13.8 4H16v12h-2.2zM4 4v12l9-6z";
    /// Something to decide.
    pub const BOLT: &str = "M11.5 2 4.5 11.5h4.2L8 18l7.5-9.8h-4.4z";
    /// Away with it.
    pub const CROSS: &str =
        "m5.2 4.1 4.8 4.8 4.8-4.8 1.1 1.1-4.8 4.8 4.8 4.8-1.1 1.1-4.8-4.8-4.8 4.8-1.1-1.1L8.9 10 4.1 5.2z";
    /// Another one.
    pub const AGAIN: &str = "M10 4a6 6 0 1 1-5.7 4.1l1.7.5A4.2 4.2 0 1 0 10 5.8V8.6L5.4 4.9 10 1.2z";
}

/// A verdict's sign in its shape and colour.
pub fn sign(verdict: Verdict) -> impl IntoView {
    view! { <span class=format!("sign v-{}", verdict.word()) aria-hidden="true">{verdict_sign(verdict)}</span> }
}

/// One of a few: radio buttons that look like one strip. `current`: `None` where nothing is chosen.
pub fn segmented(
    legend: impl IntoView + 'static,
    class: &'static str,
    options: Vec<(String, String)>,
    current: impl Fn() -> Option<String> + Send + Sync + 'static,
    choose: impl Fn(String) + Send + Sync + 'static,
) -> impl IntoView {
    let name = format!("seg{}", dom::unique());
    let (current, choose) = (Arc::new(current), Arc::new(choose));
    let radios = options
        .into_iter()
        .map(|(value, label)| {
            let (current, choose) = (current.clone(), choose.clone());
            let (name, mine) = (name.clone(), value.clone());
            view! {
                <label>
                    <input
                        type="radio"
                        name=name
                        prop:checked=move || current().as_deref() == Some(mine.as_str())
                        on:change=move |_| choose(value.clone())
                    />
                    <span>{label}</span>
                </label>
            }
        })
        .collect_view();
    view! {
        <fieldset class=format!("segmented {class}")>
            <legend>{legend}</legend>
            <div class="strip">{radios}</div>
        </fieldset>
    }
}
