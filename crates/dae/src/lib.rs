//! Flat models as rows and columns, for the algorithms of `structure`.
//!
//! Main types: [`ModelRows`] (the model as it was written, which `check` looks at), [`Dae`] (rows without aliases, each derivative a
//! variable), [`ReducedDae`] (with differentiated rows, states and the choices between them), [`Schedule`] (blocks in solving order),
//! [`Initialization`], and [`Plan`], which holds the last three: the way to a simulation.
//!
//! Invariants: `structure` decides about row 7 and column 12, and here it is known which equation and which variable these are;
//! every row has an origin, those that were derived from others too; a pass that fails returns data ([`Unsolvable`]), not text.
//!
//! ```
//! use base::Cancellation;
//! use project::{MemoryFiles, flatten, load};
//!
//! // A pendulum in Cartesian coordinates: of index three, with two of its four differentiated variables as states.
//! let mut files = MemoryFiles::default();
//! files.add("P.mo", "model P
//!     Real x(start = 1), y, u, v, f;
//!   equation
//!     der(x) = u; der(y) = v; der(u) = -f*x; der(v) = -f*y - 9.81; x^2 + y^2 = 1;
//!   end P;");
//! let loaded = load(&files, &["P.mo".into()]);
//! let model = flatten(&files, &loaded, "P").model.unwrap();
//! let plan = dae::Plan::new(model, &Cancellation::default()).unwrap();
//! assert_eq!(plan.schedule.states.len(), 2);
//! ```

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
