//! Work in slices: what need not be there at once is done piece by piece, and between two slices the browser
//! may answer its user.

use super::dom;
use leptos::prelude::*;
use std::collections::VecDeque;
use std::future::poll_fn;
use std::task::Poll;

/// A slice is over after so many milliseconds: four times slower, it is still shorter than what is noticed.
const SLICE_MS: f64 = 4.0;

/// A turn: changes when it comes. 0: it has not come yet.
pub type Turn = RwSignal<u32>;

/// Who waits for a turn.
#[derive(Clone, Copy)]
pub struct Queue {
    waiting: StoredValue<VecDeque<Turn>>,
    /// Turns are being given.
    busy: StoredValue<bool>,
}

impl Default for Queue {
    /// Nobody.
    fn default() -> Queue {
        Queue { waiting: StoredValue::new(VecDeque::new()), busy: StoredValue::new(false) }
    }
}

impl Queue {
    /// Are turns being given?
    pub fn is_busy(self) -> bool {
        self.busy.get_value()
    }

    /// Whoever waits already does not wait twice.
    pub fn add(self, turns: impl Iterator<Item = Turn>) {
        self.waiting.update_value(|waiting| {
            for turn in turns {
                if !waiting.contains(&turn) {
                    waiting.push_back(turn);
                }
            }
        });
    }

    /// Gives everybody their turn, unless that is under way.
    pub async fn give(self) {
        if self.is_busy() {
            return;
        }
        self.busy.set_value(true);
        let mut since = f64::MIN;
        while let Some(turn) = self.waiting.try_update_value(VecDeque::pop_front).flatten() {
            // Where nobody looks nobody waits, and the browser would take a second for each pause.
            if js_sys::Date::now() - since >= SLICE_MS && !dom::document().hidden() {
                dom::pause(0).await;
                since = js_sys::Date::now();
            }
            turn.update(|n| *n += 1);
            // What follows the turn is painted within the slice: it has been woken, and comes before this goes on.
            let mut woken = false;
            poll_fn(|context| {
                context.waker().wake_by_ref();
                if std::mem::replace(&mut woken, true) { Poll::Ready(()) } else { Poll::Pending }
            })
            .await;
        }
        self.busy.set_value(false);
    }
}
