//! The projectors and matrices of the chain written out, for those who want to see them.

use crate::matrix::SparseMatrix;
use crate::matrix_chain::MatrixChain;

/// The projectors of a chain, all as large as the system. Those after `t` are defined for an index of two.
#[derive(Clone, Debug)]
pub struct Projectors {
    /// Onto the kernel of A.
    pub q: SparseMatrix,
    /// The other part, I − Q.
    pub p: SparseMatrix,
    /// Along the image of A.
    pub w0: SparseMatrix,
    /// A + B Q.
    pub g1: SparseMatrix,
    /// Along the image of G1: the combinations that have to be differentiated.
    pub w1: SparseMatrix,
    /// Onto the image of W1, with the image of A in its kernel: the equations that are replaced.
    pub w1_hat: SparseMatrix,
    /// One where a column of W1 is not zero: W1 times it is W1.
    pub chosen: SparseMatrix,
    /// Onto the index-2 components, the intersection of N and S.
    pub t: SparseMatrix,
    /// The other part, I − T.
    pub u: SparseMatrix,
    /// Onto the kernel of G1 along S1, if the index is two.
    pub q1: Option<SparseMatrix>,
    /// G1 + B P Q1, if the index is two.
    pub g2: Option<SparseMatrix>,
}

impl Projectors {
    /// Writes the projectors of a chain out.
    pub fn new(chain: &MatrixChain) -> Projectors {
        let size = chain.size();
        let one = SparseMatrix::identity(size);
        let q = spread_right(&chain.leading.kernel, &chain.leading.free_columns, size);
        let w0 = spread_down(&chain.leading.cokernel, &chain.leading.free_rows, size);
        let t = spread_right(&chain.t, &chain.index2_pivots(), size);
        let w1 = spread_down(&chain.y, &chain.replaced_equations(), size);
        let free = chain.explicit.free_rows(&chain.leading, &chain.y).iter();
        let picked = free.map(|&at| chain.leading.cokernel.rows[at as usize].clone());
        let w1_hat = spread_down(
            &SparseMatrix { columns: size, rows: picked.collect() },
            &chain.replaced_equations(),
            size,
        );
        let columns = w1.transpose();
        let chosen = (0..size).filter(|&at| !columns.rows[at].is_empty()).map(|at| (at, at, 1.0));
        let chosen = SparseMatrix::from_triplets(size, size, chosen);
        let p = one.plus(-1.0, &q);
        let u = one.plus(-1.0, &t);
        let g1 = chain.a.plus(1.0, &chain.b.times(&q));
        let hidden = &chain.hidden.decision;
        let q1 = (hidden.is_regular() && hidden.rank > 0).then(|| {
            // N1 is spanned by T − A⁻BT, and S1 is where Y B vanishes.
            let n1 = chain.t.plus(-1.0, &chain.leading.solve(&chain.b.times(&chain.t)));
            let minus = SparseMatrix::zeros(size, size);
            minus.plus(-1.0, &n1.times(&chain.hidden.solve(&chain.yb)))
        });
        let g2 = q1.as_ref().map(|q1| g1.plus(1.0, &chain.b.times(&p).times(q1)));
        Projectors { q, p, w0, g1, w1, w1_hat, chosen, t, u, q1, g2 }
    }

    /// Onto what is free to be chosen at the beginning: P P1.
    pub fn dynamic(&self) -> SparseMatrix {
        match &self.q1 {
            Some(q1) => self.p.plus(-1.0, &self.p.times(q1)),
            None => self.p.clone(),
        }
    }

    /// Onto what is differentiated and yet fixed by constraints: P Q1.
    pub fn fixed(&self) -> SparseMatrix {
        match &self.q1 {
            Some(q1) => self.p.times(q1),
            None => SparseMatrix::zeros(self.p.height(), self.p.columns),
        }
    }

    /// Onto plain algebraic components: U Q.
    pub fn algebraic(&self) -> SparseMatrix {
        self.u.times(&self.q)
    }
}

/// Columns of a basis at the columns that tell them.
fn spread_right(basis: &SparseMatrix, places: &[u32], size: usize) -> SparseMatrix {
    let rows = basis.rows.iter().map(|row| {
        let mut row: Vec<(u32, f64)> = row.iter().map(|&(at, value)| (places[at as usize], value)).collect();
        row.sort_by_key(|entry| entry.0);
        row
    });
    SparseMatrix { columns: size, rows: rows.collect() }
}

/// Rows of a basis at the rows that tell them.
fn spread_down(basis: &SparseMatrix, places: &[u32], size: usize) -> SparseMatrix {
    let mut out = SparseMatrix::zeros(size, basis.columns);
    for (row, &place) in basis.rows.iter().zip(places) {
        out.rows[place as usize].clone_from(row);
    }
    out
}
