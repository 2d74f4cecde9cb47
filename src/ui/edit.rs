//! What a visitor can do to a lab, as one closed enum, and the one function that does it. Pure: no browser,
//! no engine.

use crate::domain::command::{Command, Plan, Post};
use crate::domain::dialect;
use crate::domain::fault::Fault;
use crate::domain::ids::Millis;
use crate::domain::limits;
use crate::domain::link::{Lab, Lesson};
use crate::domain::presets::Redelivery;
use crate::domain::problem::{Problem, Wrong};
use crate::domain::scenario::{Dedup, KeyPolicy, Scenario};
use crate::domain::settings::{self, Value};
use crate::domain::trace::Run;
use crate::view::matrix::{self, Layers, Panel};

/// Which panels a change is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    /// Both.
    #[default]
    Both,
    /// One.
    Only(Panel),
}

impl Scope {
    /// Is this panel meant?
    pub fn has(self, panel: Panel) -> bool {
        self == Scope::Both || self == Scope::Only(panel)
    }

    /// The panel whose values stand in the controls.
    pub fn first(self) -> Panel {
        match self {
            Scope::Both => Panel::A,
            Scope::Only(panel) => panel,
        }
    }
}

/// What a visitor can do.
#[derive(Clone, Debug, PartialEq)]
pub enum Msg {
    /// Moves the cursor: so many entries have happened; `None`: all.
    Go(Option<usize>),
    /// Sets a setting.
    Set(Scope, &'static str, Value),
    /// Sets a setting back to its default.
    Reset(Scope, &'static str),
    /// Switches the layers as a cell of the matrix has them: of both panels, or where one story is compared
    /// of the cell's panel.
    Open(Panel, Layers),
    /// Adds a scripted fault.
    AddFault(Scope, Fault),
    /// Removes a scripted fault.
    RemoveFault(Panel, usize),
    /// Removes an operator's intervention that the scenario has.
    RemoveScheduled(Panel, usize),
    /// Takes back a command.
    RemoveCommand(Panel, usize),
    /// Gives a command with the cursor at this place; what was commanded later is dropped.
    Fork(Panel, usize, Command),
    /// A reason for a redelivery in this panel, under its layers.
    Show(Panel, Redelivery),
    /// Another seed for both.
    Seed(u32),
    /// One story under two settings: this panel's.
    Compare(Panel),
    /// Another lab.
    Replace(Box<Lab>),
}

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Came {
    /// Nothing changed.
    Nothing,
    /// Only the cursor moved.
    Moved,
    /// The plans are others: run them.
    Changed,
}

/// This panel's plan, to change it.
pub fn plan_mut(lab: &mut Lab, panel: Panel) -> &mut Plan {
    match panel {
        Panel::A => &mut lab.a,
        Panel::B => &mut lab.b,
    }
}

/// Does what was asked; on a problem nothing is changed. `runs` are on the screen, and tell which commands
/// took effect when.
pub fn update(lab: &mut Lab, msg: Msg, runs: [Option<&Run>; 2]) -> Result<Came, Problem> {
    let before = lab.clone();
    let done = apply(lab, msg, runs);
    if done.is_err() {
        *lab = before;
        return done.map(|()| Came::Nothing);
    }
    Ok(if *lab == before {
        Came::Nothing
    } else if lab.a == before.a && lab.b == before.b && lab.compare == before.compare {
        Came::Moved
    } else {
        Came::Changed
    })
}

fn apply(lab: &mut Lab, msg: Msg, runs: [Option<&Run>; 2]) -> Result<(), Problem> {
    let both = |lab: &mut Lab, scope: Scope, change: &dyn Fn(&mut Plan) -> Result<(), Problem>| {
        Panel::ALL
            .into_iter()
            .filter(|panel| scope.has(*panel))
            .try_for_each(|panel| change(plan_mut(lab, panel)))
    };
    match msg {
        Msg::Go(cursor) => lab.step = cursor.map(|n| n as u32),
        Msg::Set(scope, path, value) => {
            let setting = settings::find(path).ok_or_else(|| Problem::at(path, Wrong::UnknownKey))?;
            both(lab, scope, &|plan| {
                setting.set(&mut plan.scenario, value.clone())?;
                // A product comes with its rules and defaults.
                if path == "broker.dialect" {
                    dialect::apply(plan.scenario.broker.dialect, &mut plan.scenario)
                } else {
                    Ok(())
                }
            })?;
        }
        Msg::Show(panel, reason) => {
            let plan = plan_mut(lab, panel);
            *plan = reason.onto(&plan.scenario).into();
            lab.step = None;
        }
        Msg::Reset(scope, path) => {
            let setting = settings::find(path).ok_or_else(|| Problem::at(path, Wrong::UnknownKey))?;
            let default = setting.get(&Scenario::default());
            both(lab, scope, &|plan| setting.set(&mut plan.scenario, default.clone()))?;
        }
        Msg::Open(cell, layers) => {
            let compare = lab.compare;
            for panel in Panel::ALL.into_iter().filter(|panel| !compare || *panel == cell) {
                let plan = plan_mut(lab, panel);
                plan.scenario = matrix::apply(&plan.scenario, layers);
            }
            lab.step = None;
        }
        Msg::AddFault(scope, fault) => both(lab, scope, &|plan| {
            if plan.scenario.faults.len() >= limits::FAULTS {
                return Err(Problem::at("fault", Wrong::TooMany { max: limits::FAULTS as u64 }));
            }
            plan.scenario.faults.push(fault.clone());
            Ok(())
        })?,
        Msg::RemoveFault(panel, index) => remove(&mut plan_mut(lab, panel).scenario.faults, index),
        Msg::RemoveScheduled(panel, index) => remove(&mut plan_mut(lab, panel).scenario.commands, index),
        Msg::RemoveCommand(panel, index) => remove(&mut plan_mut(lab, panel).commands, index),
        Msg::Fork(panel, cursor, command) => {
            let plan = plan_mut(lab, panel);
            let dropped = runs[panel as usize].map_or_else(Vec::new, |run| ahead(plan, run, cursor));
            // To decide the opposite is to take one's word back.
            let (mut index, mut taken_back) = (0, false);
            plan.commands.retain(|other| {
                index += 1;
                taken_back |= same_place(other, &command) && *other != command;
                !dropped.contains(&(index - 1)) && !same_place(other, &command)
            });
            if plan.commands.len() >= limits::COMMANDS {
                return Err(Problem::at("do", Wrong::TooMany { max: limits::COMMANDS as u64 }));
            }
            if !taken_back {
                plan.commands.push(command);
            }
            lab.step = Some(cursor as u32);
        }
        Msg::Seed(seed) => both(lab, Scope::Both, &|plan| {
            plan.scenario.seed = seed;
            Ok(())
        })?,
        Msg::Compare(base) => {
            let plan = base.plan(lab).clone();
            let mut other = plan.clone();
            let scenario = &mut other.scenario;
            // The layer that this story is about, switched over, so that there is something to compare.
            match base {
                Panel::A => {
                    scenario.client.key = match scenario.client.key {
                        KeyPolicy::PerIntent => KeyPolicy::None,
                        _ => KeyPolicy::PerIntent,
                    }
                }
                Panel::B => {
                    scenario.consumer.dedup = match scenario.consumer.dedup {
                        Dedup::Off => Dedup::CheckRunMark,
                        _ => Dedup::Off,
                    }
                }
            }
            let lesson = Lesson { alone: false, ..std::mem::take(&mut lab.lesson) };
            *lab = Lab { compare: true, a: plan, b: other, step: None, lesson };
        }
        Msg::Replace(other) => *lab = *other,
    }
    Ok(())
}

fn remove<T>(list: &mut Vec<T>, index: usize) {
    if index < list.len() {
        list.remove(index);
    }
}

/// Do both commands decide the same thing?
fn same_place(one: &Command, other: &Command) -> bool {
    match (one, other) {
        (Command::Decide { at: a, gap: g, nth: n, .. }, Command::Decide { at, gap, nth, .. }) => {
            (a, g, n) == (at, gap, nth)
        }
        _ => false,
    }
}

/// Which of a plan's commands take effect after the cursor (so many entries have happened), or nowhere in
/// this run: what a fork at the cursor drops.
pub fn ahead(plan: &Plan, run: &Run, cursor: usize) -> Vec<usize> {
    let happened = run.entries.len().min(cursor);
    let now = cursor.checked_sub(1).and_then(|i| run.entries.get(i)).map_or(Millis(0), |entry| entry.at);
    let behind = |command: &Command| match *command {
        Command::Decide { at, gap, nth, .. } => run.entries[..happened]
            .iter()
            .any(|entry| entry.met.iter().any(|met| (met.at, met.gap, met.nth) == (at, gap, nth))),
        Command::Operate { at_ms, .. }
        | Command::Replay { at_ms, .. }
        | Command::Post(Post { at_ms, .. }) => at_ms <= now,
        Command::Sql { after, .. } => after as usize <= cursor,
    };
    (0..plan.commands.len()).filter(|&i| !behind(&plan.commands[i])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::fault::Point;

    const NONE: [Option<&Run>; 2] = [None, None];

    fn set(lab: &mut Lab, scope: Scope, path: &'static str, value: Value) -> Result<Came, Problem> {
        update(lab, Msg::Set(scope, path, value), NONE)
    }

    #[test]
    fn a_setting_goes_where_its_scope_says() {
        let mut lab = Lab::opening();
        let word = Value::Word("per_intent".into());
        assert_eq!(set(&mut lab, Scope::Only(Panel::B), "client.key", word.clone()), Ok(Came::Changed));
        assert_eq!(lab.a.scenario.client.key, KeyPolicy::None);
        assert_eq!(lab.b.scenario.client.key, KeyPolicy::PerIntent);
        assert_eq!(set(&mut lab, Scope::Both, "client.key", word.clone()), Ok(Came::Changed));
        assert_eq!(set(&mut lab, Scope::Both, "client.key", word), Ok(Came::Nothing));
    }

    #[test]
    fn what_is_out_of_range_changes_neither_panel() {
        let mut lab = Lab::opening();
        assert!(set(&mut lab, Scope::Both, "client.clicks", Value::Number(99)).is_err());
        assert_eq!(lab, Lab::opening());
    }

    #[test]
    fn moving_runs_nothing() {
        let mut lab = Lab::opening();
        assert_eq!(update(&mut lab, Msg::Go(Some(3)), NONE), Ok(Came::Moved));
        assert_eq!(update(&mut lab, Msg::Go(Some(3)), NONE), Ok(Came::Nothing));
    }

    #[test]
    fn a_cell_of_the_matrix_sets_the_layers_of_both() {
        let mut lab = Lab::opening();
        assert_eq!(update(&mut lab, Msg::Open(Panel::A, Layers::Both), NONE), Ok(Came::Changed));
        assert_eq!(matrix::on_screen(&lab, Panel::A), Some(Layers::Both));
        assert_eq!(matrix::on_screen(&lab, Panel::B), Some(Layers::Both));
    }

    #[test]
    fn to_compare_is_to_have_one_story_twice_with_one_difference() {
        let mut lab = Lab::opening();
        assert_eq!(update(&mut lab, Msg::Compare(Panel::B), NONE), Ok(Came::Changed));
        assert!(lab.compare);
        assert_eq!(lab.a.scenario.faults, lab.b.scenario.faults);
        assert_ne!(lab.a, lab.b);
    }

    #[test]
    fn a_decision_taken_back_leaves_nothing_and_one_made_twice_stands_once() {
        let mut lab = Lab::opening();
        let decide = |fires| Command::Decide { at: Point::AckLost, gap: None, nth: 1, fires };
        let mut after = |fires| {
            assert!(update(&mut lab, Msg::Fork(Panel::A, 3, decide(fires)), NONE).is_ok());
            assert_eq!(lab.step, Some(3));
            lab.a.commands.clone()
        };
        assert_eq!(after(true), [decide(true)]);
        assert_eq!(after(true), [decide(true)]);
        assert_eq!(after(false), []);
        assert_eq!(after(false), [decide(false)]);
        assert_eq!(after(true), []);
    }
}
