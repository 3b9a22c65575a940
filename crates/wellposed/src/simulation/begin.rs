//! The beginning: parameters, start values as guesses, and the initial equations.

use codegen::{Evaluator, Interpreter, Run, Step, compile};
use equations::{Type, Value, VariableId};
use reduce::{Plan, Role, RowId};

use super::Halt;
use super::blocks::Blocks;
use super::layout::{AtStart, Layout};

/// The beginning of a simulation.
pub(super) struct Beginning<'a> {
    pub(super) plan: &'a Plan,
    pub(super) layout: &'a Layout,
    pub(super) start: f64,
}

impl Beginning<'_> {
    /// Gives everything its value.
    pub(super) fn solve(&self, values: &mut [f64], calls: &mut Evaluator) -> Result<(), Halt> {
        let slots = AtStart(self.layout);
        values[self.layout.time_slot()] = self.start;
        values[self.layout.lambda_slot()] = 1.0;
        values[self.layout.initial_slot()] = 1.0;
        self.parameters(&slots, values, calls)?;
        self.guess(&slots, values, calls);
        let guesses = values.to_vec();
        let mut blocks = Blocks::new(&self.plan.reduced.dae, &slots, &self.plan.initialization.blocks)?;
        if let Err(halt) = blocks.run(values, calls) {
            // From the simplified model to the actual one in small steps, if the model offers that.
            values.copy_from_slice(&guesses);
            for step in 0..=20 {
                values[self.layout.lambda_slot()] = f64::from(step) / 20.0;
                if blocks.run(values, calls).is_err() {
                    return Err(halt);
                }
            }
        }
        self.check_surplus(&slots, values, calls)?;
        values[self.layout.initial_slot()] = 0.0;
        Ok(())
    }

    fn parameters(&self, slots: &AtStart, values: &mut [f64], calls: &mut Evaluator) -> Result<(), Halt> {
        let dae = &self.plan.reduced.dae;
        for &(variable, value) in &dae.parameters {
            // A text has no number; it is known by its symbol.
            if dae.model.variables[variable.at()].kind == Type::String {
                continue;
            }
            let steps = [Step::Assign(variable, value)];
            match compile(&dae.model.exprs, &dae.model.functions, slots, &steps) {
                Ok(code) => Interpreter::new(&code)
                    .run(values, &mut [], calls)
                    .map_err(|fault| Halt::Fault(None, fault))?,
                // What cannot be compiled, such as a result whose size depends on values, may have been evaluated.
                Err(refusal) => match dae.attributes.value(variable).and_then(number) {
                    Some(known) => values[variable.at()] = known,
                    None => return Err(Halt::Refused(None, refusal)),
                },
            }
        }
        Ok(())
    }

    /// Start values, from which the equations are solved. One that cannot be computed is no harm.
    fn guess(&self, slots: &AtStart, values: &mut [f64], calls: &mut Evaluator) {
        let dae = &self.plan.reduced.dae;
        for id in (0..dae.model.variables.len() as u32).map(VariableId) {
            if let Some(start) = dae.attributes.get(id).start
                && !matches!(dae.roles[id.at()], Role::Constant | Role::Parameter)
                && let Ok(code) =
                    compile(&dae.model.exprs, &dae.model.functions, slots, &[Step::Assign(id, start)])
            {
                let _ = Interpreter::new(&code).run(values, &mut [], calls);
            }
        }
        for &(before, variable) in &self.plan.initialization.previous {
            values[before.at()] = values[variable.at()];
        }
    }

    /// Conditions that were too many must hold all the same.
    fn check_surplus(&self, slots: &AtStart, values: &mut [f64], calls: &mut Evaluator) -> Result<(), Halt> {
        let mut failing = self.gaps(slots, values, calls)?;
        failing.retain(Gap::fails);
        if failing.is_empty() { Ok(()) } else { Err(Halt::Surplus(failing)) }
    }

    /// Conditions that were too many, and what their sides are worth.
    pub(super) fn gaps(
        &self,
        slots: &AtStart,
        values: &mut [f64],
        calls: &mut Evaluator,
    ) -> Result<Vec<Gap>, Halt> {
        let dae = &self.plan.reduced.dae;
        let mut gaps = Vec::new();
        for &id in &self.plan.initialization.surplus {
            let row = self.plan.initialization.rows[id.at()];
            let steps = [Step::Output(0, row.left), Step::Output(1, row.right)];
            let code = compile(&dae.model.exprs, &dae.model.functions, slots, &steps)
                .map_err(|refusal| Halt::Refused(Some(id), refusal))?;
            let mut sides = [0.0; 2];
            Interpreter::new(&code)
                .run(values, &mut sides, calls)
                .map_err(|fault| Halt::Fault(Some(id), fault))?;
            gaps.push(Gap { row: id, left: sides[0], right: sides[1] });
        }
        Ok(gaps)
    }
}

/// A condition for the beginning that the others determine, and what its sides are worth.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gap {
    pub(super) row: RowId,
    pub(super) left: f64,
    pub(super) right: f64,
}

impl Gap {
    /// By how much it does not hold.
    pub(super) fn size(&self) -> f64 {
        self.left - self.right
    }

    /// Whether that is more than rounding.
    pub(super) fn fails(&self) -> bool {
        self.size().abs() > 1e-6 * (1.0 + self.left.abs().max(self.right.abs()))
    }
}

/// A value as the number that stands for it.
pub(super) fn number(value: &Value) -> Option<f64> {
    match *value {
        Value::Boolean(truth) => Some(f64::from(u8::from(truth))),
        Value::Literal(_, literal) => Some(f64::from(literal)),
        ref other => other.as_real(),
    }
}
