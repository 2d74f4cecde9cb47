//! sed, the part of it that people type: `s/…/…/`, `p`, `d`, `q`, with lines, patterns and ranges as addresses.

use super::{
    super::interpreter::{Flow, Shell},
    Options,
    grep::{self, Grammar},
    text,
};
use regex_lite::{Captures, Regex};

enum Address {
    Line(usize),
    Last,
    Pattern(Regex),
}

impl Address {
    fn fits(&self, number: usize, last: bool, line: &str) -> bool {
        match self {
            Self::Line(own) => *own == number,
            Self::Last => last,
            Self::Pattern(regex) => regex.is_match(line),
        }
    }
}

enum Act {
    Substitute { regex: Regex, with: String, all: bool, nth: usize, print: bool },
    Print,
    Delete,
    Quit,
}

struct Command {
    from: Option<Address>,
    to: Option<Address>,
    not: bool,
    act: Act,
    /// Whether the lines are within the range at the moment.
    within: bool,
}

struct Reader<'a> {
    rest: std::iter::Peekable<std::str::Chars<'a>>,
    grammar: Grammar,
}

impl Reader<'_> {
    fn until(&mut self, end: char) -> Result<String, String> {
        let mut text = String::new();
        loop {
            match self.rest.next() {
                None => return Err("unterminated expression".into()),
                Some('\\') if self.rest.peek() == Some(&end) => text.extend(self.rest.next()),
                Some('\\') => {
                    text.push('\\');
                    text.extend(self.rest.next());
                }
                Some(c) if c == end => return Ok(text),
                Some(c) => text.push(c),
            }
        }
    }

    fn address(&mut self) -> Result<Option<Address>, String> {
        Ok(match self.rest.peek() {
            Some('$') => {
                self.rest.next();
                Some(Address::Last)
            }
            Some('/') => {
                self.rest.next();
                let pattern = self.until('/')?;
                Some(Address::Pattern(grep::compile(&pattern, self.grammar, false)?))
            }
            Some(c) if c.is_ascii_digit() => self.number().map(Address::Line),
            _ => None,
        })
    }

    fn number(&mut self) -> Option<usize> {
        let mut digits = String::new();
        while let Some(c) = self.rest.next_if(char::is_ascii_digit) {
            digits.push(c);
        }
        digits.parse().ok()
    }

    fn commands(&mut self) -> Result<Vec<Command>, String> {
        let mut list = Vec::new();
        loop {
            while self.rest.next_if(|c| c.is_whitespace() || *c == ';').is_some() {}
            if self.rest.peek().is_none() {
                return Ok(list);
            }
            let from = self.address()?;
            let to = if from.is_some() && self.rest.next_if_eq(&',').is_some() {
                Some(self.address()?.ok_or("unexpected `,'")?)
            } else {
                None
            };
            while self.rest.next_if_eq(&' ').is_some() {}
            let not = self.rest.next_if_eq(&'!').is_some();
            let act = match self.rest.next() {
                Some('p') => Act::Print,
                Some('d') => Act::Delete,
                Some('q') => Act::Quit,
                Some('s') => self.substitute()?,
                Some(c) => return Err(format!("command `{c}' is not supported here")),
                None => return Err("missing command".into()),
            };
            list.push(Command { from, to, not, act, within: false });
        }
    }

    fn substitute(&mut self) -> Result<Act, String> {
        let end = self.rest.next().ok_or("unterminated `s' command")?;
        let pattern = self.until(end)?;
        let with = self.until(end)?;
        let (mut all, mut fold, mut print, mut nth) = (false, false, false, 1);
        loop {
            match self.rest.peek() {
                Some('g') => all = true,
                Some('i' | 'I') => fold = true,
                Some('p') => print = true,
                Some(c) if c.is_ascii_digit() => {
                    nth = self.number().unwrap_or(1).max(1);
                    continue;
                }
                Some(c) if c.is_whitespace() || *c == ';' => break,
                None => break,
                Some(c) => return Err(format!("unknown option to `s': {c}")),
            }
            self.rest.next();
        }
        Ok(Act::Substitute { regex: grep::compile(&pattern, self.grammar, fold)?, with, all, nth, print })
    }
}

/// The replacement's text: `&` and `\1` to `\9` are what matched.
fn replaced(with: &str, captures: &Captures) -> String {
    let mut out = String::new();
    let mut chars = with.chars();
    while let Some(c) = chars.next() {
        match c {
            '&' => out.push_str(captures.get(0).map_or("", |m| m.as_str())),
            '\\' => match chars.next() {
                Some('n') => out.push('\n'),
                Some('t') => out.push('\t'),
                Some(d) if d.is_ascii_digit() => {
                    let index = d as usize - '0' as usize;
                    out.push_str(captures.get(index).map_or("", |m| m.as_str()));
                }
                Some(c) => out.push(c),
                None => out.push('\\'),
            },
            c => out.push(c),
        }
    }
    out
}

pub fn run(shell: &mut Shell, args: &[String]) -> Flow {
    let long = [("quiet", 'n'), ("silent", 'n'), ("regexp-extended", 'E'), ("expression", 'e')];
    let mut options = match Options::read("sed", args, "nErse:u", &long) {
        Ok(options) => options,
        Err(why) => return shell.fail(1, why),
    };
    let mut script = options.values('e').collect::<Vec<_>>().join("\n");
    if !options.given().any(|(letter, _)| letter == 'e') {
        if options.rest.is_empty() {
            return shell.fail(1, "Usage: sed [OPTION]... {script} [input-file]...");
        }
        script = options.rest.remove(0);
    }
    let grammar = if options.has('E') || options.has('r') { Grammar::Extended } else { Grammar::Basic };
    let mut commands = match (Reader { rest: script.chars().peekable(), grammar }).commands() {
        Ok(commands) => commands,
        Err(why) => return shell.fail(1, format!("sed: {}: {why}", super::shorten(&script))),
    };
    let (list, status) = text::contents(shell, "sed", &options.rest)?;
    let whole: String = list.into_iter().map(|(_, text)| text).collect();
    let lines: Vec<&str> = whole.lines().collect();
    let silent = options.has('n');
    for (index, line) in lines.iter().enumerate() {
        let (number, last) = (index + 1, index + 1 == lines.len());
        let mut line = (*line).to_owned();
        let (mut deleted, mut quits) = (false, false);
        for command in &mut commands {
            shell.spend(line.len())?;
            let fits = match (&command.from, &command.to) {
                (None, _) => true,
                (Some(from), None) => from.fits(number, last, &line),
                (Some(from), Some(to)) => {
                    if command.within {
                        let past = matches!(to, Address::Line(end) if *end < number);
                        command.within = !past && !to.fits(number, last, &line);
                        !past
                    } else if from.fits(number, last, &line) {
                        command.within = !matches!(to, Address::Line(end) if *end <= number);
                        true
                    } else {
                        false
                    }
                }
            };
            if fits == command.not {
                continue;
            }
            match &command.act {
                Act::Print => shell.out(&format!("{line}\n"))?,
                Act::Delete => {
                    deleted = true;
                    break;
                }
                Act::Quit => {
                    quits = true;
                    break;
                }
                Act::Substitute { regex, with, all, nth, print } => {
                    let mut seen = 0;
                    let mut changed = false;
                    let limit = if *all { 0 } else { *nth };
                    let new = regex.replacen(&line, limit, |captures: &Captures| {
                        seen += 1;
                        if seen < *nth {
                            return captures.get(0).map_or("", |m| m.as_str()).to_owned();
                        }
                        changed = true;
                        replaced(with, captures)
                    });
                    line = new.into_owned();
                    if changed && *print {
                        shell.out(&format!("{line}\n"))?;
                    }
                }
            }
        }
        if !silent && !deleted {
            let end = if last && !whole.ends_with('\n') { "" } else { "\n" };
            shell.out(&format!("{line}{end}"))?;
        }
        if quits {
            break;
        }
    }
    Ok(status)
}
