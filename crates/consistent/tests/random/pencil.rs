//! Random pairs of matrices with a known Kronecker form.

use consistent::{ChainVerdict, MatrixChain, RankPrecision, SparseMatrix};

use super::dice::Dice;

pub(crate) type Dense = Vec<Vec<f64>>;

fn times(one: &Dense, other: &Dense) -> Dense {
    let width = other.first().map_or(0, Vec::len);
    one.iter()
        .map(|row| (0..width).map(|at| row.iter().zip(other).map(|(x, row)| x * row[at]).sum()).collect())
        .collect()
}

fn unit(size: usize) -> Dense {
    (0..size).map(|row| (0..size).map(|at| f64::from(u8::from(row == at))).collect()).collect()
}

/// How a form is mixed.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Mixing {
    /// By whole numbers, so that products are exact: so many steps for each row.
    Whole(usize),
    /// By orthogonal matrices.
    Orthogonal,
    /// By matrices whose singular values are between one and this number.
    Conditioned(f64),
}

/// A product of random mirrors, as many as there are rows.
fn orthogonal(dice: &mut Dice, size: usize) -> Dense {
    let mut matrix = unit(size);
    for _ in 0..size {
        let normal: Vec<f64> = (0..size).map(|_| dice.between(-1.0, 1.0)).collect();
        let length: f64 = normal.iter().map(|value| value * value).sum();
        for row in &mut matrix {
            let part: f64 = row.iter().zip(&normal).map(|(x, n)| x * n).sum();
            row.iter_mut().zip(&normal).for_each(|(x, n)| *x -= 2.0 * part / length * n);
        }
    }
    matrix
}

/// A random regular matrix.
fn regular(dice: &mut Dice, size: usize, mixing: Mixing) -> Dense {
    match mixing {
        Mixing::Orthogonal => orthogonal(dice, size),
        Mixing::Conditioned(most) => {
            let mut left = orthogonal(dice, size);
            let values: Vec<f64> = (0..size).map(|_| most.powf(dice.between(0.0, 1.0))).collect();
            for row in &mut left {
                row.iter_mut().zip(&values).for_each(|(x, value)| *x *= value);
            }
            times(&left, &orthogonal(dice, size))
        }
        Mixing::Whole(steps) => {
            let mut matrix = unit(size);
            for _ in 0..steps * size {
                let (to, from) = (dice.below(size), dice.below(size));
                let factor = [-1.0, 1.0, 2.0][dice.below(3)];
                if to != from {
                    let row = matrix[from].clone();
                    matrix[to].iter_mut().zip(row).for_each(|(value, other)| *value += factor * other);
                }
            }
            matrix
        }
    }
}

/// A pair of index 0, 1, 2 or 3, mixed by random transformations, and how many values are free.
pub(crate) fn pair(dice: &mut Dice, index: usize, mixing: Mixing) -> (Dense, Dense, usize) {
    let mut blocks = vec![];
    if index > 0 {
        blocks.push(index);
        for _ in 0..dice.below(4) {
            blocks.push(1 + dice.below(index));
        }
    }
    let free = dice.below(5) + usize::from(index == 0);
    let size = free + blocks.iter().sum::<usize>();
    let (mut a, mut b) = (vec![vec![0.0; size]; size], vec![vec![0.0; size]; size]);
    for row in 0..free {
        a[row][row] = 1.0;
        b[row][..free].iter_mut().for_each(|value| *value = dice.below(7) as f64 - 3.0);
    }
    let mut at = free;
    for block in blocks {
        for row in at..at + block {
            b[row][row] = 1.0;
            if row + 1 < at + block {
                a[row][row + 1] = 1.0;
            }
        }
        at += block;
    }
    let (left, right) = (regular(dice, size, mixing), regular(dice, size, mixing));
    (times(&times(&left, &a), &right), times(&times(&left, &b), &right), free)
}

pub(crate) fn sparse(dense: &Dense) -> SparseMatrix {
    let entries = dense
        .iter()
        .enumerate()
        .flat_map(|(row, values)| values.iter().enumerate().map(move |(at, &value)| (row, at, value)));
    SparseMatrix::from_triplets(dense.len(), dense.len(), entries)
}

/// The chain of a random pair, in units of all sizes if so wanted: the true index, what is free, and what was found.
fn looked(seed: u64, mixing: Mixing, units: bool) -> (usize, usize, MatrixChain) {
    let mut dice = Dice::new(seed);
    let index = seed as usize % 4;
    let (mut a, mut b, free) = pair(&mut dice, index, mixing);
    if units {
        let size = a.len();
        let rows: Vec<f64> = (0..size).map(|_| dice.power(-9.0, 9.0)).collect();
        let columns: Vec<f64> = (0..size).map(|_| dice.power(-5.0, 5.0)).collect();
        for matrix in [&mut a, &mut b] {
            for (row, values) in matrix.iter_mut().enumerate() {
                values.iter_mut().zip(&columns).for_each(|(value, column)| *value *= rows[row] * column);
            }
        }
    }
    (index, free, MatrixChain::new(sparse(&a), sparse(&b), &RankPrecision::default()))
}

/// Looks at so many pairs; all have to be right but so many that are left undecided.
fn classify(count: u64, mixing: Mixing, undecided: usize) {
    let (mut wrong, mut open) = (Vec::new(), Vec::new());
    for seed in 0..count {
        for units in [false, true] {
            let (index, free, chain) = looked(seed, mixing, units);
            if chain.found == ChainVerdict::Undecided {
                open.push((seed, units));
            } else if chain.found != ChainVerdict::Index(index) || chain.freedom() != free {
                wrong.push((seed, units, index, chain.found));
            }
        }
    }
    assert!(wrong.is_empty(), "{mixing:?}: {} wrong: {:?}", wrong.len(), &wrong[..wrong.len().min(20)]);
    assert!(
        open.len() <= undecided,
        "{mixing:?}: {} undecided: {:?}",
        open.len(),
        &open[..open.len().min(20)]
    );
}

#[test]
fn d002_rand_pencils_mixed_by_whole_numbers() {
    classify(1000, Mixing::Whole(1), 0);
    classify(1000, Mixing::Whole(2), 0);
}

#[test]
fn d002_rand_pencils_mixed_by_orthogonal_matrices() {
    classify(1000, Mixing::Orthogonal, 0);
}

#[test]
fn d002_rand_pencils_mixed_by_other_matrices() {
    classify(1000, Mixing::Conditioned(10.0), 0);
    classify(1000, Mixing::Conditioned(100.0), 20);
}

#[test]
fn badly_mixed_pencils_are_left_undecided_and_never_wrong() {
    // Their inverses have entries up to a hundred million, so that double precision cannot know.
    classify(1000, Mixing::Whole(4), 200);
    classify(1000, Mixing::Conditioned(1e4), 400);
    classify(1000, Mixing::Conditioned(1e6), 800);
}

#[test]
fn singular_pencils_have_no_index() {
    for seed in 0..200 {
        let mut dice = Dice::new(seed);
        let (mut a, mut b, _) = pair(&mut dice, 1 + seed as usize % 2, Mixing::Whole(1));
        let size = a.len();
        let (from, to) = (dice.below(size), dice.below(size));
        if from == to {
            continue;
        }
        // One equation becomes twice another one, derivatives and all.
        for matrix in [&mut a, &mut b] {
            matrix[to] = matrix[from].iter().map(|value| 2.0 * value).collect();
        }
        let chain = MatrixChain::new(sparse(&a), sparse(&b), &RankPrecision::default());
        assert_eq!(chain.found, ChainVerdict::Singular, "seed {seed}");
    }
}
