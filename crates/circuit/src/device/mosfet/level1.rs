//! Level 1: Shichman and Hodges.

use super::process::ProcessParameters;
use super::{Conduction, DeviceParameters, Dual};

/// A channel that is a square law and a straight line beyond.
#[derive(Clone, Debug)]
pub(super) struct MosLevel1 {
    /// Current for each square volt.
    pub(super) beta: f64,
    gamma: f64,
    phi: f64,
    /// The threshold without what the bulk adds.
    flat: f64,
    lambda: f64,
}

impl MosLevel1 {
    pub(super) fn new(
        card: &mut DeviceParameters,
        process: &ProcessParameters,
        length: f64,
        width: f64,
    ) -> MosLevel1 {
        MosLevel1 {
            beta: process.transconductance * width / length,
            gamma: process.gamma,
            phi: process.phi,
            flat: process.flat,
            lambda: card.get(&["lambda"], 0.0),
        }
    }

    pub(super) fn channel_current(&self, [gate, drain, bulk]: [Dual<3>; 3]) -> Conduction {
        let root = if bulk.value <= 0.0 {
            (self.phi - bulk).sqrt()
        } else {
            // A forward bulk goes on with the slope that it has at zero.
            let root = self.phi.sqrt();
            (root - bulk / (2.0 * root)).max(0.0)
        };
        let threshold = root * self.gamma + self.flat;
        let above = gate - threshold;
        if above.value <= 0.0 {
            return Conduction { current: Dual::constant(0.0), threshold, saturation: Dual::constant(0.0) };
        }
        let beta = (drain * self.lambda + 1.0) * self.beta;
        let current = if above.value <= drain.value {
            beta * above.square() * 0.5
        } else {
            beta * drain * (above - drain * 0.5)
        };
        Conduction { current, threshold, saturation: above }
    }
}
