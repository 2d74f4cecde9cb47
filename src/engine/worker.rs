//! The engine in a Web Worker: a `Uint8Array` in, a `Uint8Array` out, and the string `ready` once.

use js_sys::{ArrayBuffer, Uint8Array};
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

/// Listens for questions as long as the worker lives.
pub fn serve() {
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let answer = scope.clone();
    let listener = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let data = event.data();
        let bytes = match data.dyn_into::<Uint8Array>() {
            Ok(array) => array.to_vec(),
            Err(data) => {
                data.dyn_into::<ArrayBuffer>().map(|b| Uint8Array::new(&b).to_vec()).unwrap_or_default()
            }
        };
        let reply = Uint8Array::from(super::answer(&bytes).as_slice());
        let transfer = js_sys::Array::of1(&reply.buffer());
        // The page may have ended this worker meanwhile; then nobody listens.
        let _ = answer.post_message_with_transfer(&reply, &transfer);
    });
    scope.set_onmessage(Some(listener.as_ref().unchecked_ref()));
    listener.forget();
    let _ = scope.post_message(&JsValue::from_str("ready"));
}
