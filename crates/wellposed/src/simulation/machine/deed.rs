//! What is done at events and what happens at times known before: `reinit`, `terminate`, `sample`.

use codegen::{Calls, Evaluator, Interpreter, Run, Slots, Step, compile};
use equations::{Builtin, Expr, ExprId, OriginId, VariableId};
use reduce::Dae;

use crate::simulation::Halt;
use crate::simulation::assertion::text;
use crate::simulation::layout::Layout;

/// Something to be done at an event.
pub(in crate::simulation) struct Deed {
    code: Interpreter,
    pub(super) kind: DeedKind,
    pub(super) origin: OriginId,
}

/// What is done.
#[derive(Clone, Copy)]
pub(super) enum DeedKind {
    /// Gives a state another value.
    Reinit(VariableId),
    /// Ends the simulation, and says why.
    Terminate(ExprId),
}

impl Deed {
    /// All that a model does at events.
    pub(in crate::simulation) fn all(dae: &Dae, slots: &dyn Slots) -> Result<Vec<Deed>, Halt> {
        let mut deeds = Vec::new();
        for action in &dae.actions {
            let Expr::Builtin(builtin, list) = dae.model.exprs.get(action.call) else { continue };
            let items = dae.model.exprs.items(list);
            let Some(&first) = items.first() else { continue };
            let kind = match (builtin, dae.model.exprs.get(first)) {
                (Builtin::Reinit, Expr::Variable(state)) => DeedKind::Reinit(state),
                (Builtin::Terminate, _) => DeedKind::Terminate(first),
                _ => continue,
            };
            let mut steps = Vec::new();
            if let Some(condition) = action.condition {
                steps.push(Step::Output(0, condition));
            }
            if let (DeedKind::Reinit(_), Some(&value)) = (&kind, items.get(1)) {
                steps.push(Step::Output(1, value));
            }
            let code = compile(&dae.model.exprs, &dae.model.functions, slots, &steps)
                .map_err(|refusal| Halt::Refused(None, refusal))?;
            deeds.push(Deed { code: Interpreter::new(&code), kind, origin: action.origin });
        }
        Ok(deeds)
    }

    /// The value to give if it is to be done now.
    pub(in crate::simulation) fn due(
        &mut self,
        values: &mut [f64],
        calls: &mut dyn Calls,
    ) -> Result<Option<f64>, Halt> {
        let mut outputs = [1.0, 0.0];
        self.code.run(values, &mut outputs, calls).map_err(|fault| Halt::Fault(None, fault))?;
        Ok((outputs[0] != 0.0).then_some(outputs[1]))
    }

    /// The reason that a model gives for its end.
    pub(in crate::simulation) fn said(&self, dae: &Dae, values: &[f64], t: f64) -> String {
        match self.kind {
            DeedKind::Terminate(message) => text(dae, values, t, message),
            DeedKind::Reinit(_) => String::new(),
        }
    }
}

/// `sample(start, interval)`
pub(super) struct Sample {
    pub(super) slot: u32,
    start: f64,
    interval: f64,
    next: u64,
}

impl Sample {
    /// All samples of a model.
    pub(super) fn all(
        dae: &Dae,
        layout: &Layout,
        values: &mut [f64],
        calls: &mut Evaluator,
    ) -> Result<Vec<Sample>, Halt> {
        let mut samples = Vec::new();
        for &(expr, slot) in &layout.samples {
            let Expr::Builtin(_, list) = dae.model.exprs.get(expr) else { continue };
            let [start, interval] = *dae.model.exprs.items(list) else { continue };
            let steps = [Step::Output(0, start), Step::Output(1, interval)];
            let code = compile(&dae.model.exprs, &dae.model.functions, layout, &steps)
                .map_err(|refusal| Halt::Refused(None, refusal))?;
            let mut pair = [0.0; 2];
            Interpreter::new(&code)
                .run(values, &mut pair, calls)
                .map_err(|fault| Halt::Fault(None, fault))?;
            if pair[1].is_nan() || pair[1] <= 0.0 {
                return Err(Halt::Period(expr, pair[1]));
            }
            samples.push(Sample { slot, start: pair[0], interval: pair[1], next: 0 });
        }
        Ok(samples)
    }

    /// When it happens next.
    pub(super) fn time(&self) -> f64 {
        self.start + self.next as f64 * self.interval
    }

    /// What lies before the start is past.
    pub(super) fn begin(&mut self, start: f64) {
        self.next = ((start - self.start) / self.interval).ceil().max(0.0) as u64;
    }

    /// It has happened.
    pub(super) fn pass(&mut self) {
        self.next += 1;
    }
}
