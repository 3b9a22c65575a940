//! The values of parameters in the order of computation.

use equations::{Attribute, Expr, ExprId, FlatModel, Type, Variability, VariableId};

use crate::dae::{Unsolvable, UnsolvableResult};

/// What is known of a parameter on the way.
#[derive(Clone, Copy, PartialEq)]
enum ParameterMark {
    New,
    Open,
    Done,
}

/// Each parameter with its value, every one after those it uses. One without a value has that of its start, and zero
/// without a start (MLS 3.6, 4.4.4). Constants stand among them: they are parameters that no one may change.
pub(crate) fn sort(model: &mut FlatModel) -> UnsolvableResult<Vec<(VariableId, ExprId)>> {
    let mut starts: Vec<Option<ExprId>> = vec![None; model.variables.len()];
    for &(variable, attribute, value) in &model.attributes {
        if attribute == Attribute::Start {
            starts[variable.at()] = Some(value);
        }
    }
    let mut values: Vec<Option<ExprId>> = vec![None; model.variables.len()];
    for at in 0..model.variables.len() {
        let variable = model.variables[at];
        if variable.variability > Variability::Parameter {
            continue;
        }
        let value = variable.binding.or(starts[at]).or_else(|| default(model, variable.kind));
        values[at] = value;
    }
    let mut marks = vec![ParameterMark::New; model.variables.len()];
    let mut sorted = Vec::new();
    for at in 0..model.variables.len() {
        if values[at].is_some() {
            visit(model, &values, VariableId(at as u32), &mut marks, &mut sorted)?;
        }
    }
    Ok(sorted)
}

/// The value of a variable that nothing is said about.
pub(crate) fn default(model: &mut FlatModel, kind: Type) -> Option<ExprId> {
    Some(match kind {
        Type::Real => model.exprs.real(0.0),
        Type::Integer => model.exprs.integer(0),
        Type::Boolean => model.exprs.boolean(false),
        Type::String => {
            let empty = model.symbols.add("");
            model.exprs.add(Expr::String(empty))
        }
        Type::Enumeration(kind) => model.exprs.add(Expr::Literal(kind, 1)),
        _ => return None,
    })
}

/// Adds a parameter after those it uses, without recursion: chains of parameters may be long.
fn visit(
    model: &FlatModel,
    values: &[Option<ExprId>],
    root: VariableId,
    marks: &mut [ParameterMark],
    sorted: &mut Vec<(VariableId, ExprId)>,
) -> UnsolvableResult {
    let mut path = vec![(root, None::<Vec<VariableId>>)];
    while let Some((variable, uses)) = path.last_mut() {
        let variable = *variable;
        if uses.is_none() {
            if marks[variable.at()] == ParameterMark::Done {
                path.pop();
                continue;
            }
            if marks[variable.at()] == ParameterMark::Open {
                let mut circle: Vec<VariableId> = path.iter().rev().skip(1).map(|step| step.0).collect();
                let end = circle.iter().position(|&other| other == variable).unwrap_or(circle.len() - 1);
                circle.truncate(end + 1);
                circle.reverse();
                return Err(Unsolvable::Circle(circle));
            }
            marks[variable.at()] = ParameterMark::Open;
            *uses = values[variable.at()].map(|value| model.exprs.variables([value]));
        }
        let next = uses.as_mut().and_then(Vec::pop);
        match next {
            Some(next) if values[next.at()].is_some() => path.push((next, None)),
            Some(_) => {}
            None => {
                marks[variable.at()] = ParameterMark::Done;
                sorted.extend(values[variable.at()].map(|value| (variable, value)));
                path.pop();
            }
        }
    }
    Ok(())
}
