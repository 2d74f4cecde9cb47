//! The simulated time: date, sleep.

use super::super::{
    interpreter::{Flow, Shell},
    limits,
};

/// A moment in UTC, in the parts that people read.
pub struct Moment {
    pub year: i64,
    /// 1 to 12.
    pub month: i64,
    pub day: i64,
    pub hour: i64,
    pub minute: i64,
    pub second: i64,
    pub ms: i64,
    /// 0 is Sunday.
    pub weekday: i64,
    /// 0 is the first of January.
    pub day_of_year: i64,
}

const DAYS: [&str; 7] = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// Days since 1970 of a date of the Gregorian calendar (Howard Hinnant's algorithm).
pub fn days_of(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

impl Moment {
    /// From milliseconds since 1970; what lies beyond the year 9999 is clipped.
    pub fn new(ms: i64) -> Self {
        let ms = ms.clamp(-62_135_596_800_000, 253_402_300_799_999);
        let days = ms.div_euclid(86_400_000);
        let of_day = ms.rem_euclid(86_400_000);
        let z = days + 719_468;
        let era = z.div_euclid(146_097);
        let of_era = z.rem_euclid(146_097);
        let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let shifted = (5 * of_year + 2) / 153;
        let day = of_year - (153 * shifted + 2) / 5 + 1;
        let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
        let year = year_of_era + era * 400 + i64::from(month <= 2);
        Self {
            year,
            month,
            day,
            hour: of_day / 3_600_000,
            minute: of_day / 60_000 % 60,
            second: of_day / 1000 % 60,
            ms: of_day % 1000,
            weekday: (days + 4).rem_euclid(7),
            day_of_year: days - days_of(year, 1, 1),
        }
    }

    /// In strftime's language; the error is a conversion that is not here.
    pub fn format(&self, format: &str) -> Result<String, String> {
        let mut out = String::new();
        let mut chars = format.chars();
        let day = DAYS[self.weekday as usize % 7];
        let month = MONTHS[(self.month - 1) as usize % 12];
        let hour12 = (self.hour + 11) % 12 + 1;
        let seconds = days_of(self.year, self.month, self.day) * 86_400
            + self.hour * 3600
            + self.minute * 60
            + self.second;
        while let Some(c) = chars.next() {
            if c != '%' {
                out.push(c);
                continue;
            }
            let mut letter = chars.next();
            let mut unpadded = false;
            let mut digits = 9;
            loop {
                match letter {
                    Some('-') => unpadded = true,
                    Some(d) if d.is_ascii_digit() => digits = (d as usize - '0' as usize).clamp(1, 9),
                    _ => break,
                }
                letter = chars.next();
            }
            let two = |n: i64| if unpadded { n.to_string() } else { format!("{n:02}") };
            out.push_str(&match letter {
                Some('Y') => self.year.to_string(),
                Some('C') => two(self.year / 100),
                Some('y') => two(self.year % 100),
                Some('m') => two(self.month),
                Some('d') => two(self.day),
                Some('e') => {
                    if unpadded {
                        self.day.to_string()
                    } else {
                        format!("{:2}", self.day)
                    }
                }
                Some('H') => two(self.hour),
                Some('I') => two(hour12),
                Some('M') => two(self.minute),
                Some('S') => two(self.second),
                Some('N') => format!("{:09}", self.ms * 1_000_000)[..digits].to_owned(),
                Some('j') => {
                    if unpadded {
                        (self.day_of_year + 1).to_string()
                    } else {
                        format!("{:03}", self.day_of_year + 1)
                    }
                }
                Some('p') => if self.hour < 12 { "AM" } else { "PM" }.into(),
                Some('a') => day[..3].into(),
                Some('A') => day.into(),
                Some('b' | 'h') => month[..3].into(),
                Some('B') => month.into(),
                Some('u') => if self.weekday == 0 { 7 } else { self.weekday }.to_string(),
                Some('w') => self.weekday.to_string(),
                Some('s') => seconds.to_string(),
                Some('F') => self.format("%Y-%m-%d")?,
                Some('T' | 'X') => self.format("%H:%M:%S")?,
                Some('R') => self.format("%H:%M")?,
                Some('D' | 'x') => self.format("%m/%d/%y")?,
                Some('c') => self.format("%a %b %e %H:%M:%S %Y")?,
                Some('Z') => "UTC".into(),
                Some('z') => "+0000".into(),
                Some(':') if chars.next() == Some('z') => "+00:00".into(),
                Some('n') => "\n".into(),
                Some('t') => "\t".into(),
                Some('%') => "%".into(),
                Some(other) => return Err(format!("%{other}")),
                None => "%".into(),
            });
        }
        Ok(out)
    }
}

/// Milliseconds since 1970 of `2026-05-27T10:00:00.123Z`, with or without fraction; the time may be missing.
pub fn parse_iso(text: &str) -> Option<i64> {
    let text = text.trim();
    let (date, time) = text.split_once(['T', ' ']).unwrap_or((text, "00:00:00Z"));
    let mut date = date.splitn(3, '-').map(|part| part.parse::<i64>().ok());
    let (year, month, day) = (date.next()??, date.next()??, date.next()??);
    let time = time.strip_suffix('Z').or_else(|| time.strip_suffix("+00:00")).unwrap_or(time);
    let (time, fraction) = time.split_once('.').unwrap_or((time, ""));
    let mut time = time.splitn(3, ':').map(|part| part.parse::<i64>().ok());
    let (hour, minute, second) = (time.next()??, time.next()??, time.next().unwrap_or(Some(0))?);
    let fits = (1..=9999).contains(&year)
        && (1..=12).contains(&month)
        && (1..=31).contains(&day)
        && (0..24).contains(&hour)
        && (0..60).contains(&minute)
        && (0..=60).contains(&second)
        && fraction.bytes().all(|b| b.is_ascii_digit());
    if !fits {
        return None;
    }
    let fraction: String = fraction.chars().chain("000".chars()).take(3).collect();
    let seconds = days_of(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second;
    Some(seconds * 1000 + fraction.parse::<i64>().ok()?)
}

pub fn run(shell: &mut Shell, args: &[String]) -> Flow {
    let mut ms = shell.host.now_ms() as i64;
    let mut format = "%a %b %e %H:%M:%S UTC %Y".to_owned();
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "-u" | "--utc" | "--universal" => {}
            "-R" | "--rfc-email" => format = "%a, %d %b %Y %H:%M:%S +0000".into(),
            "-I" | "-Idate" | "--iso-8601" => format = "%F".into(),
            "-Iseconds" | "--iso-8601=seconds" => format = "%FT%T+00:00".into(),
            "-Ins" | "--iso-8601=ns" => format = "%FT%T,%N+00:00".into(),
            "-d" | "--date" => {
                let text = args.next().map_or("", String::as_str);
                let seconds = text.strip_prefix('@').and_then(|text| text.parse::<f64>().ok());
                match seconds.map(|seconds| (seconds * 1000.0) as i64).or_else(|| parse_iso(text)) {
                    Some(moment) => ms = moment,
                    None if text == "now" => {}
                    None => return shell.fail(1, format!("date: invalid date '{}'", super::shorten(text))),
                }
            }
            arg if arg.starts_with('+') => format = arg[1..].to_owned(),
            arg => return shell.fail(1, format!("date: invalid argument '{}'", super::shorten(arg))),
        }
    }
    match Moment::new(ms).format(&format) {
        Ok(text) => {
            shell.out(&format!("{text}\n"))?;
            Ok(0)
        }
        Err(what) => shell.fail(1, format!("date: {what} is not supported here")),
    }
}

pub fn sleep(shell: &mut Shell, args: &[String]) -> Flow {
    if args.is_empty() {
        return shell.fail(1, "sleep: missing operand");
    }
    let mut total = 0.0;
    for arg in args {
        let factor = match arg.chars().last() {
            Some('m') => 60.0,
            Some('h') => 3600.0,
            Some('d') => 86_400.0,
            _ => 1.0,
        };
        match arg.strip_suffix(['s', 'm', 'h', 'd']).unwrap_or(arg).parse::<f64>() {
            Ok(amount) if amount >= 0.0 => total += amount * factor,
            _ => return shell.fail(1, format!("sleep: invalid time interval '{}'", super::shorten(arg))),
        }
    }
    let ms = (total * 1000.0).min(1e15) as u64;
    if ms > limits::SLEEP_MS {
        return shell.fail(1, "sleep: at most a day passes here");
    }
    shell.host.sleep(ms);
    Ok(0)
}
