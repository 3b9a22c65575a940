//! What conditions depend on: definitions of variables are followed until one that keeps its value is reached.

use equations::{Builtin, EquationKind, Expr, ExprId, FlatModel, VariableId};
use rustc_hash::FxHashSet;

use crate::algorithm::uses_pre;
use crate::relations::has_call;

/// Definitions of discrete variables, to see what conditions depend on.
pub(crate) struct DiscreteDefinitions<'m> {
    model: &'m FlatModel,
    by_variable: Vec<Option<ExprId>>,
    memories: &'m FxHashSet<VariableId>,
    /// What is differentiated.
    states: FxHashSet<VariableId>,
}

impl<'m> DiscreteDefinitions<'m> {
    /// `memories` are the variables that are assigned when something happens, `states` those that are differentiated.
    pub(crate) fn new(
        model: &'m FlatModel,
        memories: &'m FxHashSet<VariableId>,
        states: FxHashSet<VariableId>,
    ) -> DiscreteDefinitions<'m> {
        let mut by_variable: Vec<Option<ExprId>> =
            model.variables.iter().map(|variable| variable.binding).collect();
        for equation in &model.equations {
            let EquationKind::Equality(left, right) = equation.kind else { continue };
            for (side, other) in [(left, right), (right, left)] {
                if let Expr::Variable(id) = model.exprs.get(side)
                    && by_variable[id.at()].is_none()
                {
                    by_variable[id.at()] = Some(other);
                    break;
                }
            }
        }
        DiscreteDefinitions { model, by_variable, memories, states }
    }

    /// Whether what a variable is equal to calls functions.
    pub(crate) fn calls(&self, id: VariableId) -> bool {
        self.by_variable[id.at()].is_some_and(|definition| has_call(self.model, definition))
    }

    /// The `sample` operators that expressions depend on, and the variables of which they ask what was before.
    pub(super) fn samples_and_pre(&self, roots: &[ExprId]) -> (Vec<ExprId>, Vec<VariableId>) {
        let (mut samples, mut asked) = (Vec::new(), Vec::new());
        let mut seen = FxHashSet::default();
        let mut todo = roots.to_vec();
        while let Some(id) = todo.pop() {
            if !seen.insert(id) {
                continue;
            }
            match self.model.exprs.get(id) {
                Expr::Variable(variable) if !self.memories.contains(&variable) => {
                    let declared = &self.model.variables[variable.at()];
                    if declared.kind != equations::Type::Real {
                        todo.extend(self.by_variable[variable.at()]);
                    }
                }
                Expr::Builtin(Builtin::Sample, _) => samples.push(id),
                expr => {
                    let asks = [Builtin::Pre, Builtin::Edge, Builtin::Change];
                    if matches!(expr, Expr::Builtin(builtin, _) if asks.contains(&builtin)) {
                        asked.extend(self.model.exprs.variables([id]));
                    }
                    expr.children(&self.model.exprs, &mut todo);
                }
            }
        }
        samples.sort_unstable();
        asked.sort_unstable();
        asked.dedup();
        (samples, asked)
    }

    /// The variables among those of expressions that are true, or have a value, for a moment alone: they are defined by what
    /// was before, and no row of a result shows what they are while an event goes on.
    pub(super) fn moments(&self, roots: Vec<ExprId>) -> Vec<(VariableId, ExprId)> {
        let mut found: Vec<(VariableId, ExprId)> = Vec::new();
        for id in self.model.exprs.variables(roots) {
            let declared = &self.model.variables[id.at()];
            if let Some(definition) = self.by_variable[id.at()]
                && declared.kind != equations::Type::Real
                && !self.memories.contains(&id)
                && uses_pre(self.model, vec![definition])
            {
                found.push((id, definition));
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The Real variables that expressions depend on and that equations give in no explicit form; states are not among them.
    pub(super) fn implicit(&self, roots: Vec<ExprId>) -> Vec<VariableId> {
        let mut seen = FxHashSet::default();
        let mut found = Vec::new();
        let mut todo = self.model.exprs.variables(roots);
        while let Some(id) = todo.pop() {
            if !seen.insert(id) || self.memories.contains(&id) {
                continue;
            }
            match self.by_variable[id.at()] {
                Some(definition) => todo.extend(self.model.exprs.variables([definition])),
                None => {
                    let declared = &self.model.variables[id.at()];
                    if declared.kind == equations::Type::Real && !self.states.contains(&id) {
                        found.push(id);
                    }
                }
            }
        }
        found.sort_unstable();
        found
    }

    /// The variables with a memory that expressions depend on.
    pub(super) fn discrete_dependencies(&self, roots: Vec<ExprId>) -> FxHashSet<VariableId> {
        let mut found = FxHashSet::default();
        let mut seen = FxHashSet::default();
        let mut todo = self.model.exprs.variables(roots);
        while let Some(id) = todo.pop() {
            if !seen.insert(id) {
                continue;
            }
            if self.memories.contains(&id) {
                found.insert(id);
            } else if let Some(definition) = self.by_variable[id.at()] {
                todo.extend(self.model.exprs.variables([definition]));
            }
        }
        found
    }
}
