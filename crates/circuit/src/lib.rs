//! Circuits: what the network graph tells, devices, equations (modified nodal analysis) and analyses.
//!
//! Main types: [`Topology`] says from the graph alone what no simulation can mend (loops of voltage sources, parts without a path to
//! ground) and which loops and cutsets make the index 2; [`SourceWaveform`] and the devices, such as [`Diode`] and [`Mosfet`], say what
//! elements do at given times and voltages; [`Mna`] holds the equations; [`OperatingPoint`], [`transient`], [`sweep`] and
//! [`SmallSignalResponse`] are the analyses.
//!
//! Invariants: a device knows no circuit; derivatives are exact; a circuit is told unsolvable only where that was proved, from the
//! graph or by the equations.
//!
//! ```
//! # struct Alone;
//! # impl circuit::Includes for Alone {
//! #     fn open(&mut self, _: &mut SourceMap, name: &str, _: FileId) -> Result<FileId, String> { Err(name.into()) }
//! # }
//! use circuit::{Topology, read};
//! use syntax::{FileId, SourceFile, SourceMap};
//!
//! let mut sources = SourceMap::default();
//! let text = "two sources in parallel\nv1 a 0 5\nv2 a 0 6\nr1 a 0 1k\n.op\n.end\n";
//! let main = sources.add(SourceFile::new("a.cir", text));
//! let (circuit, _) = read(&mut sources, main, &mut Alone);
//! assert!(Topology::new(&circuit).index.is_none());
//! ```

mod device;
mod evaluate;
mod grid;
mod harmonics;
mod mna;
mod operating_point;
mod small_signal;
mod stability;
mod sweep;
mod topology;
mod transfer;
mod transient;
mod waveform;

pub use device::*;
pub use evaluate::{MeasureError, MeasuredCurves, Measurement, evaluate_measure};
pub use grid::{GridError, MOST_POINTS, frequencies};
pub use harmonics::{Harmonics, harmonics};
pub use mna::{BypassTolerance, DomainError, Mna, MnaError, MnaUnknown, MnaUnknowns, OperatingPointError};
pub use netlist::{
    AnalysisCommand, AnalysisKind, Circuit, CircuitElement, CircuitElementKind, ControlLaw,
    ControllingQuantity, CrossingDirection, CrossingLevel, CurveStatistic, DeviceConditions, DeviceData,
    DeviceFamily, DeviceId, ElementId, FormulaQuantity, FourierCommand, Includes, IndependentSource, LawId,
    Measure, MeasureAnalysis, MeasureKind, MeasurePoint, MeasureWindow, ModelCard, ModelId, NameId,
    NameTable, Node, NodeId, OptionSetting, PlacedName, SourceId, SubcircuitDefinitionId, SubcircuitInstance,
    SubcircuitInstanceId, SweepRange, SweepSpacing, SweepVariable, TemperatureDependence, Waveform,
    WaveformKind, node_place, read,
};
pub use operating_point::{OperatingPoint, OperatingPointMethod, gmin_dependent_nodes};
pub use small_signal::SmallSignalResponse;
pub use stability::{UnstableMode, find_unstable_mode};
pub use sweep::{SweepError, SweepResult, ohms, sweep};
pub use topology::*;
pub use transfer::TransferFunction;
pub use transient::{
    ContradictionKind, InitialContradiction, InitialQuantity, PotentialJump, TransientError, TransientMethod,
    TransientRecord, TransientSettings, guessed, transient,
};
pub use waveform::{SourceWaveform, TransientTimes};
