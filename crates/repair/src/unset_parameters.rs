//! Parameters that nobody gave a value.

use equations::{
    Attribute, Causality, Expr, ExprId, FlatModel, InstanceId, InstanceKind, Origin, Symbol, Type,
    Variability, VariableId,
};
use syntax::{Diagnostic, DiagnosticCode};

/// The parameters that nobody gave a value, each with its start value if it has one: that, or zero, is taken for it.
pub fn unbound(model: &FlatModel) -> Vec<(VariableId, Option<ExprId>)> {
    let mut given: Vec<[Option<ExprId>; 2]> = vec![[None; 2]; model.variables.len()];
    for &(id, attribute, value) in &model.attributes {
        match attribute {
            Attribute::Fixed => given[id.at()][0] = Some(value),
            Attribute::Start => given[id.at()][1] = Some(value),
            _ => {}
        }
    }
    let lacks = |(id, variable): (VariableId, &equations::Variable)| {
        let number =
            matches!(variable.kind, Type::Real | Type::Integer | Type::Boolean | Type::Enumeration(_));
        let [fixed, start] = given[id.at()];
        let free = fixed.is_some_and(|fixed| model.exprs.get(fixed) != Expr::Boolean(true));
        let parameter = variable.variability == Variability::Parameter && variable.binding.is_none();
        (parameter && number && !free).then_some((id, start))
    };
    (0..).map(VariableId).zip(&model.variables).filter_map(lacks).collect()
}

/// The model as it is simulated, with what is taken for parameters without values; none if all have one.
pub(crate) fn with_defaults(model: &FlatModel) -> Option<FlatModel> {
    let unbound = unbound(model);
    let mut filled = (!unbound.is_empty()).then(|| model.clone())?;
    for (id, start) in unbound {
        let kind = filled.variables[id.at()].kind;
        let zero = match kind {
            Type::Real => Some(filled.exprs.real(0.0)),
            Type::Integer => Some(filled.exprs.integer(0)),
            Type::Boolean => Some(filled.exprs.add(Expr::Boolean(false))),
            _ => None,
        };
        filled.variables[id.at()].binding = start.or(zero);
    }
    Some(filled)
}

/// Says which parameters have no value. The parameters of a model that is made to be used in others, which its connectors
/// or inputs tell, need none.
pub fn check_values(model: &FlatModel) -> Vec<Diagnostic> {
    let part = is_part(model);
    let mut known: Vec<(InstanceId, Symbol)> = Vec::new();
    let mut all = Vec::new();
    for (id, start) in unbound(model) {
        let variable = &model.variables[id.at()];
        let own = model.owner(variable.instance) == InstanceId(0);
        // The elements of an array are one declaration.
        if own && part || known.last() == Some(&(variable.instance, variable.name)) {
            continue;
        }
        known.push((variable.instance, variable.name));
        let Origin::Written { place, .. } = model.origins[variable.origin.at()] else { continue };
        let name = model.symbols.name(variable.name);
        let message = format!("parameter `{}` has no value", model.variable_name(id));
        let instance = &model.instances[variable.instance.at()];
        let at = if own { place } else { instance.place };
        let mut found = Diagnostic::new(DiagnosticCode::NoValue, at, message);
        found = if own {
            found.label("declared here").help(format!("give it one: `{name} = …`"))
        } else {
            let component = model.symbols.name(instance.name);
            found
                .label(format!("`{name}` is not set here"))
                .related(place, "and has no value in its declaration")
                .help(format!("give it one: `{component}({name} = …)`"))
        };
        all.push(match start {
            Some(start) => {
                found.note(format!("its start value, {}, is used instead", model.expr_text(start)))
            }
            None => found.note("zero or false is used instead"),
        });
    }
    all
}

/// The connectors of a model itself, by which it is used in others.
pub(crate) fn connectors(model: &FlatModel) -> impl Iterator<Item = InstanceId> {
    let all = (0..model.instances.len() as u32).map(InstanceId);
    all.filter(|&id| {
        model.instances[id.at()].kind == InstanceKind::Connector && model.owner(id) == InstanceId(0)
    })
}

/// True if a model has connectors or inputs of its own.
fn is_part(model: &FlatModel) -> bool {
    connectors(model).next().is_some()
        || model.variables.iter().any(|variable| variable.causality != Causality::None)
}
