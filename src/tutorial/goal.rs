//! Goals: `mails = 3, orders = 1`, `a.verdict = once, consumer.dedup != off`. Figures of the outcome
//! ([`Outcome::fields`]) and settings ([`settings`]) by their names, and `faults`, the number of scripted faults.
//!
//! Whoever tries a goal in a browser has the lab's own line of figures ([`Figures::tell`]) and nothing of the simulation,
//! not even the table of settings: [`Goal::resolve`] writes into a goal what it needs of that.

use crate::domain::command::Plan;
use crate::domain::outcome::Outcome;
use crate::domain::settings::{self, SETTINGS};
use std::cmp::Ordering;
use std::fmt;

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
    /// What a setting is where nothing is told of it.
    default: Option<String>,
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
    /// What a plan's run came to, and the settings that are not the default, in one line, as a lab tells it to the rest
    /// of its page: `orders=1&mails=2&…`.
    pub fn tell(plan: &Plan, outcome: &Outcome) -> String {
        let mut text = format!("faults={}", plan.scenario.faults.len());
        for (name, field) in outcome.fields() {
            text += &format!("&{name}={field}");
        }
        for setting in SETTINGS.iter().filter(|setting| !setting.is_default(&plan.scenario)) {
            text += &format!("&{}={}", setting.path, setting.written(&plan.scenario));
        }
        text
    }

    /// Reads that line.
    pub fn read(told: &str) -> Figures {
        let pairs = told.split('&').filter_map(|pair| pair.split_once('='));
        Figures(pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect())
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

    /// The goal with every setting's default in it; or what is wrong with a setting's value.
    pub fn resolve(mut self) -> Result<Goal, String> {
        for it in &mut self.0 {
            if let Some(setting) = settings::find(&it.name) {
                let mut plan = Plan::default();
                it.default = Some(setting.written(&plan.scenario));
                let read = setting.read(&it.value);
                let set = read.and_then(|value| setting.set(&mut plan.scenario, value));
                set.map_err(|problem| problem.to_string())?;
            }
        }
        Ok(self)
    }

    /// Is it reached by these panels? What stands without `a.` or `b.` must hold for one panel together. A figure that a
    /// panel does not have fulfils nothing.
    pub fn holds(&self, panels: &[Figures]) -> bool {
        let holds = |it: &Condition, panel: usize| panels.get(panel).is_some_and(|figures| it.holds(figures));
        let (free, bound): (Vec<_>, Vec<_>) = self.0.iter().partition(|it| it.panel.is_none());
        bound.iter().all(|it| it.panel.is_some_and(|panel| holds(it, panel)))
            && (free.is_empty() || (0..panels.len()).any(|panel| free.iter().all(|it| holds(it, panel))))
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, it) in self.0.iter().enumerate() {
            f.write_str(if n > 0 { ", " } else { "" })?;
            f.write_str(it.panel.map_or("", |panel| ["a.", "b."][panel.min(1)]))?;
            f.write_str(&it.name)?;
            if let Some(default) = &it.default {
                write!(f, "|{default}")?;
            }
            let sign = SIGNS.iter().find(|(_, is)| *is == it.is).map_or("=", |(sign, _)| sign);
            write!(f, " {sign} {}", it.value)?;
        }
        Ok(())
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
    let (name, default) = match name.split_once('|') {
        Some((name, default)) => (name, Some(default.to_owned())),
        None => (name, None),
    };
    if name.is_empty() || value.is_empty() {
        return Err(format!("{text:?} lacks a side"));
    }
    Ok(Condition { panel, name: name.into(), default, is, value: value.into() })
}

impl Condition {
    fn holds(&self, figures: &Figures) -> bool {
        let Some(got) = figures.get(&self.name).or(self.default.as_deref()) else { return false };
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
        let figures = mails.map(|mails| -> Outcome {
            let verdict = vec![Verdict::Lost, Verdict::Duplicated];
            Outcome { mails, verdict, ..Outcome::default() }
        });
        let told = [Figures::tell(&lab.a, &figures[0]), Figures::tell(&lab.b, &figures[1])];
        let goal = Goal::parse(goal).and_then(Goal::resolve).unwrap();
        // As the page writes it, and as it is tried in the browser.
        let written = Goal::parse(&goal.to_string()).unwrap();
        assert_eq!(written, goal);
        written.holds(&told.map(|told| Figures::read(&told)))
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
            assert!(Goal::parse(wrong).and_then(Goal::resolve).is_err(), "{wrong}");
        }
    }
}
