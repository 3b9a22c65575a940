//! Values that follow the temperature.

use crate::{CircuitElementKind, ElementId};

/// How the value of a resistor, a capacitor or an inductor follows the temperature.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TemperatureDependence {
    /// The element.
    pub element: ElementId,
    /// Its value at the nominal temperature.
    pub value: f64,
    /// `tc1`, by degree.
    pub linear: f64,
    /// `tc2`, by square degree.
    pub square: f64,
    /// `tce`, in percent by degree, which is taken in the place of both.
    pub exponential: Option<f64>,
    /// `temp`: a temperature of its own, in degrees Celsius.
    pub own: Option<f64>,
    /// `dtemp`: how much warmer it is than the circuit.
    pub above: f64,
    /// The temperature at which its value was measured, in degrees Celsius.
    pub nominal: f64,
}

impl TemperatureDependence {
    /// False if the temperature changes nothing.
    pub fn has_effect(&self) -> bool {
        self.linear != 0.0 || self.square != 0.0 || self.exponential.is_some()
    }

    /// The value in a circuit of this temperature.
    pub fn at(&self, celsius: f64) -> f64 {
        let warmer = self.own.unwrap_or(celsius + self.above) - self.nominal;
        let factor = match self.exponential {
            Some(percent) => 1.01f64.powf(percent * warmer),
            None => 1.0 + warmer * (self.linear + warmer * self.square),
        };
        self.value * factor
    }

    /// Gives the element its value in a circuit of this temperature.
    pub fn apply(&self, kind: &mut CircuitElementKind, celsius: f64) {
        if let CircuitElementKind::Resistor { ohms: value, .. }
        | CircuitElementKind::Capacitor { farads: value, .. }
        | CircuitElementKind::Inductor { henries: value, .. } = kind
        {
            *value = self.at(celsius);
        }
    }
}
