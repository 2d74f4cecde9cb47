//! How the lab looks: pure functions from its state to HTML, part by part. A control says in `data-do` what it
//! does ([`super::action`]); nothing here listens, and nothing here knows a browser.

pub mod board;
pub mod console;
pub mod diagram;
pub mod draw;
pub mod faults;
pub mod fields;
pub mod frame;
pub mod generals;
pub mod lists;
pub mod log;
pub mod matrix;
pub mod notices;
pub mod panel;
pub mod partitions;
pub mod player;
pub mod share;
pub mod tables;
pub mod terminal;

use super::action::Action;
use super::html::Html;
use super::state::State;
use crate::domain::ids::EventNo;
use crate::domain::outcome::Verdict;
use crate::view::lang::Span;
use crate::view::matrix::Panel;
use crate::view::texts::{self, verdict_sign};

/// Paints one or more parts of a lab, for one panel or for both.
pub type Painter = fn(&State, Panel) -> Vec<Html>;

/// How many event colours there are; beyond them they come again, and the name still tells.
const COLOURS: u32 = 8;

/// A panel's letter.
pub fn letter(panel: Panel) -> &'static str {
    match panel {
        Panel::A => "A",
        Panel::B => "B",
    }
}

/// A panel's title.
pub fn title(state: &State, panel: Panel, short: bool) -> &'static str {
    texts::panel(&state.lab, panel, state.is_alone(), short, state.lang)
}

/// The class that gives an event its colour.
pub fn hue(event: Option<EventNo>) -> &'static str {
    const HUES: [&str; COLOURS as usize] = ["e1", "e2", "e3", "e4", "e5", "e6", "e7", "e8"];
    event.map_or("e0", |event| HUES[(event.0.saturating_sub(1) % COLOURS) as usize])
}

/// The class of a verdict.
pub fn verdict_class(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Once => "v-once",
        Verdict::Duplicated => "v-duplicated",
        Verdict::Lost => "v-lost",
        Verdict::DeadLettered => "v-dead_lettered",
        Verdict::Pending => "v-pending",
    }
}

/// Paths of icons, in a square of 20 units.
pub mod icons {
    /// To the start.
    pub const START: &str = "M4 4h2.2v12H4zM16 4v12L7 10z";
    /// One step back.
    pub const BACK: &str = "M13.5 4v12L5 10z";
    /// Play.
    pub const PLAY: &str = "M5.5 3.5v13L16.5 10z";
    /// Pause.
    pub const PAUSE: &str = "M5 4h3.4v12H5zM11.6 4H15v12h-3.4z";
    /// One step forward.
    pub const STEP: &str = "M6.5 4v12L15 10z";
    /// To the end.
    pub const END: &str = "M13.8 4H16v12h-2.2zM4 4v12l9-6z";
    /// Something to decide.
    pub const BOLT: &str = "M11.5 2 4.5 11.5h4.2L8 18l7.5-9.8h-4.4z";
    /// Away with it.
    pub const CROSS: &str =
        "m5.2 4.1 4.8 4.8 4.8-4.8 1.1 1.1-4.8 4.8 4.8 4.8-1.1 1.1-4.8-4.8-4.8 4.8-1.1-1.1L8.9 10 4.1 5.2z";
    /// Another one.
    pub const AGAIN: &str = "M10 4a6 6 0 1 1-5.7 4.1l1.7.5A4.2 4.2 0 1 0 10 5.8V8.6L5.4 4.9 10 1.2z";
}

impl Html {
    /// An icon.
    pub fn icon(&mut self, path: &'static str) -> &mut Html {
        self.m("<svg class=\"icon\" viewBox=\"0 0 20 20\" aria-hidden=\"true\"><path d=\"")
            .m(path)
            .m("\"/></svg>")
    }

    /// An event's name in its colour.
    pub fn tag(&mut self, event: EventNo) -> &mut Html {
        self.m("<span class=\"tag ").m(hue(Some(event))).m("\">").d(&event).m("</span>")
    }

    /// A verdict's sign in its shape and colour.
    pub fn sign(&mut self, verdict: Verdict) -> &mut Html {
        self.m("<span class=\"sign ").m(verdict_class(verdict)).m("\" aria-hidden=\"true\">");
        self.m(verdict_sign(verdict)).m("</span>")
    }

    /// A sentence.
    pub fn sentence(&mut self, spans: &[Span]) -> &mut Html {
        for span in spans {
            match span {
                Span::Text(text) => self.t(text),
                Span::Code(code) => self.m("<code translate=\"no\">").t(code).m("</code>"),
                Span::Strong(text) => self.m("<strong>").t(text).m("</strong>"),
                Span::Event(event) => self.tag(*event),
            };
        }
        self
    }

    /// The attribute of a control.
    pub fn act(&mut self, action: Action) -> &mut Html {
        self.m(" data-do=\"").d(&action).m("\"")
    }

    /// A button with its text. It can be found again by its id, which is what it does.
    pub fn button(&mut self, class: &'static str, action: Action, text: &str) -> &mut Html {
        self.m("<button type=\"button\" class=\"").m(class).m("\"").act(action).m(">").t(text).m("</button>")
    }

    /// A button that shows a sign and says its name.
    pub fn icon_button(
        &mut self,
        class: &'static str,
        action: Action,
        icon: &'static str,
        name: &str,
    ) -> &mut Html {
        self.m("<button type=\"button\" class=\"").m(class).m("\"").act(action);
        self.m(" aria-label=\"").t(name).m("\" title=\"").t(name).m("\">").icon(icon).m("</button>")
    }

    /// One of a few: radio buttons that look like one strip.
    pub fn segmented<'a>(
        &mut self,
        name: &str,
        class: &'static str,
        legend: &str,
        options: impl Iterator<Item = (Action, &'a str, bool)>,
    ) -> &mut Html {
        self.m("<fieldset class=\"segmented ")
            .m(class)
            .m("\"><legend>")
            .t(legend)
            .m("</legend><div class=\"strip\">");
        for (action, label, chosen) in options {
            self.m("<label><input type=\"radio\" name=\"").t(name).m("\"").act(action);
            self.m_if(chosen, " checked").m("><span>").t(label).m("</span></label>");
        }
        self.m("</div></fieldset>")
    }
}
