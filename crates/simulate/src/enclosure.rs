//! Bounds of something over a piece of time.

/// Bounds of a function of time and of its derivative over a piece of time: the least and the greatest of each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Enclosure {
    /// Bounds of its value.
    pub value: [f64; 2],
    /// Bounds of its derivative.
    pub slope: [f64; 2],
}

/// How many coefficients the polynomials of integrators have at most.
pub const TAYLOR: usize = 7;

/// What rounding adds to the bounds of a polynomial, relative to its terms.
const ROUNDING: f64 = 1e-14;

impl Enclosure {
    /// Something of which nothing is known.
    pub const UNBOUNDED: Enclosure =
        Enclosure { value: [f64::NEG_INFINITY, f64::INFINITY], slope: [f64::NEG_INFINITY, f64::INFINITY] };

    /// The polynomial with these coefficients, no farther than `reach` from where it is expanded.
    pub(crate) fn of_polynomial(taylor: &[f64; TAYLOR], reach: f64) -> Enclosure {
        let (mut value, mut slope, mut power) = (0.0, 0.0, 1.0);
        for (degree, coefficient) in (1u32..).zip(&taylor[1..]) {
            slope += if degree > 1 { f64::from(degree) * coefficient.abs() * power } else { 0.0 };
            power *= reach;
            value += coefficient.abs() * power;
        }
        value += ROUNDING * (taylor[0].abs() + value);
        slope += ROUNDING * (taylor[1].abs() + slope);
        Enclosure {
            value: [taylor[0] - value, taylor[0] + value],
            slope: [taylor[1] - slope, taylor[1] + slope],
        }
    }
}

/// The coefficients of a polynomial in x + shift, from those in x.
pub(crate) fn expand(mut taylor: [f64; TAYLOR], shift: f64) -> [f64; TAYLOR] {
    for low in 0..TAYLOR - 1 {
        for at in (low..TAYLOR - 1).rev() {
            taylor[at] += shift * taylor[at + 1];
        }
    }
    taylor
}

#[cfg(test)]
mod tests {
    use super::{Enclosure, expand};

    #[test]
    fn a_polynomial_is_within_its_bounds() {
        // (x - 1)² (x + 2) = x³ - 3x + 2, expanded at 0.5: its values between 0 and 1 go from 2 to 0, its slopes from -3 to 0.
        let taylor = expand([2.0, -3.0, 0.0, 1.0, 0.0, 0.0, 0.0], 0.5);
        assert_eq!(taylor, [0.625, -2.25, 1.5, 1.0, 0.0, 0.0, 0.0]);
        let Enclosure { value, slope } = Enclosure::of_polynomial(&taylor, 0.5);
        assert!(value[0] <= 0.0 && value[1] >= 2.0, "{value:?}");
        assert!(slope[0] <= -3.0 && slope[1] >= 0.0, "{slope:?}");
        let near = Enclosure::of_polynomial(&taylor, 1e-3);
        assert!(near.value[1] - near.value[0] < 5e-3, "{near:?}");
    }
}
