//! Draws a diagram: from its layout to SVG text. Horizontal places are percentages, so that the drawing fits
//! every width without measuring; vertical places are pixels, one [`ROW`] for each row.

use super::pieces::hue_or_none;
use crate::view::diagram::{Diagram, Mark, Row, Shape};
use std::fmt::Write;

/// Height of a row; also in `style/lab.css`.
pub const ROW: f64 = 30.0;
/// Where in a row its arrow runs.
pub const LINE: f64 = 20.0;
/// Where a lost arrow ends, as a part of its way.
const LOST: f64 = 0.56;

/// The middle of a lane, in percent.
pub fn lane_x(lane: usize, lanes: usize) -> f64 {
    (lane as f64 + 0.5) * 100.0 / lanes.max(1) as f64
}

/// From where to where an arrow really goes, in percent.
pub fn way(row: &Row, lanes: usize) -> Option<(f64, f64)> {
    match row.shape {
        Shape::Arrow { from, to, lost, .. } => {
            let (from, to) = (lane_x(from, lanes), lane_x(to, lanes));
            Some((from, if lost { from + (to - from) * LOST } else { to }))
        }
        Shape::Point { .. } => None,
    }
}

/// Does this arrow end on its way?
pub fn lost(row: &Row) -> bool {
    matches!(row.shape, Shape::Arrow { lost: true, .. })
}

/// A text safe inside SVG.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

/// A label: over the middle of an arrow or beside a point, turned inwards near the edges.
fn label(svg: &mut String, text: &str, x: f64, y: f64, anchor: &str, dx: f64) {
    // A long one is set smaller where there is little room.
    let class = if half_width(text) > 22.0 { " class=\"long\"" } else { "" };
    let _ = write!(
        svg,
        "<text{class} x=\"{x:.2}%\" y=\"{y}\" dx=\"{dx}\" text-anchor=\"{anchor}\">{}</text>",
        escape(text)
    );
}

/// Half of the width that a label takes, in percent of a narrow drawing.
fn half_width(text: &str) -> f64 {
    let units: f64 = text.chars().map(|c| if c.is_ascii() { 1.0 } else { 1.9 }).sum();
    units * 1.15
}

/// What stands in one row.
pub fn row(row: &Row, lanes: usize) -> String {
    let mut svg = String::new();
    match row.shape {
        Shape::Arrow { from, lost, reply, .. } => {
            let Some((x1, x2)) = way(row, lanes) else { return svg };
            let start = lane_x(from, lanes);
            let dir = if x2 < x1 { -1.0 } else { 1.0 };
            // Only a whole line is drawn along its way, for which its length counts as one.
            let class = if reply { "class=\"line reply\"" } else { "class=\"line\" pathLength=\"1\"" };
            let _ =
                write!(svg, "<line {class} x1=\"{x1:.2}%\" x2=\"{x2:.2}%\" y1=\"{LINE}\" y2=\"{LINE}\"/>");
            let _ = write!(svg, "<circle class=\"from\" cx=\"{start:.2}%\" cy=\"{LINE}\" r=\"3\"/>");
            let end = if lost {
                "<path class=\"cross\" d=\"M-5.5-5.5l11 11m0-11l-11 11\"/>".to_string()
            } else if reply {
                format!("<path class=\"open\" d=\"M{} -4.5L-0 0L{0} 4.5\"/>", -8.0 * dir)
            } else {
                format!("<path class=\"head\" d=\"M{} -4.5L0 0L{0} 4.5z\"/>", -9.0 * dir)
            };
            let _ = write!(svg, "<svg x=\"{x2:.2}%\" y=\"{LINE}\" overflow=\"visible\">{end}</svg>");
            let middle = (x1 + x2) / 2.0;
            let half = half_width(&row.label);
            let (x, anchor) = if middle < half {
                (x1.min(x2), "start")
            } else if middle > 100.0 - half {
                (x1.max(x2), "end")
            } else {
                (middle, "middle")
            };
            let dx = match anchor {
                "start" => 5.0,
                "end" => -5.0,
                _ => 0.0,
            };
            label(&mut svg, &row.label, x, LINE - 6.5, anchor, dx);
        }
        Shape::Point { lane, mark } => {
            let x = lane_x(lane, lanes);
            let _ = write!(
                svg,
                "<svg x=\"{x:.2}%\" y=\"{}\" overflow=\"visible\">{}</svg>",
                ROW / 2.0,
                sign(mark)
            );
            let right = x + 2.0 * half_width(&row.label) + 5.0 < 98.0 || x < 50.0;
            let (anchor, dx) = if right { ("start", 12.0) } else { ("end", -12.0) };
            label(&mut svg, &row.label, x, ROW / 2.0 + 4.0, anchor, dx);
        }
    }
    svg
}

/// A point's sign, around the origin.
fn sign(mark: Mark) -> &'static str {
    match mark {
        Mark::Write => "<circle class=\"full\" r=\"4.5\"/>",
        Mark::Read => "<circle class=\"hollow\" r=\"4\"/>",
        Mark::Skip => {
            "<circle class=\"hollow\" r=\"6\"/><path class=\"stroke\" d=\"M-2.5-3 .5 0l-3 3M1-3 4 0 1 3\"/>"
        }
        Mark::Crash => "<path class=\"cross\" d=\"M-7-7l14 14m0-14l-14 14\"/>",
        Mark::Restart => "<path class=\"stroke\" d=\"M0 6V-5M-4-1.5 0-5.5 4-1.5\"/>",
        Mark::Wait => "<circle class=\"hollow\" r=\"6\"/><path class=\"stroke\" d=\"M-2-2.5v5M2-2.5v5\"/>",
        Mark::Fail => {
            "<path class=\"warn\" d=\"M0-7 7.5 6h-15z\"/><path class=\"on-warn\" d=\"M0-2.5v4M0 3v1\"/>"
        }
        Mark::Commit => "<circle class=\"full\" r=\"6\"/><path class=\"on-full\" d=\"M-2.8.2-.8 2.4 3-2\"/>",
        Mark::Rollback => {
            "<circle class=\"hollow\" r=\"6\"/><path class=\"stroke\" d=\"M3 2.5a3 3 0 1 0-4.6-3.7M-2.2-3.2-1.6-1.1.5-1.5\"/>"
        }
        Mark::Return => "<path class=\"stroke\" d=\"M5 4V-1a3 3 0 0 0-3-3h-6M-1.5-7-4.5-4l3 3\"/>",
        Mark::Dead => "<path class=\"full\" d=\"M-5-7h1.5V7H-5zM-2.5-6.5h8L3.5-3l2 3.5h-8z\"/>",
        Mark::Operator => "<path class=\"full\" d=\"M0-7 7 0 0 7-7 0z\"/>",
        Mark::Clock => "<circle class=\"hollow\" r=\"6\"/><path class=\"stroke\" d=\"M0-3.5V0l2.5 1.5\"/>",
    }
}

/// The tops of the rows from `from` to before `to`, then the bottom of the last. A tear takes a row of its own.
pub fn tops(diagram: &Diagram, from: usize, to: usize) -> Vec<f64> {
    let mut y = 0.0;
    let mut tops = Vec::with_capacity(to - from + 1);
    for row in &diagram.rows[from..to] {
        if row.pause_before_ms.is_some() {
            y += ROW;
        }
        tops.push(y);
        y += ROW;
    }
    tops.push(y);
    tops
}

/// Row numbers between which a lane's process is dead: from its crash to its return, or to the end.
pub fn dead(diagram: &Diagram) -> Vec<(usize, usize, usize)> {
    let mut dead: Vec<(usize, usize, usize)> = Vec::new();
    for row in &diagram.rows {
        let Shape::Point { lane, mark } = row.shape else { continue };
        match mark {
            Mark::Crash => dead.push((lane, row.step, diagram.rows.len())),
            Mark::Restart => {
                if let Some(last) = dead.iter_mut().rev().find(|(l, ..)| *l == lane) {
                    last.2 = last.2.min(row.step);
                }
            }
            _ => {}
        }
    }
    dead
}

/// What lies under the rows: the lanes, interrupted where a process is dead; bars where a handler runs; hatching
/// where a transaction is open.
pub fn under(diagram: &Diagram, tops: &[f64], from: usize) -> String {
    let mut svg = String::new();
    let lanes = diagram.lanes.len();
    let to = from + tops.len().saturating_sub(1);
    let bottom = tops.last().copied().unwrap_or(0.0);
    // The middle of a row of the window; what lies outside ends at the edge.
    let middle = |row: usize| match row {
        row if row < from => 0.0,
        row if row >= to => bottom,
        row => tops[row - from] + ROW / 2.0,
    };
    let mut line = |class: &str, lane: usize, y1: f64, y2: f64| {
        let x = lane_x(lane, lanes);
        let _ =
            write!(svg, "<line class=\"{class}\" x1=\"{x:.2}%\" x2=\"{x:.2}%\" y1=\"{y1}\" y2=\"{y2}\"/>");
    };
    let dead = dead(diagram);
    for lane in 0..lanes {
        let mut y = 0.0;
        for &(_, crash, back) in dead.iter().filter(|(l, ..)| *l == lane) {
            line("life", lane, y, middle(crash));
            y = middle(back);
        }
        line("life", lane, y, bottom);
    }
    for span in diagram.spans.iter().filter(|s| s.to_row >= from && s.from_row < to) {
        let class = format!("span {}", hue_or_none(Some(span.event)));
        line(&class, span.lane, middle(span.from_row) - 8.0, middle(span.to_row) + 8.0);
    }
    for hold in diagram.holds.iter().filter(|h| h.to_row >= from && h.from_row < to) {
        let class = format!("hold {}", hue_or_none(Some(hold.event)));
        line(&class, hold.lane, middle(hold.from_row), middle(hold.to_row));
    }
    svg
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::ids::Millis;

    fn at(step: usize, shape: Shape) -> Row {
        Row {
            step,
            at: Millis(0),
            pause_before_ms: None,
            shape,
            event: None,
            label: "a < b".into(),
            bad: false,
            decisions: Vec::new(),
        }
    }

    #[test]
    fn a_lost_arrow_ends_on_its_way() {
        let arrow = |lost| at(0, Shape::Arrow { from: 0, to: 3, lost, reply: false });
        assert_eq!(way(&arrow(false), 4), Some((12.5, 87.5)));
        assert!(way(&arrow(true), 4).is_some_and(|(_, x)| x < 60.0));
        assert!(row(&arrow(true), 4).contains("cross"));
    }

    #[test]
    fn labels_are_escaped() {
        assert!(row(&at(0, Shape::Point { lane: 0, mark: Mark::Read }), 2).contains("a &lt; b"));
    }

    #[test]
    fn a_tear_takes_a_row() {
        let mut second = at(1, Shape::Point { lane: 0, mark: Mark::Read });
        second.pause_before_ms = Some(30_000);
        let diagram = Diagram {
            rows: vec![at(0, Shape::Point { lane: 0, mark: Mark::Read }), second],
            ..Diagram::default()
        };
        assert_eq!(tops(&diagram, 0, 2), [0.0, 2.0 * ROW, 3.0 * ROW]);
    }

    #[test]
    fn a_lane_is_dead_from_its_crash_to_its_return() {
        let point = |step, mark| at(step, Shape::Point { lane: 1, mark });
        let diagram = Diagram {
            rows: vec![
                point(0, Mark::Crash),
                point(1, Mark::Read),
                point(2, Mark::Restart),
                point(3, Mark::Crash),
            ],
            ..Diagram::default()
        };
        assert_eq!(dead(&diagram), [(1, 0, 2), (1, 3, 4)]);
    }
}
