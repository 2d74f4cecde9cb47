//! The customer and the browser: clicks, waits, tries again.

use super::faults::Place;
use super::{Tick, World, names, timing};
use crate::domain::command::{Command, Plan, Post, Route};
use crate::domain::fault::Point;
use crate::domain::ids::{IdempotencyKey, IntentNo, RequestNo};
use crate::domain::trace::{Status, What};
use litemap::LiteMap;

/// What the client remembers.
#[derive(Default)]
pub struct Client {
    requests: LiteMap<RequestNo, Request>,
    /// What the purchases want that are asked for by hand.
    carts: LiteMap<IntentNo, Cart>,
}

/// What one purchase wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cart {
    /// Who buys.
    pub user: u32,
    /// What.
    pub item: String,
}

/// One POST, as the client sent it.
#[derive(Clone, Debug)]
pub struct Request {
    /// For which purchase.
    pub intent: IntentNo,
    /// By which way.
    pub route: Route,
    /// Which click.
    pub click: u32,
    /// Which retry of this click.
    pub retry: u32,
    /// Its `Idempotency-Key`.
    pub key: Option<IdempotencyKey>,
    /// Its body.
    pub body: String,
    /// Who buys what.
    pub cart: Cart,
    answered: bool,
}

fn body(user: u32, items: &str) -> String {
    format!("{{\"user_id\":{user},\"items\":[{items}]}}")
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

    /// Everything that is bought in this run: what the shelf holds.
    pub(super) fn items(plan: &Plan) -> Vec<String> {
        let mut items: Vec<String> =
            (1..=plan.scenario.client.intents.min(names::ITEMS)).map(|n| names::item(IntentNo(n))).collect();
        for post in plan.commands.iter().filter_map(Command::post) {
            let item = String::from(post.item);
            if !items.contains(&item) {
                items.push(item);
            }
        }
        items
    }

    /// What a purchase wants.
    pub(super) fn cart(&self, intent: IntentNo) -> Cart {
        let own = || Cart { user: 1, item: names::item(intent) };
        self.client.carts.get(&intent).cloned().unwrap_or_else(own)
    }

    pub(super) fn click(&mut self, intent: IntentNo, click: u32) {
        self.send(intent, click, 0);
    }

    /// Requests by hand come on top of the scenario's purchases; of those with the same key all but the first are
    /// repeats. Without a key nobody can tell.
    pub(super) fn post(&mut self, post: Post) {
        let Post { route, key, user, .. } = post;
        let item = String::from(post.item);
        let known = |request: &&Request| {
            key.is_some() && request.key == key && request.route == Route::Outbox && route == Route::Outbox
        };
        let retry = self.client.requests.values().filter(known).count() as u32;
        let first = self.client.requests.values().find(known);
        let intent = first.map_or_else(
            || IntentNo(self.plan.scenario.client.intents + self.client.carts.len() as u32 + 1),
            |first| first.intent,
        );
        let body = body(user, &format!("\"{item}\""));
        let cart = Cart { user, item };
        let changed_body = first.is_some_and(|first| first.cart != cart);
        if first.is_none() {
            self.client.carts.insert(intent, cart.clone());
        }
        let sent = Request { intent, route, click: 0, retry, key, body, cart, answered: false };
        self.request_leaves(sent, changed_body);
    }

    fn send(&mut self, intent: IntentNo, click: u32, retry: u32) {
        let scenario = &self.plan.scenario;
        let changed_body = scenario.client.changed_body && click > 1;
        let key = names::key(scenario.seed, scenario.client.key, intent, click);
        let cart = self.cart(intent);
        let Cart { user, item } = &cart;
        let items = if changed_body { format!("\"{item}\",\"{item}\"") } else { format!("\"{item}\"") };
        let body = body(*user, &items);
        let route = Route::Shop;
        self.request_leaves(
            Request { intent, route, click, retry, key, body, cart, answered: false },
            changed_body,
        );
    }

    fn request_leaves(&mut self, sent: Request, changed_body: bool) {
        let Request { intent, route, click, retry, key, .. } = sent;
        let patience = self.plan.scenario.client.retry_after_ms;
        let request = RequestNo(self.client.requests.len() as u32 + 1);
        let met = self.faults.meet(Point::RequestLost, Place::default());
        // Nobody answers the door of a producer that is down.
        let lost = met.fired.is_some() || !self.producer.is_up();
        let what = What::Requested { request, intent, route, click, retry, key, changed_body, lost };
        let step = self.note(what);
        self.recorder.met(step, met);
        self.client.requests.insert(request, sent);
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
        let Request { intent, route, click, retry, answered, .. } = self.request(request);
        if answered {
            return;
        }
        let again = route == Route::Shop && retry < self.plan.scenario.client.retries;
        self.note(What::TimedOut { request, again });
        if again {
            self.send(intent, click, retry + 1);
        }
    }
}
