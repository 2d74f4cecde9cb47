//! How far a reader has come, and its one line of text, as the browser keeps it. Whatever stands there, reading it
//! gives something: what cannot be read is left out, and never costs the rest.

use std::fmt;

/// More chapters than this nobody writes, and longer names neither; what is longer was not written by us.
const MOST: usize = 200;

/// One chapter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chapter {
    /// Its address below `learn/`.
    pub slug: String,
    /// What has been predicted, by the prediction's id; empty: the reader wanted to see at once.
    pub answers: Vec<(String, String)>,
    /// The goals that have been reached.
    pub goals: Vec<String>,
    /// Done, by reaching everything or by the reader's word.
    pub done: bool,
}

/// All chapters that have been opened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    chapters: Vec<Chapter>,
    /// The chapter and the section that were read last.
    pub last: Option<(String, String)>,
}

/// What a name may be made of: nothing that divides the text.
fn is_name(text: &str) -> bool {
    !text.is_empty()
        && text.len() <= 64
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.'))
}

impl Progress {
    /// Reads the text of [`fmt::Display`].
    pub fn read(text: &str) -> Progress {
        let mut progress = Progress::default();
        for line in text.split(' ').take(MOST) {
            let mut parts = line.split(';');
            match parts.next() {
                Some("last") => {
                    let (slug, section) = (parts.next().unwrap_or(""), parts.next().unwrap_or(""));
                    if is_name(slug) && (section.is_empty() || is_name(section)) {
                        progress.last = Some((slug.into(), section.into()));
                    }
                }
                Some(slug) if is_name(slug) => {
                    for part in parts.take(MOST) {
                        progress.read_part(slug, part);
                    }
                }
                _ => {}
            }
        }
        progress
    }

    fn read_part(&mut self, slug: &str, part: &str) {
        match part.split_once(':') {
            None if part == "open" => self.open(slug),
            None if part == "done" => self.chapter_mut(slug).done = true,
            Some(("goal", id)) if is_name(id) => self.chapter_mut(slug).reach(id),
            Some(("said", answer)) => {
                if let Some((id, value)) = answer.split_once(':')
                    && is_name(id)
                    && (value.is_empty() || is_name(value))
                {
                    self.chapter_mut(slug).say(id, value);
                }
            }
            _ => {}
        }
    }

    /// The chapter, if it has been opened.
    pub fn chapter(&self, slug: &str) -> Option<&Chapter> {
        self.chapters.iter().find(|chapter| chapter.slug == slug)
    }

    /// Somebody has begun to read this chapter.
    pub fn open(&mut self, slug: &str) {
        self.chapter_mut(slug);
    }

    /// The chapter, which thereby is opened.
    pub fn chapter_mut(&mut self, slug: &str) -> &mut Chapter {
        let at = self.chapters.iter().position(|chapter| chapter.slug == slug).unwrap_or_else(|| {
            self.chapters.push(Chapter { slug: slug.into(), ..Chapter::default() });
            self.chapters.len() - 1
        });
        &mut self.chapters[at]
    }
}

impl Chapter {
    /// A prediction, in place of an earlier one.
    pub fn say(&mut self, id: &str, value: &str) {
        self.answers.retain(|(known, _)| known != id);
        self.answers.push((id.into(), value.into()));
    }

    /// What was predicted.
    pub fn said(&self, id: &str) -> Option<&str> {
        self.answers.iter().find(|(known, _)| known == id).map(|(_, value)| value.as_str())
    }

    /// Takes a prediction back.
    pub fn unsay(&mut self, id: &str) {
        self.answers.retain(|(known, _)| known != id);
    }

    /// A goal is reached, and stays so.
    pub fn reach(&mut self, id: &str) {
        if !self.goals.iter().any(|known| known == id) {
            self.goals.push(id.into());
        }
    }
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for chapter in &self.chapters {
            write!(f, "{};open", chapter.slug)?;
            for (id, value) in &chapter.answers {
                write!(f, ";said:{id}:{value}")?;
            }
            for goal in &chapter.goals {
                write!(f, ";goal:{goal}")?;
            }
            f.write_str(if chapter.done { ";done " } else { " " })?;
        }
        match &self.last {
            Some((slug, section)) => write!(f, "last;{slug};{section}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn some() -> Progress {
        let mut progress = Progress::default();
        let chapter = progress.chapter_mut("two-mails");
        chapter.say("mails", "1");
        chapter.say("mails", "2");
        chapter.say("charges", "");
        chapter.reach("one-each");
        chapter.reach("one-each");
        progress.chapter_mut("layer-1").done = true;
        progress.last = Some(("layer-1".into(), "retry".into()));
        progress
    }

    #[test]
    fn what_is_kept_is_read_again() {
        let text = some().to_string();
        assert_eq!(
            text,
            "two-mails;open;said:mails:2;said:charges:;goal:one-each layer-1;open;done last;layer-1;retry"
        );
        assert_eq!(Progress::read(&text), some());
        assert_eq!(Progress::read(""), Progress::default());
    }

    #[test]
    fn what_cannot_be_read_costs_nothing_else() {
        let text =
            "two-mails;open;said:mails;goal:;said:a:ü;;goal:one-each last;<script>; x;goal:é layer-1;done";
        let progress = Progress::read(text);
        assert_eq!(progress.chapter("two-mails").unwrap().goals, ["one-each"]);
        assert!(progress.chapter("layer-1").unwrap().done);
        assert_eq!(progress.last, None);
    }

    proptest! {
        #[test]
        fn any_text_is_read_and_what_was_read_is_kept(text in "[a-z;: <>é0-9-]{0,200}") {
            let progress = Progress::read(&text);
            prop_assert_eq!(Progress::read(&progress.to_string()), progress);
        }
    }
}
