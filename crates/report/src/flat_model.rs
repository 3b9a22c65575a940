//! A flat model.

use crate::{ReportedPlace, UnreadModel};

record! {
    /// A scalar equation of a flat model with what is known of the statement that made it.
    pub struct ReportedEquation {
        /// Its name: `eq` and its number, from one.
        pub name: String,
        /// The equation.
        pub equation: String,
        /// The description that its author gave it.
        pub description: String,
        /// How many statements its class has, itself counted; of an equation of connections, how many its `connect` takes part in.
        pub associated: usize,
        /// The full name of the class that it is written in.
        pub class: String,
        /// How freely it may be changed: 3 written in the class of a component, 2 inherited, 1 made by connections, 0 locked.
        pub flexibility: u8,
        /// Whether connections made it.
        pub connected: bool,
        /// Whether its class may not be changed.
        pub locked: bool,
        /// The instance that it belongs to; empty for the model itself.
        pub instance: String,
        /// The statement; null for flow variables that nothing is connected to.
        pub place: Option<ReportedPlace>,
    }
}

record! {
    /// A flat model.
    pub struct FlatModelReport {
        /// The full name of the model.
        pub model: String,
        /// The number of scalar equations.
        pub equations: usize,
        /// The number of scalar unknowns.
        pub unknowns: usize,
        /// The number of parameters and constants.
        pub parameters: usize,
        /// The names of all variables, in the order of their declaration.
        pub variables: Vec<String>,
        /// The equations, in order.
        pub flat_equations: Vec<ReportedEquation>,
    }
}

report! {
    /// The document of `wellposed flatten`: the flat model.
    pub enum FlattenReport as "flatten" {
        /// The files cannot be read.
        Unread(UnreadModel),
        /// The flat model.
        Flat(FlatModelReport),
    }
}
