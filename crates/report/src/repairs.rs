//! Repairs of a model.

use crate::{Inline, ReportedChange};

record! {
    /// A change of the text that a repair makes.
    pub struct ReportedEdit {
        /// The text that is replaced, and by what.
        pub change: Inline<ReportedChange>,
        /// The repair that it belongs to.
        pub description: String,
    }
}

record! {
    /// A candidate repair.
    pub struct ReportedRepair {
        /// Its rank, from one for the likeliest; `wellposed check --repair` takes it.
        pub rank: usize,
        /// How likely it is what was meant; higher is likelier.
        pub score: i32,
        /// The changes of the text.
        pub edits: Vec<ReportedEdit>,
        /// The statements that it removes.
        pub removes: Vec<String>,
        /// The statements that it adds.
        pub adds: Vec<String>,
        /// Unknowns of which an equation that is added must contain at least one, because nothing else determines them.
        pub must: Vec<String>,
        /// Other variables and parameters that an equation that is added may contain.
        pub may: Vec<String>,
        /// Those of both that no equation of the class contains yet.
        pub unused: Vec<String>,
        /// How many equations of the flat model an equation that is added makes; zero if none is added.
        pub copies: usize,
        /// Whether the model was checked with this repair and is well-posed then.
        pub verified: bool,
        /// What the repair is, in the imperative.
        pub reason: String,
    }
}
