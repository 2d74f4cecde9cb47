//! What happens, in words: one sentence for each trace entry, two at most.

use super::lang::{Lang, Sentence, Span};
use crate::domain::trace::Run;

/// What entry `step` does and why it matters. Empty if there is no such entry.
pub fn sentence(run: &Run, step: usize, lang: Lang) -> Sentence {
    let _ = lang;
    run.entries.get(step).map(|entry| vec![Span::Text(format!("{:?}", entry.what))]).unwrap_or_default()
}

/// Before the first step.
pub fn start(lang: Lang) -> Sentence {
    let text = match lang {
        Lang::En => "Nothing has happened yet. Press play, or go one step.",
        Lang::ZhHant => "還沒有任何事發生。按播放，或走一步看看。",
    };
    vec![Span::Text(text.into())]
}
