//! Rows and columns of one size, by powers of two, so that nothing is rounded.
//!
//! A. R. Curtis, J. K. Reid, On the automatic scaling of matrices for Gaussian elimination, J. Inst. Maths Applics 10
//! (1972): factors for rows and columns such that the logarithms of all entries are as near zero as they can be. To
//! bring the largest entries to one is not enough: small ones that alone connect a column to others would stay small.

use crate::matrix::SparseMatrix;

/// Rounds over rows and columns at most.
const ROUNDS: usize = 60;
/// A round that moves nothing by more than this power of two is the last one.
const CALM: f64 = 0.25;

/// How rows and columns are brought to one size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scaling {
    /// By the logarithms of all entries: where a few sizes meet, as units do.
    Mean,
    /// By the largest entries, D. Ruiz, RAL-TR-2001-034: where entries fade away, as in an inverse.
    Largest,
}

/// Powers of two for rows and for columns that bring all entries near one, and the largest of each row, too.
pub(crate) fn scales(matrix: &SparseMatrix, scaling: Scaling) -> (Vec<f64>, Vec<f64>) {
    let columns = match scaling {
        Scaling::Mean => mean(matrix),
        Scaling::Largest => largest(matrix),
    };
    let rows = matrix.rows.iter().map(|row| {
        let most = row.iter().fold(0f64, |most, &(at, value)| most.max(value.abs() * columns[at as usize]));
        if most > 0.0 && most.is_finite() { (-most.log2().round()).exp2() } else { 1.0 }
    });
    (rows.collect(), columns)
}

/// Factors of columns by the largest entries of rows and columns in turn.
fn largest(matrix: &SparseMatrix) -> Vec<f64> {
    let mut columns = vec![1f64; matrix.columns];
    let mut rows = vec![1f64; matrix.rows.len()];
    for _ in 0..ROUNDS / 4 {
        let mut row_most = vec![0f64; rows.len()];
        let mut column_most = vec![0f64; columns.len()];
        for (at, row) in matrix.rows.iter().enumerate() {
            for &(column, value) in row {
                let size = value.abs() * rows[at] * columns[column as usize];
                row_most[at] = row_most[at].max(size);
                column_most[column as usize] = column_most[column as usize].max(size);
            }
        }
        for (factors, most) in [(&mut rows, &row_most), (&mut columns, &column_most)] {
            for (factor, &most) in factors.iter_mut().zip(most).filter(|pair| *pair.1 > 0.0) {
                *factor *= (-(most.log2() / 2.0).round()).exp2();
            }
        }
    }
    columns
}

/// Factors of columns by the logarithms of all entries.
fn mean(matrix: &SparseMatrix) -> Vec<f64> {
    let logs: Vec<Vec<(u32, f64)>> = matrix
        .rows
        .iter()
        .map(|row| row.iter().map(|&(at, value)| (at, value.abs().log2())).collect())
        .collect();
    let mut rows = vec![0f64; matrix.rows.len()];
    let mut columns = vec![0f64; matrix.columns];
    for _ in 0..ROUNDS {
        let mut moved = 0f64;
        let mut sums = vec![(0f64, 0u32); columns.len()];
        for (row, entries) in rows.iter_mut().zip(&logs) {
            if entries.is_empty() {
                continue;
            }
            let sum: f64 = entries.iter().map(|&(at, log)| log + columns[at as usize]).sum();
            let next = -sum / entries.len() as f64;
            moved = moved.max((next - *row).abs());
            *row = next;
            for &(at, log) in entries {
                let place = &mut sums[at as usize];
                *place = (place.0 + log + next, place.1 + 1);
            }
        }
        for (column, &(sum, count)) in columns.iter_mut().zip(&sums) {
            if count > 0 {
                *column = -sum / f64::from(count);
            }
        }
        if moved <= CALM {
            break;
        }
    }
    columns.iter().map(|power| power.round().clamp(-900.0, 900.0).exp2()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_of_all_sizes_come_near_one() {
        let matrix = SparseMatrix::from_dense(&[[1e-14, 0.0, 3.0], [0.0, 1e9, 0.0], [2e-13, 1e2, 0.0]]);
        let (rows, columns) = scales(&matrix, Scaling::Mean);
        for (at, row) in matrix.rows.iter().enumerate() {
            for entry in row {
                let size = entry.1.abs() * rows[at] * columns[entry.0 as usize];
                assert!((0.1..=2.0).contains(&size), "row {at}: {size}");
            }
        }
    }
}
