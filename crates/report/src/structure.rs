//! The structural analysis of a system of equations.

use crate::{Inline, ReportedStartIndex, UnreadModel};

words! {
    /// What kind of block it is.
    pub enum BlockKind {
        /// The over-determined part.
        Over = "over",
        /// The under-determined part.
        Under = "under",
        /// One equation for one unknown.
        Single = "single",
        /// Several equations that are solved simultaneously.
        Simultaneous = "simultaneous",
    }
}

record! {
    /// Equations that are solved together.
    pub struct ReportedBlock {
        /// What kind of block it is.
        pub kind: BlockKind,
        /// Its equations, by name.
        pub equations: Vec<String>,
        /// Its unknowns, by name.
        pub unknowns: Vec<String>,
        /// The tearing variables among them.
        pub tearing: Vec<String>,
    }
}

record! {
    /// A Dulmage-Mendelsohn part; empty if there is none.
    pub struct ReportedPart {
        /// Its equations, by name.
        pub equations: Vec<String>,
        /// Its unknowns, by name.
        pub unknowns: Vec<String>,
    }
}

record! {
    /// The structural analysis of a system of equations.
    pub struct ReportedStructure {
        /// The number of equations.
        pub equations: usize,
        /// The number of unknowns.
        pub unknowns: usize,
        /// The structural index; null if the system is structurally singular.
        pub structural_index: Option<i64>,
        /// How many initial values may be chosen; of a singular system, how many unknowns nothing determines.
        pub degrees_of_freedom: usize,
        /// The states that were selected.
        pub states: Vec<String>,
        /// The blocks in the order in which they are solved.
        pub blocks: Vec<ReportedBlock>,
        /// The over-determined part.
        pub over: ReportedPart,
        /// The under-determined part.
        pub under: ReportedPart,
        /// Sets of equations of which each lets one be removed; of very many only the first.
        pub row_ranks: Vec<Vec<String>>,
        /// Sets of unknowns of which each needs one more equation; of very many only the first.
        pub column_ranks: Vec<Vec<String>>,
    }
}

record! {
    /// Linear equations that depend on each other.
    pub struct ReportedDependence {
        /// The equations, by name.
        pub equations: Vec<String>,
        /// The unknowns that cancel, by name.
        pub unknowns: Vec<String>,
        /// Whether the right-hand sides agree, so that one equation is redundant; null if that is not known.
        pub agree: Option<bool>,
    }
}

record! {
    /// What the coefficients of a model tell beyond its structure.
    pub struct ReportedTrueIndex {
        /// The index of a linear model with its coefficients; null if it is not known.
        pub true_index: Option<u32>,
        /// How many initial values may be chosen with these coefficients; null if that is not known.
        pub true_degrees_of_freedom: Option<u32>,
        /// Sets of equations that make the index another one than the structural index.
        pub true_index_differs: Vec<Vec<String>>,
        /// Equations that are linearly dependent.
        pub dependences: Vec<ReportedDependence>,
    }
}

record! {
    /// The structural analysis of a model with what its coefficients tell.
    pub struct ReportedModelStructure {
        /// The structure.
        pub structure: Inline<ReportedStructure>,
        /// What the coefficients tell.
        pub numbers: Inline<ReportedTrueIndex>,
    }
}

report!(ReportedStructure as "system", always false: "The document of `wellposed system`: the structural analysis of a system of equations.");

report! {
    /// The document of `wellposed analyze`: the structural analysis of a model, or with `--at-start` its index at the initial point.
    pub enum AnalyzeReport as "analyze" {
        /// The files cannot be read.
        Unread(UnreadModel),
        /// The structure.
        Structure(ReportedModelStructure),
        /// The index at the initial point.
        Start(ReportedStartIndex),
    }
}
