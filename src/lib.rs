//! # Effectively Once: the guided tour
//!
//! *At-least-once delivery + an idempotent consumer = effectively-once processing*: this crate lets an
//! engineer see, break and prove it, in a browser, on real SQL.
//!
//! One package, two wings over one ground floor:
//!
//! ```text
//! engine wing:  domain ← store ← sim ← { service ← shell } ← engine   (feature `engine`: SQLite, in a Web Worker or natively)
//! page wing:    domain ← { tutorial, view } ← ui                      (feature `ui`: Leptos, in the page)
//! ```
//!
//! Start in [`domain`]: three closed enums are the vocabulary of everything else. What somebody does to a run is
//! a [`domain::command::Command`], what can go wrong is a [`domain::fault::Point`], what happened is a
//! [`domain::trace::What`]. A [`domain::command::Plan`] (a scenario and commands) goes into `sim::run`, a
//! [`domain::trace::Run`] comes out: the trace, the rows that each entry changed, and the
//! [`domain::outcome::Outcome`], which is a fold over the trace and nothing else.
//!
//! Brokers are two kernels (`sim/broker.rs`, a queue; `sim/log.rs`, a log) and data over them:
//! [`domain::dialect`] says what five products promise and in which words, [`domain::presets`] six reasons for a redelivery,
//! [`domain::oddities`] which settings mean something else than people think.
//!
//! `sim` is one loop over ticks ordered by (time, sequence); each party of the pipeline is a file of its own, and
//! layer 2 is a little program per mode (`sim/program.rs`) that workers execute, one operation a tick, on SQLite
//! connections of their own (`store`). [`view`] turns a run into what a person reads: the diagram's layout, the
//! tables at a step, the sentence of a step in two languages. `ui` paints that (pure functions from its state to
//! HTML, kept current by Leptos) and feeds edits back; it knows a run only as data that came over
//! `domain::protocol`. A page's binary holds one language ([`view::lang::Lang`]).
//! Apart from both wings stands `sqljs` (feature `sqljs`, for the browser alone): a whole SQLite for people's own scripts,
//! with the API of sql.js.
//! Beside labs, pages hold tables of runs (`ui::runs`): links whose outcomes the engine fills in. The board of the
//! two generals ([`view::generals`]) needs no run, and has a binary of its own. Terminal ([`view::terminal`]) and console
//! ([`view::console`]) have one, too, and meet a lab only through its element (`ui`).
//!
//! A chapter of the tutorial is a page whose predictions and goals are computed: the page builder (`xtask/src/site`)
//! runs its scenarios natively, [`tutorial`] says when a goal is reached and what a reader has done, and `ui::learn`, a
//! binary without a word of its own, does the rest.
//!
//! There are two engines, and both keep nothing between questions. The first (`engine`) runs plans, on a SQLite with only
//! what the pipeline's statements use; the second, the *workshop* (feature `workshop`, [`domain::workshop`]), is loaded
//! when somebody types: the terminal's language (`shell`) over the demo's HTTP surface (`service`), and a console
//! (`store::console`) on a whole SQLite. What is typed becomes a command of the plan, so it is in the link and a replay
//! repeats it. `sqljs` is SQLite for scripts, with the API of sql.js, and has nothing to do with the rest.
//!
//! The second engine (feature `workshop`) runs SQL that a learner wrote: on private copies of a run's databases
//! (`store/console.rs`), or as a command in the run (`sim/learner.rs`). `store/guard.rs` counts what it may take, and
//! gives it simulated time and seeded chance.
//!
//! What always holds:
//! - A run is a pure function of its plan: the same trace and the same database bytes, natively and in Wasm.
//! - Looking back moves a cursor over the trace. Doing something in the past is a new plan, run from the start.
//! - The page survives its engine: the engine keeps nothing between questions.
//! - Intents, deliveries and effects are three counters, never merged.
//!
//! What is deliberately absent: the page wing knows no SQLite, the engine wing no DOM; nothing in a run reads a
//! clock, a global generator or a hash map's order. `tests/house.rs` and `clippy.toml` hold that.

pub mod domain;
#[cfg(feature = "engine")]
pub mod engine;
#[cfg(feature = "workshop")]
pub mod service;
#[cfg(feature = "workshop")]
pub mod shell;
#[cfg(feature = "engine")]
pub mod sim;
#[cfg(all(feature = "sqljs", target_arch = "wasm32"))]
pub mod sqljs;
#[cfg(feature = "engine")]
pub mod store;
pub mod tutorial;
#[cfg(feature = "ui")]
pub mod ui;
pub mod view;
