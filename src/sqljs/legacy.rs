//! The functions that sql.js adds to SQLite's own.

use rusqlite::{Connection, Result};

/// Registers all of them.
pub(super) fn register(_db: &Connection) -> Result<()> {
    Ok(())
}
