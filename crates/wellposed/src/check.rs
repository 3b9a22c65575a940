//! Everything static about a model: can it be flattened, do its units fit, does every class balance, does its structure
//! allow a solution.

mod bus;
mod package;

use dae::Boundary;
use equations::{FlatModel, VariableId};
use flatten::{Flattened, UndecidedBalance};
use repair::{
    AnalyzedRows, Debugger, Deficit, InitialStructure, OpenComponent, Repair, RepairSearch, check_reinits,
    check_targets, check_values, check_whens, differs_alone, islands, problems, unbound,
};
use syntax::{Diagnostic, DiagnosticCode, Place, Severity};

use bus::check_buses;

use crate::parameter_limits::check_limits;
use crate::{Files, Loaded, Overrides, check_units};
use project::{Resources, check_unused_classes};
use runtime::{Experiment, check_plan, flatten_with, redundant_conditions_hold, undetermined_starts};

pub use package::{Verdict, check_package, models};

/// How a model stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wellposedness {
    /// As many equations as unknowns, everywhere.
    Well,
    /// More equations than unknowns somewhere.
    Over,
    /// Fewer equations than unknowns somewhere.
    Under,
    /// Too many here and too few there.
    Mixed,
    /// It could not be flattened.
    Error,
}

impl Wellposedness {
    /// The word that scripts read.
    pub fn text(self) -> &'static str {
        match self {
            Wellposedness::Well => "well-posed",
            Wellposedness::Over => "over",
            Wellposedness::Under => "under",
            Wellposedness::Mixed => "mixed",
            Wellposedness::Error => "error",
        }
    }
}

impl From<Deficit> for Wellposedness {
    fn from(deficit: Deficit) -> Wellposedness {
        match (deficit.over, deficit.under) {
            (0, 0) => Wellposedness::Well,
            (_, 0) => Wellposedness::Over,
            (0, _) => Wellposedness::Under,
            _ => Wellposedness::Mixed,
        }
    }
}

/// What is known of a model without running it.
#[derive(Debug)]
pub struct Checked {
    /// How it stands.
    pub posed: Wellposedness,
    /// What is too much and too little in it.
    pub deficit: Deficit,
    /// If nothing is: which conditions are too many and too few at its beginning, as far as that matters.
    pub beginning: Deficit,
    /// If it is balanced as a component but cannot be simulated alone: what it lacks for that.
    pub component: Option<OpenComponent>,
    /// The flat model, if it could be flattened.
    pub model: Option<FlatModel>,
    /// What is wrong with it, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
    /// What would mend it, the likeliest first for each problem.
    pub repairs: Vec<Repair>,
    /// How often the model was flattened to try repairs; most are tried without.
    pub flattened: usize,
    /// Parts, matching and paths, line by line, if that was asked for.
    pub details: Vec<String>,
}

impl Checked {
    /// Whether nothing is wrong with a model but that its initial conditions contradict each other.
    pub fn has_inconsistent_initial_conditions(&self) -> bool {
        self.posed == Wellposedness::Over && self.deficit == Deficit::default() && self.beginning.over > 0
    }
}

/// Checks the class with the given full name, and what can be told of the user's other classes without a model. A component
/// of other models is right if it is balanced with anything connected to it.
pub fn check(files: &dyn Files, loaded: &Loaded, name: &str, search: &RepairSearch) -> Checked {
    let found = judge(files, loaded, name, Boundary::Component, search, &Overrides::default());
    surveyed(files, loaded, found)
}

/// The same for a model that is to be simulated: a component that cannot be without something connected to it is refused.
pub fn check_whole(files: &dyn Files, loaded: &Loaded, name: &str, search: &RepairSearch) -> Checked {
    check_with(files, loaded, name, search, &Overrides::default())
}

/// The same with values that are given beside the model: if they decide what it is made of, it is built with them.
pub fn check_with(
    files: &dyn Files,
    loaded: &Loaded,
    name: &str,
    search: &RepairSearch,
    given: &Overrides,
) -> Checked {
    surveyed(files, loaded, judge(files, loaded, name, Boundary::Whole, search, given))
}

/// Adds what is wrong with classes that the model does not use.
fn surveyed(files: &dyn Files, loaded: &Loaded, mut checked: Checked) -> Checked {
    let others = check_unused_classes(files, loaded, &checked.diagnostics);
    checked.diagnostics.extend(others);
    checked.diagnostics.sort_by_key(|found| found.primary.place);
    checked
}

/// Whether all that is open in a model waits for what its buses and overdetermined connectors will be connected to.
fn is_excused(laid: &AnalyzedRows, ends: &[VariableId]) -> bool {
    let columns = &laid.rows.columns;
    let waits = |column: &u32| ends.binary_search(&columns[*column as usize]).is_ok();
    problems(&laid.standing).iter().all(|problem| problem.columns.iter().any(waits))
}

/// True if a repair inserts something into a declaration.
fn is_given(repairs: &[Repair], declared: Place) -> bool {
    let edits = repairs.iter().flat_map(|repair| &repair.edits).map(|edit| edit.place);
    let inside = |at: Place| {
        let (span, at_span) = (declared.span, at.span);
        at.file == declared.file
            && at_span.start == at_span.end
            && span.start < at_span.start
            && at_span.end <= span.end
    };
    edits.into_iter().any(inside)
}

/// Checks a model alone, taken as what its boundary says.
fn judge(
    files: &dyn Files,
    loaded: &Loaded,
    name: &str,
    boundary: Boundary,
    search: &RepairSearch,
    given: &Overrides,
) -> Checked {
    let Flattened { model, mut diagnostics, mut balance, uneven, undecided } =
        flatten_with(&Resources { files, loaded }, name, given);
    let failed = diagnostics.iter().any(|found| found.severity() == Severity::Error);
    let Some(model) = model.filter(|_| !failed) else {
        let (repairs, details) = Default::default();
        let deficit = Deficit::default();
        return Checked {
            posed: Wellposedness::Error,
            deficit,
            beginning: deficit,
            component: None,
            model: None,
            diagnostics,
            repairs,
            flattened: 0,
            details,
        };
    };
    diagnostics.extend(check_units(&model));
    diagnostics.extend(check_values(&model));
    diagnostics.extend(check_limits(&model));
    // Connectors of old models hold signals without saying which way they go: then no class balances by itself, and only
    // the whole model can be judged. A connector that has flows, but too few or too many, spoils everything.
    let unbalanced = balance.iter().any(|found| found.code == DiagnosticCode::UnbalancedConnector);
    let mut spoiled = unbalanced && model.variables.iter().any(|variable| variable.flow);
    let uneven = if unbalanced { Vec::new() } else { uneven };
    balance.retain(|found| {
        !unbalanced || !matches!(found.code, DiagnosticCode::UnbalancedClass | DiagnosticCode::UnevenClass)
    });
    let laid = AnalyzedRows::new(&model, Boundary::Component);
    let waits = undecided != UndecidedBalance::Nothing;
    let mut posed = match undecided {
        UndecidedBalance::Wholly => Wellposedness::Well,
        UndecidedBalance::Ends(ends) if is_excused(&laid, &ends) => {
            diagnostics.extend(check_buses(&model, &laid, &ends));
            Wellposedness::Well
        }
        _ => Wellposedness::from(laid.standing.deficit()),
    };
    let mut repairs = Vec::new();
    let mut flattened = 0;
    let mut at_first = Deficit::default();
    let mut details = if search.details { islands(&model, &laid) } else { Vec::new() };
    let crossed = [DiagnosticCode::ManySources, DiagnosticCode::NotConnected]
        .iter()
        .all(|&code| balance.iter().any(|found| found.code == code));
    if unbalanced || (posed == Wellposedness::Well && crossed) {
        let again = AnalyzedRows::new(&model, Boundary::Component);
        let debugger = Debugger::new(files, loaded, &model, again, &uneven, search);
        repairs = if unbalanced {
            debugger.explain_flows(&mut balance)
        } else {
            debugger.explain_signals(&mut balance)
        };
        flattened = debugger.flattened();
        // A flow that was forgotten is the reason for everything else.
        spoiled |= unbalanced && !repairs.is_empty();
    }
    let deficit = laid.standing.deficit();
    let mut conflicts = check_whens(&model, &laid.rows, deficit.over > 0);
    // If they explain everything that is too much, no more is to be said of it.
    let over_explained = !conflicts.is_empty() && deficit.over <= conflicts.len();
    let mut explained = over_explained && deficit.under == 0;
    let targets = check_targets(&model, &laid.rows, deficit.over > 0);
    explained |= !targets.is_empty() && deficit.over <= targets.len();
    conflicts.extend(targets);
    let reinits = check_reinits(&model);
    if posed == Wellposedness::Well && !(conflicts.is_empty() && reinits.is_empty()) {
        posed = Wellposedness::Mixed;
    }
    diagnostics.extend(conflicts);
    diagnostics.extend(reinits);
    let differs = waits || differs_alone(&model);
    let mut component =
        if posed == Wellposedness::Well && differs { OpenComponent::of(&model) } else { None };
    // No connection would mend it.
    let hopeless = component.as_ref().is_some_and(|found| !(waits || found.is_incomplete(&model)));
    // Who simulates the model makes the plan next.
    let plans = boundary == Boundary::Component && component.is_none();
    let mut planned = None;
    if posed == Wellposedness::Well {
        planned = plans.then(|| check_plan(&model));
        // With zero for a parameter that has no value fewer values can be chosen; what is wrong is that it has none.
        let plan = planned.as_ref().and_then(|planned| planned.as_ref().ok());
        let plan = plan.filter(|_| unbound(&model).is_empty());
        let open = plan.map(undetermined_starts).unwrap_or_default();
        let mut contradicts = open.iter().any(|found| found.severity() == Severity::Error);
        diagnostics.extend(open);
        let unsorted = matches!(&planned, Some(Err(found)) if !found.is_empty());
        let beginning = InitialStructure::new(&model, plan);
        if contradicts {
            at_first = beginning.deficit();
        }
        // Signals that lead elsewhere let other values begin, and of equations that cannot be sorted nobody knows which do.
        if beginning.is_wrong() && repairs.is_empty() && !unsorted && !hopeless {
            at_first = beginning.deficit();
            // Conditions that are too many may agree all the same, which their values tell.
            let start = Experiment::of(loaded, name).start;
            let asked = at_first.over > 0 && plan.is_some();
            let agreement = if asked {
                redundant_conditions_hold(&Resources { files, loaded }, model.clone(), start)
            } else {
                None
            };
            let debugger = Debugger::new(files, loaded, &model, laid, &uneven, search);
            let (found, proposed) = debugger.explain_initialization(&beginning, agreement.as_ref());
            flattened += debugger.flattened();
            diagnostics.extend(found);
            repairs.extend(proposed);
            contradicts |= matches!(agreement, Some(Err(_)));
        }
        if contradicts {
            posed = Wellposedness::Over;
        }
        let clocks = clocks::check_clocks(&model);
        let is_wrong = |found: &Diagnostic| found.severity() == Severity::Error;
        if clocks.iter().any(is_wrong) || balance.iter().any(is_wrong) {
            posed = Wellposedness::Mixed;
        }
        diagnostics.extend(clocks);
    } else if explained {
        balance.retain(|found| {
            !matches!(found.code, DiagnosticCode::UnbalancedClass | DiagnosticCode::UnevenClass)
        });
    } else if !spoiled {
        let debugger = Debugger::new(files, loaded, &model, laid, &uneven, search);
        let (mut found, proposed) = debugger.explain(&mut balance);
        // Who is told that two statements set a variable needs not be told that there is one equation too many.
        let is_over = |found: &Diagnostic| {
            matches!(found.code, DiagnosticCode::OverConstrained | DiagnosticCode::Dependent)
        };
        found.retain(|found| !(over_explained && is_over(found)));
        flattened = debugger.flattened();
        details.extend(debugger.details());
        // Which statement it is says more than which class.
        let told = !found.is_empty();
        balance.retain(|found| {
            !told || !matches!(found.code, DiagnosticCode::UnbalancedClass | DiagnosticCode::UnevenClass)
        });
        diagnostics.extend(found);
        repairs = proposed;
        // Who is told where a value belongs needs not be told that it is missing there.
        diagnostics.retain(|found| {
            found.code != DiagnosticCode::NoValue || !is_given(&repairs, found.primary.place)
        });
    }
    diagnostics.extend(balance);
    component = component.filter(|_| posed == Wellposedness::Well);
    if let Some(found) = component.as_ref().filter(|_| boundary == Boundary::Whole || hopeless) {
        diagnostics.push(found.why_not_simulated(&model));
        posed = Wellposedness::from(found.deficit);
        if hopeless {
            diagnostics.retain(|found| found.code != DiagnosticCode::NoValue);
            component = None;
        }
    }
    // What is accepted can be sorted.
    if posed == Wellposedness::Well
        && let Some(Err(found)) = planned
        && !found.is_empty()
    {
        posed = Wellposedness::Mixed;
        diagnostics.extend(found);
    }
    diagnostics.sort_by_key(|found| found.primary.place);
    let model = Some(model);
    Checked {
        posed,
        deficit,
        beginning: at_first,
        component,
        model,
        diagnostics,
        repairs,
        flattened,
        details,
    }
}
