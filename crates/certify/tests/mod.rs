//! Results that are put back into their models.

mod models;
