//! Numbers and names put together for people.

use std::fmt::Write;

/// Terms of a sum that are written out before it is cut short.
const MAX_TERMS: usize = 8;

/// A number with at most so many digits as one reads.
pub fn figure(value: f64) -> String {
    let rounded = value.round();
    if value == rounded && value.abs() < 1e6 {
        return format!("{value}");
    }
    let plain: f64 = format!("{value:.5e}").parse().unwrap_or(value);
    if (1e-3..1e6).contains(&plain.abs()) { format!("{plain}") } else { format!("{plain:e}") }
}

/// A sum of named terms with factors, such as `a − 2·b`.
pub fn sum(terms: impl IntoIterator<Item = (String, f64)>) -> String {
    let mut text = String::new();
    for (at, (name, factor)) in terms.into_iter().enumerate() {
        if at == MAX_TERMS {
            text.push_str(" + …");
            break;
        }
        let sign = match (at, factor < 0.0) {
            (0, false) => "",
            (0, true) => "-",
            (_, false) => " + ",
            (_, true) => " - ",
        };
        text.push_str(sign);
        let size = figure(factor.abs());
        if size != "1" {
            // Writing to a string does not fail.
            let _ = write!(text, "{size}·");
        }
        text.push_str(&name);
    }
    if text.is_empty() { "0".to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_read_well() {
        let terms = [("a", -1.0), ("b", 2.5), ("c", -1.0 + 1e-13)];
        assert_eq!(sum(terms.map(|(name, factor)| (name.to_owned(), factor))), "-a + 2.5·b - c");
        assert_eq!(sum([]), "0");
        assert_eq!(figure(0.000_123_456_78), "1.23457e-4");
    }
}
