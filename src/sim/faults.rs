//! The one place where it is decided whether a fault point fires.

use crate::domain::command::{Command, Plan};
use crate::domain::fault::{Cause, Fault, Gap, Met, Point};
use crate::domain::scenario::{Handler, Rates};
use litemap::LiteMap;
use rand::Rng;
use rand_pcg::Pcg32;

/// Where a run stands when it meets a fault point.
#[derive(Clone, Copy, Debug, Default)]
pub struct Place {
    /// In which gap, if the point has gaps.
    pub gap: Option<Gap>,
    /// In which handler.
    pub handler: Option<Handler>,
    /// In the delivery with which attempt number.
    pub attempt: Option<u32>,
}

impl Place {
    /// In a gap, outside a handler.
    pub fn gap(gap: Gap) -> Place {
        Place { gap: Some(gap), ..Place::default() }
    }
}

/// Plan, rates and commands, with what was met so far.
pub struct Faults {
    planned: Vec<(Fault, u32)>,
    decided: Vec<Command>,
    rates: Rates,
    /// One stream per point, and one draw per meeting whatever the rate: a higher rate only adds faults, and
    /// one point's rate does not reshuffle another's.
    draws: Vec<Pcg32>,
    met: LiteMap<(Point, Option<Gap>), u32>,
}

/// Streams of the generator; ids have their own (see `names`).
const FAULT_STREAMS: u64 = 100;

impl Faults {
    /// Nothing met yet.
    pub fn new(plan: &Plan) -> Faults {
        let scenario = &plan.scenario;
        Faults {
            planned: scenario.faults.iter().map(|fault| (fault.clone(), 0)).collect(),
            decided: plan.commands.clone(),
            rates: scenario.rates.clone(),
            draws: Point::ALL
                .iter()
                .map(|&at| Pcg32::new(u64::from(scenario.seed), FAULT_STREAMS + at as u64))
                .collect(),
            met: LiteMap::new(),
        }
    }

    /// The run meets a point: does it fire, and why?
    pub fn meet(&mut self, at: Point, place: Place) -> Met {
        let nth = self.met.entry((at, place.gap)).or_default();
        *nth += 1;
        let nth = *nth;
        let drawn = u64::from(self.draws[at as usize].next_u32());
        let mut cause = None;
        for (index, (fault, count)) in self.planned.iter_mut().enumerate() {
            let matches = fault.at == at
                && fault.gap.is_none_or(|gap| place.gap == Some(gap))
                && fault.handler.is_none_or(|handler| place.handler == Some(handler))
                && fault.delivery.is_none_or(|attempt| place.attempt == Some(attempt));
            if matches {
                *count += 1;
                let last = fault.nth.saturating_add(fault.times);
                if *count >= fault.nth && (fault.times == 0 || *count < last) {
                    cause = cause.or(Some(Cause::Plan(index as u16)));
                }
            }
        }
        // rate / 1e6 of the generator's 2^32 values fire.
        if cause.is_none() && drawn * 1_000_000 < (u64::from(self.rates.of(at).0) << 32) {
            cause = Some(Cause::Rate);
        }
        for (index, command) in self.decided.iter().enumerate() {
            if let Command::Decide { at: a, gap, nth: n, fires } = *command
                && (a, gap, n) == (at, place.gap, nth)
            {
                cause = fires.then_some(Cause::Command(index as u16));
            }
        }
        Met { at, gap: place.gap, handler: place.handler, nth, fired: cause }
    }
}
