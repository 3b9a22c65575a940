//! Partial derivatives of functions as functions (MLS 3.6, 12.7.2): `function f = der(g, x)`.

use rustc_hash::FxHashMap;

use super::call::holds_real;
use super::{DerivativeMemo, DerivativeResult, Derivatives, Differentiator};
use crate::{AssignmentTarget, Expr, ExprId, FlatModel, Function, FunctionId, Statement, Symbol};

/// Makes the function of the given name that is the partial derivative of another by one of its inputs. It has the
/// inputs of the other, and of its results those that are numbers with a derivative.
///
/// # Errors
/// The part that has no derivative.
pub fn partial_function(
    model: &mut FlatModel,
    known: &mut Derivatives,
    function: FunctionId,
    input: u32,
    name: Symbol,
) -> DerivativeResult<Function> {
    let FlatModel { exprs, functions, symbols, .. } = model;
    let mut calculus = Differentiator { exprs, functions, symbols, known };
    calculus.part(function, input, name)
}

impl Differentiator<'_> {
    fn part(&mut self, function: FunctionId, input: u32, name: Symbol) -> DerivativeResult<Function> {
        let old = self.functions[function.at()].clone();
        let (inputs, outputs) = (old.inputs as usize, old.outputs as usize);
        let arguments: Vec<ExprId> = (0..old.inputs).map(|at| self.exprs.add(Expr::Local(at))).collect();
        let one = self.exprs.real(1.0);
        let mut memo = DerivativeMemo::default();
        memo.insert(arguments[input as usize], Some(one));
        let list = self.exprs.list(&arguments);
        let whole = self.exprs.add(Expr::Call(function, list));
        let call = self.call(whole, function, list, &memo)?;
        // Results without a derivative stand behind the others, where they are results no longer.
        let results = inputs..inputs + outputs;
        let (real, other): (Vec<usize>, Vec<usize>) =
            results.clone().partition(|&at| holds_real(&old.locals[at]));
        let order: Vec<usize> = (0..inputs)
            .chain(real.iter().copied())
            .chain(other)
            .chain(results.end..old.locals.len())
            .collect();
        let mut place = vec![0; old.locals.len()];
        order.iter().enumerate().for_each(|(new, &at)| place[at] = new as u32);
        let mut moved = FxHashMap::default();
        let mut locals = Vec::with_capacity(order.len());
        for &at in &order {
            let mut local = old.locals[at].clone();
            let mut shift = |id: ExprId| {
                self.exprs.substitute(id, &mut moved, &mut |exprs, id| match exprs.get(id) {
                    Expr::Local(local) => {
                        let to = place.get(local as usize).copied().unwrap_or(local);
                        Some(exprs.add(Expr::Local(to)))
                    }
                    _ => None,
                })
            };
            local.dims.iter_mut().flatten().for_each(|size| *size = shift(*size));
            // What the results begin with does not matter; sizes may need the rest.
            local.binding = local.binding.filter(|_| !results.contains(&at)).map(shift);
            locals.push(local);
        }
        let target = |number: usize| AssignmentTarget { local: (inputs + number) as u32, path: Vec::new() };
        let body = match (call, real.len()) {
            (Some(call), 1) => vec![Statement::Assign(target(0), call)],
            (Some(call), count) => {
                vec![Statement::AssignMany((0..count).map(|at| Some(target(at))).collect(), call)]
            }
            (None, _) => Vec::new(),
        };
        Ok(Function {
            locals,
            inputs: old.inputs,
            outputs: real.len() as u32,
            body: Some(body),
            ..Function::new(name, old.place)
        })
    }
}
