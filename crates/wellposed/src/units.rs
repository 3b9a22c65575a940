//! Units that do not fit together, as diagnostics.

use equations::{FlatModel, Origin, UnitClash, UnitMismatch, UnitSide};
use syntax::{Diagnostic, DiagnosticCode, Place};

/// Warns of units that do not fit together, in the order of the text.
pub fn check_units(model: &FlatModel) -> Vec<Diagnostic> {
    let findings = equations::check_units(model);
    let mut found: Vec<Diagnostic> = findings.iter().filter_map(|finding| warn(model, finding)).collect();
    found.sort_by_key(|found| found.primary.place);
    found
}

fn warn(model: &FlatModel, finding: &UnitMismatch) -> Option<Diagnostic> {
    let (place, instance) = match &model.origins[finding.origin.at()] {
        Origin::Written { place, instance } => (*place, *instance),
        Origin::Connected { connects } => *connects.first()?,
        // A flow that is zero has any unit.
        Origin::Unconnected { .. } | Origin::Derived { .. } => return None,
    };
    let mut found = match &finding.right {
        Some(right) => pair(model, finding, right, place),
        None => lone(finding, place),
    };
    let instance = model.instance_name(instance);
    if !instance.is_empty() {
        found = found.note(format!("in `{instance}`"));
    }
    Some(found)
}

/// One thing that should be a plain number.
fn lone(finding: &UnitMismatch, place: Place) -> Diagnostic {
    let unit = &finding.left.unit;
    let message = match finding.clash {
        UnitClash::Argument(builtin) => {
            format!("`{}` needs a plain number, not one in `{unit}`", builtin.text())
        }
        _ => format!("an exponent is a plain number, not one in `{unit}`"),
    };
    Diagnostic::new(DiagnosticCode::UnitMismatch, place, message)
        .label(said(&finding.left))
        .help("divide by a quantity of the same unit")
}

/// Two things that should have the same unit.
fn pair(model: &FlatModel, finding: &UnitMismatch, right: &UnitSide, place: Place) -> Diagnostic {
    let left = &finding.left;
    let (a, b) = (measured(&left.unit), measured(&right.unit));
    let connected = matches!(model.origins[finding.origin.at()], Origin::Connected { .. });
    let message = match finding.clash {
        _ if connected => format!("this connects {a} with {b}"),
        UnitClash::Sides => format!("an equation between {a} and {b}"),
        UnitClash::Binding => format!("{} is bound to {b}", holder(&left.unit)),
        UnitClash::Assignment => format!("{} is assigned {b}", holder(&left.unit)),
        UnitClash::Terms => format!("a sum of {a} and {b}"),
        UnitClash::Comparison => format!("a comparison of {a} and {b}"),
        UnitClash::Branches => format!("an `if` that gives {a} or {b}"),
        UnitClash::Arguments(builtin) | UnitClash::Argument(builtin) => {
            format!("`{}` of {a} and {b}", builtin.text())
        }
        UnitClash::Exponent => format!("a power of {a} and {b}"),
    };
    let found = Diagnostic::new(DiagnosticCode::UnitMismatch, place, message);
    let found = found.label(format!("{}, {}", said(left), said(right)));
    match finding.factor {
        Some(factor) if (factor - 1.0).abs() > 1e-9 => {
            found.note(format!("1 {} is {} {}", left.unit, rounded(factor), right.unit))
        }
        Some(_) => found.note(format!("`{}` and `{}` count from different zeros", left.unit, right.unit)),
        None => found,
    }
}

fn measured(unit: &str) -> String {
    if unit == "1" { "a plain number".to_string() } else { format!("`{unit}`") }
}

fn holder(unit: &str) -> String {
    if unit == "1" { measured(unit) } else { format!("a variable in `{unit}`") }
}

fn said(side: &UnitSide) -> String {
    let text = cut(&side.text);
    if side.unit == "1" {
        format!("`{text}` is a plain number")
    } else {
        format!("`{text}` is in {}", side.unit)
    }
}

/// Nobody reads a long expression in a label.
fn cut(text: &str) -> String {
    const LIMIT: usize = 60;
    if text.chars().count() <= LIMIT {
        return text.to_string();
    }
    text.chars().take(LIMIT - 2).chain(" …".chars()).collect()
}

/// A factor without the noise of its last digits.
fn rounded(factor: f64) -> f64 {
    format!("{factor:.9e}").parse().unwrap_or(factor)
}
