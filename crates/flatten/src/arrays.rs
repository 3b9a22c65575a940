//! Built-in functions on arrays (Modelica Language Specification 3.6, section 10.3), and matrices.

use equations::{Builtin, ExprId, Type};
use syntax::tree::MatrixRow;
use syntax::{Diagnostic, DiagnosticCode, List, Span};

use crate::Flattener;
use crate::lower::LoweringContext;
use crate::value::{ArrayValue, LoweredValue, common_type, count};

impl<'a> Flattener<'a> {
    /// The result if the built-in is one of arrays: `None` if it is not, `Some(None)` if it does not fit.
    pub(crate) fn array_builtin(
        &mut self,
        context: &LoweringContext<'a>,
        builtin: Builtin,
        values: &[LoweredValue],
        span: Span,
    ) -> Option<Option<LoweredValue>> {
        use Builtin as B;
        let plain = |at: usize| match values.get(at) {
            Some(LoweredValue::Plain(plain)) => Some(plain.clone()),
            _ => None,
        };
        let result = match builtin {
            B::Scalar => {
                plain(0).filter(|a| a.items.len() == 1).map(|a| ArrayValue::scalar(a.kind, a.items[0]))
            }
            B::Vector => plain(0).map(|a| ArrayValue { dims: vec![a.items.len() as u32], ..a }),
            B::Matrix => plain(0).map(|a| {
                let rows = a.dims.first().copied().unwrap_or(1);
                let columns = a.items.len() as u32 / rows.max(1);
                ArrayValue { dims: vec![rows, columns], ..a }
            }),
            B::Transpose => plain(0).and_then(|a| transpose(&a)),
            B::Symmetric => plain(0).and_then(|a| symmetric(&a)),
            B::Identity => {
                return Some(
                    self.size_argument(context, values, 0, span)
                        .map(|n| LoweredValue::Plain(self.identity(n))),
                );
            }
            B::Diagonal => plain(0).map(|a| self.diagonal(&a)),
            B::Zeros | B::Ones => {
                let item = self.model.exprs.integer(i64::from(builtin == B::Ones));
                let dims = self.size_arguments(context, values, 0, span);
                return Some(dims.map(|dims| self.filled(Type::Integer, dims, item)));
            }
            B::Fill => {
                let Some(dims) = self.size_arguments(context, values, 1, span) else { return Some(None) };
                let copies = vec![values.first().cloned(); count(&dims)];
                let Some(copies) = copies.into_iter().collect::<Option<Vec<LoweredValue>>>() else {
                    return Some(None);
                };
                if copies.is_empty() {
                    let kind = plain(0).map_or(Type::Real, |a| a.kind);
                    return Some(Some(LoweredValue::Plain(ArrayValue { kind, dims, items: Vec::new() })));
                }
                return Some(LoweredValue::stack(&dims, copies));
            }
            B::Linspace => return Some(self.linspace(context, values, span)),
            B::Sum | B::Product => {
                if let Some(LoweredValue::Record(_)) = values.first() {
                    return Some(self.sum_records(context, &values[0], span));
                }
                plain(0).map(|a| self.fold(builtin, &a))
            }
            B::OuterProduct => match (plain(0), plain(1)) {
                (Some(a), Some(b)) => {
                    let column = ArrayValue { dims: vec![a.items.len() as u32, 1], ..a };
                    let row = ArrayValue { dims: vec![1, b.items.len() as u32], ..b };
                    self.multiply(&column, &row)
                }
                _ => None,
            },
            B::Cross => match (plain(0), plain(1)) {
                (Some(a), Some(b)) if a.items.len() == 3 && b.items.len() == 3 => Some(self.cross(&a, &b)),
                _ => None,
            },
            B::Skew => plain(0).filter(|a| a.items.len() == 3).map(|a| self.skew(&a)),
            B::Cat => return Some(self.cat(context, values, span)),
            B::Promote => match (plain(0), self.size_argument(context, values, 1, span)) {
                (Some(mut a), Some(rank)) => {
                    a.dims.resize(rank as usize, 1);
                    Some(a)
                }
                _ => None,
            },
            B::Array => return Some(LoweredValue::stack(&[values.len() as u32], values.to_vec())),
            _ => return None,
        };
        Some(result.map(LoweredValue::Plain))
    }

    fn size_argument(
        &mut self,
        context: &LoweringContext<'a>,
        values: &[LoweredValue],
        at: usize,
        span: Span,
    ) -> Option<u32> {
        let LoweredValue::Plain(plain) = values.get(at)? else { return None };
        let value = self.require_value(*plain.items.first()?, context.place(span), "a size")?;
        self.size_in_range(value.as_integer()?, context.place(span))
    }

    fn size_arguments(
        &mut self,
        context: &LoweringContext<'a>,
        values: &[LoweredValue],
        from: usize,
        span: Span,
    ) -> Option<Vec<u32>> {
        let dims: Vec<u32> = (from..values.len())
            .map(|at| self.size_argument(context, values, at, span))
            .collect::<Option<_>>()?;
        let total = dims.iter().try_fold(1_usize, |total, &dim| total.checked_mul(dim as usize));
        if total.is_none_or(|total| total > crate::lower::MAX_ITEMS) {
            self.too_large(context.place(span));
            return None;
        }
        Some(dims)
    }

    fn diagonal(&mut self, a: &ArrayValue) -> ArrayValue {
        let size = a.items.len() as u32;
        let zero = self.zero(a.kind);
        let items = (0..size * size)
            .map(|at| if at / size == at % size { a.items[(at / size) as usize] } else { zero });
        ArrayValue { kind: a.kind, dims: vec![size, size], items: items.collect() }
    }

    fn linspace(
        &mut self,
        context: &LoweringContext<'a>,
        values: &[LoweredValue],
        span: Span,
    ) -> Option<LoweredValue> {
        let (first, last) = (self.item(values.first()?)?, self.item(values.get(1)?)?);
        let size = self.size_argument(context, values, 2, span)?;
        if size < 2 {
            self.report(
                Diagnostic::new(
                    DiagnosticCode::WrongCall,
                    context.place(span),
                    format!("`linspace` from one value to another in {size} point{}", plural(size)),
                )
                .label("needs 2 points or more"),
            );
            return None;
        }
        let width = self.model.exprs.difference(last, first);
        let steps = self.model.exprs.integer(i64::from(size - 1));
        let mut items = Vec::new();
        for at in 0..size {
            let at = self.model.exprs.integer(i64::from(at));
            let part = self.model.exprs.product(width, at);
            let part = self.model.exprs.quotient(part, steps);
            items.push(self.model.exprs.sum(first, part));
        }
        Some(LoweredValue::Plain(ArrayValue { kind: Type::Real, dims: vec![size], items }))
    }

    fn fold(&mut self, builtin: Builtin, a: &ArrayValue) -> ArrayValue {
        let sum = builtin == Builtin::Sum;
        let mut total = match (a.kind, sum) {
            (Type::Integer, true) => self.model.exprs.integer(0),
            (Type::Integer, false) => self.model.exprs.integer(1),
            (_, true) => self.model.exprs.real(0.0),
            (_, false) => self.model.exprs.real(1.0),
        };
        for &item in &a.items {
            total =
                if sum { self.model.exprs.sum(total, item) } else { self.model.exprs.product(total, item) };
        }
        ArrayValue::scalar(a.kind, total)
    }

    /// The sum of an array of records, by their own `+`.
    fn sum_records(
        &mut self,
        context: &LoweringContext<'a>,
        value: &LoweredValue,
        span: Span,
    ) -> Option<LoweredValue> {
        let size = *value.dims().first()?;
        let mut total = value.select(&[1])?;
        for at in 2..=size {
            total =
                self.binary(context, syntax::tree::OperatorSyntax::Add, total, value.select(&[at])?, span)?;
        }
        Some(total)
    }

    fn cross(&mut self, a: &ArrayValue, b: &ArrayValue) -> ArrayValue {
        let mut items = Vec::new();
        for (i, j) in [(1, 2), (2, 0), (0, 1)] {
            let left = self.model.exprs.product(a.items[i], b.items[j]);
            let right = self.model.exprs.product(a.items[j], b.items[i]);
            items.push(self.model.exprs.difference(left, right));
        }
        ArrayValue { kind: common_type(a.kind, b.kind), dims: vec![3], items }
    }

    fn skew(&mut self, a: &ArrayValue) -> ArrayValue {
        let zero = self.zero(a.kind);
        let [x, y, z] = [a.items[0], a.items[1], a.items[2]];
        let negative: Vec<ExprId> = [x, y, z].iter().map(|&item| self.model.exprs.negate(item)).collect();
        let items = vec![zero, negative[2], y, z, zero, negative[0], negative[1], x, zero];
        ArrayValue { kind: a.kind, dims: vec![3, 3], items }
    }

    /// `cat(k, A, B, …)`
    fn cat(
        &mut self,
        context: &LoweringContext<'a>,
        values: &[LoweredValue],
        span: Span,
    ) -> Option<LoweredValue> {
        let along = self.size_argument(context, values, 0, span)? as usize;
        let parts: Option<Vec<ArrayValue>> = values[1..]
            .iter()
            .map(|value| match value {
                LoweredValue::Plain(plain) => Some(plain.clone()),
                _ => None,
            })
            .collect();
        join(&parts?, along.checked_sub(1)?).map(LoweredValue::Plain)
    }

    /// `[a, b; c, d]`
    pub(crate) fn matrix(
        &mut self,
        context: &LoweringContext<'a>,
        rows: List<MatrixRow>,
        span: Span,
    ) -> Option<LoweredValue> {
        let mut stacked = Vec::new();
        let mut rank = 2;
        let mut lowered = Vec::new();
        for row in &context.file.tree[rows] {
            let mut entries = Vec::new();
            for entry in row.entries.ids() {
                let LoweredValue::Plain(plain) = self.lower(context, entry)? else {
                    self.expected_text(context.place(span), "numbers", "something else");
                    return None;
                };
                rank = rank.max(plain.dims.len());
                entries.push(plain);
            }
            lowered.push(entries);
        }
        for entries in &mut lowered {
            for entry in entries.iter_mut() {
                entry.dims.resize(rank, 1);
            }
            stacked.push(join(entries, 1));
        }
        let joined = stacked.into_iter().collect::<Option<Vec<ArrayValue>>>().and_then(|rows| join(&rows, 0));
        if joined.is_none() {
            self.report(
                Diagnostic::new(
                    DiagnosticCode::ShapeMismatch,
                    context.place(span),
                    "the parts of this matrix do not fit together",
                )
                .label("parts of a row have the same height, rows the same width"),
            );
        }
        joined.map(LoweredValue::Plain)
    }
}

fn plural(number: u32) -> &'static str {
    if number == 1 { "" } else { "s" }
}

fn transpose(a: &ArrayValue) -> Option<ArrayValue> {
    let [rows, columns] = *a.dims.first_chunk::<2>()?;
    let rest = count(&a.dims[2..]);
    let mut items = Vec::with_capacity(a.items.len());
    for column in 0..columns as usize {
        for row in 0..rows as usize {
            let at = (row * columns as usize + column) * rest;
            items.extend(&a.items[at..at + rest]);
        }
    }
    Some(ArrayValue { kind: a.kind, dims: [&[columns, rows], &a.dims[2..]].concat(), items })
}

fn symmetric(a: &ArrayValue) -> Option<ArrayValue> {
    let [rows, columns] = *a.dims.first_chunk::<2>().filter(|dims| dims[0] == dims[1])?;
    let at = |row: u32, column: u32| a.items[(row.min(column) * columns + row.max(column)) as usize];
    let items = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    Some(ArrayValue { items: items.map(|(row, column)| at(row, column)).collect(), ..a.clone() })
}

/// Arrays joined along a dimension.
fn join(parts: &[ArrayValue], along: usize) -> Option<ArrayValue> {
    let first = parts.first()?;
    let rank = first.dims.len();
    let fits = |part: &ArrayValue| {
        part.dims.len() == rank && (0..rank).all(|at| at == along || part.dims[at] == first.dims[at])
    };
    if along >= rank || !parts.iter().all(fits) {
        return None;
    }
    let outer = count(&first.dims[..along]);
    let mut items = Vec::new();
    for at in 0..outer {
        for part in parts {
            let stretch = count(&part.dims[along..]);
            items.extend(&part.items[at * stretch..(at + 1) * stretch]);
        }
    }
    let mut dims = first.dims.clone();
    dims[along] = parts.iter().map(|part| part.dims[along]).sum();
    let kind = parts.iter().fold(first.kind, |kind, part| common_type(kind, part.kind));
    Some(ArrayValue { kind, dims, items })
}
