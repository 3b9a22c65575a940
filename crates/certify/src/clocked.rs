//! Which variables and equations belong to clocks (MLS chapter 16): their values are there at ticks alone.

use equations::{Builtin, EquationKind, Expr, ExprId, FlatModel, Type, Variability, VariableId};
use rustc_hash::FxHashSet;

/// The variables that belong to clocks.
pub(crate) fn clocked_variables(model: &FlatModel) -> Vec<bool> {
    let mut clocked = vec![false; model.variables.len()];
    let any = model.variables.iter().any(|variable| variable.kind == Type::Clock)
        || (0..model.exprs.len() as u32).any(|at| is_clocked(model, ExprId(at)));
    if !any {
        return clocked;
    }
    for (at, variable) in model.variables.iter().enumerate() {
        clocked[at] = variable.kind == Type::Clock;
    }
    // Each equation is of one clock or of none, but `sample` looks out of it and `hold` into it.
    let mut groups: Vec<(Vec<VariableId>, bool)> = Vec::new();
    let mut add = |roots: Vec<ExprId>, own: &[VariableId]| {
        let mut group = ClockedTerms::default();
        roots.into_iter().for_each(|root| group.walk(model, root, &mut clocked));
        group.inside.extend(own);
        groups.push((group.inside, group.clocked));
    };
    for equation in model.equations.iter().chain(&model.initial_equations) {
        let mut parts = Vec::new();
        equation.parts(&mut parts);
        match &equation.kind {
            EquationKind::Algorithm(_, assigned) => add(parts, assigned),
            _ => add(parts, &[]),
        }
    }
    for (id, variable) in (0..).map(VariableId).zip(&model.variables) {
        if let Some(binding) = variable.binding {
            add(vec![binding], &[id]);
        }
    }
    loop {
        let mut changed = false;
        for (inside, is_clocked) in &mut groups {
            *is_clocked |= inside.iter().any(|id| clocked[id.at()]);
            if *is_clocked {
                for id in
                    inside.iter().filter(|id| model.variables[id.at()].variability > Variability::Parameter)
                {
                    changed |= !std::mem::replace(&mut clocked[id.at()], true);
                }
            }
        }
        if !changed {
            return clocked;
        }
    }
}

/// What stands in an equation, on its own clock.
#[derive(Default)]
struct ClockedTerms {
    inside: Vec<VariableId>,
    clocked: bool,
    seen: FxHashSet<ExprId>,
}

impl ClockedTerms {
    fn walk(&mut self, model: &FlatModel, root: ExprId, clocked: &mut [bool]) {
        let mut todo = vec![root];
        while let Some(id) = todo.pop() {
            if !self.seen.insert(id) {
                continue;
            }
            match model.exprs.get(id) {
                Expr::Variable(variable) => {
                    if model.variables[variable.at()].variability > Variability::Parameter {
                        self.inside.push(variable);
                    }
                }
                Expr::Builtin(Builtin::Hold, list) => {
                    for variable in model.exprs.variables(model.exprs.items(list).iter().copied()) {
                        if model.variables[variable.at()].variability > Variability::Parameter {
                            clocked[variable.at()] = true;
                        }
                    }
                }
                Expr::Builtin(Builtin::Sample, _) if is_clocked(model, id) => self.clocked = true,
                Expr::Builtin(Builtin::SubSample | Builtin::SuperSample, _)
                | Expr::Builtin(Builtin::ShiftSample | Builtin::BackSample | Builtin::NoClock, _) => {
                    self.clocked = true;
                    for variable in model.exprs.variables([id]) {
                        if model.variables[variable.at()].variability > Variability::Parameter {
                            clocked[variable.at()] = true;
                        }
                    }
                }
                expr => {
                    self.clocked |= is_clocked(model, id);
                    expr.children(&model.exprs, &mut todo);
                }
            }
        }
    }
}

/// Whether an expression is an operator of clocks.
fn is_clocked(model: &FlatModel, id: ExprId) -> bool {
    match model.exprs.get(id) {
        Expr::Builtin(Builtin::Sample, list) => match model.exprs.items(list) {
            &[_, second] => match model.exprs.get(second) {
                Expr::Variable(variable) => model.variables[variable.at()].kind == Type::Clock,
                Expr::Builtin(Builtin::Clock, _) => true,
                _ => false,
            },
            _ => true,
        },
        Expr::Builtin(builtin, _) => {
            builtin.is_clocked()
                || matches!(builtin, Builtin::TicksInState | Builtin::TimeInState | Builtin::ActiveState)
        }
        _ => false,
    }
}
