//! Where an element of a flat model came from.

use syntax::Place;

use crate::{InstanceId, VariableId};

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
}
