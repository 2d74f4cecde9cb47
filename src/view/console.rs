//! What the console says and shows, as plain data: results as text, the place of an error, the names that can be
//! completed, the other schemas that can be tried.

use super::field;
use super::lang::{Lang, Said};
use super::texts::{Noun, count};
use crate::domain::problem::Problem;
use crate::domain::scenario::{Dedup, Scenario};
use crate::domain::settings;
use crate::domain::sql::Database;
use crate::domain::workshop::{Limit, ResultSet, SchemaItem, Value};
use std::fmt::Write;

/// A query that is answered faster than this may be asked again whenever the lab moves, in milliseconds.
pub const FAST_MS: f64 = 250.0;
/// So many names are offered at once.
pub const NAMES: usize = 8;

/// A value as a cell shows it; `None`: `NULL`.
pub fn cell(value: &Value) -> Option<String> {
    Some(match value {
        Value::Null => return None,
        Value::Integer(n) => n.to_string(),
        Value::Real(n) => real(*n),
        Value::Text(text) => text.clone(),
        Value::Blob(bytes) => blob(bytes),
    })
}

/// A floating-point number that can be told from an integer.
fn real(n: f64) -> String {
    if n.is_finite() && n.fract() == 0.0 && n.abs() < 1e15 { format!("{n:.1}") } else { n.to_string() }
}

/// Bytes as SQL writes them.
fn blob(bytes: &[u8]) -> String {
    let mut text = String::from("X'");
    for byte in bytes {
        let _ = write!(text, "{byte:02x}");
    }
    text + "'"
}

/// A result as RFC 4180 wants it: CRLF between lines, quotes where something in a value would be taken for more.
/// `NULL` is nothing, an empty text is a pair of quotes.
pub fn csv(set: &ResultSet) -> String {
    let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
    let field = |text: &str| {
        let plain = !text.is_empty()
            && !text.contains(['"', ',', '\n', '\r'])
            && text.trim_matches([' ', '\t']) == text;
        if plain { text.to_string() } else { quoted(text) }
    };
    let mut csv = set.columns.iter().map(|name| field(name)).collect::<Vec<_>>().join(",") + "\r\n";
    for row in &set.rows {
        let row: Vec<String> =
            row.iter().map(|value| cell(value).map_or(String::new(), |text| field(&text))).collect();
        csv += &(row.join(",") + "\r\n");
    }
    csv
}

/// A result as a list of objects. Columns of the same name are told apart by a number; bytes are text, as SQL writes
/// them; what JSON has no number for is text, too.
pub fn json(set: &ResultSet) -> String {
    let mut names: Vec<String> = Vec::new();
    for name in &set.columns {
        let mut own = name.clone();
        let mut n = 2;
        while names.contains(&own) {
            own = format!("{name}_{n}");
            n += 1;
        }
        names.push(own);
    }
    let rows: Vec<String> = set
        .rows
        .iter()
        .map(|row| {
            let fields: Vec<String> = names
                .iter()
                .zip(row)
                .map(|(name, value)| {
                    let value = match value {
                        Value::Null => "null".into(),
                        Value::Integer(n) => n.to_string(),
                        Value::Real(n) if n.is_finite() => real(*n),
                        other => json_text(&cell(other).unwrap_or_default()),
                    };
                    format!("{}: {value}", json_text(name))
                })
                .collect();
            format!("  {{{}}}", fields.join(", "))
        })
        .collect();
    if rows.is_empty() { "[]\n".into() } else { format!("[\n{}\n]\n", rows.join(",\n")) }
}

fn json_text(text: &str) -> String {
    let mut json = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => json += "\\\"",
            '\\' => json += "\\\\",
            '\n' => json += "\\n",
            '\r' => json += "\\r",
            '\t' => json += "\\t",
            c if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') => {
                let _ = write!(json, "\\u{:04x}", c as u32);
            }
            c => json.push(c),
        }
    }
    json + "\""
}

/// What `EXPLAIN QUERY PLAN` gave, as a tree: how deep each line stands. `None`: it is another result.
pub fn plan_tree(set: &ResultSet) -> Option<Vec<(usize, String)>> {
    if set.columns != ["id", "parent", "notused", "detail"] {
        return None;
    }
    let mut depths: Vec<(i64, usize)> = Vec::new();
    let mut tree = Vec::new();
    for row in &set.rows {
        let [Value::Integer(id), Value::Integer(parent), _, Value::Text(detail)] = row.as_slice() else {
            return None;
        };
        let depth = depths.iter().find(|(of, _)| of == parent).map_or(0, |(_, depth)| depth + 1);
        depths.push((*id, depth));
        tree.push((depth, detail.clone()));
    }
    Some(tree)
}

/// The place of an error in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// From 1.
    pub line: usize,
    /// In characters, from 1.
    pub column: usize,
    /// The line.
    pub text: String,
    /// What stands below it so that its last character points at the place, in letters of the same width.
    pub caret: String,
}

/// Finds it.
pub fn place(sql: &str, at: u32) -> Place {
    let at = field::floor(sql, at as usize);
    let start = sql[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let end = sql[at..].find('\n').map_or(sql.len(), |newline| at + newline);
    let before = &sql[start..at];
    // As wide as what stands above: a Chinese character takes twice the room of a letter.
    let space = |c: char| match c {
        '\t' => '\t',
        c if is_wide(c) => '\u{3000}',
        _ => ' ',
    };
    Place {
        line: sql[..at].matches('\n').count() + 1,
        column: before.chars().count() + 1,
        text: sql[start..end].trim_end_matches('\r').to_string(),
        caret: before.chars().map(space).chain(['^']).collect(),
    }
}

fn is_wide(c: char) -> bool {
    matches!(c as u32, 0x1100..=0x115f | 0x2e80..=0xa4cf | 0xac00..=0xd7a3 | 0xf900..=0xfaff | 0xfe30..=0xfe6f | 0xff00..=0xff60 | 0xffe0..=0xffe6 | 0x1f300..=0x1faff | 0x20000..=0x3fffd)
}

/// "line 2, column 5"
pub fn place_said(place: &Place, lang: Lang) -> String {
    let Place { line, column, .. } = place;
    match lang {
        Lang::En(_) => format!("line {line}, column {column}"),
        Lang::ZhHant(_) => format!("第 {line} 行第 {column} 個字"),
    }
}

const KEYWORDS: &[&str] = &[
    "SELECT",
    "FROM",
    "WHERE",
    "GROUP BY",
    "ORDER BY",
    "LIMIT",
    "JOIN",
    "LEFT JOIN",
    "HAVING",
    "DISTINCT",
    "INSERT INTO",
    "VALUES",
    "ON CONFLICT",
    "DO NOTHING",
    "UPDATE",
    "DELETE FROM",
    "CREATE TABLE",
    "EXPLAIN QUERY PLAN",
    "EXISTS",
    "BETWEEN",
    "UNION ALL",
    "PRAGMA",
];

/// The names that can stand where this beginning of one stands: those of the schema first.
pub fn names(schema: &[SchemaItem], beginning: &str) -> Vec<String> {
    if beginning.is_empty() {
        return Vec::new();
    }
    let mut found: Vec<String> = Vec::new();
    let tables = schema.iter().filter(|item| matches!(item.kind.as_str(), "table" | "view"));
    let columns = tables.clone().flat_map(|item| item.columns.iter().map(|(name, _)| name.as_str()));
    let all = tables.clone().map(|item| item.name.as_str()).chain(columns).chain(KEYWORDS.iter().copied());
    for name in all {
        let fits = name.get(..beginning.len()).is_some_and(|start| start.eq_ignore_ascii_case(beginning));
        if fits && name.len() > beginning.len() && !found.iter().any(|other| other == name) {
            found.push(name.into());
        }
    }
    found.truncate(NAMES);
    found
}

/// Why there are no more rows.
pub fn cut(limit: Limit, lang: Lang) -> String {
    match (limit, lang) {
        (Limit::Rows(n), Lang::En(_)) => {
            format!("Cut after {n} rows; there may be more. A LIMIT or a WHERE shows others.")
        }
        (Limit::Rows(n), Lang::ZhHant(_)) => {
            format!("只取前 {n} 列，後面可能還有。可以用 LIMIT 或 WHERE 看其他的。")
        }
        (Limit::Bytes(n), Lang::En(_)) => format!("Cut after {} KB; there may be more rows.", n / 1024),
        (Limit::Bytes(n), Lang::ZhHant(_)) => format!("只取前 {} KB，後面可能還有資料列。", n / 1024),
        (Limit::Steps(n), Lang::En(_)) => {
            format!("Stopped after {n} steps of SQLite's machine; it might never have ended.")
        }
        (Limit::Steps(n), Lang::ZhHant(_)) => {
            format!("SQLite 的虛擬機器跑了 {n} 步後停止，可能永遠不會結束。")
        }
    }
}

/// What a statement that writes would do.
pub fn would_change(rows: u64, lang: Lang) -> String {
    let rows = count(rows.min(u64::from(u32::MAX)) as u32, Noun::Row, lang);
    match lang {
        Lang::En(_) => {
            format!("This would change {rows}. Nothing of it has been kept: the run is as it was.")
        }
        Lang::ZhHant(_) => format!("這會異動 {rows}。目前什麼都沒有留下，這個 run 維持原樣。"),
    }
}

/// Of which step of which run results are.
pub fn of_step(n: usize, lang: Lang) -> String {
    match lang {
        Lang::En(_) => format!("These are of step {n}; the lab has moved."),
        Lang::ZhHant(_) => format!("這是第 {n} 步的結果，實驗已經移動了。"),
    }
}

/// A query that is offered: what it is for, and its text.
pub struct Offer {
    /// What it is for.
    pub title: Said,
    /// The statements.
    pub sql: &'static str,
}

const fn offer(en: &'static str, zh: &'static str, sql: &'static str) -> Offer {
    Offer { title: Said::new(en, zh), sql }
}

const OF_PRODUCER: &[Offer] = &[
    offer(
        "Every order",
        "所有訂單",
        "SELECT order_id, event_id, user_id, item, amount_cents FROM orders ORDER BY order_id;",
    ),
    offer(
        "The outbox, and what is still in it",
        "outbox，以及還沒送出的",
        "SELECT event_id, bus, created_ms, published_ms,\n       published_ms IS NULL AS waiting\nFROM outbox ORDER BY created_ms, event_id;",
    ),
    offer(
        "Purchases that became two orders",
        "變成兩筆訂單的購買",
        "SELECT user_id, item, count(*) AS orders\nFROM orders GROUP BY user_id, item HAVING count(*) > 1;",
    ),
    offer(
        "What the card was charged",
        "刷卡扣款",
        "SELECT o.order_id, o.event_id, c.amount_cents, c.charged_ms\nFROM orders AS o LEFT JOIN charges AS c USING (order_id) ORDER BY o.order_id;",
    ),
    offer(
        "An order without an event",
        "沒有 event 的訂單",
        "SELECT order_id, event_id FROM orders\nWHERE event_id NOT IN (SELECT event_id FROM outbox);",
    ),
    offer(
        "Insert the same key twice",
        "同一個 key 插入兩次",
        "INSERT INTO outbox (event_id, bus, payload, created_ms)\nSELECT event_id, bus, payload, 0 FROM outbox WHERE true\nON CONFLICT (event_id) DO NOTHING;",
    ),
];

const OF_CONSUMER: &[Offer] = &[
    offer(
        "Has a handler done this event?",
        "這個 event 處理過了嗎？",
        "SELECT 1 AS done FROM processed_events\nWHERE event_id = (SELECT event_id FROM processed_events ORDER BY processed_ms LIMIT 1)\n  AND handler = 'emailHandler';",
    ),
    offer(
        "Mark it a second time",
        "再標記一次",
        "INSERT INTO processed_events (event_id, handler, bus, processed_ms)\nSELECT event_id, handler, bus, 0 FROM processed_events WHERE true\nON CONFLICT DO NOTHING;",
    ),
    offer(
        "Rows for each handler",
        "每個 handler 幾列",
        "SELECT handler, count(*) AS rows, count(DISTINCT event_id) AS events\nFROM processed_events GROUP BY handler ORDER BY handler;",
    ),
    offer(
        "Events that were mailed twice",
        "寄了兩次信的 event",
        "SELECT event_id, count(*) AS mails FROM emails_sent\nGROUP BY event_id HAVING count(*) > 1;",
    ),
    offer(
        "Marked as done, but no mail",
        "標記完成，卻沒有信",
        "SELECT event_id FROM processed_events\nWHERE handler = 'emailHandler'\n  AND event_id NOT IN (SELECT event_id FROM emails_sent);",
    ),
    offer(
        "How the dedup check finds its row",
        "去重檢查怎麼找到那一列",
        "EXPLAIN QUERY PLAN\nSELECT 1 FROM processed_events WHERE event_id = 'x' AND handler = 'emailHandler';",
    ),
    offer("Delete the marks", "刪掉標記", "DELETE FROM processed_events WHERE handler = 'emailHandler';"),
];

/// The queries that are offered for a database of a run.
pub fn offers(on: Database) -> &'static [Offer] {
    match on {
        Database::Producer => OF_PRODUCER,
        Database::Consumer => OF_CONSUMER,
    }
}

/// Another schema to try, or another order of statements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// The key is the event's id alone.
    KeyOfEvent,
    /// No key.
    NoKey,
    /// The mark and the work change places.
    Swapped,
    /// Every statement for itself.
    Split,
}

impl Variant {
    /// All of them.
    pub const ALL: [Variant; 4] = [Variant::KeyOfEvent, Variant::NoKey, Variant::Swapped, Variant::Split];

    /// What it is called, and what to look for.
    pub fn said(self) -> (Said, Said) {
        match self {
            Variant::KeyOfEvent => (
                Said::new("A key without the handler", "主鍵不含 handler"),
                Said::new(
                    "PRIMARY KEY (event_id): the first handler takes the row for all. Look for handlers that skip an event that they have never seen.",
                    "PRIMARY KEY (event_id)：第一個 handler 把那一列佔走了。看看有哪些 handler 略過了自己從沒處理過的 event。",
                ),
            ),
            Variant::NoKey => (
                Said::new("No key at all", "完全沒有主鍵"),
                Said::new(
                    "Nothing refuses a second row, so ON CONFLICT never happens. Look for two rows with the same event and handler, and for the second mail.",
                    "沒有什麼會擋下第二列，ON CONFLICT 永遠不會發生。找找 event 與 handler 都相同的兩列，以及第二封信。",
                ),
            ),
            Variant::Swapped => (
                Said::new("The statements swapped", "兩句 SQL 對調"),
                Said::new(
                    "The mark changes places with the work. Inside a transaction two workers that overlap both send the mail; outside of one a crash in between loses it.",
                    "標記與工作對調。在交易裡，兩個重疊的 worker 都會把信寄出；不在交易裡，中間 crash 就遺失了。",
                ),
            ),
            Variant::Split => (
                Said::new("The transaction split", "把交易拆開"),
                Said::new(
                    "Check, work and mark commit one by one. Look at what a crash leaves between the work and the mark, then at what the next delivery does.",
                    "檢查、工作、標記各自 commit。看看在工作與標記之間 crash 會留下什麼，下一次投遞又會做什麼。",
                ),
            ),
        }
    }

    /// The scenario with this variant in it. Where layer 2 is off there is no mark to vary, so it comes on.
    pub fn apply(self, scenario: &Scenario) -> Result<Scenario, Problem> {
        let off = scenario.consumer.dedup == Dedup::Off;
        let dedup = match (self, scenario.consumer.dedup) {
            (Variant::Swapped, Dedup::CheckRunMark) => Some("claim"),
            (Variant::Swapped, Dedup::Claim) => Some("check_run_mark"),
            (Variant::Swapped, _) => Some("one_transaction_mark_last"),
            (Variant::Split, _) => Some("check_run_mark"),
            _ if off => Some("one_transaction"),
            _ => None,
        };
        let key = match self {
            Variant::KeyOfEvent => Some("event"),
            Variant::NoKey => Some("none"),
            _ => None,
        };
        let mut other = scenario.clone();
        for (path, word) in [("consumer.dedup", dedup), ("consumer.dedup_key", key)] {
            if let (Some(setting), Some(word)) = (settings::find(path), word) {
                setting.set(&mut other, setting.read(word)?)?;
            }
        }
        Ok(other)
    }

    /// Is this scenario so already?
    pub fn holds(self, scenario: &Scenario) -> bool {
        match self {
            Variant::Swapped => {
                matches!(scenario.consumer.dedup, Dedup::OneTransactionMarkLast | Dedup::Claim)
            }
            _ => self.apply(scenario).is_ok_and(|other| other == *scenario),
        }
    }
}

said! {
    CONSOLE: "SQL", "SQL";
    CLOSE: "Close", "關閉";
    WHICH: "Database", "資料庫";
    OWN_FILE: "a file of yours", "自己的檔案";
    QUERY: "Query", "查詢";
    RUN: "Run", "執行";
    RUN_KEYS: "Ctrl+Enter runs. While names are offered, Tab takes one and Escape puts them away; then Tab leaves the field.",
        "Ctrl+Enter 執行。出現名稱清單時，Tab 選用，Escape 收起；之後 Tab 就會離開欄位。";
    PLAN: "Explain the plan", "看查詢計畫";
    RUN_AGAIN: "Run again", "再執行一次";
    NAMES_HERE: "Names", "名稱";
    TRY: "To try", "試試看";
    TABLES: "Tables and columns", "資料表與欄位";
    ROWS: "rows", "列";
    NO_ROWS: "no rows", "沒有資料列";
    NO_TABLES: "There is no table in it.", "裡面沒有資料表。";
    CREATED_BY: "How it was created", "建立它的 SQL";
    INSERT_NAME: "Put into the query", "放進查詢";
    RESULT: "Result", "結果";
    COPY_CSV: "Copy as CSV", "複製成 CSV";
    COPY_JSON: "Copy as JSON", "複製成 JSON";
    COPIED: "Copied.", "已複製。";
    COPY_FAILED: "The browser did not let the page copy.", "瀏覽器不允許網頁複製。";
    DONE: "Done, without rows.", "完成，沒有資料列。";
    DO_IT: "Do it here", "在這裡執行";
    DO_IT_HINT: "It becomes a part of the run at this step, and everything after it runs again on what it leaves.",
        "它會成為這個 run 在這一步的一部分，之後的一切都以它留下的資料重跑。";
    DROPS: "What you did later in this run would be dropped:", "你在這之後做的會被捨棄：";
    DROP: "Drop it and go on", "捨棄並繼續";
    CANCEL: "Cancel", "取消";
    TOO_LONG: "A run can keep at most 2048 bytes of SQL, because they stand in its link. This is longer.", "一個 run 最多只能留下 2048 位元組的 SQL，因為它們都寫在連結裡。這段太長了。";
    TOO_MANY: "This run is full: neither it nor its link can hold another command.", "這個 run 已滿，它和它的連結都放不下更多指令。";
    OTHER_SCHEMA: "Change the schema", "改改 schema";
    OTHER_SCHEMA_HINT: "Each button changes this panel's layer 2 and runs the whole story again.", "每個按鈕都會改動這個面板的第 2 層，並把整個故事重跑一遍。";
    AS_BEFORE: "As it was before", "恢復原狀";
    IS_SO: "it is so now", "目前就是";
    FILE: "As a file", "檔案";
    DOWNLOAD: "Download this database (.sqlite)", "下載這個資料庫（.sqlite）";
    OPEN: "Open a SQLite file of your own", "打開自己的 SQLite 檔案";
    OPEN_HINT: "At most 8 MB. It stays in this page; nothing is sent anywhere and nothing is written to the file.", "上限 8 MB。檔案只留在這個網頁裡，不會送到任何地方，也不會寫回檔案。";
    FILE_TOO_LARGE: "This file is larger than 8 MB.", "這個檔案超過 8 MB。";
    DIED: "No answer within ten seconds, so the query was given up. Nothing has changed.", "十秒內沒有回應，因此放棄了查詢。什麼都沒有改變。";
    BUSY: "Running…", "執行中……";
    STOP: "Stop", "停止";
    STOPPED: "Stopped.", "已停止。";
}

#[cfg(all(test, feature = "en", feature = "zh-hant"))]
mod tests {
    use super::*;

    fn set(columns: &[&str], rows: Vec<Vec<Value>>) -> ResultSet {
        let columns = columns.iter().map(|c| (*c).to_string()).collect();
        ResultSet { sql: String::new(), columns, rows, cut: None, writes: None }
    }

    fn text(text: &str) -> Value {
        Value::Text(text.into())
    }

    #[test]
    fn every_text_is_there_in_both_languages() {
        for lang in Lang::ALL {
            assert!(ALL.iter().all(|said| !said.say(*lang).is_empty()));
        }
    }

    #[test]
    fn csv_survives_hostile_cells() {
        let row = vec![
            text("a,\"b\"\r\n=1+1"),
            Value::Null,
            text(""),
            text(" x"),
            Value::Blob(vec![0, 255]),
            Value::Real(2.0),
        ];
        let csv = csv(&set(&["a", "b,c", "d", "e", "f", "g"], vec![row]));
        assert_eq!(csv, "a,\"b,c\",d,e,f,g\r\n\"a,\"\"b\"\"\r\n=1+1\",,\"\",\" x\",X'00ff',2.0\r\n");
    }

    #[test]
    fn json_survives_hostile_cells() {
        let row = vec![text("\"\\\n\u{0}\u{2028}信"), Value::Integer(i64::MAX), Value::Real(f64::INFINITY)];
        let json = json(&set(&["a", "a", "a_2"], vec![row]));
        assert_eq!(
            json,
            "[\n  {\"a\": \"\\\"\\\\\\n\\u0000\\u2028信\", \"a_2\": 9223372036854775807, \"a_2_2\": \"inf\"}\n]\n"
        );
        // A reader of JSON is the engine wing's.
        #[cfg(feature = "engine")]
        {
            let read: serde_json::Value = serde_json::from_str(&json).unwrap();
            assert_eq!(read[0]["a"], "\"\\\n\u{0}\u{2028}信");
        }
        assert_eq!(super::json(&set(&["a"], Vec::new())), "[]\n");
    }

    #[test]
    fn an_error_is_pointed_at() {
        let place = |sql: &str, at| super::place(sql, at);
        let it = place("SELECT 1;\n\tSELEC 信 x", 21);
        assert_eq!((it.line, it.column), (2, 10));
        assert_eq!((it.text.as_str(), it.caret.as_str()), ("\tSELEC 信 x", "\t      \u{3000} ^"));
        assert_eq!(place("", 7).caret, "^");
        assert_eq!(place_said(&place("a\nb", 2), Lang::EN), "line 2, column 1");
    }

    #[test]
    fn a_query_plan_is_a_tree() {
        let row = |id, parent, detail: &str| {
            vec![Value::Integer(id), Value::Integer(parent), Value::Integer(0), text(detail)]
        };
        let columns = ["id", "parent", "notused", "detail"];
        let rows = vec![row(3, 0, "SCAN o"), row(9, 0, "LIST SUBQUERY"), row(12, 9, "SEARCH x")];
        let tree = plan_tree(&set(&columns, rows)).unwrap();
        assert_eq!(tree.iter().map(|(depth, _)| *depth).collect::<Vec<_>>(), [0, 0, 1]);
        assert_eq!(plan_tree(&set(&["id"], Vec::new())), None);
    }

    #[test]
    fn names_are_completed_from_the_schema_first() {
        let item = SchemaItem {
            kind: "table".into(),
            name: "orders".into(),
            columns: vec![("order_id".into(), "INTEGER".into())],
            rows: 0,
            sql: String::new(),
        };
        assert_eq!(names(std::slice::from_ref(&item), "ORD"), ["orders", "order_id", "ORDER BY"]);
        assert!(names(&[item], "").is_empty());
    }

    #[test]
    fn a_variant_changes_layer_2_and_nothing_else() {
        let plain = Scenario::default();
        let split = Variant::Split.apply(&plain).unwrap();
        assert_eq!(split.consumer.dedup, Dedup::CheckRunMark);
        assert!(Variant::Split.holds(&split) && !Variant::Split.holds(&plain));
        assert_eq!(Variant::Swapped.apply(&split).unwrap().consumer.dedup, Dedup::Claim);
        let key = Variant::KeyOfEvent.apply(&plain).unwrap();
        assert_eq!(key.consumer.dedup, Dedup::OneTransaction);
        assert_eq!(Scenario { consumer: plain.consumer.clone(), ..key }, plain);
    }
}
