//! Repairs that are tried before they are told.

use syntax::Place;

use super::{Branch, BranchClass, BranchLoop, Cutset, NetworkGraph, Topology, TopologyFindings};
use crate::{Circuit, ElementId, NodeId};

/// A resistor to add.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResistorRepair {
    /// In series with an element, at its first node.
    Series(ElementId),
    /// Beside an element, between its first two nodes.
    Parallel(ElementId),
    /// From a node to ground.
    Ground(NodeId),
}

/// So many branches are looked at in all to try repairs one by one; beyond, all are tried at once.
const MAX_WORK: usize = 4_000_000;

/// What came of trying a repair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RepairOutcome {
    /// With it alone something is gone, and nothing new is there.
    Helps,
    /// With all repairs at once something is gone, and nothing new is there: the circuit is too large to try each.
    HelpsWithOthers,
    /// Nothing is gone, or something new is there.
    Fails,
}

/// Numbers of findings by kind.
type FindingCounts = [usize; 10];

fn counts(survey: &TopologyFindings) -> FindingCounts {
    [
        usize::from(survey.no_ground),
        survey.floating.count,
        survey.voltage_loops.count,
        survey.current_cutsets.count,
        survey.no_dc_path.count,
        survey.dc_loops.count,
        survey.cv_loops.count,
        survey.capacitor_loops.count,
        survey.li_cutsets.count,
        survey.rules.count,
    ]
}

/// True if some kind of finding became rarer and none more frequent.
fn better(before: &FindingCounts, after: &FindingCounts) -> bool {
    before != after && before.iter().zip(after).all(|(before, after)| after <= before)
}

impl ResistorRepair {
    /// The repair of a loop: a resistor in series with the branch that closes it.
    pub fn for_loop(topology: &Topology, found: &BranchLoop) -> Option<ResistorRepair> {
        let first = *found.branches.first()?;
        Some(ResistorRepair::Series(topology.graph.branches[first as usize].element))
    }

    /// The repair of a part whose potential is open: a resistor to ground.
    pub fn of_part(circuit: &Circuit, found: &Cutset) -> Option<ResistorRepair> {
        let node = *found.nodes.iter().find(|&&node| (node as usize) < circuit.nodes.len())?;
        Some(ResistorRepair::Ground(NodeId(node)))
    }

    /// The repair of a cutset of inductors and current sources: a resistor beside the first inductor.
    pub fn of_cutset(topology: &Topology, found: &Cutset) -> Option<ResistorRepair> {
        let branches = &topology.graph.branches;
        let inductor =
            found.branches.iter().find(|&&at| branches[at as usize].class == BranchClass::Inductor);
        Some(ResistorRepair::Parallel(branches[*inductor? as usize].element))
    }

    /// Tries repairs. A resistor that is written into a
    /// subcircuit is there in every call of it.
    pub fn verify_all(
        circuit: &Circuit,
        topology: &Topology,
        repairs: &[ResistorRepair],
    ) -> Vec<RepairOutcome> {
        if repairs.is_empty() {
            return Vec::new();
        }
        let graph = &topology.graph;
        let before = counts(&TopologyFindings::of(graph, 0));
        let holds = |repairs: &[ResistorRepair]| {
            let mut changed = graph.clone();
            repairs.iter().for_each(|repair| repair.apply(circuit, graph, &mut changed));
            better(&before, &counts(&TopologyFindings::of(&changed, 0)))
        };
        if graph.branches.len().saturating_mul(repairs.len()) <= MAX_WORK {
            let alone = |repair| {
                if holds(std::slice::from_ref(repair)) { RepairOutcome::Helps } else { RepairOutcome::Fails }
            };
            return repairs.iter().map(alone).collect();
        }
        let helps = if repairs.len() == 1 { RepairOutcome::Helps } else { RepairOutcome::HelpsWithOthers };
        vec![if holds(repairs) { helps } else { RepairOutcome::Fails }; repairs.len()]
    }

    fn apply(self, circuit: &Circuit, before: &NetworkGraph, graph: &mut NetworkGraph) {
        match self {
            ResistorRepair::Series(element) => {
                for id in alike(circuit, circuit.elements[element.at()].place) {
                    let last = before.branches.partition_point(|branch| branch.element <= id);
                    let Some(branch) = last.checked_sub(1).filter(|&at| before.branches[at].element == id)
                    else {
                        continue;
                    };
                    let middle = graph.nodes as u32;
                    graph.nodes += 1;
                    let outer = std::mem::replace(&mut graph.branches[branch].ends[0], middle);
                    graph.branches.push(resistor([outer, middle], id));
                }
            }
            ResistorRepair::Parallel(element) => {
                for id in alike(circuit, circuit.elements[element.at()].place) {
                    if let Some(ends) = circuit.ends(id) {
                        graph.branches.push(resistor(ends.map(|node| node.0), id));
                    }
                }
            }
            ResistorRepair::Ground(node) => {
                let wanted = &circuit.nodes[node.at()];
                let definition = circuit.instances[wanted.instance.at()].definition;
                for (at, found) in circuit.nodes.iter().enumerate() {
                    if found.name == wanted.name
                        && circuit.instances[found.instance.at()].definition == definition
                        && at != 0
                    {
                        graph.branches.push(resistor([at as u32, 0], ElementId(u32::MAX)));
                    }
                }
            }
        }
    }
}

fn resistor(ends: [u32; 2], element: ElementId) -> Branch {
    Branch { ends, class: BranchClass::Resistor, controlled: false, element }
}

/// The elements that one line brings.
fn alike(circuit: &Circuit, place: Place) -> Vec<ElementId> {
    let found = circuit.elements.iter().enumerate().filter(|(_, element)| element.place == place);
    found.map(|(at, _)| ElementId(at as u32)).collect()
}
