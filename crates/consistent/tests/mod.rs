//! The index, hidden constraints and consistent values of published and random systems.

mod bad;
mod goldens;
mod grid;
mod large_systems;
mod random;
