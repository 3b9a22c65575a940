//! What statements do to the locals of a function that is being inlined.

use std::rc::Rc;

use equations::{AccessStep, AssignmentTarget, ExprId, Function, Statement};

use super::{LocalsState, Lowering};
use crate::build::OpBuffer;
use crate::op::Reg;
use crate::slots::CompileErrorKind;
use crate::value_form::{FormArray, LowerResult, ValueForm, wrong};

/// Where a statement leads.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum InlineFlow {
    Next,
    Break,
    Return,
}

impl<'a> Lowering<'a> {
    pub(super) fn run(&mut self, function: &'a Function, body: &'a [Statement]) -> LowerResult<InlineFlow> {
        for statement in body {
            self.charge_budget(1)?;
            let flow = self.deeper(|lower| lower.act(function, statement))?;
            if self.builder.size() > self.most {
                return Err(CompileErrorKind::Form("a function of this size"));
            }
            if flow != InlineFlow::Next {
                return Ok(flow);
            }
        }
        Ok(InlineFlow::Next)
    }

    fn act(&mut self, function: &'a Function, statement: &'a Statement) -> LowerResult<InlineFlow> {
        match statement {
            Statement::Assign(target, value) => {
                let value = self.value(*value)?;
                self.assign(target, value)?;
            }
            Statement::AssignMany(targets, value) => {
                self.distribute(targets, *value)?;
            }
            Statement::Call(call) => {
                self.value(*call)?;
            }
            Statement::If(branches) => return self.branches(function, branches),
            Statement::For(local, values, body) if self.routine => {
                return self.lower_for(function, *local, *values, body);
            }
            Statement::While(condition, body) if self.routine => {
                let condition = *condition;
                return self.lower_loop(
                    function,
                    body,
                    None,
                    &mut |lower| lower.scalar(condition),
                    &mut |_| Ok(()),
                );
            }
            Statement::For(local, values, body) => {
                return self.written_out(function, *local, *values, body);
            }
            Statement::While(condition, body) => {
                while self.known(*condition)? {
                    match self.run(function, body)? {
                        InlineFlow::Next => {}
                        InlineFlow::Break => break,
                        InlineFlow::Return => return Ok(InlineFlow::Return),
                    }
                }
            }
            Statement::When(_) => return Err(CompileErrorKind::Form("`when`")),
            Statement::Break => {
                if self.routine && !self.leave_loop()? {
                    return Err(CompileErrorKind::Form("`break` outside of a loop"));
                }
                return Ok(InlineFlow::Break);
            }
            Statement::Return => {
                if self.routine {
                    self.lower_return(function)?;
                }
                return Ok(InlineFlow::Return);
            }
        }
        Ok(InlineFlow::Next)
    }

    /// Gives the results of a call to several targets.
    fn distribute(&mut self, targets: &'a [Option<AssignmentTarget>], value: ExprId) -> LowerResult<()> {
        let values = match self.value(value)? {
            ValueForm::Tuple(values) => values.to_vec(),
            value => vec![value],
        };
        if values.len() < targets.len() {
            return wrong("there are more targets than results");
        }
        // What one target takes may be written by another before.
        let parts = targets.iter().flatten().any(|target| !target.path.is_empty());
        let values = if self.routine && parts {
            values.iter().map(|value| self.apart(value)).collect()
        } else {
            values
        };
        for (target, value) in targets.iter().zip(values) {
            if let Some(target) = target {
                self.assign(target, value)?;
            }
        }
        Ok(())
    }

    /// A loop whose turns are known while compiling, one after the other.
    fn written_out(
        &mut self,
        function: &'a Function,
        local: u32,
        values: ExprId,
        body: &'a [Statement],
    ) -> LowerResult<InlineFlow> {
        let values = self.value(values)?;
        let former = self.set(local, None);
        for value in values.items() {
            self.set(local, Some(value.clone()));
            match self.run(function, body)? {
                InlineFlow::Next => {}
                InlineFlow::Break => break,
                InlineFlow::Return => return Ok(InlineFlow::Return),
            }
        }
        self.set(local, former);
        Ok(InlineFlow::Next)
    }

    /// A condition that must be known while compiling.
    fn known(&mut self, condition: ExprId) -> LowerResult<bool> {
        self.charge_budget(1)?;
        let form = self.value(condition)?;
        Ok(self.fixed(&form)? != 0.0)
    }

    fn branches(
        &mut self,
        function: &'a Function,
        branches: &'a [(ExprId, Vec<Statement>)],
    ) -> LowerResult<InlineFlow> {
        let Some(((condition, body), rest)) = branches.split_first() else { return Ok(InlineFlow::Next) };
        let condition = self.scalar(*condition)?;
        if let Some(truth) = self.builder.number(condition) {
            return if truth == 0.0 { self.branches(function, rest) } else { self.run(function, body) };
        }
        let Some(before) = self.locals.as_ref().map(super::InlinedLocals::state) else {
            return Err(CompileErrorKind::Form("a statement outside of a function"));
        };
        let (first_flow, first_ops) = self.way(&before, |lower| lower.run(function, body))?;
        let first = match &mut self.locals {
            Some(locals) => {
                let after = locals.state();
                locals.restore(before);
                after
            }
            None => before,
        };
        let Some(before) = self.locals.as_ref().map(super::InlinedLocals::state) else {
            return Err(CompileErrorKind::Form("a statement outside of a function"));
        };
        let (second_flow, second_ops) =
            self.way(&before, |lower| lower.deeper(|lower| lower.branches(function, rest)))?;
        // Where the way parts for good, what follows would have to be done in each branch.
        if !self.routine && (first_flow != InlineFlow::Next || second_flow != InlineFlow::Next) {
            return Err(CompileErrorKind::Form("`break` or `return` under a condition"));
        }
        if first_flow != InlineFlow::Next || second_flow != InlineFlow::Next {
            self.builder.join(condition, first_ops, second_ops, &[]);
            if second_flow != InlineFlow::Next {
                if let Some(locals) = &mut self.locals {
                    locals.restore(first);
                }
                return Ok(first_flow);
            }
            return Ok(InlineFlow::Next);
        }
        self.merge(condition, first, first_ops, second_ops);
        Ok(InlineFlow::Next)
    }

    /// One way of a condition. In a routine a way that cannot be compiled ends the run, which is then made by the evaluator.
    fn way(
        &mut self,
        before: &LocalsState,
        act: impl FnOnce(&mut Self) -> LowerResult<InlineFlow>,
    ) -> LowerResult<(InlineFlow, OpBuffer)> {
        self.builder.begin_branch();
        let (mark, charge) = (self.builder.position(), self.charge);
        let flow = match act(self) {
            Err(_) if self.routine && self.builder.size() <= self.most => {
                self.builder.rewind(&mark);
                self.charge = charge;
                if let Some(locals) = &mut self.locals {
                    locals.restore(before.clone());
                }
                self.builder.fail();
                InlineFlow::Return
            }
            flow => flow?,
        };
        Ok((flow, self.builder.end_branch()))
    }

    /// Makes the locals of two ways one.
    fn merge(&mut self, condition: Reg, first: LocalsState, first_ops: OpBuffer, second_ops: OpBuffer) {
        let unset = self.builder.constant(f64::NAN);
        let plain: Vec<bool> = (0..first.values.len()).map(|local| self.plain(local as u32)).collect();
        let routine = self.routine;
        let Some(locals) = &mut self.locals else {
            debug_assert!(false, "a statement outside of a function");
            return;
        };
        let mut pairs: Vec<(Reg, Reg)> = Vec::new();
        let mut merged = Vec::new();
        for (at, (first, second)) in first.values.into_iter().zip(&mut locals.values).enumerate() {
            let (first, other) = match (first, second.take()) {
                (Some(a), Some(b)) if a.alike(&b) => (a, b),
                (Some(a), None) if routine && plain[at] => {
                    locals.doubts.insert(at as u32);
                    (a, ValueForm::Scalar(unset))
                }
                (None, Some(b)) if routine && plain[at] => {
                    locals.doubts.insert(at as u32);
                    (ValueForm::Scalar(unset), b)
                }
                // A local without a value in one branch, or of another size, must not be used any more.
                _ => continue,
            };
            let (mut left, mut right) = (Vec::new(), Vec::new());
            first.scalars(&mut left);
            other.scalars(&mut right);
            *second = Some(other);
            if left != right {
                merged.push((at, left.len()));
                pairs.extend(left.into_iter().zip(right));
            }
        }
        locals.doubts.extend(first.doubts);
        let mut joined = self.builder.join(condition, first_ops, second_ops, &pairs).into_iter();
        if let Some(locals) = &mut self.locals {
            for (at, count) in merged {
                let regs: Vec<Reg> = joined.by_ref().take(count).collect();
                let value = locals.values[at].as_ref().map(|form| form.rebuild(&regs));
                locals.values[at] = value;
            }
        }
    }

    /// The same value in registers of its own.
    fn apart(&mut self, value: &ValueForm) -> ValueForm {
        value.map(&mut |reg| self.builder.copy(reg))
    }

    fn assign(&mut self, target: &'a AssignmentTarget, value: ValueForm) -> LowerResult<()> {
        if target.path.is_empty() {
            let former = self.set(target.local, None);
            let free = self
                .current_function()
                .and_then(|function| function.locals.get(target.local as usize))
                .is_some_and(|local| local.dims.contains(&None));
            if former.is_some_and(|former| former.dims() != value.dims() && !free) {
                return wrong("sizes differ");
            }
            self.set(target.local, Some(value));
            if let Some(locals) = &mut self.locals {
                locals.mark_unassigned(target.local, false);
            }
            return Ok(());
        }
        if self.routine && self.write_selected(target, &value)? {
            return Ok(());
        }
        let former = self.local(target.local)?;
        let new = self.change(&former, &target.path, &value)?;
        self.set(target.local, Some(new));
        Ok(())
    }

    /// The value with what stands at the end of a way exchanged.
    fn change(
        &mut self,
        value: &ValueForm,
        path: &'a [AccessStep],
        part: &ValueForm,
    ) -> LowerResult<ValueForm> {
        match (path, value) {
            ([], _) if value.dims() == part.dims() => Ok(part.clone()),
            ([], _) => wrong("sizes differ"),
            ([AccessStep::Field(name), rest @ ..], ValueForm::Record(class, fields)) => {
                let mut fields = fields.to_vec();
                let Some(field) = fields.iter_mut().find(|field| field.0 == *name) else {
                    return wrong("there is no such field in a record");
                };
                field.1 = self.change(&field.1, rest, part)?;
                Ok(ValueForm::Record(*class, Rc::new(fields)))
            }
            ([AccessStep::Index(subscripts)], ValueForm::Array(grid)) => {
                let picks = self.subscript_selections(&grid.dims, subscripts)?;
                self.write(value, &picks, part)
            }
            ([AccessStep::Index(subscripts), rest @ ..], ValueForm::Array(grid)) => {
                let picks = self.subscript_selections(&grid.dims, subscripts)?;
                let at = super::index::single(&grid.dims, &picks)
                    .ok_or(CompileErrorKind::Form("a part of several records at once"))?;
                let mut items = grid.items.clone();
                items[at] = self.change(&items[at], rest, part)?;
                Ok(ValueForm::Array(Rc::new(FormArray { dims: grid.dims.clone(), items })))
            }
            _ => Err(CompileErrorKind::Form("an assignment to this part of a variable")),
        }
    }
}
