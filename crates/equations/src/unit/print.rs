//! Units as people write them.

use std::fmt;

use super::{BASE, Unit, WHOLE};

/// The base units by their number, in the order of writing: `J/(mol.K)`.
const NAMES: [(usize, &str); BASE] =
    [(0, "kg"), (1, "m"), (2, "s"), (3, "A"), (5, "mol"), (4, "K"), (6, "cd")];

/// Units with a name of their own that say what they measure; `Gy` would not, for the square of a velocity.
const DERIVED: [&str; 12] = ["N", "Pa", "J", "W", "C", "V", "Ohm", "S", "F", "H", "Wb", "T"];

/// Units that are known by another form than the shortest, and those whose scale no coherent unit has.
const USUAL: &[&str] = &[
    "1", "1/s", "N/m", "deg", "rev/min", "mm", "cm", "km", "mm2", "cm2", "cm3", "l", "g", "t", "ms", "us",
    "min", "h", "d", "km/h", "bar", "kPa", "MPa", "kW", "MW", "kJ", "kW.h", "mA", "kA", "mV", "kV", "degC",
    "degF", "degRk", "eV", "kHz", "MHz", "l/min", "g/s", "g/mol", "mol/l", "A.h",
];

impl fmt::Display for Unit {
    /// A unit expression where there is one. A scale that no usual unit has stands before it, as in
    /// `0.7 m/s`, and roots are written as `m^(1/2)`.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let usual = USUAL.iter().find(|text| Unit::parse(text).is_some_and(|unit| unit.same(*self)));
        if let Some(text) = usual {
            return f.write_str(text);
        }
        let coherent = Unit { scale: 1.0, offset: false, ..*self };
        if !self.same_scale(coherent) {
            if (1e-4..1e6).contains(&self.scale) {
                write!(f, "{} ", self.scale)?;
            } else {
                write!(f, "{:e} ", self.scale)?;
            }
        }
        match derived().find(|(_, unit)| unit.same(coherent)) {
            Some((name, _)) => f.write_str(name),
            None => f.write_str(&shortest(coherent)),
        }
    }
}

fn derived() -> impl Iterator<Item = (&'static str, Unit)> {
    DERIVED.iter().filter_map(|&name| Some((name, Unit::parse(name)?)))
}

/// The product with the smallest sum of exponents: of base units alone, or with one unit of its own name, such
/// as `W/(m2.K)`. Of those the one with the fewest factors, and rather without kg.
fn shortest(unit: Unit) -> String {
    // A name costs one more than a base unit: `m/s2`, not `N/kg`.
    let name = 2 * i32::from(WHOLE);
    let mut best = (cost(unit), None, unit);
    for (symbol, own) in derived() {
        for (rest, sign) in [(unit.divide(own), 1), (unit.times(own), -1)] {
            let Some(rest) = rest else { continue };
            let (exponents, factors) = cost(rest);
            let cost = (exponents + name, factors + 1);
            if cost < best.0 {
                best = (cost, Some((symbol, sign)), rest);
            }
        }
    }
    let mut above = Vec::new();
    let mut below = Vec::new();
    if let Some((name, sign)) = best.1 {
        if sign > 0 { &mut above } else { &mut below }.push(name.to_string());
    }
    for (at, name) in NAMES {
        let exponent = best.2.exponents[at];
        let list = match exponent {
            0 => continue,
            exponent if exponent > 0 => &mut above,
            _ => &mut below,
        };
        list.push(factor(name, exponent.unsigned_abs()));
    }
    let numerator = if above.is_empty() { "1".to_string() } else { above.join(".") };
    match &below[..] {
        [] => numerator,
        [one] => format!("{numerator}/{one}"),
        many => format!("{numerator}/({})", many.join(".")),
    }
}

/// The sum of the exponents, and the number of factors, kg counted twice.
fn cost(unit: Unit) -> (i32, usize) {
    let exponents = unit.exponents.iter().map(|exponent| i32::from(exponent.abs())).sum();
    let factors = unit.exponents.iter().filter(|&&exponent| exponent != 0).count();
    (exponents, factors + usize::from(unit.exponents[0] != 0))
}

fn factor(name: &str, exponent: u16) -> String {
    let whole = WHOLE.unsigned_abs();
    match (exponent / whole, exponent % whole) {
        (1, 0) => name.to_string(),
        (exponent, 0) => format!("{name}{exponent}"),
        _ => {
            let common = gcd(exponent, whole);
            format!("{name}^({}/{})", exponent / common, whole / common)
        }
    }
}

fn gcd(a: u16, b: u16) -> u16 {
    if b == 0 { a } else { gcd(b, a % b) }
}
