//! Interpolation tables of one and two inputs, and of time.
//!
//! All tables are made of the same parts. An abscissa lies in a cell between two knots, or beyond the ends;
//! [`blend`](crate::table::blend) says with what weights the values and slopes at the two knots count there.
//! [`slope`](crate::table::slope) finds the slopes at the knots, [`curve`](crate::table::curve) puts both
//! together for functions of one variable.

mod curve;
mod event;
mod grid;
mod interpolation;
mod spline_slopes;
mod table1d;
mod table2d;
mod time_table;

#[cfg(test)]
mod tests;

pub use table1d::Table1D;
pub use table2d::Table2D;
pub use time_table::{LookupTime, TimeTable, TimeTableOptions};

use crate::{ExternalResult, model_error};

/// How values between the knots are found: `Modelica.Blocks.Types.Smoothness`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Smoothness {
    /// Straight lines.
    Linear,
    /// Akima's spline.
    Akima,
    /// The value of the knot before.
    Constant,
    /// The monotone spline of Fritsch and Butland.
    FritschButland,
    /// The monotone spline of Steffen.
    Steffen,
    /// Akima's spline with weights that keep flat parts flat.
    ModifiedAkima,
}

/// What is beyond the ends: `Modelica.Blocks.Types.Extrapolation`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extrapolation {
    /// The first and the last value.
    Hold,
    /// A straight line through the last two points, or with the slope of the spline at the end.
    Straight,
    /// The table again.
    Periodic,
    /// An error.
    Forbidden,
}

/// Which knots of a table of time are events: `Modelica.Blocks.Types.TimeEvents`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeEvents {
    /// All.
    Always,
    /// Where the same time stands twice.
    AtDiscontinuities,
    /// None but the first and the last.
    Never,
}

/// What a literal of an enumeration stands for, literals being counted from one.
fn literal<T: Copy>(all: &[T], number: i64, what: &str) -> ExternalResult<T> {
    let at = usize::try_from(number).unwrap_or(0);
    all.get(at.wrapping_sub(1))
        .copied()
        .map_or_else(|| model_error(format!("there is no {what} {number}")), Ok)
}

impl Smoothness {
    /// The kind with this number in the library.
    pub fn new(number: i64) -> ExternalResult<Smoothness> {
        use Smoothness::{Akima, Constant, FritschButland, Linear, ModifiedAkima, Steffen};
        literal(&[Linear, Akima, Constant, FritschButland, Steffen, ModifiedAkima], number, "smoothness")
    }

    fn is_spline(self) -> bool {
        !matches!(self, Smoothness::Linear | Smoothness::Constant)
    }
}

impl Extrapolation {
    /// The kind with this number in the library.
    pub fn new(number: i64) -> ExternalResult<Extrapolation> {
        use Extrapolation::{Forbidden, Hold, Periodic, Straight};
        literal(&[Hold, Straight, Periodic, Forbidden], number, "extrapolation")
    }
}

impl TimeEvents {
    /// The kind with this number in the library.
    pub fn new(number: i64) -> ExternalResult<TimeEvents> {
        use TimeEvents::{Always, AtDiscontinuities, Never};
        literal(&[Always, AtDiscontinuities, Never], number, "kind of time events")
    }
}
