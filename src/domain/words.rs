//! One macro: an enum whose variants are written as words in scenarios, links and traces.

/// What [`words!`] declares, for code that serves all of them.
pub trait Worded: Copy + 'static {
    /// Every variant, in the order of its words.
    const ALL: &'static [Self];
    /// The variant's place in it.
    fn index(self) -> usize;
}

/// Declares a field-less enum with the word of each variant, `ALL`, `word()` and `from_word()`.
macro_rules! words {
    ($(#[$meta:meta])* $vis:vis enum $name:ident { $($(#[$vmeta:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
        impl $crate::domain::words::Worded for $name {
            const ALL: &'static [$name] = $name::ALL;
            fn index(self) -> usize { self as usize }
        }
        // A byte on the wire: what is derived weighs four times as much in every binary.
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.serialize_u8(*self as u8)
            }
        }
        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<$name, D::Error> {
                let n = <u8 as serde::Deserialize>::deserialize(from)?;
                $name::ALL.get(usize::from(n)).copied().ok_or_else(|| serde::de::Error::custom(""))
            }
        }
        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.word()) }
        }
    };
}
