//! Why something cannot be computed from a result.

use equations::VariableId;

use crate::value::CertifyValue;

/// Why an expression has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MissingValue {
    /// A variable that the result does not have.
    Missing(VariableId),
    /// The derivative of something whose derivative the result does not have.
    Derivative,
    /// Clocks: values that are there at ticks alone.
    Clocked,
    /// `delay` and `spatialDistribution` need more of the past than a row.
    Delay,
    /// External functions that remember what they were asked before, or do something outside of the model.
    Memory,
    /// Texts are not recorded.
    Text,
    /// An array where a scalar is asked for.
    Shape,
    /// What was before the first row.
    Past,
    /// A local that has no value yet.
    Unset,
    /// A function failed with these arguments, or has no value.
    Failed,
    /// More steps, or more calls inside each other, than are carried out here.
    Endless,
    /// A form that is not evaluated here.
    Unsupported,
    /// The rows are too far apart to tell what was between them.
    Vague,
}

/// What can be computed from a result, or why not.
pub(crate) type CertifyResult<T = CertifyValue> = Result<T, MissingValue>;

/// Why an equation was not decided, for people and scripts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum UndecidedReason {
    /// It mentions a variable that the result does not have and that nothing else gives.
    MissingVariable,
    /// It mentions a derivative that the result does not have.
    MissingDerivative,
    /// It belongs to a clock.
    Clocked,
    /// It has a `delay` or a `spatialDistribution`.
    Delay,
    /// It calls something that remembers, or acts outside of the model.
    Memory,
    /// It is about texts, which results do not have.
    Text,
    /// A function of it has no value at the recorded values.
    Function,
    /// A function of it takes more steps, or calls itself deeper, than the certificate goes.
    Endless,
    /// It has a form that the certificate does not evaluate.
    Form,
    /// Several rounds of an event iteration stand between the two rows of an event.
    EventRounds,
    /// What `pre` was before the first row is not recorded.
    BeforeStart,
    /// The points lie too far apart to compare differences with derivatives.
    CoarsePoints,
    /// The derivative of a function of time that has a kink at an event.
    Kink,
    /// The derivative that an annotation declares without how an input changes.
    DeclaredDerivative,
}

impl UndecidedReason {
    /// The reason in a few words.
    pub fn text(self) -> &'static str {
        match self {
            UndecidedReason::MissingVariable => "a variable that the result does not have",
            UndecidedReason::MissingDerivative => "a derivative that the result does not have",
            UndecidedReason::Clocked => "clocked equation",
            UndecidedReason::Delay => "`delay` or `spatialDistribution`",
            UndecidedReason::Memory => "external function with internal state or side effects",
            UndecidedReason::Text => "texts, which results do not have",
            UndecidedReason::Function => "a function without a value at recorded values",
            UndecidedReason::Endless => "a function that takes too many steps, or calls itself too deep",
            UndecidedReason::Form => "a form that is not evaluated",
            UndecidedReason::EventRounds => "several event iterations at one instant",
            UndecidedReason::BeforeStart => "values before the first point",
            UndecidedReason::CoarsePoints => "points too far apart for a quadrature",
            UndecidedReason::Kink => "the derivative of a prescribed motion at its kink",
            UndecidedReason::DeclaredDerivative => "a derivative that an annotation declares",
        }
    }

    /// Whether the result is to blame: it lacks columns, or points.
    pub fn is_missing_data(self) -> bool {
        matches!(
            self,
            UndecidedReason::MissingVariable
                | UndecidedReason::MissingDerivative
                | UndecidedReason::CoarsePoints
        )
    }

    /// The reason as scripts read it.
    pub fn key(self) -> &'static str {
        match self {
            UndecidedReason::MissingVariable => "missing_variable",
            UndecidedReason::MissingDerivative => "missing_derivative",
            UndecidedReason::Clocked => "clocked",
            UndecidedReason::Delay => "delay",
            UndecidedReason::Memory => "memory",
            UndecidedReason::Text => "text",
            UndecidedReason::Function => "function",
            UndecidedReason::Endless => "endless",
            UndecidedReason::Form => "form",
            UndecidedReason::EventRounds => "event_rounds",
            UndecidedReason::BeforeStart => "before_start",
            UndecidedReason::CoarsePoints => "coarse_points",
            UndecidedReason::Kink => "kink",
            UndecidedReason::DeclaredDerivative => "declared_derivative",
        }
    }
}

impl From<MissingValue> for UndecidedReason {
    fn from(gap: MissingValue) -> UndecidedReason {
        match gap {
            MissingValue::Missing(_) => UndecidedReason::MissingVariable,
            MissingValue::Derivative => UndecidedReason::MissingDerivative,
            MissingValue::Clocked => UndecidedReason::Clocked,
            MissingValue::Vague => UndecidedReason::CoarsePoints,
            MissingValue::Delay => UndecidedReason::Delay,
            MissingValue::Memory => UndecidedReason::Memory,
            MissingValue::Text => UndecidedReason::Text,
            MissingValue::Past => UndecidedReason::BeforeStart,
            MissingValue::Endless => UndecidedReason::Endless,
            MissingValue::Unset | MissingValue::Failed => UndecidedReason::Function,
            MissingValue::Shape | MissingValue::Unsupported => UndecidedReason::Form,
        }
    }
}
