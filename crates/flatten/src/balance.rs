//! The balance of each model and block (Modelica Language Specification 3.6, section 4.7).
//!
//! A model must have as many equations as unknowns on its own, whatever it will be connected to: the flows and inputs
//! of its connectors count as given, and those of its components as unknowns that its own connections must give. The
//! differences of all instances add up to that of the whole model, so where the whole does not balance some
//! instance does not, and that is where the mistake is.
//!
//! Some things cross the border of a model without being counted there: connections to an `outer` component, buses,
//! overdetermined connectors, and `cardinality`. Instances that share such a thing are counted as one.

mod report;
mod signals;

pub use report::{UnbalancedClass, UndecidedBalance};

use base::DisjointSets;
use equations::{Causality, InstanceId, Origin, Variability, VariableId};
use syntax::Diagnostic;

use crate::Flattener;
use crate::connect_equations::CountedConnector;
use crate::connection_sets::ConnectionEnd;
use crate::instance::{ConnectorExposure, InstId, Leaf};
use crate::layer::{Layer, Owner};
use crate::value::count;

/// What is counted for each instance. All lists are as long as that of the instances.
struct BalanceTally {
    /// The instances that are counted as one. The one that was made first, so the outer one, stands for all.
    groups: DisjointSets,
    unknowns: Vec<i64>,
    equations: Vec<i64>,
}

impl BalanceTally {
    fn new(size: usize) -> BalanceTally {
        BalanceTally { groups: DisjointSets::new(size), unknowns: vec![0; size], equations: vec![0; size] }
    }

    fn root(&mut self, inst: InstId) -> usize {
        self.groups.root(inst.0) as usize
    }

    /// Counts two instances as one.
    fn join(&mut self, a: InstId, b: InstId) {
        self.groups.join(a.0, b.0);
    }

    /// Moves every number to the instance that stands for its group.
    fn gather(&mut self) {
        for at in 0..self.groups.size() {
            let root = self.root(InstId(at as u32));
            if root != at {
                self.unknowns[root] += std::mem::take(&mut self.unknowns[at]);
                self.equations[root] += std::mem::take(&mut self.equations[at]);
            }
        }
    }
}

impl<'a> Flattener<'a> {
    /// What is out of balance: connectors, signals, and classes on their own.
    pub(crate) fn check_balance(&mut self) -> Vec<Diagnostic> {
        let insts = self.insts_by_instance();
        let mut tally = BalanceTally::new(self.insts.len());
        self.count_variables(&mut tally);
        self.count_equations(&mut tally, &insts);
        self.join_levels(&mut tally, &insts);
        tally.gather();
        let mut found = self.report_unbalanced_connectors();
        found.extend(self.joined_sources(&mut tally));
        // States share variables: what they say of one is merged later, and counts once (MLS 3.6, 17.3.5).
        if !self.has_machines() {
            found.extend(self.report_unbalanced_classes(&mut tally, &insts));
        }
        found.sort_by_key(|diagnostic| diagnostic.primary.place);
        found
    }

    fn insts_by_instance(&self) -> Vec<InstId> {
        let mut insts = vec![InstId(0); self.model.instances.len()];
        for (at, inst) in self.insts.iter().enumerate() {
            if let Some(instance) = inst.public {
                insts[instance.at()] = InstId(at as u32);
            }
        }
        insts
    }

    /// The model that a model is a component of.
    fn around(&self, owner: InstId) -> Option<InstId> {
        self.inst(owner).parent.map(|parent| self.inst(parent).owner)
    }

    fn leaf_of(&self, variable: VariableId) -> &Leaf<'a> {
        self.leaf(self.leaf_of[variable.at()])
    }

    /// The model in which a connection may end at a variable from this side.
    fn level(&self, end: ConnectionEnd) -> InstId {
        let owner = self.inst(self.leaf_of(end.variable).inst).owner;
        if end.outside { owner } else { self.around(owner).unwrap_or(owner) }
    }

    fn count_variables(&self, tally: &mut BalanceTally) {
        for leaf in self.leaves.iter().filter(|leaf| leaf.variability > Variability::Parameter) {
            let Some(first) = leaf.first else { continue };
            let owner = self.inst(leaf.inst).owner;
            let at = owner.0 as usize;
            let giver = self.first_giver(leaf).unwrap_or(owner);
            let bound =
                self.model.variables[first.at()..].first().is_some_and(|first| first.binding.is_some());
            let own = bound && giver == owner && leaf.prefixes.border == ConnectorExposure::None;
            for variable in &self.model.variables[first.at()..first.at() + count(&leaf.dims)] {
                if variable.causality == Causality::Input {
                    continue;
                }
                tally.unknowns[at] += 1;
                if is_given(leaf) && !own {
                    // The model around it must give a value; none is needed around the whole.
                    tally.equations[at] += 1;
                    if let Some(around) = self.around(owner) {
                        tally.unknowns[around.0 as usize] += 1;
                    }
                }
                tally.equations[giver.0 as usize] += i64::from(variable.binding.is_some());
            }
        }
    }

    /// The instance in whose class a variable first gets a value, which others may exchange for theirs.
    fn first_giver(&self, leaf: &Leaf<'a>) -> Option<InstId> {
        let owner = self.inst(leaf.inst).owner;
        let innermost = |layers: &[Layer<'a>]| {
            let layer = layers.iter().rev().find(|layer| layer.value.is_some())?;
            Some(match layer.owner {
                Owner::Own => owner,
                Owner::Instance(by) => self.inst(by).owner,
            })
        };
        // Its own value, or that of a record that it is a part of.
        let mut found = innermost(&leaf.layers);
        let mut at = leaf.inst;
        while let (true, Some(parent)) = (at != owner && found.is_none(), self.inst(at).parent) {
            found = innermost(&self.inst(at).layers);
            at = parent;
        }
        found
    }

    fn count_equations(&self, tally: &mut BalanceTally, insts: &[InstId]) {
        for equation in &self.model.equations {
            let instance = match &self.model.origins[equation.origin.at()] {
                Origin::Written { instance, .. } => self.inst(insts[instance.at()]).owner,
                Origin::Connected { connects } => {
                    let instance = connects.first().map_or(InstanceId(0), |connect| connect.1);
                    self.inst(insts[instance.at()]).owner
                }
                // Flattening derives nothing.
                Origin::Derived { .. } => continue,
                Origin::Unconnected { variable } => {
                    let leaf = self.leaf_of(*variable);
                    let owner = self.inst(leaf.inst).owner;
                    match (is_given(leaf), self.around(owner)) {
                        (true, Some(around)) => around,
                        // Given from outside the whole, and counted there.
                        (true, None) => continue,
                        (false, _) => owner,
                    }
                }
            };
            tally.equations[instance.0 as usize] += self.model.size(equation) as i64;
        }
    }

    /// Finds the instances that have to be counted as one.
    fn join_levels(&mut self, tally: &mut BalanceTally, insts: &[InstId]) {
        for (joint, left, right) in self.connections.connected_pairs() {
            let written = self.inst(insts[joint.instance.at()]).owner;
            for end in [left, right] {
                let leaf = self.leaf_of(end.variable);
                if leaf.prefixes.border == ConnectorExposure::Bus {
                    tally.join(written, self.inst(leaf.inst).owner);
                }
                tally.join(written, self.level(end));
            }
        }
        // A class that asks how often it is connected is right only together with what it is connected in.
        for &inst in &self.asked {
            if let Some(around) = self.around(inst) {
                tally.join(inst, around);
            }
        }
        for edge in self.edges() {
            let written = edge.context.inst.map(|inst| self.inst(inst).owner);
            for port in [edge.left.0, edge.right.0] {
                let inst = match port {
                    CountedConnector::Instance(inst) => inst,
                    CountedConnector::Variable(variable) => self.leaf_of(variable).inst,
                };
                let owner = self.inst(inst).owner;
                tally.join(written.unwrap_or(owner), owner);
            }
        }
    }
}

/// True for variables that get their values from outside the model they belong to.
fn is_given(leaf: &Leaf) -> bool {
    let input = leaf.prefixes.causality == Causality::Input;
    match leaf.prefixes.border {
        ConnectorExposure::Open => input || leaf.prefixes.flow,
        ConnectorExposure::None => input,
        ConnectorExposure::Hidden | ConnectorExposure::Closed | ConnectorExposure::Bus => false,
    }
}
