//! What stands outside the pipeline's databases: the providers of mails, charges and pushes, and the system that
//! holds SETNX locks.

use crate::domain::ids::Millis;
use crate::domain::scenario::Provider;
use litemap::LiteMap;
use uuid::Uuid;

/// The providers. Where one takes an idempotency key, it does one thing for each key; it never forgets.
#[derive(Default)]
pub struct Providers {
    known: LiteMap<(Provider, Uuid), ()>,
}

impl Providers {
    /// Takes an effect; false if the provider's key says that it was done before.
    pub fn accept(&mut self, provider: Provider, key: Uuid, with_key: bool) -> bool {
        self.known.insert((provider, key), ()).is_none() || !with_key
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
