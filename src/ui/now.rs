//! What this step is: its sentence, its SQL with SQLite's answer, and what can be decided here.

use super::edit;
use super::edit::Msg;
use super::pieces::{icon, icons, letter, sentence};
use super::state::{Fork, Shown, Store};
use super::tables::{cell, escape};
use crate::domain::command::{Command, Operation};
use crate::domain::ids::Millis;
use crate::domain::sql::{Answer, Statement};
use crate::view::lang::{Lang, Span};
use crate::view::matrix::Panel;
use crate::view::{narrate, settings, texts};
use leptos::prelude::*;

/// The card.
pub fn now(store: Store, panel: Panel) -> impl IntoView {
    let t = store.t;
    let step = store.step(panel);
    let body = move || {
        let shown = store.run(panel)?;
        let step = step.get();
        let statements = step.and_then(|i| shown.run.entries.get(i)).map_or(&[][..], |entry| &entry.sql);
        let sql = statements.iter().map(|s| statement(s, &shown, store)).collect_view();
        let none = statements.is_empty().then(|| view! { <p class="no-sql">{t.no_sql}</p> });
        Some(
            view! {
                <p class="say">{sentence(said(&shown, step, store.lang))}</p>
                <div class="statements" role="group" aria-label=t.sql>
                    {sql} {none}
                </div>
            }
            .into_any(),
        )
    };
    let decisions = move || {
        let shown = store.run(panel)?;
        let i = step.get()?;
        let row = shown.diagram.rows.get(i)?;
        let buttons = row
            .decisions
            .iter()
            .map(|decision| {
                let command = decision.command;
                view! {
                    <li>
                        <button type="button" class="decision" on:click=move |_| decide(store, panel, i, command)>
                            {icon(icons::BOLT)} <span>{decision.label.clone()}</span>
                        </button>
                    </li>
                }
            })
            .collect_view();
        Some(if row.decisions.is_empty() {
            view! { <p class="nothing">{t.nothing_to_decide}</p> }.into_any()
        } else {
            view! { <ul class="decisions">{buttons}</ul> }.into_any()
        })
    };
    let operate = Operation::ALL
        .iter()
        .map(|&run| {
            let act = move |_| {
                let at = step.get_untracked().and_then(|i| Some(store.run(panel)?.run.entries.get(i)?.at));
                let at_ms = at.unwrap_or(Millis(0));
                let i = store.cursor.get_untracked().saturating_sub(1);
                decide(store, panel, i, Command::Operate { at_ms, run });
            };
            view! {
                <li><button type="button" class="decision" on:click=act>{settings::operation(run, store.lang)}</button></li>
            }
        })
        .collect_view();
    view! {
        <section class="now" aria-label=format!("{} · {}", t.now, letter(panel))>
            <h3>{t.now}</h3>
            <div class="now-body">{body}</div>
            <div class="choices" role="group" aria-label=t.decide_here>
                {decisions} <details class="operate">
                    <summary>{t.operate_now}</summary>
                    <ul class="decisions">{operate}</ul>
                </details>
            </div>
        </section>
    }
}

/// The sentence of a step. It begins with a capital, unless with a name.
pub fn said(shown: &Shown, step: Option<usize>, lang: Lang) -> Vec<Span> {
    let mut spans =
        step.map_or_else(|| narrate::start(lang), |step| narrate::sentence(&shown.run, step, lang));
    if let Some(Span::Text(text) | Span::Strong(text)) = spans.first_mut()
        && let Some(first) = text.get_mut(..1)
    {
        first.make_ascii_uppercase();
    }
    spans
}

/// Decides something at an entry. Asks first if the visitor has decided something that lies ahead.
pub fn decide(store: Store, panel: Panel, entry: usize, command: Command) {
    let cursor = entry + 1;
    let Some(shown) = store.shown[panel as usize].get_untracked() else { return };
    let plan = store.lab.with_untracked(|lab| panel.plan(lab).clone());
    let dropped: Vec<Command> =
        edit::ahead(&plan, &shown.run, cursor).into_iter().map(|i| plan.commands[i]).collect();
    store.refocus(panel);
    if dropped.is_empty() {
        store.act(Msg::Fork(panel, cursor, command));
    } else {
        store.fork.set(Some(Fork { panel, cursor, command, dropped }));
    }
}

/// A statement with its values in place, and what SQLite said.
fn statement(statement: &Statement, shown: &Shown, store: Store) -> impl IntoView + use<> {
    let (class, sign) = match &statement.answer {
        Answer::Done => ("done", "✓"),
        Answer::Rows(rows) if rows.is_empty() => ("none", "∅"),
        Answer::Changed(0) => ("none", "∅"),
        Answer::Rows(_) | Answer::Changed(_) => ("ok", "→"),
        Answer::Busy => ("busy", "◷"),
        Answer::Error(_) => ("error", "✗"),
    };
    let mut text = texts::answer(&statement.answer, store.lang);
    if statement.answer == Answer::Changed(0) && statement.sql.contains("DO NOTHING") {
        text.push_str(match store.lang {
            Lang::En => ": ",
            Lang::ZhHant => "：",
        });
        text.push_str(store.t.already_there);
    }
    let rows = match &statement.answer {
        Answer::Rows(rows) => rows
            .iter()
            .take(6)
            .map(|row| {
                let cells: Vec<String> = row.iter().map(|value| cell(value, shown, true)).collect();
                format!("<span class=\"got\">{}</span>", cells.join(" | "))
            })
            .collect::<String>(),
        _ => String::new(),
    };
    view! {
        <div class="statement" translate="no">
            <pre><code inner_html=sql(statement, shown)></code></pre>
            <p class=format!("answer {class}")>
                <span class="answer-sign" aria-hidden="true">{sign}</span>
                <span lang=store.lang.tag()>{text}</span>
                <span class="got-rows" inner_html=rows></span>
            </p>
        </div>
    }
}

/// A statement as HTML: keywords set off, each bound value in the place of its number.
fn sql(statement: &Statement, shown: &Shown) -> String {
    let mut html = String::new();
    let text = statement.sql.trim();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let word_end = |s: &str, ok: fn(char) -> bool| s.find(|c| !ok(c)).unwrap_or(s.len());
        let (token, tail) = if c.is_ascii_alphabetic() || c == '_' {
            rest.split_at(word_end(rest, |c| c.is_ascii_alphanumeric() || c == '_'))
        } else if c == '?' {
            rest.split_at(1 + word_end(&rest[1..], |c| c.is_ascii_digit()))
        } else {
            rest.split_at(c.len_utf8())
        };
        let value = token
            .strip_prefix('?')
            .and_then(|n| n.parse::<usize>().ok())
            .and_then(|n| statement.values.get(n.checked_sub(1)?));
        if let Some(value) = value {
            html.push_str(&format!("<span class=\"bound\">{}</span>", cell(value, shown, true)));
        } else if token.len() > 1 && token.bytes().all(|b| b.is_ascii_uppercase()) {
            html.push_str(&format!("<b>{token}</b>"));
        } else {
            html.push_str(&escape(token));
        }
        rest = tail;
    }
    html
}
