//! MOSFETs of levels 1, 2, 3 and 100: the channel, two junctions to the bulk, and the gate.
//!
//! The gate is the capacitance model of Meyer, as ngspice has it for these levels. Its capacitances are functions of the
//! voltages, but not the derivatives of any charges of source and drain: what flows into the source depends on the way
//! that the voltages take. Charge models that do have such functions divide the channel otherwise, and are other models. So
//! each of the three charges is integrated along the way, from one accepted
//! point to the next ([`Mosfet::accept`]), with the mean of the capacitances at both; they stay charges of branches, and
//! the charges of the terminals sum to zero.

mod level1;
mod level100;
mod level2;
mod level3;
mod meyer;
mod process;

use super::dual::Dual;
use super::junction::{self, Depletion};
use super::parameters::DeviceParameters;
use super::temperature::TemperatureScaling;
use super::{DeviceConditions, InvalidParameter, Response, TerminalPair, limit};
use netlist::NAND;

use crate::{Circuit, DeviceData};
use process::ProcessParameters;

/// A MOSFET.
///
/// Terminals: drain, gate, source, bulk, and the drain and the source behind their series resistances.
#[derive(Clone, Debug)]
pub struct Mosfet {
    /// One, or minus one with holes.
    polarity: f64,
    channel: Channel,
    /// Of the drain and of the source.
    junctions: [Bulk; 2],
    /// Thermal voltage.
    over: f64,
    /// Of the gate over source, drain and bulk.
    overlaps: [f64; 3],
    /// The capacitance of the gate over the channel, and the surface potential.
    oxide: f64,
    phi: f64,
    /// Conductances at drain and source.
    series: [f64; 2],
    /// The conductance between drain and source, besides the channel.
    across: f64,
    gmin: f64,
    past: GateHistory,
}

/// What flows from drain to source.
#[derive(Clone, Debug)]
enum Channel {
    First(level1::MosLevel1),
    Second(level2::MosLevel2),
    Third(level3::MosLevel3),
    Nand(level100::MosLevel100),
}

/// The junction between the bulk and the drain or the source.
#[derive(Clone, Copy, Debug)]
struct Bulk {
    saturation: f64,
    critical: f64,
    bottom: Depletion,
    sidewall: Depletion,
}

/// The current of the channel, the threshold, and the voltage where it saturates; drain to source is not negative.
#[derive(Clone, Copy)]
struct Conduction {
    current: Dual<3>,
    threshold: Dual<3>,
    saturation: Dual<3>,
}

/// The gate at the last accepted point: voltages to source, drain and bulk, half the capacitances, and the charges.
#[derive(Clone, Copy, Debug, Default)]
struct GateHistory {
    voltage: [f64; 3],
    half: [f64; 3],
    charge: [f64; 3],
}

const DRAIN: usize = 0;
const GATE: usize = 1;
const SOURCE: usize = 2;
const BULK: usize = 3;
const INNER_DRAIN: usize = 4;
const INNER_SOURCE: usize = 5;
/// The gate over source, drain and bulk.
const GATES: [TerminalPair; 3] = [(GATE, INNER_SOURCE), (GATE, INNER_DRAIN), (GATE, BULK)];
/// The voltages that control the channel: of gate, drain and bulk, from the source.
const FORWARD: [TerminalPair; 3] = [(GATE, INNER_SOURCE), (INNER_DRAIN, INNER_SOURCE), (BULK, INNER_SOURCE)];
/// The same where drain and source have changed their roles.
const REVERSE: [TerminalPair; 3] = [(GATE, INNER_DRAIN), (INNER_SOURCE, INNER_DRAIN), (BULK, INNER_DRAIN)];

impl Mosfet {
    /// The MOSFET of an element.
    pub fn new(
        circuit: &Circuit,
        data: &DeviceData,
        conditions: &DeviceConditions,
    ) -> Result<Mosfet, Vec<InvalidParameter>> {
        let mut card = DeviceParameters::new(circuit, data);
        let heat =
            TemperatureScaling { kelvin: card.temperature(conditions), nominal: card.nominal(conditions) };
        let polarity = if card.kind() == "pmos" { -1.0 } else { 1.0 };
        let level = card.get(&["level"], 1.0);
        if level == NAND {
            return Mosfet::nand(card, polarity);
        }
        let process = ProcessParameters::new(&mut card, level, polarity, heat);
        let count = card.size("m", 1.0);
        // Some models say how large their transistors are unless these say so.
        let sizes = [card.get(&["l"], conditions.size[0]), card.get(&["w"], conditions.size[1])];
        let [length, width] = [card.size("l", sizes[0]), card.size("w", sizes[1])];
        let [length, width] = process.effective_size(&mut card, level, length, width);
        let channel = match level {
            2.0 => Channel::Second(level2::MosLevel2::new(&mut card, &process, heat, length, width)),
            3.0 => Channel::Third(level3::MosLevel3::new(&mut card, &process, heat, length, width)),
            _ => Channel::First(level1::MosLevel1::new(&mut card, &process, length, width)),
        };
        let channel = channel.times(count);
        let over = heat.voltage();
        let areas = [
            card.element_value("ad").unwrap_or(conditions.areas[0]),
            card.element_value("as").unwrap_or(conditions.areas[1]),
        ];
        let rims = [card.element_value("pd").unwrap_or(0.0), card.element_value("ps").unwrap_or(0.0)];
        let bulk = process::junctions(&mut card, level, heat, areas, rims, count);
        let sheet = card.least(&["rsh"], 0.0, 0.0);
        let series = [("rd", "nrd"), ("rs", "nrs")].map(|(whole, squares)| {
            let squares = card.element_value(squares).unwrap_or(1.0);
            let resistance = match card.optional_model_value(&[whole]) {
                Some(_) => card.least(&[whole], 0.0, 0.0),
                None => sheet * squares,
            };
            if resistance > 0.0 { count / resistance } else { 0.0 }
        });
        let overlaps = [
            card.least(&["cgso"], 0.0, 0.0) * width * count,
            card.least(&["cgdo"], 0.0, 0.0) * width * count,
            card.least(&["cgbo"], 0.0, 0.0) * length * count,
        ];
        let mut mosfet = Mosfet {
            polarity,
            channel,
            junctions: bulk,
            over,
            overlaps,
            oxide: process.oxide * length * width * count,
            phi: process.phi,
            series,
            across: 0.0,
            gmin: conditions.gmin,
            past: GateHistory::default(),
        };
        mosfet.accept(&[0.0; 6]);
        card.finish(mosfet)
    }

    /// The MOSFET of level 100, which has no size and no temperature.
    fn nand(mut card: DeviceParameters, polarity: f64) -> Result<Mosfet, Vec<InvalidParameter>> {
        for name in ["l", "w", "ad", "as", "pd", "ps", "nrd", "nrs", "m", "temp", "dtemp"] {
            card.refuse(
                name,
                &format!("MOSFETs of level 100 have no `{name}`"),
                "write its values in the model",
            );
        }
        let channel = level100::MosLevel100::new(&mut card, polarity);
        let mut conductance = |name: &str| match card.least(&[name], 0.0, 0.0) {
            0.0 => 0.0,
            ohms => ohms.recip(),
        };
        let (series, across) = ([conductance("rd"), conductance("rs")], conductance("rsd"));
        let overlaps = [card.least(&["cgs"], 0.0, 0.0), card.least(&["cgd"], 0.0, 0.0), 0.0];
        let none = Depletion { capacitance: 0.0, potential: 1.0, exponent: 0.5, bend: 0.5 };
        let bulk = Bulk { saturation: 0.0, critical: f64::INFINITY, bottom: none, sidewall: none };
        let mosfet = Mosfet {
            polarity,
            channel: Channel::Nand(channel),
            junctions: [bulk; 2],
            over: 1.0,
            overlaps,
            oxide: 0.0,
            phi: 1.0,
            series,
            across,
            gmin: 0.0,
            past: GateHistory::default(),
        };
        card.finish(mosfet)
    }

    /// For each terminal behind a resistance, the outer one that it is if there is no resistance.
    pub fn internal(&self) -> [Option<usize>; 2] {
        [(self.series[0] == 0.0).then_some(DRAIN), (self.series[1] == 0.0).then_some(SOURCE)]
    }

    /// Currents and charges.
    pub fn evaluate(&self, v: &[f64; 6], out: &mut Response<6>) {
        out.clear();
        out.resist((DRAIN, INNER_DRAIN), self.series[0], v);
        out.resist((SOURCE, INNER_SOURCE), self.series[1], v);
        out.resist((INNER_DRAIN, INNER_SOURCE), self.across, v);
        for (at, end) in [INNER_DRAIN, INNER_SOURCE].into_iter().enumerate() {
            let branch: TerminalPair = (BULK, end);
            let voltage = Dual::<1>::control(self.polarity * (v[BULK] - v[end]), 0);
            let (current, charge) = self.junction(at, voltage);
            out.flow(branch, current, &[branch], self.polarity);
            out.store(branch, charge, &[branch], self.polarity);
        }
        let (controls, conduction) = self.conduction(v);
        out.flow(controls[1], conduction.current, controls, self.polarity);
        for (&branch, &overlap) in GATES.iter().zip(&self.overlaps) {
            if overlap != 0.0 {
                let charge = Dual::control(v[branch.0] - v[branch.1], 0) * overlap;
                out.store(branch, charge, &[branch], 1.0);
            }
        }
        if self.oxide != 0.0 {
            let half = self.meyer(v, controls, &conduction);
            for (at, &branch) in GATES.iter().enumerate() {
                let voltage = across(branch, controls, v, self.polarity);
                let way = voltage - self.past.voltage[at];
                let charge = (half[at] + self.past.half[at]) * way + self.past.charge[at];
                out.store(branch, charge, controls, self.polarity);
            }
        }
    }

    /// What flows from the bulk to drain or source, and the charge between them.
    fn junction(&self, at: usize, v: Dual<1>) -> (Dual<1>, Dual<1>) {
        if let Channel::Nand(nand) = &self.channel {
            return (nand.leak(v), nand.charge(at, v));
        }
        let bulk = &self.junctions[at];
        let current = junction::plain(v, bulk.saturation, self.over) + v * self.gmin;
        (current, bulk.bottom.charge(v) + bulk.sidewall.charge(v))
    }

    /// Takes a point as the one from which charges go on. An analysis with small signals does so at the operating point,
    /// a transient one at its beginning and after each step. Whether it matters to this MOSFET.
    pub fn accept(&mut self, v: &[f64; 6]) -> bool {
        if self.oxide == 0.0 {
            return false;
        }
        let (controls, conduction) = self.conduction(v);
        let half = self.meyer(v, controls, &conduction).map(|half| half.value);
        let past = &mut self.past;
        for (at, &(plus, minus)) in GATES.iter().enumerate() {
            let voltage = self.polarity * (v[plus] - v[minus]);
            past.charge[at] += (past.half[at] + half[at]) * (voltage - past.voltage[at]);
            past.voltage[at] = voltage;
        }
        past.half = half;
        true
    }

    /// The channel, with drain and source as the voltage between them says.
    fn conduction(&self, v: &[f64; 6]) -> (&'static [TerminalPair; 3], Conduction) {
        let forward = self.polarity * (v[INNER_DRAIN] - v[INNER_SOURCE]) >= 0.0;
        let controls = if forward { &FORWARD } else { &REVERSE };
        let mut voltages = [Dual::constant(0.0); 3];
        for (at, (voltage, &(plus, minus))) in voltages.iter_mut().zip(controls).enumerate() {
            *voltage = Dual::control(self.polarity * (v[plus] - v[minus]), at);
        }
        (controls, self.channel.conduct(voltages))
    }

    /// Half the capacitances from the gate to source, drain and bulk.
    fn meyer(&self, v: &[f64; 6], controls: &[TerminalPair; 3], conduction: &Conduction) -> [Dual<3>; 3] {
        let voltage = |at: usize| self.polarity * (v[controls[at].0] - v[controls[at].1]);
        let gate = Dual::control(voltage(0), 0) - conduction.threshold;
        let drain = Dual::control(voltage(1), 1);
        let [source, drain, bulk] =
            meyer::half_capacitances(gate, drain, conduction.saturation, self.phi, self.oxide);
        if std::ptr::eq(controls, &FORWARD) || controls == &FORWARD {
            [source, drain, bulk]
        } else {
            [drain, source, bulk]
        }
    }

    /// Keeps a Newton step from going too far.
    pub fn limit(&self, v: &mut [f64; 6], before: &[f64; 6]) -> bool {
        let p = self.polarity;
        let from = |v: &[f64; 6], end: usize| [GATE, INNER_DRAIN, BULK].map(|at| p * (v[at] - v[end]));
        let [gs, ds, bs] = from(v, INNER_SOURCE);
        let [was_gs, was_ds, was_bs] = from(before, INNER_SOURCE);
        let threshold = self.conduction(before).1.threshold.value;
        // What is not limited is taken as it is: a difference and a sum make another number of it in the last digit.
        let (gate, drain);
        if was_ds >= 0.0 {
            gate = limit::gate(gs, was_gs, threshold);
            drain = limit::drain(if gate == gs { ds } else { gate - (gs - ds) }, was_ds);
        } else {
            let gd = limit::gate(gs - ds, was_gs - was_ds, threshold);
            let free = gd == gs - ds;
            drain = -limit::drain(if free { -ds } else { gd - gs }, -was_ds);
            gate = if free && drain == ds { gs } else { gd + drain };
        }
        let bulk = if drain >= 0.0 {
            limit::junction(bs, was_bs, self.over, self.junctions[1].critical)
        } else {
            let limited = limit::junction(bs - drain, was_bs - was_ds, self.over, self.junctions[0].critical);
            if limited == bs - drain { bs } else { limited + drain }
        };
        let (wanted, base) = (*v, v[INNER_SOURCE]);
        for (at, limited, free) in [(GATE, gate, gs), (INNER_DRAIN, drain, ds), (BULK, bulk, bs)] {
            if limited != free {
                v[at] = base + p * limited;
            }
        }
        *v != wanted
    }
}

/// The voltage across a branch of the gate, as one that the voltages of the channel control.
fn across(branch: TerminalPair, controls: &[TerminalPair; 3], v: &[f64; 6], polarity: f64) -> Dual<3> {
    let source = controls[0].1;
    let mut voltage = Dual::constant(polarity * (v[branch.0] - v[branch.1]));
    voltage.slope[0] = 1.0;
    if branch.1 == BULK {
        voltage.slope[2] = -1.0;
    } else if branch.1 != source {
        voltage.slope[1] = -1.0;
    }
    voltage
}

impl Channel {
    fn conduct(&self, voltages: [Dual<3>; 3]) -> Conduction {
        match self {
            Channel::First(channel) => channel.channel_current(voltages),
            Channel::Second(channel) => channel.channel_current(voltages),
            Channel::Third(channel) => channel.channel_current(voltages),
            Channel::Nand(channel) => channel.channel_current(voltages),
        }
    }

    /// So many of them side by side.
    fn times(mut self, count: f64) -> Channel {
        match &mut self {
            Channel::First(channel) => channel.beta *= count,
            Channel::Second(channel) => channel.beta *= count,
            Channel::Third(channel) => channel.beta *= count,
            Channel::Nand(_) => {}
        }
        self
    }
}
