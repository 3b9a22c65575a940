//! Sets that are joined, against a plain table.

#![allow(clippy::unwrap_used)]

use base::{DisjointSets, SplitMix64};

/// Labels that are exchanged one by one say the same.
#[test]
fn sets_are_those_of_a_plain_table() {
    let mut random = SplitMix64(5);
    for _ in 0..300 {
        let count = 1 + random.below(12);
        let mut sets = DisjointSets::new(count);
        let mut labels: Vec<u32> = (0..count as u32).collect();
        for _ in 0..random.below(12) {
            let (one, other) = (random.below(count) as u32, random.below(count) as u32);
            let (a, b) = (labels[one as usize], labels[other as usize]);
            assert_eq!(sets.joined(one, other), a == b);
            assert_eq!(sets.join(one, other), a != b);
            labels.iter_mut().filter(|label| **label == a.max(b)).for_each(|label| *label = a.min(b));
        }
        let roots: Vec<u32> = (0..count as u32).map(|at| sets.root(at)).collect();
        assert_eq!(roots, labels);
        let mut firsts = labels.clone();
        firsts.sort_unstable();
        firsts.dedup();
        let expected: Vec<u32> =
            labels.iter().map(|label| firsts.partition_point(|first| first < label) as u32).collect();
        assert_eq!(sets.number(), (expected, firsts.len()));
    }
}
