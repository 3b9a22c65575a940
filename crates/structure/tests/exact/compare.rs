//! Matching, parts, blocks and ranks against brute force.

use base::SplitMix64;
use structure::{
    Blocks, EnumerationExtent, Incidence, Matching, NONE, Parts, all_column_ranks, all_row_ranks,
    column_ranks, decompose, row_ranks,
};

use super::brute::{Brute, members, set};
use super::random::system;

const ALL: EnumerationExtent = EnumerationExtent { keep: usize::MAX, searches: usize::MAX };

fn systems(count: u64, size: usize) -> impl Iterator<Item = Incidence> {
    (0..count).map(move |seed| system(seed, size))
}

fn check_pairs(incidence: &Incidence, matching: &Matching) {
    for (row, &column) in (0..).zip(&matching.column_of) {
        if column != NONE {
            assert!(incidence.row(row).contains(&column));
            assert_eq!(matching.row_of[column as usize], row);
        }
    }
    let matched = matching.row_of.iter().filter(|&&row| row != NONE).count();
    assert_eq!(matched, matching.size());
}

#[test]
fn matching_parts_and_blocks() {
    for incidence in systems(4000, 8) {
        let brute = Brute::new(&incidence);
        let found = decompose(&incidence);
        check_pairs(&incidence, &found.matching);
        let size = brute.size(brute.all_rows(), brute.all_columns());
        assert_eq!(found.matching.size(), size as usize, "{incidence:?}");
        assert_eq!(found.parts, brute.parts(), "{incidence:?}");
        let mut blocks: Vec<Vec<u32>> = found.blocks.iter().map(|block| block.rows.to_vec()).collect();
        blocks.sort();
        assert_eq!(blocks, brute.blocks(&found.parts.well), "{incidence:?}");
        check_order(&incidence, &found.blocks, &found.parts, &found.matching);
    }
}

/// Every block uses what is known before it and its own columns only.
fn check_order(incidence: &Incidence, blocks: &Blocks, parts: &Parts, matching: &Matching) {
    let mut known = set(&parts.over.columns);
    for block in blocks.iter() {
        assert!(block.rows.is_sorted());
        known |= set(block.columns);
        for (&row, &column) in block.rows.iter().zip(block.columns) {
            assert_eq!(matching.column_of[row as usize], column);
            assert!(incidence.row(row).iter().all(|column| known & 1 << column != 0));
        }
    }
    assert_eq!(blocks.rows().len(), parts.well.rows.len());
}

#[test]
fn all_ranks() {
    for incidence in systems(3000, 7) {
        let mut rows = all_row_ranks(&incidence, ALL);
        rows.sets.sort();
        assert!(rows.complete && rows.more == 0);
        assert_eq!(rows.sets, Brute::new(&incidence).row_ranks(), "{incidence:?}");
        let mut columns = all_column_ranks(&incidence, ALL);
        columns.sets.sort();
        assert_eq!(columns.sets, Brute::new(&incidence.transpose()).row_ranks(), "{incidence:?}");
    }
}

#[test]
fn one_rank_for_each_deficiency() {
    for incidence in systems(3000, 8) {
        let found = decompose(&incidence);
        let matching = found.matching.canonical(&incidence, &found.parts);
        check_pairs(&incidence, &matching);
        let all = Brute::new(&incidence).row_ranks();
        let ranks: Vec<Vec<u32>> = row_ranks(&incidence, &matching).collect();
        assert_eq!(ranks.len(), incidence.height() - matching.size());
        for (rank, free) in ranks.iter().zip(matching.free_rows()) {
            assert!(all.contains(rank), "{incidence:?}");
            // The free row is the last one: the set is that of Pantelides' colouring.
            assert_eq!(rank.last(), Some(&free));
        }
        let turned = decompose(&incidence.transpose());
        let turned = turned.matching.canonical(&incidence.transpose(), &turned.parts);
        let columns: Vec<Vec<u32>> = column_ranks(&incidence, &matching).collect();
        assert_eq!(columns, row_ranks(&incidence.transpose(), &turned).collect::<Vec<_>>());
    }
}

/// The canonical matching leaves free what a greedy choice from the last row and the last column would.
#[test]
fn canonical_choice_is_greedy() {
    for incidence in systems(3000, 8) {
        let brute = Brute::new(&incidence);
        let size = brute.size(brute.all_rows(), brute.all_columns());
        let mut rows = brute.all_rows();
        for row in members(rows).collect::<Vec<_>>().into_iter().rev() {
            if brute.size(rows & !(1 << row), brute.all_columns()) == size {
                rows &= !(1 << row);
            }
        }
        let mut columns = brute.all_columns();
        for column in members(columns).collect::<Vec<_>>().into_iter().rev() {
            if brute.size(brute.all_rows(), columns & !(1 << column)) == size {
                columns &= !(1 << column);
            }
        }
        let found = decompose(&incidence);
        let matching = found.matching.canonical(&incidence, &found.parts);
        assert_eq!(set(&matching.free_rows().collect::<Vec<_>>()), brute.all_rows() & !rows, "{incidence:?}");
        assert_eq!(set(&matching.free_columns().collect::<Vec<_>>()), brute.all_columns() & !columns);
    }
}

#[test]
fn ranks_beyond_the_bound_are_counted() {
    // Any three of n rows on two columns.
    let incidence = Incidence::from_rows(2, [[0, 1]; 9]);
    let ranks = all_row_ranks(&incidence, EnumerationExtent { keep: 5, searches: usize::MAX });
    assert_eq!((ranks.sets.len(), ranks.more, ranks.complete), (5, 79, true));
    let ranks = all_row_ranks(&incidence, EnumerationExtent { keep: 5, searches: 20 });
    assert!(!ranks.complete && ranks.sets.len() == 5 && ranks.more < 79);
}

/// A large system in random order takes another way through the code, and has the same parts and blocks.
#[test]
fn order_does_not_matter_to_large_systems() {
    let size = 150_000;
    // A chain of blocks of one and two rows; at the end three rows for two columns and one row for two columns.
    let mut rows: Vec<Vec<u32>> = (0..size - 5)
        .map(|row: u32| match row % 3 {
            0 => vec![row, row.saturating_sub(1)],
            1 => vec![row, row + 1],
            _ => vec![row, row - 1, row - 2],
        })
        .collect();
    let last = size - 5;
    rows.extend([vec![last, last + 1], vec![last, last + 1], vec![last + 1], vec![last + 2, last + 3]]);
    let natural = decompose(&Incidence::from_rows(size as usize, &rows));

    let mut random = SplitMix64(7);
    let (row_names, names) = (random.order(rows.len()), random.order(size as usize));
    let mut shuffled = vec![Vec::new(); rows.len()];
    for (row, columns) in rows.iter().enumerate() {
        shuffled[row_names[row] as usize] = columns.iter().map(|&column| names[column as usize]).collect();
    }
    let incidence = Incidence::from_rows(size as usize, shuffled);
    let found = decompose(&incidence);
    check_pairs(&incidence, &found.matching);
    let renamed = |nodes: &[u32], names: &[u32]| {
        let mut renamed: Vec<u32> = nodes.iter().map(|&node| names[node as usize]).collect();
        renamed.sort_unstable();
        renamed
    };
    for (part, other) in [
        (&natural.parts.over, &found.parts.over),
        (&natural.parts.well, &found.parts.well),
        (&natural.parts.under, &found.parts.under),
    ] {
        assert_eq!(renamed(&part.rows, &row_names), other.rows);
        assert_eq!(renamed(&part.columns, &names), other.columns);
    }
    let mut blocks: Vec<Vec<u32>> =
        natural.blocks.iter().map(|block| renamed(block.rows, &row_names)).collect();
    let mut others: Vec<Vec<u32>> = found.blocks.iter().map(|block| block.rows.to_vec()).collect();
    blocks.sort();
    others.sort();
    assert!(blocks == others);
    assert!(blocks.iter().any(|block| block.len() == 2));
    let mut known = vec![false; size as usize];
    for &column in &found.parts.over.columns {
        known[column as usize] = true;
    }
    for block in found.blocks.iter() {
        for &column in block.columns {
            known[column as usize] = true;
        }
        assert!(
            block.rows.iter().all(|&row| incidence.row(row).iter().all(|&column| known[column as usize]))
        );
    }
}
