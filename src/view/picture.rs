//! A run as a picture for somebody else's page or slide: SVG that stands alone, and Mermaid's text for a sequence
//! diagram. Both from the layout that the page draws.

use super::diagram::{self, Diagram, Mark, Row, Shape};
use super::lang::Lang;
use super::texts;
use crate::domain::command::Plan;
use crate::domain::ids::EventNo;
use crate::domain::trace::Run;
use std::fmt::Write;

/// How wide a picture is, in its own units, which are pixels where nothing scales it.
pub const WIDTH: usize = 960;
/// Height of a row.
const ROW: usize = 28;
/// Room above the first row: a title and the lanes' names.
const TOP: usize = 86;
/// Room for the steps' numbers and moments.
const GUTTER: usize = 96;
/// A picture holds so many rows; a longer run says how many it leaves out.
const ROWS: usize = 300;

/// The colours of events on paper (`--e1` and on in `style/tokens.css`).
const EVENTS: [&str; 8] =
    ["#0b62a4", "#ae4a08", "#76408f", "#08705f", "#a92565", "#666205", "#4c5a73", "#7d4a2d"];
const INK: &str = "#1b1c1e";
const SOFT: &str = "#5f5d57";
const BAD: &str = "#b0231b";

fn colour(event: Option<EventNo>) -> &'static str {
    event.map_or(INK, |event| EVENTS[(event.0.saturating_sub(1) % 8) as usize])
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn layout(plan: &Plan, run: &Run, lang: Lang) -> Diagram {
    diagram::layout(run, plan.scenario.broker.dialect, lang)
}

/// How high the picture of a run is.
pub fn height(run: &Run) -> usize {
    TOP + run.entries.len().min(ROWS) * ROW + 40
}

/// The run as SVG, under a title.
pub fn svg(plan: &Plan, run: &Run, title: &str, lang: Lang) -> String {
    let layout = layout(plan, run, lang);
    let (lanes, height) = (layout.lanes.len().max(1), height(run));
    let x = |lane: usize| GUTTER + (2 * lane + 1) * (WIDTH - GUTTER) / (2 * lanes);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" height=\"{height}\" \
         font-family=\"system-ui, sans-serif\" font-size=\"13\" fill=\"{INK}\">\n<title>{0}</title>\n\
         <rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#fff\"/>\n\
         <text x=\"16\" y=\"30\" font-family=\"Georgia, serif\" font-size=\"20\" font-weight=\"600\">{0}</text>\n",
        escaped(title)
    );
    let bottom = height - 40;
    for (n, &lane) in layout.lanes.iter().enumerate() {
        let (x, name) = (x(n), escaped(&diagram::lane_name(lane, lang, false)));
        let _ = writeln!(
            svg,
            "<text x=\"{x}\" y=\"64\" text-anchor=\"middle\" font-weight=\"600\">{name}</text>\
             <path d=\"M{x} 74V{bottom}\" stroke=\"#ddd8cc\"/>"
        );
    }
    for (n, row) in layout.rows.iter().take(ROWS).enumerate() {
        draw(&mut svg, row, TOP + n * ROW + ROW / 2, x, lanes);
    }
    let mut said = texts::verdict_line(&run.outcome, lang);
    if let Some(more) = layout.rows.len().checked_sub(ROWS).filter(|more| *more > 0) {
        let _ = write!(said, " · + {more}");
    }
    let _ = writeln!(
        svg,
        "<text x=\"16\" y=\"{}\" font-size=\"15\" font-weight=\"600\">{}</text>\n</svg>",
        height - 14,
        escaped(&said)
    );
    svg
}

fn draw(svg: &mut String, row: &Row, y: usize, x: impl Fn(usize) -> usize, lanes: usize) {
    let (line, text) = (colour(row.event), if row.bad { BAD } else { INK });
    let _ = write!(
        svg,
        "<text x=\"16\" y=\"{0}\" font-size=\"11\" fill=\"{SOFT}\">{1} · {2}</text>",
        y + 4,
        row.step + 1,
        row.at
    );
    let label = escaped(&row.label);
    match row.shape {
        Shape::Arrow { from, to, lost, reply } => {
            let (from, to) = (x(from) as i64, x(to) as i64);
            let end = if lost { from + (to - from) * 56 / 100 } else { to };
            let way = if to < from { -1 } else { 1 };
            let dash = if reply { " stroke-dasharray=\"5 4\"" } else { "" };
            let _ = write!(
                svg,
                "<path d=\"M{from} {y}H{end}\" stroke=\"{line}\" stroke-width=\"2\"{dash}/>\
                 <circle cx=\"{from}\" cy=\"{y}\" r=\"3\" fill=\"{line}\"/>"
            );
            if lost {
                let _ = write!(
                    svg,
                    "<path d=\"M{} {}l10 10m0-10l-10 10\" stroke=\"{BAD}\" stroke-width=\"2.5\"/>",
                    end - 5,
                    y as i64 - 5
                );
            } else {
                let _ = write!(svg, "<path d=\"M{end} {y}l{} -4.5v9z\" fill=\"{line}\"/>", -9 * way);
            }
            let _ = writeln!(
                svg,
                "<text x=\"{}\" y=\"{}\" font-size=\"11.5\" text-anchor=\"middle\" fill=\"{text}\" stroke=\"#fff\" stroke-width=\"3\" paint-order=\"stroke\">{label}</text>",
                i64::midpoint(from, end),
                y - 4
            );
        }
        Shape::Point { lane, mark } => {
            let at = x(lane);
            let _ = write!(
                svg,
                "<circle cx=\"{at}\" cy=\"{y}\" r=\"8\" fill=\"#fff\" stroke=\"{}\" stroke-width=\"1.5\"/>\
                 <text x=\"{at}\" y=\"{}\" font-size=\"11\" font-weight=\"700\" text-anchor=\"middle\" fill=\"{}\">{}</text>",
                if row.bad { BAD } else { line },
                y + 4,
                if row.bad { BAD } else { line },
                sign(mark)
            );
            let right = lane + 1 < lanes || lanes == 1;
            let (anchor, dx) = if right { ("start", 13) } else { ("end", -13) };
            let _ = writeln!(
                svg,
                "<text x=\"{}\" y=\"{}\" font-size=\"11.5\" text-anchor=\"{anchor}\" fill=\"{text}\" stroke=\"#fff\" stroke-width=\"3\" paint-order=\"stroke\">{label}</text>",
                at as i64 + dx,
                y + 4
            );
        }
    }
}

/// A point's sign, in one character that every font has.
fn sign(mark: Mark) -> &'static str {
    match mark {
        Mark::Write => "+",
        Mark::Read => "?",
        Mark::Skip => "»",
        Mark::Crash => "×",
        Mark::Restart => "↑",
        Mark::Wait => "…",
        Mark::Fail => "!",
        Mark::Commit => "✓",
        Mark::Rollback | Mark::Return => "↺",
        Mark::Dead => "†",
        Mark::Operator => "*",
        Mark::Clock => "⌛",
    }
}

/// The run as a sequence diagram in Mermaid's words, under a title.
pub fn mermaid(plan: &Plan, run: &Run, title: &str, lang: Lang) -> String {
    let layout = layout(plan, run, lang);
    // Mermaid takes these for its own.
    let said = |text: &str| text.replace([';', '\n'], ",").replace('#', "no. ");
    let mut text = format!("---\ntitle: {}\n---\nsequenceDiagram\n", said(title).replace(':', " -"));
    for (n, &lane) in layout.lanes.iter().enumerate() {
        let _ = writeln!(text, "    participant L{n} as {}", said(&diagram::lane_name(lane, lang, false)));
    }
    for row in &layout.rows {
        let label = format!("{}. {}", row.step + 1, said(&row.label));
        let _ = match row.shape {
            Shape::Arrow { from, to, lost: true, reply } => {
                writeln!(text, "    L{from}{}L{to}: {label}", if reply { "--x" } else { "-x" })
            }
            Shape::Arrow { from, to, reply, .. } => {
                writeln!(text, "    L{from}{}L{to}: {label}", if reply { "-->>" } else { "->>" })
            }
            Shape::Point { lane, .. } => writeln!(text, "    Note over L{lane}: {label}"),
        };
    }
    text
}
