//! Union-find, numbers modulo a prime, norms.

mod disjoint_sets;
mod modular;
mod norm;
mod parallel;
