//! grep, and regular expressions as POSIX writes them.

use super::{
    super::interpreter::{Flow, Shell},
    Options, text,
};
use regex_lite::{Regex, RegexBuilder};

/// Whose grammar a pattern follows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Grammar {
    /// `\(`, `\|` and their like are operators, the bare characters are themselves.
    Basic,
    /// As in `grep -E`.
    Extended,
    /// No operators at all.
    Fixed,
    /// As the regular-expression library has it (`grep -P`).
    Library,
}

/// Compiles a pattern.
pub fn compile(pattern: &str, grammar: Grammar, fold: bool) -> Result<Regex, String> {
    let translated = match grammar {
        Grammar::Fixed => regex_lite::escape(pattern),
        Grammar::Library => pattern.to_owned(),
        Grammar::Basic | Grammar::Extended => translate(pattern, grammar == Grammar::Basic),
    };
    build(&translated, fold)
}

fn build(pattern: &str, fold: bool) -> Result<Regex, String> {
    let mut builder = RegexBuilder::new(pattern);
    builder.case_insensitive(fold).nest_limit(40).size_limit(1 << 20);
    builder.build().map_err(|error| error.to_string())
}

/// From POSIX's grammar to the library's.
fn translate(pattern: &str, basic: bool) -> String {
    let chars: Vec<char> = pattern.chars().collect();
    let mut out = String::new();
    let mut at = 0;
    // Whether an expression or an alternative begins here: a star is a star.
    let mut begins = true;
    while let Some(&c) = chars.get(at) {
        at += 1;
        let next = chars.get(at).copied();
        match c {
            '\\' => {
                at += 1;
                match next {
                    Some(n @ ('(' | ')' | '{' | '}' | '|' | '+' | '?')) => {
                        if !basic {
                            out.push('\\');
                        }
                        out.push(n);
                        begins = basic && matches!(n, '(' | '|');
                        continue;
                    }
                    Some('<' | '>') => out.push_str("\\b"),
                    Some(n) if n.is_alphanumeric() => out.extend(['\\', n]),
                    Some(n) => out.push_str(&regex_lite::escape(n.encode_utf8(&mut [0; 4]))),
                    None => out.push_str("\\\\"),
                }
            }
            '[' => at += bracket(&chars[at..], &mut out),
            '(' | ')' | '{' | '}' | '|' | '+' | '?' if basic => out.extend(['\\', c]),
            '*' if begins => out.push_str("\\*"),
            '^' if basic && !begins => out.push_str("\\^"),
            '$' if basic
                && at < chars.len()
                && !chars[at..].starts_with(&['\\', ')'])
                && !chars[at..].starts_with(&['\\', '|']) =>
            {
                out.push_str("\\$");
            }
            // `{` that counts nothing stands for itself.
            '{' if !next.is_some_and(|n| n.is_ascii_digit() || n == ',') => out.push_str("\\{"),
            c => out.push(c),
        }
        begins = matches!(c, '^') && begins || !basic && matches!(c, '(' | '|');
    }
    out
}

/// A set in brackets, in which a backslash stands for itself; how many characters it took.
fn bracket(rest: &[char], out: &mut String) -> usize {
    let mut at = usize::from(rest.first() == Some(&'^'));
    let begin = at;
    let mut set = String::from(if at > 0 { "[^" } else { "[" });
    loop {
        match rest.get(at) {
            None => {
                // Never closed: the library says so.
                out.push('[');
                return 0;
            }
            Some(']') if at > begin => {
                set.push(']');
                out.push_str(&set);
                return at + 1;
            }
            Some('[') if rest.get(at + 1) == Some(&':') => {
                let length = rest[at..].iter().position(|c| *c == ']').map_or(1, |end| end + 1);
                set.extend(&rest[at..at + length]);
                at += length;
                continue;
            }
            Some(c @ ('\\' | '[' | ']' | '&' | '~')) => set.extend(['\\', *c]),
            Some(c) => set.push(*c),
        }
        at += 1;
    }
}

pub fn run(shell: &mut Shell, args: &[String]) -> Flow {
    let long = [
        ("ignore-case", 'i'),
        ("invert-match", 'v'),
        ("count", 'c'),
        ("line-number", 'n'),
        ("only-matching", 'o'),
        ("extended-regexp", 'E'),
        ("fixed-strings", 'F'),
        ("basic-regexp", 'G'),
        ("perl-regexp", 'P'),
        ("quiet", 'q'),
        ("silent", 'q'),
        ("word-regexp", 'w'),
        ("line-regexp", 'x'),
        ("regexp", 'e'),
        ("max-count", 'm'),
        ("after-context", 'A'),
        ("before-context", 'B'),
        ("context", 'C'),
        ("files-with-matches", 'l'),
        ("no-messages", 's'),
        ("color", 'y'),
        ("colour", 'y'),
        ("line-buffered", 'y'),
    ];
    let mut options = match Options::read("grep", args, "ivcnoEFGPqwxlshHyae:m:A:B:C:", &long) {
        Ok(options) => options,
        Err(why) => return shell.fail(2, why),
    };
    let mut patterns: Vec<String> = options.values('e').map(String::from).collect();
    if patterns.is_empty() {
        if options.rest.is_empty() {
            return shell.fail(2, "Usage: grep [OPTION]... PATTERNS [FILE]...");
        }
        patterns = options.rest.remove(0).split('\n').map(String::from).collect();
    }
    let number = |letter: char| match options.value(letter).map(str::parse::<usize>) {
        None => Ok(None),
        Some(Ok(value)) => Ok(Some(value)),
        Some(Err(_)) => Err(()),
    };
    let (Ok(most), Ok(after), Ok(before), Ok(around)) = (number('m'), number('A'), number('B'), number('C'))
    else {
        return shell.fail(2, "grep: invalid number");
    };
    let after = after.or(around).unwrap_or(0);
    let before = before.or(around).unwrap_or(0);
    let grammar = options.given().fold(Grammar::Basic, |grammar, (letter, _)| match letter {
        'E' => Grammar::Extended,
        'F' => Grammar::Fixed,
        'P' => Grammar::Library,
        'G' => Grammar::Basic,
        _ => grammar,
    });
    let translated: Vec<String> = patterns
        .iter()
        .map(|pattern| match grammar {
            Grammar::Fixed => regex_lite::escape(pattern),
            Grammar::Library => pattern.clone(),
            _ => translate(pattern, grammar == Grammar::Basic),
        })
        .collect();
    let mut whole = if translated.len() == 1 {
        translated.concat()
    } else {
        translated.iter().map(|one| format!("(?:{one})")).collect::<Vec<_>>().join("|")
    };
    if options.has('w') {
        whole = format!(r"\b(?:{whole})\b");
    }
    if options.has('x') {
        whole = format!("^(?:{whole})$");
    }
    let regex = match build(&whole, options.has('i')) {
        Ok(regex) => regex,
        Err(why) => return shell.fail(2, format!("grep: {}: {why}", super::shorten(&patterns.join("\n")))),
    };
    let (list, missing) = text::contents(shell, "grep", &options.rest)?;
    let named = (options.rest.len() > 1 || options.has('H')) && !options.has('h');
    let mut found = false;
    let mut gap = false;
    for (file, text) in &list {
        shell.spend(text.len().saturating_mul(1 + whole.len() / 64))?;
        let label = if file == "-" { "(standard input)" } else { file.as_str() };
        let prefix = |number: usize, sign: char| {
            let name = if named { format!("{label}{sign}") } else { String::new() };
            if options.has('n') { format!("{name}{number}{sign}") } else { name }
        };
        let lines: Vec<&str> = text.lines().collect();
        let mut count = 0;
        // The first line that is not printed yet, and how many more follow the last match.
        let (mut unprinted, mut trailing) = (0, 0);
        for (index, line) in lines.iter().enumerate() {
            if most.is_some_and(|most| count >= most) && trailing == 0 {
                break;
            }
            let hit = most.is_none_or(|most| count < most) && regex.is_match(line) != options.has('v');
            if hit {
                count += 1;
                found = true;
                if options.has('q') {
                    return Ok(0);
                }
            }
            if options.has('c') || options.has('l') {
                continue;
            }
            if hit && options.has('o') {
                if !options.has('v') {
                    for part in regex.find_iter(line).filter(|part| !part.is_empty()) {
                        shell.out(&format!("{}{}\n", prefix(index + 1, ':'), part.as_str()))?;
                    }
                }
            } else if hit {
                let first = index.saturating_sub(before).max(unprinted);
                if gap && first > unprinted && after + before > 0 {
                    shell.out("--\n")?;
                }
                for (number, line) in lines.iter().enumerate().take(index).skip(first) {
                    shell.out(&format!("{}{line}\n", prefix(number + 1, '-')))?;
                }
                shell.out(&format!("{}{line}\n", prefix(index + 1, ':')))?;
                unprinted = index + 1;
                trailing = after;
                gap = true;
            } else if trailing > 0 {
                shell.out(&format!("{}{line}\n", prefix(index + 1, '-')))?;
                unprinted = index + 1;
                trailing -= 1;
            }
        }
        if options.has('c') {
            let name = if named { format!("{label}:") } else { String::new() };
            shell.out(&format!("{name}{count}\n"))?;
        }
        if options.has('l') && count > 0 {
            shell.out(&format!("{label}\n"))?;
        }
    }
    Ok(if missing > 0 { 2 } else { i32::from(!found) })
}
