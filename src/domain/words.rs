//! One macro: an enum whose variants are written as words in scenarios, links and traces.

/// Declares a field-less enum with the word of each variant, `ALL`, `word()` and `from_word()`.
macro_rules! words {
    ($(#[$meta:meta])* $vis:vis enum $name:ident { $($(#[$vmeta:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        $vis enum $name { $($(#[$vmeta])* $variant),+ }
        impl $name {
            /// Every variant, in the order in which it is offered.
            pub const ALL: &'static [$name] = &[$($name::$variant),+];
            /// The words of [`Self::ALL`], in the same order.
            pub const WORDS: &'static [&'static str] = &[$($word),+];
            /// How the variant is written in scenarios, links and traces.
            pub const fn word(self) -> &'static str {
                match self { $($name::$variant => $word),+ }
            }
            /// The variant that is written so.
            pub fn from_word(word: &str) -> Option<$name> {
                match word { $($word => Some($name::$variant),)+ _ => None }
            }
        }
        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.word()) }
        }
    };
}
