//! The page's binary: mounts the labs.

#[cfg(target_arch = "wasm32")]
fn main() {
    effectively_once::ui::start();
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    eprintln!("The page runs in a browser: cargo xtask serve");
}
