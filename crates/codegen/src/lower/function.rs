//! What statements do to the locals of a function that is being inlined.

use std::rc::Rc;

use equations::{ExprId, Function, Statement, Step as Way, Target};

use super::Lower;
use crate::form::{Form, Grid, Made, wrong};
use crate::op::Reg;
use crate::slots::Reason;

/// Where a statement leads.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Flow {
    Next,
    Break,
    Return,
}

impl<'a> Lower<'a> {
    pub(super) fn run(&mut self, function: &'a Function, body: &'a [Statement]) -> Made<Flow> {
        for statement in body {
            self.spend(1)?;
            let flow = self.deeper(|lower| lower.act(function, statement))?;
            if flow != Flow::Next {
                return Ok(flow);
            }
        }
        Ok(Flow::Next)
    }

    fn act(&mut self, function: &'a Function, statement: &'a Statement) -> Made<Flow> {
        match statement {
            Statement::Assign(target, value) => {
                let value = self.value(*value)?;
                self.assign(target, value)?;
            }
            Statement::AssignMany(targets, value) => {
                let values = match self.value(*value)? {
                    Form::Tuple(values) => values.to_vec(),
                    value => vec![value],
                };
                if values.len() < targets.len() {
                    return wrong("there are more targets than results");
                }
                for (target, value) in targets.iter().zip(values) {
                    if let Some(target) = target {
                        self.assign(target, value)?;
                    }
                }
            }
            Statement::Call(call) => {
                self.value(*call)?;
            }
            Statement::If(branches) => return self.branches(function, branches),
            Statement::For(local, values, body) => {
                let values = self.value(*values)?;
                let former = self.set(*local, None);
                for value in values.items() {
                    self.set(*local, Some(value.clone()));
                    match self.run(function, body)? {
                        Flow::Next => {}
                        Flow::Break => break,
                        Flow::Return => return Ok(Flow::Return),
                    }
                }
                self.set(*local, former);
            }
            Statement::While(condition, body) => {
                while self.known(*condition)? {
                    match self.run(function, body)? {
                        Flow::Next => {}
                        Flow::Break => break,
                        Flow::Return => return Ok(Flow::Return),
                    }
                }
            }
            Statement::When(_) => return Err(Reason::Form("`when`")),
            Statement::Break => return Ok(Flow::Break),
            Statement::Return => return Ok(Flow::Return),
        }
        Ok(Flow::Next)
    }

    /// A condition that must be known while compiling.
    fn known(&mut self, condition: ExprId) -> Made<bool> {
        self.spend(1)?;
        let form = self.value(condition)?;
        Ok(self.fixed(&form)? != 0.0)
    }

    fn branches(&mut self, function: &'a Function, branches: &'a [(ExprId, Vec<Statement>)]) -> Made<Flow> {
        let Some(((condition, body), rest)) = branches.split_first() else { return Ok(Flow::Next) };
        let condition = self.scalar(*condition)?;
        if let Some(truth) = self.builder.number(condition) {
            return if truth == 0.0 { self.branches(function, rest) } else { self.run(function, body) };
        }
        let Some(before) = self.locals.as_ref().map(|locals| locals.values.clone()) else {
            return Ok(Flow::Next);
        };
        self.builder.open();
        let first_flow = self.run(function, body)?;
        let first_ops = self.builder.close();
        let first = match &mut self.locals {
            Some(locals) => std::mem::replace(&mut locals.values, before),
            None => before,
        };
        self.builder.open();
        let second_flow = self.deeper(|lower| lower.branches(function, rest))?;
        let second_ops = self.builder.close();
        // Where the way parts for good, what follows would have to be done in each branch.
        if first_flow != Flow::Next || second_flow != Flow::Next {
            return Err(Reason::Form("`break` or `return` under a condition"));
        }
        let Some(locals) = &mut self.locals else { return Ok(Flow::Next) };
        let mut pairs: Vec<(Reg, Reg)> = Vec::new();
        let mut merged = Vec::new();
        for (at, (first, second)) in first.iter().zip(&mut locals.values).enumerate() {
            match (first, &*second) {
                (Some(a), Some(b)) if a.alike(b) => {
                    let (mut left, mut right) = (Vec::new(), Vec::new());
                    a.scalars(&mut left);
                    b.scalars(&mut right);
                    if left != right {
                        merged.push((at, left.len()));
                        pairs.extend(left.into_iter().zip(right));
                    }
                }
                // A local without a value in one branch, or of another size, must not be used any more.
                _ => *second = None,
            }
        }
        let mut joined = self.builder.join(condition, first_ops, second_ops, &pairs).into_iter();
        if let Some(locals) = &mut self.locals {
            for (at, count) in merged {
                let regs: Vec<Reg> = joined.by_ref().take(count).collect();
                let value = locals.values[at].as_ref().map(|form| form.rebuild(&mut regs.into_iter()));
                locals.values[at] = value;
            }
        }
        Ok(Flow::Next)
    }

    fn assign(&mut self, target: &'a Target, value: Form) -> Made<()> {
        if target.path.is_empty() {
            let former = self.set(target.local, None);
            let free = self
                .inside()
                .and_then(|function| function.locals.get(target.local as usize))
                .is_some_and(|local| local.dims.contains(&None));
            if former.is_some_and(|former| former.dims() != value.dims() && !free) {
                return wrong("sizes differ");
            }
            self.set(target.local, Some(value));
            return Ok(());
        }
        let former = self.local(target.local)?;
        let new = self.change(&former, &target.path, &value)?;
        self.set(target.local, Some(new));
        Ok(())
    }

    /// The value with what stands at the end of a way exchanged.
    fn change(&mut self, value: &Form, path: &'a [Way], part: &Form) -> Made<Form> {
        match (path, value) {
            ([], _) if value.dims() == part.dims() => Ok(part.clone()),
            ([], _) => wrong("sizes differ"),
            ([Way::Field(name), rest @ ..], Form::Record(class, fields)) => {
                let mut fields = fields.to_vec();
                let Some(field) = fields.iter_mut().find(|field| field.0 == *name) else {
                    return wrong("there is no such field in a record");
                };
                field.1 = self.change(&field.1, rest, part)?;
                Ok(Form::Record(*class, Rc::new(fields)))
            }
            ([Way::Index(subscripts)], Form::Array(grid)) => {
                let picks = self.picks(&grid.dims, subscripts)?;
                self.write(value, &picks, part)
            }
            ([Way::Index(subscripts), rest @ ..], Form::Array(grid)) => {
                let picks = self.picks(&grid.dims, subscripts)?;
                let at = super::index::single(&grid.dims, &picks)
                    .ok_or(Reason::Form("a part of several records at once"))?;
                let mut items = grid.items.clone();
                items[at] = self.change(&items[at], rest, part)?;
                Ok(Form::Array(Rc::new(Grid { dims: grid.dims.clone(), items })))
            }
            _ => Err(Reason::Form("an assignment to this part of a variable")),
        }
    }
}
