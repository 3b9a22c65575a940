//! The matrix chain of a pair of matrices A, B and the index it shows.
//!
//! R. März, On linear differential-algebraic equations and linearizations, Appl. Numer. Math. 18 (1995); D. Estévez
//! Schwarz, Consistent initialization for index-2 differential algebraic equations, thesis, Berlin 2000. What the chain
//! says of the matrices G1 = A + BQ and G2 is computed here from three smaller ones: A itself, `L B N` and `Y B A⁻ B T`.
//! With N and L bases of the kernels of A and of its transpose, index 1 means that `L B N` is regular; with T and Y those
//! of `L B N`, index 2 means that `Y B A⁻ B T` is. So nothing large is formed, and each rank is decided after its own
//! scaling. The errors of one matrix go into the next one: in a net of capacitors of all sizes the bases of the kernels
//! have lost digits, and what cancels in `L B N` cancels only to what they have left.

use crate::error_bounded::ErrorBoundedNumber;
use crate::error_bounded_matrix::ErrorBoundedMatrix;
use crate::explicit_constraints::{ExplicitConstraints, ExplicitSplit};
use crate::hidden_constraints::HiddenConstraints;
use crate::matrix::SparseMatrix;
use crate::rank_decomposition::{RankDecision, RankDecomposition};

/// Chains of so many unknowns are made a second time if something may have got lost.
const SECOND: usize = 10_000;

/// Where in the chain a rank was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChainStage {
    /// The rank of A: how many equations hold derivatives.
    Leading,
    /// The rank of `L B N`: whether the constraints determine the algebraic unknowns.
    Explicit,
    /// The rank of `Y B A⁻ B T`: whether the differentiated constraints determine the others.
    Hidden,
    /// Whether the constraints to be differentiated are independent of each other.
    Constraints,
}

/// What the chain of two matrices shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChainVerdict {
    /// Every constraint has been used: the index of the pair.
    Index(usize),
    /// Equations that follow from others, or contradict them, whatever the derivatives are: no index.
    Singular,
    /// A rank on which all depends cannot be told from these numbers: the decision says what was seen.
    Undecided,
}

/// How sure a verdict has to be, and how much the numbers given are worth.
#[derive(Clone, Copy, Debug)]
pub struct RankPrecision {
    /// Which part of an entry of A or B rounding errors may be.
    pub noise: f64,
}

impl Default for RankPrecision {
    fn default() -> RankPrecision {
        RankPrecision { noise: 1e-15 }
    }
}

/// The chain of two square matrices.
#[derive(Clone, Debug)]
pub struct MatrixChain {
    /// The matrix of the derivatives.
    pub a: SparseMatrix,
    /// The matrix of the unknowns.
    pub b: SparseMatrix,
    /// A by its rank: `kernel` is N, `cokernel` is L.
    pub leading: RankDecomposition,
    /// `L B N` by its rank.
    pub explicit: ExplicitConstraints,
    /// Index-2 components: a basis of the intersection of N and S, one to a column.
    pub t: SparseMatrix,
    /// Combinations of equations that have to be differentiated, one to a row.
    pub y: SparseMatrix,
    /// `Y B`: what these combinations say of the unknowns.
    pub yb: SparseMatrix,
    /// `Y B A⁻ B T` by its rank.
    pub hidden: HiddenConstraints,
    /// What the chain shows.
    pub found: ChainVerdict,
    /// Decisions after the third, for an index above two.
    pub further: Vec<(ChainStage, RankDecision)>,
    /// How many initial values may be chosen.
    freedom: usize,
    wide: ChainBases,
}

/// What the chain is made of, with numbers that know their errors.
#[derive(Clone, Debug)]
struct ChainBases {
    b: ErrorBoundedMatrix,
    t: ErrorBoundedMatrix,
    y: ErrorBoundedMatrix,
    yb: ErrorBoundedMatrix,
}

impl MatrixChain {
    /// The chain of two matrices of the same size.
    pub fn new(a: SparseMatrix, b: SparseMatrix, precision: &RankPrecision) -> MatrixChain {
        let noise = precision.noise;
        let wide = (ErrorBoundedMatrix::with_error(&a, noise), ErrorBoundedMatrix::with_error(&b, noise));
        let mut chain = MatrixChain::whole((a, b), wide, precision);
        if chain.all().any(|decision| decision.lost) && chain.size() <= SECOND {
            // Where the numbers as they stand there give the same ranks without rounding, nothing was lost that counts.
            let wide =
                (ErrorBoundedMatrix::literal(&chain.a, noise), ErrorBoundedMatrix::literal(&chain.b, noise));
            let other = MatrixChain::whole((chain.a.clone(), chain.b.clone()), wide, precision);
            if other.found == chain.found && other.ranks().eq(chain.ranks()) {
                chain.all().for_each(|decision| decision.lost = false);
            }
        }
        // That there is no index rests on numbers being zero and on nothing else, so everything else has to be clear.
        if chain.found == ChainVerdict::Singular && !chain.all().all(|decision| decision.is_clear()) {
            chain.found = ChainVerdict::Undecided;
        }
        chain
    }

    /// All links of a chain.
    fn whole(
        pair: (SparseMatrix, SparseMatrix),
        wide: (ErrorBoundedMatrix, ErrorBoundedMatrix),
        precision: &RankPrecision,
    ) -> MatrixChain {
        let mut chain = MatrixChain::link(pair, wide, precision);
        let (mut steps, mut spent) = (0, 0);
        let mut last: Option<MatrixChain> = None;
        // Each step lowers the index of constant matrices by one.
        chain.found = loop {
            let link = last.as_ref().unwrap_or(&chain);
            if let Some(found) = link.verdict(steps) {
                break found;
            }
            let independent = link.independent(precision).decision;
            let dependent = independent.rank < link.y.height();
            let undecided = independent.is_undecided();
            let next = (!dependent && !undecided).then(|| link.next(precision));
            // What is differentiated still has to hold at the beginning.
            spent += link.y.height();
            chain.further.push((ChainStage::Constraints, independent));
            let Some(next) = next else {
                break if undecided { ChainVerdict::Undecided } else { ChainVerdict::Singular };
            };
            if steps > chain.a.columns {
                break ChainVerdict::Singular;
            }
            steps += 1;
            chain
                .further
                .extend(next.needed().into_iter().map(|(stage, decision)| (stage, decision.clone())));
            last = Some(next);
        };
        if let Some(last) = last {
            chain.freedom = last.freedom.saturating_sub(spent);
        }
        chain
    }

    /// Every decision, whether it was needed or not.
    fn all(&mut self) -> impl Iterator<Item = &mut RankDecision> {
        let MatrixChain { leading, explicit, hidden, further, .. } = self;
        let first = [&mut leading.decision, &mut explicit.decision, &mut hidden.decision];
        first.into_iter().chain(further.iter_mut().map(|entry| &mut entry.1))
    }

    fn ranks(&self) -> impl Iterator<Item = usize> {
        self.decisions().into_iter().map(|entry| entry.1.rank)
    }

    /// What one link shows after so many others; none if constraints have to be differentiated once more.
    fn verdict(&self, steps: usize) -> Option<ChainVerdict> {
        if self.needed().iter().any(|(_, decision)| decision.is_undecided()) {
            return Some(ChainVerdict::Undecided);
        }
        if self.explicit.decision.is_regular() {
            return Some(ChainVerdict::Index(steps + usize::from(self.explicit.decision.rank > 0)));
        }
        self.hidden.decision.is_regular().then_some(ChainVerdict::Index(steps + 2))
    }

    /// The first three ranks alone, without a verdict.
    pub(crate) fn first_ranks(a: SparseMatrix, b: SparseMatrix, precision: &RankPrecision) -> MatrixChain {
        let wide = (
            ErrorBoundedMatrix::with_error(&a, precision.noise),
            ErrorBoundedMatrix::with_error(&b, precision.noise),
        );
        MatrixChain::link((a, b), wide, precision)
    }

    /// One link of the chain.
    fn link(
        (a, b): (SparseMatrix, SparseMatrix),
        wide: (ErrorBoundedMatrix, ErrorBoundedMatrix),
        precision: &RankPrecision,
    ) -> MatrixChain {
        let noise = precision.noise;
        let leading = RankDecomposition::wide(wide.0, noise);
        let further = |parted: ExplicitSplit| {
            let yb = parted.y.times(&wide.1);
            let hidden = HiddenConstraints::new(&leading, &wide.1.times(&parted.t), &yb, noise);
            (parted, yb, hidden)
        };
        let open = |(parted, _, hidden): &(ExplicitSplit, ErrorBoundedMatrix, HiddenConstraints)| {
            parted.explicit.decision.is_undecided() || hidden.decision.is_undecided()
        };
        let mut found = further(ExplicitSplit::new(&leading, &wide.1, noise));
        if open(&found) && !found.0.explicit.is_bordered() {
            // What cancels in products of bases need not meet in a larger matrix. To be asked a second time it has to be
            // clear: chance would be right once in a while, too.
            let other = further(ExplicitSplit::bordered(&leading, &wide.1, noise));
            if other.0.explicit.decision.is_clear() && other.2.decision.is_clear() {
                found = other;
            }
        }
        let (ExplicitSplit { explicit, t, y }, yb, hidden) = found;
        let freedom = leading.decision.rank.saturating_sub(y.rows.len());
        MatrixChain {
            freedom,
            a,
            b,
            leading,
            explicit,
            t: t.midpoint(),
            y: y.midpoint(),
            yb: yb.midpoint(),
            hidden,
            found: ChainVerdict::Undecided,
            further: Vec::new(),
            wide: ChainBases { b: wide.1, t, y, yb },
        }
    }

    /// The link after the combinations `y` have been differentiated, each in place of one equation.
    fn next(&self, precision: &RankPrecision) -> MatrixChain {
        let (mut a, mut b) = (self.a.clone(), self.b.clone());
        let mut wide = (self.leading.matrix.clone(), self.wide.b.clone());
        for (at, row) in self.replaced_equations().into_iter().enumerate() {
            let row = row as usize;
            a.rows[row].clone_from(&self.yb.rows[at]);
            wide.0.rows[row].clone_from(&self.wide.yb.rows[at]);
            b.rows[row].clear();
            wide.1.rows[row].clear();
        }
        MatrixChain::link((a, b), wide, precision)
    }

    fn independent(&self, precision: &RankPrecision) -> RankDecomposition {
        RankDecomposition::wide(self.wide.yb.clone(), precision.noise)
    }

    /// The decisions of one link.
    pub(crate) fn three(&self) -> [(ChainStage, &RankDecision); 3] {
        [
            (ChainStage::Leading, &self.leading.decision),
            (ChainStage::Explicit, &self.explicit.decision),
            (ChainStage::Hidden, &self.hidden.decision),
        ]
    }

    /// Those of them that the verdict needs.
    fn needed(&self) -> Vec<(ChainStage, &RankDecision)> {
        let mut all = vec![(ChainStage::Leading, &self.leading.decision)];
        if self.leading.decision.rank < self.size() {
            all.push((ChainStage::Explicit, &self.explicit.decision));
        }
        if self.y.height() > 0 {
            all.push((ChainStage::Hidden, &self.hidden.decision));
        }
        all
    }

    /// `A⁻ B T` times a vector: how derivatives answer to index-2 components, without the sign.
    pub(crate) fn answer(&self, components: &[f64]) -> Vec<f64> {
        self.leading.solve_vector(&self.b.apply(&self.t.apply(components)))
    }

    /// The same with numbers that know their errors.
    pub(crate) fn error_bounded_response(
        &self,
        components: &[ErrorBoundedNumber],
    ) -> Vec<ErrorBoundedNumber> {
        self.leading.sweep(&self.wide.b.apply(&self.wide.t.apply(components)))
    }

    /// What the combinations to be differentiated say of unknowns with these values.
    pub(crate) fn wide_constraints(&self, unknowns: &[ErrorBoundedNumber]) -> Vec<ErrorBoundedNumber> {
        self.wide.yb.apply(unknowns)
    }

    /// Combinations of equations that hold neither derivatives nor unknowns, if there are any.
    pub fn dependent_combinations(&self, precision: &RankPrecision) -> SparseMatrix {
        self.independent(precision).wide_cokernel.times(&self.wide.y).midpoint()
    }

    /// How many equations and unknowns there are.
    pub fn size(&self) -> usize {
        self.a.columns
    }

    /// How many initial values may be chosen, if there is an index.
    pub fn freedom(&self) -> usize {
        self.freedom
    }

    /// The equations in whose place the derivatives of the combinations `y` stand, one for each.
    pub fn replaced_equations(&self) -> Vec<u32> {
        let free = self.explicit.free_rows(&self.leading, &self.y).iter();
        free.map(|&at| self.leading.free_rows[at as usize]).collect()
    }

    /// The unknowns that the index-2 components are told by, one for each column of `t`.
    pub fn index2_pivots(&self) -> Vec<u32> {
        let free = self.explicit.free_columns(&self.leading, &self.t).iter();
        free.map(|&at| self.leading.free_columns[at as usize]).collect()
    }

    /// Every decision that led to the verdict.
    pub fn decisions(&self) -> Vec<(ChainStage, &RankDecision)> {
        let mut all = self.needed();
        all.extend(self.further.iter().map(|(stage, decision)| (*stage, decision)));
        all
    }
}
