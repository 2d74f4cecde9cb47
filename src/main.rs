//! The page's binary for pages in English: mounts the labs. Each further language has one in `src/bin`.

#[cfg(target_arch = "wasm32")]
fn main() {
    effectively_once::ui::start();
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    eprintln!("The page runs in a browser: cargo xtask serve");
}
