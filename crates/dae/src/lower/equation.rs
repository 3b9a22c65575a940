//! Equations as rows.

use equations::{Equation, EquationKind, Expr, ExprId, OriginId, VariableId};

use crate::dae::{Action, Dae, Equality, Unsolvable, UnsolvableResult};

impl Dae {
    /// Adds the rows of an equation; `guard` is the condition it stands under.
    pub(super) fn equation(
        &mut self,
        equation: &Equation,
        guard: Option<ExprId>,
        rows: &mut Vec<Equality>,
    ) -> UnsolvableResult {
        let origin = equation.origin;
        match &equation.kind {
            EquationKind::Equality(left, right) => rows.push(self.equality(*left, *right, origin)),
            EquationKind::If(branches) => self.choice(branches, guard, origin, rows)?,
            EquationKind::When(branches) => self.when(branches, guard, origin, rows)?,
            EquationKind::Call(call) => self.actions.push(Action { condition: guard, call: *call, origin }),
            EquationKind::Algorithm(body, assigned) => self.algorithm(body, assigned, origin, rows)?,
        }
        Ok(())
    }

    pub(super) fn equality(&self, left: ExprId, right: ExprId, origin: OriginId) -> Equality {
        let kind = self.discrete.equality(&self.model, left, right);
        Equality { left, right, kind, origin }
    }

    /// The rows of an `if`: those of all branches for the same variable are one, and where that is not clear the first
    /// of all branches, and so on.
    fn choice(
        &mut self,
        branches: &[(ExprId, Vec<Equation>)],
        guard: Option<ExprId>,
        origin: OriginId,
        rows: &mut Vec<Equality>,
    ) -> UnsolvableResult {
        let mut bodies: Vec<(ExprId, Vec<Equality>)> = Vec::with_capacity(branches.len());
        let mut passed = guard;
        for (condition, body) in branches {
            let own = passed.map_or(*condition, |passed| self.model.exprs.and(passed, *condition));
            let not = self.model.exprs.not(*condition);
            passed = Some(passed.map_or(not, |passed| self.model.exprs.and(passed, not)));
            let mut inner = Vec::new();
            for equation in body {
                self.equation(equation, Some(own), &mut inner)?;
            }
            bodies.push((*condition, inner));
        }
        let count = bodies.first().map_or(0, |body| body.1.len());
        if bodies.iter().any(|body| body.1.len() != count) {
            return Err(Unsolvable::Branches(origin));
        }
        let complete = bodies.last().is_some_and(|last| self.model.exprs.get(last.0) == Expr::Boolean(true));
        if count > 0 && !complete {
            return Err(Unsolvable::Branches(origin));
        }
        let targets: Vec<Option<Vec<VariableId>>> = bodies.iter().map(|body| self.targets(&body.1)).collect();
        if targets.iter().all(|found| found.is_some() && *found == targets[0]) {
            for body in &mut bodies {
                body.1.sort_by_key(|row| match self.model.exprs.get(row.left) {
                    Expr::Variable(variable) => Some(variable),
                    _ => None,
                });
            }
        }
        for at in 0..count {
            let same = bodies.iter().all(|body| body.1[at].left == bodies[0].1[at].left);
            let mut value: Option<ExprId> = None;
            for (condition, body) in bodies.iter().rev() {
                let row = body[at];
                let own = if same { row.right } else { self.model.exprs.difference(row.left, row.right) };
                value = Some(match value {
                    Some(other) => self.model.exprs.if_then_else(*condition, own, other),
                    None => own,
                });
            }
            let first = bodies[0].1[at];
            let Some(right) = value else { continue };
            let left = if same { first.left } else { self.model.exprs.integer(0) };
            let origin = if bodies.len() == 1 { first.origin } else { origin };
            rows.push(Equality { left, right, kind: first.kind, origin });
        }
        Ok(())
    }

    /// The variables alone on the left sides, in order, if each row has one of its own.
    fn targets(&self, rows: &[Equality]) -> Option<Vec<VariableId>> {
        let mut targets = Vec::with_capacity(rows.len());
        for row in rows {
            match self.model.exprs.get(row.left) {
                Expr::Variable(variable) => targets.push(variable),
                _ => return None,
            }
        }
        targets.sort_unstable();
        let count = targets.len();
        targets.dedup();
        (targets.len() == count).then_some(targets)
    }
}
