//! What every other crate may use: typed indices, sets that grow together, values that copies share, numbers modulo a
//! prime, norms, random numbers.

mod disjoint_sets;
mod ids;
mod modular;
mod norm;
mod random;
mod shared;

pub use disjoint_sets::DisjointSets;
pub use modular::{ModularRow, Residue, kernel, transpose};
pub use norm::{geometric_mean, norm, rms};
pub use random::SplitMix64;
pub use shared::Shared;
