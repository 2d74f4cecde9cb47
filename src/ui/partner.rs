//! A lab as the tools know it: an element that tells what it shows and shows what it is told (see [`super`]).

use super::dom;
use super::engine::{Topic, workshop};
use crate::domain::command::Plan;
use crate::domain::ids::Millis;
use crate::domain::limits;
use crate::domain::link::Lab;
use crate::domain::protocol;
use crate::domain::trace::Run;
use crate::domain::workshop::{Answer, Ask};
use crate::view::matrix::Panel;
use web_sys::{Element, HtmlElement};

/// The lab's island.
#[derive(Clone)]
pub struct Partner(HtmlElement);

impl Partner {
    /// The lab in which this is.
    pub fn around(element: &Element) -> Option<Partner> {
        let island = element.closest("[data-island=\"lab\"]").ok()??;
        dom::islands("lab").into_iter().find(|lab| **lab == island).map(Partner)
    }

    /// The page's first lab after this element, or else its first.
    pub fn near(element: &Element) -> Option<Partner> {
        dom::lab_after(element).or_else(|| dom::islands("lab").into_iter().next()).map(Partner)
    }

    /// What it shows; before it says so, what it opens with.
    pub fn now(&self) -> Option<Lab> {
        Lab::from_fragment(&dom::shown_in_lab(&self.0)?).ok()
    }

    /// Shows a lab; false: it does not fit into a link, and nothing happens.
    pub fn show(&self, lab: &Lab) -> bool {
        let fragment = lab.to_fragment();
        let fits = fragment.len() <= limits::LINK_BYTES;
        if fits {
            dom::show_in_lab(&self.0, &fragment);
        }
        fits
    }

    /// Shows this plan with the cursor here, in a lab of one panel as in one of two.
    pub fn show_plan(&self, panel: Panel, plan: &Plan, step: Option<u32>) -> bool {
        let Some(mut lab) = self.now() else { return false };
        let alone = self.is_alone();
        for other in Panel::ALL {
            if alone || other == panel {
                *super::edit::plan_mut(&mut lab, other) = plan.clone();
            }
        }
        self.show(&Lab { step, ..lab })
    }

    /// Calls back whenever it shows something else.
    pub fn watch(&self, then: impl Fn() + 'static) {
        dom::watch_attribute(&self.0, "data-now", then);
    }

    /// Brings it into sight and moves the focus to the controls of its time.
    pub fn visit(&self) {
        dom::reveal_and_focus("[data-island=\"lab\"] .panel", "button");
    }

    /// Does it show one panel only?
    pub fn is_alone(&self) -> bool {
        self.0.has_attribute("data-only") || self.now().is_some_and(|lab| lab.lesson.alone)
    }

    /// Its element.
    pub fn element(&self) -> &HtmlElement {
        &self.0
    }
}

/// Asks for a plan's run. Nothing comes if it cannot be had.
pub fn run(topic: Topic, plan: &Plan, then: impl FnOnce(Run) + 'static) {
    let ask = Ask::Engine(protocol::Ask::Runs(vec![plan.clone()]));
    workshop().ask(topic, ask, move |answer| {
        if let Some(Answer::Engine(protocol::Answer::Runs(mut runs))) = answer
            && let Some(run) = runs.pop()
        {
            then(run);
        }
    });
}

/// The moment at which so many entries have happened; `None`: all.
pub fn moment(run: &Run, step: Option<u32>) -> Millis {
    let happened = step.map_or(run.entries.len(), |step| (step as usize).min(run.entries.len()));
    happened.checked_sub(1).and_then(|i| run.entries.get(i)).map_or(Millis(0), |entry| entry.at)
}
