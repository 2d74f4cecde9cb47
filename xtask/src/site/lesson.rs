//! What a chapter asks of its reader: predictions, goals in a lab, and a form for the reader's own system. The right
//! answer of a prediction is computed; that a goal can be reached, and is not reached already, is tried here.

use std::fmt::Write as _;

use anyhow::{Context as _, Result, bail, ensure};
use effectively_once::domain::{link::Lab, outcome::Field};
use effectively_once::tutorial::{Figures, Goal};
use serde::Deserialize;

use super::html::escape;
use super::markdown::Renderer;
use super::simulation;

/// A prediction: a number, or one of a few choices.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Predict {
    id: String,
    question: String,
    /// The run that answers.
    run: String,
    /// Its figure.
    figure: String,
    /// What is said to a number for which nothing else is.
    otherwise: Option<String>,
    answer: Vec<Answer>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Answer {
    value: String,
    /// A choice's words; a number needs none.
    text: Option<String>,
    /// Why it is so, or which misunderstanding leads there.
    says: String,
    /// A run that shows it.
    see: Option<String>,
}

impl Predict {
    /// The prediction's place in the page. What stands in it is all that is ever said.
    pub fn html(&self, page: &Renderer) -> Result<String> {
        let field = page.run(&self.run)?.figure(&self.figure)?;
        let value = match &field {
            Field::Words(words) => words.first().copied().unwrap_or_default().to_owned(),
            other => other.to_string(),
        };
        let words = page.words;
        let choices = self.answer.iter().filter(|answer| answer.text.is_some()).count();
        let is_choice = choices > 0;
        ensure!(!is_choice || choices == self.answer.len(), "some answers have a text and some have none");
        ensure!(
            is_choice != self.otherwise.is_some(),
            "a number needs `otherwise`, and a choice does without"
        );
        let right = self.answer.iter().find(|answer| answer.value == value);
        let right =
            right.with_context(|| format!("{}: the run says {value}, and no answer does", self.id))?;
        let shown = match &right.text {
            Some(text) => page.inline(text)?,
            None => escape(&page.said(&field)),
        };
        let id = format!("predict-{}", self.id);
        let mut html = format!(
            "<section class=\"predict\" data-island=\"learn\" data-predict=\"{}\" data-right=\"{}\" \
             aria-labelledby=\"{id} {id}-question\">\n<h3 id=\"{id}\">{}</h3>\n\
             <p class=\"question\" id=\"{id}-question\">{}</p>\n",
            escape(&self.id),
            escape(&value),
            escape(&words.predict),
            page.inline(&self.question)?
        );
        html += "<form>";
        if is_choice {
            write!(html, "<fieldset><legend class=\"hidden\">{}</legend>", escape(&words.predict))?;
            for answer in &self.answer {
                write!(
                    html,
                    "<label><input type=\"radio\" name=\"{id}\" value=\"{}\" required> <span>{}</span></label>",
                    escape(&answer.value),
                    page.inline(answer.text.as_deref().unwrap_or_default())?
                )?;
            }
            html += "</fieldset>";
        } else {
            write!(
                html,
                "<label>{} <input type=\"number\" name=\"{id}\" min=\"0\" max=\"9999\" step=\"1\" \
                 inputmode=\"numeric\" required></label>",
                escape(&words.your_number)
            )?;
        }
        writeln!(
            html,
            "<p class=\"do\"><button type=\"submit\" class=\"commit\">{}</button> \
             <button type=\"button\" data-do=\"skip\">{}</button></p><p class=\"goes-on\">{}</p></form>",
            escape(&words.commit),
            escape(&words.show_me),
            escape(&words.goes_on)
        )?;
        // What is said to each answer; shown when it is given, and all of it without JavaScript.
        let say = |verdict: &str, class: &str| {
            let verdict = escape(verdict).replace("{answer}", &shown);
            format!("<p class=\"heard {class}\"><strong>{verdict}</strong></p>")
        };
        write!(
            html,
            "<div class=\"heard-of\" role=\"status\" tabindex=\"-1\">{}{}{}</div>\n<details class=\"answers\"><summary>{}</summary>\n",
            say(&words.right, "is-right"),
            say(&words.wrong, "is-wrong"),
            say(&words.told, "is-told"),
            escape(&words.answers)
        )?;
        for answer in &self.answer {
            let said = answer.text.as_deref().unwrap_or(&answer.value);
            write!(
                html,
                "<div class=\"says\" data-value=\"{}\"><p><b>{}</b> {}",
                escape(&answer.value),
                page.inline(said)?,
                page.inline(&answer.says)?
            )?;
            if let Some(see) = &answer.see {
                let run = page.run_address(see)?;
                write!(html, "{}<a href=\"{run}\">{}</a>", words.gap, escape(&words.refuted))?;
            }
            html += "</p></div>\n";
        }
        if let Some(otherwise) = &self.otherwise {
            writeln!(html, "<div class=\"says\" data-value=\"\"><p>{}</p></div>", page.inline(otherwise)?)?;
        }
        write!(
            html,
            "</details>\n<p class=\"do\"><button type=\"button\" class=\"again\" data-do=\"again\">{}</button></p>\n</section>\n",
            escape(&words.again)
        )?;
        // All that follows waits for the reader's word; the renderer closes it at the page's end.
        writeln!(html, "<div class=\"gated\" data-gate=\"{}\">", escape(&self.id))?;
        Ok(html)
    }
}

/// Goals, written after the lab that they are about; the renderer puts them before it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Goals {
    goal: Vec<OneGoal>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct OneGoal {
    id: String,
    text: String,
    /// The conditions ([`Goal`]).
    when: String,
    hint: String,
    /// A link's fragment that fulfils them.
    proof: String,
}

impl Goals {
    /// The list. `lab`: the link of the lab before it, and whether that shows one panel only.
    pub fn html(&self, page: &Renderer, lab: Option<(&str, bool)>) -> Result<String> {
        let (link, alone) = lab.context("goals stand after the lab that they are about")?;
        let start = simulation::lab(link)?;
        let words = page.words;
        let mut html = format!(
            "<section class=\"goals\" data-island=\"learn\">\n<h3>{}</h3>\n<ol>\n",
            escape(&words.goals)
        );
        for it in &self.goal {
            let goal = Goal::parse(&it.when).and_then(Goal::resolve);
            let goal = goal.map_err(|wrong| anyhow::anyhow!("{}: {wrong}", it.id))?;
            let proof = simulation::lab(&it.proof)?;
            if holds(page, &goal, &start, alone) {
                bail!("{}: the lab has reached this goal as it opens", it.id);
            }
            if !holds(page, &goal, &proof, alone) {
                bail!("{}: the proof does not reach the goal", it.id);
            }
            writeln!(
                html,
                "<li data-goal=\"{}\" data-when=\"{}\"><p>{} <span class=\"reached\">{}</span></p>\
                 <details><summary>{}</summary><p>{} <a href=\"{}\">{}</a></p></details></li>",
                escape(&it.id),
                escape(&goal.to_string()),
                page.inline(&it.text)?,
                escape(&words.reached),
                escape(&words.hint),
                page.inline(&it.hint)?,
                page.workbench(&it.proof),
                escape(&words.one_way)
            )?;
        }
        Ok(html + "</ol>\n<p class=\"hidden\" role=\"status\"></p>\n</section>\n")
    }
}

fn holds(page: &Renderer, goal: &Goal, lab: &Lab, alone: bool) -> bool {
    let plans = if alone { vec![&lab.a] } else { vec![&lab.a, &lab.b] };
    let told = plans.into_iter().map(|plan| Figures::tell(plan, &page.simulations.of(plan).outcome));
    goal.holds(&told.map(|told| Figures::read(&told)).collect::<Vec<_>>())
}

/// Fields whose values go into the lab after them. No form: nothing is sent, every change shows at once.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Yours {
    /// What stays, as in a link.
    base: String,
    /// Figures, each with its name.
    show: Vec<[String; 2]>,
    field: Vec<Setting>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Setting {
    set: String,
    label: String,
    value: String,
    min: Option<u32>,
    max: Option<u32>,
    #[serde(default)]
    options: Vec<[String; 2]>,
}

impl Yours {
    /// The fields, with what the values that they open with come to.
    pub fn html(&self, page: &Renderer) -> Result<String> {
        let pairs: String = self.field.iter().map(|it| format!("&{}={}", it.set, it.value)).collect();
        let lab = simulation::lab(&format!("v=1&{}{pairs}", self.base))?;
        let ran = page.simulations.of(&lab.a);
        let mut html = format!(
            "<section class=\"yours\" data-island=\"learn\" data-base=\"{}\">\n<h3 id=\"yours\">{}</h3>\n\
             <div class=\"fields\" role=\"group\" aria-labelledby=\"yours\">\n",
            escape(&self.base),
            escape(&page.words.yours)
        );
        for it in &self.field {
            write!(html, "<label><span>{}</span> ", escape(&it.label))?;
            if it.options.is_empty() {
                let (min, max) = (it.min.unwrap_or(0), it.max.unwrap_or(u32::MAX));
                let range =
                    page.words.range.replace("{min}", &min.to_string()).replace("{max}", &max.to_string());
                write!(
                    html,
                    "<input type=\"number\" name=\"{0}\" value=\"{1}\" min=\"{min}\" max=\"{max}\" required \
                     aria-describedby=\"of-{3}\"><small class=\"wrong\" id=\"of-{3}\">{2}</small>",
                    escape(&it.set),
                    escape(&it.value),
                    escape(&range),
                    escape(&it.set.replace('.', "-"))
                )?;
            } else {
                write!(html, "<select name=\"{}\">", escape(&it.set))?;
                for [value, name] in &it.options {
                    simulation::lab(&format!("v=1&{}={value}", it.set))?;
                    let chosen = if *value == it.value { " selected" } else { "" };
                    write!(html, "<option value=\"{}\"{chosen}>{}</option>", escape(value), escape(name))?;
                }
                html += "</select>";
            }
            html += "</label>\n";
        }
        html += "</div>\n<div role=\"status\"><dl>";
        for [figure, name] in &self.show {
            write!(
                html,
                "<div><dt>{}</dt><dd data-figure=\"{}\">{}</dd></div>",
                escape(name),
                escape(figure),
                ran.figure(figure)?
            )?;
        }
        Ok(html + "</dl></div>\n</section>\n")
    }
}
