//! Backslashes as `echo -e`, `printf` and `$'…'` read them.

/// Whose rules hold.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `$'…'`: octal as `\101`, quotes may be escaped.
    Quote,
    /// `printf`'s format: octal as `\101`.
    Format,
    /// `echo -e` and `%b`: octal as `\0101`; `\c` ends all output.
    Echo,
}

/// The text that is meant, and whether `\c` ended it.
pub fn unescape(text: &str, kind: Kind) -> (String, bool) {
    let mut out = Bytes::default();
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        let Some(next) = rest.next() else {
            out.push('\\');
            break;
        };
        let mut digits = |first: Option<char>, radix: u32, most: usize| {
            let mut value = first.and_then(|c| c.to_digit(radix)).unwrap_or(0);
            let mut read = usize::from(first.is_some());
            while read < most
                && let Some(digit) = rest.peek().and_then(|c| c.to_digit(radix))
            {
                value = value * radix + digit;
                read += 1;
                rest.next();
            }
            (value, read)
        };
        match next {
            'n' => out.push('\n'),
            't' => out.push('\t'),
            'r' => out.push('\r'),
            'a' => out.push('\x07'),
            'b' => out.push('\x08'),
            'f' => out.push('\x0c'),
            'v' => out.push('\x0b'),
            'e' | 'E' => out.push('\x1b'),
            '\\' => out.push('\\'),
            '\'' | '"' | '?' if kind == Kind::Quote => out.push(next),
            '"' if kind == Kind::Format => out.push('"'),
            'c' if kind != Kind::Quote => return (out.text(), true),
            '0' if kind == Kind::Echo => {
                let (value, _) = digits(None, 8, 3);
                out.byte(value as u8);
            }
            '0'..='7' if kind != Kind::Echo => {
                let (value, _) = digits(Some(next), 8, 3);
                out.byte(value as u8);
            }
            'x' => match digits(None, 16, 2) {
                (_, 0) => out.str("\\x"),
                (value, _) => out.byte(value as u8),
            },
            'u' | 'U' => match digits(None, 16, if next == 'u' { 4 } else { 8 }) {
                (_, 0) => {
                    out.push('\\');
                    out.push(next);
                }
                (value, _) => out.push(char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER)),
            },
            other => {
                out.push('\\');
                out.push(other);
            }
        }
    }
    (out.text(), false)
}

/// Bytes first, because several escapes may make one character.
#[derive(Default)]
struct Bytes(Vec<u8>);

impl Bytes {
    fn push(&mut self, c: char) {
        self.str(c.encode_utf8(&mut [0; 4]));
    }

    fn str(&mut self, text: &str) {
        self.0.extend_from_slice(text.as_bytes());
    }

    fn byte(&mut self, byte: u8) {
        self.0.push(byte);
    }

    fn text(self) -> String {
        String::from_utf8(self.0).unwrap_or_else(|bad| String::from_utf8_lossy(bad.as_bytes()).into_owned())
    }
}
