//! The matrix chain of a pair of matrices A, B and the index it shows.
//!
//! R. März, On linear differential-algebraic equations and linearizations, Appl. Numer. Math. 18 (1995); D. Estévez
//! Schwarz, Consistent initialization for index-2 differential algebraic equations, thesis, Berlin 2000. What the chain
//! says of the matrices G1 = A + BQ and G2 is computed here from three smaller ones: A itself, `L B N` and `Y B A⁻ B T`.
//! With N and L bases of the kernels of A and of its transpose, index 1 means that `L B N` is regular; with T and Y those
//! of `L B N`, index 2 means that `Y B A⁻ B T` is. So nothing large is formed, and each rank is decided after its own
//! scaling.

use crate::hidden::Hidden;
use crate::matrix::Matrix;
use crate::split::{Decision, Split};

/// An entry that is at most so many times the rounding errors of its terms is zero.
const CLEAN: f64 = 100.0;

/// Where in the chain a rank was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
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
pub enum Found {
    /// Every constraint has been used: the index of the pair.
    Index(usize),
    /// Equations that follow from others, or contradict them, whatever the derivatives are: no index.
    Singular,
}

/// How sure a verdict has to be, and how much the numbers given are worth.
#[derive(Clone, Copy, Debug)]
pub struct Precision {
    /// Which part of an entry of A or B rounding errors may be.
    pub noise: f64,
}

impl Default for Precision {
    fn default() -> Precision {
        Precision { noise: 1e-15 }
    }
}

/// The chain of two square matrices.
#[derive(Clone, Debug)]
pub struct Chain {
    /// The matrix of the derivatives.
    pub a: Matrix,
    /// The matrix of the unknowns.
    pub b: Matrix,
    /// A by its rank: `kernel` is N, `cokernel` is L.
    pub leading: Split,
    /// `L B N` by its rank.
    pub explicit: Split,
    /// Index-2 components: a basis of the intersection of N and S, one to a column.
    pub t: Matrix,
    /// Combinations of equations that have to be differentiated, one to a row.
    pub y: Matrix,
    /// `Y B`: what these combinations say of the unknowns.
    pub yb: Matrix,
    /// `Y B A⁻ B T` by its rank.
    pub hidden: Hidden,
    /// What the chain shows.
    pub found: Found,
    /// Decisions after the third, for an index above two.
    pub further: Vec<(Stage, Decision)>,
    /// How large the terms of the entries of A and B were before they were added up.
    sizes: (Matrix, Matrix),
}

impl Chain {
    /// The chain of two matrices of the same size.
    pub fn new(a: Matrix, b: Matrix, precision: &Precision) -> Chain {
        let mut chain = Chain::first(a, b, precision);
        let mut steps = 0;
        let mut last = None;
        // Each step lowers the index of constant matrices by one.
        chain.found = loop {
            let link = last.as_ref().unwrap_or(&chain);
            if link.explicit.decision.regular() {
                break Found::Index(steps + usize::from(link.explicit.decision.rank > 0));
            }
            if link.hidden.decision.regular() {
                break Found::Index(steps + 2);
            }
            let independent = link.independent(precision).decision;
            let dependent = independent.rank < link.y.height();
            let next = link.next(precision);
            chain.further.push((Stage::Constraints, independent));
            // Without a gap there is no rank, and no use in going on.
            let unsure = next.three().iter().any(|(_, decision)| decision.undecided());
            if dependent || unsure || steps > chain.a.columns {
                break Found::Singular;
            }
            steps += 1;
            chain.further.extend(next.three().map(|(stage, decision)| (stage, decision.clone())));
            last = Some(next);
        };
        chain
    }

    /// The first three ranks alone, without a verdict.
    pub(crate) fn first(a: Matrix, b: Matrix, precision: &Precision) -> Chain {
        let sizes = (a.abs(), b.abs());
        Chain::link((a, b), sizes, precision)
    }

    /// One link of the chain; sizes say how large the terms of the entries were before they were added up.
    fn link((a, b): (Matrix, Matrix), sizes: (Matrix, Matrix), precision: &Precision) -> Chain {
        let noise = precision.noise;
        let leading = Split::new(&a, &sizes.0, noise);
        let (n, l) = (&leading.kernel, &leading.cokernel);
        // What cancels is taken for zero and counts no longer.
        let (lb, lb_sizes) = product(l, &b, &sizes.1, CLEAN * noise);
        let e_sizes = lb_sizes.times(&n.abs());
        let e = lb.times(n).cleaned(&e_sizes, CLEAN * noise);
        let explicit = Split::new(&e, &e_sizes, noise);
        let t = n.times(&explicit.kernel);
        let y = explicit.cokernel.times(l);
        let (yb, yb_sizes) = product(&y, &b, &sizes.1, CLEAN * noise);
        let hidden = Hidden::new(&leading, &b.times(&t), (&yb, &yb_sizes), (noise, CLEAN * noise));
        Chain {
            a,
            b,
            leading,
            explicit,
            t,
            y,
            yb,
            hidden,
            found: Found::Singular,
            further: Vec::new(),
            sizes,
        }
    }

    /// The link after the combinations `y` have been differentiated, each in place of one equation.
    fn next(&self, precision: &Precision) -> Chain {
        let (mut a, mut b) = (self.a.clone(), self.b.clone());
        let mut sizes = self.sizes.clone();
        let (_, terms) = product(&self.y, &self.b, &self.sizes.1, CLEAN * precision.noise);
        for ((row, combination), terms) in self.replaced().into_iter().zip(&self.yb.rows).zip(terms.rows) {
            let row = row as usize;
            a.rows[row].clone_from(combination);
            sizes.0.rows[row] = terms;
            b.rows[row].clear();
            sizes.1.rows[row].clear();
        }
        Chain::link((a, b), sizes, precision)
    }

    fn independent(&self, precision: &Precision) -> Split {
        let (yb, sizes) = product(&self.y, &self.b, &self.sizes.1, CLEAN * precision.noise);
        Split::new(&yb, &sizes, precision.noise)
    }

    /// The decisions of one link.
    pub(crate) fn three(&self) -> [(Stage, &Decision); 3] {
        [
            (Stage::Leading, &self.leading.decision),
            (Stage::Explicit, &self.explicit.decision),
            (Stage::Hidden, &self.hidden.decision),
        ]
    }

    /// `A⁻ B T` times a vector: how derivatives answer to index-2 components, without the sign.
    pub(crate) fn answer(&self, components: &[f64]) -> Vec<f64> {
        self.leading.solve_vector(&self.b.apply(&self.t.apply(components)))
    }

    /// Combinations of equations that hold neither derivatives nor unknowns, if there are any.
    pub fn dependent(&self, precision: &Precision) -> Matrix {
        self.independent(precision).cokernel.times(&self.y)
    }

    /// How many equations and unknowns there are.
    pub fn size(&self) -> usize {
        self.a.columns
    }

    /// How many initial values may be chosen, for an index of at most two.
    pub fn freedom(&self) -> usize {
        self.leading.decision.rank - self.y.height().min(self.leading.decision.rank)
    }

    /// The equations in whose place the derivatives of the combinations `y` stand, one for each.
    pub fn replaced(&self) -> Vec<u32> {
        self.explicit.free_rows.iter().map(|&at| self.leading.free_rows[at as usize]).collect()
    }

    /// The unknowns that the index-2 components are told by, one for each column of `t`.
    pub fn told(&self) -> Vec<u32> {
        self.explicit.free_columns.iter().map(|&at| self.leading.free_columns[at as usize]).collect()
    }

    /// Every decision that led to the verdict.
    pub fn decisions(&self) -> Vec<(Stage, &Decision)> {
        let mut all = vec![(Stage::Leading, &self.leading.decision)];
        if self.leading.decision.rank < self.size() {
            all.push((Stage::Explicit, &self.explicit.decision));
        }
        if self.y.height() > 0 {
            all.push((Stage::Hidden, &self.hidden.decision));
        }
        all.extend(self.further.iter().map(|(stage, decision)| (*stage, decision)));
        all
    }
}

/// Combinations of the rows of a matrix, and the sizes of the terms of those entries that did not cancel.
fn product(combinations: &Matrix, matrix: &Matrix, sizes: &Matrix, noise: f64) -> (Matrix, Matrix) {
    let sizes = combinations.abs().times(sizes);
    let product = combinations.times(matrix).cleaned(&sizes, noise);
    let sizes = sizes.at_places_of(&product);
    (product, sizes)
}
