//! The same questions answered without rounding: numbers modulo a prime, and ranks of derivative arrays.
//!
//! A floating-point number is a whole number times a power of two, so it has an exact image modulo 2^61 − 1. A rank
//! found there is never too large, and too small only if the prime happens to divide a minor that is not zero.

use consistent::{ChainVerdict, DaePoint, DaeProblem, MatrixChain, RankPrecision, SparseMatrix};

use super::dice::Dice;
use super::network::{Circuit, Kind};
use super::pencil::{Mixing, pair, sparse};

const PRIME: u128 = (1 << 61) - 1;

fn power(mut base: u128, mut exponent: u128) -> u128 {
    let mut product = 1;
    while exponent > 0 {
        if exponent & 1 == 1 {
            product = product * base % PRIME;
        }
        base = base * base % PRIME;
        exponent >>= 1;
    }
    product
}

/// The exact image of a number.
fn image(value: f64) -> u128 {
    let bits = value.to_bits();
    let exponent = (bits >> 52 & 0x7ff) as i32;
    assert!((1..0x7ff).contains(&exponent) || value == 0.0, "{value} is not a normal number");
    if value == 0.0 {
        return 0;
    }
    let mantissa = u128::from(bits & ((1 << 52) - 1) | 1 << 52);
    // The order of two is 61.
    let shift = (exponent - 1075).rem_euclid(61) as u32;
    let found = mantissa * power(2, u128::from(shift)) % PRIME;
    if value < 0.0 { (PRIME - found) % PRIME } else { found }
}

fn rank(mut rows: Vec<Vec<u128>>) -> usize {
    let width = rows.first().map_or(0, Vec::len);
    let mut rank = 0;
    for column in 0..width {
        let Some(found) = (rank..rows.len()).find(|&row| rows[row][column] != 0) else { continue };
        rows.swap(rank, found);
        let inverse = power(rows[rank][column], PRIME - 2);
        let (above, below) = rows.split_at_mut(rank + 1);
        let pivot = &above[rank];
        for row in below.iter_mut().filter(|row| row[column] != 0) {
            let factor = PRIME - row[column] * inverse % PRIME;
            for (value, other) in row[column..].iter_mut().zip(&pivot[column..]).filter(|pair| *pair.1 != 0) {
                *value = (*value + factor * other) % PRIME;
            }
        }
        rank += 1;
    }
    rank
}

/// What is missing of the rank of the equations and so many of their derivatives: A on the diagonal, B below it.
fn missing(a: &SparseMatrix, b: &SparseMatrix, derivatives: usize) -> usize {
    let n = a.columns;
    let mut rows = vec![vec![0; n * (derivatives + 1)]; n * (derivatives + 1)];
    for level in 0..=derivatives {
        for row in 0..n {
            for &(column, value) in &a.rows[row] {
                rows[level * n + row][level * n + column as usize] = image(value);
            }
            if level > 0 {
                for &(column, value) in &b.rows[row] {
                    rows[level * n + row][(level - 1) * n + column as usize] = image(value);
                }
            }
        }
    }
    n * (derivatives + 1) - rank(rows)
}

/// The index, how many constraints have to be differentiated at first, and how many values are free; none if more is
/// missing with every derivative. A nilpotent block of size s lacks min(s, k + 1) of the rank with k derivatives.
fn truth(a: &SparseMatrix, b: &SparseMatrix) -> Option<(usize, usize, usize)> {
    let mut lacks = vec![0];
    for derivatives in 0..=a.columns {
        lacks.push(missing(a, b, derivatives));
        if lacks[derivatives] == lacks[derivatives + 1] {
            let first = lacks[1];
            let hidden = lacks.get(2).map_or(0, |second| second - first);
            return Some((derivatives, hidden, a.columns - lacks[derivatives]));
        }
    }
    None
}

/// What the chain says, in the same words.
fn told(a: SparseMatrix, b: SparseMatrix) -> (ChainVerdict, usize, usize) {
    let chain = MatrixChain::new(a, b, &RankPrecision::default());
    (chain.found, chain.y.height(), chain.freedom())
}

/// Compares one pair; what is wrong, if anything is, and the index.
fn compare(a: &SparseMatrix, b: &SparseMatrix) -> Result<Option<usize>, String> {
    let (found, hidden, freedom) = told(a.clone(), b.clone());
    match truth(a, b) {
        None if found == ChainVerdict::Singular => Ok(None),
        Some((index, wanted, free))
            if found == ChainVerdict::Index(index) && hidden == wanted && freedom == free =>
        {
            Ok(Some(index))
        }
        truth => Err(format!("{truth:?}, not {found:?} with {hidden} hidden and {freedom} free")),
    }
}

#[test]
fn pencils_over_many_decades_agree_with_exact_ranks() {
    let mut seen = [0; 4];
    for seed in 0..1200 {
        let mut dice = Dice::new(seed);
        let (mut a, mut b, _) = pair(&mut dice, seed as usize % 4, Mixing::Whole(1 + seed as usize % 2));
        let rows: Vec<f64> = (0..a.len()).map(|_| 10f64.powi(dice.below(9) as i32)).collect();
        let columns: Vec<f64> = (0..a.len()).map(|_| 2f64.powi(dice.below(60) as i32 - 40)).collect();
        for matrix in [&mut a, &mut b] {
            for (values, row) in matrix.iter_mut().zip(&rows) {
                for (value, column) in values.iter_mut().zip(&columns) {
                    assert!((*value * row).abs() < 2f64.powi(53), "rounded");
                    *value *= row * column;
                }
            }
        }
        match compare(&sparse(&a), &sparse(&b)) {
            Ok(Some(index)) if index == seed as usize % 4 => seen[index] += 1,
            other => panic!("seed {seed}: {other:?}"),
        }
    }
    assert_eq!(seen, [300; 4]);
}

/// A pair of sparse matrices, each entry for itself with a size between two powers of two, of one digit or of all.
fn scattered(seed: u64, least: i32, most: i32, long: bool) -> (SparseMatrix, SparseMatrix) {
    let mut dice = Dice::new(seed);
    let n = 2 + dice.below(9);
    let mut random = |count: usize| {
        let entries: Vec<(usize, usize, f64)> = (0..count)
            .map(|_| {
                let digits = if long { dice.between(1.0, 9.0) } else { f64::from(1 + dice.below(9) as u32) };
                let size = digits * 2f64.powi(dice.below((most - least) as usize) as i32 + least);
                let sign = if dice.below(2) == 0 { 1.0 } else { -1.0 };
                (dice.below(n), dice.below(n), sign * size)
            })
            .collect();
        // Only one number to a place, so that nothing is rounded.
        let mut places: Vec<(usize, usize)> = Vec::new();
        let first = entries.into_iter().filter(|&(row, column, _)| {
            let is_new = !places.contains(&(row, column));
            places.push((row, column));
            is_new
        });
        SparseMatrix::from_triplets(n, n, first)
    };
    (random(n), random(2 * n))
}

/// Over four decades, twelve, and from 1e-14 to 1e9.
const RANGES: [(i32, i32); 3] = [(-6, 6), (-20, 20), (-47, 30)];

#[test]
fn pencils_of_no_known_form_agree_with_exact_ranks() {
    for (least, most) in RANGES {
        let (mut seen, mut wrong) = ([0; 6], Vec::new());
        for seed in 0..3000 {
            let (a, b) = scattered(seed, least, most, false);
            match compare(&a, &b) {
                Ok(index) => seen[index.map_or(5, |index| index.min(4))] += 1,
                Err(what) => wrong.push(format!("seed {seed}: {what}")),
            }
        }
        assert!(wrong.is_empty(), "{} wrong: {:?}", wrong.len(), &wrong[..wrong.len().min(10)]);
        assert!(seen[1] > 300 && seen[2] > 200 && seen[3] > 50 && seen[5] > 300, "{seen:?}");
    }
}

/// Numbers of all digits are known up to rounding errors only, and cannot be judged without rounding: that may be beyond
/// double precision, but it is never hidden.
#[test]
fn pencils_of_rounded_numbers_are_never_judged_wrong_without_a_doubt() {
    for ((least, most), undecided) in RANGES.into_iter().zip([60, 140, 220]) {
        let (mut open, mut doubted, mut wrong) = (0, 0, Vec::new());
        for seed in 0..3000 {
            let (a, b) = scattered(seed, least, most, true);
            let Err(what) = compare(&a, &b) else { continue };
            let chain = MatrixChain::new(a, b, &RankPrecision::default());
            if chain.found == ChainVerdict::Undecided {
                open += 1;
            } else if chain.decisions().iter().any(|(_, decision)| decision.is_doubtful()) {
                doubted += 1;
            } else {
                wrong.push(format!("seed {seed}: {what}"));
            }
        }
        assert!(wrong.is_empty(), "{} wrong: {:?}", wrong.len(), &wrong[..wrong.len().min(10)]);
        assert!(open < undecided && doubted < 6, "{open} undecided, {doubted} wrong and doubted");
    }
}

/// Values of few digits over six decades, so that sums of them are exact.
fn exact(circuit: &mut Circuit, dice: &mut Dice) {
    for element in &mut circuit.elements {
        let (least, most) = match element.kind {
            Kind::Capacitor => (-40, -20),
            Kind::Inductor => (-30, -10),
            Kind::Resistor => (-20, 0),
            Kind::Source | Kind::Current => continue,
        };
        let shift = least + dice.below((most - least) as usize) as i32;
        element.value = f64::from(1 + dice.below(9) as u32) * 2f64.powi(shift);
    }
}

#[test]
fn circuits_agree_with_exact_ranks() {
    let (mut seen, mut wrong) = ([0; 3], Vec::new());
    for seed in 0..5000 {
        let mut dice = Dice::new(seed);
        // Some of them large.
        let mut circuit = if seed % 100 == 99 {
            Circuit::large(&mut dice, 25, 6.0)
        } else {
            Circuit::small(&mut dice, 6.0)
        };
        exact(&mut circuit, &mut dice);
        if !circuit.sound() {
            continue;
        }
        for charges in [false, true] {
            let problem = circuit.equations(charges);
            let size = problem.unknowns();
            let at = DaePoint { t: 0.0, x: vec![0.0; size], y: vec![0.0; size] };
            let (a, b) = problem.jacobians(&at).expect("both matrices");
            match compare(&a, &b) {
                Ok(Some(index)) => seen[index] += 1,
                other => wrong.push(format!("seed {seed}, charges {charges}: {other:?}")),
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong: {:?}", wrong.len(), &wrong[..wrong.len().min(10)]);
    assert!(seen.iter().sum::<usize>() > 2000 && seen[0] > 20 && seen[2] > 500, "{seen:?}");
}

#[test]
fn circuits_without_a_solution_are_singular_for_both() {
    let (mut compared, mut wrong) = (0, Vec::new());
    for seed in 0..1500 {
        let mut dice = Dice::new(seed);
        let mut circuit = Circuit::small(&mut dice, 6.0);
        exact(&mut circuit, &mut dice);
        if circuit.sound() {
            continue;
        }
        let problem = circuit.equations(false);
        let size = problem.unknowns();
        let at = DaePoint { t: 0.0, x: vec![0.0; size], y: vec![0.0; size] };
        let (a, b) = problem.jacobians(&at).expect("both matrices");
        match compare(&a, &b) {
            Ok(None) => compared += 1,
            other => wrong.push(format!("seed {seed}: {other:?}")),
        }
    }
    assert!(wrong.is_empty(), "{} wrong: {:?}", wrong.len(), &wrong[..wrong.len().min(10)]);
    assert!(compared > 300, "{compared}");
}
