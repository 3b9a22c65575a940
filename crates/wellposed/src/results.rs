//! Results as files.

mod csv;
mod mat;
mod raw;
mod read;

pub use csv::write_csv;
pub use mat::write_mat;
pub use raw::{Raw, write_raw};
pub use read::{ResultFile, read_result};
