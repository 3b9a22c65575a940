//! Constructors that keep expressions small.
//!
//! They fold literals exactly as the evaluator would and drop neutral elements. `x * 0` becomes the zero that
//! is written, Real or Integer, although `x` might turn out infinite or wrong: a tool is free to reorder
//! expressions and to leave out what does not influence the result (MLS 3.6, 3.3), and an equation would
//! otherwise seem to depend on variables that it cannot determine. Literals alone are folded only to a
//! finite number, so that a division by zero or an Integer that is too large stays for the modeller to see.
//!
//! An Integer may stand where the expression as written was Real, as in `i + 0.0`; it has the same value
//! wherever a Real is asked for.

use crate::{Expr, ExprId, Exprs, MAX_INTEGER, Operator};

impl Exprs {
    /// `-a`
    pub fn negate(&mut self, a: ExprId) -> ExprId {
        match self.get(a) {
            Expr::Real(value) => self.real(-value.get()),
            Expr::Integer(value) if value != i64::MIN => self.integer(-value),
            Expr::Unary(Operator::Negate, inner) => inner,
            Expr::Binary(Operator::Subtract, left, right) => self.difference(right, left),
            _ => self.add(Expr::Unary(Operator::Negate, a)),
        }
    }

    /// `a + b`
    pub fn sum(&mut self, a: ExprId, b: ExprId) -> ExprId {
        if let Some(folded) = self.fold(a, b, i64::checked_add, |a, b| a + b) {
            return folded;
        }
        match (self.get(a), self.get(b)) {
            (zero, _) if is(zero, 0.0) => b,
            (_, zero) if is(zero, 0.0) => a,
            (_, Expr::Unary(Operator::Negate, inner)) => self.difference(a, inner),
            _ => self.add(Expr::Binary(Operator::Add, a, b)),
        }
    }

    /// `a - b`
    pub fn difference(&mut self, a: ExprId, b: ExprId) -> ExprId {
        if let Some(folded) = self.fold(a, b, i64::checked_sub, |a, b| a - b) {
            return folded;
        }
        match (self.get(a), self.get(b)) {
            (_, zero) if is(zero, 0.0) => a,
            (zero, _) if is(zero, 0.0) => self.negate(b),
            (_, Expr::Unary(Operator::Negate, inner)) => self.sum(a, inner),
            _ => self.add(Expr::Binary(Operator::Subtract, a, b)),
        }
    }

    /// `a * b`, of scalars.
    pub fn product(&mut self, a: ExprId, b: ExprId) -> ExprId {
        if let Some(folded) = self.fold(a, b, i64::checked_mul, |a, b| a * b) {
            return folded;
        }
        match (self.get(a), self.get(b)) {
            (one, _) if is(one, 1.0) => b,
            (_, one) if is(one, 1.0) => a,
            (zero, _) if is(zero, 0.0) => a,
            (_, zero) if is(zero, 0.0) => b,
            (minus, _) if is(minus, -1.0) => self.negate(b),
            (_, minus) if is(minus, -1.0) => self.negate(a),
            _ => self.add(Expr::Binary(Operator::Multiply, a, b)),
        }
    }

    /// `a / b`
    pub fn quotient(&mut self, a: ExprId, b: ExprId) -> ExprId {
        match (self.number(a), self.number(b)) {
            (Some(a), Some(b)) if b != 0.0 && (a / b).is_finite() => return self.real(a / b),
            (_, Some(1.0)) => return a,
            _ => {}
        }
        self.add(Expr::Binary(Operator::Divide, a, b))
    }

    /// `a ^ b`
    pub fn power(&mut self, a: ExprId, b: ExprId) -> ExprId {
        match (self.number(a), self.number(b)) {
            (Some(a), Some(b)) if a.powf(b).is_finite() => return self.real(a.powf(b)),
            (_, Some(1.0)) => return a,
            _ => {}
        }
        self.add(Expr::Binary(Operator::Power, a, b))
    }

    /// A comparison.
    pub fn compare(&mut self, operator: Operator, a: ExprId, b: ExprId) -> ExprId {
        let order = match (self.get(a), self.get(b)) {
            (Expr::Integer(a), Expr::Integer(b)) => Some(a.cmp(&b)),
            (Expr::Boolean(a), Expr::Boolean(b)) => Some(a.cmp(&b)),
            (Expr::Literal(kind, a), Expr::Literal(other, b)) if kind == other => Some(a.cmp(&b)),
            _ => self.number(a).zip(self.number(b)).and_then(|(a, b)| a.partial_cmp(&b)),
        };
        let truth = order.and_then(|order| match operator {
            Operator::Less => Some(order.is_lt()),
            Operator::LessEqual => Some(order.is_le()),
            Operator::Greater => Some(order.is_gt()),
            Operator::GreaterEqual => Some(order.is_ge()),
            Operator::Equal => Some(order.is_eq()),
            Operator::NotEqual => Some(order.is_ne()),
            _ => None,
        });
        match truth {
            Some(truth) => self.boolean(truth),
            None => self.add(Expr::Binary(operator, a, b)),
        }
    }

    /// `not a`
    pub fn not(&mut self, a: ExprId) -> ExprId {
        match self.get(a) {
            Expr::Boolean(truth) => self.boolean(!truth),
            Expr::Unary(Operator::Not, inner) => inner,
            _ => self.add(Expr::Unary(Operator::Not, a)),
        }
    }

    /// `a and b`
    pub fn and(&mut self, a: ExprId, b: ExprId) -> ExprId {
        match (self.get(a), self.get(b)) {
            (Expr::Boolean(true), _) | (_, Expr::Boolean(false)) => b,
            (Expr::Boolean(false), _) | (_, Expr::Boolean(true)) => a,
            _ if a == b => a,
            _ => self.add(Expr::Binary(Operator::And, a, b)),
        }
    }

    /// `a or b`
    pub fn or(&mut self, a: ExprId, b: ExprId) -> ExprId {
        match (self.get(a), self.get(b)) {
            (Expr::Boolean(false), _) | (_, Expr::Boolean(true)) => b,
            (Expr::Boolean(true), _) | (_, Expr::Boolean(false)) => a,
            _ if a == b => a,
            _ => self.add(Expr::Binary(Operator::Or, a, b)),
        }
    }

    /// `if condition then a else b`
    pub fn if_then_else(&mut self, condition: ExprId, a: ExprId, b: ExprId) -> ExprId {
        match self.get(condition) {
            Expr::Boolean(true) => a,
            Expr::Boolean(false) => b,
            _ if a == b => a,
            // `0.0` and `0` are the same number.
            _ if self.number(a).is_some() && self.number(a) == self.number(b) => {
                if matches!(self.get(a), Expr::Real(_)) { a } else { b }
            }
            Expr::Unary(Operator::Not, inner) => self.if_then_else(inner, b, a),
            _ => self.add(Expr::If(condition, a, b)),
        }
    }

    /// A truth value.
    pub fn boolean(&mut self, truth: bool) -> ExprId {
        self.add(Expr::Boolean(truth))
    }

    /// The number that a literal stands for.
    pub fn number(&self, id: ExprId) -> Option<f64> {
        match self.get(id) {
            Expr::Real(value) => Some(value.get()),
            Expr::Integer(value) => Some(value as f64),
            _ => None,
        }
    }

    /// The number that stands for a literal while a model runs: truth is 1, and literals of enumerations are counted.
    pub fn literal_number(&self, id: ExprId) -> Option<f64> {
        match self.get(id) {
            Expr::Boolean(truth) => Some(f64::from(u8::from(truth))),
            Expr::Literal(_, literal) => Some(f64::from(literal)),
            _ => self.number(id),
        }
    }

    /// Folds two literals; none if one is no number or the result would be too large.
    fn fold(
        &mut self,
        a: ExprId,
        b: ExprId,
        integer: fn(i64, i64) -> Option<i64>,
        real: fn(f64, f64) -> f64,
    ) -> Option<ExprId> {
        if let (Expr::Integer(a), Expr::Integer(b)) = (self.get(a), self.get(b)) {
            let value = integer(a, b).filter(|value| value.unsigned_abs() <= MAX_INTEGER);
            return value.map(|value| self.integer(value));
        }
        let value = real(self.number(a)?, self.number(b)?);
        value.is_finite().then(|| self.real(value))
    }
}

/// True for the literal of this number, Real or Integer.
fn is(expr: Expr, number: f64) -> bool {
    match expr {
        Expr::Real(value) => value.get() == number,
        Expr::Integer(value) => value as f64 == number,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{EvalContext, Symbols, Value, VariableId, eval};

    /// An expression, and the constructor that makes it smaller.
    #[derive(Clone, Debug)]
    enum Tree {
        Real(f64),
        Integer(i64),
        Variable(u32),
        Negate(Box<Tree>),
        Binary(Operator, Box<Tree>, Box<Tree>),
        If(Operator, Box<[Tree; 4]>),
    }

    fn tree() -> impl Strategy<Value = Tree> {
        let leaf = prop_oneof![
            prop_oneof![Just(0.0), Just(1.0), Just(-1.0), Just(2.5), Just(-0.5)].prop_map(Tree::Real),
            (-3i64..4).prop_map(Tree::Integer),
            (0u32..3).prop_map(Tree::Variable),
        ];
        let arithmetic = prop_oneof![
            Just(Operator::Add),
            Just(Operator::Subtract),
            Just(Operator::Multiply),
            Just(Operator::Divide),
            Just(Operator::Power),
        ];
        let comparison =
            prop_oneof![Just(Operator::Less), Just(Operator::Equal), Just(Operator::GreaterEqual)];
        leaf.prop_recursive(5, 40, 4, move |inner| {
            prop_oneof![
                inner.clone().prop_map(|a| Tree::Negate(a.into())),
                (arithmetic.clone(), inner.clone(), inner.clone()).prop_map(|(op, a, b)| Tree::Binary(
                    op,
                    a.into(),
                    b.into()
                )),
                (comparison.clone(), [inner.clone(), inner.clone(), inner.clone(), inner])
                    .prop_map(|(op, parts)| Tree::If(op, parts.into())),
            ]
        })
    }

    fn build(exprs: &mut Exprs, tree: &Tree, simple: bool) -> ExprId {
        match tree {
            Tree::Real(value) => exprs.real(*value),
            Tree::Integer(value) => exprs.integer(*value),
            Tree::Variable(number) => exprs.add(Expr::Variable(VariableId(*number))),
            Tree::Negate(a) => {
                let a = build(exprs, a, simple);
                if simple { exprs.negate(a) } else { exprs.add(Expr::Unary(Operator::Negate, a)) }
            }
            Tree::Binary(op, a, b) => {
                let (a, b) = (build(exprs, a, simple), build(exprs, b, simple));
                match op {
                    _ if !simple => exprs.add(Expr::Binary(*op, a, b)),
                    Operator::Add => exprs.sum(a, b),
                    Operator::Subtract => exprs.difference(a, b),
                    Operator::Multiply => exprs.product(a, b),
                    Operator::Divide => exprs.quotient(a, b),
                    _ => exprs.power(a, b),
                }
            }
            Tree::If(op, parts) => {
                let [a, b, yes, no] = parts.each_ref().map(|part| build(exprs, part, simple));
                if simple {
                    let condition = exprs.compare(*op, a, b);
                    let condition = exprs.not(condition);
                    exprs.if_then_else(condition, no, yes)
                } else {
                    let condition = exprs.add(Expr::Binary(*op, a, b));
                    exprs.add(Expr::If(condition, yes, no))
                }
            }
        }
    }

    fn value(exprs: &Exprs, id: ExprId) -> Option<f64> {
        let values = |id: VariableId| Some(Value::Real([0.75, -2.0, 3.0][id.at()]));
        let symbols = Symbols::default();
        let context = EvalContext {
            exprs,
            functions: &[],
            symbols: &symbols,
            enumerations: &[],
            values: &values,
            files: None,
            outside: None,
        };
        eval(&context, id).ok()?.as_real().filter(|value| value.is_finite())
    }

    proptest! {
        /// Wherever the expression as written has a finite value the smaller one has the same.
        #[test]
        fn simple_means_the_same(tree in tree()) {
            let mut exprs = Exprs::default();
            let written = build(&mut exprs, &tree, false);
            let simple = build(&mut exprs, &tree, true);
            if let Some(expected) = value(&exprs, written) {
                let found = value(&exprs, simple);
                let scale = 1e-9 * expected.abs().max(1.0);
                prop_assert!(found.is_some_and(|found| (found - expected).abs() <= scale), "{found:?} {expected}");
            }
        }
    }

    #[test]
    fn neutral_elements_go() {
        let mut e = Exprs::default();
        let (x, y) = (e.add(Expr::Variable(VariableId(0))), e.add(Expr::Variable(VariableId(1))));
        let (zero, one, real) = (e.integer(0), e.integer(1), e.real(1.0));
        assert_eq!(e.sum(x, zero), x);
        assert_eq!(e.sum(zero, x), x);
        assert_eq!(e.difference(x, zero), x);
        assert_eq!(e.product(one, x), x);
        assert_eq!(e.product(x, zero), zero);
        assert_eq!(e.quotient(x, real), x);
        assert_eq!(e.power(x, one), x);
        let minus = e.difference(zero, x);
        assert_eq!(e.get(minus), Expr::Unary(Operator::Negate, x));
        assert_eq!(e.negate(minus), x);
        let less = e.compare(Operator::Less, x, y);
        let not = e.not(less);
        assert_eq!(e.not(not), less);
        assert_eq!(e.if_then_else(less, x, x), x);
    }

    #[test]
    fn what_is_wrong_stays_to_be_seen() {
        let mut e = Exprs::default();
        let (zero, one, huge) = (e.integer(0), e.integer(1), e.integer(i64::MAX));
        let quotient = e.quotient(one, zero);
        assert_eq!(e.get(quotient), Expr::Binary(Operator::Divide, one, zero));
        let sum = e.sum(huge, one);
        assert_eq!(e.get(sum), Expr::Binary(Operator::Add, huge, one));
        let power = e.power(zero, zero);
        assert_eq!(e.number(power), Some(1.0));
    }
}
