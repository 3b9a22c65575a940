//! From elements to equations.

use base::geometric_mean;
use rustc_hash::FxHashSet;

use super::bank::{DeviceBank, DeviceSums};
use super::device_kinds::DeviceKinds;
use super::floating_capacitors::floating_capacitors;
use super::laws::{LawTarget, Laws};
use super::linear_part::LinearPart;
use super::sources::{SourceStamp, SourceTarget};
use super::stamp_pattern::StampPattern;
use super::unknowns::{MnaUnknown, MnaUnknowns};
use super::{BypassTolerance, Mna, MnaError};
use crate::{
    Circuit, CircuitElementKind, ControlLaw, ControllingQuantity, DeviceConditions, ElementId,
    FormulaQuantity, LawId, NodeId, SourceId, SourceWaveform, TransientTimes,
};

pub(super) fn build(
    circuit: &Circuit,
    conditions: &DeviceConditions,
    run: TransientTimes,
) -> Result<Mna, Vec<MnaError>> {
    let mut build = MnaBuilder {
        circuit,
        run,
        unknowns: MnaUnknowns::new(circuit),
        places: StampPattern::default(),
        fixed: Vec::new(),
        laws: Laws::default(),
        drives: Vec::new(),
    };
    // Currents first: controlled sources may name those of elements that come later.
    let floating = floating_capacitors(circuit);
    for at in 0..circuit.elements.len() {
        build.number(ElementId(at as u32), &floating);
    }
    let mut kinds = DeviceKinds::default();
    let mut wrong = Vec::new();
    for at in 0..circuit.elements.len() {
        let id = ElementId(at as u32);
        match circuit.elements[at].kind {
            CircuitElementKind::Device(device) => {
                let data = &circuit.devices[device.at()];
                let made = kinds.add(circuit, conditions, id, data, (&mut build.unknowns, &mut build.places));
                if let Err(faults) = made {
                    wrong.push(MnaError { element: id, faults });
                }
            }
            kind => build.element(id, kind),
        }
    }
    if wrong.is_empty() { Ok(build.finish(kinds)) } else { Err(wrong) }
}

struct MnaBuilder<'a> {
    circuit: &'a Circuit,
    run: TransientTimes,
    unknowns: MnaUnknowns,
    places: StampPattern,
    /// The linear part: which question, and what goes there, resistive and reactive.
    fixed: Vec<(u32, [f64; 2])>,
    laws: Laws,
    drives: Vec<SourceStamp>,
}

impl MnaBuilder<'_> {
    /// Gives an element its current, if that is an unknown.
    fn number(&mut self, id: ElementId, floating: &FxHashSet<ElementId>) {
        let kind = self.circuit.elements[id.at()].kind;
        match kind {
            CircuitElementKind::Inductor { .. }
            | CircuitElementKind::Voltage { .. }
            | CircuitElementKind::ControlledVoltage { .. } => {
                self.unknowns.add(MnaUnknown::Current(id, 0));
            }
            CircuitElementKind::Capacitor { .. } if floating.contains(&id) => {
                self.unknowns.add(MnaUnknown::CapacitorCurrent(id));
            }
            CircuitElementKind::Formula { what, .. } => {
                if matches!(what, FormulaQuantity::Resistance | FormulaQuantity::Inductance) {
                    self.unknowns.add(MnaUnknown::Current(id, 0));
                }
            }
            _ => {}
        }
    }

    /// A number at a place: factors of an unknown and of its derivative.
    fn put(&mut self, row: u32, column: u32, numbers: [f64; 2]) {
        if row > 0 && column > 0 {
            self.fixed.push((self.places.request_entry(row, column), numbers));
        }
    }

    /// A current between two nodes that the voltage between two others drives.
    fn admittance(&mut self, [a, b]: [u32; 2], [c, d]: [u32; 2], numbers: [f64; 2]) {
        let minus = numbers.map(|number| -number);
        self.put(a, c, numbers);
        self.put(a, d, minus);
        self.put(b, c, minus);
        self.put(b, d, numbers);
    }

    /// A current that is an unknown, times a factor, between two nodes.
    fn current(&mut self, [a, b]: [u32; 2], current: u32, factor: f64) {
        self.put(a, current, [factor, 0.0]);
        self.put(b, current, [-factor, 0.0]);
    }

    /// The voltage between two nodes in a row.
    fn voltage(&mut self, row: u32, [a, b]: [u32; 2], numbers: [f64; 2]) {
        self.put(row, a, numbers);
        self.put(row, b, numbers.map(|number| -number));
    }

    fn own(&self, id: ElementId) -> u32 {
        self.unknowns.currents[id.at()]
    }

    fn element(&mut self, id: ElementId, kind: CircuitElementKind) {
        match kind {
            CircuitElementKind::Resistor { nodes, ohms } => {
                let nodes = spots(nodes);
                self.admittance(nodes, nodes, [1.0 / ohms, 0.0]);
            }
            CircuitElementKind::Capacitor { nodes, farads } => {
                let nodes = spots(nodes);
                match self.unknowns.capacitor(id) {
                    Some(at) => {
                        let own = at as u32 + 1;
                        self.current(nodes, own, 1.0);
                        self.voltage(own, nodes, [0.0, farads]);
                        self.put(own, own, [-1.0, 0.0]);
                    }
                    None => self.admittance(nodes, nodes, [0.0, farads]),
                }
            }
            CircuitElementKind::Inductor { nodes, henries } => {
                let (own, nodes) = (self.own(id), spots(nodes));
                self.current(nodes, own, 1.0);
                self.voltage(own, nodes, [1.0, 0.0]);
                self.put(own, own, [0.0, -henries]);
            }
            CircuitElementKind::Coupling { inductors: [a, b], factor } => self.coupling(a, b, factor),
            CircuitElementKind::Voltage { nodes, source } => {
                let (own, nodes) = (self.own(id), spots(nodes));
                self.current(nodes, own, 1.0);
                self.voltage(own, nodes, [1.0, 0.0]);
                self.drive(id, source, SourceTarget::Row(own));
            }
            CircuitElementKind::Current { nodes: [a, b], source } => {
                self.drive(id, source, SourceTarget::Nodes(a.0, b.0));
            }
            CircuitElementKind::ControlledVoltage { nodes, law } => {
                let (own, nodes) = (self.own(id), spots(nodes));
                self.current(nodes, own, 1.0);
                self.voltage(own, nodes, [1.0, 0.0]);
                self.law(id, law, LawTarget { rows: [(own, -1.0), (0, 0.0)], factor: 0, charge: false });
            }
            CircuitElementKind::ControlledCurrent { nodes, law } => {
                let [a, b] = spots(nodes);
                self.law(id, law, LawTarget { rows: [(a, 1.0), (b, -1.0)], factor: 0, charge: false });
            }
            CircuitElementKind::Formula { nodes, what, law } => self.formula(id, spots(nodes), what, law),
            CircuitElementKind::Device(_) => {}
        }
    }

    fn coupling(&mut self, a: ElementId, b: ElementId, factor: f64) {
        let henries = |id: ElementId| match self.circuit.elements[id.at()].kind {
            CircuitElementKind::Inductor { henries, .. } => henries,
            _ => 0.0,
        };
        let mutual = factor * geometric_mean(henries(a), henries(b));
        let (a, b) = (self.own(a), self.own(b));
        self.put(a, b, [0.0, -mutual]);
        self.put(b, a, [0.0, -mutual]);
    }

    fn drive(&mut self, element: ElementId, source: SourceId, target: SourceTarget) {
        let source = &self.circuit.sources[source.at()];
        let signal = SourceWaveform::new(source, self.run);
        let steady = source.dc.unwrap_or_else(|| signal.value(0.0));
        self.drives.push(SourceStamp {
            element,
            signal,
            steady,
            small: source.ac.unwrap_or([0.0; 2]),
            target,
        });
    }

    /// A resistance, capacitance, charge or inductance that is a formula. What multiplies a derivative multiplies an
    /// unknown of its own here, whose row says that it is this derivative.
    fn formula(&mut self, id: ElementId, nodes: [u32; 2], what: FormulaQuantity, law: LawId) {
        let [a, b] = nodes;
        let across = [(a, 1.0), (b, -1.0)];
        match what {
            FormulaQuantity::Charge => self.law(id, law, LawTarget { rows: across, factor: 0, charge: true }),
            FormulaQuantity::Capacitance => {
                let rate = self.unknowns.add(MnaUnknown::Rate(id));
                self.voltage(rate, nodes, [0.0, 1.0]);
                self.put(rate, rate, [-1.0, 0.0]);
                self.law(id, law, LawTarget { rows: across, factor: rate, charge: false });
            }
            FormulaQuantity::Resistance => {
                let own = self.own(id);
                self.current(nodes, own, 1.0);
                self.voltage(own, nodes, [1.0, 0.0]);
                self.law(id, law, LawTarget { rows: [(own, -1.0), (0, 0.0)], factor: own, charge: false });
            }
            FormulaQuantity::Inductance => {
                let (own, rate) = (self.own(id), self.unknowns.add(MnaUnknown::Rate(id)));
                self.current(nodes, own, 1.0);
                self.voltage(own, nodes, [1.0, 0.0]);
                self.put(rate, own, [0.0, 1.0]);
                self.put(rate, rate, [-1.0, 0.0]);
                self.law(id, law, LawTarget { rows: [(own, -1.0), (0, 0.0)], factor: rate, charge: false });
            }
        }
    }

    /// The unknowns between which a quantity is measured; a current is measured from nothing.
    fn control(&self, control: ControllingQuantity) -> [u32; 2] {
        match control {
            ControllingQuantity::Voltage(a, b) => [a.0, b.0],
            ControllingQuantity::Current(element) => [self.own(element), 0],
        }
    }

    fn law(&mut self, id: ElementId, law: LawId, effect: LawTarget) {
        match &self.circuit.laws[law.at()] {
            &ControlLaw::Linear { control, gain } if effect.factor == 0 => {
                let [plus, minus] = self.control(control);
                for (row, sign) in effect.rows {
                    let number = sign * gain;
                    let numbers = if effect.charge { [0.0, number] } else { [number, 0.0] };
                    self.put(row, plus, numbers);
                    self.put(row, minus, numbers.map(|number| -number));
                }
            }
            law => {
                let controls = law.controls().iter().map(|&control| self.control(control)).collect();
                self.laws.add(id, self.circuit, law, controls, effect, &mut self.places);
            }
        }
    }

    fn finish(mut self, kinds: DeviceKinds) -> Mna {
        let size = self.unknowns.len();
        let potentials: Vec<u32> = (1u32..)
            .zip(&self.unknowns.list)
            .filter(|(_, unknown)| matches!(unknown, MnaUnknown::Node(_) | MnaUnknown::Inner(..)))
            .map(|(number, _)| number)
            .collect();
        let questions: Vec<u32> =
            potentials.iter().map(|&number| self.places.request_entry(number, number)).collect();
        let (pattern, slots) = self.places.finish(size);
        let mut fixed = [vec![0.0; pattern.entries() + 1], vec![0.0; pattern.entries() + 1]];
        for (question, numbers) in self.fixed {
            let slot = slots[question as usize] as usize;
            fixed[0][slot] += numbers[0];
            fixed[1][slot] += numbers[1];
        }
        let mut banks: Vec<Box<dyn DeviceBank>> = kinds.finish(&slots);
        if !self.laws.is_empty() {
            self.laws.assign_slots(&slots);
            banks.push(Box::new(self.laws));
        }
        let (mut diagonals, mut are_potentials) = (vec![0; size], vec![false; size]);
        for (&number, &question) in potentials.iter().zip(&questions) {
            diagonals[number as usize - 1] = slots[question as usize];
            are_potentials[number as usize - 1] = true;
        }
        let entries = pattern.entries() + 1;
        Mna {
            latency: BypassTolerance::NONE,
            limiting: false,
            products: [0, 1].map(|part| LinearPart::new(&pattern, &fixed[part], &are_potentials)),
            pattern,
            fixed,
            banks,
            sums: DeviceSums {
                current: vec![0.0; size + 1],
                charge: vec![0.0; size + 1],
                conductance: vec![0.0; entries],
                capacitance: vec![0.0; entries],
                rough: false,
                heads: vec![f64::INFINITY; size + 1],
                c: 0.0,
            },
            drives: self.drives,
            diagonals,
            padded: vec![0.0; size + 1],
            limited: 0,
            age: 0,
            unknowns: self.unknowns,
        }
    }
}

fn spots(nodes: [NodeId; 2]) -> [u32; 2] {
    nodes.map(|node| node.0)
}
