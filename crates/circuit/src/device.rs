//! What diodes, transistors and switches do: currents and charges at given voltages.
//!
//! A device is prepared once, with its temperature and size, and then evaluated many times. It knows its terminals by
//! number and nothing of the circuit around it. The models are those that the ngspice manual documents, with the
//! defaults that it documents; where the manual leaves something open, what ngspice 39 prints decides.
//!
//! Terminals beyond those that a netlist names lie behind series resistances. Where such a resistance is zero the inner
//! terminal is the outer one; `internal` of each device says so, and whoever builds the equations gives both the same
//! unknown.

mod bipolar;
mod diode;
mod dual;
mod jfet;
mod junction;
mod limit;
mod mosfet;
mod parameters;
mod switch;
mod temperature;
mod transmission_line;

pub use bipolar::Bipolar;
pub use diode::Diode;
pub use jfet::Jfet;
pub use mosfet::Mosfet;
pub use switch::Switch;
pub use transmission_line::TransmissionLine;

use netlist::DeviceConditions;
use rustc_hash::FxHashSet;
use syntax::{Diagnostic, DiagnosticCode, Place, SourceMap};

use crate::{Circuit, CircuitElementKind, DeviceData, DeviceFamily, ElementId, ModelId, NameId};
use dual::Dual;

/// Currents and charges of a device with N terminals, and how they follow the voltages.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Response<const N: usize> {
    /// Into each terminal from the circuit; they sum to zero.
    pub current: [f64; N],
    /// Derivatives of `current[row]` by the voltage of terminal `column`.
    pub conductance: [[f64; N]; N],
    /// On each terminal; they sum to zero.
    pub charge: [f64; N],
    /// Derivatives of `charge[row]` by the voltage of terminal `column`.
    pub capacitance: [[f64; N]; N],
}

impl<const N: usize> Default for Response<N> {
    fn default() -> Response<N> {
        Response {
            current: [0.0; N],
            conductance: [[0.0; N]; N],
            charge: [0.0; N],
            capacitance: [[0.0; N]; N],
        }
    }
}

/// A pair of terminals: the voltage from the first to the second, or a branch between them.
type TerminalPair = (usize, usize);

impl<const N: usize> Response<N> {
    fn clear(&mut self) {
        *self = Response::default();
    }

    /// A current through a branch that some voltages control, each the polarity times that of a pair of terminals.
    fn flow<const M: usize>(
        &mut self,
        branch: TerminalPair,
        current: Dual<M>,
        controls: &[TerminalPair; M],
        polarity: f64,
    ) {
        stamp(&mut self.current, &mut self.conductance, branch, current, controls, polarity);
    }

    /// A charge on the first terminal of a branch, and its opposite on the second.
    fn store<const M: usize>(
        &mut self,
        branch: TerminalPair,
        charge: Dual<M>,
        controls: &[TerminalPair; M],
        polarity: f64,
    ) {
        stamp(&mut self.charge, &mut self.capacitance, branch, charge, controls, polarity);
    }

    /// A resistance between two terminals.
    fn resist(&mut self, branch: TerminalPair, conductance: f64, v: &[f64; N]) {
        if conductance != 0.0 {
            let current = Dual::control(v[branch.0] - v[branch.1], 0) * conductance;
            self.flow(branch, current, &[branch], 1.0);
        }
    }
}

/// Both the current and the voltages change their signs with the polarity, so that the slopes do not.
fn stamp<const N: usize, const M: usize>(
    values: &mut [f64; N],
    slopes: &mut [[f64; N]; N],
    (from, to): TerminalPair,
    flow: Dual<M>,
    controls: &[TerminalPair; M],
    polarity: f64,
) {
    values[from] += polarity * flow.value;
    values[to] -= polarity * flow.value;
    for (slope, &(plus, minus)) in flow.slope.iter().zip(controls) {
        slopes[from][plus] += slope;
        slopes[from][minus] -= slope;
        slopes[to][plus] -= slope;
        slopes[to][minus] += slope;
    }
}

/// A value with which a device makes no sense.
#[derive(Clone, Debug, PartialEq)]
pub struct InvalidParameter {
    /// The kind of finding.
    pub code: DiagnosticCode,
    /// What is wrong with the value.
    pub message: String,
    /// What to do about it.
    pub help: String,
    /// The model that has the value; without one it is written at the element.
    pub model: Option<ModelId>,
    /// The name of the value.
    pub name: Option<NameId>,
}

impl InvalidParameter {
    /// The finding, at the value itself where it is written.
    pub fn diagnose(&self, sources: &SourceMap, circuit: &Circuit, element: Place) -> Diagnostic {
        let whole = self.model.map_or(element, |model| circuit.models[model.at()].place);
        let name = self.name.map(|name| circuit.names.get(name));
        let place = name.and_then(|name| netlist::word_place(sources, whole, name)).unwrap_or(whole);
        let found = Diagnostic::new(self.code, place, self.message.clone()).help(self.help.clone());
        if self.model.is_some() { found.related(element, "the element that uses it") } else { found }
    }
}

/// Everything in the devices of a circuit that makes no sense or is not supported, what is wrong with a model once.
///
/// Of devices with the same model and the same numbers only the first is looked at: a million transistors are of a few
/// kinds.
pub fn invalid_parameters(circuit: &Circuit) -> Vec<(ElementId, InvalidParameter)> {
    let conditions = DeviceConditions::new(circuit);
    let mut seen: FxHashSet<DeviceKey> = FxHashSet::default();
    let mut found: Vec<(ElementId, InvalidParameter)> = Vec::new();
    for (at, element) in circuit.elements.iter().enumerate() {
        let CircuitElementKind::Device(device) = element.kind else { continue };
        let data = &circuit.devices[device.at()];
        let numbers = data.settings.iter().map(|&(name, value)| (name, value.to_bits())).collect();
        if seen.insert((data.family, data.model, numbers)) {
            for fault in look(circuit, data, &conditions) {
                if fault.model.is_none() || found.iter().all(|known| known.1 != fault) {
                    found.push((ElementId(at as u32), fault));
                }
            }
        }
    }
    found
}

/// What two devices that are the same have in common.
type DeviceKey = (DeviceFamily, Option<ModelId>, Vec<(NameId, u64)>);

/// What is wrong with a device.
fn look(circuit: &Circuit, data: &DeviceData, conditions: &DeviceConditions) -> Vec<InvalidParameter> {
    let found = match data.family {
        DeviceFamily::Diode => Diode::new(circuit, data, conditions).err(),
        DeviceFamily::Bipolar => Bipolar::new(circuit, data, conditions).err(),
        DeviceFamily::Jfet => Jfet::new(circuit, data, conditions).err(),
        DeviceFamily::Mosfet => Mosfet::new(circuit, data, conditions).err(),
        DeviceFamily::VoltageSwitch | DeviceFamily::CurrentSwitch => {
            Switch::new(circuit, data, conditions).err()
        }
        DeviceFamily::Line => TransmissionLine::new(circuit, data, conditions).err(),
    };
    found.unwrap_or_default()
}
