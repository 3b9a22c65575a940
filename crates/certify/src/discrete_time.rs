//! What changes at events alone, and what of it depends on what was before.
//!
//! A Real need not be declared discrete for that: `xr = Integer(pre(x))` makes `xr` change where `pre(x)` does.

use equations::{
    Builtin, EquationKind, Expr, ExprId, FlatModel, Operator, Type, Variability, VariableId, Visit,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// Finds what changes at events alone.
pub(crate) struct DiscreteTimeFinder<'m> {
    model: &'m FlatModel,
    memories: &'m FxHashSet<VariableId>,
    /// Expressions that are equal to each variable.
    equals: FxHashMap<VariableId, Vec<ExprId>>,
    /// Which continuous variables do, as far as that is known; nothing while it is being asked.
    known: FxHashMap<VariableId, Option<ExprId>>,
}

impl<'m> DiscreteTimeFinder<'m> {
    /// `memories` are the variables that are assigned when something happens.
    pub(crate) fn new(model: &'m FlatModel, memories: &'m FxHashSet<VariableId>) -> DiscreteTimeFinder<'m> {
        let equals = definitions(model);
        DiscreteTimeFinder { model, memories, equals, known: FxHashMap::default() }
    }

    /// Whether an expression changes at events alone.
    pub(crate) fn is_stepwise(&mut self, root: ExprId) -> bool {
        !self.model.exprs.visit([root], |_, expr| match expr {
            Expr::Time | Expr::Builtin(Builtin::Der | Builtin::NoEvent | Builtin::Delay, _) => Visit::Stop,
            Expr::Variable(variable) if self.is_continuous(variable) => {
                if self.definition(variable).is_none() {
                    return Visit::Stop;
                }
                Visit::Skip
            }
            // Roundings and relations change at events, whatever they are of.
            Expr::Builtin(
                Builtin::Integer | Builtin::Floor | Builtin::Ceil | Builtin::Div | Builtin::Pre,
                _,
            ) => Visit::Skip,
            Expr::Binary(
                Operator::Less | Operator::LessEqual | Operator::Greater | Operator::GreaterEqual,
                ..,
            ) => Visit::Skip,
            _ => Visit::Enter,
        })
    }

    /// Whether such an expression depends on what was before, so that the event at the beginning may have changed it.
    pub(crate) fn uses_pre(&mut self, root: ExprId) -> bool {
        let mut todo = vec![root];
        let mut seen = FxHashSet::default();
        while let Some(id) = todo.pop() {
            if !seen.insert(id) {
                continue;
            }
            match self.model.exprs.get(id) {
                Expr::Builtin(
                    Builtin::Pre | Builtin::Edge | Builtin::Change | Builtin::Sample | Builtin::Initial,
                    _,
                ) => return true,
                Expr::Variable(variable) if self.memories.contains(&variable) => return true,
                Expr::Variable(variable) if self.is_continuous(variable) => {
                    todo.extend(self.definition(variable));
                }
                Expr::Variable(variable) => {
                    todo.extend(self.equals.get(&variable).into_iter().flatten());
                }
                expr => expr.children(&self.model.exprs, &mut todo),
            }
        }
        false
    }

    fn is_continuous(&self, id: VariableId) -> bool {
        let declared = &self.model.variables[id.at()];
        declared.kind == Type::Real && declared.variability == Variability::Continuous
    }

    /// What makes a continuous variable change at events alone, if it does.
    fn definition(&mut self, id: VariableId) -> Option<ExprId> {
        if let Some(known) = self.known.get(&id) {
            return *known;
        }
        self.known.insert(id, None);
        let found = self.equals.get(&id).cloned().unwrap_or_default();
        let found = found.into_iter().find(|&equal| self.is_stepwise(equal));
        self.known.insert(id, found);
        found
    }
}

/// What stands for each variable: its binding, and the other side of equations that have it alone on one.
pub(crate) fn definitions(model: &FlatModel) -> FxHashMap<VariableId, Vec<ExprId>> {
    let mut equals: FxHashMap<VariableId, Vec<ExprId>> = FxHashMap::default();
    for (id, variable) in (0..).map(VariableId).zip(&model.variables) {
        if let Some(binding) = variable.binding {
            equals.entry(id).or_default().push(binding);
        }
    }
    for equation in &model.equations {
        let EquationKind::Equality(left, right) = equation.kind else { continue };
        for (side, other) in [(left, right), (right, left)] {
            if let Expr::Variable(id) = model.exprs.get(side) {
                equals.entry(id).or_default().push(other);
            }
        }
    }
    equals
}
