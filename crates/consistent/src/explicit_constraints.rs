//! The second matrix of the chain, `L B N`, by its rank: whether the constraints determine the algebraic unknowns.
//!
//! Where the bases N and L stay short it is computed. In a net of capacitors whose charges are unknowns they do not: N
//! holds a loop for each capacitor that closes one, and what is computed with loops is full. Then a larger sparse matrix is
//! eliminated instead, whose Schur complement it is: `[A 0; B A]` with only those rows of the first A and those columns of
//! the second that are pivots. Charges go by their definitions there, and what is left is as sparse as the net.

use std::cell::OnceCell;

use crate::error_bounded::ErrorBoundedNumber;
use crate::error_bounded_matrix::ErrorBoundedMatrix;
use crate::matrix::SparseMatrix;
use crate::matrix_chain::RankPrecision;
use crate::rank_decomposition::{RankDecision, RankDecomposition};

/// How many times more terms `L B N` may have than A and B have entries, and how many in all.
const WORK: usize = 1;
const FEW: usize = 2_000;
/// How many entries to an unknown a basis may have that is put in order.
const LONG: usize = 4;

/// The second matrix of the chain.
#[derive(Clone, Debug)]
pub struct ExplicitConstraints {
    /// How the rank was decided.
    pub decision: RankDecision,
    form: ExplicitForm,
    /// Rows of `L B N` that are not pivots, and columns.
    rows: OnceCell<Vec<u32>>,
    columns: OnceCell<Vec<u32>>,
}

#[derive(Clone, Debug)]
enum ExplicitForm {
    /// The matrix itself.
    Plain(RankDecomposition),
    /// The larger one, and how many rows stand above B.
    Bordered(RankDecomposition, usize),
}

/// The matrix by its rank, and two bases: unknowns that it leaves open, one to a column, and combinations of equations
/// that say nothing of algebraic unknowns, one to a row.
pub(crate) struct ExplicitSplit {
    pub(crate) explicit: ExplicitConstraints,
    pub(crate) t: ErrorBoundedMatrix,
    pub(crate) y: ErrorBoundedMatrix,
}

impl ExplicitSplit {
    /// From the split of A and from B.
    pub(crate) fn new(leading: &RankDecomposition, b: &ErrorBoundedMatrix, noise: f64) -> ExplicitSplit {
        let (n, l) = (&leading.wide_kernel, &leading.wide_cokernel);
        let lb = l.times(b);
        let entries = |matrix: &ErrorBoundedMatrix| matrix.rows.iter().map(Vec::len).sum::<usize>();
        let terms: usize = lb.rows.iter().flatten().map(|entry| n.rows[entry.0 as usize].len()).sum();
        if terms > FEW.max(WORK * (entries(&leading.matrix) + entries(b))) {
            return ExplicitSplit::bordered(leading, b, noise);
        }
        let split = RankDecomposition::wide(lb.times(n), noise);
        let (t, y) = (n.times(&split.wide_kernel), split.wide_cokernel.times(l));
        let explicit = ExplicitConstraints {
            decision: split.decision.clone(),
            rows: OnceCell::from(split.free_rows.clone()),
            columns: OnceCell::from(split.free_columns.clone()),
            form: ExplicitForm::Plain(split),
        };
        ExplicitSplit { explicit, t, y }
    }

    /// The same by the larger matrix.
    pub(crate) fn bordered(leading: &RankDecomposition, b: &ErrorBoundedMatrix, noise: f64) -> ExplicitSplit {
        let (matrix, above) = bordered(leading, b);
        let height = matrix.rows.len();
        let split = RankDecomposition::wide(matrix, noise);
        let missing = height - split.decision.rank;
        let free = leading.free_columns.len();
        let decision = RankDecision {
            size: (leading.free_rows.len(), free),
            rank: free.saturating_sub(missing),
            rows: Vec::new(),
            columns: Vec::new(),
            ..split.decision.clone()
        };
        let t = ErrorBoundedMatrix {
            columns: split.wide_kernel.columns,
            rows: split.wide_kernel.rows[..b.columns].to_vec(),
        };
        let below = |row: &Vec<(u32, ErrorBoundedNumber)>| {
            let own = row.iter().filter(|entry| entry.0 as usize >= above);
            own.map(|&(at, value)| (at - above as u32, value)).collect()
        };
        let y = ErrorBoundedMatrix {
            columns: b.rows.len(),
            rows: split.wide_cokernel.rows.iter().map(below).collect(),
        };
        let t = told(&t.transpose(), &leading.free_columns, noise).transpose();
        let form = ExplicitForm::Bordered(split, above);
        let explicit =
            ExplicitConstraints { decision, form, rows: OnceCell::new(), columns: OnceCell::new() };
        ExplicitSplit { explicit, t, y }
    }
}

impl ExplicitConstraints {
    /// Whether the larger matrix was eliminated.
    pub fn is_bordered(&self) -> bool {
        matches!(self.form, ExplicitForm::Bordered(..))
    }

    /// Rows of `L B N` that are not pivots, one for each that is missing. They are looked for when someone asks: by which
    /// constraints combinations are told is a question of its own in the larger matrix.
    pub(crate) fn free_rows(&self, leading: &RankDecomposition, y: &SparseMatrix) -> &[u32] {
        self.rows.get_or_init(|| chosen(y, &leading.free_rows))
    }

    /// Columns of `L B N` that are not pivots, in the same way.
    pub(crate) fn free_columns(&self, leading: &RankDecomposition, t: &SparseMatrix) -> &[u32] {
        self.columns.get_or_init(|| chosen(&t.transpose(), &leading.free_columns))
    }

    /// Algebraic unknowns that make up for these defects: a change of all unknowns that leaves those with derivatives.
    pub(crate) fn solve(&self, leading: &RankDecomposition, defects: &[f64]) -> Vec<f64> {
        match &self.form {
            ExplicitForm::Plain(split) => {
                leading.kernel.apply(&split.solve_vector(&leading.cokernel.apply(defects)))
            }
            ExplicitForm::Bordered(split, above) => {
                let mut full = vec![0.0; *above];
                full.extend(defects);
                let mut found = split.solve_vector(&full);
                found.truncate(defects.len());
                found
            }
        }
    }
}

/// A basis, one vector to a row, made such that each vector has the factor one at a place of its own among these and no
/// other has one there. Where vectors are long they stay as they are.
fn told(basis: &ErrorBoundedMatrix, places: &[u32], noise: f64) -> ErrorBoundedMatrix {
    let entries: usize = basis.rows.iter().map(Vec::len).sum();
    if entries > LONG * basis.columns {
        return basis.clone();
    }
    let mut number = vec![None; basis.columns];
    let own = chosen(&basis.midpoint(), places);
    (0u32..).zip(&own).for_each(|(at, &place)| number[places[place as usize] as usize] = Some(at));
    let pick = |row: &Vec<(u32, ErrorBoundedNumber)>| {
        row.iter().filter_map(|&(at, value)| Some((number[at as usize]?, value))).collect()
    };
    let square =
        ErrorBoundedMatrix { columns: basis.rows.len(), rows: basis.rows.iter().map(pick).collect() };
    let split = RankDecomposition::wide(square, noise);
    let regular = split.decision.is_regular() && !split.decision.is_doubtful();
    let found = regular.then(|| split.solve_within(basis, usize::MAX)).flatten();
    found.unwrap_or_else(|| basis.clone())
}

/// Of these places as many as there are rows, such that the rows are independent in them; numbers of places.
fn chosen(rows: &SparseMatrix, places: &[u32]) -> Vec<u32> {
    let mut number = vec![None; rows.columns];
    (0u32..).zip(places).for_each(|(at, &place)| number[place as usize] = Some(at));
    let pick = |row: &Vec<(u32, f64)>| {
        row.iter().filter_map(|&(at, value)| Some((number[at as usize]?, value))).collect()
    };
    let square = SparseMatrix { columns: places.len(), rows: rows.rows.iter().map(pick).collect() };
    let free = RankDecomposition::new(&square, RankPrecision::default().noise).free_columns;
    let mut left = vec![true; places.len()];
    free.iter().for_each(|&at| left[at as usize] = false);
    (0..places.len() as u32).filter(|&at| left[at as usize]).collect()
}

/// The larger matrix and how many rows stand above B.
fn bordered(leading: &RankDecomposition, b: &ErrorBoundedMatrix) -> (ErrorBoundedMatrix, usize) {
    let n = b.columns;
    let (mut free_row, mut number) = (vec![false; n], vec![Some(0u32); n]);
    leading.free_rows.iter().for_each(|&row| free_row[row as usize] = true);
    leading.free_columns.iter().for_each(|&column| number[column as usize] = None);
    (n as u32..).zip(number.iter_mut().flatten()).for_each(|(at, place)| *place = at);
    let a = &leading.matrix.rows;
    let mut rows: Vec<Vec<(u32, ErrorBoundedNumber)>> =
        (0..n).filter(|&row| !free_row[row]).map(|row| a[row].clone()).collect();
    let above = rows.len();
    rows.extend(b.rows.iter().zip(a).map(|(row, more)| {
        let more = more.iter().filter_map(|&(column, value)| Some((number[column as usize]?, value)));
        row.iter().copied().chain(more).collect()
    }));
    (ErrorBoundedMatrix { columns: n + above, rows }, above)
}
