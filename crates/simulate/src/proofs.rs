//! Proofs that no root function changes its sign unseen within a piece of a step, by bounds over the piece.
//!
//! A function that changes its sign and back between two points that are looked at is lost. It cannot where bounds keep it
//! on its side, and where it is monotone its value at the end tells. None of this asks the system for values.

use crate::enclosure::Enclosure;
use crate::{HybridDae, Integrator};

/// So many pieces of a step are halved at most because of one function.
const MAX_SPLITS: u32 = 512;

/// Where a piece is looked at besides its middle: what is periodic is not the same there.
const ASIDE: f64 = 0.381966;

/// What bounds say of a piece, of those functions that have bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CrossingProof {
    /// Every function keeps its sign.
    Keeps,
    /// Some may change their sign, each of them once at most.
    Once,
    /// That is not known of some; shorter pieces may tell.
    Undecided,
}

/// Bounds of all functions, and how far it is worth to go for each.
pub(crate) struct CrossingProofs {
    /// Over the piece, and at one of its points.
    bounds: Vec<Enclosure>,
    at_point: Vec<Enclosure>,
    /// How many pieces of a step may be halved for each function, fewer where that was in vain, and how many are left.
    limits: Vec<u32>,
    credit: Vec<u32>,
    /// Whether more would have been needed in this step.
    refused: Vec<bool>,
    /// Of these bounds did not tell enough in the piece that was judged last.
    undecided: Vec<usize>,
    /// These have been at zero but for rounding since the last event, and still are: no bounds tell more of them.
    resting: Vec<usize>,
}

impl CrossingProofs {
    pub(crate) fn new(count: usize) -> CrossingProofs {
        CrossingProofs {
            bounds: vec![Enclosure::UNBOUNDED; count],
            at_point: vec![Enclosure::UNBOUNDED; count],
            limits: vec![MAX_SPLITS; count],
            credit: vec![MAX_SPLITS; count],
            refused: vec![false; count],
            undecided: Vec::new(),
            resting: Vec::new(),
        }
    }

    /// Judges a piece of the last step, with the signs of the functions and how far they may be on the other side.
    pub(crate) fn decide(
        &mut self,
        system: &mut dyn HybridDae,
        integrator: &dyn Integrator,
        (from, to): (f64, f64),
        (signs, band): (&[i8], &[f64]),
    ) -> CrossingProof {
        let (middle, reach) = (from + 0.5 * (to - from), 0.5 * (to - from) * (1.0 + 1e-12));
        let unknown = |number: usize| Enclosure::of_polynomial(&integrator.taylor(middle, number), reach);
        let keeps = |i: usize, value: [f64; 2]| match signs[i] {
            0 => value == [0.0, 0.0],
            sign => {
                value.iter().all(|&g| g * f64::from(sign) > -band[i] || (g == 0.0 && value[0] == value[1]))
            }
        };
        self.undecided.clear();
        self.resting.clear();
        self.bounds.fill(Enclosure::UNBOUNDED);
        if !system.enclose_roots((from, to), &unknown, false, &mut self.bounds) {
            return CrossingProof::Keeps;
        }
        let bounded = |i: &usize| self.bounds[*i] != Enclosure::UNBOUNDED;
        self.undecided.extend((0..signs.len()).filter(bounded).filter(|&i| !keeps(i, self.bounds[i].value)));
        if self.undecided.is_empty() {
            return CrossingProof::Keeps;
        }
        system.enclose_roots((from, to), &unknown, true, &mut self.bounds);
        let monotone = |bounds: &Enclosure| bounds.slope[0] >= 0.0 || bounds.slope[1] <= 0.0;
        let (straight, bent): (Vec<usize>, Vec<usize>) =
            self.undecided.iter().partition(|&&i| monotone(&self.bounds[i]));
        self.undecided = bent;
        if !self.undecided.is_empty() {
            // No farther from the middle than its slope can take it.
            self.locate(system, integrator, middle, false);
            let (bounds, at_point) = (&self.bounds, &self.at_point);
            self.undecided.retain(|&i| {
                let ([least, most], value) = (bounds[i].slope, at_point[i].value);
                let way = reach * most.max(-least);
                !keeps(i, [value[0] - way, value[1] + way])
            });
            self.set_apart(system, integrator, (from, to), band);
        }
        if !self.undecided.is_empty() {
            return CrossingProof::Undecided;
        }
        if !straight.is_empty() {
            self.locate(system, integrator, to, false);
        }
        match straight.iter().all(|&i| keeps(i, self.at_point[i].value)) {
            true => CrossingProof::Keeps,
            false => CrossingProof::Once,
        }
    }

    /// Sets apart what is at zero but for rounding in the middle of a piece, and at another point, and does not move there.
    fn set_apart(
        &mut self,
        system: &mut dyn HybridDae,
        integrator: &dyn Integrator,
        (from, to): (f64, f64),
        band: &[f64],
    ) {
        let at_zero = |bounds: &Enclosure, i: usize| bounds.value.iter().all(|g| g.abs() < band[i]);
        if !self.undecided.iter().any(|&i| at_zero(&self.at_point[i], i)) {
            return;
        }
        let CrossingProofs { at_point, resting, undecided, .. } = self;
        resting.extend(undecided.iter().filter(|&&i| at_zero(&at_point[i], i)));
        self.locate(system, integrator, from + ASIDE * (to - from), true);
        let at_point = &self.at_point;
        self.resting.retain(|&i| {
            let way = at_point[i].slope.map(|slope| slope.abs() * (to - from));
            at_zero(&at_point[i], i) && way.iter().all(|&way| way < band[i])
        });
        // Both are in the order of the functions.
        let resting = &self.resting;
        self.undecided.retain(|i| resting.binary_search(i).is_err());
    }

    /// Bounds at one point, which are as narrow as rounding allows.
    fn locate(&mut self, system: &mut dyn HybridDae, integrator: &dyn Integrator, t: f64, slopes: bool) {
        let unknown = |number: usize| Enclosure::of_polynomial(&integrator.taylor(t, number), 0.0);
        system.enclose_roots((t, t), &unknown, slopes, &mut self.at_point);
    }

    /// Whether bounds of a function were known in the piece that was judged last.
    pub(crate) fn has_bounds(&self, root: usize) -> bool {
        self.bounds[root] != Enclosure::UNBOUNDED
    }

    /// The functions of which bounds did not tell enough in the piece that was judged last.
    pub(crate) fn undecided_functions(&self) -> &[usize] {
        &self.undecided
    }

    /// The functions that rest at zero in the piece that was judged last.
    pub(crate) fn zero_functions(&self) -> &[usize] {
        &self.resting
    }

    /// Whether it is worth to halve a piece for what was undecided in it. It is paid for then.
    pub(crate) fn may_split(&mut self) -> bool {
        let mut worth = false;
        for &at in &self.undecided {
            worth |= self.credit[at] > 0;
            self.refused[at] |= self.credit[at] == 0;
            self.credit[at] = self.credit[at].saturating_sub(1);
        }
        worth
    }

    /// A step begins: what could not be decided in the last one is worth less, and what was decided by halving is worth more.
    pub(crate) fn begin_step(&mut self) {
        for (i, limit) in self.limits.iter_mut().enumerate() {
            if std::mem::take(&mut self.refused[i]) {
                *limit = (*limit / 8).max(1);
            } else if self.credit[i] < *limit {
                *limit = (2 * *limit).min(MAX_SPLITS);
            }
            self.credit[i] = *limit;
        }
    }

    /// An event is over: functions may go other ways now.
    pub(crate) fn reset_budget(&mut self) {
        self.limits.iter_mut().for_each(|limit| *limit = (2 * *limit).min(MAX_SPLITS));
        self.credit.copy_from_slice(&self.limits);
    }
}
