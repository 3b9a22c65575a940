//! What every other crate may use: typed indices, sets that grow together, numbers modulo a prime.

mod disjoint_sets;
mod ids;
mod modular;
#[cfg(test)]
mod random;

pub use disjoint_sets::DisjointSets;
pub use modular::{ModularRow, Residue, kernel, transpose};
