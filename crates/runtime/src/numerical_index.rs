//! The index of a model at its initialization, from numbers: what structure alone cannot see.
//!
//! The equations are taken as they were written, before aliases are removed and anything is differentiated, at the values
//! that initialization is solved for. Where it cannot be solved, start values have to do.

mod consistent_init;
mod inconsistency;
mod nearest_starts;
mod problem;
mod rendering;

use base::Cancellation;
use std::rc::Rc;

use codegen::Evaluator;
use consistent::{
    Assumptions, ChainStage, ConsistencyMethod, Constraints, DaeProblem, MatrixChain, NoIndexReason,
    RankDecision, RankPrecision, TractabilityIndex, UnknownRoles, examine,
};
use dae::{Dae, Plan, Replacement};
use equations::{ExprId, FlatModel, VariableId};
use report::{ReportedAdjustment, ReportedStartIndex};
use structure::structural_index;
use syntax::{Diagnostic, DiagnosticCode, Place};

use super::initialization::InitialSystem;
use super::parameter_values::set_parameter_values;
use super::slot_layout::SlotLayout;
use super::{Experiment, SimulationError, SimulationResult, StoppedRun};
use problem::ContinuousEquations;
use project::Resources;
use project::{Files, Loaded};

pub(super) use consistent_init::{ConsistencyOutcome, ConsistencyRequest, find_consistent};
pub use nearest_starts::AdjustedStart;
pub(super) use nearest_starts::nearest_starts;

/// So many unknowns are looked at without being asked.
const UNASKED: usize = 5000;

/// The index of a model at its initialization.
#[derive(Clone, Debug)]
pub struct NumericalIndex {
    /// What is remarkable about it.
    pub diagnostics: Vec<Diagnostic>,
    /// What was found, for people.
    pub text: String,
    /// The same for scripts.
    pub report: ReportedStartIndex,
    /// Start values that consistent values replaced, if it was found at such values.
    pub corrected: Option<Vec<ReportedAdjustment>>,
}

/// What was found out at initialization.
struct IndexFindings {
    index: TractabilityIndex,
    enlarged: bool,
    /// The structural index of the same equations, if they can be matched.
    structural: Option<i64>,
    /// Why the values are start values only, if they are.
    unsolved: Option<String>,
    doubts: Vec<(ChainStage, RankDecision)>,
    /// The equations that the rank in question was decided by, if there is one.
    involved: Vec<u32>,
    /// An equation with a kink at these values.
    kink: Option<usize>,
    /// How many initial values may be chosen, if there is an index.
    freedom: Option<usize>,
    detail: Option<IndexDetail>,
}

/// What there is besides where the index is at most two.
struct IndexDetail {
    chain: Rc<MatrixChain>,
    roles: UnknownRoles,
    constraints: Option<Constraints>,
    assumptions: Assumptions,
    method: ConsistencyMethod,
}

/// Finds the index of a model at its initialization.
///
/// # Errors
/// Why its equations cannot be evaluated there.
pub fn index_at_start(
    files: &dyn Files,
    loaded: &Loaded,
    model: FlatModel,
    experiment: &Experiment,
) -> Result<NumericalIndex, Vec<Diagnostic>> {
    let plan = Plan::new(model.clone(), &Cancellation::default());
    let resources = Resources::new(files, loaded);
    let solved = match &plan {
        Ok(plan) => {
            let told =
                |error| StoppedRun { time: None, error, values: Vec::new(), better: None, until: None };
            solve(plan, experiment, &resources)
                .map_err(|error| super::diagnostics::describe_error(plan, &told(error)))
        }
        Err(failed) => Err(super::diagnostics::unsolvable(failed)),
    };
    let (solved, unsolved) = match (&plan, solved) {
        (Ok(plan), Ok(solved)) => (Some((&plan.reduced.dae, solved)), None),
        (_, Err(found)) => (None, Some(found.message)),
        (Err(_), Ok(_)) => (None, None),
    };
    let solved = solved.as_ref().map(|(dae, values)| (*dae, values.as_slice()));
    with_equations(&resources, model, experiment.start, solved, |dae, problem, top| {
        rendering::render(dae, problem, top, &find(problem, unsolved))
    })
}

/// How many initial values may be chosen at initialization of a model, from numbers: for models whose structure counts
/// others than there are. None if these numbers do not tell it for sure.
pub fn freedom_at_start(files: &dyn Files, loaded: &Loaded, model: FlatModel, start: f64) -> Option<usize> {
    let resources = Resources::new(files, loaded);
    let found = with_equations(&resources, model, start, None, |_, problem, _| {
        let found = examine(problem, &problem.point(), &RankPrecision::default());
        let sure = !matches!(found.index, TractabilityIndex::Undefined(_)) && found.doubts.is_empty();
        found.chain.filter(|_| sure).map(|chain| chain.freedom())
    });
    found.ok().flatten()
}

/// Does something with the equations of a model as they were written, at its start values or at those of a initialization
/// that was solved for.
fn with_equations<R>(
    resources: &Resources,
    model: FlatModel,
    start: f64,
    solved: Option<(&Dae, &[f64])>,
    work: impl FnOnce(&Dae, &ContinuousEquations, Place) -> R,
) -> Result<R, Vec<Diagnostic>> {
    let top = model.instances[0].place;
    let mut dae = Dae::new(model).map_err(|failed| vec![super::diagnostics::unsolvable(&failed)])?;
    let residuals = residuals(&mut dae);
    let layout = SlotLayout::new(&dae);
    let mut values = vec![0.0; layout.size];
    let mut calls = Evaluator::new(&dae.model, Some(resources));
    let wrong = |error: &SimulationError| vec![rendering::cannot_evaluate(&dae, top, error)];
    set_parameter_values(&dae, &layout, start, &mut values, &mut calls).map_err(|error| wrong(&error))?;
    calls.given = resting(&dae);
    if let Some((solved, from)) = solved {
        carry(solved, from, &dae, &mut values);
    }
    let problem = ContinuousEquations::new(&dae, &residuals, &layout, values, &mut calls)
        .map_err(|error| wrong(&error))?;
    Ok(work(&dae, &problem, top))
}

/// What is transported has not moved yet: its ends are what they are at initialization.
fn resting(dae: &Dae) -> Option<(equations::FunctionId, Rc<codegen::ProvidedFunction>)> {
    dae.carrier.map(|carrier| {
        let ends: Rc<codegen::ProvidedFunction> = Rc::new(|given, results| {
            results.copy_from_slice(given.get(3..).unwrap_or_default());
            Ok(())
        });
        (carrier, ends)
    })
}

/// Left less right of each row.
fn residuals(dae: &mut Dae) -> Vec<ExprId> {
    let rows: Vec<(ExprId, ExprId)> = dae.rows.iter().map(|row| (row.left, row.right)).collect();
    rows.into_iter().map(|(left, right)| dae.model.exprs.difference(left, right)).collect()
}

/// The index at a initialization that was solved for, if it is not the structural one, and whether it is larger: then more is
/// hidden than was solved for. Models of many unknowns are not looked at: nobody asked.
pub(super) fn differing_index(
    resources: &Resources,
    model: FlatModel,
    start: f64,
    solved: (&Dae, &[f64]),
) -> Option<(NumericalIndex, bool)> {
    let found = with_equations(resources, model, start, Some(solved), |dae, problem, top| {
        if problem.unknowns() > UNASKED || problem.rows() != problem.unknowns() {
            return None;
        }
        let findings = find(problem, None);
        let mut told = rendering::render(dae, problem, top, &findings);
        told.diagnostics.retain(|found| found.code == DiagnosticCode::OtherIndex);
        let number = rendering::number(&findings.index).map(|number| number as i64);
        (!told.diagnostics.is_empty()).then_some((told, number > findings.structural))
    });
    found.ok().flatten()
}

fn find(problem: &ContinuousEquations, unsolved: Option<String>) -> IndexFindings {
    let (at, precision) = (problem.point(), RankPrecision::default());
    let structural = (problem.rows() == problem.unknowns())
        .then(|| structural_index(&problem.signature()).ok().map(|found| found.value()))
        .flatten();
    let found = examine(problem, &at, &precision);
    let questioned = match &found.index {
        TractabilityIndex::Undefined(
            NoIndexReason::NoGap(stage, _) | NoIndexReason::Changes { stage, .. },
        ) => Some(*stage),
        _ => found.doubts.first().map(|doubt| doubt.0),
    };
    let involved = questioned.map(|stage| found.involved_equations(stage)).unwrap_or_default();
    let (index, kink) = (found.index, found.kink);
    let indexed = !matches!(index, TractabilityIndex::Undefined(_));
    let freedom = found.chain.as_ref().filter(|_| indexed).map(|chain| chain.freedom());
    let detail = match (&index, found.chain) {
        (TractabilityIndex::Zero | TractabilityIndex::One | TractabilityIndex::Two, Some(chain))
            if !found.enlarged =>
        {
            let assumptions = Assumptions::check(problem, &chain, &at, &precision);
            Some(IndexDetail {
                roles: UnknownRoles::new(&chain),
                constraints: Constraints::new(problem, &chain, &at).ok(),
                method: assumptions.method(&index),
                assumptions,
                chain,
            })
        }
        _ => None,
    };
    let (enlarged, doubts) = (found.enlarged, found.doubts);
    IndexFindings { index, enlarged, structural, unsolved, doubts, involved, kink, freedom, detail }
}

/// Solves for initialization.
fn solve(plan: &Plan, experiment: &Experiment, resources: &Resources) -> SimulationResult<Vec<f64>> {
    let dae = &plan.reduced.dae;
    let layout = SlotLayout::new(dae);
    let mut values = vec![0.0; layout.size];
    let mut calls = Evaluator::new(&dae.model, Some(resources));
    InitialSystem { plan, layout: &layout, start: experiment.start }.solve(&mut values, &mut calls)?;
    Ok(values)
}

/// Carries values over to the model as it was written, where no variable has been replaced by another one.
fn carry(solved: &Dae, from: &[f64], dae: &Dae, values: &mut [f64]) {
    for id in (0..dae.model.variables.len() as u32).map(VariableId) {
        if !dae.is_unknown(id) {
            continue;
        }
        // The derivative of a variable that was replaced is the derivative of the other one.
        let (base, order) = root(dae, id);
        let value = match solved.aliases[base.at()] {
            None => rise(solved, base, order).map(|id| from[id.at()]),
            Some(Replacement::Variable { of, negated }) => {
                let sign = if negated { -1.0 } else { 1.0 };
                rise(solved, of, order).map(|id| sign * from[id.at()])
            }
            Some(Replacement::Literal(value)) => {
                if order == 0 {
                    solved.model.exprs.literal_number(value)
                } else {
                    Some(0.0)
                }
            }
        };
        if let Some(value) = value {
            values[id.at()] = value;
        }
    }
}

/// The variable that another one is a derivative of, and of which order.
fn root(dae: &Dae, id: VariableId) -> (VariableId, usize) {
    let (mut at, mut order) = (id, 0);
    while let Some(below) = dae.integral[at.at()] {
        (at, order) = (below, order + 1);
    }
    (at, order)
}

/// A derivative of a variable, if it is there.
fn rise(dae: &Dae, id: VariableId, order: usize) -> Option<VariableId> {
    (0..order).try_fold(id, |id, _| dae.derivative[id.at()])
}
