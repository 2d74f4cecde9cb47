//! The second engine: everything that the first one does, on a whole SQLite, and what is too heavy or too rare for
//! the first page. It keeps nothing between questions either.

use super::answer_with;
use crate::domain::limits;
use crate::domain::problem::{Problem, Wrong};
use crate::domain::workshop::{Answer, Ask, Papers};
use crate::domain::{settings, text};
use crate::sim;

/// Answers the bytes of a question with the bytes of a reply. Whatever the bytes are, this returns.
pub fn answer(bytes: &[u8]) -> Vec<u8> {
    answer_with(bytes, limits::WORKSHOP_BYTES, Answer::Problem, reply)
}

/// Answers a question.
pub fn reply(ask: Ask) -> Answer {
    match ask {
        Ask::Engine(ask) => Answer::Engine(super::reply(ask)),
        Ask::Papers(plan) => match settings::check(&plan) {
            Ok(()) => Answer::Papers(Papers {
                trace: text::run(&sim::run(&plan)),
                scenario: text::scenario(&plan.scenario),
            }),
            Err(problem) => Answer::Problem(problem),
        },
        Ask::Line(..) | Ask::Complete(..) | Ask::Query(..) | Ask::Schema(_) | Ask::File(_) => {
            Answer::Problem(Problem::at("", Wrong::Syntax("not here yet".into())))
        }
    }
}
