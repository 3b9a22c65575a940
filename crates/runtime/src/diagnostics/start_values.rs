//! Start values and initial equations that contradict each other, in words.

use dae::{Dae, Equality, Plan, RowId};
use equations::{Derivation, Origin, VariableId};
use syntax::{Diagnostic, DiagnosticCode};

use super::super::AliasStartConflict;
use super::super::initialization::RedundantCondition;
use super::super::parameter_values::number;
use super::{MAX_ROWS, format_number, origin, place};

/// Formulas longer than this are cut: who reads them wants to know which they are.
const MAX_TEXT: usize = 200;

/// Conditions for initialization that contradict the others.
pub(super) fn inconsistent_conditions(plan: &Plan, gaps: &[RedundantCondition]) -> Diagnostic {
    let dae = &plan.reduced.dae;
    let rows = &plan.initialization.rows;
    let top = dae.model.instances[0].place;
    let said = |gap: &RedundantCondition| {
        let row = &rows[gap.row.at()];
        let (left, right) = (dae.model.expr_text(row.left), dae.model.expr_text(row.right));
        match start_variable(dae, row) {
            Some(variable) => {
                let name = dae.model.variable_name(variable);
                let (is, off) = (format_number(gap.left), format_number(gap.size().abs()));
                format!("the start value `{name} = {right}` does not hold: `{name}` is {is}, off by {off}")
            }
            None => format!(
                "the initial equation `{left} = {right}` does not hold: its sides are {} and {}, off by {}",
                format_number(gap.left),
                format_number(gap.right),
                format_number(gap.size().abs())
            ),
        }
    };
    let Some(first) = gaps.first() else {
        return Diagnostic::new(DiagnosticCode::NoStart, top, "an initial condition does not hold");
    };
    let message = match gaps.len() {
        1 => said(first),
        count => format!("{count} initial conditions do not hold; {}", said(first)),
    };
    let place = |gap: &RedundantCondition| origin(plan, true, gap.row).unwrap_or(top);
    let mut found = Diagnostic::new(DiagnosticCode::NoStart, place(first), message)
        .label("the other conditions determine the initialization problem without it");
    for gap in gaps.iter().skip(1).take(MAX_ROWS) {
        found = found.related(place(gap), said(gap));
    }
    let mut told: Vec<RowId> = Vec::new();
    for row in gaps.iter().flat_map(|gap| plan.initial_causes(gap.row, 2 * MAX_ROWS)) {
        if told.contains(&row) || told.len() >= MAX_ROWS {
            continue;
        }
        told.push(row);
        let equation = &rows[row.at()];
        let text =
            format!("`{} = {}`", dae.model.expr_text(equation.left), dae.model.expr_text(equation.right));
        let text = if text.chars().count() > MAX_TEXT {
            let cut: String = text.chars().take(MAX_TEXT).collect();
            format!("{cut} …`")
        } else {
            text
        };
        let how = match &dae.model.origins[equation.origin.at()] {
            Origin::Derived { step: Derivation::Differentiated, .. } => " follows by differentiation",
            Origin::Derived { step: Derivation::Started(_), .. } => ", a start value",
            _ => " takes part",
        };
        found = match origin(plan, true, row) {
            Some(at) => found.related(at, format!("{text}{how}")),
            None => found.note(format!("{text}{how}")),
        };
    }
    found.help("remove or change one of these conditions")
}

/// The variable whose start value a row is.
pub(crate) fn start_variable(dae: &Dae, row: &Equality) -> Option<VariableId> {
    match dae.model.origins[row.origin.at()] {
        Origin::Derived { step: Derivation::Started(variable), .. } => Some(variable),
        _ => None,
    }
}

/// Two fixed start values of what is one and the same.
pub(super) fn conflicting_starts(
    dae: &Dae,
    AliasStartConflict { kept, other, value, start }: &AliasStartConflict,
) -> Diagnostic {
    let model = &dae.model;
    let declared =
        |id: &VariableId| place(model, model.variables[id.at()].origin).unwrap_or(model.instances[0].place);
    let (kept_name, name) = (model.variable_name(*kept), model.variable_name(*other));
    let message = format!(
        "the start value `{name} = {}` does not hold: `{name}` is {}, off by {}",
        format_number(*start),
        format_number(*value),
        format_number((value - start).abs())
    );
    let found = Diagnostic::new(DiagnosticCode::NoStart, declared(other), message);
    if kept == other {
        return settled(dae, found, *value);
    }
    found
        .label(format!("an equation makes it an alias of `{kept_name}`, or of its negative"))
        .related(declared(kept), format!("the start value of `{kept_name}` is fixed as well"))
        .help("remove `fixed = true` from one of the two")
}

/// The start value of a variable that is the same number all the time.
fn settled(dae: &Dae, found: Diagnostic, value: f64) -> Diagnostic {
    let value = format_number(value);
    let found = found
        .label(format!("the equations make it {value}, whatever its start value is"))
        .help(format!("set its start value to {value}, or write `fixed = false`"));
    let zeros = dae.evaluated.iter().filter_map(|&id| {
        let number = dae.attributes.value(id).and_then(number)?;
        Some(format!("`{} = {}`", dae.model.variable_name(id), format_number(number)))
    });
    match zeros.collect::<Vec<_>>().as_slice() {
        [] => found,
        few if few.len() <= MAX_ROWS => found.note(format!("this may follow from {}", few.join(", "))),
        _ => found,
    }
}
