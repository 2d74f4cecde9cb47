//! Complaints about texts, in the reader's language.

use super::lang::Lang;
use crate::domain::problem::Problem;

/// The whole complaint, with its place.
pub fn message(problem: &Problem, lang: Lang) -> String {
    let _ = lang;
    problem.to_string()
}
