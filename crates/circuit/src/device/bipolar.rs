//! Bipolar transistors: Gummel and Poon.

mod parameters;

use super::dual::Dual;
use super::junction::{self, Depletion};
use super::{Response, TerminalPair, limit};

/// A bipolar transistor.
///
/// Terminals: collector, base, emitter, substrate, and collector, base and emitter behind their series resistances.
/// An element without a substrate has it at ground.
#[derive(Clone, Debug)]
pub struct Bipolar {
    /// One, or minus one for `pnp`.
    polarity: f64,
    /// What all of it is multiplied with, besides the area.
    vt: f64,
    saturation: f64,
    /// Forward and reverse, each a gain, a slope, and a leakage with its slope.
    sides: [BaseJunction; 2],
    /// The inverse of the Early voltages, of the collector and of the emitter.
    early: [f64; 2],
    /// How the gain falls at high currents.
    roll: f64,
    base: BaseResistance,
    series: [f64; 2],
    transit: Transit,
    reverse_transit: f64,
    emitter: Depletion,
    collector: Depletion,
    /// The part of the collector's junction outside of the base resistance.
    outside: Depletion,
    substrate: Substrate,
    gmin: f64,
}

/// One of the two junctions of the base.
#[derive(Clone, Copy, Debug)]
struct BaseJunction {
    gain: f64,
    over: f64,
    leakage: f64,
    leakage_over: f64,
    /// The inverse of the knee current.
    knee: f64,
    critical: f64,
}

/// The resistance of the base, which falls as the current rises.
#[derive(Clone, Copy, Debug)]
struct BaseResistance {
    least: f64,
    rest: f64,
    /// The current at which it is halfway; zero if the charge of the base decides.
    half: f64,
}

/// The time that the current takes through the base.
#[derive(Clone, Copy, Debug)]
struct Transit {
    time: f64,
    excess: f64,
    /// The inverse of the voltage that the excess follows.
    voltage: f64,
    current: f64,
}

/// The junction to the substrate.
#[derive(Clone, Copy, Debug)]
struct Substrate {
    saturation: f64,
    over: f64,
    depletion: Depletion,
    /// The other end: the collector of a vertical transistor, the base of a lateral one.
    end: usize,
    sign: f64,
}

const COLLECTOR: usize = 0;
const BASE: usize = 1;
const EMITTER: usize = 2;
const SUBSTRATE: usize = 3;
const INNER_COLLECTOR: usize = 4;
const INNER_BASE: usize = 5;
const INNER_EMITTER: usize = 6;
/// The two junctions.
const CONTROLS: [TerminalPair; 2] = [(INNER_BASE, INNER_EMITTER), (INNER_BASE, INNER_COLLECTOR)];

impl Bipolar {
    /// For each terminal behind a resistance, the outer one that it is if there is no resistance.
    pub fn internal(&self) -> [Option<usize>; 3] {
        [
            (self.series[0] == 0.0).then_some(COLLECTOR),
            (self.base.least + self.base.rest == 0.0).then_some(BASE),
            (self.series[1] == 0.0).then_some(EMITTER),
        ]
    }

    /// Currents and charges.
    pub fn evaluate(&self, v: &[f64; 7], out: &mut Response<7>) {
        out.clear();
        let p = self.polarity;
        let voltage = |(plus, minus): TerminalPair| p * (v[plus] - v[minus]);
        let be = Dual::control(voltage(CONTROLS[0]), 0);
        let bc = Dual::control(voltage(CONTROLS[1]), 1);
        let forward = junction::current(be, self.saturation, self.sides[0].over);
        let reverse = junction::current(bc, self.saturation, self.sides[1].over);
        let charge = self.base_charge(be, bc, forward, reverse);
        let transport = (forward - reverse) / charge;
        out.flow((INNER_COLLECTOR, INNER_EMITTER), transport, &CONTROLS, p);
        let mut into_base = Dual::constant(0.0);
        for (at, (voltage, current)) in [(be, forward), (bc, reverse)].into_iter().enumerate() {
            let side = &self.sides[at];
            let mut base = current / side.gain + voltage * self.gmin;
            if side.leakage > 0.0 {
                base += junction::current(voltage, side.leakage, side.leakage_over);
            }
            out.flow(CONTROLS[at], base, &CONTROLS, p);
            into_base += base;
        }
        out.resist((COLLECTOR, INNER_COLLECTOR), self.series[0], v);
        out.resist((EMITTER, INNER_EMITTER), self.series[1], v);
        self.resist_base(v, charge, into_base, out);

        let stored = self.transit.charge(be, bc, forward, charge) + self.emitter.charge(be);
        out.store(CONTROLS[0], stored, &CONTROLS, p);
        out.store(CONTROLS[1], reverse * self.reverse_transit + self.collector.charge(bc), &CONTROLS, p);
        let outside: TerminalPair = (BASE, INNER_COLLECTOR);
        out.store(outside, self.outside.charge(Dual::<1>::control(voltage(outside), 0)), &[outside], p);
        self.substrate(v, out);
    }

    /// The charge of the base, of which one is the charge at rest.
    fn base_charge(&self, be: Dual<2>, bc: Dual<2>, forward: Dual<2>, reverse: Dual<2>) -> Dual<2> {
        let early = 1.0 / (1.0 - bc * self.early[0] - be * self.early[1]);
        let [rise, fall] = [self.sides[0].knee, self.sides[1].knee];
        if rise == 0.0 && fall == 0.0 {
            return early;
        }
        let high = ((forward * rise + reverse * fall) * 4.0 + 1.0).max(0.0);
        let root = if self.roll == 0.5 { high.sqrt() } else { high.powf(self.roll) };
        early * (root + 1.0) * 0.5
    }

    fn resist_base(&self, v: &[f64; 7], charge: Dual<2>, current: Dual<2>, out: &mut Response<7>) {
        let BaseResistance { least, rest, half } = self.base;
        if least + rest == 0.0 {
            return;
        }
        let ohms = if half > 0.0 {
            let part = (current / half).max(1e-9);
            // (√(1 + a p) - 1) / (b √p), written so that no digits are lost where p is small.
            let angle = part.sqrt() * (14.590_25 / 2.431_7) / ((part * 14.590_25 + 1.0).sqrt() + 1.0);
            crowding(angle) * (3.0 * rest) + least
        } else {
            rest / charge + least
        };
        let branch: TerminalPair = (BASE, INNER_BASE);
        let controls = [CONTROLS[0], CONTROLS[1], branch];
        let ohms = Dual { value: ohms.value, slope: [ohms.slope[0], ohms.slope[1], 0.0] };
        let across = Dual::control(self.polarity * (v[BASE] - v[INNER_BASE]), 2);
        out.flow(branch, across / ohms, &controls, self.polarity);
    }

    fn substrate(&self, v: &[f64; 7], out: &mut Response<7>) {
        let Substrate { saturation, over, depletion, end, sign } = self.substrate;
        let branch: TerminalPair = (SUBSTRATE, end);
        let p = self.polarity * sign;
        let voltage = Dual::<1>::control(p * (v[SUBSTRATE] - v[end]), 0);
        let current = junction::current(voltage, saturation, over) + voltage * self.gmin;
        out.flow(branch, current, &[branch], p);
        out.store(branch, depletion.charge(voltage), &[branch], p);
    }

    /// Keeps a Newton step from going too far.
    pub fn limit(&self, v: &mut [f64; 7], before: &[f64; 7]) -> bool {
        let across = |v: &[f64; 7], (plus, minus): TerminalPair| self.polarity * (v[plus] - v[minus]);
        let mut changed = false;
        let mut limited = [0.0; 2];
        for (at, &pair) in CONTROLS.iter().enumerate() {
            let now = across(v, pair);
            limited[at] = limit::junction(now, across(before, pair), self.vt, self.sides[at].critical);
            changed |= limited[at] != now;
        }
        if changed {
            v[INNER_EMITTER] = v[INNER_BASE] - self.polarity * limited[0];
            v[INNER_COLLECTOR] = v[INNER_BASE] - self.polarity * limited[1];
        }
        changed
    }
}

/// The series of (tan a - a) / a³ in squares of a, as far as it is felt up to [`SMALL`].
const TANGENT: [f64; 11] = [
    1.0 / 3.0,
    2.0 / 15.0,
    17.0 / 315.0,
    62.0 / 2835.0,
    1382.0 / 155_925.0,
    21_844.0 / 6_081_075.0,
    929_569.0 / 638_512_875.0,
    6_404_582.0 / 10_854_718_875.0,
    443_861_162.0 / 1_856_156_927_625.0,
    18_888_466_084.0 / 194_896_477_400_625.0,
    113_927_491_862.0 / 2_900_518_163_668_125.0,
];
/// Below this angle its tangent is nearly the angle, and their difference would lose its digits.
const SMALL: f64 = 0.3;

/// (tan a - a) / (a tan² a), a third for small currents.
fn crowding(angle: Dual<2>) -> Dual<2> {
    if angle.value < SMALL {
        let square = angle.square();
        let start = Dual::constant(0.0);
        let above = TANGENT.iter().rev().fold(start, |sum, &next| sum * square + next);
        return above / (square * above + 1.0).square();
    }
    let tangent = angle.tan();
    (tangent - angle) / (angle * tangent.square())
}

impl Transit {
    /// The charge of the carriers on their way; at high currents they take longer.
    fn charge(&self, be: Dual<2>, bc: Dual<2>, forward: Dual<2>, base: Dual<2>) -> Dual<2> {
        if self.time == 0.0 || be.value <= 0.0 {
            return forward * self.time;
        }
        let mut longer = Dual::constant(self.excess);
        if self.excess != 0.0 {
            if self.voltage != 0.0 {
                longer = (bc * self.voltage).exp() * self.excess;
            }
            if self.current != 0.0 {
                longer = longer * (forward / (forward + self.current)).square();
            }
        }
        forward * (longer + 1.0) / base * self.time
    }
}
