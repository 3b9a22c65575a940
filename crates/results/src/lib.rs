//! Results: values over time, as tables, MAT files, raw files, plots and pages.

mod csv;
mod escape;
mod mat;
pub mod plot;
mod raw;
mod read;
mod result_format;
mod table_writer;
mod trajectory;

pub use csv::{CsvTable, write_csv};
pub use escape::escape;
pub use mat::{write_mat, write_mat_head, write_mat_point};
pub use raw::{RawFile, write_raw};
pub use read::{ResultFile, read_result};
pub use result_format::ResultFormat;
pub use table_writer::TableWriter;
pub use trajectory::{ResultSink, ResultVariable, Trajectory};
