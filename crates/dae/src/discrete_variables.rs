//! Variables that change at events only, and whether an equation determines one of them.
//!
//! An equation between discrete-time expressions determines a discrete-time variable, and no other equation does (MLS 3.6,
//! 3.8.4 and 8.6): between events nothing that is Boolean, whole or a text tells how a Real changes. The structural
//! analysis of the model as it was written and the sorting of a simulation ask here, so that both match alike.

use equations::{
    AssignmentTarget, Builtin, Causality, Equation, EquationKind, Expr, ExprId, FlatModel, Operator,
    Statement, Type, Variability, VariableId,
};
use rustc_hash::FxHashSet;

use crate::dae::RowKind;

/// How a variable changes while a simulation runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum VariableChange {
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
    changes: Vec<VariableChange>,
    /// Those that a `when` determines, whatever they are declared as.
    updated: FxHashSet<VariableId>,
    /// Those that are computed between events as well, because functions give them.
    called: FxHashSet<VariableId>,
}

impl DiscreteVariables {
    /// Looks at a model; its equations may have been taken out of it.
    pub(crate) fn new(model: &FlatModel, equations: &[Equation]) -> DiscreteVariables {
        let change = |variable: &equations::Variable| {
            // An input with a value of its own is given from inside.
            let given = variable.causality == Causality::Input && variable.binding.is_none();
            match variable.variability {
                Variability::Constant | Variability::Parameter => VariableChange::Given,
                _ if given => VariableChange::Given,
                Variability::Discrete => VariableChange::AtEvents,
                _ if variable.kind != Type::Real => VariableChange::AtEvents,
                _ => VariableChange::Always,
            }
        };
        let changes = model.variables.iter().map(change).collect();
        let mut found = DiscreteVariables { changes, ..DiscreteVariables::default() };
        found.mark(model, equations, false);
        found.find_called(model, equations);
        found
    }

    /// How a variable changes.
    pub(crate) fn variability_of(&self, variable: VariableId) -> VariableChange {
        self.changes[variable.at()]
    }

    /// Whether a variable changes at events only.
    pub(crate) fn is_discrete(&self, variable: VariableId) -> bool {
        self.variability_of(variable) == VariableChange::AtEvents
    }

    /// Whether a discrete variable changes between events all the same, because a function gives it.
    pub(crate) fn is_called(&self, variable: VariableId) -> bool {
        self.called.contains(&variable)
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
            Expr::Binary(operator, ..) => operator.is_logical(),
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
            Expr::Variable(variable) => self.variability_of(variable) == VariableChange::Always,
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
        let of = |target: &AssignmentTarget| assigned[target.local as usize];
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

    /// A function makes no events, so that what is no Real number and comes from one that looks at continuous variables
    /// changes between events too, as `i` does in `(y, i) = interpolate(x, table, time)`. By MLS 3.8.4 the right side should
    /// change at events only; libraries have such equations, and a value that is computed with the others is true at
    /// every instant. What `pre` or the condition of a `when` asks for stays a variable of events.
    fn find_called(&mut self, model: &FlatModel, equations: &[Equation]) {
        let mut defined: Vec<(VariableId, ExprId)> = Vec::new();
        for equation in equations {
            let EquationKind::Equality(left, right) = equation.kind else { continue };
            if let Expr::Variable(variable) = model.exprs.get(left)
                && self.is_discrete(variable)
                && model.variables[variable.at()].kind != Type::Real
            {
                defined.push((variable, right));
            }
        }
        for (variable, found) in (0..).map(VariableId).zip(&model.variables) {
            if let Some(value) = found.binding
                && self.is_discrete(variable)
                && found.kind != Type::Real
            {
                defined.push((variable, value));
            }
        }
        if !defined.iter().any(|&(_, value)| self.changes_by_call(model, value)) {
            return;
        }
        let asked = remembered(model, equations);
        defined.retain(|(variable, _)| !asked.contains(variable));
        loop {
            let before = defined.len();
            let changing = defined.iter().filter(|found| self.changes_by_call(model, found.1));
            let released: Vec<VariableId> = changing.map(|found| found.0).collect();
            self.called.extend(released);
            defined.retain(|(variable, _)| !self.called.contains(variable));
            if defined.len() == before {
                return;
            }
        }
    }

    /// Whether a value that is no Real number changes between events: through a call that looks at what does, or through
    /// another such value.
    fn changes_by_call(&self, model: &FlatModel, value: ExprId) -> bool {
        let (mut todo, mut seen) = (vec![(value, false)], FxHashSet::default());
        while let Some((at, called)) = todo.pop() {
            if !seen.insert((at, called)) {
                continue;
            }
            match model.exprs.get(at) {
                Expr::Time if called => return true,
                Expr::Variable(variable) if self.is_called(variable) => return true,
                Expr::Variable(variable)
                    if called && self.variability_of(variable) == VariableChange::Always =>
                {
                    return true;
                }
                Expr::Binary(operator, ..) if operator.is_relation() => {}
                Expr::Builtin(builtin, _) if acts_at_events(builtin) => {}
                found => {
                    let called = called || matches!(found, Expr::Call(..));
                    let mut children = Vec::new();
                    found.children(&model.exprs, &mut children);
                    todo.extend(children.into_iter().map(|child| (child, called)));
                }
            }
        }
        false
    }

    fn update(&mut self, variable: VariableId) {
        self.updated.insert(variable);
        let change = &mut self.changes[variable.at()];
        if *change == VariableChange::Always {
            *change = VariableChange::AtEvents;
        }
    }
}

/// The variables whose values before an event are asked for: by `pre`, `edge` and `change`, and by conditions of `when`.
fn remembered(model: &FlatModel, equations: &[Equation]) -> FxHashSet<VariableId> {
    let mut asked = Vec::new();
    equations.iter().for_each(|equation| conditions(equation, &mut asked));
    for at in (0..model.exprs.len() as u32).map(ExprId) {
        if let Expr::Builtin(Builtin::Pre | Builtin::Edge | Builtin::Change, list) = model.exprs.get(at) {
            asked.extend(model.exprs.items(list));
        }
    }
    model.exprs.variables(asked).into_iter().collect()
}

/// Adds the conditions of the `when` in an equation.
fn conditions(equation: &Equation, out: &mut Vec<ExprId>) {
    match &equation.kind {
        EquationKind::When(branches) => out.extend(branches.iter().map(|branch| branch.0)),
        EquationKind::If(branches) => {
            branches.iter().flat_map(|branch| &branch.1).for_each(|equation| conditions(equation, out));
        }
        // Statements of an algorithm are looked at as a whole: what it assigns is not what is asked about here.
        EquationKind::Algorithm(..) => equation.parts(out),
        EquationKind::Equality(..) | EquationKind::Call(_) => {}
    }
}

/// Whether a built-in function changes its value at events only.
fn acts_at_events(builtin: Builtin) -> bool {
    use Builtin as B;
    matches!(
        builtin,
        B::Pre
            | B::Edge
            | B::Change
            | B::Sample
            | B::Initial
            | B::Terminal
            | B::Previous
            | B::Hold
            | B::Floor
            | B::Ceil
            | B::Integer
            | B::Div
            | B::Sign
    )
}
