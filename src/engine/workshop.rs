//! The second engine: everything that the first one does, on a whole SQLite, and what is too heavy or too rare for
//! the first page. It keeps nothing between questions either.

use super::{answer_with, terminal};
use crate::domain::ids::Millis;
use crate::domain::limits;
use crate::domain::problem::{Problem, Wrong};
use crate::domain::workshop::{Answer, Ask, Papers, Source};
use crate::domain::{settings, text};
use crate::sim;
use crate::store::console;

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
        Ask::Query(_, sql) if sql.len() > limits::SQL_BYTES => {
            Answer::Problem(Problem::at("sql", Wrong::TooLong { max: limits::SQL_BYTES as u64 }))
        }
        Ask::Query(source, sql) => match file(source) {
            Ok((bytes, now)) => Answer::Queried(console::query(&bytes, &sql, now)),
            Err(problem) => Answer::Problem(problem),
        },
        Ask::Schema(source) => match file(source) {
            Ok((bytes, _)) => match console::schema(&bytes) {
                Ok(items) => Answer::Schema(items),
                Err(refused) => Answer::Problem(Problem::at("", Wrong::Syntax(refused.message))),
            },
            Err(problem) => Answer::Problem(problem),
        },
        Ask::File(source) => match file(source) {
            Ok((bytes, _)) => Answer::File(bytes),
            Err(problem) => Answer::Problem(problem),
        },
        Ask::Line(_, text) | Ask::Complete(_, text) if text.len() > limits::LINE_BYTES => {
            Answer::Problem(Problem::at("", Wrong::TooLong { max: limits::LINE_BYTES as u64 }))
        }
        Ask::Line(terminal, text) => match settings::check(&terminal.plan) {
            Ok(()) => Answer::Lined(Box::new(terminal::line(terminal, &text))),
            Err(problem) => Answer::Problem(problem),
        },
        Ask::Complete(terminal, text) => Answer::Completion(terminal::complete(&terminal, &text)),
    }
}

/// The bytes of a database, and what time it is in it (`None`: what it is outside).
fn file(source: Source) -> Result<(Vec<u8>, Option<Millis>), Problem> {
    match source {
        Source::Run { plan, entries, on } => {
            settings::check(&plan)?;
            let (databases, now) = sim::databases_and_moment(&plan, entries as usize);
            let bytes = databases.into_iter().find(|(database, _)| *database == on).map(|(_, bytes)| bytes);
            Ok((bytes.unwrap_or_default(), Some(now)))
        }
        Source::File(bytes) if bytes.len() > limits::FILE_BYTES => {
            Err(Problem::at("file", Wrong::TooLong { max: limits::FILE_BYTES as u64 }))
        }
        Source::File(bytes) => Ok((bytes, None)),
    }
}
