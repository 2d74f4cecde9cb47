//! The consumer's statements: layer 2's memory and the handlers' rows, plain and idempotent.

use super::conn::{Conn, Done, Store, ms, text};
use crate::domain::ids::{EventId, MessageNo, Millis, OrderId, PaymentIntentId};
use crate::domain::limits;
use crate::domain::scenario::{DedupKey, Handler, HandlerSql};
use crate::domain::sql::{Cell, Database};

/// What layer 2 remembers a handler run by.
#[derive(Clone, Copy, Debug)]
pub struct Mark<'a> {
    /// Which columns make two runs "the same".
    pub key: DedupKey,
    /// The fact.
    pub event: EventId,
    /// The envelope.
    pub message: MessageNo,
    /// The handler's name, as it stands in the row.
    pub handler: &'a str,
    /// The broker.
    pub bus: &'a str,
    /// When.
    pub at: Millis,
}

/// Whose claim, and until when.
#[derive(Clone, Debug)]
pub struct Claim {
    /// When others may take it over.
    pub until: Millis,
    /// Who holds it.
    pub token: String,
}

/// The fact that a handler works on.
#[derive(Clone, Copy, Debug)]
pub struct Fact<'a> {
    /// Its identity.
    pub event: EventId,
    /// The order that it tells of.
    pub order: OrderId,
    /// What its payment is called.
    pub payment_intent: PaymentIntentId,
    /// For how much.
    pub cents: i64,
    /// Who bought.
    pub user: i64,
    /// What.
    pub item: &'a str,
    /// When the handler works on it.
    pub at: Millis,
}

impl Mark<'_> {
    fn id(&self) -> Cell {
        match self.key {
            DedupKey::MessageAndHandler => text(self.message),
            _ => text(self.event),
        }
    }
    fn values(&self) -> [Cell; 4] {
        [self.id(), text(self.handler), text(self.bus), ms(self.at)]
    }
    /// The `WHERE` of this key, and its values.
    fn lookup(&self) -> (&'static str, Vec<Cell>) {
        match self.key {
            DedupKey::EventAndHandler | DedupKey::None => {
                ("event_id = ?1 AND handler = ?2", vec![self.id(), text(self.handler)])
            }
            DedupKey::Event => ("event_id = ?1", vec![self.id()]),
            DedupKey::MessageAndHandler => {
                ("message_id = ?1 AND handler = ?2", vec![self.id(), text(self.handler)])
            }
        }
    }
    fn insert(&self) -> &'static str {
        match self.key {
            DedupKey::EventAndHandler | DedupKey::None => {
                "INSERT INTO processed_events (event_id, handler, bus, processed_ms) VALUES (?1, ?2, ?3, ?4) \
                 ON CONFLICT (event_id, handler) DO NOTHING"
            }
            DedupKey::Event => {
                "INSERT INTO processed_events (event_id, handler, bus, processed_ms) VALUES (?1, ?2, ?3, ?4) \
                 ON CONFLICT (event_id) DO NOTHING"
            }
            DedupKey::MessageAndHandler => {
                "INSERT INTO processed_events (message_id, handler, bus, processed_ms) \
                 VALUES (?1, ?2, ?3, ?4) ON CONFLICT (message_id, handler) DO NOTHING"
            }
        }
    }
}

impl Conn {
    /// Is this run's mark there?
    pub fn is_marked(&mut self, mark: &Mark<'_>) -> Done<bool> {
        let (condition, values) = mark.lookup();
        let sql = format!("SELECT 1 FROM processed_events WHERE {condition}");
        self.rows(&sql, &values).map(|rows| !rows.is_empty())
    }

    /// Is there a row for this payment?
    pub fn is_paid(&mut self, payment: PaymentIntentId) -> Done<bool> {
        let sql = "SELECT 1 FROM payments WHERE payment_intent_id = ?1";
        self.rows(sql, &[text(payment)]).map(|rows| !rows.is_empty())
    }

    /// Writes this run's mark; false if it was there.
    pub fn insert_mark(&mut self, mark: &Mark<'_>) -> Done<bool> {
        self.write(mark.insert(), &mark.values()).map(|n| n == 1)
    }

    /// Writes a claim with a lease; false if there is a row.
    pub fn insert_claim(&mut self, mark: &Mark<'_>, claim: &Claim) -> Done<bool> {
        let sql = mark
            .insert()
            .replace("processed_ms)", "processed_ms, claimed_until_ms, token)")
            .replace("?4)", "?4, ?5, ?6)");
        let mut values = mark.values().to_vec();
        values.extend([ms(claim.until), text(&claim.token)]);
        self.write(&sql, &values).map(|n| n == 1)
    }

    /// Is the claim settled?
    pub fn is_settled(&mut self, mark: &Mark<'_>) -> Done<bool> {
        let (condition, values) = mark.lookup();
        let sql = format!("SELECT 1 FROM processed_events WHERE {condition} AND done = 1");
        self.rows(&sql, &values).map(|rows| !rows.is_empty())
    }

    /// Takes an expired claim over; false if it is alive.
    pub fn take_over(&mut self, mark: &Mark<'_>, claim: &Claim) -> Done<bool> {
        let (condition, mut values) = mark.lookup();
        let n = values.len();
        let sql = format!(
            "UPDATE processed_events SET claimed_until_ms = ?{}, token = ?{} \
             WHERE {condition} AND done = 0 AND claimed_until_ms <= ?{}",
            n + 1,
            n + 2,
            n + 3
        );
        values.extend([ms(claim.until), text(&claim.token), ms(mark.at)]);
        self.write(&sql, &values).map(|n| n == 1)
    }

    /// Settles the claim; false if somebody else holds it by now.
    pub fn settle(&mut self, mark: &Mark<'_>, token: &str) -> Done<bool> {
        let (condition, mut values) = mark.lookup();
        let sql = format!(
            "UPDATE processed_events SET done = 1 WHERE {condition} AND token = ?{}",
            values.len() + 1
        );
        values.push(text(token));
        self.write(&sql, &values).map(|n| n == 1)
    }

    /// Moves the offset of a partition on in the open transaction; false if it was not where it should be.
    pub fn store_offset(&mut self, partition: u32, from: u64, to: u64) -> Done<bool> {
        let sql = "INSERT INTO consumer_offsets (\"partition\", next_offset) VALUES (?1, ?2) \
                   ON CONFLICT (\"partition\") DO UPDATE SET next_offset = excluded.next_offset \
                   WHERE consumer_offsets.next_offset = ?3";
        let values = [Cell::Integer(partition.into()), Cell::Integer(to as i64), Cell::Integer(from as i64)];
        self.write(sql, &values).map(|n| n == 1)
    }

    /// Deletes the marks that are this old or older; how many there were.
    pub fn purge(&mut self, until: Millis) -> Done<u64> {
        self.write("DELETE FROM processed_events WHERE processed_ms <= ?1", &[ms(until)])
    }

    /// When the oldest mark was written.
    pub fn oldest_mark(&self) -> Option<Millis> {
        let rows = self.select("SELECT min(processed_ms) FROM processed_events", &[]).ok()?;
        match *rows.first()?.first()? {
            Cell::Integer(ms) => Some(Millis(u64::try_from(ms).unwrap_or(0).min(limits::TIME_MS + 1))),
            _ => None,
        }
    }

    /// The handler's business row; how many rows changed (0: idempotent SQL found its work done).
    pub fn write_business_row(&mut self, handler: Handler, sql: HandlerSql, fact: &Fact<'_>) -> Done<u64> {
        match (handler, sql) {
            (Handler::Email, HandlerSql::Plain) => self.write(
                "INSERT INTO emails_sent (event_id, order_id, sent_ms) VALUES (?1, ?2, ?3)",
                &[text(fact.event), Cell::Integer(fact.order.0.into()), ms(fact.at)],
            ),
            (Handler::Email, HandlerSql::Idempotent) => self.write(
                "INSERT INTO emails_sent (event_id, order_id, sent_ms) VALUES (?1, ?2, ?3) \
                 ON CONFLICT (event_id) DO NOTHING",
                &[text(fact.event), Cell::Integer(fact.order.0.into()), ms(fact.at)],
            ),
            (Handler::Payment, _) => {
                let mut insert = String::from(
                    "INSERT INTO payments (payment_intent_id, order_id, amount_cents, charged_ms) \
                     VALUES (?1, ?2, ?3, ?4)",
                );
                if sql == HandlerSql::Idempotent {
                    insert.push_str(" ON CONFLICT (payment_intent_id) DO NOTHING");
                }
                let order = Cell::Integer(fact.order.0.into());
                self.write(
                    &insert,
                    &[text(fact.payment_intent), order, Cell::Integer(fact.cents), ms(fact.at)],
                )
            }
            (Handler::Push, _) => Ok(0),
            (Handler::Inventory, HandlerSql::Plain) => {
                self.write("UPDATE stock SET quantity = quantity - 1 WHERE item = ?1", &[text(fact.item)])
            }
            (Handler::Inventory, HandlerSql::Idempotent) => self.reserve(fact),
            (Handler::Analytics, HandlerSql::Plain) => self.write(
                "INSERT INTO analytics (metric, count) VALUES ('orders', 1) \
                 ON CONFLICT (metric) DO UPDATE SET count = count + 1",
                &[],
            ),
            (Handler::Analytics, HandlerSql::Idempotent) => self.write(
                "INSERT INTO analytics_facts (event_id, order_id, recorded_ms) VALUES (?1, ?2, ?3) \
                 ON CONFLICT (event_id) DO NOTHING",
                &[text(fact.event), Cell::Integer(fact.order.0.into()), ms(fact.at)],
            ),
            (Handler::Recommender, HandlerSql::Plain) => self.write(
                "INSERT INTO recommendations (user_id, last_bought, order_id) VALUES (?1, ?2, ?3) \
                 ON CONFLICT (user_id) DO UPDATE SET last_bought = excluded.last_bought, \
                 order_id = excluded.order_id",
                &[Cell::Integer(fact.user), text(fact.item), Cell::Integer(fact.order.0.into())],
            ),
            (Handler::Recommender, HandlerSql::Idempotent) => self.write(
                "INSERT INTO recommendations (user_id, last_bought, order_id) VALUES (?1, ?2, ?3) \
                 ON CONFLICT (user_id) DO UPDATE SET last_bought = excluded.last_bought, \
                 order_id = excluded.order_id WHERE excluded.order_id > recommendations.order_id",
                &[Cell::Integer(fact.user), text(fact.item), Cell::Integer(fact.order.0.into())],
            ),
        }
    }

    /// A reservation per event guards the stock: both rows, or none. Opens a transaction of its own where
    /// layer 2 has none open.
    fn reserve(&mut self, fact: &Fact<'_>) -> Done<u64> {
        let own = !self.in_transaction();
        if own {
            self.begin()?;
        }
        let reserved = self.write(
            "INSERT INTO reservations (event_id, item, reserved_ms) VALUES (?1, ?2, ?3) \
             ON CONFLICT (event_id) DO NOTHING",
            &[text(fact.event), text(fact.item), ms(fact.at)],
        )?;
        if reserved == 1 {
            self.write("UPDATE stock SET quantity = quantity - 1 WHERE item = ?1", &[text(fact.item)])?;
        }
        if own {
            self.commit()?;
        }
        Ok(reserved)
    }
}

impl Store {
    /// What is on the shelf before anything happens.
    pub fn fill_stock(&mut self, items: &[String], quantity: i64) {
        let conn = self.observer_mut(Database::Consumer);
        for item in items {
            conn.write(
                "INSERT INTO stock (item, quantity) VALUES (?1, ?2)",
                &[text(item), Cell::Integer(quantity)],
            )
            .expect("an empty table takes a row");
        }
        let _ = conn.take_changes();
    }
}
