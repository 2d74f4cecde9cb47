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
//! What stands in a `lab` fence are settings (with `only = "a"` one panel is shown, without a comparison); what stands
//! in a `terminal` fence are commands to run ([`super::terminal`]); what stands in a `generals` fence is HTML, read until the island
//! runs and for good without JavaScript.

use std::{collections::BTreeSet, fmt::Write as _};

use anyhow::{Result, bail};
use comrak::{
    Arena, Options,
    html::{ChildRendering, format_node_default},
    nodes::{Node, NodeHtmlBlock, NodeValue},
    parse_document,
};

use super::content::{Source, Words, parse_toml};
use super::html::{attribute_values, escape};
use super::runs::Runs;
use super::terminal::Script;

/// The island that brings what is read until it runs, and the name of its own binary.
pub const BOARD: &str = "generals";
/// The island that the tools run, in a binary of their own.
pub const TERMINAL: &str = "terminal";

/// A page's body, rendered.
#[derive(Debug, PartialEq)]
pub struct Rendered {
    /// The content of `<main>`.
    pub html: String,
    /// Every link and image, in order.
    pub links: Vec<Link>,
    /// The kinds of islands in it: `lab`, `runs`, `generals`, `terminal`.
    pub islands: BTreeSet<&'static str>,
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
    let mut islands = BTreeSet::new();
    for node in document.descendants() {
        let mut node = node.data_mut();
        let line = source.body_line + node.sourcepos.start.line - 1;
        let place_in_file = format!("{}:{line}", source.file.display());
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
            NodeValue::CodeBlock(block) if block.info.trim() == "runs" => {
                let table: Runs = parse_toml(&block.literal, &source.file, line + 1)?;
                Some(("runs", table.html(&source.slug, words, &place_in_file)?))
            }
            NodeValue::CodeBlock(block) if block.info.trim() == "lab" => {
                let settings: toml::Table = parse_toml(&block.literal, &source.file, line + 1)?;
                let link = settings.get("link").and_then(toml::Value::as_str).map(str::to_owned);
                let mut html = island("lab", settings, words, &place_in_file)?;
                if let Some(link) = link {
                    let href = workbench(&source.slug, &link);
                    writeln!(html, "<p><a href=\"{href}\">{}</a></p>", escape(&words.open_in_workbench))?;
                }
                Some(("lab", html))
            }
            NodeValue::CodeBlock(block) if block.info.trim() == TERMINAL => {
                let script: Script = parse_toml(&block.literal, &source.file, line + 1)?;
                let note = escape(&words.island_note);
                let still = format!(
                    "<div class=\"island-note still\">\n<p>{note}</p>\n{}</div>",
                    script.html(&place_in_file)?
                );
                Some((TERMINAL, place(&format!("data-island=\"{TERMINAL}\""), &still, words)))
            }
            NodeValue::CodeBlock(block) if block.info.trim() == BOARD => {
                let still = format!("<div class=\"island-note still\">\n{}</div>", block.literal);
                Some((BOARD, place(&format!("data-island=\"{BOARD}\""), &still, words)))
            }
            _ => None,
        };
        if let Some((kind, literal)) = island {
            islands.insert(kind);
            node.value = NodeValue::HtmlBlock(NodeHtmlBlock { block_type: 6, literal });
        }
    }
    let mut html = String::new();
    OwnHtml::format_document(document, &options, &mut html)?;
    Ok(Rendered { html, links, islands })
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

/// The way from a page to the workbench with a link's runs in it.
pub fn workbench(slug: &str, link: &str) -> String {
    let up = "../".repeat(slug.split('/').filter(|part| !part.is_empty()).count());
    format!("{up}workbench/#{}", escape(link))
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
        assert_eq!(page.islands, BTreeSet::from(["lab"]));
        assert!(
            page.html.contains(
                "<div class=\"island\" data-island=\"lab\" data-scenario=\"a &amp; b\" data-step=\"3\" data-wide=\"true\">"
            ),
            "{}",
            page.html
        );
        assert!(page.html.contains(&escape(&words().island_note)));
        assert!(body("```sql\nSELECT 1\n```\n").islands.is_empty());
    }

    #[test]
    fn a_pinned_lab_leads_to_the_workbench() {
        let html = body("```lab\nlink = \"v=1&client.clicks=2\"\n```\n").html;
        assert!(html.contains("<a href=\"../workbench/#v=1&amp;client.clicks=2\">"), "{html}");
    }

    #[test]
    fn a_table_of_runs_is_a_table_of_links_to_them() {
        let fence = "```runs\ncaption = \"C\"\nbase = \"seed=1\"\n[[column]]\nname = \"one\"\n[[column]]\n\
                     name = \"two\"\nwith = \"broker.ack=auto&x={}\"\n[[row]]\nname = \"r\"\nwith = \"7\"\n```\n";
        let html = body(fence).html;
        assert!(html.contains("data-run=\"v=1&amp;seed=1&amp;broker.ack=auto&amp;x=7\""), "{html}");
        assert!(
            html.contains("#v=1&amp;compare=true&amp;seed=1&amp;a.7&amp;b.broker.ack=auto&amp;b.x=7\""),
            "{html}"
        );
        assert!(html.contains("<th scope=\"col\">one</th>") && html.contains("<th scope=\"row\">r</th>"));
        let error = try_body("```runs\ncaption = \"C\"\ncolumn = []\nrow = []\n```\n").unwrap_err();
        assert!(error.to_string().starts_with("content/en/x.md:6:"), "{error}");
    }

    #[test]
    fn a_generals_fence_holds_what_is_read_without_it() {
        let page = body("Look:\n\n```generals\n<p>A &amp; B</p>\n\n<p>C</p>\n```\n");
        assert_eq!(page.islands, BTreeSet::from(["generals"]));
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
