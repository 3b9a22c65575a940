//! Flat models as rows and columns, for the algorithms of `structure`.
//!
//! `structure` decides about row 7 and column 12; here it is known which equation and which variable these are.
//! [`rows`] is what `check` looks at: the model as it was written. [`Plan`] is the way to a simulation: rows without
//! aliases, differentiated where needed, and sorted into blocks.

mod alias;
mod attributes;
mod bent;
mod causes;
mod conditions;
mod dae;
mod dependences;
mod dependent_starts;
mod discrete_variables;
mod exact;
mod finder;
mod hidden_constraints;
mod incident;
mod index;
mod initial;
mod lower;
mod parameters;
mod pencil;
mod plan;
mod point;
mod premises;
mod print;
mod raise;
mod ranks;
mod relations;
mod row_text;
mod rows;
mod schedule;
mod select;
mod top_level_connectors;
mod uncover;
mod zeros;

pub use attributes::{Attributes, Solver, StateSelect};
pub use conditions::{Conditions, Demand, conditions};
pub use dae::{Action, Alias, Conflict, Dae, Equality, Failed, Relation, Role, RowId, RowKind, Unsolvable};
pub use dependences::{Dependence, Jacobian, dependences};
pub use dependent_starts::DependentStart;
pub use index::Reduced;
pub use initial::{Given, Initialization, Start};
pub use pencil::pencil;
pub use plan::Plan;
pub use row_text::row_text;
pub use rows::{Boundary, Row, Rows, Source, rows};
pub use schedule::{Assign, Block, Linear, Schedule, Torn};
pub use select::{Constraints, Group, Judged, Part};
