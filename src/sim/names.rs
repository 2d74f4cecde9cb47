//! Ids from the seed. Each is drawn from a stream of its own, so that no fault, retry or second click
//! reshuffles another's.

use crate::domain::ids::{
    EventId, IdempotencyKey, IntentNo, Millis, OrderId, PaymentIntentId, RequestNo, WorkerNo,
};
use crate::domain::scenario::KeyPolicy;
use rand::Rng;
use rand_pcg::Pcg32;
use uuid::{Builder, Uuid};

const KEYS: u64 = 1;
const EVENTS: u64 = 2;
const TOKENS: u64 = 3;
const PUBLISHES: u64 = 4;
const PAYMENTS: u64 = 5;
#[cfg(feature = "workshop")]
const BY_HAND: u64 = 6;

fn uuid(seed: u32, stream: u64, number: u64) -> Uuid {
    let mut draw = Pcg32::new(u64::from(seed) ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15), stream);
    let mut bytes = [0; 16];
    for chunk in bytes.chunks_mut(4) {
        chunk.copy_from_slice(&draw.next_u32().to_le_bytes());
    }
    Builder::from_random_bytes(bytes).into_uuid()
}

/// The `n`th UUID that somebody draws by hand.
#[cfg(feature = "workshop")]
pub fn by_hand(seed: u32, n: u32) -> Uuid {
    uuid(seed, BY_HAND, u64::from(n))
}

/// The key that the client sends with a click.
pub fn key(seed: u32, policy: KeyPolicy, intent: IntentNo, click: u32) -> Option<IdempotencyKey> {
    let number = u64::from(intent.0) << 8;
    match policy {
        KeyPolicy::None => None,
        KeyPolicy::PerIntent => Some(IdempotencyKey(uuid(seed, KEYS, number))),
        KeyPolicy::PerClick => Some(IdempotencyKey(uuid(seed, KEYS, number + u64::from(click)))),
    }
}

/// The event id that the producer draws for a request without a key.
pub fn event(seed: u32, request: RequestNo) -> EventId {
    EventId(uuid(seed, EVENTS, u64::from(request.0)))
}

/// The event id that is drawn for a publish after the first.
pub fn event_of_publish(seed: u32, message: u32) -> EventId {
    EventId(uuid(seed, PUBLISHES, u64::from(message)))
}

/// What an order's payment is called: the same in every event that tells of this order.
pub fn payment_intent(seed: u32, intent: IntentNo, order: OrderId) -> PaymentIntentId {
    PaymentIntentId(uuid(seed, PAYMENTS, u64::from(intent.0) << 32 | u64::from(order.0)))
}

/// The token of a claim.
pub fn token(seed: u32, worker: WorkerNo, at: Millis) -> String {
    uuid(seed, TOKENS, (at.0 << 8) + u64::from(worker.0)).simple().to_string()
}

/// How many items there are in the shop; beyond them purchases come back to the first.
pub const ITEMS: u32 = 26;

/// What an intent buys: another thing each time, so that "last bought" can be stale.
pub fn item(intent: IntentNo) -> String {
    let letter = b'A' + ((intent.0.saturating_sub(1)) % ITEMS) as u8;
    char::from(letter).to_string()
}
