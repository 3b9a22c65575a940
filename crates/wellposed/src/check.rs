//! Everything static about a model: can it be flattened, do its units fit, does every class balance.

use std::cmp::Ordering;

use equations::FlatModel;
use syntax::{Diagnostic, Severity};

use crate::{Loaded, check_units, flatten};

/// How a model stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Posed {
    /// As many equations as unknowns, everywhere.
    Well,
    /// More equations than unknowns.
    Over,
    /// Fewer equations than unknowns.
    Under,
    /// Too many here and too few there.
    Mixed,
    /// It could not be flattened.
    Error,
}

impl Posed {
    /// The word that scripts read.
    pub fn text(self) -> &'static str {
        match self {
            Posed::Well => "well-posed",
            Posed::Over => "over",
            Posed::Under => "under",
            Posed::Mixed => "mixed",
            Posed::Error => "error",
        }
    }
}

/// What is known of a model without running it.
#[derive(Debug)]
pub struct Checked {
    /// How it stands.
    pub posed: Posed,
    /// The flat model, if there is such a class.
    pub model: Option<FlatModel>,
    /// What is wrong with it, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

/// Checks the class with the given full name.
pub fn check(loaded: &Loaded, name: &str) -> Checked {
    let found = flatten(loaded, name);
    let mut diagnostics = found.diagnostics;
    let failed = diagnostics.iter().any(|found| found.severity() == Severity::Error);
    let Some(model) = found.model.filter(|_| !failed) else {
        return Checked { posed: Posed::Error, model: None, diagnostics };
    };
    diagnostics.extend(check_units(&model));
    let uneven = found.balance.iter().any(|found| found.severity() == Severity::Error);
    let posed = match model.scalar_equations().cmp(&model.unknowns()) {
        Ordering::Greater => Posed::Over,
        Ordering::Less => Posed::Under,
        // Here one too many and there one too few.
        Ordering::Equal if uneven => Posed::Mixed,
        Ordering::Equal => Posed::Well,
    };
    diagnostics.extend(found.balance);
    diagnostics.sort_by_key(|found| found.primary.place);
    Checked { posed, model: Some(model), diagnostics }
}
