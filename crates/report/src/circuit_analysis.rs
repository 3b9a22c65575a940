//! Analyses of a circuit: operating point, DC sweep, transient, small signals, transfer function.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::{
    CircuitReport, ObjectSchema, Optional, Published, Record, Report, SchemaDefinitions, SchemaMember,
};

words! {
    /// How an operating point was found.
    pub enum OperatingPointStrategy {
        /// Newton's method from the first guess.
        Newton = "newton",
        /// Conductances across junctions that become smaller step by step.
        Conductances = "conductance stepping",
        /// Sources that grow step by step.
        Sources = "source stepping",
        /// A transient until nothing changes.
        Transient = "pseudo-transient",
        /// Newton's method from other start values.
        Restart = "other start values",
    }
}

words! {
    /// An integration method.
    pub enum TransientMethodName {
        /// The trapezoidal rule.
        Trapezoidal = "trapezoidal",
        /// Backward differentiation formulas of variable order.
        Gear = "gear",
    }
}

record! {
    /// What a line `.meas` asks for.
    pub struct ReportedMeasure {
        /// Its name.
        pub name: String,
        /// Its value; null if it has none.
        pub value: Option<f64>,
        /// The unit of its value; missing if it has none.
        pub unit: Optional<String>,
        /// The point of the axis where it was taken.
        pub at: Optional<f64>,
        /// The value of the curve at that point.
        pub with: Optional<f64>,
        /// The first point that it was taken over.
        pub from: Optional<f64>,
        /// The last point that it was taken over.
        pub to: Optional<f64>,
        /// The point of the trigger.
        pub trig: Optional<f64>,
        /// The point of the target.
        pub targ: Optional<f64>,
        /// Why it has no value.
        pub reason: Optional<String>,
    }
}

record! {
    /// The harmonics that a line `.four` asks for.
    pub struct ReportedSpectrum {
        /// The signal.
        pub name: String,
        /// The fundamental frequency in Hz.
        pub frequency: f64,
        /// The total harmonic distortion, as a part of the fundamental.
        pub distortion: f64,
        /// The magnitude of each harmonic, the constant first.
        pub magnitudes: Vec<f64>,
        /// The phase of each harmonic in degrees, the constant first.
        pub phases: Vec<f64>,
    }
}

record! {
    /// The operating point of a circuit (`op`).
    pub struct OperatingPointValues {
        /// The node voltages in V.
        pub nodes: BTreeMap<String, f64>,
        /// The branch currents in A.
        pub currents: BTreeMap<String, f64>,
        /// The number of Newton iterations.
        pub iterations: usize,
        /// How it was found.
        pub way: OperatingPointStrategy,
    }
}

record! {
    /// A DC sweep of a circuit (`dc`).
    pub struct SweptPoints {
        /// The number of points.
        pub points: usize,
        /// The levels of each quantity that is swept.
        pub levels: Vec<Vec<f64>>,
        /// What the lines `.meas` ask for.
        pub measures: Optional<Vec<ReportedMeasure>>,
    }
}

record! {
    /// A transient of a circuit (`tran`).
    pub struct TransientSteps {
        /// The integration method.
        pub method: TransientMethodName,
        /// The number of steps.
        pub steps: u64,
        /// The number of steps that were rejected.
        pub rejected: u64,
        /// The number of Newton iterations.
        pub newton_iterations: u64,
        /// The number of Jacobians.
        pub jacobians: u64,
        /// The number of evaluations of devices.
        pub evaluations: u64,
        /// The number of points.
        pub points: usize,
        /// The values at the last point.
        pub last: BTreeMap<String, f64>,
        /// What the lines `.meas` ask for.
        pub measures: Optional<Vec<ReportedMeasure>>,
        /// What the lines `.four` ask for.
        pub fourier: Optional<Vec<ReportedSpectrum>>,
    }
}

record! {
    /// The small-signal response of a circuit (`ac`).
    pub struct FrequencyResponse {
        /// The number of frequencies.
        pub points: usize,
        /// What the lines `.meas` ask for.
        pub measures: Optional<Vec<ReportedMeasure>>,
    }
}

record! {
    /// A transfer function of a circuit at its operating point (`tf`).
    pub struct TransferValues {
        /// The gain.
        pub gain: f64,
        /// The input resistance in ohms; null if it is infinite.
        pub input_resistance: Option<f64>,
        /// The output resistance in ohms; null if it is infinite, or if the output is a current.
        pub output_resistance: Option<f64>,
    }
}

/// What an analysis found.
#[derive(Clone, Debug, PartialEq)]
pub enum CircuitAnalysis {
    /// `op`.
    Point(OperatingPointValues),
    /// `dc`.
    Sweep(SweptPoints),
    /// `tran`.
    Transient(TransientSteps),
    /// `ac`.
    SmallSignal(FrequencyResponse),
    /// `tf`.
    Transfer(TransferValues),
}

impl CircuitAnalysis {
    /// What the lines `.meas` ask for.
    pub fn measures(&self) -> &[ReportedMeasure] {
        let measures = match self {
            CircuitAnalysis::Sweep(found) => found.measures.0.as_deref(),
            CircuitAnalysis::Transient(found) => found.measures.0.as_deref(),
            CircuitAnalysis::SmallSignal(found) => found.measures.0.as_deref(),
            // A point is no curve.
            CircuitAnalysis::Point(_) | CircuitAnalysis::Transfer(_) => None,
        };
        measures.unwrap_or_default()
    }
}

/// An analysis of a circuit beside its network graph. Where both have a member of the same name, that of the analysis.
/// Counts: of a node its voltage.
#[derive(Clone, Debug, PartialEq)]
pub struct CircuitAnalysisReport {
    /// The network graph.
    pub graph: CircuitReport,
    /// What the analysis found.
    pub analysis: CircuitAnalysis,
    /// The result files.
    pub outputs: Vec<String>,
}

impl Report for CircuitAnalysisReport {
    const NAME: &'static str = "circuit-analysis";
    const ABOUT: &'static str = "The document of `wellposed circuit op`, `dc`, `tran`, `ac` and `tf`: what an analysis of a circuit found, beside its network graph.";

    fn put_members(&self, members: &mut Map<String, Value>) {
        Record::put_members(&self.graph, members);
        match &self.analysis {
            CircuitAnalysis::Point(found) => found.put_members(members),
            CircuitAnalysis::Sweep(found) => found.put_members(members),
            CircuitAnalysis::Transient(found) => found.put_members(members),
            CircuitAnalysis::SmallSignal(found) => found.put_members(members),
            CircuitAnalysis::Transfer(found) => found.put_members(members),
        }
        self.outputs.put("outputs", members);
    }

    fn objects(definitions: &mut SchemaDefinitions) -> Vec<ObjectSchema> {
        let analyses = [
            OperatingPointValues::object(definitions),
            SweptPoints::object(definitions),
            TransientSteps::object(definitions),
            FrequencyResponse::object(definitions),
            TransferValues::object(definitions),
        ];
        let outputs = SchemaMember { name: "outputs", description: "The result files.", required: true };
        let whole = |mut analysis: ObjectSchema| {
            Vec::<String>::describe(outputs, &mut analysis, definitions);
            analysis.complete(CircuitReport::object(definitions));
            analysis
        };
        analyses.into_iter().map(whole).collect()
    }
}
