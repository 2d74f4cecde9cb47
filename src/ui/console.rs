//! The console on the page: a drawer over the lab's other panel, in which the databases of one panel are asked at the
//! step that the lab shows. It follows the lab's cursor, and what it writes becomes a part of the lab's run.

use super::dom::{self, Places};
use super::edit;
use super::engine::{Topic, workshop};
use super::html::Html;
use super::paint::console::{self as paint, Asked, Offered, Where};
use super::partner::{self, Partner};
use crate::domain::command::{Command, Plan};
use crate::domain::limits;
use crate::domain::link::Lab;
use crate::domain::scenario::Scenario;
use crate::domain::sql::Database;
use crate::domain::trace::Run;
use crate::domain::workshop::{Answer, Ask, Queried, SchemaItem, Source};
use crate::view::console::{self as say, Variant};
use crate::view::field;
use crate::view::lang::Lang;
use crate::view::matrix::Panel;
use crate::view::{problem, texts};
use gloo_timers::callback::Timeout;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::{Element, Event, HtmlDialogElement, HtmlElement, HtmlTextAreaElement, KeyboardEvent};

/// A query that takes longer than this is said to be running, in milliseconds.
const BUSY_MS: u32 = 150;

/// The places of the drawer's parts, in their order.
const PLACES: [&str; 8] =
    [".head", ".names", ".busy", ".offers-of", ".results", ".schema", ".other-schema", ".file-wrong"];

fn frame(lang: Lang) -> Html {
    let mut h = Html::new();
    let details = |h: &mut Html, class: &'static str, name: &str, open: bool| {
        h.m("<details").m_if(open, " open").m("><summary>").t(name).m("</summary><div class=\"");
        h.m(class).m("\" data-part></div>");
    };
    h.m("<dialog class=\"console\" aria-labelledby=\"console-title\"><div class=\"head\" data-part></div>");
    h.m("<div class=\"editor\"><label for=\"console-query\">").t(say::QUERY.say(lang)).m("</label>");
    h.m("<textarea id=\"console-query\" rows=\"4\" spellcheck=\"false\" autocapitalize=\"off\" autocomplete=\"off\" ");
    h.m("translate=\"no\" aria-autocomplete=\"list\" aria-describedby=\"console-keys\"></textarea>");
    h.m("<div class=\"names\" data-part></div><div class=\"editor-tools\">");
    h.m("<button type=\"button\" class=\"tool main\" data-do=\"run\">").t(say::RUN.say(lang)).m("</button>");
    h.m("<button type=\"button\" class=\"tool\" data-do=\"plan\">").t(say::PLAN.say(lang)).m("</button>");
    h.m("<span class=\"busy\" data-part></span></div><p class=\"aside\" id=\"console-keys\">");
    h.t(say::RUN_KEYS.say(lang)).m("</p></div><div class=\"offers-of\" data-part></div>");
    h.m("<div class=\"results\" data-part></div>");
    details(&mut h, "schema", say::TABLES.say(lang), true);
    h.m("</details>");
    details(&mut h, "other-schema", say::OTHER_SCHEMA.say(lang), false);
    h.m("</details><details><summary>").t(say::FILE.say(lang)).m("</summary><div class=\"files\">");
    h.m("<button type=\"button\" class=\"tool\" data-do=\"download\">").t(say::DOWNLOAD.say(lang));
    h.m("</button><div><label for=\"console-file\">").t(say::OPEN.say(lang)).m("</label>");
    h.m("<input type=\"file\" id=\"console-file\" data-do=\"open\" accept=\".sqlite,.sqlite3,.db,application/vnd.sqlite3\">");
    h.m("<p class=\"aside\">")
        .t(say::OPEN_HINT.say(lang))
        .m("</p><div class=\"file-wrong\" data-part></div></div></div></details>");
    h.m("<p class=\"hidden\" role=\"status\" data-testid=\"console-said\"></p></dialog>");
    h
}

struct State {
    lang: Lang,
    partner: Partner,
    panel: Panel,
    lab: Lab,
    run: Option<Run>,
    on: Where,
    file: Option<(String, Vec<u8>)>,
    schema: Option<Vec<SchemaItem>>,
    asked: Option<Asked>,
    /// The last query took so long, in milliseconds.
    took: f64,
    offered: Option<Offered>,
    note: Option<String>,
    names: Vec<String>,
    chosen: usize,
    running: Option<Timeout>,
    slow: bool,
    /// The panel's scenario before its schema was changed here.
    before: Option<Scenario>,
    wrong_variant: Option<String>,
    wrong_file: Option<&'static str>,
}

impl State {
    fn plan(&self) -> &Plan {
        self.panel.plan(&self.lab)
    }

    /// So many entries have happened.
    fn entries(&self) -> Option<usize> {
        let length = self.run.as_ref()?.entries.len();
        Some(self.lab.step.map_or(length, |step| (step as usize).min(length)))
    }

    fn source(&self) -> Source {
        match (&self.on, &self.file) {
            (Where::File(_), Some((_, bytes))) => Source::File(bytes.clone()),
            (Where::Run(on), _) => source(self.plan(), self.lab.step, *on),
            (Where::File(_), None) => source(self.plan(), self.lab.step, Database::Consumer),
        }
    }

    /// Which step and moment is looked at.
    fn place(&self) -> String {
        match (&self.on, &self.run, self.entries()) {
            (Where::File(name), ..) => name.clone(),
            (_, Some(run), Some(n)) => {
                let at = partner::moment(run, Some(n as u32));
                texts::step_of(n, run.entries.len(), at, self.lang)
            }
            _ => "…".into(),
        }
    }

    /// Does what is shown change the run, so that it can be done there?
    fn can_be_done(&self, queried: &Queried) -> bool {
        let writes = queried.results.iter().any(|set| set.writes.is_some());
        writes && queried.refused.is_none() && matches!(self.on, Where::Run(_))
    }
}

fn source(plan: &Plan, step: Option<u32>, on: Database) -> Source {
    Source::Run { plan: Box::new(plan.clone()), entries: step.unwrap_or(u32::MAX), on }
}

struct Console {
    state: RefCell<State>,
    id: u32,
    dialog: HtmlDialogElement,
    query: HtmlTextAreaElement,
    opener: RefCell<Option<Element>>,
    places: Places,
}

thread_local! {
    /// One for a page.
    static CONSOLE: RefCell<Option<Rc<Console>>> = const { RefCell::new(None) };
}

/// Waits for scripts that ask for a database.
pub fn give_files(lang: Lang) {
    let document: &web_sys::EventTarget = &dom::document();
    let give = Closure::<dyn Fn(Event)>::new(move |event: Event| give_file(&event, lang));
    let _ = document.add_event_listener_with_callback("console:file", give.as_ref().unchecked_ref());
    give.forget();
}

/// A script's question: `detail` has `on`, `panel`, and the two ends of a promise.
fn give_file(event: &Event, lang: Lang) {
    let get = |from: &JsValue, name: &str| js_sys::Reflect::get(from, &name.into()).unwrap_or(JsValue::NULL);
    let detail = get(event, "detail");
    let word = |name| get(&detail, name).as_string().unwrap_or_default();
    let call = |name: &str, with: &JsValue| {
        if let Some(end) = get(&detail, name).dyn_ref::<js_sys::Function>() {
            let _ = end.call1(&JsValue::NULL, with);
        }
    };
    let lab = dom::document().document_element().and_then(|page| Partner::near(&page)?.now());
    let panel = match word("panel").as_str() {
        "a" => Some(Panel::A),
        "b" => Some(Panel::B),
        _ => None,
    };
    let (Some(lab), Some(panel), Some(on)) = (lab, panel, Database::from_word(&word("on"))) else {
        return call("reject", &"database(\"producer\" | \"consumer\", \"a\" | \"b\")".into());
    };
    let [resolve, reject] = ["resolve", "reject"].map(|name| get(&detail, name));
    let topic = Topic { lab: dom::unique(), of: "script" };
    workshop().ask(topic, Ask::File(source(panel.plan(&lab), lab.step, on)), move |answer| {
        let (end, with) = match answer {
            Some(Answer::File(bytes)) => (resolve, js_sys::Uint8Array::from(bytes.as_slice()).into()),
            Some(Answer::Problem(why)) => (reject, problem::message(&why, lang).into()),
            _ => (reject, say::DIED.say(lang).into()),
        };
        if let Some(end) = end.dyn_ref::<js_sys::Function>() {
            let _ = end.call1(&JsValue::NULL, &with);
        }
    });
}

/// Opens the console of the panel whose button this is.
pub fn open(button: &Element, lang: Lang) {
    let Some(partner) = Partner::around(button) else { return };
    let Some(lab) = partner.now() else { return };
    let panel =
        if button.get_attribute("data-console").as_deref() == Some("b") { Panel::B } else { Panel::A };
    if let Some(before) = CONSOLE.take() {
        if before.state.borrow().panel == panel && before.dialog.is_connected() {
            let same = before.state.borrow().partner.element() == partner.element();
            if same {
                CONSOLE.set(Some(before.clone()));
                *before.opener.borrow_mut() = Some(button.clone());
                before.show();
                return before.follow();
            }
        }
        before.dialog.remove();
    }
    let _ = partner.element().insert_adjacent_html("beforeend", frame(lang).as_str());
    let Some(dialog) = partner.element().last_element_child() else { return };
    let Some(query) = dom::first(&dialog, "textarea").and_then(|it| it.dyn_into().ok()) else { return };
    let places = Places::of(&dialog, &PLACES);
    let Ok(dialog) = dialog.dyn_into::<HtmlDialogElement>() else { return };
    let state = State {
        lang,
        partner: partner.clone(),
        panel,
        lab,
        run: None,
        on: Where::Run(Database::Consumer),
        file: None,
        schema: None,
        asked: None,
        took: 0.0,
        offered: None,
        note: None,
        names: Vec::new(),
        chosen: 0,
        running: None,
        slow: false,
        before: None,
        wrong_variant: None,
        wrong_file: None,
    };
    let console = Rc::new(Console {
        state: RefCell::new(state),
        id: dom::unique(),
        dialog,
        query,
        opener: RefCell::new(Some(button.clone())),
        places,
    });
    CONSOLE.set(Some(console.clone()));
    console.listen();
    console.paint();
    console.show();
    console.ask_run();
    console.ask_schema();
}

impl Console {
    fn topic(&self, of: &'static str) -> Topic {
        Topic { lab: self.id, of }
    }

    fn listen(self: &Rc<Console>) {
        let me = self.clone();
        dom::on_press(&self.dialog, move |_, what| me.act(what));
        let me = self.clone();
        dom::on(&self.dialog, "change", move |event| {
            if let Some((control, what)) = dom::control(&event) {
                if what == "open" {
                    me.open_file(&control);
                } else {
                    me.act(&what);
                }
            }
        });
        let me = self.clone();
        dom::on(&self.dialog, "keydown", move |event| {
            if let Some(event) = event.dyn_ref::<KeyboardEvent>() {
                me.key(event);
            }
        });
        let me = self.clone();
        dom::on(&self.query, "input", move |_| me.offer_names());
        // A name is taken before the field loses the focus to it.
        dom::on(&self.dialog, "mousedown", |event| {
            if dom::is_in(&event, ".names") {
                event.prevent_default();
            }
        });
        let partner = self.state.borrow().partner.clone();
        let me = self.clone();
        partner.watch(move || {
            if me.dialog.open() {
                me.follow();
            }
        });
        let me = self.clone();
        dom::on_window("resize", move || me.find_room());
    }

    /// Opens the drawer on the side where the panel is not.
    fn show(&self) {
        self.find_room();
        self.dialog.show();
        let _ = self.query.focus();
    }

    fn find_room(&self) {
        let state = self.state.borrow();
        let island = state.partner.element();
        let panel = if state.panel == Panel::A { ".panel" } else { ".panel + .panel" };
        let middle = dom::first(island, panel).map_or(0.0, |panel| {
            let of = panel.get_bounding_client_rect();
            (of.left() + of.right()) / 2.0
        });
        let width = dom::window().inner_width().ok().and_then(|width| width.as_f64()).unwrap_or(0.0);
        let _ = self.dialog.class_list().toggle_with_force("at-start", middle > width / 2.0);
        let below =
            dom::first(island, ".player").map_or(0.0, |player| player.get_bounding_client_rect().height());
        let _ = self.dialog.style().set_property("--below", &format!("{below}px"));
    }

    fn close(&self) {
        self.dialog.close();
        if let Some(opener) = self.opener.borrow().as_ref().and_then(|opener| opener.dyn_ref::<HtmlElement>())
        {
            let _ = opener.focus();
        }
    }

    fn paint(&self) {
        let state = self.state.borrow();
        let lang = state.lang;
        let file = state.file.as_ref().map(|(name, _)| name.as_str());
        let mut busy = Html::new();
        if state.slow {
            busy.m("<span role=\"status\">").t(say::BUSY.say(lang)).m("</span> ");
            busy.m("<button type=\"button\" class=\"tool\" data-do=\"stop\">")
                .t(say::STOP.say(lang))
                .m("</button>");
        }
        let mut wrong = Html::new();
        if let Some(why) = state.wrong_file {
            wrong.m("<p class=\"wrong\" role=\"alert\">").t(why).m("</p>");
        }
        let is_run = matches!(state.on, Where::Run(_));
        let wrong_variant = state.wrong_variant.as_deref();
        let parts = vec![
            paint::head(state.panel, &state.on, file, &state.place(), lang),
            vec![paint::names(&state.names, state.chosen, lang)],
            vec![busy],
            vec![paint::offers(&state.on, lang)],
            paint::results(state.asked.as_ref(), state.offered.as_ref(), state.note.as_deref(), lang),
            paint::schema(state.schema.as_deref(), lang),
            vec![if is_run {
                paint::variants(&state.plan().scenario, state.before.is_some(), wrong_variant, lang)
            } else {
                Html::new()
            }],
            vec![wrong],
        ];
        self.places.paint(parts);
        if state.names.is_empty() {
            for attribute in ["aria-controls", "aria-activedescendant"] {
                let _ = self.query.remove_attribute(attribute);
            }
        } else {
            let _ = self.query.set_attribute("aria-controls", "console-names");
            let _ =
                self.query.set_attribute("aria-activedescendant", &format!("console-name-{}", state.chosen));
        }
    }

    fn say(&self, text: &str) {
        if let Some(place) = dom::first(&self.dialog, "[data-testid=\"console-said\"]") {
            place.set_text_content(Some(text));
        }
    }

    /// The lab shows something else.
    fn follow(self: &Rc<Console>) {
        let Some(lab) = self.state.borrow().partner.now() else { return };
        let (again, other) = {
            let mut state = self.state.borrow_mut();
            let moved = lab.step != state.lab.step;
            let other = state.panel.plan(&lab) != state.plan();
            if !moved && !other {
                return;
            }
            state.lab = lab;
            if other {
                state.run = None;
            }
            let (fast, is_run) = (state.took < say::FAST_MS, matches!(state.on, Where::Run(_)));
            let again = state.asked.as_mut().filter(|_| is_run).and_then(|asked| {
                let reads = asked.queried.results.iter().all(|set| set.writes.is_none());
                asked.stale = true;
                (fast && reads).then(|| asked.sql.clone())
            });
            state.offered = None;
            (again, other)
        };
        if other {
            self.ask_run();
        }
        self.ask_schema();
        if let Some(sql) = again {
            self.run(sql);
        }
        self.paint();
    }

    fn ask_run(self: &Rc<Console>) {
        let (me, plan) = (self.clone(), self.state.borrow().plan().clone());
        partner::run(self.topic("run"), &plan, move |run| {
            {
                let mut state = me.state.borrow_mut();
                state.run = Some(run);
                let step = state.entries();
                if let Some(asked) = state.asked.as_mut().filter(|asked| !asked.stale && asked.step.is_none())
                {
                    asked.step = step;
                }
            }
            me.paint();
        });
    }

    fn ask_schema(self: &Rc<Console>) {
        let (me, source) = (self.clone(), self.state.borrow().source());
        workshop().ask(self.topic("schema"), Ask::Schema(source), move |answer| {
            {
                let mut state = me.state.borrow_mut();
                match answer {
                    Some(Answer::Schema(schema)) => state.schema = Some(schema),
                    Some(Answer::Problem(why)) => {
                        state.schema = Some(Vec::new());
                        state.note = Some(problem::message(&why, state.lang));
                    }
                    _ => {}
                }
            }
            me.paint();
        });
    }

    fn run(self: &Rc<Console>, sql: String) {
        if sql.trim().is_empty() {
            return;
        }
        let (source, step) = {
            let mut state = self.state.borrow_mut();
            (state.names, state.note, state.offered) = (Vec::new(), None, None);
            let me = self.clone();
            state.running = Some(Timeout::new(BUSY_MS, move || {
                me.state.borrow_mut().slow = true;
                me.paint();
            }));
            let step = if matches!(state.on, Where::Run(_)) { state.entries() } else { None };
            (state.source(), step)
        };
        let (me, began, text) = (self.clone(), js_sys::Date::now(), sql.clone());
        workshop().ask(self.topic("query"), Ask::Query(source, sql), move |answer| {
            {
                let mut state = me.state.borrow_mut();
                (state.running, state.slow) = (None, false);
                state.took = js_sys::Date::now() - began;
                match answer {
                    Some(Answer::Queried(queried)) => {
                        if state.can_be_done(&queried) {
                            let fits = text.trim().len() <= limits::COMMAND_SQL_BYTES;
                            state.offered = Some(if fits {
                                Offered::Ready
                            } else {
                                Offered::Refused(say::TOO_LONG.say(state.lang))
                            });
                        }
                        state.asked = Some(Asked { sql: text, queried, step, stale: false });
                    }
                    Some(Answer::Problem(why)) => state.note = Some(problem::message(&why, state.lang)),
                    _ => state.note = Some(say::DIED.say(state.lang).into()),
                }
            }
            me.paint();
            me.say_result();
            // On a phone it lies under what the console offers.
            dom::first(&me.dialog, ".results").iter().for_each(dom::reveal);
        });
        self.paint();
    }

    /// For those who listen: how much came.
    fn say_result(&self) {
        let said = {
            let state = self.state.borrow();
            let Some(asked) = &state.asked else { return };
            let sets = asked.queried.results.iter();
            let said: Vec<String> = sets
                .map(|set| match set.writes {
                    Some(rows) => say::would_change(rows, state.lang),
                    None => texts::count(set.rows.len() as u32, texts::Noun::Row, state.lang),
                })
                .collect();
            said.join(" · ")
        };
        self.say(&said);
    }

    fn act(self: &Rc<Console>, what: &str) {
        let (name, rest) = what.split_once(' ').unwrap_or((what, ""));
        let n: usize = rest.parse().unwrap_or(usize::MAX);
        let lang = self.state.borrow().lang;
        match name {
            "close" => self.close(),
            "run" => self.run(self.query.value()),
            "plan" => {
                let sql = self.query.value();
                let plain = sql.trim();
                if !plain.is_empty() {
                    self.run(format!("EXPLAIN QUERY PLAN {plain}"));
                }
            }
            "stop" => {
                workshop().stop();
                let mut state = self.state.borrow_mut();
                (state.running, state.slow) = (None, false);
                state.note = Some(say::STOPPED.say(lang).into());
                drop(state);
                self.paint();
            }
            "again" => {
                let sql = self.state.borrow().asked.as_ref().map(|asked| asked.sql.clone());
                self.run(sql.unwrap_or_default());
            }
            "on" => {
                {
                    let mut state = self.state.borrow_mut();
                    state.on = match (rest, &state.file) {
                        ("producer", _) => Where::Run(Database::Producer),
                        ("file", Some((name, _))) => Where::File(name.clone()),
                        _ => Where::Run(Database::Consumer),
                    };
                    (state.schema, state.asked, state.offered, state.note) = (None, None, None, None);
                }
                self.paint();
                self.ask_schema();
            }
            "try" => {
                let on = self.state.borrow().on.clone();
                if let Where::Run(on) = on
                    && let Some(offer) = say::offers(on).get(n)
                {
                    dom::type_in(&self.query, offer.sql, offer.sql.len());
                    self.fit();
                    self.run(offer.sql.into());
                }
            }
            "name" => self.take_name(n),
            "insert" => {
                let (text, from, to) = dom::typed(&self.query);
                let (before, after) = (&text[..from], &text[to..]);
                let space = if before.is_empty() || before.ends_with(|c: char| !c.is_alphanumeric()) {
                    ""
                } else {
                    " "
                };
                dom::type_in(
                    &self.query,
                    &format!("{before}{space}{rest}{after}"),
                    from + space.len() + rest.len(),
                );
                let _ = self.query.focus();
            }
            "csv" | "json" => {
                let state = self.state.borrow();
                let set = state.asked.as_ref().and_then(|asked| asked.queried.results.get(n));
                let text = set.map(if name == "csv" { say::csv } else { say::json }).unwrap_or_default();
                drop(state);
                let me = self.clone();
                dom::copy(&text, move |done| {
                    me.say(if done { say::COPIED } else { say::COPY_FAILED }.say(lang));
                });
            }
            "do-it" => self.do_it(false),
            "drop" => self.do_it(true),
            "cancel" => {
                self.state.borrow_mut().offered = Some(Offered::Ready);
                self.paint();
            }
            "variant" => {
                if let Some(variant) = Variant::ALL.get(n) {
                    self.vary(*variant);
                }
            }
            "as-before" => {
                let before = self.state.borrow_mut().before.take();
                if let Some(before) = before {
                    self.set_scenario(before);
                }
            }
            "download" => self.download(),
            _ => {}
        }
    }

    /// Puts what was asked into the lab's run, at this step.
    fn do_it(self: &Rc<Console>, drops: bool) {
        let mut state = self.state.borrow_mut();
        let (Some(run), Some(entries), Where::Run(on), Some(asked)) =
            (&state.run, state.entries(), &state.on, &state.asked)
        else {
            return;
        };
        let mut plan = state.plan().clone();
        let ahead = edit::ahead(&plan, run, entries);
        if !ahead.is_empty() && !drops {
            let dropped = ahead.into_iter().map(|i| plan.commands[i].clone()).collect();
            state.offered = Some(Offered::Drops(dropped));
            drop(state);
            return self.paint();
        }
        let text = asked.sql.trim().to_string();
        let command = Command::Sql { after: entries as u32, on: *on, text };
        let mut i = 0;
        plan.commands.retain(|_| {
            i += 1;
            !ahead.contains(&(i - 1))
        });
        plan.commands.push(command);
        let room = plan.commands.len() <= limits::COMMANDS;
        let (partner, panel, lang) = (state.partner.clone(), state.panel, state.lang);
        state.offered = None;
        drop(state);
        if !room || !partner.show_plan(panel, &plan, Some(entries as u32 + 1)) {
            self.state.borrow_mut().offered = Some(Offered::Refused(say::TOO_MANY.say(lang)));
        }
        self.paint();
    }

    fn vary(self: &Rc<Console>, variant: Variant) {
        let now = self.state.borrow().plan().scenario.clone();
        match variant.apply(&now) {
            Ok(other) => {
                let mut state = self.state.borrow_mut();
                state.wrong_variant = None;
                if other != now {
                    state.before.get_or_insert(now);
                }
                drop(state);
                self.set_scenario(other);
            }
            Err(why) => {
                let mut state = self.state.borrow_mut();
                state.wrong_variant = Some(problem::message(&why, state.lang));
                drop(state);
                self.paint();
            }
        }
    }

    fn set_scenario(&self, scenario: Scenario) {
        let (partner, panel, plan) = {
            let state = self.state.borrow();
            (state.partner.clone(), state.panel, Plan { scenario, commands: state.plan().commands.clone() })
        };
        partner.show_plan(panel, &plan, None);
        self.paint();
    }

    fn download(self: &Rc<Console>) {
        let (source, name) = {
            let state = self.state.borrow();
            let name = match &state.on {
                Where::Run(on) => format!("{on}-step-{}.sqlite", state.entries().unwrap_or(0)),
                Where::File(name) => name.clone(),
            };
            (state.source(), name)
        };
        let me = self.clone();
        workshop().ask(self.topic("file"), Ask::File(source), move |answer| {
            let lang = me.state.borrow().lang;
            let note = match answer {
                Some(Answer::File(bytes)) => {
                    dom::download(&bytes, &name, "application/vnd.sqlite3");
                    return;
                }
                Some(Answer::Problem(why)) => problem::message(&why, lang),
                _ => say::DIED.say(lang).into(),
            };
            me.state.borrow_mut().note = Some(note);
            me.paint();
        });
    }

    fn open_file(self: &Rc<Console>, field: &Element) {
        let Some(file) = dom::file(field) else { return };
        if file.size() > limits::FILE_BYTES as f64 {
            let mut state = self.state.borrow_mut();
            state.wrong_file = Some(say::FILE_TOO_LARGE.say(state.lang));
            drop(state);
            return self.paint();
        }
        let (me, name) = (self.clone(), file.name());
        dom::read(&file, move |bytes| {
            {
                let mut state = me.state.borrow_mut();
                state.wrong_file = None;
                state.file = Some((name, bytes));
            }
            me.act("on file");
        });
    }

    fn fit(&self) {
        self.query.set_rows((self.query.value().matches('\n').count() as u32 + 1).clamp(4, 12));
    }

    /// Offers the names that could stand at the caret.
    fn offer_names(&self) {
        self.fit();
        let (text, from, to) = dom::typed(&self.query);
        let beginning = &text[field::name_before(&text, from)..from];
        {
            let mut state = self.state.borrow_mut();
            let names = say::names(state.schema.as_deref().unwrap_or_default(), beginning);
            state.names = if from == to { names } else { Vec::new() };
            state.chosen = 0;
        }
        self.paint();
    }

    fn take_name(&self, n: usize) {
        let name = self.state.borrow_mut().names.get(n).cloned();
        self.state.borrow_mut().names.clear();
        if let Some(name) = name {
            let (text, at, _) = dom::typed(&self.query);
            let from = field::name_before(&text, at);
            dom::type_in(&self.query, &format!("{}{name}{}", &text[..from], &text[at..]), from + name.len());
        }
        self.paint();
    }

    fn key(self: &Rc<Console>, event: &KeyboardEvent) {
        let key = event.key();
        let in_query = event.target().as_ref() == Some(self.query.as_ref());
        let names = self.state.borrow().names.len();
        match key.as_str() {
            "Enter" if in_query && (event.ctrl_key() || event.meta_key()) => {
                event.prevent_default();
                self.run(self.query.value());
            }
            "Escape" if names > 0 => {
                event.prevent_default();
                self.state.borrow_mut().names.clear();
                self.paint();
            }
            "Escape" => {
                event.prevent_default();
                self.close();
            }
            "Tab" if in_query && names > 0 && !event.shift_key() && dom::plain_key(event) => {
                event.prevent_default();
                let chosen = self.state.borrow().chosen;
                self.take_name(chosen);
            }
            "ArrowDown" | "ArrowUp" if in_query && names > 0 && dom::plain_key(event) => {
                event.prevent_default();
                let mut state = self.state.borrow_mut();
                let step = if key == "ArrowDown" { 1 } else { names - 1 };
                state.chosen = (state.chosen + step) % names;
                drop(state);
                self.paint();
            }
            _ => {}
        }
    }
}
