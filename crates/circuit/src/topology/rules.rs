//! The rules that controlled sources have to keep so that the graph alone decides on the index: tables 3.1 to 3.7 of
//! Estévez Schwarz (2000).
//!
//! A quantity is allowed too if it can be expressed by allowed ones: a voltage between nodes that a path of allowed
//! branches joins, and the current of a branch that, together with allowed ones, cuts the circuit in two.

use base::DisjointSets;

use super::adjacency::{Adjacency, BiconnectedComponents};
use super::graph::BranchDependence;
use super::loops_cutsets::{CountedFindings, joined};
use super::{Branch, BranchClass, NetworkGraph};

/// A controlled source that does not keep to the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleViolation {
    /// The source.
    pub branch: u32,
    /// What is against the rules.
    pub reason: RuleViolationKind,
}

/// What is against the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleViolationKind {
    /// Condition 1: a controlled voltage source in a loop of capacitors and voltage sources.
    InLoop,
    /// Tables 3.1 and 3.3: it depends on the voltage between nodes that capacitors and voltage sources do not join.
    FreeVoltage(u32, u32),
    /// Tables 3.2 and 3.4: it depends on a current that those of inductors and current sources do not give.
    FreeCurrent(u32),
    /// Tables 3.6 and 3.7: it depends on the current of a voltage source in a loop of capacitors and voltage sources.
    LoopCurrent(u32),
    /// Condition 2a: a controlled current source in a cutset of inductors and current sources, and nothing else helps.
    InCutset,
}

/// What the rules ask of the graph.
struct TopologyFacts<'a> {
    graph: &'a NetworkGraph,
    by_c: DisjointSets,
    by_c_and_independent_v: DisjointSets,
    by_cv: DisjointSets,
    by_cvr: DisjointSets,
    /// Whether a voltage source is in a loop of capacitors and voltage sources.
    in_loop: Vec<bool>,
    /// Whether the current of a branch is given by those of inductors and current sources, and by the voltages of
    /// capacitors and voltage sources.
    given: Vec<bool>,
    /// The same, where only independent voltage sources count.
    given_to_voltages: Vec<bool>,
    /// The same with those of all resistors.
    given_with_resistors: Vec<bool>,
}

/// Checks all controlled sources.
pub(super) fn check(graph: &NetworkGraph, most: usize) -> CountedFindings<RuleViolation> {
    let mut many = CountedFindings::default();
    if graph.dependences.is_empty() {
        return many;
    }
    let mut facts = TopologyFacts::new(graph);
    let mut at = 0;
    while let Some(&(branch, _)) = graph.dependences.get(at) {
        let count = graph.dependences[at..].iter().take_while(|found| found.0 == branch).count();
        let dependences = &graph.dependences[at..at + count];
        at += count;
        let source = graph.branches[branch as usize];
        let broken = match source.class {
            BranchClass::Voltage => facts.voltage(branch, dependences),
            _ => facts.current(source, dependences),
        };
        if let Some(reason) = broken {
            many.add_finding(most, || RuleViolation { branch, reason });
        }
    }
    many
}

impl<'a> TopologyFacts<'a> {
    fn new(graph: &'a NetworkGraph) -> TopologyFacts<'a> {
        let by_c = joined(graph, |class| class == BranchClass::Capacitor);
        let mut by_c_and_independent_v = by_c.clone();
        for branch in
            graph.branches.iter().filter(|branch| branch.class == BranchClass::Voltage && !branch.controlled)
        {
            by_c_and_independent_v.join(branch.ends[0], branch.ends[1]);
        }
        let by_cv = joined(graph, |class| matches!(class, BranchClass::Capacitor | BranchClass::Voltage));
        let by_cvr = joined(graph, |class| {
            matches!(class, BranchClass::Capacitor | BranchClass::Voltage | BranchClass::Resistor)
        });
        let in_loop = not_bridges(graph, by_c.clone(), |branch| branch.class == BranchClass::Voltage);
        let free = |branch: &Branch| {
            branch.class == BranchClass::Inductor
                || branch.class == BranchClass::Current && !branch.controlled
        };
        let currents = graph.dependences.iter().any(|found| matches!(found.1, BranchDependence::Current(_)));
        let given = |sets: &DisjointSets, more: bool| {
            if !currents {
                return Vec::new();
            }
            // The current of a resistor between nodes whose voltage is given is given too.
            let (labels, _) = sets.clone().number();
            let across = |[a, b]: [u32; 2]| labels[a as usize] == labels[b as usize];
            let known =
                |branch: &Branch| branch.class == BranchClass::Resistor && (more || across(branch.ends));
            let circles =
                not_bridges(graph, DisjointSets::new(graph.nodes), |branch| !free(branch) && !known(branch));
            circles.into_iter().map(|circle| !circle).collect()
        };
        let given_to_voltages = given(&by_c_and_independent_v, false);
        let given_with_resistors = given(&by_cv, true);
        let given = given(&by_cv, false);
        TopologyFacts {
            graph,
            by_c,
            by_c_and_independent_v,
            by_cv,
            by_cvr,
            in_loop,
            given,
            given_to_voltages,
            given_with_resistors,
        }
    }

    /// Condition 1.
    fn voltage(&mut self, branch: u32, dependences: &[(u32, BranchDependence)]) -> Option<RuleViolationKind> {
        if self.in_loop[branch as usize] {
            return Some(RuleViolationKind::InLoop);
        }
        dependences.iter().find_map(|&(_, dependence)| match dependence {
            BranchDependence::Voltage(a, b) => {
                (!self.by_c_and_independent_v.joined(a, b)).then_some(RuleViolationKind::FreeVoltage(a, b))
            }
            BranchDependence::Current(source) => {
                (!self.given_to_voltages[source as usize]).then_some(RuleViolationKind::FreeCurrent(source))
            }
        })
    }

    /// Conditions 2a, 2b and 2c, of which one is enough.
    fn current(
        &mut self,
        source: Branch,
        dependences: &[(u32, BranchDependence)],
    ) -> Option<RuleViolationKind> {
        let outside = self.by_cvr.joined(source.ends[0], source.ends[1]);
        let across_c = self.by_c.joined(source.ends[0], source.ends[1]);
        let across_cv = self.by_cv.joined(source.ends[0], source.ends[1]);
        let mut reason = None;
        let mut holds = [outside, across_c, across_cv];
        for &(_, dependence) in dependences {
            let (allowed, why) = match dependence {
                BranchDependence::Voltage(a, b) => {
                    let near = self.by_cvr.joined(a, b);
                    ([self.by_cv.joined(a, b), near, near], RuleViolationKind::FreeVoltage(a, b))
                }
                BranchDependence::Current(at) => {
                    let given = self.given_with_resistors[at as usize];
                    let in_loop = self.in_loop[at as usize];
                    let outside = self.graph.branches[at as usize].class == BranchClass::Voltage && !in_loop;
                    let why = if in_loop {
                        RuleViolationKind::LoopCurrent(at)
                    } else {
                        RuleViolationKind::FreeCurrent(at)
                    };
                    ([self.given[at as usize], given || outside, given], why)
                }
            };
            for (hold, allowed) in holds.iter_mut().zip(allowed) {
                *hold &= allowed;
            }
            if !allowed[0] {
                reason.get_or_insert(why);
            }
        }
        if holds.contains(&true) {
            return None;
        }
        // To be part of a cutset is the graver reason.
        if !outside && !across_cv {
            return Some(RuleViolationKind::InCutset);
        }
        Some(reason.unwrap_or(RuleViolationKind::InCutset))
    }
}

/// For each branch of a kind whether it is in a circle of them, with nodes that are joined taken as one.
fn not_bridges(graph: &NetworkGraph, mut joined: DisjointSets, kind: impl Fn(&Branch) -> bool) -> Vec<bool> {
    let (labels, count) = joined.number();
    let ends = |at: u32| graph.branches[at as usize].ends.map(|end| labels[end as usize]);
    let edges = (0..graph.branches.len() as u32)
        .filter(|&at| kind(&graph.branches[at as usize]))
        .map(|at| (ends(at), at));
    let adjacency = Adjacency::new(count, edges.clone());
    let blocks = BiconnectedComponents::new(&adjacency, graph.branches.len());
    let mut flags = vec![false; graph.branches.len()];
    for (_, at) in edges {
        flags[at as usize] = !blocks.is_bridge(at);
    }
    flags
}
