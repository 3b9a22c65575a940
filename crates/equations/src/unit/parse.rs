//! Unit expressions: the grammar and the symbols.

use super::{BASE, Unit, WHOLE};

/// Reads a unit expression.
pub(super) fn parse(text: &str) -> Option<Unit> {
    let mut reader = UnitParser { rest: text, nesting: 0 };
    let unit = reader.expression()?;
    reader.rest.is_empty().then_some(unit)
}

/// Parentheses nested more deeply than this are not followed.
const MAX_NESTING: u32 = 50;

struct UnitParser<'a> {
    rest: &'a str,
    nesting: u32,
}

impl<'a> UnitParser<'a> {
    /// `numerator [ "/" denominator ]`
    fn expression(&mut self) -> Option<Unit> {
        let numerator = match self.rest.chars().next()? {
            '1' => {
                self.eat('1');
                Unit::ONE
            }
            '(' => self.group()?,
            _ => self.factors()?,
        };
        if !self.eat('/') {
            return Some(numerator);
        }
        let denominator = if self.rest.starts_with('(') { self.group()? } else { self.factor()? };
        numerator.divide(denominator)
    }

    fn group(&mut self) -> Option<Unit> {
        self.nesting += 1;
        if self.nesting > MAX_NESTING {
            return None;
        }
        self.eat('(');
        let unit = self.expression()?;
        self.nesting -= 1;
        self.eat(')').then_some(unit)
    }

    fn factors(&mut self) -> Option<Unit> {
        let mut unit = self.factor()?;
        while self.eat('.') {
            unit = unit.times(self.factor()?)?;
        }
        Some(unit)
    }

    /// A symbol with its prefix and its exponent.
    fn factor(&mut self) -> Option<Unit> {
        let unit = operand(self.take(|c| c.is_ascii_alphabetic() || c == '_'))?;
        let negative = self.rest.starts_with('-');
        let signed = self.eat('-') || self.eat('+');
        let digits = self.take(|c| c.is_ascii_digit());
        if digits.is_empty() {
            return (!signed).then_some(unit);
        }
        let exponent: i16 = digits.parse().ok()?;
        unit.power(f64::from(if negative { -exponent } else { exponent }))
    }

    fn take(&mut self, belongs: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|c| !belongs(c)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest;
        taken
    }

    fn eat(&mut self, c: char) -> bool {
        match self.rest.strip_prefix(c) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }
}

/// A symbol, or else a prefix and a symbol: `min` is a minute, `mm` a thousandth of a metre.
fn operand(text: &str) -> Option<Unit> {
    if let Some(symbol) = symbol(text) {
        return Some(symbol.unit());
    }
    PREFIXES.iter().find_map(|&(prefix, factor)| {
        let symbol = symbol(text.strip_prefix(prefix)?).filter(|symbol| symbol.prefixes)?;
        let unit = symbol.unit();
        Some(Unit { scale: unit.scale * factor, ..unit })
    })
}

fn symbol(text: &str) -> Option<&'static UnitSymbol> {
    SYMBOLS.iter().find(|symbol| symbol.name == text)
}

/// A unit with a name of its own.
pub(super) struct UnitSymbol {
    pub(super) name: &'static str,
    exponents: [i8; BASE],
    scale: f64,
    /// True if it may follow a prefix.
    prefixes: bool,
    offset: bool,
}

impl UnitSymbol {
    pub(super) fn unit(&self) -> Unit {
        let exponents = self.exponents.map(|exponent| i16::from(exponent) * WHOLE);
        Unit { exponents, scale: self.scale, offset: self.offset }
    }
}

const fn si(name: &'static str, exponents: [i8; BASE]) -> UnitSymbol {
    UnitSymbol { name, exponents, scale: 1.0, prefixes: true, offset: false }
}

/// A unit outside of the SI that is used with prefixes.
const fn scaled(name: &'static str, scale: f64, exponents: [i8; BASE]) -> UnitSymbol {
    UnitSymbol { name, exponents, scale, prefixes: true, offset: false }
}

/// A unit that is never used with prefixes. Some would be read into other words, such as `ft` as femtotonne.
const fn alone(name: &'static str, scale: f64, exponents: [i8; BASE]) -> UnitSymbol {
    UnitSymbol { name, exponents, scale, prefixes: false, offset: false }
}

const fn shifted(name: &'static str, scale: f64) -> UnitSymbol {
    UnitSymbol { name, exponents: [0, 0, 0, 0, 1, 0, 0], scale, prefixes: false, offset: true }
}

const PLAIN: [i8; BASE] = [0; BASE];
const MASS: [i8; BASE] = [1, 0, 0, 0, 0, 0, 0];
const LENGTH: [i8; BASE] = [0, 1, 0, 0, 0, 0, 0];
const VOLUME: [i8; BASE] = [0, 3, 0, 0, 0, 0, 0];
const TIME: [i8; BASE] = [0, 0, 1, 0, 0, 0, 0];
const RATE: [i8; BASE] = [0, 0, -1, 0, 0, 0, 0];
const PRESSURE: [i8; BASE] = [1, -1, -2, 0, 0, 0, 0];
const ENERGY: [i8; BASE] = [1, 2, -2, 0, 0, 0, 0];
const POWER: [i8; BASE] = [1, 2, -3, 0, 0, 0, 0];
const DOSE: [i8; BASE] = [0, 2, -2, 0, 0, 0, 0];

/// The SI and what is in use beside it. Logarithmic units such as `dB` are not here: values in them do not
/// add and multiply like quantities.
pub(super) const SYMBOLS: &[UnitSymbol] = &[
    // kg, m, s, A, K, mol, cd
    scaled("g", 1e-3, MASS),
    si("m", LENGTH),
    si("s", TIME),
    si("A", [0, 0, 0, 1, 0, 0, 0]),
    si("K", [0, 0, 0, 0, 1, 0, 0]),
    si("mol", [0, 0, 0, 0, 0, 1, 0]),
    si("cd", [0, 0, 0, 0, 0, 0, 1]),
    si("N", [1, 1, -2, 0, 0, 0, 0]),
    si("Pa", PRESSURE),
    si("J", ENERGY),
    si("W", POWER),
    si("C", [0, 0, 1, 1, 0, 0, 0]),
    si("V", [1, 2, -3, -1, 0, 0, 0]),
    si("Ohm", [1, 2, -3, -2, 0, 0, 0]),
    si("S", [-1, -2, 3, 2, 0, 0, 0]),
    si("F", [-1, -2, 4, 2, 0, 0, 0]),
    si("H", [1, 2, -2, -2, 0, 0, 0]),
    si("Wb", [1, 2, -2, -1, 0, 0, 0]),
    si("T", [1, 0, -2, -1, 0, 0, 0]),
    si("lx", [0, -2, 0, 0, 0, 0, 1]),
    si("kat", [0, 0, -1, 0, 0, 1, 0]),
    si("lm", [0, 0, 0, 0, 0, 0, 1]),
    si("Hz", RATE),
    si("Bq", RATE),
    si("Gy", DOSE),
    si("Sv", DOSE),
    si("rad", PLAIN),
    si("sr", PLAIN),
    si("var", POWER),
    // Outside of the SI.
    alone("min", 60.0, TIME),
    alone("h", 3600.0, TIME),
    alone("d", 86400.0, TIME),
    alone("deg", std::f64::consts::PI / 180.0, PLAIN),
    alone("rev", 2.0 * std::f64::consts::PI, PLAIN),
    shifted("degC", 1.0),
    shifted("degF", 5.0 / 9.0),
    alone("degRk", 5.0 / 9.0, [0, 0, 0, 0, 1, 0, 0]),
    scaled("bar", 1e5, PRESSURE),
    alone("atm", 101_325.0, PRESSURE),
    scaled("l", 1e-3, VOLUME),
    scaled("L", 1e-3, VOLUME),
    alone("t", 1000.0, MASS),
    scaled("eV", 1.602_176_634e-19, ENERGY),
    alone("debye", 3.335_640_951_98e-30, [0, 1, 1, 1, 0, 0, 0]),
];

const PREFIXES: &[(&str, f64)] = &[
    ("da", 1e1),
    ("Y", 1e24),
    ("Z", 1e21),
    ("E", 1e18),
    ("P", 1e15),
    ("T", 1e12),
    ("G", 1e9),
    ("M", 1e6),
    ("k", 1e3),
    ("h", 1e2),
    ("d", 1e-1),
    ("c", 1e-2),
    ("m", 1e-3),
    ("u", 1e-6),
    ("n", 1e-9),
    ("p", 1e-12),
    ("f", 1e-15),
    ("a", 1e-18),
    ("z", 1e-21),
    ("y", 1e-24),
];
