//! The system that holds at the beginning: all equations with those derivatives that the index asks for, initial
//! equations, and start values that are fixed.
//!
//! C. C. Pantelides (1988): a consistent beginning fulfils the equations and also what follows from them by
//! differentiation, so that of a constraint between states not all start values can be chosen.

use equations::{
    Attribute, Builtin, Context, Equation, EquationKind, Expr, FlatModel, OriginId, Value, Variability,
    VariableId, eval,
};
use rustc_hash::FxHashMap;
use structure::{Entry, Incidence, NONE, pantelides};

use crate::bent::bent;
use crate::held::held;
use crate::incident::Incident;
use crate::rows::{Outside, Source, rows, scalars, visit};
use crate::uncover::{Uncovered, uncover};

/// What a row of the system demands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Demand {
    /// An equation of the model, or a derivative of it.
    Always(OriginId),
    /// An initial equation.
    Equation(OriginId),
    /// The start value of a variable, which is fixed.
    Fixed(VariableId),
}

/// The system that holds at the beginning.
#[derive(Clone, Debug)]
pub struct Conditions {
    /// What each row demands.
    pub rows: Vec<Demand>,
    /// The unknowns: variables and derivatives of them by order.
    pub columns: Vec<(VariableId, u32)>,
    /// Which unknowns stand in which rows.
    pub incidence: Incidence,
    /// How many values can be chosen, were nothing demanded of the beginning alone.
    pub freedom: usize,
    /// How much more often all equations are differentiated than the index asks for, because initial equations do.
    pub more: u32,
}

/// The system of the beginning; none if the model has no regular structure, or if it cannot be said which start values
/// are fixed.
pub fn conditions(model: &FlatModel) -> Option<Conditions> {
    let running = rows(model, Outside::Nothing);
    let found = pantelides(&running.signature).ok()?;
    let (given_up, free) = unfixed(model)?;
    // Where nothing is demanded it does not matter how much could be. What is to be found for parameters is no unknown
    // of the rows that would be combined.
    let found = if demands(model) && free.is_empty() {
        uncover(model, &running, found)
    } else {
        Uncovered { offsets: found.offsets, combined: FxHashMap::default() }
    };
    let mut column_of = running.column_of.clone();
    for (at, &parameter) in (running.columns.len() as u32..).zip(&free) {
        column_of[parameter.at()] = at;
    }
    let more = more(model, &column_of, &found.offsets.columns);
    let mut columns: Vec<(VariableId, u32)> = Vec::new();
    // Orders of a variable stand side by side.
    let mut starts = Vec::with_capacity(running.columns.len() + free.len() + 1);
    for (&variable, &highest) in running.columns.iter().zip(&found.offsets.columns) {
        starts.push(columns.len() as u32);
        columns.extend((0..=highest + more).map(|order| (variable, order)));
    }
    for &parameter in &free {
        starts.push(columns.len() as u32);
        columns.push((parameter, 0));
    }
    starts.push(columns.len() as u32);
    let place = |entry: &Entry| {
        let at = entry.column as usize;
        (starts[at] + entry.order < starts[at + 1]).then(|| starts[at] + entry.order)
    };
    let mut system = Conditions {
        rows: Vec::new(),
        incidence: Incidence::new(columns.len()),
        columns: columns.clone(),
        freedom: 0,
        more,
    };
    let mut at = 0;
    let mut unknowns = Vec::new();
    visit(model, Outside::Nothing, &column_of, |row, entries| {
        // Values of parameters are rows here that are none while the model runs.
        let parameter = match row.source {
            Source::Binding(variable) if running.column_of[variable.at()] == NONE => Some(variable),
            _ => None,
        };
        if parameter.is_some_and(|parameter| given_up.contains(&parameter)) {
            return;
        }
        let is_parameter = parameter.is_some();
        let counts = if is_parameter { 0 } else { found.offsets.rows[at] + more };
        let combined = found.combined.get(&(at as u32)).filter(|_| !is_parameter);
        at += usize::from(!is_parameter);
        let entries = combined.map_or(entries, |combined| &combined.entries);
        let bent = match combined {
            _ if counts == 0 => None,
            Some(combined) => combined.plain.then(Vec::new),
            None => bent(model, row.source),
        };
        for count in 0..=counts {
            unknowns.clear();
            let raised = |entry: &Entry| {
                let variable = running.columns.get(entry.column as usize);
                let plain =
                    bent.as_ref().zip(variable).is_some_and(|(bent, id)| bent.binary_search(id).is_err());
                let first = if plain { count } else { 0 };
                (first..=count).map(|by| Entry { order: entry.order + by, ..*entry }).collect::<Vec<_>>()
            };
            unknowns.extend(entries.iter().flat_map(raised).filter_map(|entry| place(&entry)));
            system.incidence.push(&unknowns);
            system.rows.push(Demand::Always(row.origin));
        }
    });
    system.freedom = columns.len().saturating_sub(system.rows.len());
    let held = held(model);
    let mut incident = Incident::new(model, &column_of);
    for equation in model.initial_equations.iter().filter(|equation| !remembers(model, equation)) {
        for scalar in scalars(model, equation) {
            scalar.visit(&mut incident);
            unknowns.clear();
            unknowns.extend(incident.entries.iter().filter_map(place));
            let holds = |&column: &u32| held[columns[column as usize].0.at()];
            if !unknowns.is_empty() && unknowns.iter().all(holds) {
                continue;
            }
            system.incidence.push(&unknowns);
            system.rows.push(Demand::Equation(equation.origin));
        }
    }
    for &(variable, attribute, value) in &model.attributes {
        if attribute == Attribute::Fixed
            && !held[variable.at()]
            && column_of[variable.at()] != NONE
            && truth(model, value)?
        {
            system.incidence.push(&[starts[column_of[variable.at()] as usize]]);
            system.rows.push(Demand::Fixed(variable));
        }
    }
    Some(system)
}

/// True if the model says anything of its beginning alone.
fn demands(model: &FlatModel) -> bool {
    !model.initial_equations.is_empty()
        || model.attributes.iter().any(|&(_, attribute, value)| {
            attribute == Attribute::Fixed && model.exprs.get(value) != Expr::Boolean(false)
        })
}

/// How much more often all equations have to be differentiated for initial equations: their derivatives may be of
/// what no equation of the model differentiates.
fn more(model: &FlatModel, column_of: &[u32], highest: &[u32]) -> u32 {
    let mut incident = Incident::new(model, column_of);
    let mut more = 0;
    for equation in model.initial_equations.iter().filter(|equation| !remembers(model, equation)) {
        for scalar in scalars(model, equation) {
            scalar.visit(&mut incident);
            for entry in &incident.entries {
                let highest = highest.get(entry.column as usize).copied().unwrap_or(entry.order);
                more = more.max(entry.order.saturating_sub(highest));
            }
        }
    }
    more
}

/// Parameters that are not fixed, and all that the beginning determines: these and those whose values depend on them.
fn unfixed(model: &FlatModel) -> Option<(Vec<VariableId>, Vec<VariableId>)> {
    let mut free = vec![false; model.variables.len()];
    let mut given_up = Vec::new();
    for &(variable, attribute, value) in &model.attributes {
        let parameter = model.variables[variable.at()].variability == Variability::Parameter;
        if parameter && attribute == Attribute::Fixed && !truth(model, value)? {
            free[variable.at()] = true;
            given_up.push(variable);
        }
    }
    let mut grown = !given_up.is_empty();
    while std::mem::take(&mut grown) {
        for (at, variable) in model.variables.iter().enumerate() {
            if free[at] || variable.variability != Variability::Parameter {
                continue;
            }
            let mut todo: Vec<_> = variable.binding.into_iter().collect();
            while let Some(expr) = todo.pop() {
                match model.exprs.get(expr) {
                    Expr::Variable(other) if free[other.at()] => {
                        (free[at], grown) = (true, true);
                        break;
                    }
                    expr => expr.children(&model.exprs, &mut todo),
                }
            }
        }
    }
    let all = (0..model.variables.len() as u32).map(VariableId);
    Some((given_up, all.filter(|id| free[id.at()]).collect()))
}

/// True if an equation speaks of a value before the beginning, which is not looked at here.
fn remembers(model: &FlatModel, equation: &Equation) -> bool {
    let mut todo = match equation.kind {
        EquationKind::Equality(left, right) => vec![left, right],
        _ => return false,
    };
    while let Some(expr) = todo.pop() {
        match model.exprs.get(expr) {
            Expr::Builtin(Builtin::Pre, _) => return true,
            expr => expr.children(&model.exprs, &mut todo),
        }
    }
    false
}

/// Whether something given by parameters is true.
fn truth(model: &FlatModel, expr: equations::ExprId) -> Option<bool> {
    fn value(model: &FlatModel, variable: VariableId, depth: u32) -> Option<Value> {
        let found = &model.variables[variable.at()];
        let binding = found.binding.filter(|_| depth < 50 && found.variability <= Variability::Parameter)?;
        evaluate(model, binding, depth + 1)
    }
    fn evaluate(model: &FlatModel, expr: equations::ExprId, depth: u32) -> Option<Value> {
        let values = |variable| value(model, variable, depth);
        eval(&Context::of(model, &values), expr).ok()
    }
    match evaluate(model, expr, 0)? {
        Value::Boolean(truth) => Some(truth),
        _ => None,
    }
}
