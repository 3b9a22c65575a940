//! The equations of states: each holds while its state is active, and several for one variable become one.

use equations::{Builtin, Equation, EquationKind, Expr, ExprId, FlatModel, OriginId, VariableId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{StateMachineWriter, chart, written_in};

/// A definition of a variable: the state it holds in, and the value.
type StateDefinition = ((usize, usize), ExprId, OriginId);

impl StateMachineWriter {
    /// Makes one definition of all that states say about a variable, and takes the operators of state machines out.
    pub(super) fn merge(&mut self) {
        let mut definitions: Vec<(VariableId, Vec<StateDefinition>)> = Vec::new();
        let mut known: FxHashMap<VariableId, usize> = FxHashMap::default();
        let mut add = |variable: VariableId, definition: StateDefinition| {
            let at = *known.entry(variable).or_insert_with(|| {
                definitions.push((variable, Vec::new()));
                definitions.len() - 1
            });
            definitions[at].1.push(definition);
        };
        let mut kept = Vec::new();
        // The equations of the machines themselves hold always.
        let own: FxHashSet<VariableId> = self.machine_variables();
        for equation in std::mem::take(&mut self.model.equations) {
            let origin = equation.origin;
            if is_structure(&self.model, &equation) {
                continue;
            }
            let state = self.chart.innermost_state(&self.model, written_in(&self.model, origin));
            if let EquationKind::Equality(left, _) = equation.kind
                && let Expr::Variable(variable) = self.model.exprs.get(left)
                && own.contains(&variable)
            {
                kept.push(equation);
                continue;
            }
            match (state, &equation.kind) {
                (None, _) => kept.push(self.outer(equation)),
                (Some(state), EquationKind::Equality(..) | EquationKind::If(_)) => {
                    for (variable, value) in self.defined(&equation, state) {
                        add(variable, (state, value, origin));
                    }
                }
                (Some(state), &EquationKind::Call(call)) => {
                    let call = self.inside(call, Some(state), None, origin);
                    let active = self.active(state);
                    let truth = self.model.exprs.boolean(true);
                    let inner = Equation { kind: EquationKind::Call(call), origin };
                    let kind = EquationKind::If(vec![(active, vec![inner]), (truth, Vec::new())]);
                    kept.push(Equation { kind, origin });
                }
                (Some(_), _) => self.wrong.push(chart::no_assignment(&self.model, origin)),
            }
        }
        for at in 0..self.model.variables.len() {
            let variable = self.model.variables[at];
            let id = VariableId(at as u32);
            let Some(binding) = variable.binding.filter(|_| unknown(&self.model, id)) else { continue };
            match self.chart.innermost_state(&self.model, written_in(&self.model, variable.bound)) {
                Some(state) => {
                    let value = self.inside(binding, Some(state), None, variable.bound);
                    self.model.variables[at].binding = None;
                    add(id, (state, value, variable.bound));
                }
                None => {
                    self.model.variables[at].binding = Some(self.inside(binding, None, None, variable.bound));
                }
            }
        }
        for (variable, all) in definitions {
            let mut value = self.remembered(variable);
            for &(state, own, _) in all.iter().rev() {
                let active = self.active(state);
                value = self.model.exprs.if_then_else(active, own, value);
            }
            let left = self.model.exprs.add(Expr::Variable(variable));
            let origin = all[0].2;
            kept.push(Equation { kind: EquationKind::Equality(left, value), origin });
        }
        self.model.equations = kept.into();
    }

    /// The variables that an equation of a state defines, and their values. Branches of an `if` that say nothing of one
    /// leave it as it was.
    fn defined(&mut self, equation: &Equation, state: (usize, usize)) -> Vec<(VariableId, ExprId)> {
        let origin = equation.origin;
        match &equation.kind {
            &EquationKind::Equality(left, right) => {
                let sides = [(left, right), (right, left)];
                let target = sides.into_iter().find_map(|(a, b)| match self.model.exprs.get(a) {
                    Expr::Variable(variable) if unknown(&self.model, variable) => Some((variable, b)),
                    _ => None,
                });
                if let Some((variable, value)) = target {
                    return vec![(variable, self.inside(value, Some(state), None, origin))];
                }
                self.wrong.push(chart::no_assignment(&self.model, origin));
                Vec::new()
            }
            EquationKind::If(branches) => {
                let mut found: Vec<(VariableId, ExprId)> = Vec::new();
                for (condition, body) in branches.iter().rev() {
                    let condition = self.inside(*condition, Some(state), None, origin);
                    let own: Vec<_> = body.iter().flat_map(|inner| self.defined(inner, state)).collect();
                    for &(variable, _) in &own {
                        if !found.iter().any(|known| known.0 == variable) {
                            found.push((variable, self.remembered(variable)));
                        }
                    }
                    for (variable, value) in &mut found {
                        let here = own.iter().find(|own| own.0 == *variable).map(|own| own.1);
                        let here = here.unwrap_or_else(|| self.remembered(*variable));
                        *value = self.model.exprs.if_then_else(condition, here, *value);
                    }
                }
                found
            }
            _ => {
                self.wrong.push(chart::no_assignment(&self.model, origin));
                Vec::new()
            }
        }
    }

    /// The variables that were made for machines.
    fn machine_variables(&self) -> FxHashSet<VariableId> {
        let name = |id: &VariableId| {
            let variable = &self.model.variables[id.at()];
            self.model.symbols.name(variable.name).starts_with("$machine")
        };
        (0..self.model.variables.len() as u32).map(VariableId).filter(name).collect()
    }

    /// An equation outside of states.
    fn outer(&mut self, equation: Equation) -> Equation {
        let origin = equation.origin;
        let kind = match equation.kind {
            EquationKind::Equality(left, right) => EquationKind::Equality(
                self.inside(left, None, None, origin),
                self.inside(right, None, None, origin),
            ),
            EquationKind::Call(call) => EquationKind::Call(self.inside(call, None, None, origin)),
            EquationKind::If(branches) => EquationKind::If(self.branches(branches, origin)),
            EquationKind::When(branches) => EquationKind::When(self.branches(branches, origin)),
            other @ EquationKind::Algorithm(..) => other,
        };
        Equation { kind, origin }
    }

    fn branches(
        &mut self,
        branches: Vec<(ExprId, Vec<Equation>)>,
        origin: OriginId,
    ) -> Vec<(ExprId, Vec<Equation>)> {
        let branches = branches.into_iter().map(|(condition, body)| {
            let body = body.into_iter().map(|inner| self.outer(inner)).collect();
            (self.inside(condition, None, None, origin), body)
        });
        branches.collect()
    }
}

/// Whether an equation says what the machines are.
fn is_structure(model: &FlatModel, equation: &Equation) -> bool {
    let EquationKind::Call(call) = equation.kind else { return false };
    matches!(model.exprs.get(call), Expr::Builtin(Builtin::Transition | Builtin::InitialState, _))
}

fn unknown(model: &FlatModel, variable: VariableId) -> bool {
    model.variables[variable.at()].variability > equations::Variability::Parameter
}
