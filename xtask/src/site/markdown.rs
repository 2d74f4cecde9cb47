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

use std::{
    cell::{Cell, RefCell},
    collections::BTreeSet,
    fmt::Write as _,
    rc::Rc,
};

use anyhow::{Context as _, Result, bail, ensure};
use comrak::{
    Arena, Options,
    html::{ChildRendering, format_node_default},
    nodes::{AstNode, Node, NodeHtmlBlock, NodeValue},
    parse_document,
};
use effectively_once::domain::outcome::{Field, Verdict};
use effectively_once::view::{lang::Lang, texts};

use super::chapter;
use super::content::{Edition, Layout, Source, Words, parse_toml};
use super::glossary::Glossary;
use super::html::{attribute_values, escape};
use super::lesson::{Goals, Predict, Yours};
use super::runs::Runs;
use super::simulation::{self, Ran, Simulations};
use super::terminal::Script;

/// The island that brings what is read until it runs, and the name of its own binary.
pub const BOARD: &str = "generals";
/// The island that the tools run, in a binary of their own.
pub const TERMINAL: &str = "terminal";
/// What a chapter asks of its reader, in a binary of its own.
pub const LEARN: &str = "learn";

/// A page's body, rendered.
#[derive(Debug, Default, PartialEq)]
pub struct Rendered {
    /// The content of `<main>`.
    pub html: String,
    /// Every link and image, in order.
    pub links: Vec<Link>,
    /// The kinds of islands in it: `lab`, `runs`, `generals`, `terminal`, `learn`.
    pub islands: BTreeSet<&'static str>,
    /// The sections: each heading's id and what it says, as HTML.
    pub sections: Vec<(String, String)>,
    /// How long it takes to read.
    pub minutes: usize,
}

/// A link or image of the page, as written.
#[derive(Clone, Debug, PartialEq)]
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
        let Some(tag) = heading_tag(node) else {
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

/// The tag of a cell that names others: the first row names the columns and, in a table whose top left cell is empty,
/// the first column the rows; an empty cell names nothing.
fn heading_tag<'a>(cell: Node<'a>) -> Option<&'static str> {
    let row = cell.parent()?;
    let corner = row.parent()?.first_child()?.first_child()?;
    let names_rows = cell.previous_sibling().is_none() && corner.first_child().is_none();
    let in_header = matches!(row.data().value, NodeValue::TableRow(true));
    match (in_header, names_rows) {
        (true, _) if cell.first_child().is_none() => Some("td"),
        (true, _) => Some("th scope=\"col\""),
        (false, true) => Some("th scope=\"row\""),
        (false, false) => None,
    }
}

/// How the pages are written.
fn options() -> Options<'static> {
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
    options
}

/// Renders one page: its Markdown, and what is this site's own in it.
pub struct Renderer<'a> {
    /// The page.
    pub source: &'a Source,
    /// The frame's words.
    pub words: &'a Words,
    /// The runs behind its numbers.
    pub simulations: &'a Simulations,
    /// What its terms mean.
    glossary: &'a Glossary,
    edition: Option<&'a Edition>,
    lang: Lang,
    links: RefCell<Vec<Link>>,
    islands: RefCell<BTreeSet<&'static str>>,
    /// So many predictions have been asked: all that follows one waits for it, to the page's end.
    gates: Cell<usize>,
    /// So many islands can be passed by those who go from control to control.
    passed: Cell<usize>,
    /// So many terms have been explained: each explanation has an id of its own.
    explained: Cell<usize>,
}

impl<'a> Renderer<'a> {
    /// For one page of an edition.
    pub fn new(
        source: &'a Source,
        edition: &'a Edition,
        simulations: &'a Simulations,
        glossary: &'a Glossary,
    ) -> Renderer<'a> {
        let lang = Lang::from_tag(edition.language).unwrap_or(Lang::EN);
        let alone = Renderer::alone(source, &edition.words, simulations, glossary);
        Renderer { edition: Some(edition), lang, ..alone }
    }

    fn alone(
        source: &'a Source,
        words: &'a Words,
        simulations: &'a Simulations,
        glossary: &'a Glossary,
    ) -> Renderer<'a> {
        Renderer {
            source,
            words,
            simulations,
            glossary,
            edition: None,
            lang: Lang::EN,
            links: RefCell::default(),
            islands: RefCell::default(),
            gates: Cell::new(0),
            passed: Cell::new(0),
            explained: Cell::new(0),
        }
    }

    /// Renders the whole page.
    pub fn page(&self) -> Result<Rendered> {
        let text = self.expanded(&self.source.body)?;
        let (html, sections) = self.markdown(&text, self.source.body_line)?;
        let gates = "</div>\n".repeat(self.gates.get());
        let minutes = chapter::minutes(&html);
        let mut rendered = Rendered { html, sections, minutes, ..Rendered::default() };
        if let Some(edition) = self.edition
            && self.source.number.is_some()
        {
            rendered.html = chapter::frame(self, &rendered, &gates, edition)?;
            self.islands.borrow_mut().insert(LEARN);
        } else {
            rendered.html += &gates;
        }
        rendered.links = self.links.take();
        rendered.islands = self.islands.take();
        Ok(rendered)
    }

    /// A few words of Markdown, without a paragraph around them.
    pub fn inline(&self, text: &str) -> Result<String> {
        let (html, _) = self.markdown(&self.expand(text)?, 2)?;
        let html = html.trim();
        let inner = html.strip_prefix("<p>").and_then(|rest| rest.strip_suffix("</p>"));
        Ok(inner.filter(|inner| !inner.contains("<p>")).unwrap_or(html).to_owned())
    }

    /// A run by its name.
    pub fn run(&self, name: &str) -> Result<Rc<Ran>> {
        self.simulations.get(name, &self.source.front.runs)
    }

    /// The address of a lab in the workbench.
    pub fn workbench(&self, fragment: &str) -> String {
        workbench(&self.source.slug, fragment)
    }

    /// The address of a run by its name, or of two with a `+` between them, in the workbench.
    pub fn run_address(&self, names: &str) -> Result<String> {
        let (a, b) = names.split_once('+').map_or((names, None), |(a, b)| (a, Some(b)));
        let other = b.map(|b| self.run(b)).transpose()?;
        Ok(self.workbench(&self.run(a)?.link(other.as_deref(), None)))
    }

    /// A figure in the page's language.
    pub fn said(&self, field: &Field) -> String {
        let Field::Words(words) = field else { return field.to_string() };
        let said = words.iter().filter_map(|word| Verdict::from_word(word));
        let said: Vec<&str> = said.map(|verdict| texts::verdict(verdict, self.lang)).collect();
        said.join(if self.lang == Lang::EN { ", " } else { "、" })
    }

    /// The body with what stands in double braces outside of fences computed.
    fn expanded(&self, body: &str) -> Result<String> {
        let mut text = String::with_capacity(body.len() + 256);
        let mut fence = false;
        for (n, line) in body.split_inclusive('\n').enumerate() {
            fence ^= line.starts_with("```");
            if fence {
                text += line;
            } else {
                let place = || format!("{}:{}", self.source.file.display(), self.source.body_line + n);
                text += &self.expand(line).with_context(place)?;
            }
        }
        Ok(text)
    }

    /// A text with what stands in double braces computed.
    fn expand(&self, text: &str) -> Result<String> {
        let (mut expanded, mut rest) = (String::new(), text);
        while let Some((before, after)) = rest.split_once("{{") {
            let (what, after) = after.split_once("}}").context("two braces are not closed")?;
            expanded += before;
            expanded += &self.computed(what.trim()).with_context(|| format!("{{{{{what}}}}}"))?;
            rest = after;
        }
        Ok(expanded + rest)
    }

    /// `outcome RUN FIGURE`, `step RUN [N] "TEXT"`.
    fn computed(&self, what: &str) -> Result<String> {
        let (kind, rest) = what.split_once(' ').context("something is missing here")?;
        let (name, rest) = rest.trim().split_once(' ').context("something is missing here")?;
        let ran = self.run(name)?;
        match kind {
            "outcome" => {
                let field = ran.figure(rest.trim())?;
                Ok(format!("<data class=\"ran\" value=\"{field}\">{}</data>", escape(&self.said(&field))))
            }
            "step" => {
                let (nth, quoted) = rest.trim().split_once('"').context("a text in quotes is missing")?;
                let nth = if nth.trim().is_empty() { 1 } else { nth.trim().parse()? };
                let step = ran.step(nth, quoted.strip_suffix('"').context("a text in quotes is missing")?)?;
                Ok(format!(
                    "<a class=\"step\" data-plan=\"{}\" data-step=\"{step}\" href=\"{}\">{}</a>",
                    escape(&simulation::alone(&ran.plan)),
                    self.workbench(&ran.link(None, Some(step))),
                    escape(&self.words.step.replace("{n}", &step.to_string()))
                ))
            }
            _ => bail!("what is {kind:?}?"),
        }
    }

    /// Markdown, whose first line is this one of the file, as HTML, and its sections.
    fn markdown(&self, text: &str, first_line: usize) -> Result<(String, Vec<(String, String)>)> {
        let arena = Arena::new();
        let options = options();
        let document = parse_document(&arena, text, &options);
        let mut sections = Vec::new();
        // The link of the last lab, and whether it shows one panel only.
        let mut lab = None;
        let mut last_lab: Option<Node> = None;
        let nodes: Vec<Node> = document.descendants().collect();
        for node in nodes {
            let line = first_line + node.data().sourcepos.start.line.max(1) - 1;
            let place = || format!("{}:{line}", self.source.file.display());
            let value = node.data().value.clone();
            match value {
                NodeValue::Heading(heading) if heading.level <= 2 => {
                    let id = node.data().attrs.as_ref().and_then(|attrs| attrs.id.clone());
                    if let Some(id) = id {
                        let mut title = String::new();
                        for child in node.children() {
                            OwnHtml::format_document(child, &options, &mut title)?;
                        }
                        sections.push((id, title.trim().to_owned()));
                    }
                }
                NodeValue::Link(link) => self.link(&arena, node, &link.url, line).with_context(place)?,
                NodeValue::Image(link) => self.note_link(line, &link.url, true),
                NodeValue::HtmlInline(html) | NodeValue::HtmlBlock(NodeHtmlBlock { literal: html, .. }) => {
                    for (name, is_image) in [("href", false), ("src", true)] {
                        for (at, target) in attribute_values(&html, name) {
                            // What we computed ourselves is right, and a link to a run is as long as a run.
                            if !target.contains("workbench/#v=1&amp;") {
                                self.note_link(line + html[..at].matches('\n').count(), target, is_image);
                            }
                        }
                    }
                }
                NodeValue::CodeBlock(code) => {
                    let fence = Fence { kind: code.info.trim(), text: &code.literal, line: line + 1 };
                    let island = self.island(&fence, &mut lab).map_err(|error| {
                        // A message from TOML knows its place better.
                        if error.to_string().starts_with("content/") { error } else { error.context(place()) }
                    })?;
                    // Whoever is to reach something needs what a lab otherwise hides, and the goals in sight of the
                    // switches, which are at its top.
                    if fence.kind == "goals"
                        && let Some(lab) = last_lab
                    {
                        if let NodeValue::HtmlBlock(block) = &mut lab.data_mut().value {
                            let lab = "data-island=\"lab\"";
                            block.literal =
                                block.literal.replacen(lab, &format!("{lab} data-goals=\"true\""), 1);
                        }
                        lab.insert_before(node);
                    }
                    if let Some((kind, mut literal)) = island {
                        if kind == Some("lab") {
                            last_lab = Some(node);
                        }
                        if let Some(kind) = kind {
                            self.islands.borrow_mut().insert(kind);
                            if kind != LEARN && self.source.front.layout == Layout::Chapter {
                                literal = self.passable(&literal);
                            }
                        }
                        node.data_mut().value =
                            NodeValue::HtmlBlock(NodeHtmlBlock { block_type: 6, literal });
                    }
                }
                _ => {}
            }
        }
        let mut html = String::new();
        OwnHtml::format_document(document, &options, &mut html)?;
        Ok((html, sections))
    }

    fn note_link(&self, line: usize, target: &str, is_image: bool) {
        self.links.borrow_mut().push(Link { line, target: target.to_owned(), is_image });
    }

    /// `term:ID` and `run:NAME` are this site's own addresses.
    fn link<'n>(&self, arena: &'n Arena<'n>, node: Node<'n>, url: &str, line: usize) -> Result<()> {
        if let Some(id) = url.strip_prefix("term:") {
            let term = self.glossary.find(id).with_context(|| format!("the glossary has no term {id:?}"))?;
            let n = self.explained.replace(self.explained.get() + 1);
            let up = "../".repeat(self.source.slug.split('/').filter(|part| !part.is_empty()).count());
            let html = |html: String| arena.alloc(AstNode::from(NodeValue::HtmlInline(html)));
            node.insert_before(html(format!(
                "<span class=\"term\"><a href=\"{up}glossary/#{id}\" aria-describedby=\"term-{n}\">"
            )));
            let children: Vec<Node> = node.children().collect();
            for child in children {
                node.insert_before(child);
            }
            node.insert_before(html(format!(
                "</a><span role=\"tooltip\" id=\"term-{n}\">{}</span></span>",
                escape(&term.text)
            )));
            node.detach();
        } else if let Some(names) = url.strip_prefix("run:") {
            let address = self.run_address(names)?;
            // comrak escapes it once more.
            let address = address.replace("&amp;", "&");
            if let NodeValue::Link(link) = &mut node.data_mut().value {
                link.url = address;
            }
        } else {
            self.note_link(line, url, false);
        }
        Ok(())
    }

    /// With a way past an island, which may hold a hundred controls.
    fn passable(&self, island: &str) -> String {
        let n = self.passed.get() + 1;
        self.passed.set(n);
        format!(
            "<a class=\"skip-link here\" href=\"#past-{n}\">{}</a>\n{island}<span id=\"past-{n}\" tabindex=\"-1\"></span>\n",
            escape(&self.words.past_island)
        )
    }

    /// What a fence becomes, and which island it is; `None`: a fence like any other.
    fn island(
        &self,
        fence: &Fence,
        lab: &mut Option<(String, bool)>,
    ) -> Result<Option<(Option<&'static str>, String)>> {
        let (file, words) = (&self.source.file, self.words);
        let place_in_file = format!("{}:{}", file.display(), fence.line - 1);
        Ok(Some(match fence.kind {
            "runs" => {
                let table: Runs = parse_toml(fence.text, file, fence.line)?;
                let ran = |link: &str| {
                    let ran = self.simulations.of(&simulation::lab(link)?.a);
                    Ok(ran.outcome.clone())
                };
                (Some("runs"), table.html(&self.source.slug, words, self.lang, ran, &place_in_file)?)
            }
            "lab" => {
                let mut settings: toml::Table = parse_toml(fence.text, file, fence.line)?;
                self.name_runs(&mut settings)?;
                let link = settings.get("link").and_then(toml::Value::as_str).map(str::to_owned);
                let alone = settings.contains_key("only");
                // By these a step of the text finds the lab that runs it.
                let shown = link.as_deref().map(simulation::lab).transpose()?;
                for (name, plan) in shown.iter().flat_map(|lab| [("plan-a", &lab.a), ("plan-b", &lab.b)]) {
                    settings.insert(name.into(), simulation::alone(plan).into());
                }
                let mut html = island("lab", settings, words, &place_in_file)?;
                if let (Some(link), Some(mut shown)) = (link, shown) {
                    shown.lesson.alone = alone;
                    let href = workbench(&self.source.slug, &shown.to_fragment());
                    writeln!(
                        html,
                        "<p class=\"whole\"><a href=\"{href}\">{}</a></p>",
                        escape(&words.open_in_workbench)
                    )?;
                    *lab = Some((link, alone));
                }
                (Some("lab"), html)
            }
            TERMINAL => {
                let script: Script = parse_toml(fence.text, file, fence.line)?;
                let note = escape(&words.island_note);
                let still = format!(
                    "<div class=\"island-note still\">\n<p>{note}</p>\n{}</div>",
                    script.html(&place_in_file)?
                );
                (Some(TERMINAL), place(&format!("data-island=\"{TERMINAL}\""), &still, words))
            }
            BOARD => {
                let still = format!("<div class=\"island-note still\">\n{}</div>", fence.text);
                (Some(BOARD), place(&format!("data-island=\"{BOARD}\""), &still, words))
            }
            "predict" => {
                self.gates.set(self.gates.get() + 1);
                (Some(LEARN), parse_toml::<Predict>(fence.text, file, fence.line)?.html(self)?)
            }
            "goals" => {
                let of = lab.as_ref().map(|(link, alone)| (link.as_str(), *alone));
                (Some(LEARN), parse_toml::<Goals>(fence.text, file, fence.line)?.html(self, of)?)
            }
            "yours" => (Some(LEARN), parse_toml::<Yours>(fence.text, file, fence.line)?.html(self)?),
            "chapters" => {
                let edition = self.edition.context("there are no chapters here")?;
                (Some(LEARN), chapter::list(self, edition)?)
            }
            "glossary" => (None, self.glossary.html(words, |text| self.inline(text))?),
            _ => return Ok(None),
        }))
    }

    /// A lab may name its runs: `a` alone is a lab of one panel, `a` and `b` are compared.
    fn name_runs(&self, settings: &mut toml::Table) -> Result<()> {
        let mut take = |name: &str| -> Result<Option<Rc<Ran>>> {
            match settings.remove(name) {
                Some(toml::Value::String(run)) => self.run(&run).map(Some),
                Some(_) => bail!("{name}: the name of a run is wanted"),
                None => Ok(None),
            }
        };
        let (a, b) = (take("a")?, take("b")?);
        let Some(a) = a else {
            ensure!(b.is_none(), "a lab with `b` has `a`, too");
            return Ok(());
        };
        ensure!(!settings.contains_key("link"), "a lab has a link or names of runs");
        let link = match &b {
            Some(b) => a.link(Some(b), None),
            None => {
                settings.insert("only".into(), "a".into());
                simulation::alone(&a.plan)
            }
        };
        settings.insert("link".into(), link.into());
        Ok(())
    }
}

/// A fenced block.
struct Fence<'t> {
    kind: &'t str,
    text: &'t str,
    /// The line on which its text begins.
    line: usize,
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
    use std::path::Path;

    fn words() -> Words {
        toml::from_str(include_str!("../../../content/en/site.toml")).unwrap()
    }

    fn try_body(body: &str) -> Result<Rendered> {
        let source = Source {
            file: "content/en/x.md".into(),
            slug: "x".into(),
            number: None,
            front: toml::from_str("title = \"T\"\ndescription = \"D\"\nlayout = \"text\"").unwrap(),
            body: body.into(),
            body_line: 6,
        };
        let scenarios = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scenarios");
        let glossary = toml::from_str(
            "[[term]]\nid = \"ack\"\npart = \"P\"\nname = \"ack\"\ntext = \"<T>\"\navoid = []",
        )
        .unwrap();
        let (words, simulations) = (words(), Simulations::new(scenarios));
        Renderer::alone(&source, &words, &simulations, &glossary).page()
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
        assert!(html.contains("<td></td>\n<th scope=\"col\">A</th>"), "{html}");
        assert!(html.contains("<th scope=\"row\">orders</th>\n<td>2</td>"), "{html}");
        let html = body("| what | |\n| --- | --- |\n| orders | [run](c/) |\n").html;
        assert!(html.contains("<th scope=\"col\">what</th>\n<td></td>"), "{html}");
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
        let fence = "```runs\ncaption = \"C\"\nbase = \"seed=1\"\n[[column]]\nname = \"one\"\nwith = \"{}\"\n[[column]]\n\
                     name = \"two\"\nwith = \"broker.ack=auto&{}\"\n[[row]]\nname = \"r\"\nwith = \"client.clicks=2\"\n```\n";
        let html = body(fence).html;
        assert!(
            html.contains("data-run=\"v=1&amp;seed=1&amp;broker.ack=auto&amp;client.clicks=2\""),
            "{html}"
        );
        assert!(
            html.contains("#v=1&amp;compare=true&amp;seed=1&amp;client.clicks=2&amp;b.broker.ack=auto\""),
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
    fn a_number_comes_from_a_run() {
        let html = body("It sends {{outcome redelivery-none mails}} mails, at {{step redelivery-none 2 \"mail sent\"}}.\n").html;
        assert!(html.contains("It sends <data class=\"ran\" value=\"2\">2</data> mails"), "{html}");
        assert!(html.contains(">step 18</a>") && html.contains("&amp;step=18&amp;alone=true\""), "{html}");
    }

    #[test]
    fn what_no_run_says_fails_with_its_line() {
        for (text, why) in [
            ("\n{{outcome chickens mails}}\n", "there is no scenario \"chickens\""),
            ("\n{{outcome redelivery-none chickens}}\n", "the run has no figure \"chickens\""),
            ("\n{{step redelivery-none \"lays an egg\"}}\n", "no entry number 1 of the trace says"),
            ("\n[x](term:chicken)\n", "the glossary has no term \"chicken\""),
            ("\n[x](run:chickens)\n", "there is no scenario"),
        ] {
            let error = format!("{:#}", try_body(text).unwrap_err());
            assert!(error.starts_with("content/en/x.md:7: ") && error.contains(why), "{error}");
        }
    }

    #[test]
    fn a_term_brings_its_meaning() {
        let html = body("An [*ack*](term:ack).\n").html;
        assert!(
            html.contains("<span class=\"term\"><a href=\"../glossary/#ack\" aria-describedby=\"term-0\"><em>ack</em></a>"),
            "{html}"
        );
        assert!(html.contains("<span role=\"tooltip\" id=\"term-0\">&lt;T&gt;</span></span>."), "{html}");
    }

    #[test]
    fn what_follows_a_prediction_waits_for_it() {
        let fence = "```predict\nid = \"m\"\nquestion = \"Q\"\nrun = \"redelivery-none\"\nfigure = \"mails\"\notherwise = \"O\"\n\
                     [[answer]]\nvalue = \"2\"\nsays = \"W\"\n```\n";
        let page = body(&format!("{fence}\nHidden.\n\n## Next\n\nLater.\n"));
        assert!(page.html.contains("data-predict=\"m\" data-right=\"2\""), "{}", page.html);
        let gated = "data-gate=\"m\">\n<p>Hidden.</p>\n<h2>Next</h2>\n<p>Later.</p>\n</div>";
        assert!(page.html.contains(gated), "{}", page.html);
        assert_eq!(page.islands, BTreeSet::from(["learn"]));
        let error = try_body(&fence.replace("\"2\"", "\"3\"")).unwrap_err();
        assert_eq!(format!("{error:#}"), "content/en/x.md:6: m: the run says 2, and no answer does");
    }

    #[test]
    fn a_goal_is_tried_before_anybody_reads_it() {
        let page = |when: &str| {
            try_body(&format!(
                "```lab\na = \"redelivery-none\"\n```\n\n```goals\n[[goal]]\nid = \"g\"\ntext = \"T\"\nhint = \"H\"\nwhen = \"{when}\"\n\
                 proof = \"v=1&consumer.dedup=check_run_mark&fault=worker_crash;gap:before_ack\"\n```\n"
            ))
        };
        assert!(page("mails = 1").is_ok());
        for (when, why) in
            [("mails = 2", "as it opens"), ("mails = 9", "does not reach"), ("mails", "compares nothing")]
        {
            let error = format!("{:#}", page(when).unwrap_err());
            assert!(error.starts_with("content/en/x.md:10: g:") && error.contains(why), "{error}");
        }
    }

    #[test]
    fn links_know_their_line() {
        let page = body("A [b](c/).\n\n![d](e.svg)\n\n<figure>\n<a href=\"f/\">g</a>\n</figure>\n");
        let found: Vec<_> = page.links.iter().map(|l| (l.line, l.target.as_str(), l.is_image)).collect();
        assert_eq!(found, [(6, "c/", false), (8, "e.svg", true), (11, "f/", false)]);
    }
}
