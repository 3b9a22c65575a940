//! Loops and cutsets.

use base::DisjointSets;

use super::adjacency::{Adjacency, BiconnectedComponents, SearchMarks};
use super::graph::BranchDependence;
use super::{BranchClass, NetworkGraph, TopologyFindings, rules};

/// Findings of one kind: how many there are, and the first of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountedFindings<T> {
    /// How many there are.
    pub count: usize,
    /// The first of them.
    pub shown: Vec<T>,
}

impl<T> Default for CountedFindings<T> {
    fn default() -> CountedFindings<T> {
        CountedFindings { count: 0, shown: Vec::new() }
    }
}

impl<T> CountedFindings<T> {
    /// Counts a finding, and makes it if it is to be shown.
    pub(super) fn add_finding(&mut self, most: usize, make: impl FnOnce() -> T) {
        self.count += 1;
        if self.shown.len() < most {
            self.shown.push(make());
        }
    }
}

/// Branches in a circle: a shortest one through the branch that closes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BranchLoop {
    /// The branches in the order of the circle, the one that closes it first.
    pub branches: Vec<u32>,
}

/// Branches that, taken out, cut a part off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cutset {
    /// The nodes that are cut off, the first few of them.
    pub nodes: Vec<u32>,
    /// How many nodes are cut off.
    pub size: usize,
    /// The branches.
    pub branches: Vec<u32>,
}

/// So many nodes of a part are listed.
const NODES: usize = 12;

/// True if branches of a class join all nodes.
pub(super) fn spans(graph: &NetworkGraph, class: BranchClass) -> bool {
    joined(graph, |found| found == class).number().1 == 1
}

/// The nodes joined by branches of some classes.
pub(super) fn joined(graph: &NetworkGraph, classes: impl Fn(BranchClass) -> bool) -> DisjointSets {
    let mut sets = DisjointSets::new(graph.nodes);
    for branch in graph.branches.iter().filter(|branch| classes(branch.class)) {
        sets.join(branch.ends[0], branch.ends[1]);
    }
    sets
}

impl TopologyFindings {
    /// Looks at a graph, and writes out the first `most` findings of each kind.
    pub(super) fn of(graph: &NetworkGraph, most: usize) -> TopologyFindings {
        let mut survey = TopologyFindings::default();
        let mut all = joined(graph, |_| true);
        survey.no_ground = graph.nodes > 1 && !graph.branches.iter().any(|branch| branch.ends.contains(&0));
        let (all, _) = all.number();
        let steady = joined(graph, |class| class != BranchClass::Current).number();
        let direct =
            joined(graph, |class| !matches!(class, BranchClass::Current | BranchClass::Capacitor)).number();
        if !survey.no_ground {
            survey.floating = parts(graph, &all, most, |_, _| true);
            survey.current_cutsets = parts(graph, &steady.0, most, |_, node| all[node as usize] == 0);
            survey.no_dc_path = parts(graph, &direct.0, most, |_, node| steady.0[node as usize] == 0);
        }
        survey.loops(graph, most);
        survey.cutsets(graph, most);
        survey.rules = rules::check(graph, most);
        survey
    }

    /// Loops, one for each branch that closes one.
    fn loops(&mut self, graph: &NetworkGraph, most: usize) {
        use BranchClass::{Capacitor, Inductor, Voltage};
        let of = |class| {
            (0..graph.branches.len() as u32).filter(move |&at| graph.branches[at as usize].class == class)
        };
        let closes = |sets: &mut DisjointSets, at: u32| {
            let [one, other] = graph.branches[at as usize].ends;
            !sets.join(one, other)
        };
        let mut finder = LoopFinder::new(graph);

        let mut sets = DisjointSets::new(graph.nodes);
        let mut closing = vec![false; graph.branches.len()];
        let watched = watched(graph);
        for at in of(Voltage).filter(|&at| closes(&mut sets, at)) {
            // Currents that control something may be determined by a controlled source of the loop.
            let open = (graph.branches[at as usize].controlled || watched[at as usize])
                && finder.circle(&[Voltage], at).is_some_and(|found| {
                    found.iter().any(|&at| graph.branches[at as usize].controlled)
                        && found.iter().any(|&at| watched[at as usize])
                });
            if !open {
                closing[at as usize] = true;
                self.voltage_loops.add_finding(most, || finder.closed(&[Voltage], at));
            }
        }
        for at in of(Inductor).filter(|&at| closes(&mut sets, at)) {
            self.dc_loops.add_finding(most, || finder.closed(&[Voltage, Inductor], at));
        }

        let mut sets = DisjointSets::new(graph.nodes);
        for at in of(Capacitor).filter(|&at| closes(&mut sets, at)) {
            self.capacitor_loops.add_finding(most, || finder.closed(&[Capacitor], at));
        }
        for at in of(Voltage).filter(|&at| closes(&mut sets, at)) {
            // A loop of voltage sources alone is worse, and was told.
            if !closing[at as usize] {
                self.cv_loops.add_finding(most, || finder.closed(&[Capacitor, Voltage], at));
            }
        }
    }

    /// Cutsets of inductors and current sources. What capacitors, resistors and voltage sources join is one node then;
    /// of a node, the branches in the block that leads towards ground are a cutset that no smaller one is part of, and
    /// those of all nodes together are independent.
    fn cutsets(&mut self, graph: &NetworkGraph, most: usize) {
        let (labels, count) = joined(graph, |class| {
            matches!(class, BranchClass::Capacitor | BranchClass::Resistor | BranchClass::Voltage)
        })
        .number();
        if count == 1 {
            return;
        }
        let ends = |at: u32| graph.branches[at as usize].ends.map(|end| labels[end as usize]);
        let edges = (0..graph.branches.len() as u32)
            .filter(|&at| {
                matches!(graph.branches[at as usize].class, BranchClass::Inductor | BranchClass::Current)
            })
            .map(|at| (ends(at), at));
        let adjacency = Adjacency::new(count, edges);
        let blocks = BiconnectedComponents::new(&adjacency, graph.branches.len());
        let mut members = PartMembers::new(&labels, count);
        for part in 1..count as u32 {
            let towards = blocks.towards[part as usize];
            let cut =
                || adjacency.at(part).iter().filter(|found| blocks.of_edge[found.1 as usize] == towards);
            if towards == u32::MAX
                || cut().all(|found| graph.branches[found.1 as usize].class == BranchClass::Current)
            {
                // Nothing joins it, or current sources alone: that is another finding.
                continue;
            }
            if cut().all(|found| graph.branches[found.1 as usize].class == BranchClass::Inductor) {
                self.inductor_cutsets += 1;
            }
            self.li_cutsets.add_finding(most, || {
                let mut branches: Vec<u32> = cut().map(|found| found.1).collect();
                branches.sort_unstable();
                let (nodes, size) = members.of(part);
                Cutset { nodes, size, branches }
            });
        }
    }
}

/// Branches whose current controls something.
pub(super) fn watched(graph: &NetworkGraph) -> Vec<bool> {
    let mut watched = vec![false; graph.branches.len()];
    for (_, dependence) in &graph.dependences {
        if let BranchDependence::Current(source) = dependence {
            watched[*source as usize] = true;
        }
    }
    watched
}

/// The parts of a graph other than that of ground, with the branches at their borders.
///
/// The potential of such a part is open, unless a controlled source at its border depends on it: the sum of the currents
/// over the border says nothing about it, or nothing depends on it.
fn parts(
    graph: &NetworkGraph,
    labels: &[u32],
    most: usize,
    counts: impl Fn(u32, u32) -> bool,
) -> CountedFindings<Cutset> {
    let count = labels.iter().max().map_or(0, |&last| last as usize + 1);
    let mut many = CountedFindings::default();
    if count <= 1 {
        return many;
    }
    let mut fed = vec![false; count];
    let mut felt = vec![false; count];
    let crosses = |[a, b]: [u32; 2]| [labels[a as usize], labels[b as usize]];
    for branch in
        graph.branches.iter().filter(|branch| branch.controlled && branch.class == BranchClass::Current)
    {
        let [a, b] = crosses(branch.ends);
        if a != b {
            fed[a as usize] = true;
            fed[b as usize] = true;
        }
    }
    for (_, dependence) in &graph.dependences {
        if let BranchDependence::Voltage(a, b) = *dependence {
            let [a, b] = crosses([a, b]);
            if a != b {
                felt[a as usize] = true;
                felt[b as usize] = true;
            }
        }
    }
    let mut wanted = vec![false; count];
    let mut members = PartMembers::new(labels, count);
    for part in 1..count as u32 {
        let first = members.first(part);
        if counts(part, first) && !(fed[part as usize] && felt[part as usize]) {
            many.add_finding(most, || {
                wanted[part as usize] = true;
                let (nodes, size) = members.of(part);
                Cutset { nodes, size, branches: vec![part] }
            });
        }
    }
    // Borders of the parts that are shown, in one walk.
    let mut borders: Vec<Vec<u32>> = vec![Vec::new(); many.shown.len()];
    let place = |part: u32| many.shown.iter().position(|shown| shown.branches[0] == part);
    for (at, branch) in graph.branches.iter().enumerate() {
        let [a, b] = crosses(branch.ends);
        if a != b {
            for part in [a, b] {
                if wanted[part as usize]
                    && let Some(place) = place(part)
                {
                    borders[place].push(at as u32);
                }
            }
        }
    }
    for (shown, border) in many.shown.iter_mut().zip(borders) {
        shown.branches = border;
    }
    many
}

/// The nodes of each part, in the order of their numbers.
struct PartMembers {
    starts: Vec<u32>,
    nodes: Vec<u32>,
}

impl PartMembers {
    fn new(labels: &[u32], count: usize) -> PartMembers {
        let mut starts = vec![0u32; count + 1];
        for &label in labels {
            starts[label as usize + 1] += 1;
        }
        for at in 0..count {
            starts[at + 1] += starts[at];
        }
        let mut next = starts.clone();
        let mut nodes = vec![0; labels.len()];
        for (node, &label) in labels.iter().enumerate() {
            nodes[next[label as usize] as usize] = node as u32;
            next[label as usize] += 1;
        }
        PartMembers { starts, nodes }
    }

    fn all(&self, part: u32) -> &[u32] {
        &self.nodes[self.starts[part as usize] as usize..self.starts[part as usize + 1] as usize]
    }

    fn first(&self, part: u32) -> u32 {
        self.all(part)[0]
    }

    fn of(&mut self, part: u32) -> (Vec<u32>, usize) {
        let all = self.all(part);
        (all[..all.len().min(NODES)].to_vec(), all.len())
    }
}

/// Finds circles. What it needs is made when the first is asked for.
struct LoopFinder<'a> {
    graph: &'a NetworkGraph,
    adjacency: Vec<(Vec<BranchClass>, Adjacency)>,
    marks: Option<SearchMarks>,
}

impl<'a> LoopFinder<'a> {
    fn new(graph: &'a NetworkGraph) -> LoopFinder<'a> {
        LoopFinder { graph, adjacency: Vec::new(), marks: None }
    }

    fn closed(&mut self, classes: &[BranchClass], closing: u32) -> BranchLoop {
        BranchLoop { branches: self.circle(classes, closing).unwrap_or_else(|| vec![closing]) }
    }

    /// A shortest circle through a branch over branches of some classes. Of the last class only those before it count, so
    /// that the circles of different branches are independent.
    fn circle(&mut self, classes: &[BranchClass], closing: u32) -> Option<Vec<u32>> {
        let graph = self.graph;
        let known = self.adjacency.iter().position(|known| known.0 == classes);
        let known = known.unwrap_or_else(|| {
            let edges = (0..graph.branches.len() as u32)
                .filter(|&at| classes.contains(&graph.branches[at as usize].class))
                .map(|at| (graph.branches[at as usize].ends, at));
            self.adjacency.push((classes.to_vec(), Adjacency::new(graph.nodes, edges)));
            self.adjacency.len() - 1
        });
        let marks = self.marks.get_or_insert_with(|| SearchMarks::new(graph.nodes));
        let own = graph.branches[closing as usize];
        let may = |at: u32| at < closing || graph.branches[at as usize].class != own.class;
        let [a, b] = own.ends;
        let mut way = self.adjacency[known].1.shortest_path([b, a], may, marks)?;
        way.insert(0, closing);
        Some(way)
    }
}
