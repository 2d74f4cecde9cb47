//! Plain view models: what the page shows, computed from plain data, in both languages, testable without a
//! browser. Nothing of Leptos here, nothing of the engine.

pub mod compare;
pub mod counts;
pub mod customer;
pub mod diagram;
pub mod generals;
pub mod lang;
pub mod matrix;
pub mod narrate;
pub mod partitions;
pub mod problem;
pub mod settings;
pub mod tables;
pub mod texts;
pub mod why;

#[cfg(all(test, feature = "en", feature = "zh-hant"))]
mod tests;
