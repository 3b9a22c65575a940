//! What the variables that an algorithm sets need at the same instant, each by itself.
//!
//! Structure counts an algorithm as one: all that it reads for all that it sets. To tell a true loop from one that only
//! seems to be there, statements are followed in order. What is read before it is set has its value from before.

use equations::{AssignmentTarget, Builtin, Expr, ExprId, FlatModel, Statement, VariableId, Visit};
use rustc_hash::{FxHashMap, FxHashSet};

/// What a variable needs, in ascending order, and the conditions of the `when`s that set it.
#[derive(Clone, Default)]
pub(super) struct AssignmentDependencies {
    pub(super) variables: Vec<VariableId>,
    pub(super) conditions: Vec<ExprId>,
}

/// What each of the variables needs that statements set.
pub(super) fn assignment_dependencies(
    model: &FlatModel,
    body: &[Statement],
    assigned: &[VariableId],
) -> FxHashMap<VariableId, AssignmentDependencies> {
    let own = assigned.iter().copied().collect();
    let mut walk = DependencyWalk { model, assigned, own, known: FxHashMap::default() };
    walk.all(body, &AssignmentDependencies::default());
    walk.known
}

/// The variables of an expression whose values at the same instant it needs, in order.
pub(super) fn reads(model: &FlatModel, root: ExprId) -> Vec<VariableId> {
    let mut found = Vec::new();
    model.exprs.visit([root], |_, expr| match expr {
        Expr::Variable(variable) => {
            found.push(variable);
            Visit::Skip
        }
        Expr::Builtin(Builtin::Pre | Builtin::Previous | Builtin::Delay, _) => Visit::Skip,
        _ => Visit::Enter,
    });
    found.sort_unstable();
    found
}

struct DependencyWalk<'a> {
    model: &'a FlatModel,
    assigned: &'a [VariableId],
    /// The same, to look up.
    own: FxHashSet<VariableId>,
    known: FxHashMap<VariableId, AssignmentDependencies>,
}

impl DependencyWalk<'_> {
    fn all(&mut self, body: &[Statement], around: &AssignmentDependencies) {
        for statement in body {
            match statement {
                Statement::Assign(target, value) => {
                    let needs = self.with(around, *value);
                    self.set(target, needs);
                }
                Statement::AssignMany(targets, value) => self.set_all(targets, *value, around),
                Statement::If(branches) => self.branches(branches, around, false),
                Statement::When(branches) => self.branches(branches, around, true),
                Statement::For(_, values, body) | Statement::While(values, body) => {
                    let inner = self.with(around, *values);
                    // What one turn sets the next one reads.
                    self.all(body, &inner);
                    self.all(body, &inner);
                }
                Statement::Call(_) | Statement::Break | Statement::Return => {}
            }
        }
    }

    fn branches(
        &mut self,
        branches: &[(ExprId, Vec<Statement>)],
        around: &AssignmentDependencies,
        when: bool,
    ) {
        let mut inner = around.clone();
        for (condition, body) in branches {
            inner = self.with(&inner, *condition);
            if when {
                inner.conditions.push(*condition);
            }
            self.all(body, &inner);
        }
    }

    /// What is needed beside an expression.
    fn with(&self, around: &AssignmentDependencies, expr: ExprId) -> AssignmentDependencies {
        let mut all = around.clone();
        for variable in reads(self.model, expr) {
            match self.known.get(&variable) {
                Some(needs) => all.variables.extend(&needs.variables),
                None if self.own.contains(&variable) => {}
                None => all.variables.push(variable),
            }
        }
        all.variables.sort_unstable();
        all.variables.dedup();
        all
    }

    /// Sets many at once: nothing that is set is read by the others.
    fn set_all(
        &mut self,
        targets: &[Option<AssignmentTarget>],
        value: ExprId,
        around: &AssignmentDependencies,
    ) {
        let exprs = &self.model.exprs;
        let items = match exprs.get(value) {
            Expr::Array(list) if exprs.items(list).len() == targets.len() => exprs.items(list),
            // One call gives them all.
            _ => {
                let needs = self.with(around, value);
                targets.iter().flatten().for_each(|target| self.set(target, needs.clone()));
                return;
            }
        };
        let needs: Vec<AssignmentDependencies> = items.iter().map(|&item| self.with(around, item)).collect();
        for (target, needs) in targets.iter().zip(needs) {
            if let Some(target) = target {
                self.set(target, needs);
            }
        }
    }

    fn set(&mut self, target: &AssignmentTarget, mut needs: AssignmentDependencies) {
        let Some(&variable) = self.assigned.get(target.local as usize) else { return };
        let known = self.known.entry(variable).or_default();
        needs.variables.extend(&known.variables);
        needs.variables.sort_unstable();
        needs.variables.dedup();
        needs.conditions.extend(&known.conditions);
        needs.conditions.sort_unstable();
        needs.conditions.dedup();
        *known = needs;
    }
}
