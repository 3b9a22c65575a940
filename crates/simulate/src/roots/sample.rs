//! Points of a step at which functions are looked at of which bounds tell nothing, or not enough.

use super::RootFinder;
use super::trail::{RootSample, parabola_departure, turning_value};
use crate::{HybridDae, IntegrationResult, Integrator};

/// Pieces are halved so often at most because points are too far from each other.
const MAX_REFINEMENT_DEPTH: u8 = 8;

/// So many of the pieces of a step are halved like that.
pub(super) const MAX_REFINEMENTS: u32 = 64;

/// A step is looked at at so many points at most because of the points of the result.
const MAX_PARTS: f64 = 64.0;

/// The end of a step is enough to look at if it is no longer than this part of the time between two points of the result,
/// and functions go on as they did, within this part of how far zero is away.
const SHORT: f64 = 0.5;
const STEADY: f64 = 0.25;

/// A function that changes its sign in a piece does so once if it is off its parabola by no more than this part of its size.
const ONCE: f64 = 0.1;

/// A function that turns nearer to zero than this part of its values beside is looked at there.
const NEAR: f64 = 0.1;

/// Where a piece is looked at besides its middle and its ends: points at equal distances see of a fast wave a slow one.
const ASIDE: f64 = 0.236_067_977_499_789_7;

impl RootFinder {
    /// Looks at a piece of which bounds tell nothing: at points no farther apart than those of the result, between them, and
    /// where a function comes near zero.
    pub(super) fn sample(
        &mut self,
        system: &mut dyn HybridDae,
        integrator: &dyn Integrator,
        (from, to): (f64, f64),
    ) -> IntegrationResult<Option<(f64, f64)>> {
        let interval = integrator.options().root_interval;
        if to - from <= SHORT * interval && !self.is_thrown() {
            return self.glance(system, integrator, (from, to));
        }
        let parts = ((to - from) / interval).ceil().clamp(1.0, MAX_PARTS);
        let mut start = from;
        for part in 1..=parts as u32 {
            let inner = from + (to - from) * f64::from(part) / parts;
            let end = if f64::from(part) == parts { to } else { inner };
            let found = self.sample_piece(system, integrator, (start, end), (None, Some(0)))?;
            if found.is_some() {
                return Ok(found);
            }
            start = end;
        }
        Ok(None)
    }

    /// Looks at a piece for those functions of which bounds do not tell enough in it.
    pub(super) fn sample_undecided(
        &mut self,
        system: &mut dyn HybridDae,
        integrator: &dyn Integrator,
        (from, to): (f64, f64),
    ) -> IntegrationResult<Option<(f64, f64)>> {
        let whole = self.sampled.clone();
        self.sampled.fill(false);
        self.proofs.undecided_functions().iter().for_each(|&i| self.sampled[i] = true);
        let found = self.sample_piece(system, integrator, (from, to), (None, None));
        self.sampled = whole;
        found
    }

    /// Looks at the end of a short step, and closer only if a function does not go on as before, or may have turned near zero.
    fn glance(
        &mut self,
        system: &mut dyn HybridDae,
        integrator: &dyn Integrator,
        (low, high): (f64, f64),
    ) -> IntegrationResult<Option<(f64, f64)>> {
        self.at(system, integrator, high)?;
        std::mem::swap(&mut self.high, &mut self.trial);
        if !self.changed(&self.high) && self.is_steady((low, high)) {
            self.see_turns((low, high));
            self.trail.push_point(low, &self.low);
            std::mem::swap(&mut self.low, &mut self.high);
            return Ok(None);
        }
        let end = self.high.clone();
        self.sample_piece(system, integrator, (low, high), (Some(&end), Some(0)))
    }

    /// Whether the values at the end of a piece are about what those before led to, and no function turned near zero.
    fn is_steady(&self, (low, high): (f64, f64)) -> bool {
        let (Some(first), Some(second)) = (self.trail.before_last(), self.trail.last()) else { return false };
        let (third, fourth): (RootSample<'_>, RootSample<'_>) = ((low, &self.low), (high, &self.high));
        self.watched().all(|i| {
            let (far, near) = parabola_departure([first, second, third, fourth], i);
            let turns = turning_value([second, third, fourth], i);
            far <= STEADY * turns.map_or(near, |value| near.min(f64::from(self.signs[i]) * value))
        })
    }

    /// How far functions went to their side within a piece, by parabolas.
    fn see_turns(&mut self, (low, high): (f64, f64)) {
        let Some(last) = self.trail.last() else { return };
        for (i, &sign) in self.signs.iter().enumerate().filter(|(i, _)| self.sampled[*i]) {
            if let Some(value) = turning_value([last, (low, &self.low), (high, &self.high)], i) {
                self.zeno.record_value(i, value * f64::from(sign));
            }
        }
    }

    /// The functions that points are looked at for. What is zero is none of them: it is no crossing to come or to go.
    fn watched(&self) -> impl Iterator<Item = usize> {
        (0..self.signs.len()).filter(|&i| self.sampled[i] && self.signs[i] != 0)
    }

    /// Looks at the end of a piece, at its middle and aside, and where a parabola through these and its beginning is nearest to
    /// zero. The values at the end may be known. Without a depth nothing is halved or remembered.
    fn sample_piece(
        &mut self,
        system: &mut dyn HybridDae,
        integrator: &dyn Integrator,
        (low, high): (f64, f64),
        (end, depth): (Option<&[f64]>, Option<u8>),
    ) -> IntegrationResult<Option<(f64, f64)>> {
        // The end comes last: what the system computed there is what is asked of it next.
        let (middle, aside) = (low + 0.5 * (high - low), low + ASIDE * (high - low));
        let inside = aside > low && middle > aside && middle < high;
        if inside {
            self.at(system, integrator, aside)?;
            std::mem::swap(&mut self.aside, &mut self.trial);
            self.at(system, integrator, middle)?;
            std::mem::swap(&mut self.middle, &mut self.trial);
        }
        match end {
            Some(values) => self.high.copy_from_slice(values),
            None => {
                self.at(system, integrator, high)?;
                std::mem::swap(&mut self.high, &mut self.trial);
            }
        }
        if let Some(depth) = depth.filter(|&depth| inside && depth < MAX_REFINEMENT_DEPTH)
            && self.refinements > 0
            && self.is_under_sampled([low, middle, high])
        {
            self.refinements -= 1;
            let known = [self.middle.clone(), self.high.clone()];
            let first = (Some(&known[0][..]), Some(depth + 1));
            return match self.sample_piece(system, integrator, (low, middle), first)? {
                None => {
                    self.sample_piece(system, integrator, (middle, high), (Some(&known[1]), Some(depth + 1)))
                }
                found => Ok(found),
            };
        }
        if inside && self.changed(&self.aside) {
            std::mem::swap(&mut self.high, &mut self.aside);
            return Ok(Some((low, aside)));
        }
        if inside && self.changed(&self.middle) {
            std::mem::swap(&mut self.high, &mut self.middle);
            return Ok(Some((low, middle)));
        }
        if self.changed(&self.high) {
            if inside {
                std::mem::swap(&mut self.low, &mut self.middle);
            }
            return Ok(Some((if inside { middle } else { low }, high)));
        }
        if inside && let Some(dip) = self.dip(system, integrator, low, high)? {
            return Ok(Some((low, dip)));
        }
        if depth.is_some() && inside {
            self.turned(system)?;
            self.trail.push_point(low, &self.low);
            self.trail.push_point(middle, &self.middle);
        }
        std::mem::swap(&mut self.low, &mut self.high);
        Ok(None)
    }

    /// Whether a function may do something between the points that were looked at: the parabola through the ends and the
    /// middle of a piece is off the point aside by a part of how near it comes to zero, or the one through a point behind, the first
    /// and the second is off the third by as much. Where it changes its sign it is compared with its size: it may do so more
    /// than once.
    fn is_under_sampled(&self, [low, middle, high]: [f64; 3]) -> bool {
        let behind = self.trail.last().filter(|behind| behind.0 < low);
        let inner: [RootSample<'_>; 3] = [(low, &self.low), (middle, &self.middle), (high, &self.high)];
        // Just after an event a function may be on the wrong side by as much as values were made consistent.
        self.watched().filter(|&i| self.band[i] == 0.0).any(|i| {
            let [a, b, c] = inner.map(|point| point.1[i]);
            let (slope, bend) = (0.5 * (c - a), 0.5 * (a - 2.0 * b + c));
            // The parabola is b + slope x + bend x², with x from -1 to 1.
            let x = 2.0 * ASIDE - 1.0;
            let off = (b + x * (slope + bend * x) - self.aside[i]).abs();
            let values = [a, b, c, self.aside[i]];
            if values.iter().any(|&g| self.crossed(i, g)) {
                return off > ONCE * values.iter().fold(0.0, |most: f64, g| most.max(g.abs()));
            }
            let turn = -slope / (2.0 * bend);
            let vertex = (b + 0.5 * slope * turn) * f64::from(self.signs[i]);
            let vertex = if turn.abs() < 1.0 { vertex } else { f64::MAX };
            let near = values.iter().fold(vertex, |least, g| least.min(g.abs()));
            let behind = behind.map(|behind| parabola_departure([behind, inner[0], inner[1], inner[2]], i));
            off > STEADY * near || behind.is_some_and(|(far, near)| far > near)
        })
    }

    /// Looks at functions that went to their side with a jump of states and are near zero since: whether they turned back there, and
    /// are on that side again. Values are those at the ends of a step and in its middle.
    fn turned(&mut self, system: &dyn HybridDae) -> IntegrationResult {
        for i in 0..self.signs.len() {
            let (sign, margin) = (f64::from(self.signs[i]), self.band[i]);
            if margin == 0.0 || !self.zeno.is_tracked(i, self.signs[i]) {
                continue;
            }
            let [a, b, c] = [self.low[i], self.middle[i], self.high[i]].map(|g| -sign * g);
            // Away from its side is up. The parabola is b + slope x + bend x², with x from -1 to 1.
            let (slope, bend) = (0.5 * (c - a), 0.5 * (a - 2.0 * b + c));
            let x = -slope / (2.0 * bend);
            let top = if bend < 0.0 && x.abs() < 1.0 { b + 0.5 * slope * x } else { b.max(c) };
            let felt = if top - a > system.grain(i) { top - a } else { 0.0 };
            self.zeno.record_turn((i, self.signs[i]), felt, margin, c < -margin)?;
        }
        Ok(())
    }

    /// Looks between the ends for a function that touches the other side and comes back: the vertex of the parabola
    /// through the values at the ends and in the middle is tried.
    fn dip(
        &mut self,
        system: &mut dyn HybridDae,
        integrator: &dyn Integrator,
        low: f64,
        high: f64,
    ) -> IntegrationResult<Option<f64>> {
        let mut vertex = None;
        for i in self.watched() {
            let (a, b, c) = (self.low[i], self.middle[i], self.high[i]);
            let (slope, bend) = (0.5 * (c - a), 0.5 * (a - 2.0 * b + c));
            if bend == 0.0 {
                continue;
            }
            // The parabola is b + slope x + bend x², with x from -1 to 1.
            let x = -slope / (2.0 * bend);
            let value = b + 0.5 * slope * x;
            let sign = f64::from(self.signs[i]);
            if x.abs() < 1.0 && sign * value < NEAR * (sign * b).min(sign * a).min(sign * c) {
                vertex = Some(vertex.map_or(x, |other: f64| other.min(x)));
            }
        }
        let Some(x) = vertex else { return Ok(None) };
        let t = low + 0.5 * (high - low) * (1.0 + x);
        self.at(system, integrator, t)?;
        if !self.changed(&self.trial) {
            return Ok(None);
        }
        std::mem::swap(&mut self.high, &mut self.trial);
        Ok(Some(t))
    }
}
