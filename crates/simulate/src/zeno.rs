//! Events that come closer and closer to each other: a ball that bounces lower each time has bounced infinitely often after
//! a finite time, which is called Zeno behaviour. No simulation gets past that time by itself; what it would show
//! afterwards, a ball that falls through the floor, is wrong.
//!
//! It is told by the last event that can still be found: the times between events shrink, and so do the values of the
//! function between them, until the next ones would be lost in rounding. A ball that hardly bounces gets there at once: it
//! turns back at an impact, and is at the floor again before it is clearly away from it.
//!
//! Only events at which something else changes are judged. Where branches of a smooth flow take turns, nothing is lost with them.

use crate::Crossing;
use crate::failure::{IntegrationFailure, IntegrationFailureKind, IntegrationResult};

/// So often the times between events must have become shorter by nearly the same factor: what shrinks by chance does not.
const SHRUNK: u32 = 3;
const STEADY: f64 = 0.1;

/// What is less than so many times what rounding explains would be lost.
const LOST: f64 = 10.0;

/// What turns back by less than this part of what rounding explains does not turn back. A speed that is as small as rounding
/// errors leads no farther: how far something turns back goes with the square of its speed.
const FELT: f64 = 1e-12;

/// The times between events of one kind.
#[derive(Clone, Copy, Debug)]
pub struct EventIntervals {
    last: f64,
    interval: f64,
    ratio: f64,
    shrunk: u32,
}

impl Default for EventIntervals {
    fn default() -> EventIntervals {
        EventIntervals { last: f64::NAN, interval: f64::NAN, ratio: f64::NAN, shrunk: 0 }
    }
}

impl EventIntervals {
    /// Another event; `smaller` says whether what happens shrinks in other ways too.
    pub fn add_event(&mut self, t: f64, smaller: bool) {
        let interval = t - self.last;
        let ratio = interval / self.interval;
        let steady = (ratio / self.ratio - 1.0).abs() < STEADY;
        let shrinks = ratio < 1.0 && smaller;
        let shrunk = if shrinks && steady { self.shrunk.saturating_add(1) } else { u32::from(shrinks) };
        *self = EventIntervals { last: t, interval, ratio, shrunk };
    }

    /// Whether the times between events shrink as if they added up to a finite time.
    pub fn is_shrinking(&self) -> bool {
        self.shrunk >= SHRUNK
    }

    /// The time between the last two events; not a number if there were no two.
    pub fn interval(&self) -> f64 {
        self.interval
    }

    /// The time before which all further events happen, if they go on as they do.
    pub fn limit(&self) -> f64 {
        let rest = self.interval * self.ratio / (1.0 - self.ratio);
        if rest.is_finite() && rest >= 0.0 { self.last + rest } else { self.last }
    }
}

/// The events of all root functions.
pub(crate) struct ZenoDetector {
    /// Those that change a sign to minus, and those that change it to plus.
    trails: Vec<[EventTrail; 2]>,
    /// The root functions of the last event, and which way they changed.
    latest: Vec<(usize, usize)>,
}

#[derive(Clone, Copy)]
struct EventTrail {
    pulse: EventIntervals,
    /// The largest value since the last event, and between the two before.
    peak: f64,
    before: f64,
    /// Whether more than signs changed at the last event, and whether unknowns did that are continuous between events.
    changed: bool,
    thrown: bool,
    /// How far it turned back since then.
    back: f64,
}

impl ZenoDetector {
    pub(crate) fn new(roots: usize) -> ZenoDetector {
        let pulse = EventIntervals::default();
        let none =
            EventTrail { pulse, peak: 0.0, before: f64::NAN, changed: false, thrown: false, back: 0.0 };
        ZenoDetector { trails: vec![[none; 2]; roots], latest: Vec::new() }
    }

    /// A root function has a value, on the side it was on since its last event.
    pub(crate) fn record_value(&mut self, root: usize, value: f64) {
        for trail in &mut self.trails[root] {
            trail.peak = trail.peak.max(value);
        }
    }

    /// These root functions change their signs; `margin` is what rounding explains.
    pub(crate) fn record_event(
        &mut self,
        t: f64,
        found: &[Crossing],
        margin: impl Fn(usize) -> f64,
    ) -> IntegrationResult {
        self.latest.clear();
        for crossing in found {
            let way = usize::from(crossing.to > 0);
            self.latest.push((crossing.root, way));
            let trail = &mut self.trails[crossing.root][way];
            let peak = trail.peak;
            trail.pulse.add_event(t, peak < trail.before);
            let next = peak * (peak / trail.before);
            (trail.peak, trail.before) = (0.0, peak);
            if trail.changed && trail.pulse.is_shrinking() && next < LOST * margin(crossing.root) {
                let failure = IntegrationFailure::new(
                    IntegrationFailureKind::Zeno,
                    trail.pulse.limit(),
                    trail.pulse.interval(),
                );
                return Err(failure.row(Some(crossing.root)));
            }
        }
        Ok(())
    }

    /// The last event is over, and something changed at it or did not.
    pub(crate) fn end_event(&mut self, changed: bool, thrown: bool) {
        for &(root, way) in &self.latest {
            let trail = &mut self.trails[root][way];
            (trail.changed, trail.thrown, trail.back) = (changed || thrown, thrown, 0.0);
        }
    }

    /// Whether the times between the events of a function shrink, if only by chance.
    pub(crate) fn is_shrinking(&self) -> bool {
        self.trails.iter().flatten().any(|trail| trail.changed && trail.pulse.shrunk > 0)
    }

    /// Whether it is of interest how far a function turns back that went to this side at the last event.
    pub(crate) fn is_tracked(&self, root: usize, sign: i8) -> bool {
        self.trails[root][usize::from(sign > 0)].thrown
    }

    /// Since it went to a side with a jump, a function turned back by so much without getting clearly away from zero;
    /// `gone` says that it is clearly on that side now. The event that was to happen in between is lost.
    pub(crate) fn record_turn(
        &mut self,
        (root, sign): (usize, i8),
        back: f64,
        margin: f64,
        gone: bool,
    ) -> IntegrationResult {
        let trail = &mut self.trails[root][usize::from(sign > 0)];
        trail.back = trail.back.max(back);
        if gone && trail.back > FELT * margin {
            let failure = IntegrationFailure::new(
                IntegrationFailureKind::Zeno,
                trail.pulse.limit(),
                trail.pulse.interval(),
            );
            return Err(failure.row(Some(root)));
        }
        Ok(())
    }
}
