//! What each unknown is: free to begin with, fixed by constraints, algebraic, or determined by a derivative.

use crate::chain::Chain;
use crate::matrix::Matrix;

/// What is below this part of its terms is nothing but rounding errors.
const GONE: f64 = 1e-11;

/// What an unknown is, for an index of at most two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// Its initial value may be chosen.
    Dynamic,
    /// It is differentiated and shares what may be chosen with others, because constraints tie them together.
    Tied,
    /// It is differentiated, and yet constraints fix it.
    Fixed,
    /// Constraints give it from the others.
    Algebraic,
    /// Only the derivative of a constraint determines it.
    Hidden,
}

/// The roles of all unknowns.
#[derive(Clone, Debug)]
pub struct Roles {
    /// The role of each.
    pub roles: Vec<Role>,
    /// How many initial values may be chosen.
    pub freedom: usize,
    /// What may be chosen, as combinations of unknowns: one to a row, as many as `freedom`.
    pub free: Matrix,
}

impl Roles {
    /// Reads the roles from a chain of index zero, one or two.
    pub fn new(chain: &Chain) -> Roles {
        let size = chain.size();
        // P = I − Q, and P Q1 = A⁻ B T H⁻¹ Y B.
        let mut q = Matrix::zeros(size, size);
        for (row, entries) in chain.leading.kernel.rows.iter().enumerate() {
            q.rows[row]
                .extend(entries.iter().map(|&(at, value)| (chain.leading.free_columns[at as usize], value)));
            q.rows[row].sort_by_key(|entry| entry.0);
        }
        let p = Matrix::identity(size).plus(-1.0, &q);
        let solved = chain.hidden.solve(&chain.yb);
        let fixed = chain.k.times(&solved);
        let sizes = p.abs().plus(1.0, &chain.k.abs().times(&solved.abs()));
        let dynamic = p.plus(-1.0, &fixed).cleaned(&sizes, GONE);
        // What a kernel vector of A changes beyond the index-2 components is algebraic.
        let plain = pivots(chain);
        let roles = (0..size)
            .map(|column| {
                if !chain.t.rows[column].is_empty() {
                    Role::Hidden
                } else if chain.leading.kernel.rows[column].iter().any(|entry| plain[entry.0 as usize]) {
                    Role::Algebraic
                } else if dynamic.rows[column].is_empty() {
                    Role::Fixed
                } else if chain.k.rows[column].is_empty() {
                    Role::Dynamic
                } else {
                    Role::Tied
                }
            })
            .collect();
        Roles { roles, freedom: chain.freedom(), free: independent(&dynamic, &sizes, chain.freedom()) }
    }

    /// The unknowns of a role.
    pub fn of(&self, role: Role) -> impl Iterator<Item = usize> {
        self.roles.iter().enumerate().filter(move |found| *found.1 == role).map(|found| found.0)
    }
}

/// Which columns of N are determined by the constraints.
fn pivots(chain: &Chain) -> Vec<bool> {
    let mut plain = vec![true; chain.leading.free_columns.len()];
    for &column in &chain.explicit.free_columns {
        plain[column as usize] = false;
    }
    plain
}

/// Some rows of a matrix that span all of them, short ones first.
fn independent(matrix: &Matrix, sizes: &Matrix, rank: usize) -> Matrix {
    let mut order: Vec<usize> = (0..matrix.height()).filter(|&row| !matrix.rows[row].is_empty()).collect();
    order.sort_by_key(|&row| matrix.rows[row].len());
    let sorted =
        Matrix { columns: matrix.columns, rows: order.iter().map(|&row| matrix.rows[row].clone()).collect() };
    let size =
        Matrix { columns: matrix.columns, rows: order.iter().map(|&row| sizes.rows[row].clone()).collect() };
    let split = crate::split::Split::new(&sorted, &size, 1e-15);
    let mut taken = vec![true; order.len()];
    split.free_rows.iter().for_each(|&row| taken[row as usize] = false);
    let mut rows: Vec<(usize, Vec<(u32, f64)>)> = order
        .into_iter()
        .zip(sorted.rows)
        .zip(taken)
        .filter(|(_, taken)| *taken)
        .map(|(row, _)| row)
        .take(rank)
        .collect();
    rows.sort_by_key(|row| row.0);
    Matrix { columns: matrix.columns, rows: rows.into_iter().map(|row| row.1).collect() }
}
