//! `CombiTable2D`: functions of two inputs.
//!
//! Derivatives are those of the value everywhere. The library differs beyond the sides of a table: where it is held,
//! it gives the slope of the line between knots whatever the smoothness, and second derivatives of Akima's
//! surface are not those of its values there.

use super::curve::ascend;
use super::grid::{GridNode, akima, flat};
use super::interpolation::KnotBlend;
use super::table1d::{place, side};
use super::{Extrapolation, Smoothness};
use crate::{ExternalResult, Matrix, model_error};

/// A table of two inputs and one output.
#[derive(Clone, Debug)]
pub struct Table2D {
    /// The knots of both inputs.
    knots: [Vec<f64>; 2],
    nodes: Vec<GridNode>,
    smoothness: Smoothness,
    extrapolation: Extrapolation,
}

impl Table2D {
    /// The first column holds the knots of the first input, the first row those of the second.
    pub fn new(
        table: &Matrix,
        smoothness: Smoothness,
        extrapolation: Extrapolation,
    ) -> ExternalResult<Table2D> {
        if table.rows < 2 || table.columns < 2 {
            return model_error(format!(
                "a table of two inputs needs two rows and two columns at least, and this has {} and {}",
                table.rows, table.columns
            ));
        }
        let knots = [table.column(0)[1..].to_vec(), table.row(0)[1..].to_vec()];
        ascend(&knots[0], true, "place")?;
        ascend(&knots[1], true, "place")?;
        let values = Matrix::from_fn(table.rows - 1, table.columns - 1, |i, j| table[(i + 1, j + 1)]);
        let small = table.rows <= 3 && table.columns <= 3;
        let (smoothness, nodes) = match smoothness {
            Smoothness::Akima if small => (Smoothness::Linear, flat(&values)),
            Smoothness::Akima => (smoothness, akima(&knots[0], &knots[1], &values)),
            Smoothness::Linear | Smoothness::Constant => (smoothness, flat(&values)),
            _ => {
                return model_error("the smoothness of a table of two inputs is linear, constant or Akima's");
            }
        };
        Ok(Table2D { knots, nodes, smoothness, extrapolation })
    }

    /// The first and the last knot of both inputs.
    pub fn range(&self) -> [(f64, f64); 2] {
        [0, 1].map(|axis| (self.knots[axis][0], self.knots[axis][self.knots[axis].len() - 1]))
    }

    /// The output.
    pub fn value(&self, u: [f64; 2]) -> ExternalResult<f64> {
        let blends = self.place(u, [0.0; 2])?;
        Ok(self.mix(&blends, [0, 0]))
    }

    /// The derivative of the output by time.
    pub fn derivative(&self, u: [f64; 2], du: [f64; 2]) -> ExternalResult<f64> {
        let blends = self.place(u, du)?;
        Ok(self.mix(&blends, [1, 0]) * du[0] + self.mix(&blends, [0, 1]) * du[1])
    }

    /// The second derivative of the output by time.
    pub fn second(&self, u: [f64; 2], du: [f64; 2], ddu: [f64; 2]) -> ExternalResult<f64> {
        let blends = self.place(u, du)?;
        let mix = |first, second| self.mix(&blends, [first, second]);
        let bend = mix(2, 0) * du[0] * du[0] + 2.0 * mix(1, 1) * du[0] * du[1] + mix(0, 2) * du[1] * du[1];
        Ok(mix(1, 0) * ddu[0] + mix(0, 1) * ddu[1] + bend)
    }

    fn place(&self, u: [f64; 2], du: [f64; 2]) -> ExternalResult<[KnotBlend; 2]> {
        let left = [0, 1].iter().any(|&axis| side(&self.knots[axis], u[axis], du[axis]).is_some());
        // Beyond any of its sides a table of constant pieces goes on as one of lines.
        let smoothness = match (self.smoothness, self.extrapolation) {
            (Smoothness::Constant, Extrapolation::Straight) if left => Smoothness::Linear,
            (smoothness, _) => smoothness,
        };
        let one = |axis: usize| place(&self.knots[axis], smoothness, self.extrapolation, u[axis], du[axis]);
        Ok([one(0)?, one(1)?])
    }

    /// A derivative of the given orders: first along the second input at both knots of the first, then between
    /// these.
    fn mix(&self, [first, second]: &[KnotBlend; 2], orders: [usize; 2]) -> f64 {
        let node = |row: usize, column: usize| {
            let row = row.min(self.knots[0].len() - 1);
            self.nodes[row * self.knots[1].len() + column.min(self.knots[1].len() - 1)]
        };
        let along = |row: usize| {
            let (left, right) = (node(row, second.cell), node(row, second.cell + 1));
            let value = second.weighted(orders[1], [left.value, right.value, left.second, right.second]);
            let slope = second.weighted(orders[1], [left.first, right.first, left.both, right.both]);
            (value, slope)
        };
        let ((low, low_slope), (high, high_slope)) = (along(first.cell), along(first.cell + 1));
        first.weighted(orders[0], [low, high, low_slope, high_slope])
    }
}
