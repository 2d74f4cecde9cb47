//! Connections that remember what they did.

use super::{Guard, Shape, file};
use crate::domain::ids::Millis;
use crate::domain::sql::{Answer, Cell, Change, Database, Statement, Table, TableInfo};
use rusqlite::config::DbConfig;
use rusqlite::types::{ToSqlOutput, Value, ValueRef};
use rusqlite::{Connection, ErrorCode, OpenFlags, ToSql};
use std::cell::RefCell;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Why SQLite did not do it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// `SQLITE_BUSY`: another connection has a transaction open. Worth trying again when it ends.
    Busy,
    /// Anything else, in SQLite's own words.
    Error(String),
}

/// What a statement came to, if SQLite did it.
pub type Done<T> = Result<T, Refusal>;

type Touched = Arc<Mutex<Vec<(Table, i64)>>>;

/// One connection to one database of a run.
pub struct Conn {
    database: Database,
    inner: Connection,
    touched: Touched,
    /// Rows of the open transaction; empty outside one.
    pending: Vec<(Table, i64)>,
    log: Vec<Statement>,
    keep_log: bool,
    /// A learner's SQL happens in this run: a table may have become anything.
    guarded: bool,
}

impl ToSql for Cell {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(match self {
            Cell::Null => ToSqlOutput::Borrowed(ValueRef::Null),
            Cell::Integer(n) => ToSqlOutput::Owned(Value::Integer(*n)),
            Cell::Text(t) => ToSqlOutput::Borrowed(ValueRef::Text(t.as_bytes())),
        })
    }
}

fn cell(value: ValueRef<'_>) -> Cell {
    match value {
        ValueRef::Null => Cell::Null,
        ValueRef::Integer(n) => Cell::Integer(n),
        // No statement of the pipeline makes these two, but a learner may put them into its tables.
        #[cfg(feature = "workshop")]
        ValueRef::Real(x) => Cell::Text(format!("{x:?}")),
        #[cfg(not(feature = "workshop"))]
        ValueRef::Real(_) => Cell::Text("a real number".into()),
        ValueRef::Blob(b) => Cell::Text(format!("{} bytes", b.len())),
        ValueRef::Text(t) => Cell::Text(String::from_utf8_lossy(t).into_owned()),
    }
}

/// A value that is bound as text.
pub(super) fn text(value: impl ToString) -> Cell {
    Cell::Text(value.to_string())
}

/// A moment that is bound as milliseconds.
pub(super) fn ms(at: Millis) -> Cell {
    Cell::Integer(at.0 as i64)
}

fn refusal(error: rusqlite::Error) -> Refusal {
    match (error.sqlite_error_code(), error) {
        (Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked), _) => Refusal::Busy,
        // Displayed, it would repeat the statement.
        (_, rusqlite::Error::SqlInputError { msg, .. }) => Refusal::Error(msg),
        (_, error) => Refusal::Error(error.to_string()),
    }
}

/// So many bytes of rows a statement of the pipeline may give where a learner has been.
const GUARDED_BYTES: usize = 4 * 1024 * 1024;

impl Conn {
    fn open(name: &str, database: Database, keep_log: bool, guard: Option<&Guard>) -> rusqlite::Result<Conn> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_URI
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let path = format!("/{name}-{database}");
        let mut inner = match guard {
            Some(guard) => guard.open(&path, &[])?,
            None => Connection::open_with_flags(format!("file:{path}?vfs=memdb"), flags)?,
        };
        if let Some(guard) = guard {
            guard.watch(&mut inner, None)?;
        }
        // Where SQLite has them; the page's own is built without (`.cargo/config.toml`).
        inner.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_FKEY, true)?;
        // Waiting is simulated: SQLite must answer at once.
        inner.busy_timeout(std::time::Duration::ZERO)?;
        inner.set_prepared_statement_cache_capacity(64);
        let touched: Touched = Arc::default();
        let sink = Arc::clone(&touched);
        inner.update_hook(Some(move |_action, _database: &str, table: &str, rowid: i64| {
            if let Some(table) = Table::from_word(table) {
                sink.lock().unwrap_or_else(PoisonError::into_inner).push((table, rowid));
            }
        }))?;
        let (pending, log, guarded) = (Vec::new(), Vec::new(), guard.is_some());
        Ok(Conn { database, inner, touched, pending, log, keep_log, guarded })
    }

    fn note<T>(&mut self, sql: &str, values: &[Cell], result: &Done<T>, answer: impl Fn(&T) -> Answer) {
        if self.keep_log {
            let answer = match result {
                Ok(done) => answer(done),
                Err(Refusal::Busy) => Answer::Busy,
                Err(Refusal::Error(message)) => Answer::Error(message.clone()),
            };
            self.log.push(Statement {
                database: self.database,
                sql: sql.into(),
                values: values.to_vec(),
                answer,
            });
        }
    }

    /// Runs a statement that writes; how many rows it changed.
    pub(super) fn write(&mut self, sql: &str, values: &[Cell]) -> Done<u64> {
        let result = self
            .inner
            .prepare_cached(sql)
            .and_then(|mut statement| statement.execute(rusqlite::params_from_iter(values)))
            .map(|n| n as u64)
            .map_err(refusal);
        self.note(sql, values, &result, |&n| Answer::Changed(n));
        result
    }

    /// The row that this connection wrote last.
    pub(super) fn last_rowid(&self) -> i64 {
        self.inner.last_insert_rowid()
    }

    /// Runs a statement that answers with rows.
    pub(super) fn rows(&mut self, sql: &str, values: &[Cell]) -> Done<Vec<Vec<Cell>>> {
        let result = self.select(sql, values).map_err(refusal);
        self.note(sql, values, &result, |rows| Answer::Rows(rows.clone()));
        result
    }

    pub(super) fn select(&self, sql: &str, values: &[Cell]) -> rusqlite::Result<Vec<Vec<Cell>>> {
        let mut statement = self.inner.prepare_cached(sql)?;
        let mut rows = statement.query(rusqlite::params_from_iter(values))?;
        let (mut list, mut bytes) = (Vec::new(), 0);
        while let Some(row) = rows.next()? {
            // Counted after the first step: only then has a changed table been noticed.
            let columns = row.as_ref().column_count();
            list.push((0..columns).map(|i| row.get_ref(i).map(cell)).collect::<rusqlite::Result<_>>()?);
            if self.guarded {
                bytes +=
                    list.last().map_or(0, |row: &Vec<Cell>| 32 + row.iter().map(Cell::bytes).sum::<usize>());
                if bytes > GUARDED_BYTES {
                    break;
                }
            }
        }
        Ok(list)
    }

    fn control(&mut self, sql: &str) -> Done<()> {
        let result =
            self.inner.prepare_cached(sql).and_then(|mut s| s.execute([])).map(|_| ()).map_err(refusal);
        self.note(sql, &[], &result, |()| Answer::Done);
        result
    }

    /// Opens a transaction that writes; [`Refusal::Busy`] if another has one open.
    pub fn begin(&mut self) -> Done<()> {
        self.control("BEGIN IMMEDIATE")
    }

    /// Commits the open transaction.
    pub fn commit(&mut self) -> Done<()> {
        self.control("COMMIT")
    }

    /// Rolls the open transaction back.
    pub fn rollback(&mut self) -> Done<()> {
        self.control("ROLLBACK")
    }

    /// Is a transaction open?
    pub fn in_transaction(&self) -> bool {
        !self.inner.is_autocommit()
    }

    /// The statements since the last call.
    pub fn take_log(&mut self) -> Vec<Statement> {
        std::mem::take(&mut self.log)
    }

    /// The rows touched since the last call, as they stand now for this connection: after a write with their
    /// values, after a rollback as they were before.
    pub fn take_changes(&mut self) -> Vec<Change> {
        let mut fresh = std::mem::take(&mut *self.touched.lock().unwrap_or_else(PoisonError::into_inner));
        let open = self.in_transaction();
        if !open && !self.pending.is_empty() {
            // The transaction has ended: its rows are final now, or gone.
            let mut all = std::mem::take(&mut self.pending);
            all.append(&mut fresh);
            fresh = all;
        }
        let fresh = unique(fresh);
        let changes = fresh.iter().map(|&(table, rowid)| self.change(table, rowid, open)).collect();
        if open {
            self.pending.extend(fresh);
        }
        changes
    }

    /// The row as it stands for this connection.
    fn change(&self, table: Table, rowid: i64, pending: bool) -> Change {
        let sql = format!("SELECT * FROM {table} WHERE rowid = ?1");
        let row = self.select(&sql, &[Cell::Integer(rowid)]).ok().and_then(|mut rows| rows.pop());
        Change { table, rowid, row, pending }
    }

    /// Ends the connection as a dying process does, and says which rows of an open transaction that took
    /// back. SQLite rolls back by itself.
    pub fn crash(mut self, store: &Store) -> Vec<Change> {
        let mut rows = std::mem::take(&mut self.pending);
        rows.extend(std::mem::take(&mut *self.touched.lock().unwrap_or_else(PoisonError::into_inner)));
        let database = self.database;
        drop(self);
        let observer = store.observer(database);
        unique(rows).into_iter().map(|(table, rowid)| observer.change(table, rowid, false)).collect()
    }

    /// What SQLite says of a table.
    fn info(&self, table: Table, create: String) -> TableInfo {
        let name = table.to_string();
        let statement = self.inner.prepare(&format!("SELECT * FROM {table}"));
        let columns: Vec<String> = statement
            .map(|statement| statement.column_names().map(String::from).collect())
            .unwrap_or_default();
        let is_key = |column: &&String| {
            let about = self.inner.column_metadata(None, name.as_str(), column.as_str());
            about.is_ok_and(|(.., key, _)| key)
        };
        let primary_key = columns.iter().filter(is_key).cloned().collect();
        TableInfo { table, columns, primary_key, create }
    }

    /// Drops what it remembers of a run. It looks at the database once: SQLite knows by a count of changes
    /// whether the pages it has are still good, and the next run may count up to the same number.
    fn forget(&mut self) -> Option<()> {
        self.take_log();
        self.pending.clear();
        self.touched.lock().unwrap_or_else(PoisonError::into_inner).clear();
        self.select("SELECT 1 FROM sqlite_schema LIMIT 1", &[]).ok().map(|_| ())
    }

    /// All rows of a table, as [`Change`]s.
    pub fn all_rows(&self, table: Table) -> Vec<Change> {
        let rowids =
            self.select(&format!("SELECT rowid FROM {table} ORDER BY rowid"), &[]).unwrap_or_default();
        rowids
            .into_iter()
            .filter_map(|row| match row.first() {
                Some(Cell::Integer(rowid)) => Some(self.change(table, *rowid, false)),
                _ => None,
            })
            .collect()
    }
}

fn unique(rows: Vec<(Table, i64)>) -> Vec<(Table, i64)> {
    let mut list: Vec<(Table, i64)> = Vec::with_capacity(rows.len());
    for row in rows {
        if !list.contains(&row) {
            list.push(row);
        }
    }
    list
}

/// The two databases of one run, kept alive by an observing connection each.
pub struct Store {
    name: String,
    shape: Shape,
    keep_log: bool,
    producer: Conn,
    consumer: Conn,
    /// Connections of an earlier run on the same databases, with their prepared statements.
    idle: Vec<Conn>,
    /// A learner's SQL happens in this run. Such a store is neither one of a finished run nor kept for a later one.
    guard: Option<Guard>,
    /// The bytes of both databases when their tables were new.
    fresh: Vec<(Database, Vec<u8>)>,
    infos: Vec<TableInfo>,
}

thread_local! {
    /// Databases of finished runs: opening and preparing costs more than a small run itself.
    static FINISHED: RefCell<Vec<Store>> = const { RefCell::new(Vec::new()) };
}

/// So many finished stores are kept.
const FINISHED_STORES: usize = 8;

/// Names the in-memory databases, so that runs in one process never share one. No run can see it.
static RUNS: AtomicU64 = AtomicU64::new(0);

impl Store {
    /// Two databases with empty tables, those of a finished run if one left some of this shape: nobody can tell
    /// the difference. `keep_log`: connections record their statements.
    pub fn open(shape: Shape, keep_log: bool, guard: Option<Guard>) -> Store {
        if guard.is_some() {
            return Store { keep_log, ..Store::create(shape, guard) };
        }
        let finished = FINISHED.with_borrow_mut(|stores| {
            let found = stores.iter().rposition(|store| store.shape == shape)?;
            Some(stores.remove(found))
        });
        let mut store = finished.unwrap_or_else(|| Store::create(shape, None));
        store.keep_log = keep_log;
        store.idle.iter_mut().for_each(|conn| conn.keep_log = keep_log);
        store
    }

    fn create(shape: Shape, guard: Option<Guard>) -> Store {
        let name = format!("run-{}", RUNS.fetch_add(1, Ordering::Relaxed));
        let open = |database| {
            let conn =
                Conn::open(&name, database, false, guard.as_ref()).expect("an in-memory database opens");
            let tables: String = shape.tables(database).into_iter().map(|(_, create)| create + ";").collect();
            conn.inner
                .execute_batch(&format!("BEGIN; {tables} COMMIT;"))
                .expect("the schema files are valid");
            conn
        };
        let (producer, consumer) = (open(Database::Producer), open(Database::Consumer));
        let infos = [&producer, &consumer]
            .into_iter()
            .flat_map(|conn| {
                shape.tables(conn.database).into_iter().map(|(table, sql)| conn.info(table, sql))
            })
            .collect();
        let (idle, fresh) = (Vec::new(), Vec::new());
        let mut store = Store { name, shape, keep_log: false, producer, consumer, idle, guard, fresh, infos };
        store.fresh = Database::ALL.iter().map(|&database| (database, store.bytes(database))).collect();
        store
    }

    /// Keeps the databases for a later [`Store::open`], as they were when they were new. All connections must
    /// have come back.
    pub fn recycle(mut self) {
        if self.guard.is_none() && self.reset().is_some() {
            FINISHED.with_borrow_mut(|stores| {
                if stores.len() == FINISHED_STORES {
                    stores.remove(0);
                }
                stores.push(self);
            });
        }
    }

    fn reset(&mut self) -> Option<()> {
        for (database, bytes) in &self.fresh {
            file::write(&self.observer(*database).inner, bytes)?;
        }
        for conn in self.idle.iter_mut().chain([&mut self.producer, &mut self.consumer]) {
            conn.forget()?;
        }
        Some(())
    }

    /// Takes a connection back that nobody needs any more.
    pub fn give_back(&mut self, conn: Conn) {
        // A worker that was cut off in the middle of a transaction takes it with it.
        if !conn.in_transaction() {
            self.idle.push(conn);
        }
    }

    /// A connection of somebody in the pipeline.
    pub fn connect(&mut self, database: Database) -> Conn {
        if let Some(found) = self.idle.iter().position(|conn| conn.database == database) {
            return self.idle.swap_remove(found);
        }
        Conn::open(&self.name, database, self.keep_log, self.guard.as_ref())
            .expect("an open in-memory database opens again")
    }

    /// A connection of a learner's, in a run that is guarded; it has steps of its own to spend.
    #[cfg(feature = "workshop")]
    pub(super) fn learner(
        &self,
        database: Database,
        own: super::guard::Meter,
    ) -> rusqlite::Result<Connection> {
        let Some(guard) = &self.guard else { return Err(rusqlite::Error::InvalidQuery) };
        let mut conn = guard.open(&format!("/{}-{database}", self.name), &[])?;
        conn.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
        guard.watch(&mut conn, Some(own))?;
        Ok(conn)
    }

    /// Something to see both databases' bytes through while the store is in use.
    #[cfg(feature = "workshop")]
    pub fn lens(&self) -> Lens {
        let open = |&database| Conn::open(&self.name, database, false, self.guard.as_ref()).ok();
        Lens { conns: Database::ALL.iter().filter_map(open).collect() }
    }

    /// The connection that only looks.
    pub fn observer(&self, database: Database) -> &Conn {
        match database {
            Database::Producer => &self.producer,
            Database::Consumer => &self.consumer,
        }
    }

    /// The connection that only looks, to prepare rows before a run.
    pub(super) fn observer_mut(&mut self, database: Database) -> &mut Conn {
        match database {
            Database::Producer => &mut self.producer,
            Database::Consumer => &mut self.consumer,
        }
    }

    /// What SQLite says of its tables, in the order of [`Table::ALL`].
    pub fn table_infos(&self) -> &[TableInfo] {
        &self.infos
    }

    /// A database's bytes, as SQLite would write them to a file. No transaction may be open.
    pub fn bytes(&self, database: Database) -> Vec<u8> {
        file::read(&self.observer(database).inner).unwrap_or_default()
    }
}

/// Sees both databases as any connection does that is not in a transaction.
#[cfg(feature = "workshop")]
pub struct Lens {
    conns: Vec<Conn>,
}

#[cfg(feature = "workshop")]
impl Lens {
    /// The bytes of both. What a transaction has written and not committed is not in them.
    pub fn bytes(&self) -> Vec<(Database, Vec<u8>)> {
        let of = |conn: &Conn| (conn.database, file::read(&conn.inner).unwrap_or_default());
        self.conns.iter().map(of).collect()
    }
}
