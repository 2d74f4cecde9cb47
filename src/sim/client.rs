//! The customer and the browser: clicks, waits, tries again.

use super::faults::Place;
use super::{Tick, World, names, timing};
use crate::domain::fault::Point;
use crate::domain::ids::{IdempotencyKey, IntentNo, RequestNo};
use crate::domain::trace::{Status, What};
use litemap::LiteMap;

/// What the client remembers.
#[derive(Default)]
pub struct Client {
    requests: LiteMap<RequestNo, Request>,
}

/// One POST, as the client sent it.
#[derive(Clone, Debug)]
pub struct Request {
    /// For which purchase.
    pub intent: IntentNo,
    /// Which click.
    pub click: u32,
    /// Which retry of this click.
    pub retry: u32,
    /// Its `Idempotency-Key`.
    pub key: Option<IdempotencyKey>,
    /// Its body.
    pub body: String,
    /// What it buys.
    pub item: String,
    answered: bool,
}

impl World {
    pub(super) fn schedule_clicks(&mut self) {
        let client = &self.plan.scenario.client;
        let (intents, clicks) = (client.intents, client.clicks);
        for intent in 1..=intents {
            for click in 1..=clicks {
                let ms = u64::from(intent - 1) * timing::INTENT_MS + u64::from(click - 1) * timing::CLICK_MS;
                self.after(ms, Tick::Click { intent: IntentNo(intent), click });
            }
        }
    }

    pub(super) fn click(&mut self, intent: IntentNo, click: u32) {
        self.send(intent, click, 0);
    }

    fn send(&mut self, intent: IntentNo, click: u32, retry: u32) {
        let scenario = &self.plan.scenario;
        let changed_body = scenario.client.changed_body && click > 1;
        let key = names::key(scenario.seed, scenario.client.key, intent, click);
        let item = names::item(intent);
        let items = if changed_body { format!("\"{item}\",\"{item}\"") } else { format!("\"{item}\"") };
        let body = format!("{{\"user_id\":1,\"items\":[{items}]}}");
        let patience = scenario.client.retry_after_ms;
        let request = RequestNo(self.client.requests.len() as u32 + 1);
        let met = self.faults.meet(Point::RequestLost, Place::default());
        // Nobody answers the door of a producer that is down.
        let lost = met.fired.is_some() || !self.producer.is_up();
        let what = What::Requested { request, intent, click, retry, key, changed_body, lost };
        let step = self.note(what);
        self.recorder.met(step, met);
        self.client
            .requests
            .insert(request, Request { intent, click, retry, key, body, item, answered: false });
        if !lost {
            self.after(timing::REQUEST_MS, Tick::RequestArrives { request });
        }
        self.after(patience, Tick::ClientWaited { request });
    }

    pub(super) fn request(&self, request: RequestNo) -> Request {
        self.client.requests[&request].clone()
    }

    /// An answer that asks to try again leaves the client waiting.
    pub(super) fn response_arrives(&mut self, request: RequestNo, status: Status) {
        if matches!(status, Status::Conflict | Status::Failed) {
            return;
        }
        if let Some(request) = self.client.requests.get_mut(&request) {
            request.answered = true;
        }
    }

    pub(super) fn client_waited(&mut self, request: RequestNo) {
        let Request { intent, click, retry, answered, .. } = self.request(request);
        if answered {
            return;
        }
        let again = retry < self.plan.scenario.client.retries;
        self.note(What::TimedOut { request, again });
        if again {
            self.send(intent, click, retry + 1);
        }
    }
}
