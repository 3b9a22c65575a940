//! Events of one root function that come closer and closer to each other: a ball that bounces lower each time has bounced
//! infinitely often after a finite time, which is called Zeno behaviour. No simulation gets past that time by itself; what
//! it would show afterwards, a ball that falls through the floor, is wrong.
//!
//! It is told by the last event that can still be found: the times between events shrink, and so do the values of the
//! function between them, until the next ones would be lost in rounding.

use crate::Crossing;
use crate::failure::{Failure, Kind};

/// So often the times between events must have become shorter by nearly the same factor: what shrinks by chance does not.
const SHRUNK: u32 = 3;
const STEADY: f64 = 0.1;

/// What is less than so many times what rounding explains would be lost.
const LOST: f64 = 10.0;

/// The events of all root functions.
pub(crate) struct Zeno {
    /// Those that change a sign to minus, and those that change it to plus.
    trails: Vec<[Trail; 2]>,
}

#[derive(Clone, Copy)]
struct Trail {
    last: f64,
    interval: f64,
    ratio: f64,
    shrunk: u32,
    /// The largest value since the last event, and between the two before.
    peak: f64,
    before: f64,
}

impl Zeno {
    pub(crate) fn new(roots: usize) -> Zeno {
        let none = Trail {
            last: f64::NAN,
            interval: f64::NAN,
            ratio: f64::NAN,
            shrunk: 0,
            peak: 0.0,
            before: f64::NAN,
        };
        Zeno { trails: vec![[none; 2]; roots] }
    }

    /// A root function has a value, on the side it was on since its last event.
    pub(crate) fn see(&mut self, root: usize, value: f64) {
        for trail in &mut self.trails[root] {
            trail.peak = trail.peak.max(value);
        }
    }

    /// These root functions change their signs; `margin` is what rounding explains.
    pub(crate) fn note(
        &mut self,
        t: f64,
        found: &[Crossing],
        margin: impl Fn(usize) -> f64,
    ) -> Result<(), Failure> {
        for crossing in found {
            let trail = &mut self.trails[crossing.root][usize::from(crossing.to > 0)];
            let (interval, peak) = (t - trail.last, trail.peak);
            let ratio = interval / trail.interval;
            let steady = (ratio / trail.ratio - 1.0).abs() < STEADY;
            let shrinks = ratio < 1.0 && peak < trail.before;
            let shrunk = if shrinks && steady { trail.shrunk + 1 } else { u32::from(shrinks) };
            let next = peak * (peak / trail.before);
            *trail = Trail { last: t, interval, ratio, shrunk, peak: 0.0, before: peak };
            if shrunk >= SHRUNK && next < LOST * margin(crossing.root) {
                let limit = t + interval * ratio / (1.0 - ratio);
                return Err(Failure::new(Kind::Zeno, limit, interval).row(Some(crossing.root)));
            }
        }
        Ok(())
    }
}
