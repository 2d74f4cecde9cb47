//! Commands over lines: cat, head, tail, wc, sort, uniq, cut, tr, tee, rev, tac.

use super::{
    super::{
        escapes::{self, Kind},
        interpreter::{Flow, Shell, Stop},
        pattern,
    },
    Options,
};
use std::{
    cmp::Ordering,
    collections::{BTreeMap, BTreeSet},
};

/// The contents of files, or of standard input where none is named; what is missing is told, and the status is 1.
pub fn contents(
    shell: &mut Shell,
    command: &str,
    files: &[String],
) -> Result<(Vec<(String, String)>, i32), Stop> {
    if files.is_empty() {
        return Ok((vec![("-".into(), shell.read_all()?)], 0));
    }
    let mut list = Vec::new();
    let mut status = 0;
    for file in files {
        match shell.content(file)? {
            Ok(text) => list.push((file.clone(), text)),
            Err(why) => status = shell.fail(1, format!("{command}: {why}"))?,
        }
    }
    Ok((list, status))
}

fn joined(shell: &mut Shell, command: &str, files: &[String]) -> Result<(String, i32), Stop> {
    let (list, status) = contents(shell, command, files)?;
    Ok((list.into_iter().map(|(_, text)| text).collect(), status))
}

pub fn cat(shell: &mut Shell, args: &[String]) -> Flow {
    let options = match Options::read("cat", args, "nuAbsSRFX", &[("number", 'n')]) {
        Ok(options) => options,
        Err(why) => return shell.fail(1, why),
    };
    let (list, status) = contents(shell, "cat", &options.rest)?;
    let mut number = 0;
    for (_, text) in list {
        if !options.has('n') {
            shell.out(&text)?;
            continue;
        }
        for line in text.split_inclusive('\n') {
            number += 1;
            shell.out(&format!("{number:6}\t{line}"))?;
        }
    }
    Ok(status)
}

/// `-3` as the old form of `-n 3`.
fn old_form(args: &[String]) -> Vec<String> {
    let is_number = |arg: &str| {
        arg.strip_prefix('-')
            .is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
    };
    args.iter()
        .enumerate()
        .map(|(at, arg)| match at.checked_sub(1).map(|before| args[before].as_str()) {
            Some("-n" | "-c") => arg.clone(),
            _ if is_number(arg) => format!("-n{}", &arg[1..]),
            _ => arg.clone(),
        })
        .collect()
}

pub fn head(shell: &mut Shell, args: &[String]) -> Flow {
    ends(shell, "head", args)
}

pub fn tail(shell: &mut Shell, args: &[String]) -> Flow {
    ends(shell, "tail", args)
}

fn ends(shell: &mut Shell, name: &str, args: &[String]) -> Flow {
    let long = [("lines", 'n'), ("bytes", 'c'), ("quiet", 'q'), ("follow", 'f')];
    let options = match Options::read(name, &old_form(args), "n:c:qvfF", &long) {
        Ok(options) => options,
        Err(why) => return shell.fail(1, why),
    };
    let (unit, amount) = match (options.value('c'), options.value('n')) {
        (Some(bytes), _) => ('c', bytes),
        (None, lines) => ('n', lines.unwrap_or("10")),
    };
    let sign = amount.chars().next().filter(|c| matches!(c, '+' | '-'));
    let Ok(count) = amount.trim_start_matches(['+', '-']).parse::<usize>() else {
        let what = if unit == 'c' { "bytes" } else { "lines" };
        return shell.fail(1, format!("{name}: invalid number of {what}: '{}'", super::shorten(amount)));
    };
    // `head -n 3` of what is piped in leaves the rest of the pipe alone, so nobody hears that it was cut.
    if name == "head" && unit == 'n' && sign != Some('-') && options.rest.is_empty() {
        for _ in 0..count {
            let line = shell.read_line()?;
            if line.is_empty() {
                break;
            }
            shell.out(&line)?;
        }
        return Ok(0);
    }
    let (list, status) = contents(shell, name, &options.rest)?;
    let titled = (list.len() > 1 && !options.has('q')) || options.has('v');
    for (index, (file, text)) in list.iter().enumerate() {
        if titled {
            let gap = if index > 0 { "\n" } else { "" };
            shell.out(&format!("{gap}==> {file} <==\n"))?;
        }
        // Where each unit ends.
        let cuts: Vec<usize> = match unit {
            'c' => (1..=text.len()).collect(),
            _ => {
                let mut at = 0;
                text.split_inclusive('\n')
                    .map(|line| {
                        at += line.len();
                        at
                    })
                    .collect()
            }
        };
        let cut = |units: usize| match units.min(cuts.len()) {
            0 => 0,
            units => cuts[units - 1],
        };
        let part = match (name, sign) {
            ("head", Some('-')) => &text.as_bytes()[..cut(cuts.len().saturating_sub(count))],
            ("head", _) => &text.as_bytes()[..cut(count)],
            (_, Some('+')) => &text.as_bytes()[cut(count.saturating_sub(1))..],
            _ => &text.as_bytes()[cut(cuts.len().saturating_sub(count))..],
        };
        shell.out(&String::from_utf8_lossy(part))?;
    }
    if options.has('f') || options.has('F') {
        return shell.fail(status, "tail: -f does not wait here: nothing writes while the terminal is busy");
    }
    Ok(status)
}

pub fn wc(shell: &mut Shell, args: &[String]) -> Flow {
    let long = [("lines", 'l'), ("words", 'w'), ("bytes", 'c'), ("chars", 'm')];
    let options = match Options::read("wc", args, "lwcmL", &long) {
        Ok(options) => options,
        Err(why) => return shell.fail(1, why),
    };
    let (list, status) = contents(shell, "wc", &options.rest)?;
    let chosen: Vec<char> = match "lwmc".chars().filter(|c| options.has(*c)).collect::<Vec<_>>() {
        none if none.is_empty() => vec!['l', 'w', 'c'],
        some => some,
    };
    let count = |text: &str| -> Vec<usize> {
        chosen
            .iter()
            .map(|what| match what {
                'l' => text.matches('\n').count(),
                'w' => text.split_whitespace().count(),
                'm' => text.chars().count(),
                _ => text.len(),
            })
            .collect()
    };
    let mut rows: Vec<(Vec<usize>, String)> =
        list.iter().map(|(file, text)| (count(text), file.clone())).collect();
    if rows.len() > 1 {
        let total = (0..chosen.len()).map(|i| rows.iter().map(|(row, _)| row[i]).sum()).collect();
        rows.push((total, "total".into()));
    }
    // As GNU's: as wide as the largest number; seven where standard input gives several.
    let bytes: usize = list.iter().map(|(_, text)| text.len()).sum();
    let width = match (options.rest.is_empty(), chosen.len() + rows.len()) {
        (_, 2) => 1,
        (true, _) => 7,
        (false, _) => bytes.to_string().len(),
    };
    for (row, file) in rows {
        let numbers: Vec<String> = row.iter().map(|n| format!("{n:width$}")).collect();
        let name = if options.rest.is_empty() { String::new() } else { format!(" {file}") };
        shell.out(&format!("{}{name}\n", numbers.join(" ")))?;
    }
    Ok(status)
}

/// A sort key: fields from and to (0: the line's end), and its own flags.
struct Key {
    from: usize,
    to: usize,
    numeric: bool,
    reverse: bool,
    fold: bool,
}

impl Key {
    fn read(text: &str) -> Option<Self> {
        let number = |part: &str| {
            let digits = part.find(|c: char| !c.is_ascii_digit()).unwrap_or(part.len());
            Some((part[..digits].parse::<usize>().ok()?, part[digits..].to_owned()))
        };
        let (from, to) = text.split_once(',').map_or((text, None), |(from, to)| (from, Some(to)));
        let (from, mut flags) = number(from)?;
        let to = match to {
            Some(to) => {
                let (to, more) = number(to)?;
                flags.push_str(&more);
                to
            }
            None => 0,
        };
        let known = flags.chars().all(|c| matches!(c, 'n' | 'r' | 'f' | 'b' | 'g' | 'h' | 'd'));
        (from > 0 && known).then(|| Self {
            from,
            to,
            numeric: flags.contains(['n', 'g', 'h']),
            reverse: flags.contains('r'),
            fold: flags.contains('f'),
        })
    }

    fn of<'a>(&self, line: &'a str, separator: Option<char>) -> &'a str {
        let mut starts: Vec<(usize, usize)> = Vec::new();
        match separator {
            Some(separator) => {
                let mut at = 0;
                for field in line.split(separator) {
                    starts.push((at, at + field.len()));
                    at += field.len() + separator.len_utf8();
                }
            }
            None => {
                // A field begins with the blanks before it.
                let mut at = 0;
                while at < line.len() {
                    let rest = &line[at..];
                    let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
                    let word = rest[blanks..].find([' ', '\t']).unwrap_or(rest.len() - blanks);
                    starts.push((at, at + blanks + word));
                    at += blanks + word;
                }
            }
        }
        let Some((from, _)) = starts.get(self.from - 1) else { return "" };
        let to = match self.to {
            0 => line.len(),
            to => starts.get(to - 1).map_or(line.len(), |(_, end)| *end),
        };
        line.get(*from..to).unwrap_or("")
    }
}

/// The number that a text begins with; 0 without one.
fn leading_number(text: &str) -> f64 {
    let text = text.trim_start();
    let mut seen = String::new();
    for c in text.chars() {
        let fits = c.is_ascii_digit() || c == '-' && seen.is_empty() || c == '.' && !seen.contains('.');
        if !fits {
            break;
        }
        seen.push(c);
    }
    seen.parse().unwrap_or(0.0)
}

pub fn sort(shell: &mut Shell, args: &[String]) -> Flow {
    let long = [
        ("numeric-sort", 'n'),
        ("reverse", 'r'),
        ("unique", 'u'),
        ("key", 'k'),
        ("field-separator", 't'),
        ("stable", 's'),
    ];
    let options = match Options::read("sort", args, "nrufbghdsVk:t:o:c", &long) {
        Ok(options) => options,
        Err(why) => return shell.fail(2, why),
    };
    let separator = match options.value('t') {
        Some("\\t") => Some('\t'),
        Some(text) => text.chars().next(),
        None => None,
    };
    let mut keys = Vec::new();
    for text in options.values('k') {
        match Key::read(text) {
            Some(key) => keys.push(key),
            None => return shell.fail(2, format!("sort: invalid key: '{}'", super::shorten(text))),
        }
    }
    let numeric = options.has('n') || options.has('g') || options.has('h');
    let (reverse, fold) = (options.has('r'), options.has('f'));
    for key in &mut keys {
        if !(key.numeric || key.reverse || key.fold) {
            (key.numeric, key.reverse, key.fold) = (numeric, reverse, fold);
        }
    }
    let (text, status) = joined(shell, "sort", &options.rest)?;
    let mut lines: Vec<&str> = text.lines().collect();
    let part = |a: &str, b: &str, numeric: bool, fold: bool, reverse: bool| {
        let order = match (numeric, fold) {
            (true, _) => leading_number(a).total_cmp(&leading_number(b)),
            (_, true) => a.to_uppercase().cmp(&b.to_uppercase()),
            _ => a.cmp(b),
        };
        if reverse { order.reverse() } else { order }
    };
    let by_key = |a: &str, b: &str| {
        if keys.is_empty() {
            return part(a, b, numeric, fold, reverse);
        }
        keys.iter()
            .map(|key| part(key.of(a, separator), key.of(b, separator), key.numeric, key.fold, key.reverse))
            .find(|order| *order != Ordering::Equal)
            .unwrap_or(Ordering::Equal)
    };
    shell.spend(text.len().saturating_mul(2))?;
    lines.sort_by(|a, b| {
        by_key(a, b).then_with(|| match (options.has('u') || options.has('s'), reverse) {
            (true, _) => Ordering::Equal,
            (_, true) => b.cmp(a),
            _ => a.cmp(b),
        })
    });
    if options.has('u') {
        lines.dedup_by(|a, b| by_key(a, b) == Ordering::Equal);
    }
    let sorted: String = lines.iter().flat_map(|line| [line, "\n"]).collect();
    match options.value('o') {
        Some(file) => write_file(shell, "sort", file, &sorted),
        None => shell.out(&sorted).map(|()| status),
    }
}

fn write_file(shell: &mut Shell, command: &str, file: &str, text: &str) -> Flow {
    let path = shell.session.absolute(file);
    shell.spend(text.len())?;
    match shell.session.create(&path).and_then(|()| shell.session.append(&path, text)) {
        Ok(()) => Ok(0),
        Err(why) => shell.fail(1, format!("{command}: {file}: {why}")),
    }
}

pub fn uniq(shell: &mut Shell, args: &[String]) -> Flow {
    let long = [("count", 'c'), ("repeated", 'd'), ("unique", 'u'), ("ignore-case", 'i')];
    let options = match Options::read("uniq", args, "cdui", &long) {
        Ok(options) => options,
        Err(why) => return shell.fail(1, why),
    };
    let (text, status) = joined(shell, "uniq", &options.rest)?;
    let mut groups: Vec<(usize, &str)> = Vec::new();
    for line in text.lines() {
        match groups.last_mut() {
            Some((count, last))
                if *last == line || options.has('i') && last.to_lowercase() == line.to_lowercase() =>
            {
                *count += 1;
            }
            _ => groups.push((1, line)),
        }
    }
    let mut out = String::new();
    for (count, line) in groups {
        if options.has('d') && count < 2 || options.has('u') && count > 1 {
            continue;
        }
        if options.has('c') {
            out.push_str(&format!("{count:7} "));
        }
        out.push_str(line);
        out.push('\n');
    }
    shell.out(&out)?;
    Ok(status)
}

/// `1,3-5,7-`: ranges counted from 1.
fn ranges(text: &str) -> Option<Vec<(usize, usize)>> {
    text.split(',')
        .map(|part| {
            let (from, to) = match part.split_once('-') {
                None => (part.parse().ok()?, part.parse().ok()?),
                Some(("", "")) => return None,
                Some((from, to)) => (
                    if from.is_empty() { 1 } else { from.parse().ok()? },
                    if to.is_empty() { usize::MAX } else { to.parse().ok()? },
                ),
            };
            (from > 0 && from <= to).then_some((from, to))
        })
        .collect()
}

pub fn cut(shell: &mut Shell, args: &[String]) -> Flow {
    let long = [
        ("delimiter", 'd'),
        ("fields", 'f'),
        ("characters", 'c'),
        ("only-delimited", 's'),
        ("output-delimiter", 'o'),
    ];
    let options = match Options::read("cut", args, "d:f:c:b:so:", &long) {
        Ok(options) => options,
        Err(why) => return shell.fail(1, why),
    };
    let fields = options.value('f');
    let Some(list) = fields.or(options.value('c')).or(options.value('b')) else {
        return shell.fail(1, "cut: you must specify a list of bytes, characters, or fields");
    };
    let Some(ranges) = ranges(list) else {
        return shell.fail(1, format!("cut: invalid list: '{}'", super::shorten(list)));
    };
    let chosen = |index: usize| ranges.iter().any(|(from, to)| (*from..=*to).contains(&(index + 1)));
    let delimiter = options.value('d').unwrap_or("\t").to_owned();
    if delimiter.chars().count() != 1 {
        return shell.fail(1, "cut: the delimiter must be a single character");
    }
    let between = options.value('o').unwrap_or(&delimiter).to_owned();
    let (text, status) = joined(shell, "cut", &options.rest)?;
    shell.spend(text.len().saturating_mul(ranges.len()) / 4)?;
    let mut out = String::new();
    for line in text.lines() {
        if fields.is_none() {
            out.extend(line.chars().enumerate().filter(|(index, _)| chosen(*index)).map(|(_, c)| c));
        } else if line.contains(&delimiter) {
            let kept: Vec<&str> = line
                .split(&delimiter)
                .enumerate()
                .filter(|(index, _)| chosen(*index))
                .map(|(_, part)| part)
                .collect();
            out.push_str(&kept.join(&between));
        } else if options.has('s') {
            continue;
        } else {
            out.push_str(line);
        }
        out.push('\n');
    }
    shell.out(&out)?;
    Ok(status)
}

/// The characters of a set of tr: ranges, classes, escapes.
fn tr_set(text: &str) -> Vec<char> {
    let (text, _) = escapes::unescape(text, Kind::Format);
    let chars: Vec<char> = text.chars().collect();
    let mut set = Vec::new();
    let mut at = 0;
    while let Some(&c) = chars.get(at) {
        if c == '[' && chars.get(at + 1) == Some(&':') {
            let name: String = chars[at + 2..].iter().take_while(|c| **c != ':').take(8).collect();
            if let Some(ranges) = pattern::class(&name) {
                set.extend(ranges.iter().flat_map(|(from, to)| *from..=*to));
                at += name.len() + 4;
                continue;
            }
        }
        match (chars.get(at + 1), chars.get(at + 2)) {
            (Some('-'), Some(to)) if c <= *to => {
                set.extend((c..=*to).take(4096));
                at += 3;
            }
            _ => {
                set.push(c);
                at += 1;
            }
        }
        if set.len() > 8192 {
            break;
        }
    }
    set
}

pub fn tr(shell: &mut Shell, args: &[String]) -> Flow {
    let long = [("delete", 'd'), ("squeeze-repeats", 's'), ("complement", 'c')];
    // A set may begin with a dash; options stand first.
    let options = match Options::read("tr", args, "dscC", &long) {
        Ok(options) => options,
        Err(why) => return shell.fail(1, why),
    };
    let (delete, squeeze) = (options.has('d'), options.has('s'));
    let complement = options.has('c') || options.has('C');
    let Some(first) = options.rest.first() else { return shell.fail(1, "tr: missing operand") };
    if options.rest.len() < 2 && !delete && !squeeze {
        return shell.fail(1, format!("tr: missing operand after '{}'", super::shorten(first)));
    }
    let from = tr_set(first);
    let to = options.rest.get(1).map(|set| tr_set(set)).unwrap_or_default();
    let text = shell.read_all()?;
    // Of a character that stands twice, the last place counts.
    let places: BTreeMap<char, usize> = from.iter().enumerate().map(|(place, c)| (*c, place)).collect();
    let kept: BTreeSet<char> = to.iter().copied().collect();
    let mut out = String::new();
    let mut last = None;
    for c in text.chars() {
        let found = places.get(&c).copied();
        let hit = found.is_some() != complement;
        if hit && delete {
            continue;
        }
        let translated = match found {
            _ if !hit || delete || to.is_empty() => c,
            Some(index) if !complement => *to.get(index).or(to.last()).unwrap_or(&c),
            _ => *to.last().unwrap_or(&c),
        };
        if squeeze {
            let squeezes = if to.is_empty() { hit } else { kept.contains(&translated) };
            if squeezes && last == Some(translated) {
                continue;
            }
        }
        last = Some(translated);
        out.push(translated);
    }
    shell.out(&out)?;
    Ok(0)
}

pub fn tee(shell: &mut Shell, args: &[String]) -> Flow {
    let options = match Options::read("tee", args, "ai", &[("append", 'a')]) {
        Ok(options) => options,
        Err(why) => return shell.fail(1, why),
    };
    let text = shell.read_all()?;
    let mut status = 0;
    for file in &options.rest {
        if file == "/dev/null" {
            continue;
        }
        let path = shell.session.absolute(file);
        let kept = options.has('a') && shell.session.files.contains_key(&path);
        let made = if kept { Ok(()) } else { shell.session.create(&path) };
        shell.spend(text.len())?;
        if let Err(why) = made.and_then(|()| shell.session.append(&path, &text)) {
            status = shell.fail(1, format!("tee: {file}: {why}"))?;
        }
    }
    shell.out(&text)?;
    Ok(status)
}

pub fn rev(shell: &mut Shell, args: &[String]) -> Flow {
    let (text, status) = joined(shell, "rev", args)?;
    for line in text.lines() {
        let turned: String = line.chars().rev().collect();
        shell.out(&format!("{turned}\n"))?;
    }
    Ok(status)
}

pub fn tac(shell: &mut Shell, args: &[String]) -> Flow {
    let (text, status) = joined(shell, "tac", args)?;
    for line in text.lines().rev() {
        shell.out(&format!("{line}\n"))?;
    }
    Ok(status)
}
