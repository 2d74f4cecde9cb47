//! A terminal's place in a page: what there is to type, readable before it runs and for good without JavaScript.
//!
//! ```text
//! ```terminal
//! [[suggestion]]
//! part = "…"       # optional: a heading before it
//! title = "…"
//! about = "…"      # optional: what to look for
//! command = '''
//! …'''
//! ```
//! ```

use std::fmt::Write as _;

use anyhow::{Result, ensure};
use serde::Deserialize;

use super::html::escape;

/// What stands in the fence.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Script {
    suggestion: Vec<Suggestion>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Suggestion {
    part: Option<String>,
    title: String,
    about: Option<String>,
    command: String,
}

impl Script {
    /// The list of commands, as the page shows it and as the terminal reads it.
    pub fn html(&self, place_in_file: &str) -> Result<String> {
        let mut html = String::from("<ol class=\"script\">\n");
        for it in &self.suggestion {
            let command = it.command.trim_end();
            ensure!(!command.is_empty(), "{place_in_file}: {}: a command is missing", it.title);
            html += "<li";
            if let Some(part) = &it.part {
                write!(html, " data-part=\"{}\"", escape(part))?;
            }
            write!(html, "><p class=\"title\">{}</p>", escape(&it.title))?;
            if let Some(about) = &it.about {
                write!(html, "<p class=\"about\">{}</p>", escape(about))?;
            }
            writeln!(html, "<pre translate=\"no\"><code>{}</code></pre></li>", escape(command))?;
        }
        Ok(html + "</ol>\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_kept_as_they_are_written() {
        let text = "[[suggestion]]\ntitle = \"T\"\ncommand = '''\ncurl \\\n  -d \"a\" | jq\n'''\n";
        let script: Script = toml::from_str(text).unwrap();
        let html = script.html("x").unwrap();
        assert!(html.contains("<code>curl \\\n  -d &quot;a&quot; | jq</code>"), "{html}");
        let empty: Script = toml::from_str("[[suggestion]]\ntitle = \"T\"\ncommand = \"\"\n").unwrap();
        assert!(empty.html("x").unwrap_err().to_string().starts_with("x: T:"));
    }
}
