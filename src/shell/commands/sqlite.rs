//! sqlite3: statements on the pipeline's databases, shown as sqlite3 shows them.

use super::super::{
    host::Rows,
    interpreter::{Flow, Shell},
};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    List,
    Csv,
    Json,
    Column,
    Table,
    Box,
    Markdown,
    Line,
}

impl Mode {
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "list" => Self::List,
            "csv" => Self::Csv,
            "json" => Self::Json,
            "column" | "columns" => Self::Column,
            "table" => Self::Table,
            "box" => Self::Box,
            "markdown" => Self::Markdown,
            "line" => Self::Line,
            _ => return None,
        })
    }
}

struct Style {
    mode: Mode,
    header: Option<bool>,
    separator: String,
    null: String,
}

pub fn run(shell: &mut Shell, args: &[String]) -> Flow {
    let mut style = Style { mode: Mode::List, header: None, separator: "|".into(), null: String::new() };
    let mut rest: Vec<&str> = Vec::new();
    let mut bail = false;
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let Some(name) = arg.strip_prefix('-').filter(|name| !name.is_empty()) else {
            rest.push(arg);
            continue;
        };
        match name.strip_prefix('-').unwrap_or(name) {
            "header" | "headers" => style.header = Some(true),
            "noheader" => style.header = Some(false),
            "bail" => bail = true,
            "batch" | "readonly" | "safe" => {}
            "separator" => style.separator = args.next().cloned().unwrap_or_default(),
            "nullvalue" => style.null = args.next().cloned().unwrap_or_default(),
            name => match Mode::named(name) {
                Some(mode) => style.mode = mode,
                None => {
                    return shell.fail(1, format!("sqlite3: Error: unknown option: {}", super::shorten(arg)));
                }
            },
        }
    }
    let Some((database, statements)) = rest.split_first() else {
        return shell.fail(1, "usage: sqlite3 [-header] [-column | -csv | -json | -box] DATABASE 'SQL' (databases: producer, consumer)");
    };
    // The file's name is as good as the database's own.
    let plain = database.rsplit('/').next().unwrap_or(database);
    let plain =
        [".sqlite3", ".sqlite", ".db"].iter().find_map(|ending| plain.strip_suffix(ending)).unwrap_or(plain);
    let plain = plain.to_owned();
    let statements: Vec<String> = if statements.is_empty() {
        if !shell.is_fed() {
            return shell.fail(1, format!("sqlite3: there is no prompt here: sqlite3 {plain} 'SELECT …'"));
        }
        split_dots(&shell.read_all()?)
    } else {
        statements.iter().map(|text| (*text).to_owned()).collect()
    };
    let mut status = 0;
    for text in statements {
        shell.count()?;
        if let Some(command) = text.trim_start().strip_prefix('.') {
            status = dot(shell, &plain, command.trim(), &mut style)?;
        } else if !text.trim().is_empty() {
            match shell.host.sqlite(&plain, &text) {
                Ok(sets) => {
                    for rows in sets {
                        let shown = show(&rows, &style);
                        shell.out(&shown)?;
                    }
                    status = 0;
                }
                Err(why) => status = shell.fail(1, format!("Error: {why}"))?,
            }
        }
        if status != 0 && bail {
            break;
        }
    }
    Ok(status)
}

/// Lines that begin with a dot are commands of the prompt; what lies between is SQL.
fn split_dots(text: &str) -> Vec<String> {
    let mut list = Vec::new();
    let mut sql = String::new();
    for line in text.lines() {
        if line.starts_with('.') && sql.trim_end().ends_with([';']) | sql.trim().is_empty() {
            list.push(std::mem::take(&mut sql));
            list.push(line.to_owned());
        } else {
            sql.push_str(line);
            sql.push('\n');
        }
    }
    list.push(sql);
    list
}

fn dot(shell: &mut Shell, database: &str, command: &str, style: &mut Style) -> Flow {
    let mut words = command.split_whitespace();
    let name = words.next().unwrap_or("");
    let argument = words.next();
    match (name, argument) {
        ("tables", None) => {
            let sql = "SELECT name FROM sqlite_schema WHERE type IN ('table','view') AND name NOT LIKE 'sqlite_%' ORDER BY 1";
            single_column(shell, database, sql)
        }
        ("schema", table) => {
            let which = match table {
                Some(table) => format!(" AND tbl_name = '{}'", table.replace('\'', "''")),
                None => String::new(),
            };
            let sql =
                format!("SELECT sql || ';' FROM sqlite_schema WHERE sql IS NOT NULL{which} ORDER BY rowid");
            single_column(shell, database, &sql)
        }
        ("mode", Some(mode)) => match Mode::named(mode) {
            Some(mode) => {
                style.mode = mode;
                Ok(0)
            }
            None => {
                shell.fail(1, "Error: mode should be one of: box column csv json line list markdown table")
            }
        },
        ("headers" | "header", Some(on)) => {
            style.header = Some(matches!(on, "on" | "yes" | "1"));
            Ok(0)
        }
        ("separator", Some(text)) => {
            style.separator = text.trim_matches('"').to_owned();
            Ok(0)
        }
        ("nullvalue", Some(text)) => {
            style.null = text.trim_matches('"').to_owned();
            Ok(0)
        }
        ("quit" | "exit", _) => Ok(0),
        _ => shell.fail(
            1,
            format!(
                "Error: \".{}\" is not here; .tables, .schema, .mode and .headers are",
                super::shorten(name)
            ),
        ),
    }
}

fn single_column(shell: &mut Shell, database: &str, sql: &str) -> Flow {
    match shell.host.sqlite(database, sql) {
        Ok(sets) => {
            for row in sets.iter().flat_map(|rows| &rows.rows) {
                let line = row.iter().flatten().cloned().collect::<Vec<_>>().join(" ");
                shell.out(&format!("{line}\n"))?;
            }
            Ok(0)
        }
        Err(why) => shell.fail(1, format!("Error: {why}")),
    }
}

/// Values come rendered, so a text that reads as a number is one.
fn json(value: &Option<String>) -> String {
    match value {
        None => "null".into(),
        Some(text) => {
            let digits = text.strip_prefix('-').unwrap_or(text);
            let plain = digits.starts_with(|c: char| c.is_ascii_digit())
                && (digits == "0" || digits.starts_with("0.") || !digits.starts_with('0'))
                && text.len() < 25
                && text.parse::<f64>().is_ok_and(f64::is_finite)
                && !digits.ends_with('.');
            if plain { text.clone() } else { super::jq::json_text(text) }
        }
    }
}

fn csv(text: &str, separator: &str) -> String {
    let quote = text.is_empty() || text.contains(['"', '\'', '\n', '\r', ' ']) || text.contains(separator);
    if quote { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}

fn show(rows: &Rows, style: &Style) -> String {
    let mut out = String::new();
    let text = |value: &Option<String>| value.clone().unwrap_or_else(|| style.null.clone());
    let tabular = matches!(style.mode, Mode::Column | Mode::Table | Mode::Box | Mode::Markdown);
    let header = style.header.unwrap_or(tabular);
    if rows.columns.is_empty() {
        return out;
    }
    match style.mode {
        Mode::List => {
            if header && !rows.rows.is_empty() {
                out.push_str(&format!("{}\n", rows.columns.join(&style.separator)));
            }
            for row in &rows.rows {
                out.push_str(&row.iter().map(text).collect::<Vec<_>>().join(&style.separator));
                out.push('\n');
            }
        }
        Mode::Csv => {
            let separator = if style.separator == "|" { "," } else { &style.separator };
            let line = |values: Vec<String>| format!("{}\r\n", values.join(separator));
            if header && !rows.rows.is_empty() {
                out.push_str(&line(rows.columns.iter().map(|name| csv(name, separator)).collect()));
            }
            for row in &rows.rows {
                let cells = row
                    .iter()
                    .map(|value| value.as_ref().map_or(style.null.clone(), |text| csv(text, separator)));
                out.push_str(&line(cells.collect()));
            }
        }
        Mode::Json => {
            for (index, row) in rows.rows.iter().enumerate() {
                let cells: Vec<String> = rows
                    .columns
                    .iter()
                    .zip(row)
                    .map(|(name, value)| format!("{}:{}", super::jq::json_text(name), json(value)))
                    .collect();
                out.push_str(if index == 0 { "[" } else { ",\n" });
                out.push_str(&format!("{{{}}}", cells.join(",")));
            }
            if !rows.rows.is_empty() {
                out.push_str("]\n");
            }
        }
        Mode::Line => {
            let width = rows.columns.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(5);
            for (index, row) in rows.rows.iter().enumerate() {
                if index > 0 {
                    out.push('\n');
                }
                for (name, value) in rows.columns.iter().zip(row) {
                    out.push_str(&format!("{name:>width$} = {}\n", text(value)));
                }
            }
        }
        Mode::Column | Mode::Table | Mode::Box | Mode::Markdown => {
            if rows.rows.is_empty() {
                return out;
            }
            let cells: Vec<Vec<String>> = rows
                .rows
                .iter()
                .map(|row| row.iter().map(|value| text(value).replace('\n', " ")).collect())
                .collect();
            let widths: Vec<usize> = (0..rows.columns.len())
                .map(|column| {
                    let own = cells.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count());
                    own.chain([rows.columns[column].chars().count()]).max().unwrap_or(0)
                })
                .collect();
            table(&mut out, rows, &cells, &widths, style.mode, header);
        }
    }
    out
}

fn table(out: &mut String, rows: &Rows, cells: &[Vec<String>], widths: &[usize], mode: Mode, header: bool) {
    let left = |row: &[String]| -> Vec<String> {
        row.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}", width = *width)).collect()
    };
    let centred: Vec<String> = rows
        .columns
        .iter()
        .zip(widths)
        .map(|(cell, width)| format!("{cell:^width$}", width = *width))
        .collect();
    let rule = |dash: &str, left: &str, middle: &str, right: &str| {
        let parts: Vec<String> = widths.iter().map(|width| dash.repeat(width + 2)).collect();
        format!("{left}{}{right}\n", parts.join(middle))
    };
    match mode {
        Mode::Column => {
            let line = |parts: Vec<String>| format!("{}\n", parts.join("  ").trim_end());
            if header {
                out.push_str(&line(left(&rows.columns)));
                out.push_str(&line(widths.iter().map(|width| "-".repeat(*width)).collect()));
            }
            for row in cells {
                out.push_str(&line(left(row)));
            }
        }
        Mode::Markdown => {
            out.push_str(&format!("| {} |\n", centred.join(" | ")));
            out.push_str(&rule("-", "|", "|", "|"));
            for row in cells {
                out.push_str(&format!("| {} |\n", left(row).join(" | ")));
            }
        }
        Mode::Table => {
            let edge = rule("-", "+", "+", "+");
            out.push_str(&format!("{edge}| {} |\n{edge}", centred.join(" | ")));
            for row in cells {
                out.push_str(&format!("| {} |\n", left(row).join(" | ")));
            }
            out.push_str(&edge);
        }
        _ => {
            out.push_str(&rule("─", "┌", "┬", "┐"));
            out.push_str(&format!("│ {} │\n", centred.join(" │ ")));
            out.push_str(&rule("─", "├", "┼", "┤"));
            for row in cells {
                out.push_str(&format!("│ {} │\n", left(row).join(" │ ")));
            }
            out.push_str(&rule("─", "└", "┴", "┘"));
        }
    }
}
