//! Integrates hybrid differential-algebraic systems F(t, y, y') = 0 of index one, with events.
//!
//! A [`System`] gives residuals, an exact sparse Jacobian, root functions and times at which it changes; [`run`]
//! carries it from one time to another with an [`Integrator`] and tells a [`Watch`] what happened. Nothing here knows
//! names: a [`Failure`] says which row and which column, and the caller knows what they are called.
//!
//! [`Bdf`] is the integrator to take: it is made for stiff systems and for systems with algebraic unknowns.
//! [`DormandPrince`] is for non-stiff systems with an explicit form, and says when it meets a stiff one.
//!
//! ```
//! use simulate::{Bdf, Options, Pattern, System, Trouble, run};
//!
//! /// x' = -x
//! struct Decay(Pattern);
//!
//! impl System for Decay {
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
//!     fn residual(&mut self, _t: f64, y: &[f64], yp: &[f64], r: &mut [f64]) -> Result<(), Trouble> {
//!         r[0] = yp[0] + y[0];
//!         Ok(())
//!     }
//!     fn jacobian(&mut self, _t: f64, _y: &[f64], _yp: &[f64], c: f64, v: &mut [f64]) -> Result<(), Trouble> {
//!         v[0] = 1.0 + c;
//!         Ok(())
//!     }
//! }
//!
//! let mut decay = Decay(Pattern::from_columns([vec![0]]).unwrap());
//! let mut bdf = Bdf::new(&decay, Options::tolerance(1e-8));
//! let (mut y, mut yp) = ([1.0], [0.0]);
//! run(&mut decay, &mut bdf, (0.0, 1.0), (&mut y, &mut yp), &mut ()).unwrap();
//! assert!((y[0] - (-1f64).exp()).abs() < 1e-7);
//! ```

mod bdf;
mod chatter;
mod consistent;
mod enclosure;
mod explicit;
mod failure;
mod integrator;
mod matrix;
mod options;
mod pace;
mod past;
mod proofs;
mod roots;
mod run;
mod statistics;
mod system;
mod weights;
mod zeno;

pub use bdf::Bdf;
pub use consistent::Consistent;
pub use enclosure::{Enclosure, TAYLOR};
pub use explicit::DormandPrince;
pub use failure::{Failure, Kind};
pub use integrator::Integrator;
pub use linear::Pattern;
pub use options::{Formula, Norm, Options, Reference};
pub use pace::Pace;
pub use past::Past;
pub use run::{End, Flow, Watch, run};
pub use statistics::Statistics;
pub use system::{Action, Crossing, Event, System, Trouble};
pub use zeno::Pulse;
