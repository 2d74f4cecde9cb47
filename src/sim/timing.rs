//! How long things take in simulated milliseconds. Nothing in a run depends on real time; what matters is
//! only the order that these make, and that a person can follow it.

/// Between browser and producer, each way.
pub const REQUEST_MS: u64 = 40;
/// Between two services, each way.
pub const HOP_MS: u64 = 5;
/// One SQL statement, one `SET … NX`.
pub const STATEMENT_MS: u64 = 2;
/// The answer of a provider outside.
pub const PROVIDER_MS: u64 = 80;
/// The producer's work between looking a key up and the order.
pub const WORK_MS: u64 = 600;
/// Between two clicks of an impatient customer.
pub const CLICK_MS: u64 = 400;
/// Between the first clicks of two intents.
pub const INTENT_MS: u64 = 1_000;
/// The relay looks into the outbox so long after it learned of a row.
pub const POLL_MS: u64 = 100;
/// A process that died is back after this.
pub const RESTART_MS: u64 = 2_000;
/// The broker notices a broken connection after this.
pub const NOTICE_MS: u64 = 20;
/// Whoever deletes old marks tries again after this, when it meets an open transaction.
pub const PURGE_RETRY_MS: u64 = 1_000;
/// A slow handler takes so much longer than the ack deadline, where the scenario names no time.
pub const SLOW_EXTRA_MS: u64 = 10_000;
/// A delivery that met another worker's live claim comes back after this.
pub const CLAIM_RETRY_MS: u64 = 5_000;
