//! Systems of equations: the one place for factors of matrices and for Newton's method.
//!
//! A sparse matrix is sorted into blocks that are solved one after the other and factored block by block; a small dense one is
//! factored whole. Whatever fails names the row and the column it fails at. What the Modelica library takes from LAPACK stands
//! in [`lapack`]; [`solve_nonlinear`] iterates what is not linear.
//!
//! A pattern is analyzed once, pivots are chosen for one set of values, and for others the factors are computed with the
//! same pivots as long as these are good enough:
//!
//! ```
//! use linear::{Lu, Pattern, Symbolic};
//!
//! let pattern = Pattern::from_columns([vec![0, 1], vec![0, 1]]).unwrap();
//! let symbolic = Symbolic::analyze(&pattern).unwrap();
//! let mut lu = Lu::factor(&symbolic, &[2.0, 1.0, 1.0, 1.0]).unwrap();
//! let mut x = [3.0, 2.0];
//! lu.solve(&mut x).unwrap();
//! assert_eq!(x, [1.0, 1.0]);
//! assert_eq!(lu.refactor_or_pivot(&[4.0, 1.0, 2.0, 1.0]), Ok(false));
//! ```

mod coloring;
mod condition;
mod dense;
mod eliminate;
mod factor_pattern;
mod factored_matrix;
mod failure;
mod lu;
mod matrix;
mod newton;
mod order;
mod pattern;
mod refactor;
mod singular;
mod solve;
mod symbolic;

pub mod lapack;

pub use dense::DenseFactors;
pub use factored_matrix::{FactoredMatrix, SingularMatrix};
pub use failure::{FactorFailure, SolveFailure, StructuralSingularity};
pub use lu::Lu;
pub use matrix::Matrix;
pub use newton::{
    NewtonFailure, NewtonOptions, NewtonProgress, NewtonStep, NonlinearProblem, solve_nonlinear,
};
pub use pattern::{MalformedPattern, Pattern};
pub use singular::singular_values;
pub use symbolic::Symbolic;
