//! A line of the terminal: the shell, with the demo as the world around it.

use crate::domain::ids::Millis;
use crate::domain::protocol::{decode, encode};
use crate::domain::sql::Database;
use crate::domain::workshop::{Chunk, Completion, Limit, Lined, ResultSet, Terminal, Value};
use crate::service::http::{HttpRequest, HttpResponse, NoAnswer};
use crate::service::{Demo, PORT, ROUTES, START_UNIX_MS};
use crate::shell::{self, Host, Rows, Session, Stream};
use crate::sim;
use serde::{Deserialize, Serialize};

/// So long does it take to type a line, in simulated milliseconds: the pipeline has come to rest meanwhile, as it has
/// before a person's next command. Commands of one line follow each other at once.
const TYPING_MS: u64 = 2_000;

/// What a terminal has to remember, apart from the pipeline.
#[derive(Default, Serialize, Deserialize)]
struct Memory {
    session: Session,
    /// UUIDs that have been drawn.
    drawn: u32,
}

impl Memory {
    /// Whatever the bytes are: what cannot be read begins anew.
    fn of(terminal: &Terminal) -> Memory {
        decode(&terminal.session).unwrap_or_default()
    }
}

/// Runs a line (or a pasted block).
pub fn line(mut terminal: Terminal, text: &str) -> Lined {
    let mut memory = Memory::of(&terminal);
    let mut lined = Lined { folder: memory.session.prompt_folder(), ..Lined::default() };
    if shell::unfinished(text) {
        return Lined { unfinished: true, terminal, ..lined };
    }
    let mut demo = Demo { plan: terminal.plan, now: terminal.now };
    demo.sleep(TYPING_MS);
    let mut world = Around { demo, drawn: memory.drawn };
    let output = shell::run(&mut memory.session, &mut world, text);
    memory.drawn = world.drawn;
    terminal = Terminal { plan: world.demo.plan, now: world.demo.now, session: encode(&memory) };
    lined.folder = memory.session.prompt_folder();
    lined.output = output
        .chunks
        .into_iter()
        .map(|chunk| Chunk { error: chunk.stream == Stream::Stderr, text: chunk.text })
        .collect();
    Lined { terminal, status: output.status, clear: output.clear, ..lined }
}

/// What could stand at the end of this beginning of a line.
pub fn complete(terminal: &Terminal, text: &str) -> Completion {
    let memory = Memory::of(terminal);
    let demo = Demo { plan: terminal.plan.clone(), now: terminal.now };
    let services = demo.services();
    let urls: Vec<String> = ROUTES
        .iter()
        .map(|(_, path, _)| {
            let path = path.split('{').next().unwrap_or("");
            let bus = if path.starts_with("/events") { demo.bus() } else { "" };
            format!("http://localhost:{PORT}{path}{bus}")
        })
        .collect();
    let urls: Vec<&str> = urls.iter().map(String::as_str).collect();
    let services: Vec<&str> = services.iter().map(String::as_str).collect();
    let known = shell::Known { urls: &urls, services: &services, databases: Database::WORDS };
    let shell::Completion { from, words } = shell::complete(&memory.session, known, text, text.len());
    Completion { from: from as u32, words }
}

/// The demo, and what else the shell asks of the world.
struct Around {
    demo: Demo,
    drawn: u32,
}

impl Host for Around {
    fn http(&mut self, request: &HttpRequest) -> Result<HttpResponse, NoAnswer> {
        self.demo.request(request)
    }

    fn sleep(&mut self, ms: u64) {
        self.demo.sleep(ms);
    }

    fn now_ms(&self) -> u64 {
        let Millis(now) = self.demo.now;
        START_UNIX_MS + now
    }

    fn uuid(&mut self) -> String {
        self.drawn += 1;
        sim::by_hand(self.demo.plan.scenario.seed, self.drawn).to_string()
    }

    fn sqlite(&mut self, database: &str, sql: &str) -> Result<Vec<Rows>, String> {
        // As people call a file.
        let name = database.trim_end_matches(".db").trim_end_matches(".sqlite");
        let Some(on) = Database::from_word(name) else {
            return Err(format!(
                "no database {database:?} is here; there are {}",
                Database::WORDS.join(" and ")
            ));
        };
        let queried = self.demo.query(on, sql);
        match queried.refused {
            Some(refused) => Err(refused.message),
            None if queried.results.iter().any(|set| set.writes.is_some()) => {
                Err("attempt to write a readonly database (the console of the lab can)".into())
            }
            None => match queried.results.iter().find_map(|set| set.cut) {
                Some(Limit::Steps(n)) => Err(format!("interrupted: more than {n} steps of SQLite's machine")),
                Some(Limit::Rows(n)) => Err(format!("more than {n} rows: add a LIMIT")),
                Some(Limit::Bytes(n)) => Err(format!("more than {n} bytes: add a LIMIT")),
                None => Ok(queried.results.into_iter().map(rows).collect()),
            },
        }
    }

    fn restart(&mut self) {
        self.demo.restart();
    }

    fn logs(&mut self, service: Option<&str>) -> Result<Vec<String>, String> {
        self.demo.logs(service)
    }

    fn services(&self) -> Vec<String> {
        self.demo.services()
    }
}

fn rows(set: ResultSet) -> Rows {
    let text = |value: Value| match value {
        Value::Null => None,
        Value::Integer(n) => Some(n.to_string()),
        Value::Real(x) => Some(x.to_string()),
        Value::Text(text) => Some(text),
        Value::Blob(bytes) => Some(String::from_utf8_lossy(&bytes).into_owned()),
    };
    Rows {
        columns: set.columns,
        rows: set.rows.into_iter().map(|row| row.into_iter().map(text).collect()).collect(),
    }
}
