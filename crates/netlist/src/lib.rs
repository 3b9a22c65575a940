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

pub use conditions::{Conditions, NAND};
pub use ids::{DefinitionId, DeviceId, ElementId, InstanceId, LawId, ModelId, NameId, NodeId, SourceId};
pub use measure::{Aim, Curve, Edge, Instant, Level, Measure, Summary, Window};
pub use model::{
    Analysis, AnalysisKind, Circuit, Control, DeviceData, Element, Family, Form, Formula, Fourier, Heating,
    Instance, Kind, Knob, Law, Model, Node, Placed, Range, Setting, Source, Spacing, Wave,
};
pub use names::Names;
pub use read::{Includes, node_place, read, word_place};
