//! SPICE netlists in the dialect of ngspice: [`read`] turns text into a [`Circuit`], a list of elements between nodes with every
//! subcircuit written out and every parameter a number. It never fails, and says of everything that it could not understand
//! where it stands.

mod conditions;
mod ids;
mod measure;
mod model;
mod names;
mod number;
mod read;

pub use conditions::{DeviceConditions, NAND};
pub use ids::{
    DeviceId, ElementId, LawId, ModelId, NameId, NodeId, SourceId, SubcircuitDefinitionId,
    SubcircuitInstanceId,
};
pub use measure::{
    CrossingDirection, CrossingLevel, CurveStatistic, Measure, MeasureAnalysis, MeasureKind, MeasurePoint,
    MeasureWindow,
};
pub use model::{
    AnalysisCommand, AnalysisKind, Circuit, CircuitElement, CircuitElementKind, ControlLaw,
    ControllingQuantity, DeviceData, DeviceFamily, FormulaQuantity, FourierCommand, IndependentSource,
    ModelCard, Node, OptionSetting, PlacedName, SubcircuitInstance, SweepRange, SweepSpacing, SweepVariable,
    TemperatureDependence, Waveform, WaveformKind,
};
pub use names::NameTable;
pub use read::{Includes, node_place, read, word_place};
