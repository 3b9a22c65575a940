//! Discrete-time expressions (Modelica Language Specification 3.6, section 3.8.4): what is no Real number, and the condition of a
//! `when`, changes at events only, so that it cannot follow a continuous variable without an event.
//!
//! Comparisons and roundings make events. `noEvent` takes them away, and `sign` has none. Functions have none either; what
//! they give to an Integer or a Boolean is computed all the time instead, since libraries have such equations, but a `when` that
//! waits for one would wait for ever.

use equations::{
    Builtin, Equation, EquationKind, Expr, ExprId, Origin, OriginId, Statement, Type, Variability, VariableId,
};
use rustc_hash::FxHashSet;
use syntax::{Diagnostic, DiagnosticCode, Place};

use super::variability::event_assigned;
use crate::Flattener;

/// Why an expression changes without an event.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum ContinuousCause {
    NoEvent,
    Sign,
    Call,
}

impl Flattener<'_> {
    /// Reports what should change at events and follows something between them.
    pub(crate) fn check_discrete_time(&mut self) {
        let exprs = &self.model.exprs;
        if (0..exprs.len() as u32).any(|at| is_clocked(exprs.get(ExprId(at)))) {
            // Everything that is clocked changes at ticks only, and what is clocked is known later.
            return;
        }
        let mut updated = FxHashSet::default();
        self.model
            .equations
            .iter()
            .for_each(|equation| event_assigned(&self.model, equation, false, &mut updated));
        let mut found: Vec<(Option<VariableId>, Place, VariableId, ContinuousCause)> = Vec::new();
        let whole = |id: VariableId| {
            let variable = &self.model.variables[id.at()];
            matches!(variable.kind, Type::Integer | Type::Boolean | Type::Enumeration(_))
                && variable.variability == Variability::Discrete
        };
        let place = |origin: OriginId| match self.model.origins[origin.at()] {
            Origin::Written { place, .. } => Some(place),
            _ => None,
        };
        let mut values: Vec<(VariableId, ExprId, OriginId)> = Vec::new();
        let mut conditions: Vec<(ExprId, OriginId)> = Vec::new();
        for equation in &self.model.equations {
            if let EquationKind::Equality(left, right) = equation.kind {
                for (side, other) in [(left, right), (right, left)] {
                    if let Expr::Variable(variable) = self.model.exprs.get(side) {
                        values.push((variable, other, equation.origin));
                    }
                }
            }
            conditions_of(equation, &mut conditions);
        }
        for (id, variable) in (0..).map(VariableId).zip(&self.model.variables) {
            values.extend(variable.binding.map(|value| (id, value, variable.bound)));
        }
        for (variable, value, origin) in values {
            if whole(variable)
                && let Some((of, why)) = self.continuous_cause(value, &updated, false)
                && let Some(place) = place(origin)
            {
                found.push((Some(variable), place, of, why));
            }
        }
        for (condition, origin) in conditions {
            if let Some((of, why)) = self.continuous_cause(condition, &updated, true)
                && let Some(place) = place(origin)
            {
                found.push((None, place, of, why));
            }
        }
        for (variable, place, of, why) in found {
            self.report_discrete_time(variable, place, of, why);
        }
    }

    fn report_discrete_time(
        &mut self,
        variable: Option<VariableId>,
        place: Place,
        of: VariableId,
        why: ContinuousCause,
    ) {
        let of = if of == TIME { "time".to_string() } else { self.model.variable_name(of) };
        let what = match variable {
            Some(variable) => {
                let kind = match self.model.variables[variable.at()].kind {
                    Type::Integer => "Integer",
                    Type::Boolean => "Boolean",
                    _ => "enumeration variable",
                };
                format!("the {kind} `{}`", self.model.variable_name(variable))
            }
            None => "the condition of a `when`".to_string(),
        };
        let (label, help) = match why {
            ContinuousCause::NoEvent => (
                "`noEvent` suppresses the event at which it would change",
                "remove `noEvent`: the comparison then generates an event, at which the value changes",
            ),
            ContinuousCause::Sign => (
                "`sign` generates no event",
                "write `if x > 0 then 1 elseif x < 0 then -1 else 0`: comparisons generate events",
            ),
            ContinuousCause::Call => (
                "comparisons in a function generate no events",
                "write the comparison here instead of in the function, or let the function give a Real number and \
                 compare that with zero",
            ),
        };
        let message = format!("{what} follows `{of}` without an event");
        self.report(Diagnostic::new(DiagnosticCode::Variability, place, message).label(label).help(help));
    }

    /// What an expression follows between events, and why there is none. Calls are looked into where a `when` waits for them.
    fn continuous_cause(
        &self,
        root: ExprId,
        updated: &FxHashSet<VariableId>,
        waits: bool,
    ) -> Option<(VariableId, ContinuousCause)> {
        let exprs = &self.model.exprs;
        // That a whole number is equal to a Real one is a matter of types, and may say what the Real one is.
        let (mut todo, mut seen): (Vec<(ExprId, Option<ContinuousCause>)>, _) =
            (vec![(root, None)], FxHashSet::default());
        let mut children = Vec::new();
        while let Some((id, why)) = todo.pop() {
            if !seen.insert((id, why)) {
                continue;
            }
            let expr = exprs.get(id);
            let silent = why == Some(ContinuousCause::NoEvent);
            let inner = match expr {
                Expr::Time => match why {
                    Some(why) => return Some((TIME, why)),
                    None => continue,
                },
                Expr::Variable(variable) => {
                    let found = &self.model.variables[variable.at()];
                    let continuous = found.kind == Type::Real && found.variability == Variability::Continuous;
                    match why {
                        Some(why) if continuous && !updated.contains(&variable) => {
                            return Some((variable, why));
                        }
                        _ => continue,
                    }
                }
                Expr::Builtin(Builtin::NoEvent, _) => Some(ContinuousCause::NoEvent),
                Expr::Builtin(Builtin::Sign, _) if !silent => Some(ContinuousCause::Sign),
                Expr::Call(..) | Expr::Apply(..) if !waits => continue,
                Expr::Call(..) | Expr::Apply(..) => Some(ContinuousCause::Call),
                // What makes events, unless these are taken away.
                Expr::Binary(operator, ..) if operator.is_relation() && !silent => continue,
                Expr::Builtin(builtin, _) if rounds(builtin) && !silent => continue,
                Expr::Builtin(builtin, _) if waits_for_events(builtin) => continue,
                _ => why,
            };
            children.clear();
            expr.children(exprs, &mut children);
            todo.extend(children.iter().map(|&child| (child, inner)));
        }
        None
    }
}

/// Stands for time among the variables.
const TIME: VariableId = VariableId(u32::MAX);

/// The conditions of the `when` in an equation.
fn conditions_of(equation: &Equation, out: &mut Vec<(ExprId, OriginId)>) {
    match &equation.kind {
        EquationKind::When(branches) => out.extend(branches.iter().map(|branch| (branch.0, equation.origin))),
        EquationKind::If(branches) => {
            branches.iter().flat_map(|branch| &branch.1).for_each(|inner| conditions_of(inner, out));
        }
        EquationKind::Algorithm(body, _) => {
            for statement in body {
                if let Statement::When(branches) = statement {
                    out.extend(branches.iter().map(|branch| (branch.0, equation.origin)));
                }
            }
        }
        EquationKind::Equality(..) | EquationKind::Call(_) => {}
    }
}

/// What rounds, and makes an event where it jumps (section 3.7.2).
fn rounds(builtin: Builtin) -> bool {
    use Builtin as B;
    matches!(builtin, B::Floor | B::Ceil | B::Integer | B::Div | B::Mod | B::Rem)
}

/// What changes at events, whatever it is given.
fn waits_for_events(builtin: Builtin) -> bool {
    use Builtin as B;
    matches!(
        builtin,
        B::Pre | B::Edge | B::Change | B::Sample | B::Initial | B::Terminal | B::Size | B::Ndims | B::String
    )
}

fn is_clocked(expr: Expr) -> bool {
    use Builtin as B;
    matches!(
        expr,
        Expr::Builtin(
            B::Clock | B::Hold | B::Previous | B::SubSample | B::SuperSample | B::ShiftSample | B::BackSample,
            _
        )
    )
}
