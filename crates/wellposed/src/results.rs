//! Results as files.

mod csv;
mod mat;

pub use csv::write_csv;
pub use mat::write_mat;
