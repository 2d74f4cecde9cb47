//! Complaints about texts, in the reader's language.

use super::lang::Lang;
use crate::domain::problem::{Problem, Wrong};

/// The whole complaint, with its place.
pub fn message(problem: &Problem, lang: Lang) -> String {
    match lang {
        Lang::En(_) => english(problem),
        Lang::ZhHant(_) => chinese(problem),
    }
}

fn english(problem: &Problem) -> String {
    let complaint = match &problem.wrong {
        Wrong::NotOneOf { got, allowed } if got.is_empty() => {
            format!("something is missing here; it can be: {}", allowed.join(", "))
        }
        Wrong::TooLong { max } => format!("the text is longer than {max} bytes"),
        Wrong::TooMany { max } => format!("there are more than {max} of these"),
        Wrong::WrongKind { got, expected } => {
            format!("{got} stands here, but {} is expected", article(expected))
        }
        // The domain's own words are English; it puts the place in front itself.
        _ => return problem.to_string(),
    };
    if problem.place.is_empty() { complaint } else { format!("{}: {complaint}", problem.place) }
}

fn article(noun: &str) -> String {
    match noun {
        "true or false" => noun.into(),
        _ if noun.starts_with(['a', 'e', 'i', 'o', 'u']) => format!("an {noun}"),
        _ => format!("a {noun}"),
    }
}

fn chinese(problem: &Problem) -> String {
    let complaint = match &problem.wrong {
        Wrong::UnknownKey => "沒有這個設定".to_string(),
        Wrong::UnknownVersion(version) => format!("不認得版本 {version}，這裡只讀版本 1"),
        Wrong::NoVersion => "缺少版本，請寫 version = 1（連結裡是 v=1）".into(),
        Wrong::NotOneOf { got, allowed } if got.is_empty() => {
            format!("這裡少了東西，可以寫：{}", allowed.join("、"))
        }
        Wrong::NotOneOf { got, allowed } => {
            format!("「{got}」不在可用的選項裡，可以寫：{}", allowed.join("、"))
        }
        Wrong::OutOfRange { got, min, max } => format!("{got} 超出範圍，應在 {min} 到 {max} 之間"),
        Wrong::WrongKind { got, expected } => format!("這裡寫的是 {got}，應該是{}", kind(expected)),
        Wrong::TooLong { max } => format!("文字超過 {max} 位元組"),
        Wrong::TooMany { max } => format!("超過 {max} 項"),
        Wrong::DoesNotApply { to } => format!("不適用於 {to}"),
        Wrong::Syntax(message) => syntax(message),
    };
    let place: Vec<String> =
        problem.place.split(": ").filter(|part| !part.is_empty()).map(position).collect();
    if place.is_empty() { complaint } else { format!("{}：{complaint}", place.join("，")) }
}

/// `line 3, column 5` in Chinese; anything else (a key) as it is.
fn position(part: &str) -> String {
    let numbers = part
        .strip_prefix("line ")
        .and_then(|rest| rest.split_once(", column "))
        .filter(|(line, column)| line.parse::<usize>().is_ok() && column.parse::<usize>().is_ok());
    numbers.map_or_else(|| part.to_string(), |(line, column)| format!("第 {line} 行第 {column} 字"))
}

fn kind(expected: &str) -> String {
    match expected {
        "number" => "數字".into(),
        "true or false" => " true 或 false".into(),
        "word" => "一個詞".into(),
        "list" | "list of words" => "一串詞".into(),
        "fraction" | "fraction from 0 to 1" => " 0 到 1 之間的小數".into(),
        "table" => "一個表".into(),
        "operation" => "一種維運操作".into(),
        "word or number" => "一個詞或數字".into(),
        "word, number or list" => "一個詞、數字或一串詞".into(),
        other => format!(" {other}"),
    }
}

/// What the domain says itself is translated; a parser's own words are quoted.
fn syntax(message: &str) -> String {
    if message == "this is not key=value" {
        return "這不是 key=value 的形式".into();
    }
    match message.strip_suffix(" stands there twice") {
        Some(word) => format!("{word} 出現了兩次"),
        None => format!("格式讀不懂（解析器的訊息：{message}）"),
    }
}
