//! Models as text: functions of all kinds against the evaluator of `equations`, laziness, failures, events.

mod events;
mod failures;
mod flat;
mod functions;
mod lazy;
mod once;
mod routines;
mod size;
