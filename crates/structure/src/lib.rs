//! Graph algorithms on rows and columns: matching, Dulmage-Mendelsohn parts, blocks, ranks, aliases, index and tearing.
//!
//! Main types: [`Incidence`] and [`Signature`] (which unknown occurs in which equation, and how often it is differentiated there),
//! [`Matching`], [`Decomposition`] ([`Parts`] and [`Blocks`]), [`Pantelides`] and [`StructuralIndex`], [`Torn`].
//!
//! Invariants: a row is an equation and a column an unknown, but nothing here knows their names: row 7, column 12; everything is
//! exact, takes integers only and gives the same answer on every run; no recursion on the size of the input. Each algorithm is
//! compared with brute force on thousands of small graphs.
//!
//! ```
//! use structure::{Incidence, decompose};
//!
//! // x + y = 1; x = 2; x = 3: two equations for x, and none is left for anything else.
//! let found = decompose(&Incidence::from_rows(2, [&[0, 1][..], &[0], &[0]]));
//! assert!(!found.is_well_determined());
//! assert_eq!((found.parts.over.rows, found.parts.over.columns), (vec![1, 2], vec![0]));
//! ```

mod alias;
mod blocks;
mod buckets;
mod causalize;
mod components;
mod decompose;
mod eligible;
mod first_order;
mod heaviest_matching;
mod incidence;
mod index;
mod index_reduction;
mod matching;
mod offsets;
mod pantelides;
mod parts;
mod paths;
mod pencil;
#[cfg(test)]
mod random;
mod ranks;
mod renumber;
mod safe_removal;
mod signature;
mod subsystem;
mod tearing;

pub use alias::{Alias, AliasRepresentative, Aliases, SubstitutedSystem, aliases};
pub use blocks::{Block, Blocks};
pub use causalize::{CausalAssignment, CausalizationRule, Causalized, causalize};
pub use decompose::{Decomposition, decompose};
pub use eligible::{can_remove_columns, can_remove_rows, eligible_columns, eligible_rows};
pub use first_order::{FirstOrderSystem, lower};
pub use heaviest_matching::{HeaviestMatching, deltas};
pub use incidence::{Incidence, NONE};
pub use index::{IndexWitness, StructuralIndex, structural_index};
pub use index_reduction::{IndexReduction, ReductionStage, reduce};
pub use matching::Matching;
pub use offsets::{Offsets, offsets};
pub use pantelides::{OffsetRaise, Pantelides, PantelidesStep, Singular, pantelides};
pub use parts::{Part, Parts};
pub use paths::{AlternatingTree, column_paths, row_paths};
pub use pencil::{Pencil, TrueIndex};
pub use ranks::{EnumerationExtent, RankSets, all_column_ranks, all_row_ranks, column_ranks, row_ranks};
pub use safe_removal::safe_removals;
pub use signature::{MAX_ORDER, Signature, SignatureEntry};
pub use tearing::{Torn, tear, tear_exact};
