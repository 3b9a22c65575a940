//! How what a result lacks follows from one equation: as the sum of its other terms, or as the root of a linear one.

use equations::{Builtin, Expr, ExprId, FlatModel, Operator, Type};

use super::{MissingQuantity, split, unknowns};
use crate::evaluate::RowEvaluator;
use crate::missing_value::{CertifyResult, MissingValue};

/// How it is computed.
#[derive(Clone, Debug)]
pub(super) struct DerivationRule {
    pub(super) how: DerivationMethod,
    /// The equation, or the binding if it has one side.
    pub(super) parts: (ExprId, Option<ExprId>),
    /// Whether it is about a parameter.
    pub(super) once: bool,
}

#[derive(Clone, Debug)]
pub(crate) enum DerivationMethod {
    /// It is the sum of these terms, true for minus: `0 = sign * unknown + rest`.
    Sum(Vec<(bool, ExprId)>),
    /// It stands in the equation with factors that do not depend on it: `0 = factor * unknown + rest`.
    Linear,
}

/// How an equation gives an unknown: by its other terms if it stands once as a term of its own, or as a linear one in it. What
/// is whole or true is not divided for.
pub(super) fn isolate(
    model: &FlatModel,
    left: ExprId,
    right: ExprId,
    unknown: MissingQuantity,
) -> Option<DerivationMethod> {
    let mut terms = Vec::new();
    split(model, left, false, &mut terms);
    split(model, right, true, &mut terms);
    let elsewhere =
        |terms: &[(bool, ExprId)]| terms.iter().any(|term| unknowns(model, [term.1]).contains(&unknown));
    if let Some(at) = terms.iter().position(|term| is_unknown(model, term.1, unknown)) {
        let (minus, _) = terms.remove(at);
        if !elsewhere(&terms) {
            // sign * unknown + rest = 0, so the unknown is -rest / sign.
            terms.iter_mut().for_each(|term| term.0 ^= !minus);
            return Some(DerivationMethod::Sum(terms));
        }
    }
    let id = match unknown {
        MissingQuantity::Variable(id) | MissingQuantity::Derivative(id) => id,
    };
    let is_real = model.variables[id.at()].kind == Type::Real;
    let linear = is_linear(model, left, unknown) && is_linear(model, right, unknown);
    (is_real && linear).then_some(DerivationMethod::Linear)
}

/// Computes what a rule gives at the row that is loaded; not a number if it gives nothing there.
pub(super) fn compute(evaluator: &mut RowEvaluator, unknown: MissingQuantity, rule: &DerivationRule) {
    evaluator.begin_equation();
    let value = match &rule.how {
        DerivationMethod::Sum(terms) => {
            let mut sum = 0.0;
            for &(minus, term) in terms {
                let value = evaluator.number(term).unwrap_or(f64::NAN);
                sum += if minus { -value } else { value };
            }
            sum
        }
        DerivationMethod::Linear => {
            let (left, right) = rule.parts;
            let found = linear(evaluator, left, unknown).and_then(|(factor, rest)| {
                let other = right.map_or(Ok((0.0, 0.0)), |right| linear(evaluator, right, unknown))?;
                Ok((other.1 - rest) / (factor - other.0))
            });
            found.ok().filter(|found| found.is_finite()).unwrap_or(f64::NAN)
        }
    };
    match unknown {
        MissingQuantity::Variable(id) => evaluator.values[id.at()] = value,
        MissingQuantity::Derivative(id) => evaluator.slopes[id.at()] = value,
    }
}

/// The factor of an unknown in an expression, and the rest of it.
fn linear(evaluator: &mut RowEvaluator, id: ExprId, unknown: MissingQuantity) -> CertifyResult<(f64, f64)> {
    let model = evaluator.model;
    if is_unknown(model, id, unknown) {
        return Ok((1.0, 0.0));
    }
    if !unknowns(model, [id]).contains(&unknown) {
        return Ok((0.0, evaluator.number(id)?));
    }
    match model.exprs.get(id) {
        Expr::Binary(Operator::Add | Operator::ElementAdd, a, b) => {
            let (a, b) = (linear(evaluator, a, unknown)?, linear(evaluator, b, unknown)?);
            Ok((a.0 + b.0, a.1 + b.1))
        }
        Expr::Binary(Operator::Subtract | Operator::ElementSubtract, a, b) => {
            let (a, b) = (linear(evaluator, a, unknown)?, linear(evaluator, b, unknown)?);
            Ok((a.0 - b.0, a.1 - b.1))
        }
        Expr::Binary(Operator::Multiply | Operator::ElementMultiply, a, b) => {
            let (a, b) = (linear(evaluator, a, unknown)?, linear(evaluator, b, unknown)?);
            Ok((a.0 * b.1 + a.1 * b.0, a.1 * b.1))
        }
        Expr::Binary(Operator::Divide | Operator::ElementDivide, a, b) => {
            let (a, b) = (linear(evaluator, a, unknown)?, evaluator.number(b)?);
            Ok((a.0 / b, a.1 / b))
        }
        Expr::Unary(Operator::Negate, a) => {
            let a = linear(evaluator, a, unknown)?;
            Ok((-a.0, -a.1))
        }
        Expr::If(condition, yes, no) => {
            let chosen = if evaluator.number(condition)? != 0.0 { yes } else { no };
            linear(evaluator, chosen, unknown)
        }
        _ => Err(MissingValue::Unsupported),
    }
}

/// Whether an expression is linear in an unknown, with factors that do not depend on it.
pub(crate) fn is_linear(model: &FlatModel, id: ExprId, unknown: MissingQuantity) -> bool {
    let free = |id: ExprId| !unknowns(model, [id]).contains(&unknown);
    if is_unknown(model, id, unknown) || free(id) {
        return true;
    }
    match model.exprs.get(id) {
        Expr::Binary(
            Operator::Add | Operator::ElementAdd | Operator::Subtract | Operator::ElementSubtract,
            a,
            b,
        ) => is_linear(model, a, unknown) && is_linear(model, b, unknown),
        Expr::Binary(Operator::Multiply | Operator::ElementMultiply, a, b) => {
            (free(a) && is_linear(model, b, unknown)) || (free(b) && is_linear(model, a, unknown))
        }
        Expr::Binary(Operator::Divide | Operator::ElementDivide, a, b) => {
            free(b) && is_linear(model, a, unknown)
        }
        Expr::Unary(Operator::Negate, a) => is_linear(model, a, unknown),
        Expr::If(condition, yes, no) => {
            free(condition) && is_linear(model, yes, unknown) && is_linear(model, no, unknown)
        }
        _ => false,
    }
}

/// Whether an expression is an unknown as it stands.
fn is_unknown(model: &FlatModel, id: ExprId, unknown: MissingQuantity) -> bool {
    match (model.exprs.get(id), unknown) {
        (Expr::Variable(found), MissingQuantity::Variable(id)) => found == id,
        (Expr::Builtin(Builtin::Der, list), MissingQuantity::Derivative(id)) => {
            matches!(model.exprs.items(list), &[one] if model.exprs.get(one) == Expr::Variable(id))
        }
        _ => false,
    }
}
