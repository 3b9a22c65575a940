//! Small random systems by the thousand: against brute force, and for what must hold of every system.

#![allow(clippy::unwrap_used)]

mod brute;
mod compare;
mod properties;
#[path = "../../src/random.rs"]
mod random;

use structure::Incidence;
