//! Random systems for tests, the same on every run.

use base::SplitMix64;

use super::Incidence;

/// A system with at most `size` rows and columns, as sparse or as dense as it happens.
pub(crate) fn system(seed: u64, size: usize) -> Incidence {
    let random = &mut SplitMix64(seed);
    let (height, width) = (random.below(size) + 1, random.below(size) + 1);
    let density = random.below(6) + 1;
    let rows: Vec<Vec<u32>> = (0..height)
        .map(|_| (0..width as u32).filter(|_| random.below(width) < density.min(width - 1).max(1)).collect())
        .collect();
    Incidence::from_rows(width, rows)
}
