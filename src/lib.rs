//! Effectively Once. (Guided tour to come.)
pub mod domain;
pub mod view;
