//! Results as files.

mod csv;
mod mat;
mod raw;

pub use csv::write_csv;
pub use mat::write_mat;
pub use raw::{Raw, write_raw};
