//! What a plan holds, on models whose structure is known from textbooks.

#![allow(clippy::unwrap_used)]

use base::Cancellation;
use dae::{Plan, ScheduledBlock};

use crate::wellposed::model::Text;

fn plan(text: &str) -> Plan {
    let found = Text::new(text).flatten();
    assert_eq!(found.diagnostics, []);
    Plan::new(found.model.unwrap(), &Cancellation::default())
        .unwrap_or_else(|failed| panic!("{:?}", failed.reason))
}

/// The sizes of the blocks in which more than one equation is solved at once.
fn loops(plan: &Plan) -> usize {
    plan.schedule.blocks.iter().filter(|block| matches!(block, ScheduledBlock::Torn(_))).count()
}

#[test]
fn a_pendulum_in_coordinates_has_index_three_and_two_states() {
    let plan = plan(
        "model Pendulum
          Real x(start = 1), y(start = 0), vx, vy, F;
        equation
          der(x) = vx; der(y) = vy;
          der(vx) = -F*x; der(vy) = -F*y - 9.81;
          x^2 + y^2 = 1;
        end Pendulum;",
    );
    assert_eq!(plan.reduced.states.len(), 2);
    // The length is differentiated twice.
    assert_eq!(plan.reduced.levels.iter().map(Vec::len).max(), Some(3));
}

#[test]
fn states_that_are_tied_together_leave_one() {
    let plan = plan(
        "model Shaft
          Real a(start = 0, fixed = true), b, wa(start = 0, fixed = true), wb, t;
        equation
          der(a) = wa; der(b) = wb;
          2*der(wa) = 1 - t; 3*der(wb) = t;
          a = 5*b;
        end Shaft;",
    );
    assert_eq!(plan.reduced.states.len(), 2, "an angle and its speed");
}

#[test]
fn what_is_explicit_is_assigned_and_a_loop_is_solved_at_once() {
    let explicit = plan(
        "model E Real x(start = 1, fixed = true), y, z; equation z = 2*y; y = sin(x); der(x) = -z; end E;",
    );
    assert_eq!(loops(&explicit), 0);
    let implicit = plan(
        "model I Real x(start = 1, fixed = true), y, z; equation z + y^3 = x; y = sin(z) + x; der(x) = -z; end I;",
    );
    assert_eq!(loops(&implicit), 1);
}

#[test]
fn a_singular_system_has_no_plan() {
    let found = Text::new("model S Real x, y; equation x = 1; x = 2*time; end S;").flatten();
    assert!(Plan::new(found.model.unwrap(), &Cancellation::default()).is_err());
}
