//! Graph algorithms on rows and columns. A row is an equation and a column an unknown, but nothing here knows their
//! names: row 7, column 12. All of it is exact, takes integers only and gives the same answer on every run.

mod incidence;

pub use incidence::{Incidence, NONE};
