//! Rows whose coefficients are numbers modulo a prime: which of them depend on others, and which columns they leave open.
//!
//! A matrix whose entries are partly known numbers and partly arbitrary ones has, at a random point, the rank that it
//! has almost everywhere (J. T. Schwartz, "Fast probabilistic algorithms for verification of polynomial identities",
//! J. ACM 27, 1980). Arithmetic modulo a prime is exact, so that a zero is a zero: what is found to depend does, up to a
//! chance of about one in 10^15.

mod row;

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::num::NonZeroU64;

use row::ModularElimRow;

use crate::random::SplitMix64;

/// The prime 2^61 - 1.
const PRIME: u64 = (1 << 61) - 1;

/// So many entries are touched at most; beyond, nothing is said.
const MAX_WORK: usize = 20_000_000;

/// A number modulo the prime 2^61 - 1. Zero stands there as the prime itself, so that a number that is not known takes no
/// more room than one that is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Residue(NonZeroU64);

impl Default for Residue {
    fn default() -> Residue {
        Residue::ZERO
    }
}

impl Residue {
    /// Zero and one.
    pub const ZERO: Residue = Residue::of(PRIME);
    #[allow(missing_docs)]
    pub const ONE: Residue = Residue::of(1);

    /// From one to the prime, or a sum of two such numbers.
    #[inline]
    const fn of(number: u64) -> Residue {
        match NonZeroU64::new(if number > PRIME { number - PRIME } else { number }) {
            Some(number) => Residue(number),
            None => Residue(NonZeroU64::MIN),
        }
    }

    /// A whole number.
    pub const fn whole(number: u64) -> Residue {
        let rest = number % PRIME;
        Residue::of(if rest == 0 { PRIME } else { rest })
    }

    /// Some number for each number, never zero, and always the same.
    pub fn random(seed: u64) -> Residue {
        Residue::of(SplitMix64(seed).bits() % (PRIME - 1) + 1)
    }

    /// A binary number, exactly; none if it is not finite.
    pub fn from_number(number: f64) -> Option<Residue> {
        if !number.is_finite() {
            return None;
        }
        let bits = number.to_bits();
        let exponent = (bits >> 52) & 0x7ff;
        let fraction = bits & ((1 << 52) - 1);
        let (mantissa, power) =
            if exponent == 0 { (fraction, -1074) } else { (fraction | 1 << 52, exponent as i64 - 1075) };
        // 2^61 is one, so that halving is doubling sixty times.
        let doublings = power.rem_euclid(61) as u64;
        let size = Residue::whole(mantissa).times(Residue::whole(1 << doublings));
        Some(if number < 0.0 { size.negated() } else { size })
    }

    /// True for zero.
    #[inline]
    pub fn is_zero(self) -> bool {
        self.0.get() == PRIME
    }

    /// The sum.
    #[inline]
    pub fn plus(self, other: Residue) -> Residue {
        Residue::of(self.0.get() + other.0.get())
    }

    /// The number that gives zero with this one.
    #[inline]
    pub fn negated(self) -> Residue {
        Residue::of(2 * PRIME - self.0.get())
    }

    /// The product.
    #[inline]
    pub fn times(self, other: Residue) -> Residue {
        let product = u128::from(self.0.get()) * u128::from(other.0.get());
        Residue::of((product & u128::from(PRIME)) as u64 + (product >> 61) as u64)
    }

    /// One divided by the number; none for zero.
    pub fn inverse(self) -> Option<Residue> {
        if self.is_zero() {
            return None;
        }
        if self == Residue::ONE || self == Residue::ONE.negated() {
            return Some(self);
        }
        // Fermat: the power to the prime less two, which is 4 (2^59 - 1) + 1. Exponents of ones only are doubled in
        // length by raising them to themselves.
        let (mut power, mut ones) = (self, 1);
        for one_more in [true, true, false, true, true] {
            power = power.squared(ones).times(power);
            ones *= 2;
            if one_more {
                power = power.squared(1).times(self);
                ones += 1;
            }
        }
        Some(power.squared(2).times(self))
    }

    /// The square, so many times.
    fn squared(self, times: u32) -> Residue {
        (0..times).fold(self, |power, _| power.times(power))
    }
}

/// A row: columns ascending with what stands there.
pub type ModularRow = Vec<(u32, Residue)>;

/// Combinations of columns that give zero in every row, one for each column that could be anything: the columns with
/// their factors, ascending. None if it would take too long to say.
pub fn kernel(width: usize, rows: Vec<ModularRow>) -> Option<Vec<ModularRow>> {
    let mut work = 0;
    let mut containing: Vec<Vec<u32>> = vec![Vec::new(); width];
    for (at, row) in (0..).zip(&rows) {
        row.iter().for_each(|&(column, _)| containing[column as usize].push(at));
    }
    let mut rows: Vec<ModularElimRow> = rows.into_iter().map(ModularElimRow::new).collect();
    // Short rows first, so that little is filled in. A place in the queue is a length and the number of a row.
    let turn = |length: usize, at: u32| Reverse((length as u64) << 32 | u64::from(at));
    let mut queue: BinaryHeap<Reverse<u64>> = (0..).zip(&rows).map(|(at, row)| turn(row.len(), at)).collect();
    let mut done = vec![false; rows.len()];
    let mut pivots: Vec<(u32, u32)> = Vec::new();
    let mut spare = Vec::new();
    while let Some(Reverse(next)) = queue.pop() {
        let (length, at) = ((next >> 32) as usize, next as u32);
        if done[at as usize] || rows[at as usize].len() != length || length == 0 {
            continue;
        }
        done[at as usize] = true;
        let row = std::mem::replace(&mut rows[at as usize], ModularElimRow::Short(Vec::new()));
        let mut least: Option<(usize, u32, Residue)> = None;
        row.each(|column, value| {
            let uses = containing[column as usize].len();
            if least.is_none_or(|(known, ..)| uses < known) {
                least = Some((uses, column, value));
            }
        });
        let (_, pivot, value) = least?;
        let inverse = value.inverse()?;
        for other in std::mem::take(&mut containing[pivot as usize]) {
            if done[other as usize] {
                continue;
            }
            let target = &mut rows[other as usize];
            let Some(value) = target.get(pivot) else { continue };
            let factor = value.times(inverse).negated();
            let fresh = |column: u32| containing[column as usize].push(other);
            target.add(&row, factor, pivot, &mut spare, fresh);
            work += length;
            queue.push(turn(target.len(), other));
        }
        if work > MAX_WORK {
            return None;
        }
        pivots.push((at, pivot));
        rows[at as usize] = row;
    }
    let mut is_pivot = vec![false; width];
    pivots.iter().for_each(|&(_, column)| is_pivot[column as usize] = true);
    let free = (0..width as u32).filter(|&column| !is_pivot[column as usize]);
    let mut values = vec![Residue::ZERO; width];
    let mut found = Vec::new();
    for column in free {
        values.fill(Residue::ZERO);
        values[column as usize] = Residue::ONE;
        // What a pivot row holds besides its pivot is free or was a pivot later.
        for &(row, pivot) in pivots.iter().rev() {
            let mut sum = Residue::ZERO;
            let mut own = Residue::ONE;
            rows[row as usize].each(|column, value| {
                if column == pivot {
                    own = value;
                } else if !values[column as usize].is_zero() {
                    sum = sum.plus(value.times(values[column as usize]));
                }
            });
            if !sum.is_zero() {
                values[pivot as usize] = sum.negated().times(own.inverse()?);
            }
        }
        let entries = (0..).zip(&values).filter(|entry| !entry.1.is_zero());
        found.push(entries.map(|(column, &value)| (column, value)).collect());
    }
    Some(found)
}

/// Columns for rows.
pub fn transpose(width: usize, rows: &[ModularRow]) -> Vec<ModularRow> {
    let mut turned = vec![Vec::new(); width];
    for (at, row) in (0..).zip(rows) {
        row.iter().for_each(|&(column, value)| turned[column as usize].push((at, value)));
    }
    turned
}
