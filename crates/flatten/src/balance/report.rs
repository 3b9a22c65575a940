//! What is said of a model that does not balance.

use std::collections::BTreeMap;

use equations::{Causality, EquationKind, Expr, InstanceId, Origin, VariableId};
use rustc_hash::FxHashSet;
use syntax::tree::Restriction;
use syntax::{Diagnostic, DiagnosticCode, Place};

use super::signals::plural;
use super::{BalanceTally, is_given};
use crate::Flattener;
use crate::instance::{ConnectorExposure, Inst, InstId, LeafId};
use crate::program::ClassId;
use crate::value::count;

/// Instances of one class that are out of balance in the same way.
#[derive(Clone, Debug)]
pub struct UnbalancedClass {
    /// Where the class is named.
    pub class: Place,
    /// The unknowns of each instance, counted alone.
    pub unknowns: i64,
    /// The equations of each.
    pub equations: i64,
    /// The instances.
    pub instances: Vec<InstanceId>,
}

/// What of a model depends on what it will become.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum UndecidedBalance {
    /// Nothing: it can be judged as it is.
    #[default]
    Nothing,
    /// What determines these variables of its buses and overdetermined connectors, in their order.
    Ends(Vec<VariableId>),
    /// Everything: it is partial, or asks how often it is connected.
    Wholly,
}

impl<'a> Flattener<'a> {
    /// What is said of classes that do not balance; they are kept in `uneven`.
    pub(super) fn report_unbalanced_classes(
        &mut self,
        tally: &mut BalanceTally,
        insts: &[InstId],
    ) -> Vec<Diagnostic> {
        let open = self.top.filter(|&top| self.is_undecided(top)).map(|top| tally.root(top));
        let uneven: Vec<usize> = (0..tally.groups.size())
            .filter(|&at| tally.unknowns[at] != tally.equations[at] && open != Some(at))
            .collect();
        if uneven.is_empty() {
            return Vec::new();
        }
        let mut found = Vec::new();
        let mut known = FxHashSet::default();
        let unfed = self.unfed(tally, insts);
        let mut classes: BTreeMap<(ClassId, i64), UnbalancedClass> = BTreeMap::new();
        for at in uneven {
            let inst = InstId(at as u32);
            let (mut unknowns, equations) = (tally.unknowns[at], tally.equations[at]);
            for &leaf in unfed.get(&at).into_iter().flatten() {
                if unknowns <= equations {
                    break;
                }
                unknowns -= count(&self.leaf(leaf).dims) as i64;
                let diagnostic = self.not_connected(leaf);
                if known.insert(diagnostic.primary.place) {
                    found.push(diagnostic);
                }
            }
            let elab = self.inst(inst).elab;
            let Some(class) = self.elab(elab).class.filter(|_| unknowns != equations) else { continue };
            if self.is_partial(elab) || !self.must_balance(class) {
                continue;
            }
            let place = self.program.class(class).file.place(self.class_span(class));
            let fresh = UnbalancedClass { class: place, unknowns, equations, instances: Vec::new() };
            let known = classes.entry((class, unknowns - equations)).or_insert(fresh);
            known.instances.extend(self.inst(inst).public);
        }
        let whole = found.is_empty() && self.model.scalar_equations() == self.model.unknowns();
        let code = if whole { DiagnosticCode::UnevenClass } else { DiagnosticCode::UnbalancedClass };
        // What makes up for the others is the class that uses them.
        classes.retain(|_, uneven| !whole || uneven.instances != [InstanceId(0)]);
        for ((class, _), uneven) in classes {
            found.push(self.uneven_class(code, class, &uneven));
            self.uneven.push(uneven);
        }
        found
    }

    /// True for models whose need of equations depends on what they will become: partial ones, those with overdetermined
    /// connectors or buses, and those that ask how often they are connected.
    pub(crate) fn is_undecided(&mut self, top: InstId) -> bool {
        self.is_open(top) || (0..self.insts.len() as u32).any(|inst| self.is_loose_end(top, InstId(inst)))
    }

    /// True for a model of which nothing is decided: it is partial, or asks how often it is connected.
    fn is_open(&self, top: InstId) -> bool {
        self.asked.contains(&top) || self.is_partial(self.inst(top).elab)
    }

    /// True for a bus or an overdetermined connector of the model itself.
    fn is_loose_end(&mut self, top: InstId, inst: InstId) -> bool {
        let Inst { owner, prefixes, elab, .. } = *self.inst(inst);
        if owner != top {
            return false;
        }
        prefixes.border == ConnectorExposure::Bus
            || prefixes.border == ConnectorExposure::Open
                && (self.constraint_of(elab).is_some() || self.holds_loose(inst))
    }

    /// What of the model depends on what it will be connected to.
    pub(crate) fn undecided_balance(&mut self, top: InstId) -> UndecidedBalance {
        if self.is_open(top) {
            return UndecidedBalance::Wholly;
        }
        let mut loose = vec![false; self.insts.len()];
        for at in 0..self.insts.len() {
            // Instances stand behind those around them.
            let around = self.inst(InstId(at as u32)).parent;
            loose[at] = around.is_some_and(|around| loose[around.0 as usize])
                || self.is_loose_end(top, InstId(at as u32));
        }
        let all = (0..self.model.variables.len() as u32).map(VariableId);
        let held = all.filter(|variable| {
            self.leaf_of.get(variable.at()).is_some_and(|&leaf| loose[self.leaf(leaf).inst.0 as usize])
        });
        let held: Vec<VariableId> = held.collect();
        if held.is_empty() { UndecidedBalance::Nothing } else { UndecidedBalance::Ends(held) }
    }

    /// The inputs in each group that no connection, equation or value gives a value.
    fn unfed(&mut self, tally: &mut BalanceTally, insts: &[InstId]) -> BTreeMap<usize, Vec<LeafId>> {
        let fed = self.connected_inputs();
        let mut used: FxHashSet<(usize, VariableId)> = FxHashSet::default();
        for equation in &self.model.equations {
            if let Origin::Written { instance, .. } = self.model.origins[equation.origin.at()] {
                let root = tally.root(self.inst(insts[instance.at()]).owner);
                self.mentions(equation, &mut |variable| {
                    used.insert((root, variable));
                });
            }
        }
        let mut unfed: BTreeMap<usize, Vec<LeafId>> = BTreeMap::new();
        for (at, leaf) in self.leaves.iter().enumerate() {
            let Some(first) = leaf.first else { continue };
            let input = is_given(leaf) && leaf.prefixes.causality == Causality::Input;
            let bound = self.model.variables.get(first.at()).is_none_or(|first| first.binding.is_some());
            let Some(around) = self.around(self.inst(leaf.inst).owner) else { continue };
            let root = tally.root(around);
            if input && !bound && !fed.contains(&first) && !used.contains(&(root, first)) {
                unfed.entry(root).or_default().push(LeafId(at as u32));
            }
        }
        unfed
    }

    fn mentions(&self, equation: &equations::Equation, visit: &mut impl FnMut(VariableId)) {
        if let EquationKind::Algorithm(_, assigned) = &equation.kind {
            assigned.iter().for_each(|&variable| visit(variable));
        }
        let exprs = &self.model.exprs;
        let mut todo = Vec::new();
        equation.parts(&mut todo);
        let mut seen = FxHashSet::default();
        while let Some(id) = todo.pop() {
            if seen.insert(id) {
                match exprs.get(id) {
                    Expr::Variable(variable) => visit(variable),
                    expr => expr.children(exprs, &mut todo),
                }
            }
        }
    }

    /// True for classes that the rule of balance holds for.
    fn must_balance(&self, class: ClassId) -> bool {
        let restriction = self.program.class(class).node.restriction;
        matches!(restriction, Restriction::Model | Restriction::Block | Restriction::Class)
    }

    fn not_connected(&self, leaf: LeafId) -> Diagnostic {
        let leaf = self.leaf(leaf);
        let owner = self.inst(leaf.inst).owner;
        let (Some(first), Some(instance)) = (leaf.first, self.inst(owner).public) else {
            unreachable!("only components of the model are looked at");
        };
        let whole = self.model.instance_name(instance);
        let full = self.model.variable_name(first);
        let name = &full[whole.len() + 1..];
        let name = if leaf.dims.is_empty() { name } else { name.rsplit_once('[').map_or(name, |cut| cut.0) };
        let component = self.model.symbols.name(self.inst(owner).name);
        let class = self.model.symbols.name(self.model.instances[instance.at()].class);
        let class = class.rsplit('.').next().unwrap_or_default();
        let place = self.model.instances[instance.at()].place;
        Diagnostic::new(
            DiagnosticCode::NotConnected,
            place,
            format!("input `{name}` of `{component}` is not connected"),
        )
        .label(format!("this `{class}` needs a value for `{name}`"))
        .related(leaf.file.place(leaf.span), "the input")
        .help(format!(
            "connect an output to `{component}.{name}`, or write an equation that gives it a value"
        ))
    }

    fn uneven_class(&self, code: DiagnosticCode, class: ClassId, uneven: &UnbalancedClass) -> Diagnostic {
        let UnbalancedClass { class: place, unknowns, equations, ref instances } = *uneven;
        let name = self.model.symbols.name(self.program.class(class).name);
        let missing = unknowns - equations;
        let number = missing.unsigned_abs() as usize;
        let counted = format!(
            "`{name}` has {equations} equation{} for {unknowns} unknown{}",
            plural(equations.unsigned_abs() as usize),
            plural(unknowns.unsigned_abs() as usize)
        );
        let label = match (missing > 0, number) {
            (true, 1) => "one equation is missing".to_string(),
            (true, _) => format!("{number} equations are missing"),
            (false, 1) => "one equation is in excess".to_string(),
            (false, _) => format!("{number} equations are in excess"),
        };
        let mut diagnostic = Diagnostic::new(code, place, counted).label(label).note(
            "counted for the class alone: flows and inputs of its connectors are determined from outside, those of \
             its components are unknowns",
        );
        if code == DiagnosticCode::UnevenClass {
            diagnostic = diagnostic.note("the model as a whole has as many equations as unknowns");
        }
        let component = instances.first().map(|&instance| self.model.instance_name(instance));
        if let Some(component) = component.filter(|name| !name.is_empty()) {
            diagnostic = diagnostic.note(match instances.len() {
                1 => format!("it is the class of `{component}`"),
                2 => format!("it is the class of `{component}` and of one other component"),
                _ => format!(
                    "it is the class of `{component}` and of {} other components",
                    instances.len() - 1
                ),
            });
        }
        diagnostic
    }
}
