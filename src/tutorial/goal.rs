//! Goals: `mails = 3, orders = 1`, `a.verdict = once, consumer.dedup != off`. Figures of the outcome
//! ([`Outcome::fields`]) and settings ([`settings`]) by their names, and `faults`, the number of scripted faults.

use crate::domain::command::Plan;
use crate::domain::outcome::Outcome;
use crate::domain::settings;
use std::cmp::Ordering;

/// How a condition compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Is {
    Equal,
    Not,
    Less,
    AtMost,
    More,
    AtLeast,
}

/// Longer first, so that none is taken for its beginning.
const SIGNS: [(&str, Is); 6] = [
    ("!=", Is::Not),
    ("<=", Is::AtMost),
    (">=", Is::AtLeast),
    ("=", Is::Equal),
    ("<", Is::Less),
    (">", Is::More),
];

#[derive(Clone, Debug, PartialEq, Eq)]
struct Condition {
    /// 0: the left panel, 1: the right one; `None`: the same panel as all others without one.
    panel: Option<usize>,
    name: String,
    is: Is,
    value: String,
}

/// Something to be reached in a lab: all conditions hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal(Vec<Condition>);

/// What a panel came to and how it is set, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Figures(Vec<(String, String)>);

impl Figures {
    /// Of a plan and what its run came to.
    pub fn of(plan: &Plan, outcome: &Outcome) -> Figures {
        Figures::told(plan, &Figures::tell(outcome))
    }

    /// An outcome in one line, as a lab tells it to the rest of its page: `orders=1&mails=2&…`.
    pub fn tell(outcome: &Outcome) -> String {
        let pairs: Vec<String> =
            outcome.fields().iter().map(|(name, field)| format!("{name}={field}")).collect();
        pairs.join("&")
    }

    /// Of a plan and the line that tells what its run came to.
    pub fn told(plan: &Plan, outcome: &str) -> Figures {
        let pairs = outcome.split('&').filter_map(|pair| pair.split_once('='));
        let mut all: Vec<(String, String)> =
            pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        all.push(("faults".into(), plan.scenario.faults.len().to_string()));
        Figures(all)
    }

    /// The figure of this name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

impl Goal {
    /// Reads conditions with commas between them.
    pub fn parse(text: &str) -> Result<Goal, String> {
        text.split(',').map(condition).collect::<Result<_, _>>().map(Goal)
    }

    /// Is it reached by these panels, each a plan and its figures? What stands without `a.` or `b.` must hold for one
    /// panel together. A figure that a panel does not have fulfils nothing.
    pub fn holds(&self, panels: &[(&Plan, &Figures)]) -> bool {
        let holds = |condition: &Condition, panel: usize| {
            panels.get(panel).is_some_and(|(plan, figures)| condition.holds(plan, figures))
        };
        let (free, bound): (Vec<_>, Vec<_>) = self.0.iter().partition(|it| it.panel.is_none());
        bound.iter().all(|it| it.panel.is_some_and(|panel| holds(it, panel)))
            && (free.is_empty() || (0..panels.len()).any(|panel| free.iter().all(|it| holds(it, panel))))
    }

    /// The names of figures that are no setting: which of them an outcome has depends on its handlers.
    pub fn figures(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|it| it.name.as_str()).filter(|name| settings::find(name).is_none())
    }
}

fn condition(text: &str) -> Result<Condition, String> {
    let text = text.trim();
    let sign = SIGNS.iter().find_map(|(sign, is)| Some((text.split_once(sign)?, *is)));
    let Some(((name, value), is)) = sign else { return Err(format!("{text:?} compares nothing")) };
    let (name, value) = (name.trim(), value.trim());
    let (panel, name) = match name.split_once('.') {
        Some(("a", rest)) => (Some(0), rest),
        Some(("b", rest)) => (Some(1), rest),
        _ => (None, name),
    };
    if name.is_empty() || value.is_empty() {
        return Err(format!("{text:?} lacks a side"));
    }
    if let Some(setting) = settings::find(name) {
        let read = setting.read(value).map_err(|problem| problem.to_string())?;
        setting.set(&mut Plan::default().scenario, read).map_err(|problem| problem.to_string())?;
    }
    Ok(Condition { panel, name: name.into(), is, value: value.into() })
}

impl Condition {
    fn holds(&self, plan: &Plan, figures: &Figures) -> bool {
        let setting = settings::find(&self.name).map(|setting| setting.written(&plan.scenario));
        let Some(got) = setting.as_deref().or(figures.get(&self.name)) else { return false };
        // Several words are a list, worst first: each of them is said of the run.
        let is_among = got.split([',', ' ']).any(|word| word == self.value);
        let order = match (got.parse::<u64>(), self.value.parse::<u64>()) {
            (Ok(got), Ok(wanted)) => got.cmp(&wanted),
            _ => return (self.is == Is::Equal && is_among) || (self.is == Is::Not && !is_among),
        };
        match self.is {
            Is::Equal => order == Ordering::Equal,
            Is::Not => order != Ordering::Equal,
            Is::Less => order == Ordering::Less,
            Is::AtMost => order != Ordering::Greater,
            Is::More => order == Ordering::Greater,
            Is::AtLeast => order != Ordering::Less,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::link::Lab;
    use crate::domain::outcome::Verdict;

    fn holds(goal: &str, mails: [u32; 2]) -> bool {
        let lab = Lab::opening();
        let figures = mails.map(|mails| {
            let verdict = vec![Verdict::Lost, Verdict::Duplicated];
            Figures::of(&lab.a, &Outcome { mails, verdict, ..Outcome::default() })
        });
        Goal::parse(goal).unwrap().holds(&[(&lab.a, &figures[0]), (&lab.b, &figures[1])])
    }

    #[test]
    fn conditions_compare_numbers_words_and_settings() {
        for (goal, reached) in [
            ("mails = 2", true),
            ("mails != 2", true),
            ("mails > 2, mails < 4", true),
            ("mails >= 2, mails <= 2", true),
            ("mails > 3", false),
            ("verdict = duplicated", true),
            ("verdict = once", false),
            ("verdict != once", true),
            ("a.client.clicks = 2, b.client.clicks = 1", true),
            ("a.client.clicks != 2", false),
            ("consumer.dedup = off", true),
            ("b.faults = 1, a.faults = 0", true),
            ("chickens = 0", false),
            ("chickens != 0", false),
        ] {
            assert_eq!(holds(goal, [2, 3]), reached, "{goal}");
        }
    }

    #[test]
    fn what_names_no_panel_must_hold_for_one_together() {
        assert!(holds("mails = 3, faults = 1", [2, 3]));
        assert!(!holds("mails = 2, faults = 1", [2, 3]));
        assert!(holds("a.mails = 2, faults = 1", [2, 3]));
    }

    #[test]
    fn what_cannot_be_read_is_told() {
        for wrong in
            ["", "mails", "mails =", "= 2", "mails = 1,", "consumer.dedup = sometimes", "client.clicks = 99"]
        {
            assert!(Goal::parse(wrong).is_err(), "{wrong}");
        }
    }
}
