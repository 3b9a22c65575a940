//! Whether a model is well-posed, by other means than those that are measured: the determinant of its linearization at a
//! random point, computed exactly in a field of 2^61 - 1 elements.
//!
//! With `A` the derivatives of all equations by the unknowns and `E` those by their derivatives, a system has one
//! solution for each initial state only if `det(A + s E)` is not zero for all `s`, and its degree is the number of
//! initial values that are free (Gantmacher, The Theory of Matrices, chapter XII). Parameters, functions and values are
//! random, so what they make singular is not seen, but for parameters that are zero: what they multiply is not there. Sums,
//! differences and products are exact, so a circuit without a ground is seen.

use wellposed::dae::{Boundary, ModelRows, RowSource, rows};
use wellposed::equations::{
    Attribute, Builtin, Equation, EquationKind, Expr, ExprId, FlatModel, Operator, Variability, VariableId,
};

const PRIME: u64 = (1 << 61) - 1;

/// No column.
const NONE: u32 = u32::MAX;

/// What there is to know about a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// True if the model has as many equations as unknowns and they are independent.
    pub regular: bool,
    /// How many parameters have no value.
    pub open: usize,
    /// How many initial values are given.
    pub given: usize,
}

/// Judges a model.
pub fn judge(model: &FlatModel) -> Verdict {
    let rows = rows(model, Boundary::Whole);
    let regular =
        rows.rows.len() == rows.columns.len() && determinant(matrix(model, &rows, 0x1234_5678)) != 0;
    let is_open = |&at: &usize| {
        let variable = &model.variables[at];
        variable.variability == Variability::Parameter && variable.binding.is_none()
    };
    let open = (0..model.variables.len()).filter(is_open).count();
    Verdict { regular, open, given: given(model, &rows) }
}

/// How many initial values a regular model leaves free.
pub fn freedom(model: &FlatModel) -> usize {
    let rows = rows(model, Boundary::Whole);
    let mut states: Vec<u32> =
        rows.signature.rows().flatten().filter(|entry| entry.order > 0).map(|entry| entry.column).collect();
    states.sort_unstable();
    states.dedup();
    // The degree is that of the last divided difference that is not zero.
    let mut values: Vec<u64> =
        (1..=states.len() as u64 + 1).map(|at| determinant(matrix(model, &rows, at))).collect();
    let mut degree = 0;
    for round in 1..values.len() {
        for at in (round..values.len()).rev() {
            values[at] = times(minus(values[at], values[at - 1]), inverse(round as u64));
        }
        if values[round] != 0 {
            degree = round;
        }
    }
    degree
}

/// The starts that are fixed and the initial equations. What only a `when` sets has no initial value of this kind.
fn given(model: &FlatModel, rows: &ModelRows) -> usize {
    let set = |equation: &Equation| match equation.kind {
        EquationKind::Equality(left, _) => match model.exprs.get(left) {
            Expr::Variable(variable) => Some(variable),
            _ => None,
        },
        _ => None,
    };
    let mut discrete: Vec<VariableId> = Vec::new();
    for equation in &model.equations {
        if let EquationKind::When(branches) = &equation.kind {
            discrete.extend(branches.iter().flat_map(|branch| &branch.1).filter_map(set));
        }
    }
    let continuous = |variable: VariableId| {
        rows.column_of[variable.at()] != NONE
            && !discrete.contains(&variable)
            && model.variables[variable.at()].variability == Variability::Continuous
    };
    let fixed = model.attributes.iter().filter(|&&(variable, attribute, value)| {
        attribute == Attribute::Fixed && continuous(variable) && model.exprs.get(value) == Expr::Boolean(true)
    });
    fixed.count() + model.count(&model.initial_equations)
}

fn times(a: u64, b: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(PRIME)) as u64
}

fn plus(a: u64, b: u64) -> u64 {
    (a + b) % PRIME
}

fn minus(a: u64, b: u64) -> u64 {
    (a + PRIME - b) % PRIME
}

fn power(mut base: u64, mut exponent: u64) -> u64 {
    let mut result = 1;
    while exponent > 0 {
        if exponent % 2 == 1 {
            result = times(result, base);
        }
        base = times(base, base);
        exponent /= 2;
    }
    result
}

fn inverse(a: u64) -> u64 {
    power(a, PRIME - 2)
}

/// A number that depends on two others and looks as if it did not.
fn random(a: u64, b: u64) -> u64 {
    let mut mixed = a.wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ b.wrapping_add(0x7f4a_7c15).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    for _ in 0..2 {
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
    }
    mixed % (PRIME - 1) + 1
}

/// The exact value of a number in the field.
fn number(value: f64) -> u64 {
    let bits = value.to_bits();
    let exponent = (bits >> 52 & 0x7ff) as i64;
    let fraction = bits & ((1 << 52) - 1);
    let (mantissa, exponent) =
        if exponent == 0 { (fraction, -1074) } else { (fraction | 1 << 52, exponent - 1075) };
    let scale = power(2, exponent.unsigned_abs());
    let size = times(mantissa % PRIME, if exponent < 0 { inverse(scale) } else { scale });
    if value < 0.0 { minus(0, size) } else { size }
}

/// A value and its derivatives by the unknowns, in the order of columns.
#[derive(Clone, Default)]
struct Dual {
    value: u64,
    slopes: Vec<(u32, u64)>,
}

impl Dual {
    fn plain(value: u64) -> Dual {
        Dual { value, slopes: Vec::new() }
    }

    /// `value + a*self' + b*other'`
    fn blend(&self, a: u64, other: &Dual, b: u64, value: u64) -> Dual {
        let mut slopes = Vec::with_capacity(self.slopes.len() + other.slopes.len());
        let (mut left, mut right) = (self.slopes.iter().peekable(), other.slopes.iter().peekable());
        loop {
            let next = match (left.peek(), right.peek()) {
                (None, None) => break,
                (Some(x), Some(y)) if x.0 == y.0 => (x.0, plus(times(a, x.1), times(b, y.1))),
                (Some(x), Some(y)) if x.0 > y.0 => (y.0, times(b, y.1)),
                (None, Some(y)) => (y.0, times(b, y.1)),
                (Some(x), _) => (x.0, times(a, x.1)),
            };
            left.next_if(|x| x.0 == next.0);
            right.next_if(|y| y.0 == next.0);
            slopes.push(next);
        }
        Dual { value, slopes }
    }
}

/// A point at which expressions are linearized.
struct Point<'a> {
    model: &'a FlatModel,
    rows: &'a ModelRows,
    s: u64,
    known: Vec<Option<Dual>>,
}

/// All rows at a random point.
fn matrix(model: &FlatModel, rows: &ModelRows, s: u64) -> Vec<Vec<u64>> {
    let mut point = Point { model, rows, s, known: vec![None; model.exprs.len()] };
    let mut matrix = Vec::with_capacity(rows.rows.len());
    for (at, row) in rows.rows.iter().enumerate() {
        let dual = match row.source {
            RowSource::Equation(equation, _) => match model.equations[equation as usize].kind {
                EquationKind::Equality(left, right) => point.difference(left, right),
                // What is chosen when it runs is taken for anything that holds the same unknowns.
                _ => point.anything(at),
            },
            RowSource::Binding(variable) => match model.variables[variable.at()].binding {
                Some(binding) => {
                    let own = point.variable(variable);
                    let value = point.dual(binding);
                    own.blend(1, &value, PRIME - 1, 0)
                }
                None => Dual::default(),
            },
        };
        let mut dense = vec![0; rows.columns.len()];
        for (column, slope) in dual.slopes {
            dense[column as usize] = slope;
        }
        matrix.push(dense);
    }
    matrix
}

impl Point<'_> {
    fn difference(&mut self, left: ExprId, right: ExprId) -> Dual {
        let [left, right] = [left, right].map(|side| self.dual(side));
        left.blend(1, &right, PRIME - 1, 0)
    }

    fn anything(&self, row: usize) -> Dual {
        let entries = self.rows.signature.row(row as u32).iter();
        let slopes = entries.map(|entry| {
            let factor = power(self.s, u64::from(entry.order));
            (entry.column, times(random(row as u64, u64::from(entry.column)), factor))
        });
        Dual { value: 0, slopes: slopes.collect() }
    }

    fn variable(&self, variable: VariableId) -> Dual {
        let column = self.rows.column_of[variable.at()];
        if column != NONE {
            return Dual { value: random(u64::from(variable.0), 1), slopes: vec![(column, 1)] };
        }
        Dual::plain(if self.is_zero(variable) { 0 } else { random(u64::from(variable.0), 1) })
    }

    /// Whether a parameter is zero, or another one that is. None is by way of itself, so there are fewer than all.
    fn is_zero(&self, mut variable: VariableId) -> bool {
        for _ in 0..self.model.variables.len() {
            let binding = self.model.variables[variable.at()].binding;
            match binding.map(|binding| self.model.exprs.get(binding)) {
                Some(Expr::Variable(other)) => variable = other,
                Some(Expr::Real(value)) => return value.get() == 0.0,
                Some(Expr::Integer(value)) => return value == 0,
                _ => return false,
            }
        }
        false
    }

    fn dual(&mut self, id: ExprId) -> Dual {
        if let Some(known) = &self.known[id.at()] {
            return known.clone();
        }
        let dual = self.form(id);
        self.known[id.at()] = Some(dual.clone());
        dual
    }

    fn form(&mut self, id: ExprId) -> Dual {
        let exprs = &self.model.exprs;
        let own = u64::from(id.0);
        match exprs.get(id) {
            Expr::Real(value) => Dual::plain(number(value.get())),
            Expr::Integer(value) => Dual::plain(number(value as f64)),
            Expr::Variable(variable) => self.variable(variable),
            Expr::Unary(Operator::Negate, a) => {
                let a = self.dual(a);
                a.blend(PRIME - 1, &Dual::default(), 0, minus(0, a.value))
            }
            Expr::Binary(operator, a, b) => self.binary(operator, a, b, own),
            Expr::Builtin(Builtin::Pre | Builtin::Previous | Builtin::Delay, _) => {
                Dual::plain(random(own, 2))
            }
            Expr::Builtin(Builtin::NoEvent | Builtin::Homotopy, list) => {
                exprs.items(list).first().map_or(Dual::default(), |&first| self.dual(first))
            }
            Expr::Builtin(Builtin::Smooth, list) => {
                exprs.items(list).last().map_or(Dual::default(), |&last| self.dual(last))
            }
            Expr::Builtin(Builtin::Der, list) => {
                let inside = exprs.items(list).first().map_or(Dual::default(), |&first| self.dual(first));
                inside.blend(self.s, &Dual::default(), 0, random(own, 3))
            }
            Expr::Call(..) | Expr::Result(..) | Expr::Index(..) | Expr::Field(..) => self.result(id),
            _ => self.some(id),
        }
    }

    /// One number of what a function gives. Each of them depends on all that goes in, and in its own way: were they
    /// multiples of one and the same combination, nothing could be found from a vector that a function turns.
    fn result(&mut self, id: ExprId) -> Dual {
        let mut whole = Dual::plain(random(u64::from(id.0), 7));
        let mut todo = vec![id];
        let mut parts = Vec::new();
        let mut number = 8;
        while let Some(at) = todo.pop() {
            match self.model.exprs.get(at) {
                expr @ (Expr::Call(..)
                | Expr::Result(..)
                | Expr::Index(..)
                | Expr::Field(..)
                | Expr::Array(_)
                | Expr::Record(..)) => {
                    parts.clear();
                    expr.children(&self.model.exprs, &mut parts);
                    todo.extend(parts.iter().rev());
                }
                _ => {
                    let part = self.dual(at);
                    whole = whole.blend(1, &part, random(u64::from(id.0), number), whole.value);
                    number += 1;
                }
            }
        }
        whole
    }

    fn binary(&mut self, operator: Operator, a: ExprId, b: ExprId, own: u64) -> Dual {
        let exponent = self.model.exprs.get(b);
        let [x, y] = [a, b].map(|side| self.dual(side));
        match (operator, exponent) {
            (Operator::Add | Operator::ElementAdd, _) => x.blend(1, &y, 1, plus(x.value, y.value)),
            (Operator::Subtract | Operator::ElementSubtract, _) => {
                x.blend(1, &y, PRIME - 1, minus(x.value, y.value))
            }
            (Operator::Multiply | Operator::ElementMultiply, _) => {
                x.blend(y.value, &y, x.value, times(x.value, y.value))
            }
            (Operator::Divide | Operator::ElementDivide, _) => {
                let over = inverse(y.value);
                let value = times(x.value, over);
                x.blend(over, &y, minus(0, times(value, over)), value)
            }
            (Operator::Power | Operator::ElementPower, Expr::Integer(exponent @ 1..)) => {
                let below = power(x.value, exponent as u64 - 1);
                x.blend(times(exponent as u64, below), &y, 0, times(below, x.value))
            }
            _ => x.blend(random(own, 4), &y, random(own, 5), random(own, 6)),
        }
    }

    /// Some function of what stands in it.
    fn some(&mut self, id: ExprId) -> Dual {
        let mut parts = Vec::new();
        self.model.exprs.get(id).children(&self.model.exprs, &mut parts);
        let mut whole = Dual::plain(random(u64::from(id.0), 7));
        for (at, part) in (8..).zip(parts) {
            let part = self.dual(part);
            whole = whole.blend(1, &part, random(u64::from(id.0), at), whole.value);
        }
        whole
    }
}

/// The determinant, by elimination.
fn determinant(mut matrix: Vec<Vec<u64>>) -> u64 {
    let size = matrix.len();
    let mut result = 1;
    for at in 0..size {
        // The shortest row that has something here keeps the others short.
        let long = |row: &Vec<u64>| row[at..].iter().filter(|&&entry| entry != 0).count();
        let Some(pivot) =
            (at..size).filter(|&row| matrix[row][at] != 0).min_by_key(|&row| long(&matrix[row]))
        else {
            return 0;
        };
        if pivot != at {
            matrix.swap(at, pivot);
            result = minus(0, result);
        }
        result = times(result, matrix[at][at]);
        let over = inverse(matrix[at][at]);
        let (above, below) = matrix.split_at_mut(at + 1);
        let filled: Vec<usize> = (at..size).filter(|&column| above[at][column] != 0).collect();
        for row in below.iter_mut().filter(|row| row[at] != 0) {
            let factor = times(row[at], over);
            for &column in &filled {
                row[column] = minus(row[column], times(factor, above[at][column]));
            }
        }
    }
    result
}
