//! Sparse factors against dense ones, on matrices of many kinds.

#![allow(clippy::unwrap_used, clippy::panic)]

mod fixed;
mod matrix;
mod random;
mod singular;
