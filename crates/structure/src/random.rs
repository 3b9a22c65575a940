//! Random systems for tests, the same on every run.

use super::Incidence;

/// A generator of numbers: G. L. Steele, D. Lea and C. H. Flood, "Fast splittable pseudorandom number generators" (2014).
pub(crate) struct SplitMix64(pub(crate) u64);

impl SplitMix64 {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number smaller than `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// Numbers up to `size` in random order.
    pub(crate) fn order(&mut self, size: usize) -> Vec<u32> {
        let mut order: Vec<u32> = (0..size as u32).collect();
        for at in (1..size).rev() {
            order.swap(at, self.below(at + 1));
        }
        order
    }

    /// A system with at most `size` rows and columns, as sparse or as dense as it happens.
    pub(crate) fn system(&mut self, size: usize) -> Incidence {
        let (height, width) = (self.below(size) + 1, self.below(size) + 1);
        let density = self.below(6) + 1;
        let rows: Vec<Vec<u32>> = (0..height)
            .map(|_| {
                (0..width as u32).filter(|_| self.below(width) < density.min(width - 1).max(1)).collect()
            })
            .collect();
        Incidence::from_rows(width, rows)
    }
}
