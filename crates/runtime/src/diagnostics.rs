//! Why a simulation cannot begin or go on, in words.

mod component;
mod events;
mod faults;
mod start_values;
mod subscript;
mod undetermined;

use dae::{Dae, Equality, Plan, RowId, Unsolvable, UnsolvableSystem};
use equations::{
    DerivativeObstacle, DerivativeObstacleKind, Expr, FlatModel, Origin, OriginId, Variability, VariableId,
    Visit,
};
use rustc_hash::FxHashMap;
use syntax::{Diagnostic, DiagnosticCode, Place, nearest};

use super::assertion::AssertionViolation;
use super::failure_report::{determining_rows, searched_unknowns, unknown_trend};
use super::{SimulationError, StoppedRun};
use component::at_component;
pub(super) use start_values::start_variable;
pub(super) use undetermined::{undetermined_by_plan, undetermined_values};

/// So many equations are pointed at.
const MAX_ROWS: usize = 6;

/// What has no derivative.
fn underivable(model: &FlatModel, obstacle: &DerivativeObstacle) -> String {
    match obstacle.kind {
        DerivativeObstacleKind::Builtin(builtin) => format!("`{}` has no derivative here", builtin.text()),
        _ => format!("`{}` has no derivative", model.expr_text(obstacle.expr)),
    }
}

/// Why a model cannot be solved.
pub(super) fn unsolvable(failed: &UnsolvableSystem) -> Diagnostic {
    let model = &failed.dae.model;
    let top = model.instances[0].place;
    let names = |variables: &[VariableId]| {
        let names = variables.iter().take(MAX_ROWS).map(|&id| format!("`{}`", model.variable_name(id)));
        names.collect::<Vec<_>>().join(", ")
    };
    let found = |code: DiagnosticCode, origin: Option<&OriginId>, message: String| {
        let place = origin.and_then(|&origin| place(model, origin)).unwrap_or(top);
        at_component(model, origin.copied(), Diagnostic::new(code, place, message))
    };
    match &failed.reason {
        Unsolvable::Derivative { origin, obstacle, initial } => {
            let message = "this equation must be differentiated, and a part of it cannot be differentiated";
            let message = found(DiagnosticCode::NotSupported, Some(origin), message.to_string())
                .note(underivable(model, obstacle));
            match initial.and_then(|initial| place(model, initial)) {
                Some(initial) => message
                    .label("its derivative is needed for an initial equation")
                    .related(initial, "this initial equation contains the derivative"),
                None => message.label("differentiated because it is a constraint between states"),
            }
        }
        Unsolvable::Cancelled => found(DiagnosticCode::Stuck, None, "the analysis was cancelled".to_string()),
        Unsolvable::Circle(variables) => found(
            DiagnosticCode::NoStart,
            None,
            format!("cyclic dependency between parameters: {}", names(variables)),
        ),
        Unsolvable::Branches(origin) => found(
            DiagnosticCode::NotSupported,
            Some(origin),
            "the branches of this equation cannot be rewritten as one expression for each variable"
                .to_string(),
        ),
        Unsolvable::Loop(origin) => found(
            DiagnosticCode::NotSupported,
            Some(origin),
            "a loop in this algorithm contains a `when` or a `return`, which cannot be simulated".to_string(),
        ),
        Unsolvable::Singular { rows, variables } => {
            let mut found = found(
                DiagnosticCode::Stuck,
                rows.first(),
                match variables.is_empty() {
                    true => "structurally singular: one of these equations is redundant or inconsistent"
                        .to_string(),
                    false => format!(
                        "structurally singular: no matching between the equations and these unknowns: {}",
                        names(variables)
                    ),
                },
            );
            for place in rows.iter().skip(1).take(MAX_ROWS).filter_map(|&origin| place(model, origin)) {
                found = found.related(place, "");
            }
            let evaluated = &failed.dae.evaluated;
            match evaluated.is_empty() {
                true => found,
                false => found.note(format!(
                    "parameters that are zero, or that select a branch, remove unknowns from equations: {}",
                    names(evaluated)
                )),
            }
        }
        Unsolvable::Dependent { rows, variables, .. } => {
            let mut found = found(
                DiagnosticCode::Stuck,
                rows.first(),
                format!(
                    "with these parameter values the equations for {} are linearly dependent",
                    names(variables)
                ),
            );
            for place in rows.iter().skip(1).take(MAX_ROWS).filter_map(|&origin| place(model, origin)) {
                found = found.related(place, "");
            }
            found
        }
    }
}

/// Why a simulation stopped, and when; none at initialization.
pub(super) fn describe_error(plan: &Plan, stopped: &StoppedRun) -> Diagnostic {
    at_component(&plan.reduced.dae.model, culprit(plan, stopped), reason(plan, stopped))
}

/// Where the equation comes from that could not be carried out.
fn culprit(plan: &Plan, StoppedRun { time, error, .. }: &StoppedRun) -> Option<OriginId> {
    let dae = &plan.reduced.dae;
    let of = |row: RowId| match time {
        None => plan.initialization.rows.get(row.at()).map(|row| row.origin),
        Some(_) => dae.rows.get(row.at()).map(|row| row.origin),
    };
    match error {
        SimulationError::Refused(row, _) | SimulationError::NoDerivative(row, _) => row.and_then(of),
        SimulationError::Fault(row, fault) => {
            row.and_then(of).or_else(|| events::held_by(dae, fault.place.expr))
        }
        SimulationError::Chattering { relation, .. } => {
            let relation = dae.relations.get(*relation)?;
            dae.rows.get(relation.row.at()).map(|row| row.origin)
        }
        SimulationError::StepCollapse { jump: expr, .. }
        | SimulationError::Period(expr, _)
        | SimulationError::Delay { expr, .. }
        | SimulationError::Undelayed { expr } => events::held_by(dae, *expr),
        SimulationError::Singular(rows)
        | SimulationError::NoSolution(rows)
        | SimulationError::NoConsistentMode(rows) => rows.first().copied().and_then(of),
        SimulationError::NoState { origin, .. }
        | SimulationError::Call { origin, .. }
        | SimulationError::Profile { origin, .. } => Some(*origin),
        SimulationError::Surplus(gaps) => {
            gaps.first().and_then(|gap| plan.initialization.rows.get(gap.row.at())).map(|row| row.origin)
        }
        SimulationError::Contradiction(found) => Some(dae.model.variables[found.other.at()].origin),
        _ => None,
    }
}

/// Whether rows of initialization depend on each other by their coefficients, wherever the search for their unknowns begins.
fn depend(plan: &Plan, all: &[RowId]) -> bool {
    plan.dependent_starts().iter().any(|found| found.rows.iter().any(|row| all.contains(row)))
}

fn reason(plan: &Plan, StoppedRun { time, error, values, .. }: &StoppedRun) -> Diagnostic {
    let dae = &plan.reduced.dae;
    let initialization = time.is_none();
    let when =
        time.map_or("during initialization".to_string(), |time| format!("at time {}", format_number(time)));
    let code = if initialization { DiagnosticCode::NoStart } else { DiagnosticCode::Stuck };
    let top = dae.model.instances[0].place;
    let row_place = |row: Option<RowId>| row.and_then(|row| origin(plan, initialization, row)).unwrap_or(top);
    let rows = |code: DiagnosticCode, rows: &[RowId], message: String| {
        let mut places: Vec<Place> =
            rows.iter().filter_map(|&row| origin(plan, initialization, row)).collect();
        places.dedup();
        let mut found = Diagnostic::new(code, places.first().copied().unwrap_or(top), message);
        for &place in places.iter().skip(1).take(MAX_ROWS) {
            found = found.related(place, "");
        }
        found
    };
    match error {
        SimulationError::Refused(row, refusal) => Diagnostic::new(
            DiagnosticCode::NotSupported,
            row_place(*row),
            format!("`{}`: {}", dae.model.expr_text(refusal.expr), refusal.reason),
        )
        .label("in this equation"),
        SimulationError::Fault(row, fault) => {
            let known = row.and_then(|row| origin(plan, initialization, row));
            let held = known.or_else(|| events::holder(dae, fault.place.expr)).unwrap_or(top);
            faults::fault(dae, values, code, held, fault, &when)
        }
        SimulationError::NoDerivative(row, fault) => {
            faults::missing_derivative(dae, values, code, row_place(*row), fault, &when)
        }
        SimulationError::Singular(all) => {
            let found = rows(
                code,
                all,
                match all.len() {
                    1 => format!(
                        "singular Jacobian {when}: near the present value this equation does not depend on its unknown"
                    ),
                    _ => format!("singular Jacobian {when}: these equations are linearly dependent there"),
                },
            );
            let found = searched_unknowns(plan, initialization, all, values)
                .into_iter()
                .fold(found, Diagnostic::note);
            let equations = if initialization { &plan.initialization.rows } else { &dae.rows };
            if all.iter().filter_map(|row| equations.get(row.at())).any(|row| switches(dae, row)) {
                found.help(
                    "in the active branch an unknown may drop out of an equation: let each branch determine \
                     the same unknowns, as a friction element does that sticks with an acceleration of zero, not a speed",
                )
            } else if initialization && depend(plan, all) {
                found.help("one of them is redundant or inconsistent for all values: change it, or replace it by another initial condition")
            } else if initialization {
                found.help("choose start values at which the equations depend on every unknown, such as a flow other than zero")
            } else {
                found
            }
        }
        SimulationError::NoSolution(all) => {
            let found = rows(
                code,
                all,
                format!(
                    "no solution of {} is found, {when}",
                    if all.len() == 1 { "this equation" } else { "these equations" }
                ),
            );
            searched_unknowns(plan, initialization, all, values)
                .into_iter()
                .fold(found, Diagnostic::note)
                .help(if initialization {
                    "choose start values nearer to the solution, or check the signs and magnitudes of parameters"
                } else {
                    "until then there was a solution: the demand may have exceeded the supply, such as a power that \
                     a source cannot deliver, or a value may jump"
                })
        }
        SimulationError::NoConsistentMode(all) => {
            rows(code, all, format!("no consistent mode {when}: the switching equations have no solution"))
                .label("each of its modes leads to another mode")
                .help("two switching elements may contradict each other, or one contradicts itself")
        }
        SimulationError::EventIterationDiverged(restless) => events::event_iteration_diverged(plan, restless),
        SimulationError::Chattering { t, relation } => events::chattering(dae, *t, *relation),
        SimulationError::StepCollapse { t, jump } => events::step_collapse(dae, *t, *jump),
        SimulationError::Zeno(zeno) => events::zeno(dae, zeno),
        SimulationError::Period(expr, period) => {
            let message = format!(
                "invalid sampling period: `{}` has the period {}",
                dae.model.expr_text(*expr),
                format_number(*period)
            );
            Diagnostic::new(code, events::holder(dae, *expr).unwrap_or(top), message)
                .label("with such a period the events would occur infinitely often at one instant, or never")
                .help("give it a period greater than zero")
        }
        SimulationError::Delay { expr, by, most } => {
            let text = dae.model.expr_text(*expr);
            let place = events::holder(dae, *expr).unwrap_or(top);
            if *by < 0.0 {
                Diagnostic::new(
                    code,
                    place,
                    format!("negative delay: `{text}` would look {} ahead, {when}", format_number(-by)),
                )
                .label("future values are not known")
                .help("make the delay time zero or more")
            } else {
                let message = format!(
                    "the delay is too long: `{text}` looks {} back, and {} is the maximum, {when}",
                    format_number(*by),
                    format_number(*most)
                );
                Diagnostic::new(code, place, message)
                    .label("the third argument, `delayMax`, is the longest delay")
                    .help("make the third argument as long as the delay can become")
            }
        }
        SimulationError::Undelayed { expr } => {
            let message = format!(
                "no value of `{}` is found {when}: its delay is zero or shorter than a step, and its argument depends on it",
                dae.model.expr_text(*expr)
            );
            Diagnostic::new(code, events::holder(dae, *expr).unwrap_or(top), message)
                .label("without a delay this is an algebraic loop, in which the iteration does not converge")
                .help("make the delay longer, or write the loop without `delay`")
        }
        SimulationError::NoState { variable, origin } => {
            no_state(&dae.model, *variable, *origin, &format!(", {when}"))
        }
        SimulationError::Call { origin, message } => {
            let place = place(&dae.model, *origin).unwrap_or(top);
            Diagnostic::new(code, place, format!("{message}, {when}")).label("in this call")
        }
        SimulationError::Profile { origin, reason } => {
            let place = place(&dae.model, *origin).unwrap_or(top);
            Diagnostic::new(
                code,
                place,
                format!("invalid initial profile of `spatialDistribution`: {reason}"),
            )
            .label("`initialPoints` and `initialValues` define it")
            .help("write as many values as points, and points that increase from 0 to 1")
        }
        SimulationError::Surplus(gaps) => start_values::inconsistent_conditions(plan, gaps),
        SimulationError::Contradiction(contradiction) => start_values::conflicting_starts(dae, contradiction),
        SimulationError::Assertion(violation) => assertion_violation(dae, violation),
        // Its rows are those of another plan.
        SimulationError::Clocked(_) => {
            Diagnostic::new(code, top, format!("the clocked equations fail, {when}"))
        }
        SimulationError::Cancelled(t) => Diagnostic::new(
            DiagnosticCode::Stuck,
            top,
            format!("the simulation was cancelled at time {}", format_number(*t)),
        ),
        SimulationError::Stiff(t) => Diagnostic::new(
            DiagnosticCode::Stuck,
            top,
            format!(
                "the model is stiff at time {}, and the explicit method makes no progress",
                format_number(*t)
            ),
        )
        .help("use the implicit method: `--solver bdf`"),
        SimulationError::Integrator { failure, row, unknown } => {
            // Rows and unknowns have names here.
            let rounded = |number: f64| format_number(number).parse().unwrap_or(number);
            let (t, step) = (rounded(failure.t), rounded(failure.step));
            let message =
                simulate::IntegrationFailure { t, step, row: None, column: None, ..*failure }.to_string();
            let held = unknown.map_or_else(Vec::new, |unknown| determining_rows(plan, unknown));
            let held = row.map_or(held, |row| vec![row]);
            let mut found = rows(DiagnosticCode::Stuck, &held, message);
            if let Some(unknown) = unknown {
                found = found.note(unknown_trend(plan, *unknown, values));
            }
            match faults::step_failure_help(dae, values, failure, *unknown) {
                Some(help) => found.help(help),
                None => found,
            }
        }
    }
}

/// A `reinit` of something that follows from states; `when` says when, if that is not at all times.
pub(super) fn no_state(model: &FlatModel, variable: VariableId, origin: OriginId, when: &str) -> Diagnostic {
    let (name, top) = (model.variable_name(variable), model.instances[0].place);
    let place = place(model, origin).unwrap_or(top);
    Diagnostic::new(DiagnosticCode::NoState, place, format!("`reinit` of `{name}`, which is not a state{when}"))
        .label("not selected as a state: constraints determine it from other states")
        .help("apply it to a selected state that determines it: of states that determine each other, state selection keeps one")
}

/// Whether an equation has branches.
fn switches(dae: &Dae, row: &Equality) -> bool {
    let exprs = &dae.model.exprs;
    exprs.visit([row.left, row.right], |_, expr| match expr {
        Expr::If(..) => Visit::Stop,
        _ => Visit::Enter,
    })
}

/// Something that the model asserts and that does not hold.
pub(super) fn assertion_violation(dae: &Dae, violation: &AssertionViolation) -> Diagnostic {
    let model = &dae.model;
    let top = model.instances[0].place;
    let (code, word) = if violation.warns {
        (DiagnosticCode::Doubtful, "warns")
    } else {
        (DiagnosticCode::Violated, "does not hold")
    };
    let instance = match model.source(violation.origin) {
        Origin::Written { instance, .. } => model.instance_name(*instance),
        _ => String::new(),
    };
    let of = if instance.is_empty() { String::new() } else { format!(" of `{instance}`") };
    let time = format_number(violation.t);
    let message = match violation.message.as_str() {
        "" => format!("an assertion{of} {word} at time {time}"),
        said => format!("an assertion{of} {word} at time {time}: {said}"),
    };
    let place = place(model, violation.origin).unwrap_or(top);
    let values = violation.values.iter().take(MAX_ROWS).filter_map(|&(variable, value)| {
        let value = faults::format_value(model, variable, value)?;
        Some(format!("`{}` is {value}", model.variable_name(variable)))
    });
    let values: Vec<String> = values.collect();
    let about = if values.is_empty() { String::new() } else { format!(": {}", values.join(", ")) };
    let found = Diagnostic::new(code, place, message);
    // That `false` is false tells nobody anything.
    if matches!(model.exprs.get(violation.condition), Expr::Boolean(_)) {
        return at_component(model, Some(violation.origin), found);
    }
    let becomes = if violation.late { "becomes" } else { "is" };
    let label = format!("`{}` {becomes} false{about}", model.expr_text(violation.condition));
    at_component(model, Some(violation.origin), found.label(label))
}

/// A number as people want to read it.
pub(super) fn format_number(number: f64) -> String {
    // Zero has no sign that anybody would want to see.
    let rounded: f64 = format!("{number:.5e}").parse().unwrap_or(number) + 0.0;
    let size = rounded.abs();
    if size != 0.0 && !(1e-4..1e7).contains(&size) { format!("{rounded:e}") } else { format!("{rounded}") }
}

fn origin(plan: &Plan, initialization: bool, row: RowId) -> Option<Place> {
    let rows = if initialization { &plan.initialization.rows } else { &plan.reduced.dae.rows };
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
pub(super) fn report_unknown_overrides<'a>(
    model: &FlatModel,
    ids: &FxHashMap<String, VariableId>,
    names: impl Iterator<Item = &'a str>,
) -> Result<(), Vec<Diagnostic>> {
    let unknown: Vec<&str> = names.filter(|name| !ids.contains_key(*name)).collect();
    if unknown.is_empty() {
        return Ok(());
    }
    let mut all: Vec<&str> = ids.keys().map(String::as_str).collect();
    all.sort_unstable();
    let wrong = unknown.into_iter().map(|name| {
        let message = format!("the model has no variable `{name}`");
        let found = Diagnostic::new(DiagnosticCode::UnknownName, model.instances[0].place, message);
        if let Some(near) = nearest(name, all.iter().copied()) {
            return found.help(format!("did you mean `{near}`?"));
        }
        let own = (0..model.variables.len() as u32).map(VariableId).filter(|id| {
            let variable = &model.variables[id.at()];
            variable.instance.at() == 0 && variable.variability == Variability::Parameter
        });
        let own: Vec<String> =
            own.take(MAX_ROWS).map(|id| format!("`{}`", model.variable_name(id))).collect();
        if own.is_empty() {
            found
        } else {
            found.note(format!("parameters of the model are {}", own.join(", ")))
        }
    });
    let wrong: Vec<Diagnostic> = wrong.collect();
    if wrong.is_empty() { Ok(()) } else { Err(wrong) }
}
