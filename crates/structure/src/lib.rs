//! Graph algorithms on rows and columns. A row is an equation and a column an unknown, but nothing here knows their
//! names: row 7, column 12. All of it is exact, takes integers only and gives the same answer on every run.

mod blocks;
mod components;
mod decompose;
mod eligible;
mod incidence;
mod matching;
mod parts;
#[cfg(test)]
mod random;
mod ranks;
mod renumber;
mod restrict;
mod safe;

pub use blocks::{Block, Blocks};
pub use decompose::{Decomposition, decompose};
pub use eligible::{can_remove_columns, can_remove_rows, eligible_columns, eligible_rows};
pub use incidence::{Incidence, NONE};
pub use matching::Matching;
pub use parts::{Part, Parts};
pub use ranks::{Extent, Ranks, all_column_ranks, all_row_ranks, column_ranks, row_ranks};
pub use safe::safe;
