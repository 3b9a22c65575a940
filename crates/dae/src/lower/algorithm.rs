//! Algorithms as the formulas they come to.
//!
//! The statements are carried out on formulas in place of numbers. What is assigned under a condition becomes a choice;
//! a discrete variable begins with its value before the event and any other with its start value (MLS 3.6, 11.1.2).
//! Loops that end by themselves have no formula; each becomes the call of a function (`loop_function.rs`).

use equations::{AssignmentTarget, Builtin, Expr, ExprId, Exprs, OriginId, Statement, VariableId, Visit};
use rustc_hash::FxHashMap;

use super::loop_function;
use crate::dae::{Action, Dae, Equality, Unsolvable, UnsolvableResult, VariableRole};
use crate::parameters;

/// What variables are worth at a point of the algorithm, by their numbers among the assigned ones.
type AssignedValues = Vec<ExprId>;

impl Dae {
    /// Adds the rows of an algorithm.
    pub(super) fn algorithm(
        &mut self,
        body: &[Statement],
        assigned: &[VariableId],
        origin: OriginId,
        rows: &mut Vec<Equality>,
    ) -> UnsolvableResult {
        let numbers: FxHashMap<VariableId, usize> = assigned.iter().copied().zip(0..).collect();
        let mut values: AssignedValues = assigned.iter().map(|&variable| self.begin(variable)).collect();
        let mut left = vec![0; assigned.len()];
        for statement in body {
            targets(statement, &mut |at| left.get_mut(at).into_iter().for_each(|left| *left += 1));
        }
        let mut run = AlgorithmRun { dae: self, numbers: &numbers, assigned, left, origin, rows };
        run.statements(body, &mut values, None).ok_or(Unsolvable::Loop(origin))?;
        for (&variable, &right) in assigned.iter().zip(&values) {
            let left = self.model.exprs.add(Expr::Variable(variable));
            rows.push(Equality { left, right, kind: self.discrete.kind_of(variable), origin });
        }
        Ok(())
    }

    /// What a variable is worth before the first statement.
    fn begin(&mut self, variable: VariableId) -> ExprId {
        if self.roles[variable.at()] == VariableRole::Discrete {
            return self.pre(variable);
        }
        let kind = self.model.variables[variable.at()].kind;
        let start = self.attributes.get(variable).start;
        start
            .or_else(|| parameters::default(&mut self.model, kind))
            .unwrap_or_else(|| self.model.exprs.real(0.0))
    }
}

/// An algorithm being carried out.
struct AlgorithmRun<'d> {
    dae: &'d mut Dae,
    numbers: &'d FxHashMap<VariableId, usize>,
    assigned: &'d [VariableId],
    /// How often each of them will be assigned in what is not carried out yet.
    left: Vec<u32>,
    origin: OriginId,
    rows: &'d mut Vec<Equality>,
}

impl AlgorithmRun<'_> {
    /// Carries statements out; none if they come to no formula.
    fn statements(
        &mut self,
        body: &[Statement],
        values: &mut AssignedValues,
        guard: Option<ExprId>,
    ) -> Option<()> {
        body.iter().try_for_each(|statement| self.statement(statement, values, guard))
    }

    fn statement(
        &mut self,
        statement: &Statement,
        values: &mut AssignedValues,
        guard: Option<ExprId>,
    ) -> Option<()> {
        match statement {
            Statement::Assign(target, value) => {
                self.pass(statement);
                let value = self.now(*value, values);
                *Self::place(target, values)? = value;
            }
            Statement::AssignMany(targets, value) => {
                self.pass(statement);
                // All are computed before the first is changed.
                let value = self.now(*value, values);
                let results: Vec<ExprId> = match self.dae.model.exprs.get(value) {
                    Expr::Array(list) => self.dae.model.exprs.items(list).to_vec(),
                    Expr::Call(..) => (0..targets.len() as u32)
                        .map(|number| self.dae.model.exprs.add(Expr::Result(value, number)))
                        .collect(),
                    _ => return None,
                };
                for (target, value) in targets.iter().zip(results) {
                    if let Some(target) = target {
                        *Self::place(target, values)? = value;
                    }
                }
            }
            Statement::Call(call) => {
                let origin = self.dae.model.statement(*call).unwrap_or(self.origin);
                let call = self.last(*call, values);
                self.dae.actions.push(Action { condition: guard, call, origin });
            }
            Statement::If(branches) => {
                let mut ends: Vec<(ExprId, AssignedValues)> = Vec::with_capacity(branches.len());
                let mut open = guard;
                for (condition, body) in branches {
                    let condition = self.now(*condition, values);
                    let own = self.both(open, condition);
                    let not = self.dae.model.exprs.not(condition);
                    open = Some(self.both(open, not));
                    let mut end = values.clone();
                    self.branch(body, &mut end, own)?;
                    ends.push((condition, end));
                }
                self.merge(&ends, values);
            }
            Statement::When(branches) => {
                let mut ends: Vec<(ExprId, AssignedValues)> = Vec::with_capacity(branches.len());
                let mut open = guard;
                for (condition, body) in branches {
                    let condition = self.now(*condition, values);
                    let fires = self.dae.becomes_true(condition, self.origin, self.rows);
                    let own = self.both(open, fires);
                    let not = self.dae.model.exprs.not(fires);
                    open = Some(self.both(open, not));
                    let mut end = values.clone();
                    self.branch(body, &mut end, own)?;
                    ends.push((fires, end));
                }
                self.merge(&ends, values);
            }
            Statement::For(..) | Statement::While(..) => self.looped(statement, values, guard)?,
            Statement::Break | Statement::Return => return None,
        }
        Some(())
    }

    /// Carries out what is done under a condition. Where a value is computed by a function that does something outside of
    /// the model, all of it becomes one function, so that everything is done in its order.
    fn branch(&mut self, body: &[Statement], values: &mut AssignedValues, guard: ExprId) -> Option<()> {
        if body.iter().any(|statement| self.mixes(statement)) && !body.iter().any(|found| self.ends(found)) {
            let truth = self.dae.model.exprs.boolean(true);
            let whole = Statement::If(vec![(truth, body.to_vec())]);
            if self.looped(&whole, values, Some(guard)).is_some() {
                return Some(());
            }
        }
        self.statements(body, values, Some(guard))
    }

    /// Whether a statement computes something with a function that acts.
    fn mixes(&self, statement: &Statement) -> bool {
        match statement {
            Statement::Assign(_, value) | Statement::AssignMany(_, value) => self.acts(&[*value]),
            Statement::If(branches) => branches.iter().any(|(condition, body)| {
                self.acts(&[*condition]) || body.iter().any(|statement| self.mixes(statement))
            }),
            Statement::For(..) | Statement::While(..) => {
                let mut parts = Vec::new();
                statement.parts(&mut parts);
                self.acts(&parts)
            }
            Statement::Call(_) | Statement::When(_) | Statement::Break | Statement::Return => false,
        }
    }

    /// Whether a statement does what no function can.
    fn ends(&self, statement: &Statement) -> bool {
        let mut parts = Vec::new();
        statement.parts(&mut parts);
        let exprs = &self.dae.model.exprs;
        let only_here =
            |&id: &ExprId| matches!(exprs.get(id), Expr::Builtin(Builtin::Terminate | Builtin::Reinit, _));
        parts.iter().any(only_here)
    }

    /// Whether expressions call a function that acts.
    fn acts(&self, roots: &[ExprId]) -> bool {
        let (exprs, functions) = (&self.dae.model.exprs, &self.dae.model.functions);
        exprs.visit(roots.iter().copied(), |_, expr| match expr {
            Expr::Call(function, _) if functions[function.at()].acts => Visit::Stop,
            _ => Visit::Enter,
        })
    }

    /// What a loop assigns are the results of a call.
    fn looped(
        &mut self,
        statement: &Statement,
        values: &mut AssignedValues,
        guard: Option<ExprId>,
    ) -> Option<()> {
        let made = loop_function::function(&mut self.dae.model, statement, self.assigned, self.origin)?;
        self.pass(statement);
        let arguments: Vec<ExprId> =
            made.arguments.iter().map(|&argument| self.now(argument, values)).collect();
        let exprs = &mut self.dae.model.exprs;
        let list = exprs.list(&arguments);
        let call = exprs.add(Expr::Call(made.function, list));
        // A loop that assigns nothing is there for what it does.
        if made.assigned.is_empty() {
            self.dae.actions.push(Action { condition: guard, call, origin: self.origin });
        }
        for (result, &number) in (0..).zip(&made.assigned) {
            let single = made.assigned.len() == 1;
            values[number] = if single { call } else { exprs.add(Expr::Result(call, result)) };
        }
        Some(())
    }

    fn both(&mut self, open: Option<ExprId>, condition: ExprId) -> ExprId {
        open.map_or(condition, |open| self.dae.model.exprs.and(open, condition))
    }

    /// The values after a choice of ways.
    fn merge(&mut self, ends: &[(ExprId, AssignedValues)], values: &mut AssignedValues) {
        for (at, value) in values.iter_mut().enumerate() {
            for (condition, end) in ends.iter().rev() {
                *value = self.dae.model.exprs.if_then_else(*condition, end[at], *value);
            }
        }
    }

    fn place<'v>(target: &AssignmentTarget, values: &'v mut AssignedValues) -> Option<&'v mut ExprId> {
        if target.path.is_empty() { values.get_mut(target.local as usize) } else { None }
    }

    /// Notes that a statement was carried out.
    fn pass(&mut self, statement: &Statement) {
        targets(statement, &mut |at| {
            if let Some(left) = self.left.get_mut(at) {
                *left = left.saturating_sub(1);
            }
        });
    }

    /// An expression with the values that variables have now. What was before the event stays.
    fn now(&mut self, expr: ExprId, values: &AssignedValues) -> ExprId {
        self.with(expr, &|at| Some(values[at]))
    }

    /// The same for what is done when all is computed: variables that are not assigned any more have their values by then. Their
    /// formulas would be computed again for each of them, and one may be an element of a long result.
    fn last(&mut self, expr: ExprId, values: &AssignedValues) -> ExprId {
        let left = std::mem::take(&mut self.left);
        let made = self.with(expr, &|at| (left[at] > 0).then_some(values[at]));
        self.left = left;
        made
    }

    /// An expression with other values for assigned variables, where there are some.
    fn with(&mut self, expr: ExprId, value: &dyn Fn(usize) -> Option<ExprId>) -> ExprId {
        let numbers = self.numbers;
        let mut change = |exprs: &mut Exprs, id: ExprId| match exprs.get(id) {
            Expr::Variable(variable) => numbers.get(&variable).map(|&at| value(at).unwrap_or(id)),
            Expr::Builtin(Builtin::Pre | Builtin::Edge | Builtin::Change, _) => Some(id),
            _ => None,
        };
        self.dae.model.exprs.substitute(expr, &mut FxHashMap::default(), &mut change)
    }
}

/// Tells what a statement assigns, as often as it is written there.
fn targets(statement: &Statement, tell: &mut dyn FnMut(usize)) {
    match statement {
        Statement::Assign(target, _) => tell(target.local as usize),
        Statement::AssignMany(several, _) => {
            several.iter().flatten().for_each(|target| tell(target.local as usize));
        }
        Statement::If(branches) | Statement::When(branches) => {
            branches.iter().flat_map(|branch| &branch.1).for_each(|inner| targets(inner, tell));
        }
        Statement::For(_, _, body) | Statement::While(_, body) => {
            body.iter().for_each(|inner| targets(inner, tell));
        }
        Statement::Call(_) | Statement::Break | Statement::Return => {}
    }
}
