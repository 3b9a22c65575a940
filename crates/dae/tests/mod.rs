//! Flat models as plans: aliases, index reduction, states, blocks.

mod plans;
