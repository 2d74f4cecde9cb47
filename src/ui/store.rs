//! Keeps a lab's state and changes it: the one place where anything happens. A click or a change comes in as
//! an [`Action`], the state changes, the engine is asked, the address follows; what is on the page derives.

use super::action::Action;
use super::dom;
use super::edit::{self, Came, Msg, Scope};
use super::engine::{Topic, engine, workshop};
use super::paint::faults::presets;
use super::paint::notices::tab_id;
use super::slices::{Queue, Turn};
use super::state::{Below, Fork, Shown, State, Wrong};
use crate::domain::command::{Command, Plan};
use crate::domain::fault::{Fault, Point};
use crate::domain::link::{self, Lab, Lesson};
use crate::domain::problem::Problem;
use crate::domain::protocol::{Answer, Ask};
use crate::domain::settings::{self, Kind, Value};
use crate::domain::trace::Run;
use crate::domain::workshop::{LabAnswer, LabAsk};
use crate::view::matrix::{self, Panel};
use gloo_timers::callback::Timeout;
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::sync::Arc;

/// One step at normal speed takes so long, in milliseconds, and so long more for each byte of the longer sentence:
/// it is to be read.
const STEP_MS: u32 = 900;
const BYTE_MS: u32 = 7;
/// The address follows the cursor after it has rested so long.
const REST_MS: u32 = 200;

/// What is not in sight follows when nothing has changed for so long, in milliseconds.
const QUIET_MS: u32 = 80;
/// A change of the settings is shown together with what comes of it, if that comes within so many milliseconds.
const TOGETHER_MS: u32 = 40;

/// Does this, and again whenever what it reads changes. One kind of effect serves all: each closure would make one of
/// its own, of half a kilobyte.
pub fn effect(then: impl FnMut() + 'static) {
    let then: Box<dyn FnMut()> = Box::new(then);
    Effect::new(then);
}

/// A place on the page where something is painted.
#[derive(Clone, Copy)]
pub struct Part {
    /// The first is that for which it waits as the lab opens, each further one makes up for what it missed out
    /// of sight.
    pub turn: Turn,
    /// Is it in sight? Then it is painted whenever the state changes.
    pub in_sight: RwSignal<bool>,
    /// It stands in the panel that a narrow window does not show, where nobody meets it.
    pub off: RwSignal<bool>,
}

/// Handles to a lab's state.
#[derive(Clone, Copy)]
pub struct Store {
    /// The state.
    pub state: RwSignal<State>,
    /// Changes when the state has been the same for a moment.
    pub quiet: RwSignal<u32>,
    /// Not all parts have been painted yet.
    pub opening: RwSignal<bool>,
    queue: Queue,
    parts: StoredValue<Vec<Part>>,
    asked_cells: StoredValue<Vec<Plan>>,
    playing: StoredValue<Option<Timeout>, LocalStorage>,
    resting: StoredValue<Option<Timeout>, LocalStorage>,
    refocus: StoredValue<Option<Panel>>,
    has_address: bool,
}

impl Store {
    /// A lab as it opens. `has_address`: its state is the page's fragment.
    pub fn new(state: State, has_address: bool) -> Store {
        Store {
            state: RwSignal::new(state),
            quiet: RwSignal::new(0),
            opening: RwSignal::new(true),
            queue: Queue::default(),
            parts: StoredValue::new(Vec::new()),
            asked_cells: StoredValue::new(Vec::new()),
            playing: StoredValue::new_local(None),
            resting: StoredValue::new_local(None),
            refocus: StoredValue::new(None),
            has_address,
        }
    }

    /// Reads the address, asks for the first runs, and follows the browser's history from here on.
    pub fn start(self) {
        if self.has_address {
            self.follow_address();
            for event in ["popstate", "hashchange"] {
                dom::on_window(event, move || self.follow_address());
            }
            dom::on_window("pagehide", move || self.settle());
        }
        let waiting = StoredValue::new_local(None::<Timeout>);
        effect(move || {
            self.state.track();
            waiting.set_value(Some(Timeout::new(QUIET_MS, move || self.quiet.update(|n| *n += 1))));
        });
        effect(move || {
            self.quiet.track();
            if self.queue.is_busy() || !self.opening.get_untracked() {
                self.give_turns(|part| !part.in_sight.get_untracked());
                spawn_local(self.queue.give());
            }
        });
        for wire in [engine(), workshop()] {
            wire.listen(move |news| self.state.update(|s| s.news = Some(news)));
        }
        dom::watch_media("(max-width: 759.98px)", move |narrow| self.state.update(|s| s.narrow = narrow));
        dom::watch_media("print", move |printed| self.state.update(|s| s.printed = printed));
        if self.read(|s| s.now(Panel::A).is_none()) {
            self.ask();
        }
    }

    /// Paints all parts, in the order in which they stand; later those follow by themselves that nobody sees.
    pub async fn open(self) {
        self.give_turns(|_| true);
        self.queue.give().await;
        self.opening.set(false);
        self.ask_cells();
    }

    fn give_turns(self, whom: fn(&Part) -> bool) {
        let parts = self.parts.get_value();
        self.queue.add(parts.into_iter().filter(whom).map(|part| part.turn));
    }

    /// A place for something to be painted.
    pub fn part(self, in_sight: RwSignal<bool>, off: RwSignal<bool>) -> Part {
        let part = Part { turn: RwSignal::new(0), in_sight, off };
        self.parts.update_value(|parts| parts.push(part));
        part
    }

    fn read<T>(self, f: impl FnOnce(&State) -> T) -> T {
        self.state.with_untracked(f)
    }

    /// Changes the lab. On a problem nothing changes.
    fn dispatch(self, msg: Msg) -> Result<(), Problem> {
        if !matches!(msg, Msg::Go(_)) {
            self.pause();
        }
        let mut came = Ok(Came::Nothing);
        self.state.update_untracked(|s| {
            let before = s.cursor();
            let mut lab = s.lab.clone();
            came = edit::update(&mut lab, msg, [s.run(Panel::A), s.run(Panel::B)]);
            // A run that is not there yet has no end.
            if came == Ok(Came::Moved) && lab.step.is_some_and(|n| (1..=n as usize).contains(&s.total())) {
                lab.step = None;
            }
            if came.is_ok() {
                s.lab = lab;
                s.menu = None;
                s.new_ahead = None;
                s.forward = came == Ok(Came::Moved) && s.cursor() == before + 1;
                if came == Ok(Came::Changed) {
                    s.wrong_link = None;
                }
                s.follow_cursor();
            }
        });
        match came {
            Ok(Came::Changed) => {
                self.ask();
                self.write_address(true);
                Timeout::new(TOGETHER_MS, move || {
                    if !self.read(State::is_answered) {
                        self.state.notify();
                    }
                })
                .forget();
            }
            _ => self.state.notify(),
        }
        if came? == Came::Moved {
            self.write_when_at_rest();
        }
        Ok(())
    }

    /// Changes the lab where nothing can be wrong; if something is, a notice says so.
    fn change(self, msg: Msg) {
        if let Err(problem) = self.dispatch(msg) {
            self.state.update(|s| s.refused = Some(problem));
        }
    }

    /// Moves the cursor: so many entries have happened.
    pub fn go(self, n: usize) {
        self.pause();
        self.change(Msg::Go(Some(n)));
    }

    /// Does what a control says. `value`: what it was set to.
    pub fn act(self, action: Action, value: &str) {
        let cursor = self.read(State::cursor);
        match action {
            Action::Start => self.go(0),
            Action::Back => self.go(cursor.saturating_sub(1)),
            Action::Step => self.go_on(),
            Action::End => self.go(self.read(State::total)),
            Action::Go(n) => self.go(n),
            Action::Scrub => self.go(value.parse().unwrap_or(cursor)),
            Action::Row(_, i) => self.go(i + 1),
            Action::Line(panel, i) => {
                let step = |s: &State| Some(s.now(panel)?.shown.lines().get(i)?.step);
                if let Some(step) = self.read(step) {
                    self.go(step + 1);
                }
            }
            Action::Play => self.play_or_pause(),
            Action::Speed => self.state.update(|s| s.speed = value.parse().unwrap_or(100)),
            Action::Tab(panel) => self.state.update(|s| s.choose_tab(panel)),
            Action::Menu(panel, i) => self.state.update(|s| {
                s.menu = if s.menu == Some((panel, i)) { None } else { Some((panel, i)) };
            }),
            Action::Decide(panel, row, n) => {
                let command = |s: &State| {
                    Some(s.now(panel)?.shown.diagram().rows.get(row)?.decisions.get(n)?.command.clone())
                };
                if let Some(command) = self.read(command) {
                    self.decide(panel, row + 1, command);
                }
            }
            Action::Operate(panel, run) => {
                let at_ms = self.read(State::moment);
                self.decide(panel, cursor.max(1), Command::Operate { at_ms, run });
            }
            Action::Cell(panel, layers) => self.change(Msg::Open(panel, layers)),
            Action::Set(scope, path) => self.set_field(scope, path, value),
            Action::Choose(scope, path, n) => {
                if let Some(word) = choices(path).get(n) {
                    self.change(Msg::Set(scope, path, Value::Word((*word).into())));
                }
            }
            Action::Include(scope, path, n) => self.include(scope, path, n, value == "true"),
            Action::Reset(scope, path) => {
                self.state.update(|s| s.wrong.retain(|wrong| wrong.path != path));
                self.change(Msg::Reset(scope, path));
            }
            Action::ResetAll => {
                self.state.update(|s| s.wrong.clear());
                self.change(Msg::Replace(Box::new(self.read(|s| s.opening.clone()))));
            }
            Action::Preset(panel, n) => {
                let (_, fault) = self.read(|s| presets(s.t, &s.lab)[n.min(5)].clone());
                let at = self.read(|s| panel.plan(&s.lab).scenario.faults.iter().position(|f| *f == fault));
                self.change(match at {
                    Some(i) => Msg::RemoveFault(panel, i),
                    None => Msg::AddFault(Scope::Only(panel), fault),
                });
            }
            Action::DropFault(panel, i) => self.change(Msg::RemoveFault(panel, i)),
            Action::DropScheduled(panel, i) => self.change(Msg::RemoveScheduled(panel, i)),
            Action::DropCommand(panel, i) => self.change(Msg::RemoveCommand(panel, i)),
            Action::AddPoint => self.state.update(|s| s.add_at = Point::from_word(value).unwrap_or(s.add_at)),
            Action::AddFault => self.add_fault(),
            Action::Seed => self.set_seed(value),
            Action::NewSeed => self.change(Msg::Seed(dom::random(10_000))),
            Action::Scope(scope) => self.state.update(|s| {
                s.scope = scope;
                s.wrong.clear();
            }),
            Action::Below(below) => self.state.update(|s| {
                s.below = if s.below == below { Below::Nothing } else { below };
            }),
            Action::Rarer => self.state.update(|s| s.rarer = !s.rarer),
            Action::Reason(panel, reason) => self.change(Msg::Show(panel, reason)),
            Action::Compare(panel) => {
                self.state.update(|s| {
                    s.before_compare = Some(s.lab.clone());
                    s.below = Below::Nothing;
                    s.scope = Scope::Only(if s.narrow { s.tab } else { Panel::A });
                });
                self.change(Msg::Compare(panel));
            }
            Action::StopComparing => {
                let before = self.read(|s| s.before_compare.clone().unwrap_or_else(Lab::opening));
                self.state.update(|s| s.scope = Scope::Both);
                self.change(Msg::Replace(Box::new(before)));
            }
            Action::Close => self.state.update(|s| s.fork = None),
            Action::Fork => {
                if let Some(fork) = self.read(|s| s.fork.clone()) {
                    self.state.update(|s| s.fork = None);
                    self.change(Msg::Fork(fork.panel, fork.cursor, fork.command));
                }
            }
            Action::Unlock => self.lesson(|lesson| lesson.locked = false),
            Action::Leave => self.lesson(|lesson| lesson.presented = false),
            Action::Dismiss => self.state.update(|s| {
                (s.news, s.wrong_link, s.refused) = (None, None, None);
            }),
            Action::Retry => {
                self.state.update(|s| s.news = None);
                self.asked_cells.set_value(Vec::new());
                self.ask();
            }
            // Another island's.
            Action::Board(_) => {}
        }
    }

    /// Shows the lab that a fragment tells, or says what is wrong with it.
    pub fn replace(self, fragment: &str) {
        match Lab::from_fragment(fragment) {
            Ok(lab) => self.change(Msg::Replace(Box::new(lab))),
            Err(problem) => self.state.update(|s| s.wrong_link = Some((fragment.into(), problem))),
        }
    }

    /// Moves between the tabs.
    pub fn show_tab(self, panel: Panel) {
        self.state.update(|s| s.choose_tab(panel));
        let id = self.read(|s| tab_id(s, panel));
        dom::next_frame(move || dom::focus(&id));
    }

    fn set_field(self, scope: Scope, path: &'static str, text: &str) {
        let Some(setting) = settings::find(path) else { return };
        // A rate's slider goes in percent.
        let percent = |text: &str| {
            text.parse::<u32>().ok().map(|n| Value::Rate(crate::domain::scenario::Rate(n * 10_000)))
        };
        let value = match setting.kind {
            Kind::Rate => Ok(percent(text).unwrap_or(Value::Flag(false))),
            _ => setting.read(text),
        };
        let done = value.and_then(|value| self.dispatch(Msg::Set(scope, path, value)));
        self.state.update(|s| {
            s.wrong.retain(|wrong| wrong.path != path);
            if let Err(problem) = done {
                s.wrong.push(Wrong { path, text: text.into(), problem });
            }
        });
    }

    fn include(self, scope: Scope, path: &'static str, n: usize, on: bool) {
        let (Some(setting), words) = (settings::find(path), choices(path)) else { return };
        let Some(word) = words.get(n) else { return };
        let value = self.read(|s| setting.get(&scope.first().plan(&s.lab).scenario));
        if let Value::Words(mut list) = value {
            list.retain(|w| w != word);
            if on {
                // In the order in which they are offered.
                let before = |w: &String| words.iter().position(|known| known == w) < Some(n);
                list.insert(list.iter().take_while(|w| before(w)).count(), (*word).into());
            }
            self.change(Msg::Set(scope, path, Value::Words(list)));
        }
    }

    fn set_seed(self, text: &str) {
        match text.trim().parse() {
            Ok(seed) => self.change(Msg::Seed(seed)),
            Err(_) => {
                let problem = settings::find("seed").and_then(|setting| setting.read(text).err());
                self.state.update(|s| s.refused = problem);
            }
        }
    }

    fn add_fault(self) {
        let form = |name: &str| dom::form_value(".add-fault", name);
        let at = self.read(|s| s.add_at);
        let fault = || -> Result<Fault, Problem> {
            let mut fault = Fault::once(at);
            for name in ["gap", "handler", "delivery", "nth", "times"] {
                let value = form(name).unwrap_or_default();
                if !value.trim().is_empty() {
                    link::set_fault_part(&mut fault, name, value.trim())?;
                }
            }
            Ok(fault)
        };
        let scope = self.read(|s| s.scope);
        let done = fault().and_then(|fault| self.dispatch(Msg::AddFault(scope, fault)));
        self.state.update(|s| s.add_wrong = done.err());
    }

    /// Decides something with the cursor here. Asks first if the visitor has decided something that lies ahead.
    fn decide(self, panel: Panel, cursor: usize, command: Command) {
        let dropped: Vec<Command> = self.read(|s| {
            let plan = panel.plan(&s.lab);
            let ahead = s.run(panel).map_or_else(Vec::new, |run| edit::ahead(plan, run, cursor));
            ahead.into_iter().map(|i| plan.commands[i].clone()).collect()
        });
        self.refocus.set_value(Some(panel));
        if dropped.is_empty() {
            self.change(Msg::Fork(panel, cursor, command));
        } else {
            self.state.update(|s| {
                s.menu = None;
                s.fork = Some(Fork { panel, cursor, command, dropped });
            });
        }
    }

    fn play_or_pause(self) {
        if self.read(|s| s.playing) {
            return self.pause();
        }
        if self.read(State::total) == 0 {
            return;
        }
        if self.read(|s| s.cursor() >= s.total()) {
            self.go(0);
        }
        self.state.update(|s| s.playing = true);
        self.wait_for_next_step();
    }

    fn pause(self) {
        self.playing.set_value(None);
        if self.read(|s| s.playing) {
            self.state.update(|s| s.playing = false);
        }
    }

    fn wait_for_next_step(self) {
        let longest = |s: &State| Panel::ALL.map(|panel| s.words(panel)).into_iter().max().unwrap_or(0);
        let ms = (STEP_MS + BYTE_MS * self.read(longest) as u32) * 100 / self.read(|s| s.speed).max(1);
        let timer = Timeout::new(ms, move || {
            self.change(Msg::Go(Some(self.read(State::cursor) + 1)));
            if self.read(|s| s.cursor() >= s.total()) {
                self.pause();
            } else {
                self.wait_for_next_step();
            }
        });
        self.playing.set_value(Some(timer));
    }

    /// Asks the engine for what the lab now is.
    fn ask(self) {
        let (id, lab) = self.read(|s| (s.id, s.lab.clone()));
        let plans = [lab.a.clone(), lab.b.clone()];
        let asked = plans.clone();
        self.ask_engine(Topic { lab: id, of: "runs" }, Ask::Runs(plans.into()), move |answer| match answer {
            Answer::Runs(runs) => self.show(asked, runs),
            Answer::Problem(problem) => self.state.update(|s| s.refused = Some(problem)),
            Answer::Outcomes(_) => {}
        });
        // As the lab opens, what stands at its top is painted first.
        if !self.opening.get_untracked() {
            self.ask_cells();
        }
    }

    /// Asks the engine for the matrix, unless that is there.
    fn ask_cells(self) {
        let (id, lab) = self.read(|s| (s.id, s.lab.clone()));
        let cells = matrix::cells(&lab);
        let plans: Vec<Plan> = cells.iter().map(|(_, _, plan)| plan.clone()).collect();
        if self.read(|s| s.cells.is_some()) && self.asked_cells.with_value(|asked| *asked == plans) {
            return;
        }
        self.asked_cells.set_value(plans.clone());
        self.ask_engine(Topic { lab: id, of: "cells" }, Ask::Outcomes(plans), move |answer| {
            if let Answer::Outcomes(outcomes) = answer {
                let cells = cells.into_iter().zip(outcomes).map(|((p, l, _), o)| (p, l, o)).collect();
                self.state.update(|s| s.cells = Some(Arc::new(cells)));
            }
        });
    }

    /// Asks the first engine, or where a plan has SQL in it the workshop; if neither answers, a notice says so.
    fn ask_engine(self, topic: Topic, ask: Ask, then: impl FnOnce(Answer) + 'static) {
        let (Ask::Runs(plans) | Ask::Outcomes(plans)) = &ask;
        let then: Box<dyn FnOnce(Answer)> = Box::new(then);
        if plans.iter().any(Plan::has_sql) {
            workshop().ask(topic, LabAsk::Engine(ask), move |answer| match answer {
                Some(LabAnswer::Engine(answer)) => then(answer),
                Some(LabAnswer::Problem(problem)) => then(Answer::Problem(problem)),
                _ => {}
            });
        } else {
            engine().ask(topic, ask, move |answer| {
                if let Some(answer) = answer {
                    then(answer);
                }
            });
        }
    }

    fn show(self, plans: [Plan; 2], runs: Vec<Run>) {
        let decided = self.refocus.get_value().is_some();
        self.state.update(|s| {
            s.refused = None;
            for ((panel, plan), run) in Panel::ALL.into_iter().zip(plans).zip(runs) {
                // What is the same is not drawn again.
                let same = s.now(panel).is_some_and(|now| now.shown.plan == plan && now.shown.run == run);
                if !same {
                    s.show(panel, Arc::new(Shown::new(dom::unique(), plan, run, s.lang)));
                }
            }
            s.follow_cursor();
            let ahead = s.total().saturating_sub(s.cursor());
            s.new_ahead = (decided && ahead > 0).then_some(ahead);
        });
        // Where the control that had the focus went away with the old run, the row that it was about gets it.
        if let Some(panel) = self.refocus.get_value() {
            self.refocus.set_value(None);
            dom::next_frame(move || {
                if dom::focus_is_nowhere() {
                    dom::focus(&self.read(|s| s.row_id(panel, s.cursor().saturating_sub(1))));
                }
            });
        }
    }

    /// The lab as the address says.
    fn follow_address(self) {
        let fragment = dom::fragment();
        if dom::is_place(&fragment) {
            // The skip link moves the focus; the address goes on telling the lab.
            if self.read(|s| s.now(Panel::A).is_some()) {
                self.write_address(false);
            }
            return;
        }
        let read = if fragment.is_empty() {
            Ok(self.read(|s| s.opening.clone()))
        } else {
            Lab::from_fragment(&fragment)
        };
        match read {
            Ok(lab) => {
                if self.read(|s| s.lab == lab && s.wrong_link.is_none()) {
                    return;
                }
                self.pause();
                let mut run = false;
                self.state.update(|s| {
                    run = (&lab.a, &lab.b) != (&s.lab.a, &s.lab.b);
                    s.wrong_link = None;
                    s.forward = false;
                    s.lab = lab;
                    s.follow_cursor();
                });
                if run {
                    self.ask();
                }
            }
            Err(problem) => self.state.update(|s| s.wrong_link = Some((fragment, problem))),
        }
    }

    fn write_when_at_rest(self) {
        if self.has_address {
            self.resting.set_value(Some(Timeout::new(REST_MS, move || self.settle())));
        }
    }

    /// Writes what the address still lacks.
    fn settle(self) {
        if self.resting.with_value(Option::is_some) {
            self.write_address(false);
        }
    }

    /// Is the lab shown as a presentation?
    pub fn is_presented(self) -> bool {
        self.read(|s| s.lab.lesson.presented)
    }

    /// One step on.
    pub fn go_on(self) {
        self.go(self.read(State::cursor) + 1);
    }

    fn lesson(self, change: impl FnOnce(&mut Lesson)) {
        self.state.update(|s| change(&mut s.lab.lesson));
        self.write_address(true);
    }

    fn write_address(self, new_step: bool) {
        if self.has_address {
            self.resting.set_value(None);
            dom::write_fragment(&self.read(|s| s.lab.to_fragment()), new_step);
        }
    }
}

fn choices(path: &str) -> &'static [&'static str] {
    match settings::find(path).map(|setting| setting.kind) {
        Some(Kind::Choice(words) | Kind::Subset(words)) => words,
        _ => &[],
    }
}
