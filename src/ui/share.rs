//! The share dialog on the page: what a lab shows, as a link (also for a lesson), as texts and as pictures, and the
//! way back in.

use super::dom::{self, Places};
use super::engine::{Topic, workshop};
use super::paint::share as paint;
use super::partner::{self, Partner};
use crate::domain::limits;
use crate::domain::link::Lab;
use crate::domain::problem::Problem;
use crate::domain::trace::Run;
use crate::domain::workshop::{Answer, Ask, Papers};
use crate::view::lang::Lang;
use crate::view::matrix::Panel;
use crate::view::{picture, problem, share as say, texts};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::JsCast as _;
use web_sys::{Element, HtmlDialogElement};

struct State {
    lang: Lang,
    lab: Lab,
    /// Where the lab stood.
    step: Option<u32>,
    papers: [Option<Result<Papers, Option<Problem>>>; 2],
    runs: [Option<Run>; 2],
    mermaid: [Option<String>; 2],
    task_is_long: bool,
    no_picture: bool,
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
    let _ = partner.element().insert_adjacent_html("beforeend", paint::frame(&lab.lesson, lang).as_str());
    let Some(dialog) = partner.element().last_element_child() else { return };
    let Ok(dialog) = dialog.dyn_into::<HtmlDialogElement>() else { return };
    let share = Rc::new(Share {
        state: RefCell::new(State {
            lang,
            step: lab.step,
            lab,
            papers: [None, None],
            runs: [None, None],
            mermaid: [None, None],
            task_is_long: false,
            no_picture: false,
            copied: None,
            wrong: None,
        }),
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
        dom::on_press(&self.dialog, move |_, what| me.act(what));
        let me = self.clone();
        dom::on(&self.dialog, "input", move |event| {
            if let Some((control, what)) = dom::control(&event) {
                me.set(&what, &dom::value(&control));
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
            mermaid: &state.mermaid,
            task_is_long: state.task_is_long,
            no_picture: state.no_picture,
            copied: state.copied,
            wrong: state.wrong.as_deref(),
            lang: state.lang,
        }));
    }

    /// What a teacher sets: it is in the link at once.
    fn set(&self, what: &str, value: &str) {
        {
            let mut state = self.state.borrow_mut();
            let lesson = &mut state.lab.lesson;
            match what {
                "task" => {
                    lesson.task = value.chars().take(limits::TASK).collect();
                    state.task_is_long = value.chars().count() > limits::TASK;
                }
                "locked" => lesson.locked = value == "true",
                "alone" => lesson.alone = value == "true",
                "presented" => {
                    lesson.presented = value == "true";
                    // A story is told from its beginning.
                    state.lab.step = if value == "true" { Some(0) } else { state.step };
                }
                _ => return,
            }
            state.copied = None;
        }
        self.paint();
    }

    /// What a panel is called on a picture.
    fn title(&self, panel: Panel) -> &'static str {
        let state = self.state.borrow();
        texts::panel(&state.lab, panel, self.partner.is_alone(), false, state.lang)
    }

    /// Saves one of a panel's files.
    fn save(self: &Rc<Share>, kind: &str, panel: Panel) {
        let name =
            |end: &str| format!("effectively-once-{}.{end}", if panel == Panel::A { "a" } else { "b" });
        let svg = {
            let state = self.state.borrow();
            if kind == "toml" {
                if let Some(Ok(papers)) = &state.papers[panel as usize] {
                    dom::download(papers.scenario.as_bytes(), &name("toml"), "application/toml");
                }
                return;
            }
            let Some(run) = &state.runs[panel as usize] else { return };
            let plan = panel.plan(&state.lab);
            (picture::svg(plan, run, self.title(panel), state.lang), picture::height(run))
        };
        if kind == "svg" {
            return dom::download(svg.0.as_bytes(), &name("svg"), "image/svg+xml");
        }
        let me = self.clone();
        dom::rasterize(&svg.0, picture::WIDTH, svg.1, &name("png"), move |drawn| {
            me.state.borrow_mut().no_picture = !drawn;
            me.paint();
        });
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

    /// Asks for the runs to draw, when somebody wants to see them.
    fn draw(self: &Rc<Share>) {
        for panel in
            Panel::ALL.into_iter().filter(|panel| self.state.borrow().runs[*panel as usize].is_none())
        {
            let of = if panel == Panel::A { "run-a" } else { "run-b" };
            let (me, plan) = (self.clone(), panel.plan(&self.state.borrow().lab).clone());
            partner::run(Topic { lab: self.id, of }, &plan.clone(), move |run| {
                let mermaid = picture::mermaid(&plan, &run, me.title(panel), me.state.borrow().lang);
                {
                    let mut state = me.state.borrow_mut();
                    state.mermaid[panel as usize] = Some(mermaid);
                    state.runs[panel as usize] = Some(run);
                }
                me.paint();
            });
        }
    }

    fn act(self: &Rc<Share>, what: &str) {
        match what.split_once(' ').unwrap_or((what, "")) {
            ("close", _) => self.dialog.close(),
            ("open", _) => self.open_link(),
            ("draw", _) => self.draw(),
            ("show", _) => {
                let lab = self.state.borrow().lab.clone();
                self.partner.show(&lab);
                self.dialog.close();
            }
            (kind @ ("svg" | "png" | "toml"), panel) => {
                self.save(kind, if panel == "B" { Panel::B } else { Panel::A });
            }
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
