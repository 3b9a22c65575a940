//! What an expression of the text becomes: scalars, laid out by dimension and field.

use equations::{ExprId, Symbol, Type};

/// A lowered expression.
#[derive(Clone, Debug)]
pub(crate) enum LoweredValue {
    Plain(ArrayValue),
    Record(RecordValue),
    /// The results of a call with several.
    Tuple(Vec<LoweredValue>),
    /// A function given as an argument.
    Function(ExprId),
    /// A call of a function that has no results.
    Call(ExprId),
    /// A result that is not wanted.
    Omitted,
}

/// A scalar or an array of scalars.
#[derive(Clone, Debug)]
pub(crate) struct ArrayValue {
    pub(crate) kind: Type,
    pub(crate) dims: Vec<u32>,
    /// Row by row.
    pub(crate) items: Vec<ExprId>,
}

/// A record or an array of records: every field has the dimensions of the array before its own.
#[derive(Clone, Debug)]
pub(crate) struct RecordValue {
    pub(crate) class: Symbol,
    pub(crate) dims: Vec<u32>,
    pub(crate) fields: Vec<(Symbol, LoweredValue)>,
}

impl ArrayValue {
    pub(crate) fn scalar(kind: Type, item: ExprId) -> ArrayValue {
        ArrayValue { kind, dims: Vec::new(), items: vec![item] }
    }

    pub(crate) fn is_scalar(&self) -> bool {
        self.dims.is_empty()
    }
}

impl LoweredValue {
    pub(crate) fn scalar(kind: Type, item: ExprId) -> LoweredValue {
        LoweredValue::Plain(ArrayValue::scalar(kind, item))
    }

    pub(crate) fn dims(&self) -> &[u32] {
        match self {
            LoweredValue::Plain(plain) => &plain.dims,
            LoweredValue::Record(record) => &record.dims,
            _ => &[],
        }
    }

    /// The part at the first subscripts.
    pub(crate) fn select(&self, at: &[u32]) -> Option<LoweredValue> {
        match self {
            LoweredValue::Plain(plain) => {
                let (start, len) = stretch(&plain.dims, at)?;
                Some(LoweredValue::Plain(ArrayValue {
                    kind: plain.kind,
                    dims: plain.dims[at.len()..].to_vec(),
                    items: plain.items.get(start..start + len)?.to_vec(),
                }))
            }
            LoweredValue::Record(record) => {
                let fields = record.fields.iter().map(|(name, field)| Some((*name, field.select(at)?)));
                Some(LoweredValue::Record(RecordValue {
                    class: record.class,
                    dims: record.dims.get(at.len()..)?.to_vec(),
                    fields: fields.collect::<Option<_>>()?,
                }))
            }
            _ => None,
        }
    }

    /// A field of a record.
    pub(crate) fn field(&self, name: Symbol) -> Option<&LoweredValue> {
        match self {
            LoweredValue::Record(record) => {
                record.fields.iter().find(|(field, _)| *field == name).map(|(_, value)| value)
            }
            _ => None,
        }
    }

    /// Values of one shape side by side along new first dimensions.
    pub(crate) fn stack(dims: &[u32], items: Vec<LoweredValue>) -> Option<LoweredValue> {
        let mut items = items.into_iter();
        let Some(mut first) = items.next() else {
            return Some(LoweredValue::Plain(ArrayValue {
                kind: Type::Real,
                dims: dims.to_vec(),
                items: Vec::new(),
            }));
        };
        match &mut first {
            LoweredValue::Plain(all) => {
                for item in items {
                    let LoweredValue::Plain(item) = item else { return None };
                    if item.dims != all.dims {
                        return None;
                    }
                    all.kind = common_type(all.kind, item.kind);
                    all.items.extend(item.items);
                }
                all.dims = [dims, &all.dims].concat();
            }
            LoweredValue::Record(all) => {
                let mut columns: Vec<Vec<LoweredValue>> =
                    all.fields.iter().map(|(_, field)| vec![field.clone()]).collect();
                for item in items {
                    let LoweredValue::Record(item) = item else { return None };
                    for (column, (_, field)) in columns.iter_mut().zip(item.fields) {
                        column.push(field);
                    }
                }
                for ((_, field), column) in all.fields.iter_mut().zip(columns) {
                    *field = LoweredValue::stack(dims, column)?;
                }
                all.dims = [dims, &all.dims].concat();
            }
            _ => return None,
        }
        Some(first)
    }
}

/// The position of an element, its subscripts counted from one.
pub(crate) fn position(dims: &[u32], at: &[u32]) -> Option<usize> {
    stretch(dims, at).map(|(start, _)| start)
}

/// Where the part at the first subscripts (from one) begins, and how long it is.
fn stretch(dims: &[u32], at: &[u32]) -> Option<(usize, usize)> {
    let len: usize = dims.get(at.len()..)?.iter().map(|&dim| dim as usize).product();
    let mut start = 0;
    for (&dim, &at) in dims.iter().zip(at) {
        if at == 0 || at > dim {
            return None;
        }
        start = start * dim as usize + at as usize - 1;
    }
    Some((start * len, len))
}

/// True for numbers.
pub(crate) fn is_number(kind: Type) -> bool {
    matches!(kind, Type::Real | Type::Integer)
}

/// True if a value of the second type may be given to a variable of the first.
pub(crate) fn accepts(variable: Type, value: Type) -> bool {
    variable == value || (variable == Type::Real && value == Type::Integer)
}

/// The type that holds values of both.
pub(crate) fn common_type(a: Type, b: Type) -> Type {
    if a == Type::Integer { b } else { a }
}

pub(crate) fn count(dims: &[u32]) -> usize {
    dims.iter().map(|&dim| dim as usize).product()
}

/// All subscripts (from one) of an array, row by row.
pub(crate) fn subscripts(dims: &[u32]) -> Vec<Vec<u32>> {
    let mut all = vec![Vec::new()];
    for &dim in dims {
        all = all.into_iter().flat_map(|at| (1..=dim).map(move |next| [&at[..], &[next]].concat())).collect();
    }
    all
}
