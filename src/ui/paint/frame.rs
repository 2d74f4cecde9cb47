//! The lab's frame: what never changes in it, with a place for every part that does.

use super::super::action::Action;
use super::super::html::Html;
use super::super::state::State;
use super::lists::Look;
use super::{Painter, board, diagram, log, matrix, notices, panel, partitions, player, tables};
use crate::view::matrix::Panel;

/// A place in the frame: an element with the attribute `data-part`, or `data-rows` where it is a list's.
#[derive(Clone, Copy)]
pub struct Place {
    /// Of which panel it tells.
    pub panel: Panel,
    /// It goes with its panel where a narrow window does not show that.
    pub with_panel: bool,
    /// It is painted before the others, because it is in sight on every screen, wherever it stands.
    pub first: bool,
    /// What is painted there.
    pub what: What,
}

/// What is painted into a place.
#[derive(Clone, Copy)]
pub enum What {
    /// Parts, each in an element of its own.
    Parts(Painter),
    /// Parts with much in them, which follow when everything else has come to rest while they are out of sight.
    Large(Painter),
    /// Into the list in it, rows that one walks with the arrow keys.
    Rows(Looks, Rows),
}

/// How a list is to look.
pub type Looks = fn(&State, Panel) -> Option<Look>;
/// Its rows, from this one to before that one.
pub type Rows = fn(&State, Panel, usize, usize) -> Vec<Html>;

/// The frame as text, and its places in the order in which they stand.
pub struct Frame {
    /// The text.
    pub html: Html,
    /// The places.
    pub places: Vec<Place>,
    // Of what the next places are.
    panel: Panel,
    with_panel: bool,
    first: bool,
}

impl Frame {
    /// The frame of a lab.
    pub fn of(state: &State) -> Frame {
        let (html, places) = (Html::new(), Vec::new());
        let mut frame = Frame { html, places, panel: Panel::A, with_panel: false, first: false };
        let t = state.t;
        let h = &mut frame.html;
        h.m("<a class=\"skip-link\" href=\"#player-").n(state.id as usize).m("\">").t(t.to_player).m("</a>");
        frame.part("notices", notices::notices);
        frame.part("tabs-of", notices::tabs);
        frame.part("switches", board::switches);
        frame.part("second-of", board::second);
        frame.part("below", board::below);
        frame.m("<div class=\"panels\">");
        Panel::ALL.into_iter().for_each(|panel| frame.panel(state, panel));
        frame.m("</div><div class=\"both later\">");
        frame.large("matrix", matrix::matrix);
        frame.named("logs", &format!("{}{}", t.log, state.which)).m("<p class=\"aside\">").t(t.log_hint);
        frame.m("</p><div class=\"logs-of\">");
        for panel in Panel::ALL {
            frame.panel = panel;
            frame.named("log", &state.named(t.log, panel));
            frame.part("log-title", log::title);
            frame.rows(log::look, log::lines).m("<ol translate=\"no\"></ol></div></section>");
        }
        frame.m("</div></section></div>");
        frame.player(state);
        frame.m("<div class=\"hidden\" aria-live=\"polite\" data-testid=\"live\"></div>");
        frame.m("<dialog class=\"fork\" aria-label=\"").t(t.fork_title).m("\">");
        frame.part("dialog-body", notices::fork);
        frame.m("</dialog>");
        frame
    }

    fn panel(&mut self, state: &State, panel: Panel) {
        let t = state.t;
        self.panel = panel;
        self.m("<section class=\"panel\" id=\"").t(&notices::panel_id(state, panel));
        self.m("\" data-testid=\"panel-").m(match panel {
            Panel::A => "a",
            Panel::B => "b",
        });
        self.m("\">");
        self.part("panel-head", panel::head);
        self.part("counters-of", panel::counters);
        self.named("customer-of", &state.named(t.customer_sees, panel));
        self.part("customer", panel::customer);
        self.with_panel = true;
        self.m("</section><div class=\"panel-grid\">");
        self.named("diagram later", &state.named(t.diagram, panel));
        self.rows(diagram::look, diagram::rows);
        self.part("lanes", diagram::heads);
        self.part("more", diagram::earlier);
        self.m("<div class=\"drawing\">");
        self.part("under", diagram::under);
        self.m("<ol class=\"rows\"></ol>");
        self.part("aloft", diagram::over);
        self.m("</div>");
        self.part("more", diagram::later);
        self.m("</div>");
        self.part("legend-of", diagram::legend);
        self.m("</section><div class=\"beside\">");
        self.named("now later", &state.named(t.now, panel)).m("<h3>").t(t.now).m("</h3>");
        self.part("now-of", panel::now);
        self.part("operate-of", panel::operator);
        self.m("</section>");
        self.large("log-of", partitions::log);
        self.large("handlers-of later", panel::handlers);
        self.named("tables-of later", &state.named(t.tables, panel));
        self.m("<button type=\"button\" class=\"tool\" data-console=\"").m(match panel {
            Panel::A => "a",
            Panel::B => "b",
        });
        self.m("\">").t(t.query).m("</button>");
        self.large("tables", tables::tables);
        self.m("</section></div></div></section>");
        self.with_panel = false;
    }

    fn player(&mut self, state: &State) {
        let (t, id) = (state.t, state.id as usize);
        self.first = true;
        self.m("<div class=\"player\" tabindex=\"-1\" role=\"group\" id=\"player-").n(id);
        self.m("\" aria-label=\"").t(t.transport).m("\">");
        self.part("subtitle-of", player::subtitle);
        self.m("<div class=\"controls\">");
        self.part("buttons", player::buttons);
        self.m("<div class=\"track\">");
        self.part("ticks-of", player::ticks);
        // The slider is never painted anew, so that it can be dragged.
        self.m("<input type=\"range\" min=\"0\" step=\"1\" aria-label=\"").t(t.scrubber);
        self.m("\" aria-describedby=\"keys-").n(id).m("\"").act(Action::Scrub);
        self.m("><span class=\"hidden\" id=\"keys-").n(id).m("\">").t(t.keyboard_help).m("</span></div>");
        self.part("place-of", player::place);
        self.part("speed-of", player::speed);
        self.m("</div></div>");
        self.first = false;
    }

    fn m(&mut self, markup: &'static str) -> &mut Html {
        self.html.m(markup)
    }

    /// A section with a name.
    fn named(&mut self, class: &'static str, name: &str) -> &mut Html {
        self.m("<section class=\"").m(class).m("\" aria-label=\"").t(name).m("\">")
    }

    fn part(&mut self, class: &'static str, painter: Painter) {
        self.place(class, What::Parts(painter));
    }

    fn large(&mut self, class: &'static str, painter: Painter) {
        self.place(class, What::Large(painter));
    }

    fn place(&mut self, class: &'static str, what: What) {
        self.here(what);
        self.m("<div class=\"").m(class).m("\" data-part></div>");
    }

    fn here(&mut self, what: What) {
        let Frame { panel, with_panel, first, .. } = *self;
        self.places.push(Place { panel, with_panel, first, what });
    }

    /// The box in which a list is scrolled, left open for what stands in it.
    fn rows(&mut self, look: Looks, paint: Rows) -> &mut Html {
        self.here(What::Rows(look, paint));
        self.m("<div class=\"scroll\" data-rows>")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::link::Lab;
    use crate::view::lang::Lang;

    #[test]
    fn every_place_stands_in_the_text_where_its_number_says() {
        let frame = Frame::of(&State::new(7, Lang::ALL[0], Lab::opening()));
        let text = frame.html.as_str();
        let kinds = |text: &str| -> String {
            let found = text.split(" data-").skip(1);
            found
                .filter_map(|rest| ["part>", "rows>"].into_iter().find(|kind| rest.starts_with(kind)))
                .collect()
        };
        let told = frame.places.iter().map(|place| match place.what {
            What::Rows(..) => "rows>",
            What::Parts(_) | What::Large(_) => "part>",
        });
        assert_eq!(kinds(text), told.collect::<String>());
        // Each element that is opened is closed.
        for tag in ["div", "section", "ol", "dialog", "button", "h3", "p", "span"] {
            let count = |what: &str| text.matches(&what.replace('?', tag)).count();
            assert_eq!(count("<? ") + count("<?>"), count("</?>"), "{tag}");
        }
    }
}
