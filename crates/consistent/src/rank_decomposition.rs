//! A matrix split by its rank: kernel, cokernel, a generalized inverse, and how sure the rank is.
//!
//! All three are taken along unit vectors: pivots are columns and rows of the matrix, and what a basis says of the
//! others is read off. So bases stay sparse, have the units of the model, and do not depend on its scaling. All numbers
//! know their errors, and so do the bases that are computed from them.

use std::cmp::Ordering;

use base::DisjointSets;
use linear::singular_values;

use crate::eliminate::{Elimination, PivotStep, eliminate};
use crate::error_bounded::{ErrorBoundedNumber, FieldElement};
use crate::error_bounded_matrix::{ErrorBoundedAccumulator, ErrorBoundedMatrix};
use crate::integer_kernel::integer_kernel;
use crate::matrix::SparseMatrix;
use crate::scale::{Scaling, scales};

/// Of parts of at most so many rows or columns singular values are told, of larger ones pivots.
pub const DENSE: usize = 48;
/// A gap below this is a doubtful decision, and one below `NONE` no decision. Above `CLEAR` nothing can have been lost.
const CLEAR: f64 = 1e8;
const DOUBTFUL: f64 = 1e5;
const NONE: f64 = 1e3;
/// A number that is more than so many times what is uncertain in it is seldom zero, though it is no pivot yet.
const FAINT: f64 = 4.0;

/// The numbers at which a rank was decided.
#[derive(Clone, Debug, PartialEq)]
pub struct RankDecision {
    /// How many rows and columns the matrix has.
    pub size: (usize, usize),
    /// The rank.
    pub rank: usize,
    /// Of the numbers that are not zero the one most in doubt, as a multiple of what is uncertain in it; none for rank
    /// zero.
    pub kept: Option<f64>,
    /// Of the numbers taken for zero the one most in doubt, as a multiple of what is uncertain in it, or one.
    pub dropped: f64,
    /// The part of the matrix with the smallest gap, as its rows and its columns.
    pub rows: Vec<u32>,
    /// See `rows`.
    pub columns: Vec<u32>,
    /// Singular values around the decision after scaling, the largest first; pivots if the part is large.
    pub around: Vec<f64>,
    /// How large a value rounding errors could make of a zero, beside these.
    pub noise: f64,
    /// Whether the rank of this part follows from the numbers as they are written, without rounding.
    pub exact: bool,
    /// Whether a number may have been taken for zero because what is left of it is smaller than the rounding errors of
    /// what cancelled.
    pub lost: bool,
    /// Whether some part has lost so many digits that a number taken for zero may be another one.
    pub(crate) faded: bool,
}

impl RankDecision {
    /// How many times clearer what was kept is than what was taken for zero.
    pub fn gap(&self) -> f64 {
        let gap = self.kept.map_or(f64::INFINITY, |kept| kept / self.dropped);
        // What was taken for zero and may be none is a doubt, however clear the others are.
        if self.dropped > FAINT { gap.min(DOUBTFUL / 2.0) } else { gap }
    }

    /// The number most in doubt, as a multiple of what is uncertain in it: of those kept, unless one that was taken for
    /// zero may be none.
    pub fn worst_significance(&self) -> Option<f64> {
        if self.dropped > FAINT { Some(self.dropped) } else { self.kept }
    }

    /// Whether so many digits are left that no number taken for zero can be another one.
    pub fn is_clear(&self) -> bool {
        !self.faded && !self.lost
    }

    /// Whether the rank should be looked at: the gap is small. An exact one is right for these numbers then, but not for
    /// others that differ from them in the last digits.
    pub fn is_doubtful(&self) -> bool {
        self.lost || self.gap() < DOUBTFUL
    }

    /// Whether there is no gap to decide at.
    pub fn is_undecided(&self) -> bool {
        !self.exact && self.gap() < NONE
    }

    /// The worse of two: what cannot be told comes before what is in doubt, and that before what is certain.
    pub(crate) fn worse(&self, other: &RankDecision) -> Ordering {
        let key = |decision: &RankDecision| (!decision.is_undecided(), !decision.is_doubtful());
        key(self).cmp(&key(other)).then(self.gap().total_cmp(&other.gap()))
    }

    /// Whether the rank is the number of rows and of columns.
    pub fn is_regular(&self) -> bool {
        self.size.0 == self.size.1 && self.rank == self.size.0
    }
}

/// A matrix split by its rank.
#[derive(Clone, Debug)]
pub struct RankDecomposition {
    /// How the rank was decided.
    pub decision: RankDecision,
    /// Rows that are not pivots: they follow from the others.
    pub free_rows: Vec<u32>,
    /// Columns that are not pivots.
    pub free_columns: Vec<u32>,
    /// As many rows as the matrix has columns, one column for each free one, in which that has the factor one.
    pub kernel: SparseMatrix,
    /// One row for each free row, in which that has the factor one, and a column for each row of the matrix.
    pub cokernel: SparseMatrix,
    pub(crate) wide_kernel: ErrorBoundedMatrix,
    pub(crate) wide_cokernel: ErrorBoundedMatrix,
    pub(crate) matrix: ErrorBoundedMatrix,
    steps: Vec<PivotStep>,
    row_scales: Vec<f64>,
    column_scales: Vec<f64>,
}

impl RankDecomposition {
    /// Splits a matrix. `noise` says which part of its entries rounding errors are.
    pub fn new(matrix: &SparseMatrix, noise: f64) -> RankDecomposition {
        RankDecomposition::wide(ErrorBoundedMatrix::with_error(matrix, noise), noise)
    }

    pub(crate) fn wide(matrix: ErrorBoundedMatrix, noise: f64) -> RankDecomposition {
        let split = RankDecomposition::scaled(matrix, noise, Scaling::Mean);
        if !split.decision.is_doubtful() {
            return split;
        }
        // A rank does not depend on scaling, but how clearly it shows does.
        let other = RankDecomposition::scaled(split.matrix.clone(), noise, Scaling::Largest);
        if other.decision.gap() > split.decision.gap() { other } else { split }
    }

    fn scaled(matrix: ErrorBoundedMatrix, noise: f64, scaling: Scaling) -> RankDecomposition {
        let size = (matrix.rows.len(), matrix.columns);
        let (row_scales, column_scales) = scales(&matrix.midpoint(), scaling);
        let mut scaled = matrix.clone();
        for (row, &scale) in scaled.rows.iter_mut().zip(&row_scales) {
            for entry in row {
                entry.1 = entry.1 * ErrorBoundedNumber::exact(scale * column_scales[entry.0 as usize]);
            }
        }
        let (decision, steps) = decide(&scaled, noise);
        let rest = |size: usize, taken: &dyn Fn(&PivotStep) -> u32| {
            let mut free = vec![true; size];
            steps.iter().for_each(|step| free[taken(step) as usize] = false);
            (0..size as u32).filter(|&at| free[at as usize]).collect::<Vec<_>>()
        };
        let (free_rows, free_columns) = (rest(size.0, &|step| step.row), rest(size.1, &|step| step.column));
        let mut split = RankDecomposition {
            decision,
            free_rows,
            free_columns,
            kernel: SparseMatrix::default(),
            cokernel: SparseMatrix::default(),
            wide_kernel: ErrorBoundedMatrix::default(),
            wide_cokernel: ErrorBoundedMatrix::default(),
            matrix,
            steps,
            row_scales,
            column_scales,
        };
        split.wide_kernel = integer_kernel(&split.matrix, &split.find_kernel(size.1));
        let turned = split.matrix.transpose();
        split.wide_cokernel = integer_kernel(&turned, &split.find_cokernel(size.0)).transpose();
        split.kernel = split.wide_kernel.midpoint();
        split.cokernel = split.wide_cokernel.midpoint();
        split
    }

    fn find_kernel(&self, size: usize) -> ErrorBoundedMatrix {
        let solved = self.steps.iter().rev().map(|step| {
            let divisor = step.pivot.divisor();
            (step.column, step.rest.iter().map(move |&(column, value)| (column, value / divisor)))
        });
        basis(size, &self.free_columns, &self.column_scales, solved)
    }

    /// Rows for columns.
    fn find_cokernel(&self, size: usize) -> ErrorBoundedMatrix {
        let solved = self.steps.iter().rev().map(|step| (step.row, step.multipliers.iter().copied()));
        basis(size, &self.free_rows, &self.row_scales, solved)
    }

    /// A generalized inverse times a matrix: solves the pivot rows for the pivot columns, the free ones being zero.
    pub fn solve(&self, sides: &SparseMatrix) -> SparseMatrix {
        self.solve_within(&ErrorBoundedMatrix::exact(sides), usize::MAX).unwrap_or_default().midpoint()
    }

    /// The same unless more than this work would have to be done.
    pub(crate) fn solve_within(
        &self,
        sides: &ErrorBoundedMatrix,
        budget: usize,
    ) -> Option<ErrorBoundedMatrix> {
        let mut entries = 0;
        let mut rows = sides.rows.clone();
        for (row, &scale) in rows.iter_mut().zip(&self.row_scales) {
            row.iter_mut().for_each(|entry| entry.1 = entry.1 * ErrorBoundedNumber::exact(scale));
        }
        let mut sum = ErrorBoundedAccumulator::new(sides.columns);
        for step in &self.steps {
            let own = std::mem::take(&mut rows[step.row as usize]);
            if !own.is_empty() {
                for &(row, factor) in &step.multipliers {
                    sum.add(ErrorBoundedNumber::ONE, &rows[row as usize]);
                    sum.add(ErrorBoundedNumber::ZERO - factor, &own);
                    rows[row as usize] = sum.take();
                }
            }
            entries += own.len() * (1 + step.multipliers.len());
            if entries > budget {
                return None;
            }
            rows[step.row as usize] = own;
        }
        let mut out = ErrorBoundedMatrix::zeros(self.column_scales.len(), sides.columns);
        for step in self.steps.iter().rev() {
            let divisor = step.pivot.divisor();
            sum.add(ErrorBoundedNumber::ONE / divisor, &rows[step.row as usize]);
            for &(column, value) in &step.rest {
                sum.add(ErrorBoundedNumber::ZERO - value / divisor, &out.rows[column as usize]);
            }
            let row = sum.take();
            entries += row.len();
            if entries > budget {
                return None;
            }
            out.rows[step.column as usize] = row;
        }
        for (row, &scale) in out.rows.iter_mut().zip(&self.column_scales) {
            row.iter_mut().for_each(|entry| entry.1 = entry.1 * ErrorBoundedNumber::exact(scale));
        }
        Some(out)
    }

    /// The same for one right-hand side.
    pub fn solve_vector(&self, side: &[f64]) -> Vec<f64> {
        self.sweep(side)
    }

    /// The same with numbers of either kind.
    pub(crate) fn sweep<N: FieldElement>(&self, side: &[N]) -> Vec<N> {
        let exact = |value: f64| N::of(ErrorBoundedNumber::exact(value));
        let mut side: Vec<N> =
            side.iter().zip(&self.row_scales).map(|(&value, &scale)| value * exact(scale)).collect();
        for step in &self.steps {
            let own = side[step.row as usize];
            if !own.is_zero() {
                for &(row, factor) in &step.multipliers {
                    side[row as usize] = side[row as usize] - N::of(factor) * own;
                }
            }
        }
        let mut out = vec![exact(0.0); self.column_scales.len()];
        for step in self.steps.iter().rev() {
            let rest = step.rest.iter().fold(side[step.row as usize], |sum, &(column, value)| {
                sum - N::of(value) * out[column as usize]
            });
            out[step.column as usize] = rest / N::of(step.pivot);
        }
        out.iter().zip(&self.column_scales).map(|(&value, &scale)| value * exact(scale)).collect()
    }
}

/// Eliminates part by part: how clear the least clear of them is, and all steps in the rows and columns of the whole.
fn decide(scaled: &ErrorBoundedMatrix, noise: f64) -> (RankDecision, Vec<PivotStep>) {
    let mut decision = RankDecision {
        size: (scaled.rows.len(), scaled.columns),
        rank: 0,
        kept: None,
        dropped: 1.0,
        rows: Vec::new(),
        columns: Vec::new(),
        around: Vec::new(),
        noise,
        exact: true,
        lost: false,
        faded: false,
    };
    let mut steps = Vec::new();
    for (rows, columns) in parts(scaled) {
        let part = restrict(scaled, &rows, &columns);
        let exact = part.rows.iter().flatten().all(|entry| entry.1.is_known());
        let found = eliminate(part);
        decision.rank += found.steps.len();
        decision.lost |= found.lost;
        let own = RankDecision {
            kept: found.kept.map(ErrorBoundedNumber::significance),
            dropped: found.dropped.significance().max(1.0),
            exact,
            rows: Vec::new(),
            columns: Vec::new(),
            around: Vec::new(),
            ..decision
        };
        decision.faded |= !exact && own.gap() < CLEAR;
        if own.worse(&decision).is_lt() || decision.rows.is_empty() {
            decision = RankDecision {
                rows: rows.clone(),
                columns: columns.clone(),
                around: around(scaled, &rows, &columns, &found),
                noise: noise * (rows.len() as f64).sqrt(),
                faded: decision.faded,
                ..own
            };
        }
        steps.extend(found.steps.into_iter().map(|mut step| {
            step.row = rows[step.row as usize];
            step.column = columns[step.column as usize];
            step.rest.iter_mut().for_each(|entry| entry.0 = columns[entry.0 as usize]);
            step.multipliers.iter_mut().for_each(|entry| entry.0 = rows[entry.0 as usize]);
            step
        }));
    }
    (decision, steps)
}

/// A basis of what is free: each free unknown is one, and those that were solved for, the last first, follow from others
/// with the factors given.
fn basis<F: Iterator<Item = (u32, ErrorBoundedNumber)>>(
    size: usize,
    free: &[u32],
    scales: &[f64],
    solved: impl Iterator<Item = (u32, F)>,
) -> ErrorBoundedMatrix {
    let mut basis = ErrorBoundedMatrix::zeros(size, free.len());
    for (at, &unknown) in (0..).zip(free) {
        basis.rows[unknown as usize].push((at, ErrorBoundedNumber::ONE));
    }
    let mut sum = ErrorBoundedAccumulator::new(free.len());
    for (unknown, factors) in solved {
        for (other, factor) in factors {
            sum.add(ErrorBoundedNumber::ZERO - factor, &basis.rows[other as usize]);
        }
        basis.rows[unknown as usize] = sum.take();
    }
    // From scaled unknowns to those of the model; the free ones keep the factor one.
    for (row, scale) in basis.rows.iter_mut().zip(scales) {
        for entry in row {
            let kept = scales[free[entry.0 as usize] as usize];
            entry.1 = entry.1 * ErrorBoundedNumber::exact(scale / kept);
        }
    }
    basis
}

/// Numbers around the decision of one part, the largest first.
fn around(matrix: &ErrorBoundedMatrix, rows: &[u32], columns: &[u32], found: &Elimination) -> Vec<f64> {
    let full = rows.len().min(columns.len());
    if full > DENSE {
        let pivots = found.kept.iter().map(|kept| kept.value().abs());
        return pivots.chain([found.dropped.value().abs()]).collect();
    }
    let part = restrict(matrix, rows, columns).midpoint();
    let shorter = if rows.len() <= columns.len() { part.to_dense() } else { part.transpose().to_dense() };
    let values = singular_values(shorter);
    let rank = found.steps.len();
    values[rank.saturating_sub(2)..(rank + 2).min(full)].to_vec()
}

/// Rows and columns that have to do with each other. Columns without entries are in no part.
fn parts(matrix: &ErrorBoundedMatrix) -> Vec<(Vec<u32>, Vec<u32>)> {
    let height = matrix.rows.len();
    // Rows first, so that a row stands for each part that has one.
    let mut sets = DisjointSets::new(height + matrix.columns);
    for (row, entries) in (0u32..).zip(&matrix.rows) {
        for entry in entries {
            sets.join(row, height as u32 + entry.0);
        }
    }
    let mut number = vec![u32::MAX; height];
    let mut parts: Vec<(Vec<u32>, Vec<u32>)> = Vec::new();
    for row in (0..height as u32).filter(|&row| !matrix.rows[row as usize].is_empty()) {
        let top = sets.root(row) as usize;
        if number[top] == u32::MAX {
            number[top] = parts.len() as u32;
            parts.push((Vec::new(), Vec::new()));
        }
        parts[number[top] as usize].0.push(row);
    }
    for column in 0..matrix.columns as u32 {
        let top = sets.root(height as u32 + column) as usize;
        if top < height && number[top] != u32::MAX {
            parts[number[top] as usize].1.push(column);
        }
    }
    parts
}

fn restrict(matrix: &ErrorBoundedMatrix, rows: &[u32], columns: &[u32]) -> ErrorBoundedMatrix {
    // Columns of a part are ascending, so they are found by halving.
    let place = |column: u32| columns.binary_search(&column).map_or(0, |at| at as u32);
    let rows = rows.iter().map(|&row| {
        matrix.rows[row as usize].iter().map(|&(column, value)| (place(column), value)).collect()
    });
    ErrorBoundedMatrix { columns: columns.len(), rows: rows.collect() }
}
