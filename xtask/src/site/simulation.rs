//! Runs for the prose: a scenario of `scenarios/` by its name, a name from the page's front matter, or a link's
//! fragment. Each is run once, natively, by the engine that the page runs in the browser, and the numbers in the text
//! are what comes out.

use std::{cell::RefCell, collections::BTreeMap, fs, path::PathBuf, rc::Rc};

use anyhow::{Context, Result, anyhow, bail};
use effectively_once::domain::{
    command::Plan,
    link::{Lab, Lesson},
    outcome::{Field, Outcome},
    text,
};
use effectively_once::sim;

/// A run and what it came to.
pub struct Ran {
    /// What was run.
    pub plan: Plan,
    /// What it came to.
    pub outcome: Outcome,
    /// The trace as text, a line for each entry.
    lines: Vec<String>,
}

/// All runs of the site.
pub struct Simulations {
    scenarios: PathBuf,
    /// By what [`alone`] says of the plan, and by the names under which it was asked for.
    runs: RefCell<BTreeMap<String, Rc<Ran>>>,
}

impl Simulations {
    /// Scenarios stand in this folder.
    pub fn new(scenarios: PathBuf) -> Simulations {
        Simulations { scenarios, runs: RefCell::default() }
    }

    /// A run by its name; `own`: the page's own names.
    pub fn get(&self, name: &str, own: &BTreeMap<String, String>) -> Result<Rc<Ran>> {
        let name = own.get(name).map_or(name, String::as_str);
        if let Some(ran) = self.runs.borrow().get(name) {
            return Ok(ran.clone());
        }
        let plan = if name.starts_with("v=") {
            lab(name)?.a
        } else {
            let file = self.scenarios.join(format!("{name}.toml"));
            let content =
                fs::read_to_string(&file).with_context(|| format!("there is no scenario {name:?}"))?;
            let file = text::file(&content).map_err(|problem| anyhow!("scenarios/{name}.toml: {problem}"))?;
            Plan::from(file.scenario)
        };
        let ran = self.of(&plan);
        self.runs.borrow_mut().insert(name.to_owned(), ran.clone());
        Ok(ran)
    }

    /// What a plan comes to.
    pub fn of(&self, plan: &Plan) -> Rc<Ran> {
        let link = alone(plan);
        if let Some(ran) = self.runs.borrow().get(&link) {
            return ran.clone();
        }
        let run = sim::run(plan);
        let lines = text::run(&run).lines().take(run.entries.len()).map(str::to_owned).collect();
        let ran = Rc::new(Ran { plan: plan.clone(), outcome: run.outcome, lines });
        self.runs.borrow_mut().insert(link, ran.clone());
        ran
    }
}

/// A lab as a link writes it.
pub fn lab(fragment: &str) -> Result<Lab> {
    Lab::from_fragment(fragment).map_err(|problem| anyhow!("{fragment}: {problem}"))
}

/// A plan as the link of a lab that shows nothing else: every run has one such text.
pub fn alone(plan: &Plan) -> String {
    Lab { a: plan.clone(), b: plan.clone(), ..Lab::default() }.to_fragment()
}

impl Ran {
    /// A figure by its name. A table without a row has none, and so 0.
    pub fn figure(&self, name: &str) -> Result<Field> {
        let found = self.outcome.fields().into_iter().find(|(known, _)| known == name);
        match found {
            Some((_, field)) => Ok(field),
            None if name.starts_with("rows.") => Ok(Field::Count(0)),
            None => bail!("the run has no figure {name:?}"),
        }
    }

    /// The step, counted from 1, of the nth entry whose line holds this text.
    pub fn step(&self, nth: usize, text: &str) -> Result<usize> {
        let mut found = self.lines.iter().enumerate().filter(|(_, line)| line.contains(text));
        let at = found.nth(nth.saturating_sub(1)).map(|(at, _)| at + 1);
        at.with_context(|| format!("no entry number {nth} of the trace says {text:?}"))
    }

    /// The link of this run beside another, or alone.
    pub fn link(&self, other: Option<&Ran>, step: Option<usize>) -> String {
        let lab = Lab {
            compare: other.is_some(),
            a: self.plan.clone(),
            b: other.unwrap_or(self).plan.clone(),
            step: step.map(|step| step as u32),
            lesson: Lesson { alone: other.is_none(), ..Lesson::default() },
        };
        lab.to_fragment()
    }
}
