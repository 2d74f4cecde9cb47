//! The pages' sources: `content/<language>/<slug>.md` with TOML front matter, and the words of the
//! page's frame in `content/<language>/site.toml`.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail, ensure};
use serde::{Deserialize, de::DeserializeOwned};

/// The site's languages; the first is the fallback of the front page.
pub const LANGUAGES: [&str; 2] = ["en", "zh-Hant"];

/// What stands between the two `+++` lines at the top of a page.
#[derive(Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct FrontMatter {
    /// The page's title, without the site's name.
    pub title: String,
    /// One sentence for search results and link previews.
    pub description: String,
    /// How the page is laid out.
    pub layout: Layout,
    /// Set where the page stands in the site's navigation.
    pub nav: Option<Nav>,
    /// What a chapter answers, in one sentence.
    pub question: Option<String>,
    /// The misunderstanding that it cures, as people say it.
    pub cures: Option<String>,
    /// What is so instead.
    pub truth: Option<String>,
    /// A few lines that fit a slide.
    #[serde(default)]
    pub summary: Vec<String>,
    /// Names for runs, each a link's fragment, for use in the text beside the scenarios' own names.
    #[serde(default)]
    pub runs: BTreeMap<String, String>,
}

/// A page's place in the navigation.
#[derive(Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Nav {
    /// Lower comes first.
    pub order: u32,
    /// The link's text.
    pub label: String,
}

/// The style sheets know a page by `layout-…` on its body.
#[derive(Debug, Clone, Copy, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Layout {
    /// The front page.
    Front,
    /// Prose with labs in it.
    Text,
    /// One lab, as wide as the window.
    Lab,
    /// A chapter of the tutorial: prose in a frame of its own.
    Chapter,
}

impl Layout {
    /// The word in the class.
    pub fn name(self) -> &'static str {
        match self {
            Self::Front => "front",
            Self::Text => "text",
            Self::Lab => "lab",
            Self::Chapter => "chapter",
        }
    }
}

/// What the frame of every page says, in one language.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Words {
    /// The language's own name, for the link that leads to it.
    pub language: String,
    /// With a territory, as link previews want it: `en_US`.
    pub locale: String,
    /// The skip link.
    pub skip: String,
    /// Accessible name of the navigation.
    pub nav: String,
    /// Before the theme's name, with its colon.
    pub theme: String,
    /// Theme names.
    pub theme_system: String,
    /// Theme names.
    pub theme_light: String,
    /// Theme names.
    pub theme_dark: String,
    /// The footer, as HTML.
    pub footer: String,
    /// Stands where a lab will be, until it runs; readable for good without JavaScript.
    pub island_note: String,
    /// The way from a pinned lab to the whole one.
    pub open_in_workbench: String,
    /// The way past a lab in a chapter, for those who go from control to control.
    pub past_island: String,
    /// Shown where a lab could not start.
    pub island_error: String,
    /// Shown where the console could not be loaded.
    pub tools_error: String,
    /// The way to the list of chapters.
    pub chapters: String,
    /// `{n}` and `{of}`: a chapter's place.
    pub chapter: String,
    /// `{n}`: how long it takes to read.
    pub minutes: String,
    /// Heading of a chapter's list of sections.
    pub contents: String,
    /// `{n}`: a step of a run.
    pub step: String,
    /// Heading of a prediction.
    pub predict: String,
    /// Label of the field for a number.
    pub your_number: String,
    /// Commits to a prediction.
    pub commit: String,
    /// Shows what follows without a prediction.
    pub show_me: String,
    /// Under both: what follows opens then.
    pub goes_on: String,
    /// Takes a prediction back.
    pub again: String,
    /// `{answer}`: the run agrees.
    pub right: String,
    /// `{answer}`: the run does not.
    pub wrong: String,
    /// `{answer}`: what the run says, to somebody who has not said anything.
    pub told: String,
    /// Under what the answers are found without JavaScript.
    pub answers: String,
    /// The way to a run that refutes a misunderstanding.
    pub refuted: String,
    /// Heading of goals.
    pub goals: String,
    /// A goal has been reached.
    pub reached: String,
    /// Leads to a goal's hint.
    pub hint: String,
    /// Leads to a run that reaches a goal.
    pub one_way: String,
    /// Heading of the form for the reader's own system.
    pub yours: String,
    /// `{min}` and `{max}`: what a number of it may be.
    pub range: String,
    /// Before what people believe.
    pub cures: String,
    /// Before what is so.
    pub truth: String,
    /// Heading of a chapter's summary.
    pub summary: String,
    /// The way to the chapter before.
    pub previous: String,
    /// The way to the next chapter.
    pub next: String,
    /// Marks a chapter as done.
    pub mark_done: String,
    /// A chapter is done.
    pub done: String,
    /// A chapter has been opened.
    pub open: String,
    /// The way back to where the reader was.
    pub go_on: String,
    /// The way to the first chapter.
    pub begin: String,
    /// Forgets the progress.
    pub forget: String,
    /// What keeps the progress.
    pub kept_here: String,
    /// A glossary's words to avoid, in place of `{words}`.
    pub avoid: String,
    /// Between the words of a list.
    pub comma: String,
    /// Between two sentences.
    pub gap: String,
    /// Heading of the page for a dead address.
    pub not_found: String,
    /// Its advice.
    pub not_found_advice: String,
    /// Its link, one level up.
    pub not_found_up: String,
}

/// One page in one language, as written.
#[derive(Debug)]
pub struct Source {
    /// The file, for messages.
    pub file: PathBuf,
    /// Below the language: `""` for `index.md`, `"learn/acks"` for `learn/acks.md` and for `learn/07-acks.md`.
    pub slug: String,
    /// The number before the file's name: chapters stand in its order.
    pub number: Option<u32>,
    /// The front matter.
    pub front: FrontMatter,
    /// Markdown.
    pub body: String,
    /// The line of the file on which the body starts, from 1.
    pub body_line: usize,
}

/// All pages and words of one language.
#[derive(Debug)]
pub struct Edition {
    /// `en`, `zh-Hant`.
    pub language: &'static str,
    /// The frame's words.
    pub words: Words,
    /// Sorted by slug.
    pub pages: Vec<Source>,
}

/// Reads `content/` below the project's root and checks that no page lacks its translation.
pub fn read(root: &Path) -> Result<Vec<Edition>> {
    let editions =
        LANGUAGES.iter().map(|language| read_edition(root, language)).collect::<Result<Vec<_>>>()?;
    check_parity(&editions)?;
    Ok(editions)
}

fn read_edition(root: &Path, language: &'static str) -> Result<Edition> {
    let folder = Path::new("content").join(language);
    let file = folder.join("site.toml");
    let text = fs::read_to_string(root.join(&file))
        .with_context(|| format!("{}: cannot be read", file.display()))?;
    let words = parse_toml(&text, &file, 1)?;
    let mut files = Vec::new();
    find_markdown(&root.join(&folder), Path::new(""), &mut files)?;
    files.sort();
    let pages = files
        .iter()
        .map(|relative| {
            let file = folder.join(relative);
            let text = fs::read_to_string(root.join(&file))
                .with_context(|| format!("{}: cannot be read", file.display()))?;
            let (number, slug) = slug(relative);
            parse(file, number, slug, &text)
        })
        .collect::<Result<_>>()?;
    Ok(Edition { language, words, pages })
}

fn find_markdown(folder: &Path, relative: &Path, found: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| format!("{}: cannot be read", folder.display()))? {
        let entry = entry?;
        let relative = relative.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            find_markdown(&entry.path(), &relative, found)?;
        } else if relative.extension().is_some_and(|e| e == "md") {
            found.push(relative);
        }
    }
    Ok(())
}

/// `index.md` → ``, `workbench.md` → `workbench`, `learn/07-acks.md` → 7 and `learn/acks`.
fn slug(relative: &Path) -> (Option<u32>, String) {
    let path = relative.with_extension("");
    let mut parts: Vec<_> = path.iter().map(|p| p.to_string_lossy()).collect();
    parts.pop_if(|last| last == "index");
    let numbered = parts.last().and_then(|last| {
        let (number, name) = last.split_once('-')?;
        Some((number.parse().ok()?, name.to_owned()))
    });
    if let (Some((_, name)), Some(last)) = (&numbered, parts.last_mut()) {
        *last = name.clone().into();
    }
    (numbered.map(|(number, _)| number), parts.join("/"))
}

fn parse(file: PathBuf, number: Option<u32>, slug: String, text: &str) -> Result<Source> {
    let (front, body, body_line) =
        split_front_matter(text).with_context(|| format!("{}:1", file.display()))?;
    let front: FrontMatter = parse_toml(front, &file, 2)?;
    let is_framed = front.question.is_some() && front.cures.is_some() && front.truth.is_some();
    ensure!(
        front.layout != Layout::Chapter || is_framed && !front.summary.is_empty() && number.is_some(),
        "{}:2: a chapter has a number before its name, and question, cures, truth and summary",
        file.display()
    );
    Ok(Source { file, slug, number, front, body: body.to_owned(), body_line })
}

/// Front matter, body, and the line on which the body starts.
fn split_front_matter(text: &str) -> Result<(&str, &str, usize)> {
    let Some(rest) = text.strip_prefix("+++\n") else {
        bail!("a page starts with its front matter between two lines of +++");
    };
    let Some((front, body)) = rest.split_once("\n+++\n") else {
        bail!("the front matter has no closing line of +++");
    };
    Ok((front, body, front.lines().count() + 3))
}

/// Parses TOML that starts at `first_line` of `file`; errors name file and line.
pub fn parse_toml<T: DeserializeOwned>(text: &str, file: &Path, first_line: usize) -> Result<T> {
    toml::from_str(text).map_err(|error| {
        let offset = error.span().map_or(0, |span| span.start);
        let line = first_line + text[..offset].matches('\n').count();
        anyhow::anyhow!("{}:{line}: {}", file.display(), error.message())
    })
}

/// Every page stands in every language, laid out alike and at the same place of the navigation.
fn check_parity(editions: &[Edition]) -> Result<()> {
    for one in editions {
        for other in editions {
            for page in &one.pages {
                let file = page.file.display();
                let Some(twin) = other.pages.iter().find(|p| p.slug == page.slug) else {
                    bail!("{file}:1: the page has no translation in content/{}/", other.language);
                };
                let order = |p: &Source| p.front.nav.as_ref().map(|n| n.order);
                ensure!(
                    twin.front.layout == page.front.layout
                        && order(twin) == order(page)
                        && twin.number == page.number,
                    "{file}:1: layout, number or nav.order differs from {}",
                    twin.file.display()
                );
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(language: &str, slug: &str) -> Source {
        let text = "+++\ntitle = \"T\"\ndescription = \"D\"\nlayout = \"text\"\n+++\nHello\n";
        parse(format!("content/{language}/{slug}.md").into(), None, slug.into(), text).unwrap()
    }

    #[test]
    fn a_file_name_is_a_folder_of_the_site() {
        assert_eq!(slug(Path::new("index.md")), (None, String::new()));
        assert_eq!(slug(Path::new("workbench.md")), (None, "workbench".into()));
        assert_eq!(slug(Path::new("learn/07-acks.md")), (Some(7), "learn/acks".into()));
        assert_eq!(slug(Path::new("learn/index.md")), (None, "learn".into()));
    }

    #[test]
    fn the_body_knows_its_line() {
        let page = page("en", "x");
        assert_eq!(page.body, "Hello\n");
        assert_eq!(page.body_line, 6);
    }

    #[test]
    fn a_missing_field_is_named_with_its_file() {
        let text = "+++\ntitle = \"T\"\nlayout = \"text\"\n+++\n";
        let error = parse("content/en/x.md".into(), None, "x".into(), text).unwrap_err();
        assert_eq!(error.to_string(), "content/en/x.md:2: missing field `description`");
    }

    #[test]
    fn a_wrong_field_is_named_with_its_line() {
        let text = "+++\ntitle = \"T\"\ndescription = \"D\"\nlayout = \"text\"\ndraft = true\n+++\n";
        let error = parse("content/en/x.md".into(), None, "x".into(), text).unwrap_err();
        assert!(error.to_string().starts_with("content/en/x.md:5: unknown field `draft`"), "{error}");
    }

    #[test]
    fn a_page_without_translation_is_refused() {
        let words = || toml::from_str(include_str!("../../../content/en/site.toml")).unwrap();
        let edition = |language, pages| Edition { language, words: words(), pages };
        let both = [edition("en", vec![page("en", "a")]), edition("zh-Hant", vec![page("zh-Hant", "a")])];
        assert!(check_parity(&both).is_ok());
        let one = [edition("en", vec![page("en", "a")]), edition("zh-Hant", vec![])];
        assert_eq!(
            check_parity(&one).unwrap_err().to_string(),
            "content/en/a.md:1: the page has no translation in content/zh-Hant/"
        );
    }
}
