//! Events that do not come to an end, in words.

use dae::{Dae, Plan};
use equations::{Expr, ExprId, OriginId, VariableId};
use rustc_hash::FxHashSet;
use syntax::{Diagnostic, DiagnosticCode, Place};

use super::{MAX_ROWS, format_number, place};
use crate::hybrid_system::MAX_ROUNDS;
use crate::{EventIterationDiverged, ZenoBehavior};

/// Where the first equation that holds an expression is written, or else the parameter whose value it is part of.
pub(super) fn holder(dae: &Dae, wanted: ExprId) -> Option<Place> {
    held_by(dae, wanted).and_then(|origin| place(&dae.model, origin))
}

/// Where that equation or value comes from.
pub(super) fn held_by(dae: &Dae, wanted: ExprId) -> Option<OriginId> {
    let exprs = &dae.model.exprs;
    let mut seen = FxHashSet::default();
    let mut holds = |mut todo: Vec<ExprId>| {
        while let Some(id) = todo.pop() {
            if id == wanted {
                return true;
            }
            if seen.insert(id) {
                exprs.get(id).children(exprs, &mut todo);
            }
        }
        false
    };
    if let Some(row) = dae.rows.iter().find(|row| holds(vec![row.left, row.right])) {
        return Some(row.origin);
    }
    let parameter = dae.parameters.iter().find(|parameter| holds(vec![parameter.1]))?;
    Some(dae.model.variables[parameter.0.at()].bound)
}

/// What changes in every round of an event.
pub(super) fn event_iteration_diverged(plan: &Plan, restless: &EventIterationDiverged) -> Diagnostic {
    let dae = &plan.reduced.dae;
    let t = restless.t;
    let top = dae.model.instances[0].place;
    if let Some(&first) = restless.relations.first() {
        let relation = dae.relations[first];
        let text = dae.model.expr_text(relation.expr);
        let place = place(&dae.model, dae.rows[relation.row.at()].origin).unwrap_or(top);
        return Diagnostic::new(
            DiagnosticCode::Stuck,
            place,
            format!(
                "no consistent mode: the switching equations have no solution at time {}",
                format_number(t)
            ),
        )
        .label(format!("each value of `{text}` leads to the other"))
        .help("two switching elements may contradict each other here, such as two ideal diodes in series");
    }
    // Conditions of `when`s have no names in the model.
    let named = restless.variables.iter().filter(|&&id| !dae.is_condition(id));
    let named: Vec<VariableId> = named.take(MAX_ROWS).copied().collect();
    let setter = |id: VariableId| {
        let row = dae.rows.iter().find(|row| dae.model.exprs.get(row.left) == Expr::Variable(id))?;
        place(&dae.model, row.origin)
    };
    let event_actions: Vec<Place> =
        restless.event_actions.iter().filter_map(|&event_action| place(&dae.model, event_action)).collect();
    let message = format!("event iteration does not converge at time {}", format_number(t));
    let Some((&first, rest)) = named.split_first() else {
        let at = event_actions.first().copied().unwrap_or(top);
        return Diagnostic::new(DiagnosticCode::Stuck, at, message)
            .label("this is executed in every event iteration, and causes the next one")
            .help("make the condition independent of what is changed here, or let it require more than the change");
    };
    let text = |id: VariableId| format!("`{}` changes in every event iteration", dae.model.variable_name(id));
    let mut found =
        Diagnostic::new(DiagnosticCode::Stuck, setter(first).unwrap_or(top), message).label(text(first));
    for &id in rest {
        if let Some(place) = setter(id) {
            found = found.related(place, text(id));
        }
    }
    found
        .note(format!("after {MAX_ROUNDS} event iterations values still change, and time cannot advance"))
        .help(
            "count and toggle in a `when`, which is active once each time its condition becomes true; if there \
             is one, its condition must not become true because of what it sets",
        )
}

/// A relation that changes for ever.
pub(super) fn chattering(dae: &Dae, t: f64, relation: usize) -> Diagnostic {
    let relation = dae.relations[relation];
    let text = dae.model.expr_text(relation.expr);
    let top = dae.model.instances[0].place;
    let place = place(&dae.model, dae.rows[relation.row.at()].origin).unwrap_or(top);
    Diagnostic::new(
        DiagnosticCode::Chattering,
        place,
        format!(
            "chattering: `{text}` changes again and again at time {}, and time hardly advances",
            format_number(t)
        ),
    )
    .label("each of its values leads back to the other")
    .note("more than 1000 events within 1e-6 of the simulated interval")
    .help(
        "add a hysteresis, replace the jump by a steep slope, or define what \
         holds on the switching boundary itself, as friction elements do that can stick",
    )
}

/// Something that makes no events, changes for ever, and lets steps become short.
pub(super) fn step_collapse(dae: &Dae, t: f64, jump: ExprId) -> Diagnostic {
    let text = dae.model.expr_text(jump);
    let top = dae.model.instances[0].place;
    let message = format!(
        "chattering: `{text}` changes again and again at time {}, and time hardly advances",
        format_number(t)
    );
    Diagnostic::new(DiagnosticCode::Chattering, holder(dae, jump).unwrap_or(top), message)
        .label("each of its values leads back to the other")
        .note("it generates no events, and the step size becomes as small as the jump is sharp")
        .help(
            "replace the jump by a steep slope, add a hysteresis, or define what \
             holds on the switching boundary itself, as friction elements do that can stick",
        )
}

/// A relation that changes faster and faster.
pub(super) fn zeno(dae: &Dae, &ZenoBehavior { limit, interval, relation }: &ZenoBehavior) -> Diagnostic {
    let relation = dae.relations[relation];
    let text = dae.model.expr_text(relation.expr);
    let top = dae.model.instances[0].place;
    let place = place(&dae.model, dae.rows[relation.row.at()].origin).unwrap_or(top);
    let apart = if interval.is_nan() {
        "the next event follows the first so soon that it cannot be distinguished from rounding".to_string()
    } else {
        format!(
            "the last two events are {} apart; the next are too close to be distinguished from rounding",
            format_number(interval)
        )
    };
    let help = if relation.timed {
        "keep the interval to the next event above a minimum"
    } else {
        "define what holds at rest: below some speed let it stay where it is, with another equation \
         for it, or end the simulation with `terminate`"
    };
    Diagnostic::new(
        DiagnosticCode::Zeno,
        place,
        format!("Zeno behaviour: `{text}` changes infinitely often before time {}", format_number(limit)),
    )
    .label("the intervals between its events shrink, and add up to a finite time")
    .note(apart)
    .help(help)
}
