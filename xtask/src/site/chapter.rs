//! The frame of a chapter, and the list of all of them.

use std::fmt::Write as _;

use anyhow::{Context as _, Result};

use super::content::{Edition, Layout, Source};
use super::html::escape;
use super::markdown::{Rendered, Renderer};

/// Letters that are read in a minute, English by the word and Chinese by the character.
const WORDS_A_MINUTE: usize = 220;
const CHARACTERS_A_MINUTE: usize = 420;

/// A language's chapters, in their order.
pub fn all(edition: &Edition) -> Vec<&Source> {
    let mut all: Vec<&Source> =
        edition.pages.iter().filter(|page| page.front.layout == Layout::Chapter).collect();
    all.sort_by_key(|page| page.number);
    all
}

/// A chapter's place among all, from 0.
pub fn place(chapters: &[&Source], chapter: &Source) -> Result<usize> {
    chapters.iter().position(|it| it.slug == chapter.slug).context("a chapter is among the chapters")
}

/// How long a text takes to read, in minutes; what a fence holds counts as far as it is shown.
pub fn minutes(html: &str) -> usize {
    let (mut words, mut characters, mut in_tag, mut in_word) = (0_usize, 0_usize, false, false);
    for c in html.chars() {
        match c {
            '<' => in_tag = true,
            '>' => in_tag = false,
            _ if in_tag => {}
            '\u{3000}'..='\u{9fff}' | '\u{ff00}'..='\u{ffef}' => {
                characters += 1;
                in_word = false;
            }
            _ if c.is_alphanumeric() => {
                words += usize::from(!in_word);
                in_word = true;
            }
            '\'' | '’' | '_' | '-' | '.' => {}
            _ => in_word = false,
        }
    }
    (words.div_ceil(WORDS_A_MINUTE) + characters.div_ceil(CHARACTERS_A_MINUTE)).max(1)
}

/// The name of a chapter's place in the page.
pub fn name(source: &Source) -> &str {
    source.slug.rsplit('/').next().unwrap_or(&source.slug)
}

/// A chapter in its frame.
///
/// `gates` closes what waits for predictions: what the chapter comes to waits with it.
pub fn frame(page: &Renderer, body: &Rendered, gates: &str, edition: &Edition) -> Result<String> {
    let (words, source) = (page.words, page.source);
    let chapters = all(edition);
    let at = place(&chapters, source)?;
    let front = &source.front;
    let text = |text: &Option<String>| page.inline(text.as_deref().unwrap_or_default());
    let which =
        words.chapter.replace("{n}", &(at + 1).to_string()).replace("{of}", &chapters.len().to_string());
    let minutes = words.minutes.replace("{n}", &body.minutes.to_string());
    let mut html = format!(
        "<article class=\"chapter\" data-chapter=\"{}\">\n<header>\n<p class=\"stands\"><a href=\"../\">{}</a> · {} · {}</p>\n\
         <h1>{}</h1>\n<p class=\"question\">{}</p>\n</header>\n",
        name(source),
        escape(&words.chapters),
        escape(&which),
        escape(&minutes),
        escape(&front.title),
        text(&front.question)?
    );
    write!(
        html,
        "<nav class=\"contents\" aria-labelledby=\"contents\"><h2 id=\"contents\">{}</h2><ol>",
        escape(&words.contents)
    )?;
    for (id, title) in &body.sections {
        write!(html, "<li><a href=\"#{id}\">{title}</a></li>")?;
    }
    write!(
        html,
        "<li><a href=\"#summary\">{}</a></li></ol></nav>\n<div class=\"prose\">\n",
        escape(&words.summary)
    )?;
    html += &body.html;
    writeln!(
        html,
        "<section class=\"cures\"><p class=\"said\"><b>{}</b> <q>{}</q></p><p><b>{}</b> {}</p></section>",
        escape(&words.cures),
        text(&front.cures)?,
        escape(&words.truth),
        text(&front.truth)?
    )?;
    write!(
        html,
        "<section class=\"slide\" aria-labelledby=\"summary\"><h2 id=\"summary\">{}</h2><ul>",
        escape(&words.summary)
    )?;
    for line in &front.summary {
        write!(html, "<li>{}</li>", page.inline(line)?)?;
    }
    write!(
        html,
        "</ul></section>\n{gates}<p class=\"finish\" data-island=\"learn\"><button type=\"button\" data-do=\"done\">{}</button>\
         <span class=\"is-done\" tabindex=\"-1\">{}</span></p>\n</div>\n<nav class=\"onward\" aria-label=\"{}\">",
        escape(&words.mark_done),
        escape(&words.done),
        escape(&words.chapters)
    )?;
    let mut link = |class: &str, word: &str, to: Option<&&Source>| -> Result<()> {
        if let Some(to) = to {
            write!(
                html,
                "<a class=\"{class}\" rel=\"{}\" href=\"../{}/\"><span>{}</span> <strong>{}</strong></a>",
                if class == "before" { "prev" } else { "next" },
                name(to),
                escape(word),
                escape(&to.front.title)
            )?;
        }
        Ok(())
    };
    link("before", &words.previous, at.checked_sub(1).and_then(|before| chapters.get(before)))?;
    link("after", &words.next, chapters.get(at + 1))?;
    Ok(html + "</nav>\n</article>\n")
}

/// The fence `chapters`: all of them, with how far the reader has come.
pub fn list(page: &Renderer, edition: &Edition) -> Result<String> {
    let words = page.words;
    let chapters = all(edition);
    let first = chapters.first().context("there are chapters")?;
    let mut html = format!(
        "<div class=\"chapters\" data-island=\"learn\">\n<p><a class=\"call\" href=\"{0}/\" data-first=\"{0}/\" data-begin=\"{2}\" data-go-on=\"{1}\">{2}</a></p>\n<ol>\n",
        name(first),
        escape(&words.go_on),
        escape(&words.begin)
    );
    for chapter in chapters {
        let question = chapter.front.question.as_deref().unwrap_or_default();
        writeln!(
            html,
            "<li data-of=\"{0}\"><a href=\"{0}/\">{1}</a> <span class=\"state is-open\">{3}</span><span class=\"state is-done\">{4}</span>\
             <p>{2}</p></li>",
            name(chapter),
            escape(&chapter.front.title),
            page.inline(question)?,
            escape(&words.open),
            escape(&words.done)
        )?;
    }
    write!(
        html,
        "</ol>\n<p class=\"kept\">{} <button type=\"button\" data-do=\"forget\">{}</button></p>\n</div>\n",
        escape(&words.kept_here),
        escape(&words.forget)
    )?;
    Ok(html)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_characters_take_their_time() {
        assert_eq!(minutes("<p class=\"a b c\">one</p>"), 1);
        assert_eq!(minutes(&"word ".repeat(2200)), 10);
        assert_eq!(minutes(&"信".repeat(4200)), 10);
        assert_eq!(minutes(&"don't re-send it. ".repeat(220)), 3);
    }
}
