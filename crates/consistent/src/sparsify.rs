//! Combinations of few rows instead of many.
//!
//! A basis of a space of combinations can be chosen. Rows are added to each other as long as that makes one of them
//! shorter; the shortest basis is not sought, which would be hard.

use crate::matrix::SparseMatrix;

/// Entries below this part of the largest of their row are rounding errors.
const GONE: f64 = 1e-12;
/// Rounds over all pairs.
const ROUNDS: usize = 4;
/// Neighbours that are tried for one row.
const TRIALS: usize = 64;

/// Another basis of the same space, with short rows whose largest entry is one. Sizes say how much each column counts:
/// volts and coulombs differ by many powers of ten and are to be compared all the same.
pub fn sparsify(basis: &SparseMatrix, sizes: &[f64]) -> SparseMatrix {
    let mut rows = basis.rows.clone();
    for _ in 0..ROUNDS {
        let mut holders = vec![Vec::new(); basis.columns];
        for (at, row) in rows.iter().enumerate() {
            row.iter().for_each(|entry| holders[entry.0 as usize].push(at));
        }
        let mut changed = false;
        for at in 0..rows.len() {
            let mut others: Vec<usize> = rows[at]
                .iter()
                .flat_map(|entry| holders[entry.0 as usize].iter().copied())
                .filter(|&other| other != at)
                .collect();
            others.sort_unstable();
            others.dedup();
            others.sort_by_key(|&other| rows[other].len());
            others.truncate(TRIALS);
            for other in others {
                if let Some(shorter) = shorten(&rows[at], &rows[other]) {
                    rows[at] = shorter;
                    changed = true;
                }
            }
        }
        if !changed {
            break;
        }
    }
    for row in &mut rows {
        normalize(row, sizes);
    }
    SparseMatrix { columns: basis.columns, rows }
}

/// A row plus a multiple of another one that is shorter than the row, if there is any.
fn shorten(row: &[(u32, f64)], other: &[(u32, f64)]) -> Option<Vec<(u32, f64)>> {
    // The factor that most of the shared entries agree on.
    let mut factors: Vec<f64> = Vec::new();
    for &(at, value) in other {
        if let Ok(found) = row.binary_search_by_key(&at, |entry| entry.0) {
            factors.push(row[found].1 / value);
        }
    }
    factors.sort_by(f64::total_cmp);
    let mut best = (0, 0.0);
    let mut from = 0;
    for at in 1..=factors.len() {
        if at == factors.len() || (factors[at] - factors[from]).abs() > 1e-10 * factors[from].abs() {
            if at - from > best.0 {
                best = (at - from, factors[from]);
            }
            from = at;
        }
    }
    if best.0 == 0 {
        return None;
    }
    let width = row.iter().chain(other).map(|entry| entry.0).max().unwrap_or(0) as usize + 1;
    let one = SparseMatrix { columns: width, rows: vec![row.to_vec()] };
    let two = SparseMatrix { columns: width, rows: vec![other.to_vec()] };
    let sizes = one.abs().plus(best.1.abs(), &two.abs());
    let sum = one.plus(-best.1, &two).without_rounding_errors(&sizes, 1e-10);
    let shorter = sum.rows.into_iter().next()?;
    (shorter.len() < row.len() && !shorter.is_empty()).then_some(shorter)
}

/// The first of the largest entries becomes one.
fn normalize(row: &mut Vec<(u32, f64)>, sizes: &[f64]) {
    let size = |entry: &(u32, f64)| entry.1.abs() * sizes[entry.0 as usize];
    let most = row.iter().map(size).fold(0f64, f64::max);
    row.retain(|entry| size(entry) > GONE * most);
    if let Some(first) = row.iter().find(|entry| size(entry) > 0.999_999 * most).map(|entry| entry.1) {
        row.iter_mut().for_each(|entry| entry.1 /= first);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_become_what_they_are_sums_of() {
        let basis =
            SparseMatrix::from_dense(&[[1.0, -1.0, 0.0, 0.0], [2.0, -2.0, 3.0, 3.0], [0.0, 0.0, 1.0, -1.0]]);
        let short = sparsify(&basis, &[1.0; 4]);
        let wanted = [[1.0, -1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 1.0], [0.0, 0.0, 1.0, -1.0]];
        // Of the last two either may be made from the other; both stay as short as a pair.
        assert_eq!(short.rows[0], SparseMatrix::from_dense(&wanted).rows[0]);
        assert!(short.rows.iter().all(|row| row.len() <= 2), "{:?}", short.to_dense());
        assert_eq!(crate::rank_decomposition::RankDecomposition::new(&short, 1e-15).decision.rank, 3);
    }
}
