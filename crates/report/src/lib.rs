//! What every command found, as typed values, and the JSON schema of each.
//!
//! A report is made from the values of the library, once, and whoever shows it (the command line, an editor, Python) takes
//! it from there. Its members, their names in JSON and what the schema says of them are one and the same text: the
//! declaration of the struct, whose comments are the descriptions. So they cannot disagree.

#[macro_use]
mod record;

mod certificate;
mod check;
mod circuit;
mod circuit_analysis;
mod document;
mod files;
mod findings;
mod flat_model;
mod initialization;
mod json_schema;
mod numerical_index;
mod place;
mod published;
mod repairs;
mod simulation;
mod structure;
mod unread;

pub use certificate::{
    CertificateStatus, ReportedCertificate, ReportedLostEvent, ReportedResidual, VerifiedResult, VerifyModel,
    VerifyReport, VerifyTarget,
};
pub use check::{
    CheckReport, ModelBoundary, ModelCheck, ModelStatus, ModelVerdict, PackageCheck, UnappliedRepair,
};
pub use circuit::{CircuitReport, ConnectedNode, CountedLoopsAndCutsets, ReportedCutset, ReportedLoop};
pub use circuit_analysis::{
    CircuitAnalysis, CircuitAnalysisReport, FrequencyResponse, OperatingPointStrategy, OperatingPointValues,
    ReportedMeasure, ReportedSpectrum, SweptPoints, TransferValues, TransientMethodName, TransientSteps,
};
pub use document::{Document, Report};
pub use files::{FormatReport, ParseReport};
pub use findings::{DiagnosticSeverity, Findings, ReportedChange, ReportedDiagnostic, ReportedLabel};
pub use flat_model::{FlatModelReport, FlattenReport, ReportedEquation};
pub use initialization::{InitReport, InitialValues, ReportedAdjustment, ReportedConflict};
pub use json_schema::{Inline, ObjectSchema, Optional, Published, Record, SchemaDefinitions, SchemaMember};
pub use numerical_index::{
    ConsistencyMethodName, ReportedInitialIndex, ReportedRoles, ReportedStartIndex, ReportedTerm,
};
pub use place::{ReportedPlace, ReportedPosition};
pub use published::published_schemas;
pub use repairs::{ReportedEdit, ReportedRepair};
pub use simulation::{SimulateReport, SimulatedModel, SolverName, SweepRun, UnfinishedSimulation};
pub use structure::{
    AnalyzeReport, BlockKind, ReportedBlock, ReportedDependence, ReportedModelStructure, ReportedPart,
    ReportedStructure, ReportedTrueIndex,
};
pub use unread::UnreadModel;
