//! Where an element of a flat model came from.

use syntax::Place;

use crate::{InstanceId, OriginId, VariableId};

/// Where an element came from. Elements without an origin cannot be built.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// Written in a class that the instance is made from, possibly by way of `extends`.
    Written {
        /// The statement or declaration.
        place: Place,
        /// The instance.
        instance: InstanceId,
    },
    /// Made from `connect` equations.
    Connected {
        /// Every `connect` that takes part, with the instance it is written in.
        connects: Box<[(Place, InstanceId)]>,
    },
    /// Made because a flow variable is connected to nothing.
    Unconnected {
        /// The variable.
        variable: VariableId,
    },
    /// Made from another element by algebra. The other one may itself be derived.
    Derived {
        /// Where the other element came from.
        from: OriginId,
        /// What was done with it.
        step: Derivation,
    },
}

/// What was done with an element to make another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Derivation {
    /// An equation was differentiated by time.
    Differentiated,
    /// The start value of a variable was made an equation of the initial problem.
    Started(VariableId),
}
