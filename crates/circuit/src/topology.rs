//! What the network graph tells: whether a circuit has a solution at all, and its index.
//!
//! Estévez Schwarz, "Consistent initialization for index-2 differential-algebraic equations and its application to
//! circuit simulation" (dissertation, Humboldt-Universität zu Berlin 2000), chapter 3: the equations of a circuit have an
//! index below 2 exactly if there is neither a loop of capacitors and voltage sources (with at least one of these) nor a
//! cutset of inductors and current sources, as long as controlled sources keep to the rules of its tables 3.1 to 3.7.
//!
//! Everything here is union-find, breadth-first search and one depth-first search: time grows with the number of elements
//! and hardly faster. Loops and cutsets are counted all, and the first [`SHOWN`] of each kind are written out.

mod adjacency;
mod graph;
mod loops_cutsets;
mod pencil;
mod pencil_reduction;
mod rules;
mod verified_repair;

pub use graph::{Branch, BranchClass, NetworkGraph};
pub use loops_cutsets::{BranchLoop, CountedFindings, Cutset};
pub use pencil::pencil;
pub use rules::{RuleViolation, RuleViolationKind};
pub use verified_repair::{RepairOutcome, ResistorRepair};

use crate::{AnalysisKind, Circuit, NodeId};

/// So many loops or cutsets of a kind are written out.
pub const SHOWN: usize = 20;

/// What the graph of a circuit tells.
#[derive(Clone, Debug)]
pub struct Topology {
    /// The branches that findings speak of.
    pub graph: NetworkGraph,
    /// What was found.
    pub survey: TopologyFindings,
    /// The index, if the circuit has a solution.
    pub index: Option<CircuitIndex>,
    /// Nodes with a single connection.
    pub loose: Vec<NodeId>,
}

/// Everything that was found in a graph.
#[derive(Clone, Debug, Default)]
pub struct TopologyFindings {
    /// True if nothing is connected to node 0.
    pub no_ground: bool,
    /// Parts that nothing joins to ground.
    pub floating: CountedFindings<Cutset>,
    /// Loops of voltage sources.
    pub voltage_loops: CountedFindings<BranchLoop>,
    /// Parts that current sources alone join to the rest.
    pub current_cutsets: CountedFindings<Cutset>,
    /// Parts that only capacitors and current sources join to the rest.
    pub no_dc_path: CountedFindings<Cutset>,
    /// Loops of inductors and voltage sources.
    pub dc_loops: CountedFindings<BranchLoop>,
    /// Loops of capacitors and voltage sources.
    pub cv_loops: CountedFindings<BranchLoop>,
    /// Cutsets of inductors and current sources.
    pub li_cutsets: CountedFindings<Cutset>,
    /// Loops of capacitors alone, which leave the index as it is.
    pub capacitor_loops: CountedFindings<BranchLoop>,
    /// How many of the cutsets have no current source.
    pub inductor_cutsets: usize,
    /// Controlled sources that do not keep to the rules.
    pub rules: CountedFindings<RuleViolation>,
}

/// The index of the equations of a circuit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CircuitIndex {
    /// 0, 1 or 2, by the graph alone.
    Known(u32),
    /// The graph does not decide. With the values that are written it is this one, if that could be found out.
    Depends(Option<u32>),
}

impl Topology {
    /// Looks at a circuit that was read without errors, for the analyses that it asks for.
    pub fn new(circuit: &Circuit) -> Topology {
        Topology::judged(circuit, needs_operating_point(circuit))
    }

    /// Looks at a circuit whose operating point is wanted, whatever it asks for itself.
    pub fn for_operating_point(circuit: &Circuit) -> Topology {
        Topology::judged(circuit, true)
    }

    fn judged(circuit: &Circuit, at_rest: bool) -> Topology {
        let graph = NetworkGraph::new(circuit);
        let mut survey = TopologyFindings::of(&graph, SHOWN);
        if !at_rest {
            survey.no_dc_path = CountedFindings::default();
            survey.dc_loops = CountedFindings::default();
        }
        let index = survey.is_solvable().then(|| index(circuit, &graph, &survey));
        let single = |&at: &usize| graph.terminals[at] == 1 && at != 0;
        let loose = (0..circuit.nodes.len()).filter(single).map(|at| NodeId(at as u32)).collect();
        Topology { graph, survey, index, loose }
    }

    /// The index that loops and cutsets alone would give.
    pub fn by_graph(&self) -> u32 {
        by_graph(&self.graph, &self.survey)
    }

    /// True if a controlled source that does not keep to the rules can do harm: it is part of a loop or a cutset, or
    /// depends on a current in one, or the index is not what the graph alone gives.
    pub fn is_index_uncertain(&self, rule: &RuleViolation) -> bool {
        match rule.reason {
            RuleViolationKind::InLoop | RuleViolationKind::LoopCurrent(_) | RuleViolationKind::InCutset => {
                true
            }
            RuleViolationKind::FreeVoltage(..) | RuleViolationKind::FreeCurrent(_) => {
                matches!(self.index, Some(CircuitIndex::Depends(Some(index))) if index != self.by_graph())
            }
        }
    }

    /// How many terminals each node has.
    pub fn connections(&self) -> &[u32] {
        &self.graph.terminals
    }
}

impl TopologyFindings {
    /// True if nothing was found that no values can mend. Without an operating point a circuit may still run.
    pub(crate) fn is_solvable(&self) -> bool {
        !self.no_ground
            && self.floating.count == 0
            && self.voltage_loops.count == 0
            && self.current_cutsets.count == 0
    }
}

/// An operating point is not needed if all that is asked for is transients that begin with values as written.
fn needs_operating_point(circuit: &Circuit) -> bool {
    let uic = |kind: &AnalysisKind| matches!(kind, AnalysisKind::Transient { uic: true, .. });
    circuit.analyses.is_empty() || !circuit.analyses.iter().all(|analysis| uic(&analysis.kind))
}

fn index(circuit: &Circuit, graph: &NetworkGraph, survey: &TopologyFindings) -> CircuitIndex {
    if survey.rules.count > 0 {
        return CircuitIndex::Depends(pencil::index(circuit));
    }
    CircuitIndex::Known(by_graph(graph, survey))
}

fn by_graph(graph: &NetworkGraph, survey: &TopologyFindings) -> u32 {
    if survey.cv_loops.count + survey.li_cutsets.count > 0 {
        return 2;
    }
    let voltages = graph.branches.iter().any(|branch| branch.class == BranchClass::Voltage);
    u32::from(voltages || !loops_cutsets::spans(graph, BranchClass::Capacitor))
}
