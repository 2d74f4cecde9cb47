//! A panel: above what the customer got, below how that came about.

use super::super::action::Action;
use super::super::html::Html;
use super::super::state::{Now, State};
use super::tables::cell;
use super::{board, hue, icons, letter, title, verdict_class};
use crate::domain::command::Operation;
use crate::domain::link::Lab;
use crate::domain::outcome::{Outcome, Verdict};
use crate::domain::scenario::{Dedup, Handler, KeyPolicy};
use crate::domain::sql::{Answer, Statement};
use crate::domain::trace::{Cut, Entry, What};
use crate::view::customer;
use crate::view::matrix::Panel;
use crate::view::{settings, texts};
use litemap::LiteMap;

/// Title, verdict, story; in a comparison the panel's own switches; whether the run was cut.
pub fn head(state: &State, panel: Panel) -> Vec<Html> {
    let t = state.t;
    let (mut h, mut own, mut cut) = (Html::new(), Html::new(), Html::new());
    let plan = &panel.plan(&state.lab).scenario;
    let story = match (state.lab.compare, panel) {
        (true, _) => t.story_compare,
        (false, panel) if texts::by_hand(&state.lab, panel) => t.story_by_hand,
        (false, Panel::A) if plan.client.clicks > 1 => t.story_a,
        (false, Panel::B) if plan.faults.contains(&Lab::opening_fault()) => t.story_b,
        (false, _) => {
            let reason = state.now(panel).and_then(|now| now.shown.reason);
            reason.map_or(t.story_own, |reason| reason.why().say(state.lang))
        }
    };
    h.m("<h2>").t(title(state, panel, false)).m("</h2>");
    let (worst, line) = match state.now(panel) {
        Some(now) => (now.worst(), texts::verdict_line(&now.outcome, state.lang)),
        None => (Verdict::Pending, String::new()),
    };
    h.m("<p class=\"verdict ")
        .m(verdict_class(worst))
        .m("\" title=\"")
        .t(texts::verdict_help(worst, state.lang));
    h.m("\">")
        .sign(worst)
        .m("<span data-testid=\"verdict\" data-verdict=\"")
        .m(worst.word())
        .m("\">")
        .t(&line);
    h.m("</span></p><p class=\"story\">").t(story).m("</p>");
    if state.lab.compare {
        own.m("<div class=\"own-layers\">");
        board::layers(&mut own, state, super::super::edit::Scope::Only(panel));
        own.m("</div>");
    }
    if let Some(why) = state.run(panel).and_then(|run| run.cut) {
        let text = match why {
            Cut::Entries => t.cut_entries,
            Cut::Time => t.cut_time,
        };
        cut.m("<p class=\"notice cut\" role=\"note\">").t(text).m("</p>");
    }
    vec![h, own, cut]
}

/// The counters, from what was wanted to what was got, over a stream that is as wide as they are large: where
/// one becomes two is where it widens. Then whether anybody would have noticed.
pub fn counters(state: &State, panel: Panel) -> Vec<Html> {
    let t = state.t;
    let mut h = Html::new();
    let Some(now) = state.now(panel) else { return Vec::new() };
    let o = &now.outcome;
    let all: [(&'static str, &str, &str, u32); 6] = [
        ("count-intents", t.intents, t.intents_help, o.intents),
        ("count-requests", t.requests, t.requests_help, o.requests),
        ("count-orders", t.orders, t.orders_help, o.orders),
        ("count-charges", t.charges, t.charges_help, o.charges),
        ("count-deliveries", t.deliveries, t.deliveries_help, o.deliveries),
        ("count-mails", t.mails, t.mails_help, o.mails),
    ];
    h.m("<div class=\"counters\"><svg class=\"stream\" viewBox=\"0 0 600 40\" preserveAspectRatio=\"none\" aria-hidden=\"true\">");
    stream(&mut h, &all.map(|(.., n)| n));
    h.m("</svg><dl class=\"counts\">");
    for (i, (testid, name, help, n)) in all.into_iter().enumerate() {
        // An order, a charge or a mail too many; requests and deliveries may be as many as they like.
        let over = matches!(i, 2 | 3 | 5) && n > o.intents;
        h.m(if over { "<div class=\"over\"><dt title=\"" } else { "<div><dt title=\"" })
            .t(help)
            .m("\">")
            .t(name);
        h.m("</dt><dd data-testid=\"").m(testid).m("\">").n(n as usize).m("</dd></div>");
    }
    h.m("</dl><div class=\"turns\">");
    let happened = now.step.map_or(0, |step| step + 1);
    let names = [
        ("at-1", [t.turn_client, t.turn_client]),
        ("at-2", [t.turn_layer_1, t.turn_layer_1]),
        ("at-4", [t.turn_broker, t.turn_publisher]),
        ("at-5", [t.turn_layer_2, t.turn_mail_key]),
    ];
    let entries = &now.shown.run.entries[..happened];
    for (turn, (place, names)) in turns(entries).iter().zip(names) {
        if let Some(cause) = turn {
            h.m("<span class=\"turn ").m(place).m("\">").t(names[*cause]).m("</span>");
        }
    }
    // A layer that is on, and why it does not see this repeat.
    let scenario = &now.shown.plan.scenario;
    if scenario.client.key != KeyPolicy::None && o.requests <= o.intents && o.mails > o.intents {
        h.m("<span class=\"turn soft at-2\">").t(t.turn_one_request).m("</span>");
    }
    if scenario.consumer.dedup != Dedup::Off && o.orders > o.intents && o.mails > o.intents {
        h.m("<span class=\"turn soft at-5\">").t(t.turn_two_events).m("</span>");
    }
    h.m("</div></div><p class=\"healthy\">").t(if o.looks_healthy { t.looks_healthy } else { "" }).m("</p>");
    vec![h]
}

/// Where one became two, and where two became one again: before the requests (the client repeats), the orders
/// (layer 1), the deliveries (the broker, or somebody who publishes again), the mails (layer 2, or the mail
/// provider's key). 0 is the first of two causes.
fn turns(entries: &[Entry]) -> [Option<usize>; 4] {
    let mut turns = [None; 4];
    let mut published = LiteMap::new_vec();
    for entry in entries {
        match &entry.what {
            What::Requested { click, retry, .. } if *click > 1 || *retry > 0 => turns[0] = Some(0),
            What::OrderFound { .. } | What::KeyReused { .. } => turns[1] = Some(0),
            What::Delivered { attempt, .. } if *attempt > 1 => turns[2] = Some(0),
            What::Published { event, .. } if published.insert(*event, ()).is_some() => {
                turns[2] = turns[2].or(Some(1))
            }
            What::Sent { at, refused: true, .. } if at.handler == Handler::Email => {
                turns[3] = turns[3].or(Some(1))
            }
            what if what.skips() && what.at().is_some_and(|at| at.handler == Handler::Email) => {
                turns[3] = Some(0)
            }
            _ => {}
        }
    }
    turns
}

/// The stream under the counters, 100 units for each: level under its figure, bending between two.
fn stream(h: &mut Html, values: &[u32; 6]) {
    let most = values.iter().copied().max().unwrap_or(1).max(2);
    let half =
        |i: usize| if values[i] == 0 { 0 } else { 2 + (16 * u64::from(values[i]) / u64::from(most)) as i32 };
    h.m("<path d=\"M");
    let mut last: Option<(i32, i32)> = None;
    let mut edge = |x1: i32, x2: i32, y: i32| {
        if let Some((x, before)) = last {
            let middle = i32::midpoint(x, x1);
            h.m("C").d(&middle).m(" ").d(&before).m(" ").d(&middle).m(" ").d(&y).m(" ");
        }
        h.d(&x1).m(" ").d(&y).m("L").d(&x2).m(" ").d(&y);
        last = Some((x2, y));
    };
    let end = |i: usize| if i == 5 { 600 } else { 100 * i as i32 + 62 };
    (0..6).for_each(|i| edge(100 * i as i32, end(i), 20 - half(i)));
    (0..6).rev().for_each(|i| edge(end(i), 100 * i as i32, 20 + half(i)));
    h.m("z\"/>");
}

/// Inbox (or phone, or both) and card statement.
pub fn customer(state: &State, panel: Panel) -> Vec<Html> {
    const MOST: usize = 6;
    let t = state.t;
    let (mut inbox, mut card) = (Html::new(), Html::new());
    let Some(now) = state.now(panel) else { return Vec::new() };
    let (mails, charges) = (&now.customer.mails, &now.customer.charges);
    let more = |h: &mut Html, all: usize| {
        if all > MOST {
            h.m("<p class=\"none\">+ ").n(all - MOST).m("</p>");
        }
    };
    let line = |h: &mut Html, event, what: &str, order: u32, again: Option<&str>| {
        h.m("<li class=\"").m(hue(Some(event))).m_if(again.is_some(), " again").m("\">").tag(event);
        h.m("<span class=\"subject\">").t(what).m(" ").n(order as usize);
        if let Some(again) = again {
            h.m("<em>").t(again).m("</em>");
        }
        h.m("</span>");
    };
    let [email, push] = [Handler::Email, Handler::Push].map(|h| now.outcome.handler(h).is_some());
    let lists = [
        (email || !push, t.inbox, t.inbox_empty, t.second_mail, mails),
        (push, t.phone, t.phone_empty, t.second_push, &now.customer.pushes),
    ];
    for (_, name, empty, again, list) in lists.into_iter().filter(|(shown, ..)| *shown) {
        inbox.m("<h3>").t(name).m("</h3>");
        if list.is_empty() {
            inbox.m("<p class=\"none\">").t(empty).m("</p>");
        }
        more(&mut inbox, list.len());
        inbox.m("<ul>");
        for mail in list.iter().skip(list.len().saturating_sub(MOST)) {
            line(&mut inbox, mail.event, t.your_order, mail.order.0, mail.second.then_some(again));
            inbox.m("<span class=\"time\">").t(&texts::moment(mail.at, state.lang)).m("</span></li>");
        }
        inbox.m("</ul>");
    }
    card.m("<h3>").t(t.card).m("</h3>");
    if charges.is_empty() {
        card.m("<p class=\"none\">").t(t.card_empty).m("</p>");
    }
    more(&mut card, charges.len());
    card.m("<ul>");
    for charge in charges.iter().skip(charges.len().saturating_sub(MOST)) {
        line(&mut card, charge.event, t.order, charge.order.0, charge.second.then_some(t.second_charge));
        card.m("<span class=\"amount\">").t(&customer::amount(charge.cents)).m("</span></li>");
    }
    card.m("</ul>");
    vec![inbox, card]
}

/// What each handler came to.
pub fn handlers(state: &State, panel: Panel) -> Vec<Html> {
    let t = state.t;
    let mut h = Html::new();
    let Some(Now { outcome: Outcome { handlers, .. }, .. }) = state.now(panel) else { return Vec::new() };
    h.m("<table class=\"handlers\"><thead><tr>");
    for head in [t.handler, t.runs, t.skips, t.failures, t.effects, t.verdict] {
        h.m("<th scope=\"col\">").t(head).m("</th>");
    }
    h.m("</tr></thead><tbody>");
    for (handler, outcome) in handlers {
        let worst = outcome.verdict.first().copied().unwrap_or(Verdict::Pending);
        h.m("<tr><th scope=\"row\" translate=\"no\">").m(handler.word()).m("</th>");
        for n in [outcome.runs, outcome.skips, outcome.failures, outcome.effects] {
            h.m("<td>").n(n as usize).m("</td>");
        }
        h.m("<td class=\"handler-verdict ").m(verdict_class(worst)).m("\">").sign(worst).m(" <span>");
        h.t(texts::verdict(worst, state.lang)).m("</span></td></tr>");
    }
    h.m("</tbody></table>");
    vec![h]
}

/// What this step is: its sentence and its SQL with SQLite's answer; then what can be decided here.
pub fn now(state: &State, panel: Panel) -> Vec<Html> {
    let t = state.t;
    let (mut body, mut choices) = (Html::new(), Html::new());
    let Some(now) = state.now(panel) else { return Vec::new() };
    let entry = now.step.and_then(|i| now.shown.run.entries.get(i));
    body.m("<p class=\"say\">").sentence(&now.said(state.lang)).m("</p>");
    if let Some(closing) = state.closing(panel) {
        body.m("<p class=\"closing\">").t(closing).m("</p>");
    }
    body.m("<div role=\"group\" tabindex=\"0\" aria-label=\"");
    body.t(t.sql).m("\">");
    let statements = entry.map_or(&[][..], |entry| &entry.sql);
    for statement in statements {
        sql(&mut body, state, now, statement);
    }
    if statements.is_empty() {
        body.m("<p class=\"no-sql\">").t(t.no_sql).m("</p>");
    }
    body.m("</div>");
    choices.m("<div class=\"choices\" role=\"group\" aria-label=\"").t(t.decide_here).m("\">");
    let row = now.step.and_then(|i| now.shown.diagram().rows.get(i));
    match row {
        Some(row) if !row.decisions.is_empty() => {
            choices.m("<ul class=\"decisions\">");
            for (n, decision) in row.decisions.iter().enumerate() {
                choices
                    .m("<li><button type=\"button\" class=\"decision\"")
                    .act(Action::Decide(panel, row.step, n));
                choices.m(">").icon(icons::BOLT).m("<span>").t(&decision.label).m("</span></button></li>");
            }
            choices.m("</ul>");
        }
        Some(_) => {
            choices.m("<p class=\"nothing\">").t(t.nothing_to_decide).m("</p>");
        }
        None => {}
    }
    choices.m("</div>");
    vec![body, choices]
}

/// What an operator can do at any step.
pub fn operator(state: &State, panel: Panel) -> Vec<Html> {
    let mut h = Html::new();
    h.m("<details class=\"operate\"><summary>").t(state.t.operate_now).m(" · ").m(letter(panel));
    h.m("</summary><ul class=\"decisions\">");
    for &run in Operation::ALL {
        h.m("<li>")
            .button("decision", Action::Operate(panel, run), settings::operation(run, state.lang))
            .m("</li>");
    }
    h.m("</ul></details>");
    vec![h]
}

/// A statement with its values in place, and what SQLite said.
fn sql(h: &mut Html, state: &State, now: &Now, statement: &Statement) {
    const ROWS: usize = 6;
    h.m("<div class=\"statement\" translate=\"no\"><pre><code>");
    let mut rest = statement.sql.trim();
    while let Some(c) = rest.chars().next() {
        let end = |s: &str, ok: fn(char) -> bool| s.find(|c| !ok(c)).unwrap_or(s.len());
        let (token, tail) = if c.is_ascii_alphabetic() || c == '_' {
            rest.split_at(end(rest, |c| c.is_ascii_alphanumeric() || c == '_'))
        } else if c == '?' {
            rest.split_at(1 + end(&rest[1..], |c| c.is_ascii_digit()))
        } else {
            rest.split_at(c.len_utf8())
        };
        let number = token.strip_prefix('?').and_then(|n| n.parse::<usize>().ok());
        if let Some(value) = number.and_then(|n| statement.values.get(n.checked_sub(1)?)) {
            h.m("<span class=\"bound\">");
            cell(h, value, &now.shown, true);
            h.m("</span>");
        } else if token.len() > 1 && token.bytes().all(|b| b.is_ascii_uppercase()) {
            h.m("<b>").t(token).m("</b>");
        } else {
            h.t(token);
        }
        rest = tail;
    }
    let (class, sign) = match &statement.answer {
        Answer::Done => ("done", "✓"),
        Answer::Rows(rows) if rows.is_empty() => ("none", "∅"),
        Answer::Changed(0) => ("none", "∅"),
        Answer::Rows(_) | Answer::Changed(_) => ("ok", "→"),
        Answer::Busy => ("busy", "◷"),
        Answer::Error(_) => ("error", "✗"),
    };
    h.m("</code></pre><p class=\"answer ")
        .m(class)
        .m("\"><span aria-hidden=\"true\">")
        .m(sign)
        .m("</span><span lang=\"");
    h.m(state.lang.tag()).m("\">").t(&texts::answer(&statement.answer, state.lang));
    if statement.answer == Answer::Changed(0) && statement.sql.contains("DO NOTHING") {
        h.m(state.lang.colon()).t(state.t.already_there);
    }
    h.m("</span>");
    if let Answer::Rows(rows) = &statement.answer {
        for row in rows.iter().take(ROWS) {
            h.m("<span class=\"got\">");
            for (i, value) in row.iter().enumerate() {
                h.m_if(i > 0, " | ");
                cell(h, value, &now.shown, true);
            }
            h.m("</span>");
        }
    }
    h.m("</p></div>");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_widens_where_one_becomes_two() {
        let drawn = |values| {
            let mut h = Html::new();
            stream(&mut h, &values);
            h.as_str().to_string()
        };
        assert_eq!(drawn([1, 2, 2, 2, 2, 2]).matches('C').count(), 11);
        assert_ne!(drawn([1, 2, 2, 2, 2, 2]), drawn([1, 1, 1, 1, 2, 2]));
        assert!(drawn([1, 1, 1, 1, 1, 1]).starts_with("<path d=\"M0 10L62 10C81 10 81 10 100 10L"));
    }
}
