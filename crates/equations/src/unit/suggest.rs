//! What someone probably meant who wrote a unit as other languages, or people, write it.

use super::Unit;

/// Names that people use, and how the language writes them.
const NAMES: &[(&str, &str)] = &[
    ("rpm", "rev/min"),
    ("sec", "s"),
    ("hr", "h"),
    ("ohm", "Ohm"),
    ("°C", "degC"),
    ("°", "deg"),
    ("C°", "degC"),
    ("Celsius", "degC"),
    ("Kelvin", "K"),
    ("meter", "m"),
    ("kmh", "km/h"),
    ("kph", "km/h"),
    ("%", "1"),
    ("-", "1"),
    ("none", "1"),
];

/// Units of what does not add and multiply like a quantity: known, and never compared.
pub(super) const APART: &[&str] = &["dB", "Np", "B", "phon", "sone"];

/// Nobody means a unit by a longer text.
const LONGEST: usize = 40;

/// A unit expression that is probably meant by a text that is none.
pub(super) fn suggest_unit_text(text: &str) -> Option<String> {
    if text.len() > LONGEST {
        return None;
    }
    if let Some((_, meant)) = NAMES.iter().find(|(name, _)| *name == text) {
        return Some((*meant).to_string());
    }
    let plain = text.replace("**", "").replace(['^', '{', '}'], "").replace(['*', '·', ' '], ".");
    let right = |text: &String| Unit::parse(text).is_some();
    // `W/m2/K` has two divisors, which stand in parentheses.
    let divided = || {
        let mut parts = plain.split('/');
        let first = parts.next()?;
        let rest: Vec<&str> = parts.collect();
        (rest.len() > 1).then(|| format!("{first}/({})", rest.join(".")))
    };
    // `J/kg.K` may mean either, most often the latter as well.
    let grouped = || plain.split_once('/').map(|(above, below)| format!("{above}/({below})"));
    // `Nm` is a product without its dot.
    let product = || {
        let ends = plain.char_indices().map(|(at, _)| at).skip(1);
        ends.map(|at| format!("{}.{}", &plain[..at], &plain[at..])).find(right)
    };
    [Some(plain.clone()), divided(), grouped()].into_iter().flatten().find(right).or_else(product)
}
