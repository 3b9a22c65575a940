//! What follows from a state that is set anew jumps with it: which variables equations tie to each other at an instant.
//!
//! An equation ties together what it mentions, a derivative and its variable being two things: a height does not jump with its
//! speed. What a constraint ties together has derivatives that are tied together too: the speeds on both sides of a gear are.

use crate::recorded::{MissingQuantity, unknowns};
use equations::{EquationKind, ExprId, FlatModel, Type, Variability, VariableId};

/// Sets of variables and derivatives that are tied together.
pub(super) struct Coupling {
    /// The variable that each was tied to, the derivatives behind the variables; itself for the first of a set.
    of: Vec<u32>,
}

impl Coupling {
    pub(super) fn new(model: &FlatModel) -> Coupling {
        let count = model.variables.len();
        let mut coupling = Coupling { of: (0..2 * count as u32).collect() };
        for equation in &model.equations {
            let mut parts = Vec::new();
            match &equation.kind {
                // What is done at events is told by values before and after them.
                EquationKind::When(_) => continue,
                EquationKind::Algorithm(_, assigned) => {
                    equation.parts(&mut parts);
                    coupling.tie(model, parts, assigned);
                }
                _ => {
                    equation.parts(&mut parts);
                    coupling.tie(model, parts, &[]);
                }
            }
        }
        for (id, variable) in (0..).map(VariableId).zip(&model.variables) {
            if let Some(binding) = variable.binding {
                coupling.tie(model, vec![binding], &[id]);
            }
        }
        coupling
    }

    /// Ties together what an equation mentions, but for what keeps its value between events.
    fn tie(&mut self, model: &FlatModel, parts: Vec<ExprId>, besides: &[VariableId]) {
        let moves = |id: &VariableId| {
            let declared = &model.variables[id.at()];
            declared.kind == Type::Real && declared.variability > Variability::Discrete
        };
        let count = model.variables.len() as u32;
        let mentioned = unknowns(model, parts);
        let constrains = !mentioned.iter().any(|unknown| matches!(unknown, MissingQuantity::Derivative(_)));
        let mentioned = mentioned.into_iter().filter_map(|unknown| match unknown {
            MissingQuantity::Variable(id) => moves(&id).then_some(id.0),
            MissingQuantity::Derivative(id) => Some(id.0 + count),
        });
        let besides = besides.iter().filter(|id| moves(id)).map(|id| id.0);
        let all: Vec<u32> = mentioned.chain(besides).collect();
        for pair in all.windows(2) {
            self.join(pair[0], pair[1]);
            if constrains {
                self.join(pair[0] + count, pair[1] + count);
            }
        }
    }

    /// The set that a variable belongs to.
    pub(super) fn set(&mut self, id: VariableId) -> u32 {
        self.find(id.0)
    }

    fn find(&mut self, mut at: u32) -> u32 {
        while self.of[at as usize] != at {
            let next = self.of[at as usize];
            self.of[at as usize] = self.of[next as usize];
            at = next;
        }
        at
    }

    fn join(&mut self, one: u32, other: u32) {
        let (one, other) = (self.find(one), self.find(other));
        self.of[one as usize] = other;
    }
}
