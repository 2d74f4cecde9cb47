//! A learner's own SQL: on a private copy of a database (nothing is kept, so everything may be tried), or by hand in
//! a run.

use super::conn::Store;
use super::guard::{self, Guard, Meter};
use super::raw::{Fault, Kind, Ruled};
use crate::domain::ids::Millis;
use crate::domain::limits;
use crate::domain::sql::{Answer, Cell, Change, Database, Statement, Table};
use crate::domain::workshop::{Limit, Queried, Refused, ResultSet, SchemaItem, Value};
use rusqlite::config::DbConfig;
use rusqlite::ffi;
use std::collections::BTreeMap;

/// Where the statements of one text stop.
#[derive(Clone, Copy, Debug)]
struct Caps {
    /// Rows of one statement.
    rows: usize,
    /// Bytes of all rows together.
    bytes: usize,
    /// Steps that the meter had.
    steps: u64,
}

const CONSOLE: Caps =
    Caps { rows: limits::CONSOLE_ROWS, bytes: limits::CONSOLE_BYTES, steps: limits::CONSOLE_STEPS };

const BY_HAND: Caps =
    Caps { rows: limits::COMMAND_ROWS, bytes: limits::COMMAND_BYTES, steps: limits::CONSOLE_STEPS };

/// What a text came to: its statements, up to the first that was refused.
#[derive(Default)]
struct Ran {
    gave: Vec<(ResultSet, Kind)>,
    refused: Option<(String, Fault)>,
}

/// Runs the statements of a text one after the other.
fn run(on: &Ruled, text: &str, caps: Caps) -> Ran {
    let (mut ran, mut at, mut room) = (Ran::default(), 0, caps.bytes);
    if let Some(offset) = text.find('\0') {
        // SQLite would take it for the end of the text.
        let message = "the text has a NUL character in it".to_string();
        ran.refused = Some((String::new(), Fault { code: ffi::SQLITE_ERROR, message, offset: Some(offset) }));
        return ran;
    }
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let (statement, used) = match on.prepare(rest) {
            Ok(ready) => ready,
            Err(fault) => {
                stop(&mut ran, ResultSet { sql: tidy(rest), ..ResultSet::default() }, fault, at, caps);
                return ran;
            }
        };
        let (from, kind) = (at, on.kind());
        at += used.max(1);
        let Some(mut statement) = statement else { continue };
        let before = on.conn().total_changes();
        let mut set = ResultSet {
            sql: tidy(rest.get(..used).unwrap_or(rest)),
            columns: statement.columns(),
            ..ResultSet::default()
        };
        let writes = statement.writes() && kind != Kind::Control;
        let end = loop {
            match statement.step() {
                Ok(false) => break Ok(()),
                // What returns rows of its own changes has made them all before the first.
                Ok(true) if set.cut.is_some() && writes => {}
                Ok(true) if set.rows.len() == caps.rows => set.cut = Some(Limit::Rows(caps.rows as u32)),
                Ok(true) => match room.checked_sub(statement.row_bytes()) {
                    Some(left) => {
                        room = left;
                        set.rows.push(statement.row());
                    }
                    None => set.cut = Some(Limit::Bytes(caps.bytes as u32)),
                },
                Err(fault) => break Err(fault),
            }
            if set.cut.is_some() && !writes {
                break Ok(());
            }
        };
        drop(statement);
        match end {
            Ok(()) => {
                set.writes = writes.then(|| on.conn().total_changes() - before);
                ran.gave.push((set, kind));
            }
            Err(fault) => {
                stop(&mut ran, set, fault, from, caps);
                return ran;
            }
        }
    }
    ran
}

/// Ends with a statement that did not end well: it took too long, or was refused.
fn stop(ran: &mut Ran, set: ResultSet, fault: Fault, from: usize, caps: Caps) {
    if fault.code == ffi::SQLITE_INTERRUPT {
        ran.gave.push((ResultSet { cut: Some(Limit::Steps(caps.steps)), ..set }, Kind::Rows));
    } else {
        let offset = fault.offset.map(|offset| from + offset);
        ran.refused = Some((set.sql, Fault { offset, ..fault }));
    }
}

fn tidy(sql: &str) -> String {
    sql.trim().trim_end_matches(';').trim_end().to_string()
}

fn refused(message: impl Into<String>) -> Refused {
    Refused { message: message.into(), at: None }
}

/// A private copy of a database.
fn open(bytes: &[u8]) -> Result<Ruled, Refused> {
    if bytes.len() > limits::FILE_BYTES {
        return Err(refused(format!("the file is larger than {} bytes", limits::FILE_BYTES)));
    }
    let opened = || -> rusqlite::Result<_> {
        let guard = Guard::of_console();
        let mut conn = guard.open("console", &without_wal(bytes))?;
        conn.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
        conn.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
        conn.execute_batch("PRAGMA cell_size_check = ON")?;
        guard.watch(&mut conn, None)?;
        Ok(Ruled::new(conn))
    };
    let ruled = opened().map_err(|error| refused(error.to_string()))?;
    // Bytes that are no database are refused before anything is asked of them.
    let first = run(&ruled, "SELECT count(*) FROM sqlite_schema", CONSOLE);
    match first.refused {
        Some((_, fault)) => Err(refused(fault.message)),
        None => Ok(ruled),
    }
}

/// A file that was last open in WAL mode says so in two bytes, and needs shared memory; what was checkpointed is all
/// in it, and without these bytes it is an ordinary database.
fn without_wal(bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    if bytes.starts_with(b"SQLite format 3\0")
        && let Some(versions) = bytes.get_mut(18..20)
    {
        versions.iter_mut().filter(|version| **version == 2).for_each(|version| *version = 1);
    }
    bytes
}

/// Runs a text on a private copy of a database. `now`: what `datetime('now')` says, in simulated time; `None`: the
/// time outside.
pub fn query(bytes: &[u8], sql: &str, now: Option<Millis>) -> Queried {
    if sql.len() > limits::SQL_BYTES {
        let message = format!("the text is longer than {} bytes", limits::SQL_BYTES);
        return Queried { results: Vec::new(), refused: Some(refused(message)) };
    }
    let on = match open(bytes) {
        Ok(on) => on,
        Err(refused) => return Queried { results: Vec::new(), refused: Some(refused) },
    };
    guard::set_clock(now);
    let ran = run(&on, sql, CONSOLE);
    guard::set_clock(None);
    let refused = ran.refused.map(|(_, fault)| Refused {
        message: fault.message,
        at: fault.offset.and_then(|offset| u32::try_from(offset).ok()),
    });
    Queried { results: ran.gave.into_iter().map(|(set, _)| set).collect(), refused }
}

/// What there is in a database: tables and views first, then indexes and triggers.
pub fn schema(bytes: &[u8]) -> Result<Vec<SchemaItem>, Refused> {
    let on = open(bytes)?;
    let rows = |sql: &str, rows: usize| -> Result<Vec<Vec<Value>>, Refused> {
        let ran = run(&on, sql, Caps { rows, ..CONSOLE });
        match ran.refused {
            Some((_, fault)) => Err(refused(fault.message)),
            None => Ok(ran.gave.into_iter().flat_map(|(set, _)| set.rows).collect()),
        }
    };
    let list = rows(
        "SELECT type, name, coalesce(sql, '') FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' \
         ORDER BY type NOT IN ('table', 'view'), rowid",
        limits::SCHEMA_ITEMS,
    )?;
    let item = |row: Vec<Value>| {
        let [kind, name, sql] = <[Value; 3]>::try_from(row).ok()?.map(said);
        let quoted = format!("\"{}\"", name.replace('"', "\"\""));
        let of_index = kind == "index";
        let about = match kind.as_str() {
            "table" | "view" => format!("PRAGMA table_info({quoted})"),
            "index" => format!("PRAGMA index_info({quoted})"),
            _ => String::new(),
        };
        // One table that cannot be read does not hide the others.
        let columns = rows(&about, limits::SCHEMA_ITEMS).unwrap_or_default().into_iter().map(|row| {
            let mut values = row.into_iter().map(said);
            let (second, third) = (values.nth(1), values.next());
            if of_index { (third, None) } else { (second, third) }
        });
        let columns = columns.map(|(name, of)| (name.unwrap_or_default(), of.unwrap_or_default())).collect();
        let counted = matches!(kind.as_str(), "table" | "view")
            .then(|| rows(&format!("SELECT count(*) FROM {quoted}"), 1).ok())
            .flatten();
        let rows = match counted.and_then(|rows| rows.into_iter().flatten().next()) {
            Some(Value::Integer(n)) => u64::try_from(n).unwrap_or(0),
            _ => 0,
        };
        Some(SchemaItem { kind, name, columns, rows, sql })
    };
    Ok(list.into_iter().filter_map(item).collect())
}

fn said(value: Value) -> String {
    match value {
        Value::Text(text) => text,
        Value::Integer(n) => n.to_string(),
        Value::Null | Value::Real(_) | Value::Blob(_) => String::new(),
    }
}

/// A value as a trace shows it.
fn cell(value: Value) -> Cell {
    match value {
        Value::Null => Cell::Null,
        Value::Integer(n) => Cell::Integer(n),
        Value::Real(x) => Cell::Text(format!("{x:?}")),
        Value::Text(text) => Cell::Text(text),
        Value::Blob(bytes) => Cell::Text(format!("{} bytes", bytes.len())),
    }
}

/// What a learner's text did to a run's database.
pub struct ByHand {
    /// Its statements, up to the first that was refused.
    pub sql: Vec<Statement>,
    /// The rows that are other than before.
    pub changes: Vec<Change>,
}

impl Store {
    /// Runs a learner's text through a connection like any other party's. What it leaves open is rolled back.
    pub fn by_hand(&self, database: Database, text: &str) -> ByHand {
        let before = self.all(database);
        let statement = |sql: String, answer| Statement { database, sql, values: Vec::new(), answer };
        let opened = self.learner(database, Meter::new(limits::CONSOLE_STEPS)).map(Ruled::new);
        let mut sql = Vec::new();
        match opened {
            Ok(on) => {
                let ran = run(&on, text, BY_HAND);
                sql.extend(ran.gave.into_iter().map(|(set, kind)| {
                    let answer = answer(&set, kind);
                    statement(set.sql, answer)
                }));
                if let Some((of, fault)) = ran.refused {
                    let answer = match fault.code {
                        ffi::SQLITE_BUSY | ffi::SQLITE_LOCKED => Answer::Busy,
                        _ => Answer::Error(fault.message),
                    };
                    sql.push(statement(of, answer));
                }
                if !on.conn().is_autocommit() {
                    let end = run(&on, "ROLLBACK", BY_HAND);
                    debug_assert!(end.refused.is_none());
                    sql.push(statement("ROLLBACK -- the transaction was left open".into(), Answer::Done));
                }
            }
            // The main cause is an open that has to read while another connection writes.
            Err(error) => sql.push(statement(text.into(), Answer::Error(error.to_string()))),
        }
        ByHand { sql, changes: differences(before, self.all(database)) }
    }

    fn all(&self, database: Database) -> Vec<Change> {
        let tables = Table::ALL.iter().filter(|table| table.database() == database);
        tables.flat_map(|&table| self.observer(database).all_rows(table)).collect()
    }
}

fn answer(set: &ResultSet, kind: Kind) -> Answer {
    match (set.cut, set.writes) {
        (Some(Limit::Steps(steps)), _) => Answer::Error(format!("interrupted, after {steps} steps")),
        _ if kind != Kind::Rows => Answer::Done,
        (_, Some(changed)) if set.columns.is_empty() => Answer::Changed(changed),
        _ => Answer::Rows(set.rows.iter().map(|row| row.iter().cloned().map(cell).collect()).collect()),
    }
}

/// SQLite's update hook tells nothing of rows that went with their table, with `DELETE` without a condition, or to
/// make room for others. So: all rows, before and after.
fn differences(before: Vec<Change>, after: Vec<Change>) -> Vec<Change> {
    let by_row = |changes: Vec<Change>| -> BTreeMap<(Table, i64), Option<Vec<Cell>>> {
        changes.into_iter().map(|change| ((change.table, change.rowid), change.row)).collect()
    };
    let (before, after) = (by_row(before), by_row(after));
    let gone = before.keys().filter(|key| !after.contains_key(key)).map(|key| (*key, None));
    let fresh = after.iter().filter(|(key, row)| before.get(key) != Some(row));
    let mut all: Vec<_> = gone.chain(fresh.map(|(key, row)| (*key, row.clone()))).collect();
    all.sort_by_key(|(key, _)| *key);
    all.into_iter().map(|((table, rowid), row)| Change { table, rowid, row, pending: false }).collect()
}
