//! The last matrix of the chain, `H = Y B A⁻ B T`, by its rank.
//!
//! Where it stays sparse it is computed. Where the inverse in it makes it full, as in a grid of capacitors, a larger
//! sparse matrix is eliminated instead, whose Schur complement it is: A with unit columns and rows at its free places, so
//! that it is regular, bordered by `B T` and `Y B`.

use crate::matrix::Matrix;
use crate::split::{Decision, Split};

/// How much work `A⁻ B T` may be for each of its rows and in all, to be written out.
const WORK: usize = 24;
const FEW: usize = 40_000;

/// The last matrix of the chain.
#[derive(Clone, Debug)]
pub struct Hidden {
    /// How the rank was decided.
    pub decision: Decision,
    /// Rows that are not pivots, one for each that is missing; none are known if the matrix was too full to be computed.
    pub free_rows: Vec<u32>,
    /// Columns that are not pivots.
    pub free_columns: Vec<u32>,
    form: Form,
}

#[derive(Clone, Debug)]
enum Form {
    /// The matrix itself.
    Plain(Split),
    /// The larger one, and where the border begins.
    Bordered(Split, usize),
}

impl Hidden {
    /// From the split of A, from `B T`, and from `Y B` with the sizes of its terms.
    pub(crate) fn new(
        leading: &Split,
        bt: &Matrix,
        (yb, sizes): (&Matrix, &Matrix),
        noise: (f64, f64),
    ) -> Hidden {
        let budget = FEW.max(WORK * bt.height());
        if let Some(k) = leading.solve_within(bt, budget) {
            let sizes = sizes.times(&k.abs());
            let h = yb.times(&k).cleaned(&sizes, noise.1);
            let split = Split::careful(&h, &sizes, noise.0);
            return Hidden {
                decision: split.decision.clone(),
                free_rows: split.free_rows.clone(),
                free_columns: split.free_columns.clone(),
                form: Form::Plain(split),
            };
        }
        let (matrix, sizes, border) = bordered(leading, bt, yb, sizes);
        let split = Split::new(&matrix, &sizes, noise.0);
        let missing = matrix.height() - split.decision.rank;
        let (rows, columns) = (yb.height(), bt.columns);
        let rank = rows.saturating_sub(missing);
        let decision = Decision {
            size: (rows, columns),
            rank,
            rows: Vec::new(),
            columns: Vec::new(),
            ..split.decision.clone()
        };
        let form = Form::Bordered(split, border);
        Hidden { decision, free_rows: Vec::new(), free_columns: Vec::new(), form }
    }

    /// Whether the matrix would have been too full to be computed.
    pub fn is_bordered(&self) -> bool {
        matches!(self.form, Form::Bordered(..))
    }

    /// Solves for one right-hand side.
    pub fn solve_vector(&self, side: &[f64]) -> Vec<f64> {
        match &self.form {
            Form::Plain(split) => split.solve_vector(side),
            Form::Bordered(split, border) => {
                let mut full = vec![0.0; *border];
                full.extend(side);
                let found = split.solve_vector(&full);
                found[*border..].iter().map(|value| -value).collect()
            }
        }
    }

    /// Solves for several right-hand sides at once.
    pub fn solve(&self, sides: &Matrix) -> Matrix {
        match &self.form {
            Form::Plain(split) => split.solve(sides),
            Form::Bordered(split, border) => {
                let mut full = Matrix::zeros(*border, sides.columns);
                full.rows.extend(sides.rows.iter().cloned());
                let mut found = split.solve(&full);
                let rows = found.rows.split_off(*border);
                Matrix::zeros(rows.len(), sides.columns).plus(-1.0, &Matrix { columns: sides.columns, rows })
            }
        }
    }
}

/// The larger matrix, the sizes of its terms and where the border begins.
fn bordered(leading: &Split, bt: &Matrix, yb: &Matrix, yb_sizes: &Matrix) -> (Matrix, Matrix, usize) {
    let (n, free) = (bt.height(), leading.free_rows.len());
    let border = n + free;
    let size = border + bt.columns;
    let build = |a: &Matrix, bt: &Matrix, yb: &Matrix| {
        let mut matrix = Matrix { columns: size, rows: a.rows.clone() };
        for (at, &row) in leading.free_rows.iter().enumerate() {
            matrix.rows[row as usize].push(((n + at) as u32, 1.0));
        }
        for (row, more) in matrix.rows.iter_mut().zip(&bt.rows) {
            row.extend(more.iter().map(|&(at, value)| (border as u32 + at, value)));
        }
        matrix.rows.extend(leading.free_columns.iter().map(|&column| vec![(column, 1.0)]));
        matrix.rows.extend(yb.rows.iter().cloned());
        matrix
    };
    let a = leading.matrix();
    (build(a, bt, yb), build(&a.abs(), &bt.abs(), yb_sizes), border)
}
