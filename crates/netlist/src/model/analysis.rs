//! What a netlist asks for: settings and analyses.

use syntax::Place;

use crate::{ElementId, NameId};

/// A word that may have a value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OptionSetting {
    /// The word.
    pub name: NameId,
    /// Its value; one if none is written.
    pub value: f64,
    /// The word that stands for its value, such as `gear`.
    pub word: Option<NameId>,
    /// Where it is written.
    pub place: Place,
}

/// What is to be computed.
#[derive(Clone, Debug, PartialEq)]
pub struct AnalysisCommand {
    /// Its line.
    pub place: Place,
    /// Which.
    pub kind: AnalysisKind,
}

/// What is to be computed.
#[derive(Clone, Debug, PartialEq)]
pub enum AnalysisKind {
    /// `.op`
    OperatingPoint,
    /// `.dc source start stop step`, perhaps a second such list.
    Sweep(Vec<SweepRange>),
    /// `.tf output source`
    Transfer {
        /// Where the output is written, such as `v(out)`.
        output: Place,
        /// The source that is the input.
        source: ElementId,
    },
    /// `.tran step stop [start [largest step]] [uic]`
    Transient {
        /// Step, stop, start and largest step.
        times: Vec<f64>,
        /// Initial values are taken as written, without an operating point.
        uic: bool,
    },
    /// `.ac dec|oct|lin points from to`
    SmallSignal {
        /// How points are spread.
        spacing: SweepSpacing,
        /// Points, first and last frequency.
        values: [f64; 3],
    },
}

/// What a sweep changes and the values it takes: first, last and how far apart.
pub type SweepRange = (SweepVariable, [f64; 3]);

/// What a sweep changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SweepVariable {
    /// The value of an independent source.
    Source(ElementId),
    /// The ohms of a resistor.
    Resistor(ElementId),
    /// The temperature of the circuit, in degrees Celsius.
    Temperature,
}

/// `.four`: the harmonics of what a transient ends with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FourierCommand {
    /// The frequency of the first harmonic, in hertz.
    pub frequency: f64,
    /// Where it is written.
    pub place: Place,
    /// Where the signals are written, such as `v(out) v(a,b)`.
    pub signals: Place,
}

/// How the points of a sweep are spread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum SweepSpacing {
    Decade,
    Octave,
    Linear,
}
