//! Numbers that look random, the same on every run.

/// A generator of numbers: G. L. Steele, D. Lea and C. H. Flood, "Fast splittable pseudorandom number generators" (2014).
/// Any number may be the seed.
#[derive(Clone, Debug)]
pub struct SplitMix64(pub u64);

impl SplitMix64 {
    /// Any 64 bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number smaller than `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.bits() % bound as u64) as usize
    }

    /// Numbers up to `size` in random order.
    pub fn order(&mut self, size: usize) -> Vec<u32> {
        let mut order: Vec<u32> = (0..size as u32).collect();
        for at in (1..size).rev() {
            order.swap(at, self.below(at + 1));
        }
        order
    }

    /// A number from zero up to one.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// A number between -1 and 1.
    #[inline]
    pub fn signed(&mut self) -> f64 {
        2.0 * self.unit() - 1.0
    }
}
