//! What nothing determines, in words: inputs and parameters, which have their start values, or zero, and what equations of the
//! initialization leave open because they depend on each other.

use dae::{Dae, DependentStart, Plan, RowId, StartReason, VariableRole};
use equations::{InstanceId, Symbol, Type, Value, VariableId};
use syntax::{Diagnostic, DiagnosticCode, Place};

use super::{format_number, origin, place};

/// So many unknowns and equations are named.
const MAX_NAMES: usize = 5;

/// Says which inputs of the model, and which parameters that were to be determined at initialization, have a value that
/// nothing but their start value gives, and which one.
pub(crate) fn undetermined_values(plan: &Plan, values: &[f64]) -> Vec<Diagnostic> {
    let dae = &plan.reduced.dae;
    let inputs = (0..dae.integral.len())
        .filter(|&at| dae.roles[at] == VariableRole::Input && dae.integral[at].is_none());
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
        found.push(
            told(dae, id, Some(values[id.at()]), &message)
                .label("a top-level input of the simulated model")
                .help(format!(
                    "simulate a model that gives it a value, or choose another one: `--set-start {name}=…`"
                )),
        );
    }
    found.extend(parameters(plan, &|id| Some(values[id.at()])));
    found.extend(dependent(plan));
    found
}

/// The same as far as a plan tells it without values.
pub(crate) fn undetermined_by_plan(plan: &Plan) -> Vec<Diagnostic> {
    let dae = &plan.reduced.dae;
    let value = |id: VariableId| match dae.attributes.get(id).start {
        Some(start) => match dae.attributes.eval(&dae.model, start)? {
            Value::Boolean(truth) => Some(f64::from(u8::from(truth))),
            Value::Literal(_, literal) => Some(f64::from(literal)),
            value => value.as_real(),
        },
        None => match dae.model.variables[id.at()].kind {
            Type::Enumeration(_) => Some(1.0),
            _ => Some(dae.attributes.default_start(&dae.model, id)),
        },
    };
    let mut found: Vec<Diagnostic> = parameters(plan, &value).collect();
    found.extend(dependent(plan));
    found
}

/// Parameters that were to be determined at initialization, and are not.
fn parameters<'p>(
    plan: &'p Plan,
    value: &'p dyn Fn(VariableId) -> Option<f64>,
) -> impl Iterator<Item = Diagnostic> + 'p {
    let dae = &plan.reduced.dae;
    let chosen = plan.initialization.starts.iter().filter(|start| start.given == StartReason::Chosen);
    chosen.filter(|start| dae.roles[start.variable.at()] == VariableRole::Free).map(move |start| {
        let name = dae.model.variable_name(start.variable);
        let message = format!("nothing determines the parameter `{name}`");
        told(dae, start.variable, value(start.variable), &message)
            .label("`fixed = false`, and the initial equations do not determine it")
            .help("add an initial equation that determines it, or give it a value and remove `fixed = false`")
    })
}

/// Equations of initialization that say the same, or contradict each other.
fn dependent(plan: &Plan) -> Vec<Diagnostic> {
    // Equations that are left without an unknown leave none open.
    let tells = |found: &&DependentStart| found.agree == Some(false) || !found.unknowns.is_empty();
    plan.dependent_starts().iter().filter(tells).map(|found| dependence(plan, found)).collect()
}

fn dependence(plan: &Plan, found: &DependentStart) -> Diagnostic {
    let model = &plan.reduced.dae.model;
    let quoted = |all: Vec<String>| {
        let more = if all.len() > MAX_NAMES { ", …" } else { "" };
        let shown: Vec<String> = all.iter().take(MAX_NAMES).map(|text| format!("`{text}`")).collect();
        format!("{}{more}", shown.join(", "))
    };
    let names = quoted(found.unknowns.iter().map(|&id| model.variable_name(id)).collect());
    let texts = quoted(found.rows.iter().map(|&row| text(plan, row)).collect());
    // What is said of initialization alone is what can be said otherwise.
    let mut places: Vec<Place> = found.rows.iter().rev().filter_map(|&row| origin(plan, true, row)).collect();
    places.dedup();
    let primary = places.first().copied().unwrap_or(model.instances[0].place);
    let told = match found.agree {
        Some(false) => Diagnostic::new(
            DiagnosticCode::NoStart,
            primary,
            match found.unknowns.is_empty() {
                true => "these equations contradict each other at initialization".to_string(),
                false => format!(
                    "inconsistent initialization: no values of {names} satisfy these equations together"
                ),
            },
        )
        .label("contradicts the others")
        .note(format!("{texts} do not agree, whatever the unknowns are"))
        .help("change one of these conditions, or replace it by another initial condition"),
        agree => {
            let told = Diagnostic::new(
                DiagnosticCode::FewStarts,
                primary,
                format!("under-determined initialization: nothing determines one of {names}, because initial equations are linearly dependent"),
            )
            .label(if agree.is_some() { "redundant: it follows from the others" } else { "redundant or inconsistent" })
            .note(format!("{texts} determine one value fewer than their number; an arbitrary solution is used"));
            let told = match agree {
                Some(_) => told,
                None => told.note("if they do not agree, there is no solution"),
            };
            told.help(format!("replace one of these conditions by an initial condition for one of {names}"))
        }
    };
    places.iter().skip(1).take(MAX_NAMES).fold(told, |told, &place| told.related(place, ""))
}

/// A row of the initialization problem as text.
fn text(plan: &Plan, row: RowId) -> String {
    let (model, row) = (&plan.reduced.dae.model, &plan.initialization.rows[row.at()]);
    format!("{} = {}", model.expr_text(row.left), model.expr_text(row.right))
}

fn told(dae: &Dae, id: VariableId, value: Option<f64>, message: &str) -> Diagnostic {
    let model = &dae.model;
    let declared = place(model, model.variables[id.at()].origin).unwrap_or(model.instances[0].place);
    let from = match dae.attributes.get(id).start {
        Some(_) => "this is its start value",
        None => "it has no start value: zero is used, or what `min` and `max` allow",
    };
    let Some(value) = value else {
        return Diagnostic::new(
            DiagnosticCode::Undetermined,
            declared,
            format!("{message}: its start value is used all the time"),
        );
    };
    let value = match model.variables[id.at()].kind {
        Type::Boolean => (value != 0.0).to_string(),
        Type::Real | Type::Integer => format_number(value),
        Type::Enumeration(kind) => {
            let literals = &model.enumerations[kind.at()].literals;
            let at = value as usize;
            let name = at.checked_sub(1).and_then(|at| literals.get(at));
            name.map_or(String::new(), |&name| model.symbols.name(name).to_string())
        }
        _ => "an empty text".to_string(),
    };
    Diagnostic::new(
        DiagnosticCode::Undetermined,
        declared,
        format!("{message}: {value} is used all the time"),
    )
    .note(from)
}
