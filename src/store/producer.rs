//! The producer's statements: `orders`, `charges`, `outbox`.

use super::conn::{Conn, Done, ms, text};
use crate::domain::ids::{EventId, IdempotencyKey, Millis, OrderId};
use crate::domain::sql::Cell;

/// An order as it is written.
pub struct NewOrder<'a> {
    /// Its event.
    pub event: EventId,
    /// Who buys.
    pub user: i64,
    /// What.
    pub item: &'a str,
    /// For how much.
    pub amount_cents: i64,
    /// The request's body, to recognise a key that is used for something else.
    pub body: &'a str,
    /// When.
    pub at: Millis,
}

impl Conn {
    /// Layer 1's guard: the row is new, or the key was here before.
    pub fn insert_outbox(&mut self, event: EventId, bus: &str, payload: &str, at: Millis) -> Done<bool> {
        self.write(
            "INSERT INTO outbox (event_id, bus, payload, created_ms) VALUES (?1, ?2, ?3, ?4) \
             ON CONFLICT (event_id) DO NOTHING",
            &[text(event), text(bus), text(payload), ms(at)],
        )
        .map(|n| n == 1)
    }

    /// What is stored for a key: its status, and the order if there is one.
    pub fn find_key(&mut self, key: IdempotencyKey) -> Done<Option<(String, Option<OrderId>)>> {
        let sql = "SELECT status, order_id FROM idempotency_keys WHERE \"key\" = ?1";
        let rows = self.rows(sql, &[text(key)])?;
        Ok(match rows.first().map(Vec::as_slice) {
            Some([Cell::Text(status), Cell::Integer(order)]) => {
                Some((status.clone(), Some(OrderId(*order as u32))))
            }
            Some([Cell::Text(status), _]) => Some((status.clone(), None)),
            _ => None,
        })
    }

    /// Claims a key; false if it is there.
    pub fn claim_key(&mut self, key: IdempotencyKey, status: &str, at: Millis) -> Done<bool> {
        let sql = "INSERT INTO idempotency_keys (\"key\", status, order_id, created_ms) VALUES (?1, ?2, NULL, ?3) \
                   ON CONFLICT (\"key\") DO NOTHING";
        self.write(sql, &[text(key), text(status), ms(at)]).map(|n| n == 1)
    }

    /// Stores what was answered to a key, whatever stood there. It stays as old as it is.
    pub fn put_key(
        &mut self,
        key: IdempotencyKey,
        status: &str,
        order: Option<OrderId>,
        at: Millis,
    ) -> Done<u64> {
        let sql = "INSERT INTO idempotency_keys (\"key\", status, order_id, created_ms) VALUES (?1, ?2, ?3, ?4) \
                   ON CONFLICT (\"key\") DO UPDATE SET status = excluded.status, order_id = excluded.order_id";
        let order = order.map_or(Cell::Null, |order| Cell::Integer(order.0.into()));
        self.write(sql, &[text(key), text(status), order, ms(at)])
    }

    /// Forgets a key.
    pub fn drop_key(&mut self, key: IdempotencyKey) -> Done<u64> {
        self.write("DELETE FROM idempotency_keys WHERE \"key\" = ?1", &[text(key)])
    }

    /// Forgets the keys that are as old as this, or older.
    pub fn forget_keys(&mut self, until: Millis) -> Done<u64> {
        self.write("DELETE FROM idempotency_keys WHERE created_ms <= ?1", &[ms(until)])
    }

    /// Writes the order with the next number, unless its event has one already.
    pub fn insert_order(&mut self, order: &NewOrder<'_>) -> Done<Option<OrderId>> {
        let written = self.write(
            "INSERT INTO orders (order_id, event_id, user_id, item, amount_cents, body, created_ms) \
             SELECT coalesce(max(order_id), 1000) + 1, ?1, ?2, ?3, ?4, ?5, ?6 FROM orders WHERE true \
             ON CONFLICT (event_id) DO NOTHING",
            &[
                text(order.event),
                Cell::Integer(order.user),
                text(order.item),
                Cell::Integer(order.amount_cents),
                text(order.body),
                ms(order.at),
            ],
        )?;
        Ok((written > 0).then(|| OrderId(self.last_rowid() as u32)))
    }

    /// The card is charged once per order; the card provider settles from this table.
    pub fn insert_charge(&mut self, order: OrderId, amount_cents: i64, at: Millis) -> Done<u64> {
        self.write(
            "INSERT INTO charges (order_id, amount_cents, charged_ms) VALUES (?1, ?2, ?3)",
            &[Cell::Integer(order.0.into()), Cell::Integer(amount_cents), ms(at)],
        )
    }

    /// The stored order of an event, with the body that made it.
    pub fn find_order(&mut self, event: EventId) -> Done<Option<(OrderId, String)>> {
        let rows = self.rows("SELECT order_id, body FROM orders WHERE event_id = ?1", &[text(event)])?;
        Ok(match rows.into_iter().next().as_deref() {
            Some([Cell::Integer(id), Cell::Text(body)]) => Some((OrderId(*id as u32), body.clone())),
            _ => None,
        })
    }

    /// The events that are not marked as published, in the order of their rows.
    pub fn unpublished(&mut self) -> Done<Vec<String>> {
        let rows = self
            .rows("SELECT event_id FROM outbox WHERE published_ms IS NULL ORDER BY rowid LIMIT 100", &[])?;
        let id = |row: Vec<Cell>| match row.into_iter().next() {
            Some(Cell::Text(id)) => Some(id),
            _ => None,
        };
        Ok(rows.into_iter().filter_map(id).collect())
    }

    /// Marks the row as published; 0 if another relay was faster.
    pub fn mark_published(&mut self, event: EventId, at: Millis) -> Done<u64> {
        self.write(
            "UPDATE outbox SET published_ms = ?2 WHERE event_id = ?1 AND published_ms IS NULL",
            &[text(event), ms(at)],
        )
    }
}
