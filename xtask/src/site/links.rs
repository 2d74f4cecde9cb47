//! Relative links: where they lead, and how a page finds the site's root.

use std::collections::{BTreeMap, BTreeSet};

use super::html::attribute_values;
use super::markdown::Link;

/// The way from a page's folder to the site's root: `""` → `./`, `en/workbench/` → `../../`.
pub fn base(folder: &str) -> String {
    match folder.matches('/').count() {
        0 => "./".to_owned(),
        depth => "../".repeat(depth),
    }
}

/// What a link may point to.
#[derive(Debug, Default)]
pub struct Targets {
    /// Every page's folder (`en/workbench/`), with the ids on it; `None` where the app makes them.
    pub pages: BTreeMap<String, Option<BTreeSet<String>>>,
    /// Every other file of the site.
    pub files: BTreeSet<String>,
}

/// The ids in a page's HTML.
pub fn ids(html: &str) -> BTreeSet<String> {
    attribute_values(html, "id").map(|(_, id)| id.to_owned()).collect()
}

/// Says what is wrong with a link on the page in `folder`, if anything is.
pub fn check(folder: &str, link: &Link, targets: &Targets) -> Result<(), String> {
    let target = link.target.as_str();
    if has_scheme(target) || target.starts_with("//") {
        return if link.is_image { Err(format!("{target}: no request may leave the site")) } else { Ok(()) };
    }
    if target.starts_with('/') {
        return Err(format!("{target}: starts at the host's root, but the site may lie in any folder"));
    }
    let (path, fragment) = target.split_once('#').unwrap_or((target, ""));
    let path = path.split('?').next().unwrap_or(path);
    let Some(resolved) = resolve(folder, path) else {
        return Err(format!("{target}: leads out of the site"));
    };
    if targets.files.contains(&resolved) {
        return Ok(());
    }
    match targets.pages.get(&resolved) {
        Some(Some(ids)) if !fragment.is_empty() && !ids.contains(fragment) => {
            Err(format!("{target}: /{resolved} has no id {fragment:?}"))
        }
        Some(_) => Ok(()),
        None if targets.pages.contains_key(&format!("{resolved}/")) => {
            Err(format!("{target}: a page's address ends in a slash"))
        }
        None => Err(format!("{target}: the site has no /{resolved}")),
    }
}

fn has_scheme(target: &str) -> bool {
    target
        .split_once(':')
        .is_some_and(|(scheme, _)| !scheme.is_empty() && scheme.bytes().all(|b| b.is_ascii_alphanumeric()))
}

/// A relative path seen from `folder`, as a path from the site's root; `None` above the root.
fn resolve(folder: &str, path: &str) -> Option<String> {
    if path.is_empty() {
        return Some(folder.to_owned());
    }
    let mut parts: Vec<&str> = folder.split('/').filter(|p| !p.is_empty()).collect();
    let mut is_folder = false;
    for part in path.split('/') {
        is_folder = matches!(part, "" | "." | "..");
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            name => parts.push(name),
        }
    }
    let mut resolved = parts.join("/");
    if is_folder && !resolved.is_empty() {
        resolved.push('/');
    }
    Some(resolved)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checked(folder: &str, target: &str) -> Result<(), String> {
        let targets = Targets {
            pages: BTreeMap::from([
                ("en/".into(), Some(BTreeSet::from(["why".into()]))),
                ("en/workbench/".into(), None),
            ]),
            files: BTreeSet::from(["favicon.svg".into()]),
        };
        let link = |is_image| Link { line: 1, target: target.into(), is_image };
        check(folder, &link(target.ends_with(".png")), &targets)
    }

    #[test]
    fn the_base_leads_back_to_the_root() {
        assert_eq!(base(""), "./");
        assert_eq!(base("en/"), "../");
        assert_eq!(base("en/learn/acks/"), "../../../");
    }

    #[test]
    fn paths_resolve_as_in_a_browser() {
        assert_eq!(resolve("en/", "workbench/").unwrap(), "en/workbench/");
        assert_eq!(resolve("en/workbench/", "../").unwrap(), "en/");
        assert_eq!(resolve("en/workbench/", "..").unwrap(), "en/");
        assert_eq!(resolve("en/", "./x.svg").unwrap(), "en/x.svg");
        assert_eq!(resolve("en/", "../").unwrap(), "");
        assert_eq!(resolve("en/", "").unwrap(), "en/");
        assert_eq!(resolve("en/", "../../"), None);
    }

    #[test]
    fn living_links_pass() {
        for (folder, target) in [
            ("en/", "workbench/"),
            ("en/", "workbench/#v1:anything"),
            ("en/workbench/", "../#why"),
            ("en/", "#why"),
            ("en/", "../favicon.svg"),
            ("en/", "https://example.org/"),
            ("en/", "mailto:a@example.org"),
        ] {
            assert_eq!(checked(folder, target), Ok(()), "{target}");
        }
    }

    #[test]
    fn dead_links_say_why() {
        for (target, reason) in [
            ("gone/", "the site has no /en/gone/"),
            ("workbench", "ends in a slash"),
            ("#gone", "has no id"),
            ("/en/", "any folder"),
            ("../../x/", "leads out of the site"),
            ("https://example.org/a.png", "no request may leave"),
        ] {
            let message = checked("en/", target).unwrap_err();
            assert!(message.contains(reason), "{message}");
        }
    }
}
