//! Parameters that make what holds unknowns zero.
//!
//! A resistance or a capacitance of zero takes an unknown out of its equation: what is solved for what, what is
//! differentiated and what is a state are different then, and a division by it fails. So parameters that make a formula
//! with unknowns exactly zero are put in as numbers, and are told: other values of them need another plan. The zero may lie
//! deep: the capacitance of a junction is a sum of products in each branch of a choice, and zero in all of them; and a
//! factor may be zero without a parameter that is, as one less the part of a capacitance that counts elsewhere. The same
//! holds for a choice between formulas: if parameters decide it, an unknown of the other branch is not in the equation.

mod decided_branches;

use equations::{Builtin, Expr, ExprId, Operator, Type, Value, VariableId};

use crate::dae::{Dae, Replacement, RowKind, VariableRole};
use crate::variable_finder::{VariableFinder, holders};
use decided_branches::VariableMarks;

impl Dae {
    /// The parameters that make something with unknowns zero, or leave it out, and are no numbers yet.
    pub(crate) fn zeros(&self) -> Vec<VariableId> {
        ParameterZeros::new(self).find()
    }

    /// Puts numbers in; true if there were any.
    pub(crate) fn evaluate_zeros(&mut self) -> bool {
        let found = self.zeros();
        self.substitute_parameters(&found)
    }

    /// Puts in the numbers that parameters are, and notes that with other values the system is another one; false if there
    /// are none.
    pub(crate) fn substitute_parameters(&mut self, found: &[VariableId]) -> bool {
        for &variable in found {
            let number = match self.attributes.value(variable) {
                Some(Value::Integer(value)) => self.model.exprs.integer(*value),
                Some(Value::Boolean(value)) => self.model.exprs.boolean(*value),
                value => self.model.exprs.real(value.and_then(Value::as_real).unwrap_or(0.0)),
            };
            self.aliases[variable.at()] = Some(Replacement::Literal(number));
        }
        self.evaluated.extend(found);
        if !found.is_empty() {
            self.replace();
        }
        !found.is_empty()
    }
}

/// What is zero because of parameters.
struct ParameterZeros<'d> {
    dae: &'d Dae,
    /// The parameters whose numbers are known.
    known: Vec<bool>,
    /// Which expressions hold such a parameter, and which an unknown.
    holds: Vec<bool>,
    changes: Vec<bool>,
    /// Whether an expression is zero, as far as this was asked.
    zero: Vec<Option<bool>>,
    /// The expressions whose parameters were collected.
    collected: Vec<bool>,
    /// Finds the parameters of one expression after the other.
    finder: VariableFinder,
}

impl ParameterZeros<'_> {
    fn new(dae: &Dae) -> ParameterZeros<'_> {
        let exprs = &dae.model.exprs;
        let mut known = vec![false; dae.roles.len()];
        for &(variable, _) in &dae.parameters {
            known[variable.at()] = dae.aliases[variable.at()].is_none()
                && match dae.model.variables[variable.at()].kind {
                    Type::Real | Type::Integer => {
                        dae.attributes.value(variable).and_then(Value::as_real).is_some()
                    }
                    Type::Boolean => matches!(dae.attributes.value(variable), Some(Value::Boolean(_))),
                    _ => false,
                };
        }
        let is_unknown = |expr| matches!(expr, Expr::Variable(variable) if is_unknown(dae, variable));
        let holds = holders(exprs, &|expr| matches!(expr, Expr::Variable(variable) if known[variable.at()]));
        let changes = holders(exprs, &is_unknown);
        ParameterZeros {
            dae,
            known,
            holds,
            changes,
            zero: vec![None; exprs.len()],
            collected: vec![false; exprs.len()],
            finder: VariableFinder::default(),
        }
    }

    /// The parameters that make something with unknowns zero.
    fn find(mut self) -> Vec<VariableId> {
        let exprs = &self.dae.model.exprs;
        let mut found = Vec::new();
        let mut seen = vec![false; exprs.len()];
        let mut todo: Vec<ExprId> = Vec::new();
        for row in self.dae.rows.iter().filter(|row| row.kind == RowKind::Continuous) {
            todo.extend([row.left, row.right]);
            while let Some(id) = todo.pop() {
                // No parameter makes an unknown vanish where there are not both of them.
                if !self.holds[id.at()]
                    || !self.changes[id.at()]
                    || std::mem::replace(&mut seen[id.at()], true)
                {
                    continue;
                }
                if let Some(by) = self.undelayed(id) {
                    self.add(by, &mut found);
                }
                if self.is_zero(id) {
                    self.collect(id, &mut found);
                } else {
                    exprs.get(id).children(exprs, &mut todo);
                }
            }
        }
        self.decided_branches(&mut found, &mut VariableMarks::default());
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The time by which something is delayed, if parameters make it zero: what is delayed by nothing is in the equation itself.
    fn undelayed(&self, id: ExprId) -> Option<ExprId> {
        let Expr::Builtin(Builtin::Delay, list) = self.dae.model.exprs.get(id) else { return None };
        let by = *self.dae.model.exprs.items(list).get(1)?;
        let zero = !self.changes[by.at()] && self.dae.attributes.number(&self.dae.model, by) == Some(0.0);
        zero.then_some(by)
    }

    /// Whether an expression is zero whatever the unknowns are.
    fn is_zero(&mut self, id: ExprId) -> bool {
        if let Some(known) = self.zero[id.at()] {
            return known;
        }
        let model = &self.dae.model;
        let zero = if self.changes[id.at()] {
            self.holds[id.at()]
                && match self.way(id) {
                    ZeroRule::Any(a, b) => self.is_zero(a) || self.is_zero(b),
                    ZeroRule::Both(a, b) => self.is_zero(a) && self.is_zero(b),
                    ZeroRule::One(a) | ZeroRule::Chosen(_, a) => self.is_zero(a),
                    ZeroRule::None => false,
                }
        } else {
            self.dae.attributes.number(model, id) == Some(0.0)
        };
        self.zero[id.at()] = Some(zero);
        zero
    }

    /// The parameters without which an expression would not be zero.
    fn collect(&mut self, id: ExprId, found: &mut Vec<VariableId>) {
        // What several share has the same parameters for all of them.
        if !self.holds[id.at()] || std::mem::replace(&mut self.collected[id.at()], true) {
            return;
        }
        match self.way(id) {
            ZeroRule::Any(a, b) => match (self.is_zero(a), self.is_zero(b)) {
                (true, _) => return self.collect(a, found),
                (_, true) => return self.collect(b, found),
                _ => {}
            },
            ZeroRule::Both(a, b) => {
                if self.is_zero(a) && self.is_zero(b) {
                    self.collect(a, found);
                    return self.collect(b, found);
                }
            }
            ZeroRule::One(a) => {
                if self.is_zero(a) {
                    return self.collect(a, found);
                }
            }
            ZeroRule::Chosen(condition, a) => {
                self.add(condition, found);
                return self.collect(a, found);
            }
            ZeroRule::None => {}
        }
        self.add(id, found);
    }

    /// All known parameters of an expression.
    fn add(&mut self, id: ExprId, found: &mut Vec<VariableId>) {
        self.finder.begin_row();
        self.finder.visit(&self.dae.model.exprs, id);
        found.extend(self.finder.found.iter().copied().filter(|variable| self.known[variable.at()]));
    }

    /// Which parts decide whether an expression is zero.
    fn way(&self, id: ExprId) -> ZeroRule {
        use Operator as O;
        let model = &self.dae.model;
        match model.exprs.get(id) {
            Expr::Binary(O::Multiply | O::ElementMultiply, a, b) => ZeroRule::Any(a, b),
            Expr::Binary(O::Add | O::Subtract | O::ElementAdd | O::ElementSubtract, a, b) => {
                ZeroRule::Both(a, b)
            }
            Expr::Binary(O::Divide | O::ElementDivide, a, _) | Expr::Unary(O::Negate, a) => ZeroRule::One(a),
            Expr::Builtin(Builtin::NoEvent, list) => {
                model.exprs.items(list).first().map_or(ZeroRule::None, |&a| ZeroRule::One(a))
            }
            // Parameters may have decided already.
            Expr::If(condition, a, b) if self.holds[condition.at()] && !self.changes[condition.at()] => {
                match self.dae.attributes.eval(model, condition) {
                    Some(Value::Boolean(true)) => ZeroRule::Chosen(condition, a),
                    Some(Value::Boolean(false)) => ZeroRule::Chosen(condition, b),
                    _ => ZeroRule::Both(a, b),
                }
            }
            Expr::If(_, a, b) => ZeroRule::Both(a, b),
            _ => ZeroRule::None,
        }
    }
}

/// Whether a variable is to be solved for.
fn is_unknown(dae: &Dae, variable: VariableId) -> bool {
    matches!(dae.roles[variable.at()], VariableRole::Continuous | VariableRole::Derivative)
}

/// Which parts make an expression zero if they are.
enum ZeroRule {
    /// One of two.
    Any(ExprId, ExprId),
    /// Both of two.
    Both(ExprId, ExprId),
    /// This one.
    One(ExprId),
    /// This one, by a condition of parameters.
    Chosen(ExprId, ExprId),
    None,
}
