//! Units of measure (Modelica Language Specification 3.6, chapter 19): what a `unit` attribute says, and the
//! algebra of it.
//!
//! Angles count as plain numbers, as in the SI: `rad` and `sr` are `1`. Whether two units measure the same kind
//! of quantity and whether they measure it in the same steps are two questions.

mod parse;
mod print;
mod suggest;

#[cfg(test)]
mod tests;

/// A unit as a product of powers of kg, m, s, A, K, mol and cd, times a factor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unit {
    /// The powers, in sixtieths: roots of small order are exact, and sums stay integers.
    exponents: [i16; BASE],
    /// How many coherent SI units one of this unit is: 0.001 for `mm`.
    scale: f64,
    /// True if zero is not the zero of the SI unit, as in `degC`.
    offset: bool,
}

/// How many base units there are.
const BASE: usize = 7;

/// What an exponent of one is stored as.
const WHOLE: i16 = 60;

/// Scales that differ by less are the same: they come from products of decimal fractions.
const TOLERANCE: f64 = 1e-9;

impl Unit {
    /// The unit of plain numbers.
    pub const ONE: Unit = Unit { exponents: [0; BASE], scale: 1.0, offset: false };

    /// The second.
    pub const SECOND: Unit = Unit { exponents: [0, 0, WHOLE, 0, 0, 0, 0], scale: 1.0, offset: false };

    /// The unit that a text such as `kg/(m2.s)` denotes; none if it is no unit expression, or has a symbol
    /// that is not known here.
    pub fn parse(text: &str) -> Option<Unit> {
        parse::parse(text)
    }

    /// True for a text that denotes a unit, also one that is never compared with others, such as `dB`.
    pub fn is_known(text: &str) -> bool {
        Unit::parse(text).is_some() || suggest::APART.contains(&text)
    }

    /// The unit that is probably meant by a text that denotes none: `N.m` for `Nm`.
    pub fn suggest_unit(text: &str) -> Option<String> {
        suggest::suggest_unit_text(text)
    }

    /// The unit of a product.
    pub fn times(self, other: Unit) -> Option<Unit> {
        self.combine(other, 1)
    }

    /// The unit of a quotient.
    pub fn divide(self, other: Unit) -> Option<Unit> {
        self.combine(other, -1)
    }

    /// The unit of a power; none if it has exponents that cannot be stored.
    pub fn power(self, exponent: f64) -> Option<Unit> {
        if !exponent.is_finite() {
            return None;
        }
        let mut result = Unit::ONE;
        for (new, old) in result.exponents.iter_mut().zip(self.exponents) {
            let exact = f64::from(old) * exponent;
            let whole = exact.round();
            if (exact - whole).abs() > TOLERANCE * exact.abs().max(1.0) || whole.abs() > f64::from(i16::MAX) {
                return None;
            }
            *new = whole as i16;
        }
        result.scale = self.scale.powf(exponent);
        result.checked()
    }

    /// True if both measure the same kind of quantity: `mm` and `m`, but also `J` and `N.m`.
    pub(crate) fn same_dimension(self, other: Unit) -> bool {
        self.exponents == other.exponents
    }

    /// True if both measure in the same steps: `mm` and `m` do not, `K` and `degC` do.
    pub(crate) fn same_scale(self, other: Unit) -> bool {
        (self.scale - other.scale).abs() <= TOLERANCE * self.scale.abs()
    }

    /// True if both have their zero at the same place; `K` and `degC` do not.
    pub(crate) fn same_zero(self, other: Unit) -> bool {
        self.offset == other.offset
    }

    /// True if numbers in one unit mean the same in the other.
    pub fn same(self, other: Unit) -> bool {
        self.same_dimension(other) && self.same_scale(other) && self.same_zero(other)
    }

    /// True if zero is not the zero of the SI unit, as in `degC`.
    pub(crate) fn has_offset(self) -> bool {
        self.offset
    }

    /// True if it measures temperatures or differences of them.
    pub(crate) fn is_temperature(self) -> bool {
        self.exponents == [0, 0, 0, 0, WHOLE, 0, 0]
    }

    /// The unit of differences of such values: `K` for `degC`.
    #[must_use]
    pub fn difference(self) -> Unit {
        Unit { offset: false, ..self }
    }

    /// How many of the other unit one of this is, in steps: 0.001 for `mm` in `m`.
    pub fn factor(self, other: Unit) -> f64 {
        self.scale / other.scale
    }

    fn combine(self, other: Unit, sign: i16) -> Option<Unit> {
        let mut result = Unit::ONE;
        for (at, new) in result.exponents.iter_mut().enumerate() {
            *new = self.exponents[at].checked_add(sign.checked_mul(other.exponents[at])?)?;
        }
        result.scale = if sign > 0 { self.scale * other.scale } else { self.scale / other.scale };
        result.checked()
    }

    fn checked(self) -> Option<Unit> {
        (self.scale.is_finite() && self.scale > 0.0).then_some(self)
    }
}
