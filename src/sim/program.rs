//! Layer 2 as the code that it is: each mode is a short program that runs around (and inside) one handler.
//! The gaps in which a worker can die stand in the program, between its operations.

use crate::domain::fault::Gap;
use crate::domain::scenario::{Consumer, Dedup, Handler};

/// One operation of a worker inside a handler's surroundings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// `SELECT` the mark; skip if it is there.
    Check,
    /// `SELECT` the row that the handler itself will write, by its natural key; skip if it is there.
    Look,
    /// `BEGIN`.
    Begin,
    /// `INSERT` the mark in the open transaction; roll back and skip if it was there.
    MarkFirst,
    /// `INSERT` the mark in a statement of its own; skip if it was there.
    Claim,
    /// `SET … NX` in another system, or the same in the process's own memory; skip if it was there.
    Lock,
    /// Takes the lock that keeps runs apart; back to the broker, or nothing, if it is held.
    Overlap,
    /// Frees that lock.
    Unlock,
    /// The body starts: it may throw, or be slow.
    Enter,
    /// The effect is handed to its provider.
    Send,
    /// The business row.
    Write,
    /// `INSERT` the mark in a statement of its own; whether it was there changes nothing any more.
    MarkAfter,
    /// `INSERT` the mark in the open transaction; roll back if it was there.
    MarkLast,
    /// The claim is settled.
    Settle,
    /// `COMMIT`.
    Commit,
    /// Nothing happens here, unless the worker dies.
    Gap(Gap),
}

/// The program that a worker runs for one handler.
pub fn program(consumer: &Consumer, handler: Handler) -> Vec<Op> {
    use Op::*;
    let body: &[Op] = match handler {
        Handler::Email => &[Enter, Send, Write, Gap(self::Gap::EffectDone)],
        Handler::Payment => &[Enter, Send, Gap(self::Gap::EffectDone), Write],
        Handler::Push => &[Enter, Send, Gap(self::Gap::EffectDone)],
        _ => &[Enter, Write, Gap(self::Gap::EffectDone)],
    };
    let (before, after): (&[Op], &[Op]) = match consumer.dedup {
        Dedup::Off => (&[], &[]),
        // Its row in `payments` is the mark, and `payment_intent_id` the key.
        Dedup::CheckRunMark if handler == Handler::Payment => {
            (&[Look, Gap(self::Gap::Checked)], &[Gap(self::Gap::Marked)])
        }
        Dedup::CheckRunMark => (&[Check, Gap(self::Gap::Checked)], &[MarkAfter, Gap(self::Gap::Marked)]),
        Dedup::OneTransaction => (
            &[Begin, Gap(self::Gap::Checked), MarkFirst, Gap(self::Gap::Marked)],
            &[Commit, Gap(self::Gap::Committed)],
        ),
        Dedup::OneTransactionMarkLast => (
            &[Check, Gap(self::Gap::Checked), Begin],
            &[MarkLast, Gap(self::Gap::Marked), Commit, Gap(self::Gap::Committed)],
        ),
        Dedup::Claim if consumer.claim_lease_ms > 0 => (&[Claim, Gap(self::Gap::Marked)], &[Settle]),
        Dedup::Claim => (&[Claim, Gap(self::Gap::Marked)], &[]),
        Dedup::WithoutOverlapping => (&[Overlap, Gap(self::Gap::Checked)], &[Unlock]),
        Dedup::Setnx | Dedup::InProcess => (&[Lock, Gap(self::Gap::Marked)], &[]),
    };
    [before, body, after].concat()
}
