//! What makes a chapter answer: predictions, goals, the form for the reader's own system, and how far the reader has
//! come. All that is ever said stands in the page already (`xtask/src/site/lesson.rs`), so this knows no language; and
//! it knows a lab only by its element (see [`super`]).

use super::dom;
use crate::tutorial::{Figures, Goal, Progress};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::JsCast as _;
use web_sys::{Element, HtmlElement};

/// Under this name the progress is kept.
const KEPT: &str = "learn";

thread_local! {
    /// What cannot be kept is known for as long as the page lives.
    static HERE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Makes this page's chapter answer. If that breaks, everything can be read without it.
pub fn start() {
    if cfg!(not(target_arch = "wasm32")) {
        return;
    }
    std::panic::set_hook(Box::new(|info| {
        web_sys::console::error_1(&info.to_string().into());
        if let Some(page) = dom::document().document_element() {
            let _ = page.class_list().remove_1("js");
        }
    }));
    let Some(page) = dom::document().document_element() else { return };
    if let Some(article) = dom::first(&page, "[data-chapter]") {
        let slug = article.get_attribute("data-chapter").unwrap_or_default();
        update(|progress| progress.open(&slug));
        chapter(&Rc::new(Chapter { slug, article }));
    }
    for list in dom::all(&page, ".chapters") {
        chapters(list);
    }
    for island in dom::islands("learn") {
        let _ = island.set_attribute("data-live", "true");
    }
}

/// How far the reader has come, also in another window.
fn progress() -> Progress {
    let here = HERE.with_borrow(Clone::clone);
    Progress::read(&dom::remembered(KEPT).unwrap_or(here))
}

fn update(change: impl FnOnce(&mut Progress)) {
    let mut progress = progress();
    change(&mut progress);
    let text = progress.to_string();
    dom::remember(KEPT, &text);
    HERE.set(text);
}

/// The chapter that this page is.
struct Chapter {
    slug: String,
    article: Element,
}

fn chapter(me: &Rc<Chapter>) {
    for section in dom::all(&me.article, "[data-predict]") {
        prediction(me, section);
    }
    for section in dom::all(&me.article, ".goals") {
        goals(me, section);
    }
    for section in dom::all(&me.article, ".yours") {
        yours(section);
    }
    for heading in dom::all(&me.article, "h2[id]") {
        let (slug, id) = (me.slug.clone(), heading.id());
        dom::watch_sight(&heading, move |seen| {
            if seen {
                update(|progress| progress.last = Some((slug.clone(), id.clone())));
            }
        });
    }
    let this = me.clone();
    dom::on(&me.article, "click", move |event| {
        if let Some(link) = dom::closest(&event, ".step")
            && show_step(&link)
        {
            event.prevent_default();
        }
        if dom::is_in(&event, ".contents a") {
            this.open_all();
        }
        if dom::control(&event).is_some_and(|(_, what)| what == "done") {
            update(|progress| progress.chapter_mut(&this.slug).done = true);
            this.show_done();
            focus(&this.article, ".is-done");
        }
    });
    me.show_done();
    labs(me);
    // Whoever was sent to a place inside is shown it.
    let id = dom::fragment();
    if !id.is_empty() && dom::document().get_element_by_id(&id).is_some_and(|it| is_waiting(&it)) {
        me.open_all();
        if let Some(place) = dom::document().get_element_by_id(&id) {
            place.scroll_into_view();
        }
    }
}

fn is_waiting(element: &Element) -> bool {
    element.closest(".gated:not(.open)").ok().flatten().is_some()
}

/// Shows a step in the nearest lab of this page that runs what the text speaks of; false: there is none to be seen.
fn show_step(link: &Element) -> bool {
    let (plan, step) = (link.get_attribute("data-plan"), link.get_attribute("data-step"));
    let runs_it = |lab: &HtmlElement| {
        ["data-plan-a", "data-plan-b"].iter().any(|name| lab.get_attribute(name) == plan) && !is_waiting(lab)
    };
    let labs: Vec<HtmlElement> = dom::islands("lab").into_iter().filter(runs_it).collect();
    let before = labs.iter().rfind(|lab| dom::precedes(lab, link));
    let (Some(lab), Some(step)) = (before.or(labs.first()), step) else { return false };
    let opens =
        lab.get_attribute("data-opens").or_else(|| lab.get_attribute("data-link")).unwrap_or_default();
    let _ = lab.set_attribute("data-opens", &opens);
    let without: Vec<&str> = opens.split('&').filter(|pair| !pair.starts_with("step=")).collect();
    dom::show_in_lab(lab, &format!("{}&step={step}", without.join("&")));
    match dom::first(lab, ".diagram") {
        Some(diagram) => diagram.scroll_into_view(),
        None => lab.scroll_into_view(),
    }
    true
}

/// The page in another language opens with the labs as they stand here.
fn labs(chapter: &Chapter) {
    let name = format!("labs-of-{}", chapter.slug);
    let labs = dom::islands("lab");
    let kept = dom::kept(&name).unwrap_or_default();
    for (lab, now) in labs.iter().zip(kept.split(' ').filter(|now| !now.is_empty())) {
        dom::show_in_lab(lab, now);
    }
    dom::keep(&name, "");
    if let Some(other) = dom::document().get_element_by_id("language-switch") {
        dom::on(&other, "click", move |_| {
            let now: Vec<String> =
                labs.iter().map(|lab| dom::shown_in_lab(lab).unwrap_or_default()).collect();
            dom::keep(&name, &now.join(" "));
        });
    }
}

impl Chapter {
    /// Shows what waits for predictions, without taking them for made.
    fn open_all(&self) {
        for gate in dom::all(&self.article, ".gated") {
            toggle(&gate, "open", true);
        }
    }

    /// A chapter is done when everything in it is answered and reached, or when its reader says so.
    fn show_done(&self) {
        let ids = |name: &str| {
            let all = dom::all(&self.article, &format!("[{name}]"));
            all.into_iter().filter_map(move |element| element.get_attribute(name)).collect::<Vec<_>>()
        };
        let (asked, goals) = (ids("data-predict"), ids("data-goal"));
        let mut now = progress();
        let chapter = now.chapter_mut(&self.slug);
        let all = asked.iter().all(|id| chapter.said(id).is_some())
            && goals.iter().all(|id| chapter.goals.contains(id))
            && !(asked.is_empty() && goals.is_empty());
        let done = chapter.done || all;
        if done && !chapter.done {
            update(|progress| progress.chapter_mut(&self.slug).done = true);
        }
        toggle(&self.article, "done", done);
    }
}

fn toggle(element: &Element, class: &str, on: bool) {
    let _ = element.class_list().toggle_with_force(class, on);
}

fn prediction(chapter: &Rc<Chapter>, section: Element) {
    let id = section.get_attribute("data-predict").unwrap_or_default();
    if let Some(said) = progress().chapter(&chapter.slug).and_then(|it| it.said(&id)) {
        hear(chapter, &section, &id, Some(said));
    }
    let (me, of, at) = (chapter.clone(), id.clone(), section.clone());
    dom::on(&section, "submit", move |event| {
        event.prevent_default();
        let value = answer(&at);
        if !value.is_empty() {
            say(&me, &at, &of, &value);
        }
    });
    let (me, at) = (chapter.clone(), section.clone());
    dom::on_press(&section, move |_, what| match what {
        "skip" => say(&me, &at, &id, ""),
        "again" => {
            update(|progress| progress.chapter_mut(&me.slug).unsay(&id));
            hear(&me, &at, &id, None);
            focus(&at, "input");
        }
        _ => {}
    });
}

/// What the form of a prediction holds: a choice's word, or a number without the zeros before it.
fn answer(section: &Element) -> String {
    let choice = dom::first(section, "input:checked");
    let Some(field) = choice.or_else(|| dom::first(section, "input[type=number]")) else {
        return String::new();
    };
    let value = dom::value(&field);
    value.trim().parse::<u32>().map_or(value, |number| number.to_string())
}

fn say(chapter: &Chapter, section: &Element, id: &str, value: &str) {
    update(|progress| progress.chapter_mut(&chapter.slug).say(id, value));
    hear(chapter, section, id, Some(value));
    focus(section, ".heard-of");
    chapter.show_done();
}

fn focus(below: &Element, selector: &str) {
    if let Some(element) = dom::first(below, selector).and_then(|it| it.dyn_into::<HtmlElement>().ok()) {
        let _ = element.focus();
    }
}

/// Shows what there is to say to a prediction: to a wrong one what lies behind it, to every one what is right. `None`:
/// nothing has been said.
fn hear(chapter: &Chapter, section: &Element, id: &str, said: Option<&str>) {
    let right = section.get_attribute("data-right").unwrap_or_default();
    toggle(section, "answered", said.is_some());
    let verdicts = [
        ("is-right", said == Some(right.as_str())),
        ("is-wrong", said.is_some_and(|said| !said.is_empty() && said != right)),
        ("is-told", said == Some("")),
    ];
    for (class, holds) in verdicts {
        for heard in dom::all(section, &format!(".{class}")) {
            toggle(&heard, "here", holds);
        }
    }
    let all: Vec<(String, Element)> = dom::all(section, ".says")
        .into_iter()
        .map(|says| (says.get_attribute("data-value").unwrap_or_default(), says))
        .collect();
    let own = said.filter(|said| !said.is_empty()).map(|said| {
        // A number for which there is nothing of its own is told what all others are.
        if all.iter().any(|(value, _)| value == said) { said } else { "" }
    });
    for (value, says) in &all {
        toggle(says, "here", said.is_some() && (Some(value.as_str()) == own || *value == right));
        toggle(says, "own", Some(value.as_str()) == own);
        // What lies behind one's own guess comes first.
        if Some(value.as_str()) == own
            && let Some(first) = dom::first(section, ".says")
        {
            let _ = first.before_with_node_1(says);
        }
    }
    if let Some(answers) = dom::first(section, "details") {
        let _ = answers.toggle_attribute_with_force("open", said.is_some());
    }
    if said.is_some() {
        for gate in dom::all(&chapter.article, &format!("[data-gate=\"{id}\"]")) {
            toggle(&gate, "open", true);
        }
    }
}

/// What a lab's panels came to, as it tells; nothing while its runs are not those that it shows.
fn came_to(lab: &HtmlElement) -> Option<Vec<Figures>> {
    let panels = if lab.has_attribute("data-only") { 1 } else { 2 };
    let told = ["data-outcome-a", "data-outcome-b"].into_iter().take(panels);
    told.map(|name| Some(Figures::read(&lab.get_attribute(name).filter(|told| !told.is_empty())?))).collect()
}

fn goals(chapter: &Rc<Chapter>, section: Element) {
    let Some(lab) = dom::lab_after(&section) else { return };
    let all: Vec<(String, Element, Goal)> = dom::all(&section, "[data-goal]")
        .into_iter()
        .filter_map(|item| {
            let goal = Goal::parse(&item.get_attribute("data-when")?).ok()?;
            Some((item.get_attribute("data-goal")?, item, goal))
        })
        .collect();
    let reached = progress().chapter(&chapter.slug).map_or_else(Vec::new, |it| it.goals.clone());
    for (_, item, _) in all.iter().filter(|(id, ..)| reached.contains(id)) {
        toggle(item, "done", true);
    }
    let (me, island) = (chapter.clone(), lab.clone());
    dom::watch_attribute(&lab, "data-now", move || {
        let Some(panels) = came_to(&island) else { return };
        for (id, item, goal) in all.iter().filter(|(_, item, _)| !item.class_list().contains("done")) {
            if goal.holds(&panels) {
                update(|progress| progress.chapter_mut(&me.slug).reach(id));
                toggle(item, "done", true);
                let text = dom::first(item, "p").and_then(|text| text.text_content());
                if let Some(status) = dom::first(&section, "[role=status]") {
                    status.set_text_content(text.as_deref());
                }
                me.show_done();
            }
        }
    });
}

fn yours(section: Element) {
    let Some(lab) = dom::lab_after(&section) else { return };
    let (form, island) = (section.clone(), lab.clone());
    dom::on(&section, "input", move |_| {
        // What is out of range is said beside its field, and the lab stays as it is.
        if dom::first(&form, "input:invalid").is_some() {
            return;
        }
        let mut fragment = format!("v=1&{}", form.get_attribute("data-base").unwrap_or_default());
        for field in dom::all(&form, "input, select") {
            let name = field.get_attribute("name").unwrap_or_default();
            fragment += &format!("&{name}={}", dom::value(&field));
        }
        dom::show_in_lab(&island, &fragment);
    });
    let island = lab.clone();
    dom::watch_attribute(&lab, "data-now", move || {
        let Some(figures) = came_to(&island) else { return };
        for place in dom::all(&section, "[data-figure]") {
            let name = place.get_attribute("data-figure").unwrap_or_default();
            let figure = figures.first().and_then(|figures| figures.get(&name));
            place.set_text_content(Some(figure.unwrap_or("0")));
        }
    });
}

/// The list of chapters: how far the reader has come, and the way on.
fn chapters(list: Element) {
    show_chapters(&list);
    let at = list.clone();
    dom::on_press(&list, move |_, what| {
        if what == "forget" {
            dom::remember(KEPT, "");
            HERE.set(String::new());
            show_chapters(&at);
        }
    });
}

fn show_chapters(list: &Element) {
    let progress = progress();
    for item in dom::all(list, "[data-of]") {
        let chapter = item.get_attribute("data-of").and_then(|slug| progress.chapter(&slug).cloned());
        toggle(&item, "open", chapter.as_ref().is_some_and(|it| !it.done));
        toggle(&item, "done", chapter.is_some_and(|it| it.done));
    }
    if let Some(link) = dom::first(list, "[data-begin]") {
        let last = progress.last.as_ref();
        let last = last.filter(|(slug, _)| dom::first(list, &format!("[data-of=\"{slug}\"]")).is_some());
        let (to, says) = match last {
            Some((slug, section)) => (Some(format!("{slug}/#{section}")), "data-go-on"),
            None => (link.get_attribute("data-first"), "data-begin"),
        };
        let _ = link.set_attribute("href", &to.unwrap_or_default());
        link.set_text_content(link.get_attribute(says).as_deref());
    }
    toggle(list, "known", progress != Progress::default());
}
