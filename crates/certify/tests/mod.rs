//! Results that are put back into their models.

mod between_rows;
mod digits;
mod models;
