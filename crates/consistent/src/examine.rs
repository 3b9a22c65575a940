//! The index of a system at a point.
//!
//! An index belongs to an open set: where a rank is another one nearby, the point has none. So the chain is looked at in
//! some points around, too.

use std::rc::Rc;

use crate::chain::{Chain, Found, Precision, Stage};
use crate::enlarged::Enlarged;
use crate::matrix::Matrix;
use crate::memo::Memo;
use crate::near::{Moves, neighbour};
use crate::problem::{Point, Problem, Trouble};
use crate::split::Decision;

/// Points looked at around the one asked for, and around one with a kink, so that some lie on each side.
const SAMPLES: u64 = 3;
const SIDES: u64 = 12;
/// What is below this part of its terms does not depend on where one looks.
pub(crate) const SAME: f64 = 1e-9;

/// The tractability index at a point.
#[derive(Clone, Debug, PartialEq)]
pub enum Index {
    /// An ordinary differential equation.
    Zero,
    /// Constraints determine all algebraic unknowns.
    One,
    /// Some unknowns are determined by derivatives of constraints.
    Two,
    /// Constraints have to be differentiated more than once; with the index of the linearized system at this point,
    /// which is that of the system only if this is linear with constant coefficients.
    Higher(usize),
    /// None, and why.
    Undefined(Reason),
}

/// Why there is no index.
#[derive(Clone, Debug, PartialEq)]
pub enum Reason {
    /// Not as many equations as unknowns.
    NotSquare {
        /// Equations.
        rows: usize,
        /// Unknowns.
        unknowns: usize,
    },
    /// A derivative that is not a finite number.
    NotFinite {
        /// The equation.
        row: usize,
        /// The unknown.
        column: usize,
        /// Whether it is the derivative of this unknown by time.
        derivative: bool,
        /// What stands there.
        value: f64,
    },
    /// The system has no value.
    Trouble(Trouble),
    /// Equations that depend on each other together with their derivatives: combinations that hold no unknown, if they
    /// are known before something is differentiated twice.
    Singular(Matrix),
    /// No gap between what is zero and what is not.
    NoGap(Stage, Decision),
    /// A rank that is another one nearby.
    Changes {
        /// Which rank.
        stage: Stage,
        /// The rank at this point.
        here: usize,
        /// The rank around it.
        nearby: usize,
    },
    /// The residual has a kink in this equation, and ranks differ around it.
    Kink {
        /// The equation.
        row: usize,
    },
}

/// What was found out at a point.
#[derive(Clone, Debug)]
pub struct Examination {
    /// The index.
    pub index: Index,
    /// The chain it was read from; none if there are no two square matrices.
    pub chain: Option<Rc<Chain>>,
    /// Decisions with a small gap.
    pub doubts: Vec<(Stage, Decision)>,
    /// Whether the index is that of the system with x' = y added to it, because what the derivatives act on depends on
    /// the unknowns.
    pub enlarged: bool,
    /// An equation that has a kink at this point, so that its derivatives are those of one side only.
    pub kink: Option<usize>,
}

impl Examination {
    /// The equations that a rank was decided by: those that have no derivative of their own left, or no unknown.
    pub fn involved(&self, stage: Stage) -> Vec<u32> {
        let Some(chain) = &self.chain else { return Vec::new() };
        match stage {
            Stage::Leading => chain.leading.decision.rows.clone(),
            Stage::Explicit | Stage::Hidden | Stage::Constraints => {
                let mut rows: Vec<u32> = chain.y.rows.iter().flatten().map(|entry| entry.0).collect();
                if rows.is_empty() {
                    // All constraints are needed, so it is about those in the part in question.
                    let part = chain.explicit.decision.rows.iter();
                    rows = part
                        .flat_map(|&at| &chain.leading.cokernel.rows[at as usize])
                        .map(|entry| entry.0)
                        .collect();
                }
                rows.sort_unstable();
                rows.dedup();
                rows
            }
        }
    }

    fn undefined(reason: Reason) -> Examination {
        Examination {
            index: Index::Undefined(reason),
            chain: None,
            doubts: Vec::new(),
            enlarged: false,
            kink: None,
        }
    }
}

/// Finds the index at a point.
pub fn examine(problem: &dyn Problem, at: &Point, precision: &Precision) -> Examination {
    looked_at(problem, at, &Memo::new(precision))
}

/// The same with a chain that may be there already.
pub(crate) fn looked_at(problem: &dyn Problem, at: &Point, memo: &Memo) -> Examination {
    let precision = &memo.precision;
    let (rows, unknowns) = (problem.rows(), problem.unknowns());
    if rows != unknowns {
        return Examination::undefined(Reason::NotSquare { rows, unknowns });
    }
    let (a, b) = match matrices(problem, at) {
        Ok(pair) => pair,
        Err(reason) => return Examination::undefined(reason),
    };
    if let Err(trouble) = problem.residual(at) {
        return Examination::undefined(Reason::Trouble(trouble));
    }
    let kink = kink(problem, at, &a, &b);
    let chain = memo.chain(a, b);
    let samples = if kink.is_some() { SIDES } else { SAMPLES };
    let around: Vec<(Matrix, Matrix)> = (1..=samples)
        .filter_map(|seed| neighbour(problem, at, Moves::Values, seed))
        .map(|(_, a, b)| (a, b))
        .collect();
    if kernel_moves(&chain, &around) && !chain.leading.decision.undecided() {
        // The enlarged system has a constant leading matrix, so this goes only one level deep.
        let enlarged = Enlarged::new(problem, moving(&chain.a, &around));
        return Examination { enlarged: true, ..examine(&enlarged, &enlarged.lift(at), precision) };
    }
    let doubts = chain
        .decisions()
        .into_iter()
        .filter(|(_, decision)| decision.doubtful())
        .map(|(stage, decision)| (stage, decision.clone()))
        .collect();
    let index = match (verdict(&chain, &around, kink.is_some(), precision), kink) {
        (Index::Undefined(Reason::Changes { .. }), Some(row)) => Index::Undefined(Reason::Kink { row }),
        (index, _) => index,
    };
    Examination { index, chain: Some(chain), doubts, enlarged: false, kink }
}

/// Both matrices, finite and of the right size.
pub(crate) fn matrices(problem: &dyn Problem, at: &Point) -> Result<(Matrix, Matrix), Reason> {
    let (a, b) = problem.jacobians(at).map_err(Reason::Trouble)?;
    for (matrix, derivative) in [(&a, true), (&b, false)] {
        if let Some((row, column, value)) = matrix.broken() {
            return Err(Reason::NotFinite { row, column, derivative, value });
        }
    }
    Ok((a, b))
}

fn verdict(chain: &Chain, around: &[(Matrix, Matrix)], kinked: bool, precision: &Precision) -> Index {
    if chain.found == Found::Undecided {
        let all = chain.decisions().into_iter();
        let Some((stage, least)) = all.min_by(|one, other| one.1.worse(other.1)) else {
            return Index::Zero;
        };
        return Index::Undefined(Reason::NoGap(stage, least.clone()));
    }
    // Where the matrices are the same, so are their ranks.
    for (a, b) in around.iter().filter(|(a, b)| *a != chain.a || *b != chain.b) {
        let near = Chain::first(a.clone(), b.clone(), precision);
        for ((stage, here), (_, there)) in chain.three().into_iter().zip(near.three()) {
            let (here, nearby) = (here.rank, there.rank);
            // A rank can only grow on the way from a point to its neighbours, unless the point belongs to one side.
            if nearby > here || kinked && nearby < here {
                return Index::Undefined(Reason::Changes { stage, here, nearby });
            }
        }
    }
    match chain.found {
        Found::Index(0) => Index::Zero,
        Found::Index(1) => Index::One,
        Found::Index(2) => Index::Two,
        Found::Index(more) => Index::Higher(more),
        Found::Singular | Found::Undecided => Index::Undefined(Reason::Singular(chain.dependent(precision))),
    }
}

/// Whether the kernel of A is another one nearby.
fn kernel_moves(chain: &Chain, around: &[(Matrix, Matrix)]) -> bool {
    around.iter().any(|(a, _)| {
        let n = &chain.leading.kernel;
        !vanishes(&a.times(n), &a.abs().times(&n.abs()), SAME)
    })
}

/// The unknowns whose derivatives a system holds, here or nearby.
fn moving(a: &Matrix, around: &[(Matrix, Matrix)]) -> Vec<u32> {
    let mut held = vec![false; a.columns];
    let all = [a].into_iter().chain(around.iter().map(|pair| &pair.0));
    for entry in all.flat_map(|a| a.rows.iter().flatten()) {
        held[entry.0 as usize] = true;
    }
    (0..a.columns as u32).filter(|&column| held[column as usize]).collect()
}

/// Whether a product is nothing beside its terms.
pub(crate) fn vanishes(product: &Matrix, sizes: &Matrix, part: f64) -> bool {
    product.clone().cleaned(sizes, part).entries() == 0
}

/// An equation whose slopes on both sides of a point differ by more than its curvature explains.
fn kink(problem: &dyn Problem, at: &Point, a: &Matrix, b: &Matrix) -> Option<usize> {
    let shift = |step: f64| {
        let mut dice = crate::near::Dice::new(7);
        let mut point = at.clone();
        for (column, (x, y)) in point.x.iter_mut().zip(&mut point.y).enumerate() {
            let size = x.abs().max(problem.nominal(column));
            *x += step * dice.throw() * size;
            *y += step * dice.throw() * y.abs().max(size);
        }
        point
    };
    let size = |point: &Point| {
        let (left, right) = (
            a.abs().apply(&point.y.iter().map(|y| y.abs()).collect::<Vec<_>>()),
            b.abs().apply(&point.x.iter().map(|x| x.abs()).collect::<Vec<_>>()),
        );
        left.into_iter().zip(right).map(|(left, right)| left + right).collect::<Vec<_>>()
    };
    let here = problem.residual(at).ok()?;
    // How much both sides differ, at a step and at a quarter of it.
    let bend = |step: f64| -> Option<Vec<f64>> {
        let low = problem.residual(&shift(-step)).ok()?;
        let high = problem.residual(&shift(step)).ok()?;
        Some((0..here.len()).map(|row| (high[row] - 2.0 * here[row] + low[row]) / step).collect())
    };
    let (wide, narrow) = (bend(1e-4)?, bend(2.5e-5)?);
    let sizes = size(&shift(1.0));
    (0..here.len())
        .find(|&row| narrow[row].abs() > 0.7 * wide[row].abs() && narrow[row].abs() > 1e-3 * sizes[row])
}
