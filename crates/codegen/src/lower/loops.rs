//! Loops whose course is not known while compiling, and the ways out of them.

use equations::{Elementary, Expr, ExprId, Function, Statement};

use super::Lowering;
use super::function::InlineFlow;
use super::local_registers::pair;
use crate::code::BlockAccess;
use crate::op::{OpKind, Reg};
use crate::slots::CompileErrorKind;
use crate::value_form::{LowerResult, ValueForm, wrong};

/// The most rounds of a loop that are written out one after the other in a routine.
const MAX_ROUNDS: usize = 64;

/// The most operations that a loop may be written out into.
const MAX_WRITTEN: usize = 6_000;

/// A way out of a loop or a function: where it leads and where the locals live there.
pub(super) struct LoopExit {
    label: u32,
    homes: Vec<(u32, ValueForm)>,
    /// Locals that may have no value there.
    doubts: Vec<u32>,
}

/// What a loop runs over.
struct LoopRange {
    count: Reg,
    /// First value and step, or the values.
    values: Result<(Reg, Reg), ValueForm>,
}

impl<'a> Lowering<'a> {
    /// `for local in values` in a routine.
    pub(super) fn lower_for(
        &mut self,
        function: &'a Function,
        local: u32,
        values: ExprId,
        body: &'a [Statement],
    ) -> LowerResult<InlineFlow> {
        let known = match self.exprs.get(values) {
            Expr::Range(start, step, stop) => {
                let ends = [self.scalar(start)?, self.scalar(step)?, self.scalar(stop)?];
                ends.iter().all(|&end| self.builder.number(end).is_some())
            }
            _ => true,
        };
        if known && !parts(body) {
            let list = self.value(values)?;
            if list.items().len() <= MAX_ROUNDS {
                let (mark, size) = (self.builder.position(), self.builder.size());
                let before = self.locals.as_ref().map(super::InlinedLocals::state);
                let charge = self.charge;
                let written = self.written(function, local, &list, body, size);
                if written.is_ok() {
                    return written;
                }
                self.builder.rewind(&mark);
                self.charge = charge;
                if let (Some(locals), Some(before)) = (&mut self.locals, before) {
                    locals.restore(before);
                }
            }
        }
        let course = self.course(values)?;
        let zero = self.builder.constant(0.0);
        let turn = self.builder.copy(zero);
        let former = self.set(local, None);
        let flow = self.lower_loop(
            function,
            body,
            Some(turn),
            &mut |lower| Ok(lower.builder.two(OpKind::Less, turn, course.count)),
            &mut |lower| {
                let value = lower.member(&course, turn)?;
                lower.set(local, Some(value));
                Ok(())
            },
        );
        self.set(local, former);
        flow
    }

    /// A loop written out.
    fn written(
        &mut self,
        function: &'a Function,
        local: u32,
        list: &ValueForm,
        body: &'a [Statement],
        size: usize,
    ) -> LowerResult<InlineFlow> {
        let former = self.set(local, None);
        for value in list.items() {
            self.set(local, Some(value.clone()));
            if self.run(function, body)? != InlineFlow::Next {
                return Err(CompileErrorKind::Form("a way out of a loop that is written out"));
            }
            if self.builder.size() > size + MAX_WRITTEN {
                return Err(CompileErrorKind::Form("a loop of this size"));
            }
        }
        self.set(local, former);
        Ok(InlineFlow::Next)
    }

    fn course(&mut self, values: ExprId) -> LowerResult<LoopRange> {
        let Expr::Range(start, step, stop) = self.exprs.get(values) else {
            let list = self.value(values)?;
            let count = self.builder.constant(list.items().len() as f64);
            // The body may assign to what the values were taken from.
            let copied = list.map(&mut |reg| {
                if reg.as_constant().is_some() { reg } else { self.builder.copy(reg) }
            });
            return Ok(LoopRange { count, values: Err(copied) });
        };
        let [start, step, stop] = [self.scalar(start)?, self.scalar(step)?, self.scalar(stop)?];
        let way = self.builder.two(OpKind::Subtract, stop, start);
        let steps = self.builder.two(OpKind::Divide, way, step);
        let whole = self.builder.one(OpKind::Apply(Elementary::Floor), steps);
        let one = self.builder.constant(1.0);
        let count = self.builder.two(OpKind::Add, whole, one);
        let mut keep = |reg: Reg| if reg.as_constant().is_some() { reg } else { self.builder.copy(reg) };
        Ok(LoopRange { count, values: Ok((keep(start), keep(step))) })
    }

    /// The value of a loop's variable in a turn, counted from zero.
    fn member(&mut self, course: &LoopRange, turn: Reg) -> LowerResult<ValueForm> {
        match &course.values {
            Ok((start, step)) => {
                let way = self.builder.two(OpKind::Multiply, turn, *step);
                Ok(ValueForm::Scalar(self.builder.two(OpKind::Add, *start, way)))
            }
            Err(list) => {
                let Some(first) = list.items().first() else { return wrong("a loop over nothing") };
                let mut regs = Vec::new();
                list.scalars(&mut regs);
                let width = regs.len() / list.items().len();
                if width == 0 || list.items().iter().any(|item| !item.alike(first)) {
                    return Err(CompileErrorKind::Form("a loop over these values"));
                }
                let block = self.builder.block(&regs);
                let one = self.builder.constant(1.0);
                let subscript = self.builder.two(OpKind::Add, turn, one);
                let (size, stride) = (list.items().len() as u32, width as u32);
                let fetched: Vec<Reg> = (0..width)
                    .map(|k| {
                        let access = BlockAccess { block, size, stride, offset: k as u32 };
                        self.builder.load_indexed(access, subscript)
                    })
                    .collect();
                Ok(first.rebuild(&fetched))
            }
        }
    }

    /// A loop with a condition: `turn` counts its rounds, if they are counted; `begin` is done at the start of each.
    pub(super) fn lower_loop(
        &mut self,
        function: &'a Function,
        body: &'a [Statement],
        turn: Option<Reg>,
        condition: &mut dyn FnMut(&mut Self) -> LowerResult<Reg>,
        begin: &mut dyn FnMut(&mut Self) -> LowerResult<()>,
    ) -> LowerResult<InlineFlow> {
        let mut assigned = Vec::new();
        targets(body, &mut assigned);
        assigned.sort_unstable();
        assigned.dedup();
        let homes = self.assign_registers(&assigned)?;
        let before = self.locals.as_ref().map(super::InlinedLocals::state);
        let (head, end) = (self.builder.label(), self.builder.label());
        self.builder.place_label(head);
        self.builder.begin_branch();
        let goes_on = condition(self)?;
        self.builder.begin_branch();
        begin(self)?;
        if let Some(locals) = &mut self.locals {
            locals.loops.push(LoopExit { label: end, homes: homes.clone(), doubts: Vec::new() });
        }
        let flow = self.run(function, body)?;
        let exit = self.locals.as_mut().and_then(|locals| locals.loops.pop());
        let mut doubts = exit.map_or_else(Vec::new, |exit| exit.doubts);
        if flow == InlineFlow::Next {
            doubts.extend(self.doubts(&homes));
            self.move_to_registers(&homes)?;
            if let Some(turn) = turn {
                let one = self.builder.constant(1.0);
                let next = self.builder.two(OpKind::Add, turn, one);
                self.builder.parallel_move(&[(turn, next)]);
            }
            self.builder.goto(head);
        }
        let inside = self.builder.end_branch();
        self.builder.begin_branch();
        let nothing = self.builder.end_branch();
        self.builder.join(goes_on, inside, nothing, &[]);
        let around = self.builder.end_branch();
        self.builder.append(around);
        self.builder.place_label(end);
        if let (Some(locals), Some(before)) = (&mut self.locals, before) {
            locals.restore(before);
            for local in doubts {
                locals.mark_unassigned(local, true);
            }
        }
        Ok(InlineFlow::Next)
    }

    fn doubts(&self, homes: &[(u32, ValueForm)]) -> Vec<u32> {
        let Some(locals) = &self.locals else { return Vec::new() };
        homes.iter().map(|home| home.0).filter(|&local| locals.may_be_unassigned(local)).collect()
    }

    /// `break`: true if it was done here, false if the loop is written out.
    pub(super) fn leave_loop(&mut self) -> LowerResult<bool> {
        let exit = self.locals.as_ref().and_then(|locals| locals.loops.last());
        let Some((label, homes)) = exit.map(|exit| (exit.label, exit.homes.clone())) else {
            return Ok(false);
        };
        let doubts = self.doubts(&homes);
        self.move_to_registers(&homes)?;
        self.builder.goto(label);
        if let Some(exit) = self.locals.as_mut().and_then(|locals| locals.loops.last_mut()) {
            exit.doubts.extend(doubts);
        }
        Ok(true)
    }

    /// `return`: goes to the end of the function with the results as they are.
    pub(super) fn lower_return(&mut self, function: &Function) -> LowerResult<()> {
        let outputs = function.inputs..function.inputs + function.outputs;
        let made = self.locals.as_mut().and_then(|locals| locals.exit.take());
        let mut exit = match made {
            Some(exit) => exit,
            None => LoopExit { label: self.builder.label(), homes: Vec::new(), doubts: Vec::new() },
        };
        let mut pairs = Vec::new();
        for output in outputs {
            let value = self.locals.as_ref().and_then(|locals| locals.values[output as usize].clone());
            let form = match value {
                Some(form) => form,
                None if self.plain(output) => {
                    exit.doubts.push(output);
                    ValueForm::Scalar(self.builder.constant(f64::NAN))
                }
                None => return Err(CompileErrorKind::Form("a result without a value")),
            };
            if self.locals.as_ref().is_some_and(|locals| locals.may_be_unassigned(output)) {
                exit.doubts.push(output);
            }
            let home = match exit.homes.iter().find(|home| home.0 == output) {
                Some((_, home)) if home.alike(&form) => home.clone(),
                Some(_) => return wrong("a result changes its size"),
                None => {
                    let mut regs = Vec::new();
                    form.scalars(&mut regs);
                    let row = self.builder.row(regs.len());
                    let home = form.rebuild(&row);
                    exit.homes.push((output, home.clone()));
                    home
                }
            };
            pair(&home, &form, &mut pairs);
        }
        self.builder.parallel_move(&pairs);
        self.builder.goto(exit.label);
        if let Some(locals) = &mut self.locals {
            locals.exit = Some(exit);
        }
        Ok(())
    }

    /// The end of a function: where all ways out of it lead, the results are what those brought.
    pub(super) fn join_returns(&mut self, function: &Function, flow: InlineFlow) -> LowerResult<()> {
        if self.locals.as_ref().is_none_or(|locals| locals.exit.is_none()) {
            return Ok(());
        }
        if flow == InlineFlow::Next {
            self.lower_return(function)?;
        }
        let Some(exit) = self.locals.as_mut().and_then(|locals| locals.exit.take()) else { return Ok(()) };
        self.builder.place_label(exit.label);
        for (output, home) in exit.homes {
            self.set(output, Some(home));
            if let Some(locals) = &mut self.locals {
                locals.mark_unassigned(output, exit.doubts.contains(&output));
            }
        }
        Ok(())
    }
}

/// True if a way out of a loop or of the function stands among statements.
fn parts(body: &[Statement]) -> bool {
    body.iter().any(|statement| match statement {
        Statement::Break | Statement::Return => true,
        Statement::If(branches) | Statement::When(branches) => branches.iter().any(|branch| parts(&branch.1)),
        Statement::For(_, _, body) | Statement::While(_, body) => parts(body),
        Statement::Assign(..) | Statement::AssignMany(..) | Statement::Call(_) => false,
    })
}

/// The locals that statements assign to.
fn targets(body: &[Statement], out: &mut Vec<u32>) {
    for statement in body {
        match statement {
            Statement::Assign(target, _) => out.push(target.local),
            Statement::AssignMany(list, _) => out.extend(list.iter().flatten().map(|target| target.local)),
            Statement::If(branches) | Statement::When(branches) => {
                branches.iter().for_each(|branch| targets(&branch.1, out));
            }
            Statement::For(_, _, body) | Statement::While(_, body) => targets(body, out),
            Statement::Call(_) | Statement::Break | Statement::Return => {}
        }
    }
}
