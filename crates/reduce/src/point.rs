//! The Jacobian of a model at a random point, modulo a prime.
//!
//! Sums, products and quotients are differentiated exactly; whatever else an expression does, its derivatives are some
//! numbers, the same for the same expression. Derivatives with respect to time stand for a random factor, so that a
//! model of any index has a regular matrix if it has a solution at all (the pencil A s + B at a random s).

use std::collections::BTreeMap;

use equations::{Builtin, EquationKind, Expr, ExprId, FlatModel, Operator, Origin, VariableId};
use rustc_hash::FxHashMap;
use structure::{ModularRow, NONE, Residue};

use crate::incident::Incident;
use crate::rows::{Rows, Source};

/// A row: its derivatives by unknowns, and what is left of it at the point.
pub struct PointRow {
    /// The derivatives.
    pub entries: ModularRow,
    /// The difference of both sides; none if it cannot be told exactly.
    pub rest: Option<Residue>,
}

/// The random point.
pub struct Point<'a> {
    model: &'a FlatModel,
    rows: &'a Rows,
    incident: Incident<'a>,
    /// The values of expressions, and whether unknowns stand in them.
    values: FxHashMap<ExprId, (Residue, bool)>,
    /// What a derivative with respect to time is multiplied with.
    rate: Residue,
}

impl<'a> Point<'a> {
    /// A point for a model.
    pub fn new(model: &'a FlatModel, rows: &'a Rows) -> Point<'a> {
        Point {
            model,
            rows,
            incident: Incident::new(model, &rows.column_of),
            values: FxHashMap::default(),
            rate: Residue::random(7),
        }
    }

    /// A row of the Jacobian.
    pub fn row(&mut self, at: u32) -> PointRow {
        let row = self.rows.rows[at as usize];
        let outside = matches!(self.model.origins[row.origin.at()], Origin::Unconnected { .. })
            && self.rows.signature.row(at).len() > 1;
        let sides = match row.source {
            Source::Equation(equation, _) => match self.model.equations[equation as usize].kind {
                EquationKind::Equality(left, right) => Some((None, vec![(left, true), (right, false)])),
                _ => None,
            },
            Source::Binding(variable) => {
                let binding = self.model.variables[variable.at()].binding;
                binding.map(|binding| (Some(self.rows.column_of[variable.at()]), vec![(binding, false)]))
            }
        };
        let Some((own, sides)) = sides.filter(|_| !outside) else {
            let seed = u64::from(at) << 32;
            let entries = self.rows.signature.row(at).iter();
            let entries =
                entries.map(|entry| (entry.column, Residue::random(seed + u64::from(entry.column))));
            return PointRow { entries: entries.collect(), rest: None };
        };
        let mut gradient: FxHashMap<u32, Residue> = FxHashMap::default();
        let mut rest = Residue::ZERO;
        if let Some(column) = own {
            gradient.insert(column, Residue::ONE);
            rest = unknown(self.rows.columns[column as usize]);
        }
        let mut todo = Vec::new();
        for (side, positive) in sides {
            let sign = if positive { Residue::ONE } else { Residue::ONE.negated() };
            rest = rest.plus(self.value(side).times(sign));
            todo.push((side, sign));
        }
        let exact = self.spread(todo, &mut gradient);
        let mut entries: ModularRow = gradient.into_iter().filter(|entry| !entry.1.is_zero()).collect();
        entries.sort_unstable_by_key(|entry| entry.0);
        PointRow { entries, rest: exact.then_some(rest) }
    }

    /// Passes weights of expressions on to the unknowns in them; false if something was not differentiated exactly.
    fn spread(&mut self, start: Vec<(ExprId, Residue)>, gradient: &mut FxHashMap<u32, Residue>) -> bool {
        // What an expression is made of stands before it in the table, so that the last one is finished first.
        let mut weights: BTreeMap<ExprId, Residue> = BTreeMap::new();
        let give = |weights: &mut BTreeMap<ExprId, Residue>, id: ExprId, weight: Residue| {
            let known = weights.entry(id).or_default();
            *known = known.plus(weight);
        };
        start.into_iter().for_each(|(id, weight)| give(&mut weights, id, weight));
        let mut exact = true;
        while let Some((id, weight)) = weights.pop_last() {
            match self.model.exprs.get(id) {
                Expr::Variable(variable) => {
                    let column = self.rows.column_of[variable.at()];
                    if column != NONE {
                        let known = gradient.entry(column).or_default();
                        *known = known.plus(weight);
                    }
                }
                Expr::Unary(Operator::Negate, a) => give(&mut weights, a, weight.negated()),
                Expr::Binary(Operator::Add, a, b) => {
                    give(&mut weights, a, weight);
                    give(&mut weights, b, weight);
                }
                Expr::Binary(Operator::Subtract, a, b) => {
                    give(&mut weights, a, weight);
                    give(&mut weights, b, weight.negated());
                }
                Expr::Binary(Operator::Multiply, a, b) => {
                    let (value_a, value_b) = (self.value(a), self.value(b));
                    exact &= !(self.values[&a].1 && self.values[&b].1);
                    give(&mut weights, a, weight.times(value_b));
                    give(&mut weights, b, weight.times(value_a));
                }
                Expr::Binary(Operator::Divide, a, b) => {
                    let inverse = self.value(b).inverse().unwrap_or(Residue::ONE);
                    exact &= !self.values[&b].1;
                    let slope = self.value(a).times(inverse).times(inverse).negated();
                    give(&mut weights, a, weight.times(inverse));
                    give(&mut weights, b, weight.times(slope));
                }
                _ => {
                    self.incident.begin();
                    self.incident.visit(id);
                    let entries = std::mem::take(&mut self.incident.entries);
                    for entry in &entries {
                        let linear = self.differentiated(id).is_some();
                        exact &= linear;
                        let slope = if linear {
                            self.rate
                        } else {
                            Residue::random((id.at() as u64) << 32 | u64::from(entry.column))
                        };
                        let known = gradient.entry(entry.column).or_default();
                        *known = known.plus(weight.times(slope));
                    }
                    self.incident.entries = entries;
                }
            }
        }
        exact
    }

    /// The value of an expression at the point.
    fn value(&mut self, root: ExprId) -> Residue {
        let mut todo = vec![root];
        while let Some(&id) = todo.last() {
            if self.values.contains_key(&id) {
                todo.pop();
                continue;
            }
            let expr = self.model.exprs.get(id);
            let parts: &[ExprId] = match &expr {
                Expr::Unary(Operator::Negate, a) => std::slice::from_ref(a),
                Expr::Binary(
                    Operator::Add | Operator::Subtract | Operator::Multiply | Operator::Divide,
                    a,
                    b,
                ) => &[*a, *b],
                _ => &[],
            };
            let missing: Vec<ExprId> =
                parts.iter().copied().filter(|part| !self.values.contains_key(part)).collect();
            if !missing.is_empty() {
                todo.extend(missing);
                continue;
            }
            let known = |id: ExprId| self.values[&id].0;
            let some = Residue::random(id.at() as u64);
            let value = match expr {
                Expr::Real(number) => Residue::from_number(number.get()).unwrap_or(some),
                Expr::Integer(number) => Residue::from_number(number as f64).unwrap_or(some),
                Expr::Unary(Operator::Negate, a) => known(a).negated(),
                Expr::Binary(Operator::Add, a, b) => known(a).plus(known(b)),
                Expr::Binary(Operator::Subtract, a, b) => known(a).plus(known(b).negated()),
                Expr::Binary(Operator::Multiply, a, b) => known(a).times(known(b)),
                Expr::Binary(Operator::Divide, a, b) => {
                    known(b).inverse().map_or(some, |inverse| known(a).times(inverse))
                }
                Expr::Variable(variable) => unknown(variable),
                _ => match self.differentiated(id) {
                    Some(variable) => unknown(variable).times(self.rate),
                    None => some,
                },
            };
            let holds = match expr {
                Expr::Variable(variable) => self.rows.column_of[variable.at()] != NONE,
                _ if parts.is_empty() => self.differentiated(id).is_some(),
                _ => parts.iter().any(|part| self.values[part].1),
            };
            self.values.insert(id, (value, holds));
            todo.pop();
        }
        self.values[&root].0
    }

    /// The unknown of which an expression is the derivative with respect to time.
    fn differentiated(&self, id: ExprId) -> Option<VariableId> {
        let Expr::Builtin(Builtin::Der, list) = self.model.exprs.get(id) else { return None };
        match self.model.exprs.get(*self.model.exprs.items(list).first()?) {
            Expr::Variable(variable) if self.rows.column_of[variable.at()] != NONE => Some(variable),
            _ => None,
        }
    }
}

/// The value of a variable at the point.
fn unknown(variable: VariableId) -> Residue {
    Residue::random(1 << 50 | variable.at() as u64)
}
