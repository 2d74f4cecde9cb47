//! One of the two panels: above what the customer got, below how that came about.

use super::board;
use super::diagram::diagram;
use super::edit::Scope;
use super::now::now;
use super::pieces::{hue, letter, sign, tag};
use super::state::Store;
use super::tables::tables;
use crate::domain::outcome::{Outcome, Verdict};
use crate::domain::scenario::Handler;
use crate::domain::trace::{Cut, Entry, What};
use crate::view::customer::{self, View};
use crate::view::matrix::Panel;
use crate::view::texts;
use leptos::prelude::*;
use std::collections::BTreeSet;
use std::fmt::Write;

/// What a panel has come to at the cursor.
pub fn outcome(store: Store, panel: Panel) -> Memo<Option<Outcome>> {
    let step = store.step(panel);
    Memo::new(move |_| {
        let shown = store.run(panel)?;
        Some(shown.counts.at(&shown.run, step.get()))
    })
}

/// What the customer sees at the cursor.
pub fn customer_view(store: Store, panel: Panel) -> Memo<Option<View>> {
    let step = store.step(panel);
    Memo::new(move |_| Some(customer::at(&store.run(panel)?.run, step.get())))
}

/// A panel's title.
pub fn title(store: Store, panel: Panel) -> &'static str {
    let t = store.t;
    match (store.lab.with(|lab| lab.compare), panel) {
        (false, Panel::A) => t.panel_a,
        (false, Panel::B) => t.panel_b,
        (true, Panel::A) => t.panel_left,
        (true, Panel::B) => t.panel_right,
    }
}

/// The id of a panel's section.
pub fn panel_id(store: Store, panel: Panel) -> String {
    format!("panel-{}-{}", store.id, panel as usize)
}

/// The panel.
pub fn panel(store: Store, panel: Panel) -> impl IntoView {
    let t = store.t;
    let testid = match panel {
        Panel::A => "panel-a",
        Panel::B => "panel-b",
    };
    let heading = format!("title-{}-{}", store.id, panel as usize);
    let hidden = move || store.narrow.get() && store.tab.get() != panel;
    let story = move || match (store.lab.with(|lab| lab.compare), panel) {
        (true, _) => t.story_compare,
        (false, Panel::A) => t.story_a,
        (false, Panel::B) => t.story_b,
    };
    let outcome = outcome(store, panel);
    let view = customer_view(store, panel);
    let cut = move || {
        let cut = store.run(panel)?.run.cut?;
        let text = match cut {
            Cut::Entries => t.cut_entries,
            Cut::Time => t.cut_time,
        };
        Some(view! { <p class="notice cut" role="note">{text}</p> })
    };
    let healthy = move || {
        let healthy = outcome.with(|o| o.as_ref().is_some_and(|o| o.looks_healthy));
        healthy.then_some(t.looks_healthy)
    };
    let own_layers = move || {
        store.lab.with(|lab| lab.compare).then(|| {
            view! { <div class="own-layers">{board::layers(store, Scope::Only(panel))}</div> }
        })
    };
    view! {
        <section
            class="panel"
            class:off=hidden
            id=panel_id(store, panel)
            data-testid=testid
            aria-labelledby=heading
            role=move || store.narrow.get().then_some("tabpanel")
        >
            <header class="panel-head">
                <h2 id=heading.clone()>{move || title(store, panel)}</h2>
                {verdict(store, outcome)}
                <p class="story">{story}</p>
            </header>
            {own_layers}
            {cut}
            {counters(store, panel, outcome)}
            <p class="healthy">{healthy}</p>
            {customer(store, panel, view)}
            <div class="panel-grid">
                {diagram(store, panel)}
                <div>{now(store, panel)} {handlers(store, outcome)} {tables(store, panel)}</div>
            </div>
        </section>
    }
}

fn verdict(store: Store, outcome: Memo<Option<Outcome>>) -> impl IntoView {
    let worst = Memo::new(move |_| outcome.with(|o| o.as_ref().map_or(Verdict::Pending, Outcome::worst)));
    let line = move || outcome.with(|o| o.as_ref().map(|o| texts::verdict_line(o, store.lang)));
    view! {
        <p class=move || format!("verdict v-{}", worst.get().word()) title=move || texts::verdict_help(worst.get(), store.lang)>
            {move || sign(worst.get())}
            <span data-testid="verdict" data-verdict=move || worst.get().word()>
                {line}
            </span>
        </p>
    }
}

/// The counters, from what was wanted to what was got, over a stream that is as wide as they are large: where
/// one becomes two is where it widens.
fn counters(store: Store, panel: Panel, outcome: Memo<Option<Outcome>>) -> impl IntoView {
    let t = store.t;
    type Read = fn(&Outcome) -> u32;
    let all: [(&str, &str, &str, Read); 6] = [
        ("count-intents", t.intents, t.intents_help, |o| o.intents),
        ("count-requests", t.requests, t.requests_help, |o| o.requests),
        ("count-orders", t.orders, t.orders_help, |o| o.orders),
        ("count-charges", t.charges, t.charges_help, |o| o.charges),
        ("count-deliveries", t.deliveries, t.deliveries_help, |o| o.deliveries),
        ("count-mails", t.mails, t.mails_help, |o| o.mails),
    ];
    let values = Memo::new(move |_| outcome.with(|o| o.as_ref().map(|o| all.map(|(.., read)| read(o)))));
    let stream = move || values.get().map(|v| stream(&v)).unwrap_or_default();
    let step = store.step(panel);
    let turns = Memo::new(move |_| {
        let shown = store.run(panel)?;
        let happened = step.get().map_or(0, |step| step + 1);
        Some(turns(&shown.run.entries[..happened.min(shown.run.entries.len())]))
    });
    let turned = move || {
        let names = [
            [t.turn_client, t.turn_client],
            [t.turn_layer_1, t.turn_layer_1],
            [t.turn_broker, t.turn_publisher],
            [t.turn_layer_2, t.turn_mail_key],
        ];
        let turns = turns.get()?;
        let marks = turns.iter().zip(names).zip(["at-1", "at-2", "at-4", "at-5"]);
        Some(
            marks
                .filter_map(|((turn, names), place)| {
                    let name = names[usize::from(turn.as_ref()? == &Turn::Second)];
                    Some(view! { <span class=format!("turn {place}")>{name}</span> })
                })
                .collect_view(),
        )
    };
    let list = all
        .into_iter()
        .enumerate()
        .map(|(i, (testid, name, help, _))| {
            let value = move || values.get().map(|v| v[i].to_string());
            // An order, a charge or a mail too many; requests and deliveries may be as many as they like.
            let over = move || matches!(i, 2 | 3 | 5) && values.get().is_some_and(|v| v[i] > v[0]);
            view! {
                <div class:over=over>
                    <dt title=help>{name}</dt>
                    <dd data-testid=testid>{value}</dd>
                </div>
            }
        })
        .collect_view();
    view! {
        <div class="counters">
            <svg class="stream" viewBox="0 0 600 40" preserveAspectRatio="none" aria-hidden="true" inner_html=stream></svg>
            <dl class="counts">{list}</dl>
            <div class="turns">{turned}</div>
        </div>
    }
}

/// Why the stream turns: the first of two causes, or the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turn {
    First,
    Second,
}

/// Where one became two, and where two became one again: before the requests (the client repeats), the orders
/// (layer 1), the deliveries (the broker, or somebody who publishes again), the mails (layer 2, or the mail
/// provider's key).
fn turns(entries: &[Entry]) -> [Option<Turn>; 4] {
    let mut turns = [None; 4];
    let mut published = BTreeSet::new();
    for entry in entries {
        match &entry.what {
            What::Requested { click, retry, .. } if *click > 1 || *retry > 0 => turns[0] = Some(Turn::First),
            What::OrderFound { .. } | What::KeyReused { .. } => turns[1] = Some(Turn::First),
            What::Delivered { attempt, .. } if *attempt > 1 => turns[2] = Some(Turn::First),
            What::Published { event, .. } if !published.insert(*event) => {
                turns[2] = turns[2].or(Some(Turn::Second));
            }
            What::Mailed { refused: true, .. } => turns[3] = turns[3].or(Some(Turn::Second)),
            what if what.skips() && what.at().is_some_and(|at| at.handler == Handler::Email) => {
                turns[3] = Some(Turn::First);
            }
            _ => {}
        }
    }
    turns
}

/// The stream under the counters, 100 units for each.
fn stream(values: &[u32; 6]) -> String {
    let most = values.iter().copied().max().unwrap_or(1).max(2);
    let half =
        |i: usize| if values[i] == 0 { 0.0 } else { 2.0 + 16.0 * f64::from(values[i]) / f64::from(most) };
    let side = |sign: f64, order: &mut dyn Iterator<Item = usize>| {
        let mut path = String::new();
        let mut last: Option<(f64, f64)> = None;
        for i in order {
            let y = 20.0 + sign * half(i);
            // Level under its figure, bending between two figures.
            let (x1, x2) = (i as f64 * 100.0, if i == 5 { 600.0 } else { i as f64 * 100.0 + 62.0 });
            let (x1, x2) = if sign < 0.0 { (x1, x2) } else { (x2, x1) };
            match last {
                None => {
                    let _ = write!(path, "{x1} {y}");
                }
                Some((x, before)) => {
                    let middle = f64::midpoint(x, x1);
                    let _ = write!(path, "C{middle} {before} {middle} {y} {x1} {y}");
                }
            }
            let _ = write!(path, "L{x2} {y}");
            last = Some((x2, y));
        }
        path
    };
    let upper = side(-1.0, &mut (0..6));
    let lower = side(1.0, &mut (0..6).rev());
    format!("<path d=\"M{upper}L{lower}z\"/>")
}

/// Inbox and card statement.
fn customer(store: Store, panel: Panel, view: Memo<Option<View>>) -> impl IntoView {
    let t = store.t;
    let mails = move || {
        let view = view.get()?;
        Some(if view.mails.is_empty() {
            view! { <p class="none">{t.inbox_empty}</p> }.into_any()
        } else {
            let more = view.mails.len().saturating_sub(6);
            let list = view
                .mails
                .iter()
                .skip(more)
                .map(|mail| {
                    view! {
                        <li class=format!("mail {}", hue(mail.event)) class:again=mail.second>
                            {tag(mail.event)}
                            <span class="subject">
                                {t.your_order} " " {mail.order.to_string()}
                                {mail.second.then(|| view! { <em>{t.second_mail}</em> })}
                            </span>
                            <span class="time">{texts::seconds(mail.at)}</span>
                        </li>
                    }
                })
                .collect_view();
            view! { {(more > 0).then(|| view! { <p class="none">{format!("+ {more}")}</p> })} <ul>{list}</ul> }.into_any()
        })
    };
    let charges = move || {
        let view = view.get()?;
        Some(if view.charges.is_empty() {
            view! { <p class="none">{t.card_empty}</p> }.into_any()
        } else {
            let more = view.charges.len().saturating_sub(6);
            let list = view
                .charges
                .iter()
                .skip(more)
                .map(|charge| {
                    view! {
                        <li class=format!("charge {}", hue(charge.event)) class:again=charge.second>
                            {tag(charge.event)}
                            <span class="subject">
                                {t.order} " " {charge.order.to_string()}
                                {charge.second.then(|| view! { <em>{t.second_charge}</em> })}
                            </span>
                            <span class="amount">{customer::amount(charge.cents)}</span>
                        </li>
                    }
                })
                .collect_view();
            view! { {(more > 0).then(|| view! { <p class="none">{format!("+ {more}")}</p> })} <ul>{list}</ul> }.into_any()
        })
    };
    view! {
        <section class="customer" aria-label=format!("{} · {}", t.customer_sees, letter(panel))>
            <div class="inbox">
                <h3>{t.inbox}</h3>
                {mails}
            </div>
            <div class="card">
                <h3>{t.card}</h3>
                {charges}
            </div>
        </section>
    }
}

/// What each handler came to.
fn handlers(store: Store, outcome: Memo<Option<Outcome>>) -> impl IntoView {
    let t = store.t;
    let rows = move || {
        let outcome = outcome.get()?;
        let rows = outcome
            .handlers
            .iter()
            .map(|(handler, h)| {
                let worst = h.verdict.first().copied().unwrap_or(Verdict::Pending);
                let word = texts::verdict(worst, store.lang);
                view! {
                    <tr>
                        <th scope="row" translate="no">{handler.word()}</th>
                        <td>{h.runs}</td>
                        <td>{h.skips}</td>
                        <td>{h.failures}</td>
                        <td>{h.effects}</td>
                        <td class=format!("handler-verdict v-{}", worst.word())>{sign(worst)} <span>{word}</span></td>
                    </tr>
                }
            })
            .collect_view();
        Some(rows)
    };
    view! {
        <table class="handlers">
            <thead>
                <tr>
                    <th scope="col">{t.handler}</th>
                    <th scope="col">{t.runs}</th>
                    <th scope="col">{t.skips}</th>
                    <th scope="col">{t.failures}</th>
                    <th scope="col">{t.effects}</th>
                    <th scope="col">{t.verdict}</th>
                </tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_widens_where_one_becomes_two() {
        let half = |svg: &str| svg.matches("C").count();
        assert_eq!(half(&stream(&[1, 2, 2, 2, 2, 2])), 10);
        assert_ne!(stream(&[1, 2, 2, 2, 2, 2]), stream(&[1, 1, 1, 1, 2, 2]));
    }
}
