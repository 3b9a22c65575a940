//! Tearing: every answer is valid, the exact one is the smallest, and the quick one is close to it.

use structure::{Block, Incidence, Torn, decompose, tear, tear_exact};

use super::chain::Chain;
use super::random::Random;

/// The largest block of a random system, and some of its places as solvable.
fn block(random: &mut Random, size: usize, percent: usize, solvable: usize) -> (Incidence, Incidence) {
    let incidence = random.matched(size, percent, 0).incidence();
    let blocks = decompose(&incidence).blocks;
    let largest = blocks.iter().max_by_key(|block| block.rows.len()).expect("a block");
    let block = cut(&incidence, largest);
    let solvable = random.part(&block, solvable);
    (block, solvable)
}

/// A block as an incidence of its own.
pub(crate) fn cut(incidence: &Incidence, block: Block<'_>) -> Incidence {
    let mut place = vec![None; incidence.width()];
    for (at, &column) in block.columns.iter().enumerate() {
        place[column as usize] = Some(at as u32);
    }
    let rows = block.rows.iter().map(|&row| incidence.row(row).iter().filter_map(|&c| place[c as usize]));
    Incidence::from_rows(block.columns.len(), rows.map(Iterator::collect).collect::<Vec<Vec<u32>>>())
}

/// Each row and each column is used once, and nothing is solved for before the rest of its row is known.
pub(crate) fn check(block: &Incidence, solvable: &Incidence, torn: &Torn) {
    let mut known = vec![false; block.width()];
    let mut used = vec![false; block.height()];
    for &column in &torn.columns {
        assert!(!std::mem::replace(&mut known[column as usize], true));
    }
    for &row in &torn.rows {
        assert!(!std::mem::replace(&mut used[row as usize], true));
    }
    for &(row, column) in &torn.sequence {
        assert!(solvable.row(row).contains(&column));
        assert!(!std::mem::replace(&mut known[column as usize], true));
        assert!(!std::mem::replace(&mut used[row as usize], true));
        assert!(block.row(row).iter().all(|&column| known[column as usize]));
    }
    assert!(known.iter().chain(&used).all(|&done| done));
}

#[test]
fn torn_blocks_can_be_solved_in_sequence() {
    let mut random = Random(31);
    for _ in 0..4000 {
        let (size, percent, share) = (2 + random.below(30), 4 + random.below(20), 40 + random.below(61));
        let (block, solvable) = block(&mut random, size, percent, share);
        let torn = tear(&block, &solvable);
        check(&block, &solvable, &torn);
        assert_eq!(torn.rows.len(), torn.columns.len());
    }
}

#[test]
fn systems_that_are_not_blocks_are_torn_too() {
    let mut random = Random(32);
    for _ in 0..2000 {
        let (height, width) = (random.below(9), random.below(9));
        let incidence = random.signature(height, width, 30, 0).incidence();
        let solvable = random.part(&incidence, 70);
        check(&incidence, &solvable, &tear(&incidence, &solvable));
    }
}

#[test]
fn exact_tearing_is_the_smallest() {
    let mut random = Random(33);
    for _ in 0..1500 {
        let (size, percent) = (2 + random.below(7), 10 + random.below(30));
        let (block, solvable) = block(&mut random, size, percent, 75);
        let torn = tear_exact(&block, &solvable, size).expect("small");
        check(&block, &solvable, &torn);
        assert_eq!(torn.columns.len(), smallest(&block, &solvable));
        if let Some(fewer) = torn.columns.len().checked_sub(1) {
            assert_eq!(tear_exact(&block, &solvable, fewer), None);
        }
    }
}

/// The size of the smallest set of columns from which all others follow, over all sets.
fn smallest(block: &Incidence, solvable: &Incidence) -> usize {
    let width = block.width();
    let follows = |set: u32| {
        let mut known: Vec<bool> = (0..width).map(|column| set & (1 << column) != 0).collect();
        for _ in 0..width {
            for row in 0..block.height() as u32 {
                let mut unknown = block.row(row).iter().filter(|&&column| !known[column as usize]);
                if let (Some(&column), None) = (unknown.next(), unknown.next())
                    && solvable.row(row).contains(&column)
                {
                    known[column as usize] = true;
                }
            }
        }
        known.into_iter().all(|known| known)
    };
    let sets = (0..1u32 << width).filter(|&set| follows(set));
    sets.map(|set| set.count_ones() as usize).min().expect("the set of all columns")
}

#[test]
fn quick_tearing_is_close_to_the_smallest() {
    // Percent of the places that are filled, percent of those that are solvable, and how many percent more columns than
    // necessary may be torn on the whole.
    for (filled, share, more) in [(12, 100, 1), (25, 100, 5), (12, 70, 3), (25, 70, 8)] {
        let mut random = Random(34);
        let (mut quick, mut least) = (0, 0);
        for _ in 0..600 {
            let (block, solvable) = block(&mut random, 12, filled, share);
            let found = tear(&block, &solvable).columns.len();
            let best = tear_exact(&block, &solvable, 12).expect("small").columns.len();
            assert!((best..=best + 2).contains(&found), "{found} for {best}");
            quick += found;
            least += best;
        }
        assert!(100 * quick <= (100 + more) * least, "{quick} for {least}");
    }
}

#[test]
fn the_order_of_rows_and_columns_matters_little() {
    let left = Chain::new(30).substituted();
    let (all, some) = (left.signature.incidence(), left.solvable);
    let mut random = Random(35);
    for _ in 0..5 {
        let (rows, columns) = (random.shuffle(all.height()), random.shuffle(all.width()));
        let mix = |incidence: &Incidence| {
            let row =
                |&row: &u32| incidence.row(row).iter().map(|&column| columns[column as usize]).collect();
            Incidence::from_rows(incidence.width(), rows.iter().map(row).collect::<Vec<Vec<u32>>>())
        };
        let (all, some) = (mix(&all), mix(&some));
        let torn = tear(&all, &some);
        check(&all, &some, &torn);
        assert_eq!(torn.columns.len(), 30);
    }
}
