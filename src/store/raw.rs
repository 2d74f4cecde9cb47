//! Statements that somebody else wrote. rusqlite expects that names are UTF-8 and that there is memory; a hostile
//! file keeps to neither.
#![expect(unsafe_code, reason = "SQLite's statements are C")]

use crate::domain::workshop::Value;
use rusqlite::{Connection, ffi};
use std::cell::Cell;
use std::ffi::{CStr, c_char, c_int, c_void};
use std::marker::PhantomData;
use std::{ptr, slice};

/// Why SQLite did not do it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// SQLite's code.
    pub code: c_int,
    /// In its own words.
    pub message: String,
    /// Where, counted from the beginning of the text that was prepared.
    pub offset: Option<usize>,
}

/// What a statement is there for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// It reads, or changes rows.
    #[default]
    Rows,
    /// It changes what there is: `CREATE`, `ALTER`, `DROP`.
    Shape,
    /// It begins or ends a transaction or a savepoint.
    Control,
}

/// What nobody may do here, and what the statement that was prepared last is there for.
#[derive(Debug, Default)]
pub struct Rules {
    why: Cell<Option<&'static str>>,
    kind: Cell<Kind>,
}

/// Pragmas that only read.
const READING: &[&str] = &[
    "application_id",
    "auto_vacuum",
    "cache_size",
    "collation_list",
    "compile_options",
    "data_version",
    "encoding",
    "foreign_keys",
    "freelist_count",
    "function_list",
    "journal_mode",
    "module_list",
    "page_count",
    "page_size",
    "pragma_list",
    "recursive_triggers",
    "schema_version",
    "user_version",
];

/// Pragmas that only read, and take the name of something or a number.
const READING_ABOUT: &[&str] = &[
    "foreign_key_check",
    "foreign_key_list",
    "index_info",
    "index_list",
    "index_xinfo",
    "integrity_check",
    "quick_check",
    "table_info",
    "table_list",
    "table_xinfo",
];

/// Why SQL may not do this; `None`: it may.
fn forbidden(action: c_int, first: Option<&[u8]>, second: Option<&[u8]>) -> Option<&'static str> {
    let is = |name: &str| first.is_some_and(|first| first.eq_ignore_ascii_case(name.as_bytes()));
    match action {
        ffi::SQLITE_ATTACH | ffi::SQLITE_DETACH => {
            Some("this database stands alone, and there are no files: no ATTACH, DETACH or VACUUM here")
        }
        ffi::SQLITE_PRAGMA => {
            let reads = READING.iter().any(|name| is(name)) && second.is_none();
            let reads = reads || READING_ABOUT.iter().any(|name| is(name));
            (!reads).then_some("only a PRAGMA that reads about this database is possible here")
        }
        ffi::SQLITE_CREATE_VTABLE | ffi::SQLITE_DROP_VTABLE => Some("virtual tables are not possible here"),
        // Both name their function, not their module, in the second.
        ffi::SQLITE_FUNCTION => second
            .is_some_and(|name| {
                ["load_extension", "fts3_tokenizer"]
                    .iter()
                    .any(|bad| name.eq_ignore_ascii_case(bad.as_bytes()))
            })
            .then_some("nothing is loaded into SQLite here"),
        _ => None,
    }
}

unsafe extern "C" fn authorize(
    rules: *mut c_void,
    action: c_int,
    first: *const c_char,
    second: *const c_char,
    _database: *const c_char,
    _by: *const c_char,
) -> c_int {
    // SAFETY: `impose` gave this pointer, and says that it lives; texts are SQLite's, ended by NUL, or null.
    let (rules, first, second) = unsafe {
        let text = |text: *const c_char| (!text.is_null()).then(|| CStr::from_ptr(text).to_bytes());
        (&*rules.cast::<Rules>(), text(first), text(second))
    };
    match action {
        ffi::SQLITE_TRANSACTION | ffi::SQLITE_SAVEPOINT => rules.kind.set(Kind::Control),
        // The codes of all that creates and drops stand together, and ALTER further on.
        ffi::SQLITE_CREATE_INDEX..=ffi::SQLITE_CREATE_VIEW
        | ffi::SQLITE_DROP_INDEX..=ffi::SQLITE_DROP_VIEW
        | ffi::SQLITE_ALTER_TABLE
        | ffi::SQLITE_ANALYZE
        | ffi::SQLITE_REINDEX => rules.kind.set(Kind::Shape),
        _ => {}
    }
    match forbidden(action, first, second) {
        None => ffi::SQLITE_OK,
        Some(why) => {
            rules.why.set(Some(why));
            ffi::SQLITE_DENY
        }
    }
}

/// A connection that keeps the rules.
pub struct Ruled {
    // Dropped first: while it lives, it asks the rules.
    conn: Connection,
    rules: Box<Rules>,
}

impl Ruled {
    /// From here on the rules hold.
    pub fn new(conn: Connection) -> Ruled {
        let rules: Box<Rules> = Box::default();
        // SAFETY: the rules stay where they are in their box, and live as long as the connection.
        unsafe {
            let data = ptr::from_ref(&*rules).cast_mut().cast();
            ffi::sqlite3_set_authorizer(conn.handle(), Some(authorize), data);
        }
        Ruled { conn, rules }
    }

    /// The connection.
    pub fn conn(&self) -> &Connection {
        &self.conn
    }

    /// What the statement that was prepared last is there for.
    pub fn kind(&self) -> Kind {
        self.rules.kind.get()
    }

    /// Makes the first statement of a text ready (`None`: it holds none), and says how long its text is.
    pub fn prepare(&self, sql: &str) -> Result<(Option<Statement<'_>>, usize), Fault> {
        self.rules.why.set(None);
        self.rules.kind.set(Kind::default());
        let (mut raw, mut tail) = (ptr::null_mut(), ptr::null());
        let start: *const c_char = sql.as_ptr().cast();
        let length = c_int::try_from(sql.len()).unwrap_or(c_int::MAX);
        // SAFETY: the handle is open, the text is as long as is said; the two pointers are written.
        let code = unsafe {
            ffi::sqlite3_prepare_v2(self.conn.handle(), start, length, &raw mut raw, &raw mut tail)
        };
        if code != ffi::SQLITE_OK {
            return Err(self.fault(code));
        }
        let used = if tail.is_null() { sql.len() } else { tail as usize - start as usize };
        let statement = (!raw.is_null()).then_some(Statement { raw, ruled: self, text: PhantomData });
        Ok((statement, used.min(sql.len())))
    }

    fn fault(&self, code: c_int) -> Fault {
        // SAFETY: the handle is open; its message is a text ended by NUL, until the next call.
        let (message, offset) = unsafe {
            let handle = self.conn.handle();
            let message = ffi::sqlite3_errmsg(handle);
            let message = if message.is_null() {
                "out of memory".into()
            } else {
                CStr::from_ptr(message).to_string_lossy()
            };
            (message.into_owned(), ffi::sqlite3_error_offset(handle))
        };
        let message = match self.rules.why.take() {
            Some(why) => format!("{message}: {why}"),
            None => message,
        };
        Fault { code: code & 0xff, message, offset: usize::try_from(offset).ok() }
    }
}

/// A statement that is ready.
pub struct Statement<'c> {
    raw: *mut ffi::sqlite3_stmt,
    ruled: &'c Ruled,
    text: PhantomData<*const ()>,
}

impl Drop for Statement<'_> {
    fn drop(&mut self) {
        // SAFETY: nobody else has it.
        unsafe { ffi::sqlite3_finalize(self.raw) };
    }
}

impl Statement<'_> {
    /// Goes on to the next row; false if there is none.
    pub fn step(&mut self) -> Result<bool, Fault> {
        // SAFETY: the statement is ready.
        match unsafe { ffi::sqlite3_step(self.raw) } {
            ffi::SQLITE_ROW => Ok(true),
            ffi::SQLITE_DONE => Ok(false),
            code => Err(self.ruled.fault(code)),
        }
    }

    /// Can it change the database?
    pub fn writes(&self) -> bool {
        // SAFETY: the statement is ready.
        unsafe { ffi::sqlite3_stmt_readonly(self.raw) == 0 && ffi::sqlite3_stmt_isexplain(self.raw) == 0 }
    }

    /// Names of the columns.
    pub fn columns(&self) -> Vec<String> {
        (0..self.width())
            .map(|i| {
                // SAFETY: there is such a column; its name is a text ended by NUL, or null without memory.
                let name = unsafe {
                    ffi::sqlite3_column_name(self.raw, i).as_ref().map(|name| CStr::from_ptr(name))
                };
                name.map_or_else(String::new, |name| name.to_string_lossy().into_owned())
            })
            .collect()
    }

    fn width(&self) -> c_int {
        // SAFETY: the statement is ready.
        unsafe { ffi::sqlite3_column_count(self.raw) }
    }

    /// How long the row's values are together, in bytes; nothing is copied.
    pub fn row_bytes(&self) -> usize {
        // SAFETY: the columns are there, and asked for as SQLite's documentation says: the length after the value.
        let length = |i| unsafe {
            match ffi::sqlite3_column_type(self.raw, i) {
                ffi::SQLITE_TEXT => {
                    ffi::sqlite3_column_text(self.raw, i);
                    ffi::sqlite3_column_bytes(self.raw, i)
                }
                ffi::SQLITE_BLOB => ffi::sqlite3_column_bytes(self.raw, i),
                _ => 0,
            }
        };
        (0..self.width()).map(|i| 8 + usize::try_from(length(i)).unwrap_or(0)).sum()
    }

    /// The row.
    pub fn row(&self) -> Vec<Value> {
        (0..self.width()).map(|i| self.value(i)).collect()
    }

    fn value(&self, i: c_int) -> Value {
        // SAFETY: the column is there; a pointer is good for as many bytes as SQLite says, until the next step, and
        // null without memory or bytes.
        unsafe {
            let bytes = |at: *const u8| {
                let length = usize::try_from(ffi::sqlite3_column_bytes(self.raw, i)).unwrap_or(0);
                if at.is_null() { &[] } else { slice::from_raw_parts(at, length) }
            };
            match ffi::sqlite3_column_type(self.raw, i) {
                ffi::SQLITE_INTEGER => Value::Integer(ffi::sqlite3_column_int64(self.raw, i)),
                ffi::SQLITE_FLOAT => Value::Real(ffi::sqlite3_column_double(self.raw, i)),
                ffi::SQLITE_TEXT => {
                    let text = bytes(ffi::sqlite3_column_text(self.raw, i));
                    Value::Text(String::from_utf8_lossy(text).into_owned())
                }
                ffi::SQLITE_BLOB => Value::Blob(bytes(ffi::sqlite3_column_blob(self.raw, i).cast()).to_vec()),
                _ => Value::Null,
            }
        }
    }
}
