//! What is done at ticks rather than equal: assertions are looked at, and the simulation may end.

use clocks::{ClockId, ClockedModel};
use codegen::{Calls, Evaluator};
use dae::Dae;
use equations::{Builtin, Expr, ExprId, OriginId, Type, VariableId, Visit};
use syntax::{Diagnostic, DiagnosticCode};

use crate::assertion::{self, AssertionTime, AssertionViolation, Assertions, ModelAssertion};
use crate::hybrid_system::EventAction;
use crate::slot_layout::{InitialSlots, SlotLayout};
use crate::{SimulationError, SimulationResult, diagnostics};

/// What the clocked equations do, by clock.
#[derive(Clone, Debug)]
pub(super) struct TickActionPlan {
    asserted: Vec<(ClockId, ModelAssertion)>,
    /// The clocks of what is done besides, in the order of the model.
    done: Vec<ClockId>,
}

impl TickActionPlan {
    /// Finds what is done.
    ///
    /// # Errors
    /// What cannot be done at ticks.
    pub(super) fn new(clocked: &ClockedModel, dae: &mut Dae) -> Result<TickActionPlan, Vec<Diagnostic>> {
        let mut done = Vec::new();
        for at in 0..dae.model.variables.len() {
            let id = VariableId(at as u32);
            if dae.model.variables[at].kind == Type::String && super::plan::owner(clocked, dae, id).is_some()
            {
                let message = format!("`{}` is a text that changes at ticks", dae.model.variable_name(id));
                let place = diagnostics::place(&dae.model, dae.model.variables[at].origin);
                let place = place.unwrap_or(dae.model.instances[0].place);
                return Err(vec![
                    Diagnostic::new(DiagnosticCode::NotSupported, place, message)
                        .help("let a number be clocked, and put the text together where it is printed"),
                ]);
            }
        }
        for action in &dae.actions {
            let place = diagnostics::place(&dae.model, action.origin).unwrap_or(dae.model.instances[0].place);
            match dae.model.exprs.get(action.call) {
                Expr::Builtin(Builtin::Reinit, _) => {
                    let message =
                        "`reinit` in clocked equations: a clocked variable has no continuous-time state";
                    return Err(vec![Diagnostic::new(DiagnosticCode::NoState, place, message).help(
                        "define with `if` the value of the variable at this tick, from `previous(…)` otherwise",
                    )]);
                }
                Expr::Builtin(Builtin::Terminate, _) | Expr::Call(..) => {
                    let parts = [Some(action.call), action.condition];
                    let Some(clock) = owner(clocked, dae, action.origin, parts) else {
                        let message = "the clock of this statement cannot be inferred";
                        return Err(vec![
                            Diagnostic::new(DiagnosticCode::NoClock, place, message)
                                .help("use a variable of that clock in its condition"),
                        ]);
                    };
                    done.push(clock);
                }
                _ => {}
            }
        }
        let found = assertion::find(dae).into_iter();
        let asserted = found.filter_map(|asserted| {
            Some((owner(clocked, dae, asserted.origin, [Some(asserted.holds), None])?, asserted))
        });
        Ok(TickActionPlan { asserted: asserted.collect(), done })
    }
}

/// The clock that something belongs to: that of its equation, or of a variable in it, or the only one.
fn owner(clocked: &ClockedModel, dae: &Dae, origin: OriginId, parts: [Option<ExprId>; 2]) -> Option<ClockId> {
    if let Some(&clock) = clocked.owners.get(&origin) {
        return Some(clock);
    }
    let mut found = (clocked.clocks.len() == 1).then_some(ClockId(0));
    dae.model.exprs.visit(parts.into_iter().flatten(), |_, expr| match expr {
        Expr::Variable(variable) => match super::plan::owner(clocked, dae, variable) {
            Some(clock) => {
                found = Some(clock);
                Visit::Stop
            }
            None => Visit::Skip,
        },
        _ => Visit::Enter,
    });
    found
}

/// The same, ready to be done.
pub(super) struct TickActions {
    assertions: Vec<(ClockId, Assertions)>,
    done: Vec<(ClockId, EventAction)>,
}

impl TickActions {
    pub(super) fn new(
        planned: &TickActionPlan,
        dae: &Dae,
        layout: &SlotLayout,
        hosted: bool,
    ) -> SimulationResult<TickActions> {
        let made = planned.asserted.iter();
        let done = EventAction::all(dae, &InitialSlots(layout), hosted)?;
        Ok(TickActions {
            assertions: made
                .map(|&(clock, asserted)| (clock, Assertions::new(dae, layout, &[asserted])))
                .collect(),
            done: planned.done.iter().copied().zip(done).collect(),
        })
    }

    /// Does what is to be done at the ticks of clocks. Gives the reason for which the simulation is to end.
    pub(super) fn execute(
        &mut self,
        (dae, layout): (&Dae, &SlotLayout),
        active: &[bool],
        t: f64,
        values: &mut [f64],
        calls: &mut Evaluator,
    ) -> SimulationResult<Option<String>> {
        for (_, assertions) in self.assertions.iter_mut().filter(|found| active[found.0.at()]) {
            for when in
                [AssertionTime::Once, AssertionTime::Start, AssertionTime::Always, AssertionTime::Event]
            {
                let checked = assertions.check(when, (dae, layout), values, t, calls as &mut dyn Calls);
                checked.map_err(SimulationError::Assertion)?;
            }
            assertions.late = true;
        }
        let mut ended = None;
        for (_, event_action) in self.done.iter_mut().filter(|found| active[found.0.at()]) {
            if event_action.due_value(values, calls as &mut dyn Calls)?.is_some() {
                ended = ended.or(event_action.execute((dae, layout), values, calls as &mut dyn Calls)?);
            }
        }
        calls.call_cache.new_round();
        Ok(ended)
    }

    /// What the model warned of.
    pub(super) fn warnings(&self) -> impl Iterator<Item = &AssertionViolation> {
        self.assertions.iter().flat_map(|found| found.1.warnings())
    }
}
