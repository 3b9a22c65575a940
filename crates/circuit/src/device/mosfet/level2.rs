//! Level 2: the analytical model of Grove and Frohman-Bentchkowsky, with the speed limit of Baum.

use std::f64::consts::PI;

use super::process::{ProcessParameters, SILICON};
use super::{Conduction, DeviceParameters, Dual, TemperatureScaling};
use crate::device::temperature::CHARGE;

/// A channel whose bulk charge is integrated along it.
#[derive(Clone, Debug)]
pub(super) struct MosLevel2 {
    /// Current for each square volt.
    pub(super) beta: f64,
    vt: f64,
    gamma: f64,
    phi: f64,
    flat: f64,
    length: f64,
    /// Channel length modulation, if it is written.
    lambda: Option<f64>,
    /// How mobility falls beyond a voltage of the gate.
    critical: f64,
    exponent: f64,
    mobility: f64,
    fastest: f64,
    /// The width of the depletion layer at one volt; zero without doping.
    layer: f64,
    /// The inverse root of the total channel charge.
    charge: f64,
    depth: f64,
    /// How much a narrow channel adds.
    narrow: f64,
    states: Option<f64>,
    /// The least length, where drain and source meet.
    least: f64,
}

/// What holds along the whole channel.
struct ChannelState {
    /// Threshold without the charge of the bulk.
    base: Dual<3>,
    /// One, and what a narrow channel adds.
    eta: f64,
    gamma: Dual<3>,
    phibs: Dual<3>,
    root: Dual<3>,
}

impl MosLevel2 {
    pub(super) fn new(
        card: &mut DeviceParameters,
        process: &ProcessParameters,
        heat: TemperatureScaling,
        length: f64,
        width: f64,
    ) -> MosLevel2 {
        let states = card.least(&["nfs"], 0.0, 0.0) * 1e4;
        let lambda = card.get(&["lambda"], 0.0);
        let layer = process.doping.map_or(0.0, |doping| (2.0 * SILICON / (CHARGE * doping)).sqrt());
        let potential = heat.potential(card.positive_above(&["pb"], 0.8, 0.0)).0;
        card.report_unsupported(&["utra"], 0.0);
        MosLevel2 {
            beta: process.transconductance * width / length,
            vt: heat.voltage(),
            gamma: process.gamma,
            phi: process.phi,
            flat: process.flat,
            length,
            lambda: (lambda > 0.0).then_some(lambda),
            critical: card.least(&["ucrit"], 1e4, 0.0) * 100.0 * SILICON / process.oxide,
            exponent: card.get(&["uexp"], 0.0),
            mobility: process.mobility,
            fastest: card.least(&["vmax"], 0.0, 0.0),
            layer,
            charge: card.positive_above(&["neff"], 1.0, 0.0).sqrt().recip(),
            depth: card.least(&["xj"], 0.0, 0.0),
            narrow: card.get(&["delta"], 0.0) * 0.25 * PI * SILICON / (process.oxide * width),
            states: (states > 0.0).then(|| CHARGE * states / process.oxide),
            least: if layer > 0.0 { layer * potential.sqrt() } else { 0.25e-6 },
        }
    }

    /// The root of the surface potential against a bulk at this voltage. Forward it goes on smoothly, but is no longer a
    /// root: then the current is not quite zero at the threshold, here as in ngspice.
    fn root(&self, bulk: Dual<3>) -> Dual<3> {
        if bulk.value <= 0.0 {
            (self.phi - bulk).sqrt()
        } else {
            self.phi.sqrt() / (bulk / (2.0 * self.phi) + 1.0)
        }
    }

    pub(super) fn channel_current(&self, [gate, drain, bulk]: [Dual<3>; 3]) -> Conduction {
        let none = Dual::constant(0.0);
        let root = self.root(bulk);
        let far = self.root(bulk - drain);
        let phibs = self.phi - bulk;
        let gamma = self.short(root, far) * self.gamma;
        let along = ChannelState {
            base: phibs * self.narrow + self.flat,
            eta: 1.0 + self.narrow,
            gamma,
            phibs,
            root,
        };
        let threshold = along.base + gamma * root;
        let mut on = threshold;
        let mut slope = none;
        if let Some(states) = self.states {
            slope = self.depletion(bulk, drain) + (1.0 + states + self.narrow);
            on = threshold + slope * self.vt;
        } else if gate.value <= on.value {
            return Conduction { current: none, threshold: on, saturation: none };
        }
        let above = gate - on;
        let slower = if above.value > self.critical {
            (self.critical / above).powf(self.exponent)
        } else {
            Dual::constant(1.0)
        };
        let strong = if gate.value > on.value { gate } else { on };
        let saturation = self.saturate(&along, strong, slower);
        if saturation.value <= 0.0 {
            return Conduction { current: none, threshold: on, saturation: none };
        }
        let until = if drain.value < saturation.value { drain } else { saturation };
        let end = if drain.value < saturation.value { far } else { self.root(bulk - saturation) };
        let linear = (strong - along.base - until * (0.5 * along.eta)) * until;
        let body = end * end * end - root * root * root;
        let shorter = self.shorten(drain, saturation, slower);
        let mut current = (linear - gamma * body / 1.5) * slower / shorter * self.beta;
        if self.states.is_some() && gate.value < on.value {
            current = current * ((gate - on) / (slope * self.vt)).exp();
        }
        Conduction { current, threshold: on, saturation }
    }

    /// How much of the charge below the gate belongs to it and not to source and drain.
    fn short(&self, root: Dual<3>, far: Dual<3>) -> Dual<3> {
        if self.depth == 0.0 || self.layer == 0.0 {
            return Dual::constant(1.0);
        }
        let end = |root: Dual<3>| {
            ((root * (2.0 * self.layer / self.depth) + 1.0).sqrt() - 1.0) * (0.5 * self.depth / self.length)
        };
        1.0 - end(root) - end(far)
    }

    /// How the charge of the bulk follows its voltage: minus the derivative of the body term.
    fn depletion(&self, bulk: Dual<3>, drain: Dual<3>) -> Dual<3> {
        // The derivative is a formula of its own, so that its derivatives are exact too.
        let fall = |root: Dual<3>, bulk: Dual<3>| {
            if bulk.value <= 0.0 { -0.5 / root } else { -root.square() / (2.0 * self.phi * self.phi.sqrt()) }
        };
        let (near, far) = (self.root(bulk), self.root(bulk - drain));
        let (near_fall, far_fall) = (fall(near, bulk), fall(far, bulk - drain));
        let mut change = Dual::constant(0.0);
        if self.depth > 0.0 && self.layer > 0.0 {
            let part = |root: Dual<3>, fall: Dual<3>| {
                fall / (root * (2.0 * self.layer / self.depth) + 1.0).sqrt()
                    * (0.5 * self.layer / self.length)
            };
            change = (part(near, near_fall) + part(far, far_fall)) * -self.gamma;
        }
        -(self.short(near, far) * self.gamma * near_fall + change * near)
    }

    /// The voltage of the drain from which on the current does not rise.
    fn saturate(&self, along: &ChannelState, gate: Dual<3>, slower: Dual<3>) -> Dual<3> {
        let gamma = along.gamma / along.eta;
        let above = (gate - along.base) / along.eta;
        let free = if gamma.value > 0.0 {
            let whole = above + along.phibs;
            if whole.value <= 0.0 {
                return Dual::constant(0.0);
            }
            let square = gamma.square();
            above + square * (1.0 - (whole * 4.0 / square + 1.0).sqrt()) / 2.0
        } else {
            above
        };
        let free = free.max(0.0);
        if self.fastest == 0.0 {
            return free;
        }
        // Carriers that reach their largest speed saturate earlier, never later.
        match self.scatter(along, gamma, above, slower) {
            Some(earlier) if earlier.value < free.value => earlier,
            _ => free,
        }
    }

    /// Baum: the least positive root of a quartic in the root of the surface potential at the end of the channel.
    fn scatter(
        &self,
        along: &ChannelState,
        gamma: Dual<3>,
        above: Dual<3>,
        slower: Dual<3>,
    ) -> Option<Dual<3>> {
        let first = above + along.phibs;
        let second = along.phibs;
        let speed = self.fastest * self.length / (slower * self.mobility);
        let root = along.root;
        let a = gamma / 0.75;
        let b = (first + speed) * -2.0;
        let c = gamma * speed * -2.0;
        let d = first * (second + speed) * 2.0 - second.square() - gamma * root * root * root * (4.0 / 3.0);
        let value = |x: f64| (((x + a.value) * x + b.value) * x + c.value) * x + d.value;
        let slope = |x: f64| ((4.0 * x + 3.0 * a.value) * x + 2.0 * b.value) * x + c.value;
        // At zero it is positive, and falls to its only minimum; the root lies before that.
        if d.value <= 0.0 {
            return None;
        }
        let (mut low, mut high) = (0.0, first.value.abs().sqrt() + speed.value.sqrt() + 1.0);
        while slope(high) <= 0.0 {
            high *= 2.0;
        }
        for _ in 0..200 {
            let middle = 0.5 * (low + high);
            if slope(middle) < 0.0 { low = middle } else { high = middle }
        }
        if value(high) > 0.0 {
            return None;
        }
        let (mut near, mut far) = (0.0, high);
        let mut x = 0.5 * far;
        for _ in 0..200 {
            let now = value(x);
            if now > 0.0 {
                near = x;
            } else {
                far = x;
            }
            let step = x - now / slope(x);
            let next = if step > near && step < far { step } else { 0.5 * (near + far) };
            if (next - x).abs() <= 1e-15 * x.abs() {
                break;
            }
            x = next;
        }
        // The root follows the coefficients as the implicit function says.
        let cube = x * x * x;
        let follow = -(a * cube + b * (x * x) + c * x + d) / slope(x);
        let root = Dual { value: x, slope: follow.slope };
        let found = root.square() - second;
        (found.value > 0.0).then_some(found)
    }

    /// The part of the length that the channel has left.
    fn shorten(&self, drain: Dual<3>, saturation: Dual<3>, slower: Dual<3>) -> Dual<3> {
        let lost = match self.lambda {
            Some(lambda) => drain * lambda,
            None if self.layer == 0.0 => return Dual::constant(1.0),
            None if self.fastest > 0.0 => {
                let layer = self.layer * self.charge;
                let speed = self.fastest * layer / (slower * self.mobility * 2.0);
                let beyond = (drain - saturation).max(0.0);
                ((speed.square() + beyond).sqrt() - speed) * (layer / self.length)
            }
            None => {
                let quarter = (drain - saturation) / 4.0;
                let smooth = quarter + (quarter.square() + 1.0).sqrt();
                smooth.sqrt() * (self.layer / self.length)
            }
        };
        let left = 1.0 - lost;
        let length = left.value * self.length;
        if length < self.least {
            // Where drain and source meet the channel does not vanish.
            let over = (lost * self.length - (self.length - self.least)) / self.least + 1.0;
            return self.least / self.length / over;
        }
        left
    }
}
