//! Variables that change at events only, and whether an equation determines one of them.
//!
//! An equation between discrete-time expressions determines a discrete-time variable, and no other equation does (MLS 3.6,
//! 3.8.4 and 8.6): between events nothing that is Boolean, whole or a text tells how a Real changes. The structural
//! analysis of the model as it was written and the sorting of a simulation ask here, so that both match alike.

use equations::{
    Builtin, Causality, Equation, EquationKind, Expr, ExprId, FlatModel, Operator, Statement, Target, Type,
    Variability, VariableId,
};
use rustc_hash::FxHashSet;

use crate::dae::RowKind;

/// How a variable changes while a simulation runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// Not at all, or from outside: equations do not determine it.
    Given,
    /// At events only.
    AtEvents,
    /// All the time.
    Always,
}

/// How the variables of a model change.
#[derive(Clone, Debug, Default)]
pub(crate) struct DiscreteVariables {
    changes: Vec<Change>,
    /// Those that a `when` determines, whatever they are declared as.
    updated: FxHashSet<VariableId>,
}

impl DiscreteVariables {
    /// Looks at a model; its equations may have been taken out of it.
    pub(crate) fn new(model: &FlatModel, equations: &[Equation]) -> DiscreteVariables {
        let change = |variable: &equations::Variable| {
            // An input with a value of its own is given from inside.
            let given = variable.causality == Causality::Input && variable.binding.is_none();
            match variable.variability {
                Variability::Constant | Variability::Parameter => Change::Given,
                _ if given => Change::Given,
                Variability::Discrete => Change::AtEvents,
                _ if variable.kind != Type::Real => Change::AtEvents,
                _ => Change::Always,
            }
        };
        let changes = model.variables.iter().map(change).collect();
        let mut found = DiscreteVariables { changes, updated: FxHashSet::default() };
        found.mark(model, equations, false);
        found
    }

    /// How a variable changes.
    pub(crate) fn change(&self, variable: VariableId) -> Change {
        self.changes[variable.at()]
    }

    /// Whether a variable changes at events only.
    pub(crate) fn is_discrete(&self, variable: VariableId) -> bool {
        self.change(variable) == Change::AtEvents
    }

    /// What an equation for a variable determines.
    pub(crate) fn kind_of(&self, variable: VariableId) -> RowKind {
        if self.is_discrete(variable) { RowKind::Discrete } else { RowKind::Continuous }
    }

    /// What an equation between two sides determines.
    pub(crate) fn equality(&self, model: &FlatModel, left: ExprId, right: ExprId) -> RowKind {
        let sides = [left, right];
        // `y = n` with a Real `y` and an Integer `n` says what `y` is: nothing that is a Real number all the time
        // determines one that is whole.
        let discrete = sides.iter().any(|&side| self.is_discrete_side(model, side))
            && !sides.iter().any(|&side| self.is_fluid(model, side));
        if discrete { RowKind::Discrete } else { RowKind::Continuous }
    }

    /// Whether an equation with this side determines something discrete: a side that is no Real number, or a variable
    /// that changes at events only.
    fn is_discrete_side(&self, model: &FlatModel, side: ExprId) -> bool {
        use Operator as O;
        match model.exprs.get(side) {
            Expr::Boolean(_) | Expr::String(_) | Expr::Literal(..) => true,
            Expr::Variable(variable) => {
                let real = model.variables[variable.at()].kind == Type::Real;
                // One that a `when` determines can only be used in another equation.
                self.is_discrete(variable) && !(real && self.updated.contains(&variable))
            }
            Expr::Unary(O::Not, _) => true,
            Expr::Unary(O::Negate, inner) => self.is_discrete_side(model, inner),
            Expr::Binary(operator, ..) => is_relation(operator) || matches!(operator, O::And | O::Or),
            Expr::Builtin(Builtin::Edge | Builtin::Change | Builtin::Initial, _) => true,
            Expr::Builtin(Builtin::Pre, list) => match model.exprs.items(list) {
                [inner] => match model.exprs.get(*inner) {
                    Expr::Variable(variable) => model.variables[variable.at()].kind != Type::Real,
                    _ => false,
                },
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether a side is a Real variable that may change between events, or a sum or product with one.
    fn is_fluid(&self, model: &FlatModel, side: ExprId) -> bool {
        use Operator as O;
        match model.exprs.get(side) {
            Expr::Variable(variable) => self.change(variable) == Change::Always,
            Expr::Builtin(Builtin::Der, _) => true,
            Expr::Unary(O::Negate, inner) => self.is_fluid(model, inner),
            Expr::Binary(O::Add | O::Subtract | O::Multiply | O::Divide, a, b) => {
                self.is_fluid(model, a) || self.is_fluid(model, b)
            }
            _ => false,
        }
    }

    /// What is assigned when something happens changes only then, whatever it is called.
    fn mark(&mut self, model: &FlatModel, equations: &[Equation], within: bool) {
        for equation in equations {
            match &equation.kind {
                EquationKind::Equality(left, _) if within => {
                    if let Expr::Variable(variable) = model.exprs.get(*left) {
                        self.update(variable);
                    }
                }
                EquationKind::If(branches) => {
                    branches.iter().for_each(|branch| self.mark(model, &branch.1, within));
                }
                EquationKind::When(branches) => {
                    branches.iter().for_each(|branch| self.mark(model, &branch.1, true));
                }
                EquationKind::Algorithm(body, assigned) => self.mark_statements(body, assigned, within),
                _ => {}
            }
        }
    }

    fn mark_statements(&mut self, body: &[Statement], assigned: &[VariableId], within: bool) {
        let of = |target: &Target| assigned[target.local as usize];
        for statement in body {
            match statement {
                Statement::Assign(target, _) if within => self.update(of(target)),
                Statement::AssignMany(targets, _) if within => {
                    targets.iter().flatten().for_each(|target| self.update(of(target)));
                }
                Statement::If(branches) => {
                    branches.iter().for_each(|branch| self.mark_statements(&branch.1, assigned, within));
                }
                Statement::When(branches) => {
                    branches.iter().for_each(|branch| self.mark_statements(&branch.1, assigned, true));
                }
                Statement::For(_, _, body) | Statement::While(_, body) => {
                    self.mark_statements(body, assigned, within);
                }
                _ => {}
            }
        }
    }

    fn update(&mut self, variable: VariableId) {
        self.updated.insert(variable);
        let change = &mut self.changes[variable.at()];
        if *change == Change::Always {
            *change = Change::AtEvents;
        }
    }
}

/// Whether an operator compares.
pub(crate) fn is_relation(operator: Operator) -> bool {
    use Operator as O;
    matches!(operator, O::Less | O::LessEqual | O::Greater | O::GreaterEqual | O::Equal | O::NotEqual)
}
