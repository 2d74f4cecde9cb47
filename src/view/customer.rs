//! What the customer sees: an inbox, a phone and a card statement.

use crate::domain::ids::{EventNo, IntentNo, Millis, OrderId};
use crate::domain::scenario::Handler;
use crate::domain::sql::{Cell, Table};
use crate::domain::trace::{Run, What};
use litemap::LiteMap;

/// A mail in the inbox, or a push on the phone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mail {
    /// "Your order 1001".
    pub order: OrderId,
    /// The event behind it.
    pub event: EventNo,
    /// When it came.
    pub at: Millis,
    /// Not the first for this purchase.
    pub second: bool,
}

/// A line of the card statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Charge {
    /// For which order.
    pub order: OrderId,
    /// The event behind it.
    pub event: EventNo,
    /// When it was charged.
    pub at: Millis,
    /// How much, in cents.
    pub cents: i64,
    /// Not the first for this purchase.
    pub second: bool,
}

/// Inbox, phone and card statement, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// The inbox.
    pub mails: Vec<Mail>,
    /// The phone.
    pub pushes: Vec<Mail>,
    /// The card statement.
    pub charges: Vec<Charge>,
}

/// What the customer sees after entry `step` (`None`: before the first).
pub fn at(run: &Run, step: Option<usize>) -> View {
    let mut view = View::default();
    let intent = |event: EventNo| -> Option<IntentNo> { run.event(event).map(|info| info.intent) };
    let column = |table: Table, name: &str| {
        let info = run.tables.iter().find(|info| info.table == table)?;
        info.columns.iter().position(|column| column == name)
    };
    let integer = |row: &[Cell], column: Option<usize>| match column.and_then(|column| row.get(column)) {
        Some(Cell::Integer(n)) => Some(*n),
        _ => None,
    };
    let (order_column, cents_column) =
        (column(Table::Charges, "order_id"), column(Table::Charges, "amount_cents"));
    let price_column = column(Table::Orders, "amount_cents");
    // What orders cost, by their number: handlers charge it.
    let mut prices: LiteMap<i64, i64> = LiteMap::new();
    let mut charged: Vec<i64> = Vec::new();
    for entry in run.entries.iter().take(step.map_or(0, |step| step + 1)) {
        for change in entry.changes.iter().filter(|c| c.table == Table::Orders) {
            if let Some(row) = &change.row {
                prices.insert(change.rowid, integer(row, price_column).unwrap_or(0));
            }
        }
        if let What::Sent { at, order, refused: false } = entry.what {
            let (event, at, handler) = (at.event, entry.at, at.handler);
            let same = |other: EventNo| intent(other) == intent(event);
            if handler == Handler::Payment {
                let second = view.charges.iter().any(|charge| same(charge.event));
                let cents = prices.get(&i64::from(order.0)).copied().unwrap_or(0);
                view.charges.push(Charge { order, event, at, cents, second });
            } else {
                let list = if handler == Handler::Push { &mut view.pushes } else { &mut view.mails };
                let second = list.iter().any(|mail| same(mail.event));
                list.push(Mail { order, event, at, second });
            }
        }
        for change in entry.changes.iter().filter(|c| c.table == Table::Charges && !c.pending) {
            let Some(row) = &change.row else { continue };
            if charged.contains(&change.rowid) {
                continue;
            }
            charged.push(change.rowid);
            let from_row = integer(row, order_column).and_then(|n| u32::try_from(n).ok()).map(OrderId);
            let event = entry.what.event().or_else(|| {
                let place = run.events.iter().position(|info| Some(info.order) == from_row)?;
                Some(EventNo(place as u32 + 1))
            });
            let Some(event) = event else { continue };
            let Some(order) = from_row.or(run.event(event).map(|info| info.order)) else { continue };
            let second = view.charges.iter().any(|charge| intent(charge.event) == intent(event));
            let cents = integer(row, cents_column).unwrap_or(0);
            view.charges.push(Charge { order, event, at: entry.at, cents, second });
        }
    }
    view
}

/// An amount as a card statement writes it: `$40.00`.
pub fn amount(cents: i64) -> String {
    format!("${}.{:02}", cents / 100, cents % 100)
}
