//! Commands that write: echo, printf, seq, yes.

use super::super::{
    escapes::{self, Kind},
    interpreter::{Flow, Shell},
};

/// A word as `set -x` and `%q` show it.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-./:=@%+,".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

pub fn echo(shell: &mut Shell, args: &[String]) -> Flow {
    let flags = args.iter().take_while(|arg| {
        arg.strip_prefix('-')
            .is_some_and(|letters| !letters.is_empty() && letters.chars().all(|c| "neE".contains(c)))
    });
    let flags: Vec<&String> = flags.collect();
    let has = |letter| flags.iter().any(|flag| flag.contains(letter));
    let mut text = args[flags.len()..].join(" ");
    let mut line_end = !has('n');
    if has('e') {
        let (plain, ended) = escapes::unescape(&text, Kind::Echo);
        text = plain;
        line_end &= !ended;
    }
    if line_end {
        text.push('\n');
    }
    shell.out(&text)?;
    Ok(0)
}

/// One conversion of a format.
struct Conversion {
    left: bool,
    zero: bool,
    plus: bool,
    space: bool,
    alternate: bool,
    width: usize,
    precision: Option<usize>,
    letter: char,
}

impl Conversion {
    fn pad(&self, text: &str, number: bool) -> String {
        let missing = self.width.saturating_sub(text.chars().count());
        if missing == 0 {
            text.to_owned()
        } else if self.left {
            format!("{text}{}", " ".repeat(missing))
        } else if self.zero && number {
            let sign = usize::from(text.starts_with(['-', '+', ' ']));
            format!("{}{}{}", &text[..sign], "0".repeat(missing), &text[sign..])
        } else {
            format!("{}{text}", " ".repeat(missing))
        }
    }

    fn signed(&self, text: String) -> String {
        match () {
            () if text.starts_with('-') => text,
            () if self.plus => format!("+{text}"),
            () if self.space => format!(" {text}"),
            () => text,
        }
    }
}

pub fn printf(shell: &mut Shell, args: &[String]) -> Flow {
    let args = match args.first().map(String::as_str) {
        Some("--") => &args[1..],
        Some("-v") => return shell.fail(2, "printf: -v is not supported here"),
        _ => args,
    };
    let Some((format, args)) = args.split_first() else {
        return shell.fail(2, "printf: usage: printf format [arguments]");
    };
    let chars: Vec<char> = format.chars().collect();
    let mut rest = args.iter();
    let mut out = String::new();
    let mut status = 0;
    loop {
        let left = rest.len();
        let mut at = 0;
        while let Some(&c) = chars.get(at) {
            if c == '\\' {
                // Up to the next percent sign, which begins a conversion.
                let end =
                    chars[at..].iter().skip(2).position(|c| *c == '%').map_or(chars.len(), |n| at + 2 + n);
                let literal: String = chars[at..end].iter().collect();
                let (text, ended) = escapes::unescape(&literal, Kind::Format);
                out.push_str(&text);
                if ended {
                    shell.out(&out)?;
                    return Ok(status);
                }
                at = end;
                continue;
            }
            if c != '%' {
                out.push(c);
                at += 1;
                continue;
            }
            at += 1;
            let mut flags = String::new();
            while let Some(c) = chars.get(at).filter(|c| "-0+ #".contains(**c)) {
                flags.push(*c);
                at += 1;
            }
            let mut number = |at: &mut usize| -> Option<i64> {
                if chars.get(*at) == Some(&'*') {
                    *at += 1;
                    return Some(rest.next().and_then(|arg| arg.parse().ok()).unwrap_or(0));
                }
                let mut digits = String::new();
                while let Some(c) = chars.get(*at).filter(|c| c.is_ascii_digit()) {
                    digits.push(*c);
                    *at += 1;
                }
                (!digits.is_empty()).then(|| digits.parse().unwrap_or(i64::MAX))
            };
            let width = number(&mut at).unwrap_or(0);
            let mut precision = None;
            if chars.get(at) == Some(&'.') {
                at += 1;
                precision = Some(number(&mut at).unwrap_or(0).clamp(0, 4096) as usize);
            }
            let Some(&letter) = chars.get(at) else {
                shell.out(&out)?;
                return shell.fail(1, "printf: `%': missing format character");
            };
            at += 1;
            let conversion = Conversion {
                left: flags.contains('-') || width < 0,
                zero: flags.contains('0'),
                plus: flags.contains('+'),
                space: flags.contains(' '),
                alternate: flags.contains('#'),
                width: width.unsigned_abs().min(4096) as usize,
                precision,
                letter,
            };
            if letter == '%' {
                out.push('%');
                continue;
            }
            if !"sdiuoxXcbqfFeEgG".contains(letter) {
                shell.out(&out)?;
                return shell.fail(1, format!("printf: `{letter}': invalid format character"));
            }
            let argument = rest.next().map_or("", String::as_str);
            match convert(&conversion, argument) {
                Ok((text, false)) => out.push_str(&text),
                Ok((text, true)) => {
                    out.push_str(&text);
                    shell.out(&out)?;
                    return Ok(status);
                }
                Err((text, why)) => {
                    out.push_str(&text);
                    shell.out(&std::mem::take(&mut out))?;
                    status = shell.fail(1, format!("printf: {}: {why}", super::shorten(argument)))?;
                }
            }
            if out.len() > 8192 {
                shell.out(&std::mem::take(&mut out))?;
            }
        }
        if rest.len() == 0 || rest.len() == left {
            break;
        }
    }
    shell.out(&out)?;
    Ok(status)
}

/// The text of an argument, and whether `\c` ended the output; or what is shown all the same, and why it is wrong.
fn convert(c: &Conversion, argument: &str) -> Result<(String, bool), (String, &'static str)> {
    let cut = |text: &str| match c.precision {
        Some(most) => text.chars().take(most).collect(),
        None => text.to_owned(),
    };
    match c.letter {
        's' => Ok((c.pad(&cut(argument), false), false)),
        'q' => Ok((c.pad(&quoted(argument), false), false)),
        'c' => Ok((c.pad(&argument.chars().take(1).collect::<String>(), false), false)),
        'b' => {
            let (text, ended) = escapes::unescape(argument, Kind::Echo);
            Ok((c.pad(&cut(&text), false), ended))
        }
        'f' | 'F' | 'e' | 'E' | 'g' | 'G' => {
            let (value, wrong) = match argument.trim() {
                "" => (0.0, None),
                text => match text.parse::<f64>() {
                    Ok(value) => (value, None),
                    Err(_) => (0.0, Some("invalid number")),
                },
            };
            let digits = c.precision.unwrap_or(6).min(60);
            let text = match c.letter.to_ascii_lowercase() {
                'f' => format!("{value:.digits$}"),
                'e' => exponent(value, digits),
                _ => general(value, digits.max(1)),
            };
            let text = c.pad(&c.signed(text), true);
            wrong.map_or(Ok((text.clone(), false)), |why| Err((text, why)))
        }
        _ => {
            let (value, wrong) = integer(argument);
            let digits = match c.letter {
                'd' | 'i' => value.unsigned_abs().to_string(),
                'u' => (value as u64).to_string(),
                'o' => format!("{}{:o}", if c.alternate { "0" } else { "" }, value),
                'x' => format!("{}{:x}", if c.alternate { "0x" } else { "" }, value),
                _ => format!("{}{:X}", if c.alternate { "0X" } else { "" }, value),
            };
            let digits = match c.precision {
                Some(least) => format!("{digits:0>least$}"),
                None => digits,
            };
            let signed = matches!(c.letter, 'd' | 'i');
            let text = if signed && value < 0 { format!("-{digits}") } else { digits };
            let text = if signed { c.signed(text) } else { text };
            let text = c.pad(&text, c.precision.is_none());
            wrong.map_or(Ok((text.clone(), false)), |why| Err((text, why)))
        }
    }
}

fn integer(text: &str) -> (i64, Option<&'static str>) {
    if let Some(letter) = text.strip_prefix(['\'', '"']) {
        return (letter.chars().next().map_or(0, |c| i64::from(u32::from(c))), None);
    }
    let trimmed = text.trim_start();
    let (negative, digits) = match trimmed.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, trimmed.strip_prefix('+').unwrap_or(trimmed)),
    };
    let (radix, digits) = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(hex) => (16, hex),
        None if digits.len() > 1 && digits.starts_with('0') => (8, &digits[1..]),
        None => (10, digits),
    };
    let length = digits.find(|c: char| !c.is_digit(radix)).unwrap_or(digits.len());
    let parsed = i64::from_str_radix(&digits[..length], radix);
    let wrong = match (&parsed, length == digits.len()) {
        (_, true) if text.is_empty() => None,
        (Ok(_), true) => None,
        (Err(error), true) if *error.kind() == std::num::IntErrorKind::PosOverflow => {
            Some("Numerical result out of range")
        }
        _ => Some("invalid number"),
    };
    let value = match parsed {
        Ok(value) => value,
        Err(error) if *error.kind() == std::num::IntErrorKind::PosOverflow => i64::MAX,
        Err(_) => 0,
    };
    (if negative { value.wrapping_neg() } else { value }, wrong)
}

/// `%e`: at least two digits in the exponent.
fn exponent(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$e}");
    match text.split_once('e') {
        Some((mantissa, power)) => {
            let (sign, power) = power.strip_prefix('-').map_or(('+', power), |power| ('-', power));
            format!("{mantissa}e{sign}{power:0>2}")
        }
        None => text,
    }
}

/// `%g`
fn general(value: f64, digits: usize) -> String {
    if !value.is_finite() {
        return format!("{value}").to_lowercase();
    }
    let scientific = format!("{value:.*e}", digits - 1);
    let power: i32 = scientific.split_once('e').and_then(|(_, power)| power.parse().ok()).unwrap_or(0);
    let trim = |text: &str| {
        if text.contains('.') {
            text.trim_end_matches('0').trim_end_matches('.').to_owned()
        } else {
            text.to_owned()
        }
    };
    if power < -4 || power >= digits as i32 {
        let text = exponent(value, digits - 1);
        return match text.split_once('e') {
            Some((mantissa, power)) => format!("{}e{power}", trim(mantissa)),
            None => text,
        };
    }
    trim(&format!("{value:.*}", (digits as i32 - 1 - power).max(0) as usize))
}

pub fn seq(shell: &mut Shell, args: &[String]) -> Flow {
    let mut separator = "\n".to_owned();
    let mut wide = false;
    let mut rest: Vec<&str> = Vec::new();
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "-s" => separator = args.next().cloned().unwrap_or_default(),
            "-w" => wide = true,
            "-f" => return shell.fail(1, "seq: -f is not supported here"),
            arg if arg.starts_with("-s") => separator = arg[2..].to_owned(),
            arg => rest.push(arg),
        }
    }
    let (first, step, last) = match rest.as_slice() {
        [last] => ("1", "1", *last),
        [first, last] => (*first, "1", *last),
        [first, step, last] => (*first, *step, *last),
        [] => return shell.fail(1, "seq: missing operand"),
        [_, _, _, extra, ..] => {
            let message = format!("seq: extra operand '{}'", super::shorten(extra));
            return shell.fail(1, message);
        }
    };
    let numbers: Vec<Option<f64>> =
        [first, step, last].iter().map(|text| text.parse::<f64>().ok().filter(|n| !n.is_nan())).collect();
    let [Some(from), Some(by), Some(to)] = numbers[..] else {
        let bad = [first, step, last].into_iter().find(|text| text.parse::<f64>().is_err()).unwrap_or("nan");
        return shell.fail(1, format!("seq: invalid floating point argument: '{}'", super::shorten(bad)));
    };
    if by == 0.0 {
        return shell.fail(1, format!("seq: invalid Zero increment value: '{step}'"));
    }
    let decimals =
        [first, step].iter().map(|text| text.split_once('.').map_or(0, |(_, d)| d.len())).max().unwrap_or(0);
    let decimals = decimals.min(20);
    let width =
        if wide { format!("{from:.decimals$}").len().max(format!("{to:.decimals$}").len()) } else { 0 };
    let mut out = String::new();
    let mut index = 0u64;
    loop {
        let value = from + by * index as f64;
        // A little more than the end, for what adding fractions loses.
        let slack = by.abs() * 1e-10;
        if by > 0.0 && value > to + slack || by < 0.0 && value < to - slack || value.is_nan() {
            break;
        }
        if index > 0 {
            out.push_str(&separator);
        }
        out.push_str(&format!("{value:0width$.decimals$}"));
        index += 1;
        if out.len() > 8192 {
            shell.out(&std::mem::take(&mut out))?;
        }
    }
    if index > 0 {
        out.push('\n');
    }
    shell.out(&out)?;
    Ok(0)
}

/// Writes until somebody stops it.
pub fn yes(shell: &mut Shell, args: &[String]) -> Flow {
    let line = if args.is_empty() { "y".to_owned() } else { args.join(" ") };
    let many = format!("{line}\n").repeat(1 + 4096 / (line.len() + 1));
    loop {
        shell.out(&many)?;
    }
}
