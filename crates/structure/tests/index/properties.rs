//! What holds for every system.

use structure::{Pencil, TrueIndex, lower, pantelides, reduce, structural_index};

use super::kernel::row;
use super::random::Random;

#[test]
fn rewriting_keeps_the_freedom_and_never_lowers_the_index() {
    let mut random = Random(11);
    let mut risen = 0;
    for _ in 0..8000 {
        let size = 1 + random.below(6);
        let signature = random.matched(size, 35, 4);
        let rewritten = lower(&signature);
        assert!(rewritten.signature.rows().flatten().all(|entry| entry.order <= 1));
        let before = structural_index(&signature).unwrap();
        let after = structural_index(&rewritten.signature).unwrap();
        assert_eq!(before.freedom(), after.freedom());
        assert!(before.value() <= after.value());
        risen += usize::from(before.value() < after.value());
    }
    assert!(risen > 0, "a rewriting that raises the index must be among so many");
}

#[test]
fn first_order_indices_lie_between_zero_and_pryces() {
    let mut random = Random(12);
    for _ in 0..8000 {
        let (size, percent) = (1 + random.below(8), random.below(50));
        let signature = random.matched(size, percent, 1);
        let index = structural_index(&signature).unwrap().value();
        let pryce = pantelides(&signature).unwrap().offsets.index();
        assert!((0..=i64::from(pryce)).contains(&index), "{index} and {pryce}: {signature:?}");
    }
}

#[test]
fn differentiating_rows_raises_delta_by_as_many() {
    let mut random = Random(13);
    for _ in 0..2000 {
        let size = 1 + random.below(7);
        let signature = random.matched(size, 30, 2);
        let counts: Vec<u32> = (0..size).map(|_| random.below(2) as u32).collect();
        let before = structural_index(&signature).unwrap().freedom();
        let after = structural_index(&signature.differentiate(&counts)).unwrap().freedom();
        assert_eq!(after, before + i64::from(counts.iter().sum::<u32>()));
    }
}

#[test]
fn reduction_ends_at_index_one_within_the_smallest_offsets() {
    let mut random = Random(14);
    let mut stages = 0;
    for _ in 0..3000 {
        let (size, highest) = (1 + random.below(7), 1 + random.below(2));
        let signature = random.matched(size, 30, highest);
        let reduction = reduce(&signature).unwrap();
        let last = reduction.stages.last().unwrap();
        assert!(last.index <= 1 && last.rows.is_empty());
        let found = pantelides(&signature).unwrap().offsets;
        assert!(reduction.counts.iter().zip(&found.rows).all(|(count, most)| count <= most));
        assert_eq!(found.freedom(), reduction.stages[0].full);
        stages = stages.max(reduction.stages.len());
    }
    assert!(stages > 3);
}

#[test]
fn random_coefficients_have_the_structural_index() {
    let mut random = Random(15);
    let mut highest = 0;
    for _ in 0..1500 {
        let (size, percent) = (1 + random.below(6), 10 + random.below(30));
        let signature = random.matched(size, percent, 1);
        let mut pencil = Pencil::new(size);
        for entries in signature.rows() {
            // A derivative comes with and without the unknown itself; that makes no difference to the structure.
            let (mut derivatives, mut values) = (Vec::new(), Vec::new());
            for entry in entries {
                if entry.order == 1 {
                    derivatives.push((entry.column, 1 + random.below(1009) as i64));
                }
                if entry.order == 0 || random.chance(50) {
                    values.push((entry.column, 1 + random.below(1009) as i64));
                }
            }
            pencil.push(&row(&derivatives), &row(&values));
        }
        let structural = structural_index(&signature).unwrap();
        let TrueIndex::Regular { index, freedom } = pencil.index() else { panic!("{pencil:?}") };
        assert_eq!((i64::from(index), i64::from(freedom)), (structural.value(), structural.freedom()));
        highest = highest.max(index);
    }
    assert!(highest >= 3);
}

/// Numbers have no place where they become too large: sixty rows of sixty large numbers are regular.
#[test]
fn large_numbers_are_exact() {
    let mut random = Random(16);
    let size = 60;
    let mut pencil = Pencil::new(size);
    let mut first = Vec::new();
    for at in 0..size {
        let entries: Vec<(u32, i64)> = (0..size as u32).map(|c| (c, random.next() as i64 >> 12)).collect();
        if at == 0 {
            first = row(&entries);
        }
        pencil.push(&row(&entries), &[]);
    }
    assert_eq!(pencil.index(), TrueIndex::Regular { index: 0, freedom: 60 });
    let mut twice = Pencil::new(2);
    twice.push(&first[..2], &[]);
    twice.push(&first[..2], &[]);
    assert_eq!(twice.index(), TrueIndex::Singular);
}
