//! SPICE netlists in the dialect of ngspice: text to circuits.
//!
//! Main items: [`read`] turns text into a [`Circuit`], a list of elements between nodes with every subcircuit written out and every
//! parameter a number; [`Includes`] is how other files are found.
//!
//! Invariants: reading never fails, and says of everything that it could not understand where it stands; numbers are those of
//! ngspice (`1meg`, `10k`, `3.3uF`); nothing here knows what a device does.
//!
//! ```
//! use syntax::{FileId, SourceFile, SourceMap};
//!
//! struct Alone;
//! impl netlist::Includes for Alone {
//!     fn open(&mut self, _: &mut SourceMap, name: &str, _: FileId) -> Result<FileId, String> {
//!         Err(format!("no file {name}"))
//!     }
//! }
//!
//! let mut sources = SourceMap::default();
//! let main = sources.add(SourceFile::new("a.cir", "divider\nv1 in 0 5\nr1 in out 1k\nr2 out 0 3k\n.op\n.end\n"));
//! let (circuit, wrong) = netlist::read(&mut sources, main, &mut Alone);
//! assert_eq!((circuit.elements.len(), wrong.len()), (3, 0));
//! ```

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
