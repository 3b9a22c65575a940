//! The currents and charges of a junction.

use super::dual::Dual;

/// Arguments of exponentials beyond this mean nothing but a step of Newton's method that went too far; the current goes on
/// as a straight line, so that sums and products of it are still numbers.
const STEEPEST: f64 = 400.0;

/// Exponentials of less than this are nothing beside one.
const FLAT: f64 = -38.0;

/// The exponential of a voltage over another, and a straight line where it would be too large for a number.
pub(super) fn exponential<const M: usize>(v: Dual<M>, over: f64) -> Dual<M> {
    let argument = v / over;
    if argument.value <= STEEPEST {
        return argument.exp();
    }
    (argument - STEEPEST + 1.0) * STEEPEST.exp()
}

/// The current of a junction. Far in reverse it is a power and not an exponential, so that its slope does not vanish.
pub(super) fn current<const M: usize>(v: Dual<M>, saturation: f64, over: f64) -> Dual<M> {
    if v.value >= -3.0 * over {
        return (exponential(v, over) - 1.0) * saturation;
    }
    let part = 3.0 * over / (v * std::f64::consts::E);
    (part * part * part + 1.0) * -saturation
}

/// The same without that power, as MOSFETs have it.
pub(super) fn plain<const M: usize>(v: Dual<M>, saturation: f64, over: f64) -> Dual<M> {
    // One less an exponential that is smaller than its last digit.
    if v.value < FLAT * over {
        return Dual::constant(-saturation);
    }
    (exponential(v, over) - 1.0) * saturation
}

/// The charge that a junction stores because its depletion layer follows the voltage.
#[derive(Clone, Copy, Debug)]
pub(super) struct Depletion {
    /// At no voltage.
    pub(super) capacitance: f64,
    pub(super) potential: f64,
    pub(super) exponent: f64,
    /// The part of the potential from which on the capacitance is a straight line.
    pub(super) bend: f64,
}

impl Depletion {
    pub(super) fn charge<const M: usize>(&self, v: Dual<M>) -> Dual<M> {
        let Depletion { capacitance, potential, exponent, bend } = *self;
        if capacitance == 0.0 {
            return Dual::constant(0.0);
        }
        let edge = bend * potential;
        let below = |rest: Dual<M>| {
            if exponent == 1.0 {
                return rest.chain(rest.value.ln(), rest.value.recip()) * (-capacitance * potential);
            }
            (1.0 - rest.powf(1.0 - exponent)) * (capacitance * potential / (1.0 - exponent))
        };
        if v.value < edge {
            return below(1.0 - v / potential);
        }
        let steep = capacitance / (1.0 - bend).powf(1.0 + exponent);
        let rise = (v - edge) * (1.0 - bend * (1.0 + exponent));
        let bow = (v * v - edge * edge) * (exponent / (2.0 * potential));
        below(Dual::constant(1.0 - bend)) + (rise + bow) * steep
    }
}
