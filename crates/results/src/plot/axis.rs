//! Where the marks of an axis stand, and what they are called.

/// The least and the greatest of some numbers; what is not finite does not count.
pub(super) fn range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let all = values.filter(|value| value.is_finite());
    let ends = all.fold(None, |ends, value| {
        let (low, high) = ends.unwrap_or((value, value));
        Some((value.min(low), value.max(high)))
    });
    ends.unwrap_or((0.0, 0.0))
}

/// About so many round numbers between two, with their texts. All texts have the same number of digits.
pub(super) fn ticks((low, high): (f64, f64), about: usize) -> Vec<(f64, String)> {
    let length = high - low;
    if !(length > 0.0 && length.is_finite()) {
        return Vec::new();
    }
    let raw = length / about.max(1) as f64;
    let power = 10f64.powf(raw.log10().floor());
    let step =
        [1.0, 2.0, 5.0, 10.0].into_iter().find(|factor| factor * power >= raw * 0.9).unwrap_or(10.0) * power;
    let size = low.abs().max(high.abs());
    // Beyond these, and where digits would not tell marks apart, the power of ten is written.
    let scientific = size >= 1e6 || step < 1e-4;
    let mut ticks = Vec::new();
    let mut number = (low / step - 1e-9).ceil();
    while number * step <= high + 1e-9 * length && ticks.len() < 100 {
        let value = number * step;
        let text = if scientific {
            let digits = (size.log10().floor() - step.log10().floor()).clamp(0.0, 15.0) as usize;
            let value = if number == 0.0 { 0.0 } else { value };
            format!("{value:.digits$e}")
        } else {
            let digits = (-step.log10().floor()).clamp(0.0, 15.0) as usize;
            format!("{:.digits$}", if number == 0.0 { 0.0 } else { value })
        };
        ticks.push((value, text));
        number += 1.0;
    }
    ticks
}

#[cfg(test)]
mod tests {
    use super::{range, ticks};

    fn texts(low: f64, high: f64, about: usize) -> Vec<String> {
        ticks((low, high), about).into_iter().map(|tick| tick.1).collect()
    }

    #[test]
    fn marks_are_round_and_inside() {
        assert_eq!(texts(0.0, 1.0, 5), ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert_eq!(texts(-3.0, 17.0, 4), ["0", "5", "10", "15"]);
        assert_eq!(texts(0.0, 2e-6, 2), ["0e0", "1e-6", "2e-6"]);
        assert_eq!(texts(100.0, 100.0, 5), Vec::<String>::new());
    }

    #[test]
    fn what_is_no_number_does_not_count() {
        assert_eq!(range([f64::NAN, 2.0, -1.0, f64::INFINITY].into_iter()), (-1.0, 2.0));
        assert_eq!(range([f64::NAN].into_iter()), (0.0, 0.0));
    }
}
