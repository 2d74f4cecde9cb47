//! The bytes of an in-memory database, past SQLite: its statements cannot make a database new again that several
//! connections share, and its own call for the bytes needs statements that the page's SQLite does not have.
#![expect(unsafe_code, reason = "SQLite's files are C")]

use rusqlite::{Connection, ffi};
use std::ptr;

/// SQLite's own open file of the connection's database, and what can be done with it.
///
/// Both live as long as the connection; the file is one of the `memdb` VFS.
fn open_file(conn: &Connection) -> Option<(*mut ffi::sqlite3_file, &ffi::sqlite3_io_methods)> {
    let mut file: *mut ffi::sqlite3_file = ptr::null_mut();
    // SAFETY: the handle is open; this call writes one pointer to where it is told, for the main database.
    let code = unsafe {
        let to = (&raw mut file).cast();
        ffi::sqlite3_file_control(conn.handle(), ptr::null(), ffi::SQLITE_FCNTL_FILE_POINTER, to)
    };
    if code != ffi::SQLITE_OK {
        return None;
    }
    // SAFETY: an open file's methods are a table of SQLite's that is there for ever.
    let methods = unsafe { file.as_ref()?.pMethods.as_ref()? };
    Some((file, methods))
}

/// The database's bytes. No transaction may be open.
pub fn read(conn: &Connection) -> Option<Vec<u8>> {
    let (file, methods) = open_file(conn)?;
    let mut size = 0;
    // SAFETY: called as SQLite calls it, in the only thread that has the connection.
    let code = unsafe { methods.xFileSize?(file, &raw mut size) };
    let length = i32::try_from(size).ok().filter(|_| code == ffi::SQLITE_OK)?;
    let mut bytes = vec![0_u8; usize::try_from(length).ok()?];
    // SAFETY: as above; there is room for as many bytes as the file has.
    let code = unsafe { methods.xRead?(file, bytes.as_mut_ptr().cast(), length, 0) };
    (code == ffi::SQLITE_OK).then_some(bytes)
}

/// Puts these bytes in place of the database's own, which are at least as many. No transaction may be open, and
/// every connection must read something before it is used again, to notice that its pages are old.
pub fn write(conn: &Connection, bytes: &[u8]) -> Option<()> {
    let (file, methods) = open_file(conn)?;
    let length = i32::try_from(bytes.len()).ok()?;
    // SAFETY: called as SQLite calls them, in the only thread that has the connection; the bytes are there.
    let codes = unsafe {
        [methods.xTruncate?(file, length.into()), methods.xWrite?(file, bytes.as_ptr().cast(), length, 0)]
    };
    (codes == [ffi::SQLITE_OK; 2]).then_some(())
}

/// Puts these bytes into a database that nobody has written to.
#[cfg(feature = "workshop")]
pub fn fill(conn: &Connection, bytes: &[u8]) -> Option<()> {
    let (file, methods) = open_file(conn)?;
    let length = i32::try_from(bytes.len()).ok().filter(|length| *length > 0)?;
    // SAFETY: called as SQLite calls it, in the only thread that has the connection; the bytes are there.
    let code = unsafe { methods.xWrite?(file, bytes.as_ptr().cast(), length, 0) };
    (code == ffi::SQLITE_OK).then_some(())
}
