//! The beginning of a model, told: which values are given, which were free and what was chosen for them, which follow,
//! and which conditions contradict the others.

use std::borrow::Cow;

use codegen::Evaluator;
use dae::{Alias, Block, Dae, Given, Role, RowId};
use equations::{Expr, FlatModel, VariableId};
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::{Code, Diagnostic};

use super::begin::{Beginning, Gap};
use super::built::build;
use super::choice::{choose, is_parameter};
use super::describe::Descriptions;
use super::layout::{AtStart, Layout};
use super::numeric::{Asked, Mended, Moved, Numeric, differing, mend, relax};
use super::prepared::How as Way;
use super::recorder::parameter;
use super::words::{halted, short, started};
use super::{FailureClass, Halt, Overrides, Prepared, Stopped};
use project::Resources;
use project::{Files, Loaded};

/// How a model begins.
#[derive(Clone, Debug)]
pub struct Initial {
    /// When.
    pub time: f64,
    /// The variables, in the order of their declaration.
    pub values: Vec<Valued>,
    /// Conditions that are too many.
    pub surplus: Vec<Surplus>,
    /// Where fixed start values contradict each other: those nearest to them that do not.
    pub nearest: Vec<Moved>,
    /// What numbers tell of the beginning, where structure tells something else or leads nowhere.
    pub index: Option<Numeric>,
    /// What is wrong with the beginning; without errors the values fulfil everything.
    pub diagnostics: Vec<Diagnostic>,
}

/// A variable and its value at the beginning.
#[derive(Clone, Debug)]
pub struct Valued {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: f64,
    /// Its unit, empty if it has none.
    pub unit: String,
    /// How it came to its value.
    pub how: How,
}

/// How a variable came to its value.
#[derive(Clone, Debug, PartialEq)]
pub enum How {
    /// It is a parameter or a constant.
    Parameter,
    /// Its start value is fixed.
    Fixed,
    /// This initial equation gives it.
    Equation(String),
    /// Nothing determines it, so that its start value was taken; false if it has none and zero was taken.
    Free(bool),
    /// It follows from equations that are solved at once, beginning with this start value.
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

/// A condition for the beginning that the others make superfluous.
#[derive(Clone, Debug)]
pub struct Surplus {
    /// The condition.
    pub text: String,
    /// The variable whose start value it is, if it is one.
    pub variable: Option<String>,
    /// What its sides are worth.
    pub sides: (f64, f64),
    /// Whether it holds all the same.
    pub holds: bool,
}

/// Solves for the beginning of a model. `variables` are those to tell of, by names; all if there are none.
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
) -> Result<Initial, Vec<Diagnostic>> {
    let resources = Resources { files, loaded };
    let descriptions = Descriptions::new(loaded);
    let model = build(&resources, Cow::Owned(model), overrides)?.into_owned();
    let written = model.clone();
    let mended_from = |solved: Option<(&Dae, &[f64])>| -> Result<Mended, Vec<Diagnostic>> {
        let model = overridden(written.clone(), overrides)?;
        mend(&resources, &descriptions, Asked { model, start, variables, solved })
    };
    let again = || mended_from(None);
    let prepared = match Prepared::new(model, overrides, &resources) {
        Ok(prepared) => prepared,
        // The equations may be solvable all the same: structure sees no numbers.
        Err(found) if found.iter().any(|found| found.code == Code::Stuck) => {
            return match again() {
                Ok(Mended::Values(initial, _)) => Ok(*initial),
                Ok(Mended::Refused(notes)) => Err(noted(found, notes)),
                Err(_) => Err(found),
            };
        }
        Err(found) => return Err(found),
    };
    let chosen = choose(&prepared.plan.reduced.dae, variables)?;
    let teller = Teller { prepared: &prepared, start };
    let stopped = match teller.tell(&resources, &descriptions, &chosen) {
        Ok((mut initial, values)) => {
            let dae = &prepared.plan.reduced.dae;
            if initial.surplus.iter().all(|surplus| surplus.holds)
                && let Ok(model) = overridden(written.clone(), overrides)
                && let Some((mut found, larger)) = differing(&resources, model, start, (dae, &values))
            {
                // These values were found without what is hidden, so that some are called free which are not.
                if larger && let Ok(Mended::Values(initial, true)) = again() {
                    // What is fixed holds if some choice of the others lets it hold, as the order of computation may have found.
                    let kept = || match mended_from(Some((dae, &values))) {
                        Ok(Mended::Values(kept, _)) if kept.surplus.is_empty() => Some(kept),
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
    let told = |mut diagnostics: Vec<Diagnostic>, stopped: &Stopped| {
        diagnostics.push(halted(&prepared.plan, stopped));
        diagnostics
    };
    let (diagnostics, stopped) = stopped;
    let found = told(diagnostics, &stopped);
    if !matches!(stopped.halt, Halt::Singular(_) | Halt::NoSolution(_)) {
        return Err(found);
    }
    match again() {
        Ok(Mended::Values(initial, true)) => Ok(*initial),
        Ok(Mended::Values(initial, false)) => Err(noted(found, reached(&initial))),
        Ok(Mended::Refused(notes)) => Err(noted(found, notes)),
        Err(_) => Err(found),
    }
}

/// Whether initial conditions that are too many hold at the values that the others give. Nothing if that cannot be computed: what
/// else fails at the beginning is told when the model is simulated.
pub fn agreement(resources: &Resources, model: FlatModel, start: f64) -> Option<Result<(), Diagnostic>> {
    let prepared = Prepared::new(model, &Overrides::default(), resources).ok()?;
    match prepared.begin(resources, start, Way::at(start), &mut Vec::new()) {
        Ok(_) => Some(Ok(())),
        Err(stopped) if FailureClass::of_halt(&stopped.halt) == FailureClass::InitialConditions => {
            Some(Err(halted(&prepared.plan, &stopped)))
        }
        Err(_) => None,
    }
}

/// A model with the values that the user gives beside it, without its clocks.
fn overridden(mut model: FlatModel, overrides: &Overrides) -> Result<FlatModel, Vec<Diagnostic>> {
    overrides.apply(&mut model)?;
    Ok(clocks::split(model)?.continuous)
}

/// Adds what is known besides to the last finding, which says that there is no beginning.
fn noted(mut found: Vec<Diagnostic>, notes: Vec<String>) -> Vec<Diagnostic> {
    if let Some(last) = found.pop() {
        found.push(notes.into_iter().fold(last, Diagnostic::note));
    }
    found
}

/// Consistent values that were found another way.
fn reached(initial: &Initial) -> Vec<String> {
    let moved = initial.values.iter().filter_map(|valued| match valued.how {
        How::Ignored(from) => Some((valued, from)),
        How::Tied(from) | How::Constrained(from) | How::Differentiated(from) => Some((valued, from?)),
        _ => None,
    });
    let values: Vec<String> =
        moved.take(6).map(|(valued, _)| format!("`{}` = {}", valued.name, short(valued.value))).collect();
    if values.is_empty() {
        return Vec::new();
    }
    vec![format!(
        "all equations solved at once have a solution with {}: start nearer to it",
        values.join(", ")
    )]
}

struct Teller<'a> {
    prepared: &'a Prepared,
    start: f64,
}

impl Teller<'_> {
    fn tell(
        &self,
        resources: &Resources,
        descriptions: &Descriptions,
        chosen: &[VariableId],
    ) -> Result<(Initial, Vec<f64>), (Vec<Diagnostic>, Stopped)> {
        let plan = &self.prepared.plan;
        let mut diagnostics = Vec::new();
        let way = Way::at(self.start);
        let (values, gaps) = match self.prepared.begin(resources, self.start, way, &mut diagnostics) {
            Ok(machine) => {
                let values = machine.values.clone();
                let gaps = self.gaps(resources, values.clone());
                (values, gaps)
            }
            // The values are those without the conditions that contradict them.
            Err(stopped) if matches!(stopped.halt, Halt::Surplus(_) | Halt::Contradiction(_)) => {
                diagnostics.push(halted(plan, &stopped));
                let gaps = self.gaps(resources, stopped.values.clone());
                (stopped.values, gaps)
            }
            Err(stopped) => return Err((diagnostics, stopped)),
        };
        let mut surplus: Vec<Surplus> = gaps.iter().map(|gap| self.surplus(gap)).collect();
        let contradictions = self.prepared.contradictions(&values);
        let nearest = if surplus.iter().any(|surplus| !surplus.holds) || !contradictions.is_empty() {
            relax(resources, plan, self.start, &values, (&gaps, &contradictions))
        } else {
            Vec::new()
        };
        for found in contradictions {
            let variable = plan.reduced.dae.model.variable_name(found.other);
            surplus.push(Surplus {
                text: format!("{variable} = {}", short(found.start)),
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
                _ if is_parameter(dae, id) && dae.roles[id.at()] != Role::Free => {
                    (parameter(dae, id, &values), How::Parameter)
                }
                Some(Alias::Variable { of, negated: false }) => (values[of.at()], How::Alias(name(of))),
                Some(Alias::Variable { of, negated: true }) => {
                    (0.0 - values[of.at()], How::Alias(format!("-{}", name(of))))
                }
                Some(Alias::Literal(value)) => {
                    (dae.model.exprs.worth(value).unwrap_or(f64::NAN), How::Computed)
                }
                None => {
                    let extra = gaps.iter().find(|gap| started(dae, &rows[gap.row.at()]) == Some(id));
                    let how = extra.map(|gap| How::Surplus(gap.right, !gap.fails()));
                    (values[id.at()], how.unwrap_or_else(|| self.how(&ways, id, &values)))
                }
            };
            let unit = descriptions.unit(&dae.model, id);
            told.push(Valued { name: name(id), value: value + 0.0, unit, how });
        }
        Ok((Initial { time: self.start, values: told, surplus, nearest, index: None, diagnostics }, values))
    }

    fn gaps(&self, resources: &Resources, mut values: Vec<f64>) -> Vec<Gap> {
        let plan = &self.prepared.plan;
        let layout = Layout::new(&plan.reduced.dae);
        let mut calls = Evaluator::new(&plan.reduced.dae.model, Some(resources));
        let beginning = Beginning { plan, layout: &layout, start: self.start };
        beginning.gaps(&AtStart(&layout), &mut values, &mut calls).unwrap_or_default()
    }

    fn surplus(&self, gap: &Gap) -> Surplus {
        let dae = &self.prepared.plan.reduced.dae;
        let row = &self.prepared.plan.initialization.rows[gap.row.at()];
        Surplus {
            text: self.text(gap.row),
            variable: started(dae, row).map(|variable| dae.model.variable_name(variable)),
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
    fn ways(&self) -> Ways {
        let plan = &self.prepared.plan;
        let mut ways = Ways::default();
        for start in &plan.initialization.starts {
            ways.started.insert(start.variable, start.given);
        }
        for block in &plan.initialization.blocks {
            match block {
                Block::Assign(assign) => drop(ways.rows.insert(assign.variable, assign.row)),
                Block::Torn(torn) => {
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

    fn how(&self, ways: &Ways, id: VariableId, values: &[f64]) -> How {
        let plan = &self.prepared.plan;
        let dae = &plan.reduced.dae;
        // The start value of something discrete is what it was before the beginning.
        let before = plan.initialization.previous.iter().find(|found| found.1 == id).map(|found| found.0);
        let start = dae.attributes.get(id).start;
        match ways.started.get(&id).or_else(|| before.and_then(|before| ways.started.get(&before))) {
            Some(Given::Fixed) => return How::Fixed,
            Some(Given::Chosen) => return How::Free(start.is_some()),
            None => {}
        }
        let initial = dae.rows.len()..dae.rows.len() + dae.initial.len();
        if let Some(&row) = ways.rows.get(&id).filter(|row| initial.contains(&row.at())) {
            return How::Equation(self.text(row));
        }
        let number = start.and_then(|start| match dae.model.exprs.get(start) {
            Expr::Variable(variable) => Some(values[variable.at()]),
            _ => dae.model.exprs.number(start),
        });
        match number {
            Some(number) if ways.searched.contains(&id) => How::Guessed(number),
            Some(number) if number != values[id.at()] => How::Ignored(number),
            _ => How::Computed,
        }
    }
}

#[derive(Default)]
struct Ways {
    started: FxHashMap<VariableId, Given>,
    rows: FxHashMap<VariableId, RowId>,
    searched: FxHashSet<VariableId>,
}
