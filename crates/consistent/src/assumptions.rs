//! The assumptions under which consistent values can be found one way or another, checked at points nearby.
//!
//! A1 to A9 of D. Estévez Schwarz. They speak of all points of an open set; a check at some of them can refute, not
//! prove.

use crate::examine::{SAME, TractabilityIndex, vanishes};
use crate::matrix::SparseMatrix;
use crate::matrix_chain::{MatrixChain, RankPrecision};
use crate::nearby_points::{PerturbedInputs, Xorshift, neighbour};
use crate::problem::{DaePoint, DaeProblem};

/// Points that are looked at for each assumption.
const SAMPLES: u64 = 3;

/// What was found of the assumptions. None where a system has no values nearby.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assumptions {
    holds: [Option<bool>; 9],
    /// Whether the system is in Hessenberg form: x1' = b1(x1, x2, t), 0 = b2(x1, t).
    pub hessenberg: bool,
}

/// How consistent values are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConsistencyMethod {
    /// Index zero or one: the constraints are solved for the algebraic unknowns.
    Explicit,
    /// Index two, the index-2 components enter linearly: one linear system corrects them.
    Linear,
    /// Index two in Hessenberg form: the differential unknowns are kept.
    Hessenberg,
    /// Index two: Newton's method corrects index-2 components and derivatives, everything else is kept.
    Correction,
    /// Index two, but which components are corrected depends on the point: the nearest consistent values.
    Nearest,
    /// No method is known here.
    Unknown,
}

impl Assumptions {
    /// Checks the assumptions with the chain of a point.
    pub fn check(
        problem: &dyn DaeProblem,
        chain: &MatrixChain,
        at: &DaePoint,
        precision: &RankPrecision,
    ) -> Assumptions {
        let around = |moves| -> Option<Vec<(SparseMatrix, SparseMatrix)>> {
            (11..11 + SAMPLES)
                .map(|seed| neighbour(problem, at, moves, seed).map(|(_, a, b)| (a, b)))
                .collect()
        };
        let (values, times) = (around(PerturbedInputs::Values), around(PerturbedInputs::Time));
        let (n, l, t) = (&chain.leading.kernel, &chain.leading.cokernel, &chain.t);
        let bt = chain.b.times(t);
        let spaces = |(a, _): &(SparseMatrix, SparseMatrix)| zero(a, n) && zero(l, a);
        let components = |(a, b): &(SparseMatrix, SparseMatrix)| {
            if *a == chain.a && *b == chain.b {
                return true;
            }
            let near = MatrixChain::first_ranks(a.clone(), b.clone(), precision);
            near.t.columns == t.columns && zero(a, t) && zero(&near.leading.cokernel.times(b), t)
        };
        let all = |points: &Option<Vec<(SparseMatrix, SparseMatrix)>>,
                   test: &dyn Fn(&(SparseMatrix, SparseMatrix)) -> bool| {
            points.as_ref().map(|points| points.iter().all(test))
        };
        let same_bt =
            |(_, b): &(SparseMatrix, SparseMatrix)| same(&b.times(t), &bt, &chain.b.abs().times(&t.abs()));
        let same_a = |(a, _): &(SparseMatrix, SparseMatrix)| same(a, &chain.a, &chain.a.abs());
        let a1 = all(&values, &spaces);
        let a2 = all(&values, &components);
        let a6 = both(both(a1, a2), both(all(&times, &spaces), all(&times, &components)));
        let a7 = both(a6, enters_linearly(problem, chain, at));
        let a8 = both(a7, both(all(&values, &same_bt), all(&times, &same_bt)));
        let a9 = both(a8, both(all(&values, &same_a), all(&times, &same_a)));
        let smooth = smooth(problem, chain, at);
        Assumptions {
            holds: [a1, a2, smooth.0, smooth.1, smooth.0, a6, a7, a8, a9],
            hessenberg: is_hessenberg(chain),
        }
    }

    /// Whether assumption A1 to A9 holds; none if it could not be checked.
    ///
    /// # Panics
    /// If the number is not one to nine.
    pub fn is_satisfied(&self, number: usize) -> Option<bool> {
        self.holds[number - 1]
    }

    /// The method that therefore applies.
    pub fn method(&self, index: &TractabilityIndex) -> ConsistencyMethod {
        match index {
            TractabilityIndex::Zero | TractabilityIndex::One => ConsistencyMethod::Explicit,
            TractabilityIndex::Two if self.is_satisfied(1) == Some(false) => ConsistencyMethod::Unknown,
            TractabilityIndex::Two if self.is_satisfied(2) == Some(false) => ConsistencyMethod::Nearest,
            TractabilityIndex::Two if self.is_satisfied(7) == Some(true) => ConsistencyMethod::Linear,
            TractabilityIndex::Two if self.hessenberg => ConsistencyMethod::Hessenberg,
            TractabilityIndex::Two => ConsistencyMethod::Correction,
            TractabilityIndex::Higher(_) | TractabilityIndex::Undefined(_) => ConsistencyMethod::Unknown,
        }
    }
}

fn both(one: Option<bool>, other: Option<bool>) -> Option<bool> {
    match (one, other) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    }
}

fn zero(one: &SparseMatrix, other: &SparseMatrix) -> bool {
    vanishes(&one.times(other), &one.abs().times(&other.abs()), SAME)
}

fn same(one: &SparseMatrix, other: &SparseMatrix, sizes: &SparseMatrix) -> bool {
    let sizes = sizes.plus(1.0, &one.abs());
    vanishes(&one.plus(-1.0, other), &sizes, SAME)
}

/// Whether neither A nor B T changes when index-2 components do.
fn enters_linearly(problem: &dyn DaeProblem, chain: &MatrixChain, at: &DaePoint) -> Option<bool> {
    let bt = chain.b.times(&chain.t);
    let mut dice = Xorshift::new(5);
    for _ in 0..SAMPLES {
        let told = chain.index2_pivots();
        let shift: Vec<f64> = told
            .iter()
            .map(|&column| {
                0.1 * dice.next_value() * at.x[column as usize].abs().max(problem.nominal(column as usize))
            })
            .collect();
        let mut point = at.clone();
        for (x, shift) in point.x.iter_mut().zip(chain.t.apply(&shift)) {
            *x += shift;
        }
        let (a, b) = problem.jacobians(&point).ok()?;
        let sizes = chain.b.abs().times(&chain.t.abs());
        if !same(&a, &chain.a, &chain.a.abs()) || !same(&b.times(&chain.t), &bt, &sizes) {
            return Some(false);
        }
    }
    Some(true)
}

/// Whether the constraints and their derivatives have one slope, and not two, at a point.
fn smooth(problem: &dyn DaeProblem, chain: &MatrixChain, at: &DaePoint) -> (Option<bool>, Option<bool>) {
    let shift = |step: f64| {
        let mut dice = Xorshift::new(9);
        let mut point = at.clone();
        for (column, x) in point.x.iter_mut().enumerate() {
            *x += step * dice.next_value() * x.abs().max(problem.nominal(column));
        }
        point.t += step * dice.next_value() * at.t.abs().max(1.0);
        point
    };
    let constraints = |step: f64| problem.residual(&shift(step)).ok().map(|values| chain.y.apply(&values));
    let slopes = |step: f64| {
        let point = shift(step);
        let (b, rate) = (problem.jacobians(&point).ok()?.1, problem.rate(&point).ok()?);
        let sum: Vec<f64> = b.apply(&at.y).iter().zip(&rate).map(|(slope, rate)| slope + rate).collect();
        Some(chain.y.apply(&sum))
    };
    (one_slope(&constraints), one_slope(&slopes))
}

/// Whether both sides of a function of one number agree better the nearer one looks.
fn one_slope(function: &dyn Fn(f64) -> Option<Vec<f64>>) -> Option<bool> {
    let here = function(0.0)?;
    let bend = |step: f64| -> Option<Vec<(f64, f64)>> {
        let (low, high) = (function(-step)?, function(step)?);
        let all = (0..here.len()).map(|at| {
            let (right, left) = ((high[at] - here[at]) / step, (here[at] - low[at]) / step);
            ((right - left).abs(), right.abs() + left.abs() + here[at].abs())
        });
        Some(all.collect())
    };
    let (wide, narrow) = (bend(1e-3)?, bend(2.5e-4)?);
    Some(
        wide.iter()
            .zip(&narrow)
            .all(|(wide, narrow)| narrow.0 <= 0.7 * wide.0 || narrow.0 <= 1e-3 * narrow.1),
    )
}

/// Every equation with derivatives holds one of its own, and no constraint holds an algebraic unknown.
fn is_hessenberg(chain: &MatrixChain) -> bool {
    let mut taken = vec![false; chain.size()];
    let alone = chain
        .a
        .rows
        .iter()
        .filter(|row| !row.is_empty())
        .all(|row| row.len() == 1 && !std::mem::replace(&mut taken[row[0].0 as usize], true));
    alone && chain.explicit.decision.rank == 0 && chain.y.height() > 0
}
