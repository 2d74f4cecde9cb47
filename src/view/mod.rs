//! Plain view models: what the page shows, computed from plain data, in both languages, testable without a
//! browser. Nothing of Leptos here, nothing of the engine.

/// `NAME: "English", "中文";` makes a [`lang::Said`] of each, and for the tests a list of all.
macro_rules! said {
    ($($name:ident: $en:literal, $zh:literal;)+) => {
        $(#[doc = $en] pub const $name: $crate::view::lang::Said = $crate::view::lang::Said::new($en, $zh);)+
        #[cfg(all(test, feature = "en", feature = "zh-hant"))]
        const ALL: &[$crate::view::lang::Said] = &[$($name),+];
    };
}

pub mod compare;
pub mod console;
pub mod counts;
pub mod customer;
pub mod diagram;
pub mod field;
pub mod generals;
pub mod lang;
pub mod matrix;
pub mod narrate;
pub mod partitions;
pub mod picture;
pub mod problem;
pub mod settings;
pub mod share;
pub mod tables;
pub mod terminal;
pub mod texts;
pub mod why;

#[cfg(all(test, feature = "en", feature = "zh-hant"))]
mod tests;
