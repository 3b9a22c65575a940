//! The equations of a linear circuit with the values that are written: what the graph does not decide, they do.
//!
//! Modified nodal analysis: the current law of every node but ground, then one equation for each inductor and each
//! voltage source; unknowns are the potentials, then the currents of those.

use base::{Residue, geometric_mean};
use consistent::{ChainVerdict, MatrixChain, RankPrecision};
use structure::{Pencil, TrueIndex};

use super::pencil_reduction::reduce_pencil;
use crate::{Circuit, CircuitElementKind, ControlLaw, ControllingQuantity, ElementId, NodeId};

/// Above this number of elements exact numbers take too long, and rounded ones have to tell.
const MAX_EXACT: usize = 3000;

/// The equations of a circuit, if all of it is linear and its values are known.
pub fn pencil(circuit: &Circuit) -> Option<Pencil> {
    let [values, derivatives] = equations::<Residue>(circuit)?;
    let mut pencil = Pencil::new(values.height());
    for row in 0..values.height() {
        pencil.push(derivatives.row(row), values.row(row));
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
    let [values, derivatives] = equations::<f64>(circuit)?;
    let rest = reduce_pencil(&values, &derivatives);
    // What was solved without derivatives has index 1.
    let least = u32::from(rest.solved > 0);
    if rest.values.rows.is_empty() {
        return Some(least);
    }
    let precision = RankPrecision { noise: rest.noise };
    match MatrixChain::new(rest.derivatives, rest.values, &precision).found {
        ChainVerdict::Index(index) => Some((index as u32).max(least)),
        ChainVerdict::Singular | ChainVerdict::Undecided => None,
    }
}

/// A number as equations are written with it: exact or rounded.
pub(super) trait Coefficient: Copy + Default {
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

/// Columns for those that have none.
const NONE: u32 = u32::MAX;

/// The coefficients of the unknowns, and those of their derivatives.
fn equations<N: Coefficient>(circuit: &Circuit) -> Option<[PencilRows<N>; 2]> {
    let mut size = circuit.nodes.len() as u32 - 1;
    let mut columns = vec![NONE; circuit.elements.len()];
    for (element, column) in circuit.elements.iter().zip(&mut columns) {
        if matches!(
            element.kind,
            CircuitElementKind::Inductor { .. }
                | CircuitElementKind::Voltage { .. }
                | CircuitElementKind::ControlledVoltage { .. }
        ) {
            *column = size;
            size += 1;
        }
    }
    let columns = CurrentColumns(columns);
    let mut equations = PencilEquations { entries: [Vec::new(), Vec::new()] };
    for (at, element) in circuit.elements.iter().enumerate() {
        equations.element(circuit, element.kind, columns.of(ElementId(at as u32)), &columns)?;
    }
    Some(equations.entries.map(|entries| PencilRows::new(size as usize, &entries)))
}

/// The column of the current of each element that has one.
struct CurrentColumns(Vec<u32>);

impl CurrentColumns {
    fn of(&self, element: ElementId) -> Option<u32> {
        self.0.get(element.at()).copied().filter(|&column| column != NONE)
    }
}

/// A sparse matrix, its entries row by row and in the order of their columns.
pub(super) struct PencilRows<N> {
    starts: Vec<u32>,
    entries: Vec<(u32, N)>,
}

impl<N: Coefficient> PencilRows<N> {
    /// Entries by row and column; those at one place are added up.
    pub(super) fn new(height: usize, entries: &[(u32, u32, N)]) -> PencilRows<N> {
        let mut ends = vec![0u32; height + 1];
        for &(row, ..) in entries {
            ends[row as usize + 1] += 1;
        }
        for at in 0..height {
            ends[at + 1] += ends[at];
        }
        let mut all = vec![(0, N::default()); entries.len()];
        for &(row, column, value) in entries {
            let at = &mut ends[row as usize];
            all[*at as usize] = (column, value);
            *at += 1;
        }
        // What was the beginning of a row has become its end.
        let (mut starts, mut kept, mut begin) = (vec![0], 0, 0);
        for &end in &ends[..height] {
            let first = kept;
            all[begin..end as usize].sort_by_key(|entry| entry.0);
            for at in begin..end as usize {
                let (column, value) = all[at];
                if kept > first && all[kept - 1].0 == column {
                    all[kept - 1].1 = all[kept - 1].1.plus(value);
                } else {
                    all[kept] = (column, value);
                    kept += 1;
                }
            }
            begin = end as usize;
            starts.push(kept as u32);
        }
        all.truncate(kept);
        PencilRows { starts, entries: all }
    }
}

impl<N> PencilRows<N> {
    /// How many rows there are.
    pub(super) fn height(&self) -> usize {
        self.starts.len() - 1
    }

    /// A row.
    pub(super) fn row(&self, at: usize) -> &[(u32, N)] {
        &self.entries[self.starts[at] as usize..self.starts[at + 1] as usize]
    }
}

/// Coefficients of unknowns and of their derivatives: row, column and number.
struct PencilEquations<N> {
    entries: [Vec<(u32, u32, N)>; 2],
}

/// The column of a potential.
fn column(node: NodeId) -> Option<u32> {
    node.0.checked_sub(1)
}

impl<N: Coefficient> PencilEquations<N> {
    fn add(&mut self, row: Option<u32>, column: Option<u32>, order: usize, value: N) {
        if let (Some(row), Some(column)) = (row, column) {
            self.entries[order].push((row, column, value));
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
        kind: CircuitElementKind,
        own: Option<u32>,
        columns: &CurrentColumns,
    ) -> Option<()> {
        let one = N::ONE;
        match kind {
            CircuitElementKind::Resistor { nodes, ohms } => {
                let conductance = N::of(ohms)?.inverse()?;
                self.admittance(nodes, nodes, 0, conductance);
            }
            CircuitElementKind::Capacitor { nodes, farads } => {
                self.admittance(nodes, nodes, 1, N::of(farads)?);
            }
            CircuitElementKind::Inductor { nodes, henries } => {
                let own = own?;
                self.current(nodes, own, one);
                self.add(Some(own), Some(own), 1, N::of(henries)?);
                self.add(Some(own), column(nodes[0]), 0, one.negated());
                self.add(Some(own), column(nodes[1]), 0, one);
            }
            CircuitElementKind::Coupling { inductors: [a, b], factor } => {
                let henries = |id: ElementId| match circuit.elements[id.at()].kind {
                    CircuitElementKind::Inductor { henries, .. } => Some(henries),
                    _ => None,
                };
                let mutual = N::of(factor * geometric_mean(henries(a)?, henries(b)?))?;
                let [a, b] = [columns.of(a)?, columns.of(b)?];
                self.add(Some(a), Some(b), 1, mutual);
                self.add(Some(b), Some(a), 1, mutual);
            }
            CircuitElementKind::Voltage { nodes, .. } => self.voltage(nodes, own?),
            CircuitElementKind::Current { .. } => {}
            CircuitElementKind::ControlledVoltage { nodes, law } => {
                let own = own?;
                self.voltage(nodes, own);
                let ControlLaw::Linear { control, gain } = circuit.laws[law.at()] else { return None };
                let gain = N::of(gain)?;
                match control {
                    ControllingQuantity::Voltage(c, d) => {
                        self.add(Some(own), column(c), 0, gain.negated());
                        self.add(Some(own), column(d), 0, gain);
                    }
                    ControllingQuantity::Current(source) => {
                        self.add(Some(own), columns.of(source), 0, gain.negated());
                    }
                }
            }
            CircuitElementKind::ControlledCurrent { nodes, law } => {
                let ControlLaw::Linear { control, gain } = circuit.laws[law.at()] else { return None };
                let gain = N::of(gain)?;
                match control {
                    ControllingQuantity::Voltage(c, d) => self.admittance(nodes, [c, d], 0, gain),
                    ControllingQuantity::Current(source) => self.current(nodes, columns.of(source)?, gain),
                }
            }
            CircuitElementKind::Formula { .. } | CircuitElementKind::Device(_) => return None,
        }
        Some(())
    }

    fn voltage(&mut self, nodes: [NodeId; 2], own: u32) {
        self.current(nodes, own, N::ONE);
        self.add(Some(own), column(nodes[0]), 0, N::ONE);
        self.add(Some(own), column(nodes[1]), 0, N::ONE.negated());
    }
}
