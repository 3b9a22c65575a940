//! The order of the blocks of a Schur form (Z. Bai and J. W. Demmel, "On swapping diagonal blocks in real Schur form",
//! Linear Algebra and its Applications 186, 1993).

use super::schur::split;
use super::{Qr, Schur, solve_sylvester};
use crate::Matrix;

/// Brings the chosen eigenvalues to the front, and says how many they are. Of a complex pair both are chosen if one is.
/// None if two eigenvalues are too near to each other to be exchanged.
pub fn reorder(schur: Schur, chosen: impl Fn(usize) -> bool) -> Option<(Schur, usize)> {
    let Schur { mut t, mut z } = schur;
    let (mut front, mut at) = (0, 0);
    while at < t.rows {
        let size = if at + 1 < t.rows && t[(at + 1, at)] != 0.0 { 2 } else { 1 };
        if (at..at + size).any(&chosen) {
            let mut here = at;
            while here > front {
                let above = if here > 1 && t[(here - 1, here - 2)] != 0.0 { 2 } else { 1 };
                here -= above;
                swap(&mut t, &mut z, here, above, size)?;
            }
            front += size;
        }
        at += size;
    }
    Some((Schur { t, z }, front))
}

/// Exchanges two neighbouring blocks of the given sizes.
fn swap(t: &mut Matrix, z: &mut Matrix, at: usize, first: usize, second: usize) -> Option<()> {
    let part = |rows: usize, columns: usize, row: usize, column: usize| {
        Matrix::from_fn(rows, columns, |i, j| t[(at + row + i, at + column + j)])
    };
    let (a, b, c) =
        (part(first, first, 0, 0), part(second, second, first, first), part(first, second, 0, first));
    // With a·x − x·b = c the columns of [−x; 1] span what belongs to the second block.
    let x = solve_sylvester(&a, &b, &c, -1.0)?;
    let span = Matrix::from_fn(first + second, second, |row, column| {
        if row < first { -x[(row, column)] } else { f64::from(u8::from(row - first == column)) }
    });
    let q = Qr::new(span, false).q(first + second);
    let size = first + second;
    for column in 0..t.columns {
        let old: Vec<f64> = (0..size).map(|row| t[(at + row, column)]).collect();
        for row in 0..size {
            t[(at + row, column)] = (0..size).map(|k| q[(k, row)] * old[k]).sum();
        }
    }
    for matrix in [&mut *t, &mut *z] {
        for row in 0..matrix.rows {
            let old: Vec<f64> = (0..size).map(|column| matrix[(row, at + column)]).collect();
            for column in 0..size {
                matrix[(row, at + column)] = (0..size).map(|k| old[k] * q[(k, column)]).sum();
            }
        }
    }
    for row in second..size {
        (0..second).for_each(|column| t[(at + row, at + column)] = 0.0);
    }
    for (place, size) in [(at, second), (at + second, first)] {
        if size == 2 {
            split(t, z, place);
        }
    }
    Some(())
}
