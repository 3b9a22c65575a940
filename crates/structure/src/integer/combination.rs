//! From the steps of an elimination back to the rows it began with.

use std::collections::BTreeMap;

use super::Step;
use crate::sparse::{Overflow, Row, gcd, times};

/// Rows or columns, ascending, with what they are multiplied by.
type Factors = Vec<(u32, i128)>;

/// The rows with the factors whose sum is `left`, or the smallest multiple of it that has integer factors, and that
/// multiple. `turn` tells when each row became a pivot: a pivot was changed by earlier ones only, so going back in time
/// meets each row once. Writing down the steps and not the factors keeps elimination itself cheap: a factor for every row
/// of a long circuit would have to be carried along every row.
pub(super) fn expand(
    row: u32,
    left: Row,
    steps: &[Vec<Step>],
    turn: &[u32],
) -> Result<(Factors, Factors), Overflow> {
    let mut factors = BTreeMap::new();
    let mut pending = BTreeMap::from([((turn[row as usize], row), Fraction { over: 1, under: 1 })]);
    while let Some(((_, row), mut factor)) = pending.pop_last() {
        for &(pivot, step) in steps[row as usize].iter().rev() {
            let part = factor.scale(step.take, step.divide)?;
            let sum = pending.entry((turn[pivot as usize], pivot)).or_insert(Fraction { over: 0, under: 1 });
            *sum = sum.minus(part)?;
            factor = factor.scale(step.keep, step.divide)?;
        }
        if factor.over != 0 {
            factors.insert(row, factor);
        }
    }
    let mut common = 1i128;
    for factor in factors.values() {
        common = times(common / gcd(common, factor.under), factor.under)?;
    }
    let mut combination = Vec::new();
    for (row, factor) in factors {
        combination.push((row, times(factor.over, common / factor.under)?));
    }
    let divisor = combination.iter().fold(0, |divisor, &(_, factor)| gcd(divisor, factor)).max(1);
    for (_, factor) in &mut combination {
        *factor /= divisor;
    }
    let left = left.into_iter().map(|(column, value)| Ok((column, times(value, common)? / divisor)));
    Ok((combination, left.collect::<Result<_, Overflow>>()?))
}

/// A fraction in lowest terms with a positive denominator.
#[derive(Clone, Copy)]
struct Fraction {
    over: i128,
    under: i128,
}

impl Fraction {
    fn new(over: i128, under: i128) -> Fraction {
        let common = gcd(over, under).max(1);
        Fraction { over: over / common, under: under / common }
    }

    /// This fraction times `by` over `through`, which is positive.
    fn scale(self, by: i128, through: i128) -> Result<Fraction, Overflow> {
        let (first, second) = (Fraction::new(self.over, through), Fraction::new(by, self.under));
        Ok(Fraction::new(times(first.over, second.over)?, times(first.under, second.under)?))
    }

    fn minus(self, other: Fraction) -> Result<Fraction, Overflow> {
        let (first, second) = (times(self.over, other.under)?, times(other.over, self.under)?);
        Ok(Fraction::new(first.checked_sub(second).ok_or(Overflow)?, times(self.under, other.under)?))
    }
}
