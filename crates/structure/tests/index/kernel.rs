//! Rows that depend on each other by their numbers: circuits, hidden constraints, and random rows against their rank.

use base::{ModularRow, Residue, kernel, transpose};

use super::random::Random;

/// A whole number.
pub(crate) fn whole(number: i64) -> Residue {
    Residue::from_number(number as f64).expect("finite")
}

/// Coefficients that are whole numbers.
pub(crate) fn row(entries: &[(u32, i64)]) -> ModularRow {
    let mut row: ModularRow = entries.iter().map(|&(column, value)| (column, whole(value))).collect();
    row.retain(|entry| !entry.1.is_zero());
    row
}

/// Combinations of rows that are zero in all columns: each row with its factor, the first of which is one.
fn left(width: usize, rows: &[ModularRow]) -> Vec<ModularRow> {
    let mut found = kernel(rows.len(), transpose(width, rows)).expect("small");
    for combination in &mut found {
        let scale = combination[0].1.inverse().expect("not zero");
        combination.iter_mut().for_each(|entry| entry.1 = entry.1.times(scale));
        let mut sum = vec![Residue::ZERO; width];
        for &(row, factor) in &*combination {
            for &(column, value) in &rows[row as usize] {
                sum[column as usize] = sum[column as usize].plus(value.times(factor));
            }
        }
        assert!(sum.iter().all(|value| value.is_zero()));
    }
    found
}

#[test]
fn the_current_laws_of_a_closed_circuit_add_up_to_zero() {
    // Nodes on a ring, a branch between each and the next, and no ground.
    let size = 50u32;
    let rows: Vec<_> = (0..size).map(|node| row(&[(node, 1), ((node + 1) % size, -1)])).collect();
    let all: Vec<_> = (0..size).map(|row| (row, Residue::ONE)).collect();
    assert_eq!(left(size as usize, &rows), [all]);
    // With a ground at the first node, whose current is one more unknown, they do not.
    let mut grounded = rows;
    grounded[0].push((size, Residue::ONE));
    assert_eq!(left(size as usize + 1, &grounded), [[]; 0]);
}

#[test]
fn e004_part6_3() {
    // 0 = y1 + y2 + 2 x1 and 0 = y1 + y2 + x1 + 2 x2, in the unknowns y1 and y2: their difference holds states only.
    let rows = [row(&[(0, 1), (1, 1)]), row(&[(0, 1), (1, 1)])];
    assert_eq!(left(2, &rows), [[(0, Residue::ONE), (1, whole(-1))]]);
    // A small change of a coefficient, and nothing is hidden.
    assert_eq!(left(2, &[row(&[(0, 2), (1, 1)]), row(&[(0, 1), (1, 1)])]), [[]; 0]);
}

#[test]
fn e003_7_4_2_b() {
    // The voltage laws of the circuit hide the loop of source and capacitor: the voltage of the capacitor is a state, that
    // of the source is given. Columns: v1, v2, vL.
    let rows = [row(&[(0, -1), (2, -1)]), row(&[(0, 1), (1, 1)]), row(&[(1, 1), (2, -1)])];
    assert_eq!(left(3, &rows), [[(0, Residue::ONE), (1, Residue::ONE), (2, whole(-1))]]);
}

#[test]
fn as_many_dependences_as_the_rank_allows() {
    let mut random = Random(41);
    for _ in 0..3000 {
        let (height, width) = (1 + random.below(8), 1 + random.below(8));
        let rows = (0..height).map(|_| {
            let places = (0..width as u32).filter(|_| random.chance(45)).collect::<Vec<_>>();
            places.into_iter().map(|column| (column, random.below(5) as i64 - 2)).collect::<Vec<_>>()
        });
        let rows = rows.collect::<Vec<_>>();
        let exact: Vec<_> = rows.iter().map(|entries| row(entries)).collect();
        let rank = rank(&rows);
        assert_eq!(left(width, &exact).len(), height - rank);
        assert_eq!(kernel(width, exact).expect("small").len(), width - rank);
    }
}

/// The rank by whole numbers: elimination without division stays below 2^63 on such small matrices.
fn rank(rows: &[Vec<(u32, i64)>]) -> usize {
    let width = rows.iter().flatten().map(|entry| entry.0 as usize + 1).max().unwrap_or(0);
    let mut dense = vec![vec![0i128; width]; rows.len()];
    for (dense, row) in dense.iter_mut().zip(rows) {
        row.iter().for_each(|&(column, value)| dense[column as usize] += i128::from(value));
    }
    let (mut rank, mut before) = (0, 1);
    for column in 0..width {
        let Some(pivot) = (rank..dense.len()).find(|&row| dense[row][column] != 0) else { continue };
        dense.swap(rank, pivot);
        let pivot = dense[rank].clone();
        for row in &mut dense[rank + 1..] {
            let own = row[column];
            for (value, other) in row.iter_mut().zip(&pivot) {
                // Bareiss: the pivot before divides what comes out.
                *value = (*value * pivot[column] - other * own) / before;
            }
        }
        before = pivot[column];
        rank += 1;
    }
    rank
}

#[test]
fn long_circuits_stay_sparse() {
    // A ladder: each node has a branch to the next and one to ground; the ground node makes the laws redundant.
    let nodes = 20_000u32;
    let mut rows = Vec::new();
    for node in 0..nodes {
        let mut entries = vec![(2 * node, 1), (2 * node + 1, 1)];
        if node > 0 {
            entries.push((2 * node - 2, -1));
        }
        rows.push(row(&entries));
    }
    let mut ground = (0..nodes).map(|node| (2 * node + 1, -1)).collect::<Vec<_>>();
    ground.push((2 * nodes - 2, -1));
    rows.push(row(&ground));
    let found = left(2 * nodes as usize, &rows);
    assert_eq!(found.len(), 1);
    assert!(found[0].iter().map(|entry| entry.0).eq(0..=nodes));
    assert!(found[0].iter().all(|entry| entry.1 == Residue::ONE));
}
