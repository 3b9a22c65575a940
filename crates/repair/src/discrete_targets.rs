//! Equations between discrete values that determine none of them.
//!
//! Discrete values are computed one after the other and not solved for: `a + b = 4` between Integers is no way to find one of
//! them, and neither is `b and c = true`.

use std::collections::BTreeSet;

use dae::{ModelRows, RowSource};
use equations::{EquationKind, Expr, FlatModel, VariableId};
use syntax::{Diagnostic, DiagnosticCode};

/// Says which equations hold discrete unknowns only and can be solved for none of them. One that gives a variable which a `when`
/// determines is too many, and told as that where equations are: `over` says so.
pub fn check_targets(model: &FlatModel, rows: &ModelRows, over: bool) -> Vec<Diagnostic> {
    let mut told = BTreeSet::new();
    let mut found = Vec::new();
    for (at, row) in (0..).zip(&rows.rows) {
        let held = rows.signature.row(at);
        let discrete = !held.is_empty() && held.iter().all(|entry| rows.discrete[entry.column as usize]);
        if !discrete || !rows.eligible.row(at).is_empty() || !told.insert(row.origin) {
            continue;
        }
        if let Some(variable) = lone(model, row.source) {
            if !over {
                let name = model.variable_name(variable);
                let message = format!("`{name}` is determined by a `when` already");
                found.push(
                    Diagnostic::new(DiagnosticCode::NoTarget, model.written(row.origin), message)
                        .label("this equation determines it at all times")
                        .help(format!("remove it, or what sets `{name}` in the `when`")),
                );
            }
            continue;
        }
        let message = "no variable stands alone on one side of this equation between discrete-time variables";
        found.push(
            Diagnostic::new(DiagnosticCode::NoTarget, model.written(row.origin), message)
                .label("it is ambiguous which variable it determines")
                .help(
                    "write one equation `variable = …` for each of them: discrete-time variables are assigned one after the \
                     other, and not solved for simultaneously",
                ),
        );
    }
    found
}

/// The variable that stands alone on a side of an equation.
fn lone(model: &FlatModel, source: RowSource) -> Option<VariableId> {
    let RowSource::Equation(at, _) = source else { return None };
    let EquationKind::Equality(left, right) = model.equations[at as usize].kind else {
        return None;
    };
    [left, right].into_iter().find_map(|side| match model.exprs.get(side) {
        Expr::Variable(variable) => Some(variable),
        _ => None,
    })
}
