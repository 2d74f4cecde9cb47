//! The live tables at any step, with the rows that this step touched.

use crate::domain::ids::EventNo;
use crate::domain::sql::{Cell, Change, Table, TableInfo};
use crate::domain::trace::Run;
use litemap::LiteMap;

/// What an entry did to a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touch {
    /// Nothing.
    No,
    /// It is new.
    Inserted,
    /// Its values changed (a rolled-back update gives the old ones back).
    Updated,
    /// It is gone, deleted or rolled back; shown for this one step.
    Deleted,
    /// It was pending until now; from here on others can see it.
    Committed,
}

/// A row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowView {
    /// SQLite's `rowid`: its identity from step to step.
    pub rowid: i64,
    /// Its values in column order.
    pub cells: Vec<Cell>,
    /// What this step did to it.
    pub touch: Touch,
    /// Written in a transaction that is still open: others cannot see it.
    pub pending: bool,
    /// The event that it is about, if about one.
    pub event: Option<EventNo>,
}

/// A table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableView {
    /// Its shape.
    pub info: TableInfo,
    /// Its rows by `rowid`.
    pub rows: Vec<RowView>,
}

impl TableView {
    /// Did this step touch a row of it?
    pub fn touched(&self) -> bool {
        self.rows.iter().any(|row| row.touch != Touch::No)
    }
}

/// A row from one step on.
#[derive(Clone, Debug)]
struct Version {
    /// `None`: it stands there before anything happens.
    from: Option<usize>,
    /// `None`: gone.
    cells: Option<Vec<Cell>>,
    pending: bool,
    /// Its entry undid a transaction: what comes out of pending here is the old row, not the new one.
    undone: bool,
}

/// A row at a step, not copied.
struct Look<'a> {
    rowid: i64,
    cells: &'a [Cell],
    touch: Touch,
    pending: bool,
}

/// A table, or the rows of it that matter at a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The rows in sight.
    pub table: TableView,
    /// How many others there are.
    pub hidden: usize,
}

/// Every version of every row of one run: a look at any step is one binary search per row.
#[derive(Clone, Debug)]
pub struct History {
    tables: Vec<TableInfo>,
    rows: LiteMap<Table, LiteMap<i64, Vec<Version>>>,
    /// Events by id as text, and by order number.
    by_id: LiteMap<String, EventNo>,
    by_order: LiteMap<i64, EventNo>,
}

impl History {
    /// Reads the run once.
    pub fn new(run: &Run) -> History {
        let mut history = History {
            tables: run.tables.clone(),
            rows: LiteMap::new(),
            by_id: LiteMap::new(),
            by_order: LiteMap::new(),
        };
        for (info, no) in run.events.iter().zip(1..) {
            history.by_id.insert(info.id.to_string(), EventNo(no));
            history.by_order.insert(i64::from(info.order.0), EventNo(no));
        }
        run.initial.iter().for_each(|change| history.push(None, change, false));
        for (step, entry) in run.entries.iter().enumerate() {
            let undone = entry.what.undoes();
            entry.changes.iter().for_each(|change| history.push(Some(step), change, undone));
        }
        history
    }

    fn push(&mut self, from: Option<usize>, change: &Change, undone: bool) {
        let versions = self.rows.entry(change.table).or_default().entry(change.rowid).or_default();
        // Of several changes in one entry only the last is seen.
        versions.pop_if(|last| last.from == from);
        versions.push(Version { from, cells: change.row.clone(), pending: change.pending, undone });
    }

    /// The tables after entry `step` (`None`: before the first).
    pub fn at(&self, step: Option<usize>) -> Vec<TableView> {
        self.near(step, usize::MAX).into_iter().map(|part| part.table).collect()
    }

    /// The same, but of each table at most so many rows: those up to the last that this step touched (or the
    /// last of all) and two after it. Copies nothing else, so that a look at a long run stays cheap.
    pub fn near(&self, step: Option<usize>, most: usize) -> Vec<Part> {
        let part = |info: &TableInfo| {
            let looks = self.looks(info, step);
            let all = looks.len();
            let last = looks.iter().rposition(|look| look.touch != Touch::No).map_or(all, |last| last + 3);
            let to = last.max(most).min(all);
            let from = to.saturating_sub(most);
            let rows = looks[from..to]
                .iter()
                .map(|look| RowView {
                    rowid: look.rowid,
                    cells: look.cells.to_vec(),
                    touch: look.touch,
                    pending: look.pending,
                    event: self.event(info, look.cells),
                })
                .collect();
            Part { table: TableView { info: info.clone(), rows }, hidden: all - (to - from) }
        };
        self.tables.iter().map(part).collect()
    }

    fn looks(&self, info: &TableInfo, step: Option<usize>) -> Vec<Look<'_>> {
        let rows = self.rows.get(&info.table).into_iter().flatten();
        rows.filter_map(|(&rowid, versions)| {
            let known = versions.partition_point(|version| version.from <= step);
            let (now, before) = versions[..known].split_last()?;
            let before = before.last();
            let touched = step.is_some() && now.from == step;
            let old = before.and_then(|version| version.cells.as_ref());
            let (cells, touch) = match (&now.cells, touched) {
                (Some(cells), false) => (cells, Touch::No),
                (Some(cells), true) => (cells, touch(now, cells, before)),
                (None, true) => (old?, Touch::Deleted),
                (None, false) => return None,
            };
            Some(Look { rowid, cells, touch, pending: now.pending && now.cells.is_some() })
        })
        .collect()
    }

    /// The event that a row is about: by an id in it, else by its order's number.
    fn event(&self, info: &TableInfo, cells: &[Cell]) -> Option<EventNo> {
        let by_id = cells.iter().find_map(|cell| self.event_of(cell));
        by_id.or_else(|| {
            let column = info.columns.iter().position(|column| column == "order_id")?;
            match cells.get(column) {
                Some(Cell::Integer(order)) => self.by_order.get(order).copied(),
                _ => None,
            }
        })
    }

    /// The event whose id stands in this cell, if one does.
    pub fn event_of(&self, cell: &Cell) -> Option<EventNo> {
        match cell {
            Cell::Text(text) => self.by_id.get(text).copied(),
            _ => None,
        }
    }
}

/// What a row's newest version did to it.
fn touch(now: &Version, cells: &[Cell], before: Option<&Version>) -> Touch {
    let was_pending = before.is_some_and(|version| version.pending);
    match before.and_then(|version| version.cells.as_deref()) {
        None => Touch::Inserted,
        Some(old) if old == cells && was_pending && !now.pending && !now.undone => Touch::Committed,
        Some(_) => Touch::Updated,
    }
}

/// One look at the tables; for many looks at the same run keep a [`History`].
pub fn at(run: &Run, step: Option<usize>) -> Vec<TableView> {
    History::new(run).at(step)
}
