//! Shell patterns: `*`, `?`, `[a-z]`. Matching never backs up further than the last star, so it stays quadratic.

#[derive(Debug, Clone, PartialEq)]
enum Item {
    Literal(char),
    Any,
    One,
    Set { not: bool, ranges: Vec<(char, char)> },
}

/// A pattern whose quoted characters stand for themselves.
#[derive(Debug, Clone, Default)]
pub struct Pattern(Vec<Item>);

impl Pattern {
    /// From runs of characters, each quoted or not.
    pub fn new(runs: &[(String, bool)]) -> Self {
        let chars: Vec<(char, bool)> =
            runs.iter().flat_map(|(text, quoted)| text.chars().map(|c| (c, *quoted))).collect();
        let mut items = Vec::new();
        let mut at = 0;
        while let Some(&(c, quoted)) = chars.get(at) {
            at += 1;
            items.push(match c {
                _ if quoted => Item::Literal(c),
                '*' if items.last() == Some(&Item::Any) => continue,
                '*' => Item::Any,
                '?' => Item::One,
                '[' => match set(&chars[at..]) {
                    Some((item, length)) => {
                        at += length;
                        item
                    }
                    None => Item::Literal('['),
                },
                c => Item::Literal(c),
            });
        }
        Self(items)
    }

    /// Whether anything in it is more than a literal.
    pub fn is_magic(&self) -> bool {
        self.0.iter().any(|item| !matches!(item, Item::Literal(_)))
    }

    /// Whether it matches the whole text.
    pub fn matches(&self, text: &[char]) -> bool {
        let (mut item, mut at) = (0, 0);
        // Where the last star stood, and how far it has eaten.
        let mut star: Option<(usize, usize)> = None;
        loop {
            match self.0.get(item) {
                Some(Item::Any) => {
                    star = Some((item, at));
                    item += 1;
                    continue;
                }
                Some(other) if at < text.len() && other.fits(text[at]) => {
                    item += 1;
                    at += 1;
                    continue;
                }
                None if at == text.len() => return true,
                _ => {}
            }
            match star {
                Some((begin, eaten)) if eaten < text.len() => {
                    star = Some((begin, eaten + 1));
                    item = begin + 1;
                    at = eaten + 1;
                }
                _ => return false,
            }
        }
    }

    /// How much work a match on a text of some length may be.
    pub fn work(&self, length: usize) -> usize {
        length.saturating_mul(self.0.len()) / 32
    }

    /// Where the pattern matches at the text's beginning: the length, shortest or longest; and how many characters
    /// were looked at.
    pub fn prefix(&self, text: &[char], longest: bool) -> (Option<usize>, usize) {
        follow(self.0.iter().collect(), text.iter(), longest)
    }

    /// Where a match at the text's end begins.
    pub fn suffix(&self, text: &[char], longest: bool) -> Option<usize> {
        follow(self.0.iter().rev().collect(), text.iter().rev(), longest).0.map(|length| text.len() - length)
    }
}

/// Follows all ways through the items at once, character by character.
fn follow<'a>(
    items: Vec<&Item>,
    text: impl Iterator<Item = &'a char>,
    longest: bool,
) -> (Option<usize>, usize) {
    // A star may be passed without a character.
    let reach = |states: &mut Vec<bool>| {
        for (at, item) in items.iter().enumerate() {
            states[at + 1] |= states[at] && **item == Item::Any;
        }
    };
    let mut states = vec![false; items.len() + 1];
    states[0] = true;
    reach(&mut states);
    let mut found = states[items.len()].then_some(0);
    let mut read = 0;
    for c in text {
        if found.is_some() && !longest || !states.contains(&true) {
            break;
        }
        read += 1;
        let mut next = vec![false; items.len() + 1];
        for (at, item) in items.iter().enumerate().filter(|(at, _)| states[*at]) {
            match item {
                Item::Any => next[at] = true,
                item => next[at + 1] |= item.fits(*c),
            }
        }
        reach(&mut next);
        states = next;
        if states[items.len()] {
            found = Some(read);
        }
    }
    (found, read)
}

impl Item {
    fn fits(&self, c: char) -> bool {
        match self {
            Self::Literal(own) => *own == c,
            Self::Any => false,
            Self::One => true,
            Self::Set { not, ranges } => ranges.iter().any(|(from, to)| (*from..=*to).contains(&c)) != *not,
        }
    }
}

/// The set after a `[`, and how many characters it took with its `]`.
fn set(rest: &[(char, bool)]) -> Option<(Item, usize)> {
    let mut at = 0;
    let not = matches!(rest.first(), Some(('!' | '^', false)));
    at += usize::from(not);
    let mut ranges = Vec::new();
    let begin = at;
    loop {
        let &(c, quoted) = rest.get(at)?;
        match c {
            ']' if !quoted && at > begin => return Some((Item::Set { not, ranges }, at + 1)),
            '[' if !quoted && rest.get(at + 1) == Some(&(':', false)) => {
                let name: String =
                    rest[at + 2..].iter().map(|(c, _)| *c).take_while(|c| *c != ':').take(8).collect();
                ranges.extend(class(&name)?);
                at += name.len() + 4;
            }
            c => match (rest.get(at + 1), rest.get(at + 2)) {
                (Some(('-', false)), Some((to, _))) if *to != ']' => {
                    ranges.push((c, *to));
                    at += 3;
                }
                _ => {
                    ranges.push((c, c));
                    at += 1;
                }
            },
        }
    }
}

/// The ASCII ranges of a named class (`[:digit:]`).
pub fn class(name: &str) -> Option<&'static [(char, char)]> {
    Some(match name {
        "alnum" => &[('0', '9'), ('A', 'Z'), ('a', 'z')],
        "alpha" => &[('A', 'Z'), ('a', 'z')],
        "blank" => &[(' ', ' '), ('\t', '\t')],
        "cntrl" => &[('\0', '\x1f'), ('\x7f', '\x7f')],
        "digit" => &[('0', '9')],
        "graph" => &[('!', '~')],
        "lower" => &[('a', 'z')],
        "print" => &[(' ', '~')],
        "punct" => &[('!', '/'), (':', '@'), ('[', '`'), ('{', '~')],
        "space" => &[(' ', ' '), ('\t', '\r')],
        "upper" => &[('A', 'Z')],
        "xdigit" => &[('0', '9'), ('A', 'F'), ('a', 'f')],
        _ => return None,
    })
}
