//! The matrix chain of a pair of matrices A, B and the index it shows.
//!
//! R. März, On linear differential-algebraic equations and linearizations, Appl. Numer. Math. 18 (1995); D. Estévez
//! Schwarz, Consistent initialization for index-2 differential algebraic equations, thesis, Berlin 2000. What the chain
//! says of the matrices G1 = A + BQ and G2 is computed here from three smaller ones: A itself, `L B N` and `Y B A⁻ B T`.
//! With N and L bases of the kernels of A and of its transpose, index 1 means that `L B N` is regular; with T and Y those
//! of `L B N`, index 2 means that `Y B A⁻ B T` is. So nothing large is formed, and each rank is decided after its own
//! scaling.

use crate::matrix::Matrix;
use crate::split::{Decision, Split};

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
    /// `A⁻ B T`: how derivatives answer to index-2 components.
    pub k: Matrix,
    /// `Y B A⁻ B T` by its rank.
    pub hidden: Split,
    /// What the chain shows.
    pub found: Found,
    /// Decisions after the third, for an index above two.
    pub further: Vec<(Stage, Decision)>,
}

impl Chain {
    /// The chain of two matrices of the same size.
    pub fn new(a: Matrix, b: Matrix, precision: &Precision) -> Chain {
        let mut chain = Chain::link(a, b, precision);
        if chain.explicit.decision.regular() {
            let index = usize::from(chain.explicit.decision.rank > 0);
            chain.found = Found::Index(index);
            return chain;
        }
        let Some((rest, mut further)) = chain.next(precision) else {
            // Told by `dependent`.
            return chain;
        };
        chain.further.append(&mut further);
        if chain.hidden.decision.regular() {
            chain.found = Found::Index(2);
            return chain;
        }
        // Each step of this kind lowers the index of constant matrices by one.
        let (mut rest, mut steps) = (rest, 1);
        chain.found = loop {
            let link = Chain::link(rest.0, rest.1, precision);
            let decisions = [
                (Stage::Leading, &link.leading),
                (Stage::Explicit, &link.explicit),
                (Stage::Hidden, &link.hidden),
            ];
            chain.further.extend(decisions.map(|(stage, split)| (stage, split.decision.clone())));
            if link.explicit.decision.regular() {
                break Found::Index(steps + 1);
            }
            if link.hidden.decision.regular() {
                break Found::Index(steps + 2);
            }
            match link.next(precision) {
                Some((next, mut further)) if steps <= chain.a.columns => {
                    chain.further.append(&mut further);
                    rest = next;
                    steps += 1;
                }
                _ => break Found::Singular,
            }
        };
        chain
    }

    /// The first three ranks alone, without a verdict.
    pub(crate) fn first(a: Matrix, b: Matrix, precision: &Precision) -> Chain {
        Chain::link(a, b, precision)
    }

    fn link(a: Matrix, b: Matrix, precision: &Precision) -> Chain {
        let noise = precision.noise;
        let (a_size, b_size) = (a.abs(), b.abs());
        let leading = Split::new(&a, &a_size, noise);
        let (n, l) = (&leading.kernel, &leading.cokernel);
        let sizes = l.abs().times(&b_size).times(&n.abs());
        let e = l.times(&b).times(n).cleaned(&sizes, 100.0 * noise);
        let explicit = Split::new(&e, &sizes, noise);
        let t = n.times(&explicit.kernel);
        let y = explicit.cokernel.times(l);
        let yb_sizes = y.abs().times(&b_size);
        let yb = y.times(&b).cleaned(&yb_sizes, 100.0 * noise);
        let k = leading.solve(&b.times(&t));
        let h_sizes = yb_sizes.times(&k.abs());
        let h = yb.times(&k).cleaned(&h_sizes, 100.0 * noise);
        let hidden = Split::new(&h, &h_sizes, noise);
        Chain { a, b, leading, explicit, t, y, yb, k, hidden, found: Found::Singular, further: Vec::new() }
    }

    /// The matrices after the combinations `y` have been differentiated, each in place of one equation; none if these
    /// combinations depend on each other.
    fn next(&self, precision: &Precision) -> Option<((Matrix, Matrix), Vec<(Stage, Decision)>)> {
        let independent = self.independent(precision);
        if independent.decision.rank < self.y.height() {
            return None;
        }
        let (mut a, mut b) = (self.a.clone(), self.b.clone());
        for (row, combination) in self.replaced().into_iter().zip(&self.yb.rows) {
            a.rows[row as usize].clone_from(combination);
            b.rows[row as usize].clear();
        }
        Some(((a, b), vec![(Stage::Constraints, independent.decision)]))
    }

    fn independent(&self, precision: &Precision) -> Split {
        Split::new(&self.yb, &self.y.abs().times(&self.b.abs()), precision.noise)
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
