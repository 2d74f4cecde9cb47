//! Settings that a real product would take, and that mean something else than people think: no refusal, a
//! sentence.

use super::lang::Said;
use super::scenario::{AckMode, Dedup, DedupKey, Redelivers, Scenario};

words! {
    /// What is odd about a scenario.
    pub enum Oddity {
        /// The ack deadline is zero.
        DeadlineZero = "deadline_zero",
        /// More workers than partitions.
        IdleWorkers = "idle_workers",
        /// Marks are forgotten before an unacked message can come back.
        RetentionWithinDeadline = "retention_within_deadline",
        /// Locks expire before an unacked message can come back.
        LockWithinDeadline = "lock_within_deadline",
        /// A batch is waited for until its deadline is over.
        BatchPastDeadline = "batch_past_deadline",
        /// Heartbeats come after the deadline that they should move.
        HeartbeatPastDeadline = "heartbeat_past_deadline",
        /// What is acked before it is done is never handed over again.
        NothingComesBack = "nothing_comes_back",
        /// A dead worker keeps its messages for ever.
        NobodyReclaims = "nobody_reclaims",
        /// `ON CONFLICT` names a key that the table does not have.
        NoKey = "no_key",
    }
}

impl Oddity {
    /// What it means.
    pub const fn meaning(self) -> Said {
        match self {
            Oddity::DeadlineZero => Said::new(
                "With a deadline of zero a message can be handed over again at once, before anybody has looked at it.",
                "期限是零：訊息一交出去就可以再交給別人，根本還沒有人看過。",
            ),
            Oddity::IdleWorkers => Said::new(
                "A partition has one reader: workers beyond the number of partitions only wait to take over.",
                "一個 partition 只有一個 reader：多出來的 worker 只是等著接手。",
            ),
            Oddity::RetentionWithinDeadline => Said::new(
                "Marks are deleted before an unacked message comes back, so it will look new.",
                "標記在訊息重投之前就刪掉了，回來的訊息看起來會像新的。",
            ),
            Oddity::LockWithinDeadline => Said::new(
                "The lock expires before an unacked message comes back, so it will look new.",
                "鎖在訊息重投之前就過期了，回來的訊息看起來會像新的。",
            ),
            Oddity::BatchPastDeadline => Said::new(
                "The first message of a batch may pass its deadline while the worker waits for the rest.",
                "批次還沒湊齊，第一則訊息的期限可能就到了。",
            ),
            Oddity::HeartbeatPastDeadline => Said::new(
                "The first heartbeat comes when the deadline is over already.",
                "第一次 heartbeat 送出時，期限早就過了。",
            ),
            Oddity::NothingComesBack => Said::new(
                "What counts as done at hand-over never comes again: a crash loses it.",
                "一交出就算完成的訊息不會再來，crash 就會遺失。",
            ),
            Oddity::NobodyReclaims => Said::new(
                "Nothing brings a message back: one that a dead worker holds stays there for ever.",
                "沒有任何東西會讓訊息回來：worker 死了，它手上的訊息就一直留在那裡。",
            ),
            Oddity::NoKey => Said::new(
                "ON CONFLICT needs a unique key to meet: without one SQLite refuses the INSERT, and every handler fails at its mark.",
                "ON CONFLICT 要有唯一的 key 才能用：資料表沒有 key，SQLite 就拒絕這個 INSERT，每個 handler 都敗在寫標記這一步。",
            ),
        }
    }
}

/// What is odd about this scenario, in the order of [`Oddity::ALL`].
pub fn of(scenario: &Scenario) -> Vec<Oddity> {
    let (broker, consumer, log) = (&scenario.broker, &scenario.consumer, &scenario.log);
    let queue = !scenario.is_log();
    let deadline = if queue { broker.ack_deadline_ms } else { log.session_timeout_ms };
    let within = |ms: u64| ms > 0 && ms <= deadline;
    let setnx = consumer.dedup == Dedup::Setnx;
    let marks =
        !matches!(consumer.dedup, Dedup::Off | Dedup::Setnx | Dedup::InProcess | Dedup::WithoutOverlapping);
    Oddity::ALL
        .iter()
        .copied()
        .filter(|oddity| match oddity {
            Oddity::DeadlineZero => queue && deadline == 0,
            Oddity::IdleWorkers => !queue && u32::from(consumer.workers) > log.partitions,
            Oddity::RetentionWithinDeadline => within(consumer.retention_ms),
            Oddity::LockWithinDeadline => setnx && within(consumer.setnx_ttl_ms),
            Oddity::BatchPastDeadline => queue && consumer.batch > 1 && consumer.batch_window_ms >= deadline,
            Oddity::HeartbeatPastDeadline => {
                queue && consumer.heartbeat_ms > 0 && consumer.heartbeat_ms >= deadline
            }
            Oddity::NothingComesBack => queue && broker.ack == AckMode::Auto,
            Oddity::NobodyReclaims => queue && broker.redelivers == Redelivers::Never,
            Oddity::NoKey => marks && consumer.dedup_key == DedupKey::None,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::scenario::Dialect;

    #[test]
    fn the_default_is_not_odd_and_each_oddity_has_its_case() {
        assert_eq!(of(&Scenario::default()), []);
        let case = |change: fn(&mut Scenario)| {
            let mut scenario = Scenario::default();
            change(&mut scenario);
            of(&scenario)
        };
        assert_eq!(case(|s| s.broker.ack_deadline_ms = 0), [Oddity::DeadlineZero]);
        assert_eq!(case(|s| s.broker.dialect = Dialect::Kafka), [Oddity::IdleWorkers]);
        assert_eq!(case(|s| s.consumer.retention_ms = 30_000), [Oddity::RetentionWithinDeadline]);
        assert_eq!(
            case(|s| (s.consumer.dedup, s.consumer.setnx_ttl_ms) = (Dedup::Setnx, 1_000)),
            [Oddity::LockWithinDeadline]
        );
        assert_eq!(
            case(|s| (s.consumer.batch, s.consumer.batch_window_ms) = (2, 60_000)),
            [Oddity::BatchPastDeadline]
        );
        assert_eq!(case(|s| s.consumer.heartbeat_ms = 60_000), [Oddity::HeartbeatPastDeadline]);
        assert_eq!(case(|s| s.broker.ack = AckMode::Auto), [Oddity::NothingComesBack]);
        assert_eq!(case(|s| s.broker.redelivers = Redelivers::Never), [Oddity::NobodyReclaims]);
        assert_eq!(case(|s| s.consumer.dedup_key = DedupKey::None), []);
        assert_eq!(
            case(|s| (s.consumer.dedup, s.consumer.dedup_key) = (Dedup::OneTransaction, DedupKey::None)),
            [Oddity::NoKey]
        );
    }
}
