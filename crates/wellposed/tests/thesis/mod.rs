//! Bunus (2002) from the text of a model to its figures: parts, safe equations, annotations, repairs and what is left with
//! them, by value. Tests have the names of their cases. What needs no text is in `crates/structure/tests/goldens`.

#![allow(clippy::unwrap_used)]

mod both;
mod over;
mod patent;
mod read;
mod under;
