//! The board of the two generals on the page: a state that fits in one word, two places that are painted from it,
//! and between them the sentence, which is also read out.

use super::action::Action;
use super::dom;
use super::html::Html;
use super::paint::generals as paint;
use crate::view::generals::Board;
use crate::view::lang::Lang;
use leptos::html;
use leptos::prelude::*;
use web_sys::HtmlElement;

/// Mounts the board.
pub fn mount(island: HtmlElement, lang: Lang) {
    let place = island.clone();
    let handle = leptos::mount::mount_to(island, move || {
        let board = RwSignal::new(Board::OPENING);
        let part = move |painter: fn(Board, Lang) -> Vec<Html>| {
            let place = NodeRef::<html::Div>::new();
            Effect::new(move |before: Option<Vec<Html>>| {
                let parts = painter(board.get(), lang);
                if let Some(place) = place.get() {
                    dom::paint(&place, &before.unwrap_or_default(), &parts);
                }
                parts
            });
            view! { <div class="parts" data-part="" node_ref=place></div> }
        };
        let listen = move |event: &web_sys::Event, field: bool| {
            if let Some((control, Action::Board(what))) = dom::doing(event)
                && dom::is_field(&control) == field
            {
                board.update(|board| *board = board.after(what));
            }
        };
        Effect::new(move |_| dom::unveil(&place));
        view! {
            <div class="lab generals" on:click=move |event| listen(&event, false) on:change=move |event| listen(&event, true)>
                {part(paint::above)}
                <p class="say" aria-live="polite" data-testid="live">{move || board.get().sentence(lang)}</p>
                {part(paint::below)}
            </div>
        }
    });
    handle.forget();
}
