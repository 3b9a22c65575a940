//! Clocks.

mod ratio;
