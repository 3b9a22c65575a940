//! Heaviest matchings, offsets and the structural index against brute force.

use structure::{
    HeaviestMatching, Matching, NONE, Offsets, Signature, SignatureEntry, Singular, deltas, offsets,
    pantelides, structural_index,
};

use super::brute;
use super::random::Random;

#[test]
fn deltas_are_those_of_all_matchings() {
    let mut random = Random(1);
    for _ in 0..4000 {
        let (height, width) = (random.below(7), 1 + random.below(7));
        let percent = 20 + random.below(60);
        let signature = random.signature(height, width, percent, 3);
        let found = deltas(&signature);
        assert_eq!(found, brute::deltas(&signature), "{signature:?}");
        let gains = found.windows(2).map(|pair| pair[1] - pair[0]).collect::<Vec<_>>();
        assert!(gains.is_sorted_by(|a, b| a >= b), "not concave: {found:?}");
    }
}

#[test]
fn heaviest_matchings_weigh_what_they_say() {
    let mut random = Random(2);
    for _ in 0..500 {
        let signature = random.signature(12, 12, 25, 3);
        let mut matching = HeaviestMatching::new(&signature);
        while matching.grow() {
            assert_eq!(weigh(&signature, matching.matching()), (matching.size(), matching.weight()));
        }
    }
}

#[test]
fn index_and_witnesses_are_those_of_all_matchings() {
    let mut random = Random(3);
    for _ in 0..6000 {
        let (size, highest) = (1 + random.below(6), 1 + random.below(3));
        let percent = random.below(60);
        let signature = random.matched(size, percent, highest);
        let all = brute::deltas(&signature);
        let index = structural_index(&signature).unwrap();
        assert_eq!((index.short.weight, index.full.weight), (all[size - 1], all[size]), "{signature:?}");
        assert_eq!(weigh(&signature, &index.full.matching), (size, index.full.weight));
        assert_eq!(weigh(&signature, &index.short.matching), (size - 1, index.short.weight));
        assert_eq!(index.value(), all[size - 1] - all[size] + 1);
        assert_eq!(index.freedom(), all[size]);
    }
}

#[test]
fn offsets_are_feasible_and_the_smallest() {
    let mut random = Random(4);
    for _ in 0..4000 {
        let size = 1 + random.below(4);
        let percent = random.below(70);
        let signature = random.matched(size, percent, 2);
        let found = pantelides(&signature).unwrap();
        let smallest = search(&signature);
        assert_eq!(found.offsets.rows, smallest, "{signature:?}");
        assert!(feasible(&signature, &found.offsets));
        for (row, &column) in found.matching.column_of.iter().enumerate() {
            let order = signature.order(row as u32, column).unwrap();
            assert!(found.offsets.is_tight(row as u32, column, order));
        }
    }
}

#[test]
fn pantelides_and_the_sigma_method_agree() {
    let mut random = Random(5);
    for _ in 0..3000 {
        let size = 1 + random.below(25);
        let signature = random.matched(size, 12, 3);
        let found = pantelides(&signature).unwrap();
        let mut matching = HeaviestMatching::new(&signature);
        while matching.grow() {}
        assert_eq!(offsets(&signature, matching.matching()).unwrap(), found.offsets);
        assert_eq!(found.offsets.freedom(), matching.weight());
        let mut sum = vec![0; size];
        for step in &found.steps {
            for raise in &step.rows {
                sum[raise.at as usize] += raise.by;
            }
        }
        assert_eq!(sum, found.offsets.rows, "the steps make up the offsets");
    }
}

#[test]
fn offsets_refuse_a_matching_that_is_not_heaviest() {
    let mut random = Random(6);
    let mut refused = 0;
    for _ in 0..2000 {
        let size = 2 + random.below(4);
        let signature = random.matched(size, 50, 2);
        let mut some = structural_index(&signature).unwrap().full;
        for (row, column) in random.shuffle(size).into_iter().enumerate() {
            some.matching.column_of[row] = column;
            some.matching.row_of[column as usize] = row as u32;
        }
        if (0..size).any(|row| signature.order(row as u32, some.matching.column_of[row]).is_none()) {
            continue;
        }
        let heaviest = weigh(&signature, &some.matching).1 == some.weight;
        assert_eq!(offsets(&signature, &some.matching).is_some(), heaviest, "{signature:?}");
        refused += usize::from(!heaviest);
    }
    assert!(refused > 100);
}

#[test]
fn singular_systems_are_refused_with_a_minimal_proof() {
    let mut random = Random(7);
    let (mut over, mut under) = (0, 0);
    for _ in 0..4000 {
        let (height, width) = (1 + random.below(7), 1 + random.below(7));
        let percent = 10 + random.below(50);
        let signature = random.signature(height, width, percent, 2);
        let largest = brute::deltas(&signature).len() - 1;
        match pantelides(&signature) {
            Ok(_) => assert_eq!((largest, largest), (height, width)),
            Err(Singular::Over { rows, columns }) => {
                over += 1;
                assert!(largest < height);
                check_circuit(&signature, &rows, &columns);
            }
            Err(Singular::Under { rows, columns }) => {
                under += 1;
                assert_eq!(largest, height);
                check_circuit(&signature.transpose(), &columns, &rows);
            }
        }
    }
    assert!(over > 500 && under > 500);
}

#[test]
fn long_chains_need_no_deep_stack() {
    // Masses joined without springs: angle, speed, and the force to the next; one constraint hangs on the other.
    let count = 100_000;
    let entry = |column: u32, order| SignatureEntry { column, order };
    let mut chain = Signature::new(3 * count as usize);
    for at in 0..count {
        let (angle, speed, force) = (3 * at, 3 * at + 1, 3 * at + 2);
        chain.push(&[entry(angle, 1), entry(speed, 0)]);
        chain.push(&[entry(speed, 1), entry(force, 0), entry(force.saturating_sub(3), 0)]);
        if at + 1 < count {
            chain.push(&[entry(angle, 0), entry(angle + 3, 0)]);
        } else {
            chain.push(&[entry(force, 0)]);
        }
    }
    let found = pantelides(&chain).unwrap();
    assert_eq!(found.offsets.freedom(), 2);
    let twice = found.offsets.rows.iter().filter(|&&count| count == 2).count();
    assert_eq!(twice, count as usize - 1);
    assert_eq!(structural_index(&chain).unwrap().value(), 3);
}

/// The rows have places in no other columns, one fewer, and any row can be left out for the rest to be matched.
fn check_circuit(signature: &Signature, rows: &[u32], columns: &[u32]) {
    assert_eq!(rows.len(), columns.len() + 1);
    for &row in rows {
        assert!(signature.row(row).iter().all(|entry| columns.contains(&entry.column)));
        let rest = rows.iter().filter(|&&other| other != row).map(|&other| signature.row(other));
        let rest = Signature::from_rows(signature.width(), rest);
        assert_eq!(brute::deltas(&rest).len() - 1, rest.height());
    }
}

/// The number of matched places and the sum of their orders. Fails if they are not a matching.
fn weigh(signature: &Signature, matching: &Matching) -> (usize, i64) {
    let (mut size, mut weight) = (0, 0);
    let mut used = vec![false; signature.width()];
    for (row, &column) in matching.column_of.iter().enumerate().filter(|(_, column)| **column != NONE) {
        assert_eq!(matching.row_of[column as usize], row as u32);
        assert!(!std::mem::replace(&mut used[column as usize], true));
        weight += i64::from(signature.order(row as u32, column).expect("a place"));
        size += 1;
    }
    assert_eq!(matching.free_columns().count(), signature.width() - size);
    (size, weight)
}

fn feasible(signature: &Signature, offsets: &Offsets) -> bool {
    let rows = signature.rows().zip(&offsets.rows);
    rows.flat_map(|(row, offset)| row.iter().map(move |entry| (entry, offset)))
        .all(|(entry, offset)| offsets.columns[entry.column as usize] >= offset + entry.order)
}

/// The smallest row offsets for which the tight places hold a perfect matching: all candidates in turn, and the
/// componentwise minimum of those that do.
fn search(signature: &Signature) -> Vec<u32> {
    let size = signature.height();
    let limit = 6u64;
    let mut smallest = vec![u32::MAX; size];
    for code in 0..limit.pow(size as u32) {
        let rows: Vec<u32> = (0..size).map(|at| (code / limit.pow(at as u32) % limit) as u32).collect();
        let raised = signature.differentiate(&rows);
        let columns = raised.highest();
        let tight = (0..size as u32).map(|row| {
            let places = raised.row(row).iter();
            places.filter(|entry| entry.order == columns[entry.column as usize]).copied().collect()
        });
        let tight = Signature::from_rows(size, tight.collect::<Vec<Vec<_>>>());
        if brute::deltas(&tight).len() == size + 1 {
            smallest.iter_mut().zip(rows).for_each(|(known, row)| *known = row.min(*known));
        }
    }
    smallest
}
