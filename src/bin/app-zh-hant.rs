//! The page's binary for pages in Traditional Chinese; `src/main.rs` is the English one.

fn main() {
    effectively_once::ui::start(effectively_once::ui::labs);
}
