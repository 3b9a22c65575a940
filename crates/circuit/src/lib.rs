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
mod mna;
mod point;
mod small;
mod stability;
mod sweep;
mod take;
mod topology;
mod transfer;
mod transient;
mod wave;

pub use device::*;
pub use grid::{MOST_POINTS, NoPoints, frequencies};
pub use harmonics::{Harmonics, harmonics};
pub use mna::{Latency, Mna, NoPoint, Undefined, Unknown, Unknowns, Wrong};
pub use netlist::{
    Aim, Analysis, AnalysisKind, Circuit, Conditions, Control, Curve, DefinitionId, DeviceData, DeviceId,
    Edge, Element, ElementId, Family, Form, Formula, Fourier, Heating, Includes, Instance, InstanceId,
    Instant, Kind, Knob, Law, LawId, Level, Measure, Model, ModelId, NameId, Names, Node, NodeId, Placed,
    Range, Setting, Source, SourceId, Spacing, Summary, Wave, Window, node_place, read,
};
pub use point::{Point, Way, leaning};
pub use small::Answers;
pub use stability::{UnstableMode, unstable};
pub use sweep::{NoSweep, Swept, ohms, sweep};
pub use take::{Curves, NoMeasure, Taken, take};
pub use topology::*;
pub use transfer::Transfer;
pub use transient::{
    Contradiction, Failed, Initial, Jump, Method, Recorded, Settings, Shape, guessed, transient,
};
pub use wave::{Run, Signal};
