//! Exact fractions, for periods and shifts of clocks. Sums of floating point numbers would drift apart.

/// A fraction in lowest terms with a positive denominator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ratio {
    above: i128,
    below: i128,
}

impl Ratio {
    /// Nothing.
    pub const ZERO: Ratio = Ratio { above: 0, below: 1 };
    /// One.
    pub const ONE: Ratio = Ratio { above: 1, below: 1 };

    /// A fraction; none if it is divided by zero or too large to be written.
    pub fn new(above: i128, below: i128) -> Option<Ratio> {
        if below == 0 || above == i128::MIN || below == i128::MIN {
            return None;
        }
        let common = gcd(above.abs(), below.abs()).max(1) * below.signum();
        Some(Ratio { above: above / common, below: below / common })
    }

    /// The simplest fraction that is this number when it is rounded: 1/10 for 0.1. None for what is no positive number.
    pub fn of(value: f64) -> Option<Ratio> {
        if !(1e-15..1e15).contains(&value) {
            return None;
        }
        // Continued fractions: each one is the best with so small a denominator.
        let (mut before, mut last) = ((0i128, 1i128), (1i128, 0i128));
        let mut rest = value;
        for _ in 0..64 {
            let whole = rest.floor();
            let step = whole as i128;
            let next = (
                step.checked_mul(last.0)?.checked_add(before.0)?,
                step.checked_mul(last.1)?.checked_add(before.1)?,
            );
            if next.0 as f64 / next.1 as f64 == value {
                return Ratio::new(next.0, next.1);
            }
            if rest == whole {
                break;
            }
            rest = 1.0 / (rest - whole);
            (before, last) = (last, next);
        }
        None
    }

    /// As a floating point number.
    pub fn get(self) -> f64 {
        self.above as f64 / self.below as f64
    }

    /// The whole number that it is.
    pub fn as_integer(self) -> Option<i64> {
        if self.below == 1 { i64::try_from(self.above).ok() } else { None }
    }

    /// The sum.
    pub fn checked_add(self, other: Ratio) -> Option<Ratio> {
        let a = self.above.checked_mul(other.below)?;
        let b = other.above.checked_mul(self.below)?;
        Ratio::new(a.checked_add(b)?, self.below.checked_mul(other.below)?)
    }

    /// The negative.
    pub fn minus(self) -> Ratio {
        Ratio { above: -self.above, below: self.below }
    }

    /// The product.
    pub fn times(self, other: Ratio) -> Option<Ratio> {
        let common = Ratio::new(self.above, other.below)?;
        let others = Ratio::new(other.above, self.below)?;
        Ratio::new(common.above.checked_mul(others.above)?, common.below.checked_mul(others.below)?)
    }

    /// The quotient.
    pub fn divide(self, other: Ratio) -> Option<Ratio> {
        self.times(Ratio::new(other.below, other.above)?)
    }

    /// The largest fraction that both are multiples of.
    pub fn common_divisor(self, other: Ratio) -> Option<Ratio> {
        let below = self.below.checked_mul(other.below / gcd(self.below, other.below))?;
        let a = self.above.checked_mul(below / self.below)?;
        let b = other.above.checked_mul(below / other.below)?;
        Ratio::new(gcd(a.abs(), b.abs()), below)
    }

    /// Whether it is below zero.
    pub(crate) fn is_negative(self) -> bool {
        self.above < 0
    }

    /// So many times the fraction, rounded once.
    pub fn repeated(self, count: i64) -> f64 {
        match self.above.checked_mul(i128::from(count)) {
            Some(above) => above as f64 / self.below as f64,
            None => count as f64 * self.get(),
        }
    }
}

impl std::fmt::Display for Ratio {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        if self.below == 1 { write!(f, "{}", self.above) } else { write!(f, "{}/{}", self.above, self.below) }
    }
}

fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
