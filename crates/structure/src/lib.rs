//! Graph algorithms on rows and columns. A row is an equation and a column an unknown, but nothing here knows their
//! names: row 7, column 12. All of it is exact, takes integers only and gives the same answer on every run.

mod blocks;
mod buckets;
mod causalize;
mod circuit;
mod decompose;
mod heaviest;
mod incidence;
mod index;
mod integer;
mod lower;
mod matching;
mod offsets;
mod pantelides;
mod parts;
mod pencil;
mod reduce;
mod signature;
mod sparse;
mod tear;

pub use blocks::{Block, Blocks};
pub use causalize::{Causalized, Choice, Rule, causalize};
pub use decompose::{Decomposition, decompose};
pub use heaviest::{Heaviest, deltas};
pub use incidence::{Incidence, NONE};
pub use index::{StructuralIndex, Witness, structural_index};
pub use integer::{Dependence, Dependences, Kind, Linear, Meaning};
pub use lower::{Lowered, lower};
pub use matching::Matching;
pub use offsets::{Offsets, offsets};
pub use pantelides::{Pantelides, Raise, Singular, Step, pantelides};
pub use parts::{Part, Parts};
pub use pencil::{Pencil, TrueIndex};
pub use reduce::{Reduction, Stage, reduce};
pub use signature::{Entry, MAX_ORDER, Signature};
pub use tear::{Torn, tear, tear_exact};
