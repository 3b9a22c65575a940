//! Capacitances of the gate after Meyer, in the form of SPICE.

use super::Dual;

/// Below this the channel is taken to saturate at it, so that capacitances do not jump where drain meets source.
const LEAST_SATURATION: f64 = 0.025;

/// Half the capacitances from the gate to source, drain and bulk, at a voltage of the gate above threshold.
pub(super) fn half_capacitances(
    gate: Dual<3>,
    drain: Dual<3>,
    saturation: Dual<3>,
    phi: f64,
    oxide: f64,
) -> [Dual<3>; 3] {
    let none = Dual::constant(0.0);
    let saturation = saturation.max(LEAST_SATURATION);
    if gate.value <= -phi {
        return [none, none, Dual::constant(oxide / 2.0)];
    }
    let bulk = if gate.value < 0.0 { gate * (-oxide / (2.0 * phi)) } else { none };
    if gate.value <= -phi / 2.0 {
        return [none, none, bulk];
    }
    let whole = if gate.value <= 0.0 {
        gate * (oxide / (1.5 * phi)) + oxide / 3.0
    } else {
        Dual::constant(oxide / 3.0)
    };
    if drain.value >= saturation.value {
        return [whole, none, bulk];
    }
    let sum = (saturation * 2.0 - drain).square();
    let source = whole * (1.0 - (saturation - drain).square() / sum);
    let drain = whole * (1.0 - saturation.square() / sum);
    [source, drain, bulk]
}
