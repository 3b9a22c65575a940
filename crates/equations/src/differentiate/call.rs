//! Derivatives of calls (MLS 3.6, 12.7).

use rustc_hash::FxHashMap;

use super::{DerivativeMemo, DerivativeObstacle, DerivativeObstacleKind, DerivativeResult, Differentiator};
use crate::{Derivative, Expr, ExprId, Function, FunctionId, ListId, Local, Type};

/// Functions that were made by differentiating others, so that none is made twice. Keep it as long as the model.
#[derive(Clone, Debug, Default)]
pub struct Derivatives {
    /// By the function and by which of its inputs change.
    made: FxHashMap<(FunctionId, Box<[bool]>), FunctionId>,
}

impl Derivatives {
    pub(super) fn get(&self, function: FunctionId, moving: &[bool]) -> Option<FunctionId> {
        self.made.get(&(function, moving.into())).copied()
    }

    pub(super) fn insert(&mut self, function: FunctionId, moving: &[bool], made: FunctionId) {
        self.made.insert((function, moving.into()), made);
    }
}

/// Whether a local holds Real numbers.
pub(super) fn holds_real(local: &Local) -> bool {
    match local.kind {
        Type::Real => true,
        Type::Record(_) => local.fields.is_empty() || local.fields.iter().any(holds_real),
        _ => false,
    }
}

impl Differentiator<'_> {
    /// The derivative of one result of a call.
    pub(super) fn result(
        &mut self,
        id: ExprId,
        function: FunctionId,
        list: ListId,
        number: u32,
        memo: &DerivativeMemo,
    ) -> DerivativeResult {
        let called = &self.functions[function.at()];
        let outputs = called.inputs as usize..(called.inputs + called.outputs) as usize;
        let outputs: Vec<bool> = called.locals[outputs].iter().map(holds_real).collect();
        if !outputs.get(number as usize).copied().unwrap_or(false) {
            return Ok(None);
        }
        let Some(call) = self.call(id, function, list, memo)? else { return Ok(None) };
        // The derivative has only those results that can be differentiated.
        let number = outputs[..number as usize].iter().filter(|&&real| real).count() as u32;
        let several = outputs.iter().filter(|&&real| real).count() > 1;
        Ok(Some(if several { self.exprs.add(Expr::Result(call, number)) } else { call }))
    }

    /// The call of the derivative of a function, with all its results.
    pub(super) fn call(
        &mut self,
        id: ExprId,
        function: FunctionId,
        list: ListId,
        memo: &DerivativeMemo,
    ) -> DerivativeResult {
        let arguments = self.exprs.items(list).to_vec();
        let changes: Vec<Option<ExprId>> =
            arguments.iter().map(|argument| memo.get(argument).copied().flatten()).collect();
        let inputs = &self.functions[function.at()].locals;
        let real = |at: usize| inputs.get(at).is_some_and(holds_real);
        let moving: Vec<bool> = (0..arguments.len()).map(|at| real(at) && changes[at].is_some()).collect();
        if !moving.contains(&true) {
            return Ok(None);
        }
        for at in 0..self.functions[function.at()].derivatives.len() {
            let derivative = self.functions[function.at()].derivatives[at].clone();
            if let Some(passed) = self.fits(function, &derivative, &arguments, &changes, &moving) {
                let mut all = arguments;
                for at in passed {
                    let change = self.or_zero(all[at], changes[at]);
                    all.push(change);
                }
                let list = self.exprs.list(&all);
                return Ok(Some(self.exprs.add(Expr::Call(derivative.function, list))));
            }
        }
        let made = match self.known.get(function, &moving) {
            Some(made) => made,
            None if self.functions[function.at()].body.is_none() => {
                return Err(DerivativeObstacle {
                    expr: id,
                    kind: DerivativeObstacleKind::Function(function),
                });
            }
            None => self.make(function, &moving)?,
        };
        let mut all = arguments;
        all.extend(changes.iter().zip(&moving).filter(|pair| *pair.1).filter_map(|pair| *pair.0));
        let list = self.exprs.list(&all);
        Ok(Some(self.exprs.add(Expr::Call(made, list))))
    }

    /// The inputs whose derivatives are passed to a function that is called the derivative, if it is right here.
    fn fits(
        &self,
        function: FunctionId,
        derivative: &Derivative,
        arguments: &[ExprId],
        changes: &[Option<ExprId>],
        moving: &[bool],
    ) -> Option<Vec<usize>> {
        let of = &self.functions[function.at()];
        let to = &self.functions[derivative.function.at()];
        if arguments.len() != of.inputs as usize || derivative.zero.iter().any(|&at| moving[at as usize]) {
            return None;
        }
        let passed = |from: usize| {
            (from..arguments.len())
                .filter(|&at| holds_real(&of.locals[at]) && !derivative.without.contains(&(at as u32)))
                .collect::<Vec<usize>>()
        };
        let more = (to.inputs as usize).checked_sub(arguments.len())?;
        if derivative.order <= 1 {
            let passed = passed(0);
            return (passed.len() == more).then_some(passed);
        }
        // The second derivative takes the first ones as given: it holds along the direction that they are, no other.
        let passed = passed(arguments.len().checked_sub(more)?);
        let lower = base(of, passed.len(), derivative)?;
        let consistent = lower
            .iter()
            .zip(&arguments[arguments.len() - (derivative.order as usize - 1) * more..])
            .all(|(&at, &given)| match changes[at] {
                Some(change) => change == given,
                None => self.exprs.number(given) == Some(0.0),
            });
        (passed.len() == more && consistent).then_some(passed)
    }
}

/// The inputs of a derivative of some order that its inputs of the next order, as many as there are, are derivatives of,
/// order by order: those that are no derivatives come first, without those whose derivatives nobody takes.
fn base(of: &Function, count: usize, derivative: &Derivative) -> Option<Vec<usize>> {
    let first = (of.inputs as usize).checked_sub(count * (derivative.order as usize - 1))?;
    let taken = |at: &usize| holds_real(&of.locals[*at]) && !derivative.without.contains(&(*at as u32));
    let real: Vec<usize> = (0..first).filter(taken).collect();
    let mut all = (real.len() == count).then_some(real)?;
    all.extend(first..of.inputs as usize - count);
    Some(all)
}
