//! The index of a model at its initial point.

use crate::{Inline, Optional, ReportedAdjustment};

words! {
    /// How consistent values are found.
    pub enum ConsistencyMethodName {
        /// Index 0 or 1: the constraints are solved for the algebraic unknowns.
        Explicit = "explicit",
        /// Index 2: one linear system corrects what derivatives of constraints determine.
        Linear = "linear",
        /// Index 2 in Hessenberg form: what is differentiated is kept.
        Hessenberg = "hessenberg",
        /// Index 2: Newton's method corrects what derivatives of constraints determine.
        Correction = "correction",
        /// Index 2: the nearest consistent values.
        Nearest = "nearest",
        /// None is known.
        Unknown = "unknown",
    }
}

record! {
    /// An equation in a linear combination.
    pub struct ReportedTerm {
        /// The equation.
        pub equation: String,
        /// Its factor.
        pub factor: f64,
    }
}

record! {
    /// The roles of the unknowns at the initial point.
    pub struct ReportedRoles {
        /// Unknowns whose initial values may be chosen.
        pub dynamic: Vec<String>,
        /// Dynamic unknowns that constraints tie to others.
        pub tied: Vec<String>,
        /// Differentiated unknowns that constraints determine.
        pub fixed: Vec<String>,
        /// Algebraic unknowns.
        pub algebraic: Vec<String>,
        /// Unknowns that only the derivative of a constraint determines.
        pub hidden: Vec<String>,
        /// The hidden constraints: linear combinations of equations that have to be differentiated.
        pub differentiate: Vec<Vec<ReportedTerm>>,
        /// How consistent values are found.
        pub method: ConsistencyMethodName,
    }
}

record! {
    /// The tractability index of a model at its initial point, computed from numbers.
    pub struct ReportedStartIndex {
        /// The index; null if there is none.
        pub index: Option<usize>,
        /// The structural index of the same equations; null if they are structurally singular.
        pub structural_index: Option<i64>,
        /// Whether the index is that of the model with its derivatives as unknowns of their own.
        pub enlarged: bool,
        /// Whether initialization succeeded; otherwise the index is that at the start values.
        pub solved: bool,
        /// How many initial values may be chosen; missing if there is no index.
        pub degrees_of_freedom: Optional<usize>,
        /// The roles of the unknowns; missing if the model is large.
        pub roles: Optional<Inline<ReportedRoles>>,
    }
}

record! {
    /// The tractability index of a model at the values that initialization found.
    pub struct ReportedInitialIndex {
        /// The index.
        pub index: Inline<ReportedStartIndex>,
        /// Start values that consistent values replaced, where the index decides which values are consistent.
        pub corrected: Optional<Vec<ReportedAdjustment>>,
    }
}
