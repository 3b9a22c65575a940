//! Dense linear algebra of small matrices: what `Modelica.Math.Matrices` takes from LAPACK.
//!
//! The textbook algorithms, as in G. H. Golub and C. F. Van Loan, "Matrix Computations": elimination with partial
//! pivoting, Householder's reflections, Jacobi's rotations for singular values and the implicit double-shift QR
//! iteration for eigenvalues. Factors agree with LAPACK's up to signs and rounding. So `DenseLu` keeps the pivots of `dgetrf`,
//! goes on where one is zero and believes every other; [`DenseFactors`](crate::DenseFactors) chooses them on balanced rows,
//! and refuses a pivot that may be nothing but rounding.

mod cholesky;
mod eigen;
mod hessenberg;
mod least_squares;
mod lu;
mod qr;
mod reorder;
mod schur;
mod svd;
mod triangular;

pub use cholesky::cholesky;
pub use eigen::{Eigenvalues, eigenvalues, eigenvectors};
pub use hessenberg::Hessenberg;
pub use least_squares::{LeastSquares, constrained, least_squares};
pub use lu::DenseLu;
pub use qr::Qr;
pub use reorder::reorder;
pub use schur::{Schur, from_hessenberg, schur};
pub use svd::{Svd, svd};
pub use triangular::{Triangle, solve_sylvester};
