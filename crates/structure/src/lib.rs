//! Graph algorithms on rows and columns. A row is an equation and a column an unknown, but nothing here knows their
//! names: row 7, column 12. All of it is exact, takes integers only and gives the same answer on every run.

mod blocks;
mod decompose;
mod incidence;
mod matching;
mod parts;
mod renumber;

pub use blocks::{Block, Blocks};
pub use decompose::{Decomposition, decompose};
pub use incidence::{Incidence, NONE};
pub use matching::Matching;
pub use parts::{Part, Parts};
