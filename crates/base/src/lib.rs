//! What every other crate may use: typed indices, sets that grow together, numbers modulo a prime.

mod ids;
mod modular;
#[cfg(test)]
mod random;
mod sets;

pub use modular::{ModularRow, Residue, kernel, transpose};
pub use sets::Sets;
