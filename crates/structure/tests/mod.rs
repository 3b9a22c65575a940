//! Graph algorithms against brute force and published examples.

mod exact;
mod goldens;
mod index;
