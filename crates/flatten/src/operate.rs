//! Operators on scalars, arrays and records (Modelica Language Specification 3.6, sections 10.6 and 14).

use equations::{Expr, ExprId, Operator as Op, Type, Value};
use syntax::tree::OperatorSyntax;
use syntax::{Diagnostic, DiagnosticCode, Span};

use crate::Flattener;
use crate::lower::LoweringContext;
use crate::value::{ArrayValue, LoweredValue, common_type, is_number};

/// Matrices are multiplied out one by one, and no one needs more of it.
const MAX_POWER: i64 = 1000;

impl<'a> Flattener<'a> {
    pub(crate) fn unary(
        &mut self,
        context: &LoweringContext<'a>,
        operator: OperatorSyntax,
        operand: LoweredValue,
        span: Span,
    ) -> Option<LoweredValue> {
        match operand {
            LoweredValue::Plain(mut plain) => {
                if !plain.items.is_empty() && !fits_one(operator, plain.kind) {
                    let expected = if operator == OperatorSyntax::Not { "a Boolean" } else { "a number" };
                    self.expected(
                        context.place(span),
                        &format!("{expected} after `{}`", operator.text()),
                        &LoweredValue::Plain(plain),
                    );
                    return None;
                }
                for item in &mut plain.items {
                    *item = match operator {
                        OperatorSyntax::Not => self.model.exprs.not(*item),
                        OperatorSyntax::Subtract | OperatorSyntax::ElementSubtract => {
                            self.model.exprs.negate(*item)
                        }
                        _ => *item,
                    };
                }
                Some(LoweredValue::Plain(plain))
            }
            operand @ LoweredValue::Record(_) => self.overloaded(context, operator, &[operand], span),
            other => {
                self.expected(context.place(span), "a number", &other);
                None
            }
        }
    }

    pub(crate) fn binary(
        &mut self,
        context: &LoweringContext<'a>,
        operator: OperatorSyntax,
        left: LoweredValue,
        right: LoweredValue,
        span: Span,
    ) -> Option<LoweredValue> {
        let (left, right) = match (left, right) {
            (LoweredValue::Plain(left), LoweredValue::Plain(right)) => (left, right),
            (
                left @ (LoweredValue::Record(_) | LoweredValue::Plain(_)),
                right @ (LoweredValue::Record(_) | LoweredValue::Plain(_)),
            ) => {
                return self.overloaded(context, operator, &[left, right], span);
            }
            (left, right) => {
                self.mismatch(context.place(span), &left, &right, operator.text());
                return None;
            }
        };
        if !accepts_operands(operator, left.kind, right.kind) {
            self.mismatch(
                context.place(span),
                &LoweredValue::Plain(left),
                &LoweredValue::Plain(right),
                operator.text(),
            );
            return None;
        }
        let result = match operator {
            OperatorSyntax::Multiply => self.multiply(&left, &right),
            OperatorSyntax::Divide if right.is_scalar() => {
                self.broadcast(OperatorSyntax::Divide, &left, &right)
            }
            OperatorSyntax::Power if right.is_scalar() && left.is_scalar() => {
                self.broadcast(OperatorSyntax::Power, &left, &right)
            }
            OperatorSyntax::Power if right.is_scalar() && left.dims.len() == 2 => {
                return self.matrix_power(context, &left, &right, span);
            }
            OperatorSyntax::ElementAdd
            | OperatorSyntax::ElementSubtract
            | OperatorSyntax::ElementMultiply
            | OperatorSyntax::ElementDivide
            | OperatorSyntax::ElementPower => self.broadcast(operator, &left, &right),
            OperatorSyntax::Divide | OperatorSyntax::Power => None,
            // Only what has the same shape can be added, compared or joined.
            _ if left.dims == right.dims => self.broadcast(operator, &left, &right),
            _ => None,
        };
        if result.is_none() {
            self.mismatch(
                context.place(span),
                &LoweredValue::Plain(left),
                &LoweredValue::Plain(right),
                operator.text(),
            );
        }
        result.map(LoweredValue::Plain)
    }

    /// Applies an operator element by element; a scalar goes with every element.
    fn broadcast(
        &mut self,
        operator: OperatorSyntax,
        left: &ArrayValue,
        right: &ArrayValue,
    ) -> Option<ArrayValue> {
        let dims = if left.is_scalar() { &right.dims } else { &left.dims };
        if !left.is_scalar() && !right.is_scalar() && left.dims != right.dims {
            return None;
        }
        let size = left.items.len().max(right.items.len()).min(crate::value::count(dims));
        let mut items = Vec::with_capacity(size);
        for at in 0..size {
            let a = left.items[if left.is_scalar() { 0 } else { at }];
            let b = right.items[if right.is_scalar() { 0 } else { at }];
            items.push(self.apply(operator, a, b));
        }
        Some(ArrayValue { kind: result_type(operator, left.kind, right.kind), dims: dims.clone(), items })
    }

    fn apply(&mut self, operator: OperatorSyntax, a: ExprId, b: ExprId) -> ExprId {
        let exprs = &mut self.model.exprs;
        match operator {
            // A sum of strings joins them, and must not be simplified like one of numbers.
            OperatorSyntax::Add
                if matches!(exprs.get(a), Expr::String(_)) || matches!(exprs.get(b), Expr::String(_)) =>
            {
                exprs.add(Expr::Binary(Op::Add, a, b))
            }
            OperatorSyntax::Add | OperatorSyntax::ElementAdd => exprs.sum(a, b),
            OperatorSyntax::Subtract | OperatorSyntax::ElementSubtract => exprs.difference(a, b),
            OperatorSyntax::Multiply | OperatorSyntax::ElementMultiply => exprs.product(a, b),
            OperatorSyntax::Divide | OperatorSyntax::ElementDivide => exprs.quotient(a, b),
            OperatorSyntax::Power | OperatorSyntax::ElementPower => exprs.power(a, b),
            OperatorSyntax::And => exprs.and(a, b),
            OperatorSyntax::Or => exprs.or(a, b),
            OperatorSyntax::Less => exprs.compare(Op::Less, a, b),
            OperatorSyntax::LessEqual => exprs.compare(Op::LessEqual, a, b),
            OperatorSyntax::Greater => exprs.compare(Op::Greater, a, b),
            OperatorSyntax::GreaterEqual => exprs.compare(Op::GreaterEqual, a, b),
            OperatorSyntax::Equal => exprs.compare(Op::Equal, a, b),
            OperatorSyntax::NotEqual => exprs.compare(Op::NotEqual, a, b),
            OperatorSyntax::Not => exprs.not(a),
        }
    }

    /// `*`: scalars with anything, and the products of vectors and matrices.
    pub(crate) fn multiply(&mut self, left: &ArrayValue, right: &ArrayValue) -> Option<ArrayValue> {
        let kind = common_type(left.kind, right.kind);
        // A vector on the left is a row, and one on the right a column.
        let (inner, dims) = match (&left.dims[..], &right.dims[..]) {
            ([], _) | (_, []) => return self.broadcast(OperatorSyntax::Multiply, left, right),
            (&[ref rows @ .., n], &[m, ref columns @ ..])
                if n == m && rows.len() <= 1 && columns.len() <= 1 =>
            {
                (n as usize, [rows, columns].concat())
            }
            _ => return None,
        };
        let rows = if left.dims.len() == 2 { left.dims[0] as usize } else { 1 };
        let columns = right.dims.get(1).map_or(1, |&columns| columns as usize);
        let mut items = Vec::with_capacity(rows * columns);
        for row in 0..rows {
            for column in 0..columns {
                let pair = |at: usize| (left.items[row * inner + at], right.items[at * columns + column]);
                items.push(self.dot((0..inner).map(pair), kind));
            }
        }
        Some(ArrayValue { kind, dims, items })
    }

    fn dot(&mut self, pairs: impl Iterator<Item = (ExprId, ExprId)>, kind: Type) -> ExprId {
        let mut total = self.zero(kind);
        for (a, b) in pairs {
            let product = self.model.exprs.product(a, b);
            total = self.model.exprs.sum(total, product);
        }
        total
    }

    pub(crate) fn zero(&mut self, kind: Type) -> ExprId {
        match kind {
            Type::Integer => self.model.exprs.integer(0),
            _ => self.model.exprs.real(0.0),
        }
    }

    fn matrix_power(
        &mut self,
        context: &LoweringContext<'a>,
        left: &ArrayValue,
        right: &ArrayValue,
        span: Span,
    ) -> Option<LoweredValue> {
        let place = context.place(span);
        if left.dims[0] != left.dims[1] {
            let found = self.describe(&LoweredValue::Plain(left.clone()));
            self.report(
                Diagnostic::new(
                    DiagnosticCode::ShapeMismatch,
                    place,
                    format!("a power of {found}, which is not square"),
                )
                .label("a matrix is multiplied with itself, as many rows as columns")
                .help("write `.^` for the power of each element"),
            );
            return None;
        }
        let value = self.require_value(right.items[0], place, "the exponent of a matrix")?;
        let exponent = match value {
            Value::Integer(exponent @ 0..=MAX_POWER) => exponent,
            other => {
                let found = match self.literal(&other) {
                    Some(LoweredValue::Plain(plain)) if plain.is_scalar() => {
                        self.model.expr_text(plain.items[0])
                    }
                    _ => "something else".to_string(),
                };
                self.report(
                    Diagnostic::new(DiagnosticCode::TypeMismatch, place, format!("a matrix to the power of {found}"))
                        .label(format!("an exponent of a matrix is an Integer from 0 to {MAX_POWER}"))
                        .help("write `.^` for the power of each element; an inverse is `Modelica.Math.Matrices.inv`"),
                );
                return None;
            }
        };
        let mut result = self.identity(left.dims[0]);
        for _ in 0..exponent {
            result = self.multiply(&result, left)?;
        }
        Some(LoweredValue::Plain(result))
    }

    pub(crate) fn identity(&mut self, size: u32) -> ArrayValue {
        let (zero, one) = (self.model.exprs.integer(0), self.model.exprs.integer(1));
        let items = (0..size * size).map(|at| if at / size == at % size { one } else { zero }).collect();
        ArrayValue { kind: Type::Integer, dims: vec![size, size], items }
    }
}

/// True if an operator is defined for one operand of this type.
pub(crate) fn fits_one(operator: OperatorSyntax, operand: Type) -> bool {
    match operator {
        OperatorSyntax::Not => operand == Type::Boolean,
        _ => is_number(operand),
    }
}

/// True if an operator is defined for operands of these types.
pub(crate) fn accepts_operands(operator: OperatorSyntax, left: Type, right: Type) -> bool {
    let numbers = is_number(left) && is_number(right);
    match operator {
        OperatorSyntax::Or | OperatorSyntax::And | OperatorSyntax::Not => {
            left == Type::Boolean && right == Type::Boolean
        }
        OperatorSyntax::Add => numbers || (left == Type::String && right == Type::String),
        OperatorSyntax::Less
        | OperatorSyntax::LessEqual
        | OperatorSyntax::Greater
        | OperatorSyntax::GreaterEqual
        | OperatorSyntax::Equal
        | OperatorSyntax::NotEqual => numbers || left == right,
        _ => numbers,
    }
}

fn result_type(operator: OperatorSyntax, left: Type, right: Type) -> Type {
    match operator {
        OperatorSyntax::Or | OperatorSyntax::And | OperatorSyntax::Not => Type::Boolean,
        OperatorSyntax::Less
        | OperatorSyntax::LessEqual
        | OperatorSyntax::Greater
        | OperatorSyntax::GreaterEqual
        | OperatorSyntax::Equal
        | OperatorSyntax::NotEqual => Type::Boolean,
        OperatorSyntax::Divide
        | OperatorSyntax::ElementDivide
        | OperatorSyntax::Power
        | OperatorSyntax::ElementPower => Type::Real,
        _ => common_type(left, right),
    }
}
