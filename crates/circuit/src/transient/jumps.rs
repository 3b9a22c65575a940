//! Jumps that nothing slows down.
//!
//! Where nodes store no charge, a regenerative circuit comes to a point after which there is no solution nearby: it jumps, in
//! no time. Inverters whose transistors are ideal current sources jump too, or nearly. No step leads there, however short.
//! So time goes on a little with charges and fluxes as they are, and from the last values a very small capacitance at
//! every node leads to a solution. It takes the place of what really slows the jump down, and which is not written.

use simulate::{IntegrationFailure, IntegrationFailureKind};

use super::TransientSystem;
use crate::MnaUnknown;
use crate::mna::NewtonTask;
use crate::operating_point::SolutionSearch;

/// How far time goes on at first, and at most, as parts of the stop time.
const SHORT: f64 = 1e-9;
const LONG: f64 = 1e-5;
/// Within so many times the last leap another one is part of the same jump, and longer.
const AGAIN: f64 = 100.0;
/// So many leaps are enough.
const MOST: usize = 20_000;
/// A change below this part of the largest potential is no jump.
const SEEN: f64 = 1e-2;
/// How often switches and comparisons may change in one leap.
const ROUNDS: usize = 20;

/// A potential that jumped.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PotentialJump {
    /// When.
    pub t: f64,
    /// The unknown that changed most.
    pub unknown: usize,
    /// Its value before.
    pub before: f64,
    /// Its value after.
    pub after: f64,
}

/// All leaps of a transient.
#[derive(Debug, Default)]
pub(super) struct TransientJumps {
    /// Where the last one ended, and how long it was.
    last: Option<[f64; 2]>,
    count: usize,
    /// The first of each jump.
    pub(super) jumps: Vec<PotentialJump>,
}

impl TransientJumps {
    /// Leads from the last good values over what an integrator could not follow. The time at which to go on; none if that
    /// is of no use.
    pub(super) fn jump_to_solution(
        &mut self,
        system: &mut TransientSystem<'_>,
        failure: &IntegrationFailure,
        y: &mut [f64],
    ) -> Option<f64> {
        let helps = matches!(
            failure.kind,
            IntegrationFailureKind::Newton
                | IntegrationFailureKind::Error
                | IntegrationFailureKind::Singular
                | IntegrationFailureKind::Domain
                | IntegrationFailureKind::NotFinite
                | IntegrationFailureKind::Fatal
                | IntegrationFailureKind::Inconsistent
        );
        self.count += 1;
        if !helps || self.count > MOST {
            return None;
        }
        let (t, stop) = (failure.t, system.stop);
        let mut length = match self.last {
            Some([end, length]) if t - end < AGAIN * length => 10.0 * length,
            _ => (SHORT * stop).max(16.0 * f64::EPSILON * t),
        };
        let limit = simulate::HybridDae::next_time(system, t).map_or(stop, |next| next.min(stop));
        let before = y.to_vec();
        while length <= LONG * stop {
            let to = (t + length).min(limit);
            if to > t && leap(system, t, to, y) {
                self.note(system, t, &before, y);
                self.last = Some([to, length]);
                return Some(to);
            }
            y.copy_from_slice(&before);
            length *= 100.0;
        }
        None
    }

    fn note(&mut self, system: &TransientSystem<'_>, t: f64, before: &[f64], after: &[f64]) {
        let potential = |at: usize| matches!(system.mna.unknowns.list[at], MnaUnknown::Node(_));
        let change = |at: usize| (after[at] - before[at]).abs();
        let nodes = (0..after.len()).filter(|&at| potential(at));
        let largest = nodes.clone().fold(0f64, |most, at| most.max(before[at].abs()).max(after[at].abs()));
        // The first of equal ones, so that the same circuit says the same.
        let most = nodes.reduce(|best, at| if change(at) > change(best) { at } else { best });
        if let Some(unknown) = most.filter(|&at| change(at) > SEEN * largest) {
            self.jumps.push(PotentialJump { t, unknown, before: before[unknown], after: after[unknown] });
        }
    }
}

/// A step that need not find its solution nearby; whether there is one.
fn leap(system: &mut TransientSystem<'_>, t: f64, to: f64, y: &mut [f64]) -> bool {
    let TransientSystem { mna, newton, charge, scratch, .. } = system;
    mna.reset_devices();
    if mna.balance(t, y, charge, scratch).is_err() {
        return false;
    }
    for _ in 0..ROUNDS {
        let task = NewtonTask::Step { t: to, h: to - t, charge: &charge[..] };
        let before = y.to_vec();
        mna.reset_devices();
        let mut search = SolutionSearch::new(mna, newton, task);
        if search.pseudo_transient(y).is_err() {
            // Where currents have no limit but capacitances, nothing is so fast: any solution is better than none.
            y.copy_from_slice(&before);
            search.mna.reset_devices();
            if search.gmin_stepping(y).is_err() {
                return false;
            }
        }
        // What would change at an event has passed its edge unseen.
        let changed = mna.update_switches(y);
        if !mna.hold_conditions(to, y) && !changed {
            mna.accept(to, y);
            return true;
        }
    }
    false
}
