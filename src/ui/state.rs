//! A lab's state: one [`Lab`] that only [`Store::dispatch`] changes, the runs that the engine made of it, and
//! what is derived from both. Signals belong to the island's root and live as long as the page.

use super::dom;
use super::edit::{self, Came, Msg};
use super::engine::{News, Topic, engine};
use crate::domain::command::{Command, Plan};
use crate::domain::link::Lab;
use crate::domain::outcome::Outcome;
use crate::domain::problem::Problem;
use crate::domain::protocol::{Answer, Ask};
use crate::domain::trace::Run;
use crate::view::lang::Lang;
use crate::view::matrix::{self, Layers, Panel};
use crate::view::texts::{Texts, texts};
use crate::view::{compare, counts, diagram, log, tables};
use gloo_timers::callback::Timeout;
use leptos::prelude::*;
use std::sync::Arc;

/// One step at normal speed takes so long, in milliseconds.
const STEP_MS: u32 = 900;
/// The address follows the cursor after it has rested so long.
const REST_MS: u32 = 200;
/// How fast one can play, in percent.
pub const SPEEDS: [u32; 4] = [50, 100, 200, 400];

/// A run with everything that is computed from it once.
pub struct Shown {
    /// Tells one run from another.
    pub generation: u32,
    /// What was run.
    pub plan: Plan,
    /// What happened.
    pub run: Run,
    /// Its diagram.
    pub diagram: diagram::Diagram,
    /// Its log.
    pub lines: Vec<log::Line>,
    /// Its counters, step by step.
    pub counts: counts::History,
    /// Its tables, step by step.
    pub tables: tables::History,
}

impl Shown {
    fn new(plan: Plan, run: Run, lang: Lang) -> Shown {
        Shown {
            generation: dom::unique(),
            diagram: diagram::layout(&run, lang),
            lines: log::lines(&run, plan.scenario.broker.dialect.word()),
            counts: counts::History::new(&plan.scenario, &run),
            tables: tables::History::new(&run),
            plan,
            run,
        }
    }
}

/// A decision that would drop others, until the visitor says yes.
#[derive(Clone, PartialEq)]
pub struct Fork {
    /// In which panel.
    pub panel: Panel,
    /// Where.
    pub cursor: usize,
    /// What.
    pub command: Command,
    /// What would be dropped.
    pub dropped: Vec<Command>,
}

/// What the eight cells of the matrix came to.
pub type Cells = Vec<(Panel, Layers, Outcome)>;

/// The state. `Copy`, because it is only handles.
#[derive(Clone, Copy)]
pub struct Store {
    /// This lab among the page's labs.
    pub id: u32,
    /// The page's language.
    pub lang: Lang,
    /// The page's texts.
    pub t: &'static Texts,
    /// What the visitor asked for.
    pub lab: RwSignal<Lab>,
    /// The runs on the screen.
    pub shown: [RwSignal<Option<Arc<Shown>>>; 2],
    /// The matrix.
    pub cells: RwSignal<Option<Arc<Cells>>>,
    /// So many entries have happened.
    pub cursor: Memo<usize>,
    /// Entries of the longer run.
    pub total: Memo<usize>,
    /// Where the two runs part, when one story is compared.
    pub parting: Memo<Option<usize>>,
    /// Time runs.
    pub playing: RwSignal<bool>,
    /// How fast, in percent.
    pub speed: RwSignal<u32>,
    /// The cursor came here by one step forward: what happened may be shown happening.
    pub forward: RwSignal<bool>,
    /// The window is too narrow for two panels.
    pub narrow: RwSignal<bool>,
    /// The panel that a narrow window shows.
    pub tab: RwSignal<Panel>,
    /// What happened to the engine.
    pub news: RwSignal<Option<News>>,
    /// A link that could not be read, and why.
    pub wrong_link: RwSignal<Option<(String, Problem)>>,
    /// The engine found a plan wrong.
    pub refused: RwSignal<Option<Problem>>,
    /// A decision that waits for the visitor's word.
    pub fork: RwSignal<Option<Fork>>,
    /// What to return to after a comparison.
    pub before_compare: StoredValue<Option<Lab>>,
    refocus: StoredValue<Option<Panel>>,
    opening: StoredValue<Lab>,
    asked_cells: StoredValue<Vec<Plan>>,
    timer: StoredValue<Option<Timeout>, LocalStorage>,
    rest: StoredValue<Option<Timeout>, LocalStorage>,
    has_address: bool,
}

impl Store {
    /// A lab in this language. `has_address`: its state is the page's fragment.
    pub fn new(lang: Lang, opening: Lab, has_address: bool) -> Store {
        let shown: [RwSignal<Option<Arc<Shown>>>; 2] = [RwSignal::new(None), RwSignal::new(None)];
        let lab = RwSignal::new(opening.clone());
        let length = move |i: usize| shown[i].with(|s| s.as_ref().map_or(0, |s| s.run.entries.len()));
        let total = Memo::new(move |_| length(0).max(length(1)));
        let cursor = Memo::new(move |_| {
            let total = total.get();
            lab.with(|lab| lab.step).map_or(total, |n| (n as usize).min(total))
        });
        let parting = Memo::new(move |_| {
            if !lab.with(|lab| lab.compare) {
                return None;
            }
            let (a, b) = (shown[0].get()?, shown[1].get()?);
            compare::first_parting(&a.run, &b.run)
        });
        Store {
            id: dom::unique(),
            lang,
            t: texts(lang),
            lab,
            shown,
            cells: RwSignal::new(None),
            cursor,
            total,
            parting,
            playing: RwSignal::new(false),
            speed: RwSignal::new(100),
            forward: RwSignal::new(false),
            narrow: RwSignal::new(false),
            tab: RwSignal::new(Panel::A),
            news: RwSignal::new(None),
            wrong_link: RwSignal::new(None),
            refused: RwSignal::new(None),
            fork: RwSignal::new(None),
            before_compare: StoredValue::new(None),
            refocus: StoredValue::new(None),
            opening: StoredValue::new(opening),
            asked_cells: StoredValue::new(Vec::new()),
            timer: StoredValue::new_local(None),
            rest: StoredValue::new_local(None),
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
        engine().listen(move |news| self.news.set(Some(news)));
        dom::watch_media("(max-width: 759.98px)", move |narrow| self.narrow.set(narrow));
        if self.shown[0].with_untracked(Option::is_none) {
            self.ask();
        }
    }

    /// The run that a panel shows.
    pub fn run(self, panel: Panel) -> Option<Arc<Shown>> {
        self.shown[panel as usize].get()
    }

    /// The entry that a panel stands at; `None`: before its first.
    pub fn step(self, panel: Panel) -> Memo<Option<usize>> {
        let (cursor, shown) = (self.cursor, self.shown[panel as usize]);
        Memo::new(move |_| {
            let length = shown.with(|s| s.as_ref().map_or(0, |s| s.run.entries.len()));
            cursor.get().min(length).checked_sub(1)
        })
    }

    /// Does what the visitor asked for: the one place that changes the lab.
    pub fn dispatch(self, msg: Msg) -> Result<(), Problem> {
        let stays = matches!(msg, Msg::Go(_));
        if !stays {
            self.pause();
        }
        let runs = self.shown.map(|shown| shown.get_untracked());
        let runs = [runs[0].as_ref().map(|s| &s.run), runs[1].as_ref().map(|s| &s.run)];
        let mut lab = self.lab.get_untracked();
        let before = self.cursor.get_untracked();
        let came = edit::update(&mut lab, msg, runs)?;
        if came == Came::Moved && lab.step.is_some_and(|n| n as usize >= self.total.get_untracked()) {
            lab.step = None;
        }
        match came {
            Came::Nothing => {}
            Came::Moved => {
                self.lab.set(lab);
                self.forward.set(self.cursor.get_untracked() == before + 1);
                self.write_when_at_rest();
            }
            Came::Changed => {
                self.forward.set(false);
                self.lab.set(lab);
                self.settle_as(true);
                self.wrong_link.set(None);
                self.ask();
            }
        }
        Ok(())
    }

    /// Does what cannot be wrong.
    pub fn act(self, msg: Msg) {
        if let Err(problem) = self.dispatch(msg) {
            self.refused.set(Some(problem));
        }
    }

    /// Moves the cursor: so many entries have happened.
    pub fn go(self, n: usize) {
        self.act(Msg::Go(Some(n)));
    }

    /// Moves the cursor by so many entries.
    pub fn go_by(self, by: isize) {
        self.go(self.cursor.get_untracked().saturating_add_signed(by));
    }

    /// Lets time run, from the start if it is over.
    pub fn play(self) {
        if self.total.get_untracked() == 0 {
            return;
        }
        if self.cursor.get_untracked() >= self.total.get_untracked() {
            self.go(0);
        }
        self.playing.set(true);
        self.arm();
    }

    /// Stops time.
    pub fn pause(self) {
        if self.playing.get_untracked() {
            self.playing.set(false);
        }
        self.timer.set_value(None);
    }

    fn arm(self) {
        let ms = STEP_MS * 100 / self.speed.get_untracked().max(1);
        let timer = Timeout::new(ms, move || {
            if !self.playing.try_get_untracked().unwrap_or(false) {
                return;
            }
            self.go_by(1);
            if self.cursor.get_untracked() >= self.total.get_untracked() {
                self.pause();
            } else {
                self.arm();
            }
        });
        self.timer.set_value(Some(timer));
    }

    /// Asks the engine for what the lab now is.
    pub fn ask(self) {
        self.refused.set(None);
        let lab = self.lab.get_untracked();
        let plans = [lab.a.clone(), lab.b.clone()];
        let asked = plans.clone();
        engine().ask(
            Topic { lab: self.id, of: "runs" },
            Ask::Runs(plans.into()),
            move |answer| match answer {
                Answer::Runs(runs) => self.show(asked, runs),
                Answer::Problem(problem) => self.refused.set(Some(problem)),
                _ => {}
            },
        );
        let cells = matrix::cells(&lab);
        let plans: Vec<Plan> = cells.iter().map(|(_, _, plan)| plan.clone()).collect();
        if self.cells.with_untracked(Option::is_some) && self.asked_cells.with_value(|asked| *asked == plans)
        {
            return;
        }
        self.asked_cells.set_value(plans.clone());
        engine().ask(Topic { lab: self.id, of: "cells" }, Ask::Outcomes(plans), move |answer| {
            if let Answer::Outcomes(outcomes) = answer {
                let cells = cells.into_iter().zip(outcomes).map(|((p, l, _), o)| (p, l, o)).collect();
                self.cells.set(Some(Arc::new(cells)));
            }
        });
    }

    /// Asks again after the engine was given up.
    pub fn ask_again(self) {
        self.news.set(None);
        self.asked_cells.set_value(Vec::new());
        self.ask();
    }

    fn show(self, plans: [Plan; 2], runs: Vec<Run>) {
        for ((signal, plan), run) in self.shown.into_iter().zip(plans).zip(runs) {
            // What is the same is not drawn again.
            let same = signal.with_untracked(|s| s.as_ref().is_some_and(|s| s.plan == plan && s.run == run));
            if !same {
                signal.set(Some(Arc::new(Shown::new(plan, run, self.lang))));
            }
        }
        if let Some(panel) = self.refocus.get_value() {
            self.refocus.set_value(None);
            dom::next_frame(move || {
                let row = self.cursor.get_untracked().saturating_sub(1);
                if dom::focus_is_nowhere() {
                    dom::focus(&self.row_id(panel, row));
                }
            });
        }
    }

    /// The control that has the focus is about to go: once the new run is drawn, the focus goes to its row.
    pub fn refocus(self, panel: Panel) {
        self.refocus.set_value(Some(panel));
    }

    /// The id of a row's button in a diagram.
    pub fn row_id(self, panel: Panel, row: usize) -> String {
        format!("row-{}-{}-{row}", self.id, panel as usize)
    }

    /// The lab as the address says.
    fn follow_address(self) {
        let fragment = dom::fragment();
        if dom::is_place(&fragment) {
            // The skip link moves the focus; the address goes on telling the lab.
            if self.shown[0].with_untracked(Option::is_some) {
                self.settle_as(false);
            }
            return;
        }
        let read =
            if fragment.is_empty() { Ok(self.opening.get_value()) } else { Lab::from_fragment(&fragment) };
        match read {
            Ok(lab) => {
                self.wrong_link.set(None);
                let now = self.lab.get_untracked();
                if lab == now {
                    return;
                }
                self.pause();
                self.forward.set(false);
                let run = (&lab.a, &lab.b) != (&now.a, &now.b);
                self.lab.set(lab);
                if run || self.shown[0].with_untracked(Option::is_none) {
                    self.ask();
                }
            }
            Err(problem) => self.wrong_link.set(Some((fragment, problem))),
        }
    }

    fn write_when_at_rest(self) {
        if self.has_address {
            self.rest.set_value(Some(Timeout::new(REST_MS, move || self.settle())));
        }
    }

    /// Writes what the address still lacks.
    fn settle(self) {
        if self.rest.try_with_value(Option::is_some).unwrap_or(false) {
            self.settle_as(false);
        }
    }

    fn settle_as(self, new_step: bool) {
        if self.has_address {
            self.rest.set_value(None);
            dom::write_fragment(&self.lab.with_untracked(Lab::to_fragment), new_step);
        }
    }

    /// The lab as this place opens it.
    pub fn opening(self) -> Lab {
        self.opening.get_value()
    }

    /// This lab's permalink.
    pub fn link(self) -> String {
        dom::address(&self.lab.with(Lab::to_fragment))
    }
}
