//! A connection, its file, its hook, and the database file that it exports.

use std::{
    cell::RefCell,
    ffi::{CStr, c_char, c_int, c_void},
    ptr,
    rc::Rc,
};

use js_sys::{Array, Error, Function, Uint8Array};
use rusqlite::ffi;
use rusqlite::ffi::vfs::{VfsFilesManager, memvfs::MemVfsUtil, transfer::DbTransfer};
use wasm_bindgen::prelude::*;

use super::{function, legacy, value};

/// What sql.js says where a write transaction is open.
const BUSY: &str =
    "Unable to export: SQLite is busy or locked. Finish active write transactions before exporting.";

/// A connection to a database of its own, kept in memory, until it is closed.
#[wasm_bindgen]
pub struct Connection(RefCell<Option<Rc<Open>>>);

/// What a connection shares with its statements and with whatever is under way when a function of the script's
/// closes it: SQLite's connection ends with the last of them.
pub(super) struct Open {
    pub(super) db: Raw,
    /// Goes after the handle.
    _file: File,
    /// Called for every row that changes.
    hook: RefCell<Option<Function>>,
    /// What the hook has thrown. SQLite knows no such failure: it is thrown on when SQLite has returned.
    thrown: RefCell<Option<JsValue>>,
}

/// SQLite's own handle, open as long as this lives.
pub(super) struct Raw(pub(super) *mut ffi::sqlite3);

impl Raw {
    fn open(file: &str, vfs: Option<&CStr>) -> Result<Self, JsValue> {
        let mut db = ptr::null_mut();
        let flags = ffi::SQLITE_OPEN_READWRITE | ffi::SQLITE_OPEN_CREATE;
        let name = value::c_text(file);
        // SAFETY: the texts live as long as the call; the handle is closed even where opening has failed.
        let code = unsafe {
            ffi::sqlite3_open_v2(name.as_ptr(), &mut db, flags, vfs.map_or(ptr::null(), CStr::as_ptr))
        };
        let raw = Self(db);
        if code == ffi::SQLITE_OK { Ok(raw) } else { Err(raw.error()) }
    }

    /// What SQLite says about the last call.
    pub(super) fn message(&self) -> String {
        // SAFETY: the handle is open; the text is copied before the next call.
        unsafe { value::text_at(ffi::sqlite3_errmsg(self.0)) }
    }

    /// The same, to be thrown.
    pub(super) fn error(&self) -> JsValue {
        Error::new(&self.message()).into()
    }
}

impl Drop for Raw {
    fn drop(&mut self) {
        // SAFETY: nothing of the connection is in use any more: statements hold it, backups have ended.
        unsafe { ffi::sqlite3_close(self.0) };
    }
}

impl Open {
    /// Fails for any result but success.
    pub(super) fn check(&self, code: c_int) -> Result<(), JsValue> {
        self.rethrow()?;
        if code == ffi::SQLITE_OK { Ok(()) } else { Err(self.db.error()) }
    }

    /// Throws what the hook has thrown.
    pub(super) fn rethrow(&self) -> Result<(), JsValue> {
        self.thrown.take().map_or(Ok(()), Err)
    }
}

/// A file of a connection's own, and gone with it.
struct File(String);

impl Drop for File {
    fn drop(&mut self) {
        if let Ok(files) = files() {
            let _ = files.remove(&self.0);
        }
    }
}

/// The files that SQLite keeps in memory.
fn files() -> Result<MemVfsUtil, JsValue> {
    // SAFETY: there is one thread, and SQLite registers its files when it starts.
    let files = unsafe {
        ffi::sqlite3_initialize();
        MemVfsUtil::get()
    };
    files.map_err(|error| Error::new(&error.to_string()).into())
}

impl Connection {
    pub(super) fn get(&self) -> Result<Rc<Open>, JsValue> {
        // SQLite's word for a connection that is none.
        self.0.borrow().clone().ok_or_else(|| Error::new("out of memory").into())
    }
}

#[wasm_bindgen]
impl Connection {
    /// Opens `file`, which nothing else uses, with these bytes in it. `legacy`: with the functions that sql.js adds.
    pub fn open(file: String, data: Option<Box<[u8]>>, legacy: bool) -> Result<Connection, JsValue> {
        // Declared before the handle, so that it outlives it where opening fails.
        let file = File(file);
        if let Some(data) = data {
            let stored = files()?.import_db_unchecked(&file.0, &data);
            stored.map_err(|error| JsValue::from(Error::new(&error.to_string())))?;
        }
        let db = Raw::open(&file.0, None)?;
        if legacy {
            legacy::register(&db);
        }
        let open = Open { db, _file: file, hook: RefCell::default(), thrown: RefCell::default() };
        Ok(Self(RefCell::new(Some(Rc::new(open)))))
    }

    /// Ends the connection; nothing is called any more.
    pub fn close(&self) {
        if let Some(open) = self.0.take() {
            open.hook.take();
        }
    }

    /// What SQLite says about the last call.
    pub fn message(&self) -> Result<String, JsValue> {
        Ok(self.get()?.db.message())
    }

    /// Runs all statements of a text; their rows are dropped.
    pub fn run(&self, sql: &str) -> Result<(), JsValue> {
        let (open, sql) = (self.get()?, value::c_text(sql));
        // SAFETY: the handle is open, the text lives as long as the call.
        let code =
            unsafe { ffi::sqlite3_exec(open.db.0, sql.as_ptr(), None, ptr::null_mut(), ptr::null_mut()) };
        open.check(code)
    }

    /// How many rows the last INSERT, UPDATE or DELETE has changed.
    pub fn changes(&self) -> Result<i32, JsValue> {
        // SAFETY: the handle is open.
        Ok(unsafe { ffi::sqlite3_changes(self.get()?.db.0) })
    }

    /// Lets SQL call a function with so many arguments (-1: any number).
    pub fn create_function(&self, name: &str, arguments: i32, function: Function) -> Result<(), JsValue> {
        let open = self.get()?;
        open.check(function::create(&open.db, name, arguments, function))
    }

    /// Lets SQL fold rows: `step` makes a new state of the state and the arguments.
    pub fn create_aggregate(
        &self,
        name: &str,
        arguments: i32,
        init: Function,
        step: Function,
        finalize: Function,
    ) -> Result<(), JsValue> {
        let (open, aggregate) = (self.get()?, function::Aggregate { init, step, finalize });
        open.check(function::create_aggregate(&open.db, name, arguments, aggregate))
    }

    /// Calls a function with `insert`, `update` or `delete`, the database, the table and the rowid (a bigint) for
    /// every row that changes, or none any more.
    pub fn update_hook(&self, hook: Option<Function>) -> Result<(), JsValue> {
        let open = self.get()?;
        let call = hook.as_ref().map(|_| row_changed as _);
        open.hook.replace(hook);
        // SAFETY: the address stays where it is as long as the connection is open.
        unsafe { ffi::sqlite3_update_hook(open.db.0, call, Rc::as_ptr(&open).cast_mut().cast()) };
        Ok(())
    }

    /// The main database as the bytes of a file, page for page; fails within a write transaction.
    pub fn export(&self) -> Result<Uint8Array, JsValue> {
        let (open, copy) = (self.get()?, Raw::open("export", Some(c"memdb"))?);
        let main = c"main".as_ptr();
        // SAFETY: both handles are open, and the backup ends before either is closed.
        let (copied, ended) = unsafe {
            let backup = ffi::sqlite3_backup_init(copy.0, main, open.db.0, main);
            if backup.is_null() {
                return Err(copy.error());
            }
            // What it has to say it says when it is asked to, before the backup's end changes it.
            let copied = match ffi::sqlite3_backup_step(backup, -1) {
                ffi::SQLITE_DONE => Ok(()),
                ffi::SQLITE_BUSY | ffi::SQLITE_LOCKED => Err(Error::new(BUSY).into()),
                _ => Err(copy.error()),
            };
            (copied, ffi::sqlite3_backup_finish(backup))
        };
        copied?;
        if ended != ffi::SQLITE_OK {
            return Err(copy.error());
        }
        let mut size = 0;
        // SAFETY: the bytes belong to the copy, which is not touched while they are copied.
        let bytes = unsafe {
            let start = ffi::sqlite3_serialize(copy.0, main, &mut size, ffi::SQLITE_SERIALIZE_NOCOPY);
            value::bytes_at(start.cast(), size as usize)
        };
        let file = Uint8Array::from(bytes);
        if size > 0 {
            // Readable where there is no WAL: all pages are in the copy.
            file.set_index(18, 1);
            file.set_index(19, 1);
        }
        Ok(file)
    }
}

/// SQLite's call for every row that changes.
unsafe extern "C" fn row_changed(
    open: *mut c_void,
    operation: c_int,
    database: *const c_char,
    table: *const c_char,
    rowid: i64,
) {
    let operation = match operation {
        ffi::SQLITE_INSERT => "insert",
        ffi::SQLITE_UPDATE => "update",
        _ => "delete",
    };
    // SAFETY: the connection is open while SQLite works for it, and the names end in a zero.
    let (open, database, table) =
        unsafe { (&*open.cast::<Open>(), value::text_at(database), value::text_at(table)) };
    let Some(hook) = open.hook.borrow().clone() else { return };
    let arguments = Array::of4(&operation.into(), &database.into(), &table.into(), &JsValue::from(rowid));
    if let Err(thrown) = hook.apply(&JsValue::NULL, &arguments) {
        open.thrown.borrow_mut().get_or_insert(thrown);
    }
}
