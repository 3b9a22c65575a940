//! `CombiTable1D`: functions of one input.

use super::curve::TableCurve;
use super::interpolation::{KnotBlend, TableEnd, end, find_cell, wrap};
use super::{Extrapolation, Smoothness};
use crate::{ExternalResult, Matrix, model_error};

/// A table of one input and some outputs.
#[derive(Clone, Debug)]
pub struct Table1D {
    curve: TableCurve,
    extrapolation: Extrapolation,
}

impl Table1D {
    /// The given columns, counted from one, over the first column, which ascends.
    pub fn new(
        table: &Matrix,
        columns: &[i64],
        smoothness: Smoothness,
        extrapolation: Extrapolation,
    ) -> ExternalResult<Table1D> {
        Ok(Table1D { curve: TableCurve::new(table, columns, smoothness, true)?, extrapolation })
    }

    /// The first and the last abscissa.
    pub fn range(&self) -> (f64, f64) {
        self.curve.range()
    }

    /// An output, counted from one.
    pub fn value(&self, output: usize, u: f64) -> ExternalResult<f64> {
        self.curve.mix(output, 0, &self.place(u)?)
    }

    /// The derivative of an output by time.
    pub fn derivative(&self, output: usize, u: f64, du: f64) -> ExternalResult<f64> {
        Ok(self.curve.mix(output, 1, &self.place(u)?)? * du)
    }

    /// The second derivative of an output by time.
    pub fn second(&self, output: usize, u: f64, du: f64, ddu: f64) -> ExternalResult<f64> {
        let blend = self.place(u)?;
        Ok(self.curve.mix(output, 1, &blend)? * ddu + self.curve.mix(output, 2, &blend)? * du * du)
    }

    fn place(&self, u: f64) -> ExternalResult<KnotBlend> {
        place(&self.curve.knots, self.curve.smoothness, self.extrapolation, u, 0.0)
    }
}

/// The end beyond which an abscissa lies or is about to go.
pub(super) fn side(knots: &[f64], u: f64, du: f64) -> Option<TableEnd> {
    let &[low, .., high] = knots else { return None };
    if u < low || (u == low && du < 0.0) {
        Some(TableEnd::Left)
    } else if u > high || (u == high && du > 0.0) {
        Some(TableEnd::Right)
    } else {
        None
    }
}

/// The weights at an abscissa. At a knot the direction in which it moves decides between the two sides.
pub(super) fn place(
    knots: &[f64],
    smoothness: Smoothness,
    extrapolation: Extrapolation,
    u: f64,
    du: f64,
) -> ExternalResult<KnotBlend> {
    let &[low, .., high] = knots else { return Ok(KnotBlend::default()) };
    let inside = |u| Ok(KnotBlend::within_cell(knots, smoothness, find_cell(knots, u, du < 0.0), u));
    let Some(side) = side(knots, u, du) else { return inside(u) };
    match extrapolation {
        Extrapolation::Periodic => inside(wrap(u, low, high)),
        Extrapolation::Hold => Ok(KnotBlend::at(end(knots, side), side)),
        Extrapolation::Straight => Ok(KnotBlend::extrapolate(knots, smoothness, side, u)),
        Extrapolation::Forbidden => model_error(format!(
            "the input of a table is {u}, which is outside its range from {low} to {high}"
        )),
    }
}
