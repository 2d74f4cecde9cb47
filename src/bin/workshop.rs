//! The second engine's binary: a whole SQLite, the simulation, the terminal and the console, in a Web Worker.

fn main() {
    #[cfg(target_arch = "wasm32")]
    effectively_once::engine::worker::serve(effectively_once::engine::workshop::answer, false);
}
