//! What stands outside the pipeline's databases: the mail provider, and the system that holds SETNX locks.

use crate::domain::ids::{EventId, Millis};
use litemap::LiteMap;

/// The mail provider. With an idempotency key it sends one mail for each event; it never forgets.
#[derive(Default)]
pub struct MailProvider {
    known: LiteMap<EventId, ()>,
}

impl MailProvider {
    /// Takes a mail; false if the provider's key says that it was sent before.
    pub fn accept(&mut self, event: EventId, with_key: bool) -> bool {
        self.known.insert(event, ()).is_none() || !with_key
    }
}

/// Locks with a time to live, in another system: no transaction of ours reaches them.
#[derive(Default)]
pub struct LockStore {
    until: LiteMap<String, Millis>,
}

impl LockStore {
    /// `DEL name`.
    pub fn del(&mut self, name: &str) {
        self.until.remove(&name.to_string());
    }

    /// `SET name 1 NX PX ttl`: true if the lock was free or had expired.
    pub fn set_nx(&mut self, name: &str, ttl_ms: u64, now: Millis) -> bool {
        if self.until.get(name).is_some_and(|until| *until > now) {
            return false;
        }
        self.until.insert(name.to_string(), now + ttl_ms);
        true
    }
}
