//! Whether a model is well-posed.

use crate::{Optional, ReportedRepair, UnreadModel};

words! {
    /// How a model stands.
    pub enum ModelStatus {
        /// As many equations as unknowns, everywhere.
        WellPosed = "well-posed",
        /// Over-determined: more equations than unknowns somewhere.
        Over = "over",
        /// Under-determined: fewer equations than unknowns somewhere.
        Under = "under",
        /// Over-determined in one part and under-determined in another.
        Mixed = "mixed",
        /// It could not be read or flattened.
        Error = "error",
    }
}

words! {
    /// What a model was taken as.
    pub enum ModelBoundary {
        /// A component of other models, balanced once its connectors are connected.
        Component = "component",
        /// A whole model that can be simulated by itself.
        Whole = "whole",
    }
}

record! {
    /// The likeliest repair of a mistake, which was not applied.
    pub struct UnappliedRepair {
        /// Its rank among the repairs; null if the mistake has none.
        pub rank: Option<usize>,
        /// Why it was not applied.
        pub reason: String,
    }
}

record! {
    /// A model that was checked.
    pub struct ModelCheck {
        /// The full name of the model.
        pub model: String,
        /// How it stands.
        pub status: ModelStatus,
        /// What it was taken as.
        pub boundary: ModelBoundary,
        /// The top-level connectors that must be connected before a component can be simulated.
        pub open: Vec<String>,
        /// The number of scalar equations.
        pub equations: usize,
        /// The number of scalar unknowns.
        pub unknowns: usize,
        /// Candidate repairs, the likeliest first.
        pub repairs: Vec<ReportedRepair>,
        /// With `--verbose`: Dulmage-Mendelsohn parts, matching and alternating paths, line by line.
        pub details: Vec<String>,
        /// The files that were changed, or with `--dry-run` would be.
        pub changed: Vec<String>,
        /// The ranks of the repairs that were applied.
        pub done: Optional<Vec<usize>>,
        /// The repairs that were not applied.
        pub left: Optional<Vec<UnappliedRepair>>,
    }
}

record! {
    /// A model of a package.
    pub struct ModelVerdict {
        /// The full name of the model.
        pub model: String,
        /// How it stands.
        pub status: ModelStatus,
        /// The number of scalar equations.
        pub equations: usize,
        /// The number of scalar unknowns.
        pub unknowns: usize,
    }
}

record! {
    /// A package whose models were checked.
    pub struct PackageCheck {
        /// The full name of the package.
        pub package: String,
        /// How the worst of its models stands.
        pub status: ModelStatus,
        /// Its models, in the order of the text.
        pub models: Vec<ModelVerdict>,
    }
}

report! {
    /// The document of `wellposed check`: whether a model, or each model of a package, is well-posed, and candidate repairs.
    pub enum CheckReport as "check" {
        /// The files cannot be read.
        Unread(UnreadModel),
        /// A model.
        Model(ModelCheck),
        /// All models of a package.
        Package(PackageCheck),
    }
}
