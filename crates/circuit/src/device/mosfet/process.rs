//! What the three levels have in common: the material, and the junctions.

use super::{Bulk, Depletion, DeviceParameters, TemperatureScaling, limit};
use crate::device::temperature::{BOLTZMANN, CHARGE, gap, thermal};

/// Permittivities, in farads for each metre.
pub(super) const VACUUM: f64 = 8.854_214_871e-12;
pub(super) const SILICON: f64 = 11.7 * VACUUM;
const OXIDE: f64 = 3.9 * VACUUM;
/// Free carriers in a cubic metre of pure silicon.
const INTRINSIC: f64 = 1.45e16;

/// Numbers of the material at the temperature of the device.
#[derive(Clone, Copy, Debug)]
pub(super) struct ProcessParameters {
    /// Capacitance of the gate for each square metre; zero without one.
    pub(super) oxide: f64,
    pub(super) phi: f64,
    pub(super) gamma: f64,
    /// The threshold without what the bulk adds, for electrons.
    pub(super) flat: f64,
    /// Current for each square volt of a square channel.
    pub(super) transconductance: f64,
    /// In square metres for each volt and second.
    pub(super) mobility: f64,
    /// In a cubic metre.
    pub(super) doping: Option<f64>,
}

impl ProcessParameters {
    pub(super) fn new(
        card: &mut DeviceParameters,
        level: f64,
        polarity: f64,
        heat: TemperatureScaling,
    ) -> ProcessParameters {
        let thickness = match card.optional_model_value(&["tox"]) {
            Some(_) => card.least(&["tox"], 0.0, 0.0),
            None if level == 1.0 => 0.0,
            None => 1e-7,
        };
        let oxide = if thickness > 0.0 { OXIDE / thickness } else { 0.0 };
        let mobility = card.positive_above(&["u0", "uo"], 600.0, 0.0) * 1e-4;
        let doping = card
            .optional_model_value(&["nsub"])
            .map(|_| card.positive_above(&["nsub"], 1e15, INTRINSIC * 1e-6) * 1e6);
        let mut phi = card.positive_above(&["phi"], 0.6, 0.0);
        let mut gamma = card.least(&["gamma"], 0.0, 0.0);
        let mut threshold = card.optional_model_value(&["vto", "vt0"]).unwrap_or(0.0);
        // Doping tells what is not written, if there is an oxide.
        if let Some(doping) = doping.filter(|_| oxide > 0.0) {
            if card.optional_model_value(&["phi"]).is_none() {
                phi = (2.0 * thermal(heat.nominal) * (doping / intrinsic(level, heat.nominal)).ln()).max(0.1);
            }
            if card.optional_model_value(&["gamma"]).is_none() {
                gamma = (2.0 * SILICON * CHARGE * doping).sqrt() / oxide;
            }
            if card.optional_model_value(&["vto", "vt0"]).is_none() {
                let gap = gap(heat.nominal);
                let gate = card.get(&["tpg"], 1.0);
                let work = if gate == 0.0 { 3.2 } else { 3.25 + 0.5 * gap - polarity * gate * 0.5 * gap };
                let between = work - (3.25 + 0.5 * gap + polarity * 0.5 * phi);
                let band = between - card.get(&["nss"], 0.0) * 1e4 * CHARGE / oxide;
                threshold = band + polarity * (gamma * phi.sqrt() + phi);
            }
        }
        let transconductance = match card.optional_model_value(&["kp"]) {
            Some(_) => card.positive_above(&["kp"], 2e-5, 0.0),
            None if oxide > 0.0 => mobility * oxide,
            None => 2e-5,
        };
        if level == 3.0 {
            threshold += card.get(&["delvto"], 0.0);
        }
        let slower = heat.ratio() * heat.ratio().sqrt();
        let (warm, _) = heat.potential(phi);
        let flat = polarity * (threshold + 0.5 * (gap(heat.nominal) - gap(heat.kelvin))) - gamma * phi.sqrt()
            + 0.5 * (warm - phi);
        ProcessParameters {
            oxide,
            phi: warm,
            gamma,
            flat,
            transconductance: transconductance / slower,
            mobility: mobility / slower,
            doping,
        }
    }

    /// Length and width of the channel itself, of those that are drawn.
    pub(super) fn effective_size(
        &self,
        card: &mut DeviceParameters,
        level: f64,
        length: f64,
        width: f64,
    ) -> [f64; 2] {
        let mut inner = length - 2.0 * card.get(&["ld"], 0.0);
        let mut across = width;
        if level == 3.0 {
            inner += card.get(&["xl"], 0.0);
            across += card.get(&["xw"], 0.0) - 2.0 * card.get(&["wd"], 0.0);
        }
        for (what, value) in [("long", inner), ("wide", across)] {
            if value <= 0.0 {
                card.report_empty_channel(what, value);
            }
        }
        [inner, across]
    }
}

/// Free carriers in a cubic metre of pure silicon; only level 3 lets them follow the temperature.
fn intrinsic(level: f64, kelvin: f64) -> f64 {
    if level != 3.0 {
        return INTRINSIC;
    }
    let energy = 0.5 * gap(kelvin) * (1.0 / 300.0 - 1.0 / kelvin) * CHARGE / BOLTZMANN;
    INTRINSIC * (kelvin / 300.0).powf(1.5) * energy.exp()
}

/// The junctions of drain and source.
pub(super) fn junctions(
    card: &mut DeviceParameters,
    level: f64,
    heat: TemperatureScaling,
    areas: [f64; 2],
    rims: [f64; 2],
    count: f64,
) -> [Bulk; 2] {
    let over = heat.voltage();
    let grow = (gap(heat.nominal) / thermal(heat.nominal) - gap(heat.kelvin) / over).exp();
    let whole = card.least(&["is"], 1e-14, 0.0) * grow;
    let dense = card.least(&["js"], 0.0, 0.0) * grow;
    let potential = card.positive_above(&["pb"], 0.8, 0.0);
    let bend = card.fraction(&["fc"], 0.5);
    let exponents =
        [card.least(&["mj"], 0.5, 0.0), card.least(&["mjsw"], if level == 1.0 { 0.5 } else { 0.33 }, 0.0)];
    let warm = heat.potential(potential).0;
    let capacitance = |at: usize, zero: f64| Depletion {
        capacitance: zero * heat.capacitance(potential, exponents[at]) * count,
        potential: warm,
        exponent: exponents[at],
        bend,
    };
    let area = card.least(&["cj"], 0.0, 0.0);
    let rim = card.least(&["cjsw"], 0.0, 0.0);
    let mut at = 0;
    ["cbd", "cbs"].map(|name| {
        let side = at;
        at += 1;
        let both = dense == 0.0 || areas[0] == 0.0 || areas[1] == 0.0;
        let saturation = if both { whole } else { dense * areas[side] } * count;
        let zero = card.optional_model_value(&[name]).unwrap_or(area * areas[side]);
        Bulk {
            saturation,
            critical: limit::critical(over, saturation),
            bottom: capacitance(0, zero),
            sidewall: capacitance(1, rim * rims[side]),
        }
    })
}
