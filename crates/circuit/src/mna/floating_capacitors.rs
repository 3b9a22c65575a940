//! Capacitors whose currents are unknowns.
//!
//! Nodal analysis stamps C/h four times, and what ties both nodes of a capacitor to the rest of the circuit is left when
//! these numbers cancel. Where only inductors and open switches tie them, as between the two inductors of a Ćuk
//! converter, this is less than the last digit of C/h in a short step, and the matrix is singular to all appearances. With the
//! current of the capacitor as an unknown nothing cancels: the sum of both current laws has only what ties them. Ho, Ruehli
//! and Brennan, "The modified nodal approach to network analysis", IEEE Trans. Circuits Syst. 22 (1975), leave it open for
//! which elements this is done.

use base::DisjointSets;
use rustc_hash::FxHashSet;

use crate::topology::{Branch, BranchClass, NetworkGraph};
use crate::{Circuit, CircuitElementKind, ElementId};

/// A resistor from so many ohms on is no more than an open switch.
const OPEN: f64 = 1e5;

/// The capacitors in parts of the circuit that nothing firm joins to ground: no voltage source, no capacitor and no
/// resistor, but for one that is nearly open.
pub(super) fn floating_capacitors(circuit: &Circuit) -> FxHashSet<ElementId> {
    let mut candidates = (0..circuit.elements.len() as u32)
        .map(ElementId)
        .filter_map(|id| Some((id, floats(circuit, id)?)))
        .peekable();
    if candidates.peek().is_none() {
        return FxHashSet::default();
    }
    let graph = NetworkGraph::new(circuit);
    // Charges in a device hold all of its terminals.
    let capacitive = |branch: &&Branch| branch.class == BranchClass::Capacitor;
    let charged: FxHashSet<ElementId> =
        graph.branches.iter().filter(capacitive).map(|branch| branch.element).collect();
    let firm = |branch: &Branch| match circuit.elements[branch.element.at()].kind {
        CircuitElementKind::Resistor { ohms, .. } => ohms.abs() < OPEN,
        CircuitElementKind::Device(_) => {
            branch.class != BranchClass::Current && charged.contains(&branch.element)
        }
        CircuitElementKind::ControlledCurrent { .. } => false,
        _ => matches!(branch.class, BranchClass::Capacitor | BranchClass::Voltage | BranchClass::Resistor),
    };
    let mut sets = DisjointSets::new(graph.nodes);
    for branch in graph.branches.iter().filter(|branch| firm(branch)) {
        sets.join(branch.ends[0], branch.ends[1]);
    }
    candidates.filter(|&(_, node)| !sets.joined(node, 0)).map(|found| found.0).collect()
}

/// A node of a capacitor that stands between two nodes, neither of which is ground.
fn floats(circuit: &Circuit, id: ElementId) -> Option<u32> {
    match circuit.elements[id.at()].kind {
        CircuitElementKind::Capacitor { nodes: [a, b], farads }
            if farads != 0.0 && a != b && a.0 > 0 && b.0 > 0 =>
        {
            Some(a.0)
        }
        _ => None,
    }
}
