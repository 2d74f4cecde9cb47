//! The page's end of the wires to its engines' workers: asks, gets answers, and replaces an engine that died.
//!
//! One question at a time. Of each kind only the newest waits: what was asked before and not yet sent is of
//! no interest any more, and an answer to it is dropped. An engine that does not answer in time (or says that it
//! broke) is ended, a new one is started and asked the same again, as often as its kind allows.
//!
//! A wire carries bytes, so that one piece of code serves both engines; [`Wire::ask`] puts questions into them and
//! reads the answers.

use super::dom;
use super::state::News;
use crate::domain::protocol;
use gloo_timers::callback::Timeout;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

/// How long an engine may take to arrive and to start.
const START_MS: u32 = 30_000;

/// One of the page's engines.
struct Kind {
    /// What the page calls it in its `data-…` attributes.
    name: &'static str,
    /// How long it may think.
    patience_ms: u32,
    /// So many in a row may fail over one question.
    tries: u32,
}

const ENGINE: Kind = Kind { name: "engine", patience_ms: 4_000, tries: 3 };
/// What it is asked may be a visitor's own endless loop, which is not tried again.
const WORKSHOP: Kind = Kind { name: "workshop", patience_ms: 10_000, tries: 1 };

/// Who asks, and for what: a newer question of the same topic replaces an older one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Topic {
    /// A lab's number.
    pub lab: u32,
    /// What for.
    pub of: &'static str,
}

struct Asked {
    topic: Topic,
    number: u32,
    bytes: Vec<u8>,
    then: Then,
    stale: bool,
}

/// Takes an answer's bytes and says whether it could read them; `None`: there will be no answer.
type Then = Box<dyn FnOnce(Option<&[u8]>) -> bool>;

struct Inner {
    kind: &'static Kind,
    worker: Option<Worker>,
    ready: bool,
    last_number: u32,
    in_flight: Option<Asked>,
    waiting: Vec<Asked>,
    failures: u32,
    replaced: bool,
    watchdog: Option<Timeout>,
    listeners: Vec<Rc<dyn Fn(News)>>,
}

/// The wire to one engine.
#[derive(Clone)]
pub struct Wire(Rc<RefCell<Inner>>);

thread_local! {
    static WIRES: [Wire; 2] = [Wire::to(&ENGINE), Wire::to(&WORKSHOP)];
}

/// The page's engine: one for all its labs.
pub fn engine() -> Wire {
    WIRES.with(|wires| wires[0].clone())
}

/// The page's second engine; it starts when it is asked for the first time.
pub fn workshop() -> Wire {
    WIRES.with(|wires| wires[1].clone())
}

impl Wire {
    fn to(kind: &'static Kind) -> Wire {
        Wire(Rc::new(RefCell::new(Inner {
            kind,
            worker: None,
            ready: false,
            last_number: 0,
            in_flight: None,
            waiting: Vec::new(),
            failures: 0,
            replaced: false,
            watchdog: None,
            listeners: Vec::new(),
        })))
    }

    /// Begins to load the engine before there is a question.
    pub fn warm(&self) {
        if self.0.borrow().worker.is_none() {
            self.start();
        }
    }

    /// Calls back whenever something happened to the engine.
    pub fn listen(&self, then: impl Fn(News) + 'static) {
        self.0.borrow_mut().listeners.push(Rc::new(then));
    }

    /// Asks; the answer comes later, or never if a newer question of the same topic overtakes it. `None`: the engine
    /// failed over it, as often as it may.
    pub fn ask<A: DeserializeOwned>(
        &self,
        topic: Topic,
        ask: impl Serialize,
        then: impl FnOnce(Option<A>) + 'static,
    ) {
        let number = {
            let mut inner = self.0.borrow_mut();
            inner.last_number += 1;
            inner.last_number
        };
        let then = move |bytes: Option<&[u8]>| match bytes.map(protocol::decode::<A>) {
            Some(None) => false,
            answer => {
                then(answer.flatten());
                true
            }
        };
        self.send_later(topic, number, protocol::encode(&protocol::Question { number, ask }), Box::new(then));
    }

    fn send_later(&self, topic: Topic, number: u32, bytes: Vec<u8>, then: Then) {
        {
            let mut inner = self.0.borrow_mut();
            inner.waiting.retain(|asked| asked.topic != topic);
            if let Some(asked) = &mut inner.in_flight
                && asked.topic == topic
            {
                asked.stale = true;
            }
            inner.waiting.push(Asked { topic, number, bytes, then, stale: false });
        }
        self.go_on();
    }

    /// Ends the engine; what it was asked and has not answered is forgotten. The next question starts a new one.
    pub fn stop(&self) {
        let mut inner = self.0.borrow_mut();
        inner.end();
        inner.in_flight = None;
        inner.failures = 0;
        drop(inner);
        self.go_on();
    }

    /// Sends the next question, if there is one and the engine is free.
    fn go_on(&self) {
        let mut inner = self.0.borrow_mut();
        if inner.in_flight.is_none() {
            if inner.waiting.is_empty() {
                return;
            }
            inner.in_flight = Some(inner.waiting.remove(0));
            if inner.worker.is_some() && inner.ready {
                self.send(&mut inner);
                return;
            }
        }
        if inner.worker.is_none() {
            drop(inner);
            self.start();
        }
    }

    fn send(&self, inner: &mut Inner) {
        let (Some(worker), Some(asked)) = (&inner.worker, &inner.in_flight) else { return };
        // A worker that died does not refuse; its silence is what the watchdog hears.
        let _ = worker.post_message(&js_sys::Uint8Array::from(asked.bytes.as_slice()));
        let ms = inner.kind.patience_ms;
        self.watch(inner, ms);
    }

    fn watch(&self, inner: &mut Inner, ms: u32) {
        let me = self.clone();
        inner.watchdog = Some(Timeout::new(ms, move || me.broke()));
    }

    fn start(&self) {
        let url = address(self.0.borrow().kind.name);
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let Ok(worker) = Worker::new_with_options(&url, &options) else {
            // Let whoever asked go on first.
            let me = self.clone();
            Timeout::new(0, move || me.broke()).forget();
            return;
        };
        let me = self.clone();
        let message = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| me.hear(&event.data()));
        let me = self.clone();
        let error = Closure::<dyn Fn()>::new(move || me.broke());
        worker.set_onmessage(Some(message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(error.as_ref().unchecked_ref()));
        // They live as long as the worker's JavaScript object, which keeps them from the collector.
        message.forget();
        error.forget();
        let mut inner = self.0.borrow_mut();
        inner.worker = Some(worker);
        inner.ready = false;
        self.watch(&mut inner, START_MS);
    }

    fn hear(&self, data: &JsValue) {
        if data.is_string() {
            let mut inner = self.0.borrow_mut();
            inner.ready = true;
            inner.watchdog = None;
            self.send(&mut inner);
            return;
        }
        let bytes = data.dyn_ref::<js_sys::Uint8Array>().map(js_sys::Uint8Array::to_vec);
        let bytes = bytes.unwrap_or_default();
        let Some((number, answer)) = protocol::numbered(&bytes) else { return self.broke() };
        let asked = {
            let mut inner = self.0.borrow_mut();
            match &inner.in_flight {
                Some(asked) if asked.number == number => {}
                _ => return,
            }
            inner.watchdog = None;
            inner.failures = 0;
            inner.in_flight.take()
        };
        if let Some(asked) = asked
            && !asked.stale
            && !(asked.then)(Some(answer))
        {
            return self.broke();
        }
        let replaced = std::mem::take(&mut self.0.borrow_mut().replaced);
        self.tell(replaced.then_some(News::Restarted));
        self.go_on();
    }

    /// The engine did not answer, or said that it broke.
    fn broke(&self) {
        let (news, given_up) = {
            let mut inner = self.0.borrow_mut();
            inner.end();
            inner.replaced = true;
            inner.failures += 1;
            if inner.in_flight.as_ref().is_some_and(|asked| asked.stale) {
                inner.in_flight = None;
            }
            if inner.failures >= inner.kind.tries {
                // The next question starts afresh.
                inner.failures = 0;
                inner.replaced = false;
                let mut given_up = std::mem::take(&mut inner.waiting);
                given_up.extend(inner.in_flight.take());
                (Some(News::Failed), given_up)
            } else {
                (None, Vec::new())
            }
        };
        self.tell(news);
        for asked in given_up {
            (asked.then)(None);
        }
        let idle = {
            let inner = self.0.borrow();
            inner.in_flight.is_none() && inner.waiting.is_empty()
        };
        if !idle {
            self.go_on();
        }
    }

    fn tell(&self, news: Option<News>) {
        let Some(news) = news else { return };
        let listeners = self.0.borrow().listeners.clone();
        for listener in listeners {
            listener(news);
        }
    }
}

impl Inner {
    fn end(&mut self) {
        self.watchdog = None;
        self.ready = false;
        if let Some(worker) = self.worker.take() {
            worker.set_onmessage(None);
            worker.set_onerror(None);
            worker.terminate();
        }
    }
}

/// Where a worker's script is: named by the page, found from the site's root.
fn address(name: &str) -> String {
    let base = dom::page_data("base").unwrap_or_default();
    let file = dom::page_data(name).unwrap_or_default();
    let version = dom::page_data(&format!("{name}-version")).unwrap_or_default();
    // A worker's address is resolved against the page's own.
    format!("{base}{file}?v={version}")
}
