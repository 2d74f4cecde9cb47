//! What people do to a run: the learner's decisions at fault points, and an operator's interventions.

use super::fault::{Gap, Point};
use super::ids::Millis;
use super::scenario::Scenario;
use serde::{Deserialize, Serialize};

words! {
    /// What an operator can do to the broker.
    pub enum Operation {
        /// Publish every event of the run so far once more.
        Replay = "replay",
        /// Put every dead letter back as a fresh message ("retry all failed").
        RetryAll = "retry_all",
        /// Put every dead letter back under its old message.
        Redrive = "redrive",
        /// Send every dead letter once more through the front door, under its old message id, and delete it.
        Resend = "resend",
        /// Deploy a version in which emailHandler's class has a new name.
        Deploy = "deploy",
        /// Restart the broker, which forgets its newest acks.
        RestartBroker = "restart_broker",
    }
}

/// One thing that somebody does to a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Command {
    /// The learner decides a fault point: the `nth` meeting of `at` in `gap` fires, or is spared.
    Decide {
        /// Which point.
        at: Point,
        /// In which gap, if the point has gaps.
        gap: Option<Gap>,
        /// Which meeting, counted from 1 over all handlers and deliveries.
        nth: u32,
        /// Fire (true), or let it pass whatever plan and rates say.
        fires: bool,
    },
    /// An operator intervenes.
    Operate {
        /// When, in simulated time.
        at_ms: Millis,
        /// What.
        run: Operation,
    },
}

/// All that determines a run: the same plan gives the same trace and the same database bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// The pipeline, the client, the scripted faults, the seed.
    pub scenario: Scenario,
    /// The learner's commands, in the order in which they were given.
    pub commands: Vec<Command>,
}

impl From<Scenario> for Plan {
    fn from(scenario: Scenario) -> Plan {
        Plan { scenario, commands: Vec::new() }
    }
}
