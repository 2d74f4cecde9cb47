//! Statements, and the text that they come from.

use std::{
    cell::{Cell, RefCell},
    ffi::{CString, c_char, c_int},
    ptr,
    rc::Rc,
};

use js_sys::{Array, Error, JsString};
use rusqlite::ffi;
use wasm_bindgen::prelude::*;

use super::{
    connection::{Connection, Open},
    value,
};

unsafe extern "C" {
    /// In this SQLite, though not in the bindings.
    fn sqlite3_normalized_sql(statement: *mut ffi::sqlite3_stmt) -> *const c_char;
}

/// A text of statements, each prepared when the one before has done its work.
#[wasm_bindgen]
pub struct Script {
    text: CString,
    /// Where the next statement begins.
    at: Cell<usize>,
}

#[wasm_bindgen]
impl Script {
    /// All of a text, or what stands before its first zero.
    #[wasm_bindgen(constructor)]
    pub fn new(text: &str) -> Script {
        Self { text: value::c_text(text), at: Cell::new(0) }
    }

    /// Whether nothing is left, not even a comment.
    pub fn done(&self) -> bool {
        self.at.get() == self.text.as_bytes().len()
    }

    /// What is left; after an error, from the wrong statement on.
    pub fn rest(&self) -> String {
        String::from_utf8_lossy(&self.text.as_bytes()[self.at.get()..]).into_owned()
    }

    /// Prepares the next statement; nothing where there is none before the text's end.
    pub fn next(&self, connection: &Connection) -> Result<Option<Prepared>, JsValue> {
        let (mut statement, mut tail) = (ptr::null_mut(), ptr::null());
        let rest = &self.text.as_bytes_with_nul()[self.at.get()..];
        let open = connection.get()?;
        // SAFETY: the handle is open, the text ends in a zero and lives as long as the call.
        let code = unsafe {
            let start = rest.as_ptr().cast();
            ffi::sqlite3_prepare_v2(open.db.0, start, -1, &mut statement, &mut tail)
        };
        open.check(code)?;
        self.at.set(tail as usize - self.text.as_ptr() as usize);
        Ok((!statement.is_null()).then(|| Prepared {
            statement: Cell::new(statement),
            state: Cell::new(State::Idle),
            open: RefCell::new(Some(open)),
        }))
    }
}

/// A prepared statement. Parameters count from 1, columns from 0.
#[wasm_bindgen]
pub struct Prepared {
    /// Null when it has ended; `sql.js` asks no more then.
    statement: Cell<*mut ffi::sqlite3_stmt>,
    state: Cell<State>,
    /// Let go with the statement, as the script's collector may take its time.
    open: RefCell<Option<Rc<Open>>>,
}

/// SQLite must not be told to reset or end a statement from within it, which a function of the script's could do.
#[derive(Clone, Copy, PartialEq)]
enum State {
    Idle,
    Stepping,
    /// Ends when the step is done.
    Ending,
}

impl Drop for Prepared {
    fn drop(&mut self) {
        self.end();
    }
}

impl Prepared {
    fn end(&self) -> bool {
        let statement = self.statement.replace(ptr::null_mut());
        // SAFETY: nobody else has the statement, and SQLite does nothing for none.
        let fine = unsafe { ffi::sqlite3_finalize(statement) == ffi::SQLITE_OK };
        self.open.take();
        fine
    }

    fn open(&self) -> Result<Rc<Open>, JsValue> {
        self.open.borrow().clone().ok_or_else(misuse)
    }
}

/// SQLite's word for what must not be asked.
fn misuse() -> JsValue {
    Error::new("bad parameter or other API misuse").into()
}

/// SAFETY of all that follows: the statement lives as long as `self`, its connection longer; texts and bytes that
/// SQLite hands out are copied before it is called again, those that it takes it copies.
#[wasm_bindgen]
impl Prepared {
    /// The number of a named parameter, 0 where there is none.
    pub fn parameter(&self, name: &str) -> i32 {
        unsafe { ffi::sqlite3_bind_parameter_index(self.statement.get(), value::c_text(name).as_ptr()) }
    }

    /// An integer where it is one of 32 bits, else a real number.
    pub fn bind_number(&self, parameter: i32, number: f64) -> Result<(), JsValue> {
        let whole = number as c_int;
        self.open()?.check(unsafe {
            if f64::from(whole) == number {
                ffi::sqlite3_bind_int(self.statement.get(), parameter, whole)
            } else {
                ffi::sqlite3_bind_double(self.statement.get(), parameter, number)
            }
        })
    }

    /// A text, zeros in it included.
    pub fn bind_text(&self, parameter: i32, text: &str) -> Result<(), JsValue> {
        let copy = ffi::SQLITE_TRANSIENT();
        let (start, length) = (text.as_ptr().cast(), text.len() as c_int);
        self.open()?
            .check(unsafe { ffi::sqlite3_bind_text(self.statement.get(), parameter, start, length, copy) })
    }

    /// Bytes.
    pub fn bind_blob(&self, parameter: i32, bytes: &[u8]) -> Result<(), JsValue> {
        let copy = ffi::SQLITE_TRANSIENT();
        let (start, length) = (bytes.as_ptr().cast(), bytes.len() as c_int);
        self.open()?
            .check(unsafe { ffi::sqlite3_bind_blob(self.statement.get(), parameter, start, length, copy) })
    }

    /// NULL; where there is no such parameter, nothing.
    pub fn bind_null(&self, parameter: i32) {
        unsafe { ffi::sqlite3_bind_null(self.statement.get(), parameter) };
    }

    /// Goes on to the next row; whether there is one.
    pub fn step(&self) -> Result<bool, JsValue> {
        if self.state.get() != State::Idle {
            return Err(misuse());
        }
        let open = self.open()?;
        self.state.set(State::Stepping);
        let code = unsafe { ffi::sqlite3_step(self.statement.get()) };
        let stepped = open.rethrow().and_then(|()| match code {
            ffi::SQLITE_ROW => Ok(true),
            ffi::SQLITE_DONE => Ok(false),
            _ => Err(open.db.error()),
        });
        if self.state.replace(State::Idle) == State::Ending {
            self.end();
        }
        stepped
    }

    /// The row's values, none where there is no row; integers as numbers or as bigints.
    pub fn row(&self, bigints: bool) -> Array {
        let columns = unsafe { ffi::sqlite3_data_count(self.statement.get()) };
        (0..columns)
            .map(|column| unsafe { value::of_column(self.statement.get(), column, bigints) })
            .collect()
    }

    /// The columns' names.
    pub fn columns(&self) -> Vec<JsString> {
        let columns = unsafe { ffi::sqlite3_column_count(self.statement.get()) };
        let name = |column| unsafe { value::text_at(ffi::sqlite3_column_name(self.statement.get(), column)) };
        (0..columns).map(|column| name(column).into()).collect()
    }

    /// The statement's text.
    pub fn sql(&self) -> String {
        unsafe { value::text_at(ffi::sqlite3_sql(self.statement.get())) }
    }

    /// The text without its values, in SQLite's own spelling.
    pub fn normalized_sql(&self) -> String {
        unsafe { value::text_at(sqlite3_normalized_sql(self.statement.get())) }
    }

    /// Back to the start, without values; false where the last run has failed, and from within a step.
    pub fn reset(&self) -> bool {
        let statement = self.statement.get();
        self.state.get() == State::Idle
            && unsafe {
                ffi::sqlite3_clear_bindings(statement);
                ffi::sqlite3_reset(statement) == ffi::SQLITE_OK
            }
    }

    /// Ends the statement; false where the last run has failed.
    pub fn finalize(&self) -> bool {
        if self.state.get() == State::Idle {
            return self.end();
        }
        self.state.set(State::Ending);
        true
    }
}
