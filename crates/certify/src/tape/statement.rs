//! Statements of functions on a tape, carried out once for all rows. Where rows decide a choice, both ways are gone, and what
//! they leave is chosen from. A way that cannot be gone here leaves no number: the rows that go it are left to the evaluator,
//! and the others are not.

use equations::{ExprId, Local, Statement};

use super::function::Frame;
use super::trace::{Tracer, has_node};
use super::{NodeId, Op};
use crate::evaluate::Flow;
use crate::gap::Gap;
use crate::locals::Locals;
use crate::value::Value;

/// How often a loop is written out.
const MAX_ROUNDS: usize = 10_000;

impl Tracer<'_, '_> {
    pub(super) fn run(&mut self, locals: &[Local], body: &[Statement]) -> Result<Flow, Gap> {
        for statement in body {
            let flow = self.act(locals, statement)?;
            if flow != Flow::Next {
                return Ok(flow);
            }
        }
        Ok(Flow::Next)
    }

    fn act(&mut self, locals: &[Local], statement: &Statement) -> Result<Flow, Gap> {
        match statement {
            Statement::Assign(target, value) => {
                let value = self.value(*value)?;
                self.assign(locals, target, value)?;
            }
            Statement::AssignMany(targets, value) => {
                let values = match self.value(*value)? {
                    Value::Tuple(values) => values,
                    value => vec![value],
                };
                for (target, value) in targets.iter().zip(values) {
                    if let Some(target) = target {
                        self.assign(locals, target, value)?;
                    }
                }
            }
            Statement::Call(call) => {
                // Only that it fails or does not counts.
                match self.value(*call)? {
                    Value::Tuple(parts) if parts.is_empty() => {}
                    value if has_node(&value) => return Err(Gap::Unsupported),
                    _ => {}
                }
            }
            Statement::If(branches) => return self.choose(locals, branches),
            Statement::For(local, values, body) => {
                let former = self.set(*local, None);
                for value in self.value(*values)?.into_items() {
                    self.set(*local, Some(value));
                    match self.run(locals, body)? {
                        Flow::Next => {}
                        Flow::Break => break,
                        Flow::Return => return Ok(Flow::Return),
                    }
                }
                self.set(*local, former);
            }
            Statement::While(condition, body) => {
                for round in 0.. {
                    let truth = self.value(*condition)?;
                    match self.truth(&truth)? {
                        Ok(false) => break,
                        Ok(true) if round < MAX_ROUNDS => {}
                        Err(node) => {
                            self.repeat(locals, node, (*condition, body))?;
                            break;
                        }
                        Ok(true) => return Err(Gap::Unsupported),
                    }
                    match self.run(locals, body)? {
                        Flow::Next => {}
                        Flow::Break => break,
                        Flow::Return => return Ok(Flow::Return),
                    }
                }
            }
            Statement::When(_) => return Err(Gap::Unsupported),
            Statement::Break => return Ok(Flow::Break),
            Statement::Return => return Ok(Flow::Return),
        }
        Ok(Flow::Next)
    }

    fn choose(&mut self, locals: &[Local], branches: &[(ExprId, Vec<Statement>)]) -> Result<Flow, Gap> {
        let Some(((condition, body), rest)) = branches.split_first() else { return Ok(Flow::Next) };
        let condition = self.value(*condition)?;
        let node = match self.truth(&condition)? {
            Ok(true) => return self.run(locals, body),
            Ok(false) => return self.choose(locals, rest),
            Err(node) => node,
        };
        let before = self.frames.last().cloned().ok_or(Gap::Failed)?;
        let yes = self.way(node, true, |tracer| tracer.run(locals, body))?;
        if let Some(frame) = self.frames.last_mut() {
            *frame = before;
        }
        let no = self.way(node, false, |tracer| tracer.choose(locals, rest))?;
        if yes.1 && no.1 {
            return Err(Gap::Unsupported);
        }
        let merged = self.join(node, yes.0, no.0)?;
        if let Some(frame) = self.frames.last_mut() {
            *frame = merged;
        }
        Ok(Flow::Next)
    }

    /// What is left of the call under way where a condition has a truth value, and whether that way could not be gone: then
    /// nothing of it is a number.
    fn way(
        &mut self,
        condition: NodeId,
        wanted: bool,
        go: impl FnOnce(&mut Self) -> Result<Flow, Gap>,
    ) -> Result<(Frame, bool), Gap> {
        let mut before = self.frames.last().cloned().ok_or(Gap::Failed)?;
        let (calls, depth) = (self.frames.len(), self.depth);
        let point = self.enter(condition, wanted);
        let gone = matches!(go(self), Ok(Flow::Next));
        if !gone {
            self.frames.truncate(calls);
            self.depth = depth;
            self.rollback(point);
        }
        self.leave(point);
        if gone {
            return Ok((self.frames.last().cloned().ok_or(Gap::Failed)?, false));
        }
        before.holds = Some(self.tape.constant(0.0));
        Ok((before, true))
    }

    /// What two ways leave.
    fn join(&mut self, condition: NodeId, yes: Frame, no: Frame) -> Result<Frame, Gap> {
        let one = self.tape.constant(1.0);
        let holds = match (yes.holds, no.holds) {
            (None, None) => None,
            (a, b) => Some(self.tape.add(Op::Select(condition, a.unwrap_or(one), b.unwrap_or(one)))),
        };
        let none = Value::Node(self.tape.constant(f64::NAN));
        let mut locals = Vec::with_capacity(yes.locals.len());
        for (a, b) in yes.locals.into_iter().zip(no.locals) {
            locals.push(match (a, b) {
                (None, None) => None,
                (Some(a), Some(b)) => Some(self.merge(condition, &a, &b)?),
                (Some(a), None) if a.shape().is_empty() => Some(self.merge(condition, &a, &none)?),
                (None, Some(b)) if b.shape().is_empty() => Some(self.merge(condition, &none, &b)?),
                _ => return Err(Gap::Unsupported),
            });
        }
        Ok(Frame { locals, holds })
    }
}
