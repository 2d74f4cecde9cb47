//! What makes a chapter more than a text, as plain data: goals that a run can reach, and how far a reader has come.
//! The page builder checks with it, the page runs on it; nothing here knows either.

pub mod goal;
pub mod progress;

pub use goal::{Figures, Goal};
pub use progress::Progress;
