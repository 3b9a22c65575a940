//! Sparse matrices by rows, and sums in which what cancels is gone.

/// A sparse matrix: for each row its columns in ascending order with their values.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct SparseMatrix {
    /// How many columns there are.
    pub columns: usize,
    /// The entries of each row.
    pub rows: Vec<Vec<(u32, f64)>>,
}

/// A sum below this part of its terms is nothing but rounding errors.
const CANCELLED: f64 = 1e-13;

impl SparseMatrix {
    /// A matrix of zeros.
    pub fn zeros(rows: usize, columns: usize) -> SparseMatrix {
        SparseMatrix { columns, rows: vec![Vec::new(); rows] }
    }

    /// From rows, columns and values in any order; what stands at the same place is added.
    pub fn from_triplets(
        rows: usize,
        columns: usize,
        triplets: impl IntoIterator<Item = (usize, usize, f64)>,
    ) -> SparseMatrix {
        let mut matrix = SparseMatrix::zeros(rows, columns);
        for (row, column, value) in triplets {
            matrix.rows[row].push((column as u32, value));
        }
        for row in &mut matrix.rows {
            row.sort_by_key(|entry| entry.0);
            row.dedup_by(|next, kept| {
                let same = next.0 == kept.0;
                if same {
                    kept.1 += next.1;
                }
                same
            });
            // What is not finite stays, so that it can be reported.
            row.retain(|entry| entry.1 != 0.0);
        }
        matrix
    }

    /// From rows written out.
    pub fn from_dense<const N: usize>(rows: &[[f64; N]]) -> SparseMatrix {
        let triplets = rows
            .iter()
            .enumerate()
            .flat_map(|(at, row)| row.iter().enumerate().map(move |(column, &value)| (at, column, value)));
        SparseMatrix::from_triplets(rows.len(), N, triplets)
    }

    /// The unit matrix.
    pub fn identity(size: usize) -> SparseMatrix {
        SparseMatrix { columns: size, rows: (0..size as u32).map(|at| vec![(at, 1.0)]).collect() }
    }

    /// How many rows there are.
    pub fn height(&self) -> usize {
        self.rows.len()
    }

    /// How many entries there are.
    pub fn entries(&self) -> usize {
        self.rows.iter().map(Vec::len).sum()
    }

    /// The entry at a place.
    pub fn get(&self, row: usize, column: usize) -> f64 {
        let row = &self.rows[row];
        row.binary_search_by_key(&(column as u32), |entry| entry.0).map_or(0.0, |at| row[at].1)
    }

    /// All rows written out.
    pub fn to_dense(&self) -> Vec<Vec<f64>> {
        let mut dense = vec![vec![0.0; self.columns]; self.rows.len()];
        for (out, row) in dense.iter_mut().zip(&self.rows) {
            for &(column, value) in row {
                out[column as usize] = value;
            }
        }
        dense
    }

    /// Rows become columns.
    pub fn transpose(&self) -> SparseMatrix {
        SparseMatrix { columns: self.rows.len(), rows: transpose_rows(&self.rows, self.columns) }
    }

    /// Each value without its sign.
    pub fn abs(&self) -> SparseMatrix {
        let rows = self.rows.iter().map(|row| row.iter().map(|&(at, value)| (at, value.abs())).collect());
        SparseMatrix { columns: self.columns, rows: rows.collect() }
    }

    /// This matrix times another.
    pub fn times(&self, other: &SparseMatrix) -> SparseMatrix {
        let mut sum = SparseAccumulator::new(other.columns);
        let rows = self.rows.iter().map(|row| {
            for &(at, factor) in row {
                sum.add(factor, &other.rows[at as usize]);
            }
            sum.take()
        });
        SparseMatrix { columns: other.columns, rows: rows.collect() }
    }

    /// This matrix plus another one times a factor.
    pub fn plus(&self, factor: f64, other: &SparseMatrix) -> SparseMatrix {
        let mut sum = SparseAccumulator::new(self.columns);
        let rows = self.rows.iter().zip(&other.rows).map(|(one, two)| {
            sum.add(1.0, one);
            sum.add(factor, two);
            sum.take()
        });
        SparseMatrix { columns: self.columns, rows: rows.collect() }
    }

    /// This matrix times a vector.
    pub fn apply(&self, vector: &[f64]) -> Vec<f64> {
        self.rows.iter().map(|row| row.iter().map(|&(at, value)| value * vector[at as usize]).sum()).collect()
    }

    /// A vector times this matrix.
    pub(crate) fn apply_left(&self, vector: &[f64]) -> Vec<f64> {
        let mut out = vec![0.0; self.columns];
        for (row, &factor) in self.rows.iter().zip(vector) {
            for &(at, value) in row {
                out[at as usize] += factor * value;
            }
        }
        out
    }

    /// A matrix of one column.
    pub fn column(vector: &[f64]) -> SparseMatrix {
        let rows = vector.iter().map(|&value| if value == 0.0 { Vec::new() } else { vec![(0, value)] });
        SparseMatrix { columns: 1, rows: rows.collect() }
    }

    /// The first column written out.
    pub fn as_vector(&self) -> Vec<f64> {
        self.rows.iter().map(|row| row.first().map_or(0.0, |entry| entry.1)).collect()
    }

    /// Only the entries that are more than this part of those at the same places of `sizes`.
    pub(crate) fn without_rounding_errors(mut self, sizes: &SparseMatrix, part: f64) -> SparseMatrix {
        for (row, size) in self.rows.iter_mut().zip(&sizes.rows) {
            row.retain(|&(at, value)| {
                let found = size.binary_search_by_key(&at, |entry| entry.0);
                found.is_err() || found.is_ok_and(|found| value.abs() > part * size[found].1)
            });
        }
        self
    }

    /// The first place whose value is not finite.
    pub fn broken(&self) -> Option<(usize, usize, f64)> {
        self.rows.iter().enumerate().find_map(|(row, entries)| {
            entries
                .iter()
                .find(|entry| !entry.1.is_finite())
                .map(|&(column, value)| (row, column as usize, value))
        })
    }

    /// The largest value without its sign.
    pub fn largest(&self) -> f64 {
        self.rows.iter().flatten().fold(0.0, |most, entry| most.max(entry.1.abs()))
    }
}

/// The columns of sparse rows, so many, as rows.
pub(crate) fn transpose_rows<T: Copy>(rows: &[Vec<(u32, T)>], columns: usize) -> Vec<Vec<(u32, T)>> {
    let mut turned = vec![Vec::new(); columns];
    for (at, row) in (0..).zip(rows) {
        for &(column, value) in row {
            turned[column as usize].push((at, value));
        }
    }
    turned
}

/// Adds sparse rows up. A place where everything cancels but rounding errors is left out.
#[derive(Clone, Debug)]
pub(crate) struct SparseAccumulator {
    values: Vec<f64>,
    sizes: Vec<f64>,
    touched: Vec<u32>,
}

impl SparseAccumulator {
    pub(crate) fn new(columns: usize) -> SparseAccumulator {
        SparseAccumulator { values: vec![0.0; columns], sizes: vec![0.0; columns], touched: Vec::new() }
    }

    pub(crate) fn put(&mut self, column: u32, value: f64) {
        let at = column as usize;
        if self.sizes[at] == 0.0 {
            self.touched.push(column);
        }
        self.values[at] += value;
        // Never zero once touched.
        self.sizes[at] += value.abs().max(f64::MIN_POSITIVE);
    }

    pub(crate) fn add(&mut self, factor: f64, row: &[(u32, f64)]) {
        for &(column, value) in row {
            self.put(column, factor * value);
        }
    }

    /// The sum; all is zero again.
    pub(crate) fn take(&mut self) -> Vec<(u32, f64)> {
        self.touched.sort_unstable();
        let mut row = Vec::with_capacity(self.touched.len());
        for &column in &self.touched {
            let at = column as usize;
            if self.values[at].is_nan() || self.values[at].abs() > CANCELLED * self.sizes[at] {
                row.push((column, self.values[at]));
            }
            (self.values[at], self.sizes[at]) = (0.0, 0.0);
        }
        self.touched.clear();
        row
    }
}
