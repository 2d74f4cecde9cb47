//! jq, by jaq: its core, the leaner half of its library, and here what that leaves out of what people use: regular
//! expressions (the ones of grep), dates (simulated time), `@base64` and the like, and printing as jq prints.

use super::{
    super::{
        interpreter::{Flow, Shell, Stop},
        limits,
    },
    curl,
    date::{self, Moment},
};
use jaq_core::{
    Bind, Compiler, Ctx, DataT, Error, Lut, RunPtr, ValR, ValT as _, Vars,
    data::HasLut,
    load::{self, Arena, File, Loader},
    native::{Filter, Fun, bome, run as native, unary, v},
    unwrap_valr,
};
use jaq_json::{Num, Val, read};
use jaq_std::input::{self, HasInputs, Inputs, RcIter};
use regex_lite::{Regex, RegexBuilder};
use std::cell::{Cell, RefCell};

/// What a program can reach beside its input.
struct Shared {
    now_s: f64,
    env: Val,
    stderr: RefCell<String>,
    /// How many numbers `range` may still give.
    numbers: Cell<u32>,
}

struct Kind;

#[derive(Clone)]
struct Data<'a> {
    lut: &'a Lut<Kind>,
    inputs: Inputs<'a, Val>,
    shared: &'a Shared,
}

impl DataT for Kind {
    type V<'a> = Val;
    type Data<'a> = Data<'a>;
}

impl<'a> HasLut<'a, Kind> for Data<'a> {
    fn lut(&self) -> &'a Lut<Kind> {
        self.lut
    }
}

impl<'a> HasInputs<'a, Val> for Data<'a> {
    fn inputs(&self) -> Inputs<'a, Val> {
        self.inputs
    }
}

/// Definitions of jq's library that jaq has otherwise or not at all.
const DEFINITIONS: &str = r#"
def env: $ENV;
def halt_error($code): if isstring then stderr_empty, halt($code) else tojson + "\n" | stderr_empty, halt($code) end;
def halt_error: halt_error(5);
def leaf_paths: paths(scalars);
def toarray: if isarray then . else [.] end;
def trimstr($x): ltrimstr($x) | rtrimstr($x);
def ascii: [.] | implode;
def IN(s): any(s == .; .);
def IN(src; s): any(src == s; .);
def INDEX(stream; f): reduce stream as $row ({}; .[$row | f | tostring] |= $row);
def INDEX(f): INDEX(.[]; f);
def from_entries: reduce .[] as $x ({};
  . + { ($x | if .key == null then .k // .name // .Name // .K // .Key else .key end
    | if isstring then . else tojson end):
    ($x | if has("value") then .value elif has("v") then .v else .Value end) });
def with_entries(f): to_entries | map(f) | from_entries;
def tostream: path(def r: (.[]? | r), .; r) as $p | getpath($p) |
  reduce path(.[]?) as $q ([$p, .]; [$p + $q]);
def date: todate;
def dateadd(u; n): . + n;
def datesub(u; n): . - n;
def @csv: if isarray then [.[] | if isstring then "\"" + (. / "\"" | join("\"\"")) + "\"" elif . == null then "" elif . >= [] then error("object is not valid in a csv row") else tostring end] | join(",") else error("cannot be csv-formatted, only array can be") end;
def @tsv: if isarray then [.[] | if isstring then (. / "\\" | join("\\\\") | . / "\t" | join("\\t") | . / "\n" | join("\\n") | . / "\r" | join("\\r")) elif . == null then "" else tostring end] | join("\t") else error("cannot be tsv-formatted, only array can be") end;
def have_literal_numbers: true;
def have_decnum: false;
def input_filename: null;
def input_line_number: 0;
def pow10: pow(10; .);
"#;

/// Definitions of jaq's that need functions which are not here.
const LEFT_OUT: &[&str] =
    &["logb", "significand", "drem", "nexttoward", "scalb", "gamma", "halt_error", "pow10"];

fn fail(text: impl ToString) -> Error<Val> {
    Error::str(text.to_string())
}

fn text_of(value: &Val) -> Result<String, Error<Val>> {
    match value {
        Val::TStr(bytes) => Ok(String::from_utf8_lossy(bytes).into_owned()),
        other => Err(Error::typ(other.clone(), "string")),
    }
}

fn string(text: impl Into<String>) -> Val {
    Val::from(text.into())
}

fn number_of(value: &Val) -> Result<f64, Error<Val>> {
    match value {
        Val::Num(number) => Ok(float(number)),
        other => Err(Error::typ(other.clone(), "number")),
    }
}

fn float(number: &Num) -> f64 {
    match number {
        Num::Int(n) => *n as f64,
        Num::Float(n) => *n,
        other => other.to_string().parse().unwrap_or(f64::NAN),
    }
}

/// A number as jq has it: whole where it can be.
fn number(value: f64) -> Val {
    let whole = value as isize;
    if whole as f64 == value && value.abs() < 9e15 { Val::from(whole) } else { Val::from(value) }
}

// Regular expressions.

struct Flags {
    global: bool,
    skip_empty: bool,
}

fn regex(pattern: &Val, flags: &Val) -> Result<(Regex, Flags), Error<Val>> {
    let flags = if matches!(flags, Val::Null) { String::new() } else { text_of(flags)? };
    let mut builder = RegexBuilder::new(&text_of(pattern)?);
    builder.nest_limit(40).size_limit(1 << 20);
    for flag in flags.chars() {
        match flag {
            'i' => builder.case_insensitive(true),
            'x' => builder.ignore_whitespace(true),
            's' => builder.dot_matches_new_line(true),
            'l' => builder.swap_greed(false),
            'p' => builder.dot_matches_new_line(true).multi_line(true),
            'g' | 'n' => &mut builder,
            other => return Err(fail(format_args!("{other} is not a valid modifier string"))),
        };
    }
    let regex = builder.build().map_err(|why| fail(format_args!("invalid regex: {why}")))?;
    Ok((regex, Flags { global: flags.contains('g'), skip_empty: flags.contains('n') }))
}

fn object(pairs: impl IntoIterator<Item = (&'static str, Val)>) -> ValR<Val> {
    Val::from_map(pairs.into_iter().map(|(key, value)| (string(key), value)))
}

/// The parts of a text between matches, the matches, or both by turns.
fn matches(text: &Val, pattern: &Val, flags: &Val, between: bool, found: bool) -> ValR<Val> {
    let text = match text {
        Val::TStr(_) => text_of(text)?,
        other => return Err(fail(format_args!("{other} cannot be matched, as it is not a string"))),
    };
    let (regex, flags) = regex(pattern, flags)?;
    let names: Vec<Option<&str>> = regex.capture_names().collect();
    let mut parts = Vec::new();
    let mut last = 0;
    // Offsets are told in characters; counting goes on from where it was.
    let (mut at, mut count) = (0, 0);
    for captures in regex.captures_iter(&text) {
        let Some(whole) = captures.get(0) else { continue };
        if flags.skip_empty && whole.as_str().is_empty() {
            continue;
        }
        if between {
            parts.push(string(&text[last..whole.start()]));
            last = whole.end();
        }
        if found {
            count += text[at..whole.start()].chars().count();
            at = whole.start();
            let mut groups = Vec::new();
            for (index, name) in names.iter().enumerate() {
                let group = captures.get(index);
                let (offset, length, matched) = match group {
                    Some(group) => {
                        let before = text.get(at..group.start()).map_or(0, |text| text.chars().count());
                        (
                            Val::from((count + before) as isize),
                            Val::from(group.as_str().chars().count() as isize),
                            string(group.as_str()),
                        )
                    }
                    None => (Val::from(-1isize), Val::from(0isize), Val::Null),
                };
                let mut pairs = vec![("offset", offset), ("length", length), ("string", matched)];
                if index > 0 {
                    pairs.push(("name", name.map_or(Val::Null, string)));
                }
                groups.push(object(pairs)?);
            }
            parts.push(groups.into_iter().collect());
        }
        if !flags.global {
            break;
        }
    }
    if between {
        parts.push(string(&text[last..]));
    }
    Ok(parts.into_iter().collect())
}

// Texts.

const BASE64: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

fn encode_base64(text: &str) -> String {
    let mut out = String::new();
    for chunk in text.as_bytes().chunks(3) {
        let bits =
            chunk.iter().fold(0u32, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        for index in 0..4 {
            let digit = BASE64[(bits >> (18 - 6 * index)) as usize & 63];
            out.push(if index <= chunk.len() { char::from(digit) } else { '=' });
        }
    }
    out
}

fn decode_base64(text: &str) -> Result<String, Error<Val>> {
    let (mut bits, mut held) = (0u32, 0);
    let mut out = Vec::new();
    for byte in text.trim_end_matches('=').bytes() {
        let digit = BASE64.iter().position(|own| *own == byte);
        let digit = digit
            .ok_or_else(|| fail(format_args!("string ({}) is not valid base64 data", json_text(text))))?;
        bits = bits << 6 | digit as u32;
        held += 6;
        if held >= 8 {
            held -= 8;
            out.push((bits >> held) as u8);
        }
    }
    Ok(String::from_utf8_lossy(&out).into_owned())
}

fn decode_uri(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let hex = bytes
            .get(at + 1..at + 3)
            .filter(|_| bytes[at] == b'%')
            .and_then(|hex| std::str::from_utf8(hex).ok());
        match hex.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(byte) => {
                out.push(byte);
                at += 3;
            }
            None => {
                out.push(bytes[at]);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

// Dates.

fn moment_of(value: &Val) -> Result<i64, Error<Val>> {
    let Val::Arr(parts) = value else {
        return Ok((number_of(value)? * 1000.0).clamp(-1e15, 1e15) as i64);
    };
    let mut numbers = Vec::new();
    for part in parts.iter().take(6) {
        numbers.push(number_of(part)?.clamp(-1e6, 1e6));
    }
    let [year, month, day, hour, minute, second] = numbers[..] else {
        return Err(fail("mktime requires array of 6 numbers"));
    };
    let months = (year as i64) * 12 + month as i64;
    let days = date::days_of(months.div_euclid(12), months.rem_euclid(12) + 1, 1) + day as i64 - 1;
    Ok(days * 86_400_000 + hour as i64 * 3_600_000 + minute as i64 * 60_000 + (second * 1000.0) as i64)
}

fn broken_down(ms: i64) -> Val {
    let m = Moment::new(ms);
    let second = if m.ms == 0 {
        Val::from(m.second as isize)
    } else {
        Val::from(m.second as f64 + m.ms as f64 / 1000.0)
    };
    let whole = |n: i64| Val::from(n as isize);
    [
        whole(m.year),
        whole(m.month - 1),
        whole(m.day),
        whole(m.hour),
        whole(m.minute),
        second,
        whole(m.weekday),
        whole(m.day_of_year),
    ]
    .into_iter()
    .collect()
}

fn from_iso(value: &Val) -> Result<i64, Error<Val>> {
    let text = text_of(value)?;
    date::parse_iso(&text).ok_or_else(|| {
        fail(format_args!("date \"{}\" does not match format \"%Y-%m-%dT%H:%M:%SZ\"", super::shorten(&text)))
    })
}

fn strftime(value: &Val, format: &Val) -> ValR<Val> {
    let text = Moment::new(moment_of(value)?).format(&text_of(format)?);
    text.map(string).map_err(|what| fail(format_args!("strftime: {what} is not supported here")))
}

/// Whether JSON nests deeper than may be.
fn too_deep(text: &str) -> bool {
    let (mut depth, mut quoted, mut escaped) = (0usize, false, false);
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b'[' | b'{' if !quoted => {
                depth += 1;
                if depth > limits::JSON_NESTING {
                    return true;
                }
            }
            b']' | b'}' if !quoted => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    false
}

fn natives() -> Vec<Fun<Kind>> {
    let list: Vec<Filter<RunPtr<Kind>>> = vec![
        ("now", v(0), |cv| bome(Ok(Val::from(cv.0.data().shared.now_s)))),
        ("debug_empty", v(0), |cv| {
            let line = format!("[\"DEBUG:\",{}]\n", compact(&cv.1));
            cv.0.data().shared.stderr.borrow_mut().push_str(&line);
            Box::new(std::iter::empty())
        }),
        ("stderr_empty", v(0), |cv| {
            let text = text_of(&cv.1).unwrap_or_else(|_| compact(&cv.1));
            cv.0.data().shared.stderr.borrow_mut().push_str(&text);
            Box::new(std::iter::empty())
        }),
        ("range", v(3), |mut cv| {
            let by = cv.0.pop_var();
            let to = cv.0.pop_var();
            let mut next = cv.0.pop_var();
            let zero = Val::from(0isize);
            let shared = cv.0.data().shared;
            Box::new(std::iter::from_fn(move || {
                let goes = if by > zero {
                    next < to
                } else if by < zero {
                    next > to
                } else {
                    next != to
                };
                if !goes {
                    return None;
                }
                let Some(left) = shared.numbers.get().checked_sub(1) else {
                    next = to.clone();
                    return Some(Err(fail("range gave a million numbers, which is the limit here").into()));
                };
                shared.numbers.set(left);
                match next.clone() + by.clone() {
                    Ok(after) => Some(Ok(std::mem::replace(&mut next, after))),
                    Err(why) => {
                        next = to.clone();
                        Some(Err(why.into()))
                    }
                }
            }))
        }),
        ("fromjson", v(0), |cv| {
            bome(text_of(&cv.1).and_then(|text| {
                if too_deep(&text) {
                    return Err(fail("Exceeds depth limit for parsing"));
                }
                let shown = super::shorten(&text);
                read::parse_single(text.as_bytes())
                    .map_err(|why| fail(format_args!("{why} (while parsing '{shown}')")))
            }))
        }),
        ("matches", two(), |mut cv| {
            let flags = cv.0.pop_var();
            let pattern = cv.0.pop_var();
            bome(matches(&cv.1, &pattern, &flags, false, true))
        }),
        ("split_matches", two(), |mut cv| {
            let flags = cv.0.pop_var();
            let pattern = cv.0.pop_var();
            bome(matches(&cv.1, &pattern, &flags, true, true))
        }),
        ("split_", two(), |mut cv| {
            let flags = cv.0.pop_var();
            let pattern = cv.0.pop_var();
            bome(matches(&cv.1, &pattern, &flags, true, false))
        }),
        ("escape_html", v(0), |cv| {
            bome(text_of(&cv.1).map(|text| {
                let pairs = [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("'", "&#39;"), ("\"", "&quot;")];
                string(pairs.iter().fold(text, |text, (from, to)| text.replace(from, to)))
            }))
        }),
        ("unescape_html", v(0), |cv| {
            bome(text_of(&cv.1).map(|text| {
                let pairs = [("&lt;", "<"), ("&gt;", ">"), ("&#39;", "'"), ("&quot;", "\""), ("&amp;", "&")];
                string(pairs.iter().fold(text, |text, (from, to)| text.replace(from, to)))
            }))
        }),
        ("encode_uri", v(0), |cv| bome(text_of(&cv.1).map(|text| string(curl::encode(&text))))),
        ("decode_uri", v(0), |cv| bome(text_of(&cv.1).map(|text| string(decode_uri(&text))))),
        ("encode_base64", v(0), |cv| bome(text_of(&cv.1).map(|text| string(encode_base64(&text))))),
        ("decode_base64", v(0), |cv| bome(text_of(&cv.1).and_then(|text| decode_base64(&text)).map(string))),
        ("fromdateiso8601", v(0), |cv| bome(from_iso(&cv.1).map(|ms| number(ms.div_euclid(1000) as f64)))),
        ("todateiso8601", v(0), |cv| bome(strftime(&cv.1, &string("%Y-%m-%dT%H:%M:%SZ")))),
        ("strftime", v(1), |cv| unary(cv, |value, format| strftime(&value, &format))),
        ("strflocaltime", v(1), |cv| unary(cv, |value, format| strftime(&value, &format))),
        ("gmtime", v(0), |cv| bome(moment_of(&cv.1).map(broken_down))),
        ("localtime", v(0), |cv| bome(moment_of(&cv.1).map(broken_down))),
        ("mktime", v(0), |cv| bome(moment_of(&cv.1).map(|ms| number(ms.div_euclid(1000) as f64)))),
        ("strptime", v(1), |cv| {
            unary(cv, |value, format| match text_of(&format)?.as_str() {
                "%Y-%m-%dT%H:%M:%SZ" | "%Y-%m-%d" | "%FT%TZ" | "%F" => from_iso(&value).map(broken_down),
                _ => Err(fail("strptime: only %Y-%m-%dT%H:%M:%SZ and %Y-%m-%d are supported here")),
            })
        }),
        ("pow", v(2), |mut cv| {
            let power = cv.0.pop_var();
            let base = cv.0.pop_var();
            bome(number_of(&base).and_then(|base| Ok(number(base.powf(number_of(&power)?)))))
        }),
        ("sqrt", v(0), |cv| bome(number_of(&cv.1).map(|n| number(n.sqrt())))),
        ("fabs", v(0), |cv| bome(number_of(&cv.1).map(|n| number(n.abs())))),
        ("trunc", v(0), |cv| bome(number_of(&cv.1).map(|n| number(n.trunc())))),
        ("log", v(0), |cv| bome(number_of(&cv.1).map(|n| number(n.ln())))),
        ("log2", v(0), |cv| bome(number_of(&cv.1).map(|n| number(n.log2())))),
        ("log10", v(0), |cv| bome(number_of(&cv.1).map(|n| number(n.log10())))),
        ("exp", v(0), |cv| bome(number_of(&cv.1).map(|n| number(n.exp())))),
        ("exp2", v(0), |cv| bome(number_of(&cv.1).map(|n| number(n.exp2())))),
        ("exp10", v(0), |cv| bome(number_of(&cv.1).map(|n| number(10f64.powf(n))))),
    ];
    let inputs = input::funs::<Kind>().into_vec();
    list.into_iter().chain(inputs).map(native::<Kind>).collect()
}

fn two() -> Box<[Bind]> {
    v(2)
}

// Printing.

struct Style {
    indent: Option<String>,
    sort: bool,
    ascii: bool,
}

fn compact(value: &Val) -> String {
    let mut out = String::new();
    let style = Style { indent: None, sort: false, ascii: false };
    if write(&mut out, value, &style, 0) { out } else { "(nested too deep)".into() }
}

/// A text as a JSON string.
pub fn json_text(text: &str) -> String {
    let mut out = String::new();
    quote(&mut out, text, false);
    out
}

fn quote(out: &mut String, text: &str, ascii: bool) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            '\x08' => out.push_str("\\b"),
            '\x0c' => out.push_str("\\f"),
            c if c < ' ' || c == '\x7f' => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            c if ascii && !c.is_ascii() => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    out.push_str(&format!("\\u{unit:04x}"));
                }
            }
            c => out.push(c),
        }
    }
    out.push('"');
}

fn write_float(value: f64) -> String {
    if value.is_nan() {
        return "null".into();
    }
    if value.is_infinite() {
        return if value > 0.0 { "1.7976931348623157e+308" } else { "-1.7976931348623157e+308" }.into();
    }
    let size = value.abs();
    if size == 0.0 || (1e-5..1e17).contains(&size) {
        return value.to_string();
    }
    let text = format!("{value:e}");
    match text.split_once('e') {
        Some((digits, power)) => {
            let (sign, power) = power.strip_prefix('-').map_or(('+', power), |power| ('-', power));
            format!("{digits}e{sign}{power:0>2}")
        }
        None => text,
    }
}

/// Writes a value; `false` if it nests deeper than can be written.
fn write(out: &mut String, value: &Val, style: &Style, level: usize) -> bool {
    if level > 2 * limits::JSON_NESTING {
        return false;
    }
    let line = |out: &mut String, level: usize| {
        if let Some(indent) = &style.indent {
            out.push('\n');
            for _ in 0..level {
                out.push_str(indent);
            }
        }
    };
    match value {
        Val::Null => out.push_str("null"),
        Val::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        Val::Num(Num::Float(value)) => out.push_str(&write_float(*value)),
        Val::Num(Num::Dec(text)) => out.push_str(&write_float(text.parse().unwrap_or(f64::NAN))),
        Val::Num(number) => out.push_str(&number.to_string()),
        Val::TStr(bytes) | Val::BStr(bytes) => quote(out, &String::from_utf8_lossy(bytes), style.ascii),
        Val::Arr(items) if items.is_empty() => out.push_str("[]"),
        Val::Arr(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                line(out, level + 1);
                if !write(out, item, style, level + 1) {
                    return false;
                }
            }
            line(out, level);
            out.push(']');
        }
        Val::Obj(pairs) if pairs.is_empty() => out.push_str("{}"),
        Val::Obj(pairs) => {
            let mut pairs: Vec<(&Val, &Val)> = pairs.iter().collect();
            if style.sort {
                pairs.sort_by_key(|(key, _)| *key);
            }
            out.push('{');
            for (index, (key, value)) in pairs.into_iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                line(out, level + 1);
                if !write(out, key, style, level + 1) {
                    return false;
                }
                out.push(':');
                if style.indent.is_some() {
                    out.push(' ');
                }
                if !write(out, value, style, level + 1) {
                    return false;
                }
            }
            line(out, level);
            out.push('}');
        }
    }
    true
}

// Errors in jq's words.

fn kind_of(json: &str) -> &'static str {
    match json.bytes().next() {
        Some(b'"') => "string",
        Some(b'[') => "array",
        Some(b'{') => "object",
        Some(b't' | b'f') => "boolean",
        Some(b'n') => "null",
        _ => "number",
    }
}

fn in_words_of_jq(error: &Error<Val>) -> String {
    if let Val::TStr(text) = error.clone().into_val() {
        let text = String::from_utf8_lossy(&text).into_owned();
        let clip = |json: &str| {
            if json.len() > 11 {
                format!("{}...", &json[..json.floor_char_boundary(10)])
            } else {
                json.into()
            }
        };
        if let Some((value, key)) =
            text.strip_prefix("cannot index ").and_then(|rest| rest.rsplit_once(" with "))
        {
            return match kind_of(key) {
                "string" => format!("Cannot index {} with {key}", kind_of(value)),
                kind => format!("Cannot index {} with {kind}", kind_of(value)),
            };
        }
        if let Some((value, wanted)) =
            text.strip_prefix("cannot use ").and_then(|rest| rest.rsplit_once(" as "))
        {
            return match wanted {
                "iterable (array or object)" => {
                    format!("Cannot iterate over {} ({})", kind_of(value), clip(value))
                }
                wanted => format!("{} ({}) cannot be used as {wanted}", kind_of(value), clip(value)),
            };
        }
        if let Some(rest) = text.strip_prefix("cannot calculate ") {
            let verbs = [
                (" + ", "added"),
                (" - ", "subtracted"),
                (" * ", "multiplied"),
                (" / ", "divided"),
                (" % ", "divided"),
            ];
            let split = verbs
                .iter()
                .filter_map(|(sign, verb)| rest.split_once(sign).map(|sides| (sides, verb)))
                .min_by_key(|((left, _), _)| left.len());
            if let Some(((left, right), verb)) = split {
                return format!(
                    "{} ({}) and {} ({}) cannot be {verb}",
                    kind_of(left),
                    clip(left),
                    kind_of(right),
                    clip(right)
                );
            }
        }
        return text;
    }
    compact(&error.clone().into_val())
}

/// What stands between the place and the message of an error whose value is no text.
fn mark(error: &Error<Val>) -> &'static str {
    if matches!(error.clone().into_val(), Val::TStr(_)) { "" } else { " (not a string)" }
}

/// A program's errors, all in jq's form; the status is 3.
fn refuse(shell: &mut Shell, program: &str, errors: &[String]) -> Flow {
    let shown: String = program.chars().take(200).collect();
    let mut text = String::new();
    for error in errors {
        text.push_str(&format!("jq: error: {error}\n{shown}\n"));
    }
    let plural = if errors.len() == 1 { "" } else { "s" };
    text.push_str(&format!("jq: {} compile error{plural}", errors.len()));
    shell.fail(3, text)
}

fn line_of(program: &str, part: &str) -> usize {
    let at = load::span(program, part).start.min(program.len());
    program.as_bytes()[..at].iter().filter(|byte| **byte == b'\n').count() + 1
}

// The command.

#[derive(Default)]
struct Wish {
    raw: bool,
    join: bool,
    compact: bool,
    none: bool,
    slurp: bool,
    raw_input: bool,
    status: bool,
    ascii: bool,
    sort: bool,
    indent: Option<String>,
    named: Vec<(String, Val)>,
    positional: Vec<Val>,
    program: Option<String>,
    files: Vec<String>,
}

/// jq's long options, for completion.
pub const LONG: &[&str] = &[
    "arg",
    "argjson",
    "args",
    "ascii-output",
    "compact-output",
    "exit-status",
    "from-file",
    "indent",
    "join-output",
    "jsonargs",
    "null-input",
    "raw-input",
    "raw-output",
    "slurp",
    "sort-keys",
    "tab",
];

fn read_options(shell: &mut Shell, args: &[String]) -> Result<Result<Wish, String>, Stop> {
    let mut wish = Wish::default();
    let mut args = args.iter();
    // What positional arguments are: files, or after --args and --jsonargs values.
    let (mut texts, mut values, mut options, mut from_file) = (false, false, true, false);
    while let Some(arg) = args.next() {
        if !options || !arg.starts_with('-') || arg == "-" {
            if wish.program.is_none() {
                wish.program = Some(arg.clone());
            } else if values {
                match parse_value(arg) {
                    Ok(value) => wish.positional.push(value),
                    Err(_) => {
                        return Ok(Err(format!(
                            "Invalid JSON text passed to --jsonargs: {}",
                            super::shorten(arg)
                        )));
                    }
                }
            } else if texts {
                wish.positional.push(string(arg.as_str()));
            } else {
                wish.files.push(arg.clone());
            }
            continue;
        }
        let letters: Vec<String> = match arg.strip_prefix("--") {
            Some("") => {
                options = false;
                continue;
            }
            Some(long) => vec![long.to_owned()],
            None => arg.chars().skip(1).map(String::from).collect(),
        };
        for option in letters {
            match option.as_str() {
                "r" | "raw-output" => wish.raw = true,
                "j" | "join-output" => (wish.raw, wish.join) = (true, true),
                "c" | "compact-output" => wish.compact = true,
                "n" | "null-input" => wish.none = true,
                "s" | "slurp" => wish.slurp = true,
                "R" | "raw-input" => wish.raw_input = true,
                "e" | "exit-status" => wish.status = true,
                "a" | "ascii-output" => wish.ascii = true,
                "S" | "sort-keys" => wish.sort = true,
                "C" | "M" | "color-output" | "monochrome-output" | "unbuffered" => {}
                "f" | "from-file" => from_file = true,
                "tab" => wish.indent = Some("\t".into()),
                "indent" => match args.next().map(|n| n.parse::<usize>()) {
                    Some(Ok(0)) => wish.compact = true,
                    Some(Ok(n)) if n <= 7 => wish.indent = Some(" ".repeat(n)),
                    Some(Ok(_)) => return Ok(Err("Cannot indent more than 7 characters".into())),
                    _ => return Ok(Err("--indent takes a number".into())),
                },
                "arg" | "argjson" | "slurpfile" | "rawfile" => {
                    let (Some(name), Some(text)) = (args.next(), args.next()) else {
                        return Ok(Err(format!(
                            "--{option} takes two parameters (e.g. --{option} varname text)"
                        )));
                    };
                    let value = match option.as_str() {
                        "arg" => string(text.as_str()),
                        "argjson" => match parse_value(text) {
                            Ok(value) => value,
                            Err(_) => {
                                return Ok(Err(format!(
                                    "Invalid JSON text passed to --argjson: {}",
                                    super::shorten(text)
                                )));
                            }
                        },
                        _ => {
                            let content = match shell.content(text)? {
                                Ok(content) => content,
                                Err(why) => return Ok(Err(format!("Bad JSON in --{option} {name}: {why}"))),
                            };
                            if option == "rawfile" {
                                string(content)
                            } else if too_deep(&content) {
                                return Ok(Err(format!("Bad JSON in --{option} {name}: nested too deep")));
                            } else {
                                match read::parse_many(content.as_bytes()).collect::<Result<Vec<Val>, _>>() {
                                    Ok(list) => list.into_iter().collect(),
                                    Err(why) => {
                                        return Ok(Err(format!("Bad JSON in --{option} {name}: {why}")));
                                    }
                                }
                            }
                        }
                    };
                    wish.named.push((name.clone(), value));
                }
                "args" => (texts, values) = (true, false),
                "jsonargs" => (texts, values) = (false, true),
                "V" | "version" | "h" | "help" => {
                    return Ok(Err("this is jaq inside the page; it reads jq's language. Usage: jq [OPTIONS] PROGRAM [FILE…]".into()));
                }
                "stream" | "seq" | "L" | "stream-errors" | "raw-output0" => {
                    return Ok(Err(format!("the option {option} is not supported here")));
                }
                _ => {
                    return Ok(Err(format!(
                        "Unknown arguments\nUse jq --help for help with command-line options: {}",
                        super::shorten(arg)
                    )));
                }
            }
        }
    }
    if from_file && let Some(path) = wish.program.take() {
        match shell.content(&path)? {
            Ok(text) => wish.program = Some(text),
            Err(why) => return Ok(Err(why)),
        }
    }
    Ok(Ok(wish))
}

fn parse_value(text: &str) -> Result<Val, String> {
    if too_deep(text) {
        return Err("nested too deep".into());
    }
    read::parse_single(text.as_bytes()).map_err(|why| why.to_string())
}

/// Whether a program could nest deeper than the parser's and the interpreter's recursion may go.
fn too_long(program: &str) -> Option<String> {
    if program.len() > limits::JQ_PROGRAM {
        return Some(format!("the program is too long: at most {} KB are read", limits::JQ_PROGRAM / 1024));
    }
    let pipes = program.matches('|').count();
    let opens = program.matches(['(', '[', '{']).count();
    let signs = program.matches([',', '-', '+', '*', '/', '=', '<', '>']).count();
    let words = ["if", "try", "def", "as", "reduce", "foreach", "label", "and", "or"];
    let words: usize = words.iter().map(|word| program.matches(word).count()).sum();
    let involved = pipes > 100 || opens > 100 || signs > 200 || words > 80;
    involved.then(|| "the program is too involved for this page".to_owned())
}

pub fn run(shell: &mut Shell, args: &[String]) -> Flow {
    let wish = match read_options(shell, args)? {
        Ok(wish) => wish,
        Err(why) => return shell.fail(2, format!("jq: error: {why}")),
    };
    let program = match &wish.program {
        Some(program) => program.clone(),
        None if shell.is_fed() => ".".to_owned(),
        None => {
            return shell.fail(
                2,
                "Usage: jq [OPTIONS] PROGRAM [FILE…], with JSON piped in or in files; jq . shows it",
            );
        }
    };
    if let Some(why) = too_long(&program) {
        return refuse(shell, &program, &[why]);
    }
    let mut input = String::new();
    let mut status = 0;
    if wish.files.is_empty() {
        // Without input there is nothing to read: `jq -n`.
        if !wish.none || shell.is_fed() {
            input = shell.read_all()?;
        }
    } else {
        for file in &wish.files {
            match shell.content(file)? {
                Ok(text) => input.push_str(&text),
                Err(why) => status = shell.fail(2, format!("jq: error: Could not open {why}"))?,
            }
        }
    }
    let exported = shell.session.scope.variables.iter().filter(|(_, variable)| variable.exported);
    let env = Val::from_map(
        exported.map(|(name, variable)| (string(name.as_str()), string(variable.value.as_str()))),
    );
    let now_s = shell.host.now_ms() as f64 / 1000.0;
    let env = env.unwrap_or_default();
    let shared = Shared { now_s, env, stderr: RefCell::default(), numbers: Cell::new(1_000_000) };
    execute(shell, &wish, &program, &input, &shared, status)
}

fn execute(
    shell: &mut Shell,
    wish: &Wish,
    program: &str,
    input: &str,
    shared: &Shared,
    mut status: i32,
) -> Flow {
    let own = load::parse(DEFINITIONS, |parser| parser.defs()).unwrap_or_default();
    let library = jaq_core::defs().chain(jaq_std::defs()).chain(jaq_json::defs());
    let library = library.filter(|def| !LEFT_OUT.contains(&def.name));
    let natives = natives();
    let replaced: Vec<&str> = natives.iter().map(|(name, _, _)| *name).collect();
    let library_funs = jaq_core::funs::<Kind>().chain(jaq_std::base_funs()).chain(jaq_json::funs());
    let library_funs: Vec<Fun<Kind>> = library_funs.filter(|(name, _, _)| !replaced.contains(name)).collect();

    let arena = Arena::default();
    let modules = match Loader::new(library.chain(own)).load(&arena, File { code: program, path: () }) {
        Ok(modules) => modules,
        Err(errors) => {
            let mut list = Vec::new();
            for (file, error) in errors {
                let (what, part) = match error {
                    load::Error::Lex(errors) => match errors.into_iter().next() {
                        Some((expected, part)) => (format!("expected {}", expected.as_str()), part),
                        None => continue,
                    },
                    load::Error::Parse(errors) => match errors.into_iter().next() {
                        Some((expected, part)) => (format!("expected {}", expected.as_str()), part),
                        None => continue,
                    },
                    load::Error::Io(_) => {
                        list.push("modules are not supported here".to_owned());
                        continue;
                    }
                };
                let found: String = part.chars().take(20).collect();
                let found = if found.is_empty() { "end of file".to_owned() } else { format!("\"{found}\"") };
                let line = line_of(file.code, part);
                list.push(format!("syntax error, unexpected {found} ({what}) at <top-level>, line {line}:"));
            }
            return refuse(shell, program, &list);
        }
    };
    let named: Vec<Val> = wish.named.iter().map(|(_, value)| value.clone()).collect();
    let names: Vec<String> = wish.named.iter().map(|(name, _)| format!("${name}")).collect();
    let arguments = Val::from_map([
        (string("positional"), wish.positional.iter().cloned().collect::<Val>()),
        (
            string("named"),
            Val::from_map(wish.named.iter().map(|(name, value)| (string(name.as_str()), value.clone())))
                .unwrap_or_default(),
        ),
    ])
    .unwrap_or_default();
    let globals = ["$ENV", "$ARGS"].into_iter().chain(names.iter().map(String::as_str));
    let compiler =
        Compiler::default().with_funs(library_funs.into_iter().chain(natives)).with_global_vars(globals);
    let filter = match compiler.compile(modules) {
        Ok(filter) => filter,
        Err(errors) => {
            let list: Vec<String> = errors
                .into_iter()
                .flat_map(|(file, errors)| {
                    errors.into_iter().map(move |(name, undefined)| {
                        use jaq_core::compile::Undefined;
                        let shown = match undefined {
                            Undefined::Filter(arity) => format!("{name}/{arity}"),
                            _ => name.to_owned(),
                        };
                        format!("{shown} is not defined at <top-level>, line {}:", line_of(file.code, name))
                    })
                })
                .collect();
            return refuse(shell, program, &list);
        }
    };

    if too_deep(input) && !wish.raw_input {
        return shell.fail(2, "jq: error: Exceeds depth limit for parsing");
    }
    let lines = input.matches('\n').count();
    let values: Box<dyn Iterator<Item = Result<Val, String>>> = if wish.raw_input {
        if wish.slurp {
            Box::new(std::iter::once(Ok(string(input))))
        } else {
            Box::new(input.lines().map(|line| Ok(string(line))))
        }
    } else {
        let mut broken = false;
        let parsed = read::parse_many(input.as_bytes())
            .map(|value| value.map_err(|why| parse_error(input, &why.to_string())));
        Box::new(parsed.take_while(move |value| !std::mem::replace(&mut broken, value.is_err())))
    };
    let values: Box<dyn Iterator<Item = Result<Val, String>>> = if wish.slurp && !wish.raw_input {
        Box::new(std::iter::once(
            values.collect::<Result<Vec<Val>, String>>().map(|list| list.into_iter().collect()),
        ))
    } else {
        values
    };
    let inputs = RcIter::new(values);
    let inputs: Inputs<Val> = &inputs;

    let indent = if wish.compact { None } else { Some(wish.indent.clone().unwrap_or_else(|| "  ".into())) };
    let style = Style { indent, sort: wish.sort, ascii: wish.ascii };
    let mut last: Option<bool> = None;
    let mut once = wish.none.then(|| Ok(Val::Null));
    loop {
        let value = if wish.none { once.take() } else { inputs.into_iter().next() };
        let value = match value {
            None => break,
            Some(Ok(value)) => value,
            Some(Err(why)) => return shell.fail(2, format!("jq: error (at <stdin>:{lines}): {why}")),
        };
        let vars =
            Vars::new([shared.env.clone(), arguments.clone()].into_iter().chain(named.iter().cloned()));
        let data = Data { lut: &filter.lut, inputs, shared };
        // As in jq, an input that goes well makes good what an earlier one did.
        if status == 5 {
            status = 0;
        }
        let results = filter.id.run::<Kind>((Ctx::new(data, vars), value));
        for result in results {
            let said = std::mem::take(&mut *shared.stderr.borrow_mut());
            if !said.is_empty() {
                shell.err(&said)?;
            }
            let result = match result {
                Ok(value) => Ok(value),
                Err(stop) => match stop.get_halt() {
                    Ok(code) => return Ok(code & 255),
                    Err(stop) => unwrap_valr(Err(stop)),
                },
            };
            match result {
                Ok(value) => {
                    last = Some(!matches!(value, Val::Null | Val::Bool(false)));
                    let mut text = String::new();
                    match &value {
                        Val::TStr(bytes) if wish.raw => text.push_str(&String::from_utf8_lossy(bytes)),
                        value => {
                            if !write(&mut text, value, &style, 0) {
                                status =
                                    shell.fail(5, "jq: error: the value nests too deep to be written")?;
                                continue;
                            }
                        }
                    }
                    if !wish.join {
                        text.push('\n');
                    }
                    shell.out(&text)?;
                }
                Err(error) => {
                    status = shell.fail(
                        5,
                        format!("jq: error (at <stdin>:{lines}){}: {}", mark(&error), in_words_of_jq(&error)),
                    )?;
                    break;
                }
            }
        }
        let said = std::mem::take(&mut *shared.stderr.borrow_mut());
        if !said.is_empty() {
            shell.err(&said)?;
        }
    }
    if status != 0 || !wish.status {
        return Ok(status);
    }
    Ok(match last {
        None => 4,
        Some(false) => 1,
        Some(true) => 0,
    })
}

/// The parser's error with line and column instead of an offset.
fn parse_error(input: &str, why: &str) -> String {
    let parts = why.strip_prefix("byte offset ").and_then(|rest| rest.split_once(": "));
    let Some((offset, what)) = parts.and_then(|(offset, what)| Some((offset.parse::<usize>().ok()?, what)))
    else {
        return why.to_owned();
    };
    let before = &input.as_bytes()[..offset.min(input.len())];
    let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
    let column = before.iter().rev().take_while(|byte| **byte != b'\n').count() + 1;
    format!("{what} at line {line}, column {column}")
}
