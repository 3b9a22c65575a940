//! Results: values over time, as tables, MAT files, raw files, plots and pages.
//!
//! Main types: [`Trajectory`] (a result in memory), [`ResultSink`] (who takes points as they are computed), [`ResultFile`] (a result of any
//! tool, read from CSV or MAT), [`plot`](mod@plot).
//!
//! Invariants: what is written is what was computed, in as many digits as give it back; memory does not grow with the number of
//! points where they go to a file; bad files are told, never half read.
//!
//! ```
//! use results::{Trajectory, write_csv};
//!
//! let run = Trajectory::of_table("time", &[("x".to_string(), "m")], vec![0.0, 1.0], vec![1.0, 0.5]);
//! assert_eq!(run.column("x").unwrap(), [1.0, 0.5]);
//! let mut text = Vec::new();
//! write_csv(&run, &mut text).unwrap();
//! assert!(String::from_utf8(text).unwrap().contains("0.5"));
//! ```

mod csv;
mod escape;
mod mat;
pub mod plot;
mod raw;
mod read;
mod recorded_digits;
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
