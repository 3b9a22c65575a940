//! Formulas in the shape of scalars, arrays and records.

use crate::{ExprId, Local, Symbol};

/// What an expression comes to.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum SymbolicValue {
    /// Nothing yet.
    Unset,
    Scalar(ExprId),
    /// The sizes, and the items with the last dimension running fastest: scalars or records.
    Array(Vec<usize>, Vec<SymbolicValue>),
    /// Fields in order, with their names where these are known.
    Record(Vec<(Option<Symbol>, SymbolicValue)>),
}

impl SymbolicValue {
    pub(super) fn dims(&self) -> &[usize] {
        match self {
            SymbolicValue::Array(dims, _) => dims,
            _ => &[],
        }
    }

    /// The parts along the first dimension.
    pub(super) fn into_items(self) -> Vec<SymbolicValue> {
        match self {
            SymbolicValue::Array(dims, items) if dims.len() > 1 => {
                let inner: Vec<usize> = dims[1..].to_vec();
                let size = inner.iter().product::<usize>().max(1);
                items.chunks(size).map(|chunk| SymbolicValue::Array(inner.clone(), chunk.to_vec())).collect()
            }
            SymbolicValue::Array(_, items) => items,
            single => vec![single],
        }
    }

    /// The array whose first dimension runs over these; none if their sizes differ.
    pub(super) fn join(parts: Vec<SymbolicValue>) -> Option<SymbolicValue> {
        let inner = parts.first().map_or(Vec::new(), |part| part.dims().to_vec());
        let mut dims = vec![parts.len()];
        let mut items = Vec::new();
        for part in parts {
            if part.dims() != inner {
                return None;
            }
            match part {
                SymbolicValue::Array(_, inner) => items.extend(inner),
                single => items.push(single),
            }
        }
        dims.extend(inner);
        Some(SymbolicValue::Array(dims, items))
    }

    /// The same with dimensions of size one added on the right.
    pub(super) fn promote(self, rank: usize) -> Option<SymbolicValue> {
        let mut dims = self.dims().to_vec();
        if !(dims.len()..=32).contains(&rank) {
            return None;
        }
        dims.resize(rank, 1);
        Some(match self {
            SymbolicValue::Array(_, items) => SymbolicValue::Array(dims, items),
            single if rank > 0 => SymbolicValue::Array(dims, vec![single]),
            single => single,
        })
    }

    /// Arrays one after the other along a dimension, counted from zero; none if their other sizes differ.
    pub(super) fn cat(at: usize, parts: &[SymbolicValue]) -> Option<SymbolicValue> {
        let mut dims = parts.first()?.dims().to_vec();
        let mut total = 0;
        for part in parts {
            let fits = |(k, (a, b)): (usize, (&usize, &usize))| k == at || a == b;
            if part.dims().len() != dims.len() || !part.dims().iter().zip(&dims).enumerate().all(fits) {
                return None;
            }
            total += part.dims().get(at)?;
        }
        dims[at] = total;
        let outer: usize = dims[..at].iter().product();
        let mut items = Vec::new();
        for row in 0..outer {
            for part in parts {
                let SymbolicValue::Array(own, all) = part else { return None };
                let width: usize = own[at..].iter().product();
                items.extend_from_slice(all.get(row * width..(row + 1) * width)?);
            }
        }
        Some(SymbolicValue::Array(dims, items))
    }

    pub(super) fn field(&self, name: Symbol) -> Option<SymbolicValue> {
        match self {
            SymbolicValue::Record(fields) => {
                fields.iter().find(|field| field.0 == Some(name)).map(|field| field.1.clone())
            }
            _ => None,
        }
    }

    /// A record with the names that a local gives to its fields.
    pub(super) fn named(self, local: &Local) -> SymbolicValue {
        match self {
            SymbolicValue::Record(fields) if fields.len() == local.fields.len() => SymbolicValue::Record(
                fields
                    .into_iter()
                    .zip(&local.fields)
                    .map(|((_, value), field)| (Some(field.name), value.named(field)))
                    .collect(),
            ),
            SymbolicValue::Array(dims, items) => {
                SymbolicValue::Array(dims, items.into_iter().map(|item| item.named(local)).collect())
            }
            other => other,
        }
    }

    /// Whether all of it has a value.
    pub(super) fn is_set(&self) -> bool {
        match self {
            SymbolicValue::Unset => false,
            SymbolicValue::Scalar(_) => true,
            SymbolicValue::Array(_, items) => items.iter().all(SymbolicValue::is_set),
            SymbolicValue::Record(fields) => fields.iter().all(|field| field.1.is_set()),
        }
    }
}
