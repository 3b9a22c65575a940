//! The solution of the initialization problem.

use std::collections::BTreeMap;

use crate::{Optional, ReportedInitialIndex, UnreadModel};

record! {
    /// An initial condition that contradicts the others.
    pub struct ReportedConflict {
        /// The condition.
        pub condition: String,
        /// The variable whose fixed start value it is; null if it is an equation.
        pub variable: Option<String>,
        /// The value of its left-hand side.
        pub left: f64,
        /// The value of its right-hand side.
        pub right: f64,
        /// The difference of both.
        pub off_by: f64,
    }
}

record! {
    /// A start value and the one that takes its place.
    pub struct ReportedAdjustment {
        /// The variable.
        pub variable: String,
        /// Its start value.
        pub from: f64,
        /// The other value.
        pub to: f64,
    }
}

record! {
    /// The solution of the initialization problem.
    pub struct InitialValues {
        /// The full name of the model.
        pub model: String,
        /// The start time.
        pub time: f64,
        /// The values of all variables that are determined.
        pub values: BTreeMap<String, f64>,
        /// Variables that nothing else determines, so that their start values are used.
        pub free: Vec<String>,
        /// Variables whose start values are fixed.
        pub fixed: Vec<String>,
        /// Variables that initial equations determine.
        pub given_by_equations: Vec<String>,
        /// Variables that are computed with their start values as initial guesses.
        pub guessed: Vec<String>,
        /// Variables that are computed without their start values.
        pub ignored: Vec<String>,
        /// Initial conditions that are redundant: they hold.
        pub redundant: Vec<String>,
        /// Initial conditions that contradict the others.
        pub conflicts: Vec<ReportedConflict>,
        /// The nearest consistent values for fixed start values that contradict each other.
        pub nearest: Vec<ReportedAdjustment>,
        /// The index at the initial point, where it is not the structural index.
        pub at_start: Optional<ReportedInitialIndex>,
    }
}

report! {
    /// The document of `wellposed init`: the solution of the initialization problem.
    pub enum InitReport as "init" {
        /// The files cannot be read.
        Unread(UnreadModel),
        /// The values.
        Initial(InitialValues),
    }
}
