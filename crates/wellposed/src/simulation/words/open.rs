//! Connectors of a model that equations and unknowns lack a partner by.

use equations::{InstanceId, Origin, OriginId, Variability, VariableId};
use reduce::Dae;
use rustc_hash::FxHashSet;
use structure::Sets;

use crate::values::connectors;

/// The connectors of a model itself that have to do with some equations or variables, directly or by way of others. What
/// shares no unknown with them, however many equations lie between, is as good as another model.
pub(super) fn open(dae: &Dae, rows: &[OriginId], unknowns: &[VariableId]) -> Vec<InstanceId> {
    let model = &dae.model;
    let rows: FxHashSet<OriginId> = rows.iter().map(|&row| written(dae, row)).collect();
    let mut sets = Sets::new(model.variables.len());
    let mut concerned: Vec<VariableId> = unknowns.iter().map(|&unknown| base(dae, unknown)).collect();
    let mut join = |mut held: Vec<VariableId>, origins: &[OriginId]| {
        held.retain(|id| model.variables[id.at()].variability > Variability::Parameter);
        for pair in held.windows(2) {
            sets.join(pair[0].0, pair[1].0);
        }
        if origins.iter().any(|origin| rows.contains(origin)) {
            concerned.extend(held.first());
        }
    };
    for equation in &model.equations {
        let mut parts = Vec::new();
        equation.parts(&mut parts);
        join(model.exprs.variables(parts), &[equation.origin]);
    }
    for (id, variable) in (0..).map(VariableId).zip(&model.variables) {
        let mut held = model.exprs.variables(variable.binding);
        held.push(id);
        join(held, &[variable.origin, variable.bound]);
    }
    let concerned: FxHashSet<u32> = concerned.into_iter().map(|id| sets.root(id.0)).collect();
    let mut near = vec![false; model.instances.len()];
    for (id, variable) in (0..).zip(&model.variables) {
        near[variable.instance.at()] |= concerned.contains(&sets.root(id));
    }
    connectors(model).filter(|id| near[id.at()]).collect()
}

/// What an equation was made from.
fn written(dae: &Dae, mut id: OriginId) -> OriginId {
    while let Origin::Derived { from, .. } = dae.model.origins[id.at()] {
        id = from;
    }
    id
}

/// What a variable is a derivative of, or the variable.
fn base(dae: &Dae, mut id: VariableId) -> VariableId {
    while let Some(integral) = dae.integral.get(id.at()).copied().flatten() {
        id = integral;
    }
    id
}
