//! What is known before anything is solved for: parameters, and start values as guesses.

use codegen::{ComputeStep, Evaluator, Executor, Interpreter};
use dae::{Dae, VariableRole};
use equations::{Expr, ExprId, MAX_INTEGER, Type, Value, VariableId};

use super::compile_cache::compile_cached;
use super::slot_layout::{InitialSlots, SlotLayout};
use super::{SimulationError, SimulationResult};

/// Gives parameters their values and everything else its start value. A parameter that has no value is not a number, so
/// that nobody takes it for zero; the first of them is told.
pub(super) fn set_parameter_values(
    dae: &Dae,
    layout: &SlotLayout,
    time: f64,
    values: &mut [f64],
    calls: &mut Evaluator,
) -> SimulationResult {
    values[layout.time_slot()] = time;
    values[layout.lambda_slot()] = 1.0;
    values[layout.initial_slot()] = 1.0;
    let slots = InitialSlots(layout);
    // A text that nothing is said about is empty.
    let empty = calls.number("");
    for (value, variable) in values.iter_mut().zip(&dae.model.variables) {
        if variable.kind == Type::String {
            *value = empty;
        }
    }
    let mut failed = None;
    for &(variable, value) in &dae.parameters {
        if let Some(number) = literal(dae, value) {
            values[variable.at()] = number;
            continue;
        }
        let steps = [ComputeStep::Assign(variable, value)];
        // A text that only a simulation could ask for, such as the working folder, decides nothing before.
        let needed = dae.model.variables[variable.at()].kind != Type::String || calls.hosted();
        let done = match compile_cached(&slots, dae, &steps) {
            Ok(code) => {
                let run = Interpreter::new(&code).run(values, &mut [], calls);
                run.map_err(|fault| SimulationError::Fault(None, fault))
            }
            // What cannot be compiled, such as a result whose size depends on values, may have been evaluated.
            Err(refusal) => match dae.attributes.value(variable).and_then(number) {
                Some(known) => {
                    values[variable.at()] = known;
                    Ok(())
                }
                None => Err(SimulationError::Refused(None, refusal)),
            },
        };
        if let (Err(error), true) = (done, needed) {
            values[variable.at()] = f64::NAN;
            failed.get_or_insert(error);
        }
    }
    if let Some(error) = failed {
        return Err(error);
    }
    for id in (0..dae.model.variables.len() as u32).map(VariableId) {
        if matches!(dae.roles[id.at()], VariableRole::Constant | VariableRole::Parameter) {
            continue;
        }
        let Some(start) = dae.attributes.get(id).start else {
            if matches!(dae.model.variables[id.at()].kind, Type::Real | Type::Integer) {
                values[id.at()] = dae.attributes.default_start(&dae.model, id);
            }
            continue;
        };
        if let Some(number) = literal(dae, start) {
            values[id.at()] = number;
        } else if let Ok(code) = compile_cached(&slots, dae, &[ComputeStep::Assign(id, start)]) {
            // A guess may fail.
            let _ = Interpreter::new(&code).run(values, &mut [], calls);
        }
    }
    Ok(())
}

/// The number that a literal is: no code has to be made for it.
fn literal(dae: &Dae, id: ExprId) -> Option<f64> {
    let exact =
        |id| !matches!(dae.model.exprs.get(id), Expr::Integer(number) if number.unsigned_abs() > MAX_INTEGER);
    dae.model.exprs.literal_number(id).filter(|number| number.is_finite() && exact(id))
}

/// A value as the number that stands for it.
pub(super) fn number(value: &Value) -> Option<f64> {
    match *value {
        Value::Boolean(truth) => Some(f64::from(u8::from(truth))),
        Value::Literal(_, literal) => Some(f64::from(literal)),
        ref other => other.as_real(),
    }
}
