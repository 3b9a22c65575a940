//! What every other crate may use: typed indices, sets that grow together, values that copies share, numbers modulo a prime.

mod disjoint_sets;
mod ids;
mod modular;
#[cfg(test)]
mod random;
mod shared;

pub use disjoint_sets::DisjointSets;
pub use modular::{ModularRow, Residue, kernel, transpose};
pub use shared::Shared;
