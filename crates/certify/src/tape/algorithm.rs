//! Algorithms of a model on a tape: what they assign is compared with what is recorded.

use equations::{AssignmentTarget, Equation, EquationKind, ExprId, Statement, Type, Variability, VariableId};
use rustc_hash::FxHashMap;

use super::trace::Tracer;
use super::{TapeClaim, TapeOp};
use crate::algorithm::has_when;
use crate::evaluate::StatementFlow;
use crate::missing_value::{CertifyResult, MissingValue};
use crate::value::CertifyValue;

impl Tracer<'_, '_> {
    /// Carries out an algorithm of the model and compares what it assigns with what is recorded.
    pub(super) fn algorithm(&mut self, owner: u32, equation: &Equation) -> CertifyResult<()> {
        let EquationKind::Algorithm(body, assigned) = &equation.kind else {
            return Err(MissingValue::Unsupported);
        };
        let recorded: Vec<CertifyValue> =
            assigned.iter().map(|&id| self.variable(id)).collect::<Result<_, _>>()?;
        let mut first = FxHashMap::default();
        for (&id, now) in assigned.iter().zip(&recorded) {
            let declared = &self.model.variables[id.at()];
            let keeps = declared.kind != Type::Real || declared.variability <= Variability::Discrete;
            let value = if keeps || body.iter().any(has_when) { now.clone() } else { self.start(id)? };
            first.insert(id, value);
        }
        self.assigned = Some(first);
        if self.statements(body, assigned)? == StatementFlow::Break {
            return Err(MissingValue::Failed);
        }
        let done = self.assigned.take().ok_or(MissingValue::Failed)?;
        for (id, now) in assigned.iter().zip(&recorded) {
            let (left, right) = (self.node(now)?, self.node(&done[id])?);
            let [size, other] =
                [left, right].map(|side| self.tape.add(TapeOp::One(equations::Builtin::Abs, side)));
            let terms = self.tape.add(TapeOp::Arithmetic(equations::Operator::Add, size, other));
            self.tape.judge(TapeClaim { owner, mask: None, left, right, terms });
        }
        Ok(())
    }

    fn start(&mut self, id: VariableId) -> CertifyResult {
        let found = self
            .model
            .attributes
            .iter()
            .find(|found| found.0 == id && found.1 == equations::Attribute::Start);
        match found {
            Some(found) => self.value(found.2),
            None => Ok(CertifyValue::Real(0.0)),
        }
    }

    fn statements(&mut self, body: &[Statement], assigned: &[VariableId]) -> CertifyResult<StatementFlow> {
        for statement in body {
            match statement {
                Statement::Assign(target, value) => {
                    let value = self.value(*value)?;
                    self.put(target, assigned, value)?;
                }
                Statement::AssignMany(targets, value) => {
                    let values = match self.value(*value)? {
                        CertifyValue::Tuple(values) => values,
                        value => value.into_items(),
                    };
                    for (target, value) in targets.iter().zip(values) {
                        if let Some(target) = target {
                            self.put(target, assigned, value)?;
                        }
                    }
                }
                // What is called acts outside of the model, and between events nothing becomes true.
                Statement::Call(_) | Statement::When(_) => {}
                Statement::If(branches) => self.decide(branches, assigned)?,
                _ => return Err(MissingValue::Unsupported),
            }
        }
        Ok(StatementFlow::Next)
    }

    fn decide(
        &mut self,
        branches: &[(ExprId, Vec<Statement>)],
        assigned: &[VariableId],
    ) -> CertifyResult<()> {
        let Some(((condition, body), rest)) = branches.split_first() else { return Ok(()) };
        let condition = self.value(*condition)?;
        let node = match self.truth(&condition)? {
            Ok(true) => return self.statements(body, assigned).map(|_| ()),
            Ok(false) => return self.decide(rest, assigned),
            Err(node) => node,
        };
        let before = self.assigned.clone();
        let point = self.enter(node, true);
        self.statements(body, assigned)?;
        self.leave(point);
        let yes = std::mem::replace(&mut self.assigned, before).ok_or(MissingValue::Failed)?;
        let point = self.enter(node, false);
        self.decide(rest, assigned)?;
        self.leave(point);
        let no = self.assigned.take().ok_or(MissingValue::Failed)?;
        let mut merged = FxHashMap::default();
        for id in assigned {
            merged.insert(*id, self.merge(node, &yes[id], &no[id])?);
        }
        self.assigned = Some(merged);
        Ok(())
    }

    fn put(
        &mut self,
        target: &AssignmentTarget,
        assigned: &[VariableId],
        value: CertifyValue,
    ) -> CertifyResult<()> {
        let id = assigned.get(target.local as usize).filter(|_| target.path.is_empty());
        let id = *id.ok_or(MissingValue::Unsupported)?;
        // Arrays are left to the evaluator.
        let value = match value {
            CertifyValue::Node(_) => value,
            value => {
                value.number()?;
                value
            }
        };
        self.assigned.as_mut().ok_or(MissingValue::Failed)?.insert(id, value);
        Ok(())
    }
}
