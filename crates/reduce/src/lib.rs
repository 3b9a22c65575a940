//! Flat models as rows and columns, for the algorithms of `structure`.
//!
//! `structure` decides about row 7 and column 12; here it is known which equation and which variable these are.

mod border;
mod conditions;
mod held;
mod incident;
mod linear;
mod rows;

pub use conditions::{Conditions, Demand, conditions};
pub use linear::dependences;
pub use rows::{Outside, Row, Rows, Source, rows};
