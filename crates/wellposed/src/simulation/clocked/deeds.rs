//! What is done at ticks rather than equal: assertions are looked at, and the simulation may end.

use clocks::{ClockId, Clocked};
use codegen::{Calls, Evaluator};
use equations::{Builtin, Expr, ExprId, OriginId};
use reduce::Dae;
use syntax::{Code, Diagnostic};

use crate::simulation::assertion::{self, Asserted, Assertions, Violation, When};
use crate::simulation::layout::{AtStart, Layout};
use crate::simulation::machine::Deed;
use crate::simulation::{Halt, words};

/// What the clocked equations do, by clock.
pub(super) struct Planned {
    asserted: Vec<(ClockId, Asserted)>,
    /// The clocks of what ends the simulation, in the order of the model.
    ends: Vec<ClockId>,
}

impl Planned {
    /// Finds what is done.
    ///
    /// # Errors
    /// What cannot be done at ticks.
    pub(super) fn new(clocked: &Clocked, dae: &mut Dae) -> Result<Planned, Vec<Diagnostic>> {
        let mut ends = Vec::new();
        for action in &dae.actions {
            let Expr::Builtin(builtin, _) = dae.model.exprs.get(action.call) else { continue };
            let place = words::place(&dae.model, action.origin).unwrap_or(dae.model.instances[0].place);
            match builtin {
                Builtin::Reinit => {
                    let message = "`reinit` in clocked equations: what is clocked has no state between ticks";
                    return Err(vec![Diagnostic::new(Code::NoState, place, message).help(
                        "say with `if` what the variable is at this tick, from `previous(…)` otherwise",
                    )]);
                }
                Builtin::Terminate => {
                    let parts = [Some(action.call), action.condition];
                    let Some(clock) = owner(clocked, dae, action.origin, parts) else {
                        let message = "nothing says on which clock this `terminate` is done";
                        return Err(vec![
                            Diagnostic::new(Code::NoClock, place, message)
                                .help("let its condition hold a variable of that clock"),
                        ]);
                    };
                    ends.push(clock);
                }
                _ => {}
            }
        }
        let found = assertion::find(dae).into_iter();
        let asserted = found.filter_map(|asserted| {
            Some((owner(clocked, dae, asserted.origin, [Some(asserted.holds), None])?, asserted))
        });
        Ok(Planned { asserted: asserted.collect(), ends })
    }
}

/// The clock that something belongs to: that of its equation, or of a variable in it, or the only one.
fn owner(clocked: &Clocked, dae: &Dae, origin: OriginId, parts: [Option<ExprId>; 2]) -> Option<ClockId> {
    if let Some(&clock) = clocked.owners.get(&origin) {
        return Some(clock);
    }
    let mut todo: Vec<ExprId> = parts.into_iter().flatten().collect();
    while let Some(id) = todo.pop() {
        match dae.model.exprs.get(id) {
            Expr::Variable(variable) => {
                if let Some(clock) = super::plan::owner(clocked, dae, variable) {
                    return Some(clock);
                }
            }
            expr => expr.children(&dae.model.exprs, &mut todo),
        }
    }
    (clocked.clocks.len() == 1).then_some(ClockId(0))
}

/// The same, ready to be done.
pub(super) struct Deeds {
    assertions: Vec<(ClockId, Assertions)>,
    ends: Vec<(ClockId, Deed)>,
}

impl Deeds {
    pub(super) fn new(planned: &Planned, dae: &Dae, layout: &Layout) -> Result<Deeds, Halt> {
        let made = planned.asserted.iter();
        let ends = Deed::all(dae, &AtStart(layout))?;
        Ok(Deeds {
            assertions: made
                .map(|&(clock, asserted)| (clock, Assertions::new(dae, layout, &[asserted])))
                .collect(),
            ends: planned.ends.iter().copied().zip(ends).collect(),
        })
    }

    /// Does what is to be done at the ticks of clocks. Gives the reason for which the simulation is to end.
    pub(super) fn act(
        &mut self,
        dae: &Dae,
        active: &[bool],
        t: f64,
        values: &mut [f64],
        calls: &mut Evaluator,
    ) -> Result<Option<String>, Halt> {
        for (_, assertions) in self.assertions.iter_mut().filter(|found| active[found.0.at()]) {
            for when in [When::Once, When::Start, When::Always, When::Event] {
                let checked = assertions.check(when, dae, values, t, calls as &mut dyn Calls);
                checked.map_err(Halt::Assertion)?;
            }
            assertions.late = true;
        }
        for (_, deed) in self.ends.iter_mut().filter(|found| active[found.0.at()]) {
            if deed.due(values, calls as &mut dyn Calls)?.is_some() {
                return Ok(Some(deed.said(dae, values, t)));
            }
        }
        Ok(None)
    }

    /// What the model warned of.
    pub(super) fn warnings(&self) -> impl Iterator<Item = &Violation> {
        self.assertions.iter().flat_map(|found| found.1.warnings())
    }
}
