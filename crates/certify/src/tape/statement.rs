//! Statements of functions on a tape, carried out once for all rows. Where rows decide a choice, both ways are gone, and what
//! they leave is chosen from. A way that cannot be gone here leaves no number: the rows that go it are left to the evaluator,
//! and the others are not.

use equations::{ExprId, Local, Statement};

use super::function::TapeFrame;
use super::trace::{Tracer, has_node};
use super::{TapeNodeId, TapeOp};
use crate::evaluate::StatementFlow;
use crate::locals::FunctionExecutor;
use crate::missing_value::{CertifyResult, MissingValue};
use crate::value::CertifyValue;

/// How often a loop is written out.
const MAX_ROUNDS: usize = 10_000;

impl Tracer<'_, '_> {
    pub(super) fn act(&mut self, locals: &[Local], statement: &Statement) -> CertifyResult<StatementFlow> {
        match statement {
            Statement::Call(call) => {
                // Only that it fails or does not counts.
                match self.value(*call)? {
                    CertifyValue::Tuple(parts) if parts.is_empty() => {}
                    value if has_node(&value) => return Err(MissingValue::Unsupported),
                    _ => {}
                }
            }
            Statement::If(branches) => return self.choose(locals, branches),
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
                        Ok(true) => return Err(MissingValue::Unsupported),
                    }
                    match self.run(locals, body)? {
                        StatementFlow::Next => {}
                        StatementFlow::Break => break,
                        StatementFlow::Return => return Ok(StatementFlow::Return),
                    }
                }
            }
            _ => return self.carry_out_plain(locals, statement),
        }
        Ok(StatementFlow::Next)
    }

    fn choose(
        &mut self,
        locals: &[Local],
        branches: &[(ExprId, Vec<Statement>)],
    ) -> CertifyResult<StatementFlow> {
        let Some(((condition, body), rest)) = branches.split_first() else { return Ok(StatementFlow::Next) };
        let condition = self.value(*condition)?;
        let node = match self.truth(&condition)? {
            Ok(true) => return self.run(locals, body),
            Ok(false) => return self.choose(locals, rest),
            Err(node) => node,
        };
        let before = self.frames.last().cloned().ok_or(MissingValue::Failed)?;
        let yes = self.way(node, true, |tracer| tracer.run(locals, body))?;
        if let Some(frame) = self.frames.last_mut() {
            *frame = before;
        }
        let no = self.way(node, false, |tracer| tracer.choose(locals, rest))?;
        if yes.1 && no.1 {
            return Err(MissingValue::Unsupported);
        }
        let merged = self.join(node, yes.0, no.0)?;
        if let Some(frame) = self.frames.last_mut() {
            *frame = merged;
        }
        Ok(StatementFlow::Next)
    }

    /// What is left of the call under way where a condition has a truth value, and whether that way could not be gone: then
    /// nothing of it is a number.
    fn way(
        &mut self,
        condition: TapeNodeId,
        wanted: bool,
        go: impl FnOnce(&mut Self) -> CertifyResult<StatementFlow>,
    ) -> CertifyResult<(TapeFrame, bool)> {
        let mut before = self.frames.last().cloned().ok_or(MissingValue::Failed)?;
        let (calls, depth) = (self.frames.len(), self.depth);
        let point = self.enter(condition, wanted);
        let gone = matches!(go(self), Ok(StatementFlow::Next));
        if !gone {
            self.frames.truncate(calls);
            self.depth = depth;
            self.rollback(point);
        }
        self.leave(point);
        if gone {
            return Ok((self.frames.last().cloned().ok_or(MissingValue::Failed)?, false));
        }
        before.holds = Some(self.tape.constant(0.0));
        Ok((before, true))
    }

    /// What two ways leave.
    fn join(&mut self, condition: TapeNodeId, yes: TapeFrame, no: TapeFrame) -> CertifyResult<TapeFrame> {
        let one = self.tape.constant(1.0);
        let holds = match (yes.holds, no.holds) {
            (None, None) => None,
            (a, b) => Some(self.tape.add(TapeOp::Select(condition, a.unwrap_or(one), b.unwrap_or(one)))),
        };
        let none = CertifyValue::Node(self.tape.constant(f64::NAN));
        let mut locals = Vec::with_capacity(yes.locals.len());
        for (a, b) in yes.locals.into_iter().zip(no.locals) {
            locals.push(match (a, b) {
                (None, None) => None,
                (Some(a), Some(b)) => Some(self.merge(condition, &a, &b)?),
                (Some(a), None) if a.shape().is_empty() => Some(self.merge(condition, &a, &none)?),
                (None, Some(b)) if b.shape().is_empty() => Some(self.merge(condition, &none, &b)?),
                _ => return Err(MissingValue::Unsupported),
            });
        }
        Ok(TapeFrame { locals, holds })
    }
}
