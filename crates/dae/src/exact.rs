//! The values of expressions of numbers and parameters, without rounding.
//!
//! That coefficients cancel is a question of yes or no: `C1*v - C2*v` with equal capacities, a gear ratio times its
//! inverse. Sums, products and quotients are therefore carried out modulo a prime ([`Residue`]) from the numbers that the
//! model gives; what a function of parameters gives is taken as the number it is rounded to.

use base::Residue;
use equations::{Expr, ExprId, FlatModel, Operator, VariableId};
use rustc_hash::FxHashMap;

use crate::attributes::Attributes;

/// Evaluates expressions of one model.
pub(crate) struct ExactEvaluator<'a> {
    model: &'a FlatModel,
    attributes: &'a Attributes,
    /// The formulas of parameters.
    formulas: FxHashMap<VariableId, ExprId>,
    known: FxHashMap<ExprId, Option<Residue>>,
}

impl<'a> ExactEvaluator<'a> {
    /// The values of parameters are in the attributes; no parameter may depend on itself.
    pub(crate) fn new(
        model: &'a FlatModel,
        attributes: &'a Attributes,
        parameters: &[(VariableId, ExprId)],
    ) -> ExactEvaluator<'a> {
        let formulas = parameters.iter().copied().collect();
        ExactEvaluator { model, attributes, formulas, known: FxHashMap::default() }
    }

    /// The value of an expression; none if it is not known before the simulation.
    pub(crate) fn value(&mut self, root: ExprId) -> Option<Residue> {
        let mut todo = vec![root];
        while let Some(&id) = todo.last() {
            let parts = self.parts(id);
            let before = todo.len();
            todo.extend(parts.iter().flatten().filter(|part| !self.known.contains_key(part)));
            if todo.len() == before {
                let value = self.combine(id, parts);
                self.known.insert(id, value);
                todo.pop();
            }
        }
        self.known[&root]
    }

    /// What an expression is made of, as far as arithmetic goes.
    fn parts(&self, id: ExprId) -> [Option<ExprId>; 2] {
        use Operator::{Add, Divide, Multiply, Negate, Subtract};
        match self.model.exprs.get(id) {
            Expr::Unary(Negate, a) => [Some(a), None],
            Expr::Binary(Add | Subtract | Multiply | Divide, a, b) => [Some(a), Some(b)],
            Expr::Variable(variable) => [self.formulas.get(&variable).copied(), None],
            _ => [None, None],
        }
    }

    fn combine(&self, id: ExprId, parts: [Option<ExprId>; 2]) -> Option<Residue> {
        let [a, b] = parts.map(|part| part.and_then(|part| self.known[&part]));
        match (self.model.exprs.get(id), a, b) {
            (Expr::Unary(..), Some(a), _) => Some(a.negated()),
            (Expr::Binary(Operator::Add, ..), Some(a), Some(b)) => Some(a.plus(b)),
            (Expr::Binary(Operator::Subtract, ..), Some(a), Some(b)) => Some(a.plus(b.negated())),
            (Expr::Binary(Operator::Multiply, ..), Some(a), Some(b)) => Some(a.times(b)),
            (Expr::Binary(Operator::Divide, ..), Some(a), Some(b)) => Some(a.times(b.inverse()?)),
            (Expr::Variable(_), Some(value), _) => Some(value),
            _ => self.attributes.number(self.model, id).and_then(Residue::from_number),
        }
    }
}
