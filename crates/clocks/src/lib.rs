//! Clocks and state machines (Modelica Language Specification 3.6, chapters 16 and 17).
//!
//! Main items: [`write_machines`] writes state machines out as clocked equations; [`split`] turns a flat model with clocks into two
//! without ([`ClockSplit`]): what changes all the time or at events, and what changes at the ticks of clocks. It finds out what
//! belongs together, infers when it ticks ([`Ratio`]: exact fractions) and how derivatives on clocks are integrated.
//!
//! Invariants: intervals are exact, so that 0.1 and 1/10 tick together; both models share the numbers of the variables that the
//! model had; what is wrong is said with places.
//!
//! ```
//! use project::{MemoryFiles, flatten, load};
//!
//! let mut files = MemoryFiles::default();
//! files.add("M.mo", "model M Real u = sample(time, Clock(0.1)); Real y = 2*hold(u); end M;");
//! let loaded = load(&files, &["M.mo".into()]);
//! let model = flatten(&files, &loaded, "M").model.unwrap();
//! let split = clocks::split(model).unwrap();
//! assert!(split.clocked.is_some());
//! ```

mod clock_graph;
mod clock_inference;
mod diagnostics;
mod parameter_values;
mod ratio;
mod rewrite;
mod solver;
mod state_machine;

use equations::{Builtin, Causality, Expr, ExprId, FlatModel, OriginId, Type, VariableId};
use rustc_hash::FxHashMap;
use syntax::{Diagnostic, DiagnosticCode};

pub use ratio::Ratio;
pub use solver::SolverMethod;
pub use state_machine::write_machines;

pub use parameter_values::clocked_sample;

use clock_graph::ClockGraph;

/// A clock, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClockId(pub u32);

impl ClockId {
    /// The number as a position in its table.
    pub fn at(self) -> usize {
        self.0 as usize
    }
}

/// A model without clock operators: what is not clocked, and what is.
#[derive(Clone, Debug)]
pub struct ClockSplit {
    /// What changes all the time or at events. Clocked variables stand in it and keep their values.
    pub continuous: FlatModel,
    /// What changes at the ticks of clocks, if there is anything.
    pub clocked: Option<ClockedModel>,
}

/// The clocked part of a model.
#[derive(Clone, Debug, Default)]
pub struct ClockedModel {
    /// Its equations. The variables that the model had at first have the same numbers in both.
    pub model: FlatModel,
    /// How many these are.
    pub shared: usize,
    /// The clocks that others are made from.
    pub bases: Vec<BaseClock>,
    /// The clocks of equations.
    pub clocks: Vec<SubClock>,
    /// The clock of each variable of the clocked model.
    pub clock_of: Vec<Option<ClockId>>,
    /// The clock of each equation, by where it came from.
    pub owners: FxHashMap<OriginId, ClockId>,
    /// What is read from continuous time at ticks.
    pub samples: Vec<SampledValue>,
    /// What is remembered from tick to tick.
    pub memories: Vec<PreviousValue>,
    /// What continuous time is told after ticks.
    pub results: Vec<HeldValue>,
}

/// A clock that others are made from. Its ticks are counted, the first is zero.
#[derive(Clone, Copy, Debug)]
pub struct BaseClock {
    /// From one tick to the next: in seconds, or in parts of the interval.
    pub step: Ratio,
    /// When it ticks.
    pub pace: ClockTicks,
}

/// When a base clock ticks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ClockTicks {
    /// Every step.
    Periodic,
    /// The interval is a clocked variable, in units of one over the resolution if there is one, and is divided into
    /// so many equal parts.
    Varying {
        /// The clocked variable.
        interval: VariableId,
        /// What it is divided by.
        resolution: Option<i64>,
        /// How many ticks an interval has.
        parts: i64,
    },
    /// When a Boolean variable of the continuous model becomes true; the interval that is told at the first tick.
    Event {
        /// The variable.
        condition: VariableId,
        /// The interval.
        start: f64,
    },
}

/// A clock of equations: it ticks at some of the ticks of its base clock.
#[derive(Clone, Copy, Debug)]
pub struct SubClock {
    /// The number of its base clock.
    pub base: u32,
    /// So many ticks of the base clock lie between two of its own.
    pub every: i64,
    /// The tick of the base clock that is its first.
    pub first: i64,
    /// How derivatives are integrated from tick to tick.
    pub method: Option<SolverMethod>,
    /// The variable that holds `interval()`.
    pub interval: Option<VariableId>,
    /// The variable that holds `firstTick()`.
    pub first_tick: Option<VariableId>,
}

/// A value that is read from continuous time.
#[derive(Clone, Copy, Debug)]
pub struct SampledValue {
    /// When.
    pub clock: ClockId,
    /// The variable of the continuous model.
    pub from: VariableId,
    /// The variable of the clocked model.
    pub to: VariableId,
}

/// A value that continuous time is told.
#[derive(Clone, Copy, Debug)]
pub struct HeldValue {
    /// When it changes.
    pub clock: ClockId,
    /// The variable of the clocked model.
    pub of: VariableId,
    /// What is true in the continuous model while the clock ticks.
    pub ticks: ExprId,
    /// What is the value in the continuous model then.
    pub value: ExprId,
}

/// A value that is remembered.
#[derive(Clone, Copy, Debug)]
pub struct PreviousValue {
    /// When.
    pub clock: ClockId,
    /// Of which variable.
    pub of: VariableId,
    /// The variable that holds its value at the tick before.
    pub to: VariableId,
}

/// Takes a model with clocks apart.
///
/// # Errors
/// What is wrong with its clocks.
pub fn split(model: FlatModel) -> Result<ClockSplit, Vec<Diagnostic>> {
    if !has_clocks(&model) {
        return Ok(ClockSplit { continuous: model, clocked: None });
    }
    let mut net = ClockGraph::new(&model);
    let found = net.infer()?;
    let methods = net.solvers(&found.base)?;
    let copy = model.clone();
    Ok(rewrite::split(&mut net, &found, &methods, copy))
}

/// What is wrong with the clocks of a model. A model with inputs may get its clock through them.
pub fn check_clocks(model: &FlatModel) -> Vec<Diagnostic> {
    if !has_clocks(model) {
        return Vec::new();
    }
    let mut net = ClockGraph::new(model);
    let found = net.infer().and_then(|found| net.solvers(&found.base).map(|_| found.by_default));
    let mut wrong = found.unwrap_or_else(|wrong| wrong);
    if model.variables.iter().any(|variable| variable.causality == Causality::Input) {
        wrong.retain(|found| {
            !matches!(
                found.code,
                DiagnosticCode::NoClock | DiagnosticCode::DefaultClock | DiagnosticCode::NoSolver
            )
        });
    }
    wrong
}

/// Whether anything in a model speaks of clocks.
pub(crate) fn has_clocks(model: &FlatModel) -> bool {
    use Builtin as B;
    model.variables.iter().any(|variable| variable.kind == Type::Clock)
        || (0..model.exprs.len() as u32).map(ExprId).any(|id| match model.exprs.get(id) {
            Expr::Builtin(builtin, _) if builtin.is_clocked() => true,
            Expr::Builtin(B::Sample, _) => parameter_values::clocked_sample(model, id),
            _ => false,
        })
}
