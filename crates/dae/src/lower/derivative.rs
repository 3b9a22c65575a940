//! `der` becomes a variable of its own, or is carried out.

use equations::{
    Builtin, DerivativeLeaf, DerivativeObstacle, Expr, ExprId, Exprs, OriginId, VariableId, Visit,
    differentiate,
};
use rustc_hash::FxHashMap;

use crate::dae::{Dae, Unsolvable, UnsolvableResult, VariableRole};
use crate::variable_finder::holders;

impl Dae {
    /// Replaces every `der` in all rows.
    pub(super) fn remove_der(&mut self) -> UnsolvableResult {
        let mut memo: FxHashMap<ExprId, ExprId> = FxHashMap::default();
        let holds = holders(&self.model.exprs, &|expr| matches!(expr, Expr::Builtin(Builtin::Der, _)));
        for at in 0..self.rows.len() {
            let row = self.rows[at];
            if holds[row.left.at()] {
                self.rows[at].left = self.without_der(row.left, row.origin, &mut memo)?;
            }
            if holds[row.right.at()] {
                self.rows[at].right = self.without_der(row.right, row.origin, &mut memo)?;
            }
        }
        let mut initial = std::mem::take(&mut self.initial);
        for row in &mut initial {
            row.left = self.without_der(row.left, row.origin, &mut memo)?;
            row.right = self.without_der(row.right, row.origin, &mut memo)?;
        }
        self.initial = initial;
        let mut actions = std::mem::take(&mut self.actions);
        for action in &mut actions {
            action.call = self.without_der(action.call, action.origin, &mut memo)?;
            if let Some(condition) = action.condition {
                action.condition = Some(self.without_der(condition, action.origin, &mut memo)?);
            }
        }
        self.actions = actions;
        Ok(())
    }

    /// An expression in which every `der` is a variable.
    fn without_der(
        &mut self,
        root: ExprId,
        origin: OriginId,
        memo: &mut FxHashMap<ExprId, ExprId>,
    ) -> UnsolvableResult<ExprId> {
        if !memo.contains_key(&root) {
            // Those of formulas first, innermost first, because they are made of other formulas.
            for der in self.ders(root, memo) {
                let Expr::Builtin(_, list) = self.model.exprs.get(der) else { continue };
                let Some(&inner) = self.model.exprs.items(list).first() else { continue };
                let inner = self.replaced(inner, memo);
                let value = self.total(inner).map_err(|obstacle| Unsolvable::Derivative {
                    origin,
                    obstacle,
                    initial: None,
                })?;
                let value = value.unwrap_or_else(|| self.model.exprs.real(0.0));
                memo.insert(der, value);
            }
        }
        Ok(self.replaced(root, memo))
    }

    fn replaced(&mut self, root: ExprId, memo: &mut FxHashMap<ExprId, ExprId>) -> ExprId {
        // Only expressions that hold a `der` are built anew.
        if let Some(&known) = memo.get(&root) {
            return known;
        }
        let ders = has_der(&self.model.exprs, root, memo);
        if !ders {
            memo.insert(root, root);
            return root;
        }
        self.model.exprs.substitute(root, memo, &mut |_, _| None)
    }

    /// Every `der` in an expression that is not done yet, innermost first.
    fn ders(&self, root: ExprId, memo: &FxHashMap<ExprId, ExprId>) -> Vec<ExprId> {
        let exprs = &self.model.exprs;
        let mut found = Vec::new();
        exprs.visit([root], |id, expr| match expr {
            _ if memo.contains_key(&id) => Visit::Skip,
            Expr::Builtin(Builtin::Der, _) => {
                found.push(id);
                Visit::Enter
            }
            _ => Visit::Enter,
        });
        // A part has a lower number than the whole.
        found.sort_unstable();
        found
    }

    /// The derivative of an expression by time.
    pub(crate) fn total(&mut self, root: ExprId) -> Result<Option<ExprId>, DerivativeObstacle> {
        if let Expr::Variable(variable) = self.model.exprs.get(root) {
            return Ok(self.moves(variable).then(|| {
                let derivative = self.derivative_of(variable);
                self.model.exprs.add(Expr::Variable(derivative))
            }));
        }
        // Derivatives that do not exist yet are made before, so that the seed only has to look them up.
        for variable in self.variables_in(root) {
            if self.moves(variable) {
                self.derivative_of(variable);
            }
        }
        let Dae { model, made, derivative, roles, .. } = self;
        let mut seed = |exprs: &mut Exprs, leaf: DerivativeLeaf| match leaf {
            DerivativeLeaf::Time => Some(exprs.real(1.0)),
            DerivativeLeaf::Variable(variable) => match roles[variable.at()] {
                VariableRole::Continuous | VariableRole::Derivative | VariableRole::Input => {
                    derivative[variable.at()].map(|derivative| exprs.add(Expr::Variable(derivative)))
                }
                _ => None,
            },
            DerivativeLeaf::Local(_) => None,
        };
        let derivative = differentiate(model, made, root, &mut seed)?;
        // Derivatives of functions are functions.
        Ok(derivative.map(|derivative| self.inliner.inline(&mut self.model, derivative)))
    }

    fn moves(&self, variable: VariableId) -> bool {
        let real = self.model.variables[variable.at()].kind == equations::Type::Real;
        real && matches!(
            self.roles[variable.at()],
            VariableRole::Continuous | VariableRole::Derivative | VariableRole::Input
        )
    }

    /// The variables in an expression, ascending.
    pub(crate) fn variables_in(&self, root: ExprId) -> Vec<VariableId> {
        let mut found = Vec::new();
        self.model.exprs.visit([root], |_, expr| match expr {
            Expr::Variable(variable) => {
                found.push(variable);
                Visit::Skip
            }
            Expr::Builtin(Builtin::Pre | Builtin::Previous, _) => Visit::Skip,
            _ => Visit::Enter,
        });
        found.sort_unstable();
        found
    }
}

fn is_leaf(expr: Expr) -> bool {
    matches!(expr, Expr::Variable(_) | Expr::Real(_) | Expr::Integer(_) | Expr::Boolean(_) | Expr::Time)
}

fn has_der(exprs: &Exprs, root: ExprId, memo: &FxHashMap<ExprId, ExprId>) -> bool {
    exprs.visit([root], |id, expr| match (memo.get(&id), expr) {
        _ if is_leaf(expr) => Visit::Skip,
        (Some(&new), _) if new != id => Visit::Stop,
        (Some(_), _) => Visit::Skip,
        (None, Expr::Builtin(Builtin::Der, _)) => Visit::Stop,
        _ => Visit::Enter,
    })
}
