//! What the two wings say to each other: plain data, encoded with postcard.
//!
//! The page asks, the engine answers; an answer carries the number of its question. The engine keeps no
//! state between questions: a run is a function of its plan, so an engine that died can be replaced by a new
//! one and asked again.

use super::command::Plan;
use super::outcome::Outcome;
use super::problem::Problem;
use super::trace::Run;
use serde::{Deserialize, Serialize};

/// A numbered question, to the first engine or to another ([`super::workshop`]).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Question<A = Ask> {
    /// Given back with the answer.
    pub number: u32,
    /// What is asked.
    pub ask: A,
}

/// What the page can ask.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Ask {
    /// Run these plans and tell everything.
    Runs(Vec<Plan>),
    /// Run these plans and tell only what they came to.
    Outcomes(Vec<Plan>),
}

/// A numbered answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reply<A = Answer> {
    /// Of which question.
    pub number: u32,
    /// The answer.
    pub answer: A,
}

/// What the engine answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Answer {
    /// To [`Ask::Runs`], in the order asked.
    Runs(Vec<Run>),
    /// To [`Ask::Outcomes`], in the order asked.
    Outcomes(Vec<Outcome>),
    /// The question could not be answered.
    Problem(Problem),
}

/// Bytes for the other wing.
pub fn encode<T: Serialize>(message: &T) -> Vec<u8> {
    // Plain data without maps of unknown length: postcard can always write it.
    postcard::to_allocvec(message).unwrap_or_default()
}

/// What the other wing said.
pub fn decode<T: for<'a> Deserialize<'a>>(bytes: &[u8]) -> Option<T> {
    postcard::from_bytes(bytes).ok()
}

/// The number of a reply, and the bytes of its answer.
pub fn numbered(bytes: &[u8]) -> Option<(u32, &[u8])> {
    postcard::take_from_bytes(bytes).ok()
}
