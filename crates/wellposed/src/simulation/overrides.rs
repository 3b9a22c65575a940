//! Values that the user gives beside the model.

use equations::{Attribute, Expr, ExprId, FlatModel, Type, Variability, VariableId};
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::{Code, Diagnostic};

use super::words;

/// Values that the user gives instead of those of the model.
#[derive(Clone, Debug, Default)]
pub struct Overrides {
    /// Parameters by name.
    pub parameters: Vec<(String, f64)>,
    /// Start values by name.
    pub starts: Vec<(String, f64)>,
}

impl Overrides {
    /// Puts the values into a model.
    pub(super) fn apply(&self, model: &mut FlatModel) -> Result<(), Vec<Diagnostic>> {
        if self.parameters.is_empty() && self.starts.is_empty() {
            return Ok(());
        }
        let ids: FxHashMap<String, VariableId> = (0..model.variables.len() as u32)
            .map(VariableId)
            .map(|id| (model.variable_name(id), id))
            .collect();
        let all = self.parameters.iter().chain(&self.starts).map(|given| given.0.as_str());
        words::known(model, &ids, all)?;
        let (used, built) = (used(model), built(model));
        let mut wrong = Vec::new();
        for (name, value) in &self.parameters {
            let id = ids[name];
            let fits =
                parameter(model, (&used, &built), id, name).and_then(|()| literal(model, id, name, *value));
            match fits {
                Ok(value) => model.variables[id.at()].binding = Some(value),
                Err(found) => wrong.push(found),
            }
        }
        for (name, value) in &self.starts {
            let id = ids[name];
            match startable(model, id, name).and_then(|()| literal(model, id, name, *value)) {
                Ok(value) => {
                    model.attributes.retain(|found| (found.0, found.1) != (id, Attribute::Start));
                    let at = model.attributes.partition_point(|found| found.0 <= id);
                    model.attributes.insert(at, (id, Attribute::Start, value));
                }
                Err(found) => wrong.push(found),
            }
        }
        if wrong.is_empty() { Ok(()) } else { Err(wrong) }
    }
}

fn refuse(model: &FlatModel, id: VariableId, message: String) -> Diagnostic {
    let origin = model.variables[id.at()].origin;
    let place = words::place(model, origin).unwrap_or(model.instances[0].place);
    Diagnostic::new(Code::Unchangeable, place, message)
}

/// Whether a parameter can be given another value now.
fn parameter(
    model: &FlatModel,
    (used, built): (&FxHashSet<VariableId>, &FxHashSet<VariableId>),
    id: VariableId,
    name: &str,
) -> Result<(), Diagnostic> {
    match model.variables[id.at()].variability {
        Variability::Constant => Err(refuse(model, id, format!("`{name}` is a constant"))
            .label("declared here")
            .help("declare it as a parameter if it is to be changed")),
        Variability::Discrete | Variability::Continuous => {
            Err(refuse(model, id, format!("`{name}` is a variable and no parameter"))
                .label("declared here")
                .help(format!("`--set-start {name}=…` gives it another start value")))
        }
        Variability::Parameter if !used.contains(&id) => {
            Err(refuse(model, id, format!("another value of `{name}` would change nothing"))
                .label("no equation of the flat model holds it")
                .note("nothing uses it, or it was used up when the model was built, as sizes of arrays and conditions are")
                .help("change it in the model itself"))
        }
        Variability::Parameter if built.contains(&id) => {
            Err(refuse(model, id, format!("`{name}` decides what the model is made of"))
                .label("its value was needed to build the model")
                .help("change it in the model itself"))
        }
        Variability::Parameter => Ok(()),
    }
}

/// Whether a variable has a start value of its own.
fn startable(model: &FlatModel, id: VariableId, name: &str) -> Result<(), Diagnostic> {
    let own = model.attributes.iter().filter(|found| found.0 == id);
    let free = own
        .filter(|found| found.1 == Attribute::Fixed)
        .any(|found| matches!(model.exprs.get(found.2), Expr::Boolean(false)));
    match model.variables[id.at()].variability {
        Variability::Parameter if !free => {
            Err(refuse(model, id, format!("`{name}` is a parameter and has a value from the beginning"))
                .label("declared here")
                .help(format!("`--param {name}=…` gives it another value")))
        }
        Variability::Constant => {
            Err(refuse(model, id, format!("`{name}` is a constant")).label("declared here"))
        }
        _ => Ok(()),
    }
}

/// A number as a literal of the type of a variable.
fn literal(model: &mut FlatModel, id: VariableId, name: &str, value: f64) -> Result<ExprId, Diagnostic> {
    let whole = value.fract() == 0.0 && value.abs() < 9e15;
    let (fits, expr, kind) = match model.variables[id.at()].kind {
        Type::Real => (value.is_finite(), Expr::Real(value.into()), "a finite number"),
        Type::Integer => (whole, Expr::Integer(value as i64), "a whole number"),
        Type::Boolean => (value == 0.0 || value == 1.0, Expr::Boolean(value != 0.0), "true or false"),
        Type::Enumeration(kind) => {
            let count = model.enumerations[kind.at()].literals.len() as f64;
            let known = whole && (1.0..=count).contains(&value);
            (known, Expr::Literal(kind, value as u32), "the number of a literal, from 1")
        }
        _ => (false, Expr::Real(value.into()), "something else than a number"),
    };
    if fits {
        return Ok(model.exprs.add(expr));
    }
    Err(refuse(model, id, format!("`{name}` cannot be {value}: it has to be {kind}")).label("declared here"))
}

/// The parameters that decide what the model is made of, and those that these depend on.
fn built(model: &FlatModel) -> FxHashSet<VariableId> {
    let mut built: FxHashSet<VariableId> = model.evaluated.iter().copied().collect();
    let bindings = model.evaluated.iter().filter_map(|id| model.variables.get(id.at())?.binding);
    built.extend(model.exprs.variables(bindings));
    built
}

/// The variables that anything in the flat model depends on.
fn used(model: &FlatModel) -> FxHashSet<VariableId> {
    let mut todo: Vec<ExprId> = model.variables.iter().filter_map(|variable| variable.binding).collect();
    todo.extend(model.attributes.iter().map(|found| found.2));
    for equation in model.equations.iter().chain(&model.initial_equations) {
        equation.parts(&mut todo);
    }
    model.exprs.variables(todo).into_iter().collect()
}
