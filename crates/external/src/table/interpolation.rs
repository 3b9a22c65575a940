//! Where an abscissa lies among the knots, and how much the knots around it count there.

use super::Smoothness;

/// The cell of an abscissa and the weights of the two knots that bound it.
///
/// Between two knots every kind of table is `left + r·(right − left) + a·left' + b·right'`. The weights `[r, a, b]`
/// stand here for the value itself and for its first and second derivative, in which `left` alone has no
/// part. A difference instead of two weights keeps constant parts exactly constant.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct KnotBlend {
    /// The knot to the left.
    pub(super) cell: usize,
    orders: [[f64; 3]; 3],
}

/// An end of the knots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TableEnd {
    Left,
    Right,
}

/// A quantity at the two knots: value left and right, slope left and right.
pub(super) type KnotEnds = [f64; 4];

impl KnotBlend {
    /// The quantity itself, or its first or second derivative.
    pub(super) fn weighted(&self, order: usize, [left, right, left_slope, right_slope]: KnotEnds) -> f64 {
        let [r, a, b] = self.orders[order];
        let value = r * (right - left) + a * left_slope + b * right_slope;
        if order == 0 { left + value } else { value }
    }

    /// The knot itself, with no change around it.
    pub(super) fn at(cell: usize, side: TableEnd) -> KnotBlend {
        let r = f64::from(u8::from(side == TableEnd::Right));
        KnotBlend { cell, orders: [[r, 0.0, 0.0], [0.0; 3], [0.0; 3]] }
    }

    /// The straight line through both knots, at the fraction `s` of a cell of width `h`.
    fn line(cell: usize, h: f64, s: f64) -> KnotBlend {
        KnotBlend { cell, orders: [[s, 0.0, 0.0], [1.0 / h, 0.0, 0.0], [0.0; 3]] }
    }

    /// The cubic with the values and slopes of both knots.
    fn cubic(cell: usize, h: f64, s: f64) -> KnotBlend {
        let value = [s * s * (3.0 - 2.0 * s), h * s * (1.0 - s) * (1.0 - s), h * s * s * (s - 1.0)];
        let first = [6.0 * s * (1.0 - s) / h, (3.0 * s - 4.0) * s + 1.0, (3.0 * s - 2.0) * s];
        let second = [(6.0 - 12.0 * s) / (h * h), (6.0 * s - 4.0) / h, (6.0 * s - 2.0) / h];
        KnotBlend { cell, orders: [value, first, second] }
    }

    /// The tangent at an end, at a distance from it.
    fn tangent(cell: usize, side: TableEnd, distance: f64) -> KnotBlend {
        let orders = match side {
            TableEnd::Left => [[0.0, distance, 0.0], [0.0, 1.0, 0.0], [0.0; 3]],
            TableEnd::Right => [[1.0, 0.0, distance], [0.0, 0.0, 1.0], [0.0; 3]],
        };
        KnotBlend { cell, orders }
    }

    /// Inside a cell.
    pub(super) fn within_cell(knots: &[f64], kind: Smoothness, cell: usize, u: f64) -> KnotBlend {
        let Some(&[left, right]) = knots.get(cell..cell + 2) else { return KnotBlend::default() };
        let h = right - left;
        match kind {
            Smoothness::Constant if u >= right => KnotBlend::at(cell, TableEnd::Right),
            Smoothness::Constant => KnotBlend::at(cell, TableEnd::Left),
            Smoothness::Linear => KnotBlend::line(cell, h, (u - left) / h),
            _ => KnotBlend::cubic(cell, h, (u - left) / h),
        }
    }

    /// Straight on beyond an end.
    pub(super) fn extrapolate(knots: &[f64], kind: Smoothness, side: TableEnd, u: f64) -> KnotBlend {
        let cell = end(knots, side);
        let Some(&[left, right]) = knots.get(cell..cell + 2) else { return KnotBlend::default() };
        match (kind.is_spline(), side) {
            (true, TableEnd::Left) => KnotBlend::tangent(cell, side, u - left),
            (true, TableEnd::Right) => KnotBlend::tangent(cell, side, u - right),
            _ => KnotBlend::line(cell, right - left, (u - left) / (right - left)),
        }
    }
}

/// The cell at an end.
pub(super) fn end(knots: &[f64], side: TableEnd) -> usize {
    match side {
        TableEnd::Left => 0,
        TableEnd::Right => knots.len().saturating_sub(2),
    }
}

/// The last cell that begins at or before `u`; before it, if `u` is falling.
pub(super) fn find_cell(knots: &[f64], u: f64, falling: bool) -> usize {
    let below = knots.partition_point(|&knot| !(u < knot || (u == knot && falling)));
    below.saturating_sub(1).min(end(knots, TableEnd::Right))
}

/// The abscissa within the table of a periodic one.
pub(super) fn wrap(u: f64, low: f64, high: f64) -> f64 {
    let period = high - low;
    let mut u = u;
    if u < low {
        u += ((low - u) / period).ceil() * period;
    } else if u > high {
        u -= ((u - high) / period).ceil() * period;
    }
    u.clamp(low, high)
}
