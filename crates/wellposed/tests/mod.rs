//! Models from text to values.

mod additions;
mod assertions;
mod attack;
mod basics;
mod calls;
mod certified;
mod clocks;
mod delays;
mod dependences;
mod diff;
#[path = "../../cli/src/disk.rs"]
#[allow(clippy::disallowed_methods, dead_code, unreachable_pub)]
mod disk;
mod drive;
mod effects;
mod events;
mod examples;
mod failure_report;
mod goldens;
mod hybrid;
mod ivp;
mod measures;
pub(crate) mod model;
mod mutants;
mod nowhere;
mod overrides;
mod packages;
mod page;
mod pages;
mod plans;
mod random;
mod random_events;
mod random_values;
mod reruns;
mod resources;
mod results;
mod running;
mod search;
mod simulate;
mod snapshots;
mod sweep;
mod terminate;
mod thesis;
mod units;
mod verdicts;
mod workspace;
