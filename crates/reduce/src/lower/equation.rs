//! Equations as rows.

use equations::{Builtin, Equation, EquationKind, Expr, ExprId, Operator, OriginId, Type, VariableId};

use crate::dae::{Action, Dae, Equality, Role, RowKind, Unsolvable};

impl Dae {
    /// Adds the rows of an equation; `guard` is the condition it stands under.
    pub(super) fn equation(
        &mut self,
        equation: &Equation,
        guard: Option<ExprId>,
        rows: &mut Vec<Equality>,
    ) -> Result<(), Unsolvable> {
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
        let sides = [left, right];
        // `y = n` with a Real `y` and an Integer `n` says what `y` is: nothing that is a Real number all the time
        // determines one that is whole.
        let discrete = sides.iter().any(|&side| self.is_discrete(side))
            && !sides.iter().any(|&side| self.is_fluid(side));
        let kind = if discrete { RowKind::Discrete } else { RowKind::Continuous };
        Equality { left, right, kind, origin }
    }

    /// Whether an equation with this side determines something discrete: a side that is no Real number, or a variable
    /// that changes at events only.
    fn is_discrete(&self, side: ExprId) -> bool {
        use Operator as O;
        match self.model.exprs.get(side) {
            Expr::Boolean(_) | Expr::String(_) | Expr::Literal(..) => true,
            Expr::Variable(variable) => {
                let real = self.model.variables[variable.at()].kind == Type::Real;
                // One that a `when` determines can only be used in another equation.
                self.roles[variable.at()] == Role::Discrete && !(real && self.updated.contains(&variable))
            }
            Expr::Unary(O::Not, _) => true,
            Expr::Unary(O::Negate, inner) => self.is_discrete(inner),
            Expr::Binary(operator, ..) => matches!(
                operator,
                O::And
                    | O::Or
                    | O::Less
                    | O::LessEqual
                    | O::Greater
                    | O::GreaterEqual
                    | O::Equal
                    | O::NotEqual
            ),
            Expr::Builtin(Builtin::Edge | Builtin::Change | Builtin::Initial, _) => true,
            Expr::Builtin(Builtin::Pre, list) => match self.model.exprs.items(list) {
                [inner] => match self.model.exprs.get(*inner) {
                    Expr::Variable(variable) => self.model.variables[variable.at()].kind != Type::Real,
                    _ => false,
                },
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether a side is a Real variable that may change between events, or a sum or product with one.
    fn is_fluid(&self, side: ExprId) -> bool {
        use Operator as O;
        match self.model.exprs.get(side) {
            Expr::Variable(variable) => {
                self.model.variables[variable.at()].kind == Type::Real
                    && matches!(self.roles[variable.at()], Role::Continuous | Role::Derivative)
            }
            Expr::Builtin(Builtin::Der, _) => true,
            Expr::Unary(O::Negate, inner) => self.is_fluid(inner),
            Expr::Binary(O::Add | O::Subtract | O::Multiply | O::Divide, a, b) => {
                self.is_fluid(a) || self.is_fluid(b)
            }
            _ => false,
        }
    }

    /// The rows of an `if`: those of all branches for the same variable are one, and where that is not clear the first
    /// of all branches, and so on.
    fn choice(
        &mut self,
        branches: &[(ExprId, Vec<Equation>)],
        guard: Option<ExprId>,
        origin: OriginId,
        rows: &mut Vec<Equality>,
    ) -> Result<(), Unsolvable> {
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
                    Some(other) => self.model.exprs.choose(*condition, own, other),
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
