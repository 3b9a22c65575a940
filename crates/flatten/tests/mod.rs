//! Classes to flat models.

mod connections;
mod modifications;
