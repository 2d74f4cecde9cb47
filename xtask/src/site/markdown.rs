//! Markdown to HTML, with what is this site's own: headings take an id that both languages share
//! (`## Why {#why}`), a table with an empty corner has row headings, and a fence named after an island
//! becomes its place in the page.
//!
//! ```text
//! ```lab
//! scenario = "double-submit"
//! ```
//! ```
//!
//! What stands in a `lab` fence are settings; what stands in a `generals` fence is HTML, read until the island
//! runs and for good without JavaScript.

use std::fmt::Write as _;

use anyhow::{Result, bail};
use comrak::{
    Arena, Options,
    html::{ChildRendering, format_node_default},
    nodes::{Node, NodeHtmlBlock, NodeValue},
    parse_document,
};

use super::content::{Source, Words, parse_toml};
use super::html::{attribute_values, escape};

/// What the app mounts into pages: the fence's name and `data-island`.
const ISLANDS: &[&str] = &["lab", STILL];

/// The island that brings what is read until it runs.
const STILL: &str = "generals";

/// A page's body, rendered.
#[derive(Debug, PartialEq)]
pub struct Rendered {
    /// The content of `<main>`.
    pub html: String,
    /// Every link and image, in order.
    pub links: Vec<Link>,
    /// Whether the page needs the app.
    pub has_island: bool,
}

/// A link or image of the page, as written.
#[derive(Debug, PartialEq)]
pub struct Link {
    /// The line in the source file, from 1.
    pub line: usize,
    /// What it points to.
    pub target: String,
    /// An image is fetched, a link is only followed.
    pub is_image: bool,
}

comrak::create_formatter!(OwnHtml, {
    NodeValue::Heading(ref heading) => |context, node, entering| {
        let id = node.data().attrs.as_ref().and_then(|attrs| attrs.id.clone());
        let Some(id) = id else {
            return format_node_default(context, node, entering);
        };
        if entering {
            context.cr()?;
            write!(context, "<h{} id=\"{}\">", heading.level, escape(&id))?;
        } else {
            writeln!(context, "</h{}>", heading.level)?;
        }
        return Ok(ChildRendering::HTML);
    },
    NodeValue::TableCell => |context, node, entering| {
        let Some(tag) = first_column_tag(node) else {
            return format_node_default(context, node, entering);
        };
        if entering {
            context.cr()?;
            write!(context, "<{tag}>")?;
        } else {
            let name = tag.split(' ').next().unwrap_or(tag);
            write!(context, "</{name}>")?;
        }
        return Ok(ChildRendering::HTML);
    },
});

/// In a table whose top left cell is empty, the first column names the rows; an empty cell names nothing.
fn first_column_tag<'a>(cell: Node<'a>) -> Option<&'static str> {
    if cell.previous_sibling().is_some() {
        return None;
    }
    let row = cell.parent()?;
    let corner = row.parent()?.first_child()?.first_child()?;
    if corner.first_child().is_some() {
        return None;
    }
    let in_header = matches!(row.data().value, NodeValue::TableRow(true));
    Some(if in_header { "td" } else { "th scope=\"row\"" })
}

/// Renders the body of one page.
pub fn render(source: &Source, words: &Words) -> Result<Rendered> {
    let mut options = Options::default();
    options.extension.table = true;
    options.extension.strikethrough = true;
    options.extension.footnotes = true;
    options.extension.description_lists = true;
    options.extension.alerts = true;
    options.extension.header_attributes = true;
    // Without this, emphasis next to Chinese punctuation stays a row of asterisks.
    options.extension.cjk_friendly_emphasis = true;
    // The pages are written by the project itself.
    options.render.r#unsafe = true;

    let arena = Arena::new();
    let document = parse_document(&arena, &source.body, &options);
    let mut links = Vec::new();
    let mut has_island = false;
    for node in document.descendants() {
        let mut node = node.data_mut();
        let line = source.body_line + node.sourcepos.start.line - 1;
        let mut link = |offset: usize, target: &str, is_image: bool| {
            links.push(Link { line: line + offset, target: target.to_owned(), is_image });
        };
        let island = match &node.value {
            NodeValue::Link(l) => {
                link(0, &l.url, false);
                None
            }
            NodeValue::Image(l) => {
                link(0, &l.url, true);
                None
            }
            NodeValue::HtmlInline(html) | NodeValue::HtmlBlock(NodeHtmlBlock { literal: html, .. }) => {
                for (at, target) in attribute_values(html, "href") {
                    link(html[..at].matches('\n').count(), target, false);
                }
                for (at, target) in attribute_values(html, "src") {
                    link(html[..at].matches('\n').count(), target, true);
                }
                None
            }
            NodeValue::CodeBlock(block) if block.info.trim() == STILL => Some(place(
                &format!("data-island=\"{STILL}\""),
                &format!("<div class=\"island-note still\">\n{}</div>", block.literal),
                words,
            )),
            NodeValue::CodeBlock(block) if ISLANDS.contains(&block.info.trim()) => Some(island(
                block.info.trim(),
                parse_toml(&block.literal, &source.file, line + 1)?,
                words,
                &format!("{}:{line}", source.file.display()),
            )?),
            _ => None,
        };
        if let Some(literal) = island {
            has_island = true;
            node.value = NodeValue::HtmlBlock(NodeHtmlBlock { block_type: 6, literal });
        }
    }
    let mut html = String::new();
    OwnHtml::format_document(document, &options, &mut html)?;
    Ok(Rendered { html, links, has_island })
}

/// A lab's place, with its settings as data attributes.
fn island(name: &str, settings: toml::Table, words: &Words, place_in_file: &str) -> Result<String> {
    let mut attributes = format!("data-island=\"{name}\"");
    for (key, value) in settings {
        let value = match value {
            toml::Value::String(text) => text,
            toml::Value::Integer(number) => number.to_string(),
            toml::Value::Boolean(flag) => flag.to_string(),
            _ => bail!("{place_in_file}: {key}: a text, a whole number, true or false is wanted"),
        };
        if !key.bytes().all(|b| b.is_ascii_lowercase() || b == b'-') {
            bail!("{place_in_file}: {key}: lower-case letters and hyphens only, as in a data attribute");
        }
        write!(attributes, " data-{key}=\"{}\"", escape(&value))?;
    }
    let note = format!("<p class=\"island-note\">{}</p>", escape(&words.island_note));
    Ok(place(&attributes, &note, words))
}

/// The place in the page where the app mounts an island. The note is what is read until then, and for good
/// without JavaScript; the error waits, hidden, for `boot.js`.
fn place(attributes: &str, note: &str, words: &Words) -> String {
    format!(
        "<div class=\"island\" {attributes}>\n{note}\n<p class=\"island-error\" role=\"alert\" hidden>{}</p>\n</div>\n",
        escape(&words.island_error)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::site::content::{FrontMatter, Layout};

    fn words() -> Words {
        toml::from_str(include_str!("../../../content/en/site.toml")).unwrap()
    }

    fn try_body(body: &str) -> Result<Rendered> {
        let source = Source {
            file: "content/en/x.md".into(),
            slug: "x".into(),
            front: FrontMatter {
                title: "T".into(),
                description: "D".into(),
                layout: Layout::Text,
                nav: None,
            },
            body: body.into(),
            body_line: 6,
        };
        render(&source, &words())
    }

    fn body(text: &str) -> Rendered {
        try_body(text).unwrap()
    }

    #[test]
    fn a_heading_takes_the_id_that_both_languages_share() {
        assert_eq!(body("## 為什麼 {#why}\n").html, "<h2 id=\"why\">為什麼</h2>\n");
        assert_eq!(body("## Plain\n").html, "<h2>Plain</h2>\n");
    }

    #[test]
    fn a_table_with_an_empty_corner_has_row_headings() {
        let html = body("| | A |\n| --- | --- |\n| orders | 2 |\n").html;
        assert!(html.contains("<td></td>\n<th>A</th>"), "{html}");
        assert!(html.contains("<th scope=\"row\">orders</th>\n<td>2</td>"), "{html}");
        let html = body("| what | A |\n| --- | --- |\n| orders | 2 |\n").html;
        assert!(html.contains("<td>orders</td>"), "{html}");
    }

    #[test]
    fn emphasis_next_to_chinese_punctuation() {
        assert_eq!(body("這是**「重點」**嗎\n").html, "<p>這是<strong>「重點」</strong>嗎</p>\n");
    }

    #[test]
    fn a_lab_fence_becomes_an_island() {
        let page = body("Look:\n\n```lab\nscenario = \"a & b\"\nstep = 3\nwide = true\n```\n");
        assert!(page.has_island);
        assert!(
            page.html.contains(
                "<div class=\"island\" data-island=\"lab\" data-scenario=\"a &amp; b\" data-step=\"3\" data-wide=\"true\">"
            ),
            "{}",
            page.html
        );
        assert!(page.html.contains(&escape(&words().island_note)));
        assert!(!body("```sql\nSELECT 1\n```\n").has_island);
    }

    #[test]
    fn a_generals_fence_holds_what_is_read_without_it() {
        let page = body("Look:\n\n```generals\n<p>A &amp; B</p>\n\n<p>C</p>\n```\n");
        assert!(page.has_island);
        assert!(
            page.html.contains(
                "<div class=\"island\" data-island=\"generals\">\n<div class=\"island-note still\">\n<p>A &amp; B</p>\n\n<p>C</p>\n</div>"
            ),
            "{}",
            page.html
        );
        assert!(page.html.contains(&escape(&words().island_error)));
    }

    #[test]
    fn a_broken_lab_fence_names_its_line() {
        let error = try_body("Look:\n\n```lab\nscenario = \"a\"\nstep = [1]\n```\n").unwrap_err();
        assert!(error.to_string().starts_with("content/en/x.md:8: step:"), "{error}");
        let error = try_body("```lab\nscenario\n```\n").unwrap_err();
        assert!(error.to_string().starts_with("content/en/x.md:7:"), "{error}");
    }

    #[test]
    fn links_know_their_line() {
        let page = body("A [b](c/).\n\n![d](e.svg)\n\n<figure>\n<a href=\"f/\">g</a>\n</figure>\n");
        let found: Vec<_> = page.links.iter().map(|l| (l.line, l.target.as_str(), l.is_image)).collect();
        assert_eq!(found, [(6, "c/", false), (8, "e.svg", true), (11, "f/", false)]);
    }
}
