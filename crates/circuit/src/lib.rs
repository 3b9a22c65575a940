//! SPICE netlists: the reader, and what the network graph tells.
//!
//! [`read`] turns a netlist in the dialect of ngspice into a [`Circuit`], a list of elements between nodes with every
//! subcircuit written out and every parameter a number; it never fails, and says of everything that it could not
//! understand where it stands. [`Topology`] then says from the graph alone what no simulation can mend: loops of voltage
//! sources, parts without a path to ground, and the loops and cutsets that make the index 2. [`SourceWaveform`] and the devices, such
//! as [`Diode`] and [`Mosfet`], say what elements do at given times and voltages.

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
