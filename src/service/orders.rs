//! `POST /events-outbox/{bus}` and `POST /events/{bus}`.

use super::http::{HttpRequest, HttpResponse, NoAnswer};
use super::{Demo, Refusal, complain, reply};
use crate::domain::command::{Command, Post, Route};
use crate::domain::fault::Point;
use crate::domain::ids::{EventNo, IdempotencyKey, OrderId, RequestNo};
use crate::domain::link;
use crate::domain::trace::{Run, Status, What};
use crate::sim;
use serde_json::{Value as Json, json};
use uuid::Uuid;

/// Highest number of a customer.
const USERS: u64 = 9_999;

impl Demo {
    /// Takes an order, as the simulation takes it.
    pub(super) fn order(
        &mut self,
        request: &HttpRequest,
        bus: &str,
        naive: bool,
    ) -> Result<HttpResponse, NoAnswer> {
        let post = match self.read(request, bus, naive) {
            Ok(post) => post,
            Err(refusal) => {
                self.there_and_back();
                return Ok(complain(refusal));
            }
        };
        if let Err(refusal) = self.command(Command::Post(post)) {
            self.there_and_back();
            return Ok(complain(refusal));
        }
        let run = sim::run(&self.plan);
        // Of requests by hand of the same moment this is the newest.
        let sent = run.entries.iter().rposition(|entry| {
            entry.at == post.at_ms
                && matches!(entry.what, What::Requested { route, .. } if route == post.route)
        });
        let Some((sent, What::Requested { request: no, lost, .. })) = sent.map(|i| (i, &run.entries[i].what))
        else {
            // The run was cut before this moment.
            self.there_and_back();
            return Ok(complain((503, "this run has become too long; start it afresh".into())));
        };
        let patience = self.plan.scenario.client.retry_after_ms;
        let timed_out = |demo: &mut Demo| {
            demo.now = demo.now + patience;
            Err(NoAnswer::TimedOut { after_ms: patience })
        };
        if *lost {
            let on_its_way =
                run.entries[sent].met.iter().any(|met| met.at == Point::RequestLost && met.fired.is_some());
            return if on_its_way { timed_out(self) } else { Err(NoAnswer::Refused) };
        }
        for entry in &run.entries[sent..] {
            match entry.what {
                What::Responded { request, status, order, lost } if request == *no => {
                    if lost {
                        return timed_out(self);
                    }
                    self.now = entry.at + sim::timing::REQUEST_MS;
                    return Ok(answer(&run, *no, status, order, naive));
                }
                What::ProducerCrashed { request, .. } if request == *no => {
                    self.now = entry.at + sim::timing::REQUEST_MS;
                    return Err(NoAnswer::Empty);
                }
                _ => {}
            }
        }
        // It reached a process that had died over another request.
        self.there();
        Err(NoAnswer::Empty)
    }

    /// What a request wants, if it is one that the demo takes.
    fn read(&self, request: &HttpRequest, bus: &str, naive: bool) -> Result<Post, Refusal> {
        if bus != self.bus() {
            let own = self.bus();
            return Err((404, format!("no bus {bus:?} is here; this pipeline's broker is {own}")));
        }
        let kind = request.header("content-type").unwrap_or("application/json");
        if !kind.split(';').next().unwrap_or("").trim().eq_ignore_ascii_case("application/json") {
            return Err((415, format!("the body has to be application/json, not {kind}")));
        }
        let key = match request.header("idempotency-key") {
            None => None,
            Some(text) => Some(IdempotencyKey(
                Uuid::try_parse(text.trim())
                    .map_err(|_| (400, format!("Idempotency-Key {text:?} is not a UUID")))?,
            )),
        };
        let (user, item) = body(&request.body).map_err(|why| (400, why))?;
        let route = if naive { Route::Naive } else { Route::Outbox };
        Ok(Post { at_ms: self.now, route, key, user, item })
    }
}

/// Who buys what: `{"user_id":1,"items":["A"]}`.
fn body(text: &str) -> Result<(u32, char), String> {
    let body: Json = serde_json::from_str(text).map_err(|error| format!("the body is not JSON: {error}"))?;
    let fields = body.as_object().ok_or("the body is not an object")?;
    if let Some(unknown) = fields.keys().find(|key| !matches!(key.as_str(), "user_id" | "items")) {
        return Err(format!("{unknown:?} is not a field of an order"));
    }
    let user = fields.get("user_id").and_then(Json::as_u64).filter(|id| (1..=USERS).contains(id));
    let user = user.ok_or(format!("user_id has to be a number from 1 to {USERS}"))?;
    let items = fields.get("items").and_then(Json::as_array).map(Vec::as_slice);
    match items {
        Some([Json::String(item)]) => link::item(item).map(|item| (user as u32, item)),
        _ => None,
    }
    .ok_or_else(|| "items has to hold one item, a letter from A to Z".into())
}

fn answer(run: &Run, no: RequestNo, status: Status, order: Option<OrderId>, naive: bool) -> HttpResponse {
    let event = run.entries.iter().find_map(|entry| match entry.what {
        What::OrderCommitted { request, event, .. }
        | What::OrderFound { request, event, .. }
        | What::KeyReused { request, event }
            if request == no =>
        {
            Some(event)
        }
        _ => None,
    });
    // Keys in a table of their own tell the order, and not its event.
    let event = event.or_else(|| {
        let of = |info: &crate::domain::trace::EventInfo| Some(info.order) == order;
        run.events.iter().position(of).map(|i| EventNo(i as u32 + 1))
    });
    let id = event.and_then(|event| run.event(event)).map(|info| info.id.to_string());
    match status {
        Status::Created | Status::Stored => {
            let mut body =
                json!({ "event_id": id, "order_id": order.map(|order| order.0), "status": "accepted" });
            if naive {
                body["path"] = json!("naive");
            }
            let mut response = reply(status.code(), &body);
            if let Some(id) = id {
                response.headers.push(("Location".into(), format!("/audit/event/{id}")));
            }
            if status == Status::Stored {
                response.headers.push(("Idempotency-Replayed".into(), "true".into()));
            }
            response
        }
        Status::Refused => complain((422, "this Idempotency-Key was used with another body".into())),
        Status::Conflict => complain((409, "a request with this Idempotency-Key is in progress".into())),
        Status::Failed => {
            let error = run.entries.iter().find_map(|entry| match entry.what {
                What::RequestFailed { request } if request == no => entry.refusal(),
                _ => None,
            });
            complain((500, error.unwrap_or("the order could not be written; nothing of it is kept").into()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_is_read_or_the_reason_is_said() {
        assert_eq!(body(r#"{"user_id":1,"items":["A"]}"#), Ok((1, 'A')));
        for (text, why) in [
            ("", "the body is not JSON: EOF while parsing a value at line 1 column 0"),
            ("[]", "the body is not an object"),
            (r#"{"user_id":1,"items":["A"],"note":""}"#, "\"note\" is not a field of an order"),
            (r#"{"items":["A"]}"#, "user_id has to be a number from 1 to 9999"),
            (r#"{"user_id":0,"items":["A"]}"#, "user_id has to be a number from 1 to 9999"),
            (r#"{"user_id":1,"items":[]}"#, "items has to hold one item, a letter from A to Z"),
            (r#"{"user_id":1,"items":["A","B"]}"#, "items has to hold one item, a letter from A to Z"),
            (r#"{"user_id":1,"items":["a"]}"#, "items has to hold one item, a letter from A to Z"),
        ] {
            assert_eq!(body(text), Err(why.into()), "{text}");
        }
    }
}
