//! Two runs side by side: where they part.

use crate::domain::trace::Run;

/// The first step at which the two runs do something different; `None`: they do the same throughout. Where
/// one is only longer than the other, this is the shorter one's length.
pub fn first_parting(a: &Run, b: &Run) -> Option<usize> {
    let common = a.entries.len().min(b.entries.len());
    (0..common)
        .find(|&step| a.entries[step].what != b.entries[step].what)
        .or((a.entries.len() != b.entries.len()).then_some(common))
}
