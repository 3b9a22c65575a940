//! Flat models as rows and columns, for the algorithms of `structure`.
//!
//! `structure` decides about row 7 and column 12; here it is known which equation and which variable these are.
//! [`rows`] is what `check` looks at: the model as it was written. [`Plan`] is the way to a simulation: rows without
//! aliases, differentiated where needed, and sorted into blocks.

mod alias;
mod attributes;
mod dae;
mod dependences;
mod dependent_blocks;
mod dependent_starts;
mod discrete_variables;
mod exact;
mod hidden_constraint_search;
mod hidden_constraints;
mod incidence;
mod index_reduction;
mod initial_causes;
mod initialization;
mod initialization_problem;
mod lower;
mod nonlinear_incidence;
mod parameter_zeros;
mod parameters;
mod pencil;
mod plan;
mod plan_validity;
mod print;
mod random_point;
mod relations;
mod requested_states;
mod row_text;
mod rows;
mod schedule;
mod state_selection;
mod top_level_connectors;
mod variable_finder;

pub use attributes::{Attributes, SolverAttributes, StateSelect};
pub use dae::{
    Action, Dae, Equality, Relation, Replacement, RowId, RowKind, StartConflict, Unsolvable,
    UnsolvableSystem, VariableRole,
};
pub use dependences::{ModularJacobian, RowDependence, dependences};
pub use dependent_starts::DependentStart;
pub use index_reduction::ReducedDae;
pub use initialization::{Initialization, StartReason, StartValue};
pub use initialization_problem::{InitialCondition, InitializationProblem, initialization_problem};
pub use pencil::pencil;
pub use plan::Plan;
pub use row_text::row_text;
pub use rows::{Boundary, ModelRow, ModelRows, RowSource, rows};
pub use schedule::{Assignment, LinearBlock, Schedule, ScheduledBlock, TornBlock};
pub use state_selection::{SelectionQuality, StageConstraints, StateCandidates, StateSelectionBlock};
