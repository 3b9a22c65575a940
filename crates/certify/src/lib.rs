//! Does a result solve its model? The values of a result are put back into the flat model as written, before any
//! transformation: every equation, binding, connection sum, algorithm and initial equation at every row, `when` equations
//! at events, differences of states against their derivatives, and relations on a finer grid, to find events that were lost.
//!
//! Nothing of what computed the result is used for that: the evaluator is this crate's own (`evaluate.rs`). Shared are the
//! flat model itself and the crate `external`, which has the functions that models call in C and FORTRAN.
//!
//! What is claimed: an equation holds at a row if its residual is at most a millionth of the sum of the sizes of its terms,
//! or of what the digits that were recorded, and the accuracy of solving algebraic loops, explain. Whatever rows do not
//! decide is counted, by reason, and never called right or wrong.

mod algorithm;
mod certificate;
mod clocked;
mod columns;
mod discrete_time;
mod evaluate;
mod judge;
mod locals;
mod missing_value;
mod prescribed;
mod quadrature;
mod recorded;
mod relations;
mod samples;
mod table;
mod tape;
mod value;
mod verification;
mod whens;

pub use certificate::{
    Certificate, CertificateFinding, CertificateFindingKind, CertificateVerdict, LostEvent,
};
pub use missing_value::UndecidedReason;
pub use table::{ColumnSource, DenseRows, ResultColumn, ResultRows, ResultTable};
pub use verification::{VerifyOptions, certify};
