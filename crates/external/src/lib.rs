//! The external functions that the Modelica Standard Library brings as C and FORTRAN, in Rust: tables, strings,
//! files, random numbers, the Fourier transform and dense linear algebra.
//!
//! Main items: [`call`] (finds a function by the name that an `external` clause gives it), [`TimeTable`], [`Table1D`] and [`Table2D`],
//! [`World`] (the objects that a run has made), [`ResourceFiles`] and [`Host`] (how files are read, and how everything else outside
//! of a model is done).
//!
//! Invariants: each function is a plain function on numbers, texts and matrices, with the results of the C code to the last bits that
//! it defines; nothing here touches the disk or a clock by itself.
//!
//! ```
//! // The generator of the library: the same state gives the same number on every machine.
//! let (state, first) = external::xorshift64star([1, 2]);
//! assert_eq!((state, first), external::xorshift64star([1, 2]));
//! assert!((0.0..1.0).contains(&first));
//! ```

mod argument;
mod call;
mod failure;
mod fft;
mod files;
mod host;
mod mat;
mod modelica_internal;
mod random;
mod strings;
mod table;
mod table_files;

pub use argument::{ExternalArray, ExternalValue};
pub use call::{ExternalDeclaration, ObjectId, World, WorldState, call, has_side_effects, is_known, repeats};
pub use failure::{ExternalFailure, ExternalResult};
pub use fft::spectrum;
pub use files::{PathEntry, ResourceFiles};
pub use host::{DateTime, Host};
pub use linear::Matrix;
pub use mat::{CUT_OFF, read_mat, read_mat_four};
pub use random::{xorshift64star, xorshift128plus, xorshift1024star};
pub use table::{
    Extrapolation, LookupTime, Smoothness, Table1D, Table2D, TimeEvents, TimeTable, TimeTableOptions,
};
pub use table_files::{read_csv, read_table, read_text};

use failure::model_error;
