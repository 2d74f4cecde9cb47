//! Functions of JavaScript that SQL calls. What they throw fails the statement, with the same words.

use std::{
    ffi::{c_int, c_void},
    mem::size_of,
    ptr,
};

use js_sys::{Array, Error, Function};
use rusqlite::ffi;
use wasm_bindgen::prelude::*;

use super::{
    connection::Raw,
    value::{c_text, fail, give, of_argument, spoken},
};

/// The three functions of a fold over rows.
pub(super) struct Aggregate {
    /// The first state.
    pub init: Function,
    /// The next state, from the last one and the arguments.
    pub step: Function,
    /// The result, from the last state.
    pub finalize: Function,
}

/// Registers a function under a name and a number of arguments; returns SQLite's result.
pub(super) fn create(db: &Raw, name: &str, arguments: i32, function: Function) -> c_int {
    let (name, own) = (c_text(name), Box::into_raw(Box::new(function)));
    // SAFETY: SQLite drops the function when it needs it no more, or if it does not take it.
    unsafe {
        ffi::sqlite3_create_function_v2(
            db.0,
            name.as_ptr(),
            arguments,
            ffi::SQLITE_UTF8,
            own.cast(),
            Some(call),
            None,
            None,
            Some(drop_own::<Function>),
        )
    }
}

/// Registers a fold under a name and a number of arguments; returns SQLite's result.
pub(super) fn create_aggregate(db: &Raw, name: &str, arguments: i32, aggregate: Aggregate) -> c_int {
    let (name, own) = (c_text(name), Box::into_raw(Box::new(aggregate)));
    // SAFETY: as for a function.
    unsafe {
        ffi::sqlite3_create_function_v2(
            db.0,
            name.as_ptr(),
            arguments,
            ffi::SQLITE_UTF8,
            own.cast(),
            None,
            Some(step),
            Some(finalize),
            Some(drop_own::<Aggregate>),
        )
    }
}

unsafe extern "C" fn drop_own<T>(own: *mut c_void) {
    // SAFETY: the box that was given to SQLite, once.
    drop(unsafe { Box::from_raw(own.cast::<T>()) });
}

/// What was thrown, in words.
fn message(thrown: &JsValue) -> String {
    thrown.dyn_ref::<Error>().map_or_else(|| spoken(thrown), |error| error.message().into())
}

/// # Safety
/// SQLite's own arguments, in a function that has not returned.
unsafe fn arguments(count: c_int, values: *mut *mut ffi::sqlite3_value) -> impl Iterator<Item = JsValue> {
    // SAFETY: as promised.
    (0..count as usize).map(move |i| unsafe { of_argument(*values.add(i)) })
}

unsafe extern "C" fn call(
    context: *mut ffi::sqlite3_context,
    count: c_int,
    values: *mut *mut ffi::sqlite3_value,
) {
    // SAFETY: SQLite's own arguments. The function is cloned, as it may replace itself.
    unsafe {
        let function = (*ffi::sqlite3_user_data(context).cast::<Function>()).clone();
        match function.apply(&JsValue::NULL, &arguments(count, values).collect()) {
            Ok(result) => give(context, &result),
            Err(thrown) => fail(context, &message(&thrown)),
        }
    }
}

/// A fold's state, where SQLite keeps it between two rows; null before the first and after a failure.
type State = *mut JsValue;

/// Takes the state out, or makes the first one.
///
/// # Safety
/// The context is that of a fold that has not returned.
unsafe fn take(context: *mut ffi::sqlite3_context, aggregate: &Aggregate) -> Result<JsValue, JsValue> {
    // SAFETY: as promised; the place is zeroed before its first use, and whatever is in it is a box of ours.
    unsafe {
        let place = place(context);
        let state = if place.is_null() { ptr::null_mut() } else { place.replace(ptr::null_mut()) };
        if state.is_null() { aggregate.init.call0(&JsValue::NULL) } else { Ok(*Box::from_raw(state)) }
    }
}

/// # Safety
/// The context is that of a fold that has not returned.
unsafe fn place(context: *mut ffi::sqlite3_context) -> *mut State {
    // SAFETY: as promised.
    unsafe { ffi::sqlite3_aggregate_context(context, size_of::<State>() as c_int).cast() }
}

unsafe extern "C" fn step(
    context: *mut ffi::sqlite3_context,
    count: c_int,
    values: *mut *mut ffi::sqlite3_value,
) {
    // SAFETY: SQLite's own arguments.
    unsafe {
        let aggregate = &*ffi::sqlite3_user_data(context).cast::<Aggregate>();
        let stepped = take(context, aggregate).and_then(|state| {
            let with_state: Array = std::iter::once(state).chain(arguments(count, values)).collect();
            aggregate.step.apply(&JsValue::NULL, &with_state)
        });
        match stepped {
            Ok(state) => {
                let place = place(context);
                if !place.is_null() {
                    place.write(Box::into_raw(Box::new(state)));
                }
            }
            Err(thrown) => fail(context, &message(&thrown)),
        }
    }
}

unsafe extern "C" fn finalize(context: *mut ffi::sqlite3_context) {
    // SAFETY: SQLite's own argument.
    unsafe {
        let aggregate = &*ffi::sqlite3_user_data(context).cast::<Aggregate>();
        match take(context, aggregate).and_then(|state| aggregate.finalize.call1(&JsValue::NULL, &state)) {
            Ok(result) => give(context, &result),
            Err(thrown) => fail(context, &message(&thrown)),
        }
    }
}
