//! Sparse rows of integers, exact or not at all: where a number would leave 128 bits, the operation says so.

/// A number left 128 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Overflow;

/// Columns with their coefficients, columns ascending, no coefficient zero.
pub(crate) type Row = Vec<(u32, i128)>;

/// A row with its columns in order, coefficients of the same column added up.
pub(crate) fn tidy(entries: impl IntoIterator<Item = (u32, i64)>) -> Row {
    let mut row: Row = entries.into_iter().map(|(column, value)| (column, i128::from(value))).collect();
    row.sort_by_key(|&(column, _)| column);
    row.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        if same {
            kept.1 += next.1;
        }
        same
    });
    row.retain(|&(_, value)| value != 0);
    row
}

/// The coefficient of a column.
pub(crate) fn coefficient(row: &Row, column: u32) -> i128 {
    row.binary_search_by_key(&column, |&(at, _)| at).map_or(0, |at| row[at].1)
}

/// How a column was eliminated: the row became (`keep` times itself − `take` times the pivot row) / `divide`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Elimination {
    pub(crate) keep: i128,
    pub(crate) take: i128,
    pub(crate) divide: i128,
}

/// Eliminates a column by a pivot row that has it. The result has no common divisor, so that numbers stay small.
pub(crate) fn eliminate(row: &Row, pivot: &Row, column: u32) -> Result<(Row, Elimination), Overflow> {
    let (own, other) = (coefficient(row, column), coefficient(pivot, column));
    let common = gcd(own, other);
    let keep = (other / common).checked_abs().ok_or(Overflow)?;
    let take = (own / common).checked_mul(other.signum()).ok_or(Overflow)?;
    let mut result = combine(keep, row, take, pivot)?;
    let divide = result.iter().fold(0, |common, &(_, value)| gcd(common, value)).max(1);
    for (_, value) in &mut result {
        *value /= divide;
    }
    Ok((result, Elimination { keep, take, divide }))
}

/// `keep * row - take * pivot`.
fn combine(keep: i128, row: &Row, take: i128, pivot: &Row) -> Result<Row, Overflow> {
    let mut result = Row::with_capacity(row.len() + pivot.len());
    let (mut ours, mut theirs) = (row.iter().peekable(), pivot.iter().peekable());
    loop {
        let (mut column, mut value) = (u32::MAX, 0i128);
        if let Some(&&(at, _)) = ours.peek() {
            column = at;
        }
        if let Some(&&(at, _)) = theirs.peek() {
            column = column.min(at);
        }
        if let Some(&(_, own)) = ours.next_if(|entry| entry.0 == column) {
            value = times(own, keep)?;
        }
        if let Some(&(_, other)) = theirs.next_if(|entry| entry.0 == column) {
            value = value.checked_sub(times(other, take)?).ok_or(Overflow)?;
        }
        if value != 0 {
            result.push((column, value));
        } else if column == u32::MAX {
            return Ok(result);
        }
    }
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
        assert_eq!(tidy([(3, 1), (0, 2), (3, -1), (1, 5), (0, 4)]), [(0, 6), (1, 5)]);
    }

    #[test]
    fn elimination_says_what_it_did() {
        let (row, pivot) = (tidy([(0, 4), (1, 2)]), tidy([(0, -6), (2, 2)]));
        let (result, done) = eliminate(&row, &pivot, 0).expect("small numbers");
        assert_eq!(result, [(1, 3), (2, 2)]);
        assert_eq!(done, Elimination { keep: 3, take: -2, divide: 2 });
    }

    #[test]
    fn numbers_beyond_the_range_are_told() {
        let (row, pivot) = (vec![(0, 3), (1, i128::MAX)], vec![(0, 2), (1, i128::MAX)]);
        assert_eq!(eliminate(&row, &pivot, 0), Err(Overflow));
    }
}
