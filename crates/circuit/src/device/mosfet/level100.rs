//! Level 100: the MOSFET of the NAND gate in the appendix of Estévez Schwarz's thesis on consistent initialization.
//!
//! Shichman and Hodges with constant capacitances of the gate, a resistance between source and drain, and junctions that
//! leak only in reverse. What makes it worth having is that its gate forms loops of capacitors with whatever drives it, so
//! that the circuit has index 2. The capacitance of its junctions rises with the reverse voltage: it is written as the thesis
//! has it, with the signs and factors under which the numbers of the thesis come out. Nothing is added to its
//! junctions, because they carry hundredths of a picoampere that matter.

use super::{Conduction, DeviceParameters, Dual};

/// The channel and what the junctions of this level do.
#[derive(Clone, Debug)]
pub(super) struct MosLevel100 {
    /// Current for each square volt.
    beta: f64,
    gamma: f64,
    phi: f64,
    threshold: f64,
    delta: f64,
    saturation: f64,
    over: f64,
    /// Coefficients of the leakage as a polynomial, if it is to be one.
    leakage: Option<[f64; 2]>,
    /// Of the drain and of the source.
    capacitances: [f64; 2],
    potential: f64,
}

impl MosLevel100 {
    pub(super) fn new(card: &mut DeviceParameters, polarity: f64) -> MosLevel100 {
        MosLevel100 {
            beta: card.positive_above(&["beta"], 1.748e-3, 0.0),
            gamma: card.least(&["gamma"], 0.0, 0.0),
            phi: card.positive_above(&["phi"], 1.01, 0.0),
            threshold: polarity * card.get(&["vto", "vt0"], 0.8),
            delta: card.get(&["lambda"], 0.02),
            saturation: card.positive_above(&["is"], 1e-14, 0.0),
            over: card.positive_above(&["ut"], 25.85, 0.0),
            leakage: card.optional_model_value(&["ib1"]).map(|linear| [linear, card.get(&["ib2"], 0.0)]),
            capacitances: [card.least(&["cbd"], 0.0, 0.0), card.least(&["cbs"], 0.0, 0.0)],
            potential: card.positive_above(&["pb"], 0.87, 0.0),
        }
    }

    pub(super) fn channel_current(&self, [gate, drain, bulk]: [Dual<3>; 3]) -> Conduction {
        let root = (self.phi - bulk).max(1e-12).sqrt();
        let threshold = (root - self.phi.sqrt()) * self.gamma + self.threshold;
        let above = gate - threshold;
        if above.value <= 0.0 {
            return Conduction { current: Dual::constant(0.0), threshold, saturation: Dual::constant(0.0) };
        }
        let beta = (drain * self.delta + 1.0) * self.beta;
        let current = if above.value <= drain.value {
            beta * above.square()
        } else {
            beta * drain * (above * 2.0 - drain)
        };
        Conduction { current, threshold, saturation: above }
    }

    /// The current from the bulk to drain or source.
    pub(super) fn leak(&self, v: Dual<1>) -> Dual<1> {
        match self.leakage {
            _ if v.value > 0.0 => Dual::constant(0.0),
            Some([linear, square]) => (v * linear + v.square() * square) * self.saturation,
            None => ((v / self.over).exp() - 1.0) * self.saturation,
        }
    }

    /// The charge of the bulk against the drain or the source.
    pub(super) fn charge(&self, at: usize, v: Dual<1>) -> Dual<1> {
        let (capacitance, potential) = (self.capacitances[at], self.potential);
        if v.value <= 0.0 {
            return (1.0 - v / (4.0 * potential)) * v * capacitance;
        }
        ((v / potential + 1.0).sqrt() - 1.0) * (2.0 * capacitance * potential)
    }
}
