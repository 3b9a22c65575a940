//! The judge of flat models.
//!
//! A flat model and its [`Boundary`] come in, and all that is known of the model without running it comes out. There is no
//! other verdict: `check` explains what is found here, a repair is verified by what is found here of the repaired model, and
//! `init` and `simulate` begin with what is accepted here.

use dae::Boundary;
use equations::FlatModel;
use flatten::{Flattened, UndecidedBalance};
use project::Resources;
use runtime::PlannedModel;
use syntax::{Diagnostic, DiagnosticCode, Severity};

use crate::unset_parameters::{connectors, unbound};
use crate::{
    AnalyzedRows, Deficit, InitialStructure, OpenComponent, Wellposedness, check_reinits, check_targets,
    check_whens,
};

/// What is known of a flat model without running it.
pub struct Analysis {
    /// Its equations and unknowns, taken as those of a component, and what is too much and too little among them.
    pub rows: AnalyzedRows,
    /// What sets discrete variables in a way that cannot be carried out.
    pub conflicts: DiscreteConflicts,
    /// If it is balanced as a component but cannot be simulated alone: what it lacks for that.
    pub component: Option<OpenComponent>,
    /// What holds at initialization; none if something is wrong that comes before it.
    pub initialization: Option<InitialAnalysis>,
    /// Why its equations, which come out even, cannot be sorted.
    pub unsorted: Vec<Diagnostic>,
    /// What is wrong with its clocks, or worth a word.
    pub clocks: Vec<Diagnostic>,
    /// The order of computation, if it can be simulated.
    pub planned: Option<PlannedModel>,
    /// Whether all that is open in it waits for what its buses and overdetermined connectors will be connected to.
    excused: bool,
    /// Whether connectors are wrong by themselves, and whether anything else is wrong with classes and signals.
    wrong_connectors: bool,
    wrong_signals: bool,
    /// Whether no connection would make it a whole model.
    unconnectable: bool,
    boundary: Boundary,
}

/// What sets discrete variables in a way that cannot be carried out.
pub struct DiscreteConflicts {
    /// Variables that are set twice, and `when`s that need each other's values.
    pub whens: Vec<Diagnostic>,
    /// Equations between discrete variables that determine none of them.
    pub targets: Vec<Diagnostic>,
    /// What `reinit` sets and cannot.
    pub reinits: Vec<Diagnostic>,
}

impl DiscreteConflicts {
    fn new(model: &FlatModel, analyzed: &AnalyzedRows) -> DiscreteConflicts {
        let over = analyzed.structure.deficit().over > 0;
        DiscreteConflicts {
            whens: check_whens(model, &analyzed.rows, over),
            targets: check_targets(model, &analyzed.rows, over),
            reinits: check_reinits(model),
        }
    }

    fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.whens.iter().chain(&self.targets).chain(&self.reinits)
    }
}

/// The initial conditions of a model.
pub struct InitialAnalysis {
    /// How many there are for how many values.
    pub structure: InitialStructure,
    /// What they leave open or contradict, as far as that is known before values are.
    pub undetermined: Vec<Diagnostic>,
    /// Whether conditions that are too many hold all the same, or which does not; none if there are none, or that cannot be
    /// computed.
    pub agreement: Option<Result<(), Diagnostic>>,
}

impl InitialAnalysis {
    fn new(
        model: &FlatModel,
        planned: Option<&PlannedModel>,
        resources: &Resources,
        start: f64,
    ) -> InitialAnalysis {
        // With zero for a parameter that has no value fewer values can be chosen; what is wrong is that it has none.
        let planned = planned.filter(|_| unbound(model).is_empty());
        let structure = InitialStructure::new(model, planned);
        let undetermined = planned.map(PlannedModel::undetermined_starts).unwrap_or_default();
        let redundant = planned.filter(|_| structure.deficit().over > 0);
        let agreement = redundant.and_then(|planned| planned.redundant_conditions_hold(resources, start));
        InitialAnalysis { structure, undetermined, agreement }
    }

    /// Whether initial conditions contradict each other.
    pub fn is_contradictory(&self) -> bool {
        self.undetermined.iter().any(is_error) || matches!(self.agreement, Some(Err(_)))
    }
}

impl Analysis {
    /// Judges a flat model, taken as what its boundary says, if it begins at the given time; none if it could not be flattened.
    pub fn new(
        resources: &Resources,
        flattened: &Flattened,
        boundary: Boundary,
        start: f64,
    ) -> Option<Analysis> {
        let model = flattened.model.as_ref().filter(|_| !flattened.diagnostics.iter().any(is_error))?;
        let rows = AnalyzedRows::new(model, Boundary::Component);
        let excused = match &flattened.undecided {
            UndecidedBalance::Wholly => true,
            UndecidedBalance::Ends(ends) => rows.is_explained_by(ends),
            UndecidedBalance::Nothing => false,
        };
        let (connectors, signals) = balance_errors(&flattened.balance);
        let mut analysis = Analysis {
            conflicts: DiscreteConflicts::new(model, &rows),
            rows,
            component: None,
            initialization: None,
            unsorted: Vec::new(),
            clocks: Vec::new(),
            planned: None,
            excused,
            wrong_connectors: connectors,
            wrong_signals: signals,
            unconnectable: false,
            boundary,
        };
        if analysis.is_even() && analysis.conflicts.is_empty() {
            analysis.sort(model, flattened.undecided != UndecidedBalance::Nothing, resources, start);
        }
        Some(analysis)
    }

    /// Goes on with a model whose equations and unknowns come out even. `waits` says that some wait for connections.
    fn sort(&mut self, model: &FlatModel, waits: bool, resources: &Resources, start: f64) {
        let component = if waits || differs_alone(model) { OpenComponent::of(model) } else { None };
        self.unconnectable = component.as_ref().is_some_and(|found| !(waits || found.is_incomplete(model)));
        if component.is_none() {
            match PlannedModel::new(model.clone(), &resources.cancellation) {
                Ok(planned) => self.planned = Some(planned),
                Err(found) => self.unsorted = found,
            }
        }
        let initialization = InitialAnalysis::new(model, self.planned.as_ref(), resources, start);
        // What is only not supported is told by who simulates the model.
        self.unsorted.retain(|found| found.code != DiagnosticCode::NotSupported);
        self.clocks = clocks::check_clocks(model);
        let sound = !initialization.is_contradictory() && !self.is_malformed();
        self.component = component.filter(|_| sound);
        self.initialization = Some(initialization);
    }

    /// What is too much and too little in the model.
    pub fn deficit(&self) -> Deficit {
        self.rows.structure.deficit()
    }

    /// Whether equations and unknowns come out even, or will with what the model is going to be connected to.
    pub fn is_even(&self) -> bool {
        self.excused || self.deficit() == Deficit::default()
    }

    /// Whether no connection would make the model a whole one, although it is balanced as a component.
    pub fn is_unconnectable(&self) -> bool {
        self.unconnectable
    }

    /// Whether the model lacks what is asked of it as what it is taken as.
    pub fn is_open(&self) -> bool {
        self.component.is_some() && (self.boundary == Boundary::Whole || self.unconnectable)
    }

    /// Whether what is said of initialization is to be believed: of equations that cannot be sorted nobody knows which values
    /// begin, and no connection mends what is not a whole model.
    pub fn knows_initialization(&self) -> bool {
        self.unsorted.is_empty() && !self.unconnectable
    }

    /// Whether something is wrong with connectors, signals or clocks.
    pub fn is_malformed(&self) -> bool {
        self.wrong_connectors || self.has_wrong_signals()
    }

    fn has_wrong_signals(&self) -> bool {
        self.wrong_signals || self.clocks.iter().any(is_error)
    }

    /// Whether initial conditions contradict each other.
    pub fn is_contradictory_at_start(&self) -> bool {
        self.initialization.as_ref().is_some_and(InitialAnalysis::is_contradictory)
    }

    /// The verdict.
    pub fn wellposedness(&self) -> Wellposedness {
        self.verdict(self.wrong_connectors)
    }

    /// The verdict on everything but connectors that are wrong by themselves, which are another mistake: no class that has
    /// them balances.
    pub(crate) fn wellposedness_apart_from_connectors(&self) -> Wellposedness {
        self.verdict(false)
    }

    fn verdict(&self, wrong_connectors: bool) -> Wellposedness {
        match &self.component {
            _ if !self.is_even() => Wellposedness::from(self.deficit()),
            _ if !self.conflicts.is_empty() || wrong_connectors || self.has_wrong_signals() => {
                Wellposedness::Mixed
            }
            _ if self.is_contradictory_at_start() => Wellposedness::Over,
            Some(component) if self.is_open() => Wellposedness::from(component.deficit),
            _ if !self.unsorted.is_empty() => Wellposedness::Mixed,
            _ => Wellposedness::Well,
        }
    }
}

fn is_error(found: &Diagnostic) -> bool {
    found.severity() == Severity::Error
}

/// Whether connectors are wrong by themselves, and whether anything else is wrong with classes and signals. No class that has
/// such connectors balances.
fn balance_errors(balance: &[Diagnostic]) -> (bool, bool) {
    let connector = |found: &&Diagnostic| found.code == DiagnosticCode::UnbalancedConnector;
    let unbalanced = balance.iter().any(|found| connector(&found));
    let follows = |found: &Diagnostic| {
        unbalanced && matches!(found.code, DiagnosticCode::UnbalancedClass | DiagnosticCode::UnevenClass)
    };
    let mut errors = balance.iter().filter(|found| is_error(found));
    let connectors = errors.clone().any(|found| connector(&found));
    (connectors, errors.any(|found| !connector(&found) && !follows(found)))
}

/// Whether nothing is wrong with the classes and signals of a model, connectors that are wrong by themselves apart.
pub(crate) fn is_balanced(flattened: &Flattened) -> bool {
    !balance_errors(&flattened.balance).1
}

/// Whether a model may stand differently alone than as a component: without top-level connectors a component is a whole model,
/// if all parameters have values.
fn differs_alone(model: &FlatModel) -> bool {
    connectors(model).next().is_some() || !unbound(model).is_empty()
}
