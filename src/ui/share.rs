//! The share dialog on the page: what a lab shows, as a link and as texts, and the way back in.

use super::dom::{self, Places};
use super::engine::{Topic, workshop};
use super::paint::share as paint;
use super::partner::Partner;
use crate::domain::link::Lab;
use crate::domain::problem::Problem;
use crate::domain::workshop::{Answer, Ask, Papers};
use crate::view::lang::Lang;
use crate::view::matrix::Panel;
use crate::view::{problem, share as say};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::JsCast as _;
use web_sys::{Element, HtmlDialogElement};

struct State {
    lang: Lang,
    lab: Lab,
    papers: [Option<Result<Papers, Option<Problem>>>; 2],
    copied: Option<(usize, bool)>,
    wrong: Option<String>,
}

struct Share {
    state: RefCell<State>,
    partner: Partner,
    id: u32,
    address: String,
    dialog: HtmlDialogElement,
    places: Places,
}

/// Opens the dialog of the lab around this button. It goes when it is closed.
pub fn open(button: &Element, lang: Lang) {
    let Some(partner) = Partner::around(button) else { return };
    let Some(lab) = partner.now() else { return };
    let _ = partner.element().insert_adjacent_html("beforeend", paint::frame(lang).as_str());
    let Some(dialog) = partner.element().last_element_child() else { return };
    let Ok(dialog) = dialog.dyn_into::<HtmlDialogElement>() else { return };
    let share = Rc::new(Share {
        state: RefCell::new(State { lang, lab, papers: [None, None], copied: None, wrong: None }),
        partner,
        id: dom::unique(),
        address: dom::workbench(lang.tag()),
        places: Places::of(&dialog, &paint::PLACES),
        dialog,
    });
    share.paint();
    dom::show_dialog(&share.dialog, true);
    share.ask();
    share.listen();
}

impl Share {
    fn listen(self: &Rc<Share>) {
        let me = self.clone();
        dom::on(&self.dialog, "click", move |event| {
            if let Some((_, what)) = dom::control(&event) {
                me.act(&what);
            }
        });
        let dialog = self.dialog.clone();
        dom::on(&self.dialog, "close", move |_| dialog.remove());
    }

    fn paint(&self) {
        let state = self.state.borrow();
        self.places.paint(paint::parts(&paint::Look {
            lab: &state.lab,
            address: &self.address,
            papers: &state.papers,
            copied: state.copied,
            wrong: state.wrong.as_deref(),
            lang: state.lang,
        }));
    }

    /// Asks for the texts of both runs.
    fn ask(self: &Rc<Share>) {
        for panel in Panel::ALL {
            let of = if panel == Panel::A { "papers-a" } else { "papers-b" };
            let plan = panel.plan(&self.state.borrow().lab).clone();
            let me = self.clone();
            workshop().ask(Topic { lab: self.id, of }, Ask::Papers(plan), move |answer| {
                me.state.borrow_mut().papers[panel as usize] = Some(match answer {
                    Some(Answer::Papers(papers)) => Ok(papers),
                    Some(Answer::Problem(problem)) => Err(Some(problem)),
                    _ => Err(None),
                });
                me.paint();
            });
        }
    }

    fn act(self: &Rc<Share>, what: &str) {
        match what.split_once(' ').unwrap_or((what, "")) {
            ("close", _) => self.dialog.close(),
            ("open", _) => self.open_link(),
            ("copy", n) => {
                let (me, number) = (self.clone(), n.parse().unwrap_or(0));
                dom::copy(&dom::value_of(&format!("share-text-{n}")), move |done| {
                    me.state.borrow_mut().copied = Some((number, done));
                    me.paint();
                });
            }
            _ => {}
        }
    }

    fn open_link(&self) {
        let lang = self.state.borrow().lang;
        let wrong = match say::pasted(&dom::value_of("share-load")) {
            Some(Ok(lab)) if self.partner.show(&lab) => return self.dialog.close(),
            Some(Ok(_)) => say::NO_ROOM.say(lang).into(),
            Some(Err(why)) => problem::message(&why, lang),
            None => say::NO_LINK.say(lang).into(),
        };
        self.state.borrow_mut().wrong = Some(wrong);
        self.paint();
    }
}
