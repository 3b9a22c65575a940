//! `ic=` of diodes and transistors: a device begins with the charges that it has at these voltages.
//!
//! As with capacitors it is the charge that is given, and the potentials of the nodes follow from all charges. A device
//! without charges holds no voltage, so that what is written for it is not reached, and refused.

use rustc_hash::FxHashMap;

use crate::{
    Bipolar, Circuit, CircuitElementKind, DeviceConditions, DeviceFamily, Diode, ElementId, Jfet, Mna,
    MnaUnknown, Mosfet, Response,
};

/// The voltages of `ic=`: from the second terminal of each pair to the first, both inside of the device.
fn pairs(family: DeviceFamily) -> &'static [(usize, usize)] {
    match family {
        DeviceFamily::Diode => &[(2, 1)],
        DeviceFamily::Bipolar => &[(5, 6), (4, 6)],
        DeviceFamily::Jfet => &[(3, 4), (1, 4)],
        DeviceFamily::Mosfet => &[(4, 5), (1, 5), (3, 5)],
        DeviceFamily::VoltageSwitch | DeviceFamily::CurrentSwitch | DeviceFamily::Line => &[],
    }
}

/// The terminal outside that one inside belongs to.
fn outside(family: DeviceFamily, terminal: usize) -> usize {
    match (family, terminal) {
        (DeviceFamily::Diode, 2) => 0,
        (DeviceFamily::Bipolar, 4..) => terminal - 4,
        (DeviceFamily::Jfet, 3) | (DeviceFamily::Mosfet, 4) => 0,
        (DeviceFamily::Jfet, 4) | (DeviceFamily::Mosfet, 5) => 2,
        _ => terminal,
    }
}

/// Nothing is written for terminals inside of devices: they begin where those outside do.
pub(super) fn inside(circuit: &Circuit, mna: &Mna, y: &mut [f64]) {
    for (at, unknown) in mna.unknowns.list.iter().enumerate() {
        let &MnaUnknown::Inner(element, terminal) = unknown else { continue };
        let CircuitElementKind::Device(device) = circuit.elements[element.at()].kind else { continue };
        let data = &circuit.devices[device.at()];
        let node = data.nodes.get(outside(data.family, usize::from(terminal)));
        y[at] = node.and_then(|&node| mna.unknowns.node(node)).map_or(0.0, |outer| y[outer]);
    }
}

/// The unknowns inside of devices.
type InternalUnknowns = FxHashMap<(ElementId, u8), usize>;

fn inner(mna: &Mna) -> InternalUnknowns {
    let all = mna.unknowns.list.iter().enumerate();
    let inner = all.filter_map(|(at, unknown)| match *unknown {
        MnaUnknown::Inner(element, terminal) => Some(((element, terminal), at)),
        _ => None,
    });
    inner.collect()
}

/// A device for which voltages are written.
struct JunctionStart<'a> {
    family: DeviceFamily,
    written: &'a [f64],
    /// The unknown of each terminal; ground has none.
    spots: Vec<Option<usize>>,
}

impl<'a> JunctionStart<'a> {
    fn new(
        circuit: &Circuit,
        (mna, inner): (&Mna, &InternalUnknowns),
        element: ElementId,
        written: &'a [f64],
    ) -> Option<JunctionStart<'a>> {
        let CircuitElementKind::Device(device) = circuit.elements[element.at()].kind else { return None };
        let data = &circuit.devices[device.at()];
        let count = match data.family {
            DeviceFamily::Diode => 3,
            DeviceFamily::Bipolar => 7,
            DeviceFamily::Jfet => 5,
            DeviceFamily::Mosfet => 6,
            _ => return None,
        };
        let spots = (0..count).map(|terminal| {
            let outer = outside(data.family, terminal);
            let node = data.nodes.get(outer).and_then(|&node| mna.unknowns.node(node));
            inner.get(&(element, terminal as u8)).copied().or(node)
        });
        Some(JunctionStart { family: data.family, written, spots: spots.collect() })
    }

    /// The potentials of the terminals.
    fn potentials<const N: usize>(&self, y: &[f64]) -> [f64; N] {
        let mut v = [0.0; N];
        for (v, spot) in v.iter_mut().zip(&self.spots) {
            *v = spot.map_or(0.0, |at| y[at]);
        }
        v
    }

    /// Adds what the charges are larger at the voltages that are written.
    fn charge<const N: usize>(
        &self,
        y: &[f64],
        charge: &mut [f64],
        evaluate: impl Fn(&[f64; N], &mut Response<N>),
    ) {
        let mut v = self.potentials::<N>(y);
        let (mut now, mut then) = (Response::default(), Response::default());
        evaluate(&v, &mut now);
        for (&(plus, minus), volts) in pairs(self.family).iter().zip(self.written) {
            v[plus] = v[minus] + volts;
            // No current flows through a series resistance at the beginning.
            v[outside(self.family, plus)] = v[plus];
        }
        evaluate(&v, &mut then);
        for (at, spot) in self.spots.iter().enumerate() {
            if let Some(row) = spot {
                charge[*row] += then.charge[at] - now.charge[at];
            }
        }
    }
}

/// Brings the charges of devices to what they are at the voltages that are written for them.
pub(super) fn charge(circuit: &Circuit, mna: &Mna, y: &[f64], charge: &mut [f64]) {
    let conditions = DeviceConditions::new(circuit);
    let inner = inner(mna);
    for (element, written) in &circuit.starts {
        let CircuitElementKind::Device(device) = circuit.elements[element.at()].kind else { continue };
        let data = &circuit.devices[device.at()];
        let Some(start) = JunctionStart::new(circuit, (mna, &inner), *element, written) else { continue };
        // What could not be built was refused when the equations were made.
        match data.family {
            DeviceFamily::Diode => {
                let Ok(device) = Diode::new(circuit, data, &conditions) else { continue };
                start.charge(y, charge, |v, out| device.evaluate(v, out));
            }
            DeviceFamily::Bipolar => {
                let Ok(device) = Bipolar::new(circuit, data, &conditions) else { continue };
                start.charge(y, charge, |v, out| device.evaluate(v, out));
            }
            DeviceFamily::Jfet => {
                let Ok(device) = Jfet::new(circuit, data, &conditions) else { continue };
                start.charge(y, charge, |v, out| device.evaluate(v, out));
            }
            DeviceFamily::Mosfet => {
                let Ok(device) = Mosfet::new(circuit, data, &conditions) else { continue };
                start.charge(y, charge, |v, out| device.evaluate(v, out));
            }
            DeviceFamily::VoltageSwitch | DeviceFamily::CurrentSwitch | DeviceFamily::Line => {}
        }
    }
}

/// The voltages that are written for devices between nodes of the circuit, without series resistances: the element, the
/// number in `ic=`, the unknowns, the voltage.
pub(super) fn plain(circuit: &Circuit, mna: &Mna) -> Vec<(ElementId, usize, [Option<usize>; 2], f64)> {
    let inner = inner(mna);
    let mut found = Vec::new();
    for (element, written) in &circuit.starts {
        let Some(start) = JunctionStart::new(circuit, (mna, &inner), *element, written) else { continue };
        let is_node = |&spot: &Option<usize>| {
            spot.is_none_or(|at| matches!(mna.unknowns.list[at], MnaUnknown::Node(_)))
        };
        for (at, (&(plus, minus), &volts)) in pairs(start.family).iter().zip(written).enumerate() {
            let ends = [start.spots[plus], start.spots[minus]];
            if ends.iter().all(is_node) {
                found.push((*element, at, ends, volts));
            }
        }
    }
    found
}

/// The voltages that are written for devices beside those that they have: the element, the number in `ic=`, then both.
pub(super) fn compare(circuit: &Circuit, mna: &Mna, y: &[f64]) -> Vec<(ElementId, usize, [f64; 2])> {
    let inner = inner(mna);
    let mut found = Vec::new();
    for (element, written) in &circuit.starts {
        let Some(start) = JunctionStart::new(circuit, (mna, &inner), *element, written) else { continue };
        let potential = |terminal: usize| start.spots[terminal].map_or(0.0, |at| y[at]);
        for (at, (&(plus, minus), &volts)) in pairs(start.family).iter().zip(written).enumerate() {
            found.push((*element, at, [volts, potential(plus) - potential(minus)]));
        }
    }
    found
}
