//! Rows and columns of one size, by powers of two, so that nothing is rounded.
//!
//! D. Ruiz, A scaling algorithm to equilibrate both rows and columns norms in matrices, RAL-TR-2001-034.

use crate::matrix::Matrix;

/// Rounds; each halves the exponents that are left.
const ROUNDS: usize = 12;

/// Powers of two for rows and for columns that bring the largest entry of each near one.
pub(crate) fn scales(matrix: &Matrix) -> (Vec<f64>, Vec<f64>) {
    let mut rows = vec![1f64; matrix.rows.len()];
    let mut columns = vec![1f64; matrix.columns];
    for round in 0..ROUNDS {
        let mut row_most = vec![0f64; rows.len()];
        let mut column_most = vec![0f64; columns.len()];
        for (at, row) in matrix.rows.iter().enumerate() {
            for &(column, value) in row {
                let size = value.abs() * rows[at] * columns[column as usize];
                row_most[at] = row_most[at].max(size);
                column_most[column as usize] = column_most[column as usize].max(size);
            }
        }
        // Rows alone at last, so that no entry is above two.
        let share = if round + 1 == ROUNDS { 1.0 } else { 0.5 };
        adjust(&mut rows, &row_most, share);
        if round + 1 < ROUNDS {
            adjust(&mut columns, &column_most, share);
        }
    }
    (rows, columns)
}

fn adjust(scales: &mut [f64], most: &[f64], share: f64) {
    for (scale, &most) in scales.iter_mut().zip(most) {
        if most > 0.0 && most.is_finite() {
            *scale *= (-(most.log2() * share).round()).exp2();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_of_all_sizes_come_near_one() {
        let matrix = Matrix::from_dense(&[[1e-14, 0.0, 3.0], [0.0, 1e9, 0.0], [2e-13, 1e2, 0.0]]);
        let (rows, columns) = scales(&matrix);
        for (at, row) in matrix.rows.iter().enumerate() {
            let most = row
                .iter()
                .fold(0f64, |most, entry| most.max(entry.1.abs() * rows[at] * columns[entry.0 as usize]));
            assert!((0.5..=2.0).contains(&most), "row {at}: {most}");
        }
    }
}
