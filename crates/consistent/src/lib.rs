//! What structure alone cannot see of a system f(x', x, t) = 0: its index at a point, the constraints hidden in it, which
//! initial values may be chosen, and values that satisfy all of it.
//!
//! ```
//! use consistent::{Chain, Found, Matrix, Precision};
//!
//! // x1' = x1 + 2 x2 + 3 x3, x1 + x2 + x3 = -1, 2 x1 + x2 + x3 = 0: each row has its unknown, and yet x1 is fixed.
//! let a = Matrix::from_dense(&[[1.0, 0.0, 0.0], [0.0; 3], [0.0; 3]]);
//! let b = Matrix::from_dense(&[[-1.0, -2.0, -3.0], [1.0, 1.0, 1.0], [2.0, 1.0, 1.0]]);
//! let chain = Chain::new(a, b, &Precision::default());
//! assert_eq!(chain.found, Found::Index(2));
//! assert_eq!(chain.freedom(), 0);
//! ```

mod active;
mod assume;
mod chain;
mod constraints;
mod eliminate;
mod enlarged;
mod examine;
mod explicit;
mod hidden;
mod initial;
mod lanes;
mod least;
mod matrix;
mod meant;
mod memo;
mod near;
mod nearest;
mod newton;
mod problem;
mod project;
mod queue;
mod reduced;
mod roles;
mod scale;
mod singular;
mod slopes;
mod sparsify;
mod split;
mod whole;
mod wide;
mod words;

pub use assume::{Assumptions, Method};
pub use chain::{Chain, Found, Precision, Stage};
pub use constraints::Constraints;
pub use enlarged::Enlarged;
pub use examine::{Examination, Index, Reason, examine};
pub use explicit::Explicit;
pub use hidden::Hidden;
pub use initial::{Change, Consistent, Refusal, correct, start, steady};
pub use least::{Wish, least};
pub use matrix::Matrix;
pub use newton::Stuck;
pub use problem::{Functions, Point, Problem, Trouble};
pub use project::Projectors;
pub use reduced::Reduced;
pub use roles::{Role, Roles, undetermined};
pub use singular::singular_values;
pub use slopes::slopes;
pub use sparsify::sparsify;
pub use split::{DENSE, Decision, Split};
pub use words::{figure, sum};
