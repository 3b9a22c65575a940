//! Everything static about a model: can it be flattened, do its units fit, does every class balance, does its structure
//! allow a solution.

mod bus;
mod explanation;
mod package;
mod summary;

use dae::Boundary;
use equations::FlatModel;
use flatten::UndecidedBalance;
use repair::{Analysis, Deficit, OpenComponent, Repair, RepairSearch, Wellposedness, check_values};
use syntax::{Diagnostic, DiagnosticCode, FileId, Place};

use bus::check_buses;
use explanation::{ClassBalance, explain};

use crate::parameter_limits::check_limits;
use crate::{AnalysisOptions, Files, Loaded, Overrides, check_units};
use project::{Resources, check_unused_classes};
use runtime::{Experiment, PlannedModel, flatten_with};

pub use package::{Verdict, all_models, check_package, models};
pub use summary::{report_package, summarize_package, worst};

/// What is known of a model without running it.
#[derive(Debug)]
pub struct Checked {
    /// How it stands.
    pub wellposedness: Wellposedness,
    /// What is too much and too little in it.
    pub deficit: Deficit,
    /// If nothing is: which conditions are too many and too few at its initialization, as far as that matters.
    pub initialization: Deficit,
    /// If it is balanced as a component but cannot be simulated alone: what it lacks for that.
    pub component: Option<OpenComponent>,
    /// The flat model, if it could be flattened.
    pub model: Option<FlatModel>,
    /// Its order of computation with the values that are given beside it, if there is one.
    pub planned: Option<PlannedModel>,
    /// What is wrong with it, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
    /// What would mend it, the likeliest first for each problem.
    pub repairs: Vec<Repair>,
    /// How often the model was flattened to try repairs; most are tried without.
    pub flattened: usize,
    /// Parts, matching and paths, line by line, if that was asked for.
    pub details: Vec<String>,
    /// The files that it was looked for in: what stands in others makes no difference to it.
    pub files: Vec<FileId>,
}

impl Checked {
    /// Of a model that could not be flattened.
    pub(crate) fn failed(diagnostics: Vec<Diagnostic>, files: Vec<FileId>) -> Checked {
        Checked {
            files,
            wellposedness: Wellposedness::Error,
            deficit: Deficit::default(),
            initialization: Deficit::default(),
            component: None,
            model: None,
            planned: None,
            diagnostics,
            repairs: Vec::new(),
            flattened: 0,
            details: Vec::new(),
        }
    }

    /// Whether nothing is wrong with a model but that its initial conditions contradict each other.
    pub fn has_inconsistent_initial_conditions(&self) -> bool {
        self.wellposedness == Wellposedness::Over
            && self.deficit == Deficit::default()
            && self.initialization.over > 0
    }
}

/// Checks the class with the given full name, and what can be told of the user's other classes without a model. A component
/// of other models is right if it is balanced with anything connected to it.
pub fn check(files: &dyn Files, loaded: &Loaded, name: &str, search: &RepairSearch) -> Checked {
    let options = AnalysisOptions { search: search.clone(), ..AnalysisOptions::default() };
    surveyed(files, loaded, judge(files, loaded, name, &options))
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
    let options = AnalysisOptions {
        boundary: Boundary::Whole,
        search: search.clone(),
        overrides: given.clone(),
        ..AnalysisOptions::default()
    };
    surveyed(files, loaded, judge(files, loaded, name, &options))
}

/// Adds what is wrong with classes that the model does not use.
fn surveyed(files: &dyn Files, loaded: &Loaded, mut checked: Checked) -> Checked {
    let others = check_unused_classes(files, loaded, &checked.diagnostics);
    checked.diagnostics.extend(others);
    checked.diagnostics.sort_by_key(|found| found.primary.place);
    checked
}

/// Checks a model alone, taken as what its boundary says.
pub(crate) fn judge(files: &dyn Files, loaded: &Loaded, name: &str, options: &AnalysisOptions) -> Checked {
    let AnalysisOptions { boundary, overrides, search, cancellation } = options;
    let resources = Resources { cancellation: cancellation.clone(), ..Resources::new(files, loaded) };
    let search = &RepairSearch { budget: search.budget.or(cancellation), ..search.clone() };
    let mut flattened = flatten_with(&resources, name, overrides);
    let read = std::mem::take(&mut flattened.files);
    let written = flattened.model.clone();
    let settled = flattened.model.as_mut().is_some_and(|model| overrides.apply(model).is_ok());
    let start = Experiment::of(loaded, name).start;
    let analysis = Analysis::new(&resources, &flattened, *boundary, start);
    let (Some(analysis), Some(model)) = (analysis, flattened.model) else {
        return Checked::failed(flattened.diagnostics, read);
    };
    let mut diagnostics = flattened.diagnostics;
    diagnostics.extend(check_units(&model));
    diagnostics.extend(check_values(&model));
    diagnostics.extend(check_limits(&model));
    if let UndecidedBalance::Ends(ends) = &flattened.undecided
        && analysis.is_even()
    {
        diagnostics.extend(check_buses(&model, &analysis.rows, ends));
    }
    let balance = ClassBalance::new(&model, flattened.balance, flattened.uneven);
    let explanation = explain(files, loaded, &model, &analysis, balance, search);
    let deficit = analysis.deficit();
    let wellposedness = analysis.wellposedness();
    diagnostics.extend(explanation.diagnostics);
    // Who is told where a value belongs needs not be told that it is missing there.
    let unknown = analysis.is_open() && analysis.is_unconnectable();
    diagnostics.retain(|found| {
        found.code != DiagnosticCode::NoValue
            || !(unknown || is_given(&explanation.repairs, found.primary.place))
    });
    diagnostics.sort_by_key(|found| found.primary.place);
    Checked {
        wellposedness,
        deficit,
        initialization: explanation.initialization,
        component: analysis.component.filter(|_| !unknown),
        model: written,
        planned: analysis.planned.filter(|_| settled),
        diagnostics,
        repairs: explanation.repairs,
        flattened: explanation.flattened,
        details: explanation.details,
        files: read,
    }
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
