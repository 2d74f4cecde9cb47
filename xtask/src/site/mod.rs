//! The static site: `content/` poured into the shell that Trunk has built from `index.html`.
//!
//! Runs as Trunk's post-build hook, on the staging folder, and leaves there
//! - one real page for each Markdown file and language, and the front page that leads to the reader's own,
//! - the engine in a folder named by its content, so that no page ever meets another build's engine,
//! - the binaries that Trunk cannot build: those on a whole SQLite,
//! - what search engines look for, if the site's address is known,
//! - the service worker with the list of files to keep (in a release).

mod chapter;
mod content;
mod glossary;
mod head;
mod html;
mod lesson;
mod links;
mod markdown;
mod offline;
mod runs;
mod shell;
mod shrink;
mod simulation;
mod terminal;
mod whole;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use anyhow::{Context, Result, bail, ensure};

use content::{Edition, Layout, Source};
use glossary::Glossary;
pub use head::Address;
use head::{Card, Kind};
use html::escape;
use links::Targets;
use markdown::{Rendered, Renderer};
use shell::{App, Shell};
use simulation::Simulations;

/// The name of the site, the same in every language.
const NAME: &str = "Effectively Once";

/// Writes all pages of the project at `root` into `staging`, Trunk's output so far; `address` is where the site will
/// stand.
pub fn build(root: &Path, staging: &Path, release: bool, address: &Address) -> Result<()> {
    let index = staging.join("index.html");
    let built =
        fs::read_to_string(&index).with_context(|| format!("{}: Trunk has left no page", index.display()))?;
    let (shell, reload_script) = Shell::from_trunk(&built)?;
    if let Some(script) = reload_script {
        fs::write(staging.join(shell::RELOAD_FILE), script)?;
    }
    whole::build(root, staging, release)?;
    if release {
        shrink::binaries(root, staging)?;
    }
    let mut workers = vec![offline::move_loaded(staging, "engine")?];
    workers.extend(whole::name(staging)?);
    let apps = Apps::find(&shell, staging)?;

    let editions = content::read(root)?;
    let simulations = Simulations::new(root.join("scenarios"));
    let glossaries = glossaries(root, &editions)?;
    let pages = render_all(&editions, &simulations, &glossaries)?;
    check_alike(&pages)?;
    check_links(&pages, staging)?;

    for page in &pages {
        write(staging, &page.folder(), &page.fill(&shell, &workers, &apps, &editions, address)?)?;
    }
    write(staging, "", &front_page(&shell, &workers, &editions, address)?)?;
    fs::write(staging.join("404.html"), not_found_page(&editions))?;
    head::write(staging, &editions, address)?;
    if release {
        shrink::texts(root, staging)?;
        offline::write_service_worker(staging)?;
    }
    Ok(())
}

/// The binaries that pages load.
struct Apps {
    /// Each language's labs.
    labs: Vec<(&'static str, App)>,
    /// The board of the two generals, in all languages.
    generals: App,
    /// What chapters ask, without a language.
    learn: App,
    /// Terminal and console, in all languages.
    tools: App,
}

/// What one page loads.
struct Needs<'a> {
    /// At once.
    apps: Vec<&'a App>,
    /// When a console is opened in one of its labs.
    later: Option<&'a App>,
}

impl Apps {
    /// Trunk's main binary is the first language's; it takes all others for workers.
    fn find(shell: &Shell, staging: &Path) -> Result<Self> {
        let other = |name: &str| -> Result<App> {
            let (folder, _) = offline::move_worker(staging, name, &[])?;
            Ok(App { js: format!("{folder}/{name}.js"), wasm: format!("{folder}/{name}_bg.wasm") })
        };
        let mut labs = vec![(content::LANGUAGES[0], shell.app.clone())];
        for language in &content::LANGUAGES[1..] {
            labs.push((*language, other(&format!("app-{}", language.to_lowercase()))?));
        }
        Ok(Self {
            labs,
            generals: other(markdown::BOARD)?,
            learn: other(markdown::LEARN)?,
            tools: other("tools")?,
        })
    }

    /// What a page with these islands loads.
    fn of<'a>(&'a self, language: &str, islands: &BTreeSet<&str>) -> Needs<'a> {
        let has = |kind: &str| islands.contains(kind);
        let labs = self.labs.iter().filter(|(of, _)| *of == language).map(|(_, app)| app);
        let labs = labs.filter(|_| has("lab") || has("runs"));
        let others = [
            (markdown::BOARD, &self.generals),
            (markdown::TERMINAL, &self.tools),
            (markdown::LEARN, &self.learn),
        ];
        let others = others.into_iter().filter(|(kind, _)| has(kind)).map(|(_, app)| app);
        let later = has("lab") && !has(markdown::TERMINAL);
        Needs { apps: labs.chain(others).collect(), later: later.then_some(&self.tools) }
    }
}

/// One page in one language, on its way into the shell.
struct Page<'a> {
    edition: &'a Edition,
    source: &'a Source,
    glossary: &'a Glossary,
    body: Rendered,
}

fn render_all<'a>(
    editions: &'a [Edition],
    simulations: &Simulations,
    glossaries: &'a [Glossary],
) -> Result<Vec<Page<'a>>> {
    let mut pages = Vec::new();
    for (edition, glossary) in editions.iter().zip(glossaries) {
        for source in &edition.pages {
            let body = Renderer::new(source, edition, simulations, glossary).page()?;
            pages.push(Page { edition, source, glossary, body });
        }
    }
    Ok(pages)
}

/// Every language's glossary: they explain the same terms, and no page calls one what it must not be called.
fn glossaries(root: &Path, editions: &[Edition]) -> Result<Vec<Glossary>> {
    let all = editions.iter().map(|it| Glossary::read(root, it.language)).collect::<Result<Vec<_>>>()?;
    for (edition, glossary) in editions.iter().zip(&all) {
        ensure!(
            glossary.ids() == all[0].ids(),
            "content/{}/glossary.toml: the terms or their order differ from the first language's",
            edition.language
        );
        let wrong: Vec<String> = edition.pages.iter().flat_map(|page| glossary.misnomers(page)).collect();
        ensure!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
    Ok(all)
}

/// What must be the same in every language of a page, in its order: sections, runs, predictions, goals, terms.
fn skeleton(body: &Rendered) -> Vec<String> {
    const SAME: [&str; 8] = [
        "data-link",
        "data-run",
        "data-predict",
        "data-right",
        "data-goal",
        "data-when",
        "data-figure",
        "data-base",
    ];
    let mut all: Vec<String> = body.sections.iter().map(|(id, _)| format!("#{id}")).collect();
    for name in SAME {
        let values = html::attribute_values(&body.html, name);
        all.extend(values.map(|(_, value)| format!("{name}={value}")));
    }
    // Chinese puts a term elsewhere in its sentence, so their order is its own.
    let mut terms: Vec<String> = html::attribute_values(&body.html, "href")
        .filter_map(|(_, href)| Some(format!("term:{}", href.split_once("glossary/#")?.1)))
        .collect();
    terms.sort();
    terms.dedup();
    all.extend(terms);
    all
}

/// Every page tells the same in every language.
fn check_alike(pages: &[Page]) -> Result<()> {
    for page in pages {
        for twin in pages.iter().filter(|other| other.source.slug == page.source.slug) {
            let (here, there) = (skeleton(&page.body), skeleton(&twin.body));
            let (file, other) = (page.source.file.display(), twin.source.file.display());
            if let Some((part, its)) = here.iter().zip(&there).find(|(part, its)| part != its) {
                bail!("{file}:1: {part} stands here where {other} has {its}");
            }
            ensure!(here.len() <= there.len(), "{other}:1: {} is missing", here[there.len()]);
        }
    }
    Ok(())
}

/// Reports every dead link at once, each with its file and line.
fn check_links(pages: &[Page], staging: &Path) -> Result<()> {
    let mut targets = Targets {
        pages: BTreeMap::from([(String::new(), None)]),
        files: offline::files(staging)?.into_iter().collect(),
    };
    for page in pages {
        let ids = page.body.islands.is_empty().then(|| links::ids(&page.body.html));
        targets.pages.insert(page.folder(), ids);
    }
    let mut dead = Vec::new();
    for page in pages {
        for link in &page.body.links {
            if let Err(reason) = links::check(&page.folder(), link, &targets) {
                dead.push(format!("{}:{}: {reason}", page.source.file.display(), link.line));
            }
        }
    }
    if !dead.is_empty() {
        bail!("{}", dead.join("\n"));
    }
    Ok(())
}

/// The page's folder from the site's root: `en/`, `zh-Hant/workbench/`.
fn folder(language: &str, slug: &str) -> String {
    if slug.is_empty() { format!("{language}/") } else { format!("{language}/{slug}/") }
}

impl Page<'_> {
    fn folder(&self) -> String {
        folder(self.edition.language, &self.source.slug)
    }

    fn fill(
        &self,
        shell: &Shell,
        workers: &[offline::Worker],
        apps: &Apps,
        editions: &[Edition],
        address: &Address,
    ) -> Result<String> {
        let front = &self.source.front;
        let base = links::base(&self.folder());
        let slug = &self.source.slug;
        let title = if slug.is_empty() { front.title.clone() } else { format!("{} · {NAME}", front.title) };
        let needs = apps.of(self.edition.language, &self.body.islands);
        shell.fill(
            &base,
            workers,
            front.layout,
            &needs,
            &self.edition.words,
            &[
                ("lang", self.edition.language),
                ("choose", ""),
                ("title", &escape(&title)),
                ("description", &escape(&front.description)),
                ("meta", &head::meta(&self.card(&self.folder()), editions, address)?),
                ("home", &format!("{base}{}/", self.edition.language)),
                ("nav", &self.nav(&base)),
                ("language_switch", &self.language_switch(&base, editions)),
                ("main", &self.body.html),
            ],
        )
    }

    fn card<'a>(&'a self, folder: &'a str) -> Card<'a> {
        let kind = match self.source.front.layout {
            Layout::Chapter => Kind::Chapter { minutes: self.body.minutes },
            _ if self.source.slug == glossary::SLUG => Kind::Glossary(self.glossary),
            _ => Kind::Page,
        };
        Card { edition: self.edition, source: self.source, folder, kind }
    }

    fn nav(&self, base: &str) -> String {
        let mut entries: Vec<_> = self
            .edition
            .pages
            .iter()
            .filter_map(|page| Some((page.front.nav.as_ref()?, &page.slug)))
            .collect();
        entries.sort_by_key(|(nav, _)| nav.order);
        let links: String = entries
            .iter()
            .map(|(nav, slug)| {
                let here = match self.source.slug.strip_prefix(slug.as_str()) {
                    Some("") => " aria-current=\"page\"",
                    Some(below) if below.starts_with('/') => " aria-current=\"true\"",
                    _ => "",
                };
                format!(
                    "\n<a href=\"{base}{}\"{here}>{}</a>",
                    folder(self.edition.language, slug),
                    escape(&nav.label)
                )
            })
            .collect();
        format!("<nav class=\"site-nav\" aria-label=\"{}\">{links}\n</nav>", escape(&self.edition.words.nav))
    }

    fn language_switch(&self, base: &str, editions: &[Edition]) -> String {
        editions
            .iter()
            .filter(|other| other.language != self.edition.language)
            .map(|other| {
                format!(
                    "<a id=\"language-switch\" href=\"{base}{}\" lang=\"{1}\" hreflang=\"{1}\">{2}</a>",
                    folder(other.language, &self.source.slug),
                    other.language,
                    escape(&other.words.language)
                )
            })
            .collect()
    }
}

/// The site's own front page: leads to the reader's language by script, or by hand.
fn front_page(
    shell: &Shell,
    workers: &[offline::Worker],
    editions: &[Edition],
    address: &Address,
) -> Result<String> {
    let mut main = format!("<h1>{NAME}</h1>\n<ul class=\"languages\">\n");
    for edition in editions {
        let front = front_of(edition)?;
        main += &format!(
            "<li lang=\"{0}\"><a href=\"{0}/\" hreflang=\"{0}\">{1}</a> <span>{2}</span></li>\n",
            edition.language,
            escape(&edition.words.language),
            escape(&front.front.description)
        );
    }
    main += "</ul>";
    let languages: Vec<_> = editions.iter().map(|e| e.language).collect();
    let first = &editions[0];
    let front = front_of(first)?;
    let card = Card { edition: first, source: front, folder: "", kind: Kind::Page };
    shell.fill(
        &links::base(""),
        workers,
        front.front.layout,
        &Needs { apps: Vec::new(), later: None },
        &first.words,
        &[
            ("lang", first.language),
            ("choose", &languages.join(" ")),
            ("title", &escape(&front.front.title)),
            ("description", &escape(&front.front.description)),
            ("meta", &head::meta(&card, editions, address)?),
            ("home", "./"),
            ("nav", ""),
            ("language_switch", ""),
            ("main", &main),
        ],
    )
}

fn front_of(edition: &Edition) -> Result<&Source> {
    edition
        .pages
        .iter()
        .find(|page| page.slug.is_empty())
        .with_context(|| format!("content/{}/index.md is missing", edition.language))
}

/// A host shows this page at any depth, so it cannot name a single file of the site: no style, no script.
fn not_found_page(editions: &[Edition]) -> String {
    let mut page = format!(
        "<!doctype html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>404 · {NAME}</title>\n</head>\n<body>\n<main>\n\
         <h1>404</h1>\n",
        editions[0].language
    );
    for edition in editions {
        let words = &edition.words;
        page += &format!(
            "<section lang=\"{}\">\n<h2>{}</h2>\n<p>{} <a href=\"../\">{}</a></p>\n</section>\n",
            edition.language,
            escape(&words.not_found),
            escape(&words.not_found_advice),
            escape(&words.not_found_up)
        );
    }
    page + "</main>\n</body>\n</html>\n"
}

fn write(staging: &Path, folder: &str, html: &str) -> Result<()> {
    let folder = staging.join(folder);
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("index.html"), html)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All that a build would find wrong in the texts: a number that no run gives, a goal that cannot be reached, a
    /// language that lacks a part, a term by a wrong name.
    #[test]
    fn every_page_can_be_made() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let editions = content::read(&root).unwrap();
        let simulations = Simulations::new(root.join("scenarios"));
        let glossaries = glossaries(&root, &editions).unwrap();
        let pages = render_all(&editions, &simulations, &glossaries).unwrap();
        check_alike(&pages).unwrap();
        let chapters: Vec<_> = editions.iter().map(|it| chapter::all(it).len()).collect();
        assert_eq!(chapters, [16, 16]);
        let long: Vec<_> = pages
            .iter()
            .filter(|page| page.source.number.is_some())
            .map(|page| (page.folder(), page.body.minutes))
            .filter(|(_, minutes)| *minutes > 12)
            .collect();
        assert!(long.is_empty(), "{long:?}");
    }
}
