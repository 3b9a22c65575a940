//! Does a result solve its model? The values of a result are put back into the flat model as written, before any
//! transformation: every equation, binding, connection sum, algorithm and initial equation at every row, `when` equations
//! at events, differences of states against their derivatives, and relations on a finer grid, to find events that were lost.
//!
//! Main items: [`certify`] takes a model and a [`ResultTable`] and gives a [`Certificate`], which says for how many equations the result
//! was proved right, what is wrong, and what rows do not decide ([`UndecidedReason`]).
//!
//! Invariants: nothing of what computed the result is used, the evaluator is this crate's own; shared are the flat model itself and
//! the crate `external`, which has the functions that models call in C and FORTRAN. An equation holds at a row if its residual is at
//! most a millionth of the sum of the sizes of its terms, or of what the digits that were recorded, and the accuracy of solving
//! algebraic loops, explain. Whatever rows do not decide is counted, by reason, and never called right or wrong.
//!
//! ```
//! use certify::{
//!     CertificateVerdict, ColumnSource, DenseRows, RecordedPrecision, ResultColumn, ResultTable, VerifyOptions, certify,
//! };
//! use project::{MemoryFiles, Resources, flatten, load};
//!
//! let mut files = MemoryFiles::default();
//! files.add("M.mo", "model M Real x, y; equation x = 2*time; y = x^2; end M;");
//! let loaded = load(&files, &["M.mo".into()]);
//! let model = flatten(&files, &loaded, "M").model.unwrap();
//! let verdict = |y: f64| {
//!     let column = |name: &str, column| ResultColumn {
//!         name: name.to_string(),
//!         source: ColumnSource::Column(column, 1.0),
//!         precision: RecordedPrecision::relative(1e-9),
//!     };
//!     let points = DenseRows { width: 2, values: vec![0.0, 0.0, 1.0, 1.0, 2.0, y] };
//!     let table = ResultTable {
//!         times: &[0.0, 0.5, 1.0],
//!         time_precision: RecordedPrecision::FULL,
//!         columns: vec![column("x", 0), column("y", 1)],
//!         points: &points,
//!     };
//!     certify(&model, &Resources::new(&files, &loaded), &table, &VerifyOptions::default()).verdict()
//! };
//! assert_eq!(verdict(4.0), CertificateVerdict::Holds);
//! assert_eq!(verdict(4.1), CertificateVerdict::Fails);
//! ```

mod algorithm;
mod certificate;
mod clocked;
mod columns;
mod discrete_time;
mod evaluate;
mod interpolation;
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
pub use table::{ColumnSource, DenseRows, RecordedPrecision, ResultColumn, ResultRows, ResultTable};
pub use verification::{VerifyOptions, certify};
