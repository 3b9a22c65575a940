//! What every other crate may use, and nothing of ours: the ground floor.
//!
//! Main types: [`DisjointSets`] (union-find), [`Shared`] (a value that its copies share until one changes it), [`Residue`] (numbers
//! modulo a prime, for exact ranks), [`Cancellation`] (whether long work is still wanted), [`SplitMix64`] (random numbers, the same on
//! every run), the norms that tolerances are measured with,
//! and [`parallel`] (work side by side, where there are threads).
//!
//! Invariants: no dependency on another crate of the workspace; no word of models or circuits.
//!
//! ```
//! let mut sets = base::DisjointSets::new(4);
//! assert!(sets.join(0, 2));
//! assert!(sets.joined(0, 2) && !sets.joined(0, 1));
//! ```

mod cancellation;
mod disjoint_sets;
mod ids;
mod modular;
mod norm;
pub mod parallel;
mod random;
mod shared;

pub use cancellation::Cancellation;
pub use disjoint_sets::DisjointSets;
pub use modular::{ModularRow, Residue, kernel, transpose};
pub use norm::{geometric_mean, norm, rms};
pub use random::SplitMix64;
pub use shared::Shared;
