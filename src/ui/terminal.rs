//! The terminal on the page: what was typed and printed, a prompt, the commands that the page offers. Its run is the
//! lab's beside it: what a line does to the plan is shown there, and what is done there is what the next line meets.

use super::dom::{self, Places};
use super::edit;
use super::engine::{Topic, workshop};
use super::html::Html;
use super::paint::terminal::{self as paint, Block, Offer};
use super::partner::{self, Partner};
use crate::domain::command::Command;
use crate::domain::ids::Millis;
use crate::domain::limits;
use crate::domain::trace::Run;
use crate::domain::workshop::{Answer, Ask, Lined, Terminal};
use crate::view::lang::Lang;
use crate::view::matrix::Panel;
use crate::view::problem;
use crate::view::terminal::{self as say, History};
use gloo_timers::callback::Timeout;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, HtmlTextAreaElement, KeyboardEvent};

/// A line that takes longer than this is said to be running, in milliseconds.
const BUSY_MS: u32 = 150;
/// Where the session keeps what was typed.
const HISTORY: &str = "terminal-history";

fn frame(lang: Lang, id: u32) -> Html {
    let mut h = Html::new();
    h.m("<div class=\"terminal\"><section class=\"screen\" aria-label=\"").t(say::TERMINAL.say(lang));
    h.m("\"><div class=\"screen-tools\" data-part></div><div class=\"back\" data-part></div>");
    h.m("<div class=\"scroll\" role=\"log\" aria-live=\"off\" tabindex=\"0\" aria-label=\"");
    h.t(say::OUTPUT.say(lang)).m("\"><ol class=\"blocks\"></ol></div>");
    h.m("<div class=\"prompt\"><label for=\"prompt-").d(&id).m("\"><span class=\"hidden\">");
    h.t(say::PROMPT.say(lang)).m(" </span><span class=\"folder\" translate=\"no\">~</span></label>");
    h.m("<span class=\"dollar\" aria-hidden=\"true\">$</span>");
    h.m("<textarea rows=\"1\" spellcheck=\"false\" autocapitalize=\"off\" autocomplete=\"off\" enterkeyhint=\"go\" ");
    h.m("translate=\"no\" aria-describedby=\"keys-of-")
        .d(&id)
        .m("\" id=\"prompt-")
        .d(&id)
        .m("\"></textarea>");
    h.m("<button type=\"button\" class=\"tool main\" data-do=\"enter\">").t(say::RUN.say(lang));
    h.m("</button></div><div class=\"candidates\" role=\"status\" data-part></div><p class=\"keys aside\" id=\"keys-of-");
    h.d(&id).m("\">").t(say::KEYS.say(lang)).m("</p></section>");
    h.m("<section class=\"so-far\" data-part aria-label=\"").t(say::THE_RUN.say(lang)).m("\"></section>");
    h.m("<section class=\"offers\" data-part tabindex=\"0\" aria-label=\"").t(say::SCRIPT.say(lang));
    h.m("\"></section><p class=\"hidden\" aria-live=\"polite\" data-testid=\"said\"></p></div>");
    h
}

/// A line that is being run.
struct Running {
    command: String,
    /// It takes long enough to be said.
    slow: bool,
    /// From which offer.
    offer: Option<usize>,
    _timer: Timeout,
}

/// What is on the page.
struct State {
    lang: Lang,
    terminal: Terminal,
    folder: String,
    blocks: Vec<Block>,
    /// How many blocks have gone from the top.
    gone: usize,
    offers: Vec<Offer>,
    history: History,
    candidates: Vec<String>,
    unfinished: bool,
    /// Escape was pressed: the next Tab leaves the field.
    leaving: bool,
    running: Option<Running>,
    /// What to run as soon as the run is known.
    waiting: Option<(String, Option<usize>)>,
    /// The run of the terminal's plan.
    run: Option<Run>,
    /// Where the lab's cursor stands.
    step: Option<u32>,
    /// Going on from there was asked for, and would drop these.
    asks: Option<Vec<Command>>,
    too_long: bool,
}

impl State {
    /// The moments that the lab shows and that the terminal has reached, where the lab stands back.
    fn back(&self) -> Option<(Millis, Millis)> {
        let shows = partner::moment(self.run.as_ref()?, Some(self.step?));
        (shows < self.terminal.now).then_some((shows, self.terminal.now))
    }
}

/// The places of the frame's parts, in their order.
const PLACES: [&str; 5] = [".screen-tools", ".back", ".candidates", ".so-far", ".offers"];

/// A terminal on the page.
struct Screen {
    state: RefCell<State>,
    partner: Option<Partner>,
    id: u32,
    frame: Element,
    list: Element,
    input: HtmlTextAreaElement,
    places: Places,
}

/// Mounts a terminal in its island.
pub fn mount(island: &HtmlElement, lang: Lang) {
    let offers = dom::all(island, ".script > li").iter().map(offer).collect();
    let id = dom::unique();
    let _ = island.insert_adjacent_html("beforeend", frame(lang, id).as_str());
    let Some(frame) = island.last_element_child() else { return };
    let (Some(list), Some(input)) = (dom::first(&frame, ".blocks"), dom::first(&frame, "textarea")) else {
        return;
    };
    let Ok(input) = input.dyn_into() else { return };
    let state = State {
        lang,
        terminal: Terminal::default(),
        folder: "~".into(),
        blocks: vec![Block::Note(vec![say::WELCOME.say(lang).into()])],
        gone: 0,
        offers,
        history: History::read(&dom::kept(HISTORY).unwrap_or_default()),
        candidates: Vec::new(),
        unfinished: false,
        leaving: false,
        running: None,
        waiting: None,
        run: None,
        step: None,
        asks: None,
        too_long: false,
    };
    let screen = Rc::new(Screen {
        state: RefCell::new(state),
        partner: Partner::near(island),
        id,
        frame: frame.clone(),
        list,
        input,
        places: Places::of(&frame, &PLACES),
    });
    screen.put_blocks(0);
    screen.paint();
    dom::unveil(island);
    screen.follow();
    if screen.partner.is_none() {
        screen.ask_run();
    }
    if let Some(partner) = &screen.partner {
        let me = screen.clone();
        partner.watch(move || me.follow());
    }
    let me = screen.clone();
    dom::on_press(&frame, move |control, what| {
        if control.get_attribute("aria-disabled").is_none() {
            me.act(what);
        }
    });
    let me = screen.clone();
    dom::on(&frame, "keydown", move |event| {
        if let Some(event) = event.dyn_ref::<KeyboardEvent>() {
            me.key(event);
        }
    });
    dom::on(&frame, "input", move |_| {
        {
            let mut state = screen.state.borrow_mut();
            state.candidates.clear();
            state.unfinished = false;
            state.leaving = false;
        }
        screen.fit();
        screen.paint();
    });
}

fn offer(item: &Element) -> Offer {
    let text = |selector| dom::first(item, selector).and_then(|element| element.text_content());
    Offer {
        part: item.get_attribute("data-part"),
        title: text(".title").unwrap_or_default(),
        about: text(".about"),
        command: text("pre").unwrap_or_default(),
        ran: false,
        came: Html::new(),
    }
}

impl Screen {
    fn topic(&self, of: &'static str) -> Topic {
        Topic { lab: self.id, of }
    }

    /// Paints everything but the lines, which only ever come and go, and the field, which is the visitor's.
    fn paint(&self) {
        let state = self.state.borrow();
        let lang = state.lang;
        let slow = state.running.as_ref().is_some_and(|running| running.slow);
        let outcome = state.run.as_ref().map(|run| &run.outcome);
        let parts = [
            vec![paint::tools(slow, state.blocks.is_empty(), lang)],
            vec![paint::back_in_time(state.back(), state.asks.as_deref(), lang)],
            vec![paint::candidates(&state.candidates, state.unfinished, lang)],
            if self.partner.is_some() { vec![paint::strip(outcome, lang)] } else { Vec::new() },
            paint::script(&state.offers, lang),
        ];
        self.places.paint(parts.into());
        for folder in dom::all(&self.frame, ".prompt .folder") {
            folder.set_text_content(Some(&state.folder));
        }
        for dollar in dom::all(&self.frame, ".prompt .dollar") {
            dollar.set_text_content(Some(if state.unfinished { ">" } else { "$" }));
        }
    }

    /// Puts blocks on the screen, from this one on.
    fn put_blocks(&self, from: usize) {
        let mut state = self.state.borrow_mut();
        for (i, block) in state.blocks.iter().enumerate().skip(from) {
            let html = paint::block(block, state.gone + i, state.lang);
            let _ = self.list.insert_adjacent_html("beforeend", html.as_str());
        }
        while state.blocks.len() > say::BLOCKS {
            state.blocks.remove(0);
            state.gone += 1;
            if let Some(first) = self.list.first_element_child() {
                first.remove();
            }
        }
        // The newest line is in sight, from its first row on.
        if let (Some(last), Some(scroller)) = (self.list.last_element_child(), self.list.parent_element()) {
            let (last, outer) = (last.get_bounding_client_rect(), scroller.get_bounding_client_rect());
            let down = (last.bottom() - outer.bottom()).min(last.top() - outer.top());
            if down > 0.0 {
                scroller.set_scroll_top(scroller.scroll_top() + down.ceil() as i32);
            }
        }
    }

    fn print(&self, block: Block) {
        let from = {
            let mut state = self.state.borrow_mut();
            state.blocks.push(block);
            state.blocks.len() - 1
        };
        self.put_blocks(from);
    }

    /// Says something to those who listen.
    fn say(&self, text: &str) {
        if let Some(place) = dom::first(&self.frame, "[aria-live=\"polite\"]") {
            place.set_text_content(Some(text));
        }
    }

    /// The field is as high as what stands in it, up to a limit.
    fn fit(&self) {
        self.input.set_rows((self.input.value().matches('\n').count() as u32 + 1).min(10));
    }

    fn type_in(&self, text: &str) {
        dom::type_in(&self.input, text, text.len());
        self.fit();
    }

    /// The lab shows something else: its plan is the terminal's.
    fn follow(self: &Rc<Screen>) {
        let Some(lab) = self.partner.as_ref().and_then(Partner::now) else { return };
        let said = {
            let mut state = self.state.borrow_mut();
            state.step = lab.step;
            state.asks = None;
            if state.terminal.plan == lab.a && state.run.is_some() {
                Vec::new()
            } else {
                // Until a line has been run, nothing can have changed behind its back.
                let first = state.terminal.session.is_empty();
                let said = say::changed(&state.terminal.plan, &lab.a, state.lang);
                state.terminal.now = state.terminal.now.max(say::latest(&lab.a));
                state.terminal.plan = lab.a;
                state.run = None;
                drop(state);
                self.ask_run();
                if first { Vec::new() } else { said }
            }
        };
        if !said.is_empty() {
            self.say(&said.join(" "));
            self.print(Block::Note(said));
        }
        self.paint();
    }

    /// Asks what the plan comes to.
    fn ask_run(self: &Rc<Screen>) {
        let (me, plan) = (self.clone(), self.state.borrow().terminal.plan.clone());
        partner::run(self.topic("run"), &plan, move |run| {
            let waiting = {
                let mut state = me.state.borrow_mut();
                // A page that opens with commands opens when they are done.
                if state.terminal.session.is_empty() && !state.terminal.plan.commands.is_empty() {
                    state.terminal.now = state.terminal.now.max(partner::moment(&run, None));
                }
                state.run = Some(run);
                state.waiting.take()
            };
            me.paint();
            if let Some((command, offer)) = waiting {
                me.run(&command, offer);
            }
        });
    }

    fn act(self: &Rc<Screen>, what: &str) {
        let mut words = what.split(' ');
        let name = words.next().unwrap_or("");
        let n: Option<usize> = words.next().and_then(|n| n.parse().ok());
        match (name, n) {
            ("enter", _) => self.enter(),
            ("stop", _) => self.stop(),
            ("clear", _) => self.clear(),
            ("run" | "put", Some(n)) => {
                let Some(command) = self.state.borrow().offers.get(n).map(|offer| offer.command.clone())
                else {
                    return;
                };
                if name == "run" {
                    self.run(&command, Some(n));
                } else {
                    self.type_in(&command);
                    let _ = self.input.focus();
                }
            }
            ("copy", Some(n)) => {
                let state = self.state.borrow();
                let text = n.checked_sub(state.gone).and_then(|i| Some(state.blocks.get(i)?.text()));
                drop(state);
                self.copy(&text.unwrap_or_default());
            }
            ("copy-all", _) => {
                let text: String = self.state.borrow().blocks.iter().map(Block::text).collect();
                self.copy(&text);
            }
            ("lab", _) => {
                if let Some(partner) = &self.partner {
                    partner.visit();
                }
            }
            ("here", _) => {
                let mut state = self.state.borrow_mut();
                let ahead = state.run.as_ref().zip(state.step).map(|(run, step)| {
                    let plan = &state.terminal.plan;
                    let ahead = edit::ahead(plan, run, step as usize);
                    ahead.into_iter().map(|i| plan.commands[i].clone()).collect()
                });
                state.asks = ahead;
                drop(state);
                self.paint();
            }
            ("cancel", _) => {
                self.state.borrow_mut().asks = None;
                self.paint();
            }
            ("drop", _) => self.go_on_from_here(),
            _ => {}
        }
    }

    fn copy(self: &Rc<Screen>, text: &str) {
        let (me, lang) = (self.clone(), self.state.borrow().lang);
        dom::copy(text, move |done| {
            me.say(if done { say::COPIED } else { say::COPY_FAILED }.say(lang));
        });
    }

    fn clear(&self) {
        {
            let mut state = self.state.borrow_mut();
            state.gone += state.blocks.len();
            state.blocks.clear();
        }
        self.list.set_inner_html("");
        self.paint();
    }

    /// Drops what lies ahead of the lab's cursor; the next line comes at its moment.
    fn go_on_from_here(self: &Rc<Screen>) {
        let (plan, step) = {
            let mut state = self.state.borrow_mut();
            let (Some((now, _)), Some(dropped), Some(step)) = (state.back(), state.asks.take(), state.step)
            else {
                return;
            };
            state.terminal.now = now;
            state.terminal.plan.commands.retain(|command| !dropped.contains(command));
            state.run = None;
            (state.terminal.plan.clone(), step)
        };
        if let Some(partner) = &self.partner {
            partner.show_plan(Panel::A, &plan, Some(step));
        }
        self.ask_run();
        self.paint();
        let _ = self.input.focus();
    }

    fn enter(self: &Rc<Screen>) {
        let command = self.input.value();
        if command.trim().is_empty() || self.state.borrow().running.is_some() {
            return;
        }
        self.run(&command, None);
    }

    /// Runs a line or a block of them.
    fn run(self: &Rc<Screen>, command: &str, offer: Option<usize>) {
        let terminal = {
            let mut state = self.state.borrow_mut();
            if state.running.is_some() {
                return;
            }
            if command.len() > limits::LINE_BYTES {
                let why = problem::message(
                    &crate::domain::problem::Problem::at(
                        "",
                        crate::domain::problem::Wrong::TooLong { max: limits::LINE_BYTES as u64 },
                    ),
                    state.lang,
                );
                drop(state);
                return self.print(Block::Note(vec![why]));
            }
            state.candidates.clear();
            if state.run.is_none() {
                state.waiting = Some((command.into(), offer));
                let loading = say::LOADING.say(state.lang);
                drop(state);
                return self.say(loading);
            }
            let me = self.clone();
            let timer = Timeout::new(BUSY_MS, move || {
                if let Some(running) = &mut me.state.borrow_mut().running {
                    running.slow = true;
                }
                me.paint();
            });
            state.running = Some(Running { command: command.into(), slow: false, offer, _timer: timer });
            state.terminal.clone()
        };
        let me = self.clone();
        workshop().ask(self.topic("line"), Ask::Line(terminal, command.into()), move |answer| match answer {
            Some(Answer::Lined(lined)) => me.lined(*lined),
            Some(Answer::Problem(why)) => {
                let lang = me.state.borrow().lang;
                me.ended(Vec::new(), None, None);
                me.print(Block::Note(vec![problem::message(&why, lang)]));
            }
            _ => {
                let died = say::DIED.say(me.state.borrow().lang);
                me.ended(Vec::new(), None, Some(died));
                me.say(died);
            }
        });
    }

    /// The line is over: what it was and what it printed stands on the screen.
    fn ended(
        &self,
        output: Vec<crate::domain::workshop::Chunk>,
        status: Option<i32>,
        note: Option<&'static str>,
    ) -> Option<Running> {
        let (running, folder) = {
            let mut state = self.state.borrow_mut();
            (state.running.take()?, state.folder.clone())
        };
        self.state.borrow_mut().history.push(&running.command);
        dom::keep(HISTORY, &self.state.borrow().history.written());
        if running.offer.is_none() && self.input.value() == running.command {
            self.type_in("");
        }
        {
            let mut state = self.state.borrow_mut();
            let came = paint::printed(&output, status, note, state.lang);
            if let Some(offer) = running.offer.and_then(|n| state.offers.get_mut(n)) {
                offer.came = came;
            }
        }
        let command = running.command.clone();
        self.print(Block::Line { folder, command, output, status, note });
        self.paint();
        Some(running)
    }

    fn lined(self: &Rc<Screen>, lined: Lined) {
        let lang = self.state.borrow().lang;
        if lined.unfinished {
            let running = self.state.borrow_mut().running.take();
            if let Some(running) = running {
                self.type_in(&format!("{}\n", running.command));
                let _ = self.input.focus();
            }
            self.state.borrow_mut().unfinished = true;
            return self.paint();
        }
        if lined.clear {
            self.clear();
        }
        self.say(&say::announcement(&lined.output, lined.status, lang));
        let running = self.ended(lined.output, Some(lined.status), None);
        let (plan, changed) = {
            let mut state = self.state.borrow_mut();
            if let Some(offer) = running.and_then(|running| running.offer)
                && let Some(offer) = state.offers.get_mut(offer)
            {
                offer.ran = true;
            }
            let changed = state.terminal.plan != lined.terminal.plan;
            state.terminal = lined.terminal;
            state.folder = lined.folder;
            if changed {
                state.run = None;
                state.step = None;
            }
            (state.terminal.plan.clone(), changed)
        };
        if changed {
            self.ask_run();
            let shown = self.partner.as_ref().is_none_or(|lab| lab.show_plan(Panel::A, &plan, None));
            if !shown && !std::mem::replace(&mut self.state.borrow_mut().too_long, true) {
                self.print(Block::Note(vec![say::TOO_LONG.say(lang).into()]));
            }
        }
        self.paint();
    }

    /// Ends the line that runs.
    fn stop(self: &Rc<Screen>) {
        let stopped = say::STOPPED.say(self.state.borrow().lang);
        self.state.borrow_mut().waiting = None;
        if self.ended(Vec::new(), None, Some(stopped)).is_some() {
            workshop().stop();
            self.say(stopped);
        }
        let _ = self.input.focus();
    }

    fn key(self: &Rc<Screen>, event: &KeyboardEvent) {
        let key = event.key();
        let in_field = event.target().as_ref() == Some(self.input.as_ref());
        if event.ctrl_key() && !event.alt_key() && !event.meta_key() && !event.shift_key() {
            let (text, from, to) = dom::typed(&self.input);
            match key.as_str() {
                // What is selected is copied, as everywhere.
                "c" if from == to && !dom::has_selection() => {
                    event.prevent_default();
                    if self.state.borrow().running.is_some() {
                        self.stop();
                    } else if in_field && !text.is_empty() {
                        let mut state = self.state.borrow_mut();
                        (state.unfinished, state.candidates) = (false, Vec::new());
                        drop(state);
                        self.type_in("");
                        self.paint();
                    }
                }
                "l" if in_field => {
                    event.prevent_default();
                    self.clear();
                }
                _ => {}
            }
            return;
        }
        if !in_field || event.is_composing() || !dom::plain_key(event) {
            return;
        }
        let leaving = std::mem::replace(&mut self.state.borrow_mut().leaving, key == "Escape");
        match key.as_str() {
            "Enter" if !event.shift_key() => {
                event.prevent_default();
                self.enter();
            }
            "Tab" if !event.shift_key() && !leaving && !self.input.value().trim().is_empty() => {
                event.prevent_default();
                self.complete();
            }
            "Escape" => {
                self.state.borrow_mut().candidates.clear();
                self.paint();
            }
            "ArrowUp" | "ArrowDown" => {
                let (text, from, to) = dom::typed(&self.input);
                let up = key == "ArrowUp";
                let edge = if up { !text[..from].contains('\n') } else { !text[to..].contains('\n') };
                if edge && from == to {
                    let mut state = self.state.borrow_mut();
                    let line = if up { state.history.older(&text) } else { state.history.newer() };
                    drop(state);
                    if let Some(line) = line {
                        event.prevent_default();
                        self.type_in(&line);
                    }
                }
            }
            _ => {}
        }
    }

    /// Completes what stands before the caret.
    fn complete(self: &Rc<Screen>) {
        let (text, from, _) = dom::typed(&self.input);
        let (me, terminal) = (self.clone(), self.state.borrow().terminal.clone());
        let beginning = text[..from].to_string();
        workshop().ask(self.topic("complete"), Ask::Complete(terminal, beginning), move |answer| {
            // The visitor has typed on meanwhile.
            if me.input.value() != text {
                return;
            }
            if let Some(Answer::Completion(completion)) = answer {
                let done = say::complete(&text, from, &completion);
                dom::type_in(&me.input, &done.text, done.caret);
                me.state.borrow_mut().candidates = done.candidates;
                me.paint();
            }
        });
    }
}
