//! Random pairs of matrices with a known Kronecker form.

use consistent::{Chain, Found, Matrix, Precision};

use crate::dice::Dice;

type Dense = Vec<Vec<f64>>;

fn times(one: &Dense, other: &Dense) -> Dense {
    let width = other.first().map_or(0, Vec::len);
    one.iter()
        .map(|row| (0..width).map(|at| row.iter().zip(other).map(|(x, row)| x * row[at]).sum()).collect())
        .collect()
}

fn unit(size: usize) -> Dense {
    (0..size).map(|row| (0..size).map(|at| f64::from(u8::from(row == at))).collect()).collect()
}

/// A random regular matrix: of whole numbers, so that products are exact, from so many steps, or orthogonal.
fn regular(dice: &mut Dice, size: usize, steps: Option<usize>) -> Dense {
    let mut matrix = unit(size);
    if let Some(steps) = steps {
        for _ in 0..steps {
            let (to, from) = (dice.below(size), dice.below(size));
            let factor = [-1.0, 1.0, 2.0][dice.below(3)];
            if to != from {
                let row = matrix[from].clone();
                matrix[to].iter_mut().zip(row).for_each(|(value, other)| *value += factor * other);
            }
        }
        return matrix;
    }
    for _ in 0..2 {
        let normal: Vec<f64> = (0..size).map(|_| dice.between(-1.0, 1.0)).collect();
        let length: f64 = normal.iter().map(|value| value * value).sum();
        let mirror = (0..size)
            .map(|row| {
                (0..size)
                    .map(|at| f64::from(u8::from(row == at)) - 2.0 * normal[row] * normal[at] / length)
                    .collect()
            })
            .collect();
        matrix = times(&matrix, &mirror);
    }
    matrix
}

/// A pair of index 0, 1, 2 or 3, mixed by random transformations, and how many values are free.
fn pair(dice: &mut Dice, index: usize, mixing: usize) -> (Dense, Dense, usize) {
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
    let steps = (dice.below(2) == 0).then_some(mixing * size);
    let (left, right) = (regular(dice, size, steps), regular(dice, size, steps));
    (times(&times(&left, &a), &right), times(&times(&left, &b), &right), free)
}

fn sparse(dense: &Dense) -> Matrix {
    let entries = dense
        .iter()
        .enumerate()
        .flat_map(|(row, values)| values.iter().enumerate().map(move |(at, &value)| (row, at, value)));
    Matrix::from_triplets(dense.len(), dense.len(), entries)
}

/// A pair of matrices, half of them with equations and unknowns of all units.
fn scaled(seed: u64, mixing: usize) -> (usize, usize, Chain) {
    let mut dice = Dice::new(seed);
    let index = seed as usize % 4;
    let (mut a, mut b, free) = pair(&mut dice, index, mixing);
    if dice.below(2) == 0 {
        let size = a.len();
        let rows: Vec<f64> = (0..size).map(|_| dice.power(-9.0, 9.0)).collect();
        let columns: Vec<f64> = (0..size).map(|_| dice.power(-5.0, 5.0)).collect();
        for matrix in [&mut a, &mut b] {
            for (row, values) in matrix.iter_mut().enumerate() {
                values.iter_mut().zip(&columns).for_each(|(value, column)| *value *= rows[row] * column);
            }
        }
    }
    (index, free, Chain::new(sparse(&a), sparse(&b), &Precision::default()))
}

#[test]
fn d002_rand_pencils_of_known_index() {
    let mut wrong = Vec::new();
    for seed in 0..4000 {
        let (index, free, chain) = scaled(seed, 1);
        if chain.found != Found::Index(index) || index < 3 && chain.freedom() != free {
            wrong.push((seed, index, chain.found));
        }
    }
    assert!(wrong.is_empty(), "{} wrong: {:?}", wrong.len(), &wrong[..wrong.len().min(20)]);
}

#[test]
fn badly_conditioned_pencils_are_nearly_all_right() {
    // Twice as many steps of mixing, after which scaling leaves few digits of the form they had.
    let wrong = (0..4000).filter(|&seed| {
        let (index, _, chain) = scaled(seed, 2);
        chain.found != Found::Index(index)
    });
    let wrong: Vec<u64> = wrong.collect();
    assert!(wrong.len() <= 4, "{wrong:?}");
}

#[test]
fn singular_pencils_have_no_index() {
    for seed in 0..200 {
        let mut dice = Dice::new(seed);
        let (mut a, mut b, _) = pair(&mut dice, 1 + seed as usize % 2, 1);
        let size = a.len();
        let (from, to) = (dice.below(size), dice.below(size));
        if from == to {
            continue;
        }
        // One equation becomes twice another one, derivatives and all.
        for matrix in [&mut a, &mut b] {
            matrix[to] = matrix[from].iter().map(|value| 2.0 * value).collect();
        }
        let chain = Chain::new(sparse(&a), sparse(&b), &Precision::default());
        assert_eq!(chain.found, Found::Singular, "seed {seed}");
    }
}
