//! The frame of every page: `index.html` after Trunk, with slots like `{{title}}`.

use anyhow::{Context, Result, bail};

use super::{
    Needs,
    content::{Layout, Words},
    html::{attribute_values, escape},
    markdown::LEARN,
    offline::Worker,
};

/// The script by which `trunk serve` reloads the page, moved out of the HTML.
pub const RELOAD_FILE: &str = "reload.js";

/// A binary that pages load: its files, from the site's root.
#[derive(Clone, Debug, PartialEq)]
pub struct App {
    /// The script.
    pub js: String,
    /// What it loads.
    pub wasm: String,
}

/// The built shell, and what Trunk has told about its main binary.
pub struct Shell {
    html: String,
    /// The labs in the first language.
    pub app: App,
}

impl Shell {
    /// Takes Trunk's page apart. Returns the reload script, too, where Trunk serves rather than builds:
    /// Trunk writes it into the page, which the Content-Security-Policy rightly refuses.
    pub fn from_trunk(built: &str) -> Result<(Self, Option<String>)> {
        let (html, app) = cut(built, "<meta name=\"app\"", ">")
            .context("index.html: Trunk has left no <meta name=\"app\">; see pattern_script in Trunk.toml")?;
        let file = |name| {
            attribute_values(&app, name)
                .next()
                .map(|(_, value)| value.trim_start_matches("./").to_owned())
                .with_context(|| format!("{app} has no {name}"))
        };
        let app = App { js: file("data-js")?, wasm: file("data-wasm")? };
        let (html, reload) = match cut(&html, "<script>", "</script>") {
            Some((html, script)) => {
                let tag = format!("<script src=\"./{RELOAD_FILE}\" defer></script>\n</body>");
                (html.replace("</body>", &tag), Some(reload_script(&script)))
            }
            None => (html, None),
        };
        // Trunk closes elements that HTML does not.
        let html = html.replace("/>", ">");
        // The comment for readers of the source, and the empty lines where Trunk has taken links out.
        let html = cut(&html, "<!--", "-->").map_or(html, |(html, _)| html);
        let html = html.lines().filter(|line| !line.trim().is_empty()).collect::<Vec<_>>().join("\n") + "\n";
        Ok((Self { html, app }, reload))
    }

    /// Makes one page. `base` leads from its folder to the site's root. A worker fills two slots, its name and its
    /// name with `_version`.
    pub fn fill(
        &self,
        base: &str,
        workers: &[Worker],
        layout: Layout,
        needs: &Needs,
        words: &Words,
        slots: &[(&str, &str)],
    ) -> Result<String> {
        // A page that is a lab does without the sheet of what is read; others' sheets come with them.
        let sheet = |line: &&str, name: &str| line.contains(&format!("href=\"./{name}"));
        let unread = |line: &&str| {
            let of_others = [App::TOOLS, LEARN].into_iter();
            layout == Layout::Lab && sheet(line, "text")
                || of_others
                    .filter(|name| !needs.apps.iter().any(|app| app.is(name)))
                    .any(|name| sheet(line, name))
        };
        let lines = self.html.split_inclusive('\n').filter(|line| !unread(line));
        let html = lines.collect::<String>().replace("=\"./", &format!("=\"{base}"));
        let mut apps = needs.apps.iter().map(|app| app.tags(base)).collect::<Vec<_>>().join("\n");
        if let Some(App { js, wasm }) = needs.later {
            let css = self.html.lines().find(|line| sheet(line, App::TOOLS));
            let css = css.and_then(|line| attribute_values(line, "href").next()).map_or("", |(_, css)| css);
            let css = css.trim_start_matches("./");
            apps += &format!(
                "\n<meta name=\"tools\" data-js=\"{base}{js}\" data-wasm=\"{base}{wasm}\" \
                 data-css=\"{base}{css}\" data-error=\"{}\">",
                escape(&words.tools_error)
            );
        }
        let escaped = [
            ("skip", &words.skip),
            ("theme_label", &words.theme),
            ("theme_system", &words.theme_system),
            ("theme_light", &words.theme_light),
            ("theme_dark", &words.theme_dark),
        ]
        .map(|(name, text)| (name, escape(text)));
        let mut all =
            vec![("base", base), ("layout", layout.name()), ("apps", &apps), ("footer", &words.footer)];
        let versions: Vec<_> =
            workers.iter().map(|it| (format!("{}_version", it.name), &it.version)).collect();
        all.extend(workers.iter().map(|it| (it.name.as_str(), it.loader.as_str())));
        all.extend(versions.iter().map(|(name, version)| (name.as_str(), version.as_str())));
        all.extend(escaped.iter().map(|(name, text)| (*name, text.as_str())));
        all.extend_from_slice(slots);
        fill(&html, &all)
    }
}

impl App {
    /// What the binary of terminal and console is called, and its sheet.
    const TOOLS: &str = "tools";

    fn is(&self, name: &str) -> bool {
        self.js.ends_with(&format!("/{name}.js"))
    }

    /// What a page with islands adds: where `boot.js` finds what runs them, and its early fetch.
    fn tags(&self, base: &str) -> String {
        let App { js, wasm } = self;
        format!(
            "<meta name=\"app\" data-js=\"{base}{js}\" data-wasm=\"{base}{wasm}\">\n\
             <link rel=\"modulepreload\" href=\"{base}{js}\">\n\
             <link rel=\"preload\" href=\"{base}{wasm}\" as=\"fetch\" type=\"application/wasm\" crossorigin>"
        )
    }
}

/// Cuts the first piece from `start` through `end` out of a text; returns the rest and the piece.
fn cut(text: &str, start: &str, end: &str) -> Option<(String, String)> {
    let from = text.find(start)?;
    let to = from + text[from..].find(end)? + end.len();
    Some((format!("{}{}", &text[..from], &text[to..]), text[from..to].to_owned()))
}

/// Trunk fills these two only in HTML.
fn reload_script(element: &str) -> String {
    element
        .trim_start_matches("<script>")
        .trim_end_matches("</script>")
        .replace("'{{__TRUNK_ADDRESS__}}'", "location.host")
        .replace("{{__TRUNK_WS_BASE__}}", "/")
}

/// Puts values into `{{slots}}`, in one pass, so that a value may hold braces.
fn fill(html: &str, slots: &[(&str, &str)]) -> Result<String> {
    let mut filled = String::with_capacity(html.len() * 2);
    let mut rest = html;
    while let Some((before, after)) = rest.split_once("{{") {
        let (name, after) = after.split_once("}}").context("index.html: a slot has no closing braces")?;
        let Some((_, value)) = slots.iter().find(|(slot, _)| *slot == name) else {
            bail!("index.html: nothing fills the slot {{{{{name}}}}}");
        };
        filled += before;
        filled += value;
        rest = after;
    }
    Ok(filled + rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BUILT: &str = "<html lang=\"{{lang}}\"><head><link href=\"./a.css\">\n\
        <meta name=\"app\" data-js=\"./app-1.js\" data-wasm=\"./app-1_bg.wasm\">{{apps}}</head>\
        <body>{{main}}</body></html>";

    fn words() -> Words {
        toml::from_str(include_str!("../../../content/en/site.toml")).unwrap()
    }

    fn page(built: &str, with_app: bool) -> String {
        let (shell, _) = Shell::from_trunk(built).unwrap();
        let slots = [("lang", "en"), ("main", "<p>{{not a slot}}</p>")];
        shell
            .fill("../", &[], Layout::Text, &needs(with_app.then_some(&shell.app)), &words(), &slots)
            .unwrap()
    }

    fn needs(app: Option<&App>) -> Needs<'_> {
        Needs { apps: Vec::from_iter(app), later: None }
    }

    #[test]
    fn only_a_page_with_an_island_loads_the_app() {
        assert_eq!(
            page(BUILT, false),
            "<html lang=\"en\"><head><link href=\"../a.css\">\n</head><body><p>{{not a slot}}</p></body></html>\n"
        );
        let with_app = page(BUILT, true);
        assert!(
            with_app.contains("<meta name=\"app\" data-js=\"../app-1.js\" data-wasm=\"../app-1_bg.wasm\">")
        );
        assert!(with_app.contains("<link rel=\"modulepreload\" href=\"../app-1.js\">"));
    }

    #[test]
    fn trunk_closes_what_html_does_not() {
        assert!(page(&BUILT.replace("a.css\">", "a.css\"/>"), false).contains("<link href=\"../a.css\">"));
    }

    #[test]
    fn a_page_that_is_a_lab_loads_no_sheet_for_reading() {
        let built = BUILT.replace("<meta name", "\n<link href=\"./text-0.css\">\n<meta name");
        let (shell, _) = Shell::from_trunk(&built).unwrap();
        let page = |layout: Layout| {
            shell.fill("../", &[], layout, &needs(None), &words(), &[("lang", "en"), ("main", "")]).unwrap()
        };
        assert!(page(Layout::Text).contains("../text-0.css"));
        assert!(!page(Layout::Lab).contains("text-0.css"));
        assert!(page(Layout::Lab).contains("../a.css"));
    }

    #[test]
    fn a_page_knows_its_workers() {
        let (shell, _) =
            Shell::from_trunk(&BUILT.replace("{{lang}}", "{{engine}} {{engine_version}}")).unwrap();
        let engine = Worker { name: "engine".into(), loader: "e/l.js".into(), version: "1".into() };
        let page = shell.fill("", &[engine], Layout::Text, &needs(None), &words(), &[("main", "")]).unwrap();
        assert!(page.starts_with("<html lang=\"e/l.js 1\">"));
    }

    #[test]
    fn the_tools_come_at_once_with_a_terminal_and_later_with_a_lab() {
        let built = BUILT.replace("<meta name", "\n<link href=\"./tools-0.css\">\n<meta name");
        let (shell, _) = Shell::from_trunk(&built).unwrap();
        let tools = App { js: "tools-1/tools.js".into(), wasm: "tools-1/tools_bg.wasm".into() };
        let page = |needs: &Needs| {
            let slots = [("lang", "en"), ("main", "")];
            shell.fill("../", &[], Layout::Lab, needs, &words(), &slots).unwrap()
        };
        let terminal = page(&needs(Some(&tools)));
        assert!(terminal.contains("<link href=\"../tools-0.css\">") && !terminal.contains("name=\"tools\""));
        let lab = page(&Needs { apps: vec![&shell.app], later: Some(&tools) });
        assert!(!lab.contains("<link href=\"../tools-0.css\">"));
        assert!(
            lab.contains("data-js=\"../tools-1/tools.js\"") && lab.contains("data-css=\"../tools-0.css\"")
        );
    }

    #[test]
    fn a_slot_without_value_is_an_error() {
        let error = fill("<p>{{gone}}</p>", &[]).unwrap_err();
        assert_eq!(error.to_string(), "index.html: nothing fills the slot {{gone}}");
    }

    #[test]
    fn the_reload_script_leaves_the_page() {
        let served = BUILT.replace("</body>", "<script>go('{{__TRUNK_ADDRESS__}}')</script></body>");
        let (shell, reload) = Shell::from_trunk(&served).unwrap();
        assert_eq!(reload.unwrap(), "go(location.host)");
        assert!(!shell.html.contains("<script>"));
        assert!(shell.html.contains("<script src=\"./reload.js\" defer></script>"));
    }
}
