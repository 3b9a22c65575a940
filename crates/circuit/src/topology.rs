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
mod pencil;
mod rules;
mod survey;
mod thin;
mod trial;

pub use graph::{Branch, Class, Graph};
pub use pencil::pencil;
pub use rules::{Reason, Rule};
pub use survey::{Cutset, Loop, Many};
pub use trial::{Repair, Trial};

use crate::{AnalysisKind, Circuit, NodeId};

/// So many loops or cutsets of a kind are written out.
pub const SHOWN: usize = 20;

/// What the graph of a circuit tells.
#[derive(Clone, Debug)]
pub struct Topology {
    /// The branches that findings speak of.
    pub graph: Graph,
    /// What was found.
    pub survey: Survey,
    /// The index, if the circuit has a solution.
    pub index: Option<Index>,
    /// Nodes with a single connection.
    pub loose: Vec<NodeId>,
}

/// Everything that was found in a graph.
#[derive(Clone, Debug, Default)]
pub struct Survey {
    /// True if nothing is connected to node 0.
    pub no_ground: bool,
    /// Parts that nothing joins to ground.
    pub floating: Many<Cutset>,
    /// Loops of voltage sources.
    pub voltage_loops: Many<Loop>,
    /// Parts that current sources alone join to the rest.
    pub current_cutsets: Many<Cutset>,
    /// Parts that only capacitors and current sources join to the rest.
    pub no_dc_path: Many<Cutset>,
    /// Loops of inductors and voltage sources.
    pub dc_loops: Many<Loop>,
    /// Loops of capacitors and voltage sources.
    pub cv_loops: Many<Loop>,
    /// Cutsets of inductors and current sources.
    pub li_cutsets: Many<Cutset>,
    /// Loops of capacitors alone, which leave the index as it is.
    pub capacitor_loops: Many<Loop>,
    /// How many of the cutsets have no current source.
    pub inductor_cutsets: usize,
    /// Controlled sources that do not keep to the rules.
    pub rules: Many<Rule>,
}

/// The index of the equations of a circuit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Index {
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
    pub fn at_rest(circuit: &Circuit) -> Topology {
        Topology::judged(circuit, true)
    }

    fn judged(circuit: &Circuit, at_rest: bool) -> Topology {
        let graph = Graph::new(circuit);
        let mut survey = Survey::of(&graph, SHOWN);
        if !at_rest {
            survey.no_dc_path = Many::default();
            survey.dc_loops = Many::default();
        }
        let index = survey.is_sound().then(|| index(circuit, &graph, &survey));
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
    pub fn is_doubtful(&self, rule: &Rule) -> bool {
        match rule.reason {
            Reason::InLoop | Reason::LoopCurrent(_) | Reason::InCutset => true,
            Reason::FreeVoltage(..) | Reason::FreeCurrent(_) => {
                matches!(self.index, Some(Index::Depends(Some(index))) if index != self.by_graph())
            }
        }
    }

    /// How many terminals each node has.
    pub fn connections(&self) -> &[u32] {
        &self.graph.terminals
    }
}

impl Survey {
    /// True if nothing was found that no values can mend. Without an operating point a circuit may still run.
    pub(crate) fn is_sound(&self) -> bool {
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

fn index(circuit: &Circuit, graph: &Graph, survey: &Survey) -> Index {
    if survey.rules.count > 0 {
        return Index::Depends(pencil::index(circuit));
    }
    Index::Known(by_graph(graph, survey))
}

fn by_graph(graph: &Graph, survey: &Survey) -> u32 {
    if survey.cv_loops.count + survey.li_cutsets.count > 0 {
        return 2;
    }
    let voltages = graph.branches.iter().any(|branch| branch.class == Class::Voltage);
    u32::from(voltages || !survey::spans(graph, Class::Capacitor))
}
