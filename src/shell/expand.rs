//! From words to what they stand for: braces, `~`, parameters, substitutions, arithmetic, fields, patterns.

use super::{
    arithmetic::{self, Names},
    interpreter::{Shell, Stop},
    limits, parse,
    pattern::Pattern,
    session::HOME,
    syntax::*,
};

/// A field while it grows: runs of characters, each quoted or not.
type Field = Vec<(String, bool)>;

#[derive(Default)]
struct Fields {
    done: Vec<Field>,
    current: Option<Field>,
}

impl Fields {
    fn push(&mut self, text: &str, quoted: bool) {
        let field = self.current.get_or_insert_default();
        match field.last_mut() {
            Some((last, own)) if *own == quoted => last.push_str(text),
            _ => field.push((text.to_owned(), quoted)),
        }
    }

    fn end(&mut self) {
        self.done.extend(self.current.take());
    }

    /// Adds an unquoted expansion: `ifs` separates fields in it. Blanks around another separator belong to it.
    fn split(&mut self, text: &str, ifs: &str) {
        let mut ended_by_blank = false;
        for c in text.chars() {
            if !ifs.contains(c) {
                self.push(c.encode_utf8(&mut [0; 4]), false);
                ended_by_blank = false;
            } else if matches!(c, ' ' | '\t' | '\n') {
                ended_by_blank |= self.current.is_some();
                self.end();
            } else if !std::mem::take(&mut ended_by_blank) {
                self.current.get_or_insert_default();
                self.end();
            }
        }
    }
}

/// How a run of parts is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// Unquoted: expansions are split.
    Fields,
    /// Unquoted, where nothing is split: assignments, `case`.
    Whole,
    /// In double quotes.
    Quoted,
}

impl Shell<'_> {
    /// Words as arguments.
    pub fn words(&mut self, words: &[Word]) -> Result<Vec<String>, Stop> {
        let mut list = Vec::new();
        for word in words {
            self.word_into(word, &mut list)?;
        }
        Ok(list)
    }

    /// Words of a command: what `export` and its like assign is not split.
    pub fn command_words(&mut self, words: &[Word]) -> Result<Vec<String>, Stop> {
        let declares = words
            .first()
            .and_then(Word::literal)
            .is_some_and(|name| matches!(name, "export" | "local" | "readonly" | "declare" | "typeset"));
        let mut list = Vec::new();
        for word in words {
            let assigns = matches!(word.0.first(), Some(Part::Text(text))
                if text.split_once('=').is_some_and(|(name, _)| parse::is_name(name)));
            if declares && assigns {
                list.push(self.single(word)?);
            } else {
                self.word_into(word, &mut list)?;
            }
        }
        Ok(list)
    }

    fn word_into(&mut self, word: &Word, list: &mut Vec<String>) -> Result<(), Stop> {
        let has_braces = word.0.iter().any(|part| matches!(part, Part::Text(text) if text.contains('{')));
        let mut variants = Vec::new();
        if has_braces {
            let mut room = limits::PIPE / 4;
            if !braces(&word.0, &mut variants, &mut room, 0) {
                return self.limit(&format!("an expansion gave more than {} words", limits::WORDS));
            }
        } else {
            variants.push(word.0.clone());
        }
        for parts in variants {
            let mut fields = Fields::default();
            self.parts(&parts, Mode::Fields, true, &mut fields)?;
            fields.end();
            for field in fields.done {
                self.glob(field, list)?;
            }
            if list.len() > limits::WORDS {
                return self.limit(&format!("an expansion gave more than {} words", limits::WORDS));
            }
        }
        Ok(())
    }

    /// A word as one text: neither split nor matched against files.
    pub fn single(&mut self, word: &Word) -> Result<String, Stop> {
        if let [Part::Quoted(text)] = word.0.as_slice() {
            return Ok(text.clone());
        }
        Ok(text_of(&self.field(word)?))
    }

    /// A word as a pattern.
    pub fn pattern(&mut self, word: &Word) -> Result<Pattern, Stop> {
        Ok(Pattern::new(&self.field(word)?))
    }

    /// A word as runs of characters, each quoted or not.
    pub fn field(&mut self, word: &Word) -> Result<Vec<(String, bool)>, Stop> {
        let mut fields = Fields::default();
        self.parts(&word.0, Mode::Whole, true, &mut fields)?;
        Ok(fields.current.unwrap_or_default())
    }

    fn quoted_text(&mut self, parts: &[Part]) -> Result<String, Stop> {
        let mut fields = Fields::default();
        self.parts(parts, Mode::Quoted, false, &mut fields)?;
        fields.end();
        Ok(fields.done.iter().map(|field| text_of(field)).collect::<Vec<_>>().join(" "))
    }

    fn ifs(&self) -> String {
        self.session.variable("IFS").unwrap_or(" \t\n").to_owned()
    }

    fn parts(&mut self, parts: &[Part], mode: Mode, start: bool, fields: &mut Fields) -> Result<(), Stop> {
        let quoted = mode == Mode::Quoted;
        for (index, part) in parts.iter().enumerate() {
            match part {
                Part::Text(text) => {
                    let tilde = start && index == 0 && !quoted && (text == "~" || text.starts_with("~/"));
                    if tilde && (text != "~" || parts.len() == 1) {
                        let home = self.session.variable("HOME").unwrap_or(HOME).to_owned();
                        fields.push(&home, true);
                        fields.push(&text[1..], quoted);
                    } else {
                        fields.push(text, quoted);
                    }
                }
                Part::Quoted(text) => fields.push(text, true),
                Part::Double(inner) => {
                    let only_arguments = matches!(inner.as_slice(), [Part::Parameter(p)]
                        if p.name == "@" && matches!(p.op, Op::Value));
                    if !only_arguments {
                        fields.push("", true);
                    }
                    let mode = if mode == Mode::Fields { Mode::Quoted } else { mode };
                    if mode == Mode::Whole {
                        let text = self.quoted_text(inner)?;
                        fields.push(&text, true);
                    } else {
                        self.parts(inner, mode, false, fields)?;
                    }
                }
                Part::Substitution(list) => {
                    let text = self.substitute(list)?;
                    self.spread(&text, mode, fields)?;
                }
                Part::Arithmetic(inner) => {
                    let text = self.quoted_text(inner)?;
                    match self.arithmetic(&text)? {
                        Ok(value) => self.spread(&value.to_string(), mode, fields)?,
                        Err(why) => {
                            self.err(&format!("sh: {why}\n"))?;
                            return Err(Stop::Exit(1));
                        }
                    }
                }
                Part::Parameter(parameter) => self.parameter(parameter, mode, fields)?,
            }
            if fields.done.len() > limits::WORDS {
                return self.limit(&format!("an expansion gave more than {} words", limits::WORDS));
            }
        }
        Ok(())
    }

    /// Adds what an expansion gave.
    fn spread(&mut self, text: &str, mode: Mode, fields: &mut Fields) -> Result<(), Stop> {
        self.spend(text.len())?;
        match mode {
            Mode::Quoted => fields.push(text, true),
            // Pattern characters from a variable are magic where it stands unquoted, as in `case`.
            Mode::Whole => fields.push(text, false),
            Mode::Fields => {
                let ifs = self.ifs();
                fields.split(text, &ifs);
            }
        }
        Ok(())
    }

    /// A parameter's value; `None` where it is not set.
    fn value(&self, name: &str) -> Option<String> {
        let arguments = &self.session.scope.arguments;
        match name {
            "?" => Some(self.session.status.to_string()),
            "#" => Some(arguments.len().to_string()),
            "@" | "*" if arguments.is_empty() => None,
            "@" | "*" => Some(arguments.join(" ")),
            "$" => Some("1".into()),
            "!" => None,
            "-" => {
                let options = self.session.scope.options;
                let flags = [(options.errexit, 'e'), (options.nounset, 'u'), (options.xtrace, 'x')];
                Some(flags.iter().filter(|(on, _)| *on).map(|(_, flag)| *flag).collect())
            }
            "0" => Some("sh".into()),
            "RANDOM" => None,
            "SECONDS" => Some((self.host.now_ms() / 1000).to_string()),
            "EPOCHSECONDS" => Some((self.host.now_ms() / 1000).to_string()),
            name if name.starts_with(|c: char| c.is_ascii_digit()) => {
                let index: usize = name.parse().ok()?;
                arguments.get(index.checked_sub(1)?).cloned()
            }
            "IFS" => Some(self.ifs()),
            name => self.session.variable(name).map(String::from),
        }
    }

    fn parameter(&mut self, parameter: &Parameter, mode: Mode, fields: &mut Fields) -> Result<(), Stop> {
        let name = parameter.name.as_str();
        let value = self.value(name);
        self.spend(value.as_ref().map_or(0, String::len))?;
        if value.is_none()
            && self.session.scope.options.nounset
            && !matches!(parameter.op, Op::Default { .. })
            && !matches!(name, "@" | "*")
        {
            self.err(&format!("sh: {name}: unbound variable\n"))?;
            return Err(Stop::Exit(127));
        }
        if matches!(parameter.op, Op::Value) && matches!(name, "@" | "*") && mode != Mode::Whole {
            let separate = name == "@" || mode == Mode::Fields;
            let arguments = self.session.scope.arguments.clone();
            if !separate {
                let ifs = self.ifs();
                let joint: String = ifs.chars().take(1).collect();
                fields.push(&arguments.join(&joint), true);
                return Ok(());
            }
            for (index, argument) in arguments.iter().enumerate() {
                if index > 0 {
                    fields.end();
                }
                if mode == Mode::Quoted {
                    fields.push(argument, true);
                } else {
                    self.spread(argument, mode, fields)?;
                }
            }
            return Ok(());
        }
        let text = match &parameter.op {
            Op::Value => value.unwrap_or_default(),
            Op::Length if matches!(name, "@" | "*") => self.session.scope.arguments.len().to_string(),
            Op::Length => value.unwrap_or_default().chars().count().to_string(),
            Op::Default { kind, colon, word } => {
                let there = value.filter(|value| !(*colon && value.is_empty()));
                match (kind, there) {
                    ('+', None) => String::new(),
                    ('-' | '=' | '?', Some(value)) => value,
                    ('=', None) => {
                        let text = self.quoted_or_single(word, mode)?;
                        if !parse::is_name(name) {
                            self.err(&format!("sh: ${name}: cannot assign in this way\n"))?;
                            return Err(Stop::Exit(1));
                        }
                        if let Err(why) = self.session.set(name, text.as_str()) {
                            self.err(&format!("sh: {why}\n"))?;
                            return Err(Stop::Exit(1));
                        }
                        text
                    }
                    ('?', None) => {
                        let text = self.quoted_or_single(word, mode)?;
                        let why = match text.as_str() {
                            "" if *colon => "parameter null or not set",
                            "" => "parameter not set",
                            text => text,
                        };
                        self.err(&format!("sh: {name}: {why}\n"))?;
                        return Err(Stop::Exit(127));
                    }
                    // `-` without a value, `+` with one: the word, its own quotes and spaces in force.
                    _ => return self.default_word(word, mode, fields),
                }
            }
            Op::Trim { end, longest, pattern } => {
                let pattern = self.pattern(pattern)?;
                let text: Vec<char> = value.unwrap_or_default().chars().collect();
                self.spend(pattern.work(text.len()))?;
                let kept = if *end {
                    &text[..pattern.suffix(&text, *longest).unwrap_or(text.len())]
                } else {
                    &text[pattern.prefix(&text, *longest).0.unwrap_or(0)..]
                };
                kept.iter().collect()
            }
            Op::Replace { all, pattern, with } => {
                let pattern = self.pattern(pattern)?;
                let with = self.quoted_or_single(with, mode)?;
                let text: Vec<char> = value.unwrap_or_default().chars().collect();
                self.replace(&text, &pattern, &with, *all)?
            }
            Op::Slice { from, length } => {
                let text: Vec<char> = value.unwrap_or_default().chars().collect();
                let from = self.integer(from)?;
                let size = text.len() as i64;
                let from = if from < 0 { (size.saturating_add(from)).max(0) } else { from.min(size) };
                let to = match length {
                    None => size,
                    Some(length) => match self.integer(length)? {
                        length if length < 0 => size.saturating_add(length).max(from),
                        length => from.saturating_add(length).min(size),
                    },
                };
                text[from as usize..to as usize].iter().collect()
            }
            Op::Case { upper, all } => {
                let value = value.unwrap_or_default();
                let change = |text: &str| if *upper { text.to_uppercase() } else { text.to_lowercase() };
                if *all {
                    change(&value)
                } else {
                    let first = value.chars().next().map_or(0, char::len_utf8);
                    format!("{}{}", change(&value[..first]), &value[first..])
                }
            }
        };
        self.spread(&text, mode, fields)
    }

    fn quoted_or_single(&mut self, word: &Word, mode: Mode) -> Result<String, Stop> {
        if mode == Mode::Quoted { self.quoted_text(&word.0) } else { self.single(word) }
    }

    fn default_word(&mut self, word: &Word, mode: Mode, fields: &mut Fields) -> Result<(), Stop> {
        if mode != Mode::Fields {
            return self.parts(&word.0, mode, false, fields);
        }
        for (index, part) in word.0.iter().enumerate() {
            match part {
                Part::Text(text) if !text.starts_with('~') => self.spread(text, mode, fields)?,
                _ => self.parts(std::slice::from_ref(part), mode, index == 0, fields)?,
            }
        }
        Ok(())
    }

    fn replace(&mut self, text: &[char], pattern: &Pattern, with: &str, all: bool) -> Result<String, Stop> {
        let mut out = String::new();
        let mut at = 0;
        while at < text.len() {
            let (found, read) = pattern.prefix(&text[at..], true);
            self.spend(1 + pattern.work(read))?;
            match found {
                Some(length) if length > 0 => {
                    self.spend(with.len())?;
                    out.push_str(with);
                    at += length;
                    if !all {
                        break;
                    }
                }
                _ => {
                    out.push(text[at]);
                    at += 1;
                }
            }
            if out.len() > limits::PIPE {
                return self.limit("a replacement grew too long");
            }
        }
        out.extend(&text[at..]);
        Ok(out)
    }

    fn integer(&mut self, word: &Word) -> Result<i64, Stop> {
        let text = self.quoted_text(&word.0)?;
        match self.arithmetic(&text)? {
            Ok(value) => Ok(value),
            Err(why) => {
                self.err(&format!("sh: {why}\n"))?;
                Err(Stop::Exit(1))
            }
        }
    }

    /// Evaluates an arithmetic expression.
    pub fn arithmetic(&mut self, text: &str) -> Result<Result<i64, String>, Stop> {
        struct Variables<'a, 'b>(&'a mut Shell<'b>, Option<Stop>);
        impl Names for Variables<'_, '_> {
            fn get(&mut self, name: &str) -> String {
                self.0.value(name).unwrap_or_default()
            }
            fn tick(&mut self) -> Result<(), String> {
                self.0.count().map_err(|stop| {
                    self.1 = Some(stop);
                    String::new()
                })
            }
            fn set(&mut self, name: &str, value: i64) -> Result<(), String> {
                self.0.session.set(name, value.to_string())
            }
        }
        self.spend(text.len())?;
        let mut variables = Variables(self, None);
        let result = arithmetic::evaluate(text, &mut variables);
        match variables.1 {
            Some(stop) => Err(stop),
            None => Ok(result),
        }
    }

    /// The files that a field matches, or the field itself.
    fn glob(&mut self, field: Field, list: &mut Vec<String>) -> Result<(), Stop> {
        let plain = text_of(&field);
        let unquoted = field.iter().any(|(text, quoted)| !quoted && text.contains(['*', '?', '[']));
        if !unquoted || self.session.scope.options.noglob {
            list.push(plain);
            return Ok(());
        }
        let pattern = Pattern::new(&field);
        if !pattern.is_magic() {
            list.push(plain);
            return Ok(());
        }
        // As many steps as the pattern has, a hidden name only where the pattern says so.
        let steps = plain.matches('/').count();
        let hidden = plain.rsplit('/').next().is_some_and(|last| last.starts_with('.'));
        let folder = match self.session.scope.folder.as_str() {
            "/" => "/".to_owned(),
            folder => format!("{folder}/"),
        };
        let paths = self.session.files.keys().chain(self.session.folders.iter());
        let mut found: Vec<String> = paths
            .filter_map(|path| {
                let shown = if plain.starts_with('/') { path.as_str() } else { path.strip_prefix(&folder)? };
                let name = shown.rsplit('/').next().unwrap_or("");
                let fits = !name.is_empty()
                    && shown.matches('/').count() == steps
                    && (hidden || !name.starts_with('.'))
                    && pattern.matches(&shown.chars().collect::<Vec<_>>());
                fits.then(|| shown.to_owned())
            })
            .collect();
        self.spend(limits::PATHS * 64)?;
        if found.is_empty() {
            found.push(plain);
        }
        found.sort();
        list.extend(found);
        Ok(())
    }
}

fn text_of(field: &[(String, bool)]) -> String {
    field.iter().map(|(text, _)| text.as_str()).collect()
}

/// `{a,b}` and `{1..3}`: the words that a word with braces stands for. Only literals count inside braces.
/// `false` if there are too many, or if together they are too long for `room`.
fn braces(parts: &[Part], into: &mut Vec<Vec<Part>>, room: &mut usize, depth: usize) -> bool {
    for (index, part) in parts.iter().enumerate() {
        let Part::Text(text) = part else { continue };
        for (open, _) in text.match_indices('{') {
            let Some(close) = text[open..].find('}').map(|at| open + at) else { break };
            let Some(choices) = choices(&text[open + 1..close]) else { continue };
            for choice in choices {
                let rest = &text[close + 1..];
                let size = open + choice.len() + rest.len() + parts.len();
                if depth > 12 || size > *room {
                    return false;
                }
                *room -= size;
                let mut word = parts[..index].to_vec();
                word.push(Part::Text(format!("{}{choice}", &text[..open])));
                if !rest.is_empty() {
                    word.push(Part::Text(rest.to_owned()));
                }
                word.extend_from_slice(&parts[index + 1..]);
                if !braces(&word, into, room, depth + 1) {
                    return false;
                }
            }
            return true;
        }
    }
    into.push(parts.to_vec());
    into.len() <= limits::WORDS
}

fn choices(inside: &str) -> Option<Vec<String>> {
    if inside.contains('{') {
        return None;
    }
    if inside.contains(',') {
        return Some(inside.split(',').map(String::from).collect());
    }
    let mut ends = inside.splitn(3, "..");
    let (from, to) = (ends.next()?, ends.next()?);
    let step = ends.next().map_or(Ok(1), str::parse::<i64>).ok()?.unsigned_abs().max(1) as usize;
    if let (Ok(from), Ok(to)) = (from.parse::<i64>(), to.parse::<i64>()) {
        if from.abs_diff(to) > limits::WORDS as u64 * step as u64 {
            return None;
        }
        let padded = [from, to].iter().zip([ends_width(inside, 0), ends_width(inside, 1)]).any(|(_, w)| w.1);
        let width = if padded { ends_width(inside, 0).0.max(ends_width(inside, 1).0) } else { 0 };
        let show = |n: i64| format!("{n:0width$}");
        return Some(if from <= to {
            (from..=to).step_by(step).map(show).collect()
        } else {
            (to..=from).rev().step_by(step).map(show).collect()
        });
    }
    let mut letters = [from, to].into_iter().map(|end| {
        let mut chars = end.chars();
        chars.next().filter(|c| c.is_ascii_alphabetic() && chars.next().is_none())
    });
    let (from, to) = (letters.next()??, letters.next()??);
    let all = |from: char, to: char| (from..=to).map(String::from).collect::<Vec<_>>();
    Some(if from <= to {
        all(from, to).into_iter().step_by(step).collect()
    } else {
        all(to, from).into_iter().rev().step_by(step).collect()
    })
}

/// The width of an end of a range as written, and whether zeros pad it.
fn ends_width(inside: &str, which: usize) -> (usize, bool) {
    let end = inside.split("..").nth(which).unwrap_or("");
    let digits = end.trim_start_matches('-');
    (end.len(), digits.len() > 1 && digits.starts_with('0'))
}
