//! Junction field effect transistors: Shichman and Hodges, with the bend of Parker and Skellern.

use super::dual::Dual;
use super::junction::{self, Depletion};
use super::parameters::DeviceParameters;
use super::temperature::TemperatureScaling;
use super::{DeviceConditions, InvalidParameter, Response, TerminalPair, limit};
use crate::{Circuit, DeviceData};

/// A junction field effect transistor.
///
/// Terminals: drain, gate, source, and the drain and the source behind their series resistances.
#[derive(Clone, Debug)]
pub struct Jfet {
    /// One, or minus one with holes.
    polarity: f64,
    beta: f64,
    threshold: f64,
    lambda: f64,
    /// The doping tail, and what it adds for each volt.
    tail: [f64; 2],
    saturation: f64,
    over: f64,
    critical: f64,
    /// Of the gate to the source and to the drain.
    depletion: [Depletion; 2],
    series: [f64; 2],
    gmin: f64,
}

const DRAIN: usize = 0;
const GATE: usize = 1;
const SOURCE: usize = 2;
const INNER_DRAIN: usize = 3;
const INNER_SOURCE: usize = 4;
const FORWARD: [TerminalPair; 2] = [(GATE, INNER_SOURCE), (INNER_DRAIN, INNER_SOURCE)];
const REVERSE: [TerminalPair; 2] = [(GATE, INNER_DRAIN), (INNER_SOURCE, INNER_DRAIN)];

impl Jfet {
    /// The transistor of an element.
    pub fn new(
        circuit: &Circuit,
        data: &DeviceData,
        conditions: &DeviceConditions,
    ) -> Result<Jfet, Vec<InvalidParameter>> {
        let mut card = DeviceParameters::new(circuit, data);
        let heat =
            TemperatureScaling { kelvin: card.temperature(conditions), nominal: card.nominal(conditions) };
        let vt = heat.voltage();
        let area = card.size("area", 1.0) * card.size("m", 1.0);
        let warmer = heat.difference();
        let growth =
            (heat.ratio() - 1.0) * card.get(&["eg"], 1.11) / vt + card.get(&["xti"], 0.0) * heat.ratio().ln();
        let saturation = card.positive_above(&["is"], 1e-14, 0.0) * growth.exp() * area;
        let at_nominal = card.positive_above(&["pb"], 1.0, 0.0);
        let potential = heat.potential(at_nominal).0;
        let bend = card.fraction(&["fc"], 0.5).min(0.95);
        let factor = heat.capacitance(at_nominal, 0.5) * area;
        let mut depletion = |name: &str| Depletion {
            capacitance: card.least(&[name], 0.0, 0.0) * factor,
            potential,
            exponent: 0.5,
            bend,
        };
        let depletion = [depletion("cgs"), depletion("cgd")];
        let written = card.get(&["vto", "vt0"], -2.0);
        let threshold = match card.optional_model_value(&["vtotc"]) {
            Some(slope) => written + slope * warmer,
            None => written - card.get(&["tcv"], 0.0) * warmer,
        };
        let strength = card.positive_above(&["beta"], 1e-4, 0.0);
        let strength = match card.optional_model_value(&["betatce"]) {
            Some(percent) => strength * 1.01f64.powf(percent * warmer),
            None => strength * heat.ratio().powf(card.get(&["bex"], 0.0)),
        };
        let tail = card.get(&["b"], 1.0);
        let series = [("rd", DRAIN), ("rs", SOURCE)].map(|(name, _)| match card.least(&[name], 0.0, 0.0) {
            0.0 => 0.0,
            ohms => area / ohms,
        });
        let device = Jfet {
            polarity: if card.kind() == "pjf" { -1.0 } else { 1.0 },
            beta: strength * area,
            threshold,
            lambda: card.get(&["lambda"], 0.0),
            tail: [tail, (1.0 - tail) / (at_nominal - written)],
            saturation,
            over: vt,
            critical: limit::critical(vt, saturation),
            depletion,
            series,
            gmin: conditions.gmin,
        };
        card.finish(device)
    }

    /// For each terminal behind a resistance, the outer one that it is if there is no resistance.
    pub fn internal(&self) -> [Option<usize>; 2] {
        [(self.series[0] == 0.0).then_some(DRAIN), (self.series[1] == 0.0).then_some(SOURCE)]
    }

    /// Currents and charges.
    pub fn evaluate(&self, v: &[f64; 5], out: &mut Response<5>) {
        out.clear();
        let p = self.polarity;
        out.resist((DRAIN, INNER_DRAIN), self.series[0], v);
        out.resist((SOURCE, INNER_SOURCE), self.series[1], v);
        for (depletion, end) in self.depletion.iter().zip([INNER_SOURCE, INNER_DRAIN]) {
            let branch: TerminalPair = (GATE, end);
            let voltage = Dual::<1>::control(p * (v[GATE] - v[end]), 0);
            let current = junction::current(voltage, self.saturation, self.over) + voltage * self.gmin;
            out.flow(branch, current, &[branch], p);
            out.store(branch, depletion.charge(voltage), &[branch], p);
        }
        let forward = p * (v[INNER_DRAIN] - v[INNER_SOURCE]) >= 0.0;
        let controls = if forward { &FORWARD } else { &REVERSE };
        let [gate, drain] = [0, 1].map(|at| Dual::control(p * (v[controls[at].0] - v[controls[at].1]), at));
        out.flow(controls[1], self.channel(gate, drain), controls, p);
    }

    fn channel(&self, gate: Dual<2>, drain: Dual<2>) -> Dual<2> {
        let above = gate - self.threshold;
        if above.value <= 0.0 {
            return Dual::constant(0.0);
        }
        let [tail, rise] = self.tail;
        let beta = (drain * self.lambda + 1.0) * self.beta;
        if above.value <= drain.value {
            return beta * above.square() * (above * rise + tail);
        }
        let linear = (above - drain) * (3.0 * rise) + 2.0 * tail;
        beta * drain * (drain * (drain * rise - tail) + above * linear)
    }

    /// Keeps a Newton step from going too far.
    pub fn limit(&self, v: &mut [f64; 5], before: &[f64; 5]) -> bool {
        let across = |v: &[f64; 5], end: usize| self.polarity * (v[GATE] - v[end]);
        let mut changed = false;
        for end in [INNER_SOURCE, INNER_DRAIN] {
            let (now, was) = (across(v, end), across(before, end));
            let kept = limit::junction(now, was, self.over, self.critical);
            let kept = limit::gate(kept, was, self.threshold);
            if kept != now {
                v[end] = v[GATE] - self.polarity * kept;
                changed = true;
            }
        }
        changed
    }
}
