//! Questions in, answers out. The engine keeps nothing between questions, so it can be ended and replaced at
//! any time; the page asks again and gets the same answer.

#[cfg(feature = "workshop")]
mod terminal;
#[cfg(target_arch = "wasm32")]
pub mod worker;
#[cfg(feature = "workshop")]
pub mod workshop;

#[cfg(not(feature = "workshop"))]
use crate::domain::command::Command;
use crate::domain::limits;
use crate::domain::problem::{Problem, Wrong};
use crate::domain::protocol::{Answer, Ask, Question, Reply, decode, encode};
use crate::domain::settings;
use crate::sim;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Answers the bytes of a question with the bytes of a reply. Whatever the bytes are, this returns.
pub fn answer(bytes: &[u8]) -> Vec<u8> {
    answer_with(bytes, limits::MESSAGE_BYTES, Answer::Problem, reply)
}

fn answer_with<A: DeserializeOwned, B: Serialize>(
    bytes: &[u8],
    max: usize,
    problem: fn(Problem) -> B,
    reply: fn(A) -> B,
) -> Vec<u8> {
    let question = if bytes.len() > max { None } else { decode::<Question<A>>(bytes) };
    encode(&match question {
        Some(Question { number, ask }) => Reply { number, answer: reply(ask) },
        None => {
            let wrong = if bytes.len() > max {
                Wrong::TooLong { max: max as u64 }
            } else {
                Wrong::Syntax("this is not a question of this version's page".into())
            };
            Reply { number: 0, answer: problem(Problem::at("", wrong)) }
        }
    })
}

fn reply(ask: Ask) -> Answer {
    let (Ask::Runs(plans) | Ask::Outcomes(plans)) = &ask;
    if plans.len() > limits::RUNS {
        return Answer::Problem(Problem::at("", Wrong::TooMany { max: limits::RUNS as u64 }));
    }
    // The page checks what a visitor enters; this checks what a page sends.
    if let Some(problem) = plans.iter().find_map(|plan| settings::check(plan).err()) {
        return Answer::Problem(problem);
    }
    #[cfg(not(feature = "workshop"))]
    if plans.iter().flat_map(|plan| &plan.commands).any(|command| matches!(command, Command::Sql { .. })) {
        return Answer::Problem(Problem::at("sql", Wrong::DoesNotApply { to: "this engine".into() }));
    }
    match ask {
        Ask::Runs(plans) => Answer::Runs(plans.iter().map(sim::run).collect()),
        Ask::Outcomes(plans) => Answer::Outcomes(plans.iter().map(sim::outcome).collect()),
    }
}
