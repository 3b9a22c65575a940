//! What the unknowns of the equations are.

use crate::{Circuit, ElementId, NodeId};

/// An unknown, and the row of the same number: for a potential the current law of its node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MnaUnknown {
    /// The potential of a node.
    Node(NodeId),
    /// The potential of a terminal inside of a device, behind a series resistance.
    Inner(ElementId, u8),
    /// The current of a voltage source, an inductor or one end of a line.
    Current(ElementId, u8),
    /// The current of a capacitor whose nodes float.
    CapacitorCurrent(ElementId),
    /// How fast the voltage of a capacitor or the current of an inductor changes whose value is a formula.
    Rate(ElementId),
}

/// All unknowns. They are counted from one where zero is ground.
#[derive(Clone, Debug, Default)]
pub struct MnaUnknowns {
    /// In the order of the equations, without ground.
    pub list: Vec<MnaUnknown>,
    /// For each element the number of its current, zero if it has none; a second one follows the first.
    pub(super) currents: Vec<u32>,
    /// Capacitors with the numbers of their currents, in the order of elements.
    capacitors: Vec<(ElementId, u32)>,
}

impl MnaUnknowns {
    pub(super) fn new(circuit: &Circuit) -> MnaUnknowns {
        let list = (1..circuit.nodes.len()).map(|at| MnaUnknown::Node(NodeId(at as u32))).collect();
        MnaUnknowns { list, currents: vec![0; circuit.elements.len()], capacitors: Vec::new() }
    }

    pub(super) fn add(&mut self, unknown: MnaUnknown) -> u32 {
        self.list.push(unknown);
        let number = self.list.len() as u32;
        match unknown {
            MnaUnknown::Current(element, 0) => self.currents[element.at()] = number,
            MnaUnknown::CapacitorCurrent(element) => self.capacitors.push((element, number)),
            _ => {}
        }
        number
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Where the current of an element stands among the unknowns, if it is one of them.
    pub fn current(&self, element: ElementId) -> Option<usize> {
        (self.currents[element.at()] as usize).checked_sub(1)
    }

    /// Where the current of a capacitor stands among the unknowns, if it is one of them: the charge of the capacitor stands
    /// in this row.
    pub(crate) fn capacitor(&self, element: ElementId) -> Option<usize> {
        let found = self.capacitors.binary_search_by_key(&element, |capacitor| capacitor.0).ok()?;
        Some(self.capacitors[found].1 as usize - 1)
    }

    /// Where the potential of a node stands among the unknowns; ground has none.
    pub fn node(&self, node: NodeId) -> Option<usize> {
        node.at().checked_sub(1)
    }

    /// What an unknown is called: `v(a)`, `i(l1)`.
    pub fn name(&self, circuit: &Circuit, at: usize) -> String {
        match self.list[at] {
            MnaUnknown::Node(node) => format!("v({})", circuit.node_name(node)),
            MnaUnknown::Inner(element, terminal) => {
                format!("v({}#{terminal})", circuit.element_name(element))
            }
            MnaUnknown::Current(element, 0) | MnaUnknown::CapacitorCurrent(element) => {
                format!("i({})", circuit.element_name(element))
            }
            MnaUnknown::Current(element, end) => {
                format!("i({}#{})", circuit.element_name(element), end + 1)
            }
            MnaUnknown::Rate(element) => format!("rate({})", circuit.element_name(element)),
        }
    }
}
