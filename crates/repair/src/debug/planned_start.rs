//! How many initial conditions the plan of a simulation finds to be too many or too few.
//!
//! The equations as they were written show where unknowns stand. In the plan calls are written out, and what is zero is gone:
//! a constraint may then hold positions alone, of which a call seemed to depend on speeds as well, so that there are fewer values
//! to choose than places tell.

use crate::Deficit;
use dae::{InitialCondition, Plan, RowId, StartReason, VariableRole};
use equations::{Derivation, FlatModel, Origin, OriginId, VariableId};

/// What a plan says of initial conditions.
pub(super) struct PlannedStart {
    /// How many start values of what changes all the time a simulation would have to choose by itself, and those of them that the
    /// model knows.
    pub(super) chosen: usize,
    pub(super) open: Vec<VariableId>,
    /// How many conditions are too many.
    pub(super) over: usize,
    /// Those that compete with each other, in the order of their rows.
    pub(super) many: Vec<InitialCondition>,
    /// How many values are open, and how many conditions too many, because equations depend on each other by their numbers.
    pub(super) dependent: Deficit,
}

impl PlannedStart {
    /// Reads a plan of this model.
    pub(super) fn new(model: &FlatModel, plan: &Plan) -> PlannedStart {
        let dae = &plan.reduced.dae;
        let chosen = plan.initialization.starts.iter().filter(|start| {
            let role = dae.roles[start.variable.at()];
            start.given == StartReason::Chosen
                && matches!(role, VariableRole::Continuous | VariableRole::Derivative | VariableRole::Free)
        });
        let chosen: Vec<VariableId> = chosen.map(|start| start.variable).collect();
        let surplus = plan.initialization.surplus.iter().copied();
        let surplus: Vec<RowId> = surplus.filter(|&row| demand(model, plan, row).is_some()).collect();
        let part = surplus.iter().flat_map(|&row| plan.initial_causes(row, usize::MAX));
        let mut part: Vec<RowId> = part.chain(surplus.iter().copied()).collect();
        part.sort_unstable();
        part.dedup();
        let mut many: Vec<InitialCondition> =
            part.into_iter().filter_map(|row| demand(model, plan, row)).collect();
        // What the plan finds to be the same variable, as the ends of a resistance of zero, begins once.
        let known = |id: VariableId| id.at() < model.variables.len() && same(model, plan, id);
        let twice = dae.conflicts.iter().filter(|found| {
            found.fixed && known(found.other) && dae.roles[found.other.at()] != VariableRole::Discrete
        });
        let mut over = surplus.len();
        for found in twice {
            over += 1;
            let both = [found.kept, found.other].map(InitialCondition::Fixed);
            many.extend(both.into_iter().filter(|one| match one {
                InitialCondition::Fixed(id) => known(*id) && dae.attributes.is_fixed(*id),
                _ => false,
            }));
        }
        let mut seen = Vec::new();
        many.retain(|one| {
            !seen.contains(one) && {
                seen.push(*one);
                true
            }
        });
        let dependent = plan.dependent_starts();
        let contradicting = dependent.iter().filter(|found| found.agree == Some(false));
        PlannedStart {
            dependent: Deficit { over: contradicting.count(), under: dependent.len() },
            open: chosen.iter().copied().filter(|&id| known(id)).collect(),
            chosen: chosen.len(),
            over,
            many,
        }
    }
}

/// The initial equation or the fixed start value that a row of the initialization problem is.
fn demand(model: &FlatModel, plan: &Plan, row: RowId) -> Option<InitialCondition> {
    let dae = &plan.reduced.dae;
    if row.at() < dae.rows.len() {
        return None;
    }
    let origin = plan.initialization.rows[row.at()].origin;
    if let Origin::Derived { step: Derivation::Started(variable), .. } = dae.model.origins[origin.at()] {
        let fixed = dae.attributes.get(variable).fixed == Some(true);
        let known = variable.at() < model.variables.len() && same(model, plan, variable);
        return (fixed
            && known
            && matches!(dae.roles[variable.at()], VariableRole::Continuous | VariableRole::Discrete))
        .then_some(InitialCondition::Fixed(variable));
    }
    let origin = written(&dae.model, origin);
    (origin.at() < model.origins.len()).then_some(InitialCondition::Equation(origin))
}

/// Whether a variable of the plan is the one of the model with its number: those of clocks are added behind.
fn same(model: &FlatModel, plan: &Plan, variable: VariableId) -> bool {
    model.variable_name(variable) == plan.reduced.dae.model.variable_name(variable)
}

/// What an origin was derived from in the end.
fn written(model: &FlatModel, mut origin: OriginId) -> OriginId {
    while let Origin::Derived { from, .. } = model.origins[origin.at()] {
        origin = from;
    }
    origin
}
