//! Integrates hybrid differential-algebraic systems F(t, y, y') = 0 of index one, with events.
//!
//! A [`System`] gives residuals, an exact sparse Jacobian, root functions and times at which it changes; [`run`]
//! carries it from one time to another with an [`Integrator`] and tells a [`Watch`] what happened. Nothing here knows
//! names: a [`Failure`] says which row and which column, and the caller knows what they are called.
//!
//! [`Bdf`] is the integrator to take: it is made for stiff systems and for systems with algebraic unknowns.
//! [`DormandPrince`] is for non-stiff systems with an explicit form, and says when it meets a stiff one.

mod bdf;
mod consistent;
mod explicit;
mod failure;
mod integrator;
mod matrix;
mod options;
mod roots;
mod run;
mod statistics;
mod system;
mod weights;

pub use bdf::Bdf;
pub use consistent::Consistent;
pub use explicit::DormandPrince;
pub use failure::{Failure, Kind};
pub use integrator::Integrator;
pub use linear::Pattern;
pub use options::Options;
pub use run::{End, Flow, Watch, run};
pub use statistics::Statistics;
pub use system::{Action, Crossing, Event, System, Trouble};
