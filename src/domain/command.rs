//! What people do to a run: the learner's decisions at fault points, and an operator's interventions.

use super::fault::{Gap, Point};
use super::ids::{EventId, IdempotencyKey, Millis};
use super::scenario::Scenario;
use super::sql::Database;
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

words! {
    /// By which way an order comes in.
    pub enum Route {
        /// The shop's own page: the scenario's clicks, along the scenario's path.
        Shop = "shop",
        /// `POST /events-outbox/{bus}`, sent by hand: the scenario's path, with or without a key.
        Outbox = "post",
        /// `POST /events/{bus}`, sent by hand: commit, then publish; no key counts, and no handler dedups.
        Naive = "post_naive",
    }
}

/// A request that somebody sends by hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Post {
    /// When, in simulated time.
    pub at_ms: Millis,
    /// To where; never [`Route::Shop`].
    pub route: Route,
    /// Its `Idempotency-Key`.
    pub key: Option<IdempotencyKey>,
    /// Who buys.
    pub user: u32,
    /// What: a letter from A to Z.
    pub item: char,
}

/// One thing that somebody does to a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
    /// Somebody sends a request by hand.
    Post(Post),
    /// An operator publishes one event once more.
    Replay {
        /// When, in simulated time.
        at_ms: Millis,
        /// Which event; nothing happens if there is none with this id.
        event: EventId,
    },
    /// The learner runs SQL on one of the databases. Only the workshop's engine can.
    Sql {
        /// When the trace has so many entries.
        after: u32,
        /// Where.
        on: Database,
        /// One or more statements.
        text: String,
    },
}

impl Command {
    /// The request, if it is one by hand.
    pub fn post(&self) -> Option<Post> {
        match self {
            Command::Post(post) => Some(*post),
            _ => None,
        }
    }

    /// Is it SQL, and more than a link can hold?
    pub fn sql_is_too_long(&self) -> bool {
        matches!(self, Command::Sql { text, .. } if text.len() > super::limits::COMMAND_SQL_BYTES)
    }
}

/// All that determines a run: the same plan gives the same trace and the same database bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// The pipeline, the client, the scripted faults, the seed.
    pub scenario: Scenario,
    /// The learner's commands, in the order in which they were given.
    pub commands: Vec<Command>,
}

impl Plan {
    /// Has it SQL of the learner's in it, for which only the workshop's SQLite is whole enough?
    pub fn has_sql(&self) -> bool {
        self.commands.iter().any(|command| matches!(command, Command::Sql { .. }))
    }
}

impl From<Scenario> for Plan {
    fn from(scenario: Scenario) -> Plan {
        Plan { scenario, commands: Vec::new() }
    }
}
