//! The last matrix of the chain, `H = Y B A⁻ B T`, by its rank.
//!
//! Where it stays sparse it is computed. Where the inverse in it makes it full, as in a grid of capacitors, a larger
//! sparse matrix is eliminated instead, whose Schur complement it is: A with unit columns and rows at its free places, so
//! that it is regular, bordered by `B T` and `Y B`.

use crate::error_bounded::ErrorBoundedNumber;
use crate::error_bounded_matrix::ErrorBoundedMatrix;
use crate::matrix::SparseMatrix;
use crate::rank_decomposition::{RankDecision, RankDecomposition};

/// How much work `A⁻ B T` may be for each of its rows and in all, to be written out.
const WORK: usize = 24;
const FEW: usize = 40_000;

/// The last matrix of the chain.
#[derive(Clone, Debug)]
pub struct HiddenConstraints {
    /// How the rank was decided.
    pub decision: RankDecision,
    /// Rows that are not pivots, one for each that is missing; none are known if the matrix was too full to be computed.
    pub free_rows: Vec<u32>,
    /// Columns that are not pivots.
    pub free_columns: Vec<u32>,
    form: HiddenForm,
}

#[derive(Clone, Debug)]
enum HiddenForm {
    /// The matrix itself.
    Plain(RankDecomposition),
    /// The larger one, and where the border begins.
    Bordered(RankDecomposition, usize),
}

impl HiddenConstraints {
    /// From the split of A, from `B T` and from `Y B`.
    pub(crate) fn new(
        leading: &RankDecomposition,
        bt: &ErrorBoundedMatrix,
        yb: &ErrorBoundedMatrix,
        noise: f64,
    ) -> HiddenConstraints {
        let budget = FEW.max(WORK * bt.rows.len());
        let plain = leading.solve_within(bt, budget).map(|k| {
            let split = RankDecomposition::wide(yb.times(&k), noise);
            HiddenConstraints {
                decision: split.decision.clone(),
                free_rows: split.free_rows.clone(),
                free_columns: split.free_columns.clone(),
                form: HiddenForm::Plain(split),
            }
        });
        match plain {
            Some(plain) if plain.decision.exact || !plain.decision.is_doubtful() => plain,
            // Large numbers that an inverse puts into every entry hide small ones; the larger matrix has none of them.
            Some(plain) => {
                let other = HiddenConstraints::bordered(leading, bt, yb, noise);
                if other.decision.gap() > plain.decision.gap() { other } else { plain }
            }
            None => HiddenConstraints::bordered(leading, bt, yb, noise),
        }
    }

    fn bordered(
        leading: &RankDecomposition,
        bt: &ErrorBoundedMatrix,
        yb: &ErrorBoundedMatrix,
        noise: f64,
    ) -> HiddenConstraints {
        let (matrix, border) = bordered(leading, bt, yb);
        let height = matrix.rows.len();
        let split = RankDecomposition::wide(matrix, noise);
        let missing = height - split.decision.rank;
        let (rows, columns) = (yb.rows.len(), bt.columns);
        let decision = RankDecision {
            size: (rows, columns),
            rank: rows.saturating_sub(missing),
            rows: Vec::new(),
            columns: Vec::new(),
            ..split.decision.clone()
        };
        let form = HiddenForm::Bordered(split, border);
        HiddenConstraints { decision, free_rows: Vec::new(), free_columns: Vec::new(), form }
    }

    /// Whether the larger matrix was eliminated.
    pub fn is_bordered(&self) -> bool {
        matches!(self.form, HiddenForm::Bordered(..))
    }

    /// Solves for one right-hand side.
    pub fn solve_vector(&self, side: &[f64]) -> Vec<f64> {
        match &self.form {
            HiddenForm::Plain(split) => split.solve_vector(side),
            HiddenForm::Bordered(split, border) => {
                let mut full = vec![0.0; *border];
                full.extend(side);
                let found = split.solve_vector(&full);
                found[*border..].iter().map(|value| -value).collect()
            }
        }
    }

    /// Solves with numbers that know their errors.
    pub(crate) fn sweep(&self, side: &[ErrorBoundedNumber]) -> Vec<ErrorBoundedNumber> {
        match &self.form {
            HiddenForm::Plain(split) => split.sweep(side),
            HiddenForm::Bordered(split, border) => {
                let mut full = vec![ErrorBoundedNumber::ZERO; *border];
                full.extend(side);
                split.sweep(&full)[*border..].iter().map(|&value| ErrorBoundedNumber::ZERO - value).collect()
            }
        }
    }

    /// Solves for several right-hand sides at once.
    pub fn solve(&self, sides: &SparseMatrix) -> SparseMatrix {
        match &self.form {
            HiddenForm::Plain(split) => split.solve(sides),
            HiddenForm::Bordered(split, border) => {
                let mut full = SparseMatrix::zeros(*border, sides.columns);
                full.rows.extend(sides.rows.iter().cloned());
                let mut found = split.solve(&full);
                let rows = found.rows.split_off(*border);
                SparseMatrix::zeros(rows.len(), sides.columns)
                    .plus(-1.0, &SparseMatrix { columns: sides.columns, rows })
            }
        }
    }
}

/// The larger matrix and where the border begins.
fn bordered(
    leading: &RankDecomposition,
    bt: &ErrorBoundedMatrix,
    yb: &ErrorBoundedMatrix,
) -> (ErrorBoundedMatrix, usize) {
    let (n, free) = (bt.rows.len(), leading.free_rows.len());
    let border = n + free;
    let mut matrix = ErrorBoundedMatrix { columns: border + bt.columns, rows: leading.matrix.rows.clone() };
    for (at, &row) in leading.free_rows.iter().enumerate() {
        matrix.rows[row as usize].push(((n + at) as u32, ErrorBoundedNumber::ONE));
    }
    for (row, more) in matrix.rows.iter_mut().zip(&bt.rows) {
        row.extend(more.iter().map(|&(at, value)| (border as u32 + at, value)));
    }
    matrix.rows.extend(leading.free_columns.iter().map(|&column| vec![(column, ErrorBoundedNumber::ONE)]));
    matrix.rows.extend(yb.rows.iter().cloned());
    (matrix, border)
}
