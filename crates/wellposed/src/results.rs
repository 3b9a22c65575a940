//! Results as files.

mod csv;
mod mat;
mod raw;
mod read;

pub use csv::{CsvTable, write_csv};
pub use mat::{write_mat, write_mat_head, write_mat_point};
pub use raw::{Raw, write_raw};
pub use read::{ResultFile, read_result};
