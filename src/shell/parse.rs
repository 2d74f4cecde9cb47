//! From text to [`List`]: a recursive descent over characters, in one pass and without backtracking.

use super::{limits, syntax::*};
use std::{cell::OnceCell, rc::Rc};

type Parsed<T> = Result<T, SyntaxError>;

/// Words that end a list of commands where they stand as a command.
const CLOSERS: &[&str] = &["then", "elif", "else", "fi", "do", "done", "esac", "}"];

/// Reads a whole script.
pub fn script(text: &str) -> Parsed<List> {
    read(text).0
}

/// Whether a text wants to go on: something is open, or its last line ends with a backslash.
pub fn unfinished(text: &str) -> bool {
    let (list, joined) = read(text);
    list.map_or_else(|error| error.incomplete, |_| joined)
}

/// The script, and whether a backslash joins its last line to one that is not there.
fn read(text: &str) -> (Parsed<List>, bool) {
    if text.len() > limits::TEXT {
        let what = format!("the text is too long: at most {} KB are read", limits::TEXT / 1024);
        return (Err(SyntaxError { at: Position { line: 1, column: 1 }, what, incomplete: false }), false);
    }
    let mut parser = Parser::new(text, 1, 0);
    let list = parser.list().and_then(|list| match parser.peek() {
        None => parser.missing_document().map_or(Ok(list), Err),
        Some(_) => Err(parser.unexpected()),
    });
    (list, parser.joined)
}

/// Where a run of parts ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Until {
    /// Where a word ends.
    Word,
    /// `"`
    Quote,
    /// The text's end: a here-document.
    Document,
    /// `}`, `/` where asked for, or `:` where asked for, inside `${…}`; quoted if the whole stands in quotes.
    Brace { quoted: bool, also: Option<char> },
    /// `))`
    Arithmetic,
}

struct PendingDocument {
    at: Position,
    end: String,
    tabs: bool,
    quoted: bool,
    body: Rc<OnceCell<Word>>,
}

struct Parser {
    text: Vec<char>,
    at: usize,
    first_line: usize,
    depth: usize,
    documents: Vec<PendingDocument>,
    /// The text ended after a backslash and a line end.
    joined: bool,
}

impl Parser {
    fn new(text: &str, first_line: usize, depth: usize) -> Self {
        Self { text: text.chars().collect(), at: 0, first_line, depth, documents: Vec::new(), joined: false }
    }

    // The reading head.

    fn peek(&self) -> Option<char> {
        self.text.get(self.at).copied()
    }

    fn ahead(&self, by: usize) -> Option<char> {
        self.text.get(self.at + by).copied()
    }

    fn starts(&self, with: &str) -> bool {
        with.chars().enumerate().all(|(i, c)| self.ahead(i) == Some(c))
    }

    fn take(&mut self, what: &str) -> bool {
        let there = self.starts(what);
        if there {
            self.at += what.chars().count();
        }
        there
    }

    fn position(&self, at: usize) -> Position {
        let before = &self.text[..at.min(self.text.len())];
        let line = before.iter().filter(|c| **c == '\n').count();
        let column = before.iter().rev().take_while(|c| **c != '\n').count();
        Position { line: self.first_line + line, column: column + 1 }
    }

    fn error(&self, at: usize, what: impl Into<String>) -> SyntaxError {
        SyntaxError { at: self.position(at), what: what.into(), incomplete: false }
    }

    fn unsupported(&self, at: usize, what: &str) -> SyntaxError {
        self.error(at, format!("{what} is not supported here"))
    }

    /// The text ends although something is open.
    fn open(&self, at: usize, what: &str) -> SyntaxError {
        SyntaxError { at: self.position(at), what: format!("{what} is not closed"), incomplete: true }
    }

    /// What stands here fits nowhere.
    fn unexpected(&self) -> SyntaxError {
        let end: String = match self.peek() {
            None => {
                let what = "the text ends too early".to_owned();
                return SyntaxError { at: self.position(self.at), what, incomplete: true };
            }
            Some('\n') => "a new line".into(),
            Some(c @ (';' | '&' | '|' | '(' | ')' | '<' | '>')) => {
                let twice = self.ahead(1) == Some(c) && c != '(' && c != ')';
                format!("\"{}\"", c.to_string().repeat(if twice { 2 } else { 1 }))
            }
            Some(_) => {
                let word: String =
                    self.text[self.at..].iter().take_while(|c| !ends_word(**c)).take(20).collect();
                format!("\"{word}\"")
            }
        };
        self.error(self.at, format!("{end} is unexpected here"))
    }

    fn deeper<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= limits::NESTING {
            return Err(self.error(self.at, format!("nested too deep (at most {} levels)", limits::NESTING)));
        }
        self.depth += 1;
        let result = parse(self);
        self.depth -= 1;
        result
    }

    /// Spaces, line continuations and a comment.
    fn spaces(&mut self) {
        loop {
            match self.peek() {
                Some(' ' | '\t' | '\r') => self.at += 1,
                Some('\\') if self.ahead(1) == Some('\n') => {
                    self.at += 2;
                    self.joined |= self.at == self.text.len();
                }
                Some('#') => {
                    while self.peek().is_some_and(|c| c != '\n') {
                        self.at += 1;
                    }
                }
                _ => return,
            }
        }
    }

    /// Spaces and line ends; a line's end brings the here-documents that the line announced.
    fn lines(&mut self) -> Parsed<()> {
        loop {
            self.spaces();
            if !self.take("\n") {
                return Ok(());
            }
            self.read_documents()?;
        }
    }

    fn read_documents(&mut self) -> Parsed<()> {
        for document in std::mem::take(&mut self.documents) {
            let first_line = self.position(self.at).line;
            let mut body = String::new();
            loop {
                if self.at >= self.text.len() {
                    let what = format!("the here-document ends without \"{}\"", document.end);
                    return Err(SyntaxError { at: document.at, what, incomplete: true });
                }
                let start = self.at;
                while self.peek().is_some_and(|c| c != '\n') {
                    self.at += 1;
                }
                let line: String = self.text[start..self.at].iter().collect();
                let line = if document.tabs { line.trim_start_matches('\t') } else { &line };
                let last = !self.take("\n");
                if line == document.end {
                    break;
                }
                body.push_str(line);
                if !last {
                    body.push('\n');
                }
            }
            let word = if document.quoted {
                Word(vec![Part::Quoted(body)])
            } else {
                let mut inner = Parser::new(&body, first_line, self.depth);
                let parts = inner.deeper(|p| p.parts(Until::Document))?;
                Word(vec![Part::Double(parts)])
            };
            let _ = document.body.set(word);
        }
        Ok(())
    }

    fn missing_document(&self) -> Option<SyntaxError> {
        let document = self.documents.first()?;
        let what = format!("the here-document ends without \"{}\"", document.end);
        Some(SyntaxError { at: document.at, what, incomplete: true })
    }

    /// The plain word that stands here, if one does: how reserved words are found.
    fn plain_word(&self) -> Option<String> {
        let word: String = self.text[self.at..].iter().take_while(|c| !ends_word(**c)).take(64).collect();
        (!word.is_empty() && !word.contains(['"', '\'', '\\', '$', '`'])).then_some(word)
    }

    fn take_reserved(&mut self, word: &str) -> bool {
        let there = self.plain_word().as_deref() == Some(word);
        if there {
            self.at += word.len();
        }
        there
    }

    fn expect_reserved(&mut self, word: &str, opener: (usize, &str)) -> Parsed<()> {
        if self.take_reserved(word) {
            Ok(())
        } else if self.peek().is_none() {
            Err(self.open(opener.0, &format!("\"{}\"", opener.1)))
        } else {
            Err(self.unexpected())
        }
    }

    // Lists and pipelines.

    fn list(&mut self) -> Parsed<List> {
        let mut items = Vec::new();
        loop {
            self.lines()?;
            match self.peek() {
                None | Some(')') => break,
                Some(';') if self.ahead(1) == Some(';') => break,
                _ => {}
            }
            if self.plain_word().is_some_and(|word| CLOSERS.contains(&word.as_str())) {
                break;
            }
            items.push(self.and_or()?);
            self.spaces();
            match self.peek() {
                Some(';') if self.ahead(1) == Some(';') => break,
                Some(';') => self.at += 1,
                Some('&') => {
                    return Err(self.unsupported(self.at, "\"&\" (running in the background)"));
                }
                Some('\n') => {}
                None | Some(')') => break,
                _ => return Err(self.unexpected()),
            }
        }
        Ok(List(items))
    }

    /// A list in which something must stand.
    fn body(&mut self) -> Parsed<List> {
        let list = self.deeper(Self::list)?;
        if list.0.is_empty() { Err(self.unexpected()) } else { Ok(list) }
    }

    fn and_or(&mut self) -> Parsed<AndOr> {
        let first = self.pipeline()?;
        let mut rest = Vec::new();
        loop {
            self.spaces();
            let join = if self.take("&&") {
                Join::And
            } else if self.take("||") {
                Join::Or
            } else {
                return Ok(AndOr { first, rest });
            };
            self.lines()?;
            rest.push((join, self.pipeline()?));
        }
    }

    fn pipeline(&mut self) -> Parsed<Pipeline> {
        let mut negated = false;
        while self.take_reserved("!") {
            negated = !negated;
            self.spaces();
        }
        let mut commands = vec![self.command()?];
        loop {
            self.spaces();
            if self.starts("||") || !self.starts("|") {
                return Ok(Pipeline { negated, commands });
            }
            if self.starts("|&") {
                return Err(self.unsupported(self.at, "\"|&\""));
            }
            self.at += 1;
            self.lines()?;
            commands.push(self.command()?);
        }
    }

    fn command(&mut self) -> Parsed<Command> {
        self.spaces();
        let start = self.at;
        if self.starts("((") {
            self.at += 2;
            let parts = self.deeper(|p| p.parts(Until::Arithmetic))?;
            if !self.take("))") {
                return Err(self.open(start, "\"((\""));
            }
            return self.compound(Compound::Arithmetic(Word(vec![Part::Double(parts)])));
        }
        if self.take("(") {
            let body = self.body()?;
            if !self.take(")") {
                return Err(if self.peek().is_none() {
                    self.open(start, "\"(\"")
                } else {
                    self.unexpected()
                });
            }
            return self.compound(Compound::Subshell(body));
        }
        let Some(word) = self.plain_word() else { return self.simple() };
        match word.as_str() {
            "{" => {
                self.at += 1;
                let body = self.body()?;
                self.expect_reserved("}", (start, "{"))?;
                self.compound(Compound::Group(body))
            }
            "if" => self.deeper(Self::if_),
            "for" => self.deeper(Self::for_),
            "while" | "until" => {
                self.at += 5;
                let condition = self.body()?;
                self.expect_reserved("do", (start, &word))?;
                let body = self.body()?;
                self.expect_reserved("done", (start, &word))?;
                self.compound(Compound::Loop { until: word == "until", condition, body })
            }
            "case" => self.deeper(Self::case),
            "[[" => {
                self.at += 2;
                let mut words = Vec::new();
                loop {
                    self.lines()?;
                    if self.take_reserved("]]") {
                        return self.compound(Compound::Test(words));
                    }
                    if self.peek().is_none() {
                        return Err(self.open(start, "\"[[\""));
                    }
                    let sign = ["&&", "||", "<", ">", "(", ")"].iter().find(|sign| self.starts(sign));
                    words.push(match sign {
                        Some(sign) => {
                            self.at += sign.len();
                            Word(vec![Part::Text((*sign).to_owned())])
                        }
                        None if self.peek().is_none_or(ends_word) => return Err(self.unexpected()),
                        None => self.word()?,
                    });
                }
            }
            "function" => {
                self.at += word.len();
                self.spaces();
                let name = self.plain_word().filter(|name| is_name(name)).ok_or_else(|| self.unexpected())?;
                self.at += name.len();
                self.spaces();
                if self.take("(") {
                    self.spaces();
                    if !self.take(")") {
                        return Err(self.unexpected());
                    }
                }
                self.function(name)
            }
            "select" | "coproc" | "time" => Err(self.unsupported(start, &format!("\"{word}\""))),
            "!" => Err(self.unexpected()),
            closer if CLOSERS.contains(&closer) => Err(self.unexpected()),
            name if is_name(name) && self.defines(name.len()) => {
                self.at += name.len();
                self.spaces();
                self.at += 1;
                self.spaces();
                self.at += 1;
                self.function(word)
            }
            _ => self.simple(),
        }
    }

    /// Whether `()` follows the name.
    fn defines(&self, name: usize) -> bool {
        let mut rest = self.text[self.at + name..].iter().filter(|c| !matches!(c, ' ' | '\t'));
        rest.next() == Some(&'(') && rest.next() == Some(&')')
    }

    fn function(&mut self, name: String) -> Parsed<Command> {
        self.lines()?;
        let start = self.at;
        match self.deeper(Self::command)? {
            Command::Compound(..) => {}
            _ => return Err(self.error(start, "a function's body must be a compound command, as { …; }")),
        }
        let source: String = self.text[start..self.at].iter().collect();
        if source.contains("<<") && !self.documents.is_empty() {
            return Err(self.unsupported(start, "a here-document that ends after its function"));
        }
        Ok(Command::Function { name, source })
    }

    fn compound(&mut self, compound: Compound) -> Parsed<Command> {
        let mut redirects = Vec::new();
        loop {
            self.spaces();
            match self.redirect()? {
                Some(redirect) => redirects.push(redirect),
                None => return Ok(Command::Compound(compound, redirects)),
            }
        }
    }

    fn if_(&mut self) -> Parsed<Command> {
        let start = self.at;
        self.at += 2;
        let mut arms = Vec::new();
        loop {
            let condition = self.body()?;
            self.expect_reserved("then", (start, "if"))?;
            arms.push((condition, self.body()?));
            if self.take_reserved("elif") {
                continue;
            }
            let otherwise = if self.take_reserved("else") { Some(self.body()?) } else { None };
            self.expect_reserved("fi", (start, "if"))?;
            return self.compound(Compound::If { arms, otherwise });
        }
    }

    fn for_(&mut self) -> Parsed<Command> {
        let start = self.at;
        self.at += 3;
        self.spaces();
        if self.starts("((") {
            return Err(self.unsupported(start, "\"for ((…))\""));
        }
        let name = match self.plain_word() {
            Some(name) if is_name(&name) => name,
            _ => return Err(self.unexpected()),
        };
        self.at += name.len();
        self.lines()?;
        let words = if self.take_reserved("in") {
            let mut words = Vec::new();
            loop {
                self.spaces();
                match self.peek() {
                    Some(c) if !ends_word(c) => words.push(self.word()?),
                    Some(';') | Some('\n') => break,
                    _ => return Err(self.unexpected()),
                }
            }
            Some(words)
        } else {
            None
        };
        self.spaces();
        self.take(";");
        self.lines()?;
        self.expect_reserved("do", (start, "for"))?;
        let body = self.body()?;
        self.expect_reserved("done", (start, "for"))?;
        self.compound(Compound::For { name, words, body })
    }

    fn case(&mut self) -> Parsed<Command> {
        let start = self.at;
        self.at += 4;
        self.spaces();
        if self.peek().is_none_or(ends_word) {
            return Err(self.unexpected());
        }
        let word = self.word()?;
        self.lines()?;
        self.expect_reserved("in", (start, "case"))?;
        let mut arms = Vec::new();
        loop {
            self.lines()?;
            if self.take_reserved("esac") {
                return self.compound(Compound::Case { word, arms });
            }
            if self.peek().is_none() {
                return Err(self.open(start, "\"case\""));
            }
            self.take("(");
            let mut patterns = Vec::new();
            loop {
                self.spaces();
                if self.peek().is_none_or(ends_word) {
                    return Err(self.unexpected());
                }
                patterns.push(self.word()?);
                self.spaces();
                if self.take(")") {
                    break;
                }
                if !self.take("|") {
                    return Err(self.unexpected());
                }
            }
            let body = self.deeper(Self::list)?;
            arms.push((patterns, body));
            if self.starts(";;&") {
                return Err(self.unsupported(self.at, "\";;&\""));
            }
            if !self.take(";;") && self.plain_word().as_deref() != Some("esac") {
                return Err(if self.peek().is_none() {
                    self.open(start, "\"case\"")
                } else {
                    self.unexpected()
                });
            }
        }
    }

    fn simple(&mut self) -> Parsed<Command> {
        let mut simple = Simple::default();
        loop {
            self.spaces();
            if let Some(redirect) = self.redirect()? {
                simple.redirects.push(redirect);
                continue;
            }
            match self.peek() {
                Some(c) if !ends_word(c) => {}
                Some('(') => {
                    return Err(self.unexpected());
                }
                _ => break,
            }
            if simple.words.is_empty()
                && let Some(assignment) = self.assignment()?
            {
                simple.assignments.push(assignment);
            } else {
                simple.words.push(self.word()?);
            }
        }
        let nothing = simple.words.is_empty() && simple.assignments.is_empty() && simple.redirects.is_empty();
        if nothing { Err(self.unexpected()) } else { Ok(Command::Simple(simple)) }
    }

    fn assignment(&mut self) -> Parsed<Option<Assignment>> {
        let name: String = self.text[self.at..].iter().take_while(|c| is_name_char(**c)).collect();
        if !is_name(&name) {
            return Ok(None);
        }
        let append = match (self.ahead(name.len()), self.ahead(name.len() + 1)) {
            (Some('='), _) => false,
            (Some('+'), Some('=')) => true,
            (Some('['), _) => {
                let rest = &self.text[self.at + name.len()..];
                let close = rest.iter().take_while(|c| !ends_word(**c)).position(|c| *c == ']');
                return match close {
                    Some(close) if matches!(rest.get(close + 1), Some('=' | '+')) => {
                        Err(self.unsupported(self.at, "an array"))
                    }
                    _ => Ok(None),
                };
            }
            _ => return Ok(None),
        };
        self.at += name.len() + if append { 2 } else { 1 };
        if self.peek() == Some('(') {
            return Err(self.unsupported(self.at, "an array"));
        }
        let value = if self.peek().is_none_or(ends_word) { Word::default() } else { self.word()? };
        Ok(Some(Assignment { name, append, value }))
    }

    fn redirect(&mut self) -> Parsed<Option<Redirect>> {
        let start = self.at;
        if self.starts("&>") {
            self.at += 2;
            let append = self.take(">");
            let file = self.redirect_word()?;
            return Ok(Some(Redirect { fd: 1, to: Target::Both { file, append } }));
        }
        let digits = self.text[self.at..].iter().take(3).take_while(|c| c.is_ascii_digit()).count();
        let Some(sign @ ('<' | '>')) = self.ahead(digits) else { return Ok(None) };
        let number: String = self.text[self.at..self.at + digits].iter().collect();
        let fd = match number.parse::<u8>() {
            Ok(fd @ 0..=2) => fd,
            Ok(_) | Err(_) if digits > 0 => {
                return Err(self.unsupported(start, &format!("file descriptor {number}")));
            }
            _ => u8::from(sign == '>'),
        };
        self.at += digits;
        if self.starts("<(") || self.starts(">(") {
            return Err(self.unsupported(start, "process substitution"));
        }
        if self.starts("<>") {
            return Err(self.unsupported(start, "\"<>\""));
        }
        let to = if self.take("<<<") {
            Target::HereString(self.redirect_word()?)
        } else if self.take("<<") {
            let tabs = self.take("-");
            self.spaces();
            let at = self.at;
            let word = self.redirect_word()?;
            let quoted = self.text[at..self.at].iter().any(|c| matches!(c, '"' | '\'' | '\\'));
            let end: String = self.text[at..self.at].iter().filter(|c| !"\"'\\".contains(**c)).collect();
            let _ = word;
            let body = Rc::new(OnceCell::new());
            let at = self.position(start);
            self.documents.push(PendingDocument { at, end, tabs, quoted, body: body.clone() });
            Target::HereDocument(body)
        } else if self.take(">&") || self.take("<&") {
            let number: String = self.text[self.at..].iter().take_while(|c| !ends_word(**c)).collect();
            match number.parse::<u8>() {
                Ok(from @ 0..=2) => {
                    self.at += number.chars().count();
                    Target::Copy(from)
                }
                _ if sign == '>'
                    && digits == 0
                    && !number.starts_with(|c: char| c.is_ascii_digit() || c == '-') =>
                {
                    Target::Both { file: self.redirect_word()?, append: false }
                }
                _ => return Err(self.unsupported(start, &format!("\"{sign}&{number}\""))),
            }
        } else if self.take(">>") {
            Target::Append(self.redirect_word()?)
        } else if self.take(">|") || self.take(">") {
            Target::Write(self.redirect_word()?)
        } else {
            self.at += 1;
            Target::Read(self.redirect_word()?)
        };
        Ok(Some(Redirect { fd, to }))
    }

    fn redirect_word(&mut self) -> Parsed<Word> {
        self.spaces();
        if self.peek().is_none_or(ends_word) { Err(self.unexpected()) } else { self.word() }
    }

    // Words.

    fn word(&mut self) -> Parsed<Word> {
        Ok(Word(self.parts(Until::Word)?))
    }

    fn parts(&mut self, until: Until) -> Parsed<Vec<Part>> {
        let start = self.at;
        let mut parts = Vec::new();
        let mut text = String::new();
        // Open parentheses in arithmetic.
        let mut open = 0usize;
        let literal = |text: &mut String, parts: &mut Vec<Part>| {
            if !text.is_empty() {
                parts.push(Part::Text(std::mem::take(text)));
            }
        };
        loop {
            let Some(c) = self.peek() else {
                match until {
                    Until::Word | Until::Document => break,
                    Until::Quote => return Err(self.open(start.saturating_sub(1), "the quote")),
                    Until::Brace { .. } => return Err(self.open(start, "\"${\"")),
                    Until::Arithmetic => return Err(self.open(start.saturating_sub(2), "\"((\"")),
                }
            };
            match (until, c) {
                (Until::Word, c) if ends_word(c) => break,
                (Until::Quote, '"') => break,
                (Until::Brace { .. }, '}') => break,
                (Until::Brace { also: Some(also), .. }, c) if c == also => break,
                (Until::Arithmetic, ')') if open == 0 => {
                    if self.ahead(1) == Some(')') {
                        break;
                    }
                    let hint = "\")\" is unexpected in arithmetic; \"( (\" with a space begins a subshell";
                    return Err(self.error(self.at, hint));
                }
                (Until::Arithmetic, '(') => open += 1,
                (Until::Arithmetic, ')') => open -= 1,
                _ => {}
            }
            let quoting = match until {
                Until::Word | Until::Arithmetic => true,
                Until::Brace { quoted, .. } => !quoted,
                Until::Quote | Until::Document => false,
            };
            match c {
                '\\' => {
                    let Some(next) = self.ahead(1) else {
                        if until == Until::Document {
                            self.at += 1;
                            text.push('\\');
                            continue;
                        }
                        let what = "a backslash ends the text".to_owned();
                        return Err(SyntaxError { at: self.position(self.at), what, incomplete: true });
                    };
                    self.at += 2;
                    if next == '\n' {
                        self.joined |= self.at == self.text.len();
                        continue;
                    }
                    let escapes = match until {
                        Until::Word => true,
                        Until::Quote => matches!(next, '$' | '`' | '"' | '\\'),
                        Until::Document => matches!(next, '$' | '`' | '\\'),
                        Until::Brace { quoted, .. } => {
                            !quoted || matches!(next, '$' | '`' | '"' | '\\' | '}' | '/')
                        }
                        Until::Arithmetic => matches!(next, '$' | '`' | '"' | '\\'),
                    };
                    if escapes {
                        literal(&mut text, &mut parts);
                        parts.push(Part::Quoted(next.to_string()));
                    } else {
                        text.push('\\');
                        text.push(next);
                    }
                }
                '\'' if quoting && until != Until::Arithmetic => {
                    let from = self.at;
                    self.at += 1;
                    let begin = self.at;
                    while self.peek().is_some_and(|c| c != '\'') {
                        self.at += 1;
                    }
                    if self.peek().is_none() {
                        return Err(self.open(from, "the quote"));
                    }
                    literal(&mut text, &mut parts);
                    parts.push(Part::Quoted(self.text[begin..self.at].iter().collect()));
                    self.at += 1;
                }
                '"' if until != Until::Document => {
                    self.at += 1;
                    literal(&mut text, &mut parts);
                    let inner = self.deeper(|p| p.parts(Until::Quote))?;
                    self.at += 1;
                    if until == Until::Arithmetic {
                        parts.extend(inner);
                    } else {
                        parts.push(Part::Double(inner));
                    }
                }
                '$' if quoting && self.ahead(1) == Some('\'') => {
                    literal(&mut text, &mut parts);
                    parts.push(Part::Quoted(self.dollar_quote()?));
                }
                '$' if quoting && self.ahead(1) == Some('"') => self.at += 1,
                '$' => {
                    let quoted =
                        matches!(until, Until::Quote | Until::Document | Until::Brace { quoted: true, .. });
                    match self.deeper(|p| p.dollar(quoted))? {
                        Some(part) => {
                            literal(&mut text, &mut parts);
                            parts.push(part);
                        }
                        None => text.push('$'),
                    }
                }
                '`' => {
                    literal(&mut text, &mut parts);
                    parts.push(self.deeper(Self::backquote)?);
                }
                c => {
                    self.at += 1;
                    text.push(c);
                }
            }
        }
        literal(&mut text, &mut parts);
        Ok(parts)
    }

    /// `$'…'`
    fn dollar_quote(&mut self) -> Parsed<String> {
        let start = self.at;
        self.at += 2;
        let begin = self.at;
        loop {
            match self.peek() {
                None => return Err(self.open(start, "the quote")),
                Some('\\') => self.at += 2,
                Some('\'') => break,
                Some(_) => self.at += 1,
            }
        }
        let raw: String = self.text[begin..self.at].iter().collect();
        self.at += 1;
        Ok(super::escapes::unescape(&raw, super::escapes::Kind::Quote).0)
    }

    /// What a dollar begins; `None` where it stands for itself.
    fn dollar(&mut self, quoted: bool) -> Parsed<Option<Part>> {
        let start = self.at;
        if self.take("$((") {
            let parts = self.parts(Until::Arithmetic)?;
            if !self.take("))") {
                return Err(self.open(start, "\"$((\""));
            }
            return Ok(Some(Part::Arithmetic(parts)));
        }
        if self.take("$(") {
            // A here-document must be over before the substitution is.
            let outer = std::mem::take(&mut self.documents);
            let list = self.list()?;
            if !self.starts(")") {
                return Err(if self.peek().is_none() {
                    self.open(start, "\"$(\"")
                } else {
                    self.unexpected()
                });
            }
            if let Some(error) = self.missing_document() {
                return Err(SyntaxError { incomplete: false, ..error });
            }
            self.documents = outer;
            self.at += 1;
            return Ok(Some(Part::Substitution(list)));
        }
        if self.take("${") {
            return self.braces(start, quoted).map(|parameter| Some(Part::Parameter(Box::new(parameter))));
        }
        self.at += 1;
        let Some(name) = self.parameter_name(false) else { return Ok(None) };
        Ok(Some(Part::Parameter(Box::new(Parameter { name, op: Op::Value }))))
    }

    /// A variable's name, a position or a special parameter.
    fn parameter_name(&mut self, braces: bool) -> Option<String> {
        let first = self.peek()?;
        let name: String = match first {
            '?' | '#' | '@' | '*' | '$' | '!' | '-' => first.to_string(),
            c if c.is_ascii_digit() && braces => {
                self.text[self.at..].iter().take_while(|c| c.is_ascii_digit()).take(6).collect()
            }
            c if c.is_ascii_digit() => c.to_string(),
            c if c.is_ascii_alphabetic() || c == '_' => {
                self.text[self.at..].iter().take_while(|c| is_name_char(**c)).collect()
            }
            _ => return None,
        };
        self.at += name.len();
        Some(name)
    }

    fn braces(&mut self, start: usize, quoted: bool) -> Parsed<Parameter> {
        let bad = |p: &Self| {
            if p.peek().is_none() {
                return p.open(start, "\"${\"");
            }
            let shown: String = p.text[start..].iter().take_while(|c| **c != '}').take(20).collect();
            p.unsupported(start, &format!("\"{shown}}}\""))
        };
        if self.peek() == Some('#')
            && self.ahead(1).is_some_and(|c| is_name_char(c) || matches!(c, '@' | '*' | '#' | '?'))
            && self.ahead(1) != Some('}')
        {
            self.at += 1;
            let name = self.parameter_name(true).ok_or_else(|| bad(self))?;
            return if self.take("}") { Ok(Parameter { name, op: Op::Length }) } else { Err(bad(self)) };
        }
        let name = self.parameter_name(true).ok_or_else(|| bad(self))?;
        if name == "!" && !self.starts("}") {
            return Err(bad(self));
        }
        let word = |p: &mut Self, quoted: bool, also: Option<char>| -> Parsed<Word> {
            p.parts(Until::Brace { quoted, also }).map(Word)
        };
        let colon = self.starts(":") && self.ahead(1).is_some_and(|c| "-=?+".contains(c));
        if colon {
            self.at += 1;
        }
        let op = match self.peek() {
            Some('}') => Op::Value,
            Some(kind @ ('-' | '=' | '?' | '+')) => {
                self.at += 1;
                Op::Default { kind, colon, word: word(self, quoted, None)? }
            }
            Some(sign @ ('#' | '%')) => {
                self.at += 1;
                let longest = self.take(&sign.to_string());
                Op::Trim { end: sign == '%', longest, pattern: word(self, false, None)? }
            }
            Some('/') => {
                self.at += 1;
                let all = self.take("/");
                let pattern = word(self, false, Some('/'))?;
                let with = if self.take("/") { word(self, quoted, None)? } else { Word::default() };
                Op::Replace { all, pattern, with }
            }
            Some(':') => {
                self.at += 1;
                let from = word(self, true, Some(':'))?;
                let length = if self.take(":") { Some(word(self, true, None)?) } else { None };
                Op::Slice { from, length }
            }
            Some(sign @ ('^' | ',')) => {
                self.at += 1;
                let all = self.take(&sign.to_string());
                Op::Case { upper: sign == '^', all }
            }
            Some('[') => return Err(self.unsupported(start, "an array")),
            _ => return Err(bad(self)),
        };
        if self.take("}") { Ok(Parameter { name, op }) } else { Err(bad(self)) }
    }

    fn backquote(&mut self) -> Parsed<Part> {
        let start = self.at;
        let line = self.position(start).line;
        self.at += 1;
        let mut inner = String::new();
        loop {
            match self.peek() {
                None => return Err(self.open(start, "\"`\"")),
                Some('`') => break,
                Some('\\') if self.ahead(1).is_some_and(|c| matches!(c, '`' | '\\' | '$')) => {
                    inner.extend(self.ahead(1));
                    self.at += 2;
                }
                Some(c) => {
                    inner.push(c);
                    self.at += 1;
                }
            }
        }
        self.at += 1;
        let mut parser = Parser::new(&inner, line, self.depth);
        let list = parser.list().map_err(|error| SyntaxError { incomplete: false, ..error })?;
        if parser.peek().is_some() {
            return Err(parser.unexpected());
        }
        match parser.missing_document() {
            Some(error) => Err(SyntaxError { incomplete: false, ..error }),
            None => Ok(Part::Substitution(list)),
        }
    }
}

/// Whether an unquoted character ends a word.
fn ends_word(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r' | ';' | '&' | '|' | '<' | '>' | '(' | ')')
}

fn is_name_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Whether a text can name a variable or a function.
pub fn is_name(text: &str) -> bool {
    text.chars().all(is_name_char) && text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
}
