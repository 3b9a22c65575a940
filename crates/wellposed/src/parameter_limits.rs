//! Parameters whose values are outside of their limits.

use equations::{Attribute, FlatModel, Origin, Variability};
use syntax::{Diagnostic, DiagnosticCode};

/// Says which parameters are given numbers below their `min` or above their `max`. Values that are formulas are known only
/// when the model runs.
pub(crate) fn check_limits(model: &FlatModel) -> Vec<Diagnostic> {
    let mut all = Vec::new();
    for &(id, attribute, limit) in &model.attributes {
        let variable = &model.variables[id.at()];
        let side = match attribute {
            Attribute::Min => "min",
            Attribute::Max => "max",
            _ => continue,
        };
        let binding = variable.binding.filter(|_| variable.variability <= Variability::Parameter);
        let (Some(value), Some(limit)) =
            (binding.and_then(|value| model.exprs.number(value)), model.exprs.number(limit))
        else {
            continue;
        };
        let beyond = if side == "min" { value < limit } else { value > limit };
        if beyond {
            let name = model.variable_name(id);
            let beside = model.given.iter().any(|given| given.0 == name);
            let (origin, label) = if beside {
                (variable.origin, "overridden from outside")
            } else {
                (variable.bound, "set here")
            };
            let Origin::Written { place, .. } = model.origins[origin.at()] else { continue };
            let than = if side == "min" { "less" } else { "more" };
            all.push(
                Diagnostic::new(
                    DiagnosticCode::OutOfBounds,
                    place,
                    format!("`{name}` is {value}, {than} than its `{side}` of {limit}"),
                )
                .label(label)
                .help("check the value and its unit"),
            );
        }
    }
    all
}
