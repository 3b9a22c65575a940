//! Values that the user gives beside the model.

use equations::{
    Attribute, Expr, ExprId, FlatModel, InstanceId, Lock, Locked, Type, Variability, Variable, VariableId,
};
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::{Diagnostic, DiagnosticCode};

use super::diagnostics;

/// Values that the user gives instead of those of the model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Overrides {
    /// Parameters by name.
    pub parameters: Vec<(String, f64)>,
    /// Start values by name.
    pub starts: Vec<(String, f64)>,
}

impl Overrides {
    /// The value that a parameter is given; of two the last counts.
    pub(super) fn parameter(&self, name: &str) -> Option<f64> {
        self.parameters.iter().rfind(|given| given.0 == name).map(|given| given.1)
    }

    /// Puts the values into a model that was built with them.
    ///
    /// # Errors
    /// Why it does not take them; then it is as it was.
    pub fn apply(&self, model: &mut FlatModel) -> Result<(), Vec<Diagnostic>> {
        if !self.is_empty() {
            OverridableValues::new(model).resolve(model, self)?.apply(model);
        }
        Ok(())
    }

    fn is_empty(&self) -> bool {
        self.parameters.is_empty() && self.starts.is_empty()
    }
}

/// What of a model may be given another value.
#[derive(Default)]
pub(super) struct OverridableValues {
    ids: FxHashMap<String, VariableId>,
    used: FxHashSet<VariableId>,
    decisive: FxHashSet<VariableId>,
    locked: FxHashMap<(VariableId, Option<Attribute>), Locked>,
}

/// Values for variables of a model, as literals of their types.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct SettledOverrides {
    pub(super) parameters: Vec<(VariableId, Expr)>,
    pub(super) starts: Vec<(VariableId, Expr)>,
}

impl OverridableValues {
    pub(super) fn new(model: &FlatModel) -> OverridableValues {
        let all = (0..model.variables.len() as u32).map(VariableId);
        OverridableValues {
            ids: all.map(|id| (model.variable_name(id), id)).collect(),
            used: used(model),
            decisive: structural_parameters(model),
            locked: model.locked.iter().map(|found| ((found.variable, found.attribute), *found)).collect(),
        }
    }

    /// Whether values decide what the model is made of, so that it has to be built anew with them.
    pub(super) fn is_structural(&self, model: &FlatModel, given: &Overrides) -> bool {
        let gone = |name: &str| given.parameter(name).is_none();
        let before = |name: &str| model.given.iter().rfind(|given| given.0 == name).map(|given| given.1);
        let decisive = |name: &str| self.ids.get(name).is_some_and(|id| self.decisive.contains(id));
        let other = |name: &str| given.parameter(name) != before(name) && decisive(name);
        // What the model says itself is known to the text alone where it was built with another value.
        model.given.iter().any(|given| gone(&given.0)) || given.parameters.iter().any(|given| other(&given.0))
    }

    /// What is wrong with values of parameters, as far as the model knows these. In the model that is built with the values there
    /// may be others, and others may be used.
    pub(super) fn check_overrides(&self, model: &FlatModel, given: &Overrides) -> Vec<Diagnostic> {
        let known =
            given.parameters.iter().filter_map(|(name, value)| Some((name, *value, *self.ids.get(name)?)));
        let tried = known.map(|(name, value, id)| {
            self.settable(model, id, name).and_then(|()| literal(model, id, name, value))
        });
        tried.filter_map(Result::err).collect()
    }

    /// Finds the variables that are given values; of two values of one the last counts.
    pub(super) fn resolve(
        &self,
        model: &FlatModel,
        given: &Overrides,
    ) -> Result<SettledOverrides, Vec<Diagnostic>> {
        let all = given.parameters.iter().chain(&given.starts).map(|given| given.0.as_str());
        diagnostics::report_unknown_overrides(model, &self.ids, all)?;
        let (mut settled, mut wrong) = (SettledOverrides::default(), Vec::new());
        for (name, value) in &given.parameters {
            let id = self.ids[name];
            let value = self.parameter(model, id, name).and_then(|()| literal(model, id, name, *value));
            take(&mut settled.parameters, id, value, &mut wrong);
        }
        for (name, value) in &given.starts {
            let id = self.ids[name];
            let value = self
                .unlocked(model, id, Some(Attribute::Start), name)
                .and_then(|()| startable(model, id, name))
                .and_then(|()| literal(model, id, name, *value));
            take(&mut settled.starts, id, value, &mut wrong);
        }
        settled.parameters.sort_unstable_by_key(|given| given.0);
        settled.starts.sort_unstable_by_key(|given| given.0);
        if wrong.is_empty() { Ok(settled) } else { Err(wrong) }
    }

    /// Whether the model lets its value, or an attribute, be changed from outside.
    fn unlocked(
        &self,
        model: &FlatModel,
        id: VariableId,
        attribute: Option<Attribute>,
        name: &str,
    ) -> Result<(), Diagnostic> {
        let Some(locked) = self.locked.get(&(id, attribute)) else { return Ok(()) };
        let what =
            if attribute.is_some() { format!("the start value of `{name}`") } else { format!("`{name}`") };
        let declared = diagnostics::place(model, model.variables[id.at()].origin);
        let (message, label, help) = match locked.lock {
            Lock::Final => (
                format!("{what} is `final` and cannot be overridden"),
                "its final value is set here",
                "change what it is computed from, or remove `final` if the class is yours",
            ),
            Lock::Protected => (
                format!("{what} is protected and cannot be overridden from outside"),
                "protected here",
                "declare it as a public parameter if it is to be changed",
            ),
        };
        let found =
            Diagnostic::new(DiagnosticCode::Unchangeable, locked.place, message).label(label).help(help);
        Err(match declared.filter(|&declared| declared != locked.place) {
            Some(declared) => found.related(declared, "declared here"),
            None => found,
        })
    }

    /// Whether a parameter can be given another value, if something uses it.
    fn settable(&self, model: &FlatModel, id: VariableId, name: &str) -> Result<(), Diagnostic> {
        self.unlocked(model, id, None, name)?;
        match model.variables[id.at()].variability {
            Variability::Constant => Err(refuse(model, id, format!("`{name}` is a constant"))
                .label("declared here")
                .help("declare it as a parameter if it is to be changed")),
            Variability::Discrete | Variability::Continuous => {
                Err(refuse(model, id, format!("`{name}` is a variable and no parameter"))
                    .label("declared here")
                    .help(format!("`--set-start {name}=…` overrides its start value")))
            }
            Variability::Parameter => Ok(()),
        }
    }

    /// Whether a parameter can be given another value now.
    fn parameter(&self, model: &FlatModel, id: VariableId, name: &str) -> Result<(), Diagnostic> {
        self.settable(model, id, name)?;
        if self.used.contains(&id) || self.decisive.contains(&id) {
            return Ok(());
        }
        Err(refuse(model, id, format!("an override of `{name}` would have no effect"))
            .label("nothing in the model uses it")
            .help("remove the override, or use the parameter in an equation"))
    }
}

fn take(
    list: &mut Vec<(VariableId, Expr)>,
    id: VariableId,
    value: Result<Expr, Diagnostic>,
    wrong: &mut Vec<Diagnostic>,
) {
    list.retain(|known| known.0 != id);
    match value {
        Ok(value) => list.push((id, value)),
        Err(found) => wrong.push(found),
    }
}

impl SettledOverrides {
    /// Puts the values into a model.
    pub(super) fn apply(&self, model: &mut FlatModel) {
        for &(id, value) in &self.parameters {
            model.variables[id.at()].binding = Some(model.exprs.add(value));
        }
        for &(id, value) in &self.starts {
            let value = model.exprs.add(value);
            set_start(model, id, value);
        }
    }

    /// Puts the values into a model that is to run with others as well. A start value becomes a parameter: each has its own
    /// variable, which comes after all others.
    pub(super) fn open(&self, model: &mut FlatModel) {
        SettledOverrides { starts: Vec::new(), ..self.clone() }.apply(model);
        for &(id, value) in &self.starts {
            let name = format!("$start.{}", model.variable_name(id));
            let Variable { kind, origin, .. } = model.variables[id.at()];
            let own = model.add_variable(InstanceId(0), &name, kind, Variability::Parameter, origin);
            model.variables[own.at()].binding = Some(model.exprs.add(value));
            let own = model.exprs.add(Expr::Variable(own));
            set_start(model, id, own);
        }
    }
}

fn set_start(model: &mut FlatModel, id: VariableId, value: ExprId) {
    model.attributes.retain(|found| (found.0, found.1) != (id, Attribute::Start));
    let at = model.attributes.partition_point(|found| found.0 <= id);
    model.attributes.insert(at, (id, Attribute::Start, value));
    model.start_levels.insert(id, 0);
}

fn refuse(model: &FlatModel, id: VariableId, message: String) -> Diagnostic {
    let origin = model.variables[id.at()].origin;
    let place = diagnostics::place(model, origin).unwrap_or(model.instances[0].place);
    Diagnostic::new(DiagnosticCode::Unchangeable, place, message)
}

/// Whether a variable has a start value of its own.
fn startable(model: &FlatModel, id: VariableId, name: &str) -> Result<(), Diagnostic> {
    let own = model.attributes.iter().filter(|found| found.0 == id);
    let free = own
        .filter(|found| found.1 == Attribute::Fixed)
        .any(|found| matches!(model.exprs.get(found.2), Expr::Boolean(false)));
    match model.variables[id.at()].variability {
        Variability::Parameter if !free => Err(refuse(
            model,
            id,
            format!("`{name}` is a parameter: its value is known before initialization"),
        )
        .label("declared here")
        .help(format!("`--param {name}=…` overrides its value"))),
        Variability::Constant => {
            Err(refuse(model, id, format!("`{name}` is a constant")).label("declared here"))
        }
        _ => Ok(()),
    }
}

/// A number as a literal of the type of a variable.
fn literal(model: &FlatModel, id: VariableId, name: &str, value: f64) -> Result<Expr, Diagnostic> {
    let kind = model.variables[id.at()].kind;
    let wanted = match kind {
        Type::Real => "a finite number",
        Type::Integer => "a whole number",
        Type::Boolean => "true or false",
        Type::Enumeration(_) => "the number of a literal, from 1",
        _ => "something else than a number",
    };
    model.literal(kind, value).ok_or_else(|| {
        refuse(model, id, format!("`{name}` cannot be {value}: it has to be {wanted}")).label("declared here")
    })
}

/// The parameters whose values were used to build the model, and those that these are computed from.
pub fn structural_parameters(model: &FlatModel) -> FxHashSet<VariableId> {
    let starts = model.attributes.iter().filter(|found| found.1 == Attribute::Start);
    let starts: FxHashMap<VariableId, ExprId> = starts.map(|found| (found.0, found.2)).collect();
    let mut found = FxHashSet::default();
    let mut todo = model.evaluated.clone();
    while let Some(id) = todo.pop() {
        let Some(variable) = model.variables.get(id.at()) else { continue };
        if found.insert(id) {
            // A parameter without a value has that of its start.
            let value = variable.binding.or_else(|| starts.get(&id).copied());
            todo.extend(model.exprs.variables(value));
        }
    }
    found
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
