//! The little HTML that is written by hand: escaping, and finding attributes in what we wrote ourselves.

/// Escapes text for an element's content or a double-quoted attribute.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The values of a double-quoted attribute, each with its byte offset, in the order of the text.
pub fn attribute_values<'a>(html: &'a str, name: &str) -> impl Iterator<Item = (usize, &'a str)> + use<'a> {
    let opening = format!("{name}=\"");
    let mut from = 0;
    std::iter::from_fn(move || {
        loop {
            let at = from + html[from..].find(&opening)?;
            let start = at + opening.len();
            let end = start + html[start..].find('"')?;
            from = end + 1;
            // `data-href="…"` is another attribute.
            if html[..at].ends_with(|c: char| c.is_ascii_whitespace()) {
                return Some((start, &html[start..end]));
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_are_found_by_their_whole_name() {
        let html = "<a href=\"a/\">x</a><p data-href=\"no\">\n<a\nhref=\"b/\">";
        let found: Vec<_> = attribute_values(html, "href").map(|(_, v)| v).collect();
        assert_eq!(found, ["a/", "b/"]);
    }

    #[test]
    fn escaping_covers_attributes() {
        assert_eq!(escape("<a b=\"c\">&"), "&lt;a b=&quot;c&quot;&gt;&amp;");
    }
}
