//! The Jacobian of a model at a random point, modulo a prime.
//!
//! Sums, products and quotients are differentiated exactly; whatever else an expression does, its derivatives are some
//! numbers, the same for the same expression. Parameters are some numbers too, unless they are given as zero.
//! Derivatives with respect to time stand for a random factor, so that a model of any index has a regular matrix if it
//! has a solution at all (the pencil A s + B at a random s).

use std::collections::BinaryHeap;

use base::{ModularRow, Residue};
use equations::{Builtin, EquationKind, Expr, ExprId, FlatModel, Operator, Origin, Variability, VariableId};
use rustc_hash::FxHashMap;
use structure::NONE;

use crate::exact::ExactEvaluator;
use crate::incidence::IncidenceCollector;
use crate::rows::{Boundary, ModelRows, RowSource};
use crate::top_level_connectors::TopLevelConnectors;

/// By way of so many parameters another one may be given.
const MAX_NAMES: usize = 64;

/// A row: its derivatives by unknowns.
#[derive(Clone)]
pub(crate) struct RandomPointRow {
    /// The derivatives.
    pub(crate) entries: ModularRow,
    /// Whether the row is linear, so that it can be told exactly what is left of it at the point.
    pub(crate) exact: bool,
    /// Whether the row is linear and its derivatives are known numbers, the same at every point.
    pub(crate) constant: bool,
}

/// The random point.
pub(crate) struct RandomPoint<'a> {
    model: &'a FlatModel,
    rows: &'a ModelRows,
    incident: IncidenceCollector<'a>,
    connectors: TopLevelConnectors<'a>,
    /// Variables that a row says to be zero, so that what they multiply is not there.
    zero: Vec<bool>,
    /// The numbers that parameters are, as far as that was asked.
    parameters: FxHashMap<VariableId, Option<f64>>,
    /// Parameters with their values; without, they are some numbers.
    numbers: Option<ExactEvaluator<'a>>,
    values: FxHashMap<ExprId, PointValue>,
    /// The values if derivatives with respect to time are that factor times the unknown. What is left of linear rows is
    /// told so; for coefficients the two must not be related, or `der(x)/x` would be constant.
    related: FxHashMap<ExprId, PointValue>,
    is_related: bool,
    /// Weights that are still to be passed on, and those that have arrived at unknowns: empty between rows, and kept so
    /// that no row allocates its own.
    todo: BinaryHeap<(ExprId, Residue)>,
    arrived: ModularRow,
    /// What a derivative with respect to time is multiplied with.
    rate: Residue,
}

/// The variable that a row gives a value, if it is one, and what the row says, each side with its sign.
type Sides = (Option<VariableId>, [Option<(ExprId, Residue)>; 2]);

/// What an expression is at the point.
#[derive(Clone, Copy)]
struct PointValue {
    number: Residue,
    /// Whether unknowns stand in it.
    holds: bool,
    /// Whether it is that number at every point.
    known: bool,
}

impl<'a> RandomPoint<'a> {
    /// A point for a model.
    pub(crate) fn new(model: &'a FlatModel, rows: &'a ModelRows) -> RandomPoint<'a> {
        RandomPoint {
            model,
            rows,
            incident: IncidenceCollector::new(model, &rows.column_of),
            connectors: TopLevelConnectors::new(model),
            zero: zeros(model, rows),
            parameters: FxHashMap::default(),
            numbers: None,
            values: FxHashMap::default(),
            related: FxHashMap::default(),
            is_related: false,
            todo: BinaryHeap::new(),
            arrived: Vec::new(),
            rate: Residue::random(7),
        }
    }

    /// The same with parameters at their values and another factor for derivatives with respect to time.
    pub(crate) fn with_numbers(self, numbers: ExactEvaluator<'a>, rate: Residue) -> RandomPoint<'a> {
        RandomPoint { numbers: Some(numbers), ..self.with_rate(rate) }
    }

    /// The same with another factor for derivatives with respect to time.
    pub(crate) fn with_rate(self, rate: Residue) -> RandomPoint<'a> {
        RandomPoint { rate, ..self }
    }

    /// Whether what a row says depends on something outside of the model, which is not known.
    fn outside(&self, at: u32) -> bool {
        let entries = self.rows.signature.row(at);
        let origin = &self.model.origins[self.rows.rows[at as usize].origin.at()];
        matches!(origin, Origin::Unconnected { .. }) && entries.len() > 1
            || self.rows.boundary == Boundary::Component
                && entries.iter().any(|e| self.connectors.is_stream(self.rows.columns[e.column as usize]))
    }

    /// The variable that a row gives a value, and what the row says, each side with its sign; none if it is no equality,
    /// or depends on what is not known.
    fn sides(&self, at: u32) -> Option<Sides> {
        let (plus, minus) = (Residue::ONE, Residue::ONE.negated());
        let sides = match self.rows.rows[at as usize].source {
            RowSource::Equation(equation, _) => match self.model.equations[equation as usize].kind {
                EquationKind::Equality(left, right) => (None, [Some((left, plus)), Some((right, minus))]),
                _ => return None,
            },
            RowSource::Binding(variable) => {
                (Some(variable), [Some((self.model.variables[variable.at()].binding?, minus)), None])
            }
        };
        (!self.outside(at)).then_some(sides)
    }

    /// A row of the Jacobian.
    pub(crate) fn row(&mut self, at: u32) -> RandomPointRow {
        let Some((own, sides)) = self.sides(at) else {
            let seed = u64::from(at) << 32;
            let entries = self.rows.signature.row(at).iter();
            let entries =
                entries.map(|entry| (entry.column, Residue::random(seed + u64::from(entry.column))));
            return RandomPointRow { entries: entries.collect(), exact: false, constant: false };
        };
        self.arrived.extend(own.map(|own| (self.rows.column_of[own.at()], Residue::ONE)));
        sides.into_iter().flatten().for_each(|(side, sign)| self.give(side, sign));
        let (exact, constant) = self.spread();
        self.arrived.sort_unstable_by_key(|entry| entry.0);
        let mut entries = ModularRow::with_capacity(self.arrived.len());
        for (column, weight) in self.arrived.drain(..) {
            match entries.last_mut() {
                Some(last) if last.0 == column => last.1 = last.1.plus(weight),
                _ => entries.push((column, weight)),
            }
        }
        entries.retain(|entry| !entry.1.is_zero());
        RandomPointRow { entries, exact, constant: exact && constant }
    }

    /// What is left of a row at the point: the difference of both sides.
    pub(crate) fn rest(&mut self, at: u32) -> Option<Residue> {
        let (own, sides) = self.sides(at)?;
        let own = own.filter(|own| !self.zero[own.at()]).map_or(Residue::ZERO, unknown);
        self.relate(true);
        let sides = sides.into_iter().flatten();
        let rest = sides.fold(own, |sum, (side, sign)| sum.plus(self.value(side).number.times(sign)));
        self.relate(false);
        Some(rest)
    }

    fn relate(&mut self, related: bool) {
        self.is_related = related;
        std::mem::swap(&mut self.values, &mut self.related);
    }

    /// Gives an expression a weight: to an unknown at once, to others to be passed on.
    fn give(&mut self, id: ExprId, weight: Residue) {
        match self.model.exprs.get(id) {
            Expr::Variable(variable) => {
                let column = self.rows.column_of[variable.at()];
                if column != NONE {
                    self.arrived.push((column, weight));
                }
            }
            _ => self.todo.push((id, weight)),
        }
    }

    /// Passes weights of expressions on to the unknowns in them. Whether all was differentiated exactly, and whether all
    /// that unknowns are multiplied with is known.
    fn spread(&mut self) -> (bool, bool) {
        let (mut exact, mut constant) = (true, true);
        // What an expression is made of stands before it in the table, so that the last one is finished first.
        while let Some((id, mut weight)) = self.todo.pop() {
            while let Some(&(_, more)) = self.todo.peek().filter(|next| next.0 == id) {
                weight = weight.plus(more);
                self.todo.pop();
            }
            match self.model.exprs.get(id) {
                Expr::Unary(Operator::Negate, a) => self.give(a, weight.negated()),
                Expr::Binary(Operator::Add, a, b) => {
                    self.give(a, weight);
                    self.give(b, weight);
                }
                Expr::Binary(Operator::Subtract, a, b) => {
                    self.give(a, weight);
                    self.give(b, weight.negated());
                }
                Expr::Binary(Operator::Multiply, a, b) => {
                    let (left, right) = (self.value(a), self.value(b));
                    exact &= !(left.holds && right.holds);
                    constant &= (right.known || !left.holds) && (left.known || !right.holds);
                    self.give(a, weight.times(right.number));
                    self.give(b, weight.times(left.number));
                }
                Expr::Binary(Operator::Divide, a, b) => {
                    let (left, right) = (self.value(a), self.value(b));
                    let inverse = right.number.inverse().unwrap_or(Residue::ONE);
                    exact &= !right.holds;
                    constant &= right.known && !right.number.is_zero() || !left.holds;
                    let slope = left.number.times(inverse).times(inverse).negated();
                    self.give(a, weight.times(inverse));
                    self.give(b, weight.times(slope));
                }
                _ => {
                    self.incident.begin_row();
                    self.incident.visit(id);
                    let linear = self.differentiated(id).is_some();
                    exact &= linear || self.incident.entries.is_empty();
                    for entry in &self.incident.entries {
                        let slope = if linear {
                            self.rate
                        } else {
                            Residue::random((id.at() as u64) << 32 | u64::from(entry.column))
                        };
                        self.arrived.push((entry.column, weight.times(slope)));
                    }
                }
            }
        }
        (exact, constant)
    }

    /// The value of an expression at the point.
    fn value(&mut self, root: ExprId) -> PointValue {
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
                PointValue { number: Residue::ZERO, holds: false, known: true }
            } else if number.is_some() || !parts.is_empty() {
                let holds = parts.iter().any(|part| self.values[part].holds);
                let all = parts.iter().all(|part| self.values[part].known);
                PointValue { number: number.unwrap_or(some), holds, known: number.is_some() && all }
            } else {
                self.leaf(id)
            };
            self.values.insert(id, value);
            todo.pop();
        }
        self.values[&root]
    }

    /// The value of an expression that arithmetic does not take apart.
    fn leaf(&mut self, id: ExprId) -> PointValue {
        let open = |number: Residue| PointValue { number, holds: true, known: false };
        if let Some(variable) = self.differentiated(id) {
            let related = unknown(variable).times(self.rate);
            return open(if self.is_related { related } else { Residue::random(1 << 51 | id.at() as u64) });
        }
        let some = match self.model.exprs.get(id) {
            Expr::Variable(variable) if self.zero[variable.at()] => return open(Residue::ZERO),
            Expr::Variable(variable) if self.rows.column_of[variable.at()] != NONE => {
                return open(unknown(variable));
            }
            // What is zero takes unknowns out of equations, and the model is another one then.
            Expr::Variable(variable) if self.is_nothing(variable) => {
                return PointValue { number: Residue::ZERO, holds: false, known: true };
            }
            Expr::Variable(variable) => unknown(variable),
            _ => Residue::random(id.at() as u64),
        };
        let number = self.numbers.as_mut().and_then(|numbers| numbers.value(id));
        PointValue { number: number.unwrap_or(some), holds: false, known: number.is_some() }
    }

    /// True if a parameter is given as zero, by itself or by way of others.
    fn is_nothing(&mut self, variable: VariableId) -> bool {
        self.number(variable, MAX_NAMES) == Some(0.0)
    }

    /// The number that a parameter is, as far as arithmetic tells.
    fn number(&mut self, variable: VariableId, depth: usize) -> Option<f64> {
        if let Some(&known) = self.parameters.get(&variable) {
            return known;
        }
        let found = &self.model.variables[variable.at()];
        let binding = found.binding.filter(|_| depth > 0 && found.variability <= Variability::Parameter);
        let number = binding.and_then(|binding| self.arithmetic(binding, depth - 1));
        self.parameters.insert(variable, number);
        number
    }

    fn arithmetic(&mut self, id: ExprId, depth: usize) -> Option<f64> {
        use Operator as O;
        match self.model.exprs.get(id) {
            Expr::Real(number) => Some(number.get()),
            Expr::Integer(number) => Some(number as f64),
            Expr::Variable(variable) => self.number(variable, depth),
            _ if depth == 0 => None,
            Expr::Unary(O::Negate, a) => Some(-self.arithmetic(a, depth - 1)?),
            Expr::Binary(operator, a, b) => {
                let (a, b) = (self.arithmetic(a, depth - 1)?, self.arithmetic(b, depth - 1)?);
                match operator {
                    O::Add => Some(a + b),
                    O::Subtract => Some(a - b),
                    O::Multiply => Some(a * b),
                    O::Divide if b != 0.0 => Some(a / b),
                    O::Power => Some(a.powf(b)),
                    _ => None,
                }
            }
            _ => None,
        }
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

/// Which unknowns of a whole model rows say to be zero, directly or because they are the same as one that is.
fn zeros(model: &FlatModel, rows: &ModelRows) -> Vec<bool> {
    let mut zero = vec![false; model.variables.len()];
    // With something connected to a component it would be another matter, and a change of one row one of many others.
    if rows.boundary == Boundary::Component {
        return zero;
    }
    let mut same: Vec<(VariableId, VariableId)> = Vec::new();
    let variable = |id: ExprId| match model.exprs.get(id) {
        Expr::Variable(variable) if rows.column_of[variable.at()] != NONE => Some(variable),
        _ => None,
    };
    for row in &rows.rows {
        let (left, right) = match row.source {
            RowSource::Equation(at, _) => match model.equations[at as usize].kind {
                EquationKind::Equality(left, right) => (variable(left), right),
                _ => continue,
            },
            RowSource::Binding(own) => match model.variables[own.at()].binding {
                Some(binding) => (Some(own), binding),
                None => continue,
            },
        };
        let Some(left) = left else { continue };
        match variable(right) {
            Some(right) => same.push((left, right)),
            None => zero[left.at()] |= model.exprs.number(right) == Some(0.0),
        }
    }
    let mut grown = zero.contains(&true);
    while std::mem::take(&mut grown) {
        for &(a, b) in &same {
            if zero[a.at()] != zero[b.at()] {
                (zero[a.at()], zero[b.at()], grown) = (true, true, true);
            }
        }
    }
    zero
}

/// The value of a variable at the point.
fn unknown(variable: VariableId) -> Residue {
    Residue::random(1 << 50 | variable.at() as u64)
}
