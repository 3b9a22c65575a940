//! Numbers in sentences.

/// `1 file`, `2 files`
pub fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// A number as people want to read it, with seven digits.
pub fn format_number(number: f64) -> String {
    // Minus zero is zero.
    let rounded: f64 = format!("{number:.6e}").parse().unwrap_or(number) + 0.0;
    let size = rounded.abs();
    if size != 0.0 && !(1e-4..1e7).contains(&size) { format!("{rounded:e}") } else { format!("{rounded}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!([count(0, "file"), count(1, "file")], ["0 files", "1 file"]);
        let all = [0.1 + 0.2, -0.0, 1e-5, 12345678.9, f64::NAN].map(format_number);
        assert_eq!(all, ["0.3", "0", "1e-5", "1.234568e7", "NaN"]);
    }
}
