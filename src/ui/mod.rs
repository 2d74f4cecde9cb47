//! The page wing's skin: Leptos components and browser glue. It holds no rule of the simulation and no text:
//! what is said and shown comes from [`crate::view`], what happens from the engine.
//!
//! [`start`] mounts a lab into every place that the page builder left for one. [`state::Store::dispatch`] is
//! the one place where a lab changes; everything else derives.

pub mod dom;
pub mod edit;
pub mod engine;
pub mod state;

mod board;
mod diagram;
mod draw;
mod faults;
mod fields;
mod lab;
mod log;
mod matrix;
mod now;
mod panel;
mod pieces;
mod player;
mod share;
mod tables;

use crate::domain::link::Lab;
use crate::view::lang::Lang;
use crate::view::texts::texts;
use state::Store;

/// Mounts the labs of this page.
pub fn start() {
    let tag = dom::document().document_element().and_then(|html| html.get_attribute("lang"));
    let lang = Lang::from_tag(&tag.unwrap_or_default());
    std::panic::set_hook(Box::new(move |info| broken(lang, &info.to_string())));
    // On a page that is a lab, the lab's state is the page's address.
    let whole_page = dom::document().body().is_some_and(|body| body.class_list().contains("layout-lab"));
    for (i, island) in dom::islands("lab").into_iter().enumerate() {
        let opening = island.get_attribute("data-link").and_then(|link| Lab::from_fragment(&link).ok());
        let has_address = whole_page && i == 0;
        dom::clear(&island);
        let handle = leptos::mount::mount_to(island, move || {
            let store = Store::new(lang, opening.unwrap_or_else(Lab::opening), has_address);
            store.start();
            lab::lab(store)
        });
        handle.forget();
    }
}

/// What a visitor sees if this program breaks: that nothing is lost, and the link that opens the run again.
/// Plain DOM, because the rest may be the cause.
fn broken(lang: Lang, message: &str) {
    web_sys::console::error_1(&message.into());
    let document = dom::document();
    if document.query_selector(".broken").ok().flatten().is_some() {
        return;
    }
    let (Ok(note), Ok(text), Ok(link)) =
        (document.create_element("div"), document.create_element("p"), document.create_element("textarea"))
    else {
        return;
    };
    let t = texts(lang);
    let _ = note.set_attribute("class", "broken notice");
    let _ = note.set_attribute("role", "alert");
    text.set_text_content(Some(t.page_failed));
    let _ = link.set_attribute("readonly", "");
    let _ = link.set_attribute("aria-label", t.permalink);
    link.set_text_content(dom::window().location().href().ok().as_deref());
    let _ = note.append_with_node_2(&text, &link);
    if let Some(main) = document.get_element_by_id("main") {
        let _ = main.prepend_with_node_1(&note);
    }
}
