//! Which variables are functions of time, parameters and discrete variables alone: a motion that is prescribed.
//!
//! What is prescribed has no memory. If the function has a kink, its derivative jumps there, though nothing sets it anew, and
//! both rows of that event hold; a state that jumps does not.

use equations::{EquationKind, ExprId, FlatModel, Type, Variability, VariableId};
use rustc_hash::FxHashSet;

use crate::recorded::{Unknown, unknowns};

/// The variables of a model that follow, one equation at a time, from time and from what never changes between events.
pub(crate) fn prescribed(model: &FlatModel, memories: &FxHashSet<VariableId>) -> FxHashSet<VariableId> {
    let variables = || (0..).map(VariableId).zip(&model.variables);
    let given = variables().filter(|(id, variable)| {
        variable.kind != Type::Real || variable.variability <= Variability::Discrete || memories.contains(id)
    });
    let mut found: FxHashSet<VariableId> = given.map(|(id, _)| id).collect();
    let equations = model.equations.iter().filter_map(|equation| match equation.kind {
        EquationKind::Equality(left, right) => Some((vec![left, right], None)),
        _ => None,
    });
    let bindings = variables().filter_map(|(id, variable)| Some((vec![variable.binding?], Some(id))));
    let items = |(parts, own): (Vec<ExprId>, Option<VariableId>)| {
        let mut all = unknowns(model, parts);
        all.extend(own.map(Unknown::Variable));
        all
    };
    let mut open: Vec<Vec<Unknown>> = equations.chain(bindings).map(items).collect();
    loop {
        let before = found.len();
        open.retain_mut(|items| {
            // With a variable its derivative is known too.
            items.retain(|item| match item {
                Unknown::Variable(id) | Unknown::Derivative(id) => !found.contains(id),
            });
            match items[..] {
                [] => false,
                [Unknown::Variable(id)] => {
                    found.insert(id);
                    false
                }
                _ => true,
            }
        });
        if found.len() == before {
            return found;
        }
    }
}
