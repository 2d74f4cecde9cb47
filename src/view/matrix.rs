//! The matrix: two stories × no layer, layer 1, layer 2, both. Eight plans to run; nothing is typed in.

use crate::domain::command::Plan;
use crate::domain::link::Lab;
use crate::domain::scenario::{Dedup, KeyPolicy, Scenario};

/// One of the lab's two panels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Panel {
    /// Left: the double submit.
    A,
    /// Right: the redelivery.
    B,
}

impl Panel {
    /// Both, from left to right.
    pub const ALL: [Panel; 2] = [Panel::A, Panel::B];

    /// This panel's plan.
    pub fn plan(self, lab: &Lab) -> &Plan {
        match self {
            Panel::A => &lab.a,
            Panel::B => &lab.b,
        }
    }
}

/// Which of the two layers are on: a column of the matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Layers {
    /// Neither.
    None,
    /// Layer 1 alone: one key for one intent.
    One,
    /// Layer 2 alone: dedup in the consumer.
    Two,
    /// Layer 1 and layer 2.
    Both,
}

impl Layers {
    /// The columns, from left to right.
    pub const ALL: [Layers; 4] = [Layers::None, Layers::One, Layers::Two, Layers::Both];

    /// Is layer 1 on?
    pub const fn one(self) -> bool {
        matches!(self, Layers::One | Layers::Both)
    }

    /// Is layer 2 on?
    pub const fn two(self) -> bool {
        matches!(self, Layers::Two | Layers::Both)
    }
}

/// The scenario under these layers and otherwise as it is. Layer 2 is the scenario's own mode of dedup, or
/// `check_run_mark` where that is off.
pub fn apply(scenario: &Scenario, layers: Layers) -> Scenario {
    let mut scenario = scenario.clone();
    scenario.client.key = if layers.one() { KeyPolicy::PerIntent } else { KeyPolicy::None };
    scenario.consumer.dedup = match (layers.two(), scenario.consumer.dedup) {
        (false, _) => Dedup::Off,
        (true, Dedup::Off) => Dedup::CheckRunMark,
        (true, mode) => mode,
    };
    scenario
}

/// The eight plans, row by row: A without a layer, A with layer 1, ….
pub fn cells(lab: &Lab) -> Vec<(Panel, Layers, Plan)> {
    Panel::ALL
        .iter()
        .flat_map(|&panel| {
            let plan = panel.plan(lab);
            Layers::ALL.iter().map(move |&layers| {
                let scenario = apply(&plan.scenario, layers);
                (panel, layers, Plan { scenario, commands: plan.commands.clone() })
            })
        })
        .collect()
}

/// The column in which this scenario stands; `None` where it stands in none (a new key per click).
pub fn layers(scenario: &Scenario) -> Option<Layers> {
    Layers::ALL.into_iter().find(|&layers| apply(scenario, layers) == *scenario)
}

/// Which cell of its row a panel shows, if one.
pub fn on_screen(lab: &Lab, panel: Panel) -> Option<Layers> {
    layers(&panel.plan(lab).scenario)
}
