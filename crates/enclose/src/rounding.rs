//! Bounds of single operations: the double below or above the exact result.
//!
//! The processor rounds to nearest. Where the error of an operation can be told, a result that is exact stays as it is, so
//! that arithmetic on whole numbers decides relations such as `i + 1 == 3`; everywhere else the bound moves outward.

/// A significand that leaves these bits zero has at most 26 bits, and a product of two such is exact.
const LOW_BITS: u64 = (1 << 27) - 1;

/// Below this a product may lose bits to underflow.
const SMALL: f64 = 1e-290;

/// The exact error of `a + b`, which is itself a double (Knuth's TwoSum); NaN if the sum is not finite.
fn sum_error(a: f64, b: f64, sum: f64) -> f64 {
    let part = sum - a;
    (a - (sum - part)) + (b - part)
}

/// At most `a + b`.
pub(crate) fn add_down(a: f64, b: f64) -> f64 {
    let sum = a + b;
    if sum_error(a, b, sum) >= 0.0 { sum } else { sum.next_down() }
}

/// At least `a + b`.
pub(crate) fn add_up(a: f64, b: f64) -> f64 {
    let sum = a + b;
    if sum_error(a, b, sum) <= 0.0 { sum } else { sum.next_up() }
}

/// True if products of these factors are exact unless they are tiny.
pub(crate) fn are_short(factors: [f64; 4]) -> bool {
    let [a, b, c, d] = factors.map(f64::to_bits);
    (a | b | c | d) & LOW_BITS == 0
}

/// True if a product of short factors lost nothing: it did not underflow or overflow.
pub(crate) fn is_kept(product: f64) -> bool {
    let size = product.abs();
    size > SMALL && size < f64::INFINITY
}

/// True if the rounded quotient is the exact one.
fn is_exact_quotient(a: f64, b: f64, quotient: f64) -> bool {
    a == 0.0
        || (are_short([quotient, b, quotient, b]) && is_kept(a) && is_kept(quotient) && quotient * b == a)
}

/// At most `a / b`.
pub(crate) fn divide_down(a: f64, b: f64) -> f64 {
    let quotient = a / b;
    if is_exact_quotient(a, b, quotient) { quotient } else { quotient.next_down() }
}

/// At least `a / b`.
pub(crate) fn divide_up(a: f64, b: f64) -> f64 {
    let quotient = a / b;
    if is_exact_quotient(a, b, quotient) { quotient } else { quotient.next_up() }
}

/// At most the function whose value the mathematical library gives as `y`; libraries are right to one or two units in the
/// last place, and this allows for four. Zero is exact.
pub(crate) fn below(y: f64) -> f64 {
    lower(y, 4.0)
}

/// At least the function whose value the mathematical library gives as `y`.
pub(crate) fn above(y: f64) -> f64 {
    -lower(-y, 4.0)
}

/// A number that is less by so many units in the last place, or a little more; zero stays zero.
pub(crate) fn lower(y: f64, ulps: f64) -> f64 {
    if y == 0.0 {
        return 0.0;
    }
    if y == f64::INFINITY {
        return f64::MAX;
    }
    y - y.abs() * (ulps * f64::EPSILON) - ulps * f64::from_bits(1)
}
