//! curl: requests over the [`Host`](super::super::host::Host), with curl's words and exit codes.

use super::super::interpreter::{Flow, Shell, Stop};
use crate::service::http::{HttpRequest, HttpResponse, NoAnswer};

const AGENT: &str = "curl/8.5.0";

/// Long options with the short one that they are (or a name of our own), and whether they take a value.
pub const LONG: &[(&str, &str, bool)] = &[
    ("append", "-", false),
    ("compressed", "-", false),
    ("connect-timeout", "-", true),
    ("cookie", "b", true),
    ("data", "d", true),
    ("data-ascii", "d", true),
    ("data-binary", "data-binary", true),
    ("data-raw", "data-raw", true),
    ("data-urlencode", "data-urlencode", true),
    ("fail", "f", false),
    ("fail-with-body", "fail-with-body", false),
    ("get", "G", false),
    ("globoff", "-", false),
    ("head", "I", false),
    ("header", "H", true),
    ("help", "help", false),
    ("http1.1", "-", false),
    ("http2", "-", false),
    ("include", "i", false),
    ("insecure", "-", false),
    ("json", "json", true),
    ("location", "-", false),
    ("max-time", "m", true),
    ("no-buffer", "-", false),
    ("no-progress-meter", "-", false),
    ("output", "o", true),
    ("progress-bar", "-", false),
    ("referer", "e", true),
    ("remote-name", "O", false),
    ("request", "X", true),
    ("retry", "retry", true),
    ("retry-all-errors", "retry-all-errors", false),
    ("retry-connrefused", "retry-connrefused", false),
    ("retry-delay", "retry-delay", true),
    ("show-error", "S", false),
    ("silent", "s", false),
    ("url", "url", true),
    ("user-agent", "A", true),
    ("verbose", "v", false),
    ("version", "V", false),
    ("write-out", "w", true),
];

/// Short options that take a value, and those that do not; the last ones change nothing here.
const VALUED: &str = "XHdowmAebT";
const PLAIN: &str = "sSiIfvGOV";
const HARMLESS: &str = "LkgN#04";

#[derive(Default)]
struct Wish {
    method: Option<String>,
    headers: Vec<String>,
    data: Option<String>,
    json: bool,
    get: bool,
    head: bool,
    silent: bool,
    show_error: bool,
    include: bool,
    verbose: bool,
    fail: bool,
    fail_with_body: bool,
    outputs: Vec<String>,
    remote_name: bool,
    write_out: Option<String>,
    max_time_ms: Option<u64>,
    agent: Option<String>,
    retries: u32,
    retry_delay_ms: Option<u64>,
    retry_all: bool,
    retry_refused: bool,
    urls: Vec<String>,
}

/// Why the command line is none: what is said, and the exit code.
struct Wrong(i32, String);

fn usage(what: String) -> Wrong {
    Wrong(2, format!("curl: {what}\ncurl: try 'curl --help' for more information"))
}

fn read(shell: &mut Shell, args: &[String]) -> Result<Result<Wish, Wrong>, Stop> {
    let mut wish = Wish::default();
    let mut args = args.iter();
    let mut options = true;
    while let Some(arg) = args.next() {
        if !options || !arg.starts_with('-') || arg == "-" {
            wish.urls.push(arg.clone());
            continue;
        }
        if arg == "--" {
            options = false;
            continue;
        }
        if let Some(name) = arg.strip_prefix("--") {
            let known = LONG.iter().find(|(own, _, _)| *own == name);
            let Some((_, option, takes)) = known else {
                return Ok(Err(usage(format!("option {}: is unknown", super::shorten(arg)))));
            };
            let value = match (takes, args.len()) {
                (true, 0) => return Ok(Err(usage(format!("option {arg}: requires parameter")))),
                (true, _) => args.next().cloned().unwrap_or_default(),
                (false, _) => String::new(),
            };
            if let Err(wrong) = apply(shell, &mut wish, option, &value, arg)? {
                return Ok(Err(wrong));
            }
            continue;
        }
        for (at, letter) in arg.char_indices().skip(1) {
            let shown = format!("-{letter}");
            if HARMLESS.contains(letter) {
                continue;
            }
            let mut encoded = [0; 4];
            let option: &str = letter.encode_utf8(&mut encoded);
            if PLAIN.contains(letter) {
                if let Err(wrong) = apply(shell, &mut wish, option, "", &shown)? {
                    return Ok(Err(wrong));
                }
            } else if VALUED.contains(letter) {
                let attached = &arg[at + letter.len_utf8()..];
                let value = match (attached, args.len()) {
                    ("", 0) => return Ok(Err(usage(format!("option {shown}: requires parameter")))),
                    ("", _) => args.next().cloned().unwrap_or_default(),
                    (attached, _) => attached.to_owned(),
                };
                if let Err(wrong) = apply(shell, &mut wish, option, &value, &shown)? {
                    return Ok(Err(wrong));
                }
                break;
            } else {
                return Ok(Err(usage(format!("option {}: is unknown", super::shorten(arg)))));
            }
        }
    }
    Ok(Ok(wish))
}

fn seconds(value: &str) -> Option<u64> {
    value.parse::<f64>().ok().filter(|s| *s >= 0.0 && *s < 1e9).map(|s| (s * 1000.0) as u64)
}

fn apply(
    shell: &mut Shell,
    wish: &mut Wish,
    option: &str,
    value: &str,
    shown: &str,
) -> Result<Result<(), Wrong>, Stop> {
    let number = || usage(format!("option {shown}: expected a proper numerical parameter"));
    match option {
        "-" => {}
        "X" => wish.method = Some(value.to_owned()),
        "H" => wish.headers.push(value.to_owned()),
        "d" | "data-binary" | "json" | "data-raw" | "data-urlencode" => {
            let mut text = value.to_owned();
            if let Some(path) =
                value.strip_prefix('@').filter(|_| !matches!(option, "data-raw" | "data-urlencode"))
            {
                text = match shell.content(path)? {
                    Ok(text) => text,
                    Err(why) => {
                        let why = format!(
                            "curl: option {shown}: error encountered when reading a file\ncurl: {why}"
                        );
                        return Ok(Err(Wrong(26, why)));
                    }
                };
                if option == "d" {
                    text.retain(|c| !matches!(c, '\n' | '\r'));
                }
            }
            if option == "data-urlencode" {
                text = match text.split_once('=') {
                    Some(("", value)) => encode(value),
                    Some((name, value)) => format!("{name}={}", encode(value)),
                    None => encode(&text),
                };
            }
            wish.json |= option == "json";
            let between = if option == "json" { "" } else { "&" };
            wish.data = Some(match wish.data.take() {
                Some(before) => format!("{before}{between}{text}"),
                None => text,
            });
        }
        "G" => wish.get = true,
        "I" => wish.head = true,
        "s" => wish.silent = true,
        "S" => wish.show_error = true,
        "i" => wish.include = true,
        "v" => wish.verbose = true,
        "f" => wish.fail = true,
        "fail-with-body" => wish.fail_with_body = true,
        "o" => wish.outputs.push(value.to_owned()),
        "O" => wish.remote_name = true,
        "w" => {
            wish.write_out = Some(match value.strip_prefix('@') {
                Some(path) => match shell.content(path)? {
                    Ok(text) => text,
                    Err(why) => return Ok(Err(Wrong(26, format!("curl: {why}")))),
                },
                None => value.to_owned(),
            });
        }
        "m" => match seconds(value) {
            Some(ms) => wish.max_time_ms = Some(ms).filter(|ms| *ms > 0),
            None => return Ok(Err(number())),
        },
        "A" => wish.agent = Some(value.to_owned()),
        "e" => wish.headers.push(format!("Referer: {value}")),
        "b" => wish.headers.push(format!("Cookie: {value}")),
        "retry" => match value.parse::<u32>() {
            Ok(times) => wish.retries = times.min(100),
            Err(_) => return Ok(Err(number())),
        },
        "retry-delay" => match seconds(value) {
            Some(ms) => wish.retry_delay_ms = Some(ms),
            None => return Ok(Err(number())),
        },
        "retry-all-errors" => wish.retry_all = true,
        "retry-connrefused" => wish.retry_refused = true,
        "url" => wish.urls.push(value.to_owned()),
        "V" => return Ok(Err(Wrong(0, format!("{AGENT} (in this page; nothing leaves it)")))),
        "help" => {
            let text = "Usage: curl [options...] <url>\n -d, --data DATA   -f, --fail   -G, --get   -H, --header LINE   -i, --include   -I, --head\n --json DATA   -m, --max-time SECONDS   -o, --output FILE   --retry TIMES   -s, --silent   -S, --show-error\n -v, --verbose   -w, --write-out FORMAT   -X, --request METHOD";
            return Ok(Err(Wrong(0, text.into())));
        }
        _ => return Ok(Err(Wrong(2, format!("curl: option {shown}: is not supported here")))),
    }
    Ok(Ok(()))
}

/// Percent-encoding of all but the unreserved characters.
pub fn encode(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

pub fn run(shell: &mut Shell, args: &[String]) -> Flow {
    let wish = match read(shell, args)? {
        Ok(wish) => wish,
        Err(Wrong(0, text)) => {
            shell.out(&format!("{text}\n"))?;
            return Ok(0);
        }
        Err(Wrong(status, text)) => return shell.fail(status, text),
    };
    if wish.urls.is_empty() {
        let what = "curl: (2) no URL specified\ncurl: try 'curl --help' for more information";
        return shell.fail(2, what);
    }
    let mut status = 0;
    for (index, url) in wish.urls.iter().enumerate() {
        shell.count()?;
        status = transfer(shell, &wish, index, url)?;
    }
    Ok(status)
}

/// The URL with its scheme, and its host and port.
fn whole_url(text: &str) -> Result<(String, String, u16), String> {
    let text = text.trim();
    let (scheme, rest) = match text.split_once("://") {
        Some((scheme, rest)) => (scheme.to_ascii_lowercase(), rest),
        None => ("http".into(), text),
    };
    if !matches!(scheme.as_str(), "http" | "https") {
        return Err(format!("curl: (1) Protocol \"{}\" not supported", super::shorten(&scheme)));
    }
    let rest = rest.split('#').next().unwrap_or("");
    let end = rest.find(['/', '?']).unwrap_or(rest.len());
    let (authority, path) = rest.split_at(end);
    if text.chars().any(|c| c.is_whitespace() || c.is_control()) {
        return Err("curl: (3) URL rejected: Malformed input to a URL function".into());
    }
    let authority = authority.rsplit('@').next().unwrap_or("");
    let (host, port) = match authority.rsplit_once(':') {
        Some((host, port)) if !authority.ends_with(']') => match port.parse::<u16>() {
            Ok(port) => (host, port),
            Err(_) => {
                return Err(
                    "curl: (3) URL rejected: Port number was not a decimal number between 0 and 65535".into(),
                );
            }
        },
        _ => (authority, if scheme == "https" { 443 } else { 80 }),
    };
    if host.is_empty() {
        return Err("curl: (3) URL rejected: No host part in the URL".into());
    }
    let slash = if path.starts_with('/') { "" } else { "/" };
    Ok((format!("{scheme}://{authority}{slash}{path}"), host.to_owned(), port))
}

fn request(wish: &Wish, url: &str, host: &str, port: u16) -> HttpRequest {
    let mut url = url.to_owned();
    let mut body = wish.data.clone();
    if wish.get
        && let Some(query) = body.take()
    {
        url.push(if url.contains('?') { '&' } else { '?' });
        url.push_str(&query);
    }
    let method = wish.method.clone().unwrap_or_else(|| {
        match () {
            () if wish.head => "HEAD",
            () if body.is_some() => "POST",
            () => "GET",
        }
        .into()
    });
    let authority = if port == 80 { host.to_owned() } else { format!("{host}:{port}") };
    let mut headers: Vec<(String, String)> = vec![
        ("Host".into(), authority),
        ("User-Agent".into(), wish.agent.clone().unwrap_or_else(|| AGENT.into())),
        ("Accept".into(), if wish.json { "application/json" } else { "*/*" }.into()),
    ];
    if let Some(body) = &body {
        let kind = if wish.json { "application/json" } else { "application/x-www-form-urlencoded" };
        headers.push(("Content-Type".into(), kind.into()));
        headers.push(("Content-Length".into(), body.len().to_string()));
    }
    for line in &wish.headers {
        // `Name:` removes a header of curl's own, `Name;` sends it empty.
        let (name, value) = match (line.split_once(':'), line.strip_suffix(';')) {
            (Some((name, value)), _) => (name.trim(), Some(value.trim()).filter(|value| !value.is_empty())),
            (None, Some(name)) => (name.trim(), Some("")),
            (None, None) => continue,
        };
        let own =
            headers.iter().position(|(header, _)| header.eq_ignore_ascii_case(name)).filter(|at| *at < 5);
        match (value, own) {
            (Some(value), Some(at)) => headers[at].1 = value.to_owned(),
            (Some(value), None) => headers.push((name.to_owned(), value.to_owned())),
            (None, Some(at)) => drop(headers.remove(at)),
            (None, None) => {}
        }
    }
    HttpRequest { method, url, headers, body: body.unwrap_or_default(), max_time_ms: wish.max_time_ms }
}

/// curl's exit code and words where there is no answer.
fn no_answer(why: &NoAnswer, host: &str, port: u16, elapsed_ms: u64) -> (i32, String) {
    match why {
        NoAnswer::UnknownHost(name) => (6, format!("Could not resolve host: {name}")),
        NoAnswer::Refused => (
            7,
            format!(
                "Failed to connect to {host} port {port} after {elapsed_ms} ms: Couldn't connect to server"
            ),
        ),
        NoAnswer::TimedOut { after_ms } => {
            (28, format!("Operation timed out after {after_ms} milliseconds with 0 bytes received"))
        }
        NoAnswer::Empty => (52, "Empty reply from server".into()),
    }
}

fn transfer(shell: &mut Shell, wish: &Wish, index: usize, text: &str) -> Flow {
    let quiet = wish.silent && !wish.show_error;
    let (url, host, port) = match whole_url(text) {
        Ok(parts) => parts,
        Err(why) => {
            let code = if why.contains("(1)") { 1 } else { 3 };
            return if quiet { Ok(code) } else { shell.fail(code, why) };
        }
    };
    let request = request(wish, &url, &host, port);
    let path = request.url.splitn(4, '/').nth(3).unwrap_or("").to_owned();
    let start = shell.host.now_ms();
    let mut tries = 0;
    let (answer, elapsed) = loop {
        if wish.verbose {
            let lines: String =
                request.headers.iter().map(|(name, value)| format!("> {name}: {value}\n")).collect();
            shell.err(&format!("> {} /{path} HTTP/1.1\n{lines}> \n", request.method))?;
        }
        let began = shell.host.now_ms();
        let answer = shell.host.http(&request);
        let elapsed = shell.host.now_ms().saturating_sub(began);
        let transient = match &answer {
            Ok(response) => matches!(response.status, 408 | 429 | 500 | 502 | 503 | 504),
            Err(NoAnswer::TimedOut { .. }) => true,
            Err(NoAnswer::Refused) => wish.retry_refused || wish.retry_all,
            Err(_) => wish.retry_all,
        };
        if !transient || tries >= wish.retries {
            break (answer, elapsed);
        }
        let wait = wish.retry_delay_ms.unwrap_or(1000 << tries.min(9));
        tries += 1;
        shell.count()?;
        if !quiet {
            let left = wish.retries - tries + 1;
            shell.err(&format!(
                "Warning: Problem: no usable answer. Will retry in {} s. {left} left.\n",
                wait as f64 / 1000.0
            ))?;
        }
        shell.host.sleep(wait);
    };
    let mut code = 0;
    let mut message = String::new();
    let mut size = 0;
    match &answer {
        Ok(response) => {
            if wish.verbose {
                let lines: String =
                    response.headers.iter().map(|(name, value)| format!("< {name}: {value}\n")).collect();
                shell.err(&format!("< HTTP/1.1 {} {}\n{lines}< \n", response.status, response.reason))?;
            }
            if response.status >= 400 && (wish.fail || wish.fail_with_body) {
                code = 22;
                message = format!("The requested URL returned error: {}", response.status);
            }
            let mut shown = String::new();
            if code == 0 || wish.fail_with_body {
                if wish.include || wish.head {
                    shown.push_str(&head(response));
                }
                if request.method != "HEAD" {
                    shown.push_str(&response.body);
                    size = response.body.len();
                }
            }
            let name = path.split('?').next().unwrap_or("").rsplit('/').next().unwrap_or("").to_owned();
            let file =
                wish.outputs.get(index).or(wish.outputs.last().filter(|_| wish.urls.len() == 1)).cloned();
            match file.or(wish.remote_name.then_some(name)) {
                Some(file) if file != "-" => {
                    if let Err(why) = save(shell, &file, &shown)? {
                        code = 23;
                        message = format!("{}: {why}", super::shorten(&file));
                    }
                }
                _ => shell.out(&shown)?,
            }
        }
        Err(why) => (code, message) = no_answer(why, &host, port, elapsed),
    }
    if let Some(format) = &wish.write_out {
        let total = shell.host.now_ms().saturating_sub(start);
        let text = write_out(format, &request, answer.as_ref().ok(), code, total, size);
        shell.out(&text)?;
    }
    if code != 0 && !quiet {
        shell.err(&format!("curl: ({code}) {message}\n"))?;
    }
    Ok(code)
}

fn save(shell: &mut Shell, file: &str, text: &str) -> Result<Result<(), String>, Stop> {
    if file == "/dev/null" {
        return Ok(Ok(()));
    }
    shell.spend(text.len())?;
    let path = shell.session.absolute(file);
    Ok(shell.session.create(&path).and_then(|()| shell.session.append(&path, text)))
}

/// The status line and the headers, with the line ends of HTTP.
fn head(response: &HttpResponse) -> String {
    let lines: String = response.headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    format!("HTTP/1.1 {} {}\r\n{lines}\r\n", response.status, response.reason)
}

fn write_out(
    format: &str,
    request: &HttpRequest,
    response: Option<&HttpResponse>,
    code: i32,
    ms: u64,
    size: usize,
) -> String {
    let mut out = String::new();
    let mut rest = format;
    while let Some(c) = rest.chars().next() {
        if let Some((name, after)) = rest.strip_prefix("%{").and_then(|rest| rest.split_once('}')) {
            let seconds = format!("{}.{:03}000", ms / 1000, ms % 1000);
            let header = |name: &str| {
                let found =
                    response.and_then(|r| r.headers.iter().find(|(own, _)| own.eq_ignore_ascii_case(name)));
                found.map_or(String::new(), |(_, value)| value.clone())
            };
            out.push_str(&match name {
                "http_code" | "response_code" => {
                    format!("{:03}", response.map_or(0, |response| response.status))
                }
                "time_total" | "time_starttransfer" => seconds,
                "time_connect" | "time_namelookup" | "time_pretransfer" | "time_appconnect"
                | "time_redirect" => "0.000000".into(),
                "size_download" => size.to_string(),
                "size_upload" => request.body.len().to_string(),
                "url" | "url_effective" => request.url.clone(),
                "method" => request.method.clone(),
                "content_type" => header("content-type"),
                "exitcode" => code.to_string(),
                "http_version" => "1.1".into(),
                "num_redirects" | "num_connects" => "0".into(),
                "scheme" => "http".into(),
                "remote_ip" | "local_ip" => "127.0.0.1".into(),
                name => match name.strip_prefix("header_").or(name.strip_prefix("header{")) {
                    Some(name) => header(name),
                    None => String::new(),
                },
            });
            rest = after;
            continue;
        }
        let (text, length) = match (c, rest.chars().nth(1)) {
            ('%', Some('%')) => ('%', 2),
            ('\\', Some('n')) => ('\n', 2),
            ('\\', Some('t')) => ('\t', 2),
            ('\\', Some('r')) => ('\r', 2),
            (c, _) => (c, c.len_utf8()),
        };
        out.push(text);
        rest = &rest[length..];
    }
    out
}
