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
    pub of: Curve,
    /// What it looks at, such as `v(out)`, by place; an aim names these by number.
    pub quantities: Vec<Place>,
    /// What is to be done.
    pub aim: Aim,
}

/// An analysis that gives curves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Curve {
    Transient,
    Sweep,
    SmallSignal,
}

/// What a measure does. Quantities are numbers in [`Measure::quantities`].
#[derive(Clone, Debug, PartialEq)]
pub enum Aim {
    /// `TRIG … TARG …`: how far the second instant is after the first.
    Between(Instant, Instant),
    /// `WHEN …`: where something happens.
    Where(Instant),
    /// `FIND x AT=…` or `FIND x WHEN …`
    Find(usize, Instant),
    /// `DERIV x AT=…` or `DERIV x WHEN …`
    Slope(usize, Instant),
    /// `AVG x FROM=… TO=…` and the like.
    Over(Summary, usize, Window),
    /// `PARAM='…'`: a formula in which `Expr::Variable(v)` is the measure `v` of the circuit.
    Formula(ExprId),
    /// The same where nothing but numbers is used.
    Number(f64),
}

/// A point of the axis.
#[derive(Clone, Debug, PartialEq)]
pub enum Instant {
    /// `AT=`
    At(f64),
    /// Where a curve crosses a value or another curve.
    Crossing {
        /// The curve.
        curve: usize,
        /// What it crosses.
        level: Level,
        /// In which direction.
        edge: Edge,
        /// Which of several crossings, counted from one; none is the last.
        count: Option<u32>,
        /// Where it has to lie.
        window: Window,
    },
}

/// What a curve may cross.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Level {
    /// A value.
    Value(f64),
    /// Another curve.
    Curve(usize),
}

/// The direction of a crossing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Edge {
    Rise,
    Fall,
    Any,
}

/// A part of the axis: `FROM=` and `TO=`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Window {
    /// Where it begins, if not where the result does.
    pub from: Option<f64>,
    /// Where it ends, if not where the result does.
    pub to: Option<f64>,
}

/// One number for a part of a curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Summary {
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
