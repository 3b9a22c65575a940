//! Index, causalization and tearing against brute force on small random systems and against worked examples from the
//! literature.

mod alias;
mod brute;
mod causalize;
mod chain;
mod examples;
mod kernel;
mod properties;
mod random;
mod tear;
mod text;
mod weights;
