//! Operators and built-in functions on formulas.

use super::shape::Sym;
use super::{Frame, Run};
use crate::{Builtin, Expr, ExprId, Operator};

impl Run<'_> {
    pub(super) fn unary(&mut self, operator: Operator, a: Sym) -> Option<Sym> {
        self.map(a, &mut |run, a| match operator {
            Operator::Negate => Some(run.exprs.negate(a)),
            Operator::Not => Some(run.exprs.not(a)),
            _ => None,
        })
    }

    /// Applies something to every scalar.
    fn map(&mut self, a: Sym, act: &mut dyn FnMut(&mut Self, ExprId) -> Option<ExprId>) -> Option<Sym> {
        Some(match a {
            Sym::Scalar(a) => Sym::Scalar(act(self, a)?),
            Sym::Array(dims, items) => {
                self.steps = self.steps.checked_sub(items.len())?;
                let items: Option<Vec<Sym>> = items.into_iter().map(|item| self.map(item, act)).collect();
                Sym::Array(dims, items?)
            }
            _ => return None,
        })
    }

    pub(super) fn binary(&mut self, operator: Operator, a: Sym, b: Sym, quiet: bool) -> Option<Sym> {
        use Operator as O;
        match (operator, &a, &b) {
            (_, Sym::Scalar(a), Sym::Scalar(b)) => Some(Sym::Scalar(self.pair(operator, *a, *b, quiet)?)),
            (O::Multiply, Sym::Array(..), Sym::Array(..)) => self.matrices(a, b),
            (
                O::Add
                | O::Subtract
                | O::ElementAdd
                | O::ElementSubtract
                | O::ElementMultiply
                | O::ElementDivide,
                Sym::Array(..),
                Sym::Array(..),
            ) => self.zip(operator, a, b),
            (
                O::Multiply
                | O::Divide
                | O::ElementMultiply
                | O::ElementDivide
                | O::ElementAdd
                | O::ElementSubtract,
                Sym::Array(..),
                &Sym::Scalar(b),
            ) => self.map(a, &mut |run, a| run.pair(operator, a, b, false)),
            (
                O::Multiply | O::ElementMultiply | O::ElementDivide | O::ElementAdd | O::ElementSubtract,
                &Sym::Scalar(a),
                Sym::Array(..),
            ) => self.map(b, &mut |run, b| run.pair(operator, a, b, false)),
            _ => None,
        }
    }

    fn zip(&mut self, operator: Operator, a: Sym, b: Sym) -> Option<Sym> {
        let (Sym::Array(dims, a), Sym::Array(others, b)) = (a, b) else { return None };
        if dims != others {
            return None;
        }
        self.steps = self.steps.checked_sub(a.len())?;
        let items: Option<Vec<Sym>> =
            a.into_iter().zip(b).map(|(a, b)| self.binary(operator, a, b, false)).collect();
        Some(Sym::Array(dims, items?))
    }

    /// The product of vectors and matrices.
    fn matrices(&mut self, a: Sym, b: Sym) -> Option<Sym> {
        let (Sym::Array(da, a), Sym::Array(db, b)) = (a, b) else { return None };
        let (rows, inner) = match *da.as_slice() {
            [inner] => (1, inner),
            [rows, inner] => (rows, inner),
            _ => return None,
        };
        let (other, columns) = match *db.as_slice() {
            [other] => (other, 1),
            [other, columns] => (other, columns),
            _ => return None,
        };
        if inner != other {
            return None;
        }
        self.steps = self.steps.checked_sub(rows * inner * columns)?;
        let mut items = Vec::with_capacity(rows * columns);
        for row in 0..rows {
            for column in 0..columns {
                let mut sum = self.exprs.integer(0);
                for at in 0..inner {
                    let (Sym::Scalar(x), Sym::Scalar(y)) = (&a[row * inner + at], &b[at * columns + column])
                    else {
                        return None;
                    };
                    let product = self.exprs.product(*x, *y);
                    sum = self.exprs.sum(sum, product);
                }
                items.push(Sym::Scalar(sum));
            }
        }
        match (da.len(), db.len()) {
            (1, 1) => items.pop(),
            (2, 1) => Some(Sym::Array(vec![rows], items)),
            (1, 2) => Some(Sym::Array(vec![columns], items)),
            _ => Some(Sym::Array(vec![rows, columns], items)),
        }
    }

    /// A choice between two of the same shape.
    pub(super) fn choose(&mut self, condition: ExprId, a: Sym, b: Sym) -> Option<Sym> {
        Some(match (a, b) {
            (a, b) if a == b => a,
            (Sym::Scalar(a), Sym::Scalar(b)) => Sym::Scalar(self.exprs.choose(condition, a, b)),
            (Sym::Array(dims, a), Sym::Array(others, b)) if dims == others => {
                let items: Option<Vec<Sym>> =
                    a.into_iter().zip(b).map(|(a, b)| self.choose(condition, a, b)).collect();
                Sym::Array(dims, items?)
            }
            (Sym::Record(a), Sym::Record(b)) if a.len() == b.len() => {
                let fields: Option<Vec<_>> = a
                    .into_iter()
                    .zip(b)
                    .map(|(a, b)| Some((a.0.or(b.0), self.choose(condition, a.1, b.1)?)))
                    .collect();
                Sym::Record(fields?)
            }
            // What only one side sets is not used where the other side was taken.
            (Sym::Unset, set) | (set, Sym::Unset) => set,
            _ => return None,
        })
    }

    pub(super) fn builtin(&mut self, frame: &mut Frame, builtin: Builtin, items: &[ExprId]) -> Option<Sym> {
        use Builtin as B;
        let quiet = frame.quiet();
        let arguments: Option<Vec<Sym>> = items.iter().map(|&item| self.sym(frame, item)).collect();
        let mut arguments = arguments?;
        let scalar = |id| Some(Sym::Scalar(id));
        match (builtin, arguments.as_slice()) {
            (B::Assert | B::Der | B::Pre | B::Edge | B::Change | B::Delay | B::Sample | B::String, _) => None,
            (B::Size, [array, Sym::Scalar(at)]) => {
                let Expr::Integer(at) = self.exprs.get(*at) else { return None };
                let size = *array.dims().get(usize::try_from(at).ok()?.checked_sub(1)?)?;
                scalar(self.exprs.integer(size as i64))
            }
            (B::Size, [array]) => {
                let sizes: Vec<Sym> = array
                    .dims()
                    .to_vec()
                    .iter()
                    .map(|&size| Sym::Scalar(self.exprs.integer(size as i64)))
                    .collect();
                Some(Sym::Array(vec![sizes.len()], sizes))
            }
            (B::Ndims, [array]) => scalar(self.exprs.integer(array.dims().len() as i64)),
            (B::Sum | B::Product, [Sym::Array(_, all)]) => {
                let all = all.clone();
                let (mut total, operator) = if builtin == B::Sum {
                    (self.exprs.integer(0), Operator::Add)
                } else {
                    (self.exprs.integer(1), Operator::Multiply)
                };
                for item in all {
                    let Sym::Scalar(item) = item else { return None };
                    total = self.pair(operator, total, item, false)?;
                }
                scalar(total)
            }
            (B::Transpose, [Sym::Array(dims, all)]) => {
                let &[rows, columns] = dims.as_slice() else { return None };
                let turned =
                    (0..rows * columns).map(|at| all[at % rows * columns + at / rows].clone()).collect();
                Some(Sym::Array(vec![columns, rows], turned))
            }
            (B::Cross, [a, b]) => {
                let (a, b) = (three(a)?, three(b)?);
                let mut part = |i: usize, j: usize| {
                    let (x, y) = (self.exprs.product(a[i], b[j]), self.exprs.product(a[j], b[i]));
                    Sym::Scalar(if x == y { self.exprs.integer(0) } else { self.exprs.difference(x, y) })
                };
                let parts = vec![part(1, 2), part(2, 0), part(0, 1)];
                Some(Sym::Array(vec![3], parts))
            }
            (B::Skew, [a]) => {
                let a = three(a)?;
                let zero = self.exprs.integer(0);
                let minus = a.map(|part| self.exprs.negate(part));
                let all = [zero, minus[2], a[1], a[2], zero, minus[0], minus[1], a[0], zero];
                Some(Sym::Array(vec![3, 3], all.map(Sym::Scalar).to_vec()))
            }
            (B::OuterProduct, [Sym::Array(da, a), Sym::Array(db, b)]) if da.len() == 1 && db.len() == 1 => {
                let (dims, a, b) = (vec![a.len(), b.len()], a.clone(), b.clone());
                let mut all = Vec::new();
                for x in &a {
                    for y in &b {
                        all.push(self.binary(Operator::Multiply, x.clone(), y.clone(), false)?);
                    }
                }
                Some(Sym::Array(dims, all))
            }
            (B::Identity, &[Sym::Scalar(size)]) => {
                let Expr::Integer(size) = self.exprs.get(size) else { return None };
                let size = usize::try_from(size).ok().filter(|&size| size <= 20)?;
                let (zero, one) = (self.exprs.integer(0), self.exprs.integer(1));
                let all =
                    (0..size * size).map(|at| Sym::Scalar(if at / size == at % size { one } else { zero }));
                Some(Sym::Array(vec![size, size], all.collect()))
            }
            (B::Diagonal, [Sym::Array(dims, all)]) if dims.len() == 1 => {
                let (size, zero) = (all.len(), self.exprs.integer(0));
                let all = (0..size * size).map(|at| {
                    if at / size == at % size { all[at % size].clone() } else { Sym::Scalar(zero) }
                });
                Some(Sym::Array(vec![size, size], all.collect()))
            }
            (B::Zeros | B::Ones, sizes) => {
                let item = self.exprs.integer(i64::from(builtin == B::Ones));
                let sizes = sizes.to_vec();
                self.fill(&Sym::Scalar(item), &sizes)
            }
            (B::Fill, [item, sizes @ ..]) => {
                let (item, sizes) = (item.clone(), sizes.to_vec());
                self.fill(&item, &sizes)
            }
            (B::Vector, [Sym::Array(_, all)]) => Some(Sym::Array(vec![all.len()], all.clone())),
            (B::Vector, [single @ Sym::Scalar(_)]) => Some(Sym::Array(vec![1], vec![single.clone()])),
            (B::Scalar, [Sym::Array(_, all)]) if all.len() == 1 => all.first().cloned(),
            (B::Array, _) => Sym::join(arguments),
            (B::Matrix, [array]) => array.clone().promote(2),
            (B::Promote, [array, Sym::Scalar(rank)]) => {
                let Expr::Integer(rank) = self.exprs.get(*rank) else { return None };
                array.clone().promote(usize::try_from(rank).ok()?)
            }
            (B::Cat, [Sym::Scalar(dimension), parts @ ..]) => {
                let Expr::Integer(dimension) = self.exprs.get(*dimension) else { return None };
                let count: usize = parts.iter().map(|part| part.dims().iter().product::<usize>()).sum();
                self.steps = self.steps.checked_sub(count)?;
                Sym::cat(usize::try_from(dimension).ok()?.checked_sub(1)?, parts)
            }
            (B::NoEvent | B::Smooth, _) => {
                let value = arguments.pop()?;
                // In most functions there is nothing to keep quiet.
                if quiet {
                    Some(value)
                } else {
                    self.map(value, &mut |run, id| Some(run.exprs.builtin(B::NoEvent, &[id])))
                }
            }
            (B::Min | B::Max, [Sym::Array(_, all)]) => {
                let mut all = all.clone().into_iter();
                let Sym::Scalar(mut best) = all.next()? else { return None };
                for item in all {
                    let Sym::Scalar(item) = item else { return None };
                    best = self.exprs.builtin(builtin, &[best, item]);
                }
                scalar(best)
            }
            (B::Floor | B::Ceil | B::Integer | B::Div | B::Mod | B::Rem | B::Sign, _) => {
                let parts: Option<Vec<ExprId>> = arguments.iter().map(single).collect();
                let value = self.exprs.function(builtin, &parts?);
                scalar(self.hushed(value, quiet))
            }
            (
                B::Abs
                | B::Sqrt
                | B::Sin
                | B::Cos
                | B::Tan
                | B::Asin
                | B::Acos
                | B::Atan
                | B::Sinh
                | B::Cosh
                | B::Tanh
                | B::Exp
                | B::Log
                | B::Log10
                | B::Real
                | B::IntegerOf,
                [_],
            ) => {
                let argument = arguments.pop()?;
                self.map(argument, &mut |run, id| Some(run.exprs.function(builtin, &[id])))
            }
            (B::Atan2 | B::Min | B::Max | B::SemiLinear | B::Homotopy, _) => {
                let parts: Option<Vec<ExprId>> = arguments.iter().map(single).collect();
                scalar(self.exprs.function(builtin, &parts?))
            }
            _ => None,
        }
    }

    fn fill(&mut self, item: &Sym, sizes: &[Sym]) -> Option<Sym> {
        let mut dims = Vec::with_capacity(sizes.len());
        for size in sizes {
            let Sym::Scalar(size) = size else { return None };
            let Expr::Integer(size) = self.exprs.get(*size) else { return None };
            dims.push(usize::try_from(size).ok()?);
        }
        let count = dims.iter().try_fold(1usize, |all, &size| all.checked_mul(size))?;
        self.steps = self.steps.checked_sub(count)?;
        if dims.is_empty() {
            return Some(item.clone());
        }
        matches!(item, Sym::Scalar(_)).then(|| Sym::Array(dims, vec![item.clone(); count]))
    }
}

fn single(a: &Sym) -> Option<ExprId> {
    match a {
        Sym::Scalar(a) => Some(*a),
        _ => None,
    }
}

/// The parts of a vector of three.
fn three(a: &Sym) -> Option<[ExprId; 3]> {
    match a {
        Sym::Array(dims, items) if *dims == [3] => match items.as_slice() {
            &[Sym::Scalar(a), Sym::Scalar(b), Sym::Scalar(c)] => Some([a, b, c]),
            _ => None,
        },
        _ => None,
    }
}
