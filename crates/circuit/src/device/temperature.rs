//! How potentials and currents of silicon follow the temperature, as in the chapters on temperature of the ngspice manual.

/// Boltzmann's constant over the charge of an electron, with the digits that ngspice 39 uses: results are compared with it
/// to the sixth digit, and a junction makes thirty times more of a difference here.
pub(super) const BOLTZMANN: f64 = 1.380_648_52e-23;
/// The charge of an electron.
pub(super) const CHARGE: f64 = 1.602_176_620_8e-19;
/// What energies are counted from.
pub(super) const REFERENCE: f64 = 300.15;

/// The voltage that belongs to a temperature, 26 mV in a room.
pub(super) fn thermal(kelvin: f64) -> f64 {
    BOLTZMANN / CHARGE * kelvin
}

/// The band gap of silicon, in volts.
pub(super) fn gap(kelvin: f64) -> f64 {
    1.16 - 7.02e-4 * kelvin * kelvin / (kelvin + 1108.0)
}

/// From the temperature of the model to that of the device.
#[derive(Clone, Copy, Debug)]
pub(super) struct TemperatureScaling {
    /// Of the device, in kelvin.
    pub(super) kelvin: f64,
    /// Of the model, in kelvin.
    pub(super) nominal: f64,
}

impl TemperatureScaling {
    /// The voltage of the temperature of the device.
    pub(super) fn voltage(self) -> f64 {
        thermal(self.kelvin)
    }

    /// How many times warmer the device is than the model.
    pub(super) fn ratio(self) -> f64 {
        self.kelvin / self.nominal
    }

    /// How many degrees warmer.
    pub(super) fn difference(self) -> f64 {
        self.kelvin - self.nominal
    }

    /// A potential of a junction, such as `vj`, and that potential at the reference temperature.
    pub(super) fn potential(self, at_nominal: f64) -> (f64, f64) {
        let reference = (at_nominal - shift(self.nominal)) / (self.nominal / REFERENCE);
        (shift(self.kelvin) + self.kelvin / REFERENCE * reference, reference)
    }

    /// The factor of the capacitance of a junction with a potential and an exponent.
    pub(super) fn capacitance(self, potential: f64, exponent: f64) -> f64 {
        let (now, reference) = self.potential(potential);
        let factor = |kelvin: f64, potential: f64| {
            1.0 + exponent * (4e-4 * (kelvin - REFERENCE) - (potential - reference) / reference)
        };
        factor(self.kelvin, now) / factor(self.nominal, potential)
    }
}

/// How far the potential of a junction is shifted at a temperature.
fn shift(kelvin: f64) -> f64 {
    let energy = -gap(kelvin) / (2.0 * thermal(kelvin)) + 1.115_087_7 / (2.0 * thermal(REFERENCE));
    -2.0 * thermal(kelvin) * (1.5 * (kelvin / REFERENCE).ln() + energy)
}
