//! Places in what a visitor types: browsers count UTF-16 units, everything else here counts bytes.

/// The byte at which so many UTF-16 units have passed.
pub fn byte_at(text: &str, units: usize) -> usize {
    let mut passed = 0;
    for (at, c) in text.char_indices() {
        if passed >= units {
            return at;
        }
        passed += c.len_utf16();
    }
    text.len()
}

/// How many UTF-16 units lie before this byte.
pub fn units_at(text: &str, byte: usize) -> usize {
    text.char_indices().take_while(|(at, _)| *at < byte).map(|(_, c)| c.len_utf16()).sum()
}

/// The nearest place at or before this byte where a character begins.
pub fn floor(text: &str, byte: usize) -> usize {
    (0..=byte.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

/// Where the name begins that ends at this byte: letters, digits and underscores.
pub fn name_before(text: &str, byte: usize) -> usize {
    let before = &text[..floor(text, byte)];
    let name = |c: char| c.is_alphanumeric() || c == '_';
    before.rfind(|c| !name(c)).map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8))
}

/// What all of these words begin with.
pub fn common_beginning(words: &[String]) -> &str {
    let Some(first) = words.first() else { return "" };
    let agree = |n: usize| words.iter().all(|word| word.get(..n) == first.get(..n));
    let n = (0..=first.len()).rev().find(|&n| first.is_char_boundary(n) && agree(n)).unwrap_or(0);
    &first[..n]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_in_both_ways() {
        let text = "a信😀b";
        for (units, byte) in [(0, 0), (1, 1), (2, 4), (4, 8), (5, 9), (99, 9)] {
            assert_eq!(byte_at(text, units), byte);
        }
        assert_eq!([units_at(text, 4), units_at(text, 8), units_at(text, 9)], [2, 4, 5]);
        assert_eq!([floor(text, 3), floor(text, 4), floor(text, 99)], [1, 4, 9]);
    }

    #[test]
    fn a_name_begins_after_what_is_no_name() {
        assert_eq!(name_before("SELECT o.ev", 11), 9);
        assert_eq!(name_before("orders", 6), 0);
        assert_eq!(name_before("信 ord", 7), 4);
        assert_eq!(name_before("", 0), 0);
    }

    #[test]
    fn what_words_begin_with() {
        let words = |list: &[&str]| list.iter().map(|w| (*w).to_string()).collect::<Vec<_>>();
        assert_eq!(common_beginning(&words(&["docker", "docs/"])), "doc");
        assert_eq!(common_beginning(&words(&["信箱", "信件"])), "信");
        assert_eq!(common_beginning(&[]), "");
    }
}
