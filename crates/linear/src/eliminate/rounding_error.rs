//! Which numbers are nothing but rounding errors.
//!
//! A pivot that should be zero rarely is: what is left when large numbers cancel is their rounding errors, or a multiple
//! of what was left elsewhere. But a small number need not be wrong, rows may well hold 1e-14 beside 1. So each number
//! gets a doubt, the square of the error to expect in it, and doubts are added up like the variances of independent
//! errors, after N. J. Higham, "Accuracy and Stability of Numerical Algorithms" (2002), sections 3.3 and 2.8. Sums of the
//! errors themselves would be bounds, but far too large ones after some hundred steps.

use super::{ColumnWork, SparseElimination};

/// The error of one rounding relative to the result, squared.
const ROUNDING: f64 = f64::EPSILON * f64::EPSILON / 4.0;
/// How many times the error to expect a number must be to be believed.
const BELIEVED: f64 = 4.0;

/// A number and the square of the error to expect in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UncertainNumber {
    pub(crate) number: f64,
    pub(crate) doubt: f64,
}

/// Whether a number may as well be zero.
pub(crate) fn is_rounding_error(number: f64, doubt: f64) -> bool {
    number.abs() <= BELIEVED * doubt.sqrt()
}

impl UncertainNumber {
    /// The doubt about a number of the matrix, which was rounded when it was computed.
    pub(crate) fn given(number: f64) -> f64 {
        ROUNDING * number * number
    }

    /// This less a product.
    pub(crate) fn subtract_product(self, factor: UncertainNumber, other: UncertainNumber) -> UncertainNumber {
        let term = factor.number * other.number;
        let number = self.number - term;
        let doubt = self.doubt
            + factor.doubt * other.number * other.number
            + factor.number * factor.number * other.doubt
            + ROUNDING * (term * term + number * number);
        UncertainNumber { number, doubt }
    }

    /// This divided by another.
    pub(crate) fn divide(self, other: UncertainNumber) -> UncertainNumber {
        let number = self.number / other.number;
        let square = other.number * other.number;
        let doubt = self.doubt / square + number * number * (other.doubt / square + ROUNDING);
        UncertainNumber { number, doubt }
    }
}

impl SparseElimination<'_> {
    /// Eliminates the pivots from the scattered column, with doubts. The largest number met in the pivots' rows.
    pub(super) fn solve_with_doubts(&mut self, place: u32) -> f64 {
        let mut doubts = std::mem::take(&mut self.work.doubts);
        for (at, number) in self.entries(place) {
            doubts[at as usize] = UncertainNumber::given(number);
        }
        let ColumnWork { column, order, .. } = &mut self.work;
        let mut largest = 0f64;
        for &pivot in order.iter().rev() {
            let row = self.row_of[pivot as usize] as usize;
            let factor = UncertainNumber {
                number: std::mem::take(&mut column[row]),
                doubt: std::mem::take(&mut doubts[row]),
            };
            largest = largest.max(factor.number.abs());
            for at in self.columns[pivot as usize].lower..self.columns[pivot as usize + 1].lower {
                let row = self.lower[at] as usize;
                let below = UncertainNumber { number: self.numbers[at], doubt: self.doubts[at] };
                let changed = UncertainNumber { number: column[row], doubt: doubts[row] }
                    .subtract_product(below, factor);
                (column[row], doubts[row]) = (changed.number, changed.doubt);
            }
        }
        self.work.doubts = doubts;
        largest
    }

    /// Keeps the doubts about the numbers below a pivot, in the order in which the numbers are about to be stored.
    pub(super) fn store_doubts(&mut self, pivot: u32) {
        let ColumnWork { column, doubts, rest, .. } = &mut self.work;
        let divisor = UncertainNumber { number: column[pivot as usize], doubt: doubts[pivot as usize] };
        for &row in &*rest {
            let number = UncertainNumber {
                number: column[row as usize],
                doubt: std::mem::take(&mut doubts[row as usize]),
            };
            if row != pivot {
                self.doubts.push(number.divide(divisor).doubt);
            }
        }
    }
}
