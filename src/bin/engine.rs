//! The engine's binary: SQLite and the simulation, in a Web Worker.

fn main() {
    #[cfg(target_arch = "wasm32")]
    effectively_once::engine::worker::serve(effectively_once::engine::answer, true);
}
