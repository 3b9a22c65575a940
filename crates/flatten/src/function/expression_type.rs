//! Types and numbers of dimensions of expressions in functions. The expressions stay as they are written; what they
//! are decides which operator function an operator on records is.

use equations::{Builtin, Expr, ExprId, FunctionId, ListId, Local, Operator as Op, Type};

use super::FunctionBody;
use crate::Flattener;
use crate::value::common_type;

/// What an expression of a function is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ExprType {
    pub(super) kind: Type,
    /// How many dimensions it has. Their sizes are known when the function is called.
    pub(super) rank: usize,
}

impl ExprType {
    pub(super) fn scalar(kind: Type) -> ExprType {
        ExprType { kind, rank: 0 }
    }

    pub(super) fn is_record(self) -> bool {
        matches!(self.kind, Type::Record(_))
    }
}

impl<'a> Flattener<'a> {
    /// What an expression is; none if that cannot be told.
    pub(super) fn sort(&self, body: &mut FunctionBody<'a>, expr: ExprId) -> Option<ExprType> {
        if let Some(&known) = body.sorts.get(&expr) {
            return known;
        }
        let sort = self.sort_anew(body, expr);
        body.sorts.insert(expr, sort);
        sort
    }

    fn sort_anew(&self, body: &mut FunctionBody<'a>, expr: ExprId) -> Option<ExprType> {
        Some(match self.model.exprs.get(expr) {
            Expr::Real(_) | Expr::Time => ExprType::scalar(Type::Real),
            Expr::Integer(_) | Expr::End(..) => ExprType::scalar(Type::Integer),
            Expr::Boolean(_) => ExprType::scalar(Type::Boolean),
            Expr::String(_) => ExprType::scalar(Type::String),
            Expr::Literal(kind, _) => ExprType::scalar(Type::Enumeration(kind)),
            Expr::Variable(id) => ExprType::scalar(self.model.variables[id.at()].kind),
            Expr::Record(class, _) => ExprType::scalar(Type::Record(class)),
            Expr::Partial(..) => ExprType::scalar(Type::Function),
            Expr::Unary(_, a) => self.sort(body, a)?,
            Expr::Binary(operator, a, b) => {
                let (a, b) = (self.sort(body, a)?, self.sort(body, b)?);
                joined(operator, a, b)?
            }
            Expr::If(_, a, b) => {
                let (a, b) = (self.sort(body, a), self.sort(body, b));
                match (a, b) {
                    (Some(a), Some(b)) => ExprType { kind: common_type(a.kind, b.kind), ..a },
                    (a, b) => a.or(b)?,
                }
            }
            Expr::Array(list) => {
                let first = *self.model.exprs.items(list).first()?;
                let item = self.sort(body, first)?;
                ExprType { rank: item.rank + 1, ..item }
            }
            Expr::Range(start, _, stop) => {
                let (start, stop) = (self.sort(body, start)?, self.sort(body, stop)?);
                ExprType { kind: common_type(start.kind, stop.kind), rank: 1 }
            }
            Expr::Comprehension(_, _, item) => {
                let item = self.sort(body, item)?;
                ExprType { rank: item.rank + 1, ..item }
            }
            Expr::Index(array, list) => {
                let array = self.sort(body, array)?;
                let taken = self.scalars(body, list)?;
                ExprType { rank: array.rank.checked_sub(taken)?, ..array }
            }
            Expr::Call(id, list) => self.call_sort(body, id, 0, list)?,
            Expr::Result(call, number) => match self.model.exprs.get(call) {
                Expr::Call(id, list) => self.call_sort(body, id, number, list)?,
                _ => return None,
            },
            Expr::Builtin(builtin, list) => self.builtin_sort(body, builtin, list)?,
            Expr::Local(_) | Expr::Field(..) => {
                let rank = match self.model.exprs.get(expr) {
                    Expr::Field(record, _) => self.sort(body, record)?.rank,
                    _ => 0,
                };
                let local = self.declared_as(body, expr)?;
                ExprType { kind: local.kind, rank: rank + local.dims.len() }
            }
            Expr::All | Expr::Apply(..) => return None,
        })
    }

    /// The declaration of what an expression leads to: a local, a field of it, or the result of a function.
    pub(super) fn declared_as<'l>(&'l self, body: &'l FunctionBody<'a>, expr: ExprId) -> Option<&'l Local> {
        match self.model.exprs.get(expr) {
            Expr::Local(local) => body.locals.get(local as usize),
            Expr::Field(record, name) => {
                self.declared_as(body, record)?.fields.iter().find(|field| field.name == name)
            }
            Expr::Index(array, _) => self.declared_as(body, array),
            Expr::Call(id, _) => self.output(id, 0),
            Expr::Result(call, number) => match self.model.exprs.get(call) {
                Expr::Call(id, _) => self.output(id, number),
                _ => None,
            },
            Expr::If(_, a, b) => self.declared_as(body, a).or_else(|| self.declared_as(body, b)),
            _ => None,
        }
    }

    fn output(&self, id: FunctionId, number: u32) -> Option<&Local> {
        let function = &self.model.functions[id.at()];
        (number < function.outputs).then(|| function.locals.get((function.inputs + number) as usize))?
    }

    /// How many of some subscripts select one element and so take a dimension away.
    fn scalars(&self, body: &mut FunctionBody<'a>, list: ListId) -> Option<usize> {
        let mut count = 0;
        for at in 0..self.model.exprs.items(list).len() {
            let subscript = self.model.exprs.items(list)[at];
            if self.model.exprs.get(subscript) == Expr::All {
                continue;
            }
            count += usize::from(self.sort(body, subscript)?.rank == 0);
        }
        Some(count)
    }

    /// What a call gives, with a dimension more for each that an argument has more than its input (MLS 12.4.6).
    fn call_sort(
        &self,
        body: &mut FunctionBody<'a>,
        id: FunctionId,
        number: u32,
        list: ListId,
    ) -> Option<ExprType> {
        let output = self.output(id, number)?;
        let inputs = &self.model.functions[id.at()].locals;
        let mut extra = 0;
        for (&argument, input) in self.model.exprs.items(list).iter().zip(inputs) {
            let rank = self.sort(body, argument).map_or(input.dims.len(), |sort| sort.rank);
            extra = extra.max(rank.saturating_sub(input.dims.len()));
        }
        Some(ExprType { kind: output.kind, rank: output.dims.len() + extra })
    }

    fn builtin_sort(&self, body: &mut FunctionBody<'a>, builtin: Builtin, list: ListId) -> Option<ExprType> {
        use Builtin as B;
        let items = self.model.exprs.items(list);
        let first = match items.first() {
            Some(&first) => self.sort(body, first),
            None => None,
        };
        let rank = |rank| first.map(|first| ExprType { rank, ..first });
        let ranked = |kind| first.map(|first| ExprType { kind, ..first });
        if let Some(function) = builtin.elementary() {
            return first.map(|first| ExprType { kind: function.record().result.of(first.kind), ..first });
        }
        match builtin {
            B::NoEvent | B::Pre | B::Previous | B::Transpose | B::Symmetric => first,
            B::Integer | B::IntegerOf => ranked(Type::Integer),
            B::Atan2 | B::Real => ranked(Type::Real),
            B::Boolean => ranked(Type::Boolean),
            B::Div | B::Mod | B::Rem => {
                let second = self.sort(body, *items.get(1)?)?;
                first.map(|first| ExprType { kind: common_type(first.kind, second.kind), ..first })
            }
            B::Min | B::Max => match items.get(1) {
                Some(&second) => {
                    let second = self.sort(body, second)?;
                    first.map(|first| ExprType::scalar(common_type(first.kind, second.kind)))
                }
                None => rank(0),
            },
            B::Smooth => self.sort(body, *items.get(1)?),
            B::Homotopy | B::Delay => first,
            B::Size => Some(ExprType { kind: Type::Integer, rank: usize::from(items.len() == 1) }),
            B::Ndims => Some(ExprType::scalar(Type::Integer)),
            B::String | B::GetInstanceName => Some(ExprType::scalar(Type::String)),
            B::Sum | B::Product | B::Scalar => rank(0),
            B::Vector | B::Cross => rank(1),
            B::Matrix | B::Diagonal | B::Skew | B::OuterProduct => rank(2),
            B::Identity => Some(ExprType { kind: Type::Integer, rank: 2 }),
            B::Linspace => Some(ExprType { kind: Type::Real, rank: 1 }),
            B::Zeros | B::Ones => Some(ExprType { kind: Type::Integer, rank: items.len() }),
            B::Fill => first.map(|first| ExprType { rank: first.rank + items.len() - 1, ..first }),
            B::Array => first.map(|first| ExprType { rank: first.rank + 1, ..first }),
            B::Promote => match self.model.exprs.get(*items.get(1)?) {
                Expr::Integer(count) => rank(usize::try_from(count).ok()?),
                _ => None,
            },
            B::Cat => self.sort(body, *items.get(1)?),
            _ => None,
        }
    }
}

/// What an operator on numbers, strings and Booleans gives; records are calls by then.
fn joined(operator: Op, a: ExprType, b: ExprType) -> Option<ExprType> {
    let kind = common_type(a.kind, b.kind);
    Some(match operator {
        Op::Or | Op::And | Op::Not => ExprType { kind: Type::Boolean, rank: a.rank },
        Op::Less | Op::LessEqual | Op::Greater | Op::GreaterEqual | Op::Equal | Op::NotEqual => {
            ExprType { kind: Type::Boolean, rank: a.rank.max(b.rank) }
        }
        Op::Multiply => match (a.rank, b.rank) {
            (0, rank) | (rank, 0) => ExprType { kind, rank },
            (1 | 2, 1 | 2) => ExprType { kind, rank: a.rank + b.rank - 2 },
            _ => return None,
        },
        Op::Divide | Op::ElementDivide | Op::ElementPower => {
            ExprType { kind: Type::Real, rank: a.rank.max(b.rank) }
        }
        Op::Power => ExprType { kind: Type::Real, rank: a.rank },
        _ => ExprType { kind, rank: a.rank.max(b.rank) },
    })
}
