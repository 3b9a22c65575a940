//! Why a simulation cannot begin or go on, in words.

use equations::{FlatModel, Origin, OriginId, VariableId};
use reduce::{Failed, Plan, RowId, Unsolvable};
use rustc_hash::FxHashMap;
use syntax::{Code, Diagnostic, Place, nearest};

use super::Halt;

/// So many equations are pointed at.
const MAX_ROWS: usize = 6;

/// Why a model cannot be solved.
pub(super) fn unsolvable(failed: &Failed) -> Diagnostic {
    let model = &failed.dae.model;
    let top = model.instances[0].place;
    let names = |variables: &[VariableId]| {
        let names = variables.iter().take(MAX_ROWS).map(|&id| format!("`{}`", model.variable_name(id)));
        names.collect::<Vec<_>>().join(", ")
    };
    let found = |code: Code, origin: Option<&OriginId>, message: String| {
        let place = origin.and_then(|&origin| place(model, origin)).unwrap_or(top);
        Diagnostic::new(code, place, message)
    };
    match &failed.reason {
        Unsolvable::Derivative { origin, .. } => found(
            Code::NotSupported,
            Some(origin),
            "this equation has to be differentiated, and something in it cannot be".to_string(),
        )
        .label("differentiated because it relates states to each other"),
        Unsolvable::Circle(variables) => found(
            Code::NoStart,
            None,
            format!("parameters depend on each other in a circle: {}", names(variables)),
        ),
        Unsolvable::Branches(origin) => found(
            Code::NotSupported,
            Some(origin),
            "the branches of this equation cannot be made one formula for each variable".to_string(),
        ),
        Unsolvable::Singular { rows, variables } => {
            let mut found = found(
                Code::Stuck,
                rows.first(),
                format!("equations and unknowns do not fit each other: {}", names(variables)),
            );
            for place in rows.iter().skip(1).take(MAX_ROWS).filter_map(|&origin| place(model, origin)) {
                found = found.related(place, "");
            }
            found.help("`wellposed check` says what is too much and what is missing")
        }
        Unsolvable::Dependent { rows, variables, .. } => {
            let mut found = found(
                Code::Stuck,
                rows.first(),
                format!("with these parameters the equations for {} depend on each other", names(variables)),
            );
            for place in rows.iter().skip(1).take(MAX_ROWS).filter_map(|&origin| place(model, origin)) {
                found = found.related(place, "");
            }
            found
        }
    }
}

/// Why a simulation stopped.
pub(super) fn halted(plan: &Plan, beginning: bool, halt: &Halt) -> Diagnostic {
    let dae = &plan.reduced.dae;
    let when = if beginning { "at the beginning".to_string() } else { "while the model runs".to_string() };
    let code = if beginning { Code::NoStart } else { Code::Stuck };
    let top = dae.model.instances[0].place;
    let row_place = |row: Option<RowId>| row.and_then(|row| origin(plan, beginning, row)).unwrap_or(top);
    let rows = |code: Code, rows: &[RowId], message: String| {
        let mut places: Vec<Place> = rows.iter().filter_map(|&row| origin(plan, beginning, row)).collect();
        places.dedup();
        let mut found = Diagnostic::new(code, places.first().copied().unwrap_or(top), message);
        for &place in places.iter().skip(1).take(MAX_ROWS) {
            found = found.related(place, "");
        }
        found
    };
    match halt {
        Halt::Refused(row, refusal) => Diagnostic::new(
            Code::NotSupported,
            row_place(*row),
            format!("`{}`: {}", dae.model.expr_text(refusal.expr), refusal.reason),
        )
        .label("in this equation"),
        Halt::Procedure(from) => Diagnostic::new(
            Code::NotSupported,
            place(&dae.model, *from).unwrap_or(top),
            "an algorithm whose loops end when they end cannot be simulated yet",
        ),
        Halt::Fault(row, fault) => Diagnostic::new(code, row_place(*row), format!("{}, {when}", fault.cause))
            .label(format!("in `{}`", dae.model.expr_text(fault.place.expr))),
        Halt::Singular(all) => rows(
            code,
            all,
            format!(
                "{when} these equations cannot be solved for their unknowns: they depend on each other there"
            ),
        ),
        Halt::NoSolution(all) => rows(
            code,
            all,
            format!(
                "no solution of {} is found, {when}",
                if all.len() == 1 { "this equation" } else { "these equations" }
            ),
        )
        .help("give start values nearer to the solution, or check signs and sizes of parameters"),
        Halt::Undecided(all) => {
            rows(code, all, format!("{when} no choice of what switches in these equations is consistent"))
        }
        Halt::Restless(t) => {
            Diagnostic::new(Code::Stuck, top, format!("events follow each other without end at time {t}"))
                .note("some discrete variable changes in every round of the event iteration")
        }
        Halt::Period(expr, period) => {
            Diagnostic::new(code, top, format!("`{}` has the period {period}", dae.model.expr_text(*expr)))
                .help("the period of a sample must be positive")
        }
        Halt::Surplus(row, gap) => Diagnostic::new(
            Code::NoStart,
            origin(plan, true, *row).unwrap_or(top),
            format!("this condition for the beginning does not hold: it is off by {gap:.3e}"),
        )
        .label("the other conditions determine the beginning without it")
        .help("free one of the start values; `wellposed check` says which"),
        Halt::Impatient(t) => {
            Diagnostic::new(Code::Stuck, top, format!("the simulation was stopped at time {t}"))
        }
        Halt::Integrator(failure) => {
            // Rows and unknowns have names here.
            let message = simulate::Failure { row: None, column: None, ..*failure }.to_string();
            let row = failure.row.and_then(|row| row.checked_sub(plan.schedule.states.len()));
            let equation = row.and_then(|row| residuals(plan).get(row).copied());
            let at = equation.and_then(|row| origin(plan, false, row));
            let mut found = Diagnostic::new(Code::Stuck, at.unwrap_or(top), message);
            if let Some(unknown) = failure.column.and_then(|column| unknowns(plan).get(column).copied()) {
                found = found.note(format!("it is about `{}`", dae.model.variable_name(unknown)));
            }
            found
        }
    }
}

/// The equations that the integrator solves besides those of the states.
fn residuals(plan: &Plan) -> Vec<RowId> {
    let torn = plan.schedule.blocks.iter().flat_map(|block| match block {
        reduce::Block::Torn(torn) => torn.residuals.iter().map(|residual| residual.1).collect(),
        _ => Vec::new(),
    });
    torn.collect()
}

/// The unknowns of the integrator.
fn unknowns(plan: &Plan) -> Vec<VariableId> {
    let states = plan.schedule.states.iter().map(|state| state.0);
    let torn = plan.schedule.blocks.iter().flat_map(|block| match block {
        reduce::Block::Torn(torn) => torn.tearing.clone(),
        _ => Vec::new(),
    });
    states.chain(torn).collect()
}

fn origin(plan: &Plan, beginning: bool, row: RowId) -> Option<Place> {
    let rows = if beginning { &plan.initialization.rows } else { &plan.reduced.dae.rows };
    place(&plan.reduced.dae.model, rows.get(row.at())?.origin)
}

/// Where something was written, however it was derived.
pub(super) fn place(model: &FlatModel, origin: OriginId) -> Option<Place> {
    match &model.origins[origin.at()] {
        Origin::Written { place, .. } => Some(*place),
        Origin::Connected { connects } => connects.first().map(|connect| connect.0),
        Origin::Unconnected { variable } => {
            Some(model.instances[model.variables[variable.at()].instance.at()].place)
        }
        Origin::Derived { from, .. } => place(model, *from),
    }
}

/// Complains of values that are given to something that is not there.
pub(super) fn known<'a>(
    model: &FlatModel,
    ids: &FxHashMap<String, VariableId>,
    names: impl Iterator<Item = &'a str>,
) -> Result<(), Vec<Diagnostic>> {
    let mut all: Vec<&str> = ids.keys().map(String::as_str).collect();
    all.sort_unstable();
    let unknown = names.filter(|name| !ids.contains_key(*name));
    let wrong = unknown.map(|name| {
        let message = format!("the model has no variable `{name}`");
        let found = Diagnostic::new(Code::UnknownName, model.instances[0].place, message);
        match nearest(name, all.iter().copied()) {
            Some(near) => found.help(format!("did you mean `{near}`?")),
            None => found,
        }
    });
    let wrong: Vec<Diagnostic> = wrong.collect();
    if wrong.is_empty() { Ok(()) } else { Err(wrong) }
}
