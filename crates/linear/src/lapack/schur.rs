//! The real Schur form by the implicit double-shift QR iteration of J. G. F. Francis (1961).

use super::Hessenberg;
use super::qr::{apply, apply_right, reflect};
use crate::Matrix;

/// `a = z·t·zᵀ` with `t` upper triangular but for blocks of two rows, one to each pair of complex eigenvalues.
#[derive(Clone, Debug)]
pub struct Schur {
    /// `t`
    pub t: Matrix,
    /// `z`
    pub z: Matrix,
}

/// Iterations to an eigenvalue.
const MAX_STEPS: usize = 60;

/// The Schur form of a square matrix; none if the iteration does not end, as with numbers that are none.
pub fn schur(a: &Matrix) -> Option<Schur> {
    let hessenberg = Hessenberg::new(a.clone());
    from_hessenberg(hessenberg.h(), hessenberg.q())
}

/// Goes on from the Hessenberg form and what brought the matrix there.
pub fn from_hessenberg(h: Matrix, z: Matrix) -> Option<Schur> {
    let (mut t, mut z) = (h, z);
    let mut end = t.rows;
    let mut steps = 0;
    while end > 1 {
        let begin = begin(&mut t, end);
        if end - begin <= 2 {
            if end - begin == 2 {
                split(&mut t, &mut z, begin);
            }
            end = begin;
            steps = 0;
            continue;
        }
        steps += 1;
        if steps > MAX_STEPS {
            return None;
        }
        step(&mut t, &mut z, begin, end, steps % 10 == 0);
    }
    Some(Schur { t, z })
}

/// The row where the last block that does not fall apart begins.
fn begin(t: &mut Matrix, end: usize) -> usize {
    for row in (1..end).rev() {
        let around = t[(row, row)].abs() + t[(row - 1, row - 1)].abs();
        let around =
            if around == 0.0 { t.items.iter().fold(0.0, |all, item| all + item.abs()) } else { around };
        if t[(row, row - 1)].abs() <= f64::EPSILON * around {
            t[(row, row - 1)] = 0.0;
            return row;
        }
    }
    0
}

/// One step with both eigenvalues of the last two rows as shifts, or with others if that leads nowhere.
fn step(t: &mut Matrix, z: &mut Matrix, begin: usize, end: usize, unusual: bool) {
    let last = end - 1;
    let (sum, product) = if unusual {
        let size = t[(last, last - 1)].abs() + t[(last - 1, last - 2)].abs();
        (1.5 * size, size * size)
    } else {
        let (a, b, c, d) =
            (t[(last - 1, last - 1)], t[(last - 1, last)], t[(last, last - 1)], t[(last, last)]);
        (a + d, a * d - b * c)
    };
    // The first column of (t − s₁)·(t − s₂), and then the bulge it makes is chased down.
    let (a, b, c, d) =
        (t[(begin, begin)], t[(begin, begin + 1)], t[(begin + 1, begin)], t[(begin + 1, begin + 1)]);
    let mut column =
        vec![a * a + b * c - sum * a + product, c * (a + d - sum), c * t[(begin + 2, begin + 1)]];
    for row in begin..last {
        let tau = reflect(&mut column);
        let vector = &column[1..];
        if row > begin {
            t[(row, row - 1)] = column[0];
            (row + 1..=row + vector.len()).for_each(|below| t[(below, row - 1)] = 0.0);
        }
        apply(t, tau, row, vector, row);
        apply_right(t, tau, row, vector, (row + 4).min(end));
        apply_right(z, tau, row, vector, z.rows);
        let next = row + 1..(row + 4).min(end);
        column = next.map(|below| t[(below, row)]).collect();
    }
}

/// Turns a block of two rows: to a triangle if its eigenvalues are real, otherwise to equal diagonal elements.
pub(super) fn split(t: &mut Matrix, z: &mut Matrix, at: usize) {
    let (a, b, c, d) = (t[(at, at)], t[(at, at + 1)], t[(at + 1, at)], t[(at + 1, at + 1)]);
    if c == 0.0 {
        return;
    }
    let half = 0.5 * (a - d);
    let under = half * half + b * c;
    let (cosine, sine) = if under >= 0.0 {
        // An eigenvector of the block becomes the first direction.
        let root = half + under.sqrt().copysign(half);
        let length = root.hypot(c);
        (root / length, c / length)
    } else {
        let angle = 0.5 * (a - d).atan2(-(b + c));
        let (sine, cosine) = angle.sin_cos();
        (cosine, sine)
    };
    for column in at..t.columns {
        let (x, y) = (t[(at, column)], t[(at + 1, column)]);
        t[(at, column)] = cosine * x + sine * y;
        t[(at + 1, column)] = cosine * y - sine * x;
    }
    for (matrix, rows) in [(&mut *t, at + 2), (z, usize::MAX)] {
        for row in 0..rows.min(matrix.rows) {
            let (x, y) = (matrix[(row, at)], matrix[(row, at + 1)]);
            matrix[(row, at)] = cosine * x + sine * y;
            matrix[(row, at + 1)] = cosine * y - sine * x;
        }
    }
    if under >= 0.0 {
        t[(at + 1, at)] = 0.0;
    }
}
