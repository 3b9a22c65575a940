//! Random systems, the same on every run.

use structure::{Incidence, Signature, SignatureEntry};

/// Numbers that look random: SplitMix64.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `limit`.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    /// True in `percent` of a hundred cases.
    pub(crate) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// A signature in which `percent` of the places are not empty and no order is above `highest`.
    pub(crate) fn signature(
        &mut self,
        height: usize,
        width: usize,
        percent: usize,
        highest: usize,
    ) -> Signature {
        let rows = (0..height).map(|_| {
            let places = (0..width).filter(|_| self.chance(percent)).collect::<Vec<_>>();
            places
                .into_iter()
                .map(|c| SignatureEntry { column: c as u32, order: self.below(highest + 1) as u32 })
                .collect()
        });
        Signature::from_rows(width, rows.collect::<Vec<Vec<_>>>())
    }

    /// The same with a perfect matching put in.
    pub(crate) fn matched(&mut self, size: usize, percent: usize, highest: usize) -> Signature {
        let order = self.shuffle(size);
        let some = self.signature(size, size, percent, highest);
        let mut rows = some.rows().map(<[SignatureEntry]>::to_vec).collect::<Vec<_>>();
        for (row, &column) in rows.iter_mut().zip(&order) {
            if row.iter().all(|entry| entry.column != column) {
                row.push(SignatureEntry { column, order: self.below(highest + 1) as u32 });
            }
        }
        Signature::from_rows(size, rows)
    }

    /// The numbers below `size` in any order.
    pub(crate) fn shuffle(&mut self, size: usize) -> Vec<u32> {
        let mut order: Vec<u32> = (0..size as u32).collect();
        for at in (1..size).rev() {
            order.swap(at, self.below(at + 1));
        }
        order
    }

    /// Some places of an incidence.
    pub(crate) fn part(&mut self, incidence: &Incidence, percent: usize) -> Incidence {
        let rows = incidence.rows().map(|row| row.iter().copied().filter(|_| self.chance(percent)).collect());
        Incidence::from_rows(incidence.width(), rows.collect::<Vec<Vec<u32>>>())
    }
}
