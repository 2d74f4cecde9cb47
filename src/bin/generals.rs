//! The board of the two generals, for pages in every language: small, and needs no engine.

fn main() {
    effectively_once::ui::start(effectively_once::ui::boards);
}
