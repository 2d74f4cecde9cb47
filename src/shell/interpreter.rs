//! Executes a script, and holds what commands write to and read from.

use super::{
    commands,
    host::Host,
    limits, parse,
    session::{Scope, Session, Variable},
    syntax::*,
};
use std::{collections::BTreeMap, rc::Rc};

/// Which of the two streams a text was written to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stream {
    /// What a command answers.
    Stdout,
    /// What it has to say about that: errors, notices.
    Stderr,
}

/// A text that a stream brought.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chunk {
    /// Where it came from.
    pub stream: Stream,
    /// The text, with its line ends.
    pub text: String,
}

/// What a run showed, and how it ended.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Output {
    /// What was written, in order; neighbours are of different streams.
    pub chunks: Vec<Chunk>,
    /// The status of the last command.
    pub status: i32,
    /// `clear` was called: what was shown before is to vanish (the chunks are what came after it).
    pub clear: bool,
    /// There was more than is shown; the last chunk says so.
    pub cut: bool,
}

impl Output {
    /// All that went to one stream.
    pub fn text(&self, stream: Stream) -> String {
        self.chunks.iter().filter(|chunk| chunk.stream == stream).map(|chunk| chunk.text.as_str()).collect()
    }
}

/// Why a list is left before its end.
#[derive(Debug)]
pub enum Stop {
    Exit(i32),
    Break(usize),
    Continue(usize),
    Return(i32),
    /// The reader of a pipe holds no more: only this stage ends.
    Pipe,
    /// A limit is reached and has been told: the run ends.
    Limit,
}

/// A status, or why there is none.
pub type Flow = Result<i32, Stop>;

/// Where a stream goes.
#[derive(Debug, Clone)]
pub enum Sink {
    Terminal(Stream),
    Nowhere,
    /// One of the shell's own buffers: a pipe, a substitution.
    Buffer(usize),
    File(String),
}

#[derive(Debug, Default)]
struct Buffer {
    text: String,
    /// More was written than it holds.
    cut: bool,
}

/// Where standard input comes from.
#[derive(Debug, Clone, Default)]
pub struct Input {
    text: Rc<str>,
    at: usize,
    /// The text was cut; whoever reads to its end is told.
    cut: bool,
    /// Nobody gave any input.
    terminal: bool,
}

impl Input {
    pub fn new(text: &str) -> Self {
        Self { text: text.into(), ..Self::default() }
    }
}

/// One run: the session, the world, and where the streams go at the moment.
pub struct Shell<'a> {
    pub session: &'a mut Session,
    pub host: &'a mut dyn Host,
    pub output: Output,
    sinks: [Sink; 2],
    pub input: Input,
    buffers: Vec<Buffer>,
    functions: BTreeMap<String, Rc<Command>>,
    shown: usize,
    moved: usize,
    commands: usize,
    pub calls: usize,
    /// Above 0: a failure here is an answer and no reason for `set -e` to end.
    unchecked: usize,
    /// Loops around the current command, in this subshell.
    loops: usize,
    /// The status of the last substitution of the current command.
    pub substituted: Option<i32>,
    /// What the functions that run have made local, with what it was before.
    pub locals: Vec<Vec<(String, Option<Variable>)>>,
    /// One hint about reading from the terminal is enough.
    hinted: bool,
}

pub fn run(session: &mut Session, host: &mut dyn Host, text: &str) -> Output {
    let mut shell = Shell {
        session,
        host,
        output: Output::default(),
        sinks: [Sink::Terminal(Stream::Stdout), Sink::Terminal(Stream::Stderr)],
        input: Input { terminal: true, ..Input::default() },
        buffers: Vec::new(),
        functions: BTreeMap::new(),
        shown: 0,
        moved: 0,
        commands: 0,
        calls: 0,
        unchecked: 0,
        loops: 0,
        substituted: None,
        locals: Vec::new(),
        hinted: false,
    };
    let status = match shell.source(text) {
        Ok(status) | Err(Stop::Exit(status) | Stop::Return(status)) => status,
        Err(Stop::Break(_) | Stop::Continue(_)) => 0,
        Err(Stop::Pipe | Stop::Limit) => 1,
    };
    shell.session.status = status;
    shell.output.status = status;
    shell.output
}

impl Shell<'_> {
    /// Reads and executes a text.
    pub fn source(&mut self, text: &str) -> Flow {
        match parse::script(text) {
            Ok(list) => self.list(&list),
            Err(error) => {
                self.err(&format!("{error}\n"))?;
                self.session.status = 2;
                Ok(2)
            }
        }
    }

    // Limits.

    /// Says that a limit is reached, and ends the run.
    pub fn limit<T>(&mut self, what: &str) -> Result<T, Stop> {
        if !self.output.cut {
            self.push(Stream::Stderr, &format!("sh: {what}; the run ends here\n"));
        }
        Err(Stop::Limit)
    }

    /// Counts bytes that are read or written.
    pub fn spend(&mut self, bytes: usize) -> Result<(), Stop> {
        self.moved = self.moved.saturating_add(bytes);
        if self.moved > limits::MOVED {
            return self.limit(&format!("{} MB were read and written", limits::MOVED >> 20));
        }
        Ok(())
    }

    /// Counts a command.
    pub fn count(&mut self) -> Result<(), Stop> {
        self.commands += 1;
        if self.commands > limits::COMMANDS {
            return self.limit(&format!("{} commands were executed", limits::COMMANDS));
        }
        Ok(())
    }

    /// Runs something that may call itself.
    pub fn deeper<T>(&mut self, run: impl FnOnce(&mut Self) -> Result<T, Stop>) -> Result<T, Stop> {
        if self.calls >= limits::CALLS {
            return self
                .limit(&format!("functions and substitutions call each other {} deep", limits::CALLS));
        }
        self.calls += 1;
        let result = run(self);
        self.calls -= 1;
        result
    }

    // Streams.

    fn push(&mut self, stream: Stream, text: &str) {
        match self.output.chunks.last_mut() {
            Some(last) if last.stream == stream => last.text.push_str(text),
            _ => self.output.chunks.push(Chunk { stream, text: text.to_owned() }),
        }
    }

    fn write(&mut self, sink: Sink, text: &str) -> Result<(), Stop> {
        self.spend(text.len())?;
        match sink {
            Sink::Nowhere => Ok(()),
            Sink::Terminal(stream) => {
                let room = limits::OUTPUT - self.shown;
                if text.len() <= room {
                    self.shown += text.len();
                    self.push(stream, text);
                    return Ok(());
                }
                let part = &text[..text.floor_char_boundary(room)];
                self.push(stream, part);
                self.shown = limits::OUTPUT;
                let end = if part.ends_with('\n') { "" } else { "\n" };
                let notice = format!(
                    "{end}sh: the output is cut here: {} KB are shown; the run ends here\n",
                    limits::OUTPUT / 1024
                );
                self.push(Stream::Stderr, &notice);
                self.output.cut = true;
                Err(Stop::Limit)
            }
            Sink::Buffer(index) => {
                let Some(buffer) = self.buffers.get_mut(index) else { return Ok(()) };
                let room = limits::PIPE - buffer.text.len();
                buffer.text.push_str(&text[..text.floor_char_boundary(room.min(text.len()))]);
                if text.len() > room {
                    buffer.cut = true;
                    return Err(Stop::Pipe);
                }
                Ok(())
            }
            Sink::File(path) => match self.session.append(&path, text) {
                Ok(()) => Ok(()),
                Err(why) => self.limit(&format!("{path}: {why}")),
            },
        }
    }

    /// Writes to standard output.
    pub fn out(&mut self, text: &str) -> Result<(), Stop> {
        self.write(self.sinks[0].clone(), text)
    }

    /// Writes to standard error.
    pub fn err(&mut self, text: &str) -> Result<(), Stop> {
        self.write(self.sinks[1].clone(), text)
    }

    /// Says what is wrong on standard error, in one line, and gives the status.
    pub fn fail(&mut self, status: i32, message: impl AsRef<str>) -> Flow {
        self.err(&format!("{}\n", message.as_ref()))?;
        Ok(status)
    }

    /// What was shown is to vanish.
    pub fn clear(&mut self) {
        self.output.clear = true;
        self.output.chunks.clear();
    }

    /// Whether standard output is the terminal.
    pub fn shows(&self) -> bool {
        matches!(self.sinks[0], Sink::Terminal(_))
    }

    /// Whether something is piped or redirected in.
    pub fn is_fed(&self) -> bool {
        !self.input.terminal
    }

    fn hint_terminal(&mut self) -> Result<(), Stop> {
        if self.input.terminal && !self.hinted {
            self.hinted = true;
            self.err("sh: nothing is piped in, and the terminal itself cannot be read here\n")?;
        }
        Ok(())
    }

    /// The rest of standard input.
    pub fn read_all(&mut self) -> Result<String, Stop> {
        self.hint_terminal()?;
        let rest = self.input.text[self.input.at..].to_owned();
        self.input.at = self.input.text.len();
        self.spend(rest.len())?;
        if self.input.cut {
            self.input.cut = false;
            let notice = format!("sh: the pipe was cut: it holds {} MB here\n", limits::PIPE >> 20);
            self.err(&notice)?;
        }
        Ok(rest)
    }

    /// The next line of standard input with its end; empty where there is none.
    pub fn read_line(&mut self) -> Result<String, Stop> {
        self.hint_terminal()?;
        let rest = &self.input.text[self.input.at..];
        let length = rest.find('\n').map_or(rest.len(), |end| end + 1);
        let line = rest[..length].to_owned();
        self.input.at += length;
        self.spend(length)?;
        Ok(line)
    }

    /// The content of a file, or standard input for `-`.
    pub fn content(&mut self, path: &str) -> Result<Result<String, String>, Stop> {
        if path == "-" || path == "/dev/stdin" {
            return self.read_all().map(Ok);
        }
        if path == "/dev/null" {
            return Ok(Ok(String::new()));
        }
        let absolute = self.session.absolute(path);
        match self.session.files.get(&absolute) {
            Some(text) => {
                let text = text.clone();
                self.spend(text.len())?;
                Ok(Ok(text))
            }
            None if self.session.is_folder(&absolute) => Ok(Err(format!("{path}: Is a directory"))),
            None => Ok(Err(format!("{path}: No such file or directory"))),
        }
    }

    /// Runs something with other streams, and gives back what it wrote and whether that was cut.
    fn captured(&mut self, run: impl FnOnce(&mut Self) -> Flow) -> Result<(i32, String, bool), Stop> {
        let index = self.buffers.len();
        self.buffers.push(Buffer::default());
        let outer = std::mem::replace(&mut self.sinks[0], Sink::Buffer(index));
        let result = run(self);
        self.sinks[0] = outer;
        let buffer = self.buffers.pop().unwrap_or_default();
        result.map(|status| (status, buffer.text, buffer.cut))
    }

    /// Runs something in a copy of the variables, functions and folder.
    pub fn subshell(&mut self, run: impl FnOnce(&mut Self) -> Flow) -> Flow {
        let held: usize = self.session.scope.variables.values().map(|v| v.value.len()).sum();
        self.spend(held)?;
        let scope: Scope = self.session.scope.clone();
        let functions = self.functions.clone();
        let loops = std::mem::take(&mut self.loops);
        let result = self.deeper(run);
        self.session.scope = scope;
        self.functions = functions;
        self.loops = loops;
        match result {
            Ok(status) | Err(Stop::Exit(status) | Stop::Return(status)) => Ok(status),
            Err(Stop::Break(_) | Stop::Continue(_)) => Ok(0),
            Err(Stop::Pipe) => Ok(141),
            Err(Stop::Limit) => Err(Stop::Limit),
        }
    }

    /// `$(…)`: what a list writes, without the line ends at its end.
    pub fn substitute(&mut self, list: &List) -> Result<String, Stop> {
        self.count()?;
        let (status, mut text, cut) = self.captured(|shell| shell.subshell(|shell| shell.list(list)))?;
        if cut || text.len() > limits::PIPE / 4 {
            return self.limit(&format!("$(…) gave more than {} MB", limits::PIPE >> 22));
        }
        self.substituted = Some(status);
        self.session.status = status;
        text.truncate(text.trim_end_matches('\n').len());
        Ok(text)
    }

    // Lists, pipelines, commands.

    fn list(&mut self, list: &List) -> Flow {
        let mut status = 0;
        for item in &list.0 {
            status = self.and_or(item)?;
        }
        Ok(status)
    }

    fn and_or(&mut self, item: &AndOr) -> Flow {
        let mut last = item.rest.is_empty();
        let mut status = self.pipeline(&item.first, last)?;
        for (index, (join, pipeline)) in item.rest.iter().enumerate() {
            last = index + 1 == item.rest.len();
            if (*join == Join::And) == (status == 0) {
                status = self.pipeline(pipeline, last)?;
            }
        }
        Ok(status)
    }

    /// Runs a list whose failure is an answer.
    fn condition(&mut self, list: &List) -> Flow {
        self.unchecked += 1;
        let result = self.list(list);
        self.unchecked -= 1;
        result
    }

    fn pipeline(&mut self, pipeline: &Pipeline, last: bool) -> Flow {
        let checked = last && !pipeline.negated;
        self.unchecked += usize::from(!checked);
        let result = match pipeline.commands.as_slice() {
            [command] => self.command(command),
            commands => self.pipe(commands),
        };
        self.unchecked -= usize::from(!checked);
        let mut status = result?;
        if pipeline.negated {
            status = i32::from(status == 0);
        }
        self.session.status = status;
        let own = !matches!(
            pipeline.commands.as_slice(),
            [Command::Compound(
                Compound::Group(_)
                    | Compound::If { .. }
                    | Compound::For { .. }
                    | Compound::Loop { .. }
                    | Compound::Case { .. },
                _
            )]
        );
        if status != 0 && own && checked && self.unchecked == 0 && self.session.scope.options.errexit {
            return Err(Stop::Exit(status));
        }
        Ok(status)
    }

    fn pipe(&mut self, commands: &[Command]) -> Flow {
        let mut outer = self.input.clone();
        let mut failed = 0;
        let mut status = 0;
        for (index, command) in commands.iter().enumerate() {
            if index + 1 < commands.len() {
                let (stage, text, cut) =
                    self.captured(|shell| shell.subshell(|shell| shell.command(command)))?;
                status = stage;
                if index == 0 {
                    // What the first stage left unread is there for whoever comes after the pipe.
                    outer = self.input.clone();
                }
                self.input = Input { text: text.into(), cut, ..Input::default() };
            } else {
                status = self.subshell(|shell| shell.command(command))?;
            }
            // A stage that a full pipe ended has done its work.
            if status != 0 && status != 141 {
                failed = status;
            }
        }
        self.input = outer;
        Ok(if self.session.scope.options.pipefail { failed } else { status })
    }

    fn command(&mut self, command: &Command) -> Flow {
        self.count()?;
        match command {
            Command::Simple(simple) => self.simple(simple),
            Command::Compound(compound, redirects) if redirects.is_empty() => self.compound(compound),
            Command::Compound(compound, redirects) => {
                self.redirected(redirects, |shell| shell.compound(compound))
            }
            Command::Function { name, source } => {
                let functions = &self.session.scope.functions;
                let held: usize = functions.iter().map(|(name, source)| name.len() + source.len()).sum();
                if held + source.len() > limits::VARIABLES / 2 {
                    return self.fail(1, format!("sh: {name}: no room for another function"));
                }
                self.session.scope.functions.insert(name.clone(), source.clone());
                self.functions.remove(name);
                Ok(0)
            }
        }
    }

    fn compound(&mut self, compound: &Compound) -> Flow {
        match compound {
            Compound::Group(list) => self.list(list),
            Compound::Subshell(list) => self.subshell(|shell| shell.list(list)),
            Compound::If { arms, otherwise } => {
                for (condition, body) in arms {
                    if self.condition(condition)? == 0 {
                        return self.list(body);
                    }
                }
                otherwise.as_ref().map_or(Ok(0), |body| self.list(body))
            }
            Compound::For { name, words, body } => {
                let words = match words {
                    Some(words) => self.words(words)?,
                    None => self.session.scope.arguments.clone(),
                };
                let mut status = 0;
                for word in words {
                    if let Err(why) = self.session.set(name, word) {
                        return self.fail(1, format!("sh: {why}"));
                    }
                    match self.round(body)? {
                        Round::Next(s) => status = s,
                        Round::Last(s) => return Ok(s),
                    }
                }
                Ok(status)
            }
            Compound::Loop { until, condition, body } => {
                let mut status = 0;
                for _ in 0..limits::ROUNDS {
                    self.loops += 1;
                    let answer = self.condition(condition);
                    self.loops -= 1;
                    match self.rounded(answer)? {
                        Round::Next(answer) if (answer == 0) == *until => return Ok(status),
                        Round::Next(_) => {}
                        Round::Last(s) => return Ok(s),
                    }
                    match self.round(body)? {
                        Round::Next(s) => status = s,
                        Round::Last(s) => return Ok(s),
                    }
                }
                self.limit(&format!("a loop went round {} times", limits::ROUNDS))
            }
            Compound::Case { word, arms } => {
                let word: Vec<char> = self.single(word)?.chars().collect();
                for (patterns, body) in arms {
                    for pattern in patterns {
                        let pattern = self.pattern(pattern)?;
                        self.spend(pattern.work(word.len()))?;
                        if pattern.matches(&word) {
                            return self.list(body);
                        }
                    }
                }
                Ok(0)
            }
            Compound::Test(words) => commands::test::double(self, words),
            Compound::Arithmetic(word) => {
                let text = self.single(word)?;
                match self.arithmetic(&text)? {
                    Ok(value) => Ok(i32::from(value == 0)),
                    Err(why) => self.fail(1, format!("sh: ((: {why}")),
                }
            }
        }
    }

    fn round(&mut self, body: &List) -> Result<Round, Stop> {
        self.loops += 1;
        let result = self.list(body);
        self.loops -= 1;
        self.rounded(result)
    }

    fn rounded(&mut self, result: Flow) -> Result<Round, Stop> {
        match result {
            Ok(status) => Ok(Round::Next(status)),
            Err(Stop::Break(1)) => Ok(Round::Last(0)),
            Err(Stop::Continue(1)) => Ok(Round::Next(0)),
            Err(Stop::Break(n)) => Err(Stop::Break(n - 1)),
            Err(Stop::Continue(n)) => Err(Stop::Continue(n - 1)),
            Err(other) => Err(other),
        }
    }

    /// Leaves loops, no more than there are.
    pub fn leave(&mut self, levels: usize, stop: fn(usize) -> Stop) -> Flow {
        match self.loops {
            0 => Ok(0),
            loops => Err(stop(levels.min(loops))),
        }
    }

    fn simple(&mut self, simple: &Simple) -> Flow {
        self.substituted = None;
        let words = self.command_words(&simple.words)?;
        if words.is_empty() {
            let mut trace = String::new();
            for assignment in &simple.assignments {
                let value = self.assigned(assignment)?;
                trace.push_str(&format!("+ {}={}\n", assignment.name, commands::print::quoted(&value)));
                if let Err(why) = self.session.set(&assignment.name, value) {
                    self.err(&format!("sh: {why}\n"))?;
                    return Err(Stop::Exit(1));
                }
            }
            if self.session.scope.options.xtrace {
                self.err(&trace)?;
            }
            let status = self.substituted.unwrap_or(0);
            return self.redirected(&simple.redirects, |_| Ok(status));
        }
        let mut replaced: Vec<(String, Option<Variable>)> = Vec::new();
        for assignment in &simple.assignments {
            let value = self.assigned(assignment)?;
            let before = self.session.scope.variables.get(&assignment.name).cloned();
            if let Err(why) = self.session.set(&assignment.name, value) {
                return self.fail(1, format!("sh: {why}"));
            }
            if let Some(variable) = self.session.scope.variables.get_mut(&assignment.name) {
                variable.exported = true;
            }
            replaced.push((assignment.name.clone(), before));
        }
        if self.session.scope.options.xtrace {
            let shown: Vec<String> = words.iter().map(|word| commands::print::quoted(word)).collect();
            self.err(&format!("+ {}\n", shown.join(" ")))?;
        }
        let result = if simple.redirects.is_empty() {
            self.invoke(&words)
        } else {
            self.redirected(&simple.redirects, |shell| shell.invoke(&words))
        };
        self.restore(replaced);
        result
    }

    /// Gives variables back what they held.
    fn restore(&mut self, held: Vec<(String, Option<Variable>)>) {
        for (name, before) in held.into_iter().rev() {
            match before {
                Some(variable) => drop(self.session.scope.variables.insert(name, variable)),
                None => drop(self.session.scope.variables.remove(&name)),
            }
        }
    }

    fn assigned(&mut self, assignment: &Assignment) -> Result<String, Stop> {
        let value = self.single(&assignment.value)?;
        if !assignment.append {
            return Ok(value);
        }
        Ok(format!("{}{value}", self.session.variable(&assignment.name).unwrap_or("")))
    }

    /// Calls a function or a command.
    pub fn invoke(&mut self, words: &[String]) -> Flow {
        let Some(name) = words.first() else { return Ok(0) };
        if let Some(body) = self.function(name) {
            let arguments = std::mem::replace(&mut self.session.scope.arguments, words[1..].to_vec());
            let loops = std::mem::take(&mut self.loops);
            self.locals.push(Vec::new());
            let result = self.deeper(|shell| shell.command(&body));
            self.loops = loops;
            let locals = self.locals.pop().unwrap_or_default();
            self.restore(locals);
            self.session.scope.arguments = arguments;
            return match result {
                Err(Stop::Return(status)) => Ok(status),
                other => other,
            };
        }
        commands::call(self, words)
    }

    fn function(&mut self, name: &str) -> Option<Rc<Command>> {
        if let Some(body) = self.functions.get(name) {
            return Some(body.clone());
        }
        let source = self.session.scope.functions.get(name)?;
        let list = parse::script(source).ok()?;
        let command = list.0.into_iter().next()?.first.commands.into_iter().next()?;
        let body = Rc::new(command);
        self.functions.insert(name.to_owned(), body.clone());
        Some(body)
    }

    /// Forgets a function.
    pub fn forget(&mut self, name: &str) {
        self.session.scope.functions.remove(name);
        self.functions.remove(name);
    }

    /// Runs something with redirects in force.
    fn redirected(&mut self, redirects: &[Redirect], run: impl FnOnce(&mut Self) -> Flow) -> Flow {
        let sinks = self.sinks.clone();
        let input = self.input.clone();
        let mut fed = false;
        for redirect in redirects {
            match self.redirect(redirect) {
                Ok(Ok(input)) => fed |= input,
                Ok(Err(why)) => {
                    self.sinks = sinks;
                    self.input = input;
                    return self.fail(1, format!("sh: {why}"));
                }
                Err(stop) => {
                    self.sinks = sinks;
                    self.input = input;
                    return Err(stop);
                }
            }
        }
        let result = run(self);
        self.sinks = sinks;
        if fed {
            self.input = input;
        }
        result
    }

    /// Applies a redirect; `true` if it changed standard input.
    fn redirect(&mut self, redirect: &Redirect) -> Result<Result<bool, String>, Stop> {
        let output = usize::from(redirect.fd.saturating_sub(1));
        match &redirect.to {
            Target::Read(word) => {
                let path = self.single(word)?;
                match self.content(&path)? {
                    Ok(text) => self.input = Input::new(&text),
                    Err(why) => return Ok(Err(why)),
                }
                return Ok(Ok(true));
            }
            Target::HereString(word) => {
                let text = self.single(word)?;
                self.input = Input::new(&format!("{text}\n"));
                return Ok(Ok(true));
            }
            Target::HereDocument(body) => {
                let text = match body.get() {
                    Some(word) => self.single(word)?,
                    None => String::new(),
                };
                self.input = Input::new(&text);
                return Ok(Ok(true));
            }
            Target::Write(word) | Target::Append(word) => {
                let append = matches!(redirect.to, Target::Append(_));
                match self.open(word, append)? {
                    Ok(sink) => self.sinks[output] = sink,
                    Err(why) => return Ok(Err(why)),
                }
            }
            Target::Both { file, append } => match self.open(file, *append)? {
                Ok(sink) => self.sinks = [sink.clone(), sink],
                Err(why) => return Ok(Err(why)),
            },
            Target::Copy(0) => {}
            Target::Copy(from) => self.sinks[output] = self.sinks[usize::from(from - 1)].clone(),
        }
        Ok(Ok(false))
    }

    fn open(&mut self, word: &Word, append: bool) -> Result<Result<Sink, String>, Stop> {
        let path = self.single(word)?;
        Ok(Ok(match path.as_str() {
            "/dev/null" => Sink::Nowhere,
            "/dev/stdout" => self.sinks[0].clone(),
            "/dev/stderr" => self.sinks[1].clone(),
            "" => return Ok(Err(": No such file or directory".into())),
            _ => {
                let absolute = self.session.absolute(&path);
                if !(append && self.session.files.contains_key(&absolute))
                    && let Err(why) = self.session.create(&absolute)
                {
                    return Ok(Err(format!("{path}: {why}")));
                }
                Sink::File(absolute)
            }
        }))
    }
}

/// What one round of a loop came to.
enum Round {
    Next(i32),
    Last(i32),
}
