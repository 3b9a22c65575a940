//! What every other crate may use: typed indices, sets that grow together, values that copies share, numbers modulo a
//! prime, norms, work side by side.

mod disjoint_sets;
mod ids;
mod modular;
mod norm;
pub mod parallel;
mod shared;

pub use disjoint_sets::DisjointSets;
pub use modular::{ModularRow, Residue, kernel, transpose};
pub use norm::{geometric_mean, norm, rms};
pub use shared::Shared;
