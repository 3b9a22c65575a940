//! The factors of other values in the same places with the same pivots. This is what a Newton iteration spends its time on.

use crate::eliminate::is_zero;
use crate::factor_pattern::ColumnRun;
use crate::failure::FactorFailure;
use crate::lu::Lu;

/// The bits of a number without its sign. They ascend with the size of the number, and those of numbers that are not
/// finite are above all others, which no floating-point maximum keeps.
const SIZE: u64 = !(1 << 63);
/// The bits of infinity.
const INFINITE: u64 = 0x7FF0_0000_0000_0000;

/// A pivot that is no longer good, by its number.
pub(crate) struct BadPivot(usize);

impl Lu {
    /// Computes the factors of other values with the pivots there are.
    ///
    /// # Errors
    /// If a value is not finite, or if a pivot became too small; then there are no factors until a call succeeds.
    ///
    /// # Panics
    /// If there are not as many values as the pattern has places.
    pub fn refactor(&mut self, values: &[f64]) -> Result<(), FactorFailure> {
        assert_eq!(values.len(), self.symbolic.pattern().entries(), "as many values as places");
        self.known.clear();
        self.ready = false;
        let computed = self.compute::<false>(values);
        self.conclude(values, &computed)
    }

    /// The same for values most of which are those of the last call: columns that these and no others reach keep their
    /// factors. They are the same to the last bit. In the equations of a mechanism two columns of three never change.
    ///
    /// # Errors
    /// As for `refactor`.
    ///
    /// # Panics
    /// If there are not as many values as the pattern has places.
    pub(crate) fn update(&mut self, values: &[f64]) -> Result<(), FactorFailure> {
        assert_eq!(values.len(), self.symbolic.pattern().entries(), "as many values as places");
        self.mark(values);
        self.ready = false;
        let computed = self.compute::<true>(values);
        self.known.clear();
        self.known.extend_from_slice(values);
        self.conclude(values, &computed)
    }

    /// Finds the columns whose factors change with the values.
    fn mark(&mut self, values: &[f64]) {
        let size = self.pivots.len();
        self.fresh.clear();
        self.fresh.resize(size, true);
        if !self.ready || self.known.len() != values.len() {
            return;
        }
        let shape = &self.shape;
        for run in &shape.runs {
            for k in run.begin..run.end {
                let count = (shape.target_starts[k + 1] - shape.target_starts[k]) as usize;
                let own = shape.sources[k] as usize..shape.sources[k] as usize + count;
                let pairs = values[own.clone()].iter().zip(&self.known[own]);
                let mut fresh = pairs.into_iter().any(|(new, old)| new.to_bits() != old.to_bits());
                if !fresh && !run.single {
                    let before = &shape.upper[shape.upper_starts[k]..shape.outer[k]];
                    fresh = before.iter().any(|&pivot| self.fresh[pivot as usize]);
                }
                self.fresh[k] = fresh;
            }
        }
    }

    fn conclude(&mut self, values: &[f64], computed: &Result<(), BadPivot>) -> Result<(), FactorFailure> {
        let &Err(BadPivot(at)) = computed else {
            self.ready = true;
            return Ok(());
        };
        self.work.fill(0.0);
        if let Some(entry) = values.iter().position(|value| !value.is_finite()) {
            let (row, column) = self.symbolic.pattern().place(entry);
            return Err(FactorFailure::NotFinite { row, column });
        }
        Err(FactorFailure::Unstable { row: self.shape.rows[at], column: self.symbolic.0.columns[at] })
    }

    /// Fills the factors, or those of the columns that are marked.
    fn compute<const MARKED: bool>(&mut self, values: &[f64]) -> Result<(), BadPivot> {
        for at in 0..self.shape.runs.len() {
            let run = self.shape.runs[at];
            match run.single {
                true => self.singles::<MARKED>(values, run)?,
                false => self.block::<MARKED>(values, run)?,
            }
        }
        Ok(())
    }

    fn singles<const MARKED: bool>(&mut self, values: &[f64], run: ColumnRun) -> Result<(), BadPivot> {
        let shape = &self.shape;
        for k in run.begin..run.end {
            if MARKED && !self.fresh[k] {
                continue;
            }
            let targets =
                &shape.targets[shape.target_starts[k] as usize..shape.target_starts[k + 1] as usize];
            let values = &values[shape.sources[k] as usize..];
            let mut outer = self.upper[shape.upper_starts[k]..shape.upper_starts[k + 1]].iter_mut();
            let mut largest = 0;
            let mut pivot = 0.0;
            for (&target, &value) in targets.iter().zip(values) {
                let number = value * self.scales[target as usize];
                largest = largest.max(number.to_bits() & SIZE);
                if target as usize == k {
                    pivot = number;
                } else if let Some(place) = outer.next() {
                    *place = number;
                }
            }
            if largest >= INFINITE || is_zero(pivot) {
                return Err(BadPivot(k));
            }
            self.pivots[k] = pivot;
        }
        Ok(())
    }

    fn block<const MARKED: bool>(&mut self, values: &[f64], run: ColumnRun) -> Result<(), BadPivot> {
        let shape = &self.shape;
        let column = &mut self.work[..];
        for k in run.begin..run.end {
            if MARKED && !self.fresh[k] {
                continue;
            }
            let targets =
                &shape.targets[shape.target_starts[k] as usize..shape.target_starts[k + 1] as usize];
            let mut given = 0;
            for (&target, &value) in targets.iter().zip(&values[shape.sources[k] as usize..]) {
                let number = value * self.scales[target as usize];
                // Rows of later blocks have no part in this one, however large they are.
                let size = if (target as usize) < run.end { number.to_bits() & SIZE } else { 0 };
                given = given.max(size);
                column[target as usize] = number;
            }
            let mut largest = 0;
            let (earlier, own) = self.lower.split_at_mut(shape.lower_starts[k]);
            let inner = shape.upper_starts[k]..shape.outer[k];
            let earlier =
                EarlierColumns { starts: &shape.lower_starts, rows: &shape.lower, numbers: earlier };
            let (pivots, mut places) = (&shape.upper[inner.clone()], &mut self.upper[inner]);
            let mut at = 0;
            while let Some(&pivot) = pivots.get(at) {
                let panel = shape.panels[pivot as usize].min(k as u32) - pivot;
                let (size, width) = match panel {
                    1 => (earlier.eliminate::<1>(pivot, column, places), 1),
                    2 | 3 => (earlier.eliminate::<2>(pivot, column, places), 2),
                    _ => (earlier.eliminate::<4>(pivot, column, places), 4),
                };
                largest = largest.max(size);
                at += width;
                places = &mut places[width..];
            }
            let outer = shape.outer[k]..shape.upper_starts[k + 1];
            let mut apart = 0;
            for (&row, place) in shape.upper[outer.clone()].iter().zip(&mut self.upper[outer]) {
                let number = std::mem::take(&mut column[row as usize]);
                apart = apart.max(number.to_bits() & SIZE);
                *place = number;
            }
            let pivot = std::mem::take(&mut column[k]);
            let inverse = 1.0 / pivot;
            largest = largest.max(pivot.to_bits() & SIZE);
            let below = &shape.lower[shape.lower_starts[k]..shape.lower_starts[k + 1]];
            for (&row, place) in below.iter().zip(own) {
                let number = std::mem::take(&mut column[row as usize]);
                largest = largest.max(number.to_bits() & SIZE);
                *place = number * inverse;
            }
            let (given, largest) = (f64::from_bits(given), f64::from_bits(largest));
            // Written such that a number that is not one fails.
            let good = apart < INFINITE
                && given < f64::INFINITY
                && largest <= self.most * given
                && pivot.abs() >= self.least * largest
                && inverse.is_finite();
            if !good {
                return Err(BadPivot(k));
            }
            self.pivots[k] = inverse;
        }
        Ok(())
    }
}

/// The columns before the one that is computed.
struct EarlierColumns<'a> {
    starts: &'a [usize],
    rows: &'a [u32],
    numbers: &'a [f64],
}

impl EarlierColumns<'_> {
    /// Eliminates pivots of one panel, side by side, from a scattered column: each row is read and written once for all of
    /// them. What they are multiplied with goes to the places; the size of the largest is the result.
    #[inline]
    fn eliminate<const N: usize>(&self, pivot: u32, column: &mut [f64], places: &mut [f64]) -> u64 {
        let pivot = pivot as usize;
        let mut factors = [0.0; N];
        let mut largest = 0;
        for (at, place) in places[..N].iter_mut().enumerate() {
            let mut number = std::mem::take(&mut column[pivot + at]);
            for (before, factor) in factors[..at].iter().enumerate() {
                number -= self.numbers[self.starts[pivot + before] + at - before - 1] * factor;
            }
            factors[at] = number;
            *place = number;
            largest = largest.max(number.to_bits() & SIZE);
        }
        let rows = &self.rows[self.starts[pivot + N - 1]..self.starts[pivot + N]];
        // The pivots below its own stand first in each column.
        let numbers: [&[f64]; N] = std::array::from_fn(|at| {
            let start = self.starts[pivot + at] + N - 1 - at;
            &self.numbers[start..start + rows.len()]
        });
        for (at, &row) in rows.iter().enumerate() {
            let place = &mut column[row as usize];
            let mut number = *place;
            for (numbers, factor) in numbers.iter().zip(&factors) {
                number -= numbers[at] * factor;
            }
            *place = number;
        }
        largest
    }
}
