//! Graph algorithms on rows and columns. A row is an equation and a column an unknown, but nothing here knows their
//! names: row 7, column 12. All of it is exact, takes integers only and gives the same answer on every run.

mod alias;
mod blocks;
mod buckets;
mod causalize;
mod components;
mod decompose;
mod eligible;
mod heaviest;
mod incidence;
mod index;
mod lower;
mod matching;
mod offsets;
mod pantelides;
mod parts;
mod paths;
mod pencil;
#[cfg(test)]
mod random;
mod ranks;
mod reduce;
mod renumber;
mod restrict;
mod safe;
mod signature;
mod tear;

pub use alias::{Alias, Aliases, Stand, Substituted, aliases};
pub use blocks::{Block, Blocks};
pub use causalize::{Causalized, Choice, Rule, causalize};
pub use decompose::{Decomposition, decompose};
pub use eligible::{can_remove_columns, can_remove_rows, eligible_columns, eligible_rows};
pub use heaviest::{Heaviest, deltas};
pub use incidence::{Incidence, NONE};
pub use index::{StructuralIndex, Witness, structural_index};
pub use lower::{Lowered, lower};
pub use matching::Matching;
pub use offsets::{Offsets, offsets};
pub use pantelides::{Pantelides, Raise, Singular, Step, pantelides};
pub use parts::{Part, Parts};
pub use paths::{Tree, column_paths, row_paths};
pub use pencil::{Pencil, TrueIndex};
pub use ranks::{Extent, Ranks, all_column_ranks, all_row_ranks, column_ranks, row_ranks};
pub use reduce::{Reduction, Stage, reduce};
pub use safe::safe;
pub use signature::{Entry, MAX_ORDER, Signature};
pub use tear::{Torn, tear, tear_exact};
