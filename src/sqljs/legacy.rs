//! The functions that sql.js adds to SQLite's own, some of them in place of those: SQLite's `log` is to the base of
//! ten, this one natural. All count characters, and none looks beyond a zero in a text.

use std::{
    ffi::{c_int, c_void},
    mem::size_of,
    ptr,
};

use rusqlite::ffi;

use super::{
    connection::Raw,
    value::{c_text, fail, text_at},
};

/// What a function comes to.
enum Answer {
    Null,
    Integer(i64),
    Real(f64),
    Text(String),
    Wrong(&'static str),
}
use Answer::{Integer, Null, Real, Text, Wrong};

/// A function's arguments, each as whatever is asked for, by SQLite's own conversions.
struct Arguments<'a>(&'a [*mut ffi::sqlite3_value]);

/// SAFETY of all four: SQLite has handed the values to a function that has not returned.
impl Arguments<'_> {
    fn kind(&self, i: usize) -> c_int {
        unsafe { ffi::sqlite3_value_type(self.0[i]) }
    }

    fn integer(&self, i: usize) -> i64 {
        unsafe { ffi::sqlite3_value_int64(self.0[i]) }
    }

    fn real(&self, i: usize) -> f64 {
        unsafe { ffi::sqlite3_value_double(self.0[i]) }
    }

    fn text(&self, i: usize) -> String {
        unsafe { text_at(ffi::sqlite3_value_text(self.0[i]).cast()) }
    }
}

struct Function {
    name: &'static str,
    arguments: usize,
    /// How many of them, from the first, make the answer NULL where they are NULL.
    needed: usize,
    call: fn(&Arguments) -> Answer,
}

const fn function(
    name: &'static str,
    arguments: usize,
    needed: usize,
    call: fn(&Arguments) -> Answer,
) -> Function {
    Function { name, arguments, needed, call }
}

const fn curve(name: &'static str, call: fn(&Arguments) -> Answer) -> Function {
    function(name, 1, 1, call)
}

const FUNCTIONS: &[Function] = &[
    curve("acos", |a| Real(a.real(0).acos())),
    curve("asin", |a| Real(a.real(0).asin())),
    curve("atan", |a| Real(a.real(0).atan())),
    curve("acosh", |a| Real(a.real(0).acosh())),
    curve("asinh", |a| Real(a.real(0).asinh())),
    curve("atanh", |a| Real(a.real(0).atanh())),
    curve("cos", |a| Real(a.real(0).cos())),
    curve("sin", |a| Real(a.real(0).sin())),
    curve("tan", |a| Real(a.real(0).tan())),
    curve("cot", |a| Real(1.0 / a.real(0).tan())),
    curve("cosh", |a| Real(a.real(0).cosh())),
    curve("sinh", |a| Real(a.real(0).sinh())),
    curve("tanh", |a| Real(a.real(0).tanh())),
    curve("coth", |a| Real(1.0 / a.real(0).tanh())),
    curve("degrees", |a| Real(180.0 * a.real(0) / std::f64::consts::PI)),
    curve("radians", |a| Real(a.real(0) * std::f64::consts::PI / 180.0)),
    curve("exp", |a| Real(a.real(0).exp())),
    curve("log", |a| Real(a.real(0).ln())),
    curve("log10", |a| Real(a.real(0).log10())),
    curve("sqrt", |a| Real(a.real(0).sqrt())),
    curve("square", |a| match a.kind(0) {
        ffi::SQLITE_INTEGER => Integer(a.integer(0).wrapping_mul(a.integer(0))),
        _ => Real(a.real(0) * a.real(0)),
    }),
    curve("sign", |a| match a.kind(0) {
        ffi::SQLITE_INTEGER => Integer(a.integer(0).signum()),
        _ => Real(if a.real(0) == 0.0 { 0.0 } else { a.real(0).signum() }),
    }),
    curve("ceil", |a| match a.kind(0) {
        ffi::SQLITE_INTEGER => Integer(a.integer(0)),
        _ => Integer(a.real(0).ceil() as i64),
    }),
    curve("floor", |a| match a.kind(0) {
        ffi::SQLITE_INTEGER => Integer(a.integer(0)),
        _ => Integer(a.real(0).floor() as i64),
    }),
    function("power", 2, 2, |a| Real(a.real(0).powf(a.real(1)))),
    function("atan2", 2, 2, |a| Real(a.real(0).atan2(a.real(1)))),
    function("atn2", 2, 2, |a| Real(a.real(0).atan2(a.real(1)))),
    function("difference", 2, 2, |a| {
        let pairs = soundex(&a.text(0)).into_iter().zip(soundex(&a.text(1)));
        Integer(pairs.filter(|(one, other)| one == other).count() as i64)
    }),
    function("replicate", 2, 1, |a| match usize::try_from(a.integer(1)) {
        Ok(times) if a.text(0).len().saturating_mul(times) < LONGEST => Text(a.text(0).repeat(times)),
        Ok(_) => Wrong(TOO_LONG),
        Err(_) => Wrong(BELOW_ZERO),
    }),
    function("charindex", 2, 2, |a| Integer(position(&a.text(0), &a.text(1), 1))),
    function("charindex", 3, 2, |a| Integer(position(&a.text(0), &a.text(1), a.integer(2)))),
    function("leftstr", 2, 2, |a| {
        Text(a.text(0).chars().take(usize::try_from(a.integer(1)).unwrap_or(0)).collect())
    }),
    function("rightstr", 2, 2, |a| match usize::try_from(a.integer(1)) {
        Ok(count) => {
            let text = a.text(0);
            Text(text.chars().skip(text.chars().count().saturating_sub(count)).collect())
        }
        Err(_) => Wrong(TOO_LONG),
    }),
    curve("reverse", |a| Text(a.text(0).chars().rev().collect())),
    curve("proper", |a| Text(proper(&a.text(0)))),
    function("padl", 2, 1, |a| pad(a, |missing| missing)),
    function("padr", 2, 1, |a| pad(a, |_| 0)),
    function("padc", 2, 1, |a| pad(a, |missing| missing / 2)),
    function("strfilter", 2, 2, |a| {
        let kept = a.text(1);
        Text(a.text(0).chars().filter(|c| kept.contains(*c)).collect())
    }),
];

/// SQLite's limit for a text.
const LONGEST: usize = 1_000_000_000;
const TOO_LONG: &str = "out of memory";
const BELOW_ZERO: &str = "domain error";

/// Where a text first occurs from a character on, counted from 1; 0 where it does not.
fn position(what: &str, text: &str, from: i64) -> i64 {
    let skipped = usize::try_from(from - 1).unwrap_or(0);
    let Some((start, _)) = text.char_indices().nth(skipped) else { return 0 };
    let found = (!what.is_empty()).then(|| text[start..].find(what)).flatten();
    found.map_or(0, |at| text[..start + at].chars().count() as i64 + 1)
}

/// Each word with a capital, of the letters that ASCII has.
fn proper(text: &str) -> String {
    let mut after_blank = true;
    text.chars()
        .map(|c| {
            let first = std::mem::replace(&mut after_blank, c == ' ' || c == '\t');
            if first { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() }
        })
        .collect()
}

/// A text of at least so many characters, so many of the missing ones before it.
fn pad(a: &Arguments, before: fn(usize) -> usize) -> Answer {
    let Ok(width) = usize::try_from(a.integer(1)) else { return Wrong(BELOW_ZERO) };
    let text = a.text(0);
    let missing = width.saturating_sub(text.chars().count());
    if missing >= LONGEST {
        return Wrong(TOO_LONG);
    }
    let left = before(missing);
    Text(format!("{}{text}{}", " ".repeat(left), " ".repeat(missing - left)))
}

/// How a word sounds, as sql.js hears it: the first letter, then up to three classes of consonants, that of the first
/// letter included.
fn soundex(text: &str) -> [u8; 4] {
    const CLASSES: &[u8; 26] = b"01230120022455012623010202";
    let mut sound = *b"?000";
    let Some(start) = text.bytes().position(|b| b.is_ascii_alphabetic()) else { return sound };
    let bytes = &text.as_bytes()[start..];
    sound[0] = bytes[0].to_ascii_uppercase();
    let letters = bytes.iter().map(|b| b & 0x7f).filter(u8::is_ascii_alphabetic);
    let classes =
        letters.map(|b| CLASSES[usize::from(b.to_ascii_lowercase() - b'a')]).filter(|class| *class != b'0');
    for (place, class) in sound[1..].iter_mut().zip(classes) {
        *place = class;
    }
    sound
}

/// The numbers of a fold, in the order of their rows.
#[derive(Default)]
struct Numbers {
    /// Whether the first was an integer; then all are taken for some.
    integers: bool,
    all: Vec<Number>,
}

/// A number, both ways.
struct Number {
    integer: i64,
    real: f64,
}

/// What the numbers of all rows come to.
type Fold = fn(&mut Numbers) -> Answer;

const FOLDS: &[(&str, Fold)] = &[
    ("stdev", |numbers| Real(numbers.variance().sqrt())),
    ("variance", |numbers| Real(numbers.variance())),
    ("mode", Numbers::mode),
    ("median", |numbers| numbers.percentile(0.5)),
    ("lower_quartile", |numbers| numbers.percentile(0.25)),
    ("upper_quartile", |numbers| numbers.percentile(0.75)),
];

impl Numbers {
    /// Of a sample, by Welford's method.
    fn variance(&self) -> f64 {
        let (mut mean, mut squares) = (0.0, 0.0);
        for (before, Number { real, .. }) in self.all.iter().enumerate() {
            let delta = real - mean;
            mean += delta / (before + 1) as f64;
            squares += delta * (real - mean);
        }
        if self.all.len() > 1 { squares / (self.all.len() - 1) as f64 } else { 0.0 }
    }

    /// The different numbers from the least on, and how often each is there.
    fn counts(&mut self) -> Vec<(&Number, usize)> {
        if self.integers {
            self.all.sort_by_key(|number| number.integer);
        } else {
            self.all.sort_by(|a, b| a.real.total_cmp(&b.real));
        }
        let same = |a: &Number, b: &Number| {
            if self.integers { a.integer == b.integer } else { a.real == b.real }
        };
        self.all.chunk_by(same).map(|equal| (&equal[0], equal.len())).collect()
    }

    /// The most frequent number, if one alone is.
    fn mode(&mut self) -> Answer {
        let integers = self.integers;
        let counts = self.counts();
        let most = counts.iter().map(|(_, count)| *count).max();
        let mut modes = counts.iter().filter(|(_, count)| Some(*count) == most);
        match (modes.next(), modes.next()) {
            (Some((number, _)), None) if integers => Integer(number.integer),
            (Some((number, _)), None) => Real(number.real),
            _ => Null,
        }
    }

    /// The number that has this share of all below it, or the mean of the two at the border.
    fn percentile(&mut self, share: f64) -> Answer {
        let (integers, total) = (self.integers, self.all.len());
        let (below, above) = (total as f64 * share, total as f64 - total as f64 * share);
        let mut before = 0;
        let mut at: Vec<&Number> = Vec::new();
        for (number, count) in self.counts() {
            if (before + count) as f64 >= below && (total - before) as f64 >= above {
                at.push(number);
            }
            before += count;
        }
        match *at {
            [] => Null,
            [number] if integers => Integer(number.integer),
            _ if integers => Real(at.iter().map(|it| it.integer).sum::<i64>() as f64 / at.len() as f64),
            _ => Real(at.iter().map(|it| it.real).sum::<f64>() / at.len() as f64),
        }
    }
}

/// Registers all of them.
pub(super) fn register(db: &Raw) {
    for function in FUNCTIONS {
        // SAFETY: the handle is open, and the function lives as long as the program.
        unsafe {
            ffi::sqlite3_create_function_v2(
                db.0,
                c_text(function.name).as_ptr(),
                function.arguments as c_int,
                ffi::SQLITE_UTF8,
                ptr::from_ref(function).cast_mut().cast(),
                Some(call),
                None,
                None,
                None,
            );
        }
    }
    for fold in FOLDS {
        // SAFETY: as above.
        unsafe {
            ffi::sqlite3_create_function_v2(
                db.0,
                c_text(fold.0).as_ptr(),
                1,
                ffi::SQLITE_UTF8,
                ptr::from_ref(&fold.1).cast_mut().cast::<c_void>(),
                None,
                Some(step),
                Some(finalize),
                None,
            );
        }
    }
}

unsafe extern "C" fn call(
    context: *mut ffi::sqlite3_context,
    count: c_int,
    values: *mut *mut ffi::sqlite3_value,
) {
    // SAFETY: SQLite's own arguments, and the function that was registered with this call.
    let (function, values) = unsafe {
        let function = &*ffi::sqlite3_user_data(context).cast::<Function>();
        (function, std::slice::from_raw_parts(values, count as usize))
    };
    let arguments = Arguments(values);
    if (0..function.needed).all(|i| arguments.kind(i) != ffi::SQLITE_NULL) {
        answer(context, (function.call)(&arguments));
    }
}

/// Hands SQLite an answer; without one it is NULL.
fn answer(context: *mut ffi::sqlite3_context, answer: Answer) {
    // SAFETY: the context of a function that has not returned; SQLite copies the text.
    unsafe {
        match answer {
            Null => ffi::sqlite3_result_null(context),
            Integer(integer) => ffi::sqlite3_result_int64(context, integer),
            Real(real) => ffi::sqlite3_result_double(context, real),
            Text(text) => {
                let (start, length) = (text.as_ptr().cast(), text.len() as c_int);
                ffi::sqlite3_result_text(context, start, length, ffi::SQLITE_TRANSIENT());
            }
            Wrong(message) => fail(context, message),
        }
    }
}

unsafe extern "C" fn step(
    context: *mut ffi::sqlite3_context,
    _count: c_int,
    values: *mut *mut ffi::sqlite3_value,
) {
    // SAFETY: SQLite's own arguments; where it keeps the state there is null at first, then what is put there.
    unsafe {
        let value = *values;
        let kind = ffi::sqlite3_value_numeric_type(value);
        let place: *mut *mut Numbers =
            ffi::sqlite3_aggregate_context(context, size_of::<*mut Numbers>() as c_int).cast();
        if kind == ffi::SQLITE_NULL || place.is_null() {
            return;
        }
        if (*place).is_null() {
            let integers = kind == ffi::SQLITE_INTEGER;
            *place = Box::into_raw(Box::new(Numbers { integers, all: Vec::new() }));
        }
        let number =
            Number { integer: ffi::sqlite3_value_int64(value), real: ffi::sqlite3_value_double(value) };
        (**place).all.push(number);
    }
}

unsafe extern "C" fn finalize(context: *mut ffi::sqlite3_context) {
    // SAFETY: as above; nobody asks for the state again.
    unsafe {
        let fold = *ffi::sqlite3_user_data(context).cast::<Fold>();
        let place: *mut *mut Numbers = ffi::sqlite3_aggregate_context(context, 0).cast();
        let state = if place.is_null() { ptr::null_mut() } else { place.replace(ptr::null_mut()) };
        let mut numbers = if state.is_null() { Numbers::default() } else { *Box::from_raw(state) };
        answer(context, fold(&mut numbers));
    }
}
