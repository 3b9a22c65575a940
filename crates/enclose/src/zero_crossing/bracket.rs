//! The double at which a function that changes its side once does so.
//!
//! Regula falsi with weights (the Illinois method), and a bisection whenever the bracket did not halve in a few steps: quick
//! on smooth functions, never slower than a few bisections on others.

/// How many steps may pass before the bracket is half as long.
const PATIENCE: u32 = 3;

/// The first double after `from` at which the function is on the other side, if it changes once up to `to`. It counts as
/// unchanged at `from` and changed at `to`. A bracket of the least length is good enough: near zero there are very many doubles.
pub(super) fn first_change(
    value: &mut dyn FnMut(f64) -> f64,
    is_other: &dyn Fn(f64) -> bool,
    from: f64,
    to: f64,
    least: f64,
) -> f64 {
    let (mut a, mut b) = (from, to);
    let (mut value_a, mut value_b) = (value(a), value(b));
    // Where the function is not what it counts as, values say nothing about where it changes.
    let mut interpolates = !is_other(value_a) && is_other(value_b);
    let mut steps = 0;
    let mut length = b - a;
    let mut last = None;
    while a.next_up() < b && b - a > least {
        steps += 1;
        let halved = b - a <= 0.5 * length;
        if halved {
            (steps, length) = (0, b - a);
        }
        let bisect = !interpolates || steps > PATIENCE;
        let guess = if bisect { a.midpoint(b) } else { a + (b - a) * (value_a / (value_a - value_b)) };
        let time = if guess.is_nan() { a.midpoint(b) } else { guess.clamp(a.next_up(), b.next_down()) };
        let at = value(time);
        let other = is_other(at);
        if other {
            (b, value_b) = (time, at);
        } else {
            (a, value_a) = (time, at);
        }
        interpolates &= at.is_finite();
        if bisect {
            (steps, length, last) = (0, b - a, None);
        } else if last == Some(other) {
            // The same end moved twice: the other one counts for less.
            if other { value_a *= 0.5 } else { value_b *= 0.5 }
        }
        if !bisect {
            last = Some(other);
        }
    }
    b
}
