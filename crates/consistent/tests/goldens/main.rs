//! Published examples by name.

mod index;
mod problems;
