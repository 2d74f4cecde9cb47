//! Draws a diagram: from its layout to SVG. Horizontal places are percentages, so that the drawing fits every
//! width without measuring; vertical places are pixels, one [`ROW`] for each row.

use super::super::html::Html;
use super::hue;
use crate::view::diagram::{Diagram, Mark, Row, Shape};

/// Height of a row in pixels; also in `style/lab.css`.
pub const ROW: i32 = 30;
/// Where in a row its arrow runs.
pub const LINE: i32 = 20;

/// A place from left to right, in hundredths of a percent.
pub type Place = i32;

/// The middle of a lane.
pub fn lane_x(lane: usize, lanes: usize) -> Place {
    (2 * lane as i32 + 1) * 5_000 / lanes.max(1) as i32
}

/// From where to where an arrow really goes; a lost one ends on its way.
pub fn way(row: &Row, lanes: usize) -> Option<(Place, Place)> {
    match row.shape {
        Shape::Arrow { from, to, lost, .. } => {
            let (from, to) = (lane_x(from, lanes), lane_x(to, lanes));
            Some((from, if lost { from + (to - from) * 56 / 100 } else { to }))
        }
        Shape::Point { .. } => None,
    }
}

/// Does this arrow end on its way?
pub fn lost(row: &Row) -> bool {
    matches!(row.shape, Shape::Arrow { lost: true, .. })
}

/// Half of the width that a label takes in a narrow drawing.
fn half_width(text: &str) -> Place {
    text.chars().map(|c| if c.is_ascii() { 115 } else { 218 }).sum()
}

/// A label: over the middle of an arrow or beside a point, turned inwards near the edges.
fn label(svg: &mut Html, text: &str, x: Place, y: i32, anchor: &'static str, dx: i32) {
    // A long one is set smaller where there is little room.
    svg.m("<text").m_if(half_width(text) > 2_200, " class=\"long\"").m(" x=\"").hundredths(x).m("%\" y=\"");
    svg.d(&y).m("\" dx=\"").d(&dx).m("\" text-anchor=\"").m(anchor).m("\">").t(text).m("</text>");
}

/// An arrow with its label, from left to right as it goes its way and from top to bottom. The slope is a small one.
pub fn arrow(
    svg: &mut Html,
    (x1, x2): (Place, Place),
    (y1, y2): (i32, i32),
    lost: bool,
    reply: bool,
    text: &str,
) {
    let left = x2 < x1;
    // Only a whole line is drawn along its way, for which its length counts as one.
    svg.m(if reply {
        "<line class=\"line reply\" x1=\""
    } else {
        "<line class=\"line\" pathLength=\"1\" x1=\""
    });
    svg.hundredths(x1).m("%\" x2=\"").hundredths(x2).m("%\" y1=\"").d(&y1).m("\" y2=\"").d(&y2).m("\"/>");
    svg.m("<circle class=\"from\" r=\"3\" cx=\"").hundredths(x1).m("%\" cy=\"").d(&y1).m("\"/>");
    svg.m("<svg overflow=\"visible\" x=\"").hundredths(x2).m("%\" y=\"").d(&y2).m("\"><path ");
    svg.m(match (lost, reply, left) {
        (true, ..) => "class=\"cross\" d=\"M-5.5-5.5l11 11m0-11l-11 11",
        (_, true, true) => "class=\"open\" d=\"M8-4.5 0 0l8 4.5",
        (_, true, false) => "class=\"open\" d=\"M-8-4.5 0 0l-8 4.5",
        (_, false, true) => "class=\"head\" d=\"M9-4.5 0 0l9 4.5z",
        (_, false, false) => "class=\"head\" d=\"M-9-4.5 0 0l-9 4.5z",
    });
    svg.m("\"/></svg>");
    let (middle, half) = (i32::midpoint(x1, x2), half_width(text));
    let (x, anchor, dx) = if middle < half {
        (x1.min(x2), "start", 5)
    } else if middle > 10_000 - half {
        (x1.max(x2), "end", -5)
    } else {
        (middle, "middle", 0)
    };
    label(svg, text, x, i32::midpoint(y1, y2) - 6, anchor, dx);
}

/// What stands in one row.
pub fn row(svg: &mut Html, row: &Row, lanes: usize) {
    match row.shape {
        Shape::Arrow { lost, reply, .. } => {
            let Some(way) = way(row, lanes) else { return };
            arrow(svg, way, (LINE, LINE), lost, reply, &row.label);
        }
        Shape::Point { lane, mark } => {
            let x = lane_x(lane, lanes);
            svg.m("<svg overflow=\"visible\" x=\"").hundredths(x).m("%\" y=\"").d(&(ROW / 2)).m("\">");
            svg.m(sign(mark)).m("</svg>");
            let right = x + 2 * half_width(&row.label) + 500 < 9_800 || x < 5_000;
            let (anchor, dx) = if right { ("start", 12) } else { ("end", -12) };
            label(svg, &row.label, x, ROW / 2 + 4, anchor, dx);
        }
    }
}

/// A point's sign, around the origin.
fn sign(mark: Mark) -> &'static str {
    match mark {
        Mark::Write => "<circle class=\"full\" r=\"4.5\"/>",
        Mark::Read => "<circle class=\"hollow\" r=\"4\"/>",
        Mark::Skip => SKIP,
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

/// Layer 2 skips a handler.
pub const SKIP: &str =
    "<circle class=\"hollow\" r=\"6\"/><path class=\"stroke\" d=\"M-2.5-3 .5 0l-3 3M1-3 4 0 1 3\"/>";

/// The tops of the rows from `from` to before `to`, then the bottom of the last. A tear takes a row of its own.
pub fn tops(diagram: &Diagram, from: usize, to: usize) -> Vec<i32> {
    let mut y = 0;
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

/// Between which rows a lane's process is dead: from its crash to its return, or to the end.
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
pub fn under(svg: &mut Html, diagram: &Diagram, tops: &[i32], from: usize) {
    let lanes = diagram.lanes.len();
    let to = from + tops.len().saturating_sub(1);
    let bottom = tops.last().copied().unwrap_or(0);
    // The middle of a row of the window; what lies outside ends at the edge.
    let middle = |row: usize| match row {
        row if row < from => 0,
        row if row >= to => bottom,
        row => tops[row - from] + ROW / 2,
    };
    let mut line = |class: &'static str, hue: &'static str, lane: usize, y1: i32, y2: i32| {
        svg.m("<line class=\"").m(class).m(hue).m("\" x1=\"").hundredths(lane_x(lane, lanes)).m("%\" x2=\"");
        svg.hundredths(lane_x(lane, lanes)).m("%\" y1=\"").d(&y1).m("\" y2=\"").d(&y2).m("\"/>");
    };
    let dead = dead(diagram);
    for lane in 0..lanes {
        let mut y = 0;
        for &(_, crash, back) in dead.iter().filter(|(l, ..)| *l == lane) {
            line("life ", "", lane, y, middle(crash));
            y = middle(back);
        }
        line("life ", "", lane, y, bottom);
    }
    for span in diagram.spans.iter().filter(|s| s.to_row >= from && s.from_row < to) {
        line("span ", hue(Some(span.event)), span.lane, middle(span.from_row) - 8, middle(span.to_row) + 8);
    }
    for hold in diagram.holds.iter().filter(|h| h.to_row >= from && h.from_row < to) {
        line("hold ", hue(Some(hold.event)), hold.lane, middle(hold.from_row), middle(hold.to_row));
    }
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

    fn drawn(shape: Shape, lanes: usize) -> String {
        let mut svg = Html::new();
        row(&mut svg, &at(0, shape), lanes);
        svg.as_str().to_string()
    }

    #[test]
    fn a_lost_arrow_ends_on_its_way() {
        let arrow = |lost| Shape::Arrow { from: 0, to: 3, lost, reply: false };
        assert_eq!(way(&at(0, arrow(false)), 4), Some((1_250, 8_750)));
        assert!(way(&at(0, arrow(true)), 4).is_some_and(|(_, x)| x < 6_000));
        assert!(drawn(arrow(true), 4).contains("cross"));
    }

    #[test]
    fn labels_are_escaped() {
        assert!(drawn(Shape::Point { lane: 0, mark: Mark::Read }, 2).contains("a &lt; b"));
    }

    #[test]
    fn a_tear_takes_a_row() {
        let mut second = at(1, Shape::Point { lane: 0, mark: Mark::Read });
        second.pause_before_ms = Some(30_000);
        let rows = vec![at(0, Shape::Point { lane: 0, mark: Mark::Read }), second];
        assert_eq!(tops(&Diagram { rows, ..Diagram::default() }, 0, 2), [0, 2 * ROW, 3 * ROW]);
    }

    #[test]
    fn a_lane_is_dead_from_its_crash_to_its_return() {
        let point = |step, mark| at(step, Shape::Point { lane: 1, mark });
        let rows =
            vec![point(0, Mark::Crash), point(1, Mark::Read), point(2, Mark::Restart), point(3, Mark::Crash)];
        assert_eq!(dead(&Diagram { rows, ..Diagram::default() }), [(1, 0, 2), (1, 3, 4)]);
    }
}
