//! Initialization of a model, told: which values are given, which were free and what was chosen for them, which follow,
//! and which conditions contradict the others.

mod rendering;

use std::borrow::Cow;

use codegen::Evaluator;
use dae::{Dae, Replacement, RowId, ScheduledBlock, StartReason, VariableRole};
use equations::{Expr, FlatModel, VariableId};
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::{Diagnostic, DiagnosticCode};

use super::describe::Descriptions;
use super::diagnostics::{describe_error, format_number, start_variable};
use super::initialization::{InitialSystem, RedundantCondition};
use super::numerical_index::{
    AdjustedStart, ConsistencyOutcome, ConsistencyRequest, NumericalIndex, differing_index, find_consistent,
    nearest_starts,
};
use super::output_selection::{is_parameter, select_outputs};
use super::prepared::InitializationOptions;
use super::rebuild::build;
use super::recorder::parameter;
use super::slot_layout::{InitialSlots, SlotLayout};
use super::{Overrides, PreparedModel, SimulationError, StoppedRun};
use project::Resources;
use project::{Files, Loaded};

/// How a model begins.
#[derive(Clone, Debug)]
pub struct InitializationReport {
    /// When.
    pub time: f64,
    /// The variables, in the order of their declaration.
    pub values: Vec<InitialValue>,
    /// Conditions that are too many.
    pub surplus: Vec<RedundantInitialCondition>,
    /// Where fixed start values contradict each other: those nearest to them that do not.
    pub nearest: Vec<AdjustedStart>,
    /// What numbers tell of initialization, where structure tells something else or leads nowhere.
    pub index: Option<NumericalIndex>,
    /// What is wrong with initialization; without errors the values fulfil everything.
    pub diagnostics: Vec<Diagnostic>,
}

/// A variable and its value at initialization.
#[derive(Clone, Debug)]
pub struct InitialValue {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: f64,
    /// Its unit, empty if it has none.
    pub unit: String,
    /// How it came to its value.
    pub how: InitialValueSource,
}

/// How a variable came to its value.
#[derive(Clone, Debug, PartialEq)]
pub enum InitialValueSource {
    /// It is a parameter or a constant.
    Parameter,
    /// Its start value is fixed.
    Fixed,
    /// This initial equation gives it.
    Equation(String),
    /// Nothing determines it, so that its start value was taken; false if it has none and zero was taken.
    Free(bool),
    /// It follows from equations that are solved at once, initialization with this start value.
    Guessed(f64),
    /// It follows from others, and this start value, which is not fixed, is not used.
    Ignored(f64),
    /// It follows from others, and this start value, which is fixed, is one too many; whether it holds all the same.
    Surplus(f64, bool),
    /// It may be chosen, but not without others that constraints tie it to; a start value that was changed.
    Tied(Option<f64>),
    /// It is differentiated, and yet constraints fix it; a start value that is not used.
    Constrained(Option<f64>),
    /// Only the derivative of a constraint determines it; a start value that is not used.
    Differentiated(Option<f64>),
    /// It is a derivative that equations hold only in combination with others: alone it is not determined, and its value
    /// means nothing.
    Together,
    /// It follows from others.
    Computed,
    /// It is another variable, or its negative.
    Alias(String),
}

/// A condition for initialization that the others make superfluous.
#[derive(Clone, Debug)]
pub struct RedundantInitialCondition {
    /// The condition.
    pub text: String,
    /// The variable whose start value it is, if it is one.
    pub variable: Option<String>,
    /// What its sides are worth.
    pub sides: (f64, f64),
    /// Whether it holds all the same.
    pub holds: bool,
}

impl RedundantInitialCondition {
    /// By how much it does not hold.
    pub fn difference(&self) -> f64 {
        (self.sides.0 - self.sides.1).abs()
    }
}

/// Solves for initialization of a model. `variables` are those to tell of, by names; all if there are none.
///
/// # Errors
/// Why there are no values at all. Conditions that contradict others are told in the result.
pub fn initialize(
    files: &dyn Files,
    loaded: &Loaded,
    model: FlatModel,
    start: f64,
    overrides: &Overrides,
    variables: &[String],
) -> Result<InitializationReport, Vec<Diagnostic>> {
    let resources = Resources::new(files, loaded);
    let descriptions = Descriptions::new(loaded, &model);
    let model = build(&resources, Cow::Owned(model), overrides)?.into_owned();
    let written = model.clone();
    let mended_from = |solved: Option<(&Dae, &[f64])>| -> Result<ConsistencyOutcome, Vec<Diagnostic>> {
        let model = overridden(written.clone(), overrides)?;
        find_consistent(&resources, &descriptions, ConsistencyRequest { model, start, variables, solved })
    };
    let again = || mended_from(None);
    let prepared = match PreparedModel::with_overrides(model, overrides, &resources) {
        Ok(prepared) => prepared,
        // The equations may be solvable all the same: structure sees no numbers.
        Err(found) if found.iter().any(|found| found.code == DiagnosticCode::Stuck) => {
            return match again() {
                Ok(ConsistencyOutcome::Values(initial, _)) => Ok(*initial),
                Ok(ConsistencyOutcome::Refused(notes)) => Err(noted(found, notes)),
                Err(_) => Err(found),
            };
        }
        Err(found) => return Err(found),
    };
    let chosen = select_outputs(&prepared.plan.reduced.dae, variables)?;
    let teller = InitializationReporter { prepared: &prepared, start };
    let stopped = match teller.tell(&resources, &descriptions, &chosen) {
        Ok((mut initial, values)) => {
            let dae = &prepared.plan.reduced.dae;
            if initial.surplus.iter().all(|surplus| surplus.holds)
                && let Ok(model) = overridden(written.clone(), overrides)
                && let Some((mut found, larger)) = differing_index(&resources, model, start, (dae, &values))
            {
                // These values were found without what is hidden, so that some are called free which are not.
                if larger && let Ok(ConsistencyOutcome::Values(initial, true)) = again() {
                    // What is fixed holds if some choice of the others lets it hold, as the order of computation may have found.
                    let kept = || match mended_from(Some((dae, &values))) {
                        Ok(ConsistencyOutcome::Values(kept, _)) if kept.surplus.is_empty() => Some(kept),
                        _ => None,
                    };
                    let kept = if initial.surplus.is_empty() { None } else { kept() };
                    return Ok(*kept.unwrap_or(initial));
                }
                initial.diagnostics.append(&mut found.diagnostics);
                initial.index = Some(found);
            }
            return Ok(initial);
        }
        Err(stopped) => stopped,
    };
    let told = |mut diagnostics: Vec<Diagnostic>, stopped: &StoppedRun| {
        diagnostics.push(describe_error(&prepared.plan, stopped));
        diagnostics
    };
    let (diagnostics, stopped) = stopped;
    let found = told(diagnostics, &stopped);
    if !matches!(stopped.error, SimulationError::Singular(_) | SimulationError::NoSolution(_)) {
        return Err(found);
    }
    match again() {
        Ok(ConsistencyOutcome::Values(initial, true)) => Ok(*initial),
        Ok(ConsistencyOutcome::Values(initial, false)) => Err(noted(found, reached(&initial))),
        Ok(ConsistencyOutcome::Refused(notes)) => Err(noted(found, notes)),
        Err(_) => Err(found),
    }
}

/// A model with the values that the user gives beside it, without its clocks.
fn overridden(mut model: FlatModel, overrides: &Overrides) -> Result<FlatModel, Vec<Diagnostic>> {
    overrides.apply(&mut model)?;
    Ok(clocks::split(model)?.continuous)
}

/// Adds what is known besides to the last finding, which says that there is no initialization.
fn noted(mut found: Vec<Diagnostic>, notes: Vec<String>) -> Vec<Diagnostic> {
    if let Some(last) = found.pop() {
        found.push(notes.into_iter().fold(last, Diagnostic::note));
    }
    found
}

/// Consistent values that were found another way.
fn reached(initial: &InitializationReport) -> Vec<String> {
    let moved = initial.values.iter().filter_map(|valued| match valued.how {
        InitialValueSource::Ignored(from) => Some((valued, from)),
        InitialValueSource::Tied(from)
        | InitialValueSource::Constrained(from)
        | InitialValueSource::Differentiated(from) => Some((valued, from?)),
        _ => None,
    });
    let values: Vec<String> = moved
        .take(6)
        .map(|(valued, _)| format!("`{}` = {}", valued.name, format_number(valued.value)))
        .collect();
    if values.is_empty() {
        return Vec::new();
    }
    vec![format!(
        "all equations solved simultaneously have a solution with {}: choose start values nearer to it",
        values.join(", ")
    )]
}

struct InitializationReporter<'a> {
    prepared: &'a PreparedModel,
    start: f64,
}

impl InitializationReporter<'_> {
    fn tell(
        &self,
        resources: &Resources,
        descriptions: &Descriptions,
        chosen: &[VariableId],
    ) -> Result<(InitializationReport, Vec<f64>), (Vec<Diagnostic>, StoppedRun)> {
        let plan = &self.prepared.plan;
        let mut diagnostics = Vec::new();
        let way = InitializationOptions::at(self.start);
        let (values, gaps) = match self.prepared.initialize(resources, self.start, way, &mut diagnostics) {
            Ok(system) => {
                let values = system.values.clone();
                let gaps = self.gaps(resources, values.clone());
                (values, gaps)
            }
            // The values are those without the conditions that contradict them.
            Err(stopped)
                if matches!(
                    stopped.error,
                    SimulationError::Surplus(_) | SimulationError::Contradiction(_)
                ) =>
            {
                diagnostics.push(describe_error(plan, &stopped));
                let gaps = self.gaps(resources, stopped.values.clone());
                (stopped.values, gaps)
            }
            Err(stopped) => return Err((diagnostics, stopped)),
        };
        let mut surplus: Vec<RedundantInitialCondition> = gaps.iter().map(|gap| self.surplus(gap)).collect();
        let contradictions = self.prepared.contradictions(&values);
        let nearest = if surplus.iter().any(|surplus| !surplus.holds) || !contradictions.is_empty() {
            nearest_starts(resources, plan, self.start, &values, (&gaps, &contradictions))
        } else {
            Vec::new()
        };
        for found in contradictions {
            let variable = plan.reduced.dae.model.variable_name(found.other);
            surplus.push(RedundantInitialCondition {
                text: format!("{variable} = {}", format_number(found.start)),
                variable: Some(variable),
                sides: (found.value, found.start),
                holds: false,
            });
        }
        let ways = self.ways();
        let (dae, rows) = (&plan.reduced.dae, &plan.initialization.rows);
        let mut told = Vec::with_capacity(chosen.len());
        for &id in chosen {
            let name = |id: VariableId| dae.model.variable_name(id);
            let (value, how) = match dae.aliases[id.at()] {
                _ if is_parameter(dae, id) && dae.roles[id.at()] != VariableRole::Free => {
                    (parameter(dae, id, &values), InitialValueSource::Parameter)
                }
                Some(Replacement::Variable { of, negated: false }) => {
                    (values[of.at()], InitialValueSource::Alias(name(of)))
                }
                Some(Replacement::Variable { of, negated: true }) => {
                    (0.0 - values[of.at()], InitialValueSource::Alias(format!("-{}", name(of))))
                }
                Some(Replacement::Literal(value)) => {
                    (dae.model.exprs.literal_number(value).unwrap_or(f64::NAN), InitialValueSource::Computed)
                }
                None => {
                    let extra = gaps.iter().find(|gap| start_variable(dae, &rows[gap.row.at()]) == Some(id));
                    let how = extra.map(|gap| InitialValueSource::Surplus(gap.right, !gap.fails()));
                    (values[id.at()], how.unwrap_or_else(|| self.how(&ways, id, &values)))
                }
            };
            let unit = descriptions.unit(&dae.model, id);
            told.push(InitialValue { name: name(id), value: value + 0.0, unit, how });
        }
        Ok((
            InitializationReport {
                time: self.start,
                values: told,
                surplus,
                nearest,
                index: None,
                diagnostics,
            },
            values,
        ))
    }

    fn gaps(&self, resources: &Resources, mut values: Vec<f64>) -> Vec<RedundantCondition> {
        let plan = &self.prepared.plan;
        let layout = SlotLayout::new(&plan.reduced.dae);
        let mut calls = Evaluator::new(&plan.reduced.dae.model, Some(resources));
        let initialization = InitialSystem { plan, layout: &layout, start: self.start };
        initialization
            .redundant_conditions(&InitialSlots(&layout), &mut values, &mut calls)
            .unwrap_or_default()
    }

    fn surplus(&self, gap: &RedundantCondition) -> RedundantInitialCondition {
        let dae = &self.prepared.plan.reduced.dae;
        let row = &self.prepared.plan.initialization.rows[gap.row.at()];
        RedundantInitialCondition {
            text: self.text(gap.row),
            variable: start_variable(dae, row).map(|variable| dae.model.variable_name(variable)),
            sides: (gap.left, gap.right),
            holds: !gap.fails(),
        }
    }

    fn text(&self, row: RowId) -> String {
        let plan = &self.prepared.plan;
        let (model, row) = (&plan.reduced.dae.model, &plan.initialization.rows[row.at()]);
        format!("{} = {}", model.expr_text(row.left), model.expr_text(row.right))
    }

    /// Which row gives each variable, and which are solved for with others.
    fn ways(&self) -> InitialValueSources {
        let plan = &self.prepared.plan;
        let mut ways = InitialValueSources::default();
        for start in &plan.initialization.starts {
            ways.started.insert(start.variable, start.given);
        }
        for block in &plan.initialization.blocks {
            match block {
                ScheduledBlock::Assign(assign) => drop(ways.rows.insert(assign.variable, assign.row)),
                ScheduledBlock::Torn(torn) => {
                    ways.rows.extend(torn.inner.iter().map(|assign| (assign.variable, assign.row)));
                    // A linear system has one solution, wherever the search begins.
                    if torn.linear.is_none() {
                        ways.searched.extend(&torn.tearing);
                    }
                }
            }
        }
        ways
    }

    fn how(&self, ways: &InitialValueSources, id: VariableId, values: &[f64]) -> InitialValueSource {
        let plan = &self.prepared.plan;
        let dae = &plan.reduced.dae;
        // The start value of something discrete is what it was before initialization.
        let before = plan.initialization.previous.iter().find(|found| found.1 == id).map(|found| found.0);
        let start = dae.attributes.get(id).start;
        match ways.started.get(&id).or_else(|| before.and_then(|before| ways.started.get(&before))) {
            Some(StartReason::Fixed) => return InitialValueSource::Fixed,
            Some(StartReason::Chosen) => return InitialValueSource::Free(start.is_some()),
            None => {}
        }
        let initial = dae.rows.len()..dae.rows.len() + dae.initial.len();
        if let Some(&row) = ways.rows.get(&id).filter(|row| initial.contains(&row.at())) {
            return InitialValueSource::Equation(self.text(row));
        }
        let number = start.and_then(|start| match dae.model.exprs.get(start) {
            Expr::Variable(variable) => Some(values[variable.at()]),
            _ => dae.model.exprs.number(start),
        });
        match number {
            Some(number) if ways.searched.contains(&id) => InitialValueSource::Guessed(number),
            Some(number) if number != values[id.at()] => InitialValueSource::Ignored(number),
            _ => InitialValueSource::Computed,
        }
    }
}

#[derive(Default)]
struct InitialValueSources {
    started: FxHashMap<VariableId, StartReason>,
    rows: FxHashMap<VariableId, RowId>,
    searched: FxHashSet<VariableId>,
}
