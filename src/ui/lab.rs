//! The lab on the page: its frame, with a place for every part. What changes in a part is painted into its
//! place; what is done in any of them is heard in one place.

use super::action::Action;
use super::dom;
use super::html::Html;
use super::paint::{self, Painter, lists::walk};
use super::state::State;
use super::store::{Part, Store, effect};
use crate::tutorial::Figures;
use crate::view::matrix::Panel;
use gloo_timers::callback::Timeout;
use leptos::ev::{Event, KeyboardEvent, MouseEvent};
use leptos::html;
use leptos::prelude::*;
use std::rc::Rc;
use wasm_bindgen::JsCast as _;
use web_sys::{Element, HtmlElement, HtmlInputElement};

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
    let (t, id) = store.state.with_untracked(|s| (s.t, s.id));
    let frame = Frame { store, panel: Panel::A, off: RwSignal::new(false) };
    let part = move |class, painter| frame.part(class, painter);
    // In sight on every screen, so it is the first that has its turn.
    let player = player(frame);
    view! {
        <div class="lab" class:opening=move || store.opening.get() class:comparing=move || store.state.with(|s| s.lab.compare)
            class:alone=move || store.state.with(State::is_alone)
            class:locked=move || store.state.with(|s| s.lab.lesson.locked)
            class:presented=move || store.state.with(|s| s.lab.lesson.presented)
            class:forward=move || store.state.with(|s| s.forward) on:click=move |event| click(store, &event)
            on:change=move |event| change(store, &event) on:input=move |event| input(store, &event)
            on:keydown=move |event| keys(store, &event)>
            <a class="skip-link" href=format!("#player-{id}")>{t.to_player}</a>
            {part("notices", paint::notices::notices)}
            {part("tabs-of", paint::notices::tabs)}
            {part("switches", paint::board::switches)}
            {part("second-of", paint::board::second)}
            {part("below", paint::board::below)}
            <div class="panels">{panel(store, Panel::A)} {panel(store, Panel::B)}</div>
            <div class="both later">
                {frame.large_part("matrix", paint::matrix::matrix)}
                <section class="logs" aria-label=format!("{}{}", t.log, store.state.with_untracked(|s| s.which.clone()))>
                    <p class="aside">{t.log_hint}</p>
                    <div class="logs-of">{log(frame)} {log(Frame { panel: Panel::B, ..frame })}</div>
                </section>
            </div>
            {player}
            {live(store)}
            {dialog(frame, "fork", t.fork_title, paint::notices::fork, |s| s.fork.is_some())}
        </div>
    }
}

fn player(frame: Frame) -> impl IntoView {
    let store = frame.store;
    let (t, id) = store.state.with_untracked(|s| (s.t, s.id));
    let part = move |class, painter| frame.part(class, painter);
    view! {
        <div class="player" id=format!("player-{id}") tabindex="-1" role="group" aria-label=t.transport>
            {part("subtitle-of", paint::player::subtitle)}
            <div class="controls">
                {part("buttons", paint::player::buttons)}
                {scrubber(frame)}
                {part("place-of", paint::player::place)}
                {part("speed-of", paint::player::speed)}
            </div>
        </div>
    }
}

fn panel(store: Store, panel: Panel) -> impl IntoView {
    let (t, id) = store.state.with_untracked(|s| (s.t, paint::notices::panel_id(s, panel)));
    let heading = move || store.state.with(|s| format!("{}{}", paint::title(s, panel, false), s.which));
    let named = |name: &str| store.state.with_untracked(|s| s.named(name, panel));
    let off = RwSignal::new(false);
    effect(move || {
        let is = store.state.with(|s| s.is_off(panel));
        if off.get_untracked() != is {
            off.set(is);
        }
    });
    let head = Frame { store, panel, off: RwSignal::new(false) };
    let frame = Frame { off, ..head };
    view! {
        <section
            class="panel"
            class:off=move || off.get()
            id=id
            data-testid=match panel {
                Panel::A => "panel-a",
                Panel::B => "panel-b",
            }
            aria-label=heading
            role=move || store.state.with(|s| s.narrow).then_some("tabpanel")
        >
            {head.part("panel-head", paint::panel::head)}
            {head.part("counters-of", paint::panel::counters)}
            <section class="customer-of" aria-label=named(t.customer_sees)>{head.part("customer", paint::panel::customer)}</section>
            <div class="panel-grid">
                <section class="diagram later" aria-label=named(t.diagram)>
                    {diagram(frame)}
                    {frame.part("legend-of", paint::diagram::legend)}
                </section>
                <div class="beside">
                    <section class="now later" aria-label=named(t.now)>
                        <h3>{t.now}</h3>
                        {frame.part("now-of", paint::panel::now)}
                        {frame.part("operate-of", paint::panel::operator)}
                    </section>
                    {frame.large_part("log-of", paint::partitions::log)}
                    {frame.large_part("handlers-of later", paint::panel::handlers)}
                    <section class="tables-of later" aria-label=named(t.tables)>
                        <button
                            type="button"
                            class="tool"
                            data-console=match panel {
                                Panel::A => "a",
                                Panel::B => "b",
                            }
                        >
                            {t.query}
                        </button>
                        {frame.large_part("tables", paint::tables::tables)}
                    </section>
                </div>
            </div>
        </section>
    }
}

/// Where the lab's parts stand.
#[derive(Clone, Copy)]
struct Frame {
    store: Store,
    /// Of which panel they tell.
    panel: Panel,
    /// Nobody can see them, and they wait until somebody can.
    off: RwSignal<bool>,
}

impl Frame {
    /// A place for parts that one painter paints, each in an element of its own: a part that stays the same is not
    /// touched, and where one is painted anew the focus stays on the same control.
    fn part(self, class: &'static str, painter: Painter) -> AnyView {
        self.painted(class, painter, |_| RwSignal::new(true))
    }

    /// A [`part`](Frame::part) with much in it: while it is out of sight it follows when everything else has come
    /// to rest.
    fn large_part(self, class: &'static str, painter: Painter) -> AnyView {
        self.painted(class, painter, in_sight)
    }

    fn painted(
        self,
        class: &'static str,
        painter: Painter,
        in_sight: fn(NodeRef<html::Div>) -> RwSignal<bool>,
    ) -> AnyView {
        let Frame { store, panel, off } = self;
        let place = NodeRef::<html::Div>::new();
        let part = store.part(in_sight(place), off);
        let mut before = Vec::new();
        effect(move || {
            let Some(parts) = follow(store, part, |s| painter(s, panel)) else { return };
            if let Some(place) = place.get() {
                if place.child_element_count() == 0 {
                    let _ = place.set_attribute("data-part", "painted");
                }
                dom::paint(&place, &before, &parts);
            }
            before = parts;
        });
        view! { <div class=class data-part="" node_ref=place></div> }.into_any()
    }
}

/// Is this in sight?
fn in_sight(place: NodeRef<html::Div>) -> RwSignal<bool> {
    let in_sight = RwSignal::new(true);
    effect(move || {
        if let Some(place) = place.get() {
            dom::watch_sight(&place, move |is| in_sight.set(is));
        }
    });
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
fn rows(
    Frame { store, panel, off }: Frame,
    scroller: NodeRef<html::Div>,
    look: fn(&State, Panel) -> Option<Look>,
    paint: fn(&State, Panel, usize, usize) -> Vec<Html>,
) {
    let in_sight = in_sight(scroller);
    let part = store.part(in_sight, off);
    // `kept`: the box has been scrolled for the look that was painted.
    let (mut was, mut rows, mut kept) = (Look::default(), dom::Rows::default(), false);
    effect(move || {
        let look = follow(store, part, |s| look(s, panel)).flatten();
        let (Some(look), Some(scroller)) = (look, scroller.get()) else { return };
        let Some(list) = dom::first(&scroller, "ol") else { return };
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
            || in_sight.get() && {
                match &look.id {
                    Some(id) => dom::keep_in_sight(&scroller, id),
                    None => scroller.set_scroll_top(0),
                }
                true
            };
        was = look;
    });
}

/// What is on the page of a list.
struct Look {
    /// Of which run, from, to before; and whatever else changes how rows look.
    window: (u32, usize, usize, Option<usize>),
    cursor: Option<usize>,
    /// The current row.
    id: Option<String>,
}

impl Default for Look {
    fn default() -> Look {
        Look { window: (u32::MAX, 0, 0, None), cursor: None, id: None }
    }
}

fn diagram(frame: Frame) -> impl IntoView {
    let scroller = NodeRef::<html::Div>::new();
    let look = |s: &State, panel| {
        let window = paint::diagram::on_page(s, panel)?;
        let cursor = s.step(panel);
        let id = cursor.map(|step| s.row_id(panel, step));
        Some(Look { window: (window.generation, window.from, window.to, s.parting), cursor, id })
    };
    rows(frame, scroller, look, paint::diagram::rows);
    let part = move |class, painter| frame.part(class, painter);
    view! {
        <div class="scroll" node_ref=scroller>
            {part("lanes", paint::diagram::heads)}
            {part("more", paint::diagram::earlier)}
            <div class="drawing">
                {part("under", paint::diagram::under)}
                <ol class="rows"></ol>
                {part("aloft", paint::diagram::over)}
            </div>
            {part("more", paint::diagram::later)}
        </div>
    }
}

fn log(frame: Frame) -> impl IntoView {
    let scroller = NodeRef::<html::Div>::new();
    let look = |s: &State, panel| {
        let (generation, from, to) = paint::log::on_page(s, panel)?;
        let cursor = s.line(panel);
        let id = cursor.map(|line| s.line_id(panel, line));
        Some(Look { window: (generation, from, to, None), cursor, id })
    };
    rows(frame, scroller, look, paint::log::lines);
    let Frame { store, panel, .. } = frame;
    view! {
        <section class="log" aria-label=store.state.with_untracked(|s| s.named(s.t.log, panel))>
            {frame.part("log-title", paint::log::title)}
            <div class="scroll" node_ref=scroller>
                <ol translate="no"></ol>
            </div>
        </section>
    }
}

/// The slider is never painted anew, so that it can be dragged.
fn scrubber(frame: Frame) -> impl IntoView {
    let (store, track) = (frame.store, NodeRef::<html::Div>::new());
    effect(move || {
        let (total, cursor, words) =
            store.state.with(|s| (s.total().to_string(), s.cursor().to_string(), paint::player::in_words(s)));
        let slider = track.get().and_then(|track| dom::first(&track, "input"));
        if let Some(slider) = slider.and_then(|slider| slider.dyn_into::<HtmlInputElement>().ok()) {
            slider.set_max(&total);
            slider.set_value(&cursor);
            let _ = slider.set_attribute("aria-valuetext", &words);
        }
    });
    let (t, id) = store.state.with_untracked(|s| (s.t, s.id));
    view! {
        <div class="track" node_ref=track>
            {frame.part("ticks-of", paint::player::ticks)}
            <input
                type="range"
                min="0"
                step="1"
                aria-label=t.scrubber
                aria-describedby=format!("keys-{id}")
                data-do=Action::Scrub.to_string()
            />
            <span class="hidden" id=format!("keys-{id}")>
                {t.keyboard_help}
            </span>
        </div>
    }
}

/// Both panels' sentences, for those who listen: when the cursor has come to rest, and while time runs now and
/// then.
fn live(store: Store) -> impl IntoView {
    let place = NodeRef::<html::Div>::new();
    let timer = StoredValue::new_local(None::<Timeout>);
    effect(move || {
        let playing = store.state.with(|s| s.playing);
        let Some(place) = place.get() else { return };
        if playing && timer.with_value(Option::is_some) {
            return;
        }
        let say = Timeout::new(if playing { SPEECH_MS } else { REST_MS }, move || {
            timer.set_value(None);
            let text = store.state.with_untracked(paint::player::spoken);
            if place.text_content().as_deref() != Some(text.as_str()) {
                place.set_text_content(Some(&text));
            }
        });
        timer.set_value(Some(say));
    });
    view! { <div class="hidden" aria-live="polite" data-testid="live" node_ref=place></div> }
}

fn dialog(
    frame: Frame,
    class: &'static str,
    name: &'static str,
    painter: Painter,
    open: fn(&State) -> bool,
) -> impl IntoView {
    let (place, store) = (NodeRef::<html::Div>::new(), frame.store);
    effect(move || {
        let open = store.state.with(open);
        let dialog = place.get().and_then(|place| dom::first(&place, "dialog"));
        if let Some(dialog) = dialog.and_then(|dialog| dialog.dyn_into().ok()) {
            dom::show_dialog(&dialog, open);
        }
    });
    view! {
        <div node_ref=place>
            <dialog class=class aria-label=name on:close=move |_| {
                if store.state.with_untracked(open) {
                    store.act(Action::Close, "");
                }
            }>{frame.part("dialog-body", painter)}</dialog>
        </div>
    }
}

/// What was clicked does what it says, unless it is a field, which says it when it has changed.
fn click(store: Store, event: &MouseEvent) {
    match dom::doing(event) {
        Some((control, action)) if !dom::is_field(&control) => {
            store.act(action, "");
            if let Action::Menu(..) = action {
                dom::next_frame(|| dom::reveal_and_focus(".menu", "button"));
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
        return dom::focus(&store.state.with_untracked(|s| s.row_id(panel, row)));
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
            if store.is_presented() && !dom::is_in(&event, "input, select, textarea, button, [data-do]") {
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

/// Lays out what is out of sight, a piece at a time.
fn lay(mut rest: std::vec::IntoIter<Element>) {
    let next = move || {
        if let Some(piece) = rest.next() {
            let _ = piece.class_list().remove_1("later");
            lay(rest);
        }
    };
    Timeout::new(LAY_MS, next).forget();
}

/// Mounts a lab.
pub fn mount(island: HtmlElement, store: impl FnOnce() -> Store + 'static) {
    let (place, below) = (island.clone(), island.clone());
    let handle = leptos::mount::mount_to(island, move || {
        let store = store();
        store.start();
        bridge(store, &place);
        // Shown when there is something to see, and then whole: nothing jumps about on a page that loads.
        let mut shown = false;
        effect(move || {
            if !shown && store.state.with(State::has_something_to_show) {
                shown = true;
                dom::unveil(&place);
            }
        });
        effect(move || {
            if !store.opening.get() {
                let rest = dom::all(&below, ".later").into_iter();
                Timeout::new(LATER_MS, move || lay(rest)).forget();
            }
        });
        lab(store)
    });
    handle.forget();
}
