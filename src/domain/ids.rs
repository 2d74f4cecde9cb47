//! Names of things, as newtypes: acking a message with an event's number does not compile.

use serde::{Deserialize, Serialize};
use std::fmt;
use uuid::Uuid;

macro_rules! number {
    ($(#[$meta:meta])* $name:ident($inner:ty) $prefix:literal) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub struct $name(pub $inner);
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { write!(f, concat!($prefix, "{}"), self.0) }
        }
    };
}

number!(
    /// One thing that the customer wanted (one purchase); 1, 2, ….
    IntentNo(u32) "i"
);
number!(
    /// One HTTP POST; an intent may cause several.
    RequestNo(u32) "r"
);
number!(
    /// Short name of an event in this run (`e1`, `e2`, …, in order of first appearance): one colour and one
    /// name everywhere. Its identity is the [`EventId`].
    EventNo(u32) "e"
);
number!(
    /// An event in its envelope inside the broker; each publish makes a new one.
    MessageNo(u32) "m"
);
number!(
    /// One hand-over of a message to a worker; every redelivery is a new one.
    DeliveryNo(u32) "d"
);
number!(
    /// The order's number, as the customer sees it: 1001, 1002, ….
    OrderId(u32) ""
);
number!(
    /// A worker, counted from 1.
    WorkerNo(u8) "worker "
);
number!(
    /// A relay, counted from 1.
    RelayNo(u8) "relay "
);

/// The stable identity of a domain fact. Kept by every redelivery and every second publish.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct EventId(pub Uuid);

/// What a client sends as `Idempotency-Key`; the producer takes it as the event's id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct IdempotencyKey(pub Uuid);

/// What one order's payment is called at the card provider and in `payments`, whatever event tells of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PaymentIntentId(pub Uuid);

impl fmt::Display for PaymentIntentId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "pi_{:016x}", self.0.as_u64_pair().0)
    }
}

impl From<IdempotencyKey> for EventId {
    fn from(key: IdempotencyKey) -> Self {
        EventId(key.0)
    }
}

impl fmt::Display for EventId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for IdempotencyKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Simulated time since the start of the run, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Millis(pub u64);

impl std::ops::Add<u64> for Millis {
    type Output = Millis;
    fn add(self, ms: u64) -> Millis {
        Millis(self.0.saturating_add(ms))
    }
}

impl fmt::Display for Millis {
    /// Seconds with three decimals: `30.605`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:03}", self.0 / 1000, self.0 % 1000)
    }
}
