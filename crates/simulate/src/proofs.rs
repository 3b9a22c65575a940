//! Proofs that no root function changes its sign twice within a piece of a step, by bounds over the piece.
//!
//! A function that changes its sign and back between two points that are looked at is lost. It cannot where bounds keep it
//! on its side, and where it is monotone its value at the end tells.

use crate::enclosure::Enclosure;
use crate::{Integrator, System};

/// So many pieces of a step are halved at most because of one function.
const MAX_SPLITS: u32 = 512;

/// What bounds say of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Proof {
    /// Every function keeps its sign, or is monotone.
    Decided,
    /// That is not known of some; shorter pieces may tell.
    Undecided,
    /// Of some no bounds are known, and the others are decided.
    Unbounded,
}

/// Bounds of all functions, and how far it is worth to go for each.
pub(crate) struct Proofs {
    bounds: Vec<Enclosure>,
    /// How many pieces of a step may be halved for each function, fewer where that was in vain, and how many are left.
    limits: Vec<u32>,
    credit: Vec<u32>,
    undecided: Vec<usize>,
}

impl Proofs {
    pub(crate) fn new(count: usize) -> Proofs {
        Proofs {
            bounds: vec![Enclosure::UNBOUNDED; count],
            limits: vec![MAX_SPLITS; count],
            credit: vec![MAX_SPLITS; count],
            undecided: Vec::new(),
        }
    }

    /// Judges a piece of the last step, with the signs of the functions, their values at its beginning and what they may be on the
    /// other side.
    pub(crate) fn decide(
        &mut self,
        system: &mut dyn System,
        integrator: &dyn Integrator,
        (from, to): (f64, f64),
        (signs, start, band): (&[i8], &[f64], &[f64]),
    ) -> Proof {
        let (middle, reach) = (from + 0.5 * (to - from), 0.5 * (to - from) * (1.0 + 1e-12));
        let unknown = |number: usize| Enclosure::of_polynomial(&integrator.taylor(middle, number), reach);
        self.undecided.clear();
        self.bounds.fill(Enclosure::UNBOUNDED);
        if !system.enclose_roots((from, to), &unknown, false, &mut self.bounds) {
            return Proof::Unbounded;
        }
        let keeps = |i: usize, value: [f64; 2]| match signs[i] {
            0 => value == [0.0, 0.0],
            sign => {
                value.iter().all(|&g| g * f64::from(sign) > -band[i] || (g == 0.0 && value[0] == value[1]))
            }
        };
        let mut unbounded = false;
        for i in 0..signs.len() {
            if self.bounds[i] == Enclosure::UNBOUNDED {
                unbounded = true;
            } else if !keeps(i, self.bounds[i].value) {
                self.undecided.push(i);
            }
        }
        if !self.undecided.is_empty() {
            system.enclose_roots((from, to), &unknown, true, &mut self.bounds);
            let (bounds, width) = (&self.bounds, to - from);
            self.undecided.retain(|&i| {
                let [least, most] = bounds[i].slope;
                let monotone = least >= 0.0 || most <= 0.0;
                // As far as it can go from where it begins.
                let way = [start[i] + width * least.min(0.0), start[i] + width * most.max(0.0)];
                !(monotone || keeps(i, way))
            });
        }
        match (self.undecided.is_empty(), unbounded) {
            (false, _) => Proof::Undecided,
            (true, true) => Proof::Unbounded,
            (true, false) => Proof::Decided,
        }
    }

    /// Whether it is worth to halve a piece for what was undecided in it. It is paid for then.
    pub(crate) fn may_split(&mut self) -> bool {
        let mut worth = false;
        for &at in &self.undecided {
            worth |= self.credit[at] > 0;
            self.credit[at] = self.credit[at].saturating_sub(1);
        }
        worth
    }

    /// A step begins: what was decided in the last one is worth more again, and what was not is worth less.
    pub(crate) fn begin(&mut self) {
        for (limit, credit) in self.limits.iter_mut().zip(&mut self.credit) {
            *limit = if *credit > 0 { (2 * *limit).min(MAX_SPLITS) } else { (*limit / 8).max(1) };
            *credit = *limit;
        }
    }
}
