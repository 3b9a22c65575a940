//! Built-in functions of arrays on formulas.

use super::InlineRun;
use super::shape::SymbolicValue;
use crate::{Builtin, Expr, ExprId, Operator};

impl InlineRun<'_> {
    /// A built-in that takes or makes arrays; none for all others.
    pub(super) fn arrays(
        &mut self,
        builtin: Builtin,
        arguments: Vec<SymbolicValue>,
    ) -> Option<SymbolicValue> {
        use Builtin as B;
        let scalar = |id| Some(SymbolicValue::Scalar(id));
        match (builtin, arguments.as_slice()) {
            (B::Size, [array, SymbolicValue::Scalar(at)]) => {
                let Expr::Integer(at) = self.exprs.get(*at) else { return None };
                let size = *array.dims().get(usize::try_from(at).ok()?.checked_sub(1)?)?;
                scalar(self.exprs.integer(size as i64))
            }
            (B::Size, [array]) => {
                let sizes: Vec<SymbolicValue> = array
                    .dims()
                    .to_vec()
                    .iter()
                    .map(|&size| SymbolicValue::Scalar(self.exprs.integer(size as i64)))
                    .collect();
                Some(SymbolicValue::Array(vec![sizes.len()], sizes))
            }
            (B::Ndims, [array]) => scalar(self.exprs.integer(array.dims().len() as i64)),
            (B::Sum | B::Product, [SymbolicValue::Array(_, all)]) => {
                let all = all.clone();
                let (mut total, operator) = if builtin == B::Sum {
                    (self.exprs.integer(0), Operator::Add)
                } else {
                    (self.exprs.integer(1), Operator::Multiply)
                };
                for item in all {
                    let SymbolicValue::Scalar(item) = item else { return None };
                    total = self.pair(operator, total, item, false)?;
                }
                scalar(total)
            }
            (B::Zeros | B::Ones, sizes) => {
                let item = self.exprs.integer(i64::from(builtin == B::Ones));
                let sizes = sizes.to_vec();
                self.fill(&SymbolicValue::Scalar(item), &sizes)
            }
            (B::Fill, [item, sizes @ ..]) => {
                let (item, sizes) = (item.clone(), sizes.to_vec());
                self.fill(&item, &sizes)
            }
            (B::Vector, [SymbolicValue::Array(_, all)]) => {
                Some(SymbolicValue::Array(vec![all.len()], all.clone()))
            }
            (B::Vector, [single @ SymbolicValue::Scalar(_)]) => {
                Some(SymbolicValue::Array(vec![1], vec![single.clone()]))
            }
            (B::Scalar, [SymbolicValue::Array(_, all)]) if all.len() == 1 => all.first().cloned(),
            (B::Array, _) => SymbolicValue::join(arguments),
            (B::Matrix, [array]) => array.clone().promote(2),
            (B::Promote, [array, SymbolicValue::Scalar(rank)]) => {
                let Expr::Integer(rank) = self.exprs.get(*rank) else { return None };
                array.clone().promote(usize::try_from(rank).ok()?)
            }
            (B::Cat, [SymbolicValue::Scalar(dimension), parts @ ..]) => {
                let Expr::Integer(dimension) = self.exprs.get(*dimension) else { return None };
                let count: usize = parts.iter().map(|part| part.dims().iter().product::<usize>()).sum();
                self.steps = self.steps.checked_sub(count)?;
                SymbolicValue::cat(usize::try_from(dimension).ok()?.checked_sub(1)?, parts)
            }
            _ => self.algebra(builtin, &arguments),
        }
    }

    /// A built-in that is matrix algebra; none for all others.
    fn algebra(&mut self, builtin: Builtin, arguments: &[SymbolicValue]) -> Option<SymbolicValue> {
        use Builtin as B;
        match (builtin, arguments) {
            (B::Transpose, [SymbolicValue::Array(dims, all)]) => {
                let &[rows, columns] = dims.as_slice() else { return None };
                let turned =
                    (0..rows * columns).map(|at| all[at % rows * columns + at / rows].clone()).collect();
                Some(SymbolicValue::Array(vec![columns, rows], turned))
            }
            (B::Cross, [a, b]) => {
                let (a, b) = (three(a)?, three(b)?);
                let mut part = |i: usize, j: usize| {
                    let (x, y) = (self.exprs.product(a[i], b[j]), self.exprs.product(a[j], b[i]));
                    SymbolicValue::Scalar(if x == y {
                        self.exprs.integer(0)
                    } else {
                        self.exprs.difference(x, y)
                    })
                };
                let parts = vec![part(1, 2), part(2, 0), part(0, 1)];
                Some(SymbolicValue::Array(vec![3], parts))
            }
            (B::Skew, [a]) => {
                let a = three(a)?;
                let zero = self.exprs.integer(0);
                let minus = a.map(|part| self.exprs.negate(part));
                let all = [zero, minus[2], a[1], a[2], zero, minus[0], minus[1], a[0], zero];
                Some(SymbolicValue::Array(vec![3, 3], all.map(SymbolicValue::Scalar).to_vec()))
            }
            (B::OuterProduct, [SymbolicValue::Array(da, a), SymbolicValue::Array(db, b)])
                if da.len() == 1 && db.len() == 1 =>
            {
                let (dims, a, b) = (vec![a.len(), b.len()], a.clone(), b.clone());
                let mut all = Vec::new();
                for x in &a {
                    for y in &b {
                        all.push(self.binary(Operator::Multiply, x.clone(), y.clone(), false)?);
                    }
                }
                Some(SymbolicValue::Array(dims, all))
            }
            (B::Identity, &[SymbolicValue::Scalar(size)]) => {
                let Expr::Integer(size) = self.exprs.get(size) else { return None };
                let size = usize::try_from(size).ok().filter(|&size| size <= 20)?;
                let (zero, one) = (self.exprs.integer(0), self.exprs.integer(1));
                let all = (0..size * size)
                    .map(|at| SymbolicValue::Scalar(if at / size == at % size { one } else { zero }));
                Some(SymbolicValue::Array(vec![size, size], all.collect()))
            }
            (B::Diagonal, [SymbolicValue::Array(dims, all)]) if dims.len() == 1 => {
                let (size, zero) = (all.len(), self.exprs.integer(0));
                let all = (0..size * size).map(|at| {
                    if at / size == at % size { all[at % size].clone() } else { SymbolicValue::Scalar(zero) }
                });
                Some(SymbolicValue::Array(vec![size, size], all.collect()))
            }
            _ => None,
        }
    }

    fn fill(&mut self, item: &SymbolicValue, sizes: &[SymbolicValue]) -> Option<SymbolicValue> {
        let mut dims = Vec::with_capacity(sizes.len());
        for size in sizes {
            let SymbolicValue::Scalar(size) = size else { return None };
            let Expr::Integer(size) = self.exprs.get(*size) else { return None };
            dims.push(usize::try_from(size).ok()?);
        }
        let count = dims.iter().try_fold(1usize, |all, &size| all.checked_mul(size))?;
        self.steps = self.steps.checked_sub(count)?;
        if dims.is_empty() {
            return Some(item.clone());
        }
        matches!(item, SymbolicValue::Scalar(_))
            .then(|| SymbolicValue::Array(dims, vec![item.clone(); count]))
    }
}

/// The parts of a vector of three.
fn three(a: &SymbolicValue) -> Option<[ExprId; 3]> {
    match a {
        SymbolicValue::Array(dims, items) if *dims == [3] => match items.as_slice() {
            &[SymbolicValue::Scalar(a), SymbolicValue::Scalar(b), SymbolicValue::Scalar(c)] => {
                Some([a, b, c])
            }
            _ => None,
        },
        _ => None,
    }
}
