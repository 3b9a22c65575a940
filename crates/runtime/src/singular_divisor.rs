//! Divisors that pass zero between two points of a result.
//!
//! What is divided by a flow that turns round is infinite for one instant, which no step meets: the result jumps from one
//! end of the numbers to the other, and nothing fails. So divisors that stand in the equations are looked at wherever the
//! result is, and where one changes its sign without an event the place between is searched for: what goes to zero
//! there is a pole, and what jumps over it is kept away from zero by the model.

use codegen::{ComputeStep, Executor, Interpreter};
use dae::{RowKind, VariableRole};
use equations::{Builtin, Expr, ExprId, Operator, Visit};
use rustc_hash::FxHashSet;
use syntax::{Diagnostic, DiagnosticCode};

use super::compile_cache::compile_cached;
use super::diagnostics::{format_number, place};
use super::hybrid_system::HybridSystem;
use super::slot_layout::InitialSlots;

/// So many divisions are looked at, and so many are told.
const MOST: usize = 1000;
const TOLD: usize = 5;

/// How often the place is halved in which a divisor passes zero, how small it must become there, and how many times as large
/// the quotient. The root of a flow divided by the flow is a pole, its square divided by it is none.
const HALVINGS: usize = 40;
const SMALL: f64 = 1e-6;
const LARGE: f64 = 1e3;

/// So often the zero of one divisor is searched for: what oscillates and is kept away from zero passes it without end.
const SEARCHES: u8 = 3;

/// Where to cut instead of the middle.
const ASIDE: f64 = 0.375;

/// The unknowns at a time, after so many events.
struct DivisorSample {
    t: f64,
    events: u64,
    form: usize,
    y: Vec<f64>,
}

/// Divisions of a model by what changes.
#[derive(Default)]
pub(super) struct SingularDivisors {
    list: Vec<DivisionSite>,
    code: Option<Interpreter>,
    last: Option<(DivisorSample, Vec<f64>)>,
    /// What is to be told.
    pub(super) found: Vec<Diagnostic>,
}

struct DivisionSite {
    whole: ExprId,
    divisor: ExprId,
    row: usize,
    /// How often its zero was searched for; as often as may be once it is told.
    searches: u8,
}

impl SingularDivisors {
    pub(super) fn new(system: &HybridSystem) -> SingularDivisors {
        let mut list = divisions(system);
        list.truncate(MOST);
        let exprs = &system.dae.model.exprs;
        let mut steps = Vec::new();
        for (at, division) in (0..).zip(&list) {
            let Expr::Binary(_, dividend, divisor) = exprs.get(division.whole) else { continue };
            steps.extend([ComputeStep::Output(2 * at, dividend), ComputeStep::Output(2 * at + 1, divisor)]);
        }
        let code = compile_cached(&InitialSlots(system.layout), system.dae, &steps).ok();
        let code = code.filter(|_| !list.is_empty()).map(|code| Interpreter::new(&code));
        SingularDivisors { list, code, last: None, found: Vec::new() }
    }

    /// Looks at the next point, which the system is at.
    pub(super) fn check_point(&mut self, system: &mut HybridSystem, t: f64, y: &[f64]) {
        if self.code.is_none() {
            return;
        }
        let point = DivisorSample { t, events: system.events, form: system.realization(), y: y.to_vec() };
        let Some(now) = self.measure(system) else {
            self.last = None;
            return;
        };
        if let Some((before, old)) = self.last.take()
            && (before.events, before.form) == (point.events, point.form)
        {
            let mut left = false;
            for at in 0..self.list.len() {
                let (passes, keeps) =
                    (old[2 * at + 1] * now[2 * at + 1] < 0.0, old[2 * at] * now[2 * at] > 0.0);
                let again = self.list[at].searches < SEARCHES && self.found.len() < TOLD;
                if passes && keeps && again {
                    self.list[at].searches += 1;
                    let ends = [&old, &now].map(|both| [both[2 * at], both[2 * at + 1]]);
                    self.tell(system, at, (&before, ends[0]), (&point, ends[1]));
                    left = true;
                }
            }
            if left {
                // It could be computed a moment ago.
                let _ = system.evaluate_at(point.t, &point.y);
            }
        }
        self.last = Some((point, now));
    }

    fn measure(&mut self, system: &mut HybridSystem) -> Option<Vec<f64>> {
        let code = self.code.as_mut()?;
        let mut both = vec![0.0; 2 * self.list.len()];
        code.run(&mut system.values, &mut both, &mut system.calls).ok()?;
        Some(both)
    }

    /// Searches for the zero of a divisor between two points, each with dividend and divisor; unknowns lie on a line between
    /// them.
    fn tell(
        &mut self,
        system: &mut HybridSystem,
        at: usize,
        (from, first): (&DivisorSample, [f64; 2]),
        (to, second): (&DivisorSample, [f64; 2]),
    ) {
        let (mut low, mut high) = (0.0, 1.0);
        let quotient = |both: [f64; 2]| (both[0] / both[1]).abs();
        let usual = quotient(first).max(quotient(second));
        let size = first[1].abs().max(second[1].abs());
        let mut near = if first[1].abs() < second[1].abs() { first } else { second };
        for _ in 0..HALVINGS {
            // Zero itself may lie in the middle, where nothing can be computed; beside it there are values.
            let found = [0.5, ASIDE].into_iter().find_map(|part| {
                let middle = low + part * (high - low);
                let between = |a: f64, b: f64| a + middle * (b - a);
                let y: Vec<f64> = from.y.iter().zip(&to.y).map(|(&a, &b)| between(a, b)).collect();
                system.evaluate_at(between(from.t, to.t), &y).ok()?;
                Some((middle, self.measure(system)?))
            });
            let Some((middle, here)) = found else { break };
            let here = [here[2 * at], here[2 * at + 1]];
            if here[1].abs() < near[1].abs() {
                near = here;
            }
            *(if here[1] * first[1] > 0.0 { &mut low } else { &mut high }) = middle;
        }
        // What is divided may vanish too, without changing its sign: nothing over nothing is greater than nothing.
        let grows = quotient(near) > LARGE * usual;
        if near[1].abs() > SMALL * size || !grows {
            return;
        }
        let division = &mut self.list[at];
        division.searches = SEARCHES;
        let model = &system.dae.model;
        let (whole, divisor) = (model.expr_text(division.whole), model.expr_text(division.divisor));
        let top = model.instances[0].place;
        let held = place(model, system.dae.rows[division.row].origin).unwrap_or(top);
        let time = format_number(from.t + low * (to.t - from.t));
        let message = format!("singular divisor: `{divisor}` crosses zero at time {time}");
        self.found.push(
            Diagnostic::new(DiagnosticCode::Pole, held, message)
                .label(format!("`{whole}` has no value there: it tends to infinity and changes its sign"))
                .note("no step meets that instant, so the simulation continues; near it the result is not reliable")
                .help(
                    "define what holds at zero: keep the divisor away from it, as in `max(flow, small)`, or write the equation \
                     as a product without the division",
                ),
        );
    }
}

/// The divisions by unknowns that are carried out whatever holds.
fn divisions(system: &HybridSystem) -> Vec<DivisionSite> {
    let dae = system.dae;
    let exprs = &dae.model.exprs;
    let (mut seen, mut list) = (FxHashSet::default(), Vec::new());
    for (row, equality) in dae.rows.iter().enumerate().filter(|row| row.1.kind == RowKind::Continuous) {
        let mut todo = vec![equality.right, equality.left];
        while let Some(id) = todo.pop() {
            if !seen.insert(id) {
                continue;
            }
            match exprs.get(id) {
                // A condition may keep zero away.
                Expr::If(..) | Expr::Builtin(Builtin::Homotopy | Builtin::Pre | Builtin::Delay, _) => {}
                expr => {
                    if let Expr::Binary(Operator::Divide, _, divisor) = expr
                        && changes(system, divisor)
                    {
                        list.push(DivisionSite { whole: id, divisor, row, searches: 0 });
                    }
                    expr.children(exprs, &mut todo);
                }
            }
        }
    }
    list
}

/// Whether an expression holds what changes between events.
fn changes(system: &HybridSystem, id: ExprId) -> bool {
    let exprs = &system.dae.model.exprs;
    exprs.visit([id], |_, expr| match expr {
        Expr::Variable(variable) => {
            if matches!(system.dae.roles[variable.at()], VariableRole::Continuous | VariableRole::Derivative)
            {
                return Visit::Stop;
            }
            Visit::Skip
        }
        _ => Visit::Enter,
    })
}
