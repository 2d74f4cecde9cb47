//! SQLite for scripts: the binary behind `sql/sql.js`, which calls what `sqljs` exports.

// Named, so that the exports come along.
use effectively_once as _;

fn main() {}
