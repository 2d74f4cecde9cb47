//! A lab's state as plain data: what the visitor asked for, the runs on the screen, what stands open. No
//! browser, no signal; [`super::store`] keeps it and [`super::paint`] shows it.

use super::edit::Scope;
use crate::domain::command::{Command, Plan};
use crate::domain::fault::Point;
use crate::domain::ids::Millis;
use crate::domain::link::Lab;
use crate::domain::log;
use crate::domain::outcome::{Outcome, Verdict};
use crate::domain::presets::Redelivery;
use crate::domain::problem::Problem;
use crate::domain::trace::Run;
use crate::view::customer::{self, View};
use crate::view::lang::{Lang, Sentence, Span, plain};
use crate::view::matrix::{Layers, Panel};
use crate::view::texts::{Texts, texts};
use crate::view::{compare, counts, diagram, narrate, tables, why};
use std::sync::{Arc, OnceLock};

/// A run with everything that is computed from it once, and not before somebody asks for it.
pub struct Shown {
    /// Tells one run from another.
    pub generation: u32,
    /// What was run.
    pub plan: Plan,
    /// Which of the six reasons for a redelivery it shows, if it is one of them.
    pub reason: Option<Redelivery>,
    /// What happened.
    pub run: Run,
    /// Its counters, step by step.
    pub counts: counts::History,
    lang: Lang,
    diagram: OnceLock<diagram::Diagram>,
    lines: OnceLock<Vec<log::Line>>,
    tables: OnceLock<tables::History>,
}

impl Shown {
    /// Shows a run of this plan.
    pub fn new(generation: u32, plan: Plan, run: Run, lang: Lang) -> Shown {
        Shown {
            generation,
            counts: counts::History::new(&plan.scenario, &run),
            reason: Redelivery::of(&plan.scenario),
            plan,
            run,
            lang,
            diagram: OnceLock::new(),
            lines: OnceLock::new(),
            tables: OnceLock::new(),
        }
    }

    /// Its diagram.
    pub fn diagram(&self) -> &diagram::Diagram {
        let dialect = self.plan.scenario.broker.dialect;
        self.diagram.get_or_init(|| diagram::layout(&self.run, dialect, self.lang))
    }

    /// Its log.
    pub fn lines(&self) -> &[log::Line] {
        self.lines.get_or_init(|| log::lines(&self.run, self.plan.scenario.broker.dialect.word()))
    }

    /// Its tables, step by step.
    pub fn tables(&self) -> &tables::History {
        self.tables.get_or_init(|| tables::History::new(&self.run))
    }
}

/// A run at the cursor.
#[derive(Clone)]
pub struct Now {
    /// The run.
    pub shown: Arc<Shown>,
    /// The entry that it stands at; `None`: before its first.
    pub step: Option<usize>,
    /// What it has come to.
    pub outcome: Outcome,
    /// What the customer sees.
    pub customer: View,
}

impl Now {
    /// The worst word.
    pub fn worst(&self) -> Verdict {
        self.outcome.worst()
    }

    /// The sentence of this step. It begins with a capital, unless with a name.
    pub fn said(&self, lang: Lang) -> Sentence {
        let start = || narrate::start(lang);
        let Shown { plan, run, .. } = &*self.shown;
        let dialect = plan.scenario.broker.dialect;
        let mut spans = self.step.map_or_else(start, |step| narrate::sentence(run, step, dialect, lang));
        if let Some(Span::Text(text) | Span::Strong(text)) = spans.first_mut()
            && let Some(first) = text.get_mut(..1)
        {
            first.make_ascii_uppercase();
        }
        spans
    }
}

/// What stands open below the switches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Below {
    /// Nothing.
    #[default]
    Nothing,
    /// Every setting.
    Settings,
    /// The frequent faults, where there is no room for them all the time.
    Faults,
    /// The choice of the story to compare.
    Compare,
    /// The six reasons for which a message comes again.
    Reasons,
}

impl Below {
    /// All, in the order of their numbers.
    pub const ALL: [Below; 5] =
        [Below::Nothing, Below::Settings, Below::Faults, Below::Compare, Below::Reasons];
}

/// A decision that would drop others, until the visitor says yes.
#[derive(Clone, Debug, PartialEq)]
pub struct Fork {
    /// In which panel.
    pub panel: Panel,
    /// With the cursor here.
    pub cursor: usize,
    /// What.
    pub command: Command,
    /// What would be dropped.
    pub dropped: Vec<Command>,
}

/// A field whose text cannot be taken.
#[derive(Clone, Debug, PartialEq)]
pub struct Wrong {
    /// Of which setting.
    pub path: &'static str,
    /// What stands there; it is kept.
    pub text: String,
    /// Why not.
    pub problem: Problem,
}

/// What happened to the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum News {
    /// It had to be replaced, and the new one has answered.
    Restarted,
    /// Several in a row failed over one question; it is given up.
    Failed,
}

/// What the eight cells of the matrix came to.
pub type Cells = Vec<(Panel, Layers, Outcome)>;

/// The state.
pub struct State {
    /// This lab among the page's labs.
    pub id: u32,
    /// Which lab of several on the page this is, in what its parts are called; empty where it is the only one.
    pub which: String,
    /// In this place one panel is shown, and nothing beside it.
    pub alone: bool,
    /// This place speaks of a few controls, and shows no row of frequent faults.
    pub brief: bool,
    /// The page's language.
    pub lang: Lang,
    /// The page's texts.
    pub t: &'static Texts,
    /// What the visitor asked for.
    pub lab: Lab,
    /// What this place opens with.
    pub opening: Lab,
    /// What to return to after a comparison.
    pub before_compare: Option<Lab>,
    /// The runs, at the cursor.
    pub now: [Option<Now>; 2],
    /// The matrix.
    pub cells: Option<Arc<Cells>>,
    /// Where the two runs part, when one story is compared.
    pub parting: Option<usize>,
    /// Time runs.
    pub playing: bool,
    /// How fast, in percent.
    pub speed: u32,
    /// The cursor came here by one step forward: what happened may be shown happening.
    pub forward: bool,
    /// The window is too narrow for two panels.
    pub narrow: bool,
    /// The page is being printed: all of it.
    pub printed: bool,
    /// The panel that a narrow window shows.
    pub tab: Panel,
    /// What stands open below the switches.
    pub below: Below,
    /// The settings that few need are shown, too.
    pub rarer: bool,
    /// For which panels the settings are.
    pub scope: Scope,
    /// Fields whose text cannot be taken.
    pub wrong: Vec<Wrong>,
    /// The point of the fault to add.
    pub add_at: Point,
    /// Why the fault cannot be added.
    pub add_wrong: Option<Problem>,
    /// The row whose decisions are open.
    pub menu: Option<(Panel, usize)>,
    /// A decision that waits for the visitor's word.
    pub fork: Option<Fork>,
    /// What happened to the engine.
    pub news: Option<News>,
    /// A link that could not be read, and why.
    pub wrong_link: Option<(String, Problem)>,
    /// Something that could not be done.
    pub refused: Option<Problem>,
    /// After a decision: so many steps lie ahead that were not there before.
    pub new_ahead: Option<usize>,
}

impl State {
    /// Are there runs, or is there a reason why there are none?
    pub fn has_something_to_show(&self) -> bool {
        self.now.iter().all(Option::is_some) || self.news.is_some() || self.refused.is_some()
    }

    /// Are the runs those of the lab as it is set now?
    pub fn is_answered(&self) -> bool {
        let shows =
            |panel: Panel| self.now(panel).is_some_and(|now| now.shown.plan == *panel.plan(&self.lab));
        Panel::ALL.into_iter().all(shows)
    }

    /// Is one panel shown, and nothing beside it?
    pub fn is_alone(&self) -> bool {
        self.alone || self.lab.lesson.alone
    }

    /// Does the window leave this panel out?
    pub fn is_off(&self, panel: Panel) -> bool {
        self.narrow && self.tab() != panel && !self.printed
    }

    /// The panel that a narrow window shows: where one stands alone, that one.
    pub fn tab(&self) -> Panel {
        if self.is_alone() { Panel::A } else { self.tab }
    }

    /// A lab as it opens.
    pub fn new(id: u32, lang: Lang, opening: Lab) -> State {
        State {
            id,
            which: String::new(),
            alone: false,
            brief: false,
            lang,
            t: texts(lang),
            lab: opening.clone(),
            opening,
            before_compare: None,
            now: [None, None],
            cells: None,
            parting: None,
            playing: false,
            speed: 100,
            forward: false,
            narrow: false,
            printed: false,
            tab: Panel::A,
            below: Below::Nothing,
            rarer: false,
            scope: Scope::Both,
            wrong: Vec::new(),
            add_at: Point::AckLost,
            add_wrong: None,
            menu: None,
            fork: None,
            news: None,
            wrong_link: None,
            refused: None,
            new_ahead: None,
        }
    }

    /// What a part of a panel is called.
    pub fn named(&self, name: &str, panel: Panel) -> String {
        format!("{name} · {}{}", super::paint::letter(panel), self.which)
    }

    /// A panel's run at the cursor.
    pub fn now(&self, panel: Panel) -> Option<&Now> {
        self.now[panel as usize].as_ref()
    }

    /// The run of a panel.
    pub fn run(&self, panel: Panel) -> Option<&Run> {
        self.now(panel).map(|now| &now.shown.run)
    }

    /// The length of what this step of a panel says, in bytes; 0 where its run is over.
    pub fn words(&self, panel: Panel) -> usize {
        let now = self.now(panel).filter(|now| self.cursor() <= now.shown.run.entries.len());
        now.map_or(0, |now| plain(&now.said(self.lang)).len())
    }

    /// Where a panel's run is over: what it teaches.
    pub fn closing(&self, panel: Panel) -> Option<&'static str> {
        let now = self.now(panel)?;
        let over = now.step? + 1 == now.shown.run.entries.len();
        over.then(|| why::closing(&now.shown.plan.scenario, &now.outcome, self.lang)).flatten()
    }

    /// Entries of this panel's run.
    pub fn length(&self, panel: Panel) -> usize {
        self.run(panel).map_or(0, |run| run.entries.len())
    }

    /// The panels that are shown, or would be where there is room.
    pub fn panels(&self) -> &'static [Panel] {
        if self.is_alone() { &[Panel::A] } else { &Panel::ALL }
    }

    /// Entries of the longer run.
    pub fn total(&self) -> usize {
        self.panels().iter().map(|&panel| self.length(panel)).max().unwrap_or(0)
    }

    /// So many entries have happened.
    pub fn cursor(&self) -> usize {
        self.lab.step.map_or(self.total(), |n| (n as usize).min(self.total()))
    }

    /// The entry that a panel stands at; `None`: before its first.
    pub fn step(&self, panel: Panel) -> Option<usize> {
        self.now(panel).and_then(|now| now.step)
    }

    /// The moment of the cursor.
    pub fn moment(&self) -> Millis {
        let at = |panel| self.run(panel)?.entries.get(self.step(panel)?).map(|entry| entry.at);
        self.panels().iter().copied().filter_map(at).max().unwrap_or(Millis(0))
    }

    /// A narrow window shows this panel; settings that are one panel's are then this one's.
    pub fn choose_tab(&mut self, panel: Panel) {
        self.tab = panel;
        if self.narrow && self.scope != Scope::Both {
            self.scope = Scope::Only(panel);
        }
    }

    /// Shows these runs.
    pub fn show(&mut self, panel: Panel, shown: Arc<Shown>) {
        let Shown { run, .. } = &*shown;
        let (outcome, customer) = (shown.counts.at(run, None), View::default());
        self.now[panel as usize] = Some(Now { shown, step: None, outcome, customer });
    }

    /// Brings what is seen of the runs to the cursor.
    pub fn follow_cursor(&mut self) {
        let cursor = self.cursor();
        for now in self.now.iter_mut().flatten() {
            let shown = now.shown.clone();
            let step = cursor.min(shown.run.entries.len()).checked_sub(1);
            now.step = step;
            now.outcome = shown.counts.at(&shown.run, step);
            now.customer = customer::at(&shown.run, step);
        }
        self.parting = match (self.lab.compare, self.run(Panel::A), self.run(Panel::B)) {
            (true, Some(a), Some(b)) => compare::first_parting(a, b),
            _ => None,
        };
    }

    /// The id of a row's button in a diagram.
    pub fn row_id(&self, panel: Panel, row: usize) -> String {
        format!("row-{}-{}-{row}", self.id, panel as usize)
    }

    /// The id of a line's button in a log.
    pub fn line_id(&self, panel: Panel, line: usize) -> String {
        format!("log-{}-{}-{line}", self.id, panel as usize)
    }

    /// The newest line of a panel's log.
    pub fn line(&self, panel: Panel) -> Option<usize> {
        let now = self.now(panel)?;
        let step = now.step?;
        now.shown.lines().partition_point(|line| line.step <= step).checked_sub(1)
    }
}

/// How fast one can play: in percent, as a value, in words.
pub const SPEEDS: [(u32, &str, &str); 5] =
    [(50, "50", "0.5×"), (100, "100", "1×"), (200, "200", "2×"), (400, "400", "4×"), (800, "800", "8×")];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn on_a_phone_settings_of_one_panel_are_those_of_the_panel_in_sight() {
        let mut state = State { scope: Scope::Only(Panel::A), ..State::new(0, Lang::ALL[0], Lab::opening()) };
        state.choose_tab(Panel::B);
        assert_eq!(state.scope, Scope::Only(Panel::A));
        state.narrow = true;
        state.choose_tab(Panel::B);
        assert_eq!(state.scope, Scope::Only(Panel::B));
        state.scope = Scope::Both;
        state.choose_tab(Panel::A);
        assert_eq!(state.scope, Scope::Both);
    }

    #[test]
    fn what_is_alone_has_no_other_panel() {
        let mut state = State::new(0, Lang::ALL[0], Lab::opening());
        assert_eq!(state.panels(), Panel::ALL);
        state.lab.lesson.alone = true;
        assert_eq!(state.panels(), [Panel::A]);
    }
}
