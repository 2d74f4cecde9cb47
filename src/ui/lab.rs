//! The lab on the page. What changes in a part is painted into its place in the frame; what is done in any of them
//! is heard in one place.

use super::action::Action;
use super::dom;
use super::paint::frame::{Frame, Looks, Place, Rows, What};
use super::paint::lists::{Look, walk};
use super::paint::{self, Painter};
use super::state::State;
use super::store::{Part, Store, effect};
use crate::domain::link::Lesson;
use crate::tutorial::Figures;
use crate::view::matrix::Panel;
use gloo_timers::callback::Timeout;
use leptos::ev::{Event, KeyboardEvent, MouseEvent};
use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::rc::Rc;
use wasm_bindgen::JsCast as _;
use web_sys::{Element, HtmlDialogElement, HtmlElement, HtmlInputElement};

/// While time runs, so often at most is a sentence read out, in milliseconds.
const SPEECH_MS: u32 = 2_500;
/// Otherwise so long after the cursor has come to rest.
const REST_MS: u32 = 150;

/// What has the class `later` is laid out when it comes in sight, or else when the lab has been there for so long, in
/// milliseconds; and how many of them lie between one and the next.
const LATER_MS: u32 = 2_000;
const LAY_MS: u32 = 60;

/// The lab.
pub fn lab(store: Store) -> impl IntoView {
    let Frame { html, places, .. } = store.state.with_untracked(Frame::of);
    let lab = NodeRef::<html::Div>::new();
    lab.on_load(move |lab| furnish(store, &lab, places));
    view! {
        <div
            class=move || store.state.with(|s| classes(s, store.opening.get()))
            node_ref=lab
            inner_html=html.as_str().to_owned()
            on:click=move |event| click(store, &event)
            on:change=move |event| change(store, &event)
            on:input=move |event| input(store, &event)
            on:keydown=move |event| keys(store, &event)
        ></div>
    }
}

/// How the lab looks as a whole.
fn classes(s: &State, opening: bool) -> String {
    let Lesson { locked, presented, .. } = s.lab.lesson;
    let all = [
        (opening, " opening"),
        (s.lab.compare, " comparing"),
        (s.is_alone(), " alone"),
        (locked, " locked"),
        (presented, " presented"),
        (s.forward, " forward"),
    ];
    let holding = all.into_iter().filter_map(|(holds, class)| holds.then_some(class));
    std::iter::once("lab").chain(holding).collect()
}

/// From here on what stands in the frame follows the state.
fn furnish(store: Store, lab: &Element, places: Vec<Place>) {
    let (always, never) = (RwSignal::new(true), RwSignal::new(false));
    let off = Panel::ALL.map(|panel| name_panel(store, panel));
    let mut places: Vec<_> = dom::all(lab, "[data-part], [data-rows]").into_iter().zip(places).collect();
    places.sort_by_key(|(_, place)| !place.first);
    for (element, Place { panel, with_panel, what, .. }) in places {
        let off = if with_panel { off[panel as usize] } else { never };
        let in_sight = if matches!(what, What::Parts(_)) { always } else { in_sight(&element) };
        let part = store.part(in_sight, off);
        match what {
            What::Parts(painter) | What::Large(painter) => parts(store, element, panel, painter, part),
            What::Rows(look, paint) => rows(store, element, panel, (look, paint), part),
        }
    }
    slider(store, lab);
    live(store, lab);
    dialog(store, lab);
}

/// Keeps what a panel is, for those who listen and for a narrow window; says whether that leaves it out.
fn name_panel(store: Store, panel: Panel) -> RwSignal<bool> {
    let (id, which) = store.state.with_untracked(|s| (paint::notices::panel_id(s, panel), s.which.clone()));
    let (off, mut was) = (RwSignal::new(false), None);
    let Some(section) = dom::document().get_element_by_id(&id) else { return off };
    effect(move || {
        let is = store.state.with(|s| (s.is_off(panel), s.narrow, paint::title(s, panel, false)));
        if was.replace(is) == Some(is) {
            return;
        }
        let (is_off, narrow, title) = is;
        let _ = section.set_attribute("aria-label", &format!("{title}{which}"));
        let _ = section.class_list().toggle_with_force("off", is_off);
        let _ =
            if narrow { section.set_attribute("role", "tabpanel") } else { section.remove_attribute("role") };
        if off.get_untracked() != is_off {
            off.set(is_off);
        }
    });
    off
}

/// A place for parts that one painter paints, each in an element of its own: a part that stays the same is not touched,
/// and where one is painted anew the focus stays on the same control.
fn parts(store: Store, place: Element, panel: Panel, painter: Painter, part: Part) {
    let mut before = Vec::new();
    effect(move || {
        let Some(parts) = follow(store, part, |s| painter(s, panel)) else { return };
        if place.child_element_count() == 0 {
            let _ = place.set_attribute("data-part", "painted");
        }
        dom::paint(&place, &before, &parts);
        before = parts;
    });
}

/// Is this in sight?
fn in_sight(place: &Element) -> RwSignal<bool> {
    let in_sight = RwSignal::new(true);
    dom::watch_sight(place, move |is| in_sight.set(is));
    in_sight
}

/// Reads the state, and does so again whenever it changes; or if what is painted from it is out of sight, when its
/// turn comes. `None`: nobody can see it, or it is not yet its turn.
fn follow<T>(store: Store, part: Part, read: impl FnOnce(&State) -> T) -> Option<T> {
    if part.turn.get() == 0 || part.off.get() {
        return None;
    }
    Some(if part.in_sight.get() { store.state.with(read) } else { store.state.with_untracked(read) })
}

/// Rows of a list with the cursor in them. They are painted anew when the window on them moves or shows another
/// run, and then only those that differ; otherwise the cursor is marked in them, so that a step costs what it
/// changes and not what is on the page.
fn rows(store: Store, scroller: Element, panel: Panel, (look, paint): (Looks, Rows), part: Part) {
    let Some(list) = dom::first(&scroller, "ol") else { return };
    // `kept`: the box has been scrolled for the look that was painted.
    let (mut was, mut rows, mut kept) = (Look::default(), dom::Rows::default(), false);
    effect(move || {
        let Some(look) = follow(store, part, |s| look(s, panel)).flatten() else { return };
        let same = was.window == look.window;
        if !same {
            let (_, from, to, _) = look.window;
            let html = store.state.with_untracked(|s| paint(s, panel, from, to));
            let fresh = dom::Rows { from, html };
            fresh.put(&list, &rows, was.cursor);
            rows = fresh;
        }
        rows.mark(&list, was.cursor, look.cursor);
        // A box that is out of sight waits until it comes in: measuring it would lay it out now.
        kept = (same && was.cursor == look.cursor && kept)
            || part.in_sight.get() && {
                match &look.id {
                    Some(id) => dom::keep_in_sight(&scroller, id),
                    None => scroller.set_scroll_top(0),
                }
                true
            };
        was = look;
    });
}

fn slider(store: Store, lab: &Element) {
    let slider =
        dom::first(lab, ".track > input").and_then(|slider| slider.dyn_into::<HtmlInputElement>().ok());
    let Some(slider) = slider else { return };
    effect(move || {
        let (total, cursor, words) =
            store.state.with(|s| (s.total().to_string(), s.cursor().to_string(), paint::player::in_words(s)));
        slider.set_max(&total);
        slider.set_value(&cursor);
        let _ = slider.set_attribute("aria-valuetext", &words);
    });
}

/// Both panels' sentences, for those who listen: when the cursor has come to rest, and while time runs now and
/// then.
fn live(store: Store, lab: &Element) {
    let Some(place) = dom::first(lab, "[aria-live]") else { return };
    let timer = StoredValue::new_local(None::<Timeout>);
    effect(move || {
        let playing = store.state.with(|s| s.playing);
        if playing && timer.with_value(Option::is_some) {
            return;
        }
        let place = place.clone();
        let say = Timeout::new(if playing { SPEECH_MS } else { REST_MS }, move || {
            timer.set_value(None);
            let text = store.state.with_untracked(paint::player::spoken);
            if place.text_content().as_deref() != Some(text.as_str()) {
                place.set_text_content(Some(&text));
            }
        });
        timer.set_value(Some(say));
    });
}

/// The question before a fork.
fn dialog(store: Store, lab: &Element) {
    let Some(dialog) = dom::first(lab, "dialog").and_then(|it| it.dyn_into::<HtmlDialogElement>().ok())
    else {
        return;
    };
    let is_open = |s: &State| s.fork.is_some();
    dom::on(&dialog, "close", move |_| {
        if store.state.with_untracked(is_open) {
            store.act(Action::Close, "");
        }
    });
    effect(move || dom::show_dialog(&dialog, store.state.with(is_open)));
}

/// What was clicked does what it says, unless it is a field, which says it when it has changed.
fn click(store: Store, event: &MouseEvent) {
    match dom::doing(event) {
        Some((control, action)) if !dom::is_field(&control) => {
            if let Action::Decide(panel, row, _) = action
                && dom::is_in(event, ".menu")
            {
                // The menu goes; the row that it is about stays, whatever comes of it.
                dom::focus(&store.state.with_untracked(|s| s.row_id(panel, row)));
            }
            store.act(action, "");
            match action {
                Action::Menu(..) => dom::next_frame(|| dom::reveal_and_focus(".menu", "button")),
                // On a phone it opens under time's controls.
                Action::Below(_) => {
                    let below =
                        control.closest(".lab").ok().flatten().and_then(|lab| dom::first(&lab, ".below"));
                    dom::next_frame(move || below.iter().for_each(dom::reveal));
                }
                _ => {}
            }
        }
        Some(_) => {}
        // In a presentation a click goes on; else a click beside a menu closes it.
        None if store.is_presented() && !dom::is_in(event, "a, button, dialog") => store.go_on(),
        None => close_menu(store),
    }
}

fn close_menu(store: Store) {
    if store.state.with_untracked(|s| s.menu.is_some()) {
        store.state.update(|s| s.menu = None);
    }
}

fn change(store: Store, event: &Event) {
    if let Some((control, action)) = dom::doing(event)
        && action != Action::Scrub
    {
        store.act(action, &dom::value(&control));
    }
}

fn input(store: Store, event: &Event) {
    if let Some((control, action)) = dom::doing(event) {
        if action == Action::Scrub {
            store.act(action, &dom::value(&control));
        } else if control.has_attribute("data-live") {
            dom::show_beside(&control, &format!("{} %", dom::value(&control)));
        }
    }
}

/// Arrow keys where the focus is in a list, on the tabs or on time's controls; nothing else takes a key.
fn keys(store: Store, event: &KeyboardEvent) {
    let key = event.key();
    if key == "Escape"
        && let Some((panel, row)) = store.state.with_untracked(|s| s.menu)
    {
        close_menu(store);
        let opener = format!("[data-do=\"{}\"]", Action::Menu(panel, row));
        if let Some(opener) = dom::closest(event, ".lab").and_then(|lab| dom::first(&lab, &opener)) {
            dom::focus_element(&opener);
        }
        return;
    }
    if !dom::plain_key(event) {
        return;
    }
    let (cursor, total) = store.state.with_untracked(|s| (s.cursor(), s.total()));
    match dom::doing(event) {
        Some((_, Action::Row(panel, _))) => {
            let (here, length) =
                store.state.with_untracked(|s| (s.step(panel).map_or(0, |step| step + 1), s.length(panel)));
            if let Some(to) = walk(&key, here, length) {
                event.prevent_default();
                store.go(to);
                focus_later(store, move |s| s.row_id(panel, to.saturating_sub(1)));
            }
        }
        Some((_, Action::Line(panel, line))) => {
            let lines = store.state.with_untracked(|s| s.now(panel).map_or(0, |now| now.shown.lines().len()));
            if let Some(to) = walk(&key, line, lines.saturating_sub(1)) {
                event.prevent_default();
                store.act(Action::Line(panel, to), "");
                focus_later(store, move |s| s.line_id(panel, to));
            }
        }
        Some((_, Action::Tab(_))) => {
            let other = match key.as_str() {
                "ArrowLeft" | "Home" => Panel::A,
                "ArrowRight" | "End" => Panel::B,
                _ => return,
            };
            event.prevent_default();
            store.show_tab(other);
        }
        // The slider's own page keys go by a tenth of the run; here they go by ten steps. Up leads on.
        Some((_, Action::Scrub)) => {
            let key = match key.as_str() {
                "ArrowUp" => "ArrowDown",
                "ArrowDown" => "ArrowUp",
                "PageUp" => "PageDown",
                "PageDown" => "PageUp",
                " " => {
                    event.prevent_default();
                    return store.act(Action::Play, "");
                }
                other => other,
            };
            if let Some(to) = walk(key, cursor, total) {
                event.prevent_default();
                store.go(to);
            }
        }
        Some((_, Action::Speed)) => {}
        _ if dom::is_in(event, ".player") => {
            if let Some(to) = walk(&key, cursor, total) {
                event.prevent_default();
                store.go(to);
            }
        }
        _ => {}
    }
}

fn focus_later(store: Store, id: impl Fn(&State) -> String + 'static) {
    dom::next_frame(move || dom::focus(&store.state.with_untracked(id)));
}

/// What a remote control for slides sends: a step on, a step back.
fn present(store: Store, event: &web_sys::Event) {
    let Some(event) = event.dyn_ref::<KeyboardEvent>().filter(|event| dom::plain_key(event)) else { return };
    match event.key().as_str() {
        "ArrowRight" | "PageDown" | " " => store.go_on(),
        "ArrowLeft" | "PageUp" => store.go(store.state.with_untracked(State::cursor).saturating_sub(1)),
        "Home" => store.go(0),
        "End" => store.go(store.state.with_untracked(State::total)),
        "Escape" => store.act(Action::Leave, ""),
        _ => return,
    }
    event.prevent_default();
}

/// What the rest of the page may know of a lab and ask of it; see [`super`].
fn bridge(store: Store, island: &HtmlElement) {
    dom::on(island, "lab:show", move |event| store.replace(&dom::detail(&event)));
    if let Some(page) = dom::document().document_element() {
        dom::on(&page, "keydown", move |event| {
            // Escape from any control but a dialog's, which closes that.
            let leaves = event.dyn_ref::<KeyboardEvent>().is_some_and(|event| event.key() == "Escape")
                && !dom::is_in(&event, "dialog");
            let elsewhere = !dom::is_in(&event, "input, select, textarea, button, [data-do]");
            if store.is_presented() && (leaves || elsewhere) {
                present(store, &event);
            }
        });
    }
    let place = island.clone();
    let tell = Rc::new(move |at_rest: bool| {
        store.state.with_untracked(|s| {
            let now = s.lab.to_fragment();
            // Whoever watches hears of every word, so nothing is said twice because somebody asks.
            if !at_rest && place.get_attribute("data-now").as_deref() == Some(now.as_str()) {
                return;
            }
            for (panel, name) in [(Panel::A, "data-outcome-a"), (Panel::B, "data-outcome-b")] {
                let told = s
                    .run(panel)
                    .filter(|_| s.is_answered())
                    .map(|run| Figures::tell(panel.plan(&s.lab), &run.outcome));
                let _ = place.set_attribute(name, &told.unwrap_or_default());
            }
            let _ = place.set_attribute("data-now", &now);
        });
    });
    let at_rest = tell.clone();
    effect(move || {
        store.quiet.track();
        at_rest(true);
    });
    dom::on(island, "lab:tell", move |_| tell(false));
}

/// The lab opens: it is shown when there is something to see, and then nothing jumps about; it is painted; and when
/// nobody waits for anything any more, what is out of sight is laid out, a piece at a time.
async fn open(store: Store, island: HtmlElement) {
    dom::unveil(&island);
    store.open().await;
    dom::pause(LATER_MS).await;
    for piece in dom::all(&island, ".later") {
        let _ = piece.class_list().remove_1("later");
        dom::pause(LAY_MS).await;
    }
}

/// Mounts a lab.
pub fn mount(island: HtmlElement, store: impl FnOnce() -> Store + 'static) {
    let place = island.clone();
    let handle = leptos::mount::mount_to(island, move || {
        let store = store();
        store.start();
        bridge(store, &place);
        let mut opens = Some(place);
        effect(move || {
            if store.state.with(State::has_something_to_show)
                && let Some(place) = opens.take()
            {
                spawn_local(open(store, place));
            }
        });
        lab(store)
    });
    handle.forget();
}
