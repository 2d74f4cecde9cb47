//! What a page tells machines: search engines, link previews, and whatever reads structured data (schema.org).
//!
//! A site that works in any folder of any host does not know its own address, and much of this wants a whole one. The
//! builder may be told it: `SITE_URL`. Then pages name it, and the site has a sitemap; otherwise every address stays
//! relative and what would be wrong as a relative one is left out.

use std::{env, fmt::Write as _, fs, path::Path};

use anyhow::{Context as _, Result, bail, ensure};
use serde_json::{Value, json};

use super::chapter;
use super::content::{Edition, Source};
use super::glossary::Glossary;
use super::html::escape;
use super::{NAME, folder, links};

/// The environment variable that holds the site's address.
const VARIABLE: &str = "SITE_URL";

/// The size of a language's picture for link previews, `public/social-LANGUAGE.png`, in pixels.
const PICTURE: (u32, u32) = (1200, 630);

/// Where the site will stand, if the builder was told: the address of its root, with a slash at its end.
#[derive(Debug, Default, PartialEq)]
pub struct Address(Option<String>);

impl Address {
    /// From the environment. An empty variable is none.
    pub fn from_env() -> Result<Self> {
        match env::var(VARIABLE) {
            Ok(text) if !text.is_empty() => Self::parse(&text),
            Err(env::VarError::NotUnicode(_)) => bail!("{VARIABLE} is no text"),
            _ => Ok(Self::default()),
        }
    }

    fn parse(text: &str) -> Result<Self> {
        let wrong = |why: &str| format!("{VARIABLE}={text}: {why}, as in https://example.org/folder/");
        let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
        let rest = rest.with_context(|| wrong("an address begins with https:// or http://"))?;
        ensure!(!rest.contains(['?', '#']), wrong("the site's folder has neither a query nor a fragment"));
        let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
        let may_stand =
            |text: &str, marks: &str| text.chars().all(|c| c.is_ascii_alphanumeric() || marks.contains(c));
        ensure!(
            host.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '[') && may_stand(host, "-.:[]"),
            wrong("a host's name follows the two slashes")
        );
        ensure!(may_stand(path, "-._~/%+,=@!"), wrong("what is not plain ASCII is written with %"));
        Ok(Self(Some(format!("{}/", text.trim_end_matches('/')))))
    }

    /// The whole address of something, by its path from the site's root.
    fn whole(&self, path: &str) -> Option<String> {
        self.0.as_ref().map(|root| format!("{root}{path}"))
    }

    /// The same as a page names it, from which `base` leads to the root: whole if it can be.
    fn seen_from(&self, base: &str, path: &str) -> String {
        self.whole(path).unwrap_or_else(|| format!("{base}{path}"))
    }
}

/// A page, as far as machines are told of it.
pub struct Card<'a> {
    /// Its language.
    pub edition: &'a Edition,
    /// What stands in front of its text.
    pub source: &'a Source,
    /// From the site's root; the front page of all languages has none.
    pub folder: &'a str,
    /// What it is.
    pub kind: Kind<'a>,
}

/// What a page is, in the words of schema.org.
pub enum Kind<'a> {
    /// A chapter: a `LearningResource`, part of a `Course`.
    Chapter {
        /// How long it takes to read.
        minutes: usize,
    },
    /// The glossary: a `DefinedTermSet`.
    Glossary(&'a Glossary),
    /// Any other: a `WebPage`.
    Page,
}

/// What fills the slot `{{meta}}`.
pub fn meta(card: &Card, editions: &[Edition], address: &Address) -> Result<String> {
    let base = links::base(card.folder);
    let front = &card.source.front;
    let picture = address.seen_from(&base, &picture(card.edition));
    let mut html = String::new();
    let whole = address.whole(card.folder);
    if let Some(whole) = &whole {
        writeln!(html, "<link rel=\"canonical\" href=\"{}\">", escape(whole))?;
    }
    for (language, path) in alternates(&card.source.slug, editions) {
        let href = address.seen_from(&base, &path);
        writeln!(html, "<link rel=\"alternate\" hreflang=\"{language}\" href=\"{}\">", escape(&href))?;
    }
    let kind = if card.source.slug.is_empty() { "website" } else { "article" };
    let (width, height) = PICTURE;
    let mut property = |name: &str, content: &str| {
        writeln!(html, "<meta property=\"og:{name}\" content=\"{}\">", escape(content))
    };
    property("type", kind)?;
    property("site_name", NAME)?;
    property("title", &front.title)?;
    property("description", &front.description)?;
    property("locale", &card.edition.words.locale)?;
    for other in editions.iter().filter(|it| it.language != card.edition.language) {
        property("locale:alternate", &other.words.locale)?;
    }
    if let Some(whole) = &whole {
        property("url", whole)?;
    }
    property("image", &picture)?;
    property("image:width", &width.to_string())?;
    property("image:height", &height.to_string())?;
    property("image:alt", &super::front_of(card.edition)?.front.title)?;
    html += "<meta name=\"twitter:card\" content=\"summary_large_image\">\n";
    // Data, not a script: no browser runs it, so the Content-Security-Policy has nothing against it.
    writeln!(html, "<script type=\"application/ld+json\">{}</script>", in_html(&data(card, address)?))?;
    Ok(html.trim_end().to_owned())
}

/// The page as structured data.
fn data(card: &Card, address: &Address) -> Result<Value> {
    let base = links::base(card.folder);
    let front = &card.source.front;
    let mut data = json!({
        "@context": "https://schema.org",
        "name": front.title,
        "description": front.description,
        "inLanguage": card.edition.language,
    });
    if let Some(whole) = address.whole(card.folder) {
        data["url"] = whole.into();
    }
    let of_site = json!({ "@type": "WebSite", "@id": address.seen_from(&base, ""), "name": NAME });
    match card.kind {
        Kind::Chapter { minutes } => {
            let chapters = chapter::all(card.edition);
            let before = chapter::place(&chapters, card.source)?;
            data["@type"] = "LearningResource".into();
            data["position"] = (before + 1).into();
            data["timeRequired"] = format!("PT{minutes}M").into();
            data["educationalLevel"] = "professional".into();
            data["teaches"] = front.question.as_deref().into();
            data["isPartOf"] = course(card, address)?;
        }
        Kind::Glossary(glossary) => {
            let terms = glossary.terms().map(|(id, name, text)| {
                json!({ "@type": "DefinedTerm", "termCode": id, "name": name, "description": text })
            });
            data["@type"] = "DefinedTermSet".into();
            data["hasDefinedTerm"] = terms.collect();
            data["isPartOf"] = of_site;
        }
        Kind::Page => {
            data["@type"] = "WebPage".into();
            data["isPartOf"] = of_site;
        }
    }
    Ok(data)
}

/// What a chapter is part of: the page above it, which lists them all.
fn course(card: &Card, address: &Address) -> Result<Value> {
    let (above, _) = card.source.slug.rsplit_once('/').unwrap_or_default();
    let list = card.edition.pages.iter().find(|page| page.slug == above);
    let front = &list.with_context(|| format!("no page {above:?} lists the chapters"))?.front;
    let path = folder(card.edition.language, above);
    Ok(json!({
        "@type": "Course",
        "@id": address.seen_from(&links::base(card.folder), &path),
        "name": NAME,
        "description": front.description,
    }))
}

/// JSON that may stand in a script element, whatever its texts say.
fn in_html(data: &Value) -> String {
    data.to_string().replace('<', "\\u003c")
}

/// The same page in every language, and the one for all others: languages with paths from the site's root.
fn alternates(slug: &str, editions: &[Edition]) -> Vec<(&'static str, String)> {
    let default = if slug.is_empty() { String::new() } else { folder(editions[0].language, slug) };
    let own = editions.iter().map(|edition| (edition.language, folder(edition.language, slug)));
    own.chain([("x-default", default)]).collect()
}

/// The picture for link previews in this language.
fn picture(edition: &Edition) -> String {
    format!("social-{}.png", edition.language)
}

/// What search engines find beside the pages: `sitemap.xml`, and `robots.txt` which names it. Checks that the pictures
/// for link previews are there, as nothing else would miss them.
pub fn write(staging: &Path, editions: &[Edition], address: &Address) -> Result<()> {
    for picture in editions.iter().map(picture) {
        ensure!(
            staging.join(&picture).is_file(),
            "public/{picture} is missing: node e2e/social.mjs draws it"
        );
    }
    if let (Some(sitemap), Some(at)) = (sitemap(editions, address)?, address.whole("sitemap.xml")) {
        fs::write(staging.join("sitemap.xml"), sitemap)?;
        fs::write(staging.join("robots.txt"), format!("User-agent: *\nDisallow:\n\nSitemap: {at}\n"))?;
    }
    Ok(())
}

/// All pages, each with the same page in other languages; without dates, as nothing here knows when a text was changed.
fn sitemap(editions: &[Edition], address: &Address) -> Result<Option<String>> {
    let Some(root) = address.whole("") else { return Ok(None) };
    let mut xml = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" xmlns:xhtml=\"http://www.w3.org/1999/xhtml\">\n",
    );
    let pages = editions.iter().flat_map(|edition| {
        edition.pages.iter().map(|page| (folder(edition.language, &page.slug), page.slug.as_str()))
    });
    for (path, slug) in [(String::new(), "")].into_iter().chain(pages) {
        writeln!(xml, "<url><loc>{}</loc>", escape(&format!("{root}{path}")))?;
        for (language, path) in alternates(slug, editions) {
            let href = escape(&format!("{root}{path}"));
            writeln!(xml, "<xhtml:link rel=\"alternate\" hreflang=\"{language}\" href=\"{href}\"/>")?;
        }
        xml += "</url>\n";
    }
    Ok(Some(xml + "</urlset>\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::site::{content, html::attribute_values};

    fn editions() -> Vec<Edition> {
        content::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..")).unwrap()
    }

    fn example() -> Address {
        Address::parse("https://example.org/x").unwrap()
    }

    fn page<'a>(edition: &'a Edition, slug: &str) -> &'a Source {
        edition.pages.iter().find(|page| page.slug == slug).unwrap()
    }

    #[test]
    fn the_address_is_a_folder() {
        for text in ["https://example.org/x", "https://example.org/x/"] {
            assert_eq!(Address::parse(text).unwrap(), Address(Some("https://example.org/x/".into())));
        }
        for text in ["http://localhost:8080", "https://xn--fsq.example/%E4/~me/"] {
            assert!(Address::parse(text).is_ok(), "{text}");
        }
    }

    #[test]
    fn a_wrong_address_says_why() {
        for (text, why) in [
            ("example.org/x/", "begins with https://"),
            ("ftp://example.org/", "begins with https://"),
            ("https://example.org/?x=1", "neither a query nor a fragment"),
            ("https://example.org/#x", "neither a query nor a fragment"),
            ("https:///x/", "a host's name"),
            ("https://me@example.org/", "a host's name"),
            ("https://example.org/a b/", "written with %"),
            ("https://example.org/\"><script>", "written with %"),
        ] {
            let error = Address::parse(text).unwrap_err().to_string();
            assert!(error.starts_with(&format!("SITE_URL={text}: ")) && error.contains(why), "{error}");
        }
    }

    #[test]
    fn a_page_names_whole_addresses_only_if_it_knows_them() {
        let editions = editions();
        let source = page(&editions[1], "workbench");
        let card = Card { edition: &editions[1], source, folder: "zh-Hant/workbench/", kind: Kind::Page };
        let html = meta(&card, &editions, &Address::default()).unwrap();
        assert!(!html.contains("canonical") && !html.contains("og:url") && !html.contains("\"url\""));
        assert!(html.contains("hreflang=\"x-default\" href=\"../../en/workbench/\""), "{html}");
        assert!(html.contains("\"og:image\" content=\"../../social-zh-Hant.png\""), "{html}");
        assert!(html.contains("\"og:locale\" content=\"zh_TW\""), "{html}");

        let html = meta(&card, &editions, &example()).unwrap();
        for part in [
            "<link rel=\"canonical\" href=\"https://example.org/x/zh-Hant/workbench/\">",
            "hreflang=\"en\" href=\"https://example.org/x/en/workbench/\">",
            "\"og:url\" content=\"https://example.org/x/zh-Hant/workbench/\">",
            "\"og:image\" content=\"https://example.org/x/social-zh-Hant.png\">",
            "\"url\":\"https://example.org/x/zh-Hant/workbench/\"",
        ] {
            assert!(html.contains(part), "{part} in {html}");
        }
    }

    #[test]
    fn a_chapter_is_a_part_of_the_course() {
        for edition in &editions() {
            let chapters = chapter::all(edition);
            let source = chapters[2];
            let place = folder(edition.language, &source.slug);
            let kind = Kind::Chapter { minutes: 9 };
            let data = data(&Card { edition, source, folder: &place, kind }, &Address::default()).unwrap();
            assert_eq!(data["@type"], "LearningResource");
            assert_eq!((&data["position"], &data["timeRequired"]), (&json!(3), &json!("PT9M")));
            assert_eq!(data["teaches"], source.front.question.clone().unwrap());
            assert_eq!(data["inLanguage"], edition.language);
            assert_eq!(data["isPartOf"]["@id"], format!("../../../{}/learn/", edition.language));
            assert_eq!(data["isPartOf"]["description"], page(edition, "learn").front.description);
        }
    }

    #[test]
    fn the_glossary_is_a_set_of_its_terms() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        for edition in &editions() {
            let glossary = Glossary::read(&root, edition.language).unwrap();
            let source = page(edition, "glossary");
            let kind = Kind::Glossary(&glossary);
            let data = data(&Card { edition, source, folder: "x/glossary/", kind }, &example()).unwrap();
            let terms = data["hasDefinedTerm"].as_array().unwrap();
            assert_eq!(terms.len(), glossary.ids().len());
            assert_eq!((&terms[0]["termCode"], &terms[0]["name"]), (&json!("intent"), &json!("intent")));
        }
    }

    #[test]
    fn no_text_ends_the_data() {
        let data = json!({ "name": "</script><!--" });
        let written = in_html(&data);
        assert!(!written.contains('<'), "{written}");
        assert_eq!(serde_json::from_str::<Value>(&written).unwrap(), data);
    }

    #[test]
    fn the_sitemap_names_every_page_in_every_language() {
        let editions = editions();
        assert_eq!(sitemap(&editions, &Address::default()).unwrap(), None);
        let xml = sitemap(&editions, &example()).unwrap().unwrap();
        let pages = 1 + editions.iter().map(|edition| edition.pages.len()).sum::<usize>();
        assert_eq!(xml.matches("<loc>https://example.org/x/").count(), pages);
        assert_eq!(attribute_values(&xml, "href").count(), pages * (editions.len() + 1));
        assert!(xml.contains("<loc>https://example.org/x/</loc>\n<xhtml:link"));
    }
}
