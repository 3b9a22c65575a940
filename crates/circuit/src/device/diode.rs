//! Diodes.

use super::dual::Dual;
use super::junction::{self, Depletion};
use super::parameters::DeviceParameters;
use super::temperature::TemperatureScaling;
use super::{DeviceConditions, InvalidParameter, Response, TerminalPair, limit};
use crate::{Circuit, DeviceData};

/// A diode with its bottom and its sidewall.
///
/// Terminals: anode, cathode, and the anode behind the series resistance.
#[derive(Clone, Debug)]
pub struct Diode {
    bottom: Exponential,
    sidewall: Exponential,
    recombination: Exponential,
    /// The steepness in breakdown, and the voltage where it begins.
    breakdown: Option<[f64; 2]>,
    /// The currents from which on it rises with half the slope, forward and in reverse.
    knees: [f64; 2],
    transit: f64,
    depletion: [Depletion; 2],
    series: f64,
    gmin: f64,
    critical: f64,
}

/// A saturation current, and the voltage over which it grows e times.
#[derive(Clone, Copy, Debug)]
struct Exponential {
    saturation: f64,
    over: f64,
}

const ANODE: usize = 0;
const CATHODE: usize = 1;
const INNER: usize = 2;
const JUNCTION: TerminalPair = (INNER, CATHODE);

impl Diode {
    /// The diode of an element.
    pub fn new(
        circuit: &Circuit,
        data: &DeviceData,
        conditions: &DeviceConditions,
    ) -> Result<Diode, Vec<InvalidParameter>> {
        let mut card = DeviceParameters::new(circuit, data);
        let heat =
            TemperatureScaling { kelvin: card.temperature(conditions), nominal: card.nominal(conditions) };
        for name in ["w", "l"] {
            card.refuse(name, "the width and length of a diode are not supported yet", "write its `area`");
        }
        card.report_unsupported(
            &["tlev", "tlevc", "rth0", "jtun", "jtunsw", "cta", "ctc", "tpb", "tphp", "lm", "lp"],
            0.0,
        );
        card.report_unsupported(&["wm", "wp"], 0.0);
        let count = card.size("m", 1.0);
        let area = card.size("area", card.get(&["area"], 1.0)) * count;
        let rim = card.element_value("pj").unwrap_or(card.get(&["pj"], 0.0)) * count;
        let emission = card.positive_above(&["n"], 1.0, 0.0);
        let vt = heat.voltage();
        let [bottom, sidewall, recombination] = currents(&mut card, &heat, emission, area, rim);
        let depletion = depletions(&mut card, &heat, area, rim);
        let resistance = card.least(&["rs"], 0.0, 0.0) * curve(&card, &heat, ["trs", "trs2"]);
        let steep = card.positive_above(&["nbv"], emission, 0.0) * vt;
        let breakdown = (card.optional_model_value(&["bv"]).is_some()).then(|| {
            let voltage = card.positive_above(&["bv"], f64::INFINITY, 0.0)
                - card.get(&["tcv"], 0.0) * heat.difference();
            let current = card.positive_above(&["ibv"], 1e-3, 0.0) * count;
            [steep, onset(voltage, current, bottom.saturation, steep, vt)]
        });
        let knee = |card: &mut DeviceParameters, names: &[&str]| match card.least(names, 0.0, 0.0) {
            0.0 => f64::INFINITY,
            current => current * area,
        };
        let diode = Diode {
            bottom,
            sidewall,
            recombination,
            breakdown,
            knees: [knee(&mut card, &["ikf", "ik"]), knee(&mut card, &["ikr"])],
            transit: card.least(&["tt"], 0.0, 0.0) * curve(&card, &heat, ["ttt1", "ttt2"]),
            depletion,
            series: if resistance > 0.0 { area / resistance } else { 0.0 },
            gmin: conditions.gmin,
            critical: limit::critical(bottom.over, bottom.saturation),
        };
        card.finish(diode)
    }

    /// For each terminal behind a resistance, the outer one that it is if there is no resistance.
    pub fn internal(&self) -> [Option<usize>; 1] {
        [(self.series == 0.0).then_some(ANODE)]
    }

    /// Currents and charges.
    pub fn evaluate(&self, v: &[f64; 3], out: &mut Response<3>) {
        out.clear();
        out.resist((ANODE, INNER), self.series, v);
        let voltage = Dual::<1>::control(v[INNER] - v[CATHODE], 0);
        let current = self.current(voltage);
        out.flow(JUNCTION, current, &[JUNCTION], 1.0);
        let stored =
            current * self.transit + self.depletion[0].charge(voltage) + self.depletion[1].charge(voltage);
        out.store(JUNCTION, stored, &[JUNCTION], 1.0);
    }

    fn current(&self, v: Dual<1>) -> Dual<1> {
        let mut current = self.junction(v, self.bottom);
        if v.value < 0.0 {
            current = -bend(-current, self.knees[1]);
        }
        if self.recombination.saturation > 0.0 {
            current += self.recombine(v);
        }
        if v.value > 0.0 {
            current = bend(current, self.knees[0]);
        }
        if self.sidewall.saturation > 0.0 {
            current += self.junction(v, self.sidewall);
        }
        current + v * self.gmin
    }

    /// Forward, reverse and in breakdown.
    fn junction(&self, v: Dual<1>, part: Exponential) -> Dual<1> {
        match self.breakdown {
            Some([steep, onset]) if v.value < -onset && v.value < -3.0 * part.over => {
                -junction::exponential(-(v + onset), steep) * part.saturation
            }
            _ => junction::current(v, part.saturation, part.over),
        }
    }

    /// Pairs that meet in the depletion layer, whose width follows the voltage. In reverse they are made there; ngspice
    /// lets this current jump to zero at three thermal voltages.
    fn recombine(&self, v: Dual<1>) -> Dual<1> {
        let Depletion { potential, exponent, .. } = self.depletion[0];
        let width = ((1.0 - v / potential).square() + 0.005).powf(exponent / 2.0);
        junction::current(v, self.recombination.saturation, self.recombination.over) * width
    }

    /// Keeps a Newton step from going too far.
    pub fn limit(&self, v: &mut [f64; 3], before: &[f64; 3]) -> bool {
        let across = |v: &[f64; 3]| v[INNER] - v[CATHODE];
        let (now, was) = (across(v), across(before));
        let over = self.bottom.over;
        let kept = match self.breakdown {
            // In breakdown the curve is one of a junction that stands on its head.
            Some([steep, onset]) if now < (-onset + 10.0 * over).min(0.0) => {
                let free = -(now + onset);
                let limited = limit::junction(free, -(was + onset), steep, self.critical);
                // What is not limited is taken as it is: a sum and a difference change its last digit.
                if limited == free { now } else { -(limited + onset) }
            }
            _ => limit::junction(now, was, over, self.critical),
        };
        v[INNER] += kept - now;
        kept != now
    }
}

/// The currents of the bottom, of the sidewall, and of recombination.
fn currents(
    card: &mut DeviceParameters,
    heat: &TemperatureScaling,
    emission: f64,
    area: f64,
    rim: f64,
) -> [Exponential; 3] {
    let vt = heat.voltage();
    let grow = |card: &DeviceParameters, emission: f64| {
        let energy = (heat.ratio() - 1.0) * card.get(&["eg"], 1.11) / (emission * vt);
        (energy + card.get(&["xti"], 3.0) / emission * heat.ratio().ln()).exp()
    };
    let bottom = Exponential {
        saturation: card.positive_above(&["is", "js"], 1e-14, 0.0) * area * grow(card, emission),
        over: emission * vt,
    };
    let around = card.positive_above(&["ns"], 1.0, 0.0);
    let sidewall = Exponential {
        saturation: card.least(&["jsw"], 0.0, 0.0) * rim * grow(card, emission),
        over: around * vt,
    };
    // Other simulators take two where nothing is written.
    let slow = card.positive_above(&["nr"], 1.0, 0.0);
    let recombination =
        Exponential { saturation: card.least(&["isr"], 0.0, 0.0) * area * grow(card, slow), over: slow * vt };
    [bottom, sidewall, recombination]
}

/// The layers below and beside.
fn depletions(card: &mut DeviceParameters, heat: &TemperatureScaling, area: f64, rim: f64) -> [Depletion; 2] {
    let bend = card.fraction(&["fc"], 0.5).min(0.95);
    let exponent = card.fraction(&["m", "mj"], 0.5) * curve(card, heat, ["tm1", "tm2"]);
    let potential = card.positive_above(&["vj", "pb"], 1.0, 0.0);
    let below = Depletion {
        capacitance: card.least(&["cjo", "cj0", "cj"], 0.0, 0.0)
            * area
            * heat.capacitance(potential, exponent),
        potential: heat.potential(potential).0,
        exponent,
        bend,
    };
    let exponent = card.fraction(&["mjsw"], 0.33);
    let potential = card.positive_above(&["php"], 1.0, 0.0);
    let beside = Depletion {
        capacitance: card.least(&["cjsw", "cjp"], 0.0, 0.0) * rim * heat.capacitance(potential, exponent),
        potential: heat.potential(potential).0,
        exponent,
        bend: card.fraction(&["fcs"], 0.5).min(0.95),
    };
    [below, beside]
}

/// How a number follows the temperature, by coefficients of these names.
fn curve(card: &DeviceParameters, heat: &TemperatureScaling, [first, second]: [&str; 2]) -> f64 {
    let warmer = heat.difference();
    1.0 + card.get(&[first], 0.0) * warmer + card.get(&[second], 0.0) * warmer * warmer
}

/// The voltage at which the exponential of breakdown begins, so that it has the given current at the given voltage and
/// joins the reverse current.
fn onset(voltage: f64, current: f64, saturation: f64, steep: f64, vt: f64) -> f64 {
    if current < saturation * voltage / vt {
        return voltage;
    }
    let mut onset = voltage - steep * (1.0 + current / saturation).ln();
    for _ in 0..25 {
        onset = voltage - steep * (current / saturation + 1.0 - onset / vt).ln();
        let now = saturation * (((voltage - onset) / steep).exp() - 1.0 + onset / vt);
        if (now - current).abs() <= 1e-12 * current {
            break;
        }
    }
    onset
}

/// Beyond a knee a positive current rises with half the slope.
fn bend(current: Dual<1>, knee: f64) -> Dual<1> {
    // The root has no slope at zero.
    if knee.is_finite() && current.value > 1e-18 {
        return current / ((current / knee).sqrt() + 1.0);
    }
    current
}
