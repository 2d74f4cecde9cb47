//! What makes chapters answer, for pages in every language: it says nothing of its own, and needs no engine.

fn main() {
    effectively_once::ui::learn::start();
}
