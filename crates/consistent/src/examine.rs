//! The index of a system at a point.
//!
//! An index belongs to an open set: where a rank is another one nearby, the point has none. So the chain is looked at in
//! some points around, too.

use std::rc::Rc;

use crate::chain_cache::ChainCache;
use crate::enlarged::EnlargedSystem;
use crate::matrix::SparseMatrix;
use crate::matrix_chain::{ChainStage, ChainVerdict, MatrixChain, RankPrecision};
use crate::nearby_points::{PerturbedInputs, neighbour};
use crate::problem::{DaePoint, DaeProblem, ResidualError};
use crate::rank_decomposition::RankDecision;

/// Points looked at around the one asked for, and around one with a kink, so that some lie on each side.
const SAMPLES: u64 = 3;
const SIDES: u64 = 12;
/// What is below this part of its terms does not depend on where one looks.
pub(crate) const SAME: f64 = 1e-9;

/// The tractability index at a point.
#[derive(Clone, Debug, PartialEq)]
pub enum TractabilityIndex {
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
    Undefined(NoIndexReason),
}

/// Why there is no index.
#[derive(Clone, Debug, PartialEq)]
pub enum NoIndexReason {
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
    Trouble(ResidualError),
    /// Equations that depend on each other together with their derivatives: combinations that hold no unknown, if they
    /// are known before something is differentiated twice.
    Singular(SparseMatrix),
    /// No gap between what is zero and what is not.
    NoGap(ChainStage, RankDecision),
    /// A rank that is another one nearby.
    Changes {
        /// Which rank.
        stage: ChainStage,
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
pub struct IndexExamination {
    /// The index.
    pub index: TractabilityIndex,
    /// The chain it was read from; none if there are no two square matrices.
    pub chain: Option<Rc<MatrixChain>>,
    /// Decisions with a small gap.
    pub doubts: Vec<(ChainStage, RankDecision)>,
    /// Whether the index is that of the system with x' = y added to it, because what the derivatives act on depends on
    /// the unknowns.
    pub enlarged: bool,
    /// An equation that has a kink at this point, so that its derivatives are those of one side only.
    pub kink: Option<usize>,
}

impl IndexExamination {
    /// The equations that a rank was decided by: those that have no derivative of their own left, or no unknown.
    pub fn involved_equations(&self, stage: ChainStage) -> Vec<u32> {
        let Some(chain) = &self.chain else { return Vec::new() };
        match stage {
            ChainStage::Leading => chain.leading.decision.rows.clone(),
            ChainStage::Explicit | ChainStage::Hidden | ChainStage::Constraints => {
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

    fn undefined(reason: NoIndexReason) -> IndexExamination {
        IndexExamination {
            index: TractabilityIndex::Undefined(reason),
            chain: None,
            doubts: Vec::new(),
            enlarged: false,
            kink: None,
        }
    }
}

/// Finds the index at a point.
pub fn examine(problem: &dyn DaeProblem, at: &DaePoint, precision: &RankPrecision) -> IndexExamination {
    examine_with_chain(problem, at, &ChainCache::new(precision))
}

/// The same with a chain that may be there already.
pub(crate) fn examine_with_chain(
    problem: &dyn DaeProblem,
    at: &DaePoint,
    memo: &ChainCache,
) -> IndexExamination {
    let precision = &memo.precision;
    let (rows, unknowns) = (problem.rows(), problem.unknowns());
    if rows != unknowns {
        return IndexExamination::undefined(NoIndexReason::NotSquare { rows, unknowns });
    }
    let (a, b) = match matrices(problem, at) {
        Ok(pair) => pair,
        Err(reason) => return IndexExamination::undefined(reason),
    };
    if let Err(trouble) = problem.residual(at) {
        return IndexExamination::undefined(NoIndexReason::Trouble(trouble));
    }
    let kink = kink(problem, at, &a, &b);
    let chain = memo.chain(a, b);
    let samples = if kink.is_some() { SIDES } else { SAMPLES };
    let around: Vec<(SparseMatrix, SparseMatrix)> = (1..=samples)
        .filter_map(|seed| neighbour(problem, at, PerturbedInputs::Values, seed))
        .map(|(_, a, b)| (a, b))
        .collect();
    if kernel_moves(&chain, &around) && !chain.leading.decision.is_undecided() {
        // The enlarged system has a constant leading matrix, so this goes only one level deep.
        let enlarged = EnlargedSystem::new(problem, moving(&chain.a, &around));
        return IndexExamination {
            enlarged: true,
            ..examine(&enlarged, &enlarged.to_enlarged(at), precision)
        };
    }
    let doubts = chain
        .decisions()
        .into_iter()
        .filter(|(_, decision)| decision.is_doubtful())
        .map(|(stage, decision)| (stage, decision.clone()))
        .collect();
    let index = match (verdict(&chain, &around, kink.is_some(), precision), kink) {
        (TractabilityIndex::Undefined(NoIndexReason::Changes { .. }), Some(row)) => {
            TractabilityIndex::Undefined(NoIndexReason::Kink { row })
        }
        (index, _) => index,
    };
    IndexExamination { index, chain: Some(chain), doubts, enlarged: false, kink }
}

/// Both matrices, finite and of the right size.
pub(crate) fn matrices(
    problem: &dyn DaeProblem,
    at: &DaePoint,
) -> Result<(SparseMatrix, SparseMatrix), NoIndexReason> {
    let (a, b) = problem.jacobians(at).map_err(NoIndexReason::Trouble)?;
    for (matrix, derivative) in [(&a, true), (&b, false)] {
        if let Some((row, column, value)) = matrix.broken() {
            return Err(NoIndexReason::NotFinite { row, column, derivative, value });
        }
    }
    Ok((a, b))
}

fn verdict(
    chain: &MatrixChain,
    around: &[(SparseMatrix, SparseMatrix)],
    kinked: bool,
    precision: &RankPrecision,
) -> TractabilityIndex {
    if chain.found == ChainVerdict::Undecided {
        let all = chain.decisions().into_iter();
        let Some((stage, least)) = all.min_by(|one, other| one.1.worse(other.1)) else {
            return TractabilityIndex::Zero;
        };
        return TractabilityIndex::Undefined(NoIndexReason::NoGap(stage, least.clone()));
    }
    // Where the matrices are the same, so are their ranks.
    for (a, b) in around.iter().filter(|(a, b)| *a != chain.a || *b != chain.b) {
        let near = MatrixChain::first_ranks(a.clone(), b.clone(), precision);
        for ((stage, here), (_, there)) in chain.three().into_iter().zip(near.three()) {
            let (here, nearby) = (here.rank, there.rank);
            // A rank can only grow on the way from a point to its neighbours, unless the point belongs to one side.
            if nearby > here || kinked && nearby < here {
                return TractabilityIndex::Undefined(NoIndexReason::Changes { stage, here, nearby });
            }
        }
    }
    match chain.found {
        ChainVerdict::Index(0) => TractabilityIndex::Zero,
        ChainVerdict::Index(1) => TractabilityIndex::One,
        ChainVerdict::Index(2) => TractabilityIndex::Two,
        ChainVerdict::Index(more) => TractabilityIndex::Higher(more),
        ChainVerdict::Singular | ChainVerdict::Undecided => {
            TractabilityIndex::Undefined(NoIndexReason::Singular(chain.dependent_combinations(precision)))
        }
    }
}

/// Whether the kernel of A is another one nearby.
fn kernel_moves(chain: &MatrixChain, around: &[(SparseMatrix, SparseMatrix)]) -> bool {
    around.iter().any(|(a, _)| {
        let n = &chain.leading.kernel;
        !vanishes(&a.times(n), &a.abs().times(&n.abs()), SAME)
    })
}

/// The unknowns whose derivatives a system holds, here or nearby.
fn moving(a: &SparseMatrix, around: &[(SparseMatrix, SparseMatrix)]) -> Vec<u32> {
    let mut held = vec![false; a.columns];
    let all = [a].into_iter().chain(around.iter().map(|pair| &pair.0));
    for entry in all.flat_map(|a| a.rows.iter().flatten()) {
        held[entry.0 as usize] = true;
    }
    (0..a.columns as u32).filter(|&column| held[column as usize]).collect()
}

/// Whether a product is nothing beside its terms.
pub(crate) fn vanishes(product: &SparseMatrix, sizes: &SparseMatrix, part: f64) -> bool {
    product.clone().without_rounding_errors(sizes, part).entries() == 0
}

/// An equation whose slopes on both sides of a point differ by more than its curvature explains.
fn kink(problem: &dyn DaeProblem, at: &DaePoint, a: &SparseMatrix, b: &SparseMatrix) -> Option<usize> {
    let shift = |step: f64| {
        let mut dice = crate::nearby_points::Xorshift::new(7);
        let mut point = at.clone();
        for (column, (x, y)) in point.x.iter_mut().zip(&mut point.y).enumerate() {
            let size = x.abs().max(problem.nominal(column));
            *x += step * dice.next_value() * size;
            *y += step * dice.next_value() * y.abs().max(size);
        }
        point
    };
    let size = |point: &DaePoint| {
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
