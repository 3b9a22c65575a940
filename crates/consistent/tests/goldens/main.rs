//! Published examples by name.

mod index;
mod problems;
mod start;
mod structure;
