//! The ground floor: plain data that both wings share, and pure functions over it.
//!
//! No IO, no SQL, no UI. What the learner may ask ([`command::Command`]), what can go wrong
//! ([`fault::Point`]) and what happened ([`trace::What`]) are closed enums: diagram, log, sentences and
//! tests share one vocabulary, and every `match` over it is exhaustive.

#[macro_use]
mod words;
pub mod command;
pub mod dialect;
pub mod fault;
pub mod ids;
pub mod lang;
pub mod limits;
pub mod link;
pub mod log;
pub mod oddities;
pub mod outcome;
pub mod presets;
pub mod problem;
pub mod protocol;
pub mod scenario;
pub mod settings;
pub mod sql;
pub mod text;
pub mod trace;
pub mod workshop;
