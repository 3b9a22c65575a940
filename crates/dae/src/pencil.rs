//! A linear model with known coefficients as E x′ + A x = f(t), so that its index can be told by its numbers.

use base::{ModularRow, Residue};
use equations::FlatModel;
use structure::Pencil;

use crate::exact::ExactEvaluator;
use crate::random_point::RandomPoint;
use crate::rows::ModelRows;
use crate::{attributes, parameters};

/// The coefficients of a model; none if a row is not linear, or if a coefficient is not known before the simulation.
pub fn pencil(model: &FlatModel, rows: &ModelRows) -> Option<Pencil> {
    // First order only: a derivative stands for an unknown of its own.
    if rows.signature.rows().flatten().any(|entry| entry.order > 1) {
        return None;
    }
    let mut sorted = model.clone();
    let order = parameters::sort(&mut sorted).ok()?;
    let attributes = attributes::read(&sorted, &order);
    // With derivatives times zero, and times one.
    let [mut still, mut moving] = [Residue::ZERO, Residue::ONE].map(|rate| {
        RandomPoint::new(model, rows).with_numbers(ExactEvaluator::new(&sorted, &attributes, &order), rate)
    });
    let mut pencil = Pencil::new(rows.columns.len());
    for at in 0..rows.rows.len() as u32 {
        let (values, both) = (still.row(at), moving.row(at));
        if !values.constant || !both.constant {
            return None;
        }
        pencil.push(&difference(&both.entries, &values.entries), &values.entries);
    }
    Some(pencil)
}

/// One row less another.
fn difference(row: &ModularRow, other: &ModularRow) -> ModularRow {
    let mut left = row.clone();
    for &(column, value) in other {
        match left.binary_search_by_key(&column, |entry| entry.0) {
            Ok(at) => left[at].1 = left[at].1.plus(value.negated()),
            Err(at) => left.insert(at, (column, value.negated())),
        }
    }
    left.retain(|entry| !entry.1.is_zero());
    left
}
