//! What is known of the unit of an expression.

use crate::Unit;

/// What is known of the unit of an expression.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Dimension {
    /// Nothing.
    Unknown,
    /// It is a number by itself: anything in a sum, nothing in a product.
    Number,
    /// The unit.
    Known(Measure),
}

/// A unit, and how sure it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Measure {
    pub(super) unit: Unit,
    /// True if a number may have changed the scale or the zero.
    loose: bool,
    /// True if someone wrote a unit down from which this follows.
    declared: bool,
}

impl Measure {
    pub(super) fn declared(unit: Unit) -> Measure {
        Measure { unit, loose: false, declared: true }
    }

    /// A unit that comes from the language, such as that of `time`.
    pub(super) fn implied(unit: Unit) -> Measure {
        Measure { unit, loose: false, declared: false }
    }

    /// True if the two differ by more than the place of their zero.
    fn fits(self, other: Measure) -> bool {
        let sure = self.declared || other.declared;
        let scale = self.loose || other.loose || self.unit.same_scale(other.unit);
        !sure || (self.unit.same_dimension(other.unit) && scale)
    }

    /// The surer of two that fit together.
    fn surer(self, other: Measure) -> Measure {
        let sure = |measure: Measure| (measure.declared, !measure.loose);
        let better = if sure(other) > sure(self) { other } else { self };
        Measure { declared: self.declared || other.declared, ..better }
    }

    fn loosened(self, loose: bool) -> Measure {
        Measure { loose: self.loose || loose, ..self }
    }

    /// The unit that `unit` computes from this and another one.
    fn with(self, other: Measure, unit: Option<Unit>) -> Dimension {
        // A product with a temperature in degC means nothing.
        if self.unit.has_offset() || other.unit.has_offset() {
            return Dimension::Unknown;
        }
        let measure = |unit| Measure {
            unit,
            loose: self.loose || other.loose,
            declared: self.declared || other.declared,
        };
        unit.map_or(Dimension::Unknown, |unit| Dimension::Known(measure(unit)))
    }
}

impl Dimension {
    /// True if this is certainly no plain number.
    pub(super) fn has_unit(self) -> bool {
        matches!(self, Dimension::Known(measure) if !measure.fits(Measure::implied(Unit::ONE)))
    }

    /// What is known of a value that may be either; none if they clash.
    pub(super) fn join(self, other: Dimension) -> Option<Dimension> {
        match (self, other) {
            (Dimension::Known(a), Dimension::Known(b)) => {
                let zero = a.loose || b.loose || a.unit.same_zero(b.unit);
                (a.fits(b) && zero).then(|| Dimension::Known(a.surer(b)))
            }
            (Dimension::Known(_), _) => Some(self),
            (_, Dimension::Known(_)) => Some(other),
            (Dimension::Number, Dimension::Number) => Some(Dimension::Number),
            _ => Some(Dimension::Unknown),
        }
    }

    /// Of a sum or a difference; none if the terms clash.
    pub(super) fn sum(self, other: Dimension, minus: bool) -> Option<Dimension> {
        let (a, b) = match (self, other) {
            (Dimension::Known(a), Dimension::Known(b)) => (a, b),
            // A number added to a temperature may move its zero.
            (Dimension::Known(known), _) | (_, Dimension::Known(known)) => {
                return Some(Dimension::Known(known.loosened(known.unit.is_temperature())));
            }
            _ => return self.join(other),
        };
        if !a.fits(b) {
            return None;
        }
        let sum = a.surer(b);
        Some(match (a.unit.has_offset(), b.unit.has_offset()) {
            // The difference of two temperatures is no temperature.
            (true, true) if minus => Dimension::Known(Measure { unit: sum.unit.difference(), ..sum }),
            (true, _) => Dimension::Known(Measure { unit: a.unit, ..sum }),
            (false, true) => Dimension::Known(Measure { unit: b.unit, ..sum }),
            (false, false) => Dimension::Known(sum),
        })
    }

    /// Of a product; `converts` if one factor is a number that may change the scale.
    pub(super) fn product(self, other: Dimension, converts: bool) -> Dimension {
        match (self, other) {
            (Dimension::Known(a), Dimension::Known(b)) => a.with(b, a.unit.times(b.unit)),
            (Dimension::Known(known), Dimension::Number) | (Dimension::Number, Dimension::Known(known)) => {
                Dimension::Known(known.loosened(converts))
            }
            (Dimension::Number, Dimension::Number) => Dimension::Number,
            _ => Dimension::Unknown,
        }
    }

    /// Of a quotient.
    pub(super) fn quotient(self, other: Dimension, converts: bool) -> Dimension {
        match (self, other) {
            (Dimension::Known(a), Dimension::Known(b)) => a.with(b, a.unit.over(b.unit)),
            (Dimension::Number, Dimension::Known(known)) => {
                known.with(known, Unit::ONE.over(known.unit)).loosened(converts)
            }
            _ => self.product(other, converts),
        }
    }

    /// Of a power; no exponent if it is not known.
    pub(super) fn power(self, exponent: Option<f64>) -> Dimension {
        match (self, exponent) {
            (Dimension::Known(known), Some(exponent)) => known.with(known, known.unit.power(exponent)),
            (Dimension::Known(known), None) if known.unit.same(Unit::ONE) => self,
            (Dimension::Number, _) => Dimension::Number,
            _ => Dimension::Unknown,
        }
    }

    /// Of a derivative by time.
    pub(super) fn rate(self) -> Dimension {
        match self {
            Dimension::Known(known) => {
                let unit = known.unit.difference().over(Unit::SECOND);
                unit.map_or(Dimension::Unknown, |unit| Dimension::Known(Measure { unit, ..known }))
            }
            other => other,
        }
    }

    fn loosened(self, loose: bool) -> Dimension {
        match self {
            Dimension::Known(known) => Dimension::Known(known.loosened(loose)),
            other => other,
        }
    }
}
