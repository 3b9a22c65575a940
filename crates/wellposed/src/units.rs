//! Units that do not fit together, as diagnostics.

use equations::{Clash, Finding, FlatModel, Origin};
use syntax::{Code, Diagnostic, Place};

/// Warns of units that do not fit together, in the order of the text.
pub fn check_units(model: &FlatModel) -> Vec<Diagnostic> {
    let findings = equations::check_units(model);
    let mut found: Vec<Diagnostic> = findings.iter().filter_map(|finding| warn(model, finding)).collect();
    found.sort_by_key(|found| found.primary.place);
    found
}

fn warn(model: &FlatModel, finding: &Finding) -> Option<Diagnostic> {
    let (place, connected, instance) = place(model, finding)?;
    let left = &finding.left;
    let Some(right) = &finding.right else {
        let message = match finding.clash {
            Clash::Argument(builtin) => {
                format!("`{}` needs a plain number, and gets `{}`", builtin.text(), left.unit)
            }
            _ => format!("an exponent is a plain number, and this one has the unit `{}`", left.unit),
        };
        let found = Diagnostic::new(Code::UnitMismatch, place, message);
        return Some(placed(found.label(said(&left.text, &left.unit)), &instance));
    };
    let (a, b) = (&left.unit, &right.unit);
    let message = match finding.clash {
        _ if connected => format!("this connects `{a}` with `{b}`"),
        Clash::Sides => format!("one side of this equation is in `{a}`, the other in `{b}`"),
        Clash::Binding => format!("`{}` is in `{a}`, and its value in `{b}`", cut(&left.text)),
        Clash::Assignment => format!("`{}` is in `{a}`, and is assigned a value in `{b}`", cut(&left.text)),
        Clash::Terms => format!("a sum of `{a}` and `{b}`"),
        Clash::Comparison => format!("a comparison of `{a}` and `{b}`"),
        Clash::Branches => format!("an `if` that gives `{a}` or `{b}`"),
        Clash::Arguments(builtin) | Clash::Argument(builtin) => {
            format!("`{}` of `{a}` and `{b}`", builtin.text())
        }
        Clash::Exponent => format!("an exponent in `{a}`"),
    };
    let mut found = Diagnostic::new(Code::UnitMismatch, place, message).label(format!(
        "{}, {}",
        said(&left.text, a),
        said(&right.text, b)
    ));
    match finding.factor {
        Some(factor) if (factor - 1.0).abs() > 1e-9 => {
            found = found.note(format!("1 {a} is {} {b}", rounded(factor)));
        }
        Some(_) => found = found.note(format!("`{a}` and `{b}` count from different zeros")),
        None => {}
    }
    Some(placed(found, &instance))
}

/// Says which component it is about, if it is not the model itself.
fn placed(found: Diagnostic, instance: &str) -> Diagnostic {
    if instance.is_empty() { found } else { found.note(format!("in `{instance}`")) }
}

/// The place of a finding, whether it is a connection, and the component it was found in.
fn place(model: &FlatModel, finding: &Finding) -> Option<(Place, bool, String)> {
    match &model.origins[finding.origin.at()] {
        Origin::Written { place, instance } => Some((*place, false, model.instance_name(*instance))),
        Origin::Connected { connects } => {
            let (place, instance) = connects.first()?;
            Some((*place, true, model.instance_name(*instance)))
        }
        Origin::Unconnected { .. } => None,
    }
}

fn said(text: &str, unit: &str) -> String {
    format!("`{}` is in {unit}", cut(text))
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
