//! Level 3: the semi-empirical model of Dang, Liu and Nagel.

use std::f64::consts::PI;

use super::process::{ProcessParameters, SILICON};
use super::{Conduction, DeviceParameters, Dual, TemperatureScaling};
use crate::device::temperature::CHARGE;

/// The width of a cylindrical depletion layer around a junction, as a polynomial in that of a flat one.
const CYLINDER: [f64; 3] = [0.063_135_3, 0.801_329_2, -0.011_107_77];

/// A channel with short and narrow channel effects.
#[derive(Clone, Debug)]
pub(super) struct MosLevel3 {
    /// Current for each square volt.
    pub(super) beta: f64,
    vt: f64,
    gamma: f64,
    phi: f64,
    flat: f64,
    length: f64,
    /// How the threshold falls with the voltage of the drain.
    feedback: f64,
    theta: f64,
    /// Meters squared for each volt and second.
    mobility: f64,
    /// The largest speed of carriers; zero if there is none.
    fastest: f64,
    kappa: f64,
    /// The square of the width of the depletion layer at one volt.
    alpha: f64,
    /// The depth of the junctions, and how far they reach below the gate.
    depth: f64,
    under: f64,
    /// How much a narrow channel adds.
    narrow: f64,
    /// Surface states, as a part of the oxide's capacitance; none if they are not written.
    states: Option<f64>,
}

impl MosLevel3 {
    pub(super) fn new(
        card: &mut DeviceParameters,
        process: &ProcessParameters,
        heat: TemperatureScaling,
        length: f64,
        width: f64,
    ) -> MosLevel3 {
        let states = card.least(&["nfs"], 0.0, 0.0) * 1e4;
        let delta = card.get(&["delta"], 0.0);
        MosLevel3 {
            beta: process.transconductance * width / length,
            vt: heat.voltage(),
            gamma: process.gamma,
            phi: process.phi,
            flat: process.flat,
            length,
            feedback: card.get(&["eta"], 0.0) * 8.15e-22 / (process.oxide * length.powi(3)),
            theta: card.get(&["theta"], 0.0),
            mobility: process.mobility,
            fastest: card.least(&["vmax"], 0.0, 0.0),
            kappa: card.least(&["kappa"], 0.2, 0.0),
            alpha: process.doping.map_or(0.0, |doping| 2.0 * SILICON / (CHARGE * doping)),
            depth: card.least(&["xj"], 0.0, 0.0),
            under: card.get(&["ld"], 0.0),
            narrow: delta * 0.5 * PI * SILICON / process.oxide / width,
            states: (states > 0.0).then(|| CHARGE * states / process.oxide),
        }
    }

    pub(super) fn channel_current(&self, [gate, drain, bulk]: [Dual<3>; 3]) -> Conduction {
        let (root, phibs) = if bulk.value <= 0.0 {
            let phibs = self.phi - bulk;
            (phibs.sqrt(), phibs)
        } else {
            let root = self.phi.sqrt() / (bulk / (2.0 * self.phi) + 1.0);
            (root, root.square())
        };
        let gammas = self.short(root) * self.gamma;
        let body = gammas / root * 0.25 + self.narrow;
        let charge = gammas * root + phibs * self.narrow;
        let threshold = self.flat - drain * self.feedback + charge;
        let mut on = threshold;
        let mut slope = Dual::constant(0.0);
        match self.states {
            Some(states) => {
                slope = charge / (phibs * 2.0) + (1.0 + states);
                on = threshold + slope * self.vt;
            }
            None if gate.value <= on.value => {
                let none = Dual::constant(0.0);
                return Conduction { current: none, threshold: on, saturation: none };
            }
            None => {}
        }
        let strong = if gate.value > on.value { gate } else { on };
        let above = strong - threshold;
        let slower = 1.0 / (above * self.theta + 1.0);
        let fast = (self.fastest > 0.0).then(|| self.length * self.fastest / (slower * self.mobility));
        let free = above / (body + 1.0);
        let saturation = match fast {
            Some(fast) => free + fast - (free.square() + fast.square()).sqrt(),
            None => free,
        };
        let until = if drain.value < saturation.value { drain } else { saturation };
        let mut current = (above - (body + 1.0) * until * 0.5) * until * slower * self.beta;
        let brake = fast.map(|fast| 1.0 / (until / fast + 1.0));
        if let Some(brake) = brake {
            current = current * brake;
        }
        if (drain.value > saturation.value || fast.is_none()) && self.alpha > 0.0 && self.kappa > 0.0 {
            current = self.shorten(current, drain, saturation, fast.zip(brake));
        }
        if self.states.is_some() && gate.value < on.value {
            current = current * ((gate - on) / (slope * self.vt)).exp();
        }
        Conduction { current, threshold: on, saturation }
    }

    /// How much of the charge below the gate belongs to it and not to drain and source.
    fn short(&self, root: Dual<3>) -> Dual<3> {
        if self.depth == 0.0 || self.alpha == 0.0 {
            return Dual::constant(1.0);
        }
        let flat = root * (self.alpha.sqrt() / self.depth);
        let under = self.under / self.depth;
        let round = flat.square() * CYLINDER[2] + flat * CYLINDER[1] + (CYLINDER[0] + under);
        let part = flat / (flat + 1.0);
        let side = (1.0 - part.square()).sqrt();
        1.0 - (round * side - under) * (self.depth / self.length)
    }

    /// The channel becomes shorter where the drain pulls it back.
    fn shorten(
        &self,
        current: Dual<3>,
        drain: Dual<3>,
        saturation: Dual<3>,
        fast: Option<(Dual<3>, Dual<3>)>,
    ) -> Dual<3> {
        let beyond = drain - saturation;
        let mut lost = match fast {
            Some((fast, brake)) => {
                let slope = (current * (1.0 - brake) / fast).max(1e-12);
                let field = current / slope * (self.kappa / self.length);
                let half = field * (0.5 * self.alpha);
                (half.square() + beyond * (self.kappa * self.alpha)).sqrt() - half
            }
            // Already below saturation, so that the slope does not jump there.
            None if beyond.value < 0.0 => {
                let part = (drain / saturation).square();
                (saturation * (self.kappa * self.alpha / 8.0)).sqrt() * part.square()
            }
            None => ((beyond + saturation / 8.0) * (self.kappa * self.alpha)).sqrt(),
        };
        if lost.value > 0.5 * self.length {
            lost = self.length - self.length * self.length / (lost * 4.0);
        }
        current / (1.0 - lost / self.length)
    }
}
