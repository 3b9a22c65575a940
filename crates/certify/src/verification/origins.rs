//! Which equation a variable is told of with.

use equations::{Builtin, EquationKind, Expr, ExprId, FlatModel, OriginId, Type, VariableId};
use rustc_hash::FxHashSet;

use crate::discrete_time::DiscreteTimeFinder;
use crate::relations::has_call;

/// Variables that the model itself differentiates.
pub(super) fn differentiated(model: &FlatModel) -> FxHashSet<VariableId> {
    let mut found = FxHashSet::default();
    for at in (0..model.exprs.len() as u32).map(ExprId) {
        if let Expr::Builtin(Builtin::Der, list) = model.exprs.get(at)
            && let &[one] = model.exprs.items(list)
            && let Expr::Variable(id) = model.exprs.get(one)
        {
            found.insert(id);
        }
    }
    found
}

/// Variables whose derivatives change at events alone.
pub(super) fn lines(model: &FlatModel, memories: &FxHashSet<VariableId>) -> FxHashSet<VariableId> {
    let mut stepwise = DiscreteTimeFinder::new(model, memories);
    let mut found = FxHashSet::default();
    for equation in &model.equations {
        let EquationKind::Equality(left, right) = equation.kind else { continue };
        for (side, other) in [(left, right), (right, left)] {
            if let Expr::Builtin(Builtin::Der, list) = model.exprs.get(side)
                && let &[one] = model.exprs.items(list)
                && let Expr::Variable(id) = model.exprs.get(one)
                && !has_call(model, other)
                && stepwise.is_stepwise(other)
            {
                found.insert(id);
            }
        }
    }
    found
}

/// The equation that each variable is told of with: one that has its derivative, or one that it stands alone in, or else
/// its declaration.
pub(super) fn origins(model: &FlatModel) -> Vec<OriginId> {
    let mut origins: Vec<OriginId> = model.variables.iter().map(|variable| variable.bound).collect();
    let mut known = vec![false; origins.len()];
    let mut name = |id: VariableId, origin: OriginId, known: &mut Vec<bool>| {
        if !std::mem::replace(&mut known[id.at()], true) {
            origins[id.at()] = origin;
        }
    };
    for equation in &model.equations {
        match &equation.kind {
            EquationKind::Equality(left, right) => {
                for side in [*left, *right] {
                    match model.exprs.get(side) {
                        Expr::Variable(id)
                            if model.variables[id.at()].kind != Type::Real
                                && matches!(
                                    model.source(equation.origin),
                                    equations::Origin::Written { .. }
                                ) =>
                        {
                            name(id, equation.origin, &mut known);
                        }
                        Expr::Builtin(Builtin::Der, list) => {
                            if let &[one] = model.exprs.items(list)
                                && let Expr::Variable(id) = model.exprs.get(one)
                            {
                                name(id, equation.origin, &mut known);
                            }
                        }
                        _ => {}
                    }
                }
            }
            EquationKind::When(branches) => {
                let mut assigned = FxHashSet::default();
                for inner in branches.iter().flat_map(|branch| &branch.1) {
                    crate::judge::assigned_by(model, inner, &mut assigned);
                }
                let mut assigned: Vec<VariableId> = assigned.into_iter().collect();
                assigned.sort_unstable();
                assigned.into_iter().for_each(|id| name(id, equation.origin, &mut known));
            }
            EquationKind::Algorithm(_, assigned) => {
                assigned.iter().for_each(|&id| name(id, equation.origin, &mut known));
            }
            _ => {}
        }
    }
    origins
}
