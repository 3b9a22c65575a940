//! Which variables are functions of time, parameters and discrete variables alone: a motion that is prescribed.
//!
//! What is prescribed has no memory. If the function has a kink, its derivative jumps there, though nothing sets it anew, and
//! both rows of that event hold; a state that jumps does not. And its derivative may be what an annotation says: a source that
//! moves a flange takes position, speed and acceleration from three signals, and calls the second the derivative of the first
//! (`noDerivative`, MLS 12.7.1), whatever the signals are.

use equations::{EquationKind, Expr, ExprId, FlatModel, Type, Variability, VariableId, Visit};
use rustc_hash::FxHashSet;

use crate::recorded::{MissingQuantity, is_parameter, unknowns};

/// Variables that are prescribed.
#[derive(Default)]
pub(crate) struct PrescribedVariables {
    pub(crate) variables: FxHashSet<VariableId>,
    /// Variables whose derivatives follow from what an annotation declares, and not from how they change.
    pub(crate) declared: FxHashSet<VariableId>,
}

/// An equation: what it mentions, and what of that is not known yet.
struct PendingEquation {
    all: Vec<VariableId>,
    open: Vec<MissingQuantity>,
    declares: bool,
}

impl PrescribedVariables {
    /// The variables of a model that follow, one equation at a time, from time and from what never changes between events.
    pub(crate) fn new(model: &FlatModel, memories: &FxHashSet<VariableId>) -> PrescribedVariables {
        let variables = || (0..).map(VariableId).zip(&model.variables);
        let given = variables().filter(|(id, variable)| {
            let discrete = variable.kind != Type::Real || variable.variability <= Variability::Discrete;
            discrete || memories.contains(id)
        });
        let mut found = PrescribedVariables {
            variables: given.map(|(id, _)| id).collect(),
            declared: FxHashSet::default(),
        };
        let equations = model.equations.iter().filter_map(|equation| match equation.kind {
            EquationKind::Equality(left, right) => Some((vec![left, right], None)),
            _ => None,
        });
        let bindings = variables().filter_map(|(id, variable)| Some((vec![variable.binding?], Some(id))));
        let row = |(parts, own): (Vec<ExprId>, Option<VariableId>)| {
            let declares = parts.iter().any(|&part| declares(model, part));
            let mut open = unknowns(model, parts);
            open.extend(own.map(MissingQuantity::Variable));
            let all = open.iter().map(|item| match *item {
                MissingQuantity::Variable(id) | MissingQuantity::Derivative(id) => id,
            });
            PendingEquation { all: all.collect(), open, declares }
        };
        let mut rows: Vec<PendingEquation> = equations.chain(bindings).map(row).collect();
        loop {
            let before = found.variables.len();
            rows.retain_mut(|row| !found.take(row));
            if found.variables.len() == before {
                break;
            }
        }
        found.follow(model);
        found
    }

    /// What is written as a formula of something whose derivative is declared, such as its difference to a state, changes with
    /// it as its own derivative does not tell.
    fn follow(&mut self, model: &FlatModel) {
        let mut formulas: Vec<(VariableId, ExprId)> = Vec::new();
        for equation in &model.equations {
            if let EquationKind::Equality(left, right) = equation.kind
                && let Expr::Variable(id) = model.exprs.get(left)
            {
                formulas.push((id, right));
            }
        }
        loop {
            let before = self.declared.len();
            formulas.retain(|&(id, formula)| {
                let follows = unknowns(model, vec![formula]).into_iter().any(|item| match item {
                    MissingQuantity::Variable(part) | MissingQuantity::Derivative(part) => {
                        self.declared.contains(&part)
                    }
                });
                if follows && !self.variables.contains(&id) {
                    self.declared.insert(id);
                }
                !follows
            });
            if self.declared.len() == before {
                return;
            }
        }
    }

    /// Takes a variable that an equation determines. True if the equation has nothing more to tell.
    fn take(&mut self, row: &mut PendingEquation) -> bool {
        // With a variable its derivative is known too.
        row.open.retain(|item| match item {
            MissingQuantity::Variable(id) | MissingQuantity::Derivative(id) => !self.variables.contains(id),
        });
        match row.open[..] {
            [] => true,
            [MissingQuantity::Variable(id)] => {
                self.variables.insert(id);
                if row.declares || row.all.iter().any(|part| self.declared.contains(part)) {
                    self.declared.insert(id);
                }
                true
            }
            _ => false,
        }
    }
}

/// Whether an expression calls a function whose derivative, as its annotation has it, leaves out how an input changes.
fn declares(model: &FlatModel, root: ExprId) -> bool {
    model.exprs.visit([root], |_, expr| {
        if let Expr::Call(function, list) = expr
            && let Some(function) = model.functions.get(function.at())
        {
            let changes = |&input: &u32| {
                let argument = model.exprs.items(list).get(input as usize);
                let variables = argument.map_or(Vec::new(), |&argument| model.exprs.variables([argument]));
                variables.into_iter().any(|id| !is_parameter(model, id))
            };
            if function.derivatives.iter().flat_map(|derivative| &derivative.without).any(changes) {
                return Visit::Stop;
            }
        }
        Visit::Enter
    })
}
