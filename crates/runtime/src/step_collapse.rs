//! Steps so short that time hardly passes, because something jumps that makes no events.
//!
//! An integrator that does not know of a jump meets it with ever shorter steps. Where the model is led back to the jump
//! from both sides it stays there for ever: `der(x) = -sign(x)`.

use codegen::{ComputeStep, Executor, Interpreter};
use equations::{Builtin, Expr, ExprId, Operator, Visit};
use rustc_hash::FxHashSet;
use simulate::Integrator;

use super::compile_cache::compile_cached;
use super::hybrid_system::HybridSystem;
use super::slot_layout::InitialSlots;

/// So many steps within [`SHARE`] of the simulated time are a reason to look.
const STEPS: usize = 20_000;
const SHARE: f64 = 1e-4;

/// So many points in a row are looked at, and what changes between so many of them jumps to and fro.
const POINTS: usize = 100;
const JUMPS: usize = 25;

/// If nothing was found, so many times as many steps are the next reason.
const PATIENCE: usize = 8;

/// Counts steps, and keeps points when there are too many.
pub(super) struct StepCollapse {
    since: f64,
    steps: usize,
    reason: usize,
    width: f64,
    points: Vec<(f64, Vec<f64>)>,
}

impl StepCollapse {
    pub(super) fn new(start: f64, stop: f64) -> StepCollapse {
        let width = SHARE * (stop - start);
        StepCollapse { since: start, steps: 0, reason: STEPS, width, points: Vec::new() }
    }

    /// A step was made. Whether it is time to look.
    pub(super) fn step(&mut self, integrator: &dyn Integrator) -> bool {
        self.steps += 1;
        if integrator.t() - self.since > self.width {
            self.restart(integrator.t());
        } else if self.steps > self.reason {
            self.points.push((integrator.t(), integrator.y().to_vec()));
        }
        self.has_enough_points()
    }

    /// Whether enough points were kept.
    pub(super) fn has_enough_points(&self) -> bool {
        self.points.len() >= POINTS
    }

    /// Counts anew from a time.
    pub(super) fn restart(&mut self, t: f64) {
        (self.since, self.steps) = (t, 0);
        self.points.clear();
    }

    /// What jumps to and fro between the points that were kept. The system is left at the last of them.
    pub(super) fn find_jump(&mut self, system: &mut HybridSystem) -> Option<ExprId> {
        let points = std::mem::take(&mut self.points);
        self.restart(points.last()?.0);
        self.reason = self.reason.saturating_mul(PATIENCE);
        let jumps = jumps(system);
        let slots = InitialSlots(system.layout);
        let mut codes: Vec<Option<Interpreter>> = jumps
            .iter()
            .map(|&expr| compile_cached(&slots, system.dae, &[ComputeStep::Output(0, expr)]).ok())
            .map(|code| code.map(|code| Interpreter::new(&code)))
            .collect();
        let mut last = vec![f64::NAN; jumps.len()];
        let mut changes = vec![0; jumps.len()];
        for (t, y) in points {
            system.evaluate_at(t, &y).ok()?;
            for (at, code) in codes.iter_mut().enumerate() {
                let mut now = [f64::NAN];
                let Some(code) = code else { continue };
                if code.run(&mut system.values, &mut now, &mut system.calls).is_ok() {
                    changes[at] += usize::from(now[0] != last[at] && !last[at].is_nan());
                    last[at] = now[0];
                }
            }
        }
        let most = (0..jumps.len()).max_by_key(|&at| (changes[at], std::cmp::Reverse(at)))?;
        (changes[most] >= JUMPS).then(|| jumps[most])
    }
}

/// What jumps in the equations of a model and makes no events.
fn jumps(system: &HybridSystem) -> Vec<ExprId> {
    let dae = system.dae;
    let exprs = &dae.model.exprs;
    let told: FxHashSet<ExprId> = dae.relations.iter().map(|relation| relation.expr).collect();
    let mut found = Vec::new();
    let rows = dae.rows.iter().rev().flat_map(|row| [row.right, row.left]);
    exprs.visit(rows, |id, expr| {
        let jumps = matches!(
            expr,
            Expr::Builtin(Builtin::Sign, _)
                | Expr::Binary(
                    Operator::Less | Operator::LessEqual | Operator::Greater | Operator::GreaterEqual,
                    ..
                )
        );
        if jumps && !told.contains(&id) {
            found.push(id);
        }
        Visit::Enter
    });
    found
}
