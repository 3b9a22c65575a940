//! Inputs and parameters that nothing determines, in words: they have their start values, or zero.

use equations::{InstanceId, Symbol, Type, VariableId};
use reduce::{Dae, Given, Plan, Role};
use syntax::{Code, Diagnostic};

use super::{place, short};

/// Says which inputs of the model, and which parameters that were to be determined at the beginning, have a value that
/// nothing but their start value gives, and which one.
pub(in crate::simulation) fn unset(plan: &Plan, values: &[f64]) -> Vec<Diagnostic> {
    let dae = &plan.reduced.dae;
    let inputs =
        (0..dae.integral.len()).filter(|&at| dae.roles[at] == Role::Input && dae.integral[at].is_none());
    let inputs = inputs.map(|at| VariableId(at as u32));
    let mut known: Vec<(InstanceId, Symbol)> = Vec::new();
    let mut found = Vec::new();
    for id in inputs {
        let variable = &dae.model.variables[id.at()];
        // The elements of an array are one declaration.
        if known.last() == Some(&(variable.instance, variable.name)) {
            continue;
        }
        known.push((variable.instance, variable.name));
        let name = dae.model.variable_name(id);
        let message = format!("nothing gives the input `{name}` a value");
        found.push(told(dae, id, values, &message).label("an input of the model that is simulated").help(
            format!("simulate a model that gives it a value, or choose another one: `--set-start {name}=…`"),
        ));
    }
    let chosen = plan.initialization.starts.iter().filter(|start| start.given == Given::Chosen);
    for start in chosen.filter(|start| dae.roles[start.variable.at()] == Role::Free) {
        let name = dae.model.variable_name(start.variable);
        let message = format!("nothing determines the parameter `{name}`");
        found.push(
            told(dae, start.variable, values, &message)
                .label("`fixed = false`, and the initial equations leave it open")
                .help("add an initial equation that determines it, or give it a value and remove `fixed = false`"),
        );
    }
    found
}

fn told(dae: &Dae, id: VariableId, values: &[f64], message: &str) -> Diagnostic {
    let model = &dae.model;
    let declared = place(model, model.variables[id.at()].origin).unwrap_or(model.instances[0].place);
    let value = match model.variables[id.at()].kind {
        Type::Boolean => (values[id.at()] != 0.0).to_string(),
        Type::Real | Type::Integer => short(values[id.at()]),
        Type::Enumeration(kind) => {
            let literals = &model.enumerations[kind.at()].literals;
            let at = values[id.at()] as usize;
            let name = at.checked_sub(1).and_then(|at| literals.get(at));
            name.map_or(String::new(), |&name| model.symbols.name(name).to_string())
        }
        _ => "an empty text".to_string(),
    };
    let from = match dae.attributes.get(id).start {
        Some(_) => "this is its start value",
        None => "it has no start value, so that zero is taken, or what `min` and `max` allow",
    };
    Diagnostic::new(Code::Undetermined, declared, format!("{message}: {value} is used all the time"))
        .note(from)
}
