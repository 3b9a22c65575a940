//! Exact derivatives of expressions.
//!
//! What an expression is differentiated by is told by its leaves: a [`Seed`] says what the derivative of a variable, of
//! a local or of time is. With the derivatives of variables for seeds it is the total derivative by time; with one for
//! one variable and nothing for the others it is a partial derivative; with any other values the derivative along
//! that direction. Nothing (`None`) stands for zero, so that an array of zeros needs no size.
//!
//! Relations, `pre` and roundings are constant between events, so their derivatives are zero. Where a derivative has to
//! ask on which side of a bend it is, as that of `abs`, it asks without an event.

mod builtin;
mod call;
mod function;
mod partial;

#[cfg(test)]
mod tests;

pub use call::Derivatives;
pub use partial::partial_function;

use rustc_hash::FxHashMap;

use crate::{
    Builtin, Expr, ExprId, Exprs, FlatModel, Function, FunctionId, ListId, Operator, Symbols, VariableId,
};

/// What ends an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DerivativeLeaf {
    /// The independent variable.
    Time,
    /// A variable of the model.
    Variable(VariableId),
    /// A local of a function.
    Local(u32),
}

/// The derivatives of leaves; none for zero.
pub type Seed<'a> = dyn FnMut(&mut Exprs, DerivativeLeaf) -> Option<ExprId> + 'a;

/// Why an expression has no derivative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DerivativeObstacle {
    /// The part that cannot be differentiated.
    pub expr: ExprId,
    /// What stands in the way.
    pub kind: DerivativeObstacleKind,
}

/// A derivative, none where it is zero, or why there is none.
pub(crate) type DerivativeResult<T = Option<ExprId>> = Result<T, DerivativeObstacle>;

/// What stands in the way of a derivative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DerivativeObstacleKind {
    /// A built-in without a derivative.
    Builtin(Builtin),
    /// A function that is external or partial and tells no derivative.
    Function(FunctionId),
    /// A function that is an argument.
    Argument,
    /// A form of expression, in the words of a message.
    Form(&'static str),
}

/// The derivative of an expression; none if it is zero.
///
/// # Errors
/// The part that has no derivative.
pub fn differentiate(
    model: &mut FlatModel,
    known: &mut Derivatives,
    root: ExprId,
    seed: &mut Seed,
) -> DerivativeResult {
    let FlatModel { exprs, functions, symbols, .. } = model;
    let mut calculus = Differentiator { exprs, functions, symbols, known };
    calculus.derive(root, seed, &mut FxHashMap::default())
}

/// The partial derivative of an expression by a variable; none if it is zero.
///
/// # Errors
/// The part that has no derivative.
pub fn partial(
    model: &mut FlatModel,
    known: &mut Derivatives,
    root: ExprId,
    by: VariableId,
) -> DerivativeResult {
    let one = model.exprs.real(1.0);
    differentiate(model, known, root, &mut |_, leaf| (leaf == DerivativeLeaf::Variable(by)).then_some(one))
}

/// Derivatives that are known already.
type DerivativeMemo = FxHashMap<ExprId, Option<ExprId>>;

/// What differentiation needs of a model.
struct Differentiator<'m> {
    exprs: &'m mut Exprs,
    functions: &'m mut Vec<Function>,
    symbols: &'m mut Symbols,
    known: &'m mut Derivatives,
}

impl Differentiator<'_> {
    /// Differentiates parts before wholes, each once, without recursion: chains of operators may be long.
    fn derive(&mut self, root: ExprId, seed: &mut Seed, memo: &mut DerivativeMemo) -> DerivativeResult {
        let mut todo = vec![(root, false)];
        let mut parts = Vec::new();
        while let Some((id, ready)) = todo.pop() {
            if memo.contains_key(&id) {
                continue;
            }
            if !ready {
                todo.push((id, true));
                parts.clear();
                self.varying(id, &mut parts);
                todo.extend(parts.iter().filter(|part| !memo.contains_key(part)).map(|&part| (part, false)));
                continue;
            }
            let derivative = self.form(id, seed, memo)?;
            memo.insert(id, derivative);
        }
        Ok(memo.get(&root).copied().flatten())
    }

    /// The parts whose derivatives that of an expression is made of.
    fn varying(&self, id: ExprId, parts: &mut Vec<ExprId>) {
        let items = |list: ListId| self.exprs.items(list);
        match self.exprs.get(id) {
            Expr::If(_, a, b) => parts.extend([a, b]),
            Expr::Index(a, _) | Expr::Comprehension(_, _, a) => parts.push(a),
            Expr::Binary(operator, ..) if operator.is_logical() => {}
            Expr::Unary(Operator::Not, _) | Expr::Range(..) | Expr::Partial(..) | Expr::End(..) => {}
            // The call itself is differentiated as a whole, so that its result can be picked.
            Expr::Result(call, _) => self.exprs.get(call).children(self.exprs, parts),
            Expr::Builtin(builtin, list) => parts.extend_from_slice(builtin::varying(builtin, items(list))),
            expr => expr.children(self.exprs, parts),
        }
    }

    /// The derivative of an expression whose parts are done.
    fn form(&mut self, id: ExprId, seed: &mut Seed, memo: &DerivativeMemo) -> DerivativeResult {
        let of = |part: ExprId| memo.get(&part).copied().flatten();
        let derivative = match self.exprs.get(id) {
            Expr::Time => seed(self.exprs, DerivativeLeaf::Time),
            Expr::Variable(variable) => seed(self.exprs, DerivativeLeaf::Variable(variable)),
            Expr::Local(local) => seed(self.exprs, DerivativeLeaf::Local(local)),
            Expr::Unary(Operator::Negate, a) => of(a).map(|da| self.exprs.negate(da)),
            Expr::Binary(operator, a, b) if !operator.is_logical() => {
                self.binary(operator, a, b, of(a), of(b))
            }
            Expr::If(condition, a, b) => match (of(a), of(b)) {
                (None, None) => None,
                (da, db) => {
                    let da = self.or_zero(a, da);
                    let db = self.or_zero(b, db);
                    Some(self.exprs.if_then_else(condition, da, db))
                }
            },
            Expr::Index(a, list) => of(a).map(|da| self.exprs.add(Expr::Index(da, list))),
            Expr::Field(a, name) => of(a).map(|da| self.exprs.add(Expr::Field(da, name))),
            Expr::Comprehension(local, values, body) => {
                of(body).map(|body| self.exprs.add(Expr::Comprehension(local, values, body)))
            }
            Expr::Array(list) => self.items(list, memo).map(|list| self.exprs.add(Expr::Array(list))),
            Expr::Record(class, list) => {
                self.items(list, memo).map(|list| self.exprs.add(Expr::Record(class, list)))
            }
            Expr::Builtin(builtin, list) => self.builtin(id, builtin, list, memo)?,
            Expr::Call(function, list) => self.result(id, function, list, 0, memo)?,
            Expr::Result(call, number) => match self.exprs.get(call) {
                Expr::Call(function, list) => self.result(call, function, list, number, memo)?,
                _ => return Err(DerivativeObstacle { expr: id, kind: DerivativeObstacleKind::Argument }),
            },
            Expr::Apply(..) => {
                return Err(DerivativeObstacle { expr: id, kind: DerivativeObstacleKind::Argument });
            }
            _ => None,
        };
        Ok(derivative)
    }

    fn items(&mut self, list: ListId, memo: &DerivativeMemo) -> Option<ListId> {
        let items = self.exprs.items(list).to_vec();
        let of = |part: &ExprId| memo.get(part).copied().flatten();
        if items.iter().all(|item| of(item).is_none()) {
            return None;
        }
        let items: Vec<ExprId> = items.iter().map(|&item| self.or_zero(item, of(&item))).collect();
        Some(self.exprs.list(&items))
    }

    fn binary(
        &mut self,
        operator: Operator,
        a: ExprId,
        b: ExprId,
        da: Option<ExprId>,
        db: Option<ExprId>,
    ) -> Option<ExprId> {
        use Operator as O;
        let e = &mut *self.exprs;
        match (operator, da, db) {
            (_, None, None) => None,
            (O::Add | O::ElementAdd, Some(d), None) | (O::Add | O::ElementAdd, None, Some(d)) => Some(d),
            (O::Subtract | O::ElementSubtract, Some(d), None) => Some(d),
            (O::Subtract | O::ElementSubtract, None, Some(d)) => Some(e.negate(d)),
            (O::Add, Some(da), Some(db)) => Some(e.sum(da, db)),
            (O::Subtract, Some(da), Some(db)) => Some(e.difference(da, db)),
            (O::ElementAdd | O::ElementSubtract, Some(da), Some(db)) => {
                Some(e.add(Expr::Binary(operator, da, db)))
            }
            (O::Multiply | O::ElementMultiply, ..) => {
                let left = da.map(|da| multiply(e, operator, da, b));
                let right = db.map(|db| multiply(e, operator, a, db));
                add(e, left, right)
            }
            (O::Divide | O::ElementDivide, ..) => {
                // (da - (a / b) db) / b
                let right = db.map(|db| {
                    let quotient = divide(e, operator, a, b);
                    let elementwise = if operator == O::Divide { O::Multiply } else { O::ElementMultiply };
                    let product = multiply(e, elementwise, quotient, db);
                    e.negate(product)
                });
                add(e, da, right).map(|top| divide(e, operator, top, b))
            }
            (O::Power | O::ElementPower, ..) => self.power(operator, a, b, da, db),
            _ => None,
        }
    }

    /// `b a^(b - 1) da + a^b log(a) db`
    fn power(
        &mut self,
        operator: Operator,
        a: ExprId,
        b: ExprId,
        da: Option<ExprId>,
        db: Option<ExprId>,
    ) -> Option<ExprId> {
        let e = &mut *self.exprs;
        let times = if operator == Operator::Power { Operator::Multiply } else { Operator::ElementMultiply };
        let left = da.map(|da| {
            let one = e.integer(1);
            let less = e.difference(b, one);
            let power = if operator == Operator::Power {
                e.power(a, less)
            } else {
                e.add(Expr::Binary(operator, a, less))
            };
            let factor = multiply(e, times, b, power);
            multiply(e, times, factor, da)
        });
        let right = db.map(|db| {
            let power = e.add(Expr::Binary(operator, a, b));
            let log = e.builtin(Builtin::Log, &[a]);
            let factor = multiply(e, times, power, log);
            multiply(e, times, factor, db)
        });
        add(e, left, right)
    }

    /// A derivative, or a zero of the shape of what it is the derivative of.
    fn or_zero(&mut self, of: ExprId, derivative: Option<ExprId>) -> ExprId {
        derivative.unwrap_or_else(|| self.zero(of))
    }

    /// A zero of the shape of an expression; what is no number stays as it is.
    fn zero(&mut self, like: ExprId) -> ExprId {
        match self.exprs.get(like) {
            Expr::Array(list) => {
                let items = self.zeros(list);
                self.exprs.add(Expr::Array(items))
            }
            Expr::Record(class, list) => {
                let items = self.zeros(list);
                self.exprs.add(Expr::Record(class, items))
            }
            Expr::Boolean(_) | Expr::String(_) | Expr::Literal(..) | Expr::Partial(..) => like,
            Expr::Real(_) | Expr::Integer(_) | Expr::Variable(_) | Expr::Time => self.exprs.real(0.0),
            // It may be an array; the product has its size.
            Expr::Local(_) | Expr::Call(..) | Expr::Result(..) | Expr::Index(..) | Expr::Field(..) => {
                let zero = self.exprs.real(0.0);
                self.exprs.add(Expr::Binary(Operator::Multiply, zero, like))
            }
            Expr::Binary(_, a, b) if self.may_be_array(a) || self.may_be_array(b) => {
                let zero = self.exprs.real(0.0);
                self.exprs.add(Expr::Binary(Operator::Multiply, zero, like))
            }
            Expr::Comprehension(local, values, body) => {
                let body = self.zero(body);
                self.exprs.add(Expr::Comprehension(local, values, body))
            }
            Expr::If(_, a, _) => self.zero(a),
            Expr::Builtin(builtin, _) if builtin.makes_array() => {
                let zero = self.exprs.real(0.0);
                self.exprs.add(Expr::Binary(Operator::Multiply, zero, like))
            }
            _ => self.exprs.real(0.0),
        }
    }

    fn zeros(&mut self, list: ListId) -> ListId {
        let items = self.exprs.items(list).to_vec();
        let zeros: Vec<ExprId> = items.into_iter().map(|item| self.zero(item)).collect();
        self.exprs.list(&zeros)
    }

    fn may_be_array(&self, id: ExprId) -> bool {
        let mut at = id;
        loop {
            match self.exprs.get(at) {
                Expr::Real(_) | Expr::Integer(_) | Expr::Variable(_) | Expr::Time => return false,
                Expr::Binary(_, a, _) | Expr::Unary(_, a) => at = a,
                _ => return true,
            }
        }
    }
}

fn multiply(e: &mut Exprs, operator: Operator, a: ExprId, b: ExprId) -> ExprId {
    if operator == Operator::Multiply { e.product(a, b) } else { e.add(Expr::Binary(operator, a, b)) }
}

fn divide(e: &mut Exprs, operator: Operator, a: ExprId, b: ExprId) -> ExprId {
    if operator == Operator::Divide { e.quotient(a, b) } else { e.add(Expr::Binary(operator, a, b)) }
}

fn add(e: &mut Exprs, a: Option<ExprId>, b: Option<ExprId>) -> Option<ExprId> {
    match (a, b) {
        (Some(a), Some(b)) => Some(e.sum(a, b)),
        (a, b) => a.or(b),
    }
}
