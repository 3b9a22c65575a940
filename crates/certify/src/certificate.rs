//! What came of it: the certificate.

use std::collections::BTreeMap;

use equations::{OriginId, VariableId};

use crate::missing_value::UndecidedReason;

/// What was found when a result was put back into its model.
#[derive(Clone, Debug, Default)]
pub struct Certificate {
    /// How many equations, bindings and conditions of the beginning there are.
    pub equations: usize,
    /// How many of them were looked at; the others were used to compute what the result lacks, or are not decided.
    pub checked: usize,
    /// How many of the others were used to compute what the result lacks.
    pub computed: usize,
    /// How many of those looked at say something of how the result goes on from its first row.
    pub judged: usize,
    /// How many of that kind are not decided because the result lacks columns or points.
    pub lacking: usize,
    /// How many rows the result has.
    pub points: usize,
    /// The largest residual of all, in parts of the terms of its equation.
    pub worst: Option<CertificateFinding>,
    /// What tolerance does not explain, the worst of each equation, the worst first.
    pub failures: Vec<CertificateFinding>,
    /// Events that the result lacks, one for each relation, in the order of time.
    pub lost: Vec<LostEvent>,
    /// How many equations were not decided, by reason.
    pub undecided: BTreeMap<UndecidedReason, usize>,
    /// Variables that do not follow their derivatives where the points are too far apart to tell, which is in most places.
    pub unresolved: Vec<VariableId>,
    /// Variables of the model that the result neither has nor gives, what most equations wait for first.
    pub missing: Vec<VariableId>,
    /// Names of the result that the model does not have.
    pub unknown: Vec<String>,
    /// Parameters whose recorded values are others than the model gives them.
    pub overridden: Vec<(VariableId, f64)>,
}

/// What a certificate says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CertificateVerdict {
    /// The result solves the model.
    Holds,
    /// It does as far as was decided; some equations are not, because it lacks columns or points.
    Partly,
    /// It lacks so much that next to nothing could be judged.
    Undecided,
    /// It does not.
    Fails,
}

/// Of so many equations that could be judged with all columns and more points, one must have been.
const ONE_OF: usize = 10;

impl Certificate {
    /// What it says.
    pub fn verdict(&self) -> CertificateVerdict {
        if !self.failures.is_empty() || !self.lost.is_empty() {
            CertificateVerdict::Fails
        } else if self.lacking == 0 {
            CertificateVerdict::Holds
        } else if self.judged * ONE_OF < self.judged + self.lacking {
            CertificateVerdict::Undecided
        } else {
            CertificateVerdict::Partly
        }
    }

    /// Whether the result solves the model as far as was decided, and enough was.
    pub fn passed(&self) -> bool {
        matches!(self.verdict(), CertificateVerdict::Holds | CertificateVerdict::Partly)
    }
}

/// An equation at a row.
#[derive(Clone, Debug)]
pub struct CertificateFinding {
    /// What was compared.
    pub kind: CertificateFindingKind,
    /// The residual in parts of the terms of its equation.
    pub residual: f64,
    /// What is allowed.
    pub allowed: f64,
    /// When.
    pub time: f64,
    /// Where it is written.
    pub origin: OriginId,
    /// The equation as the flat model has it.
    pub equation: String,
    /// Its two sides, if it has two.
    pub sides: Option<(f64, f64)>,
}

/// What was compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CertificateFindingKind {
    /// Both sides of an equation.
    Equation,
    /// A variable and its binding.
    Binding(VariableId),
    /// An equation of the beginning, or a fixed start value.
    Initial,
    /// A variable that an algorithm assigns.
    Algorithm(VariableId),
    /// A `when` equation at an event.
    When,
    /// An assertion.
    Assertion,
    /// The difference of a variable over an interval and the integral of its derivative.
    Derivative(VariableId),
    /// A discrete variable that changed between two points without an event.
    Discrete(VariableId),
    /// A differentiated variable that jumped at an event without a `reinit`.
    Jump(VariableId),
}

/// A relation that changed, or changed and changed back, between two rows without an event.
#[derive(Clone, Debug)]
pub struct LostEvent {
    /// When, about.
    pub time: f64,
    /// The rows it lies between.
    pub between: (f64, f64),
    /// How many of the intervals show it.
    pub count: usize,
    /// Where the equation of the relation is written.
    pub origin: OriginId,
    /// The relation.
    pub relation: String,
}
