//! The external functions that the Modelica Standard Library brings as C and FORTRAN, in Rust: tables, strings,
//! files, random numbers, the Fourier transform and dense linear algebra.
//!
//! Each is a plain function on numbers, texts and matrices. [`call`] finds one by the name that an `external`
//! clause gives it. Files are read through the trait [`ResourceFiles`], and everything else outside of the model is done
//! through the trait [`Host`]: nothing here touches the disk or a clock by itself.

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
