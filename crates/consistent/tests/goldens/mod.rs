//! Published examples by name.

mod index;
mod nand;
mod printed;
mod problems;
mod start;
mod stated;
mod structure;
