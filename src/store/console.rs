//! A console's queries.
use crate::domain::workshop::*;
/// Runs a statement on a copy of a database.
pub fn query(bytes: &[u8], sql: &str) -> Queried {
    let mut c = rusqlite::Connection::open_in_memory().unwrap();
    let _ = c.deserialize_read_exact("main", bytes, bytes.len(), true);
    let run = || -> rusqlite::Result<ResultSet> {
        let mut s = c.prepare(sql)?;
        let columns: Vec<String> = s.column_names().map(String::from).collect();
        let n = columns.len();
        let mut rows = s.query([])?;
        let mut list = Vec::new();
        while let Some(r) = rows.next()? {
            list.push(
                (0..n)
                    .map(|i| match r.get_ref(i).unwrap() {
                        rusqlite::types::ValueRef::Null => Value::Null,
                        rusqlite::types::ValueRef::Integer(x) => Value::Integer(x),
                        rusqlite::types::ValueRef::Real(x) => Value::Real(x),
                        rusqlite::types::ValueRef::Text(x) => {
                            Value::Text(String::from_utf8_lossy(x).into_owned())
                        }
                        rusqlite::types::ValueRef::Blob(x) => Value::Blob(x.to_vec()),
                    })
                    .collect(),
            );
        }
        Ok(ResultSet { sql: sql.into(), columns, rows: list, cut: None, writes: None })
    };
    match run() {
        Ok(r) => Queried { results: vec![r], refused: None },
        Err(e) => Queried { results: vec![], refused: Some(Refused { message: e.to_string(), at: None }) },
    }
}
