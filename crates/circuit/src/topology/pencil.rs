//! The equations of a linear circuit with the values that are written: what the graph does not decide, they do.
//!
//! Modified nodal analysis: the current law of every node but ground, then one equation for each inductor and each
//! voltage source; unknowns are the potentials, then the currents of those.

use consistent::{Chain, Found, Matrix, Precision};
use rustc_hash::FxHashMap;
use structure::{Pencil, Residue, TrueIndex};

use crate::{Circuit, Control, ElementId, Kind, Law, NodeId};

/// Above this number of elements exact numbers take too long, and rounded ones have to tell.
const MAX_EXACT: usize = 3000;

/// The equations of a circuit, if all of it is linear and its values are known.
pub fn pencil(circuit: &Circuit) -> Option<Pencil> {
    let rows = equations::<Residue>(circuit)?;
    let mut pencil = Pencil::new(rows.len());
    for [values, derivatives] in &rows {
        pencil.push(&sorted(derivatives), &sorted(values));
    }
    Some(pencil)
}

/// The index that the values of a linear circuit give, if it can be told.
pub(super) fn index(circuit: &Circuit) -> Option<u32> {
    let small = circuit.elements.len() <= MAX_EXACT;
    match if small { pencil(circuit)?.index() } else { TrueIndex::Unknown } {
        TrueIndex::Regular { index, .. } => Some(index),
        TrueIndex::Singular => None,
        TrueIndex::Unknown => rounded(circuit),
    }
}

/// The same from rounded numbers, where exact ones would take too long.
fn rounded(circuit: &Circuit) -> Option<u32> {
    let rows = equations::<f64>(circuit)?;
    let matrix = |order: usize| Matrix {
        columns: rows.len(),
        rows: rows
            .iter()
            .map(|row| sorted(&row[order]).into_iter().filter(|entry| entry.1 != 0.0).collect())
            .collect(),
    };
    match Chain::new(matrix(1), matrix(0), &Precision::default()).found {
        Found::Index(index) => Some(index as u32),
        Found::Singular | Found::Undecided => None,
    }
}

/// A number as equations are written with it: exact or rounded.
trait Coefficient: Copy + Default {
    const ONE: Self;

    fn of(number: f64) -> Option<Self>;

    fn plus(self, other: Self) -> Self;

    fn negated(self) -> Self;

    fn inverse(self) -> Option<Self>;
}

impl Coefficient for Residue {
    const ONE: Residue = Residue::ONE;

    fn of(number: f64) -> Option<Residue> {
        Residue::from_number(number)
    }

    fn plus(self, other: Residue) -> Residue {
        Residue::plus(self, other)
    }

    fn negated(self) -> Residue {
        Residue::negated(self)
    }

    fn inverse(self) -> Option<Residue> {
        Residue::inverse(self)
    }
}

impl Coefficient for f64 {
    const ONE: f64 = 1.0;

    fn of(number: f64) -> Option<f64> {
        number.is_finite().then_some(number)
    }

    fn plus(self, other: f64) -> f64 {
        self + other
    }

    fn negated(self) -> f64 {
        -self
    }

    fn inverse(self) -> Option<f64> {
        (self != 0.0).then(|| 1.0 / self)
    }
}

/// Coefficients of the unknowns of one equation, and of their derivatives.
type Row<N> = [FxHashMap<u32, N>; 2];

fn equations<N: Coefficient>(circuit: &Circuit) -> Option<Vec<Row<N>>> {
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
    Some(equations.rows)
}

fn sorted<N: Coefficient>(row: &FxHashMap<u32, N>) -> Vec<(u32, N)> {
    let mut entries: Vec<(u32, N)> = row.iter().map(|(&column, &value)| (column, value)).collect();
    entries.sort_unstable_by_key(|entry| entry.0);
    entries
}

/// Coefficients of unknowns and of their derivatives, row by row.
struct Equations<N> {
    rows: Vec<Row<N>>,
}

/// The column of a potential.
fn column(node: NodeId) -> Option<u32> {
    node.0.checked_sub(1)
}

impl<N: Coefficient> Equations<N> {
    fn add(&mut self, row: Option<u32>, column: Option<u32>, order: usize, value: N) {
        if let (Some(row), Some(column)) = (row, column) {
            let entry = self.rows[row as usize][order].entry(column).or_default();
            *entry = entry.plus(value);
        }
    }

    /// An admittance between two nodes, driven by the voltage between two others.
    fn admittance(&mut self, [a, b]: [NodeId; 2], [c, d]: [NodeId; 2], order: usize, value: N) {
        let minus = value.negated();
        for (row, column_of, value) in [(a, c, value), (a, d, minus), (b, c, minus), (b, d, value)] {
            self.add(column(row), column(column_of), order, value);
        }
    }

    /// A current that flows from one node to another, times a factor.
    fn current(&mut self, [a, b]: [NodeId; 2], current: u32, factor: N) {
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
        let one = N::ONE;
        match kind {
            Kind::Resistor { nodes, ohms } => {
                let conductance = N::of(ohms)?.inverse()?;
                self.admittance(nodes, nodes, 0, conductance);
            }
            Kind::Capacitor { nodes, farads } => {
                self.admittance(nodes, nodes, 1, N::of(farads)?);
            }
            Kind::Inductor { nodes, henries } => {
                let own = own?;
                self.current(nodes, own, one);
                self.add(Some(own), Some(own), 1, N::of(henries)?);
                self.add(Some(own), column(nodes[0]), 0, one.negated());
                self.add(Some(own), column(nodes[1]), 0, one);
            }
            Kind::Coupling { inductors: [a, b], factor } => {
                let henries = |id: ElementId| match circuit.elements[id.at()].kind {
                    Kind::Inductor { henries, .. } => Some(henries),
                    _ => None,
                };
                let mutual = N::of(factor * (henries(a)? * henries(b)?).sqrt())?;
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
                let gain = N::of(gain)?;
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
                let gain = N::of(gain)?;
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
        self.current(nodes, own, N::ONE);
        self.add(Some(own), column(nodes[0]), 0, N::ONE);
        self.add(Some(own), column(nodes[1]), 0, N::ONE.negated());
    }
}
