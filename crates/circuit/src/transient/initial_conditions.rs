//! Initial values that are given, and the charges of everything else.
//!
//! With `uic` a capacitor has the voltage of its `ic=`, an inductor its current, a node the potential of `.ic`. These are
//! data. Everything else that stores charge or flux (other capacitors and inductors, junctions, gates) begins with what it
//! has at 0 V and 0 A, unless it lies in a loop or cutset with something given: then it adapts. So for one step of no time a
//! given capacitor is a voltage source, a given inductor a current source, and a given potential a voltage source to ground;
//! charge that flows in this step flows through them. What is found has the least energy of all differences from 0 V.
//!
//! Only given values and independent sources among themselves can contradict each other: in a loop of capacitors and voltage
//! sources all of which are given, or in a cutset of inductors and current sources. The last one of such a loop or
//! cutset follows from the others: it is compared with them and not made a source.

use base::DisjointSets;
use rustc_hash::{FxHashMap, FxHashSet};

use super::initial::{ContradictionKind, InitialContradiction, InitialQuantity, apart};
use super::junctions;
use crate::{
    BranchClass, Circuit, CircuitElement, CircuitElementKind, ElementId, IndependentSource, Mna,
    NetworkGraph, NodeId, SourceId,
};

/// What is given and independent of the rest of what is given.
#[derive(Debug, Default)]
pub(super) struct InitialConditionSet {
    /// Voltages of `.ic`, and of devices without series resistances, between nodes.
    nodes: Vec<([u32; 2], f64)>,
    /// Capacitors and inductors with their values.
    elements: Vec<(ElementId, f64)>,
    /// Given values that others contradict.
    pub(super) contradictions: Vec<InitialContradiction>,
    /// Capacitors and inductors whose value follows from controlled sources as well.
    pub(super) doubtful: FxHashSet<ElementId>,
}

/// A branch whose voltage or current is given; none if it is known only together with everything else.
struct GivenBranch {
    ends: [u32; 2],
    value: Option<f64>,
    what: InitialQuantity,
}

impl InitialConditionSet {
    /// Sorts what is given with `uic`.
    pub(super) fn new(circuit: &Circuit, mna: &Mna) -> InitialConditionSet {
        let graph = NetworkGraph::new(circuit);
        let starts: FxHashMap<ElementId, f64> =
            circuit.starts.iter().filter_map(|(id, values)| Some((*id, *values.first()?))).collect();
        let levels: FxHashMap<ElementId, f64> = mna.levels().collect();
        let mut pins = InitialConditionSet::default();
        pins.voltages((circuit, mna), &graph, &levels, &starts);
        pins.currents(&graph, &levels, &starts);
        pins
    }

    fn voltages(
        &mut self,
        (circuit, mna): (&Circuit, &Mna),
        graph: &NetworkGraph,
        levels: &FxHashMap<ElementId, f64>,
        starts: &FxHashMap<ElementId, f64>,
    ) {
        let sources = graph.branches.iter().filter(|branch| branch.class == BranchClass::Voltage);
        let sources = sources.map(|branch| GivenBranch {
            ends: branch.ends,
            value: levels.get(&branch.element).copied(),
            what: InitialQuantity::Element(branch.element),
        });
        let nodes = circuit.initial.iter().enumerate().map(|(at, &(node, value, _))| GivenBranch {
            ends: [node.0, NodeId::GROUND.0],
            value: Some(value),
            what: InitialQuantity::Node(at),
        });
        let capacitors = graph.branches.iter().filter_map(|branch| {
            let capacitor =
                matches!(circuit.elements[branch.element.at()].kind, CircuitElementKind::Capacitor { .. });
            let value = Some(*starts.get(&branch.element).filter(|_| capacitor)?);
            Some(GivenBranch { ends: branch.ends, value, what: InitialQuantity::Element(branch.element) })
        });
        let devices = junctions::plain(circuit, mna).into_iter().map(|(id, at, ends, volts)| GivenBranch {
            ends: ends.map(|end| end.map_or(NodeId::GROUND.0, |end| end as u32 + 1)),
            value: Some(volts),
            what: InitialQuantity::Junction(id, at),
        });
        let all: Vec<GivenBranch> = sources.chain(nodes).chain(capacitors).chain(devices).collect();
        let mut forest = SpanningForest::new(graph.nodes);
        let mut closing = Vec::new();
        for (at, given) in all.iter().enumerate() {
            if !forest.add(at, given.ends) {
                closing.push(at);
                continue;
            }
            match (given.what, given.value) {
                (InitialQuantity::Node(_) | InitialQuantity::Junction(..), Some(value)) => {
                    self.nodes.push((given.ends, value));
                }
                (InitialQuantity::Element(id), Some(value)) if starts.contains_key(&id) => {
                    self.elements.push((id, value));
                }
                _ => {}
            }
        }
        for at in closing {
            let given = &all[at];
            let Some(written) = given.value else { continue };
            // Loops of sources alone are another finding.
            if matches!(given.what, InitialQuantity::Element(id) if !starts.contains_key(&id)) {
                continue;
            }
            let way = forest.way(given.ends);
            let part = |&(edge, forward): &(usize, bool)| {
                all[edge].value.map(|value| if forward { value } else { -value })
            };
            // A controlled source decides together with everything else.
            let Some(actual) = way.iter().map(part).sum::<Option<f64>>() else {
                self.doubtful.extend(element(given.what));
                continue;
            };
            if apart(written, actual) {
                let with = way.iter().map(|&(edge, _)| all[edge].what).collect();
                let what = given.what;
                // The sum of nothing is -0.
                let values = [written, actual + 0.0];
                self.contradictions.push(InitialContradiction::new(
                    what,
                    values,
                    ContradictionKind::Loop(with),
                ));
            }
        }
    }

    fn currents(
        &mut self,
        graph: &NetworkGraph,
        levels: &FxHashMap<ElementId, f64>,
        starts: &FxHashMap<ElementId, f64>,
    ) {
        let given = |at: usize| {
            let branch = &graph.branches[at];
            match branch.class {
                BranchClass::Inductor => starts.get(&branch.element).map(|&value| Some(value)),
                BranchClass::Current => Some(levels.get(&branch.element).copied()),
                _ => None,
            }
        };
        let mut sets = DisjointSets::new(graph.nodes);
        for (_, branch) in graph.branches.iter().enumerate().filter(|(at, _)| given(*at).is_none()) {
            sets.join(branch.ends[0], branch.ends[1]);
        }
        let (labels, parts) = sets.number();
        let mut all = Vec::new();
        // Inductors may follow from others, the last ones first; sources do not.
        for class in [BranchClass::Inductor, BranchClass::Current] {
            for (at, branch) in graph.branches.iter().enumerate().rev() {
                if let (true, Some(value)) = (branch.class == class, given(at)) {
                    let ends = branch.ends.map(|end| labels[end as usize]);
                    all.push((
                        class,
                        GivenBranch { ends, value, what: InitialQuantity::Element(branch.element) },
                    ));
                }
            }
        }
        let mut forest = SpanningForest::new(parts);
        let mut tree = vec![false; all.len()];
        for (at, (_, given)) in all.iter().enumerate() {
            tree[at] = forest.add(at, given.ends);
        }
        // What leaves each part, and the parts behind it, through branches that are no part of the tree.
        let mut leaving: Vec<Option<f64>> = vec![Some(0.0); parts];
        for (at, (class, given)) in all.iter().enumerate().rev() {
            if tree[at] {
                continue;
            }
            if let (BranchClass::Inductor, InitialQuantity::Element(id), Some(value)) =
                (class, given.what, given.value)
            {
                self.elements.push((id, value));
            }
            for (end, sign) in given.ends.into_iter().zip([1.0, -1.0]) {
                let leaves = &mut leaving[end as usize];
                *leaves = leaves.zip(given.value).map(|(sum, value)| sum + sign * value);
            }
        }
        let order = forest.order();
        for &(part, above) in order.iter().rev() {
            let Some((edge, parent)) = above else { continue };
            let behind = leaving[part as usize];
            let sum = &mut leaving[parent as usize];
            *sum = sum.zip(behind).map(|(sum, behind)| sum + behind);
            let (BranchClass::Inductor, given) = (all[edge].0, &all[edge].1) else { continue };
            let (Some(written), Some(behind)) = (given.value, behind) else {
                self.doubtful.extend(element(given.what));
                continue;
            };
            let actual = if given.ends[0] == part { -behind } else { behind };
            if apart(written, actual) {
                let inside = forest.behind(part, edge);
                let crosses =
                    |given: &GivenBranch| inside.contains(&given.ends[0]) != inside.contains(&given.ends[1]);
                let others =
                    all.iter().enumerate().rev().filter(|&(at, found)| at != edge && crosses(&found.1));
                let with = others.map(|(_, found)| found.1.what).collect();
                let what = given.what;
                self.contradictions.push(InitialContradiction::new(
                    what,
                    [written, actual],
                    ContradictionKind::Cutset(with),
                ));
            }
        }
    }

    /// True if nothing is given.
    pub(super) fn is_empty(&self) -> bool {
        self.nodes.is_empty() && self.elements.is_empty()
    }

    /// Capacitors and inductors that are sources in [`InitialConditionSet::circuit`].
    pub(super) fn elements(&self) -> FxHashSet<ElementId> {
        self.elements.iter().map(|pin| pin.0).collect()
    }

    /// The circuit with sources in the place of what is given. Elements keep their numbers.
    pub(super) fn circuit(&self, circuit: &Circuit) -> Circuit {
        let mut pinned = circuit.clone();
        for &(id, value) in &self.elements {
            let source = add(&mut pinned, value);
            let kind = &mut pinned.elements[id.at()].kind;
            *kind = match *kind {
                CircuitElementKind::Capacitor { nodes, .. } => CircuitElementKind::Voltage { nodes, source },
                CircuitElementKind::Inductor { nodes, .. } => CircuitElementKind::Current { nodes, source },
                other => other,
            };
        }
        for &(nodes, value) in &self.nodes {
            let source = add(&mut pinned, value);
            let kind = CircuitElementKind::Voltage { nodes: nodes.map(NodeId), source };
            // Nobody is told of it.
            pinned.elements.extend(circuit.elements.first().map(|&first| CircuitElement { kind, ..first }));
        }
        pinned
    }
}

fn element(what: InitialQuantity) -> Option<ElementId> {
    match what {
        InitialQuantity::Element(id) => Some(id),
        InitialQuantity::Node(_) | InitialQuantity::Junction(..) => None,
    }
}

fn add(circuit: &mut Circuit, value: f64) -> SourceId {
    circuit.sources.push(IndependentSource { dc: Some(value), ..IndependentSource::default() });
    SourceId(circuit.sources.len() as u32 - 1)
}

/// Edges without circles.
struct SpanningForest {
    sets: DisjointSets,
    /// At each node the edges with their other ends, and whether they lead there.
    edges: Vec<Vec<(usize, u32, bool)>>,
}

impl SpanningForest {
    fn new(nodes: usize) -> SpanningForest {
        SpanningForest { sets: DisjointSets::new(nodes), edges: vec![Vec::new(); nodes] }
    }

    /// Adds an edge; false if it would close a circle.
    fn add(&mut self, edge: usize, [from, to]: [u32; 2]) -> bool {
        let joins = self.sets.join(from, to);
        if joins {
            self.edges[from as usize].push((edge, to, true));
            self.edges[to as usize].push((edge, from, false));
        }
        joins
    }

    /// Nodes with the edge and the node through which each was reached: those before come first.
    fn order(&self) -> Vec<(u32, Option<(usize, u32)>)> {
        let mut seen = vec![false; self.edges.len()];
        let mut order = Vec::with_capacity(self.edges.len());
        for root in 0..self.edges.len() as u32 {
            if !seen[root as usize] {
                self.reach(root, None, &mut seen, &mut order);
            }
        }
        order
    }

    /// The same from one node, without one edge.
    fn reach(
        &self,
        root: u32,
        without: Option<usize>,
        seen: &mut [bool],
        order: &mut Vec<(u32, Option<(usize, u32)>)>,
    ) {
        let mut next = order.len();
        seen[root as usize] = true;
        order.push((root, None));
        while let Some(&(node, _)) = order.get(next) {
            next += 1;
            for &(edge, other, _) in &self.edges[node as usize] {
                if Some(edge) != without && !seen[other as usize] {
                    seen[other as usize] = true;
                    order.push((other, Some((edge, node))));
                }
            }
        }
    }

    /// The nodes on one side of an edge.
    fn behind(&self, node: u32, edge: usize) -> FxHashSet<u32> {
        let mut order = Vec::new();
        self.reach(node, Some(edge), &mut vec![false; self.edges.len()], &mut order);
        order.into_iter().map(|found| found.0).collect()
    }

    /// The edges from one node to another, and whether each leads there.
    fn way(&self, [from, to]: [u32; 2]) -> Vec<(usize, bool)> {
        let mut order = Vec::new();
        self.reach(from, None, &mut vec![false; self.edges.len()], &mut order);
        let above: FxHashMap<u32, (usize, u32)> =
            order.into_iter().filter_map(|(node, above)| Some((node, above?))).collect();
        let mut way = Vec::new();
        let mut node = to;
        while let Some(&(edge, before)) = above.get(&node).filter(|_| node != from) {
            let forward = self.edges[before as usize].iter().any(|&(at, _, leads)| at == edge && leads);
            way.push((edge, forward));
            node = before;
        }
        way.reverse();
        way
    }
}
