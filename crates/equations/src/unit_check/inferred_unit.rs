//! What is known of the unit of an expression.

use crate::Unit;

/// What is known of the unit of an expression.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum UnitInference {
    /// Nothing.
    Unknown,
    /// It is a number by itself: anything in a sum, nothing in a product.
    Number,
    /// The unit.
    Known(InferredUnit),
}

/// A unit, and how sure it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct InferredUnit {
    pub(super) unit: Unit,
    /// True if a number may have changed the scale or the zero.
    loose: bool,
    /// True if someone wrote a unit down from which this follows.
    declared: bool,
}

impl InferredUnit {
    pub(super) fn declared(unit: Unit) -> InferredUnit {
        InferredUnit { unit, loose: false, declared: true }
    }

    /// A unit that comes from the language, such as that of `time`.
    pub(super) fn implied(unit: Unit) -> InferredUnit {
        InferredUnit { unit, loose: false, declared: false }
    }

    /// True if the two differ by more than the place of their zero.
    fn fits(self, other: InferredUnit) -> bool {
        let sure = self.declared || other.declared;
        let scale = self.loose || other.loose || self.unit.same_scale(other.unit);
        !sure || (self.unit.same_dimension(other.unit) && scale)
    }

    /// The surer of two that fit together.
    fn surer(self, other: InferredUnit) -> InferredUnit {
        let sure = |measure: InferredUnit| (measure.declared, !measure.loose);
        let better = if sure(other) > sure(self) { other } else { self };
        InferredUnit { declared: self.declared || other.declared, ..better }
    }

    fn loosened(self, loose: bool) -> InferredUnit {
        InferredUnit { loose: self.loose || loose, ..self }
    }

    /// The unit that `unit` computes from this and another one.
    fn with(self, other: InferredUnit, unit: Option<Unit>) -> UnitInference {
        // A product with a temperature in degC means nothing.
        if self.unit.has_offset() || other.unit.has_offset() {
            return UnitInference::Unknown;
        }
        let measure = |unit| InferredUnit {
            unit,
            loose: self.loose || other.loose,
            declared: self.declared || other.declared,
        };
        unit.map_or(UnitInference::Unknown, |unit| UnitInference::Known(measure(unit)))
    }
}

impl UnitInference {
    /// True if this is certainly no plain number.
    pub(super) fn has_unit(self) -> bool {
        matches!(self, UnitInference::Known(measure) if !measure.fits(InferredUnit::implied(Unit::ONE)))
    }

    /// What is known of a value that may be either; none if they clash.
    pub(super) fn join(self, other: UnitInference) -> Option<UnitInference> {
        match (self, other) {
            (UnitInference::Known(a), UnitInference::Known(b)) => {
                let zero = a.loose || b.loose || a.unit.same_zero(b.unit);
                (a.fits(b) && zero).then(|| UnitInference::Known(a.surer(b)))
            }
            (UnitInference::Known(_), _) => Some(self),
            (_, UnitInference::Known(_)) => Some(other),
            (UnitInference::Number, UnitInference::Number) => Some(UnitInference::Number),
            _ => Some(UnitInference::Unknown),
        }
    }

    /// Of a sum or a difference; none if the terms clash.
    pub(super) fn sum(self, other: UnitInference, minus: bool) -> Option<UnitInference> {
        let (a, b) = match (self, other) {
            (UnitInference::Known(a), UnitInference::Known(b)) => (a, b),
            // A number added to a temperature may move its zero.
            (UnitInference::Known(known), _) | (_, UnitInference::Known(known)) => {
                return Some(UnitInference::Known(known.loosened(known.unit.is_temperature())));
            }
            _ => return self.join(other),
        };
        if !a.fits(b) {
            return None;
        }
        let sum = a.surer(b);
        Some(match (a.unit.has_offset(), b.unit.has_offset()) {
            // The difference of two temperatures is no temperature.
            (true, true) if minus => {
                UnitInference::Known(InferredUnit { unit: sum.unit.difference(), ..sum })
            }
            (true, _) => UnitInference::Known(InferredUnit { unit: a.unit, ..sum }),
            (false, true) => UnitInference::Known(InferredUnit { unit: b.unit, ..sum }),
            (false, false) => UnitInference::Known(sum),
        })
    }

    /// Of a product; `converts` if one factor is a number that may change the scale.
    pub(super) fn product(self, other: UnitInference, converts: bool) -> UnitInference {
        match (self, other) {
            (UnitInference::Known(a), UnitInference::Known(b)) => a.with(b, a.unit.times(b.unit)),
            (UnitInference::Known(known), UnitInference::Number)
            | (UnitInference::Number, UnitInference::Known(known)) => {
                UnitInference::Known(known.loosened(converts))
            }
            (UnitInference::Number, UnitInference::Number) => UnitInference::Number,
            _ => UnitInference::Unknown,
        }
    }

    /// Of a quotient.
    pub(super) fn quotient(self, other: UnitInference, converts: bool) -> UnitInference {
        match (self, other) {
            (UnitInference::Known(a), UnitInference::Known(b)) => a.with(b, a.unit.divide(b.unit)),
            (UnitInference::Number, UnitInference::Known(known)) => {
                known.with(known, Unit::ONE.divide(known.unit)).loosened(converts)
            }
            _ => self.product(other, converts),
        }
    }

    /// Of a power; no exponent if it is not known.
    pub(super) fn power(self, exponent: Option<f64>) -> UnitInference {
        match (self, exponent) {
            (UnitInference::Known(known), Some(exponent)) => known.with(known, known.unit.power(exponent)),
            (UnitInference::Known(known), None) if known.unit.same(Unit::ONE) => self,
            (UnitInference::Number, _) => UnitInference::Number,
            _ => UnitInference::Unknown,
        }
    }

    /// Of a derivative by time.
    pub(super) fn rate(self) -> UnitInference {
        match self {
            UnitInference::Known(known) => {
                let unit = known.unit.difference().divide(Unit::SECOND);
                unit.map_or(UnitInference::Unknown, |unit| {
                    UnitInference::Known(InferredUnit { unit, ..known })
                })
            }
            other => other,
        }
    }

    fn loosened(self, loose: bool) -> UnitInference {
        match self {
            UnitInference::Known(known) => UnitInference::Known(known.loosened(loose)),
            other => other,
        }
    }
}
