//! What has no value, and what the integrator cannot get past.

use codegen::{Fault, FaultKind};
use dae::{Dae, VariableRole};
use equations::{Elementary, Expr, ExprId, FlatModel, Symbol, Type, VariableId};
use simulate::{IntegrationFailure, IntegrationFailureKind};
use syntax::{Diagnostic, DiagnosticCode, Place};

use super::super::blocks::nominal;
use super::subscript::SubscriptedElement;
use super::{MAX_ROWS, format_number};

/// What is so many times its usual size has no end.
const ENDLESS: f64 = 1e9;

/// What could be done about it.
const ENDLESS_HELP: &str = "the solution grows without bounds: look for a sign that is wrong, such as a force that pushes \
     away from rest, for a heat that grows with the temperature, and for units that differ";

/// Something has no value; `when` says when.
pub(super) fn fault(
    dae: &Dae,
    values: &[f64],
    code: DiagnosticCode,
    at: Place,
    fault: &Fault,
    when: &str,
) -> Diagnostic {
    let expr = fault.place.expr;
    let (message, text, parts) = match (&fault.cause, SubscriptedElement::of(&dae.model, expr)) {
        (FaultKind::Subscript(number, size), Some(element)) => (
            format!("subscript {number} of `{}` is outside of 1..{size}", element.array),
            element.text(&dae.model),
            element.subscripts,
        ),
        (cause, _) => (cause.to_string(), dae.model.expr_text(expr), vec![expr]),
    };
    let found = Diagnostic::new(code, at, format!("{message}, {when}"))
        .label(format!("in `{text}`{}", facts(dae, values, &parts)));
    match remedy(dae, values, fault) {
        Some(help) => found.help(help),
        None => found,
    }
}

/// Something has a value, but no derivative.
pub(super) fn missing_derivative(
    dae: &Dae,
    values: &[f64],
    code: DiagnosticCode,
    at: Place,
    fault: &Fault,
    when: &str,
) -> Diagnostic {
    let message = format!("the derivative with respect to the unknowns is not a number, {when}");
    let text = dae.model.expr_text(fault.place.expr);
    Diagnostic::new(code, at, message)
        .label(format!("`{text}`{}", facts(dae, values, &[fault.place.expr])))
        .note("the Newton iteration needs it; `sqrt(x)` has no derivative at 0, nor an angle at the origin")
        .help("choose start values of the unknowns away from such a point")
}

/// What could be done where the integrator does not get on.
pub(super) fn step_failure_help(
    dae: &Dae,
    values: &[f64],
    failure: &IntegrationFailure,
    unknown: Option<VariableId>,
) -> Option<&'static str> {
    let value = |id: VariableId| values.get(id.at()).copied().filter(|value| value.is_finite());
    let large = |id: VariableId| value(id).is_some_and(|value| value.abs() > ENDLESS * nominal(dae, id));
    match failure.kind {
        IntegrationFailureKind::Error | IntegrationFailureKind::Newton | IntegrationFailureKind::Singular
            if unknown.is_some_and(large) =>
        {
            Some(ENDLESS_HELP)
        }
        IntegrationFailureKind::Error | IntegrationFailureKind::Newton => Some(
            "there may be a jump, a kink or a singularity: let conditions generate events (without `noEvent`), and \
             give functions a finite derivative, such as a root a small linear part near zero",
        ),
        _ => None,
    }
}

/// What could be done about something that has no value.
fn remedy(dae: &Dae, values: &[f64], fault: &Fault) -> Option<String> {
    let model = &dae.model;
    match &fault.cause {
        FaultKind::Division(_) => {
            let Expr::Binary(_, _, divisor) = model.exprs.get(fault.place.expr) else { return None };
            let parts = model.exprs.variables([divisor]);
            let known = |id: &VariableId| matches!(dae.roles[id.at()], VariableRole::Parameter | VariableRole::Constant);
            let zero = |id: &VariableId| values.get(id.at()) == Some(&0.0);
            let constant = |id: &VariableId| dae.roles[id.at()] == VariableRole::Constant;
            let text = model.expr_text(divisor);
            // The one that is zero is to blame, and of several one that can be given a value from outside.
            let first = parts.iter().min_by_key(|id| (!zero(id), constant(id)))?;
            if !parts.iter().all(known) {
                return Some(format!(
                    "keep `{text}` away from zero, or define what holds at zero: a flow is kept away from zero by \
                     `max(flow, small)`, or both sides are multiplied by it"
                ));
            }
            let name = model.variable_name(*first);
            let kind = if constant(first) { "constant" } else { "parameter" };
            Some(if zero(first) {
                format!(
                    "`{name}` is a {kind}: change its value, or leave out what it stands for where it is zero"
                )
            } else {
                format!("`{name}` is a {kind}: change its value so that `{text}` is not zero")
            })
        }
        FaultKind::Domain(Elementary::Sqrt, _) => Some(
            "if the argument may become negative, define what holds then: a flow that reverses is `sign(dp)*sqrt(abs(dp))`, a tank \
             that is empty has no outflow"
                .to_string(),
        ),
        FaultKind::Domain(Elementary::Log | Elementary::Log10, _) => Some(
            "keep the argument greater than zero: an amount that is used up ends its reaction, and units must be absolute"
                .to_string(),
        ),
        FaultKind::Domain(Elementary::Asin | Elementary::Acos, _) => {
            Some("keep the argument between -1 and 1: lengths that do not reach each other have no angle".to_string())
        }
        FaultKind::Subscript(_, size) => Some(format!(
            "keep the subscript between 1 and {size}, or define with `if` what holds outside"
        )),
        FaultKind::Integer(_) => Some(
            "Integers are exact up to 9007199254740991 here: use a Real where rounding is allowed, or keep the numbers \
             smaller, as with `mod`"
                .to_string(),
        ),
        FaultKind::Value(value) if value.is_infinite() => Some(ENDLESS_HELP.to_string()),
        _ => None,
    }
}

/// What the variables of expressions are, to be put after them.
fn facts(dae: &Dae, values: &[f64], ids: &[ExprId]) -> String {
    let mut some = dae.model.exprs.variables(ids.iter().copied());
    some.truncate(MAX_ROWS);
    let worth = |id: &VariableId| values.get(id.at()).copied();
    // What differs in its last digits only must not look the same.
    let twin = |id: &VariableId| {
        some.iter().any(|other| match (worth(id), worth(other)) {
            (Some(a), Some(b)) => a != b && format_number(a) == format_number(b),
            _ => false,
        })
    };
    let texts = some.iter().filter_map(|id| {
        let value =
            if twin(id) { worth(id)?.to_string() } else { format_value(&dae.model, *id, worth(id)?)? };
        Some(format!("`{}` is {value}", dae.model.variable_name(*id)))
    });
    let texts: Vec<String> = texts.collect();
    if texts.is_empty() { String::new() } else { format!(", where {}", texts.join(", ")) }
}

/// The value of a variable as it would be written; none of a text that was put together, and of a number that no
/// literal has.
pub(super) fn format_value(model: &FlatModel, variable: VariableId, value: f64) -> Option<String> {
    match model.variables[variable.at()].kind {
        Type::Boolean => Some(if value == 0.0 { "false" } else { "true" }.to_string()),
        // Literals are counted from one.
        Type::Enumeration(kind) => {
            let kind = &model.enumerations[kind.at()];
            let literal = kind.literals.get((value as usize).checked_sub(1)?)?;
            Some(format!("{}.{}", model.symbols.name(kind.name), model.symbols.name(*literal)))
        }
        // Texts of the model have the numbers of their symbols.
        Type::String => (value < model.symbols.len() as f64)
            .then(|| format!("\"{}\"", model.symbols.name(Symbol(value as u32)))),
        _ => Some(format_number(value)),
    }
}
