//! The Jacobian of a model at a random point, modulo a prime.
//!
//! Sums, products and quotients are differentiated exactly; whatever else an expression does, its derivatives are some
//! numbers, the same for the same expression. Parameters are some numbers too, unless they are given as zero. Derivatives with respect to time stand for a random factor, so that a
//! model of any index has a regular matrix if it has a solution at all (the pencil A s + B at a random s).

use std::collections::BTreeMap;

use equations::{Builtin, EquationKind, Expr, ExprId, FlatModel, Operator, Origin, Variability, VariableId};
use rustc_hash::FxHashMap;
use structure::{ModularRow, NONE, Residue};

use crate::border::Border;
use crate::exact::Exact;
use crate::incident::Incident;
use crate::rows::{Outside, Rows, Source};

/// By way of so many parameters another one may be given.
const MAX_NAMES: usize = 64;

/// A row: its derivatives by unknowns, and what is left of it at the point.
pub(crate) struct PointRow {
    /// The derivatives.
    pub(crate) entries: ModularRow,
    /// The difference of both sides; none if it cannot be told exactly.
    pub(crate) rest: Option<Residue>,
    /// Whether the row is linear and its derivatives are known numbers, the same at every point.
    pub(crate) constant: bool,
}

/// The random point.
pub(crate) struct Point<'a> {
    model: &'a FlatModel,
    rows: &'a Rows,
    incident: Incident<'a>,
    border: Border<'a>,
    /// Parameters with their values; without, they are some numbers.
    numbers: Option<Exact<'a>>,
    values: FxHashMap<ExprId, Value>,
    /// What a derivative with respect to time is multiplied with.
    rate: Residue,
}

/// What an expression is at the point.
#[derive(Clone, Copy)]
struct Value {
    number: Residue,
    /// Whether unknowns stand in it.
    holds: bool,
    /// Whether it is that number at every point.
    known: bool,
}

impl<'a> Point<'a> {
    /// A point for a model.
    pub(crate) fn new(model: &'a FlatModel, rows: &'a Rows) -> Point<'a> {
        Point {
            model,
            rows,
            incident: Incident::new(model, &rows.column_of),
            border: Border::new(model),
            numbers: None,
            values: FxHashMap::default(),
            rate: Residue::random(7),
        }
    }

    /// The same with parameters at their values and another factor for derivatives with respect to time.
    pub(crate) fn with_numbers(self, numbers: Exact<'a>, rate: Residue) -> Point<'a> {
        Point { numbers: Some(numbers), rate, ..self }
    }

    /// Whether what a row says depends on something outside of the model, which is not known.
    fn outside(&self, at: u32) -> bool {
        let entries = self.rows.signature.row(at);
        let origin = &self.model.origins[self.rows.rows[at as usize].origin.at()];
        matches!(origin, Origin::Unconnected { .. }) && entries.len() > 1
            || self.rows.outside == Outside::Anything
                && entries.iter().any(|e| self.border.is_stream(self.rows.columns[e.column as usize]))
    }

    /// A row of the Jacobian.
    pub(crate) fn row(&mut self, at: u32) -> PointRow {
        let row = self.rows.rows[at as usize];
        let outside = self.outside(at);
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
            return PointRow { entries: entries.collect(), rest: None, constant: false };
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
            rest = rest.plus(self.value(side).number.times(sign));
            todo.push((side, sign));
        }
        let (exact, constant) = self.spread(todo, &mut gradient);
        let mut entries: ModularRow = gradient.into_iter().filter(|entry| !entry.1.is_zero()).collect();
        entries.sort_unstable_by_key(|entry| entry.0);
        PointRow { entries, rest: exact.then_some(rest), constant: exact && constant }
    }

    /// Passes weights of expressions on to the unknowns in them. Whether all was differentiated exactly, and whether all
    /// that unknowns are multiplied with is known.
    fn spread(
        &mut self,
        start: Vec<(ExprId, Residue)>,
        gradient: &mut FxHashMap<u32, Residue>,
    ) -> (bool, bool) {
        // What an expression is made of stands before it in the table, so that the last one is finished first.
        let mut weights: BTreeMap<ExprId, Residue> = BTreeMap::new();
        let give = |weights: &mut BTreeMap<ExprId, Residue>, id: ExprId, weight: Residue| {
            let known = weights.entry(id).or_default();
            *known = known.plus(weight);
        };
        start.into_iter().for_each(|(id, weight)| give(&mut weights, id, weight));
        let (mut exact, mut constant) = (true, true);
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
                    let (left, right) = (self.value(a), self.value(b));
                    exact &= !(left.holds && right.holds);
                    constant &= (right.known || !left.holds) && (left.known || !right.holds);
                    give(&mut weights, a, weight.times(right.number));
                    give(&mut weights, b, weight.times(left.number));
                }
                Expr::Binary(Operator::Divide, a, b) => {
                    let (left, right) = (self.value(a), self.value(b));
                    let inverse = right.number.inverse().unwrap_or(Residue::ONE);
                    exact &= !right.holds;
                    constant &= right.known && !right.number.is_zero() || !left.holds;
                    let slope = left.number.times(inverse).times(inverse).negated();
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
        (exact, constant)
    }

    /// The value of an expression at the point.
    fn value(&mut self, root: ExprId) -> Value {
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
            let known = |id: ExprId| self.values[&id].number;
            let some = Residue::random(id.at() as u64);
            let number = match expr {
                Expr::Real(number) => Residue::from_number(number.get()),
                Expr::Integer(number) => Residue::from_number(number as f64),
                Expr::Unary(Operator::Negate, a) => Some(known(a).negated()),
                Expr::Binary(Operator::Add, a, b) => Some(known(a).plus(known(b))),
                Expr::Binary(Operator::Subtract, a, b) => Some(known(a).plus(known(b).negated())),
                Expr::Binary(Operator::Multiply, a, b) => Some(known(a).times(known(b))),
                Expr::Binary(Operator::Divide, a, b) => {
                    known(b).inverse().map(|inverse| known(a).times(inverse))
                }
                _ => None,
            };
            let nothing = |part: &ExprId| self.values[part].known && self.values[part].number.is_zero();
            let value = if matches!(expr, Expr::Binary(Operator::Multiply, ..)) && parts.iter().any(nothing) {
                Value { number: Residue::ZERO, holds: false, known: true }
            } else if number.is_some() || !parts.is_empty() {
                let holds = parts.iter().any(|part| self.values[part].holds);
                let all = parts.iter().all(|part| self.values[part].known);
                Value { number: number.unwrap_or(some), holds, known: number.is_some() && all }
            } else {
                self.leaf(id)
            };
            self.values.insert(id, value);
            todo.pop();
        }
        self.values[&root]
    }

    /// The value of an expression that arithmetic does not take apart.
    fn leaf(&mut self, id: ExprId) -> Value {
        let open = |number: Residue| Value { number, holds: true, known: false };
        if let Some(variable) = self.differentiated(id) {
            return open(unknown(variable).times(self.rate));
        }
        let some = match self.model.exprs.get(id) {
            Expr::Variable(variable) if self.rows.column_of[variable.at()] != NONE => {
                return open(unknown(variable));
            }
            // What is zero takes unknowns out of equations, and the model is another one then.
            Expr::Variable(variable) if self.is_nothing(variable) => {
                return Value { number: Residue::ZERO, holds: false, known: true };
            }
            Expr::Variable(variable) => unknown(variable),
            _ => Residue::random(id.at() as u64),
        };
        let number = self.numbers.as_mut().and_then(|numbers| numbers.value(id));
        Value { number: number.unwrap_or(some), holds: false, known: number.is_some() }
    }

    /// True if a parameter is given as zero, by itself or by way of others.
    fn is_nothing(&self, mut variable: VariableId) -> bool {
        for _ in 0..MAX_NAMES {
            let found = &self.model.variables[variable.at()];
            let binding = found.binding.filter(|_| found.variability <= Variability::Parameter);
            match binding.map(|binding| self.model.exprs.get(binding)) {
                Some(Expr::Variable(next)) => variable = next,
                Some(Expr::Real(number)) => return number.get() == 0.0,
                Some(Expr::Integer(number)) => return number == 0,
                _ => return false,
            }
        }
        false
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
