//! The page's binary for pages in Traditional Chinese; `src/main.rs` is the English one.

#[cfg(target_arch = "wasm32")]
fn main() {
    effectively_once::ui::start();
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    eprintln!("The page runs in a browser: cargo xtask serve");
}
