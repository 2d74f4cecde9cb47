//! SQL as the trace shows it: statements with their bound values and results, rows that changed. No SQL is
//! executed here.

use serde::{Deserialize, Serialize};

words! {
    /// The two databases of the pipeline.
    pub enum Database {
        /// `orders`, `charges`, `outbox`.
        Producer = "producer",
        /// `processed_events` and the handlers' tables.
        Consumer = "consumer",
    }
}

words! {
    /// Every table of the pipeline.
    pub enum Table {
        /// What the customer bought.
        Orders = "orders",
        /// One row per order: the card provider settles from it.
        Charges = "charges",
        /// Events that are to be published.
        Outbox = "outbox",
        /// Layer 2's memory.
        ProcessedEvents = "processed_events",
        /// What emailHandler writes after its mail has left.
        EmailsSent = "emails_sent",
        /// What paymentHandler writes after its charge: the payment intents that are paid.
        Payments = "payments",
        /// How many are left.
        Stock = "stock",
        /// inventoryHandler, idempotent: one reservation per event.
        Reservations = "reservations",
        /// A counter of orders.
        Analytics = "analytics",
        /// analyticsHandler, idempotent: one fact per event.
        AnalyticsFacts = "analytics_facts",
        /// What each user bought last.
        Recommendations = "recommendations",
        /// Where a log's consumer stands, in the same database as its rows.
        ConsumerOffsets = "consumer_offsets",
        /// The producer's keys and what was answered to them, where they are not the outbox's own.
        IdempotencyKeys = "idempotency_keys",
    }
}

impl Table {
    /// In which database it stands.
    pub const fn database(self) -> Database {
        match self {
            Table::Orders | Table::Charges | Table::Outbox | Table::IdempotencyKeys => Database::Producer,
            _ => Database::Consumer,
        }
    }
}

/// One value in a row or bound to a statement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Cell {
    /// `NULL`
    Null,
    /// An integer.
    Integer(i64),
    /// A text.
    Text(String),
}

impl Cell {
    /// About how much memory it takes.
    pub fn bytes(&self) -> usize {
        size_of::<Cell>()
            + match self {
                Cell::Text(text) => text.len(),
                Cell::Null | Cell::Integer(_) => 0,
            }
    }
}

impl std::fmt::Display for Cell {
    /// As a SQL literal.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Cell::Null => f.write_str("NULL"),
            Cell::Integer(n) => n.fmt(f),
            Cell::Text(t) => write!(f, "'{}'", t.replace('\'', "''")),
        }
    }
}

/// A statement that ran (or was refused), with SQLite's own answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Statement {
    /// On which database.
    pub database: Database,
    /// The text, with `?1`, `?2`, … for the values.
    pub sql: String,
    /// What was bound.
    pub values: Vec<Cell>,
    /// What came of it.
    pub answer: Answer,
}

/// SQLite's answer to a statement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Answer {
    /// `BEGIN`, `COMMIT`, `ROLLBACK`.
    Done,
    /// Rows came back.
    Rows(Vec<Vec<Cell>>),
    /// So many rows were changed; 0 after `ON CONFLICT DO NOTHING` means that the row was there.
    Changed(u64),
    /// `SQLITE_BUSY`: another connection has a transaction open.
    Busy,
    /// Another error, in SQLite's own words.
    Error(String),
}

/// A row as it stands after a trace entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// In which table.
    pub table: Table,
    /// Which row.
    pub rowid: i64,
    /// Its values in column order; `None`: it is gone.
    pub row: Option<Vec<Cell>>,
    /// Written in a transaction that is still open: others cannot see it yet.
    pub pending: bool,
}

/// A table's shape, read from the database.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableInfo {
    /// Which table.
    pub table: Table,
    /// Column names, in order.
    pub columns: Vec<String>,
    /// Names of the primary key's columns, in key order.
    pub primary_key: Vec<String>,
    /// The `CREATE TABLE` statement.
    pub create: String,
}
