//! Integrates hybrid differential-algebraic systems F(t, y, y') = 0 of index one, with events.
//!
//! A [`HybridDae`] gives residuals, an exact sparse Jacobian, root functions and times at which it changes; [`run`]
//! carries it from one time to another with an [`Integrator`] and tells a [`StepObserver`] what happened. Nothing here knows
//! names: a [`IntegrationFailure`] says which row and which column, and the caller knows what they are called.
//!
//! [`Bdf`] is the integrator to take: it is made for stiff systems and for systems with algebraic unknowns.
//! [`DormandPrince`] is for non-stiff systems with an explicit form, and says when it meets a stiff one.
//!
//! ```
//! use simulate::{Bdf, HybridDae, IntegratorOptions, Pattern, SystemResult, run};
//!
//! /// x' = -x
//! struct Decay(Pattern);
//!
//! impl HybridDae for Decay {
//!     fn size(&self) -> usize {
//!         1
//!     }
//!     fn pattern(&self) -> &Pattern {
//!         &self.0
//!     }
//!     fn differential(&self) -> &[bool] {
//!         &[true]
//!     }
//!     fn nominal(&self) -> &[f64] {
//!         &[1.0]
//!     }
//!     fn residual(&mut self, _t: f64, y: &[f64], yp: &[f64], r: &mut [f64]) -> SystemResult {
//!         r[0] = yp[0] + y[0];
//!         Ok(())
//!     }
//!     fn jacobian(&mut self, _t: f64, _y: &[f64], _yp: &[f64], c: f64, v: &mut [f64]) -> SystemResult {
//!         v[0] = 1.0 + c;
//!         Ok(())
//!     }
//! }
//!
//! let mut decay = Decay(Pattern::from_columns([vec![0]]).unwrap());
//! let mut bdf = Bdf::new(&decay, IntegratorOptions::tolerance(1e-8));
//! let (mut y, mut yp) = ([1.0], [0.0]);
//! run(&mut decay, &mut bdf, (0.0, 1.0), (&mut y, &mut yp), &mut ()).unwrap();
//! assert!((y[0] - (-1f64).exp()).abs() < 1e-7);
//! ```

mod bdf;
mod chatter;
mod consistent;
mod dormand_prince;
mod enclosure;
mod failure;
mod history_transfer;
mod integrator;
mod options;
mod proofs;
mod roots;
mod run;
mod statistics;
mod step_state;
mod system;
mod weights;
mod zeno;

pub use bdf::Bdf;
pub use consistent::ConsistentSolver;
pub use dormand_prince::DormandPrince;
pub use enclosure::{Enclosure, TAYLOR};
pub use failure::{IntegrationFailure, IntegrationFailureKind, IntegrationResult};
pub use history_transfer::SolutionHistory;
pub use integrator::Integrator;
pub use linear::Pattern;
pub use options::{ErrorNorm, IntegrationFormula, IntegratorOptions, ToleranceReference};
pub use run::{RunControl, RunEnd, StepObserver, run};
pub use statistics::Statistics;
pub use step_state::StepState;
pub use system::{Crossing, Event, EventResponse, HybridDae, SystemError, SystemResult};
pub use zeno::EventIntervals;
