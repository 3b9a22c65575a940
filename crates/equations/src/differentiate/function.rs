//! The derivative of a function by differentiating its algorithm, statement by statement.
//!
//! The new function has the inputs of the old one, then the derivatives of those that change; its results are the
//! derivatives of the results. Before each assignment the derivative of its target is assigned, while everything it
//! reads has still the value from before. What the old function computed is computed along, for conditions and
//! subscripts.

use rustc_hash::FxHashMap;

use super::call::holds_real;
use super::{DerivativeLeaf, DerivativeMemo, DerivativeResult, Differentiator};
use crate::{
    AccessStep, AssignmentTarget, Expr, ExprId, Exprs, Function, FunctionId, Local, Statement, Symbol,
    Symbols,
};

/// Where the locals of the old function stand in the new one.
struct LocalsMap {
    /// The local itself.
    own: Vec<u32>,
    /// Its derivative; none if that is zero or there is none.
    change: Vec<Option<u32>>,
    /// How many locals there are in the new function. Those of loops follow.
    count: u32,
}

impl LocalsMap {
    fn own(&self, local: u32) -> u32 {
        match self.own.get(local as usize) {
            Some(&own) => own,
            None => self.count + (local - self.own.len() as u32),
        }
    }

    fn change(&self, local: u32) -> Option<u32> {
        self.change.get(local as usize).copied().flatten()
    }
}

/// A body under way: the old locals renumbered, and the derivatives known in it.
struct DerivativeBody<'l> {
    layout: &'l LocalsMap,
    moved: FxHashMap<ExprId, ExprId>,
}

impl Differentiator<'_> {
    /// Makes the function that is the derivative of another when the inputs marked change.
    pub(super) fn make(&mut self, function: FunctionId, moving: &[bool]) -> DerivativeResult<FunctionId> {
        let old = self.functions[function.at()].clone();
        let made = FunctionId(self.functions.len() as u32);
        // Known before its body is, so that a function may call itself.
        self.known.insert(function, moving, made);
        let (inputs, outputs) = (old.inputs as usize, old.outputs as usize);
        let changes = |at: usize| {
            holds_real(&old.locals[at]) && (at >= inputs || moving.get(at).copied().unwrap_or(false))
        };
        let mut layout =
            LocalsMap { own: vec![0; old.locals.len()], change: vec![None; old.locals.len()], count: 0 };
        // Inputs, their changes, changes of outputs, outputs, the rest, their changes.
        let mut order: Vec<(usize, bool)> = (0..inputs).map(|at| (at, false)).collect();
        order.extend((0..inputs + outputs).filter(|&at| changes(at)).map(|at| (at, true)));
        order.extend((inputs..old.locals.len()).map(|at| (at, false)));
        order.extend((inputs + outputs..old.locals.len()).filter(|&at| changes(at)).map(|at| (at, true)));
        for (number, &(at, change)) in order.iter().enumerate() {
            if change {
                layout.change[at] = Some(number as u32);
            } else {
                layout.own[at] = number as u32;
            }
        }
        layout.count = order.len() as u32;
        let new = Function {
            inputs: (inputs + (0..inputs).filter(|&at| changes(at)).count()) as u32,
            outputs: (inputs..inputs + outputs).filter(|&at| changes(at)).count() as u32,
            ..Function::new(
                fresh(self.symbols, old.name, |name| self.functions.iter().any(|known| known.name == name)),
                old.place,
            )
        };
        self.functions.push(new);
        let mut body = DerivativeBody { layout: &layout, moved: FxHashMap::default() };
        let mut locals = Vec::with_capacity(order.len());
        for &(at, change) in &order {
            let mut local = self.local(&mut body, &old.locals[at], change)?;
            if change {
                let taken = |name| old.locals.iter().any(|known| known.name == name);
                local.name = fresh(self.symbols, local.name, taken);
            }
            // The sizes and values of locals are those of the old function; inputs are given.
            locals.push(local);
        }
        let statements = self.statements(&mut body, old.body.as_deref().unwrap_or_default())?;
        let new = &mut self.functions[made.at()];
        new.locals = locals;
        new.body = Some(statements);
        Ok(made)
    }

    fn local(&mut self, body: &mut DerivativeBody, old: &Local, change: bool) -> DerivativeResult<Local> {
        let dims = old.dims.iter().map(|size| size.map(|size| self.moved(body, size))).collect();
        let binding = match old.binding {
            Some(binding) if change => {
                let derivative = self.change(body, binding)?;
                let own = self.moved(body, binding);
                Some(self.or_zero(own, derivative))
            }
            Some(binding) => Some(self.moved(body, binding)),
            None => None,
        };
        let mut fields = Vec::new();
        for field in &old.fields {
            fields.push(self.local(body, field, false)?);
        }
        if change {
            // What fields begin with does not change.
            fields.iter_mut().for_each(forget);
        }
        Ok(Local { name: old.name, kind: old.kind, dims, binding, fields })
    }

    /// An expression of the old function in the new one.
    fn moved(&mut self, body: &mut DerivativeBody, root: ExprId) -> ExprId {
        relocate(self.exprs, body.layout, root, &mut body.moved)
    }

    /// The derivative of an expression of the old function in the new one.
    fn change(&mut self, body: &mut DerivativeBody, old: ExprId) -> DerivativeResult {
        let moved = self.moved(body, old);
        self.change_moved(body, moved)
    }

    fn statements(
        &mut self,
        body: &mut DerivativeBody,
        old: &[Statement],
    ) -> DerivativeResult<Vec<Statement>> {
        let mut new = Vec::with_capacity(2 * old.len());
        for statement in old {
            self.statement(body, statement, &mut new)?;
        }
        Ok(new)
    }

    fn statement(
        &mut self,
        body: &mut DerivativeBody,
        old: &Statement,
        new: &mut Vec<Statement>,
    ) -> DerivativeResult<()> {
        match old {
            Statement::Assign(target, value) => {
                if body.layout.change(target.local).is_some() {
                    let derivative = self.change(body, *value)?;
                    let own = self.moved(body, *value);
                    let derivative = self.or_zero(own, derivative);
                    if let Some(target) = self.target(body, target, true) {
                        new.push(Statement::Assign(target, derivative));
                    }
                }
                let value = self.moved(body, *value);
                new.extend(self.target(body, target, false).map(|target| Statement::Assign(target, value)));
            }
            Statement::AssignMany(targets, value) => {
                let own = self.moved(body, *value);
                self.many(body, targets, own, new)?;
                let targets = targets
                    .iter()
                    .map(|target| target.as_ref().and_then(|target| self.target(body, target, false)));
                new.push(Statement::AssignMany(targets.collect(), own));
            }
            Statement::Call(call) => new.push(Statement::Call(self.moved(body, *call))),
            Statement::If(branches) => new.push(Statement::If(self.branches(body, branches)?)),
            Statement::When(branches) => new.push(Statement::When(self.branches(body, branches)?)),
            Statement::For(local, values, inner) => {
                let values = self.moved(body, *values);
                let local = body.layout.own(*local);
                new.push(Statement::For(local, values, self.statements(body, inner)?));
            }
            Statement::While(condition, inner) => {
                let condition = self.moved(body, *condition);
                new.push(Statement::While(condition, self.statements(body, inner)?));
            }
            Statement::Break => new.push(Statement::Break),
            Statement::Return => new.push(Statement::Return),
        }
        Ok(())
    }

    /// The derivatives of several results of one call at once.
    fn many(
        &mut self,
        body: &mut DerivativeBody,
        targets: &[Option<AssignmentTarget>],
        value: ExprId,
        new: &mut Vec<Statement>,
    ) -> DerivativeResult<()> {
        let Expr::Call(function, list) = self.exprs.get(value) else { return Ok(()) };
        let mut memo = DerivativeMemo::default();
        for argument in self.exprs.items(list).to_vec() {
            let derivative = self.change_moved(body, argument)?;
            memo.insert(argument, derivative);
        }
        let called = &self.functions[function.at()];
        let outputs = called.inputs as usize..(called.inputs + called.outputs) as usize;
        let real: Vec<bool> = called.locals[outputs].iter().map(holds_real).collect();
        let wanted = targets.iter().zip(&real).filter(|pair| *pair.1).map(|pair| pair.0.as_ref());
        let wanted: Vec<Option<AssignmentTarget>> =
            wanted.map(|target| target.and_then(|target| self.target(body, target, true))).collect();
        match self.call(value, function, list, &memo)? {
            Some(call) if wanted.len() == 1 => {
                new.extend(wanted.into_iter().flatten().map(|target| Statement::Assign(target, call)));
            }
            Some(call) => new.push(Statement::AssignMany(wanted, call)),
            None => {
                let numbers = (0..real.len() as u32).filter(|&at| real[at as usize]);
                for (target, number) in wanted.into_iter().zip(numbers) {
                    let result = self.exprs.add(Expr::Result(value, number));
                    let zero = self.zero(result);
                    new.extend(target.map(|target| Statement::Assign(target, zero)));
                }
            }
        }
        Ok(())
    }

    /// The derivative of an expression that is already one of the new function.
    fn change_moved(&mut self, body: &DerivativeBody, moved: ExprId) -> DerivativeResult {
        let layout = body.layout;
        let mut seed = |exprs: &mut crate::Exprs, leaf: DerivativeLeaf| match leaf {
            DerivativeLeaf::Local(local) => {
                let old = layout.own.iter().position(|&own| own == local)?;
                layout.change[old].map(|local| exprs.add(Expr::Local(local)))
            }
            _ => None,
        };
        self.derive(moved, &mut seed, &mut DerivativeMemo::default())
    }

    fn branches(
        &mut self,
        body: &mut DerivativeBody,
        old: &[(ExprId, Vec<Statement>)],
    ) -> DerivativeResult<Vec<(ExprId, Vec<Statement>)>> {
        let mut new = Vec::with_capacity(old.len());
        for (condition, inner) in old {
            new.push((self.moved(body, *condition), self.statements(body, inner)?));
        }
        Ok(new)
    }

    /// The target in the new function, or that of its derivative.
    fn target(
        &mut self,
        body: &mut DerivativeBody,
        old: &AssignmentTarget,
        change: bool,
    ) -> Option<AssignmentTarget> {
        let local = if change { body.layout.change(old.local)? } else { body.layout.own(old.local) };
        let path = old.path.iter().map(|step| match step {
            AccessStep::Index(subscripts) => {
                AccessStep::Index(subscripts.iter().map(|&subscript| self.moved(body, subscript)).collect())
            }
            AccessStep::Field(name) => AccessStep::Field(*name),
        });
        Some(AssignmentTarget { local, path: path.collect() })
    }
}

/// An expression with the locals of another layout.
fn relocate(
    exprs: &mut Exprs,
    layout: &LocalsMap,
    root: ExprId,
    moved: &mut FxHashMap<ExprId, ExprId>,
) -> ExprId {
    exprs.substitute(root, moved, &mut |exprs, id| match exprs.get(id) {
        Expr::Local(local) => Some(exprs.add(Expr::Local(layout.own(local)))),
        // What it runs over is a local too.
        Expr::Comprehension(local, values, body) => {
            let mut inside = FxHashMap::default();
            let values = relocate(exprs, layout, values, &mut inside);
            let body = relocate(exprs, layout, body, &mut inside);
            Some(exprs.add(Expr::Comprehension(layout.own(local), values, body)))
        }
        _ => None,
    })
}

/// The name of a derivative that nothing else has.
fn fresh(symbols: &mut Symbols, of: Symbol, taken: impl Fn(Symbol) -> bool) -> Symbol {
    let of = symbols.name(of).to_string();
    let mut name = symbols.add(&format!("der.{of}"));
    let mut number = 2;
    while taken(name) {
        name = symbols.add(&format!("der{number}.{of}"));
        number += 1;
    }
    name
}

/// Takes away what a field and the fields in it begin with.
fn forget(field: &mut Local) {
    field.binding = None;
    field.fields.iter_mut().for_each(forget);
}
