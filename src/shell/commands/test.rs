//! `test`, `[ … ]` and `[[ … ]]`.

use super::{
    super::{
        interpreter::{Flow, Shell, Stop},
        syntax::{Part, Word},
    },
    grep::{self, Grammar},
};

/// How deep conditions may nest.
const DEPTH: usize = 20;

pub fn bracket(shell: &mut Shell, args: &[String]) -> Flow {
    match args.split_last() {
        Some((last, args)) if last == "]" => single(shell, "[", args),
        _ => shell.fail(2, "sh: [: missing `]'"),
    }
}

pub fn run(shell: &mut Shell, args: &[String]) -> Flow {
    single(shell, "test", args)
}

fn single(shell: &mut Shell, name: &str, args: &[String]) -> Flow {
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    match evaluate(shell, &words, 0) {
        Ok(answer) => Ok(i32::from(!answer)),
        Err(why) => shell.fail(2, format!("sh: {name}: {why}")),
    }
}

/// POSIX's rules by the number of arguments; with more, `-o` binds looser than `-a`.
fn evaluate(shell: &Shell, words: &[&str], depth: usize) -> Result<bool, String> {
    if depth > DEPTH {
        return Err("nested too deep".into());
    }
    match words {
        [] => Ok(false),
        [word] => Ok(!word.is_empty()),
        ["!", word] => Ok(word.is_empty()),
        [op, word] => unary(shell, op, word),
        [left, op, right] if is_binary(op) => binary(left, op, right),
        ["(", word, ")"] => Ok(!word.is_empty()),
        _ => {
            let outside = |sign: &str| {
                let mut open = 0i32;
                words.iter().enumerate().find_map(|(at, word)| {
                    match *word {
                        "(" => open += 1,
                        ")" => open -= 1,
                        word if word == sign && open == 0 && at > 0 && at + 1 < words.len() => {
                            return Some(at);
                        }
                        _ => {}
                    }
                    None
                })
            };
            if let Some(at) = outside("-o") {
                return Ok(evaluate(shell, &words[..at], depth + 1)?
                    || evaluate(shell, &words[at + 1..], depth + 1)?);
            }
            if let Some(at) = outside("-a") {
                return Ok(evaluate(shell, &words[..at], depth + 1)?
                    && evaluate(shell, &words[at + 1..], depth + 1)?);
            }
            match words {
                ["!", rest @ ..] => Ok(!evaluate(shell, rest, depth + 1)?),
                ["(", inner @ .., ")"] => evaluate(shell, inner, depth + 1),
                [_, op, ..] if words.len() == 3 => {
                    Err(format!("{}: binary operator expected", super::shorten(op)))
                }
                _ => Err("too many arguments".into()),
            }
        }
    }
}

fn is_binary(op: &str) -> bool {
    matches!(
        op,
        "=" | "=="
            | "!="
            | "<"
            | ">"
            | "-eq"
            | "-ne"
            | "-lt"
            | "-le"
            | "-gt"
            | "-ge"
            | "-a"
            | "-o"
            | "-nt"
            | "-ot"
    )
}

fn is_unary(op: &str) -> bool {
    matches!(
        op,
        "-n" | "-z" | "-e" | "-f" | "-d" | "-s" | "-r" | "-w" | "-x" | "-v" | "-t" | "-L" | "-h" | "-a"
    )
}

fn unary(shell: &Shell, op: &str, word: &str) -> Result<bool, String> {
    let path = || shell.session.absolute(word);
    let file = || shell.session.files.get(&path());
    let folder = || shell.session.is_folder(&path());
    Ok(match op {
        "-n" => !word.is_empty(),
        "-z" => word.is_empty(),
        "-e" | "-a" | "-r" | "-w" => word == "/dev/null" || file().is_some() || folder(),
        "-f" => file().is_some(),
        "-d" | "-x" => folder(),
        "-s" => file().is_some_and(|text| !text.is_empty()),
        "-v" => shell.session.variable(word).is_some(),
        "-t" | "-L" | "-h" => false,
        _ => return Err(format!("{}: unary operator expected", super::shorten(op))),
    })
}

fn binary(left: &str, op: &str, right: &str) -> Result<bool, String> {
    let number = |text: &str| {
        text.trim()
            .parse::<i64>()
            .map_err(|_| format!("{}: integer expression expected", super::shorten(text)))
    };
    Ok(match op {
        "=" | "==" => left == right,
        "!=" => left != right,
        "<" => left < right,
        ">" => left > right,
        "-a" => !left.is_empty() && !right.is_empty(),
        "-o" => !left.is_empty() || !right.is_empty(),
        "-nt" | "-ot" => return Err(format!("{op}: files have no times here")),
        _ => {
            let (left, right) = (number(left)?, number(right)?);
            match op {
                "-eq" => left == right,
                "-ne" => left != right,
                "-lt" => left < right,
                "-le" => left <= right,
                "-gt" => left > right,
                _ => left >= right,
            }
        }
    })
}

/// `[[ … ]]`: words are neither split nor matched against files, and the right side of `==` is a pattern.
pub fn double(shell: &mut Shell, words: &[Word]) -> Flow {
    let mut reader = Reader { words, at: 0, depth: 0 };
    match reader.or(shell, true)? {
        Ok(answer) if reader.at == words.len() => Ok(i32::from(!answer)),
        Ok(_) => shell.fail(2, "sh: [[: unexpected words at the end"),
        Err(why) => shell.fail(2, format!("sh: [[: {why}")),
    }
}

struct Reader<'a> {
    words: &'a [Word],
    at: usize,
    depth: usize,
}

type Answer = Result<Result<bool, String>, Stop>;

impl Reader<'_> {
    fn literal(&self, ahead: usize) -> Option<&str> {
        self.words.get(self.at + ahead).and_then(Word::literal)
    }

    fn or(&mut self, shell: &mut Shell, wanted: bool) -> Answer {
        let mut answer = match self.and(shell, wanted)? {
            Ok(answer) => answer,
            Err(why) => return Ok(Err(why)),
        };
        while self.literal(0) == Some("||") {
            self.at += 1;
            match self.and(shell, wanted && !answer)? {
                Ok(other) => answer |= other,
                Err(why) => return Ok(Err(why)),
            }
        }
        Ok(Ok(answer))
    }

    fn and(&mut self, shell: &mut Shell, wanted: bool) -> Answer {
        let mut answer = match self.not(shell, wanted)? {
            Ok(answer) => answer,
            Err(why) => return Ok(Err(why)),
        };
        while self.literal(0) == Some("&&") {
            self.at += 1;
            match self.not(shell, wanted && answer)? {
                Ok(other) => answer &= other,
                Err(why) => return Ok(Err(why)),
            }
        }
        Ok(Ok(answer))
    }

    fn not(&mut self, shell: &mut Shell, wanted: bool) -> Answer {
        let mut turned = false;
        while self.literal(0) == Some("!") {
            self.at += 1;
            turned = !turned;
        }
        Ok(self.primary(shell, wanted)?.map(|answer| answer != turned))
    }

    fn primary(&mut self, shell: &mut Shell, wanted: bool) -> Answer {
        if self.literal(0) == Some("(") {
            if self.depth > DEPTH {
                return Ok(Err("nested too deep".into()));
            }
            self.at += 1;
            self.depth += 1;
            let answer = self.or(shell, wanted)?;
            self.depth -= 1;
            if answer.is_ok() && self.literal(0) != Some(")") {
                return Ok(Err("`)' expected".into()));
            }
            self.at += 1;
            return Ok(answer);
        }
        let Some(first) = self.words.get(self.at) else { return Ok(Err("an expression is missing".into())) };
        if let Some(op) = self.literal(0).filter(|op| is_unary(op)).map(String::from)
            && !self
                .literal(1)
                .is_some_and(|next| is_binary(next) || matches!(next, "&&" | "||" | ")" | "=~"))
            && let Some(word) = self.words.get(self.at + 1)
        {
            self.at += 2;
            let text = if wanted { shell.single(word)? } else { String::new() };
            return Ok(if wanted { unary(shell, &op, &text) } else { Ok(false) });
        }
        let op = self.literal(1).filter(|op| is_binary(op) || *op == "=~").map(String::from);
        let Some((op, right)) = op.zip(self.words.get(self.at + 2)) else {
            self.at += 1;
            return Ok(Ok(wanted && !shell.single(first)?.is_empty()));
        };
        self.at += 3;
        if !wanted {
            return Ok(Ok(false));
        }
        let left = shell.single(first)?;
        Ok(match op.as_str() {
            "=" | "==" | "!=" => {
                let pattern = shell.pattern(right)?;
                shell.spend(pattern.work(left.len()))?;
                Ok(pattern.matches(&left.chars().collect::<Vec<_>>()) == (op != "!="))
            }
            "=~" => {
                // What is quoted in it stands for itself.
                let runs = shell.field(right)?;
                let quoted = right.0.iter().all(|part| matches!(part, Part::Quoted(_) | Part::Double(_)));
                let text: String = runs.iter().map(|(text, _)| text.as_str()).collect();
                let grammar = if quoted { Grammar::Fixed } else { Grammar::Extended };
                match grep::compile(&text, grammar, false) {
                    Ok(regex) => Ok(regex.is_match(&left)),
                    Err(why) => Err(why),
                }
            }
            op @ ("<" | ">" | "-a" | "-o") => {
                let right = shell.single(right)?;
                binary(&left, op, &right)
            }
            op => {
                let right = shell.single(right)?;
                let (left, right) = (shell.arithmetic(&left)?, shell.arithmetic(&right)?);
                match (left, right) {
                    (Ok(left), Ok(right)) => binary(&left.to_string(), op, &right.to_string()),
                    (Err(why), _) | (_, Err(why)) => Err(why),
                }
            }
        })
    }
}
