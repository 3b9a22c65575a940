//! Equations that depend on each other but do not contradict each other: of all solutions the nearest.

use linear::DenseFactors;

/// Larger systems are given up where they are singular.
const MAX_SIZE: usize = 200;

/// So much of the largest entry keeps the matrix from being singular.
const KEEP: f64 = 1e-10;

/// The short correction after which the residual is as small as it can be (Levenberg and Marquardt), for a matrix by
/// columns.
pub(super) fn correction(
    starts: &[u32],
    rows: &[u32],
    entries: &[f64],
    residual: &[f64],
) -> Option<Vec<f64>> {
    let size = residual.len();
    if size > MAX_SIZE {
        return None;
    }
    let column = |at: usize| {
        let range = starts[at] as usize..starts[at + 1] as usize;
        rows[range.clone()].iter().map(|&row| row as usize).zip(&entries[range])
    };
    // Each row counts the same, however large its numbers are.
    let mut weight = vec![0.0f64; size];
    for at in 0..size {
        column(at).for_each(|(row, entry)| weight[row] = weight[row].max(entry.abs()));
    }
    let weight: Vec<f64> = weight.iter().map(|&w| if w > 0.0 { w.recip().powi(2) } else { 1.0 }).collect();
    let (mut matrix, mut own) = (vec![0.0; size * size], vec![0.0; size]);
    let mut side = vec![0.0; size];
    for i in 0..size {
        own.fill(0.0);
        column(i).for_each(|(row, &entry)| own[row] = entry * weight[row]);
        side[i] = own.iter().zip(residual).map(|(a, r)| a * r).sum();
        for j in 0..size {
            matrix[i * size + j] = column(j).map(|(row, &entry)| own[row] * entry).sum();
        }
    }
    let largest = (0..size).map(|i| matrix[i * size + i]).fold(0.0, f64::max);
    (0..size).for_each(|i| matrix[i * size + i] += KEEP * largest);
    let mut factors = DenseFactors::new(size);
    let solved = largest > 0.0 && factors.factor(&matrix).is_ok() && factors.solve(&mut side).is_ok();
    (solved && side.iter().all(|x| x.is_finite())).then_some(side)
}
