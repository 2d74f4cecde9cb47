//! What belongs to the language itself: variables, options, functions, and commands that call commands.

use super::{
    super::{
        interpreter::{Flow, Input, Shell, Stop},
        limits, parse,
        session::Variable,
    },
    COMMANDS, Options, find, print,
};

pub fn clear(shell: &mut Shell, _: &[String]) -> Flow {
    if shell.shows() {
        shell.clear();
    }
    Ok(0)
}

pub fn help(shell: &mut Shell, args: &[String]) -> Flow {
    if let Some(name) = args.first() {
        let line = COMMANDS.iter().find(|(own, _, _)| own == name).map(|(_, _, line)| *line);
        return match line {
            Some("") => shell.out(&format!("{name}: as in bash, see help\n")).map(|()| 0),
            Some(line) => shell.out(&format!("{line}\n")).map(|()| 0),
            None => shell.fail(1, format!("help: no command named {}", super::shorten(name))),
        };
    }
    let mut text = String::from("A shell over the pipeline in this page; nothing leaves the page.\n\n");
    for (_, _, line) in COMMANDS.iter().filter(|(_, _, line)| !line.is_empty()) {
        text.push_str(&format!("  {line}\n"));
    }
    text.push_str(
        "\nAlso: if, for, while, case, functions, pipes, $(…), $((…)), here-documents, > < >> 2>&1.\n",
    );
    shell.out(&text)?;
    Ok(0)
}

pub fn history(shell: &mut Shell, _: &[String]) -> Flow {
    shell.fail(0, "history: the page keeps it; the arrow keys bring earlier lines back")
}

pub fn exit(shell: &mut Shell, args: &[String]) -> Flow {
    match args.first().map(|arg| arg.parse::<i64>()) {
        None => Err(Stop::Exit(shell.session.status)),
        Some(Ok(status)) => Err(Stop::Exit((status & 255) as i32)),
        Some(Err(_)) => {
            shell.fail(2, format!("sh: exit: {}: numeric argument required", super::shorten(&args[0])))?;
            Err(Stop::Exit(2))
        }
    }
}

pub fn return_(shell: &mut Shell, args: &[String]) -> Flow {
    if shell.locals.is_empty() {
        return shell.fail(1, "sh: return: can only `return' from a function");
    }
    let status = args.first().map_or(Some(shell.session.status), |arg| arg.parse().ok());
    Err(Stop::Return(status.unwrap_or(2) & 255))
}

fn levels(args: &[String]) -> usize {
    args.first().and_then(|arg| arg.parse().ok()).unwrap_or(1).max(1)
}

pub fn leave_loop(shell: &mut Shell, args: &[String]) -> Flow {
    shell.leave(levels(args), Stop::Break)
}

pub fn continue_loop(shell: &mut Shell, args: &[String]) -> Flow {
    shell.leave(levels(args), Stop::Continue)
}

pub fn shift(shell: &mut Shell, args: &[String]) -> Flow {
    let by = args.first().map_or(Some(1), |arg| arg.parse::<usize>().ok()).unwrap_or(usize::MAX);
    let arguments = &mut shell.session.scope.arguments;
    if by > arguments.len() {
        return Ok(1);
    }
    arguments.drain(..by);
    Ok(0)
}

/// `NAME=VALUE` or `NAME`.
fn declared(arg: &str) -> Option<(&str, Option<&str>)> {
    let (name, value) = arg.split_once('=').map_or((arg, None), |(name, value)| (name, Some(value)));
    parse::is_name(name).then_some((name, value))
}

fn declare(shell: &mut Shell, command: &str, args: &[String], mark: fn(&mut Variable)) -> Flow {
    let mut status = 0;
    for arg in args.iter().filter(|arg| !matches!(arg.as_str(), "-p" | "-x" | "-r" | "-i" | "--")) {
        let Some((name, value)) = declared(arg) else {
            status =
                shell.fail(1, format!("sh: {command}: `{}': not a valid identifier", super::shorten(arg)))?;
            continue;
        };
        if value.is_some() || shell.session.variable(name).is_none() {
            if value.is_none() && command == "export" {
                continue;
            }
            if let Err(why) = shell.session.set(name, value.unwrap_or("")) {
                status = shell.fail(1, format!("sh: {why}"))?;
                continue;
            }
        }
        if let Some(variable) = shell.session.scope.variables.get_mut(name) {
            mark(variable);
        }
    }
    Ok(status)
}

pub fn export(shell: &mut Shell, args: &[String]) -> Flow {
    if args.is_empty() || args == ["-p"] {
        let lines: String = variables(shell, true).iter().map(|line| format!("export {line}\n")).collect();
        shell.out(&lines)?;
        return Ok(0);
    }
    if args.first().is_some_and(|arg| arg == "-n") {
        for name in &args[1..] {
            if let Some(variable) = shell.session.scope.variables.get_mut(name) {
                variable.exported = false;
            }
        }
        return Ok(0);
    }
    declare(shell, "export", args, |variable| variable.exported = true)
}

pub fn readonly(shell: &mut Shell, args: &[String]) -> Flow {
    declare(shell, "readonly", args, |variable| variable.readonly = true)
}

/// `local` and, without its flags, `declare`: a variable that ends with its function.
pub fn local(shell: &mut Shell, args: &[String]) -> Flow {
    if let Some(flag) = args.iter().find(|arg| arg.starts_with('-') && arg.contains(['a', 'A', 'n', 'f'])) {
        return shell.fail(2, format!("sh: declare: {} is not supported here", super::shorten(flag)));
    }
    for (name, _) in args.iter().filter_map(|arg| declared(arg)) {
        let before = shell.session.scope.variables.get(name).cloned();
        if let Some(locals) = shell.locals.last_mut()
            && !locals.iter().any(|(own, _)| own == name)
        {
            locals.push((name.to_owned(), before));
            shell.session.scope.variables.remove(name);
        }
    }
    declare(shell, "local", args, |_| {})
}

pub fn unset(shell: &mut Shell, args: &[String]) -> Flow {
    let functions = args.first().is_some_and(|arg| arg == "-f");
    for name in args.iter().filter(|arg| !arg.starts_with('-')) {
        if functions {
            shell.forget(name);
        } else if shell.session.scope.variables.get(name).is_some_and(|variable| variable.readonly) {
            return shell.fail(1, format!("sh: unset: {name}: cannot unset: readonly variable"));
        } else if shell.session.scope.variables.remove(name).is_none() {
            shell.forget(name);
        }
    }
    Ok(0)
}

/// `NAME=VALUE` of each variable, quoted where needed.
fn variables(shell: &Shell, exported: bool) -> Vec<String> {
    let all = shell.session.scope.variables.iter();
    all.filter(|(_, variable)| !exported || variable.exported)
        .map(|(name, variable)| format!("{name}={}", print::quoted(&variable.value)))
        .collect()
}

pub fn env(shell: &mut Shell, args: &[String]) -> Flow {
    let taken = args.iter().take_while(|arg| declared(arg).is_some_and(|(_, value)| value.is_some())).count();
    let (assigned, words) = args.split_at(taken);
    if words.is_empty() {
        let mut lines: Vec<String> = shell
            .session
            .scope
            .variables
            .iter()
            .filter(|(_, variable)| variable.exported)
            .map(|(name, variable)| format!("{name}={}\n", variable.value))
            .collect();
        lines.extend(assigned.iter().map(|arg| format!("{arg}\n")));
        shell.out(&lines.concat())?;
        return Ok(0);
    }
    shell.subshell(|shell| {
        for (name, value) in assigned.iter().filter_map(|arg| declared(arg)) {
            if let Err(why) = shell.session.set(name, value.unwrap_or("")) {
                return shell.fail(1, format!("env: {why}"));
            }
            if let Some(variable) = shell.session.scope.variables.get_mut(name) {
                variable.exported = true;
            }
        }
        shell.count()?;
        super::call(shell, words)
    })
}

pub fn set(shell: &mut Shell, args: &[String]) -> Flow {
    if args.is_empty() {
        let lines: String = variables(shell, false).iter().map(|line| format!("{line}\n")).collect();
        shell.out(&lines)?;
        return Ok(0);
    }
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let on = arg.starts_with('-');
        match arg.as_str() {
            "--" => {
                shell.session.scope.arguments = args.cloned().collect();
                return Ok(0);
            }
            "-o" | "+o" => {
                let Some(name) = args.next() else {
                    let o = shell.session.scope.options;
                    let all = [
                        ("errexit", o.errexit),
                        ("noglob", o.noglob),
                        ("nounset", o.nounset),
                        ("pipefail", o.pipefail),
                        ("xtrace", o.xtrace),
                    ];
                    for (name, on) in all {
                        shell.out(&format!("{name:<15}\t{}\n", if on { "on" } else { "off" }))?;
                    }
                    return Ok(0);
                };
                if !option(shell, name, on) {
                    return shell
                        .fail(2, format!("sh: set: {}: is not supported here", super::shorten(name)));
                }
            }
            _ if arg.len() > 1 && arg.starts_with(['-', '+']) => {
                for letter in arg.chars().skip(1) {
                    let name = match letter {
                        'e' => "errexit",
                        'u' => "nounset",
                        'x' => "xtrace",
                        'f' => "noglob",
                        'o' => match args.next() {
                            Some(name) => name,
                            None => "",
                        },
                        _ => "",
                    };
                    if !option(shell, name, on) {
                        return shell.fail(2, format!("sh: set: {arg}: is not supported here"));
                    }
                }
            }
            _ => {
                shell.session.scope.arguments = std::iter::once(arg).chain(args).cloned().collect();
                return Ok(0);
            }
        }
    }
    Ok(0)
}

fn option(shell: &mut Shell, name: &str, on: bool) -> bool {
    let options = &mut shell.session.scope.options;
    match name {
        "errexit" => options.errexit = on,
        "nounset" => options.nounset = on,
        "xtrace" => options.xtrace = on,
        "noglob" => options.noglob = on,
        "pipefail" => options.pipefail = on,
        _ => return false,
    }
    true
}

pub fn read(shell: &mut Shell, args: &[String]) -> Flow {
    let options = match Options::read("sh: read", args, "rp:st:n:d:", &[]) {
        Ok(options) => options,
        Err(why) => return shell.fail(2, why),
    };
    if let Some(prompt) = options.value('p').map(String::from)
        && !shell.is_fed()
    {
        shell.err(&format!("{prompt}\n"))?;
    }
    let mut line = shell.read_line()?;
    let ended = line.ends_with('\n');
    let raw = options.has('r');
    while !raw && line.ends_with("\\\n") {
        line.truncate(line.len() - 2);
        line.push_str(&shell.read_line()?);
    }
    if line.ends_with('\n') {
        line.pop();
    }
    let ifs = shell.session.variable("IFS").unwrap_or(" \t\n").to_owned();
    let blank = |c: char| ifs.contains(c) && c.is_ascii_whitespace();
    let names: Vec<String> =
        if options.rest.is_empty() { vec!["REPLY".into()] } else { options.rest.clone() };
    let unescape = |text: &str| {
        if raw {
            return text.to_owned();
        }
        let mut out = String::new();
        let mut chars = text.chars();
        while let Some(c) = chars.next() {
            out.extend(if c == '\\' { chars.next() } else { Some(c) });
        }
        out
    };
    let mut rest = if options.rest.is_empty() { line.as_str() } else { line.trim_start_matches(blank) };
    for (index, name) in names.iter().enumerate() {
        if !parse::is_name(name) {
            return shell.fail(1, format!("sh: read: `{}': not a valid identifier", super::shorten(name)));
        }
        let value = if index + 1 == names.len() {
            // The last name takes the rest, without blanks and without one separator at its end.
            let value = if options.rest.is_empty() { rest } else { rest.trim_end_matches(blank) };
            let single = |c: char| ifs.contains(c) && !c.is_ascii_whitespace();
            match value.strip_suffix(single) {
                Some(shorter) if !shorter.contains(|c| ifs.contains(c)) && !options.rest.is_empty() => {
                    shorter
                }
                _ => value,
            }
        } else {
            let end = rest.find(|c| ifs.contains(c)).unwrap_or(rest.len());
            let (value, after) = rest.split_at(end);
            rest = after.trim_start_matches(blank);
            if let Some(c) = rest.chars().next().filter(|c| ifs.contains(*c)) {
                rest = rest[c.len_utf8()..].trim_start_matches(blank);
            }
            value
        };
        let value = unescape(value);
        if let Err(why) = shell.session.set(name, value) {
            return shell.fail(1, format!("sh: {why}"));
        }
    }
    Ok(i32::from(!ended))
}

pub fn eval(shell: &mut Shell, args: &[String]) -> Flow {
    let text = args.join(" ");
    shell.deeper(|shell| shell.source(&text))
}

pub fn source(shell: &mut Shell, args: &[String]) -> Flow {
    let Some(file) = args.first() else { return shell.fail(2, "sh: .: filename argument required") };
    match shell.content(file)? {
        Ok(text) => shell.deeper(|shell| shell.source(&text)),
        Err(why) => shell.fail(1, format!("sh: {why}")),
    }
}

pub fn sh(shell: &mut Shell, args: &[String]) -> Flow {
    let (text, arguments) = match args {
        [flag, text, rest @ ..] if flag == "-c" => (text.clone(), rest.get(1..).unwrap_or_default().to_vec()),
        [file, rest @ ..] if !file.starts_with('-') => match shell.content(file)? {
            Ok(text) => (text, rest.to_vec()),
            Err(why) => return shell.fail(127, format!("sh: {why}")),
        },
        [] if shell.is_fed() => (shell.read_all()?, Vec::new()),
        [] => return shell.fail(0, "sh: you are in one already"),
        [flag, ..] => return shell.fail(2, format!("sh: {}: is not supported here", super::shorten(flag))),
    };
    shell.subshell(|shell| {
        shell.session.scope.arguments = arguments;
        shell.session.scope.options = Default::default();
        shell.source(&text)
    })
}

/// What a name would call.
fn meaning(shell: &Shell, name: &str) -> Option<&'static str> {
    const KEYWORDS: &[&str] = &[
        "if", "then", "else", "elif", "fi", "for", "while", "until", "do", "done", "case", "esac", "{", "}",
        "!", "[[", "]]", "in", "function",
    ];
    if KEYWORDS.contains(&name) {
        Some("a shell keyword")
    } else if shell.session.scope.functions.contains_key(name) {
        Some("a function")
    } else {
        find(name).map(|_| "a command of this shell")
    }
}

pub fn type_(shell: &mut Shell, args: &[String]) -> Flow {
    let mut status = 0;
    for name in args.iter().filter(|arg| !arg.starts_with('-')) {
        match meaning(shell, name) {
            Some(what) => shell.out(&format!("{name} is {what}\n"))?,
            None => status = shell.fail(1, format!("sh: type: {}: not found", super::shorten(name)))?,
        }
    }
    Ok(status)
}

pub fn which(shell: &mut Shell, args: &[String]) -> Flow {
    let mut status = 0;
    for name in args {
        if find(name).is_some() {
            shell.out(&format!("/usr/bin/{name}\n"))?;
        } else {
            status = 1;
        }
    }
    Ok(status)
}

pub fn command(shell: &mut Shell, args: &[String]) -> Flow {
    match args.first().map(String::as_str) {
        Some("-v") => {
            let mut status = 0;
            for name in &args[1..] {
                match meaning(shell, name) {
                    Some(_) => shell.out(&format!("{name}\n"))?,
                    None => status = 1,
                }
            }
            Ok(status)
        }
        Some("-V") => type_(shell, &args[1..]),
        Some(_) => super::call(shell, args),
        None => Ok(0),
    }
}

pub fn let_(shell: &mut Shell, args: &[String]) -> Flow {
    let mut last = 0;
    for arg in args {
        match shell.arithmetic(arg)? {
            Ok(value) => last = value,
            Err(why) => return shell.fail(1, format!("sh: let: {why}")),
        }
    }
    Ok(i32::from(last == 0))
}

/// Words as xargs reads them: blanks part them, quotes and backslashes hold them together.
fn xargs_words(text: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            ' ' | '\t' | '\n' => words.extend(word.take()),
            '\'' | '"' => {
                let word = word.get_or_insert_default();
                loop {
                    match chars.next() {
                        Some(end) if end == c => break,
                        Some('\n') | None => return Err("unmatched quote; use -I or quote it twice".into()),
                        Some(inner) => word.push(inner),
                    }
                }
            }
            '\\' => word.get_or_insert_default().extend(chars.next()),
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    Ok(words)
}

pub fn xargs(shell: &mut Shell, args: &[String]) -> Flow {
    // Options end where the command begins.
    let mut own = 0;
    while let Some(arg) = args.get(own).filter(|arg| arg.starts_with('-')) {
        own += if matches!(arg.as_str(), "-n" | "-I" | "-d" | "-L" | "-P") { 2 } else { 1 };
    }
    let own = own.min(args.len());
    let options = match Options::read("xargs", &args[..own], "n:I:d:L:P:rt0", &[("no-run-if-empty", 'r')]) {
        Ok(options) => options,
        Err(why) => return shell.fail(1, why),
    };
    let mut command = args[own..].to_vec();
    if command.is_empty() {
        command.push("echo".into());
    }
    let text = shell.read_all()?;
    let separator = match options.value('d') {
        Some("\\n") => Some('\n'),
        Some("\\t") => Some('\t'),
        Some("\\0") => Some('\0'),
        Some(text) => text.chars().next(),
        None if options.has('0') => Some('\0'),
        None => None,
    };
    let replaced = options.value('I').map(String::from);
    let words: Vec<String> = match (separator, &replaced) {
        (Some(separator), _) => text.split_terminator(separator).map(String::from).collect(),
        (None, Some(_)) => {
            text.lines().map(|line| line.trim_start().to_owned()).filter(|line| !line.is_empty()).collect()
        }
        (None, None) => match xargs_words(&text) {
            Ok(words) => words,
            Err(why) => return shell.fail(1, format!("xargs: {why}")),
        },
    };
    let chunk = match (&replaced, options.value('n').or(options.value('L'))) {
        (Some(_), _) => 1,
        (None, Some(n)) => match n.parse::<usize>() {
            Ok(n) if n > 0 => n,
            _ => return shell.fail(1, "xargs: invalid number for -n"),
        },
        (None, None) => limits::WORDS,
    };
    if words.is_empty() && (options.has('r') || replaced.is_some()) {
        return Ok(0);
    }
    let empty: [String; 0] = [];
    let chunks: Vec<&[String]> =
        if words.is_empty() { vec![&empty[..]] } else { words.chunks(chunk).collect() };
    let mut status = 0;
    let input = std::mem::replace(&mut shell.input, Input::new(""));
    for chunk in chunks {
        let call: Vec<String> = match &replaced {
            Some(mark) if !mark.is_empty() => {
                let with = chunk.concat();
                command.iter().map(|word| word.replace(mark.as_str(), &with)).collect()
            }
            _ => command.iter().chain(chunk).cloned().collect(),
        };
        let size: usize = call.iter().map(String::len).sum();
        shell.spend(size)?;
        shell.count()?;
        if options.has('t') {
            shell.err(&format!("{}\n", call.join(" ")))?;
        }
        match shell.subshell(|shell| super::call(shell, &call))? {
            0 => {}
            127 => {
                status = 127;
                break;
            }
            255 => {
                status = 124;
                break;
            }
            _ => status = 123,
        }
    }
    shell.input = input;
    Ok(status)
}
