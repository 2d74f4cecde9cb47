//! Terminal and console, for pages in every language.

fn main() {
    effectively_once::ui::start(effectively_once::ui::tools);
}
