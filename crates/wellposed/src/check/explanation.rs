//! What is wrong with a model in the words of its text, each mistake told once, and what would mend it.

use equations::FlatModel;
use flatten::UnbalancedClass;
use repair::{Analysis, Debugger, Deficit, InitialAnalysis, Repair, RepairSearch, islands};
use syntax::{Diagnostic, DiagnosticCode};

use crate::{Files, Loaded};

/// What is wrong with the classes and signals of a model.
pub(super) struct ClassBalance {
    found: Vec<Diagnostic>,
    uneven: Vec<UnbalancedClass>,
    /// Whether a connector is wrong by itself, and whether that spoils everything.
    unbalanced: bool,
    spoiled: bool,
}

impl ClassBalance {
    /// Connectors of old models hold signals without saying which way they go: then no class balances by itself, and only the
    /// whole model can be judged. A connector that has flows, but too few or too many, spoils everything.
    pub(super) fn new(
        model: &FlatModel,
        found: Vec<Diagnostic>,
        uneven: Vec<UnbalancedClass>,
    ) -> ClassBalance {
        let unbalanced = found.iter().any(|found| found.code == DiagnosticCode::UnbalancedConnector);
        let spoiled = unbalanced && model.variables.iter().any(|variable| variable.flow);
        let uneven = if unbalanced { Vec::new() } else { uneven };
        let mut balance = ClassBalance { found, uneven, unbalanced, spoiled };
        if unbalanced {
            balance.leave_out_classes();
        }
        balance
    }

    /// Which statement it is says more than which class.
    fn leave_out_classes(&mut self) {
        self.found.retain(|found| {
            !matches!(found.code, DiagnosticCode::UnbalancedClass | DiagnosticCode::UnevenClass)
        });
    }

    /// Whether a signal has several sources where another has none.
    fn has_crossed_signals(&self) -> bool {
        [DiagnosticCode::ManySources, DiagnosticCode::NotConnected]
            .iter()
            .all(|&code| self.found.iter().any(|found| found.code == code))
    }
}

/// What is wrong with a model, and what would mend it.
#[derive(Default)]
pub(super) struct Explanation {
    pub(super) diagnostics: Vec<Diagnostic>,
    pub(super) repairs: Vec<Repair>,
    /// Which initial conditions are too many and too few, as far as that matters.
    pub(super) initialization: Deficit,
    /// How often the model was flattened to try repairs.
    pub(super) flattened: usize,
    /// Parts, matching and paths, line by line, if that was asked for.
    pub(super) details: Vec<String>,
}

/// Explains what an analysis found.
pub(super) fn explain(
    files: &dyn Files,
    loaded: &Loaded,
    model: &FlatModel,
    analysis: &Analysis,
    mut balance: ClassBalance,
    search: &RepairSearch,
) -> Explanation {
    let mut told = Explanation::default();
    if search.details {
        told.details = islands(model, &analysis.rows);
    }
    let uneven = std::mem::take(&mut balance.uneven);
    let debugger = || Debugger::new(files, loaded, model, &analysis.rows, &uneven, search);
    if balance.unbalanced || (analysis.is_even() && balance.has_crossed_signals()) {
        told.explain_signals(&debugger(), &mut balance);
    }
    told.diagnostics.extend(analysis.conflicts.iter().cloned());
    match &analysis.initialization {
        Some(initialization) => {
            told.explain_initialization(&debugger, initialization, analysis.knows_initialization());
            told.diagnostics.extend(analysis.clocks.iter().cloned());
        }
        None if is_explained(analysis) => balance.leave_out_classes(),
        None if balance.spoiled => {}
        None => told.explain_structure(&debugger(), analysis, &mut balance),
    }
    told.diagnostics.extend(balance.found);
    if let Some(component) = analysis.component.as_ref().filter(|_| analysis.is_open()) {
        told.diagnostics.push(component.why_not_simulated(model));
    } else if !analysis.is_contradictory_at_start() && !analysis.is_malformed() {
        told.diagnostics.extend(analysis.unsorted.iter().cloned());
    }
    told
}

/// Whether what sets discrete variables twice explains all that is too much, and nothing is too little.
fn is_explained(analysis: &Analysis) -> bool {
    let (deficit, targets) = (analysis.deficit(), analysis.conflicts.targets.len());
    over_is_explained(analysis) && deficit.under == 0 || targets > 0 && deficit.over <= targets
}

/// Whether what sets discrete variables twice explains all that is too much.
fn over_is_explained(analysis: &Analysis) -> bool {
    let whens = analysis.conflicts.whens.len();
    whens > 0 && analysis.deficit().over <= whens
}

impl Explanation {
    fn explain_signals(&mut self, debugger: &Debugger, balance: &mut ClassBalance) {
        self.repairs = match balance.unbalanced {
            true => debugger.explain_flows(&mut balance.found),
            false => debugger.explain_signals(&mut balance.found),
        };
        self.flattened += debugger.flattened();
        // A flow that was forgotten is the reason for everything else.
        balance.spoiled |= balance.unbalanced && !self.repairs.is_empty();
    }

    fn explain_initialization<'a>(
        &mut self,
        debugger: &dyn Fn() -> Debugger<'a>,
        initialization: &InitialAnalysis,
        known: bool,
    ) {
        self.diagnostics.extend(initialization.undetermined.iter().cloned());
        // Signals that lead elsewhere let other values begin.
        let explains = known && initialization.structure.is_wrong() && self.repairs.is_empty();
        if explains || initialization.is_contradictory() {
            self.initialization = initialization.structure.deficit();
        }
        if explains {
            let debugger = debugger();
            let agreement = initialization.agreement.as_ref();
            let (found, proposed) = debugger.explain_initialization(&initialization.structure, agreement);
            self.flattened += debugger.flattened();
            self.diagnostics.extend(found);
            self.repairs.extend(proposed);
        }
    }

    fn explain_structure(&mut self, debugger: &Debugger, analysis: &Analysis, balance: &mut ClassBalance) {
        let (mut found, proposed) = debugger.explain(&mut balance.found);
        // Who is told that two statements set a variable needs not be told that there is one equation too many.
        if over_is_explained(analysis) {
            found.retain(|found| {
                !matches!(found.code, DiagnosticCode::OverConstrained | DiagnosticCode::Dependent)
            });
        }
        self.flattened = debugger.flattened();
        self.details.extend(debugger.details());
        if !found.is_empty() {
            balance.leave_out_classes();
        }
        self.diagnostics.extend(found);
        self.repairs = proposed;
    }
}
