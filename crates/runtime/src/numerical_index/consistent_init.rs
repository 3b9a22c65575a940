//! Consistent values from start values alone, where the order of computation that structure gives leads nowhere.
//!
//! The equations are taken as they were written. What numbers show has to be differentiated is, whether structure sees
//! it or not; what may be chosen keeps its start value, and the rest is corrected.

use consistent::{
    ChangedValue, ConsistentValues, DaeProblem, RankPrecision, TractabilityIndex, UnknownRole, figure, start,
    undetermined_unknowns,
};
use dae::Dae;
use equations::{FlatModel, VariableId};
use report::ReportedAdjustment;
use rustc_hash::FxHashSet;
use syntax::{Diagnostic, DiagnosticCode, Place};

use super::super::describe::Descriptions;
use super::super::diagnostics::{format_number, place};
use super::super::initialization_report::{
    InitialValue, InitialValueSource, InitializationReport, RedundantInitialCondition,
};
use super::super::output_selection::{is_parameter, select_outputs};
use super::super::recorder::parameter;
use super::problem::ContinuousEquations;
use super::{IndexFindings, NumericalIndex, find, inconsistency, rendering, with_equations};
use project::Resources;

/// So many corrections are listed.
const MAX_LISTED: usize = 40;

/// What is asked for.
pub(in super::super) struct ConsistencyRequest<'a> {
    pub(in super::super) model: FlatModel,
    pub(in super::super) start: f64,
    /// Variables to tell of, by names; all if there are none.
    pub(in super::super) variables: &'a [String],
    /// Values to look from in the place of start values: those that the order of computation led to.
    pub(in super::super) solved: Option<(&'a Dae, &'a [f64])>,
}

/// What became of it.
pub(in super::super) enum ConsistencyOutcome {
    /// Values that satisfy everything, and whether numbers give another index than structure.
    Values(Box<InitializationReport>, bool),
    /// Why there are none.
    Refused(Vec<String>),
}

/// Looks for consistent values.
///
/// # Errors
/// If the equations cannot be evaluated, or if variables are asked for that are not there.
pub(in super::super) fn find_consistent(
    resources: &Resources,
    descriptions: &Descriptions,
    asked: ConsistencyRequest,
) -> Result<ConsistencyOutcome, Vec<Diagnostic>> {
    let ConsistencyRequest { model, start: time, variables, solved } = asked;
    with_equations(resources, model, time, solved, |dae, problem, top| {
        let guess = problem.point();
        if !dae.initial.is_empty() {
            return Ok(ConsistencyOutcome::Refused(Vec::new()));
        }
        let found = match start(problem, &guess, &RankPrecision::default()) {
            Ok(found) => found,
            Err(refused) => {
                return Ok(ConsistencyOutcome::Refused(inconsistency::notes(dae, problem, top, &refused)));
            }
        };
        let findings = find_at(problem, &found);
        let numeric = rendering::render(dae, problem, top, &findings);
        let differs = numeric.diagnostics.iter().any(|found| found.code == DiagnosticCode::OtherIndex);
        let chosen = select_outputs(dae, variables)?;
        let roles = ChainRoles::new(dae, problem, &findings);
        let tell = |&id: &VariableId| InitialValue {
            name: dae.model.variable_name(id),
            value: if is_parameter(dae, id) {
                parameter(dae, id, &problem.values())
            } else {
                problem.worth(&found.point, id) + 0.0
            },
            unit: descriptions.unit(&dae.model, id),
            how: how(dae, problem, &roles, &found, id),
        };
        let surplus: Vec<(VariableId, ChangedValue)> = contradicted(dae, problem, &found);
        let mut diagnostics = numeric.diagnostics.clone();
        diagnostics.extend(surplus.iter().map(|found| refused(dae, top, found)));
        let index = NumericalIndex {
            diagnostics: Vec::new(),
            text: numeric.text + &corrections(problem, &found),
            report: numeric.report,
            corrected: Some(changes(problem, &found)),
        };
        let initial = InitializationReport {
            time,
            values: chosen.iter().map(tell).collect(),
            surplus: surplus.iter().map(|found| told(dae, found)).collect(),
            nearest: Vec::new(),
            index: Some(index),
            diagnostics,
        };
        Ok(ConsistencyOutcome::Values(Box::new(initial), differs))
    })?
}

/// What was found out at consistent values.
fn find_at(problem: &ContinuousEquations, found: &ConsistentValues) -> IndexFindings {
    let mut findings = find(problem, None);
    // Start values may lie where there is no index; the values that were found do not.
    if findings.index != found.examination.index && found.examination.index != TractabilityIndex::Zero {
        findings.index = found.examination.index.clone();
    }
    findings
}

/// What the matrix chain tells of the unknowns.
#[derive(Default)]
struct ChainRoles<'a> {
    roles: &'a [UnknownRole],
    /// The columns that constraints and fixed start values leave open.
    undetermined: FxHashSet<usize>,
}

impl<'a> ChainRoles<'a> {
    fn new(dae: &Dae, problem: &ContinuousEquations, findings: &'a IndexFindings) -> ChainRoles<'a> {
        let Some(detail) = &findings.detail else { return ChainRoles::default() };
        let columns = problem.columns.iter().enumerate();
        let fixed: Vec<usize> =
            columns.filter(|column| dae.attributes.is_fixed(*column.1)).map(|column| column.0).collect();
        ChainRoles {
            roles: &detail.roles.roles,
            undetermined: undetermined_unknowns(&detail.chain, &fixed).into_iter().collect(),
        }
    }

    fn get(&self, column: usize) -> Option<UnknownRole> {
        self.roles.get(column).copied()
    }
}

/// How a variable came to its value.
fn how(
    dae: &Dae,
    problem: &ContinuousEquations,
    roles: &ChainRoles,
    found: &ConsistentValues,
    id: VariableId,
) -> InitialValueSource {
    if is_parameter(dae, id) {
        return InitialValueSource::Parameter;
    }
    let Ok(column) = problem.columns.binary_search(&id) else {
        let below = dae.integral[id.at()].and_then(|below| problem.columns.binary_search(&below).ok());
        // Equations hold only combinations of the derivatives of what lies in the kernel of the leading matrix.
        let in_kernel =
            |column| matches!(roles.get(column), Some(UnknownRole::Hidden | UnknownRole::Algebraic));
        return if below.is_some_and(in_kernel) {
            InitialValueSource::Together
        } else {
            InitialValueSource::Computed
        };
    };
    let change = found.changes.iter().find(|change| change.column == column && !change.derivative);
    let unused = change.filter(|_| dae.attributes.get(id).start.is_some()).map(|change| change.from);
    match roles.get(column) {
        // Which of the variables that constraints tie together are chosen is for the model to say.
        Some(_) if dae.attributes.is_fixed(id) && change.is_none() => InitialValueSource::Fixed,
        Some(UnknownRole::Dynamic) if dae.attributes.is_fixed(id) => InitialValueSource::Fixed,
        Some(UnknownRole::Dynamic) => InitialValueSource::Free(dae.attributes.get(id).start.is_some()),
        Some(UnknownRole::Tied) => InitialValueSource::Tied(unused),
        Some(UnknownRole::Fixed) => InitialValueSource::Constrained(unused),
        Some(UnknownRole::Hidden) => InitialValueSource::Differentiated(unused),
        Some(UnknownRole::Algebraic) if roles.undetermined.contains(&column) => {
            InitialValueSource::Tied(unused)
        }
        Some(UnknownRole::Algebraic) | None => {
            unused.map_or(InitialValueSource::Computed, InitialValueSource::Ignored)
        }
    }
}

/// Fixed start values that were changed.
fn contradicted(
    dae: &Dae,
    problem: &ContinuousEquations,
    found: &ConsistentValues,
) -> Vec<(VariableId, ChangedValue)> {
    let unknowns = found.changes.iter().filter(|change| !change.derivative);
    let named = unknowns.map(|change| (problem.columns[change.column], *change));
    named.filter(|(id, _)| dae.attributes.is_fixed(*id)).collect()
}

fn told(dae: &Dae, (id, change): &(VariableId, ChangedValue)) -> RedundantInitialCondition {
    let name = dae.model.variable_name(*id);
    RedundantInitialCondition {
        text: format!("{name} = {}", format_number(change.from)),
        variable: Some(name),
        sides: (change.to, change.from),
        holds: false,
    }
}

fn refused(dae: &Dae, top: Place, (id, change): &(VariableId, ChangedValue)) -> Diagnostic {
    let name = dae.model.variable_name(*id);
    let at = place(&dae.model, dae.model.variables[id.at()].origin).unwrap_or(top);
    let (from, to) = (format_number(change.from), format_number(change.to));
    let off = format_number((change.to - change.from).abs());
    Diagnostic::new(
        DiagnosticCode::NoStart,
        at,
        format!("the start value `{name} = {from}` does not hold: `{name}` is {to}, off by {off}"),
    )
    .note("hidden constraints determine it")
    .help(format!("remove `fixed = true` from `{name}`, or set its start value to {to}"))
}

/// What was corrected, for people.
fn corrections(problem: &ContinuousEquations, found: &ConsistentValues) -> String {
    let unknowns: Vec<&ChangedValue> = found.changes.iter().filter(|change| !change.derivative).collect();
    if unknowns.is_empty() {
        return "the start values are consistent\n".to_string();
    }
    let mut text = "corrected, everything else is kept:\n".to_string();
    for change in unknowns.iter().take(MAX_LISTED) {
        let (name, by) = (problem.name(change.column), figure(change.to - change.from));
        text.push_str(&format!("  {name}: {} becomes {}, by {by}\n", figure(change.from), figure(change.to)));
    }
    if unknowns.len() > MAX_LISTED {
        text.push_str(&format!("  and {} more\n", unknowns.len() - MAX_LISTED));
    }
    text
}

fn changes(problem: &ContinuousEquations, found: &ConsistentValues) -> Vec<ReportedAdjustment> {
    let unknowns = found.changes.iter().filter(|change| !change.derivative);
    let one = |change: &ChangedValue| ReportedAdjustment {
        variable: problem.name(change.column),
        from: change.from,
        to: change.to,
    };
    unknowns.map(one).collect()
}
