//! Taking rows away step by step gives what beginning anew gives.

use repair::{Deficit, RemovalTrial};
use structure::{Incidence, Matching};

/// Small numbers that look random and are the same on every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % u64::from(limit)) as u32
    }
}

#[test]
fn without_rows_is_as_if_they_had_never_been_there() {
    let mut numbers = Numbers(7);
    let mut changed = 0;
    for _ in 0..20_000 {
        let (height, width) = (1 + numbers.below(9), 1 + numbers.below(9));
        let rows: Vec<Vec<u32>> =
            (0..height).map(|_| (0..numbers.below(4)).map(|_| numbers.below(width)).collect()).collect();
        let incidence = Incidence::from_rows(width as usize, &rows);
        let matching = Matching::maximum(&incidence);
        let trial = RemovalTrial::new(&incidence, &matching);
        let gone: Vec<u32> = (0..height).filter(|_| numbers.below(3) == 0).collect();
        let left = rows.iter().enumerate().filter(|(at, _)| !gone.contains(&(*at as u32))).map(|row| row.1);
        let left = Incidence::from_rows(width as usize, left);
        let size = Matching::maximum(&left).size();
        let expected = Deficit { over: left.height() - size, under: width as usize - size };
        assert_eq!(trial.deficit_without(&gone), expected, "{rows:?} without {gone:?}");
        changed += usize::from(expected != trial.deficit());
    }
    assert!(changed > 10_000, "the removals must matter");
}

#[test]
fn with_rows_is_as_if_they_had_always_been_there() {
    let mut numbers = Numbers(11);
    let mut changed = 0;
    for _ in 0..20_000 {
        let (height, width) = (1 + numbers.below(8), 1 + numbers.below(9));
        let mut random = |count: u32| -> Vec<Vec<u32>> {
            (0..count).map(|_| (0..numbers.below(4)).map(|_| numbers.below(width)).collect()).collect()
        };
        let (rows, added) = (random(height), random(3));
        let incidence = Incidence::from_rows(width as usize, &rows);
        let matching = Matching::maximum(&incidence);
        let trial = RemovalTrial::new(&incidence, &matching);
        let all = Incidence::from_rows(width as usize, rows.iter().chain(&added));
        let size = Matching::maximum(&all).size();
        let expected = Deficit { over: all.height() - size, under: width as usize - size };
        assert_eq!(trial.with(&added), expected, "{rows:?} with {added:?}");
        changed += usize::from(expected.under != trial.deficit().under);
    }
    assert!(changed > 5_000, "the additions must matter");
}
