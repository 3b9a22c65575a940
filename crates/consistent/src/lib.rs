//! What structure alone cannot see of a system f(x', x, t) = 0: its index at a point, the constraints hidden in it, which
//! initial values may be chosen, and values that satisfy all of it.
//!
//! ```
//! use consistent::{ChainVerdict, MatrixChain, RankPrecision, SparseMatrix};
//!
//! // x1' = x1 + 2 x2 + 3 x3, x1 + x2 + x3 = -1, 2 x1 + x2 + x3 = 0: each row has its unknown, and yet x1 is fixed.
//! let a = SparseMatrix::from_dense(&[[1.0, 0.0, 0.0], [0.0; 3], [0.0; 3]]);
//! let b = SparseMatrix::from_dense(&[[-1.0, -2.0, -3.0], [1.0, 1.0, 1.0], [2.0, 1.0, 1.0]]);
//! let chain = MatrixChain::new(a, b, &RankPrecision::default());
//! assert_eq!(chain.found, ChainVerdict::Index(2));
//! assert_eq!(chain.freedom(), 0);
//! ```

mod active_submatrix;
mod assumptions;
mod chain_cache;
mod consistent_values;
mod constraints;
mod derivatives;
mod eliminate;
mod enlarged;
mod error_bounded;
mod error_bounded_matrix;
mod exact_residue;
mod examine;
mod explicit_constraints;
mod format;
mod hidden_constraints;
mod index_one;
mod integer_kernel;
mod least_change;
mod matrix;
mod matrix_chain;
mod nearby_points;
mod nearest;
mod newton;
mod problem;
mod projectors;
mod queue;
mod rank_decomposition;
mod roles;
mod scale;
mod sparsify;

pub use assumptions::{Assumptions, ConsistencyMethod};
pub use consistent_values::{
    ChangedValue, ConsistencyFailure, ConsistentValues, correct_hidden, start, steady_state,
};
pub use constraints::Constraints;
pub use derivatives::derivatives;
pub use enlarged::EnlargedSystem;
pub use examine::{IndexExamination, NoIndexReason, TractabilityIndex, examine};
pub use explicit_constraints::ExplicitConstraints;
pub use format::{figure, sum};
pub use hidden_constraints::HiddenConstraints;
pub use index_one::IndexOneSystem;
pub use least_change::{PreferredValue, least_change};
pub use matrix::SparseMatrix;
pub use matrix_chain::{ChainStage, ChainVerdict, MatrixChain, RankPrecision};
pub use newton::ProjectionFailure;
pub use problem::{DaePoint, DaeProblem, FunctionProblem, ResidualError, ResidualResult};
pub use projectors::Projectors;
pub use rank_decomposition::{DENSE, RankDecision, RankDecomposition};
pub use roles::{UnknownRole, UnknownRoles, undetermined_unknowns};
pub use sparsify::sparsify;
