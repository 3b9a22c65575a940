//! Published examples by name.

mod index;
mod nand;
mod problems;
mod start;
mod structure;
