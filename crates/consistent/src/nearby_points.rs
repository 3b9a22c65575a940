//! Points near a point, the same ones in every run.

use crate::matrix::SparseMatrix;
use crate::problem::{DaePoint, DaeProblem, ResidualResult};

/// How far away points are, as a part of the size of each value.
const REACH: f64 = 1e-3;
/// How often it is halved where a system has no value.
const HALVINGS: usize = 6;

/// What moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PerturbedInputs {
    /// Unknowns and their derivatives.
    Values,
    /// Time.
    Time,
}

/// Random numbers by G. Marsaglia's xorshift.
#[derive(Clone, Debug)]
pub(crate) struct Xorshift(u64);

impl Xorshift {
    pub(crate) fn new(seed: u64) -> Xorshift {
        Xorshift(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// Between one half and one, or the negative of it: never near zero.
    pub(crate) fn next_value(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        let part = (self.0 >> 12) as f64 / (1u64 << 52) as f64;
        if self.0 & 1 == 0 { 0.5 + part / 2.0 } else { -0.5 - part / 2.0 }
    }
}

/// A point nearby and both matrices there; none if the system has no values anywhere near.
pub(crate) fn neighbour(
    problem: &dyn DaeProblem,
    at: &DaePoint,
    moves: PerturbedInputs,
    seed: u64,
) -> Option<(DaePoint, SparseMatrix, SparseMatrix)> {
    let mut reach = REACH;
    for _ in 0..HALVINGS {
        let point = shifted(problem, at, moves, seed, reach);
        let found: ResidualResult<(SparseMatrix, SparseMatrix)> = problem.jacobians(&point);
        if let Ok((a, b)) = found
            && a.broken().is_none()
            && b.broken().is_none()
        {
            return Some((point, a, b));
        }
        reach /= 4.0;
    }
    None
}

fn shifted(
    problem: &dyn DaeProblem,
    at: &DaePoint,
    moves: PerturbedInputs,
    seed: u64,
    reach: f64,
) -> DaePoint {
    let mut dice = Xorshift::new(seed);
    let mut point = at.clone();
    match moves {
        PerturbedInputs::Time => point.t += reach * dice.next_value() * at.t.abs().max(1.0),
        PerturbedInputs::Values => {
            for (column, (x, y)) in point.x.iter_mut().zip(&mut point.y).enumerate() {
                let size = x.abs().max(problem.nominal(column));
                *x += reach * dice.next_value() * size;
                *y += reach * dice.next_value() * y.abs().max(size);
            }
        }
    }
    point
}
