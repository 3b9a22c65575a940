//! What is claimed, on a tape: both sides, the sum of the sizes of their terms, and where the claim holds at all.

use equations::{Builtin, Equation, EquationKind, Expr, ExprId, ListId, Operator};

use super::trace::Tracer;
use super::{TapeClaim, TapeNodeId, TapeOp};
use crate::judge::Claim;
use crate::missing_value::{CertifyResult, MissingValue};

impl Tracer<'_, '_> {
    /// Puts a claim on the tape. False if it has to be left to the evaluator.
    pub(crate) fn claim(&mut self, owner: u32, claim: Claim) -> bool {
        self.attempt(|tracer| match claim {
            Claim::Equal(left, right) => tracer.equal(owner, None, left, right),
            Claim::Bound(id, binding) => {
                let left = tracer.variable(id)?;
                let left = tracer.node(&left)?;
                let size = tracer.tape.add(TapeOp::One(Builtin::Abs, left));
                let (right, other) = tracer.sum(binding)?;
                tracer.compare(owner, None, [left, right, size, other]);
                Ok(())
            }
            Claim::If(equation) => tracer.branch(owner, None, equation),
            Claim::Assert(call) => tracer.assertion(owner, None, call),
            Claim::Algorithm(equation) => tracer.algorithm(owner, equation),
        })
    }

    /// Puts the two sides of a relation on the tape. False if they have to be left to the evaluator.
    pub(crate) fn sides(&mut self, owner: u32, left: ExprId, right: ExprId) -> bool {
        self.attempt(|tracer| {
            let left = tracer.value(left)?;
            let left = tracer.node(&left)?;
            let right = tracer.value(right)?;
            let right = tracer.node(&right)?;
            tracer.tape.judge(TapeClaim { owner, mask: None, left, right, terms: left });
            Ok(())
        })
    }

    fn compare(&mut self, owner: u32, mask: Option<TapeNodeId>, [left, right, size, other]: [TapeNodeId; 4]) {
        let terms = self.tape.add(TapeOp::Arithmetic(Operator::Add, size, other));
        self.tape.judge(TapeClaim { owner, mask, left, right, terms });
    }

    fn equal(
        &mut self,
        owner: u32,
        mask: Option<TapeNodeId>,
        left: ExprId,
        right: ExprId,
    ) -> CertifyResult<()> {
        let (left, size) = self.sum(left)?;
        let (right, other) = self.sum(right)?;
        self.compare(owner, mask, [left, right, size, other]);
        Ok(())
    }

    /// A sum and the sizes of its terms.
    fn sum(&mut self, id: ExprId) -> CertifyResult<(TapeNodeId, TapeNodeId)> {
        use Operator as O;
        match self.model.exprs.get(id) {
            Expr::Binary(operator @ (O::Add | O::ElementAdd | O::Subtract | O::ElementSubtract), a, b) => {
                let ((a, one), (b, other)) = (self.sum(a)?, self.sum(b)?);
                let value = self.tape.add(TapeOp::Arithmetic(operator, a, b));
                Ok((value, self.tape.add(TapeOp::Arithmetic(O::Add, one, other))))
            }
            Expr::Unary(O::Negate, a) => {
                let (value, size) = self.sum(a)?;
                Ok((self.tape.add(TapeOp::Negate(value)), size))
            }
            _ => {
                let value = self.value(id)?;
                let value = self.node(&value)?;
                Ok((value, self.tape.add(TapeOp::One(Builtin::Abs, value))))
            }
        }
    }

    /// The equations of all branches, each where its branch holds.
    fn branch(&mut self, owner: u32, mask: Option<TapeNodeId>, equation: &Equation) -> CertifyResult<()> {
        let EquationKind::If(branches) = &equation.kind else { return Err(MissingValue::Unsupported) };
        let mut open = mask;
        for (condition, body) in branches {
            let condition = self.value(*condition)?;
            let condition = self.node(&condition)?;
            if self.tape.known(condition) == Some(0.0) {
                continue;
            }
            let sure = self.tape.known(condition).is_some_and(|truth| truth != 0.0);
            let here = self.both(open, condition);
            let point = self.enter(here, true);
            for inner in body {
                match &inner.kind {
                    EquationKind::Equality(left, right) => self.equal(owner, Some(here), *left, *right)?,
                    EquationKind::If(_) => self.branch(owner, Some(here), inner)?,
                    EquationKind::Call(call) => self.assertion(owner, Some(here), *call)?,
                    EquationKind::When(_) | EquationKind::Algorithm(..) => {
                        return Err(MissingValue::Unsupported);
                    }
                }
            }
            self.leave(point);
            if sure {
                break;
            }
            let not = self.tape.add(TapeOp::Not(condition));
            open = Some(self.both(open, not));
        }
        Ok(())
    }

    fn assertion(&mut self, owner: u32, mask: Option<TapeNodeId>, call: ExprId) -> CertifyResult<()> {
        let Expr::Builtin(Builtin::Assert, list) = self.model.exprs.get(call) else { return Ok(()) };
        if let Some(holds) = self.asserted(list)? {
            let zero = self.tape.constant(0.0);
            let left = self.tape.add(TapeOp::Compare(Operator::NotEqual, holds, zero));
            let right = self.tape.constant(1.0);
            self.tape.judge(TapeClaim { owner, mask, left, right, terms: right });
        }
        Ok(())
    }

    /// The condition of an assertion; nothing if it only warns.
    pub(super) fn asserted(&mut self, list: ListId) -> CertifyResult<Option<TapeNodeId>> {
        let (condition, level) = match *self.model.exprs.items(list) {
            [condition, _] => (condition, None),
            [condition, _, level] => (condition, Some(level)),
            _ => return Err(MissingValue::Unsupported),
        };
        if let Some(level) = level
            && self.value(level)?.number()? == 1.0
        {
            return Ok(None);
        }
        let condition = self.value(condition)?;
        self.node(&condition).map(Some)
    }
}
