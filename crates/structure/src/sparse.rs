//! Sparse rows of integers, exact or not at all: where a number would leave 128 bits, the operation says so.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry as Slot;

/// A number left 128 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Overflow;

/// Columns with their coefficients, none of them zero. A tree, so that taking a short row from a long one is cheap.
pub(crate) type Row = BTreeMap<u32, i128>;

/// A row in which coefficients of the same column are added up.
pub(crate) fn tidy(entries: impl IntoIterator<Item = (u32, i64)>) -> Row {
    let mut row = Row::new();
    for (column, value) in entries {
        *row.entry(column).or_default() += i128::from(value);
    }
    row.retain(|_, value| *value != 0);
    row
}

/// How a column was eliminated: the row became (`keep` times itself − `take` times the pivot row) / `divide`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Elimination {
    pub(crate) keep: i128,
    pub(crate) take: i128,
    pub(crate) divide: i128,
}

/// Eliminates a column from a row by a pivot row; both must have it. `changed` is told of every column that the row gains
/// or loses, and whether it has it now. After an overflow the row is of no use.
pub(crate) fn eliminate(
    row: &mut Row,
    pivot: &Row,
    column: u32,
    mut changed: impl FnMut(u32, bool),
) -> Result<Elimination, Overflow> {
    let (own, other) = (row[&column], pivot[&column]);
    let common = gcd(own, other);
    let keep = (other / common).checked_abs().ok_or(Overflow)?;
    let take = (own / common).checked_mul(other.signum()).ok_or(Overflow)?;
    if keep != 1 {
        for value in row.values_mut() {
            *value = times(*value, keep)?;
        }
    }
    for (&column, &value) in pivot {
        let taken = times(value, take)?;
        match row.entry(column) {
            Slot::Vacant(slot) => {
                slot.insert(taken.checked_neg().ok_or(Overflow)?);
                changed(column, true);
            }
            Slot::Occupied(mut slot) => {
                *slot.get_mut() = slot.get().checked_sub(taken).ok_or(Overflow)?;
                if *slot.get() == 0 {
                    slot.remove();
                    changed(column, false);
                }
            }
        }
    }
    // Numbers grow where the row was multiplied. Elsewhere a search for divisors would cost more than it gains.
    let mut divide = 1;
    if keep != 1 {
        divide = row.values().fold(0, |common, &value| gcd(common, value)).max(1);
        for value in row.values_mut() {
            *value /= divide;
        }
    }
    Ok(Elimination { keep, take, divide })
}

/// A product.
pub(crate) fn times(a: i128, b: i128) -> Result<i128, Overflow> {
    a.checked_mul(b).ok_or(Overflow)
}

/// The greatest common divisor, never negative.
pub(crate) fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    // Only two smallest numbers of all have a divisor beyond the range; one is a divisor of them, too.
    i128::try_from(a).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_columns_are_added_up() {
        assert_eq!(tidy([(3, 1), (0, 2), (3, -1), (1, 5), (0, 4)]), Row::from([(0, 6), (1, 5)]));
    }

    #[test]
    fn elimination_says_what_it_did() {
        let (mut row, pivot) = (tidy([(0, 4), (1, 2)]), tidy([(0, -6), (2, 2)]));
        let mut changes = Vec::new();
        let done = eliminate(&mut row, &pivot, 0, |column, has| changes.push((column, has)));
        assert_eq!(done, Ok(Elimination { keep: 3, take: -2, divide: 2 }));
        assert_eq!(row, Row::from([(1, 3), (2, 2)]));
        assert_eq!(changes, [(0, false), (2, true)]);
    }

    #[test]
    fn numbers_beyond_the_range_are_told() {
        let mut row = Row::from([(0, 3), (1, i128::MAX)]);
        let pivot = Row::from([(0, 2), (1, i128::MAX)]);
        assert_eq!(eliminate(&mut row, &pivot, 0, |_, _| {}), Err(Overflow));
    }
}
