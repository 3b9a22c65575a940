//! Compiled models at work.

mod runs;
