//! Browser glue: the few things that the page asks of the browser, each as one function that cannot fail
//! loudly. What the browser refuses is simply not there.

use super::action::Action;
use super::html::Html;
use gloo_timers::callback::Timeout;
use std::cell::{Cell, RefCell};
use std::future::{Future, poll_fn};
use std::rc::Rc;
use std::task::Poll;
use wasm_bindgen::prelude::*;
use web_sys::{
    Blob, BlobPropertyBag, CssStyleDeclaration, CustomEvent, CustomEventInit, Document, Element, File,
    FocusOptions, HtmlDialogElement, HtmlElement, HtmlInputElement, HtmlTextAreaElement,
    IntersectionObserver, IntersectionObserverEntry, IntersectionObserverInit, KeyboardEvent,
    MutationObserver, MutationObserverInit, ScrollIntoViewOptions, ScrollLogicalPosition, Window,
};

/// The window. Islands only ever run in one.
#[expect(clippy::expect_used, reason = "islands run in a window")]
pub fn window() -> Window {
    web_sys::window().expect("a window")
}

/// The document.
#[expect(clippy::expect_used, reason = "a window that shows a page has a document")]
pub fn document() -> Document {
    window().document().expect("a document")
}

/// A `data-…` attribute of `<html>`.
pub fn page_data(name: &str) -> Option<String> {
    document().document_element()?.get_attribute(&format!("data-{name}"))
}

/// The fragment of the address, decoded, without `#`.
pub fn fragment() -> String {
    let raw = window().location().hash().unwrap_or_default();
    let raw = raw.trim_start_matches('#');
    // Some messengers encode `;` and `:` in links that they pass on.
    js_sys::decode_uri_component(raw).map(String::from).unwrap_or_else(|_| raw.into())
}

/// Does the fragment name a place in the page (as the skip link does) rather than a lab?
pub fn is_place(fragment: &str) -> bool {
    !fragment.contains('=') && document().get_element_by_id(fragment).is_some()
}

/// Writes the fragment, as a new step of the browser's history or in place of the current one.
pub fn write_fragment(fragment: &str, new_step: bool) {
    let url = format!("#{fragment}");
    // The browser refuses after too many calls a second; the next one catches up.
    let _ = window().history().and_then(|history| {
        if new_step {
            history.push_state_with_url(&JsValue::NULL, "", Some(&url))
        } else {
            history.replace_state_with_url(&JsValue::NULL, "", Some(&url))
        }
    });
    if let Some(other) = document().get_element_by_id("language-switch")
        && let Some(href) = other.get_attribute("href")
    {
        let page = href.split('#').next().unwrap_or("");
        let _ = other.set_attribute("href", &format!("{page}{url}"));
    }
}

/// The address of this page with another fragment.
pub fn address(fragment: &str) -> String {
    let href = window().location().href().unwrap_or_default();
    format!("{}#{fragment}", href.split('#').next().unwrap_or(""))
}

/// The address of the workbench in this language.
pub fn workbench(tag: &str) -> String {
    let site = web_sys::Url::new_with_base(&page_data("base").unwrap_or_default(), &address(""));
    site.map(|site| format!("{}{tag}/workbench/", site.href())).unwrap_or_default()
}

/// Does this media query hold?
pub fn media(query: &str) -> bool {
    window().match_media(query).ok().flatten().is_some_and(|list| list.matches())
}

/// Calls back with the answer to a media query now, and whenever it changes, for as long as the page lives.
pub fn watch_media(query: &str, then: impl Fn(bool) + 'static) {
    let Ok(Some(list)) = window().match_media(query) else { return };
    then(list.matches());
    let watched = list.clone();
    let changed = Closure::<dyn Fn()>::new(move || then(watched.matches()));
    list.set_onchange(Some(changed.as_ref().unchecked_ref()));
    changed.forget();
}

/// Listens on the window for as long as the page lives.
pub fn on_window(event: &str, then: impl Fn() + 'static) {
    let listener = Closure::<dyn Fn()>::new(then);
    let _ = window().add_event_listener_with_callback(event, listener.as_ref().unchecked_ref());
    listener.forget();
}

/// Listens on an element, and on what is in it, for as long as the page lives.
pub fn on(element: &Element, event: &str, then: impl Fn(web_sys::Event) + 'static) {
    let listener = Closure::<dyn Fn(web_sys::Event)>::new(then);
    let _ = element.add_event_listener_with_callback(event, listener.as_ref().unchecked_ref());
    listener.forget();
}

/// The text that came with an event.
pub fn detail(event: &web_sys::Event) -> String {
    let detail = js_sys::Reflect::get(event, &"detail".into());
    detail.ok().and_then(|detail| detail.as_string()).unwrap_or_default()
}

/// Before the next paint.
pub fn next_frame(then: impl FnOnce() + 'static) {
    let callback = Closure::once_into_js(then);
    let _ = window().request_animation_frame(callback.unchecked_ref());
}

/// Lets the browser do what waits, for so many milliseconds and at least once: listen to its user, paint, hear a worker.
pub fn pause(ms: u32) -> impl Future<Output = ()> {
    let mut over = None::<Rc<Cell<bool>>>;
    poll_fn(move |context| match &over {
        Some(over) if over.get() => Poll::Ready(()),
        Some(_) => Poll::Pending,
        None => {
            let (waker, is_over) = (context.waker().clone(), Rc::new(Cell::new(false)));
            over = Some(is_over.clone());
            Timeout::new(ms, move || {
                is_over.set(true);
                waker.wake();
            })
            .forget();
            Poll::Pending
        }
    })
}

/// Copies a text; calls back with whether that worked.
pub fn copy(text: &str, then: impl Fn(bool) + 'static) {
    let then = Rc::new(then);
    // Not there without a secure context.
    let clipboard = js_sys::Reflect::get(&window().navigator(), &"clipboard".into())
        .ok()
        .filter(|clipboard| !clipboard.is_undefined());
    if clipboard.is_none() {
        return then(false);
    }
    let promise = window().navigator().clipboard().write_text(text);
    let failed = then.clone();
    let done = Closure::once(move |_: JsValue| then(true));
    let refused = Closure::once(move |_: JsValue| failed(false));
    let _ = promise.then2(&done, &refused);
    done.forget();
    refused.forget();
}

/// Moves the focus to the element with this id.
pub fn focus(id: &str) {
    if let Some(element) = document().get_element_by_id(id) {
        focus_element(&element);
    }
}

/// Moves the focus to an element.
pub fn focus_element(element: &Element) {
    if let Some(element) = element.dyn_ref::<HtmlElement>() {
        // The page stays where it is.
        let options = FocusOptions::new();
        options.set_prevent_scroll(true);
        let _ = element.focus_with_options(&options);
    }
}

/// Did the element that had the focus go away?
pub fn focus_is_nowhere() -> bool {
    document().active_element().is_none_or(|element| element.tag_name() == "BODY")
}

thread_local! {
    static TO_KEEP: RefCell<Vec<(Element, String)>> = const { RefCell::new(Vec::new()) };
}

/// Scrolls a box, in the next frame, so that its child with this id stands in the middle of what is seen of the
/// box, if it is not comfortably in sight. The page itself does not move.
pub fn keep_in_sight(scroller: &Element, child: &str) {
    let first = TO_KEEP.with_borrow_mut(|boxes| {
        boxes.retain(|(other, _)| other != scroller);
        boxes.push((scroller.clone(), child.to_string()));
        boxes.len() == 1
    });
    if first {
        next_frame(|| {
            // All is measured before anything moves, so that the page is laid out once.
            let moves: Vec<_> = TO_KEEP.take().into_iter().filter_map(move_for).collect();
            moves.iter().for_each(|(scroller, top)| scroller.set_scroll_top(*top));
        });
    }
}

/// Calls back whenever this comes in sight, or goes out of it, for as long as the page lives.
pub fn watch_sight(element: &Element, then: impl Fn(bool) + 'static) {
    // What peeps out at the lower edge, where the player stands, is not looked at.
    observe(element, "0px 0px -80px", move |_, seen| then(seen));
}

/// Calls back once, when this is in sight or will be after scrolling by a window's height.
pub fn when_near(element: &Element, then: impl FnOnce() + 'static) {
    let then = Cell::new(Some(then));
    observe(element, "100% 0px", move |observer, seen| {
        if seen && let Some(then) = then.take() {
            observer.disconnect();
            then();
        }
    });
}

fn observe(element: &Element, margin: &str, then: impl Fn(&IntersectionObserver, bool) + 'static) {
    let seen = Closure::<dyn Fn(js_sys::Array, IntersectionObserver)>::new(
        move |entries: js_sys::Array, observer: IntersectionObserver| {
            if let Ok(last) = entries.pop().dyn_into::<IntersectionObserverEntry>() {
                then(&observer, last.is_intersecting());
            }
        },
    );
    let options = IntersectionObserverInit::new();
    options.set_root_margin(margin);
    if let Ok(observer) = IntersectionObserver::new_with_options(seen.as_ref().unchecked_ref(), &options) {
        observer.observe(element);
    }
    seen.forget();
}

fn move_for((scroller, child): (Element, String)) -> Option<(Element, i32)> {
    let child = document().get_element_by_id(&child)?;
    // The row rather than what is in it, which the browser may not have laid out yet.
    let child = child.closest("li").ok().flatten().unwrap_or(child);
    let (outer, inner) = (scroller.get_bounding_client_rect(), child.get_bounding_client_rect());
    // What the bars over and under it leave of the box; all of it, if that is next to nothing.
    let lab = scroller.closest(".lab").ok()?;
    let bar = |selector| Some(first(lab.as_ref()?, selector)?.get_bounding_client_rect());
    let from = bar(".switches").map_or(outer.top(), |bar| outer.top().max(bar.bottom()));
    let to = bar(".player").map_or(outer.bottom(), |bar| outer.bottom().min(bar.top()));
    let (from, to) = if to - from < inner.height() { (outer.top(), outer.bottom()) } else { (from, to) };
    let (above, room) = (inner.top() - from, to - from);
    let spare = (room - inner.height()).max(0.0);
    if above >= spare * 0.2 && above <= spare * 0.8 {
        return None;
    }
    let top = f64::from(scroller.scroll_top()) + above - spare * 0.55;
    // No row is cut in two at the upper edge.
    let row = inner.height().max(1.0);
    let top = ((top / row).round() * row).max(0.0) as i32;
    (top != scroller.scroll_top()).then_some((scroller, top))
}

/// Brings an element into sight, moving the page as little as need be.
pub fn reveal(element: &Element) {
    let options = ScrollIntoViewOptions::new();
    options.set_block(ScrollLogicalPosition::Nearest);
    element.scroll_into_view_with_scroll_into_view_options(&options);
}

/// Brings an element into sight, as little as need be, and moves the focus to the first of these in it.
pub fn reveal_and_focus(selector: &str, first: &str) {
    if let Some(element) = document().query_selector(selector).ok().flatten() {
        reveal(&element);
        if let Some(control) = self::first(&element, first) {
            focus_element(&control);
        }
    }
}

/// Opens or closes a dialog.
pub fn show_dialog(dialog: &HtmlDialogElement, open: bool) {
    if open && !dialog.open() {
        let _ = dialog.show_modal();
    } else if !open && dialog.open() {
        dialog.close();
    }
}

/// Is the key pressed alone, without a modifier that makes it the browser's?
pub fn plain_key(event: &KeyboardEvent) -> bool {
    !(event.ctrl_key() || event.alt_key() || event.meta_key())
}

/// A number below this one, by chance.
pub fn random(below: u32) -> u32 {
    (js_sys::Math::random() * f64::from(below)) as u32
}

/// All islands of this kind.
pub fn islands(kind: &str) -> Vec<HtmlElement> {
    let Some(page) = document().document_element() else { return Vec::new() };
    let all = all(&page, &format!("[data-island=\"{kind}\"]"));
    all.into_iter().filter_map(|island| island.dyn_into().ok()).collect()
}

/// Makes a lab show something; or opens it with that, when it is there.
pub fn show_in_lab(lab: &Element, fragment: &str) {
    let _ = lab.set_attribute("data-link", fragment);
    send(lab, "lab:show", fragment);
}

/// What a lab shows; before it says so, what it opens with.
pub fn shown_in_lab(lab: &Element) -> Option<String> {
    send(lab, "lab:tell", "");
    lab.get_attribute("data-now").or_else(|| lab.get_attribute("data-link"))
}

/// Does this element stand before that one?
pub fn precedes(this: &Element, that: &Element) -> bool {
    const FOLLOWING: u16 = 4;
    this.compare_document_position(that) & FOLLOWING != 0
}

/// The page's first lab after this element.
pub fn lab_after(element: &Element) -> Option<HtmlElement> {
    islands("lab").into_iter().find(|lab| precedes(element, lab))
}

/// All elements below this one that a selector means, in order.
pub fn all(below: &Element, selector: &str) -> Vec<Element> {
    let Ok(list) = below.query_selector_all(selector) else { return Vec::new() };
    (0..list.length()).filter_map(|i| list.item(i)?.dyn_into().ok()).collect()
}

/// The first of them.
pub fn first(below: &Element, selector: &str) -> Option<Element> {
    below.query_selector(selector).ok().flatten()
}

/// What grows in an island from now on is not seen until [`unveil`]; what stands there already is.
pub fn veil(island: &Element) {
    let _ = island.set_attribute("data-live", "veiled");
}

/// Shows what has grown in an island in place of what stood there before.
pub fn unveil(island: &Element) {
    if island.get_attribute("data-live").as_deref() == Some("true") {
        return;
    }
    let _ = island.set_attribute("data-live", "true");
    for note in all(island, ":scope > .island-note, :scope > .island-error") {
        note.remove();
    }
}

thread_local! {
    static COUNT: Cell<u32> = const { Cell::new(0) };
}

/// A number that no other call in this page gets: for ids and names of controls.
pub fn unique() -> u32 {
    COUNT.with(|count| count.replace(count.get() + 1))
}

fn target(event: &web_sys::Event) -> Option<Element> {
    event.target()?.dyn_into().ok()
}

/// Did this happen in an element that the selector means, or inside one?
pub fn is_in(event: &web_sys::Event, selector: &str) -> bool {
    target(event).is_some_and(|element| element.closest(selector).ok().flatten().is_some())
}

/// The element that the selector means, in which this happened.
pub fn closest(event: &web_sys::Event, selector: &str) -> Option<Element> {
    target(event)?.closest(selector).ok()?
}

/// The control in which this happened, and what it says that it does.
pub fn control(event: &web_sys::Event) -> Option<(Element, String)> {
    let control = target(event)?.closest("[data-do]").ok()??;
    let what = control.get_attribute("data-do")?;
    Some((control, what))
}

/// Listens for what is pressed below an element, fields aside; `then` gets the control and what it says that it does.
pub fn on_press(element: &Element, then: impl Fn(Element, &str) + 'static) {
    on(element, "click", move |event| {
        if let Some((control, what)) = control(&event)
            && !is_field(&control)
        {
            then(control, &what);
        }
    });
}

/// The control in which this happened, and what it does.
pub fn doing(event: &web_sys::Event) -> Option<(Element, Action)> {
    let (control, what) = control(event)?;
    Some((control, Action::read(&what)?))
}

/// Does this control have a value to be set?
pub fn is_field(control: &Element) -> bool {
    matches!(control.tag_name().as_str(), "INPUT" | "SELECT" | "TEXTAREA")
}

/// A field's value; a check box has `true` or `false`.
pub fn value(field: &Element) -> String {
    let get = |name: &str| js_sys::Reflect::get(field, &name.into()).unwrap_or(JsValue::NULL);
    if field.get_attribute("type").as_deref() == Some("checkbox") {
        return get("checked").is_truthy().to_string();
    }
    get("value").as_string().unwrap_or_default()
}

/// The value of the field with this id.
pub fn value_of(id: &str) -> String {
    document().get_element_by_id(id).map(|field| value(&field)).unwrap_or_default()
}

/// The value of a field of a form; `None`: it has no such field.
pub fn form_value(form: &str, name: &str) -> Option<String> {
    let field = document().query_selector(&format!("{form} [name=\"{name}\"]")).ok()??;
    Some(value(&field))
}

/// Shows a value beside its slider while it is dragged.
pub fn show_beside(slider: &Element, text: &str) {
    if let Some(output) = slider.next_element_sibling() {
        output.set_text_content(Some(text));
    }
    let _ = slider.set_attribute("aria-valuetext", text);
}

/// Places in the page that are painted together, each with parts of its own.
pub struct Places {
    places: Vec<Element>,
    painted: RefCell<Vec<Vec<Html>>>,
}

impl Places {
    /// The first place of each selector below an element.
    pub fn of(below: &Element, selectors: &[&str]) -> Places {
        let places: Vec<Element> = selectors.iter().filter_map(|selector| first(below, selector)).collect();
        let painted = RefCell::new(vec![Vec::new(); places.len()]);
        Places { places, painted }
    }

    /// Paints the parts of all places, in the order of their selectors.
    pub fn paint(&self, parts: Vec<Vec<Html>>) {
        let before = self.painted.replace(parts);
        for (place, (before, parts)) in self.places.iter().zip(before.iter().zip(&*self.painted.borrow())) {
            paint(place, before, parts);
        }
    }
}

/// Paints parts into a place, each into a child of its own. Those that are as before are left alone.
pub fn paint(place: &Element, before: &[Html], parts: &[Html]) {
    let children = place.children();
    while (children.length() as usize) < parts.len() {
        let Ok(child) = document().create_element("div") else { return };
        let _ = place.append_child(&child);
    }
    for (i, part) in parts.iter().enumerate() {
        if before.get(i) != Some(part)
            && let Some(child) = children.item(i as u32)
        {
            paint_part(&child, part);
        }
    }
    // Fewer than before: the rest is empty.
    for i in parts.len()..children.length() as usize {
        if let Some(child) = children.item(i as u32) {
            child.set_inner_html("");
        }
    }
}

fn paint_part(child: &Element, part: &Html) {
    // The control with the focus is about to be replaced by itself.
    let focused = document().active_element().filter(|element| child.contains(Some(element)));
    let key = focused.and_then(|element| match element.get_attribute("id") {
        Some(id) if !id.is_empty() => Some(format!("[id=\"{id}\"]")),
        _ => element.get_attribute("data-do").map(|action| format!("[data-do=\"{action}\"]")),
    });
    child.set_inner_html(part.as_str());
    if let Some(key) = key {
        refocus(child.clone(), key);
    }
    // What HTML cannot say without a style in it, which the page's Content-Security-Policy refuses.
    for element in all(child, "[data-top], [data-from], [data-address]") {
        let Some(style) = js_sys::Reflect::get(&element, &"style".into())
            .ok()
            .and_then(|s| s.dyn_into::<CssStyleDeclaration>().ok())
        else {
            continue;
        };
        for (attribute, property) in [("data-top", "top"), ("data-from", "--from"), ("data-to", "--to")] {
            if let Some(value) = element.get_attribute(attribute) {
                let unit = if attribute == "data-top" { "px" } else { "" };
                let _ = style.set_property(property, &format!("{value}{unit}"));
            }
        }
        if element.has_attribute("data-address") {
            element.set_text_content(Some(&address(&element.text_content().unwrap_or_default())));
        }
    }
}

/// Moves the focus, when all parts have been painted, to the control in this part that is as the one that had it, or
/// else to one that does the same elsewhere: moved at once it would make the browser lay out what is about to change.
fn refocus(part: Element, key: String) {
    let now = Closure::once_into_js(move || {
        let elsewhere = || first(&part.closest("[data-island]").ok()??, &key);
        if focus_is_nowhere()
            && let Some(element) = first(&part, &key).or_else(elsewhere).or_else(|| next_best(&part))
        {
            focus_element(&element);
        }
    });
    window().queue_microtask(now.unchecked_ref());
}

/// What takes the focus where the control that had it has gone: the first one that is left in its part, or else
/// the last one before it.
fn next_best(part: &Element) -> Option<Element> {
    const CONTROLS: &str = "button, input, select, textarea, summary";
    if let Some(control) = first(part, CONTROLS) {
        return Some(control);
    }
    let mut place = part.parent_element()?;
    loop {
        while let Some(before) = place.previous_element_sibling() {
            if let Some(last) = all(&before, CONTROLS).pop() {
                return Some(last);
            }
            place = before;
        }
        place = place.parent_element().filter(|parent| !parent.class_list().contains("island"))?;
    }
}

/// The rows of a list that are on the page: children of one element, the first of which is number `from`.
#[derive(Default)]
pub struct Rows {
    /// The first row on the page.
    pub from: usize,
    /// What each says.
    pub html: Vec<Html>,
}

impl Rows {
    fn to(&self) -> usize {
        self.from + self.html.len()
    }

    /// Brings the list from what it shows to these rows. One that says the same as before is not touched; one
    /// that is painted anew stands to the cursor as the one before it did.
    pub fn put(&self, list: &Element, before: &Rows, cursor: Option<usize>) {
        let (from, to) = (self.from.max(before.from), self.to().min(before.to()));
        if from >= to {
            list.set_inner_html(&joined(&self.html));
            return self.mark_fresh(list, cursor);
        }
        for _ in before.from..from {
            remove(list.first_element_child());
        }
        for _ in to..before.to() {
            remove(list.last_element_child());
        }
        // The list now shows `from..to` as before.
        let mut next = from;
        while next < to {
            let differs = |i: usize| self.html[i - self.from] != before.html[i - before.from];
            let Some(start) = (next..to).find(|&i| differs(i)) else { break };
            let end = (start..to).find(|&i| !differs(i)).unwrap_or(to);
            if let Some(row) = list.children().item((start - from) as u32) {
                let html = joined(&self.html[start - self.from..end - self.from]);
                let _ = row.insert_adjacent_html("beforebegin", &html);
            }
            for _ in start..end {
                remove(list.children().item((end - from) as u32));
            }
            next = end;
        }
        let _ = list.insert_adjacent_html("afterbegin", &joined(&self.html[..from - self.from]));
        let _ = list.insert_adjacent_html("beforeend", &joined(&self.html[to - self.from..]));
        self.mark_fresh(list, cursor);
    }

    fn mark_fresh(&self, list: &Element, cursor: Option<usize>) {
        for i in self.from.max(happened(cursor))..self.to() {
            if let Some(row) = self.row(list, i) {
                let _ = row.class_list().add_1("ahead");
            }
        }
        self.set(list, cursor.unwrap_or(0), cursor.is_some(), true);
    }

    fn row(&self, list: &Element, i: usize) -> Option<Element> {
        list.children().item(i.checked_sub(self.from)? as u32)
    }

    /// The cursor went from `was` to `is`: the current row is marked and can be reached with the keyboard, those
    /// that lie ahead are faint.
    pub fn mark(&self, list: &Element, was: Option<usize>, is: Option<usize>) {
        if was == is {
            return;
        }
        let (before, after) = (happened(was), happened(is));
        for i in before.min(after).max(self.from)..before.max(after).min(self.to()) {
            if let Some(row) = self.row(list, i) {
                let _ = row.class_list().toggle_with_force("ahead", i >= after);
            }
        }
        self.set(list, was.unwrap_or(0), false, false);
        self.set(list, is.unwrap_or(0), is.is_some(), true);
    }

    fn set(&self, list: &Element, i: usize, current: bool, reachable: bool) {
        let Some(row) = self.row(list, i) else { return };
        let _ = row.class_list().toggle_with_force("current", current);
        for (n, button) in all(&row, "button").iter().enumerate() {
            let _ = button.set_attribute("tabindex", if reachable { "0" } else { "-1" });
            if current && n == 0 {
                let _ = button.set_attribute("aria-current", "step");
            } else {
                let _ = button.remove_attribute("aria-current");
            }
        }
    }
}

/// So many rows have happened.
fn happened(cursor: Option<usize>) -> usize {
    cursor.map_or(0, |cursor| cursor + 1)
}

fn joined(rows: &[Html]) -> String {
    rows.iter().map(Html::as_str).collect()
}

fn remove(element: Option<Element>) {
    if let Some(element) = element {
        element.remove();
    }
}

/// Calls back whenever this attribute of an element is written, for as long as the page lives.
pub fn watch_attribute(element: &Element, name: &str, then: impl Fn() + 'static) {
    let changed = Closure::<dyn Fn()>::new(then);
    if let Ok(observer) = MutationObserver::new(changed.as_ref().unchecked_ref()) {
        let options = MutationObserverInit::new();
        options.set_attribute_filter(&js_sys::Array::of1(&name.into()));
        let _ = observer.observe_with_options(element, &options);
    }
    changed.forget();
}

/// Something happens on an element, with a text.
pub fn send(element: &Element, event: &str, detail: &str) {
    let init = CustomEventInit::new();
    init.set_detail(&detail.into());
    if let Ok(event) = CustomEvent::new_with_event_init_dict(event, &init) {
        let _ = element.dispatch_event(&event);
    }
}

/// What this browser has kept under a name, if it keeps anything.
pub fn remembered(name: &str) -> Option<String> {
    window().local_storage().ok()??.get_item(&storage_key(name)).ok()?
}

/// Keeps a text in this browser, if it keeps anything.
pub fn remember(name: &str, text: &str) {
    if let Ok(Some(storage)) = window().local_storage() {
        let _ = storage.set_item(&storage_key(name), text);
    }
}

/// Where the browser keeps something of this site's; one origin may hold several sites.
fn storage_key(name: &str) -> String {
    let base = page_data("base").unwrap_or_default();
    let path = web_sys::Url::new_with_base(&base, &window().location().href().unwrap_or_default());
    format!("effectively-once:{}:{name}", path.map(|url| url.pathname()).unwrap_or_default())
}

/// What the session has kept under a name, if it keeps anything.
pub fn kept(name: &str) -> Option<String> {
    window().session_storage().ok()??.get_item(&storage_key(name)).ok()?
}

/// Keeps a text for the session, if it keeps anything.
pub fn keep(name: &str, text: &str) {
    if let Ok(Some(storage)) = window().session_storage() {
        let _ = storage.set_item(&storage_key(name), text);
    }
}

/// The text of a field and the ends of its selection, in bytes.
pub fn typed(field: &HtmlTextAreaElement) -> (String, usize, usize) {
    let text = field.value();
    let at = |units: Result<Option<u32>, JsValue>| {
        units.ok().flatten().map_or(text.len(), |units| crate::view::field::byte_at(&text, units as usize))
    };
    let (from, to) = (at(field.selection_start()), at(field.selection_end()));
    (text, from, to)
}

/// Puts a text into a field, and the caret at this byte of it.
pub fn type_in(field: &HtmlTextAreaElement, text: &str, caret: usize) {
    field.set_value(text);
    let units = crate::view::field::units_at(text, caret) as u32;
    let _ = field.set_selection_range(units, units);
}

/// Is anything selected on the page, outside of fields?
pub fn has_selection() -> bool {
    window().get_selection().ok().flatten().is_some_and(|selection| !selection.is_collapsed())
}

/// Lets the visitor keep bytes or a text as a file.
pub fn download(bytes: &[u8], name: &str, kind: &str) {
    let parts = js_sys::Array::of1(&js_sys::Uint8Array::from(bytes));
    let options = BlobPropertyBag::new();
    options.set_type(kind);
    if let Ok(blob) = Blob::new_with_u8_array_sequence_and_options(&parts, &options) {
        offer(&blob, name);
    }
}

/// Lets the visitor save this.
fn offer(blob: &Blob, name: &str) {
    let url = web_sys::Url::create_object_url_with_blob(blob);
    if let (Ok(url), Ok(link)) = (url, document().create_element("a")) {
        let _ = link.set_attribute("href", &url);
        let _ = link.set_attribute("download", name);
        if let Some(link) = link.dyn_ref::<HtmlElement>() {
            link.click();
        }
        let _ = web_sys::Url::revoke_object_url(&url);
    }
}

/// Draws a picture in pixels, twice as fine, and lets the visitor save it; calls back with whether that worked.
pub fn rasterize(svg: &str, width: usize, height: usize, name: &str, then: impl Fn(bool) + 'static) {
    const SCALE: usize = 2;
    let then = Rc::new(then);
    let Ok(image) = web_sys::HtmlImageElement::new() else { return then(false) };
    let drawn = {
        let (image, name, then) = (image.clone(), name.to_owned(), then.clone());
        move || {
            let canvas = document().create_element("canvas").ok();
            let canvas = canvas.and_then(|it| it.dyn_into::<web_sys::HtmlCanvasElement>().ok());
            let Some(canvas) = canvas else { return then(false) };
            let (width, height) = ((width * SCALE) as u32, (height * SCALE) as u32);
            canvas.set_width(width);
            canvas.set_height(height);
            let context = canvas.get_context("2d").ok().flatten();
            let context = context.and_then(|it| it.dyn_into::<web_sys::CanvasRenderingContext2d>().ok());
            let Some(context) = context else { return then(false) };
            let (w, h) = (f64::from(width), f64::from(height));
            if context.draw_image_with_html_image_element_and_dw_and_dh(&image, 0.0, 0.0, w, h).is_err() {
                return then(false);
            }
            let name = name.clone();
            let (saved, failed) = (then.clone(), then.clone());
            let save = Closure::once_into_js(move |blob: JsValue| match blob.dyn_into::<Blob>() {
                Ok(blob) => {
                    offer(&blob, &name);
                    saved(true);
                }
                Err(_) => saved(false),
            });
            if canvas.to_blob(save.unchecked_ref()).is_err() {
                failed(false);
            }
        }
    };
    let failed = move || then(false);
    image.set_onload(Some(Closure::once_into_js(drawn).unchecked_ref()));
    image.set_onerror(Some(Closure::once_into_js(failed).unchecked_ref()));
    let encoded = js_sys::encode_uri_component(svg);
    image.set_src(&format!("data:image/svg+xml;charset=utf-8,{}", String::from(encoded)));
}

/// The file that a field holds: its name and size. Its bytes come later.
pub fn file(field: &Element) -> Option<File> {
    field.dyn_ref::<HtmlInputElement>()?.files()?.get(0)
}

/// Reads a file; nothing comes if that fails.
pub fn read(file: &File, then: impl FnOnce(Vec<u8>) + 'static) {
    let then = Closure::once(move |buffer: JsValue| then(js_sys::Uint8Array::new(&buffer).to_vec()));
    let _ = file.array_buffer().then(&then);
    then.forget();
}
