//! Measures: numbers that `.meas` takes from the curves of an analysis.
//!
//! `read/measure.rs` makes them from text. What they look at stands in them as it is written, because only whoever knows the
//! unknowns of an analysis can tell what it is; `circuit::take` then works on curves without names.

use equations::ExprId;
use syntax::Place;

use crate::NameId;

/// A number that is to be taken from a result.
#[derive(Clone, Debug, PartialEq)]
pub struct Measure {
    /// What it is called.
    pub name: NameId,
    /// Its line.
    pub place: Place,
    /// The analysis whose result it is taken from.
    pub of: MeasureAnalysis,
    /// What it looks at, such as `v(out)`, by place; an aim names these by number.
    pub quantities: Vec<Place>,
    /// What is to be done.
    pub aim: MeasureKind,
}

/// An analysis that gives curves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum MeasureAnalysis {
    Transient,
    Sweep,
    SmallSignal,
}

/// What a measure does. Quantities are numbers in [`Measure::quantities`].
#[derive(Clone, Debug, PartialEq)]
pub enum MeasureKind {
    /// `TRIG … TARG …`: how far the second instant is after the first.
    Between(MeasurePoint, MeasurePoint),
    /// `WHEN …`: where something happens.
    Where(MeasurePoint),
    /// `FIND x AT=…` or `FIND x WHEN …`
    Find(usize, MeasurePoint),
    /// `DERIV x AT=…` or `DERIV x WHEN …`
    Slope(usize, MeasurePoint),
    /// `AVG x FROM=… TO=…` and the like.
    Over(CurveStatistic, usize, MeasureWindow),
    /// `PARAM='…'`: a formula in which `Expr::Variable(v)` is the measure `v` of the circuit.
    Formula(ExprId),
    /// The same where nothing but numbers is used.
    Number(f64),
}

/// A point of the axis.
#[derive(Clone, Debug, PartialEq)]
pub enum MeasurePoint {
    /// `AT=`
    At(f64),
    /// Where a curve crosses a value or another curve.
    Crossing {
        /// The curve.
        curve: usize,
        /// What it crosses.
        level: CrossingLevel,
        /// In which direction.
        edge: CrossingDirection,
        /// Which of several crossings, counted from one; none is the last.
        count: Option<u32>,
        /// Where it has to lie.
        window: MeasureWindow,
    },
}

/// What a curve may cross.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CrossingLevel {
    /// A value.
    Value(f64),
    /// Another curve.
    Curve(usize),
}

/// The direction of a crossing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum CrossingDirection {
    Rise,
    Fall,
    Any,
}

/// A part of the axis: `FROM=` and `TO=`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MeasureWindow {
    /// Where it begins, if not where the result does.
    pub from: Option<f64>,
    /// Where it ends, if not where the result does.
    pub to: Option<f64>,
}

/// One number for a part of a curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CurveStatistic {
    /// The mean.
    Average,
    /// The root of the mean of the squares.
    Rms,
    /// The least value.
    Least,
    /// The largest value.
    Largest,
    /// The largest less the least value.
    Range,
    /// The area below the curve.
    Integral,
    /// Where the least value is.
    WhereLeast,
    /// Where the largest value is.
    WhereLargest,
}
