//! The external functions that the Modelica Standard Library brings as C and FORTRAN, in Rust: tables, strings,
//! files, random numbers, the Fourier transform and dense linear algebra.
//!
//! Each is a plain function on numbers, texts and matrices. [`call`] finds one by the name that an `external`
//! clause gives it. Files are read through the trait [`Files`], and everything else outside of the model is done
//! through the trait [`Host`]: nothing here touches the disk or a clock by itself.

mod argument;
mod call;
mod failure;
mod fft;
mod files;
mod host;
mod lines;
mod mat;
mod matrix;
mod random;
mod read;
mod strings;
mod table;

pub mod linear;

pub use argument::{Argument, Array};
pub use call::{Declared, ObjectId, World, WorldState, acts, call, is_known, repeats};
pub use failure::Failure;
pub use fft::spectrum;
pub use files::{Entry, Files};
pub use host::{Host, Moment};
pub use mat::{CUT_OFF, read_mat, read_mat_four};
pub use matrix::Matrix;
pub use random::{xorshift64star, xorshift128plus, xorshift1024star};
pub use read::{read_csv, read_table, read_text};
pub use table::{Extrapolation, Instant, Smoothness, Table1D, Table2D, TimeEvents, TimeOptions, TimeTable};

use failure::wrong;
