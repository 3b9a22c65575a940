//! `when` equations as rows: `x = if becomes true then value else pre(x)`.
//!
//! Each condition becomes a Boolean variable of its own, so that its value before the event is known and `edge` says
//! when it becomes true. At initialization nothing becomes true but `initial()` (MLS 3.6, 8.3.5 and 8.6).

use equations::{Builtin, Equation, EquationKind, Expr, ExprId, OriginId, Type, VariableId};

use crate::dae::{Action, Dae, Equality, RowKind, Unsolvable, UnsolvableResult, VariableRole};

/// The new values of variables, in the order of first assignment.
pub(super) type WhenUpdates = Vec<(VariableId, ExprId)>;

impl Dae {
    /// Adds the rows of a `when`.
    pub(super) fn when(
        &mut self,
        branches: &[(ExprId, Vec<Equation>)],
        guard: Option<ExprId>,
        origin: OriginId,
        rows: &mut Vec<Equality>,
    ) -> UnsolvableResult {
        let mut bodies = Vec::with_capacity(branches.len());
        let mut earlier: Option<ExprId> = guard;
        for (condition, body) in branches {
            let fires = self.becomes_true(*condition, origin, rows);
            let own = earlier.map_or(fires, |earlier| self.model.exprs.and(earlier, fires));
            let not = self.model.exprs.not(fires);
            earlier = Some(earlier.map_or(not, |earlier| self.model.exprs.and(earlier, not)));
            let mut updates = WhenUpdates::new();
            self.update(body, own, &mut updates)?;
            bodies.push((fires, updates));
        }
        for (variable, value) in self.merge(&bodies) {
            let left = self.model.exprs.add(Expr::Variable(variable));
            let right = match guard {
                Some(guard) => {
                    let before = self.pre(variable);
                    self.model.exprs.if_then_else(guard, value, before)
                }
                None => value,
            };
            rows.push(Equality { left, right, kind: RowKind::Discrete, origin });
        }
        Ok(())
    }

    /// What is true in the moment in which a condition, or one of several, becomes true.
    pub(super) fn becomes_true(
        &mut self,
        condition: ExprId,
        origin: OriginId,
        rows: &mut Vec<Equality>,
    ) -> ExprId {
        let conditions = match self.model.exprs.get(condition) {
            Expr::Array(list) => self.model.exprs.items(list).to_vec(),
            _ => vec![condition],
        };
        let mut any = self.model.exprs.boolean(false);
        for condition in conditions {
            let fires = match self.model.exprs.get(condition) {
                // These are true for a moment only.
                Expr::Builtin(Builtin::Initial | Builtin::Sample, _) => condition,
                Expr::Boolean(_) => self.model.exprs.boolean(false),
                Expr::Variable(variable) if self.model.variables[variable.at()].kind == Type::Clock => {
                    condition
                }
                Expr::Builtin(Builtin::Clock, _) => condition,
                Expr::Variable(variable) => {
                    self.conditions.push(variable);
                    self.model.exprs.builtin(Builtin::Edge, &[condition])
                }
                _ => {
                    let name = format!("$when{}", self.conditions.len() + 1);
                    let made = self.add_variable(&name, Type::Boolean, VariableRole::Discrete, origin);
                    let left = self.model.exprs.add(Expr::Variable(made));
                    rows.push(Equality { left, right: condition, kind: RowKind::Discrete, origin });
                    self.conditions.push(made);
                    self.model.exprs.builtin(Builtin::Edge, &[left])
                }
            };
            any = self.model.exprs.or(any, fires);
        }
        any
    }

    /// Collects the new values that a list of equations gives to variables.
    fn update(
        &mut self,
        body: &[Equation],
        condition: ExprId,
        updates: &mut WhenUpdates,
    ) -> UnsolvableResult {
        for equation in body {
            match &equation.kind {
                EquationKind::Equality(left, right) => {
                    match (self.model.exprs.get(*left), self.model.exprs.get(*right)) {
                        (Expr::Variable(variable), _) => updates.push((variable, *right)),
                        (_, Expr::Variable(variable)) => updates.push((variable, *left)),
                        _ => return Err(Unsolvable::Branches(equation.origin)),
                    }
                }
                EquationKind::Call(call) => {
                    let action = Action { condition: Some(condition), call: *call, origin: equation.origin };
                    self.actions.push(action);
                }
                EquationKind::If(branches) => {
                    let mut bodies = Vec::new();
                    let mut open = condition;
                    for (inner, body) in branches {
                        let own = self.model.exprs.and(open, *inner);
                        let not = self.model.exprs.not(*inner);
                        open = self.model.exprs.and(open, not);
                        let mut updates = WhenUpdates::new();
                        self.update(body, own, &mut updates)?;
                        bodies.push((*inner, updates));
                    }
                    let merged = self.merge(&bodies);
                    updates.extend(merged);
                }
                EquationKind::When(_) | EquationKind::Algorithm(..) => {
                    return Err(Unsolvable::Branches(equation.origin));
                }
            }
        }
        Ok(())
    }

    /// One value for each variable that any branch assigns; without one it keeps the value it had.
    fn merge(&mut self, bodies: &[(ExprId, WhenUpdates)]) -> WhenUpdates {
        let mut order: Vec<VariableId> = Vec::new();
        let mut known = rustc_hash::FxHashSet::default();
        for &(variable, _) in bodies.iter().flat_map(|body| &body.1) {
            if known.insert(variable) {
                order.push(variable);
            }
        }
        let mut lookup: Vec<rustc_hash::FxHashMap<VariableId, ExprId>> = Vec::new();
        for (_, updates) in bodies {
            lookup.push(updates.iter().copied().collect());
        }
        let mut merged = WhenUpdates::with_capacity(order.len());
        for variable in order {
            let mut value = self.pre(variable);
            for ((condition, _), updates) in bodies.iter().zip(&lookup).rev() {
                let own = match updates.get(&variable) {
                    Some(&own) => own,
                    None => self.pre(variable),
                };
                value = self.model.exprs.if_then_else(*condition, own, value);
            }
            merged.push((variable, value));
        }
        merged
    }

    /// `pre(variable)`
    pub(super) fn pre(&mut self, variable: VariableId) -> ExprId {
        let variable = self.model.exprs.add(Expr::Variable(variable));
        self.model.exprs.builtin(Builtin::Pre, &[variable])
    }
}
