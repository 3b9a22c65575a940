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
