//! Functions of one variable: the columns of a table over its first column.

use super::interpolation::{KnotBlend, KnotEnds};
use super::spline_slopes::slopes;
use super::{Extrapolation, Smoothness};
use crate::{ExternalResult, Matrix, model_error};

/// Columns over knots.
#[derive(Clone, Debug)]
pub(super) struct TableCurve {
    pub(super) knots: Vec<f64>,
    pub(super) smoothness: Smoothness,
    /// The values of each output at the knots.
    values: Vec<Vec<f64>>,
    slopes: Vec<Vec<f64>>,
}

impl TableCurve {
    /// The given columns, counted from one, over the first. `strict` forbids the same knot twice.
    pub(super) fn new(
        table: &Matrix,
        columns: &[i64],
        smoothness: Smoothness,
        strict: bool,
    ) -> ExternalResult<TableCurve> {
        if table.rows < 1 || table.columns < 2 {
            return model_error(format!(
                "a table needs a row and two columns at least, and this has {} and {}",
                table.rows, table.columns
            ));
        }
        let knots = table.column(0);
        ascend(&knots, strict || smoothness.is_spline(), "row")?;
        // A spline through two points is the line.
        let spline = smoothness.is_spline() && table.rows > 2;
        let smoothness = if smoothness.is_spline() && !spline { Smoothness::Linear } else { smoothness };
        let mut curve = TableCurve { knots, smoothness, values: Vec::new(), slopes: Vec::new() };
        for &column in columns {
            let at = usize::try_from(column).unwrap_or(0);
            if at < 1 || at > table.columns {
                return model_error(format!("column {column} of a table with {} columns", table.columns));
            }
            let values = table.column(at - 1);
            curve.slopes.push(slopes(smoothness, &curve.knots, &values));
            curve.values.push(values);
        }
        Ok(curve)
    }

    /// The first and the last knot.
    pub(super) fn range(&self) -> (f64, f64) {
        (self.knots[0], self.knots[self.knots.len() - 1])
    }

    /// Says if the table cannot be periodic.
    pub(super) fn check(&self, extrapolation: Extrapolation) -> ExternalResult<()> {
        let (low, high) = self.range();
        if extrapolation == Extrapolation::Periodic && self.knots.len() > 1 && low >= high {
            return model_error("a periodic table needs a period, and all its rows are at the same place");
        }
        Ok(())
    }

    /// The value of an output, counted from one, at a knot.
    pub(super) fn value(&self, output: usize, knot: usize) -> ExternalResult<f64> {
        let values = self.output(output)?;
        Ok(values[knot.min(values.len() - 1)])
    }

    /// An output or one of its derivatives.
    pub(super) fn mix(&self, output: usize, order: usize, blend: &KnotBlend) -> ExternalResult<f64> {
        let values = self.output(output)?;
        let slopes = &self.slopes[output - 1];
        let left = blend.cell.min(values.len() - 1);
        let right = (left + 1).min(values.len() - 1);
        let ends: KnotEnds = [values[left], values[right], slopes[left], slopes[right]];
        Ok(blend.weighted(order, ends))
    }

    fn output(&self, output: usize) -> ExternalResult<&[f64]> {
        let values = self.values.get(output.wrapping_sub(1));
        values.map_or_else(
            || model_error(format!("output {output} of a table with {} outputs", self.values.len())),
            |values| Ok(values.as_slice()),
        )
    }
}

/// Says where knots do not ascend.
pub(super) fn ascend(knots: &[f64], strict: bool, what: &str) -> ExternalResult<()> {
    let wrong_at = knots.windows(2).position(|pair| {
        let fine = if strict { pair[0] < pair[1] } else { pair[0] <= pair[1] };
        !fine
    });
    let Some(at) = wrong_at else { return Ok(()) };
    model_error(format!(
        "the table does not ascend: {} in {what} {} is followed by {}",
        knots[at],
        at + 1,
        knots[at + 1]
    ))
}
