//! The board of the two generals on the page: a state of a few bytes, two places that are painted from it, and
//! between them the sentence, which is also read out. So little needs no signals.

use super::action::Action;
use super::dom;
use super::html::Html;
use super::paint::generals::{above, below};
use crate::view::generals::Board;
use crate::view::lang::Lang;
use std::cell::RefCell;
use std::rc::Rc;
use web_sys::{Element, HtmlElement};

const FRAME: &str = "<div class=\"lab generals\"><div class=\"parts\" data-part></div>\
    <p class=\"say\" aria-live=\"polite\"></p><div class=\"parts\" data-part></div></div>";

/// What is on the page.
struct Shown {
    board: Board,
    lang: Lang,
    places: [Element; 3],
    parts: [Vec<Html>; 2],
}

impl Shown {
    fn paint(&mut self) {
        let [top, say, bottom] = &self.places;
        let parts = [above(self.board, self.lang), below(self.board, self.lang)];
        dom::paint(top, &self.parts[0], &parts[0]);
        say.set_text_content(Some(&self.board.sentence(self.lang)));
        dom::paint(bottom, &self.parts[1], &parts[1]);
        self.parts = parts;
    }
}

/// Mounts the board.
pub fn mount(island: &HtmlElement, lang: Lang) {
    let _ = island.insert_adjacent_html("beforeend", FRAME);
    let Some(frame) = island.last_element_child() else { return };
    let child = |i| frame.children().item(i);
    let (Some(top), Some(say), Some(bottom)) = (child(0), child(1), child(2)) else { return };
    let parts = [Vec::new(), Vec::new()];
    let mut shown = Shown { board: Board::OPENING, lang, places: [top, say, bottom], parts };
    shown.paint();
    dom::unveil(island);
    let shown = Rc::new(RefCell::new(shown));
    for (event, of_field) in [("click", false), ("change", true)] {
        let shown = shown.clone();
        dom::on(&frame, event, move |event| {
            if let Some((control, Action::Board(what))) = dom::doing(&event)
                && dom::is_field(&control) == of_field
                // What the painting itself sets off is no move.
                && let Ok(mut shown) = shown.try_borrow_mut()
            {
                shown.board = shown.board.after(what);
                shown.paint();
            }
        });
    }
}
