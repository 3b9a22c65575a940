//! How a step is gone through so that no change of a sign is lost.

use super::Roots;
use crate::proofs::Proof;
use crate::{Failure, Integrator, System};

/// Pieces of which bounds tell nothing are halved so often at most.
const MAX_REFINEMENT_DEPTH: u8 = 8;

/// So many of the pieces of a step are halved like that.
pub(super) const MAX_REFINEMENTS: u32 = 64;

/// Pieces of a step are halved so often at most.
const MAX_DEPTH: u8 = 48;

/// A step is looked at at so many points at most because of the points of the result.
const MAX_PARTS: f64 = 64.0;

impl Roots {
    /// Goes through a piece of a step from left to right. The answer is a piece at whose end signs have changed and within
    /// which each function changes its sign once at most, as far as that can be known.
    pub(super) fn scan(
        &mut self,
        system: &mut dyn System,
        integrator: &dyn Integrator,
        (from, to): (f64, f64),
        depth: u8,
    ) -> Result<Option<(f64, f64)>, Failure> {
        if !integrator.options().search {
            return self.end(system, integrator, (from, to));
        }
        let middle = from + 0.5 * (to - from);
        let known = (&*self.signs, &*self.low, &*self.band);
        let proof = self.proofs.decide(system, integrator, (from, to), known);
        match proof {
            Proof::Decided if !self.is_closely_watched() => self.end(system, integrator, (from, to)),
            Proof::Undecided
                if depth < MAX_DEPTH && self.proofs.may_split() && middle > from && middle < to =>
            {
                match self.scan(system, integrator, (from, middle), depth + 1)? {
                    None => self.scan(system, integrator, (middle, to), depth + 1),
                    found => Ok(found),
                }
            }
            proof => {
                self.open |= proof != Proof::Decided;
                self.sample(system, integrator, (from, to))
            }
        }
    }

    /// Whether more than the signs at the end of a piece is of interest: functions near zero may turn back there, and where
    /// events come closer to each other it counts how far they go between them.
    fn is_closely_watched(&self) -> bool {
        self.band.iter().any(|&band| band > 0.0) || self.zeno.shrinks()
    }

    /// Looks at the end of a piece in which no function changes its sign twice.
    fn end(
        &mut self,
        system: &mut dyn System,
        integrator: &dyn Integrator,
        (from, to): (f64, f64),
    ) -> Result<Option<(f64, f64)>, Failure> {
        self.at(system, integrator, to)?;
        if self.changed(&self.trial) {
            std::mem::swap(&mut self.high, &mut self.trial);
            return Ok(Some((from, to)));
        }
        std::mem::swap(&mut self.low, &mut self.trial);
        Ok(None)
    }

    /// Looks at a piece of which bounds tell nothing: at points no farther apart than those of the result, between them, and
    /// where a function comes near zero.
    fn sample(
        &mut self,
        system: &mut dyn System,
        integrator: &dyn Integrator,
        (from, to): (f64, f64),
    ) -> Result<Option<(f64, f64)>, Failure> {
        let parts = ((to - from) / integrator.options().root_interval).ceil().clamp(1.0, MAX_PARTS);
        let mut start = from;
        for part in 1..=parts as u32 {
            let inner = from + (to - from) * f64::from(part) / parts;
            let end = if f64::from(part) == parts { to } else { inner };
            let found = self.sample_piece(system, integrator, (start, end), 0)?;
            if found.is_some() {
                return Ok(found);
            }
            start = end;
        }
        Ok(None)
    }

    /// Looks at the end of a piece, at its middle, and where a parabola through these and its beginning is nearest to zero.
    fn sample_piece(
        &mut self,
        system: &mut dyn System,
        integrator: &dyn Integrator,
        (low, high): (f64, f64),
        depth: u8,
    ) -> Result<Option<(f64, f64)>, Failure> {
        // The end comes last: what the system computed there is what is asked of it next.
        let middle = low + 0.5 * (high - low);
        let inside = middle > low && middle < high;
        if inside {
            self.at(system, integrator, middle)?;
            std::mem::swap(&mut self.middle, &mut self.trial);
        }
        self.at(system, integrator, high)?;
        std::mem::swap(&mut self.high, &mut self.trial);
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
        if inside
            && depth < MAX_REFINEMENT_DEPTH
            && self.is_under_sampled([low, middle, high])
            && self.refinements > 0
        {
            self.refinements -= 1;
            return match self.sample_piece(system, integrator, (low, middle), depth + 1)? {
                None => self.sample_piece(system, integrator, (middle, high), depth + 1),
                found => Ok(found),
            };
        }
        if inside {
            self.turned(system)?;
            self.behind.0 = middle;
            std::mem::swap(&mut self.behind.1, &mut self.middle);
        }
        std::mem::swap(&mut self.low, &mut self.high);
        Ok(None)
    }

    /// Whether a function may do something between the points that were looked at: the parabola through a point behind them, the first and
    /// the second is off the third by as much as zero is away.
    fn is_under_sampled(&self, [low, middle, high]: [f64; 3]) -> bool {
        let (t, behind) = (self.behind.0, &self.behind.1);
        // Just after an event it may be on the wrong side by as much as values were made consistent.
        if t.is_nan() || t >= low {
            return false;
        }
        (0..self.signs.len()).any(|i| {
            let (a, b, c, d) = (behind[i], self.low[i], self.middle[i], self.high[i]);
            let (first, second) = ((b - a) / (low - t), (c - b) / (middle - low));
            let bend = (second - first) / (middle - t);
            let expected = c + (high - middle) * (second + bend * (high - low));
            let near = b.abs().min(c.abs()).min(d.abs());
            self.signs[i] != 0 && self.band[i] == 0.0 && (expected - d).abs() > near
        })
    }

    /// Looks at functions that went to their side with a jump of states and are near zero since: whether they turned back there, and
    /// are on that side again. Values are those at the ends of a step and in its middle.
    fn turned(&mut self, system: &dyn System) -> Result<(), Failure> {
        for i in 0..self.signs.len() {
            let (sign, margin) = (f64::from(self.signs[i]), self.band[i]);
            if margin == 0.0 || !self.zeno.minds(i, self.signs[i]) {
                continue;
            }
            let [a, b, c] = [self.low[i], self.middle[i], self.high[i]].map(|g| -sign * g);
            // Away from its side is up. The parabola is b + slope x + bend x², with x from -1 to 1.
            let (slope, bend) = (0.5 * (c - a), 0.5 * (a - 2.0 * b + c));
            let x = -slope / (2.0 * bend);
            let top = if bend < 0.0 && x.abs() < 1.0 { b + 0.5 * slope * x } else { b.max(c) };
            let felt = if top - a > system.grain(i) { top - a } else { 0.0 };
            self.zeno.turn((i, self.signs[i]), felt, margin, c < -margin)?;
        }
        Ok(())
    }

    /// Looks between the ends for a function that touches the other side and comes back: the vertex of the parabola
    /// through the values at the ends and in the middle is tried.
    fn dip(
        &mut self,
        system: &mut dyn System,
        integrator: &dyn Integrator,
        low: f64,
        high: f64,
    ) -> Result<Option<f64>, Failure> {
        let mut vertex = None;
        for i in 0..self.signs.len() {
            let (a, b, c) = (self.low[i], self.middle[i], self.high[i]);
            let (slope, bend) = (0.5 * (c - a), 0.5 * (a - 2.0 * b + c));
            if bend == 0.0 || self.signs[i] == 0 {
                continue;
            }
            // The parabola is b + slope x + bend x², with x from -1 to 1.
            let x = -slope / (2.0 * bend);
            let value = b + 0.5 * slope * x;
            let sign = f64::from(self.signs[i]);
            if x.abs() < 1.0 && sign * value < 0.1 * (sign * b).min(sign * a).min(sign * c) {
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
