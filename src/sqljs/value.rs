//! Values on their way between SQLite and JavaScript.

use std::ffi::{CStr, CString, c_char, c_int, c_void};

use js_sys::{Reflect, Uint8Array};
use rusqlite::ffi;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
unsafe extern "C" {
    /// JavaScript's own `String(value)`.
    #[wasm_bindgen(js_name = String, catch)]
    fn string(value: &JsValue) -> Result<String, JsValue>;
}

/// What JavaScript says a value is.
pub(super) fn spoken(value: &JsValue) -> String {
    string(value).unwrap_or_default()
}

/// A text for C, which ends at its first zero.
pub(super) fn c_text(text: &str) -> CString {
    let end = text.find('\0').unwrap_or(text.len());
    CString::new(&text[..end]).expect("no zero is left")
}

/// A text of SQLite's, empty where there is none.
///
/// # Safety
/// `start` is null or leads to a text that ends in a zero.
pub(super) unsafe fn text_at(start: *const c_char) -> String {
    if start.is_null() {
        return String::new();
    }
    // SAFETY: as promised.
    unsafe { CStr::from_ptr(start) }.to_string_lossy().into_owned()
}

/// Bytes of SQLite's, none where there is nothing.
///
/// # Safety
/// `start` is null or leads to so many bytes, which do not change as long as they are used.
pub(super) unsafe fn bytes_at<'a>(start: *const c_void, length: usize) -> &'a [u8] {
    if start.is_null() {
        return &[];
    }
    // SAFETY: as promised.
    unsafe { std::slice::from_raw_parts(start.cast(), length) }
}

/// Text, as JavaScript has it: what is not UTF-8 becomes U+FFFD.
fn text(bytes: &[u8]) -> JsValue {
    JsValue::from_str(&String::from_utf8_lossy(bytes))
}

/// A column of the row.
///
/// # Safety
/// The statement has a row with such a column.
pub(super) unsafe fn of_column(statement: *mut ffi::sqlite3_stmt, column: c_int, bigints: bool) -> JsValue {
    // SAFETY: as promised; the length is asked for after the conversion, and nothing else is before the copy.
    unsafe {
        match ffi::sqlite3_column_type(statement, column) {
            ffi::SQLITE_INTEGER if bigints => ffi::sqlite3_column_int64(statement, column).into(),
            ffi::SQLITE_INTEGER | ffi::SQLITE_FLOAT => ffi::sqlite3_column_double(statement, column).into(),
            ffi::SQLITE_TEXT => {
                let start = ffi::sqlite3_column_text(statement, column);
                text(bytes_at(start.cast(), ffi::sqlite3_column_bytes(statement, column) as usize))
            }
            ffi::SQLITE_BLOB => {
                let start = ffi::sqlite3_column_blob(statement, column);
                let length = ffi::sqlite3_column_bytes(statement, column) as usize;
                Uint8Array::from(bytes_at(start, length)).into()
            }
            _ => JsValue::NULL,
        }
    }
}

/// An argument of a function. Integers are numbers, however large.
///
/// # Safety
/// SQLite has handed the value to a function that has not returned.
pub(super) unsafe fn of_argument(value: *mut ffi::sqlite3_value) -> JsValue {
    // SAFETY: as promised, and as for columns.
    unsafe {
        match ffi::sqlite3_value_type(value) {
            ffi::SQLITE_INTEGER | ffi::SQLITE_FLOAT => ffi::sqlite3_value_double(value).into(),
            ffi::SQLITE_TEXT => {
                let start = ffi::sqlite3_value_text(value);
                text(bytes_at(start.cast(), ffi::sqlite3_value_bytes(value) as usize))
            }
            ffi::SQLITE_BLOB => {
                let start = ffi::sqlite3_value_blob(value);
                Uint8Array::from(bytes_at(start, ffi::sqlite3_value_bytes(value) as usize)).into()
            }
            _ => JsValue::NULL,
        }
    }
}

/// Hands a function's result to SQLite: what has a length is a blob, what SQL has no word for NULL.
///
/// # Safety
/// The context is that of a function that has not returned.
pub(super) unsafe fn give(context: *mut ffi::sqlite3_context, result: &JsValue) {
    let copy = ffi::SQLITE_TRANSIENT();
    // SAFETY: as promised; SQLite copies texts and bytes.
    unsafe {
        if let Some(truth) = result.as_bool() {
            ffi::sqlite3_result_int(context, truth.into());
        } else if let Some(number) = result.as_f64() {
            ffi::sqlite3_result_double(context, number);
        } else if let Some(text) = result.as_string() {
            ffi::sqlite3_result_text(context, text.as_ptr().cast(), text.len() as c_int, copy);
        } else if !result.is_object() {
            ffi::sqlite3_result_null(context);
        } else if Reflect::get(result, &"length".into()).is_ok_and(|it| !it.is_null() && !it.is_undefined()) {
            let bytes = Uint8Array::new(result).to_vec();
            ffi::sqlite3_result_blob(context, bytes.as_ptr().cast(), bytes.len() as c_int, copy);
        } else {
            let what = spoken(result);
            fail(context, &format!("Wrong API use : tried to return a value of an unknown type ({what})."));
        }
    }
}

/// Fails the statement that has called a function.
///
/// # Safety
/// The context is that of a function that has not returned.
pub(super) unsafe fn fail(context: *mut ffi::sqlite3_context, message: &str) {
    // SAFETY: as promised; SQLite copies the message.
    unsafe { ffi::sqlite3_result_error(context, c_text(message).as_ptr(), -1) };
}
