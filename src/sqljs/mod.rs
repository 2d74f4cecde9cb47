//! SQLite for scripts, in the page itself and synchronous: what `sql.js` (beside this file) is written on.
//!
//! sql.js' API is the script's: who may pass what, what is thrown as a bare string, what a closed statement still
//! answers. Here is what needs SQLite: a [`Connection`] to a database of its own, a [`Script`] of statements that
//! prepares one after the other, a [`Prepared`] statement, and functions of JavaScript that SQL calls
//! (`function.rs`); the functions that sql.js adds are in `legacy.rs`. Every error of SQLite is thrown as an `Error` with SQLite's words.
//!
//! The SQLite in this binary is a whole one (`xtask/src/site/whole.rs`), not the engine's.
//!
//! The C interface that rusqlite hands on, rather than rusqlite's own: a script holds statements as long as it likes,
//! frees them in any order and calls back into the database from within a query, which no borrow checker can be told.
#![expect(unsafe_code, reason = "SQLite is C")]

mod connection;
mod function;
mod legacy;
mod statement;
mod value;

pub use connection::Connection;
pub use statement::{Prepared, Script};
