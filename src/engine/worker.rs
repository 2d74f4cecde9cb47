//! The engine in a Web Worker: a `Uint8Array` in, a `Uint8Array` out, and the string `ready` once.

use crate::domain::link::Lab;
use crate::domain::protocol::{Ask, Question, encode};
use js_sys::{ArrayBuffer, Uint8Array};
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

/// Browsers make fast what they have seen run often: so many times are the workbench's opening runs run again, for
/// nobody, before the visitor asks the next question. Each is short, so that a question hardly waits for it.
const REHEARSALS: u32 = 24;

/// They begin when the page has shown the first answer, which needs the processor more: so many milliseconds later.
const REST_MS: i32 = 1_500;

/// Answers in between, whenever there is nothing else to do.
fn rehearse(scope: DedicatedWorkerGlobalScope, question: Vec<u8>, times: u32, after_ms: i32) {
    let again = scope.clone();
    let once = Closure::once_into_js(move || {
        super::answer(&question);
        if times > 1 {
            rehearse(again, question, times - 1, 0);
        }
    });
    let _ = scope.set_timeout_with_callback_and_timeout_and_arguments_0(once.unchecked_ref(), after_ms);
}

/// Listens for questions as long as the worker lives. `rehearses`: it prepares itself for the next questions.
pub fn serve(answers: fn(&[u8]) -> Vec<u8>, rehearses: bool) {
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let answer = scope.clone();
    let mut first = rehearses;
    let listener = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let data = event.data();
        let bytes = match data.dyn_into::<Uint8Array>() {
            Ok(array) => array.to_vec(),
            Err(data) => {
                data.dyn_into::<ArrayBuffer>().map(|b| Uint8Array::new(&b).to_vec()).unwrap_or_default()
            }
        };
        let reply = Uint8Array::from(answers(&bytes).as_slice());
        let transfer = js_sys::Array::of1(&reply.buffer());
        // The page may have ended this worker meanwhile; then nobody listens.
        let _ = answer.post_message_with_transfer(&reply, &transfer);
        if std::mem::replace(&mut first, false) {
            let Lab { a, b, .. } = Lab::opening();
            let question = encode(&Question { number: 0, ask: Ask::Runs(vec![a, b]) });
            rehearse(answer.clone(), question, REHEARSALS, REST_MS);
        }
    });
    scope.set_onmessage(Some(listener.as_ref().unchecked_ref()));
    listener.forget();
    let _ = scope.post_message(&JsValue::from_str("ready"));
}
