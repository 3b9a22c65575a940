//! The rows with integer coefficients: sums of flows, equal potentials, differences. Some of them may follow from others,
//! which no matching shows: the current laws of a circuit without a ground, two voltage sources side by side.

use equations::{Builtin, EquationKind, Expr, ExprId, FlatModel, Operator, Origin};
use structure::{Dependence, Kind, Linear, Meaning, NONE};

use crate::border::Border;
use crate::rows::{Outside, Rows, Source};

/// Combinations of rows without any unknown: each makes one of its rows useless or wrong. The numbers of rows are those
/// of `rows`. Constraints between states are none of them: differentiation makes these useful.
pub fn dependences(model: &FlatModel, rows: &Rows) -> Vec<Dependence> {
    let mut affine = Affine::new(model, rows);
    let mut numbers = Vec::new();
    let mut found = Vec::new();
    let border = Border::new(model);
    let outside = |at: u32| {
        let mut entries = rows.signature.row(at).iter();
        entries.any(|entry| border.is_stream(rows.columns[entry.column as usize]))
    };
    for (at, row) in (0..).zip(&rows.rows) {
        // What stands outside is not known.
        let flow = matches!(model.origins[row.origin.at()], Origin::Unconnected { .. });
        if flow && rows.signature.row(at).len() > 1 || rows.outside == Outside::Anything && outside(at) {
            continue;
        }
        let sum = match row.source {
            Source::Equation(equation, _) => match model.equations[equation as usize].kind {
                EquationKind::Equality(left, right) => affine.sum(Vec::new(), vec![(left, 1), (right, -1)]),
                _ => None,
            },
            Source::Binding(variable) => model.variables[variable.at()].binding.and_then(|binding| {
                affine.sum(vec![(rows.column_of[variable.at()], 1)], vec![(binding, -1)])
            }),
        };
        if let Some(sum) = sum {
            numbers.push(at);
            found.push(sum);
        }
    }
    let mut linear = Linear::new(affine.kinds);
    found.iter().for_each(|sum| linear.push(sum));
    let dependences = linear.dependences().found.into_iter();
    let named = dependences.filter(|found| found.meaning != Meaning::Constraint).map(|found| Dependence {
        row: numbers[found.row as usize],
        combination: found.combination.iter().map(|&(row, factor)| (numbers[row as usize], factor)).collect(),
        ..found
    });
    named.collect()
}

/// Writes expressions as sums of columns with integer coefficients.
struct Affine<'a> {
    model: &'a FlatModel,
    rows: &'a Rows,
    /// Unknowns, then derivatives of unknowns, then what is given, as it comes.
    kinds: Vec<Kind>,
    /// The column of each given expression.
    given: Vec<u32>,
    /// The column of the number one.
    one: u32,
}

impl<'a> Affine<'a> {
    fn new(model: &'a FlatModel, rows: &'a Rows) -> Affine<'a> {
        let width = rows.columns.len();
        let mut kinds = vec![Kind::Unknown; 2 * width];
        for entry in rows.signature.rows().flatten().filter(|entry| entry.order > 0) {
            kinds[entry.column as usize] = Kind::State;
        }
        let one = kinds.len() as u32;
        kinds.push(Kind::Given);
        Affine { model, rows, kinds, given: vec![NONE; model.exprs.len()], one }
    }

    /// The sum of expressions with factors, added to terms, if all coefficients are integers.
    fn sum(&mut self, mut terms: Vec<(u32, i64)>, mut todo: Vec<(ExprId, i64)>) -> Option<Vec<(u32, i64)>> {
        while let Some((id, factor)) = todo.pop() {
            match self.model.exprs.get(id) {
                Expr::Binary(Operator::Add, a, b) => todo.extend([(a, factor), (b, factor)]),
                Expr::Binary(Operator::Subtract, a, b) => todo.extend([(a, factor), (b, -factor)]),
                Expr::Unary(Operator::Negate, a) => todo.push((a, -factor)),
                Expr::Binary(Operator::Multiply, a, b) => match (self.whole(a), self.whole(b)) {
                    (Some(number), _) => todo.push((b, factor.checked_mul(number)?)),
                    (_, Some(number)) => todo.push((a, factor.checked_mul(number)?)),
                    _ => terms.push((self.given(id)?, factor)),
                },
                Expr::Variable(variable) if self.rows.column_of[variable.at()] != NONE => {
                    terms.push((self.rows.column_of[variable.at()], factor));
                }
                Expr::Builtin(Builtin::Der, list) => {
                    let Expr::Variable(variable) =
                        self.model.exprs.get(*self.model.exprs.items(list).first()?)
                    else {
                        return None;
                    };
                    let column = self.rows.column_of[variable.at()];
                    terms.push(((column != NONE).then(|| column + self.rows.columns.len() as u32)?, factor));
                }
                _ => match self.whole(id) {
                    Some(number) => terms.push((self.one, factor.checked_mul(number)?)),
                    None => terms.push((self.given(id)?, factor)),
                },
            }
        }
        Some(terms)
    }

    /// A whole number.
    fn whole(&self, id: ExprId) -> Option<i64> {
        match self.model.exprs.get(id) {
            Expr::Integer(number) => Some(number),
            Expr::Real(number) => {
                let number = number.get();
                (number.fract() == 0.0 && number.abs() < 1e9).then_some(number as i64)
            }
            _ => None,
        }
    }

    /// The column of an expression without unknowns.
    fn given(&mut self, root: ExprId) -> Option<u32> {
        if self.given[root.at()] != NONE {
            return Some(self.given[root.at()]);
        }
        let mut todo = vec![root];
        while let Some(id) = todo.pop() {
            match self.model.exprs.get(id) {
                Expr::Variable(variable) if self.rows.column_of[variable.at()] != NONE => return None,
                expr => expr.children(&self.model.exprs, &mut todo),
            }
        }
        self.given[root.at()] = self.kinds.len() as u32;
        self.kinds.push(Kind::Given);
        Some(self.given[root.at()])
    }
}
