//! How a step is gone through so that no change of a sign is lost.
//!
//! Bounds come first, which ask the system for no values: only where a function may have changed its sign, or bounds do not
//! tell enough, points are looked at. Functions without bounds are looked at after that, in as much of the step as is left.

use super::RootFinder;
use crate::proofs::CrossingProof;
use crate::{HybridDae, IntegrationResult, Integrator};

/// Pieces of a step are halved so often at most.
const MAX_DEPTH: u8 = 48;

/// Where bounds do not tell enough of pieces that were halved less often, the whole step is looked at.
const MIN_DEPTH: u8 = 3;

impl RootFinder {
    /// A piece of a step at whose end signs have changed and within which each function changes its sign once at most, as far as
    /// that can be known.
    pub(super) fn bracket(
        &mut self,
        system: &mut dyn HybridDae,
        integrator: &dyn Integrator,
        (mut from, to): (f64, f64),
    ) -> IntegrationResult<Option<(f64, f64)>> {
        if !integrator.options().search {
            return self.end(system, integrator, (from, to));
        }
        loop {
            self.first.copy_from_slice(&self.low);
            let (seen, found) = self.scan(system, integrator, (from, to), (from, 0))?;
            if !self.choose_sampled() {
                return match found {
                    None if seen < to => self.end(system, integrator, (seen, to)),
                    found => Ok(found),
                };
            }
            let end = found.map_or(to, |(_, high)| high);
            self.low.copy_from_slice(&self.first);
            let found = self.sample(system, integrator, (from, end))?;
            if found.is_some() || end == to {
                return Ok(found);
            }
            from = end;
        }
    }

    /// Goes through a piece of a step from left to right by bounds. The answer is where values are known, at this time or `seen`, and a
    /// piece at whose end signs have changed.
    fn scan(
        &mut self,
        system: &mut dyn HybridDae,
        integrator: &dyn Integrator,
        (from, to): (f64, f64),
        (seen, depth): (f64, u8),
    ) -> IntegrationResult<(f64, Option<(f64, f64)>)> {
        let middle = from + 0.5 * (to - from);
        let proof = self.proofs.decide(system, integrator, (from, to), (&self.signs, &self.band));
        // Bounds may be given up within a step, where they cost too much.
        for i in 0..self.sampled.len() {
            self.sampled[i] = !self.proofs.has_bounds(i) || (depth > 0 && self.sampled[i]);
        }
        self.proofs.zero_functions().iter().for_each(|&i| self.sampled[i] = true);
        match proof {
            CrossingProof::Keeps => Ok((seen, None)),
            CrossingProof::Once => Ok((to, self.end(system, integrator, (seen, to))?)),
            CrossingProof::Undecided
                if depth < MAX_DEPTH && self.proofs.may_split() && middle > from && middle < to =>
            {
                match self.scan(system, integrator, (from, middle), (seen, depth + 1))? {
                    (seen, None) => self.scan(system, integrator, (middle, to), (seen, depth + 1)),
                    found => Ok(found),
                }
            }
            CrossingProof::Undecided => {
                self.open = true;
                if depth < MIN_DEPTH {
                    self.proofs.undecided_functions().iter().for_each(|&i| self.sampled[i] = true);
                    return Ok((seen, None));
                }
                if seen < from
                    && let Some(found) = self.end(system, integrator, (seen, from))?
                {
                    return Ok((from, Some(found)));
                }
                Ok((to, self.sample_undecided(system, integrator, (from, to))?))
            }
        }
    }

    /// Chooses the functions that points of the whole step are looked at for, and says whether there are any: those without
    /// bounds, and all where more than the signs at the end is of interest. Functions near zero that were thrown there may turn
    /// back, and where events come closer to each other it counts how far they go between them.
    fn choose_sampled(&mut self) -> bool {
        let unbounded = self.sampled.contains(&true);
        self.open |= unbounded;
        if self.zeno.is_shrinking() || self.is_thrown() {
            self.sampled.fill(true);
            return true;
        }
        unbounded
    }

    /// Whether some function is near zero since an event threw it to its side.
    pub(super) fn is_thrown(&self) -> bool {
        (0..self.band.len()).any(|i| self.band[i] > 0.0 && self.zeno.is_tracked(i, self.signs[i]))
    }

    /// Looks at the end of a piece in which no function changes its sign twice.
    fn end(
        &mut self,
        system: &mut dyn HybridDae,
        integrator: &dyn Integrator,
        (from, to): (f64, f64),
    ) -> IntegrationResult<Option<(f64, f64)>> {
        self.at(system, integrator, to)?;
        if self.changed(&self.trial) {
            std::mem::swap(&mut self.high, &mut self.trial);
            return Ok(Some((from, to)));
        }
        std::mem::swap(&mut self.low, &mut self.trial);
        Ok(None)
    }
}
