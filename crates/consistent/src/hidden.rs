//! The last matrix of the chain, `H = Y B A⁻ B T`, by its rank.
//!
//! Where it stays sparse it is computed. Where the inverse in it makes it full, as in a grid of capacitors, a larger
//! sparse matrix is eliminated instead, whose Schur complement it is: A with unit columns and rows at its free places, so
//! that it is regular, bordered by `B T` and `Y B`.

use crate::lanes::Lanes;
use crate::matrix::Matrix;
use crate::split::{Decision, Split};
use crate::wide::Wide;

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
    /// From the split of A, from `B T` and from `Y B`.
    pub(crate) fn new(leading: &Split, bt: &Wide, yb: &Wide, noise: f64) -> Hidden {
        let budget = FEW.max(WORK * bt.rows.len());
        let plain = leading.solve_within(bt, budget).map(|k| {
            let split = Split::wide(yb.times(&k), noise);
            Hidden {
                decision: split.decision.clone(),
                free_rows: split.free_rows.clone(),
                free_columns: split.free_columns.clone(),
                form: Form::Plain(split),
            }
        });
        match plain {
            Some(plain) if plain.decision.exact || !plain.decision.doubtful() => plain,
            // Large numbers that an inverse puts into every entry hide small ones; the larger matrix has none of them.
            Some(plain) => {
                let other = Hidden::bordered(leading, bt, yb, noise);
                if other.decision.gap() > plain.decision.gap() { other } else { plain }
            }
            None => Hidden::bordered(leading, bt, yb, noise),
        }
    }

    fn bordered(leading: &Split, bt: &Wide, yb: &Wide, noise: f64) -> Hidden {
        let (matrix, border) = bordered(leading, bt, yb);
        let height = matrix.rows.len();
        let split = Split::wide(matrix, noise);
        let missing = height - split.decision.rank;
        let (rows, columns) = (yb.rows.len(), bt.columns);
        let decision = Decision {
            size: (rows, columns),
            rank: rows.saturating_sub(missing),
            rows: Vec::new(),
            columns: Vec::new(),
            ..split.decision.clone()
        };
        let form = Form::Bordered(split, border);
        Hidden { decision, free_rows: Vec::new(), free_columns: Vec::new(), form }
    }

    /// Whether the larger matrix was eliminated.
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

    /// Solves with numbers that know their errors.
    pub(crate) fn sweep(&self, side: &[Lanes]) -> Vec<Lanes> {
        match &self.form {
            Form::Plain(split) => split.sweep(side),
            Form::Bordered(split, border) => {
                let mut full = vec![Lanes::ZERO; *border];
                full.extend(side);
                split.sweep(&full)[*border..].iter().map(|&value| Lanes::ZERO - value).collect()
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

/// The larger matrix and where the border begins.
fn bordered(leading: &Split, bt: &Wide, yb: &Wide) -> (Wide, usize) {
    let (n, free) = (bt.rows.len(), leading.free_rows.len());
    let border = n + free;
    let mut matrix = Wide { columns: border + bt.columns, rows: leading.matrix.rows.clone() };
    for (at, &row) in leading.free_rows.iter().enumerate() {
        matrix.rows[row as usize].push(((n + at) as u32, Lanes::ONE));
    }
    for (row, more) in matrix.rows.iter_mut().zip(&bt.rows) {
        row.extend(more.iter().map(|&(at, value)| (border as u32 + at, value)));
    }
    matrix.rows.extend(leading.free_columns.iter().map(|&column| vec![(column, Lanes::ONE)]));
    matrix.rows.extend(yb.rows.iter().cloned());
    (matrix, border)
}
