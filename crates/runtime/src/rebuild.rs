//! The model as it is with values that are given beside it.
//!
//! Most parameters stand in the flat model as variables, and another value of them is another number there. Those whose values
//! were used to build it, for sizes, conditions, subscripts and branches, or that such a value is computed from, are
//! another matter: with another value everything that depends on it is built anew, as if a model around this one had modified it.

use std::borrow::Cow;

use equations::FlatModel;
use flatten::Flattened;
use syntax::{Diagnostic, Severity};

use super::Overrides;
use super::overrides::OverridableValues;
use project::{Resources, flatten_with_overrides};

/// A model as it is built with these values: itself, if they do not decide what it is made of.
///
/// # Errors
/// Why it does not take them, or what is wrong with it then.
pub fn build<'m>(
    resources: &Resources,
    model: Cow<'m, FlatModel>,
    overrides: &Overrides,
) -> Result<Cow<'m, FlatModel>, Vec<Diagnostic>> {
    if overrides.parameters.is_empty() && model.given.is_empty() {
        return Ok(model);
    }
    Ok(match rebuild(resources, &model, &OverridableValues::new(&model), overrides)? {
        Some(built) => Cow::Owned(built),
        None => model,
    })
}

/// Flattens the class with the given full name, and again with these values if they decide what it is made of. Values that it does
/// not take are left for whoever settles them.
pub fn flatten_with(resources: &Resources, name: &str, overrides: &Overrides) -> Flattened {
    let flattened = flatten_with_overrides(resources, name, &[]);
    let Some(model) = flattened.model.as_ref().filter(|_| !overrides.parameters.is_empty()) else {
        return flattened;
    };
    let changeable = OverridableValues::new(model);
    if !changeable.is_structural(model, overrides) || !changeable.check_overrides(model, overrides).is_empty()
    {
        return flattened;
    }
    let mut built = flatten_with_overrides(resources, name, &overrides.parameters);
    for found in built.diagnostics.iter_mut().chain(&mut built.balance) {
        found.notes.push(with(overrides));
    }
    built
}

/// The model built anew with these values, if they decide what it is made of.
pub(super) fn rebuild(
    resources: &Resources,
    model: &FlatModel,
    changeable: &OverridableValues,
    overrides: &Overrides,
) -> Result<Option<FlatModel>, Vec<Diagnostic>> {
    if !changeable.is_structural(model, overrides) {
        return Ok(None);
    }
    let refused = changeable.check_overrides(model, overrides);
    if !refused.is_empty() {
        return Err(refused);
    }
    let Flattened { model, diagnostics, .. } =
        flatten_with_overrides(resources, &model.name, &overrides.parameters);
    let is_wrong = |found: &Diagnostic| found.severity() == Severity::Error;
    match model {
        Some(built) if !diagnostics.iter().any(is_wrong) => Ok(Some(built)),
        _ => Err(diagnostics.into_iter().filter(is_wrong).map(|found| found.note(with(overrides))).collect()),
    }
}

/// The values that a model has that is wrong with them.
fn with(overrides: &Overrides) -> String {
    let all = overrides.parameters.iter().map(|(name, value)| format!("`{name}` = {value}"));
    format!("the model is built with {}", all.collect::<Vec<_>>().join(", "))
}
