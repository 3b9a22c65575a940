//! Columns that are differenced together.

#![allow(clippy::unwrap_used)]

use linear::Pattern;

fn check(pattern: &Pattern) -> usize {
    let groups = pattern.groups();
    let mut all: Vec<u32> = groups.concat();
    all.sort_unstable();
    assert!(all.into_iter().eq(0..pattern.size() as u32), "every column once");
    for group in &groups {
        let mut rows: Vec<u32> = group.iter().flat_map(|&column| pattern.column(column)).copied().collect();
        let count = rows.len();
        rows.sort_unstable();
        rows.dedup();
        assert_eq!(rows.len(), count, "no row twice in {group:?}");
    }
    groups.len()
}

#[test]
fn neighbours_take_three_groups_however_many_they_are() {
    for size in [3u32, 10, 1_000] {
        let near = |column: u32| (column.saturating_sub(1)..(column + 2).min(size)).collect::<Vec<_>>();
        assert_eq!(check(&Pattern::from_columns((0..size).map(near)).unwrap()), 3);
    }
}

#[test]
fn a_full_row_keeps_all_columns_apart_and_a_full_column_none() {
    assert_eq!(check(&Pattern::from_columns(vec![vec![0u32]; 5]).unwrap()), 5);
    let tall = [vec![0, 1, 2, 3], vec![], vec![], vec![]];
    assert_eq!(check(&Pattern::from_columns(tall).unwrap()), 1);
    assert_eq!(check(&Pattern::from_columns(Vec::<Vec<u32>>::new()).unwrap()), 0);
}

#[test]
fn no_two_columns_of_a_group_meet_in_any_small_matrix() {
    // Every matrix of three by three, by its bits.
    for bits in 0..512u32 {
        let column =
            |column: u32| (0..3).filter(move |row| bits >> (3 * column + row) & 1 == 1).collect::<Vec<_>>();
        check(&Pattern::from_columns((0..3).map(column)).unwrap());
    }
}
