//! The page wing's skin: browser glue, and the lab as Leptos mounts it. It holds no rule of the simulation and
//! no text: what is said and shown comes from [`crate::view`], what happens from the engine.
//!
//! An event on the page becomes an [`action::Action`]; [`store::Store`] does it, which changes [`state::State`];
//! every place on the page whose [`paint`]er now paints something else is painted anew. There is no other way
//! round.
//!
//! Terminal, console and share dialog are a binary of their own ([`tools`]), which knows nothing of a lab's code. Between them
//! and a lab stands the lab's island element, with three contracts:
//! - its attribute `data-now` tells the lab that it shows, as a fragment
//!   ([`to_fragment`](crate::domain::link::Lab::to_fragment); with `step` when the cursor is not at the end), and is
//!   written anew when the state has come to rest, after `data-outcome-a` and `data-outcome-b`, which tell what the
//!   panels' runs came to and how they are set, or nothing while that is not known ([`Figures::tell`](crate::tutorial::Figures::tell));
//! - an event `lab:tell` on it has these attributes written at once;
//! - an event `lab:show` on it, with a fragment as its `detail`, makes it show that lab; the browser's history
//!   keeps it like any other change. Before there is a lab, its attribute `data-link` says with what it opens
//!   ([`dom::show_in_lab`] does both).
//!
//! A button with `data-console` (`a` or `b`) inside a lab opens the console on that panel, one with `data-share` the
//! share dialog: `public/boot.js` loads the tools when one is pressed for the first time.

pub mod action;
pub mod console;
pub mod dom;
pub mod edit;
pub mod engine;
pub mod generals;
pub mod html;
pub mod lab;
pub mod learn;
pub mod paint;
pub mod partner;
pub mod runs;
pub mod share;
pub mod slices;
pub mod state;
pub mod store;
pub mod terminal;

#[cfg(not(any(feature = "en", feature = "zh-hant")))]
compile_error!("a page says something: feature `en` or `zh-hant`, or both");

use crate::domain::link::Lab;
use crate::view::lang::Lang;
use crate::view::texts::texts;
use gloo_timers::callback::Timeout;
use state::State;
use store::Store;
use wasm_bindgen::JsCast as _;
use web_sys::Element;

/// Mounts islands of this page in its language; outside of a browser it says where they are.
pub fn start(mount: impl FnOnce(Lang)) {
    if cfg!(not(target_arch = "wasm32")) {
        eprintln!("The page runs in a browser: cargo xtask serve");
        return;
    }
    let tag = dom::document().document_element().and_then(|html| html.get_attribute("lang"));
    let Some(lang) = Lang::from_tag(&tag.unwrap_or_default()) else { return };
    std::panic::set_hook(Box::new(move |info| broken(lang, &info.to_string())));
    mount(lang);
}

/// The labs, and the tables of runs.
pub fn labs(lang: Lang) {
    // On a page that is a lab, the lab's state is the page's address.
    let whole_page = dom::document().body().is_some_and(|body| body.class_list().contains("layout-lab"));
    dom::islands("runs").into_iter().for_each(|island| runs::mount(island, lang));
    let islands = dom::islands("lab");
    let several = islands.len() > 1;
    for (i, island) in islands.into_iter().enumerate() {
        let has_address = whole_page && i == 0;
        let which = if several { format!(" · {}", i + 1) } else { String::new() };
        let place = island.clone();
        let mount = move || {
            let opening = island.get_attribute("data-link").and_then(|link| Lab::from_fragment(&link).ok());
            let [alone, focused, goals] =
                ["only", "focus", "goals"].map(|it| island.has_attribute(&format!("data-{it}")));
            dom::veil(&island);
            lab::mount(island, move || {
                let state = State::new(dom::unique(), lang, opening.unwrap_or_else(Lab::opening));
                Store::new(State { which, alone, brief: focused && !goals, ..state }, has_address)
            });
        };
        // A lab in a text takes nobody's time before its reader comes to it; elsewhere the page is seen before it.
        if whole_page {
            Timeout::new(0, || engine::engine().warm()).forget();
            Timeout::new(0, mount).forget();
        } else {
            dom::when_near(&place, mount);
        }
    }
}

/// The terminals, and of the page's labs the console and the share dialog, which come when somebody opens them.
pub fn tools(lang: Lang) {
    for island in dom::islands("terminal") {
        dom::veil(&island);
        terminal::mount(&island, lang);
    }
    if let Some(page) = dom::document().document_element() {
        dom::on(&page, "tools:open", move |event| {
            let Some(button) = event.target().and_then(|target| target.dyn_into::<Element>().ok()) else {
                return;
            };
            if button.has_attribute("data-share") {
                share::open(&button, lang);
            } else {
                console::open(&button, lang);
            }
        });
    }
    console::give_files(lang);
}

/// The boards of the two generals.
pub fn boards(lang: Lang) {
    for island in dom::islands("generals") {
        dom::veil(&island);
        generals::mount(&island, lang);
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
