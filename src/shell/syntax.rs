//! What a script is, as data: the parser's output, the interpreter's input.

use std::{cell::OnceCell, fmt, rc::Rc};

/// A place in the text, counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    pub line: usize,
    pub column: usize,
}

/// Why a text is no script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyntaxError {
    pub at: Position,
    pub what: String,
    /// More text could complete it.
    pub incomplete: bool,
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "sh: line {}, column {}: {}", self.at.line, self.at.column, self.what)
    }
}

/// Pipelines one after the other.
#[derive(Debug, Clone, Default)]
pub struct List(pub Vec<AndOr>);

/// Pipelines joined by `&&` and `||`.
#[derive(Debug, Clone)]
pub struct AndOr {
    pub first: Pipeline,
    pub rest: Vec<(Join, Pipeline)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Join {
    And,
    Or,
}

/// Commands joined by `|`.
#[derive(Debug, Clone)]
pub struct Pipeline {
    pub negated: bool,
    pub commands: Vec<Command>,
}

#[derive(Debug, Clone)]
pub enum Command {
    Simple(Simple),
    Compound(Compound, Vec<Redirect>),
    /// A definition; the source is what the session keeps.
    Function {
        name: String,
        source: String,
    },
}

#[derive(Debug, Clone, Default)]
pub struct Simple {
    pub assignments: Vec<Assignment>,
    pub words: Vec<Word>,
    pub redirects: Vec<Redirect>,
}

#[derive(Debug, Clone)]
pub struct Assignment {
    pub name: String,
    /// `x+=y`
    pub append: bool,
    pub value: Word,
}

#[derive(Debug, Clone)]
pub enum Compound {
    Group(List),
    Subshell(List),
    If { arms: Vec<(List, List)>, otherwise: Option<List> },
    For { name: String, words: Option<Vec<Word>>, body: List },
    Loop { until: bool, condition: List, body: List },
    Case { word: Word, arms: Vec<(Vec<Word>, List)> },
    Test(Vec<Word>),
    Arithmetic(Word),
}

#[derive(Debug, Clone)]
pub struct Redirect {
    pub fd: u8,
    pub to: Target,
}

#[derive(Debug, Clone)]
pub enum Target {
    Read(Word),
    Write(Word),
    Append(Word),
    /// `&> file`, `&>> file`: both streams.
    Both {
        file: Word,
        append: bool,
    },
    Copy(u8),
    /// The text of a here-document is read when its line is over, after the redirect itself.
    HereDocument(Rc<OnceCell<Word>>),
    HereString(Word),
}

/// A word before it is expanded.
#[derive(Debug, Clone, Default)]
pub struct Word(pub Vec<Part>);

#[derive(Debug, Clone)]
pub enum Part {
    /// Literal, unquoted: may hold pattern characters.
    Text(String),
    /// Literal, quoted.
    Quoted(String),
    /// `"…"`
    Double(Vec<Part>),
    Parameter(Box<Parameter>),
    /// `$(…)`
    Substitution(List),
    /// `$((…))`
    Arithmetic(Vec<Part>),
}

#[derive(Debug, Clone)]
pub struct Parameter {
    pub name: String,
    pub op: Op,
}

#[derive(Debug, Clone)]
pub enum Op {
    Value,
    Length,
    /// `-`, `=`, `?`, `+`, each with or without the colon that makes an empty value count as none.
    Default {
        kind: char,
        colon: bool,
        word: Word,
    },
    /// `#`, `##`, `%`, `%%`
    Trim {
        end: bool,
        longest: bool,
        pattern: Word,
    },
    /// `/`, `//`
    Replace {
        all: bool,
        pattern: Word,
        with: Word,
    },
    /// `:from` and `:from:length`
    Slice {
        from: Word,
        length: Option<Word>,
    },
    /// `^^`, `,,` and their single forms
    Case {
        upper: bool,
        all: bool,
    },
}

impl Word {
    /// The word's text, where it is one unquoted literal.
    pub fn literal(&self) -> Option<&str> {
        match self.0.as_slice() {
            [Part::Text(text)] => Some(text),
            _ => None,
        }
    }
}
