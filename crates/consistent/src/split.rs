//! A matrix split by its rank: kernel, cokernel, a generalized inverse, and how sure the rank is.
//!
//! All three are taken along unit vectors: pivots are columns and rows of the matrix, and what a basis says of the
//! others is read off. So bases stay sparse, have the units of the model, and do not depend on its scaling.

use crate::eliminate::{Elimination, Stop, eliminate};
use crate::matrix::{Matrix, Sum};
use crate::scale::{Scaling, scales};
use crate::singular::singular_values;

/// Parts of at most so many rows or columns are judged by their singular values, larger ones by their pivots.
pub const DENSE: usize = 120;
/// How many times the rounding errors a value may be and still be taken for zero.
const SLACK: f64 = 1e3;
/// How much of its size before cancellation an entry must keep to count by itself in scaling.
const KEPT: f64 = 1e-6;
/// A ratio below this is a doubtful decision, and one below `NONE` no decision.
const DOUBTFUL: f64 = 1e4;
const NONE: f64 = 30.0;
/// How many times the rounding errors a zero may be without a remark.
const LOUD: f64 = 100.0;

/// The numbers at which a rank was decided.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// How many rows and columns the matrix has.
    pub size: (usize, usize),
    /// The rank.
    pub rank: usize,
    /// The smallest value that is not zero, after scaling; none for rank zero.
    pub kept: Option<f64>,
    /// The largest value that was taken for zero, or what rounding errors could make of a zero.
    pub dropped: f64,
    /// How large a value rounding errors could make of a zero.
    pub noise: f64,
    /// The part of the matrix with the smallest gap, as its rows and its columns, and some singular values around it.
    pub rows: Vec<u32>,
    /// See `rows`.
    pub columns: Vec<u32>,
    /// Singular values around the decision, the largest first; pivots if the part is large.
    pub around: Vec<f64>,
}

impl Decision {
    /// How many times the smallest value kept is the largest that was taken for zero.
    pub fn gap(&self) -> f64 {
        self.kept.map_or(f64::INFINITY, |kept| kept / self.dropped)
    }

    /// Whether the rank should be looked at: the gap is small, or what was taken for zero is more than rounding errors.
    pub fn doubtful(&self) -> bool {
        self.gap() < DOUBTFUL || self.dropped > LOUD * self.noise
    }

    /// How much there is to doubt, to compare decisions by.
    fn doubt(&self) -> f64 {
        (DOUBTFUL / self.gap()).max(self.dropped / (LOUD * self.noise))
    }

    /// Whether there is no gap to decide at.
    pub fn undecided(&self) -> bool {
        self.gap() < NONE
    }

    /// Whether the rank is the number of rows and of columns.
    pub fn regular(&self) -> bool {
        self.size.0 == self.size.1 && self.rank == self.size.0
    }
}

/// A matrix split by its rank.
#[derive(Clone, Debug)]
pub struct Split {
    /// How the rank was decided.
    pub decision: Decision,
    /// Rows that are not pivots: they follow from the others.
    pub free_rows: Vec<u32>,
    /// Columns that are not pivots.
    pub free_columns: Vec<u32>,
    /// As many rows as the matrix has columns, one column for each free one, in which that has the factor one.
    pub kernel: Matrix,
    /// One row for each free row, in which that has the factor one, and a column for each row of the matrix.
    pub cokernel: Matrix,
    matrix: Matrix,
    steps: Elimination,
    row_scales: Vec<f64>,
    column_scales: Vec<f64>,
}

impl Split {
    /// Splits a matrix. `sizes` says how large the terms of each entry were before they were added up, and `noise`
    /// which part of them rounding errors are.
    pub fn new(matrix: &Matrix, sizes: &Matrix, noise: f64) -> Split {
        let split = Split::scaled(matrix, sizes, noise, Scaling::Mean);
        if !split.decision.doubtful() {
            return split;
        }
        // A rank does not depend on scaling, but how clearly it shows does.
        let other = Split::scaled(matrix, sizes, noise, Scaling::Largest);
        if other.decision.doubt() < split.decision.doubt() { other } else { split }
    }

    /// The same for a matrix that an inverse has made full: the scaling counts that shows a regular matrix.
    pub(crate) fn careful(matrix: &Matrix, sizes: &Matrix, noise: f64) -> Split {
        let first = Split::new(matrix, sizes, noise);
        if first.decision.regular() {
            return first;
        }
        let other = Split::scaled(matrix, sizes, noise, Scaling::Largest);
        if other.decision.rank > first.decision.rank && !other.decision.undecided() { other } else { first }
    }

    fn scaled(matrix: &Matrix, sizes: &Matrix, noise: f64, scaling: Scaling) -> Split {
        let (row_scales, column_scales) = scales(matrix, &matrix.weights(sizes), scaling);
        let mut scaled = matrix.clone();
        for (row, scale) in scaled.rows.iter_mut().zip(&row_scales) {
            for entry in row {
                entry.1 *= scale * column_scales[entry.0 as usize];
            }
        }
        let mut level = vec![0f64; matrix.rows.len()];
        for (at, row) in sizes.rows.iter().enumerate() {
            for &(column, value) in row {
                level[at] = level[at].max(value * row_scales[at] * column_scales[column as usize]);
            }
        }
        let mut decision = Decision {
            size: (matrix.rows.len(), matrix.columns),
            rank: 0,
            kept: None,
            dropped: noise,
            noise,
            rows: Vec::new(),
            columns: Vec::new(),
            around: Vec::new(),
        };
        let mut all = Elimination { steps: Vec::new(), smallest: f64::INFINITY, remainder: 0.0 };
        for (rows, columns) in parts(&scaled) {
            let part = restrict(&scaled, &rows, &columns);
            let level = rows.iter().fold(0f64, |most, &row| most.max(level[row as usize]));
            let zero = noise * level.max(1.0) * (rows.len() as f64).sqrt();
            let (found, kept, dropped, around) = judge(part, zero);
            let here = Decision {
                rank: found.steps.len(),
                size: decision.size,
                kept,
                dropped,
                noise: zero,
                rows: rows.clone(),
                columns: columns.clone(),
                around,
            };
            decision.rank += here.rank;
            if here.doubt() > decision.doubt() || decision.rows.is_empty() {
                decision = Decision { rank: decision.rank, ..here };
            }
            all.steps.extend(found.steps.into_iter().map(|mut step| {
                step.row = rows[step.row as usize];
                step.column = columns[step.column as usize];
                step.rest.iter_mut().for_each(|entry| entry.0 = columns[entry.0 as usize]);
                step.multipliers.iter_mut().for_each(|entry| entry.0 = rows[entry.0 as usize]);
                step
            }));
        }
        let rest = |size: usize, taken: &dyn Fn(&crate::eliminate::Step) -> u32| {
            let mut free = vec![true; size];
            all.steps.iter().for_each(|step| free[taken(step) as usize] = false);
            (0..size as u32).filter(|&at| free[at as usize]).collect::<Vec<_>>()
        };
        let free_rows = rest(matrix.rows.len(), &|step| step.row);
        let free_columns = rest(matrix.columns, &|step| step.column);
        let mut split = Split {
            decision,
            matrix: matrix.clone(),
            kernel: Matrix::default(),
            cokernel: Matrix::default(),
            free_rows,
            free_columns,
            steps: all,
            row_scales,
            column_scales,
        };
        split.kernel = split.find_kernel(matrix.columns);
        split.cokernel = split.find_cokernel(matrix.rows.len());
        split
    }

    fn find_kernel(&self, size: usize) -> Matrix {
        let mut kernel = Matrix::zeros(size, self.free_columns.len());
        for (at, &column) in (0..).zip(&self.free_columns) {
            kernel.rows[column as usize].push((at, 1.0));
        }
        let mut sum = Sum::new(self.free_columns.len());
        for step in self.steps.steps.iter().rev() {
            for &(column, value) in &step.rest {
                sum.add(-value / step.pivot, &kernel.rows[column as usize]);
            }
            kernel.rows[step.column as usize] = sum.take();
        }
        // From scaled unknowns to those of the model; the free ones keep the factor one.
        for (row, scale) in kernel.rows.iter_mut().zip(&self.column_scales) {
            for entry in row {
                entry.1 *= scale / self.column_scales[self.free_columns[entry.0 as usize] as usize];
            }
        }
        kernel
    }

    fn find_cokernel(&self, size: usize) -> Matrix {
        let mut turned = Matrix::zeros(size, self.free_rows.len());
        for (at, &row) in (0..).zip(&self.free_rows) {
            turned.rows[row as usize].push((at, 1.0));
        }
        let mut sum = Sum::new(self.free_rows.len());
        for step in self.steps.steps.iter().rev() {
            for &(row, factor) in &step.multipliers {
                sum.add(-factor, &turned.rows[row as usize]);
            }
            turned.rows[step.row as usize] = sum.take();
        }
        for (row, scale) in turned.rows.iter_mut().zip(&self.row_scales) {
            for entry in row {
                entry.1 *= scale / self.row_scales[self.free_rows[entry.0 as usize] as usize];
            }
        }
        turned.transpose()
    }

    /// The matrix that was split.
    pub fn matrix(&self) -> &Matrix {
        &self.matrix
    }

    /// A generalized inverse times a matrix: solves the pivot rows for the pivot columns, the free ones being zero.
    pub fn solve(&self, sides: &Matrix) -> Matrix {
        self.solve_within(sides, usize::MAX).unwrap_or_default()
    }

    /// The same unless more than this work would have to be done.
    pub(crate) fn solve_within(&self, sides: &Matrix, budget: usize) -> Option<Matrix> {
        let mut entries = 0;
        let mut rows = sides.rows.clone();
        for (row, scale) in rows.iter_mut().zip(&self.row_scales) {
            row.iter_mut().for_each(|entry| entry.1 *= scale);
        }
        let mut sum = Sum::new(sides.columns);
        for step in &self.steps.steps {
            let own = std::mem::take(&mut rows[step.row as usize]);
            if !own.is_empty() {
                for &(row, factor) in &step.multipliers {
                    sum.add(1.0, &rows[row as usize]);
                    sum.add(-factor, &own);
                    rows[row as usize] = sum.take();
                }
            }
            entries += own.len() * (1 + step.multipliers.len());
            if entries > budget {
                return None;
            }
            rows[step.row as usize] = own;
        }
        let mut out = Matrix::zeros(self.column_scales.len(), sides.columns);
        for step in self.steps.steps.iter().rev() {
            sum.add(1.0 / step.pivot, &rows[step.row as usize]);
            for &(column, value) in &step.rest {
                sum.add(-value / step.pivot, &out.rows[column as usize]);
            }
            let row = sum.take();
            entries += row.len();
            if entries > budget {
                return None;
            }
            out.rows[step.column as usize] = row;
        }
        for (row, scale) in out.rows.iter_mut().zip(&self.column_scales) {
            row.iter_mut().for_each(|entry| entry.1 *= scale);
        }
        Some(out)
    }

    /// The same for one right-hand side.
    pub fn solve_vector(&self, side: &[f64]) -> Vec<f64> {
        self.solve(&Matrix::column(side)).as_vector()
    }
}

impl Matrix {
    /// How much each place counts in scaling: by its value, but not by what rounding errors are.
    fn weights(&self, sizes: &Matrix) -> Matrix {
        let rows = sizes.rows.iter().zip(&self.rows).map(|(sizes, row)| {
            let value =
                |at| row.binary_search_by_key(&at, |entry| entry.0).map_or(0.0, |found| row[found].1.abs());
            sizes.iter().map(|&(at, size)| (at, value(at).max(KEPT * size))).collect()
        });
        Matrix { columns: self.columns, rows: rows.collect() }
    }
}

/// Decides the rank of one part: the elimination, the smallest value kept, the largest dropped and values around both.
fn judge(part: Matrix, zero: f64) -> (Elimination, Option<f64>, f64, Vec<f64>) {
    let full = part.rows.len().min(part.columns);
    if full > DENSE {
        let found = eliminate(part, Stop::Below(SLACK * zero));
        let kept = (!found.steps.is_empty()).then_some(found.smallest);
        let dropped = found.remainder.max(zero);
        let around = kept.into_iter().chain([found.remainder]).collect();
        return (found, kept, dropped, around);
    }
    let values = singular_values(&part);
    // Before the first there is the size that scaling has brought everything to, after the last rounding errors.
    let value = |at: usize| {
        if at == 0 { 1.0 } else { values.get(at - 1).map_or(zero, |&value| value.max(zero)) }
    };
    let wanted = (0..=full)
        .filter(|&rank| value(rank + 1) <= SLACK * zero)
        .max_by(|&one, &other| {
            let ratio = |rank| value(rank) / value(rank + 1);
            ratio(one).total_cmp(&ratio(other))
        })
        .unwrap_or(full);
    let found = eliminate(part, Stop::At(wanted));
    let rank = found.steps.len();
    let kept = (rank > 0).then(|| value(rank));
    let from = rank.saturating_sub(2);
    let around = values[from..(rank + 2).min(full)].to_vec();
    (found, kept, value(rank + 1), around)
}

/// Rows and columns that have to do with each other. Columns without entries are in no part.
fn parts(matrix: &Matrix) -> Vec<(Vec<u32>, Vec<u32>)> {
    let height = matrix.rows.len();
    let mut root: Vec<u32> = (0..(height + matrix.columns) as u32).collect();
    let find = |root: &mut Vec<u32>, mut at: u32| {
        while root[at as usize] != at {
            root[at as usize] = root[root[at as usize] as usize];
            at = root[at as usize];
        }
        at
    };
    for (row, entries) in (0u32..).zip(&matrix.rows) {
        for entry in entries {
            let one = find(&mut root, row);
            let other = find(&mut root, height as u32 + entry.0);
            // The smaller number is the root, so that parts come in the order of their first rows.
            root[one.max(other) as usize] = one.min(other);
        }
    }
    let mut number = vec![u32::MAX; height];
    let mut parts: Vec<(Vec<u32>, Vec<u32>)> = Vec::new();
    for row in (0..height as u32).filter(|&row| !matrix.rows[row as usize].is_empty()) {
        let top = find(&mut root, row) as usize;
        if number[top] == u32::MAX {
            number[top] = parts.len() as u32;
            parts.push((Vec::new(), Vec::new()));
        }
        parts[number[top] as usize].0.push(row);
    }
    for column in 0..matrix.columns as u32 {
        let top = find(&mut root, height as u32 + column) as usize;
        if top < height && number[top] != u32::MAX {
            parts[number[top] as usize].1.push(column);
        }
    }
    parts
}

fn restrict(matrix: &Matrix, rows: &[u32], columns: &[u32]) -> Matrix {
    // Columns of a part are ascending, so they are found by halving.
    let place = |column: u32| columns.binary_search(&column).map_or(0, |at| at as u32);
    let rows = rows.iter().map(|&row| {
        matrix.rows[row as usize].iter().map(|&(column, value)| (place(column), value)).collect()
    });
    Matrix { columns: columns.len(), rows: rows.collect() }
}
