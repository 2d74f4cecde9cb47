//! What stands between a learner's SQL and everything else: limits that are counted and never timed, a clock that
//! shows simulated time, and dice that fall as the seed says.
#![expect(unsafe_code, reason = "a clock of one's own is a file system of one's own to SQLite, in C")]

use super::file;
use crate::domain::ids::Millis;
use crate::domain::limits;
use rusqlite::config::DbConfig;
use rusqlite::functions::FunctionFlags;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OpenFlags, ffi};
use std::cell::Cell;
use std::ffi::c_int;
use std::ptr;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Once};

/// The `memdb` VFS with the simulation's clock.
const VFS: &str = "simulated";

/// SQLite's virtual machine takes so many steps between two looks at the meter. No statement of the pipeline's own
/// takes that many, unless a table is long.
const STRIDE: u32 = 1_000;

/// Each thread's SQLite may have so much memory: a sorter knows no other limit. Far above what everything else needs.
const HEAP_BYTES: i64 = 192 * 1024 * 1024;

/// Milliseconds from the beginning of Julian day 0, where SQLite's time begins, to that of 1970.
const EPOCH_MS: i64 = 210_866_760_000_000;

thread_local! {
    /// What time it is for SQL; `None`: what it is outside.
    static NOW: Cell<Option<Millis>> = const { Cell::new(None) };
}

/// Sets the clock that `datetime('now')` and its kin read in this thread. Simulated time begins in 1970.
pub fn set_clock(now: Option<Millis>) {
    NOW.set(now);
}

unsafe extern "C" fn current_time(vfs: *mut ffi::sqlite3_vfs, to: *mut ffi::sqlite3_int64) -> c_int {
    let Some(now) = NOW.get() else {
        // SAFETY: SQLite has its `memdb` VFS for ever, and its clock takes where to write the time.
        unsafe {
            let memdb = ffi::sqlite3_vfs_find(c"memdb".as_ptr());
            let clock = memdb.as_ref().and_then(|memdb| memdb.xCurrentTimeInt64);
            return clock.map_or(ffi::SQLITE_ERROR, |clock| clock(vfs, to));
        }
    };
    // SAFETY: SQLite says where to write the time.
    unsafe { *to = EPOCH_MS.saturating_add_unsigned(now.0) };
    ffi::SQLITE_OK
}

/// What holds for the whole library, set once.
fn set_up() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // SAFETY: the copy lives for ever, as a registered VFS must; the controls take the values that SQLite's
        // documentation names.
        unsafe {
            ffi::sqlite3_initialize();
            if let Some(memdb) = ffi::sqlite3_vfs_find(c"memdb".as_ptr()).as_ref() {
                let copy = Box::leak(Box::new(*memdb));
                copy.zName = c"simulated".as_ptr();
                copy.pNext = ptr::null_mut();
                copy.xCurrentTimeInt64 = Some(current_time);
                ffi::sqlite3_vfs_register(copy, 0);
            }
            // There is no local time in a simulation: 'localtime' is refused.
            ffi::sqlite3_test_control(ffi::SQLITE_TESTCTRL_LOCALTIME_FAULT, 1 as c_int);
            // The library knows one limit for all threads, and what one takes must not be missing to another.
            let shares = std::thread::available_parallelism().map_or(1, |threads| 2 * threads.get() as i64);
            ffi::sqlite3_hard_heap_limit64(HEAP_BYTES * shares);
        }
    });
}

/// So many steps are left.
#[derive(Clone, Debug)]
pub struct Meter(Arc<AtomicI64>);

impl Meter {
    /// A full one.
    pub fn new(steps: u64) -> Meter {
        Meter(Arc::new(AtomicI64::new((steps / u64::from(STRIDE)) as i64)))
    }

    /// Takes a stride; true if there was none left.
    fn take(&self) -> bool {
        self.0.fetch_sub(1, Ordering::Relaxed) <= 0
    }
}

/// Numbers that look random and follow from a seed.
#[derive(Clone, Debug)]
struct Dice(Arc<AtomicU64>);

impl Dice {
    /// SplitMix64's next.
    fn roll(&self) -> u64 {
        const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
        let mut z = self.0.fetch_add(STEP, Ordering::Relaxed).wrapping_add(STEP);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

/// Watches over all connections of one run or one console.
#[derive(Clone, Debug)]
pub struct Guard {
    meter: Meter,
    dice: Dice,
    /// Longest text or blob, in bytes.
    value_bytes: usize,
    /// Largest database, in bytes.
    file_bytes: usize,
}

impl Guard {
    /// For a run in which a learner's SQL happens. What it leaves behind (triggers, say) counts as well, so every
    /// connection of the run is watched.
    pub fn of_run(seed: u64) -> Guard {
        set_up();
        // The rowid after the highest is drawn, and by SQLite's own generator.
        // SAFETY: the control takes an int and a connection, or none.
        unsafe {
            let seed = ((seed as c_int) & c_int::MAX) | 1;
            ffi::sqlite3_test_control(ffi::SQLITE_TESTCTRL_PRNG_SEED, seed, ptr::null_mut::<ffi::sqlite3>());
        }
        Guard {
            meter: Meter::new(limits::RUN_STEPS),
            dice: Dice(Arc::new(AtomicU64::new(seed))),
            value_bytes: limits::RUN_VALUE_BYTES,
            file_bytes: limits::RUN_FILE_BYTES,
        }
    }

    /// For one text of a console.
    pub fn of_console() -> Guard {
        set_up();
        Guard {
            meter: Meter::new(limits::CONSOLE_STEPS),
            dice: Dice(Arc::new(AtomicU64::new(0))),
            value_bytes: limits::CONSOLE_VALUE_BYTES,
            file_bytes: 2 * limits::FILE_BYTES,
        }
    }

    /// Opens a database by its name: one that begins with a slash is shared by all who open it. `bytes`, if any, are
    /// what is in it from the beginning, before SQLite looks.
    pub fn open(&self, name: &str, bytes: &[u8]) -> rusqlite::Result<Connection> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_URI
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let conn = Connection::open_with_flags(format!("file:{name}?vfs={VFS}"), flags)?;
        if !bytes.is_empty() {
            file::fill(&conn, bytes);
        }
        conn.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_FKEY, true)?;
        conn.busy_timeout(std::time::Duration::ZERO)?;
        // What SQLite would put into files for the time being stays in memory, and what is not committed out of the
        // database. These two need not look at it, so they never meet a lock.
        conn.execute_batch("PRAGMA temp_store = MEMORY; PRAGMA cache_spill = OFF")?;
        // Counts what is not committed, too. It has to look, and where it meets a lock (a worker comes back while
        // another has a transaction open), the file's own limit stands alone.
        let pages = self.file_bytes / 4_096;
        let _ = conn.execute_batch(&format!("PRAGMA max_page_count = {pages}"));
        self.limit(&conn);
        self.load_dice(&conn)?;
        Ok(conn)
    }

    /// Stops what takes too many steps; `own` is a further meter of this connection alone.
    pub fn watch(&self, conn: &mut Connection, own: Option<Meter>) -> rusqlite::Result<()> {
        let meter = self.meter.clone();
        let over = move || own.as_ref().is_some_and(Meter::take) | meter.take();
        conn.progress_handler(STRIDE as c_int, Some(over))
    }

    fn limit(&self, conn: &Connection) {
        let list = [
            (ffi::SQLITE_LIMIT_LENGTH, self.value_bytes as c_int),
            (ffi::SQLITE_LIMIT_SQL_LENGTH, limits::SQL_BYTES as c_int),
            (ffi::SQLITE_LIMIT_COLUMN, 500),
            // The stack of a page's engine is a megabyte.
            (ffi::SQLITE_LIMIT_EXPR_DEPTH, 100),
            (ffi::SQLITE_LIMIT_COMPOUND_SELECT, 50),
            (ffi::SQLITE_LIMIT_PARSER_DEPTH, 200),
            (ffi::SQLITE_LIMIT_VDBE_OP, 100_000),
            (ffi::SQLITE_LIMIT_FUNCTION_ARG, 100),
            (ffi::SQLITE_LIMIT_ATTACHED, 0),
            (ffi::SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1_000),
            (ffi::SQLITE_LIMIT_TRIGGER_DEPTH, 20),
            (ffi::SQLITE_LIMIT_WORKER_THREADS, 0),
        ];
        let mut size = self.file_bytes as i64;
        // SAFETY: the handle is open; the file control reads one number and writes it back.
        unsafe {
            for (limit, value) in list {
                ffi::sqlite3_limit(conn.handle(), limit, value);
            }
            let size = (&raw mut size).cast();
            ffi::sqlite3_file_control(conn.handle(), ptr::null(), ffi::SQLITE_FCNTL_SIZE_LIMIT, size);
        }
    }

    /// SQLite's two functions that nothing can predict, predictable.
    fn load_dice(&self, conn: &Connection) -> rusqlite::Result<()> {
        let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_INNOCUOUS;
        let dice = self.dice.clone();
        conn.create_scalar_function("random", 0, flags, move |_| Ok(dice.roll() as i64))?;
        let (dice, most) = (self.dice.clone(), self.value_bytes);
        conn.create_scalar_function("randomblob", 1, flags, move |values| {
            let bytes = match values.get_raw(0) {
                ValueRef::Integer(n) => usize::try_from(n).unwrap_or(0).max(1),
                _ => 1,
            };
            if bytes > most {
                return Err(rusqlite::Error::UserFunctionError("string or blob too big".into()));
            }
            Ok((0..bytes.div_ceil(8))
                .flat_map(|_| dice.roll().to_le_bytes())
                .take(bytes)
                .collect::<Vec<u8>>())
        })
    }
}
