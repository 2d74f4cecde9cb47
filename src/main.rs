//! The page's binary for pages in English: mounts the labs. Each further language has one in `src/bin`.

fn main() {
    effectively_once::ui::start(effectively_once::ui::labs);
}
