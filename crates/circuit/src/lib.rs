//! SPICE netlists: the reader, and what the network graph tells.
//!
//! [`read`] turns a netlist in the dialect of ngspice into a [`Circuit`], a list of elements between nodes with every
//! subcircuit written out and every parameter a number; it never fails, and says of everything that it could not
//! understand where it stands. [`Topology`] then says from the graph alone what no simulation can mend: loops of voltage
//! sources, parts without a path to ground, and the loops and cutsets that make the index 2. [`Signal`] and the devices, such
//! as [`Diode`] and [`Mosfet`], say what elements do at given times and voltages.

mod device;
mod grid;
mod harmonics;
mod ids;
mod measure;
mod mna;
mod model;
mod names;
mod number;
mod point;
mod read;
mod small;
mod stability;
mod sweep;
mod topology;
mod transfer;
mod transient;
mod wave;

pub use device::*;
pub use grid::{MOST_POINTS, NoPoints, frequencies};
pub use harmonics::{Harmonics, harmonics};
pub use ids::{DefinitionId, DeviceId, ElementId, InstanceId, LawId, ModelId, NameId, NodeId, SourceId};
pub use measure::{
    Aim, Curve, Curves, Edge, Instant, Level, Measure, NoMeasure, Summary, Taken, Window, take,
};
pub use mna::{Latency, Mna, NoPoint, Undefined, Unknown, Unknowns, Wrong};
pub use model::{
    Analysis, AnalysisKind, Circuit, Control, DeviceData, Element, Family, Form, Formula, Fourier, Heating,
    Instance, Kind, Knob, Law, Model, Node, Placed, Range, Setting, Source, Spacing, Wave,
};
pub use names::Names;
pub use point::{Point, Way, leaning};
pub use read::{Includes, node_place, read};
pub use small::Answers;
pub use stability::{UnstableMode, unstable};
pub use sweep::{NoSweep, Swept, ohms, sweep};
pub use topology::*;
pub use transfer::Transfer;
pub use transient::{
    Contradiction, Failed, Initial, Jump, Method, Recorded, Settings, Shape, guessed, transient,
};
pub use wave::{Run, Signal};
