//! The equations of a linear circuit with the values that are written: what the graph does not decide, they do.
//!
//! Modified nodal analysis: the current law of every node but ground, then one equation for each inductor and each
//! voltage source; unknowns are the potentials, then the currents of those.

use rustc_hash::FxHashMap;
use structure::{Pencil, Residue};

use crate::{Circuit, Control, ElementId, Kind, Law, NodeId};

/// The equations of a circuit, if all of it is linear and its values are known.
pub fn pencil(circuit: &Circuit) -> Option<Pencil> {
    let nodes = circuit.nodes.len() - 1;
    let mut columns: FxHashMap<ElementId, u32> = FxHashMap::default();
    for (at, element) in circuit.elements.iter().enumerate() {
        if matches!(
            element.kind,
            Kind::Inductor { .. } | Kind::Voltage { .. } | Kind::ControlledVoltage { .. }
        ) {
            let next = (nodes + columns.len()) as u32;
            columns.insert(ElementId(at as u32), next);
        }
    }
    let mut equations =
        Equations { rows: vec![[FxHashMap::default(), FxHashMap::default()]; nodes + columns.len()] };
    for (at, element) in circuit.elements.iter().enumerate() {
        let own = columns.get(&ElementId(at as u32)).copied();
        equations.element(circuit, element.kind, own, &columns)?;
    }
    let mut pencil = Pencil::new(nodes + columns.len());
    for [values, derivatives] in &equations.rows {
        pencil.push(&sorted(derivatives), &sorted(values));
    }
    Some(pencil)
}

fn sorted(row: &FxHashMap<u32, Residue>) -> Vec<(u32, Residue)> {
    let mut entries: Vec<(u32, Residue)> = Vec::from_iter(row.clone());
    entries.sort_unstable_by_key(|entry| entry.0);
    entries
}

/// Coefficients of unknowns and of their derivatives, row by row.
struct Equations {
    rows: Vec<[FxHashMap<u32, Residue>; 2]>,
}

/// The column of a potential.
fn column(node: NodeId) -> Option<u32> {
    node.0.checked_sub(1)
}

impl Equations {
    fn add(&mut self, row: Option<u32>, column: Option<u32>, order: usize, value: Residue) {
        if let (Some(row), Some(column)) = (row, column) {
            let entry = self.rows[row as usize][order].entry(column).or_default();
            *entry = entry.plus(value);
        }
    }

    /// An admittance between two nodes, driven by the voltage between two others.
    fn admittance(&mut self, [a, b]: [NodeId; 2], [c, d]: [NodeId; 2], order: usize, value: Residue) {
        let minus = value.negated();
        for (row, column_of, value) in [(a, c, value), (a, d, minus), (b, c, minus), (b, d, value)] {
            self.add(column(row), column(column_of), order, value);
        }
    }

    /// A current that flows from one node to another, times a factor.
    fn current(&mut self, [a, b]: [NodeId; 2], current: u32, factor: Residue) {
        self.add(column(a), Some(current), 0, factor);
        self.add(column(b), Some(current), 0, factor.negated());
    }

    fn element(
        &mut self,
        circuit: &Circuit,
        kind: Kind,
        own: Option<u32>,
        columns: &FxHashMap<ElementId, u32>,
    ) -> Option<()> {
        let one = Residue::ONE;
        match kind {
            Kind::Resistor { nodes, ohms } => {
                let conductance = Residue::from_number(ohms)?.inverse()?;
                self.admittance(nodes, nodes, 0, conductance);
            }
            Kind::Capacitor { nodes, farads } => {
                self.admittance(nodes, nodes, 1, Residue::from_number(farads)?);
            }
            Kind::Inductor { nodes, henries } => {
                let own = own?;
                self.current(nodes, own, one);
                self.add(Some(own), Some(own), 1, Residue::from_number(henries)?);
                self.add(Some(own), column(nodes[0]), 0, one.negated());
                self.add(Some(own), column(nodes[1]), 0, one);
            }
            Kind::Coupling { inductors: [a, b], factor } => {
                let henries = |id: ElementId| match circuit.elements[id.at()].kind {
                    Kind::Inductor { henries, .. } => Some(henries),
                    _ => None,
                };
                let mutual = Residue::from_number(factor * (henries(a)? * henries(b)?).sqrt())?;
                let [a, b] = [*columns.get(&a)?, *columns.get(&b)?];
                self.add(Some(a), Some(b), 1, mutual);
                self.add(Some(b), Some(a), 1, mutual);
            }
            Kind::Voltage { nodes, .. } => self.voltage(nodes, own?),
            Kind::Current { .. } => {}
            Kind::ControlledVoltage { nodes, law } => {
                let own = own?;
                self.voltage(nodes, own);
                let Law::Linear { control, gain } = circuit.laws[law.at()] else { return None };
                let gain = Residue::from_number(gain)?;
                match control {
                    Control::Voltage(c, d) => {
                        self.add(Some(own), column(c), 0, gain.negated());
                        self.add(Some(own), column(d), 0, gain);
                    }
                    Control::Current(source) => {
                        self.add(Some(own), columns.get(&source).copied(), 0, gain.negated());
                    }
                }
            }
            Kind::ControlledCurrent { nodes, law } => {
                let Law::Linear { control, gain } = circuit.laws[law.at()] else { return None };
                let gain = Residue::from_number(gain)?;
                match control {
                    Control::Voltage(c, d) => self.admittance(nodes, [c, d], 0, gain),
                    Control::Current(source) => self.current(nodes, *columns.get(&source)?, gain),
                }
            }
            Kind::Formula { .. } | Kind::Device(_) => return None,
        }
        Some(())
    }

    fn voltage(&mut self, nodes: [NodeId; 2], own: u32) {
        self.current(nodes, own, Residue::ONE);
        self.add(Some(own), column(nodes[0]), 0, Residue::ONE);
        self.add(Some(own), column(nodes[1]), 0, Residue::ONE.negated());
    }
}
