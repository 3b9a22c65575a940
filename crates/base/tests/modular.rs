//! Numbers modulo a prime, and what systems of them leave open.

#![allow(clippy::unwrap_used)]

use base::{ModularRow, Residue, kernel, transpose};

fn rows(numbers: &[&[f64]]) -> Vec<ModularRow> {
    let row = |row: &&[f64]| {
        let entries = (0..).zip(*row).filter(|entry| *entry.1 != 0.0);
        entries.map(|(column, &number)| (column, Residue::from_number(number).unwrap())).collect()
    };
    numbers.iter().map(row).collect()
}

#[test]
fn binary_numbers_are_exact() {
    let number = |number: f64| Residue::from_number(number).unwrap();
    assert_eq!(number(0.1).times(number(8.0)), number(0.8));
    assert_eq!(number(-3.5).plus(number(3.5)), Residue::ZERO);
    assert_eq!(number(6.0).times(number(3.0).inverse().unwrap()), number(2.0));
    assert_eq!(number(5e-324).times(number(2f64.powi(1000))), number(5e-324 * 2f64.powi(1000)));
    assert_eq!(Residue::from_number(f64::NAN), None);
    for seed in 0..100 {
        let some = Residue::random(seed);
        assert_eq!(some.times(some.inverse().unwrap()), Residue::ONE);
    }
    assert_eq!((Residue::ZERO.inverse(), number(-1.0).inverse()), (None, Some(number(-1.0))));
}

#[test]
fn what_is_left_open_is_found_and_nothing_else() {
    // Only differences of the first three columns stand anywhere.
    let found =
        kernel(4, rows(&[&[1.0, -1.0, 0.0, 2.0], &[0.0, 1.0, -1.0, 0.0], &[0.0, 0.0, 0.0, 3.0]])).unwrap();
    assert_eq!(found.len(), 1);
    let columns: Vec<u32> = found[0].iter().map(|entry| entry.0).collect();
    assert_eq!(columns, [0, 1, 2]);
    assert!(kernel(2, rows(&[&[1.0, 2.0], &[3.0, 4.0]])).unwrap().is_empty());
    assert_eq!(kernel(2, rows(&[&[1.0, 2.0], &[2.0, 4.0]])).unwrap().len(), 1);
}

/// Differences to the first column, and their sum: a long row, which every other one changes.
#[test]
fn long_rows_depend_as_short_ones_do() {
    let (one, minus) = (Residue::ONE, Residue::ONE.negated());
    let mut all: Vec<ModularRow> = (1..200).map(|at| vec![(0, minus), (at, one)]).collect();
    let mut sum: ModularRow = (1..200).map(|at| (at, one)).collect();
    sum.insert(0, (0, (1..200).fold(Residue::ZERO, |sum, _| sum.plus(minus))));
    all.push(sum);
    let found = kernel(200, all.clone()).unwrap();
    assert_eq!(found, [(0..200).map(|at| (at, one)).collect::<ModularRow>()]);
    let left = kernel(200, transpose(200, &all)).unwrap();
    assert_eq!((left.len(), left[0].len()), (1, 200));
    all[199][0].1 = one;
    assert!(kernel(200, all).unwrap().is_empty());
}

#[test]
fn kernels_of_random_matrices_are_as_large_as_they_must_be() {
    // Products of a tall and a flat random matrix have the rank of the smaller side.
    for seed in 0..200u64 {
        let number = |at: u64| Residue::random(seed * 1000 + at);
        let (height, width, rank) = (1 + seed % 7, 1 + seed / 7 % 7, seed % 5);
        let entry = |row: u64, column: u64| {
            let terms = (0..rank).map(|at| number(row * 10 + at).times(number(500 + column * 10 + at)));
            terms.fold(Residue::ZERO, Residue::plus)
        };
        let row = |row: u64| {
            let entries = (0..width).map(|column| (column as u32, entry(row, column)));
            entries.filter(|entry| !entry.1.is_zero()).collect::<ModularRow>()
        };
        let rows: Vec<ModularRow> = (0..height).map(row).collect();
        let found = kernel(width as usize, rows.clone()).unwrap();
        assert_eq!(found.len() as u64, width - rank.min(width).min(height), "seed {seed}");
        for vector in &found {
            for row in &rows {
                let value = |column: u32| vector.iter().find(|entry| entry.0 == column).map(|entry| entry.1);
                let terms = row.iter().filter_map(|entry| Some(entry.1.times(value(entry.0)?)));
                assert!(terms.fold(Residue::ZERO, Residue::plus).is_zero());
            }
        }
    }
}
