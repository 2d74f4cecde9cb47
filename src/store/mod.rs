//! All SQL of the project. Each run has two databases (producer's and consumer's), each a named in-memory
//! database of SQLite's `memdb` VFS: several connections, one set of rows, real locks, natively and in Wasm.
//!
//! A [`Conn`] records what it did: the statements with their answers, and (through SQLite's update hook) which
//! rows they touched. No rule of the simulation is here.

mod conn;
#[cfg(feature = "workshop")]
pub mod console;
mod consumer;
mod file;
#[cfg(feature = "workshop")]
mod guard;
#[cfg(not(feature = "workshop"))]
#[path = "no_guard.rs"]
mod guard;
#[cfg(all(target_arch = "wasm32", not(feature = "workshop")))]
#[expect(unsafe_code, reason = "C looks these up by their names")]
mod left_out;
mod producer;
#[cfg(feature = "workshop")]
mod raw;

#[cfg(feature = "workshop")]
pub use conn::Lens;
pub use conn::{Conn, Refusal, Store};
pub use consumer::{Claim, Fact, Mark};
pub use guard::Guard;
#[cfg(feature = "workshop")]
pub use guard::set_clock;
pub use producer::NewOrder;

use crate::domain::scenario::{Dedup, DedupKey, HandlerSql, Scenario};
use crate::domain::sql::{Database, Table};

/// What decides the shape of the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The key of `processed_events`.
    pub key: DedupKey,
    /// Claims carry a lease and a token.
    pub lease: bool,
    /// Handlers' tables with the constraints that idempotent SQL needs.
    pub sql: HandlerSql,
    /// The consumer's database holds its offsets.
    pub offsets: bool,
    /// The producer keeps keys in a table of their own.
    pub keys: bool,
    /// A handler charges the card, and not the producer.
    pub payments: bool,
}

impl Shape {
    /// The shape that this scenario needs.
    pub fn of(scenario: &Scenario) -> Shape {
        let consumer = &scenario.consumer;
        Shape {
            key: consumer.dedup_key,
            lease: consumer.dedup == Dedup::Claim && consumer.claim_lease_ms > 0,
            sql: consumer.sql,
            offsets: scenario.keeps_offsets(),
            keys: scenario.keeps_keys(),
            payments: scenario.charges_by_event(),
        }
    }

    /// The tables of a database, in the order in which they are created and shown.
    pub fn tables(self, database: Database) -> Vec<(Table, String)> {
        let idempotent = self.sql == HandlerSql::Idempotent;
        Table::ALL
            .iter()
            .filter(|table| table.database() == database)
            .filter_map(|&table| {
                let create = match table {
                    Table::Orders => include_str!("schema/orders.sql").to_string(),
                    Table::Charges if self.payments => return None,
                    Table::Charges => include_str!("schema/charges.sql").to_string(),
                    Table::Payments if self.payments => {
                        let unique = if idempotent { " UNIQUE" } else { "" };
                        include_str!("schema/payments.sql").replace(" UNIQUE", unique)
                    }
                    Table::Payments => return None,
                    Table::Outbox => include_str!("schema/outbox.sql").to_string(),
                    Table::ProcessedEvents => self.processed_events(),
                    Table::EmailsSent if idempotent => {
                        include_str!("schema/emails_sent_idempotent.sql").to_string()
                    }
                    Table::EmailsSent => include_str!("schema/emails_sent.sql").to_string(),
                    Table::Stock => include_str!("schema/stock.sql").to_string(),
                    Table::Reservations if idempotent => include_str!("schema/reservations.sql").to_string(),
                    Table::AnalyticsFacts if idempotent => {
                        include_str!("schema/analytics_facts.sql").to_string()
                    }
                    Table::Analytics if !idempotent => include_str!("schema/analytics.sql").to_string(),
                    Table::Recommendations => include_str!("schema/recommendations.sql").to_string(),
                    Table::ConsumerOffsets if self.offsets => {
                        include_str!("schema/consumer_offsets.sql").to_string()
                    }
                    Table::ConsumerOffsets => return None,
                    Table::IdempotencyKeys if self.keys => {
                        include_str!("schema/idempotency_keys.sql").to_string()
                    }
                    Table::IdempotencyKeys => return None,
                    Table::Reservations | Table::AnalyticsFacts | Table::Analytics => return None,
                };
                Some((table, create.trim_end().to_string()))
            })
            .collect()
    }

    fn processed_events(self) -> String {
        let create = match self.key {
            DedupKey::EventAndHandler | DedupKey::None => include_str!("schema/processed_events.sql"),
            DedupKey::Event => include_str!("schema/processed_events_by_event.sql"),
            DedupKey::MessageAndHandler => include_str!("schema/processed_events_by_message.sql"),
        };
        let create = if self.lease {
            // A claim that can be taken over knows who holds it, until when, and whether it was settled.
            create.replace(
                "  PRIMARY KEY",
                "  claimed_until_ms INTEGER NOT NULL,\n  token        TEXT    NOT NULL,\n  \
                 done         INTEGER NOT NULL DEFAULT 0,\n  PRIMARY KEY",
            )
        } else {
            create.to_string()
        };
        if self.key == DedupKey::None {
            create.replace(",\n  PRIMARY KEY (event_id, handler)", "")
        } else {
            create
        }
    }
}
