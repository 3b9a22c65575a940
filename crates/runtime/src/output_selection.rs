//! Which variables a result has.

use dae::{Dae, Plan, Replacement, ScheduledBlock, VariableRole};
use equations::{Type, VariableId};
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::{Diagnostic, DiagnosticCode, nearest};

use super::Experiment;

/// Whether a variable has its value from initialization to the end.
pub(super) fn is_parameter(dae: &Dae, id: VariableId) -> bool {
    matches!(dae.roles[id.at()], VariableRole::Constant | VariableRole::Parameter | VariableRole::Free)
}

/// The variables that the model itself has, and their derivatives; what has no number is left out.
pub(super) fn visible_variables(dae: &Dae) -> Vec<(VariableId, String)> {
    let all = (0..dae.roles.len() as u32).map(VariableId);
    let named = all.map(|id| (id, dae.model.variable_name(id)));
    named.filter(|(id, name)| is_number(dae, *id) && !name.starts_with('$')).collect()
}

fn is_number(dae: &Dae, id: VariableId) -> bool {
    let kind = dae.model.variables[id.at()].kind;
    let number = matches!(kind, Type::Real | Type::Integer | Type::Boolean | Type::Enumeration(_));
    number && dae.roles[id.at()] != VariableRole::Previous
}

/// The variables that a result has, and those that are shown.
#[derive(Clone, Debug, Default)]
pub(super) struct OutputSelection {
    /// All of them, each once.
    pub(super) all: Vec<VariableId>,
    /// How many of them the result has; those after them are shown only.
    pub(super) listed: usize,
    /// Whether they were asked for by name.
    pub(super) asked: bool,
    /// Those that are shown, by their numbers in `all`.
    pub(super) shown: Vec<usize>,
}

impl OutputSelection {
    pub(super) fn new(plan: &Plan, experiment: &Experiment) -> Result<OutputSelection, Vec<Diagnostic>> {
        let dae = &plan.reduced.dae;
        let computed = computed_derivatives(plan);
        let known = |id: &VariableId| dae.roles[id.at()] != VariableRole::Derivative || computed.contains(id);
        let mut all = select_outputs(dae, &experiment.variables)?;
        if experiment.variables.is_empty() {
            all.retain(known);
        }
        let listed = all.len();
        let mut number: FxHashMap<VariableId, usize> = all.iter().copied().zip(0..).collect();
        let mut shown = Vec::new();
        if !experiment.shown.is_empty() {
            for id in select_outputs(dae, &experiment.shown)? {
                shown.push(*number.entry(id).or_insert_with(|| {
                    all.push(id);
                    all.len() - 1
                }));
            }
        }
        if experiment.complete {
            let kept: Vec<VariableId> =
                visible_variables(dae).into_iter().map(|found| found.0).filter(known).collect();
            all.extend(kept.into_iter().filter(|id| !number.contains_key(id)));
        }
        Ok(OutputSelection { all, listed, asked: !experiment.variables.is_empty(), shown })
    }
}

/// The derivatives that a plan computes, and those that others are called after: where the factor of a derivative is zero
/// nothing does.
fn computed_derivatives(plan: &Plan) -> FxHashSet<VariableId> {
    let mut computed: FxHashSet<VariableId> = plan.schedule.states.iter().map(|state| state.1).collect();
    for block in &plan.schedule.blocks {
        match block {
            ScheduledBlock::Assign(assign) => {
                computed.insert(assign.variable);
            }
            ScheduledBlock::Torn(torn) => {
                computed.extend(torn.tearing.iter().copied());
                computed.extend(torn.inner.iter().chain(&torn.discrete).map(|assign| assign.variable));
            }
        }
    }
    let aliases = &plan.reduced.dae.aliases;
    let called = (0u32..).map(VariableId).zip(aliases).filter_map(|(id, alias)| match alias {
        Some(Replacement::Variable { of, .. }) if computed.contains(of) => Some(id),
        Some(Replacement::Literal(_)) => Some(id),
        _ => None,
    });
    let called: Vec<VariableId> = called.collect();
    computed.extend(called);
    computed
}

/// The variables with these names, in this order; all if there are none. A `*` stands for any part of a name.
pub(super) fn select_outputs(dae: &Dae, wanted: &[String]) -> Result<Vec<VariableId>, Vec<Diagnostic>> {
    let all = visible_variables(dae);
    if wanted.is_empty() {
        return Ok(all.into_iter().map(|found| found.0).collect());
    }
    let ids: FxHashMap<&str, VariableId> = all.iter().map(|(id, name)| (name.as_str(), *id)).collect();
    let (mut chosen, mut wrong) = (Vec::new(), Vec::new());
    for name in wanted {
        let before = chosen.len();
        match ids.get(name.as_str()) {
            Some(&id) => chosen.push(id),
            None if name.contains('*') => {
                chosen.extend(all.iter().filter(|(_, known)| fits(name, known)).map(|found| found.0));
            }
            None => {}
        }
        if chosen.len() == before {
            let place = dae.model.instances[0].place;
            let message = match name.contains('*') {
                true => format!("no variable of the model has a name like `{name}`"),
                false => format!("the model has no variable `{name}`"),
            };
            let found = Diagnostic::new(DiagnosticCode::UnknownName, place, message);
            wrong.push(match nearest(name, all.iter().map(|found| found.1.as_str())) {
                Some(near) => found.help(format!("did you mean `{near}`?")),
                None => found,
            });
        }
    }
    let mut seen = rustc_hash::FxHashSet::default();
    chosen.retain(|&id| seen.insert(id));
    if wrong.is_empty() { Ok(chosen) } else { Err(wrong) }
}

/// Whether a name fits a pattern in which `*` stands for anything.
fn fits(pattern: &str, name: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = name.strip_prefix(first) else { return false };
    let mut parts: Vec<&str> = parts.collect();
    let Some(last) = parts.pop() else { return rest.is_empty() };
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::fits;

    #[test]
    fn a_star_stands_for_anything() {
        for (pattern, name) in
            [("*", "a.b"), ("a.*", "a.b"), ("*.v", "a.p.v"), ("a*c*e", "abcde"), ("x", "x")]
        {
            assert!(fits(pattern, name), "{pattern} {name}");
        }
        for (pattern, name) in
            [("a.*", "b.a"), ("*.v", "a.vv"), ("a*c*e", "acd"), ("ab*b", "ab"), ("x", "xy")]
        {
            assert!(!fits(pattern, name), "{pattern} {name}");
        }
    }
}
