//! Published systems with their results. A test has the name of its case: `E000` for the patent on error information, `E003`
//! for Bunus' thesis of 2002 with the number of its section, `X` for cases beside them.

#![allow(clippy::unwrap_used)]

mod both;
mod over;
mod patent;
mod paths;
mod system;
mod under;
mod well;
