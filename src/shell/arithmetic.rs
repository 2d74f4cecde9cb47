//! `$(( … ))`: 64-bit integers that wrap, as in bash.

/// What names in an expression mean.
pub trait Names {
    /// The value of a variable, empty where it has none.
    fn get(&mut self, name: &str) -> String;
    /// Called before a variable is evaluated as an expression of its own, because those may call each other.
    fn tick(&mut self) -> Result<(), String>;
    /// Sets a variable.
    fn set(&mut self, name: &str, value: i64) -> Result<(), String>;
}

/// How deep an expression may nest.
const DEPTH: usize = 40;

/// Evaluates an expression; an empty one is 0.
pub fn evaluate(text: &str, names: &mut dyn Names) -> Result<i64, String> {
    evaluate_at(text, names, 0)
}

fn evaluate_at(text: &str, names: &mut dyn Names, depth: usize) -> Result<i64, String> {
    let mut reader = Reader { text: text.as_bytes(), at: 0, names, depth, idle: 0 };
    reader.spaces();
    if reader.at == reader.text.len() {
        return Ok(0);
    }
    let value = reader.comma()?;
    if reader.at < reader.text.len() {
        return Err(reader.wrong());
    }
    Ok(value)
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
    names: &'a mut dyn Names,
    depth: usize,
    /// Above 0: the value is not wanted, so nothing is assigned and a division by zero is none.
    idle: usize,
}

/// Binary operators by how loosely they bind; longer ones first where one begins another.
const BINARY: &[&[&str]] = &[
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<=", ">=", "<", ">"],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

impl Reader<'_> {
    fn wrong(&self) -> String {
        let rest = String::from_utf8_lossy(&self.text[self.at..]);
        let rest: String = rest.chars().take(20).collect();
        if rest.is_empty() {
            "the expression ends too early".into()
        } else {
            format!("syntax error in expression at \"{rest}\"")
        }
    }

    fn spaces(&mut self) {
        while self.text.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
    }

    fn starts(&self, sign: &str) -> bool {
        self.text[self.at..].starts_with(sign.as_bytes())
    }

    fn take(&mut self, sign: &str) -> bool {
        let there = self.starts(sign);
        if there {
            self.at += sign.len();
            self.spaces();
        }
        there
    }

    fn comma(&mut self) -> Result<i64, String> {
        loop {
            let value = self.assignment()?;
            if !self.take(",") {
                return Ok(value);
            }
        }
    }

    fn name(&mut self) -> Option<String> {
        let rest = &self.text[self.at..];
        let length = rest.iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count();
        if length == 0 || rest[0].is_ascii_digit() {
            return None;
        }
        let name = String::from_utf8_lossy(&rest[..length]).into_owned();
        self.at += length;
        self.spaces();
        Some(name)
    }

    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, String>) -> Result<T, String> {
        if self.depth >= DEPTH {
            return Err("the expression is nested too deep".into());
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    fn set(&mut self, name: &str, value: i64) -> Result<i64, String> {
        if self.idle == 0 {
            self.names.set(name, value)?;
        }
        Ok(value)
    }

    fn get(&mut self, name: &str) -> Result<i64, String> {
        if self.idle > 0 {
            return Ok(0);
        }
        let text = self.names.get(name);
        if let Ok(value) = text.trim().parse::<i64>() {
            return Ok(value);
        }
        self.names.tick()?;
        let depth = self.depth + 1;
        if depth >= DEPTH {
            return Err("the expression is nested too deep".into());
        }
        evaluate_at(&text, self.names, depth)
    }

    fn assignment(&mut self) -> Result<i64, String> {
        let start = self.at;
        if let Some(name) = self.name() {
            if self.starts("=") && !self.starts("==") {
                self.take("=");
                let value = self.deeper(Self::assignment)?;
                return self.set(&name, value);
            }
            for sign in ["+", "-", "*", "/", "%", "<<", ">>", "&", "^", "|"] {
                if self.take(&format!("{sign}=")) {
                    let right = self.deeper(Self::assignment)?;
                    let left = self.get(&name)?;
                    let value = self.apply(sign, left, right)?;
                    return self.set(&name, value);
                }
            }
            self.at = start;
        }
        self.condition()
    }

    fn condition(&mut self) -> Result<i64, String> {
        let value = self.binary(0)?;
        if !self.take("?") {
            return Ok(value);
        }
        let yes = self.wanted(value != 0, |r| r.deeper(Self::assignment))?;
        if !self.take(":") {
            return Err(self.wrong());
        }
        let no = self.wanted(value == 0, |r| r.deeper(Self::condition))?;
        Ok(if value != 0 { yes } else { no })
    }

    fn wanted(
        &mut self,
        wanted: bool,
        read: impl FnOnce(&mut Self) -> Result<i64, String>,
    ) -> Result<i64, String> {
        self.idle += usize::from(!wanted);
        let value = read(self);
        self.idle -= usize::from(!wanted);
        value
    }

    fn binary(&mut self, level: usize) -> Result<i64, String> {
        let Some(signs) = BINARY.get(level) else { return self.power() };
        let mut left = self.binary(level + 1)?;
        loop {
            let Some(sign) = signs.iter().find(|sign| self.starts(sign) && !self.longer(sign)) else {
                return Ok(left);
            };
            self.take(sign);
            left = match *sign {
                "||" => {
                    let right = self.wanted(left == 0, |r| r.binary(level + 1))?;
                    i64::from(left != 0 || right != 0)
                }
                "&&" => {
                    let right = self.wanted(left != 0, |r| r.binary(level + 1))?;
                    i64::from(left != 0 && right != 0)
                }
                sign => {
                    let right = self.binary(level + 1)?;
                    self.apply(sign, left, right)?
                }
            };
        }
    }

    /// Whether what stands here is another operator that begins with this one.
    fn longer(&self, sign: &str) -> bool {
        let next = self.text.get(self.at + sign.len()).copied();
        match sign {
            "|" => matches!(next, Some(b'|' | b'=')),
            "&" => matches!(next, Some(b'&' | b'=')),
            "<" => next == Some(b'<'),
            ">" => next == Some(b'>'),
            "*" => matches!(next, Some(b'*' | b'=')),
            "+" | "-" | "/" | "%" | "^" | "<<" | ">>" => next == Some(b'='),
            _ => false,
        }
    }

    fn apply(&self, sign: &str, left: i64, right: i64) -> Result<i64, String> {
        Ok(match sign {
            "|" => left | right,
            "^" => left ^ right,
            "&" => left & right,
            "==" => i64::from(left == right),
            "!=" => i64::from(left != right),
            "<=" => i64::from(left <= right),
            ">=" => i64::from(left >= right),
            "<" => i64::from(left < right),
            ">" => i64::from(left > right),
            "<<" => left.wrapping_shl(right as u32),
            ">>" => left.wrapping_shr(right as u32),
            "+" => left.wrapping_add(right),
            "-" => left.wrapping_sub(right),
            "*" => left.wrapping_mul(right),
            "/" | "%" if right == 0 && self.idle > 0 => 0,
            "/" | "%" if right == 0 => return Err("division by 0".into()),
            "/" => left.wrapping_div(right),
            _ => left.wrapping_rem(right),
        })
    }

    fn power(&mut self) -> Result<i64, String> {
        let base = self.unary()?;
        if !self.take("**") {
            return Ok(base);
        }
        let exponent = self.deeper(Self::power)?;
        let exponent = u64::try_from(exponent).map_err(|_| "exponent less than 0".to_owned())?;
        let (mut result, mut square, mut rest) = (1i64, base, exponent);
        while rest > 0 {
            if rest & 1 == 1 {
                result = result.wrapping_mul(square);
            }
            square = square.wrapping_mul(square);
            rest >>= 1;
        }
        Ok(result)
    }

    fn unary(&mut self) -> Result<i64, String> {
        for (sign, step) in [("++", 1), ("--", -1)] {
            if self.starts(sign) {
                let start = self.at;
                self.take(sign);
                if let Some(name) = self.name() {
                    let value = self.get(&name)?.wrapping_add(step);
                    return self.set(&name, value);
                }
                self.at = start;
            }
        }
        if self.take("-") {
            return Ok(self.deeper(Self::unary)?.wrapping_neg());
        }
        if self.take("+") {
            return self.deeper(Self::unary);
        }
        if self.take("!") {
            return Ok(i64::from(self.deeper(Self::unary)? == 0));
        }
        if self.take("~") {
            return Ok(!self.deeper(Self::unary)?);
        }
        self.primary()
    }

    fn primary(&mut self) -> Result<i64, String> {
        if self.take("(") {
            let value = self.deeper(Self::comma)?;
            return if self.take(")") { Ok(value) } else { Err(self.wrong()) };
        }
        if let Some(name) = self.name() {
            let value = self.get(&name)?;
            for (sign, step) in [("++", 1), ("--", -1)] {
                if self.take(sign) {
                    self.set(&name, value.wrapping_add(step))?;
                    return Ok(value);
                }
            }
            return Ok(value);
        }
        let rest = &self.text[self.at..];
        let length = rest.iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'#').count();
        let digits = String::from_utf8_lossy(&rest[..length]).into_owned();
        let value = number(&digits).ok_or_else(|| self.wrong())?;
        self.at += length;
        self.spaces();
        Ok(value)
    }
}

/// Decimal, `0x…`, octal with a leading 0, or `base#digits`.
fn number(text: &str) -> Option<i64> {
    let (radix, digits) = if let Some(hex) = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        (16, hex)
    } else if let Some((base, digits)) = text.split_once('#') {
        (base.parse().ok().filter(|base| (2..=36).contains(base))?, digits)
    } else if text.len() > 1 && text.starts_with('0') {
        (8, &text[1..])
    } else {
        (10, text)
    };
    if digits.is_empty() {
        return None;
    }
    digits.chars().try_fold(0i64, |sum, c| {
        Some(sum.wrapping_mul(i64::from(radix)).wrapping_add(i64::from(c.to_digit(radix)?)))
    })
}
