//! A transistor from the numbers of its model and its element.

use super::{BaseJunction, BaseResistance, Bipolar, INNER_BASE, INNER_COLLECTOR, Substrate, Transit};
use crate::device::junction::Depletion;
use crate::device::parameters::DeviceParameters;
use crate::device::temperature::TemperatureScaling;
use crate::device::{DeviceConditions, InvalidParameter, limit};
use crate::{Circuit, DeviceData};

impl Bipolar {
    /// The transistor of an element.
    pub fn new(
        circuit: &Circuit,
        data: &DeviceData,
        conditions: &DeviceConditions,
    ) -> Result<Bipolar, Vec<InvalidParameter>> {
        let mut card = DeviceParameters::new(circuit, data);
        let heat =
            TemperatureScaling { kelvin: card.temperature(conditions), nominal: card.nominal(conditions) };
        card.report_unsupported(&["tlev", "tlevc", "ptf", "quasimod", "rco", "rth0", "ibe", "ibc"], 0.0);
        let polarity = if card.kind() == "pnp" { -1.0 } else { 1.0 };
        let size = TransistorSize::new(&mut card, polarity);
        let growth = TemperatureGrowth::new(&mut card, &heat);
        let saturation = growth.current * growth.exponent.exp() * size.area;
        let [forward, reverse] = sides(&mut card, &size, &growth, saturation);
        let early = [card.least(&["vaf", "va"], 0.0, 0.0), card.least(&["var", "vb"], 0.0, 0.0)].map(inverse);
        let (base, series) = resistances(&mut card, &heat, size.area);
        let [emitter, collector, below] = depletions(&mut card, &heat, &size);
        let inside = card.get(&["xcjc"], 1.0);
        let scaled = |part: f64| Depletion { capacitance: collector.capacitance * part, ..collector };
        let swing = card.least(&["vtf"], 0.0, 0.0);
        let device = Bipolar {
            polarity,
            vt: growth.vt,
            saturation,
            sides: [forward, reverse],
            early,
            roll: card.get(&["nkf", "nk"], 0.5),
            base,
            series,
            transit: Transit {
                time: card.least(&["tf"], 0.0, 0.0),
                excess: card.get(&["xtf"], 0.0),
                voltage: if swing > 0.0 { 1.0 / (1.44 * swing) } else { 0.0 },
                current: card.least(&["itf"], 0.0, 0.0) * size.area,
            },
            reverse_transit: card.least(&["tr"], 0.0, 0.0),
            emitter,
            collector: scaled(inside),
            outside: scaled(1.0 - inside),
            substrate: Substrate {
                saturation: card.least(&["iss"], 0.0, 0.0) * growth.exponent.exp() * size.below,
                over: card.positive_above(&["ns"], 1.0, 0.0) * growth.vt,
                depletion: Depletion { bend: 0.0, ..below },
                end: if size.lateral { INNER_BASE } else { INNER_COLLECTOR },
                sign: if size.lateral { -1.0 } else { 1.0 },
            },
            gmin: conditions.gmin * size.count,
        };
        card.finish(device)
    }
}

/// How large a transistor is.
struct TransistorSize {
    count: f64,
    area: f64,
    /// The area of the collector's junction, and of the one to the substrate.
    collector: f64,
    below: f64,
    lateral: bool,
}

impl TransistorSize {
    fn new(card: &mut DeviceParameters, polarity: f64) -> TransistorSize {
        let count = card.size("m", 1.0);
        let own = card.size("area", 1.0);
        let lateral = card.get(&["subs"], polarity) < 0.0;
        let [base, collector] = [card.size("areab", own) * count, card.size("areac", own) * count];
        let (collector, below) = if lateral { (collector, base) } else { (base, collector) };
        TransistorSize { count, area: own * count, collector, below, lateral }
    }
}

/// How currents grow with the temperature.
struct TemperatureGrowth {
    vt: f64,
    /// That of saturation currents, as an exponent.
    exponent: f64,
    /// That of the gains.
    gains: f64,
    /// The saturation current at the nominal temperature.
    current: f64,
}

impl TemperatureGrowth {
    fn new(card: &mut DeviceParameters, heat: &TemperatureScaling) -> TemperatureGrowth {
        let vt = heat.voltage();
        let energy = (heat.ratio() - 1.0) * card.get(&["eg"], 1.11) / vt;
        TemperatureGrowth {
            vt,
            exponent: energy + card.get(&["xti"], 3.0) * heat.ratio().ln(),
            gains: (card.get(&["xtb"], 0.0) * heat.ratio().ln()).exp(),
            current: card.positive_above(&["is"], 1e-16, 0.0),
        }
    }
}

/// The two junctions of the base, forward and reverse.
fn sides(
    card: &mut DeviceParameters,
    size: &TransistorSize,
    growth: &TemperatureGrowth,
    saturation: f64,
) -> [BaseJunction; 2] {
    let mut side = |names: [&[&str]; 5], defaults: [f64; 2], area: f64, old: &str| {
        let over = card.positive_above(names[1], 1.0, 0.0) * growth.vt;
        let slope = card.positive_above(names[3], defaults[1], 0.0);
        let leakage = match card.optional_model_value(&[old]) {
            Some(factor) => factor * growth.current,
            None => card.least(names[2], 0.0, 0.0),
        };
        let knee = card.least(names[4], 0.0, 0.0);
        BaseJunction {
            gain: card.positive_above(names[0], defaults[0], 0.0) * growth.gains,
            over,
            leakage: leakage * (growth.exponent / slope).exp() / growth.gains * area,
            leakage_over: slope * growth.vt,
            knee: if knee > 0.0 { 1.0 / (knee * size.area) } else { 0.0 },
            critical: limit::critical(growth.vt, saturation),
        }
    };
    [
        side([&["bf"], &["nf"], &["ise"], &["ne"], &["ikf", "ik"]], [100.0, 1.5], size.area, "c2"),
        side([&["br"], &["nr"], &["isc"], &["nc"], &["ikr"]], [1.0, 2.0], size.collector, "c4"),
    ]
}

/// The resistance of the base, and the conductances before collector and emitter.
fn resistances(
    card: &mut DeviceParameters,
    heat: &TemperatureScaling,
    area: f64,
) -> (BaseResistance, [f64; 2]) {
    let warmer = heat.difference();
    let cold = card.get(&["rb"], 0.0);
    let mut resistance = |name: &str, first: &str, second: &str, default: f64| {
        let curve = 1.0 + card.get(&[first], 0.0) * warmer + card.get(&[second], 0.0) * warmer * warmer;
        card.least(&[name], default, 0.0) * curve
    };
    // What is not written has the value of `rb`, but its own temperature.
    let least = resistance("rbm", "trm1", "trm2", cold);
    let whole = resistance("rb", "trb1", "trb2", 0.0);
    let series = [resistance("rc", "trc1", "trc2", 0.0), resistance("re", "tre1", "tre2", 0.0)]
        .map(|ohms| area * inverse(ohms));
    let base = BaseResistance {
        least: least / area,
        rest: (whole - least) / area,
        half: card.least(&["irb"], 0.0, 0.0) * area,
    };
    let none = BaseResistance { least: 0.0, rest: 0.0, half: 0.0 };
    (if whole > 0.0 { base } else { none }, series)
}

/// The layers of the junctions of emitter, collector and substrate.
fn depletions(
    card: &mut DeviceParameters,
    heat: &TemperatureScaling,
    size: &TransistorSize,
) -> [Depletion; 3] {
    let bend = card.fraction(&["fc"], 0.5).min(0.9999);
    let mut depletion =
        |zero: &[&str], potential: &[&str], exponent: &[&str], defaults: [f64; 2], area: f64| {
            let at_nominal = card.positive_above(potential, defaults[0], 0.0);
            let exponent = card.fraction(exponent, defaults[1]);
            Depletion {
                capacitance: card.least(zero, 0.0, 0.0) * heat.capacitance(at_nominal, exponent) * area,
                potential: heat.potential(at_nominal).0,
                exponent,
                bend,
            }
        };
    [
        depletion(&["cje"], &["vje", "pe"], &["mje", "me"], [0.75, 0.33], size.area),
        depletion(&["cjc"], &["vjc", "pc"], &["mjc", "mc"], [0.75, 0.33], size.collector),
        depletion(&["cjs", "ccs", "csub"], &["vjs", "ps"], &["mjs", "ms"], [0.75, 0.0], size.below),
    ]
}

/// One over a value that counts only if it is positive.
fn inverse(value: f64) -> f64 {
    if value > 0.0 { value.recip() } else { 0.0 }
}
