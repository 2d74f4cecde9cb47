//! What the page's SQLite was built without (`.cargo/config.toml`) and its parser still names. No statement of the
//! pipeline gets there; one that did would end the engine, and the page says so. Addresses are `i32`.

macro_rules! left_out {
    ($($name:ident($($arg:ident)*) $(-> $answer:ty)?;)*) => { $(
        #[unsafe(no_mangle)]
        extern "C" fn $name($($arg: i32),*) $(-> $answer)? {
            $(let _ = $arg;)*
            not_there()
        }
    )* };
}

fn not_there() -> ! {
    panic!("this SQLite was built without it")
}

left_out! {
    gmtime(a) -> i32;
    sqlite3AlterAddConstraint(a b c d e f g);
    sqlite3AlterBeginAddColumn(a b);
    sqlite3AlterDropColumn(a b c);
    sqlite3AlterDropConstraint(a b c d);
    sqlite3AlterFinishAddColumn(a b);
    sqlite3AlterRenameColumn(a b c d);
    sqlite3AlterRenameTable(a b c);
    sqlite3AlterSetNotNull(a b c d);
    sqlite3Analyze(a b c);
    sqlite3Attach(a b c d);
    sqlite3BeginTrigger(a b c d e f g h i j) -> i32;
    sqlite3DeleteTriggerStep(a b) -> i32;
    sqlite3Detach(a b);
    sqlite3DropTrigger(a b c) -> i32;
    sqlite3FinishTrigger(a b c) -> i32;
    sqlite3PagerClearCache(a);
    sqlite3Pragma(a b c d e);
    sqlite3Reindex(a b c);
    sqlite3TriggerDeleteStep(a b c d e) -> i32;
    sqlite3TriggerInsertStep(a b c d e f g h) -> i32;
    sqlite3TriggerSelectStep(a b c d) -> i32;
    sqlite3TriggerUpdateStep(a b c d e f g h) -> i32;
    sqlite3Vacuum(a b c);
    sqlite3VtabArgExtend(a b);
    sqlite3VtabArgInit(a);
    sqlite3VtabBeginParse(a b c d e);
    sqlite3VtabFinishParse(a b);
    strftime(a b c d) -> i32;
}

/// Is the connection's database with this number the one that the statement names? Without ATTACH a connection has
/// one, number 0, and nothing else is ever asked for.
#[unsafe(no_mangle)]
extern "C" fn sqlite3DbIsNamed(_connection: i32, number: i32, _name: i32) -> i32 {
    i32::from(number == 0)
}
