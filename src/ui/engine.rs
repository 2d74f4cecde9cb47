//! The page's end of the wire to the engine's worker: asks, gets answers, and replaces an engine that died.
//!
//! One question at a time. Of each kind only the newest waits: what was asked before and not yet sent is of
//! no interest any more, and an answer to it is dropped. An engine that does not answer within
//! [`PATIENCE_MS`] (or says that it broke) is ended, a new one is started and asked the same again.

use super::dom;
use super::state::News;
use crate::domain::protocol::{self, Answer, Ask, Question, Reply};
use gloo_timers::callback::Timeout;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

/// How long an engine may think.
const PATIENCE_MS: u32 = 4_000;
/// How long it may take to arrive and to start.
const START_MS: u32 = 30_000;
/// So many engines in a row may fail over one question.
const TRIES: u32 = 3;

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
    then: Box<dyn FnOnce(Answer)>,
    stale: bool,
}

#[derive(Default)]
struct Inner {
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

/// The wire.
#[derive(Clone, Default)]
pub struct Engine(Rc<RefCell<Inner>>);

thread_local! {
    static ENGINE: Engine = Engine::default();
}

/// The page's engine: one for all its labs.
pub fn engine() -> Engine {
    ENGINE.with(Clone::clone)
}

impl Engine {
    /// Calls back whenever something happened to the engine.
    pub fn listen(&self, then: impl Fn(News) + 'static) {
        self.0.borrow_mut().listeners.push(Rc::new(then));
    }

    /// Asks; the answer comes later, or never if a newer question of the same topic overtakes it.
    pub fn ask(&self, topic: Topic, ask: Ask, then: impl FnOnce(Answer) + 'static) {
        {
            let mut inner = self.0.borrow_mut();
            inner.last_number += 1;
            let number = inner.last_number;
            inner.waiting.retain(|asked| asked.topic != topic);
            if let Some(asked) = &mut inner.in_flight
                && asked.topic == topic
            {
                asked.stale = true;
            }
            let bytes = protocol::encode(&Question { number, ask });
            inner.waiting.push(Asked { topic, number, bytes, then: Box::new(then), stale: false });
        }
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
        self.watch(inner, PATIENCE_MS);
    }

    fn watch(&self, inner: &mut Inner, ms: u32) {
        let me = self.clone();
        inner.watchdog = Some(Timeout::new(ms, move || me.broke()));
    }

    fn start(&self) {
        let url = address();
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
        let reply: Option<Reply> =
            data.dyn_ref::<js_sys::Uint8Array>().and_then(|bytes| protocol::decode(&bytes.to_vec()));
        let Some(reply) = reply else { return self.broke() };
        let (asked, news) = {
            let mut inner = self.0.borrow_mut();
            match &inner.in_flight {
                Some(asked) if asked.number == reply.number => {}
                _ => return,
            }
            inner.watchdog = None;
            inner.failures = 0;
            let news = std::mem::take(&mut inner.replaced).then_some(News::Restarted);
            (inner.in_flight.take(), news)
        };
        if let Some(asked) = asked
            && !asked.stale
        {
            (asked.then)(reply.answer);
        }
        self.tell(news);
        self.go_on();
    }

    /// The engine did not answer, or said that it broke.
    fn broke(&self) {
        let news = {
            let mut inner = self.0.borrow_mut();
            inner.watchdog = None;
            if let Some(worker) = inner.worker.take() {
                worker.set_onmessage(None);
                worker.set_onerror(None);
                worker.terminate();
            }
            inner.ready = false;
            inner.replaced = true;
            inner.failures += 1;
            if inner.in_flight.as_ref().is_some_and(|asked| asked.stale) {
                inner.in_flight = None;
            }
            if inner.failures >= TRIES {
                // The next question starts afresh.
                inner.failures = 0;
                inner.replaced = false;
                inner.in_flight = None;
                inner.waiting.clear();
                Some(News::Failed)
            } else {
                None
            }
        };
        self.tell(news);
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

/// Where the worker's script is: named by the page, found from the site's root.
fn address() -> String {
    let base = dom::page_data("base").unwrap_or_default();
    let file = dom::page_data("engine").unwrap_or_else(|| "engine_loader.js".into());
    let version = dom::page_data("engine-version").unwrap_or_default();
    // A worker's address is resolved against the page's own.
    format!("{base}{file}?v={version}")
}
